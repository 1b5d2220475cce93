"""Measurements, each beside a peer or a bound in the same run: `make bench`.

A module here has a function `rows()` that measures and returns `Row`s. `python -m tests.bench NAME`
runs one module. The figures go to build/bench/NAME.json and into one table.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Row:
    """One figure: ours beside a peer's or a bound, and the ratio that was asked for, if any."""

    name: str
    peer: str
    ours: float
    theirs: float
    unit: str
    better: str  # "higher" or "lower"
    goal: float | None = None
    runs: int = 1

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def reached(self) -> bool | None:
        if self.goal is None:
            return None
        return self.ratio <= self.goal if self.better == "lower" else self.ratio >= self.goal


def interleaved(functions: list[Callable[[], object]], calls: int, runs: int) -> list[float]:
    """The median seconds of one call of each function, over `runs` rounds that take turns."""
    seconds: list[list[float]] = [[] for _ in functions]
    for _ in range(runs):
        for function, found in zip(functions, seconds, strict=True):
            start = time.perf_counter()
            for _ in range(calls):
                function()
            found.append((time.perf_counter() - start) / calls)
    return [statistics.median(found) for found in seconds]


def with_bytecode() -> dict[str, str]:
    """The environment in which Python keeps the bytecode of modules, as it does unless it was told
    not to: a start is measured where stepdown was imported before."""
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bench" / "bytecode")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def apart(module: str, call: str, threads: int = 1, **variables: str) -> object:
    """The value of a call of a module's function, as JSON has it, in a process of its own with that
    many threads: two pools of threads in one process disturb each other."""
    code = f"from {module} import *; import json; print(json.dumps({call}))"
    count = str(threads)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": count, "OMP_NUM_THREADS": count}
    for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment | variables, text=True,
        stdout=subprocess.PIPE, check=True, timeout=300,
    )  # fmt: skip
    return json.loads(done.stdout)
