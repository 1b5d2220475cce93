"""Elements picked by an array of indices."""

from __future__ import annotations

import numpy as np

from ..frontend.types import Type, is_half
from ..lowering.late import arith, ir, scalars, scatter, tensor
from .derivatives import Applied, Linear, made
from .table import define


def _taken(x: Type, *indices: Type, axes: tuple[int, ...]) -> Type:
    """NumPy's rule: the indices' dimensions stand where the indexed axes stood, if those are
    neighbours, and in front otherwise."""
    rest = [size for axis, size in enumerate(x.shape) if axis not in axes]
    at = index_position(axes)
    return Type((*rest[:at], *indices[0].shape, *rest[at:]), x.dtype)


def index_position(axes: tuple[int, ...]) -> int:
    """Where in the result the dimensions of the indices start."""
    return axes[0] if axes == tuple(range(axes[0], axes[0] + len(axes))) else 0


def _take(node, source, elements, indices, sizes):
    """The element of `source` for a result element at `indices`; `sizes` are the source's.

    A negative index counts from the end. One that is out of bounds is brought inside: that it was
    out is found by a check of its own, and no other memory may be read meanwhile.
    """
    place = picked_place(node, elements, indices, sizes)
    return scalars.loaded(tensor.extract(source, place), node.type.dtype)


def picked_place(node, elements, indices, sizes) -> list[ir.Value]:
    """Where in the source a picked element lies: at the index elements along `axes`, in the other
    dimensions where the loops are."""
    axes, at = node.params["axes"], index_position(node.params["axes"])
    rest = [*indices[:at], *indices[at + node.inputs[1].type.rank :]]
    place = []
    for axis, size in enumerate(sizes):
        if axis in axes:
            number = axes.index(axis)
            place.append(inside(elements[number], node.inputs[1 + number].type.dtype, size))
        else:
            place.append(rest.pop(0))
    return place


# [region inside]
def inside(element: ir.Value, dtype: np.dtype, size: ir.Value) -> ir.Value:
    position = arith.index_cast(
        ir.IndexType.get(), scalars.cast(element, dtype, np.dtype(np.int64))
    )
    zero, one = (arith.constant(ir.IndexType.get(), number) for number in (0, 1))
    if dtype.kind == "i":
        negative = arith.cmpi(scalars.I.slt, position, zero)
        position = arith.select(negative, arith.addi(position, size), position)
    return arith.maxsi(arith.minsi(position, arith.subi(size, one)), zero)
    # [end inside]


def _added(t, at: Applied, _):
    """What an element was picked for comes back to it, as often as it was picked; of 16-bit floats
    the sum is computed in float32."""
    x, *indices = at.inputs
    wide = np.dtype(np.float32) if is_half(x.dtype) else x.dtype
    start, axes = np.zeros_like(x, dtype=wide), at.params["axes"]
    return made("scatter_add", start, t.astype(wide), *indices, axes=axes).astype(x.dtype)


# `axes` are the source's axes that the indices go along, one for each index array, ascending or
# not; the index arrays have one shape.
take = define("take", "gather", _taken, _take, cost=2, derivative=Linear(_added, positions=(0,)))


def _of_scatter(t, at: Applied, position: int):
    return t if position == 0 else made("take", t, *at.inputs[2:], axes=at.params["axes"])


# The first operand with the second added to it where the indices say: what `take` is transposed.
scatter_add = define(
    "scatter_add",
    "whole",
    lambda x, updates, *indices, axes: Type(x.shape, x.dtype),
    lambda node, tensors, builder: scatter.emit(node, tensors, builder),
    cost=2,
    derivative=Linear(_of_scatter, positions=(0, 1)),
)
