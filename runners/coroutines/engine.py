"""A compiled kernel, and the loop that runs a launch of it.

Threads are resumed by the schedule in mlir/runtime/schedule.mlir, inside native code. Where it
stops, `meet` serves what the threads wait for, or a fault becomes a LaunchError.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass, field

import numpy as np
from mlir import ir
from mlir.execution_engine import ExecutionEngine

from .. import native, passes, pipeline, toolchain
from ..errors import CompileError
from ..launch import Launch, LaunchError
from . import meet, records, rewrite
from .arguments import Memory
from .kernel import Site
from .records import LAUNCH, SINK, THREAD, address

ROUNDS = 100_000_000  # of loops, by one thread of a launch: far more than a kernel here takes
_LISTED = 1 << 20  # more blocks than this run in ascending order: a list of them would be large
_SHARED_ALIGNMENT = 128


@dataclass
class Emulation:
    """What came of a launch; its arrays were written in place."""

    launch: Launch
    output: str = ""  # what the threads printed, in the order of the schedule
    meetings: int = 0  # times that threads met which the native schedule left to Python

    def __str__(self) -> str:
        sizes = "x".join(map(str, self.launch.grid)), "x".join(map(str, self.launch.block))
        return f"{self.launch.kernel}: grid {sizes[0]}, block {sizes[1]}"


@dataclass
class State:
    """A launch that runs: its records and all that must live as long."""

    kernel: Engine
    launch: Launch
    memories: list[Memory]
    record: np.ndarray
    threads: np.ndarray
    keep: list
    result: Emulation
    pending: dict = field(default_factory=dict)  # number of a thread -> its asynchronous copies


class Engine:
    """One kernel, compiled for this machine; `run` is a launch."""

    def __init__(self, lowered: str, module: str, name: str, source: str) -> None:
        self.kernel, self.code = rewrite.rewrite(
            lowered, _runtime("checks"), _runtime("libdevice"), module, name, source,
            lambda made: _compiled(made, name),
        )  # fmt: skip
        self.address = native.jit_address(self.code, "kernel")
        if not self.address:
            raise CompileError(f"{name}: the JIT does not find what the kernel calls")
        self._run, self._abandon = _schedule()[1:]

    def run(
        self,
        launch: Launch,
        words: np.ndarray,
        ranges: np.ndarray,
        memories: list[Memory],
        seed: int = 0,
        rounds: int = ROUNDS,
    ) -> Emulation:
        """Run a launch. `words` has 8 bytes for each parameter, `ranges` the addresses (low, high)
        that the parameter of that number may reach; `memories` are what those are of."""
        state = self._state(launch, words, ranges, memories, seed, rounds)
        pointer = address(state.record)
        try:
            while (outcome := self._run(pointer)) != records.FINISHED:
                if outcome == records.FAULT:
                    raise LaunchError(_fault(state))
                state.result.meetings += 1
                meet.serve(state)
        finally:
            self._abandon(pointer)
        return state.result

    def _state(self, launch, words, ranges, memories, seed, rounds) -> State:
        total = max(self.kernel.shared_end + launch.dynamic_shared, 1)
        shared = np.empty(total + _SHARED_ALIGNMENT, np.uint8)
        base = -(-address(shared) // _SHARED_ALIGNMENT) * _SHARED_ALIGNMENT
        sink = np.zeros(SINK + _SHARED_ALIGNMENT, np.uint8)
        threads = np.zeros(launch.threads, THREAD)
        record = np.zeros((), LAUNCH)
        random = np.random.default_rng(seed)
        order = random.permutation(launch.threads)
        listed = launch.blocks <= _LISTED
        blocks = random.permutation(launch.blocks) if listed else np.empty(0, np.int64)
        table = np.array(
            [*((memory.low, memory.high) for memory in memories), (base, base + total)], np.int64
        )
        # A launch's ranges by parameter come first, all memories after: one table for both.
        both = np.concatenate([ranges.reshape(-1, 2), table])
        threads["launch"], threads["number"] = address(record), np.arange(launch.threads)
        record["threads"], record["order"] = address(threads), address(order)
        record["thread_count"], record["block_count"] = launch.threads, launch.blocks
        record["blocks"] = address(blocks) if listed else 0
        record["shared"], record["shared_bytes"] = base, total
        record["arguments"], record["rounds"] = address(words), rounds
        record["ranges"], record["range_count"] = address(both), len(both)
        record["sink"] = -(-address(sink) // _SHARED_ALIGNMENT) * _SHARED_ALIGNMENT
        record["grid"], record["block"] = launch.grid, launch.block
        record["kernel"] = self.address
        keep = [words, both, shared, sink, order, blocks]
        where = [*memories, Memory("shared memory", base, base + total)]
        return State(self, launch, where, record, threads, keep, Emulation(launch))


def _compiled(module: ir.Module, name: str) -> ExecutionEngine:
    """The module, compiled in this process."""
    try:
        code = ExecutionEngine(module, opt_level=2)
        code.initialize()
    except RuntimeError as error:
        raise CompileError(f"{name}: the JIT refused the kernel: {error}") from None
    return code


@functools.cache
def _schedule() -> tuple:
    """The schedule that runs every launch: its code, and its functions run and abandon."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        code = _compiled(ir.Module.parse(_runtime("schedule")), "schedule")
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    return code, *(kind(native.jit_address(code, name)) for name in ("run", "abandon"))


