"""A gradient by the tape and one compiled ahead of time: equal, and what each keeps alive.

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


# [region both]
def both() -> tuple[float, int, int]:
    """The largest difference of the gradients; the bytes alive on the tape, and for the cut."""
    w, x = functions.arguments()
    tracked = Tensor(w, requires_grad=True)
    result = functions.loss(tracked, x)
    result.backward()
    difference = np.abs(tracked.grad - grad(functions.loss)(w, x)).max()
    _, kept = split(functions.loss).forward(w, x)
    return difference, result.kept, kept.bytes
    # [end both]


if __name__ == "__main__":
    difference, tape, cut = both()
    print("equal to 1e-8:", difference < 1e-8)
    print(f"the tape holds {tape:,} bytes, the cut keeps {cut:,}")
