"""Attention as one loop over tiles: found where it is one, equal to NumPy's steps whatever the
sizes, masks, strides and values, and without computing what a mask hides."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal
from test_stepdown_export import Exported

from stepdown import grad, jit, kernels

f32 = np.float32
DYNAMIC = {"q": {-2: "t"}, "k": {-2: "n"}, "v": {-2: "n"}}


def fused(function, *arguments) -> int:
    """How many tiles' steps the compiled code calls."""
    return len(re.findall(r"call @attention_update\(", function.compile(*arguments).bufferized))


def compiled(function, **options):
    return jit(function, products="schedule", **options)


def axes(rank: int) -> dict:
    """Which sizes of arrays of that rank are dynamic."""
    return {name: {rank + axis: size for axis, size in sizes.items()}
            for name, sizes in DYNAMIC.items()}  # fmt: skip


def scores(q, k):
    return q @ np.swapaxes(k, -1, -2) * f32(0.25)


def plain(q, k, v):
    return kernels.softmax(scores(q, k)) @ v


def causal(q, k, v):
    """The last queries belong to the last keys."""
    t, n = q.shape[-2], k.shape[-2]
    rows, columns = np.arange(n - t, n, like=q)[:, None], np.arange(n, like=q)
    return kernels.softmax(np.where(columns <= rows, scores(q, k), -np.inf)) @ v


def close(got, exact) -> None:
    assert got.dtype == f32
    np.testing.assert_allclose(got, exact, rtol=2e-5, atol=2e-6)


@pytest.fixture(scope="module")
def by_heads():
    """Causal attention of any sizes, compiled once, with threads and without."""
    return [compiled(causal, dynamic=axes(3), threads=threads) for threads in (False, True)]


def three(t: int, n: int, batch: tuple = (3,), size: int = 24, depth: int = 10) -> list:
    return [normal(*batch, *shape, seed=seed) for seed, shape in
            enumerate([(t, size), (n, size), (n, depth)])]  # fmt: skip


# Sizes --------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 140), st.integers(0, 140))
def test_any_number_of_queries_and_keys_gives_what_numpy_does(by_heads, t, more):
    n = max(t + more, 1)
    arrays = three(t, n)
    for function in by_heads:
        close(function(*arrays), causal(*arrays))


@pytest.mark.parametrize(("t", "n"), [(64, 64), (32, 1000), (63, 65), (128, 130)])
def test_sizes_that_are_known(t, n):
    arrays = three(t, n)
    function = compiled(causal)
    assert fused(function, *arrays) == 1
    close(function(*arrays), causal(*arrays))


@pytest.mark.parametrize("batch", [(), (1,), (2, 3)])
@pytest.mark.parametrize(("size", "depth"), [(2, 2), (7, 64), (64, 13), (100, 130)])
def test_any_batch_and_any_elements_of_a_key_and_a_value(batch, size, depth):
    arrays = three(70, 90, batch, size, depth)
    function = compiled(plain, dynamic=axes(len(batch) + 2))
    assert fused(function, *arrays) == 1
    close(function(*arrays), plain(*arrays))


def test_few_queries_or_keys_and_long_elements_are_left_as_products():
    for arrays in (three(1, 100), three(31, 100), three(64, 7), three(64, 64, size=300)):
        function = compiled(causal)
        assert fused(function, *arrays) == 0
        close(function(*arrays), causal(*arrays))


def test_without_options_it_is_one_loop_where_the_number_of_queries_is_known():
    arrays = three(64, 80)
    by_default, dynamic, blas = (
        jit(causal),
        jit(causal, dynamic=axes(3)),
        jit(causal, products="blas"),
    )
    assert [fused(f, *arrays) for f in (by_default, dynamic, blas)] == [1, 0, 0]
    for function in (by_default, dynamic, blas):
        close(function(*arrays), causal(*arrays))


def test_a_gradient_keeps_the_weights_and_computes_them_once():
    """The way back reads them: the steps are what is computed then, not the loop and they."""

    def squares(q, k, v):
        return (plain(q, k, v) ** 2).sum()

    arrays = three(40, 50)
    gradient = jit(grad(squares, argnums=(0, 1, 2)))
    assert fused(gradient, *arrays) == 0
    assert gradient.compile(*arrays).optimized.count("@exp_f32") == jit(
        plain, products="blas"
    ).compile(*arrays).optimized.count("@exp_f32")
    doubles = [x.astype(np.float64) for x in arrays]
    direction = [normal(*x.shape, seed=9) for x in arrays]
    along = sum(
        (g * d).sum(dtype=np.float64) for g, d in zip(gradient(*arrays), direction, strict=True)
    )
    step = 1e-5
    ends = [
        squares(*(x + sign * step * d for x, d in zip(doubles, direction, strict=True)))
        for sign in (1, -1)
    ]
    np.testing.assert_allclose(along, (ends[0] - ends[1]) / (2 * step), rtol=1e-4)


