"""What a function says about its own derivative: constants, recomputation, a rule of its own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..frontend import tree
from ..frontend.array import Array
from ..frontend.graph import Graph
from ..frontend.tree import Structure
from ..frontend.types import is_float
from ..frontend.where import failure
from ..primitives.derivatives import CONSTANT, made
from . import callables, trees, walks
from .records import state


def stop_gradient(x):
    """x, taken for a constant by whoever differentiates: its derivative is zero.

    Takes a tree of arrays. Outside of a function that is differentiated it is x itself.
    """
    leaves, structure = tree.flatten(x)
    return tree.unflatten(structure, [_stopped(leaf) for leaf in leaves])


def _stopped(leaf):
    if not isinstance(leaf, Array) or not state(leaf.graph).depth:
        return leaf
    return made("stopped", leaf)


# [region checkpoint]
def checkpoint(function: Callable) -> Callable:
    """The function, of which only arguments and results are kept for the backward pass: what is
    between them that computes again, from the arguments and other arrays that the function uses.

    A checkpointed function inside of another one is computed again with that.
    """

    callables.check("checkpoint", function)

    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        graph = trees.graph_in(arguments, keywords)
        if graph is None or not state(graph).depth:
            return function(*arguments, **keywords)
        mine, before = state(graph), len(graph.values)
        segment = mine.number()
        result = function(*arguments, **keywords)
        results = {id(leaf.value) for leaf in tree.flatten(result)[0] if isinstance(leaf, Array)}
        mine.enter(segment, [v for v in graph.values[before:] if id(v) not in results])
        return result

    return wrapper
    # [end checkpoint]


@dataclass(frozen=True)
class Call:
    """One call of a function with its own rule: how its operands, what was kept and its results
    are put together."""

    name: str
    backward: Callable
    arguments: Structure
    kept: Structure
    results: Structure
    types: tuple  # of the results

    def pull(self, operands: Sequence[Array], cotangents: dict[int, Array | None]) -> list:
        """Cotangents for the operands; those of what was kept are None."""
        graph = operands[0].graph
        count = self.arguments.leaves
        kept = tree.unflatten(self.kept, operands[count:])
        given = [self._cotangent(graph, n, cotangents.get(n)) for n in range(len(self.types))]
        returned = self.backward(kept, tree.unflatten(self.results, given))
        if self.arguments.keys == (0,) and not isinstance(returned, tuple):
            returned = (returned,)
        what = f"custom_vjp: what the backward pass of {self.name} gives"
        found = trees.beside(self.arguments, returned, what)
        paths = tree.paths(self.arguments, "the cotangent of argument ")
        found = [
            trees.derivative(
                graph, primal, cotangent, f"custom_vjp: the backward pass of {self.name}: {path}"
            )
            for primal, cotangent, path in zip(operands, found, paths, strict=False)
        ]
        return [*found, *[None] * (len(operands) - count)]

    def _cotangent(self, graph: Graph, n: int, given: Array | None) -> Array | None:
        if given is not None or not is_float(self.types[n].dtype):
            return given
        from ..frontend import ops

        return Array(graph, ops.constant(graph, 0, self.types[n].dtype, self.types[n].shape))

    def push(self, operands: Sequence[Array], tangents: Sequence[Array | None]) -> list:
        """The results' tangents. What the backward pass computes is linear in the cotangents:
        transposed, it takes tangents of the arguments to those of the results."""
        graph = operands[0].graph
        numbers = [n for n, type_ in enumerate(self.types) if is_float(type_.dtype)]
        variables = [
            made("variable", self._cotangent(graph, n, None), number=state(graph).number())
            for n in numbers
        ]
        pulled = self.pull(operands, dict(zip(numbers, variables, strict=True)))
        both = [
            (cotangent, tangent)
            for cotangent, tangent in zip(pulled, tangents, strict=True)
            if cotangent is not None and tangent is not None
        ]
        found = walks.pull(variables, *map(list, zip(*both, strict=True))) if both else []
        self._check_linear(graph, variables, [cotangent for cotangent, _ in both], found)
        by_number = dict(zip(numbers, found, strict=False))
        return [by_number.get(n) for n in range(len(self.types))]

    def _check_linear(self, graph: Graph, variables: list, pulled: list, found: list) -> None:
        """Raises TraceError for a rule that is not linear in the cotangents: its own derivative by
        them depends on them, or it computes something of them that has none."""
        starts = {id(variable.value) for variable in variables}
        active = set(starts)
        for value in walks.behind(graph, [cotangent.value for cotangent in pulled], starts):
            if any(id(i) in active for i in value.inputs):
                active.add(id(value))
                if value.primitive.derivative is CONSTANT:
                    break
        else:
            values = [a.value for a in found if a is not None]
            if not starts & {id(v) for v in walks.behind(graph, values, set())}:
                return
        raise failure(
            f"jvp: the backward pass of {self.name} is not linear in the cotangent, so it cannot "
            "be transposed; grad and vjp take it as it is"
        )


# [region custom]
def custom_vjp(
    function: Callable | None = None,
    forward: Callable | None = None,
    backward: Callable | None = None,
) -> Callable:
    """The function, with a rule of its own for its derivative.

    `forward(*args)` gives the function's result and whatever the rule needs, as a tree of arrays;
    `backward(kept, cotangent)` gives a cotangent for each argument: a tuple, or for a function of
    one argument that alone. A cotangent is a tree like its argument; None in it is zero, and stands
    for what is not of floats. `custom_vjp(f, forward, backward)`, or
    `@custom_vjp(forward=..., backward=...)`.

    Forward mode transposes the rule, which has to be linear in the cotangent. Traced arrays that
    the function uses and that are not arguments are constants to the rule.

    Where it is differentiated it raises TraceError if `forward` gives another result than the
    function (in structure, shape or dtype), if `backward` gives no such trees, and forwards, if it
    is not linear.
    """
    if not (callable(forward) and callable(backward)):
        raise failure("custom_vjp: it takes forward= and backward=, the two functions of the rule")
    if function is None:
        return lambda f: custom_vjp(f, forward, backward)
    callables.check("custom_vjp", function)

    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        graph = trees.graph_in(arguments, keywords)
        if graph is None or not state(graph).depth:
            return function(*arguments, **keywords)
        arguments = callables.by_position(function, arguments, keywords)
        return _called(graph, function, arguments, forward, backward)

    return wrapper
    # [end custom]


def _called(graph: Graph, function: Callable, arguments: tuple, forward, backward):
    name, checks = callables.name_of(function), len(graph.checks)
    own, of_own = tree.flatten(function(*arguments))
    del graph.checks[checks:]  # it is called to see what it gives
    pair = forward(*arguments)
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise failure(f"custom_vjp: the forward pass of {name} gives a pair, the result and what "
                      f"is kept; it gives {trees.shown(tree.flatten(pair)[1])}")  # fmt: skip
    leaves, results = tree.flatten(pair[0])
    kept, of_kept = tree.flatten(pair[1])
    given, of_arguments = tree.flatten(arguments)
    outputs = trees.arrays(graph, leaves)
    operands = trees.arrays(graph, [*given, *kept])
    types = tuple(y.value.type for y in outputs)
    wanted = tuple(y.value.type for y in trees.arrays(graph, own))
    if results != of_own:
        raise failure(f"custom_vjp: the forward pass of {name} gives {trees.shown(results)}, "
                      f"the function itself {trees.shown(of_own)}")  # fmt: skip
    for path, mine, its in zip(tree.paths(results, "result"), types, wanted, strict=True):
        if (mine.shape, mine.dtype) != (its.shape, its.dtype):
            raise failure(
                f"custom_vjp: the forward pass of {name} gives {mine} for {path}, the function "
                f"itself {its}"
            )
    calls = state(graph).calls
    calls.append(Call(name, backward, of_arguments, of_kept, results, types))
    call = len(calls) - 1
    made_ = [made("custom", y, *operands, call=call, index=n) for n, y in enumerate(outputs)]
    return tree.unflatten(results, made_)
