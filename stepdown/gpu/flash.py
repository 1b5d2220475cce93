"""Attention in one kernel: scores, softmax and the mixed values, tile by tile of the keys.

The matrix of scores, tokens by tokens, is never in memory. A block has 64 queries and goes through
the keys 64 at a time: it keeps of each query the largest score so far, the sum of the exponentials
below it, and the weighted sum of values. When a larger score turns up, both sums are scaled down.

A thread has the scores of 4 queries and 8 keys in registers, and of its 4 queries some columns of
the result. Either product goes step by step, 16 of the summed numbers each, through two places in
shared memory: while the threads multiply from one, the next step's numbers come to the other.

Source: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al.,
"FlashAttention" (2022).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith, gpu, math, memref, vector

from ..lowering import scalars
from ..lowering.build import location
from ..lowering.scalars import index_constant
from .attended import Attended
from .attention import KEYS, QUERIES
from .body import F, Kernel, chosen, loop, plus
from .rows import of_lane

DEEP = 16  # numbers of a query and a key, or keys of a value, in a step
LANES = 8  # threads that share a query; each has every eighth key
ROWS, COLUMNS = 4, KEYS // LANES  # queries and keys of a thread
APART = QUERIES // ROWS  # from one query of a thread to its next
SHARED = 48 << 10  # bytes that a block has on every chip
PITCH = KEYS + 8  # of a row of weights: four rows that a warp stores at once are in all banks


def write(kernel: Kernel) -> None:
    _Attention(kernel).write()


@dataclass
class _State:
    """What a thread has of its queries: the largest score, its lane's part of the sum, and columns
    of the result, one after the other."""

    largest: ir.Value
    total: ir.Value
    mixed: ir.Value

    def flat(self) -> list[ir.Value]:
        return [self.largest, self.total, self.mixed]


class _Attention(Attended):
    """The part of a thread: its queries are y, y + 16 and so on, its keys of a tile x, x + 8."""

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel)
        self.threads = kernel.spec.block[0]
        self.steps = -(-self.sizes["d"] // DEEP)
        self.groups = -(-self.sizes["e"] // (4 * LANES))  # runs of four columns of a thread
        self.wide = 4 * LANES * self.groups
        self.runs = [self.run(*each, 4) for each in ((0, "d"), (1, "d"), (2, "e"))]
        self.four = ir.VectorType.get([4], self.f32)

    def zeros(self, *shape: int) -> ir.Value:
        kind = ir.VectorType.get(list(shape), self.f32)
        return vector.broadcast(kind, arith.constant(self.f32, 0.0))

    # [region write]
    def write(self) -> None:
        kernel = self.kernel
        self.thread = kernel.thread("x")
        self.x, self.y = (op(self.thread, index_constant(LANES))
                          for op in (arith.remui, arith.divui))  # fmt: skip
        self.begin()
        self._places()
        rows = [arith.addi(self.first, plus(self.y, n * APART)) for n in range(ROWS)]
        self.inside = [self.below("i", row, QUERIES) for row in rows]
        self.rows = [row if inside is None else kernel.clamped(row, self.sizes["i"])
                     for row, inside in zip(rows, self.inside, strict=True)]  # fmt: skip
        with location(self.node):
            if self.kept is not None:
                for step in range(self.steps):
                    self._put(self._load(0, self.first, index_constant(step)), self.kept,
                              index_constant(step * QUERIES * DEEP))  # fmt: skip
            least = vector.broadcast(self.four, arith.constant(self.f32, float("-inf")))
            state = _State(least, self.zeros(ROWS), self.zeros(4 * self.groups, ROWS))
            stop, step = kernel.index(self.sizes["j"]), index_constant(KEYS)
            state = _State(*loop(index_constant(0), stop, step, state.flat(), self._tile))
            self._finish(state)
        # [end write]

    # Shared memory -------------------------------------------------------------------------------

    # [region places]
    def _places(self) -> None:
        """Shared memory, and where this thread reads it. Two places for the numbers of a step: of
        keys, and of queries if not all of them are kept from the beginning, or of values."""
        part = QUERIES * DEEP
        stage = max(part, DEEP * self.wide)
        weights = QUERIES * PITCH
        whole = self.steps * part
        self.kept = None
        if 4 * (whole + 2 * stage + weights) <= SHARED:
            self.kept = self.kernel.shared([whole], self.f32)
        else:
            stage = max(2 * part, stage)
        self.stage = self.kernel.shared([2 * stage], self.f32)
        self.stages = [index_constant(0), index_constant(stage)]
        self.weights = self.kernel.shared([QUERIES, PITCH], self.f32)
        self.of_queries = [self._swizzled(self.y, n) for n in range(DEEP // 4)]
        self.of_keys = [self._swizzled(self.x, n) for n in range(DEEP // 4)]
        # [end places]

    # [region swizzle]
    def _swizzled(self, row: ir.Value, word: ir.Value | int) -> ir.Value:
        """Where a row's word of four numbers is: rows are 64 bytes, and of eight neighbours that
        are read at once the words lie in all banks. A row a multiple of 8 further has the same."""
        if isinstance(word, int):
            word = index_constant(word)
        turn = arith.andi(arith.divui(row, index_constant(2)), index_constant(DEEP // 4 - 1))
        place = arith.muli(arith.xori(word, turn), index_constant(4))
        return arith.addi(arith.muli(row, index_constant(DEEP)), place)
        # [end swizzle]

    def _read(self, memory: ir.Value, *at: ir.Value) -> ir.Value:
        """Four neighbours in shared memory."""
        return vector.LoadOp(self.four, memory, list(at), alignment=16).result

    def _load(self, which: int, first: ir.Value, step: ir.Value) -> list[tuple]:
        """What this thread brings of 64 queries or keys in a step: where in shared memory, and
        what."""
        found, name = [], "ij"[which]
        word = arith.remui(self.thread, index_constant(DEEP // 4))
        line = arith.divui(self.thread, index_constant(DEEP // 4))
        column = arith.addi(arith.muli(step, index_constant(DEEP)),
                            arith.muli(word, index_constant(4)))  # fmt: skip
        place = self._swizzled(line, word)
        apart = 4 * self.threads // DEEP
        for n in range(QUERIES * DEEP // (4 * self.threads)):
            row = arith.addi(first, plus(line, n * apart))
            if self.below(name, row, QUERIES) is not None:
                row = self.kernel.clamped(row, self.sizes[name])
            value = self._word(which, "d", {name: row}, column, self.steps * DEEP)
            found.append((plus(place, n * apart * DEEP), value))
        return found

    def _load_values(self, first: ir.Value) -> list[tuple]:
        """The same of the values of a step's keys; 0 of keys that are not there: a weight of 0
        times what is elsewhere may be NaN."""
        found, words = [], self.wide // 4
        for n in range(DEEP * words // self.threads):
            number = plus(self.thread, n * self.threads)
            line, word = (op(number, index_constant(words)) for op in (arith.divui, arith.remui))
            key, column = arith.addi(first, line), arith.muli(word, index_constant(4))
            there, row = self.below("j", key, KEYS), key
            if there is not None:
                row = self.kernel.clamped(key, self.sizes["j"])
            value = self._word(2, "e", {"j": row}, column, self.wide)
            if there is not None:
                value = arith.select(there, value, self.zeros(4))
            found.append((arith.muli(number, index_constant(4)), value))
        return found

    def _word(self, which: int, along: str, at: dict, column: ir.Value, most: int) -> ir.Value:
        """Four neighbours of an operand, in float32; 0 where it has ended."""
        (source, indices), run = self.operand(which), self.runs[which]
        dtype, size = source.type.dtype, self.sizes[along]
        found = self.zeros(4)
        for n in range(0, 4, run):
            place = plus(column, n)
            kind = ir.VectorType.get([run], self.f32)

            def bring(place=place, kind=kind) -> list[ir.Value]:
                offsets = self.offsets(**at, **{along: place})
                if run == 1:
                    element = self.kernel.load(source, indices, offsets)
                    return [vector.broadcast(kind, scalars.widened(element, dtype))]
                part = self.kernel.load_run(source, indices, offsets, run)
                return [part if part.type == kind else arith.extf(kind, part)]

            there = self.kernel.below(place, size, most)
            (part,) = chosen(there, [kind], bring, lambda: [self.zeros(run)])
            if run == 4:
                return part
            found = vector.insert_strided_slice(part, found, [n], [1])
        return found

    def _put(self, found: list[tuple], memory: ir.Value, base: ir.Value) -> None:
        for place, value in found:
            vector.StoreOp(value, memory, [arith.addi(base, place)], alignment=16)

    # A tile of keys ------------------------------------------------------------------------------

    # [region tile]
    def _tile(self, keys: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
        """The state after a tile of keys, unless the mask leaves all of them out."""
        known = self.known(self.first, keys, QUERIES, KEYS)
        kinds = [value.type for value in held]

        def computed() -> list[ir.Value]:
            state = _State(*held)
            scores = self._scores(keys)
            triples = [
                (vector.extract(scores, [], [n, m]), self.rows[m],
                 arith.addi(keys, plus(self.x, n * LANES)))
                for n in range(COLUMNS) for m in range(ROWS)
            ]  # fmt: skip
            masked = self.finished(known, keys, KEYS, triples)
            by_key = [vector.from_elements(self.four, masked[n : n + ROWS])
                      for n in range(0, len(masked), ROWS)]  # fmt: skip
            scale, state = self._softmax(state, by_key)
            state.mixed = self._mixed(keys, arith.mulf(state.mixed, vector.broadcast(
                state.mixed.type, scale)))  # fmt: skip
            return state.flat()

        return chosen(known.somewhere, kinds, computed, lambda: held)
        # [end tile]

    # [region scores]
    def _scores(self, keys: ir.Value) -> ir.Value:
        """The scores, a row a key. The values of the first keys are there, too, when the weights
        are."""
        if (self.steps + KEYS // DEEP) % 2:
            gpu.barrier()  # the last step of the tile before was read from the first place
        self._put_step(self._of_step(keys, index_constant(0)), self.stages[0])
        gpu.barrier()

        def turn(step: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            now, then, sums = held
            found = self._of_step(keys, plus(step, 1))
            sums = self._multiplied(step, now, sums)
            self._put_step(found, then)
            gpu.barrier()
            return [then, now, sums]

        last, one = index_constant(self.steps - 1), index_constant(1)
        now, then, sums = *self.stages, self.zeros(COLUMNS, ROWS)
        if self.steps > 1:
            now, then, sums = loop(index_constant(0), last, one, [now, then, sums], turn)
        found = self._load_values(keys)
        sums = self._multiplied(last, now, sums)
        self._put(found, self.stage, then)
        self.now, self.then = then, now
        return sums
        # [end scores]

    def _of_step(self, keys: ir.Value, step: ir.Value) -> list[list[tuple]]:
        """What this thread brings of a step of the scores."""
        found = [self._load(1, keys, step)]
        if self.kept is None:
            found.append(self._load(0, self.first, step))
        return found

    def _put_step(self, found: list[list[tuple]], stage: ir.Value) -> None:
        for n, part in enumerate(found):
            self._put(part, self.stage, plus(stage, n * QUERIES * DEEP))

    # [region multiplied]
    def _multiplied(self, step: ir.Value, stage: ir.Value, sums: ir.Value) -> ir.Value:
        """The scores with a step's 16 products each added."""
        if self.kept is None:
            queries, first = self.stage, plus(stage, QUERIES * DEEP)
        else:
            queries, first = self.kept, arith.muli(step, index_constant(QUERIES * DEEP))
        for word in range(DEEP // 4):
            at = arith.addi(first, self.of_queries[word])
            left = self._turned([self._read(queries, plus(at, n * APART * DEEP))
                                 for n in range(ROWS)])  # fmt: skip
            at = arith.addi(stage, self.of_keys[word])
            right = self._turned([self._read(self.stage, plus(at, n * LANES * DEEP))
                                  for n in range(COLUMNS)])  # fmt: skip
            for query, key in zip(left, right, strict=True):
                sums = vector.outerproduct(sums.type, key, query, acc=sums)
        return sums
        # [end multiplied]

    def _turned(self, words: Sequence[ir.Value]) -> list[ir.Value]:
        """Of words of four, the vectors of their first, second, third and fourth elements."""
        block = self.zeros(len(words), 4)
        for n, word in enumerate(words):
            block = vector.insert(word, block, [], [n])
        turned = vector.transpose(ir.VectorType.get([4, len(words)], self.f32), block, [1, 0])
        return [vector.extract(turned, [], [n]) for n in range(4)]

    # [region softmax]
    def _softmax(self, state: _State, scores: list[ir.Value]) -> tuple[ir.Value, _State]:
        """By how much the sums are scaled down, and the state with a tile's scores; the weights of
        its keys go to shared memory."""
        most = self._over_lanes(folded(arith.maximumf, scores), arith.maximumf)
        largest = arith.maximumf(state.largest, most)
        # Where nothing was seen yet, the largest is -inf: less it, -inf would be NaN.
        least = vector.broadcast(self.four, arith.constant(self.f32, float("-inf")))
        nothing = arith.cmpf(F.OEQ, largest, least)
        below = arith.select(nothing, self.zeros(ROWS), largest)
        scale = math.exp(arith.subf(state.largest, below))
        weights = [math.exp(arith.subf(score, below)) for score in scores]
        total = arith.addf(arith.mulf(state.total, scale), folded(arith.addf, weights))
        for n, weight in enumerate(weights):
            for m in range(ROWS):
                at = [plus(self.y, m * APART), plus(self.x, n * LANES)]
                memref.store(vector.extract(weight, [], [m]), self.weights, at)
        return scale, _State(largest, total, state.mixed)
        # [end softmax]

    def _over_lanes(self, value: ir.Value, operation: Callable) -> ir.Value:
        """The operation over the lanes of each query, in each of them."""
        found = [vector.extract(value, [], [m]) for m in range(ROWS)]
        distance = LANES // 2
        while distance:
            found = [operation(each, of_lane(each, distance)) for each in found]
            distance //= 2
        return vector.from_elements(self.four, found)

    # [region mixed]
    def _mixed(self, keys: ir.Value, mixed: ir.Value) -> ir.Value:
        """Columns of the result, a row each, with the tile's values times their weights added."""
        gpu.barrier()  # the weights are there, and the first values

        def turn(key: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            now, then, sums = held
            found = self._load_values(arith.addi(keys, plus(key, DEEP)))
            sums = self._added(key, now, sums)
            self._put(found, self.stage, then)
            gpu.barrier()
            return [then, now, sums]

        last, held = index_constant(KEYS - DEEP), [self.now, self.then, mixed]
        now, _, sums = loop(index_constant(0), last, index_constant(DEEP), held, turn)
        return self._added(last, now, sums)
        # [end mixed]

    def _added(self, key: ir.Value, stage: ir.Value, sums: ir.Value) -> ir.Value:
        """Columns of the result with a step's values added."""
        for first in range(0, DEEP, 4):
            left = self._turned([
                self._read(self.weights, plus(self.y, m * APART), plus(key, first))
                for m in range(ROWS)
            ])  # fmt: skip
            for n, weights in enumerate(left):
                at = arith.addi(stage, arith.muli(self.x, index_constant(4)))
                at = plus(at, (first + n) * self.wide)
                runs = [self._read(self.stage, plus(at, 4 * LANES * group))
                        for group in range(self.groups)]  # fmt: skip
                values = self.zeros(4 * self.groups)
                for group, run in enumerate(runs):
                    values = vector.insert_strided_slice(run, values, [4 * group], [1])
                sums = vector.outerproduct(sums.type, values, weights, acc=sums)
        return sums

    def _finish(self, state: _State) -> None:
        """Store the sums of values over the sums of weights."""
        total = self._over_lanes(state.total, arith.addf)
        mixed = arith.divf(state.mixed, vector.broadcast(state.mixed.type, total))
        for m in range(ROWS):
            for group in range(self.groups):
                found = [vector.extract(mixed, [], [4 * group + n, m]) for n in range(4)]
                column = plus(arith.muli(self.x, index_constant(4)), 4 * LANES * group)
                self.store(found, self.rows[m], self.inside[m], column, self.wide)


def folded(operation: Callable, values: list[ir.Value]) -> ir.Value:
    """The operation over all of the values, in pairs."""
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=False)
        values = [operation(*pair) for pair in pairs] + values[len(values) // 2 * 2 :]
    return values[0]
