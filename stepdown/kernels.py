"""Kernels of neural networks, written with NumPy: chapter 10 compiles and explains them.

Each is a plain function: NumPy runs it as it stands, `jit` compiles it, and the result has the
dtype that NumPy gives it. Numbers are Python's, so that they take the array's dtype. EXAMPLES has
shapes of arguments for each; `python -m stepdown emit` prints what becomes of it for those.
"""

from __future__ import annotations

import numpy as np

from .special import erf


def scale_bias(x, weight, bias):
    """x times a weight plus a bias for each column."""
    return x * weight + bias


# [region gelu]
def gelu(x):
    """The Gaussian error linear unit in the form with tanh, which GPT-2 uses."""
    inner = (2 / np.pi) ** 0.5 * (x + 0.044715 * x * x * x)
    return 0.5 * x * (1 + np.tanh(inner))


def gelu_erf(x):
    """The Gaussian error linear unit as it is defined, by way of the error function."""
    return 0.5 * x * (1 + erf(x * 0.5**0.5))
    # [end gelu]


def relu(x):
    """The positive part; NaN stays NaN."""
    return np.maximum(x, 0)


# [region softmax]
def softmax(x):
    """exp(x) over its sum, along the last axis.

    The row's largest element is subtracted first, so that exp does not overflow. A row that holds
    NaN or +inf, or nothing but -inf, gives NaN.
    """
    weights = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return weights / np.sum(weights, axis=-1, keepdims=True)
    # [end softmax]


def log_softmax(x):
    """The logarithm of softmax, without the logarithm of a number that was rounded to zero."""
    shifted = x - np.max(x, axis=-1, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True))


def mean(x):
    """The mean along the last axis."""
    return np.mean(x, axis=-1)


def variance(x):
    """The mean squared distance from the mean along the last axis."""
    return np.var(x, axis=-1)


def total(x):
    """The sum along the last axis."""
    return np.sum(x, axis=-1)


def column_total(x):
    """The sum along the first axis."""
    return np.sum(x, axis=0)


def largest(x):
    """The maximum along the last axis; NaN where there is one."""
    return np.max(x, axis=-1)


def smallest(x):
    """The minimum along the last axis; NaN where there is one."""
    return np.min(x, axis=-1)


def largest_at(x):
    """The index of the first maximum along the last axis."""
    return np.argmax(x, axis=-1)


def smallest_at(x):
    """The index of the first minimum along the last axis."""
    return np.argmin(x, axis=-1)


# [region layer-norm]
def layer_norm(x, gain, bias):
    """Each row shifted to mean 0 and scaled to variance 1, then times a gain plus a bias."""
    centred = x - np.mean(x, axis=-1, keepdims=True)
    deviation = np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True) + 1e-5)
    return centred / deviation * gain + bias
    # [end layer-norm]


def rms_norm(x, gain):
    """Each row over the root of its mean square, times a gain."""
    return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-5) * gain


def clipped(x, low, high):
    """x brought between two arrays: what is below `low` or above `high` is that instead."""
    return np.where(x < low, low, np.where(x > high, high, x))


def attention(x, to_qkv, to_out, heads):
    """Causal self-attention with several heads.

    Each row of x is a token, which sees itself and those before it: what comes later changes
    nothing of what comes earlier.
    """
    tokens, width = x.shape
    query, key, value = (
        np.swapaxes(part.reshape(tokens, heads, width // heads), 0, 1)
        for part in np.split(x @ to_qkv, 3, axis=-1)
    )
    scores = query @ np.swapaxes(key, -1, -2) / (width // heads) ** 0.5
    seen = np.tril(np.ones((tokens, tokens), bool))
    mixed = softmax(np.where(seen, scores, -np.inf)) @ value
    return np.swapaxes(mixed, 0, 1).reshape(tokens, width) @ to_out


# Shapes of float32 arguments; what is no shape is the value of a static argument.
EXAMPLES: dict[str, dict[str, object]] = {
    "scale_bias": {"x": (64, 128), "weight": (128,), "bias": (128,)},
    "layer_norm": {"x": (64, 128), "gain": (128,), "bias": (128,)},
    "rms_norm": {"x": (64, 128), "gain": (128,)},
    "clipped": {"x": (64, 128), "low": (128,), "high": (128,)},
    "attention": {"x": (16, 64), "to_qkv": (64, 192), "to_out": (64, 64), "heads": 4},
}
KERNELS = {
    function.__name__: function
    for function in (
        gelu, gelu_erf, relu, softmax, log_softmax, layer_norm, rms_norm, attention, scale_bias,
        mean, variance, total, column_total, largest, smallest, largest_at, smallest_at, clipped,
    )
}  # fmt: skip
for _name in KERNELS:
    EXAMPLES.setdefault(_name, {"x": (64, 128)})
