"""The rungs of the ladder, and what each does with one size.

    python chapters/04-linalg/ladder/rungs.py 512
    python chapters/04-linalg/ladder/rungs.py 512 matmul-registers rows=4 columns=32

compiles each rung, or one schedule with parameters of your own, compares the result with the exact
one and prints the speed. `make bench` measures with more care, beside NumPy's BLAS call by call.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import runners

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = "chapters/04-linalg/ladder/matmul.mlir"
KERNEL = "mlir/kernels/matmul.mlir"


@dataclass(frozen=True)
class Rung:
    """One step of the ladder: a program, the schedule that transforms it, and a pipeline."""

    name: str
    program: str = PROGRAM
    schedule: str | None = None
    pipeline: str = "cpu-tiles"
    parameters: tuple[tuple[str, str], ...] = ()  # of the schedule

    def compile(self) -> Callable:
        """The product as a function of a, b and the matrix to write."""
        program = runners.load(ROOT / self.program)
        if self.schedule:
            program = program.apply_schedule(self.schedule, **dict(self.parameters))
        return program.compile(self.pipeline).matmul


# [region rungs]
RUNGS = (
    Rung("naive", pipeline="cpu-buffers"),
    Rung("loop order", schedule="matmul-order", pipeline="cpu-buffers"),
    Rung("tiled", schedule="matmul-tiled", pipeline="cpu-buffers"),
    Rung("vectors", schedule="matmul-vectors"),
    Rung("register tile", schedule="matmul-registers"),
    Rung("blocked", schedule="matmul-blocked"),
    Rung("B packed", schedule="matmul-packed-b"),
    Rung("A packed", schedule="matmul-packed-ab"),
    Rung("by hand", program=KERNEL),
    Rung("two threads", program=KERNEL, pipeline="cpu-tiles-openmp"),
)
# [end rungs]
BEST = RUNGS[-2]


def matrices(m: int, n: int, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random A of m x k and B of k x n, and a C of m x n to write."""
    random = np.random.default_rng(0)
    a = random.standard_normal((m, k), dtype=np.float32)
    b = random.standard_normal((k, n), dtype=np.float32)
    return a, b, np.empty((m, n), np.float32)


def error_bound(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How far a float32 product may lie from the exact one, summed in any order: k eps |A| |B|."""
    return a.shape[1] * np.finfo(np.float32).eps * (np.abs(a) @ np.abs(b))


def climb(m: int, n: int, k: int, rungs: Iterable[Rung] = RUNGS[:-1]) -> Iterable[tuple]:
    """For each rung its name, whether its result is right, and its GFLOP/s, the best of a few."""
    a, b, c = matrices(m, n, k)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    for rung in rungs:
        product, best = rung.compile(), float("inf")
        c.fill(np.nan)
        for _ in range(3):
            start = time.perf_counter()
            product(a, b, c)
            best = min(best, time.perf_counter() - start)
        right = bool((np.abs(c - exact) <= error_bound(a, b)).all())
        yield rung.name, right, 2e-9 * m * n * k / best


def main(words: list[str]) -> int:
    """The ladder, or one schedule, at one size; 2 for what cannot be measured."""
    size, *chosen = words or ["512"]
    settings = [tuple(word.split("=", 1)) for word in chosen[1:]]
    if not size.isdecimal() or not all(len(pair) == 2 for pair in settings):
        print("usage: rungs.py [SIZE [SCHEDULE [PARAMETER=VALUE ...]]]", file=sys.stderr)
        return 2
    rungs = RUNGS[:-1]
    if chosen:
        rungs = [Rung(" ".join(chosen), schedule=chosen[0], parameters=tuple(settings))]
    try:
        for name, right, speed in climb(*[int(size)] * 3, rungs):
            print(f"{name:14} {'right' if right else 'WRONG':6} {speed:7.1f} GFLOP/s", flush=True)
    except (runners.Error, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
