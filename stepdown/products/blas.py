"""Products by BLAS: calls of CBLAS, of the library that NumPy ships.

A matrix is given as it lies in memory, with a leading dimension and transposed or not. Which
product comes here is `choose`'s to say.
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
from mlir.dialects import arith, func, llvm, memref

from ..lowering.scalars import index_constant
from .contraction import Contraction

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


def takes(product: Contraction) -> bool:
    """Whether BLAS has code for the element type, and each matrix neighbours in memory."""
    floats = (ir.F32Type.get(), ir.F64Type.get())
    return product.element in floats and not any(
        _without_neighbours(product, operand) for operand in range(3)
    )


def write(product: Contraction, names: dict[str, ir.FunctionType], beta: float) -> None:
    """Write the calls for a product. `beta`: by what the result is multiplied before; `names` gets
    the functions that are called."""
    # Rows of several dimensions that are not one in memory are looped over, as the batch is.
    rows = product.rows if product.merge((0, 2), product.rows) else product.rows[-1:]
    batch = sorted(d for d in {*product.batch, *product.rows} if d not in rows)
    calls = _Calls(product, names, beta, rows)
    product.over(batch, calls.write)


def declare(module: ir.Module, names: dict[str, ir.FunctionType]) -> None:
    """Declare the functions that a module calls."""
    with ir.InsertionPoint.at_block_begin(module.body), ir.Location.unknown():
        for name, kind in names.items():
            func.FuncOp(name, kind, visibility="private")


def _without_neighbours(product: Contraction, operand: int) -> bool:
    """Whether a matrix or vector has no dimension whose elements are neighbours in memory."""
    inner = [d for d in product.maps[operand] if d not in product.batch]
    return len(inner) > 1 and 1 not in product.strides(operand, inner)


@dataclass
class _Calls:
    """The calls of one contraction; `rows` are the dimensions that are the matrices' rows."""

    product: Contraction
    names: dict[str, ir.FunctionType]
    beta: float
    rows: Sequence[int]

    def write(self, at: dict[int, ir.Value]) -> None:
        """The call at the batch's indices."""
        product = self.product
        m, n, k = self.rows, product.columns, product.summed
        a = self._operand(0, at, m, k)
        b = self._operand(1, at, k, n)
        c = self._operand(2, at, m, n)
        if not m and not n:
            self._vectors(a, b, c, k)
        elif not n:
            self._vector(a, b, c, m, k)
        elif not m:
            self._vector(b.flipped(), a, c, n, k)
        else:
            self._matrices(a, b, c, m, n, k)

    def _operand(self, number: int, at, row: Sequence[int], column: Sequence[int]) -> Operand:
        """Pointer, transposition and leading dimension of the matrix at the batch's indices."""
        product = self.product
        value, dims = product.operands[number], product.maps[number]
        results = list(memref.ExtractStridedMetadataOp(value).results)
        offset, steps = results[1], results[2 + len(dims) :]
        for d, index in at.items():
            if d in dims:
                offset = arith.addi(offset, arith.muli(index, steps[dims.index(d)]))
        width = 4 if product.element == ir.F32Type.get() else 8
        start = memref.extract_aligned_pointer_as_index(value)
        address = arith.addi(start, arith.muli(offset, index_constant(width)))
        pointer = llvm.inttoptr(llvm.PointerType.get(), _as_i64(address))
        # Dimensions that are merged are as far apart as the last of them is.
        by = [_as_i64(steps[dims.index(group[-1])]) for group in (row, column) if group]
        transposed, leading = False, None
        if row and column:
            strides = product.strides(number, [row[-1], column[-1]])
            transposed = strides[0] == 1 and strides[1] != 1
            along = self._size(row if transposed else column)
            # BLAS wants at least the row's length, whatever the stride of a single row is.
            leading = arith.maxsi(by[1 if transposed else 0], arith.maxsi(along, _i64(1)))
        return Operand(pointer, transposed, leading, by)

    def _size(self, dims: Sequence[int]) -> ir.Value:
        """How many elements the dimensions have together."""
        first, *others = (_as_i64(self.product.size(d)) for d in dims)
        for size in others:
            first = arith.muli(first, size)
        return first

    def _matrices(self, a: Operand, b: Operand, c: Operand, *dims: Sequence[int]) -> None:
        m, n, k = map(self._size, dims)
        if c.transposed:  # C^T = B^T A^T
            a, b, m, n = b.flipped(), a.flipped(), n, m
        flags = [_i32(TRANSPOSED if x.transposed else PLAIN) for x in (a, b)]
        one, factor = self._number(1.0), self._number(self.beta)
        self._function("gemm", [_i32(ROW_MAJOR), *flags, m, n, k, one, a.pointer, a.leading,
                                b.pointer, b.leading, factor, c.pointer, c.leading])  # fmt: skip

    def _vector(self, matrix: Operand, x: Operand, y: Operand, *dims: Sequence[int]) -> None:
        """y = matrix x, the matrix with dims[0] as its rows."""
        rows, columns = map(self._size, dims)
        flag = PLAIN
        if matrix.transposed:
            rows, columns, flag = columns, rows, TRANSPOSED
        one, factor = self._number(1.0), self._number(self.beta)
        (step_x,), (step_y,) = x.steps, y.steps
        what = [_i32(ROW_MAJOR), _i32(flag), rows, columns, one, matrix.pointer, matrix.leading]
        self._function("gemv", [*what, x.pointer, step_x, factor, y.pointer, step_y])

    def _vectors(self, a: Operand, b: Operand, c: Operand, k: Sequence[int]) -> None:
        """A dot product, as a matrix of one row times a vector."""
        size = self._size(k)
        one, factor = self._number(1.0), self._number(self.beta)
        (step_a,), (step_b,) = a.steps, b.steps
        what = [_i32(ROW_MAJOR), _i32(TRANSPOSED), _i32(PLAIN), _i64(1), _i64(1), size, one]
        left = [a.pointer, arith.maxsi(step_a, _i64(1))]
        right = [b.pointer, arith.maxsi(step_b, _i64(1))]
        self._function("gemm", [*what, *left, *right, factor, c.pointer, _i64(1)])

    def _number(self, value: float) -> ir.Value:
        kind = self.product.element
        return arith.constant(kind, ir.FloatAttr.get(kind, value))

    def _function(self, name: str, operands: list[ir.Value]) -> None:
        _, before, behind = blas()
        letter = "s" if self.product.element == ir.F32Type.get() else "d"
        symbol = f"{before}cblas_{letter}{name}{behind}"
        self.names[symbol] = ir.FunctionType.get([o.type for o in operands], [])
        func.CallOp([], ir.FlatSymbolRefAttr.get(symbol), operands)


@dataclass(frozen=True)
class Operand:
    """A matrix as BLAS takes it; `steps` are the distances of its rows and of its columns."""

    pointer: ir.Value
    transposed: bool
    leading: ir.Value | None
    steps: list[ir.Value]

    def flipped(self) -> Operand:
        return Operand(self.pointer, not self.transposed, self.leading, self.steps)


def _i64(number: int) -> ir.Value:
    return arith.constant(ir.IntegerType.get_signless(64), number)


def _i32(number: int) -> ir.Value:
    return arith.constant(ir.IntegerType.get_signless(32), number)


def _as_i64(value: ir.Value) -> ir.Value:
    return arith.index_cast(ir.IntegerType.get_signless(64), value)
