"""Compiled code in a shared library: loaded and unloaded, with what it calls loaded before it.

What it calls (BLAS, the OpenMP runtime) is not linked to it but looked up in the process: a process
is to have one OpenMP runtime, whoever brought it.
"""

from __future__ import annotations

import _ctypes
import ctypes
import os
import weakref
from dataclasses import dataclass, field
from pathlib import Path

from runners import toolchain

# Names that the C library has and that compiled code may call, also with an f at the end.
_TAKEN = """
    abort acos acosh aligned_alloc asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf exp
    exp10 exp2 expm1 fabs floor fma fmax fmin fmod free hypot ldexp log log10 log1p log2 main malloc
    memcpy memmove memrefCopy memset nearbyint pow rint round roundeven sin sincos sinh sqrt tan
    tanh trunc
"""


def symbol(function) -> str:
    """A function's name in compiled code: its own, with `_` behind it where that is taken."""
    name = function.__name__
    if not (name.isidentifier() and name.isascii()):
        return "function"
    taken = {name, name.removesuffix("f")} & {*_TAKEN.split()} or name.endswith("_f32")
    return f"{name}_" if taken else name


def entry_symbol(name: str) -> str:
    """The C interface of a function: it takes pointers to descriptors."""
    return f"_mlir_ciface_{name}"


def address_variable(kernel: str) -> str:
    """Where code has the address of a kernel that it calls; see `kernel_code`."""
    return f"{kernel}_address"


BFLOAT16 = "mlir_float16_utils"  # MLIR's library of conversions to it


@dataclass(frozen=True)
class Needs:
    """The libraries that code calls: the path of BLAS, OpenMP's runtime, and conversions to
    bfloat16, which LLVM writes as calls where the processor has no instruction for them; and the
    bytes for temporary arrays, as `workspace` encodes them; and the `kernels` of our own that it
    calls by address, those with threads if it needs OpenMP."""

    blas: str | None = None
    openmp: bool = False
    bfloat16: bool = False
    workspace: int | list = 0
    kernels: list[str] = field(default_factory=list)

    @property
    def workspace_ranks(self) -> list[int]:
        """The ranks of the arguments that stand behind the results."""
        return [1] if self.workspace else []

    def paths(self) -> list[Path]:
        found = [Path(self.blas)] if self.blas else []
        found += [toolchain.library(BFLOAT16)] if self.bfloat16 else []
        return [*found, toolchain.openmp_runtime()] if self.openmp else found


class Library:
    """Code in a shared library, loaded as long as this object lives; `address` is its entry, and
    `places` are those of the kernels' addresses."""

    def __init__(self, path: Path, name: str, needs: Needs) -> None:
        """Raises OSError where it does not load, AttributeError where it has no such function,
        ValueError where it does not call such a kernel."""
        self.needs = needs
        for needed in needs.paths():
            ctypes.CDLL(os.fspath(needed), mode=ctypes.RTLD_GLOBAL)
        loaded = ctypes.CDLL(os.fspath(path))
        unload = weakref.finalize(self, _ctypes.dlclose, loaded._handle)
        unload.atexit = False  # other threads may still be in it then
        entry = getattr(loaded, entry_symbol(name))
        self.address = ctypes.cast(entry, ctypes.c_void_p).value
        self.places = {
            kernel: ctypes.addressof(ctypes.c_void_p.in_dll(loaded, address_variable(kernel)))
            for kernel in needs.kernels
        }
