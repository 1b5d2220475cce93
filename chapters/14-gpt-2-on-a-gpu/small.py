"""A GPT-2 of two layers, for the simulator: its parameters, a prompt, its functions compiled.

python chapters/14-gpt-2-on-a-gpu/small.py [--flash] [--tokens N]
python chapters/14-gpt-2-on-a-gpu/small.py --decode N

prints what the simulator saw in each kernel of the forward pass; or decodes N tokens.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER.parents[1])]
from stepdown import gpu, jit  # noqa: E402
from stepdown.gpt2 import cached, model, tiny  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402
from stepdown.gpu.plan import Copy  # noqa: E402

CONFIG = Config(vocabulary=96, positions=32, width=64, heads=2, layers=2)
PARAMETERS = tiny.random(CONFIG, spread=0.2)
IDS = np.array([11, 3, 58, 3, 90, 41, 7, 22])
TARGET = "gpu-sim"


# [region forward]
def forward(target: str = TARGET, ids: np.ndarray = IDS, **options):
    """Chapter 7's forward pass, compiled, and the parameters on the device."""
    weights = gpu.put(PARAMETERS, target)
    function = jit(model.forward, static=("heads",), target=target, **options)
    return function.compile(ids, weights, heads=CONFIG.heads), weights
    # [end forward]


# [region decode]
def decode(count: int, target: str = TARGET):
    """The prompt, then token by token; gives the tokens, the cache, the step's code."""
    weights = gpu.put(PARAMETERS, target)
    room = np.zeros(cached.empty_cache(CONFIG, 1, len(IDS) + count).shape, np.float32)
    cache, starts = gpu.put(room, target), gpu.put(np.zeros(1, np.int64), target)
    step = jit(cached.step, static=("heads",), donate=("cache",), target=target,
               dynamic={"cache": {4: "n"}})  # fmt: skip
    ids, tokens = IDS[None], []
    for n in range(len(IDS), len(IDS) + count):
        scores, _ = step(ids, cache[..., :n, :], starts, weights, CONFIG.heads)
        ids = np.asarray(scores).argmax(axis=-1)[:, None]
        tokens.append(int(ids[0, 0]))
    return tokens, cache, step.compile(ids, cache[..., :n, :], starts, weights, CONFIG.heads)
    # [end decode]


def table(compiled) -> str:
    """The simulator's report as plain text, a line a kernel."""
    lines = [("kernel", "launches", "sectors/request", "bytes", "useful", "banks", "faults",
              "computes")]  # fmt: skip
    for row in compiled.report().rows:
        lines.append((
            row.kernel, str(row.launches), f"{row.sectors / row.requests:.1f}",
            f"{row.bytes_moved:,}", f"{row.useful:.0%}",
            "-" if row.conflicts < 2 else f"{row.conflicts}-way", str(row.faults),
            row.about if len(row.about) < 34 else row.about[:30] + " ...",
        ))  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.ljust(width) if n in (0, 7) else text.rjust(width)
            for n, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def show_forward(tokens: int, attention: str) -> None:
    ids = np.resize(IDS, tokens)
    compiled, weights = forward(ids=ids, attention=attention)
    logits = np.asarray(compiled(ids, weights, heads=CONFIG.heads))
    print(table(compiled))
    apart = np.abs(logits - model.forward(ids, PARAMETERS, CONFIG.heads)).max()
    print(f"{len(compiled.plan.launches)} launches of {len(compiled.plan.kernels)} kernels; "
          f"logits within {'1e-5' if apart < 1e-5 else apart} of NumPy's")  # fmt: skip


def show_decode(count: int) -> None:
    tokens, cache, step = decode(count)
    copies = sum(isinstance(each, Copy) for each in step.plan.steps)
    print("tokens:", *tokens)
    print(f"a step: {len(step.plan.launches)} launches, {copies} copies")
    for launch in step.plan.launches:
        if launch.spec.kind == "update":
            print(f"{launch.name} writes to {cache.shape} from {launch.spec.begins} on")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--flash", action="store_true", help="attention in one kernel")
    parser.add_argument("--tokens", type=int, default=len(IDS), choices=range(2, 33), metavar="N")
    parser.add_argument("--decode", type=int, choices=range(1, 25), metavar="N")
    given = parser.parse_args()
    if given.decode:
        show_decode(given.decode)
    else:
        show_forward(given.tokens, "flash" if given.flash else "plain")
