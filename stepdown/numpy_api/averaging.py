"""Weighted means, moments and extremes without NaN, covariances, areas: each a line over sums."""

from __future__ import annotations

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, graph_of, implements, lift, wrap
from ..frontend.where import failure
from .reducing import averaged, over


@implements(np.average)
def average(a, axis=None, weights=None, returned=False, *, keepdims=np._NoValue):
    """Raises ZeroDivisionError in a call whose weights add up to 0."""
    keep = keepdims is not np._NoValue and bool(keepdims)
    graph = graph_of([a, weights])
    a = wrap(graph, lift(graph, a))
    if weights is None:
        mean = np.mean(a, axis, keepdims=keep)
        total = np.full_like(mean, a.size / mean.size) if returned else None
        return (mean, total) if returned else mean
    weights = _beside(a, wrap(graph, lift(graph, weights)), axis)
    kinds = [a.dtype, weights.dtype, *([np.float64] if a.dtype.kind in "iub" else [])]
    dtype = np.result_type(*kinds)
    total = np.sum(weights, axis, dtype=dtype, keepdims=keep)
    ops.check(graph, np.equal(total, 0).value, ZeroDivisionError,
              "Weights sum to zero, can't be normalized")  # fmt: skip
    mean = np.sum(np.multiply(a, weights, dtype=dtype), axis, keepdims=keep) / total
    return (mean, np.broadcast_to(total, mean.shape)) if returned else mean


def _beside(a: Array, weights: Array, axis: object) -> Array:
    """The weights with the array's number of dimensions: those of one axis stand along it."""
    if weights.ndim == a.ndim:
        return np.broadcast_to(weights, a.shape)
    if axis is None or weights.ndim != 1 or isinstance(axis, (tuple, list)):
        raise failure(
            f"numpy.average: weights of shape {weights.shape} for an array of shape {a.shape}, "
            f"axis={axis}"
        )
    shape = [1] * a.ndim
    shape[ops.axis_of(axis, a.ndim)] = weights.shape[0]
    return np.broadcast_to(weights.reshape(shape), a.shape)


def _without_nan(a: Array, instead: object) -> Array:
    if a.dtype.kind in "iub":
        return a
    return np.where(np.isnan(a), np.asarray(instead, a.dtype)[()], a)


@implements(np.nansum)
def nansum(a, axis=None, dtype=None, out=None, keepdims=np._NoValue, initial=np._NoValue,
           where=np._NoValue):  # fmt: skip
    return np.sum(_without_nan(a, 0), axis, dtype, out, keepdims, initial, where)


@implements(np.nanprod)
def nanprod(a, axis=None, dtype=None, out=None, keepdims=np._NoValue, initial=np._NoValue,
            where=np._NoValue):  # fmt: skip
    return np.prod(_without_nan(a, 1), axis, dtype, out, keepdims, initial, where)


@implements(np.nanmean)
def nanmean(a, axis=None, dtype=None, out=None, keepdims=np._NoValue, *, where=np._NoValue):
    if a.dtype.kind in "iub":
        return np.mean(a, axis, dtype, out, keepdims, where=where)
    there = ~np.isnan(a) if where is np._NoValue else ~np.isnan(a) & where
    return np.mean(a, axis, dtype, out, keepdims, where=there)


def _extreme(function, of, beyond):
    @implements(function)
    def find(a, axis=None, out=None, keepdims=np._NoValue, initial=np._NoValue, where=np._NoValue):
        found = of(_without_nan(a, beyond), axis, out, keepdims, initial, where)
        if a.dtype.kind in "iub":
            return found
        none = np.all(np.isnan(a), axis, keepdims=keepdims, where=where)
        none = none & (initial is np._NoValue)
        return np.where(none, np.asarray(np.nan, a.dtype)[()], found)


_extreme(np.nanmax, np.max, -np.inf)
_extreme(np.nanmin, np.min, np.inf)


@implements(np.trapezoid)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    graph = graph_of([y, x, dx])
    y = wrap(graph, lift(graph, y))
    axis = ops.axis_of(axis, y.ndim)
    later, earlier = [slice(None)] * y.ndim, [slice(None)] * y.ndim
    later[axis], earlier[axis] = slice(1, None), slice(None, -1)
    if x is not None:
        x = wrap(graph, lift(graph, x))
        dx = np.diff(x, axis=axis if x.ndim > 1 else 0)
        dx = dx if dx.ndim > 1 else dx.reshape([-1 if i == axis else 1 for i in range(y.ndim)])
    return np.sum(dx * (y[tuple(later)] + y[tuple(earlier)]) / 2.0, axis)


@implements(np.nanvar)
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=np._NoValue, *, where=np._NoValue,
           mean=np._NoValue, correction=np._NoValue):  # fmt: skip
    """Where no more than `ddof` numbers are, it is NaN, as NumPy has it."""
    ddof = ddof if correction is np._NoValue else correction
    if a.dtype.kind in "iub":
        return np.var(a, axis, dtype, out, ddof, keepdims, where=where, mean=mean)
    there = ~np.isnan(a) if where is np._NoValue else ~np.isnan(a) & where
    inside, result = averaged(a.dtype) if dtype is None else (np.dtype(dtype),) * 2
    wide = np.where(there, a.astype(inside), inside.type(0))
    count = np.sum(there, axis, keepdims=True)
    centre = np.sum(wide, axis, keepdims=True) / count if mean is np._NoValue else mean
    away = np.where(there, wide - centre.astype(inside), inside.type(0))
    total = np.sum(away * away, axis, keepdims=True)
    free = (count - ddof).astype(inside)
    found = np.where(free > 0, total / free, inside.type(np.nan)).astype(result)
    keep = keepdims is not np._NoValue and keepdims
    return found if keep else np.squeeze(found, ops.axes_of(axis, a.ndim))


@implements(np.nanstd)
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=np._NoValue, **more):
    return np.sqrt(np.nanvar(a, axis, dtype, out, ddof, keepdims, **more))


@implements(np.cov)
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    if fweights is not None or aweights is not None:
        raise failure("numpy.cov is compiled without fweights= and aweights=")
    graph = graph_of([m, y])
    rows = []
    for given in (m, y):
        if given is None:
            continue
        given = wrap(graph, lift(graph, given))
        if given.ndim > 2:
            raise failure("m and y have at most 2 dimensions", ValueError)
        given = np.atleast_2d(given)
        rows.append(given.T if not rowvar and given.shape[0] != 1 else given)
    dtype = np.result_type(*(r.dtype for r in rows), np.float64) if dtype is None else dtype
    x = np.concatenate(rows, axis=0).astype(dtype)
    away = x - x.mean(axis=1, keepdims=True)
    ddof = (0 if bias else 1) if ddof is None else ddof
    return np.squeeze(over(away @ away.T, x.shape[1] - ddof))


@implements(np.corrcoef)
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    c = cov(x, y, rowvar, dtype=dtype)
    if not c.ndim:
        return c / c
    spread = np.sqrt(np.diagonal(c))
    return np.clip(c / spread[:, None] / spread[None, :], -1, 1)
