"""A kernel that host code launches, run by the simulator or as coroutines.

What comes from the host is the address of each parameter of the lowered kernel, in device memory
where it is a pointer. The coroutines take them as they are; the simulator gets its arguments as
`arrays` makes them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .. import coroutines, launch
from ..launch import LaunchError
from . import arrays

if TYPE_CHECKING:
    from ..launch import Launch
    from ..program import Program
    from .memory import Memory

Launcher = Callable[[str, str, tuple, tuple, int, list], tuple["Launch", object]]


def launcher(program: Program, device: str, memory: Memory, chip: str, checks: bool) -> Launcher:
    """A function that runs a kernel: (module, name, grid, block, shared, addresses of parameters)
    to the launch and what the engine says of it."""

    def as_coroutines(
        module: str, name: str, grid: tuple, block: tuple, shared: int, parameters: list
    ) -> tuple[Launch, object]:
        engine = coroutines.engine_of(program, f"{module}::{name}")
        checked = launch.check(
            name, grid, block, static_shared=engine.kernel.static_shared, dynamic_shared=shared,
            chip=chip,
        )  # fmt: skip
        types = engine.kernel.parameters
        words = _words(name, types, parameters)
        ranges = _ranges(name, types, words, memory)
        memories = [
            coroutines.Memory(str(buffer), buffer.low, buffer.high) for buffer in memory.live
        ]
        return checked, engine.run(checked, words, ranges, memories)

    def simulated(
        module: str, name: str, grid: tuple, block: tuple, shared: int, parameters: list
    ) -> tuple[Launch, object]:
        from .. import simt

        checked = launch.check(name, grid, block, dynamic_shared=shared, chip=chip)
        found = coroutines.find(program, f"{module}::{name}")
        types = arrays.parameters(found)
        words = _words(name, types, parameters)
        _ranges(name, types, words, memory)
        report = simt.simulate(
            program, f"{module}::{name}", grid, block, arrays.arguments(found, words, memory),
            checks=checks, chip=chip, dynamic_shared=shared,
        )  # fmt: skip
        if not report.ok:
            more = len(report.faults) - 1
            others = f" (and {more} more: see .reports)" if more else ""
            raise LaunchError(f"{name}: {report.faults[0]}{others}", report)
        return checked, report

    return simulated if device == "simulator" else as_coroutines


def _words(name: str, types: Sequence[str], parameters: list[int]) -> np.ndarray:
    """The 8 bytes of each parameter, of which its type has the first."""
    launch.count(name, types, parameters)
    words = []
    for kind, where in zip(types, parameters, strict=True):
        bits = 64 if kind.startswith("!llvm.ptr") else int(kind.lstrip("bif"))
        words.append(int.from_bytes(ctypes.string_at(where, -(-bits // 8)), "little"))
    return np.array(words, np.uint64)


def _ranges(name: str, types: Sequence[str], words: np.ndarray, memory: Memory) -> np.ndarray:
    """The buffer behind each parameter that is a pointer; LaunchError for one that has none."""
    ranges = np.zeros((len(types), 2), np.int64)
    for number, (kind, word) in enumerate(zip(types, words.tolist(), strict=True)):
        if not kind.startswith("!llvm.ptr") or not word:
            continue
        buffer = memory.find(word)
        if buffer is None:
            raise LaunchError(
                f"{name}: parameter {number + 1} of {len(types)} points to "
                f"{memory.describe(word)}, which the device has no access to: gpu.alloc and "
                "gpu.memcpy bring an array there"
            )
        ranges[number] = buffer.low, buffer.high
    return ranges
