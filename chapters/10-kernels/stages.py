"""Writes the stages of this chapter's kernels to files, for the command-line tools to work on.

python chapters/10-kernels/stages.py [DIRECTORY]

The files are what Stepdown gives today, on one thread: a test writes them again and compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from examples import arguments

from stepdown import jit, kernels

WHAT = {
    "traced": "one operation for each step, on tensors",
    "optimized": "after fusion, on tensors; next: tensor-bufferize",
    "bufferized": "loops over buffers; next: tensor-to-llvm",
}
# name: the kernel, the dtype of its arguments, and the stages to keep
KEPT = {
    "gelu": ("gelu", "float32", ("traced", "optimized")),
    "gelu_half": ("gelu", "float16", ("optimized",)),
    "softmax": ("softmax", "float32", ("traced", "optimized", "bufferized")),
    "layer_norm": ("layer_norm", "float32", ("optimized",)),
    "column_total": ("column_total", "float32", ("optimized",)),
    "largest_at": ("largest_at", "float32", ("optimized",)),
}


def write(folder: Path) -> None:
    """Each stage to NAME.STAGE.mlir."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (kernel, dtype, stages) in KEPT.items():
        made = jit(getattr(kernels, kernel), threads=False).compile(*arguments(kernel, dtype))
        for stage in stages:
            head = f"// {kernel} of {dtype}, {stage}: {WHAT[stage]}. Written by stages.py.\n"
            text = head + getattr(made, stage).rstrip() + "\n"
            (folder / f"{name}.{stage}.mlir").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "stages")
