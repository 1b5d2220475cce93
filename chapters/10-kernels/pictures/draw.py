"""Draws this chapter's pictures: the passes over a row, and the errors of four functions.

python chapters/10-kernels/pictures/draw.py [DIRECTORY]

The passes are those that Stepdown decided on; the errors are measured, NumPy's beside them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import accuracy  # noqa: E402
from examples import compiled  # noqa: E402
from phases import Pass, passes, shown  # noqa: E402

from runners.svg import FAINT, INK, Svg, write  # noqa: E402
from stepdown.lowering import fuse  # noqa: E402

ROW, KEPT, NUMBER = "#cddff7", "#fde2c8", "#cfe8d5"
COLOURS = {"NumPy": "#c2571a", "compiled": "#2563a8"}


class Picture(Svg):
    """An SVG picture with arrows, lines and areas."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, heads={"to": INK})

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(
            f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" stroke="{INK}" marker-end="url(#to)"/>'
        )

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 1) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        )

    def area(self, points: list[tuple[float, float]], colour: str) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{path}" fill="{colour}" fill-opacity="0.55"/>')

    def cells(self, x: float, y: float, count: int, fill: str, what: str) -> None:
        """A row of elements with what it is to its left."""
        for n in range(count):
            self.box(x + 18 * n, y, 18, 18, fill)
        self.text(x - 10, y + 14, what, "end", fill=FAINT, font_size="12")


def rows() -> Picture:
    """Softmax and layer norm: what each pass over a row reads, computes and leaves."""
    svg = Picture(1090, 450)
    for number, name in enumerate(("softmax", "layer_norm")):
        graph = compiled(name).graph
        (group,) = fuse.groups(graph)
        _passes(svg, 20 + 510 * number, name, passes(graph, group))
    return svg


def _passes(svg: Picture, left: float, name: str, found: list[Pass]) -> None:
    x, y, count = left + 110, 66, 12
    svg.text(left, 34, f"{name}, for each row", "start", font_weight="bold")
    read_last = "a row of x"
    for number, now in enumerate(found, 1):
        again = bool(now.read_back)
        svg.cells(x, y, count, KEPT if again else ROW, "the kept row" if again else read_last)
        svg.arrow(x + 108, y + 18, x + 108, y + 44)
        svg.text(x + 122, y + 38, f"pass {number}: {shown(now.computed)}", "start")
        y += 46
        if now.kept:
            svg.cells(x, y, count, KEPT, "kept: exp")
            y += 26
        if number < len(found):
            results = [v for v in now.computed if v.primitive.kind == "reduce"]
            svg.box(x, y, 18, 18, NUMBER)
            what = " -> ".join([shown(results), *(str(v.primitive) for v in now.after)])
            svg.text(x + 28, y + 14, f"one number: {what}", "start", font_size="12")
        else:
            svg.cells(x, y, count, ROW, "the result")
        y += 64
        read_last = "x again"
    if name == "softmax":
        notes = [
            "All rows are in the caller's arrays: the orange one",
            "is kept where the result's row will be.",
        ]
        for number, note in enumerate(notes):
            svg.text(left, 412 + 20 * number, note, "start", fill=FAINT, font_size="12")


def errors() -> Picture:
    """The error of each function in ulp: of what Stepdown compiles, and of NumPy."""
    shown_ = {  # the range, and the ticks on it
        "exp": (-104.0, 88.7, range(-100, 80, 25)),
        "tanh": (-9.5, 9.5, range(-8, 9, 2)),
        "log": (0.0, 8.0, range(9)),
        "erf": (-4.2, 4.2, range(-4, 5)),
    }
    svg = Picture(940, 470)
    width, half = 390, 62  # pixels; `half` is 3 ulp
    for number, (name, (low, high, ticks)) in enumerate(shown_.items()):
        left, middle = 50 + 465 * (number % 2), 130 + 215 * (number // 2)
        scale = half / 3
        for value in (-2, 0, 2):
            y = middle - value * scale
            svg.line([(left, y), (left + width, y)], FAINT if value == 0 else "#e5e7eb")
            svg.text(left - 8, y + 4, value, "end", font_size="11", fill=FAINT)
        function = accuracy.FUNCTIONS[name]
        ours = accuracy.compiled(function)
        exact = ours if name == "erf" else function
        pairs = [("compiled", ours)] if name == "erf" else [("NumPy", function), ("compiled", ours)]
        for label, measured in pairs:
            x, least, most = _envelope(measured, exact, low, high)
            at = left + width * (x - low) / (high - low)
            upper = list(zip(at, middle - np.clip(most, -3, 3) * scale, strict=True))
            lower = list(zip(at, middle - np.clip(least, -3, 3) * scale, strict=True))
            svg.area([*upper, *reversed(lower)], COLOURS[label])
        svg.text(left, middle - half - 14, f"{name}(x)", "start", font_weight="bold")
        for tick in ticks:
            x = left + width * (tick - low) / (high - low)
            svg.line([(x, middle + half), (x, middle + half + 5)], FAINT)
            svg.text(x, middle + half + 20, tick, font_size="11", fill=FAINT)
    for number, (label, colour) in enumerate(COLOURS.items()):
        svg.box(50 + 120 * number, 18, 14, 14, colour)
        svg.text(70 + 120 * number, 30, label, "start")
    svg.text(310, 30, "error in ulp; an outline's point is the worst of 1500", "start", fill=FAINT)
    return svg


def _envelope(function, exact, low: float, high: float, bins: int = 130, each: int = 1500):
    """The middle of each bin of the range, and the least and largest signed error in it."""
    x = np.linspace(low, high, bins * each, dtype=np.float32)
    with np.errstate(all="ignore"):
        wanted = exact(x.astype(np.float64))
        off = accuracy.ulps(function(x), wanted) * np.sign(function(x) - wanted)
    off = np.nan_to_num(off, nan=0.0).reshape(bins, each)
    return x.reshape(bins, each).mean(axis=1), off.min(axis=1), off.max(axis=1)


PICTURES: dict[str, Callable[[], Picture]] = {"rows": rows, "errors": errors}


if __name__ == "__main__":
    write(PICTURES, Path(__file__).parent)
