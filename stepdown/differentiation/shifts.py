"""Which extremes a result does not depend on: the maximum that a softmax takes off its row.

exp(x - m) is taken of smaller numbers than exp(x), and what is computed of it is the same for any
m: m is there for the rounding alone. So its derivative is zero whatever the numbers are, and the
rule of a maximum would compare and count only to weigh a sum that cancels. That is seen in the
graph, without a mark in the function. A step d of one row's m is followed through all that depends
on it: x - m loses d; its exponential, and the sum of the row's, are multiplied by exp(-d); in their
quotient, or in m plus the logarithm of that sum, nothing of d is left.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..frontend.graph import Value
from ..frontend.types import is_float
from ..lowering.fuse import through_views
from ..primitives.derivatives import CONSTANT
from ..primitives.indexing import index_position
from ..primitives.table import At
from .simplify import number

EXTREMES = ("max", "min")


@dataclass(frozen=True)
class Moved:
    """What a step d makes of a value v: v + by d, or v exp(by d), if `by` is that of a `factor`."""

    by: float
    factor: bool = False


STILL = Moved(0.0)


class Shifts:
    """Follows steps through a stretch of graph, its values in the order in which they were made, to
    its `outputs`."""

    def __init__(self, values: Sequence[Value], outputs: Iterable[Value]) -> None:
        self.values, self.outputs = values, {id(v) for v in outputs}
        self.users: dict[int, list[int]] = {}  # the places of those that read each value
        for place, value in enumerate(values):
            for operand in value.inputs:
                self.users.setdefault(id(operand), []).append(place)

    def cancel(self, extreme: Value) -> bool:
        """Whether no output changes, by however much each row's extreme is moved."""
        moved = {id(extreme): Moved(1.0)}
        waiting = list(self.users.get(id(extreme), ()))
        seen = set(waiting)
        while waiting:
            value = self.values[heapq.heappop(waiting)]
            if not passes_on(value):
                continue
            found = _followed(value, [moved.get(id(i), STILL) for i in value.inputs], extreme)
            if found is None or (found != STILL and id(value) in self.outputs):
                return False
            if found != STILL:
                moved[id(value)] = found
                for place in self.users.get(id(value), ()):
                    if place not in seen:
                        seen.add(place)
                        heapq.heappush(waiting, place)
        return id(extreme) not in self.outputs


def passes_on(value: Value) -> bool:
    """Whether a derivative can go through the value."""
    smooth = value.primitive.derivative is not CONSTANT or value.primitive.name == "custom"
    return smooth and is_float(value.type.dtype)


def _followed(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    """What becomes of the value where this becomes of its operands; None where that is not said.

    All that moves has one element for each of the extreme's operand, or one for each row: only then
    is a row moved by its own step alone.
    """
    if all(operand == STILL for operand in operands):
        return STILL
    rule = _RULES.get(value.primitive.name)
    found = rule(value, operands, extreme) if rule else None
    return STILL if found is not None and not found.by else found


def _rows(extreme: Value) -> list[tuple]:
    """The shapes of an array with one element for each row: without the axes, or with size 1."""
    shape, axes = extreme.inputs[0].type.shape, extreme.params["axes"]
    return [extreme.type.shape, tuple(1 if d in axes else s for d, s in enumerate(shape))]


def _sum(sign: int) -> Callable:
    def rule(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
        first, second = operands
        if first.factor or second.factor:
            return first if first == second else None
        return Moved(first.by + sign * second.by)

    return rule


def _times(sign: int) -> Callable:
    """A product (1) or a quotient (-1)."""

    def rule(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
        first, second = operands
        if all(operand.factor or operand == STILL for operand in operands):
            return Moved(first.by + sign * second.by, True)
        if second == STILL and (by := number(value.inputs[1])) is not None:
            return Moved(first.by * by**sign) if by else None
        if first == STILL and sign == 1 and (by := number(value.inputs[0])) is not None:
            return Moved(second.by * by)
        return None

    return rule


def _negative(value: Value, operands: list[Moved], extreme: Value) -> Moved:
    (x,) = operands
    return x if x.factor else Moved(-x.by)


def _same(value: Value, operands: list[Moved], extreme: Value) -> Moved:
    return operands[0]


def _exponential(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    return None if operands[0].factor else Moved(operands[0].by, True)


def _logarithm(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    return Moved(operands[0].by) if operands[0].factor else None


def _choice(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    """Both sides move alike; a 0 is one that is multiplied, an infinity one that is added to."""
    sides = [
        other if side == STILL and known is not None and (known == 0 if other.factor
                                                          else math.isinf(known)) else side
        for side, other, known in zip(operands[1:], operands[:0:-1], map(number, value.inputs[1:]),
                                      strict=True)
    ]  # fmt: skip
    return sides[0] if sides[0] == sides[1] else None


def _row_sum(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    whole = value.inputs[0].type.shape == extreme.inputs[0].type.shape
    same = whole and value.params["axes"] == extreme.params["axes"]
    return operands[0] if same and operands[0].factor else None


def _broadcast(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    """A row's element, for each element of the row."""
    shape, axes = extreme.inputs[0].type.shape, extreme.params["axes"]
    every = tuple(range(len(shape)))
    of = dict(zip(_rows(extreme), (tuple(d for d in every if d not in axes), every), strict=True))
    fits = value.type.shape == shape and of.get(value.inputs[0].type.shape) == value.params["axes"]
    return operands[0] if fits else None


def _units(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    before, after, rows = value.inputs[0].type.shape, value.type.shape, _rows(extreme)
    return operands[0] if before == after or (before in rows and after in rows) else None


def _pick(value: Value, operands: list[Moved], extreme: Value) -> Moved | None:
    """One element of each row, picked by its number in it: the target's score."""
    shape, axes = extreme.inputs[0].type.shape, extreme.params["axes"]
    if value.inputs[0].type.shape != shape or value.type.shape not in _rows(extreme):
        return None
    kept = [d for d in range(len(shape)) if d not in axes]
    where = range(len(kept)) if value.type.shape == extreme.type.shape else kept
    own = all(_runs_along(value, axis, d) for axis, d in zip(kept, where, strict=True))
    return operands[0] if own else None


def _runs_along(value: Value, axis: int, dim: int) -> bool:
    """Whether the elements that are picked lie, along an axis, where they come to lie along `dim`
    of the result."""
    axes, indices = value.params["axes"], value.inputs[1:]
    first, rank = index_position(axes), indices[0].type.rank
    if axis in axes:
        source, at = through_views(indices[axes.index(axis)])
        ramp = source.primitive is not None and source.primitive.name == "iota"
        return ramp and at[source.params["axis"]] == At(dim - first)
    place = sum(other not in axes for other in range(axis))
    return dim == (place if place < first else place + rank)


_RULES = {
    "add": _sum(1), "subtract": _sum(-1), "multiply": _times(1), "divide": _times(-1),
    "negative": _negative, "positive": _same, "cast": _same, "variable": _same, "exp": _exponential,
    "log": _logarithm, "where": _choice, "sum": _row_sum, "broadcast": _broadcast, "units": _units,
    "take": _pick,
}  # fmt: skip
