"""memref: loads, stores, views of all kinds, allocations, globals, copies, atomic updates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import memory, values
from .atomics import generic, update
from .memory import View
from .table import DYNAMIC, Step, integer, integers, operation, segments, symbol

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator

Indices = Callable[[list], list]
_ALLOCATIONS = {"memref.alloc", "memref.alloca", "memref.get_global", "gpu.dynamic_shared_memory"}
_VIEWS = {
    "memref.assume_alignment", "memref.cast", "memref.collapse_shape", "memref.expand_shape",
    "memref.extract_strided_metadata", "memref.memory_space_cast", "memref.reinterpret_cast",
    "memref.subview", "memref.transpose", "memref.view",
}  # fmt: skip


def space_of(kind: ir.MemRefType) -> str:
    """global, workgroup or private; numbers are NVVM's address spaces."""
    text = str(kind.memory_space) if kind.memory_space is not None else "0"
    if "workgroup" in text or text.split()[0] == "3":
        return "workgroup"
    if "private" in text or text.split()[0] == "5":
        return "private"
    return "global"


def element(t: Translator, kind: ir.MemRefType) -> np.dtype:
    dtype = values.element_dtype(kind.element_type)
    if dtype is None:
        raise t.refuse(f"the simulator has no memory of {kind.element_type}")
    return dtype


def layout(kind: ir.MemRefType) -> tuple[list[int | None], list[int | None], int | None]:
    """Sizes, strides and offset as the type says, None for what it leaves open."""
    strides, offset = kind.get_strides_and_offset()
    dynamic = ir.ShapedType.get_dynamic_stride_or_offset()
    sizes = [
        None if kind.is_dynamic_dim(axis) else kind.get_dim_size(axis) for axis in range(kind.rank)
    ]
    return (
        sizes,
        [None if stride == dynamic else stride for stride in strides],
        None if offset == dynamic else offset,
    )


def row_major(sizes: Sequence[Any]) -> list[Any]:
    strides: list[Any] = []
    step: Any = 1
    for size in reversed(sizes):
        strides.append(step)
        step = step * size
    return strides[::-1]


def mixed(t: Translator, op: ir.Operation, static: str, dynamic: Sequence[ir.Value]) -> Indices:
    """A function from the values to a list of sizes, some of them static, some operands."""
    slots = iter([t.slot(value) for value in dynamic])
    parts = [(next(slots), 0) if n == DYNAMIC else (None, n) for n in integers(op, static)]

    def read(v: list) -> list:
        return [number if slot is None else v[slot] for slot, number in parts]

    return read


def operands(t: Translator, found: Sequence[ir.Value]) -> Indices:
    slots = [t.slot(value) for value in found]

    def read(v: list) -> list:
        return [v[slot] for slot in slots]

    return read


# Loads and stores --------------------------------------------------------------------------------


