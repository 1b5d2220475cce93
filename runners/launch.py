"""What a GPU accepts as a launch: sizes of grid and block, threads, shared memory, arguments.

Every road that launches a kernel (the simulator, the coroutines, the driver) checks through this
module first, so that all refuse the same launches with the same words. Launching is left to them.

Source of the limits: "Compute Capabilities" in NVIDIA's CUDA C++ Programming Guide.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import ArgumentError, Error

WARP = 32  # threads of a warp, on every NVIDIA GPU
STATIC_SHARED = 48 * 1024  # what a kernel may declare; more than that has to be dynamic
CHIP = "sm_80"  # the baseline that limits are of where no chip is named
LARGEST = "sm_90"  # none has more shared memory: for a launch where the driver checks the rest
# Shared memory that one block can have in all, by compute capability, in KiB.
_SHARED = {70: 96, 72: 96, 75: 64, 80: 163, 86: 99, 87: 163, 89: 99, 90: 227,
           100: 227, 101: 227, 103: 227, 110: 227, 120: 99, 121: 99}  # fmt: skip

Size = int | Sequence[int]


class LaunchError(Error):
    """A kernel did while it ran what a GPU would punish: an access outside, a barrier that not all
    threads reach, a failed assertion, a loop without end.

    `report` is what the engine found, where it gives one.
    """

    def __init__(self, message: str, report: object = None) -> None:
        super().__init__(message)
        self.report = report


@dataclass(frozen=True)
class Limits:
    """The largest launch that a chip takes; sizes are (x, y, z)."""

    chip: str
    shared: int  # bytes of one block, what it declares and what the launch adds
    grid: tuple[int, int, int] = (2**31 - 1, 65535, 65535)
    block: tuple[int, int, int] = (1024, 1024, 64)
    threads: int = 1024  # of one block


@dataclass(frozen=True)
class Launch:
    """A launch that is within the limits: sizes are (x, y, z), shared memory is in bytes."""

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    static_shared: int = 0
    dynamic_shared: int = 0

    @property
    def blocks(self) -> int:
        return math.prod(self.grid)

    @property
    def threads(self) -> int:
        """The threads of one block."""
        return math.prod(self.block)

    @property
    def warps(self) -> int:
        """The warps of one block; the last one may be partly filled."""
        return -(-self.threads // WARP)


def limits(chip: str = CHIP) -> Limits:
    """The limits of a chip such as `sm_80` or `sm_90a`."""
    found = re.fullmatch(r"sm_(\d+)[af]?", chip)
    if not found or int(found[1]) not in _SHARED:
        known = ", ".join(f"sm_{number}" for number in sorted(_SHARED))
        raise ArgumentError(f"the limits of chip {chip!r} are not known; known are {known}")
    return Limits(chip, _SHARED[int(found[1])] * 1024)


def check(
    kernel: str,
    grid: Size,
    block: Size,
    *,
    static_shared: int = 0,
    dynamic_shared: int = 0,
    chip: str = CHIP,
) -> Launch:
    """The launch, its sizes completed to (x, y, z); ArgumentError for one that no GPU would take.

    `static_shared` is what the kernel declares in bytes, `dynamic_shared` what the launch adds.
    """
    most = limits(chip)
    launch = Launch(
        kernel,
        _sizes(kernel, "grid", grid),
        _sizes(kernel, "block", block),
        _whole(kernel, "static_shared", static_shared),
        _whole(kernel, "dynamic_shared", dynamic_shared),
    )
    for what, plural, given, largest in (
        ("grid", "blocks", launch.grid, most.grid),
        ("block", "threads", launch.block, most.block),
    ):
        for axis, size, limit in zip("xyz", given, largest, strict=True):
            if size == 0:
                raise ArgumentError(
                    f"{kernel}: {what} {given} is empty: each size is at least 1 (the driver "
                    "refuses 0 as an invalid value); skip the launch where there is nothing to do"
                )
            if size > limit:
                raise ArgumentError(
                    f"{kernel}: {what} {given} has {size} {plural} in {axis}; the most is {limit}"
                )
    if launch.threads > most.threads:
        raise ArgumentError(
            f"{kernel}: block {launch.block} has {launch.threads} threads; the most is "
            f"{most.threads}: launch more, smaller blocks"
        )
    if launch.static_shared > STATIC_SHARED:
        raise ArgumentError(
            f"{kernel}: declares {launch.static_shared} bytes of shared memory; the most is "
            f"{STATIC_SHARED}: what is above has to be dynamic"
        )
    total = launch.static_shared + launch.dynamic_shared
    if total > most.shared:
        raise ArgumentError(
            f"{kernel}: a block would need {total} bytes of shared memory ({launch.static_shared} "
            f"declared, {launch.dynamic_shared} dynamic); {chip} has {most.shared} for a block"
        )
    return launch


def count(kernel: str, types: Sequence[str], given: Sequence[object]) -> None:
    """ArgumentError when the number of arguments is not that of the kernel's parameters."""
    if len(types) != len(given):
        plural = "" if len(types) == 1 else "s"
        raise ArgumentError(
            f"{kernel} takes {len(types)} argument{plural} ({', '.join(types)}); got {len(given)}"
        )


def _sizes(kernel: str, what: str, given: Size) -> tuple[int, int, int]:
    """One to three sizes as (x, y, z)."""
    try:
        sizes = (operator.index(given),)
    except TypeError:
        sizes = () if isinstance(given, str) or not hasattr(given, "__len__") else tuple(given)
    if not 1 <= len(sizes) <= 3 or isinstance(given, bool):
        raise ArgumentError(f"{kernel}: {what} is a size or up to three (x, y, z); got {given!r}")
    whole = [_whole(kernel, what, size) for size in sizes]
    return (*whole, 1, 1)[:3]


def _whole(kernel: str, what: str, value: object) -> int:
    """A number that is whole and not negative."""
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if number < 0 or isinstance(value, bool):
        raise ArgumentError(f"{kernel}: {what} takes whole numbers from 0; got {value!r}")
    return number
