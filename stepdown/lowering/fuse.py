"""Which values are computed in one loop nest: groups.

Elementwise values of one shape share their loops. A reduction over the last axes joins them, and
so does what is computed from its result for the same rows: a softmax is one group, whose loops go
row by row. Views belong to no group; they are how a group reads. No group may need another that
needs it in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..frontend.dims import Size
from ..frontend.graph import Graph, Value
from ..primitives.indexing import index_position
from ..primitives.table import FIRST, At

LARGEST = 48  # values in a group: loops with more spill their registers


@dataclass(eq=False)
class Group:
    """Values of one loop nest. `kind` is "loops", "rows", "reduce" or "single".

    `domain` is the shape of the loops. In "rows", the loops over the last `row_rank` dimensions run
    inside those over the others, once for each phase.
    """

    kind: str
    domain: tuple[Size, ...]
    values: list[Value] = field(default_factory=list)
    row_rank: int = 0
    number: int = 0
    needs: int = 0  # a bit for each group that this one needs, directly or not
    needed: bool = False  # by another one

    @property
    def outer(self) -> tuple[Size, ...]:
        return self.domain[: len(self.domain) - self.row_rank]

    @property
    def stage(self) -> int:
        return self.values[0].stage

    def is_outer(self, value: Value) -> bool:
        """Whether the value has one element for each row."""
        return self.kind == "rows" and value.type.shape != self.domain


# [region through-views]
def through_views(value: Value, indices: list[At] | None = None) -> tuple[Value, list[At]]:
    """What a value is read from, views followed, and at which indices."""
    if indices is None:
        indices = [At(d) for d in range(value.type.rank)]
    while value.primitive is not None and value.primitive.kind == "view":
        indices = value.primitive.emit(value, indices)
        value = value.inputs[0]
    return value, indices
    # [end through-views]


def reads(value: Value) -> list[tuple[Value, list[At]]]:
    """What each operand is read from, and at which indices for an element of `value`."""
    first = [None] * len(value.inputs)
    if value.primitive.kind == "gather":
        at, rank = index_position(value.params["axes"]), value.inputs[1].type.rank
        first[1:] = [[At(at + d) for d in range(rank)] for _ in value.inputs[1:]]
    return [through_views(i, f) for i, f in zip(value.inputs, first, strict=True)]


def is_identity(indices: list[At], rank: int) -> bool:
    return indices == [At(d) for d in range(rank)]


def of_rows(value: Value, indices: list[At], group: Group) -> bool:
    """Whether the indices read, for each row, that row's own element of `value`."""
    outer = len(group.outer)
    shape, wanted = value.type.shape, [At(d) for d in range(outer)]
    # Where there is one row only, the first is that row's own.
    indices = [
        At(d) if i == FIRST and d < outer and group.outer[d] == 1 else i
        for d, i in enumerate(indices)
    ]
    if shape == group.outer:
        return indices == wanted
    if shape == group.outer + (1,) * group.row_rank:
        rest = indices[outer:]
        return indices[:outer] == wanted and all(
            i == FIRST or ((i.step, i.start) == (1, 0) and i.dim is not None) for i in rest
        )
    return False


def alone(graph: Graph) -> list[Group]:
    """Each value by itself: what the graph says, before anything is fused."""
    return _Grouping(graph, fused=False).groups()


def groups(graph: Graph) -> list[Group]:
    """The values of the graph in groups, in an order in which they can be computed."""
    return _Grouping(graph, fused=True).groups()


