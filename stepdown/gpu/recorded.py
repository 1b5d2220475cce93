"""Calls that are recorded once and replayed: `jit(f, target="gpu", graph=True)`.

A token of a small model takes a hundred kernels of some microseconds. Launched one by one from
Python they would wait for Python. So the steps of the plan are made a graph of the driver, which is
one launch; memory of temporaries and results stays the graph's own. Between calls only those steps
are set anew whose arrays lie elsewhere, or whose dynamic sizes differ.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..frontend import dims
from . import plan
from .arrays import Array
from .calls import Given
from .runtime import Block, Code, Copied, Device, Launch
from .spec import power_of_two

if TYPE_CHECKING:
    from .compiled import Compiled


class Recording(Given):
    """The steps of a plan on a device. Its memory is given back with it."""

    def __init__(self, made: Compiled, device: Device, code: Code) -> None:
        super().__init__(made, {})
        self.device, self.code, self.plan = device, code, made.plan
        self.owned: dict[int, Array] = {}
        self.known: dict[int, Callable[[], Array | None]] = {}  # what was given the last time
        self.steps: list[Launch | Copied | None] = []
        self.graph = None
        self._lock = threading.Lock()  # memory of temporaries is of one call at a time
        given = {b.number for b in self.plan.given if b is not None}
        used = {b.number: b for step in self.plan.steps for b in step.buffers}
        self.buffers = [b for b in [*used.values(), *self.plan.results] if b.role != "given"]
        self.dynamic = [b for b in self.buffers if any(isinstance(s, dims.Dim) for s in b.shape)]
        # What makes a step another: buffers that calls give, dynamic sizes, numbers.
        self.needs = [
            ({b.number for b in step.buffers} & given, _is_dynamic(step), _numbers(step))
            for step in self.plan.steps
        ]

    def run(self, given: Sequence[object], symbols: dict[str, int]) -> list[Array]:
        with self._lock:
            return self._run(given, symbols)

    def _run(self, given: Sequence[object], symbols: dict[str, int]) -> list[Array]:
        moved, other = self._take(given)
        sized = symbols != self.symbols
        if sized:
            self.symbols, self._shapes = symbols, {}
        if sized or not self.steps:
            moved |= self._allocate()
        if self.graph is None:
            self.steps = [self._step(step) for step in self.plan.steps]
            self.graph = self.code.record(self.steps)
        else:
            self._renew(moved, sized, other)
        for buffer in self.buffers:
            self.memory[buffer.number].fresh = True  # as far as this call is concerned
        self.graph.replay()
        return [self._result(buffer) for buffer in self.plan.results]

    def _take(self, given: Sequence[object]) -> tuple[set[int], set[int]]:
        """Note what is given; the buffers that lie elsewhere than before, the numbers that differ.
        An array of the host goes to memory that is the same each time."""
        moved, other = set(), set()
        for number, (name, value, buffer, each) in enumerate(self.made.given(self.device, given)):
            before = self.known.get(number, _nothing)()
            if before is not None and before is each and not each.freed:
                continue
            if buffer is None:
                if self.numbers.get(id(value)) != each:
                    other.add(id(value))
                self.numbers[id(value)] = each
                continue
            if not isinstance(each, Array):
                each = self._staged(buffer, np.asarray(each), name)
            else:
                self.known[number] = weakref.ref(each)
            before = self.memory.get(buffer.number), self.layouts.get(buffer.number)
            self.take(buffer, each)
            if before != (self.memory[buffer.number], self.layouts.get(buffer.number)):
                moved.add(buffer.number)
        return moved, other

    def _staged(self, buffer: plan.Buffer, source: np.ndarray, name: str) -> Array:
        self._own(buffer, source.nbytes, f"{self.made.name}: {name}")
        block = self.owned[buffer.number].block
        self.device.write(block, source)
        return Array(self.device, block, source.shape, source.dtype, self.owned[buffer.number])

    def _own(self, buffer: plan.Buffer, size: int, what: str) -> bool:
        """Memory of that size for a buffer, with room to grow; whether it is new."""
        held = self.owned.get(buffer.number)
        if held is not None and held.nbytes >= size:
            return False
        block = self.device.allocate(power_of_two(size), what)
        self.owned[buffer.number] = Array(self.device, block, (block.size,), np.uint8)
        return True

    def _allocate(self) -> set[int]:
        """Memory for what calls do not give; those for which it is new."""
        moved = set()
        for buffer in self.dynamic if self.steps else self.buffers:
            what = f"{self.made.name}: a {buffer.role} of shape {self.shape(buffer.shape)}"
            if self._own(buffer, self.bytes(buffer), what):
                self.memory[buffer.number] = self.owned[buffer.number].block
                moved.add(buffer.number)
        return moved

    def _renew(self, moved: set[int], sized: bool, other: set[int]) -> None:
        """Set those steps anew that are not what they were."""
        for number, (step, needs) in enumerate(zip(self.plan.steps, self.needs, strict=True)):
            buffers, dynamic, numbers = needs
            mine = buffers if not sized else {b.number for b in step.buffers}
            if not (mine & moved or (sized and dynamic) or numbers & other):
                continue
            now, before = self._step(step), self.steps[number]
            if now == before:
                continue
            self.steps[number] = now
            if now is None or before is None:  # a step comes or goes: another graph
                self.graph = self.code.record(self.steps)
            else:
                self.graph.set(number, now)

    def _step(self, step: plan.Launch | plan.Copy) -> Launch | Copied | None:
        if isinstance(step, plan.Launch):
            return self.launch(step)
        source, target = (self.memory[b.number] for b in (step.source, step.target))
        size = self.bytes(step.source)
        return Copied(target, source, size) if size else None

    def _result(self, buffer: plan.Buffer) -> Array:
        """A result in memory of its own: the next replay overwrites that of the graph."""
        shape, size = self.shape(buffer.shape), self.bytes(buffer)
        what = f"{self.made.name}: a result of shape {shape}"
        block: Block = self.device.allocate(size, what)
        self.device.copy(block, self.memory[buffer.number], size)
        return Array(self.device, block, shape, buffer.dtype)


def _nothing() -> None:
    """In place of a reference to an array."""


def _is_dynamic(step: plan.Launch | plan.Copy) -> bool:
    """Whether a step depends on sizes that only a call knows."""
    sizes = [size for buffer in step.buffers for size in buffer.shape]
    if isinstance(step, plan.Launch):
        spec = step.spec
        if spec.symbols:
            return True
        sizes += [*spec.grid, *(s for v in [*spec.sources, *spec.outputs] for s in v.type.shape)]
    return any(isinstance(size, dims.Dim) for size in sizes)


def _numbers(step: plan.Launch | plan.Copy) -> set[int]:
    return {id(v) for v in step.spec.numbers} if isinstance(step, plan.Launch) else set()
