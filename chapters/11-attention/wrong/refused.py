"""Calls that are refused, each for a reason of its own; `refused.py NAME` makes one of them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

f32 = np.float32


# [region tril]
def lower_triangle(x):
    """A mask whose size np.tril has to know: it is made while the function is traced."""
    tokens = x.shape[0]
    return np.where(np.tril(np.ones((tokens, tokens), bool)), x @ x.T, -np.inf)
    # [end tril]


def shapes():
    jit(functions.product)(np.ones((4, 6), f32), np.ones((5, 3), f32))


def batches():
    jit(functions.product)(np.ones((2, 3, 4), f32), np.ones((5, 4, 2), f32))


def heads():
    attention = jit(functions.attention, static=("heads",))
    attention(np.ones((16, 64), f32), np.ones((64, 192), f32), np.ones((64, 64), f32), 5)


def number():
    table, places = np.ones((50, 64), f32), np.ones((32, 64), f32)
    jit(functions.embed)(np.array([3, 50]), table, places)


def length():
    table, places = np.ones((50, 64), f32), np.ones((32, 64), f32)
    embed = jit(functions.embed, dynamic={"tokens": (0,)})
    embed(np.zeros(33, int), table, places)


def tril():
    jit(lower_triangle, dynamic={"x": (0,)})(np.ones((4, 8), f32))


CASES = {f.__name__: f for f in (shapes, batches, heads, number, length, tril)}


if __name__ == "__main__":
    try:
        CASES[sys.argv[1]]()
    except Exception as error:  # which one is what this shows
        sys.exit(f"{type(error).__name__}: {error}".replace(f"{CHAPTER.parents[1]}/", ""))
