"""What a primitive is, and the table of them.

A primitive says what it gives for given types (`infer`) and how it is written in MLIR (`emit`). Its
inputs have been made alike before: an elementwise one gets operands of one shape and of the dtypes
that it is defined for. The kinds:

- `source`: no input; `emit(node, indices)` gives the element at those indices.
- `map`: elementwise; `emit(node, *elements)` gives the element, in the form of a loop's body.
- `view`: each element of the result is one of the input; `emit(node, indices)` gives, for indices
  (`At`) of an element of the result, those of the input.
- `reduce`: `emit` is a Reduction over `node.params["axes"]`.
- `gather`: `emit(node, source, index_elements, indices)` picks elements of a whole array.
- `product`: a sum of products, `node.params["maps"]`; no `emit`.
- `whole`: `emit(node, tensors, builder)` gives a tensor.

How it is differentiated is a rule of one of the kinds in `derivatives`; CONSTANT there says that it
has no derivative. What has no rule at all is an error when a gradient comes to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..frontend.types import Type


@dataclass(frozen=True)
class At:
    """An index of an operand: `start + step * d`, d being the loop over dimension `dim`.

    Without a dimension it is the constant `start`.
    """

    dim: int | None
    step: int = 1
    start: int = 0

    def __mul__(self, factor: int) -> At:
        return At(self.dim, self.step * factor, self.start * factor)

    def __add__(self, more: int) -> At:
        return At(self.dim, self.step, self.start + more)


FIRST = At(None, 0, 0)  # index 0 whatever the loops do


# [region table]
@dataclass(frozen=True, eq=False)
class Primitive:
    """One operation of the graph. `cost` is that of an element, in additions."""

    name: str
    kind: str
    infer: Callable[..., Type]
    emit: object = None
    cost: int = 1
    derivative: object = None

    def __repr__(self) -> str:
        return self.name


TABLE: dict[str, Primitive] = {}


def define(
    name: str,
    kind: str,
    infer: Callable[..., Type],
    emit: object = None,
    cost: int = 1,
    derivative: object = None,
) -> Primitive:
    """Add a primitive to the table."""
    assert name not in TABLE, name
    TABLE[name] = Primitive(name, kind, infer, emit, cost, derivative)
    return TABLE[name]
    # [end table]
