"""The two ways through a record: forwards with tangents, backwards with cotangents.

Only values that depend on the inputs and that the outputs depend on are visited, by primitives that
have a derivative; a value that got no derivative asks no rule for one.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence

from ..errors import TraceError
from ..frontend.array import Array
from ..frontend.graph import Graph, Value
from ..frontend.types import is_float
from ..frontend.where import Where
from ..primitives.derivatives import Applied
from . import sums
from .records import state
from .shifts import EXTREMES, Shifts, passes_on

Watch = Callable[[Value, Array], None]


# [region pull]
def pull(
    inputs: Sequence[Array],
    outputs: Sequence[Array],
    cotangents: Sequence[Array | None],
    watch: Watch | None = None,
    again: bool = True,
) -> list[Array | None]:
    """The inputs' cotangents for those of the outputs, None for zero: reverse mode.

    What a checkpointed function made is computed `again`, or not.
    `watch(value, cotangent)` is told each cotangent that a value's rule gave.
    """
    if not inputs:
        return []
    graph = inputs[0].graph
    between = _Between(graph, inputs, outputs)
    found: dict[int, Array] = {}

    def give(value: Value, cotangent: Array | None) -> None:
        if cotangent is None or id(value) not in between.active:
            return
        cotangent = cotangent.astype(value.type.dtype)
        if cotangent.shape != value.type.shape:  # sizes that the call finds equal
            sizes = zip(cotangent.shape, value.type.shape, strict=True)
            assert all(graph.knows(*pair) for pair in sizes), (value, cotangent)
            cotangent = cotangent.reshape(value.type.shape)
        known = found.get(id(value))
        found[id(value)] = cotangent if known is None else sums.of(known, cotangent)

    for output, cotangent in zip(outputs, cotangents, strict=True):
        give(output.value, cotangent)
    reader = _Again(graph, {} if not again else state(graph).segments)
    for value in reversed(between.order):
        made = len(graph.values)
        if value.primitive.name == "custom":
            given = between.pull_call(value, found)
        else:
            cotangent = found.pop(id(value), None)
            if cotangent is None:
                continue
            wanted = [id(i) in between.active for i in value.inputs]
            given = _rule(value).pull(reader.applied(value), cotangent, wanted)
        for operand, cotangent in zip(value.inputs, given, strict=True):
            give(operand, cotangent)
            if watch and cotangent is not None:
                watch(value, cotangent)
        for new in graph.values[made:]:
            new.where = value.where
    return [found.get(id(x.value)) for x in inputs]
    # [end pull]


def push(
    inputs: Sequence[Array], tangents: Sequence[Array | None], outputs: Sequence[Array]
) -> list[Array | None]:
    """The outputs' tangents for those of the inputs, None for zero: forward mode."""
    if not inputs:
        return [None] * len(outputs)
    graph = inputs[0].graph
    between = _Between(graph, inputs, outputs)
    found = {
        id(x.value): t.astype(x.dtype)
        for x, t in zip(inputs, tangents, strict=True)
        if t is not None
    }
    for value in between.order:
        made = len(graph.values)
        given = [found.get(id(i)) for i in value.inputs]
        if value.primitive.name == "custom":
            tangent = between.push_call(value, given)
        elif any(t is not None for t in given):
            tangent = _rule(value).push(_applied(graph, value, value.inputs), given)
        else:
            continue
        if tangent is not None:
            found[id(value)] = tangent.astype(value.type.dtype)
        for new in graph.values[made:]:
            new.where = value.where
    return [found.get(id(y.value)) for y in outputs]


