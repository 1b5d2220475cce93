"""Draws this chapter's pictures: maps of a product, orders of tiles, pairs of rows, errors in ulp.

python chapters/04-linalg/pictures/draw.py [DIRECTORY]

The first three are worked out; the last measures the compiled kernels and NumPy.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import ulp  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402

PARALLEL, REDUCTION = "#cddff7", "#fde2c8"


class Picture(Svg):
    """An SVG picture with curves and areas."""

    def line(
        self, points: list[tuple[float, float]], colour: str, width: float = 1.5, dashes: str = ""
    ) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"'
            f"{more}/>"
        )

    def area(self, points: list[tuple[float, float]], colour: str) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{path}" fill="{colour}" fill-opacity="0.55"/>')


def maps() -> Picture:
    """One point (i, j, k) of a product's iteration space, and what each map makes of it."""
    i, j, m, n, k_size, cell = 1, 3, 4, 6, 5, 34
    svg = Picture(900, 300)
    operands = [
        ("a", "(i, j, k) -> (i, k)", m, k_size, lambda r, c: r == i),
        ("b", "(i, j, k) -> (k, j)", k_size, n, lambda r, c: c == j),
        ("c", "(i, j, k) -> (i, j)", m, n, lambda r, c: (r, c) == (i, j)),
    ]
    x = 30
    for name, rule, rows, columns, used in operands:
        svg.text(x, 34, name, "start", font_weight="bold")
        svg.text(x + 22, 34, rule, "start", fill=FAINT)
        for row in range(rows):
            for column in range(columns):
                read = used(row, column)
                fill = (PARALLEL if name == "c" else REDUCTION) if read else PAPER
                svg.box(x + cell * column, 50 + cell * row, cell, cell, fill)
                if read and name != "c":
                    k = column if name == "a" else row
                    svg.text(x + cell * (column + 0.5), 50 + cell * (row + 0.5) + 5, f"k={k}")
        if name == "c":
            svg.text(x + cell * (j + 0.5), 50 + cell * (i + 0.5) + 5, "sum")
        x += cell * columns + 80
    run = "while k, the reduction, runs: a row of a, a column of b, one element of c."
    svg.text(30, 256, f"i = {i} and j = {j} stand still {run}", "start", fill=FAINT)
    note = "i and j are parallel: no two of their points write the same element."
    svg.text(30, 278, note, "start", fill=FAINT)
    return svg


def tiles() -> Picture:
    """The order in which the elements of a result are finished: in rows, and in tiles of 2 x 3."""
    rows, columns, cell = 5, 7, 36
    svg = Picture(720, 280)
    plain = [(i, j) for i in range(rows) for j in range(columns)]
    tiled = [
        (i, j)
        for i_tile in range(0, rows, 2)
        for j_tile in range(0, columns, 3)
        for i in range(i_tile, min(i_tile + 2, rows))
        for j in range(j_tile, min(j_tile + 3, columns))
    ]
    for x, name, order in ((30, "row by row", plain), (380, "tile by tile, 2 x 3", tiled)):
        svg.text(x, 34, name, "start", font_weight="bold")
        for number, (i, j) in enumerate(order):
            shade = 235 - round(120 * number / (rows * columns))
            fill = f"rgb({shade - 20},{shade},255)"
            svg.box(x + cell * j, 48 + cell * i, cell, cell, fill)
            svg.text(x + cell * (j + 0.5), 48 + cell * (i + 0.5) + 5, number)
        if order is tiled:
            for i_tile in range(0, rows, 2):
                for j_tile in range(0, columns, 3):
                    bottom, right = min(i_tile + 2, rows), min(j_tile + 3, columns)
                    left, top = x + cell * j_tile, 48 + cell * i_tile
                    corners = [(left, top), (x + cell * right, top),
                               (x + cell * right, 48 + cell * bottom), (left, 48 + cell * bottom),
                               (left, top)]  # fmt: skip
                    svg.line(corners, INK, 3)
    svg.text(30, 262, "5 x 7 is no multiple of 2 x 3: the last tiles are smaller.", "start",
             fill=FAINT)  # fmt: skip
    return svg


