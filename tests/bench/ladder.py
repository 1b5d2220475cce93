"""The ladder of chapter 4: one f32 matrix product, rung by rung, beside NumPy's BLAS and the peak.

On one thread, a process of its own for each rung takes turns with BLAS call by call, and what
counts is the processor time of that thread, which other programs on the machine disturb least. With
two threads whole processes take turns and the clock on the wall counts: two thread pools in one
process would spin against each other. Also writes build/bench/ladder.svg.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

import runners
from runners.entry import PATIENCE

from . import Row, apart

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "chapters" / "04-linalg" / "ladder"))
from rungs import BEST, KERNEL, PROGRAM, RUNGS, Rung, matrices  # noqa: E402

__all__ = ["BEST", "KERNEL", "PROGRAM", "RUNGS", "Rung", "alone", "pair", "peak", "rows", "small"]
PEAK = "chapters/04-linalg/ladder/peak.mlir"
PEAK_WORK, PEAK_TIMES = 12 * 32, 200_000  # operations of a turn of its loop, and turns
SQUARES = (256, 512, 1024, 2048)
# Sizes m, n, k that are no multiples of a tile, and those of a Transformer's layers.
OTHERS = [(500, 500, 500), (1000, 1000, 1000), (1023, 1023, 1023),
          (16, 3072, 768), (197, 2304, 768), (256, 3072, 768)]  # fmt: skip
SMALL = (8, 16, 32, 48, 64)
SECONDS = 0.8  # of calls for each size of a rung; the best rung takes twice that
LIMIT = 3e9  # operations of a call, beyond which rungs below a tenth of BLAS are left out


SLOW = RUNGS[:3]


def blas(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> None:
    np.matmul(a, b, out=c)


# What runs in a process of its own ----------------------------------------------------------


def pair(rung: Rung, sizes: list[tuple[int, int, int]]) -> list[tuple[float, float, int]]:
    """For each size the median seconds of ours and of BLAS, call by call in turn, and the calls."""
    product, found = rung.compile(), []
    for size in sizes:
        given = matrices(*size)
        product(*given)
        blas(*given)
        ours, theirs, start = [], [], time.thread_time()
        enough = 2 * SECONDS if rung is BEST else SECONDS
        while len(ours) < 3 or time.thread_time() - start < enough:
            for function, seconds in ((product, ours), (blas, theirs)):
                before = time.thread_time()
                function(*given)
                seconds.append(time.thread_time() - before)
        found.append((median(ours), median(theirs), len(ours)))
    return found


def alone(rung: Rung | None, sizes: list[tuple[int, int, int]]) -> list[float]:
    """For each size the median seconds of one call of the rung, or of BLAS."""
    product, found = rung.compile() if rung else blas, []
    for size in sizes:
        given = matrices(*size)
        for _ in range(3):
            product(*given)
        seconds, start = [], time.perf_counter()
        while len(seconds) < 5 or time.perf_counter() - start < SECONDS / 4:
            before = time.perf_counter()
            product(*given)
            seconds.append(time.perf_counter() - before)
        found.append(median(seconds))
    return found


def small(sizes: list[int]) -> list[tuple[float, float, float, float]]:
    """Seconds of a product of small squares: from compiled code, from Python, NumPy's, at the peak.

    All four take turns. The two calls from Python are written alike: a lookup, three arrays, the
    result in place. At the peak there is no call and no memory, only so many operations, and the
    best round counts.
    """
    text = (
        (ROOT / KERNEL).read_text()
        + """
      func.func @repeat(%a: !matrix, %b: !matrix, %c: !matrix, %times: index)
          attributes {llvm.emit_c_interface} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        scf.for %i = %c0 to %times step %c1 {
          func.call @matmul(%a, %b, %c) : (!matrix, !matrix, !matrix) -> ()
        }
        return
      }"""
    )
    library, found, calls = runners.load(text).compile("cpu-tiles"), [], 500
    least, *registers = _peak()
    for size in sizes:
        a, b, c = matrices(size, size, size)
        for _ in range(PATIENCE):  # from then on it is called the short way
            library.matmul(a, b, c)
        seconds: list[list[float]] = [[], [], [], []]
        for _ in range(41):
            start = time.thread_time()
            library.repeat(a, b, c, 10 * calls)  # ten times as often: it may take 0.1 µs
            seconds[0].append((time.thread_time() - start) / (10 * calls))
            marks = [time.thread_time()]
            for _ in range(calls):
                library.matmul(a, b, c)
            marks.append(time.thread_time())
            for _ in range(calls):
                np.matmul(a, b, out=c)
            marks.append(time.thread_time())
            for n in (1, 2):
                seconds[n].append((marks[n] - marks[n - 1]) / calls)
            start = time.thread_time()
            least(PEAK_TIMES, *registers)
            each = (time.thread_time() - start) / (PEAK_TIMES * PEAK_WORK)
            seconds[3].append(each * 2 * size**3)
        found.append((*map(median, seconds[:3]), min(seconds[3])))
    return found


def _peak() -> tuple:
    """The function that only computes, and the two arrays that it loads and stores once."""
    library = runners.load(ROOT / PEAK).compile("cpu-tiles")
    return library.peak, np.full(16, 1e-3, np.float32), np.zeros((12, 16), np.float32)


def peak() -> float:
    """The operations a second of one core: the best of many short runs."""
    compute, *registers = _peak()
    best = float("inf")
    for _ in range(200):
        before = time.thread_time()
        compute(PEAK_TIMES, *registers)
        best = min(best, time.thread_time() - before)
    return PEAK_TIMES * PEAK_WORK / best


def _apart(call: str, threads: int = 1):
    """The value of a call of this module, in a process of its own with that many threads."""
    return apart(__name__, call, threads)


# The table and the picture ------------------------------------------------------------------


def rows() -> list[Row]:
    """Each rung, the best one at other sizes, two threads, small sizes; and the picture."""
    tops = [_apart("peak()")]
    found: dict[str, dict[int, float]] = {"BLAS": {}}
    table: list[Row] = []
    for number, rung in enumerate(RUNGS[:-1]):
        sizes = [(n, n, n) for n in SQUARES if rung not in SLOW[:1] or 2 * n**3 < LIMIT]
        best = rung is BEST
        found[rung.name] = {}
        measured = _apart(f"pair(RUNGS[{number}], {sizes + OTHERS * best})")
        for (m, n, k), (ours, theirs, runs) in zip(sizes + OTHERS * best, measured, strict=True):
            work = 2e-9 * m * n * k
            square = m == n == k and n in SQUARES
            goal = None if not best else 0.97 if not square else 1.0 if n == 2048 else 1.03
            shape = str(n) if m == n == k else f"{m} x {n} x {k}"
            table.append(Row(f"matmul {shape}, {rung.name}", "BLAS, one thread", work / ours,
                             work / theirs, "GFLOP/s", "higher", goal, runs))  # fmt: skip
            if square:
                found[rung.name][n] = work / ours
                if best:
                    found["BLAS"][n] = work / theirs
    if len(os.sched_getaffinity(0)) > 1:
        table += _two_threads(found)
    table += _small()
    tops.append(_apart("peak()"))
    top = max(tops) / 1e9
    table += [
        Row(f"matmul {n}, {BEST.name}", "peak of one core", value, top, "GFLOP/s", "higher")
        for n, value in found[BEST.name].items()
    ]
    _picture(found, top)
    return table


def _two_threads(found: dict[str, dict[int, float]]) -> list[Row]:
    sizes, rounds = [(n, n, n) for n in SQUARES], 5
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(_apart(f"alone(RUNGS[-1], {sizes})", threads=2))
        theirs.append(_apart(f"alone(None, {sizes})", threads=2))
    table: list[Row] = []
    found["two threads"], found["BLAS, two threads"] = {}, {}
    for n, (mine, other) in zip(SQUARES, zip(zip(*ours, strict=True), zip(*theirs, strict=True),
                                             strict=True), strict=True):  # fmt: skip
        work = 2e-9 * n**3
        table.append(Row(f"matmul {n}, two threads", "BLAS, two threads", work / median(mine),
                         work / median(other), "GFLOP/s", "higher", 1.0, rounds))  # fmt: skip
        found["two threads"][n] = table[-1].ours
        found["BLAS, two threads"][n] = table[-1].theirs
    return table


def _small() -> list[Row]:
    """Small squares beside NumPy's call, and beside the least time of so many operations."""
    table: list[Row] = []
    for n, seconds in zip(SMALL, _apart(f"small({list(SMALL)})"), strict=True):
        compiled, called, numpy, least = (1e6 * each for each in seconds)
        peer = "np.matmul(a, b, out=c)"
        table += [
            Row(f"matmul {n}, called by compiled code", peer, compiled, numpy, "µs", "lower", None,
                41),
            Row(f"matmul {n}, called from Python", peer, called, numpy, "µs", "lower", 1 / 1.5, 41),
            Row(f"matmul {n}, called from Python", "peak of one core", called, least, "µs", "lower",
                None, 41),
        ]  # fmt: skip
    return table


