"""Chapter 13: GPT-2 compiled, verified at each step."""

from __future__ import annotations

import dataclasses
import functools
import re
import subprocess
import sys

import numpy as np
import pytest
from chapter_13 import CHAPTER, attends, costs, counts, functions, kept, offset, publish, stages
from conftest import ROOT, compiled

from stepdown import jit
from stepdown.gpt2 import load, model, places, tiny, verify
from stepdown.gpt2.config import Config

f32 = np.float32


# Verification. ------------------------------------------------------------------------------------


@functools.cache
def made():
    """The tiny model, a prompt for it, and its four functions compiled, once for all tests."""
    found = load(places.made())
    return found, found.tokenizer.encode(verify.SAYING), verify.compiled()


@functools.cache
def roads() -> dict[str, verify.Road]:
    """The other two roads of the tiny model."""
    p, config = made()[0].parameters, made()[0].config
    return {"module": verify.whole(p, config.heads), "engine": verify.cached(config, p)}


@pytest.fixture
def compiled_before(monkeypatch):
    """What the command verifies is what these tests have compiled; of the engine there is one."""
    _, _, sublayers = made()
    module = roads()["module"]
    monkeypatch.setattr(verify, "compiled", lambda: sublayers)
    monkeypatch.setattr(verify, "whole", lambda p, heads: module)
    monkeypatch.setattr(verify, "cached", lambda config, p: lambda ids: module(ids)[-1:])


def verified(sublayers: verify.Sublayers, count: int = 1, others=None) -> list[verify.Step]:
    found, prompt, _ = made()
    p, heads = found.parameters, found.config.heads
    return list(verify.steps(p, heads, prompt, count, sublayers, others or {}))


def test_the_sublayers_in_numpy_are_the_forward_pass_of_the_model_to_the_bit():
    found, prompt, _ = made()
    ids, p, heads = np.array(prompt), found.parameters, found.config.heads
    *residuals, (name, logits) = verify.Sublayers().run(ids, p, heads)
    assert name == "logits"
    assert np.array_equal(logits, model.forward(ids, p, heads))
    assert np.array_equal(residuals[-1][1], model.hidden(ids, p, heads))
    assert [name for name, _ in residuals] == [
        "embeddings", "attention 0", "MLP 0", "attention 1", "MLP 1"
    ]  # fmt: skip


def test_every_step_of_ten_agrees_on_all_roads():
    _, prompt, sublayers = made()
    steps = verified(sublayers, 10, roads())
    assert [fault for step in steps for fault in step.faults] == []
    assert [step.tokens for step in steps] == list(range(len(prompt), len(prompt) + 10))
    names = set(steps[0].worst())
    assert names == {"embeddings", "attention", "MLP", "logits", "module", "engine"}
    # The bound is tight: half of it, which is what NumPy and we may be apart, is not reached.
    shares = [d.absolute / d.allowed for step in steps for d in step.differences]
    assert 0.05 < max(shares) < 0.5
    # Float32 differs by a few of its last digits, relative to the largest number.
    assert max(d.relative for step in steps for d in step.differences) < 1e-6


@pytest.mark.parametrize("what", ["mask", "scale", "weight"])
def test_a_mistake_is_found_in_the_function_that_has_it_and_at_the_first_step(what):
    (step,) = verified(offset.mistaken(what))
    first = step.faults[0]
    where = "MLP 0" if what == "weight" else "attention 0"
    assert re.match(rf"step 1, {where}: differs by \d\.\de-0\d, and \d\.\de-06 is allowed", first)


@pytest.mark.parametrize(
    ("name", "wrong", "fault"),
    [
        ("logits", lambda y: y.astype(np.float64), r"float64 \(9, 512\), and NumPy gives float32"),
        ("logits", lambda y: y[:-1], r"float32 \(8, 512\), and NumPy gives"),
        ("embed", lambda y: np.where(np.arange(y.size).reshape(y.shape) == 5, np.nan, y), "nan"),
        ("embed", lambda y: y * f32(1 + 3e-6), "differs"),
    ],
)
def test_another_type_another_shape_and_nan_are_differences(name, wrong, fault):
    _, _, sublayers = made()
    function = getattr(sublayers, name)
    changed = dataclasses.replace(sublayers, **{name: lambda *given: wrong(function(*given))})
    (step,) = verified(changed)
    assert re.search(fault, step.faults[0]), step.faults


