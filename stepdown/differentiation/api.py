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
from . import ahead, callables, captured, nans, trees, walks
from .chosen import Chosen, is_single, numbers_of
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
    with the argument that holds it, or the operation and its line.

    Raises TraceError, with the line, for a result that is not one number of floats, an argument of
    integers, and an operation without a rule. What the function captures is a constant: only
    arguments have a gradient.
    """
    pair = _value_and_grad("grad", function, argnums, has_aux, check_nan)

    def gradient(*arguments, **keywords):
        value, found = pair(*arguments, **keywords)
        return (found, value[1]) if has_aux else found

    return _callable("grad", function, gradient, pair.argnums)


def value_and_grad(
    function: Callable,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    check_nan: bool = False,
) -> Callable:
    """The same, as a pair of the function's result, aux and all, and the gradient."""
    return _value_and_grad("value_and_grad", function, argnums, has_aux, check_nan)


def _value_and_grad(
    what: str, function: Callable, argnums: int | Sequence[int], has_aux: bool, check_nan: bool
) -> Callable:
    """`what` was asked for: messages begin with it."""
    numbers = numbers_of(what, function, argnums)

    def value_and_gradient(*arguments, **keywords):
        graph = trees.graph_of(arguments, keywords)
        chosen = Chosen(what, graph, function, arguments, numbers)
        record = Record(graph, chosen.inputs, lambda new: chosen.call(new, keywords))
        result = record.returned
        loss = _loss(what, graph, function, result, has_aux)
        watch = None
        if check_nan:
            given = trees.named(graph, function, arguments, keywords)
            watch = nans.watch(graph, callables.name_of(function), record, loss, given)
        one = Array(graph, ops.constant(graph, 1, loss.dtype))
        found = walks.pull(record.variables, [loss], [one], watch)
        found = [trees.filled(x, g) for x, g in zip(record.variables, found, strict=True)]
        leaves, structure = tree.flatten(result)
        leaves = trees.arrays(graph, leaves)
        resolved = record.resolve([*leaves, *found])
        gradients = chosen.derivatives(resolved[len(leaves) :])
        gradients = gradients[0] if is_single(argnums) else gradients
        return tree.unflatten(structure, resolved[: len(leaves)]), gradients

    return _callable(what, function, value_and_gradient, numbers)


def _loss(what: str, graph: Graph, function: Callable, result: object, has_aux: bool) -> Array:
    name = callables.name_of(function)
    if has_aux:
        result = trees.without_aux(what, name, result)
    leaves, structure = tree.flatten(result)
    if structure != tree.LEAF:
        more = "" if has_aux else "; with has_aux=True it gives a pair of it and anything else"
        raise failure(
            f"{what}: {name} gives {trees.shown(structure)}, but one number is differentiated{more}"
        )
    (loss,) = trees.arrays(graph, leaves)
    if loss.ndim:
        raise failure(
            f"{what}: {name} gives {loss.value.type}, but one number is differentiated: sum it, or "
            "take vjp"
        )
    if not is_float(loss.dtype):
        raise failure(
            f"{what}: {name} gives {loss.value.type}, which has no derivative: one number of "
            "floats is differentiated"
        )
    return Array(graph, ops.strong(graph, loss.value))


def _callable(
    what: str, function: Callable, traced: Callable, numbers: tuple[int, ...]
) -> Callable:
    """A derivative that is traced where arrays are, and compiled where they are not."""
    capturing: list[Graph] = []  # those compiled of which some array is captured

    @functools.wraps(function)
    def noted(*arguments, **keywords):
        result = traced(*arguments, **keywords)
        graph = trees.graph_of(arguments, keywords)
        if graph.captured:
            capturing.append(graph)
        return result

    @callables.once
    def compiled() -> Callable:
        return callables.compiled(noted, function)

    @functools.wraps(function)
    def derivative(*arguments, **keywords):
        if trees.graph_in(arguments, keywords) is not None:
            return traced(*arguments, **keywords)
        result = compiled()(*arguments, **keywords)
        for graph in capturing:
            captured.refuse(what, function, graph, arguments, numbers)
        return result

    derivative.argnums = numbers
    return derivative


# [region vjp]
def vjp(function: Callable, *arguments: object) -> tuple[object, Callable]:
    """The function's result, and `pull`, which takes a cotangent of the result, a tree like it, to
    a tuple of the arguments' cotangents.

    A leaf of integers is a constant: its cotangent is None. None in a cotangent stands for zeros.
    `pull` may be called more than once; it reads the arguments, which must not change before.
    """
    callables.check("vjp", function)
    graph = trees.graph_in(arguments)
    if graph is None:
        return _compiled_vjp(function, arguments)
    return _vjp(graph, function, arguments)


