"""The steps that NumPy takes without a word, on the values of a graph: what an operand stands for,
conversion, broadcasting, reshaping, reduction. NumPy's functions are written with these."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

import numpy as np

from . import types
from .dims import Dim, Size, product
from .graph import Check, Graph, Value
from .where import failure, here

INT64, BOOL, FLOAT64 = np.dtype(np.int64), np.dtype(bool), np.dtype(np.float64)


def constant(graph: Graph, value: object, dtype: np.dtype, shape: Sequence[Size] = ()) -> Value:
    """An array with that value everywhere."""
    return graph.add("full", shape=tuple(shape), value=value, dtype=np.dtype(dtype))


def convert(graph: Graph, value: Value, dtype: np.dtype) -> Value:
    """The value with another dtype; itself, if it has it."""
    types.check_dtype(dtype)
    if value.type.dtype == dtype:
        return strong(graph, value)
    if str(value.primitive) == "full":
        return constant(graph, _fold(value, dtype), dtype, value.type.shape)
    if value.type.weak is int and dtype.kind in "iu" and dtype != INT64:
        _check_range(graph, value, dtype)
    return graph.add("cast", value, dtype=dtype)


def _check_range(graph: Graph, value: Value, dtype: np.dtype) -> None:
    """Have a call fail where a Python integer does not fit in the dtype that it takes."""
    value, low = strong(graph, value), np.iinfo(dtype).min
    bad = graph.add("less", value, constant(graph, low, INT64))
    if dtype != np.uint64:
        high = constant(graph, np.iinfo(dtype).max, INT64)
        bad = graph.add("bitwise_or", bad, graph.add("greater", value, high))
    check(graph, bad, OverflowError, f"the Python integer is out of bounds for {dtype}")


def check(graph: Graph, bad: Value, error: type[Exception], message: str) -> None:
    """Have a call raise the error when an element of `bad` is true."""
    if 0 in bad.type.shape:
        return
    failed = reduce(graph, "max", bad, tuple(range(bad.type.rank)))
    where = here()
    if all(known.failed is not failed for known in graph.checks):
        graph.checks.append(Check(failed, error, f"{where}: {message}" if where else message))


def strong(graph: Graph, value: Value) -> Value:
    """The value as one of its dtype, no longer the guess for a Python scalar."""
    if not value.type.weak:
        return value
    if str(value.primitive) == "full":
        if value.type.weak is int:
            _fold(value, INT64)
        return constant(graph, value.params["value"], value.type.dtype, value.type.shape)
    return graph.add("positive", value)


def _fold(value: Value, dtype: np.dtype) -> object:
    number = value.params["value"]
    if value.type.weak is int and dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        if not low <= number <= high:
            raise failure(f"Python integer {number} is out of bounds for {dtype}", OverflowError)
        return number
    with np.errstate(all="ignore"):
        folded = np.asarray(number, None if value.type.weak else value.type.dtype).astype(dtype)
    return folded.astype(np.float64).item() if dtype.name == "bfloat16" else folded.item()


def broadcast_to(graph: Graph, value: Value, shape: Sequence[Size]) -> Value:
    """The value stretched to a shape that it broadcasts to."""
    shape = tuple(shape)
    if value.type.shape == shape:
        return value
    if str(value.primitive) == "full":
        return constant(graph, value.params["value"], value.type.dtype, shape)
    common, equal = types.broadcast([value.type.shape, shape])
    if len(common) != len(shape) or any(
        a != b for a, b in zip(common, shape, strict=True) if not isinstance(a, Dim)
    ):
        raise failure(f"an array of shape {value.type.shape} does not broadcast to {shape}")
    graph.equal(equal)
    axes = tuple(range(len(shape) - value.type.rank, len(shape)))
    return graph.add("broadcast", value, shape=shape, axes=axes)


def alike(graph: Graph, values: Sequence[Value]) -> list[Value]:
    """The values, each stretched to the shape that all broadcast to."""
    shape, equal = types.broadcast([v.type.shape for v in values])
    graph.equal(equal)
    return [broadcast_to(graph, v, shape) for v in values]


def reshape(graph: Graph, value: Value, shape: Sequence[Size]) -> Value:
    """The elements in row-major order, in another shape; -1 stands for the size that is left."""
    old, shape = value.type.shape, list(shape)
    total = product(old)
    if shape.count(-1) > 1:
        raise failure("reshape: only one size can be -1")
    if -1 in shape:
        place = shape.index(-1)
        rest = product(shape[:place] + shape[place + 1 :])
        if rest == 0:
            raise failure(f"cannot reshape {old} to {tuple(shape)}: the size -1 is not determined")
        shape[place] = total // rest
    shape = tuple(shape)
    if any(isinstance(size, int) and size < 0 for size in shape):
        raise failure(f"cannot reshape an array of shape {old} into shape {shape}")
    given = product(shape)
    if isinstance(total, int) and isinstance(given, int) and total != given:
        raise failure(f"cannot reshape an array of shape {old} into shape {shape}")
    differing = [sizes for sizes in zip(old, shape, strict=False) if not graph.knows(*sizes)]
    same = len(old) == len(shape) and len(differing) <= 1 and 0 not in old
    graph.equal(differing if same else [(total, given)])
    if shape == old:
        return value
    if str(value.primitive) == "full":
        return constant(graph, value.params["value"], value.type.dtype, shape)
    if same:  # no element moves: a size is known by another name
        return graph.add("broadcast", value, shape=shape, axes=tuple(range(len(shape))))
    if [s for s in old if s != 1] == [s for s in shape if s != 1]:
        return graph.add("units", value, shape=shape)
    if str(value.primitive) == "reshape":
        return reshape(graph, value.inputs[0], shape)
    return graph.add("reshape", value, shape=shape)


def transpose(graph: Graph, value: Value, axes: Sequence[int]) -> Value:
    axes = tuple(axes)
    return value if axes == tuple(range(len(axes))) else graph.add("transpose", value, axes=axes)


def axis_of(axis: object, rank: int) -> int:
    """The axis as a number from 0."""
    try:
        number = operator.index(axis)
    except TypeError:
        raise failure(f"an axis is an integer; got {axis!r}") from None
    if not -rank <= number < rank:
        raise failure(
            f"axis {number} is out of bounds for an array of {rank} dimensions",
            np.exceptions.AxisError,
        )
    return number % rank


def axes_of(axis: object, rank: int) -> tuple[int, ...]:
    """The axes that an `axis` argument means, ascending; all of them for None."""
    if axis is None:
        return tuple(range(rank))
    several = axis if isinstance(axis, Iterable) else [axis]
    axes = [axis_of(a, rank) for a in several]
    if len(set(axes)) != len(axes):
        raise failure(f"an axis is named twice in {axis!r}", ValueError)
    return tuple(sorted(axes))


def reduce(
    graph: Graph, name: str, value: Value, axes: tuple[int, ...], keepdims: bool = False
) -> Value:
    """A reduction over axes, with the size 1 in their place if asked for."""
    value = strong(graph, value)
    result = graph.add(name, value, axes=axes) if axes or name.startswith("arg") else value
    if not keepdims:
        return result
    kept = [1 if axis in axes else size for axis, size in enumerate(value.type.shape)]
    return reshape(graph, result, kept)


def apply(graph: Graph, name: str, *values: Value) -> Value:
    """An elementwise primitive on values of the right dtypes, broadcast."""
    return graph.add(name, *alike(graph, values))


def common(graph: Graph, values: Sequence[Value]) -> list[Value]:
    """The values converted to the dtype that NumPy's `result_type` gives."""
    dtype = types.promote(tuple(v.type for v in values)).dtype
    return [convert(graph, v, dtype) for v in values]