# Memory -------------------------------------------------------------------------------------------


def test_operands_with_strides_and_in_another_order_are_read_where_they_lie():
    q, k, v = three(2 * 70, 2 * 80, size=24, depth=24)
    views = [x[:, ::2] for x in (q, k, v)] + [np.swapaxes(x, 0, 1)[::2] for x in (q, k, v)]

    def turned(q, k, v):
        """Tokens first, heads second, as a projection gives them; so is the result."""
        q, k, v = (np.swapaxes(x, 0, 1) for x in (q, k, v))
        return np.swapaxes(plain(q, k, v), 0, 1)

    for function, arrays in ((plain, views[:3]), (turned, views[3:])):
        made = compiled(function)
        assert fused(made, *arrays) == 1
        close(made(*arrays), function(*arrays))


def test_heads_that_share_keys():
    def grouped(q, k, v):
        heads = (4, *k.shape[-2:])
        return plain(q, np.broadcast_to(k, heads), np.broadcast_to(v, heads))

    arrays = [normal(4, 66, 8), normal(1, 70, 8, seed=1), normal(1, 70, 8, seed=2)]
    function = compiled(grouped)
    assert fused(function, *arrays) == 1
    close(function(*arrays), grouped(*arrays))


def test_the_scores_of_all_pairs_are_nowhere_in_memory():
    arrays = three(2000, 2000, (2,), 16, 16)
    function = compiled(causal, dynamic=axes(3), threads=False)
    close(function(*arrays), causal(*arrays))
    assert function.compile(*arrays).workspace_bytes(arrays) < 1 << 20  # not 2 * 2000 * 2000 * 4


def test_one_that_somebody_else_looks_at_is_computed_step_by_step():
    def with_weights(q, k, v):
        weights = kernels.softmax(scores(q, k))
        return weights, weights @ v

    arrays = three(40, 50)
    function = compiled(with_weights)
    assert fused(function, *arrays) == 0
    for got, exact in zip(function(*arrays), with_weights(*arrays), strict=True):
        close(got, exact)


# Masks --------------------------------------------------------------------------------------------


def masked(test):
    """Attention with the mask that `test` gives for (rows, columns), or for arrays."""

    def function(q, k, v, *given):
        rows, columns = np.arange(q.shape[-2], like=q)[:, None], np.arange(k.shape[-2], like=q)
        return kernels.softmax(test(rows, columns, scores(q, k), *given)) @ v

    return function


MASKS = {
    "a window": lambda i, j, s: np.where((j <= i) & (i - j < 50), s, -np.inf),
    "what is hidden": lambda i, j, s: np.where(j > i, -np.inf, s),
    "not later": lambda i, j, s: np.where(~(j > i), s, -np.inf),
    "others only": lambda i, j, s: np.where(i != j, s, -np.inf),
    "itself only": lambda i, j, s: np.where(i == j, s, -np.inf),
    "backwards": lambda i, j, s: np.where(3 * j >= 2 * i - 7, s, -np.inf),
    "chosen": lambda i, j, s: np.where(np.where(i < 80, j < 30, j >= 90), s, -np.inf),
    "nothing": lambda i, j, s: np.where(j < 0, s, -np.inf),
    "a bias": lambda i, j, s: np.where(j <= i, s - (i - j).astype(f32) * f32(0.1), -np.inf),
    "a cap": lambda i, j, s: np.where(j <= i, f32(2) * np.tanh(s), -np.inf),
    "every third": lambda i, j, s: np.where((j - i) % 3 == 0, s, -np.inf),
}


@pytest.mark.parametrize("name", MASKS)
def test_every_mask_of_rows_and_columns(name):
    arrays, function = three(150, 170), masked(MASKS[name])
    made = compiled(function)
    assert fused(made, *arrays) >= 1
    with np.errstate(invalid="ignore"):
        close(made(*arrays), function(*arrays))


