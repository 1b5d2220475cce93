"""Chapter 12's modules for its tests."""

from __future__ import annotations

import chapter_modules
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "12-execution"
NAMES = ("functions", "unfused", "steady", "accuracy", "publish", "threads", "library")
(functions, unfused, steady, accuracy, publish, threads, library, outlined) = chapter_modules.load(
    CHAPTER, (*NAMES, "outlined")
)
