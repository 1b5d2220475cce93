"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/13-gpt-2-compiled/stages.py [FOLDER]

The files are what Stepdown gives today: a test compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.stages import Stages, write  # noqa: E402
from stepdown import jit  # noqa: E402
from stepdown.compiled import Compiled  # noqa: E402
from stepdown.execution import leaves  # noqa: E402
from stepdown.gpt2 import cached, model, tiny, verify  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402

f32 = np.float32
# Small enough to be read; each size differs from the others, so that it can be recognised.
CONFIG = Config(vocabulary=96, positions=64, width=32, heads=4, layers=1)


class Staged(Compiled):
    """A function's graph and stages, without machine code: that would take most of the time."""

    def __init__(self, function, *arguments: object) -> None:
        super().__init__(function, leaves.Call(function, arguments, {}), function.options.target)

    def _code(self, clock) -> tuple[str, object]:
        return "nowhere", None

    def _prepare_calls(self, code) -> None:
        """It cannot be called."""


def of(
    function: Callable,
    arguments: Callable[[], tuple],
    dynamic: dict,
    *kept: str,
    name: str = "",
    what: str = "",
    donate: tuple[str, ...] = (),
    products: str = "auto",
) -> Stages:
    """The stages of a function for such arguments; `what` is what its name does not say."""

    def compiled() -> Staged:
        given = arguments()
        static = ("heads",) if type(given[-1]) is int else ()
        # Without threads, so that the loops that each value is computed in are plain to see.
        made = jit(function, static=static, dynamic=dynamic, threads=False, donate=donate,
                   products=products)  # fmt: skip
        return Staged(made, *given)

    return Stages(name or function.__name__, f"{function.__name__}{what}", compiled, kept)


def parameters(layers: int = 1):
    return tiny.random(Config(**{**vars(CONFIG), "layers": layers}))


def rows(count: int = 8) -> np.ndarray:
    return np.zeros((count, CONFIG.width), f32)


def kept() -> tuple:
    return np.zeros((4, 64, 8), f32)[:, :16], np.zeros((4, 1, 8), f32)


def one_step() -> tuple:
    cache = cached.empty_cache(CONFIG, batch=1, room=CONFIG.positions)[..., :16, :]
    ids, starts = np.zeros((1, 1), np.int64), np.zeros(1, np.int64)
    return ids, cache, starts, parameters(), CONFIG.heads


ANY_LENGTH = {"x": {0: "tokens"}}
DONATED = {"donate": ("cache",)}
STAGES = [
    of(verify.mlp_residual, lambda: (rows(), parameters().blocks[0]), ANY_LENGTH, "optimized",
       name="mlp"),
    of(verify.attention_residual, lambda: (rows(), parameters().blocks[0], CONFIG.heads),
       ANY_LENGTH, "optimized", name="attention"),
    of(model.forward, lambda: (np.zeros(8, np.int64), parameters(2), CONFIG.heads),
       {"ids": {0: "tokens"}}, "optimized"),
    of(functions.keep, kept, {"cache": {1: "n"}}, "optimized"),
    of(functions.keep, kept, {"cache": {1: "n"}}, "optimized", name="keep_donated",
       what=" with the cache donated", **DONATED),
    of(functions.append, kept, {"cache": {1: "n"}}, "bufferized"),
    of(cached.step, one_step, {"cache": {4: "n"}}, "optimized",
       what=" of one token, with the cache donated", **DONATED),
    of(functions.attend, lambda: 3 * (np.zeros((4, 16, 8), f32),),
       {"query": {1: "t"}, "key": {1: "n"}, "value": {1: "n"}}, "optimized", products="schedule"),
    of(functions.scores, lambda: (rows(1), np.zeros((96, 32), ml_dtypes.bfloat16)), {},
       "traced", "bufferized", what=" of bfloat16 weights"),
]  # fmt: skip

if __name__ == "__main__":
    write(__file__, STAGES)
