"""Draws this chapter's pictures: the tiles of a product, one pass of attention over the keys.

python chapters/14-gpt-2-on-a-gpu/pictures/draw.py [DIRECTORY]

Grids, tiles and the counts are read off the plans that the compiler makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import stages  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402
from stepdown.gpu.attention import SIDE  # noqa: E402

LEFT, RIGHT, SUM, MINE, NOTHING = "#fde2c8", "#cddff7", "#d5ecd4", "#6aa84f", "#e5e7eb"


def _launch(name: str):
    stage = next(each for each in stages.STAGES if each.name == name)
    (launch,) = stage.compiled().plan.launches
    return launch.spec


def tiles() -> Svg:
    """The product of 100 x 30 and 30 x 50: blocks, the strips of one step, a thread's part."""
    spec = _launch("edges")
    (m, n), k = spec.domain, spec.sources[0].type.shape[1]
    high, wide, rows, columns, depth = spec.options["tile"]
    unit, left, top = 5, 250, 230
    svg = Svg(900, 910)

    def matrix(x: int, y: int, height: int, width: int, name: str, across: int, down: int) -> None:
        """A matrix and, in grey, what the tiles have beyond it."""
        svg.box(x, y, unit * across, unit * down, NOTHING, FAINT)
        svg.box(x, y, unit * width, unit * height, PAPER, INK)
        svg.text(x + 4, y - 8, f"{name}, {height} x {width}", "start", font_weight="bold")

    grid = spec.grid[0] * high, spec.grid[1] * wide
    steps = -(-k // depth) * depth
    matrix(left, top, m, n, "the result", grid[1], grid[0])
    matrix(left, top - 190, k, n, "w", grid[1], steps)
    matrix(left - 190, top, m, k, "x", steps, grid[0])
    svg.box(left, top - 190, unit * wide, unit * depth, RIGHT)
    svg.text(left + unit * wide + 12, top - 190 + unit * depth / 2 + 5,
             f"a strip, {depth} x {wide}, in shared memory", "start")  # fmt: skip
    svg.box(left - 190, top, unit * depth, unit * high, LEFT)
    svg.text(left - 190 + unit * depth / 2, top + unit * high - 34, "a strip,")
    svg.text(left - 190 + unit * depth / 2, top + unit * high - 16, f"{high} x {depth}")
    svg.box(left, top, unit * wide, unit * high, SUM)
    for x, y, height, width in (
        (left, top, m, n),
        (left, top - 190, k, n),
        (left - 190, top, m, k),
    ):
        svg.box(x, y, unit * width, unit * height, "none", INK)
    at_x, at_y = 5, 6  # a thread
    x, y = left + unit * columns * at_x, top + unit * rows * at_y
    svg.box(left - 190, y, unit * depth, unit * rows, MINE)
    svg.box(x, top - 190, unit * columns, unit * depth, MINE)
    svg.box(x, y, unit * columns, unit * rows, MINE)
    svg.text(
        left + unit * wide + 12, y + 15, f"a thread's {rows} x {columns}, in registers", "start"
    )
    svg.text(left + unit * wide / 2, top + unit * high - 14, f"block 0: a tile of {high} x {wide}, "
             f"{spec.block[0] * spec.block[1]} threads")  # fmt: skip
    svg.text(left + unit * wide / 2, top + unit * high + 26, "block 1: the rows that", fill=INK)
    svg.text(left + unit * wide / 2, top + unit * high + 44, "are left")
    below = left + unit * grid[1] + 12
    svg.text(below, top + unit * grid[0] - 60, "Grey is not there: a strip", "start", fill=FAINT)
    svg.text(below, top + unit * grid[0] - 40, "has 0 in its place, and no", "start", fill=FAINT)
    svg.text(below, top + unit * grid[0] - 20, "thread stores to it.", "start", fill=FAINT)
    return svg


def flash() -> Svg:
    """What a block of attention has at one time, and which tiles of the scores it goes through."""
    spec = _launch("flash")
    tokens, count = spec.domain[-1], spec.grid[0]
    unit, left, top = 9, 60, 60
    side = unit * SIDE
    svg = Svg(900, 560)
    svg.text(left, 28, f"The scores of one head, {tokens} x {tokens}: they are in no memory",
             "start", font_weight="bold")  # fmt: skip
    for row in range(count):
        for column in range(count):
            mine = row == 1
            fill = (SUM if column == 0 else MINE if column == 1 else PAPER) if mine else PAPER
            svg.box(left + side * column, top + side * row, side, side, fill, FAINT)
    svg.box(left, top, unit * tokens, unit * tokens, "none", INK)
    svg.text(left + side * 0.5, top + side * 1.5 + 5, "done")
    svg.text(left + side * 1.5, top + side * 1.5 + 5, "now")
    svg.text(left + side * 2.25, top + side * 1.5 + 5, "next")
    for row in range(count):
        svg.text(left - 10, top + side * (row + 0.5) + 5, f"{row}", "end", fill=FAINT)
    svg.text(left, top + side * count + 24, f"Block 1 has queries {SIDE} to {2 * SIDE - 1}, and "
             f"goes through the keys {SIDE} at a time.", "start", fill=FAINT)  # fmt: skip
    x = left + side * count + 50
    lines = (
        ("In registers, for each query", ""),
        ("m", "the largest score so far"),
        ("l", "the sum of exp(score - m) so far"),
        ("o", "the sum of exp(score - m) v so far"),
        ("", ""),
        ("In shared memory", ""),
        ("q", f"{SIDE} queries"),
        ("k, v", f"{SIDE} keys and their values"),
        ("p", f"exp(score - m), {SIDE} x {SIDE}"),
    )
    for n, (name, what) in enumerate(lines):
        bold = {"font_weight": "bold"} if not what else {}
        svg.text(x, top + 24 + 26 * n, name, "start", **bold)
        svg.text(x + 46, top + 24 + 26 * n, what, "start")
    return svg


if __name__ == "__main__":
    write({"tiles": tiles, "flash": flash}, Path(__file__).parent)
