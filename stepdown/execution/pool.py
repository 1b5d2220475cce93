"""Memory of large results and of temporaries, used again by later calls.

The system clears each page that it hands out, which takes longer than to compute what goes there.
So the memory of a large array that nobody holds any more is kept for the next one: an eighth of the
machine's at most, in MOST pieces; what was free for longest goes first. Small results are NumPy's
own.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Sequence

import numpy as np

KEPT = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 8  # bytes
MOST = 16
LARGE = 1 << 20  # bytes from which on a result is taken from here
LINE = 64  # bytes: memory begins at a whole cache line
_ASKED = 64 << 20  # bytes from which on it is asked first whether the machine has them

_free: list[np.ndarray] = []
_lock = threading.RLock()  # of one thread at a time, also where its garbage collection comes back


class _Lease:
    """Memory that belongs to an array: NumPy holds on to this as long as there is a view of it."""

    __slots__ = ("__array_interface__", "memory")

    def __init__(self, memory: np.ndarray) -> None:
        self.memory = memory
        self.__array_interface__ = memory.__array_interface__

    def __del__(self) -> None:
        _give_back(self.memory)


# [region take]
def take(size: int, name: str) -> np.ndarray:
    """`size` bytes or some more, for the function `name`: they are free again when the array and
    all its views are gone. Raises MemoryError."""
    with _lock:
        fitting = [memory for memory in _free.copy() if size <= memory.size <= 2 * size]
        best = min(fitting, key=lambda memory: memory.size, default=None)
        if best is not None:
            _free[:] = [memory for memory in _free.copy() if memory is not best]
    return np.asarray(_Lease(_allocated(size, name) if best is None else best))
    # [end take]


def empty(shape: Sequence[int], dtype: np.dtype, name: str) -> np.ndarray:
    """An array for a result of the function `name`."""
    size = math.prod(shape) * dtype.itemsize
    if size < LARGE:
        return np.empty(shape, dtype)
    return np.ndarray(shape, dtype, take(size, name))


def _give_back(memory: np.ndarray) -> None:
    with _lock:
        _free.append(memory)
        while len(_free) > MOST or sum(memory.size for memory in _free.copy()) > KEPT:
            _free.pop(0)


def _allocated(size: int, name: str) -> np.ndarray:
    if size > _ASKED:
        _clear(size)
        left = _available()
        if size > left:
            raise MemoryError(f"{name} needs {size:,} bytes at once; {left:,} are available")
    try:
        memory = np.empty(size + LINE, np.uint8)
    except MemoryError:
        raise MemoryError(f"{name} needs {size:,} bytes at once") from None
    start = -memory.ctypes.data % LINE
    return memory[start : start + size]


def _clear(size: int) -> None:
    """Let go of as much as will be needed: it did not fit."""
    with _lock:
        while _free and size > 0:
            size -= _free.pop(0).size


def _available() -> int:
    """The bytes that can be had without swapping, as far as the system says."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
