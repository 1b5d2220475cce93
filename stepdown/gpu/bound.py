"""Calls of a compiled function most of whose arguments are fixed: `jit(f, target="gpu").bind(...)`.

What is fixed is looked at once: the device that it is on, whether it was freed, whether it is one
with what is donated. As on the CPU an array of the host is read at each call, where it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..execution.bound import NUMBERS
from .arrays import Array

if TYPE_CHECKING:
    from .compiled import Compiled


class Bound:
    """Calls with the arrays and numbers of one call, but for the `free` ones."""

    def __init__(self, compiled: Compiled, arrays: Sequence[object], free: Sequence[int]) -> None:
        self.compiled, self.free = compiled, list(free)
        self.device = compiled.device_of(arrays)
        others = set(free)
        self.arrays = [None if n in others else each for n, each in enumerate(arrays)]
        fixed = [each for each in self.arrays if isinstance(each, Array)]
        self.blocks = {id(each.block) for each in fixed}
        self.frees = -1  # how often something had been freed when all were looked at
        # What is looked at in each call: all but arrays on the device, and numbers.
        lasting = (Array, *NUMBERS)
        self.changing = [n for n, a in enumerate(self.arrays) if not isinstance(a, lasting)]

    def __call__(self, free: Sequence[object]) -> object:
        compiled, device, arrays = self.compiled, self.device, self.arrays.copy()
        blocks: set[int] = set()
        closely = device.frees != self.frees or device.closed
        for number, each in zip(self.free, free, strict=True):
            arrays[number] = each
            if isinstance(each, Array):
                block = id(each.block)
                closely |= each.device is not device or block in self.blocks or block in blocks
                blocks.add(block)
        if closely:
            device, self.frees = compiled.device_of(arrays), self.device.frees
            compiled.check_donated(arrays)
        device.check()
        return compiled.enter(device, arrays, self.changing, self)
