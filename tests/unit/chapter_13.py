"""Chapter 13's modules for its tests."""

from __future__ import annotations

import chapter_modules
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "13-gpt-2-compiled"
NAMES = ("functions", "stages", "counts", "costs", "kept", "publish", "attends")
functions, stages, counts, costs, kept, publish, attends = chapter_modules.load(CHAPTER, NAMES)
(offset,) = chapter_modules.load(CHAPTER / "wrong", ("offset",))
