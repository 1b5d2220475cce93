"""GPT-2 as functions of arrays: from token ids to the scores of the next token.

`x` is (tokens, width) everywhere; leading axes, a batch of texts, pass through. Nothing is written
in place, no branch looks at a value, and constants are Python's floats, so float32 stays float32.
What the parameters are called in a file is `parameters`'.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .config import EPSILON


# [region tree]
@dataclass(frozen=True)
class Linear:
    weight: np.ndarray  # (in, out)
    bias: np.ndarray  # (out,)


@dataclass(frozen=True)
class Norm:
    gain: np.ndarray  # (width,)
    bias: np.ndarray  # (width,)


@dataclass(frozen=True)
class Block:
    norm_1: Norm
    qkv: Linear  # width -> 3 * width: query, key and value of every head
    out: Linear  # width -> width
    norm_2: Norm
    up: Linear  # width -> 4 * width
    down: Linear  # 4 * width -> width


@dataclass(frozen=True)
class Parameters:
    tokens: np.ndarray  # (vocabulary, width)
    positions: np.ndarray  # (positions, width)
    blocks: tuple[Block, ...]
    norm: Norm
    # [end tree]


# [region parts]
def linear(x: np.ndarray, p: Linear) -> np.ndarray:
    return x @ p.weight + p.bias


def layer_norm(x: np.ndarray, p: Norm) -> np.ndarray:
    """Each row shifted to mean 0 and scaled to variance 1, then by a gain and a bias."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + EPSILON) * p.gain + p.bias


def gelu(x: np.ndarray) -> np.ndarray:
    """The tanh form, which GPT-2 was trained with."""
    return 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x * x * x)))


def mlp(x: np.ndarray, p: Block) -> np.ndarray:
    return linear(gelu(linear(x, p.up)), p.down)


# [end parts]


# [region attention]
def softmax(x: np.ndarray) -> np.ndarray:
    """Rows of positive numbers that add up to 1; the maximum first, so that exp cannot overflow."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def causal(scores: np.ndarray) -> np.ndarray:
    """(..., tokens, tokens) scores; those of a later token become -inf, which softmax makes 0."""
    place = np.arange(scores.shape[-1], like=scores)
    return np.where(place[:, None] >= place, scores, -np.inf)


def attention_weights(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """How much each token (row) takes from each token (column), in each head."""
    scores = q @ np.swapaxes(k, -1, -2) * (1.0 / math.sqrt(q.shape[-1]))
    return softmax(causal(scores))


def split_heads(x: np.ndarray, heads: int) -> np.ndarray:
    """(tokens, width) -> (heads, tokens, width / heads)."""
    *before, tokens, width = x.shape
    return np.swapaxes(x.reshape(*before, tokens, heads, width // heads), -2, -3)


def merge_heads(x: np.ndarray) -> np.ndarray:
    """(heads, tokens, width / heads) -> (tokens, width)."""
    *before, heads, tokens, size = x.shape
    return np.swapaxes(x, -2, -3).reshape(*before, tokens, heads * size)


def queries_keys_values(x: np.ndarray, p: Block, heads: int) -> list[np.ndarray]:
    return [split_heads(part, heads) for part in np.split(linear(x, p.qkv), 3, axis=-1)]


def attention(x: np.ndarray, p: Block, heads: int) -> np.ndarray:
    q, k, v = queries_keys_values(x, p, heads)
    return linear(merge_heads(attention_weights(q, k) @ v), p.out)


# [end attention]


# [region model]
def embed(ids: np.ndarray, p: Parameters) -> np.ndarray:
    """(tokens,) whole numbers -> (tokens, width)."""
    return p.tokens[ids] + p.positions[: ids.shape[-1]]


def block(x: np.ndarray, p: Block, heads: int) -> np.ndarray:
    x = x + attention(layer_norm(x, p.norm_1), p, heads)
    return x + mlp(layer_norm(x, p.norm_2), p)


def hidden(ids: np.ndarray, p: Parameters, heads: int) -> np.ndarray:
    """What the blocks made of the tokens, (tokens, width)."""
    x = embed(ids, p)
    for layer in p.blocks:
        x = block(x, layer, heads)
    return x


def logits(x: np.ndarray, p: Parameters) -> np.ndarray:
    """The score of each word of the vocabulary as the next one, (tokens, vocabulary)."""
    return layer_norm(x, p.norm) @ p.tokens.T


def forward(ids: np.ndarray, p: Parameters, heads: int) -> np.ndarray:
    """(tokens,) ids -> (tokens, vocabulary) scores."""
    return logits(hidden(ids, p, heads), p)


# [end model]


def attention_maps(ids: np.ndarray, p: Parameters, heads: int) -> np.ndarray:
    """The attention weights of every head, (layers, heads, tokens, tokens), to look at."""
    x, maps = embed(ids, p), []
    for layer in p.blocks:
        q, k, _ = queries_keys_values(layer_norm(x, layer.norm_1), layer, heads)
        maps.append(attention_weights(q, k))
        x = block(x, layer, heads)
    return np.stack(maps)
