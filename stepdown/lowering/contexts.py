"""MLIR contexts, kept for the next compilation: to make one takes longer than most passes.

A context belongs to one thread at a time; two that compile at once have one each.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from mlir import ir

USES = 64  # what a context has once seen (types, constants, locations) it keeps until it is gone
_free: list[tuple[ir.Context, int]] = []


@contextlib.contextmanager
def context() -> Iterator[ir.Context]:
    """A context of this thread's own, entered, with an unknown location."""
    try:
        made, uses = _free.pop()
    except IndexError:
        made, uses = ir.Context(), 0
        made.enable_multithreading(False)
    with made, ir.Location.unknown():
        yield made
    # One that an error passed through is not used again.
    if uses + 1 < USES:
        _free.append((made, uses + 1))
