"""A search for the first NaN of a gradient, as checks in the compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from ..frontend.array import Array
from ..frontend.graph import Check, Graph, Value
from ..frontend.types import is_float
from . import walks
from .records import Record, state


def watch(
    graph: Graph, name: str, record: Record, loss: Array, given: Iterable[tuple[str, Array]]
) -> Callable[[Value, Array], None]:
    """Has a call of the function of that name look for a NaN: if the loss is one, in the arguments,
    which are `given` by their names, then for the first value of the record that holds one; and in
    any case for the first cotangent, in the order in which they come to be. What is returned is to
    be told each of these.

    The first one that is found is an error, which names the argument, or the operation and its
    line.
    """
    lost = np.isnan(loss)
    for path, array in given:
        if is_float(array.dtype):
            message = f"the argument {path} of {name} holds a NaN itself"
            _note(graph, _any_nan(array) & lost, message)
    for value in walks.behind(graph, [loss.value], {id(x.value) for x in record.variables}):
        if value.primitive.kind not in ("source", "view") and is_float(value.type.dtype):
            _check(graph, _any_nan(Array(graph, value)) & lost, value, "the result")

    def look(value: Value, cotangent: Array) -> None:
        _check(graph, _any_nan(cotangent), value, "the gradient")

    return look


def _any_nan(array: Array) -> Array:
    return np.any(np.isnan(array))


def _check(graph: Graph, failed: Array, value: Value, what: str) -> None:
    where = f"{value.where}: " if value.where else ""
    inside = f" ({value.where.inside})" if value.where and value.where.inside else ""
    name = value.primitive.name
    if name == "custom":  # of a function with a rule of its own
        name = f"{state(graph).calls[value.params['call']].name}, by its own rule,"
    _note(graph, failed, f"{where}{what} of {name}{inside} is the first to hold a NaN")


def _note(graph: Graph, failed: Array, message: str) -> None:
    if all(check.failed is not failed.value for check in graph.checks):
        graph.checks.append(Check(failed.value, FloatingPointError, message))
