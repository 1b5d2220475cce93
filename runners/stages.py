"""The stages of a chapter's compiled functions, kept as files for the tools that read files.

A chapter's stages.py lists what is kept, in STAGES, and ends with `write(__file__, STAGES)`. A test
compares each file with what the compiler gives today.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Compiled = Any  # what stepdown's `jit(f).compile(...)` returns: runners import nothing of stepdown
SAID = {
    "traced": "one operation for each step, on tensors",
    "optimized": "after fusion, on tensors; next: tensor-bufferize",
    "bufferized": "over buffers; next: tensor-to-llvm",
}
SHOWN = 8  # arguments in a heading


@dataclass(frozen=True)
class Stages:
    """What is kept of a compiled function: each stage in `kept` as the file NAME.STAGE.mlir."""

    name: str
    what: str  # for the heading: the function, and what sets this compilation apart
    compiled: Callable[[], Compiled]  # called for the texts, not before
    kept: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(f"{self.name}.{stage}.mlir" for stage in self.kept)

    def texts(self) -> Iterator[tuple[str, str]]:
        """Each file's name and what stands in it."""
        compiled = self.compiled()
        for file, stage in zip(self.files, self.kept, strict=True):
            head = f"// {self.what}, {stage}: {SAID[stage]}. Written by stages.py."
            text = getattr(compiled, stage).rstrip()
            yield file, f"{head}\n// Arguments: {arguments(compiled)}.\n\n{text}\n"


def arguments(compiled: Compiled) -> str:
    """The names and types of a compiled function's array arguments, the first few of them."""
    leaves = zip(compiled.call.names, compiled.call.leaves, strict=True)
    given = [f"{name} {leaf.type}" for name, leaf in leaves]
    more = f", and {len(given) - SHOWN} more" if len(given) > SHOWN else ""
    return ", ".join(given[:SHOWN]) + more


def compared(folder: Path, stages: Iterable[Stages]) -> Iterator[tuple[str, bool]]:
    """Each file's name, and whether it holds in `folder` what the compiler gives today."""
    for each in stages:
        for name, text in each.texts():
            yield name, (folder / name).read_text(encoding="utf-8") == text


def write(script: str, stages: Iterable[Stages]) -> None:
    """Writes the files to the folder on the command line, or to `stages` beside the script."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(script).resolve().parent / "stages"
    folder.mkdir(parents=True, exist_ok=True)
    for each in stages:
        for name, text in each.texts():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)
