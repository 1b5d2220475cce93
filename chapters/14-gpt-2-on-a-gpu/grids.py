"""Which kernels some products become, what each computes, and of how many blocks it is launched.

python chapters/14-gpt-2-on-a-gpu/grids.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402
from stepdown.gpu.spec import MOST_BLOCKS  # noqa: E402

PRODUCTS = {
    "gelu(x @ w + b)": (functions.expanded, (128, 768), (768, 3072), (3072,)),
    "x.T @ t": (lambda x, t: x.T @ t, (4096, 64), (4096, 64)),
    "70,000 products": (functions.product, (70_000, 4, 8), (70_000, 8, 4)),
    "one row": (functions.product, (1, 768), (768, 3072)),
}


def launches(function, *shapes: tuple[int, ...]) -> Iterator[tuple[str, str, str]]:
    """The name of each kernel, its blocks and what it computes. Nothing is run."""
    arguments = [np.empty(shape, np.float32) for shape in shapes]
    for launch in jit(function, target="gpu-sim").compile(*arguments).plan.launches:
        x, y, z = launch.spec.grid
        grid = f"{x:,} x {min(y, MOST_BLOCKS):,} x {min(z, MOST_BLOCKS):,}"
        names = dict.fromkeys(value.primitive.name for value in launch.spec.values)
        yield launch.name, grid, ", ".join(names) or launch.spec.kind


if __name__ == "__main__":
    for name, (function, *shapes) in PRODUCTS.items():
        for kernel, grid, computes in launches(function, *shapes):
            print(f"{name:16} {kernel:10} {grid:>14} blocks  {computes}")
            name = ""
