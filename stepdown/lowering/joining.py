"""Arrays put together of products: each product is written where it belongs.

The gradient of an array that was split in parts is those of the parts side by side. A product can
be written with any distance between its rows, so it takes its part of the whole as what it writes
to, and nothing is moved. It is put into the whole at once, before the next part is taken out of
that: then bufferization sees that parts do not overlap.
"""

from __future__ import annotations

from dataclasses import dataclass

from mlir import ir
from mlir.dialects import linalg

from ..frontend.dims import Size, product
from ..frontend.graph import Graph, Value
from . import scalars


@dataclass(frozen=True)
class Part:
    """A product that is the part of `whole` at the starts, seen in another shape: `value`."""

    whole: Value
    value: Value
    starts: tuple[Size, ...]


class Joins:
    """The arrays put together while a function is written."""

    def __init__(self, builder) -> None:
        self.builder = builder
        self.parts = parts_of(builder.graph)
        self.started: dict[int, ir.Value] = {}  # wholes with the parts that are in them
        self.put: set[int] = set()  # parts in their wholes

    def begin(self, value: Value) -> None:
        """Before a value is computed: have it written where it belongs, if it is a part."""
        part, builder = self.parts.get(id(value)), self.builder
        if part is None:
            return
        shape = part.value.type.shape
        place = builder.extract(self._whole(part.whole), part.starts, shape, [1] * len(shape))
        builder.places[id(value)] = builder.reshape(place, shape, value.type.shape)

    def end(self, value: Value) -> None:
        """After a value was computed: put it into what it is a part of."""
        part, builder = self.parts.get(id(value)), self.builder
        if part is None:
            return
        shape = part.value.type.shape
        made = builder.reshape(builder.tensors[id(value)], value.type.shape, shape)
        self._put(part, made)

    def joined(self, value: Value) -> ir.Value | None:
        """An array that is put together, with all of its parts; None if no product is one."""
        if id(value) not in self.started:
            return None
        for given, starts in zip(value.inputs, _starts(value), strict=True):
            if id(given) not in self.put:
                self._put(Part(value, given, starts), self.builder.tensor(given))
        return self.started[id(value)]

    def _whole(self, value: Value) -> ir.Value:
        """An array as it is until now: zeros, unless the parts leave none."""
        if id(value) not in self.started:
            made = self.builder.init(value)
            if product(value.type.shape) != sum(product(i.type.shape) for i in value.inputs):
                made = linalg.fill(scalars.constant(0, value.type.dtype), outs=[made])
            self.started[id(value)] = made
        return self.started[id(value)]

    def _put(self, part: Part, made: ir.Value) -> None:
        whole, shape = self._whole(part.whole), part.value.type.shape
        self.started[id(part.whole)] = self.builder.insert(made, whole, part.starts, shape)
        self.put.add(id(part.value))


# [region parts]
def parts_of(graph: Graph) -> dict[int, Part]:
    """For products, by their ids, what they are part of: those that nothing else reads, and whose
    rows lie in the whole as in an array of their own."""
    used = graph.used()
    readers: dict[int, int] = {}
    for value in [i for v in used for i in v.inputs] + [
        *graph.outputs,
        *(check.failed for check in graph.checks),
    ]:
        readers[id(value)] = readers.get(id(value), 0) + 1
    found: dict[int, Part] = {}
    for whole in used:
        for given, starts in zip(whole.inputs, _starts(whole), strict=False):
            source = given
            while readers[id(source)] == 1 and _is(source, "reshape"):
                (source,) = source.inputs
            is_product = source.primitive is not None and source.primitive.kind == "product"
            alone = is_product and readers[id(source)] == 1
            if alone and _splits(given.type.shape, source.type.shape):
                found[id(source)] = Part(whole, given, starts)
    return found
    # [end parts]


def _is(value: Value, name: str) -> bool:
    return value.primitive is not None and value.primitive.name == name


def _starts(value: Value) -> list[tuple[Size, ...]]:
    """Where the operands of an array that is put together begin in it; nothing for others, and
    where one does not lie there element by element, or is empty."""
    shapes = [i.type.shape for i in value.inputs]
    if value.primitive.name == "place":
        places = value.params["places"]
        starts = [starts for starts, _ in places]
        steps = {step for _, steps in places for step in steps}
        if steps != {1}:
            return []
    elif value.primitive.name == "concatenate":
        starts, axis, start = [], value.params["axis"], 0
        for shape in shapes:
            starts.append(tuple(start if d == axis else 0 for d in range(len(shape))))
            start = start + shape[axis]
    else:
        return []
    return [] if any(product(shape) == 0 for shape in shapes) else starts


def _splits(old: tuple[Size, ...], new: tuple[Size, ...]) -> bool:
    """Whether each dimension of `old` is one of `new`, or some that follow one another."""
    left = list(new)
    for size in old:
        whole = 1
        while left and whole != size:
            whole = whole * left.pop(0)
        if whole != size:
            return False
    return not left or not old
