"""Sharing loops among threads: `scf.forall` over pieces of a dimension.

How many threads there are is known at run time only, so there are more pieces than most machines
have threads. A loop that is too short for the threads' start to pay stays one loop.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from mlir import ir
from mlir.dialects import affine, arith, scf

from ..frontend.dims import Dim, Size
from .fuse import Group
from .nest import Tile
from .scalars import index_constant

WORTHWHILE = 1 << 17  # additions from which on a loop is shared
PIECES = 64
ALIGNED = 64  # elements: pieces of a row of them begin at whole cache lines
STRIP = 1024  # elements of a row, where a piece is a strip of many rows


def worthwhile(builder, group: Group) -> bool:
    """Whether a group's loops are shared."""
    return builder.threads and large(group)


def large(group: Group) -> bool:
    """Whether a group has enough to do for pieces of it, taking a dynamic size for 512."""
    return guessed(group.domain) * sum(v.primitive.cost for v in group.values) >= WORTHWHILE


def guessed(shape: Sequence[Size]) -> int:
    """The elements of an array, taking a dynamic size for 512."""
    return math.prod(512 if isinstance(size, Dim) else size for size in shape)


def piece(size: int | ir.Value, count: int, unit: int = 1) -> int | ir.Value:
    """The size of `count` pieces, all but the last a multiple of `unit`."""
    if isinstance(size, int):
        each = -(-size // count)
        return max(unit, -(-each // unit) * unit)
    each = arith.ceildivui(size, index_constant(count))
    return arith.muli(
        arith.maxui(arith.ceildivui(each, index_constant(unit)), index_constant(1)),
        index_constant(unit),
    )


# [region pieces]
def pieces(
    builder,
    domain: Sequence[int | ir.Value],
    axis: int,
    inits: Sequence[ir.Value],
    kept: Sequence[int],
    part: Callable[[object, list[ir.Value]], list[ir.Value]],
    strip: int = STRIP,
) -> list[ir.Value]:
    """`part(tile, slices of the inits)` for each piece along an axis, put together again.

    `kept` are the dimensions of the domain that the results have. A piece has at least `strip`
    elements of a row, where it is a part of many rows.
    """
    rank, size = len(domain), domain[axis]
    last = axis == rank - 1
    each = piece(size, PIECES, (ALIGNED if rank == 1 else strip) if last else 1)
    loop = scf.ForallOp([0], [size], [each], list(inits))
    with ir.InsertionPoint(loop.body):
        offset, *held = loop.body.arguments
        offsets = [offset if d == axis else 0 for d in range(rank)]
        sizes = [left(offset, size, each) if d == axis else s for d, s in enumerate(domain)]
        place = [offsets[d] for d in kept], [sizes[d] for d in kept]
        into = [builder.extract(h, *place, [1] * len(kept)) for h in held]
        results = part(Tile(offsets, sizes, [False] * rank), into)
        end = scf.InParallelOp()
        with ir.InsertionPoint(end.block):
            for result, target in zip(results, held, strict=True):
                builder.insert_in_parallel(result, target, *place)
    return list(loop.results)
    # [end pieces]


def is_one_piece(domain: Sequence[int | ir.Value], axis: int) -> bool:
    """Whether `pieces` along an axis would be one: it is a short row, or of size 1."""
    size = domain[axis]
    return isinstance(size, int) and size <= (STRIP if axis == len(domain) - 1 else 1)


def ceildiv(size: int | ir.Value, each: int | ir.Value) -> int | ir.Value:
    if isinstance(size, int) and isinstance(each, int):
        return -(-size // each)
    return arith.ceildivui(*(index_constant(s) if isinstance(s, int) else s for s in (size, each)))


def left(offset: ir.Value, size: int | ir.Value, each: int | ir.Value) -> int | ir.Value:
    """The size of the piece at an offset: the last may be smaller."""
    if isinstance(size, int) and isinstance(each, int):
        if size <= each or size % each == 0:
            return min(size, each)
        d, bound = ir.AffineDimExpr.get(0), ir.AffineConstantExpr.get(size)
        smaller = ir.AffineMap.get(1, 0, [bound - d, ir.AffineConstantExpr.get(each)])
        return affine.min(smaller, [offset])
    size, each = (index_constant(s) if isinstance(s, int) else s for s in (size, each))
    return arith.minui(arith.subi(size, offset), each)
