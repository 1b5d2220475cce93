"""Sums, means, extremes and the other reductions, with NumPy's dtypes."""

from __future__ import annotations

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, implements, wrap
from ..frontend.dims import Dim, product
from ..frontend.types import is_half
from ..frontend.where import failure


def _is_given(value: object) -> bool:
    return value is not None and value is not np._NoValue


def _chosen(a: Array, where: object, neutral: object) -> Array:
    """The array with what changes no result in place of the elements that are left out."""
    if not _is_given(where):
        return a
    neutral = neutral if isinstance(neutral, Array) else np.asarray(neutral, a.dtype)[()]
    a, neutral, where = np.broadcast_arrays(a, neutral.astype(a.dtype), where)
    return np.where(where, a, neutral)


def _from(initial: object, combine: np.ufunc, result: Array) -> Array:
    """A result that begins with a number, which takes its dtype."""
    if not _is_given(initial):
        return result
    return combine(result, np.asarray(initial, dtype=result.dtype, like=result))


def given(**options: object) -> None:
    for name, value in options.items():
        if _is_given(value):
            raise failure(f"the option {name}= of a reduction is not compiled")


def _keep(keepdims: object) -> bool:
    return keepdims is not np._NoValue and bool(keepdims)


def _axes(a: Array, axis: object) -> tuple[int, ...]:
    """The axes to reduce. NumPy lets a number have an axis 0 here."""
    return () if of_number(a, axis) else ops.axes_of(axis, a.ndim)


def of_number(a: Array, axis: object) -> bool:
    return not a.ndim and isinstance(axis, int) and axis in (0, -1)


def summed(dtype: np.dtype) -> np.dtype:
    """NumPy adds up small integers in 64 bits."""
    if dtype.kind in "bi" and dtype.itemsize < 8:
        return np.dtype(np.int64)
    return np.dtype(np.uint64) if dtype.kind == "u" and dtype.itemsize < 8 else dtype


def _reduction(name: str, a: Array, axis, keepdims, dtype=None) -> Array:
    value = a.value if dtype is None else ops.convert(a.graph, a.value, dtype)
    axes = _axes(a, axis)
    return wrap(a.graph, ops.reduce(a.graph, name, value, axes, _keep(keepdims)))


def _adding(function, name, neutral, combine):
    @implements(function)
    def add_up(a, axis=None, dtype=None, out=None, keepdims=np._NoValue, initial=None, where=None):
        given(out=out)
        result = np.dtype(dtype or summed(a.dtype))
        a = _chosen(a, where, neutral)
        return _from(initial, combine, _reduction(name, a, axis, keepdims, result))


_adding(np.sum, "sum", 0, np.add)
_adding(np.prod, "prod", 1, np.multiply)


def _extreme(functions, name, combine):
    @implements(*functions)
    def find(a, axis=None, out=None, keepdims=np._NoValue, initial=None, where=None):
        given(out=out)
        if _is_given(where):
            if not _is_given(initial):
                raise failure(
                    f"reduction operation '{combine.__name__}' does not have an identity, so to "
                    "use a where mask one has to specify 'initial'",
                    ValueError,
                )
            a = _chosen(a, where, initial)
        sizes = [a.shape[i] for i in _axes(a, axis)]
        if _is_given(initial):
            return _from(initial, combine, _reduction(name, a, axis, keepdims))
        if 0 in sizes:
            raise failure(
                f"zero-size array to reduction operation {name}imum which has no identity",
                ValueError,
            )
        a.graph.at_least(product(sizes), 1)
        return _reduction(name, a, axis, keepdims)


_extreme((np.max, np.amax), "max", np.maximum)
_extreme((np.min, np.amin), "min", np.minimum)


def _asking(function, name, neutral):
    @implements(function)
    def ask(a, axis=None, out=None, keepdims=np._NoValue, where=None):
        given(out=out)
        a = _chosen(a.astype(bool), where, neutral)
        return _reduction(name, a, axis, keepdims, np.dtype(bool))


_asking(np.any, "max", False)
_asking(np.all, "min", True)


def _placing(function, name):
    @implements(function)
    def place(a, axis=None, out=None, keepdims=np._NoValue):
        given(out=out)
        keep = _keep(keepdims)
        rank = a.ndim
        if axis is None or of_number(a, axis):
            a, axis = np.ravel(a), 0
        axis = ops.axis_of(axis, a.ndim)
        if a.shape[axis] == 0:
            raise failure(f"attempt to get {name} of an empty sequence", ValueError)
        a.graph.at_least(a.shape[axis], 1)
        found = ops.reduce(a.graph, name, a.value, (axis,), keep)
        if keep and rank != a.ndim:
            found = ops.reshape(a.graph, found, (1,) * rank)
        return wrap(a.graph, found)


_placing(np.argmax, "argmax")
_placing(np.argmin, "argmin")


def _count(a: Array, axis: object) -> object:
    return product([a.shape[i] for i in _axes(a, axis)])


def averaged(dtype: np.dtype) -> tuple[np.dtype, np.dtype]:
    """The dtype that a mean is computed in, and that of its result."""
    if dtype.kind in "iub":
        return np.dtype(np.float64), np.dtype(np.float64)
    return (np.dtype(np.float32), dtype) if is_half(dtype) else (dtype, dtype)


def over(total: Array, count: object) -> Array:
    """total / count, where a count that only the call knows is computed there."""
    if isinstance(count, Dim):
        number = total.graph.add("size", size=count, dtype=total.dtype)
        return total / wrap(total.graph, number)
    return total / np.asarray(count, total.dtype)[()]


@implements(np.mean)
def mean(a, axis=None, dtype=None, out=None, keepdims=np._NoValue, *, where=np._NoValue):
    given(out=out)
    inside, result = averaged(a.dtype) if dtype is None else (np.dtype(dtype),) * 2
    total = np.sum(a, axis, dtype=inside, keepdims=_keep(keepdims), where=where)
    if _is_given(where):
        ones = np.ones_like(a, dtype=inside)
        return (total / np.sum(ones, axis, keepdims=keepdims, where=where)).astype(result)
    return over(total, _count(a, axis)).astype(result)


@implements(np.var)
def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=np._NoValue, *, where=np._NoValue,
        mean=np._NoValue, correction=np._NoValue):  # fmt: skip
    given(out=out, where=where)
    ddof = ddof if correction is np._NoValue else correction
    inside, result = averaged(a.dtype) if dtype is None else (np.dtype(dtype),) * 2
    centre = np.mean(a, axis, dtype=inside, keepdims=True) if mean is np._NoValue else mean
    away = a.astype(inside) - centre
    total = np.sum(away * away, axis, keepdims=_keep(keepdims))
    return over(total, _count(a, axis) - ddof).astype(result)


@implements(np.std)
def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=np._NoValue, **more):
    result = averaged(a.dtype)[1] if dtype is None else np.dtype(dtype)
    inside = averaged(a.dtype)[0] if dtype is None else np.dtype(dtype)
    return np.sqrt(np.var(a, axis, inside, out, ddof, keepdims, **more)).astype(result)


@implements(np.count_nonzero)
def count_nonzero(a, axis=None, *, keepdims=False):
    return np.sum(a.astype(bool), axis=axis, keepdims=keepdims)


@implements(np.ptp)
def ptp(a, axis=None, out=None, keepdims=np._NoValue):
    return np.max(a, axis, keepdims=keepdims) - np.min(a, axis, keepdims=keepdims)
