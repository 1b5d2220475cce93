"""Products of float32 by our own kernels beside BLAS: whether `products="auto"` is right to prefer
ours for all but the small ones.

The functions are what a GPT-2 small does with a block of its layers, and with its table of tokens:
for one token that is decoded, a few, a prompt. Each way runs in a process of its own, since pools
of threads disturb each other; processes of the two take turns, on one thread and on two. Others
call NumPy's product between the calls, as a program does that is not compiled as a whole: there
OpenBLAS and OpenMP are in one process whichever way is chosen. On one thread its processor time
counts. `python -m tests.bench.products` prints what is better; it takes under a minute on two
quiet cores.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from pathlib import Path
from statistics import geometric_mean, median

import numpy as np

from . import Row, apart

ROOT = Path(__file__).resolve().parents[2]
WAYS = ("schedule", "blas")
WIDTH, HEADS, TOKENS = 768, 12, 50257
ROWS = (1, 10, 128, 512)  # tokens at once; each attends to itself and 128 before it
TURNS = 3
SECONDS = 0.1  # that one kind of call is repeated for in each turn
WORTH = 1.03  # a geometric mean below this is noise
WORST = 1.15  # what is preferred may lose this much somewhere, and no more


def block(x, keys, values, qkv, out, wide, narrow):
    """The products of one block, and no more of its other work than keeps them apart."""
    made = (x @ qkv).reshape(x.shape[0], 3, HEADS, WIDTH // HEADS).transpose(1, 2, 0, 3)
    weights = made[0] @ np.swapaxes(keys, -1, -2) * (1 / math.sqrt(WIDTH // HEADS))
    mixed = np.swapaxes(weights @ values, 0, 1).reshape(x.shape)
    x = x + mixed @ out
    return x + np.maximum(x @ wide, 0) @ narrow


def logits(x, table):
    """Scores of every token."""
    return x @ table.T


def measure(way: str, mixed: bool) -> dict[str, float]:
    """Seconds of one call of each kind, the median of what fits into SECONDS."""
    from stepdown import jit

    random = np.random.default_rng(1).standard_normal(1 << 16, np.float32) * np.float32(0.02)
    clock = time.thread_time if os.environ["OMP_NUM_THREADS"] == "1" else time.perf_counter

    def some(*shape: int) -> np.ndarray:
        return np.resize(random, shape)

    weights = [some(WIDTH, n * WIDTH) for n in (3, 1, 4)] + [some(4 * WIDTH, WIDTH)]
    table, found = some(TOKENS, WIDTH), {}
    left, right = some(256, 256), some(256, 256)
    compiled = {f: jit(f, products=way) for f in (block, logits)}
    for rows in ROWS:
        x = some(rows, WIDTH)
        cache = [some(HEADS, rows + 128, WIDTH // HEADS) for _ in range(2)]
        calls = {f"block, {rows} tokens": (block, (x, *cache, *weights))}
        if rows in (1, 10):
            calls[f"table, {rows} tokens"] = (logits, (x, table))
        for name, (function, arguments) in calls.items():
            compiled[function](*arguments)
            took, end = [], time.perf_counter() + SECONDS
            while len(took) < 3 or time.perf_counter() < end:
                if mixed:
                    np.matmul(left, right)
                start = clock()
                compiled[function](*arguments)
                took.append(clock() - start)
            found[name] = median(took)
    return found


def _apart(way: str, threads: int, mixed: bool, cache: str) -> dict[str, float]:
    return apart(__name__, f"measure({way!r}, {mixed})", threads, STEPDOWN_CACHE=cache)


def rows() -> list[Row]:
    """Milliseconds of each kind of call by our kernels, beside those by BLAS."""
    with tempfile.TemporaryDirectory(prefix="stepdown-") as cache:
        return _rows(cache)


def _rows(cache: str) -> list[Row]:
    table: list[Row] = []
    for threads, mixed in ((1, False), (2, False), (2, True)):
        if threads > len(os.sched_getaffinity(0)):
            continue
        found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
        for turn in range(TURNS):
            for way in WAYS if turn % 2 else reversed(WAYS):
                found[way].append(_apart(way, threads, mixed, cache))
        where = f"{threads} thread{'s' * (threads > 1)}{', NumPy between' * mixed}"
        for name in found["blas"][0]:
            ours, theirs = (median(turn[name] for turn in found[way]) * 1e3 for way in WAYS)
            table.append(Row(f"{name}, {where}", "BLAS", ours, theirs, "ms", "lower", None, TURNS))
    return table


def verdict(table: list[Row]) -> str:
    """Which is better, by the geometric means of the ratios and the worst of them."""
    lines = []
    kinds = dict.fromkeys(row.name.split(", ", 2)[2] for row in table)
    for kind in kinds:
        ratios = [row.theirs / row.ours for row in table if row.name.endswith(f"tokens, {kind}")]
        lines.append(
            f"{kind}: schedule is {geometric_mean(ratios):.2f}x as fast as BLAS, "
            f"{min(ratios):.2f}x at worst, {max(ratios):.2f}x at best"
        )
    ratios = [row.theirs / row.ours for row in table]
    mean, worst = geometric_mean(ratios), min(ratios)
    better = mean >= WORTH and worst >= 1 / WORST
    why = f"over all {mean:.2f}x, at worst {worst:.2f}x"
    lines.append(f"for large products {'our kernels are' if better else 'BLAS is'} better: {why}")
    return "\n".join(lines)


if __name__ == "__main__":
    measured = rows()
    for row in measured:
        print(f"{row.name:44} schedule {row.ours:8.3f} ms   BLAS {row.theirs:8.3f} ms   "
              f"{row.theirs / row.ours:5.2f}x")  # fmt: skip
    print(verdict(measured))
