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

from stepdown import ArgumentError, TraceError, jit
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
    "convolve": (V, V[:3]),
    "correlate": (V, V[:3]),
    "cross": (X[:, :3], X[:, 1:]),
    "cumprod": (np.abs(V),),
    "delete": (V, 2),
    "digitize": (V, np.array([-1.0, 0, 1])),
    "gradient": (V,),
    "heaviside": (V.round(), np.array(0.5, f32)),
    "ldexp": (V, 3),
    "nanstd": (HOLED,),
    "nanvar": (HOLED,),
    "searchsorted": (np.array([-1.0, 0, 1]), V),
    "sinc": (V.round(1),),
    "vander": (V, 3),
}


@pytest.mark.parametrize("name", INSTEAD)
def test_what_an_error_tells_to_write_gives_what_numpys_function_gives(name):
    arguments = INSTEAD[name]
    formula = instead.FORMULAS[name].partition(" for ascending")[0].partition(" for 8")[0]
    formula = formula.partition(" for positive")[0]
    names = "x" if len(arguments) == 1 else "xn" if isinstance(arguments[1], int) else "ab"
    written = eval(f"lambda {', '.join(names)}: {formula}", {"np": np})
    function = np.linalg.__dict__.get(name) or getattr(np, name)
    wanted = np.correlate(*arguments) if name == "correlate" else function(*arguments)
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
