"""`update`: an array with a part of it replaced, as a function of arrays.

While a function is traced this is a value like any other. Where the array is a donated argument
that nobody reads afterwards, the compiled code writes the part into its memory and moves nothing
else: see `donation`.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np

from .frontend import ops
from .frontend.array import Array, graph_of, lift, wrap
from .frontend.dims import Dim, Size
from .frontend.graph import Graph, Value
from .frontend.where import failure


def update(x: np.ndarray, new: np.ndarray, start: Sequence[object]) -> np.ndarray:
    """`x` with `new` in place of the part of that shape that begins at `start`.

    `x` and `new` have the same dtype and number of axes. `start` has an entry for each axis: a
    number, a dynamic size such as `n - t`, or, in a compiled function, a traced whole number; one
    below zero counts from the end. `x` itself does not change; in a compiled function the memory of
    a donated argument is used again (`jit(f, donate=...)`). Of plain arrays a new one is made.

    Raises TraceError for another dtype, ValueError for shapes that do not fit and IndexError for a
    part that is not inside of `x`, each with the line. What only the call knows is checked then: a
    traced start that is out of bounds raises IndexError when all is computed, and what was donated
    holds nothing of use afterwards.
    """
    start = tuple(start) if isinstance(start, (tuple, list)) else (start,)
    if not any(isinstance(part, Array) for part in (x, new, *start)):
        return _of_arrays(np.asarray(x), np.asarray(new), start)
    graph = graph_of((x, new, *start))
    target, part = lift(graph, x), ops.strong(graph, lift(graph, new))
    _check_kinds(target.type.shape, part.type.shape, target.type.dtype, part.type.dtype, start)
    starts, traced = [], []
    for axis, at in enumerate(start):
        size, count = target.type.shape[axis], part.type.shape[axis]
        if isinstance(at, Array) and at.shape == ():
            starts.append(None)
            traced.append(_traced(graph, lift(graph, at), size, count, axis))
        else:
            starts.append(_known(graph, at, size, count, axis))
    if part.type.shape == target.type.shape and not traced:
        return wrap(graph, part)  # all of it is replaced
    return wrap(graph, graph.add("update", target, part, *traced, starts=tuple(starts)))


def _of_arrays(x: np.ndarray, new: np.ndarray, start: Sequence[object]) -> np.ndarray:
    _check_kinds(x.shape, new.shape, x.dtype, new.dtype, start)
    sizes = zip(start, x.shape, new.shape, strict=True)
    places = [_inside(_number(at), *rest, axis) for axis, (at, *rest) in enumerate(sizes)]
    made = x.copy()
    made[tuple(slice(at, at + n) for at, n in zip(places, new.shape, strict=True))] = new
    return made


def _check_kinds(shape, part, dtype: np.dtype, of_part: np.dtype, start: Sequence) -> None:
    if dtype != of_part:
        raise failure(f"update: new is {of_part} and x is {dtype}; write new.astype(x.dtype)")
    if len(shape) != len(part):
        raise failure(
            f"update: new of shape {part} has {len(part)} axes, x of shape {shape} has "
            f"{len(shape)}: they have to be as many",
            ValueError,
        )
    if len(start) != len(shape):
        raise failure(
            f"update: start has an entry for each of the {len(shape)} axes; got {len(start)}",
            ValueError,
        )


def _number(at: object) -> int:
    try:
        return operator.index(at)
    except TypeError:
        raise failure(f"update: a start is a whole number; got {at!r:.60}") from None


def _inside(at: int, size: int, count: int, axis: int) -> int:
    """The start as a number from 0."""
    place = at + size if at < 0 else at
    if not 0 <= place <= size - count:
        raise failure(
            f"update: {count} from {at} on are out of bounds for axis {axis} with size {size}",
            IndexError,
        )
    return place


def _known(graph: Graph, at: object, size: Size, count: Size, axis: int) -> Size:
    """A start that is a number or a dynamic size; a call finds what is only known then."""
    at = at if isinstance(at, Dim) else _number(at)
    if isinstance(at, int):
        if isinstance(size, int) and isinstance(count, int):
            return _inside(at, size, count, axis)
        at = at + size if at < 0 else at
    graph.at_least(at, 0)
    graph.at_least(size, at + count)
    return at


def _traced(graph: Graph, at: Value, size: Size, count: Size, axis: int) -> Value:
    """A start that is computed; with the check that the part is inside."""
    at = ops.strong(graph, at)
    if at.type.dtype.kind not in "iu":
        raise failure(f"update: a start is a whole number; got {at.type.dtype}")
    _known(graph, 0, size, count, axis)
    dtype = at.type.dtype if at.type.dtype == np.uint64 else ops.INT64
    wide = ops.convert(graph, at, dtype)
    bad = graph.add("greater", wide, _size(graph, size - count, dtype))
    if dtype == ops.INT64 and at.type.dtype.kind == "i":
        low = graph.add("less", wide, _size(graph, -size, dtype))
        # Counted from the end, the part has to end there at the latest.
        wraps = graph.add("less", wide, ops.constant(graph, 0, dtype))
        late = graph.add("greater", wide, _size(graph, -count, dtype))
        late = graph.add("bitwise_and", wraps, late)
        bad = graph.add("bitwise_or", graph.add("bitwise_or", bad, low), late)
    ops.check(
        graph, bad, IndexError, f"update: a start is out of bounds for axis {axis} with size {size}"
    )
    return at


def _size(graph: Graph, size: Size, dtype: np.dtype) -> Value:
    if isinstance(size, Dim):
        return graph.add("size", size=size, dtype=dtype)
    return ops.constant(graph, size, dtype)
