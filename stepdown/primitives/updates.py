"""A value with a part of it replaced."""

from __future__ import annotations

import numpy as np

from ..frontend.types import Type
from ..lowering.late import arith, ir, linalg, scalars
from .derivatives import Applied, Linear, made, zeros_like
from .shapes import part
from .table import define


# [region update]
def _update(node, tensors, builder):
    """`tensor.insert_slice` into the value, where it lies: bufferization makes a copy if it has to.

    A result that is to be in other memory is copied there first. A view of what was computed just
    for it, a transposition, is written where it belongs.
    """
    target = tensors[0]
    place = builder.places.pop(id(node), target)
    if place != target:
        target = linalg.copy(target, outs=[place])
    sizes = node.inputs[1].type.shape
    traced = iter(node.inputs[2:])
    starts = [
        start_inside(builder, next(traced), axis, node) if start is None else start
        for axis, start in enumerate(node.params["starts"])
    ]
    if builder.is_view_of_another(node.inputs[1]):
        steps = [1] * len(starts)
        part = builder.extract(target, starts, sizes, steps)
        new = builder.written(node.inputs[1], part)
    else:
        new = tensors[1]
    return builder.insert(new, target, starts, sizes)
    # [end update]


def start_inside(builder, start, axis: int, node) -> ir.Value:
    """A start that the call knows, brought inside: that it was out is found by a check of its own,
    and no other memory may be written meanwhile."""
    wide = scalars.cast(builder.element(start), start.type.dtype, np.dtype(np.int64))
    position = arith.index_cast(ir.IndexType.get(), wide)
    size = builder.index(node.type.shape[axis])
    zero = scalars.index_constant(0)
    if start.type.dtype.kind == "i":
        negative = arith.cmpi(scalars.I.slt, position, zero)
        position = arith.select(negative, arith.addi(position, size), position)
    last = arith.subi(size, builder.index(node.inputs[1].type.shape[axis]))
    return arith.maxsi(arith.minsi(position, last), zero)


def _transposed(t, at: Applied, position: int):
    """To the value: all but the part that was replaced; to what replaced it: that part."""
    new, traced, starts = at.inputs[1], at.inputs[2:], at.params["starts"]
    if position == 0:
        return at.again(t, zeros_like(new), *traced)
    remaining = iter(traced)
    for axis, start in enumerate(starts):
        if start is None:
            place = next(remaining) + np.arange(new.shape[axis], like=t)
            t = made("take", t, place, axes=(axis,))
    return part(t, tuple(0 if start is None else start for start in starts), new.shape)


# `starts` has an entry for each axis: a size, or None for the next of the inputs behind the second.
update = define(
    "update",
    "whole",
    lambda x, new, *at, starts: Type(x.shape, x.dtype),
    _update,
    cost=1,
    derivative=Linear(_transposed, positions=(0, 1)),
)
