"""Where the time of a first call goes: each phase of compiling, in a process of its own.

Each function is called for the first time in a fresh process, with the disk cache off, then filled,
then found; medians of RUNS processes. Loading MLIR is a phase; Python, NumPy and stepdown itself
are loaded before.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from . import Row, with_bytecode

RUNS = 5
NAMES = ("scale_bias", "softmax", "layer_norm", "attention")
SCRIPT = """
import json, sys, time
import numpy as np
from stepdown import jit, kernels
from stepdown.execution import cache
name = sys.argv[1]
example = kernels.EXAMPLES[name]
static = [key for key, value in example.items() if not isinstance(value, tuple)]
values = {key: v if key in static else np.ones(v, np.float32) for key, v in example.items()}
function = jit(kernels.KERNELS[name], static=static)
start = time.perf_counter()
function(**values)
total = time.perf_counter() - start
made = function.compile(**values)
cache.flush()
print(json.dumps({**made.seconds, "total": total, "source": made.source}))
"""
ROAD = {"compiled": "first call", "disk cache": "from the disk cache"}
PHASES = Path(__file__).resolve().parents[2] / "build" / "bench" / "first-call-phases.json"


def rows() -> list[Row]:
    """Milliseconds of first calls; those of each phase go to build/bench/first-call-phases.json."""
    found, phases = [], {}
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            # The first of these fills the cache, and is not kept.
            cached = [_first_call(name, folder) for _ in range(RUNS + 1)][1:]
        compiled = [_first_call(name, "off") for _ in range(RUNS)]
        for runs in (compiled, cached):
            road = ROAD[runs[0]["source"]]
            # All phases of one run, so that they add up to its whole.
            middle = sorted(runs, key=lambda run: run["total"])[RUNS // 2]
            phases[f"{name}, {road}"] = {
                phase: seconds * 1e3 for phase, seconds in middle.items() if phase != "source"
            }
            total = phases[f"{name}, {road}"]["total"]
            bound, goal = (50.0, 1.0) if runs is cached else (total, None)
            peer = "bound" if goal else "itself"
            found.append(
                Row(f"{name}, {road}, MLIR loaded by it" if not goal else f"{name}, {road}",
                    peer, total, bound, "ms", "lower", goal, RUNS)
            )  # fmt: skip
    PHASES.parent.mkdir(parents=True, exist_ok=True)
    PHASES.write_text(json.dumps(phases, indent=1) + "\n", encoding="utf-8")
    return found


def _first_call(name: str, cache: str) -> dict:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name], capture_output=True, text=True, check=True,
        env={**with_bytecode(), "STEPDOWN_CACHE": cache},
    )  # fmt: skip
    return json.loads(done.stdout)