def _vjp(graph: Graph, function: Callable, arguments: tuple) -> tuple[object, Callable]:
    chosen = Chosen("vjp", graph, function, arguments, range(len(arguments)), constants=True)
    record = Record(graph, chosen.inputs, chosen.call)
    found, structure = tree.flatten(record.returned)
    outputs = trees.arrays(graph, found)
    results = record.resolve(outputs)
    names = tree.paths(structure, f"the result of {callables.name_of(function)}")

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


@callables.once
def _halves(function: Callable) -> ahead.Split:
    return ahead.Split("vjp", function, (), None, has_aux=False, policy="all")


def _compiled_vjp(function: Callable, arguments: tuple) -> tuple[object, Callable]:
    passes = _halves(function)
    result, kept = passes.forward(*arguments)
    return result, lambda cotangent: passes.pulled(kept, cotangent)


# [region jvp]
def jvp(function: Callable, arguments: Sequence, tangents: Sequence) -> tuple[object, object]:
    """The function's result, and the result's tangent for tangents of the arguments, a tuple of
    trees like these.

    None stands for a tangent of zeros, and is that of a leaf of integers. Raises TraceError for
    tangents that are not of the arguments' structure and shapes.
    """
    callables.check("jvp", function)
    for given, what in ((arguments, "arguments"), (tangents, "tangents")):
        if not isinstance(given, (tuple, list)):
            name = callables.name_of(function)
            raise failure(f"jvp: the {what} are a tuple, with an entry for each argument of "
                          f"{name}; got a {type(given).__name__}")  # fmt: skip
    arguments, tangents = tuple(arguments), tuple(tangents)
    if len(arguments) != len(tangents):
        raise failure(f"jvp: {callables.name_of(function)} takes a tangent for each argument, or "
                      f"None; got {len(tangents)} for {len(arguments)}")  # fmt: skip
    graph = trees.graph_in(arguments, tangents)
    if graph is None:
        return _compiled_jvp(function, arguments, tangents)
    chosen = Chosen("jvp", graph, function, arguments, range(len(arguments)), constants=True)
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


@callables.once
def _jvp_function(
    function: Callable, static: tuple[tuple[int, object], ...], names: tuple[str, ...]
) -> Callable:
    """What is compiled, of the arguments that have these names, and their tangents."""

    def pushed(arguments, tangents):
        whole, along = list(arguments), list(tangents)
        for number, value in static:
            whole.insert(number, value)
            along.insert(number, None)
        return jvp(function, whole, along)

    pushed.__name__ = pushed.__qualname__ = f"{callables.name_of(function)}_jvp"
    sizes = {
        f"{where}[{names.index(tree.root(path))}]{path.removeprefix(tree.root(path))}": axes
        for where in ("arguments", "tangents")
        for path, axes in callables.dynamic_of(function).items()
        if tree.root(path) in names
    }
    return callables.compiled(pushed, function, sizes)


def _compiled_jvp(function: Callable, arguments: tuple, tangents: tuple) -> tuple[object, object]:
    names = callables.names_of(function, len(arguments))
    named = [n for n, name in enumerate(names) if name in callables.static_of(function)]
    left = [n for n in range(len(arguments)) if n not in named]
    if callables.dynamic_of(function):
        for n in left:
            _check_ranks(names[n], arguments[n], tangents[n])
    static = tuple((n, arguments[n]) for n in named)
    compiled = _jvp_function(function, static, tuple(names[n] for n in left))
    given = tuple(arguments[n] for n in left), tuple(tangents[n] for n in left)
    moving = [n for n in left if tangents[n] is not None]
    captured.refuse("jvp", function, compiled.compile(*given).graph, arguments, moving)
    return compiled(*given)


def _check_ranks(name: str, argument: object, tangent: object) -> None:
    """Raises TraceError for a tangent of another rank, which has no sizes to be compared."""
    leaves, structure = tree.flatten(argument)
    parts = trees.beside(structure, tangent, "jvp: the tree of tangents")
    for path, leaf, part in zip(tree.paths(structure, name), leaves, parts, strict=True):
        if part is not None and np.ndim(part) != np.ndim(leaf):
            shown = f"{np.asarray(leaf).dtype}{list(np.shape(leaf))}"
            raise trees.misshapen(f"jvp: the tangent of {path}", np.shape(part), shown)
