"""Functions that NumPy does not have, for arrays of every kind: traced, or of NumPy."""

from __future__ import annotations

import functools


def erf(x):
    """The error function, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.

    In float32 to 1 ulp; float16 is computed in float32, float64 by the C library.
    """
    from .frontend import ops
    from .frontend.array import Array

    if isinstance(x, Array):
        value = x.value
        if value.type.dtype.kind in "iub":
            value = ops.convert(x.graph, value, ops.FLOAT64)
        return Array(x.graph, x.graph.add("erf", ops.strong(x.graph, value)))
    return _compiled()(x)


@functools.cache
def _compiled():
    from .jit import jit

    return jit(erf)
