"""Inputs that have broken the tensor compiler, or nearly: each kind once, beside NumPy."""

import ctypes
import functools
import os
import subprocess
import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from tensors import normal, same, whole

from stepdown import ArgumentError, TraceError, jit

X, V = normal(5, 7), normal(7)
CUBE = np.arange(2 * 3 * 4 * 5, dtype=np.float32).reshape(2, 3, 4, 5)
FLAGS = np.array([True, False, True])
BYTES = np.array([-128, -1, 0, 1, 127], np.int8)
SPECIAL = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 1.5, -2.5])


# Universal functions ---------------------------------------------------------------------------

UFUNCS = {
    "whole numbers of booleans": (lambda x: (np.floor(x), np.ceil(x), np.trunc(x)), FLAGS),
    "square of booleans": (np.square, FLAGS),
    "rounding": (
        lambda b, i, u: (np.round(b), np.round(i, -1), np.round(i, 2), np.round(u, -1)),
        FLAGS,
        whole(-99, 99, 9),
        whole(0, 99, 9, dtype=np.uint8),
    ),
    "angles": (
        lambda b, h, i: (np.deg2rad(b), np.degrees(h), np.radians(i), np.rad2deg(i)),
        BYTES,
        normal(5, dtype=np.float16),
        whole(-99, 99, 5, dtype=np.int16),
    ),
    "float_power": (
        lambda h, i: (np.float_power(h, 2), np.float_power(i, -1)),
        normal(5, dtype=np.float16),
        np.array([1, 2, 4]),
    ),
    "logaddexp": (
        lambda b, i, f: (np.logaddexp(b, b), np.logaddexp(i, 4), np.logaddexp(f, -f)),
        BYTES,
        np.array([np.iinfo(np.int64).max, -5, 3]),
        SPECIAL,
    ),
    "differences of booleans": (lambda x: np.diff(x), FLAGS),
}


@pytest.mark.parametrize("name", UFUNCS)
def test_a_ufunc_has_the_dtype_and_values_of_numpys(name):
    same(*UFUNCS[name])


def test_functions_take_the_less_usual_arguments_too():
    same(lambda x: (np.tril(x), np.triu(x, 1), np.full_like(x, [7] * 7)), V)
    same(lambda x: (np.roll(x, (1, 2), (0, 1)), np.roll(x, 3, (0, -1)), x.transpose(None)), X)
    same(lambda x: (np.nan_to_num(x), x.clip(2)), np.arange(4))
    wide = jit(np.nan_to_num)(np.array([np.inf], ml_dtypes.bfloat16))
    assert wide[0] == ml_dtypes.finfo(ml_dtypes.bfloat16).max
    with pytest.raises(OverflowError, match="out of bounds for uint8"):
        jit(lambda x: np.full_like(x, 300))(np.arange(3, dtype=np.uint8))
    with pytest.raises(TraceError, match="does not become int32 by the rule 'same_kind'"):
        jit(lambda x: np.concatenate([x, x], dtype=np.int32))(V)
    with pytest.raises(TraceError, match="a number for each element is not compiled"):
        jit(lambda x: np.repeat(x, [1] * 7))(V)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "uint64", "int8", "int64"])
