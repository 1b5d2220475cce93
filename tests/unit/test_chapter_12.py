"""Chapter 12: fusion, buffers, products, threads, the cache, libraries."""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys

import numpy as np
import pytest
from chapter_12 import (
    CHAPTER,
    accuracy,
    functions,
    library,
    outlined,
    publish,
    steady,
    unfused,
)
from conftest import ROOT
from conftest import compiled as by_hand
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal, same

from runners import toolchain
from stepdown import explain, jit
from stepdown.products import blas

f32 = np.float32


def compiled(function, *arguments, **options):
    return jit(function, **options).compile(*arguments)


def script(name: str, *arguments: object, **environment: str) -> str:
    """What a script of the chapter prints in a process of its own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "KMP_"))}
    done = subprocess.run(
        [sys.executable, CHAPTER / name, *map(str, arguments)],
        env=kept | environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


# Fusion.


STEPS = (
    np.abs, np.negative, np.sqrt, np.exp, np.tanh, np.square, lambda x: x * 3, lambda x: x + 1.5,
    lambda x: np.maximum(x, 0.5), lambda x: np.where(x > 1, x, -x),
)  # fmt: skip


@given(st.lists(st.sampled_from(STEPS), min_size=2, max_size=7), st.sampled_from([(9, 70), (33,)]))
@settings(max_examples=15, deadline=None)
def test_a_chain_of_steps_is_one_loop_with_the_bits_of_many(steps, shape):
    def chain(x):
        for step in steps:
            x = step(x)
        return x

    x = normal(*shape)
    one, many = compiled(chain, x), unfused.unfused(chain, x)
    assert one.optimized.count("linalg.generic") == 1
    assert "memref.alloc" not in one.bufferized
    np.testing.assert_array_equal(one(x), many(x))


@pytest.mark.parametrize("shape", [(64, 48), (3, 1000), (5, 4, 7)])
def test_softmax_is_one_loop_over_rows_and_agrees_with_the_unfused_one(shape):
    x = normal(*shape)
    one, many = compiled(functions.softmax, x, threads=False), unfused.unfused(functions.softmax, x)
    found = explain(jit(functions.softmax, threads=False), x)
    assert found.generics == (5, 3)
    assert one.optimized.count("scf.for ") == len(shape) - 1
    np.testing.assert_allclose(one(x), many(x), rtol=8e-7, atol=1e-9)


def test_the_unfused_function_is_not_the_fused_one():
    x = normal(64, 48)
    many = unfused.unfused(functions.chain, x, x)
    text = str(many.seconds)  # compiled, not found in a cache
    assert "llvm" in text
    from stepdown.lowering import contexts

    with contexts.context():
        assert str(many.module()).count("linalg.generic") == 3


# Buffers.


def test_results_share_memory_with_nothing():
    x = normal(12, 7)
    kept = x.copy()
    results = jit(lambda x: (x, x, x.T, x[2:], x * 2, x.reshape(7, 12)))(x)
    for n, result in enumerate(results):
        assert not np.shares_memory(result, x)
        assert not any(np.shares_memory(result, other) for other in results[:n])
        result[:] = np.nan
    np.testing.assert_array_equal(x, kept)


@pytest.mark.parametrize("threads", [False, True])
def test_arguments_that_overlap_are_read_as_they_are(threads):
    line = normal(300_000)
    kept = line.copy()
    function = jit(lambda a, b, c: (a - b) * c, threads=threads)
    got = function(line[1:], line[:-1], line[::-1][1:])
    np.testing.assert_array_equal(got, (line[1:] - line[:-1]) * line[::-1][1:])
    np.testing.assert_array_equal(line, kept)


@pytest.mark.parametrize(
    ("shape", "stack", "heap"),
    [((64, 48), [192], []), ((64, 4096), [16384], []), ((64, 8192), [], [32768])],
)
def test_a_rows_temporary_is_on_the_stack_up_to_a_limit(shape, stack, heap):
    found = explain(jit(functions.spread, threads=False), normal(*shape))
    assert [size for size in found.stack if size > 8] == stack
    assert list(found.heap) == heap
    assert found.workspace == sum(heap)
    assert found.read == 4 * shape[0] * shape[1]


def test_a_softmax_has_no_temporary_but_its_result():
    found = explain(jit(functions.softmax, threads=False), normal(64, 8192))
    assert not found.heap
    assert all(size <= 8 for size in found.stack)
    assert found.workspace == 0


def test_a_tower_has_as_many_functions_whatever_its_height():
    counts = [outlined.nests(outlined.tower(blocks)) for blocks in (17, 24)]
    assert counts == [(18, 3), (25, 3)]


@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (functions.chain, [(64, 48), (64, 48)]),
        (functions.differences, [(64,)]),
        (functions.softmax, [(64, 48)]),
    ],
)
def test_nothing_is_allocated_for_a_result_and_nothing_copied(function, shapes):
    text = compiled(function, *(normal(*s) for s in shapes), threads=False).bufferized
    assert "memref.alloc()" not in text
    assert "copy" not in text


def test_two_products_of_one_shape_are_right_whatever_their_zeros_cost():
    x, first, second = normal(64, 64), normal(64, 64, seed=1), normal(64, 64, seed=2)
    expected = (x.astype(float) @ first) * (x.astype(float) @ second)
    for products in ("blas", "loops"):
        got = jit(functions.gated, products=products)(x, first, second)
        np.testing.assert_allclose(got, expected, rtol=1e-4, atol=5e-4)
    out = np.empty_like(x)
    by_hand("chapters/12-execution/zeros.mlir", "cpu-tensors").gated(x, first, second, out)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=5e-4)


# Products.


needs_blas = pytest.mark.skipif(blas.blas() is None, reason="NumPy brings no BLAS to call")


@needs_blas
@pytest.mark.parametrize(
    ("shapes", "dtype", "calls"),
    [
        (((16, 16), (16, 16)), f32, 0),  # 4096 multiplications: loops
        (((16, 16), (16, 17)), f32, 1),
        (((64, 64), (64, 64)), np.float64, 1),
        (((64, 64), (64, 64)), np.int32, 0),  # BLAS has no integers
        (((64, 64), (64, 64)), np.float16, 1),  # written out as float32 once, which it sums in
        (((300, 64), (64,)), f32, 1),
        (((5, 64, 64), (64, 64)), f32, 1),  # one call, in a loop over the batch
    ],
)
def test_large_products_of_floats_are_calls_of_blas(shapes, dtype, calls):
    a, b = (normal(*s) if np.dtype(dtype).kind == "f" else np.ones(s) for s in shapes)
    a, b = a.astype(dtype), b.astype(dtype)
    text = compiled(lambda a, b: a @ b, a, b, products="blas").bufferized
    assert text.count("call @scipy_cblas_") == calls
    assert compiled(lambda a, b: a @ b, a, b, products="loops").bufferized.count("cblas") == 0
    close = 3e-2 if dtype == np.float16 else 1e-4
    got = jit(lambda a, b: a @ b, products="blas")(a, b)
    np.testing.assert_allclose(got, a @ b, rtol=close, atol=close)


@pytest.mark.parametrize("rows", [1, 40, 300])
@pytest.mark.parametrize("products", ["blas", "loops"])
def test_the_layer_is_numpys_and_transposes_nothing(rows, products):
    arguments = normal(rows, 48), normal(40, 48), normal(40)
    same(functions.layer, *arguments, products=products, tolerance=2e-5)
    text = compiled(functions.layer, *arguments, products=products).bufferized
    assert text.count("linalg.generic") == 1
    assert "copy" not in text


# Threads.


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="asks Linux for threads' times")
@pytest.mark.parametrize("count", [1, 2, 5])
def test_as_many_threads_compute_as_are_asked_for(count):
    printed = script("threads.py", OMP_NUM_THREADS=str(count), OPENBLAS_NUM_THREADS="1")
    assert printed == f"shared among threads: {count}\nthreads=False: 1\n"


@pytest.mark.parametrize("function", [functions.softmax, functions.wave])
def test_threads_change_no_bit(function):
    x = normal(300, 700)
    shared, alone = jit(function), jit(function, threads=False)
    assert "scf.forall" in shared.compile(x).bufferized
    assert "scf.forall" not in alone.compile(x).bufferized
    np.testing.assert_array_equal(shared(x), alone(x))


def test_a_loop_that_is_too_short_is_not_shared():
    assert "scf.forall" not in compiled(functions.softmax, normal(8, 8)).bufferized


# Vectors.


@pytest.mark.parametrize(
    ("name", "limit"), [("exp", 0.9), ("tanh", 1.05), ("log", 0.9), ("erf", 1.05)]
)
def test_functions_on_vectors_are_good_to_about_an_ulp(name, limit):
    assert accuracy.error(name, 40_000) < limit


@pytest.mark.parametrize("name", ["exp", "tanh", "log", "erf"])
def test_special_values_are_those_of_the_exact_function(name):
    function, exact, _ = accuracy.FUNCTIONS[name]
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 1e38, -1e38, 89, -104], f32)
    with np.errstate(all="ignore"):
        expected = exact(x.astype(np.float64)).astype(f32)
    np.testing.assert_allclose(jit(lambda x: function(x))(x), expected, rtol=2.4e-7, atol=1.5e-45)


# The disk cache, libraries, many calls.


def test_the_second_process_takes_the_code_from_disk(tmp_path):
    folder = {"STEPDOWN_CACHE": str(tmp_path / "cache")}
    assert script("cached.py", **folder).startswith("compiled, right; MLIR loaded;")
    assert script("cached.py", **folder).startswith("disk cache, right; MLIR not loaded;")


def test_two_processes_that_make_one_entry_are_both_right(tmp_path):
    folder = tmp_path / "cache"
    running = [
        subprocess.Popen(
            [sys.executable, CHAPTER / "cached.py"], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "STEPDOWN_CACHE": str(folder)},
        )
        for _ in range(2)
    ]  # fmt: skip
    printed = [process.communicate(timeout=60)[0] for process in running]
    assert all(", right; " in line for line in printed), printed
    assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".so"]
    assert script("cached.py", STEPDOWN_CACHE=str(folder)).startswith("disk cache, right")


@pytest.mark.skipif(not toolchain.linker().is_compiler, reason="there is no C compiler")
def test_the_program_in_c_calls_the_exported_layer(tmp_path):
    library.export(tmp_path)
    program = tmp_path / "call"
    command = [*toolchain.linker().command, "-Wall", "-Werror", "-I", tmp_path]
    command += [CHAPTER / "call.c", tmp_path / "layer.so", "-o", program]
    subprocess.run([str(word) for word in command], check=True)
    found = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    done = subprocess.run([program], env=found, capture_output=True, text=True, check=True)
    x = (np.arange(5, dtype=f32) - 2)[:, None].repeat(48, 1)
    expected = functions.layer(x, np.full((40, 48), 0.25, f32), np.arange(40, dtype=f32))[:, 30]
    first, second = done.stdout.splitlines()
    assert [float(word) for word in first.split()] == expected.tolist()
    assert second == "3: bias has to be float32[40], row-major"


def test_ten_thousand_calls_leave_memory_flat():
    softmax, x = jit(functions.softmax), normal(4, 8)
    assert steady.growth(lambda: softmax(x)) < 512
    long, row = jit(functions.softmax, threads=False), normal(2, 8192)
    assert steady.growth(lambda: long(row), 2000) < 512  # a temporary on the heap in each call


def test_the_measure_of_memory_notices_a_leak():
    def leak():
        page = mmap.mmap(-1, 1 << 15)  # from the system: the heap may have room from before
        page.write(b"x" * (1 << 15))
        kept.append(page)

    kept = []
    assert steady.growth(leak, 500) > 12_000  # of 16,000
    for page in kept:
        page.close()


@pytest.mark.parametrize("kinds", [1, 3])
def test_eight_threads_at_once_compile_each_kind_once_and_are_right(kinds):
    traced, right = steady.at_once(8, kinds)
    assert traced == kinds
    assert right == [True] * 8


# What is published.


def test_the_tables_and_the_picture_are_made_of_the_measured_rows():
    row = {"name": "softmax", "peer": "NumPy", "ours": 50.0, "theirs": 20.0, "ratio": 2.5,
           "unit": "/s", "better": "higher", "goal": 2.0}  # fmt: skip
    bound = row | {
        "name": "a warm call",
        "peer": "bound",
        "ours": 3.2,
        "theirs": 15.0,
        "unit": "us",
    }
    copied = bound | {"name": "traffic", "peer": "one operation", "unit": "GB/s", "goal": 0.9}
    first = bound | {"name": "first call, softmax"}
    machine = {"processor": "P", "llvm_cpu": "p", "cores": 2}
    peers = [row | {"peer": peer, "theirs": rate} for peer, rate in (("PyTorch", 40.0),
             ("torch.compile", 25.0))]  # fmt: skip
    lines = publish.table({"machine": machine, "rows": [row, *peers, bound, copied, first]})
    assert "| softmax | 20.00 ms | 25.00 ms | 40.00 ms |" in lines
    assert not any("PyTorch" in line for line in publish.table({"machine": machine, "rows": [row]}))
    assert "| softmax | 20.00 ms | 50.00 ms | 2.5 |" in lines
    assert "| a warm call | 3.2 us | at most 15 us |" in lines
    assert "| traffic | 3.2 GB/s | 0.9 of one operation: 15 GB/s |" in lines
    assert not any("first call" in line for line in lines)
    phases = {
        "softmax, first call": {"trace": 1.0, "imports": 200.0, "llvm": 60.0, "total": 270.0},
        "softmax, from the disk cache": {"trace": 1.0, "disk cache": 9.0, "total": 12.0},
    }
    assert "| softmax | 270 ms | 200 ms | 12 ms |" in publish.first_calls(phases)
    text = str(publish.picture(phases))
    for shown in (">270<", ">70<", ">12<", "softmax, from disk"):
        assert shown in text


def test_the_readme_has_a_place_for_each_table():
    text = (CHAPTER / "README.md").read_text(encoding="utf-8")
    for marker in ("numpy", "first calls"):
        assert text.count(f"<!-- {marker} table -->\n") == 1
    assert text.count("<!-- end -->") == 2


@pytest.mark.slow
def test_the_phases_of_a_first_call_are_measured():
    sys.path.insert(0, str(ROOT))
    from tests.bench import first_call

    phases = first_call._first_call("scale_bias", "off")
    assert {"trace", "imports", "build", "passes", "llvm", "total"} <= phases.keys()
    named = sum(v for k, v in phases.items() if k not in ("total", "source"))
    assert 0 < named < phases["total"]
    json.dumps(phases)


def test_the_pictures_are_what_their_script_draws(tmp_path):
    drawing = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, drawing, tmp_path], check=True, capture_output=True)
    for path in tmp_path.glob("*.svg"):
        assert path.read_text() == (CHAPTER / "pictures" / path.name).read_text(), path.name
    assert len(list(tmp_path.glob("*.svg"))) == 2
