"""On how many threads a compiled function computed, asked of the operating system.

OMP_NUM_THREADS=3 python chapters/12-execution/threads.py

For each thread of this process that is not Python's, how much processor time it took during the
calls. Linux only: it reads /proc/self/task and the clock of each thread.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

# Threads that have nothing to do sleep at once; it has to be said before OpenMP is first used.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
# No thread that writes to the disk cache, which would be counted.
os.environ["STEPDOWN_CACHE"] = "off"

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402


# [region busy]
def busy(function: Callable[[], object], least: float = 0.05) -> int:
    """How many threads took a share of the processor time of some calls: `least` of the largest."""
    function()  # the pool of threads is made by the first call
    before = _times()
    for _ in range(20):
        function()
    spent = [after - before.get(thread, 0.0) for thread, after in _times().items()]
    return sum(time_ > least * max(spent) for time_ in spent)


def _times() -> dict[str, float]:
    """The processor time of each thread of this process."""
    found = {}
    for thread in os.listdir("/proc/self/task"):
        clock = (~int(thread) << 3) | 6  # the number that Linux gives a thread's own clock
        try:
            found[thread] = time.clock_gettime(clock)
        except OSError:
            continue  # it has ended
    return found
    # [end busy]


def main() -> None:
    x = np.random.default_rng(seed=12).standard_normal((2000, 1000), np.float32)
    for name, threads in (("shared among threads", True), ("threads=False", False)):
        compiled = jit(functions.wave, threads=threads)
        print(f"{name}: {busy(lambda compiled=compiled: compiled(x))}")


if __name__ == "__main__":
    main()
