"""The graph before it is grouped, without work that the way it was written asks for.

A product that everybody reads transposed in one way is written in that order at once: BLAS takes a
result with any distance between its rows. So the heads of an attention are merged where they are
computed.

An operand that is an argument of 16-bit floats, converted, is read as it is: see `_narrow`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from ..frontend.graph import Graph, Value
from ..frontend.types import is_half
from .fuse import through_views


def simplified(graph: Graph) -> Graph:
    """A graph with the same arguments and equal results."""
    used = graph.used()
    orders = _orders(graph, used)
    turned: dict[int, Value] = {}  # products in the order that they are read in
    new: dict[int, Value] = {}
    values = []
    for value in used:
        made = value
        if value.primitive.name == "transpose":
            product, axes = _transposed(value)
            if orders.get(id(product)) == {axes}:
                if id(product) in turned:
                    new[id(value)] = turned[id(product)]
                    continue
                made = _turned_product(value, product, axes) or value
        inputs = tuple(new.get(id(i), i) for i in made.inputs)
        if made.primitive.kind == "product" and made.type.dtype == np.float32:
            inputs = tuple(_narrow(i, values) or i for i in inputs)
        if made is not value or inputs != made.inputs:
            made = dataclasses.replace(made, inputs=inputs)
            new[id(value)] = made
            if made.primitive is not value.primitive:  # a product in place of its transposition
                turned[id(product)] = made
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
def _turned_product(value: Value, product: Value, axes: tuple[int, ...]) -> Value | None:
    """A product in the order of what reads it, `value`. None if its rows or columns were no longer
    neighbours in memory, which BLAS wants."""
    first, second, result = product.params["maps"]
    letters = "".join(result[axis] for axis in axes)
    if letters[-1] in first and letters[-1] in second:
        return None
    return dataclasses.replace(
        product, type=value.type, where=value.where,
        params={**product.params, "maps": (first, second, letters)},
    )  # fmt: skip
    # [end turned]


def _transposed(value: Value) -> tuple[Value, tuple[int, ...]]:
    """What a value is read from through transpositions, and for each axis which one of that."""
    axes = tuple(range(value.type.rank))
    while value.primitive is not None and value.primitive.name == "transpose":
        axes = tuple(value.params["axes"][axis] for axis in axes)
        value = value.inputs[0]
    return value, axes


def _orders(graph: Graph, used: Iterable[Value]) -> dict[int, set[tuple[int, ...]]]:
    """For each product the orders of axes in which it is read."""
    readers = [v for v in used if v.primitive.name != "transpose"]
    read = [i for value in readers for i in value.inputs]
    read += [*graph.outputs, *(check.failed for check in graph.checks)]
    orders: dict[int, set[tuple[int, ...]]] = {}
    for value in read:
        source, axes = _transposed(value)
        if source.primitive is not None and source.primitive.kind == "product":
            orders.setdefault(id(source), set()).add(axes)
    return orders


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
