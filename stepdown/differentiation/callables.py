"""Functions as differentiation is given them: what they and their arguments are called, and how
they were asked to be compiled, so that their derivatives are compiled alike."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ..errors import ArgumentError
from ..frontend import tree
from ..frontend.where import failure

if TYPE_CHECKING:
    from ..jit import Function

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def signature_of(function: Callable) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def names_of(function: Callable, count: int) -> list[str]:
    """The names of the first arguments."""
    signature = signature_of(function)
    parameters = signature.parameters.values() if signature else ()
    found = [p.name for p in parameters if p.kind in BY_POSITION]
    return [*found[:count], *(f"argument {n}" for n in range(len(found), count))]


def by_position(function: Callable, arguments: tuple, keywords: dict) -> tuple:
    """The arguments of a call, those by name in their places too. Raises TraceError where one has
    to be given by name."""
    signature = signature_of(function)
    if not keywords or signature is None:
        return arguments
    bound = signature.bind(*arguments, **keywords)
    bound.apply_defaults()
    if bound.kwargs:
        raise failure(
            f"custom_vjp: {name_of(function)} has a rule of its own, for arguments by position; "
            f"{next(iter(bound.kwargs))} is given by name alone"
        )
    return bound.args


def name_of(function: Callable) -> str:
    return getattr(function, "__qualname__", None) or type(function).__name__


def check(what: str, function: object) -> None:
    """Raises ArgumentError for what is no function; `what` was asked for."""
    if not callable(function):
        raise failure(f"{what}: it takes a function; got {function!r}", ArgumentError)


def asked_for(function: Callable) -> Function | None:
    """How the function was asked to be compiled: what `jit` made, if it is that, a method of that,
    or wraps that, as its derivative does."""
    from ..jit import Function

    while function is not None and not isinstance(function, Function):
        inside = getattr(function, "__func__", None)
        function = inside or getattr(function, "__wrapped__", None)
    return function


def static_of(function: Callable) -> tuple[str, ...]:
    """The names of its arguments that are values of the program."""
    of = asked_for(function)
    return of.static if of else ()


def dynamic_of(function: Callable) -> Mapping:
    """Its dynamic sizes, as `jit` was told them: axes by an argument's name, or the path of a part
    of one."""
    of = asked_for(function)
    return of.dynamic if of else {}


def compiled(function: Callable, of: Callable, sizes: Mapping | None = None) -> Callable:
    """The function, compiled as `of` was asked to be; with its dynamic sizes, or these."""
    from ..jit import Function, jit

    asked = asked_for(of)
    if asked is None:
        return jit(function)
    names = list(inspect.signature(function).parameters)
    if sizes is None:
        sizes = {p: axes for p, axes in asked.dynamic.items() if tree.root(p) in names}
    static = [name for name in asked.static if name in names]
    return Function(function, static, sizes, asked.options)


def like(function: Callable, other: Callable) -> Callable:
    """The other function with the name and the signature of this one."""

    @functools.wraps(function)
    def named(*arguments, **keywords):
        return other(*arguments, **keywords)

    return named


def once(made: Callable) -> Callable:
    """Keeps what it made for equal arguments, so that it is compiled once, by whichever thread asks
    first; not for those that have no hash."""
    keeping, lock = functools.lru_cache(maxsize=256)(made), threading.Lock()

    def find(*arguments: object) -> object:
        try:
            hash(arguments)
        except TypeError:
            return made(*arguments)
        with lock:
            return keeping(*arguments)

    return find
