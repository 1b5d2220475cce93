"""Long tapes: x <- r x (1 - x), many times over, as `checkpoint.mlir` has it; and their memory.

python chapters/05-neural-networks/chains.py [STEPS] [--r R] [--native LENGTH]
"""

from __future__ import annotations

import argparse
import math
import re
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tinynn import tape

import runners

if TYPE_CHECKING:
    from matplotlib.figure import Figure

X, ONE = 0.25, 1.0
CALM, WILD = 3.0, 3.75  # values of r: slopes stay small, slopes explode


# [region logistic]
def logistic(steps: int) -> list[tape.Entry]:
    """Inputs x, r and 1; then three operations a step."""
    entries = [tape.INPUT] * 3
    x = 0
    for _ in range(steps):
        rest = len(entries)
        entries += [("-", (2, x)), ("*", (x, rest)), ("*", (1, rest + 1))]
        x = rest + 2
    return entries


# [end logistic]


def peaks(lengths: list[int]) -> list[tuple[int, int, int]]:
    """For each number of steps: entries, values kept by `gradient`, and by `checkpointed`."""
    found = []
    for steps in lengths:
        entries = logistic(steps)
        everything, borders = (
            way(entries, [X, CALM, ONE]) for way in (tape.gradient, tape.checkpointed)
        )
        if (everything.value, everything.gradient) != (borders.value, borders.gradient):
            raise AssertionError(f"the two ways differ after {steps} steps")
        found.append((len(entries), everything.peak, borders.peak))
    return found


def memory(lengths: list[int]) -> Figure:
    """Values kept, measured: over the length of the tape, and over the number of segments."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    measured = peaks(lengths)
    sizes = [size for size, _, _ in measured]
    left.plot(sizes, [most for _, most, _ in measured], "o-", color="#c2410c", label="all values")
    left.plot(sizes, [least for _, _, least in measured], "o-", color="#2b6cb0", label="borders")
    left.plot(sizes, [3 * math.sqrt(size) for size in sizes], "--", color="#6b7280",
              label="3 sqrt(T)")  # fmt: skip
    left.set(xscale="log", yscale="log", xlabel="operations T", ylabel="values kept at most")
    left.legend()
    entries = logistic(333)
    counts = [2, 3, 5, 8, 12, 20, 26, 32, 40, 50, 70, 100, 150, 250, 500, 1000]
    kept = [tape.checkpointed(entries, [X, CALM, ONE], count).peak for count in counts]
    right.plot(counts, kept, "o-", color="#2b6cb0")
    right.axvline(math.sqrt(len(entries)), color="#6b7280", ls="--", lw=1)
    right.set(xscale="log", yscale="log", xlabel=f"segments, T = {len(entries)}")
    return figure


def held_at_most() -> float:
    """The megabytes of memory that this process has held at most."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s*(\d+)", status.read_text())[1]) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # macOS counts bytes


def native(steps: int, length: int) -> None:
    """Both functions of checkpoint.mlir, and by how much each raised the process's memory."""
    library = runners.load(Path(__file__).parent / "checkpoint.mlir").compile("cpu-buffers")
    # In this order: what a process held at most is never forgotten.
    for name, more in (("keep_borders", (length,)), ("keep_all", ())):
        before = held_at_most()
        begun = time.perf_counter()
        value, by_x, by_r = library[name](X, CALM, steps, *more)
        seconds = time.perf_counter() - begun
        grown = held_at_most() - before
        print(f"{name:>12}: x = {value:.6g}, slopes {by_x:.6g} and {by_r:.6g}; "
              f"{grown:.0f} MB in {seconds:.2f} s")  # fmt: skip


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("steps", type=int, nargs="?", default=100)
    parser.add_argument("--r", type=float, default=CALM)
    parser.add_argument("--native", type=int, metavar="LENGTH", help="run checkpoint.mlir instead")
    options = parser.parse_args(arguments)
    if options.native is not None:
        native(options.steps, options.native)
        return 0
    entries = logistic(options.steps)
    print(f"{len(entries)} entries")
    for way in (tape.gradient, tape.checkpointed):
        found = way(entries, [X, options.r, ONE])
        by_x, by_r, _ = found.gradient
        print(f"{way.__name__:>12}: x = {found.value:.6g}, slopes {by_x:.6g} and {by_r:.6g}; "
              f"{found.peak} values kept, {found.computed} computed")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
