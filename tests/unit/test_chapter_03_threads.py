"""Chapter 3's OpenMP programs: their results, and that threads ran them, and how many."""

from __future__ import annotations

import re
import textwrap

import numpy as np
import pytest
from chapter_03 import CHAPTER, f32, library, load, openmp, owners, run_owners, run_python, speed
from conftest import needs_assertions
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import runners

GIBIBYTE = 1 << 30


def for_any(*strategies):
    return lambda test: settings(deadline=None, max_examples=40)(given(*strategies)(test))


# Results.


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_each_thread_of_a_team_signs_in_once(threads, how):
    seen = np.zeros(8, np.int32)
    openmp("parallel", how).sign_in(threads, seen)
    assert np.array_equal(seen, np.arange(8) < threads)


@pytest.mark.parametrize("threads", [0, -1])
def test_a_number_of_threads_below_one_is_the_default(threads):
    seen = np.zeros(1024, np.int32)
    openmp("parallel").sign_in(threads, seen)
    assert np.array_equal(seen, np.arange(1024) < len(np.unique(owners.owners())))


def test_more_threads_than_slots_write_nothing_beside():
    pool = np.zeros(8, np.int32)
    openmp("parallel").sign_in(8, pool[2:5])
    assert np.array_equal(pool, [0, 0, 1, 1, 1, 0, 0, 0])


@for_any(arrays.arrays(f32, st.integers(0, 500)))
def test_a_shared_loop_scales_each_element(x):
    y = np.full_like(x, np.nan)
    openmp("loop").scale(2.0, x, y)
    with np.errstate(over="ignore"):
        assert np.array_equal(y, f32(2) * x, equal_nan=True)


def test_after_the_barrier_each_thread_sees_what_its_late_neighbour_wrote():
    for _ in range(20):
        written, read = np.full((2, 4), -1, np.int32)
        team = openmp("barrier").neighbours(written, read)
        assert team == 4
        assert np.array_equal(read, [10, 20, 30, 0])


@for_any(arrays.arrays(f32, st.integers(0, 300)))
def test_the_declared_reduction_is_numpys_maximum_with_nan_infinity_and_nothing(x):
    wanted = x.max() if x.size else -np.inf
    assert np.array_equal(openmp("reduction").maximum(x), wanted, equal_nan=True)


@for_any(arrays.arrays(f32, st.integers(0, 300), elements=st.integers(0, 5)))
def test_the_critical_section_keeps_value_and_place_together(x):
    wanted = (x.max(), x.argmax()) if x.size else (-np.inf, -1)
    assert openmp("critical").argmax(x) == wanted


def test_argmax_passes_over_nan_and_finds_infinities():
    argmax = openmp("critical").argmax
    assert argmax(np.array([np.nan, 1, np.nan], f32)) == (1, 1)
    assert argmax(np.full(3, -np.inf, f32)) == (-np.inf, 0)


def test_the_atomic_histogram_loses_no_count():
    histogram = openmp("atomic").histogram
    for data in (np.zeros(200_000, np.uint8), np.arange(200_000).astype(np.uint8)):
        counts = np.zeros(256, np.int32)
        histogram(data, counts)
        assert np.array_equal(counts, np.bincount(data, minlength=256))


@pytest.mark.parametrize("name", ["from_scf", "from_affine"])
@pytest.mark.parametrize("size", [0, 1, 2, 1001])
def test_dot_products_on_threads(name, size, how):
    x, y = np.random.default_rng(size).standard_normal((2, size))
    # the order of n additions is open: at most n roundings of at most sum |x y|
    slack = (size + 1) * np.finfo(np.float64).eps * np.abs(x * y).sum()
    assert abs(openmp(name, how).dot(x, y) - x @ y) <= slack


@for_any(arrays.arrays(f32, st.integers(1, 300), elements=st.floats(-(2.0**99), 2.0**99, width=32)))
def test_two_reductions_of_finite_numbers(x):
    assert openmp("from_scf").extremes(x) == (x.min(), x.max())


def test_the_neutral_element_that_the_pass_chooses_is_finite():
    largest = float(np.finfo(f32).max)
    assert openmp("from_scf").extremes(np.full(3, -np.inf, f32)) == (-np.inf, -largest)
    assert openmp("from_scf").extremes(np.zeros(0, f32)) == (largest, -largest)
    assert openmp("reduction").maximum(np.full(3, -np.inf, f32)) == -np.inf


# Threads.


def test_the_prose_loop_runs_on_as_many_threads_as_the_pipeline_says():
    for threads in (1, 2, 7):
        assert np.array_equal(np.unique(owners.owners(threads=threads)), np.arange(threads))


def test_the_same_loop_through_a_serial_pipeline_stays_on_one_thread():
    owner = np.full(1000, -1, np.int32)
    library("openmp/threads").owners(owner)
    assert not owner.any()


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_omp_num_threads_is_the_number_of_threads(threads):
    done = run_owners(OMP_NUM_THREADS=str(threads))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"100000 turns on {threads} thread" in done.stdout


NONSENSE = {
    "0": (1, r'#80: OMP_NUM_THREADS="0": value too small.*value "1" will be used'),
    "-1": (None, r'#42: OMP_NUM_THREADS: "-1" is an invalid value; ignored'),
    "abc": (None, r'#42: OMP_NUM_THREADS: "abc" is an invalid value; ignored'),
    "2.5": (None, r'#42: OMP_NUM_THREADS: "2.5" is an invalid value; ignored'),
    "2x": (None, r'#42: OMP_NUM_THREADS: "2x" is an invalid value; ignored'),
    "": (None, r"\A\Z"),
}


