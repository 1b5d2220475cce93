"""Attention found in the graph: `softmax(f(q @ k^T)) @ v`, f elementwise, as one value.

Written step by step, the scores of all pairs of a query and a key are an array, which is read and
written five times, and a mask is one more. As one value they are computed tile by tile, by `flash`,
and what a mask leaves out is not computed at all. The values that were only steps are gone then:
nobody needs them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..frontend.dims import Dim, Size
from ..frontend.graph import Graph, Value
from ..frontend.types import Type
from ..primitives.table import FIRST, At, Primitive
from . import fuse
from .fuse import reads, through_views

FLOAT32 = np.dtype(np.float32)
CHEAP = 4  # additions that it takes to compute an element again rather than to read it


@dataclass(frozen=True)
class Limits:
    """What a target's kernel takes: queries, keys and values of these dtypes; from so many queries
    and keys on, where their numbers are known; up to so many elements of a query, a key or a value;
    and whether the number of queries may be one that only the call knows."""

    dtypes: tuple[np.dtype, ...]
    queries: int
    elements: int
    keys: int = 1
    dynamic: bool = True


# With fewer queries too much of a tile of 64 is empty; a tile of keys has to fit in the L2 cache.
CPU = Limits((FLOAT32,), queries=32, elements=256, keys=8)
# By default no call is to be slower than its steps, and one of a single query is, three times.
AUTO = replace(CPU, dynamic=False)


@dataclass(frozen=True)
class Attention:
    """What the value is. Its dimensions are numbered: those of the scores, of which the last two
    are the queries and the keys, then the elements of a query or a key, then those of a value.

    `operands` says for query, key and value where their elements are in the first three inputs of
    the node. `score` is what f reads and `result` what softmax reads, in the graph before; the
    values that f needs besides are further inputs, `inputs` has their numbers. `order` is that of
    the dimensions of the node itself.
    """

    sizes: tuple[Size, ...]
    operands: tuple[tuple[At, ...], ...]
    inputs: dict[int, int]
    score: Value
    result: Value
    order: tuple[int, ...]

    @property
    def rank(self) -> int:
        """The number of dimensions of the scores."""
        return len(self.sizes) - 2

    def steps(self) -> list[Value]:
        """What is computed of each score, in order."""
        found: list[Value] = []
        seen = {id(self.score), *self.inputs}

        def visit(value: Value) -> None:
            if id(value) not in seen and not value.is_source:
                seen.add(id(value))
                for source, _ in reads(value):
                    visit(source)
                found.append(value)

        visit(self.result)
        return found

    def __str__(self) -> str:
        return f"{self.sizes} {self.operands} {[*self.inputs.values()]} {self.order}"


# [region fused]
def fused(
    graph: Graph, limits: Limits = CPU, refused: Callable[[str, Value], None] | None = None
) -> Graph:
    """The graph with one value for each attention that it has, within the limits. `refused` is told
    why a product of a softmax is left as it is."""
    used = graph.used()
    found: dict[int, Value] = {}
    search = _Search(graph, used, limits)
    for value in used:
        made = search.attention(value) if value.primitive.kind == "product" else None
        if isinstance(made, Value):
            found[id(value)] = made
        elif made is not None and refused is not None:
            refused(made, value)
    if not found:
        return graph
    # [end fused]
    new: dict[int, Value] = {}
    values = []
    for value in used:
        made = found.get(id(value), value)
        inputs = tuple(new.get(id(i), i) for i in made.inputs)
        if made is not value or inputs != made.inputs:
            made = new[id(value)] = replace(made, inputs=inputs)
        values.append(made)
    return replace(
        graph,
        values=values,
        outputs=[new.get(id(v), v) for v in graph.outputs],
        checks=[replace(c, failed=new.get(id(c.failed), c.failed)) for c in graph.checks],
        _made={},
    )


def _emit(node: Value, tensors: list, builder) -> object:
    from . import flash  # here, as MLIR comes with it: a graph needs none

    return flash.emit(node, tensors, builder)


PRIMITIVE = Primitive("attention", "whole", lambda *types, **params: None, _emit, cost=0)


class _Search:
    """Looks for attentions from the product with the values, backwards."""

    def __init__(self, graph: Graph, used: list[Value], limits: Limits) -> None:
        self.used, self.limits = used, limits
        self.place = {id(value): number for number, value in enumerate(used)}
        self.readers: dict[int, set[int]] = {}
        for value in used:
            for source in value.inputs:
                self.readers.setdefault(id(source), set()).add(id(value))
        for value in [*graph.outputs, *(check.failed for check in graph.checks)]:
            self.readers.setdefault(id(value), set()).add(0)  # somebody outside

    def attention(self, product: Value) -> Value | str | None:
        """The one that the product is the last step of; if it is of a softmax and there is none,
        the reason."""
        why = None
        for position in (0, 1):
            weights, at = through_views(product.inputs[position])
            result = _softmax_of(weights)
            if result is None:
                continue
            score = _score_of(result)
            if score is None:
                why = "the softmax is not of one product, each logit of the score of its pair"
                continue
            steps = self._steps(score, product)
            outside = {step for step in steps - {id(product)} if not self.readers[step] <= steps}
            if not outside:
                return self._made(_Names(product, position, at, score), product, result, steps)
            named = {id(score): "the scores are", id(weights): "the weights are"}
            first = next((named[step] for step in named if step in outside), "a step between is")
            why = f"{first} used elsewhere, too"
        return why

    def _steps(self, score: Value, product: Value) -> set[int]:
        """All that is computed from the scores until the product is there."""
        steps = {id(score)}
        for value in self.used[self.place[id(score)] + 1 : self.place[id(product)] + 1]:
            if any(id(source) in steps for source in value.inputs):
                steps.add(id(value))
        return steps

    def _made(self, names: _Names, product: Value, result: Value, steps: set[int]) -> Value | str:
        """The value, if the target's kernel computes such a one."""
        sources = [source for source, _ in names.operands]
        if not sources:
            return "the products are not of queries, keys and values, each a matrix for each head"
        if why := self._beyond(names, [product, names.score], [*sources, result]):
            return why
        leaves = _leaves(result, names.score, steps)
        if leaves is None or any(id(leaf) in steps for leaf in leaves):
            return "what is between the scores and the softmax is not elementwise, or is too long"
        inputs: dict[int, int] = {}
        for leaf in leaves:
            inputs[id(leaf)] = len(sources)
            sources.append(leaf)
        described = Attention(
            tuple(names.sizes), tuple(tuple(at) for _, at in names.operands), inputs, names.score,
            result, tuple(names.order),
        )  # fmt: skip
        return Value(PRIMITIVE, tuple(sources), {"attention": described}, product.type,
                     product.where)  # fmt: skip

    def _beyond(self, names: _Names, sums: list[Value], others: list[Value]) -> str | None:
        """Which of the limits is not kept; None if all are."""
        limits = self.limits
        given = [v.type.dtype for v in others if v.type.dtype not in limits.dtypes]
        given += [v.type.dtype for v in sums if v.type.dtype != FLOAT32]
        if given:
            *others, last = (dtype.name for dtype in limits.dtypes)
            kinds = f"{', '.join(others)} and {last}" if others else last
            return f"it is for {kinds}, and this is {given[0]}"
        queries, keys, depth, width = names.sizes[-4:]
        if any(isinstance(n, Dim) or not 2 <= n <= limits.elements for n in (depth, width)):
            return (
                f"a head has {depth} numbers in a query and {width} in a value: it takes 2 to "
                f"{limits.elements}, and they have to be known"
            )
        if isinstance(queries, Dim) and not limits.dynamic:
            return "how many queries there are is known to the call only"
        least = {"queries": (queries, limits.queries), "keys": (keys, limits.keys)}
        for what, (size, enough) in least.items():
            if not isinstance(size, Dim) and size < enough:
                return f"there are {size} {what}: it is worth it from {enough} on"
        return None


