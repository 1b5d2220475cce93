"""Draws this chapter's pictures: the groups of a block, and what each step computes with a cache.

python chapters/13-gpt-2-compiled/pictures/draw.py [DIRECTORY]

The groups are those that the compiler makes. roofline.svg is `publish.py`'s, from a measurement.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import stages  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402
from stepdown import jit  # noqa: E402
from stepdown.gpt2 import model  # noqa: E402
from stepdown.lowering import fuse, simplify  # noqa: E402

PRODUCT, LOOP, COPY = "#fde2c8", "#cddff7", "#d5ecd4"


def groups() -> Svg:
    """The groups of one block from top to bottom, and which of them read an earlier result."""
    function = jit(model.block, static=("heads",), dynamic={"x": {0: "tokens"}}, threads=False)
    block = stages.parameters().blocks[0]
    graph = simplify.simplified(
        stages.Staged(function, stages.rows(), block, stages.CONFIG.heads).graph
    )
    found = [group for group in fuse.groups(graph) if not _is_free(group)]
    home = {id(value): n for n, group in enumerate(found, 1) for value in group.values}
    home[id(graph.arguments[0])] = 0  # x
    step, height, left, width = 40, 30, 40, 560
    svg = Svg(690, 90 + step * len(found), heads={"tip": FAINT})
    svg.box(left, 16, width, height, PAPER, INK, 4)
    svg.text(left + 10, 36, "x, what comes into the block", "start", font_size="12")
    lane = 0
    for n, group in enumerate(found, 1):
        y = 16 + step * n
        kind, fill = _kind(group)
        svg.box(left, y, width, height, fill, INK, 4)
        sizes = " x ".join(map(str, group.domain))
        svg.text(left + 10, y + 20, f"{kind}, {sizes}", "start", font_weight="bold", font_size="12")
        svg.text(left + width - 10, y + 20, _names(group), "end", font_size="11")
        for other in sorted(set(_sources(group, home)) - {n}):
            x, start = left + width, 16 + step * other + height
            if other == n - 1:
                path = f"M{left + 60},{start} L{left + 60},{y - 1}"
            else:
                lane += 1
                bend = x + 14 + 15 * (lane % 8)
                path = f"M{x},{start - 8} L{bend},{start - 8} L{bend},{y + 10} L{x + 2},{y + 10}"
            svg.parts.append(
                f'<path d="{path}" fill="none" stroke="{FAINT}" marker-end="url(#tip)"/>'
            )
    svg.text(left, 76 + step * len(found), "Each box is one loop nest or one product; what stands "
             "in a box shares its loops.", "start", fill=FAINT,
             font_size="12")  # fmt: skip
    return svg


def _is_free(group) -> bool:
    """Whether a group is a reshape of what lies in memory in that order."""
    value = group.values[0]
    if value.primitive.name != "reshape":
        return False
    before = value.inputs[0].primitive
    return before is None or before.kind != "view" or before.name in ("units", "slice")


def _kind(group) -> tuple[str, str]:
    name = group.values[0].primitive.name
    if group.kind == "single":
        return ("product", PRODUCT) if name == "contract" else ("copy", COPY)
    return ("rows" if group.kind == "rows" else "loop", LOOP)


def _names(group) -> str:
    """The operations, each once."""
    names = dict.fromkeys(value.primitive.name for value in group.values)
    return ", ".join(names) if group.kind != "single" else ""


def _sources(group, home: dict[int, int]) -> Iterator[int]:
    """The groups that this one reads from, through views and free reshapes."""
    for value in group.values:
        for operand in value.inputs:
            at = operand
            while id(at) not in home and at.inputs:
                at = at.inputs[0]
            if id(at) in home:
                yield home[id(at)]


def cache() -> Svg:
    """A prompt of five tokens and three steps: what is computed, and what is read again."""
    prompt, steps, cell, left = 5, 4, 30, 120
    svg = Svg(620, 398)
    for number, (title, keeping) in enumerate(
        (("all computed again", False), ("keys and values kept", True))
    ):
        top = 56 + 178 * number
        svg.text(left, top - 30, title, "start", font_weight="bold")
        for token in range(prompt + steps - 1):
            svg.text(left + cell * (token + 0.5), top - 8, token, fill=FAINT, font_size="11")
        for step in range(steps):
            y, tokens = top + cell * step, prompt + step
            svg.text(left - 10, y + 20, "prompt" if not step else f"token {step}", "end")
            computed = 0
            for token in range(tokens):
                fresh = token == tokens - 1 or not step or not keeping
                computed += fresh
                svg.box(left + cell * token, y, cell, cell, PRODUCT if fresh else LOOP, INK)
            x = left + cell * (prompt + steps) + 10
            svg.text(x, y + 20, f"{computed} of {tokens} computed", "start", fill=FAINT)
    y = 376
    for x, fill, what in (
        (left, PRODUCT, "through all blocks"),
        (left + 220, LOOP, "its keys and values are read"),
    ):
        svg.box(x, y - 12, 14, 14, fill)
        svg.text(x + 22, y, what, "start", fill=FAINT)
    return svg


if __name__ == "__main__":
    write({"groups": groups, "cache": cache}, Path(__file__).parent)
