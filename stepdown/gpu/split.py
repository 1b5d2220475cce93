"""Reductions of few long rows: pieces of a row by blocks of their own, then what they have.

One block for each row would leave most of a GPU idle. The first kernel leaves the accumulators of
each piece in memory, the second combines those of a row.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, memref

from ..frontend.dims import product
from ..lowering.fuse import reads
from ..lowering.loops import converted
from ..lowering.scalars import index_constant, loaded
from ..primitives.reductions import accumulator_dtypes, start_values
from .body import Element, Kernel, guarded, loop
from .maps import each
from .rows import across, starts, stepped


def pieces(kernel: Kernel) -> None:
    """The accumulators of one piece of a row: blocks along x are pieces, along y rows."""
    spec, options = kernel.spec, kernel.spec.options
    value, domain = spec.values[-1], spec.domain
    outer, inner, count = options["outer"], options["inner"], options["pieces"]
    outer_sizes, inner_sizes = ([domain[d] for d in dims] for dims in (outer, inner))
    length, threads = product(inner_sizes), spec.block[0]
    each = -(-length // count)
    lane, piece, row = kernel.thread(), kernel.block("x"), kernel.block("y")
    at = kernel.unravel(row, outer_sizes)
    first = arith.muli(piece, index_constant(each))
    end = arith.minui(arith.addi(first, index_constant(each)), index_constant(length))

    def turn(column: ir.Value, totals: list[ir.Value]) -> list[ir.Value]:
        offsets: list = [0] * len(domain)
        for dims, indices in ((outer, at), (inner, kernel.unravel(column, inner_sizes))):
            for d, index in zip(dims, indices, strict=True):
                offsets[d] = index
        return stepped([value], totals, Element(kernel, offsets), column)

    begin = arith.addi(first, lane)
    totals = loop(begin, end, index_constant(threads), starts([value]), turn)
    totals = across(kernel, value, totals, lane, threads)

    def store() -> None:
        for output, total in zip(spec.outputs, totals, strict=True):
            kernel.store(output, total, [row, piece])

    guarded(arith.cmpi(arith.CmpIPredicate.eq, lane, index_constant(0)), store)


def together(kernel: Kernel) -> None:
    """The accumulators of a row's pieces, a thread a piece, as one."""
    spec, options = kernel.spec, kernel.spec.options
    (value,) = spec.values
    count, kinds = options["pieces"], accumulator_dtypes(value)
    lane, row = kernel.thread(), kernel.block()
    inside = kernel.below(lane, count, spec.block[0])
    column = lane if inside is None else kernel.clamped(lane, count)
    mine = [
        loaded(memref.load(kernel.memory[id(source)], [row, column]), kind)
        for source, kind in zip(spec.sources, kinds, strict=True)
    ]
    if inside is not None:
        pairs = zip(mine, start_values(value), strict=True)
        mine = [arith.select(inside, found, start) for found, start in pairs]
    totals = across(kernel, value, mine, lane, spec.block[0])
    place = kernel.unravel(row, value.type.shape)

    def store() -> None:
        kernel.store(value, converted(value, totals[0]), place)

    guarded(arith.cmpi(arith.CmpIPredicate.eq, lane, index_constant(0)), store)


def sums(kernel: Kernel) -> None:
    """The shares of a product's sums added up, and what a group makes of the product: a thread an
    element. The product is what is read from outside and is no array of the kernel's."""
    spec = kernel.spec
    partial, shape = spec.sources[0], spec.domain
    known = {id(v) for v in [*spec.sources, *spec.numbers, *spec.values]}
    read = [source for value in spec.values for source, _ in reads(value)] or spec.outputs
    (of,) = {id(v): v for v in read if not v.is_source and id(v) not in known}.values()

    def element(number: ir.Value) -> None:
        place = kernel.unravel(number, shape)
        total = None
        for share in range(partial.type.shape[0]):
            at = [index_constant(share), *place]
            more = memref.load(kernel.memory[id(partial)], at)
            total = more if total is None else arith.addf(total, more)
        body = Element(kernel, place, {id(of): total})
        for value, result in [(v, body.output(v)) for v in spec.outputs]:
            kernel.store(value, result, place)

    each(kernel, element)
