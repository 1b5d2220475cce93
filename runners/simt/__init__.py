"""Runs gpu.func kernels on the CPU in lock step, and reports what a GPU would hide.

All threads execute one operation at a time, as NumPy arrays; masks stand for divergence. Found on
the way: accesses out of bounds or of memory that nothing wrote, races, barriers that not all reach,
transactions, bank conflicts, branches on which warps split. It is not fast, and no GPU: caches,
clocks and the order of warps are not modelled, so a kernel that is right here only by its order of
execution shows as a race, not as a wrong number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .faults import Access, Divergence, Fault, Site
    from .launch import simulate
    from .report import Report

__all__ = ["Access", "Divergence", "Fault", "Report", "Site", "simulate"]

_ELSEWHERE = {"Report": "report", "simulate": "launch"}


def __getattr__(name: str) -> object:
    """The names, from modules that load MLIR's bindings when they are first asked for."""
    from importlib import import_module

    if name in __all__:
        return getattr(import_module(f".{_ELSEWHERE.get(name, 'faults')}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
