"""Donated arguments in the graph: which result takes whose memory, and in what order.

A result that is computed in an argument's memory overwrites it, and whatever reads the old value
has to come first. Bufferization sees to it that the outcome is right: where a reader comes too
late, it makes a copy. What is done here is that it seldom has to.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import islice

from ..errors import ArgumentError
from ..frontend.graph import Graph, Value
from .fuse import Group, reads, through_views

FAR = 1 << 40  # steps to a result that does not depend on an argument


def match(graph: Graph, donated: Sequence[Value], function: str) -> None:
    """Choose a result for each of these arguments, of its shape and dtype: `graph.donated`.

    The closest first, counted in steps from the argument to the result, where an `update` is no
    step: what was made of an argument by updates alone takes its memory before anything else does.
    Among equals the order of the arguments and of the results decides. ArgumentError names the
    argument that no result is left for.
    """
    numbers = {id(value): number for number, value in enumerate(graph.arguments)}
    results: dict[int, list[int]] = {}
    for number, result in enumerate(graph.outputs[: -1 if graph.checks else None]):
        results.setdefault(id(result), []).append(number)
    users = _users(graph)
    nearest = []
    for argument in donated:
        candidates = _candidates(graph, argument, users, results)
        for steps, result in islice(candidates, 1):
            heapq.heappush(nearest, (steps, numbers[id(argument)], result, candidates))
    while nearest:
        _, argument, result, candidates = heapq.heappop(nearest)
        if result not in graph.donated:
            graph.donated[result] = argument
            continue
        for steps, other in islice(candidates, 1):
            heapq.heappush(nearest, (steps, argument, other, candidates))
    taken = set(graph.donated.values())
    for argument in donated:
        if numbers[id(argument)] not in taken:
            raise ArgumentError(
                f"{function}: {argument.name} is donated, but no result takes its memory: there is "
                f"none of type {argument.type} that another donated argument has not taken"
            )


def _users(graph: Graph) -> dict[int, list[tuple[Value, int]]]:
    """The values that read each value, and as which of their inputs."""
    users: dict[int, list[tuple[Value, int]]] = {}
    for value in graph.values:
        for number, read in enumerate(value.inputs):
            users.setdefault(id(read), []).append((value, number))
    return users


def _candidates(graph: Graph, argument: Value, users, results) -> Iterator[tuple[int, int]]:
    """The results of the argument's type as (steps, number), the closest first, found as they are
    asked for: most arguments take the first, which is near."""
    left = {n for numbers in results.values() for n in numbers}
    left = {n for n in left if graph.outputs[n].type == argument.type}
    seen: set[int] = set()
    steps, level = 0, [argument]
    while level and left:
        after, here = [], []
        while level:
            value = level.pop()
            if id(value) in seen:
                continue
            seen.add(id(value))
            here += results.get(id(value), ())
            for user, number in users.get(id(value), ()):
                free = user.primitive.name == "update" and number == 0
                (level if free else after).append(user)
        for number in sorted(left.intersection(here)):
            left.remove(number)
            yield steps, number
        steps, level = steps + 1, after
    for number in sorted(left):
        yield FAR, number


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
                for read in of_one_memory(source):
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


def of_one_memory(value: Value) -> Iterator[Value]:
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
