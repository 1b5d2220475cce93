"""Sizes that only a call knows: integer polynomials over named symbols, and their quotients.

A size is an int or a Dim. Arithmetic on a Dim gives a Dim, or an int where the symbols cancel, so
two sizes are equal exactly when they compare equal here. What cannot be decided without the
symbols' values is left as a constraint for the call to check.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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

    def __add__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return NotImplemented
        terms = dict(self.terms)
        for product, coefficient in _terms(other).items():
            terms[product] = terms.get(product, 0) + coefficient
        return _simplest(terms)

    def __mul__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return NotImplemented
        terms: dict[tuple, int] = {}
        for first, a in self.terms.items():
            for second, b in _terms(other).items():
                product = tuple(sorted(first + second, key=str))
                terms[product] = terms.get(product, 0) + a * b
        return _simplest(terms)

    def __floordiv__(self, other: int | Dim) -> int | Dim:
        if not isinstance(other, (int, Dim)):
            return NotImplemented
        exact = _divide(self, other)
        return Dim({(Quotient(self, other),): 1}) if exact is None else exact

    def __neg__(self) -> int | Dim:
        return self * -1

    def __sub__(self, other: int | Dim) -> int | Dim:
        return NotImplemented if not isinstance(other, (int, Dim)) else self + other * -1

    def __rsub__(self, other: int) -> int | Dim:
        return self * -1 + other

    def __mod__(self, other: int | Dim) -> int | Dim:
        return self - self // other * other

    __radd__, __rmul__ = __add__, __mul__

    def __index__(self) -> int:
        raise failure(
            f"the size {self} is dynamic: it has no value while the function is traced; "
            "np.zeros_like, np.arange(n, like=x) and x.reshape take such a size"
        )

    __int__ = __float__ = __bool__ = __index__

    def __lt__(self, other: object) -> bool:
        raise failure(f"cannot compare the dynamic size {self} with {other} while tracing")

    __le__ = __gt__ = __ge__ = __lt__


Size = int | Dim


def symbol(name: str) -> Dim:
    return Dim({(name,): 1})


def product(sizes: Iterable[Size]) -> Size:
    return math.prod(sizes)


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
