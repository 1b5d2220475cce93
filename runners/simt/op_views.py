"""memref: views of memory, which change nothing but sizes, strides and offset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import memory
from .memory import View
from .op_memref import element, layout, mixed, row_major
from .table import DYNAMIC, Step, integers, operation, segments

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator


@operation("memref.dim")
def _dim(t: Translator, op: ir.Operation) -> Step:
    memref, axis, result = t.slot(op.operands[0]), t.slot(op.operands[1]), t.slot(op.results[0])
    site = t.site()

    def step(s: Batch, v: list, m: Mask) -> None:
        sizes, which = v[memref].sizes, v[axis]
        if np.ndim(which) == 0 and 0 <= which < len(sizes):
            v[result] = np.int64(sizes[which]) if isinstance(sizes[which], int) else sizes[which]
            return
        wrong = m.full() & s.spread((which < 0) | (which >= len(sizes)))
        if wrong.any():
            s.recorder.fault(
                "out-of-bounds", site, s, wrong,
                lambda b, x: f"asks for dimension {int(s.spread(which)[b, x])} of {len(sizes)}",
            )  # fmt: skip
        v[result] = np.choose(np.clip(which, 0, len(sizes) - 1), sizes)

    return step


@operation("memref.rank")
def _rank(t: Translator, op: ir.Operation) -> None:
    t.constant(op.results[0], np.int64(op.operands[0].type.rank))


@operation("memref.cast", "memref.memory_space_cast")
def _cast(t: Translator, op: ir.Operation) -> Step:
    if not isinstance(op.results[0].type, ir.MemRefType):
        raise t.refuse("the simulator has no unranked memrefs")
    source, result = t.slot(op.operands[0]), t.slot(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = v[source]

    return step


@operation("memref.subview")
def _subview(t: Translator, op: ir.Operation) -> Step:
    (source,), *rest = segments(op)
    memref, result, site = t.slot(source), t.slot(op.results[0]), t.site()
    offsets, sizes, strides = (
        mixed(t, op, f"static_{name}", values_of)
        for name, values_of in zip(("offsets", "sizes", "strides"), rest, strict=True)
    )
    wanted = layout(op.results[0].type)[0]
    dropped = _dropped(integers(op, "static_sizes"), wanted)

    def step(s: Batch, v: list, m: Mask) -> None:
        view, at, extent, by = v[memref], offsets(v), sizes(v), strides(v)
        if s.checks:
            _inside(s, site, view, at, extent, by, m)
        offset = memory.linear(view, at)
        step_by = [own * new for own, new in zip(view.strides, by, strict=True)]
        kept = [n for n in range(len(extent)) if n not in dropped]
        v[result] = view.with_layout(offset, [extent[n] for n in kept], [step_by[n] for n in kept])

    return step


def _inside(s: Batch, site: Any, view: View, at: list, extent: list, by: list, m: Mask) -> None:
    """Report a subview that reaches out of the memref it is taken from."""
    for axis, (first, count, step, size) in enumerate(zip(at, extent, by, view.sizes, strict=True)):
        last = first + (count - 1) * step
        wrong = (np.asarray(count) > 0) & ((np.asarray(first) < 0) | (np.asarray(last) >= size))
        if not wrong.any():
            continue
        lanes = m.full() & s.spread(wrong)
        if not lanes.any():
            continue

        def describe(block: int, thread: int, axis: int = axis) -> str:
            a, b, c = (
                int(s.spread(x)[block, thread])
                for x in (at[axis], at[axis] + (extent[axis] - 1) * by[axis], view.sizes[axis])
            )
            return f"a view of {a} to {b} along dimension {axis}, which has size {c}"

        s.recorder.fault("out-of-bounds", site, s, lanes, describe)


def _dropped(sizes: list[int], wanted: Sequence[int | None]) -> set[int]:
    """The dimensions of size 1 that a rank-reducing subview leaves out."""
    left, dropped = list(wanted), set()
    for axis, size in enumerate(sizes):
        rest = len(sizes) - axis
        want = left[0] if left else -1
        same = left and (want == size or (want is None and size == DYNAMIC))
        if same and not (size == 1 and len(left) < rest and not _fits(sizes[axis + 1 :], left[1:])):
            left.pop(0)
        else:
            dropped.add(axis)
    return dropped


def _fits(sizes: list[int], wanted: Sequence[int | None]) -> bool:
    """Whether some of the sizes, in order, are the wanted ones and all others are 1."""
    if not sizes:
        return not wanted
    first = sizes[0]
    same = wanted and (wanted[0] == first or (wanted[0] is None and first == DYNAMIC))
    if same and _fits(sizes[1:], wanted[1:]):
        return True
    return first == 1 and _fits(sizes[1:], wanted)


@operation("memref.reinterpret_cast")
def _reinterpret(t: Translator, op: ir.Operation) -> Step:
    (source,), *rest = segments(op)
    memref, result = t.slot(source), t.slot(op.results[0])
    offsets, sizes, strides = (
        mixed(t, op, f"static_{name}", values_of)
        for name, values_of in zip(("offsets", "sizes", "strides"), rest, strict=True)
    )

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = v[memref].with_layout(offsets(v)[0], sizes(v), strides(v))

    return step


@operation("memref.extract_strided_metadata")
def _metadata(t: Translator, op: ir.Operation) -> Step:
    memref, base, offset, *rest = (
        t.slot(op.operands[0]),
        *(t.slot(result) for result in op.results),
    )

    def step(_s: Batch, v: list, _m: Mask) -> None:
        view = v[memref]
        v[base] = view.with_layout(0, [], [])
        found = [view.offset, *view.sizes, *view.strides]
        for slot, value in zip([offset, *rest], found, strict=True):
            v[slot] = np.int64(value) if isinstance(value, int) else value

    return step


@operation("memref.view")
def _view(t: Translator, op: ir.Operation) -> Step:
    memref, shift, *dynamic = (t.slot(operand) for operand in op.operands)
    result, site, kind = t.slot(op.results[0]), t.site(), op.results[0].type
    dtype, (sizes, _, _) = element(t, kind), layout(kind)
    t.unit.views = True

    def step(s: Batch, v: list, m: Mask) -> None:
        source = v[memref]
        given = iter([v[slot] for slot in dynamic])
        found = [next(given) if size is None else size for size in sizes]
        at = source.offset + v[shift]
        wrong = at % dtype.itemsize != 0
        if np.any(wrong):
            lanes = m.full() & s.spread(wrong)
            if lanes.any():
                s.recorder.fault(
                    "misaligned", site, s, lanes,
                    lambda b, x: f"views bytes from {int(s.spread(at)[b, x])} on as {dtype} of "
                    f"{dtype.itemsize} bytes",
                )  # fmt: skip
        v[result] = View(source.buffer, dtype, at // dtype.itemsize, found, row_major(found))

    return step


@operation("memref.expand_shape", "memref.collapse_shape")
def _reshape(t: Translator, op: ir.Operation) -> Step:
    groups = [
        [ir.IntegerAttr(n).value for n in ir.ArrayAttr(group)]
        for group in ir.ArrayAttr(op.attributes["reassociation"])
    ]
    memref, result = t.slot(op.operands[0]), t.slot(op.results[0])
    if op.name == "memref.expand_shape":
        sizes = mixed(t, op, "static_output_shape", list(op.operands)[1:])

        def expand(_s: Batch, v: list, _m: Mask) -> None:
            view, found, strides = v[memref], sizes(v), []
            for group, stride in zip(groups, view.strides, strict=True):
                strides += [stride * step for step in row_major([found[n] for n in group])]
            v[result] = view.with_layout(view.offset, found, strides)

        return expand

    def collapse(_s: Batch, v: list, _m: Mask) -> None:
        view, sizes, strides = v[memref], [], []
        for group in groups:
            total: Any = 1
            for n in group:
                total = total * view.sizes[n]
            sizes.append(total)
            # A dimension of size 1 says nothing of how the group lies in memory.
            steps = [view.strides[n] for n in group if not _is_one(view.sizes[n])]
            strides.append(steps[-1] if steps else view.strides[group[-1]])
        v[result] = view.with_layout(view.offset, sizes, strides)

    return collapse


def _is_one(size: Any) -> bool:
    return np.ndim(size) == 0 and int(size) == 1


@operation("memref.transpose")
def _transpose(t: Translator, op: ir.Operation) -> Step:
    permutation = ir.AffineMapAttr(op.attributes["permutation"]).value
    order = [expr.position for expr in permutation.results]
    memref, result = t.slot(op.operands[0]), t.slot(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        view = v[memref]
        v[result] = view.with_layout(
            view.offset, [view.sizes[n] for n in order], [view.strides[n] for n in order]
        )

    return step


@operation("memref.extract_aligned_pointer_as_index")
def _pointer(t: Translator, op: ir.Operation) -> Step:
    raise t.refuse("the simulator's memory has no addresses; access it through the memref")
