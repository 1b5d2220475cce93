"""Places in ascending numbers, and how many elements fall where."""

from __future__ import annotations

import operator

import numpy as np

from ..frontend import ops, types
from ..frontend.array import Array, as_arrays, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.where import failure
from ..primitives.derivatives import made


# [region bisection]
def place(a: Array, v: Array, right: bool) -> Array:
    """How many elements of the ascending `a` are below each of `v` (`right`: or equal to it): a bit
    of the answer after the other, from the highest. NaN is above all numbers."""
    size = a.shape[0]
    if isinstance(size, Dim):
        raise failure(f"a search among a dynamic number of elements ({size}) is not compiled; "
                      "np.sum(a < v[:, None], axis=1) is")  # fmt: skip
    found = np.zeros_like(v, dtype=np.int64)
    for bit in reversed(range(size.bit_length())):
        further = found + (1 << bit)
        at = lift(a.graph, np.minimum(further, size) - 1)
        last = wrap(a.graph, a.graph.add("take", a.value, at, axes=(0,)))
        below = ~(last > v) if right else ~(last >= v)
        if types.is_float(last.dtype):
            # No number is above NaN, nor below it: so far only the numbers are told apart.
            below = np.where(np.isnan(last), np.isnan(v) & right, below)
        found = np.where(below & (further <= size), further, found)
    return found
    # [end bisection]


@implements(np.searchsorted)
def searchsorted(a, v, side="left", sorter=None):
    if sorter is not None:
        raise failure("numpy.searchsorted: sorter= is not compiled; a[sorter] is")
    if side not in ("left", "right"):
        raise failure(f"'side' must be 'left' or 'right' (got {side!r})", ValueError)
    a, v = as_arrays(a, v)
    if a.ndim != 1:
        raise failure("object too deep for desired array", ValueError)
    return place(a, v, side == "right")


@implements(np.digitize)
def digitize(x, bins, right=False):
    if isinstance(bins, Array):
        raise failure("numpy.digitize of traced bins: whether they ascend only the call knows; "
                      "np.searchsorted(bins, x, side='right') takes them to")  # fmt: skip
    bins, steps = np.asarray(bins), np.diff(bins)
    side = "left" if right else "right"
    if np.all(steps >= 0):
        return searchsorted(bins, x, side)
    if np.all(steps <= 0):
        return len(bins) - searchsorted(bins[::-1].copy(), x, side)
    raise failure("bins must be monotonically increasing or decreasing", ValueError)


@implements(np.interp)
def interp(x, xp, fp, left=None, right=None, period=None):
    """On lines between points, of which the call's `xp` ascend; beyond them `left` and `right`."""
    if period is not None:
        raise failure("numpy.interp: period= is not compiled")
    x, xp, fp = (a.astype(np.float64) for a in as_arrays(x, xp, fp))
    if xp.ndim != 1 or xp.shape != fp.shape:
        raise failure("fp and xp are not of the same length.", ValueError)
    size = xp.shape[0]
    above = place(xp, x, right=True)
    if size == 0:
        raise failure("array of sample points is empty", ValueError)
    first, last = fp[0], fp[-1]
    left, right = (first if left is None else left), (last if right is None else right)
    inside = last
    if size > 1:
        start = lift(x.graph, np.clip(above - 1, 0, size - 2))
        (x0, f0), (x1, f1) = (
            [wrap(x.graph, x.graph.add("take", a.value, at, axes=(0,))) for a in (xp, fp)]
            for at in (start, lift(x.graph, wrap(x.graph, start) + 1))
        )
        inside = np.where(x == xp[-1], last, (f1 - f0) / (x1 - x0) * (x - x0) + f0)
    found = np.where(x < xp[0], left, np.where(x > xp[-1], right, inside))
    return np.where(np.isnan(x), x, found) if size > 1 else found  # NumPy's rule for one point


@implements(np.bincount)
def bincount(x, /, weights=None, minlength=0):
    """`minlength` numbers: a call fails whose x has a larger one, as the size would be another."""
    length = operator.index(minlength)
    if not length:
        raise failure("numpy.bincount: only values tell the size of its result; minlength=n is for "
                      "numbers below n")  # fmt: skip
    x, weights = as_arrays(x, np.int64(1) if weights is None else weights)
    if x.dtype.kind not in "iub":
        raise failure(f"numpy.bincount counts integers; got {x.dtype}", TypeError)
    dtype = np.dtype(np.int64) if weights.dtype == np.int64 and not weights.ndim else ops.FLOAT64
    bad = np.greater_equal(x, length)
    ops.check(x.graph, np.any(bad).value, ValueError,
              f"numpy.bincount: minlength={length} is for numbers below it")  # fmt: skip
    if x.dtype.kind == "i":
        ops.check(x.graph, np.any(x < 0).value, ValueError,
                  "'list' argument must have no negative elements")  # fmt: skip
    weights = np.broadcast_to(weights.astype(dtype), x.shape)
    return made("scatter_add", np.zeros_like(weights, shape=(length,)), weights,
                x.astype(np.int64), axes=(0,))  # fmt: skip


def _edges(a: Array, bins: object, limits: object) -> Array:
    if np.ndim(bins):
        (_, edges) = as_arrays(a, bins)
        return edges
    count = operator.index(bins)
    if count < 1:
        raise failure("`bins` must be positive, when an integer", ValueError)
    dtype = np.result_type(a.dtype, 1.0) if a.dtype.kind == "f" else np.dtype(np.float64)
    if limits is not None:
        low, high = limits
        if not low <= high or not np.isfinite(high - low):
            raise failure("max must be larger than min in range parameter.", ValueError)
        low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
        return wrap(a.graph, lift(a.graph, np.linspace(low, high, count + 1, dtype=dtype)))
    low, high = (np.asarray(f(a), like=a).astype(np.float64) for f in (np.min, np.max))
    flat = low == high
    low, high = np.where(flat, low - 0.5, low), np.where(flat, high + 0.5, high)
    ramp = np.arange(count, dtype=np.float64) * ((high - low) / count) + low
    return np.concatenate([ramp, high.reshape(1)]).astype(dtype)


@implements(np.histogram)
def histogram(a, bins=10, range=None, density=None, weights=None):
    if weights is not None or isinstance(bins, str):
        raise failure("numpy.histogram is compiled without weights=, with a number of bins or the "
                      "edges")  # fmt: skip
    a = np.ravel(as_arrays(a, bins)[0] if np.ndim(bins) else a)
    edges = _edges(a, bins, range)
    count = edges.shape[0] - 1
    number = np.where(a == edges[-1], count, place(edges, a, right=True))
    # Elements below the first edge have the number 0 there, those beyond the last count + 1.
    ones = np.ones_like(a, dtype=np.int64)
    there = made("scatter_add", np.zeros_like(ones, shape=(count + 2,)), ones, number, axes=(0,))
    there = there[1:-1]
    if not density:
        return there, edges
    return there / np.diff(edges).astype(np.float64) / np.sum(there), edges
