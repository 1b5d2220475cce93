"""Time per element of the chapter's kernels beside the NumPy expressions they were made of.

A kernel and its expression take turns in one process, and the shortest times are compared: other
work on the machine only ever adds time. NumPy gets what it likes best: contiguous arrays of a
million float32 or float64 numbers, and one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import examples
import numpy as np

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE = 1_000_000
SHOWN = ("angles", "angles_exact", "circle", "decay", "shared", "gate", "factored", "mine")


@dataclass(frozen=True)
class Time:
    """Nanoseconds per element of an expression in NumPy and in a kernel."""

    name: str
    numpy: float
    ours: float

    @property
    def ratio(self) -> float:
        return self.numpy / self.ours


def interleaved(functions: list[Callable[[], object]], runs: int) -> list[float]:
    """The shortest seconds of a call of each, in rounds that take turns."""
    found: list[list[float]] = [[] for _ in functions]
    for _ in range(runs):
        for function, seconds in zip(functions, found, strict=True):
            start = time.perf_counter()
            function()
            seconds.append(time.perf_counter() - start)
    return [min(seconds) for seconds in found]


def measured(runs: int = 9, size: int = SIZE, names: tuple[str, ...] = SHOWN) -> list[Time]:
    random = np.random.default_rng(6)
    found = []
    for name in names:
        one = examples.KERNELS[name]
        given = [random.uniform(-3, 3, size).astype(kind) for kind in one.signature.arguments]
        written = one.__wrapped__
        one(*given)  # compiles
        pair = [lambda w=written, g=given: w(*g), lambda k=one, g=given: k(*g)]
        numpy, ours = (seconds / size * 1e9 for seconds in interleaved(pair, runs))
        found.append(Time(name, numpy, ours))
    return found


def plot(found: list[Time]) -> Figure:
    """Bars, NumPy above ours, a pair for each kernel."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "stepdown"
    figure = Figure(figsize=(7, 0.55 * len(found) + 1))
    axes = figure.add_subplot()
    for row, one in enumerate(found):
        axes.barh(row - 0.2, one.numpy, 0.38, color="#c2571a", label=None if row else "NumPy")
        axes.barh(row + 0.2, one.ours, 0.38, color="#2563a8", label=None if row else "kernel")
        axes.text(one.ours, row + 0.2, f" {one.ratio:.1f}x", va="center", fontsize=8)
    axes.set_yticks(range(len(found)), [one.name for one in found])
    axes.invert_yaxis()
    axes.set_xlabel("nanoseconds per element, arrays of a million, one thread")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return figure
