"""`jit`: a NumPy function, compiled for the arguments that it is called with.

A call looks up the compiled code for its structure, shapes, dtypes, layouts and static values; the
first of a kind traces the function and compiles it. Compiling is `compiled`'s.
"""

from __future__ import annotations

import functools
import inspect
import threading
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .errors import ArgumentError
from .frontend import tree

TARGETS = ("cpu", "gpu", "gpu-sim")
PRODUCTS = ("auto", "schedule", "bf16x6", "blas", "loops")
PLAIN = 0x101  # NumPy's flags of an array that is contiguous in C's order, and aligned


@dataclass(frozen=True)
class Options:
    """How to compile. `threads`: share large loops among threads. `products`: one of PRODUCTS."""

    target: str = "cpu"
    threads: bool = True
    products: str = "auto"
    attention: str = "plain"
    graph: bool = False


class Function:
    """A function that compiles itself for each kind of arguments. Made by `jit`."""

    def __init__(
        self,
        function: Callable,
        static: Sequence[str],
        dynamic: Mapping[str, Sequence[int] | Mapping[int, str]],
        options: Options,
        donate: Sequence[str] = (),
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
        self.dynamic = _named_axes(dynamic)
        self._parts = [path for path in self.dynamic if path not in names]  # of arguments
        _known([tree.root(path) for path in self.dynamic], names, "dynamic")
        self.donate = _known(donate, names, "donate")
        for name in self.donate:
            if name in self.static:
                raise ArgumentError(f"donate: {name!r} is static, which is no array")
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
        from .execution import leaves

        target = self.target_of(keywords)
        call = leaves.Call(self, arguments, keywords)
        if call.traced:
            return self.function(*arguments, **keywords)
        compiled = self.find(call, target)
        return compiled.run(call.arrays)

    def find(self, call, target: str):
        """The compiled code for a kind of call, a `leaves.Call`."""
        from . import compiled

        if target not in TARGETS:
            raise ArgumentError(f"no target {target!r}; there is: {', '.join(TARGETS)}")
        if call.on_device and target == "cpu":
            raise ArgumentError(
                f"{self.__qualname__}: {call.on_device} is on {call.device.name}: np.asarray "
                f'brings it to the host, jit(f, target="{call.device.target}") runs the function '
                "there"
            )
        key = (call.key, target)
        found = self._compiled.get(key)
        if found is None:
            # One thread compiles a kind while others that want it wait; other kinds go on.
            with self._lock:
                one_at_a_time = self._compiling.setdefault(key, threading.RLock())
            with one_at_a_time:
                found = self._compiled.get(key)
                if found is None:
                    self._check_parts(call)
                    found = compiled.for_target(target)(self, call, target)
                    self._compiled[key] = found
                    if self._simple and call.plain and target == self.options.target:
                        self._compiled[call.plain] = found
                    self._compiling.pop(key, None)
        return found

    def dynamic_axes(self, path: str, root: str) -> Mapping[int, object]:
        """The axes of dynamic size of a leaf: those that were named for it, else for what it is a
        part of, `x[0]` of the argument `x` for instance."""
        around = [part for part in self._parts if tree.is_in(path, part)]
        return self.dynamic.get(max(around, key=len, default=root), {})

    def _check_parts(self, call) -> None:
        """Raises ArgumentError for a path of dynamic sizes at which a call has nothing. None is
        something: a part that is left out."""
        for part in self._parts:
            inside = call.trees.get(tree.root(part))
            if inside and not (inside.holds_none or any(tree.is_in(n, part) for n in call.names)):
                shown = ", ".join(call.names)
                raise ArgumentError(f"{self.__qualname__}: dynamic: there is no {part} in {shown}")

    def target_of(self, keywords: dict) -> str:
        """What to compile for: an option of a call, unless the function has such a parameter."""
        chosen = None if self._has_target else keywords.pop("target", None)
        return self.options.target if chosen is None else chosen

    def compile(self, /, *arguments: object, **keywords: object):
        """The compiled code for such arguments, without calling it."""
        from .execution import leaves

        target = self.target_of(keywords)
        return self.find(leaves.Call(self, arguments, keywords), target)

    def bind(self, /, **arguments: object):
        """The function with these arguments fixed: it takes the others, in their order.

        For arguments of many arrays, the parameters of a model for instance, that are the same at
        each call: they are looked at once. As with `functools.partial`, an array that changes its
        elements in between is read as it is then.

            step = jit(step, donate=("cache",)).bind(parameters=parameters)
            scores, cache = step(token, cache)
        """
        from .execution.bound import Bound

        return Bound(self, arguments)

    def __repr__(self) -> str:
        return f"<compiled on call: {self.__qualname__}>"


def _named_axes(dynamic: object) -> dict[str, Mapping[int, object]]:
    """For each argument its axes of dynamic size, with what each size is called."""
    if not isinstance(dynamic, Mapping):
        raise ArgumentError(
            f"dynamic= maps arguments to axes, {{'x': (0,)}} for instance; got {dynamic!r}"
        )
    found = {}
    for name, axes in dynamic.items():
        if isinstance(axes, str) or not isinstance(axes, Iterable):
            raise ArgumentError(
                f"dynamic= has a tuple of axes for each argument, {{{name!r}: (0,)}}, or names for "
                f"them, {{{name!r}: {{0: 'n'}}}}; got {axes!r}"
            )
        named = isinstance(axes, Mapping)
        found[name] = axes if named else {axis: f"{name}_{axis}" for axis in axes}
    return found


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
    donate: Sequence[str] = (),
    target: str = "cpu",
    threads: bool = True,
    products: str = "auto",
    attention: str = "plain",
    graph: bool = False,
) -> Callable:
    """Compile a function written with NumPy; also as a decorator, with or without options.

    Arguments are arrays, numbers, and trees of them (tuples, lists, dicts, named tuples,
    dataclasses). `static` names arguments that are values of the program instead: hashable, and a
    new value compiles anew. `dynamic` maps an argument's name to its axes whose size may differ
    from call to call: `{"x": (0,)}`, or `{"x": {0: "n"}, "y": {0: "n"}}` for sizes that are equal;
    `{"batch['ids']": (1,)}` for a part of an argument.

    `products` says what multiplies matrices: "schedule" is our own kernels, which take float32;
    "blas" is the BLAS that NumPy ships, for float32 and float64; each leaves the rest to the next,
    down to "loops". "auto" is "schedule" but for what is so small that BLAS uses no threads. With
    these two an attention in float32, `softmax(f(q @ k.T)) @ v`, is one loop over tiles in which
    the weights are never an array, from 32 queries and 8 keys on; where only the call knows how
    many queries there are, with "schedule" alone, as one query takes three times as long like that.

    `target` is "cpu", "gpu" or "gpu-sim"; see `stepdown.gpu`. On a GPU `products="tensor-cores"`
    has them multiply 16-bit floats, and float32 with 19 bits; `attention="flash"` makes one kernel
    of a product, its softmax and a product with that; `graph=True` records a call's launches once
    and replays them, which keeps the memory of its temporaries. Arrays of the surroundings are
    uploaded to a GPU with the first call.

    Code is kept in the disk cache, where the next process finds it: see `cache`.

    Arguments are never changed, but those that `donate` names: all of their arrays may be
    overwritten. Each has to have a result of its shape and dtype (that which was made of it by
    `stepdown.update`, else the closest to it in the function), which is computed in its memory and
    returned as the very same array object. Such an array is writable and overlaps no other
    argument; it may be a view with strides, a part of a larger array. Arrays of the surroundings
    that the function uses are read at each call, on the CPU. Raises TraceError, with the line, for
    what cannot be compiled; ArgumentError for arguments that do not fit.
    """
    if target not in TARGETS:
        raise ArgumentError(f"no target {target!r}; there is: {', '.join(TARGETS)}")
    if products == "tensor-cores" and target == "cpu":
        raise ArgumentError('products="tensor-cores" is for target="gpu" or "gpu-sim"')
    if products == "bf16x6" and target != "cpu":
        raise ArgumentError('products="bf16x6" is for target="cpu"')
    if products not in (*PRODUCTS, "tensor-cores"):
        known = '"auto", "schedule", "bf16x6", "blas" or "loops"'
        more = ', or "tensor-cores" on a GPU' if target != "cpu" else ""
        raise ArgumentError(f"products is {known}{more}; got {products!r}")
    if attention not in ("plain", "flash") or (attention == "flash" and target == "cpu"):
        raise ArgumentError(
            'attention is "plain", or "flash" with target="gpu" or "gpu-sim"; '
            f"got {attention!r} for {target!r}"
        )
    if graph and target == "cpu":
        raise ArgumentError('graph=True is for target="gpu" or "gpu-sim"')
    options = Options(target, threads, products, attention, graph)
    if function is None:
        return lambda f: Function(f, static, dynamic or {}, options, donate)
    if not callable(function):
        raise ArgumentError(f"jit takes a function; got {function!r}")
    return Function(function, static, dynamic or {}, options, donate)
