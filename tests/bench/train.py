"""A training step of a GPT-2 on characters beside PyTorch eager's, what compiling it takes, and
what the minimum cut saves.

Two models, of 1.8 and of 10.8 million numbers; the same step on both sides: forward, backward, a
limit on the gradient's norm, AdamW. Each side is a process of its own, for two pools of threads
would disturb each other; they take turns, a step each. Where the processor has AMX tiles, a third
side multiplies on them, with `products="bf16x6"`.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from runners import amx

from . import Row

ROOT = Path(__file__).resolve().parents[2]
REST = 0.2  # seconds: a pool of threads spins for a while after its last task


@dataclass(frozen=True)
class Model:
    """A model, how many texts a step takes, how many steps are measured, and the ratio asked for.
    A text has as many characters as there are positions."""

    sizes: dict[str, int]
    batch: int
    steps: int
    goal: float

    def given(self) -> tuple[np.ndarray, np.ndarray]:
        shape = self.batch, self.sizes["positions"] + 1
        ids = np.random.default_rng(0).integers(0, self.sizes["vocabulary"], shape)
        return np.ascontiguousarray(ids[:, :-1]), np.ascontiguousarray(ids[:, 1:])

    def loss(self, p, ids, targets):
        from stepdown.gpt2 import model
        from stepdown.training import cross_entropy

        return cross_entropy(model.forward(ids, p, self.sizes["heads"]), targets)


MODELS = {
    "4 layers of 192": Model(
        {"vocabulary": 96, "positions": 128, "width": 192, "heads": 4, "layers": 4}, 16, 9, 1.5
    ),
    "6 layers of 384": Model(
        {"vocabulary": 96, "positions": 256, "width": 384, "heads": 6, "layers": 6}, 8, 5, 1.0
    ),
}
COMPILED = "6 layers of 384"  # whose compilation is measured, and what a cut keeps of it


# Workers: each prints the seconds that compiling took, then those of a step for each line. --------


def ours(model: Model, products: str = "schedule") -> tuple[float, Callable[[], None]]:
    """The seconds that compiling the step took, and the step."""
    from stepdown.gpt2 import Config, tiny
    from stepdown.training import AdamW, compiled_step

    rule = AdamW(1e-3)
    p = tiny.random(Config(**model.sizes))
    held, given = [p, rule.start(p)], (np.array([1e-3], np.float32), *model.given())
    begun = time.perf_counter()
    step = compiled_step(model.loss, rule, products=products)
    step.compile(*held, *given)
    compiling = time.perf_counter() - begun

    def once() -> None:
        held[0], held[1], _, _ = step(*held, *given)

    return compiling, once


def theirs(like: Model) -> tuple[float, Callable[[], None]]:
    """0 seconds, and PyTorch's modules, one operation after the other."""
    import torch
    from torch import nn
    from torch.nn import functional

    torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    sizes = like.sizes
    width, heads = sizes["width"], sizes["heads"]

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

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens = nn.Embedding(sizes["vocabulary"], width)
            self.positions = nn.Embedding(sizes["positions"], width)
            self.blocks = nn.Sequential(*(Block() for _ in range(sizes["layers"])))
            self.norm = nn.LayerNorm(width)

        def forward(self, ids):
            x = self.tokens(ids) + self.positions.weight[: ids.shape[-1]]
            return self.norm(self.blocks(x)) @ self.tokens.weight.T

    model = Network()
    rule = torch.optim.AdamW(model.parameters(), 1e-3)
    ids, targets = map(torch.tensor, like.given())

    def once() -> None:
        rule.zero_grad()
        scores = model(ids).flatten(0, 1)
        functional.cross_entropy(scores, targets.flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        rule.step()

    return 0.0, once


def on_tiles(model: Model) -> tuple[float, Callable[[], None]]:
    return ours(model, "bf16x6")


def serve(side: str, name: str) -> None:
    made = {"ours": ours, "on tiles": on_tiles, "theirs": theirs}[side]
    compiling, once = made(MODELS[name])
    print(compiling, flush=True)
    for _ in sys.stdin:
        begun = time.perf_counter()
        once()
        print(time.perf_counter() - begun, flush=True)


class Worker:
    """A side in a process of its own; `compiling` is how many seconds that took."""

    def __init__(self, side: str, name: str, threads: int, **environment: str) -> None:
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.train", side, name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, **dict.fromkeys(names, str(threads)), **environment},
        )  # fmt: skip
        self.compiling = self._answer()

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
    """A step of each model on each count of threads, where PyTorch is; compiling the larger one,
    cold and from the disk cache; the bytes of the cut."""
    peer = _peer()
    found, cores = [], len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(2):  # what one process keeps for the next is written when it ends
            worker = Worker("ours", COMPILED, min(2, cores), STEPDOWN_CACHE=folder)
            worker.close()
            seconds.append(worker.compiling)
        for name in MODELS if peer else ():
            for threads in range(1, min(2, cores) + 1):
                found += _steps(name, threads, peer, folder)
    for how, took, goal in zip(("cold", "from the disk cache"), seconds, (60.0, 1.0), strict=True):
        found.append(Row(f"compiling the step of {COMPILED}, {how}", "bound", took, goal, "s",
                         "lower", 1.0))  # fmt: skip
    every, cut = (bytes_kept(policy) for policy in ("all", "cut"))
    found.append(Row(f"kept by the cut of {COMPILED}", "all that is read", cut / 1e6, every / 1e6,
                     "MB", "lower", 0.6))  # fmt: skip
    return found


def _peer() -> str | None:
    try:
        import torch
    except ImportError as error:
        print(f"no PyTorch rows: {error} (`make setup-peers` installs it)")
        return None
    return f"PyTorch {torch.__version__.partition('+')[0]}, eager"


def _steps(name: str, threads: int, peer: str, folder: str) -> list[Row]:
    model = MODELS[name]
    ours = ["ours"] if amx.missing() else ["ours", "on tiles"]
    sides = {side: Worker(side, name, threads, STEPDOWN_CACHE=folder) for side in (*ours, "theirs")}
    try:
        turns = [[side.step() for side in sides.values()] for _ in range(model.steps + 1)][1:]
    finally:
        for side in sides.values():
            side.close()
    rates = (statistics.median(1 / t for t in times) for times in zip(*turns, strict=True))
    *mine, other = rates
    shown = f"steps of {name}, {threads} thread{'s' * (threads > 1)}"
    return [
        Row(shown + ", bf16x6" * (side == "on tiles"), peer, rate, other, "steps/s", "higher",
            model.goal, model.steps)
        for side, rate in zip(ours, mine, strict=True)
    ]  # fmt: skip


def bytes_kept(policy: str) -> int:
    """Bytes that the forward pass keeps for the backward pass."""
    from stepdown import split
    from stepdown.gpt2 import Config, tiny

    model = MODELS[COMPILED]
    p = tiny.random(Config(**model.sizes))
    return split(model.loss, policy=policy).partition(p, *model.given()).bytes


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2])
