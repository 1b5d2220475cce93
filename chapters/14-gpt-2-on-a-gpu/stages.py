"""Writes the kernels that stepdown makes of this chapter's functions to stages/.

python chapters/14-gpt-2-on-a-gpu/stages.py [FOLDER]

A test compares each file with what stepdown gives today.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

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

    def compiled(self):
        arguments = [np.zeros(shape, self.dtype) for shape in self.shapes]
        made = jit(getattr(functions, self.function), target="gpu-sim", **self.options)
        return made.compile(*arguments)

    def text(self) -> str:
        compiled = self.compiled()
        leaves = zip(compiled.call.names, compiled.call.leaves, strict=True)
        given = ", ".join(f"{name} {leaf.type}" for name, leaf in leaves)
        launches = "; ".join(
            f"{launch.name} with a grid of {' x '.join(map(str, launch.spec.grid))} blocks of "
            f"{' x '.join(map(str, launch.spec.block))} threads"
            for launch in compiled.plan.launches
        )
        return (
            f"// Kernels of {self.function}, written by {CHAPTER.name}/stages.py.\n"
            f"// Arguments: {given}.\n// Launched: {launches}.\n\n{compiled.kernels.rstrip()}\n"
        )


HEADS = ((2, 40, 16),) * 3
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


def main(folder: Path) -> None:
    for stage in STAGES:
        (folder / stage.file).write_text(stage.text(), encoding="utf-8")
        print(folder / stage.file)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else CHAPTER / "stages")
