"""A device that is not there: memory of this process, kernels run by the simulator, all checked.

The host's part is the same as on a GPU: the same allocations, copies and launches. New memory is
filled with bytes that are NaN as floats, and a kernel that reads it before something was written
is a fault, as are races, stray accesses and barriers that some threads miss.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence

import numpy as np

from runners import Program
from runners.launch import LaunchError

from .runtime import Block, Code, Device, Operand

UNSET = 0xFF


class Simulator(Device):
    """`reports` are those of the launches since the list was last emptied, with each name."""

    def __init__(self, memory: int = 16 << 30, chip: str = "sm_80", ordinal: int = 0) -> None:
        super().__init__()
        self.name = f"simulator {ordinal}" if ordinal else "the simulator"
        self.chip, self.memory = chip, memory
        self.exclusive = threading.RLock()
        self.taken = 0
        self.reports: list[tuple[str, object]] = []

    def _allocate(self, size: int) -> np.ndarray | None:
        if self.taken + size > self.memory:
            return None
        self.taken += size
        return np.full(size, UNSET, np.uint8)

    def _release(self, handle: np.ndarray) -> None:
        self.taken -= handle.size

    def allocate(self, size: int, what: str) -> Block:
        block = super().allocate(size, what)
        block.handle.fill(UNSET)
        return block

    def _write(self, block: Block, source: np.ndarray) -> None:
        block.handle[: source.nbytes] = source.reshape(-1).view(np.uint8)

    def _read(self, block: Block, target: np.ndarray) -> None:
        target.reshape(-1).view(np.uint8)[:] = block.handle[: target.nbytes]

    def _copy(self, target: Block, source: Block, size: int) -> None:
        target.handle[:size] = source.handle[:size]

    def _load(self, source: tuple[Program, weakref.ref]) -> Code:
        return Simulated(self, *source)


class Simulated(Code):
    """Kernels of a program, run by the simulator; its `owner` knows which lines of the user's they
    were made for, and goes when it likes."""

    def __init__(self, device: Simulator, program: Program, owner: weakref.ref) -> None:
        self.device, self.program, self.owner = device, program, owner

    def launch(
        self,
        name: str,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        arrays: Sequence[Operand],
        numbers: Sequence[object],
        sizes: Sequence[int],
    ) -> None:
        from runners.simt import simulate

        seen = [_seen(each) for each in arrays]
        fresh = [n for n, each in enumerate(arrays) if each.block.fresh]
        report = simulate(
            self.program, f"kernels::{name}", grid, block, [*seen, *numbers, *sizes],
            uninitialised=fresh, chip=self.device.chip,
        )  # fmt: skip
        self.device.reports.append((name, report))
        if not report.ok:
            first, more = report.faults[0], len(report.faults) - 1
            owner = self.owner()
            where = owner.line_of(first.line) if owner else None
            message = f"{where}: {name}: {first}" if where else f"{name}: {first}"
            others = f" (and {more} more: see the error's report)" if more else ""
            raise LaunchError(message + others, report)
        for each in arrays:
            if each.written:
                each.block.fresh = False


def _seen(operand: Operand) -> np.ndarray:
    """An array of the device as one of NumPy, over the same memory."""
    item = operand.dtype.itemsize
    return np.ndarray(
        operand.shape, operand.dtype, operand.block.handle.data, operand.offset * item,
        [stride * item for stride in operand.strides],
    )  # fmt: skip
