"""Groups that go row by row: a loop over the rows, and inside of it one pass for each phase.

A softmax needs two reductions one after the other, so a row is read three times: while it is in the
cache. What an earlier phase has computed at some cost is kept for a later one, a row of it; what is
cheap is computed again.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import linalg, scf, tensor

from . import scalars
from .dims import Dim
from .fuse import Group, of_rows, reads, through_views
from .graph import Value
from .loops import Body, Nest, Tile, converted, generic, index_along, index_constant, whole
from .primitives.reductions import start_values

CHEAP = 4  # additions that it takes to compute a value again rather than to keep a row of it
WORTH_THREADS = 1 << 16  # additions from which on a loop is shared among threads


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
    for value in _read_outside(group):
        builder.tensor(value)
    sizes = [builder.size(s) for s in outer]
    if builder.threads and _work(group) >= WORTH_THREADS:
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


def _read_outside(group: Group) -> list[Value]:
    """What the group reads from memory: it has to be there before the loop over the rows."""
    inside = {id(v) for v in group.values}
    found = []
    for value in group.values:
        for position_, (source, _) in enumerate(reads(value)):
            if value.primitive.kind == "gather" and position_ == 0:
                source = value.inputs[0]
            is_source = source.primitive is not None and source.primitive.kind == "source"
            if id(source) not in inside and source.type.rank and not is_source:
                found.append(source)
    return found


def _work(group: Group) -> int:
    """Additions that the group costs, taking a dynamic size for a large one."""
    elements = 1
    for size in group.domain:
        elements *= 512 if isinstance(size, Dim) else size
    return elements * sum(v.primitive.cost for v in group.values)


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


def _phases(group: Group) -> dict[int, int]:
    """For each value the number of reductions that have to be done before it, one after another."""
    phase: dict[int, int] = {}
    for value in group.values:
        level = 0
        for source, _ in reads(value):
            level = max(level, phase.get(id(source), 0))
        phase[id(value)] = level + (value.primitive.kind == "reduce")
    return phase


def _cost(value: Value, group: Group, phase: dict[int, int], keep: set[int]) -> int:
    """Additions that computing a full value again takes, as far as nothing of it is kept."""
    total = value.primitive.cost
    inside = {id(v) for v in group.values}
    for source, _ in reads(value):
        if id(source) in inside and not group.is_outer(source) and id(source) not in keep:
            total += _cost(source, group, phase, keep)
    return total


def _kept_rows(group: Group, outputs: list[Value], phase: dict[int, int]) -> set[int]:
    """Full values that a later phase reads back, because computing them again costs more."""
    keep: set[int] = set()
    inside = {id(v): v for v in group.values}
    for value in group.values:
        if group.is_outer(value) and value.primitive.kind != "reduce":
            continue
        mine = phase[id(value)] - (value.primitive.kind == "reduce")
        for source, _ in reads(value):
            if id(source) not in inside or group.is_outer(source):
                continue
            stored = source in outputs
            if phase[id(source)] < mine and (stored or _cost(source, group, phase, keep) > CHEAP):
                keep.add(id(source))
    return keep


def _row(builder, group: Group, outputs: list[Value], tile: Tile, init) -> list[ir.Value]:
    """All phases of one row; a tensor for each full result, an element for each other one."""
    phase = _phases(group)
    keep = _kept_rows(group, outputs, phase)
    outer: dict[int, ir.Value] = {}
    rows: dict[int, ir.Value] = {}
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
            _phase(builder, group, tile, init, full, reductions, outputs, outer, rows)
    return [outer[id(v)] if group.is_outer(v) else rows[id(v)] for v in outputs]


def _outer_value(builder, group, value: Value, tile: Tile, outer: dict) -> ir.Value:
    """A value with one element for each row, computed from others of that kind."""
    arguments = []
    inside = {id(v) for v in group.values}
    fixed = Tile(tile.offsets, tile.sizes, [True] * len(tile.fixed))
    for source, indices in reads(value):
        if id(source) in inside:
            assert of_rows(source, indices, group)
            arguments.append(outer[id(source)])
        else:
            arguments.append(Nest(builder, fixed).read(source, indices)([]))
    return value.primitive.emit(value, *arguments)


def _phase(builder, group, tile, init, full, reductions, outputs, outer, rows) -> None:
    """One generic over the row: full values are written, reductions accumulated."""
    nest = Nest(builder, tile)
    body = Body(nest, group, outer)
    loops = tile.loops
    across = [ir.AffineDimExpr.get(n) for n in range(len(loops))]
    for key, row in rows.items():
        body.kept[key] = _reading(nest, row, across, key, group)
    for value in full:
        body.declare(value)
    for value in reductions:
        _declare_input(body, value)
    inits = []
    for value in full:
        if value in outputs:
            inits.append((init(value), across))
        else:
            sizes = [tile.sizes[d] for d in loops]
            inits.append((tensor.empty(sizes, scalars.storage(value.type.dtype)), across))
    counts = []
    for value in reductions:
        kinds = value.primitive.emit.dtypes(value.inputs[0].type.dtype)
        counts.append(kinds)
        for kind, start in zip(kinds, start_values(value), strict=True):
            zero_rank = tensor.empty([], scalars.storage(kind))
            inits.append((linalg.fill(scalars.stored(start, kind), outs=[zero_rank]), []))

    def compute(inputs, held):
        body.arguments = inputs
        result = [scalars.stored(body.computed(v), v.type.dtype) for v in full]
        at = len(full)
        for value, kinds in zip(reductions, counts, strict=True):
            dtype, reduction = value.inputs[0].type.dtype, value.primitive.emit
            element = scalars.widened(body.element(*through_views(value.inputs[0])), dtype)
            index = index_along(value.params["axes"], tile) if reduction.needs_index else None
            totals = [
                scalars.loaded(h, k) for h, k in zip(held[at : at + len(kinds)], kinds, strict=True)
            ]
            stepped = reduction.step(dtype, totals, element, index)
            result += [scalars.stored(s, k) for s, k in zip(stepped, kinds, strict=True)]
            at += len(kinds)
        return result

    results = generic(nest, inits, loops if reductions else (), compute)
    for value, result in zip(full, results, strict=False):
        rows[id(value)] = result
    at = len(full)
    for value, kinds in zip(reductions, counts, strict=True):
        element = scalars.loaded(tensor.extract(results[at], []), kinds[0])
        outer[id(value)] = converted(value, element)
        at += len(kinds)


def _declare_input(body: Body, value: Value) -> None:
    source, indices = through_views(value.inputs[0])
    if id(source) in body.inside:
        if not body.group.is_outer(source):
            body.declare(source)
    else:
        body.nest.read(source, indices)


def _reading(nest: Nest, row: ir.Value, across, key: int, group: Group):
    dtype = next(v.type.dtype for v in group.values if id(v) == key)
    return nest.add(row, across, dtype)
