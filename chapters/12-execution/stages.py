"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/12-execution/stages.py [FOLDER]

A test compares each file with what stepdown gives today.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

SAID = {
    "traced": "as it is written",
    "optimized": "after fusion",
    "bufferized": "over buffers, with products as calls",
}


@dataclass(frozen=True)
class Stage:
    """A function of functions.py for arguments of these shapes, at stages of its compilation."""

    function: str
    shapes: tuple[tuple[int, ...], ...]
    stages: tuple[str, ...]
    name: str = ""
    threads: bool = False
    dtype: str = "float32"

    def compiled(self):
        function = jit(getattr(functions, self.function), threads=self.threads)
        return function.compile(*(np.zeros(shape, self.dtype) for shape in self.shapes))

    @property
    def files(self) -> list[str]:
        return [f"{self.name or self.function}.{stage}.mlir" for stage in self.stages]

    def texts(self) -> Iterator[tuple[str, str]]:
        """The files' names and contents."""
        compiled = self.compiled()
        leaves = zip(compiled.call.names, compiled.call.leaves, strict=True)
        given = ", ".join(f"{name} {leaf.type}" for name, leaf in leaves)
        for file, stage in zip(self.files, self.stages, strict=True):
            head = (
                f"// {self.function}, {SAID[stage]}. Written by chapters/12-execution/stages.py.\n"
            )
            text = getattr(compiled, stage).rstrip()
            yield file, f"{head}// Arguments: {given}.\n\n{text}\n"


STAGES = [
    Stage("chain", ((64, 48), (64, 48)), ("traced", "optimized")),
    Stage("softmax", ((64, 48),), ("traced", "optimized")),
    Stage("spread", ((64, 48),), ("optimized",)),
    Stage("spread", ((64, 8192),), ("optimized", "bufferized"), "spread_long"),
    Stage("softmax", ((1024, 768),), ("optimized",), "softmax_shared", threads=True),
    Stage("mirrored", ((8192,),), ("bufferized",)),
    Stage("differences", ((64,),), ("optimized",)),
    Stage("passed_on", ((64, 48),), ("optimized",)),
    Stage("layer", ((32, 48), (40, 48), (40,)), ("optimized", "bufferized")),
    Stage("wave", ((4096,),), ("optimized", "bufferized")),
    Stage("wave", ((4096,),), ("bufferized",), "wave_wide", dtype="float64"),
]


def main(folder: Path) -> None:
    for stage in STAGES:
        for name, text in stage.texts():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "stages")
