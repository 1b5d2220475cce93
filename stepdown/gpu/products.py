"""Products in tiles: a block makes a tile of the result, each thread a smaller one in registers.

Step by step along the summed dimension, the block brings a strip of either operand to shared
memory; what is outside of the operands is zero there. Operands are read through their views, so a
transposed one costs nothing but the order in which its threads go through memory.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, gpu, memref, vector

from ..frontend.dims import Size, product
from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from .body import Kernel, both, guarded, loop


def write(kernel: Kernel) -> None:
    Tiles(kernel).write()


class Tiles:
    """The part of a thread in the tiles of its block."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.spec = kernel, kernel.spec
        (self.value,) = self.spec.values
        options = self.spec.options
        self.high, self.wide, self.rows, self.columns, self.depth = options["tile"]
        maps, inputs = self.value.params["maps"], self.value.inputs
        self.maps = maps
        letters = maps[0] + maps[1]
        sizes = dict(zip(letters, inputs[0].type.shape + inputs[1].type.shape, strict=True))
        self.part = {name: options[name] for name in ("batch", "m", "n", "k")}
        self.sizes = {name: [sizes[x] for x in part] for name, part in self.part.items()}
        self.extent: dict[str, Size] = {n: product(part) for n, part in self.sizes.items()}
        self.dtype = self.value.type.dtype  # of the sums
        self.kept = self.dtype  # of what is in shared memory

    def write(self) -> None:
        kernel = self.kernel
        self.x, self.y = kernel.thread("x"), kernel.thread("y")
        self.shared = self._strips()
        self.top = arith.muli(kernel.block("x"), index_constant(self.high))
        self.left = arith.muli(kernel.block("y"), index_constant(self.wide))
        zero, one = index_constant(0), index_constant(1)
        with location(self.value):
            if isinstance(self.extent["batch"], int) and self.extent["batch"] <= 65535:
                self._of_batch(kernel.block("z"))
                return
            stop, step = kernel.index(self.extent["batch"]), gpu.grid_dim(_z())

            def turn(number: ir.Value, _: list) -> list:
                self._of_batch(number)
                return []

            loop(arith.addi(kernel.block("z"), zero), stop, arith.muli(step, one), [], turn)

    def _of_batch(self, number: ir.Value) -> None:
        kernel = self.kernel
        self.batch = kernel.unravel(number, self.sizes["batch"])

        def turn(start: ir.Value, sums: list[ir.Value]) -> list[ir.Value]:
            self._fetch(0, "m", self.top, self.high, start)
            self._fetch(1, "n", self.left, self.wide, start)
            gpu.barrier()
            sums = self._multiply(sums)
            gpu.barrier()
            return sums

        stop, step = kernel.index(self.extent["k"]), index_constant(self.depth)
        self._store(loop(index_constant(0), stop, step, self._nothing(), turn))

    # What a thread has of the tile: others than these have it in `tensor_cores` ------------------

    def _strips(self) -> list[ir.Value]:
        """Shared memory for a strip of either operand.

        Four more than a row keep what is stored column by column out of one bank, and rows aligned
        for loads of four.
        """
        element = scalars.in_body(self.kept)
        return [
            self.kernel.shared([self.depth, size + 4], element) for size in (self.high, self.wide)
        ]

    def _at(self, long: ir.Value, deep: ir.Value) -> list[ir.Value]:
        """Where an element of a strip is in shared memory."""
        return [deep, long]

    def _nothing(self) -> list[ir.Value]:
        """The sums before the first step."""
        return [vector.broadcast(self._sums_type(), scalars.constant(0, self.dtype))]

    def _sums_type(self) -> ir.Type:
        return ir.VectorType.get([self.rows, self.columns], scalars.in_body(self.dtype))

    def _multiply(self, sums: list[ir.Value]) -> list[ir.Value]:
        """The sums after the strips that are in shared memory."""

        def add(k: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            left = self._fragment(0, k, self.y, self.rows)
            right = self._fragment(1, k, self.x, self.columns)
            return [vector.outerproduct(self._sums_type(), left, right, acc=held[0])]

        end, one = index_constant(self.depth), index_constant(1)
        return loop(index_constant(0), end, one, sums, add)

    # [region fetch]
    def _fetch(self, which: int, name: str, first: ir.Value, size: int, start: ir.Value) -> None:
        """Bring a strip of an operand, `size` long and `depth` deep, to shared memory.

        Neighbouring threads go along the dimension whose elements are neighbours in memory.
        """
        operand = self.value.inputs[which]
        threads = self.spec.block[0] * self.spec.block[1]
        flat = arith.addi(arith.muli(self.y, index_constant(self.spec.block[0])), self.x)
        along = self._is_contiguous(operand, self.maps[which], name)
        inner = size if along else self.depth
        total = size * self.depth
        for begin in range(0, total, threads):
            number = flat if not begin else arith.addi(flat, index_constant(begin))
            one = arith.remui(number, index_constant(inner))
            other = arith.divui(number, index_constant(inner))
            long, deep = (one, other) if along else (other, one)
            outer, summed = arith.addi(first, long), arith.addi(start, deep)
            there = both(self._inside(name, outer, size), self._inside("k", summed, self.depth))
            place = self._at(long, deep)

            def bring(o=outer, s=summed, t=there, p=place) -> None:
                self._bring(which, name, o, s, t, p)

            more = total - begin < threads
            last = arith.cmpi(arith.CmpIPredicate.ult, number, index_constant(total))
            guarded(last if more else None, bring)
        # [end fetch]

    def _bring(self, which, name, outer, summed, there, place) -> None:
        """One element of an operand to its place in shared memory: 0 for one that is not there."""
        kernel, operand = self.kernel, self.value.inputs[which]
        if there is not None:
            outer = kernel.clamped(outer, self.extent[name])
            summed = kernel.clamped(summed, self.extent["k"])
        indices = dict(zip(self.part["batch"], self.batch, strict=True))
        for part, number in ((name, outer), ("k", summed)):
            found = kernel.unravel(number, self.sizes[part])
            indices |= dict(zip(self.part[part], found, strict=True))
        source, at = through_views(operand)
        element = kernel.load(source, at, [indices[x] for x in self.maps[which]])
        element = scalars.cast(element, operand.type.dtype, self.kept)
        if there is not None:
            element = arith.select(there, element, scalars.constant(0, self.kept))
        memref.store(element, self.shared[which], place)

    def _inside(self, name: str, number: ir.Value, size: int) -> ir.Value | None:
        extent = self.extent[name]
        if isinstance(extent, int) and extent % size == 0:
            return None
        return arith.cmpi(arith.CmpIPredicate.ult, number, self.kernel.index(extent))

    # [region contiguous]
    def _is_contiguous(self, operand: Value, letters: str, name: str) -> bool:
        """Whether the operand's elements are neighbours along the last of these dimensions."""
        source, at = through_views(operand)
        part = self.part[name]
        if source.is_source or not at or not part:
            return False
        return at[-1].dim is not None and letters[at[-1].dim] == part[-1]
        # [end contiguous]

    def _fragment(self, which: int, k: ir.Value, first: ir.Value, count: int) -> ir.Value:
        """The thread's part of a row of a strip: four neighbours at a time, in one load."""
        element, size = scalars.in_body(self.kept), (self.high, self.wide)[which]
        kind = ir.VectorType.get([count], element)
        if count == 1:
            return vector.from_elements(kind, [memref.load(self.shared[which], [k, first])])
        four, parts = ir.VectorType.get([4], element), []
        for n in range(0, count, 4):
            place = self._along(first, n, count, size)
            load = vector.LoadOp(four, self.shared[which], [k, place])
            parts.append(load.result)
        if len(parts) == 1:
            return parts[0]
        return vector.shuffle(*parts, list(range(count)))

    def _store(self, sums: list[ir.Value]) -> None:
        run = 4 if self._in_fours() else 1
        for i in range(self.rows):
            row = arith.addi(self.top, self._along(self.y, i, self.rows, self.high))
            for j in range(0, self.columns, run):
                column = arith.addi(self.left, self._along(self.x, j, self.columns, self.wide))
                if run == 1:
                    self._store_one(row, column, vector.extract(sums[0], [], [i, j]))
                    continue
                line = vector.extract(sums[0], [], [i])
                four = vector.extract_strided_slice(
                    ir.VectorType.get([run], scalars.in_body(self.dtype)), line, [j], [run], [1]
                )
                self._store_one(row, column, four)

    def _in_fours(self) -> bool:
        """Whether a thread's columns are stored four at a time: all of them or none are there, and
        they lie at a multiple of 16 bytes."""
        whole, names = self.extent["n"], self.part["n"]
        return (
            self.columns % 4 == 0
            and self.dtype.itemsize == 4
            and self.maps[2][-1:] == names
            and isinstance(whole, int)
            and whole % 4 == 0
            and not self.spec.strided
        )

    def _store_one(self, row: ir.Value, column: ir.Value, element: ir.Value) -> None:
        """An element of the result, or neighbours in its row, if they are there."""
        kernel = self.kernel
        there = both(self._inside("m", row, self.high), self._inside("n", column, self.wide))

        def store() -> None:
            indices = dict(zip(self.part["batch"], self.batch, strict=True))
            for name, number in (("m", row), ("n", column)):
                found = kernel.unravel(number, self.sizes[name])
                indices |= dict(zip(self.part[name], found, strict=True))
            place = [indices[x] for x in self.maps[2]]
            if isinstance(element.type, ir.VectorType):
                target = kernel.stored[id(self.value)]
                vector.StoreOp(element, target, place, alignment=16)
            else:
                kernel.store(self.value, element, place)

        guarded(there, store)

    def _along(self, thread: ir.Value, n: int, count: int, size: int) -> ir.Value:
        """Where in a tile's side the thread's n-th element of `count` is: runs of four, those of
        neighbouring threads side by side."""
        run = min(count, 4)
        first = thread if run == 1 else arith.muli(thread, index_constant(run))
        more = n // run * (size * run // count) + n % run
        return first if not more else arith.addi(first, index_constant(more))


def _z() -> ir.Attribute:
    return ir.Attribute.parse("#gpu<dim z>")
