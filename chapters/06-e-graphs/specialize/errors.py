"""What can go wrong, in one family of exceptions, and where in the reader's file it did.

A kernel's function is run once, with symbols in place of numbers. Whatever it does that a kernel
cannot do is found then, so each message can name the line of the function that did it.
"""

from __future__ import annotations

import linecache
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

_OWN = str(Path(__file__).resolve().parent)
_NUMPY = str(Path(np.__file__).resolve().parent)


class KernelError(Exception):
    """What every error of `specialize` is."""


class SignatureError(KernelError):
    """The text of a signature does not parse, or does not fit the function."""


class TraceError(KernelError):
    """The function does what no kernel can: a branch on a value, an unknown function, a wrong type.

    `file` and `line` say where.
    """

    def __init__(self, message: str, place: tuple[str, int] | None = None) -> None:
        self.file, self.line = place or user_place()
        super().__init__(f"{shown_place(self.file, self.line)}{message}")


class RuleError(KernelError):
    """A rule that cannot be one, or a set of rules that does not exist."""


class ArgumentError(KernelError):
    """A kernel was called with arguments that it does not take."""


class LimitReached(UserWarning):
    """Rewriting stopped before nothing was left to do. The kernel is right, but may not be best."""


class LimitError(KernelError):
    """The same, as an error, for kernels that asked for it."""


def user_place() -> tuple[str, int]:
    """The file and line of the innermost caller that is neither this package nor NumPy."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith((_OWN, _NUMPY)):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def shown_place(file: str, line: int) -> str:
    """`file.py:12: return a if a > b else b` and a new line, as compilers show it."""
    source = linecache.getline(file, line).strip()
    near = os.path.relpath(file) if os.path.isabs(file) else file
    shown = file if near.startswith("..") else near
    return f"{shown}:{line}: {source}\n" if source else f"{shown}:{line}: "


def definition_place(function: Callable) -> tuple[str, int]:
    """The file of a function and the line of its `def`, below its decorators."""
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    for line in range(first, first + 50):
        if re.match(r"\s*def\b", linecache.getline(file, line)):
            return file, line
    return file, first


def return_place(function: Callable) -> tuple[str, int]:
    """The file of a function and its last line: where straight-line code returns."""
    code = function.__code__
    return code.co_filename, max(line for _, _, line in code.co_lines() if line)
