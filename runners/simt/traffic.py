"""Transactions on global memory and bank conflicts in workgroup memory, counted as hardware does.

Global: a request is what the active threads of one warp ask for with one instruction; it takes as
many transactions as 32-byte sectors it touches. CUDA C++ Best Practices Guide, "Coalesced Access to
Global Memory": "the number of 32-byte transactions necessary to service all of the threads of the
warp". Caches are not modelled; each array begins at a multiple of 256 bytes, as cudaMalloc gives.

Workgroup: 32 banks of 4 bytes. A warp reads or writes 128 bytes a pass: accesses of 8 bytes a
thread go by half warps and of 16 by quarter warps. In one pass, different words of one bank follow
one another, and threads that ask for the same word share it. CUDA C++ Programming Guide, "Shared
Memory"; the passes are Nsight Compute's "wavefronts".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .machine import WARP
from .values import across

if TYPE_CHECKING:
    from .faults import Access, Site
    from .machine import Batch
    from .memory import View

SECTOR_BITS = 5  # 32 bytes
LINE = 1 << SECTOR_BITS
BANKS, WORD = 32, 4
LONGEST = 16  # bytes that one thread moves with one instruction
NOBODY = -1


def note(
    batch: Batch,
    site: Site,
    view: View,
    number: Any,
    active: np.ndarray | None,
    rank: int,
    kind: str,
) -> None:
    """Count one access. Blocks that do the same are looked at once and counted often."""
    if view.buffer.space == "workgroup" and site.operation.startswith("gpu.subgroup_mma"):
        return  # which thread asks for which word is not known
    size = view.dtype.itemsize
    number = np.asarray(number)
    if number.ndim < 2:
        number = number.reshape(1, 1)
    run = 1
    if rank:
        number, active, run = _runs(number, active, rank, size)
    address = number * size
    if active is not None:
        address = np.where(across(active, address.ndim - active.ndim), address, NOBODY)
    found = batch.recorder.access(site, view.buffer.space, kind)
    rows = batch.by_warp(address, NOBODY)
    times = batch.blocks // rows.shape[0]
    if rows.ndim > 3:  # several requests
        rows = np.moveaxis(rows, -1, 1)
    rows = rows.reshape(-1, WARP)
    is_global = view.buffer.space == "global"
    if active is not None or not _again(found, rows, LINE if is_global else BANKS * WORD):
        before = found.counts()
        (sectors if is_global else banks)(found, rows, size * run, times)
        if active is None:
            found.last = rows, tuple(np.subtract(found.counts(), before).tolist())
    if found.sample is None:
        _sample(found, batch, view, address, size * run)


def _again(found: Access, rows: np.ndarray, period: int) -> bool:
    """Whether this is the access before, moved by a whole period; its counts are added again."""
    if found.last is None or found.last[0].shape != rows.shape:
        return False
    shift = int(rows[0, 0]) - int(found.last[0][0, 0])
    if shift % period or not np.array_equal(
        rows, found.last[0] + shift if shift else found.last[0]
    ):
        return False
    found.add(found.last[1])
    return True


def _runs(number: np.ndarray, active: np.ndarray | None, rank: int, size: int) -> tuple:
    """A vector access as the requests it makes: first elements, and the elements of each.

    One request takes up to 16 bytes that lie in a row; a vector with gaps goes one by one.
    """
    count = int(np.prod(number.shape[2:]))
    flat = number.reshape(*number.shape[:2], count)
    run = count & -count  # a power of two that divides the count
    while run > 1 and run * size > LONGEST:
        run //= 2
    if active is not None and active.ndim > 2:
        each = active.reshape(*active.shape[:2], -1)
        if (each == each[..., :1]).all():
            active = each[..., 0]  # the whole vector or none of it
    if active is not None and active.ndim > 2:
        run = 1
        shape = np.broadcast_shapes(number.shape, active.shape)
        active = np.broadcast_to(active, shape).reshape(*shape[:2], count)
    elif (np.diff(flat.reshape(*flat.shape[:2], -1, run), axis=-1) != 1).any():
        run = 1
    first = flat[..., ::run]
    if first.shape[-1] == 1:
        return first[..., 0], active if active is None or active.ndim == 2 else active[..., 0], run
    return first, active, run


def sectors(found: Access, rows: np.ndarray, size: int, times: int) -> None:
    """Add the requests of warps: `rows` holds each thread's address or NOBODY."""
    asked = rows.max(axis=1) != NOBODY
    if not asked.all():
        rows = rows[asked]
    if not rows.size:
        return
    lanes = int(np.count_nonzero(rows != NOBODY))
    gap = np.diff(rows, axis=1)
    if (gap < 0).any():
        rows = np.sort(rows, axis=1)
        gap = np.diff(rows, axis=1)
    # Inactive threads come first now. A thread adds what the one before it did not reach.
    starts = int(np.count_nonzero(rows[:, 0] != NOBODY))
    if (rows[rows != NOBODY] % size == 0).all():
        count = int(np.count_nonzero(np.diff(rows >> SECTOR_BITS, axis=1))) + starts
        useful = (int(np.count_nonzero(gap)) + starts) * size
    else:
        count, useful = _unaligned(rows, gap, size)
    found.requests += times * len(rows)
    found.lanes += times * lanes
    found.sectors += times * count
    found.useful += times * useful


