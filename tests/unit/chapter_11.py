"""Chapter 11's modules for its tests."""

from __future__ import annotations

import chapter_modules
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "11-attention"
NAMES = ("functions", "hand_made", "traffic", "causal")
functions, hand_made, traffic, causal = chapter_modules.load(CHAPTER, NAMES)
