"""NumPy's functions on traced arrays. Importing this fills the tables of `array`."""

from . import creating, indexing, linear, reducing, shaping, ufuncs  # noqa: F401
from .ufuncs import apply_ufunc

__all__ = ["apply_ufunc"]
