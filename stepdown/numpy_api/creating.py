"""New arrays: constants, ranges, triangles. With `like=x` their sizes may be dynamic."""

from __future__ import annotations

import numpy as np

from ..frontend import ops, types
from ..frontend.array import Array, graph_of, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.where import failure


def _filled(like: Array, shape, value, dtype) -> Array:
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    dtype = types.check_dtype(np.dtype(dtype))
    number = np.full((), value, dtype)
    exact = float(number) if dtype.name == "bfloat16" else number.item()
    return wrap(like.graph, ops.constant(like.graph, exact, dtype, shape))


def _made_like(function, value):
    @implements(function)
    def make(a, dtype=None, order="K", subok=True, shape=None, *, device=None):
        return _filled(a, a.shape if shape is None else shape, value, dtype or a.dtype)


_made_like(np.zeros_like, 0)
_made_like(np.ones_like, 1)
_made_like(np.empty_like, 0)


@implements(np.full_like)
def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    wanted = a.shape if shape is None else shape
    if isinstance(fill_value, Array) or np.ndim(fill_value):
        filled = np.asarray(fill_value, dtype=dtype or a.dtype, like=a)
        return np.broadcast_to(filled, wanted)
    return _filled(a, wanted, fill_value, dtype or a.dtype)


# With `like=x`, x is the first argument of these: NumPy itself drops it.


def _zeros(like, shape, dtype=float, order="C", **_):
    return _filled(like, shape, 0, dtype)


def _ones(like, shape, dtype=None, order="C", **_):
    return _filled(like, shape, 1, dtype or float)


def _full(like, shape, fill_value, dtype=None, order="C", **_):
    if isinstance(fill_value, Array):
        return np.broadcast_to(fill_value, shape)
    return _filled(like, shape, fill_value, dtype or np.asarray(fill_value).dtype)


def _arange(like, start, stop=None, step=1, dtype=None, **_):
    if stop is None:
        start, stop = 0, start
    known = [x for x in (start, stop, step) if not isinstance(x, Dim)]
    if dtype is None:
        dtype = np.result_type(np.int64, *(np.asarray(x).dtype for x in known))
    if len(known) == 3:
        count = len(np.arange(start, stop, step))
    else:
        first, last = (start, stop) if step > 0 else (stop, start)
        like.graph.at_least(last, first)
        count = (last - first + (abs(step) - 1)) // abs(step)
    graph, dtype = like.graph, types.check_dtype(np.dtype(dtype))
    ramp = wrap(graph, graph.add("iota", shape=(count,), axis=0, dtype=dtype))
    if isinstance(start, Dim):
        start = wrap(graph, graph.add("size", size=start, dtype=dtype))
    elif (start, step) == (0, 1):
        return ramp
    return (ramp * step + start).astype(dtype)


def _eye(like, N, M=None, k=0, dtype=float, order="C", **_):
    rows, columns = ramps(like, N, N if M is None else M)
    return (columns - rows == k).astype(dtype)


def _array(like, object, dtype=None, **_):
    result = wrap(like.graph, lift(like.graph, object))
    return result if dtype is None else result.astype(dtype)


LIKE = {np.zeros: _zeros, np.ones: _ones, np.empty: _zeros, np.full: _full, np.arange: _arange,
        np.eye: _eye, np.identity: _eye, np.array: _array, np.asarray: _array}  # fmt: skip


def ramps(like: Array, rows, columns) -> tuple[Array, Array]:
    """The row's and the column's number of each element of a matrix."""
    dtype = np.dtype(np.int64)
    return tuple(
        wrap(like.graph, like.graph.add("iota", shape=(rows, columns), axis=axis, dtype=dtype))
        for axis in (0, 1)
    )


def _of_matrix(m: Array) -> tuple[Array, Array]:
    """The ramps of the last two axes; NumPy takes a vector for each row of a matrix."""
    if not m.ndim:
        raise failure("an array of no dimension has no triangle", ValueError)
    return ramps(m, *(m.shape[-2:] if m.ndim > 1 else m.shape * 2))


@implements(np.tril)
def tril(m, k=0):
    rows, columns = _of_matrix(m)
    return np.where(columns - rows <= k, m, np.asarray(0, m.dtype)[()])


@implements(np.triu)
def triu(m, k=0):
    rows, columns = _of_matrix(m)
    return np.where(columns - rows >= k, m, np.asarray(0, m.dtype)[()])


@implements(np.meshgrid)
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if indexing not in ("xy", "ij"):
        raise failure("Valid values for `indexing` are 'xy' and 'ij'.", ValueError)
    graph, rank = graph_of(list(xi)), len(xi)
    places = list(range(rank))
    if indexing == "xy" and rank > 1:
        places[:2] = 1, 0
    arrays = [
        wrap(graph, lift(graph, x)).reshape([-1 if axis == place else 1 for axis in range(rank)])
        for x, place in zip(xi, places, strict=True)
    ]
    return tuple(arrays) if sparse else np.broadcast_arrays(*arrays)


def _end(a: Array, given: object, axis: int) -> Array:
    """What stands before or behind an array along an axis: a number as a slice of its own."""
    given = wrap(a.graph, lift(a.graph, given))
    shape = [1 if i == axis else size for i, size in enumerate(a.shape)]
    return given if given.ndim else np.broadcast_to(given, shape)


@implements(np.diff)
def diff(a, n=1, axis=-1, prepend=np._NoValue, append=np._NoValue):
    graph = graph_of([a, prepend, append])
    a = wrap(graph, lift(graph, a))
    if n < 0 or not a.ndim:
        raise failure("diff: n is at least 0, of an array of at least one dimension", ValueError)
    axis = ops.axis_of(axis, a.ndim)
    if n:
        given = (prepend, a, append)
        ends = [_end(a, x, axis) for x in given if x is not np._NoValue]
        a = np.concatenate(ends, axis) if len(ends) > 1 else a
    for _ in range(n):
        index = [slice(None)] * a.ndim
        later, earlier = list(index), list(index)
        later[axis], earlier[axis] = slice(1, None), slice(None, -1)
        step = np.not_equal if a.dtype == bool else np.subtract
        a = step(a[tuple(later)], a[tuple(earlier)])
    return a


@implements(np.ediff1d)
def ediff1d(ary, to_end=None, to_begin=None):
    if to_end is not None or to_begin is not None:
        raise failure("numpy.ediff1d is compiled without to_end= and to_begin=: np.diff has append="
                      " and prepend=")  # fmt: skip
    return diff(np.ravel(ary))
