"""Sums of products: matrix products and everything else that `einsum` does with two operands."""

from __future__ import annotations

import numpy as np

from ..types import Type
from .table import define


def _contracted(a: Type, b: Type, maps: tuple[str, str, str], dtype: np.dtype) -> Type:
    sizes = dict(zip(maps[0] + maps[1], a.shape + b.shape, strict=True))
    return Type(tuple(sizes[letter] for letter in maps[2]), dtype)


# `maps` are the subscripts of the operands and of the result: ("ij", "jk", "ik").
contract = define("contract", "product", _contracted)
