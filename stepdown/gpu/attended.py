"""What the kernels of attention have in common: where a block is, masks, what becomes of a score.

Dimensions have the numbers of `lowering.attention.Attention`; here they have names, too: i for the
queries, j for the keys, d along a query or a key, e along a value and the result.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith

from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.bounds import Bounds, Truth, mask_of
from ..lowering.expression import Expression
from ..lowering.scalars import index_constant
from ..primitives.table import At
from .attention import QUERIES
from .body import I, Kernel, Reads, both, chosen, guarded, plus
from .spec import blocks
from .wide import is_multiple, run


class Attended:
    """An attention while its kernel is written."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.spec = kernel, kernel.spec
        self.node, *_ = self.spec.outputs
        self.attention = self.spec.options["attention"]
        rank = self.attention.rank
        self.dims = {"i": rank - 2, "j": rank - 1, "d": rank, "e": rank + 1}
        self.sizes = {name: self.attention.sizes[dim] for name, dim in self.dims.items()}
        self.mask = mask_of(self.attention.result)
        self.f32 = ir.F32Type.get()

    # [region begin]
    def begin(self) -> None:
        """Where the block is: its first query, and which matrix of the batch it is of. The batch
        is along x, too, where a grid has the most blocks."""
        tiles = self.kernel.index(blocks(self.sizes["i"], QUERIES))
        number = self.kernel.block("x")
        self.first = arith.muli(arith.remui(number, tiles), index_constant(QUERIES))
        batch = self.attention.sizes[: self.dims["i"]]
        self.batch = self.kernel.unravel(arith.divui(number, tiles), batch)
        # [end begin]

    def offsets(self, **at: ir.Value) -> list:
        """The index of each dimension, 0 of those that are not given."""
        found: list = [*self.batch, 0, 0, 0, 0]
        for name, index in at.items():
            found[self.dims[name]] = index
        return found

    def operand(self, which: int) -> tuple[Value, list[At]]:
        """Query, key or value: what it is read from, and where an element is in that."""
        return self.node.inputs[which], list(self.attention.operands[which])

    def layout(self, which: int) -> str:
        """How an operand lies in memory."""
        source, at = self.operand(which)
        return self.spec.layout(source, at) if at and not source.is_source else ""

    def run(self, which: int, name: str, most: int) -> int:
        """How many neighbours along a dimension one load of an operand brings."""
        source, at = self.operand(which)
        found = run(source, at, self.dims[name], most, self.layout(which))
        while self.sizes[name] % found:
            found //= 2
        return found

    def below(self, name: str, index: ir.Value, tile: int) -> ir.Value | None:
        """Whether a query or a key of a tile is there; None where tiles end with the last one."""
        if is_multiple(self.sizes[name], tile):
            return None
        return arith.cmpi(I.ult, index, self.kernel.index(self.sizes[name]))

    # What becomes of scores ----------------------------------------------------------------------

    # [region known]
    def known(self, queries: ir.Value, keys: ir.Value, high: int, wide: int) -> Truth:
        """What is known of the mask where so many queries and keys meet, from those on."""
        if self.mask is None:
            return Truth()
        box = [(each, each) for each in self.batch]
        for name, first, count in (("i", queries, high), ("j", keys, wide)):
            box.append((first, self.kernel.clamped(plus(first, count - 1), self.sizes[name])))
        at_once = self._expression([first for first, _ in box], {})
        return Bounds(box, at_once.element).of_mask(self.mask)
        # [end known]

    # [region finished]
    def finished(
        self, known: Truth, keys: ir.Value, wide: int, scores: list[tuple]
    ) -> list[ir.Value]:
        """What the program makes of a tile's scores, each given with its query and its key. Where
        the mask leaves all of them, it is not computed; beyond the last key they are -inf."""
        whole = self.below("j", plus(keys, wide - 1), wide)
        result = self.attention.result

        def plain() -> list[ir.Value]:
            value = result if self.mask is None else self.mask.score
            return [self._of_score(value, *score) for score in scores]

        def cut() -> list[ir.Value]:
            least = arith.constant(self.f32, float("-inf"))
            made = []
            for score, query, key in scores:
                there = self.below("j", key, wide)
                inside = key if there is None else self.kernel.clamped(key, self.sizes["j"])
                found = self._of_score(result, score, query, inside)
                made.append(found if there is None else arith.select(there, found, least))
            return made

        if self.mask is not None and known.everywhere is None:
            return cut()
        kinds = [self.f32] * len(scores)
        return chosen(both(known.everywhere, whole), kinds, plain, cut)
        # [end finished]

    def _of_score(self, value: Value, score: ir.Value, query: ir.Value, key: ir.Value) -> ir.Value:
        """An element of what is computed from the scores."""
        expression = self._expression([*self.batch, query, key], {id(self.attention.score): score})
        element = expression.element(value, [At(d) for d in range(self.attention.rank)])
        return scalars.widened(element, value.type.dtype)

    def _expression(self, offsets: list, given: dict[int, ir.Value]) -> Expression:
        inputs, node = self.attention.inputs, self.node
        return Expression(
            Reads(self.kernel, offsets), lambda value: id(value) not in inputs,
            lambda value: node.inputs[inputs[id(value)]], given,
        )  # fmt: skip

    # Storing -------------------------------------------------------------------------------------

    def stores_runs(self, count: int) -> bool:
        """Whether so many neighbours along a row of the result may be stored at once."""
        last = self.attention.order[-1] == self.dims["e"]
        return last and self.kernel.stores_runs(self.node, count)

    def store(
        self, elements: list[ir.Value], query: ir.Value, there: ir.Value | None, column: ir.Value,
        most: int,
    ) -> None:  # fmt: skip
        """Neighbours along a row of the result, where the query is there; columns from the size on
        are not. `most` is where the columns of a tile end."""
        run = len(elements) if self.stores_runs(len(elements)) else 1
        for n in range(0, len(elements), run):
            place = plus(column, n)
            offsets = self.offsets(i=query, e=place)
            at = [self.kernel.index(offsets[d]) for d in self.attention.order]
            inside = both(there, self.kernel.below(place, self.sizes["e"], most))
            guarded(
                inside,
                lambda n=n, at=at: self.kernel.store_run(self.node, elements[n : n + run], at),
            )
