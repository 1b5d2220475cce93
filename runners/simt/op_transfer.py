"""vector: loads, stores and transfers, masked, gathered and padded ones too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import memory
from .op_memref import moved, operands, reading, writing
from .table import Step, booleans, operation, segments
from .values import across, wide

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch, Mask
    from .translate import Translator


@operation("vector.load")
def _load(t: Translator, op: ir.Operation) -> Step:
    return reading(t, op, op.operands[0], operands(t, list(op.operands)[1:]))


@operation("vector.store")
def _store(t: Translator, op: ir.Operation) -> Step:
    return writing(t, op, op.operands[0], op.operands[1], operands(t, list(op.operands)[2:]))


@operation("vector.maskedload")
def _masked_load(t: Translator, op: ir.Operation) -> Step:
    base, *rest = list(op.operands)
    *indices, mask, other = rest
    memref, wanted, rather = t.slot(base), t.slot(mask), t.slot(other)
    read, site, result = operands(t, indices), t.site(), t.slot(op.results[0])
    dtype, shape = t.kind(op.results[0])
    moved(t, base, "load", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        v[result] = _partial_load(
            s, site, v[memref], read(v), m, shape, v[wanted], v[rather], last(shape, v[memref])
        )

    return step


@operation("vector.maskedstore")
def _masked_store(t: Translator, op: ir.Operation) -> Step:
    base, *rest = list(op.operands)
    *indices, mask, value = rest
    memref, wanted, stored = t.slot(base), t.slot(mask), t.slot(value)
    read, site = operands(t, indices), t.site()
    dtype, shape = t.kind(value)
    moved(t, base, "store", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        view, at = v[memref], read(v)
        axes = last(shape, view)
        keep, offsets = _kept(s, site, view, at, m, shape, v[wanted], axes, pad=[False] * len(axes))
        memory.store(s, site, view, at, v[stored], m, shape, keep, offsets)

    return step


@operation("vector.gather", "vector.scatter")
def _gather(t: Translator, op: ir.Operation) -> Step:
    base, *rest = list(op.operands)
    *indices, numbers, mask, value = rest
    memref, wanted, other, which = t.slot(base), t.slot(mask), t.slot(value), t.slot(numbers)
    read, site = operands(t, indices), t.site()
    dtype, shape = t.kind(value)
    loads = op.name == "vector.gather"
    result = t.slot(op.results[0]) if loads else -1
    moved(t, base, "load" if loads else "store", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        view, at = v[memref], read(v)
        offsets = v[which] * view.strides[-1]
        keep = _in_row(s, site, view, at, m, v[which], v[wanted], len(shape))
        if loads:
            found = memory.load(s, site, view, at, m, shape, keep, offsets)
            v[result] = np.where(keep, found, v[other])
        else:
            memory.store(s, site, view, at, v[other], m, shape, keep, offsets)

    return step


def last(shape: tuple[int, ...], view: memory.View) -> list[int | None]:
    """The memref's dimensions that a vector runs along when nothing else is said: the last ones."""
    return list(range(len(view.sizes) - len(shape), len(view.sizes)))


def _partial_load(
    s: Batch, site: Site, view: memory.View, at: list, m: Mask, shape: tuple[int, ...],
    wanted: Any, other: Any, axes: list[int | None], pad: list[bool] | None = None,
) -> Any:  # fmt: skip
    """Elements of a vector that are wanted and inside of the memref; `other` for the rest."""
    keep, offsets = _kept(s, site, view, at, m, shape, wanted, axes, pad or [False] * len(axes))
    if keep is None:
        return memory.load(s, site, view, at, m, shape, None, offsets)
    found = memory.load(s, site, view, at, m, shape, keep, offsets)
    return np.where(
        keep, found, across(wide(other, 0), len(shape)) if np.ndim(other) < 3 else other
    )