def _softmax_of(weights: Value) -> Value | None:
    """What the value is the softmax of, along its last axis; None if it is none.

    exp(x - max(x)) / sum(exp(x - max(x)))
    """
    if not _is(weights, "divide"):
        return None
    (powers, at), (total, of_total) = reads(weights)
    rows = weights.type.shape[:-1]
    if not (_is(powers, "exp") and _own(at, weights.type.shape) and _is_of_row(total, "sum")):
        return None
    if not (_own(of_total, rows) and _reads_all_of(total, powers)):
        return None
    ((shifted, at),) = reads(powers)
    if not (_is(shifted, "subtract") and _own(at, weights.type.shape)):
        return None
    (logits, at), (most, of_most) = reads(shifted)
    if not (_own(at, weights.type.shape) and _is_of_row(most, "max") and _own(of_most, rows)):
        return None
    return logits if logits.primitive is not None and _reads_all_of(most, logits) else None


def _is(value: Value, name: str) -> bool:
    return value.primitive is not None and value.primitive.name == name


def _is_of_row(value: Value, name: str) -> bool:
    return _is(value, name) and value.params["axes"] == (value.inputs[0].type.rank - 1,)


def _reads_all_of(reduction: Value, source: Value) -> bool:
    ((read, at),) = reads(reduction)
    return read is source and _own(at, source.type.shape)


