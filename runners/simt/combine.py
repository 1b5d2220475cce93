"""How reductions combine two values, for vectors, subgroups, blocks and matrices alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .op_arith import maximum, maxnum, minimum, minnum, on_bits
from .values import BOOL, in_single

_NAMED: dict[str, Callable[[Any, Any], Any]] = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "minsi": on_bits(np.minimum),
    "maxsi": on_bits(np.maximum),
    "minui": on_bits(np.minimum, False),
    "maxui": on_bits(np.maximum, False),
    "minnumf": minnum,
    "maxnumf": maxnum,
    "minimumf": minimum,
    "maximumf": maximum,
}


def combiner(kind: str, dtype: np.dtype) -> Callable[[Any, Any], Any] | None:
    """The function of that name on that type; None for a name that is not known."""
    if kind in ("add", "mul"):
        function = np.add if kind == "add" else np.multiply
        return on_bits(function) if dtype.kind == "i" or dtype == BOOL else in_single(function)
    return _NAMED.get(kind)


def fold(function: Callable, values: np.ndarray, axis: int, start: Any = None) -> Any:
    """Combine along an axis, one after the other."""
    result = start
    for number in range(values.shape[axis]):
        value = np.take(values, number, axis=axis)
        result = value if result is None else function(result, value)
    return result


def tree(function: Callable, values: np.ndarray, there: np.ndarray, axis: int) -> np.ndarray:
    """Combine along an axis as a butterfly does, halving it; only values that are `there` count."""
    values, there = np.moveaxis(values, axis, 0), np.moveaxis(there, axis, 0)
    while len(values) > 1:
        if len(values) % 2:
            values = np.concatenate([values, values[:1]])
            there = np.concatenate([there, np.zeros_like(there[:1])])
        half = len(values) // 2
        a, b, has_a, has_b = values[:half], values[half:], there[:half], there[half:]
        both = function(a, b)
        values = np.where(has_a & has_b, both, np.where(has_a, a, b))
        there = has_a | has_b
    return values[0]
