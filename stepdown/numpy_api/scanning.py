"""Running sums, products and extremes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.where import failure
from .reducing import given, of_number, summed


def _line(a: Array, axis: object) -> tuple[Array, int]:
    if axis is None or of_number(a, axis):
        a, axis = np.ravel(a), 0
    return a, ops.axis_of(axis, a.ndim)


@implements(np.cumsum)
def cumsum(a, axis=None, dtype=None, out=None):
    given(out=out)
    a, axis = _line(a, axis)
    a = a.astype(np.dtype(dtype or summed(a.dtype)))
    return wrap(a.graph, a.graph.add("cumsum", lift(a.graph, a), axis=axis))


@implements(np.cumprod)
def cumprod(a, axis=None, dtype=None, out=None):
    given(out=out)
    a, axis = _line(a, axis)
    return running(np.multiply, a.astype(np.dtype(dtype or summed(a.dtype))), axis)


# [region doubling]
def running(combine: Callable, a: Array, axis: int) -> Array:
    """Each element combined with all before it. After a step each holds what was combined of twice
    as many: log2(n) steps (Hillis and Steele, "Data parallel algorithms", 1986).

    Factors are multiplied in another order than NumPy's, so a part of a product may overflow where
    NumPy's does not."""
    count = a.shape[axis]
    if isinstance(count, Dim):
        raise failure(f"numpy.{combine.__name__}.accumulate along an axis of dynamic size {count} "
                      "is not compiled; numpy.cumsum is")  # fmt: skip
    index: list = [slice(None)] * a.ndim

    def part(start: int | None, stop: int | None) -> Array:
        index[axis] = slice(start, stop)
        return a[tuple(index)]

    distance = 1
    while distance < count:
        later = combine(part(distance, None), part(None, -distance))
        a = np.concatenate([part(None, distance), later], axis)
        distance *= 2
    return a
    # [end doubling]


def accumulate(ufunc: np.ufunc, a: Array, axis: int = 0, dtype: object = None) -> Array:
    """`ufunc.accumulate`, of those that can be combined in any order."""
    if ufunc is np.add:
        return cumsum(a, axis, dtype)
    if ufunc is np.multiply:
        return cumprod(a, axis, dtype)
    if ufunc not in (np.maximum, np.minimum):
        raise failure(f"numpy.{ufunc.__name__}.accumulate is not compiled")
    return running(ufunc, a, ops.axis_of(axis, a.ndim))
