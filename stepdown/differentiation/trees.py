"""Argument trees as differentiation sees them: leaves as traced arrays, derivatives beside them.

A leaf that is not of floats is a constant: it gets the derivative None, and None may stand for its
tangent; so may it for a tangent or cotangent that is zero.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence

from ..frontend import ops, tracing, tree
from ..frontend.array import Array, lift
from ..frontend.graph import Graph
from ..frontend.tree import Structure
from ..frontend.types import is_float
from ..frontend.where import failure

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def graph_in(*trees: object) -> Graph | None:
    """The graph of the traced arrays in the trees; if there are none, the one that is being traced:
    a function may capture arrays of it."""
    found = [leaf.graph for leaf in tree.flatten(trees)[0] if isinstance(leaf, Array)]
    if any(graph is not found[0] for graph in found):
        raise failure("a traced array is used outside of the function that it was traced in")
    return found[0] if found else tracing.current()


def graph_of(*trees: object) -> Graph:
    """The graph of what is traced. Raises TraceError where nothing is."""
    graph = graph_in(*trees)
    if graph is None:
        raise failure("there is no array among the arguments to differentiate by")
    return graph


def arrays(graph: Graph, leaves: Sequence[object]) -> list[Array]:
    return [Array(graph, lift(graph, leaf)) for leaf in leaves]


def beside(structure: Structure, given: object, what: str) -> list[object]:
    """The leaves of a tree that has that structure, with None where any part of it is None.

    Raises TraceError for another structure; `what` says what the tree is.
    """
    found: list[object] = []
    _collect(structure, given, found)
    if len(found) != structure.leaves:
        raise failure(f"{what} has the structure {tree.flatten(given)[1]}, not {structure}")
    return found


def _collect(structure: Structure, given: object, found: list) -> None:
    if given is None:
        found += [None] * structure.leaves
        return
    mine = tree.flatten(given)[1]
    if structure.kind is None:
        found += [given] if mine == tree.LEAF else [None, None]  # too many: refused
        return
    if (mine.kind, mine.keys) != (structure.kind, structure.keys):
        found += [None] * (structure.leaves + 1)
        return
    for key, part in zip(structure.keys, structure.parts, strict=True):
        named = structure.kind in (tuple, list, dict)
        _collect(part, given[key] if named else getattr(given, key), found)


def derivative(graph: Graph, primal: Array, given: object, what: str) -> Array | None:
    """A tangent or cotangent, converted to the dtype of what it belongs to, None for zero.

    Raises TraceError for one of another shape, and for one that an array of integers is given;
    `what` says what it is.
    """
    if given is None:
        return None
    given = Array(graph, lift(graph, given))
    if not is_float(primal.dtype):
        raise failure(f"{what} is {given.value.type}, but {primal.value.type} has none: give None")
    if given.shape != primal.shape:
        raise failure(f"{what} has shape {given.shape}, but it is that of {primal.value.type}")
    return Array(graph, ops.convert(graph, given.value, primal.dtype))


def filled(primal: Array, found: Array | None) -> Array | None:
    """A derivative as it is handed out: zeros where it is zero, None where there is none."""
    if not is_float(primal.dtype):
        return None
    if found is None:
        return Array(primal.graph, ops.constant(primal.graph, 0, primal.dtype, primal.shape))
    return found


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


def name_of(function: Callable) -> str:
    return getattr(function, "__qualname__", None) or type(function).__name__


def compiled(function: Callable, of: Callable, dynamic: bool = True) -> Callable:
    """The function, compiled as `of` was asked to be, if that is what `jit` made; with its
    `dynamic` sizes or without."""
    from ..jit import Function, jit

    if not isinstance(of, Function):
        return jit(function)
    names = list(inspect.signature(function).parameters)
    sizes = {name: axes for name, axes in of.dynamic.items() if name in names and dynamic}
    return jit(
        function,
        static=[name for name in of.static if name in names],
        dynamic=sizes,
        target=of.options.target,
        threads=of.options.threads,
        products=of.options.products,
    )


def like(function: Callable, other: Callable) -> Callable:
    """The other function with the name and the signature of this one."""

    @functools.wraps(function)
    def named(*arguments, **keywords):
        return other(*arguments, **keywords)

    return named


def once(made: Callable) -> Callable:
    """Keeps what it made for equal arguments, so that it is compiled once."""
    return functools.lru_cache(maxsize=256)(made)
