"""Writes what stepdown makes of this chapter's functions to stages/, for the tools that read files.

python chapters/11-attention/stages.py [FOLDER]

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

f32 = np.float32


@dataclass(frozen=True)
class Stage:
    """A function of functions.py for arguments of these shapes, at stages of its compilation.

    A number is the value of a static argument. The first argument's first size may be dynamic.
    """

    function: str
    shapes: tuple
    stages: tuple[str, ...]
    name: str = ""
    any_length: bool = False
    dtypes: tuple = ()

    def compiled(self):
        function = getattr(functions, self.function)
        dtypes = [*self.dtypes, *[f32] * len(self.shapes)]
        arguments = [
            np.zeros(shape, dtype) if isinstance(shape, tuple) else shape
            for shape, dtype in zip(self.shapes, dtypes, strict=False)
        ]
        static = ("heads",) if isinstance(self.shapes[-1], int) else ()
        first = function.__code__.co_varnames[0]
        dynamic = {first: {0: "n"}} if self.any_length else None
        # Without threads, so that the loops that each value is computed in are plain to see; with
        # all products by BLAS, whose calls say how an operand lies in memory.
        made = jit(function, static=static, dynamic=dynamic, threads=False, products="blas")
        return made.compile(*arguments)

    @property
    def files(self) -> list[str]:
        return [f"{self.name or self.function}.{stage}.mlir" for stage in self.stages]

    def texts(self) -> Iterator[tuple[str, str]]:
        """The files' names and contents."""
        compiled = self.compiled()
        for file, stage in zip(self.files, self.stages, strict=True):
            what = {
                "traced": "as it is written",
                "optimized": "after fusion",
                "bufferized": "over buffers, with products as calls",
            }[stage]
            leaves = zip(compiled.call.names, compiled.call.leaves, strict=True)
            given = ", ".join(f"{name} {leaf.type}" for name, leaf in leaves)
            head = f"// {self.function}, {what}. Written by chapters/11-attention/stages.py.\n"
            head += f"// Arguments: {given}.\n\n"
            yield file, head + getattr(compiled, stage).rstrip() + "\n"


LAYER = ((32, 64), (64, 192), (64, 64), 4)
STAGES = [
    Stage("product", ((4, 6), (6, 3)), ("traced",)),
    Stage("product", ((2, 3, 4, 5), (3, 5, 6)), ("traced",), "batched"),
    Stage("product", ((1, 3, 4, 5), (2, 1, 5, 6)), ("traced",), "stretched"),
    Stage("scores_by_einsum", ((32, 4, 16), (32, 4, 16)), ("optimized",)),
    Stage("scores_by_matmul", ((32, 4, 16), (32, 4, 16)), ("optimized", "bufferized")),
    Stage("middle", ((5, 12),), ("optimized",)),
    Stage("seen", ((5, 8),), ("optimized",)),
    Stage("embed", ((4,), (50, 64), (32, 64)), ("optimized",), dtypes=(np.int64,)),
    Stage("append", ((5, 8), (8,)), ("optimized",)),
    Stage("attention", LAYER, ("traced", "optimized", "bufferized")),
    Stage("attention", LAYER, ("optimized",), "attention_any_length", any_length=True),
    Stage("attention_by_einsum", LAYER, ("optimized",)),
]


def main(folder: Path) -> None:
    for stage in STAGES:
        for name, text in stage.texts():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "stages")
