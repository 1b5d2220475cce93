"""`grad`, `value_and_grad`, `vjp` and `jvp`.

In a function that is being traced they make graph. Called with arrays they compile themselves, once
for each kind of arguments, as `jit` does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np

from ..frontend import ops, tree
from ..frontend.array import Array
from ..frontend.graph import Graph
from ..frontend.types import is_float
from ..frontend.where import failure
from . import ahead, nans, trees, walks
from .chosen import Chosen, numbers_of
from .records import Record


def grad(
    function: Callable,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    check_nan: bool = False,
) -> Callable:
    """The gradient of a function whose result is one number, with respect to the arguments at
    `argnums`: trees like these, of the same dtypes; a tuple of them for several numbers.

    With `has_aux` the function gives a pair, the number and anything else, and so does this: the
    gradient and that. `check_nan` has a call raise FloatingPointError where the first NaN appears,
    with the operation and its line.

    Raises TraceError, with the line, for a result that is not one number of floats, an argument of
    integers, and an operation without a rule. What the function captures is a constant: only
    arguments have a gradient.
    """
    pair = value_and_grad(function, argnums, has_aux, check_nan)

    def gradient(*arguments, **keywords):
        value, found = pair(*arguments, **keywords)
        return (found, value[1]) if has_aux else found

    return _callable(function, gradient, pair.argnums)


def value_and_grad(
    function: Callable,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    check_nan: bool = False,
) -> Callable:
    """The same, as a pair of the function's result, aux and all, and the gradient."""
    numbers = numbers_of(function, argnums)

    def value_and_gradient(*arguments, **keywords):
        graph = trees.graph_of(arguments, keywords)
        chosen = Chosen(graph, function, arguments, numbers)
        record = Record(graph, chosen.inputs, lambda new: chosen.call(new, keywords))
        result = record.returned
        loss = _loss(graph, function, result, has_aux)
        watch = nans.watch(graph, record, loss) if check_nan else None
        one = Array(graph, ops.constant(graph, 1, loss.dtype))
        found = walks.pull(record.variables, [loss], [one], watch)
        found = [trees.filled(x, g) for x, g in zip(record.variables, found, strict=True)]
        leaves, structure = tree.flatten(result)
        leaves = trees.arrays(graph, leaves)
        resolved = record.resolve([*leaves, *found])
        gradients = chosen.derivatives(resolved[len(leaves) :])
        gradients = gradients[0] if isinstance(argnums, int) else gradients
        return tree.unflatten(structure, resolved[: len(leaves)]), gradients

    return _callable(function, value_and_gradient, numbers)


def _loss(graph: Graph, function: Callable, result: object, has_aux: bool) -> Array:
    name = trees.name_of(function)
    if has_aux and not (isinstance(result, tuple) and len(result) == 2):
        raise failure(f"grad: with has_aux {name} gives a pair: its result, and what else it gives")
    leaves, structure = tree.flatten(result[0] if has_aux else result)
    if structure != tree.LEAF:
        more = "" if has_aux else "; with has_aux=True it gives a pair of it and anything else"
        raise failure(f"grad: {name} gives {structure}, but one number is differentiated{more}")
    (loss,) = trees.arrays(graph, leaves)
    if loss.ndim:
        raise failure(
            f"grad: {name} gives {loss.value.type}, but one number is differentiated: sum it, or "
            "take vjp"
        )
    if not is_float(loss.dtype):
        raise failure(f"grad: {name} gives {loss.value.type}, which has no derivative")
    return Array(graph, ops.strong(graph, loss.value))


def _callable(function: Callable, traced: Callable, numbers: tuple[int, ...]) -> Callable:
    """A derivative that is traced where arrays are, and compiled where they are not."""
    capturing: list[Graph] = []  # those compiled of which some array is captured

    @functools.wraps(function)
    def noted(*arguments, **keywords):
        result = traced(*arguments, **keywords)
        graph = trees.graph_of(arguments, keywords)
        if graph.captured:
            capturing.append(graph)
        return result

    @functools.cache
    def compiled() -> Callable:
        return trees.compiled(noted, function)

    @functools.wraps(function)
    def derivative(*arguments, **keywords):
        if trees.graph_in(arguments, keywords) is not None:
            return traced(*arguments, **keywords)
        result = compiled()(*arguments, **keywords)
        for graph in capturing:
            _refuse_captured(function, graph, arguments, numbers)
        return result

    derivative.argnums = numbers
    return derivative


