"""NumPy's functions beside NumPy: results of Python numbers, comparisons, functions in a line."""

import itertools
import operator
import warnings

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal, same, whole

from stepdown import ArgumentError, TraceError, grad, jit
from stepdown.frontend.types import ELEMENTS
from stepdown.numpy_api import instead

f32 = np.float32
ONE = np.ones(2, f32)
DTYPES = [np.dtype(getattr(ml_dtypes, name, None) or name) for name in ELEMENTS]
NUMBERS = [True, 3, 2.0]
X, V, LONG = normal(3, 4), normal(5), np.arange(12, dtype=f32)


def dtype_of(function, *arguments: object) -> object:
    """The dtype of the result, or that it is an error."""
    try:
        with np.errstate(all="ignore"):
            return np.asarray(function(*arguments)).dtype
    except OverflowError:
        return OverflowError
    except TypeError:
        return TypeError
    except ValueError:
        return ValueError


# Python's numbers -------------------------------------------------------------------------------

OPERATORS = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod,
    operator.lt, operator.eq,
]  # fmt: skip
OF_WHOLE = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
UFUNCS = [
    np.sqrt, np.exp, np.cos, np.abs, np.square, np.floor, np.isnan, np.logical_not, np.round,
    np.copy, np.sum, np.mean, np.ravel, lambda t: np.exp(-t), lambda t: np.maximum(t, 1),
    lambda t: np.minimum(0.1, t), lambda t: np.clip(t, 0, 1), lambda t: np.power(0.9, t),
    lambda t: np.add(t, 1), lambda t: np.multiply(2, t), lambda t: np.where(t > 1, t, 2),
    lambda t: np.reshape(t, ()), lambda t: np.sqrt(t) * 2, abs, lambda t: -t, lambda t: +t,
    lambda t: t**2, lambda t: t**-1, lambda t: t**0.5, lambda t: divmod(t, 2)[1],
    lambda t: 1 - t, lambda t: 2.5 * t, lambda t: (t > 1) + (t > 0),
]  # fmt: skip


@pytest.mark.parametrize("array", [f32, np.int8, np.float16, bool])
def test_what_is_computed_of_a_python_number_is_weak_by_operators_and_strong_by_numpy(array):
    """All of them in one function, so that none takes another's value for its own."""
    x = np.ones(2, array)

    def all_of(x, t):
        return tuple(x + function(t) for function in UFUNCS)

    for number in NUMBERS:
        same(all_of, x, number, tolerance=2e-3)


def test_operators_on_python_numbers_are_pythons():
    """Of bools too, which are 0 and 1 to Python: -True is -1, ~True is -2."""

    def of_two(x, s, t):
        chosen = OPERATORS + (OF_WHOLE if float not in (type(known), type(other)) else [])
        return tuple(x * function(s, t) for function in chosen)

    for known, other in itertools.product(NUMBERS, NUMBERS):
        same(of_two, ONE, known, other)
    same(lambda x, f: (x * -f, x * ~f, x * (f - f), x * (1 - f), x * (f << f)), ONE, True)
    same(lambda x, f, g: (x * (f + g), x * (f & g), np.add(f, g)), ONE, True, True)


def test_a_python_bool_can_be_returned_and_a_condition_be_made_of_python_integers():
    for number in NUMBERS:
        _, back = jit(lambda x, f: (x, f))(ONE, number)
        assert (back.dtype, back) == (np.asarray(number).dtype, number)
    same(lambda x, n, m: (np.where(n > 1, x, -x), np.where(n == m, x, 0 * x)), ONE, 3, 3)
    with pytest.raises(TraceError, match=r"np\.maximum and np\.minimum stand for max\(\)"):
        jit(lambda x, n: x * max(n, 1))(ONE, 3)


