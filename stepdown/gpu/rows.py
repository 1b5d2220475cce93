"""Kernels that go row by row: a block a row, or a warp's lanes where rows are short.

Each thread takes every so manieth element of its row. A reduction goes over a thread's own, then
by shuffles over the lanes of a warp, then through shared memory over the warps. What is held in
registers is computed once for all phases; in a longer row each phase computes it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import arith, gpu, memref

from ..frontend.dims import product
from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.loops import converted
from ..lowering.rows import phases
from ..lowering.scalars import index_constant
from ..primitives.reductions import accumulator_dtypes, start_values
from .body import Element, Kernel, both, guarded, loop

WARP = 32


def write(kernel: Kernel) -> None:
    _Row(kernel).write()


class _Row:
    """The part of a thread in a row."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.spec = kernel, kernel.spec
        options, domain = self.spec.options, self.spec.domain
        self.outer_dims, self.inner_dims = options["outer"], options["inner"]
        self.lanes, self.held = options["lanes"], options["held"]
        self.outer_sizes = [domain[d] for d in self.outer_dims]
        self.inner_sizes = [domain[d] for d in self.inner_dims]
        self.length = product(self.inner_sizes)
        self.phase = phases(self.spec.group)
        self.outer: dict[int, ir.Value] = {}  # one element for each row
        self.bodies: list[tuple[ir.Value, ir.Value | None, Element]] = []

    def write(self) -> None:
        kernel, spec = self.kernel, self.spec
        at_once = spec.block[0] // self.lanes
        thread, count = kernel.thread(), product(self.outer_sizes)
        self.lane, row = thread, kernel.block()
        if at_once > 1:
            lanes = index_constant(self.lanes)
            self.lane = arith.remui(thread, lanes)
            first = arith.muli(row, index_constant(at_once))
            row = arith.addi(first, arith.divui(thread, lanes))
        most = None
        if isinstance(count, int):
            most = -(-count // at_once) * at_once
        self.inside = kernel.below(row, count, most if at_once > 1 else count)
        if at_once > 1 and self.inside is not None:
            # Lanes beyond the last row do as it does, so that shuffles find all lanes; they do not
            # store.
            row = kernel.clamped(row, count)
        if at_once == 1:
            self.inside = None
        self.row = kernel.unravel(row, self.outer_sizes)
        if self.held:
            self._hold()
        for number in range(max(self.phase.values()) + 1):
            self._phase(number)
        leader = arith.cmpi(arith.CmpIPredicate.eq, self.lane, index_constant(0))
        stored = [v for v in spec.outputs if self._is_outer(v)]
        if stored:
            guarded(both(self.inside, leader), lambda: self._store_outer(stored))

    def _is_outer(self, value: Value) -> bool:
        return value.primitive.kind == "reduce" or self.spec.group.is_outer(value)

    def _offsets(self, column: ir.Value | None) -> list:
        """The indices of an element of the domain."""
        offsets: list = [0] * len(self.spec.domain)
        for d, index in zip(self.outer_dims, self.row, strict=True):
            offsets[d] = index
        if column is not None:
            inner = self.kernel.unravel(column, self.inner_sizes)
            for d, index in zip(self.inner_dims, inner, strict=True):
                offsets[d] = index
        return offsets

    def _hold(self) -> None:
        """A body for each element that the thread holds."""
        kernel = self.kernel
        for n in range(self.held):
            column = self.lane
            if n:
                column = arith.addi(column, index_constant(n * self.lanes))
            there = kernel.below(column, self.length, (n + 1) * self.lanes)
            if there is not None:
                column = kernel.clamped(column, self.length)
            body = Element(kernel, self._offsets(column), self.outer)
            self.bodies.append((column, there, body))

    # Phases ------------------------------------------------------------------------------------

    def _phase(self, number: int) -> None:
        values = self.spec.group.values
        for value in values:
            ready = self._is_outer(value) and self.phase[id(value)] == number
            if ready and id(value) not in self.outer:
                body = Element(self.kernel, self._offsets(None), self.outer)
                body.offsets = body.offsets[: value.type.rank]
                self.outer[id(value)] = body.compute(value)
        full = [
            v for v in self.spec.outputs
            if not self._is_outer(v) and self.phase[id(v)] == number
        ]  # fmt: skip
        reductions = [
            v for v in values if v.primitive.kind == "reduce" and self.phase[id(v)] == number + 1
        ]
        if full or reductions:
            totals = self._held(full, reductions) if self.held else self._looped(full, reductions)
            self._combine(reductions, totals)

    def _held(self, full: list[Value], reductions: list[Value]) -> list[ir.Value]:
        totals = starts(reductions)
        for column, there, body in self.bodies:
            results = [body.output(v) for v in full]
            steps = stepped(reductions, totals, body, column)
            if there is not None:
                steps = [
                    arith.select(there, new, old) for new, old in zip(steps, totals, strict=True)
                ]
            totals = steps
            if full:
                where = both(self.inside, there)
                guarded(where, lambda b=body, r=results: self._store(full, r, b.offsets))
        return totals

    def _looped(self, full: list[Value], reductions: list[Value]) -> list[ir.Value]:
        def turn(column: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
            body = Element(self.kernel, self._offsets(column), self.outer)
            results = [body.output(v) for v in full]
            totals = stepped(reductions, totals, body, column)
            guarded(self.inside, lambda: self._store(full, results, body.offsets))
            return totals

        stop, step = self.kernel.index(self.length), index_constant(self.lanes)
        return loop(self.lane, stop, step, starts(reductions), turn)

    def _combine(self, reductions: list[Value], totals: list[ir.Value]) -> None:
        for value in reductions:
            count = len(accumulator_dtypes(value))
            with location(value):
                mine = across(self.kernel, value, totals[:count], self.lane, self.lanes)
                self.outer[id(value)] = converted(value, mine[0])
            totals = totals[count:]

    # Storing -----------------------------------------------------------------------------------

    def _store(self, values: list[Value], results: list[ir.Value], place: Sequence) -> None:
        for value, result in zip(values, results, strict=True):
            self.kernel.store(value, result, [self.kernel.index(i) for i in place])

    def _store_outer(self, values: list[Value]) -> None:
        for value in values:
            place = [*self.row, *[index_constant(0)] * (value.type.rank - len(self.row))]
            self.kernel.store(value, self.outer[id(value)], place)


# Reductions ------------------------------------------------------------------------------------


def starts(reductions: list[Value]) -> list[ir.Value]:
    return [start for value in reductions for start in start_values(value)]


def stepped(
    reductions: list[Value], totals: Sequence[ir.Value], body: Element, column: ir.Value
) -> list[ir.Value]:
    """The accumulators of all reductions after one more element."""
    made: list[ir.Value] = []
    for value in reductions:
        old = list(totals[len(made) : len(made) + len(accumulator_dtypes(value))])
        with location(value):
            element = body.element(*through_views(value.inputs[0]))
            made += step(value, old, element, column)
    return made


def step(value: Value, old: list[ir.Value], element: ir.Value, number: ir.Value) -> list[ir.Value]:
    """A reduction's accumulators after the element of that number."""
    dtype, reduction = value.inputs[0].type.dtype, value.primitive.emit
    index = None
    if reduction.needs_index:
        index = arith.index_cast(ir.IntegerType.get_signless(64), number)
    return reduction.step(dtype, old, scalars.widened(element, dtype), index)


def combined(value: Value, a: list[ir.Value], b: list[ir.Value]) -> list[ir.Value]:
    """Two sets of accumulators as one. Where the place counts, the elements of the set with the
    lower place come first; one that has seen no element has the place -1."""
    dtype, reduction = value.inputs[0].type.dtype, value.primitive.emit
    if not reduction.needs_index:
        return reduction.step(dtype, a, b[0], None)
    lower = arith.cmpi(arith.CmpIPredicate.slt, a[0], b[0])
    first = [arith.select(lower, x, y) for x, y in zip(a, b, strict=True)]
    second = [arith.select(lower, y, x) for x, y in zip(a, b, strict=True)]
    return reduction.step(dtype, first, second[1], second[0])


def across(
    kernel: Kernel, value: Value, mine: Sequence[ir.Value], lane: ir.Value, lanes: int
) -> list[ir.Value]:
    """The accumulators of a row's lanes combined, in each of them.

    Beyond a warp, the first lane of each warp leaves what that has in shared memory, and each warp
    combines what it finds there. All lanes are of one row then, and of one block.
    """
    totals = across_lanes(value, mine, min(lanes, WARP))
    if lanes <= WARP:
        return totals
    warps, kinds = lanes // WARP, accumulator_dtypes(value)
    places = [kernel.shared([warps], scalars.storage(kind)) for kind in kinds]
    place = arith.remui(lane, index_constant(WARP))
    first = arith.cmpi(arith.CmpIPredicate.eq, place, index_constant(0))

    def leave() -> None:
        warp = arith.divui(lane, index_constant(WARP))
        for held, total, kind in zip(places, totals, kinds, strict=True):
            memref.store(scalars.stored(total, kind), held, [warp])

    guarded(first, leave)
    gpu.barrier()
    at = arith.remui(place, index_constant(warps))
    found = [
        scalars.loaded(memref.load(held, [at]), kind)
        for held, kind in zip(places, kinds, strict=True)
    ]
    return across_lanes(value, found, warps)


def across_lanes(value: Value, mine: Sequence[ir.Value], lanes: int) -> list[ir.Value]:
    """The accumulators of neighbouring lanes, a power of two of them, combined in each of them."""
    totals, distance = list(mine), lanes // 2
    while distance:
        others = [of_lane(total, distance) for total in totals]
        totals = combined(value, totals, others)
        distance //= 2
    return totals


def of_lane(value: ir.Value, distance: int) -> ir.Value:
    """What the lane at a distance has (by exclusive or of the numbers)."""
    kind, word = value.type, ir.IntegerType.get_signless(32)
    narrow = isinstance(kind, ir.IntegerType) and kind.width < 32
    given = arith.extui(word, value) if narrow else value
    offset, width = arith.constant(word, distance), arith.constant(word, WARP)
    mode = ir.Attribute.parse("#gpu<shuffle_mode xor>")
    got = gpu.shuffle(given, offset, width, mode)[0]
    return arith.trunci(kind, got) if narrow else got
