"""`jit`: a NumPy function, compiled for the arguments that it is called with.

A call looks up the compiled code for its structure, shapes, dtypes, layouts and static values; the
first of a kind traces the function and compiles it. Compiling is `compiled`'s.
"""

from __future__ import annotations

import functools
import inspect
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .errors import ArgumentError

TARGETS = ("cpu",)
PLAIN = 0x101  # NumPy's flags of an array that is contiguous in C's order, and aligned


@dataclass(frozen=True)
class Options:
    """How to compile. `threads`: share large loops among threads. `products`: "blas" or "loops"."""

    target: str = "cpu"
    threads: bool = True
    products: str = "blas"


class Function:
    """A function that compiles itself for each kind of arguments. Made by `jit`."""

    def __init__(
        self,
        function: Callable,
        static: Sequence[str],
        dynamic: Mapping[str, Sequence[int] | Mapping[int, str]],
        options: Options,
    ) -> None:
        functools.update_wrapper(self, function)
        self.function, self.options = function, options
        if not hasattr(self, "__name__"):  # a partial, or an object that can be called
            self.__name__ = self.__qualname__ = type(function).__name__
        try:
            self.signature = inspect.signature(function)
        except ValueError as error:
            raise ArgumentError(f"jit: {error}; put it into a function of your own") from None
        names = list(self.signature.parameters)
        self._has_target = "target" in names
        self.static = _known(static, names, "static")
        self.dynamic = {
            name: axes if isinstance(axes, Mapping) else {axis: f"{name}_{axis}" for axis in axes}
            for name, axes in dynamic.items()
        }
        _known(self.dynamic, names, "dynamic")
        self._simple = not self.static and not self.dynamic
        self._compiled: dict[object, object] = {}
        self._compiling: dict[object, threading.RLock] = {}
        self._lock = threading.Lock()

    def __get__(self, instance: object, owner: type | None = None) -> object:
        """In a class it is a method, as any function is."""
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, /, *arguments: object, **keywords: object) -> object:
        if self._simple and not keywords:
            # Arrays only, by position: their types are the key.
            key = []
            for array in arguments:
                if type(array) is not np.ndarray or array.flags.num & PLAIN != PLAIN:
                    break
                key.append((array.shape, array.dtype))
            else:
                found = self._compiled.get(tuple(key))
                if found is not None:
                    return found.run(arguments)
        return self._general(arguments, keywords)

    def _general(self, arguments: tuple, keywords: dict) -> object:
        from . import leaves

        target = self._target(keywords)
        call = leaves.Call(self, arguments, keywords)
        if call.traced:
            return self.function(*arguments, **keywords)
        compiled = self._find(call, target)
        return compiled.run(call.arrays)

    def _find(self, call, target: str):
        from . import compiled

        if target not in TARGETS:
            raise ArgumentError(f"no target {target!r}; there is: {', '.join(TARGETS)}")
        key = (call.key, target)
        found = self._compiled.get(key)
        if found is None:
            # One thread compiles a kind while others that want it wait; other kinds go on.
            with self._lock:
                one_at_a_time = self._compiling.setdefault(key, threading.RLock())
            with one_at_a_time:
                found = self._compiled.get(key)
                if found is None:
                    found = compiled.Compiled(self, call, target)
                    self._compiled[key] = found
                    if self._simple and call.plain and target == self.options.target:
                        self._compiled[call.plain] = found
                    self._compiling.pop(key, None)
        return found

    def _target(self, keywords: dict) -> str:
        """What to compile for: an option of a call, unless the function has such a parameter."""
        chosen = None if self._has_target else keywords.pop("target", None)
        return self.options.target if chosen is None else chosen

    def compile(self, /, *arguments: object, **keywords: object):
        """The compiled code for such arguments, without calling it."""
        from . import leaves

        target = self._target(keywords)
        return self._find(leaves.Call(self, arguments, keywords), target)

    def __repr__(self) -> str:
        return f"<compiled on call: {self.__qualname__}>"


def _known(given: object, names: list[str], what: str) -> tuple[str, ...]:
    chosen = (given,) if isinstance(given, str) else tuple(given)
    for name in chosen:
        if name not in names:
            raise ArgumentError(f"{what}: there is no argument {name!r}; it has {', '.join(names)}")
    return chosen


def jit(
    function: Callable | None = None,
    *,
    static: Sequence[str] = (),
    dynamic: Mapping[str, Sequence[int] | Mapping[int, str]] | None = None,
    target: str = "cpu",
    threads: bool = True,
    products: str = "blas",
) -> Callable:
    """Compile a function written with NumPy; also as a decorator, with or without options.

    Arguments are arrays, numbers, and trees of them (tuples, lists, dicts, named tuples,
    dataclasses). `static` names arguments that are values of the program instead: hashable, and a
    new value compiles anew. `dynamic` maps an argument's name to its axes whose size may differ
    from call to call: `{"x": (0,)}`, or `{"x": {0: "n"}, "y": {0: "n"}}` for sizes that are equal.

    Code is kept in the disk cache, where the next process finds it: see `cache`.

    Arguments are never changed. Arrays of the surroundings that the function uses are read at each
    call. Raises TraceError, with the line, for what cannot be compiled; ArgumentError for
    arguments that do not fit.
    """
    if target not in TARGETS:
        raise ArgumentError(f"no target {target!r}; there is: {', '.join(TARGETS)}")
    if products not in ("blas", "loops"):
        raise ArgumentError(f'products is "blas" or "loops"; got {products!r}')
    options = Options(target, threads, products)
    if function is None:
        return lambda f: Function(f, static, dynamic or {}, options)
    if not callable(function):
        raise ArgumentError(f"jit takes a function; got {function!r}")
    return Function(function, static, dynamic or {}, options)
