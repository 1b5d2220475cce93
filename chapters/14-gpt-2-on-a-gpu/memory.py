"""Bytes of device memory that attention takes beside its arguments, with and without flash.

python chapters/14-gpt-2-on-a-gpu/memory.py

Nothing is run: the plan of a function knows the size and the life of each buffer.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

HEADS, SIZE = 12, 64  # GPT-2's
TOKENS = (128, 1024, 4096)


def peak(compiled) -> int:
    """The most bytes of temporaries that are held at one time."""
    held: dict[int, int] = {}
    most = 0
    for number, step in enumerate(compiled.plan.steps):
        for buffer in step.buffers:
            if buffer.role == "temporary":
                held[buffer.number] = math.prod(buffer.shape) * buffer.dtype.itemsize
        most = max(most, sum(held.values()))
        for buffer in compiled.plan.ends.get(number, ()):
            del held[buffer.number]
    return most


def of_attention(tokens: int, **options) -> tuple[int, int]:
    """Launches and bytes of one layer's attention."""
    arguments = [np.broadcast_to(np.float32(0), (HEADS, tokens, SIZE))] * 3
    compiled = jit(functions.mixed, target="gpu-sim", **options).compile(
        *map(np.ascontiguousarray, arguments)
    )
    return len(compiled.plan.launches), peak(compiled)


if __name__ == "__main__":
    for tokens in TOKENS:
        (plain, bytes_plain), (flash, bytes_flash) = (
            of_attention(tokens), of_attention(tokens, attention="flash")
        )  # fmt: skip
        print(f"{tokens:5} tokens: {plain} launches and {bytes_plain:13,} bytes; "
              f"flash: {flash} launch and {bytes_flash} bytes")  # fmt: skip
