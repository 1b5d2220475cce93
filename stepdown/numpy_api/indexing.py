"""Indexing: slices with steps, new axes, integers, and arrays of integers."""

from __future__ import annotations

import operator

import numpy as np

from ..frontend import ops, types
from ..frontend.array import Array, implements, lift, wrap
from ..frontend.dims import Dim, Size, product
from ..frontend.graph import LARGEST, Graph, Value
from ..frontend.where import failure
from ..primitives.indexing import index_position


def get(array: Array, key: object) -> Array:
    """`array[key]`."""
    graph, value = array.graph, array.value
    keys, places = _known_masks(graph, key if isinstance(key, tuple) else (key,), array.shape)
    keys = _expanded(keys, array.ndim)
    starts, sizes, steps, shape, advanced = [], [], [], [], []
    axis = 0
    for item in keys:
        if item is None:
            shape.append(1)
            continue
        size = array.shape[axis]
        if isinstance(item, slice):
            start, count, step = _slice(graph, item, size)
            shape.append(count)
        elif _is_integer(item):
            start, count, step = _place(graph, operator.index(item), size, axis), 1, 1
        else:
            start, count, step = 0, size, 1
            known = any(item is place for place in places)
            advanced.append((len(shape), axis, _indices(graph, item), known))
            shape.append(size)
        starts.append(start)
        sizes.append(count)
        steps.append(step)
        axis += 1
    value = _sliced(graph, value, tuple(starts), tuple(sizes), tuple(steps))
    value = ops.reshape(graph, value, shape)
    if advanced:
        axes = tuple(place for place, *_ in advanced)
        indices = ops.alike(graph, [index for _, _, index, _ in advanced])
        for (_, axis, _, known), index in zip(advanced, indices, strict=True):
            if not known:
                check_bounds(graph, index, array.shape[axis], axis)
        value = graph.add("take", value, *indices, axes=axes)
        if _apart(keys):
            # NumPy puts the indices' dimensions in front where a slice stands between them: an
            # integer counts as an index too.
            at, rank = index_position(axes), indices[0].type.rank
            moved = range(at, at + rank)
            rest = [d for d in range(value.type.rank) if d not in moved]
            value = ops.transpose(graph, value, [*moved, *rest])
    return wrap(graph, value)


def _apart(keys: list) -> bool:
    """Whether something else stands between keys that are integers or arrays."""
    chosen = [n for n, key in enumerate(keys) if key is not None and not isinstance(key, slice)]
    return chosen[-1] - chosen[0] >= len(chosen)


# [region masks]
def _known_masks(graph: Graph, keys: tuple, shape: tuple[Size, ...]) -> tuple[tuple, list]:
    """The keys with each mask of the surroundings as the places where it is true, an array for each
    of its axes; and these arrays, which are in bounds."""
    found: list[object] = []
    places: list[np.ndarray] = []
    for n, key in enumerate(keys):
        mask = _known_mask(key)
        if mask is None:
            found.append(key)
            continue
        if any(other is Ellipsis for other in found):
            axis = len(shape) - sum(map(_axes_taken, keys[n:]))
        else:
            axis = sum(map(_axes_taken, found))
        for i, count in enumerate(mask.shape, axis):
            size = shape[i] if i < len(shape) else count  # too many indices are told below
            if isinstance(size, Dim):
                graph.equal([(size, count)])
            elif size != count:
                raise failure(
                    f"boolean index did not match indexed array along axis {i}; size of axis is "
                    f"{size} but size of corresponding boolean axis is {count}", IndexError,
                )  # fmt: skip
        true = mask.nonzero()
        found, places = [*found, *true], [*places, *true]
    return tuple(found), places
    # [end masks]


def _known_mask(key: object) -> np.ndarray | None:
    """The mask that a key is, if its elements are known now."""
    if isinstance(key, list) and key and not _holds_traced(key):
        key = np.asarray(key)
    is_mask = isinstance(key, np.ndarray) and key.dtype == bool and key.ndim
    return key if is_mask else None


def _holds_traced(items: list) -> bool:
    return any(
        _holds_traced(x) if isinstance(x, (list, tuple)) else isinstance(x, Array) for x in items
    )


