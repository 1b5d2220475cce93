"""Checks and measurements that need a GPU: `make gpu-check`, or `python -m tests.gpu [PART ...]`.

Each part is a module with `run(session)`. A `Session` holds the device and collects what was
checked and measured; `__main__` prints it and writes build/gpu-check/DEVICE.json. The kernels,
their launches and what must come of them are chapter 8's own list, chapters/08-gpu/kernels.py.
"""

from __future__ import annotations

import contextlib
import math
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from runners.errors import CudaError
from tests.bench import Row

if TYPE_CHECKING:
    from rich.console import Console

    from runners.cuda import Device

    from .prepared import Prepared

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "chapters" / "08-gpu"
if str(CHAPTER) not in sys.path:
    sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other

# A measurement: launches before it, how many, and how long one lasts at least, of how many launches
# at most. A launch from Python takes some 20 microseconds, which several in a row hide.
WARM_UP, RUNS, LEAST_SECONDS, MOST_LAUNCHES = 3, 9, 0.01, 20


class Lost(Exception):
    """A kernel failed, and the GPU is of no more use to this process."""


@dataclass
class Session:
    """One run on one device: `checks` that hold or do not, `rows` of measurements, `notes`."""

    device: Device
    console: Console
    prepared: dict[str, Prepared] = field(default_factory=dict)
    checks: list[dict[str, object]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return sum(not each["ok"] for each in self.checks)

    def check(self, name: str, ok: bool, detail: str = "") -> None:
        """Keep and print whether something holds."""
        self.checks.append({"name": name, "ok": bool(ok), "detail": detail})
        self.console.print(f"  {'✓' if ok else '✗'} {name}{f': {detail}' if detail else ''}",
                           style="" if ok else "bold red", markup=False)  # fmt: skip

    @contextlib.contextmanager
    def attempt(self, name: str) -> Iterator[list[str]]:
        """A check that holds if nothing is raised inside the `with`.

        Other checks go on, whatever it was, unless it cost the process its GPU. What is appended to
        the list is shown beside the name.
        """
        detail: list[str] = []
        try:
            yield detail
        except Exception as error:
            text = " ".join(str(error).split())
            self.check(name, False, f"{type(error).__name__}: {text[:600]}")
            if isinstance(error, CudaError) and "cannot be used any more" in text:
                raise Lost(text) from None
        else:
            self.check(name, True, ", ".join(detail))

    def note(self, text: str) -> None:
        """Keep and print what could not be done, and why."""
        self.notes.append(text)
        self.console.print(f"  - {text}", markup=False)

    def measured(self, row: Row) -> None:
        self.rows.append(row)


def seconds(device: Device, launch: Callable[[], object]) -> float:
    """The median seconds of one launch, by the GPU's own clock."""

    def once(count: int) -> float:
        with device.timed() as timing:
            for _ in range(count):
                launch()
        return timing.seconds / count

    for _ in range(WARM_UP):
        launch()
    count = math.ceil(LEAST_SECONDS / max(once(1), 1e-9))
    count = min(max(count, 1), MOST_LAUNCHES)
    return statistics.median(once(count) for _ in range(RUNS))


def close(got: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> None:
    """AssertionError, with the first place that differs, where two arrays are not near enough."""
    got, expected = np.asarray(got), np.asarray(expected)
    if got.shape != expected.shape:
        raise AssertionError(f"shape {got.shape}, expected {expected.shape}")
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got - expected) <= atol + rtol * np.abs(expected)
    near &= np.isfinite(got) & np.isfinite(expected)
    same = near | (got == expected) | ((got != got) & (expected != expected))
    if not same.all():
        where = tuple(int(i) for i in np.argwhere(~same)[0])
        count = int(np.count_nonzero(~same))
        raise AssertionError(
            f"{count} of {same.size} elements are wrong; at {where} it is {got[where]!s}, "
            f"expected {expected[where]!s}"
        )
