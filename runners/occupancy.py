"""Occupancy: how many blocks of a kernel one multiprocessor holds at once, and what limits them.

An estimate from registers, shared memory and threads alone, no device needed. The figures and the
rounding are those of NVIDIA's cuda_occupancy.h (in the wheel nvidia-cuda-runtime) and of "Compute
Capabilities" in the CUDA Programming Guide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import launch
from .errors import ArgumentError

_REGISTERS = 65536  # of one multiprocessor, on every chip here
_REGISTER_UNIT = 256  # registers are handed out to a warp in such pieces
_PARTITIONS = 4  # of a multiprocessor; each has a quarter of the registers
# Compute capability -> the warps and the blocks that one multiprocessor holds.
_RESIDENT = {75: (32, 16), 80: (64, 32), 86: (48, 16), 87: (48, 16), 89: (48, 24), 90: (64, 32),
             100: (64, 32), 103: (64, 32), 110: (48, 24), 120: (48, 24), 121: (48, 24)}  # fmt: skip


@dataclass(frozen=True)
class Occupancy:
    """Blocks and warps that are on one multiprocessor at once.

    `limits` has the number of blocks that each resource alone would allow; `limited_by` names those
    that are as low as `blocks`.
    """

    chip: str
    blocks: int
    warps: int
    most_warps: int
    limits: dict[str, int]

    @property
    def fraction(self) -> float:
        """Warps that are there, of those that there could be."""
        return self.warps / self.most_warps

    @property
    def limited_by(self) -> tuple[str, ...]:
        return tuple(name for name, blocks in self.limits.items() if blocks == self.blocks)

    def __str__(self) -> str:
        return (
            f"{self.warps} of {self.most_warps} warps ({self.fraction:.0%}) in {self.blocks} "
            f"block{'' if self.blocks == 1 else 's'} on {self.chip}, limited by "
            f"{' and '.join(self.limited_by)}"
        )


def estimate(chip: str, registers: int, threads: int, shared: int = 0) -> Occupancy:
    """Occupancy of blocks of so many threads.

    `registers` is those of a thread, `shared` the bytes of shared memory of a block, dynamic
    included. Raises ArgumentError for a chip whose figures are not known, and for a block that the
    chip does not take.
    """
    number = int(re.sub(r"\D", "", chip) or 0)
    if number not in _RESIDENT:
        known = ", ".join(f"sm_{each}" for each in _RESIDENT)
        raise ArgumentError(f"the occupancy of {chip} is not known here; known are {known}")
    launch.check("occupancy", 1, threads, dynamic_shared=shared, chip=chip)
    most_warps, most_blocks = _RESIDENT[number]
    warps = -(-threads // launch.WARP)
    per_warp = _up(registers * launch.WARP, _REGISTER_UNIT)
    by_registers = most_blocks
    if per_warp:
        by_registers = (_REGISTERS // _PARTITIONS // per_warp) * _PARTITIONS // warps
        if per_warp * _up(warps, _PARTITIONS) > _REGISTERS:  # what the launch checks
            by_registers = 0
    of_block = launch.limits(chip).shared
    reserved, unit = (
        (1024, 128) if number >= 80 else (0, 256)
    )  # bytes the system takes of each block
    taken = _up(shared + reserved, unit)
    limits = {
        "registers": by_registers,
        "shared memory": (of_block + reserved) // taken if taken else most_blocks,
        "warps": most_warps // warps,
        "blocks": most_blocks,
    }
    blocks = min(limits.values())
    return Occupancy(chip, blocks, blocks * warps, most_warps, limits)


def _up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