def reading(t: Translator, op: ir.Operation, source: ir.Value, indices: Indices) -> Step:
    """A step that loads one element, or a vector of them, for each thread."""
    memref, result, site = t.slot(source), t.slot(op.results[0]), t.site()
    dtype, shape = t.kind(op.results[0])
    moved(t, source, "load", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        v[result] = memory.load(s, site, v[memref], indices(v), m, shape)

    return step


def writing(
    t: Translator, op: ir.Operation, value: ir.Value, target: ir.Value, indices: Indices
) -> Step:
    """A step that stores one element, or a vector of them, for each thread."""
    memref, stored, site = t.slot(target), t.slot(value), t.site()
    dtype, shape = t.kind(value)
    moved(t, target, "store", dtype, shape)

    def step(s: Batch, v: list, m: Mask) -> None:
        memory.store(s, site, v[memref], indices(v), v[stored], m, shape)

    return step


def moved(
    t: Translator, memref: ir.Value, kind: str, dtype: np.dtype, shape: Sequence[int] = ()
) -> None:
    """Count the bytes of an access, and remember what it takes to follow it in shadow memory."""
    size = dtype.itemsize
    t.cost.moved[space_of(memref.type), kind] += size * int(np.prod(shape))
    t.unit.accessed.add(size)
    if kind == "store":
        note_written(t, memref)


def note_written(t: Translator, memref: ir.Value) -> None:
    """Remember which argument of the kernel a store may reach, through views of it."""
    while not isinstance(memref.owner, ir.Block):
        op = memref.owner.operation
        if op.name in _ALLOCATIONS:
            return
        if op.name not in _VIEWS:
            t.unit.stored.add(None)
            return
        memref = op.operands[0]
    known = memref.owner == t.unit.entry
    t.unit.stored.add(ir.BlockArgument(memref).arg_number if known else None)


@operation("memref.load")
def _load(t: Translator, op: ir.Operation) -> Step:
    return reading(t, op, op.operands[0], operands(t, list(op.operands)[1:]))


@operation("memref.store")
def _store(t: Translator, op: ir.Operation) -> Step:
    return writing(t, op, op.operands[0], op.operands[1], operands(t, list(op.operands)[2:]))


@operation("memref.prefetch", "memref.dealloc", "memref.assume_alignment")
def _nothing(t: Translator, op: ir.Operation) -> Step | None:
    if not op.results:
        return None
    source, result = t.slot(op.operands[0]), t.slot(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = v[source]

    return step


@operation("memref.atomic_rmw")
def _atomic(t: Translator, op: ir.Operation) -> Step:
    value, memref, result = t.slot(op.operands[0]), t.slot(op.operands[1]), t.slot(op.results[0])
    read, site, kind = operands(t, list(op.operands)[2:]), t.site(), integer(op, "kind")
    dtype = t.kind(op.operands[0])[0]
    moved(t, op.operands[1], "store", dtype)
    moved(t, op.operands[1], "load", dtype)

    def step(s: Batch, v: list, m: Mask) -> None:
        v[result] = update(s, site, v[memref], read(v), v[value], m, kind)

    return step


@operation("memref.generic_atomic_rmw")
def _generic_atomic(t: Translator, op: ir.Operation) -> Step:
    memref, result = t.slot(op.operands[0]), t.slot(op.results[0])
    read, site = operands(t, list(op.operands)[1:]), t.site()
    dtype = t.kind(op.results[0])[0]
    moved(t, op.operands[0], "store", dtype)
    moved(t, op.operands[0], "load", dtype)
    body = t.region(op.regions[0])

    def step(s: Batch, v: list, m: Mask) -> None:
        def compute(current: Any, mask: Mask) -> Any:
            v[body.arguments[0]] = current
            body.run(s, v, mask)
            return v[body.out[0]]

        v[result] = generic(s, site, v[memref], read(v), m, compute)

    return step


@operation("memref.copy")
def _copy(t: Translator, op: ir.Operation) -> Step:
    source, target, site = t.slot(op.operands[0]), t.slot(op.operands[1]), t.site()
    t.unit.accessed.add(element(t, op.operands[0].type).itemsize)
    note_written(t, op.operands[1])

    def step(s: Batch, v: list, m: Mask) -> None:
        sizes = [int(np.max(size)) for size in v[source].sizes]
        for index in np.ndindex(*sizes):
            at = [np.int64(i) for i in index]
            inside = np.True_
            for i, size in zip(at, v[source].sizes, strict=True):
                inside = inside & (i < size)
            mine = m.split(inside)[0]
            if mine is not None:
                s.tick(1, site)
                got = memory.load(s, site, v[source], at, mine)
                memory.store(s, site, v[target], at, got, mine)

    return step


# Buffers -----------------------------------------------------------------------------------------


@operation("memref.alloca", "memref.alloc")
def _allocate(t: Translator, op: ir.Operation) -> Step:
    kind = op.results[0].type
    space = space_of(kind)
    if op.name == "memref.alloc" and space == "global":
        raise t.refuse("a kernel allocates no global memory; use memref.alloca or workgroup memory")
    if space == "workgroup":
        raise t.refuse("workgroup memory is an attribution of gpu.func or a memref.global")
    dtype, (sizes, _, _) = element(t, kind), layout(kind)
    dynamic, symbols = segments(op)
    if symbols:
        raise t.refuse("the simulator allocates no memory with a layout of symbols")
    slots, result, site = [t.slot(x) for x in dynamic], t.slot(op.results[0]), t.site()
    name = f"private memory of line {site.line}"
    if None not in sizes:
        t.unit.private_bytes += dtype.itemsize * int(np.prod(sizes))

    def step(s: Batch, v: list, _m: Mask) -> None:
        given = iter([v[slot] for slot in slots])
        found = [next(given) if size is None else size for size in sizes]
        count = int(np.prod([int(np.max(size)) for size in found]))
        buffer = private(s, name, count * dtype.itemsize, dtype.itemsize)
        v[result] = View(buffer, dtype, 0, found, row_major(found))

    return step


def private(s: Batch, name: str, size: int, granule: int) -> memory.Buffer:
    """Memory of its own for each thread of the batch."""
    s.reserve(size, s.blocks * s.threads)
    buffer = memory.Buffer(name, "private", size, granule, (s.blocks, s.threads))
    if s.checks:
        buffer.follow(initialised=False, races=False)
    return buffer


@operation("memref.get_global")
def _get_global(t: Translator, op: ir.Operation) -> Step:
    name, result = symbol(op, "name"), t.slot(op.results[0])
    found = t.unit.symbols.get(name)
    if found is None:
        raise t.refuse(f"the module has no memref.global @{name}")
    kind = ir.TypeAttr(found.attributes["type"]).value
    t.unit.globals[name] = found
    dtype, (sizes, _, _) = element(t, kind), layout(kind)
    if space_of(kind) == "workgroup" and 0 in sizes:
        t.unit.dynamic_shared = True
        return _dynamic(t, op, dtype)
    strides = row_major(sizes)

    def step(s: Batch, v: list, _m: Mask) -> None:
        v[result] = View(s.buffers["@" + name], dtype, 0, sizes, strides)

    return step


def _dynamic(t: Translator, op: ir.Operation, dtype: np.dtype) -> Step:
    """The memory whose size the launch gives, as one dimension of elements."""
    result = t.slot(op.results[0])

    def step(s: Batch, v: list, _m: Mask) -> None:
        count = s.shared_bytes // dtype.itemsize
        v[result] = View(s.buffers["dynamic"], dtype, 0, [count], [1])

    return step


@operation("gpu.dynamic_shared_memory")
def _dynamic_shared(t: Translator, op: ir.Operation) -> Step:
    t.unit.dynamic_shared = True
    return _dynamic(t, op, element(t, op.results[0].type))
