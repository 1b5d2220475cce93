"""Bytes of device memory that attention takes beside its arguments, and bytes that its kernels
move, with and without flash.

python chapters/14-gpt-2-on-a-gpu/memory.py [TOKENS ...]

For the first nothing is run: the plan of a function knows the size and the life of each buffer. The
second is what the simulator counts. With numbers of tokens that alone is printed, for each.
"""

from __future__ import annotations

import argparse
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
MOVED = (128,)


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


def moved(tokens: int, **options) -> dict[str, int]:
    """Bytes that each kernel reads from and writes to global memory, in whole sectors."""
    random = np.random.default_rng(seed=14)
    arguments = [random.standard_normal((HEADS, tokens, SIZE), np.float32) for _ in range(3)]
    compiled = jit(functions.mixed, target="gpu-sim", **options).compile(*arguments)
    compiled(*arguments)
    return {row.kernel: row.bytes_moved for row in compiled.report().rows}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("tokens", nargs="*", type=int)
    given = parser.parse_args().tokens
    for tokens in () if given else TOKENS:
        (plain, bytes_plain), (flash, bytes_flash) = (
            of_attention(tokens), of_attention(tokens, attention="flash")
        )  # fmt: skip
        print(f"{tokens:5} tokens: {plain} launches and {bytes_plain:13,} bytes; "
              f"flash: {flash} launch and {bytes_flash} bytes")  # fmt: skip
    for tokens in given or MOVED:
        print(f"moved at {tokens} tokens:")
        for attention in ("plain", "flash"):
            found = moved(tokens, attention=attention)
            for kernel, count in (found | {f"{attention}, in all": sum(found.values())}).items():
                print(f"  {kernel:15} {count:11,}")
