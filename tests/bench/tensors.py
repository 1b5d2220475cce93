"""The tensor compiler beside NumPy, on the same arrays: kernels, a product, calls, compilations.

Run with OMP_NUM_THREADS=1 and OPENBLAS_NUM_THREADS=1 for one thread on both sides; without them,
both use what there is. A first call is measured in a process of its own, imports left out.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np

from stepdown import jit

from . import Row, apart, interleaved

f32 = np.float32
RUNS = 15
FIRST = """
import sys, time
import numpy as np
import stepdown.compiled, mlir.ir, mlir.execution_engine, mlir.dialects.linalg
import stepdown.lowering.build, stepdown.products.blas, stepdown.lowering.passes, stepdown.numpy_api
from stepdown import jit
sys.path.insert(0, "tests/unit")
from tensors import attention
warm = jit(lambda x: x + 1)
warm(np.ones(4, np.float32))
x, w, b = (np.ones(s, np.float32) for s in ((64, 64), 64, 64))
big = [np.ones(s, np.float32) for s in ((128, 768), (768, 2304), (768, 768))]
start = time.perf_counter()
jit(lambda x, w, b: x * w + b)(x, w, b)
middle = time.perf_counter()
jit(lambda x, qkv, out: attention(x, qkv, out, heads=12))(*big)
print(middle - start, time.perf_counter() - middle)
"""


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def layer_norm(x, gain, bias):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.var(x, axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + f32(1e-5)) * gain + bias


def gelu(x):
    return f32(0.5) * x * (1 + np.tanh(f32(0.7978845608) * (x + f32(0.044715) * (x * x * x))))


def chain(x):
    return np.sqrt(np.abs(x * f32(2) + f32(1))) * x


def rows() -> list[Row]:
    """Each figure is a time; a ratio of 3 means three times as fast as NumPy."""
    random = np.random.default_rng(seed=6)

    def normal(*shape: int) -> np.ndarray:
        return random.standard_normal(shape, f32)

    pairs = {
        "softmax, 12x512x512": (softmax, [normal(12, 512, 512)], 2.0),
        "layer norm, 1024x768": (layer_norm, [normal(1024, 768), normal(768), normal(768)], 2.0),
        "GELU, 1024x3072": (gelu, [normal(1024, 3072)], None),
        "five operations, 1e7": (chain, [normal(10**7)], 3.0),
        "sum, 1e7": (np.sum, [normal(10**7)], None),
    }
    found = [_beside_numpy(name, *pair) for name, pair in pairs.items()]
    found.append(_product())
    found += [_column_means(normal(*shape)) for shape in ((1024, 768), (10_000, 64), (512, 50_000))]
    found += _beside_torch()
    return [*found, _bandwidth(normal(10**7)), *_calls(normal(8), normal(8)), *_first_calls()]


def _beside_numpy(name: str, function: Callable, arguments: list, goal: float | None) -> Row:
    compiled = jit(function)
    compiled(*arguments)
    ours, theirs = interleaved(
        [lambda: compiled(*arguments), lambda: function(*arguments)], calls=1, runs=RUNS
    )
    return Row(name, "NumPy", 1 / ours, 1 / theirs, "/s", "higher", goal, RUNS)


def _product() -> Row:
    """In processes that take turns: OpenBLAS's threads spin after a product, and ours, too."""
    threads = int(os.environ.get("OMP_NUM_THREADS") or os.cpu_count())
    times: dict[str, list[float]] = {"stepdown": [], "NumPy": []}
    for _ in range(ROUNDS):
        for peer, found in times.items():
            found.append(apart(__name__, f"product_seconds({peer!r})", threads))
    ours, theirs = map(median, times.values())
    return Row("product, 1024", "NumPy", 1 / ours, 1 / theirs, "/s", "higher", 0.97, ROUNDS)


def product_seconds(peer: str) -> float:
    """The median seconds of a product of two matrices of 1024 by 1024."""
    a, b = np.random.default_rng(seed=6).standard_normal((2, 1024, 1024), f32)
    multiply = np.matmul if peer == "NumPy" else jit(lambda a, b: a @ b)
    interleaved([lambda: multiply(a, b)], calls=1, runs=TIMED)  # warm
    return interleaved([lambda: multiply(a, b)], calls=1, runs=TIMED)[0]


def _column_means(x: np.ndarray) -> Row:
    """A reduction over the first axis, where NumPy adds whole rows."""
    shape = "x".join(map(str, x.shape))
    return _beside_numpy(f"column means, {shape}", lambda x: x.mean(axis=0), [x], 1.0)


