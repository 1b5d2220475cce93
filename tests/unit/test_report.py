"""The narrated run: what it executes, what it counts, what it writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import runners
from runners import report


@pytest.fixture
def run(monkeypatch):
    monkeypatch.chdir(ROOT)  # a Run goes there, and this fixture comes back
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    run = report.Run(99, "a test")
    yield run
    shutil.rmtree(run.out)


def test_a_shell_step_prints_its_command_and_returns_its_output(run, capsys):
    assert run.shell("mlir-opt --version | grep 'LLVM version'").strip().startswith("LLVM version")
    assert "$ mlir-opt --version" in capsys.readouterr().out


def test_a_shell_step_that_fails_raises_unless_the_code_is_expected(run):
    assert run.shell("echo what; exit 3", expect=3) == "what\n"
    with pytest.raises(report.StepFailed, match="ended with 3, expected 0"):
        run.shell("exit 3")
    with pytest.raises(report.StepFailed, match="ended with 0, expected 1"):
        run.shell("true", expect=1)


def test_a_python_step_is_printed_as_a_session_and_executed(run, capsys):
    run.python("x = np.arange(3)\nfor i in x:\n    last = int(i)")
    assert run.names["last"] == 2
    assert (
        ">>> x = np.arange(3)\n>>> for i in x:\n...     last = int(i)\n" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("got", "expected", "options", "same"),
    [
        (45, 45, {}, True),
        (45, 46, {}, False),
        (np.float32(0.1), 0.1, {}, False),
        (np.float32(0.1), 0.1, {"rtol": 1e-6}, True),
        (float("nan"), float("nan"), {}, True),
        ([1.0, 2.0], [1.0, 2.0, 3.0], {}, False),
        ([1.0, 2.0], [1.0, 2.5], {"atol": 0.4}, False),
        (1 + 2j, 1 + 2j, {}, True),
        ("a", "a", {}, True),
    ],
)
def test_equality_is_exact_unless_a_tolerance_is_given(run, got, expected, options, same):
    assert run.equal("value", got, expected, **options) is same


def test_the_exit_code_is_1_when_any_check_failed(run, capsys):
    run.check("holds", True)
    assert run.finish() == 0
    run.check("fails", False)
    assert run.finish() == 1
    assert "1 checks passed, 1 failed" in capsys.readouterr().out


def test_a_figure_is_saved_as_svg_and_png(run):
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([1, 2])
    path = run.figure(figure, "line")
    assert path.read_text().startswith("<?xml")
    assert path.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"


def test_long_output_is_trimmed_and_counted(run, capsys):
    run.shell("seq 100")
    assert "... 76 more lines" in capsys.readouterr().out


def test_a_run_that_cannot_go_on_ends_with_a_line_not_a_traceback(run, capsys):
    for error in (report.StepFailed("`cc` ended with 127"), runners.CompileError("no")):
        sys.excepthook(type(error), error, None)
    assert capsys.readouterr().err == "error: `cc` ended with 127\nerror: no\n"
    sys.excepthook(ValueError, ValueError("unforeseen"), None)
    assert "ValueError: unforeseen" in capsys.readouterr().err


def test_a_terminal_without_ticks_gets_question_marks():
    code = "from runners import report; r = report.Run(0, 'é'); r.equal('a', 1, 1); r.finish()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "? a" in done.stdout
    assert "1 check" in done.stdout
