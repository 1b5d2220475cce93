"""Exports `layer` for any number of rows as a shared library with a C header.

python chapters/12-execution/library.py [FOLDER]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

f32 = np.float32


# [region export]
def export(folder: Path) -> Path:
    """Write layer.so and layer.h; the header's path."""
    layer = jit(functions.layer, dynamic={"x": {0: "rows"}}, products="loops", threads=False)
    kind = layer.compile(np.ones((1, 48), f32), np.ones((40, 48), f32), np.ones(40, f32))
    return kind.export(folder / "layer.so")
    # [end export]


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "chapter-12"
    folder.mkdir(parents=True, exist_ok=True)
    print(export(folder).resolve().relative_to(ROOT))
