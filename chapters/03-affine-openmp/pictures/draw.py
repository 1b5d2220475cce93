"""Draws this chapter's pictures: in which order loops visit cells, and what dependences allow.

python chapters/03-affine-openmp/pictures/draw.py [DIRECTORY]

An order gives each cell the step at which it is computed. A dependence of distance (di, dj) is
obeyed where the cell that is read has an earlier step than the cell that reads it. Arrows lead from
the cell that is read to its reader; those that an order breaks are red.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

from runners.svg import FAINT, INK, Svg, write

SIZE = 6  # cells along each side
TILE = 3  # cells along a tile's side
CELL = 46
BROKEN, LINE = "#d11f3a", "#9aa3af"
STEPS = ("#fde2c8", "#cfe8d5", "#cddff7", "#ead6f2", "#fbf3c0", "#d5eef0")
Cell = tuple[int, int]
CELLS: list[Cell] = list(itertools.product(range(SIZE), repeat=2))


class Picture(Svg):
    """An SVG picture with an arrow for each dependence, red where it is broken."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, heads={"kept": INK, "broken": BROKEN})

    def arrow(self, start: tuple[float, float], end: tuple[float, float], kept: bool) -> None:
        (x1, y1), (x2, y2) = start, end
        # From beside the number of one cell to beside that of the next.
        cut = 14 / max(abs(x2 - x1), abs(y2 - y1))
        x1, y1, x2, y2 = (
            x1 + cut * (x2 - x1), y1 + cut * (y2 - y1), x2 - cut * (x2 - x1), y2 - cut * (y2 - y1),
        )  # fmt: skip
        colour, name, width = (INK, "kept", 1.2) if kept else (BROKEN, "broken", 2.2)
        self.parts.append(
            f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" stroke="{colour}" stroke-width="{width}" '
            f'marker-end="url(#{name})"/>'
        )


# Orders: the step at which a cell is computed.


def row_by_row(i: int, j: int) -> int:
    return SIZE * i + j


def by_diagonals(i: int, j: int) -> int:
    return i + j


def tile_by_tile(i: int, j: int) -> int:
    """Tiles row by row, and inside of a tile the cells row by row."""
    tile = (i // TILE) * (SIZE // TILE) + j // TILE
    return tile * TILE * TILE + (i % TILE) * TILE + j % TILE


def by_diagonals_of_tiles(i: int, j: int) -> int:
    """Diagonals of tiles; inside of a tile row by row. Tiles of a diagonal run side by side."""
    return (i // TILE + j // TILE) * TILE * TILE + (i % TILE) * TILE + j % TILE


def dependences(distances: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of cells: the one that is read, and its reader."""
    for (i, j), (di, dj) in itertools.product(CELLS, distances):
        source = (i - di, j - dj)
        if source in CELLS:
            yield source, (i, j)


def broken(order: Callable[[int, int], int], distances: list[Cell]) -> list[tuple[Cell, Cell]]:
    """The dependences whose reader comes no later than what it reads."""
    return [(a, b) for a, b in dependences(distances) if order(*a) >= order(*b)]


def grid(
    svg: Picture,
    x: float,
    y: float,
    title: str,
    order: Callable[[int, int], int],
    distances: list[Cell],
    colour: Callable[[int, int], int],
    place: Callable[[int, int], Cell] = lambda i, j: (i, j),
) -> None:
    """One order: cells with their steps, at `place`, and the dependences as arrows."""
    svg.text(x, y - 34, title, "start", font_weight="bold")

    def middle(cell: Cell) -> tuple[float, float]:
        row, column = place(*cell)
        return x + CELL * (column + 0.5), y + CELL * (row + 0.5)

    for cell in CELLS:
        cx, cy = middle(cell)
        fill = STEPS[colour(*cell) % len(STEPS)]
        svg.box(cx - CELL / 2, cy - CELL / 2, CELL, CELL, fill)
    wrong = broken(order, distances)
    for source, reader in dependences(distances):
        svg.arrow(middle(source), middle(reader), (source, reader) not in wrong)
    for cell in CELLS:
        cx, cy = middle(cell)
        svg.text(cx, cy + 4, order(*cell), font_size="11")


def axes(svg: Picture, x: float, y: float, down: str, right: str) -> None:
    svg.text(x + 4, y - 8, f"{right} →", "start", fill=FAINT)
    svg.text(x - 10, y + 16, f"{down} ↓", "end", fill=FAINT)


def wavefront() -> Picture:
    """Edit distance: row by row, by diagonals, and those as the skewed loops see them."""
    distances = [(1, 0), (0, 1), (1, 1)]
    svg = Picture(1090, 640)
    top, width = 76, SIZE * CELL
    left, middle, right = 60, 60 + width + 80, 60 + 2 * (width + 80)
    grid(svg, left, top, "row by row: 36 steps", row_by_row, distances, lambda i, j: i)
    axes(svg, left, top, "i", "j")
    grid(svg, middle, top, "by diagonals: 11 steps", by_diagonals, distances, by_diagonals)
    axes(svg, middle, top, "i", "j")
    grid(
        svg, right, top, "the same, skewed: w = i + j", by_diagonals, distances, by_diagonals,
        place=lambda i, j: (i + j, i),
    )  # fmt: skip
    axes(svg, right, top, "w", "i")
    notes = [
        "A number is the step at which a cell is computed.",
        "Cells of one colour in the two right pictures have",
        "the same step: they can be computed side by side.",
        "An arrow leads from a cell to one that reads it.",
        "On the left arrows run along each row: its cells wait",
        "for each other. On the right no arrow stays in a row,",
        "each leads to a later w: the loop over i is parallel.",
    ]
    for number, note in enumerate(notes):
        svg.text(left, top + width + 60 + 24 * number, note, "start", fill=FAINT)
    return svg


def tiles() -> Picture:
    """A dependence that tiles break, and one that diagonals of tiles obey."""
    svg = Picture(1090, 470)
    top, width = 76, SIZE * CELL
    shown = [
        ("distance (1, -1), row by row", row_by_row, [(1, -1)], lambda i, j: i),
        ("distance (1, -1), tile by tile", tile_by_tile, [(1, -1)],
         lambda i, j: 2 * (i // TILE) + j // TILE),
        ("edit distance, diagonals of tiles", by_diagonals_of_tiles, [(1, 0), (0, 1), (1, 1)],
         lambda i, j: i // TILE + j // TILE),
    ]  # fmt: skip
    for number, (title, order, distances, colour) in enumerate(shown):
        x = 60 + number * (width + 80)
        grid(svg, x, top, title, order, distances, colour)
        axes(svg, x, top, "i", "j")
    notes = [
        "A number is the step at which a cell is computed. A red arrow leads to a cell that is",
        "computed before the one that it reads. On the right, tiles of one colour have the same",
        "steps: two threads can run them.",
    ]
    for number, note in enumerate(notes):
        svg.text(60, top + width + 40 + 24 * number, note, "start", fill=FAINT)
    return svg


PICTURES: dict[str, Callable[[], Picture]] = {"wavefront": wavefront, "tiles": tiles}


if __name__ == "__main__":
    write(PICTURES, Path(__file__).parent)
