"""What the tests of chapter 2 share: its programs, and comparison with NumPy."""

from __future__ import annotations

import sys

import ml_dtypes
import numpy as np
from conftest import ROOT, compiled
from hypothesis import given, settings
from hypothesis import strategies as st

import runners

CHAPTER = ROOT / "chapters" / "02-memory"
sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other, no package
import by_hand  # noqa: E402, F401
import refused  # noqa: E402, F401
import resident  # noqa: E402, F401

f32 = np.float32
MEBIBYTE = 1 << 20


def for_any(*strategies, **named):
    """`given` without a deadline: the first example compiles the program."""
    return lambda test: settings(deadline=None)(given(*strategies, **named)(test))


def load(name: str) -> runners.Program:
    return runners.load(CHAPTER / f"{name}.mlir")


def library(name: str, passes: str = "cpu-buffers", how: str = "jit"):
    return compiled(f"chapters/02-memory/{name}.mlir", passes, how)


def random_floats(data, shape) -> np.ndarray:
    seed = data.draw(st.integers(0, 2**32 - 1))
    return np.random.default_rng(seed).standard_normal(shape, f32)


def same(first: np.ndarray, second: np.ndarray) -> bool:
    """Equal element by element, NaN with NaN."""
    first, second = np.asarray(first), np.asarray(second)
    if first.dtype == ml_dtypes.bfloat16:
        first, second = first.astype(f32), second.astype(f32)
    return np.array_equal(first, second, equal_nan=first.dtype.kind in "fc")