def test_masks_that_the_call_brings():
    """A row that sees nothing is NaN, as NumPy's."""
    arrays = three(150, 170)
    seen = np.random.default_rng(3).random((3, 150, 170)) < 0.3
    seen[:, 64:128, :128] = False
    seen[1, 77] = False
    starts = np.array([0, 65, 169])

    def both(i, j, s, seen, starts):
        visible = seen | (j == i) & (i > 64)
        return np.where(visible & (j >= starts[:, None, None]), s, -np.inf)

    function = masked(both)
    made = compiled(function)
    assert fused(made, *arrays, seen, starts) >= 1
    with np.errstate(invalid="ignore"):
        exact = function(*arrays, seen, starts)
    assert np.isnan(exact).any()
    close(made(*arrays, seen, starts), exact)


def test_starts_at_the_ends_of_int64_wrap_as_numpy_does():
    arrays = three(80, 80, (2,))
    starts = np.array([np.iinfo(np.int64).max - 60, np.iinfo(np.int64).min + 60])
    function = masked(lambda i, j, s, starts: np.where(j + starts[:, None, None] >= i, s, -np.inf))
    with np.errstate(invalid="ignore"):
        close(compiled(function)(*arrays, starts), function(*arrays, starts))


def test_what_a_mask_hides_is_not_computed():
    """Of 256 tiles 16 are on the diagonal: without the others it takes a tenth of the time."""
    arrays = three(1024, 1024, (1,), 64, 64)
    all_of_it, diagonal = (
        compiled(function, threads=False) for function in (plain, masked(MASKS["itself only"]))
    )
    close(diagonal(*arrays), arrays[2])
    every, few = [], []
    for _ in range(7):
        for function, times in ((all_of_it, every), (diagonal, few)):
            start = time.perf_counter()
            function(*arrays)
            times.append(time.perf_counter() - start)
    assert min(few) < min(every) / 2


# Values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("where", range(3))
def test_values_that_are_not_finite_do_what_they_do_in_numpy(by_heads, what, where):
    arrays = three(130, 140)
    arrays[where][1, 100, 3] = what
    with np.errstate(all="ignore"):
        exact = causal(*arrays)
    assert np.isnan(exact).any() or np.isinf(exact).any()
    for function in by_heads:
        np.testing.assert_allclose(function(*arrays), exact, rtol=2e-5, atol=2e-6)


def test_scores_far_apart_neither_overflow_nor_lose_the_largest(by_heads):
    q, k, v = three(100, 100)
    for function in by_heads:
        close(function(q * f32(300), k, v), causal(q * f32(300), k, v))


def test_float64_is_computed_step_by_step():
    arrays = [x.astype(np.float64) for x in three(70, 80)]
    function = compiled(causal)
    assert fused(function, *arrays) == 0
    np.testing.assert_allclose(function(*arrays), causal(*arrays), rtol=1e-12)


def test_eight_threads_at_once_do_not_disturb_each_other(by_heads):
    from concurrent.futures import ThreadPoolExecutor

    arrays = three(100, 120)
    exact = causal(*arrays)
    with ThreadPoolExecutor(8) as threads:
        for got in threads.map(lambda _: by_heads[0](*arrays), range(24)):
            close(got, exact)


# Beside other things ------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [False, True])
def test_a_result_in_the_memory_of_the_queries_is_right(threads):
    arrays = three(150, 150, (2,), 16, 16)
    exact = causal(*arrays)
    function = compiled(causal, donate=("q",), threads=threads)
    result = function(*arrays)
    assert result is arrays[0]
    close(result, exact)


def test_an_exported_library_has_the_steps_of_a_tile_in_it(tmp_path):
    arrays = three(80, 90, (2,), 16, 16)
    function = compiled(causal, threads=False)
    called = Exported(function.compile(*arrays), tmp_path / "attention.so")
    result = np.empty((2, 80, 16), f32)
    assert called(*arrays, result) == 0
    close(result, causal(*arrays))


def test_divisors_that_are_roots_are_as_exact_as_before():
    """Many are divided by one root: by its reciprocal, whatever is under it."""
    x = normal(9, 100)
    x[:, 0], x[:, 1], x[:, 2], x[:, 3], x[:, 4] = 0, np.inf, np.nan, 3e38, 1e-40
    under = np.array([0, np.inf, np.nan, -1, 1e-45, 3.4e38, 2, 1e-5, -0.0], f32)[:, None]

    def norm(x, under):
        return x / np.sqrt(under)

    function = jit(norm)
    assert "arith.mulf" in function.compile(x, under).optimized
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(function(x, under), norm(x, under), rtol=3e-7)