TORCH = """
import json, sys, time
from statistics import median
import numpy as np
sys.path.insert(0, "")
from tests.bench import tensors
peer = sys.argv[1]
random = np.random.default_rng(seed=6)
found = {}
for name, (ours, theirs, shapes) in tensors.PEERS.items():
    arguments = [random.standard_normal(shape, np.float32) for shape in shapes]
    if peer == "stepdown":
        run = tensors.jit(ours)
    else:
        import torch
        torch.set_grad_enabled(False)
        run = theirs(torch)
        run = torch.compile(run) if peer == "torch.compile" else run
        arguments = [torch.from_numpy(array) for array in arguments]
    run(*arguments)
    until = time.perf_counter() + tensors.WARM_UP
    while time.perf_counter() < until:
        run(*arguments)
    times = []
    for _ in range(tensors.TIMED):
        start = time.perf_counter()
        run(*arguments)
        times.append(time.perf_counter() - start)
    found[name] = median(times)
print(json.dumps(found))
"""
ROUNDS, WARM_UP, TIMED = 5, 0.4, 31  # processes of each peer; seconds, and calls, of each function
# Each function by us and by PyTorch, and the shapes of its arguments.
PEERS = {
    "softmax, 12x512x512": (
        softmax,
        lambda torch: lambda x: torch.softmax(x, -1),
        [(12, 512, 512)],
    ),
    "layer norm, 1024x768": (
        layer_norm,
        lambda torch: (
            lambda x, gain, bias: torch.nn.functional.layer_norm(x, x.shape[-1:], gain, bias)
        ),
        [(1024, 768), 768, 768],
    ),
    "GELU, 1024x3072": (
        gelu,
        lambda torch: lambda x: torch.nn.functional.gelu(x, approximate="tanh"),
        [(1024, 3072)],
    ),
    "five operations, 1e7": (
        chain,
        lambda torch: lambda x: torch.sqrt(torch.abs(x * 2 + 1)) * x,
        [10**7],
    ),
    "product, 1024": (
        lambda a, b: a @ b,
        lambda torch: torch.matmul,
        [(1024, 1024), (1024, 1024)],
    ),
}


def _beside_torch() -> Iterator[Row]:
    """The same beside PyTorch, where there is one: eager, and compiled by it if it can.

    Each has processes of its own, which take turns: two pools of threads in one process would wait
    for each other, and one process may be placed in memory better than another. The ratio is that
    of the medians of them.
    """
    if importlib.util.find_spec("torch") is None:
        return
    times: dict[str, list[dict[str, float]]] = {
        peer: [] for peer in ("stepdown", "PyTorch", "torch.compile")
    }
    for _ in range(ROUNDS):
        for peer in list(times):
            done = subprocess.run(
                [sys.executable, "-c", TORCH, peer], capture_output=True, text=True
            )
            if done.returncode and peer == "torch.compile":  # it wants a C++ compiler
                times.pop(peer)
                continue
            done.check_returncode()
            times[peer].append(json.loads(done.stdout))
    for name in PEERS:
        ours, *others = (
            (peer, median(found[name] for found in rounds)) for peer, rounds in times.items()
        )
        for peer, seconds in others:
            yield Row(name, peer, 1 / ours[1], 1 / seconds, "/s", "higher", 1.0, ROUNDS)


def _bandwidth(x: np.ndarray) -> Row:
    """The chain's traffic beside that of a loop with as good as nothing to compute: each reads and
    writes every element, on the same threads, so that memory is what both wait for."""
    five, one = jit(chain), jit(np.negative)
    five(x), one(x)
    ours, theirs = interleaved([lambda: five(x), lambda: one(x)], calls=1, runs=RUNS)
    gigabytes = 2 * x.nbytes / 1e9
    return Row("five operations, 1e7, traffic", "one operation", gigabytes / ours,
               gigabytes / theirs, "GB/s", "higher", 0.9, RUNS)  # fmt: skip


def _calls(x: np.ndarray, y: np.ndarray) -> list[Row]:
    compiled = jit(lambda x, y: x * y + x)
    compiled(x, y)
    (ours,) = interleaved([lambda: compiled(x, y)], calls=1000, runs=RUNS)
    return [Row("a warm call of two arrays", "bound", ours * 1e6, 15, "us", "lower", 1.0, RUNS)]


def _first_calls() -> list[Row]:
    found = []
    for _ in range(3):
        environment = {**os.environ, "STEPDOWN_CACHE": "off"}
        done = subprocess.run(
            [sys.executable, "-c", FIRST], capture_output=True, text=True, check=True,
            env=environment,
        )  # fmt: skip
        found.append([float(word) * 1e3 for word in done.stdout.split()])
    small, large = (median(times) for times in zip(*found, strict=True))
    importing = []
    for code in ("import numpy, stepdown", "pass"):
        times = []
        for _ in range(5):
            script = f"import time; s = time.perf_counter(); {code}; print(time.perf_counter() - s)"
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
            times.append(float(done.stdout) * 1e3)
        importing.append(median(times))
    return [
        Row("first call, scale and bias", "bound", small, 60, "ms", "lower", 1.0, 3),
        Row("first call, attention", "bound", large, 1000, "ms", "lower", 1.0, 3),
        Row("import stepdown", "bound", importing[0] - importing[1], 150, "ms", "lower", 1.0, 5),
    ]
