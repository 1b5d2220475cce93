"""The arguments of one call: bound to names, flattened to leaves, each with a type to trace.

A leaf is an array or a number. An array whose axes were permuted is taken as the contiguous array
that it is a view of, and permuted again while tracing, where that costs nothing.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import ArgumentError
from ..frontend import dims, tree, types
from ..frontend.array import Array, in_memory_order
from ..frontend.types import Type
from . import overlaps
from .overlaps import OVERWRITABLE


@dataclass(frozen=True)
class Leaf:
    """How an argument is traced: its type, and how it lies in memory.

    `axes` is the order of the axes in memory if it is not the array's own; `strided` says how an
    array with gaps lies there: "rows" if its last axis has none, else "any". `number` is a Python
    scalar, passed by value. The memory of a `donated` array may be overwritten.
    """

    type: Type
    axes: tuple[int, ...] | None = None
    strided: str = ""
    number: bool = False
    donated: bool = False

    def __str__(self) -> str:
        if self.number:
            return self.type.dtype.name
        shown = [str(self.type)]
        shown += [f"with its axes in memory as {self.axes}"] if self.axes else []
        shown += ["with gaps"] if self.strided else []
        return " ".join(shown)

    def __hash__(self) -> int:
        return self._hash

    @functools.cached_property
    def _hash(self) -> int:
        return hash((self.type, self.axes, self.strided, self.number, self.donated))


class Call:
    """Arguments as arrays and numbers in a fixed order, and the key of their kind."""

    def __init__(self, function, arguments: tuple, keywords: dict) -> None:
        try:
            bound = function.signature.bind(*arguments, **keywords)
        except TypeError as error:
            raise ArgumentError(f"{function.__qualname__}: {error}") from None
        self.static, self.trees, flat, names, roots = {}, {}, [], [], []
        for name, given in bound.arguments.items():
            if name in function.static:
                self.static[name] = given
                continue
            leaves, structure = tree.flatten(given)
            self.trees[name] = structure
            flat += leaves
            names += tree.paths(structure, name)
            roots += [name] * len(leaves)
        # A default that is given and one that is left out are one kind of call.
        for name in function.static:
            default = function.signature.parameters[name].default
            if name not in self.static and default is not inspect.Parameter.empty:
                self.static[name] = default
        self.names = names
        self.traced = any(isinstance(leaf, Array) for leaf in flat)
        if self.traced:
            return
        self.arrays: list = []
        self.leaves: list[Leaf] = []
        there = ((n, v.device) for n, v in zip(names, flat, strict=True) if _on_device(v))
        self.on_device, self.device = next(there, ("", None))
        for name, root, value in zip(names, roots, flat, strict=True):
            if root in function.donate:
                leaf, array = _donated(function, name, value)
            else:
                leaf, array = _leaf(function, name, value)
            axes = function.dynamic_axes(name, root) if function.dynamic else None
            if axes:
                leaf = _with_dynamic(leaf, name, axes)
            self.leaves.append(leaf)
            self.arrays.append(array)
        try:
            static = tuple((name, exact(self.static[name])) for name in sorted(self.static))
            self.key = (tuple(self.trees.items()), static, tuple(self.leaves))
            hash(self.key)
        except TypeError:
            bad = [name for name, value in self.static.items() if not _hashable(value)]
            raise ArgumentError(
                f"{function.__qualname__}: a static argument has to be hashable: {', '.join(bad)}"
            ) from None
        plain = all(type(a) is np.ndarray and not (leaf.strided or leaf.axes)
                    for a, leaf in zip(flat, self.leaves, strict=True))  # fmt: skip
        same = len(flat) == len(arguments) and all(
            part is given for part, given in zip(flat, arguments, strict=False)
        )
        self.plain = tuple((a.shape, a.dtype) for a in flat) if plain and same else None

    def __str__(self) -> str:
        left = iter(self.leaves)
        given = [f"{name}: {part.shown(left)}" for name, part in self.trees.items()]
        return ", ".join(given + [f"{name}={value!r}" for name, value in self.static.items()])

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


def exact(value: object) -> object:
    """A static value as part of a key: 1, 1.0 and True are equal, and so are 0.0 and -0.0, but a
    function computes something else with each; one NaN is not equal to itself."""
    if type(value) is tuple:
        return tuple(map(exact, value))
    return type(value), repr(value) if isinstance(value, (float, np.floating)) else value


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _on_device(value: object) -> bool:
    """Whether it is an array of `stepdown.gpu`."""
    return getattr(value, "on_device", False)


def _leaf(function, name: str, value: object) -> tuple[Leaf, object]:
    if isinstance(value, np.ndarray):
        return _array(function, name, value)
    if isinstance(value, np.generic):
        return _array(function, name, np.asarray(value))
    if _on_device(value):
        return Leaf(Type(value.shape, value.dtype), strided=value.strided), value
    kind = types.of_scalar(value) if type(value) in (bool, int, float) else None
    if kind is None:
        raise ArgumentError(
            f"{function.__qualname__}: {name} is a {type(value).__name__}, not an array or a "
            f"number; {_remedy(name, value)}"
        )
    if kind.weak is int and not -(1 << 63) <= value < 1 << 63:
        raise ArgumentError(f"{function.__qualname__}: {name}: {value} does not fit in int64")
    return Leaf(kind, number=True), value


def _remedy(name: str, value: object) -> str:
    """What to do with an argument, or a part of one, that is neither an array nor a number."""
    for kind in (dict, list, tuple):
        if isinstance(value, kind):
            return f"it is taken apart if it is given as a plain {kind.__name__}"
    if name == tree.root(name):
        return "name it in static= if it is a value of the program"
    return "a value of the program goes into an argument of its own, named in static="


def _array(function, name: str, value: np.ndarray) -> tuple[Leaf, np.ndarray]:
    if type(value) is not np.ndarray:
        kind = types.other_rules(value)
        if kind:
            raise ArgumentError(
                f"{function.__qualname__}: {name} is a {kind}, which computes by other rules"
            )
        value = value.view(np.ndarray)
    dtype = value.dtype
    if not _is_compiled(dtype):
        shown = dtype if dtype.isnative else dtype.str
        compiled = ", ".join(types.ELEMENTS)
        raise ArgumentError(
            f"{function.__qualname__}: {name} has dtype {shown}; compiled are {compiled}, in "
            f"native byte order"
        )
    flags = value.flags
    if flags.c_contiguous and flags.aligned:
        return _in_order(value.shape, dtype), value
    if flags.aligned:
        value, order = in_memory_order(value)
        if value.flags.c_contiguous:
            return Leaf(Type(value.shape, dtype), axes=order), value
        if not any(step % dtype.itemsize for step in value.strides):
            return Leaf(Type(value.shape, dtype), strided=_how_strided(value)), value
    return _in_order(value.shape, dtype), np.array(value, order="C")  # no element is aligned


@functools.lru_cache(1 << 12)
def _in_order(shape: tuple[int, ...], dtype: np.dtype) -> Leaf:
    """The leaf of an array without gaps, one for all of a kind."""
    return Leaf(Type(shape, dtype))


@functools.lru_cache(1 << 12)
def _donated_in_order(shape: tuple[int, ...], dtype: np.dtype) -> Leaf:
    return Leaf(Type(shape, dtype), donated=True)


@functools.lru_cache(1 << 8)
def _is_compiled(dtype: np.dtype) -> bool:
    return dtype.name in types.ELEMENTS and dtype.isnative


def _how_strided(array: np.ndarray) -> str:
    near = array.shape[-1] <= 1 or array.strides[-1] == array.itemsize
    return types.ROWS if near else types.ANY


def _donated(function, name: str, value: object) -> tuple[Leaf, np.ndarray]:
    """A donated array is taken as it lies, with its own axes: the result takes that very memory."""
    if _on_device(value):
        return Leaf(Type(value.shape, value.dtype), strided=value.strided, donated=True), value
    if not isinstance(value, np.ndarray):
        raise ArgumentError(
            f"{function.__qualname__}: {name} is a {type(value).__name__}, which has no memory to "
            "donate; donate= is for arrays"
        )
    plain = type(value) is np.ndarray and value.flags.num & OVERWRITABLE == OVERWRITABLE
    if plain and _is_compiled(value.dtype):
        return _donated_in_order(value.shape, value.dtype), value
    kind = _array(function, name, value)[0].type
    problem = overlaps.not_writable(value)
    if problem:
        raise ArgumentError(f"{function.__qualname__}: {name} is donated, but {problem}")
    strided = "" if value.flags.c_contiguous else _how_strided(value)
    return Leaf(Type(value.shape, kind.dtype), strided=strided, donated=True), value


def _with_dynamic(leaf: Leaf, name: str, axes: dict[int, str | dims.Dim]) -> Leaf:
    """The leaf with symbols for the sizes that may differ, or what is computed of those."""
    if leaf.number:
        raise ArgumentError(f"dynamic: {name} is a number, which has no axes")
    shape = list(leaf.type.shape)
    for axis, symbol in axes.items():
        if not -len(shape) <= axis < len(shape):
            raise ArgumentError(f"dynamic: {name} has no axis {axis}; it has {len(shape)}")
        # The array may be taken with its axes in another order: find the axis that is meant.
        place = axis % len(shape)
        place = leaf.axes.index(place) if leaf.axes else place
        shape[place] = dims.symbol(symbol) if isinstance(symbol, str) else symbol
    leaf = dataclasses.replace(leaf, type=Type(tuple(shape), leaf.type.dtype))
    if leaf.donated and not leaf.strided and any(isinstance(s, dims.Dim) for s in shape[1:]):
        # A view of a larger array, which has no gaps when it is all of it: of one kind with others.
        return dataclasses.replace(leaf, strided=types.ROWS)
    return leaf
