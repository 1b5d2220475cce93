"""Chapter 5's training step, compiled, beside the Python engine that it was recorded from.

Both make the same epoch over 100 points of two moons, in batches of 10, with the same numbers.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from . import Row

sys.path.append(str(Path(__file__).resolve().parents[2] / "chapters" / "05-neural-networks"))
import moons
from tinynn import compiled
from tinynn.trainer import Trainer

NETWORKS = ((8, 8), (16, 16))
RUNS = 5
CALLS = 200  # of the compiled epoch a round; the engine's takes about as long as that alone


def rows() -> list[Row]:
    """Epochs a second, over rounds in which the engine and native code take turns."""
    found, order = [], list(range(100))
    for hidden in NETWORKS:
        sides = [moons.trainer(how, hidden=hidden) for how in (compiled.Trainer, Trainer)]
        for side in sides:
            side.epoch(order)
        seconds: list[list[float]] = [[], []]
        for _ in range(RUNS):
            for side, calls, times in zip(sides, (CALLS, 1), seconds, strict=True):
                start = time.perf_counter()
                for _ in range(calls):
                    side.epoch(order)
                times.append((time.perf_counter() - start) / calls)
        ours, theirs = map(statistics.median, seconds)
        sizes = "-".join(map(str, (2, *hidden, 1)))
        found.append(
            Row(f"training epoch, {sizes}", "the Python engine", 1 / ours, 1 / theirs, "epochs/s",
                "higher", 100.0, RUNS)
        )  # fmt: skip
    return found
