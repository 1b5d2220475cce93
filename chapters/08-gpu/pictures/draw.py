"""Draws this chapter's pictures: the model, sectors, banks, the butterfly, fragments, the roofline.

python chapters/08-gpu/pictures/draw.py [DIRECTORY]

Which lane touches what is computed from the same formulas as in the kernels. The roofline is drawn
from `roofline.py`, which asks the simulator how many bytes each product moves.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

from runners.svg import FAINT, INK, PAPER, Svg, write

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

BLUE, GREEN, ORANGE, PINK, GREY = "#cddff7", "#cfe8d5", "#fde2c8", "#ead6f2", "#eef0f3"
LINE, RED = "#9aa3af", "#d11f3a"
WARP = 32
SECTOR = 8  # words of 4 bytes


def notes(svg: Svg, x: float, y: float, lines: list[str]) -> None:
    """Lines of small print below each other."""
    for number, line in enumerate(lines):
        svg.text(x, y + 20 * number, line, "start", fill=FAINT, font_size="12")


def line(svg: Svg, x1: float, y1: float, x2: float, y2: float, colour: str = LINE) -> None:
    svg.parts.append(f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" stroke="{colour}" fill="none"/>')


def lattice(svg: Svg, x: float, y: float, columns: int, rows: int, cell: float) -> None:
    """The lines between cells, as one path."""
    across = "".join(f"M{x:g},{y + cell * n:g}h{cell * columns:g}" for n in range(rows + 1))
    down = "".join(f"M{x + cell * n:g},{y:g}v{cell * rows:g}" for n in range(columns + 1))
    svg.parts.append(f'<path d="{across}{down}" stroke="{LINE}" fill="none"/>')


def model() -> Svg:
    """A grid of blocks, a block of warps, a warp of lanes, and the memory that each level has."""
    svg = Svg(1000, 400)
    svg.text(40, 40, "grid: a launch", "start", font_weight="bold")
    for row in range(3):
        for column in range(4):
            chosen = (row, column) == (1, 2)
            svg.box(40 + 58 * column, 60 + 46 * row, 50, 38, ORANGE if chosen else GREY, LINE, 3)
            svg.text(65 + 58 * column, 84 + 46 * row, f"{column},{row}", font_size="11")
    svg.text(340, 40, "block 2,1: 128 threads, one SM", "start", font_weight="bold")
    line(svg, 206, 106, 340, 60)
    line(svg, 206, 144, 340, 190)
    for warp in range(4):
        svg.text(340, 78 + 34 * warp, f"warp {warp}", "start", font_size="11")
        for lane in range(WARP):
            fill = BLUE if warp == 1 else PAPER
            svg.box(396 + 9 * lane, 66 + 34 * warp, 8, 16, fill, LINE)
    svg.text(720, 40, "warp 1: 32 lanes, one instruction", "start", font_weight="bold")
    line(svg, 684, 100, 720, 60)
    line(svg, 684, 116, 720, 132)
    for lane in range(WARP):
        x, y = 720 + 30 * (lane % 8), 60 + 18 * (lane // 8)
        svg.box(x, y, 28, 16, BLUE, LINE)
        svg.text(x + 14, y + 12, lane, font_size="10")
    svg.text(720, 152, "a branch that they take differently", "start", font_size="12", fill=FAINT)
    svg.text(720, 170, "runs one side after the other", "start", font_size="12", fill=FAINT)
    rows = [
        ("registers", "a thread", "up to 255 words", "read and written by each instruction"),
        ("shared memory", "a block", "48 KiB declared, more on request", "32 banks of 4 bytes"),
        ("L1 cache", "an SM", "the same storage as shared memory", "lines of 128 bytes"),
        ("L2 cache", "the GPU", "megabytes", "sectors of 32 bytes"),
        ("global memory", "the GPU", "gigabytes", "what a kernel's memrefs point to"),
        ("local memory", "a thread", "in global memory", "stack and spilled registers"),
    ]
    for column, (x, title) in enumerate(
        [(40, "memory"), (200, "belongs to"), (400, "size"), (690, "to know")]
    ):
        svg.text(x, 238, title, "start", font_weight="bold")
        for number, row in enumerate(rows):
            svg.text(x, 264 + 22 * number, row[column], "start", font_size="12")
    line(svg, 40, 246, 960, 246)
    return svg


def sectors() -> Svg:
    """A warp's 32 words in memory: neighbours, neighbours off by one, every eighth."""
    svg = Svg(1000, 330)
    shown = [
        ("element i: 4 sectors, 128 of 128 bytes used", lambda lane: lane),
        ("element i + 1: 5 sectors, 128 of 160 bytes used", lambda lane: lane + 1),
        ("element 8 i: 32 sectors, 128 of 1024 bytes used", lambda lane: 8 * lane),
    ]
    words, cell = 48, 19
    for number, (title, word) in enumerate(shown):
        y = 50 + 92 * number
        touched = {word(lane): lane for lane in range(WARP)}
        used = {at // SECTOR for at in touched}
        svg.text(44, y - 8, title, "start", font_weight="bold")
        for at in range(words):
            x = 44 + cell * at
            fill = BLUE if at in touched else ORANGE if at // SECTOR in used else PAPER
            svg.box(x, y, cell, 24, fill, LINE)
            if at in touched:
                svg.text(x + cell / 2, y + 16, touched[at], font_size="10")
        for sector in range(words // SECTOR):
            x = 44 + cell * SECTOR * sector
            moved = sector in used
            svg.box(x, y, cell * SECTOR, 24, "none", INK if moved else LINE)
            label = f"sector {sector}" if moved else ""
            svg.text(x + cell * SECTOR / 2, y + 40, label, font_size="11", fill=FAINT)
    svg.text(956, 292, "... and 26 sectors more", "end", font_size="11", fill=FAINT)
    notes(
        svg, 44, 306,
        ["A box is a word of 4 bytes, with the lane that asks for it. Orange: moved, unused."],
    )  # fmt: skip
    return svg


def banks() -> Svg:
    """A column of a tile, in rows of 32 words and in rows of 33: which bank each lane asks."""
    svg = Svg(1000, 420)
    cell, shown, column = 14, 16, 5
    for number, width in enumerate((32, 33)):
        x0, y0 = 40 + 490 * number, 76
        title = f"memref<32x{width}xf32>: "
        title += "32 lanes in 1 bank, 32 turns" if width == 32 else "32 lanes in 32 banks, 1 turn"
        svg.text(x0, y0 - 44, title, "start", font_weight="bold")
        for bank in range(0, WARP, 4):
            svg.text(x0 + cell * (bank + 0.5), y0 - 8, bank, font_size="10", fill=FAINT)
        svg.text(x0 + cell * 16, y0 - 24, "bank", font_size="11", fill=FAINT)
        lane_at = {width * lane + column: lane for lane in range(WARP)}
        for row in range(shown):
            for bank in range(WARP):
                word = WARP * row + bank
                lane = lane_at.get(word)
                at = (x0 + cell * bank, y0 + cell * row)
                if lane is not None:
                    svg.box(*at, cell, cell, BLUE, "none")
                    svg.text(at[0] + cell / 2, at[1] + 11, lane, font_size="9")
                elif width == 33 and word % 33 == 32:
                    svg.box(*at, cell, cell, GREY, "none")
        lattice(svg, x0, y0, WARP, shown, cell)
        more = y0 + cell * shown + 18
        svg.text(x0, more, "... 16 rows more", "start", font_size="11", fill=FAINT)
    notes(svg, 40, 350, [
        "A row is 32 words of shared memory, one in each bank. Blue: what lane i asks for when it",
        "reads tile[i][5]. A bank gives one word at a time. Grey on the right: the word of each",
        "row of the tile that nobody uses. It pushes the next row on by one bank.",
    ])  # fmt: skip
    return svg


def butterfly() -> Svg:
    """Eight lanes, three shuffles: who adds whose number."""
    svg = Svg(760, 330)
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    step, left, top, gap = 76, 130, 50, 80
    for level in range(4):
        y = top + gap * level
        label = "at first" if level == 0 else f"+ lane ^ {1 << (level - 1)}"
        svg.text(20, y + 5, label, "start", font_size="12")
        if level:
            offset = 1 << (level - 1)
            for lane in range(8):
                for source in (lane, lane ^ offset):
                    line(svg, left + step * source, y - gap + 15, left + step * lane, y - 15)
            values = [values[lane] + values[lane ^ offset] for lane in range(8)]
        for lane in range(8):
            svg.box(left + step * lane - 20, y - 15, 40, 30, BLUE if level == 3 else PAPER, INK, 3)
            svg.text(left + step * lane, y + 5, values[lane])
            if level == 0:
                svg.text(left + step * lane, y - 24, f"lane {lane}", font_size="11", fill=FAINT)
    return svg


def fragments() -> Svg:
    """mma.sync m16n8k16: the lane that holds each element of a, b and c."""
    svg = Svg(900, 520)
    cell = 24

    def matrix(x: float, y: float, title: str, rows: int, columns: int, lane: Callable) -> None:
        svg.text(x, y - 14, title, "start", font_weight="bold")
        for row in range(rows):
            for column in range(columns):
                holder = lane(row, column)
                at = (x + cell * column, y + cell * row)
                if holder in (0, 5):
                    svg.box(*at, cell, cell, ORANGE if holder else BLUE, "none")
                svg.text(at[0] + cell / 2, at[1] + 16, holder, font_size="10")
        lattice(svg, x, y, columns, rows, cell)
        for row in range(0, rows, 8):
            for column in range(0, columns, 8):
                height, width = min(8, rows - row), min(8, columns - column)
                svg.box(x + cell * column, y + cell * row, cell * width, cell * height, "none", INK)

    matrix(30, 60, "a: 16 x 16, f16", 16, 16, lambda m, k: m % 8 * 4 + k % 8 // 2)
    matrix(450, 60, "b: 16 x 8, f16", 16, 8, lambda k, n: n * 4 + k % 8 // 2)
    matrix(680, 60, "c: 16 x 8, f32", 16, 8, lambda m, n: m % 8 * 4 + n // 2)
    notes(svg, 30, 470, [
        "A number is the lane that holds the element; blue: lane 0, orange: lane 5. Of a each lane",
        "has four pairs, of b two, of c two: vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>.",
    ])  # fmt: skip
    return svg


def roofline() -> Svg:
    """Operations a byte against operations a second, both by powers of ten; points are bounds."""
    from roofline import BANDWIDTH, GPU, PEAK, TENSOR_PEAK, large, points

    svg = Svg(960, 480)
    left, right, top, bottom = 90, 600, 60, 400
    low_x, high_x, low_y, high_y = 0.1, 1000.0, 1e11, 1e15

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (right - left) * math.log10(x / low_x) / math.log10(high_x / low_x),
            bottom - (bottom - top) * math.log10(y / low_y) / math.log10(high_y / low_y),
        )

    svg.text(left, 34, f"{GPU}: what its memory allows", "start", font_weight="bold")
    for power in range(-1, 4):
        x, _ = place(10.0**power, low_y)
        line(svg, x, top, x, bottom, GREY)
        svg.text(x, bottom + 20, f"{10.0**power:g}", font_size="11", fill=FAINT)
    for power in range(11, 16):
        _, y = place(low_x, 10.0**power)
        line(svg, left, y, right, y, GREY)
        svg.text(left - 8, y + 4, f"{10.0 ** (power - 12):g}", "end", font_size="11", fill=FAINT)
    svg.text((left + right) / 2, bottom + 42, "operations for each byte moved", font_size="12")
    svg.text(left - 60, top - 14, "TFLOP/s", "start", font_size="12")
    for peak, label in ((PEAK, "19.5, f32"), (TENSOR_PEAK, "312, f16 on tensor cores")):
        knee = place(peak / BANDWIDTH, peak)
        line(svg, *knee, right, knee[1], INK)
        svg.text(right + 8, knee[1] + 4, label, "start", font_size="12")
    line(svg, *place(low_x, low_x * BANDWIDTH), *place(TENSOR_PEAK / BANDWIDTH, TENSOR_PEAK), INK)
    x, y = place(0.13, 0.13 * BANDWIDTH)
    svg.text(x + 12, y + 8, "2.039 TB/s", "start", font_size="12")
    x, _ = place(large(), low_y)
    line(svg, x, top, x, bottom, LINE)
    svg.text(x, top - 6, "each byte once, 4096", font_size="11", fill=FAINT)
    for number, point in enumerate(points()):
        x, y = place(point.intensity, point.bound)
        fill = PINK if point.peak == TENSOR_PEAK else ORANGE
        svg.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{fill}" stroke="{INK}"/>')
        svg.text(x, y + 4, number + 1, font_size="10")
        name = f"{number + 1}  {point.name}"
        svg.text(right + 40, 250 + 24 * number, name, "start", font_size="12")
        what = f"{point.intensity:.2f} a byte"
        svg.text(930, 250 + 24 * number, what, "end", font_size="12")
    notes(svg, left, 468, ["Bytes by the simulator, without caches; ceilings from the data sheet."])
    return svg


PICTURES = {
    "model": model,
    "sectors": sectors,
    "banks": banks,
    "butterfly": butterfly,
    "fragments": fragments,
    "roofline": roofline,
}


if __name__ == "__main__":
    write(PICTURES, HERE)