def _axes_taken(key: object) -> int:
    """How many axes of the array a key is of."""
    mask = _known_mask(key)
    return mask.ndim if mask is not None else int(key is not None and key is not Ellipsis)


def _is_integer(item: object) -> bool:
    return isinstance(item, (int, np.integer)) and not isinstance(item, (bool, np.bool_))


def _expanded(keys: tuple, rank: int) -> list:
    """The keys with the ellipsis written out, one for each axis and each new axis."""
    for key in keys:
        if isinstance(key, (bool, np.bool_)) or (isinstance(key, Array) and key.dtype == bool):
            raise failure(
                "an index of booleans that only the call knows gives an array of unknown size; "
                "np.where keeps the size, and sums take where="
            )
    dots = [n for n, key in enumerate(keys) if key is Ellipsis]
    if len(dots) > 1:
        raise failure("an index can only have a single ellipsis ('...')", IndexError)
    used = sum(key is not None and key is not Ellipsis for key in keys)
    if used > rank:
        raise failure(
            f"too many indices: the array has {rank} dimensions, but {used} were indexed",
            IndexError,
        )
    rest = [slice(None)] * (rank - used)
    at = dots[0] if dots else len(keys)
    return [*keys[:at], *rest, *keys[at + 1 :]]


def _place(graph: Graph, index: int, size: Size, axis: int) -> Size:
    if isinstance(size, Dim):
        graph.at_least(size, index + 1 if index >= 0 else -index)
        return index if index >= 0 else size + index
    if not -size <= index < size:
        raise failure(f"index {index} is out of bounds for axis {axis} with size {size}",
                      IndexError)  # fmt: skip
    return index % size


def _slice(graph: Graph, item: slice, size: Size) -> tuple[Size, Size, int]:
    """Start, count and step of a slice along an axis."""
    step = 1 if item.step is None else operator.index(item.step)
    sizes = (size, item.start, item.stop)
    if not any(isinstance(s, Dim) for s in sizes):
        start, stop, step = item.indices(size)
        return start, len(range(start, stop, step)), step
    if step < 0:
        if item.start is not None or item.stop is not None:
            raise failure("a slice of a dynamic axis with a negative step takes the whole axis")
        return size - 1, (size + (-step - 1)) // -step, step
    start, stop = (_end(graph, x, size, default) for x, default in
                   ((item.start, 0), (item.stop, size)))  # fmt: skip
    graph.at_least(stop, start)
    return start, (stop - start + (step - 1)) // step, step


def _end(graph: Graph, given: object, size: Size, default: Size) -> Size:
    """An end of a slice. A call has to find it inside: NumPy's clipping is not a polynomial."""
    if given is None:
        return default
    given = given if isinstance(given, Dim) else operator.index(given)
    if isinstance(given, int) and given < 0:
        graph.at_least(size, -given)
        return size + given
    graph.at_least(given, 0)  # n - 8 may be below 0, where NumPy counts from the end
    graph.at_least(size, given)
    return given


def _sliced(graph: Graph, value: Value, starts: tuple, sizes: tuple, steps: tuple) -> Value:
    shape = value.type.shape
    if sizes == shape and all(s == 1 for s in steps) and all(s == 0 for s in starts):
        return value
    if str(value.primitive) == "full":
        return ops.constant(graph, value.params["value"], value.type.dtype, sizes)
    if any(isinstance(start, Dim) for start in starts):
        if any(step < 0 for step in steps):
            return _reversed(graph, value, starts, sizes, steps)
        return graph.add("dynamic_slice", value, starts=starts, sizes=sizes, steps=steps)
    if 0 in sizes:
        starts = tuple(0 if size == 0 else start for start, size in zip(starts, sizes, strict=True))
        steps = tuple(1 if size == 0 else step for step, size in zip(steps, sizes, strict=True))
    return graph.add("slice", value, starts=starts, sizes=sizes, steps=steps)


