"""Chapter 2: who owns a result, when a tensor is copied, and that all is freed once."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from chapter_02 import CHAPTER, MEBIBYTE, f32, for_any, library, load, random_floats, resident, same
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from prose import region

import runners
from runners import pipeline

BUFFERIZE = (
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map})"
)


# Results and who owns them.


def test_mean_and_variance_of_1_2_3_4(how):
    results = library("results", how=how)
    assert results.mean_variance(np.array([1, 2, 3, 4], f32)) == (2.5, 1.25)
    assert (results.mean_of_1_to_4(), results.variance_of_1_to_4()) == (2.5, 1.25)


@for_any(data=st.data(), shape=st.tuples(st.integers(0, 6), st.integers(1, 50)))
def test_row_moments_equal_numpy(data, shape):
    x = random_floats(data, shape)
    means, variances = library("results").row_moments(x)
    # Sums of up to 50 terms in float32, here in order and in NumPy pairwise: 50 roundings apart.
    slack = 50 * np.finfo(f32).eps
    assert means.shape == variances.shape == (shape[0],)
    np.testing.assert_allclose(means, x.mean(axis=1, dtype=np.float64), rtol=0, atol=10 * slack)
    np.testing.assert_allclose(variances, x.var(axis=1, dtype=np.float64), rtol=slack, atol=slack)


def test_a_result_that_starts_inside_its_buffer_is_read_there(how):
    result = library("results", how=how).odd_tail()
    assert result.tolist() == [5, 7, 9]
    assert result.strides == (16,)


def test_a_result_outlives_the_library_call_and_dies_with_its_last_view():
    results = library("results")
    tail = results.scaled(np.arange(1024, dtype=f32), 2.0)[1000:]
    gc.collect()
    for _ in range(100):  # would take the memory over if it had been freed
        results.scaled(np.zeros(1024, f32), 1.0)
    assert same(tail, 2 * np.arange(1000, 1024, dtype=f32))


def test_a_result_is_writable_and_its_own():
    results, x = library("results"), np.ones(8, f32)
    first, second = results.scaled(x, 2.0), results.scaled(x, 2.0)
    first[:] = 0
    assert (second == 2).all()
    assert (x == 1).all()


def test_a_hundred_thousand_results_of_four_kibibytes_leave_memory_flat():
    results, x = library("results"), np.ones(1024, f32)
    seen = resident.growth(lambda: results.scaled(x, 2.0), calls=100_000)
    assert seen[-1][1] < 4 * MEBIBYTE


def test_a_thousand_results_of_eight_megabytes_leave_memory_flat():
    results, x = library("results"), np.ones(2_000_000, f32)
    seen = resident.growth(lambda: results.scaled(x, 2.0), calls=1000)
    assert seen[-1][1] < 24 * MEBIBYTE  # three buffers of a thousand


@pytest.mark.usefixtures("trimmed")
def test_resident_memory_notices_what_is_kept():
    before = resident.resident_bytes()
    kept = np.ones(64 * MEBIBYTE, np.uint8)
    assert resident.resident_bytes() - before > 60 * MEBIBYTE
    assert kept.all()


# Bufferization.


@pytest.mark.parametrize(
    ("name", "allocations", "copies"), [("insert", 0, 0), ("insert_keep", 1, 1)]
)
def test_bufferization_copies_only_where_the_old_value_is_needed(name, allocations, copies):
    text = load(name).lower(BUFFERIZE).text
    assert (text.count("memref.alloc()"), text.count("memref.copy")) == (allocations, copies)


def test_an_insertion_in_place_writes_the_callers_array(how):
    x = np.zeros(4, f32)
    result = library("insert", "cpu-tensors", how).replace(x, 5.0)
    assert result.tolist() == x.tolist() == [5, 0, 0, 0]
    assert not np.shares_memory(result, x)


def test_a_writable_tensor_argument_refuses_a_read_only_array():
    x = np.zeros(4, f32)
    x.flags.writeable = False
    with pytest.raises(runners.ArgumentError, match="read-only"):
        library("insert", "cpu-tensors").replace(x, 5.0)


def test_an_argument_that_is_not_writable_is_left_alone():
    text = (CHAPTER / "insert.mlir").read_text()
    for changed in ("", "{bufferization.writable = false}"):
        program = runners.load(text.replace("{bufferization.writable = true}", changed))
        x = np.zeros(4, f32)
        assert program.compile("cpu-tensors").replace(x, 5.0).tolist() == [5, 0, 0, 0]
        assert x.tolist() == [0, 0, 0, 0]


def test_a_second_use_sees_the_old_value(how):
    x = np.array([1, 2, 3, 4], f32)
    new, old = library("insert_keep", "cpu-tensors", how).replace(x, 5.0)
    assert new.tolist() == [5, 2, 3, 4]
    assert old == 1
    assert x.tolist() == [1, 2, 3, 4]


@for_any(arrays.arrays(f32, (2, 8), elements=st.floats(-100, 100, width=32)))
def test_a_destination_is_written(rows):
    x, y = rows
    out = np.full(8, np.nan, f32)
    library("destination", "cpu-tensors").scaled_sum(x, y, 2.0, out)
    assert same(out, 2 * x + y)  # doubling is exact, so fused or not it rounds once


def test_a_destination_needs_no_allocation():
    assert "malloc" not in load("destination").lower("cpu-tensors").text


def test_crossing_from_buffer_to_tensor_and_back():
    crossing, x = library("crossing", "cpu-tensors"), np.arange(4, dtype=f32)
    crossing.set_first(x, 9.0)
    assert x.tolist() == [9, 1, 2, 3]
    assert crossing.first(x) == 9


# Deallocation.


@for_any(arrays.arrays(f32, 4, elements=st.floats(-100, 100, width=32)), st.integers(-2, 2))
def test_deallocation_keeps_values(x, itself):
    deallocation, out = library("deallocation", "cpu-tensors"), np.empty(4, f32)
    kept = x.copy()
    assert same(deallocation.tripled(x), x + x + x)
    deallocation.add_one_or_self(x, itself, out)
    assert same(out, x + x if itself else x + 1)
    result = deallocation.same(x)
    assert same(result, x)
    assert not np.shares_memory(result, x)
    assert same(x, kept)


def counted(deallocation: bool) -> str:
    """cpu-tensors with the allocator of ownership.mlir, with or without deallocation."""
    passes = pipeline.load("cpu-tensors").text()
    generic = "finalize-memref-to-llvm{use-generic-functions=true}"
    passes = passes.replace(",convert-to-llvm,", f",{generic},convert-to-llvm,")
    assert generic in passes
    return passes if deallocation else passes.replace("buffer-deallocation-pipeline,", "")


def counting(name: str, deallocation: bool):
    """A program of this chapter, compiled with ownership.mlir's allocator added to it."""
    allocator = (CHAPTER / "ownership.mlir").read_text()
    parts = [region(allocator, "allocator"), region(allocator, "counters")]
    text = "\n".join([(CHAPTER / f"{name}.mlir").read_text(), *parts])
    return runners.load(text).compile(counted(deallocation))


