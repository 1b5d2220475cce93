"""Which product goes where, and that each way gives what NumPy does: rows few, many, or known to
the call alone; weights of 16 bits; batches; strides; threads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import ml_dtypes
import numpy as np
import pytest
from conftest import ROOT, needs_tiles
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal

from runners import amx
from stepdown import ArgumentError, jit
from stepdown.jit import PRODUCTS
from stepdown.products import blas

needs_blas = pytest.mark.skipif(blas.blas() is None, reason="NumPy brings no BLAS to call")
each_way = pytest.mark.parametrize(
    "how", [pytest.param(p, marks=[needs_tiles] * (p == "bf16x6")) for p in PRODUCTS]
)
bf16, f16, f32 = ml_dtypes.bfloat16, np.float16, np.float32


def calls(function, *arguments) -> list[str]:
    """What the function calls for its products, in order: our kernels, BLAS's without its names."""
    text = function.compile(*arguments).bufferized
    found = re.findall(r"call @(\w+?)\(", text)
    names = [re.sub(r"\w*cblas_(\w+?)(64_)?$", r"\1", name) for name in found]
    return [name for name in names if name != "omp_get_max_threads"]


def close(got, exact) -> None:
    np.testing.assert_allclose(got, exact, rtol=1e-4, atol=1e-4)


def double(*arrays: np.ndarray) -> list[np.ndarray]:
    return [array.astype(np.float64) for array in arrays]


def times(x, w):
    return x @ w


def times_transposed(x, w):
    return x @ np.swapaxes(w, -1, -2)


def times_widened(x, w):
    return x @ w.astype(f32)


