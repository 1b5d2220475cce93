"""Attention found in a graph: a product of queries and keys, its softmax, a product with values.

What stands between the first product and the softmax, a scale and a mask, may be any elementwise
computation: it is done on the scores as they come. A mask that is made of places alone is computed
there too, so that none is in memory. Such a pattern becomes one kernel, `flash`, if its parts are
used for nothing else. MLIR is not needed here.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import ml_dtypes
import numpy as np

from ..frontend.dims import Dim, product
from ..frontend.graph import Value
from ..lowering.fuse import Group, is_identity, reads, through_views
from .spec import MOST_BLOCKS, Spec, blocks, inputs_of, operands, power_of_two

SIDE = 16  # queries of a block, and keys of a tile
QUERIES = 64  # of a block on tensor cores
TILE = 8192  # bytes of keys, and of values, that such a block brings at once
LARGEST = 128  # numbers of a query or a value: what fits in the shared memory of every chip
FLOAT32 = np.dtype(np.float32)
FLOATS = (FLOAT32, np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16))


@dataclass(frozen=True, eq=False)
class Found:
    """The parts: `value` is the result, `scores` the product of `q` and `k`, `masked` what the
    softmax is of, `between` the values from one to the other, `apart` those of other shapes that
    are computed for each score again.

    Dimensions have names: i for queries, j for keys, d summed in a score, e of the result; those of
    the batch are numbers. `operands` has the names of q's, k's, v's and the result's, in order.
    """

    value: Value
    q: Value
    k: Value
    v: Value
    scores: Value
    masked: Value
    between: list[Value]
    apart: list[Value]
    operands: tuple[tuple, ...]
    sizes: dict[str, object]

    @property
    def letters(self) -> dict[str, tuple]:
        return {"batch": tuple(range(len(self.sizes["batch"])))}

    def __str__(self) -> str:
        return f"{self.operands} {self.sizes}"


def find(groups: Sequence[Group], kept: set[int], results: set[int]) -> dict[int, Found]:
    """The attentions among groups: by the id of the last product, what it is made of. Warns, with
    the reason, of a product of a softmax that is none, and where there is no such product at all.
    """
    home, readers = _home(groups), users(groups)
    found, none = {}, True
    for group in groups:
        if group.values[0].primitive.kind == "product":
            match = _match(group.values[0], home, readers, kept, results)
            none = none and match is None
            if isinstance(match, Found):
                found[id(group.values[0])] = match
            elif match is not None:
                warnings.warn(_unused(match, group.values[0].where), stacklevel=2)
    if none:
        warnings.warn(_unused("no product is of a softmax along the last axis"), stacklevel=2)
    return found


def _unused(why: str, where: object = None) -> str:
    return f'{f"{where}: " if where else ""}attention="flash" changes nothing here: {why}'


def needless(groups: Sequence[Group], found: dict[int, Found], results: set[int]) -> set[int]:
    """The ids of values that nobody else needs: scores, weights, masks that are no results."""
    home, readers = _home(groups), users(groups)
    scores = {id(each.scores) for each in found.values()}
    weights = {id(through_views(each.value.inputs[0])[0]) for each in found.values()}
    inside = {id(home[each]) for each in weights}
    needless = scores | weights
    for value in [v for each in found.values() for v in each.apart]:
        mine = home[id(value)].values
        if all(readers.get(id(v), set()) <= inside and id(v) not in results for v in mine):
            needless |= {id(v) for v in mine}
    return needless


def _home(groups: Sequence[Group]) -> dict[int, Group]:
    return {id(v): group for group in groups for v in group.values}


def users(groups: Sequence[Group]) -> dict[int, set[int]]:
    """By the id of a value, those of the other groups that read it."""
    home, found = _home(groups), {}
    for group in groups:
        for value in group.values:
            for source, _ in reads(value):
                if home.get(id(source)) is not group:
                    found.setdefault(id(source), set()).add(id(group))
    return found


def _match(
    value: Value, home: dict, users: dict, kept: set[int], results: set[int]
) -> Found | str | None:
    """The parts; why it is no such kernel; None for a product that is not of a softmax."""
    weights, at = through_views(value.inputs[0])
    rows = home.get(id(weights))
    softmax = None if rows is None else _softmax(weights)
    if softmax is None:
        return None
    if value.type.dtype != FLOAT32:
        return f"it is for float16, bfloat16 and float32, and this is {value.type.dtype}"
    if rows.kind != "rows" or rows.row_rank != 1 or not is_identity(at, weights.type.rank):
        return "the softmax is not read row by row as it was made"
    if users.get(id(weights)) != {id(home[id(value)])} or id(weights) in results:
        return "the weights are used elsewhere, too"
    if {id(v) for v in rows.values} & kept != {id(weights)}:
        return "what the softmax is made of is used elsewhere, too"
    masked, parts = softmax
    between = [v for v in rows.values if v not in parts]
    inside = {id(v) for v in between}
    if any(v.primitive.kind == "reduce" or rows.is_outer(v) for v in between):
        return "what is between the scores and the softmax is not elementwise"
    scores = None
    for read in [masked, *(i for v in between for i in v.inputs)]:
        source, where = through_views(read)
        if source.primitive is not None and source.primitive.kind == "product":
            if scores not in (None, source) or not is_identity(where, len(rows.domain)):
                return "the softmax is of several products, or of a view of one"
            scores = source
    if scores is None or scores.type.shape != rows.domain or scores.type.dtype != FLOAT32:
        return "the softmax is not of a product in float32"
    if users.get(id(scores)) != {id(rows)} or id(scores) in results:
        return "the scores are used elsewhere, too"
    if masked is not scores and id(masked) not in inside:
        return "what is between the scores and the softmax is not elementwise"
    apart = [v for each in (masked, *between) for v in _apart(each, home, inside)]
    return _named(value, scores, masked, between, list({id(v): v for v in apart}.values()))


# [region apart]
def _apart(value: Value, home: dict[int, Group], inside: set[int]) -> list[Value]:
    """What is made of places, numbers and single rows or columns: a mask. Computing such an element
    where it is needed reads less than a matrix of them would take."""
    found = []
    for source, _ in reads(value) if id(value) in inside else ():
        group = home.get(id(source))
        if id(source) in inside or group is None or group.kind != "loops":
            continue
        own, rank = {id(v) for v in group.values}, len(group.domain)
        outside = [each for v in group.values for each in reads(v) if id(each[0]) not in own]
        if all(
            other.is_source or not {rank - 2, rank - 1} <= {i.dim for i in at}
            for other, at in outside
        ) and not any(v.primitive.kind == "gather" for v in group.values):
            found += group.values
    return found
    # [end apart]


def _softmax(weights: Value) -> tuple[Value, list[Value]] | None:
    """What a value is the softmax of along the last axis, and the values that make it."""

    def of(value: Value, name: str) -> Value | None:
        found, _ = through_views(value)
        made = found.primitive is not None and found.primitive.name == name
        return found if made else None

    def over_rows(value: Value) -> bool:
        return value.params["axes"] == (value.inputs[0].type.rank - 1,)

    if weights.primitive.name != "divide":
        return None
    power, total = of(weights.inputs[0], "exp"), of(weights.inputs[1], "sum")
    if power is None or total is None or through_views(total.inputs[0])[0] is not power:
        return None
    shifted = of(power.inputs[0], "subtract")
    largest = shifted and of(shifted.inputs[1], "max")
    if not largest or not over_rows(total) or not over_rows(largest):
        return None
    masked = through_views(shifted.inputs[0])[0]
    if through_views(largest.inputs[0])[0] is not masked:
        return None
    return masked, [weights, power, total, shifted, largest]


def _named(
    value: Value, scores: Value, masked: Value, between: list[Value], apart: list[Value]
) -> Found | str:
    """The parts with names for their dimensions, or why they are no attention."""
    of_q, of_k, of_s = scores.params["maps"]
    of_w, of_v, of_c = value.params["maps"]
    batch = len(of_s) - 2
    names: dict[str, object] = {letter: n for n, letter in enumerate(of_s[:-2])}
    names |= {of_s[-2]: "i", of_s[-1]: "j"}
    summed = [c for c in of_q if c not in of_s]
    mixed: dict[str, object] = {letter: n for n, letter in enumerate(of_w[:-2])}
    mixed |= {of_w[-2]: "i", of_w[-1]: "j"}
    new = [c for c in of_v if c not in of_w]
    if len(summed) != 1 or len(new) != 1 or of_w[-1] in of_c or of_s[-1] in of_q:
        return "the products are not of queries, keys and values, each a matrix for each head"
    names[summed[0]], mixed[new[0]] = "d", "e"
    operands_ = (
        tuple(names[c] for c in of_q), tuple(names[c] for c in of_k),
        tuple(mixed[c] for c in of_v), tuple(mixed[c] for c in of_c),
    )  # fmt: skip
    whole = set(range(batch))
    wanted = ({*whole, "i", "d"}, {*whole, "j", "d"}, {*whole, "j", "e"}, {*whole, "i", "e"})
    if any(set(given) != each for given, each in zip(operands_, wanted, strict=True)):
        return "the products are not of queries, keys and values, each a matrix for each head"
    q, k = scores.inputs
    v = value.inputs[1]
    others = [operand.type.dtype for operand in (q, k, v) if operand.type.dtype not in FLOATS]
    if others:
        return f"it is for float16, bfloat16 and float32, and this is {others[0]}"
    size = dict(zip(operands_[0], q.type.shape, strict=True))
    size |= dict(zip(operands_[2], v.type.shape, strict=True))
    if any(isinstance(size[x], Dim) or not 0 < size[x] <= LARGEST for x in ("d", "e")):
        return (
            f"a head has {size['d']} numbers in a query and {size['e']} in a value: at most "
            f"{LARGEST} fit in shared memory, and the numbers have to be known"
        )
    sizes: dict[str, object] = {x: size[x] for x in "ijde"}
    sizes["batch"] = tuple(size[n] for n in range(batch))
    heads = product(sizes["batch"])
    if isinstance(heads, int) and heads > MOST_BLOCKS:
        return f"there are {heads:,} heads, and a grid has {MOST_BLOCKS:,} blocks in y at most"
    return Found(value, q, k, v, scores, masked, between, apart, operands_, sizes)


def spec(found: Found, cores: bool) -> Spec:
    """The kernel of an attention, on tensor cores if they are asked for and multiply its factors:
    blocks of queries along x, the batch along y."""
    sizes = found.sizes
    inside = [*found.apart, *found.between]
    arrays, numbers = operands(inside, [])
    for value in (found.scores, found.value):
        more, others = inputs_of(value)
        arrays += [v for v in more if v not in arrays]
        numbers += [v for v in others if v not in numbers]
    made = {id(found.scores), id(through_views(found.value.inputs[0])[0])}
    arrays = [v for v in arrays if id(v) not in made]
    kind, side, threads, options = "attention", SIDE, (SIDE, SIDE, 1), {"found": found}
    kinds = {operand.type.dtype for operand in (found.q, found.k, found.v)}
    if cores and len(kinds) == 1:
        longest = power_of_two(max(sizes["d"], sizes["e"], 16)) * kinds.pop().itemsize
        kind, side, threads = "tensor_attention", QUERIES, (128, 1, 1)
        options["keys"] = max(16, min(64, TILE // longest))
    return Spec(
        kind, found.scores.type.shape, [*inside, found.scores, found.value], [found.value],
        grid=(blocks(sizes["i"], side), product(sizes["batch"]), 1), block=threads,
        options=options, sources=arrays, numbers=numbers,
    )  # fmt: skip
