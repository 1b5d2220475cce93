"""How far a float32 function is from the float64 one, in units of the last place (ulp).

One ulp at y is the distance between neighbouring float32 numbers there. Rounding the exact value
costs up to half of one; what a function loses beyond that is its own doing. The tests of the row
kernels, the picture and `run.py` all measure with this.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Function = Callable[[np.ndarray], np.ndarray]

# Where float64 goes to infinity or to nothing in float32, the ulp is that of the last binade.
TOP, SMALLEST = 128, -149
COLOURS = {"NumPy": "#c2571a", "rows.mlir": "#2563a8"}  # in every picture of errors


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The signed distance of float32 results from float64 ones, in ulp of the exact ones.

    An infinity counts as 2^128, the number after the largest. Signs have to agree, of zeros too,
    and NaN has to meet NaN: otherwise the distance is infinite.
    """
    limit = np.float64(2) ** TOP
    with np.errstate(all="ignore"):
        near = np.clip(got.astype(np.float64), -limit, limit)
        ideal = np.clip(exact, -limit, limit)
        _, exponent = np.frexp(ideal)
        unit = np.ldexp(1.0, np.clip(exponent - 24, SMALLEST, TOP - 24))
        distance = (near - ideal) / unit
    nan = np.isnan(exact)
    wrong = (nan != np.isnan(got)) | (~nan & (np.signbit(got) != np.signbit(exact)))
    distance[nan] = 0
    distance[wrong] = np.inf
    return distance


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