# Which ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "shapes", "expected"),
    [
        (times, [(1, 64), (64, 96)], "vectors_times_matrix_f32"),
        (times, [(8, 64), (64, 96)], "vectors_times_matrix_f32"),
        (times, [(9, 64), (64, 96)], "matrices_times_matrix_f32"),
        (times, [(64,), (64, 96)], "vectors_times_matrix_f32"),
        (times, [(96, 64), (64,)], "vectors_times_transposed_f32"),
        (times, [(96, 64), (64, 3)], None),  # columns whose elements are not neighbours
        (times, [(2, 4, 64), (64, 96)], "vectors_times_matrix_f32"),
        (times_transposed, [(8, 64), (96, 64)], "vectors_times_transposed_f32"),
        (times_transposed, [(96, 64), (8, 64)], "vectors_times_transposed_f32"),
        (times_transposed, [(9, 64), (96, 64)], "matrices_times_matrix_f32"),
        (times, [(3, 4), (4, 5)], []),  # so small that loops are faster
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_the_schedule_goes_by_the_number_of_rows(function, shapes, expected):
    given = [normal(*shape) for shape in shapes]
    compiled = jit(function, products="schedule")
    found = calls(compiled, *given)
    if expected is not None:
        assert found == ([expected] if expected else [])
    close(compiled(*given), function(*double(*given)))


@needs_blas
@pytest.mark.parametrize(
    ("function", "shapes", "expected"),
    [
        # Two matrices: 2^18 multiplications are BLAS's, one column more is ours.
        (times, [(64, 64), (64, 64)], "sgemm"),
        (times, [(64, 64), (64, 65)], "matrices_times_matrix_f32"),
        (times, [(4, 256), (256, 257)], "vectors_times_matrix_f32"),
        # A matrix and a vector: 9216 are BLAS's.
        (times, [(96, 96), (96,)], "sgemv"),
        (times, [(96, 97), (97,)], "vectors_times_transposed_f32"),
        (times, [(97,), (97, 96)], "vectors_times_matrix_f32"),
        # A batch counts as a whole: it is shared among threads.
        (times, [(4, 40, 40), (4, 40, 40)], "sgemm"),
        (times, [(5, 40, 40), (5, 40, 40)], "matrices_times_matrix_f32"),
        (times, [(3, 4), (4, 5)], None),
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)
def test_what_blas_multiplies_without_its_threads_is_left_to_it(function, shapes, expected):
    given = [normal(*shape) for shape in shapes]
    compiled = jit(function)
    assert calls(compiled, *given) == ([expected] if expected else [])
    close(compiled(*given), function(*double(*given)))


@needs_blas
def test_float64_is_left_to_blas_and_a_size_that_only_the_call_knows_counts_as_large():
    x, w = normal(90, 80), normal(80, 70)
    assert calls(jit(times), *double(x, w)) == ["dgemm"]
    assert calls(jit(times, dynamic={"x": (0,)}), x, w) == [
        "vectors_times_matrix_f32",
        "matrices_times_matrix_f32",
    ]


def test_without_a_blas_our_kernels_take_what_is_small_too(monkeypatch):
    monkeypatch.setattr(blas, "blas", lambda: None)
    x, w = normal(20, 32), normal(32, 33)
    compiled = jit(times)
    assert calls(compiled, x, w) == ["matrices_times_matrix_f32"]
    close(compiled(x, w), np.matmul(*double(x, w)))


@needs_blas
def test_other_ways_call_blas_or_nothing():
    x, w = normal(200, 64), normal(64, 96)
    assert calls(jit(times, products="blas"), x, w) == ["sgemm"]
    assert calls(jit(times, products="loops"), x, w) == []
    assert calls(jit(times, products="schedule"), *double(x, w)) == ["dgemm"]


def test_a_way_that_does_not_exist_is_refused():
    with pytest.raises(ArgumentError, match='"auto", "schedule", "bf16x6", "blas" or "loops"'):
        jit(times, products="cublas")


# Right ------------------------------------------------------------------------------------------


@each_way
def test_rows_that_only_the_call_knows(how):
    compiled = jit(times, products=how, dynamic={"x": (0,)})
    w = normal(64, 200)
    for rows in (0, 1, 2, 8, 9, 30):
        x = normal(rows, 64)
        close(compiled(x, w), np.matmul(*double(x, w)))


@each_way
def test_a_dynamic_batch_of_dynamic_rows_is_one_product(how):
    compiled = jit(times, products=how, dynamic={"x": (0, 1)})
    w = normal(64, 200)
    for batch, rows in ((1, 1), (3, 2), (2, 40), (0, 3)):
        x = normal(batch, rows, 64)
        close(compiled(x, w), np.matmul(*double(x, w)))
    if how != "loops":
        assert "scf.for" not in compiled.compile(x, w).bufferized


@each_way
@pytest.mark.parametrize("dtype", [bf16, f16], ids=["bf16", "f16"])
@pytest.mark.parametrize("rows", [3, 20])
def test_weights_of_16_bits(how, dtype, rows):
    x, w = normal(rows, 64), normal(64, 200).astype(dtype)
    turned = np.ascontiguousarray(w.T)
    exact = np.matmul(*double(x, w))
    close(jit(times_widened, products=how)(x, w), exact)
    close(jit(lambda x, w: x @ w.T.astype(f32), products=how)(x, turned), exact)
    close(jit(lambda x, w: x @ w.astype(f32).T, products=how)(x, turned), exact)
    stacked = np.stack([turned.T, w])
    close(jit(lambda x, w: x @ w[1].astype(f32), products=how)(x, stacked), exact)
    # Where the converted matrix is used besides, both uses are right.
    both = jit(lambda x, w: x @ w.astype(f32) + np.sum(w.astype(f32), axis=0), products=how)
    close(both(x, w), exact + w.astype(np.float64).sum(0))


def test_weights_of_16_bits_are_not_written_out():
    for rows in (1, 20):
        x, w = normal(rows, 64), normal(64, 256).astype(bf16)
        text = jit(times_widened, products="schedule").compile(x, w).bufferized
        assert "memref.alloc" not in text
        assert re.search(r"call @\w+_times_matrix_bf16", text)


sizes = st.sampled_from((1, 2, 5, 8, 9, 17, 40, 64, 70))


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_batches_with_operands_in_any_order(data):
    b, m, n, k = (data.draw(sizes, label=name) for name in "bmnk")
    operands = []
    for shape in ((b, m, k), (b, k, n)):
        order = data.draw(st.permutations(range(3)), label="order in memory")
        back = np.argsort(order)
        operands.append(normal(*(shape[axis] for axis in order)).transpose(back))
    turned = data.draw(st.booleans(), label="result transposed")

    def product(x, w):
        return np.transpose(x @ w, (1, 0, 2)) if turned else x @ w

    close(jit(product, products="schedule")(*operands), product(*double(*operands)))


@each_way
def test_attention_over_a_cache_that_grows(how):
    def attention(q, keys, values):
        scores = q @ np.swapaxes(keys, -1, -2)
        e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
        return np.swapaxes(e / np.sum(e, axis=-1, keepdims=True) @ values, 0, 1)

    compiled = jit(
        attention, products=how, dynamic={"q": {1: "t"}, "keys": {1: "n"}, "values": {1: "n"}}
    )
    room = normal(2, 4, 100, 32)
    for t, n in ((1, 1), (1, 70), (5, 5), (30, 90)):
        q, keys, values = normal(4, t, 32), room[0][:, :n], room[1][:, :n]
        close(compiled(q, keys, values), attention(*double(q, keys, values)))


@pytest.mark.parametrize("rows", [1, 5, 20])
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_heads_are_multiplied_into_their_places_in_a_row(rows, dynamic):
    """The result's batch is its axis in the middle: a kernel gets rows of 4 x 32 elements."""

    def mixed(weights, values, out):
        return np.swapaxes(weights @ values, 0, 1).reshape(weights.shape[1], 128) @ out

    weights, values, out = normal(4, rows, 200), normal(4, 200, 32), normal(128, 48)
    compiled = jit(mixed, products="schedule", dynamic={"weights": (1,)} if dynamic else None)
    text = compiled.compile(weights, values, out).bufferized
    assert "linalg" not in text  # no loop of a product, no copy, no zeros
    assert "strided<[128, 1]" in text or "strided<[?, 1]" in text
    close(compiled(weights, values, out), mixed(*double(weights, values, out)))


@each_way
def test_zeros_are_written_only_where_loops_add_to_them(how):
    def tower(x, w):
        for _ in range(3):
            x = np.tanh(x @ w)
        return x @ w[:, :2] + np.zeros(2, f32)

    x, w = normal(20, 32), normal(32, 32)
    compiled = jit(tower, products=how)
    close(compiled(x, w), tower(*double(x, w)))
    text = compiled.compile(x, w).bufferized
    loops = 4 if how == "loops" else 1  # 20 x 32 x 2 multiplications are too few for a call
    assert text.count("linalg.contract") == text.count("linalg.fill") == loops


PAIR = """
    linalg.fill ins(%zero : f32) outs(%c : !matrix)
    linalg.contract indexing_maps = [affine_map<(m, k, n) -> (m, k)>,
      affine_map<(m, k, n) -> (k, n)>, affine_map<(m, k, n) -> (m, n)>]
      ins(%a, %b : !matrix, !matrix) outs(%c : !matrix)"""


def test_the_time_to_write_calls_grows_with_their_number_and_not_with_its_square():
    from mlir import ir

    from stepdown.lowering import contexts
    from stepdown.products import choose

    def seconds(pairs: int) -> float:
        text = f"""!matrix = memref<64x64xf32>
        func.func @f(%a: !matrix, %b: !matrix, %c: !matrix) {{
          %zero = arith.constant 0.0 : f32 {PAIR * pairs}
          return
        }}"""
        with contexts.context():
            module = ir.Module.parse(text)
            started = time.thread_time()
            choose.write(module, "schedule", False)
            passed = time.thread_time() - started
            assert str(module).count("call @matrices_times_matrix_f32") == pairs
            assert "linalg.fill" not in str(module)
        return passed

    few, many = (min(seconds(pairs) for _ in range(3)) for pairs in (25, 400))
    assert many < 16 * few * 3


def test_nan_and_infinity_are_where_numpy_has_them():
    x, w = np.ones((3, 80), f32), np.ones((80, 90), f32)
    x[0, 3], w[5, 7], x[1, 6], w[6, 2] = np.nan, np.inf, 0, -np.inf
    with np.errstate(invalid="ignore"):
        expected = x @ w
    assert np.array_equal(jit(times, products="schedule")(x, w), expected, equal_nan=True)


# Tiles ------------------------------------------------------------------------------------------


@needs_tiles
@pytest.mark.parametrize(
    ("function", "shapes", "expected"),
    [
        (times, [(64, 64), (64, 64)], ["matrices_by_tiles_f32", "matrices_times_matrix_f32"]),
        (times_transposed, [(2, 64, 80), (70, 80)],
         ["matrices_by_tiles_f32", "matrices_times_matrix_f32"]),
        (times, [(64, 63), (63, 64)], ["matrices_times_matrix_f32"]),  # narrow
        (times, [(8, 64), (64, 96)], ["vectors_times_matrix_f32"]),
        (times, [(3, 4), (4, 5)], []),
    ],
    ids=lambda part: getattr(part, "__name__", str(part)),
)  # fmt: skip
def test_tiles_take_what_is_wide_enough(function, shapes, expected):
    given = [normal(*shape) for shape in shapes]
    compiled = jit(function, products="bf16x6")
    assert calls(compiled, *given) == expected
    close(compiled(*given), function(*double(*given)))


@needs_tiles
def test_an_infinity_goes_the_way_of_float32_and_nothing_else_changes():
    x, w = normal(100, 90), normal(90, 130)
    compiled = jit(times, products="bf16x6")
    exact, plain = np.matmul(*double(x, w)), compiled(x, w)
    assert np.std(plain - exact) < np.std(jit(times, products="schedule")(x, w) - exact)
    x[3, 4], x[50, 60], w[7, 8] = np.inf, np.nan, -np.inf
    with np.errstate(invalid="ignore"):
        expected = x @ w
    found = compiled(x, w)
    finite = np.isfinite(expected)
    assert np.array_equal(found[~finite], expected[~finite], equal_nan=True)
    close(found[finite], exact[finite])


@needs_tiles
def test_tiles_are_right_from_many_threads_of_python_and_of_openmp():
    from concurrent.futures import ThreadPoolExecutor

    x, w = normal(300, 256), normal(256, 400)
    compiled, exact = jit(times, products="bf16x6"), np.matmul(*double(x, w))
    compiled(x, w)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: compiled(x, w), range(16)):
            close(found, exact)


def test_without_tiles_they_are_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr(amx, "missing", lambda: "this processor has no AMX tiles")
    with pytest.raises(ArgumentError, match=r'^times: products="bf16x6": this processor has no'):
        jit(times, products="bf16x6")(normal(64, 64), normal(64, 64))
    with pytest.raises(ArgumentError, match='products="bf16x6" is for target="cpu"'):
        jit(times, products="bf16x6", target="gpu-sim")


# Threads, the cache, export ---------------------------------------------------------------------


def test_a_schedule_without_threads_calls_no_thread():
    x, w = normal(3, 64), normal(64, 300)
    compiled = jit(times, products="schedule", threads=False).compile(x, w)
    assert "omp" not in compiled.bufferized + compiled.lowered
    close(compiled(x, w), np.matmul(*double(x, w)))


def test_many_threads_give_what_one_does_and_kernels_come_from_the_cache(tmp_path):
    code = (
        "import sys, numpy as np; from stepdown import jit; from stepdown.execution import cache\n"
        "x, w = (np.random.default_rng(n).standard_normal(s, np.float32)"
        " for n, s in enumerate(((3, 700), (700, 900))))\n"
        "f = jit(lambda x, w: (x @ w, (x @ w) @ w.T, np.ones((20, 700), np.float32) @ w),"
        " products='schedule')\n"
        "np.savez(sys.argv[1], *f(x, w)); print(f.compile(x, w).source); cache.flush()"
    )
    found = []
    for threads in ("1", "5"):
        environment = {**os.environ, "OMP_NUM_THREADS": threads, "STEPDOWN_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code, tmp_path / f"{threads}.npz"],
            cwd=ROOT, env=environment, text=True, capture_output=True, check=True,
        )  # fmt: skip
        found.append((done.stdout.strip(), np.load(tmp_path / f"{threads}.npz")))
    (first, one), (second, five) = found
    assert (first, second) == ("compiled", "disk cache")
    for name in one.files:
        np.testing.assert_allclose(one[name], five[name], rtol=1e-4, atol=1e-3)


def test_an_exported_library_has_the_kernels_in_it(tmp_path):
    import ctypes

    x, w = normal(2, 64), normal(64, 300)
    compiled = jit(times, products="schedule", threads=False).compile(x, w)
    compiled.export(tmp_path / "times.so")
    library = ctypes.CDLL(str(tmp_path / "times.so"))
    assert library.times is not None
    names = subprocess.run(
        ["nm", "-D", "--undefined-only", tmp_path / "times.so"], capture_output=True, text=True
    ).stdout
    assert "times_matrix" not in names
    assert "cblas" not in names


@needs_tiles
def test_an_exported_library_asks_for_the_tiles_itself(tmp_path):
    """In a process that has not: the first tile instruction would end it."""
    jit(times, products="bf16x6", threads=False).compile(normal(64, 64), normal(64, 64)).export(
        tmp_path / "times.so"
    )
    code = (
        "import ctypes, sys, numpy as np\n"
        "a, c = np.eye(64, dtype=np.float32) * 3, np.zeros((64, 64), np.float32)\n"
        "given = [(ctypes.c_int64 * 7)(x.ctypes.data, x.ctypes.data, 0, 64, 64, 64, 1)"
        " for x in (a, a, c)]\n"
        "ctypes.CDLL(sys.argv[1]).times(*given); print(c[5, 5], c.sum())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "times.so"],
        cwd=ROOT, text=True, capture_output=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "9.0 576.0\n"), done.stderr
