"""Draws this chapter's pictures: both passes in one graph, where they are cut, the network of that
cut; the two moons, and the losses of a GPT-2.

python chapters/15-differentiation/pictures/draw.py [DIRECTORY]

Operations, numbers and edges are those of the graphs that Stepdown makes. Written down here are
places, and which way the longer edges go.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402
import moons  # noqa: E402
import numpy as np  # noqa: E402
import train  # noqa: E402

from runners.svg import FAINT, INK, Svg, write  # noqa: E402
from stepdown import jit, split, value_and_grad  # noqa: E402
from stepdown.differentiation import partition  # noqa: E402
from stepdown.frontend.graph import Value  # noqa: E402

GIVEN, FORWARD, BACKWARD, AGAIN, KEPT = "#e5e7eb", "#cddff7", "#fde2c8", "#f7f0c4", "#b9e0b6"
CUT = "#b91c1c"
WIDE, HIGH, COLUMN, ROW, EDGE = 138, 28, 178, 58, 26
NAMES = {4: "h", 5: "t", 6: "y"}  # as in the source, by number
SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


# What is drawn. -----------------------------------------------------------------------------------


def numbered() -> dict[int, Value]:
    """The values of the loss and its gradient in one function, by the numbers that `joint.py`
    prints."""
    graph = jit(value_and_grad(functions.loss)).compile(*functions.arguments()).graph
    return dict(enumerate([*graph.arguments, *graph.used()]))


def told(values: dict[int, Value], number: int) -> str:
    """An operation as a formula, with constants written out."""
    value, numbers = values[number], {id(v): n for n, v in values.items()}

    def operand(of: Value) -> str:
        n = numbers[id(of)]
        if of.primitive is None:
            return of.name
        if of.primitive.name == "full" and n != 10:
            return f"{of.params['value']:g}"
        return NAMES.get(n, f"%{n}")

    if value.primitive is None:
        return f"%{number} {value.name}"
    name, parts = value.primitive.name, [operand(i) for i in value.inputs]
    if name in SIGNS:
        formula = f" {SIGNS[name]} ".join(parts)
    elif name == "contract":
        turned = value.params["maps"][1] == "mk"  # the second operand's rows are summed over
        formula = f"{parts[1]}.T @ {parts[0]}" if turned else " @ ".join(parts)
    elif name == "full":
        formula = f"1 / {1 / value.params['value']:.0f}"
    else:
        formula = f"{name} {' '.join(parts)}"
    name = f" {NAMES[number]}" if number in NAMES else ""
    return f"%{number}{name} = {formula}"


def parents(values: dict[int, Value], number: int) -> list[int]:
    """The numbers of what an operation reads, once each, without constants."""
    numbers = {id(v): n for n, v in values.items()}
    found = dict.fromkeys(numbers[id(i)] for i in values[number].inputs)
    return [n for n in found if values[n].primitive is None or drawn(values, n)]


def drawn(values: dict[int, Value], number: int) -> bool:
    value = values[number]
    return value.primitive is None or number == 10 or value.primitive.kind != "source"


def same(values: dict[int, Value], j: partition.Joint) -> dict[int, int]:
    """By id the numbers of the values of the passes that are split: there the seed is an argument,
    and divided when the pass runs; all else is the same."""
    seeds = {id(v) for v in j.seeds}  # and what is made of nothing else
    for value in j.order:
        if value.inputs and all(id(i) in seeds or i.is_source for i in value.inputs):
            seeds.add(id(value))
    made = [v for v in j.behind([*j.results, *j.gradients], seeds) if _computed(v)]
    numbers = [n for n, v in values.items() if _computed(v)]
    return {id(v): n for v, n in zip(made, numbers, strict=True)}


def _computed(value: Value) -> bool:
    return value.primitive is not None and value.primitive.kind not in ("source", "view")


# How. ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """A node, its centre in columns and rows."""

    column: float
    row: float
    text: str
    fill: str
    wide: float = WIDE

    @property
    def centre(self) -> tuple[float, float]:
        return self.column * COLUMN + WIDE / 2 + EDGE, self.row * ROW + HIGH / 2 + 2.6 * EDGE

    def side(self, side: str, off: float) -> tuple[float, float]:
        """A point of its outline: t, b, l or r, so many pixels from the middle."""
        (x, y), w, h = self.centre, self.wide / 2, HIGH / 2
        return {"t": (x + off, y - h), "b": (x + off, y + h), "l": (x - w, y + off),
                "r": (x + w, y + off)}[side]  # fmt: skip


@dataclass(frozen=True)
class Way:
    """How an edge goes: from a side of one box to a side of the other, `via` so many columns or
    rows, by turns."""

    start: str = "b"
    end: str = "t"
    via: tuple[float, ...] = ()
    off: tuple[float, float] = (0, 0)

    def points(self, first: Box, second: Box) -> list[tuple[float, float]]:
        end = second.side(self.end, self.off[1])
        found = [first.side(self.start, self.off[0])]
        across = self.start in "lr"
        for place in self.via:
            at = Box(place, place, "", "").centre
            found.append((at[0], found[-1][1]) if across else (found[-1][0], at[1]))
            across = not across
        if across == (self.end in "tb"):
            found.append((end[0], found[-1][1]) if across else (found[-1][0], end[1]))
        return [*found, end]


UP, OVER = Way("t", "b"), Way("r", "l")


def path(points: Sequence[tuple[float, float]], radius: float = 7) -> str:
    """A line through the points with rounded corners."""
    parts = [f"M{points[0][0]:g},{points[0][1]:g}"]
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        enter, leave = (_towards(at, other, radius) for other in (before, after))
        parts.append(f"L{enter[0]:g},{enter[1]:g} Q{at[0]:g},{at[1]:g} {leave[0]:g},{leave[1]:g}")
    return " ".join([*parts, f"L{points[-1][0]:g},{points[-1][1]:g}"])


def _towards(start: tuple[float, float], end: tuple[float, float], far: float):
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])  # one of them is zero
    share = min(far / length, 0.5) if length else 0
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


class Picture:
    """Boxes and edges on a grid."""

    def __init__(self, title: str, columns: float, rows: float) -> None:
        self.width = round(columns * COLUMN - (COLUMN - WIDE) + 2 * EDGE)
        self.height = round(rows * ROW - (ROW - HIGH) + 3.4 * EDGE)
        self.svg = Svg(self.width, self.height, font_size=12, heads={"to": FAINT, "cut": INK})
        # As large on a thick line as on a thin one.
        self.svg.parts = [
            part.replace("markerWidth", 'markerUnits="userSpaceOnUse" markerWidth')
            for part in self.svg.parts
        ]
        self.svg.text(EDGE, 22, title, "start", font_weight="bold")

    def edge(self, way: Way, first: Box, second: Box, strong: bool = False) -> None:
        colour, width, head = (INK, 2.4, "cut") if strong else (FAINT, 1, "to")
        self.svg.parts.append(
            f'<path d="{path(way.points(first, second))}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" marker-end="url(#{head})"/>'
        )

    def boxes(self, boxes: Iterable[Box]) -> None:
        for box in boxes:
            x, y = box.centre
            self.svg.box(x - box.wide / 2, y - HIGH / 2, box.wide, HIGH, box.fill, FAINT, 4)
            self.svg.text(x, y + 4, box.text)

    def legend(self, entries: Sequence[tuple[str, str]]) -> None:
        x = EDGE
        for text, fill in entries:
            self.svg.box(x, 34, 12, 12, fill, FAINT)
            self.svg.text(x + 18, 45, text, "start")
            x += 36 + 7.3 * len(text)

    def line(self, column: float, first: float, last: float, text: str, anchor: str) -> None:
        """A dashed line where something is cut, with a text beside its end."""
        (x, y), (_, end) = Box(column, first, "", "").centre, Box(column, last, "", "").centre
        self.svg.parts.append(
            f'<path d="M{x:g},{y:g} V{end:g}" stroke="{CUT}" stroke-width="1.4" '
            'stroke-dasharray="6 4" fill="none"/>'
        )
        self.svg.text(x + (8 if anchor == "start" else -8), end, text, anchor, fill=CUT)


# The pictures. ------------------------------------------------------------------------------------

FORWARDS = {0: (-0.19, 0, 60), 1: (0.19, 0, 60), 4: (0, 1), 5: (0, 2), 6: (0, 3), 7: (0, 4),
            8: (0, 5), 9: (0, 6)}  # fmt: skip
BACKWARDS = {10: (1, 6), 11: (1, 5), 12: (1, 4), 13: (0, 3), 14: (1, 3), 15: (2, 3), 16: (2, 2),
             17: (1, 2), 18: (1, 1), 19: (1, 0)}  # fmt: skip
# Within the backward pass; most go straight up.
RETURNING = {(12, 13): Way("l", "b"), (13, 18): Way("t", "l", off=(40, 0)), (16, 17): Way("l", "r")}


def together() -> Svg:
    values = numbered()
    picture = Picture("the loss and its gradient in one graph", 4, 7)
    boxes = {n: Box(*at[:2], told(values, n), FORWARD if n > 1 else GIVEN, *at[2:])
             for n, at in FORWARDS.items()}  # fmt: skip
    boxes |= {n: Box(c + 1, r, told(values, n), BACKWARD) for n, (c, r) in BACKWARDS.items()}
    boxes = {n: box for n, box in boxes.items() if n in values}
    across = {
        (0, 4): Way("b", "t", off=(0, -0.19 * COLUMN)),
        (1, 4): Way("b", "t", off=(0, 0.19 * COLUMN)),
        (4, 6): Way("l", "l", (-0.46,)),
        (6, 11): Way("r", "l", (0.54,)),
        (5, 13): Way("r", "t"),
        (4, 14): Way("r", "l", (0.5, 1.5, 1.5)),
        (5, 15): Way("r", "b", (0.5, 3.52), off=(7, 0)),
        (1, 19): OVER,
    }
    _edges(picture, values, boxes, across)
    picture.boxes(boxes.values())
    picture.legend([("arguments", GIVEN), ("forward", FORWARD), ("backward", BACKWARD)])
    return picture.svg


def _edges(picture: Picture, values: dict[int, Value], boxes: dict, ways: dict) -> None:
    """The edges between these boxes, each its own way."""
    for n in boxes:
        for parent in parents(values, n):
            way = (RETURNING | ways).get((parent, n), UP if n > 9 else Way())
            picture.edge(way, boxes[parent], boxes[n])


def parted() -> Svg:
    """Both passes as `split` makes them: what is kept goes over the cut."""
    values, arguments = numbered(), functions.arguments()
    passes = split(functions.loss)
    j, cut = passes.joint(*arguments), passes.partition(*arguments)
    every = split(functions.loss, policy="all").partition(*arguments)
    number = same(values, j)
    kept, again = ([number[id(v)] for v in found] for found in (cut.kept, cut.again))
    (h,), (t, y) = kept, again
    picture = Picture("the two functions of split(loss)", 5, 7)
    boxes = {n: Box(*at[:2], told(values, n), FORWARD if n > 1 else GIVEN, *at[2:])
             for n, at in FORWARDS.items()}  # fmt: skip
    boxes[h] = Box(0, 1, told(values, h), KEPT)
    behind = {n: Box(c + 2, r, told(values, n), BACKWARD) for n, (c, r) in BACKWARDS.items()}
    behind[10] = Box(3, 6, "%10 = seed / 3072", BACKWARD)
    behind |= {t: Box(1.1, 2, told(values, t), AGAIN), y: Box(1.1, 3, told(values, y), AGAIN)}
    seed = Box(2, 6, "seed", GIVEN)
    picture.line(0.54, -0.45, 6.4, "the cut", "start")
    inside = {
        (0, 4): Way("b", "t", off=(0, -0.19 * COLUMN)),
        (1, 4): Way("b", "t", off=(0, 0.19 * COLUMN)),
        (4, 6): Way("l", "l", (-0.46,)),
    }
    _edges(picture, values, boxes, inside)
    ways = {
        (h, t): Way("r", "t"),
        (h, y): Way("r", "l", (0.66,)),
        (h, 14): Way("r", "l", (0.66, 1.5, 2.5)),
        (t, 13): Way("r", "t"),
        (t, 15): Way("r", "b", (1.55, 3.52), off=(7, 0)),
        (y, 11): Way("b", "l"),
        (1, 19): OVER,
        (t, y): Way(),
    }
    for n, box in behind.items():
        for parent in parents(values, n) if n != 10 else ():
            first = behind.get(parent) or boxes[parent]
            way = (RETURNING | ways).get((parent, n), UP)
            picture.edge(way, first, box, strong=parent in kept and parent not in behind)
    picture.edge(OVER, seed, behind[10])
    picture.boxes([*boxes.values(), *behind.values(), seed])
    picture.legend(
        [("arguments", GIVEN), ("forward", FORWARD), (f"kept: {cut.bytes:,} bytes", KEPT),
         ("computed again", AGAIN), ("backward", BACKWARD)]
    )  # fmt: skip
    x = picture.width - EDGE
    picture.svg.text(x, 22, f"all that is read: {every.bytes:,} bytes", "end")
    return picture.svg


def network() -> Svg:
    """The flow network that is cut for the loss."""
    values, arguments = numbered(), functions.arguments()
    passes = split(functions.loss)
    j, cut = passes.joint(*arguments), passes.partition(*arguments)
    number = same(values, j)
    early, far, read = partition.flow(j, partition.RECOMPUTED)
    early = [v for v in early if id(v) in number]
    places = {4: (0.6, 1), 5: (1.75, 1), 6: (2.9, 0), 15: (2.9, 2), 16: (4.05, 2)}
    title = "what an edge costs to cut, in bytes; one without a number cannot be cut"
    picture = Picture(title, 6, 3.2)
    start, end = Box(-0.2, 1, "start", GIVEN, 56), Box(5.15, 1, "end", GIVEN, 56)
    pairs = {}
    for value in early:
        n = number[id(value)]
        column, row = places[n]
        label = NAMES.get(n, f"%{n}")
        fill = KEPT if value in cut.kept else BACKWARD if n > 9 else FORWARD
        pairs[n] = (Box(column, row, f"{label} in", fill, 58),
                    Box(column + 0.64, row, f"{label} out", fill, 58))  # fmt: skip
        picture.edge(OVER, *pairs[n], strong=value in cut.kept)
        x, y = Box(column + 0.32, row, "", "").centre
        picture.svg.text(x, y - HIGH / 2 - 5, f"{partition.size(value):,}", font_size="11")
        if value in cut.kept:
            picture.line(column + 0.3, row - 0.2, row + 0.8, "the cheapest cut", "end")
    infinite = {
        (4, 6): Way("t", "l"),
        (5, 6): Way("r", "l", (2.63,), off=(0, 4)),
        (5, 15): Way("r", "l", (2.63,)),
    }
    for value in early:
        n = number[id(value)]
        if id(value) in far:
            picture.edge(OVER, start, pairs[n][0])
        for parent in dict.fromkeys(number.get(id(i)) for i in value.inputs):
            if parent in pairs:
                picture.edge(infinite.get((parent, n), OVER), pairs[parent][1], pairs[n][0])
        if id(value) in read:
            ways = {4: Way("b", "b", (2.75,)), 5: OVER, 6: Way("r", "t"), 16: Way("r", "b")}
            picture.edge(ways[n], pairs[n][1], end)
    picture.boxes([start, end, *(box for pair in pairs.values() for box in pair)])
    return picture.svg


PICTURES = {"joint": together, "cut": parted, "network": network}


def save(figure, file: Path) -> None:
    """The same bytes each time: no date, and names of parts that do not change."""
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "stepdown", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("".join(line.rstrip() + "\n" for line in lines), encoding="utf-8")
    print(file)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "pictures"
    write(PICTURES, folder)
    save(moons.boundary(moons.learn(np.random.default_rng(1))), folder / "moons.svg")
    found = json.loads((CHAPTER / "results" / "shakespeare.json").read_text(encoding="utf-8"))
    curve = train.curve(found["training"], found["validation"], found["characters"])
    save(curve, folder / "shakespeare.svg")
