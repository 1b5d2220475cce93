"""Elements picked by an array of indices."""

from __future__ import annotations

import numpy as np

from ..frontend.types import Type, is_float, is_half
from ..lowering.late import arith, ir, linalg, scalars, scf, tensor
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


# [region scatter]
def _scatter_add(node, tensors, builder):
    """A loop over the indices, in which each adds its part to the array where it lies.

    One after the other, as two of them may be equal. A part is a slice over the axes that are not
    indexed.
    """
    base, updates, *indices = tensors
    shapes = [value.type.shape for value in node.inputs]
    if any(0 in shape for shape in shapes):
        return base
    axes, first = node.params["axes"], index_position(node.params["axes"])
    counts = shapes[2]
    place = builder.places.pop(id(node), base)
    held = base if place == base else linalg.copy(base, outs=[place])

    def along(numbers: list[ir.Value], held: ir.Value) -> ir.Value:
        if len(numbers) == len(counts):
            return add(numbers, held)
        zero, one = scalars.index_constant(0), scalars.index_constant(1)
        loop = scf.ForOp(zero, builder.index(counts[len(numbers)]), one, [held])
        with ir.InsertionPoint(loop.body):
            number, inside = loop.body.arguments
            scf.YieldOp([along([*numbers, number], inside)])
        return loop.results[0]

    def add(numbers: list[ir.Value], held: ir.Value) -> ir.Value:
        target, source = [0] * len(shapes[0]), [0] * len(shapes[1])
        source[first : first + len(counts)] = numbers
        for axis, index, value in zip(axes, indices, node.inputs[2:], strict=True):
            element = tensor.extract(index, numbers)
            size = builder.index(shapes[0][axis])
            target[axis] = inside(element, value.type.dtype, size)
        if len(axes) == len(shapes[0]):
            total = arith.addf if is_float(node.type.dtype) else arith.addi
            element = total(tensor.extract(held, target), tensor.extract(updates, source))
            return tensor.insert(element, held, target)
        line = _line(builder, held, target, shapes[0], axes)
        more = _line(builder, updates, source, shapes[1], range(first, first + len(counts)))
        dropped = [axis in axes for axis in range(len(shapes[0]))]
        sizes = [1 if drop else size for size, drop in zip(shapes[0], dropped, strict=True)]
        total = linalg.add(line, more, outs=[line])
        return builder.insert(total, held, target, sizes, dropped)

    return along([], held)
    # [end scatter]


def _line(builder, source: ir.Value, offsets: list, shape: tuple, at) -> ir.Value:
    """The slice of one index along the axes `at`, which it does not have, and all of the others."""
    dropped = [axis in at for axis in range(len(shape))]
    sizes = [1 if drop else size for size, drop in zip(shape, dropped, strict=True)]
    return builder.extract(source, offsets, sizes, [1] * len(shape), dropped)


def _of_scatter(t, at: Applied, position: int):
    return t if position == 0 else made("take", t, *at.inputs[2:], axes=at.params["axes"])


# The first operand with the second added to it where the indices say: what `take` is transposed.
scatter_add = define(
    "scatter_add",
    "whole",
    lambda x, updates, *indices, axes: Type(x.shape, x.dtype),
    _scatter_add,
    cost=2,
    derivative=Linear(_of_scatter, positions=(0, 1)),
)
