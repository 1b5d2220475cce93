"""How long LLVM takes for a function with many loops: in one piece, and as functions for each nest.

python chapters/12-execution/outlined.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402
from stepdown.compiled import Compiled  # noqa: E402
from stepdown.execution.leaves import Call  # noqa: E402
from stepdown.lowering import outline  # noqa: E402


# [region outlined]
class Once(Compiled):
    """Compiled without the disk cache."""

    def _code(self, clock) -> tuple[str, object]:
        return "compiled", self._compile(clock)[0]


def tower(blocks: int, few: int = outline.FEW) -> Once:
    """functions.tower of that many blocks; up to `few` loop nests stay in one function."""
    outline.FEW, before = few, outline.FEW
    try:
        made = jit(functions.tower, threads=False)
        arguments = np.ones((64, 48), np.float32), np.ones((blocks, 48, 48), np.float32)
        compiled = Once(made, Call(made, arguments, {}), "cpu")
        compiled.bufferized  # noqa: B018  the stages are made when they are asked for
        return compiled
    finally:
        outline.FEW = before
        # [end outlined]


def nests(compiled: Once) -> tuple[int, int]:
    """How many nests there are, and how many functions they became."""
    text = compiled.bufferized
    calls = re.findall(r"call @tower_\d+\(", text)
    return len(calls), len(set(calls))


def main() -> None:
    tower(1)  # the imports
    for blocks in (20, 40):
        apart, whole = tower(blocks), tower(blocks, few=sys.maxsize)
        count, functions_ = nests(apart)
        print(f"{blocks} blocks: {count} loop nests in {functions_} functions, LLVM "
              f"{1e3 * apart.seconds['llvm']:.0f} ms; in one, "
              f"{1e3 * whole.seconds['llvm']:.0f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
