"""Draws this chapter's pictures: heat maps of heads, a product's memory, groups, bytes moved.

python chapters/11-attention/pictures/draw.py [DIRECTORY]

Everything is worked out by compiled functions and from what the compiler decides; nothing is
drawn by hand but the layout.
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402
import hand_made  # noqa: E402
import traffic  # noqa: E402

from runners.svg import FAINT, INK, PAPER, Svg, write  # noqa: E402
from stepdown import jit  # noqa: E402
from stepdown.lowering import fuse, simplify  # noqa: E402

TEXT = "abcadbcabd"
BLAS, LOOP, VIEW = "#fde2c8", "#cddff7", "#e5e7eb"
COLOURS = {"query": "#fde2c8", "key": "#cddff7", "value": "#d5ecd4"}


def shade(weight: float) -> str:
    """White for 0 to dark blue for 1, in 32 steps: a last bit that differs changes no picture."""
    step = round(float(weight) * 32) / 32
    low = (24, 74, 140)
    return "#" + "".join(f"{round(255 - step * (255 - c)):02x}" for c in low)


def heads() -> Svg:
    """What each head of the layer made by hand takes of each token."""
    x, (to_qkv, _) = hand_made.tokens(TEXT), hand_made.parameters()
    weights = jit(functions.weights, static=("heads",))(x, to_qkv, hand_made.HEADS)
    cell, count = 17, len(TEXT)
    svg = Svg(900, 280)
    for head, name in enumerate(hand_made.NAMES):
        left, top = 40 + 218 * head, 66
        svg.text(left, 26, f"head {head}: {name}", "start", font_weight="bold", font_size="12")
        for place, letter in enumerate(TEXT):
            svg.text(left + cell * (place + 0.5), top - 6, letter, fill=FAINT)
            svg.text(left - 8, top + cell * (place + 0.5) + 5, letter, "end", fill=FAINT)
        for i in range(count):
            for j in range(count):
                fill = shade(weights[head, i, j]) if j <= i else VIEW
                svg.box(left + cell * j, top + cell * i, cell, cell, fill, "#d1d5db")
    svg.text(40, 262, "A row is the token that looks, a column what it looks at; dark is 1, grey "
             "is not seen.", "start", fill=FAINT)  # fmt: skip
    return svg


def memory() -> Svg:
    """Where the queries and keys of one head lie in the product that makes them all."""
    tokens, heads_, each, head = 6, 4, 3, 1
    width = heads_ * each
    cell, left, top = 21, 50, 64
    svg = Svg(900, 300, heads={"tip": INK})
    for number, (name, colour) in enumerate(COLOURS.items()):
        start = left + cell * width * number
        svg.text(start + cell * width / 2, 26, name, font_weight="bold")
        for h in range(heads_):
            svg.text(start + cell * each * (h + 0.5), 48, f"head {h}", fill=FAINT, font_size="11")
        for t in range(tokens):
            for c in range(width):
                mine = c // each == head and name != "value"
                fill = colour if mine else PAPER
                svg.box(start + cell * c, top + cell * t, cell, cell, fill, "#d1d5db")
    for t in range(tokens):
        svg.text(left - 8, top + cell * (t + 0.5) + 5, t, "end", fill=FAINT)
    bottom = top + cell * tokens
    for number, name in enumerate(("query", "key")):
        at = left + cell * (width * number + each * head)
        svg.box(at, top, cell * each, cell * tokens, "none", INK)
        svg.parts.append(
            f'<path d="M{at:g},{bottom + 34} L{at:g},{bottom + 6}" stroke="{INK}" fill="none" '
            f'marker-end="url(#tip)"/>'
        )
        svg.text(at + 6, bottom + 36, f"the {name}'s pointer", "start")
    svg.text(left, bottom + 66, f"One row is {3 * width} numbers. From a row of a head's matrix "
             f"to the next it is {3 * width} numbers on:", "start", fill=FAINT)  # fmt: skip
    svg.text(left, bottom + 86, "the leading dimension, which BLAS takes beside the pointer. "
             "The keys are read transposed.", "start", fill=FAINT)  # fmt: skip
    return svg


def groups() -> Svg:
    """The groups that fusion makes of attention, and what is read through views between them."""
    compiled = traffic.attention(tokens=32, width=64, heads=4)
    found = [
        group for group in fuse.groups(simplify.simplified(compiled.graph)) if not _free(group)
    ]
    home = {id(value): group for group in found for value in group.values}
    box, height, step, left = 480, 46, 78, 40
    svg = Svg(900, 70 + step * len(found), heads={"tip": INK})
    top = {id(group): 20 + step * n for n, group in enumerate(found)}
    lane = 0
    for group in found:
        y = top[id(group)]
        kind, fill = _kind(group)
        svg.box(left, y, box, height, fill, INK, 5)
        sizes = " x ".join(map(str, group.domain))
        svg.text(left + 12, y + 19, f"{kind}, {sizes}", "start", font_weight="bold")
        names = ", ".join(str(value.primitive) for value in group.values)
        svg.text(left + 12, y + 37, names, "start", font_size="12")
        for source, views in _sources(group, home):
            label, start = ", ".join(views), top[id(source)] + height
            if y - start < step:
                x = left + box / 2
                path = f"M{x:g},{start} L{x:g},{y - 2}"
                svg.text(x + 10, (start + y) / 2 + 4, label, "start", fill=FAINT, font_size="12")
            else:
                x, right = left + box + 26 + 26 * lane, left + box
                path = (
                    f"M{right},{start - 12} L{x},{start - 12} L{x},{y + 16} L{right + 3},{y + 16}"
                )
                svg.text(x + 8, y - 6, label, "start", fill=FAINT, font_size="12")
                lane += 1
            svg.parts.append(
                f'<path d="{path}" fill="none" stroke="{INK}" marker-end="url(#tip)"/>'
            )
    svg.text(left, 50 + step * len(found), "Grey words are views on the way: they cost nothing.",
             "start", fill=FAINT)  # fmt: skip
    return svg


def _free(group) -> bool:
    """Whether a group is a reshape of what lies in memory in that order: nothing to compute."""
    value = group.values[0]
    if str(value.primitive) != "reshape":
        return False
    before = value.inputs[0].primitive
    return before is None or before.kind != "view" or before.name in ("units", "slice")


def _kind(group) -> tuple[str, str]:
    name = group.values[0].primitive.name
    if group.kind == "single":
        return ("a call of BLAS", BLAS) if name == "contract" else ("a copy, to be reshaped", VIEW)
    return ("a loop over rows" if group.kind == "rows" else "a loop", LOOP)


def _sources(group, home: dict) -> list[tuple]:
    """The groups that a group reads from, each with the views on the way, reshapes included."""
    found: dict[int, tuple] = {}
    for value in group.values:
        for operand in value.inputs:
            views, at = [], operand
            while id(at) not in home and at.inputs:
                if at.primitive.name not in ("units", "broadcast", *views):
                    views.insert(0, at.primitive.name)
                at = at.inputs[0]
            source = home.get(id(at))
            if source is not None and source is not group:
                found.setdefault(id(source), (source, views))
    return list(found.values())


def moved() -> Svg:
    """Bytes moved by attention before and after fusion, by what moves them."""
    svg = Svg(900, 262)
    svg.text(30, 28, "MiB moved by attention of 12 heads, width 768", "start", font_weight="bold")
    y = 50
    for tokens in (128, 1024):
        compiled = traffic.attention(tokens)
        counted = []
        for name, fused in (("as written", False), ("after fusion", True)):
            steps = traffic.steps(compiled, fused)
            products = traffic.total([s for s in steps if s.what == "contract"])
            counted.append((name, products, traffic.total(steps) - products))
        longest = max(products + rest for _, products, rest in counted)
        for name, products, rest in counted:
            svg.text(158, y + 18, f"{tokens}, {name}", "end", font_size="12")
            x, scale = 170, 600 / longest
            for size, fill in ((products, BLAS), (rest, LOOP)):
                svg.box(x, y, size * scale, 26, fill)
                svg.text(x + size * scale / 2, y + 18, f"{size / 2**20:.1f}", font_size="12")
                x += size * scale
            y += 36
        y += 14
    for x, fill, name in ((170, BLAS, "products"), (320, LOOP, "everything else")):
        svg.box(x, y, 14, 14, fill)
        svg.text(x + 22, y + 12, name, "start", fill=FAINT)
    return svg


if __name__ == "__main__":
    write(
        {"heads": heads, "memory": memory, "groups": groups, "moved": moved}, Path(__file__).parent
    )
