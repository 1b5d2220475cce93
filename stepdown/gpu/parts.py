"""Kernels that write a part of an array, or put arrays together from parts."""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, memref, scf

from ..frontend.dims import Size, product
from ..lowering import scalars
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from ..primitives.indexing import index_position
from ..primitives.indexing import inside as brought_inside
from ..primitives.updates import start_inside
from .body import I, Kernel, both, guarded, loop
from .maps import each


def update(kernel: Kernel) -> None:
    """The part that is new, stored where it starts; the rest is there already."""
    (value,) = kernel.spec.values
    new, *traced = value.inputs[1:]
    left = iter(traced)
    starts = [
        start_inside(kernel, next(left), axis, value) if start is None else kernel.index(start)
        for axis, start in enumerate(value.params["starts"])
    ]

    def element(number: ir.Value) -> None:
        indices = kernel.unravel(number, new.type.shape)
        place = [arith.addi(i, start) for i, start in zip(indices, starts, strict=True)]
        kernel.store(value, kernel.load(*through_views(new), indices), place)

    each(kernel, element)


def place(kernel: Kernel) -> None:
    """Each element from the piece that it lies in, or 0."""
    (value,) = kernel.spec.values
    kind = scalars.in_body(value.type.dtype)

    def element(number: ir.Value) -> None:
        indices = kernel.unravel(number, value.type.shape)
        found = scalars.constant(0, value.type.dtype)
        for piece, (starts, steps) in zip(value.inputs, value.params["places"], strict=True):
            there, own = _position(kernel, indices, starts, steps, piece.type.shape)
            if there is None:
                found = kernel.load(*through_views(piece), own)
                continue
            branch = scf.IfOp(there, [kind], has_else=True)
            with ir.InsertionPoint(branch.then_block):
                scf.YieldOp([kernel.load(*through_views(piece), own)])
            with ir.InsertionPoint(branch.else_block):
                scf.YieldOp([found])
            found = branch.results[0]
        kernel.store(value, found, indices)

    each(kernel, element)


def _position(
    kernel: Kernel, indices: list[ir.Value], starts: tuple, steps: tuple, sizes: tuple[Size, ...]
) -> tuple[ir.Value | None, list[ir.Value]]:
    """Whether an element lies in a piece, and where in it."""
    there, own = None, []
    for index, start, step, size in zip(indices, starts, steps, sizes, strict=True):
        # Before the start the difference wraps around, and is larger than any size.
        index = arith.subi(index, kernel.index(start))
        if step != 1:
            unit = index_constant(step)
            even = arith.cmpi(I.eq, arith.remui(index, unit), index_constant(0))
            there, index = both(there, even), arith.divui(index, unit)
        there = both(there, arith.cmpi(I.ult, index, kernel.index(size)))
        own.append(index)
    return there, own


def scatter_add(kernel: Kernel) -> None:
    """What the indices name, with the updates added one after the other, as some may be equal.

    A thread has an element of the axes that are not indexed, and goes through all indices: so the
    order of the sum is always the same.
    """
    (value,) = kernel.spec.values
    _, updates, *indices = value.inputs
    axes, first = value.params["axes"], index_position(value.params["axes"])
    shape, counts = value.type.shape, indices[0].type.shape
    rest = [d for d in range(len(shape)) if d not in axes]
    total = arith.addf if scalars.is_float(value.type.dtype) else arith.addi
    target = kernel.stored[id(value)]

    def element(number: ir.Value) -> None:
        mine = kernel.unravel(number, [shape[d] for d in rest])

        def turn(count: ir.Value, _: list) -> list:
            at = kernel.unravel(count, counts)
            place: list = [None] * len(shape)
            for d, index in zip(rest, mine, strict=True):
                place[d] = index
            for axis, given in zip(axes, indices, strict=True):
                found = kernel.load(*through_views(given), at)
                size = kernel.index(shape[axis])
                place[axis] = brought_inside(found, given.type.dtype, size)
            source = list(mine)
            source[first:first] = at
            more = kernel.load(*through_views(updates), source)
            old = memref.load(target, place)
            memref.store(total(old, more), target, place)
            return []

        stop, one = kernel.index(product(counts)), index_constant(1)
        loop(index_constant(0), stop, one, [], turn)

    number = kernel.number_of_thread()
    inside = kernel.below(number, product(shape[d] for d in rest))
    guarded(inside, lambda: element(number))
