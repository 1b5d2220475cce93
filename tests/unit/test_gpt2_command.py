"""`python -m stepdown.gpt2`: what it prints where, and what it says and returns when it cannot."""

from __future__ import annotations

import functools
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from chapter_07 import copying, places, tensors, tiny, trees, vocabulary
from conftest import ROOT

from runners import amx
from runners.errors import CompileError
from stepdown import gpt2
from stepdown.gpt2 import __main__ as command
from stepdown.gpt2 import copies

STATISTICS = (
    r"\[first token after \d+\.\d\d s; prefill \d+ tokens/s \(\d+\); "
    r"decode \d+\.\d tokens/s \(\d+\)\]\n"
)
PROMPT = "one two three one two"


@functools.cache
def engine() -> gpt2.Engine:
    return gpt2.Engine(copying().config, copying().parameters)


@functools.cache
def made() -> Path:
    return places.made()


@pytest.fixture
def run(monkeypatch, capsys):
    """The command on the tiny model, which is made and compiled once; code, output, errors."""
    made()
    monkeypatch.setattr(places, "made", made)
    monkeypatch.setattr(gpt2.Engine, "of", lambda model, **options: engine())
    monkeypatch.delenv("STEPDOWN_MODEL", raising=False)

    def main(*arguments: str, model: str | None = "tiny") -> tuple[int, str, str]:
        chosen = ["--model", model] if model else []
        code = command.main([*arguments, *chosen])
        return (code, *capsys.readouterr())

    return main


def continued(count: int, prompt: str = PROMPT) -> str:
    tokenizer = copying().tokenizer
    ids = tokenizer.encode(prompt)
    return tokenizer.decode([*ids, *gpt2.greedy(copying(), ids, count)])


def test_the_text_goes_to_output_and_one_line_of_figures_to_errors(run):
    code, output, errors = run(PROMPT, "--tokens", "12")
    assert (code, output) == (0, f"{continued(12)}\n")
    assert re.fullmatch(STATISTICS, errors)


