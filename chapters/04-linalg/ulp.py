"""How far a float32 function is from the float64 one, in units of the last place (ulp).

One ulp at y is the distance between neighbouring float32 numbers there. Rounding the exact value
costs up to half of one; what a function loses beyond that is its own doing.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Function = Callable[[np.ndarray], np.ndarray]


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The signed distance of finite float32 results from float64 ones, in ulp of the exact ones."""
    _, exponent = np.frexp(exact)
    unit = np.ldexp(1.0, np.maximum(exponent - 24, -149))  # -149: subnormal numbers share one
    return (got.astype(np.float64) - exact) / unit


def through(function: Callable[[np.ndarray, np.ndarray], None]) -> Function:
    """A kernel of (matrix, out) as a function of a vector."""

    def call(x: np.ndarray) -> np.ndarray:
        out = np.empty((1, x.size), np.float32)
        function(np.ascontiguousarray(x).reshape(1, -1), out)
        return out[0]

    return call


def envelope(
    function: Function, exact: Function, low: float, high: float, bins: int = 240, each: int = 2500
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The middle of each bin of [low, high], and the smallest and largest distance found in it."""
    x = np.linspace(low, high, bins * each, dtype=np.float32)
    with np.errstate(all="ignore"):
        distance = ulps(function(x), exact(x.astype(np.float64))).reshape(bins, each)
    return x.reshape(bins, each).mean(axis=1), distance.min(axis=1), distance.max(axis=1)
