"""What the tests of chapter 8 share: its kernels and planted faults, run on either engine."""

from __future__ import annotations

import functools
import sys

import numpy as np
from conftest import ROOT

import runners

CHAPTER = ROOT / "chapters" / "08-gpu"
sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other

import kernels  # noqa: E402
import tables  # noqa: E402, F401

f16, f32 = np.float16, np.float32


def program(name: str) -> runners.Program:
    """The program of a case, the same one each time."""
    return kernels.by_name(name).program()


@functools.cache
def source(file: str) -> runners.Program:
    """A program of the chapter as it stands in its file."""
    return runners.load(CHAPTER / file)


def simulate(name: str, *arguments: object, grid: tuple | None = None) -> runners.simt.Report:
    """Launch a case on other arguments; the report has no fault."""
    case = kernels.by_name(name)
    report = runners.simulate(
        program(name), case.kernel, grid or case.grid, case.block, list(arguments)
    )
    assert report.ok, str(report)
    return report


def check(case: kernels.Case, before: list, after: list) -> None:
    """What was written is right, and nothing else was written."""
    expected = case.expected(before)
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if number in expected:
            np.testing.assert_allclose(new, expected[number], rtol=case.rtol, atol=case.atol)
        else:
            np.testing.assert_array_equal(new, old)
