"""Groups as loops: elementwise values, reductions, running sums, views that are written out.

Each is a generic, put together by `nest`; in pieces where it pays to share it among threads, which
is `parallel`'s. Groups that go row by row are `rows`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from mlir import ir
from mlir.dialects import arith, linalg, scf, tensor

from ..frontend.dims import Dim, Size, product
from ..frontend.graph import Value
from ..frontend.types import Type
from ..primitives.reductions import accumulator_dtypes, start_values
from ..primitives.table import At
from . import parallel, scalars
from .fuse import Group, is_identity, reads, through_views
from .nest import Body, Nest, Tile, element_of_source, generic, loop_index, position, whole  # noqa: F401
from .scalars import index_constant

ENOUGH = 16  # parts of an axis that most machines have threads for


def emit(builder, group: Group) -> None:
    """Write a group; its values that others need are in the builder's tables afterwards."""
    if not group.domain:
        _straight(builder, group)
    elif group.kind == "loops":
        _loops(builder, group)
    elif group.kind == "reduce":
        _reduce(builder, group)
    else:
        from . import rows

        rows.emit(builder, group)


def _straight(builder, group: Group) -> None:
    """Values of rank 0: no loop at all."""
    tile = Tile([], [], [])
    outer: dict[int, ir.Value] = {}
    for value in group.values:
        if value.primitive.kind == "reduce":
            builder.elements[id(value)] = converted(value, _stepped(builder, value, tile))
            continue
        body = Body(Nest(builder, tile), group, outer)
        body.inside = set()
        builder.elements[id(value)] = body.compute(value)


def _stepped(builder, value: Value, tile: Tile) -> ir.Value:
    """A reduction over no axes at all: one step."""
    reduction, dtype = value.primitive.emit, value.inputs[0].type.dtype
    element = scalars.widened(rank_zero(builder, value.inputs[0]), dtype)
    index = scalars.constant(0, np.dtype(np.int64))
    return reduction.step(dtype, start_values(value), element, index)[0]


def rank_zero(builder, value: Value) -> ir.Value:
    """A value of rank 0, views and constants included, as an SSA value."""
    source, indices = through_views(value)
    nest = Nest(builder, Tile([], [], []))
    if not source.is_source and (source.type.rank or id(source) in builder.tensors):
        place = [builder.index(i.start) for i in indices]
        return scalars.loaded(tensor.extract(builder.tensor(source), place), value.type.dtype)
    return nest.read(source, indices)([])


def _loops(builder, group: Group) -> None:
    """Elementwise values: one generic, in pieces on several threads where there is enough to do."""
    outputs = [v for v in group.values if id(v) in builder.kept]
    flat = _is_flat(builder, group)
    domain = [builder.size(product(group.domain))] if flat else whole(builder, group.domain).sizes
    inits = [builder.init(v) for v in outputs]
    if flat:
        inits = [builder.reshape(i, group.domain, (product(group.domain),)) for i in inits]
        for value in operands(group):
            if value.type.rank:
                builder.flattened(value)
    prepare(builder, group)
    exprs = [ir.AffineDimExpr.get(d) for d in range(len(domain))]

    def part(tile: Tile, into: list[ir.Value]) -> list[ir.Value]:
        nest = Nest(builder, tile, flat=flat)
        body = Body(nest, group, {})
        for value in outputs:
            body.declare(value)

        def compute(inputs, _):
            body.arguments = inputs
            return [scalars.stored(body.computed(v), v.type.dtype) for v in outputs]

        return generic(nest, [(i, exprs) for i in into], (), compute)

    if parallel.worthwhile(builder, group) and not runs_backwards(group):
        axes = range(len(domain))
        results = parallel.pieces(builder, domain, 0, inits, axes, part)
    else:
        results = part(Tile([0] * len(domain), domain, [False] * len(domain)), inits)
    for value, result in zip(outputs, results, strict=True):
        if flat:
            result = builder.reshape(result, (product(group.domain),), group.domain)
        builder.tensors[id(value)] = result


