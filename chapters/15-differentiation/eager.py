"""A gradient by the tape and one compiled ahead of time: equal; and what is kept alive for it, by
the tape, by a framework that saves what the rules read, and by the cut.

python chapters/15-differentiation/eager.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402
from tape import Tensor  # noqa: E402

from stepdown import grad, split  # noqa: E402


def both() -> tuple[float, int, int, int]:
    """The largest difference of the gradients; the bytes that are alive on the tape, those that
    the rules of its operations read, and those that the cut keeps."""
    w, x = functions.arguments()
    tracked = Tensor(w, requires_grad=True)
    result = functions.loss(tracked, x)
    result.backward()
    difference = np.abs(tracked.grad - grad(functions.loss)(w, x)).max()
    read, cut = (split(functions.loss, policy=p).partition(w, x).bytes for p in ("all", "cut"))
    return difference, result.kept, read, cut


if __name__ == "__main__":
    difference, tape, read, cut = both()
    print("the gradients are equal to 1e-8:", difference < 1e-8)
    print(f"the tape holds {tape:,} bytes, its rules read {read:,} of them, the cut keeps {cut:,}")
