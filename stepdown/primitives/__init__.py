"""The primitives: one table, filled by the modules of this package when it is imported."""

from . import elementwise, indexing, products, reductions, shapes  # noqa: F401
from .table import TABLE, Primitive

__all__ = ["TABLE", "Primitive"]
