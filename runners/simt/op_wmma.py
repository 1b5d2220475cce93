"""gpu.subgroup_mma: matrices that a warp holds together, in a layout of its own.

Which thread holds which element is not said, so bank conflicts of their loads and stores are not
counted; transactions are, as if each thread moved 1/32 of the matrix in row-major order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import memory, values
from .machine import WARP
from .op_arith import maximum, minimum, quotient
from .op_memref import moved, operands
from .op_nvgpu import full_warps, product
from .table import Step, integer, operation, word
from .values import in_single, unsigned

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator

_TYPE = re.compile(r'!gpu\.mma_matrix<(\d+)x(\d+)x(\w+), "(\w)Op">')


class Matrix:
    """A matrix of each warp: an array (blocks or 1, warps or 1, rows, columns)."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def pick(self, condition: np.ndarray, other: Matrix) -> Matrix:
        """This matrix in the warps whose threads say so, the other one elsewhere."""
        if condition.shape[1] > 1:
            missing = -condition.shape[1] % WARP
            condition = np.pad(condition, ((0, 0), (0, missing)), mode="edge")[:, ::WARP]
        return Matrix(np.where(condition[..., None, None], self.array, other.array))


def _matrix(t: Translator, value: ir.Value) -> tuple[tuple[int, int], np.dtype]:
    found = _TYPE.fullmatch(str(value.type))
    dtype = values.DTYPES.get(found[3]) if found else None
    if dtype is None or int(found[1]) * int(found[2]) % WARP:
        raise t.refuse(f"the simulator has no matrices of type {value.type}")
    return (int(found[1]), int(found[2])), dtype


