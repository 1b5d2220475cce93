"""Runs GPU kernels on the CPU as NVVM has them, one coroutine a thread of a block.

A second engine beside the simulator: it starts from the lowered kernel, is compiled, and runs each
thread on its own to where it meets others, in an order that a seed decides. A missing barrier gives
wrong numbers here. Accesses are checked, so that a fault is an exception; what a GPU would make of
them (transactions, bank conflicts, races) is the simulator's to say.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import launch as launches
from .. import nvvm, pipeline
from ..errors import ArgumentError, UnknownFunction
from . import arguments, located
from .arguments import Memory
from .engine import ROUNDS, Emulation, Engine

if TYPE_CHECKING:
    from ..program import Program

__all__ = ["Emulation", "Memory", "emulate", "engine_of", "find"]

_engines: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
_lock = threading.RLock()


def emulate(
    program: Program,
    kernel: str,
    grid: launches.Size,
    block: launches.Size,
    args: Sequence[object],
    *,
    dynamic_shared: int = 0,
    chip: str = launches.CHIP,
    seed: int = 0,
    rounds: int = ROUNDS,
) -> Emulation:
    """Run a kernel of the program on the CPU; arrays are written in place.

    `kernel` is its name, or `module::name` where several modules have it. `seed` decides the order
    of threads and blocks, `rounds` how many times one thread may go around loops. Raises
    ArgumentError for a launch or an argument that does not fit, CompileError for a kernel that does
    not lower, LaunchError for what the kernel does wrong.
    """
    found = find(program, kernel)
    engine = engine_of(program, kernel)
    launch = launches.check(
        found.name, grid, block, static_shared=engine.kernel.static_shared,
        dynamic_shared=dynamic_shared, chip=chip,
    )  # fmt: skip
    words, ranges, memories = arguments.pack(found, engine.kernel, args)
    return engine.run(launch, words, ranges, memories, seed, rounds)


def engine_of(program: Program, kernel: str, **parameters: object) -> Engine:
    """The compiled kernel; the same program and kernel give the same engine again.

    Keywords are parameters of the pipeline gpu-nvvm.
    """
    found = find(program, kernel)
    with _lock:
        known = _engines.setdefault(program, {})
        options = tuple(sorted(parameters.items()))
        if options not in known:
            known[options] = _lowered(program, parameters)
        key = (found.module, found.name, options)
        if key not in known:
            known[key] = Engine(known[options], found.module, found.name, program.name)
        return known[key]


def _lowered(program: Program, parameters: dict) -> str:
    """The program after gpu-nvvm and gpu-inline, with the places of its operations."""
    steps = (pipeline.load("gpu-nvvm").text(**parameters), pipeline.load("gpu-inline").text())
    return located.run(nvvm.wrapped(program.text), program.name, steps)


def find(program: Program, kernel: str) -> nvvm.Signature:
    """A kernel that is named alone or as `module::name`."""
    with _lock:
        known = _engines.setdefault(program, {})
        if "kernels" not in known:
            known["kernels"] = nvvm.kernels(program.text, program.name)
        found = known["kernels"]
    module, _, name = kernel.rpartition("::")
    matching = [each for each in found if each.name == name and module in ("", each.module)]
    if not matching:
        names = ", ".join(each.name for each in found)
        raise UnknownFunction(f"{program.name}: no kernel '{kernel}'; it has: {names}")
    if len(matching) > 1:
        names = ", ".join(f"{each.module}::{each.name}" for each in matching)
        raise ArgumentError(f"{program.name}: several modules have '{kernel}': {names}")
    return matching[0]