def test_a_terminal_without_a_letter_gets_a_question_mark(run, monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert run("one \N{GRINNING FACE} two", "--tokens", "2")[0] == 0
    terminal.flush()
    assert terminal.buffer.getvalue().startswith(b"one ? two")


def test_the_text_comes_piece_by_piece(monkeypatch):
    written: list[str] = []
    monkeypatch.setattr(gpt2.Engine, "of", lambda model, **options: engine())
    monkeypatch.setattr(sys.stdout, "write", written.append)
    assert command.main([PROMPT, "--tokens", "6", "--model", "tiny"]) == 0
    pieces = [piece for piece in written if piece]
    assert pieces[0] == PROMPT
    assert "".join(pieces) == f"{continued(6)}\n"
    assert len(pieces) > 6


def test_several_prompts_are_gone_on_with_at_once(run, monkeypatch):
    batches, prefill = [], gpt2.Session.prefill
    monkeypatch.setattr(
        gpt2.Session, "prefill", lambda s, prompts: batches.append(s.batch) or prefill(s, prompts)
    )
    code, output, errors = run(PROMPT, "a b c a", "--tokens", "5")
    assert (code, output) == (0, f"{continued(5)}\n{continued(5, 'a b c a')}\n")
    assert batches == [2]
    assert re.fullmatch(STATISTICS, errors)


def test_ids_are_read_and_printed_as_numbers(run):
    ids = copying().tokenizer.encode(PROMPT)
    wanted = [*ids, *gpt2.greedy(copying(), ids, 4)]
    code, output, _ = run(" ".join(map(str, ids)), "--ids", "--tokens", "4")
    assert (code, output) == (0, " ".join(map(str, wanted)) + "\n")


def test_no_tokens_are_no_figures(run):
    assert run(PROMPT, "--tokens", "0") == (0, f"{PROMPT}\n", "")


@pytest.mark.parametrize(
    ("flags", "sampling"),
    [
        ((), gpt2.Sampling(temperature=0)),
        (("--temperature", "0.5"), gpt2.Sampling(temperature=0.5)),
        (("--top-k", "4"), gpt2.Sampling(top_k=4)),
        (("--top-p", "0.5", "--seed", "9"), gpt2.Sampling(top_p=0.5, seed=9)),
        (("--seed", "9"), gpt2.Sampling(seed=9)),
        (("--temperature", "0", "--top-k", "4"), gpt2.Sampling(temperature=0, top_k=4)),
    ],
)
def test_flags_say_how_tokens_are_drawn(run, flags, sampling):
    ids = copying().tokenizer.encode(PROMPT)
    wanted = copying().tokenizer.decode([*ids, *gpt2.continuation(engine(), ids, 8, sampling)])
    assert run(PROMPT, "--tokens", "8", *flags)[:2] == (0, f"{wanted}\n")


def test_without_a_checkpoint_it_says_so_and_goes_on_with_the_tiny_model(
    run, monkeypatch, tmp_path
):
    monkeypatch.setattr(places, "DEFAULT", tmp_path / "nothing")
    code, output, errors = run(PROMPT, "--tokens", "3", model=None)
    assert (code, output) == (0, f"{continued(3)}\n")
    first, second = errors.splitlines()
    assert first == (
        "[GPT-2's weights are not here: `make model` fetches them (550 MB), and "
        "STEPDOWN_MODEL=FOLDER names a copy. This is the tiny model]"
    )
    assert re.fullmatch(STATISTICS, f"{second}\n")


def test_random_weights_are_said_and_printed_as_numbers(run, monkeypatch):
    # At the tiny model's size, which the engine is of.
    small = copying().config
    monkeypatch.setattr(gpt2, "Config", lambda: small)
    code, output, errors = run(PROMPT, "--random", "--tokens", "3", model=None)
    assert code == 0
    assert re.fullmatch(r"(\d+ )+\d+\n", output)
    assert errors.startswith("[random weights, of the size of the small GPT-2]\n")


# What it refuses.


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([""], 1, "the prompt is empty"),
        ([PROMPT, "--tokens", "1000"], 1, "1000 to come: the model has 128 positions"),
        (["--ids", "3 512"], 1, "the token 512 is not in the vocabulary, whose ids are 0 to 511"),
        (["--ids", "3 -1"], 1, "the token -1 is not in the vocabulary"),
        (["--ids", "three"], 1, "with --ids a prompt is a list of numbers; got 'three'"),
        (
            [PROMPT, "--temperature", "-1"],
            2,
            "the temperature is a finite number of 0 or more; got -1.0",
        ),
        (
            [PROMPT, "--temperature", "nan"],
            2,
            "the temperature is a finite number of 0 or more; got nan",
        ),
        ([PROMPT, "--top-k", "0"], 2, "top_k is a whole number of at least 1; got 0"),
        ([PROMPT, "--top-p", "1.5"], 2, "top_p is above 0 and at most 1; got 1.5"),
        ([PROMPT, "--seed", "-2"], 2, "a seed is a whole number of at least 0; got -2"),
        ([PROMPT, "\udc80"], 1, "not a text of Unicode characters"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_printed(run, arguments, code, message):
    found, output, errors = run(*arguments)
    assert (found, output) == (code, "")
    assert errors.startswith("error: ")
    assert message in errors
    assert errors.count("\n") == 1


def test_a_processor_without_tiles_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(amx, "missing", lambda: "this processor has no AMX tiles")
    code = command.main([PROMPT, "--model", "tiny", "--products", "bf16x6"])
    found = capsys.readouterr()
    assert (code, found.out) == (1, "")
    assert "this processor has no AMX tiles" in found.err
    assert found.err.count("\n") == 1


@pytest.mark.parametrize(
    "flags",
    [
        ["--threads", "0"],
        ["--tokens", "many"],
        ["--tokens", "-1"],
        ["--threads", "100000"],  # more than the system gives: OpenMP would end the process
        ["--weights", "int4"],
        ["--products", "fp8"],
        ["--random", "--model", "tiny"],
    ],
)
def test_wrong_usage_is_2(flags, capsys):
    with pytest.raises(SystemExit) as stopped:
        command.main([PROMPT, *flags])
    assert stopped.value.code == 2
    assert "error: argument" in capsys.readouterr().err


@pytest.fixture
def folder(tmp_path):
    config = gpt2.Config(len(vocabulary()), 32, 24, 3, 2)
    return tiny.save(tmp_path, config, trees.from_tensors(config, tensors(config)), vocabulary())


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "vocab.json", "merges.txt"])
@pytest.mark.parametrize("how", ["missing", "empty", "cut"])
def test_a_file_that_is_missing_or_broken_is_one_line(run, folder, name, how):
    path = folder / name
    if how == "missing":
        path.unlink()
    else:
        os.truncate(path, 0 if how == "empty" else path.stat().st_size // 2)
    code, output, errors = run(PROMPT, model=str(folder))
    if (name, how) == ("merges.txt", "empty"):
        assert code in (0, 1)  # a vocabulary without merges is one
        return
    assert (code, output) == (1, "")
    assert name in errors
    assert errors.startswith("error: ")
    assert errors.count("\n") == 1


def test_numbers_that_are_none_are_one_line(run, folder):
    given = tensors(gpt2.Config(len(vocabulary()), 32, 24, 3, 2))
    given["wte.weight"][3, 3] = np.nan
    config = gpt2.Config(len(vocabulary()), 32, 24, 3, 2)
    tiny.save(folder, config, trees.from_tensors(config, given, finite=False), vocabulary())
    code, output, errors = run(PROMPT, model=str(folder))
    assert (code, output) == (1, "")
    assert "wte.weight is not finite: 1 of its numbers, the first at [3, 3]" in errors
    assert errors.count("\n") == 1


def test_no_room_on_the_disk_is_one_line(run, folder, monkeypatch):
    monkeypatch.setattr(copies.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 0}))
    code, output, errors = run(PROMPT, "--weights", "bfloat16", model=str(folder))
    assert (code, output) == (1, "")
    assert "model.bfloat16.safetensors" in errors
    assert "MB are to be written" in errors
    assert errors.count("\n") == 1


def test_a_compiler_that_fails_is_one_line(run, monkeypatch):
    def fail(*_):
        raise CompileError("the JIT refused the module:\nsomething")

    monkeypatch.setattr(gpt2.Engine, "compile", fail)
    code, output, errors = run(PROMPT)
    assert (code, output) == (1, "")
    assert errors == "error: the JIT refused the module: something\n"


def test_an_interruption_ends_the_line(run, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(gpt2.Session, "feed", interrupt)
    assert run(PROMPT) == (130, PROMPT, "\n")


def test_the_whole_command_in_a_process_of_its_own():
    words = [sys.executable, "-m", "stepdown.gpt2", PROMPT, "--tokens", "12", "--model", "tiny"]
    words += ["--threads", "1"]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout) == (0, f"{continued(12)}\n")
    assert re.fullmatch(STATISTICS, found.stderr)
