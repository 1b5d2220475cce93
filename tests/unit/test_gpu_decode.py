"""Attention of a few queries to many keys: shared by blocks, joined by a second kernel."""

from __future__ import annotations

import warnings

import ml_dtypes
import numpy as np
import pytest
from tensors import normal

from stepdown import jit

f32 = np.float32
KINDS = (f32, np.float16, ml_dtypes.bfloat16)
HEADS, WIDTH = 2, 64
DYNAMIC = {"k": {1: "n"}, "v": {1: "n"}}


def attention(q, k, v, seen):
    """Keys from `seen` on are left out, by a mask that the call brings."""
    scores = q.astype(f32) @ np.swapaxes(k, -1, -2).astype(f32) * 0.125
    scores = np.where(np.arange(k.shape[1], like=q) < seen, scores, -np.inf)
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return (powers / powers.sum(-1, keepdims=True)) @ v.astype(f32)


def arguments(queries, keys, dtype=f32, width=WIDTH):
    shapes = (HEADS, queries, width), (HEADS, keys, width), (HEADS, keys, width)
    return [normal(*shape, seed=n).astype(dtype) for n, shape in enumerate(shapes)]


def kinds(compiled):
    return [launch.spec.kind for launch in compiled.plan.launches]


IN_PIECES = ["attention_parts", "attention_joined"]


@pytest.mark.parametrize("dtype", KINDS, ids=lambda kind: np.dtype(kind).name)
def test_a_few_queries_are_exact_for_any_number_of_keys(dtype):
    function = jit(attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC)
    for queries, keys, seen in ((1, 1, 9), (1, 300, 299), (8, 37, 20)):
        given = arguments(queries, keys, dtype)
        compiled = function.compile(*given, seen)
        assert kinds(compiled) == IN_PIECES
        wanted = attention(*(each.astype(f32) for each in given), seen)
        np.testing.assert_allclose(np.asarray(function(*given, seen)), wanted, rtol=2e-6, atol=2e-6)
        assert not any(row.faults for row in compiled.report().rows)


@pytest.mark.parametrize("dtype", [f32, ml_dtypes.bfloat16], ids=lambda kind: np.dtype(kind).name)
def test_each_sector_of_keys_and_values_is_read_once(dtype):
    keys, item = 300, np.dtype(dtype).itemsize
    function = jit(attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC)
    given = arguments(1, keys, dtype)
    compiled = function.compile(*given, keys)
    function(*given, keys)
    parts, _ = compiled.report().rows
    number = compiled.plan.launches[0].spec.options["pieces"] * HEADS
    cache = 2 * HEADS * keys * WIDTH * item // 32
    queries = number * 4 * (WIDTH * item // 32)  # by each of four warps
    stored = number * (WIDTH * 4 // 32 + 2)  # the sums, and two numbers one by one
    assert parts.sectors == cache + queries + stored
    assert parts.conflicts <= (1 if dtype is f32 else 2)


def test_keys_that_the_mask_hides_from_all_queries_are_not_read():
    """As after the end of a cache that has its full length: what is read goes with what is seen."""
    keys, function = 1024, jit(attention, target="gpu-sim", attention="flash")
    given, moved = arguments(2, keys), {}
    for seen in (1, 200, keys):
        compiled = function.compile(*given, seen)
        found = np.asarray(function(*given, seen))
        np.testing.assert_allclose(found, attention(*given, seen), rtol=2e-6, atol=2e-6)
        assert not any(row.faults for row in compiled.report().rows)
        (parts,) = [r for name, r in compiled.reports if name.startswith("attention_parts")]
        loads = [a for a in parts.transactions if a.kind == "load" and f"x{keys}x" in a.text]
        moved[seen] = sum(access.bytes for access in loads)
    step = 2 * 2 * HEADS * WIDTH * 4 * 32  # keys and values that a block looks at together
    assert moved[keys] == 2 * HEADS * keys * WIDTH * 4
    assert 0 < moved[1] <= step
    assert moved[200] <= moved[keys] * 200 // keys + step


def test_a_row_that_sees_nothing_is_nan_and_a_nan_stays_in_its_row():
    function = jit(attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC)
    q, k, v = arguments(2, 40)
    assert np.isnan(np.asarray(function(q, k, v, 0))).all()
    q[0, 1, 3] = np.nan
    got = np.asarray(function(q, k, v, 40))
    assert np.isnan(got[0, 1]).all()
    assert np.isfinite(got[0, 0]).all()
    assert np.isfinite(got[1]).all()


@pytest.mark.parametrize(
    ("queries", "keys", "width", "dynamic"),
    [(9, 300, 64, True), (1, 100, 64, False), (1, 300, 48, True), (1, 300, 6, True)],
    ids=["many queries", "few keys", "lanes that are no power of two", "rows that are not aligned"],
)
def test_what_is_no_such_attention_has_one_kernel(queries, keys, width, dynamic):
    function = jit(
        attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC if dynamic else {}
    )
    compiled = function.compile(*arguments(queries, keys, width=width), keys)
    assert kinds(compiled) == ["attention"]


def test_a_recorded_step_with_a_strided_cache_follows_its_length():
    function = jit(attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC, graph=True)
    from stepdown import gpu

    q, k, v = arguments(1, 64)
    keys, values = gpu.put([k, v], "gpu-sim")
    for n in (5, 6, 64, 17):
        got = function(q, keys[:, :n], values[:, :n], 60)
        wanted = attention(q, k[:, :n], v[:, :n], 60)
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize(
    "chip",
    [pytest.param(chip, marks=[] if chip == "sm_80" else pytest.mark.slow)
     for chip in ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")],
)  # fmt: skip
def test_it_assembles_without_spilling(chip):
    for dtype in KINDS:
        function = jit(attention, target="gpu-sim", attention="flash", dynamic=DYNAMIC)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compiled = function.compile(*arguments(8, 9, dtype), 9)
        kernels = compiled.ptx(chip).assemble().kernels
        assert len(kernels) == 2
        assert not any(each.spill_stores for each in kernels.values())
