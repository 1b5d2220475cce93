"""Which kernel computes what: the shape of the grid, the threads of a block, who shares a row.

Sizes that only a call knows count as large: such a kernel loops, where one of known sizes is
written out.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from ..frontend.dims import Size, product
from ..frontend.graph import Value
from ..frontend.types import Type
from ..lowering.fuse import Group, reads
from .spec import Spec, blocks, inputs_of, is_flat, operands, power_of_two

THREADS = 256  # of a block in which each thread has an element of its own
WARP = 32
HELD = 8  # elements of a row that a thread holds in registers from phase to phase
LONGEST = 1024 * HELD  # of a row that a block holds
SLICES = 16  # threads at most that share the sum over a column
LONG = 1 << 16  # elements of a row from which on several blocks share it
FEW = 64  # rows up to which they do
PIECE = 4096  # elements of a row that are worth a block


def of_group(group: Group, outputs: list[Value]) -> Iterator[Spec]:
    """The kernels of a group of `fuse`."""
    if group.kind == "loops" or not group.domain:
        yield mapped(group.domain, group.values, outputs)
    elif group.kind == "rows":
        outer, rank = len(group.outer), len(group.domain)
        length, count = product(group.domain[outer:]), product(group.outer)
        if isinstance(length, int) and isinstance(count, int) and length >= LONG and count <= FEW:
            yield from shared_rows(group, outputs)
        else:
            yield rows(group, outputs, range(outer), range(outer, rank))
    else:
        axes = group.values[0].params["axes"]
        kept = [d for d in range(len(group.domain)) if d not in axes]
        if len(group.domain) - 1 in axes:
            yield rows(group, outputs, kept, axes)
        else:
            yield columns(group, outputs, kept, axes)


def mapped(domain: tuple[Size, ...], values: list[Value], outputs: list[Value]) -> Spec:
    """Elementwise: a thread an element, neighbours in memory side by side."""
    flat = len(domain) > 1 and is_flat(domain, values, outputs)
    total = product(domain)
    threads = THREADS
    if isinstance(total, int):
        threads = min(THREADS, -(-max(total, 1) // WARP) * WARP) if total > 1 else 1
    return Spec(
        "map", domain, values, outputs, flat=flat,
        grid=(blocks(total, threads), 1, 1), block=(threads, 1, 1),
    )  # fmt: skip


def copied(value: Value) -> Spec:
    """A view, a constant or a number, written to memory."""
    return mapped(value.type.shape, [], [value])


def rows(group: Group, outputs: list[Value], outer: Sequence[int], inner: Sequence[int]) -> Spec:
    """A reduction over `inner` dimensions, and what goes with it, for each index of the others.

    A short row is a warp's or less, so that several fit in a block; a longer one is a block's. Up
    to HELD elements a thread stay in registers between the phases; what is longer is read again.
    """
    domain = group.domain
    length, count = product(domain[d] for d in inner), product(domain[d] for d in outer)
    # [region lanes]
    held = isinstance(length, int) and 0 < length <= LONGEST
    if not held:
        lanes = THREADS
    elif length <= WARP * HELD:
        lanes = min(WARP, power_of_two(length))
    else:
        lanes = power_of_two(-(-length // HELD))
    at_once = 128 // lanes if lanes <= WARP else 1  # what warps share is of one row
    # [end lanes]
    if isinstance(count, int):
        at_once = min(at_once, power_of_two(count))
    return Spec(
        "rows", domain, group.values, outputs, group,
        grid=(blocks(count, at_once), 1, 1), block=(lanes * at_once, 1, 1),
        options={"outer": tuple(outer), "inner": tuple(inner), "lanes": lanes,
                 "held": -(-length // lanes) if held else 0},
    )  # fmt: skip


def columns(group: Group, outputs: list[Value], outer: Sequence[int], inner: Sequence[int]) -> Spec:
    """A reduction over dimensions before the last: neighbouring threads have neighbouring columns,
    and the threads of a column in different warps share its length."""
    domain = group.domain
    count, length = product(domain[d] for d in outer), product(domain[d] for d in inner)
    slices = SLICES
    if isinstance(length, int):
        slices = min(SLICES, power_of_two(-(-length // 4)))
    return Spec(
        "columns", domain, group.values, outputs, group,
        grid=(blocks(count, WARP), 1, 1), block=(WARP, slices, 1),
        options={"outer": tuple(outer), "inner": tuple(inner)},
    )  # fmt: skip


def shared_rows(group: Group, outputs: list[Value]) -> Iterator[Spec]:
    """A group of few long rows: each reduction in pieces, then together; what has one element for
    each row by itself; at last what has all of them."""
    outer = len(group.outer)
    of_rows = [v for v in group.values if v.primitive.kind == "reduce" or group.is_outer(v)]
    full = [v for v in group.values if v not in of_rows]
    for value in of_rows:
        if value.primitive.kind == "reduce":
            yield from _in_pieces(group, value, _needed(full, [value]), outer)
        else:
            yield mapped(value.type.shape, [value], [value])
    stored = [v for v in outputs if v in full]
    if stored:
        yield mapped(group.domain, _needed(full, stored), stored)


def _needed(full: list[Value], wanted: list[Value]) -> list[Value]:
    """Those of the values that the wanted ones are computed from, and these, in order."""
    needed = {id(v) for v in wanted}
    for value in reversed([*full, *wanted]):
        if id(value) in needed:
            needed.update(id(source) for source, _ in reads(value))
    return [v for v in full if id(v) in needed and v not in wanted] + wanted


def _in_pieces(group: Group, value: Value, values: list[Value], outer: int) -> Iterator[Spec]:
    domain = group.domain
    length, count = product(domain[outer:]), product(group.outer)
    pieces = min(THREADS, -(-length // PIECE))
    partial = [
        Value(None, (), {}, Type((count, pieces), kind), value.where, "partial")
        for kind in value.primitive.emit.dtypes(value.inputs[0].type.dtype)
    ]
    yield Spec(
        "pieces", domain, values, partial, group, grid=(pieces, count, 1), block=(THREADS, 1, 1),
        options={"outer": tuple(range(outer)), "inner": tuple(range(outer, len(domain))),
                 "pieces": pieces}, sources=operands(values, [])[0],
        numbers=operands(values, [])[1],
    )  # fmt: skip
    threads = max(WARP, power_of_two(pieces))
    yield Spec(
        "together", (count,), [value], [value], group, grid=(count, 1, 1), block=(threads, 1, 1),
        options={"pieces": pieces}, sources=partial,
    )  # fmt: skip


# Whole arrays ----------------------------------------------------------------------------------


def _elements(kind: str, value: Value) -> Spec:
    """A kernel of a thread for each element of a value that a primitive of its own rule gives."""
    total = product(value.type.shape)
    return Spec(
        kind, value.type.shape, [value], [value],
        grid=(blocks(total, THREADS), 1, 1), block=(THREADS, 1, 1),
    )  # fmt: skip


def _concatenate(value: Value) -> Iterator[Spec]:
    yield _elements("concatenate", value)


def _dynamic_slice(value: Value) -> Iterator[Spec]:
    yield _elements("dynamic_slice", value)


def _cumsum(value: Value) -> Iterator[Spec]:
    shape, axis = value.type.shape, value.params["axis"]
    lines = product(size for d, size in enumerate(shape) if d != axis)
    yield Spec(
        "cumsum", shape, [value], [value],
        grid=(blocks(lines, WARP), 1, 1), block=(WARP, 1, 1),
    )  # fmt: skip


def _update(value: Value) -> Iterator[Spec]:
    new = value.inputs[1].type.shape
    sources, numbers = inputs_of(value, first=1)
    # Where the first starts are numbers and the part has one element there, they are the launch's.
    starts = tuple(
        start
        for start, _ in itertools.takewhile(
            lambda pair: isinstance(pair[0], int) and pair[1] == 1,
            zip(value.params["starts"], new, strict=True),
        )
    )
    target = value
    if any(size != 1 for size in value.type.shape[: len(starts)]):
        rest = value.params["starts"][len(starts) :]
        shape = (1,) * len(starts) + value.type.shape[len(starts) :]
        params = {"starts": (0,) * len(starts) + rest}
        type_ = Type(shape, value.type.dtype)
        target = Value(value.primitive, value.inputs, params, type_, value.where)
    yield Spec(
        "update", new, [target], [target], grid=(blocks(product(new), THREADS), 1, 1),
        block=(THREADS, 1, 1), sources=sources, numbers=numbers,
        begins=starts if target is not value else (),
    )  # fmt: skip


def _place(value: Value) -> Iterator[Spec]:
    yield _elements("place", value)


def _scatter_add(value: Value) -> Iterator[Spec]:
    axes = value.params["axes"]
    rest = product(size for d, size in enumerate(value.type.shape) if d not in axes)
    sources, numbers = inputs_of(value, first=1)
    yield Spec(
        "scatter_add", value.type.shape, [value], [value],
        grid=(blocks(rest, WARP), 1, 1), block=(WARP, 1, 1), sources=sources, numbers=numbers,
    )  # fmt: skip


WHOLE: dict[str, Callable[[Value], Iterator[Spec]]] = {
    "concatenate": _concatenate,
    "dynamic_slice": _dynamic_slice,
    "cumsum": _cumsum,
    "place": _place,
}
# Those that change a part of their first operand, a copy of which is there when they begin.
IN_PLACE: dict[str, Callable[[Value], Iterator[Spec]]] = {
    "update": _update,
    "scatter_add": _scatter_add,
}
