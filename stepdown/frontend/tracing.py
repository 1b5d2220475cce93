"""Which graph is being traced in this thread, for what has no traced array to tell it by."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator

from .graph import Graph

_CURRENT: contextvars.ContextVar[Graph | None] = contextvars.ContextVar("graph", default=None)


def current() -> Graph | None:
    """The graph that the innermost function is traced into; None if none is traced."""
    return _CURRENT.get()


@contextlib.contextmanager
def into(graph: Graph) -> Iterator[None]:
    """While a function is called to be traced into that graph."""
    token = _CURRENT.set(graph)
    try:
        yield
    finally:
        _CURRENT.reset(token)
