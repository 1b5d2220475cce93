"""One `linalg.generic`, over the whole of an array or a part of it, put together from values.

What its body reads is found through views: an operand, sliced to what the loops cover, with an
indexing map. The body computes values of a group for one element, each once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from mlir import ir
from mlir.dialects import arith, linalg, tensor

from ..frontend.dims import Size, product
from ..frontend.graph import Value
from ..frontend.types import Type
from ..primitives.table import At
from . import scalars
from .fuse import Group, reads, through_views
from .scalars import index_constant


@dataclass
class Tile:
    """The part of a domain that loops cover: for each dimension an offset and a size.

    A dimension that is `fixed` has one index there, and no loop.
    """

    offsets: list[int | ir.Value]
    sizes: list[int | ir.Value]
    fixed: list[bool]

    @property
    def loops(self) -> list[int]:
        """The dimensions that have a loop."""
        return [d for d, fixed in enumerate(self.fixed) if not fixed]


def whole(builder, domain: Sequence[Size]) -> Tile:
    sizes = [builder.size(s) for s in domain]
    return Tile([0] * len(sizes), sizes, [False] * len(sizes))


@dataclass
class Nest:
    """One `linalg.generic` while it is put together."""

    builder: object
    tile: Tile
    flat: bool = False  # whether the tile is of arrays seen with one dimension
    operands: list[ir.Value] = field(default_factory=list)
    maps: list[ir.AffineMap] = field(default_factory=list)
    known: dict = field(default_factory=dict)

    def read(self, source: Value, indices: list[At]) -> Callable[[list[ir.Value]], ir.Value]:
        """How the body gets an element of a value from outside, of which it makes an operand."""
        key = (id(source), tuple(indices))
        if key not in self.known:
            self.known[key] = self._read(source, indices)
        return self.known[key]

    def _read(self, source: Value, indices: list[At]):
        builder, dtype = self.builder, source.type.dtype
        if source.is_source:
            return lambda _: element_of_source(builder, source, indices, self.tile)
        if not source.type.rank:
            element = builder.element(source)
            return lambda _: element
        if self.flat:
            type_ = Type((product(source.type.shape),), dtype)
            operand, exprs = self.operand(builder.flattened(source), type_, [At(0)])
        else:
            operand, exprs = self.operand(builder.tensor(source), source.type, indices)
        if not exprs and not isinstance(operand.type, ir.RankedTensorType):
            return lambda _: scalars.loaded(operand, dtype)
        return self.add(operand, exprs, dtype)

    def add(self, operand: ir.Value, exprs: list[ir.AffineExpr], dtype: np.dtype):
        number = len(self.operands)
        self.operands.append(operand)
        self.maps.append(ir.AffineMap.get(len(self.tile.loops), 0, exprs))
        return lambda arguments: scalars.loaded(arguments[number], dtype)

    def operand(self, source: ir.Value, type_: Type, indices: list[At]):
        """The operand, sliced to what the tile reads, and its map from the tile's loops."""
        tile, builder = self.tile, self.builder
        loops = tile.loops
        if all(i.dim is None or tile.fixed[i.dim] for i in indices):
            place = [builder.index(position(i, tile.offsets)) for i in indices]
            return tensor.extract(source, place), []
        offsets, sizes, steps, dropped, exprs = [], [], [], [], []
        for i, size in zip(indices, type_.shape, strict=True):
            fixed = i.dim is None or tile.fixed[i.dim]
            if not fixed and tile.sizes[i.dim] == 0:
                i = At(i.dim)  # none is read: a map that starts outside would not verify
            if not fixed and i.step < 0:
                # No slice runs backwards; the map does, over a dimension covered as a whole.
                assert tile.offsets[i.dim] == 0
                offsets.append(0)
                sizes.append(size)
                steps.append(1)
                exprs.append(ir.AffineDimExpr.get(loops.index(i.dim)) * i.step + i.start)
            else:
                offsets.append(position(i, tile.offsets))
                sizes.append(1 if fixed else tile.sizes[i.dim])
                steps.append(1 if fixed else i.step)
                if not fixed:
                    exprs.append(ir.AffineDimExpr.get(loops.index(i.dim)))
            dropped.append(fixed)
        all_of_it = all(o == 0 for o in offsets if isinstance(o, int)) and not any(
            not isinstance(o, int) for o in offsets
        )
        same = [builder.size(s) for s in type_.shape]
        if all_of_it and not any(dropped) and steps == [1] * len(steps) and sizes == same:
            return source, exprs
        return builder.extract(source, offsets, sizes, steps, dropped), exprs


