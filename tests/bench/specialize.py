"""Chapter 6's kernels beside the NumPy expressions that they were made of, on one thread.

The goal, three times NumPy's speed, is for `angles`: sin(a)cos(b) + cos(a)sin(b), which becomes one
sine. Then the time from the decorator to the first result, and what a call of a small kernel costs.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from . import Row, interleaved

CHAPTER = Path(__file__).resolve().parents[2] / "chapters" / "06-e-graphs"
SIZE = 1_000_000
RUNS = 31


def rows() -> list[Row]:
    """Elements a nanosecond; seconds to a first result beside the second that it may take."""
    sys.path.insert(0, str(CHAPTER))
    import examples
    from specialize import kernel, trigonometric

    random = np.random.default_rng(6)
    found = []
    for name, one in examples.KERNELS.items():
        given = [random.uniform(-3, 3, SIZE).astype(kind) for kind in one.signature.arguments]
        one(*given)  # compiles
        ours, theirs = interleaved(
            [lambda k=one, g=given: k(*g), lambda k=one, g=given: k.__wrapped__(*g)],
            calls=1, runs=RUNS,
        )  # fmt: skip
        found.append(
            Row(f"{name}: {one.report.chosen}", "NumPy", SIZE / ours / 1e9, SIZE / theirs / 1e9,
                "elements/ns", "higher", 3.0 if name == "angles" else None, RUNS)
        )  # fmt: skip

    x = random.uniform(-3, 3, 8).astype(np.float32)
    start = time.perf_counter()
    first = kernel("float32(float32, float32)", rules=trigonometric.rounding)(
        lambda a, b: np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b) + 0.15625
    )
    first(x, x)
    seconds = time.perf_counter() - start
    found.append(Row("decorator to first result", "bound", seconds, 1.0, "s", "lower", 1.0))
    out = np.empty_like(x)
    [call] = interleaved([lambda: first(x, x, out=out)], calls=1000, runs=9)
    found.append(Row("call on 8 elements", "bound", call * 1e6, 30.0, "us", "lower", 1.0, 9))
    return found
