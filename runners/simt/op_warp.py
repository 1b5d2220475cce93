"""gpu: what the threads of a warp or block do together: shuffles, votes, reductions.

A warp is 32 threads in order of their numbers. The threads that an operation names must be active,
or what it gives is undefined: that is reported. Threads that have left the kernel are not waited
for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .combine import combiner, tree
from .machine import WARP
from .op_gpu import barrier
from .table import Step, integer, operation, word
from .values import across

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch, Mask
    from .translate import Translator

LANE = np.arange(WARP)


def rows(s: Batch, value: Any, padding: Any = 0) -> np.ndarray:
    """A scalar of each thread by warp, of shape (blocks, warps, 32)."""
    return s.by_warp(s.spread(value), padding)


def exchange(
    s: Batch, site: Site, value: Any, source: np.ndarray, valid: np.ndarray, m: Mask, wanted: Any
) -> tuple[np.ndarray, np.ndarray]:
    """Each thread's value from lane `source` of its warp, its own where that is not `valid`.

    `wanted` are the lanes that have to take part; those that exist and do not are a fault, as is
    reading from a lane that is not there.
    """
    source = np.where(valid, source, LANE)
    values = rows(s, value)
    source = np.broadcast_to(source, values.shape)
    got = np.take_along_axis(values, source, axis=2)
    if s.checks:
        _check(s, site, m, source, valid, wanted)
    shape = values.shape
    return s.from_warps(got), s.from_warps(np.broadcast_to(valid, shape))


def _check(
    s: Batch, site: Site, m: Mask, source: np.ndarray, valid: np.ndarray, wanted: Any
) -> None:
    active = s.by_warp(m.full(), False)
    there = np.take_along_axis(active, source, axis=2)
    unread = s.from_warps(active & valid & ~there)
    if unread.any():

        def describe(block: int, thread: int) -> str:
            lane = int(s.from_warps(source)[block, thread])
            return f"reads from lane {lane} of its warp, which is not active"

        s.recorder.fault("warp", site, s, unread, describe)
        return
    together(s, site, m, wanted)


def together(s: Batch, site: Site, m: Mask, wanted: Any = True) -> np.ndarray:
    """Check that the wanted lanes of each warp with an active one are active; the active lanes."""
    active = s.by_warp(m.full(), False)
    if m.array is None or not s.checks:
        return active
    exists = s.by_warp(np.ones((1, s.threads), np.bool_), False)
    left = np.False_ if s.returned is None else s.by_warp(s.returned.full(), False)
    missing = exists & ~active & ~left & wanted & active.any(axis=2, keepdims=True)
    lanes = s.from_warps(missing)
    if lanes.any():

        def describe(block: int, thread: int) -> str:
            count = int(active[block, thread // WARP].sum())
            return f"only {count} threads of the warp take part"

        s.recorder.fault("warp", site, s, lanes, describe, "first missed")
    return active


@operation("gpu.shuffle")
def _shuffle(t: Translator, op: ir.Operation) -> Step:
    value, offset, width = (t.slot(operand) for operand in op.operands)
    got, valid = (t.slot(result) for result in op.results)
    mode, site = word(op, "mode"), t.site()
    t.kind(op.operands[0])

    def step(s: Batch, v: list, m: Mask) -> None:
        by, wide = rows(s, v[offset]), rows(s, v[width], WARP)
        source = {
            "xor": lambda: LANE ^ by,
            "up": lambda: LANE - by,
            "down": lambda: LANE + by,
            "idx": lambda: by,
        }[mode]()
        inside = (source >= 0) & (source < wide)
        v[got], v[valid] = exchange(s, site, v[value], source, inside, m, wide > LANE)

    return step


@operation("gpu.rotate")
def _rotate(t: Translator, op: ir.Operation) -> Step:
    value, (got, valid), site = t.slot(op.operands[0]), map(t.slot, op.results), t.site()
    width = integer(op, "width")
    source = LANE // width * width + (LANE % width + integer(op, "offset")) % width

    def step(s: Batch, v: list, m: Mask) -> None:
        v[got], v[valid] = exchange(s, site, v[value], source, LANE >= 0, m, True)

    return step


@operation("gpu.subgroup_broadcast")
def _broadcast(t: Translator, op: ir.Operation) -> Step:
    value, result, site = t.slot(op.operands[0]), t.slot(op.results[0]), t.site()
    given = t.slot(op.operands[1]) if len(op.operands) > 1 else None

    def step(s: Batch, v: list, m: Mask) -> None:
        active = s.by_warp(m.full(), False)
        lane = active.argmax(axis=2)[..., None] if given is None else rows(s, v[given])
        source = np.clip(lane, 0, WARP - 1) + 0 * LANE
        wanted = given is not None
        v[result] = exchange(s, site, v[value], source, LANE >= 0, m, wanted)[0]

    return step


def _reducer(t: Translator, op: ir.Operation) -> Callable:
    """A function (batch, values, mask) -> (a, b) -> combined, from a name or from a region."""
    dtype, _ = t.kind(op.operands[0])
    kind = word(op, "op")
    if kind is not None:
        function = combiner(kind, dtype)
        if function is None:
            raise t.refuse(f"the simulator knows no reduction {kind}")
        return lambda _s, _v, _m: function
    body = t.region(op.regions[0])

    def by_region(s: Batch, v: list, m: Mask) -> Callable:
        def compute(a: Any, b: Any) -> Any:
            v[body.arguments[0]], v[body.arguments[1]] = a, b
            body.run(s, v, m)
            return v[body.out[0]]

        return compute

    return by_region


@operation("gpu.all_reduce")
def _all_reduce(t: Translator, op: ir.Operation) -> Step:
    value, result, site = t.slot(op.operands[0]), t.slot(op.results[0]), t.site()
    function = _reducer(t, op)

    def step(s: Batch, v: list, m: Mask) -> None:
        barrier(s, site, m)
        total = tree(function(s, v, m), s.spread(v[value]), m.full(), axis=1)
        v[result] = total[:, None]

    return step


@operation("gpu.subgroup_reduce")
def _subgroup_reduce(t: Translator, op: ir.Operation) -> Step:
    value, result, site = t.slot(op.operands[0]), t.slot(op.results[0]), t.site()
    function, rank = _reducer(t, op), len(t.kind(op.operands[0])[1])
    shape = t.kind(op.operands[0])[1]
    size, stride = integer(op, "cluster_size") or WARP, integer(op, "cluster_stride", 1)

    def step(s: Batch, v: list, m: Mask) -> None:
        active = together(s, site, m)
        values = s.by_warp(s.spread(v[value], shape), 0)
        # Lanes as (groups, members, neighbours): members are `stride` lanes apart.
        parts = (WARP // (size * stride), size, stride)
        split = (*values.shape[:2], *parts)
        there = across(active.reshape(split), rank)
        grouped = values.reshape(*split, *shape)
        total = tree(function(s, v, m), grouped, np.broadcast_to(there, grouped.shape), axis=3)
        back = np.broadcast_to(np.expand_dims(total, 3), grouped.shape)
        v[result] = s.from_warps(back.reshape(values.shape))

    return step
