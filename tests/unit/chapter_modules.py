"""A chapter's modules for its tests: those of two chapters may have the same names."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType


def load(chapter: Path, names: tuple[str, ...], beside: tuple[str, ...] = ()) -> list[ModuleType]:
    """The modules of those names, each with its own neighbours in place of other chapters'.

    `beside` has neighbours that are imported but not asked for.
    """
    return [_load(chapter, name, (*names, *beside)) for name in names]


def _load(chapter: Path, name: str, names: tuple[str, ...]) -> ModuleType:
    hidden = {n: sys.modules.pop(n) for n in names if n in sys.modules}
    path = list(sys.path)
    try:
        sys.path.insert(0, str(chapter))
        return importlib.import_module(name)
    finally:
        sys.path[:] = path
        for n in names:
            sys.modules.pop(n, None)
        sys.modules.update(hidden)
