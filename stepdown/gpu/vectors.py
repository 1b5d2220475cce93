"""A matrix times a vector or a few: what decoding tokens is made of, as fast as the matrix is read.

Where neighbours in memory are summed, the lanes of a warp, or fewer where rows are short, share a
few rows. Where they are columns, some lanes have neighbouring columns and the other threads of the
block every so manieth row of them. A thread loads 16 bytes at a time, several times before it uses
the first, and multiplies what it has by each of the vectors. What an elementwise group makes of the
product is computed before it is stored.
"""

from __future__ import annotations

import itertools

from mlir import ir
from mlir.dialects import arith, gpu, math, memref, vector

from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from .body import Element, I, Kernel, both, chosen, guarded, loop, plus
from .matrices import Multiplication
from .rows import WARP, of_lane
from .wide import is_multiple, run

AHEAD = 4  # loads of a thread before the first is used, where the length is only known by a call


def write(kernel: Kernel) -> None:
    _Along(kernel).write() if kernel.spec.options["along"] else _Down(kernel).write()


class _Operand:
    """An operand, read in runs along one dimension of the product."""

    def __init__(self, made: _Vectors, which: int, near: str) -> None:
        self.made, self.letters, self.near = made, made.maps[which], near
        self.source, self.at = through_views(made.inputs[which])
        dim = self.letters.index(near) if near in self.letters else None
        layout = made.spec.layout(self.source, self.at) if self.source.type.rank else ""
        self.run = run(self.source, self.at, dim, made.run, layout)

    def load(self, numbers: dict[str, ir.Value], count: int) -> ir.Value:
        """So many neighbours, from where the numbers of row, column and place in the sum say."""
        made, kept = self.made, scalars.in_body(self.made.dtype)
        indices = made.indices(numbers)
        each, parts = min(self.run, count), []
        for n in range(0, count, each):
            offsets = [plus(indices[x], n if x == self.near else 0) for x in self.letters]
            if each > 1:
                part = made.kernel.load_run(self.source, self.at, offsets, each)
                if self.source.type.dtype != made.dtype:
                    part = arith.extf(ir.VectorType.get([each], kept), part)
            else:
                element = made.kernel.load(self.source, self.at, offsets)
                part = scalars.cast(element, self.source.type.dtype, made.dtype)
            parts.append(part)
        if each == count and count > 1:
            return parts[0]
        kind = ir.VectorType.get([count], kept)
        if each == 1:
            return vector.from_elements(kind, parts)
        whole = vector.broadcast(kind, scalars.constant(0, made.dtype))
        for n, part in enumerate(parts):
            whole = vector.insert_strided_slice(part, whole, [n * each], [1])
        return whole