def _own(indices: list[At], shape: tuple[Size, ...]) -> bool:
    """Whether an element is read where it is written; of a dimension of size 1 there is one."""
    return len(indices) == len(shape) and all(
        i == At(d) or (i == FIRST and shape[d] == 1) for d, i in enumerate(indices)
    )


def _score_of(result: Value) -> Value | None:
    """The one product that the result is computed from element by element, each from the score of
    the same pair."""
    found, seen, left = [], {id(result)}, [(result, [At(d) for d in range(result.type.rank)])]
    while left:
        value, at = left.pop()
        if value.primitive is None:
            continue
        if value.primitive.kind == "product" and value.type.shape == result.type.shape:
            if not _own(at, value.type.shape):
                return None
            found.append(value)
        if value.primitive.kind == "map":
            left += [read for read in reads(value) if id(read[0]) not in seen]
            seen.update(id(source) for source, _ in reads(value))
    return found[0] if len(found) == 1 else None


def _leaves(result: Value, score: Value, steps: set[int]) -> list[Value] | None:
    """What is read from memory to compute a result: what is cheap, or hangs on scores, is computed
    in the tile. None if that is too much."""
    leaves, computed, seen, left = [], 0, {id(score)}, [result]
    while left:
        value = left.pop()
        if id(value) in seen or value.is_source:
            continue
        seen.add(id(value))
        is_map = value.primitive is not None and value.primitive.kind == "map"
        if is_map and (id(value) in steps or value.primitive.cost <= CHEAP):
            computed += 1
            left += [source for source, _ in reads(value)]
        else:
            leaves.append(value)
    return leaves if computed <= fuse.LARGEST else None


class _Names:
    """The dimensions of an attention, from the subscripts of its two products. `operands` has
    query, key and value, each with where its elements are; nothing if they are no such products."""

    def __init__(self, product: Value, position: int, at: list[At], score: Value) -> None:
        self.score = score
        self.operands: list[tuple[Value, list[At]]] = []
        rank = score.type.rank
        self.sizes: list[Size] = [*score.type.shape]
        first = score.params["maps"]
        summed = set(first[0]) & set(first[1]) - set(first[2])
        second = product.params["maps"]
        ours = second[position]
        if rank < 2 or len(summed) != 1 or any(i.dim is None or i != At(i.dim) for i in at):
            return
        of = {letter: dim for dim, letter in enumerate(first[2])} | {summed.pop(): rank}
        # The letters of the product with the values, as dimensions of the weights.
        values_of = {ours[i.dim]: dim for dim, i in enumerate(at)}
        (*_, query, key) = first[2]
        mixed = [c for c in second[1 - position] if c not in values_of]
        if len(mixed) != 1 or set(second[2]) != set(ours) - {ours[at[-1].dim]} | set(mixed):
            return
        values_of[mixed[0]] = rank + 1
        # Which of the first product's operands has the queries.
        if query in first[0] and key in first[1]:
            order = (0, 1)
        elif query in first[1] and key in first[0]:
            order = (1, 0)
        else:
            return
        operands = [through_views(score.inputs[n], [At(of[c]) for c in first[n]]) for n in order]
        given = product.inputs[1 - position]
        operands.append(through_views(given, [At(values_of[c]) for c in second[1 - position]]))
        self.sizes += [
            _size(score.inputs[order[0]].type, first[order[0]], of, rank),
            _size(given.type, second[1 - position], values_of, rank + 1),
        ]
        self.order = [values_of[c] for c in second[2]]
        wanted = ((rank - 2, rank), (rank - 1, rank), (rank - 1, rank + 1))
        unwanted = (rank - 1, rank - 2, rank - 2)
        if all(
            _has(at, needs) and all(i.dim != without for i in at)
            for (_, at), needs, without in zip(operands, wanted, unwanted, strict=True)
        ):
            self.operands = operands


def _size(type_: Type, letters: str, of: dict[str, int], dim: int) -> Size:
    return type_.shape[[of[c] for c in letters].index(dim)]


def _has(indices: list[At], dims: tuple[int, ...]) -> bool:
    """Whether the dimensions are among those of an operand, and none runs backwards."""
    given = [i for i in indices if i.dim is not None]
    along = [i.dim for i in given]
    return all(along.count(dim) == 1 for dim in dims) and all(i.step > 0 for i in given)
