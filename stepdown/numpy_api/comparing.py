"""Whether arrays are close, or equal as a whole."""

from __future__ import annotations

import numpy as np

from ..frontend.array import as_arrays, graph_of, implements, is_python_number, lift, wrap
from ..frontend.dims import Dim


@implements(np.isclose)
def isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    if is_python_number(b):
        b = b * 1.0
    else:  # as floats before they are subtracted: a difference of integers wraps
        graph = graph_of([a, b, rtol, atol])
        b = wrap(graph, lift(graph, b))
        b = b.astype(np.result_type(b.dtype, 1.0))
    close = (np.abs(a - b) <= atol + rtol * np.abs(b)) & np.isfinite(b) | np.equal(a, b)
    return close | (np.isnan(a) & np.isnan(b)) if equal_nan else close


@implements(np.allclose)
def allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return np.all(np.isclose(a, b, rtol, atol, equal_nan))


@implements(np.array_equal)
def array_equal(a1, a2, equal_nan=False):
    """Arrays whose shapes differ are not equal; dynamic sizes a call has to find equal."""
    a1, a2 = as_arrays(a1, a2)
    pairs = list(zip(a1.shape, a2.shape, strict=False))
    known = [pair for pair in pairs if not any(isinstance(size, Dim) for size in pair)]
    if a1.ndim != a2.ndim or any(first != second for first, second in known):
        return np.asarray(np.False_, like=a1)
    a1.graph.equal(pairs)
    same = np.equal(a1, a2)
    return np.all(same | (np.isnan(a1) & np.isnan(a2)) if equal_nan else same)
