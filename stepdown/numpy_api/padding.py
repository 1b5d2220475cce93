"""`np.pad`: along one axis after the other, as NumPy does it, so that corners are padding's too."""

from __future__ import annotations

import numpy as np

from ..frontend.array import Array, implements
from ..frontend.where import failure

MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


@implements(np.pad)
def pad(array, pad_width, mode="constant", *, constant_values=0, **more):
    """Raises TraceError for a mode that is not one of MODES, and for the options of such."""
    if mode not in MODES or more:
        given = ", ".join([f"mode={mode!r}", *(f"{key}=" for key in more)])
        raise failure(f"numpy.pad with {given} is not compiled; modes are {', '.join(MODES)}")
    if isinstance(pad_width, dict):
        pad_width = [pad_width.get(axis, pad_width.get(axis - array.ndim, 0))
                     for axis in range(array.ndim)]  # fmt: skip
        pad_width = [(each, each) if np.ndim(each) == 0 else each for each in pad_width]
    widths = np.broadcast_to(np.asarray(pad_width, int), (array.ndim, 2)).tolist()
    if min(map(min, widths), default=0) < 0:
        raise failure("index can't contain negative values", ValueError)
    if mode == "constant":
        return _constant(array, widths, constant_values)
    for axis, (before, after) in enumerate(widths):
        parts = [_border(array, mode, before, axis, front=True), array,
                 _border(array, mode, after, axis, front=False)]  # fmt: skip
        array = np.concatenate([part for part in parts if part is not None], axis)
    return array


def _constant(array: Array, widths: list[list[int]], given: object) -> Array:
    """With numbers around: one, a pair of those before and after, or a pair for each axis."""
    if isinstance(given, Array):
        if given.ndim:
            raise failure("numpy.pad: constant_values is traced and no number: pad axis by axis")
        values = [[given] * 2] * array.ndim
    else:
        values = np.broadcast_to(np.asarray(given), (array.ndim, 2))
        values = values.astype(array.dtype)  # as NumPy, which assigns them to the larger array
    for axis, widths_of_axis in enumerate(widths):
        parts = [array]
        for place, width, value in zip((0, 2), widths_of_axis, values[axis], strict=True):
            if width:
                shape = [*array.shape[:axis], width, *array.shape[axis + 1 :]]
                parts.insert(place, np.full_like(array, value, shape=shape))
        array = np.concatenate(parts, axis)
    return array


def _border(array: Array, mode: str, width: int, axis: int, front: bool) -> Array | None:
    """The elements to put before the array, or behind it; None for none."""
    if not width:
        return None
    size = array.shape[axis]

    def part(start: int, stop: int) -> Array:
        """Elements of the axis, counted from its front or its back."""
        if not front:
            start, stop = size - stop, size - start
        index: list = [slice(None)] * array.ndim
        index[axis] = slice(start, stop)
        return array[tuple(index)]

    if mode == "edge":
        shape = [*array.shape[:axis], width, *array.shape[axis + 1 :]]
        return np.broadcast_to(part(0, 1), shape)
    start = 1 if mode == "reflect" else 0
    if isinstance(size, int) and width > size - start:
        raise failure(f"numpy.pad with mode={mode!r} is compiled for widths up to {size - start} "
                      f"at axis {axis}; got {width}")  # fmt: skip
    if mode == "wrap":
        return part(size - width, size)
    index = [slice(None)] * array.ndim
    index[axis] = slice(None, None, -1)
    return part(start, start + width)[tuple(index)]
