"""The tape: a computation as a list of (op, inputs), run forward and then backward.

Entry i holds value i; its inputs are the numbers of earlier entries. `gradient` keeps each value
until the way back. `checkpointed` keeps those that cross the borders of segments, and computes the
rest again. Nothing here knows of `Value`, except `record`, which lists a Value's graph.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .engine import Value, reason
from .errors import DomainError, GraphError, OperandError
from .rules import RULES, Number

Entry = tuple[str, tuple[int, ...]]
INPUT: Entry = ("input", ())


# [region check]
def check(tape: Sequence[Entry], inputs: Sequence[float]) -> None:
    """Raise GraphError for an entry that cannot be run, OperandError for missing inputs."""
    for i, (op, sources) in enumerate(tape):
        if op != "input" and op not in RULES:
            raise GraphError(f"entry {i}: no operation '{op}'; there are input, {', '.join(RULES)}")
        wanted = len(RULES[op].slopes) if op != "input" else 0
        if len(sources) != wanted:
            raise GraphError(f"entry {i}: {op} has {wanted} inputs; got {len(sources)}")
        for source in sources:
            if not 0 <= source < i:
                raise GraphError(f"entry {i}: reads entry {source}, which is not before it")
    wanted = sum(op == "input" for op, _ in tape)
    if len(inputs) != wanted or not tape:
        raise OperandError(f"a tape of {len(tape)} entries and {wanted} inputs; got {len(inputs)}")


# [end check]


class Store(dict):
    """Values by entry; remembers how many it held at most."""

    peak = 0

    def __setitem__(self, entry: int, value: Number) -> None:
        super().__setitem__(entry, value)
        self.peak = max(self.peak, len(self))


@dataclass
class Result:
    """The last value, its slope by each input, and what finding them took."""

    value: Number
    gradient: list[Number]
    peak: int  # values kept at the same time, at most
    computed: int  # values computed, again included


# [region sweeps]
def forward(
    tape: Sequence[Entry], entries: Iterable[int], values: Store, given: dict[int, float]
) -> int:
    """Compute these entries' values from those of earlier ones; the count of those computed."""
    count = 0
    for i in entries:
        op, sources = tape[i]
        numbers = [values[source] for source in sources]
        try:
            values[i] = RULES[op].value(*numbers) if op != "input" else given[i]
        except (ArithmeticError, ValueError) as error:
            raise DomainError(f"entry {i}: {reason(op, numbers, error)}") from None
        count += 1
    return count


def backward(
    tape: Sequence[Entry], entries: Sequence[int], values: Store, adjoints: dict[int, Number]
) -> None:
    """Move the adjoints of these entries on to what they were computed from."""
    for i in reversed(entries):
        op, sources = tape[i]
        if op != "input" and i in adjoints:
            adjoint = adjoints.pop(i)
            numbers = [values[source] for source in sources]
            for source, slope in zip(sources, RULES[op].slopes, strict=True):
                share = slope(*numbers, values[i]) * adjoint
                adjoints[source] = adjoints[source] + share if source in adjoints else share


# [end sweeps]


# [region gradient]
def gradient(tape: Sequence[Entry], inputs: Sequence[float]) -> Result:
    """The last entry's value, and its slope by each input; every value is kept."""
    check(tape, inputs)
    places = [i for i, entry in enumerate(tape) if entry[0] == "input"]
    last, values = len(tape) - 1, Store()
    computed = forward(tape, range(len(tape)), values, dict(zip(places, inputs, strict=True)))
    adjoints = {last: 1.0}
    backward(tape, range(len(tape)), values, adjoints)
    return Result(values[last], [adjoints.get(i, 0.0) for i in places], values.peak, computed)


# [end gradient]


# [region checkpointed]
def checkpointed(
    tape: Sequence[Entry], inputs: Sequence[float], segments: int | None = None
) -> Result:
    """The same, to the bit, with the values between the borders of segments computed again.

    There are sqrt(T) segments unless told otherwise. What is read behind a border is kept there.
    """
    check(tape, inputs)
    size = len(tape)
    count = math.isqrt(size) if segments is None else segments
    if not 1 <= count <= size:
        raise OperandError(f"1 to {size} segments are possible; got {count}")
    parts = [range(size * k // count, size * (k + 1) // count) for k in range(count)]
    places = [i for i, entry in enumerate(tape) if entry[0] == "input"]
    given = dict(zip(places, inputs, strict=True))
    last_use = {size - 1: size}  # the entry that reads a value last; the result is read outside
    for i, (_, sources) in enumerate(tape):
        for source in sources:
            last_use[source] = max(i, last_use.get(source, 0))

    values, computed = Store(), 0
    for part in parts[:-1]:
        computed += forward(tape, part, values, given)
        for i in part:
            if last_use.get(i, 0) < part.stop:  # nothing behind the border reads it
                del values[i]
    adjoints, result = {size - 1: 1.0}, None
    for part in reversed(parts):
        computed += forward(tape, [i for i in part if i not in values], values, given)
        result = values[size - 1] if result is None else result
        backward(tape, part, values, adjoints)
        for i in part:
            del values[i]
    return Result(result, [adjoints.get(i, 0.0) for i in places], values.peak, computed)


# [end checkpointed]


# [region record]
def record(result: Value) -> tuple[list[Entry], list[float]]:
    """The tape of a Value's graph, and the inputs that give the same result.

    Numbers that were not computed are inputs, in the order of their birth: constants too.
    """
    values = result.graph()
    number = {value: i for i, value in enumerate(values)}
    tape = [
        (value.op, tuple(number[source] for source in value.inputs)) if value.inputs else INPUT
        for value in values
    ]
    return tape, [value.data for value in values if not value.inputs]


# [end record]
