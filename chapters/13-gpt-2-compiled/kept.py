"""What it costs to add a row to a cache: in place, by a copy, and at a position that is static.

python chapters/13-gpt-2-compiled/kept.py

The cache is one of the small GPT-2 with room for 1024 tokens: 75 MB.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

HEADS, ROOM, SIZE = 24 * 12, 1024, 64  # keys and values of 12 layers, 12 heads each


# [region measure]
def seconds(call: Callable[[], object], times: int = 5) -> float:
    """The shortest of some calls, after one that is not counted."""
    found = []
    for _ in range(times + 1):
        start = time.perf_counter()
        call()
        found.append(time.perf_counter() - start)
    return min(found[1:])
    # [end measure]


# [region both]
def both(n: int, heads: int = HEADS, room: int = ROOM) -> tuple[float, float, bool]:
    """Seconds to add a row to n - 1 others in place, and without donation; whether both are right
    and the first is the same memory."""
    cache = np.zeros((heads, room, SIZE), np.float32)
    new = np.ones((heads, 1, SIZE), np.float32)
    part = cache[:, :n]  # a view: a call sees how far the cache is written
    in_place = jit(functions.keep, dynamic={"cache": {1: "n"}}, donate=("cache",))
    copying = jit(functions.keep, dynamic={"cache": {1: "n"}})
    copied = copying(part, new)
    right = not cache.any() and bool((copied[:, -1] == 1).all())
    result = in_place(part, new)
    right = right and result is part and bool((cache[:, n - 1] == 1).all())
    return seconds(lambda: in_place(part, new)), seconds(lambda: copying(part, new)), right
    # [end both]


# [region positions]
def compilations(positions: range) -> tuple[int, float, int]:
    """How often `keep_at` is compiled for these positions, seconds for all of it, and how often
    `keep` is, for which the position is the size of an axis."""
    traced = {"keep_at": 0, "keep": 0}

    def counted(function: Callable) -> Callable:
        def call(*arguments):
            traced[function.__name__] += 1
            return function(*arguments)

        return call

    at = counted(functions.keep_at)
    static = jit(lambda cache, new, position: at(cache, new, position), static=("position",))
    end = counted(functions.keep)
    dynamic = jit(lambda cache, new: end(cache, new), dynamic={"cache": {1: "n"}})
    cache, new = np.zeros((12, 64, SIZE), np.float32), np.ones((12, 1, SIZE), np.float32)
    start = time.perf_counter()
    for position in positions:
        static(cache, new, position)
    took = time.perf_counter() - start
    for position in positions:
        dynamic(cache[:, : position + 1], new)
    return traced["keep_at"], took, traced["keep"]
    # [end positions]


def main() -> None:
    os.environ["STEPDOWN_CACHE"] = "off"  # what is compiled here is compiled each time
    print("tokens in the cache   in place   by a copy")
    for n in (10, 100, 1000):
        in_place, copying, right = both(n)
        print(f"{n:19}  {1e6 * in_place:6.0f} us  {1e6 * copying:7.0f} us",
              "" if right else "WRONG")  # fmt: skip
    static, took, dynamic = compilations(range(10, 20))
    print(f"10 positions, static: compiled {static} times, {1e3 * took:.0f} ms in all")
    print(f"10 positions, the size of an axis: compiled {dynamic} time")


if __name__ == "__main__":
    main()
