"""Elements picked by an array of indices."""

from __future__ import annotations

import numpy as np

from ..late import arith, ir, scalars, tensor
from ..types import Type
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
    axes, at = node.params["axes"], index_position(node.params["axes"])
    rest = [*indices[:at], *indices[at + node.inputs[1].type.rank :]]
    place = []
    for axis, size in enumerate(sizes):
        if axis in axes:
            number = axes.index(axis)
            dtype = node.inputs[1 + number].type.dtype
            place.append(_inside(elements[number], dtype, size))
        else:
            place.append(rest.pop(0))
    return scalars.loaded(tensor.extract(source, place), node.type.dtype)


# [region inside]
def _inside(element: ir.Value, dtype: np.dtype, size: ir.Value) -> ir.Value:
    position = arith.index_cast(
        ir.IndexType.get(), scalars.cast(element, dtype, np.dtype(np.int64))
    )
    zero, one = (arith.constant(ir.IndexType.get(), number) for number in (0, 1))
    if dtype.kind == "i":
        negative = arith.cmpi(scalars.I.slt, position, zero)
        position = arith.select(negative, arith.addi(position, size), position)
    return arith.maxsi(arith.minsi(position, arith.subi(size, one)), zero)
    # [end inside]


# `axes` are the source's axes that the indices go along, one for each index array, ascending or
# not; the index arrays have one shape.
take = define("take", "gather", _taken, _take, cost=2)
