"""A tracer: run a function of NumPy on arrays without numbers, and write down what it asks for.

python chapters/09-front-end/tiny/tracer.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np


# [region tracer]
@dataclass
class Graph:
    """The steps of a function. An int among the inputs is the number of a value: the arguments come
    first, then what each step gives. A float is itself."""

    arguments: int
    steps: list[tuple[np.ufunc, list[int | float]]] = field(default_factory=list)
    result: int = 0

    def add(self, ufunc: np.ufunc, inputs: list[int | float]) -> int:
        self.steps.append((ufunc, inputs))
        return self.arguments + len(self.steps) - 1


class Symbol(np.lib.mixins.NDArrayOperatorsMixin):
    """Stands for an array. NumPy hands its ufuncs over to it; it answers with another Symbol."""

    def __init__(self, graph: Graph, number: int) -> None:
        self.graph, self.number = graph, number

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if method != "__call__" or options or ufunc.nout != 1:
            return NotImplemented
        inputs = [x.number if isinstance(x, Symbol) else float(x) for x in inputs]
        return Symbol(self.graph, self.graph.add(ufunc, inputs))


def trace(function: Callable, arguments: int) -> Graph:
    """Call the function once, with symbols."""
    graph = Graph(arguments)
    graph.result = function(*(Symbol(graph, n) for n in range(arguments))).number
    return graph
    # [end tracer]


def show(graph: Graph) -> str:
    """The graph as text, a step a line."""
    lines = []
    for number, (ufunc, inputs) in enumerate(graph.steps, graph.arguments):
        shown = [f"%{x}" if isinstance(x, int) else str(x) for x in inputs]
        lines.append(f"%{number} = {ufunc.__name__}({', '.join(shown)})")
    return "\n".join([*lines, f"return %{graph.result}"])


# [region function]
def gelu(x):
    inner = 0.7978845608 * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + np.tanh(inner))
    # [end function]


if __name__ == "__main__":
    print(show(trace(gelu, 1)))