def _access(t: Translator, op: ir.Operation, matrix: ir.Value, target: ir.Value) -> tuple:
    """Shape, element offsets of each thread, the extents that are checked."""
    shape, dtype = _matrix(t, matrix)
    lead, transposed = integer(op, "leadDimension"), "transpose" in op.attributes
    each = shape[0] * shape[1] // WARP
    row, column = np.divmod(np.arange(WARP * each).reshape(WARP, each), shape[1])
    offsets = column * lead + row if transposed else row * lead + column
    extents = shape[::-1] if transposed else shape
    moved(t, target, "load" if op.results else "store", dtype, (each,))

    def place(s: Batch, site: Any, view: memory.View, at: list, m: Mask) -> tuple[Any, Any]:
        whole = [1] * (len(view.sizes) - 2) + list(extents)
        if len(view.sizes) < 2 or not _is(view.strides[-2], lead):
            whole = [1] * len(view.sizes)
        _, bad = memory.outside(s, site, view, at, m, whole)
        spread = np.tile(offsets, (s.warps, 1))[: s.threads][None]
        last = memory.linear(view, at)
        last = np.asarray(last).reshape(np.shape(last) or (1, 1))[..., None] + spread
        fits = (last >= 0) & (last < view.buffer.size // view.dtype.itemsize)
        if bad is not None:
            fits = fits & ~bad[..., None]
        elif not fits.all():
            lanes = m.full() & ~fits.all(axis=2)
            if lanes.any():
                memory.out_of_bounds(
                    s, site, lanes, lambda *_: f"the matrix reaches outside of {view.buffer.name}"
                )
        return (None if fits.all() else np.broadcast_to(fits, fits.shape)), spread

    return shape, each, place


def _is(stride: Any, lead: int) -> bool:
    return np.ndim(stride) == 0 and int(stride) == lead


@operation("gpu.subgroup_mma_load_matrix")
def _load(t: Translator, op: ir.Operation) -> Step:
    memref, read = t.slot(op.operands[0]), operands(t, list(op.operands)[1:])
    site, result = t.site(), t.slot(op.results[0])
    shape, each, place = _access(t, op, op.results[0], op.operands[0])

    def step(s: Batch, v: list, m: Mask) -> None:
        full_warps(s, site, m)
        view, at = v[memref], read(v)
        keep, offsets = place(s, site, view, at, m)
        found = memory.load(s, site, view, at, m, (each,), keep, offsets)
        if keep is not None:
            found = np.where(keep, found, found.dtype.type(0))
        lanes = s.by_warp(s.spread(found, (each,)), 0)
        v[result] = Matrix(lanes.reshape(*lanes.shape[:2], *shape))

    return step


@operation("gpu.subgroup_mma_store_matrix")
def _store(t: Translator, op: ir.Operation) -> Step:
    source, memref = t.slot(op.operands[0]), t.slot(op.operands[1])
    read, site = operands(t, list(op.operands)[2:]), t.site()
    shape, each, place = _access(t, op, op.operands[0], op.operands[1])

    def step(s: Batch, v: list, m: Mask) -> None:
        full_warps(s, site, m)
        view, at = v[memref], read(v)
        keep, offsets = place(s, site, view, at, m)
        matrices = np.broadcast_to(v[source].array, (s.blocks, s.warps, *shape))
        lanes = s.from_warps(matrices.reshape(s.blocks, s.warps, WARP, each))
        memory.store(s, site, view, at, lanes, m, (each,), keep, offsets)

    return step


@operation("gpu.subgroup_mma_constant_matrix")
def _constant(t: Translator, op: ir.Operation) -> Step:
    shape, dtype = _matrix(t, op.results[0])
    value, result = t.slot(op.operands[0]), t.slot(op.results[0])

    def step(s: Batch, v: list, _m: Mask) -> None:
        found = s.by_warp(s.spread(v[value]), 0)[:, :, :1, None] if np.ndim(v[value]) else v[value]
        lead = found.shape[:2] if np.ndim(found) else (1, 1)
        v[result] = Matrix(np.broadcast_to(np.asarray(found, dtype), (*lead, *shape)))

    return step


@operation("gpu.subgroup_mma_compute")
def _compute(t: Translator, op: ir.Operation) -> Step:
    (m, k), dtype = _matrix(t, op.operands[0])
    (_, n), _ = _matrix(t, op.operands[1])
    a, b, c = (t.slot(operand) for operand in op.operands)
    result, site = t.slot(op.results[0]), t.site()
    t.cost.flops += 2 * m * n * k / WARP
    swaps = "a_transpose" in op.attributes, "b_transpose" in op.attributes
    single = str(dtype) == "float32"

    def step(s: Batch, v: list, m: Mask) -> None:
        full_warps(s, site, m)
        left, right = (
            v[slot].array.swapaxes(-1, -2) if swap else v[slot].array
            for slot, swap in zip((a, b), swaps, strict=True)
        )
        v[result] = Matrix(product(left, right, v[c].array, single))

    return step


_ELEMENTWISE: dict[str, Callable] = {
    "addf": in_single(np.add), "mulf": in_single(np.multiply), "subf": in_single(np.subtract),
    "maxf": maximum, "minf": minimum, "divf": in_single(np.divide), "addi": np.add,
    "muli": np.multiply, "subi": np.subtract, "divs": quotient,
    "divu": lambda a, b: (unsigned(a) // unsigned(b)).view(a.dtype),
    "negatef": np.negative, "negates": np.negative,
}  # fmt: skip


@operation("gpu.subgroup_mma_elementwise")
def _elementwise(t: Translator, op: ir.Operation) -> Step:
    kind, (_, dtype) = word(op, "opType"), _matrix(t, op.results[0])
    function = _ELEMENTWISE.get(kind)
    if kind == "extf":
        function = lambda x: values.to_float(x, dtype)  # noqa: E731
    if function is None:
        raise t.refuse(f"the simulator knows no elementwise {kind} of matrices")
    slots, result = [t.slot(operand) for operand in op.operands], t.slot(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = Matrix(function(*[v[slot].array for slot in slots]))

    return step
