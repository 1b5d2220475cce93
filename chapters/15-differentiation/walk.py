"""Reverse mode in a few lines, over the rules of the table, on the graph of x tanh x.

python chapters/15-differentiation/walk.py
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from stepdown import jit
from stepdown.frontend.graph import Value
from stepdown.primitives.derivatives import Applied


# [region walk]
def cotangents(order: Sequence[Value], numbers: dict[Value, float]) -> dict[Value, float]:
    """How much the last value changes for each unit by which another one changes. `order` is that
    in which they were made, `numbers` are what they are."""
    found = dict.fromkeys(numbers, 0.0) | {order[-1]: 1.0}
    for value in reversed(order):
        operands = tuple(numbers[operand] for operand in value.inputs)
        at = Applied(value.primitive.name, value.params, operands, numbers[value])
        given = value.primitive.derivative.pull(at, found[value], [True] * len(operands))
        for operand, cotangent in zip(value.inputs, given, strict=True):
            found[operand] += cotangent
    return found
    # [end walk]


def example(number: float = 1.0) -> dict[Value, tuple[float, float]]:
    """The values of x tanh x and their cotangents."""
    graph = jit(lambda x: x * np.tanh(x)).compile(np.full(1, number)).graph
    numbers = dict.fromkeys(graph.arguments, np.float64(number))
    for value in graph.used():
        numbers[value] = getattr(np, value.primitive.name)(*map(numbers.get, value.inputs))
    found = cotangents(graph.used(), numbers)
    return {value: (numbers[value], found[value]) for value in numbers}


if __name__ == "__main__":
    for value, (number, cotangent) in reversed(example().items()):
        what = value.name or value.primitive.name
        print(f"{what:<9} value {number:.4f}, cotangent {cotangent:.4f}")
