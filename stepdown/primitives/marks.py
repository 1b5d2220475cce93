"""Values that stand for others while a function is differentiated: see `differentiation.records`.

Each is its first operand and nothing else. None of them is left in a graph once the derivative is
there, unless an array was taken out of the differentiated function by the back door.
"""

from __future__ import annotations

from ..frontend.types import Type
from .derivatives import CONSTANT, Linear
from .table import define


def _same_index(node, dims):
    return dims


# What a function is differentiated with respect to: no two are the same value.
variable = define(
    "variable",
    "view",
    lambda x, number: x,
    _same_index,
    cost=0,
    derivative=Linear(lambda t, at, _: t),
)
# A result that does not count as depending on anything.
stopped = define(
    "stopped", "view", lambda x: Type(x.shape, x.dtype), _same_index, cost=0, derivative=CONSTANT
)
# A result of a function with a rule of its own, then the function's arguments and what its forward
# pass kept. `walks` looks up the rule.
custom = define(
    "custom",
    "view",
    lambda x, *rest, call, index: Type(x.shape, x.dtype),
    _same_index,
    cost=0,
    derivative=CONSTANT,
)
