"""Python's operators on Python's numbers: NumPy never sees them, and the result is such a number.

`2 * t` of a float argument t takes the dtype of the array that it meets next, as t would;
`np.multiply(2, t)` is NumPy's, and a float64. A bool counts as 0 or 1: `-True` is -1.
"""

from __future__ import annotations

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, graph_of, lift, wrap
from ..frontend.graph import Graph, Value
from . import ufuncs

_UFUNCS = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide,
    "floordiv": np.floor_divide, "mod": np.remainder, "divmod": np.divmod, "pow": np.power,
    "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "lshift": np.left_shift,
    "rshift": np.right_shift, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal, "neg": np.negative,
    "pos": np.positive, "abs": np.absolute, "invert": np.invert,
}  # fmt: skip
_KEEP_BOOLS = ("and", "or", "xor")
_KINDS = {np.dtype(bool): bool, ops.INT64: int, ops.FLOAT64: float}


def operate(method: str, *operands: object) -> Array | tuple[Array, ...]:
    """What the method of that name, `__radd__` for instance, gives for traced Python numbers."""
    graph, name = graph_of(list(operands)), method.strip("_")
    if name not in _UFUNCS:
        name, operands = name[1:], operands[::-1]
    values = [lift(graph, x) for x in operands]
    if not (name in _KEEP_BOOLS and all(v.type.weak is bool for v in values)):
        values = [_counted(graph, v) for v in values]
    if name == "pow" and _is_negative(values[1]):
        values[0] = graph.weakened(ops.convert(graph, values[0], ops.FLOAT64), float)
    elif name == "pow" and all(v.type.weak is int for v in values):
        _check_exponent(graph, values[1])
    result = ufuncs.apply_ufunc(_UFUNCS[name], "__call__", [wrap(graph, v) for v in values], {})
    if isinstance(result, tuple):
        return tuple(_weak(part) for part in result)
    return _weak(result)


def _counted(graph: Graph, value: Value) -> Value:
    """A bool as the int that it is to Python."""
    if value.type.weak is not bool:
        return value
    return graph.weakened(ops.convert(graph, value, ops.INT64), int)


def _is_negative(exponent: Value) -> bool:
    """Whether it is known to be an int below 0, with which Python computes in floats."""
    return exponent.type.weak is int and exponent.params.get("value", 0) < 0


def _check_exponent(graph: Graph, exponent: Value) -> None:
    """Have a call fail where the exponent is below 0: the power is a float then, as Python has it,
    and an integer otherwise, and one compiled function has one dtype."""
    if "value" in exponent.params:
        return
    exponent = ops.strong(graph, exponent)
    negative = ops.apply(graph, "less", exponent, ops.scalar_like(graph, 0, exponent))
    ops.check(graph, negative, ValueError,
              "an integer to a negative integer power is a float in Python, and to others an "
              "integer: one function gives one of them; write 2.0 ** n for 2 ** n")  # fmt: skip


def _weak(array: Array) -> Array:
    kind = _KINDS[array.dtype]
    return wrap(array.graph, array.graph.weakened(array.value, kind))
