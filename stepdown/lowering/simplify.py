"""The graph before it is grouped, without work that the way it was written asks for.

A product whose only reader is a transposition is written in that order at once: BLAS takes a result
with any distance between its rows. So the heads of an attention are merged where they are computed.

An operand that is an argument of 16-bit floats, converted, is read as it is: see `_narrow`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np

from ..frontend.graph import Graph, Value
from ..frontend.types import is_half
from .fuse import through_views


def simplified(graph: Graph) -> Graph:
    """A graph with the same arguments and equal results."""
    used = graph.used()
    readers = Counter(id(i) for value in used for i in value.inputs)
    readers.update(id(value) for value in graph.outputs)
    readers.update(id(check.failed) for check in graph.checks)
    new: dict[int, Value] = {}
    values = []
    for value in used:
        made = _turned_product(value) if value.primitive.name == "transpose" else None
        if made is None or readers[id(value.inputs[0])] > 1:
            made = value
        inputs = tuple(new.get(id(i), i) for i in made.inputs)
        if made.primitive.kind == "product" and made.type.dtype == np.float32:
            inputs = tuple(_narrow(i, values) or i for i in inputs)
        if made is not value or inputs != made.inputs:
            made = dataclasses.replace(made, inputs=inputs)
            new[id(value)] = made
        values.append(made)
    if not new:
        return graph
    return dataclasses.replace(
        graph,
        values=values,
        outputs=[new.get(id(v), v) for v in graph.outputs],
        checks=[dataclasses.replace(c, failed=new.get(id(c.failed), c.failed))
                for c in graph.checks],
        _made={},
    )  # fmt: skip


# [region turned]
def _turned_product(value: Value) -> Value | None:
    """The product that a transposition is of, in the transposition's order. None if there is none,
    or if its rows or columns were no longer neighbours in memory, which BLAS wants."""
    (source,) = value.inputs
    if source.primitive is None or source.primitive.kind != "product":
        return None
    first, second, result = source.params["maps"]
    letters = "".join(result[axis] for axis in value.params["axes"])
    if letters[-1] in first and letters[-1] in second:
        return None
    return dataclasses.replace(
        value, primitive=source.primitive, inputs=source.inputs,
        params={**source.params, "maps": (first, second, letters)},
    )  # fmt: skip
    # [end turned]


def _narrow(operand: Value, values: list[Value]) -> Value | None:
    """What an operand of a product is before it is converted to f32, if that is an argument, or a
    part of one, of 16-bit floats: whoever multiplies converts what it has read. Else None.

    `values` gets the views that are made anew, of the argument itself.
    """
    if operand.primitive is None:
        return None
    if operand.primitive.name == "cast":
        (source,) = operand.inputs
        is_argument = through_views(source)[0].primitive is None
        return source if is_argument and is_half(source.type.dtype) else None
    if operand.primitive.name != "transpose":
        return None
    narrow = _narrow(operand.inputs[0], values)
    if narrow is None:
        return None
    type_ = dataclasses.replace(operand.type, dtype=narrow.type.dtype)
    made = dataclasses.replace(operand, inputs=(narrow,), type=type_)
    values.append(made)
    return made