def pairs() -> Picture:
    """B row by row, and its rows in pairs, as the tile unit reads them."""
    rows, columns, cell = 4, 6, 38
    shades = ("#cddff7", "#fde2c8", "#d7f0d8", "#eadcf5")
    svg = Picture(860, 236)
    svg.text(30, 34, "B, row by row", "start", font_weight="bold")
    svg.text(330, 34, "its rows in pairs", "start", font_weight="bold")
    for k in range(rows):
        for j in range(columns):
            x, y = 30 + cell * j, 48 + cell * k
            svg.box(x, y, cell, cell, shades[k])
            svg.text(x + cell / 2, y + cell / 2 + 5, f"{k},{j}")
            x, y = 330 + cell * (2 * j + k % 2), 48 + cell * (k // 2)
            svg.box(x, y, cell, cell, shades[k])
            svg.text(x + cell / 2, y + cell / 2 + 5, f"{k},{j}")
    for pair in range(rows // 2):
        for j in range(columns):
            left, top = 330 + cell * 2 * j, 48 + cell * pair
            right, bottom = left + 2 * cell, top + cell
            svg.line([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)],
                     INK, 3)  # fmt: skip
    note = "A framed pair is one 32-bit word; in a tile there are 16 rows of 16 of them."
    svg.text(30, 222, note, "start", fill=FAINT)
    return svg


def errors() -> Picture:
    """The error of exp and tanh in ulp over their range: the vector kernels and NumPy."""
    import runners

    kernels = runners.load(CHAPTER.parents[1] / "mlir/kernels/rows.mlir").compile("cpu-vectors")
    shown = [  # a function, its range, its ticks, and where the kernel changes its method
        ("exp", ulp.through(kernels.exp_rows), np.exp, (-104.0, 88.7), range(-100, 80, 25),
         {-87: "|x| >= 87: 2^n in two factors", 87: ""}),
        ("tanh", ulp.through(kernels.tanh_rows), np.tanh, (-9.5, 9.5), range(-8, 9, 2),
         {-0.8: "", 0.8: "|x| < 0.8: polynomial"}),
    ]  # fmt: skip
    svg = Picture(900, 560)
    left, width, half = 60, 810, 90  # pixels; `half` is 2.75 ulp
    for number, (name, ours, numpy, (low, high), ticks, borders) in enumerate(shown):
        middle = 150 + 265 * number
        scale = half / 2.75
        for value in (-2, -1, 0, 1, 2):
            y = middle - value * scale
            svg.line([(left, y), (left + width, y)], FAINT if value == 0 else "#e5e7eb", 1)
            svg.text(left - 8, y + 4, f"{value:g}", "end", font_size="11", fill=FAINT)
        legend = []
        for label, function in (("NumPy", numpy), ("rows.mlir", ours)):
            colour = ulp.COLOURS[label]
            x, least, most = ulp.envelope(function, numpy, low, high)
            at = left + width * (x - low) / (high - low)
            least, most = np.clip(least, -2.75, 2.75), np.clip(most, -2.75, 2.75)
            upper = list(zip(at, middle - most * scale, strict=True))
            lower = list(zip(at, middle - least * scale, strict=True))
            svg.area([*upper, *reversed(lower)], colour)
            legend.append((label, colour))
        svg.text(left, middle - half - 22, f"{name}(x), error in ulp", "start", font_weight="bold")
        for position, (label, colour) in enumerate(legend):
            svg.box(left + 300 + 130 * position, middle - half - 34, 14, 14, colour)
            svg.text(left + 322 + 130 * position, middle - half - 22, label, "start")
        for border, what in borders.items():
            x = left + width * (border - low) / (high - low)
            svg.line([(x, middle - half), (x, middle + half)], INK, 1, "4 3")
            if what:
                svg.text(x + 4, middle + half - 4, what, "start", font_size="11")
        for tick in ticks:
            x = left + width * (tick - low) / (high - low)
            svg.line([(x, middle + half), (x, middle + half + 5)], FAINT, 1)
            svg.text(x, middle + half + 20, tick, font_size="11", fill=FAINT)
    return svg


PICTURES = {"maps": maps, "tiles": tiles, "pairs": pairs, "errors": errors}


if __name__ == "__main__":
    write(PICTURES, Path(__file__).parent)