def _unaligned(rows: np.ndarray, gap: np.ndarray, size: int) -> tuple[int, int]:
    """Sectors and distinct bytes where an access may lie across two sectors, or over another."""
    there = rows != NOBODY
    first, last = rows >> SECTOR_BITS, (rows + size - 1) >> SECTOR_BITS
    before = np.where(there[:, :-1], last[:, :-1], NOBODY)
    before = np.concatenate([np.full((len(rows), 1), NOBODY), before], axis=1)
    count = np.where(there, last - np.maximum(first - 1, before), 0).sum()
    useful = np.where(there[:, :-1], np.minimum(gap, size), 0).sum() + len(rows) * size
    return int(count), int(useful)


def banks(found: Access, rows: np.ndarray, size: int, times: int) -> None:
    """Add the passes that the banks need; keeps the words of the worst pass."""
    words_each = max(1, size // WORD)
    together = max(1, WARP // words_each)
    passes = rows.reshape(-1, together)
    there = passes != NOBODY
    asked = np.flatnonzero(there.any(axis=1))
    passes, there = passes[asked], there[asked]
    if not passes.size:
        return
    word = np.where(there, passes >> 2, NOBODY)
    if words_each > 1:
        word = word[..., None] + np.arange(words_each)
        word = np.where(there[..., None], word, NOBODY).reshape(len(passes), -1)
    ordered = np.sort(word, axis=1)
    distinct = ordered != NOBODY
    distinct[:, 1:] &= ordered[:, 1:] != ordered[:, :-1]
    row, _ = np.nonzero(distinct)
    flat = row * BANKS + ordered[distinct] % BANKS
    ways = np.bincount(flat, minlength=len(passes) * BANKS).reshape(-1, BANKS).max(axis=1)
    worst = int(ways.max())
    found.requests += times * int((rows != NOBODY).any(axis=1).sum())
    found.lanes += times * int(np.count_nonzero(there))
    found.useful += times * int(np.count_nonzero(there)) * size
    found.ideal += times * len(passes)
    found.wavefronts += times * int(ways.sum())
    if found.worst is None or worst > found.ways:
        found.ways = worst
        at = int(ways.argmax())
        first = int(asked[at]) % (WARP // together) * together
        found.worst = (first, passes[at].copy(), size)


def _sample(found: Access, batch: Batch, view: View, address: np.ndarray, size: int) -> None:
    """Keep which bytes each thread of the first active block asked for, for a picture."""
    address = np.broadcast_to(address, (address.shape[0], batch.threads, *address.shape[2:]))
    offset = int(np.asarray(view.offset).flat[0]) if np.size(view.offset) == 1 else 0
    asked = (address != NOBODY).reshape(address.shape[0], -1).any(axis=1)
    if not asked.any():
        return
    block = int(asked.argmax())
    sizes = [int(np.asarray(each).flat[0]) for each in view.sizes]
    strides = [int(np.asarray(each).flat[0]) for each in view.strides]
    found.sample = Sample(
        address[block].reshape(batch.threads, -1).copy(), size, view.dtype.itemsize, offset, sizes,
        strides, view.buffer.name,
    )  # fmt: skip


@dataclass
class Sample:
    """One access by one block, for `pictures`: `address` is (threads, requests), in bytes."""

    address: np.ndarray
    size: int
    itemsize: int
    offset: int
    sizes: list[int]
    strides: list[int]
    name: str
