"""Arrays that a function is given as arguments and captures as well.

Where it is captured an array is a constant, so a gradient by the argument would leave that use out
without a word. Most often that is a mistake, so it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from ..frontend import tree
from ..frontend.graph import Graph
from ..frontend.types import is_float
from . import callables, walks


def refuse(
    what: str, function: Callable, graph: Graph, arguments: tuple, numbers: Iterable[int]
) -> None:
    """Raises TraceError, with the line that captures it, for an array of floats in an argument at
    one of the `numbers` that shares memory with what the function's graph captures. `what` was
    asked for. In a function that is traced no argument has memory, so there it is not seen."""
    if not graph.captured:
        return
    names = callables.names_of(function, len(arguments))
    for number in (n for n in numbers if n < len(arguments)):
        leaves, structure = tree.flatten(arguments[number])
        for name, leaf in zip(tree.paths(structure, names[number]), leaves, strict=True):
            if not (isinstance(leaf, np.ndarray) and is_float(leaf.dtype)):
                continue
            for value, array in graph.captured:
                if _share(leaf, array):
                    raise walks.failure_at(
                        value.where,
                        f"{what}: {callables.name_of(function)} captures the array that is given "
                        f"as {name} too: where it is captured it is a constant, and has no "
                        "gradient; it must be used as the argument, or be a copy if a constant is "
                        "meant",
                    )


def _share(one: np.ndarray, other: np.ndarray) -> bool:
    if not np.may_share_memory(one, other):
        return False
    try:
        return np.shares_memory(one, other, max_work=10_000)
    except np.exceptions.TooHardError:
        return False
