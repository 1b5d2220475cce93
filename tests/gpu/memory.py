"""Kernels that are as fast as memory is: bytes a second, beside the device's own copy."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from dataclasses import dataclass

import kernels
import numpy as np

import runners
from tests.bench import Row

from . import RUNS, Session, close, seconds

ELEMENTS = 1 << 26  # 256 MiB an array of f32: far more than any cache
COLUMNS = 4096
f32 = np.float32


@dataclass(frozen=True)
class Large:
    """A kernel of the chapter on large arrays; `moved` is the least bytes it reads and writes."""

    case: kernels.Case
    arguments: Callable[[np.random.Generator], list]
    grid: tuple[int, ...]
    moved: int


def large() -> list[Large]:
    """The grids follow from how each kernel divides its work, which its file says."""
    n, side, rows = ELEMENTS, math.isqrt(ELEMENTS), ELEMENTS // COLUMNS

    def uniform(random: np.random.Generator, *shape: int) -> np.ndarray:
        return random.random(shape, f32) - f32(0.5)

    made = []
    square, saxpy = kernels.by_name("square by gpu.func"), kernels.by_name("saxpy, host.mlir")
    made.append(Large(
        square, lambda random: [uniform(random, n), np.zeros(n, f32)],
        (-(-n // square.block[0]),), 8 * n,
    ))  # fmt: skip
    made.append(Large(
        saxpy, lambda random: [f32(1.5), uniform(random, n), uniform(random, n)],
        (-(-n // saxpy.block[0]),), 12 * n,
    ))  # fmt: skip
    for name in ("reduce_shared", "reduce_shuffle", "reduce_all"):
        case = kernels.by_name(name)
        blocks = -(-n // case.block[0])
        made.append(Large(
            case, lambda random, blocks=blocks: [uniform(random, n), np.zeros(blocks, f32)],
            (blocks,), 4 * n + 4 * blocks,
        ))  # fmt: skip
    sums, softmax = kernels.by_name("row_sums"), kernels.by_name("softmax")
    made.append(Large(
        sums, lambda random: [uniform(random, rows, COLUMNS), np.zeros(rows, f32)],
        (1, -(-rows // sums.block[1])), 4 * n + 4 * rows,
    ))  # fmt: skip
    made.append(Large(
        softmax, lambda random: [uniform(random, rows, COLUMNS), np.zeros((rows, COLUMNS), f32)],
        (rows,), 8 * n,
    ))  # fmt: skip
    for kind in ("naive", "shared", "padded"):
        case = kernels.by_name(f"transpose_{kind}")
        tiles = -(-side // case.block[0])
        made.append(Large(
            case, lambda random: [uniform(random, side, side), np.zeros((side, side), f32)],
            (tiles, tiles), 8 * side * side,
        ))  # fmt: skip
    return made


def run(session: Session) -> None:
    copy = copy_bandwidth(session)
    for each in large():
        with session.attempt(f"{each.case.name}, {each.moved >> 20} MiB") as detail:
            rate = measure(session, each)
            detail.append(f"{rate:.0f} GB/s, {rate / copy:.0%} of a copy")
            session.measured(
                Row(each.case.name, "copy on the device", rate, copy, "GB/s", "higher", runs=RUNS)
            )


def copy_bandwidth(session: Session) -> float:
    """GB/s of the driver's copy from one array to another, read and written bytes counted."""
    with session.device.empty(ELEMENTS) as one, session.device.zeros(ELEMENTS) as other:
        each = seconds(session.device, lambda: one.copy_from(other))
    return 2 * 4 * ELEMENTS / each / 1e9


def measure(session: Session, each: Large) -> float:
    """GB/s of a kernel whose first launch was right."""
    case, made = each.case, session.prepared[each.case.name]
    if made.error:
        raise runners.Error(made.error)
    given = each.arguments(np.random.default_rng(1))
    with contextlib.ExitStack() as cleanup:
        passed = [
            cleanup.enter_context(session.device.array(value)) if np.ndim(value) else value
            for value in given
        ]
        kernel = session.device.load(made.ptx)[case.kernel]

        def launch() -> None:
            kernel.launch(each.grid, case.block, passed)

        launch()
        for number, expected in case.expected(given).items():
            # A row of many elements rounds more often than the chapter's rows do.
            close(passed[number].numpy(), expected, case.rtol, 16 * case.atol)
        return each.moved / seconds(session.device, launch) / 1e9
