"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/12-execution/stages.py [FOLDER]

The files are what Stepdown gives today: a test compares them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.stages import Stages, write  # noqa: E402
from stepdown import jit  # noqa: E402


def of(
    function: str,
    shapes: tuple[tuple[int, ...], ...],
    *kept: str,
    name: str = "",
    threads: bool = False,
    dtype: str = "float32",
) -> Stages:
    """The stages of a function of functions.py for arguments of these shapes."""

    def compiled():
        made = jit(getattr(functions, function), threads=threads)
        return made.compile(*(np.zeros(shape, dtype) for shape in shapes))

    return Stages(name or function, function, compiled, kept)


STAGES = [
    of("chain", ((64, 48), (64, 48)), "traced", "optimized"),
    of("softmax", ((64, 48),), "traced", "optimized"),
    of("spread", ((64, 48),), "optimized"),
    of("spread", ((64, 8192),), "optimized", "bufferized", name="spread_long"),
    of("softmax", ((1024, 768),), "optimized", name="softmax_shared", threads=True),
    of("mirrored", ((8192,),), "bufferized"),
    of("differences", ((64,),), "optimized"),
    of("passed_on", ((64, 48),), "optimized"),
    of("layer", ((32, 48), (40, 48), (40,)), "optimized", "bufferized"),
    of("wave", ((4096,),), "optimized", "bufferized"),
    of("wave", ((4096,),), "bufferized", name="wave_wide", dtype="float64"),
]

if __name__ == "__main__":
    write(__file__, STAGES)
