"""The arguments of one call: bound to names, flattened to leaves, each with a type to trace.

A leaf is an array or a number. An array whose axes were permuted is taken as the contiguous array
that it is a view of, and permuted again while tracing, where that costs nothing.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from . import dims, tree, types
from .array import Array, in_memory_order
from .errors import ArgumentError
from .types import Type


@dataclass(frozen=True)
class Leaf:
    """How an argument is traced: its type, and how it lies in memory.

    `axes` is the order of the axes in memory if it is not the array's own; `strided` an array with
    gaps. `number` is a Python scalar, passed by value.
    """

    type: Type
    axes: tuple[int, ...] | None = None
    strided: bool = False
    number: bool = False


class Call:
    """Arguments as arrays and numbers in a fixed order, and the key of their kind."""

    def __init__(self, function, arguments: tuple, keywords: dict) -> None:
        try:
            bound = function.signature.bind(*arguments, **keywords)
        except TypeError as error:
            raise ArgumentError(f"{function.__qualname__}: {error}") from None
        self.static, self.trees, flat, names = {}, {}, [], []
        for name, given in bound.arguments.items():
            if name in function.static:
                self.static[name] = given
                continue
            leaves, structure = tree.flatten(given)
            self.trees[name] = structure
            flat += leaves
            names += tree.paths(structure, name)
        self.names = names
        self.traced = any(isinstance(leaf, Array) for leaf in flat)
        if self.traced:
            return
        self.arrays: list = []
        self.leaves: list[Leaf] = []
        for name, value in zip(names, flat, strict=True):
            leaf, array = _leaf(function, name, value)
            root = name.partition("[")[0].partition(".")[0]
            if root in function.dynamic:
                leaf = _with_dynamic(leaf, name, function.dynamic[root])
            self.leaves.append(leaf)
            self.arrays.append(array)
        try:
            static = tuple((name, _exact(value)) for name, value in self.static.items())
            self.key = (tuple(self.trees.items()), static, tuple(self.leaves))
            hash(self.key)
        except TypeError:
            bad = [name for name, value in self.static.items() if not _hashable(value)]
            raise ArgumentError(
                f"{function.__qualname__}: a static argument has to be hashable: {', '.join(bad)}"
            ) from None
        plain = all(type(a) is np.ndarray and leaf == Leaf(leaf.type)
                    for a, leaf in zip(flat, self.leaves, strict=True))  # fmt: skip
        same = len(flat) == len(arguments) and all(
            part is given for part, given in zip(flat, arguments, strict=False)
        )
        self.plain = tuple((a.shape, a.dtype) for a in flat) if plain and same else None

    def without_values(self) -> Call:
        """The same kind of call; the arrays of this one can go."""
        kind = copy.copy(self)
        kind.arrays = []
        return kind

    def arguments(self, leaves: Sequence[object]) -> dict[str, object]:
        """The arguments by name, with other leaves in place."""
        left = iter(leaves)
        given = {name: tree.unflatten(part, left) for name, part in self.trees.items()}
        return given | self.static


def _exact(value: object) -> object:
    """A static value as part of a key: 1, 1.0 and True are equal, and so are 0.0 and -0.0, but a
    function computes something else with each; one NaN is not equal to itself."""
    if type(value) is tuple:
        return tuple(map(_exact, value))
    return type(value), repr(value) if isinstance(value, (float, np.floating)) else value


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _leaf(function, name: str, value: object) -> tuple[Leaf, object]:
    if isinstance(value, np.ndarray):
        return _array(function, name, value)
    if isinstance(value, np.generic):
        return _array(function, name, np.asarray(value))
    kind = types.of_scalar(value) if type(value) in (bool, int, float) else None
    if kind is None:
        raise ArgumentError(
            f"{function.__qualname__}: {name} is a {type(value).__name__}, not an array or a "
            f"number; name it in static= if it is a value of the program"
        )
    if kind.weak is int and not -(1 << 63) <= value < 1 << 63:
        raise ArgumentError(f"{function.__qualname__}: {name}: {value} does not fit in int64")
    return Leaf(kind, number=True), value


def _array(function, name: str, value: np.ndarray) -> tuple[Leaf, np.ndarray]:
    if type(value) is not np.ndarray:
        if isinstance(value, types.OTHER_RULES):
            kind = "matrix" if isinstance(value, np.matrix) else "masked array"
            raise ArgumentError(
                f"{function.__qualname__}: {name} is a {kind}, which computes by other rules"
            )
        value = value.view(np.ndarray)
    dtype = value.dtype
    if dtype.name not in types.ELEMENTS or not dtype.isnative:
        shown = dtype if dtype.isnative else dtype.str
        compiled = ", ".join(types.ELEMENTS)
        raise ArgumentError(
            f"{function.__qualname__}: {name} has dtype {shown}; compiled are {compiled}, in "
            f"native byte order"
        )
    if value.flags.aligned:
        value, order = in_memory_order(value)
        if value.flags.c_contiguous:
            return Leaf(Type(value.shape, dtype), axes=order), value
        if not any(step % dtype.itemsize for step in value.strides):
            return Leaf(Type(value.shape, dtype), strided=True), value
    return Leaf(Type(value.shape, dtype)), np.array(value, order="C")  # no element is aligned


def _with_dynamic(leaf: Leaf, name: str, axes: dict[int, str]) -> Leaf:
    """The leaf with symbols for the sizes that may differ."""
    if leaf.number:
        raise ArgumentError(f"dynamic: {name} is a number, which has no axes")
    shape = list(leaf.type.shape)
    for axis, symbol in axes.items():
        if not -len(shape) <= axis < len(shape):
            raise ArgumentError(f"dynamic: {name} has no axis {axis}; it has {len(shape)}")
        # The array may be taken with its axes in another order: find the axis that is meant.
        place = axis % len(shape)
        place = leaf.axes.index(place) if leaf.axes else place
        shape[place] = dims.symbol(symbol)
    return dataclasses.replace(leaf, type=Type(tuple(shape), leaf.type.dtype))
