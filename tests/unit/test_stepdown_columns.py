"""Reductions to few elements on threads, as the gradient of a bias is one; how wide vectors are."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import gelu, normal

from runners import toolchain
from stepdown import jit

CPU = Path("/proc/cpuinfo")
ROWS = jit(lambda x: x.sum(0), dynamic={"x": (0,)})
EXTREMES = {"sum": jit(lambda x: x.sum(0)), "max": jit(lambda x: x.max(0)),
            "min": jit(lambda x: x.min(0))}  # fmt: skip


def loop_and_rest(compiled) -> tuple[str, str]:
    """The one shared loop of a function, and what comes after it."""
    text = compiled.optimized
    assert text.count("scf.forall.in_parallel") == 1
    loop, rest = text.split("scf.forall.in_parallel")
    return loop.split("scf.forall (")[1], rest


@pytest.mark.parametrize(
    ("shape", "axes", "kept"),
    [
        ((16, 128, 192), (0, 1), "192"),
        ((2048, 192), (0,), "192"),
        ((3, 5000, 20), (1,), "3x20"),
        ((1000, 1, 300), (0,), "1x300"),
    ],
)
def test_rows_that_are_summed_up_are_shared_among_threads(shape, axes, kept):
    """Each piece has sums of its own, which a second loop adds up."""
    x = normal(*shape)
    made = jit(lambda x: x.sum(axes)).compile(x)
    loop, rest = loop_and_rest(made)
    assert f"-> tensor<{kept}xf32>" in loop
    assert 'iterator_types = ["reduction", "parallel"' in rest
    np.testing.assert_allclose(made(x), x.sum(axes, dtype=np.float64), rtol=1e-5, atol=2e-4)


def test_of_many_columns_each_thread_gets_some_and_nothing_is_left_to_add_up():
    x = normal(64, 8192)
    made = jit(lambda x: x.sum(0)).compile(x)
    assert "linalg.generic" not in loop_and_rest(made)[1]
    np.testing.assert_allclose(made(x), x.sum(0, dtype=np.float64), rtol=1e-5, atol=1e-4)


def test_a_small_sum_and_one_without_threads_are_one_loop():
    assert "scf.forall" not in jit(lambda x: x.sum(0)).compile(normal(20, 30)).optimized
    alone = jit(lambda x: x.sum(0), threads=False)
    assert "scf.forall" not in alone.compile(normal(2048, 192)).optimized


def test_the_place_of_an_extreme_is_found_in_turn():
    x = normal(2048, 192)
    made = jit(lambda x: x.argmax(0)).compile(x)
    assert "scf.forall" not in made.optimized or "linalg.generic" not in loop_and_rest(made)[1]
    np.testing.assert_array_equal(made(x), x.argmax(0))


@settings(max_examples=8, deadline=None)
@given(
    st.sampled_from(["sum", "max", "min", "prod", "any", "all"]),
    st.sampled_from(["float16", "float32", "float64", "int32", "bool"]),
    st.integers(0, 2**32 - 1),
)
def test_pieces_put_together_give_what_numpy_gives(name, dtype, seed):
    """Exactly: the numbers are small and whole."""
    least = 1 if name == "prod" else -3
    x = np.random.default_rng(seed).integers(least, 2, (700, 230)).astype(dtype)

    def function(x):
        return getattr(np, name)(x, axis=0)

    got, wanted = jit(function)(x), function(x)
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("what", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", EXTREMES)
def test_pieces_put_together_hand_on_what_is_not_finite(name, what):
    x = normal(2048, 100)
    x[1700, 3], x[5, 4], x[2047, 4] = what, np.nan, 1.0
    wanted = getattr(np, name)(x, axis=0)
    np.testing.assert_allclose(EXTREMES[name](x), wanted, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("rows", [0, 1, 5, 3000])
def test_as_many_rows_as_the_call_has(rows):
    x = normal(rows, 300)
    np.testing.assert_allclose(ROWS(x), x.sum(0, dtype=np.float64), rtol=1e-5, atol=3e-4)


def test_rows_that_are_read_backwards():
    x = normal(2048, 150)
    got = jit(lambda x: x[::-1].sum(0))(x)
    np.testing.assert_allclose(got, x.sum(0, dtype=np.float64), rtol=1e-4, atol=3e-4)


# Vectors -----------------------------------------------------------------------------------------


@pytest.mark.skipif(
    not CPU.exists() or "avx512f" not in CPU.read_text(), reason="no vectors of 512 bits"
)
def test_loops_use_vectors_as_wide_as_the_processor_has_them(tmp_path):
    """LLVM takes half of them by itself."""
    made = jit(gelu, threads=False).compile(normal(64, 512))
    made.export(tmp_path / "wide.so")
    code = toolchain.run("llvm-objdump", "-d", tmp_path / "wide.so").stdout
    wide, half = code.count("%zmm"), code.count("%ymm")
    assert wide > 4 * half
