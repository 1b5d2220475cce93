"""One of several values for each element, by conditions."""

from __future__ import annotations

import numpy as np

from ..frontend.array import as_arrays, graph_of, implements, lift, wrap
from ..frontend.where import failure


@implements(np.select)
def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist) or not len(condlist):
        raise failure("select: as many conditions as choices, and at least one", ValueError)
    result = default
    for condition, choice in list(zip(condlist, choicelist, strict=True))[::-1]:
        result = np.where(condition, choice, result)
    return result


@implements(np.piecewise)
def piecewise(x, condlist, funclist, *args, **kw):
    """The functions are computed for all of x, and picked from: they have to be elementwise."""
    graph = graph_of([x, condlist])
    x = wrap(graph, lift(graph, x))
    several = isinstance(condlist, (list, tuple)) or np.ndim(condlist) > 1
    conditions = list(condlist) if several else [condlist]
    if len(funclist) not in (len(conditions), len(conditions) + 1):
        raise failure(f"with {len(conditions)} condition(s), either {len(conditions)} or "
                      f"{len(conditions) + 1} functions are expected", ValueError)  # fmt: skip
    pieces = [f(x, *args, **kw) if callable(f) else f for f in funclist]
    rest = pieces[len(conditions)] if len(pieces) > len(conditions) else 0
    result = np.broadcast_to(np.asarray(rest, like=x).astype(x.dtype), x.shape)
    for condition, piece in zip(conditions, pieces, strict=False):  # a later one wins
        piece = wrap(graph, lift(graph, piece)).astype(x.dtype)
        result = np.where(condition, piece, result)
    return result


@implements(np.isin)
def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    element, of = as_arrays(element, test_elements)
    found = np.any(np.equal(element[..., None], np.ravel(of)), axis=-1)
    return ~found if invert else found
