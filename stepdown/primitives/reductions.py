"""Reductions: accumulators, their start, and a step for each element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..late import arith, ir, scalars
from ..types import Type, is_float, is_half
from .table import define

FLOAT32, INT64, BOOL = np.dtype(np.float32), np.dtype(np.int64), np.dtype(bool)


# [region reduction]
@dataclass(frozen=True)
class Reduction:
    """How a row of elements becomes one.

    `dtypes(dtype)` are those of the accumulators, `start(dtype)` their first values,
    `step(dtype, accumulators, element, index)` the next ones. The first accumulator, converted, is
    the result. An accumulator is wider than the elements where rounding each step would lose much.
    """

    dtypes: Callable[[np.dtype], list[np.dtype]]
    start: Callable[[np.dtype], list[object]]
    step: Callable[..., list[ir.Value]]
    needs_index: bool = False
    # [end reduction]


def _reduced(x: Type, axes: tuple[int, ...]) -> Type:
    return Type(tuple(s for axis, s in enumerate(x.shape) if axis not in axes), x.dtype)


def _wide(dtype: np.dtype) -> list[np.dtype]:
    return [FLOAT32 if is_half(dtype) else dtype]


def _any_order(operation, a, b):
    """The operation with leave to change the order of the sum, so that it vectorises."""
    return operation(a, b, fastmath=arith.FastMathFlags.reassoc)


def _sum(dtype, accumulators, x, _):
    (total,) = accumulators
    return [
        _any_order(arith.addf, total, x)
        if is_float(dtype)
        else scalars.pick(dtype, None, arith.addi, None, arith.ori)(total, x)
    ]


def _product(dtype, accumulators, x, _):
    (total,) = accumulators
    return [
        _any_order(arith.mulf, total, x)
        if is_float(dtype)
        else scalars.pick(dtype, None, arith.muli, None, arith.andi)(total, x)
    ]


def lowest(dtype: np.dtype) -> object:
    if is_float(dtype):
        return float("-inf")
    return False if dtype.kind == "b" else np.iinfo(dtype).min


def highest(dtype: np.dtype) -> object:
    if is_float(dtype):
        return float("inf")
    return True if dtype.kind == "b" else np.iinfo(dtype).max


# [region extreme]
def _extreme(operations: tuple[str, ...], start) -> Reduction:
    def step(dtype, accumulators, x, _):
        operation = getattr(arith, scalars.pick(dtype, *operations))
        if is_float(dtype):
            return [_any_order(operation, accumulators[0], x)]
        return [operation(accumulators[0], x)]

    return Reduction(_wide, lambda dtype: [start(dtype)], step)
    # [end extreme]


def _place_of(name: str, start) -> Reduction:
    """The index of the first extreme element; the first NaN counts as that."""

    def step(dtype, accumulators, x, index):
        place, best = accumulators
        better = scalars.compare(name, x, best, dtype, dtype)
        if is_float(dtype):
            unordered = arith.cmpf(scalars.F.UNO, x, x)
            not_yet = arith.cmpf(scalars.F.ORD, best, best)
            better = arith.ori(better, arith.andi(unordered, not_yet))
        # The first element is taken whatever it is: it may equal the start.
        better = arith.ori(better, arith.cmpi(scalars.I.slt, place, scalars.like(place, 0)))
        return [arith.select(better, index, place), arith.select(better, x, best)]

    return Reduction(
        lambda dtype: [INT64, *_wide(dtype)], lambda dtype: [-1, start(dtype)], step, True
    )


def _place(x: Type, axes: tuple[int, ...]) -> Type:
    return Type(_reduced(x, axes).shape, INT64)


sum_ = define("sum", "reduce", _reduced, Reduction(_wide, lambda d: [0], _sum))
prod = define("prod", "reduce", _reduced, Reduction(_wide, lambda d: [1], _product))
max_ = define(
    "max",
    "reduce",
    _reduced,
    _extreme(("maximumf", "maxsi", "maxui", "ori"), lowest),
)
min_ = define(
    "min",
    "reduce",
    _reduced,
    _extreme(("minimumf", "minsi", "minui", "andi"), highest),
)
argmax = define("argmax", "reduce", _place, _place_of("greater", lowest))
argmin = define("argmin", "reduce", _place, _place_of("less", highest))


def accumulator_dtypes(node) -> list[np.dtype]:
    return node.primitive.emit.dtypes(node.inputs[0].type.dtype)


def start_values(node) -> list[ir.Value]:
    """The accumulators' first values as constants."""
    start = node.primitive.emit.start(node.inputs[0].type.dtype)
    return list(map(scalars.constant, start, accumulator_dtypes(node)))