def position(i: At, offsets: Sequence[int | ir.Value]) -> int | ir.Value:
    """An index of an operand where the loops start."""
    if i.dim is None:
        return i.start
    offset = offsets[i.dim]
    if isinstance(offset, int):
        return offset * i.step + i.start
    if i.step != 1:
        offset = arith.muli(offset, index_constant(i.step))
    return offset if not i.start else arith.addi(offset, index_constant(i.start))


def element_of_source(builder, source: Value, indices: list[At], tile: Tile) -> ir.Value:
    """An element of a value that needs no memory: a constant, a ramp, a size."""
    if source.primitive.name == "size":
        wide = arith.index_cast(
            ir.IntegerType.get_signless(64), builder.index(source.params["size"])
        )
        return scalars.cast(wide, np.dtype(np.int64), source.type.dtype)
    if source.primitive.name == "full":
        return source.primitive.emit(source, ())
    return source.primitive.emit(source, Lazy([lambda i=i: loop_index(i, tile) for i in indices]))


class Lazy:
    """Indices, or other values, of which only those that are asked for are computed."""

    def __init__(self, make: list[Callable[[], ir.Value]]) -> None:
        self.make = make

    def __getitem__(self, n):
        return [m() for m in self.make[n]] if isinstance(n, slice) else self.make[n]()

    def __len__(self) -> int:
        return len(self.make)

    def __iter__(self):
        return (m() for m in self.make)


def loop_index(i: At, tile: Tile) -> ir.Value:
    """The index that an element has in its array, inside a body."""
    if i.dim is None:
        return index_constant(i.start)
    offset = tile.offsets[i.dim]
    if tile.fixed[i.dim]:
        value = index_constant(offset) if isinstance(offset, int) else offset
    else:
        value = linalg.IndexOp(tile.loops.index(i.dim)).result
        if not (isinstance(offset, int) and offset == 0):
            start = index_constant(offset) if isinstance(offset, int) else offset
            value = arith.addi(value, start)
    if i.step != 1:
        value = arith.muli(value, index_constant(i.step))
    return value if not i.start else arith.addi(value, index_constant(i.start))


