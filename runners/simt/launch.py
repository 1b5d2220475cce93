"""Launching a kernel on the simulator: checks first, then blocks in batches, then the report.

Arrays are copied in before the first thread starts and back after the last one has ended: a launch
that raises leaves them as they were.
"""

from __future__ import annotations

import math
import operator
import os
import time
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from .. import launch as launches
from .. import memref
from ..errors import ArgumentError
from ..memref import MemRef
from ..program import Program, load
from . import kernel as kernels
from . import shadow
from .faults import Recorder
from .kernel import Kernel
from .machine import Batch
from .memory import Buffer, View
from .op_memref import private, row_major
from .report import Report
from .values import DTYPES, is_float

STEPS = 2_000_000  # operations in lock step that one batch of blocks may take
LANES = 1 << 16  # threads that run at once
MOST_BLOCKS = shadow.BLOCKS - 2
BYTES = 1 << 26  # of workgroup and private memory that a batch of several blocks may take


def simulate(
    program: Program | str | os.PathLike,
    kernel: str,
    grid: launches.Size,
    block: launches.Size,
    args: Sequence[Any],
    *,
    dynamic_shared: int = 0,
    checks: bool = True,
    chip: str = launches.CHIP,
    steps: int = STEPS,
    uninitialised: Collection[int] = (),
) -> Report:
    """Run a kernel on the CPU; arrays that it writes are written, and a report comes back.

    `program` is a Program, a path or MLIR text. `kernel` names a gpu.func, as `name` or
    `module::name`. `dynamic_shared` is the size of a block's dynamic shared memory in bytes, for
    which `chip` sets the limit. `uninitialised` numbers the arrays (from 0) whose contents the
    kernel must not read before it wrote them, as those of fresh device memory. Without `checks`
    only results, printed text and counts come back, sooner; an access out of bounds then raises
    LaunchError.

    Raises ArgumentError, before anything runs, for a launch that CUDA would refuse, and LaunchError
    for a loop without end.
    """
    if not isinstance(program, Program):
        program = load(program)
    found = kernels.find(program, kernel)
    launch = launches.check(
        found.name, grid, block, static_shared=found.shared_bytes, dynamic_shared=dynamic_shared,
        chip=chip,
    )  # fmt: skip
    _check_known_sizes(found, launch)
    if checks and launch.blocks > MOST_BLOCKS:
        raise ArgumentError(
            f"{found.name}: {launch.blocks} blocks are more than the checks can tell apart "
            f"({MOST_BLOCKS}); give checks=False"
        )
    if not isinstance(steps, int) or steps < 1:
        raise ArgumentError(f"steps is the number of operations allowed, 1 or more; got {steps!r}")
    recorder = Recorder(checks, sites=found.unit.sites)
    values, buffers, write_back = _arguments(found, args, checks, uninitialised)
    fixed = _globals(found, checks)

    started = time.perf_counter()
    blocks, at_once = launch.blocks, _batch(found, launch, checks)
    with np.errstate(all="ignore"):
        for first in range(0, blocks, at_once):
            count = min(at_once, blocks - first)
            batch = Batch(launch, first, count, recorder, dict(fixed), steps)
            _run(found, batch, values)
    write_back()
    seconds = time.perf_counter() - started
    memory = [*buffers, *fixed.values()]
    return Report.of(found, launch, recorder, memory, seconds, program.name)


def _run(found: Kernel, batch: Batch, values: list) -> None:
    slots = found.function.template.copy()
    for slot, value in zip(found.function.arguments, values, strict=True):
        slots[slot] = value
    for number, part in enumerate(found.attributions, start=1):
        if part.space == "private":
            buffer = private(batch, "a private attribution", part.bytes, part.dtype.itemsize)
        else:
            buffer = _workgroup(
                batch, f"workgroup memory {number}", part.bytes, _granule(found, part.dtype)
            )
        slots[part.slot] = View(buffer, part.dtype, 0, part.sizes, row_major(part.sizes))
    for part in found.globals:
        if part.space == "workgroup":
            granule = _granule(found, part.dtype)
            batch.buffers["@" + part.name] = _workgroup(batch, f"@{part.name}", part.bytes, granule)
    if found.unit.dynamic_shared:
        batch.buffers["dynamic"] = _workgroup(
            batch, "dynamic shared memory", batch.shared_bytes, _granule(found, np.dtype(np.int8))
        )
    found.function.body.run(batch, slots, batch.all)