class _Grouping:
    def __init__(self, graph: Graph, fused: bool) -> None:
        self.graph, self.fused = graph, fused
        self.made: list[Group] = []
        self.of: dict[int, Group] = {}

    def groups(self) -> list[Group]:
        for value in self.graph.used():
            kind = value.primitive.kind
            if kind in ("view", "source"):
                continue
            if kind == "map" or kind == "gather":
                self._place(value)
            elif kind == "reduce":
                self._place_reduction(value)
            else:
                self._start(value, "single", value.type.shape)
        return self._ordered()

    def _start(self, value: Value, kind: str, domain: tuple[Size, ...], row_rank: int = 0) -> None:
        group = Group(kind, domain, [], row_rank, len(self.made))
        self.made.append(group)
        self._add(value, group)

    def _add(self, value: Value, group: Group) -> None:
        group.values.append(value)
        self.of[id(value)] = group
        for source, _ in reads(value):
            other = self.of.get(id(source))
            if other is not None and other is not group:
                other.needed = True
                self._needs(group, 1 << other.number | other.needs)

    def _needs(self, group: Group, more: int) -> None:
        group.needs |= more
        if not group.needed:
            return
        bit = 1 << group.number
        for other in self.made:
            if other.needs & bit:
                other.needs |= more

    def _place(self, value: Value) -> None:
        group = self._joinable(value) if self.fused else None
        if group is None:
            self._start(value, "loops", value.type.shape)
        else:
            self._add(value, group)

    def _joinable(self, value: Value) -> Group | None:
        """The group that the value can be computed in, after merging those it reads from."""
        best: Group | None = None
        for source, _ in reads(value):
            group = self.of.get(id(source))
            if group is None or group is best or not self._fits(value, group):
                continue
            if best is None:
                best = group
            elif self._can_merge(best, group):
                best = self._merge(best, group)
        return best

    def _fits(self, value: Value, group: Group) -> bool:
        if group.kind not in ("loops", "rows") or len(group.values) >= LARGEST:
            return False
        if value.stage != group.stage:
            return False
        shape = value.type.shape
        full = shape == group.domain
        if not full and not (
            group.kind == "rows" and shape in (group.outer, group.outer + (1,) * group.row_rank)
        ):
            return False
        bit = 1 << group.number
        for position, (source, indices) in enumerate(reads(value)):
            other = self.of.get(id(source))
            if other is not group:
                if other is not None and other.needs & bit:
                    return False
                continue
            if value.primitive.kind == "gather" and position == 0:
                return False  # the array that elements are picked from has to be whole
            if group.is_outer(source):
                if not of_rows(source, indices, group):
                    return False
            elif not full or not is_identity(indices, len(shape)):
                return False
        return True

    def _can_merge(self, first: Group, second: Group) -> bool:
        both_rows = first.kind == second.kind == "rows"
        if first.domain != second.domain or (both_rows and first.row_rank != second.row_rank):
            return False
        if len(first.values) + len(second.values) > LARGEST:
            return False
        one, two = 1 << first.number, 1 << second.number
        for between in self.made:
            bit = 1 << between.number
            if between is first or between is second:
                continue
            if between.needs & one and second.needs & bit:
                return False
            if between.needs & two and first.needs & bit:
                return False
        return True

    def _merge(self, first: Group, second: Group) -> Group:
        keep, gone = (second, first) if second.kind == "rows" else (first, second)
        keep.values += gone.values
        keep.needed |= gone.needed
        for value in gone.values:
            self.of[id(value)] = keep
        gone.values = []
        gone_bit, keep_bit = 1 << gone.number, 1 << keep.number
        for other in self.made:
            if other.needs & gone_bit:
                other.needs = other.needs & ~gone_bit | keep_bit
        self._needs(keep, (gone.needs | keep.needs) & ~keep_bit & ~gone_bit)
        keep.needs &= ~keep_bit
        return keep

    def _place_reduction(self, value: Value) -> None:
        domain, axes = value.inputs[0].type.shape, value.params["axes"]
        row_rank = len(axes)
        last = axes == tuple(range(len(domain) - row_rank, len(domain)))
        kind = "rows" if last else "reduce"
        source, indices = reads(value)[0]
        group = self.of.get(id(source)) if self.fused else None
        fits = (
            group is not None
            and group.kind in ("loops", "rows")
            and group.stage == value.stage
            and group.domain == domain
            and not group.is_outer(source)
            and (group.kind == "loops" or group.row_rank == row_rank)
            and is_identity(indices, len(domain))
            and len(group.values) < LARGEST
        )
        if fits and last:
            group.kind, group.row_rank = "rows", row_rank
            self._add(value, group)
        else:
            self._start(value, kind, domain, row_rank)

    def _ordered(self) -> list[Group]:
        """The groups, each after those that it needs; where that leaves a choice, by their last
        values, so that what a gradient computes again is computed where it is needed."""
        left = [group for group in self.made if group.values]
        order = {id(v): n for n, v in enumerate(self.graph.values)}
        for group in left:
            group.values.sort(key=lambda v: order[id(v)])
        left.sort(key=lambda group: order[id(group.values[-1])])
        missing = sum(1 << group.number for group in left)
        result = []
        while left:
            group = next((group for group in left if not group.needs & missing), None)
            assert group is not None, "groups need each other"
            left.remove(group)
            missing &= ~(1 << group.number)
            result.append(group)
        return result


def kept(groups: Iterable[Group], graph: Graph) -> set[int]:
    """The ids of the values that are used outside of the group that computes them."""
    home = {id(v): group for group in groups for v in group.values}
    needed = {id(through_views(v)[0]) for v in graph.outputs}
    needed |= {id(v) for v in graph.outputs}
    needed |= {id(through_views(check.failed)[0]) for check in graph.checks}
    for value in graph.used():
        if value.primitive.kind == "view":
            continue  # whoever reads it reads through it
        mine = home.get(id(value))
        for source, _ in reads(value):
            if mine is None or home.get(id(source)) is not mine:
                needed.add(id(source))
    return needed & set(home)
