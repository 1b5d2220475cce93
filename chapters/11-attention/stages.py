"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/11-attention/stages.py [FOLDER]

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

f32 = np.float32


def of(
    function: str,
    shapes: tuple,
    *kept: str,
    name: str = "",
    any_length: bool = False,
    dtypes: tuple = (),
) -> Stages:
    """The stages of a function of functions.py for arguments of these shapes.

    A number is the value of a static argument. The first argument's first size may be dynamic.
    """

    def compiled():
        called = getattr(functions, function)
        types = [*dtypes, *[f32] * len(shapes)]
        arguments = [
            np.zeros(shape, dtype) if isinstance(shape, tuple) else shape
            for shape, dtype in zip(shapes, types, strict=False)
        ]
        static = ("heads",) if isinstance(shapes[-1], int) else ()
        dynamic = {called.__code__.co_varnames[0]: {0: "n"}} if any_length else None
        # Without threads, so that the loops that each value is computed in are plain to see; with
        # all products by BLAS, whose calls say how an operand lies in memory.
        made = jit(called, static=static, dynamic=dynamic, threads=False, products="blas")
        return made.compile(*arguments)

    return Stages(name or function, function, compiled, kept)


LAYER = ((32, 64), (64, 192), (64, 64), 4)
STAGES = [
    of("product", ((4, 6), (6, 3)), "traced"),
    of("product", ((2, 3, 4, 5), (3, 5, 6)), "traced", name="batched"),
    of("product", ((1, 3, 4, 5), (2, 1, 5, 6)), "traced", name="stretched"),
    of("scores_by_einsum", ((32, 4, 16), (32, 4, 16)), "optimized"),
    of("scores_by_matmul", ((32, 4, 16), (32, 4, 16)), "optimized", "bufferized"),
    of("middle", ((5, 12),), "optimized"),
    of("seen", ((5, 8),), "optimized"),
    of("embed", ((4,), (50, 64), (32, 64)), "optimized", dtypes=(np.int64,)),
    of("append", ((5, 8), (8,)), "optimized"),
    of("attention", LAYER, "traced", "optimized", "bufferized"),
    of("attention", LAYER, "optimized", name="attention_any_length", any_length=True),
    of("attention_by_einsum", LAYER, "optimized"),
]

if __name__ == "__main__":
    write(__file__, STAGES)
