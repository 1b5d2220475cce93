"""Calls that are recorded once and replayed: `jit(f, target="gpu", graph=True)`.

A token of a small model takes a hundred kernels of some microseconds. Launched one by one from
Python they would wait for Python. So the steps of the plan are made a graph of the driver, which is
one launch; memory of temporaries and results stays the graph's own. Between calls only those steps
are set anew whose arrays lie elsewhere, or which have a number or a dynamic size that differs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import plan
from .arrays import Array
from .calls import Change
from .prepared import Prepared
from .runtime import Block
from .spec import power_of_two


class Recording(Prepared):
    """The steps of a plan on a device. Its memory is given back with it."""

    recorded = True

    def _forget(self) -> None:
        super()._forget()
        self.owned: dict[object, Array] = {}

    def _own(self, whose: object, size: int, what: str | Callable[[], str]) -> Block:
        """Memory that stays from call to call."""
        held = self.owned.get(whose)
        if held is None or held.nbytes < size:
            block = self.device.allocate(size, what)
            held = self.owned[whose] = Array(self.device, block, (block.size,), np.uint8)
        return held.block

    def _staging(self, buffer: plan.Buffer, size: int, name: str, _: list[Block]) -> Block:
        """Memory for an array of the host, the same each time, with room to grow."""
        return self._own(buffer.number, power_of_two(size), f"{self.made.title}: {name}")

    def _room(self, change: Change, _: list[Block]) -> Block | None:
        if not self.temporaries.buffers:
            return None
        if change.symbols or self.block is None:
            if self.temporaries.fit(self):
                self.block = None
            return self._own("temporaries", self.temporaries.size, self._what)
        return self.block

    def _result(self, buffer: plan.Buffer, _: list[Block]) -> Array:
        """A result in memory of its own: the next replay overwrites that of the graph."""
        shape, size = self.shape(buffer.shape), self.bytes(buffer)
        what = f"{self.made.title}: a result of shape {shape}"
        block = self.device.allocate(size, what)
        made = Array(self.device, block, shape, buffer.dtype)
        self.device.copy(block, self.memory[buffer.number], size)
        return made
