"""What is known of a mask on a whole tile, before any of its elements is computed.

Whole numbers have a least and a greatest value on a tile: a ramp those of its ends, what is the
same everywhere its own. Comparisons of such ranges are true on the whole tile, or nowhere on it,
and so is what `&`, `|`, `~` and `where` make of them; or it is not known. All of it is written as
code that runs once for each tile. How an element is read is given: on the CPU it is one of a
tensor, in a kernel of a GPU a thread's load.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith

from ..frontend.graph import Value
from ..primitives.table import At
from . import scalars
from .fuse import through_views
from .scalars import I

INT64, BOOL = np.dtype(np.int64), np.dtype(bool)
LARGEST = 1 << 20  # of a constant factor, so that no ramp becomes as long as all of int64


@dataclass(frozen=True)
class Truth:
    """Whether a question is true somewhere on a tile, and whether it is everywhere, as far as that
    is known: None where it may be, and where it need not be."""

    somewhere: ir.Value | None = None
    everywhere: ir.Value | None = None


UNKNOWN = Truth()
Range = tuple[ir.Value, ir.Value]


@dataclass(frozen=True)
class Mask:
    """`where(test, score, -inf)`, or, where the test says what it hides, the other way round."""

    test: Value
    score: Value
    hides: bool


def mask_of(value: Value) -> Mask | None:
    """The mask that the value is a result of; None if it is none of one."""
    if value.primitive.name != "where":
        return None
    test, first, second = value.inputs
    for score, other, hides in ((first, second, False), (second, first, True)):
        other, _ = through_views(other)
        if other.is_source and other.params.get("value") == -np.inf:
            return Mask(test, score, hides)
    return None


class Bounds:
    """Ranges and truths on one tile. `box` has the first and the last index of each dimension, of
    type index, one value where there is one index; `element` reads an element of a value at the
    tile's first indices."""

    def __init__(
        self, box: Sequence[Range], element: Callable[[Value, list[At]], ir.Value]
    ) -> None:
        self.box, self.element = box, element

    def of_mask(self, mask: Mask) -> Truth:
        """Whether the mask leaves any score of the tile, and whether it leaves all of them."""
        truth = self.truth(mask.test, [At(d) for d in range(len(self.box))])
        return opposite(truth) if mask.hides else truth

    # [region truth]
    def truth(self, value: Value, indices: list[At]) -> Truth:
        """What is known of a bool on the tile."""
        value, indices = through_views(value, indices)
        if self._is_same_everywhere(indices) or value.is_source:
            element = self.element(value, indices)
            return Truth(element, element)
        name = value.primitive.name if value.primitive is not None else ""
        if name in _COMPARISONS and all(i.type.dtype == INT64 for i in value.inputs):
            ranges = [self.range(i, at) for i, at in self._operands(value, indices)]
            return UNKNOWN if None in ranges else _COMPARISONS[name](*ranges)
        if name in _CONNECTIVES and value.type.dtype == BOOL:
            return _CONNECTIVES[name](*(self.truth(*o) for o in self._operands(value, indices)))
        return UNKNOWN
        # [end truth]

    def range(self, value: Value, indices: list[At]) -> Range | None:
        """The least and the greatest value of an int64 on the tile; where adding wrapped around in
        between, the greater one comes first."""
        value, indices = through_views(value, indices)
        if value.type.dtype != INT64:
            return None
        if self._is_same_everywhere(indices):
            element = self.element(value, indices)
            return element, element
        name = value.primitive.name if value.primitive is not None else ""
        if name == "iota":
            return self._ramp(value, indices[value.params["axis"]])
        if value.is_source:
            element = self.element(value, indices)
            return element, element
        if name not in ("add", "subtract", "multiply", "negative", "positive"):
            return None
        operands = self._operands(value, indices)
        if name == "multiply":
            return self._multiple(*operands)
        ranges = [self.range(*operand) for operand in operands]
        if None in ranges:
            return None
        if name == "positive":
            return ranges[0]
        if name == "add":
            return arith.addi(ranges[0][0], ranges[1][0]), arith.addi(ranges[0][1], ranges[1][1])
        low, high = ranges[-1]
        first = ranges[0] if name == "subtract" else (scalars.like(low, 0),) * 2
        return arith.subi(first[0], high), arith.subi(first[1], low)

    def _operands(self, value: Value, indices: list[At]) -> list[tuple[Value, list[At]]]:
        return [through_views(source, indices) for source in value.inputs]

    def _is_same_everywhere(self, indices: list[At]) -> bool:
        return all(i.dim is None or self.box[i.dim][0] is self.box[i.dim][1] for i in indices)

    def _ramp(self, ramp: Value, index: At) -> Range | None:
        """The ends of a ramp: its first and its last element on the tile."""
        if self._is_same_everywhere([index]):
            element = self.element(ramp, [index] * ramp.type.rank)
            return element, element
        if index.step < 0:
            return None
        step, start = (scalars.index_constant(n) for n in (index.step, index.start))
        wide = ir.IntegerType.get_signless(64)
        ends = [arith.addi(arith.muli(end, step), start) for end in self.box[index.dim]]
        return tuple(arith.index_cast(wide, end) for end in ends)

    def _multiple(self, first: tuple, second: tuple) -> Range | None:
        """A constant times a range."""
        for (factor, _), operand in ((first, second), (second, first)):
            number = factor.params.get("value") if factor.is_source else None
            if isinstance(number, int) and abs(number) <= LARGEST:
                found = self.range(*operand)
                if found is None:
                    return None
                ends = [arith.muli(end, scalars.like(end, number)) for end in found]
                return tuple(ends) if number >= 0 else (ends[1], ends[0])
        return None


