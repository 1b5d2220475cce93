"""A gradient in one graph with its function: what it computes again rather than read from memory.

A value that only the loops of the forward pass need stays in registers there; if the backward pass
reads it too, it is written to memory, and read back much later. So the minimum cut of `partition`
decides here as well, with other costs: what the forward pass writes in any case, the operands and
results of products for instance, is kept for nothing. Of a GELU what comes before it and behind it
is in memory; all that lies between is computed once more where the backward pass needs it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from ..frontend import tree
from ..frontend.array import Array
from ..frontend.graph import Graph, Value
from ..lowering import fuse
from . import trees
from .partition import RECOMPUTED, Joint, cheapest, size, too_far


# [region recomputed]
def recomputed(result: object, gradient: object, most: int = RECOMPUTED) -> object:
    """The gradient, a tree of traced arrays, which computes cheap values of the forward pass again.

    `result` is what that pass gives, a tree of traced arrays. At most `most` additions an element
    are spent on a value. The numbers stay the same.
    """
    leaves, structure = tree.flatten(gradient)
    results = [array.value for array in tree.flatten(result)[0]]
    graph = trees.graph_of(leaves)
    joint = Joint(graph.values, graph.arguments, (), results, [a.value for a in leaves])
    forward = joint.behind(results, set())
    inside = {id(v) for v in forward}
    needed = joint.behind(joint.gradients, set())
    read = {id(i) for v in needed if id(v) not in inside for i in v.inputs}
    read.update(id(v) for v in joint.gradients)
    written = _written(joint, forward)
    kept = cheapest(
        forward,
        too_far(forward, inside, most),
        read,
        lambda value: 0 if id(value) in written else size(value),
    )
    again = _Again(graph, kept)
    for value in needed:
        if id(value) not in inside:
            again.make(value)
    found = [Array(graph, again.read(v)) for v in joint.gradients]
    return tree.unflatten(structure, found)
    # [end recomputed]


def _written(joint: Joint, forward: list[Value]) -> set[int]:
    """The ids of what the forward pass writes to memory when it is alone."""
    alone = Graph(list(joint.leaves), forward, list(joint.results))
    return fuse.kept(fuse.groups(alone), alone)


class _Again:
    """The backward pass made anew, and of the forward pass what it needs and what is not kept: each
    value right before the first that reads it."""

    def __init__(self, graph: Graph, kept: Iterable[Value]) -> None:
        self.graph = graph
        self.new: dict[int, Value] = {id(value): value for value in kept}

    def read(self, value: Value) -> Value:
        """What stands for the value in the backward pass."""
        self.make(value)
        return self.new[id(value)]

    def make(self, value: Value) -> None:
        waiting = [value]
        while waiting:
            value = waiting[-1]
            missing = [i for i in value.inputs if id(i) not in self.new]
            if missing and id(value) not in self.new:
                waiting += missing
                continue
            waiting.pop()
            if id(value) not in self.new:
                self.new[id(value)] = self._made(value)

    def _made(self, value: Value) -> Value:
        if value.primitive is None or value.primitive.kind == "source":
            return value
        inputs = tuple(self.new[id(i)] for i in value.inputs)
        # Not by `Graph.add`, which would find the value that this has to be another one than.
        self.graph.values.append(dataclasses.replace(value, inputs=inputs, stage=1))
        return self.graph.values[-1]
