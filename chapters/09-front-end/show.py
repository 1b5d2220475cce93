"""Prints the graph, or another stage, of a function of this chapter.

python chapters/09-front-end/show.py FUNCTION [graph | traced | optimized | bufferized | lowered]
"""

from __future__ import annotations

import sys

import numpy as np
from functions import Layer, distances, joined, lookup, network, pairs, scale_bias, smoothed, twice

from stepdown import jit


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


# name: function, arguments, and options of jit
EXAMPLES = {
    "scale_bias": (scale_bias, (ones(4, 3), ones(3), ones(3)), {}),
    "turned": (scale_bias, (ones(3, 4).T, ones(3), ones(3)), {}),
    "distances": (distances, (ones(5, 3), ones(2, 3)), {}),
    "twice": (twice, (ones(3),), {}),
    "smoothed": (smoothed, (ones(9), 3), {"static": "steps"}),
    "network": (
        network,
        ([Layer(ones(3, 4), ones(4)), Layer(ones(4, 2), ones(2))], ones(5, 3)),
        {},
    ),
    "lookup": (lookup, (np.arange(3),), {}),
    "joined": (joined, (ones(3), ones(3)), {"dynamic": {"x": {0: "n"}, "y": {0: "m"}}}),
    "pairs": (pairs, (ones(8),), {"dynamic": {"x": {0: "n"}}}),
}


def compiled(name: str):
    """The function of that name, compiled on one thread for its example's arguments."""
    function, arguments, options = EXAMPLES[name]
    return jit(function, threads=False, **options).compile(*arguments)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in EXAMPLES:
        sys.exit(f"usage: show.py FUNCTION [STAGE]; functions: {', '.join(EXAMPLES)}")
    stage = sys.argv[2] if len(sys.argv) > 2 else "graph"
    print(str(getattr(compiled(sys.argv[1]), stage)).rstrip())
