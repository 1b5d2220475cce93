"""The graph of a traced function: values, each made by a primitive from other values.

A value is its own node: a primitive, inputs, parameters, a type, and the line of the user's code
that asked for it. Equal values are made once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ..primitives import TABLE, Primitive
from . import dims
from .dims import Size
from .types import Type
from .where import Where, failure, here

LARGEST = 1 << 59  # elements: their bytes can be counted in 64 bits


@dataclass(eq=False, slots=True)
class Value:
    """A node of the graph and what it gives. `primitive` is None for an argument. Values of
    different stages are not computed in the same loops."""

    primitive: Primitive | None
    inputs: tuple[Value, ...]
    params: dict[str, object]
    type: Type
    where: Where | None = None
    name: str = ""
    stage: int = 0

    def __repr__(self) -> str:
        return f"{self.name or self.primitive}: {self.type}"

    @property
    def is_source(self) -> bool:
        """Whether it needs no memory: a constant, a ramp, a size."""
        return self.primitive is not None and self.primitive.kind == "source"


@dataclass(frozen=True)
class Constraint:
    """Two sizes that a call has to find equal, or the first at least the second."""

    first: Size
    second: Size
    where: Where | None
    equal: bool = True
    why: str = ""


@dataclass(frozen=True)
class Check:
    """A bool of rank 0 that is true when a call went wrong, and the error to raise then."""

    failed: Value
    error: type[Exception]
    message: str


@dataclass(eq=False)
class Graph:
    """Arguments, then values in the order in which they were made."""

    arguments: list[Value] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    captured: list[tuple[Value, np.ndarray]] = field(default_factory=list)
    # The number of a result -> that of the argument whose memory it takes; see `donation`.
    donated: dict[int, int] = field(default_factory=dict)
    closed: bool = False  # the function has returned
    _made: dict[tuple, Value] = field(default_factory=dict, repr=False)

    def argument(self, type_: Type, name: str) -> Value:
        value = Value(None, (), {}, type_, None, name)
        self.arguments.append(value)
        return value

    def capture(self, array: np.ndarray) -> Value:
        """The argument that stands for an array of the surroundings: the same each time."""
        for value, known in self.captured:
            if known is array:
                return value
        if not array.flags.aligned or any(s % array.itemsize for s in array.strides):
            array = np.array(array, order="C")
        value = Value(None, (), {}, Type(array.shape, array.dtype), here(), "captured")
        self.captured.append((value, array))
        return value

    # [region add]
    def add(self, name: str, *inputs: Value, **params: object) -> Value:
        """The value that a primitive makes of others; one made before, if it is the same."""
        primitive = TABLE[name]
        # 0.0 and -0.0 are equal, and 1 is True: what is written out differs.
        exact = [repr(p) if isinstance(p, (bool, int, float)) else p for p in params.values()]
        key = (name, *map(id, inputs), *params, *exact)
        value = self._made.get(key)
        if value is None:
            type_ = primitive.infer(*(i.type for i in inputs), **params)
            self._check(type_.shape)
            value = Value(primitive, inputs, params, type_, here())
            self._made[key] = value
            self.values.append(value)
        return value
        # [end add]

    def weakened(self, value: Value, kind: type) -> Value:
        """The same value as a Python number of that kind would be: what it meets says its dtype."""
        key = ("weakened", id(value), kind)
        if key not in self._made:
            type_ = replace(value.type, weak=kind)
            self._made[key] = replace(value, type=type_, where=here())
            self.values.append(self._made[key])
        return self._made[key]

    def _check(self, shape: tuple[Size, ...]) -> None:
        """Whether a value of that shape can be added."""
        if self.closed:
            raise failure("a traced array is used after the function that it was traced in")
        known = [size for size in shape if isinstance(size, int)]
        if min(known, default=0) < 0:
            raise failure("negative dimensions are not allowed", ValueError)
        if math.prod(known) >= LARGEST:
            raise failure(f"an array of shape {shape} is too big", ValueError)

    def equal(self, pairs: Iterable[tuple[Size, Size]]) -> None:
        """Note sizes that a call has to find equal."""
        for first, second in pairs:
            if first != second:
                self._note(Constraint(first, second, here()))

    def knows(self, first: Size, second: Size) -> bool:
        """Whether the sizes are equal, or a call has been told to find them equal."""
        if first == second:
            return True
        return any({c.first, c.second} == {first, second} for c in self.constraints if c.equal)

    def at_least(self, size: Size, least: Size, why: str = "") -> None:
        """Note a size that a call has to find large enough, and why, if the sizes do not say it."""
        if not dims.is_never_negative(size - least):
            self._note(Constraint(size, least, here(), equal=False, why=why))

    def _note(self, constraint: Constraint) -> None:
        """Note a constraint once: by the line that needs it first."""
        key = (constraint.first, constraint.second, constraint.equal)
        if all((c.first, c.second, c.equal) != key for c in self.constraints):
            self.constraints.append(constraint)

    def used(self) -> list[Value]:
        """The values that the outputs and checks need, in order."""
        needed = {id(v) for v in self.outputs} | {id(check.failed) for check in self.checks}
        for value in reversed(self.values):
            if id(value) in needed:
                needed.update(id(i) for i in value.inputs)
        return [value for value in self.values if id(value) in needed]

    def __str__(self) -> str:
        names: dict[int, str] = {}
        lines = list(_lines(self, names))
        return "\n".join([*lines, "return " + ", ".join(names[id(v)] for v in self.outputs)])


def _lines(graph: Graph, names: dict[int, str]) -> Iterator[str]:
    for value in [*graph.arguments, *(v for v, _ in graph.captured), *graph.used()]:
        names[id(value)] = f"%{len(names)}"
        made = value.name or str(value.primitive)
        if value.inputs or value.params:
            inputs = [names[id(i)] for i in value.inputs]
            params = [f"{key}={shown}" for key, shown in value.params.items()]
            made += f"({', '.join(inputs + params)})"
        yield f"{names[id(value)]}: {value.type} = {made}"
