"""A call of a compiled function: where each array of its plan lies, and what each step is with it.

A step depends on where its arrays lie, on dynamic sizes and on numbers. What a call was given is
kept, with the steps that came of it, for the next one: `prepared`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..frontend import dims
from . import plan
from .runtime import Block, Copied, Launch, Operand, row_major
from .spec import MOST_BLOCKS, Spec, operand_type, symbols_of

if TYPE_CHECKING:
    from .compiled import Compiled


class Given:
    """What a call was given: where each array is, the numbers, the dynamic sizes."""

    def __init__(self, made: Compiled, symbols: dict[str, int]) -> None:
        self.made, self.plan, self.symbols = made, made.plan, symbols
        self._shapes: dict[tuple, tuple[int, ...]] = {}  # of a model's layers, the same again
        self.memory: dict[int, Block] = {}  # by the buffer's number
        self.layouts: dict[int, tuple] = {}  # offset and strides of those that may have gaps
        self.numbers: dict[int, object] = {}

    def take(self, buffer: plan.Buffer, block: Block, layout: tuple) -> bool:
        """Note where an array is, and its offset and strides; whether it lay elsewhere before."""
        moved = self.memory.get(buffer.number) is not block
        self.memory[buffer.number] = block
        if buffer.strided:
            moved = moved or self.layouts.get(buffer.number) != layout
            self.layouts[buffer.number] = layout
        return moved

    def shape(self, shape: tuple[dims.Size, ...]) -> tuple[int, ...]:
        """A shape with the sizes of this call."""
        found = self._shapes.get(shape)
        if found is None:
            found = tuple(dims.evaluate(size, self.symbols) for size in shape)
            self._shapes[shape] = found
        return found

    def bytes(self, buffer: plan.Buffer) -> int:
        return math.prod(self.shape(buffer.shape)) * buffer.dtype.itemsize

    def step(self, number: int) -> Launch | Copied | None:
        """A step as it is done; None where there is nothing to do."""
        step = self.plan.steps[number]
        if isinstance(step, plan.Launch):
            return self.launch(step)
        source, target = (self.memory[b.number] for b in (step.source, step.target))
        size = self.bytes(step.source)
        return Copied(target, source, size) if size else None

    def grid(self, spec: Spec) -> tuple[int, int, int] | None:
        """The blocks of a launch; None for none."""
        x, y, z = self.shape(spec.grid)
        return (x, y, min(z, MOST_BLOCKS)) if x and y and z else None

    def launch(self, step: plan.Launch) -> Launch | None:
        spec = step.spec
        grid = self.grid(spec)
        if grid is None:
            return None
        arrays = [self._operand(spec, n, buffer) for n, buffer in enumerate(step.buffers)]
        numbers = [self.numbers[id(v)] for v in spec.numbers]
        sizes = [self.symbols[name] for name in spec.symbols]
        return Launch(step.name, grid, spec.block, arrays, numbers, sizes)

    def _operand(self, spec: Spec, n: int, buffer: plan.Buffer) -> Operand:
        """The n-th array of a launch: the part of its buffer that the kernel takes."""
        type_, starts, whole = part(spec, n, buffer)
        shape = self.shape(type_.shape)
        offset, strides = self.layouts.get(buffer.number) or (0, row_major(shape))
        if starts:
            steps = strides if buffer.strided else row_major(self.shape(whole))
            offset += sum(at * by for at, by in zip(starts, steps, strict=False))
        written = n >= len(spec.sources)
        return Operand(self.memory[buffer.number], shape, type_.dtype, offset, strides, written)


def part(spec: Spec, n: int, buffer: plan.Buffer) -> tuple:
    """What a kernel takes of the buffer of its n-th array: the type, where that begins along the
    first axes, and the shape of the whole."""
    written = n >= len(spec.sources)
    value = [*spec.sources, *spec.outputs][n]
    starts = spec.begins if written else value.params.get("starts", ())
    if not written and value.primitive is not None:
        starts = ()
    whole = buffer.shape if written or not starts else value.inputs[0].type.shape
    return operand_type(spec, value), starts, whole


@dataclass
class Change:
    """What differs from the call before: the buffers that lie elsewhere, the symbols, the numbers
    (by the id of their values), and the steps that depend on one of these."""

    buffers: set[int] = field(default_factory=set)
    symbols: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    steps: set[int] = field(default_factory=set)


class Depends:
    """Which steps of a plan depend on what."""

    def __init__(self, made: plan.Plan) -> None:
        self.on_buffer: dict[int, set[int]] = {}
        self.on_symbol: dict[str, set[int]] = {}
        self.on_number: dict[int, set[int]] = {}
        for number, step in enumerate(made.steps):
            for buffer in step.buffers:
                self.on_buffer.setdefault(buffer.number, set()).add(number)
            for symbol in symbols_of_step(step):
                self.on_symbol.setdefault(symbol, set()).add(number)
            for value in step.spec.numbers if isinstance(step, plan.Launch) else ():
                self.on_number.setdefault(id(value), set()).add(number)

    def on(self, change: Change) -> set[int]:
        """The steps that such a change makes others."""
        found: set[int] = set()
        for table, keys in (
            (self.on_buffer, change.buffers),
            (self.on_symbol, change.symbols),
            (self.on_number, change.numbers),
        ):
            for key in keys:
                found |= table.get(key, _NONE)
        return found


_NONE: frozenset = frozenset()


# [region symbols]
def symbols_of_step(step: plan.Launch | plan.Copy) -> set[str]:
    """The symbols that a step is made of: of its grid, of the sizes and strides of its arrays, and
    those that its kernel takes."""
    if not isinstance(step, plan.Launch):
        return symbols_of(step.source.shape)
    found = {*step.spec.symbols, *symbols_of(step.spec.grid)}
    return found | symbols_of(_sizes_of_arrays(step))
    # [end symbols]


def _sizes_of_arrays(step: plan.Launch) -> Iterable[dims.Size]:
    for n, buffer in enumerate(step.buffers):
        type_, starts, whole = part(step.spec, n, buffer)
        yield from type_.shape
        yield from whole if starts else ()