def prepare(builder, group: Group) -> None:
    """Write what a group reads before its loops: written inside of one, nothing behind that loop
    could read it."""
    for value in operands(group):
        if value.type.rank:
            builder.tensor(value)
        else:
            builder.element(value)


def operands(group: Group) -> list[Value]:
    """What a group reads from memory."""
    inside = {id(v) for v in group.values}
    found = []
    for value in group.values:
        for position_, (source, _) in enumerate(reads(value)):
            if value.primitive.kind == "gather" and position_ == 0:
                source = value.inputs[0]
            if id(source) not in inside and not source.is_source:
                found.append(source)
    return found


def _is_flat(builder, group: Group) -> bool:
    """Whether the loops may go through memory as if there were one dimension."""
    if len(group.domain) < 2 or any(isinstance(s, Dim) for s in group.domain):
        return False
    inside = {id(v) for v in group.values}
    for value in group.values:
        if value.primitive.kind == "gather":
            return False
        for source, indices in reads(value):
            if source.is_source and source.primitive.name == "iota":
                return False
            if id(source) in inside or source.is_source or not source.type.rank:
                continue
            whole_array = source.type.shape == group.domain
            if not whole_array or not is_identity(indices, source.type.rank):
                return False
            if id(source) in builder.strided:
                return False
    return True


def runs_backwards(group: Group) -> bool:
    """Whether something is read against the order of the first dimension's loop."""
    return any(i.dim == 0 and i.step < 0 for v in group.values for _, at in reads(v) for i in at)


def write_out(builder, value: Value) -> ir.Value:
    """A view or a constant as a tensor of its own."""
    source, indices = through_views(value)
    nest = Nest(builder, whole(builder, value.type.shape))
    read = nest.read(source, indices)
    exprs = [ir.AffineDimExpr.get(d) for d in range(value.type.rank)]
    dtype = value.type.dtype
    init = builder.init(value)
    if source.is_source and source.primitive.name == "full":
        return linalg.fill(scalars.stored(read([]), dtype), outs=[init])
    return generic(
        nest, [(init, exprs)], (), lambda inputs, _: [scalars.stored(read(inputs), dtype)]
    )[0]


def written(builder, value: Value, target: ir.Value) -> ir.Value:
    """A view of what is in memory, written into a tensor: in pieces on threads, if it is large."""
    source, indices = through_views(value)
    shape, dtype = value.type.shape, value.type.dtype
    domain = whole(builder, shape).sizes
    builder.tensor(source)
    exprs = [ir.AffineDimExpr.get(d) for d in range(len(domain))]

    def part(tile: Tile, into: list[ir.Value]) -> list[ir.Value]:
        nest = Nest(builder, tile)
        read = nest.read(source, indices)
        return generic(nest, [(into[0], exprs)], (),
                       lambda inputs, _: [scalars.stored(read(inputs), dtype)])  # fmt: skip

    sizes = [512 if isinstance(s, Dim) else s for s in shape]
    backwards = any(i.step < 0 for i in indices)
    if not (builder.threads and product(sizes) >= parallel.WORTHWHILE) or backwards:
        return part(Tile([0] * len(domain), domain, [False] * len(domain)), [target])[0]
    axis = max(range(len(sizes) - 1), key=sizes.__getitem__, default=0)
    return parallel.pieces(builder, domain, axis, [target], range(len(domain)), part)[0]


