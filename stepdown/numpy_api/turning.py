"""Turning arrays round: reversed, rolled, rotated."""

from __future__ import annotations

import numpy as np

from ..frontend import ops
from ..frontend.array import implements
from ..frontend.dims import Dim
from ..frontend.where import failure
from .shaping import pieces


@implements(np.flip)
def flip(m, axis=None):
    index: list = [slice(None)] * m.ndim
    for i in ops.axes_of(axis, m.ndim):
        index[i] = slice(None, None, -1)
    return m[tuple(index)]


@implements(np.flipud)
def flipud(m):
    return flip(m, 0)


@implements(np.fliplr)
def fliplr(m):
    return flip(m, 1)


@implements(np.rot90)
def rot90(m, k=1, axes=(0, 1)):
    first, second = (ops.axis_of(axis, m.ndim) for axis in axes)
    if first == second:
        raise failure("rot90: the two axes must be different", ValueError)
    if k % 4 == 1:
        return np.swapaxes(flip(m, second), first, second)
    if k % 4 == 2:
        return flip(m, (first, second))
    return flip(np.swapaxes(m, first, second), second) if k % 4 else m


@implements(np.roll)
def roll(a, shift, axis=None):
    if axis is None:
        return np.reshape(roll(np.ravel(a), shift, 0), a.shape)
    if isinstance(axis, (tuple, list)):
        shifts = shift if isinstance(shift, (tuple, list)) else [shift] * len(axis)
        for one, along in zip(shifts, axis, strict=True):
            a = roll(a, one, along)
        return a
    axis = ops.axis_of(axis, a.ndim)
    size = a.shape[axis]
    if isinstance(size, Dim):  # no further than the call's array is long: the pieces need that
        place = size - shift if shift > 0 else -shift
    else:
        place = size - shift % size if size else 0
    if place in (0, size):
        return a
    first, second = pieces(a, [place], axis)
    return np.concatenate([second, first], axis)
