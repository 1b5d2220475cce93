"""vector: values of several elements a thread. Reading and writing memory is op_transfer's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import op_transfer  # noqa: F401 (fills the table)
from .combine import combiner, fold
from .op_math import fma
from .table import DYNAMIC, Step, apply, integers, operation, pure, word
from .values import across, wide

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator


def _single(value: Any) -> Any:
    """A scalar that is the same in every thread as a NumPy scalar."""
    return value[0, 0] if value.ndim == 2 and value.shape == (1, 1) else value


pure("vector.fma", fma)


@operation("vector.broadcast")
def _broadcast(t: Translator, op: ir.Operation) -> Step:
    source, (_, target) = t.kind(op.operands[0])[1], t.kind(op.results[0])

    def broadcast(x: Any) -> Any:
        x = wide(x, len(source))
        lead = x.shape[:2]
        x = x.reshape(*lead, *(1,) * (len(target) - len(source)), *source)
        return np.broadcast_to(x, (*lead, *target))

    return apply(t, op, broadcast)


def _positions(t: Translator, op: ir.Operation, dynamic: list[ir.Value]) -> list[tuple]:
    slots = iter([t.slot(value) for value in dynamic])
    return [
        (next(slots), 0) if n == DYNAMIC else (None, n) for n in integers(op, "static_position")
    ]


@operation("vector.extract")
def _extract(t: Translator, op: ir.Operation) -> Step:
    source, result = t.slot(op.operands[0]), t.slot(op.results[0])
    positions = _positions(t, op, list(op.operands)[1:])
    rank = len(t.kind(op.operands[0])[1])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        x = wide(v[source], rank)
        for slot, number in positions:
            x = x[:, :, number] if slot is None else _pick(x, v[slot])
        v[result] = _single(x)

    return step


def _pick(x: np.ndarray, index: Any) -> np.ndarray:
    """The element of each thread's own number along the first dimension of a vector."""
    if np.ndim(index) == 0:
        return x[:, :, min(max(int(index), 0), x.shape[2] - 1)]
    index = np.clip(index, 0, x.shape[2] - 1)
    return np.take_along_axis(x, across(index, x.ndim - 2), axis=2)[:, :, 0]


@operation("vector.insert")
def _insert(t: Translator, op: ir.Operation) -> Step:
    value, target, result = t.slot(op.operands[0]), t.slot(op.operands[1]), t.slot(op.results[0])
    positions = _positions(t, op, list(op.operands)[2:])
    inner, (_, shape) = t.kind(op.operands[0])[1], t.kind(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        new, old = wide(v[value], len(inner)), v[target]
        at = [number if slot is None else v[slot] for slot, number in positions]
        lead = np.broadcast_shapes(new.shape[:2], old.shape[:2], *(np.shape(i) for i in at))
        found = np.array(np.broadcast_to(old, (*lead, *shape)))
        if all(np.ndim(i) == 0 for i in at):
            found[(slice(None), slice(None), *(int(i) for i in at))] = new
        else:
            here: Any = True
            for axis, index in enumerate(at):
                numbers = np.arange(shape[axis]).reshape((-1,) + (1,) * (len(shape) - 1 - axis))
                here = here & (across(np.asarray(index), len(shape)) == numbers)
            spread = new.reshape(*new.shape[:2], *(1,) * len(at), *inner)
            found = np.where(here, spread, found)
        v[result] = found

    return step


@operation("vector.extract_strided_slice")
def _slice(t: Translator, op: ir.Operation) -> Step:
    parts = zip(
        integers(op, "offsets"), integers(op, "sizes"), integers(op, "strides"), strict=True
    )
    where = (slice(None), slice(None), *(slice(o, o + n * s, s) for o, n, s in parts))
    return apply(t, op, lambda x: x[where])


@operation("vector.insert_strided_slice")
def _insert_slice(t: Translator, op: ir.Operation) -> Step:
    inner, (_, shape) = t.kind(op.operands[0])[1], t.kind(op.results[0])
    offsets, strides = integers(op, "offsets"), integers(op, "strides")
    extents = [1] * (len(shape) - len(inner)) + list(inner)
    steps = [1] * (len(shape) - len(inner)) + strides
    where = (
        slice(None), slice(None),
        *(slice(o, o + n * s, s) for o, n, s in zip(offsets, extents, steps, strict=True)),
    )  # fmt: skip

    def insert(new: Any, old: Any) -> Any:
        lead = np.broadcast_shapes(new.shape[:2], old.shape[:2])
        found = np.array(np.broadcast_to(old, (*lead, *shape)))
        found[where] = new.reshape(*new.shape[:2], *extents)
        return found

    return apply(t, op, insert)


@operation("vector.shape_cast")
def _shape_cast(t: Translator, op: ir.Operation) -> Step:
    source, (_, shape) = t.kind(op.operands[0])[1], t.kind(op.results[0])

    def cast(x: Any) -> Any:
        x = wide(x, len(source))
        return _single(x.reshape(*x.shape[:2], *shape))

    return apply(t, op, cast)


@operation("vector.transpose")
def _transpose(t: Translator, op: ir.Operation) -> Step:
    order = [0, 1, *(2 + n for n in integers(op, "permutation"))]
    return apply(t, op, lambda x: x.transpose(order))


@operation("vector.bitcast")
def _bitcast(t: Translator, op: ir.Operation) -> Step:
    dtype = t.kind(op.results[0])[0]
    return apply(t, op, lambda x: np.ascontiguousarray(x).view(dtype))


@operation("vector.shuffle")
def _shuffle(t: Translator, op: ir.Operation) -> Step:
    order = np.maximum(integers(op, "mask"), 0)  # -1 is poison
    return apply(t, op, lambda a, b: _joined(a, b)[:, :, order])


def _joined(a: Any, b: Any) -> np.ndarray:
    lead = np.broadcast_shapes(a.shape[:2], b.shape[:2])
    return np.concatenate([np.broadcast_to(x, (*lead, *x.shape[2:])) for x in (a, b)], axis=2)


@operation("vector.interleave")
def _interleave(t: Translator, op: ir.Operation) -> Step:
    def interleave(a: Any, b: Any) -> Any:
        a, b = np.broadcast_arrays(a, b)
        return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1)

    return apply(t, op, interleave)