@settings(deadline=None, max_examples=8)
@given(st.data())
def test_a_chain_of_steps_on_a_number_meets_an_array_with_numpys_dtype(data):
    steps = data.draw(st.lists(st.sampled_from(UFUNCS), min_size=1, max_size=4))
    array = data.draw(st.sampled_from(DTYPES))
    number = data.draw(st.sampled_from(NUMBERS))

    def chain(x, t):
        for step in steps:
            t = step(t)
        return x * t

    x = np.ones(2, array)
    assert dtype_of(jit(chain), x, number) == dtype_of(chain, x, number)


def test_a_square_of_bools_by_the_operator_is_int8_as_numpys_and_none_is_equal_to_nothing():
    flags = np.array([True, False])
    same(lambda x: (x**2, x**3, x**1, np.power(x, 2)), flags)
    same(lambda x: (x.any() ** 2, x.any() ** 3), flags)
    same(lambda x: (x == None, x != None), ONE)  # noqa: E711


# Comparisons ------------------------------------------------------------------------------------


def pair_of(dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Numbers at the ends of a dtype's range, and near ones."""
    if dtype.kind == "b":
        return np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    if dtype.kind in "iu":
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        return (np.array([0, high, low, 3, 5, 10, 100], dtype),
                np.array([high, 0, high, high - 5, 10, 11, 100], dtype))  # fmt: skip
    inf, nan = np.inf, np.nan
    return (np.array([0, 1, inf, inf, nan, -inf, 1.001, 1], dtype),
            np.array([0, 1.0005, inf, -inf, nan, 1, 1, inf], dtype))  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_close_is_what_numpy_finds_close_in_every_dtype(dtype):
    def close(a, b):
        return (
            np.isclose(a, b), np.allclose(a, b, atol=2) | np.False_, np.isclose(a, b, rtol=0.5),
            np.isclose(a, b, equal_nan=True), np.isclose(a, 1), np.isclose(2.5, a, atol=2),
        )  # fmt: skip

    same(close, *pair_of(dtype))


def test_close_to_a_python_number_and_integers_whose_difference_wraps():
    small, large = np.array([3, 5], np.uint8), np.array([250, 10], np.uint8)
    assert jit(lambda a, b: np.isclose(a, b, atol=10))(small, large).tolist() == [False, True]
    same(lambda a, n: (np.isclose(a, n), np.isclose(n, a)), np.array([1, 3]), 3)
    same(lambda a, n: (np.isclose(a, n), np.isclose(n, a)), np.array([True, False]), True)


def test_equal_arrays_have_one_shape_too():
    def equal(a, b):
        return np.array_equal(a, b) | np.False_, np.array_equal(a, b, equal_nan=True) | np.False_

    for a, b in ((X, X), (X, X + 1), (X, X[:2]), (X, V), (np.array([np.nan]),) * 2):
        same(equal, a, b)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_rounding_keeps_the_dtype_and_agrees_with_numpy(dtype):
    x = np.array([0, 1, 15, 24, 25, 35, 99], dtype) * dtype.type(1)
    if dtype.kind == "b":
        with pytest.raises(TraceError, match="round of bools is for decimals=0"):
            jit(lambda x: np.round(x, 1))(x)
        return
    x = x if dtype.kind in "iu" else (x / dtype.type(8)).astype(dtype)
    same(lambda x: (np.round(x), np.round(x, 1), np.round(x, -1)), x, tolerance=0)


# Functions of a line ----------------------------------------------------------------------------

HOLED = np.array([[1, np.nan, 3], [np.nan, np.nan, np.nan], [4, 5, -6]], f32)
MASK = np.array([[True, False, True, True], [False] * 4, [True] * 4])
WEIGHTS = np.array([1, 2, 3, 4])
LINES = {
    "turning": (lambda x: (np.flipud(x), np.fliplr(x), *(np.rot90(x, k) for k in range(-1, 4))), X),
    "turning other axes": (lambda x: (np.rot90(x, 1, (1, 2)), np.rot90(x, 3, (2, 0))),
                           LONG.reshape(2, 3, 2)),
    "joining": (lambda x, v: (np.column_stack([v, v]), np.column_stack([x, x]), np.append(x, v),
                              np.append(x, x, 0), np.append(v, [1, 2])), X, V),
    "grids": (lambda a, b: (*np.meshgrid(a, b), *np.meshgrid(a, b, indexing="ij"),
                            *np.meshgrid(a, b, a, sparse=True)), V, np.arange(3)),
    "averages": (lambda x, w: (np.average(x), np.average(x, 1, w), np.average(x, weights=x * x),
                               *np.average(x, 1, w, returned=True)), X, WEIGHTS),
    "sums of weights": (lambda x: (*np.average(x, 0, returned=True),), X),
    "averages of integers": (lambda x, w: (np.average(x, 0, w), np.average(x, 0, keepdims=True)),
                             whole(0, 9, 4, 2, dtype=np.int32), WEIGHTS.astype(f32)),
    "without nan": (lambda x: (np.nansum(x), np.nansum(x, 1), np.nanprod(x, 0), np.nanmax(x[:1]),
                               np.nanmin(x, 0), np.nanmean(x[::2], 1), np.nanmean(x)), HOLED),
    "without nan, of integers": (lambda x: (np.nansum(x), np.nanmax(x, 0), np.nanmean(x)),
                                 np.arange(6, dtype=np.int16).reshape(2, 3)),
    "areas": (lambda x, t: (np.trapezoid(x), np.trapezoid(x, dx=0.5, axis=0),
                            np.trapezoid(x, t), np.trapezoid(x, x, axis=1)), X, LONG[:4] ** 2),
    "sums with where and initial": (
        lambda x, m: (np.sum(x, where=m), np.sum(x, 1, where=m, initial=3), np.mean(x, where=m),
                      np.prod(x, 0, where=m), np.prod(x, initial=2), np.mean(x, 0, where=m),
                      np.sum(x, where=m[0])), X, MASK),
    "extremes with where and initial": (
        lambda x, m: (np.max(x, where=m, initial=0.5), np.min(x, 1, where=m, initial=-1),
                      np.max(x, initial=100), np.max(x[:0], initial=7)), X, MASK),
    "tests with where": (lambda m: (np.any(m, 1, where=m), np.all(m, where=m), np.any(m, where=~m),
                                    np.all(m, 0, where=m[1])), MASK),
    "sums of small integers": (lambda x: (np.sum(x, initial=5), np.max(x, initial=4),
                                          np.sum(x, where=x > 2)), np.arange(5, dtype=np.int8)),
    "norms": (lambda v, x: (*(np.linalg.norm(v, n) for n in (None, 0, 1, 2, 3, np.inf, -np.inf)),
                            np.linalg.norm(x, 1, axis=0), np.linalg.norm(x, np.inf, axis=1),
                            np.linalg.norm(x, "fro"), np.linalg.norm(x, 3, 1, True)), V, X),
    "norms of matrices": (
        lambda x, a: (*(np.linalg.norm(x, n) for n in (1, -1, np.inf, -np.inf)),
                      *(np.linalg.norm(a, n, (2, 0)) for n in (1, -np.inf)),
                      np.linalg.norm(a, 1, (0, -1), True), np.linalg.norm(a),
                      np.linalg.norm(np.sign(x).astype(int), np.inf)), X, LONG.reshape(2, 3, 2)),
    "diagonals": (
        lambda v, x, a: (np.diag(v), np.diag(v, 2), np.diag(v, -1), np.diag(x), np.diag(x, 2),
                         np.diag(x, -1), np.diag(x, 9), np.diagflat(x, 1), np.trace(x, 1),
                         np.diagonal(a, 1, 2, 0), np.trace(a, -1, 1, 2), x.diagonal(1)),
        V, X, LONG.reshape(2, 3, 2)),
    "products of matrices": (
        lambda x, a: (*(np.linalg.matrix_power(a, n) for n in (0, 1, 3, 6)), np.kron(x, a),
                      np.kron(a[0], x), np.linalg.multi_dot([x.T, x, x.T, a[0, :3]]),
                      np.linalg.multi_dot([x[0], x.T, x]), np.vander(a[0], 3),
                      np.vander(a[0], increasing=True)), X, normal(3, 3) / 2),
    "products of all kinds": (
        lambda x, y: (np.cross(x, y), np.cross(x[0], y), np.cross(x.T, y.T, axis=0),
                      np.einsum("ij,kj,kl->il", x, y, y), 
                      np.einsum("ij,ij,i,i->j", x, y, x[:, 0], y[:, 0]),
                      np.einsum("...j,kj,k", x, y, y[:, 0]), np.add.outer(x, y[0]),
                      np.maximum.outer(x[0], y[0])), normal(4, 3), normal(4, 3, seed=1)),
    "filters": (
        lambda a, v, w: (*(np.convolve(a, v, mode) for mode in ("full", "same", "valid")),
                         *(np.correlate(a, w, mode) for mode in ("full", "same", "valid")),
                         np.convolve(v, a, "same"), 
                         *(np.correlate(w, a, m) for m in ("full", "same")),
                         np.convolve(a, 2.0), np.correlate(a, a, "full")), LONG, V, normal(4)),
    "filters of many taps": (
        lambda a, v: (*(np.convolve(a, v, mode) for mode in ("full", "same", "valid")),
                      np.correlate(a, v, "same")), normal(80), normal(40)),
    "filters of integers": (lambda a: np.convolve(a, np.array([1, 200], np.uint8)),
                            np.arange(99, 120, dtype=np.uint8)),
    "windows": (lambda v, x: (np.lib.stride_tricks.sliding_window_view(v, 3),
                              np.lib.stride_tricks.sliding_window_view(x, (2, 3)),
                              np.lib.stride_tricks.sliding_window_view(x, 2, axis=0)), V, X),
    "slopes": (
        lambda v, x, t: (np.gradient(v), np.gradient(v, 0.5, edge_order=2), *np.gradient(x),
                         *np.gradient(x, 2, 0.5), np.gradient(x, t, axis=1),
                         np.gradient(x, axis=-1),
                         np.gradient(np.arange(9) ** 2 * (v[0] > 9))), V, X, LONG[:4] ** 2),
    "angles": (lambda x: (np.unwrap(x), np.unwrap(x, axis=0), np.unwrap(x, discont=5), np.sinc(x),
                          np.unwrap(x, period=3.0)), 5 * X),
    "polynomials": (lambda x, p: (np.polyval([1.0, -2, 3], x), np.polyval(p, x[0]),
                                  np.polyval(p, 2.0)), X, V),
    "whole parts": (lambda x: np.modf(x),
              np.array([-1.5, 0, -0.0, 2.25, np.nan, np.inf, -np.inf], f32)),
    "choices": (
        lambda x: (np.select([x < -1, x < 1], [x, x**2], 7), np.select([x > 0], [x]),
                   np.piecewise(x, [x < 0, x >= 1], [lambda v: -v, 2]),
                   np.piecewise(x, [x < 0], [np.sin, np.cos]),
                   np.piecewise(x[0], x[0] > 0, [1, -1]),
                   np.isin(np.round(x), [0, 1]), np.isin(np.round(x), [0, 1], invert=True)), X),
    "running": (
        lambda x: (np.cumprod(x), np.cumprod(x, 0), x.cumprod(1), np.maximum.accumulate(x, 1),
                   np.minimum.accumulate(x), np.multiply.accumulate(x, 1), np.cumprod(x > 0),
                   np.add.accumulate(x)), X),
    "running with nan": (lambda x: np.maximum.accumulate(x, 1), HOLED),
    "logarithms of sums": (
        lambda x: (np.logaddexp.reduce(x), np.logaddexp.reduce(x, axis=1, keepdims=True)),
        np.array([[1, -np.inf, 300], [2, -np.inf, np.inf], [400, -np.inf, 1]])),
    "variances without nan": (
        lambda x: (np.nanvar(x), np.nanstd(x, 1), np.nanvar(x, 0, ddof=1),
                   np.nanstd(x, 1, keepdims=True), np.nanvar(x > 0)), HOLED),
    "covariances": (
        lambda x, v: (np.cov(x), np.cov(x, rowvar=False), np.cov(v) + 0,
                      np.cov(v, v * v, bias=True), np.cov(x, x[:1], ddof=0), np.corrcoef(x),
                      np.corrcoef(v, v**2), np.corrcoef(v) + 0), X, V),
    "pieces": (
        lambda x, v: (np.block([[x, x], [x * 2, x]]), np.block([v, v[:1]]), np.block([[v], [v]]),
                      np.dstack([x, x]), np.dstack([v, v]), np.delete(x, 1),
                      np.delete(x, [0, -1], 1),
                      np.delete(v, slice(1, 3)), np.insert(v, 2, 9), np.insert(x, -1, v[:3], 1),
                      np.insert(x, 1, x[:2], 0), np.diff(x, prepend=0), np.ediff1d(x),
                      np.diff(v, 2, append=v[:2]), np.real(x), x.conj(), x.imag), X, V),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_function_of_a_line_gives_what_numpy_gives(name):
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):
        same(*LINES[name])


def test_an_all_nan_slice_has_nan_for_its_extreme():
    same(lambda x: (np.nanmax(x, 1), np.nanmin(x, 1)), HOLED[[0, 2]])
    assert np.isnan(jit(lambda x: np.nanmax(x, 1))(HOLED)[1])


def test_weights_that_add_up_to_zero_are_an_error_of_the_call():
    average = jit(lambda x, w: np.average(x, weights=w))
    assert average(V[:2], np.array([1.0, 1.0])) == pytest.approx(V[:2].mean())
    with pytest.raises(ZeroDivisionError, match="Weights sum to zero"):
        average(V[:2], np.array([1.0, -1.0]))


def test_norms_that_need_singular_values_and_powers_that_need_an_inverse_are_refused():
    for function, message in (
        (lambda x: np.linalg.norm(x, 2), "ord=2 of a matrix is of its singular values"),
        (lambda x: np.linalg.norm(x, "nuc"), "ord='nuc' of a matrix is of its singular values"),
        (lambda x: np.linalg.norm(x, 3), "Invalid norm order for matrices"),
        (lambda x: np.linalg.norm(x[0], "fro"), "Invalid norm order 'fro' for vectors"),
        (lambda x: np.linalg.norm(x[None], 1), "Improper number of dimensions to norm"),
        (lambda x: np.linalg.matrix_power(x[:3, :3], -1), "a negative power needs an inverse"),
    ):
        with pytest.raises((TraceError, ValueError), match=rf"numpy\.py:\d+: .*{message}"):
            jit(function)(X)


SORTED = np.array([-1, -0.5, 0, 0, 0, 2, 7], f32)
SOUGHT = np.array([-3, -1, -0.7, 0, 1, 2, 2.5, 7, 8, np.nan, np.inf], f32)


@pytest.mark.parametrize("size", range(8))
def test_a_place_among_ascending_numbers_is_numpys_for_every_number_of_them(size):
    def places(a, v):
        sides = [np.searchsorted(a, v, side) for side in ("left", "right")]
        return *sides, np.digitize(v, SORTED[:size]), np.digitize(v, SORTED[:size][::-1], True)

    same(places, SORTED[:size], SOUGHT)
    ends = np.append(SORTED[:size], np.float32(np.nan))
    same(lambda a, v: (a.searchsorted(v), np.searchsorted(a, v, "right")), ends, SOUGHT)


def test_interpolation_between_and_beyond_points_is_numpys():
    knots = np.array([-1, 0, 2, 7.0])
    heights = np.exp(knots)
    same(lambda x, xp, fp: (np.interp(x, xp, fp), np.interp(x, xp, fp, left=-5, right=5.5),
                            np.interp(x, xp[:1], fp[:1])), SOUGHT, knots, heights)  # fmt: skip


def test_numbers_are_counted_and_those_beyond_the_counters_are_an_error_of_the_call():
    x, weights = np.array([0, 3, 1, 3, 3]), np.array([0.5, 1, 2, 4, 8])
    same(lambda x, w: (np.bincount(x, minlength=6), np.bincount(x, w, 4)), x, weights)
    count = jit(lambda x: np.bincount(x, minlength=4))
    assert count(x).tolist() == [1, 1, 0, 3]
    with pytest.raises(ValueError, match="minlength=4 is for numbers below it"):
        count(x + 1)
    with pytest.raises(ValueError, match="no negative elements"):
        count(x - 1)
    with pytest.raises(TraceError, match="minlength=n is for numbers below n"):
        jit(lambda x: np.bincount(x))(x)


def test_a_histogram_counts_what_numpys_does_at_the_edges_too():
    x = np.concatenate([np.linspace(-3, 3, 61), normal(40, dtype=np.float64), [9.0]])
    same(lambda x: (*np.histogram(x, 6, (-3, 3)), *np.histogram(x), *np.histogram(x, 7, (2, 2)),
                    *np.histogram(x, [-1, 0, 0.5, 3]), *np.histogram(x, 5, density=True),
                    *np.histogram(np.ones_like(x), 3)), x)  # fmt: skip
    same(lambda x: np.histogram(x, 4, (0, 256)), np.arange(255, dtype=np.uint8))


def test_the_gradients_of_functions_of_a_line_are_their_differences():
    """In float64, by central differences, of a sum in which each element has its own weight."""
    x, step = normal(6, dtype=np.float64), 1e-6
    points, heights = np.array([-3, -1, 0.2, 3]), np.array([1, 5, 2, 4.0])
    functions = {
        "norms": lambda x: (np.linalg.norm(x.reshape(2, 3), 1)
                            * np.linalg.norm(x[:4].reshape(2, 2), -np.inf)),
        "diagonals": lambda x: np.diag(x, 1) * np.trace(x.reshape(3, 2), -1),
        "powers": lambda x: np.linalg.matrix_power(x[:4].reshape(2, 2), 3),
        "crosses": lambda x: np.cross(x[:3], x[3:] ** 2),
        "pairs": lambda x: np.kron(x[:2], x),
        "filters": lambda x: np.convolve(x, x[:3] ** 2, "same"),
        "windows": lambda x: np.lib.stride_tricks.sliding_window_view(x, 3) ** 2,
        "slopes": lambda x: np.gradient(x**2, edge_order=2),
        "sinc": lambda x: np.sinc(x * np.array([0, 1e-3, 0.1, 1, 2, 3])),
        "running": lambda x: np.cumprod(x) + np.maximum.accumulate(x),
        "angles": lambda x: np.unwrap(4 * x),
        "lines": lambda x: (np.interp(x, points, heights)
                            + np.interp(points, np.cumsum(x * x), x)[2:3]),
        "covariances": lambda x: np.corrcoef(x.reshape(2, 3))[0] * np.cov(x),
        "sums": lambda x: np.logaddexp.reduce(x) * np.polyval(x, 0.5) * np.nanvar(x),
        "choices": lambda x: np.select([x < 0], [x * x], np.sin(x)),
        "pieces": lambda x: (np.delete(x**2, 1) * np.insert(x[:4], 1, x[5])
                             * np.diff(x, prepend=x[:1])[1:]),
        "chosen": lambda x: x[np.array([True, False, True, True, False, True])] ** 2,
    }  # fmt: skip
    for name, function in functions.items():
        weights = np.cos(np.arange(function(x).size)).reshape(np.shape(function(x)))

        def total(x, function=function, weights=weights):
            return np.sum(function(x) * weights)

        moved = step * np.eye(len(x))
        wanted = [(total(x + d) - total(x - d)) / (2 * step) for d in moved]
        np.testing.assert_allclose(grad(total)(x), wanted, rtol=2e-7, atol=2e-8, err_msg=name)


def test_the_slope_of_sinc_at_zero_changes_as_it_does():
    second = grad(grad(np.sinc))
    assert second(np.float64(0)) == pytest.approx(-(np.pi**2) / 3, rel=1e-12)


def test_what_a_dynamic_size_does_not_allow_is_refused_and_the_rest_goes_on():
    dynamic = {"dynamic": {"x": (0,)}}
    for size in (6, 9):
        same_as = {
            "filter": lambda x: np.convolve(x, np.array([1.0, 2, 3]), "same"),
            "windows": lambda x: np.lib.stride_tricks.sliding_window_view(x, 3),
            "slopes": lambda x: np.gradient(x),
            "diagonal": lambda x: np.diag(x),
        }
        x = normal(size, dtype=np.float64)
        for name, function in same_as.items():
            got = jit(function, **dynamic)(x)
            np.testing.assert_allclose(got, function(x), rtol=1e-12, err_msg=name)
    for function, message in (
        (lambda x: np.cumprod(x), "multiply.accumulate along an axis of dynamic size x_0"),
        (lambda x: np.convolve(x, x), "of two arrays of dynamic size"),
        (lambda x: np.searchsorted(x, 1.0), "a dynamic number of elements"),
        (lambda x: np.delete(x, 1), "an axis of dynamic size"),
    ):
        with pytest.raises(TraceError, match=message):
            jit(function, **dynamic)(V)


# Known masks and powers -------------------------------------------------------------------------


def test_a_mask_that_is_known_picks_what_numpy_picks():
    rows, columns = np.array([True, False, True]), np.array([False, True, True, False])
    pair, cube = normal(3, 4, 2), (normal(3, 4) > 0)
    same(lambda x, a: (x[rows], x[:, columns], x[cube], x[[True, False, False]], x[~rows, 1:],
                       x[rows, [0, 2]], x[1, columns], a[cube], a[..., columns, 0], a[rows, ..., 1],
                       a[:, columns, None], a[rows & False], a[1, columns, [1]]),
         X, pair)  # fmt: skip
    assert not jit(lambda x: x[rows]).compile(X).graph.checks  # nothing for a call to find


def test_a_mask_of_another_size_or_that_only_the_call_knows_is_refused():
    for mask, message in (
        (np.ones(4, bool), r"along axis 0; size of axis is 3 but size of corresponding.* is 4"),
        (np.ones((3, 3), bool), "along axis 1; size of axis is 4"),
        (np.ones((3, 4, 2), bool), "too many indices"),
    ):
        with pytest.raises(IndexError, match=message):
            jit(lambda x, mask=mask: x[mask])(X)
    with pytest.raises(TraceError, match="that only the call knows gives an array of unknown size"):
        jit(lambda x: x[x > 0])(X)
    two = jit(lambda x: x[np.array([True, False, True])], dynamic={"x": (0,)})
    assert two(V[:3]).tolist() == [V[0], V[2]]
    with pytest.raises(ArgumentError, match="needs the size x_0 to be equal to 3"):
        two(V)


def test_an_integer_to_a_negative_integer_power_says_what_gives_a_float():
    power = jit(lambda n: 2**n)
    assert (power(3), power(3).dtype) == (8, np.int64)
    with pytest.raises(
        ValueError, match=r"numpy\.py:\d+: an integer to a negative .*write 2\.0 \*\* n"
    ):
        power(-3)
    assert jit(lambda n: 2.0**-n)(3) == 0.125
    assert jit(lambda n: 2**-n, static=("n",))(3) == 0.125
    whole_power = jit(lambda n: 2**n)
    assert whole_power(np.array([0, 3])).tolist() == [1, 8]
    with pytest.raises(ValueError, match="Integers to negative integer powers are not allowed"):
        whole_power(np.array([0, -3]))


@settings(deadline=None, max_examples=10)
@given(
    st.sampled_from(["constant", "edge", "reflect", "symmetric", "wrap"]),
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=2),
    st.sampled_from([f32, np.int8, bool]),
)
def test_padding_in_each_mode_is_numpys(mode, widths, dtype):
    same(lambda x: np.pad(x, widths, mode=mode), (np.arange(12).reshape(3, 4) % 5).astype(dtype))


