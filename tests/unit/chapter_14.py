"""Chapter 14's modules for its tests."""

from __future__ import annotations

import chapter_modules
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "14-gpt-2-on-a-gpu"
NAMES = ("functions", "stages", "small", "chips", "memory", "launches", "loops", "grids")
functions, stages, small, chips, memory, launches, loops, grids = chapter_modules.load(
    CHAPTER, NAMES
)
