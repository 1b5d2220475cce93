"""A compiled function some of whose arguments are fixed: looked at once, packed once.

What a call costs in Python grows with the number of arrays. A model has hundreds, the same at each
call; bound, they cost nothing but their place among what is passed on.
"""

from __future__ import annotations

import bisect
import ctypes
import inspect
from collections.abc import Sequence

import numpy as np

from runners import call, memref

from ..errors import ArgumentError
from ..frontend import tree
from . import leaves, overlaps

PLAIN = overlaps.C_CONTIGUOUS | overlaps.ALIGNED
NUMBERS = (bool, int, float)


class Bound:
    """`function.bind(**arguments)`: takes the other arguments, in the order of the signature.

    The arrays of the arguments that are fixed are read at each call, where they lie.
    """

    def __init__(self, function, given: dict[str, object]) -> None:
        parameters = function.signature.parameters
        for name in given:
            if name not in parameters:
                raise ArgumentError(
                    f"{function.__qualname__}: there is no argument {name!r} to bind; it has "
                    f"{', '.join(parameters)}"
                )
        for name, value in given.items():
            _check_fixed(function, name, value)
        self.function, self.given = function, given
        self.__name__, self.__qualname__ = function.__name__, function.__qualname__
        self.__doc__ = function.__doc__
        left = [p for name, p in parameters.items() if name not in given]
        self.signature = inspect.Signature(left)
        self._how = [
            (p.name in function.static, tuple(function.dynamic.get(p.name, ())),
             p.name in function.donate) for p in left
        ]  # fmt: skip
        self._prepared: dict[tuple, Prepared] = {}

    def __call__(self, /, *arguments: object, **keywords: object) -> object:
        values: list[object] = []
        key = None if keywords else self._key(arguments, values)
        if key is not None:
            prepared = self._prepared.get(key)
            if prepared is not None:
                return prepared(values)
        return self._general(key, arguments, keywords)

    def compile(self, /, *arguments: object, **keywords: object):
        """The compiled code for such arguments, without calling it."""
        whole = self._whole(arguments, keywords)
        return self.function.compile(*whole.args, **whole.kwargs)

    def _key(self, arguments: tuple, values: list[object]) -> tuple | None:
        """The kind of arguments, whose arrays and numbers are added to `values`; None if one of
        them needs a closer look."""
        if len(arguments) != len(self._how):
            return None
        key: list[object] = []
        for argument, (static, axes, donated) in zip(arguments, self._how, strict=True):
            if static:
                key.append(leaves.exact(argument))
                continue
            parts = [argument]
            if type(argument) is not np.ndarray:
                parts, structure = tree.flatten(argument)
                key.append(structure)
            for part in parts:
                if type(part) is np.ndarray:
                    if not _add_array(key, part, axes, donated):
                        return None
                elif type(part) in NUMBERS and not (axes or donated):
                    key.append(type(part))
                elif getattr(part, "on_device", False):
                    if not _add_sizes(key, part, axes):
                        return None
                    key.append(part.strided)
                else:
                    return None
            values += parts
        try:
            hash(found := tuple(key))
        except TypeError:
            return None
        return found

    def _general(self, key: tuple | None, arguments: tuple, keywords: dict) -> object:
        function, whole = self.function, self._whole(arguments, keywords)
        given = leaves.Call(function, whole.args, whole.kwargs)
        if given.traced:
            return function.function(*whole.args, **whole.kwargs)
        compiled = function.find(given, function.options.target)
        if key is None:
            return compiled.run(given.arrays)
        free, number = [], 0
        for name, structure in given.trees.items():
            free += [n for n in range(number, number + structure.leaves) if name not in self.given]
            number += structure.leaves
        prepared = self._prepared[key] = compiled.bound(given.arrays, free)
        return prepared([given.arrays[number] for number in free])

    def _whole(self, arguments: tuple, keywords: dict) -> inspect.BoundArguments:
        """All arguments, those that are fixed in their places."""
        try:
            found = self.signature.bind(*arguments, **keywords).arguments
        except TypeError as error:
            raise ArgumentError(f"{self.__qualname__}: {error}") from None
        whole = self.function.signature.bind_partial()
        known = self.given | found
        order = self.function.signature.parameters
        whole.arguments.update((name, known[name]) for name in order if name in known)
        return whole

    def __repr__(self) -> str:
        return f"<{self.__qualname__} with {', '.join(self.given)} bound>"


