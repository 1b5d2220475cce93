"""A product in float32 by AVX-512 or what the processor has, and on AMX tiles: errors and speeds.

python chapters/12-execution/tiles.py
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]
from runners import amx  # noqa: E402
from stepdown import jit  # noqa: E402

ROWS, SUMMED, COLUMNS = 1024, 768, 768


# [region product]
def product(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    return x @ w


def compared() -> dict[str, tuple[float, float]]:
    """For each way its error, the root of the mean square of the elements' beside float64, and its
    10^9 operations a second, the median of calls that take turns."""
    random = np.random.default_rng(seed=12)
    x, w = (random.standard_normal(s, np.float32) for s in ((ROWS, SUMMED), (SUMMED, COLUMNS)))
    exact = x.astype(np.float64) @ w.astype(np.float64)
    ways = {how: jit(product, products=how) for how in ("schedule", "bf16x6")}
    errors = {how: float(np.sqrt(np.mean((f(x, w) - exact) ** 2))) for how, f in ways.items()}
    seconds: dict[str, list[float]] = {how: [] for how in ways}
    for _ in range(30):
        for how, f in ways.items():
            begun = time.perf_counter()
            f(x, w)
            seconds[how].append(time.perf_counter() - begun)
    work = 2 * ROWS * SUMMED * COLUMNS / 1e9
    return {how: (errors[how], work / statistics.median(seconds[how])) for how in ways}
    # [end product]


def main() -> None:
    if reason := amx.missing():
        print(f"nothing to compare: {reason}")
        return
    for how, (error, speed) in compared().items():
        print(f"{how:8}  error {error:.1e}  {speed:5.0f} GFLOP/s")


if __name__ == "__main__":
    main()