def test_integer_powers_take_every_exponent_that_the_dtype_has(dtype):
    bases = np.array([0, 1, 2, 3, 5, 6, 10], dtype)
    most = np.iinfo(dtype).max
    for exponent in (0, 1, 5, most // 2 + 1, most - 1, most):
        same(lambda x, y: x**y, bases, np.full(7, exponent, dtype))


@pytest.mark.parametrize("exponents", [np.array([2, -1]), -1])
def test_an_integer_to_a_negative_power_is_an_error(exponents):
    for base in (np.array([2, 0]), np.int8([2, 0])):
        with pytest.raises(ValueError, match="Integers to negative integer powers"):
            jit(lambda x, y: x**y)(base, exponents)


def test_a_dtype_that_numpy_would_not_cast_to_is_refused():
    with pytest.raises(TraceError, match="float64 does not become int32"):
        jit(lambda x: np.add(x, 1.5, dtype=np.int32))(np.arange(3))
    same(lambda x: np.add(x, x, dtype=np.float64), V)


# Numbers of Python -----------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("number", [-(1 << 62), -200, -1, 3, 300, 1 << 40, 1 << 63, (1 << 64) - 1])
def test_a_python_integer_beyond_the_dtype_is_compared_as_a_number(dtype, number):
    info = np.iinfo(dtype)
    array = np.array([info.min, 0, 3, info.max], dtype)

    def compare(x, n):
        return x < n, x == n, n != x, n >= x

    same(lambda x: compare(x, number), array)
    if number < 1 << 63:
        same(compare, array, number)


def test_a_python_integer_that_does_not_fit_is_an_overflow_as_an_argument_too():
    function = jit(lambda x, n: x + n)
    np.testing.assert_array_equal(function(BYTES[1:4], 100), BYTES[1:4] + 100)
    for array, number in ((BYTES, 300), (BYTES, -129), (np.uint8([1]), -1), (np.uint64([1]), -1)):
        with pytest.raises(OverflowError, match="out of bounds for"):
            function(array, number)


def test_a_bound_of_clip_may_be_beyond_the_dtype():
    same(lambda x: (np.clip(x, -1, 300), np.clip(x, -1, 3)), np.arange(5, dtype=np.uint8))


def test_a_literal_of_64_bits_without_a_sign_is_taken_for_uint64():
    same(lambda x: (x + ((1 << 64) - 1), x ^ (1 << 63)), np.arange(3, dtype=np.uint64))
    with pytest.raises(OverflowError, match="out of bounds for int64"):
        jit(lambda x: x + (1 << 63))(np.arange(3))


# Reductions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", [0, -1])
def test_a_number_is_reduced_over_axis_0_as_numpy_does(axis):
    for name in ("sum", "max", "argmin", "any", "count_nonzero"):
        same(lambda x, name=name: getattr(np, name)(x, axis=axis, keepdims=True), np.array(3.0))
    same(lambda x: np.cumsum(x, axis), np.array(3, np.int8))
    with pytest.raises(np.exceptions.AxisError):
        jit(lambda x: x.sum(1))(np.float32(3))


def test_the_maximum_of_a_dynamic_axis_without_elements_is_refused():
    for function in (lambda x: x.max(0), lambda x: x.argmin(), lambda x: np.ptp(x, 0)):
        compiled = jit(function, dynamic={"x": (0,)})
        np.testing.assert_array_equal(compiled(X), function(X))
        with pytest.raises(ArgumentError, match="to be at least 1"):
            compiled(X[:0])


@pytest.mark.parametrize("threads", [False, True])
def test_a_long_sum_is_about_as_exact_as_numpys_pairwise_one(threads):
    array = np.random.default_rng(0).random(3_000_000, np.float32)
    away = (array.astype(np.float64) - array.astype(np.float64).mean()) ** 2
    total = jit(lambda x: ((x - x.mean()) ** 2).sum(), threads=threads)(array)
    assert abs(float(total) / away.sum() - 1) < 1e-6


def test_a_sum_in_pieces_is_right_for_every_number_of_rows():
    function = jit(lambda x: (x - x.mean(), x.min()), dynamic={"x": (0,)}, threads=False)
    for rows in (1, 2, 63, 64, 65, 700):
        array = normal(rows, 300)
        centred, least = function(array)
        np.testing.assert_allclose(centred, array - array.mean(), atol=1e-5)
        assert least == array.min()


# Products --------------------------------------------------------------------------------------

M, N = normal(4, 5), normal(4, 5, seed=1)


@pytest.mark.parametrize(
    ("subscripts", "operands"),
    [
        ("i,j->ij", (V, V)), ("i,j", (V, V)), ("ij,ij->ij", (M, N)), ("ij,ij->ji", (M, N)),
        ("ij,kl->ljik", (M, normal(2, 3))), ("ij,i->ij", (M, normal(4))), (",->", (V[0], V[1])),
        ("i,->i", (V, V[1])), ("ij,jk->ij", (M, normal(5, 3))), ("...,...", (CUBE, CUBE)),
        ("ii,ii->i", (M[:, :4], N[:, :4])), ("aa,bb->ba", (M[:, :4], N[:, :4])),
        ("ij,ij->ij", (M > 0, N > 0)), ("i,j->ij", (V.astype(np.float16),) * 2),
    ],
)  # fmt: skip
def test_an_einsum_that_sums_nothing_is_numpys(subscripts, operands):
    same(lambda a, b: np.einsum(subscripts, a, b), *operands)


def test_products_of_axes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="have sizes 4 and 5"):
        jit(lambda x: np.einsum("ii", x))(M)
    with pytest.raises(ArgumentError, match="to be equal to 5"):
        jit(lambda x: np.einsum("ii", x), dynamic={"x": (0,)})(M)
    with pytest.raises(ValueError, match="are not as many"):
        jit(lambda x: np.tensordot(x, x, ([0, 1], [0])))(M)
    same(lambda x, y: (np.inner(x, y), np.tensordot(x, x, 0)), M, np.float32(3))