def _refuse_captured(
    function: Callable, graph: Graph, arguments: tuple, numbers: tuple[int, ...]
) -> None:
    """An array that is given as an argument and captured as well is a constant where it is
    captured: the gradient would leave that out without a word."""
    names = trees.names_of(function, len(arguments))
    for number in (n for n in numbers if n < len(arguments)):
        leaves, structure = tree.flatten(arguments[number])
        for name, leaf in zip(tree.paths(structure, names[number]), leaves, strict=True):
            for value, array in graph.captured:
                if isinstance(leaf, np.ndarray) and _share(leaf, array):
                    raise walks.failure_at(
                        value.where,
                        f"grad: {trees.name_of(function)} captures the array that is given as "
                        f"{name} too: where it is captured it is a constant, and has no gradient; "
                        "it must be used as the argument",
                    )


def _share(one: np.ndarray, other: np.ndarray) -> bool:
    if not np.may_share_memory(one, other):
        return False
    try:
        return np.shares_memory(one, other, max_work=10_000)
    except np.exceptions.TooHardError:
        return False


# [region vjp]
def vjp(function: Callable, *arguments: object) -> tuple[object, Callable]:
    """The function's result, and `pull`, which takes a cotangent of the result, a tree like it, to
    a tuple of the arguments' cotangents.

    A leaf of integers is a constant: its cotangent is None. None in a cotangent stands for zeros.
    """
    graph = trees.graph_in(arguments)
    if graph is None:
        return _compiled_vjp(function, arguments)
    return _vjp(graph, function, arguments)


def _vjp(graph: Graph, function: Callable, arguments: tuple) -> tuple[object, Callable]:
    chosen = Chosen(graph, function, arguments, range(len(arguments)), constants=True)
    record = Record(graph, chosen.inputs, chosen.call)
    found, structure = tree.flatten(record.returned)
    outputs = trees.arrays(graph, found)
    results = record.resolve(outputs)
    names = tree.paths(structure, f"the result of {trees.name_of(function)}")

    def pull(cotangent):
        parts = trees.beside(structure, cotangent, "pull: the cotangent")
        given = [
            trees.derivative(graph, y, part, f"pull: the cotangent of {name}")
            for y, part, name in zip(outputs, parts, names, strict=True)
        ]
        found = walks.pull(record.variables, outputs, given)
        filled = [trees.filled(x, g) for x, g in zip(record.variables, found, strict=True)]
        return chosen.derivatives(record.resolve(filled))

    return tree.unflatten(structure, results), pull
    # [end vjp]


@trees.once
def _halves(function: Callable) -> ahead.Split:
    return ahead.Split(function, (), None, has_aux=False, policy="all")


def _compiled_vjp(function: Callable, arguments: tuple) -> tuple[object, Callable]:
    passes = _halves(function)
    result, kept = passes.forward(*arguments)
    return result, lambda cotangent: passes.backward(kept, cotangent)


# [region jvp]
def jvp(function: Callable, arguments: Sequence, tangents: Sequence) -> tuple[object, object]:
    """The function's result, and the result's tangent for tangents of the arguments, a tuple of
    trees like these.

    None stands for a tangent of zeros, and is that of a leaf of integers.
    """
    arguments, tangents = tuple(arguments), tuple(tangents)
    graph = trees.graph_in(arguments, tangents)
    if graph is None:
        return _compiled_jvp(function, arguments, tangents)
    chosen = Chosen(graph, function, arguments, range(len(arguments)), constants=True)
    given = chosen.tangents(graph, tangents)
    record = Record(graph, chosen.inputs, chosen.call)
    found, structure = tree.flatten(record.returned)
    outputs = trees.arrays(graph, found)
    pushed = walks.push(record.variables, given, outputs)
    filled = [trees.filled(y, t) for y, t in zip(outputs, pushed, strict=True)]
    resolved = record.resolve([*outputs, *filled])
    halves = resolved[: len(outputs)], resolved[len(outputs) :]
    return tuple(tree.unflatten(structure, half) for half in halves)
    # [end jvp]


@trees.once
def _jvp_function(function: Callable, static: tuple[tuple[int, object], ...]) -> Callable:
    def pushed(arguments, tangents):
        whole, along = list(arguments), list(tangents)
        for number, value in static:
            whole.insert(number, value)
            along.insert(number, None)
        return jvp(function, whole, along)

    return trees.compiled(pushed, function)


def _compiled_jvp(function: Callable, arguments: tuple, tangents: tuple) -> tuple[object, object]:
    names = trees.names_of(function, len(arguments))
    named = [n for n, name in enumerate(names) if name in getattr(function, "static", ())]
    compiled = _jvp_function(function, tuple((n, arguments[n]) for n in named))
    left = [n for n in range(len(arguments)) if n not in named]
    return compiled(tuple(arguments[n] for n in left), tuple(tangents[n] for n in left))
