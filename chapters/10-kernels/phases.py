"""In which passes over a row the values of a kernel are computed, and which rows are kept between.

python chapters/10-kernels/phases.py [KERNEL ...]

Read off Stepdown's own decisions: `fuse.groups` says what is in a group, `rows` in which pass.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from examples import compiled

from stepdown.frontend.graph import Graph, Value
from stepdown.lowering import fuse, rows
from stepdown.lowering.fuse import Group, reads


@dataclass
class Pass:
    """One walk over a row: what is computed for each element, in order, and what is done after it.

    `again` are those of `computed` that an earlier pass has computed too, `read_back` those that it
    kept; `kept` are written to a row of their own, `after` are single numbers.
    """

    computed: list[Value] = field(default_factory=list)
    again: list[Value] = field(default_factory=list)
    read_back: list[Value] = field(default_factory=list)
    kept: list[Value] = field(default_factory=list)
    after: list[Value] = field(default_factory=list)


def passes(graph: Graph, group: Group) -> list[Pass]:
    """The passes of a group that goes row by row."""
    phase = rows.phases(group)
    outputs = [v for v in group.values if id(v) in fuse.kept([group], graph)]
    keep = rows._kept_rows(group, outputs, phase)
    done: set[int] = set()
    found = []
    for number in range(max(phase.values()) + 1):
        now = Pass()
        for value in _needed(group, outputs, phase, keep, number, done):
            if id(value) in done and id(value) in keep:
                now.read_back.append(value)
                continue
            now.computed.append(value)
            now.again += [value] if id(value) in done else []
            now.kept += [value] if id(value) in keep else []
        now.after = [
            v for v in group.values
            if group.is_outer(v) and v.primitive.kind != "reduce" and phase[id(v)] == number + 1
        ]  # fmt: skip
        done |= {id(v) for v in now.computed}
        if now.computed:
            found.append(now)
    return found


def _needed(group: Group, outputs, phase, keep, number: int, done: set[int]) -> list[Value]:
    """What a pass has to have for each element: its results, and what those are made of."""
    inside = {id(v) for v in group.values}
    needed = set()
    for value in group.values:
        if value.primitive.kind == "reduce":
            result = phase[id(value)] == number + 1
        else:
            written = value in outputs or id(value) in keep
            result = written and phase[id(value)] == number and not group.is_outer(value)
        needed |= {id(value)} if result else set()
    for value in reversed(group.values):
        if id(value) in needed and not (id(value) in keep and id(value) in done):
            sources = [source for source, _ in reads(value) if id(source) in inside]
            needed |= {id(s) for s in sources if not group.is_outer(s)}
    return [v for v in group.values if id(v) in needed]


def shown(values: list[Value], again: list[Value] = ()) -> str:
    return ", ".join(f"{value.primitive}{' (again)' * (value in again)}" for value in values)


if __name__ == "__main__":
    for name in sys.argv[1:] or ("softmax", "log_softmax", "layer_norm"):
        graph = compiled(name).graph
        groups = fuse.groups(graph)
        print(
            f"{name}: {len(graph.used())} values, {len(groups)} loop nest{'s' * (len(groups) > 1)}"
        )
        for group in groups:
            if group.kind != "rows":
                print(f"  {group.kind} over {group.domain}: {shown(group.values)}")
                continue
            for number, now in enumerate(passes(graph, group), 1):
                print(f"  pass {number}: {shown(now.computed, now.again)}")
                for what, values in (("reads the kept row of", now.read_back),
                                     ("keeps a row of", now.kept),
                                     ("then, once a row:", now.after)):  # fmt: skip
                    if values:
                        print(f"          {what} {shown(values)}")
