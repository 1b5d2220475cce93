"""Adding parts to an array where indices say: a loop over the indices, one part after the other.

Two indices may be equal, so the loop is not shared among threads. Where there is enough to do the
array is cut into strips instead, and each thread adds what belongs to its own: with any number of
threads each sum has the same order.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith, linalg, scf, tensor

from ..frontend.graph import Value
from ..frontend.types import is_float
from ..primitives.indexing import index_position, inside
from . import parallel
from .nest import Tile
from .scalars import index_constant


def emit(node: Value, tensors: list[ir.Value], builder) -> ir.Value:
    """The first tensor with the second added to it at the indices that the others are."""
    base, updates, *indices = tensors
    if any(0 in value.type.shape for value in node.inputs):
        return base
    place = builder.places.pop(id(node), base)
    held = base if place == base else linalg.copy(base, outs=[place])
    return _Scatter(node, builder).added(held, updates, indices)


@dataclass
class _Scatter:
    """`axes` of the array are indexed, the dimensions of the indices are the `rank` ones from
    `first` on in what is added. `ramps` are the axes whose index is where the loop over another of
    these dimensions is, as in the gradient of `take_along_axis`, with that one's number."""

    node: Value
    builder: object

    def __post_init__(self) -> None:
        array, added, *indices = self.node.inputs
        self.array, self.updates = array.type.shape, added.type.shape
        self.axes = self.node.params["axes"]
        self.first, self.rank = index_position(self.axes), indices[0].type.rank
        self.kinds = [index.type.dtype for index in indices]
        self.ramps: dict[int, int] = {}
        for axis, index in zip(self.axes, indices, strict=True):
            if index.is_source and index.primitive.name == "iota":
                dim = index.params["axis"]
                if self.updates[self.first + dim] == self.array[axis]:
                    self.ramps[axis] = dim

    def added(self, held: ir.Value, updates: ir.Value, indices: list[ir.Value]) -> ir.Value:
        """The array with all parts added."""
        array, parts = ([self.builder.size(s) for s in shape]
                        for shape in (self.array, self.updates))  # fmt: skip
        axis = self._cut()
        if axis is None:
            return self._in_turn(held, updates, indices, array, parts)
        along = self._along(axis)

        def strip(tile: Tile, into: list[ir.Value]) -> list[ir.Value]:
            start = [tile.offsets[axis] if dim == along else 0 for dim in range(len(parts))]
            sizes = [tile.sizes[axis] if dim == along else s for dim, s in enumerate(parts)]
            mine = self.builder.extract(updates, start, sizes, [1] * len(parts))
            return [self._in_turn(into[0], mine, indices, tile.sizes, sizes, start)]

        every = range(len(array))
        return parallel.pieces(
            self.builder, array, axis, [held], every, strip, strip=parallel.ALIGNED
        )[0]

    def _cut(self) -> int | None:
        """The axis to cut the array along, so that no part lies in two strips: the longest one that
        is not indexed, else one with a ramp. None where there is none, or not enough to do."""
        work = parallel.guessed(self.updates) * self.node.primitive.cost
        if not self.builder.threads or work < parallel.WORTHWHILE:
            return None
        free = [axis for axis in range(len(self.array)) if axis not in self.axes]
        return max(free or self.ramps, key=lambda d: parallel.guessed(self.array[d : d + 1]),
                   default=None)  # fmt: skip

    def _along(self, axis: int) -> int:
        """The dimension of what is added that goes along an axis of the array."""
        if axis in self.axes:
            return self.first + self.ramps[axis]
        place = sum(other not in self.axes for other in range(axis))
        return place if place < self.first else place + self.rank

    def _in_turn(self, held, updates, indices, array, parts, start=()) -> ir.Value:
        """A strip, or all of the array, with its parts added; `array` and `parts` are their sizes,
        `start` is where the parts begin among all."""

        def level(numbers: list[ir.Value], held: ir.Value) -> ir.Value:
            if len(numbers) == self.rank:
                return self._one(numbers, held, updates, indices, array, parts, start)
            size = self.builder.index(parts[self.first + len(numbers)])
            loop = scf.ForOp(index_constant(0), size, index_constant(1), [held])
            with ir.InsertionPoint(loop.body):
                number, carried = loop.body.arguments
                scf.YieldOp([level([*numbers, number], carried)])
            return loop.results[0]

        return level([], held)

    def _one(self, numbers, held, updates, indices, array, parts, start) -> ir.Value:
        """One part added: a slice over the axes that are not indexed."""
        target, source = [0] * len(array), [0] * len(parts)
        dims = range(self.first, self.first + self.rank)
        source[self.first : self.first + self.rank] = numbers
        among = [
            arith.addi(number, start[dim]) if start and not isinstance(start[dim], int) else number
            for number, dim in zip(numbers, dims, strict=True)
        ]
        for axis, index, kind in zip(self.axes, indices, self.kinds, strict=True):
            if axis in self.ramps:
                target[axis] = numbers[self.ramps[axis]]
            else:
                size = self.builder.index(array[axis])
                target[axis] = inside(tensor.extract(index, among), kind, size)
        if len(self.axes) == len(array):
            add = arith.addf if is_float(self.node.type.dtype) else arith.addi
            total = add(tensor.extract(held, target), tensor.extract(updates, source))
            return tensor.insert(total, held, target)
        line = self._line(held, target, array, self.axes)
        total = linalg.add(line, self._line(updates, source, parts, dims), outs=[line])
        dropped = [axis in self.axes for axis in range(len(array))]
        sizes = [1 if drop else size for size, drop in zip(array, dropped, strict=True)]
        return self.builder.insert(total, held, target, sizes, dropped)

    def _line(self, source: ir.Value, offsets: list, shape: list, at) -> ir.Value:
        """The slice of one index along the axes `at`, which it does not have, and all others."""
        dropped = [axis in at for axis in range(len(shape))]
        sizes = [1 if drop else size for size, drop in zip(shape, dropped, strict=True)]
        return self.builder.extract(source, offsets, sizes, [1] * len(shape), dropped)
