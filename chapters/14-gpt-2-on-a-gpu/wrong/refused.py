"""Calls that cannot be done, each for a reason of its own; `refused.py NAME` makes one of them."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CHAPTER.parents[1])]
from stepdown import explain, gpu, jit  # noqa: E402
from stepdown.gpt2.model import softmax  # noqa: E402

f32 = np.float32
SIM = "gpu-sim"


def device():
    os.environ["CUDA_VISIBLE_DEVICES"] = ""  # as on a machine that has none
    jit(lambda x: x + 1, target="gpu")(np.ones(3, f32))


def memory():
    gpu.device(SIM).memory = 100 << 20  # a small card
    gpu.put({"ids": np.zeros(8, int), "tokens": np.zeros((50257, 768), f32)}, SIM)


def temporary():
    gpu.device(SIM).memory = 1 << 20
    q = gpu.put(np.ones((12, 256, 4), f32), SIM)
    jit(lambda q: np.exp(q @ np.swapaxes(q, -1, -2)) @ q, target=SIM)(q)


def chip():
    half = np.ones((32, 32), np.float16)
    product = jit(lambda a, b: a @ b, target=SIM, products="tensor-cores")
    product.compile(half, half).ptx("sm_75")


def devices():
    a, b = gpu.put(np.ones(3, f32), SIM), gpu.put(np.ones(3, f32), SIM, ordinal=1)
    jit(lambda a, b: a + b, target=SIM)(a, b)


def host():
    x = gpu.put(np.ones(3, f32), SIM)
    jit(lambda x: x + 1)(x)


def freed():
    x = gpu.put(np.ones(3, f32), SIM)
    x.free()
    jit(lambda x: x + 1, target=SIM)(x)


def closed():
    x = gpu.put(np.ones(3, f32), SIM)
    gpu.device(SIM).close()
    x.numpy()


def fork():
    x = gpu.put(np.ones(3, f32), SIM)
    sys.stdout.flush()
    if not os.fork():
        x.numpy()
    _, status = os.wait()
    sys.exit(os.waitstatus_to_exitcode(status))


def donated():
    jit(lambda c: c + 1, donate=("c",), target=SIM)(np.ones(3, f32))


def number():
    pick = jit(lambda table, ids: table[ids], target=SIM)
    pick(np.ones((50, 4), f32), np.array([3, 50]))


def flash():
    """Not refused: done as it is written, with a warning."""
    x = np.zeros((8, 16))
    with warnings.catch_warnings(record=True) as caught:
        result = jit(lambda x: softmax(x @ x.T) @ x, target=SIM, attention="flash")(x)
    for warning in caught:
        said = f"{warning.category.__name__}: {warning.message}"
        print(said.replace(f"{CHAPTER.parents[1]}/", ""))
    print(f"result: {result}")


def explained():
    explain(jit(lambda x: x + 1, target=SIM), np.ones(3, f32))


CASES = {
    f.__name__: f
    for f in (device, memory, temporary, chip, devices, host, freed, closed, fork, donated, number,
              flash, explained)
}  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("name", choices=CASES)
    case = CASES[parser.parse_args().name]
    try:
        case()
    except Exception as error:  # which one is what this shows
        sys.exit(f"{type(error).__name__}: {error}".replace(f"{CHAPTER.parents[1]}/", ""))
