"""Atomic updates: threads that meet on an element take their turns, in order of their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import memory
from .machine import Mask
from .op_arith import maximum, maxnum, minimum, minnum
from .values import in_single, signed, unsigned

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch


def _without_sign(function: Callable) -> Callable:
    return lambda a, b: signed(function(unsigned(a), unsigned(b)), a.dtype)


# In the order of arith::AtomicRMWKind.
_KINDS: list[Callable[[Any, Any], Any]] = [
    in_single(np.add), np.add, np.bitwise_and, lambda a, b: b, maximum, maxnum, np.maximum,
    _without_sign(np.maximum), minimum, minnum, np.minimum, _without_sign(np.minimum),
    in_single(np.multiply), np.multiply, np.bitwise_or, np.bitwise_xor,
]  # fmt: skip
_ADDITIONS = (0, 1)


def update(
    s: Batch, site: Site, view: memory.View, indices: Sequence, value: Any, m: Mask, kind: int
) -> Any:
    """Apply an update for each active thread; what each found there before its turn."""
    function = _KINDS[kind]
    data, where, lanes = _addresses(s, site, view, indices, m)
    given = s.spread(value).reshape(-1)[lanes]
    before = np.zeros(lanes.size, data.dtype)
    order, rank, starts = _turns(where)
    if kind in _ADDITIONS and rank.size and rank.max() > starts.size:
        # Few elements, many threads: run through each element's queue at once.
        ends = np.append(starts[1:], where.size)
        for start, end in zip(starts, ends, strict=True):
            queue = order[start:end]
            at = where[queue[0]]
            values = np.concatenate([data[at : at + 1], given[queue]])
            sums = np.add.accumulate(values, dtype=data.dtype)
            before[queue], data[at] = sums[:-1], sums[-1]
    else:
        for turn in range(int(rank.max()) + 1 if rank.size else 0):
            mine = order[rank == turn]
            before[mine] = data[where[mine]]
            data[where[mine]] = function(before[mine], given[mine])
    result = np.zeros(s.blocks * s.threads, data.dtype)
    result[lanes] = before
    return result.reshape(s.blocks, s.threads)


def generic(
    s: Batch,
    site: Site,
    view: memory.View,
    indices: Sequence,
    m: Mask,
    compute: Callable[[Any, Mask], Any],
) -> Any:
    """The same, where `compute` gives the new value from the present one."""
    data, where, lanes = _addresses(s, site, view, indices, m)
    before = np.zeros(s.blocks * s.threads, data.dtype)
    order, rank, _ = _turns(where)
    shape = (s.blocks, s.threads)
    for turn in range(int(rank.max()) + 1 if rank.size else 0):
        mine = order[rank == turn]
        before[lanes[mine]] = data[where[mine]]
        active = np.zeros(s.blocks * s.threads, np.bool_)
        active[lanes[mine]] = True
        mask = m if mine.size == m.count else Mask(s, active.reshape(shape))
        new = compute(before.reshape(shape).copy(), mask)
        data[where[mine]] = s.spread(new).reshape(-1)[lanes[mine]]
    return before.reshape(shape)


def _addresses(
    s: Batch, site: Site, view: memory.View, indices: Sequence, m: Mask
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The buffer's elements, and for each active thread the element's number and the thread's."""
    number, bad = memory.outside(s, site, view, indices, m, (1,) * len(view.sizes))
    active = m.full() if bad is None else m.full() & ~bad
    if view.buffer.read_only:
        memory.refuse_write(s, site, view, m)
        active = np.zeros_like(active)
    if s.checks:
        memory.check(s, site, view, number, active, 0, "atomic")
    whole = np.broadcast_to(
        view.buffer.base(view.dtype.itemsize) + number, (s.blocks, s.threads)
    ).reshape(-1)
    lanes = np.flatnonzero(active)
    return view.buffer.typed(view.dtype), whole[lanes], lanes


def _turns(where: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions sorted by element, each one's turn at it, and where each element's begin."""
    order = np.argsort(where, kind="stable")
    ordered = where[order]
    first = np.ones(where.size, np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(first)
    rank = np.arange(where.size) - np.repeat(starts, np.diff(np.append(starts, where.size)))
    return order, rank, starts
