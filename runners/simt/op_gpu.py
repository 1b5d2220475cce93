"""gpu: where a thread is, barriers, printf."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .faults import PRINTED_LINES
from .machine import WARP
from .table import Step, operation, word

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch, Mask
    from .translate import Translator

_CONVERSION = re.compile(r"%([-+ #0]*\d*(?:\.\d+)?)(?:hh|h|ll|l|z|j|t|L)?([diuoxXeEfFgGcsp%])")


@operation("gpu.thread_id", "gpu.block_id", "gpu.block_dim", "gpu.grid_dim", "gpu.global_id")
def _where(t: Translator, op: ir.Operation) -> Step:
    axis, result = "xyz".index(word(op, "dimension")), t.slot(op.results[0])
    what = op.name.partition(".")[2]

    def step(s: Batch, v: list, _m: Mask) -> None:
        v[result] = position(s, what, axis)

    return step


def position(s: Batch, what: str, axis: int) -> Any:
    """thread_id, block_id, block_dim, grid_dim or global_id along an axis."""
    if what == "thread_id":
        return s.thread_ids[axis]
    if what == "block_id":
        return s.block_ids[axis]
    if what == "block_dim":
        return np.int64(s.block[axis])
    if what == "grid_dim":
        return np.int64(s.grid[axis])
    return s.block_ids[axis] * np.int64(s.block[axis]) + s.thread_ids[axis]


@operation("gpu.lane_id", "gpu.subgroup_id", "gpu.num_subgroups", "gpu.subgroup_size")
def _subgroup(t: Translator, op: ir.Operation) -> Step:
    result = t.slot(op.results[0])
    read = {
        "gpu.lane_id": lambda s: s.thread % WARP,
        "gpu.subgroup_id": lambda s: s.thread // WARP,
        "gpu.num_subgroups": lambda s: np.int64(s.warps),
        "gpu.subgroup_size": lambda s: np.int64(WARP),
    }[op.name]

    def step(s: Batch, v: list, _m: Mask) -> None:
        v[result] = read(s)

    return step


@operation("gpu.barrier")
def _barrier(t: Translator, _op: ir.Operation) -> Step:
    site = t.site()

    def step(s: Batch, _v: list, m: Mask) -> None:
        barrier(s, site, m)

    return step


def barrier(s: Batch, site: Site, m: Mask) -> None:
    """All threads of a block wait for one another; a block of which some are missing is a fault."""
    s.time += 1
    if m.array is None:
        s.since = np.int64(s.time)
        s.recorder.barriers[site.number] += s.blocks
        return
    here = m.full()
    count = here.sum(axis=1)
    reached = count > 0
    s.recorder.barriers[site.number] += int(np.count_nonzero(reached))
    since = np.broadcast_to(s.since, (s.blocks, 1))
    s.since = np.where(reached[:, None], s.time, since)
    missing = ~here & reached[:, None]
    if not (s.checks and missing.any()):
        return

    def describe(block: int, _thread: int) -> str:
        gone = 0 if s.returned is None else int((s.returned.full()[block] & missing[block]).sum())
        left = f", {gone} of the others had returned" if gone else ""
        return f"reached by {int(count[block])} of {s.threads} threads{left}"

    s.recorder.fault("barrier", site, s, missing, describe, "first missed")


@operation("gpu.printf")
def _printf(t: Translator, op: ir.Operation) -> Step:
    text = ir.StringAttr(op.attributes["format"]).value
    slots = [t.slot(operand) for operand in op.operands]
    for operand in op.operands:
        t.kind(operand)
    conversions = [m for m in _CONVERSION.finditer(text) if m[2] != "%"]
    if len(conversions) != len(slots):
        raise t.refuse(f"the format has {len(conversions)} conversions for {len(slots)} values")

    def step(s: Batch, v: list, m: Mask) -> None:
        columns = [s.spread(v[slot]) for slot in slots]
        printed = s.recorder.printed
        for at in s.active_lanes(m):
            if len(printed) >= PRINTED_LINES:
                return
            printed.append(formatted(text, [column[at] for column in columns]))

    return step


def formatted(text: str, given: list[Any]) -> str:
    """What C's printf makes of a format and values."""
    values = iter(given)

    def convert(match: re.Match) -> str:
        flags, kind = match.groups()
        if kind == "%":
            return "%"
        value = next(values)
        if kind in "eEfFgG":
            return f"%{flags}{kind}" % float(value)
        number = int(value)
        if kind in "uoxXp" and number < 0:
            number += 1 << 8 * value.dtype.itemsize
        if kind == "c":
            return chr(number)
        if kind == "p":
            return f"{number:#x}"
        return f"%{flags}{'d' if kind in 'ius' else kind}" % number

    return _CONVERSION.sub(convert, text)
