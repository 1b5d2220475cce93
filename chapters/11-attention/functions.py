"""The functions of this chapter. They are NumPy's: each runs as it stands, and compiled."""

from __future__ import annotations

import numpy as np


# [region product]
def product(a, b):
    return a @ b
    # [end product]


# [region scores-einsum]
def scores_by_einsum(query, key):
    """How well each query fits each key, for each head: queries are (tokens, heads, width)."""
    return np.einsum("thd,shd->hts", query, key)
    # [end scores-einsum]


# [region scores-matmul]
def scores_by_matmul(query, key):
    """The same, as one writes it with `@`: the heads to the front, the keys on their side."""
    return query.transpose(1, 0, 2) @ key.transpose(1, 2, 0)
    # [end scores-matmul]


# [region views]
def middle(x):
    """Twice the middle third of the columns, turned on its side and upside down."""
    return np.split(x, 3, axis=1)[1].T[::-1] * 2
    # [end views]


# [region parts]
def parts(x, to_qkv):
    """Queries, keys and values of all tokens: one product, cut into three."""
    return tuple(np.split(x @ to_qkv, 3, axis=-1))
    # [end parts]


# [region heads]
def by_head(part, heads):
    """(tokens, width) as (heads, tokens, width of a head)."""
    tokens, width = part.shape
    return part.reshape(tokens, heads, width // heads).transpose(1, 0, 2)
    # [end heads]


# [region mask]
def seen(x):
    """Whether token i may look at token j: itself and those before it."""
    place = np.arange(x.shape[0], like=x)
    return place[:, None] >= place
    # [end mask]


# [region softmax]
def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)
    # [end softmax]


# [region weights]
def weights(x, to_qkv, heads):
    """How much of each token every token takes, for each head: rows that sum to 1."""
    query, key, _ = (by_head(part, heads) for part in parts(x, to_qkv))
    scores = query @ key.swapaxes(-1, -2) / query.shape[-1] ** 0.5
    return softmax(np.where(seen(x), scores, -np.inf))
    # [end weights]


# [region attention]
def attention(x, to_qkv, to_out, heads):
    query, key, value = (by_head(part, heads) for part in parts(x, to_qkv))
    scores = query @ key.swapaxes(-1, -2) / query.shape[-1] ** 0.5
    mixed = softmax(np.where(seen(x), scores, -np.inf)) @ value
    return mixed.transpose(1, 0, 2).reshape(x.shape) @ to_out
    # [end attention]


# [region attention-einsum]
def attention_by_einsum(x, to_qkv, to_out, heads):
    """The same numbers: subscripts name the axes, and nothing is transposed on the way."""
    tokens, width = x.shape
    query, key, value = (part.reshape(tokens, heads, width // heads) for part in parts(x, to_qkv))
    scores = np.einsum("thd,shd->hts", query, key) / query.shape[-1] ** 0.5
    taken = softmax(np.where(seen(x), scores, -np.inf))
    return np.einsum("hts,shd->thd", taken, value).reshape(x.shape) @ to_out
    # [end attention-einsum]


# [region embed]
def embed(tokens, table, places):
    """The row of the table for each token's number, plus that for its place."""
    return table[tokens] + places[: tokens.shape[0]]
    # [end embed]


# [region append]
def append(cache, row):
    """The keys (or values) of earlier tokens, with those of one more."""
    return np.concatenate([cache, row[None]])
    # [end append]


# [region logits]
def logits(tokens, table, places, to_qkv, to_out, heads):
    """A model of one layer: a number for each token of the vocabulary, at each place."""
    x = embed(tokens, table, places)
    return (x + attention(x, to_qkv, to_out, heads)) @ table.T
    # [end logits]


# [region padded]
def padded(scores, real):
    """Softmax over the tokens that are real; a row of tokens that are not is NaN."""
    return softmax(np.where(real, scores, -np.inf))


def padded_to_zero(scores, real):
    """Softmax over the tokens that are real; zeros where there is none."""
    hidden = np.where(real, scores, -np.inf)
    highest = np.max(hidden, axis=-1, keepdims=True)
    e = np.exp(hidden - np.where(highest == -np.inf, 0, highest))
    return e / np.maximum(np.sum(e, axis=-1, keepdims=True), np.finfo(e.dtype).tiny)
    # [end padded]
