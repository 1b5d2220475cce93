"""The primitives: one table, filled by the modules of this package when it is imported."""

from . import elementwise, indexing, marks, products, reductions, shapes, updates  # noqa: F401
from .table import TABLE, Primitive

# Those of this package: their sources are part of the key of the disk cache.
OURS = frozenset(TABLE)

__all__ = ["OURS", "TABLE", "Primitive"]
