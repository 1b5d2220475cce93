"""Compiled code in a shared library: loaded and unloaded, with what it calls loaded before it.

What it calls (BLAS, the OpenMP runtime) is not linked to it but looked up in the process: a process
is to have one OpenMP runtime, whoever brought it.
"""

from __future__ import annotations

import _ctypes
import ctypes
import os
import weakref
from dataclasses import dataclass
from pathlib import Path

from runners import toolchain


def entry_symbol(name: str) -> str:
    """The C interface of a function: it takes pointers to descriptors."""
    return f"_mlir_ciface_{name}"


@dataclass(frozen=True)
class Needs:
    """The libraries that code calls: the path of BLAS, and whether OpenMP's runtime is one."""

    blas: str | None = None
    openmp: bool = False

    def paths(self) -> list[Path]:
        found = [Path(self.blas)] if self.blas else []
        return [*found, toolchain.openmp_runtime()] if self.openmp else found


class Library:
    """Code in a shared library, loaded as long as this object lives; `address` is its entry."""

    def __init__(self, path: Path, name: str, needs: Needs) -> None:
        """Raises OSError where it does not load, AttributeError where it has no such function."""
        for needed in needs.paths():
            ctypes.CDLL(os.fspath(needed), mode=ctypes.RTLD_GLOBAL)
        loaded = ctypes.CDLL(os.fspath(path))
        unload = weakref.finalize(self, _ctypes.dlclose, loaded._handle)
        unload.atexit = False  # other threads may still be in it then
        entry = getattr(loaded, entry_symbol(name))
        self.address = ctypes.cast(entry, ctypes.c_void_p).value
