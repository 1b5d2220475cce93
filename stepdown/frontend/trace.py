"""From a call to a graph: the function runs on arrays that note down what is done to them."""

from __future__ import annotations

import numpy as np

from .. import numpy_api  # noqa: F401  what those arrays do is in here
from . import ops, refused, tracing, tree
from .array import Array, in_own_order, lift, wrap
from .graph import Graph, Value
from .where import failure


def trace(function, arguments) -> tuple[Graph, tree.Structure]:
    """Call what `jit` made with traced arrays, for a kind of arguments, a `leaves.Call`; the graph,
    and the structure of what it returned. Raises TraceError for what cannot be compiled."""
    graph = Graph()
    try:
        with tracing.into(graph):
            return graph, _trace_into(graph, function, arguments)
    finally:
        graph.closed = True


def _trace_into(graph: Graph, function, arguments) -> tree.Structure:
    given: list[Array] = []
    for name, leaf in zip(arguments.names, arguments.leaves, strict=True):
        value = graph.argument(leaf.type, f"#{name}" if leaf.number else name)
        given.append(wrap(graph, in_own_order(graph, value, leaf.axes)))
    named = arguments.arguments(given)
    bound = function.signature.bind_partial()
    bound.arguments.update(named)
    try:
        returned = function.function(*bound.args, **bound.kwargs)
    except ValueError as error:
        if not refused.is_element(error):
            raise
        raise refused.element(error) from error
    leaves, structure = tree.flatten(returned)
    if not leaves:
        raise failure(f"{function.__qualname__} returns no array")
    graph.outputs = [_output(graph, leaf) for leaf in leaves]
    if graph.checks:
        graph.outputs.append(_first_failure(graph))
    donated = [v for v, leaf in zip(graph.arguments, arguments.leaves, strict=True) if leaf.donated]
    if donated:
        from ..lowering import donation

        donation.match(graph, donated, function.__qualname__)
    return structure


def _output(graph: Graph, leaf: object) -> Value:
    return ops.strong(graph, lift(graph, leaf))


def _first_failure(graph: Graph) -> Value:
    """The number of the first check that failed, from 1, or 0: one more result."""
    code = ops.constant(graph, 0, np.dtype(np.int32))
    for number, check in reversed(list(enumerate(graph.checks, 1))):
        found = ops.constant(graph, number, np.dtype(np.int32))
        code = graph.add("where", check.failed, found, code)
    return code
