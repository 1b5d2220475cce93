"""Chapter 11's modules for its tests; other chapters have modules of the same names."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

from conftest import ROOT

CHAPTER = ROOT / "chapters" / "11-attention"


def _load(name: str) -> ModuleType:
    """The chapter's module `name`, with its own neighbours in place of those of other chapters."""
    hidden = {n: sys.modules.pop(n) for n in NAMES if n in sys.modules}
    path = list(sys.path)
    try:
        sys.path.insert(0, str(CHAPTER))
        return importlib.import_module(name)
    finally:
        sys.path[:] = path
        for n in NAMES:
            sys.modules.pop(n, None)
        sys.modules.update(hidden)


NAMES = ("functions", "hand_made", "stages", "traffic", "causal")
functions, hand_made, stages, traffic, causal = map(_load, NAMES)
