"""How much memory this process holds, and how that grows as a function is called over and over."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path


def resident_bytes() -> int:
    """The physical memory that this process occupies now."""
    counts = Path("/proc/self/statm")
    if counts.exists():
        return int(counts.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    shown = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(os.getpid())], capture_output=True, text=True, check=True
    )
    return int(shown.stdout) * 1024


def growth(call: Callable[[], object], calls: int, samples: int = 10) -> list[tuple[int, int]]:
    """Pairs (calls so far, bytes more than before the first), `samples` of them and one for zero.

    A tenth of the calls is made before counting starts, so that what is allocated once and kept
    (caches, the pools of malloc) does not look like a leak.
    """
    for _ in range(calls // 10):
        call()
    before, seen = resident_bytes(), [(0, 0)]
    for sample in range(1, samples + 1):
        for _ in range(calls // samples):
            call()
        seen.append((sample * (calls // samples), resident_bytes() - before))
    return seen
