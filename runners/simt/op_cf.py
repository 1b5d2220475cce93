"""cf: branches between basic blocks, with reconvergence at post-dominators.

As a GPU of before Volta does it: a stack of (block, where to stop, threads). A branch on which the
threads differ pushes one entry a side; each runs until the branch's immediate post-dominator, where
all go on together. A block that every way out passes is thus run once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from mlir import ir

from .machine import Mask, merge
from .table import integers

if TYPE_CHECKING:
    from .machine import Batch
    from .translate import Code, Translator

EXIT = -1


@dataclass
class Edge:
    """A way to another block: its number, and the slots that its arguments get."""

    target: int
    values: list[int] = field(default_factory=list)


class Graph:
    """A region of several blocks. `out` are the slots of what its returns hand on."""

    def __init__(self, out: list[int]) -> None:
        self.out, self.arguments = out, []
        self.codes: list[Code] = []
        self.edges: list[list[Edge]] = []
        self.tests: list[tuple[int, list[int]] | None] = []
        self.returns: list[tuple[bool, list[int]] | None] = []
        self.stops: list[int] = []

    def run(self, s: Batch, v: list, m: Mask) -> None:
        for slot in self.out:
            v[slot] = None
        stack: list[tuple[int, int, Mask]] = [(0, EXIT, m)]
        while stack:
            at, stop, mask = stack.pop()
            while at not in (stop, EXIT):
                code = self.codes[at]
                code.run(s, v, mask)
                if self.returns[at] is not None:
                    self._leave(s, v, mask, *self.returns[at])
                    break
                edges = self.edges[at]
                if len(edges) == 1:
                    self._pass(v, mask, m, edges[0])
                    at = edges[0].target
                    continue
                sides = self._sides(s, v, mask, at)
                if len(sides) == 1:
                    edge, _ = sides[0]
                    self._pass(v, mask, m, edge)
                    at = edge.target
                    continue
                meet = self.stops[at]
                targets: dict[int, Mask] = {}
                for edge, part in sides:
                    self._pass(v, part, m, edge)
                    known = targets.get(edge.target)
                    targets[edge.target] = part if known is None else part.union(known)
                if meet != stop:
                    stack.append((meet, stop, mask))
                for target, part in reversed(targets.items()):
                    if target != meet:
                        stack.append((target, meet, part))
                break

    def _sides(self, s: Batch, v: list, mask: Mask, at: int) -> list[tuple[Edge, Mask]]:
        """The edges out of a block that some thread takes, and the threads that take each."""
        slot, cases = self.tests[at]
        value, edges, site = v[slot], self.edges[at], self.codes[at].site
        found: list[tuple[Edge, Mask]] = []
        rest: Mask | None = mask
        for edge, case in zip(edges[1:], cases, strict=True):
            if rest is None:
                break
            mine, left = rest.split(value == case)
            if s.checks:
                s.recorder.branch(site, s, rest, mine, left)
            if mine is not None:
                found.append((edge, mine))
            rest = left
        if rest is not None:
            found.append((edges[0], rest))
        return found

    def _pass(self, v: list, mask: Mask, whole: Mask, edge: Edge) -> None:
        """Hand an edge's values to the arguments of its block, in the threads that take it."""
        new = [v[slot] for slot in edge.values]
        for slot, value in zip(self.codes[edge.target].arguments, new, strict=True):
            v[slot] = value if mask is whole else merge(mask, value, v[slot])

    def _leave(self, s: Batch, v: list, mask: Mask, kernel: bool, slots: list[int]) -> None:
        for slot, source in zip(self.out, slots, strict=True):
            v[slot] = merge(mask, v[source], v[slot])
        if kernel:
            s.returned = mask.union(s.returned)


def graph(t: Translator, blocks: list[ir.Block]) -> Graph:
    """Code for the blocks of one region."""
    terminators = [block.operations[len(block.operations) - 1].operation for block in blocks]
    returning = [op for op in terminators if not op.successors]
    found = Graph([t.new_slot() for _ in (returning[0].operands if returning else ())])
    number = {block: n for n, block in enumerate(blocks)}
    for block, last in zip(blocks, terminators, strict=True):
        code = t.block(block, outlives=True)
        found.codes.append(code)
        found.edges.append(_edges(t, last, number))
        test, leave = None, None
        if last.name == "cf.cond_br":
            test = (t.slot(last.operands[0]), [np.True_])
        elif last.name == "cf.switch" and "case_values" in last.attributes:
            cases = np.array(ir.DenseElementsAttr(last.attributes["case_values"])).reshape(-1)
            test = (t.slot(last.operands[0]), list(cases))
        if not last.successors:
            leave = (last.name == "gpu.return", list(code.out))
        found.tests.append(test)
        found.returns.append(leave)
    found.arguments = found.codes[0].arguments
    found.stops = post_dominators([[edge.target for edge in out] for out in found.edges])
    return found


def _edges(t: Translator, op: ir.Operation, number: dict[ir.Block, int]) -> list[Edge]:
    """The ways out of a block, the one that is taken where no test holds first."""
    targets = [number[block] for block in op.successors]
    operands = [t.slot(operand) for operand in op.operands]
    if op.name == "cf.cond_br":
        _, yes, no = _grouped(operands, integers(op, "operandSegmentSizes"))
        return [Edge(targets[1], no), Edge(targets[0], yes)]
    if op.name == "cf.switch":
        _, default, rest = _grouped(operands, integers(op, "operandSegmentSizes"))
        cases = _grouped(rest, integers(op, "case_operand_segments"))
        return [
            Edge(target, values) for target, values in zip(targets, [default, *cases], strict=True)
        ]
    return [Edge(targets[0], operands)] if targets else []


def _grouped(slots: list[int], sizes: list[int]) -> list[list[int]]:
    found, start = [], 0
    for size in sizes:
        found.append(slots[start : start + size])
        start += size
    return found


def post_dominators(successors: list[list[int]]) -> list[int]:
    """The immediate post-dominator of each block; EXIT where only leaving is common to all ways."""
    count = len(successors)
    after: list[set[int]] = [set(range(count)) for _ in range(count)]
    changed = True
    while changed:
        changed = False
        for block in reversed(range(count)):
            ways = [after[target] for target in successors[block]]
            new = {block} | (set.intersection(*ways) if ways else set())
            if new != after[block]:
                after[block], changed = new, True
    found = []
    for block in range(count):
        strict = after[block] - {block}
        # The nearest is the one that all the others post-dominate.
        nearest = [each for each in strict if strict <= after[each]]
        found.append(nearest[0] if nearest else EXIT)
    return found
