"""Reductions: accumulators, their start, and a step for each element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..frontend.dims import Dim
from ..frontend.dims import product as size_product
from ..frontend.types import Type, is_float, is_half
from ..lowering.late import arith, ir, scalars
from .derivatives import CONSTANT, Applied, Composed, Linear, made
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


def _spread(row, at: Applied):
    """What there is one of for each row, for each element."""
    shape, axes = at.inputs[0].shape, at.params["axes"]
    kept = tuple(axis for axis in range(len(shape)) if axis not in axes)
    return row if not axes else made("broadcast", row, shape=shape, axes=kept)


# [region extreme-derivative]
class Chosen:
    """The rule of an extreme: its derivative is shared evenly by the elements that are equal to it.

    An extreme that is NaN is equal to none: its derivative is NaN for the whole row.
    """

    def _choice(self, at: Applied):
        chosen = (at.inputs[0] == _spread(at.result, at)).astype(at.result.dtype)
        return chosen, np.sum(chosen, axis=at.params["axes"])

    def push(self, at: Applied, tangents):
        chosen, count = self._choice(at)
        return np.sum(chosen * tangents[0], axis=at.params["axes"]) / count

    def pull(self, at: Applied, cotangent, wanted) -> list:
        chosen, count = self._choice(at)
        return [chosen * _spread(cotangent / count, at)]

    # [end extreme-derivative]


def _count(at: Applied):
    return size_product(at.inputs[0].shape[axis] for axis in at.params["axes"])


def _is_dynamic(at: Applied) -> bool:
    return isinstance(_count(at), Dim)


def _by_halves(at: Applied, x):
    axes, count = at.params["axes"], _count(at)
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    shape = [x.shape[axis] for axis in kept]
    if not count:
        return np.ones_like(x, shape=shape)
    wide = x.astype(_wide(x.dtype)[0]).transpose([*kept, *axes]).reshape([*shape, count])
    while count > 1:
        half, odd = divmod(count, 2)
        pairs = wide[..., :half] * wide[..., half : 2 * half]
        wide = np.concatenate([pairs, wide[..., -1:]], axis=-1) if odd else pairs
        count = half + odd
    return wide.reshape(shape).astype(x.dtype)


class Others:
    """The rule of a product: each element's slope is the product of the others.

    That is found by multiplying halves, again and again, without a division, so it is right where
    elements are zero, and so are all its derivatives. How often to halve has to be known; where
    only the call knows it, see `_of_unknown`.
    """

    halves = Composed(_by_halves)

    def push(self, at: Applied, tangents):
        if not _is_dynamic(at):
            return self.halves.push(at, tangents)
        return np.sum(_of_unknown(at) * tangents[0], axis=at.params["axes"])

    def pull(self, at: Applied, cotangent, wanted) -> list:
        if not _is_dynamic(at):
            return self.halves.pull(at, cotangent, wanted)
        return [_of_unknown(at) * _spread(cotangent, at)]


def _of_unknown(at: Applied):
    """For each element the product of the others, of which the call knows how many there are.

    It is found by a division, which is right but for its derivative where elements are zero: that
    is taken of another function, which is equal and slower.
    """
    from ..differentiation import custom_vjp, vjp

    axes = at.params["axes"]
    rule = custom_vjp(
        lambda x: _divided(x, axes),
        forward=lambda x: (_divided(x, axes), x),
        backward=lambda x, t: vjp(lambda x: _one_by_one(x, axes), x)[1](t)[0],
    )
    return rule(at.inputs[0])


def _divided(x, axes: tuple[int, ...]):
    """The product divided by the element; where zeros are, that of what is not zero, or 0."""
    zero = x == 0
    zeros = np.sum(zero, axis=axes, keepdims=True)
    safe = np.where(zero, np.ones_like(x), x)
    rest = np.prod(safe, axis=axes, keepdims=True)
    nothing = np.zeros_like(x)
    return np.where(
        zero, np.where(zeros == 1, rest, nothing), np.where(zeros == 0, rest / safe, nothing)
    )


def _one_by_one(x, axes: tuple[int, ...]):
    """A product for each element, in which 1 stands for it."""
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    order = [*kept, *axes]
    turned = x.transpose(order)
    count = size_product(x.shape[axis] for axis in axes)
    row = turned.reshape([*(x.shape[axis] for axis in kept), 1, count])
    mine = np.eye(count, dtype=bool, like=x)
    products = np.prod(np.where(mine, np.ones_like(row), row), axis=-1)
    return products.reshape(turned.shape).transpose([order.index(d) for d in range(x.ndim)])


sum_ = define(
    "sum",
    "reduce",
    _reduced,
    Reduction(_wide, lambda d: [0], _sum),
    derivative=Linear(lambda t, at, _: _spread(t, at)),
)
prod = define(
    "prod",
    "reduce",
    _reduced,
    Reduction(_wide, lambda d: [1], _product),
    derivative=Others(),
)
max_ = define(
    "max",
    "reduce",
    _reduced,
    _extreme(("maximumf", "maxsi", "maxui", "ori"), lowest),
    derivative=Chosen(),
)
min_ = define(
    "min",
    "reduce",
    _reduced,
    _extreme(("minimumf", "minsi", "minui", "andi"), highest),
    derivative=Chosen(),
)
argmax = define("argmax", "reduce", _place, _place_of("greater", lowest), derivative=CONSTANT)
argmin = define("argmin", "reduce", _place, _place_of("less", highest), derivative=CONSTANT)


def accumulator_dtypes(node) -> list[np.dtype]:
    return node.primitive.emit.dtypes(node.inputs[0].type.dtype)


def start_values(node) -> list[ir.Value]:
    """The accumulators' first values as constants."""
    start = node.primitive.emit.start(node.inputs[0].type.dtype)
    return list(map(scalars.constant, start, accumulator_dtypes(node)))
