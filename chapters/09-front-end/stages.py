"""Writes the stages of this chapter's functions to files, for the command-line tools to work on.

python chapters/09-front-end/stages.py [DIRECTORY]

The files are what Stepdown gives today: a test writes them again and compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from show import EXAMPLES, compiled

WHAT = {
    "traced": "one operation for each step, on tensors",
    "optimized": "after fusion, on tensors; next: tensor-bufferize",
    "bufferized": "loops over buffers; next: tensor-to-llvm",
}
KEPT = {
    "scale_bias": ("traced", "optimized", "bufferized"),
    "turned": ("optimized",),
    "distances": ("traced", "optimized"),
    "lookup": ("optimized",),
    "joined": ("optimized", "bufferized"),
    "pairs": ("optimized",),
}


def write(folder: Path) -> None:
    """Each stage to NAME.STAGE.mlir."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, stages in KEPT.items():
        made = compiled(name)
        for stage in stages:
            head = (
                f"// {EXAMPLES[name][0].__name__}, {stage}: {WHAT[stage]}. Written by stages.py.\n"
            )
            text = head + getattr(made, stage).rstrip() + "\n"
            (folder / f"{name}.{stage}.mlir").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "stages")