def _workgroup(batch: Batch, name: str, size: int, granule: int) -> Buffer:
    buffer = Buffer(name, "workgroup", size, granule, (batch.blocks, 1))
    if batch.checks:
        buffer.follow(initialised=False, races=True)
    return buffer


def _granule(found: Kernel, dtype: np.dtype) -> int:
    """The size of a cell of shadow memory: an element, or for bytes seen as something else that."""
    if dtype.itemsize == 1 and found.unit.views:
        return min(found.unit.accessed, default=1)
    return dtype.itemsize


def _batch(found: Kernel, launch: launches.Launch, checks: bool) -> int:
    """How many blocks run at once."""
    own = sum(part.bytes for part in found.attributions if part.space == "private")
    size = found.shared_bytes + launch.dynamic_shared
    size += launch.threads * (own + found.unit.private_bytes)
    if checks:
        size *= 5  # shadow memory
    return max(1, min(LANES // launch.threads, BYTES // max(size, 1)))


def _check_known_sizes(found: Kernel, launch: launches.Launch) -> None:
    for what, sizes, known in (
        ("block", launch.block, found.block_size), ("grid", launch.grid, found.grid_size),
    ):  # fmt: skip
        if known is not None and sizes != known:
            raise ArgumentError(
                f"{found.name}: {what} {sizes}, but the kernel says known_{what}_size {known}"
            )


# Arguments ---------------------------------------------------------------------------------------


def _arguments(
    found: Kernel, args: Sequence[Any], checks: bool, uninitialised: Collection[int]
) -> tuple[list, list[Buffer], Any]:
    """Values for the arguments, the buffers behind them, and a function that copies back."""
    kinds = found.arguments
    if not isinstance(args, (list, tuple)):
        raise ArgumentError(f"{found.name}: args is a list of arguments; got {type(args).__name__}")
    launches.count(found.name, [k.text if isinstance(k, MemRef) else k for k in kinds], args)
    arrays = {n for n, kind in enumerate(kinds) if isinstance(kind, MemRef)}
    for n in uninitialised:
        if n not in arrays:
            raise ArgumentError(
                f"{found.name}: uninitialised names argument {n!r}, which is no array; arrays are "
                f"{sorted(arrays)}, counted from 0"
            )
    written, values, spans = found.written(), [None] * len(kinds), []
    for n, (kind, given) in enumerate(zip(kinds, args, strict=True)):
        where = f"{found.name}: argument {n + 1} of {len(kinds)}"
        if isinstance(kind, str):
            values[n] = _scalar(kind, given, where)
            continue
        problem = memref.unsupported(kind)
        if problem:
            raise ArgumentError(f"{where}: {problem}")
        _, low, high, _ = memref.packer(kind, where, n in written)(given)
        spans.append((low, high, n))
    buffers, copies = [], []
    for low, high, members in _joined(spans):
        buffer, views = _global_buffer(found, args, low, high, members, checks)
        _follow(buffer, views, written & set(members), set(uninitialised), checks)
        buffers.append(buffer)
        for n, (view, held) in views.items():
            values[n] = view
            if n in written:
                copies.append((args[n], held))

    def write_back() -> None:
        for array, held in copies:
            array[...] = held

    return values, buffers, write_back


def _joined(spans: list[tuple[int, int, int]]) -> list[tuple[int, int, list[int]]]:
    """Stretches of memory that no other touches, and the arguments that lie in each."""
    found: list[tuple[int, int, list[int]]] = []
    for low, high, n in sorted(spans):
        if found and low < found[-1][1] and high > low:
            before = found.pop()
            found.append((before[0], max(before[1], high), [*before[2], n]))
        else:
            found.append((low, high, [n]))
    return found


def _global_buffer(
    found: Kernel, args: Sequence[Any], low: int, high: int, members: list[int], checks: bool
) -> tuple[Buffer, dict]:
    """A copy of a stretch of memory, at the same place in a 256-byte line as in its own array."""
    base = low
    for n in members:
        owner = args[n]
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        base = min(base, low - (low - owner.__array_interface__["data"][0]) % 256)
    if any((args[n].__array_interface__["data"][0] - base) % args[n].itemsize for n in members):
        base = low - low % 256
    granule = min(_granule(found, args[n].dtype) for n in members)
    names = " and ".join(str(n + 1) for n in members)
    name = f"argument{'s' if len(members) > 1 else ''} {names}"
    size = high - base
    buffer = Buffer(name, "global", size, granule)
    views = {}
    for n in members:
        array, kind = args[n], found.arguments[n]
        at = array.__array_interface__["data"][0] - base
        dtype = DTYPES[kind.element]
        held = np.ndarray(
            array.shape, array.dtype, buffer.raw.data, offset=at if array.size else 0,
            strides=array.strides,
        )  # fmt: skip
        held[...] = array
        steps = [
            stride // array.itemsize if count > 1 else 1
            for count, stride in zip(array.shape, array.strides, strict=True)
        ]
        if kind.strides is None:
            steps = row_major(array.shape)
        views[n] = View(buffer, dtype, at // dtype.itemsize, array.shape, steps), held
    return buffer, views


def _follow(
    buffer: Buffer, views: dict, written: set[int], uninitialised: set[int], checks: bool
) -> None:
    if not checks:
        return
    buffer.touched = np.zeros(buffer.raw.size // buffer.granule, np.bool_)
    if not written and not uninitialised & set(views):
        return
    buffer.follow(initialised=True, races=bool(written))
    for n in uninitialised & set(views):
        held = views[n][1]
        unset = np.zeros(buffer.raw.size, np.bool_)
        offset = held.__array_interface__["data"][0] - buffer.raw.__array_interface__["data"][0]
        mark = np.ndarray(
            held.shape, np.dtype(("V", held.itemsize)), unset.data, offset, held.strides
        )
        mark[...] = np.ones(held.itemsize, np.bool_).view(mark.dtype)[0]
        buffer.shadow.writer[unset[:: buffer.granule]] = 0


def _globals(found: Kernel, checks: bool) -> dict[str, Buffer]:
    """The memref.globals of the launch's own memory."""
    made = {}
    for part in found.globals:
        if part.space != "global":
            continue
        buffer = Buffer(f"@{part.name}", "global", part.bytes, part.dtype.itemsize)
        if part.value is not None:
            buffer.typed(part.dtype)[: part.value.size] = part.value
        buffer.read_only = part.constant
        if checks and not part.constant:
            buffer.follow(initialised=part.value is not None, races=True)
        if checks:
            buffer.touched = np.zeros(buffer.raw.size // buffer.granule, np.bool_)
        made["@" + part.name] = buffer
    return made


def _scalar(kind: str, given: Any, where: str) -> Any:
    """A scalar argument as a NumPy scalar of its type."""
    dtype = DTYPES[kind]
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    if is_float(dtype):
        number = isinstance(given, (int, float, np.integer, np.floating)) or (
            isinstance(given, np.generic) and is_float(given.dtype)
        )
        if not number or isinstance(given, bool):
            raise ArgumentError(f"{where} expects {kind}; got {_described(given)}")
        if math.isfinite(given) and abs(float(given)) > memref.largest(kind):
            raise ArgumentError(f"{where} expects {kind}; {memref.short(given)} does not fit in it")
        return np.asarray(float(given)).astype(dtype)[()]
    if isinstance(given, np.bool_):
        given = bool(given)
    try:
        number = operator.index(given)
    except TypeError:
        raise ArgumentError(f"{where} expects {kind}; got {_described(given)}") from None
    bits = 1 if kind == "i1" else 8 * dtype.itemsize
    low, high = (0, 2) if bits == 1 else (-(1 << bits - 1), 1 << bits)
    if not low <= number < high:
        raise ArgumentError(f"{where} expects {kind}; {memref.short(number)} does not fit in it")
    if bits == 1:
        return np.bool_(number)
    return np.array(number & ((1 << bits) - 1), f"uint{bits}").view(dtype)[()]


def _described(given: Any) -> str:
    if isinstance(given, np.ndarray):
        return f"an array of shape {given.shape}"
    return f"{type(given).__name__} {memref.short(given)}"
