"""Attention in tiles: of 64 queries and 64 keys, with an online softmax, on threads.

For each block of queries a loop over the keys keeps the largest score of each query, the sum of
exponentials and the weighted sum of values, and scales them down where a larger score comes. The
scores are never in memory but for one tile, in which a query is a column: a softmax along the keys
goes down the columns, 64 of them at once. The products and the softmax are kernels,
mlir/kernels/attention.mlir; what is done to the scores before it is a loop of its own, made from
the graph. A tile that a mask leaves nothing of is skipped, and where the mask leaves all of it, the
mask is not computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith, bufferization, linalg, memref, scf

from ..frontend.graph import Value
from ..frontend.types import Type
from ..primitives.table import At
from ..products import own_kernels
from . import scalars
from .bounds import Bounds, Mask, Truth, mask_of
from .buffers import UNKNOWN, alloca, generic, on_buffers, read_only
from .expression import Expression
from .nest import Nest, Tile
from .nest import generic as generic_on_tensors
from .parallel import ceildiv, left
from .scalars import index_constant

LANES = 64  # queries of a tile: the columns in mlir/kernels/attention.mlir
KEYS = 64  # of a tile
DYNAMIC = ir.ShapedType.get_dynamic_size()
FLOAT32, INT8, BOOL = np.dtype(np.float32), np.dtype(np.int8), np.dtype(bool)


def emit(node: Value, tensors: Sequence[ir.Value], builder) -> ir.Value:
    """The tensor that an attention gives: the loops over blocks of queries."""
    return _Writer(node, list(tensors), builder).write()


@dataclass
class _Ordered(Tile):
    """A tile whose loops are in an order of their own."""

    order: Sequence[int] = ()

    @property
    def loops(self) -> list[int]:
        return list(self.order)


def _ordered(offsets: list, sizes: list, order: Sequence[int]) -> _Ordered:
    return _Ordered(offsets, sizes, [d not in order for d in range(len(sizes))], order)


@dataclass
class _Operand:
    """Query, key or value: a tensor whose dimensions are those of the attention, in `indices`."""

    tensor: ir.Value
    type: Type
    indices: list[At]


class _Writer:
    """One attention while it is written. Its dimensions are numbered as `attention.Attention` says;
    d and e are the numbers of those of an element of a key and of a value."""

    def __init__(self, node: Value, tensors: list[ir.Value], builder) -> None:
        self.node, self.builder = node, builder
        self.attention = node.params["attention"]
        rank = self.attention.rank
        self.queries, self.keys, self.d, self.e = range(rank - 2, rank + 2)
        self.sizes = [builder.size(size) for size in self.attention.sizes]
        self.operands = [
            self._seen(*given) for given in zip(tensors, node.inputs, self.attention.operands,
                                                strict=False)
        ]  # fmt: skip
        for value in node.inputs:
            if not value.type.rank:
                builder.element(value)  # once, before the loops

    def _seen(self, source: ir.Value, value: Value, indices: Sequence[At]) -> _Operand:
        """The part of an operand's tensor that is read, once for all tiles."""
        sizes = self.attention.sizes
        one = [i.dim is None for i in indices]
        part = self.builder.extract(
            source,
            [i.start for i in indices],
            [1 if i.dim is None else sizes[i.dim] for i in indices],
            [i.step for i in indices],
            one,
        )
        dims = [i.dim for i in indices if i.dim is not None]
        return _Operand(part, Type(tuple(sizes[d] for d in dims), FLOAT32), list(map(At, dims)))

    # [region blocks]
    def write(self) -> ir.Value:
        """The loops over the batch and over blocks of queries."""
        builder, target = self.builder, self.builder.init(self.node)
        blocks = ceildiv(self.sizes[self.queries], LANES)
        counts = [*self.sizes[: self.queries], blocks]
        if builder.threads:
            loop = scf.ForallOp([0] * len(counts), counts, [1] * len(counts), [target])
            with ir.InsertionPoint(loop.body):
                *at, held = loop.body.arguments
                part, *place = self._block(at, held, _Scratch(self))
                end = scf.InParallelOp()
                with ir.InsertionPoint(end.block):
                    builder.insert_in_parallel(part, held, *place)
            return loop.results[0]
        return self._in_turn(counts, [], target, _Scratch(self))
        # [end blocks]

    def _in_turn(self, counts: list, at: list[ir.Value], held: ir.Value, scratch) -> ir.Value:
        if len(at) == len(counts):
            part, offsets, sizes = self._block(at, held, scratch)
            return self.builder.insert(part, held, offsets, sizes)
        count = self.builder.index(counts[len(at)])
        loop = scf.ForOp(index_constant(0), count, index_constant(1), [held])
        with ir.InsertionPoint(loop.body):
            number, inner = loop.body.arguments
            scf.YieldOp([self._in_turn(counts, [*at, number], inner, scratch)])
        return loop.results[0]

    def _tile(self, at: list, queries: tuple, keys: tuple, order: Sequence[int]) -> Tile:
        """A part of the dimensions: one index of the batch, (first, count) of queries and keys."""
        batch = self.queries
        offsets = [*at[:batch], queries[0], keys[0], 0, 0]
        sizes = [*[1] * batch, queries[1], keys[1], *self.sizes[self.d :]]
        return _ordered(offsets, sizes, order)

    # [region block]
    def _block(self, at: list[ir.Value], held: ir.Value, scratch: _Scratch) -> tuple:
        """A block of queries: its part of the result, and where that is."""
        first = arith.muli(at[-1], index_constant(LANES))
        lanes = left(first, self.sizes[self.queries], LANES)
        queries, nothing = (first, lanes), (0, 1)
        scratch.clear()
        tile = self._tile(at, queries, nothing, [self.d, self.queries])
        self._load_queries(tile, scratch)
        step, count = index_constant(KEYS), self.builder.index(self.sizes[self.keys])
        loop = scf.ForOp(index_constant(0), count, step)
        with ir.InsertionPoint(loop.body):
            key = loop.induction_variable
            keys = (key, left(key, self.sizes[self.keys], KEYS))
            self._keys(at, queries, keys, scratch)
            scf.YieldOp([])
        tile = self._tile(at, queries, nothing, [self.queries, self.e])
        return self._store(tile, held, scratch)
        # [end block]

    def _load_queries(self, tile: Tile, scratch: _Scratch) -> None:
        """The queries of a block as columns."""
        query = self.operands[0]
        nest = Nest(self.builder, tile)
        read = nest.add(*nest.operand(query.tensor, query.type, query.indices), FLOAT32)
        on_buffers(nest, [_part(scratch.queries, tile)], lambda inputs, _: [read(inputs)])

    # [region keys]
    def _keys(self, at: list, queries: tuple, keys: tuple, scratch: _Scratch) -> None:
        """A tile: computed, or passed over where a mask leaves nothing of it."""
        tile = self._tile(at, queries, keys, [self.keys, self.queries])
        values = self._rows(2, self._tile(at, queries, keys, [self.keys, self.e]))
        mask = mask_of(self.attention.result)
        if mask is None:
            self._computed(tile, values, None, Truth(), scratch)
            return
        known = self._known(mask, tile)
        somewhere = known.somewhere
        if somewhere is None:
            somewhere = self._is_somewhere(mask, tile, scratch)
        choice = scf.IfOp(somewhere, has_else=True)
        with ir.InsertionPoint(choice.then_block):
            self._computed(tile, values, mask, known, scratch)
            scf.YieldOp([])
        with ir.InsertionPoint(choice.else_block):
            self._passed_over(values, scratch)
            scf.YieldOp([])
        # [end keys]

    def _known(self, mask: Mask, tile: Tile) -> Truth:
        """What can be told of the mask on the tile without computing it."""
        builder = self.builder
        box = []
        for fixed, offset, size in zip(tile.fixed, tile.offsets, tile.sizes, strict=True):
            first = last = builder.index(offset)
            if not fixed:
                past = arith.addi(first, builder.index(size))
                last = arith.subi(past, index_constant(1))
            box.append((first, last))
        at_once = Nest(builder, Tile(tile.offsets, tile.sizes, [True] * len(tile.fixed)))
        return Bounds(box[: self.d], self._expression(at_once).element).of_mask(mask)

    @property
    def _pair(self) -> list[At]:
        """The indices of an element of the scores."""
        return [At(d) for d in range(self.attention.rank)]

    def _expression(self, nest: Nest, score: ir.Value | None = None) -> Expression:
        inputs, node = self.attention.inputs, self.node
        return Expression(
            nest,
            lambda value: id(value) not in inputs,
            lambda value: node.inputs[inputs[id(value)]],
            {} if score is None else {id(self.attention.score): score},
        )

    # [region computed]
    def _computed(
        self, tile: Tile, values: ir.Value, mask: Mask | None, known: Truth, scratch: _Scratch
    ) -> None:
        """The scores of a tile, what becomes of them, and what they add to the result."""
        keys = self._rows(1, _ordered(tile.offsets, tile.sizes, [self.keys, self.d]))
        own_kernels.attention_scores(keys, scratch.queries, scratch.scores)
        if known.everywhere is None:
            self._elementwise(self.attention.result, tile, scratch)
        else:
            choice = scf.IfOp(known.everywhere, has_else=True)
            with ir.InsertionPoint(choice.then_block):
                self._elementwise(mask.score, tile, scratch)
                scf.YieldOp([])
            with ir.InsertionPoint(choice.else_block):
                self._elementwise(self.attention.result, tile, scratch)
                scf.YieldOp([])
        own_kernels.attention_update(
            scratch.scores, values, scratch.mixed, scratch.most, scratch.sums
        )
        # [end computed]

    def _elementwise(self, value: Value, tile: Tile, scratch: _Scratch) -> None:
        """Put what is computed from a score in its place."""
        if value is self.attention.score:
            return
        nest = Nest(self.builder, tile)
        expression = self._expression(nest, self.attention.score)
        expression.declare(value, self._pair)

        def compute(inputs: list[ir.Value], held: list[ir.Value]) -> list[ir.Value]:
            expression.arguments = inputs
            expression.given = {id(self.attention.score): held[0]}
            return [expression.element(value, self._pair)]

        on_buffers(nest, [_part(scratch.scores, tile)], compute)

    def _is_somewhere(self, mask: Mask, tile: Tile, scratch: _Scratch) -> ir.Value:
        """Whether the mask leaves anything of a tile: all of it is looked at."""
        nest = Nest(self.builder, tile)
        expression = self._expression(nest)
        expression.declare(mask.test, self._pair)
        linalg.fill(scalars.constant(0, INT8), outs=[scratch.found])

        def compute(inputs: list[ir.Value], held: list[ir.Value]) -> list[ir.Value]:
            expression.arguments = inputs
            test = expression.element(mask.test, self._pair)
            if mask.hides:
                test = arith.xori(test, scalars.like(test, -1))
            return [arith.ori(held[0], scalars.stored(test, BOOL))]

        on_buffers(nest, [scratch.found], compute, [[]], covered=_part(scratch.scores, tile))
        found = memref.load(scratch.found, [])
        return arith.cmpi(scalars.I.ne, found, scalars.like(found, 0))

    def _passed_over(self, values: ir.Value, scratch: _Scratch) -> None:
        """Add 0 times each value, as the sum does: that is NaN where one is not finite."""
        n, e = (ir.AffineDimExpr.get(number) for number in (0, 1))
        zero = scalars.constant(0, FLOAT32)

        def compute(inputs: list[ir.Value], held: list[ir.Value]) -> list[ir.Value]:
            return [arith.addf(held[0], arith.mulf(zero, inputs[0]))]

        generic([values], [[n, e]], [scratch.nothing], [[e]], 2, compute)

    def _rows(self, number: int, tile: Tile) -> ir.Value:
        """The keys or the values of a tile, a row each, as a kernel takes them."""
        operand = self.operands[number]
        part, exprs = Nest(self.builder, tile).operand(
            operand.tensor, operand.type, operand.indices
        )
        buffer = read_only(part)
        if exprs[0] != ir.AffineDimExpr.get(0):
            d0, d1 = (ir.AffineDimExpr.get(n) for n in (0, 1))
            turned = ir.AffineMapAttr.get(ir.AffineMap.get(2, 0, [d1, d0]))
            kind = ir.MemRefType(buffer.type)
            layout = ir.StridedLayoutAttr.get(UNKNOWN, [UNKNOWN] * 2)
            result = ir.MemRefType.get(list(kind.shape)[::-1], kind.element_type, layout)
            buffer = memref.transpose(result, buffer, turned)
        return buffer

    # [region store]
    def _store(self, tile: Tile, held: ir.Value, scratch: _Scratch) -> tuple:
        """The weighted sums over the sums of weights, a query a row again, in the result."""
        q, e = (ir.AffineDimExpr.get(number) for number in (1, 0))

        def divide(inputs: list[ir.Value], held: list[ir.Value]) -> list[ir.Value]:
            return [arith.addf(arith.divf(held[0], inputs[0]), inputs[1])]

        generic([scratch.sums, scratch.nothing], [[q], [e]], [scratch.mixed], [[e, q]], 2, divide)
        builder, order = self.builder, self.attention.order
        offsets = [tile.offsets[d] for d in order]
        sizes = [tile.sizes[d] for d in order]
        dropped = [d not in (self.queries, self.e) for d in order]
        into = builder.extract(held, offsets, sizes, [1] * len(order), dropped)
        lanes, size = tile.sizes[self.queries], tile.sizes[self.e]
        kind = ir.RankedTensorType.get([size, LANES], ir.F32Type.get())
        mixed = bufferization.to_tensor(kind, scratch.mixed, restrict=True)
        nest = Nest(builder, tile)
        along = {d: ir.AffineDimExpr.get(number) for number, d in enumerate(tile.loops)}
        columns = builder.extract(mixed, [0, 0], [size, lanes], [1, 1])
        read = nest.add(columns, [along[self.e], along[self.queries]], FLOAT32)
        exprs = [along[d] for d in order if d in along]
        (part,) = generic_on_tensors(nest, [(into, exprs)], (), lambda inputs, _: [read(inputs)])
        return part, offsets, sizes
        # [end store]


