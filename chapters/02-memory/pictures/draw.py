"""Draws this chapter's pictures: descriptors beside the buffer they describe, and three layouts.

python chapters/02-memory/pictures/draw.py [DIRECTORY]

Every number in them is read from a NumPy array: sizes, strides, offset, the place of each element.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from runners.svg import FAINT, INK, PAPER, Svg, write

CELL = 44  # of a matrix
SLOT = 30  # of the buffer
# One colour a row of the base array, so that an element can be followed into each view.
ROWS = ("#fde2c8", "#cfe8d5", "#cddff7", "#ead6f2")


class Picture(Svg):
    """An SVG picture with arrows that point down."""

    def arrow(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.parts.append(
            f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g} m-4,-7 l4,7 l4,-7" fill="none" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )


def descriptors() -> Picture:
    """A 4x6 array in memory, and three arrays that are views of it, each with its descriptor."""
    base = np.arange(24, dtype=np.float32).reshape(4, 6)
    shown = [("x", base), ("x.T", base.T), ("x[::-1, 1::2]", base[::-1, 1::2])]
    svg = Picture(880, 620)
    svg.text(30, 26, "one buffer of 24 floats", "start", font_weight="bold")
    for place, value in enumerate(base.ravel()):
        x = 80 + SLOT * place
        svg.box(x, 76, SLOT, 34, ROWS[place // 6])
        svg.text(x + SLOT / 2, 98, f"{value:g}")
        svg.text(x + SLOT / 2, 126, place, fill=FAINT, font_size="10")
    svg.text(70, 126, "position", "end", fill=FAINT, font_size="10")
    firsts: dict[int, list[str]] = {}
    for x, (name, array) in zip((30, 330, 630), shown, strict=True):
        _matrix(svg, x, 176, name, array)
        _descriptor(svg, x, 470, array, base)
        firsts.setdefault(_offset(array, base), []).append(f"{name}[0, 0]")
    for offset, names in firsts.items():
        x = 80 + SLOT * (offset + 0.5)
        svg.arrow(x, 58, x, 74)
        svg.text(x, 50, " and ".join(names), font_size="12")
    return svg


def _matrix(svg: Picture, x: int, y: int, name: str, array: np.ndarray) -> None:
    svg.text(x, y, f"{name}: {array.shape[0]} x {array.shape[1]}", "start", font_weight="bold")
    for (i, j), value in np.ndenumerate(array):
        left, top = x + CELL * j, y + 12 + CELL * i
        svg.box(left, top, CELL, CELL, ROWS[int(value) // 6])
        svg.text(left + CELL / 2, top + CELL / 2 + 5, f"{value:g}")


def _descriptor(svg: Picture, x: int, y: int, array: np.ndarray, base: np.ndarray) -> None:
    strides = [step // array.itemsize for step in array.strides]
    fields = [
        ("aligned", "position 0"),
        ("offset", _offset(array, base)),
        ("sizes", f"{array.shape[0]}, {array.shape[1]}"),
        ("strides", f"{strides[0]}, {strides[1]}"),
    ]
    for number, (name, value) in enumerate(fields):
        top = y + 30 * number
        svg.box(x, top, 90, 30, "#f3f4f6")
        svg.box(x + 90, top, 130, 30, PAPER)
        svg.text(x + 80, top + 20, name, "end")
        svg.text(x + 100, top + 20, value, "start")


def _offset(array: np.ndarray, base: np.ndarray) -> int:
    """Where the first element lies in the base array's buffer, in elements."""
    first = array.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return first // base.itemsize


def layouts() -> Picture:
    """Where each element of a 4x6 matrix lies, in rows, in columns and in tiles of 2x3."""
    rows = np.arange(24).reshape(4, 6)
    columns = np.arange(24).reshape(6, 4).T
    tiles = np.arange(24).reshape(2, 2, 2, 3).transpose(0, 2, 1, 3).reshape(4, 6)
    svg = Picture(960, 290)
    shown = [
        ("by rows", "i * 6 + j", rows, 6),
        ("by columns", "j * 4 + i", columns, 4),
        ("in tiles of 2 x 3", "no strides", tiles, 6),
    ]
    for x, (name, rule, positions, run) in zip((30, 340, 650), shown, strict=True):
        svg.text(x, 36, name, "start", font_weight="bold")
        svg.text(x + 6 * CELL, 36, rule, "end", fill=FAINT)
        for (i, j), position in np.ndenumerate(positions):
            left, top = x + CELL * j, 50 + CELL * i
            svg.box(left, top, CELL, CELL, ROWS[int(position) // run % len(ROWS)])
            svg.text(left + CELL / 2, top + CELL / 2 + 5, position)
    note = "The number in a cell is its position in memory; a colour is a row, a column, a tile."
    svg.text(30, 264, note, "start", fill=FAINT)
    return svg


PICTURES: dict[str, Callable[[], Picture]] = {"descriptors": descriptors, "layouts": layouts}


if __name__ == "__main__":
    write(PICTURES, Path(__file__).parent)
