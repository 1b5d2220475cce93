"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/13-gpt-2-compiled/stages.py [FOLDER]

A test compares each file with what stepdown gives today.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402
from stepdown.compiled import Compiled  # noqa: E402
from stepdown.execution import leaves  # noqa: E402
from stepdown.gpt2 import cached, model, tiny, verify  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402

f32 = np.float32
# Small enough to be read; each size differs from the others, so that it can be recognised.
CONFIG = Config(vocabulary=96, positions=64, width=32, heads=4, layers=1)
SAID = {
    "traced": "as it is written",
    "optimized": "after fusion",
    "bufferized": "over buffers",
}


class Staged(Compiled):
    """A function's graph and stages, without machine code: that would take most of the time."""

    def __init__(self, function, *arguments: object) -> None:
        super().__init__(function, leaves.Call(function, arguments, {}), function.options.target)

    def _code(self, clock) -> tuple[str, object]:
        return "nowhere", None

    def _prepare_calls(self, code) -> None:
        """It cannot be called."""


@dataclass(frozen=True)
class Stage:
    """A function for such arguments, at stages of its compilation."""

    name: str
    function: Callable
    arguments: Callable[[], tuple]  # made when they are needed
    dynamic: dict
    stages: tuple[str, ...]
    donate: tuple[str, ...] = ()
    what: str = ""  # of it that the name does not say
    products: str = "auto"

    def compiled(self) -> Staged:
        arguments = self.arguments()
        static = ("heads",) if type(arguments[-1]) is int else ()
        # Without threads, so that the loops that each value is computed in are plain to see.
        options = {"static": static, "dynamic": self.dynamic, "threads": False}
        options["products"] = self.products
        if self.donate:
            options["donate"] = self.donate
        return Staged(jit(self.function, **options), *arguments)

    @property
    def files(self) -> list[str]:
        return [f"{self.name}.{stage}.mlir" for stage in self.stages]

    def texts(self) -> Iterator[tuple[str, str]]:
        """The files' names and contents."""
        compiled = self.compiled()
        leaves = zip(compiled.call.names, compiled.call.leaves, strict=True)
        given = [f"{name} {leaf.type}" for name, leaf in leaves]
        shown = ", ".join(given[:8]) + (f", and {len(given) - 8} more" if len(given) > 8 else "")
        for file, stage in zip(self.files, self.stages, strict=True):
            head = f"// {self.function.__name__}{self.what}, {SAID[stage]}. "
            head += "Written by chapters/13-gpt-2-compiled/stages.py.\n"
            yield file, f"{head}// Arguments: {shown}.\n\n{getattr(compiled, stage).rstrip()}\n"


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
STAGES = [
    Stage("mlp", verify.mlp_residual, lambda: (rows(), parameters().blocks[0]), ANY_LENGTH,
          ("optimized",)),
    Stage("attention", verify.attention_residual,
          lambda: (rows(), parameters().blocks[0], CONFIG.heads), ANY_LENGTH, ("optimized",)),
    Stage("forward", model.forward,
          lambda: (np.zeros(8, np.int64), parameters(2), CONFIG.heads), {"ids": {0: "tokens"}},
          ("optimized",)),
    Stage("keep", functions.keep, kept, {"cache": {1: "n"}}, ("optimized",)),
    Stage("keep_donated", functions.keep, kept, {"cache": {1: "n"}}, ("optimized",),
          donate=("cache",), what=" with the cache donated"),
    Stage("append", functions.append, kept, {"cache": {1: "n"}}, ("bufferized",)),
    Stage("step", cached.step, one_step, {"cache": {4: "n"}}, ("optimized",),
          donate=("cache",), what=" of one token, with the cache donated"),
    Stage("attend", functions.attend, lambda: 3 * (np.zeros((4, 16, 8), f32),),
          {"query": {1: "t"}, "key": {1: "n"}, "value": {1: "n"}}, ("optimized",),
          products="schedule"),
    Stage("scores", functions.scores,
          lambda: (rows(1), np.zeros((96, 32), ml_dtypes.bfloat16)), {},
          ("traced", "bufferized"), what=" of bfloat16 weights"),
]  # fmt: skip


def main(folder: Path) -> None:
    for stage in STAGES:
        for name, text in stage.texts():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "stages")
