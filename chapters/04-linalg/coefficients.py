"""Fits the polynomials of mlir/kernels/rows.mlir and prints their coefficients.

python chapters/04-linalg/coefficients.py

A Taylor series is exact at one point and worst at the end of the range. What is wanted is the
polynomial whose largest error is smallest. Lawson's method finds it with least squares: points with
a large error get more weight, again and again, until all peaks of the error are equally high.
"""

from __future__ import annotations

import math

import numpy as np

POINTS = 600
ROUNDS = 200
LOG2 = math.log(2)
TANH_BORDER = 0.8
# Beyond 13.5 the kernel's result is subnormal, -1.1e-40 and less: the polynomial goes on, unfitted.
GELU_SCALE, GELU_END = 3.0, 13.5


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray, degree: int) -> tuple[np.ndarray, float]:
    """The polynomial p with the smallest max |weight (p(x) - y)|, and that error."""
    powers = np.vander(x, degree + 1, increasing=True) * weight[:, None]
    target = y * weight
    share = np.full(len(x), 1 / len(x))
    best, smallest = np.zeros(degree + 1), math.inf
    for _ in range(ROUNDS):
        root = np.sqrt(share)
        coefficients = np.linalg.lstsq(powers * root[:, None], target * root, rcond=None)[0]
        error = np.abs(powers @ coefficients - target)
        if error.max() < smallest:
            best, smallest = coefficients, error.max()
        share = share * (error + 1e-3 * error.max())
        share /= share.sum()
    return best, smallest


def points(low: float, high: float) -> np.ndarray:
    """Chebyshev's points: denser towards the ends, where errors peak."""
    angle = np.pi * (np.arange(POINTS) + 0.5) / POINTS
    return low + (high - low) * (1 - np.cos(angle)) / 2


def exp() -> tuple[np.ndarray, float]:
    """(exp(r) - 1 - r) / r^2 where |r| <= log(2) / 2; its error matters r^2 / exp(r) times."""
    r = points(-LOG2 / 2 * 1.01, LOG2 / 2 * 1.01)
    series = sum(r**k / math.factorial(k + 2) for k in range(8))
    far = np.abs(r) > 0.01
    near = np.where(far, r, 1.0)
    y = np.where(far, (np.expm1(near) - near) / near**2, series)
    return fit(r, y, r**2 / np.exp(r), 4)


def tanh() -> tuple[np.ndarray, float]:
    """(tanh(x) - x) / x^3 in the variable x^2."""
    square = points(0, TANH_BORDER**2)
    x = np.sqrt(square)
    series = np.polynomial.polynomial.polyval(square, [-1 / 3, 2 / 15, -17 / 315, 62 / 2835])
    far = square > 1e-3
    near = np.where(far, x, 1.0)
    y = np.where(far, (np.tanh(near) - near) / near**3, series)
    return fit(square, y, x**3 / np.tanh(x), 5)


def gelu_erf() -> tuple[np.ndarray, float]:
    """exp(t^2 / 2) times the share of the normal distribution beyond t, in (t - 3) / (t + 3)."""
    v = points(-1, (GELU_END - GELU_SCALE) / (GELU_END + GELU_SCALE))
    t = GELU_SCALE * (1 + v) / (1 - v)
    q = np.array([math.exp(x * x / 2) * math.erfc(x / math.sqrt(2)) / 2 for x in t])
    return fit(v, q, 1 / q, 9)


FITS = {"vector_exp": (exp, 2), "vector_tanh": (tanh, 0), "vector_gelu_erf": (gelu_erf, 0)}

if __name__ == "__main__":
    for function, (fitted, first) in FITS.items():
        coefficients, error = fitted()
        print(f"@{function}: relative error below {error * 2**24:.2f} * 2^-24")
        for power, value in enumerate(coefficients, start=first):
            written = np.format_float_positional(np.float32(value))
            print(f"  %c{power} = arith.constant dense<{written}>")
