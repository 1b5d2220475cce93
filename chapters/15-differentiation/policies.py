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


def partitions() -> dict[str, object]:
    """By function and policy what `split` does with four layers of width 32."""
    weights = [functions.arguments(seed)[0][:, :32] / 2 for seed in range(4)]
    x = functions.arguments()[1]
    cases = {
        "deep": [(functions.deep, "all"), (functions.deep, "cut")],
        "deep_marked": [(functions.deep_marked, "marks")],
    }
    return {
        f"{name}, {policy}": split(function, policy=policy).partition(weights, x)
        for name, given in cases.items()
        for function, policy in given
    }


if __name__ == "__main__":
    for name, found in partitions().items():
        print(f"{name.partition(',')[0]:<12}{found}")
