"""What is known about each operation: its value, and its slope by each input. Nothing else is.

The engine, the tape and the emitter all read this table. The rules are plain arithmetic, so they
run on any kind of number: on floats, and on a `Symbol`, which a compiled program will know later.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable

from .errors import OperandError, place


class Symbol:
    """A number that is not known yet. Has the operators of a float, and the functions below."""

    __slots__ = ()

    def _decide(self, *other: object) -> bool:
        frame = sys._getframe(1)
        where = place(frame.f_code, frame.f_lineno)
        raise OperandError(f"{where}: a branch on a number that is known when the program runs")

    __bool__ = __lt__ = __le__ = __gt__ = __ge__ = _decide


Number = float | Symbol


def exp(x: Number) -> Number:
    return x.exp() if isinstance(x, Symbol) else math.exp(x)


def log(x: Number) -> Number:
    return x.log() if isinstance(x, Symbol) else math.log(x)


def tanh(x: Number) -> Number:
    return x.tanh() if isinstance(x, Symbol) else math.tanh(x)


def relu(x: Number) -> Number:
    """The larger of x and 0; NaN stays NaN."""
    if isinstance(x, Symbol):
        return x.relu()
    return 0.0 if x <= 0.0 else x


def step(x: Number) -> Number:
    """The slope of relu: 0 up to 0, then 1; 1 for NaN, so that a NaN that arrives goes through."""
    if isinstance(x, Symbol):
        return x.step()
    return 0.0 if x <= 0.0 else 1.0


def power(x: Number, k: Number) -> Number:
    """x to the k. A square is a product, here and in compiled code, to the last bit."""
    if k == 1.0:
        return x
    if k == 2.0:
        return x * x
    return x**k if isinstance(x, Symbol) or isinstance(k, Symbol) else math.pow(x, k)


def power_slope(x: Number, k: Number) -> Number:
    """k x^(k - 1). At 0 a root is infinitely steep, and the constant x^0 is flat."""
    if k == 0.0:
        return 0.0
    if x == 0.0 and k < 1.0:
        return math.inf
    return k * power(x, k - 1.0)


class Rule:
    """How to compute an operation's value y from its inputs, and its slopes from inputs and y."""

    __slots__ = ("slopes", "value")

    def __init__(self, value: Callable, *slopes: Callable) -> None:
        self.value, self.slopes = value, slopes


# [region rules]
RULES = {
    "+": Rule(lambda a, b: a + b, lambda a, b, y: 1.0, lambda a, b, y: 1.0),
    "-": Rule(lambda a, b: a - b, lambda a, b, y: 1.0, lambda a, b, y: -1.0),
    "*": Rule(lambda a, b: a * b, lambda a, b, y: b, lambda a, b, y: a),
    "/": Rule(lambda a, b: a / b, lambda a, b, y: 1.0 / b, lambda a, b, y: -y / b),
    "**": Rule(power, lambda a, k, y: power_slope(a, k), lambda a, k, y: y * log(a)),
    "neg": Rule(lambda a: -a, lambda a, y: -1.0),
    "exp": Rule(exp, lambda a, y: y),
    "log": Rule(log, lambda a, y: 1.0 / a),
    "tanh": Rule(tanh, lambda a, y: 1.0 - y * y),
    "relu": Rule(relu, lambda a, y: step(a)),
}
# [end rules]
