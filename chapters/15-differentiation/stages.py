"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/15-differentiation/stages.py [FOLDER]

The files are what Stepdown gives today, on one thread: a test compares them.
"""

from __future__ import annotations

import functools
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.stages import Stages, write  # noqa: E402
from stepdown import grad, jit, split, value_and_grad  # noqa: E402


def loss():
    return jit(functions.loss, threads=False)


def joint():
    both = jit(value_and_grad(functions.loss), threads=False, products="loops")
    return both.compile(*functions.arguments())


@functools.cache
def halves(policy: str):
    return split(loss(), policy=policy).compile(*functions.arguments())


def picked():
    table, ids = np.zeros((10, 8), np.float32), np.zeros(6, np.int64)
    return jit(grad(functions.picked), threads=False).compile(table, ids)


def descend():
    w, x = functions.arguments()
    step = jit(functions.descend, donate=("w", "velocity"), threads=False, products="loops")
    return step.compile(w, w.copy(), x)


def half(which: str, policy: str) -> Stages:
    def compiled():
        forward, backward = halves(policy)
        return forward if which == "forward" else backward

    what = f'the {which} pass of split(loss, policy="{policy}")'
    return Stages(f"{which}_{policy}", what, compiled, ("optimized",))


STAGES = [
    Stages("loss", "the loss", lambda: loss().compile(*functions.arguments()), ("optimized",)),
    Stages("joint", "the loss and its gradient", joint, ("optimized", "bufferized")),
    half("forward", "all"),
    half("backward", "all"),
    half("forward", "cut"),
    half("backward", "cut"),
    Stages("picked", "the gradient of picked", picked, ("optimized",)),
    Stages("descend", "a step of descend", descend, ("bufferized",)),
]

if __name__ == "__main__":
    write(__file__, STAGES)
