"""Draws this chapter's pictures: the way of a function, and the graph of one as it was traced.

python chapters/09-front-end/pictures/draw.py [DIRECTORY]

The graph is traced and grouped by Stepdown; only where a box stands is worked out here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
from functions import distances  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402
from stepdown import jit  # noqa: E402
from stepdown.lowering import fuse  # noqa: E402

GROUPS = ("#fde2c8", "#cfe8d5", "#cddff7", "#ead6f2", "#fbf3c0")
STAGE = "#cddff7"


class Picture(Svg):
    """An SVG picture with arrows between boxes."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, heads={"to": INK})

    def arrow(self, x1: float, y1: float, x2: float, y2: float, dashes: str = "") -> None:
        more = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.parts.append(
            f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" stroke="{INK}" fill="none"{more} '
            'marker-end="url(#to)"/>'
        )


def road() -> Picture:
    """What a function is at each stage, and what takes it to the next."""
    steps = [
        ("your function", "Python and NumPy", "called with Arrays: array, numpy_api, ops"),
        ("graph", "primitives on values with types", "fuse: which values share a loop"),
        ("optimized", "linalg.generic on tensors", "pipeline tensor-bufferize"),
        ("bufferized", "linalg.generic on memrefs", "pipeline tensor-to-llvm"),
        ("lowered", "the LLVM dialect", "LLVM at -O1, for this processor"),
        ("code", "in this process, called with your arrays", ""),
    ]
    height, left, width = 78, 40, 330
    svg = Picture(900, 40 + height * len(steps))
    for number, (name, what, how) in enumerate(steps):
        y = 24 + height * number
        svg.box(left, y, width, 46, STAGE if 0 < number < 5 else PAPER, radius=6)
        svg.text(left + 14, y + 20, name, "start", font_weight="bold")
        svg.text(left + 14, y + 37, what, "start", fill=FAINT, font_size="12")
        if how:
            svg.arrow(left + width / 2, y + 46, left + width / 2, y + height - 2)
            svg.text(left + width / 2 + 16, y + 66, how, "start")
    # `traced` is a side road: the graph written out as it is, for reading.
    y = 24 + height
    svg.box(left + width + 150, y, width, 46, STAGE, radius=6)
    svg.text(left + width + 164, y + 20, "traced", "start", font_weight="bold")
    what = "one operation a value: to read, not to run"
    svg.text(left + width + 164, y + 37, what, "start", fill=FAINT, font_size="12")
    svg.arrow(left + width, y + 23, left + width + 148, y + 23, dashes="5 4")
    return svg


def graph() -> Picture:
    """The graph of `distances`: dashed boxes are views, one colour is one loop nest."""
    points, centres = np.ones((5, 3), np.float32), np.ones((2, 3), np.float32)
    traced = jit(distances).compile(points, centres).graph
    colour = {
        id(value): GROUPS[number]
        for number, group in enumerate(fuse.groups(traced))
        for value in group.values
    }
    rows: dict[int, list] = {}
    level: dict[int, int] = {}
    values = [*traced.arguments, *traced.used()]
    for value in values:
        level[id(value)] = max((level[id(i)] + 1 for i in value.inputs), default=0)
        rows.setdefault(level[id(value)], []).append(value)
    width, height, gap = 210, 42, 74
    svg = Picture(760, 40 + gap * len(rows))
    place: dict[int, tuple[float, float]] = {}
    for row, members in rows.items():
        for number, value in enumerate(members):
            x = 270 + (number - (len(members) - 1) / 2) * (width + 40)
            place[id(value)] = (x, 26 + gap * row)
    for value in values:
        x, y = place[id(value)]
        for number, source in enumerate(value.inputs):
            from_x, from_y = place[id(source)]
            shift = 12 * (number - (len(value.inputs) - 1) / 2)
            svg.arrow(from_x + shift, from_y + height, x + shift, y - 2)
        svg.box(x - width / 2, y, width, height, colour.get(id(value), PAPER), radius=6)
        if value.primitive is not None and value.primitive.kind == "view":
            svg.parts[-1] = svg.parts[-1].replace("/>", ' stroke-dasharray="5 4"/>')
        svg.text(x, y + 18, value.name or value.primitive, font_weight="bold")
        svg.text(x, y + 34, value.type, fill=FAINT, font_size="12")
    notes = ["dashed: a view, another way", "to read; no operation", "coloured: computed,",
             "all four in one loop nest"]  # fmt: skip
    for number, note in enumerate(notes):
        svg.text(540, 200 + 20 * number, note, "start", fill=FAINT)
    return svg


PICTURES: dict[str, Callable[[], Picture]] = {"road": road, "graph": graph}


if __name__ == "__main__":
    write(PICTURES, Path(__file__).parent)
