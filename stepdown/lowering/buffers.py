"""`linalg.generic` on buffers: what is computed in a thread's own memory, beside its tensors."""

from __future__ import annotations

from collections.abc import Callable

from mlir import ir
from mlir.dialects import bufferization, linalg, memref

from .nest import Nest

UNKNOWN = ir.ShapedType.get_dynamic_stride_or_offset()


def alloca(*shape: int) -> ir.Value:
    return memref.alloca(ir.MemRefType.get(shape, ir.F32Type.get()), [], [], alignment=64)


def read_only(value: ir.Value) -> ir.Value:
    """The buffer of a tensor that is only read, with any distances between its elements."""
    kind = ir.RankedTensorType(value.type)
    layout = ir.StridedLayoutAttr.get(UNKNOWN, [UNKNOWN] * kind.rank)
    wanted = ir.MemRefType.get(kind.shape, kind.element_type, layout)
    return bufferization.to_buffer(wanted, value, read_only=True)


def on_buffers(
    nest: Nest,
    outs: list[ir.Value],
    compute: Callable,
    exprs: list | None = None,
    covered: ir.Value | None = None,
) -> None:
    """The generic over the nest's tile on buffers, those that it writes to last. `exprs` is where:
    None for an element of each loop. `covered` is one that says how far the loops go."""
    loops = len(nest.tile.loops)
    across = [ir.AffineDimExpr.get(n) for n in range(loops)]
    operands, maps = [read_only(o) for o in nest.operands], [list(m.results) for m in nest.maps]
    if covered is not None:
        operands, maps = [*operands, covered], [*maps, across]
    generic(operands, maps, outs, exprs or [across], loops, compute)


def generic(
    operands: list[ir.Value],
    maps: list[list[ir.AffineExpr]],
    outs: list[ir.Value],
    exprs: list[list[ir.AffineExpr]],
    loops: int,
    compute: Callable,
) -> None:
    """`linalg.generic` on buffers. A dimension that no output has is summed over."""
    kept = {e.position for given in exprs for e in map(ir.AffineDimExpr, given)}
    kinds = ["parallel" if n in kept else "reduction" for n in range(loops)]
    operation = linalg.GenericOp(
        [],
        operands,
        outs,
        ir.ArrayAttr.get([ir.AffineMapAttr.get(ir.AffineMap.get(loops, 0, m))
                          for m in (*maps, *exprs)]),
        ir.ArrayAttr.get([ir.Attribute.parse(f"#linalg.iterator_type<{k}>") for k in kinds]),
    )  # fmt: skip
    elements = [ir.MemRefType(o.type).element_type for o in (*operands, *outs)]
    block = operation.regions[0].blocks.append(*elements)
    with ir.InsertionPoint(block):
        arguments = list(block.arguments)
        count = len(operands)
        linalg.YieldOp(compute(arguments[:count], arguments[count:]))
