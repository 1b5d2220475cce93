"""Signals along an axis: filters, windows, slopes, polynomials."""

from __future__ import annotations

import operator

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, as_arrays, graph_of, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.where import failure

UNROLLED = 32  # taps of a filter up to which each is a term of its own


@implements(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """A copy: each element as often as windows have it."""
    window = window_shape if isinstance(window_shape, (tuple, list)) else (window_shape,)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    axes = [ops.axis_of(i, x.ndim) for i in axes]
    if len(window) != len(axes):
        raise failure(f"a window of {len(window)} sizes for {len(axes)} axes", ValueError)
    for axis, size in zip(axes, window, strict=True):
        size = operator.index(size)
        count = x.shape[axis] - (size - 1)
        if size < 0 or (isinstance(count, int) and count < 1):
            raise failure("window shape cannot be larger than input array shape", ValueError)
        x.graph.at_least(count, 1)
        starts = np.arange(count, dtype=np.int64, like=x)
        places = starts[:, None] + np.arange(size)
        found = x.graph.add("take", x.value, lift(x.graph, places), axes=(axis,))
        x = np.moveaxis(wrap(x.graph, found), axis + 1, -1)
    return x


# [region filter]
def _filtered(a: Array, taps: Array, mode: str) -> Array:
    """The sums of `taps` times as many neighbours of `a`, which is at least as long."""
    count, size = taps.shape[0], a.shape[0]
    before = {"full": count - 1, "same": count // 2, "valid": 0}
    behind = {"full": count - 1, "same": (count - 1) // 2, "valid": 0}
    if mode not in before:
        raise failure(f"the mode is 'full', 'same' or 'valid'; got {mode!r}", ValueError)
    length = size + (before[mode] + behind[mode] - (count - 1))
    if mode != "valid":
        a = np.pad(a, (before[mode], behind[mode]))
    if count > UNROLLED:
        return sliding_window_view(a, count) @ taps
    total = a[:length] * taps[0]
    for n in range(1, count):
        total = total + a[n : length + n] * taps[n]
    return total
    # [end filter]


def _pair(name: str, a: object, v: object) -> tuple[Array, Array, bool]:
    """Two lines, the longer one first, and whether they have changed places."""
    a, v = map(np.atleast_1d, as_arrays(a, v))
    if a.ndim != 1 or v.ndim != 1:
        raise failure(
            f"numpy.{name}: both are of one dimension; got {a.ndim} and {v.ndim}", ValueError
        )
    if 0 in (*a.shape, *v.shape):
        raise failure(f"numpy.{name}: an operand is empty", ValueError)
    dynamic = [isinstance(x.shape[0], Dim) for x in (a, v)]
    if all(dynamic):
        raise failure(f"numpy.{name} of two arrays of dynamic size: that of one has to be known")
    turned = dynamic[1] or (not dynamic[0] and a.shape[0] < v.shape[0])
    a, v = (v, a) if turned else (a, v)
    a.graph.at_least(a.shape[0], v.shape[0])
    dtype = np.result_type(a.dtype, v.dtype)
    if dtype.kind == "b":
        raise failure(f"numpy.{name} of bools is not compiled: x.astype(int) converts")
    return a.astype(dtype), v.astype(dtype), turned


@implements(np.convolve)
def convolve(a, v, mode="full"):
    a, v, _ = _pair("convolve", a, v)
    return _filtered(a, v[::-1], mode)


@implements(np.correlate)
def correlate(a, v, mode="valid"):
    a, v, turned = _pair("correlate", a, v)
    found = _filtered(a, v, mode)
    return found[::-1] if turned else found


def _along(a: Array, axis: int, start: int | None, stop: int | None) -> Array:
    return a[(slice(None),) * axis + (slice(start, stop),)]


@implements(np.gradient)
def gradient(f, *varargs, axis=None, edge_order=1):
    """Slopes by central differences, inside of a line; at its ends by those of two or three
    points. Spacings are numbers, or the coordinates of an axis for `edge_order` 1."""
    if edge_order not in (1, 2):
        raise failure("'edge_order' greater than 2 not supported", ValueError)
    graph = graph_of([f, *varargs])
    f = wrap(graph, lift(graph, f))
    axes = ops.axes_of(axis, f.ndim)
    given = list(varargs) if varargs else [1.0]
    given = given * len(axes) if len(given) == 1 else given
    if len(given) != len(axes):
        raise failure("invalid number of arguments", TypeError)
    f = f if f.dtype.kind == "f" else f.astype(np.float64)
    for i in axes:
        if isinstance(f.shape[i], int) and f.shape[i] <= edge_order:
            raise failure("Shape of array too small to calculate a numerical gradient, at least "
                          "(edge_order + 1) elements are required.", ValueError)  # fmt: skip
        graph.at_least(f.shape[i], edge_order + 1)
    slopes = [_slope(f, i, wide, edge_order) for i, wide in zip(axes, given, strict=True)]
    return slopes[0] if len(slopes) == 1 else tuple(slopes)


def _slope(f: Array, axis: int, wide: object, edge_order: int) -> Array:
    first, second, last, before = (
        _along(f, axis, *ends) for ends in ((0, 1), (1, 2), (-1, None), (-2, -1))
    )
    earlier, middle, later = (_along(f, axis, *ends) for ends in ((None, -2), (1, -1), (2, None)))
    if not np.ndim(wide):
        inside = (later - earlier) / (2.0 * wide)
        if edge_order == 1:
            ends = (second - first) / wide, (last - before) / wide
        else:
            third, third_last = _along(f, axis, 2, 3), _along(f, axis, -3, -2)
            ends = (
                (-1.5 / wide) * first + (2.0 / wide) * second + (-0.5 / wide) * third,
                (0.5 / wide) * third_last + (-2.0 / wide) * before + (1.5 / wide) * last,
            )
        return np.concatenate([ends[0], inside, ends[1]], axis)
    if edge_order == 2:
        raise failure("numpy.gradient with coordinates is compiled for edge_order=1")
    steps = np.diff(wide)
    if np.ndim(steps) != 1:
        raise failure("distances must be either scalars or 1d", ValueError)
    steps = steps.reshape([-1 if i == axis else 1 for i in range(f.ndim)])
    h, k = _along(steps, axis, None, -1), _along(steps, axis, 1, None)
    inside = -k / (h * (h + k)) * earlier + (k - h) / (h * k) * middle + h / (k * (h + k)) * later
    left = (second - first) / _along(steps, axis, 0, 1)
    right = (last - before) / _along(steps, axis, -1, None)
    return np.concatenate([left, inside, right], axis)


@implements(np.unwrap)
def unwrap(p, discont=None, axis=-1, *, period=2 * np.pi):
    axis = ops.axis_of(axis, p.ndim)
    p = p if p.dtype.kind == "f" else p.astype(np.float64)
    step, half = np.diff(p, axis=axis), period / 2
    near = np.mod(step + half, period) - half
    near = np.where((near == -half) & (step > 0), p.dtype.type(half), near)
    least = half if discont is None else max(discont, half)
    more = np.where(np.abs(step) < least, p.dtype.type(0), near - step)
    rest = _along(p, axis, 1, None) + np.cumsum(more, axis)
    return np.concatenate([_along(p, axis, None, 1), rest], axis)


@implements(np.sinc)
def sinc(x):
    """sin(y) / y of y = pi x; its Taylor series near 0, so that its derivatives are right there."""
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    y = x * np.pi
    near, square, series = np.abs(y) < 0.25, y * y, 1.0
    for n in (12, 10, 8, 6, 4, 2):
        series = 1.0 - square / (n * (n + 1.0)) * series
    safe = np.where(near, y.dtype.type(1), y)
    return np.where(near, series, np.sin(safe) / safe)


@implements(np.polyval)
def polyval(p, x):
    p, x = as_arrays(p, x)
    if isinstance(p.shape[0], Dim):
        raise failure("numpy.polyval: the number of coefficients is dynamic")
    value = np.zeros_like(x)
    for n in range(p.shape[0]):
        value = value * x + p[n]
    return value
