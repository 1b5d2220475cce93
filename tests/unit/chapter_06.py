"""What the tests of chapter 6 share: its package, points to try, and distances in last places."""

from __future__ import annotations

import sys

import numpy as np
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "06-e-graphs"
sys.path.insert(0, str(CHAPTER))

import specialize  # noqa: E402
from specialize import egraph, emit, extract, rulebook, rules, terms, trace  # noqa: E402

__all__ = ["egraph", "emit", "extract", "rulebook", "rules", "specialize", "terms", "trace"]

FLOATS = ("float32", "float64")
WIDER = {"float32": np.float64, "float64": np.longdouble}
TARGETS = ("loops", "vectors", "openmp")
HAS_WIDE_LONGDOUBLE = np.finfo(np.longdouble).nmant > np.finfo(np.float64).nmant


def special(kind: str) -> np.ndarray:
    """Numbers at which something happens."""
    if kind == "int64":
        least = -(2**63)
        return np.array([0, 1, -1, 2, -2, 3, -3, 7, -7, least, least + 1, 2**63 - 1, 2**53 + 1])
    info = np.finfo(kind)
    values = [
        np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 7.5, np.pi,
        -np.pi, np.pi / 2, np.pi / 4, 1e-8, -1e-8, 88.0, -88.0, 700.0, -700.0, 1e6, -1e6, 1e7,
        info.max, -info.max, info.tiny, -info.tiny, info.smallest_subnormal,
        -info.smallest_subnormal, info.tiny / 8, info.max / 2, np.sqrt(info.max), 1 + info.eps,
        1 - info.epsneg,
    ]  # fmt: skip
    return np.array(values, kind)


def points(kind: str, count: int, arity: int, seed: int = 0) -> list[np.ndarray]:
    """`count` random points of all sizes, and all combinations of special values, as columns."""
    random = np.random.default_rng(seed)
    columns = []
    few = special(kind)
    if arity > 2:  # the cube of all would be large
        few = few[: 15 if kind != "int64" else len(few)]
    grid = np.meshgrid(*[few] * arity)
    for n in range(arity):
        if kind == "int64":
            small = random.integers(-20, 21, count // 2)
            large = random.integers(-(2**63), 2**63 - 1, count - len(small), endpoint=True)
            columns.append(np.concatenate([small, large, grid[n].ravel()]))
        else:
            near = random.uniform(-4, 4, count // 2)
            low = -30 if kind == "float32" else -200
            size = np.exp2(random.uniform(low, -low, count - len(near)))
            far = size * random.choice([-1, 1], len(size))
            mixed = random.permutation(np.concatenate([near, far]))
            columns.append(np.concatenate([mixed.astype(kind), grid[n].ravel()]))
    return columns


def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The distance of results from exact ones of a wider type, in last places of the result's.

    NaN has to meet NaN, and infinity what rounds to it; otherwise the distance is infinite.
    """
    info = np.finfo(got.dtype)
    limit = np.ldexp(exact.dtype.type(1), info.maxexp)
    with np.errstate(all="ignore"):
        near = np.clip(got.astype(exact.dtype), -limit, limit)
        ideal = np.clip(exact, -limit, limit)
        _, exponent = np.frexp(ideal)
        lowest = info.minexp - info.nmant
        unit = np.ldexp(
            exact.dtype.type(1), np.clip(exponent - info.nmant - 1, lowest, info.maxexp)
        )
        distance = np.abs(near - ideal) / unit
    nan = np.isnan(exact)
    distance[nan] = 0
    distance[nan != np.isnan(got)] = np.inf
    return distance
