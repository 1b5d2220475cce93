"""The row kernels of mlir/kernels: exp and tanh to the ulp, and the rows of any matrix."""

from __future__ import annotations

import math
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, compiled
from hypothesis import given, settings
from hypothesis import strategies as st

import runners
from runners import toolchain

sys.path.append(str(ROOT / "chapters" / "04-linalg"))
from ulp import ulps

f32, f64 = np.float32, np.float64
ROWS = "mlir/kernels/rows.mlir"
EXACT = {"exp_rows": np.exp, "tanh_rows": np.tanh}
LIMIT = {"exp_rows": 0.9, "tanh_rows": 1.05}  # ulp; 0.5 is the best there is, 2 was asked for
EVERY = 1 << 32


@pytest.fixture(scope="module")
def rows():
    return compiled(ROWS, "cpu-vectors")


def worst(library, name: str, start: int, stop: int, stride: int = 1) -> float:
    """The largest distance in ulp over the bit patterns range(start, stop, stride)."""
    found, chunk = 0.0, stride << 15  # temporaries of 256 KiB stay in the cache
    for first in range(start, stop, chunk):
        bits = np.arange(first, min(first + chunk, stop), stride, dtype=np.uint64)
        x = bits.astype(np.uint32).view(f32).reshape(1, -1)
        out = np.empty_like(x)
        library[name](x, out)
        with np.errstate(all="ignore"):
            found = max(found, np.abs(ulps(out, EXACT[name](x.astype(f64)))).max())
    return found


# The measure itself.


def test_ulps_count_the_distance_in_last_places():
    exact = np.array([1.0, 1.0, 2.0**-149, 0.0, np.inf, 2.0**128, np.nan])
    got = np.array([1 + 2**-23, 1 - 2**-24, 2.0**-148, 0.0, np.inf, 2.0**128 - 2.0**104, np.nan])
    with np.errstate(over="ignore"):
        assert ulps(got.astype(f32), exact).tolist() == [1, -0.5, 1, 0, 0, -1, 0]


@pytest.mark.parametrize(("got", "exact"), [(0.0, -0.0), (np.nan, 1.0), (1.0, np.nan), (-1, 1)])
def test_a_wrong_sign_or_nan_is_infinitely_far(got, exact):
    assert ulps(np.array([got], f32), np.array([exact], f64))[0] == np.inf


# exp and tanh over the whole range.


@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_on_a_dense_sample_of_all_floats(rows, name):
    # 1021 is prime: the sample meets every exponent, sign and low bit; NaNs are among it.
    assert worst(rows, name, 0, EVERY, 1021) < LIMIT[name]


