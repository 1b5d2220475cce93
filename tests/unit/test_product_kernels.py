"""The kernels for products by themselves: right for every shape, stride and type of weights, and
nothing beyond their matrices is touched."""

from __future__ import annotations

import ctypes
import mmap

import ml_dtypes
import numpy as np
import pytest
from conftest import needs_tiles
from hypothesis import given, settings
from hypothesis import strategies as st
from product_kernels import WEIGHTS, compiled

from runners import amx

EPSILON = np.finfo(np.float32).eps
DTYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16, "f16": np.float16}
NARROW = [pytest.param("f32"), pytest.param("bf16")]
sizes = st.one_of(
    st.integers(0, 20),
    st.sampled_from((31, 32, 33, 47, 48, 49, 63, 64, 65, 96, 127, 128, 129, 191, 255, 256, 257)),
)
each_weight = pytest.mark.parametrize("weights", WEIGHTS)
each_kernel_of_matrices = pytest.mark.parametrize(
    "name", ["matrices_times_matrix", pytest.param("matrices_by_tiles", marks=needs_tiles)]
)


def normal(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def apart(array: np.ndarray, gap: int) -> np.ndarray:
    """The same matrix with `gap` elements behind each row, which no product may read or write."""
    rows, columns = array.shape
    wide = np.full((rows, columns + gap), 7, array.dtype)
    wide[:, :columns] = array
    return wide[:, :columns]


def check(
    name: str,
    weights: str,
    b: int,
    n: int,
    k: int,
    gap: int,
    threads: int,
    by_columns: bool = False,
) -> None:
    """The product is exact but for k roundings, and what lies beside it is as it was. `by_columns`
    is how x lies in memory."""
    x, w = normal(1, b, k), normal(2, k, n).astype(DTYPES[weights])
    exact = x.astype(np.float64) @ w.astype(np.float64)
    # Each partial sum of the threads is one rounding more.
    bound = (k + 1 + threads) * EPSILON * (abs(x).astype(np.float64) @ abs(w.astype(np.float64)))
    turned = np.ascontiguousarray(w.T)
    for transposed in (False, True):
        if name.startswith("vectors") and transposed != name.endswith("transposed"):
            continue
        around = np.full((b + 2, n + gap), 7, np.float32)
        y = around[1:-1, :n]
        y[...] = np.nan  # what was there before does not count
        flags = [transposed] if name.startswith("matrices") else []
        matrix = apart(turned if transposed else w, gap)
        before = matrix.copy()
        rows = apart(x.T, gap).T if by_columns else apart(x, gap)
        compiled(name, weights)(rows, matrix, y, *flags, threads)
        assert (abs(y - exact) <= bound).all(), (name, weights, b, n, k, transposed)
        around[1:-1, :n] = 7
        assert (around == 7).all(), "something beside y was written"
        assert np.array_equal(matrix, before)


@each_weight
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9), sizes, sizes, st.integers(0, 3), st.integers(1, 4))
def test_vectors_times_a_matrix_at_any_size(weights, b, n, k, gap, threads):
    check("vectors_times_matrix", weights, b, n, k, gap, threads)


@each_weight
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 9), sizes, sizes, st.integers(0, 3), st.integers(1, 4))
def test_vectors_times_a_transposed_matrix_at_any_size(weights, b, n, k, gap, threads):
    check("vectors_times_transposed", weights, b, n, k, gap, threads)


@each_kernel_of_matrices
@each_weight
@settings(max_examples=60, deadline=None)
@given(sizes, sizes, sizes, st.integers(0, 3), st.integers(1, 4), st.booleans())
def test_matrices_at_any_size(name, weights, m, n, k, gap, threads, by_columns):
    check(name, weights, m, n, k, gap, threads, by_columns)


@pytest.mark.parametrize("weights", NARROW)
@pytest.mark.parametrize("size", [(3, 300, 1031), (1, 1537, 400), (5, 257, 771)], ids=str)
def test_vectors_when_several_threads_share_a_matrix(weights, size):
    for name in ("vectors_times_matrix", "vectors_times_transposed"):
        for threads in (2, 3, 7):
            check(name, weights, *size, 1, threads)