class _Vectors(Multiplication):
    """What both ways have in common."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        options = self.spec.options
        self.free = options["free"]  # "m" or "n": the long dimension of the result
        self.few = "n" if self.free == "m" else "m"  # its other: the vectors, `count` of them
        self.count = options["vectors"]
        self.run, self.lanes = options["run"], options["lanes"]
        self.threads, self.dtype = self.spec.block[0], self.value.type.dtype
        near = self.part["k" if options["along"] else self.free][-1]
        matrix = 0 if self.free == "m" else 1
        self.matrix, self.vector = _Operand(self, matrix, near), _Operand(self, 1 - matrix, near)
        self.kind = ir.VectorType.get([self.run], scalars.in_body(self.dtype))

    def write(self) -> None:
        kernel = self.kernel
        thread = kernel.thread()
        self.lane = arith.remui(thread, index_constant(self.lanes))
        self.line = arith.divui(thread, index_constant(self.lanes))
        self.batch = kernel.unravel(kernel.block("y"), self.sizes["batch"])
        self.others = [index_constant(n) for n in range(self.count)]
        with location(self.value):
            self.compute()

    def indices(self, numbers: dict[str, ir.Value]) -> dict[str, ir.Value]:
        """The index of each dimension, from the numbers of a row, a column, a place in a sum."""
        found = dict(zip(self.part["batch"], self.batch, strict=True))
        for name in "mnk":
            number = numbers.get(name, self.others[0])
            found |= dict(zip(self.part[name], self.kernel.unravel(number, self.sizes[name]),
                              strict=True))  # fmt: skip
        return found

    def zero(self) -> ir.Value:
        return vector.broadcast(self.kind, scalars.constant(0, self.dtype))

    def finish(self, number: ir.Value, other: int, total: ir.Value) -> None:
        """Store an element of the result, or what a group makes of it."""
        found = self.indices({self.free: number, self.few: self.others[other]})
        place = [found[x] for x in self.maps[2]]
        if self.spec.group is None:
            self.kernel.store(self.value, total, place)
            return
        body = Element(self.kernel, place, {id(self.value): total})
        made = [body.output(v) for v in self.spec.outputs]
        for value, element in zip(self.spec.outputs, made, strict=True):
            self.kernel.store(value, element, place)

    # [region ahead]
    def steps(self, start: ir.Value, each: int, sums: list[ir.Value]) -> list[ir.Value]:
        """Go along the sum, several loads before the first of them is used; all of them, where the
        length is known and short."""
        extent, ahead = self.extent["k"], self.spec.options["ahead"]
        count = -(-extent // each) if isinstance(extent, int) else None
        if count is not None and count <= ahead:
            return self._together(start, each, count, extent, sums)
        ahead, end = min(AHEAD, ahead), self.kernel.index(extent)
        return loop(
            start, end, index_constant(each * ahead), sums,
            lambda place, held: self._together(place, each, ahead, None, held),
        )  # fmt: skip

    def _together(
        self, start: ir.Value, each: int, count: int, below: int | None, sums: list[ir.Value]
    ) -> list[ir.Value]:
        """So many steps from a place on; `below` is the length, if `start` is of the first."""
        extent, found = self.extent["k"], []
        for n in range(count):
            place, there = plus(start, n * each), None
            certain = (
                is_multiple(extent, each * count) if below is None else (n + 1) * each <= below
            )
            if not certain:
                there = arith.cmpi(I.ult, place, self.kernel.index(extent))
            kinds = [self.kind] * (self.count + len(sums) // self.count)
            zeros = [self.zero()] * len(kinds) if there is not None else []
            found.append(chosen(there, kinds, lambda p=place: self.bring(p), lambda z=zeros: z))
        for each in found:
            given, factors = each[: self.count], each[self.count :]
            pairs = itertools.product(factors, given)
            sums = [math.fma(*pair, total) for pair, total in zip(pairs, sums, strict=True)]
        return sums
        # [end ahead]


class _Along(_Vectors):
    """Neighbours in memory are summed: `lanes` lanes share `rows` rows of the matrix."""

    def compute(self) -> None:
        kernel, rows = self.kernel, self.spec.options["rows"]
        lines = self.threads // self.lanes
        block = arith.muli(kernel.block("x"), index_constant(lines * rows))
        # A lane's rows are so far apart that the rows of a warp are neighbours in each load.
        numbers = [arith.addi(block, plus(self.line, n * lines)) for n in range(rows)]
        extent = self.extent[self.free]
        inside = [None if is_multiple(extent, lines * rows) else
                  arith.cmpi(I.ult, n, kernel.index(extent)) for n in numbers]  # fmt: skip
        clamped = [n if there is None else kernel.clamped(n, extent)
                   for n, there in zip(numbers, inside, strict=True)]  # fmt: skip
        start = arith.muli(self.lane, index_constant(self.run))

        self.numbers = clamped
        sums = self.steps(start, self.lanes * self.run, [self.zero()] * (rows * self.count))
        first = arith.cmpi(I.eq, self.lane, index_constant(0))
        wholes = [_over_lanes(added(total, self.run), 1, self.lanes) for total in sums]
        for n, (number, there) in enumerate(zip(numbers, inside, strict=True)):

            def store(number=number, totals=wholes[n * self.count : (n + 1) * self.count]) -> None:
                for other, total in enumerate(totals):
                    self.finish(number, other, total)

            guarded(both(there, first), store)

    def bring(self, place: ir.Value) -> list[ir.Value]:
        """Neighbours of each vector, and of each of the rows."""
        given = [self.vector.load({"k": place, self.few: n}, self.run) for n in self.others]
        found = [self.matrix.load({"k": place, self.free: n}, self.run) for n in self.numbers]
        return [*given, *found]


class _Down(_Vectors):
    """Neighbours in memory are columns: `lanes` lanes have `run` each, and a block's other threads
    share the rows."""

    def compute(self) -> None:
        kernel, lines = self.kernel, self.threads // self.lanes
        wide, extent = self.lanes * self.run, self.extent[self.free]
        left = arith.muli(kernel.block("x"), index_constant(wide))
        column = arith.addi(left, arith.muli(self.lane, index_constant(self.run)))
        if not is_multiple(extent, wide):
            column = kernel.clamped(column, extent, self.run)

        self.column = column
        sums = self.steps(self.line, lines, [self.zero()] * self.count)
        parts = [[_over_lanes(vector.extract(each, [], [n]), self.lanes, WARP)
                  for n in range(self.run)] for each in sums]  # fmt: skip
        warps = self.threads // WARP
        shared = kernel.shared([warps, self.count, wide], scalars.in_body(self.dtype))
        thread = kernel.thread()
        warp = arith.divui(thread, index_constant(WARP))
        leader = arith.cmpi(I.ult, arith.remui(thread, index_constant(WARP)),
                            index_constant(self.lanes))  # fmt: skip

        def leave() -> None:
            for other, each in enumerate(parts):
                for n, part in enumerate(each):
                    at = plus(arith.muli(self.lane, index_constant(self.run)), n)
                    memref.store(part, shared, [warp, self.others[other], at])

        guarded(leader, leave)
        gpu.barrier()
        number = arith.addi(left, thread)
        mine = arith.cmpi(I.ult, thread, index_constant(wide))
        inside = None
        if not is_multiple(extent, wide):
            inside = arith.cmpi(I.ult, number, kernel.index(extent))

        def together() -> None:
            for n, other in enumerate(self.others):
                total = memref.load(shared, [index_constant(0), other, thread])
                for warp in range(1, warps):
                    more = memref.load(shared, [index_constant(warp), other, thread])
                    total = arith.addf(total, more)
                self.finish(number, n, total)

        guarded(both(mine, inside), together)

    def bring(self, place: ir.Value) -> list[ir.Value]:
        """An element of each vector, spread, and neighbours of that row of the matrix."""
        given = [self.vector.load({"k": place, self.few: n}, 1) for n in self.others]
        spread = [vector.broadcast(self.kind, vector.extract(v, [], [0])) for v in given]
        return [*spread, self.matrix.load({"k": place, self.free: self.column}, self.run)]


def added(sums: ir.Value, count: int) -> ir.Value:
    """The elements of a vector added up, as a tree."""
    parts = [vector.extract(sums, [], [n]) for n in range(count)]
    while len(parts) > 1:
        half = len(parts) // 2
        parts = [arith.addf(a, b) for a, b in zip(parts[:half], parts[half:], strict=True)]
    return parts[0]


def _over_lanes(value: ir.Value, first: int, end: int) -> ir.Value:
    """The sum over lanes at distances from `first` up to below `end`, in each of them."""
    distance = end // 2
    while distance >= first:
        value = arith.addf(value, of_lane(value, distance))
        distance //= 2
    return value
