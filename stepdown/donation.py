"""Donated arguments in the graph: which result takes whose memory, and in what order.

A result that is computed in an argument's memory overwrites it, and whatever reads the old value
has to come first. Bufferization sees to it that the outcome is right: where a reader comes too
late, it makes a copy. What is done here is that it seldom has to.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from .errors import ArgumentError
from .fuse import Group, reads, through_views
from .graph import Graph, Value

FAR = 1 << 40  # steps to a result that does not depend on an argument


def match(graph: Graph, donated: Sequence[Value], function: str) -> None:
    """Choose a result for each of these arguments, of its shape and dtype: `graph.donated`.

    The closest first, counted in steps from the argument to the result, where an `update` is no
    step: what was made of an argument by updates alone takes its memory before anything else does.
    Among equals the order of the arguments and of the results decides. ArgumentError names the
    argument that no result is left for.
    """
    numbers = {id(value): number for number, value in enumerate(graph.arguments)}
    results = list(enumerate(graph.outputs))
    if graph.checks:
        results.pop()
    pairs = []
    for argument in donated:
        steps = _steps(graph, argument)
        pairs += [
            (steps.get(id(result), FAR), numbers[id(argument)], number)
            for number, result in results
            if result.type == argument.type
        ]
    taken: set[int] = set()
    for _, argument, result in sorted(pairs):
        if argument not in taken and result not in graph.donated:
            taken.add(argument)
            graph.donated[result] = argument
    for argument in donated:
        if numbers[id(argument)] not in taken:
            raise ArgumentError(
                f"{function}: {argument.name} is donated, but no result takes its memory: there is "
                f"none of type {argument.type} that another donated argument has not taken"
            )


def _steps(graph: Graph, argument: Value) -> dict[int, int]:
    """How many steps each value that depends on the argument is away from it."""
    steps = {id(argument): 0}
    for value in graph.values:
        free = value.primitive.name == "update"
        found = [
            steps[id(i)] + (not free or n > 0) for n, i in enumerate(value.inputs) if id(i) in steps
        ]
        if found:
            steps[id(value)] = min(found)
    return steps


def first_update(value: Value, but: set[int]) -> Value:
    """The first of the updates that made the value, those in `but` and before them left out; the
    value itself, if it is no update. Memory that it begins in is the memory of all of them."""
    while value.primitive is not None and value.primitive.name == "update":
        before = value.inputs[0]
        if before.primitive is None or before.primitive.name != "update" or id(before) in but:
            break
        value = before
    return value


def ordered(graph: Graph, groups: Sequence[Group]) -> list[Group]:
    """The groups with those that overwrite a value after those that read it, where that can be."""
    pairs = overwriting(graph)
    if not pairs:
        return list(groups)
    place = {id(value): n for n, group in enumerate(groups) for value in group.values}
    needs: list[set[int]] = [set() for _ in groups]
    readers: dict[int, set[int]] = {}
    for n, group in enumerate(groups):
        for value in group.values:
            for source, _ in reads(value):
                if place.get(id(source), n) != n:
                    needs[n].add(place[id(source)])
                for read in _of_one_memory(source):
                    readers.setdefault(id(read), set()).add(n)
    closure = _closure(needs)
    for value, overwritten in pairs:
        writer = place.get(id(value))
        if writer is None:
            continue
        for reader in readers.get(id(overwritten), set()) - {writer}:
            if closure[reader] >> writer & 1 or reader in needs[writer]:
                continue
            needs[writer].add(reader)
            more = closure[reader] | 1 << reader
            for n, known in enumerate(closure):
                if n == writer or known >> writer & 1:
                    closure[n] |= more
    return [groups[n] for n in _sorted(needs)]


def _of_one_memory(value: Value) -> Iterator[Value]:
    """The value, and those of which it is a part or another shape."""
    yield value
    while value.primitive is not None and value.primitive.name in ("reshape", "dynamic_slice"):
        value = through_views(value.inputs[0])[0]
        yield value


def overwriting(graph: Graph) -> list[tuple[Value, Value]]:
    """Pairs: a value, and what is overwritten when it is computed in place."""
    updates = [value for value in graph.used() if value.primitive.name == "update"]
    return [(value, through_views(value.inputs[0])[0]) for value in updates] + [
        (graph.outputs[result], graph.arguments[argument])
        for result, argument in graph.donated.items()
    ]


def _closure(needs: list[set[int]]) -> list[int]:
    """For each group a bit for each that it needs, directly or not."""
    closure = [0] * len(needs)
    for n in _sorted(needs):
        for other in needs[n]:
            closure[n] |= closure[other] | 1 << other
    return closure


def _sorted(needs: list[set[int]]) -> list[int]:
    """Numbers, each after those that it needs, else ascending."""
    missing = [len(other) for other in needs]
    needed_by: list[list[int]] = [[] for _ in needs]
    for n, others in enumerate(needs):
        for other in others:
            needed_by[other].append(n)
    ready = [n for n, count in enumerate(missing) if not count]
    order = []
    while ready:
        n = heapq.heappop(ready)
        order.append(n)
        for later in needed_by[n]:
            missing[later] -= 1
            if not missing[later]:
                heapq.heappush(ready, later)
    return order
