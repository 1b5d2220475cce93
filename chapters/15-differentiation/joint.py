"""Prints the graph of this chapter's loss and its gradient.

python chapters/15-differentiation/joint.py
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit, value_and_grad  # noqa: E402

if __name__ == "__main__":
    print(jit(value_and_grad(functions.loss)).compile(*functions.arguments()).graph)
