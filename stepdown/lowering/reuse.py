"""Arrays that a group reads last, and so may overwrite with what it computes.

A new array is memory that the processor has to fetch before it is written, and that displaces what
the next loops read. Where a group computes an array of the type of one that nothing reads
afterwards, element by element, it writes into that one. Bufferization sees to it that the outcome
is right, as with donated arguments; what is chosen here is where it need not copy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ..frontend.graph import Graph, Value
from . import donation, parallel
from .fuse import Group, is_identity, reads, through_views

WORTHWHILE = 1 << 16  # elements: what is smaller is in the cache anyway
_READERS = ("map", "reduce", "gather", "product")  # what these write is memory of its own


def overwritten(graph: Graph, groups: Sequence[Group], kept: Collection[int]) -> dict[int, Value]:
    """For values, by their ids, what they are written over: an array that their group reads last.
    `groups` are in the order in which they run."""
    last, barred = _last_readers(graph, groups)
    placed = {id(value) for value in graph.outputs}  # in memory that the caller provides
    found: dict[int, Value] = {}
    for number, group in enumerate(groups):
        results = [v for v in _results(group, kept) if id(v) not in placed]
        free = [
            source for source in _read_in_place(group) if results
            and last[id(_memory(source))] == number and id(_memory(source)) not in barred
        ]  # fmt: skip
        for value in results:
            fits = next((source for source in free if source.type == value.type), None)
            if fits is not None:
                free.remove(fits)
                found[id(value)] = fits
    return found


def _memory(value: Value) -> Value:
    """What was computed into the memory that a value lies in."""
    return list(donation.of_one_memory(value))[-1]


def _last_readers(graph: Graph, groups: Sequence[Group]) -> tuple[dict[int, int], set[int]]:
    """For each memory the last group that reads it, and those that are read in a way that nothing
    is known of, or returned."""
    last: dict[int, int] = {}
    returned = [*graph.outputs, *(check.failed for check in graph.checks)]
    barred = {id(_memory(through_views(value)[0])) for value in returned}
    for number, group in enumerate(groups):
        for value in group.values:
            plain = value.primitive.kind in _READERS or _memory(value) is not value
            for source, _ in reads(value):
                memory = _memory(source)
                last[id(memory)] = number
                if not plain:
                    barred.add(id(memory))
    return last, barred


def _results(group: Group, kept: Collection[int]) -> Iterator[Value]:
    """The large results of a group that are written when everything else has been read: all of one
    loop, and of a row what its last pass computes, where no earlier one uses the place."""
    if group.kind not in ("loops", "rows") or parallel.guessed(group.domain) < WORTHWHILE:
        return
    results = [value for value in group.values if id(value) in kept]
    if group.kind == "loops":
        yield from results
        return
    from . import rows

    if rows.keeps_in_results(group, results):
        return
    phase = rows.phases(group)
    passes = {id(v): phase[id(v)] - (v.primitive.kind == "reduce") for v in group.values
              if v.primitive.kind == "reduce" or not group.is_outer(v)}  # fmt: skip
    final = max(passes.values())
    for value in results:
        if not group.is_outer(value) and phase[id(value)] == final:
            yield value


def _read_in_place(group: Group) -> Iterable[Value]:
    """Computed arrays of which the group reads, for an element of its domain, just that element."""
    found: dict[int, Value] = {}
    elsewhere: set[int] = set()
    inside = {id(value) for value in group.values}
    for value in group.values:
        for position, (source, indices) in enumerate(reads(value)):
            memory = _memory(source)
            picked = value.primitive.kind == "gather" and position == 0
            same = not picked and source.type.shape == group.domain
            if not same or not is_identity(indices, len(group.domain)):
                elsewhere.add(id(memory))
            elif memory.primitive is not None and memory.primitive.kind in ("map", "product"):
                known = found.setdefault(id(memory), source)
                if known is not source:
                    elsewhere.add(id(memory))
    return [v for key, v in found.items() if key not in elsewhere and key not in inside]
