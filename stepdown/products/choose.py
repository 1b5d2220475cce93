"""Which product is computed by what: our own kernels, BLAS, or loops.

After bufferization each `linalg.contract` becomes calls on the buffers as they lie, with strides
and transposition, or stays what it is, which will be loops: what is small, has an element type
that nobody has code for, or a matrix without a contiguous dimension. Products of float32 are our
kernels' where BLAS would wake threads of its own: those would spin while ours work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mlir import ir
from mlir.dialects import arith, linalg, memref, scf

from ..lowering.scalars import index_constant
from . import blas, own_kernels
from .contraction import Contraction

SMALL = 4096  # multiplications up to which a product's loops are faster than a call
# Multiplications up to which OpenBLAS leaves its threads asleep: of matrices, and with a vector.
ALONE, ALONE_WITH_VECTOR = 1 << 18, 9216
NARROW = 64  # sizes below which taking numbers apart costs what their products on tiles save
FEW = 8  # rows up to which reading the matrix takes all the time
SHARED = 1 << 17  # multiplications of a batch from which on it is shared among threads


@dataclass(frozen=True)
class Called:
    """What a module calls for its products: BLAS, and which of our own kernels."""

    blas: bool = False
    kernels: list[str] = field(default_factory=list)


def write(module: ir.Module, how: str, threads: bool) -> Called:
    """Write the products as calls; `how` is one of `jit.PRODUCTS`. Without BLAS there are loops."""
    writer = _Writer(how, threads)
    for product in Contraction.all(module):
        with ir.InsertionPoint(product.operation), product.operation.location:
            if writer.write(product):
                product.operation.erase()
    blas.declare(module, writer.blas)
    return Called(bool(writer.blas), own_kernels.called(module))


class _Writer:
    """`blas` are its functions that were called until now."""

    def __init__(self, how: str, threads: bool) -> None:
        self.how, self.threads = how, threads
        self.has_blas = how != "loops" and blas.blas() is not None
        self.blas: dict[str, ir.FunctionType] = {}

    # [region which]
    def write(self, product: Contraction) -> bool:
        """Write calls for a product; False where loops are better."""
        if self.how == "loops" or len(product.summed) != 1 or len(product.columns) > 1:
            return False
        work = product.static_product([*product.rows, *product.columns, *product.summed])
        if work is not None and work <= SMALL:
            return False
        ours = self._is_ours(product)
        few = _with_few_rows(product) if ours else None
        rows = few and few.static_product(few.rows)
        if few is not None and rows is not None:
            product.drop_fill()
            self._vectors(few)
            return True
        if few is None:
            return self._matrices(product, ours)
        self._one_of_two(product, few)
        return True

    def _is_ours(self, product: Contraction) -> bool:
        """Whether it is our kernels' if they take it; a size that only the call knows is large."""
        if self.how != "auto" or not self.has_blas:
            return self.how != "blas"
        m, n, k, batch = map(
            product.static_product,
            (product.rows, product.columns, product.summed, product.batch),
        )
        if None in (m, n, k, batch):
            return True
        return batch * m * n * k > (ALONE_WITH_VECTOR if 1 in (m, n) else ALONE)
        # [end which]

    def _one_of_two(self, product: Contraction, few: Contraction) -> None:
        """Few rows or many: the call knows."""
        zeros = product.drop_fill()
        rows = index_constant(1)
        for dim in few.rows:
            rows = arith.muli(rows, few.size(dim))
        is_few = arith.cmpi(arith.CmpIPredicate.ule, rows, index_constant(FEW))
        choice = scf.IfOp(is_few, has_else=True)
        with ir.InsertionPoint(choice.then_block):
            self._vectors(few)
            scf.YieldOp([])
        with ir.InsertionPoint(choice.else_block):
            if not self._matrices(product, True, zeros):
                if zeros:
                    kind = product.element
                    zero = arith.constant(kind, ir.FloatAttr.get(kind, 0.0))
                    linalg.fill(zero, outs=[product.result])
                product.operation.clone()
            scf.YieldOp([])

    def _vectors(self, few: Contraction) -> None:
        self._kernel(few, own_kernels.vectors)

    def _kernel(self, product: Contraction, kernel: Callable) -> None:
        """Calls of one of our kernels, each on all threads, or one for each of a batch."""
        rows, columns, summed = product.rows, product.columns, product.summed
        transposed = own_kernels.is_transposed(product)
        shared = self.threads and _is_worth_sharing(product)

        def call(at: dict[int, ir.Value]) -> None:
            a = product.matrix(0, at, rows, summed)
            b = product.matrix(1, at, *((columns, summed) if transposed else (summed, columns)))
            c = product.matrix(2, at, rows, columns)
            kernel(a, b, c, transposed, self.threads and not shared)

        product.over(product.batch, call, shared)

    def _matrices(self, product: Contraction, ours: bool, zeros: bool = False) -> bool:
        """Calls for matrices of any size; False where there are none."""
        own = _with_many_rows(product) if ours else None
        if own is not None:
            product.drop_fill()
            by_tiles = self.how == "bf16x6" and not _is_narrow(own)
            self._kernel(own, own_kernels.tiles if by_tiles else own_kernels.matrices)
            return True
        if not self.has_blas or not blas.takes(product):
            return False
        zeros = product.drop_fill() or zeros
        wide, buffers = _widened(product)
        blas.write(wide, self.blas, 0.0 if zeros else 1.0)
        for buffer in buffers:
            memref.dealloc(buffer)
        return True


def _with_few_rows(product: Contraction) -> Contraction | None:
    """The product with operands in the order and rows merged as the kernels for few rows take it;
    None if they do not."""
    for order in (product.with_operands({}), product.swapped()):
        order.drop_units()
        rows = order.static_product(order.rows)
        if (rows is None and order.operands[0] != product.operands[0]) or (rows or 0) > FEW:
            continue
        if order.merge((0, 2), order.rows) and own_kernels.takes_vectors(order):
            return order
    return None


def _with_many_rows(product: Contraction) -> Contraction | None:
    """The product with operands in the order, and rows merged or counted to the batch, as the
    kernel for many rows takes it; None if it does not."""
    for order in (product.with_operands({}), product.swapped()):
        if not order.merge((0, 2), order.rows):
            order.batch += order.rows[:-1]
            order.rows = order.rows[-1:]
        if own_kernels.takes_matrices(order):
            return order
    return None


def _is_narrow(product: Contraction) -> bool:
    """Whether a matrix of the product is known to have few rows or columns."""
    sizes = (
        product.static_product(dims) for dims in (product.rows, product.columns, product.summed)
    )
    return any(size is not None and size < NARROW for size in sizes)


def _is_worth_sharing(product: Contraction) -> bool:
    """Whether there is a batch, and enough to do: a size that only the call knows counts as 512."""
    work = 1
    for dim in {d for dims in product.maps for d in dims}:
        work *= product.static_size(dim) or 512
    return product.static_product(product.batch) != 1 and work >= SHARED


def _widened(product: Contraction) -> tuple[Contraction, list[ir.Value]]:
    """The product with operands of the result's type: those that are narrower are written out."""
    buffers: dict[int, ir.Value] = {}
    for operand in (0, 1):
        if product.types[operand].element_type != product.element:
            buffers[operand] = product.widened(operand)
    return product.with_operands(buffers), list(buffers.values())
