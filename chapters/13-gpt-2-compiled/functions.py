"""The functions that this chapter looks at beside those of stepdown.gpt2; NumPy runs them, too."""

from __future__ import annotations

import numpy as np

import stepdown
from stepdown.gpt2.model import softmax


# [region keep]
def keep(cache: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The cache, (heads, n, size), its last rows replaced by the new ones, (heads, t, size)."""
    n, t = cache.shape[1], new.shape[1]
    return stepdown.update(cache, new, (0, n - t, 0))
    # [end keep]


# [region append]
def append(cache: np.ndarray, new: np.ndarray) -> np.ndarray:
    """A cache with as many rows more: (heads, n + t, size)."""
    return np.concatenate([cache, new], axis=1)
    # [end append]


# [region keep-at]
def keep_at(cache: np.ndarray, new: np.ndarray, position: int) -> np.ndarray:
    """The new rows at a position that is a value of the program: each makes another program."""
    return stepdown.update(cache, new, (0, position, 0))
    # [end keep-at]


# [region scores]
def scores(x: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """(rows, width) beside a table of tokens, (vocabulary, width), which is bfloat16."""
    return x @ tokens.T.astype(np.float32)
    # [end scores]


# [region attend]
def attend(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    """What t queries, the last ones of n tokens, take from the n values: all (heads, ..., size)."""
    t, n = query.shape[1], key.shape[1]
    seen = np.arange(n, like=query) <= np.arange(n - t, n, like=query)[:, None]
    scores = query @ np.swapaxes(key, 1, 2) * query.shape[2] ** -0.5
    return softmax(np.where(seen, scores, -np.inf)) @ value
    # [end attend]
