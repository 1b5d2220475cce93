"""nvgpu: matrix products of a warp by fragments, ldmatrix, asynchronous copies.

Fragments are laid out as PTX says for mma.sync ("Matrix Fragments for mma.m16n8k16" and its
siblings): lane l holds row l / 4 and the 4-byte column l % 4 of each tile of 8 rows of 16 bytes.
Products are summed in f64 and rounded once to the accumulator; hardware keeps fewer bits, so its
last ones differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from mlir import ir

from . import memory, values
from .machine import WARP, Mask
from .op_memref import moved, operands
from .op_warp import LANE, together
from .table import Step, integer, integers, operation, segments
from .values import F32, F64

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch
    from .translate import Translator

SHAPES = {
    ("f16", "f32"): {(16, 8, 8), (16, 8, 16)},
    ("f16", "f16"): {(16, 8, 8), (16, 8, 16)},
    ("bf16", "f32"): {(16, 8, 8), (16, 8, 16)},
    ("f32", "f32"): {(16, 8, 4), (16, 8, 8)},
    ("f64", "f64"): {(8, 8, 4)},
    ("i8", "i32"): {(16, 8, 16), (16, 8, 32)},
}


@dataclass
class Fragment:
    """Where each lane's elements stand in a matrix: rows and columns of shape (32, ...)."""

    rows: np.ndarray
    columns: np.ndarray
    shape: tuple[int, int]

    def gather(self, held: np.ndarray) -> np.ndarray:
        """Matrices (blocks, warps, rows, columns) from what the lanes hold."""
        found = np.zeros((*held.shape[:2], *self.shape), held.dtype)
        found[:, :, self.rows, self.columns] = held
        return found

    def scatter(self, matrices: np.ndarray) -> np.ndarray:
        return matrices[:, :, self.rows, self.columns]