@operation("vector.deinterleave")
def _deinterleave(t: Translator, op: ir.Operation) -> Step:
    source, (even, odd) = t.slot(op.operands[0]), (t.slot(result) for result in op.results)

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[even], v[odd] = v[source][..., ::2], v[source][..., 1::2]

    return step


@operation("vector.from_elements")
def _from_elements(t: Translator, op: ir.Operation) -> Step:
    shape = t.kind(op.results[0])[1]

    def build(*elements: Any) -> Any:
        found = np.broadcast_arrays(*(wide(x, 0) for x in elements))
        return np.stack(found, axis=-1).reshape(*found[0].shape, *shape)

    slots, result = [t.slot(operand) for operand in op.operands], t.slot(op.results[0])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = build(*[v[slot] for slot in slots])

    return step


@operation("vector.to_elements")
def _to_elements(t: Translator, op: ir.Operation) -> Step:
    source, results = t.slot(op.operands[0]), [t.slot(result) for result in op.results]

    def step(_s: Batch, v: list, _m: Mask) -> None:
        flat = v[source].reshape(*v[source].shape[:2], -1)
        for number, slot in enumerate(results):
            v[slot] = _single(flat[:, :, number])

    return step


@operation("vector.step")
def _step(t: Translator, op: ir.Operation) -> None:
    t.constant(op.results[0], np.arange(t.kind(op.results[0])[1][0]).reshape(1, 1, -1))


@operation("vector.constant_mask")
def _constant_mask(t: Translator, op: ir.Operation) -> None:
    shape = t.kind(op.results[0])[1]
    found = np.zeros((1, 1, *shape), np.bool_)
    found[(0, 0, *(slice(0, n) for n in integers(op, "mask_dim_sizes")))] = True
    t.constant(op.results[0], found)


@operation("vector.create_mask")
def _create_mask(t: Translator, op: ir.Operation) -> Step:
    shape, result = t.kind(op.results[0])[1], t.slot(op.results[0])
    slots = [t.slot(operand) for operand in op.operands]

    def step(_s: Batch, v: list, _m: Mask) -> None:
        found: Any = np.ones((1, 1, *shape), np.bool_)
        for axis, slot in enumerate(slots):
            numbers = np.arange(shape[axis]).reshape((-1,) + (1,) * (len(shape) - 1 - axis))
            found = found & (numbers < across(np.asarray(v[slot]), len(shape)))
        v[result] = found

    return step