def test_a_road_that_chooses_another_token_is_told_and_does_not_lead_the_rest_astray():
    _, _, sublayers = made()

    def tampered(ids):
        scores = roads()["module"](ids).copy()
        scores[-1, 7] = scores.max() + 1
        return scores

    steps = verified(sublayers, 2, {"module": tampered})
    assert [s.chosen for s in steps] == [s.chosen for s in verified(sublayers, 2)]
    assert f"step 1, module: goes on with 7, and NumPy with {steps[0].chosen}" in steps[0].faults


def test_verification_ends_with_1_when_something_differs_and_names_it(
    compiled_before, monkeypatch, capsys
):
    arguments = ["--model", "tiny", "--steps", "1"]
    assert verify.main(arguments) == 0
    assert "✓ float32 everywhere, as in NumPy, and the 1 token ids are equal" in (
        capsys.readouterr().out
    )
    wrong = offset.mistaken("scale")
    monkeypatch.setattr(verify, "compiled", lambda: wrong)
    assert verify.main(arguments) == 1
    assert "✗ step 1, attention 0: differs by" in capsys.readouterr().out


def test_ids_that_are_not_the_published_models_are_a_fault(compiled_before, capsys):
    found, prompt, _ = made()
    subject = verify.Subject(
        "a model that says something else", found.config, found.parameters, prompt,
        lambda token: "", known=verify.PUBLISHED,
    )  # fmt: skip
    assert verify.report(subject, 1) == 1
    assert "✗ GPT-2 goes on with [262], and here NumPy with [399]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "/nowhere"], "/nowhere/config.json: No such file or directory"),
        (["--model", "tiny", "--prompt", ""], "the prompt is empty"),
        (["--model", "tiny", "--steps", "200"], "the model has 128 positions"),
    ],
)
def test_what_cannot_be_verified_is_an_error_of_one_line(arguments, message, capsys):
    assert verify.main(arguments) == 1
    said = capsys.readouterr().err
    assert re.fullmatch(rf"error: [^\n]*{re.escape(message)}[^\n]*\n", said)


def test_the_true_checkpoint_goes_on_as_gpt2_does():
    folder, word = places.published()
    if folder != places.DEFAULT:
        pytest.skip(word)
    assert verify.main([]) == 0


@pytest.mark.slow
def test_the_small_gpt2_with_random_weights_agrees_on_all_roads(capsys):
    assert verify.main(["--model", "random", "--steps", "2"]) == 0, capsys.readouterr().out


# Stages and counts. -------------------------------------------------------------------------------


def test_blocks_add_calls_and_no_functions():
    two, three = (counts.counts(counts.forward(layers)) for layers in (2, 3))
    assert three.functions == two.functions > 0
    assert three.calls > two.calls > two.functions
    assert three.groups < three.loops / 2


# Costs. -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("new", "seen", "batch"), [(1, 16, 1), (16, 16, 1), (3, 9, 2)])
def test_the_operations_counted_are_those_of_the_products_that_are_compiled(new, seen, batch):
    from stepdown.gpt2 import cached

    config = dataclasses.replace(stages.CONFIG, layers=2)
    cache = cached.empty_cache(config, batch, seen)
    ids, starts = np.zeros((batch, new), np.int64), np.zeros(batch, np.int64)
    function = jit(cached.step, static=("heads",), donate=("cache",), products="loops")
    made = function.compile(ids, cache, starts, tiny.random(config), config.heads)
    multiplications = 0
    for value in made.graph.used():
        if value.primitive.kind == "product":
            maps, shapes = value.params["maps"], [i.type.shape for i in value.inputs]
            sizes = dict(zip(maps[0] + maps[1], [*shapes[0], *shapes[1]], strict=True))
            multiplications += int(np.prod(list(sizes.values())))
    assert costs.work(config, new, seen, batch).flop == 2 * multiplications