def test_padding_takes_values_for_each_side_and_refuses_what_it_has_not():
    same(lambda x: (np.pad(x, 1, constant_values=(1, 2)), np.pad(x, {-1: (0, 2)}, mode="edge"),
                    np.pad(x, ((1, 0), (0, 2)), constant_values=((1, 2), (3, 4)))), X)  # fmt: skip
    for width, options, message in (
        (1, {"mode": "maximum"}, "mode='maximum' is not compiled; modes are constant, edge"),
        (5, {"mode": "reflect"}, "for widths up to 2 at axis 0; got 5"),
        (1, {"constant_values": (1, 2, 3)}, r"test_stepdown_numpy.py:\d+: numpy.pad: operands"),
    ):
        with pytest.raises((TraceError, ValueError), match=message):
            jit(lambda x, w=width, o=options: np.pad(x, w, **o))(X)


def test_rolling_a_dynamic_axis_goes_no_further_than_it_is_long():
    roll = jit(lambda x: (np.roll(x, 2), np.roll(x, -1), np.roll(x, 0)), dynamic={"x": (0,)})
    for size in (2, 3, 5):
        for ours, theirs in zip(roll(V[:size]), (np.roll(V[:size], s) for s in (2, -1, 0)),
                                strict=True):  # fmt: skip
            np.testing.assert_array_equal(ours, theirs)
    with pytest.raises(ArgumentError, match="needs the size x_0 - 2 to be at least 0"):
        roll(V[:1])


