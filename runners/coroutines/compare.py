"""The same launch by both engines: in lock step and as coroutines. Where they differ, one is wrong,
or the kernel depends on the order of its threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .. import launch as launches
from . import emulate

if TYPE_CHECKING:
    from ..program import Program
    from ..simt import Report
    from .engine import Emulation

SEEDS = (0, 1)


@dataclass(frozen=True)
class CrossCheck:
    """What both engines made of a launch.

    `differences` has, by the number of an array among the arguments from 0, the largest difference
    of an element between the simulator and any order of the coroutines, relative to the largest
    element. `agree` says that none is above the tolerance.
    """

    kernel: str
    agree: bool
    differences: dict[int, float]
    report: Report
    emulations: tuple[Emulation, ...]
    results: dict[int, np.ndarray]  # what the simulator made of each array

    def __str__(self) -> str:
        worst = max(self.differences.values(), default=0.0)
        said = "agree" if self.agree else "differ"
        return f"{self.kernel}: simulator and coroutines {said} (largest difference {worst:.1e})"


def cross_check(
    program: Program,
    kernel: str,
    grid: launches.Size,
    block: launches.Size,
    args: Sequence[object],
    *,
    dynamic_shared: int = 0,
    tolerance: float = 1e-6,
    seeds: Sequence[int] = SEEDS,
) -> CrossCheck:
    """Launch a kernel on the simulator, and as coroutines in the order of each seed.

    The arrays are left as they are. `tolerance` is for arrays of floats, whose mathematical
    functions round differently; others have to be the same. Raises what either engine raises.
    """
    from .. import simt

    simulated = _copies(args)
    report = simt.simulate(program, kernel, grid, block, simulated, dynamic_shared=dynamic_shared)
    differences: dict[int, float] = {}
    emulations = []
    for seed in seeds:
        own = _copies(args)
        emulations.append(
            emulate(program, kernel, grid, block, own, dynamic_shared=dynamic_shared, seed=seed)
        )
        for number, (one, other) in enumerate(zip(simulated, own, strict=True)):
            if isinstance(one, np.ndarray):
                found = _difference(one, other)
                differences[number] = max(found, differences.get(number, 0.0))
    results = {n: value for n, value in enumerate(simulated) if isinstance(value, np.ndarray)}
    agree = all(
        found <= (tolerance if _is_inexact(results[number]) else 0)
        for number, found in differences.items()
    )
    return CrossCheck(kernel, agree, differences, report, tuple(emulations), results)


def _copies(args: Sequence[object]) -> list[object]:
    return [np.copy(each) if isinstance(each, np.ndarray) else each for each in args]


def _is_inexact(array: np.ndarray) -> bool:
    return array.dtype.kind not in "iub"


def _difference(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference, relative to the largest element; infinite where only one is NaN."""
    if not one.size:
        return 0.0
    if not _is_inexact(one):
        return float((one != other).any())
    wide = np.complex128 if one.dtype.kind == "c" else np.float64
    one, other = one.astype(wide), other.astype(wide)
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    if same.all():
        return 0.0
    if not (np.isfinite(one[~same]).all() and np.isfinite(other[~same]).all()):
        return float("inf")
    scale = float(np.abs(one[np.isfinite(one)]).max(initial=0.0)) or 1.0
    return float(np.abs(one[~same] - other[~same]).max()) / scale
