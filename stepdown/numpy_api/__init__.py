"""NumPy's functions on traced arrays. Importing this fills the tables of `array`."""

from . import (  # noqa: F401
    averaging,
    choosing,
    comparing,
    counting,
    creating,
    indexing,
    linear,
    matrices,
    padding,
    reducing,
    scanning,
    shaping,
    signals,
    turning,
    ufuncs,
)
from .ufuncs import apply_ufunc

__all__ = ["apply_ufunc"]
