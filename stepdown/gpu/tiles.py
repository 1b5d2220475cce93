"""What both ways to multiply in tiles have in common: who does which part, and what is stored.

A block makes a tile of the result, from strips of either operand. How a strip becomes sums is left
to `products` (registers) and `tensor_cores`.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, gpu, vector

from ..lowering.build import location
from ..lowering.scalars import index_constant
from .body import Element, I, Kernel, both, chosen, loop, plus
from .matrices import Multiplication
from .spec import MOST_BLOCKS
from .strips import Strip
from .wide import is_multiple


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
