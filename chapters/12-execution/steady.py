"""Many calls and many threads: does memory grow, is a function compiled once, are answers right?

python chapters/12-execution/steady.py
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402


# [region growth]
def resident() -> int:
    """KiB of this process that are in memory."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4


def growth(function: Callable[[], object], calls: int = 10_000) -> int:
    """By how many KiB memory grows over that many calls.

    Not counted are the first calls: after a thousand the runner compiles a faster way in.
    """
    for _ in range(min(calls, 2000)):
        function()
    before = resident()
    for _ in range(calls):
        function()
    return resident() - before
    # [end growth]


# [region at-once]
def at_once(count: int = 8, kinds: int = 2) -> tuple[int, list[bool]]:
    """`count` threads make the first call at the same moment, with arrays of `kinds` shapes.

    How often the function was traced, and whether each thread's answer is right.
    """
    traced = []

    @jit
    def softmax(x):
        traced.append(x.shape)
        return functions.softmax(x)

    normal = np.random.default_rng(seed=12).standard_normal
    arrays = [normal((40 + n % kinds, 300), np.float32) for n in range(count)]
    answers: list[np.ndarray | None] = [None] * count
    start = threading.Barrier(count)

    def call(n: int) -> None:
        start.wait()
        answers[n] = softmax(arrays[n])

    threads = [threading.Thread(target=call, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    right = [
        answer is not None and np.allclose(answer, functions.softmax(x), rtol=1e-5, atol=1e-7)
        for answer, x in zip(answers, arrays, strict=True)
    ]
    return len(traced), right
    # [end at-once]


def main() -> None:
    x = np.random.default_rng(seed=12).standard_normal((64, 8192), np.float32)
    softmax = jit(functions.softmax, threads=False)
    print(f"a result of 2 MiB, a temporary of 32 KiB: {growth(lambda: softmax(x), 200)} KiB more "
          "after 200 calls")  # fmt: skip
    small = np.ones((4, 8), np.float32)
    print(f"a small one: {growth(lambda: softmax(small))} KiB more after 10,000 calls")
    traced, right = at_once()
    print(f"8 threads, 2 shapes: traced {traced} times, {sum(right)} answers right")


if __name__ == "__main__":
    main()
