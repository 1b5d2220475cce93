"""Chapter 6: each operation on each target, beside NumPy, at random points and at the edges."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from chapter_06 import (
    FLOATS,
    HAS_WIDE_LONGDOUBLE,
    TARGETS,
    WIDER,
    points,
    special,
    specialize,
    terms,
    ulps,
)
from specialize import ruleset

NOTHING = ruleset("none")
each_target = pytest.mark.parametrize("target", TARGETS)
OPERATIONS = terms.OPERATIONS
BITWISE = {"add", "subtract", "multiply", "divide", "minimum", "maximum", "negative", "absolute",
           "sqrt", "floor", "ceil", "trunc", "rint"}  # fmt: skip
FUNCTIONS = [op for op in OPERATIONS.values() if op.floats]
# "openmp" has the loops of "vectors" in blocks: a few operations of each kind are enough there.
IN_BLOCKS = {"add", "sin", "exp", "log", "expm1", "cbrt", "floor_divide", "arctan2", "negative"}


# The numbers of float64 go through "vectors"; what "loops" and "openmp" make of an operation does
# not depend on the width of its numbers.
TRIED = [
    pytest.param(
        op.name, kind, target,
        marks=[pytest.mark.slow] if kind == "float64" and target != "vectors" else [],
    )
    for target in TARGETS for op in FUNCTIONS if target != "openmp" or op.name in IN_BLOCKS
    for kind in FLOATS
]  # fmt: skip


@functools.cache
def one_operation(name: str, kind: str, target: str):
    """A kernel that is the operation alone."""
    arity = OPERATIONS[name].arity
    ufunc = OPERATIONS[name].ufunc
    signature = f"{kind}({', '.join([kind] * arity)})"
    function = (lambda a: ufunc(a)) if arity == 1 else (lambda a, b: ufunc(a, b))
    return specialize.kernel(signature, rules=NOTHING, target=target)(function)


def limit(name: str, kind: str, target: str) -> float:
    """Last places: half of one where IEEE 754 says so; the kernels of ours; what glibc promises."""
    if name in BITWISE:
        return 0.5
    if kind == "float32" and target != "loops":
        ours = {"sin": 0.91, "cos": 0.91, "exp": 0.9, "tanh": 1.05}
        if name in ours:
            return ours[name]
    return 4.0 if name == "cbrt" else 2.5


@pytest.mark.parametrize(("name", "kind", "target"), TRIED)
def test_an_operation_is_as_exact_as_stated(name, kind, target):
    if kind == "float64" and not HAS_WIDE_LONGDOUBLE:
        pytest.skip("this machine has nothing wider than float64 to compare with")
    columns = points(kind, 4000, OPERATIONS[name].arity)
    with np.errstate(all="ignore"):
        got = one_operation(name, kind, target)(*columns)
        if name in ("floor_divide", "remainder"):
            expected = OPERATIONS[name].ufunc(*columns)
            np.testing.assert_array_equal(got, expected)
            known = ~np.isnan(expected)
            assert np.array_equal(np.signbit(got[known]), np.signbit(expected[known]))
            return
        node = terms.operation(name, *(terms.variable(c, kind) for c in "ab"[: len(columns)]))
        exact = terms.apply(node, [c.astype(WIDER[kind]) for c in columns])
    distance = ulps(got, exact)
    worst = distance.argmax()
    assert distance[worst] <= limit(name, kind, target), [c[worst] for c in columns]
    if name in BITWISE:
        zero = exact == 0
        assert np.array_equal(np.signbit(got[zero]), np.signbit(exact[zero]))


@pytest.mark.parametrize("target", ["loops", "vectors"])
@pytest.mark.parametrize("name", [op.name for op in OPERATIONS.values() if op.integers])
def test_integers_are_numpys_also_where_they_wrap_around_or_divide_by_zero(name, target):
    columns = points("int64", 4000, OPERATIONS[name].arity)
    with np.errstate(all="ignore"):
        expected = OPERATIONS[name].ufunc(*columns)
        got = one_operation(name, "int64", target)(*columns)
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got, expected)


CASTS = [(a, b) for a in terms.KINDS for b in terms.KINDS if a != b]


@pytest.mark.parametrize("target", ["loops", "vectors"])
@pytest.mark.parametrize(("source", "result"), CASTS)
def test_casts_are_numpys(source, result, target):
    [x] = points(source, 2000, 1)
    cast = specialize.kernel(f"{result}({source})", target=target)(lambda a: a.astype(result))
    with np.errstate(all="ignore"):
        expected = x.astype(result)
    if result == "int64":  # out of range NumPy does what the processor does; we always do this
        inside = np.abs(x.astype(np.float64)) < 2.0**63
        assert (cast(x)[~inside] == np.iinfo(np.int64).min).all()
        expected = np.where(inside, expected, np.iinfo(np.int64).min)
    np.testing.assert_array_equal(cast(x), expected)


@each_target
def test_minimum_and_maximum_keep_nan_and_order_zeros(target):
    low, high = (one_operation(name, "float32", target) for name in ("minimum", "maximum"))
    a, b = (x.ravel() for x in np.meshgrid(*[special("float32")] * 2))
    assert np.array_equal(np.isnan(low(a, b)), np.isnan(a) | np.isnan(b))
    assert np.array_equal(np.isnan(high(a, b)), np.isnan(a) | np.isnan(b))
    zero = np.float32(0)
    assert np.signbit([low(-zero, zero), low(zero, -zero), high(-zero, -zero)]).all()
    assert not np.signbit([high(-zero, zero), high(zero, -zero), low(zero, zero)]).any()