# Indexing --------------------------------------------------------------------------------------

TWO, OTHER = np.array([0, 1]), np.array([0, 2])


@pytest.mark.parametrize(
    "key",
    [
        (0, slice(None), TWO), (slice(None), TWO, slice(None), 0), (0, Ellipsis, TWO),
        (slice(None), 0, TWO), (0, TWO), (TWO, 0), (TWO, slice(None), 0), (TWO, None, OTHER),
        (TWO, Ellipsis, 1), (0, None, TWO), (TWO, 0, slice(None), OTHER), (TWO, slice(None), OTHER),
        ([], slice(None), 1), (np.array([[0, 1]]), 0, slice(None), np.array([[1], [2]])),
        (slice(None, None, -1), 0, slice(1, 3), TWO),
    ],
)  # fmt: skip
def test_an_integer_beside_index_arrays_counts_as_one(key):
    same(lambda x: x[key], CUBE)


@pytest.mark.parametrize(
    "bad", [np.array([1 << 63], np.uint64), np.array([1 << 31], np.uint32), np.array([-1 << 63])]
)
def test_an_index_beyond_all_axes_is_an_index_error(bad):
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 5"):
        jit(lambda x, i: x[i])(X, bad)


def test_what_is_picked_by_the_place_of_an_extreme_is_numpys():
    same(lambda x: (x[x.argmax(0), np.arange(7)], x.ravel()[x.argmax()]), X)
    same(lambda x: x[np.arange(5), x.argmax(1)], X)
    same(lambda x: np.take_along_axis(x, x.argmax(1)[:, None], 1) + x, X)


def test_take_along_an_axis_broadcasts_the_others():
    same(lambda x, i: np.take_along_axis(x, i, -1), CUBE, np.ones((1, 3, 1, 2), int))
    same(lambda x, i: np.take_along_axis(x, i, 0), normal(4, 1), np.ones((2, 3), int))


# Shapes ----------------------------------------------------------------------------------------


def test_what_is_cut_off_a_reversed_array_may_be_nothing():
    row = np.ones((1, 3), np.float32)
    same(lambda x: (-x[::-1][1:], np.sum(x[::-1][1:] * 2, axis=1), -x[:, ::-1][:, 3:]), row)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.transpose(2, 0, 1).reshape(x.shape[2], -1),
        lambda x: (x + 1).reshape(x.shape[1], x.shape[0], x.shape[2]).sum(1),
        lambda x: x[..., ::2].reshape(x.shape[1], x.shape[0], -1),
    ],
)
def test_a_reshape_into_several_dynamic_sizes_is_numpys(function):
    compiled = jit(function, dynamic={"x": (0, 1, 2)})
    for n in (1, 2, 5, 0):
        array = normal(n, n + 1, 2 * n)
        if not array.size:
            array = normal(1, 3, 2)
        np.testing.assert_allclose(compiled(array), function(array), atol=1e-5)


def test_a_dynamic_size_is_a_number_in_arithmetic():
    dynamic = {"x": (0,)}

    def function(x):
        return x.sum(0) / x.shape[0], x * x.size, 1 - x[x.shape[0] - 1] * 2

    compiled = jit(function, dynamic=dynamic)
    for n in (1, 4):
        for got, wanted in zip(compiled(X[:n]), function(X[:n]), strict=True):
            assert got.dtype == wanted.dtype
            np.testing.assert_allclose(got, wanted, rtol=1e-6)
    ramp = jit(lambda x: np.arange(x.shape[0], 1, -2, like=x), dynamic=dynamic)
    for n in (1, 4, 5):
        np.testing.assert_array_equal(ramp(X[:n]), np.arange(n, 1, -2))


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (lambda x: np.zeros((-1,), like=x), ValueError, "negative dimensions"),
        (lambda x: np.broadcast_to(x, (-3, 5, 7)), ValueError, "negative dimensions"),
        (lambda x: np.pad(x, -1), ValueError, "negative dimensions"),
        (lambda x: np.zeros((1 << 62, 1 << 62), like=x), ValueError, "is too big"),
        (lambda x: x.reshape(-5, -7), TraceError, "cannot reshape"),
        (lambda x: np.split(x, 0), ValueError, "number of sections must be larger than 0"),
        (lambda x: np.split(x, -1), ValueError, "number of sections must be larger than 0"),
        (lambda x: np.diff(x, prepend=np.ones((1, 1, 1))), ValueError, "same number of dimensions"),
        (lambda x: f"{x.sum():.3f}", TraceError, "where Python needs a number"),
        (lambda x: np.concatenate([x.astype(np.int32), B16]), TraceError, "could not be promoted"),
    ],
)
def test_a_shape_or_dtype_that_cannot_be_is_an_error_that_names_the_line(function, error, message):
    with pytest.raises(error, match=message) as caught:
        jit(function)(X)
    assert f"{__file__}:{function.__code__.co_firstlineno}" in str(caught.value)