# What to write instead --------------------------------------------------------------------------

INSTEAD = {
    "bitwise_count": (np.arange(9, dtype=np.uint8),),
    "heaviside": (V.round(), np.array(0.5, f32)),
    "ldexp": (V, 3),
}


@pytest.mark.parametrize("name", INSTEAD)
def test_what_an_error_tells_to_write_gives_what_numpys_function_gives(name):
    arguments = INSTEAD[name]
    formula = instead.FORMULAS[name].partition(" for 8")[0]
    names = "x" if len(arguments) == 1 else "xn" if isinstance(arguments[1], int) else "ab"
    written = eval(f"lambda {', '.join(names)}: {formula}", {"np": np})
    function = getattr(np, name)
    wanted = function(*arguments)
    static = ("n",) if names == "xn" else ()
    np.testing.assert_allclose(
        jit(written, static=static)(*arguments), wanted, rtol=1e-5, atol=1e-6
    )
    with pytest.raises(TraceError, match=f"{name} is not compiled; write ") as error:
        jit(lambda x, *rest: function(x, *rest))(*arguments)
    assert instead.FORMULAS[name] in str(error.value)


def test_a_function_without_a_formula_is_refused_with_the_reason():
    for function, reason in (
        (np.median, "numpy.median is not compiled; nothing that sorts is"),
        (np.linalg.inv, "numpy.linalg.inv is not compiled; compute it before the call"),
        (np.nonzero, "numpy.nonzero is not compiled; only values tell the size"),
    ):
        with pytest.raises(TraceError, match=reason):
            jit(lambda x, f=function: f(x))(X)
    with pytest.raises(AttributeError, match="argsort of an array is not compiled; nothing that"):
        jit(lambda x: x.argsort())(X)
