"""How many kernels a GPT-2 of the small size launches, and what a launch costs the host.

python chapters/14-gpt-2-on-a-gpu/launches.py

Sizes are the true ones, and so is all of Python, down to the calls of the driver. Only the driver
is none: it says of everything, at once, that it was done.
"""

from __future__ import annotations

import ctypes
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER.parents[1])]
from runners import driver  # noqa: E402
from stepdown import gpu, jit  # noqa: E402
from stepdown.gpt2 import cached, model  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402
from stepdown.gpt2.parameters import parameters  # noqa: E402
from stepdown.gpu.cuda import Gpu, Loaded  # noqa: E402

CONFIG, PROMPT, ROOM, CALLS = Config(), 128, 256, 21
NODES = "cuGraphExecKernelNodeSetParams"


class Agreeing:
    """A driver that does nothing, whatever it is asked; `calls` counts what."""

    CUresult = SimpleNamespace(CUDA_SUCCESS=0)
    CUstream = int
    CUDA_KERNEL_NODE_PARAMS = SimpleNamespace

    def __init__(self) -> None:
        self.calls: dict[str, int] = {}
        self._answers = {"cuDeviceGetName": b"no GPU", "cuDeviceTotalMem": 1 << 40}
        self.CUdevice_attribute = self

    def __getattr__(self, name: str) -> object:
        if name.startswith("CU_"):
            return name
        answer, calls = self._answers.get(name, 8), self.calls
        calls[name] = 0

        def called(*arguments: object) -> tuple:
            calls[name] += 1
            if name == "cuMemcpyDtoH":  # no index is out of bounds
                ctypes.memset(arguments[0], 0, arguments[2])
            return 0, answer

        if name == NODES:
            called = self._set
        self.__dict__[name] = called
        return called

    def _set(self, *_: object) -> tuple:
        self.calls[NODES] += 1
        return (0,)


class Idle(Gpu):
    """A GPU on which nothing is done; the kernels of a function are there, whatever they are."""

    def load(self, owner: object, source: object) -> Loaded:
        code = object.__new__(Loaded)
        code.device, code.bare = self, owner.plan.bare
        code.module = {
            name: SimpleNamespace(
                function=name, shared=0,
                kernel=SimpleNamespace(parameters=[None] * words(spec, code.bare)),
            )
            for name, spec in owner.plan.kernels.items()
        }  # fmt: skip
        return code


def words(spec: object, bare: bool) -> int:
    """Parameters of a kernel: an array is one, or a descriptor of three and two a dimension."""
    ranks = [
        1 if spec.flat and v.type.rank else v.type.rank for v in [*spec.sources, *spec.outputs]
    ]
    arrays = len(ranks) if bare else sum(3 + 2 * rank for rank in ranks)
    return arrays + len(spec.numbers) + len(spec.symbols)


def idle() -> Idle:
    """The GPU of a driver that agrees with everything, in place of the true one."""
    agreeing = Agreeing()
    driver.api = lambda: agreeing
    device = Idle()
    device.driver = agreeing
    return device


def steps(device: Idle, **options) -> dict[str, tuple[Callable, Callable]]:
    """The forward pass of a prompt, and a step of one token with the cache: the function with its
    parameters bound, and what it is called with the n-th time."""

    def array(name: str, shape: tuple[int, ...], dtype: type = np.float32) -> gpu.Array:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return gpu.Array(device, device.allocate(size, name), shape, dtype)

    weights, heads = parameters(CONFIG, array), CONFIG.heads
    cache = array("cache", cached.empty_cache(CONFIG, 1, ROOM).shape)
    starts = array("starts", (1,), np.int64)
    forward = jit(model.forward, static=("heads",), target="gpu", **options)
    step = jit(cached.step, static=("heads",), donate=("cache",), target="gpu",
               dynamic={"cache": {4: "n"}}, **options)  # fmt: skip
    return {
        f"a prompt of {PROMPT} tokens": (
            forward.bind(p=weights, heads=heads), lambda n: (np.zeros(PROMPT, int),)
        ),
        "a token": (
            step.bind(p=weights, heads=heads),
            lambda n: (np.zeros((1, 1), int), cache[..., : PROMPT + n, :], starts),
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
    device = idle()
    plain, recorded = steps(device), steps(device, graph=True)
    for name, (function, arguments) in plain.items():
        count = len(function.compile(*arguments(1)).plan.launches)
        one_by_one, at_once = (
            1e3 * host_time(*each) for each in ((function, arguments), recorded[name])
        )
        renewed = device.driver.calls.get(NODES, 0)
        recorded[name][0](*arguments(CALLS + 2))
        renewed = device.driver.calls.get(NODES, 0) - renewed
        print(f"{name}: {count} launches, {one_by_one:.2f} ms of Python; "
              f"recorded: {at_once:.2f} ms, {renewed} nodes set anew")  # fmt: skip
