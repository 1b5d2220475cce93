"""GPT-2 with the keys and values of earlier tokens kept: what is fed in is only what is new.

`step` serves a whole prompt and a single token alike, for one text or a batch of texts that end in
the same column; shorter ones are padded on the left. All activations are (rows, width), a row for
each new token of each text: only attention tells texts apart.
"""

from __future__ import annotations

import math
import mmap

import numpy as np

import stepdown

from .config import Config
from .model import Block, Parameters, layer_norm, linear, logits, mlp, softmax


# [region cache]
def empty_cache(config: Config, batch: int, room: int) -> np.ndarray:
    """Room for the keys and values of that many tokens of each text: memory, not yet written, which
    takes none until it is. Raises MemoryError.

    (layers, 2, batch, heads, room, size): the keys of a head lie one after the other, and so do its
    values, which is how attention reads them.
    """
    size = config.width // config.heads
    shape = (config.layers, 2, batch, config.heads, room, size)
    try:
        memory = mmap.mmap(-1, 4 * math.prod(shape), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError):
        raise MemoryError(f"no room for the keys and values of {batch} x {room} tokens") from None
    if hasattr(mmap, "MADV_NOHUGEPAGE"):  # a large page would be there whole with its first token
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.ndarray(shape, np.float32, memory)


# [end cache]


# [region step]
def step(
    ids: np.ndarray, cache: np.ndarray, starts: np.ndarray, p: Parameters, heads: int
) -> tuple[np.ndarray, np.ndarray]:
    """The scores of each text's next token, (batch, vocabulary), and the cache with the new tokens.

    `ids`, (batch, t), are the tokens in the last t of the n columns that `cache` has room for, and
    `starts`, (batch,), the column in which each text begins.
    """
    batch, t = ids.shape
    n = cache.shape[-2]
    columns = np.arange(n - t, n, like=ids)
    x = embed(ids, np.maximum(columns - starts[:, None], 0), p)
    seen = visible(columns, starts, n)
    for number, layer in enumerate(p.blocks):
        mixed, cache = attention(layer_norm(x, layer.norm_1), layer, cache, number, seen, heads)
        x = x + mixed
        x = x + mlp(layer_norm(x, layer.norm_2), layer)
    last = x.reshape(batch, t, x.shape[-1])[:, -1]
    return logits(last, p), cache


# [end step]


def embed(ids: np.ndarray, places: np.ndarray, p: Parameters) -> np.ndarray:
    """(batch, t) tokens and their places in their texts -> (rows, width)."""
    x = p.tokens[ids] + p.positions[places]
    return x.reshape(ids.shape[0] * ids.shape[1], x.shape[-1])


# [region visible]
def visible(columns: np.ndarray, starts: np.ndarray, n: int) -> np.ndarray:
    """Which of n columns each token may look at, (batch, 1, t, n): those of its text up to it.

    Padding looks at itself alone: a row that sees nothing would be NaN, and no text sees that row.
    """
    rows, starts = columns[:, None], starts[:, None, None, None]
    others = np.arange(n, like=columns)
    return (others <= rows) & ((others >= starts) | (others == rows))


# [end visible]


# [region attention]
def attention(
    x: np.ndarray,
    p: Block,
    cache: np.ndarray,
    layer: int,
    seen: np.ndarray,
    heads: int,
) -> tuple[np.ndarray, np.ndarray]:
    """What each new token takes from the columns that it sees, (rows, width); and the cache."""
    rows, width = x.shape
    batch, _, t, n = seen.shape
    made = linear(x, p.qkv).reshape(batch, t, 3, heads, width // heads)
    made = made.transpose(2, 0, 3, 1, 4)  # query, key, value; text; head; token; size
    cache = stepdown.update(cache, made[None, 1:], (layer, 0, 0, 0, n - t, 0))
    keys, values = cache[layer, 0], cache[layer, 1]
    scores = made[0] @ np.swapaxes(keys, -1, -2) * (1.0 / math.sqrt(width // heads))
    weights = softmax(np.where(seen, scores, -np.inf))
    mixed = (weights @ values).transpose(0, 2, 1, 3).reshape(rows, width)
    return linear(mixed, p.out), cache


# [end attention]
