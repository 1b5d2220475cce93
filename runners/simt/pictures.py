"""Pictures of one access, as SVG: which thread touches which element, and which bank it asks."""

from __future__ import annotations

import colorsys
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ArgumentError
from ..svg import FAINT, INK, Svg
from .machine import WARP
from .traffic import BANKS, NOBODY, WORD, Sample

if TYPE_CHECKING:
    from .faults import Access
    from .report import Report

CELLS = 40  # rows and columns at most; more are cut off, and the picture says so
DEPTH = 9  # words below one bank; what is more is counted
WRAP = 32  # elements of a one-dimensional memref in a row
SECTOR = 32
EMPTY, MOVED, OUTLINE, CONFLICT, FREE = "#f3f4f6", "#d1d5db", "#ffffff", "#dc6b4a", "#5b9e6f"


def _access(report: Report, line: int, kind: str | None, which: str) -> Access:
    every = [*report.transactions, *report.shared] if which == "sample" else report.shared
    found = [a for a in every if a.line == line and kind in (None, a.kind)]
    found = [a for a in found if getattr(a, which) is not None]
    if not found:
        lines = ", ".join(f"{a.line} ({a.kind})" for a in every) or "none"
        what = "access to workgroup memory" if which == "worst" else "access to memory"
        why = "" if report.checks else "; simulate with checks=True"
        raise ArgumentError(f"no {what} at line {line}; there are: {lines}{why}")
    return found[0]


def accesses(report: Report, path: str | os.PathLike, line: int, kind: str | None = None) -> Path:
    """Draw the elements that one block touches the first time it comes to a line.

    A cell is an element and the number in it the thread; a colour is a warp, darker for its first
    lanes. In global memory grey cells lie in the sectors of 32 bytes that are moved along.
    """
    access = _access(report, line, kind, "sample")
    picture = _Grid(access.sample, access.space == "global")
    drawn = picture.draw(f"{access.kind} at line {line}: {_cut(access.text, 70)}", access)
    path = Path(path)
    path.write_text(str(drawn), encoding="utf-8")
    return path


