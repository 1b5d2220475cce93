"""float32 products from bfloat16: what each count of partial products is worth, in NumPy.

    python chapters/04-linalg/tiles/parts.py

A number of float32 is the sum of three of bfloat16, so a product of matrices is a sum of nine.
Henry, Tang, Heinecke: Leveraging the bfloat16 Artificial Intelligence Datatype For
Higher-Precision Computations, ARITH 2019, https://arxiv.org/abs/1904.06376.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

f32, f64 = np.float32, np.float64
# [region orders]
# Pairs of parts of A and B by the size of their product, the smallest first.
NINE = ((3, 3), (2, 3), (3, 2), (1, 3), (2, 2), (3, 1), (1, 2), (2, 1), (1, 1))
PRODUCTS = {"bf16": NINE[-1:], "bf16x3": NINE[-3:], "bf16x6": NINE[-6:], "bf16x9": NINE}
# [end orders]


# [region split]
def rounded(x: np.ndarray) -> np.ndarray:
    """The nearest bfloat16 of each number, ties to even, as float32."""
    return x.astype(ml_dtypes.bfloat16).astype(f32)


def split(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Three numbers of 8 significant bits each for every float32; they add up to it exactly."""
    first = rounded(x)
    second = rounded(x - first)
    return first, second, x - first - second


def product(a: np.ndarray, b: np.ndarray, pairs: tuple[tuple[int, int], ...]) -> np.ndarray:
    """A @ B from products of parts: side by side they are one product, with sums in float32."""
    a_parts, b_parts = split(a), split(b)
    wide = np.concatenate([a_parts[i - 1] for i, _ in pairs], axis=1)
    tall = np.concatenate([b_parts[j - 1] for _, j in pairs], axis=0)
    return wide @ tall


# [end split]


def error(got: np.ndarray, exact: np.ndarray) -> float:
    """The root of the mean square of the error, over that of the exact values."""
    return float(np.sqrt(np.mean((got - exact) ** 2) / np.mean(exact**2)))


def errors(m: int = 256, n: int = 256, k: int = 1024) -> dict[str, float]:
    """The error of each way on random matrices: BLAS in float32, and parts, small ones first."""
    random = np.random.default_rng(0)
    a, b = random.standard_normal((m, k), f32), random.standard_normal((k, n), f32)
    exact = a.astype(f64) @ b.astype(f64)
    found = {"float32": error(a @ b, exact)}
    for name, pairs in PRODUCTS.items():
        found[name] = error(product(a, b, pairs), exact)
    found["bf16x6, large parts first"] = error(product(a, b, PRODUCTS["bf16x6"][::-1]), exact)
    return found


def one_by_one(m: int = 64, k: int = 512) -> dict[str, float]:
    """The same for one running sum per element, as a tile register adds up: k terms, then k more.

    Each term is added to the sum in float32, one after the other.
    """
    random = np.random.default_rng(1)
    a, b = random.standard_normal((m, k), f32), random.standard_normal((k, m), f32)
    exact = a.astype(f64) @ b.astype(f64)
    a_parts, b_parts = split(a), split(b)
    found = {}
    for name, pairs in (("small first", NINE[-6:]), ("large first", NINE[-6:][::-1])):
        total = np.zeros((m, m), f32)
        for i, j in pairs:
            for column, row in zip(a_parts[i - 1].T, b_parts[j - 1], strict=True):
                total += np.outer(column, row)
        found[name] = error(total, exact)
    return found


def main() -> None:
    """Print the errors, and two kinds of numbers that have no parts."""
    for name, found in errors().items():
        print(f"{name:26} {found:.1e}")
    for name, found in one_by_one().items():
        print(f"one sum, {name:17} {found:.1e}")
    with np.errstate(invalid="ignore"):
        print("parts of inf:", *split(np.array([np.inf], f32)))
    small = np.array([2.0**-118 * (1 + 2**-10 + 2**-20)], f32)
    normal = [np.where(np.abs(part) < 2.0**-126, f32(0), part) for part in split(small)]
    print("2^-118 (1 + 2^-10 + 2^-20), parts below 2^-126 taken for 0, is off by",
          f"{1 - float(sum(normal)[0]) / float(small[0]):.1e}")  # fmt: skip


if __name__ == "__main__":
    main()
