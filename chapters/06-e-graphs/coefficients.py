"""Fits the polynomials of mlir/kernels/sines.mlir and prints its constants.

python chapters/06-e-graphs/coefficients.py

Lawson's method, as in chapter 4's script: least squares, in which points with a large error get
more weight each round, until all peaks of the error are equally high.
"""

from __future__ import annotations

from decimal import Decimal, getcontext

import numpy as np

QUARTER_PI = np.pi / 4 * 1.01  # the reduction rounds n: r can be a little beyond pi / 4
PI = "3.14159265358979323846264338327950288419716939937510582097494459"


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray, degree: int) -> tuple[np.ndarray, float]:
    """The polynomial p with the smallest max |weight (p(x) - y)|, and that error."""
    powers = np.vander(x, degree + 1, increasing=True) * weight[:, None]
    target = y * weight
    share = np.full(len(x), 1 / len(x))
    best, smallest = np.zeros(degree + 1), np.inf
    for _ in range(200):
        root = np.sqrt(share)
        found = np.linalg.lstsq(powers * root[:, None], target * root, rcond=None)[0]
        error = np.abs(powers @ found - target)
        if error.max() < smallest:
            best, smallest = found, error.max()
        share = share * (error + 1e-3 * error.max())
        share /= share.sum()
    return best, smallest


def series(square: np.ndarray, first: int) -> np.ndarray:
    """The alternating series 1/first! - square/(first + 2)! + ..., of which sin and cos consist."""
    term = np.full_like(square, 1 / float(np.prod(np.arange(1.0, first + 1))))
    total = np.zeros_like(square)
    for step in range(12):
        total += term
        k = first + 2 * step
        term = -term * square / ((k + 1) * (k + 2))
    return total


def points() -> np.ndarray:
    """Squares of r up to pi / 4, denser towards the ends."""
    angle = np.pi * (np.arange(600) + 0.5) / 600
    return QUARTER_PI**2 * (1 - np.cos(angle)) / 2


def sine() -> tuple[np.ndarray, float]:
    """(sin(r) - r) / r^3 in r^2."""
    square = points()
    r = np.sqrt(square)
    return fit(square, -series(square, 3), r**3 / np.sin(r), 3)


def cosine() -> tuple[np.ndarray, float]:
    """(cos(r) - 1 + r^2 / 2) / r^4 in r^2."""
    square = points()
    return fit(square, series(square, 4), square**2 / np.cos(np.sqrt(square)), 3)


def half_pi() -> list[np.float32]:
    """pi / 2 as a sum of three float32 numbers."""
    getcontext().prec = 60
    left, parts = Decimal(PI) / 2, []
    for _ in range(3):
        parts.append(np.float32(float(left)))
        left -= Decimal(float(parts[-1]))
    return parts


if __name__ == "__main__":
    for letter, fitted in (("s", sine), ("c", cosine)):
        coefficients, error = fitted()
        print(f"{fitted.__name__}: relative error below {error * 2**24:.3f} * 2^-24")
        for number, value in enumerate(coefficients):
            written = np.format_float_positional(np.float32(value))
            print(f"  %{letter}{number} = arith.constant dense<{written}>")
    for number, value in enumerate(half_pi()):
        print(f"  %p{number} = arith.constant dense<{np.format_float_scientific(-value)}>")
