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
from stepdown.gpu.attention import KEYS, QUERIES  # noqa: E402
from stepdown.gpu.flash import DEEP  # noqa: E402

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
    middle = left + unit * n / 2
    svg.text(middle, top + unit * high - 34, f"block 0: a tile of {high} x {wide},")
    svg.text(middle, top + unit * high - 16, f"{spec.block[0] * spec.block[1]} threads")
    svg.text(middle, top + unit * high + 26, "block 1: the rows that")
    svg.text(middle, top + unit * high + 44, "are left")
    below = left + unit * grid[1] + 12
    for n, words in enumerate(
        ("Grey is not there: no sum that", "is stored counts it, and no", "thread stores to it.")
    ):
        svg.text(below, top + unit * grid[0] - 60 + 20 * n, words, "start", fill=FAINT)
    return svg


def flash() -> Svg:
    """What a block of attention has at one time, and which tiles of the scores it goes through."""
    spec = _launch("flash")
    heads, tokens, _ = spec.domain
    count = spec.grid[0] // heads
    high, wide = QUERIES, KEYS  # of a block, of a tile
    across = -(-tokens // wide)
    unit, left, top = 432 / (across * wide), 110, 90
    svg = Svg(960, 664)

    def tile(row: int, column: int, fill: str) -> None:
        x, y = left + unit * wide * column, top + unit * high * row
        svg.box(x, y, unit * wide, unit * high, fill, FAINT)

    def words(row: float, column: float, what: str) -> None:
        x, y = left + unit * wide * (column + 0.5), top + unit * high * (row + 0.5)
        svg.text(x, y + 5, what)

    svg.text(20, 28, f"The scores of one head, {tokens} x {tokens}: never in device memory as a "
             "whole", "start", font_weight="bold")  # fmt: skip
    svg.text(left, top - 14, f"keys, {tokens} of them, a tile of {wide} at a time", "start")
    for row in range(count):
        for column in range(across):
            tile(row, column, NOTHING)
    size = unit * tokens
    svg.box(left, top, size, size, PAPER, INK)
    now = 1
    for column, fill in ((now - 1, SUM), (now, MINE)):
        tile(now, column, fill)
    stairs = f"h-{unit} v-{unit} " * (tokens - 1)  # along the diagonal, which is seen
    svg.parts.append(
        f'<path d="M{left + unit},{top} H{left + size} V{top + size - unit} {stairs}z" '
        f'fill="{LEFT}" fill-opacity="0.75" stroke="{INK}"/>'
    )
    for row in range(count + 1):  # the grid again, over what is shaded
        y = top + unit * min(high * row, tokens)
        svg.parts.append(f'<path d="M{left},{y} h{size}" stroke="{FAINT}"/>')
    for column in range(across + 1):
        x = left + unit * min(wide * column, tokens)
        svg.parts.append(f'<path d="M{x},{top} v{size}" stroke="{FAINT}"/>')
    words(now, now - 1, "done")
    words(now + 0.2, now - 0.2, "now")
    words(now, now + 0.83, "left out")
    for row in range(count):
        y = top + unit * high * (row + 0.5)
        svg.text(left - 10, y - 4, f"block {row}:", "end")
        svg.text(left - 10, y + 14, f"{min(high, tokens - high * row)} queries", "end")
    x = left + unit * wide * across + 40
    lines = (
        ("In registers, for each query", ""),
        ("m", "the largest score so far"),
        ("l", "the sum of exp(score - m) so far"),
        ("o", "the sum of exp(score - m) v so far"),
        ("", ""),
        ("In shared memory", ""),
        ("q", f"{high} queries"),
        ("k, v", f"{DEEP} numbers of {wide} keys, or the"),
        ("", f"values of {DEEP} keys: these and the next"),
        ("p", f"exp(score - m), {high} x {wide}"),
    )
    for n, (name, what) in enumerate(lines):
        bold = {"font_weight": "bold"} if not what else {}
        svg.text(x, top + 24 + 26 * n, name, "start", **bold)
        svg.text(x + 46, top + 24 + 26 * n, what, "start")
    for n, (fill, what) in enumerate((
        (LEFT, "the mask leaves this out: a key after the query"),
        (NOTHING, f"does not exist: there are {tokens} queries and {tokens} keys"),
        (PAPER, "what the other blocks compute"),
    )):  # fmt: skip
        y = top + unit * high * count + 18 + 26 * n
        svg.box(left, y, 18, 18, fill)
        svg.text(left + 28, y + 14, what, "start")
    return svg


if __name__ == "__main__":
    write({"tiles": tiles, "flash": flash}, Path(__file__).parent)
