"""Groups that go row by row: a loop over the rows, and inside of it one pass for each phase.

A softmax needs two reductions one after the other, so a row is read three times: while it is in the
cache. What an earlier phase has computed at some cost is kept for a later one, a row of it; what is
cheap is computed again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith, linalg, scf, tensor

from ..frontend.graph import Value
from ..frontend.types import Type
from ..primitives.reductions import accumulator_dtypes, start_values
from . import parallel, scalars
from .fuse import Group, reads, through_views
from .loops import accumulated, converted, prepare, put_together, runs_backwards
from .nest import Body, Nest, Tile, generic, whole
from .scalars import index_constant

CHEAP = 4  # additions that it takes to compute a value again rather than to keep a row of it


def emit(builder, group: Group) -> None:
    """A loop over the rows, inside of which each phase is a generic over one row."""
    outputs = [v for v in group.values if id(v) in builder.kept]
    outer = group.outer
    if not outer:
        results = _row(builder, group, outputs, whole(builder, group.domain), builder.init)
        for value, result in zip(outputs, results, strict=True):
            if group.is_outer(value):
                _keep_element(builder, value, result)
            else:
                builder.tensors[id(value)] = result
        return
    inits = [builder.init(v) for v in outputs]
    prepare(builder, group)
    sizes = [builder.size(s) for s in outer]
    if parallel.worthwhile(builder, group):
        results = _rows_in_parallel(builder, group, outputs, inits, sizes)
    else:
        results = _rows_in_turn(builder, group, outputs, inits, sizes)
    for value, result in zip(outputs, results, strict=True):
        builder.tensors[id(value)] = result


def _keep_element(builder, value: Value, element: ir.Value) -> None:
    if value.type.rank:
        made = tensor.from_elements(
            ir.RankedTensorType.get(value.type.shape, scalars.storage(value.type.dtype)),
            [scalars.stored(element, value.type.dtype)],
        )
        builder.tensors[id(value)] = made
    else:
        builder.elements[id(value)] = element


def _slice_of(builder, value: Value, group: Group, tile: Tile) -> tuple[list, list]:
    """Offsets and sizes of a row's part of a result."""
    rank = value.type.rank
    offsets = [tile.offsets[d] if d < len(group.outer) else 0 for d in range(rank)]
    full = value.type.shape == group.domain
    sizes = [1 if d < len(group.outer) or not full else tile.sizes[d] for d in range(rank)]
    return offsets, sizes


def _rows_in_turn(builder, group, outputs, inits, sizes) -> list[ir.Value]:
    """Nested `scf.for`."""
    zero, one = index_constant(0), index_constant(1)

    def level(depth: int, offsets: list[ir.Value], held: list[ir.Value]) -> list[ir.Value]:
        if depth == len(sizes):
            tile = _row_tile(builder, group, offsets)
            results = _row(
                builder, group, outputs, tile, _into(builder, group, outputs, held, tile)
            )
            return [
                builder.insert(_as_slice(v, r, group), h, *_slice_of(builder, v, group, tile))
                for v, r, h in zip(outputs, results, held, strict=True)
            ]
        loop = scf.ForOp(zero, builder.index(sizes[depth]), one, held)
        with ir.InsertionPoint(loop.body):
            inner = list(loop.body.arguments)
            scf.YieldOp(level(depth + 1, [*offsets, inner[0]], inner[1:]))
        return list(loop.results)

    return level(0, [], inits)


def _rows_in_parallel(builder, group, outputs, inits, sizes) -> list[ir.Value]:
    """One `scf.forall`."""
    count = len(sizes)
    loop = scf.ForallOp([0] * count, sizes, [1] * count, inits)
    with ir.InsertionPoint(loop.body):
        arguments = list(loop.body.arguments)
        tile = _row_tile(builder, group, arguments[:count])
        held = arguments[count:]
        results = _row(builder, group, outputs, tile, _into(builder, group, outputs, held, tile))
        parts = [_as_slice(v, r, group) for v, r in zip(outputs, results, strict=True)]
        end = scf.InParallelOp()
        with ir.InsertionPoint(end.block):
            for value, part, target in zip(outputs, parts, held, strict=True):
                place = _slice_of(builder, value, group, tile)
                builder.insert_in_parallel(part, target, *place)
    return list(loop.results)


