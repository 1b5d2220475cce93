"""A picture of an e-graph: a dashed box for each class, with its nodes side by side in it.

From each operand of a node a line leads to the class that it may be taken from. Classes are placed
in rows so that operands are below their users, as far as that is possible: an e-graph can have
cycles. The class of the whole term has a thick outline; nodes of the chosen term are filled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from runners.svg import FAINT, INK, Svg

from .egraph import Node, Snapshot
from .terms import OPERATIONS, make

CHOSEN, PLAIN, BOX, LINE = "#ffd9a8", "#f3f4f6", "#2563a8", "#9aa3af"
CHARACTER, HEIGHT, GAP, INSIDE = 8.0, 26, 26, 8
ROW = 96


@dataclass
class _Class:
    """A class, its nodes with what stands in their boxes, and its place."""

    name: str
    nodes: list[Node]
    labels: list[str]
    row: int
    x: float = 0.0

    @property
    def widths(self) -> list[float]:
        return [max(len(label), 2) * CHARACTER + 14 for label in self.labels]

    @property
    def width(self) -> float:
        return sum(self.widths) + INSIDE * (len(self.nodes) + 1)


def draw(
    snapshot: Snapshot,
    title: str,
    names: Sequence[str] = (),
    chosen: Iterable[Node] = (),
) -> Svg:
    """The e-graph as a picture; `names` are those of the arguments."""
    picked = set(chosen)
    depths = _depths(snapshot)
    rows: dict[int, list[_Class]] = {}
    top = max(depths.values())
    for name, members in snapshot.classes.items():
        ordered = sorted(members, key=lambda n: (n not in picked, _label(n, names), n.children))
        row = top - depths[name]
        labels = [_label(node, names) for node in ordered]
        rows.setdefault(row, []).append(_Class(name, ordered, labels, row))
    placed = _placed([rows[n] for n in sorted(rows)])
    width = max(c.x + c.width for c in placed.values()) + GAP
    last = max(c.row for c in placed.values())
    height = 24 + ROW * (last + 1)
    if any(c.row == last and n.children for c in placed.values() for n in c.nodes):
        height += 36  # lines that lead around from below
    svg = Svg(round(width), height, font_size=13, heads={"to": LINE, "picked": INK})
    svg.text(GAP, 28, title, "start", font_weight="bold")
    for each in placed.values():
        for node, x, wide in _boxes(each):
            for place, child in enumerate(node.children):
                start = x + wide * (place + 1) / (len(node.children) + 1)
                _line(svg, start, each, placed[child], node in picked)
    for each in placed.values():
        _box(svg, each, each.name == snapshot.root, picked)
    return svg


def _depths(snapshot: Snapshot) -> dict[str, int]:
    """How deep the deepest term of each class is; the shallowest where there are cycles."""
    for deepest in (True, False):
        pick = max if deepest else min
        found: dict[str, int] = {}
        for _ in range(len(snapshot.classes) + 1):
            before = dict(found)
            for name, members in snapshot.classes.items():
                depths = [
                    1 + max((found[c] for c in node.children), default=-1)
                    for node in members
                    if all(c in found for c in node.children)
                ]
                if depths:
                    found[name] = pick(depths)
            if found == before:
                return found
    raise AssertionError("an e-graph without a term")


def _placed(rows: list[list[_Class]]) -> dict[str, _Class]:
    """Give each class its x: first in a row, then below the middle of its users."""
    everyone = {each.name: each for row in rows for each in row}
    total = max(sum(c.width + GAP for c in row) for row in rows)
    users: dict[str, list[_Class]] = {}
    for each in everyone.values():
        for node in each.nodes:
            for child in node.children:
                users.setdefault(child, []).append(each)
    for row in rows:

        def middle(each: _Class) -> float:
            above = [u.x + u.width / 2 for u in users.get(each.name, ()) if u.row < each.row]
            return sum(above) / len(above) if above else total / 2

        row.sort(key=lambda each: (round(middle(each), 3), each.name))
        needed = sum(c.width + GAP for c in row) - GAP
        x = GAP + (total - needed) / 2
        for each in row:
            each.x = x
            x += each.width + GAP
    return everyone


def _boxes(each: _Class) -> Iterable[tuple[Node, float, float]]:
    x = each.x + INSIDE
    for node, wide in zip(each.nodes, each.widths, strict=True):
        yield node, x, wide
        x += wide + INSIDE


def _top(each: _Class) -> float:
    return 48 + ROW * each.row


def _box(svg: Svg, each: _Class, root: bool, picked: set[Node]) -> None:
    y = _top(each)
    stroke = 2.4 if root else 1.2
    svg.parts.append(
        f'<rect x="{each.x:g}" y="{y:g}" width="{each.width:g}" height="{HEIGHT + 2 * INSIDE}" '
        f'rx="9" fill="none" stroke="{BOX}" stroke-width="{stroke}" stroke-dasharray="5 3"/>'
    )
    for (node, x, wide), label in zip(_boxes(each), each.labels, strict=True):
        fill = CHOSEN if node in picked else PLAIN
        svg.box(x, y + INSIDE, wide, HEIGHT, fill, FAINT, 5)
        svg.text(x + wide / 2, y + INSIDE + 18, label)


def _line(svg: Svg, x: float, source: _Class, target: _Class, picked: bool) -> None:
    start = _top(source) + INSIDE + HEIGHT
    share = (x - source.x) / source.width
    end_x = target.x + target.width * (0.3 + 0.4 * share)
    colour, head, wide = (INK, "picked", 1.6) if picked else (LINE, "to", 1.1)
    if target.row > source.row:
        end = _top(target) - 2
        path = f"M{x:g},{start:g} C{x:g},{start + 34:g} {end_x:g},{end - 34:g} {end_x:g},{end:g}"
    else:  # to the same row or one above: around the box, from below
        end = _top(target) + HEIGHT + 2 * INSIDE + 2
        path = f"M{x:g},{start:g} C{x:g},{start + 52:g} {end_x:g},{end + 40:g} {end_x:g},{end:g}"
    svg.parts.append(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}" '
        f'marker-end="url(#{head})"/>'
    )


def _label(node: Node, names: Sequence[str]) -> str:
    """What stands in a node's box: the operation, or the leaf."""
    if node.op == "argument":
        return names[node.payload] if names else f"x{node.payload}"
    if node.op == "constant":
        return str(make("constant", node.kind, payload=node.payload))
    if node.op == "cast":
        return node.kind
    return "neg" if node.op == "negative" else OPERATIONS[node.op].sign or node.op
