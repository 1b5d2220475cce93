"""What tinynn raises: one type to catch, and three that say what kind of thing went wrong.

`place` is how a line of a program is named in messages.
"""

import os
from types import CodeType


class Error(Exception):
    """Any error of this package."""


class OperandError(Error, TypeError):
    """Not a number, or not as many as expected."""


class DomainError(Error, ArithmeticError):
    """An operation that has no finite value for these numbers: 1/0, the logarithm of -1."""


class GraphError(Error):
    """Values that do not belong together, or a tape that does not hold together."""


def place(code: CodeType, line: int) -> str:
    """FILE:LINE, the file relative to the current directory where it is below it."""
    return f"{code.co_filename.removeprefix(os.getcwd() + os.sep)}:{line}"