def _row_tile(builder, group: Group, offsets: list[ir.Value]) -> Tile:
    count = len(offsets)
    inner = [builder.size(s) for s in group.domain[count:]]
    return Tile([*offsets, *[0] * len(inner)], [*[1] * count, *inner],
                [True] * count + [False] * len(inner))  # fmt: skip


def _into(builder, group, outputs, held, tile):
    """Where a row of a result is written: its slice of the whole."""
    places = {id(v): h for v, h in zip(outputs, held, strict=True)}

    def init(value: Value) -> ir.Value:
        count = len(group.outer)
        offsets, sizes = _slice_of(builder, value, group, tile)
        dropped = [d < count for d in range(value.type.rank)]
        return builder.extract(places[id(value)], offsets, sizes, [1] * len(sizes), dropped)

    return init


def _as_slice(value: Value, result: ir.Value, group: Group) -> ir.Value:
    """A row's result as a tensor that can be inserted."""
    if not group.is_outer(value):
        return result
    element = scalars.stored(result, value.type.dtype)
    rank = value.type.rank - len(group.outer)
    kind = ir.RankedTensorType.get([1] * rank, element.type)
    return tensor.from_elements(kind, [element])


def phases(group: Group) -> dict[int, int]:
    """For each value the number of reductions that have to be done before it, one after another."""
    phase: dict[int, int] = {}
    for value in group.values:
        level = 0
        for source, _ in reads(value):
            level = max(level, phase.get(id(source), 0))
        phase[id(value)] = level + (value.primitive.kind == "reduce")
    return phase


def _cost(value: Value, group: Group, keep: set[int]) -> int:
    """Additions that computing a full value again takes, as far as nothing of it is kept."""
    inside = {id(v) for v in group.values}
    total, seen, left = 0, {id(value)}, [value]
    while left:
        value = left.pop()
        total += value.primitive.cost
        for source, _ in reads(value):
            full = id(source) in inside and not group.is_outer(source)
            if full and id(source) not in keep | seen:
                seen.add(id(source))
                left.append(source)
    return total


# [region kept]
def _kept_rows(group: Group, outputs: list[Value], phase: dict[int, int]) -> set[int]:
    """Full values that a later phase reads back, because computing them again costs more."""
    keep: set[int] = set()
    inside = {id(v): v for v in group.values}
    picked = _picked_from(group)
    for value in group.values:
        if group.is_outer(value) and value.primitive.kind != "reduce":
            continue
        mine = phase[id(value)] - (value.primitive.kind == "reduce")
        for source, _ in reads(value):
            if id(source) not in inside or group.is_outer(source):
                continue
            stored = source in outputs or id(source) in picked
            if phase[id(source)] < mine and (stored or _cost(source, group, keep) > CHEAP):
                keep.add(id(source))
    return keep
    # [end kept]


def _picked_from(group: Group) -> set[int]:
    """The ids of choices that an extreme is taken of. LLVM makes of the maximum of a choice with
    -inf a choice of maxima, which it does not vectorise; of one that is stored as well it does not.
    """
    extremes = [v for v in group.values if v.primitive.name in ("max", "min")]
    sources = [source for v in extremes for source, _ in reads(v)]
    return {id(s) for s in sources if s.primitive is not None and s.primitive.name == "where"}


def _of_row(value: Value, group: Group) -> Type:
    """The type of a row of a full value."""
    return Type(value.type.shape[len(group.outer) :], value.type.dtype)


def _kept_in_results(
    group: Group, outputs: list[Value], phase: dict[int, int], keep: set[int]
) -> dict[int, Value]:
    """For kept values the result whose row they lie in until it is written: a softmax keeps its
    exponentials where their quotients go."""
    read: dict[int, int] = {}  # the last phase that reads a value
    for value in group.values:
        for source, _ in reads(value):
            by = phase[id(value)] - (value.primitive.kind == "reduce")
            read[id(source)] = max(read.get(id(source), 0), by)
    reducing = {phase[id(v)] - 1 for v in group.values if v.primitive.kind == "reduce"}
    into: dict[int, Value] = {}
    for value in group.values:
        if id(value) not in keep or value in outputs:
            continue
        for result in outputs:
            written = phase[id(result)]
            if (
                not group.is_outer(result) and result.type.dtype == value.type.dtype
                and phase[id(value)] < written and read[id(value)] <= written
                and written not in reducing and all(result is not r for r in into.values())
            ):  # fmt: skip
                into[id(value)] = result
                break
    return into


