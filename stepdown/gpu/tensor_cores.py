"""Products on tensor cores: mma.sync, for sm_80 and up.

A warp multiplies fragments of 16 rows and 8 columns in one instruction. Factors of 16 bits are
multiplied exactly and added up in float32, as the other tiles do; those of float32 are rounded to
the 19 bits that the instruction reads (tf32), which is why it is a choice.

Strips come to shared memory by asynchronous copies of 16 bytes, STAGES - 1 steps ahead, and from
there to registers by ldmatrix. A strip lies in shared memory as the operand does in memory, the
16-byte words of a row exchanged so that the eight that ldmatrix reads at once are in 32 banks.

Source of the fragments' layout: "Matrix Fragments for mma.m16n8k16" and mma.m16n8k8 in the PTX ISA.
"""

from __future__ import annotations

import itertools
from functools import partial

from mlir import ir
from mlir.dialects import arith, gpu, llvm, memref, nvgpu, nvvm, vector

from ..frontend.types import ANY
from ..lowering import passes, scalars
from ..lowering.scalars import index_constant
from .body import Kernel, both, guarded, loop, plus
from .runtime import WIDE
from .strips import Piece, Strip
from .tiles import Tiles

ROWS, COLUMNS = 16, 8  # of a fragment of the result
STAGES = 3  # steps whose strips are in shared memory, or on the way to it


def write(kernel: Kernel) -> None:
    _Fragments(kernel).write()