@functools.cache
def _runtime(name: str) -> str:
    """A file of mlir/runtime, lowered."""
    path = toolchain.ROOT / "mlir" / "runtime" / f"{name}.mlir"
    text = path.read_text(encoding="utf-8")
    return passes.run(text, str(path), pipeline.load("cpu-buffers").text())


# What went wrong ----------------------------------------------------------------------------


def who(thread: np.void) -> str:
    """A thread and its block, as messages name them."""
    thread_id, block_id = (tuple(map(int, thread[key])) for key in ("thread_id", "block_id"))
    return f"thread {thread_id} of block {block_id}"


def at(site: Site) -> str:
    return f"{site.place}: " if site.place else ""


def _fault(state: State) -> str:
    kind, number, thread, where = map(int, state.record["fault"])
    site, name = state.kernel.kernel.sites[number], state.launch.kernel
    head = f"{name}: {at(site)}{who(state.threads[thread])}"
    if kind == records.ENDLESS:
        rounds = int(state.record["rounds"])
        return (
            f"{head} went around loops {rounds} times: an endless loop, or a wait for a thread "
            "that does not run before this one stops"
        )
    if kind == records.MISALIGNED:
        return f"{head} {site.what} address {where:#x}, which is not aligned for the access"
    return f"{head} {site.what} {_target(state, site, where)}"


def _target(state: State, site: Site, where: int) -> str:
    """Where an access outside went, in terms of the memory that it was meant for."""
    only = site.bases[0] if len(site.bases) == 1 else None
    shared = state.memories[-1]
    if only and only.kind == "argument":
        low, high = map(int, state.keep[1][only.key])
        memory = next((m for m in state.memories if (m.low, m.high) == (low, high)), None)
        if memory is None:
            return f"address {where:#x} through parameter {only.key + 1}, which has no memory"
    elif only and only.key in state.kernel.kernel.shared:
        start, bytes_ = state.kernel.kernel.shared[only.key]
        low = shared.low + start
        high = low + bytes_ if bytes_ else shared.high
        memory = Memory(f"shared memory @{only.key}", low, high)
    elif only and only.kind == "local":
        return "outside a buffer of its own (memref.alloca or a private attribution)"
    elif only and only.kind == "global":
        return f"outside the global @{only.key}"
    else:
        near = [m for m in state.memories if m.low - 4096 <= where < m.high + 4096]
        return f"address {where:#x}, in no memory of the launch" + (
            f" (nearest: {near[0].name})" if near else ""
        )
    off, whole = where - memory.low, memory.high - memory.low
    if memory.itemsize > 1 and off % memory.itemsize == 0:
        unit, off, whole = "element", off // memory.itemsize, whole // memory.itemsize
    else:
        unit = "byte"
    plural = "" if whole == 1 else "s"
    return f"{unit} {off} of {memory.name}, which has {whole} {unit}{plural}"
