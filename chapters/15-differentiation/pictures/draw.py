"""Draws this chapter's pictures: a loss as a graph, with its gradient, and cut in two.

python chapters/15-differentiation/pictures/draw.py [DIRECTORY]

The graphs are those that stepdown makes: nothing of them is written down here but the places of a
few nodes' names.
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.svg import FAINT, INK, Svg, write  # noqa: E402
from stepdown import split  # noqa: E402
from stepdown.differentiation.partition import Joint, Partition, size  # noqa: E402

GIVEN, FORWARD, BACKWARD, AGAIN, KEPT = "#e5e7eb", "#cddff7", "#fde2c8", "#f7f0c4", "#d5ecd4"
WIDE, HIGH, GAP = 132, 30, 26
SIGNS = {"contract": "product", "variable": "seed"}


def joint() -> tuple[Joint, Partition, Partition]:
    arguments = functions.arguments()
    passes = {policy: split(functions.loss, policy=policy) for policy in ("all", "cut")}
    found = [passes[policy].partition(*arguments) for policy in ("all", "cut")]
    return passes["cut"].joint(*arguments), *found


def shown(values: list) -> list:
    """The values that are drawn: constants and views stand in the operations that read them."""
    return [v for v in values if v.primitive is None or v.primitive.kind not in ("source", "view")
            or v.primitive.name == "variable"]  # fmt: skip


def through(value):
    """What is drawn for a value: what it is a view of."""
    while value.primitive is not None and value.primitive.kind == "view":
        if value.primitive.name == "variable":
            return value
        value = value.inputs[0]
    return value


class Picture:
    """Nodes in rows, each below its operands; edges between them."""

    def __init__(
        self, title: str, j: Joint, values: list, fills: dict[int, str], top: float = 1.4 * GAP
    ) -> None:
        self.j, self.fills = j, fills
        self.values = [*j.leaves, *(v for v in shown(values) if v not in j.leaves)]
        self.row: dict[int, int] = {}
        inside = {id(v) for v in self.values}
        for value in self.values:
            above = [self.row[id(through(i))] for i in value.inputs if id(through(i)) in inside]
            self.row[id(value)] = 1 + max(above, default=-1)
        self.rows: list[list] = [[] for _ in range(1 + max(self.row.values()))]
        for value in self.values:
            self.rows[self.row[id(value)]].append(value)
        columns = max(map(len, self.rows))
        self.width = columns * (WIDE + GAP) + GAP
        self.height = len(self.rows) * (HIGH + GAP) + GAP + top
        self.svg = Svg(max(self.width, 360), self.height, font_size=12, heads={"to": FAINT})
        self.svg.text(GAP, 20, title, "start", font_weight="bold")
        self.place: dict[int, tuple[float, float]] = {}
        for n, row in enumerate(self.rows):
            left = (max(self.width, 360) - len(row) * (WIDE + GAP) + GAP) / 2
            for m, value in enumerate(row):
                at = left + m * (WIDE + GAP), top + n * (HIGH + GAP)
                self.place[id(value)] = at

    def draw(self, bold: set[int] = frozenset()) -> Svg:
        for value in self.values:
            x, y = self.place[id(value)]
            for operand in {id(through(i)): through(i) for i in value.inputs}.values():
                if id(operand) not in self.place:
                    continue
                a, b = self.place[id(operand)]
                strong = id(operand) in bold and id(value) not in self.before
                colour, width = (INK, 2.4) if strong else (FAINT, 1)
                # Past a row between them it goes around the nodes there.
                far = self.row[id(value)] - self.row[id(operand)] > 1
                out, reach = (WIDE / 2 + 10, 1.5 * GAP) if far and abs(x - a) < 1 else (0, GAP / 2)
                start, end = (a + WIDE / 2 + out / 2, x + WIDE / 2 + out / 2)
                self.svg.parts.append(
                    f'<path d="M{start:g},{b + HIGH:g} C{start + 1.6 * out:g},{b + HIGH + reach:g} '
                    f'{end + 1.6 * out:g},{y - reach:g} {end:g},{y:g}" fill="none" '
                    f'stroke="{colour}" stroke-width="{width}" marker-end="url(#to)"/>'
                )
        for value in self.values:
            x, y = self.place[id(value)]
            fill = self.fills.get(id(value), FORWARD)
            self.svg.box(x, y, WIDE, HIGH, fill, INK if id(value) in bold else FAINT, 4)
            self.svg.text(x + WIDE / 2, y + 19, self.name(value))
        return self.svg

    before: set[int] = frozenset()  # the values of the forward pass

    def name(self, value) -> str:
        for n, leaf in enumerate(self.j.leaves):
            if value is leaf:
                return f"{'wx'[n]} {' x '.join(map(str, value.type.shape))}"
        name = SIGNS.get(value.primitive.name, value.primitive.name)
        if value in map(through, self.j.results):
            return f"{name}: loss"
        if value in map(through, self.j.gradients):
            return f"{name}: gradient"
        shape = " x ".join(map(str, value.type.shape))
        return f"{name} {shape}".strip()


def forward() -> Svg:
    j, _, _ = joint()
    values = j.behind(j.results, set())
    return Picture("forward", j, values, _fills(j)).draw()


def together() -> Svg:
    j, _, _ = joint()
    values = j.behind([*j.results, *j.gradients], set())
    return Picture("forward and backward in one graph", j, values, _fills(j)).draw()


def parted() -> Svg:
    """The joint graph with what the minimum cut keeps, and what it has computed again."""
    j, every, cut = joint()
    fills = _fills(j)
    fills.update((id(v), AGAIN) for v in cut.again)
    fills.update((id(through(v)), KEPT) for v in cut.kept)
    values = j.behind([*j.results, *j.gradients], set())
    picture = Picture(
        f"cut: {sum(map(size, cut.kept)):,} bytes are kept, {every.bytes:,} without recomputation",
        j, values, fills, top=2.2 * GAP,
    )  # fmt: skip
    picture.before = {id(v) for v in j.behind(j.results, set())} - {id(v) for v in cut.again}
    x = GAP
    for what, fill in (("forward", FORWARD), ("kept", KEPT), ("computed again", AGAIN),
                       ("backward", BACKWARD)):  # fmt: skip
        picture.svg.box(x, 30, 12, 12, fill, FAINT)
        picture.svg.text(x + 18, 41, what, "start")
        x += 34 + 8 * len(what)
    return picture.draw({id(through(v)) for v in cut.kept})


def _fills(j: Joint) -> dict[int, str]:
    late = j.after({id(v) for v in j.seeds})
    fills = {id(v): BACKWARD if id(v) in late else FORWARD for v in j.order}
    fills.update((id(v), GIVEN) for v in (*j.leaves, *j.seeds))
    only = {id(v) for v in j.behind(j.gradients, set())} - {
        id(v) for v in j.behind(j.results, set())
    }
    fills.update((n, BACKWARD) for n in only if fills[n] == FORWARD)
    return fills


PICTURES = {"forward": forward, "joint": together, "cut": parted}

if __name__ == "__main__":
    write(PICTURES, CHAPTER / "pictures")