def _compared(somewhere: tuple, everywhere: tuple):
    """A comparison of ranges: what the ends of the first and the second have to be to each other,
    by predicate and by which ends, 0 the least and 1 the greatest."""

    def truth(first: Range, second: Range) -> Truth:
        valid = _and(arith.cmpi(I.sle, *first), arith.cmpi(I.sle, *second))
        found = [
            _all(arith.cmpi(p, first[one], second[other]) for p, one, other in which)
            for which in (somewhere, everywhere)
        ]
        return Truth(_or(_not(valid), found[0]), _and(valid, found[1]))

    return truth


_COMPARISONS = {
    "less": _compared([(I.slt, 0, 1)], [(I.slt, 1, 0)]),
    "less_equal": _compared([(I.sle, 0, 1)], [(I.sle, 1, 0)]),
    "greater": _compared([(I.sgt, 1, 0)], [(I.sgt, 0, 1)]),
    "greater_equal": _compared([(I.sge, 1, 0)], [(I.sge, 0, 1)]),
    "equal": _compared([(I.sle, 0, 1), (I.sge, 1, 0)], [(I.eq, 0, 1), (I.eq, 1, 0)]),
}
_COMPARISONS["not_equal"] = lambda *ranges: opposite(_COMPARISONS["equal"](*ranges))


def _both(a: Truth, b: Truth) -> Truth:
    return Truth(_and(a.somewhere, b.somewhere), _need(_and, a.everywhere, b.everywhere))


def _either(a: Truth, b: Truth) -> Truth:
    return Truth(_need(_or, a.somewhere, b.somewhere), _or(a.everywhere, b.everywhere))


def opposite(a: Truth) -> Truth:
    """What is known of a question with the opposite answers."""
    return Truth(*(None if x is None else _not(x) for x in (a.everywhere, a.somewhere)))


def _chosen(test: Truth, a: Truth, b: Truth) -> Truth:
    return _either(_both(test, a), _both(opposite(test), b))


_CONNECTIVES = {
    "bitwise_and": _both,
    "multiply": _both,
    "bitwise_or": _either,
    "add": _either,
    "invert": opposite,
    "where": _chosen,
}


def _need(operation, a: ir.Value | None, b: ir.Value | None) -> ir.Value | None:
    """The operation on what has to be known both."""
    return None if a is None or b is None else operation(a, b)


def _and(a: ir.Value | None, b: ir.Value | None) -> ir.Value | None:
    return arith.andi(a, b) if a is not None and b is not None else a if b is None else b


def _or(a: ir.Value | None, b: ir.Value | None) -> ir.Value | None:
    return arith.ori(a, b) if a is not None and b is not None else a if b is None else b


def _not(a: ir.Value) -> ir.Value:
    return arith.xori(a, scalars.like(a, -1))


def _all(questions) -> ir.Value:
    first, *rest = questions
    for question in rest:
        first = arith.andi(first, question)
    return first