def fragment(which: str, shape: Sequence[int], itemsize: int) -> Fragment:
    """The layout of operand a, b or c of an mma.sync of that shape (m, n, k)."""
    m, n, k = shape
    group, member = (x.reshape(-1, 1, 1) for x in np.divmod(LANE, 4))
    each = 2 if which == "c" else max(1, 4 // itemsize)
    element = np.arange(each).reshape(1, 1, -1)
    if which == "b":
        tiles = np.arange(k // (4 * each)).reshape(1, -1, 1)
        rows, columns, size = member * each + element + 4 * each * tiles, group, (k, n)
    else:
        width = k if which == "a" else n
        down = m // 8
        tile = np.arange(down * (width // (4 * each))).reshape(1, -1, 1)
        rows = group + 8 * (tile % down)
        columns = member * each + element + 4 * each * (tile // down)
        size = (m, width)
    rows, columns = np.broadcast_arrays(rows, columns)
    return Fragment(rows, columns, size)


@operation("nvgpu.mma.sync")
def _mma(t: Translator, op: ir.Operation) -> Step:
    shape, site, result = tuple(integers(op, "mmaShape")), t.site(), t.slot(op.results[0])
    slots = [t.slot(operand) for operand in op.operands]
    kinds = [t.kind(operand) for operand in op.operands]
    names = tuple(str(op.operands[n].type.element_type) for n in (0, 2))
    if shape not in SHAPES.get(names, ()):
        size = "m{}n{}k{}".format(*shape)
        raise t.refuse(f"the simulator has no mma.sync {size} of {names[0]} into {names[1]}")
    layouts = [
        fragment(which, shape, kind[0].itemsize) for which, kind in zip("abc", kinds, strict=True)
    ]
    t.cost.flops += 2 * shape[0] * shape[1] * shape[2] / WARP
    single = names[0] == "f32"  # tf32: the multiplier ignores the low 13 bits

    def step(s: Batch, v: list, m: Mask) -> None:
        full_warps(s, site, m)
        matrices = []
        for slot, layout, (_, parts) in zip(slots, layouts, kinds, strict=True):
            lanes = s.by_warp(s.spread(v[slot], parts), 0)
            matrices.append(layout.gather(lanes))
        a, b, c = matrices
        v[result] = s.from_warps(layouts[2].scatter(product(a, b, c, single)))

    return step


def product(a: np.ndarray, b: np.ndarray, c: np.ndarray, single: bool = False) -> np.ndarray:
    """a @ b + c in the type of c, rounded once."""
    if c.dtype.kind == "i":
        return (a.astype(np.int64) @ b.astype(np.int64) + c).astype(c.dtype)
    if single:
        a, b = (
            (np.ascontiguousarray(x).view(np.uint32) & np.uint32(0xFFFFE000)).view(F32)
            for x in (a, b)
        )
    total = a.astype(F64) @ b.astype(F64) + c.astype(F64)
    return values.to_float(total, c.dtype)


def full_warps(s: Batch, site: Site, m: Mask) -> None:
    """Report a warp of which not all 32 threads take part."""
    if not s.checks:
        return
    active = together(s, site, m)
    if s.threads % WARP:
        short = active.any(axis=2) & ~active.all(axis=2)
        lanes = s.from_warps(short[..., None] & active)
        if lanes.any():
            s.recorder.fault(
                "warp", site, s, lanes,
                lambda *_: f"a warp of {s.threads % WARP} threads: this takes all 32",
            )  # fmt: skip


@operation("nvgpu.ldmatrix")
def _ldmatrix(t: Translator, op: ir.Operation) -> Step:
    memref, read = t.slot(op.operands[0]), operands(t, list(op.operands)[1:])
    site, result = t.site(), t.slot(op.results[0])
    tiles, transposed = integer(op, "numTiles"), ir.BoolAttr(op.attributes["transpose"]).value
    dtype, (_, each) = t.kind(op.results[0])
    row = 16 // dtype.itemsize
    moved(t, op.operands[0], "load", dtype, (tiles, each))
    if transposed and dtype.itemsize != 2:
        raise t.refuse("ldmatrix transposes 16-bit elements only")
    part = np.arange(each)
    group, member = (LANE // 4)[:, None], (LANE % 4)[:, None]
    if transposed:
        line, column = member * each + part, group + 0 * part
    else:
        line, column = group + 0 * part, member * each + part

    def step(s: Batch, v: list, m: Mask) -> None:
        full_warps(s, site, m)
        giving = m.split(s.thread % WARP < 8 * tiles)[0]
        if giving is None:
            return
        view, at = v[memref], read(v)
        aligned(s, site, view, at, giving, 16)
        found = memory.load(s, site, view, at, giving, (row,))
        lines = s.by_warp(s.spread(found, (row,)), 0)
        parts = [lines[:, :, 8 * tile + line, column] for tile in range(tiles)]
        v[result] = s.from_warps(np.stack(parts, axis=3))

    return step


def aligned(s: Batch, site: Site, view: memory.View, at: list, m: Mask, size: int) -> None:
    """Report addresses that are no multiple of the access's size."""
    address = memory.linear(view, at) * view.dtype.itemsize
    wrong = address % size != 0
    if not (s.checks and np.any(wrong)):
        return
    lanes = m.full() & s.spread(wrong)
    if lanes.any():
        s.recorder.fault(
            "misaligned", site, s, lanes,
            lambda b, x: f"byte {int(s.spread(address)[b, x])} of {view.buffer.name} is no "
            f"multiple of {size}",
        )  # fmt: skip


# Asynchronous copies -----------------------------------------------------------------------------


@dataclass
class Copy:
    """One asynchronous copy under way; `lanes` are the threads whose part has not arrived."""

    view: memory.View
    where: np.ndarray
    number: np.ndarray
    value: np.ndarray
    lanes: np.ndarray
    site: int


@dataclass
class Group:
    """Copies that are waited for together, and the threads that formed the group."""

    lanes: np.ndarray
    copies: list[Copy]


@operation("nvgpu.device_async_copy")
def _async_copy(t: Translator, op: ir.Operation) -> Step:
    (target,), to, (source,), where_from, count = segments(op)
    slots = t.slot(target), t.slot(source), t.slot(count[0]) if count else None
    write, read, site = operands(t, to), operands(t, where_from), t.site()
    size = integer(op, "dstElements")
    dtype = values.element_dtype(target.type.element_type)
    t.constant(op.results[0], None)
    moved(t, source, "load", dtype, (size,))
    moved(t, target, "store", dtype, (size,))
    if size * dtype.itemsize not in (4, 8, 16):
        raise t.refuse(f"copies 4, 8 or 16 bytes a thread, not {size * dtype.itemsize}")

    def step(s: Batch, v: list, m: Mask) -> None:
        into, outof = v[slots[0]], v[slots[1]]
        here, there = write(v), read(v)
        for view, at in ((into, here), (outof, there)):
            aligned(s, site, view, at, m, size * dtype.itemsize)
        keep = None
        if slots[2] is not None:
            wanted = np.asarray(v[slots[2]])
            wanted = wanted.reshape(wanted.shape if wanted.ndim else (1, 1))
            keep = np.arange(size) < wanted[..., None]
        if keep is None or keep.all():
            value = memory.load(s, site, outof, there, m, (size,))
        else:
            value = _part(s, site, outof, there, m, keep, size)
            asked = int(np.count_nonzero(keep & m.full()[..., None]))
            left = m.count * size - asked
            s.recorder.left_out[outof.buffer.space] += left * dtype.itemsize
        _issue(s, site, into, here, value, m, size)

    return step


def _part(
    s: Batch, site: Site, view: memory.View, at: list, m: Mask, keep: np.ndarray, size: int
) -> np.ndarray:
    """The first elements of a copy; the rest are zeros and are not read."""
    asks = m.split(np.broadcast_to(keep[..., 0], (s.blocks, s.threads)))[0]
    if asks is None:
        return np.zeros((1, 1, size), view.dtype)
    index = across_last(at, size)
    fits = (index >= 0) & (index < np.asarray(view.sizes[-1]).reshape(-1, 1, 1))
    bad = (keep & ~fits).any(axis=2)
    if bad.any() and (m.full() & bad).any():
        memory.out_of_bounds(
            s, site, m.full() & bad, lambda b, x: f"copies from outside of {view.buffer.name}"
        )
    value = memory.load(
        s, site, view, at, asks, (size,), keep & fits, np.arange(size) * view.strides[-1]
    )
    return np.where(keep & fits, value, view.dtype.type(0))


def across_last(at: list, size: int) -> np.ndarray:
    first = np.asarray(at[-1])
    first = first.reshape(first.shape if first.ndim else (1, 1))
    return first[..., None] + np.arange(size)


def _issue(
    s: Batch, site: Site, view: memory.View, at: list, value: np.ndarray, m: Mask, size: int
) -> None:
    extents = (1,) * (len(view.sizes) - 1) + (size,)
    number, bad = memory.outside(s, site, view, at, m, extents)
    number = np.asarray(number)
    number = number.reshape(number.shape if number.ndim else (1, 1))[..., None] + np.arange(size)
    base = view.buffer.base(view.dtype.itemsize)
    whole = (s.blocks, s.threads, size)
    where = np.broadcast_to((base[..., None] if np.ndim(base) else base) + number, whole)
    lanes = np.array(m.full() if bad is None else m.full() & ~bad)
    if s.checks:
        active = None if lanes.all() else lanes[..., None]
        memory.check(s, site, view, number, active, 1, "store")
        shadow = view.buffer.shadow
        shadow.pend(shadow.selected(s, view, number, active, 1)[0], True)
    s.copies.append(Copy(view, where, number, np.broadcast_to(value, whole), lanes, site.number))


@operation("nvgpu.device_async_create_group")
def _create_group(t: Translator, op: ir.Operation) -> Step:
    t.constant(op.results[0], None)

    def step(s: Batch, _v: list, m: Mask) -> None:
        mine, lanes = [], m.full()
        for copy in s.copies:
            if (copy.lanes & lanes).any():
                mine.append(replace(copy, lanes=copy.lanes & lanes))
                copy.lanes &= ~lanes
        s.copies = [copy for copy in s.copies if copy.lanes.any()]
        s.groups.append(Group(np.array(lanes), mine))

    return step


@operation("nvgpu.device_async_wait")
def _wait(t: Translator, op: ir.Operation) -> Step:
    allowed = integer(op, "numGroups", 0)

    def step(s: Batch, _v: list, m: Mask) -> None:
        lanes = m.full()
        newer = np.zeros((s.blocks, s.threads), np.int64)
        for group in reversed(s.groups):
            done = lanes & group.lanes & (newer >= allowed)
            newer += group.lanes
            if done.any():
                _arrive(s, group, done)
        s.groups = [group for group in s.groups if group.lanes.any()]

    return step


def _arrive(s: Batch, group: Group, done: np.ndarray) -> None:
    """Let the copies of these threads be seen; the group is over for them."""
    for copy in group.copies:
        mine = copy.lanes & done
        if not mine.any():
            continue
        view, shadow = copy.view, copy.view.buffer.shadow
        view.buffer.typed(view.dtype)[copy.where[mine]] = copy.value[mine]
        copy.lanes &= ~mine
        if shadow is not None:
            active = None if mine.all() else mine[..., None]
            cells, tag, _, _ = shadow.selected(s, view, copy.number, active, 1)
            shadow.pend(cells, False)
            shadow.writer[cells] = tag | (copy.site << memory.shadow.SITE)
    group.lanes &= ~done
