"""The functions of this chapter. They are NumPy's: each runs as it stands, and compiled."""

from __future__ import annotations

import numpy as np


# [region chain]
def chain(x, y):
    return np.sqrt(np.abs(x * y))
    # [end chain]


# [region softmax]
def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
    # [end softmax]


# [region spread]
def spread(x):
    """The variance of each row's exponentials, which are needed twice and are no result."""
    return np.var(np.exp(x), axis=-1)
    # [end spread]


# [region mirrored]
def mirrored(x):
    """Eighteen steps, each of which reads what the one before it wrote from both ends."""
    for _ in range(18):
        x = np.tanh(x - x[::-1])
    return x
    # [end mirrored]


# [region tower]
def tower(x, weights):
    """Blocks of one shape, one after another, as in a Transformer."""
    for number in range(weights.shape[0]):
        centred = x - np.mean(x, axis=-1, keepdims=True)
        length = np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + 1e-5)
        x = x + np.tanh(centred / length @ weights[number])
    return x
    # [end tower]


# [region differences]
def differences(x):
    """Each element's distance from the one before it."""
    return x[1:] - x[:-1]
    # [end differences]


# [region passed]
def passed_on(x):
    """The argument itself, and its double."""
    return x, x * 2
    # [end passed]


# [region gated]
def gated(x, first, second):
    """Two products of one shape, multiplied: what a gated layer does."""
    return (x @ first) * (x @ second)
    # [end gated]


# [region layer]
def layer(x, weight, bias):
    """max(0, x w + b) with the weight as many libraries store it: (out, in)."""
    return np.maximum(x @ weight.T + bias, 0)
    # [end layer]


# [region wave]
def wave(x):
    return np.exp(x) * np.tanh(x)
    # [end wave]
