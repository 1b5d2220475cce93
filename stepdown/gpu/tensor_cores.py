"""Products on tensor cores: mma.sync, for sm_80 and up.

A warp multiplies fragments of 16 rows and 8 columns in one instruction. Factors of 16 bits are
multiplied exactly and added up in float32, as the other tiles do; of float32 the instruction reads
the first 19 bits (tf32), which is why it is a choice.

Source of the fragments' layout: "Matrix Fragments for mma.m16n8k16" and mma.m16n8k8 in the PTX ISA.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, llvm, memref, nvgpu, nvvm, vector

from ..lowering import passes, scalars
from ..lowering.scalars import index_constant
from .body import Kernel
from .products import Tiles

ROWS, COLUMNS = 16, 8  # of a fragment of the result


def write(kernel: Kernel) -> None:
    _Fragments(kernel).write()


class _Fragments(Tiles):
    """The part of a warp in the tiles of its block: `rows` by `columns` fragments.

    In shared memory a strip lies row by row, each with its elements along the depth.
    """

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.kept = self.value.inputs[0].type.dtype
        self.each = 4 // self.kept.itemsize  # elements of a register
        self.k = 8 * self.each  # depth of an instruction

    def write(self) -> None:
        thread = self.kernel.thread("x")
        lane = arith.remui(thread, index_constant(32))
        warp = arith.divui(thread, index_constant(32))
        # A lane has row `group` of a fragment, and of the columns the registers `member` counts.
        self.group = arith.divui(lane, index_constant(4))
        self.member = arith.remui(lane, index_constant(4))
        across = index_constant(self.wide // (self.columns * COLUMNS))
        down = arith.muli(arith.divui(warp, across), index_constant(self.rows * ROWS))
        self.down = arith.addi(down, self.group)
        self.right = arith.muli(arith.remui(warp, across), index_constant(self.columns * COLUMNS))
        super().write()

    def _strips(self) -> list[ir.Value]:
        """Shared memory, its rows 4 words longer than a strip: then the 8 rows and 4 columns that
        a warp reads at once lie in 32 banks."""
        element, length = scalars.in_body(self.kept), self.depth + 4 * self.each
        return [self.kernel.shared([size, length], element) for size in (self.high, self.wide)]

    def _at(self, long: ir.Value, deep: ir.Value) -> list[ir.Value]:
        return [long, deep]

    def _nothing(self) -> list[ir.Value]:
        kind = self._sums_type()
        zero = scalars.constant(0, self.dtype)
        return [vector.broadcast(kind, zero) for _ in range(self.rows * self.columns)]

    def _sums_type(self) -> ir.Type:
        return ir.VectorType.get([2, 2], scalars.in_body(self.dtype))

    def _multiply(self, sums: list[ir.Value]) -> list[ir.Value]:
        shape = ir.ArrayAttr.get([
            ir.IntegerAttr.get(ir.IntegerType.get_signless(64), size)
            for size in (ROWS, COLUMNS, self.k)
        ])  # fmt: skip
        single = self.kept.itemsize == 4
        column = arith.addi(self.right, self.group)
        for start in range(0, self.depth, self.k):
            left = [
                self._registers(0, [(self.down, i * ROWS + 8 * (n % 2), start + 4 * self.each *
                                     (n // 2)) for n in range(4)])
                for i in range(self.rows)
            ]  # fmt: skip
            right = [
                self._registers(1, [(column, j * COLUMNS, start + 4 * self.each * n)
                                    for n in range(2)])
                for j in range(self.columns)
            ]  # fmt: skip
            sums = [
                nvgpu.mma_sync(
                    self._sums_type(), left[n // self.columns], right[n % self.columns], held,
                    shape, tf32_enabled=single,
                )
                for n, held in enumerate(sums)
            ]  # fmt: skip
        return sums

    def _registers(self, which: int, places: list[tuple[ir.Value, int, int]]) -> ir.Value:
        """A fragment of an operand: for each register the row, how much further down, the depth."""
        found = []
        first = arith.muli(self.member, index_constant(self.each))
        for row, more, deep in places:
            long = arith.addi(row, index_constant(more))
            for n in range(self.each):
                at = arith.addi(first, index_constant(deep + n))
                found.append(memref.load(self.shared[which], [long, at]))
        kind = ir.VectorType.get([len(places), self.each], scalars.in_body(self.kept))
        return vector.from_elements(kind, found)

    def _store(self, sums: list[ir.Value]) -> None:
        column = arith.addi(self.right, arith.muli(self.member, index_constant(2)))
        for number, held in enumerate(sums):
            i, j = divmod(number, self.columns)
            for n in range(2):
                row = arith.addi(self.top, arith.addi(self.down, index_constant(i * ROWS + 8 * n)))
                for m in range(2):
                    at = arith.addi(column, index_constant(j * COLUMNS + m))
                    self._store_one(
                        row, arith.addi(self.left, at), vector.extract(held, [], [n, m])
                    )


# [region bfloat16]
def of_bfloat16_for_ptx(module: ir.Module) -> None:
    """Write mma.sync of bfloat16 in the NVVM dialect: the pass that lowers the others takes none.

    There a register is an i32 that holds two elements, and the result a struct of four floats.
    """
    for operation in passes.operations(module, "nvgpu.mma.sync"):
        left, right, sums = operation.operands
        if ir.VectorType(left.type).element_type != ir.BF16Type.get():
            continue
        with ir.InsertionPoint(operation), operation.location:
            kind = ir.VectorType(sums.type)
            held = [vector.extract(sums, [], [n // 2, n % 2]) for n in range(4)]
            row, column, bf16 = (
                ir.Attribute.parse(f"#nvvm.{text}")
                for text in ("mma_layout<row>", "mma_layout<col>", "mma_type<bf16>")
            )
            made = nvvm.MmaOp(
                ir.Type.parse("!llvm.struct<(f32, f32, f32, f32)>"),
                ir.Attribute.parse("#nvvm.shape<m = 16, n = 8, k = 16>"), row, column,
                _words(left), _words(right), held,
                multiplicandAPtxType=bf16, multiplicandBPtxType=bf16,
            )  # fmt: skip
            parts = [llvm.extractvalue(ir.F32Type.get(), made.res, [n]) for n in range(4)]
            result = vector.from_elements(kind, parts)
        operation.results[0].replace_all_uses_with(result)
        operation.erase()
    # [end bfloat16]


def _words(fragment: ir.Value) -> list[ir.Value]:
    """The registers of a fragment, two elements each."""
    count = ir.VectorType(fragment.type).shape[0]
    word = ir.VectorType.get([1], ir.IntegerType.get_signless(32))
    return [
        vector.extract(vector.bitcast(word, vector.extract(fragment, [], [n])), [], [0])
        for n in range(count)
    ]
