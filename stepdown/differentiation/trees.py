"""Argument trees as differentiation sees them: leaves as traced arrays, derivatives beside them.

A leaf that is not of floats is a constant: it gets the derivative None, and None may stand for its
tangent; so may it for a tangent or cotangent that is zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..errors import TraceError
from ..frontend import ops, tracing, tree
from ..frontend.array import Array, lift
from ..frontend.dims import Size
from ..frontend.graph import Graph
from ..frontend.tree import Structure
from ..frontend.types import is_float
from ..frontend.where import failure
from . import callables


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


def shown(structure: Structure) -> str:
    """A structure as messages show it."""
    return "* (one array)" if structure == tree.LEAF else str(structure)


def beside(structure: Structure, given: object, what: str) -> list[object]:
    """The leaves of a tree that has that structure, with None where any part of it is None.

    Raises TraceError for another structure; `what` says what the tree is.
    """
    found: list[object] = []
    _collect(structure, given, found)
    if len(found) != structure.leaves:
        mine = shown(tree.flatten(given)[1])
        raise failure(f"{what} has the structure {mine}, not {shown(structure)}")
    return found


def _collect(structure: Structure, given: object, found: list) -> None:
    if given is None:
        found += [None] * structure.leaves
        return
    mine = tree.flatten(given)[1]
    if structure.kind is None:
        found += [given] if mine == tree.LEAF else [None, None]  # too many: refused
        return
    both_dicts = structure.kind in tree.DICTS and mine.kind in tree.DICTS
    alike = set(mine.keys) == set(structure.keys) if both_dicts else mine.keys == structure.keys
    if not (alike and (both_dicts or mine.kind is structure.kind)):
        found += [None] * (structure.leaves + 1)
        return
    for key, part in zip(structure.keys, structure.parts, strict=True):
        inside = getattr(given, key) if structure.by_attribute else given[key]
        _collect(part, inside, found)


def derivative(graph: Graph, primal: Array, given: object, what: str) -> Array | None:
    """A tangent or cotangent, converted to the float dtype of what it belongs to, None for zero.

    Raises TraceError for one of another shape, for an array of whole numbers or bools (a Python
    number is converted), and for one that an array of these is given; `what` says what it is.
    """
    if given is None:
        return None
    given = Array(graph, lift(graph, given))
    if not is_float(primal.dtype):
        raise failure(f"{what} is {given.value.type}, but {primal.value.type} has none: give None")
    if not (is_float(given.dtype) or given.value.type.weak):
        raise failure(f"{what} is {given.value.type}, but a derivative is of floats: convert it")
    if given.shape != primal.shape:
        raise misshapen(what, given.shape, primal.value.type)
    return Array(graph, ops.convert(graph, given.value, primal.dtype))


def without_aux(what: str, name: str, result: object) -> object:
    """The first of the pair that a function gives with has_aux. Raises TraceError for no pair."""
    if not (isinstance(result, tuple) and len(result) == 2):
        raise failure(f"{what}: with has_aux {name} gives a pair, its result and anything else; "
                      f"got {shown(tree.flatten(result)[1])}")  # fmt: skip
    return result[0]


def misshapen(what: str, shape: Sequence[Size], type_: object) -> TraceError:
    """The error for a derivative that has another shape than what it is the derivative of."""
    return failure(f"{what} has shape {tuple(shape)}, but it is that of {type_}")


def filled(primal: Array, found: Array | None) -> Array | None:
    """A derivative as it is handed out: zeros where it is zero, None where there is none."""
    if not is_float(primal.dtype):
        return None
    if found is None:
        return Array(primal.graph, ops.constant(primal.graph, 0, primal.dtype, primal.shape))
    return found


def named(
    graph: Graph, function: Callable, arguments: tuple, keywords: dict
) -> list[tuple[str, Array]]:
    """The arrays that a function is called with, each by the name of where it stands."""
    names = [*callables.names_of(function, len(arguments)), *keywords]
    return [
        (name, array)
        for given, above in zip([*arguments, *keywords.values()], names, strict=True)
        for name, array in zip(
            tree.paths(tree.flatten(given)[1], above), tree.flatten(given)[0], strict=True
        )
        if isinstance(array, Array) and array.graph is graph
    ]