B16 = normal(2, 7, dtype=ml_dtypes.bfloat16)


def test_a_split_of_a_dynamic_axis_has_to_be_even():
    halves = jit(lambda x: np.split(x, 2), dynamic={"x": (0,)})
    np.testing.assert_array_equal(halves(X[:4])[1], X[2:4])
    with pytest.raises(ArgumentError, match="to be equal to"):
        halves(X)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.broadcast_to(x, (1 << 40, 7)),
        lambda x: np.cumsum(np.broadcast_to(x, (1 << 40, 7)), 0)[0],
    ],
)
def test_what_memory_cannot_hold_is_a_memory_error(function):
    with pytest.raises(MemoryError):
        jit(function)(V)


# Arguments and surroundings --------------------------------------------------------------------


def _misaligned(array):
    """The same elements, at addresses that are not multiples of their size."""
    memory = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    memory[...] = array
    assert not memory.flags.aligned
    return memory


def test_arrays_at_odd_addresses_are_read_at_the_first_and_at_every_later_call():
    function = jit(lambda x: x * 2 + 1)
    odd = _misaligned(X)
    np.testing.assert_array_equal(function(odd), X * 2 + 1)
    for _ in range(40):  # through every short way of a call
        np.testing.assert_array_equal(function(X), X * 2 + 1)
        np.testing.assert_array_equal(function(odd), X * 2 + 1)


CAPTURED = {
    "transposed": normal(7, 5).T,
    "strided": normal(10, 14)[::2, ::2],
    "backwards": normal(5, 7)[::-1, ::-1],
    "stretched": np.broadcast_to(np.float32(3), (5, 7)),
    "misaligned": _misaligned(X),
}


@pytest.mark.parametrize("name", CAPTURED)
def test_an_array_of_the_surroundings_may_lie_in_memory_as_it_likes(name):
    table = CAPTURED[name]
    same(lambda x: x + table, X)
    same(lambda x: x.T @ table, X)


def test_a_captured_view_is_read_at_each_call():
    base = np.zeros((5, 14), np.float32)
    function = jit(lambda x: x + base[:, ::2])
    function(X)
    base[...] = 3
    np.testing.assert_array_equal(function(X), X + 3)


def test_a_captured_array_that_has_changed_its_shape_or_dtype_is_refused():
    for change in (
        lambda a: a.resize(2, refcheck=False),
        lambda a: setattr(a, "dtype", np.int32),
    ):
        table = np.ones(7, np.float32)
        function = jit(lambda x, table=table: x + table)
        function(V)
        change(table)
        with pytest.raises(ArgumentError, match="expects float32"):
            function(V)


@pytest.mark.parametrize("kind", [np.matrix, np.ma.MaskedArray])
def test_a_subclass_that_computes_by_other_rules_is_refused(kind):
    odd = np.ones((1, 2)).view(kind)
    with pytest.raises(ArgumentError, match="x is a ma"):
        jit(lambda x: x * 2)(odd)
    with pytest.raises(TraceError, match="computes by other rules"):
        jit(lambda x: x * odd)(V[:2])


def test_a_traced_array_is_of_no_use_after_its_function():
    kept = []
    jit(lambda x: (kept.append(x + 1), x)[1])(V)
    for use in (
        lambda: kept[0] + 1,
        lambda: np.exp(kept[0]),
        lambda: jit(lambda x: x + kept[0])(V),
    ):
        with pytest.raises(TraceError, match="a traced array is used"):
            use()


# Functions -------------------------------------------------------------------------------------


class Scale:
    """A callable, and a method that is compiled where it is defined."""

    def __init__(self, factor):
        self.factor = np.float32(factor)

    def __call__(self, x):
        return x * self.factor

    @functools.partial(jit, static="self")
    def method(self, x):
        return x * self.factor


