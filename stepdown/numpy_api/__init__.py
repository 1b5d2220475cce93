"""NumPy's functions on traced arrays. Importing this fills the tables of `array`."""

from . import (  # noqa: F401
    averaging,
    comparing,
    creating,
    indexing,
    linear,
    padding,
    reducing,
    shaping,
    turning,
    ufuncs,
)
from .ufuncs import apply_ufunc

__all__ = ["apply_ufunc"]
