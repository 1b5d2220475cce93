"""What the tests of the tensor compiler share: arrays, functions of a Transformer, a comparison."""

from __future__ import annotations

import numpy as np

from stepdown import jit

TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "float64": 1e-12}


def normal(*shape: int, dtype: object = np.float32, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).normal(size=shape).astype(dtype)


def whole(low: int, high: int, *shape: int, dtype: object = np.int64, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).integers(low, high, size=shape).astype(dtype)


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def layer_norm(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / np.sqrt(x.var(-1, keepdims=True) + np.float32(1e-5)) * gain + bias


def gelu(x):
    inner = np.float32(np.sqrt(2 / np.pi)) * (x + np.float32(0.044715) * x**3)
    return np.float32(0.5) * x * (1 + np.tanh(inner))


def attention(x, qkv, out, heads=2):
    """Causal multi-head self-attention of (tokens, width)."""
    tokens, width = x.shape
    parts = [
        part.reshape(tokens, heads, width // heads).transpose(1, 0, 2)
        for part in np.split(x @ qkv, 3, axis=-1)
    ]
    q, k, v = parts
    scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(width // heads))
    seen = np.tril(np.ones((tokens, tokens), bool))
    scores = np.where(seen, scores, np.float32(-1e9))
    return (softmax(scores) @ v).transpose(1, 0, 2).reshape(tokens, width) @ out


def same(function, *arguments: object, tolerance: float | None = None, **options: object) -> None:
    """Compare a compiled function's results with NumPy's: number, type, shape, dtype, values."""
    with np.errstate(all="ignore"):
        wanted = function(*arguments)
    got = jit(function, **options)(*arguments)
    several = isinstance(wanted, (tuple, list))
    wanted, got = (wanted, got) if several else ((wanted,), (got,))
    for number, (theirs, ours) in enumerate(zip(wanted, got, strict=True)):
        assert type(ours) is type(theirs), number
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), number
        close = TOLERANCE.get(theirs.dtype.name, 0) if tolerance is None else tolerance
        a, b = (np.asarray(x).astype(np.float64) if close else x for x in (ours, theirs))
        np.testing.assert_allclose(a, b, rtol=close, atol=close, err_msg=f"result {number}")
