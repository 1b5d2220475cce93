"""The command `python -m runners simulate`: its options, and what it does with them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from .. import errors


def options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to a parser."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "-k", "--kernel", metavar="NAME", help="may be left out where there is only one"
    )
    parser.add_argument("-g", "--grid", type=_sizes, required=True, metavar="X[,Y[,Z]]")
    parser.add_argument("-b", "--block", type=_sizes, required=True, metavar="X[,Y[,Z]]")
    parser.add_argument("-p", "--pipeline", metavar="NAME", help="lower the program first")
    parser.add_argument("--shared", type=int, default=0, metavar="BYTES", help="dynamic, per block")
    parser.add_argument("--chip", default="sm_80", help="whose limit of shared memory holds")
    parser.add_argument("--steps", type=int, metavar="N", help="operations before it gives up")
    parser.add_argument("--no-checks", action="store_true", help="results and counts only")
    parser.add_argument(
        "--accesses", nargs=2, action="append", default=[], metavar=("LINE", "FILE.svg"),
        help="draw which thread touches which element",
    )  # fmt: skip
    parser.add_argument(
        "--banks", nargs=2, action="append", default=[], metavar=("LINE", "FILE.svg"),
        help="draw the banks of the worst request",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="DIR", help="save the arrays that the kernel wrote as .npy"
    )


def execute(given: argparse.Namespace, value: Callable[[str], object]) -> int:
    """Run the command; `value` makes an argument of a word. 1 when a fault was found."""
    import numpy as np
    from rich.console import Console

    from ..program import load
    from . import kernel as kernels
    from .launch import STEPS, simulate

    if given.set and not given.pipeline:
        raise errors.ArgumentError("--set is a parameter of the pipeline: name it, -p NAME")
    program = load(Path(given.file))
    if given.pipeline:
        program = program.lower(given.pipeline, **dict(given.set))
    name = given.kernel
    if name is None:
        found = kernels.names(program)
        if len(found) > 1:
            raise errors.ArgumentError(
                f"{given.file}: which kernel? give -k one of {', '.join(found)}"
            )
        name = found[0] if found else ""
    arguments = [value(word) for word in given.arguments]
    report = simulate(
        program, name, given.grid, given.block, arguments, dynamic_shared=given.shared,
        chip=given.chip, checks=not given.no_checks,
        steps=STEPS if given.steps is None else given.steps,
    )  # fmt: skip
    if report.printed:
        print(report.printed, end="" if report.printed.endswith("\n") else "\n")
    written = sorted(kernels.find(program, name).written())
    for number in written:
        array = arguments[number]
        print(f"argument{number}: {array.dtype} {array.shape}\n{array}")
        if given.output:
            folder = Path(given.output)
            folder.mkdir(parents=True, exist_ok=True)
            np.save(folder / f"argument{number}.npy", array)
    # What is not a terminal has no width of its own: the tables get room.
    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 120
    Console(highlight=False, width=width).print(report)
    for line, file in given.accesses:
        print(report.picture_accesses(file, _line(line)))
    for line, file in given.banks:
        print(report.picture_banks(file, _line(line)))
    return 0 if report.ok else 1


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.replace("x", ",").split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not X[,Y[,Z]]") from None


def _line(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise errors.ArgumentError(f"{text!r} is not a line's number") from None
