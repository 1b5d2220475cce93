"""The kinds of rules by which primitives are differentiated; each stands in the table beside the
primitive's lowering.

A rule is one description of the primitive's derivative, a linear map, that is applied in both
directions. `push` takes tangents of the inputs to that of the result, `pull` a cotangent of the
result to those of the inputs, for one application of the primitive (`Applied`). Both are written
with NumPy on traced arrays, so what they give can be differentiated again. None is a derivative
that is zero: no zeros are ever made to be added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Applied:
    """A primitive as it stands in a graph: its parameters, operands and result, as arrays."""

    name: str
    params: dict[str, object]
    inputs: tuple
    result: object

    @property
    def graph(self):
        return self.result.graph

    def again(self, *inputs: object, **params: object):
        """The same primitive of other operands, or with other parameters."""
        return made(self.name, *inputs, **(self.params | params))


def made(name: str, *inputs: object, **params: object):
    """What a primitive gives for traced arrays, as an array."""
    graph = inputs[0].graph
    return type(inputs[0])(graph, graph.add(name, *(x.value for x in inputs), **params))


def zeros_like(x: object):
    """Zeros of the shape and dtype: a constant, which takes no memory."""
    return np.zeros_like(x)


def total(parts: Sequence[object]):
    """The sum of those that are not None; None if all are."""
    found = [part for part in parts if part is not None]
    result = found[0] if found else None
    for part in found[1:]:
        result = result + part
    return result


class Constant:
    """No derivative: the result does not change with the inputs, or not by small steps."""

    def push(self, at: Applied, tangents: Sequence) -> None:
        return None

    def pull(self, at: Applied, cotangent, wanted: Sequence[bool]) -> list:
        return [None] * len(wanted)


CONSTANT = Constant()


# [region diagonal]
class Diagonal:
    """An elementwise primitive: its Jacobian for each operand is diagonal, so both directions
    multiply by the same numbers.

    `maps` has one function an operand, `(t, result, *operands)`, linear in t; None for an operand
    on which the result does not depend smoothly.
    """

    def __init__(self, *maps: Callable | None) -> None:
        self.maps = maps

    def push(self, at: Applied, tangents: Sequence):
        return total([
            None if map_ is None or t is None else map_(t, at.result, *at.inputs)
            for map_, t in zip(self.maps, tangents, strict=True)
        ])  # fmt: skip

    def pull(self, at: Applied, cotangent, wanted: Sequence[bool]) -> list:
        return [
            map_(cotangent, at.result, *at.inputs) if map_ and need else None
            for map_, need in zip(self.maps, wanted, strict=True)
        ]

    # [end diagonal]


class Linear:
    """A primitive that is linear in some of its operands together, those at `positions` (all, by
    default): a tangent goes through the primitive itself. `transpose(cotangent, at, position)` is
    its transpose for one of them."""

    def __init__(self, transpose: Callable, positions: tuple[int, ...] | None = None) -> None:
        self.transpose, self.positions = transpose, positions

    def _linear(self, position: int) -> bool:
        return self.positions is None or position in self.positions

    def push(self, at: Applied, tangents: Sequence):
        linear = [self._linear(n) for n in range(len(tangents))]
        if all(t is None for t, is_linear in zip(tangents, linear, strict=True) if is_linear):
            return None
        operands = [
            (zeros_like(x) if t is None else t) if is_linear else x
            for x, t, is_linear in zip(at.inputs, tangents, linear, strict=True)
        ]
        return at.again(*operands)

    def pull(self, at: Applied, cotangent, wanted: Sequence[bool]) -> list:
        return [
            self.transpose(cotangent, at, position) if need and self._linear(position) else None
            for position, need in enumerate(wanted)
        ]


class Multilinear(Linear):
    """A primitive that is linear in each operand while the others stay: a product."""

    def push(self, at: Applied, tangents: Sequence):
        return total([
            None if t is None else at.again(*at.inputs[:n], t, *at.inputs[n + 1 :])
            for n, t in enumerate(tangents)
        ])  # fmt: skip


class Composed:
    """A primitive whose derivative is that of an equal function of other primitives,
    `function(at, *operands)`."""

    def __init__(self, function: Callable) -> None:
        self.function = function

    def push(self, at: Applied, tangents: Sequence):
        from ..differentiation import walks

        result = self.function(at, *at.inputs)
        return walks.push(at.inputs, tangents, [result])[0]

    def pull(self, at: Applied, cotangent, wanted: Sequence[bool]) -> list:
        from ..differentiation import walks

        result = self.function(at, *at.inputs)
        return walks.pull(at.inputs, [result], [cotangent])