@pytest.mark.parametrize(
    ("call", "allocations", "frees"),
    [
        (lambda f, x, out: f.tripled(x), 2, 1),
        (lambda f, x, out: f.add_one_or_self(x, 0, out), 1, 1),
        (lambda f, x, out: f.add_one_or_self(x, 1, out), 0, 0),
        (lambda f, x, out: f.same(x), 1, 0),
    ],
    ids=["a temporary", "allocated on this path", "not on this path", "the argument"],
)
def test_what_is_not_returned_is_freed_once(call, allocations, frees):
    x, out = np.zeros(4, f32), np.empty(4, f32)
    functions = counting("deallocation", deallocation=True)
    call(functions, x, out)
    assert (functions.allocated(), functions.freed()) == (allocations, frees)
    leaking = counting("deallocation", deallocation=False)
    call(leaking, x, out)
    assert leaking.freed() == 0


def test_a_fresh_result_of_a_callee_that_ignores_its_buffer_is_freed_once():
    functions = load("ownership").compile(counted(deallocation=True))
    x = np.zeros(1024, f32)
    for calls in range(1, 101):
        assert functions.last_of_fresh(x, 3.0) == 3
        assert (functions.allocated(), functions.freed()) == (calls, calls)
    assert functions.left_after_10000_calls() == 0
    assert (x == 0).all()


@pytest.mark.usefixtures("trimmed")
def test_a_pipeline_without_deallocation_is_noticed_by_count_and_by_memory():
    functions = load("ownership").compile(counted(deallocation=False))
    assert functions.left_after_10000_calls() == 10_000
    x = np.zeros(1024, f32)
    seen = resident.growth(lambda: functions.last_of_fresh(x, 3.0), calls=10_000)
    assert seen[-1][1] > 30 * MEBIBYTE
    assert functions.freed() == 0
