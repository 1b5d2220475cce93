"""A call of a compiled function: the memory of each buffer of its plan, and the launches.

What a step of the plan is launched with depends on where its arrays lie, on the dynamic sizes and
the numbers. A plain call finds that out step by step; `recorded` keeps it from call to call.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..frontend import dims
from . import plan
from .arrays import Array, array
from .runtime import Block, Code, Device, Launch, Operand, row_major
from .spec import MOST_BLOCKS, Spec, operand_type

if TYPE_CHECKING:
    from .compiled import Compiled


class Given:
    """What a call was given: where each array is, the numbers, the dynamic sizes."""

    def __init__(self, made: Compiled, symbols: dict[str, int]) -> None:
        self.made, self.symbols = made, symbols
        self._shapes: dict[tuple, tuple[int, ...]] = {}  # of a model's layers, the same again
        self.memory: dict[int, Block] = {}  # by the buffer's number
        self.layouts: dict[int, tuple] = {}  # offset and strides of those that may have gaps
        self.numbers: dict[int, object] = {}

    def take(self, buffer: plan.Buffer, each: Array) -> None:
        """Note where an array is."""
        self.memory[buffer.number] = each.block
        if buffer.strided:
            self.layouts[buffer.number] = each.offset, each.strides

    def shape(self, shape: tuple[dims.Size, ...]) -> tuple[int, ...]:
        """A shape with the sizes of this call."""
        found = self._shapes.get(shape)
        if found is None:
            found = tuple(dims.evaluate(size, self.symbols) for size in shape)
            self._shapes[shape] = found
        return found

    def bytes(self, buffer: plan.Buffer) -> int:
        return math.prod(self.shape(buffer.shape)) * buffer.dtype.itemsize

    def launch(self, step: plan.Launch) -> Launch | None:
        """A step as it is launched; None where there is nothing to do."""
        spec = step.spec
        x, y, z = self.shape(spec.grid)
        if 0 in (x, y, z):
            return None
        arrays = [self._operand(spec, n, buffer) for n, buffer in enumerate(step.buffers)]
        numbers = [self.numbers[id(v)] for v in spec.numbers]
        sizes = [self.symbols[name] for name in spec.symbols]
        return Launch(step.name, (x, y, min(z, MOST_BLOCKS)), spec.block, arrays, numbers, sizes)

    def _operand(self, spec: Spec, n: int, buffer: plan.Buffer) -> Operand:
        """The n-th array of a launch: the part of its buffer that the kernel takes."""
        written = n >= len(spec.sources)
        value = [*spec.sources, *spec.outputs][n]
        type_ = operand_type(spec, value)
        shape = self.shape(type_.shape)
        offset, strides = self.layouts.get(buffer.number) or (0, row_major(shape))
        starts = spec.begins if written else value.params.get("starts", ())
        if starts and (written or value.primitive is None):
            whole = buffer.shape if written else value.inputs[0].type.shape
            steps = strides if buffer.strided else row_major(self.shape(whole))
            offset += sum(at * by for at, by in zip(starts, steps, strict=False))
        return Operand(self.memory[buffer.number], shape, type_.dtype, offset, strides, written)


class Call(Given):
    """One call, its memory taken from the device's pool while it is needed."""

    def __init__(self, made: Compiled, device: Device, code: Code, symbols: dict[str, int]) -> None:
        super().__init__(made, symbols)
        self.device, self.code, self.plan = device, code, made.plan
        self.owned: dict[int, Block] = {}  # those that go back to the pool if the call fails

    def run(self, given: Sequence[object]) -> list[Array]:
        uploaded: list[Array] = []
        try:
            self._take(given, uploaded)
            for number, step in enumerate(self.plan.steps):
                self._step(step)
                for buffer in self.plan.ends.get(number, ()):
                    self._give_back(buffer.number)
            return [self._result(buffer) for buffer in self.plan.results]
        finally:
            for number in list(self.owned):
                self._give_back(number)
            for each in uploaded:
                each.free()

    def _take(self, given: Sequence[object], uploaded: list[Array]) -> None:
        for name, value, buffer, each in self.made.given(self.device, given):
            if buffer is None:
                self.numbers[id(value)] = each
                continue
            if not isinstance(each, Array):
                each = array(self.device, each, f"{self.made.name}: {name}")
                uploaded.append(each)
            self.take(buffer, each)

    def _step(self, step: plan.Launch | plan.Copy) -> None:
        for buffer in step.buffers:
            self._allocate(buffer)
        if isinstance(step, plan.Copy):
            source, target = (self.memory[b.number] for b in (step.source, step.target))
            self.device.copy(target, source, self.bytes(step.source))
            return
        launch = self.launch(step)
        if launch is not None:
            self.code.launch(launch)

    def _allocate(self, buffer: plan.Buffer) -> None:
        """Memory for a buffer that is used for the first time."""
        if buffer.number not in self.memory:
            what = f"{self.made.name}: a {buffer.role} of shape {self.shape(buffer.shape)}"
            block = self.device.allocate(self.bytes(buffer), what)
            self.memory[buffer.number] = self.owned[buffer.number] = block

    def _give_back(self, number: int) -> None:
        block = self.owned.pop(number, None)
        if block is not None:
            self.device.give_back(block)

    def _result(self, buffer: plan.Buffer) -> Array:
        self._allocate(buffer)
        block = self.owned.pop(buffer.number)
        return Array(self.device, block, self.shape(buffer.shape), buffer.dtype)
