"""Sizes that only a call knows: integer polynomials over named symbols, and their quotients.

A size is an int or a Dim. Arithmetic on a Dim gives a Dim, or an int where the symbols cancel, so
two sizes are equal exactly when they compare equal here. What cannot be decided without the
symbols' values is left as a constraint for the call to check.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from .where import failure


@dataclass(frozen=True)
class Quotient:
    """`dividend // divisor`, rounded down, as one factor of a product."""

    dividend: Dim
    divisor: int | Dim

    def __str__(self) -> str:
        return f"({_bracketed(self.dividend)} // {_bracketed(self.divisor)})"


class Dim:
    """A polynomial with integer coefficients: `terms` maps a product of factors to its coefficient.

    A product is a tuple of factors in a fixed order; a factor is a symbol's name or a Quotient.
    """

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[tuple, int]) -> None:
        self.terms = dict(sorted(terms.items(), key=_order))
        self._hash = hash(tuple(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dim) and self.terms == other.terms

    def __repr__(self) -> str:
        shown = ""
        for product, coefficient in reversed(self.terms.items()):
            factors = [str(factor) for factor in product]
            if abs(coefficient) != 1 or not factors:
                factors.insert(0, str(abs(coefficient)))
            sign = "-" if coefficient < 0 else "+"
            shown += f" {sign} {'*'.join(factors)}"
        return shown[3:] if shown.startswith(" + ") else "-" + shown[3:]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        """NumPy's functions take the size as the number that the call has."""
        from .. import numpy_api

        if ufunc in _OF_SIZES and all(isinstance(x, (int, np.integer, Dim)) for x in inputs):
            return _OF_SIZES[ufunc](*(x if isinstance(x, Dim) else int(x) for x in inputs))
        inputs = [x.number() if isinstance(x, Dim) else x for x in inputs]
        return numpy_api.apply_ufunc(ufunc, method, inputs, kwargs)

    def number(self) -> object:
        """The size as a traced array: a Python int that the call computes."""
        from . import array, tracing

        graph = tracing.current()
        if graph is None:
            raise failure(f"the size {self} is dynamic, and no function is traced")
        return array.wrap(graph, array.lift(graph, self))

    def _with(self, operation: Callable, *operands: object) -> object:
        """An operation with a float, or one that gives a float: no size, but a traced number."""
        if not all(isinstance(x, (int, float, Dim)) for x in operands):
            return NotImplemented
        return operation(*(x.number() if isinstance(x, Dim) else x for x in operands))

    def __truediv__(self, other: float | Dim) -> object:
        return self._with(operator.truediv, self, other)

    def __rtruediv__(self, other: float) -> object:
        return self._with(operator.truediv, other, self)

    def __pow__(self, other: float | Dim) -> object:
        if isinstance(other, int) and other >= 0:
            return math.prod([self] * other)
        return self._with(operator.pow, self, other)

    def __rpow__(self, other: float) -> object:
        return self._with(operator.pow, other, self)

    def __add__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return self._with(operator.add, self, other)
        terms = dict(self.terms)
        for product, coefficient in _terms(other).items():
            terms[product] = terms.get(product, 0) + coefficient
        return _simplest(terms)

    def __mul__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return self._with(operator.mul, self, other)
        terms: dict[tuple, int] = {}
        for first, a in self.terms.items():
            for second, b in _terms(other).items():
                product = tuple(sorted(first + second, key=str))
                terms[product] = terms.get(product, 0) + a * b
        return _simplest(terms)

    def __floordiv__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return self._with(operator.floordiv, self, other)
        exact = _divide(self, other)
        return Dim({(Quotient(self, other),): 1}) if exact is None else exact

    def __neg__(self) -> int | Dim:
        return self * -1

    def __sub__(self, other: int | Dim) -> int | Dim:
        return self + -other if isinstance(other, (int, float, Dim)) else NotImplemented

    def __rsub__(self, other: int) -> int | Dim:
        return self * -1 + other if isinstance(other, (int, float)) else NotImplemented

    def __mod__(self, other: int | Dim) -> int | Dim:
        return self - self // other * other

    __radd__, __rmul__ = __add__, __mul__

    def __index__(self) -> int:
        raise failure(
            f"the size {self} is dynamic: it has no value while the function is traced; "
            "np.zeros_like, np.arange(n, like=x), np.eye(n, like=x) and x.reshape take such a size"
        )

    __int__ = __float__ = __bool__ = __index__

    def __lt__(self, other: object) -> bool:
        raise failure(f"cannot compare the dynamic size {self} with {other} while tracing")

    __le__ = __gt__ = __ge__ = __lt__


_OF_SIZES = {
    np.add: operator.add, np.subtract: operator.sub, np.multiply: operator.mul,
    np.floor_divide: operator.floordiv, np.remainder: operator.mod,
}  # fmt: skip
Size = int | Dim


def symbol(name: str) -> Dim:
    return Dim({(name,): 1})


def as_symbol(size: Size) -> str | None:
    """The symbol that a size is, None for any other size."""
    return next((name for name in symbols_of([size]) if size == symbol(name)), None)


def product(sizes: Iterable[Size]) -> Size:
    return math.prod(sizes)


def symbols_of(sizes: Iterable[Size]) -> set[str]:
    """The symbols that sizes are made of."""
    found: set[str] = set()
    for factor in (f for size in sizes for factors in _terms(size) for f in factors):
        if isinstance(factor, Quotient):
            found |= symbols_of([factor.dividend, factor.divisor])
        else:
            found.add(factor)
    return found


def is_never_negative(size: Size) -> bool:
    """Whether it can be seen that a size is at least 0, whatever sizes the symbols are."""
    return all(
        coefficient >= 0 and all(isinstance(factor, str) for factor in factors)
        for factors, coefficient in _terms(size).items()
    )


def evaluate(size: Size, values: Mapping[str, int]) -> int:
    """The size where each symbol has the value given."""
    if isinstance(size, int):
        return size
    total = 0
    for factors, coefficient in size.terms.items():
        for factor in factors:
            if isinstance(factor, str):
                coefficient *= values[factor]
            else:
                coefficient *= evaluate(factor.dividend, values) // evaluate(factor.divisor, values)
        total += coefficient
    return total


def _bracketed(size: Size) -> str:
    """The size as an operand of //."""
    several = isinstance(size, Dim) and len(size.terms) > 1
    return f"({size})" if several else str(size)


def _order(item: tuple[tuple, int]) -> tuple:
    return len(item[0]), [str(factor) for factor in item[0]]


def _terms(size: Size) -> Mapping[tuple, int]:
    return {(): size} if isinstance(size, int) else size.terms


def _simplest(terms: Mapping[tuple, int]) -> Size:
    terms = {product: c for product, c in terms.items() if c}
    if not terms:
        return 0
    return terms[()] if list(terms) == [()] else Dim(terms)


def _divide(dividend: Dim, divisor: Size) -> Size | None:
    """The quotient, if each term of the dividend is a multiple of a divisor of one term."""
    if len(_terms(divisor)) != 1:
        return 1 if dividend == divisor else None
    ((factors, coefficient),) = _terms(divisor).items()
    terms = {}
    for product_, c in dividend.terms.items():
        left = list(product_)
        for factor in factors:
            if factor not in left:
                return None
            left.remove(factor)
        if c % coefficient:
            return None
        terms[tuple(left)] = c // coefficient
    return _simplest(terms)
