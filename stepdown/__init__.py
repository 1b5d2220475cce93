"""Stepdown: a tensor compiler for functions written with NumPy. `jit` is the way in."""

from .errors import ArgumentError, CompileError, Error, TraceError
from .jit import jit

__all__ = ["ArgumentError", "CompileError", "Error", "TraceError", "jit"]
