"""Chapter 14: its kernels give what NumPy gives, its claims hold."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from chapter_14 import CHAPTER, chips, functions, grids, launches, loops, memory, small, stages
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal

import runners
from runners import driver
from stepdown import ArgumentError, explain, gpu, jit
from stepdown.gpt2 import model

f32 = np.float32
BY_NAME = {stage.name: stage for stage in stages.STAGES}


def ran(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(CHAPTER / script), *arguments], cwd=ROOT, capture_output=True,
        text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", [s.name for s in stages.STAGES if s.name != "scores"])
def test_a_stage_read_from_its_file_gives_what_numpy_gives_without_a_fault(name):
    stage = BY_NAME[name]
    arguments = [normal(*shape, seed=n).astype(stage.dtype) for n, shape in enumerate(stage.shapes)]
    wanted = getattr(functions, stage.function)(*arguments)
    program = runners.load(CHAPTER / "stages" / stage.file)
    launches = stage.compiled().plan.launches
    first = launches[0]
    out = np.full(wanted.shape, np.nan, first.spec.outputs[0].type.dtype)
    passed = [a.reshape(-1) for a in (*arguments, out)] if first.spec.flat else [*arguments, out]
    report = runners.simulate(
        program, f"kernels::{first.name}", first.spec.grid, first.spec.block, passed
    )
    assert report.ok
    close = 2e-3 if stage.dtype is np.float16 else 2e-5
    np.testing.assert_allclose(out, wanted, rtol=close, atol=close)


def without(text: str, number: int) -> str:
    """A program without one of its barriers."""
    parts = text.split("gpu.barrier\n")
    assert len(parts) > number + 1
    return "gpu.barrier\n".join(parts[: number + 1]) + "gpu.barrier\n".join(
        ["", *parts[number + 1 :]]
    ).removeprefix("gpu.barrier\n")


@pytest.mark.parametrize(
    ("name", "barrier"),
    [("columns", 0), ("long_rows", 0), ("long_rows", 1), ("product", 0), ("product", 1),
     *(("flash", n) for n in range(4)), ("one_row", 0)],
)  # fmt: skip
def test_each_barrier_that_is_taken_away_is_a_race(name, barrier):
    stage = BY_NAME[name]
    (launch,) = stage.compiled().plan.launches
    text = (CHAPTER / "stages" / stage.file).read_text()
    changed = without(text, barrier)
    assert changed.count("gpu.barrier") == text.count("gpu.barrier") - 1
    arguments = [normal(*shape).astype(stage.dtype) for shape in stage.shapes]
    out = np.zeros(launch.spec.outputs[0].type.shape, f32)
    report = runners.simulate(
        runners.load(changed), f"kernels::{launch.name}", launch.spec.grid, launch.spec.block,
        [*arguments, out],
    )  # fmt: skip
    assert any("race" in str(fault) for fault in report.faults)


# What the prose says of single kernels.


@pytest.mark.parametrize(
    ("length", "threads", "at_once"),
    [(64, 32, 4), (256, 32, 4), (257, 64, 1), (768, 128, 1), (8192, 1024, 1), (8193, 256, 1)],
)
def test_who_shares_a_row_depends_on_its_length(length, threads, at_once):
    compiled = jit(lambda x: x - x.sum(-1, keepdims=True), target="gpu-sim")
    (launch,) = compiled.compile(np.zeros((8, length), f32)).plan.launches
    assert launch.spec.options["lanes"] == threads
    assert launch.spec.block == (threads * at_once, 1, 1)


def test_products_take_what_comes_after_share_a_long_sum_and_loop_over_a_large_batch():
    found = {
        name: list(grids.launches(f, *shapes)) for name, (f, *shapes) in grids.PRODUCTS.items()
    }
    ((_, _, computes),) = found["gelu(x @ w + b)"]
    assert computes == "contract, add, multiply, tanh"
    (_, blocks, _), (_, _, after) = found["x.T @ t"]
    assert (blocks, after) == ("1 x 1 x 16", "sums")
    ((_, blocks, _),) = found["70,000 products"]
    assert blocks == "1 x 1 x 65,535"
    ((kernel, _, _),) = found["one row"]
    assert kernel == "vector_0"


def test_padding_keeps_the_stores_of_a_strip_out_of_one_bank():
    text = (CHAPTER / "stages" / "product.mlir").read_text()
    worst = []
    for program in (text, text.replace("16x68xf32", "16x64xf32")):
        arrays = [np.ones((64, 32), f32), np.ones((32, 64), f32), np.zeros((64, 64), f32)]
        report = runners.simulate(
            runners.load(program), "kernels::product_0", (1, 1, 1), (256, 1, 1), arrays
        )
        assert report.ok
        worst.append(max((each.ways for each in report.bank_conflicts), default=1))
    assert worst == [1, 2]


def test_float32_factors_lose_digits_on_tensor_cores_and_16_bit_ones_do_not():
    a, b = normal(32, 32), normal(32, 32, seed=1)
    for dtype, wanted in ((f32, 1e-6), (np.float16, 1e-3)):
        x, y = a.astype(dtype), b.astype(dtype)
        exact = x.astype(np.float64) @ y.astype(np.float64)
        by = {
            products: np.abs(
                np.asarray(jit(functions.product, target="gpu-sim", products=products)(x, y))
                - exact
            ).max() / np.abs(exact).max()
            for products in ("loops", "tensor-cores")
        }  # fmt: skip
        assert by["loops"] < wanted
        assert (by["tensor-cores"] < wanted) == (dtype is np.float16)


def cut(x: np.ndarray) -> np.ndarray:
    """The first 19 bits of each float32, as float64."""
    return (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(f32).astype(np.float64)


def test_float32_factors_are_rounded_so_that_errors_of_sums_cancel_and_are_halved_at_least():
    product = jit(functions.product, target="gpu-sim", products="tensor-cores")
    for made, times in ((np.asarray, 2), (np.abs, 10)):
        a, b = (made(normal(64, 64, seed=n)) for n in (2, 3))
        exact = a.astype(np.float64) @ b
        rounded, shorter = (np.abs(got - exact).mean()
                            for got in (np.asarray(product(a, b)), cut(a) @ cut(b)))  # fmt: skip
        assert rounded < shorter / times
    # Positive factors: cut off, every sum is too small.
    assert (cut(a) @ cut(b) / exact - 1).max() < 0
    assert abs((np.asarray(product(a, b)) / exact - 1).mean()) < 1e-5
    assert product.compile(a, b).ptx("sm_80").text.count("cvt.rna.tf32.f32") >= 6


# Flash attention.


@given(st.integers(1, 30), st.integers(1, 40), st.integers(1, 17))
@settings(max_examples=25, deadline=None)
def test_the_online_softmax_is_softmax_for_any_tile(rows, columns, tile):
    scores, values = 30 * normal(rows, columns).astype(np.float64), normal(columns, 3)
    got = functions.online(scores, values.astype(np.float64), tile)
    np.testing.assert_allclose(got, model.softmax(scores) @ values, rtol=1e-11, atol=1e-13)
    scores[:, : columns - 1] = -np.inf  # whole tiles are masked before the first key that is seen
    got = functions.online(scores, values.astype(np.float64), tile)
    np.testing.assert_array_equal(got, np.broadcast_to(values[-1:], got.shape))


def test_flash_attention_takes_no_memory_and_one_launch_at_any_length():
    for tokens in (128, 1024):
        assert memory.of_attention(tokens, attention="flash") == (1, 0)
        launches, most = memory.of_attention(tokens)
        assert launches == 4
        assert most >= 2 * 4 * memory.HEADS * tokens**2  # scores and weights at one time


@pytest.mark.parametrize(
    "size", [64, *(pytest.param(size, marks=pytest.mark.slow) for size in (32, 96, 128))]
)
def test_most_instructions_in_the_loops_of_flash_attention_multiply_and_add(size):
    cubin, name = loops.assembled(size, "sm_80")
    over_tiles, *inner = sorted(map(loops.share, loops.loops(cubin.sass(name))))
    assert over_tiles > 0.6  # with all that is between the loops in it
    assert min(inner) > 0.8
    assert len(inner) == (1 if size == 32 else 2)  # two steps of scores are no loop any more
    taken = cubin.kernels[name]
    assert (taken.spill_stores, taken.spill_loads) == (0, 0)
    assert taken.shared <= 48 << 10
    assert cubin.occupancy(name, 128).blocks == (3 if size <= 64 else 2)


def refused_flash(function, *arguments, **options):
    """What the warning says; the result is that of attention as it is written."""
    compiled = jit(function, target="gpu-sim", attention="flash", **options)
    with pytest.warns(UserWarning, match='attention="flash"') as caught:
        made = compiled.compile(*arguments)
    assert "attention" not in [launch.spec.kind for launch in made.plan.launches]
    (warning,) = caught
    return str(warning.message)


def weighted(q, k, v):
    return model.softmax(q @ np.swapaxes(k, -1, -2)) @ v


@pytest.mark.parametrize(
    ("shape", "dtype", "options", "why"),
    [
        ((8, 16), np.float64, {}, "it is for .*float32, and this is float64"),
        ((8, 129), f32, {}, "has 129 numbers in a query"),
        ((8, 1), f32, {}, "a head has 1 numbers in a query"),
        ((8, 16), f32, {"dynamic": {n: {1: "d"} for n in "qkv"}}, "has d numbers in a query"),
    ],
)
def test_attention_that_flash_does_not_take_is_named_with_the_reason(shape, dtype, options, why):
    said = refused_flash(weighted, *[np.zeros(shape, dtype)] * 3, **options)
    assert re.match(rf"{__file__}:\d+: .*{why}", said)


def test_flash_for_a_function_without_attention_is_said():
    assert "no product is of a softmax" in refused_flash(functions.product, *[np.ones((8, 8))] * 2)


@pytest.mark.parametrize("part", ["weights", "scores"])
def test_scores_and_weights_that_are_results_are_computed(part):
    def function(q, k, v):
        scores = q @ k.T
        weights = model.softmax(scores)
        return weights @ v, {"weights": weights, "scores": scores}[part]

    arguments = [normal(8, 16, seed=n) for n in range(3)]
    assert f"the {part} are used elsewhere" in refused_flash(function, *arguments)
    with pytest.warns(UserWarning, match="elsewhere"):
        got = jit(function, target="gpu-sim", attention="flash")(*arguments)
    for mine, wanted in zip(got, function(*arguments), strict=True):
        np.testing.assert_allclose(np.asarray(mine), wanted, rtol=2e-5, atol=2e-5)


def test_a_mask_that_is_a_result_too_is_still_computed():
    def function(q, k, v):
        place = np.arange(20, like=q)
        seen = place[:, None] >= place
        return model.softmax(np.where(seen, q @ np.swapaxes(k, -1, -2), -np.inf)) @ v, seen

    arguments = [normal(2, 20, 4, seed=n) for n in range(3)]
    compiled = jit(function, target="gpu-sim", attention="flash").compile(*arguments)
    got, seen = compiled(*arguments)
    wanted, mask = jit(function)(*arguments)
    np.testing.assert_allclose(np.asarray(got), wanted, rtol=2e-5, atol=2e-5)
    np.testing.assert_array_equal(np.asarray(seen), mask)
    assert [launch.spec.kind for launch in compiled.plan.launches].count("attention") == 1


# The whole model.


def test_the_small_gpt2_is_kernels_and_nothing_else_and_layers_share_them():
    compiled, _ = small.forward()
    module = compiled.kernels.splitlines()
    (outer,) = [line for line in module if re.match(r"  \w", line)]  # operations of the module
    assert outer.startswith("  gpu.module @kernels")
    inside = {line.split()[0] for line in module if re.match(r"    \w", line)}
    assert inside == {"gpu.func", "memref.global"}
    assert len(compiled.plan.kernels) < len(compiled.plan.launches)
    flash, _ = small.forward(attention="flash")
    tokens = len(small.IDS)
    shapes = [b.shape for step in flash.plan.steps for b in step.buffers]
    assert not [s for s in shapes if s[-2:] == (tokens, tokens)]
    assert [s for step in compiled.plan.steps for b in step.buffers
            if (s := b.shape)[-2:] == (tokens, tokens)]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"attention": "flash"}], ids=["plain", "flash"])
def test_the_small_gpt2_in_the_simulator_is_numpys(options):
    compiled, weights = small.forward(**options)
    got = np.asarray(compiled(small.IDS, weights, heads=small.CONFIG.heads))
    wanted = model.forward(small.IDS, small.PARAMETERS, small.CONFIG.heads)
    np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-5)
    assert not sum(row.faults for row in compiled.report().rows)


@pytest.mark.slow
def test_tokens_that_are_decoded_with_the_cache_are_numpys_choice():
    tokens, cache, step = small.decode(4)
    ids = small.IDS
    for _ in tokens:
        ids = np.append(ids, model.forward(ids, small.PARAMETERS, small.CONFIG.heads)[-1].argmax())
    assert tokens == list(ids[len(small.IDS) :])
    assert isinstance(cache, gpu.Array)
    assert len(step.plan.steps) == len(step.plan.launches)


@pytest.mark.slow
@pytest.mark.parametrize("chip", chips.CHIPS)
def test_the_flash_forward_pass_assembles(chip):
    compiled, _ = small.forward(attention="flash")
    _, kernels = chips.assembled(compiled, chip)
    assert set(kernels) == set(compiled.plan.kernels)
    assert not sum(each.spill_stores for each in kernels.values())


def test_a_recorded_step_of_a_gpt2_is_one_launch_and_renews_what_has_the_length_in_it(monkeypatch):
    monkeypatch.setattr(driver, "api", driver.api)  # put back what `idle` puts in its place
    device = launches.idle()
    calls = device.driver.calls
    for graph in (False, True):
        function, arguments = launches.steps(device, graph=graph)["a token"]
        steps = function.compile(*arguments(1)).plan.launches
        assert len(steps) > 100
        function(*arguments(1))
        before = dict(calls)
        for n in (2, 3, 4):
            function(*arguments(n))
        done = {name: (count - before.get(name, 0)) / 3 for name, count in calls.items()}
        if graph:
            renewed = sum("n" in step.spec.symbols for step in steps)
            assert 0 < renewed < len(steps) / 2
            assert done["cuGraphExecKernelNodeSetParams"] == renewed
            assert done["cuGraphLaunch"] == 1
            assert not done.get("cuLaunchKernel")
        else:
            assert done["cuLaunchKernel"] == len(steps)
        assert not done.get("cuMemAlloc")
        assert launches.host_time(function, arguments) > 0
    device.close()


# What goes wrong.


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("device", 'NoDevice: target="gpu" needs a GPU: .*target="gpu-sim"'),
        ("memory", r"OutOfMemory: tree\['tokens'\] needs 154,389,504 bytes on the simulator"),
        ("temporary", r"OutOfMemory: .*a temporary of shape \(12, 256, 256\)"),
        ("chip", "CompileError: .*needs sm_80 or newer"),
        ("devices", "ArgumentError: .*b is on simulator 1, an argument before it on the simulator"),
        ("host", r'ArgumentError: .*x is on the simulator: np\.asarray.*target="gpu-sim"\)'),
        ("freed", "ArgumentError: .*was freed"),
        ("closed", "ArgumentError: the simulator was closed"),
        ("fork", "ArgumentError: .*before this process was forked off"),
        ("donated", "ArgumentError: .*c is donated and not on the device"),
        ("number", r"IndexError: chapters/14-\S+refused\.py:\d+: .*axis 0 with size 50"),
        ("explained", r"ArgumentError: explain describes .*\.report\(\)"),
    ],
)
def test_what_is_refused_says_why(case, message):
    done = ran("wrong/refused.py", case)
    assert done.returncode == 1
    assert re.match(message, done.stderr), done.stderr


def test_flash_attention_of_float64_is_computed_as_written_with_a_warning():
    done = ran("wrong/refused.py", "flash")
    assert done.returncode == 0, done.stderr
    said = r"UserWarning: .*refused\.py:\d+: .*it is for .*float32, and this is float64\n"
    assert re.match(said + r"result: gpu\.Array\(float64, \(8, 16\)", done.stdout), done.stdout


def test_explain_refuses_a_target_that_the_call_names():
    with pytest.raises(ArgumentError, match="target='gpu-sim'"):
        explain(jit(lambda x: x + 1), np.ones(3, f32), target="gpu-sim")


@pytest.mark.parametrize(
    "command", [["small.py", "--flsh"], ["wrong/refused.py"], ["wrong/refused.py", "nothing"]]
)
def test_a_wrong_command_line_is_said_in_one_line(command):
    done = ran(*command)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert re.search(r"^\w+\.py: error: ", done.stderr, re.MULTILINE)


def test_a_chip_that_llvm_does_not_know_is_said_in_one_line():
    done = ran("chips.py", "sm_999")
    assert done.returncode == 1
    assert re.match("NotFound: no chip is called 'sm_999'; nearest: ", done.stderr)


@pytest.mark.parametrize("chip", [None, 80])
def test_a_chip_is_a_name(chip):
    compiled = BY_NAME["gelu"].compiled()
    with pytest.raises(ArgumentError, match="gelu: a chip is a name such as 'sm_80'; got"):
        compiled.ptx(chip)


@pytest.mark.parametrize("ordinal", [-1, None, 0.5])
def test_devices_are_numbered_from_0(ordinal):
    with pytest.raises(ArgumentError, match=f"from 0; got ordinal={ordinal}"):
        gpu.put(np.ones(3, f32), "gpu-sim", ordinal=ordinal)


def test_options_are_refused_with_those_that_the_target_has():
    with pytest.raises(ArgumentError, match='"loops", or "tensor-cores" on a GPU; got'):
        jit(functions.product, target="gpu-sim", products="mma")
    with pytest.raises(ArgumentError, match='"blas" or "loops"; got'):
        jit(functions.product, products="mma")
    with pytest.raises(ArgumentError, match='target="gpu" or "gpu-sim"'):
        jit(functions.product, products="tensor-cores")


def test_of_a_view_only_what_it_spans_comes_to_the_host(monkeypatch):
    host = normal(6, 50)
    x = gpu.put(host, "gpu-sim")
    read = []
    copied = type(x.device)._read

    def counted(device, block, target, start):
        read.append((start, target.nbytes))
        copied(device, block, target, start)

    monkeypatch.setattr(type(x.device), "_read", counted)
    for key, span in (
        ((2, 7), (428, 4)), ((slice(1, 3),), (200, 400)), ((2, slice(40, 10, -7)), (448, 116)),
        ((slice(None, None, 3), slice(5, 7)), (20, 608)), ((slice(3, 3),), None),
    ):  # fmt: skip
        read.clear()
        np.testing.assert_array_equal(np.asarray(x[key]), host[key])
        assert read == ([] if span is None else [span])


def test_nothing_is_said_at_the_end_of_a_process_that_simulated():
    done = ran("arrays.py")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_pictures_are_what_their_script_draws(tmp_path):
    assert ran("pictures/draw.py", str(tmp_path)).returncode == 0
    for path in (CHAPTER / "pictures").glob("*.svg"):
        assert (tmp_path / path.name).read_text() == path.read_text(), path.name