def scalar_like(graph: Graph, number: float, value: Value) -> Value:
    return constant(graph, number, value.type.dtype)


def contract(graph: Graph, a: Value, b: Value, maps: tuple[str, str, str]) -> Value:
    """The sum of products, accumulated in f32 for 16-bit floats, in int32 for bools."""
    dtype = types.promote((a.type, b.type)).dtype
    sizes: dict[str, Size] = {}
    for letter, size in zip(maps[0] + maps[1], a.type.shape + b.type.shape, strict=True):
        known = sizes.setdefault(letter, size)
        if known != size:
            if isinstance(known, int) and isinstance(size, int):
                raise failure(
                    f"shapes {a.type.shape} and {b.type.shape} do not fit in a product: "
                    f"size {known} meets {size}",
                    ValueError,
                )
            graph.equal([(known, size)])
    if not set(maps[0] + maps[1]) - set(maps[2]):
        return _outer(graph, convert(graph, a, dtype), convert(graph, b, dtype), maps)
    if dtype.kind == "b":
        wide = [convert(graph, v, np.dtype(np.int32)) for v in (a, b)]
        total = graph.add("contract", *wide, maps=maps, dtype=np.dtype(np.int32))
        return convert(graph, total, dtype)
    half = dtype.itemsize == 2 and dtype.kind not in "iu"
    accumulated = np.dtype(np.float32) if half else dtype
    a, b = convert(graph, a, dtype), convert(graph, b, dtype)
    return convert(graph, graph.add("contract", a, b, maps=maps, dtype=accumulated), dtype)


def _outer(graph: Graph, a: Value, b: Value, maps: tuple[str, str, str]) -> Value:
    """A product in which nothing is summed: elementwise, once the axes are in the same order."""
    placed = []
    for value, letters in zip((a, b), maps, strict=False):
        order = [letters.index(c) for c in maps[2] if c in letters]
        value = transpose(graph, value, order)
        sizes = iter(value.type.shape)
        shape = [next(sizes) if c in letters else 1 for c in maps[2]]
        placed.append(reshape(graph, value, shape))
    return apply(graph, "multiply", *placed)