def test_the_two_roads_of_attention_differ_by_the_scores_in_memory_and_agree():
    arguments = [np.zeros((attends.HEADS, 64, attends.SIZE), f32)] * 3
    calls = [
        "@attention_scores" in attends.compiled(road, *arguments).optimized
        for road in attends.ROADS
    ]
    assert calls == [False, True]
    assert attends.both(65).keys() == attends.ROADS.keys()  # raises where the results differ


def test_the_bytes_counted_are_those_of_the_weights_and_of_what_is_kept():
    config = Config()
    without = config.parameters - config.positions * config.width  # rows that are looked up
    biases = config.layers * (9 * config.width + 4 * config.width) + 2 * config.width
    work = costs.work(config, 1, 100)
    assert work.bytes == 4 * (without - biases) + 4 * 2 * config.layers * config.width * 101


# The cache. ---------------------------------------------------------------------------------------


def test_a_donated_cache_is_written_where_it_lies_and_another_one_is_copied():
    *_, right = kept.both(n=5, heads=3, room=8)
    assert right


def test_the_size_of_an_axis_is_compiled_once_and_a_static_position_each_time():
    static, _, dynamic = kept.compilations(range(10, 13))
    assert (static, dynamic) == (3, 1)


@pytest.mark.parametrize("shape", [(1, 8, 64), (3, 8, 32)])
def test_read_mlir_adds_up_all_of_its_numbers(shape):
    total = compiled("chapters/13-gpt-2-compiled/read.mlir", "cpu-openmp").total
    x, out = np.random.default_rng(1).integers(0, 9, shape).astype(f32), np.empty(shape[0], f32)
    total(x, out)
    np.testing.assert_array_equal(out, x.sum((1, 2)))


def test_scores_of_bfloat16_weights_are_those_of_the_rounded_numbers():
    import ml_dtypes

    generator = np.random.default_rng(13)
    x = generator.standard_normal((1, 64), f32)
    tokens = generator.standard_normal((96, 64), f32).astype(ml_dtypes.bfloat16)
    got = jit(functions.scores)(x, tokens)
    assert got.dtype == f32
    np.testing.assert_allclose(got, functions.scores(x, tokens), rtol=0, atol=2e-6 * 8)


# What is written about it. ------------------------------------------------------------------------


def run(*command: object) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_pictures_are_what_their_script_draws(tmp_path):
    run(sys.executable, CHAPTER / "pictures" / "draw.py", tmp_path)
    for path in tmp_path.iterdir():
        assert (CHAPTER / "pictures" / path.name).read_text() == path.read_text(), path.name
    measured = {"roofline.svg"}  # `publish.py`'s
    there = {path.name for path in (CHAPTER / "pictures").glob("*.svg")}
    assert there - measured == {path.name for path in tmp_path.iterdir()}


def test_the_tables_are_made_of_the_measurement():
    rate = {"decode": 30.0, "prefill 128": 400.0, "prefill 512": 450.0}
    figures = {
        "threads": {
            n: {
                "float32": rate, "bfloat16": rate, "NumPy": rate,
                "machine": {"read": 20.0, "peak": 100.0},
            }
            for n in ("1", "2")
        },
        "first": {"cold": {"seconds": 2.5, "peak": 700.0, "needed": 550.0}},
        "bytes": {"float32": 5 * 10**8, "bfloat16": 25 * 10**7},
        "peer": "no PyTorch row: none here",
    }  # fmt: skip
    machine = {"processor": "a processor", "llvm_cpu": "znver4", "cores": 2}
    table = publish.rates(figures, machine)
    assert "| bound of reading float32 weights | 40 | 40 |  |  |  |  |" in table
    assert not any(line.startswith("| PyTorch") for line in table)
    assert table[-1].endswith("which read 20.0 and 20.0 GB/s meanwhile. No PyTorch row: none here.")
    assert publish.first(figures)[-1] == "| cold | 2.50 s | 700 MiB | 550 MiB |"
    assert str(publish.roofline(figures)).count("<circle") == 9