def _picture(found: dict[str, dict[int, float]], top: float) -> None:
    """A group of bars for each rung, one bar a size; BLAS and the peak as lines."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(11, 5), layout="constrained")
    names = [rung.name for rung in RUNGS if rung.name in found]
    shades = ("#c6dbef", "#6baed6", "#2171b5", "#08306b")
    width = 0.8 / len(SQUARES)
    for place, (n, shade) in enumerate(zip(SQUARES, shades, strict=True)):
        at = [x + (place - 1.5) * width for x in range(len(names))]
        values = [found[name].get(n, 0) for name in names]
        axes.bar(at, values, width, color=shade, label=f"{n} x {n} x {n}")
        for x, name in enumerate(names):
            theirs = found["BLAS, two threads" if name == "two threads" else "BLAS"][n]
            left = x + (place - 2) * width
            label = "NumPy's BLAS" if not place and not x else None
            axes.hlines(theirs, left, left + width, color="#d94801", linewidth=2, label=label)
    axes.axhline(top, color="black", linestyle="--", linewidth=1, label="peak of one core")
    if "two threads" in found:
        axes.hlines(2 * top, len(names) - 1.5, len(names) - 0.5, color="black", linestyle="--",
                    linewidth=1)  # fmt: skip
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("GFLOP/s")
    axes.set_title("One f32 matrix product: each rung of the ladder")
    axes.legend(loc="upper left", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    out = ROOT / "build" / "bench" / "ladder.svg"
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out)
    pyplot.close(figure)
