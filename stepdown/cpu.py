"""What the CPU does better than plain loops: products of matrices by BLAS.

After bufferization each `linalg.contract` on f32 or f64 buffers becomes calls of CBLAS, the one
that NumPy ships, on the buffers as they lie, with leading dimensions and transposition. What is
small, of another type, or has a matrix without a contiguous dimension becomes loops.
"""

from __future__ import annotations

import functools
import glob
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, llvm, memref, scf

from . import passes
from .scalars import index_constant

SMALL = 4096  # multiplications up to which a product's loops are faster than a call
ROW_MAJOR, PLAIN, TRANSPOSED = 101, 111, 112  # cblas.h


@functools.cache
def blas() -> tuple[Path, str, str] | None:
    """NumPy's BLAS: the library, and what stands before and behind `cblas_sgemm` in its names.

    Wheels of NumPy carry OpenBLAS with 64-bit integers. None where NumPy was built otherwise.
    """
    folder = Path(np.__file__).parent.parent / "numpy.libs"
    for path in sorted(glob.glob(os.fspath(folder / "libscipy_openblas64_*"))):
        return Path(path), "scipy_", "64_"
    return None


def products(module: ir.Module, use_blas: bool) -> bool:
    """Write the module's products as calls of BLAS or as loops; whether BLAS is called."""
    names: dict[str, ir.FunctionType] = {}
    for operation in passes.operations(module, "linalg.contract"):
        with ir.InsertionPoint(operation), operation.location:
            if use_blas and _Product(operation, names).write():
                operation.erase()
    with ir.InsertionPoint.at_block_begin(module.body), ir.Location.unknown():
        for name, kind in names.items():
            func.FuncOp(name, kind, visibility="private")
    return bool(names)


