"""Draws this chapter's pictures: where values live, and which thread computes which piece.

python chapters/12-execution/pictures/draw.py [DIRECTORY]

Both are read off what the compiler makes. `first-call.svg` is measured: `publish.py` draws it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402
from stepdown import explain, jit  # noqa: E402

READ, WRITTEN, STACK, WORKSPACE = "#e5e7eb", "#d5ecd4", "#cddff7", "#fde2c8"
THREADS = ("#cddff7", "#fde2c8", "#d5ecd4", "#e9d5f5", "#f7f0c4")


def zeros(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    return [np.zeros(shape, np.float32) for shape in shapes]


def lives() -> Svg:
    """Arguments, results and temporaries of five functions, with their bytes."""
    cases = (
        ("chain", functions.chain, zeros((64, 48), (64, 48))),
        ("softmax, 64 x 48", functions.softmax, zeros((64, 48))),
        ("spread, 64 x 48", functions.spread, zeros((64, 48))),
        ("spread, 64 x 8192", functions.spread, zeros((64, 8192))),
        ("layer, 512 rows", functions.layer, zeros((512, 48), (40, 48), (40,))),
    )
    svg = Svg(900, 120 + 52 * len(cases))
    columns = ((210, "arguments", "only read"), (390, "results", "written"),
               (570, "stack", "temporaries"), (740, "workspace", "temporaries"))  # fmt: skip
    for x, name, note in columns:
        svg.text(x + 65, 40, name, font_weight="bold")
        svg.text(x + 65, 58, note, fill=FAINT, font_size="12")
    svg.text(360, 18, "the caller's memory", fill=FAINT)
    svg.text(635, 18, "the function's", fill=FAINT)
    svg.text(805, 18, "the caller's", fill=FAINT)
    y = 76
    for name, function, arguments in cases:
        found = explain(jit(function, threads=False), *arguments)
        # An accumulator is one number: it ends up in a register.
        stack = [size for size in found.stack if size > 8]
        sizes = ([found.read], [found.written], stack, [found.workspace])
        svg.text(196, y + 24, name, "end")
        for (x, _, _), bytes_, fill in zip(
            columns, sizes, (READ, WRITTEN, STACK, WORKSPACE), strict=True
        ):
            total = sum(bytes_)
            svg.box(x, y, 130, 36, fill if total else PAPER, INK if total else "#d1d5db", 4)
            svg.text(x + 65, y + 23, f"{total:,}" if total else "none",
                     fill=INK if total else FAINT)  # fmt: skip
        y += 52
    note = "Bytes. A temporary is on the stack up to 16 KiB, in the workspace beyond."
    svg.text(30, y + 18, note, "start", fill=FAINT)
    return svg


def pieces() -> Svg:
    """The pieces of a shared loop, as OpenMP's static schedule deals them to threads."""
    size = 1_000_000
    text = jit(functions.wave, threads=True).compile(*zeros((size,))).optimized
    each = int(re.search(rf"scf.forall .* to \({size}\) step \((\d+)\)", text)[1])
    count = -(-size // each)
    svg = Svg(900, 250)
    svg.text(30, 30, f"{size:,} elements: {count} pieces of {each:,}, the last of "
             f"{size - (count - 1) * each:,}", "start", font_weight="bold")  # fmt: skip
    left, width = 130, 740
    for row, threads in enumerate((1, 2, 3, 5)):
        y = 52 + 42 * row
        svg.text(left - 12, y + 20, f"{threads} thread{'s' if threads > 1 else ''}", "end")
        share, more = divmod(count, threads)
        owners = [t for t in range(threads) for _ in range(share + (t < more))]
        for piece, owner in enumerate(owners):
            start = left + width * piece * each / size
            end = left + width * min((piece + 1) * each, size) / size
            svg.box(round(start, 2), y, round(end - start, 2), 28, THREADS[owner], "#9ca3af")
    note = "A piece begins at a multiple of 64 elements: at a whole cache line."
    svg.text(30, 236, note, "start", fill=FAINT)
    return svg


if __name__ == "__main__":
    write({"lives": lives, "pieces": pieces}, Path(__file__).parent)
