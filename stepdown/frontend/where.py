"""Which line of the user's code is being traced, and errors that name it."""

from __future__ import annotations

import linecache
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..errors import TraceError

_ROOT = str(Path(__file__).resolve().parents[1]) + os.sep
_OURS = (_ROOT, str(Path(np.__file__).parent) + os.sep)
_IN_NUMPY = tuple(_ROOT + name for name in ("gpt2" + os.sep, "training" + os.sep, "kernels.py"))


@dataclass(frozen=True)
class Where:
    """A line of the user's code; and the innermost one `inside` of a function that this package has
    written in NumPy, as a user would, if the line called one."""

    file: str
    line: int
    inside: Where | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


# [region here]
def here() -> Where | None:
    """The innermost line on the stack that is neither this package's nor NumPy's."""
    frame, inside = sys._getframe(1), None
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(_OURS) and not name.startswith("<__array_function__"):
            return Where(name, frame.f_lineno, inside)
        if inside is None and name.startswith(_IN_NUMPY):  # GPT-2, losses: their line as well
            inside = Where(name, frame.f_lineno)
        frame = frame.f_back
    return None
    # [end here]


def failure(message: str, kind: type[Exception] = TraceError) -> Exception:
    """An error that names the user's line and shows it."""
    where = here()
    if where is None:
        return kind(message)
    line = linecache.getline(where.file, where.line).strip()
    return kind(f"{where}: {message}" + (f"\n    {line}" if line else ""))
