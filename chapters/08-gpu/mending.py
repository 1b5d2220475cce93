"""The planted faults of chapter 8: how each is launched, what shows it, and what mends it.

Each program in `faults/` is wrong in one place. What mends it is another program of the chapter, an
edit of a line, or another pipeline. `run.py` and the tests find each fault in the simulator's
report, and check that the mended program has none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from kernels import FOLDER, f32

import runners
from runners import pipeline
from runners.simt import Report

Launch = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Planted:
    """A program with a fault. `shows` picks out of a report what speaks of it, if anything does."""

    file: str
    title: str
    kernel: str
    launch: Launch
    arguments: Callable[[], list[np.ndarray]]
    shows: Callable[[Report], list]
    mended: Callable[[], runners.Program]
    mended_launch: Launch | None = None
    mended_kernel: str | None = None
    broken: Callable[[runners.Program], runners.Program] = lambda program: program

    def program(self) -> runners.Program:
        """The program with the fault, lowered so far that it holds the kernel."""
        return self.broken(runners.load(FOLDER / self.file))

    def report(self, *, mended: bool = False, arguments: list[np.ndarray] | None = None) -> Report:
        """What the simulator finds in the program, or in the mended one."""
        program = self.mended() if mended else self.program()
        grid, block = self.mended_launch if mended and self.mended_launch else self.launch
        kernel = self.mended_kernel if mended and self.mended_kernel else self.kernel
        given = self.arguments() if arguments is None else arguments
        return runners.simulate(program, kernel, grid, block, given)

    def found(self, report: Report) -> bool:
        return bool(self.shows(report))

    def lines(self, report: Report) -> list[str]:
        """What the report says of it, a line each."""
        return [line for each in self.shows(report) for line in _said(each).splitlines()]


def _said(found: object) -> str:
    """A fault as it stands, an access with the figure that is wrong with it."""
    if not hasattr(found, "ways"):
        return str(found)
    if found.space == "workgroup":
        figure = f"{found.ways}-way bank conflict, {found.wavefronts} passes for {found.ideal}"
    else:
        figure = f"{found.sectors_per_request:.0f} sectors a request, {found.share:.0%} useful"
    return f"line {found.line}: {figure}\n    {found.text}"


def _wasteful(report: Report) -> list:
    return [access for access in report.transactions if access.share < 0.5]


def _ones() -> list[np.ndarray]:
    """Four blocks of ones and room for their sums."""
    return [np.ones(1024, f32), np.zeros(4, f32)]


def _load(file: str) -> Callable[[], runners.Program]:
    return lambda: runners.load(FOLDER / file)


def _swapped() -> runners.Program:
    """uncoalesced.mlir with x and y swapped."""
    text = (FOLDER / "faults" / "uncoalesced.mlir").read_text(encoding="utf-8")
    text = text.replace("%row = gpu.global_id x", "%row = gpu.global_id y")
    return runners.load(text.replace("%column = gpu.global_id y", "%column = gpu.global_id x"))


FAULTS = [
    Planted(
        "faults/missing_barrier.mlir", "a missing barrier", "block_sums", ((4,), (256,)), _ones,
        lambda report: report.races, _load("reduce_shared.mlir"),
    ),
    Planted(
        "faults/divergent_barrier.mlir", "a barrier that some threads miss", "block_sums",
        ((4,), (256,)), _ones, lambda report: report.barriers, _load("reduce_shared.mlir"),
    ),
    Planted(
        "faults/bank_conflict.mlir", "a bank conflict", "block_sums", ((4,), (256,)), _ones,
        lambda report: report.bank_conflicts, _load("reduce_shared.mlir"),
    ),
    Planted(
        "faults/out_of_bounds.mlir", "a tail out of bounds", "square", ((8,), (128,)),
        lambda: [np.ones(1000, f32), np.zeros(1000, f32)],
        lambda report: report.errors, _load("first/from_func.mlir"),
    ),
    Planted(
        "faults/uncoalesced.mlir", "an uncoalesced access", "scale", ((2, 8), (32, 8)),
        lambda: [np.ones((64, 64), f32), np.zeros((64, 64), f32)], _wasteful, _swapped,
    ),
    Planted(
        "faults/row_sums.mlir", "a loop that a pass made threads", "row_sums_kernel",
        ((16,), (64,)), lambda: [np.zeros(16, f32), np.ones((16, 64), f32)],
        lambda report: report.races,
        lambda: runners.load(FOLDER / "faults/row_sums.mlir").lower("gpu-parallel-loops", tile=16),
        mended_launch=((1,), (16,)),
        # As text the pipeline is not asked first, as with mlir-opt.
        broken=lambda program: program.lower(pipeline.load("gpu-affine").text()),
    ),
]  # fmt: skip