def _reduce(builder, group: Group) -> None:
    """A reduction over any axes, of an array that is in memory."""
    value = group.values[0]
    axes, domain = value.params["axes"], whole(builder, group.domain).sizes
    source, indices = through_views(value.inputs[0])
    kept = [d for d in range(len(domain)) if d not in axes]
    accumulators = accumulator_dtypes(value)
    inits = []
    for n, kind in enumerate(accumulators):
        fits = n == 0 and kind == value.type.dtype
        inits.append(builder.init(value) if fits else builder.empty(Type(value.type.shape, kind)))
    prepare(builder, group)

    def part(tile: Tile, into: list[ir.Value]) -> list[ir.Value]:
        nest = Nest(builder, tile)
        read = nest.read(source, indices)
        exprs = [ir.AffineDimExpr.get(d) for d in kept]
        starts = zip(into, accumulators, start_values(value), strict=True)
        into = [linalg.fill(scalars.stored(start, kind), outs=[i]) for i, kind, start in starts]

        def compute(inputs, totals):
            return accumulated(value, totals, read(inputs), tile)

        return generic(nest, [(i, exprs) for i in into], axes, compute)

    axis = max(kept, key=lambda d: domain[d] if isinstance(domain[d], int) else 512)
    shared = parallel.worthwhile(builder, group)
    summed = _first_long(group.domain, axes)
    if shared and parallel.is_one_piece(domain, axis) and _may_be_cut(value, summed, indices):
        results = _reduce_in_pieces(builder, value, summed, inits, kept, part)
    elif shared and not any(i.dim == axis and i.step < 0 for i in indices):
        results = parallel.pieces(builder, domain, axis, inits, kept, part)
    else:
        results = part(whole(builder, group.domain), inits)
    result = results[0]
    if accumulators[0] != value.type.dtype:
        result = _converted_tensor(builder, value, result, accumulators[0])
    builder.tensors[id(value)] = result


def _first_long(domain: Sequence[Size], axes: Sequence[int]) -> int:
    """Of the axes the first that is long enough for every thread to get some of it, or the longest:
    an outer one is cut into parts that lie in memory one after the other."""
    sizes = {d: parallel.guessed(domain[d : d + 1]) for d in axes}
    return next((d for d in axes if sizes[d] >= ENOUGH), max(axes, key=sizes.__getitem__))


def _may_be_cut(value: Value, axis: int, indices: Sequence[At]) -> bool:
    """Whether what comes of parts of an axis can be put together, and it is read forwards."""
    backwards = any(i.dim == axis and i.step < 0 for i in indices)
    return not value.primitive.emit.needs_index and not backwards


# [region cut]
def _reduce_in_pieces(
    builder, value: Value, axis: int, inits: list[ir.Value], kept: Sequence[int], part: Callable
) -> list[ir.Value]:
    """A reduction of many elements to few: on threads, each piece of an axis that is summed over
    with accumulators of its own. They are put together afterwards."""
    (kind,) = accumulator_dtypes(value)
    domain = whole(builder, value.inputs[0].type.shape).sizes
    each = parallel.piece(domain[axis], parallel.PIECES)
    count = parallel.ceildiv(domain[axis], each)
    sizes = [domain[d] for d in kept]
    dropped = [True] + [False] * len(sizes)
    partial = tensor.empty([count, *sizes], scalars.storage(kind))
    loop = scf.ForallOp([0], [count], [1], [partial])
    with ir.InsertionPoint(loop.body):
        number, held = loop.body.arguments
        offset = arith.muli(number, builder.index(each))
        left = parallel.left(offset, domain[axis], each)
        offsets = [offset if d == axis else 0 for d in range(len(domain))]
        tile = Tile(offsets, [left if d == axis else s for d, s in enumerate(domain)],
                    [False] * len(domain))  # fmt: skip
        place = [number, *[0] * len(sizes)], [1, *sizes]
        into = builder.extract(held, *place, [1] * len(dropped), dropped)
        (result,) = part(tile, [into])
        end = scf.InParallelOp()
        with ir.InsertionPoint(end.block):
            builder.insert_in_parallel(result, held, *place)
    return put_together(builder, value, loop.results[0], [count, *sizes], inits[0])
    # [end cut]


