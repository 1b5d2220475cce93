"""Sums of products: matrix products and everything else that `einsum` does with two operands."""

from __future__ import annotations

import math

import numpy as np

from ..frontend.types import Type
from .derivatives import Applied, Multilinear
from .table import define


def _contracted(a: Type, b: Type, maps: tuple[str, str, str], dtype: np.dtype) -> Type:
    sizes = dict(zip(maps[0] + maps[1], a.shape + b.shape, strict=True))
    return Type(tuple(sizes[letter] for letter in maps[2]), dtype)


def _other_product(t, at: Applied, position: int):
    """The cotangent of one operand: the product of the result's with the other operand.

    16-bit floats are multiplied as such: what was their product, rounded to them, has a cotangent
    that is one of them.
    """
    from ..frontend import ops

    mine, other = at.inputs[position], at.inputs[1 - position]
    maps = at.params["maps"]
    t = narrowed(t, mine.dtype)
    sizes = dict(zip(maps[2] + maps[1 - position], t.shape + other.shape, strict=True))
    runs = _runs((maps[2], maps[1 - position], maps[position]))
    merged = [
        x.reshape([math.prod(sizes[c] for c in run) for run in letters])
        for x, letters in ((t, runs[0]), (other, runs[1]))
    ]
    firsts = tuple("".join(run[0] for run in letters) for letters in runs)
    found = type(t)(t.graph, ops.contract(t.graph, *(x.value for x in merged), firsts))
    return found.reshape(mine.shape)


def _runs(maps: tuple[str, str, str]) -> list[list[str]]:
    """Each map cut into runs of letters that are one axis as well as several: neighbours wherever
    they are, and not in all three. A product over (batch, row) is so one of matrices."""

    def together(one: str, other: str) -> bool:
        where = [one in letters for letters in maps]
        return where != [True] * 3 and all(
            one + other in letters if one in letters else other not in letters for letters in maps
        )

    found = []
    for letters in maps:
        runs: list[str] = []
        for letter in letters:
            if runs and together(runs[-1][-1], letter):
                runs[-1] += letter
            else:
                runs.append(letter)
        found.append(runs)
    return found


def narrowed(t, dtype: np.dtype):
    """The array before it was converted from that dtype; itself, if it was not."""
    value = t.value
    if value.primitive is not None and value.primitive.name == "cast":
        (before,) = value.inputs
        if before.type.dtype == dtype:
            return type(t)(t.graph, before)
    return t


# `maps` are the subscripts of the operands and of the result: ("ij", "jk", "ik").
contract = define("contract", "product", _contracted, derivative=Multilinear(_other_product))
