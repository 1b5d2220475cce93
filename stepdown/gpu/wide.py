"""Loads and stores of 16 bytes: where neighbours in memory may be moved by one thread at once."""

from __future__ import annotations

from collections.abc import Sequence

from ..frontend.dims import Size
from ..frontend.graph import Value
from ..frontend.types import ANY
from ..primitives.table import At
from .runtime import WIDE
from .spec import is_number


# [region run]
def run(source: Value, at: Sequence[At], dim: int | None, most: int, layout: str) -> int:
    """How many neighbours along a dimension one aligned load brings, a power of two up to `most`.

    It is 1 where they are no neighbours in memory, or where rows begin at no multiple of it.
    `layout` says how the array lies there.
    """
    if source.is_source or is_number(source) or not at or source.type.dtype.kind == "b":
        return 1
    *others, last = at
    if last.dim is None or (last.dim, last.step) != (dim, 1) or any(i.dim == dim for i in others):
        return 1
    each = 1 if layout == ANY else min(most, WIDE // source.type.dtype.itemsize)
    while each > 1 and (last.start % each or not is_multiple(source.type.shape[-1], each)):
        each //= 2
    return each
    # [end run]


def is_multiple(size: Size, of: int) -> bool:
    """Whether a size is a multiple of a number whatever sizes the symbols are."""
    return all(c % of == 0 for c in ([size] if isinstance(size, int) else size.terms.values()))
