"""Reshaping, transposing, joining and splitting."""

from __future__ import annotations

import itertools
import operator

import numpy as np

from ..frontend import ops, types
from ..frontend.array import Array, as_arrays, graph_of, implements, lift, wrap
from ..frontend.dims import Dim, Size
from ..frontend.where import failure


@implements(np.reshape)
def reshape(a, /, shape=None, order="C", *, newshape=None, copy=None):
    if order != "C":
        raise failure(f"reshape with order={order!r} is not compiled")
    shape = shape if newshape is None else newshape
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    shape = [s if isinstance(s, Dim) else operator.index(s) for s in shape]
    return wrap(a.graph, ops.reshape(a.graph, a.value, shape))


@implements(np.ravel)
def ravel(a, order="C"):
    return reshape(a, (-1,) if 0 not in a.shape else (0,), order=order)


@implements(np.transpose)
def transpose(a, axes=None):
    if axes is None:
        axes = range(a.ndim - 1, -1, -1)
    axes = [ops.axis_of(axis, a.ndim) for axis in axes]
    if sorted(axes) != list(range(a.ndim)):
        raise failure(f"transpose: axes {tuple(axes)} do not name each of {a.ndim} axes once",
                      ValueError)  # fmt: skip
    return wrap(a.graph, ops.transpose(a.graph, a.value, axes))


@implements(np.swapaxes)
def swapaxes(a, axis1, axis2):
    axes = list(range(a.ndim))
    first, second = ops.axis_of(axis1, a.ndim), ops.axis_of(axis2, a.ndim)
    axes[first], axes[second] = axes[second], axes[first]
    return transpose(a, axes)


@implements(np.moveaxis)
def moveaxis(a, source, destination):
    several = lambda x: list(x) if isinstance(x, (tuple, list)) else [x]  # noqa: E731
    source = [ops.axis_of(x, a.ndim) for x in several(source)]
    destination = [ops.axis_of(x, a.ndim) for x in several(destination)]
    order = [axis for axis in range(a.ndim) if axis not in source]
    for place, axis in sorted(zip(destination, source, strict=True)):
        order.insert(place, axis)
    return transpose(a, order)


@implements(np.matrix_transpose)
def matrix_transpose(x, /):
    return swapaxes(x, -1, -2)


@implements(np.expand_dims)
def expand_dims(a, axis):
    several = axis if isinstance(axis, (tuple, list)) else (axis,)
    rank = a.ndim + len(several)
    places = ops.axes_of(tuple(several), rank)
    sizes = iter(a.shape)
    return reshape(a, [1 if axis in places else next(sizes) for axis in range(rank)])


@implements(np.squeeze)
def squeeze(a, axis=None):
    if axis is None:
        axes = tuple(i for i, size in enumerate(a.shape) if size == 1)
    else:
        axes = ops.axes_of(axis, a.ndim)
    if any(a.shape[i] != 1 for i in axes):
        raise failure("cannot select an axis to squeeze out which has size not equal to one",
                      ValueError)  # fmt: skip
    return reshape(a, [size for i, size in enumerate(a.shape) if i not in axes])


@implements(np.broadcast_to)
def broadcast_to(array, shape, subok=False):
    shape = shape if isinstance(shape, (tuple, list)) else (shape,)
    return wrap(array.graph, ops.broadcast_to(array.graph, array.value, shape))


@implements(np.broadcast_arrays)
def broadcast_arrays(*arrays, subok=False):
    graph = graph_of(list(arrays))
    values = ops.alike(graph, [lift(graph, a) for a in arrays])
    return tuple(wrap(graph, v) for v in values)


def _joined(arrays: list, axis: int) -> Array:
    graph = graph_of(list(arrays))
    values = ops.common(graph, [lift(graph, a) for a in arrays])
    ranks = {v.type.rank for v in values}
    if len(ranks) > 1:
        raise failure("all the arrays to join must have the same number of dimensions", ValueError)
    rank = ranks.pop()
    if not rank:
        raise failure("arrays of no dimension cannot be concatenated", ValueError)
    axis = ops.axis_of(axis, rank)
    first = values[0].type.shape
    for value in values[1:]:
        for i, (size, other) in enumerate(zip(first, value.type.shape, strict=True)):
            if i != axis and size != other:
                if isinstance(size, int) and isinstance(other, int):
                    raise failure(f"shapes {first} and {value.type.shape} differ at axis {i}, "
                                  f"beside the axis {axis} to join along", ValueError)  # fmt: skip
                graph.equal([(size, other)])
    result = values[0] if len(values) == 1 else graph.add("concatenate", *values, axis=axis)
    return wrap(graph, result)


