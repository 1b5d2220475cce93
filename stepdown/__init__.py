"""Stepdown: a tensor compiler for functions written with NumPy. `jit` is the way in."""

from .errors import ArgumentError, CacheWarning, CompileError, Error, TraceError
from .jit import jit

__all__ = [
    "ArgumentError", "CacheWarning", "CompileError", "Error", "TraceError", "checkpoint",
    "custom_vjp", "explain", "grad", "jit", "jvp", "split", "stop_gradient", "update",
    "value_and_grad", "vjp",
]  # fmt: skip
_DIFFERENTIATION = (
    "checkpoint", "custom_vjp", "grad", "jvp", "split", "stop_gradient",
    "value_and_grad", "vjp",
)  # fmt: skip


def __getattr__(name: str) -> object:
    """What loads more than `jit` needs."""
    if name == "explain":
        from .explanation import explain

        return explain
    if name == "update":
        from .updates import update

        return update
    if name in _DIFFERENTIATION:
        from . import differentiation

        return getattr(differentiation, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
