"""Stepdown: a tensor compiler for functions written with NumPy. `jit` is the way in."""

from .errors import ArgumentError, CacheWarning, CompileError, Error, TraceError
from .jit import jit

__all__ = ["ArgumentError", "CacheWarning", "CompileError", "Error", "TraceError", "explain", "jit"]


def __getattr__(name: str) -> object:
    """What loads more than `jit` needs."""
    if name == "explain":
        from .explanation import explain

        return explain
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
