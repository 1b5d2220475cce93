"""Pictures of what the engine holds: a Value's graph, and a network with its weights."""

from __future__ import annotations

from collections.abc import Sequence

from runners.svg import FAINT, INK, Svg

from .engine import Value
from .errors import OperandError
from .nn import MLP

LEAF, MADE, FIXED = "#dbe9fb", "#fdf1d3", "#eceef1"
POSITIVE, NEGATIVE = "#2b6cb0", "#c2410c"
MOST_NODES = 60  # more do not fit a page


def number(x: float) -> str:
    return f"{x:.4g}"


def columns(values: Sequence[Value]) -> list[list[Value]]:
    """Values from left to right: each right of its inputs, and inputs just left of a reader."""
    column = {}
    for value in values:
        column[value] = 1 + max((column[source] for source in value.inputs), default=-1)
    for value in reversed(values):
        if not value.inputs:
            readers = [column[other] for other in values if value in other.inputs]
            column[value] = min(readers, default=1) - 1
    found = [[] for _ in range(max(column.values()) + 1)]
    for value in values:
        found[column[value]].append(value)
    return found


def graph(result: Value) -> Svg:
    """The graph of a value: each with its number and gradient, each arrow with its slope."""
    values = result.graph()
    if len(values) > MOST_NODES:
        raise OperandError(f"a picture of {len(values)} values; {MOST_NODES} at most can be read")
    placed = columns(values)
    wide, high, across, down = 128, 62, 210, 96
    height = 70 + down * max(map(len, placed))
    svg = Svg(across * len(placed) - across + wide + 40, height, heads={"to": FAINT})
    corner = {}
    for i, column in enumerate(placed):
        top = (height + 40 - down * len(column) + down - high) / 2
        for j, value in enumerate(column):
            corner[value] = (20 + across * i, top + down * j)
    for value in values:
        ports = list(zip(value.inputs, value.slopes, strict=True))
        # From the top: what comes over the boxes between, then by height.
        far = corner[value][0] - across
        ports.sort(key=lambda port: (corner[port[0]][0] >= far, corner[port[0]][1]))
        for k, (source, slope) in enumerate(ports):
            (x1, y1), (x2, y2) = corner[source], corner[value]
            over = x1 < far
            x1, y1 = x1 + wide, y1 + high / 2
            y2 += high * (k + 1) / (len(ports) + 1)
            bend = f"{x1 + 40:g},{4 if over else y1:g} {x2 - 60:g},{4 if over else y2:g}"
            svg.parts.append(
                f'<path d="M{x1:g},{y1:g} C{bend} {x2:g},{y2:g}" fill="none" stroke="{FAINT}" '
                'marker-end="url(#to)"/>'
            )
            if slope is not None:
                x, lift = (x2 - 24, -8) if over else (x2 - 10, -6 if k == 0 else 16)
                svg.text(x, y2 + lift, number(slope), "end", font_size="11", fill=POSITIVE)
    for value, (x, y) in corner.items():
        fill = FIXED if not value.varies else MADE if value.op else LEAF
        svg.box(x, y, wide, high, fill, FAINT, 6)
        name = " ".join(part for part in (value.name, value.op) if part and part != "constant")
        svg.text(x + wide / 2, y + 18, name, font_weight="bold")
        svg.text(x + wide / 2, y + 36, number(value.data))
        if value.varies:
            grad = f"grad {number(value.grad)}"
            svg.text(x + wide / 2, y + 53, grad, font_size="11", fill=NEGATIVE)
    return svg


def network(model: MLP) -> Svg:
    """The neurons in columns; a line is as wide as its weight is large, and shows its sign."""
    across, down, radius = 190, 52, 16
    height = 80 + down * max(model.sizes)
    svg = Svg(60 + across * (len(model.sizes) - 1) + 120, height)

    def place(layer: int, i: int) -> tuple[float, float]:
        return 60 + across * layer, height / 2 + 12 + down * (i - (model.sizes[layer] - 1) / 2)

    for number_, layer in enumerate(model.layers):
        largest = max(abs(w.data) for neuron in layer.neurons for w in neuron.weights) or 1.0
        for j, neuron in enumerate(layer.neurons):
            for i, weight in enumerate(neuron.weights):
                (x1, y1), (x2, y2) = place(number_, i), place(number_ + 1, j)
                share = abs(weight.data) / largest
                colour = POSITIVE if weight.data >= 0 else NEGATIVE
                svg.parts.append(
                    f'<path d="M{x1:g},{y1:g} L{x2:g},{y2:g}" stroke="{colour}" '
                    f'stroke-width="{0.3 + 4 * share:.2f}" '
                    f'stroke-opacity="{0.25 + 0.6 * share:.2f}"/>'
                )
    for layer, size in enumerate(model.sizes):
        for i in range(size):
            x, y = place(layer, i)
            fill = LEAF if layer == 0 else MADE
            svg.box(x - radius, y - radius, 2 * radius, 2 * radius, fill, INK, radius)
            if layer == 0:
                svg.text(x, y + 4, f"x{i}", font_size="12")
        kind = "inputs" if layer == 0 else model.layers[layer - 1].neurons[0].activation
        svg.text(60 + across * layer, 24, f"{size} {kind}", font_size="12", fill=FAINT)
    return svg