@pytest.mark.parametrize("value", NONSENSE)
def test_nonsense_in_omp_num_threads_is_warned_of_and_one_thread_a_core_runs(value):
    threads, message = NONSENSE[value]
    done = run_owners(OMP_NUM_THREADS=value)
    assert done.returncode == 0
    assert f"turns on {threads or owners.cores()} thread" in done.stdout
    assert re.search(message, done.stderr, re.DOTALL), done.stderr


def test_more_threads_than_the_system_gives_end_the_process_with_a_message():
    done = run_owners(memory=6 * GIBIBYTE, OMP_NUM_THREADS="1000000", OPENBLAS_NUM_THREADS="1")
    assert done.returncode != 0
    assert "turns on" not in done.stdout
    assert "OMP: Error #34: System unable to allocate necessary resources" in done.stderr
    assert "Try decreasing the value of OMP_NUM_THREADS" in done.stderr


def test_a_thread_limit_makes_a_million_threads_a_warning():
    done = run_owners(OMP_NUM_THREADS="1000000", OMP_THREAD_LIMIT="4")
    assert done.returncode == 0
    assert "100000 turns on 4 threads" in done.stdout
    assert "#96: Cannot form a team with 1000000 threads, using 4 instead" in done.stderr


def test_omp_num_threads_is_read_once():
    done = run_python("-c", textwrap.dedent(f"""
        import os, sys
        sys.path.append({str(CHAPTER)!r})
        import numpy as np
        from owners import owners
        found = []
        for threads in ("3", "5"):
            os.environ["OMP_NUM_THREADS"] = threads
            found.append(len(np.unique(owners())))
        print(*found)
        """))  # fmt: skip
    assert done.stdout == "3 3\n", done.stderr


def test_the_kernel_prints_once_a_thread_through_printf():
    done = run_python(
        "-m", "runners", "run", CHAPTER / "openmp" / "hello.mlir", "-p", "cpu-openmp", "-f", "main",
        OMP_NUM_THREADS="4",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = [line for line in done.stdout.splitlines() if line.startswith("thread")]
    assert sorted(printed) == [f"thread {number} of 4" for number in range(4)]


@pytest.mark.parametrize("name", ["matmul", "convolution", "passes/wavefront_tiles"])
def test_kernels_meant_to_be_parallel_have_a_region_of_threads(name):
    lowered = load(name).lower("affine-parallel").lower("cpu-openmp").text
    assert lowered.count("omp.parallel {") == 1
    assert load(name).lower("cpu-openmp").text.count("omp.parallel") == 0


def test_speed_is_measured_on_as_many_threads_as_said(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("KMP_TEAMS_THREAD_LIMIT", "1")
    found = list(speed.lines())
    assert [one["threads"] for one in found] == speed.counts()
    names = list(speed.kernels())
    for one in found:
        assert list(one["milliseconds"]) == names
        assert all(time > 0 for time in one["milliseconds"].values())
    figure = speed.plot(found)
    assert len(figure.axes[0].lines) == len(found[0]["milliseconds"]) + 1


# What goes wrong.


def test_an_index_reduction_runs_serially():
    assert library("wrong/index_reduction").sum_below(10) == 45


@needs_assertions
def test_an_index_reduction_on_the_road_to_openmp_is_a_diagnostic():
    with pytest.raises(runners.CompileError, match=r"convert-scf-to-openmp.*reduction variable"):
        load("wrong/index_reduction").compile("cpu-openmp")


def test_an_i64_reduction_in_its_place_runs_on_threads():
    text = (CHAPTER / "wrong" / "index_reduction.mlir").read_text()
    text = text.replace(
        "-> index {\n  %zero", "-> i64 {\n  %nothing = arith.constant 0 : i64\n  %zero"
    )
    text = text.replace("init (%zero) -> index {", "init (%nothing) -> i64 {\n"
                        "    %value = arith.index_cast %i : index to i64")  # fmt: skip
    text = text.replace("scf.reduce(%i : index)", "scf.reduce(%value : i64)")
    text = re.sub(r"(%a|%b|%partial|%sum|addi %a, %b) : index", r"\1 : i64", text)
    text = text.replace("%a: index, %b: index", "%a: i64, %b: i64")
    assert runners.load(text).compile("cpu-openmp", threads=3).sum_below(100_000) == 4999950000


def test_a_maximum_that_the_pass_does_not_know_is_named():
    with pytest.raises(runners.CompileError, match=r"maximum.mlir:12:9: error: unconverted oper"):
        load("wrong/maximum").compile("cpu-openmp")


@pytest.mark.skipif(owners.cores() == 1, reason="on one core the threads need not meet")
def test_a_race_loses_additions():
    x = np.ones(4_000_000, np.int64)
    total = load("wrong/race").compile("cpu-openmp", threads=4).total
    assert any(total(x) < x.size for _ in range(200))
    assert library("wrong/race").total(x) == x.size


def test_stack_memory_in_a_turn_with_a_loop_is_refused():
    with pytest.raises(runners.CompileError, match=r"stack_in_loop.mlir:9:3: .*alloca_scope"):
        load("wrong/stack_in_loop").compile("cpu-openmp")


@pytest.mark.parametrize("rows", [0, 1, 1000])
def test_scratch_memory_with_a_slice_for_each_turn_reverses_rows(rows, how):
    x = np.random.default_rng(rows).random((rows, 8), f32)
    wanted = x[:, ::-1].copy()
    openmp("scratch", how).reverse_rows(x)
    assert np.array_equal(x, wanted)


def test_the_machine_is_called_busy_when_threads_and_others_want_more_than_its_cores():
    cores = owners.cores()
    assert not speed.disturbed([{"threads": 2 * cores, "others": 0}])
    assert speed.disturbed([{"threads": 1, "others": 0}, {"threads": cores, "others": 1}])