class Body:
    """Computes values of a group for one element, each once."""

    def __init__(self, nest: Nest, group: Group, outer: dict[int, ir.Value]) -> None:
        self.nest, self.group, self.outer = nest, group, outer
        self.inside = {id(v) for v in group.values}
        self.arguments: list[ir.Value] = []
        self.made: dict[int, ir.Value] = {}
        self.kept: dict[int, Callable] = {}  # full values of an earlier phase, read back
        self.declared: set[int] = set()

    def declare(self, value: Value) -> None:
        """Make operands of all that the value needs from outside."""
        known = id(value) in self.kept or id(value) in self.declared
        if known or value.primitive.kind == "reduce":
            return
        self.declared.add(id(value))
        for position_, (source, indices) in enumerate(reads(value)):
            if value.primitive.kind == "gather" and position_ == 0:
                self.nest.builder.tensor(value.inputs[0])
            else:
                self.need(source, indices)

    def need(self, source: Value, indices: list[At]) -> None:
        """Make operands of all that reading this element takes from outside."""
        if id(source) not in self.inside:
            self.nest.read(source, indices)
        elif not self.group.is_outer(source):
            self.declare(source)

    def element(self, source: Value, indices: list[At]) -> ir.Value:
        """An element, read or computed here."""
        if id(source) not in self.inside:
            return self.nest.read(source, indices)(self.arguments)
        if self.group.is_outer(source):
            return self.outer[id(source)]
        return self.computed(source)

    def computed(self, value: Value) -> ir.Value:
        """The element of a value of the group."""
        if id(value) not in self.made:
            kept = self.kept.get(id(value))
            self.made[id(value)] = kept(self.arguments) if kept else self.compute(value)
        return self.made[id(value)]

    def compute(self, value: Value) -> ir.Value:
        if value.primitive.kind != "gather":
            elements = [self.element(*r) for r in reads(value)]
            if divides_by_roots(value):
                dividend, root = elements
                return arith.mulf(dividend, arith.divf(scalars.like(root, 1.0), root))
            return value.primitive.emit(value, *elements)
        builder, tile, array = self.nest.builder, self.nest.tile, value.inputs[0]
        elements = [self.element(*r) for r in reads(value)[1:]]
        indices = Lazy([lambda d=d: loop_index(At(d), tile) for d in range(value.type.rank)])
        sizes = [builder.index(s) for s in array.type.shape]
        return value.primitive.emit(value, builder.tensor(array), elements, indices, sizes)


# [region reciprocal]
def divides_by_roots(value: Value) -> bool:
    """Whether it divides many by one square root, so that its reciprocal is computed once for all.

    That of a root is neither too small nor too large for f32, whatever the root is of, and rounding
    twice costs no more than a bit.
    """
    if value.primitive.name != "divide" or value.type.dtype != np.float32:
        return False
    root, _ = through_views(value.inputs[1])
    named = root.primitive is not None and root.primitive.name == "sqrt"
    return named and root.type.shape != value.type.shape
    # [end reciprocal]


def generic(
    nest: Nest,
    inits: list[tuple[ir.Value, list[ir.AffineExpr]]],
    reduced: Sequence[int],
    compute: Callable[[list[ir.Value], list[ir.Value]], list[ir.Value]],
) -> list[ir.Value]:
    """The generic over the nest's tile; `compute(inputs, inits)` gives the elements to yield."""
    loops = nest.tile.loops
    _cover(nest, loops, inits)
    maps = [*nest.maps, *(ir.AffineMap.get(len(loops), 0, exprs) for _, exprs in inits)]
    outs = [init for init, _ in inits]
    kinds = ["reduction" if d in reduced else "parallel" for d in loops]
    operation = linalg.GenericOp(
        [o.type for o in outs],
        nest.operands,
        outs,
        ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
        ir.ArrayAttr.get([ir.Attribute.parse(f"#linalg.iterator_type<{k}>") for k in kinds]),
    )
    elements = [o.type.element_type for o in [*nest.operands, *outs]]
    block = operation.regions[0].blocks.append(*elements)
    with ir.InsertionPoint(block):
        arguments = list(block.arguments)
        count = len(nest.operands)
        linalg.YieldOp(compute(arguments[:count], arguments[count:]))
    return list(operation.results)


def _cover(nest: Nest, loops: list[int], inits: list) -> None:
    """Give a dimension that no operand has (all that is read has one element along it, or is a
    constant) an operand that is never read: the loops' bounds are found in the operands."""
    exprs = [e for m in nest.maps for e in m.results] + [e for _, given in inits for e in given]
    covered = {e.position for e in exprs if isinstance(e, ir.AffineDimExpr)}
    missing = [n for n in range(len(loops)) if n not in covered]
    if missing:
        sizes = [nest.tile.sizes[loops[n]] for n in missing]
        empty = tensor.empty(sizes, ir.IntegerType.get_signless(8))
        nest.operands.append(empty)
        dims = [ir.AffineDimExpr.get(n) for n in missing]
        nest.maps.append(ir.AffineMap.get(len(loops), 0, dims))
