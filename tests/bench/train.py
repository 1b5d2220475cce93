"""A training step of a GPT-2 on characters beside PyTorch eager's, what compiling it takes, and
what the minimum cut saves.

The model of 1.8 million numbers: 4 layers, width 192, texts of 128 characters, 16 at a time; the
same step on both sides: forward, backward, a limit on the gradient's norm, AdamW. Each side is a
process of its own, for two pools of threads would disturb each other; they take turns, a step each.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from . import Row

ROOT = Path(__file__).resolve().parents[2]
STEPS = 7
SIZES = {"vocabulary": 96, "positions": 128, "width": 192, "heads": 4, "layers": 4}
BATCH = 16
REST = 0.2  # seconds: a pool of threads spins for a while after its last task


def given() -> tuple[np.ndarray, np.ndarray]:
    ids = np.random.default_rng(0).integers(0, SIZES["vocabulary"], (BATCH, SIZES["positions"] + 1))
    return np.ascontiguousarray(ids[:, :-1]), np.ascontiguousarray(ids[:, 1:])


def loss(p, ids, targets):
    from stepdown.gpt2 import model
    from stepdown.training import cross_entropy

    return cross_entropy(model.forward(ids, p, SIZES["heads"]), targets)


# Workers: each prints the seconds that it took to begin, then those of a step for each line. ------


def ours() -> Callable[[], None]:
    """The compiled step."""
    from stepdown.gpt2 import Config, tiny
    from stepdown.training import AdamW, compiled_step

    rule = AdamW(1e-3)
    p = tiny.random(Config(**SIZES))
    step = compiled_step(loss, rule)
    held = [p, rule.start(p)]
    rate, batch = np.array([1e-3], np.float32), given()

    def once() -> None:
        held[0], held[1], _, _ = step(*held, rate, *batch)

    return once


def theirs() -> Callable[[], None]:
    """PyTorch's modules, one operation after the other."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    width, heads = SIZES["width"], SIZES["heads"]

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm_1, self.norm_2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            count, length, _ = x.shape
            q, k, v = (
                part.view(count, length, heads, width // heads).transpose(1, 2)
                for part in self.qkv(self.norm_1(x)).split(width, -1)
            )
            mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(mixed.transpose(1, 2).reshape(count, length, width))
            return x + self.down(functional.gelu(self.up(self.norm_2(x)), approximate="tanh"))

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens = nn.Embedding(SIZES["vocabulary"], width)
            self.positions = nn.Embedding(SIZES["positions"], width)
            self.blocks = nn.Sequential(*(Block() for _ in range(SIZES["layers"])))
            self.norm = nn.LayerNorm(width)

        def forward(self, ids):
            x = self.tokens(ids) + self.positions.weight[: ids.shape[-1]]
            return self.norm(self.blocks(x)) @ self.tokens.weight.T

    model = Model()
    rule = torch.optim.AdamW(model.parameters(), 1e-3)
    ids, targets = map(torch.tensor, given())

    def once() -> None:
        rule.zero_grad()
        scores = model(ids).flatten(0, 1)
        functional.cross_entropy(scores, targets.flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        rule.step()

    return once


def serve(side: str) -> None:
    begun = time.perf_counter()
    once = {"ours": ours, "theirs": theirs}[side]()
    once()
    print(time.perf_counter() - begun, flush=True)
    for _ in sys.stdin:
        begun = time.perf_counter()
        once()
        print(time.perf_counter() - begun, flush=True)


class Worker:
    """A side in a process of its own; `first` is how many seconds its first step took."""

    def __init__(self, side: str, threads: int, **environment: str) -> None:
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.train", side],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, **dict.fromkeys(names, str(threads)), **environment},
        )  # fmt: skip
        self.first = self._answer()

    def step(self) -> float:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        found = self._answer()
        time.sleep(REST)
        return found

    def _answer(self) -> float:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process ended with {self.process.wait()}")
        return float(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


# Rows. --------------------------------------------------------------------------------------------


def rows() -> list[Row]:
    """A step on each count of threads, where PyTorch is; the first step, cold and from the disk
    cache; the bytes of the cut."""
    try:
        import torch
    except ImportError as error:
        peer = None
        print(f"no PyTorch rows: {error} (`make setup-peers` installs it)")
    else:
        peer = f"PyTorch {torch.__version__}, eager"
    found, cores = [], len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        cold = Worker("ours", min(2, cores), STEPDOWN_CACHE=folder)
        cold.close()  # what it keeps for the next process is written by then
        cached = Worker("ours", min(2, cores), STEPDOWN_CACHE=folder)
        cached.close()
        for threads in (1, 2) if peer else ():
            if threads <= cores:
                found.append(_steps(threads, peer, folder))
    found.append(Row("first step, cold", "bound", cold.first, 60.0, "s", "lower", 1.0))
    found.append(Row("first step, from the disk cache", "bound", cached.first, 1.0, "s", "lower",
                     1.0))  # fmt: skip
    every, cut = (bytes_kept(policy) for policy in ("all", "cut"))
    found.append(Row("kept by the cut", "all that is read", cut / 1e6, every / 1e6, "MB", "lower",
                     0.6))  # fmt: skip
    return found


def _steps(threads: int, peer: str, folder: str) -> Row:
    sides = [Worker(side, threads, STEPDOWN_CACHE=folder) for side in ("ours", "theirs")]
    try:
        turns = [[side.step() for side in sides] for _ in range(STEPS + 1)][1:]
    finally:
        for side in sides:
            side.close()
    mine, other = (statistics.median(1 / t for t in times) for times in zip(*turns, strict=True))
    name = f"steps, {threads} thread{'s' * (threads > 1)}"
    return Row(name, peer, mine, other, "steps/s", "higher", 1.5, STEPS)


def bytes_kept(policy: str) -> int:
    """Bytes that the forward pass keeps for the backward pass."""
    from stepdown import split
    from stepdown.gpt2 import Config, tiny

    return split(loss, policy=policy).partition(tiny.random(Config(**SIZES)), *given()).bytes


if __name__ == "__main__":
    serve(sys.argv[1])
