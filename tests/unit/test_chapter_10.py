"""Chapter 10: kernels beside NumPy to the dtype, ulp and NaN, and the loops they become."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from stepdown import jit, kernels
from stepdown.lowering import fuse
from stepdown.special import erf

CHAPTER = ROOT / "chapters" / "10-kernels"
f32, f64 = np.float32, np.float64
few = settings(deadline=None, max_examples=10)


def load(name: str):
    """A script of the chapter as a module of a name that no other chapter has."""
    path = CHAPTER / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"chapter_10_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(CHAPTER))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(CHAPTER))
        sys.modules.pop("examples", None)  # another chapter may have a module of that name
    return module


examples, accuracy, precision = load("examples"), load("accuracy"), load("precision")
special, phases, publish = load("special"), load("phases"), load("publish")


def script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, CHAPTER / f"{name}.py", *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)


def normal(*shape: int, dtype: object = f32, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape).astype(dtype)


# Kernels beside NumPy.


@pytest.mark.parametrize("name", examples.SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_a_kernel_gives_what_numpy_gives(name, dtype):
    function, arguments = examples.function(name), examples.arguments(name, dtype)
    wanted, got = function(*arguments), jit(function)(*arguments)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    # In float16 NumPy adds up columns in float16; what is compared is exact to its rounding.
    close = {"float16": 4e-3, "float32": 2e-5, "float64": 1e-12}[dtype]
    if dtype == "float16":
        wanted = function(*(a.astype(f64) for a in arguments))
    absolute = close * (20 if dtype == "float16" else 1)
    np.testing.assert_allclose(got.astype(f64), wanted.astype(f64), rtol=close, atol=absolute)


@few
@given(st.integers(0, 40), st.integers(1, 70), st.sampled_from([f32, f64]), st.booleans())
def test_rows_of_any_length_are_right(rows, columns, dtype, threads):
    x = normal(rows, columns, dtype=dtype)
    close = 2e-5 if dtype == f32 else 1e-12
    for function in (kernels.softmax, kernels.log_softmax):
        got = jit(function, threads=threads)(x)
        np.testing.assert_allclose(got, function(x), rtol=close, atol=close)
    sums = jit(kernels.softmax, threads=threads)(x).sum(-1, dtype=f64)
    np.testing.assert_allclose(sums, np.ones(rows), atol=columns * np.finfo(dtype).eps)


REDUCTIONS = [np.sum, np.mean, np.var, np.std, np.max, np.min, np.prod, np.argmax, np.argmin,
              np.any, np.all]  # fmt: skip


@pytest.mark.parametrize("function", REDUCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("keepdims", [False, True])
def test_each_reduction_over_each_axis_has_numpys_shape_dtype_and_values(function, keepdims):
    x = normal(3, 4, 5)
    single = function in (np.argmax, np.argmin)
    for axis in (None, 0, 1, 2, -1) if single else (None, 0, 1, -1, (0, 1), (0, 2), (0, 1, 2)):
        wanted = function(x, axis=axis, keepdims=keepdims)
        got = jit(lambda x, a=axis: function(x, axis=a, keepdims=keepdims))(x)
        assert (np.shape(got), got.dtype) == (np.shape(wanted), wanted.dtype), axis
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


@few
@given(st.lists(st.sampled_from([0.0, -0.0, 1.0, 2.0, np.nan, np.inf, -np.inf]), min_size=1,
                max_size=9))  # fmt: skip
def test_the_place_of_an_extreme_is_numpys_for_ties_nan_and_infinities(row):
    x = np.array(row, f32)
    for function in (np.argmax, np.argmin):
        assert jit(lambda x, f=function: f(x))(x) == function(x)
        assert jit(lambda x, f=function: f(x, 0))(x[:, None])[0] == function(x)


COMPARISONS = [np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal]


@pytest.mark.parametrize("dtype", ["float16", "float32", "int8", "uint64", "bool"])
def test_comparisons_and_where_follow_numpy_for_nan_and_signs(dtype):
    values = np.array([0, 1, 2, 0, 1, 255 if dtype == "uint64" else 7]).astype(dtype)
    other = values[::-1].copy()
    if dtype.startswith("float"):
        values[1], other[2], values[3], other[3] = np.nan, np.inf, -0.0, 0.0
    for function in COMPARISONS:
        wanted = function(values, other)
        got = jit(lambda a, b, f=function: (f(a, b), np.where(f(a, b), a, b)))(values, other)
        np.testing.assert_array_equal(got[0], wanted)
        np.testing.assert_array_equal(got[1], np.where(wanted, values, other))
        assert got[1].dtype == values.dtype


def test_signed_and_unsigned_are_compared_as_the_numbers_they_are():
    a, b = np.array([-1, 3, 5]), np.array([2**63, 3, 4], np.uint64)
    for function in COMPARISONS:
        np.testing.assert_array_equal(jit(lambda x, y, f=function: f(x, y))(a, b), function(a, b))


# Special values.


@pytest.mark.parametrize("name", special.KERNELS)
def test_special_rows_are_numpys(name):
    wanted, got = special.both(name)
    np.testing.assert_allclose(got, wanted, rtol=1e-6)


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("dtype", [np.float16, f32, f64])
@pytest.mark.parametrize("columns", [3, 64, 257])
def test_a_row_with_nan_or_only_minus_infinity_is_nan_and_its_neighbours_are_not(
    threads, dtype, columns
):
    x = normal(70, columns, dtype=dtype)
    x[1], x[2, columns // 2], x[3, -1], x[4, 0] = -np.inf, np.nan, np.inf, -np.inf
    got = jit(kernels.softmax, threads=threads)(x)
    assert np.flatnonzero(np.isnan(got).all(axis=1)).tolist() == [1, 2, 3]
    assert np.isnan(got).any(axis=1).sum() == 3
    assert got[4, 0] == 0


@pytest.mark.parametrize("shape", [(3,), (1000,), (3, 50), (500, 300)])
@pytest.mark.parametrize("axis", [0, -1, None])
def test_nan_wins_in_a_maximum_wherever_it_stands(shape, axis):
    x = normal(*shape)
    for place in (0, x.size // 2, x.size - 1):
        y = x.copy()
        y.flat[place] = np.nan
        for function in (np.max, np.min):
            got = jit(lambda x, f=function: f(x, axis=axis))(y)
            np.testing.assert_array_equal(got, function(y, axis=axis))


def test_the_two_forms_of_gelu_are_told_apart_at_1():
    one = np.ones(1, f32)
    assert abs(jit(kernels.gelu)(one)[0] - f32(0.8411920)) <= 1.2e-7
    assert abs(jit(kernels.gelu_erf)(one)[0] - f32(0.8413447)) <= 1.2e-7


# Precision.


def test_each_kernel_has_numpys_dtype_for_each_dtype():
    assert precision.table(precision.compiled) == precision.expected()


EXACT = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b, "max": np.maximum, "chain": lambda a, b: a * b - a / (b * b + 1),
    "sqrt": lambda a, b: np.sqrt(abs(a)) * b,
}  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, f32, f64])
@pytest.mark.parametrize("name", EXACT)
def test_arithmetic_is_rounded_after_each_step_as_in_numpy_to_the_bit(name, dtype):
    a, b = normal(4000, dtype=dtype), normal(4000, dtype=dtype, seed=1)
    wanted = EXACT[name](a, b)
    got = jit(EXACT[name])(a, b)
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(
        got.view(f"u{dtype(0).nbytes}"), wanted.view(f"u{dtype(0).nbytes}")
    )


def test_a_sum_of_halves_is_carried_in_float32_along_each_axis():
    x = np.full((4096, 3), 1 + 2**-10, np.float16)  # float16 would stop at 2048 or lose the rest
    exact = np.float16(4096 * (1 + 2**-10))
    np.testing.assert_array_equal(jit(lambda x: x.sum(0))(x), [exact] * 3)
    assert jit(lambda x: x.sum())(x[:, 0]) == exact
    np.testing.assert_array_equal(jit(lambda x: x.sum(1))(np.ascontiguousarray(x.T)), [exact] * 3)


# Accuracy.


@pytest.fixture(scope="module")
def compiled():
    """Each function compiled once, and what it is measured against."""
    return {
        name: (accuracy.compiled(f), accuracy.compiled(erf) if name == "erf" else f)
        for name, f in accuracy.FUNCTIONS.items()
    }


def test_the_float64_erf_that_is_measured_against_is_the_c_librarys():
    import math

    x = np.linspace(-6, 6, 1001)
    wanted = np.array([math.erf(v) for v in x])
    assert (np.abs(jit(lambda x: erf(x))(x) - wanted) <= np.spacing(np.abs(wanted))).all()


@pytest.mark.parametrize("name", accuracy.FUNCTIONS)
def test_within_its_ulps_on_a_dense_sample_of_all_floats(compiled, name):
    # 1021 is prime: the sample meets every exponent, sign and low bit; NaNs are among it.
    worst, where = accuracy.worst(*compiled[name], 1021)
    assert worst < accuracy.LIMITS[name], where


@pytest.mark.slow
@pytest.mark.parametrize("name", accuracy.FUNCTIONS)
def test_within_its_ulps_on_seventy_million_floats(compiled, name):
    worst, where = accuracy.worst(*compiled[name], 61)
    assert worst < accuracy.LIMITS[name], where


BORDERS = (87.0, -87.0, 88.72284, -87.33655, -103.97208, 0.8, -0.8, 1e-45, 9.01, 1.0, -1.0, 4.0,
           1.17549435e-38, 0.70710678, 1.41421356, 3.4e38)  # fmt: skip


@pytest.mark.parametrize("name", accuracy.FUNCTIONS)
def test_within_its_ulps_at_every_float_where_the_method_changes(compiled, name):
    ours, exact = compiled[name]
    for border in BORDERS:
        middle = int(np.array(border, f32).view(np.uint32))
        bits = np.arange(max(middle - 20_000, 0), middle + 20_000, dtype=np.uint64)
        x = bits.astype(np.uint32).view(f32)
        with np.errstate(all="ignore"):
            off = accuracy.ulps(ours(x), exact(x.astype(f64)))
        assert off.max() < accuracy.LIMITS[name], (border, x[off.argmax()])


def test_the_measure_counts_steps_and_notices_nan_and_infinity():
    got = np.array([1 + 2**-23, 1 - 2**-24, np.nan, 1, np.inf, np.inf, 2.0**-148], f32)
    exact = np.array([1, 1, 1, np.nan, 1e39, 1e38, 2.0**-149])
    wanted = [1, 0.5, np.inf, np.inf, 0, np.inf, 1]
    assert accuracy.ulps(got, exact).tolist() == wanted


def test_float64_functions_are_the_c_librarys():
    x = np.array([50, -50, 1e-8, 0.1, 3.0, 700.0])
    for function in (np.tanh, np.exp):
        np.testing.assert_allclose(jit(lambda x, f=function: f(x))(x), function(x), rtol=1e-14)


@pytest.mark.parametrize("function", [np.exp, np.tanh, np.log], ids=lambda f: f.__name__)
def test_each_of_the_65536_halves_is_within_half_an_ulp_and_a_little(function):
    x = np.arange(65536, dtype=np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        exact = function(x.astype(f64))
        unit = np.spacing(np.abs(exact).astype(np.float16)).astype(f64)
        got = jit(lambda x: function(x))(x)
        off = np.abs(got.astype(f64) - exact) / unit
        right = (np.isnan(exact) & np.isnan(got)) | (got == exact) | (off < 0.51)
        over = (np.abs(exact) >= 65520) & np.isinf(got)
    assert (right | over).all(), x[~(right | over)]


# Loops.


def _names(values) -> list[str]:
    return [str(value.primitive) for value in values]


def _passes(name: str) -> list:
    graph = examples.compiled(name).graph
    (group,) = fuse.groups(graph)
    return phases.passes(graph, group)


def test_softmax_is_three_passes_and_keeps_the_exponentials_of_a_row():
    one, two, three = _passes("softmax")
    assert _names(one.computed) == ["max"]
    assert _names(two.computed) == ["subtract", "exp", "sum"]
    assert _names(two.kept) == _names(three.read_back) == ["exp"]
    assert _names(three.computed) == ["divide"]


def test_layer_norm_computes_the_difference_again_and_keeps_nothing():
    one, two, three = _passes("layer_norm")
    assert _names(one.computed) == ["sum"]
    assert _names(one.after) == ["divide"]
    assert _names(two.computed) == ["subtract", "multiply", "sum"]
    assert _names(three.again) == ["subtract"]
    assert [one.kept, two.kept, three.read_back] == [[], [], []]


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "layer_norm", "variance", "rms_norm"])
def test_the_passes_that_are_shown_are_the_loops_that_are_written(name):
    module = examples.compiled(name, threads=False).optimized
    assert module.count("linalg.generic {") == len(_passes(name))
    assert module.count("scf.for ") == 1


@pytest.mark.parametrize("name", ["gelu", "gelu_erf", "clipped"])
def test_elementwise_kernels_are_one_loop(name):
    made = examples.compiled(name)
    assert made.optimized.count("linalg.generic {") == 1
    assert made.traced.count("linalg.generic {") > 3
    assert "memref.alloc" not in made.bufferized


@pytest.mark.parametrize("name", [n for n in examples.SHAPES if n != "softmax_of_columns"])
def test_no_kernel_has_a_temporary_on_the_heap(name):
    bufferized = examples.compiled(name).bufferized
    assert "memref.alloc(" not in bufferized
    assert "memref.copy" not in bufferized


@pytest.mark.parametrize("name", ["softmax", "gelu", "gelu_erf", "log_softmax"])
def test_no_loop_calls_a_function_and_all_are_vectors(name, tmp_path):
    """As LLVM has it after -O3 for a processor with AVX-512."""
    from runners import toolchain

    lowered = tmp_path / "lowered.mlir"
    lowered.write_text(examples.compiled(name, threads=False).lowered)
    ir = toolchain.run("mlir-translate", "--mlir-to-llvmir", lowered).stdout
    target = ("-mtriple=x86_64-linux-gnu", "-mcpu=x86-64-v4")
    optimized = toolchain.run("opt", "-O3", "-S", *target, "-", input=ir).stdout
    body = optimized.partition(f"define void @{name}(")[2].partition("\n}\n")[0]
    assert body.count("@llvm.fma.v8f32") + body.count("@llvm.fma.v16f32") >= 6
    calls = [line for line in body.splitlines() if " call " in line and "@llvm." not in line]
    assert not calls


# What goes wrong.


def test_a_softmax_without_the_maximum_overflows_and_the_kernel_does_not():
    lines = script("wrong/overflow").stdout.splitlines()
    assert "nan" in lines[1]
    assert not any("nan" in line for line in lines[2:])


def test_a_variance_in_one_pass_cancels_and_that_in_two_does_not():
    first, second, third = script("wrong/cancellation").stdout.splitlines()
    assert first.split()[-1] == second.split()[-1]
    assert third.endswith("True")


def test_the_maximum_of_nothing_names_the_line_and_the_sum_is_zero():
    done = script("wrong/empty")
    assert done.stdout == "[0. 0.]\n"
    assert "wrong/empty.py:10: zero-size array to reduction operation maximum" in done.stderr


# Files.


def test_the_picture_of_passes_is_what_its_script_draws(tmp_path):
    assert script("pictures/draw", tmp_path).returncode == 0
    assert (tmp_path / "rows.svg").read_text() == (CHAPTER / "pictures" / "rows.svg").read_text()
    # errors.svg is measured, and NumPy's part of it depends on the processor.
    assert (tmp_path / "errors.svg").read_text().count("<polygon") == 7


def test_the_published_table_has_a_row_for_each_figure_beside_numpy():
    row = {"peer": "NumPy", "unit": "/s", "ours": 200.0, "theirs": 50.0, "ratio": 4.0}
    machine = {"processor": "P", "llvm_cpu": "p", "cores": 2}
    rows = [{**row, "name": "one"}, {**row, "name": "two", "peer": "bound"}]
    text = publish.published("a\n<!-- speed table -->\nold\n<!-- end -->\nb\n",
                             {"machine": machine, "rows": rows})  # fmt: skip
    assert "| one | 5.00 | 20.00 | 4.0 |" in text
    assert "two" not in text
    assert "old" not in text
    assert text.startswith("a\n")
    assert text.endswith("<!-- end -->\nb\n")
    assert (
        publish.published(text, json.loads(json.dumps({"machine": machine, "rows": rows}))) == text
    )


def test_the_prose_names_every_script():
    prose = (CHAPTER / "README.md").read_text(encoding="utf-8")
    for path in CHAPTER.rglob("*.py"):
        assert path.stem in ("run", "examples", "stages") or path.name in prose, path.name