def _add_array(key: list[object], array: np.ndarray, axes: tuple, donated: bool) -> bool:
    """Add the kind of an array to a key; False if it lies in memory in a way of its own."""
    shape = array.shape
    if array.flags.num & PLAIN != PLAIN:
        if not donated or not shape:
            return False
        key.append(shape[-1] <= 1 or array.strides[-1] == array.itemsize)
    return _add_sizes(key, array, axes)


def _add_sizes(key: list[object], array: object, axes: tuple) -> bool:
    """Add shape and dtype of an array to a key, without the sizes of those axes."""
    shape = array.shape
    if axes:
        sizes, rank = list(shape), len(shape)
        for axis in axes:
            if not -rank <= axis < rank:
                return False
            sizes[axis] = None
        shape = tuple(sizes)
    key.append((shape, array.dtype))
    return True


def _check_fixed(function, name: str, value: object) -> None:
    """An array that is not aligned is copied at each call, which a bound one is not."""
    if name in function.static:
        return
    flat, structure = tree.flatten(value)
    for path, leaf in zip(tree.paths(structure, name), flat, strict=True):
        if isinstance(leaf, np.ndarray) and (
            not leaf.flags.aligned or any(step % leaf.itemsize for step in leaf.strides)
        ):
            raise ArgumentError(
                f"{function.__qualname__}: {path} cannot be bound: its elements are not aligned; "
                "bind a copy"
            )


class Prepared:
    """Calls of compiled code with most of its arguments packed."""

    def __init__(self, compiled, arrays: list, free: Sequence[int]) -> None:
        """`arrays` are those of one call; all but those that `free` numbers stay the same."""
        self.compiled, kinds = compiled, compiled.kinds
        donated = set(compiled.graph.donated.values())
        compiled.check_donated(arrays)
        packers, c_types = [], []
        for number, kind in enumerate(kinds):
            where = f"{compiled.title}: argument {number + 1} of {len(kinds)}"
            if isinstance(kind, memref.MemRef):
                packers.append(memref.packer(kind, where, number in donated))
                c_types.append(ctypes.c_void_p)
            else:
                pack, parts = call.scalar_packer(kind.text, where)
                packers.append(pack)
                c_types += parts
        self._enter = ctypes.CFUNCTYPE(None, *c_types)(compiled.code.address)
        fixed, others = _Spans(), set(free)
        given = [*arrays, *compiled.captured]
        self._values: list = [None] * len(given)
        for number, array in enumerate(given):
            if number in others:
                continue
            packed = packers[number](array)
            if isinstance(kinds[number], memref.MemRef):
                fixed.add(packed[1], packed[2], number in donated)
                packed = packed[0]
            self._values[number] = packed
        self._arrays = [None if n in others else array for n, array in enumerate(arrays)]
        self._free = [
            (n, packers[n], isinstance(kinds[n], memref.MemRef), n in donated) for n in free
        ]
        self._outs = packers[len(given) :]
        self._spans = fixed.merged() if donated else None

    def __call__(self, free: Sequence[object]) -> object:
        values, arrays = self._values.copy(), self._arrays.copy()
        spans = []
        for (number, pack, is_array, donated), value in zip(self._free, free, strict=True):
            arrays[number] = value
            packed = pack(value)
            if is_array:
                values[number], low, high, _ = packed
                spans.append((low, high, donated))
            else:
                values[number] = packed
        compiled = self.compiled
        if self._spans is not None and self._near(spans):
            compiled.check_donated(arrays)
        outs = compiled.results(arrays)
        for pack, out in zip(self._outs, outs, strict=True):
            values.append(pack(out)[0])
        self._enter(*values)
        return compiled.returned(arrays, outs)

    def _near(self, spans: list[tuple[int, int, bool]]) -> bool:
        """Whether something donated may overlap something else; then one has to look closer."""
        everything, donated_ones = self._spans
        for place, (low, high, donated) in enumerate(spans):
            if low < high and _reaches(everything if donated else donated_ones, low, high):
                return True
            for other_low, other_high, other in spans[:place]:
                if (donated or other) and low < other_high and other_low < high:
                    return True
        return False


class _Spans:
    """Ranges of memory: of all arrays, and of those that are donated."""

    def __init__(self) -> None:
        self.all: list[tuple[int, int]] = []
        self.donated: list[tuple[int, int]] = []

    def add(self, low: int, high: int, donated: bool) -> None:
        if low < high:
            self.all.append((low, high))
            if donated:
                self.donated.append((low, high))

    def merged(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        return _merged(self.all), _merged(self.donated)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def _reaches(spans: list[tuple[int, int]], low: int, high: int) -> bool:
    """Whether a range has something in common with one of those in order."""
    place = bisect.bisect_left(spans, (high,))  # those before begin below `high`
    return place > 0 and spans[place - 1][1] > low