def _kept(
    s: Batch, site: Site, view: memory.View, at: list, m: Mask, shape: tuple[int, ...],
    wanted: Any, axes: list[int | None], pad: list[bool],
) -> tuple[Any, Any]:  # fmt: skip
    """Which elements are accessed (None for all), and where each lies from the first.

    `axes` gives each vector dimension's dimension of the memref, None where it is repeated. An
    element outside is left out along a dimension that is padded, and a fault along any other.
    """
    inside: Any = np.True_
    faulty: Any = np.False_
    offsets: Any = 0
    rank = len(shape)
    for axis, index in enumerate(at):
        if axis not in axes:
            bad = (index < 0) | (index >= view.sizes[axis])
            faulty = faulty | across(np.asarray(bad), rank)
    for dim, axis in enumerate(axes):
        if axis is None:
            continue
        numbers = np.arange(shape[dim]).reshape((-1,) + (1,) * (rank - 1 - dim))
        index = across(np.asarray(at[axis]), rank) + numbers
        size = across(np.asarray(view.sizes[axis]), rank)
        stride = view.strides[axis]
        offsets = offsets + numbers * (across(stride, rank) if np.ndim(stride) else stride)
        fits = (index >= 0) & (index < size)
        inside = inside & fits
        if not pad[dim]:
            faulty = faulty | ~fits
    if wanted is not None:
        faulty = faulty & wanted
    _faulty(s, site, view, at, m, faulty, rank)
    keep = inside & ~faulty if wanted is None else inside & ~faulty & wanted
    if np.all(keep):
        return None, offsets
    shape_of = np.broadcast_shapes(np.shape(keep), (1, 1, *shape))
    return np.broadcast_to(keep, shape_of), offsets


def _faulty(
    s: Batch, site: Site, view: memory.View, at: list, m: Mask, faulty: Any, rank: int
) -> None:
    if not np.any(faulty):
        return
    bad = wide(faulty, rank)
    bad = bad.reshape(*bad.shape[:2], -1).any(axis=-1)
    lanes = m.full() & bad
    if not lanes.any():
        return

    def describe(block: int, thread: int) -> tuple[str, tuple[int, ...]]:
        index = tuple(int(s.spread(i)[block, thread]) for i in at)
        sizes = "x".join(str(int(s.spread(n)[block, thread])) for n in view.sizes)
        shown = ", ".join(map(str, index))
        return (
            f"elements from [{shown}] reach outside of the sizes {sizes} ({view.buffer.name})",
            index,
        )

    memory.out_of_bounds(s, site, lanes, describe)


def _in_row(
    s: Batch, site: Site, view: memory.View, at: list, m: Mask, numbers: Any, wanted: Any, rank: int
) -> Any:
    """Which gathered elements are wanted and lie in the buffer (rank 1: in the memref)."""
    if len(at) == 1:
        where = across(np.asarray(at[0]), rank) + numbers
        fits = (where >= 0) & (where < across(np.asarray(view.sizes[0]), rank))
    else:
        where = across(np.asarray(memory.linear(view, at)), rank) + numbers * view.strides[-1]
        fits = (where >= 0) & (where < view.buffer.size // view.dtype.itemsize)
    _faulty(s, site, view, at, m, wanted & ~fits, rank)
    return wanted & fits


def _transfer(t: Translator, op: ir.Operation, groups: list) -> tuple:
    """What reads and writes have in common: view, indices, dimensions, padding, mask."""
    found = ir.AffineMapAttr(op.attributes["permutation_map"]).value
    axes: list[int | None] = []
    for expr in found.results:
        axes.append(expr.position if isinstance(expr, ir.AffineDimExpr) else None)
    mask = groups[-1]
    if mask and axes != list(range(found.n_dims - len(axes), found.n_dims)):
        raise t.refuse("the simulator masks transfers along the memref's last dimensions only")
    pad = [not inside for inside in booleans(op, "in_bounds", len(axes))]
    return axes, pad, t.slot(mask[0]) if mask else None


@operation("vector.transfer_read")
def _read(t: Translator, op: ir.Operation) -> Step:
    groups = segments(op)
    (base,), indices, (padding,), _ = groups
    axes, pad, wanted = _transfer(t, op, groups)
    memref, read, other = t.slot(base), operands(t, indices), t.slot(padding)
    site, result, (dtype, shape) = t.site(), t.slot(op.results[0]), t.kind(op.results[0])
    moved(t, base, "load", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        mask = None if wanted is None else v[wanted]
        v[result] = _partial_load(s, site, v[memref], read(v), m, shape, mask, v[other], axes, pad)

    return step


@operation("vector.transfer_write")
def _write(t: Translator, op: ir.Operation) -> Step:
    groups = segments(op)
    (value,), (base,), indices, _ = groups
    axes, pad, wanted = _transfer(t, op, groups)
    memref, read, stored, site = t.slot(base), operands(t, indices), t.slot(value), t.site()
    dtype, shape = t.kind(value)
    moved(t, base, "store", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        view, at = v[memref], read(v)
        mask = None if wanted is None else v[wanted]
        keep, offsets = _kept(s, site, view, at, m, shape, mask, axes, pad)
        memory.store(s, site, view, at, v[stored], m, shape, keep, offsets)

    return step
