"""A device that is not there: memory of this process, kernels run by the simulator, all checked.

The host's part is the same as on a GPU: the same allocations, copies and launches. New memory is
filled with bytes that are NaN as floats, and a kernel that reads it before something was written
is a fault, as are races, stray accesses and barriers that some threads miss.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

import numpy as np

from runners import Program
from runners.launch import LaunchError

from .calls import Change
from .prepared import Prepared
from .runtime import Block, Code, Device, Launch, Operand, Steps

UNSET = 0xFF


class Simulator(Device):
    """`reports` are those of the launches since the list was last emptied, with each name."""

    target = "gpu-sim"

    def __init__(self, memory: int = 16 << 30, chip: str = "sm_80", ordinal: int = 0) -> None:
        super().__init__()
        self.name = f"simulator {ordinal}" if ordinal else "the simulator"
        self.chip, self.memory = chip, memory
        self.exclusive = threading.RLock()
        self.taken = 0

    def _allocate(self, size: int) -> np.ndarray | None:
        if self.taken + size > self.memory:
            return None
        self.taken += size
        return np.full(size, UNSET, np.uint8)

    def _release(self, handle: np.ndarray) -> None:
        self.taken -= handle.size

    def allocate(self, size: int, what: str | Callable[[], str]) -> Block:
        block = super().allocate(size, what)
        block.handle.fill(UNSET)
        return block

    def _write(self, block: Block, source: np.ndarray) -> None:
        block.handle[: source.nbytes] = source.reshape(-1).view(np.uint8)

    def _read(self, block: Block, target: np.ndarray, start: int) -> None:
        target.reshape(-1).view(np.uint8)[:] = block.handle[start : start + target.nbytes]

    def _copy(self, target: Block, source: Block, size: int) -> None:
        target.handle[:size] = source.handle[:size]

    def _part(self, handle: np.ndarray, start: int, size: int) -> np.ndarray:
        return handle[start : start + size]

    def _load(self, source: tuple[Program, weakref.ref]) -> Code:
        return Simulated(self, *source)


class Simulated(Code):
    """Kernels of a program, run by the simulator; its `owner` knows which lines of the user's they
    were made for, and goes when it likes."""

    def __init__(self, device: Simulator, program: Program, owner: weakref.ref) -> None:
        self.device, self.program, self.owner = device, program, owner

    def launch(self, launch: Launch) -> None:
        from runners.simt import simulate

        seen = [_seen(each) for each in launch.arrays]
        fresh = [n for n, each in enumerate(launch.arrays) if each.block.fresh]
        name = launch.name
        report = simulate(
            self.program, f"kernels::{name}", launch.grid, launch.block,
            [*seen, *launch.numbers, *launch.sizes], uninitialised=fresh, chip=self.device.chip,
        )  # fmt: skip
        self.device.reports.append((name, report))
        if not report.ok:
            first, more = report.faults[0], len(report.faults) - 1
            owner = self.owner()
            where = owner.line_of(first.line) if owner else None
            message = f"{where}: {name}: {first}" if where else f"{name}: {first}"
            others = f" (and {more} more: see the error's report)" if more else ""
            raise LaunchError(message + others, report)
        for each in launch.arrays:
            if each.written:
                each.block.fresh = False

    def steps(self, given: Prepared) -> Steps:
        return Checked(self, given)


class Checked(Steps):
    """Steps that are gone through one by one, each launch checked. What was not renewed is done as
    it was before, as by the driver: who forgets a step gets a wrong result here too."""

    def __init__(self, code: Simulated, given: Prepared) -> None:
        self.code, self.given = code, given
        self.steps = [given.step(n) for n in range(len(given.plan.steps))]

    def renew(self, change: Change) -> None:
        for number in change.steps:
            self.steps[number] = self.given.step(number)

    def run(self) -> None:
        self.given.fresh()
        for step in self.steps:
            if isinstance(step, Launch):
                self.code.launch(step)
            elif step is not None:
                self.code.device.copy(step.target, step.source, step.size)


def _seen(operand: Operand) -> np.ndarray:
    """An array of the device as one of NumPy, over the same memory."""
    item = operand.dtype.itemsize
    return np.ndarray(
        operand.shape, operand.dtype, operand.block.handle.data, operand.offset * item,
        [stride * item for stride in operand.strides],
    )  # fmt: skip
