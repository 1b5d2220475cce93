"""Attention in one kernel on tensor cores: 16-bit floats, or float32 rounded to 19 bits.

A warp has 16 queries, whose registers it keeps, and goes through the keys a tile at a time. Tiles
of keys and values come to shared memory by asynchronous copies, the next one while this one is
computed. The scores stay in the registers in which mma.sync left them: those of a query are in four
lanes, and are the left factor of the product with the values as they are.

The online softmax is that of `flash`. Source of the layouts: "Matrix Fragments for mma.m16n8k16"
and mma.m16n8k8 in the PTX ISA.
"""

from __future__ import annotations

import itertools

from mlir import ir
from mlir.dialects import arith, gpu, math, memref, nvgpu, vector

from ..frontend.types import ANY
from ..lowering import scalars
from ..lowering.bounds import Truth
from ..lowering.build import location
from ..lowering.scalars import index_constant
from .attended import Attended
from .attention import QUERIES
from .body import F, I, Kernel, both, chosen, guarded, loop, plus
from .flash import folded
from .rows import of_lane
from .runtime import WIDE
from .tensor_cores import COLUMNS, halves, multiplied, rounded

ROWS = 16  # queries of a warp
STAGES = 2


def write(kernel: Kernel) -> None:
    _Attention(kernel).write()