class _Grid:
    """Elements as rows and columns, and who touches each."""

    def __init__(self, sample: Sample, sectors: bool) -> None:
        self.sample = sample
        self.owner: dict[tuple[int, int], int] = {}
        self.moved: set[tuple[int, int]] = set()
        self.shared: set[tuple[int, int]] = set()
        per = max(1, SECTOR // sample.itemsize)
        for thread, starts in enumerate(sample.address):
            for start in starts[starts != NOBODY]:
                for number in range(sample.size // sample.itemsize):
                    element = int(start) // sample.itemsize + number
                    cell = self._cell(element)
                    if cell in self.owner and self.owner[cell] != thread:
                        self.shared.add(cell)
                    self.owner.setdefault(cell, thread)
                    if sectors:
                        first = element // per * per
                        self.moved |= {self._cell(e) for e in range(first, first + per)}
        rows = [cell[0] for cell in self.owner] or [0]
        columns = [cell[1] for cell in (self.moved & self._rows(set(rows))) | set(self.owner)]
        self.top, self.left = min(rows), min(columns or [0])
        self.rows = min(max(rows) - self.top + 1, CELLS)
        self.columns = min(max(columns or [0]) - self.left + 1, CELLS)
        self.cut = max(rows) - self.top >= CELLS or max(columns or [0]) - self.left >= CELLS

    def _rows(self, rows: set[int]) -> set[tuple[int, int]]:
        return {cell for cell in self.moved if cell[0] in rows and cell[1] >= 0}

    def _cell(self, element: int) -> tuple[int, int]:
        """The row and column that an element is drawn in."""
        number = element - self.sample.offset
        strides, sizes = self.sample.strides, self.sample.sizes
        if len(sizes) < 2:
            return number // WRAP, number % WRAP
        row, column = divmod(number, max(1, strides[-2]))
        step = max(1, strides[-1])
        return row, column // step if step <= max(1, strides[-2]) else column

    def draw(self, title: str, access: Access) -> Svg:
        size = 26 if self.rows * self.columns <= 400 else 15
        left, top = 64, 74
        caption = self._caption(access)
        letters = max(1.08 * len(title), len(caption))  # the title is bold
        width = max(left + self.columns * size + 20, round(7.3 * letters) + 40)
        warps = sorted({thread // WARP for thread in self.owner.values()})
        legend = top + self.rows * size + 30
        svg = Svg(width, legend + 22 * (len(warps[:8]) + 1) + 22, font_size=12)
        svg.text(16, 28, title, "start", font_weight="bold")
        svg.text(16, 48, caption, "start", fill=FAINT)
        for column in range(0, self.columns, 4 if self.columns > 8 else 1):
            x = left + column * size + size / 2
            svg.text(x, top - 6, self.left + column, fill=FAINT, font_size="10")
        for row in range(self.rows):
            y = top + row * size
            wraps = len(self.sample.sizes) < 2
            label = (self.top + row) * WRAP if wraps else self.top + row
            svg.text(left - 8, y + size * 0.66, label, "end", fill=FAINT, font_size="10")
            for column in range(self.columns):
                self._draw_cell(svg, row, column, left + column * size, y, size)
        self._legend(svg, warps, left, legend)
        return svg

    def _draw_cell(self, svg: Svg, row: int, column: int, x: float, y: float, size: int) -> None:
        cell = (self.top + row, self.left + column)
        thread = self.owner.get(cell)
        if thread is None:
            svg.box(x, y, size, size, MOVED if cell in self.moved else EMPTY, OUTLINE)
            return
        fill, ink = _colour(thread)
        svg.box(x, y, size, size, fill, OUTLINE)
        if size > 20:
            many = "+" if cell in self.shared else ""
            label = f"{thread}{many}"
            small = "10" if len(label) < 4 else "8"
            svg.text(x + size / 2, y + size * 0.64, label, fill=ink, font_size=small)

    def _caption(self, access: Access) -> str:
        cut = "; the picture is cut off" if self.cut else ""
        asked = len(self.owner) * self.sample.itemsize
        if not self.moved:
            return f"{self.sample.name}: {len(self.owner)} elements, {asked} bytes{cut}"
        moved = len(self.moved) * self.sample.itemsize
        return (
            f"{self.sample.name}: {len(self.owner)} elements, {asked} bytes, in "
            f"{moved // SECTOR} sectors of 32 bytes{cut}"
        )

    def _legend(self, svg: Svg, warps: Sequence[int], x: float, y: float) -> None:
        for number, warp in enumerate(warps[:8]):
            fill, _ = _colour(warp * WARP + 8)
            svg.box(x, y + 22 * number, 14, 14, fill, OUTLINE)
            svg.text(
                x + 22, y + 12 + 22 * number, f"warp {warp}: threads {warp * WARP} to "
                f"{warp * WARP + WARP - 1}", "start",
            )  # fmt: skip
        y += 22 * len(warps[:8])
        if self.moved - set(self.owner):
            svg.box(x, y, 14, 14, MOVED, OUTLINE)
            svg.text(x + 22, y + 12, "moved along, not asked for", "start")
        elif self.shared:
            svg.text(x, y + 12, "+ more than one thread", "start")


def _colour(thread: int) -> tuple[str, str]:
    """A thread's colour, and one that can be read on it."""
    warp, lane = divmod(thread, WARP)
    hue = (0.6 + 0.381966 * warp) % 1.0
    light = 0.38 + 0.38 * lane / (WARP - 1)
    red, green, blue = colorsys.hls_to_rgb(hue, light, 0.5)
    ink = "#ffffff" if light < 0.58 else INK
    return f"#{int(red * 255):02x}{int(green * 255):02x}{int(blue * 255):02x}", ink


def banks(report: Report, path: str | os.PathLike, line: int, kind: str | None = None) -> Path:
    """Draw the 32 banks and, below each, the words that one pass asks of it, one after another.

    The pass is the worst seen at the line. A box is a word and the numbers in it are the threads:
    those that ask for the same word share it, different words of a bank wait for one another.
    """
    access = _access(report, line, kind, "worst")
    first, addresses, size = access.worst
    words: dict[int, list[int]] = {}
    for number, address in enumerate(addresses):
        if address == NOBODY:
            continue
        for word in range(int(address) // WORD, (int(address) + max(size, WORD) - 1) // WORD + 1):
            words.setdefault(word, []).append(first + number)
    columns: list[list[int]] = [[] for _ in range(BANKS)]
    for word in sorted(words):
        columns[word % BANKS].append(word)
    deepest = max(map(len, columns))
    shown = deepest if deepest <= DEPTH else DEPTH - 1
    cell, left, top = 34, 30, 92
    bottom = top + (shown + (shown < deepest)) * cell
    svg = Svg(left * 2 + BANKS * cell, bottom + 60, font_size=12)
    svg.text(left, 28, f"{access.kind} at line {line}: {_cut(access.text, 110)}", "start",
             font_weight="bold")  # fmt: skip
    passes = f"{deepest} words in one bank: {deepest} turns" if deepest > 1 else "no conflict"
    svg.text(left, 50, f"the worst pass of a warp, by bank of 4 bytes: {passes}", "start",
             fill=FAINT)  # fmt: skip
    for bank, stack in enumerate(columns):
        x = left + bank * cell
        svg.text(x + cell / 2, top - 8, bank, fill=FAINT, font_size="10")
        for depth in range(shown):
            y = top + depth * cell
            if depth >= len(stack):
                svg.box(x, y, cell, cell, EMPTY, OUTLINE)
                continue
            svg.box(x, y, cell, cell, CONFLICT if len(stack) > 1 else FREE, OUTLINE)
            who = words[stack[depth]]
            label = f"t{who[0]}" if len(who) == 1 else f"t{who[0]}+{len(who) - 1}"
            small = "10" if len(label) < 6 else "8"
            svg.text(x + cell / 2, y + 15, label, fill="#ffffff", font_size=small)
            svg.text(x + cell / 2, y + 28, f"w{stack[depth]}", fill="#ffffff", font_size="9")
        if len(stack) > shown:
            svg.text(x + cell / 2, top + (shown + 0.6) * cell, f"+{len(stack) - shown}")
    legend = "tN: lane N of the warp (+k: k more lanes); wN: 4-byte word N of the buffer"
    svg.text(left, bottom + 26, f"{legend}; a row: one turn", "start", fill=FAINT)
    path = Path(path)
    path.write_text(str(svg), encoding="utf-8")
    return path


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
