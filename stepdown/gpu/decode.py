"""Attention of a few new tokens to a long cache: many blocks share the keys, a second kernel joins.

With one block a head most of a GPU would be idle. So the keys are cut into pieces, each a block's:
it leaves for each query the largest score of its piece, the sum of the exponentials below it, and
the weighted sum of values. The second kernel scales these to the largest of all pieces.

Some lanes of a warp share a key: each loads 16 bytes of it and of its value, neighbours in memory
beside each other, once for all queries.

Source: Dao, Haziza, Massa and Sizov, "Flash-Decoding for long-context inference" (2023).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mlir import ir
from mlir.dialects import arith, gpu, math, memref, vector

from ..lowering import scalars
from ..lowering.build import location
from ..lowering.scalars import index_constant
from .attended import Attended
from .body import F, I, Kernel, chosen, guarded, loop, plus
from .rows import of_lane
from .spec import blocks
from .vectors import added


def parts(kernel: Kernel) -> None:
    _Parts(kernel).write()


# [region merged]
def merged(
    tops: Sequence[ir.Value], totals: Sequence[ir.Value], sums: Sequence[ir.Value]
) -> tuple[ir.Value, ir.Value, ir.Value]:
    """The largest score, the sum of exponentials and a weighted sum, of several pieces together."""
    top = tops[0]
    for other in tops[1:]:
        top = arith.maximumf(top, other)
    below = _below(top)
    total = mixed = None
    for largest, part, column in zip(tops, totals, sums, strict=True):
        scale = math.exp(arith.subf(largest, below))
        more, some = arith.mulf(part, scale), arith.mulf(column, scale)
        total = more if total is None else arith.addf(total, more)
        mixed = some if mixed is None else arith.addf(mixed, some)
    return top, total, mixed
    # [end merged]


def _below(top: ir.Value) -> ir.Value:
    """What exponentials are taken below: where nothing was seen yet, -inf less itself is NaN."""
    f32 = ir.F32Type.get()
    nothing = arith.cmpf(F.OEQ, top, arith.constant(f32, float("-inf")))
    return arith.select(nothing, arith.constant(f32, 0.0), top)


class _Parts(Attended):
    """The part of a thread: a run of a key's numbers, of every so manieth key of the piece."""

    def write(self) -> None:
        kernel, options = self.kernel, self.spec.options
        self.each, self.lanes = options["run"], options["lanes"]
        self.rows, self.threads = self.sizes["i"], self.spec.block[0]
        self.lines = self.threads // self.lanes
        self.runs = [self.run(*which, self.each) for which in ((0, "d"), (1, "d"), (2, "e"))]
        self.kind = ir.VectorType.get([self.each], self.f32)
        self.thread = kernel.thread()
        self.lane = arith.remui(self.thread, index_constant(self.lanes))
        self.line = arith.divui(self.thread, index_constant(self.lanes))
        self.column = arith.muli(self.lane, index_constant(self.each))
        self.batch = kernel.unravel(kernel.block("x"), self.attention.sizes[: self.dims["i"]])
        with location(self.node):
            self.queries = [self._load(0, "d", i=index_constant(row)) for row in range(self.rows)]
            self._leave(self._through_keys())

    # [region piece]
    def _through_keys(self) -> list[ir.Value]:
        """Of each query the largest score, the sum and a run of the result, of a piece's keys."""
        kernel, ahead = self.kernel, self.spec.options["ahead"]
        size = self.sizes["j"]
        each = kernel.index(blocks(size, self.spec.options["pieces"]))
        first = arith.muli(kernel.block("y"), each)
        self.end = arith.minui(arith.addi(first, each), kernel.index(size))
        least = arith.constant(self.f32, float("-inf"))
        start = [least, arith.constant(self.f32, 0.0), self._zero()] * self.rows
        step = index_constant(self.lines * ahead)
        return loop(first, self.end, step, start, self._step)

    def _step(self, base: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
        """Keys that the mask hides from all queries are not loaded; nothing changes with them."""
        known = self.known(
            index_constant(0), base, self.rows, self.lines * self.spec.options["ahead"]
        )
        kinds = [value.type for value in held]
        return chosen(known.somewhere, kinds, lambda: self._after_keys(base, held), lambda: held)

    def _after_keys(self, base: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
        found, size = [], self.sizes["j"]
        for n in range(self.spec.options["ahead"]):  # all loads before the first is used
            key = plus(arith.addi(base, self.line), n * self.lines)
            there = arith.cmpi(I.ult, key, self.end)
            pair = chosen(there, [self.kind] * 2, lambda k=key: self._pair(k),
                          lambda: [self._zero(), self._zero()])  # fmt: skip
            found.append((self.kernel.clamped(key, size), there, *pair))
        made: list[ir.Value] = []
        for row in range(self.rows):
            scores = [self._score(row, *each) for each in found]
            made += self._after(held[3 * row : 3 * row + 3], scores, [each[3] for each in found])
        return made
        # [end piece]

    def _pair(self, key: ir.Value) -> list[ir.Value]:
        return [self._load(1, "d", j=key), self._load(2, "e", j=key)]

    def _score(self, row: int, key: ir.Value, there: ir.Value, numbers: ir.Value, _) -> ir.Value:
        """What the program makes of a query's score with a key, -inf for one that is not there."""
        score = added(arith.mulf(self.queries[row], numbers), self.each)
        distance = self.lanes // 2
        while distance:
            score = arith.addf(score, of_lane(score, distance))
            distance //= 2
        score = self._of_score(self.attention.result, score, index_constant(row), key)
        return arith.select(there, score, arith.constant(self.f32, float("-inf")))

    def _after(
        self, held: list[ir.Value], scores: list[ir.Value], values: list[ir.Value]
    ) -> list[ir.Value]:
        """What is held of a query after some more keys."""
        top, total, mixed = held
        largest = top
        for score in scores:
            largest = arith.maximumf(largest, score)
        below = _below(largest)
        scale = math.exp(arith.subf(top, below))
        total = arith.mulf(total, scale)
        mixed = arith.mulf(mixed, vector.broadcast(self.kind, scale))
        for score, value in zip(scores, values, strict=True):
            weight = math.exp(arith.subf(score, below))
            total = arith.addf(total, weight)
            mixed = math.fma(vector.broadcast(self.kind, weight), value, mixed)
        return [largest, total, mixed]

    def _leave(self, held: list[ir.Value]) -> None:
        """Put together what the lines of the block have, and store it as the piece's."""
        kernel, width = self.kernel, self.sizes["e"]
        tops, totals = (kernel.shared([self.lines, self.rows], self.f32) for _ in range(2))
        mixed = kernel.shared([self.lines, self.rows * width], self.f32)
        first = arith.cmpi(I.eq, self.lane, index_constant(0))
        for row in range(self.rows):
            top, total, columns = held[3 * row : 3 * row + 3]

            def leave(row=row, top=top, total=total) -> None:
                for memory, value in ((tops, top), (totals, total)):
                    memref.store(value, memory, [self.line, index_constant(row)])

            guarded(first, leave)
            place = [self.line, plus(self.column, row * width)]
            vector.StoreOp(columns, mixed, place, alignment=16)
        gpu.barrier()
        whole, stats = self.spec.outputs
        for begin in range(0, self.rows * width, self.threads):
            number = plus(self.thread, begin)
            inside = kernel.below(number, self.rows * width, begin + self.threads)

            def store(number=number) -> None:
                row, column = (op(number, index_constant(width))
                               for op in (arith.divui, arith.remui))  # fmt: skip
                lines = [index_constant(n) for n in range(self.lines)]
                top, total, element = merged(
                    [memref.load(tops, [line, row]) for line in lines],
                    [memref.load(totals, [line, row]) for line in lines],
                    [memref.load(mixed, [line, number]) for line in lines],
                )
                place = [kernel.block("y"), kernel.block("x"), row]
                kernel.store(whole, element, [*place, column])

                def once() -> None:
                    for n, value in enumerate((top, total)):
                        kernel.store(stats, value, [*place, index_constant(n)])

                guarded(arith.cmpi(I.eq, column, index_constant(0)), once)

            guarded(inside, store)

    # Loading -----------------------------------------------------------------------------------

    def _zero(self) -> ir.Value:
        return vector.broadcast(self.kind, arith.constant(self.f32, 0.0))

    def _load(self, which: int, along: str, **at: ir.Value) -> ir.Value:
        """This lane's run of a query, a key or a value, in float32."""
        source, places = self.operand(which)
        if self.runs[which] == self.each:
            offsets = self.offsets(**at, **{along: self.column})
            found = self.kernel.load_run(source, places, offsets, self.each)
            return found if found.type == self.kind else arith.extf(self.kind, found)
        elements = []
        for n in range(self.each):
            offsets = self.offsets(**at, **{along: plus(self.column, n)})
            element = self.kernel.load(source, places, offsets)
            elements.append(scalars.widened(element, source.type.dtype))
        return vector.from_elements(self.kind, elements)


def joined(kernel: Kernel) -> None:
    """The pieces of a query as one: a block a query, a thread a number of the result."""
    (node,), (whole, stats) = kernel.spec.outputs, kernel.spec.sources
    pieces, _, rows, width = whole.type.shape
    attention = node.params["attention"]
    batch, order = attention.sizes[: attention.rank - 2], attention.order
    thread, block = kernel.thread(), kernel.block()
    number, row = (op(block, index_constant(rows)) for op in (arith.divui, arith.remui))

    def element() -> None:
        def read(source, last: Callable[[], ir.Value]) -> Iterator[ir.Value]:
            for piece in range(pieces):
                place = [index_constant(piece), number, row, last()]
                yield memref.load(kernel.memory[id(source)], place)

        _, total, mixed = merged(
            list(read(stats, lambda: index_constant(0))),
            list(read(stats, lambda: index_constant(1))),
            list(read(whole, lambda: thread)),
        )
        found = [*kernel.unravel(number, batch), row, None, None, thread]
        kernel.store(node, arith.divf(mixed, total), [found[d] for d in order])

    with location(node):
        there = kernel.below(thread, width, kernel.spec.block[0])
        guarded(there, element)