class _Between:
    """The values, in `order`, through which the outputs depend on the inputs; the ids of these and
    the inputs are `active`."""

    def __init__(self, graph: Graph, inputs: Sequence[Array], outputs: Sequence[Array]) -> None:
        self.graph = graph
        starts = {id(x.value) for x in inputs if is_float(x.dtype)}
        self.active = set(starts)
        self.order: list[Value] = []
        values = behind(graph, [y.value for y in outputs], starts)
        shifts: Shifts | None = None
        for value in values:
            inputs_ = value.inputs[1:] if value.primitive.name == "custom" else value.inputs
            if not passes_on(value) or not any(id(i) in self.active for i in inputs_):
                continue
            if value.primitive.name in EXTREMES:
                shifts = shifts or Shifts(values, [y.value for y in outputs])
                if shifts.cancel(value):
                    continue
            self.active.add(id(value))
            self.order.append(value)
        self.results: dict[int, list[Value]] = {}  # of each call of a function with its own rule
        for value in self.order:
            if value.primitive.name == "custom":
                self.results.setdefault(value.params["call"], []).append(value)
        self._tangents: dict[int, list] = {}

    def pull_call(self, value: Value, found: dict[int, Array]) -> list[Array | None]:
        """Cotangents for the operands of a function with its own rule, at the first of its results:
        by then those of all are known."""
        results = self.results[value.params["call"]]
        nothing: list[Array | None] = [None] * len(value.inputs)
        if value is not results[0]:
            return nothing
        given = {v.params["index"]: found.pop(id(v), None) for v in results}
        if all(cotangent is None for cotangent in given.values()):
            return nothing
        call = state(self.graph).calls[value.params["call"]]
        operands = [Array(self.graph, i) for i in value.inputs[1:]]
        return [None, *call.pull(operands, given)]

    def push_call(self, value: Value, tangents: list[Array | None]) -> Array | None:
        number = value.params["call"]
        if number not in self._tangents:
            call = state(self.graph).calls[number]
            operands = [Array(self.graph, i) for i in value.inputs[1:]]
            self._tangents[number] = call.push(operands, tangents[1:])
        return self._tangents[number][value.params["index"]]


def behind(graph: Graph, values: Sequence[Value], ends: set[int]) -> list[Value]:
    """What the values are made of, back to the `ends`, in the order in which it was made."""
    places = state(graph).positions(graph)
    found: dict[int, Value] = {}
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        place = places.get(id(value))
        if place is not None and place not in found and id(value) not in ends:
            found[place] = value
            waiting += value.inputs
    return [found[place] for place in sorted(found)]


def _rule(value: Value):
    rule = value.primitive.derivative
    if rule is None:
        raise failure_at(
            value.where,
            f"the operation {value.primitive.name} has no rule of differentiation; stop_gradient "
            "takes its result for a constant, custom_vjp gives a function a rule of its own",
        )
    return rule


def failure_at(where: Where | None, message: str) -> TraceError:
    """An error that names a line which was traced before."""
    if where is None:
        return TraceError(message)
    line = linecache.getline(where.file, where.line).strip()
    return TraceError(f"{where}: {message}" + (f"\n    {line}" if line else ""))


def _applied(graph: Graph, value: Value, inputs: Sequence[Value], result: Value | None = None):
    operands = tuple(Array(graph, i) for i in inputs)
    return Applied(value.primitive.name, value.params, operands, Array(graph, result or value))


class _Again:
    """Values as the backward pass reads them: those of a checkpointed function are computed again
    from what the function was called with."""

    def __init__(self, graph: Graph, segments: dict[int, int]) -> None:
        self.graph, self.state, self.segments = graph, state(graph), segments
        self.made: dict[int, dict[int, Value]] = {}

    def applied(self, value: Value) -> Applied:
        segment = self.segments.get(id(value))
        if segment is None:
            inputs = [self._read(i) for i in value.inputs]
            return _applied(self.graph, value, inputs)
        new = self._segment(segment)
        inputs = [new.get(id(i), i) for i in value.inputs]
        return _applied(self.graph, value, inputs, new[id(value)])

    def _read(self, value: Value) -> Value:
        segment = self.segments.get(id(value))
        return value if segment is None else self._segment(segment)[id(value)]

    def _segment(self, number: int) -> dict[int, Value]:
        """By id what the values of a segment, and what they are computed from, have become."""
        if number not in self.made:
            new = self.made[number] = {}
            mark = self.state.number()
            for value in self.state.members[number].values():
                for operand in value.inputs:
                    if id(operand) not in new:
                        new[id(operand)] = self._behind_a_wall(operand, mark)
                inputs = [new[id(i)] for i in value.inputs]
                new[id(value)] = self.graph.add(value.primitive.name, *inputs, **value.params)
                new[id(value)].where = value.where
        return self.made[number]

    def _behind_a_wall(self, value: Value, mark: int) -> Value:
        """The same value, as one from which equal results are computed anew."""
        if not value.type.rank or value.is_source or value.type.weak:
            return value
        return self.graph.add("units", value, shape=value.type.shape, mark=mark)