class _Scratch:
    """What a thread needs for a block of queries, on its stack; a query is a column of it."""

    def __init__(self, writer: _Writer) -> None:
        size, depth = (writer.attention.sizes[d] for d in (writer.d, writer.e))
        self.queries, self.scores = alloca(size, LANES), alloca(KEYS, LANES)
        self.mixed = alloca(depth, LANES)  # sums of values, weighted
        self.most, self.sums = alloca(LANES), alloca(LANES)
        self.nothing = alloca(depth)  # the sum of 0 times the values that were passed over
        self.found = memref.alloca(ir.MemRefType.get([], scalars.storage(INT8)), [], [])

    def clear(self) -> None:
        zero = scalars.constant(0, FLOAT32)
        for buffer in (self.queries, self.mixed, self.sums, self.nothing):
            linalg.fill(zero, outs=[buffer])
        linalg.fill(scalars.constant(-np.inf, FLOAT32), outs=[self.most])


def _part(buffer: ir.Value, tile: Tile) -> ir.Value:
    """The part of a scratch buffer that the loops of a tile cover."""
    sizes = [tile.sizes[d] for d in tile.loops]
    dynamic = [s for s in sizes if not isinstance(s, int)]
    static = [s if isinstance(s, int) else DYNAMIC for s in sizes]
    layout = ir.StridedLayoutAttr.get(0, [LANES, 1])
    kind = ir.MemRefType.get(static, ir.F32Type.get(), layout)
    return memref.SubViewOp(kind, buffer, [], dynamic, [], [0, 0], static, [1, 1]).result
