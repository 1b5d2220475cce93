"""Products of arrays."""

from __future__ import annotations

import string

import numpy as np

from ..frontend import ops, types
from ..frontend.array import Array, graph_of, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.graph import Graph, Value
from ..frontend.where import failure

LETTERS = string.ascii_lowercase


def matmul(x, y) -> Array:
    """NumPy's `@`: the last two axes are matrices, those before broadcast; vectors are allowed."""
    graph = graph_of([x, y])
    a, b = lift(graph, x), lift(graph, y)
    if not a.type.rank or not b.type.rank:
        raise failure("matmul: an operand has no dimension; use * for a number", ValueError)
    # [region batches]
    # Batch axes are a, b, c, ...; m rows, k summed, n columns.
    left = "k" if a.type.rank == 1 else "mk"
    right = "k" if b.type.rank == 1 else "kn"
    stacks = [v.type.shape[:-2] for v in (a, b)]  # a vector has none
    batches, equal = types.broadcast(stacks)
    graph.equal(equal)
    batch = "abcdefgh"[: len(batches)]
    operands, maps = [], []
    for value, inner in ((a, left), (b, right)):
        outer = value.type.shape[: value.type.rank - len(inner)]
        letters = batch[len(batch) - len(outer) :]
        wanted = batches[len(batches) - len(outer) :]
        # A batch axis of size 1 that is longer in the other operand is dropped, not stretched.
        kept = [
            i for i, (size, full) in enumerate(zip(outer, wanted, strict=True))
            if size != 1 or full == 1
        ]  # fmt: skip
        shape = [outer[i] for i in kept] + list(value.type.shape[len(outer) :])
        operands.append(ops.reshape(graph, value, shape))
        maps.append("".join(letters[i] for i in kept) + inner)
    # [end batches]
    result = batch + left.replace("k", "") + right.replace("k", "")
    return wrap(graph, _ordered(graph, operands, maps, result, batches, batch))


def _ordered(graph: Graph, operands, maps, result, batches, batch) -> Value:
    """The contraction; batch axes that neither operand has kept have size 1."""
    present = [letter for letter in result if letter in maps[0] + maps[1]]
    value = ops.contract(graph, *operands, (*maps, "".join(present)))
    if len(present) == len(result):
        return value
    sizes = dict(zip(present, value.type.shape, strict=True))
    return ops.reshape(graph, value, [sizes.get(letter, 1) for letter in result])


@implements(np.matmul)
def _matmul(x1, x2, /):
    return matmul(x1, x2)


@implements(np.dot)
def dot(a, b, out=None):
    graph = graph_of([a, b])
    x, y = lift(graph, a), lift(graph, b)
    if not x.type.rank or not y.type.rank:
        return np.multiply(a, b)
    if x.type.rank <= 2 and y.type.rank <= 2:
        return matmul(a, b)
    return tensordot(a, b, ((-1,), (-2 if y.type.rank > 1 else -1,)))


@implements(np.inner)
def inner(a, b, /):
    if not np.ndim(a) or not np.ndim(b):
        return np.multiply(a, b)
    return tensordot(a, b, ((-1,), (-1,)))


@implements(np.vdot)
def vdot(a, b, /):
    return matmul(np.ravel(a), np.ravel(b))


@implements(np.outer)
def outer(a, b, out=None):
    return np.ravel(a)[:, None] * np.ravel(b)[None, :]


@implements(np.tensordot)
def tensordot(a, b, axes=2):
    graph = graph_of([a, b])
    x, y = lift(graph, a), lift(graph, b)
    if isinstance(axes, int):
        axes = (range(x.type.rank - axes, x.type.rank), range(axes))
    first, second = ([i] if isinstance(i, int) else list(i) for i in axes)
    if len(first) != len(second):
        raise failure(f"tensordot: axes {first} and {second} are not as many", ValueError)
    first = [ops.axis_of(i, x.type.rank) for i in first]
    second = [ops.axis_of(i, y.type.rank) for i in second]
    left = list(LETTERS[: x.type.rank])
    right = list(LETTERS[x.type.rank : x.type.rank + y.type.rank])
    for i, j in zip(first, second, strict=True):
        right[j] = left[i]
    summed = {left[i] for i in first}
    kept = "".join(c for c in left + right if c not in summed)
    return wrap(graph, ops.contract(graph, x, y, ("".join(left), "".join(right), kept)))


