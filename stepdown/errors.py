"""What can go wrong while a function is traced, and what is warned of.

Errors of compiling and calling are `runners`'s.
"""

from __future__ import annotations

from runners.errors import ArgumentError, CompileError, Error

__all__ = ["ArgumentError", "CacheWarning", "CompileError", "Error", "NoAttribute", "TraceError"]


class TraceError(Error, TypeError):
    """A function does what cannot be compiled; the message names the line of it."""


class NoAttribute(TraceError, AttributeError):
    """A traced array does not have the attribute, so that `hasattr` says so."""


class CacheWarning(UserWarning):
    """The disk cache, or an entry of it, cannot be used."""
