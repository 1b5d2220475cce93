"""What a forward pass keeps for its backward pass, and what that computes again.

The joint graph holds both. Its values that hang on a cotangent belong to the backward pass; what
they read of the others is kept, or computed again from what is. Keeping costs bytes. A value can be
computed again if it is elementwise or only moved, and not too far from what is kept. Which values
to keep, so that their bytes are the fewest, is a minimum cut: a value is an edge with its bytes for
a capacity, between where values come from (products, which are not computed twice; arguments, which
are there anyway and cost nothing) and where the backward pass reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..frontend import dims
from ..frontend.dims import Size
from ..frontend.graph import Value

POLICIES = ("cut", "marks", "all")
RECOMPUTED = 100  # additions an element that it may cost to compute a value again
ASSUMED = 512  # what a dynamic size is taken for, where one number has to be compared with another
_AGAIN = ("map", "source", "gather")  # kinds of primitives that may be computed again
_MOVED = ("reshape", "concatenate", "place")  # what is moved only is so as well: these, and views


@dataclass(frozen=True)
class Joint:
    """A forward and a backward pass in one graph.

    `order` has its values as they were made. `leaves` stand for the arguments, `seeds` for the
    cotangents; `results` and `gradients` are what the two passes give.
    """

    order: Sequence[Value]
    leaves: Sequence[Value]
    seeds: Sequence[Value]
    results: Sequence[Value]
    gradients: Sequence[Value]

    def behind(self, values: Iterable[Value], ends: set[int]) -> list[Value]:
        """What the values are made of, and they themselves, without the `ends`, in order."""
        needed = {id(v) for v in values}
        found = []
        for value in reversed(self.order):
            if id(value) in needed and id(value) not in ends:
                found.append(value)
                needed.update(id(i) for i in value.inputs)
        return found[::-1]

    def after(self, starts: set[int]) -> set[int]:
        """The ids of what is made of those, and theirs."""
        found = set(starts)
        for value in self.order:
            if any(id(i) in found for i in value.inputs):
                found.add(id(value))
        return found


@dataclass(frozen=True)
class Partition:
    """Where a joint graph is cut: `kept` values leave the forward pass and enter the backward pass,
    which computes those `again`.

    `bytes` are those of what is kept; arguments are not among it. `additions` is what computing
    again costs, a multiplication counted as one of them. Both are numbers, or polynomials in the
    sizes that are dynamic.
    """

    policy: str
    kept: tuple[Value, ...]
    again: tuple[Value, ...]

    @property
    def bytes(self) -> Size:
        return sum(map(size, self.kept))

    @property
    def additions(self) -> Size:
        return sum(map(_work, self.again))

    @property
    def products(self) -> int:
        """How many products of matrices are computed again."""
        return sum(value.primitive.kind == "product" for value in self.again)

    def __str__(self) -> str:
        products = f", {self.products} products among them" if self.products else ""
        return (
            f"{self.policy}: {len(self.kept)} values with {_shown(self.bytes)} bytes are kept, "
            f"{len(self.again)} computed again with {_shown(self.additions)} additions{products}"
        )


def _shown(number: Size) -> str:
    return f"{number:,}" if isinstance(number, int) else str(number)


def assumed(number: Size) -> int:
    """A number where each dynamic size has the value that it is taken for."""
    return dims.evaluate(number, dict.fromkeys(dims.symbols_of([number]), ASSUMED))


def size(value: Value) -> Size:
    """Bytes."""
    return dims.product(value.type.shape) * value.type.dtype.itemsize


def _work(value: Value) -> Size:
    """Additions that it takes to compute a value."""
    primitive = value.primitive
    if primitive.kind == "product":
        maps, shapes = value.params["maps"], [i.type.shape for i in value.inputs]
        sizes = dict(zip(maps[0] + maps[1], shapes[0] + shapes[1], strict=True))
        return 2 * dims.product(sizes.values())
    counted = value.inputs[0] if primitive.kind == "reduce" else value
    return primitive.cost * dims.product(counted.type.shape)


def partition(joint: Joint, policy: str = "cut", recomputed: int = RECOMPUTED) -> Partition:
    """Cut a joint graph.

    "cut" keeps the fewest bytes, and computes nothing again that costs more than `recomputed`
    additions an element. "all" keeps all that the backward pass reads, and so does "marks", for a
    graph in which recomputation was made part of the backward pass by the marks of `checkpoint`.
    """
    leaves = {id(v) for v in joint.leaves}
    forward = {id(v) for v in joint.behind(joint.results, leaves)}
    needed = joint.behind(joint.gradients, leaves)
    if policy == "cut":
        kept = cheapest(*flow(joint, recomputed), size)
    else:
        early = [v for v in needed if id(v) in forward]
        read = _read(joint, needed, early)
        bases = {id(_base(v)) for v in early if id(v) in read}
        kept = [v for v in early if id(v) in bases and v.primitive.kind != "source"]
    same = _same(joint)
    again = [
        v
        for v in joint.behind(joint.gradients, leaves | {id(v) for v in kept})
        if v.primitive.kind not in ("view", "source") and id(same.get(id(v), v)) in forward
    ]
    return Partition(policy, tuple(kept), tuple(again))


def flow(joint: Joint, recomputed: int) -> tuple[list[Value], set[int], set[int]]:
    """What the minimum cut is one of: the values of the gradients that hang on no cotangent, and
    of these the ids of those that are too far to be computed again, and of those that are read."""
    leaves = {id(v) for v in joint.leaves}
    walls = {id(v) for v in joint.order if v.params.get("mark") is not None}
    late = joint.after({id(v) for v in joint.seeds} | walls)
    needed = joint.behind(joint.gradients, leaves)
    early = [v for v in needed if id(v) not in late]
    forward = {id(v) for v in joint.behind(joint.results, leaves)}
    return early, too_far(early, forward, recomputed), _read(joint, needed, early)


def _read(joint: Joint, needed: list[Value], early: list[Value]) -> set[int]:
    """The ids of what the backward pass reads: of operands of what is not early, and of gradients
    that are."""
    inside = {id(v) for v in early}
    found = {id(v) for v in joint.gradients}
    return found.union(id(i) for v in needed if id(v) not in inside for i in v.inputs)


def _same(joint: Joint) -> dict[int, Value]:
    """By the id of each value that a checkpoint computes again, the one that it computes again."""
    same: dict[int, Value] = {}
    first: dict[tuple, Value] = {}
    for value in joint.order:
        inputs = [id(same.get(id(i), i)) for i in value.inputs]
        if value.params.get("mark") is not None:
            same[id(value)] = same.get(id(value.inputs[0]), value.inputs[0])
            continue
        key = (value.primitive.name, *inputs, repr(value.params))
        if first.setdefault(key, value) is not value:
            same[id(value)] = first[key]
    return same


def _base(value: Value) -> Value:
    """What a view is one of: that is kept in its place."""
    while value.primitive is not None and value.primitive.kind == "view":
        value = value.inputs[0]
    return value


# [region cut]
def cheapest(
    early: list[Value], far: set[int], read: set[int], cost: Callable[[Value], Size]
) -> list[Value]:
    """The values to keep, at the lowest cost: a minimum cut between those that are too far to be
    computed again and those that the backward pass reads."""
    import networkx

    network = networkx.DiGraph()
    network.add_nodes_from(("start", "end"))
    for value in early:
        if value.primitive.kind == "source":
            continue
        capacity = max(assumed(cost(value)), 0)
        network.add_edge((id(value), "in"), (id(value), "out"), capacity=capacity)
        if id(value) in far:
            network.add_edge("start", (id(value), "in"))  # no capacity: infinite
        for operand in value.inputs:
            network.add_edge((id(operand), "out"), (id(value), "in"))
        if id(value) in read:
            network.add_edge((id(value), "out"), "end")
    _, (before, _) = networkx.minimum_cut(
        network, "start", "end", flow_func=networkx.algorithms.flow.boykov_kolmogorov
    )
    return [v for v in early if (id(v), "in") in before and (id(v), "out") not in before]
    # [end cut]


def too_far(early: list[Value], forward: set[int], recomputed: int) -> set[int]:
    """The ids of the values that are not computed again: products, reductions and the like, and
    what is further from these and the arguments than that many additions an element.

    What the forward pass does not need for its own results is not computed again in the backward
    pass, but there alone.
    """
    far: set[int] = set()
    cost: dict[int, int] = {}  # additions from what has to be kept
    for value in early:
        moved = value.primitive.kind == "view" or value.primitive.name in _MOVED
        own = 0 if moved or id(value) not in forward else assumed(_work(value))
        total = own + sum(cost.get(id(i), 0) for i in value.inputs)
        again = moved or value.primitive.kind in _AGAIN
        most = recomputed * assumed(dims.product(value.type.shape))
        if id(value) in forward and (not again or total > most):
            far.add(id(value))
            total = 0
        cost[id(value)] = total
    return far