class _Fragments(Tiles):
    """The part of a warp in the tiles of its block: `rows` by `columns` fragments."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        kinds = {operand.type.dtype for operand in self.inputs}
        if len(kinds) == 1:
            (self.kept,) = kinds
        self.each = 4 // self.kept.itemsize  # elements of a register
        self.word = 4 * self.each  # elements of 16 bytes: a row of what ldmatrix reads
        self.k = 2 * self.word  # depth of an instruction

    def prepare(self) -> None:
        warp = arith.divui(self.thread, index_constant(32))
        self.lane = arith.remui(self.thread, index_constant(32))
        # A lane has row `group` of a fragment, and of the columns the registers `member` counts.
        self.group, self.member = (op(self.lane, index_constant(4))
                                   for op in (arith.divui, arith.remui))  # fmt: skip
        across = index_constant(self.wide // (self.columns * COLUMNS))
        self.down = arith.muli(arith.divui(warp, across), index_constant(self.rows * ROWS))
        self.right = arith.muli(arith.remui(warp, across), index_constant(self.columns * COLUMNS))
        element = scalars.in_body(self.kept)
        self.shared = [
            self.kernel.shared([STAGES, *((self.depth, s.size) if s.along else
                                          (s.size, self.depth))], element)
            for s in self.strips
        ]  # fmt: skip
        self.swizzles = [_Swizzle(self, strip) for strip in self.strips]

    # [region stages]
    def multiplied(self, start: ir.Value) -> list[ir.Value]:
        kind = ir.VectorType.get([2, 2], scalars.in_body(self.dtype))
        one, last = index_constant(1), index_constant(STAGES - 1)
        for stage in range(STAGES - 1):
            self._fetch(plus(start, stage * self.depth), index_constant(stage))

        def turn(place: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            now, then, *sums = held
            if self.copies is not None:
                nvgpu.device_async_wait(self.copies, num_groups=STAGES - 2)
            gpu.barrier()  # this step's strips are there, the last step's are read
            self._fetch(plus(place, (STAGES - 1) * self.depth), then)
            sums = self._multiply(now, sums)
            after = arith.select(arith.cmpi(arith.CmpIPredicate.eq, now, last),
                                 index_constant(0), arith.addi(now, one))  # fmt: skip
            return [after, now, *sums]

        before = self.copies
        zero = vector.broadcast(kind, scalars.constant(0, self.dtype))
        held = [index_constant(0), last, *[zero] * (self.rows * self.columns)]
        _, _, *sums = loop(start, self.stop, index_constant(self.depth), held, turn)
        if before is not None:  # zeros of steps that do not exist may be on their way
            nvgpu.device_async_wait(before, num_groups=0)
        return sums
        # [end stages]

    def _fetch(self, start: ir.Value, stage: ir.Value) -> None:
        """Start to bring the strips of a step, if there is such a step: a group of copies."""
        more, tokens = arith.cmpi(arith.CmpIPredicate.ult, start, self.stop), []
        for strip, first in zip(self.strips, (self.top, self.left), strict=True):
            for piece in strip.pieces():
                if self._is_copied(strip):
                    tokens.append(self._copy(strip, piece, first, start, more, stage))
                else:
                    there = both(more, piece.exists)
                    guarded(there, partial(self._store, strip, piece, first, start, stage))
        self.copies = nvgpu.device_async_create_group(tokens) if tokens else None

    def _is_copied(self, strip: Strip) -> bool:
        """Whether asynchronous copies bring a strip: not what is converted, in pieces that are too
        short or too few, or of an array that lies with gaps or backwards."""
        pieces = strip.size * self.depth // strip.run
        same = strip.dtype == self.kept and strip.run * self.kept.itemsize >= 4
        return same and pieces >= self.threads and strip.layout != ANY

    def _copy(self, strip: Strip, piece: Piece, first, start, more, stage) -> ir.Value:
        """What is not there is 0, and not read."""
        place = [stage, *self.swizzles[strip.which].place(piece.long, piece.deep)]
        offsets, there = strip.find(piece, first, start)
        memory, at = self.kernel.place(strip.source, strip.at, offsets)
        count = arith.select(more if there is None else there, index_constant(strip.run),
                             index_constant(0))  # fmt: skip
        whole = strip.run * self.kept.itemsize == WIDE
        return nvgpu.device_async_copy(
            self.shared[strip.which], place, memory, at, strip.run, src_elements=count,
            bypass_l1=whole or None,
        )  # fmt: skip

    def _store(self, strip: Strip, piece: Piece, first, start, stage) -> None:
        """By way of registers, at most a word of 16 bytes at a time."""
        found = strip.load(Piece(None, piece.long, piece.deep), first, start)
        each, swizzle = min(strip.run, self.word), self.swizzles[strip.which]
        kind = ir.VectorType.get([each], scalars.in_body(self.kept))
        for n in range(0, strip.run, each):
            part = found
            if each != strip.run:
                part = vector.extract_strided_slice(kind, found, [n], [each], [1])
            along, deeper = (n, 0) if strip.along else (0, n)
            place = swizzle.place(plus(piece.long, along), plus(piece.deep, deeper))
            vector.StoreOp(part, self.shared[strip.which], [stage, *place],
                           alignment=each * self.kept.itemsize)  # fmt: skip

    def _multiply(self, stage: ir.Value, sums: list[ir.Value]) -> list[ir.Value]:
        for deep in range(0, self.depth, self.k):
            left = [self._fragments(0, stage, self.down, i * ROWS, deep) for i in range(self.rows)]
            pairs = [self._fragments(1, stage, self.right, j * COLUMNS, deep)
                     for j in range(0, self.columns, 2)]  # fmt: skip
            right = [half for pair in pairs for half in halves(pair)]
            sums = [
                multiplied(left[n // self.columns], right[n % self.columns], held)
                for n, held in enumerate(sums)
            ]
        return sums

    def _fragments(self, which: int, stage, first: ir.Value, more: int, deep: int) -> ir.Value:
        """Four registers: a fragment of 16 rows of the first operand, or two of 8 columns of the
        second. A register is a quarter: 8 along the strip by 16 bytes of its depth."""
        strip, swizzle, shared = self.strips[which], self.swizzles[which], self.shared[which]
        kind = ir.VectorType.get([4, self.each], scalars.in_body(self.kept))
        eight = index_constant(8)
        if strip.along and self.each == 1:
            return self._words(which, stage, first, more, deep, kind)
        # Lane l says where row l % 8 of quarter l / 8 is.
        row, quarter = arith.remui(self.lane, eight), arith.divui(self.lane, eight)
        low = arith.remui(quarter, index_constant(2))
        high = arith.divui(quarter, index_constant(2))
        far, near = (low, high) if which == 0 else (high, low)  # quarters along, and in depth
        if strip.along:
            long, inner = arith.muli(far, eight), arith.addi(row, arith.muli(near, eight))
        else:
            long = arith.addi(row, arith.muli(far, eight))
            inner = arith.muli(near, index_constant(self.word))
        at = swizzle.place(arith.addi(first, plus(long, more)), plus(inner, deep))
        return rounded(nvgpu.ldmatrix(kind, shared, [stage, *at], strip.along, 4))

    def _words(self, which: int, stage, first: ir.Value, more: int, deep: int, kind) -> ir.Value:
        """The same by four loads: ldmatrix turns elements of 16 bits only."""
        found = []
        for n in range(4):
            far, near = (n % 2, n // 2) if which == 0 else (n // 2, n % 2)
            long = arith.addi(first, plus(self.group, more + 8 * far))
            at = self.swizzles[which].place(long, plus(self.member, deep + 4 * near))
            found.append(memref.load(self.shared[which], [stage, *at]))
        return rounded(vector.from_elements(kind, found))

    def store(self, sums: list[ir.Value]) -> None:
        first = arith.addi(self.left, arith.addi(
            self.right, arith.muli(self.member, index_constant(2))))  # fmt: skip
        top, run = arith.addi(self.top, arith.addi(self.down, self.group)), 2 if self.fits(2) else 1
        for number, held in enumerate(sums):
            i, j = divmod(number, self.columns)
            for n in range(2):
                row = plus(top, i * ROWS + 8 * n)
                for m in range(0, 2, run):
                    found = [vector.extract(held, [], [n, m + more]) for more in range(run)]
                    self.store_run(row, plus(first, j * COLUMNS + m), found)


# [region swizzle]
class _Swizzle:
    """Where a strip's elements are in shared memory: in row r, word w of 16 bytes is in the place
    of word w ^ f(r), so that what a warp reads at once lies in all banks.

    ldmatrix reads a word from each of eight rows. Where rows are shorter than 128 bytes, several
    are in as many banks, and f changes after so many rows.
    """

    def __init__(self, tiles: _Fragments, strip: Strip) -> None:
        self.along, self.word = strip.along, tiles.word
        words = (strip.size if strip.along else tiles.depth) // tiles.word
        self.rows, self.mask, self.step = max(1, 8 // words), min(8, words) - 1, 1
        if strip.along and tiles.each == 1:
            # Words of 4 bytes, from four rows and two neighbouring words of 16 bytes each.
            self.mask, self.step = min(8, words) // 2 - 1, 2

    def place(self, long: ir.Value, deep: ir.Value) -> list[ir.Value]:
        row, column = (deep, long) if self.along else (long, deep)
        if not self.mask:
            return [row, column]
        turn = row if self.rows == 1 else arith.divui(row, index_constant(self.rows))
        turn = arith.andi(turn, index_constant(self.mask))
        return [row, arith.xori(column, arith.muli(turn, index_constant(self.step * self.word)))]
        # [end swizzle]


# [region rounded]
def rounded(fragment: ir.Value) -> ir.Value:
    """A fragment as its product reads it: float32 rounded to 19 bits. The instruction would leave
    the other 13 bits out, which brings every factor nearer to 0."""
    kind = ir.VectorType(fragment.type)
    if kind.element_type != ir.F32Type.get():
        return fragment
    word, mode = ir.IntegerType.get_signless(32), ir.Attribute.parse("#nvvm.fp_rnd_mode<rna>")
    found = []
    for at in itertools.product(*map(range, kind.shape)):
        bits = nvvm.convert_float_to_tf32(word, vector.extract(fragment, [], list(at)), rnd=mode)
        found.append(arith.bitcast(kind.element_type, bits))
    return vector.from_elements(kind, found)
    # [end rounded]


def multiplied(left: ir.Value, right: ir.Value, sums: ir.Value) -> ir.Value:
    """A fragment of sums with the product of two fragments added, float32 ones `rounded`."""
    single = ir.VectorType(left.type).element_type == ir.F32Type.get()
    shape = ir.ArrayAttr.get([
        ir.IntegerAttr.get(ir.IntegerType.get_signless(64), size)
        for size in (ROWS, COLUMNS, 8 if single else 16)
    ])  # fmt: skip
    return nvgpu.mma_sync(sums.type, left, right, sums, shape, tf32_enabled=single)


def halves(pair: ir.Value) -> list[ir.Value]:
    """Two registers each of four."""
    kind = ir.VectorType(pair.type)
    half = ir.VectorType.get([2, kind.shape[1]], kind.element_type)
    return [vector.extract_strided_slice(half, pair, [n], [2], [1]) for n in (0, 2)]


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
