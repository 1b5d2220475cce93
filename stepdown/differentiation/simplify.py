"""What a derivative computes in vain, left out: only what gives the same numbers to the last bit.

A seed of 1 is multiplied with, divided by constants and broadcast: all of that is known before the
program runs. x + 0 is not x where x is -0, and 0 * x is not 0 where x is NaN: these stay.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..frontend import ops
from ..frontend.graph import Graph, Value
from ..frontend.types import is_float

_FOLDED = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide,
    "negative": np.negative,
}  # fmt: skip


def simpler(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    """A value that is equal to the primitive of `value` for these inputs, if there is one."""
    rule = _RULES.get(value.primitive.name)
    found = rule(graph, value, inputs) if rule and is_float(value.type.dtype) else None
    return found if found is not None and found.type == value.type else None


def number(value: Value) -> float | None:
    """The number that is everywhere in the array, if it is a constant."""
    constant = value.primitive is not None and value.primitive.name == "full"
    return value.params["value"] if constant else None


def _folded(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    numbers = [number(i) for i in inputs]
    if None in numbers:
        return None
    dtype = value.type.dtype
    with np.errstate(all="ignore"):
        result = _FOLDED[value.primitive.name](*(np.asarray(n, dtype) for n in numbers))
    return ops.constant(graph, float(result), dtype, value.type.shape)


def _product(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    first, second = inputs
    if number(second) == 1:
        return first
    return second if number(first) == 1 else _folded(graph, value, inputs)


def _quotient(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    return inputs[0] if number(inputs[1]) == 1 else _folded(graph, value, inputs)


def _opposite(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    return _negated(graph, inputs[0]) or _folded(graph, value, inputs)


def _sum(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    """a + -b is a - b."""
    first, second = inputs
    if (taken := _negated(graph, second)) is not None:
        return graph.add("subtract", first, taken)
    if (taken := _negated(graph, first)) is not None:
        return graph.add("subtract", second, taken)
    return _folded(graph, value, inputs)


def _difference(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    """a - -b is a + b."""
    if (added := _negated(graph, inputs[1])) is not None:
        return graph.add("add", inputs[0], added)
    return _folded(graph, value, inputs)


def _negated(graph: Graph, value: Value) -> Value | None:
    """What the value is the negative of, through views of it."""
    views = []
    while value.primitive is not None and value.primitive.kind == "view":
        views.append(value)
        value = value.inputs[0]
    if value.primitive is None or value.primitive.name != "negative":
        return None
    (value,) = value.inputs
    for view in reversed(views):
        value = graph.add(view.primitive.name, value, *view.inputs[1:], **view.params)
    return value


def _total(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    """The sum of negatives is the negative of the sum: one a row."""
    (x,) = inputs
    if x.primitive is None or x.primitive.name != "negative":
        return None
    return graph.add("negative", graph.add("sum", x.inputs[0], **value.params))


def _of_constant(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    """A constant in another shape."""
    known = number(inputs[0])
    return None if known is None else ops.constant(graph, known, value.type.dtype, value.type.shape)


def _conversion(graph: Graph, value: Value, inputs: Sequence[Value]) -> Value | None:
    (x,) = inputs
    return ops.convert(graph, x, value.type.dtype) if number(x) is not None else None


_RULES = {
    "multiply": _product, "divide": _quotient, "negative": _opposite, "add": _sum,
    "subtract": _difference, "sum": _total, "broadcast": _of_constant, "reshape": _of_constant,
    "units": _of_constant, "transpose": _of_constant, "slice": _of_constant, "cast": _conversion,
}  # fmt: skip
