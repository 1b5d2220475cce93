"""Memory for results, workspaces and arguments that ends where a page begins that nobody may touch.

Code that reads or writes behind it ends the process, so this is for tests' processes of their own.
All of its bytes are ones, a NaN in every float: what is read before it is written shows.
"""

from __future__ import annotations

import ctypes
import math
import mmap

import numpy as np

PAGE = mmap.PAGESIZE
_protect = ctypes.CDLL(None, use_errno=True).mprotect
_protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


def take(size: int, name: str = "") -> np.ndarray:
    """`size` bytes that end at such a page; stands in for `stepdown.execution.pool.take`."""
    pages = -(-size // PAGE) * PAGE
    memory = mmap.mmap(-1, pages + PAGE)
    whole = np.frombuffer(memory, np.uint8)
    if _protect(whole.ctypes.data + pages, PAGE, 0):
        raise OSError(ctypes.get_errno(), "mprotect")
    part = whole[pages - size : pages]
    part[:] = 0xFF
    return part


def empty(shape, dtype, name: str = "") -> np.ndarray:
    """Stands in for `stepdown.execution.pool.empty`."""
    return np.ndarray(shape, dtype, take(math.prod(shape) * np.dtype(dtype).itemsize))


def array(values: np.ndarray) -> np.ndarray:
    """The same array there; from an array that is not contiguous one that is."""
    made = empty(values.shape, values.dtype)
    made[...] = values
    return made


def calls() -> None:
    """Have all calls of this process take their memory from here."""
    from stepdown.execution import pool

    pool.LARGE, pool.take, pool.empty = 0, take, empty


def no_size_is_too_small() -> None:
    """Have also small loops shared among threads, moved into functions, and given temporaries in
    the workspace. What is compiled then must not be found in a disk cache."""
    from stepdown.lowering import memory, outline, parallel
    from stepdown.products import choose

    parallel.WORTHWHILE, parallel.PIECES, parallel.ALIGNED, parallel.STRIP = 1, 3, 2, 2
    outline.FEW, memory.STACK, memory.SMALL = 0, 0, 1
    choose.SMALL, choose.SHARED = 8, 1
