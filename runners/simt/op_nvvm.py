"""nvvm: special registers, barriers, and the operations of a warp in PTX's own terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .combine import combiner, tree
from .machine import WARP
from .op_gpu import barrier, position
from .op_warp import LANE, exchange, rows, together
from .table import OPERATIONS, Step, apply, integers, operation, word

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator

DROPPED = 13  # low bits of a float32 that tf32 has not
_REGISTERS = {"tid": "thread_id", "ntid": "block_dim", "ctaid": "block_id", "nctaid": "grid_dim"}


def _register(t: Translator, op: ir.Operation) -> Step:
    _, _, _, _, name, axis = op.name.split(".")
    result, number = t.slot(op.results[0]), "xyz".index(axis)

    def step(s: Batch, v: list, _m: Mask) -> None:
        v[result] = position(s, _REGISTERS[name], number).astype(np.int32)

    return step


for _name in _REGISTERS:
    for _axis in "xyz":
        OPERATIONS[f"nvvm.read.ptx.sreg.{_name}.{_axis}"] = _register


@operation(
    "nvvm.read.ptx.sreg.laneid", "nvvm.read.ptx.sreg.warpid", "nvvm.read.ptx.sreg.nwarpid",
    "nvvm.read.ptx.sreg.warpsize",
)  # fmt: skip
def _warp_register(t: Translator, op: ir.Operation) -> Step:
    result = t.slot(op.results[0])
    read = {
        "laneid": lambda s: (s.thread % WARP).astype(np.int32),
        "warpid": lambda s: (s.thread // WARP).astype(np.int32),
        "nwarpid": lambda s: np.int32(s.warps),
        "warpsize": lambda s: np.int32(WARP),
    }[op.name.rpartition(".")[2]]

    def step(s: Batch, v: list, _m: Mask) -> None:
        v[result] = read(s)

    return step


@operation("nvvm.barrier0", "nvvm.barrier")
def _barrier(t: Translator, op: ir.Operation) -> Step:
    if op.operands:
        raise t.refuse("the simulator has barrier 0 of the whole block only")
    site = t.site()

    def step(s: Batch, _v: list, m: Mask) -> None:
        barrier(s, site, m)

    return step


@operation("nvvm.bar.warp.sync")
def _warp_barrier(t: Translator, op: ir.Operation) -> Step:
    members, site = t.slot(op.operands[0]), t.site()

    def step(s: Batch, v: list, m: Mask) -> None:
        wanted = (rows(s, v[members]).astype(np.int64) >> LANE & 1).astype(np.bool_)
        together(s, site, m, wanted)
        s.time += 1
        if s.warp_since is None:
            s.warp_since = np.zeros((s.blocks, s.threads), np.int64)
        s.warp_since = np.where(m.full(), s.time, s.warp_since)

    return step


@operation("nvvm.memory.barrier")
def _fence(_t: Translator, _op: ir.Operation) -> None:
    """Order without waiting: it alone lets no thread know that another has arrived."""


@operation("nvvm.shfl.sync")
def _shuffle(t: Translator, op: ir.Operation) -> Step:
    members, value, offset, clamp = (t.slot(operand) for operand in op.operands)
    result, kind, site = t.slot(op.results[0]), word(op, "kind"), t.site()
    both = "return_value_and_is_valid" in op.attributes
    t.kind(op.operands[1])

    def step(s: Batch, v: list, m: Mask) -> None:
        by, c = rows(s, v[offset]) & 31, rows(s, v[clamp])
        bound, segment = c & 31, (c >> 8) & 31
        low, high = LANE & segment, (LANE & segment) | (bound & ~segment)
        source = {
            "up": lambda: LANE - by,
            "down": lambda: LANE + by,
            "bfly": lambda: LANE ^ by,
            "idx": lambda: low | (by & ~segment),
        }[kind]()
        valid = source >= high if kind == "up" else source <= high
        wanted = (rows(s, v[members]).astype(np.int64) >> LANE & 1).astype(np.bool_)
        found = exchange(s, site, v[value], source, valid, m, wanted)
        v[result] = found if both else found[0]

    return step


@operation("nvvm.convert.float.to.tf32")
def _to_tf32(t: Translator, op: ir.Operation) -> Step:
    clamps = "relu" in op.attributes and ir.BoolAttr(op.attributes["relu"]).value
    if str(op.attributes["rnd"]) != "#nvvm.fp_rnd_mode<rna>" or clamps:
        raise t.refuse("the simulator rounds to tf32 to the nearest, half away from zero (rna)")

    def rounded(x: np.ndarray) -> np.ndarray:
        bits = np.ascontiguousarray(x).view(np.uint32)
        nearest = (bits + np.uint32(1 << (DROPPED - 1))) >> DROPPED << DROPPED
        return np.where(np.isnan(x), np.uint32(0x7FFFFFFF), nearest).view(np.int32)

    return apply(t, op, rounded)


@operation("llvm.extractvalue")
def _extract(t: Translator, op: ir.Operation) -> Step:
    source, result, path = t.slot(op.operands[0]), t.slot(op.results[0]), integers(op, "position")

    def step(_s: Batch, v: list, _m: Mask) -> None:
        value: Any = v[source]
        for number in path:
            value = value[number]
        v[result] = value

    return step


@operation("nvvm.vote.sync")
def _vote(t: Translator, op: ir.Operation) -> Step:
    members, predicate = (t.slot(operand) for operand in op.operands)
    result, kind, site = t.slot(op.results[0]), word(op, "kind"), t.site()

    def step(s: Batch, v: list, m: Mask) -> None:
        wanted = (rows(s, v[members]).astype(np.int64) >> LANE & 1).astype(np.bool_)
        voting = together(s, site, m, wanted) & wanted
        yes = rows(s, v[predicate], False) & voting
        if kind == "ballot":
            found = (yes.astype(np.int64) << LANE).sum(axis=2).astype(np.int32)
        elif kind == "any":
            found = yes.any(axis=2)
        elif kind == "all":
            found = (yes | ~voting).all(axis=2)
        else:
            found = yes.any(axis=2) == (yes | ~voting).all(axis=2)
        v[result] = s.from_warps(np.broadcast_to(found[..., None], yes.shape))

    return step


@operation("nvvm.redux.sync")
def _redux(t: Translator, op: ir.Operation) -> Step:
    value, members = (t.slot(operand) for operand in op.operands)
    result, kind, site = t.slot(op.results[0]), word(op, "kind"), t.site()
    names = {"min": "minsi", "max": "maxsi", "umin": "minui", "umax": "maxui"}
    function = combiner(names.get(kind, kind), t.kind(op.operands[0])[0])
    if function is None:
        raise t.refuse(f"the simulator knows no reduction {kind}")

    def step(s: Batch, v: list, m: Mask) -> None:
        wanted = (rows(s, v[members]).astype(np.int64) >> LANE & 1).astype(np.bool_)
        there = together(s, site, m, wanted) & wanted
        values = rows(s, v[value])
        total = tree(function, values, np.broadcast_to(there, values.shape), axis=2)
        v[result] = s.from_warps(np.broadcast_to(total[..., None], values.shape))

    return step
