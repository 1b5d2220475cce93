"""Kernels that reduce over dimensions before the last.

A warp has 32 neighbouring columns, so that each load is of neighbours in memory. The warps of a
block share the length of those columns: each takes every so manieth row, and what they have is put
together through shared memory.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, gpu, memref

from ..frontend.dims import product
from ..lowering import scalars
from ..lowering.fuse import through_views
from ..lowering.loops import converted
from ..lowering.scalars import index_constant
from ..primitives.reductions import accumulator_dtypes, start_values
from .body import Element, Kernel, both, guarded, loop
from .rows import WARP, combined, step


def write(kernel: Kernel) -> None:
    spec = kernel.spec
    value = spec.values[-1]  # before it comes what it reduces, where that is computed here
    outer, inner = spec.options["outer"], spec.options["inner"]
    kept, reduced = ([spec.domain[d] for d in dims] for dims in (outer, inner))
    count, slices = product(kept), spec.block[1]
    kinds = accumulator_dtypes(value)
    lane, slice_ = kernel.thread("x"), kernel.thread("y")
    number = arith.addi(arith.muli(kernel.block(), index_constant(WARP)), lane)
    most = -(-count // WARP) * WARP if isinstance(count, int) else None
    inside = kernel.below(number, count, most)
    column = number if inside is None else kernel.clamped(number, count)
    place = kernel.unravel(column, kept)

    def turn(row: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
        offsets: list = [0] * len(spec.domain)
        for dims, indices in ((outer, place), (inner, kernel.unravel(row, reduced))):
            for d, index in zip(dims, indices, strict=True):
                offsets[d] = index
        body = Element(kernel, offsets)
        return step(value, totals, body.element(*through_views(value.inputs[0])), row)

    stop = kernel.index(product(reduced))
    totals = loop(slice_, stop, index_constant(slices), start_values(value), turn)
    leader = None
    if slices > 1:
        shared = [kernel.shared([slices, WARP], scalars.storage(kind)) for kind in kinds]
        for held, total, kind in zip(shared, totals, kinds, strict=True):
            memref.store(scalars.stored(total, kind), held, [slice_, lane])
        gpu.barrier()
        leader = arith.cmpi(arith.CmpIPredicate.eq, slice_, index_constant(0))

    def store() -> None:
        found = totals
        for other in range(1, slices):
            here = [index_constant(other), lane]
            theirs = [
                scalars.loaded(memref.load(held, here), kind)
                for held, kind in zip(shared, kinds, strict=True)
            ]
            found = combined(value, found, theirs)
        kernel.store(value, converted(value, found[0]), place)

    guarded(both(inside, leader), store)
