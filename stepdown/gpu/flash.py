"""Attention in one kernel: scores, softmax and the mixed values, tile by tile of the keys.

The matrix of scores, tokens by tokens, is never in memory. A block has 16 queries and goes through
the keys 16 at a time: it keeps of each query the largest score so far, the sum of the exponentials
below it, and the weighted sum of values. When a larger score turns up, both sums are scaled down.

Source: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al.,
"FlashAttention" (2022).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith, gpu, math, memref

from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.loops import position
from ..lowering.scalars import index_constant, like
from ..primitives.table import At
from . import bounds
from .attention import SIDE, Found
from .body import Element, F, Kernel, both, chosen, guarded, loop
from .rows import of_lane


def write(kernel: Kernel) -> None:
    _Attention(kernel).write()


@dataclass
class _State:
    """What a thread has of its query: the largest score, the sum, and its columns of the result."""

    largest: ir.Value
    total: ir.Value
    mixed: list[ir.Value]

    def flat(self) -> list[ir.Value]:
        return [self.largest, self.total, *self.mixed]

    @classmethod
    def of(cls, values: list[ir.Value]) -> _State:
        return cls(values[0], values[1], values[2:])


def seen(
    kernel: Kernel,
    found: Found,
    batch: list[ir.Value],
    queries: tuple[ir.Value, int],
    keys: tuple[ir.Value, int],
) -> ir.Value | None:
    """Whether the mask lets any of these queries see any of these keys, each given by the first and
    how many there are; None if it may, for all that can be known before the mask is computed."""
    box = [(each, each) for each in batch]
    for (first, count), name in ((queries, "i"), (keys, "j")):
        last = arith.addi(first, index_constant(count - 1))
        box.append((first, kernel.clamped(last, found.sizes[name])))
    return bounds.counts(kernel, found.masked, box)


class Score(Element):
    """What becomes of a score. A value of another shape, a mask, is computed at its own indices."""

    def element(self, source: Value, indices: list[At]) -> ir.Value:
        if all(source is not value for value in self.kernel.spec.options["found"].apart):
            return super().element(source, indices)
        places = [self.kernel.index(position(i, self.offsets)) for i in indices]
        return Element(self.kernel, places).computed(source)


class _Attention:
    """The part of a thread: its query is its y, its key of a tile its x."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.found = kernel, kernel.spec.options["found"]
        found: Found = self.found
        self.depth, self.width = found.sizes["d"], found.sizes["e"]
        self.f32 = ir.F32Type.get()

    def write(self) -> None:
        kernel, found = self.kernel, self.found
        self.x, self.y = kernel.thread("x"), kernel.thread("y")
        self.queries, self.keys = found.sizes["i"], found.sizes["j"]
        row = arith.addi(arith.muli(kernel.block("x"), index_constant(SIDE)), self.y)
        self.inside = kernel.below(row, self.queries)
        self.row = kernel.clamped(row, self.queries)
        self.batch = kernel.unravel(kernel.block("y"), found.sizes["batch"])
        self.strips = [kernel.shared([SIDE, size + 1], self.f32)
                       for size in (self.depth, self.depth, self.width)]  # fmt: skip
        self.weights = kernel.shared([SIDE, SIDE + 1], self.f32)
        with location(found.value):
            self._bring(0, found.q, {"i": self.row}, "d", None)
            start = arith.constant(self.f32, float("-inf")), arith.constant(self.f32, 0.0)
            columns = -(-self.width // SIDE)
            state = _State(*start, [start[1]] * columns)
            stop, step = kernel.index(self.keys), index_constant(SIDE)
            state = _State.of(loop(index_constant(0), stop, step, state.flat(), self._tile))
            for n, mixed in enumerate(state.mixed):
                self._store(n, arith.divf(mixed, state.total))

    def _tile(self, start: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
        """The state after a tile of keys, unless the mask leaves all of them out."""
        first = arith.muli(self.kernel.block("x"), index_constant(SIDE))
        there = seen(self.kernel, self.found, self.batch, (first, SIDE), (start, SIDE))
        kinds = [value.type for value in held]
        return chosen(there, kinds, lambda: self._next(start, held), lambda: held)

    def _next(self, start: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
        kernel, state = self.kernel, _State.of(held)
        key = arith.addi(start, self.y)
        there = kernel.below(key, self.keys)
        key = kernel.clamped(key, self.keys)
        self._bring(1, self.found.k, {"j": key}, "d", None)
        self._bring(2, self.found.v, {"j": key}, "e", there)
        gpu.barrier()
        score = self._score(arith.addi(start, self.x))
        largest = arith.maximumf(state.largest, self._over_lanes(score, arith.maximumf))
        # Where nothing was seen yet, the largest is -inf: less it, -inf would be NaN.
        nothing = arith.cmpf(F.OEQ, largest, arith.constant(self.f32, float("-inf")))
        below = arith.select(nothing, arith.constant(self.f32, 0.0), largest)
        weight = math.exp(arith.subf(score, below))
        scale = math.exp(arith.subf(state.largest, below))
        total = arith.addf(arith.mulf(state.total, scale), self._over_lanes(weight, arith.addf))
        memref.store(weight, self.weights, [self.y, self.x])
        gpu.barrier()
        mixed = [self._mixed(n, old, scale) for n, old in self._columns(state.mixed)]
        gpu.barrier()  # the tile has been read
        return [largest, total, *mixed]

    def _score(self, key: ir.Value) -> ir.Value:
        """This thread's score, after what the program does with it; -inf beyond the last key."""
        kernel, found = self.kernel, self.found

        def add(d: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            q = memref.load(self.strips[0], [self.y, d])
            k = memref.load(self.strips[1], [self.x, d])
            return [math.fma(q, k, held[0])]

        zero = arith.constant(self.f32, 0.0)
        stop, one = index_constant(self.depth), index_constant(1)
        (score,) = loop(index_constant(0), stop, one, [zero], add)
        there = kernel.below(key, self.keys)
        column = kernel.clamped(key, self.keys)
        body = Score(kernel, [*self.batch, self.row, column], {id(found.scores): score})
        score = scalars.widened(body.element(*through_views(found.masked)), found.masked.type.dtype)
        return arith.select(there, score, arith.constant(self.f32, float("-inf")))

    def _over_lanes(self, value: ir.Value, operation) -> ir.Value:
        """The operation over the 16 lanes of a query, in each of them."""
        distance = SIDE // 2
        while distance:
            value = operation(value, of_lane(value, distance))
            distance //= 2
        return value

    def _mixed(self, column: ir.Value, old: ir.Value, scale: ir.Value) -> ir.Value:
        """A column of the result with the tile's values, times their weights, added."""

        def add(key: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            weight = memref.load(self.weights, [self.y, key])
            value = memref.load(self.strips[2], [key, column])
            return [math.fma(weight, value, held[0])]

        stop, one = index_constant(SIDE), index_constant(1)
        return loop(index_constant(0), stop, one, [arith.mulf(old, scale)], add)[0]

    def _columns(self, mixed: list[ir.Value]) -> Iterator[tuple[ir.Value, ir.Value]]:
        """This thread's columns of the result; one that is not there is the last again."""
        for n, value in enumerate(mixed):
            column = arith.addi(self.x, index_constant(n * SIDE))
            if (n + 1) * SIDE > self.width:
                column = self.kernel.clamped(column, self.width)
            yield column, value

    def _bring(self, which: int, operand: Value, at: dict, along: str, there) -> None:
        """Row y of a strip to shared memory, 16 elements at a time; 0 for a row that is not there:
        a weight of 0 times what lies beyond an array may be NaN."""
        kernel, found = self.kernel, self.found
        size = found.sizes[along]
        for begin in range(0, size, SIDE):
            place = arith.addi(self.x, index_constant(begin))
            more = kernel.below(place, size, begin + SIDE)

            def bring(place=place) -> None:
                indices = dict(zip(found.letters["batch"], self.batch, strict=True)) | at
                indices[along] = place
                source, views = through_views(operand)
                names = found.operands[which]
                element = kernel.load(source, views, [indices[x] for x in names])
                element = scalars.widened(element, source.type.dtype)
                if there is not None:
                    element = arith.select(there, element, like(element, 0.0))
                memref.store(element, self.strips[which], [self.y, place])

            guarded(more, bring)

    def _store(self, number: int, element: ir.Value) -> None:
        kernel, found = self.kernel, self.found
        column = arith.addi(self.x, index_constant(number * SIDE))
        there = kernel.below(column, self.width, (number + 1) * SIDE)
        indices = dict(zip(found.letters["batch"], self.batch, strict=True))
        indices |= {"i": self.row, "e": column}
        place = [indices[x] for x in found.operands[3]]
        guarded(both(self.inside, there), lambda: kernel.store(found.value, element, place))
