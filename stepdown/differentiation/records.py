"""A function's call on variables, recorded in the graph that is being traced, and their removal.

A variable is a value of its own, so that what the function computes from it is told from what was
computed before: `grad(lambda z: z * x)(x)` is x, not 2 x. When the derivative is there, all that
hangs on variables is made again from what they stand for, where it falls together with what is
there already.
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ..frontend import tracing
from ..frontend.array import Array
from ..frontend.graph import Graph, Value
from . import simplify


@dataclass
class State:
    """What differentiation knows of a graph.

    `depth` counts the records that are being made. `segments` tells, for the id of a value that a
    checkpointed function made, of which call; `calls` are those of functions with rules of their
    own.
    """

    depth: int = 0
    calls: list = field(default_factory=list)
    segments: dict[int, int] = field(default_factory=dict)
    members: dict[int, dict[int, Value]] = field(default_factory=dict)
    _numbers: int = 0
    _positions: dict[int, int] = field(default_factory=dict)

    def number(self) -> int:
        """A new one each time."""
        self._numbers += 1
        return self._numbers

    def positions(self, graph: Graph) -> dict[int, int]:
        """The place of each value, by id, in the order in which they were made."""
        for place in range(len(self._positions), len(graph.values)):
            self._positions[id(graph.values[place])] = place
        return self._positions

    def enter(self, segment: int, values: Iterable[Value]) -> None:
        """Note values as those of a segment; they are no longer of the one that they were of."""
        members = self.members.setdefault(segment, {})
        for value in values:
            before = self.segments.get(id(value))
            if before is not None:
                del self.members[before][id(value)]
            self.segments[id(value)] = segment
            members[id(value)] = value


_STATES: weakref.WeakKeyDictionary[Graph, State] = weakref.WeakKeyDictionary()


def state(graph: Graph) -> State:
    return _STATES.setdefault(graph, State())


# [region record]
class Record:
    """A call of `function` with a variable in place of each input. `returned` is what it returned,
    still made of the variables."""

    def __init__(
        self, graph: Graph, inputs: Sequence[Value], function: Callable[[list[Array]], object]
    ) -> None:
        self.graph, self.inputs = graph, inputs
        mine = state(graph)
        self.start = len(graph.values)
        self.variables = [
            Array(graph, graph.add("variable", value, number=mine.number())) for value in inputs
        ]
        mine.depth += 1
        try:
            with tracing.into(graph):
                self.returned = function(self.variables)
        finally:
            mine.depth -= 1
        # [end record]

    def resolve(self, arrays: Sequence[Array | None]) -> list[Array | None]:
        """The arrays, and what is checked, without the variables."""
        graph, checks = self.graph, self.graph.checks
        wanted = [a.value for a in arrays if a is not None]
        made = _Rebuilding(self)
        found = made.of([*wanted, *(check.failed for check in checks)])
        kept: dict[int, object] = {}
        for check in checks:
            failed = found[id(check.failed)]
            kept.setdefault(id(failed), dataclasses.replace(check, failed=failed))
        graph.checks[:] = kept.values()
        return [None if a is None else Array(graph, found[id(a.value)]) for a in arrays]


class _Rebuilding:
    """Values made again with others in the place of a record's variables."""

    def __init__(self, record: Record) -> None:
        self.graph, self.start = record.graph, record.start
        self.state = state(record.graph)
        self.last = not self.state.depth  # whether nobody differentiates what comes out
        self.new: dict[int, Value] = {
            id(variable.value): value
            for variable, value in zip(record.variables, record.inputs, strict=True)
        }

    def of(self, values: Sequence[Value]) -> dict[int, Value]:
        """By the id of each value what it has become."""
        for value in self._needed(values):
            inputs = [self.new.get(id(i), i) for i in value.inputs]
            self.new[id(value)] = self._made(value, inputs)
        return {id(v): self.new.get(id(v), v) for v in values}

    def _needed(self, values: Sequence[Value]) -> list[Value]:
        """What the values are made of since the record began, in order."""
        places = self.state.positions(self.graph)
        found: dict[int, Value] = {}
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            place = places.get(id(value), -1)
            if place >= self.start and place not in found and id(value) not in self.new:
                found[place] = value
                waiting += value.inputs
        return [found[place] for place in sorted(found)]

    def _made(self, value: Value, inputs: list[Value]) -> Value:
        name = value.primitive.name
        if self.last and name in ("stopped", "custom"):
            return inputs[0]
        simple = simplify.simpler(self.graph, value, inputs)
        if simple is not None:
            return simple
        before = len(self.graph.values)
        new = self.graph.add(name, *inputs, **value.params)
        if value.type.weak and not new.type.weak:
            new = self.graph.weakened(new, value.type.weak)
        if len(self.graph.values) > before:
            new.where = value.where
            if id(value) in self.state.segments:
                self.state.enter(self.state.segments[id(value)], [new])
        return new
