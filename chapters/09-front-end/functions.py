"""What this chapter traces. Nothing in here knows of a compiler: NumPy runs these functions too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


# [region scale-bias]
def scale_bias(x, weight, bias):
    return x * weight + bias
    # [end scale-bias]


# [region distances]
def distances(points, centres):
    """The distance of each point from each centre."""
    difference = points[:, None, :] - centres[None, :, :]
    return np.sqrt(np.sum(difference * difference, axis=-1))
    # [end distances]


# [region twice]
def twice(x):
    return np.exp(x) + np.exp(x)
    # [end twice]


# [region layer]
@dataclass
class Layer:
    weight: np.ndarray
    bias: np.ndarray


def network(layers, x):
    """A list of layers, each a Layer; the result and what went into the last layer."""
    for layer in layers[:-1]:
        x = np.maximum(x @ layer.weight + layer.bias, 0)
    return {"result": x @ layers[-1].weight + layers[-1].bias, "hidden": x}
    # [end layer]


# [region power]
def smoothed(x, steps):
    """The mean of each element and its right neighbour, `steps` times over."""
    for _ in range(steps):
        x = (x[:-1] + x[1:]) / 2
    return x
    # [end power]


# [region joined]
def joined(x, y):
    """All of x, then y without its first element; and the product of each x with each y."""
    return np.concatenate([x, y[1:]]), x[:, None] * y
    # [end joined]


# [region pairs]
def pairs(x):
    """Sums of neighbours: elements 0 and 1, 2 and 3, ..."""
    return x.reshape(-1, 2).sum(axis=1)
    # [end pairs]


# [region lookup]
LETTERS = np.random.default_rng(seed=9).standard_normal((26, 4)).astype(np.float32)


def lookup(numbers):
    """The row of LETTERS for each number."""
    return np.asarray(LETTERS, like=numbers)[numbers]
    # [end lookup]
