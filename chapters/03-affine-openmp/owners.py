"""Who runs a parallel loop: counts the threads that ran its turns.

OMP_NUM_THREADS=3 python chapters/03-affine-openmp/owners.py

The OpenMP runtime reads its environment once, when it is first called: another number of threads
takes another process.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

import numpy as np

import runners

FOLDER = Path(__file__).parent
TURNS = 100_000


@functools.cache
def library(**parameters: object) -> runners.native.Library:
    """openmp/threads.mlir, compiled."""
    return runners.load(FOLDER / "openmp" / "threads.mlir").compile("cpu-openmp", **parameters)


def owners(**parameters: object) -> np.ndarray:
    """For each turn of the loop in openmp/threads.mlir, the number of the thread that ran it."""
    owner = np.full(TURNS, -1, np.int32)
    library(**parameters).owners(owner)
    return owner


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


if __name__ == "__main__":
    turns = np.unique(owners(), return_counts=True)[1]
    print(f"{TURNS} turns on {len(turns)} thread{'s' if len(turns) > 1 else ''}", end="")
    print(f", {turns.min()} to {turns.max()} each")
