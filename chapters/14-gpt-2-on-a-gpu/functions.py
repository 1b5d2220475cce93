"""Functions whose kernels this chapter looks at: parts of GPT-2, as chapters 7 and 13 have them."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER.parents[1])]
from stepdown.gpt2 import model  # noqa: E402
from stepdown.kernels import layer_norm  # noqa: E402

gelu, layer_norm = model.gelu, layer_norm


# [region column-total]
def column_total(x):
    """The sum over all rows: what the gradient of a bias is."""
    return x.sum(axis=0)
    # [end column-total]


# [region product]
def product(x, w):
    return x @ w
    # [end product]


def expanded(x, w, bias):
    """The first half of a block's MLP."""
    return gelu(x @ w + bias)


# [region mixed]
def mixed(q, k, v):
    """What each token takes of the values of those before it, in each head."""
    return model.attention_weights(q, k) @ v
    # [end mixed]


# [region online]
def online(scores, values, tile):
    """softmax(scores) @ values, a tile of the scores at a time."""
    rows = len(scores)
    m = np.full((rows, 1), -np.inf, scores.dtype)  # the largest score so far
    l = np.zeros((rows, 1), scores.dtype)  # noqa: E741, the sum of exp(score - m) so far
    o = np.zeros((rows, values.shape[1]), scores.dtype)  # that of exp(score - m) * value
    for start in range(0, scores.shape[1], tile):
        part = scores[:, start : start + tile]
        new = np.maximum(m, part.max(axis=1, keepdims=True))
        below = np.where(new == -np.inf, 0, new)  # no key was seen yet: -inf - -inf is NaN
        p = np.exp(part - below)
        scale = np.exp(m - below)  # what was below the old m, below the new one
        l = l * scale + p.sum(axis=1, keepdims=True)  # noqa: E741
        o = o * scale + p @ values[start : start + tile]
        m = new
    return o / l
    # [end online]
