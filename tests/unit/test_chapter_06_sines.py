"""Chapter 6: the vector sine and cosine, in last places, over the whole range and at its edges."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from chapter_06 import CHAPTER, ulps
from conftest import ROOT, compiled

import runners

SINES = "mlir/kernels/sines.mlir"
EXACT = {"sines": np.sin, "cosines": np.cos}
LIMIT = 0.91  # last places; 0.5 is the best there is, NumPy has 1.5
REDUCED = 2.0**20  # beyond this the kernel asks libm
f32 = np.float32


@pytest.fixture(scope="module")
def library():
    return compiled(SINES, "cpu-vectors")


def bits(value: float) -> int:
    return int(np.array(value, f32).view(np.uint32))


def worst(library, name: str, start: int, stop: int, stride: int = 1) -> float:
    """The largest distance in ulp over the bit patterns range(start, stop, stride)."""
    found, chunk = 0.0, stride << 15  # temporaries of 256 KiB stay in the cache
    for first in range(start, stop, chunk):
        pattern = np.arange(first, min(first + chunk, stop), stride, dtype=np.uint64)
        x = pattern.astype(np.uint32).view(f32)
        out = np.empty_like(x)
        library[name](x, out)
        with np.errstate(all="ignore"):
            found = max(found, ulps(out, EXACT[name](x.astype(np.float64))).max())
    return found


@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_on_a_dense_sample_of_the_reduced_range(library, name):
    assert worst(library, name, 0, bits(REDUCED) + 1, 509) < LIMIT


@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_next_to_multiples_of_a_quarter_turn(library, name):
    # There the result is near 0 and everything depends on how exactly x is reduced.
    for n in (1, 2, 3, 4, 5, 8, 100, 101, 355 * 2, 10_000, 650_001, 667_543):
        middle = bits(n * np.pi / 2)
        assert worst(library, name, middle - 3000, middle + 3000) < LIMIT


@pytest.mark.parametrize("name", EXACT)
def test_beyond_the_reduced_range_it_is_libms(library, name):
    assert worst(library, name, bits(REDUCED) - 1000, bits(REDUCED) + 1000) < LIMIT
    assert worst(library, name, bits(REDUCED), bits(np.inf), 300_007) < LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT)
def test_within_its_ulps_at_every_float_of_the_reduced_range(library, name):
    assert worst(library, name, 0, bits(REDUCED) + 1) < LIMIT


@pytest.mark.parametrize("name", EXACT)
def test_as_exact_where_the_processor_has_no_fused_multiply_add(name):
    generic = runners.load(ROOT / SINES).compile("cpu-vectors", how="aot", cpu="generic")
    assert worst(generic, name, 0, bits(REDUCED) + 1, 100_003) < 1.0


def test_sine_is_odd_and_cosine_is_even_to_the_last_bit(library):
    x = np.random.default_rng(1).uniform(0, 3e6, 100_000).astype(f32)
    one, other = np.empty_like(x), np.empty_like(x)
    for name, sign in (("sines", -1), ("cosines", 1)):
        library[name](x, one)
        library[name](-x, other)
        assert np.array_equal(one, sign * other)


def test_special_values(library):
    x = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, -1e-40, 1e-20], f32)
    out = np.empty_like(x)
    library.sines(x, out)
    np.testing.assert_array_equal(out, np.where(np.isinf(x), f32(np.nan), x))
    assert np.signbit(out[3:5]).tolist() == [False, True]
    library.cosines(x, out)
    np.testing.assert_array_equal(out, [np.nan] * 3 + [1.0] * 5)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 33, 100])
def test_nothing_outside_of_an_array_is_written(library, size):
    around = np.full(size + 64, 7, f32)
    x = np.linspace(-5, 5, size, dtype=f32)
    library.sines(x, around[32 : 32 + size])
    np.testing.assert_allclose(around[32 : 32 + size], np.sin(x), atol=2e-7)
    assert (around[:32] == 7).all()
    assert (around[32 + size :] == 7).all()


def test_one_large_argument_changes_no_neighbour(library):
    x = np.linspace(-5, 5, 16, dtype=f32)
    mixed, before, after = x.copy(), np.empty_like(x), np.empty_like(x)
    mixed[5] = 3e7
    library.sines(x, before)
    library.sines(mixed, after)
    others = np.arange(16) != 5
    assert np.array_equal(before[others], after[others])
    assert after[5] == f32(np.sin(np.float64(3e7)))


def test_the_constants_are_those_that_the_script_fits():
    script = CHAPTER / "coefficients.py"
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    text = (ROOT / SINES).read_text()
    fitted = [line.strip() for line in done.stdout.splitlines() if line.startswith("  %")]
    assert len(fitted) == 4 + 4 + 3
    for line in fitted:
        name, _, value = line.partition(" = arith.constant dense<")
        written = text.partition(f"{name} = arith.constant dense<")[2].partition(">")[0]
        # Another BLAS rounds otherwise; the last coefficients, which matter least, differ most.
        assert float(written) == pytest.approx(float(value.strip(">")), rel=1e-4)
