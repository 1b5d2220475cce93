"""How many bytes each matrix product of this chapter moves for each operation, by the simulator.

The product is 128 x 128 x 128. Bytes are whole sectors, counted as the warps ask for them; caches
are not in the model. `bound` is what such traffic would allow on a GPU of which two figures are
known, its peak and the bandwidth of its memory. Nothing here is a measured time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import kernels
import numpy as np

import runners

SIZE = 128
# NVIDIA A100 80GB SXM, from its data sheet: operations a second, and bytes a second.
GPU = "A100 80GB SXM"
PEAK, TENSOR_PEAK, BANDWIDTH = 19.5e12, 312e12, 2039e9


@dataclass(frozen=True)
class Point:
    """One product: operations, bytes moved, distinct bytes touched, and the peak that applies."""

    name: str
    flops: int
    moved: int
    touched: int
    peak: float

    @property
    def intensity(self) -> float:
        """Operations for each byte moved."""
        return self.flops / self.moved

    @property
    def bound(self) -> float:
        """Operations a second at most, if all of the traffic went to memory."""
        return min(self.peak, self.intensity * BANDWIDTH)


def products() -> list[kernels.Case]:
    """The products that the simulator runs, all of one size."""
    made = {
        "naive": ((8, 32), (32, 8), kernels.f32),
        "tiled": ((16, 16), (16, 16), kernels.f32),
        "registers": ((64, 64), (16, 16), kernels.f32),
        "tensor": ((64, 64), (128, 1), kernels.f16),
    }
    return [
        kernels.matmul(name, SIZE, SIZE, SIZE, tile, block, dtype)
        for name, (tile, block, dtype) in made.items()
    ]


@cache
def points() -> list[Point]:
    """Simulate each product and read its report."""
    found = []
    for case in products():
        arguments = case.arguments(np.random.default_rng(8))
        report = runners.simulate(case.program(), case.kernel, case.grid, case.block, arguments)
        peak = TENSOR_PEAK if case.name == "matmul_tensor" else PEAK
        found.append(
            Point(case.name, case.flops, report.bytes_moved, report.footprint, peak)
        )  # fmt: skip
    return found


def large(size: int = 4096) -> float:
    """Operations for each byte of a large product in f32 that moves every element once."""
    return 2 * size**3 / (3 * 4 * size**2)