@each_kernel_of_matrices
@pytest.mark.parametrize("weights", NARROW)
@pytest.mark.parametrize("size", [(7, 255, 1540), (61, 513, 769), (200, 320, 1537)], ids=str)
def test_matrices_beyond_one_block(name, weights, size):
    for by_columns in (False, True):
        check(name, weights, *size, 2, 3, by_columns)


def test_vectors_and_rows_may_lie_in_any_order():
    x, w = normal(1, 100, 4), normal(2, 100, 77)
    y = np.zeros((4, 77), np.float32)
    compiled("vectors_times_matrix", "f32")(x.T, w, y, 1)
    np.testing.assert_allclose(y, x.T @ w, rtol=1e-5, atol=1e-5)
    turned = np.zeros((77, 4), np.float32)
    compiled("vectors_times_transposed", "f32")(x.T, np.ascontiguousarray(w.T), turned.T, 1)
    np.testing.assert_allclose(turned.T, x.T @ w, rtol=1e-5, atol=1e-5)
    y[...] = 0
    compiled("matrices_times_matrix", "f32")(x.T, w, y, 0, 1)
    np.testing.assert_allclose(y, x.T @ w, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("n", "k"), [(130, 70), (30, 40), (64, 16), (257, 33)])
def test_nan_and_infinity_stay_in_their_rows_and_columns(n, k):
    x, w = np.ones((5, k), np.float32), np.ones((k, n), np.float32)
    x[4, 3], w[5, n - 1], w[0, 0] = np.nan, np.inf, -np.inf
    x[1, 0] = 0  # times infinity: NaN, not zero
    with np.errstate(invalid="ignore"):
        exact = x @ w
    turned = np.ascontiguousarray(w.T)
    for name, matrix, flags in (
        ("vectors_times_matrix", w, []), ("vectors_times_transposed", turned, []),
        ("matrices_times_matrix", w, [0]), ("matrices_times_matrix", turned, [1]),
    ):  # fmt: skip
        y = np.zeros((5, n), np.float32)
        compiled(name, "f32")(x, matrix, y, *flags, 1)
        assert np.array_equal(y, exact, equal_nan=True), name