def test_whatever_can_be_called_can_be_compiled():
    two = Scale(2)
    partial = functools.partial(lambda x, y: x - y, y=2)
    for function in (two, two.__call__, partial, np.exp, np.sum, abs):
        np.testing.assert_allclose(jit(function)(V), function(V), rtol=1e-6)
    np.testing.assert_array_equal(two.method(V), V * 2)
    np.testing.assert_array_equal(Scale(3).method(V), V * 3)
    with pytest.raises(ArgumentError, match="no signature found for builtin"):
        jit(max)


def test_parameters_may_have_any_name():
    same(lambda self, target, arguments, keywords: self + target + arguments + keywords, V, V, V, V)
    named = jit(lambda self, target: self - target)
    np.testing.assert_array_equal(named(self=V, target=V), V - V)


def test_static_values_that_are_equal_but_not_the_same_compile_each():
    function = jit(lambda x, n: x * n, static="n")
    for number in (1, True, 1.0, np.float32(1), 0.0, -0.0):
        got, wanted = function(np.arange(1, 3), number), np.arange(1, 3) * number
        assert got.dtype == wanted.dtype
        np.testing.assert_array_equal(np.signbit(got), np.signbit(wanted))
    scale = jit(lambda x, pair: x * pair[0], static="pair")
    assert [scale(np.arange(2), p).dtype.kind for p in ((1,), (1.0,))] == ["i", "f"]
    assert function.compile(V, float("nan")) is function.compile(V, float("nan"))


class OurError(Exception):
    pass


@pytest.mark.parametrize("error", [OurError, KeyError, KeyboardInterrupt, TypeError, IndexError])
def test_an_error_of_the_users_own_comes_out_as_it_is(error):
    raised = error("argument")

    def function(x):
        raise raised

    with pytest.raises(error) as caught:
        jit(lambda x: jit(function)(x + 1))(V)
    assert caught.value is raised


FORK = """
import os, signal
import numpy as np
from stepdown import jit

large = np.linspace(-3, 3, 300_000, dtype=np.float32).reshape(600, 500)
function = jit(lambda x: np.exp(x).sum(-1))
wanted = function(large)
child = os.fork()
if child == 0:
    signal.alarm(30)
    fine = np.array_equal(function(large), wanted)
    fine = fine and np.allclose(jit(lambda x: np.tanh(x) + 1)(large), np.tanh(large) + 1, atol=1e-6)
    os._exit(0 if fine else 1)
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_was_forked_off_can_call_and_compile():
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": os.fspath(root), "STEPDOWN_CACHE": "off"}
    subprocess.run([sys.executable, "-c", FORK], check=True, env=environment, timeout=60)


def test_a_chain_of_a_thousand_operations_is_compiled():
    def chain(x):
        y = x
        for _ in range(1000):
            y = y * np.float32(0.5) + x
        return y

    same(chain, V, tolerance=1e-4)
    same(chain, np.float32(1), tolerance=1e-4)


def _doubled(x):
    for _ in range(60):
        x = np.maximum(x, x * np.float32(0.5)) - x
    return x


def test_a_value_that_is_used_twice_at_each_step_is_compiled_in_no_time():
    # 60 steps: whoever follows both uses each time is done in 2^60 of them.
    same(_doubled, V)
    same(lambda x: _doubled(x) / np.sum(_doubled(x), -1, keepdims=True), np.abs(X), tolerance=1e-4)


def test_an_exported_library_holds_captured_arrays_of_every_layout(tmp_path):
    tables = [CAPTURED[name] for name in ("transposed", "strided")]
    compiled = jit(lambda x: x + tables[0] * tables[1], threads=False).compile(X)
    compiled.export(tmp_path / "held.so")
    out = np.empty_like(X)
    descriptors = []
    for array in (X, out):
        address = array.ctypes.data
        descriptors.append((ctypes.c_int64 * 7)(address, address, 0, 5, 7, 7, 1))
    assert ctypes.CDLL(os.fspath(tmp_path / "held.so"))[compiled.name](*descriptors) == 0
    np.testing.assert_allclose(out, X + tables[0] * tables[1], rtol=1e-6)


@pytest.mark.parametrize("exponent", [np.inf, -np.inf, np.nan])
def test_a_power_that_is_not_finite_is_numpys(exponent):
    x = np.array([0.5, 1, 2, -2], np.float32)
    np.testing.assert_array_equal(jit(lambda x: x**exponent)(x), x**exponent)
