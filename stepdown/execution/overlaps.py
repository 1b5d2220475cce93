"""Which arrays a compiled function may write to: those whose elements have their memory alone."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence

import numpy as np

from runners import memref

from ..errors import ArgumentError

FEW = 16  # pairs of arrays that are compared one by one
C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x001, 0x100, 0x400  # NPY_ARRAY_*, numpy/ndarraytypes.h
OVERWRITABLE = C_CONTIGUOUS | ALIGNED | WRITEABLE


def not_writable(array: np.ndarray) -> str | None:
    """Why an array cannot be overwritten element by element, or None where it can."""
    flags = array.flags.num
    if not flags & WRITEABLE:
        return "it is read-only"
    if not flags & ALIGNED:
        return "its elements are not aligned"
    if flags & C_CONTIGUOUS or not array.size:
        return None
    if any(step % array.itemsize for step in array.strides):
        return f"its strides {array.strides} are no multiples of {array.itemsize} bytes"
    axes = zip(array.strides, array.shape, strict=True)
    extent = array.itemsize
    for step, n in sorted((abs(step), n) for step, n in axes if n > 1):
        if step < extent:
            return f"some of its elements share their memory: its strides are {array.strides}"
        extent += step * (n - 1)
    return None


def check(arrays: Sequence[object], donated: Collection[int], names: Sequence[str]) -> None:
    """ArgumentError if one of the arrays that are donated, by number, cannot be overwritten, or
    shares memory with another array. What is no array is a number, passed by value."""
    for number in donated:
        problem = not_writable(arrays[number])
        if problem:
            raise ArgumentError(f"{names[number]} is donated, but {problem}")
    for first, second in _near(arrays, donated):
        if memref.overlap(arrays[first], arrays[second]):
            first, second = sorted((first, second), key=lambda n: (n not in donated, n))
            raise ArgumentError(
                f"{names[first]} is donated, but shares memory with {names[second]}: pass a "
                "copy of one of them"
            )


def _near(arrays: Sequence[object], donated: Collection[int]) -> Iterator[tuple[int, int]]:
    """Pairs of arrays, one of them donated, whose memory may have something in common."""
    if len(arrays) * len(donated) <= FEW:
        for first in donated:
            for second, array in enumerate(arrays):
                other = second != first and isinstance(array, np.ndarray)
                if other and np.may_share_memory(arrays[first], array):
                    yield first, second
        return
    spans = []
    for number, array in enumerate(arrays):
        if isinstance(array, np.ndarray) and array.size:
            flags = array.flags.num
            # As in memref.packer: an address that ctypes finds is found five times faster.
            if flags & OVERWRITABLE == OVERWRITABLE and array.dtype.isbuiltin == 1:
                low = ctypes.addressof(ctypes.c_char.from_buffer(array))
            else:
                low = array.__array_interface__["data"][0]
            if flags & C_CONTIGUOUS:
                spans.append((low, low + array.nbytes, number))
            else:
                spans.append((*memref.bounds(array, low), number))
    spans.sort()
    open_ended: list[tuple[int, int]] = []  # ends and numbers of those that reach further
    furthest = 0
    for low, high, number in spans:
        if low >= furthest:
            open_ended.clear()
        else:
            open_ended = [(end, other) for end, other in open_ended if end > low]
            for _, other in open_ended:
                if number in donated or other in donated:
                    yield number, other
        open_ended.append((high, number))
        furthest = max(furthest, high)