def at_the_end_of_memory(rows: int, columns: int, dtype) -> np.ndarray:
    """A matrix of ones behind whose last element no memory can be read or written."""
    dtype, page = np.dtype(dtype), mmap.PAGESIZE
    size = dtype.itemsize * rows * columns
    pages = -(-size // page) * page
    memory = mmap.mmap(-1, pages + page)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    guard = ctypes.c_void_p(start + pages), ctypes.c_size_t(page)
    assert ctypes.CDLL(None).mprotect(*guard, 0) == 0
    matrix = np.frombuffer(memory, dtype, rows * columns, pages - size)
    matrix[:] = 1
    return matrix.reshape(rows, columns)


TILES = () if amx.missing() else ("matrices_by_tiles",)


@pytest.mark.parametrize("weights", NARROW)
def test_nothing_beyond_the_matrices_is_touched(weights):
    for b, n, k in (
        (1, 1, 1),
        (1, 5, 17),
        (3, 16, 33),
        (4, 63, 16),
        (7, 65, 100),
        (8, 100, 5),
        (12, 112, 40),
    ):
        x, y = (at_the_end_of_memory(b, columns, np.float32) for columns in (k, n))
        w = at_the_end_of_memory(k, n, DTYPES[weights])
        t = at_the_end_of_memory(n, k, DTYPES[weights])
        columns = at_the_end_of_memory(k, b, np.float32).T
        for name, matrix, flags in (
            ("vectors_times_matrix", w, []), ("vectors_times_transposed", t, []),
            *((name, w, [0]) for name in ("matrices_times_matrix", *TILES)),
            *((name, t, [1]) for name in ("matrices_times_matrix", *TILES)),
        ):  # fmt: skip
            for rows in (x, columns):
                y[...] = 0
                compiled(name, weights)(rows, matrix, y, *flags, 1)
                assert (y == k).all(), (name, b, n, k)


def test_threads_change_nothing_but_the_order_of_additions():
    x, w = normal(1, 2, 900), normal(2, 900, 640)
    for name, matrix, flags in (
        ("vectors_times_matrix", w, []),
        ("vectors_times_transposed", np.ascontiguousarray(w.T), []),
        *((name, w, [0]) for name in ("matrices_times_matrix", *TILES)),
    ):
        alone, together = np.zeros((2, 640), np.float32), np.zeros((2, 640), np.float32)
        compiled(name, "f32", "cpu-tiles-openmp")(x, matrix, alone, *flags, 1)
        compiled(name, "f32", "cpu-tiles-openmp")(x, matrix, together, *flags, 4)
        np.testing.assert_allclose(alone, together, rtol=1e-4, atol=1e-4)
        if name != "vectors_times_matrix":  # no sum is split there
            assert np.array_equal(alone, together)


# Tiles: float32 of three bfloat16 ---------------------------------------------------------------


@needs_tiles
@pytest.mark.parametrize("scale", [1.0, 2.0**60, 2.0**-50])
def test_six_products_of_parts_are_no_less_accurate_than_a_sum_in_float32(scale):
    m, k, n = 96, 700, 80
    x, w = normal(1, m, k) * np.float32(scale), normal(2, k, n)
    exact = x.astype(np.float64) @ w.astype(np.float64)
    errors = []
    for name in ("matrices_by_tiles", "matrices_times_matrix"):
        y = np.zeros((m, n), np.float32)
        compiled(name, "f32")(x, w, y, 0, 1)
        errors.append(np.sqrt(np.mean((y - exact) ** 2)))
    assert errors[0] < errors[1]


@needs_tiles
def test_a_weight_of_bfloat16_loses_nothing_in_three_products():
    """x @ 1 has the sum of x's parts: each x as it was, all 24 bits."""
    x = normal(1, 64, 64)
    y = np.zeros((64, 64), np.float32)
    compiled("matrices_by_tiles", "bf16")(x, np.eye(64, dtype=ml_dtypes.bfloat16), y, 0, 1)
    assert np.array_equal(y, x)
    compiled("matrices_by_tiles", "f32")(x, np.eye(64, dtype=np.float32), y, 0, 1)
    assert np.array_equal(y, x)


@needs_tiles
@pytest.mark.parametrize("transposed", [0, 1])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, 3.4e38])
def test_numbers_without_parts_are_reported(value, transposed):
    m, k, n = 40, 50, 70
    product = compiled("matrices_by_tiles", "f32")
    x, w = normal(1, m, k), normal(2, k, n)
    given_w = np.ascontiguousarray(w.T) if transposed else w
    for threads in (1, 4):
        assert not product(x, given_w, np.zeros((m, n), np.float32), transposed, threads)
    for place in ((0, 0), (m - 1, k - 1), (33, 17)):
        bad = x.copy()
        bad[place] = value
        for rows in (bad, np.asfortranarray(bad)):
            y = np.zeros((m, n), np.float32)
            assert product(rows, given_w, y, transposed, 1)
    for place in ((0, 0), (k - 1, n - 1), (17, 33)):
        bad = w.copy()
        bad[place] = value
        bad = np.ascontiguousarray(bad.T) if transposed else bad
        assert product(x, bad, np.zeros((m, n), np.float32), transposed, 1)


@needs_tiles
def test_tiny_numbers_lose_what_is_below_the_smallest_bfloat16():
    """The unit takes denormal bfloat16 for zero: of 2^-120 (1 + 2^-9 + 2^-17) the first part is
    left, and that is as close as 2^-126."""
    x = np.full((64, 64), 2.0**-120 * (1 + 2.0**-9 + 2.0**-17), np.float32)
    y = np.zeros((64, 64), np.float32)
    compiled("matrices_by_tiles", "f32")(x, np.eye(64, dtype=np.float32), y, 0, 1)
    assert (abs(y - x) < 2.0**-126).all()
    assert not np.array_equal(y, x)
