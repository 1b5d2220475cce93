"""The engine: numbers that remember how they were made, and what they change by.

A `Value` is a number with operators. `backward` goes from a result to all that it was made of, and
adds to each `grad` how fast the result changes with it. What an operation does is in `rules`.
"""

from __future__ import annotations

import itertools
import sys
from numbers import Real
from operator import attrgetter
from types import CodeType

from .errors import DomainError, OperandError, place
from .rules import RULES, Number, Symbol

_births = itertools.count()


class Value:
    """A number, the operation and the inputs that made it, and its slope by each of them."""

    __slots__ = (
        "code", "data", "grad", "inputs", "line", "name", "number", "op", "slopes", "varies",
    )  # fmt: skip
    __array_ufunc__ = None  # NumPy leaves operators with a Value to the Value

    def __init__(
        self,
        data: float | Symbol,
        name: str = "",
        op: str = "",
        inputs: tuple[Value, ...] = (),
        slopes: tuple[Number | None, ...] = (),
        varies: bool = True,
    ) -> None:
        self.data: Number = data if op else _number(data)
        self.grad: Number = 0.0
        self.name, self.op, self.inputs = name, op, inputs
        self.slopes = slopes  # None: by an input that never changes
        self.varies = varies  # False: a constant, or made of nothing else
        self.number = next(_births)
        self.code, self.line = _outside()

    # [region graph]
    def graph(self) -> list[Value]:
        """All that this value was made of, and itself at the end; each after its own inputs.

        Inputs are older than what is made of them: the order of birth is such an order.
        """
        found, todo = {self}, [self]
        while todo:
            for value in todo.pop().inputs:
                if value not in found:
                    found.add(value)
                    todo.append(value)
        return sorted(found, key=attrgetter("number"))

    # [end graph]

    # [region backward]
    def backward(self, seed: Number = 1.0) -> None:
        """Add `seed` times the slope of this value to the `grad` of all that it was made of."""
        adjoints = {self: seed}
        for value in reversed(self.graph()):
            if value in adjoints:
                adjoint = adjoints.pop(value)  # whole by now: all that uses the value is younger
                value.grad += adjoint
                for source, slope in zip(value.inputs, value.slopes, strict=True):
                    if slope is not None:
                        share = slope * adjoint
                        adjoints[source] = adjoints[source] + share if source in adjoints else share

    # [end backward]

    # fmt: off
    def __add__(self, other): return apply("+", self, other)
    def __radd__(self, other): return apply("+", other, self)
    def __sub__(self, other): return apply("-", self, other)
    def __rsub__(self, other): return apply("-", other, self)
    def __mul__(self, other): return apply("*", self, other)
    def __rmul__(self, other): return apply("*", other, self)
    def __truediv__(self, other): return apply("/", self, other)
    def __rtruediv__(self, other): return apply("/", other, self)
    def __pow__(self, exponent): return apply("**", self, exponent)
    def __rpow__(self, base): return apply("**", base, self)
    def __neg__(self): return apply("neg", self)
    def exp(self): return apply("exp", self)
    def log(self): return apply("log", self)
    def tanh(self): return apply("tanh", self)
    def relu(self): return apply("relu", self)
    # fmt: on

    def __bool__(self) -> bool:
        raise OperandError(
            f"{place(*_outside())}: a Value is neither true nor false: ask its .data; this one was "
            f"made at {self.place}"
        )

    def __repr__(self) -> str:
        return f"Value({self.data}{f', {self.name!r}' if self.name else ''})"

    @property
    def place(self) -> str:
        """Where it was made: the file and line outside of this module."""
        return place(self.code, self.line)


# [region apply]
def apply(op: str, *operands: Value | float) -> Value:
    """The result of an operation, with its slope by each operand that can change."""
    inputs = tuple([x if isinstance(x, Value) else constant(x) for x in operands])
    numbers = [value.data for value in inputs]
    rule = RULES[op]
    try:
        data = rule.value(*numbers)
        slopes = tuple([
            slope(*numbers, data) if value.varies else None
            for value, slope in zip(inputs, rule.slopes, strict=True)
        ])  # fmt: skip
    except (ArithmeticError, ValueError) as error:
        raise _refusal(op, inputs, error) from None
    return Value(data, "", op, inputs, slopes, slopes.count(None) < len(slopes))


# [end apply]


def constant(data: float | Symbol, name: str = "") -> Value:
    """A number that gradients stop at. An operand that is a plain number becomes one."""
    return Value(_number(data), name, "constant", varies=False)


def _number(data: object) -> Number:
    if isinstance(data, (float, Symbol)):
        return data
    if isinstance(data, Real):
        try:
            return float(data)
        except OverflowError:
            raise OperandError(f"{place(*_outside())}: an integer too large for a float") from None
    size = getattr(data, "shape", None)
    hint = f" of shape {size}: make a Value of each element" if size else ""
    raise OperandError(
        f"{place(*_outside())}: a Value holds one real number; got {type(data).__name__}{hint}"
    )


def _refusal(op: str, inputs: tuple[Value, ...], error: Exception) -> DomainError:
    """What had no value, where, and which lines made the numbers that it was given."""
    made = [
        f"{value.data} is {value.name or 'the result of ' + value.op}, made at {value.place}"
        for value in inputs
        if value.op != "constant"
    ]
    what = reason(op, [value.data for value in inputs], error)
    return DomainError("\n  ".join([f"{place(*_outside())}: {what}", *made]))


def reason(op: str, numbers: list[float], error: Exception) -> str:
    """Why an operation has no finite value for these numbers."""
    if isinstance(error, OverflowError):
        return f"{op} of {', '.join(map(str, numbers))} is too large for a float"
    if op == "log":
        return f"the logarithm of {numbers[0]}, which is not above 0"
    if op == "**" and numbers[0] < 0.0:
        return f"{numbers[0]} ** {numbers[1]}: a negative number wants an integer as its exponent"
    if op == "**":
        return f"{numbers[0]} ** {numbers[1]}: 0 wants an exponent that is positive and constant"
    return f"{numbers[0]} / {numbers[1]} is a division by zero"


def _outside() -> tuple[CodeType, int]:
    """The code and the line, outside of this module, that is being run."""
    frame = sys._getframe(2)
    while frame.f_code.co_filename == __file__:
        frame = frame.f_back
    return frame.f_code, frame.f_lineno
