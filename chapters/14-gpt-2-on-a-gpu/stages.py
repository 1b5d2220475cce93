"""Writes the kernels that stepdown makes of this chapter's functions to stages/.

python chapters/14-gpt-2-on-a-gpu/stages.py [FOLDER]

The files are what Stepdown gives today: a test compares them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from runners.stages import arguments, write  # noqa: E402
from stepdown import jit  # noqa: E402

f16, f32 = np.float16, np.float32


@dataclass(frozen=True)
class Stage:
    """A function for arguments of these shapes; `chip` is the oldest that has what it uses."""

    name: str
    function: str
    shapes: tuple
    dtype: type = f32
    options: dict = field(default_factory=dict)
    chip: str = "sm_75"

    @property
    def file(self) -> str:
        return f"{self.name}.mlir"

    @property
    def files(self) -> tuple[str]:
        return (self.file,)

    def compiled(self):
        given = [np.zeros(shape, self.dtype) for shape in self.shapes]
        made = jit(getattr(functions, self.function), target="gpu-sim", **self.options)
        return made.compile(*given)

    def texts(self) -> Iterator[tuple[str, str]]:
        """The file's name and what stands in it."""
        compiled = self.compiled()
        launches = "; ".join(
            f"{launch.name} with a grid of {' x '.join(map(str, launch.spec.grid))} blocks of "
            f"{' x '.join(map(str, launch.spec.block))} threads"
            for launch in compiled.plan.launches
        )
        yield (
            self.file,
            f"// Kernels of {self.function}. Written by stages.py.\n"
            f"// Arguments: {arguments(compiled)}.\n"
            f"// Launched: {launches}.\n\n{compiled.kernels.rstrip()}\n",
        )


HEADS = ((2, 170, 32),) * 3
STAGES = [
    Stage("gelu", "gelu", ((8, 256),)),
    Stage("short_rows", "layer_norm", ((8, 64), (64,), (64,))),
    Stage("long_rows", "layer_norm", ((4, 768), (768,), (768,))),
    Stage("columns", "column_total", ((40, 64),)),
    Stage("product", "product", ((64, 32), (32, 64))),
    Stage("edges", "product", ((100, 30), (30, 50))),
    Stage("one_row", "product", ((1, 64), (64, 256))),
    Stage("tensor_cores", "product", ((64, 32), (32, 64)), f16,
          {"products": "tensor-cores"}, "sm_80"),
    Stage("scores", "mixed", HEADS),
    Stage("flash", "mixed", HEADS, options={"attention": "flash"}),
]  # fmt: skip

if __name__ == "__main__":
    write(__file__, STAGES)
