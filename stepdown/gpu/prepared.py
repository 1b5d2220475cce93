"""Calls of a plan on a device, prepared: memory placed, parameters packed, once.

A step of a model has a hundred launches of some microseconds each, so what the host does for one
has to take less. All that a call has in common with the one before it stays as it was; what
differs is put in its place, and then the steps are gone through without looking at any of them.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..execution.leaves import exact
from . import plan
from .arrays import Array
from .calls import Change, Depends, Given
from .runtime import Block, Code, Device, Steps, row_major
from .temporaries import Temporaries

if TYPE_CHECKING:
    from .compiled import Compiled


class Prepared(Given):
    """The steps of a plan on a device. Memory is taken from the device's pool for each call: one
    block for all temporaries, one for each result."""

    recorded = False

    def __init__(self, made: Compiled, device: Device, code: Code) -> None:
        super().__init__(made, {})
        self.device, self.code = device, code
        self.depends = Depends(self.plan)
        self.temporaries = Temporaries(self.plan, kept=self.recorded)
        self.inputs = list(zip(made.names, made.given, self.plan.given, strict=True))
        self._lock = threading.Lock()  # steps are of one call at a time
        self._forget()

    def _forget(self) -> None:
        """Begin anew: after a failure it is not known what is in place."""
        self.known: dict[int, Callable[[], Array | None]] = {}  # what was given the last time
        self.holder: object = None  # whose fixed arrays are in place
        self.steps: Steps | None = None
        self.block: Block | None = None  # the temporaries'

    def run(
        self,
        given: Sequence[object],
        symbols: dict[str, int],
        free: Sequence[int] | None = None,
        holder: object = None,
    ) -> list[Array]:
        """Call with all that is given, in order, captured arrays too. All but the `free` ones are
        what they were in the last call of the same holder."""
        with self._lock:
            taken: list[Block] = []
            try:
                return self._run(given, symbols, free if holder is self.holder else None, taken)
            except BaseException:
                self._forget()
                raise
            finally:
                self.holder = holder if self.steps is not None else None
                for block in taken:
                    self.device.give_back(block)

    def _run(
        self, given: Sequence[object], symbols: dict[str, int], free: Sequence[int] | None,
        taken: list[Block],
    ) -> list[Array]:  # fmt: skip
        change = Change()
        self._take(given, range(len(given)) if free is None else free, change, taken)
        if symbols != self.symbols:
            change.symbols = {s for s, n in symbols.items() if self.symbols.get(s) != n}
            self.symbols, self._shapes = symbols, {}
        self._allocate(change, taken)
        if self.steps is None:
            self.steps = self.code.steps(self)
        else:
            change.steps = self.depends.on(change)
            self.steps.renew(change)
        self.steps.run()
        return [self._result(b, taken) for b in self.plan.results]

    # What is given -----------------------------------------------------------------------------

    def _take(
        self, given: Sequence[object], numbers: Iterable[int], change: Change, taken: list[Block]
    ) -> None:
        """Note what is given. An array of the host is copied to the device."""
        for number in numbers:
            each, before = given[number], self.known.get(number, _nothing)()
            if before is not None and before is each and not each.freed:
                continue
            name, value, buffer = self.inputs[number]
            if buffer is None:
                if exact(self.numbers.get(id(value))) != exact(each):
                    change.numbers.add(id(value))
                self.numbers[id(value)] = each
                continue
            if isinstance(each, Array):
                self.known[number] = weakref.ref(each)
                moved = self.take(buffer, each.block, (each.offset, each.strides))
            else:
                self.known.pop(number, None)
                source = np.asarray(each)
                block = self._staging(buffer, source.nbytes, name, taken)
                self.device.write(block, source)
                moved = self.take(buffer, block, (0, row_major(source.shape)))
            if moved:
                change.buffers.add(buffer.number)

    def _staging(self, _: plan.Buffer, size: int, name: str, taken: list[Block]) -> Block:
        """Memory for an array of the host."""
        block = self.device.allocate(size, f"{self.made.title}: {name}")
        taken.append(block)
        return block

    # Memory ------------------------------------------------------------------------------------

    def _allocate(self, change: Change, taken: list[Block]) -> None:
        """Memory for temporaries and results."""
        block = self._room(change, taken)
        if block is not self.block:
            self.block = block
            for number, (place, size) in self.temporaries.places.items():
                self.memory[number] = self.device.part(block, place, size)
                change.buffers.add(number)
        for buffer in [] if self.recorded else self.plan.results:
            what = f"{self.made.title}: a {buffer.role} of shape {self.shape(buffer.shape)}"
            block = self.device.allocate(self.bytes(buffer), what)
            taken.append(block)
            if self.memory.get(buffer.number) is not block:
                self.memory[buffer.number] = block
                change.buffers.add(buffer.number)

    def _room(self, change: Change, taken: list[Block]) -> Block | None:
        """The block of the temporaries; another one than before if a place in it is another."""
        if not self.temporaries.buffers:
            return None
        if change.symbols or self.block is None:
            moved = self.temporaries.fit(self)
            self.block = None if moved else self.block
        block = self.device.allocate(self.temporaries.size, self._what)
        taken.append(block)
        return block

    def _what(self) -> str:
        """What the block is for, in words."""
        buffers = self.temporaries.buffers
        largest = max(buffers, key=self.bytes)
        others = f" and {len(buffers) - 1} smaller ones" if len(buffers) > 1 else ""
        shape = self.shape(largest.shape)
        return f"{self.made.title}: a {largest.role} of shape {shape}{others}"

    def fresh(self) -> None:
        """Say of all memory that the steps write first that nothing was written to it yet."""
        for buffer in [*self.temporaries.buffers, *self.plan.results]:
            self.memory[buffer.number].fresh = True

    def _result(self, buffer: plan.Buffer, taken: list[Block]) -> Array:
        block = self.memory[buffer.number]
        taken.remove(block)
        return Array(self.device, block, self.shape(buffer.shape), buffer.dtype)


def _nothing() -> None:
    """In place of a reference to an array."""
