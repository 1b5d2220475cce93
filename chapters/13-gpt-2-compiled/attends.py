"""What attention costs in a prompt: all scores in memory, as it is written, or a tile at a time.

python chapters/13-gpt-2-compiled/attends.py [TOKENS]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402
from kept import seconds  # noqa: E402

from stepdown import jit  # noqa: E402

LAYERS, HEADS, SIZE = 12, 12, 64  # the small GPT-2
DYNAMIC = {"query": {1: "t"}, "key": {1: "n"}, "value": {1: "n"}}
ROADS = {"as it is written": "auto", "a tile at a time": "schedule"}


def compiled(road: str, *arguments: np.ndarray):
    """`attend` for any number of tokens, on one thread."""
    function = jit(functions.attend, dynamic=DYNAMIC, threads=False, products=ROADS[road])
    return function.compile(*arguments)


def both(tokens: int) -> dict[str, float]:
    """Seconds of all layers' attention, by each road. RuntimeError where the results differ."""
    random = np.random.default_rng(seed=13)
    arguments = [random.standard_normal((HEADS, tokens, SIZE), np.float32) for _ in range(3)]
    made = {road: compiled(road, *arguments) for road in ROADS}
    first, second = (function(*arguments) for function in made.values())
    if not np.allclose(first, second, rtol=1e-4, atol=1e-5):
        raise RuntimeError(
            f"attention of {tokens} tokens differs by {np.abs(first - second).max()}"
        )
    return {
        road: LAYERS * seconds(lambda f=function: f(*arguments)) for road, function in made.items()
    }


if __name__ == "__main__":
    for road, taken in both(int(sys.argv[1]) if len(sys.argv) > 1 else 512).items():
        print(f"{road}: {1e3 * taken:.0f} ms for {LAYERS} layers, one thread")
