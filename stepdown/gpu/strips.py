"""An operand of a product as a block brings it: a strip at a time, in runs as it lies in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mlir import ir
from mlir.dialects import arith, vector

from ..lowering import scalars
from ..lowering.fuse import through_views
from ..lowering.scalars import index_constant
from .body import I, chosen, plus
from .wide import is_multiple, run

if TYPE_CHECKING:
    from .tiles import Tiles


@dataclass
class Piece:
    """Neighbours in a strip that a thread brings: where they are in it, whether there are any."""

    exists: ir.Value | None
    long: ir.Value
    deep: ir.Value


class Strip:
    """An operand as a block reads it: `size` long, `depth` deep, in runs of `run` elements.

    `along` says that neighbours in memory are neighbours along the strip, not along its depth.
    """

    def __init__(self, tiles: Tiles, which: int, name: str, size: int) -> None:
        self.tiles, self.which, self.name, self.size = tiles, which, name, size
        self.letters = tiles.maps[which]
        self.source, self.at = through_views(tiles.inputs[which])
        self.dtype = self.source.type.dtype
        self.along = self._is_near(name)
        near = name if self.along else "k"
        most = size if self.along else tiles.depth
        last = tiles.part[near][-1:]
        dim = self.letters.index(last[0]) if last else None
        self.layout = tiles.spec.layout(self.source, self.at) if self.at else ""
        self.run = run(self.source, self.at, dim, most, self.layout)
        while last and not is_multiple(tiles.sizes[near][-1], self.run):
            self.run //= 2

    # [region contiguous]
    def _is_near(self, name: str) -> bool:
        """Whether neighbours in memory are neighbours along the last of these dimensions."""
        part = self.tiles.part[name]
        if self.source.is_source or not self.at or not part:
            return False
        return self.at[-1].dim is not None and self.letters[self.at[-1].dim] == part[-1]
        # [end contiguous]

    def pieces(self) -> Iterator[Piece]:
        """What this thread brings: neighbouring threads go along neighbours in memory."""
        tiles = self.tiles
        total = self.size * tiles.depth // self.run
        inner = (self.size if self.along else tiles.depth) // self.run
        for begin in range(0, total, tiles.threads):
            number = plus(tiles.thread, begin)
            exists = None
            if total - begin < tiles.threads:
                exists = arith.cmpi(I.ult, number, index_constant(total))
            near = arith.remui(number, index_constant(inner))
            if self.run > 1:
                near = arith.muli(near, index_constant(self.run))
            far = arith.divui(number, index_constant(inner))
            yield Piece(exists, *((near, far) if self.along else (far, near)))

    def find(self, piece: Piece, first: ir.Value, start: ir.Value) -> tuple:
        """Where a piece is in the operand, its indices brought inside, and whether it is summed.

        What lies beyond the operand's rows goes into elements that are not stored; beyond the
        summed dimension it has to be 0.
        """
        tiles, kernel = self.tiles, self.tiles.kernel
        outer, summed = arith.addi(first, piece.long), arith.addi(start, piece.deep)
        runs = (self.run, 1) if self.along else (1, self.run)
        if not tiles.covers(self.name, self.size):
            outer = kernel.clamped(outer, tiles.extent[self.name], runs[0])
        there = tiles.below_end(summed)
        if there is not None:
            summed = kernel.clamped(summed, tiles.extent["k"], runs[1])
        indices = tiles.indices({self.name: outer, "k": summed})
        return [indices[x] for x in self.letters], there

    def load(self, piece: Piece, first: ir.Value, start: ir.Value) -> ir.Value:
        """A piece in registers, as it is kept in shared memory."""
        tiles = self.tiles
        kind = ir.VectorType.get([self.run], scalars.in_body(tiles.kept))

        def bring() -> list[ir.Value]:
            offsets, there = self.find(piece, first, start)
            found = self._loaded(offsets)
            if there is not None:
                zero = vector.broadcast(kind, scalars.constant(0, tiles.kept))
                found = arith.select(there, found, zero)
            return [found]

        def nothing() -> list[ir.Value]:
            return [vector.broadcast(kind, scalars.constant(0, tiles.kept))]

        return chosen(piece.exists, [kind], bring, nothing)[0]

    def _loaded(self, offsets: Sequence[ir.Value]) -> ir.Value:
        kernel, kept = self.tiles.kernel, self.tiles.kept
        kind = ir.VectorType.get([self.run], scalars.in_body(kept))
        if self.run == 1:
            element = kernel.load(self.source, self.at, offsets)
            return vector.broadcast(kind, scalars.cast(element, self.dtype, kept))
        found = kernel.load_run(self.source, self.at, offsets, self.run)
        return found if self.dtype == kept else arith.extf(kind, found)