class _Tile:
    """Keys or values of a tile in shared memory: a row for each, wider than it is by what keeps
    neighbouring rows out of the same banks and its length a multiple of an instruction's depth."""

    def __init__(self, made: _Attention, which: int, name: str) -> None:
        self.made, self.name = made, name
        self.source, self.at = made.operand(which)
        self.size, self.run = made.sizes[name], made.run(which, name, made.word)
        self.layout = made.layout(which)
        self.width = -(-self.size // made.k) * made.k
        pitch = (self.width // made.word // 2 * 2 + 1) * made.word  # an odd number of words
        self.shared = made.kernel.shared([STAGES, made.keys, pitch], made.element)

    @property
    def copied(self) -> bool:
        """Whether asynchronous copies bring it: the same number by each thread, of an array that
        lies without gaps."""
        pieces = self.made.keys * self.size // self.run
        wide = self.run * self.made.kept.itemsize >= 4
        return wide and pieces % self.made.threads == 0 and self.layout != ANY

    def clear(self) -> None:
        """Zeros behind the rows, which copies leave alone."""
        made, more = self.made, self.width - self.size
        total = STAGES * made.keys * more
        for begin in range(0, total, made.threads):
            number = plus(made.thread, begin)
            inside = made.kernel.below(number, total, begin + made.threads)

            def zero(number=number) -> None:
                row = arith.divui(number, index_constant(more))
                at = [
                    arith.divui(row, index_constant(made.keys)),
                    arith.remui(row, index_constant(made.keys)),
                    plus(arith.remui(number, index_constant(more)), self.size),
                ]
                memref.store(scalars.constant(0, made.kept), self.shared, at)

            guarded(inside, zero)

    def bring(self, start: ir.Value, stage: ir.Value, wanted: ir.Value) -> list[ir.Value]:
        """The tile from that key on, if it is wanted; zeros for keys that are not there."""
        made, tokens = self.made, []
        each = self.size // self.run
        for begin in range(0, made.keys * each, made.threads):
            number = plus(made.thread, begin)
            exists = made.kernel.below(number, made.keys * each, begin + made.threads)
            row = arith.divui(number, index_constant(each))
            column = arith.muli(arith.remui(number, index_constant(each)), index_constant(self.run))
            key = arith.addi(start, row)
            there = both(wanted, made.kernel.below(key, made.sizes["j"]))
            place = [stage, row, column]
            inside = made.kernel.clamped(key, made.sizes["j"])
            offsets = made.offsets(**{"j": inside, self.name: column})
            if self.copied:
                memory, at = made.kernel.place(self.source, self.at, offsets)
                count = arith.select(there, index_constant(self.run), index_constant(0))
                whole = self.run * made.kept.itemsize == WIDE
                tokens.append(nvgpu.device_async_copy(
                    self.shared, place, memory, at, self.run, src_elements=count,
                    bypass_l1=whole or None,
                ))  # fmt: skip
            else:
                guarded(exists, lambda o=offsets, t=there, p=place: self._store(o, t, p))
        return tokens

    def _store(self, offsets: list, there: ir.Value, place: list) -> None:
        made = self.made
        kind = ir.VectorType.get([self.run], made.element)
        if self.run > 1:
            found = made.kernel.load_run(self.source, self.at, offsets, self.run)
        else:
            found = vector.broadcast(kind, made.kernel.load(self.source, self.at, offsets))
        zero = vector.broadcast(kind, scalars.constant(0, made.kept))
        found = arith.select(there, found, zero)
        size = self.run * made.kept.itemsize
        vector.StoreOp(found, self.shared, place, alignment=size)


class _Attention(Attended):
    """The part of a warp."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.threads, self.keys = kernel.spec.block[0], kernel.spec.options["keys"]
        self.kept = self.node.inputs[0].type.dtype
        self.element = scalars.storage(self.kept)
        self.each = 4 // self.kept.itemsize  # elements of a register
        self.word = 4 * self.each  # elements of 16 bytes
        self.k = 2 * self.word  # depth of an instruction

    def write(self) -> None:
        kernel, queries = self.kernel, self.sizes["i"]
        self.thread = kernel.thread("x")
        lane = arith.remui(self.thread, index_constant(32))
        warp = arith.divui(self.thread, index_constant(32))
        self.lane = lane
        self.group, self.member = (op(lane, index_constant(4)) for op in (arith.divui, arith.remui))
        self.begin()
        top = arith.addi(self.first, arith.muli(warp, index_constant(ROWS)))
        rows = [arith.addi(top, plus(self.group, 8 * n)) for n in range(2)]
        self.inside = [self.below("i", row, QUERIES) for row in rows]
        self.rows = [row if there is None else kernel.clamped(row, queries)
                     for row, there in zip(rows, self.inside, strict=True)]  # fmt: skip
        self.tiles = [_Tile(self, 1, "d"), _Tile(self, 2, "e")]
        with location(self.node):
            self._attend()

    # [region loop]
    def _attend(self) -> None:
        kernel, keys = self.kernel, self.sizes["j"]
        for tile in self.tiles:
            tile.clear()
        self.queries = self._queries()
        zero, one, step = index_constant(0), index_constant(1), index_constant(self.keys)
        self._fetch(zero, zero)

        def turn(start: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            now, *state = held
            if self.copies is not None:
                nvgpu.device_async_wait(self.copies, num_groups=0)
            gpu.barrier()  # this tile is there, the one before is read
            then = arith.subi(one, now)
            self._fetch(arith.addi(start, step), then)
            kinds, known = [value.type for value in state], self._known(start)
            state = chosen(known.somewhere, kinds, lambda: self._tile(start, now, known, state),
                           lambda: state)  # fmt: skip
            return [then, *state]

        least, none = (arith.constant(self.f32, number) for number in (float("-inf"), 0.0))
        nothing = vector.broadcast(ir.VectorType.get([2, 2], self.f32), none)
        fragments = self.tiles[1].width // COLUMNS
        held = [zero, least, least, none, none, *[nothing] * fragments]
        _, _, _, *totals = loop(zero, kernel.index(keys), step, held, turn)
        for n in range(2):
            totals[n] = self._over_lanes(totals[n], arith.addf)
        self._store(totals[:2], totals[2:])
        # [end loop]

    def _known(self, start: ir.Value) -> Truth:
        return self.known(self.first, start, QUERIES, self.keys)

    def _fetch(self, start: ir.Value, stage: ir.Value) -> None:
        inside = arith.cmpi(I.ult, start, self.kernel.index(self.sizes["j"]))
        wanted = both(inside, self._known(start).somewhere)
        tokens = [token for tile in self.tiles for token in tile.bring(start, stage, wanted)]
        self.copies = nvgpu.device_async_create_group(tokens) if tokens else None

    def _queries(self) -> list[ir.Value]:
        """The queries as left factors, from memory to registers."""
        (source, at), size = self.operand(0), self.sizes["d"]
        kind, fragments = ir.VectorType.get([4, self.each], self.element), []
        first = arith.muli(self.member, index_constant(self.each))
        for deep in range(0, self.tiles[0].width, self.k):
            found = []
            for n, m in itertools.product(range(4), range(self.each)):
                place = plus(first, deep + n // 2 * self.word + m)
                inside = self.kernel.below(place, size, deep + (n // 2 + 1) * self.word)
                offsets = self.offsets(i=self.rows[n % 2], d=self.kernel.clamped(place, size))
                element = self.kernel.load(source, at, offsets)
                if inside is not None:
                    element = arith.select(inside, element, scalars.constant(0, self.kept))
                found.append(element)
            fragments.append(rounded(vector.from_elements(kind, found)))
        return fragments

    def _tile(
        self, start: ir.Value, now: ir.Value, known: Truth, state: list[ir.Value]
    ) -> list[ir.Value]:
        """The state after a tile of keys."""
        largest, totals, mixed = state[:2], state[2:4], state[4:]
        scores = self._scores(start, now, known)
        weights: list[list[ir.Value]] = [[None] * 4 for _ in scores]
        after_largest, after_totals, scales = [], [], []
        for n in range(2):
            mine = [score[2 * n + m] for score in scores for m in range(2)]
            most = self._over_lanes(folded(arith.maximumf, mine), arith.maximumf)
            most = arith.maximumf(largest[n], most)
            # Where nothing was seen yet, the largest is -inf: less it, -inf would be NaN.
            nothing = arith.cmpf(F.OEQ, most, arith.constant(self.f32, float("-inf")))
            below = arith.select(nothing, arith.constant(self.f32, 0.0), most)
            scale = math.exp(arith.subf(largest[n], below))
            for score, weight in zip(scores, weights, strict=True):
                for m in range(2):
                    weight[2 * n + m] = math.exp(arith.subf(score[2 * n + m], below))
            mine = [weight[2 * n + m] for weight in weights for m in range(2)]
            total = arith.addf(arith.mulf(totals[n], scale), folded(arith.addf, mine))
            after_largest.append(most)
            after_totals.append(total)
            scales += [scale] * 2
        by_row = vector.from_elements(ir.VectorType.get([2, 2], self.f32), scales)
        mixed = [arith.mulf(each, by_row) for each in mixed]
        return [*after_largest, *after_totals, *self._mixed(now, weights, mixed)]

    # [region scores]
    def _scores(self, start: ir.Value, now: ir.Value, known: Truth) -> list[list[ir.Value]]:
        """Four scores for each eight keys of the tile: of both rows of the lane, two keys each."""
        nothing = vector.broadcast(
            ir.VectorType.get([2, 2], self.f32), arith.constant(self.f32, 0.0)
        )
        sums = [nothing] * (self.keys // COLUMNS)
        for step, query in enumerate(self.queries):
            for pair in range(0, len(sums), 2):
                both_ = self._keys(now, pair * COLUMNS, step * self.k)
                for n, half in enumerate(halves(both_)):
                    sums[pair + n] = multiplied(query, half, sums[pair + n])
        member = arith.addi(start, arith.muli(self.member, index_constant(2)))
        places = [*itertools.product(range(len(sums)), range(2), range(2))]
        found = self.finished(known, start, self.keys, [
            (vector.extract(sums[number], [], [n, m]), self.rows[n],
             plus(member, number * COLUMNS + m))
            for number, n, m in places
        ])  # fmt: skip
        return [found[n : n + 4] for n in range(0, len(found), 4)]
        # [end scores]

    def _keys(self, now: ir.Value, first: int, deep: int) -> ir.Value:
        """Sixteen keys as two right factors: lane l says where row l % 8 of quarter l / 8 is."""
        kind = ir.VectorType.get([4, self.each], self.element)
        row = arith.remui(self.lane, index_constant(8))
        quarter = arith.divui(self.lane, index_constant(8))
        low, high = (op(quarter, index_constant(2)) for op in (arith.remui, arith.divui))
        row = arith.addi(row, arith.muli(high, index_constant(8)))
        column = arith.muli(low, index_constant(self.word))
        at = [now, plus(row, first), plus(column, deep)]
        return rounded(nvgpu.ldmatrix(kind, self.tiles[0].shared, at, False, 4))

    def _mixed(self, now, weights: list[list[ir.Value]], mixed: list) -> list[ir.Value]:
        """The columns of the result with the tile's values, times their weights, added."""
        kind = ir.VectorType.get([4, self.each], self.element)
        for number in range(self.keys // self.k):
            if self.each == 2:
                one, two = weights[2 * number : 2 * number + 2]
                left = [arith.truncf(self.element, w)
                        for w in (*one[:2], *one[2:], *two[:2], *two[2:])]  # fmt: skip
            else:
                # Both factors have the keys of each eight in the order 0 2 4 6 1 3 5 7.
                one = weights[number]
                left = [one[0], one[2], one[1], one[3]]
            left = rounded(vector.from_elements(kind, left))
            for pair in range(0, len(mixed), 2):
                count = min(2, len(mixed) - pair)
                right = self._values(now, number * self.k, pair * COLUMNS, count)
                for n, half in enumerate(right):
                    mixed[pair + n] = multiplied(left, half, mixed[pair + n])
        return mixed

    def _values(self, now: ir.Value, first: int, column: int, count: int) -> list[ir.Value]:
        """The values of an instruction's keys as right factors, for `count` times eight columns."""
        shared = self.tiles[1].shared
        if self.each == 2:
            kind = ir.VectorType.get([4, 2], self.element)
            row = arith.remui(self.lane, index_constant(16))
            right = arith.muli(arith.divui(self.lane, index_constant(16)), index_constant(8))
            at = [now, plus(row, first), plus(right, column)]
            return halves(nvgpu.ldmatrix(kind, shared, at, True, 4))
        kind, made = ir.VectorType.get([2, 1], self.element), []
        for more in range(0, count * COLUMNS, COLUMNS):
            key = arith.muli(self.member, index_constant(2))
            at = plus(self.group, column + more)
            found = [memref.load(shared, [now, plus(key, first + n), at]) for n in range(2)]
            made.append(rounded(vector.from_elements(kind, found)))
        return made

    def _over_lanes(self, value: ir.Value, operation) -> ir.Value:
        """The operation over the four lanes that have a query's scores, in each of them."""
        for distance in (1, 2):
            value = operation(value, of_lane(value, distance))
        return value

    def _store(self, totals: list[ir.Value], mixed: list[ir.Value]) -> None:
        for number, n in itertools.product(range(len(mixed)), range(2)):
            elements = [arith.divf(vector.extract(mixed[number], [], [n, m]), totals[n])
                        for m in range(2)]  # fmt: skip
            first = plus(arith.muli(self.member, index_constant(2)), number * COLUMNS)
            self.store(elements, self.rows[n], self.inside[n], first, (number + 1) * COLUMNS)
