"""Where results are written: memory that the caller provides, or that of a donated argument.

Each result has a tensor over its memory, its place, from the start, and what computes it writes
there. Bufferization decides whether that can be: where an old value is still to be read, it takes
other memory. So at the end each result is put into its place once more, which is nothing if it lies
there already.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import bufferization, linalg, memref

from ..frontend.graph import Value
from . import build, donation, loops, scalars
from .fuse import through_views


class Results:
    """The results of one function while it is written."""

    def __init__(self, builder, arguments: list[ir.Value], results: list[ir.Value]) -> None:
        """`results` are the memrefs of those that no argument is donated for."""
        self.builder, self.graph = builder, builder.graph
        fresh = iter(results)
        self.memory = [
            arguments[self.graph.donated[number]] if number in self.graph.donated else next(fresh)
            for number in range(len(self.graph.outputs))
        ]
        self.places: dict[int, ir.Value] = {}
        # Of each result that has a place of its own, the value that begins there.
        self.first: dict[int, Value] = {}
        self.copied: dict[int, ir.Value] = {}  # results that are in their places already
        self._give_places()
        self._keep_old_values()

    def _give_places(self) -> None:
        """Say to the builder where values begin: a result, or the first update that makes it."""
        places, results = self.builder.places, {id(value) for value in self.graph.outputs}
        for number, value in enumerate(self.graph.outputs):
            if not value.type.rank:
                continue
            self.places[number] = self._place(number, value)
            first = donation.first_update(value, results | set(places))
            if id(first) not in places:
                places[id(first)] = self.places[number]
                self.first[number] = first

    def _place(self, number: int, value: Value) -> ir.Value:
        if number in self.graph.donated:
            return self.builder.tensors[id(self.graph.arguments[self.graph.donated[number]])]
        kind = build.tensor_type(value.type)
        return bufferization.to_tensor(kind, self.memory[number], restrict=True, writable=True)

    def _keep_old_values(self) -> None:
        """Copy donated arguments that are results of their own, before anything overwrites them."""
        donated = {id(self.graph.arguments[n]) for n in self.graph.donated.values()}
        for number, value in enumerate(self.graph.outputs):
            source = through_views(value)[0]
            if (
                id(source) not in donated
                or number not in self.first
                or number in self.graph.donated
            ):
                continue
            if value is source:
                place = self.builder.places.pop(id(value))
                self.copied[number] = linalg.copy(self.builder.tensors[id(value)], outs=[place])
            elif value.type.rank:
                self.builder.tensor(value)

    def give_back(self) -> None:
        """Write what is not in its place yet: first what is read from donated memory, then that."""
        found = [self._made(number, value) for number, value in enumerate(self.graph.outputs)]
        order = [(not v.type.rank, n in self.graph.donated, n)
                 for n, v in enumerate(self.graph.outputs)]  # fmt: skip
        for scalar, _, number in sorted(order):
            if scalar:
                memref.store(found[number], self.memory[number], [])
            else:
                bufferization.materialize_in_destination(
                    None, found[number], self.memory[number], restrict=True, writable=True
                )

    def _made(self, number: int, value: Value) -> ir.Value:
        """A result as a tensor that lies in its own place or in nobody's, or as an element."""
        if not value.type.rank:
            return scalars.stored(loops.rank_zero(self.builder, value), value.type.dtype)
        if number in self.copied:
            return self.copied[number]
        made, place = self.builder.tensor(value), self.places[number]
        first = self.first.get(number)
        if made == place or (first is not None and id(first) not in self.builder.places):
            return made
        return linalg.copy(made, outs=[place]) if self._may_be_overwritten(value) else made

    def _may_be_overwritten(self, value: Value) -> bool:
        """Whether its tensor may lie in memory that another result is put into."""
        if not donation.overwriting(self.graph):
            return False
        given = value.primitive is None
        return not given or any(
            value is self.graph.arguments[n] for n in self.graph.donated.values()
        )
