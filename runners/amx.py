"""Intel's Advanced Matrix Extensions: tile registers of 16 rows of 64 bytes, and their products.

Linux hands out the tile registers, 8 KiB that it would have to save for each thread, only to a
process that has asked for them; before that, the first instruction on one is fatal.
https://docs.kernel.org/arch/x86/xstate.html
"""

from __future__ import annotations

import ctypes
import functools
import platform
import sys
from pathlib import Path

_ARCH_PRCTL = 158  # the system call's number on x86-64
_ARCH_REQ_XCOMP_PERM = 0x1023
_XFEATURE_XTILEDATA = 18


@functools.cache
def missing() -> str | None:
    """Ask for the tile registers; None if this process has them, and so have its threads. Else the
    reason, in words."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return f"there are no AMX tiles on {sys.platform}, {platform.machine()}"
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    if not any(line.startswith("flags") and "amx_bf16" in line.split() for line in lines):
        return "this processor has no AMX tiles: there is no amx_bf16 in /proc/cpuinfo"
    libc = ctypes.CDLL(None, use_errno=True)
    request = ctypes.c_long(_ARCH_REQ_XCOMP_PERM), ctypes.c_long(_XFEATURE_XTILEDATA)
    if libc.syscall(ctypes.c_long(_ARCH_PRCTL), *request) != 0:
        return f"the system refuses AMX tiles: arch_prctl gave error {ctypes.get_errno()}"
    return None