# Reductions --------------------------------------------------------------------------------------


def _function(t: Translator, op: ir.Operation, value: ir.Value) -> Callable:
    kind, (dtype, _) = word(op, "kind"), t.kind(value)
    function = combiner(kind, dtype)
    if function is None:
        raise t.refuse(f"the simulator knows no reduction {kind}")
    return function


@operation("vector.reduction")
def _reduction(t: Translator, op: ir.Operation) -> Step:
    function = _function(t, op, op.operands[0])
    t.cost.flops += (t.kind(op.operands[0])[1] or (1,))[0] - 2 + len(op.operands)

    def reduce(x: Any, start: Any = None) -> Any:
        found = fold(function, x, 2, None if start is None else wide(start, 0))
        return _single(found)

    return apply(t, op, reduce)


@operation("vector.multi_reduction")
def _multi_reduction(t: Translator, op: ir.Operation) -> Step:
    function, axes = _function(t, op, op.operands[0]), sorted(integers(op, "reduction_dims"))
    shape, rank = t.kind(op.operands[0])[1], len(t.kind(op.results[0])[1])
    t.cost.flops += int(np.prod(shape))

    def reduce(x: Any, start: Any) -> Any:
        rest = [n for n in range(len(shape)) if n not in axes]
        moved = x.transpose(0, 1, *(2 + n for n in axes), *(2 + n for n in rest))
        flat = moved.reshape(*x.shape[:2], -1, *(shape[n] for n in rest))
        return _single(fold(function, flat, 2, wide(start, rank)))

    return apply(t, op, reduce)


@operation("vector.outerproduct")
def _outer(t: Translator, op: ir.Operation) -> Step:
    function, rank = _function(t, op, op.operands[0]), len(t.kind(op.operands[1])[1])
    t.cost.flops += 2 * int(np.prod(t.kind(op.results[0])[1]))

    def outer(a: Any, b: Any, start: Any = None) -> Any:
        right = b[:, :, None, :] if rank else across(np.asarray(b), 1)
        product = (a[..., None] if rank else a) * right
        return product if start is None else function(start, product)

    return apply(t, op, outer)


@operation("vector.contract")
def _contract(t: Translator, op: ir.Operation) -> Step:
    function = _function(t, op, op.operands[2])
    maps = [ir.AffineMapAttr(each).value for each in ir.ArrayAttr(op.attributes["indexing_maps"])]
    places = [[expr.position for expr in each.results] for each in maps]
    sizes: dict[int, int] = {}
    for place, operand in zip(places[:2], op.operands, strict=False):
        sizes |= dict(zip(place, t.kind(operand)[1], strict=True))
    kept = places[2]
    reduced = [n for n in sorted(sizes) if n not in kept]
    dtype = t.kind(op.operands[2])[0]
    t.cost.flops += 2 * int(np.prod(list(sizes.values())))
    rank = len(kept)

    def contract(a: Any, b: Any, total: Any) -> Any:
        total = wide(total, rank)
        for at in np.ndindex(*(sizes[n] for n in reduced)):
            where = dict(zip(reduced, at, strict=True))
            left, right = (
                _aligned(x, place, where, kept, dtype)
                for x, place in zip((a, b), places[:2], strict=True)
            )
            total = function(total, left * right)
        return _single(total)

    return apply(t, op, contract)


def _aligned(
    x: np.ndarray, place: list[int], where: dict[int, int], kept: list[int], dtype: np.dtype
) -> np.ndarray:
    """The part of an operand at one point of the reduction, its dimensions as the result's."""
    part = x[(slice(None), slice(None), *(where.get(n, slice(None)) for n in place))]
    left = [n for n in place if n not in where]
    order = sorted(range(len(left)), key=lambda n: kept.index(left[n]))
    part = part.transpose(0, 1, *(2 + n for n in order)).astype(dtype)
    there = {left[n] for n in order}
    index = (slice(None), slice(None), *(slice(None) if n in there else None for n in kept))
    return part[index]


@operation("vector.mask")
def _mask(t: Translator, op: ir.Operation) -> Step:
    raise t.refuse("the simulator masks transfers only by their own mask operand")
