"""A product on buffers, `linalg.contract`, seen as matrices: what BLAS and our own kernels are
called with.

The dimensions of a contraction are those of a batch, rows (in the first operand and the result),
columns (in the second and the result), and those that are summed over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir import ir
from mlir.dialects import arith, linalg, memref, scf

from ..lowering.scalars import index_constant

DYNAMIC = ir.ShapedType.get_dynamic_size()
UNKNOWN = ir.ShapedType.get_dynamic_stride_or_offset()


class Contraction:
    """One contraction. `rows` to `batch` are its dimensions by number, in ascending order. `fill`
    is the `linalg.fill` right before it, if there is one."""

    def __init__(
        self,
        operation: ir.Operation,
        operands: Sequence[ir.Value],
        maps: Sequence[Sequence[int]],
        fill: ir.Operation | None = None,
    ) -> None:
        self.operation, self.fill = operation, fill
        self.operands, self.maps = list(operands), list(maps)
        a, b, c = (set(m) for m in maps)
        self.rows, self.columns, self.summed = (
            sorted(a & c - b),
            sorted(b & c - a),
            sorted(a & b - c),
        )
        self.batch = sorted(a & b & c)
        self.types = [ir.MemRefType(v.type) for v in operands]
        self.result = operands[2]
        self.element = self.types[2].element_type

    @staticmethod
    def all(module: ir.Module) -> list[Contraction]:
        """Those of a module."""
        found = []
        # An operation, then those in it, then the next: of a fill there is one in it, its yield.
        last = [None, None]

        def see(operation: ir.Operation) -> ir.WalkResult:
            if operation.name == "linalg.contract":
                fill = last[0] if last[0] is not None and last[0].name == "linalg.fill" else None
                found.append(Contraction.of(operation, fill))
            last[:] = last[1], operation
            return ir.WalkResult.ADVANCE

        module.operation.walk(see, ir.WalkOrder.PRE_ORDER)
        return found

    @staticmethod
    def of(operation: ir.Operation, fill: ir.Operation | None = None) -> Contraction:
        """What a `linalg.contract` says."""
        maps = [
            [ir.AffineDimExpr(e).position for e in ir.AffineMapAttr(m).value.results]
            for m in operation.attributes["indexing_maps"]
        ]
        return Contraction(operation, operation.operands, maps, fill)

    def swapped(self) -> Contraction:
        """The same with the operands in the other order, so that rows are columns."""
        (a, b, c), (of_a, of_b, of_c) = self.operands, self.maps
        return Contraction(self.operation, [b, a, c], [of_b, of_a, of_c])

    def with_operands(self, new: dict[int, ir.Value]) -> Contraction:
        """The same on other buffers."""
        operands = [new.get(n, old) for n, old in enumerate(self.operands)]
        return Contraction(self.operation, operands, self.maps)

    def drop_units(self) -> None:
        """Forget rows, columns and dimensions of the batch whose size is known to be 1."""
        for dims in (self.rows, self.columns, self.batch):
            dims[:] = [d for d in dims if self.static_size(d) != 1]

    def static_size(self, dim: int) -> int | None:
        """The size of a dimension, None if only the call knows."""
        for kind, dims in zip(self.types, self.maps, strict=True):
            if dim in dims and not kind.is_dynamic_dim(dims.index(dim)):
                return kind.get_dim_size(dims.index(dim))
        return None

    def static_product(self, dims: Sequence[int]) -> int | None:
        """How many elements the dimensions have together, None if only the call knows."""
        total = 1
        for size in map(self.static_size, dims):
            if size is None:
                return None
            total *= size
        return total

    def size(self, dim: int) -> ir.Value:
        """The size of a dimension."""
        for value, dims in zip(self.operands, self.maps, strict=True):
            if dim in dims:
                return memref.dim(value, index_constant(dims.index(dim)))
        raise AssertionError(dim)

    def strides(self, operand: int, dims: Sequence[int]) -> list[int]:
        """The distances of neighbours along dimensions of an operand, UNKNOWN where that is."""
        found, _ = self.types[operand].get_strides_and_offset()
        return [found[self.maps[operand].index(d)] for d in dims]

    def drop_fill(self) -> bool:
        """Remove the zeros that the result was filled with before, whether it was only that."""
        if self.fill is None or self.fill.operands[1] != self.result:
            return False
        self.fill.erase()
        self.fill = None
        return True

    def over(
        self,
        dims: Sequence[int],
        inside: Callable[[dict[int, ir.Value]], None],
        shared: bool = False,
    ) -> None:
        """Write loops over dimensions, and inside of them what is done at their indices. `shared`:
        among threads."""
        if not shared:
            self._over(dims, {}, inside)
            return
        count = len(dims)
        loop = scf.ForallOp([0] * count, [self.size(d) for d in dims], [1] * count, [])
        with ir.InsertionPoint(loop.body):
            inside(dict(zip(dims, loop.body.arguments, strict=True)))
            scf.InParallelOp()

    def _over(self, dims: Sequence[int], at: dict[int, ir.Value], inside) -> None:
        if len(at) == len(dims):
            inside(at)
            return
        dim = dims[len(at)]
        loop = scf.ForOp(index_constant(0), self.size(dim), index_constant(1))
        with ir.InsertionPoint(loop.body):
            self._over(dims, {**at, dim: loop.induction_variable}, inside)
            scf.YieldOp([])

    def matrix(
        self, operand: int, at: dict[int, ir.Value], row: Sequence[int], column: Sequence[int]
    ) -> ir.Value:
        """An operand at the batch's indices as a matrix, of rank 2; several dimensions that `merge`
        are one of it, and none is one of size 1."""
        value, dims, kind = self.operands[operand], self.maps[operand], self.types[operand]
        rank = len(dims)
        _, offset, *rest = memref.ExtractStridedMetadataOp(value).results
        sizes, steps = rest[:rank], rest[rank:]
        for dim, index in at.items():
            if dim in dims:
                offset = arith.addi(offset, arith.muli(index, steps[dims.index(dim)]))
        shape, static_strides, strides = [], [], []
        for group in (row, column):
            group = [d for d in group if d in dims]
            size = index_constant(1)
            for d in group:
                size = arith.muli(size, sizes[dims.index(d)])
            shape.append(size)
            # Of a matrix of one row or column the distance of neighbours counts for nothing.
            static = self.strides(operand, group[-1:])[0] if group else 1
            static_strides.append(static)
            if static == UNKNOWN:
                strides.append(steps[dims.index(group[-1])])
        layout = ir.StridedLayoutAttr.get(UNKNOWN, static_strides)
        result = ir.MemRefType.get([DYNAMIC, DYNAMIC], kind.element_type, layout)
        return memref.ReinterpretCastOp(
            result, value, [offset], shape, strides, [UNKNOWN], [DYNAMIC, DYNAMIC], static_strides
        ).result

    def merge(self, operands: Sequence[int], dims: Sequence[int]) -> bool:
        """Whether the dimensions are one in memory: each begins where the next one ends."""
        return all(self._merge(operand, dims) for operand in operands)

    def _merge(self, operand: int, dims: Sequence[int]) -> bool:
        if len(dims) < 2:
            return True
        axes = [self.maps[operand].index(d) for d in dims]
        kind = self.types[operand]
        if axes != list(range(axes[0], axes[0] + len(axes))):
            return False
        if _is_identity(kind):
            return True
        strides = self.strides(operand, dims)
        for outer, inner, dim in zip(strides, strides[1:], dims[1:], strict=False):
            size = self.static_size(dim)
            if UNKNOWN in (outer, inner) or size is None or outer != inner * size:
                return False
        return True

    def widened(self, operand: int) -> ir.Value:
        """An operand of 16-bit floats written out in the result's type: a buffer to be freed."""
        value, kind = self.operands[operand], self.types[operand]
        rank = len(self.maps[operand])
        shape = list(kind.shape)
        sizes = [
            memref.dim(value, index_constant(d)) for d in range(rank) if kind.is_dynamic_dim(d)
        ]
        buffer = memref.alloc(ir.MemRefType.get(shape, self.element), sizes, [])
        same = ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank))
        parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
        copy = linalg.GenericOp(
            [],
            [value],
            [buffer],
            ir.ArrayAttr.get([same, same]),
            ir.ArrayAttr.get([parallel] * rank),
        )
        block = copy.regions[0].blocks.append(kind.element_type, self.element)
        with ir.InsertionPoint(block):
            linalg.YieldOp([arith.extf(self.element, block.arguments[0])])
        return buffer


def _is_identity(kind: ir.MemRefType) -> bool:
    """Whether the type says that the elements lie in memory one after the other."""
    return kind.affine_map == ir.AffineMap.get_identity(kind.rank)