@implements(np.einsum)
def einsum(subscripts, *operands, out=None, optimize=False, **more):
    """Any number of operands, from left to right, `...` included; letters on one operand alone are
    summed first."""
    if not isinstance(subscripts, str) or out is not None or more:
        raise failure("numpy.einsum is compiled with a string of subscripts and no out=")
    graph = graph_of(list(operands))
    values = [lift(graph, x) for x in operands]
    inputs, result = _subscripts(subscripts.replace(" ", ""), values)
    for n, (value, letters) in enumerate(zip(values, inputs, strict=True)):
        values[n], inputs[n] = _once(graph, value, letters)
    if len(values) > 1:
        values = _unstretched(graph, values, inputs)
    while len(values) > 1:
        rest = result + "".join(inputs[2:])
        for n in (0, 1):
            values[n], inputs[n] = _sum_out(graph, values[n], inputs[n], rest + inputs[1 - n])
        kept = "".join(c for c in dict.fromkeys(inputs[0] + inputs[1]) if c in rest)
        kept = kept if len(values) > 2 else result
        made = ops.contract(graph, *values[:2], (inputs[0], inputs[1], kept))
        values, inputs = [made, *values[2:]], [kept, *inputs[2:]]
    value, letters = _sum_out(graph, values[0], inputs[0], result)
    axes = [letters.index(c) for c in result]
    return wrap(graph, ops.transpose(graph, value, axes))


def _subscripts(text: str, values: list[Value]) -> tuple[list[str], str]:
    left, arrow, result = text.partition("->")
    inputs = left.split(",")
    if len(inputs) != len(values):
        raise failure(f"einsum: {len(inputs)} subscripts for {len(values)} operands", ValueError)
    free = [c for c in string.ascii_uppercase if c not in text]
    for n, value in enumerate(values):
        rank = value.type.rank - len(inputs[n].replace("...", ""))
        dots = "".join(free[:rank][::-1]) if "..." in inputs[n] else ""
        inputs[n] = inputs[n].replace("...", dots)
        if len(inputs[n]) != value.type.rank:
            raise failure(f"einsum: subscripts {inputs[n]!r} for an array of {value.type.rank} "
                          "dimensions", ValueError)  # fmt: skip
    letters = "".join(inputs)
    dots = "".join(sorted({c for c in letters if c in free}, reverse=True))
    if not arrow:
        result = dots + "".join(sorted(c for c in set(letters) if letters.count(c) == 1
                                       and c not in dots))  # fmt: skip
    result = result.replace("...", dots)
    if not set(result) <= set(letters) or len(set(result)) != len(result):
        raise failure(f"einsum: the result's subscripts {result!r} are not of the operands",
                      ValueError)  # fmt: skip
    return inputs, result


def _once(graph: Graph, value: Value, letters: str) -> tuple[Value, str]:
    """The diagonal, where a letter stands twice."""
    for letter in set(letters):
        while letters.count(letter) > 1:
            i = letters.index(letter)
            j = letters.index(letter, i + 1)
            size, other = value.type.shape[i], value.type.shape[j]
            if isinstance(size, int) and isinstance(other, int) and size != other:
                raise failure(f"einsum: the axes {letter!r} have sizes {size} and {other}",
                              ValueError)  # fmt: skip
            graph.equal([(size, other)])
            ramp = graph.add("iota", shape=(size,), axis=0, dtype=np.dtype(np.int64))
            axes = [k for k in range(len(letters)) if k not in (i, j)] + [i, j]
            value = ops.transpose(graph, value, axes)
            rank = len(axes)
            value = graph.add("take", value, ramp, ramp, axes=(rank - 2, rank - 1))
            letters = "".join(letters[k] for k in axes[:-2]) + letter
    return value, letters


def _sum_out(graph: Graph, value: Value, letters: str, kept: str) -> tuple[Value, str]:
    axes = tuple(i for i, c in enumerate(letters) if c not in kept)
    return ops.reduce(graph, "sum", value, axes), "".join(c for c in letters if c in kept)


def _unstretched(graph: Graph, values: list[Value], inputs: list[str]) -> list[Value]:
    """Axes of size 1 that meet a larger one are stretched, as NumPy does for `...`."""
    sizes: dict[str, object] = {}
    for value, letters in zip(values, inputs, strict=True):
        for letter, size in zip(letters, value.type.shape, strict=True):
            if sizes.get(letter, 1) == 1 or (isinstance(sizes[letter], Dim) and size != 1):
                sizes[letter] = size
    return [
        ops.broadcast_to(graph, value, [sizes[c] for c in letters])
        for value, letters in zip(values, inputs, strict=True)
    ]
