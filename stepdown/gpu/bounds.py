"""What a mask may be in a part of its domain: whether a tile of scores has any that count.

Each whole number in a mask is between two bounds, given those of the indices; a comparison of two
such numbers may be true, or cannot. What is not made of indices, sizes and numbers of the whole
tile may be anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from mlir import ir
from mlir.dialects import arith

from ..frontend.graph import Value
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from ..primitives.table import At
from .body import I, Kernel

Bounds = tuple[ir.Value, ir.Value]  # the least and the largest, as i64


def counts(kernel: Kernel, masked: Value, box: Sequence[Bounds]) -> ir.Value | None:
    """Whether an element of `masked` may be more than -inf where its indices, of type index, are in
    the box; None if nothing is known."""
    value, at = through_views(masked)
    if value.primitive is None or value.primitive.name != "where":
        return None
    condition, _, otherwise = value.inputs
    nothing, _ = through_views(otherwise)
    if nothing.primitive is None or nothing.primitive.name != "full":
        return None
    if nothing.params["value"] != -math.inf:
        return None
    wide = [tuple(_wide(i) for i in bounds) for bounds in box]
    return _Box(kernel, wide).may_be(*through_views(condition, at))


def _wide(index: ir.Value) -> ir.Value:
    return arith.index_cast(ir.IntegerType.get_signless(64), index)


class _Box:
    def __init__(self, kernel: Kernel, box: list[Bounds]) -> None:
        self.kernel, self.box = kernel, box

    # [region may-be]
    def may_be(self, value: Value, at: list[At]) -> ir.Value | None:
        """Whether a bool may be true; None if it may be, for all that is known."""
        if value.primitive is None:
            return None
        name, inputs = value.primitive.name, [through_views(i, at) for i in value.inputs]
        if name in ("bitwise_and", "bitwise_or") and value.type.dtype.kind == "b":
            one, two = (self.may_be(*i) for i in inputs)
            if name == "bitwise_or":
                return None if one is None or two is None else arith.ori(one, two)
            return one if two is None else two if one is None else arith.andi(one, two)
        if name not in _MAY_BE:
            return None
        bounds = [self.bounds(*i) for i in inputs]
        return None if None in bounds else _MAY_BE[name](*bounds)
        # [end may-be]

    def bounds(self, value: Value, at: list[At]) -> Bounds | None:
        """The bounds of a whole number; None if they are not known."""
        if value.type.dtype.kind != "i":
            return None
        if value.primitive is None:
            return self._loaded(value, at)
        name = value.primitive.name
        if name == "iota":
            return self._index(at[value.params["axis"]])
        if name == "full":
            return (_number(value.params["value"]),) * 2
        if name == "size":
            return (_wide(self.kernel.index(value.params["size"])),) * 2
        inputs = [self.bounds(*through_views(i, at)) for i in value.inputs]
        if None in inputs or name not in _ARITHMETIC:
            return None
        return _ARITHMETIC[name](*inputs)

    def _index(self, i: At) -> Bounds:
        if i.dim is None:
            return (_number(i.start),) * 2
        ends = self.box[i.dim]
        ends = [arith.addi(arith.muli(end, _number(i.step)), _number(i.start)) for end in ends]
        return tuple(ends) if i.step >= 0 else tuple(ends[::-1])

    def _loaded(self, value: Value, at: list[At]) -> Bounds | None:
        """A number that is the same for the whole box: an element of an argument."""
        ends = [None if i.dim is None else self.box[i.dim] for i in at]
        if any(pair is not None and pair[0] is not pair[1] for pair in ends):
            return None
        here, _ = self.kernel.spec.located(value, at)
        if id(here) not in self.kernel.memory and id(here) not in self.kernel.numbers:
            return None
        index, zero = ir.IndexType.get(), index_constant(0)
        places = [
            arith.index_cast(index, least) if least is most else zero for least, most in self.box
        ]
        element = self.kernel.load(value, at, places)
        dtype = value.type.dtype
        kind = ir.IntegerType.get_signless(64)
        return (arith.extsi(kind, element) if dtype.itemsize < 8 else element,) * 2


def _number(number: int) -> ir.Value:
    kind = ir.IntegerType.get_signless(64)
    return arith.constant(kind, ir.IntegerAttr.get(kind, int(number)))


_MAY_BE: dict[str, Callable[[Bounds, Bounds], ir.Value]] = {
    "less": lambda a, b: arith.cmpi(I.slt, a[0], b[1]),
    "less_equal": lambda a, b: arith.cmpi(I.sle, a[0], b[1]),
    "greater": lambda a, b: arith.cmpi(I.sgt, a[1], b[0]),
    "greater_equal": lambda a, b: arith.cmpi(I.sge, a[1], b[0]),
    "equal": lambda a, b: arith.andi(
        arith.cmpi(I.sle, a[0], b[1]), arith.cmpi(I.sge, a[1], b[0])
    ),
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[..., Bounds]] = {
    "add": lambda a, b: (arith.addi(a[0], b[0]), arith.addi(a[1], b[1])),
    "subtract": lambda a, b: (arith.subi(a[0], b[1]), arith.subi(a[1], b[0])),
    "negative": lambda a: (arith.subi(_number(0), a[1]), arith.subi(_number(0), a[0])),
    "maximum": lambda a, b: (arith.maxsi(a[0], b[0]), arith.maxsi(a[1], b[1])),
    "minimum": lambda a, b: (arith.minsi(a[0], b[0]), arith.minsi(a[1], b[1])),
    "multiply": lambda a, b: _products(a, b),
}  # fmt: skip


def _products(a: Bounds, b: Bounds) -> Bounds:
    """The least and the largest of the products of the ends."""
    found = [arith.muli(x, y) for x in a for y in b]
    least, most = found[0], found[0]
    for each in found[1:]:
        least, most = arith.minsi(least, each), arith.maxsi(most, each)
    return least, most
