"""The functions of this chapter: plain NumPy, and all that is differentiated here."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from stepdown import checkpoint, custom_vjp, update, value_and_grad
from stepdown.training import SGD, cross_entropy

ROWS, INPUTS, OUTPUTS = 64, 32, 48


# [region loss]
def loss(w, x):
    """One number, of a layer with a gate of its own."""
    h = x @ w
    y = h * np.tanh(h)
    return np.mean(y * y)
    # [end loss]


def by_hand(w, x):
    """The gradient by w, with pencil and paper."""
    h = x @ w
    t = np.tanh(h)
    y = h * t
    return x.T @ (2 * y / y.size * (t + h * (1 - t * t)))


# [region rounded]
@custom_vjp(
    forward=lambda w: (np.rint(w * 8) / 8, ()),
    backward=lambda kept, cotangent: cotangent,
)
def rounded(w):
    """w in steps of an eighth; differentiated as if it were w itself (straight through)."""
    return np.rint(w * 8) / 8


def rounded_loss(w, x):
    return loss(rounded(w), x)
    # [end rounded]


# [region deep]
def layer(x, w):
    return x + np.tanh(x @ w) * np.sin(x @ w)


def deep(weights, x):
    for w in weights:
        x = layer(x, w)
    return np.mean(x * x)


def deep_marked(count: int) -> Callable:
    """`deep`, with a mark around so many layers at a time."""

    @checkpoint
    def several(x, weights):
        for w in weights:
            x = layer(x, w)
        return x

    def marked(weights, x):
        for start in range(0, len(weights), count):
            x = several(x, weights[start : start + count])
        return np.mean(x * x)

    return marked
    # [end deep]


# [region descend]
def descend(w, velocity, x):
    """A step of stochastic gradient descent, to be compiled with w and velocity donated."""
    value, gradient = value_and_grad(loss)(w, x)
    w, velocity = SGD(0.1, momentum=0.9).step(w, gradient, velocity)
    return w, velocity, value
    # [end descend]


# [region picked]
def picked(table, ids):
    return np.sum(np.tanh(table[ids]))
    # [end picked]


def written(x, new):
    """A part of x replaced, and the whole summed up."""
    y = update(x, new, (2, 0))
    return np.sum(y * y)


# [region moons]
def moons(count: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Points of two half circles that reach into each other, and which one each is of."""
    side = generator.integers(0, 2, count)
    angle = generator.uniform(0, np.pi, count)
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    points[side == 1] = np.array([1.0, 0.5]) - points[side == 1]
    points += generator.normal(scale=0.1, size=points.shape)
    return points.astype(np.float32), side


def network(layers, x):
    for weight, bias in layers[:-1]:
        x = np.tanh(x @ weight + bias)
    weight, bias = layers[-1]
    return x @ weight + bias


def moons_loss(layers, x, side):
    return cross_entropy(network(layers, x), side)
    # [end moons]


def layers(generator: np.random.Generator, *widths: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The parameters of a network to start from."""
    return [
        ((generator.normal(size=(a, b)) / a**0.5).astype(np.float32), np.zeros(b, np.float32))
        for a, b in itertools.pairwise(widths)
    ]


def deep_arguments(count: int = 16) -> tuple[list[np.ndarray], np.ndarray]:
    """Weights of so many layers of width 32, and an x of 1024 rows, for `deep`."""
    weights = [arguments(seed)[0][:, :INPUTS] / 2 for seed in range(count)]
    return weights, arguments(rows=1024)[1]


def arguments(seed: int = 15, rows: int = ROWS) -> tuple[np.ndarray, np.ndarray]:
    """A w and an x for `loss`."""
    generator = np.random.default_rng(seed)
    w = generator.normal(size=(INPUTS, OUTPUTS)).astype(np.float32) / np.float32(INPUTS**0.5)
    return w, generator.normal(size=(rows, INPUTS)).astype(np.float32)