@implements(np.concatenate)
def concatenate(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    if out is not None:
        raise failure("numpy.concatenate: out= is not compiled")
    if isinstance(arrays, Array):
        arrays = list(arrays)
    if axis is None:
        arrays, axis = [np.ravel(a) for a in arrays], 0
    joined = _joined(list(arrays), axis)
    if dtype is None:
        return joined
    if not np.can_cast(joined.dtype, dtype, casting):
        raise failure(f"{joined.dtype} does not become {np.dtype(dtype)} by the rule {casting!r}")
    return joined.astype(dtype)


@implements(np.stack)
def stack(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    arrays = as_arrays(*arrays)
    if len({a.ndim for a in arrays}) > 1 or any(
        len({size for size in sizes if isinstance(size, int)}) > 1
        for sizes in zip(*(a.shape for a in arrays), strict=True)
    ):
        raise failure("all input arrays must have the same shape", ValueError)
    axis = ops.axis_of(axis, arrays[0].ndim + 1)
    return concatenate([expand_dims(a, axis) for a in arrays], axis, out, dtype=dtype)


@implements(np.vstack)
def vstack(tup, *, dtype=None, casting="same_kind"):
    return concatenate([np.atleast_2d(a) for a in tup], 0, dtype=dtype)


@implements(np.hstack)
def hstack(tup, *, dtype=None, casting="same_kind"):
    arrays = [np.atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1, dtype=dtype)


@implements(np.dstack)
def dstack(tup):
    return concatenate([np.atleast_3d(a) for a in tup], 2)


@implements(np.block)
def block(arrays):
    """Nested lists: the innermost are joined along the last axis, the next along that before."""

    def depth(item: object) -> int:
        return 1 + max(map(depth, item)) if isinstance(item, list) else 0

    graph, levels = graph_of(arrays), depth(arrays)

    def leaves(item: object) -> list[Array]:
        if isinstance(item, list):
            return [leaf for part in item for leaf in leaves(part)]
        return [wrap(graph, lift(graph, item))]

    rank = max(levels, *(leaf.ndim for leaf in leaves(arrays)))

    def joined(item: object, level: int) -> Array:
        if level:
            if not isinstance(item, list) or not item:
                raise failure("block: all lists are as deep, and none is empty", ValueError)
            return concatenate([joined(part, level - 1) for part in item], -level)
        (leaf,) = leaves(item)
        return reshape(leaf, (1,) * (rank - leaf.ndim) + leaf.shape)

    return joined(arrays, levels)


@implements(np.column_stack)
def column_stack(tup):
    columns = [a if a.ndim > 1 else reshape(a, (a.size, 1)) for a in as_arrays(*tup)]
    return concatenate(columns, 1)


@implements(np.append)
def append(arr, values, axis=None):
    if axis is not None:
        return concatenate([arr, values], axis)
    graph = graph_of([arr, values])
    return concatenate([ravel(wrap(graph, lift(graph, a))) for a in (arr, values)])


@implements(np.atleast_1d)
def atleast_1d(a):
    return a if a.ndim else reshape(a, (1,))


@implements(np.atleast_2d)
def atleast_2d(a):
    return a if a.ndim > 1 else reshape(a, (1, -1) if a.ndim else (1, 1))


@implements(np.atleast_3d)
def atleast_3d(a):
    if a.ndim > 2:
        return a
    return reshape(a, (*a.shape, 1) if a.ndim == 2 else (1, *a.shape, 1) if a.ndim else (1, 1, 1))


@implements(np.delete)
def delete(arr, obj, axis=None):
    """`obj` is known: a number, a slice, numbers or a mask."""
    if axis is None:
        arr, axis = ravel(arr), 0
    axis = ops.axis_of(axis, arr.ndim)
    kept = np.delete(np.arange(_known_size("delete", arr, axis)), obj)
    return arr[(slice(None),) * axis + (kept,)]


@implements(np.insert)
def insert(arr, obj, values, axis=None):
    """Before the one place `obj`, which is known."""
    arr, values = as_arrays(arr, values)
    if axis is None:
        arr, axis = ravel(arr), 0
    axis = ops.axis_of(axis, arr.ndim)
    if np.ndim(obj):
        raise failure("numpy.insert at several places is not compiled: one after the other")
    size = _known_size("insert", arr, axis)
    place = operator.index(obj)
    if not -size <= place <= size:
        raise failure(
            f"index {place} is out of bounds for axis {axis} with size {size}", IndexError
        )
    rest = [n for i, n in enumerate(arr.shape) if i != axis]
    if values.ndim < arr.ndim:  # one slice, of the other axes
        new = expand_dims(broadcast_to(values, rest), axis) if arr.ndim > 1 else atleast_1d(values)
    else:
        count = values.shape[axis]
        new = broadcast_to(values, [*rest[:axis], count, *rest[axis:]])
    first, last = pieces(arr, [place % size if place < 0 else place], axis)
    return concatenate([first, new.astype(arr.dtype), last], axis)


def _known_size(name: str, a: Array, axis: int) -> int:
    if isinstance(a.shape[axis], Dim):
        raise failure(f"numpy.{name} along an axis of dynamic size is not compiled: slices and "
                      "np.concatenate are")  # fmt: skip
    return a.shape[axis]


def _places(given) -> list[Size]:
    """Where to cut, as numbers or dynamic sizes."""
    return [place if isinstance(place, Dim) else operator.index(place) for place in given]


def pieces(a: Array, places: list[Size], axis: int) -> list[Array]:
    index: list = [slice(None)] * a.ndim
    found = []
    for start, stop in zip([0, *places], [*places, a.shape[axis]], strict=True):
        index[axis] = slice(start, stop)
        found.append(a[tuple(index)])
    return found


@implements(np.split)
def split(ary, indices_or_sections, axis=0):
    axis = ops.axis_of(axis, ary.ndim)
    size = ary.shape[axis]
    if isinstance(indices_or_sections, (tuple, list, np.ndarray)):
        return pieces(ary, _places(indices_or_sections), axis)
    count = operator.index(indices_or_sections)
    if count < 1:
        raise failure("the number of sections must be larger than 0", ValueError)
    if isinstance(size, int) and size % count:
        raise failure("array split does not result in an equal division", ValueError)
    ary.graph.equal([(size, size // count * count)])
    return pieces(ary, [size // count * i for i in range(1, count)], axis)


@implements(np.array_split)
def array_split(ary, indices_or_sections, axis=0):
    axis = ops.axis_of(axis, ary.ndim)
    if isinstance(indices_or_sections, (tuple, list, np.ndarray)):
        return pieces(ary, _places(indices_or_sections), axis)
    count, size = operator.index(indices_or_sections), ary.shape[axis]
    if count < 1:
        raise failure("the number of sections must be larger than 0", ValueError)
    # As even as can be, the longer ones first: the last has size // count, rounded down.
    sizes = [(size + (count - 1 - i)) // count for i in range(count - 1)]
    return pieces(ary, list(itertools.accumulate(sizes)), axis)


@implements(np.hsplit)
def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@implements(np.vsplit)
def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


@implements(np.repeat)
def repeat(a, repeats, axis=None):
    if axis is None:
        a, axis = np.ravel(a), 0
    if np.ndim(repeats):
        raise failure("numpy.repeat with a number for each element is not compiled")
    axis, count = ops.axis_of(axis, a.ndim), operator.index(repeats)
    wide = [*a.shape[: axis + 1], count, *a.shape[axis + 1 :]]
    narrow = [*a.shape[:axis], a.shape[axis] * count, *a.shape[axis + 1 :]]
    return reshape(broadcast_to(expand_dims(a, axis + 1), wide), narrow)


@implements(np.tile)
def tile(A, reps):
    reps = list(reps) if isinstance(reps, (tuple, list)) else [reps]
    rank = max(len(reps), A.ndim)
    reps = [1] * (rank - len(reps)) + reps
    shape = [1] * (rank - A.ndim) + list(A.shape)
    between = [s for size in shape for s in (1, size)]
    wide = [s for n, size in zip(reps, shape, strict=True) for s in (n, size)]
    return reshape(broadcast_to(reshape(A, between), wide),
                   [n * size for n, size in zip(reps, shape, strict=True)])  # fmt: skip


@implements(np.shape)
def shape(a):
    return a.shape


@implements(np.ndim)
def ndim(a):
    return a.ndim


@implements(np.size)
def size(a, axis=None):
    return a.size if axis is None else a.shape[ops.axis_of(axis, a.ndim)]


@implements(np.astype)
def astype(x, dtype, /, *, copy=True, device=None):
    return x.astype(dtype)


@implements(np.copy)
def copy(a, order="K", subok=False):
    return a


@implements(np.real)
def real(val):
    return val


@implements(np.imag)
def imag(val):
    return np.zeros_like(val)


@implements(np.iscomplexobj)
def iscomplexobj(x):
    return False


@implements(np.result_type)
def result_type(*given):
    kinds = [
        g.value.type if isinstance(g, Array) else types.of_scalar(g) or types.Type((), np.dtype(g))
        for g in given
    ]
    return types.promote(tuple(kinds)).dtype
