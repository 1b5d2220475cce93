"""Attention in one kernel on tensor cores: 16-bit floats, or float32 by 19 of its bits.

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

from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.build import location
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from .attention import QUERIES
from .body import F, I, Kernel, both, chosen, guarded, loop
from .flash import Score, seen
from .rows import of_lane
from .runtime import WIDE
from .tensor_cores import COLUMNS, halves, multiplied
from .wide import is_multiple, run

ROWS = 16  # queries of a warp
STAGES = 2


def write(kernel: Kernel) -> None:
    _Attention(kernel).write()


class _Tile:
    """Keys or values of a tile in shared memory: a row for each, wider than it is by what keeps
    neighbouring rows out of the same banks and its length a multiple of an instruction's depth."""

    def __init__(self, made: _Attention, which: int, operand: Value, name: str) -> None:
        self.made, self.name, self.names = made, name, made.found.operands[which]
        self.source, self.at = through_views(operand)
        self.size = made.found.sizes[name]
        layout = made.kernel.spec.layout(self.source, self.at)
        self.run = run(self.source, self.at, self.names.index(name), made.word, layout)
        while self.size % self.run:
            self.run //= 2
        self.width = -(-self.size // made.k) * made.k
        pitch = (self.width // made.word // 2 * 2 + 1) * made.word  # an odd number of words
        self.shared = made.kernel.shared([STAGES, made.keys, pitch], made.element)

    @property
    def copied(self) -> bool:
        """Whether asynchronous copies bring it: the same number by each thread."""
        pieces = self.made.keys * self.size // self.run
        return self.run * self.made.kept.itemsize >= 4 and pieces % self.made.threads == 0

    def clear(self) -> None:
        """Zeros behind the rows, which copies leave alone."""
        made, more = self.made, self.width - self.size
        total = STAGES * made.keys * more
        for begin in range(0, total, made.threads):
            number = made.plus(made.thread, begin)
            inside = made.kernel.below(number, total, begin + made.threads)

            def zero(number=number) -> None:
                row = arith.divui(number, index_constant(more))
                at = [
                    arith.divui(row, index_constant(made.keys)),
                    arith.remui(row, index_constant(made.keys)),
                    made.plus(arith.remui(number, index_constant(more)), self.size),
                ]
                memref.store(scalars.constant(0, made.kept), self.shared, at)

            guarded(inside, zero)

    def bring(self, start: ir.Value, stage: ir.Value, wanted: ir.Value) -> list[ir.Value]:
        """The tile from that key on, if it is wanted; zeros for keys that are not there."""
        made, tokens = self.made, []
        each = self.size // self.run
        for begin in range(0, made.keys * each, made.threads):
            number = made.plus(made.thread, begin)
            exists = made.kernel.below(number, made.keys * each, begin + made.threads)
            row = arith.divui(number, index_constant(each))
            column = arith.muli(arith.remui(number, index_constant(each)), index_constant(self.run))
            key = arith.addi(start, row)
            there = both(wanted, made.kernel.below(key, made.found.sizes["j"]))
            place = [stage, row, column]
            inside = made.kernel.clamped(key, made.found.sizes["j"])
            offsets = made.offsets(self.names, {"j": inside, self.name: column})
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


class _Attention:
    """The part of a warp."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.found = kernel, kernel.spec.options["found"]
        self.threads, self.keys = kernel.spec.block[0], kernel.spec.options["keys"]
        self.f32 = ir.F32Type.get()
        self.kept = self.found.q.type.dtype
        self.element = scalars.storage(self.kept)
        self.each = 4 // self.kept.itemsize  # elements of a register
        self.word = 4 * self.each  # elements of 16 bytes
        self.k = 2 * self.word  # depth of an instruction

    def plus(self, value: ir.Value, number: int) -> ir.Value:
        return arith.addi(value, index_constant(number)) if number else value

    def offsets(self, names: tuple, more: dict) -> list[ir.Value]:
        """The indices of an operand, in its order."""
        indices = dict(zip(self.found.letters["batch"], self.batch, strict=True)) | more
        return [indices[x] for x in names]

    def write(self) -> None:
        kernel, found = self.kernel, self.found
        self.thread = kernel.thread("x")
        lane = arith.remui(self.thread, index_constant(32))
        warp = arith.divui(self.thread, index_constant(32))
        self.lane = lane
        self.group, self.member = (op(lane, index_constant(4)) for op in (arith.divui, arith.remui))
        self.first = arith.muli(kernel.block("x"), index_constant(QUERIES))
        top = arith.addi(self.first, arith.muli(warp, index_constant(ROWS)))
        rows = [arith.addi(top, self.plus(self.group, 8 * n)) for n in range(2)]
        self.inside = [kernel.below(row, found.sizes["i"]) for row in rows]
        self.rows = [kernel.clamped(row, found.sizes["i"]) for row in rows]
        self.batch = kernel.unravel(kernel.block("y"), found.sizes["batch"])
        self.tiles = [_Tile(self, 1, found.k, "d"), _Tile(self, 2, found.v, "e")]
        with location(found.value):
            self._attend()

    # [region loop]
    def _attend(self) -> None:
        kernel, keys = self.kernel, self.found.sizes["j"]
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
            kinds = [value.type for value in state]
            state = chosen(self._seen(start), kinds, lambda: self._tile(start, now, state),
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

    def _seen(self, start: ir.Value) -> ir.Value | None:
        return seen(self.kernel, self.found, self.batch, (self.first, QUERIES), (start, self.keys))

    def _fetch(self, start: ir.Value, stage: ir.Value) -> None:
        inside = arith.cmpi(I.ult, start, self.kernel.index(self.found.sizes["j"]))
        wanted = both(inside, self._seen(start))
        tokens = [token for tile in self.tiles for token in tile.bring(start, stage, wanted)]
        self.copies = nvgpu.device_async_create_group(tokens) if tokens else None

    def _queries(self) -> list[ir.Value]:
        """The queries as left factors, from memory to registers."""
        source, at = through_views(self.found.q)
        names, size = self.found.operands[0], self.found.sizes["d"]
        kind, fragments = ir.VectorType.get([4, self.each], self.element), []
        first = arith.muli(self.member, index_constant(self.each))
        for deep in range(0, self.tiles[0].width, self.k):
            found = []
            for n, m in itertools.product(range(4), range(self.each)):
                place = self.plus(first, deep + n // 2 * self.word + m)
                inside = self.kernel.below(place, size, deep + (n // 2 + 1) * self.word)
                offsets = self.offsets(
                    names, {"i": self.rows[n % 2], "d": self.kernel.clamped(place, size)}
                )
                element = self.kernel.load(source, at, offsets)
                if inside is not None:
                    element = arith.select(inside, element, scalars.constant(0, self.kept))
                found.append(element)
            fragments.append(vector.from_elements(kind, found))
        return fragments

    def _tile(self, start: ir.Value, now: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
        """The state after a tile of keys."""
        largest, totals, mixed = state[:2], state[2:4], state[4:]
        scores = self._scores(start, now)
        weights: list[list[ir.Value]] = [[None] * 4 for _ in scores]
        after_largest, after_totals, scales = [], [], []
        for n in range(2):
            mine = [score[2 * n + m] for score in scores for m in range(2)]
            most = self._over_lanes(_folded(arith.maximumf, mine), arith.maximumf)
            most = arith.maximumf(largest[n], most)
            # Where nothing was seen yet, the largest is -inf: less it, -inf would be NaN.
            nothing = arith.cmpf(F.OEQ, most, arith.constant(self.f32, float("-inf")))
            below = arith.select(nothing, arith.constant(self.f32, 0.0), most)
            scale = math.exp(arith.subf(largest[n], below))
            for score, weight in zip(scores, weights, strict=True):
                for m in range(2):
                    weight[2 * n + m] = math.exp(arith.subf(score[2 * n + m], below))
            mine = [weight[2 * n + m] for weight in weights for m in range(2)]
            total = arith.addf(arith.mulf(totals[n], scale), _folded(arith.addf, mine))
            after_largest.append(most)
            after_totals.append(total)
            scales += [scale] * 2
        by_row = vector.from_elements(ir.VectorType.get([2, 2], self.f32), scales)
        mixed = [arith.mulf(each, by_row) for each in mixed]
        return [*after_largest, *after_totals, *self._mixed(now, weights, mixed)]

    # [region scores]
    def _scores(self, start: ir.Value, now: ir.Value) -> list[list[ir.Value]]:
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
        return [[self._score(start, number, held, *each)
                 for each in itertools.product(range(2), range(2))]
                for number, held in enumerate(sums)]  # fmt: skip
        # [end scores]

    def _score(self, start: ir.Value, number: int, held: ir.Value, n: int, m: int) -> ir.Value:
        """A score after what the program does with it; -inf beyond the last key."""
        kernel, found = self.kernel, self.found
        key = self.plus(arith.muli(self.member, index_constant(2)), number * COLUMNS + m)
        key = arith.addi(start, key)
        there = None if is_multiple(found.sizes["j"], self.keys) else kernel.below(
            key, found.sizes["j"])  # fmt: skip
        column = key if there is None else kernel.clamped(key, found.sizes["j"])
        score = vector.extract(held, [], [n, m])
        body = Score(kernel, [*self.batch, self.rows[n], column], {id(found.scores): score})
        score = scalars.widened(body.element(*through_views(found.masked)), found.masked.type.dtype)
        if there is None:
            return score
        return arith.select(there, score, arith.constant(self.f32, float("-inf")))

    def _keys(self, now: ir.Value, first: int, deep: int) -> ir.Value:
        """Sixteen keys as two right factors: lane l says where row l % 8 of quarter l / 8 is."""
        kind = ir.VectorType.get([4, self.each], self.element)
        row = arith.remui(self.lane, index_constant(8))
        quarter = arith.divui(self.lane, index_constant(8))
        low, high = (op(quarter, index_constant(2)) for op in (arith.remui, arith.divui))
        row = arith.addi(row, arith.muli(high, index_constant(8)))
        column = arith.muli(low, index_constant(self.word))
        at = [now, self.plus(row, first), self.plus(column, deep)]
        return nvgpu.ldmatrix(kind, self.tiles[0].shared, at, False, 4)

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
            left = vector.from_elements(kind, left)
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
            at = [now, self.plus(row, first), self.plus(right, column)]
            return halves(nvgpu.ldmatrix(kind, shared, at, True, 4))
        kind, made = ir.VectorType.get([2, 1], self.element), []
        for more in range(0, count * COLUMNS, COLUMNS):
            key = arith.muli(self.member, index_constant(2))
            at = self.plus(self.group, column + more)
            found = [memref.load(shared, [now, self.plus(key, first + n), at]) for n in range(2)]
            made.append(vector.from_elements(kind, found))
        return made

    def _over_lanes(self, value: ir.Value, operation) -> ir.Value:
        """The operation over the four lanes that have a query's scores, in each of them."""
        for distance in (1, 2):
            value = operation(value, of_lane(value, distance))
        return value

    def _store(self, totals: list[ir.Value], mixed: list[ir.Value]) -> None:
        kernel, found, size = self.kernel, self.found, self.found.sizes["e"]
        fits = found.operands[3][-1] == "e" and kernel.stores_runs(found.value, 2)
        for number, n in itertools.product(range(len(mixed)), range(2)):
            elements = [arith.divf(vector.extract(mixed[number], [], [n, m]), totals[n])
                        for m in range(2)]  # fmt: skip
            first = self.plus(arith.muli(self.member, index_constant(2)), number * COLUMNS)
            for m in range(0, 2, 2 if fits else 1):
                column = self.plus(first, m)
                there = kernel.below(column, size, (number + 1) * COLUMNS)
                place = self.offsets(found.operands[3], {"i": self.rows[n], "e": column})
                stored = elements if fits else [elements[m]]
                guarded(
                    both(self.inside[n], there),
                    lambda s=stored, p=place: kernel.store_run(found.value, s, p),
                )


def _folded(operation, values: list[ir.Value]) -> ir.Value:
    """The operation over all of the values, in pairs."""
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=False)
        values = [operation(*pair) for pair in pairs] + values[len(values) // 2 * 2 :]
    return values[0]
