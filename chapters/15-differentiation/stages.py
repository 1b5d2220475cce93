"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/15-differentiation/stages.py [FOLDER]

A test compares each file with what stepdown gives today, on one thread.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import grad, jit, split, value_and_grad  # noqa: E402

SAID = {
    "traced": "as it is traced",
    "optimized": "after fusion; next: tensor-bufferize",
    "bufferized": "over buffers; next: tensor-to-llvm",
}


def compiled() -> Iterator[tuple[str, str, object, tuple[str, ...]]]:
    """A name, what it is, the compiled function and which of its stages are kept."""
    w, x = functions.arguments()
    once = jit(functions.loss, threads=False)
    yield "loss", "the loss", once.compile(w, x), ("optimized",)
    both = jit(value_and_grad(functions.loss), threads=False, products="loops").compile(w, x)
    yield "joint", "the loss and its gradient", both, ("optimized", "bufferized")
    for policy in ("all", "cut"):
        halves = split(once, policy=policy).compile(w, x)
        for half, made in zip(("forward", "backward"), halves, strict=True):
            what = f'the {half} pass of split(loss, policy="{policy}")'
            yield f"{half}_{policy}", what, made, ("optimized",)
    table, ids = np.zeros((10, 8), np.float32), np.zeros(6, np.int64)
    of_rows = jit(grad(functions.picked), threads=False)
    yield "picked", "the gradient of picked", of_rows.compile(table, ids), ("optimized",)
    step = jit(functions.descend, donate=("w", "velocity"), threads=False, products="loops")
    yield "descend", "a step of descend", step.compile(w, w.copy(), x), ("bufferized",)


def texts() -> Iterator[tuple[str, str]]:
    """The files' names and contents."""
    for name, what, made, stages in compiled():
        for stage in stages:
            head = f"// {what}, {SAID[stage]}. Written by chapters/15-differentiation/stages.py.\n"
            yield f"{name}.{stage}.mlir", f"{head}\n{getattr(made, stage).rstrip()}\n"


def main(folder: Path) -> None:
    for name, text in texts():
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "stages")