def keeps_in_results(group: Group, outputs: list[Value]) -> bool:
    """Whether something is kept where a result is written later."""
    phase = phases(group)
    return bool(_kept_in_results(group, outputs, phase, _kept_rows(group, outputs, phase)))


def _row(builder, group: Group, outputs: list[Value], tile: Tile, init) -> list[ir.Value]:
    """All phases of one row; a tensor for each full result, an element for each other one."""
    phase = phases(group)
    keep = _kept_rows(group, outputs, phase)
    into = _kept_in_results(group, outputs, phase, keep) if group.outer else {}
    outer: dict[int, ir.Value] = {}
    rows: dict[int, ir.Value] = {}

    def place(value: Value) -> ir.Value:
        """Where a full value is written to."""
        if id(value) in into:
            return init(into[id(value)])
        for held, result in into.items():
            if result is value:
                return rows[held]
        return init(value) if value in outputs else builder.empty(_of_row(value, group))

    for number in range(max(phase.values()) + 1):
        for value in group.values:
            if group.is_outer(value) and phase[id(value)] == number and id(value) not in outer:
                outer[id(value)] = _outer_value(builder, group, value, tile, outer)
        full = [
            v for v in group.values
            if not group.is_outer(v) and phase[id(v)] == number
            and (v in outputs or id(v) in keep)
        ]  # fmt: skip
        reductions = [
            v for v in group.values
            if v.primitive.kind == "reduce" and phase[id(v)] == number + 1
        ]  # fmt: skip
        if full or reductions:
            now = Phase(group, full, reductions, outer, rows)
            _compute_phase(builder, now, tile, place)
    return [outer[id(v)] if group.is_outer(v) else rows[id(v)] for v in outputs]


def _outer_value(builder, group, value: Value, tile: Tile, outer: dict) -> ir.Value:
    """A value with one element for each row, computed from others of that kind."""
    fixed = Tile(tile.offsets, tile.sizes, [True] * len(tile.fixed))
    return Body(Nest(builder, fixed), group, outer).compute(value)


@dataclass
class Phase:
    """What one pass over a row computes: full values, written, and reductions, accumulated."""

    group: Group
    full: list[Value]
    reductions: list[Value]
    outer: dict[int, ir.Value]
    rows: dict[int, ir.Value]

    @property
    def accumulators(self) -> list[tuple[Value, int, np.dtype]]:
        """Each accumulator: its reduction, its number there, its dtype."""
        return [
            (value, number, kind)
            for value in self.reductions
            for number, kind in enumerate(accumulator_dtypes(value))
        ]

    def generic(self, builder, tile: Tile, full: list, starts: list) -> list[ir.Value]:
        """The generic over a tile of the row, written into `full` and `starts`."""
        nest = Nest(builder, tile)
        body = Body(nest, self.group, self.outer)
        loops = tile.loops
        across = [ir.AffineDimExpr.get(n) for n in range(len(loops))]
        dtypes = {id(v): v.type.dtype for v in self.group.values}
        for key, row in self.rows.items():
            if any(not isinstance(tile.offsets[d], int) for d in loops):
                offsets, sizes = ([part[d] for d in loops] for part in (tile.offsets, tile.sizes))
                row = builder.extract(row, offsets, sizes, [1] * len(loops))
            body.kept[key] = nest.add(row, across, dtypes[key])
        for value in self.full:
            body.declare(value)
        for value in self.reductions:
            body.need(*through_views(value.inputs[0]))

        def compute(inputs, held):
            body.arguments = inputs
            result = [scalars.stored(body.computed(v), v.type.dtype) for v in self.full]
            totals = iter(held[len(self.full) :])
            for value in self.reductions:
                old = [next(totals) for _ in accumulator_dtypes(value)]
                element = body.element(*through_views(value.inputs[0]))
                result += accumulated(value, old, element, tile)
            return result

        inits = [(i, across) for i in full] + [(i, []) for i in starts]
        return generic(nest, inits, loops if self.reductions else (), compute)

    def starts(self, builder) -> list[ir.Value]:
        """A tensor of rank 0 with the first value of each accumulator."""
        found = []
        for value in self.reductions:
            for kind, start in zip(accumulator_dtypes(value), start_values(value), strict=True):
                empty = builder.empty(Type((), kind))
                found.append(linalg.fill(scalars.stored(start, kind), outs=[empty]))
        return found


