"""The arguments that a function is differentiated by."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Sequence

import numpy as np

from ..errors import ArgumentError
from ..frontend import tree, types
from ..frontend.array import Array
from ..frontend.graph import Graph
from ..frontend.where import failure
from . import callables, trees


class Chosen:
    """The arguments of a call with those at `numbers` to be differentiated by.

    `what` was asked for: messages begin with it. `inputs` are the leaves of these that are of
    floats. Raises TraceError for any other, unless
    they are let through as `constants`: then they are left as they are, with None for a derivative.
    """

    def __init__(
        self,
        what: str,
        graph: Graph,
        function: Callable,
        arguments: tuple,
        numbers: Sequence[int],
        constants: bool = False,
    ) -> None:
        self.function, self.arguments, self.numbers = function, arguments, numbers
        for number in numbers:
            if number >= len(arguments):
                raise failure(
                    f"{what}: argnums names argument {number} of {callables.name_of(function)}, "
                    f"which was called with {len(arguments)} by position: give it by position too"
                )
        self.leaves, self.structure = tree.flatten(tuple(arguments[n] for n in numbers))
        names = callables.names_of(function, len(arguments))
        self.names = [
            path
            for number, part in zip(numbers, self.structure.parts, strict=True)
            for path in tree.paths(part, names[number])
        ]
        self.smooth = [_is_smooth(leaf) for leaf in self.leaves]
        for name, leaf, smooth in zip(self.names, self.leaves, self.smooth, strict=True):
            if not (smooth or constants):
                raise failure(
                    f"{what}: {name} is {_kind(leaf)}, which has no derivative; give it in an "
                    "argument that argnums does not name, or convert it to floats"
                )
        self.inputs = [x.value for x in trees.arrays(graph, self._at_smooth(self.leaves))]

    def _at_smooth(self, leaves: Sequence) -> list:
        return [leaf for leaf, smooth in zip(leaves, self.smooth, strict=True) if smooth]

    def derivatives(self, found: Sequence[object]) -> tuple:
        """Trees like the chosen arguments, with what was found for each of the inputs."""
        left = iter(found)
        return tree.unflatten(self.structure, [next(left) if s else None for s in self.smooth])

    def call(self, new: Sequence[Array], keywords: dict | None = None) -> object:
        """What the function returns with others in the place of the inputs."""
        left = iter(new)
        mixed = [
            next(left) if smooth else leaf
            for leaf, smooth in zip(self.leaves, self.smooth, strict=True)
        ]
        arguments = list(self.arguments)
        for number, part in zip(self.numbers, tree.unflatten(self.structure, mixed), strict=True):
            arguments[number] = part
        return self.function(*arguments, **(keywords or {}))

    def tangents(self, graph: Graph, given: object) -> list[Array | None]:
        """A tangent for each of the inputs, from trees like the chosen arguments."""
        parts = trees.beside(self.structure, given, "jvp: the tree of tangents")
        found = []
        for name, leaf, part, smooth in zip(
            self.names, self.leaves, parts, self.smooth, strict=True
        ):
            if part is None:
                found += [None] * smooth
                continue
            (primal,) = trees.arrays(graph, [leaf])
            found.append(trees.derivative(graph, primal, part, f"jvp: the tangent of {name}"))
        return found


def _is_smooth(leaf: object) -> bool:
    if isinstance(leaf, (Array, np.ndarray, np.generic)):
        return types.is_float(leaf.dtype)
    return type(leaf) is float


def _kind(leaf: object) -> str:
    """What a leaf is that is not of floats."""
    if isinstance(leaf, (Array, np.ndarray, np.generic)):
        weak = isinstance(leaf, Array) and leaf.value.type.weak
        return f"a Python {weak.__name__}" if weak else str(types.Type(leaf.shape, leaf.dtype))
    return f"a {'Python ' * (type(leaf) in (bool, int))}{type(leaf).__name__}"


def is_single(argnums: int | Sequence[int]) -> bool:
    """Whether they name one argument, of which the gradient is given as it is, and not in a tuple
    of one."""
    return not isinstance(argnums, Sequence)


def numbers_of(what: str, function: Callable, argnums: int | Sequence[int]) -> tuple[int, ...]:
    """The numbers of the arguments, from 0; `what` was asked for. Raises ArgumentError for what is
    not one, and for a static argument of a compiled function."""
    callables.check(what, function)
    given = [_number(what, n) for n in ((argnums,) if is_single(argnums) else argnums)]
    name, count = callables.name_of(function), _positional(function)
    for number in given:
        if count is None and number < 0:
            raise failure(
                f"{what}: {name} takes any number of arguments: count from the front", ArgumentError
            )
        if count is not None and not -count <= number < count:
            raise failure(
                f"{what}: {name} has {count or 'no'} argument{'s' * (count != 1)} by position, not "
                f"one of number {number}. An array that it captures is a constant: to have a "
                "gradient it has to be an argument",
                ArgumentError,
            )
    numbers = tuple(number if count is None else number % count for number in given)
    if len(set(numbers)) != len(numbers):
        raise failure(f"{what}: argnums names an argument twice: {argnums}", ArgumentError)
    names = callables.names_of(function, max(numbers, default=-1) + 1)
    for argument in (names[number] for number in numbers):
        if argument in callables.static_of(function):
            raise failure(
                f"{what}: {argument} is static in {name}, a value of the program, which has no "
                "gradient",
                ArgumentError,
            )
    return numbers


def _number(what: str, given: object) -> int:
    if not isinstance(given, bool):
        try:
            return operator.index(given)
        except TypeError:
            pass
    raise failure(f"{what}: argnums are numbers of arguments; got {given!r}", ArgumentError)


def _positional(function: Callable) -> int | None:
    """How many arguments by position it takes; None for any number."""
    signature = callables.signature_of(function)
    kinds = [p.kind for p in signature.parameters.values()] if signature else None
    if kinds is None or inspect.Parameter.VAR_POSITIONAL in kinds:
        return None
    return sum(kind in callables.BY_POSITION for kind in kinds)