@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_at_every_float_where_the_method_changes(rows, name):
    # The ends of the normal and of the subnormal results, the border of tanh's polynomial, zero.
    for value in (87.0, -87.0, 88.72284, -87.33655, -103.97208, 0.8, -0.8, 1e-45, 9.01, 44.0):
        middle = int(np.array(value, f32).view(np.uint32))
        assert worst(rows, name, max(middle - 50_000, 0), middle + 50_000) < LIMIT[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_at_each_of_the_2_to_the_32_floats(rows, name):
    assert worst(rows, name, 0, EVERY) < LIMIT[name]


@pytest.mark.parametrize("name", EXACT)
def test_within_2_ulp_where_the_processor_has_no_fused_multiply_add(name):
    generic = runners.load(ROOT / ROWS).compile("cpu-vectors", how="aot", cpu="generic")
    assert worst(generic, name, 0, EVERY, 20_011) < 2.0


SPECIAL = {
    "exp_rows": [
        (np.nan, np.nan), (np.inf, np.inf), (-np.inf, 0.0), (0.0, 1.0), (-0.0, 1.0), (1e-45, 1.0),
        (88.72283, 3.4027985e38), (88.72284, np.inf), (-103.97208, 1e-45), (-103.97209, 0.0),
        (3.4e38, np.inf), (-3.4e38, 0.0),
    ],
    "tanh_rows": [
        (np.nan, np.nan), (np.inf, 1.0), (-np.inf, -1.0), (0.0, 0.0), (-0.0, -0.0), (50.0, 1.0),
        (-50.0, -1.0), (1e-8, 1e-8), (1e-45, 1e-45), (-1e-40, -1e-40), (3.4e38, 1.0),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", SPECIAL)
def test_special_values(rows, name):
    x, expected = np.array(SPECIAL[name], f32).T.copy()
    out = np.empty((1, len(x)), f32)
    rows[name](x.reshape(1, -1), out)
    assert np.array_equal(out[0], expected, equal_nan=True)
    assert np.array_equal(np.signbit(out[0][1:]), np.signbit(expected[1:]))


def test_no_function_of_libm_is_called(tmp_path):
    program = runners.load(ROOT / ROWS)
    program.compile("cpu-vectors", how="aot", cpu="generic", keep=tmp_path)
    undefined = toolchain.run("llvm-nm", "--undefined-only", str(tmp_path / "module.o")).stdout
    assert undefined.split() == []


def test_the_coefficients_are_those_that_the_script_fits():
    script = ROOT / "chapters" / "04-linalg" / "coefficients.py"
    printed = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    constant = re.compile(r"(%c\d+) = arith.constant dense<(.*?)>")
    fitted, written = constant.findall(printed.stdout), constant.findall((ROOT / ROWS).read_text())
    assert [name for name, _ in fitted] == [name for name, _ in written]
    assert len(fitted) == 5 + 6 + 10
    # Another BLAS rounds otherwise; the last coefficients, which matter least, differ most.
    np.testing.assert_allclose(
        [float(value) for _, value in written], [float(value) for _, value in fitted], rtol=1e-3
    )


# Rows of any size against NumPy in float64.

SIZES = (0, 1, 2, 15, 16, 17, 31, 63, 64, 65, 127, 128, 130, 509)


def softmax(x: np.ndarray) -> np.ndarray:
    with np.errstate(all="ignore"):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)


def layer_norm(x, scale, shift, epsilon):
    return (x - x.mean(1, keepdims=True)) / np.sqrt(
        x.var(1, keepdims=True) + epsilon
    ) * scale + shift


def gelu_tanh(x: np.ndarray) -> np.ndarray:
    # As 1 / (1 + exp(-2 u)): in float64 too, 1 + tanh(u) has few digits left for negative x.
    with np.errstate(over="ignore"):
        return x / (1 + np.exp(-2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def gelu_erf(x: np.ndarray) -> np.ndarray:
    return x * 0.5 * np.vectorize(math.erfc, otypes=[f64])(-x / math.sqrt(2))


def guarded(shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """An array of that shape inside a larger one that must not be written outside of it."""
    around = np.full(shape[0] * shape[1] + 128, 7, f32)
    return around, around[64 : 64 + shape[0] * shape[1]].reshape(shape)


def untouched(around: np.ndarray) -> bool:
    return bool((around[:64] == 7).all() and (around[-64:] == 7).all())


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_softmax_of_rows_of_any_length(rows, count, columns):
    x = np.random.default_rng(columns).normal(scale=2, size=(count, columns)).astype(f32)
    around, out = guarded(x.shape)
    rows.softmax(x, out)
    if columns:
        # x - max is rounded, by at most 2^-25 of 16, and exp makes a relative error of it.
        rtol = 16 * 2.0**-25 + 4e-7
        np.testing.assert_allclose(out, softmax(x.astype(f64)), rtol=rtol, atol=0)
    assert untouched(around)


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_layer_norm_of_rows_of_any_length(rows, count, columns):
    random = np.random.default_rng(columns)
    x = random.normal(loc=3, scale=2, size=(count, columns)).astype(f32)
    scale, shift = random.standard_normal((2, columns), f32)
    around, out = guarded(x.shape)
    rows.layer_norm(x, scale, shift, 1e-5, out)
    if columns:
        expected = layer_norm(x.astype(f64), scale.astype(f64), shift.astype(f64), f64(f32(1e-5)))
        # One element has variance 0: what the mean's rounding leaves is multiplied by 316.
        np.testing.assert_allclose(out, expected, rtol=2e-6, atol=2e-6)
    assert untouched(around)


@pytest.mark.parametrize("columns", SIZES)
@pytest.mark.parametrize("form", [gelu_tanh, gelu_erf])
def test_gelu_of_rows_of_any_length(rows, form, columns):
    x = np.random.default_rng(columns).normal(scale=2, size=(3, columns)).astype(f32)
    around, out = guarded(x.shape)
    rows[form.__name__](x, out)
    # For x < 0 the result falls like exp(-x^2): a relative error of x is multiplied by 2 x^2.
    np.testing.assert_allclose(out, form(x.astype(f64)), rtol=1e-5, atol=0)
    assert untouched(around)


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 90), st.integers(0, 90), st.integers(0, 2**32 - 1))
def test_sizes_that_differ_are_cut_to_what_both_have(height, width, other, seed):
    rows = compiled(ROWS, "cpu-vectors")
    random = np.random.default_rng(seed)
    x = random.standard_normal((height, width), f32)
    around, out = guarded((height, other))
    for name in ("softmax", "gelu_tanh", "exp_rows"):
        out[:] = 7
        rows[name](x, out)
        both = min(width, other)
        alone = np.empty((height, both), f32)
        rows[name](np.ascontiguousarray(x[:, :both]), alone)
        assert np.array_equal(out[:, :both], alone)
        assert (out[:, both:] == 7).all()
        assert untouched(around)


def test_layer_norm_with_too_short_parameters_writes_no_more_than_they_have(rows):
    x, out = np.ones((2, 40), f32), np.full((2, 40), 7, f32)
    rows.layer_norm(x, np.ones(33, f32), np.zeros(17, f32), 1e-5, out)
    assert (out[:, :17] == 0).all()
    assert (out[:, 17:] == 7).all()


def test_layer_norm_of_a_large_mean_loses_no_more_than_the_input_did(rows):
    x = (1e4 + np.random.default_rng(1).standard_normal((4, 768))).astype(f32)
    out = np.empty_like(x)
    rows.layer_norm(x, np.ones(768, f32), np.zeros(768, f32), 1e-5, out)
    expected = layer_norm(x.astype(f64), 1.0, 0.0, f64(f32(1e-5)))
    # The mean is rounded to float32: 2^-11 at 10000, in units of the deviation, 1.
    np.testing.assert_allclose(out, expected, rtol=0, atol=2.0**-11)


# What is not a number, and what is not finite: NumPy's rules.


def special_rows() -> np.ndarray:
    x = np.random.default_rng(5).standard_normal((8, 37), f32)
    x[0, :] = -np.inf
    x[1, 3:] = -np.inf  # masked attention
    x[2, 36] = np.nan
    x[3, 5] = np.inf
    x[4, :2] = np.nan, np.inf
    x[5, :] = 3e38
    x[6, :] = np.nan
    x[7, 0] = 1000  # the others underflow to 0
    return x


def test_softmax_treats_nan_and_infinity_as_numpy(rows):
    x = special_rows()
    out = np.empty_like(x)
    rows.softmax(x, out)
    expected = softmax(x.astype(f64))
    assert np.isnan(out).all(axis=1).tolist() == [True, False, True, True, True, False, True, False]
    np.testing.assert_allclose(out, expected, rtol=4e-7, atol=2.0**-149)
    assert (out[1, 3:] == 0).all()


def test_softmax_of_a_row_of_minus_infinity_is_nan(rows):
    for columns in (1, 16, 64, 100):
        out = np.zeros((2, columns), f32)
        rows.softmax(np.full((2, columns), -np.inf, f32), out)
        assert np.isnan(out).all()


def test_one_nan_makes_its_row_nan_and_no_other(rows):
    # max of [1, nan, 2] is nan: wherever the NaN is, in whole vectors or in what is left of a row.
    for columns in (3, 16, 64, 67, 130):
        x = np.ones((columns, columns), f32)
        np.fill_diagonal(x, np.nan)
        x[:, -1] = np.where(np.isnan(x[:, -1]), np.nan, 2)
        x = np.concatenate([x, np.ones((1, columns), f32)])
        out = np.empty_like(x)
        rows.softmax(x, out)
        assert np.isnan(out[:-1]).all()
        assert not np.isnan(out[-1]).any()


def test_layer_norm_treats_nan_and_infinity_as_numpy(rows):
    x = special_rows()
    out = np.empty_like(x)
    rows.layer_norm(x, np.ones(37, f32), np.zeros(37, f32), 1e-5, out)
    with np.errstate(all="ignore"):
        expected = layer_norm(x, f32(1), f32(0), f32(1e-5))
    assert np.array_equal(np.isnan(out), np.isnan(expected))


# GELU: two functions, told apart.


@pytest.mark.parametrize(("name", "at_one"), [("gelu_tanh", 0.8411920), ("gelu_erf", 0.8413447)])
def test_gelu_of_1_tells_the_two_forms_apart(rows, name, at_one):
    out = np.empty((1, 3), f32)
    rows[name](np.array([[1, -1, 0]], f32), out)
    np.testing.assert_allclose(out, [[at_one, at_one - 1, 0]], rtol=0, atol=6e-8)


@pytest.mark.parametrize("form", [gelu_tanh, gelu_erf])
def test_gelu_is_within_4_ulp_around_zero_and_keeps_digits_far_below_it(rows, form):
    for low, high, most in ((-1, 10, 4), (-4, -1, 40), (-9, -4, 200)):
        x = np.linspace(low, high, 200_001, dtype=f32).reshape(1, -1)
        out = np.empty_like(x)
        rows[form.__name__](x, out)
        found = np.abs(ulps(out, form(x.astype(f64)))).max()
        assert found < most, (low, high, found)


@pytest.mark.parametrize("name", ["gelu_tanh", "gelu_erf"])
def test_gelu_of_special_values(rows, name):
    # -inf times 0 is NaN, as in the formula; NumPy and PyTorch return NaN too.
    x = np.array([[np.nan, np.inf, -np.inf, 0.0, 3e38, -3e38, 1e-45, -100.0]], f32)
    out = np.empty_like(x)
    rows[name](x, out)
    expected = np.array([[np.nan, np.inf, np.nan, 0.0, 3e38, 0.0, 0.0, 0.0]], f32)
    np.testing.assert_array_equal(out, expected)


def test_gelu_tanh_is_minus_0_once_the_exponential_in_it_is_infinite(rows):
    # A limit of the formula that the kernel's comment states: the last results, normal numbers
    # between 2^-126 and 2.96e-38, come out as -0. Nothing larger is lost.
    x = np.array([[-10.060966, -10.0609665, -10.08]], f32)
    out = np.empty_like(x)
    rows.gelu_tanh(x, out)
    exact = gelu_tanh(x.astype(f64))[0]
    assert abs(out[0, 0] / exact[0] - 1) < 1e-4
    assert out[0, 1:].tolist() == [0, 0]
    assert np.signbit(out).all()
    assert (exact[1:] < -(2.0**-126)).all()
    assert (exact[1:] > -2.96e-38).all()


def test_gelu_erf_beyond_the_end_of_the_fit_is_off_by_few_of_the_smallest_numbers(rows):
    x = np.linspace(-16, -13.5, 20_001, dtype=f32).reshape(1, -1)
    out = np.empty_like(x)
    rows.gelu_erf(x, out)
    exact = gelu_erf(x.astype(f64))
    assert (exact > -(2.0**-132)).all()
    assert np.abs(out - exact).max() < 8 * 2.0**-149


@pytest.mark.parametrize("name", ["softmax", "gelu_tanh"])
def test_the_output_may_not_be_the_input(rows, name):
    x = np.zeros((2, 16), f32)
    with pytest.raises(runners.ArgumentError, match=name):
        rows[name](x, x)
