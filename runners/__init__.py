"""Everything between a .mlir file and something that can be called.

    program = runners.load("chapters/02-memory/array_add.mlir")
    library = program.compile("cpu-buffers")
    library.array_add(a, b, out)

Nothing heavy is imported before it is used: MLIR's bindings load with the first compilation, the
roads to a GPU and its stand-ins on the CPU with the first use of their name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import (
    ArgumentError,
    CompileError,
    CudaError,
    Error,
    NotFound,
    ToolchainError,
    UnknownFunction,
)
from .program import Program, load

if TYPE_CHECKING:
    from . import cuda
    from .coroutines import emulate
    from .coroutines.compare import cross_check
    from .host import hosted
    from .launch import LaunchError
    from .ptx import Ptx
    from .simt import simulate

__all__ = [
    "ArgumentError",
    "CompileError",
    "CudaError",
    "Error",
    "LaunchError",
    "NotFound",
    "Program",
    "Ptx",
    "ToolchainError",
    "UnknownFunction",
    "cross_check",
    "cuda",
    "emulate",
    "hosted",
    "load",
    "simulate",
]

_ELSEWHERE = {
    "LaunchError": "launch",
    "Ptx": "ptx",
    "cross_check": "coroutines.compare",
    "emulate": "coroutines",
    "hosted": "host",
    "simulate": "simt",
}


def __getattr__(name: str) -> object:
    """The names that load a module of their own."""
    from importlib import import_module

    if name == "cuda":
        return import_module(".cuda", __name__)
    if name in _ELSEWHERE:
        return getattr(import_module(f".{_ELSEWHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
