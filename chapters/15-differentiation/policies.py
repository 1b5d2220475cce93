"""What the forward pass keeps of a deep function, by policy; and what that costs.

python chapters/15-differentiation/policies.py
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import split  # noqa: E402
from stepdown.differentiation.partition import Partition  # noqa: E402

# [region cases]
CASES = {
    "deep": (functions.deep, {"policy": "all"}),
    "deep, cut": (functions.deep, {"policy": "cut"}),
    "deep, 1000": (functions.deep, {"policy": "cut", "recomputed": 1000}),
    "deep_marked": (functions.deep_marked, {"policy": "marks"}),
    "deep_in_pairs": (functions.deep_in_pairs, {"policy": "marks"}),
}
# [end cases]


def partitions() -> dict[str, Partition]:
    """What `split` does in each case, with four layers of width 32."""
    given = functions.deep_arguments()
    return {
        name: split(function, **how).partition(*given) for name, (function, how) in CASES.items()
    }


if __name__ == "__main__":
    for name, found in partitions().items():
        print(f"{name.removesuffix(', cut'):<14}{found}")
