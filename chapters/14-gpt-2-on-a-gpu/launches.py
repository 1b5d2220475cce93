"""How many kernels a GPT-2 of the small size launches, and what a launch costs the host.

python chapters/14-gpt-2-on-a-gpu/launches.py

Sizes are the true ones. No kernel runs: the device is one that does nothing, so that the time is
that of the Python that goes through a plan, or that replays what was recorded of it.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER.parents[1])]
from stepdown import gpu, jit  # noqa: E402
from stepdown.gpt2 import cached, model  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402
from stepdown.gpt2.parameters import parameters  # noqa: E402
from stepdown.gpu.runtime import Block, Code, Copied, Device, Graph, Launch  # noqa: E402

CONFIG, PROMPT, ROOM, CALLS = Config(), 128, 256, 9


class Idle(Device):
    """A device that holds nothing and computes nothing."""

    name, target, chip, memory = "no device", "gpu-sim", "sm_80", 1 << 40

    def _allocate(self, size: int) -> object:
        return size

    def _release(self, handle: object) -> None:
        pass

    def _write(self, block: Block, source: np.ndarray) -> None:
        pass

    def _read(self, block: Block, target: np.ndarray, start: int) -> None:
        target[...] = 0  # no index is out of bounds

    def _copy(self, target: Block, source: Block, size: int) -> None:
        pass

    def load(self, owner: object, source: object) -> Code:
        return Nothing()


class Nothing(Code, Graph):
    """Kernels that are not started, and a graph of them."""

    def launch(self, launch: Launch) -> None:
        pass

    def record(self, steps: Sequence[Launch | Copied | None]) -> Graph:
        return self

    def replay(self) -> None:
        pass

    def set(self, number: int, step: Launch | Copied) -> None:
        pass


def steps(**options) -> dict[str, tuple[Callable, Callable]]:
    """The forward pass of a prompt, and a step of one token with the cache: the function, and what
    it is called with the n-th time. Arrays are of the device above."""
    device = Idle()

    def array(name: str, shape: tuple[int, ...], dtype: type = np.float32) -> gpu.Array:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return gpu.Array(device, Block(None, size), shape, dtype)

    weights, heads = parameters(CONFIG, array), CONFIG.heads
    cache = array("cache", cached.empty_cache(CONFIG, 1, ROOM).shape)
    starts = array("starts", (1,), np.int64)
    forward = jit(model.forward, static=("heads",), target="gpu-sim", **options)
    step = jit(cached.step, static=("heads",), donate=("cache",), target="gpu-sim",
               dynamic={"cache": {4: "n"}}, **options)  # fmt: skip
    return {
        f"a prompt of {PROMPT} tokens": (
            forward, lambda n: (np.zeros(PROMPT, int), weights, heads)
        ),
        "a token": (
            step,
            lambda n: (np.zeros((1, 1), int), cache[..., : PROMPT + n, :], starts, weights, heads),
        ),
    }  # fmt: skip


def host_time(function: Callable, arguments: Callable) -> float:
    """Seconds of Python of a call, the median of several, after one that may record."""
    taken = []
    for n in range(CALLS + 1):
        given = arguments(n + 1)
        started = time.perf_counter()
        function(*given)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken[1:])


if __name__ == "__main__":
    plain, recorded = steps(), steps(graph=True)
    for name, (function, arguments) in plain.items():
        count = len(function.compile(*arguments(1)).plan.launches)
        one_by_one, at_once = (
            1e3 * host_time(*each) for each in ((function, arguments), recorded[name])
        )
        print(f"{name}: {count} launches, {one_by_one:.1f} ms of Python; "
              f"recorded: {at_once:.1f} ms")  # fmt: skip
