"""Draws this chapter's pictures: e-graphs before and after, growth without end, and times.

python chapters/06-e-graphs/pictures/draw.py [DIRECTORY]

times.svg is measured and the others are not: they come out the same each time.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import egraph_by_hand  # noqa: E402
import examples  # noqa: E402
import times  # noqa: E402
from specialize.egraph import EGraph, Limits, Node, Snapshot  # noqa: E402
from specialize.picture import draw  # noqa: E402
from specialize.rulebook import arithmetic  # noqa: E402
from specialize.terms import constant  # noqa: E402
from specialize.trace import parse_signature, trace  # noqa: E402

from runners.svg import FAINT, INK, Svg, write  # noqa: E402

LINE, LIMIT = "#2563a8", "#d11f3a"
NAMES = {"*": "multiply", "/": "divide", "+": "add"}


def _of_hand(graph: egraph_by_hand.EGraph, root: int) -> Snapshot:
    """The e-graph of egraph_by_hand.py, as the package's pictures take it."""
    classes: dict[str, list[Node]] = {}
    for node, name in graph.class_of.items():
        children = tuple(str(graph.find(child)) for child in node[1:])
        if children:
            made = Node(NAMES[node[0]], "float64", children)
        elif node[0].isdigit():
            made = Node("constant", "float64", (), constant(float(node[0]), "float64").payload)
        else:
            made = Node("argument", "float64", (), 0)
        classes.setdefault(str(graph.find(name)), []).append(made)
    return Snapshot({name: tuple(nodes) for name, nodes in classes.items()}, str(graph.find(root)))


def halved_before() -> Svg:
    graph = egraph_by_hand.EGraph()
    root = graph.add(egraph_by_hand.TERM)
    snapshot = _of_hand(graph, root)
    return draw(snapshot, "a * 2 / 2", "a", [n for c in snapshot.classes.values() for n in c])


def halved_after() -> Svg:
    graph = egraph_by_hand.EGraph()
    root = graph.add(egraph_by_hand.TERM)
    list(graph.saturate(egraph_by_hand.RULES))
    return draw(
        _of_hand(graph, root), "after three rounds", "a", [Node("argument", "float64", (), 0)]
    )


def growth() -> Svg:
    """E-nodes after each iteration: four terms that associate, commute and cancel."""
    counts = grown()
    svg = Svg(560, 300)
    left, top, width, height = 70, 50, 460, 190
    svg.text(left, 26, "a + b + c + d - a - b - c: e-nodes after each iteration", "start",
             font_weight="bold")  # fmt: skip
    most = 5  # powers of ten

    def place(turn: int, count: float) -> tuple[float, float]:
        from math import log10

        return left + width * turn / (len(counts) - 1), top + height * (1 - log10(count) / most)

    for power in range(most + 1):
        _, y = place(0, 10**power)
        svg.parts.append(f'<path d="M{left},{y:g} h{width}" stroke="#e5e7eb"/>')
        svg.text(left - 8, y + 4, f"{10**power:,}", "end", fill=FAINT, font_size="11")
    _, y = place(0, Limits().nodes)
    svg.parts.append(f'<path d="M{left},{y:g} h{width}" stroke="{LIMIT}" stroke-dasharray="6 4"/>')
    svg.text(left + 6, y - 5, f"the limit, {Limits().nodes:,}", "start", fill=LIMIT, font_size="11")
    points = [place(turn, count) for turn, count in enumerate(counts)]
    path = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    svg.parts.append(f'<path d="M{path}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for turn, (x, y) in enumerate(points):
        svg.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{LINE}"/>')
        svg.text(x, top + height + 20, turn, fill=INK, font_size="11")
        svg.text(x, y - 10, f"{counts[turn]:,}", fill=INK, font_size="11")
    svg.text(left + width / 2, top + height + 42, "iterations", fill=FAINT)
    return svg


def grown() -> list[int]:
    def four(a, b, c, d):
        return a + b + c + d - a - b - c

    signature = parse_signature("float64(float64, float64, float64, float64)")
    found = []
    for iterations in range(7):
        graph = EGraph(trace(four, signature)[0])
        limits = Limits(iterations=iterations, nodes=10**6, seconds=60)
        done, _ = graph.saturate([arithmetic.fast_math], limits)
        found.append(done.nodes)
        if done.nodes > Limits().nodes:
            break
    return found


PICTURES = {
    "halved-before": halved_before,
    "halved-after": halved_after,
    "angles-before": lambda: examples.angles.draw(before=True),
    "angles-after": lambda: examples.angles.draw(),
    "shared-after": lambda: examples.shared.draw(),
    "growth": growth,
}

if __name__ == "__main__":
    write(PICTURES, HERE)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    figure = times.plot(times.measured(runs=25))
    figure.savefig(folder / "times.svg", bbox_inches="tight", metadata={"Date": None})
    print(folder / "times.svg")