def _compute_phase(builder, phase: Phase, tile: Tile, place) -> None:
    """Compute a phase over a row, full values into their `place`; its results are in the phase's
    tables afterwards."""
    sizes = [tile.sizes[d] for d in tile.loops]
    full = [place(v) for v in phase.full]
    count = len(full)
    # A long sum in pieces is also more exact: what is added up stays small beside the total.
    pieces = not phase.group.outer and parallel.large(phase.group)
    pieces = pieces and (builder.threads or phase.reductions)
    if pieces and not runs_backwards(phase.group) and not _needs_index(phase):
        results = _in_pieces(builder, phase, sizes, full)
    else:
        results = phase.generic(builder, tile, full, phase.starts(builder))
    phase.rows.update(zip(map(id, phase.full), results[:count], strict=True))
    for (value, number, kind), result in zip(phase.accumulators, results[count:], strict=True):
        if number == 0:
            element = scalars.loaded(tensor.extract(result, []), kind)
            phase.outer[id(value)] = converted(value, element)


def _needs_index(phase: Phase) -> bool:
    return any(v.primitive.emit.needs_index for v in phase.reductions)


def _in_pieces(builder, phase: Phase, domain: list, full: list[ir.Value]) -> list[ir.Value]:
    """A phase over the whole of an array in pieces, on threads or in turn: each has accumulators of
    its own, which are put together afterwards."""
    prepare(builder, phase.group)
    rank, kinds = len(domain), [kind for _, _, kind in phase.accumulators]
    unit = parallel.ALIGNED if rank == 1 else 1
    each = parallel.piece(domain[0], parallel.PIECES, unit)
    count = parallel.ceildiv(domain[0], each)
    partial = [tensor.empty([count], scalars.storage(kind)) for kind in kinds]

    def part(number: ir.Value, held: list[ir.Value]) -> list[tuple]:
        """Each result of a piece, what it is put into, and where."""
        offset = arith.muli(number, builder.index(each))
        offsets = [offset, *[0] * (rank - 1)]
        sizes = [parallel.left(offset, domain[0], each), *domain[1:]]
        into = [builder.extract(h, offsets, sizes, [1] * rank) for h in held[: len(full)]]
        tile = Tile(offsets, sizes, [False] * rank)
        results = phase.generic(builder, tile, into, phase.starts(builder))
        places = [(offsets, sizes) if r.type.rank else ([number], [1]) for r in results]
        return [(r, h, *place) for r, h, place in zip(results, held, places, strict=True)]

    if builder.threads:
        loop = scf.ForallOp([0], [count], [1], [*full, *partial])
        with ir.InsertionPoint(loop.body):
            number, *held = loop.body.arguments
            results = part(number, held)
            end = scf.InParallelOp()
            with ir.InsertionPoint(end.block):
                for result in results:
                    builder.insert_in_parallel(*result)
    else:
        zero, one = index_constant(0), index_constant(1)
        loop = scf.ForOp(zero, builder.index(count), one, [*full, *partial])
        with ir.InsertionPoint(loop.body):
            number, *held = loop.body.arguments
            scf.YieldOp([builder.insert(*result) for result in part(number, held)])
    results = list(loop.results)
    totals = list(results[: len(full)])
    for (value, _, kind), partial in zip(phase.accumulators, results[len(full) :], strict=True):
        totals += put_together(builder, value, partial, [count], builder.empty(Type((), kind)))
    return totals