class _Product:
    """One contraction on buffers."""

    def __init__(self, operation: ir.Operation, names: dict[str, ir.FunctionType]) -> None:
        self.operation, self.names = operation, names
        self.a, self.b, self.c = operation.operands
        self.maps = [
            [ir.AffineDimExpr(e).position for e in ir.AffineMapAttr(m).value.results]
            for m in operation.attributes["indexing_maps"]
        ]
        self.element = ir.MemRefType(self.c.type).element_type

    # [region which]
    def write(self) -> bool:
        """Write the calls; False where loops are better."""
        a, b, c = (set(m) for m in self.maps)
        rows, columns, summed = sorted(a & c - b), sorted(b & c - a), sorted(a & b - c)
        batch = sorted(a & b & c)
        floats = {ir.F32Type.get(): "s", ir.F64Type.get(): "d"}
        if self.element not in floats or len(summed) != 1 or len(columns) > 1:
            return False
        types = [ir.MemRefType(v.type) for v in (self.a, self.b, self.c)]
        if any(t.element_type != self.element for t in types):
            return False
        # Rows beyond one dimension are looped over, as the batch is.
        batch, rows = sorted([*batch, *rows[:-1]]), rows[-1:]
        sizes = self._static_sizes(types)
        work = [sizes.get(d) for d in (*rows, *columns, *summed)]
        if None not in work and int(np.prod(work)) <= SMALL:
            return False
        if any(_without_neighbours(m, t, batch) for m, t in zip(self.maps, types, strict=True)):
            return False
        self.letter = floats[self.element]
        beta = self._drop_fill()
        self._over_batch(batch, [], rows, columns, summed, beta)
        return True
        # [end which]

    def _static_sizes(self, types: Sequence[ir.MemRefType]) -> dict[int, int]:
        sizes = {}
        for kind, dims in zip(types, self.maps, strict=True):
            for axis, d in enumerate(dims):
                if not kind.is_dynamic_dim(axis):
                    sizes[d] = kind.get_dim_size(axis)
        return sizes

    def _drop_fill(self) -> float:
        """1, or 0 where the result was only filled with zeros before: then it need not be."""
        block = self.operation.block
        previous = None
        for operation in block.operations:
            if operation.operation == self.operation:
                break
            previous = operation.operation
        if previous is not None and previous.name == "linalg.fill" and (
            previous.operands[1] == self.c
        ):  # fmt: skip
            previous.erase()
            return 0.0
        return 1.0

    def _over_batch(self, batch, indices, rows, columns, summed, beta) -> None:
        if len(indices) == len(batch):
            self._call(dict(zip(batch, indices, strict=True)), rows, columns, summed, beta)
            return
        loop = scf.ForOp(index_constant(0), self._size_of(batch[len(indices)]), index_constant(1))
        with ir.InsertionPoint(loop.body):
            more = [*indices, loop.induction_variable]
            self._over_batch(batch, more, rows, columns, summed, beta)
            scf.YieldOp([])

    def _size_of(self, dim: int) -> ir.Value:
        for value, dims in zip((self.a, self.b, self.c), self.maps, strict=True):
            if dim in dims:
                return memref.dim(value, index_constant(dims.index(dim)))
        raise AssertionError(dim)

    def _call(self, fixed, rows, columns, summed, beta) -> None:
        m, n = (d[0] if d else None for d in (rows, columns))
        (k,) = summed
        a = self._operand(self.a, self.maps[0], fixed, m, k)
        b = self._operand(self.b, self.maps[1], fixed, k, n)
        c = self._operand(self.c, self.maps[2], fixed, m, n)
        if m is None and n is None:
            self._vectors(a, b, c, k, beta)
        elif n is None:
            self._vector(a, b, c, (m, k), beta)
        elif m is None:
            self._vector(b.flipped(), a, c, (n, k), beta)
        else:
            self._matrices(a, b, c, (m, n, k), beta)

    def _operand(self, value, dims, fixed, row: int | None, column: int | None) -> Operand:
        """Pointer, transposition and leading dimension of the matrix at the batch's indices."""
        kind = ir.MemRefType(value.type)
        strides, _ = kind.get_strides_and_offset()
        rank = len(dims)
        meta = memref.ExtractStridedMetadataOp(value)
        results = list(meta.results)
        offset, steps = results[1], results[2 + rank :]
        for d, at in fixed.items():
            if d in dims:
                offset = arith.addi(offset, arith.muli(at, steps[dims.index(d)]))
        width = 4 if kind.element_type == ir.F32Type.get() else 8
        start = memref.extract_aligned_pointer_as_index(value)
        address = arith.addi(start, arith.muli(offset, index_constant(width)))
        pointer = llvm.inttoptr(llvm.PointerType.get(), _as_i64(address))
        axes = {d: dims.index(d) for d in (row, column) if d is not None}
        by = {d: _as_i64(steps[axis]) for d, axis in axes.items()}
        transposed = (
            row is not None and column is not None
            and strides[axes[row]] == 1 and strides[axes[column]] != 1
        )  # fmt: skip
        leading = None
        if row is not None and column is not None:
            across, along = (column, row) if transposed else (row, column)
            # BLAS wants at least the row's length, whatever the stride of a single row is.
            leading = arith.maxsi(by[across], arith.maxsi(_as_i64(self._size_of(along)), _i64(1)))
        return Operand(pointer, transposed, leading, by)

    def _matrices(self, a: Operand, b: Operand, c: Operand, dims, beta) -> None:
        m, n, k = (_as_i64(self._size_of(d)) for d in dims)
        if c.transposed:  # C^T = B^T A^T
            a, b, m, n = b.flipped(), a.flipped(), n, m
        flags = [_i32(TRANSPOSED if x.transposed else PLAIN) for x in (a, b)]
        one, factor = self._number(1.0), self._number(beta)
        self._function("gemm", [_i32(ROW_MAJOR), *flags, m, n, k, one, a.pointer, a.leading,
                                b.pointer, b.leading, factor, c.pointer, c.leading])  # fmt: skip

    def _vector(self, matrix: Operand, x: Operand, y: Operand, dims, beta) -> None:
        """y = matrix x, the matrix with dims[0] rows."""
        rows, columns = (_as_i64(self._size_of(d)) for d in dims)
        flag = PLAIN
        if matrix.transposed:
            rows, columns, flag = columns, rows, TRANSPOSED
        one, factor = self._number(1.0), self._number(beta)
        (step_x,), (step_y,) = x.steps.values(), y.steps.values()
        what = [_i32(ROW_MAJOR), _i32(flag), rows, columns, one, matrix.pointer, matrix.leading]
        self._function("gemv", [*what, x.pointer, step_x, factor, y.pointer, step_y])

    def _vectors(self, a: Operand, b: Operand, c: Operand, k: int, beta) -> None:
        """A dot product, as a matrix of one row times a vector."""
        size = _as_i64(self._size_of(k))
        one, factor = self._number(1.0), self._number(beta)
        (step_a,), (step_b,) = a.steps.values(), b.steps.values()
        what = [_i32(ROW_MAJOR), _i32(TRANSPOSED), _i32(PLAIN), _i64(1), _i64(1), size, one]
        left = [a.pointer, arith.maxsi(step_a, _i64(1))]
        right = [b.pointer, arith.maxsi(step_b, _i64(1))]
        self._function("gemm", [*what, *left, *right, factor, c.pointer, _i64(1)])

    def _number(self, value: float) -> ir.Value:
        return arith.constant(self.element, ir.FloatAttr.get(self.element, value))

    def _function(self, name: str, operands: list[ir.Value]) -> None:
        _, before, behind = blas()
        symbol = f"{before}cblas_{self.letter}{name}{behind}"
        self.names[symbol] = ir.FunctionType.get([o.type for o in operands], [])
        func.CallOp([], ir.FlatSymbolRefAttr.get(symbol), operands)


def _without_neighbours(dims: list[int], kind: ir.MemRefType, batch: list[int]) -> bool:
    """Whether a matrix or vector has no dimension whose elements are neighbours in memory."""
    strides, _ = kind.get_strides_and_offset()
    inner = [axis for axis, d in enumerate(dims) if d not in batch]
    return len(inner) > 1 and all(strides[axis] != 1 for axis in inner)


@dataclass(frozen=True)
class Operand:
    """A matrix as BLAS takes it; `steps` are the strides of its dimensions in the contraction."""

    pointer: ir.Value
    transposed: bool
    leading: ir.Value | None
    steps: dict[int, ir.Value]

    def flipped(self) -> Operand:
        return Operand(self.pointer, not self.transposed, self.leading, self.steps)


def _i64(number: int) -> ir.Value:
    return arith.constant(ir.IntegerType.get_signless(64), number)


def _i32(number: int) -> ir.Value:
    return arith.constant(ir.IntegerType.get_signless(32), number)


def _as_i64(value: ir.Value) -> ir.Value:
    return arith.index_cast(ir.IntegerType.get_signless(64), value)
