"""Attention as one kernel: which block has which queries, and what it reads.

It is found in the graph by `lowering.attention`, for the CPU and for GPUs. MLIR is not needed here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import ml_dtypes
import numpy as np

from ..frontend.dims import product
from ..frontend.graph import Graph, Value
from ..frontend.types import Type
from ..lowering import attention
from ..lowering.fuse import through_views
from .choose import WARP
from .multiply import BLOCKS
from .runtime import WIDE
from .spec import Spec, blocks, is_number, power_of_two
from .wide import run

QUERIES = 64  # of a block
KEYS = 64  # of a tile, in float32
FEW = 8  # queries at most that are computed in pieces of the keys
MANY = 256  # keys, if their number is known, from which on they are
PIECES = 16  # of the keys, at most
TILE = 8192  # bytes of keys, and of values, that a block on tensor cores brings at once
FLOAT32 = np.dtype(np.float32)
# Up to 128 numbers of a value: a thread has 64 sums in registers then.
LIMITS = attention.Limits(
    (np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16), FLOAT32), queries=1, elements=128
)


def fused(graph: Graph) -> Graph:
    """The graph with one value for each attention. Warns, with the reason, of a product of a
    softmax that is none, and where there is no such product at all."""
    reasons: list[str] = []

    def refused(why: str, value: Value) -> None:
        reasons.append(f'{value.where}: attention="flash" changes nothing here: {why}')

    made = attention.fused(graph, LIMITS, refused)
    if made is graph and not reasons:
        reasons.append(
            'attention="flash" changes nothing here: no product is of a softmax along the last axis'
        )
    for reason in reasons:
        warnings.warn(reason, stacklevel=2)
    return made


def specs(node: Value, cores: bool, layout: Callable[[Value], str]) -> Iterator[Spec]:
    """The kernels of an attention. `layout` says how an array lies in memory."""
    if (pieces := in_pieces(node, layout)) is not None:
        yield from pieces
    else:
        yield spec(node, cores)


# [region pieces]
def in_pieces(node: Value, layout: Callable[[Value], str]) -> list[Spec] | None:
    """The two kernels for a few queries, where keys are many and lie so that neighbouring lanes
    load neighbouring 16 bytes of them; None where one kernel is better."""
    found: attention.Attention = node.params["attention"]
    *batch, queries, keys, depth, width = found.sizes
    few = isinstance(queries, int) and queries <= FEW
    if not few or depth != width or (isinstance(keys, int) and keys < MANY):
        return None
    runs = {
        run(source, list(at), found.rank + which - 1, WIDE, layout(source))
        for which in (1, 2)
        for source, at in [(node.inputs[which], found.operands[which])]
    }
    each = runs.pop()
    lanes = width // each
    if runs or each == 1 or width % each or lanes > WARP or lanes & (lanes - 1):
        return None
    heads = product(batch)
    pieces = max(1, min(PIECES, 2 * BLOCKS // heads)) if isinstance(heads, int) else PIECES
    shape = pieces, heads, queries
    whole = Value(None, node.inputs, {}, Type((*shape, width), FLOAT32), node.where, "partial")
    stats = Value(None, (), {}, Type((*shape, 2), FLOAT32), node.where, "partial")
    one = spec(node, False)
    ahead = 4 if queries <= 4 else 2
    part = Spec(
        "attention_parts", one.domain, one.values, [whole, stats], grid=(heads, pieces, 1),
        block=(128, 1, 1), sources=one.sources, numbers=one.numbers, read=one.read,
        options={"attention": found, "pieces": pieces, "run": each, "lanes": lanes,
                 "ahead": ahead},
    )  # fmt: skip
    joined = Spec(
        "attention_joined", node.type.shape, [], [node], grid=(heads * queries, 1, 1),
        block=(max(WARP, power_of_two(width)), 1, 1), sources=[whole, stats],
    )  # fmt: skip
    return [part, joined]
    # [end pieces]


def spec(node: Value, cores: bool) -> Spec:
    """The kernel of an attention, on tensor cores if they are asked for and multiply its factors. A
    block has 64 queries of one matrix of the batch; those of a matrix are side by side."""
    found: attention.Attention = node.params["attention"]
    *batch, queries, _, depth, width = found.sizes
    operands = node.inputs[:3]
    kind, options = "attention", {"attention": found}
    kinds = {operand.type.dtype for operand in operands}
    if cores and len(kinds) == 1:
        longest = power_of_two(max(depth, width, 16)) * kinds.pop().itemsize
        kind, options["keys"] = "tensor_attention", max(16, min(64, TILE // longest))
    inputs = [value for value in dict.fromkeys(node.inputs) if not value.is_source]
    reads = [*zip(operands, map(list, found.operands), strict=True)]
    reads += map(through_views, node.inputs[3:])
    return Spec(
        kind, found.sizes[:-2], [*found.steps(), found.score], [node],
        grid=(blocks(queries, QUERIES) * product(batch), 1, 1), block=(128, 1, 1),
        options=options, sources=[v for v in inputs if not is_number(v)],
        numbers=[v for v in inputs if is_number(v)], read=reads,
    )  # fmt: skip
