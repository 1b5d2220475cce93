"""Products in tiles: a block makes a tile of the result, each thread a smaller one in registers.

Step by step along the summed dimension, the block brings a strip of either operand to shared
memory: of the next step it loads them into registers before it multiplies those of this one, and
has two places for each. Operands are read through their views, 16 bytes at a time where they lie
so. What an elementwise group makes of the product is computed before it is stored.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith, gpu, memref, vector

from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from .body import Element, I, Kernel, both, chosen, guarded, loop, plus
from .matrices import Multiplication
from .runtime import WIDE
from .spec import MOST_BLOCKS
from .wide import is_multiple, run

LANES = 8  # of a warp along x, 4 along y: so few of a strip's words are read twice by a warp


def write(kernel: Kernel) -> None:
    _Registers(kernel).write()


@dataclass
class Piece:
    """Neighbours in a strip that a thread brings: where they are in it, whether there are any."""

    exists: ir.Value | None
    long: ir.Value
    deep: ir.Value


class Strip:
    """An operand as a block reads it: `size` long, `depth` deep, in runs of `run` elements.

    `along` says that neighbours in memory are neighbours along the strip, not along its depth.
    """

    def __init__(self, tiles: Tiles, which: int, name: str, size: int) -> None:
        self.tiles, self.which, self.name, self.size = tiles, which, name, size
        self.letters = tiles.maps[which]
        self.source, self.at = through_views(tiles.inputs[which])
        self.dtype = self.source.type.dtype
        self.along = self._is_near(name)
        near = name if self.along else "k"
        most = size if self.along else tiles.depth
        last = tiles.part[near][-1:]
        dim = self.letters.index(last[0]) if last else None
        self.layout = tiles.spec.layout(self.source, self.at) if self.at else ""
        self.run = run(self.source, self.at, dim, most, self.layout)
        while last and not is_multiple(tiles.sizes[near][-1], self.run):
            self.run //= 2

    # [region contiguous]
    def _is_near(self, name: str) -> bool:
        """Whether neighbours in memory are neighbours along the last of these dimensions."""
        part = self.tiles.part[name]
        if self.source.is_source or not self.at or not part:
            return False
        return self.at[-1].dim is not None and self.letters[self.at[-1].dim] == part[-1]
        # [end contiguous]

    def pieces(self) -> Iterator[Piece]:
        """What this thread brings: neighbouring threads go along neighbours in memory."""
        tiles = self.tiles
        total = self.size * tiles.depth // self.run
        inner = (self.size if self.along else tiles.depth) // self.run
        for begin in range(0, total, tiles.threads):
            number = plus(tiles.thread, begin)
            exists = None
            if total - begin < tiles.threads:
                exists = arith.cmpi(I.ult, number, index_constant(total))
            near = arith.remui(number, index_constant(inner))
            if self.run > 1:
                near = arith.muli(near, index_constant(self.run))
            far = arith.divui(number, index_constant(inner))
            yield Piece(exists, *((near, far) if self.along else (far, near)))

    def find(self, piece: Piece, first: ir.Value, start: ir.Value) -> tuple:
        """Where a piece is in the operand, its indices brought inside, and whether it is summed.

        What lies beyond the operand's rows goes into elements that are not stored; beyond the
        summed dimension it has to be 0.
        """
        tiles, kernel = self.tiles, self.tiles.kernel
        outer, summed = arith.addi(first, piece.long), arith.addi(start, piece.deep)
        runs = (self.run, 1) if self.along else (1, self.run)
        if not tiles.covers(self.name, self.size):
            outer = kernel.clamped(outer, tiles.extent[self.name], runs[0])
        there = tiles.below_end(summed)
        if there is not None:
            summed = kernel.clamped(summed, tiles.extent["k"], runs[1])
        indices = tiles.indices({self.name: outer, "k": summed})
        return [indices[x] for x in self.letters], there

    def load(self, piece: Piece, first: ir.Value, start: ir.Value) -> ir.Value:
        """A piece in registers, as it is kept in shared memory."""
        tiles = self.tiles
        kind = ir.VectorType.get([self.run], scalars.in_body(tiles.kept))

        def bring() -> list[ir.Value]:
            offsets, there = self.find(piece, first, start)
            found = self._loaded(offsets)
            if there is not None:
                zero = vector.broadcast(kind, scalars.constant(0, tiles.kept))
                found = arith.select(there, found, zero)
            return [found]

        def nothing() -> list[ir.Value]:
            return [vector.broadcast(kind, scalars.constant(0, tiles.kept))]

        return chosen(piece.exists, [kind], bring, nothing)[0]

    def _loaded(self, offsets: Sequence[ir.Value]) -> ir.Value:
        kernel, kept = self.tiles.kernel, self.tiles.kept
        kind = ir.VectorType.get([self.run], scalars.in_body(kept))
        if self.run == 1:
            element = kernel.load(self.source, self.at, offsets)
            return vector.broadcast(kind, scalars.cast(element, self.dtype, kept))
        found = kernel.load_run(self.source, self.at, offsets, self.run)
        return found if self.dtype == kept else arith.extf(kind, found)


class Tiles(Multiplication):
    """What both ways to multiply have in common: who does which part, and what is stored."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        options = self.spec.options
        self.high, self.wide, self.rows, self.columns, self.depth = options["tile"]
        self.threads = self.spec.block[0]
        self.splits = options.get("splits", 1)  # blocks that share the summed dimension
        self.dtype = self.value.type.dtype  # of the sums
        self.kept = self.dtype  # of what is in shared memory
        self.spare: ir.Value | None = None  # a place for sums that are not there

    def write(self) -> None:
        kernel = self.kernel
        self.thread = kernel.thread("x")
        self.strips = [Strip(self, 0, "m", self.high), Strip(self, 1, "n", self.wide)]
        self.prepare()
        self.top = arith.muli(kernel.block("x"), index_constant(self.high))
        self.left = arith.muli(kernel.block("y"), index_constant(self.wide))
        with location(self.value):
            number, count = kernel.block("z"), self.extent["batch"]
            if self.splits > 1:
                self._of_split(number)
            elif isinstance(count, int) and count <= MOST_BLOCKS:
                self._of_batch(number)
            else:
                self._batches(number)

    def _batches(self, number: ir.Value) -> None:
        """More matrices than a grid has blocks in z: every so manieth."""

        def turn(number: ir.Value, _: list) -> list:
            self._of_batch(number)
            gpu.barrier()  # what is read of this matrix is overwritten with the next
            return []

        step = arith.muli(gpu.grid_dim(ir.Attribute.parse("#gpu<dim z>")), index_constant(1))
        loop(number, self.kernel.index(self.extent["batch"]), step, [], turn)

    def _of_split(self, number: ir.Value) -> None:
        """A part of the sum: what it comes to is stored by itself."""
        splits = index_constant(self.splits)
        self.split = arith.remui(number, splits)
        depth = index_constant(self.depth)
        steps = arith.ceildivui(self.kernel.index(self.extent["k"]), depth)
        each = arith.muli(arith.ceildivui(steps, splits), depth)
        start = arith.muli(self.split, each)
        stop = arith.minui(arith.addi(start, each), self.kernel.index(self.extent["k"]))
        self._of_batch(arith.divui(number, splits), start, stop)

    def _of_batch(
        self, number: ir.Value, start: ir.Value | None = None, stop: ir.Value | None = None
    ) -> None:
        self.batch = self.kernel.unravel(number, self.sizes["batch"])
        start = index_constant(0) if start is None else start
        self.stop = self.kernel.index(self.extent["k"]) if stop is None else stop
        self.store(self.sums(start))

    def sums(self, start: ir.Value) -> list[ir.Value]:
        """What this thread has of the tile, summed up from `start` on."""
        return self.multiplied(start)

    # Geometry ----------------------------------------------------------------------------------

    def covers(self, name: str, size: int) -> bool:
        """Whether tiles of that size end where the result does."""
        return is_multiple(self.extent[name], size)

    def below_end(self, summed: ir.Value) -> ir.Value | None:
        """Whether a place along the summed dimension is one of this block's; None if it always
        is."""
        if self.splits == 1 and is_multiple(self.extent["k"], self.depth):
            return None
        return arith.cmpi(I.ult, summed, self.stop)

    def indices(self, numbers: dict[str, ir.Value]) -> dict[str, ir.Value]:
        """The index of each dimension, from the numbers of a row, a column, a place in a sum."""
        found = dict(zip(self.part["batch"], self.batch, strict=True))
        for name, number in numbers.items():
            found |= dict(zip(self.part[name], self.kernel.unravel(number, self.sizes[name]),
                              strict=True))  # fmt: skip
        return found

    # Storing -----------------------------------------------------------------------------------

    # [region store]
    def store_run(
        self, row: ir.Value, column: ir.Value, sums: list[ir.Value], whole: bool = False
    ) -> None:
        """Neighbours in a row of the result, and what the elementwise group makes of them; `whole`
        says that all of the tile is there."""
        kernel = self.kernel
        inside = [
            None if whole or self.covers(name, size) else kernel.below(number, self.extent[name])
            for name, size, number in (("m", self.high, row), ("n", self.wide, column))
        ]

        def store() -> list:
            made: list[list[ir.Value]] = []
            for n, total in enumerate(sums):
                indices = self.indices({"m": row, "n": plus(column, n)})
                place = [indices[x] for x in self.maps[2]]
                if n == 0:
                    first = place
                made.append(self._finished(total, place))
            for value, elements in zip(self.spec.outputs, zip(*made, strict=True), strict=True):
                place = first if self.splits == 1 else [self.split, *first]
                kernel.store_run(value, list(elements), place)
            return []

        chosen(both(*inside), [], store, lambda: self._put_aside(sums))
        # [end store]

    # [region aside]
    def _put_aside(self, sums: list[ir.Value]) -> list:
        """Put sums that are not there where nobody reads them. So each is needed whether it is
        there or not, and computed before the question. Else LLVM moves a sum's last additions
        behind it, and all of their factors stay in registers until then."""
        if self.spare is None:
            return []
        run = vector.from_elements(ir.VectorType.get([len(sums)], sums[0].type), sums)
        vector.StoreOp(run, self.spare, [self.thread, index_constant(0)],
                       alignment=len(sums) * self.dtype.itemsize)  # fmt: skip
        return []
        # [end aside]

    def _finished(self, total: ir.Value, place: list[ir.Value]) -> list[ir.Value]:
        if self.spec.group is None:
            return [total]
        body = Element(self.kernel, place, {id(self.value): total})
        return [body.output(v) for v in self.spec.outputs]

    def fits(self, count: int) -> bool:
        """Whether runs of the result's columns may be stored at once: all of a run is there or
        none, and each output has it at a multiple of its size."""
        last = self.part["n"][-1:]
        return (
            bool(last)
            and self.maps[2][-1] == last[0]
            and is_multiple(self.sizes["n"][-1], count)
            and all(self.kernel.stores_runs(v, count) for v in self.spec.outputs)
        )


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
