"""What the tile unit does: GFLOP/s of products on registers, of the microkernel, of whole matrices.

    python chapters/04-linalg/tiles/speed.py [SIZE]

Where this process can have no tiles, it prints the reason.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
from ladder import rungs  # noqa: E402

import runners  # noqa: E402
from runners import amx  # noqa: E402

HERE = Path(__file__).resolve().parent
bf16, f32, f64 = ml_dtypes.bfloat16, np.float32, np.float64


def library(name: str) -> runners.Library:
    """A program of this folder, compiled; ToolchainError where there are no tiles."""
    return runners.load(HERE / f"{name}.mlir").compile("cpu-tiles")


def as_pairs(b: np.ndarray) -> np.ndarray:
    """Rows in pairs: element [p, j, r] is b[2 p + r, j], in memory of its own."""
    return np.ascontiguousarray(b.reshape(-1, 2, b.shape[1]).transpose(0, 2, 1))


def at(offset: int, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    """An array of zeros that begins so many bytes behind a multiple of 64."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    return memory[start : start + size].view(dtype).reshape(shape)


def gflops(function: Callable, operations: float, rounds: int = 7) -> float:
    """10^9 operations a second in the best of a few calls."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - start)
    return operations / best / 1e9


def on_registers() -> list[tuple[str, float]]:
    """Products without memory, one sum and four, and the microkernel on data in the L1 cache."""
    chains, kernel = library("chains"), library("microkernel")
    each = 2 * 16 * 16 * 32
    ab, times, steps = np.ones((2, 16, 32), bf16), 20000, 4
    one, four = np.zeros((16, 16), f32), np.zeros((4, 16, 16), f32)
    found = [
        ("products into one sum", gflops(lambda: chains.one_sum(times, ab, one), times * each)),
        ("into four sums", gflops(lambda: chains.four_sums(times, ab, four), 4 * times * each)),
    ]
    for offset, name in ((0, "2 x 2 tiles from L1"), (16, "the same, 16 bytes off")):
        a, b = (at(offset, (steps, 2, 16, 32), bf16) for _ in "ab")
        c = at(0, (32, 32), f32)
        a[:], b[:] = 1, 1
        speed = gflops(lambda a=a, b=b, c=c: kernel.repeated(times // steps, a, b, c),
                       4 * times * each)  # fmt: skip
        found.append((name, speed))
    return found


def whole(size: int) -> list[tuple[str, float, float]]:
    """Square products: GFLOP/s and relative error of bfloat16, the ladder's best rung and BLAS."""
    a, b, c = rungs.matrices(size, size, size)
    exact = a.astype(f64) @ b.astype(f64)
    tiles, best = library("product").matmul, rungs.BEST.compile()
    a_half, b_half = a.astype(bf16), b.astype(bf16)
    ways = {
        "bfloat16 on tiles": lambda: tiles(a_half, b_half, c),
        f"float32, {rungs.BEST.name}": lambda: best(a, b, c),
        "float32, NumPy's BLAS": lambda: np.matmul(a, b, out=c),
    }
    found = []
    for name, function in ways.items():
        speed = gflops(function, 2.0 * size**3, 5)
        error = np.sqrt(np.mean((c - exact) ** 2) / np.mean(exact**2))
        found.append((name, speed, float(error)))
    return found


def main(words: list[str]) -> int:
    """The two tables; 2 for a size that is none."""
    size = words[0] if words else "1024"
    if len(words) > 1 or not size.isdecimal() or int(size) == 0:
        print("usage: speed.py [SIZE]", file=sys.stderr)
        return 2
    if missing := amx.missing():
        print(f"nothing to measure: {missing}")
        return 0
    for name, speed in on_registers():
        print(f"{name:24} {speed:6.0f} GFLOP/s")
    for name, speed, error in whole(int(size)):
        print(f"{name:24} {speed:6.0f} GFLOP/s, error {error:.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
