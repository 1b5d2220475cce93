"""Functions that compute in the memory of their arguments, and what they are over buffers.

python chapters/12-execution/donated.py FUNCTION [STAGE], or call
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from stepdown import jit, update


# [region descend]
@jit(donate=("w",))
def descend(w, gradient):
    """A step of gradient descent."""
    return w - np.float32(0.1) * gradient


@jit(donate=("w",))
def folded(w):
    """Each element is written while another place still needs the old one."""
    return w - w[::-1]
    # [end descend]


# [region append]
@jit(donate=("cache",), dynamic={"cache": {0: "n"}, "new": {0: "t"}})
def append(cache, new, query):
    """Put new rows behind those that the cache has, and compare all of them with a query."""
    n, t = cache.shape[0], new.shape[0]
    cache = update(cache, new, (n - t, 0))
    return cache, cache @ query
    # [end append]


EXAMPLES = {
    "descend": (descend, (8, 8), (8, 8)),
    "folded": (folded, (8,)),
    "append": (append, (6, 8), (1, 8), (8,)),
}


def call() -> None:
    """Fill a cache row by row: the same array comes back, one compiled function serves all."""
    # [region call]
    cache, query = np.zeros((100, 8), np.float32), np.ones(8, np.float32)
    for n in range(1, 101):
        view = cache[:n]
        same, scores = append(view, np.full((1, 8), n, np.float32), query)
        assert same is view
    print(scores[:3], scores[-1])
    # [end call]


def main(name: str, stage: str = "bufferized") -> None:
    function, *shapes = EXAMPLES[name]
    compiled = function.compile(*(np.zeros(shape, np.float32) for shape in shapes))
    print(getattr(compiled, stage))


if __name__ == "__main__":
    call() if sys.argv[1:] == ["call"] else main(*sys.argv[1:])
