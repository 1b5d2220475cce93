"""Products in tiles: a block makes a tile of the result, each thread a smaller one in registers.

Step by step along the summed dimension, the block brings a strip of either operand to shared
memory: of the next step it loads them into registers before it multiplies those of this one, and
has two places for each. Operands are read through their views, 16 bytes at a time where they lie
so. What an elementwise group makes of the product is computed before it is stored.
"""

from __future__ import annotations

import functools

from mlir import ir
from mlir.dialects import arith, gpu, memref, vector

from ..lowering import scalars
from ..lowering.scalars import index_constant
from .body import I, Kernel, both, chosen, guarded, loop, plus
from .runtime import WIDE
from .strips import Piece, Strip
from .tiles import Tiles

LANES = 8  # of a warp along x, 4 along y: so few of a strip's words are read twice by a warp


def write(kernel: Kernel) -> None:
    _Registers(kernel).write()


class _Registers(Tiles):
    """A thread has `rows` by `columns` elements of the tile, in runs of four."""

    def prepare(self) -> None:
        """The thread's place in the tile. A warp has 4 x 8 neighbouring places, so that what it
        reads of either strip at once is short."""
        across = self.wide // self.columns
        lane, warp = (op(self.thread, index_constant(32)) for op in (arith.remui, arith.divui))
        warps = index_constant(across // LANES)
        right = arith.muli(arith.remui(warp, warps), index_constant(LANES))
        down = arith.muli(arith.divui(warp, warps), index_constant(32 // LANES))
        self.x = arith.addi(right, arith.remui(lane, index_constant(LANES)))
        self.y = arith.addi(down, arith.divui(lane, index_constant(LANES)))
        # Four more than a row keep what is stored column by column out of one bank, and rows
        # aligned for loads of four.
        element = scalars.in_body(self.kept)
        self.shared = [
            self.kernel.shared([2, self.depth, size + 4], element)
            for size in (self.high, self.wide)
        ]
        self.run = 4 if self.columns % 4 == 0 and self.fits(4) else 1  # stored at once
        covered = self.covers("m", self.high) and self.covers("n", self.wide)
        if self.dtype.kind == "f" and not covered:
            self.spare = self.kernel.shared([self.threads, self.run], element)

    def _turned(self, which: int, long: ir.Value, deep: ir.Value | int) -> ir.Value:
        """Where along a strip an element is kept. What a warp stores at once lies at a few depths,
        and those of the lower half at other places, in other banks."""
        strip = self.strips[which]
        short = strip.size < 4 * strip.run  # the other places would be outside
        if strip.along or strip.run == 1 or self.depth == 8 or short:
            return long
        if isinstance(deep, int):
            turn = deep // 8 * 2 * strip.run
            return arith.xori(long, index_constant(turn)) if turn else long
        half = arith.divui(deep, index_constant(8))
        return arith.xori(long, arith.muli(half, index_constant(2 * strip.run)))

    def sums(self, start: ir.Value) -> list[ir.Value]:
        """As they are multiplied; zeros where the summed dimension is empty: there is nothing that
        the first step could read."""
        kind, count = self._kind(), self.extent["k"]
        if count == 0:
            return [self._zeros()]
        some = None
        if not isinstance(count, int):
            some = arith.cmpi(I.ugt, self.kernel.index(count), index_constant(0))
        return chosen(some, [kind], lambda: self.multiplied(start), lambda: [self._zeros()])

    def _kind(self) -> ir.Type:
        return ir.VectorType.get([self.rows, self.columns], scalars.in_body(self.dtype))

    def _zeros(self) -> ir.Value:
        return vector.broadcast(self._kind(), scalars.constant(0, self.dtype))

    # [region pipeline]
    def multiplied(self, start: ir.Value) -> list[ir.Value]:
        kind, zero, one = self._kind(), index_constant(0), index_constant(1)
        self._put(self._load(start), zero)
        gpu.barrier()

        def turn(place: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            now, sums = held
            then = arith.subi(one, now)
            strips = self._load(plus(place, self.depth))
            sums = self._multiply(now, kind, sums)
            self._put(strips, then)
            gpu.barrier()
            return [then, sums]

        sums = self._zeros()
        step = index_constant(self.depth)
        now, sums = loop(start, arith.subi(self.stop, step), step, [zero, sums], turn)
        return [self._multiply(now, kind, sums)]
        # [end pipeline]

    def _load(self, start: ir.Value) -> list[ir.Value]:
        """The pieces of both strips that this thread brings."""
        firsts = (self.top, self.left)
        return [s.load(p, first, start) for s, first in zip(self.strips, firsts, strict=True)
                for p in s.pieces()]  # fmt: skip

    def _put(self, found: list[ir.Value], place: ir.Value) -> None:
        """Store pieces in shared memory: a strip lies there by depth."""
        left = iter(found)
        for strip in self.strips:
            for piece in strip.pieces():
                self._put_piece(strip, piece, next(left), place)

    def _put_piece(self, strip: Strip, piece: Piece, found: ir.Value, place: ir.Value) -> None:
        shared = self.shared[strip.which]

        def put() -> None:
            each = min(strip.run, 4) if strip.along else 1
            for n in range(0, strip.run, each):
                if not strip.along:
                    long = self._turned(strip.which, piece.long, piece.deep)
                    at = [place, plus(piece.deep, n), long]
                    memref.store(vector.extract(found, [], [n]), shared, at)
                    continue
                part = found
                if each != strip.run:
                    kind = ir.VectorType.get([each], scalars.in_body(self.kept))
                    part = vector.extract_strided_slice(kind, found, [n], [each], [1])
                at = [place, piece.deep, plus(piece.long, n)]
                size = min(WIDE, each * self.kept.itemsize)
                vector.StoreOp(part, shared, at, alignment=size)

        guarded(piece.exists, put)

    def _multiply(self, now: ir.Value, kind: ir.Type, sums: ir.Value) -> ir.Value:
        """The sums after the strips that are in shared memory."""
        for k in range(self.depth):
            left = self._fragment(0, now, k, self.y, self.rows)
            right = self._fragment(1, now, k, self.x, self.columns)
            sums = vector.outerproduct(kind, left, right, acc=sums)
        return sums

    def _fragment(self, which: int, now, k: int, thread: ir.Value, count: int) -> ir.Value:
        """The thread's part of a row of a strip: four neighbours at a time, in one load."""
        element, size = scalars.in_body(self.kept), (self.high, self.wide)[which]
        kind, shared = ir.VectorType.get([count], element), self.shared[which]

        def place(n: int) -> list[ir.Value]:
            long = self._turned(which, self._along(thread, n, count, size), k)
            return [now, index_constant(k), long]

        if count == 1:
            return vector.from_elements(kind, [memref.load(shared, place(0))])
        four = ir.VectorType.get([4], element)
        parts = [vector.LoadOp(four, shared, place(n), alignment=16).result
                 for n in range(0, count, 4)]  # fmt: skip
        return parts[0] if len(parts) == 1 else vector.shuffle(*parts, list(range(count)))

    def _along(self, thread: ir.Value, n: int, count: int, size: int) -> ir.Value:
        """Where in a tile's side the thread's n-th element of `count` is: runs of four, those of
        neighbouring threads side by side."""
        run = min(count, 4)
        first = thread if run == 1 else arith.muli(thread, index_constant(run))
        return plus(first, n // run * (size * run // count) + n % run)

    def store(self, sums: list[ir.Value]) -> None:
        """A tile that is there as a whole is stored without a question for each run."""
        sides = (("m", self.high, self.top), ("n", self.wide, self.left))
        ends = [
            self.kernel.below(plus(first, size - 1), self.extent[name])
            for name, size, first in sides
            if not self.covers(name, size)
        ]
        chosen(functools.reduce(both, ends, None), [], lambda: self._store(sums, True),
               lambda: self._store(sums, False))  # fmt: skip

    def _store(self, sums: list[ir.Value], whole: bool) -> list:
        run = self.run
        for i in range(self.rows):
            row = arith.addi(self.top, self._along(self.y, i, self.rows, self.high))
            for j in range(0, self.columns, run):
                column = arith.addi(self.left, self._along(self.x, j, self.columns, self.wide))
                found = [vector.extract(sums[0], [], [i, j + n]) for n in range(run)]
                self.store_run(row, column, found, whole)
        return []