def _reversed(graph: Graph, value: Value, starts: tuple, sizes: tuple, steps: tuple) -> Value:
    """A slice that runs backwards along a dynamic axis: its elements are picked by number."""
    for axis, (start, size, step) in enumerate(zip(starts, sizes, steps, strict=True)):
        ramp = wrap(graph, graph.add("iota", shape=(size,), axis=0, dtype=ops.INT64))
        first = wrap(graph, graph.add("size", size=start, dtype=ops.INT64))
        value = graph.add("take", value, lift(graph, first + ramp * step), axes=(axis,))
    return value


def _indices(graph: Graph, item: object) -> Value:
    if isinstance(item, (list, tuple)) and not np.size(item):
        item = np.asarray(item, np.int64)  # NumPy takes an empty list for one of integers
    value = lift(graph, item)
    if value.type.dtype.kind not in "iu":
        raise failure(f"an index is an integer, a slice or an array of integers; got an array of "
                      f"{value.type.dtype}", IndexError)  # fmt: skip
    return ops.strong(graph, value)


def check_bounds(graph: Graph, indices: Value, size: Size, axis: int) -> None:
    """Have a call fail when one of the indices is not in the axis."""
    if 0 in indices.type.shape:
        return
    message = f"an index is out of bounds for axis {axis} with size {size}"
    if size == 0:
        raise failure(message, IndexError)
    made_here = str(indices.primitive) == "iota" and indices.type.shape == (size,)
    if made_here:
        return
    if isinstance(size, Dim):
        # An index out of bounds is brought inside, so where there is any there is an inside: at
        # least the smaller of 1 and their number.
        count = product(indices.type.shape)
        least = (count + (LARGEST - 1)) // LARGEST
        graph.at_least(size, least, message if isinstance(least, Dim) else "")
    # An index of uint64 is compared as such: it may be above all of int64.
    dtype = indices.type.dtype if indices.type.dtype == np.uint64 else ops.INT64
    graph_size = graph.add("size", size=size, dtype=dtype) if isinstance(size, Dim) else None
    limit = graph_size or ops.constant(graph, size, dtype)
    wide = ops.convert(graph, indices, dtype)
    bad = ops.apply(graph, "greater_equal", wide, limit)
    if indices.type.dtype.kind == "i":
        least = ops.apply(graph, "negative", limit)
        bad = ops.apply(graph, "bitwise_or", bad, ops.apply(graph, "less", wide, least))
    ops.check(graph, bad, IndexError, message)


@implements(np.take)
def take(a, indices, axis=None, out=None, mode="raise"):
    if out is not None or mode != "raise":
        raise failure("numpy.take is compiled without out= and mode=")
    graph = a.graph if isinstance(a, Array) else indices.graph
    a = wrap(graph, lift(graph, a))
    if axis is None:
        a, axis = np.ravel(a), 0
    axis = ops.axis_of(axis, a.ndim)
    index = _indices(graph, indices)
    check_bounds(graph, index, a.shape[axis], axis)
    return wrap(graph, graph.add("take", a.value, index, axes=(axis,)))


@implements(np.take_along_axis)
def take_along_axis(arr, indices, axis=-1):
    graph = arr.graph if isinstance(arr, Array) else indices.graph
    arr = wrap(graph, lift(graph, arr))
    axis = ops.axis_of(axis, arr.ndim)
    index = _indices(graph, indices)
    if index.type.rank != arr.ndim:
        raise failure("take_along_axis: indices and array must have the same number of dimensions",
                      ValueError)  # fmt: skip
    # The other axes broadcast.
    along = [1 if i == axis else size for i, size in enumerate(arr.shape)]
    shape, equal = types.broadcast([index.type.shape, tuple(along)])
    graph.equal(equal)
    index = ops.broadcast_to(graph, index, shape)
    wide = [arr.shape[i] if i == axis else size for i, size in enumerate(shape)]
    source = ops.broadcast_to(graph, arr.value, wide)
    check_bounds(graph, index, arr.shape[axis], axis)
    ramps = [
        index if i == axis else graph.add("iota", shape=shape, axis=i, dtype=ops.INT64)
        for i in range(arr.ndim)
    ]
    return wrap(graph, graph.add("take", source, *ramps, axes=tuple(range(arr.ndim))))