def put_together(
    builder, value: Value, partial: ir.Value, sizes: list, init: ir.Value
) -> list[ir.Value]:
    """Accumulators of pieces, along the first dimension, as one of each."""
    (kind,), (start,) = accumulator_dtypes(value), start_values(value)
    rank, dtype = len(sizes), value.inputs[0].type.dtype
    nest = Nest(builder, Tile([0] * rank, sizes, [False] * rank))
    exprs = [ir.AffineDimExpr.get(d) for d in range(rank)]
    read = nest.add(partial, exprs, kind)
    init = linalg.fill(scalars.stored(start, kind), outs=[init])

    def compute(inputs, held):
        old = [scalars.loaded(held[0], kind)]
        (new,) = value.primitive.emit.step(dtype, old, read(inputs), None)
        return [scalars.stored(new, kind)]

    return generic(nest, [(init, exprs[1:])], (0,), compute)


def _converted_tensor(builder, value: Value, source: ir.Value, dtype: np.dtype) -> ir.Value:
    nest = Nest(builder, whole(builder, value.type.shape))
    exprs = [ir.AffineDimExpr.get(d) for d in range(value.type.rank)]
    read = nest.add(source, exprs, dtype)
    target = value.type.dtype
    return generic(nest, [(builder.init(value), exprs)], (),
                   lambda inputs, _: [scalars.stored(scalars.cast(read(inputs), dtype, target),
                                                     target)])[0]  # fmt: skip


def accumulated(
    value: Value, totals: Sequence[ir.Value], element: ir.Value, tile: Tile
) -> list[ir.Value]:
    """A reduction's accumulators, as they stand in memory, after one more element."""
    dtype, reduction = value.inputs[0].type.dtype, value.primitive.emit
    kinds = accumulator_dtypes(value)
    index = None
    if reduction.needs_index:
        (axis,) = value.params["axes"]
        index = arith.index_cast(ir.IntegerType.get_signless(64), loop_index(At(axis), tile))
    old = [scalars.loaded(t, k) for t, k in zip(totals, kinds, strict=True)]
    new = reduction.step(dtype, old, scalars.widened(element, dtype), index)
    return [scalars.stored(n, k) for n, k in zip(new, kinds, strict=True)]


def converted(value: Value, accumulator: ir.Value) -> ir.Value:
    return scalars.cast(accumulator, accumulator_dtypes(value)[0], value.type.dtype)


# Running sums ----------------------------------------------------------------------------------


def scan(builder, node: Value, source: ir.Value, axis: int) -> ir.Value:
    """A loop along the axis, in which each slice is the one before plus the source's."""
    shape, dtype = node.type.shape, node.type.dtype
    target = builder.init(node)
    if 0 in shape:
        return target
    lines = [1 if d == axis else builder.size(s) for d, s in enumerate(shape)]
    rest = [s for d, s in enumerate(lines) if d != axis]
    dropped = [d == axis for d in range(len(shape))]
    steps = [1] * len(shape)
    start = linalg.fill(scalars.stored(scalars.constant(0, dtype), dtype),
                        outs=[tensor.empty(rest, scalars.storage(dtype))])  # fmt: skip
    loop = scf.ForOp(index_constant(0), builder.index(shape[axis]), index_constant(1),
                     [target, start])  # fmt: skip
    with ir.InsertionPoint(loop.body):
        place, held, total = loop.body.arguments
        offsets = [place if d == axis else 0 for d in range(len(shape))]
        line = builder.extract(source, offsets, lines, steps, dropped)
        nest = Nest(builder, Tile([0] * len(rest), rest, [False] * len(rest)))
        across = [ir.AffineDimExpr.get(n) for n in range(len(rest))]
        read = nest.add(line, across, dtype)

        def compute(inputs, totals):
            before, more = scalars.loaded(totals[0], dtype), read(inputs)
            add = arith.addf if scalars.is_float(dtype) else arith.addi
            wide = add(scalars.widened(before, dtype), scalars.widened(more, dtype))
            return [scalars.stored(scalars.narrowed(wide, dtype), dtype)]

        next_total = generic(nest, [(total, across)], (), compute)[0]
        scf.YieldOp([builder.insert(next_total, held, offsets, lines, dropped), next_total])
    return loop.results[0]
