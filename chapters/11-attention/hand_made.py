"""An attention layer whose parameters are set by hand, so that what each head looks at is known.

A token is a letter and its place. Four heads look at the token before, at tokens of the same
letter, at all alike, and at the first; each hands on the letters that it sees. Trained models have
heads like these; theirs are found, not made.
"""

from __future__ import annotations

import numpy as np

f32 = np.float32
LETTERS = "abcd"
WIDTH, HEADS = 16, 4
EACH = WIDTH // HEADS
# Places are pairs of cosine and sine: two that turn fast, and one so slow that its cosine falls all
# along a text of up to 16 tokens.
TURNS = (0.9, 0.35, np.pi / 16)
LETTER, PLACE, ONE = slice(0, 4), slice(4, 10), 10
NAMES = ("the token before", "the same letter", "all alike", "the first")


# [region tokens]
def tokens(text: str) -> np.ndarray:
    """A row for each letter: which one it is, where it stands, and a 1."""
    x = np.zeros((len(text), WIDTH), f32)
    x[:, LETTER] = [[letter == one for one in LETTERS] for letter in text]
    angles = np.outer(np.arange(len(text)), TURNS)
    x[:, PLACE] = np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(len(text), 6)
    x[:, ONE] = 1
    return x
    # [end tokens]


# [region parameters]
def parameters(sharp: float = 16.0) -> tuple[np.ndarray, np.ndarray]:
    """to_qkv and to_out. A larger `sharp` has each head decide more clearly."""
    query, key, value = (np.zeros((WIDTH, HEADS, EACH), f32) for _ in range(3))
    # The token before: the query is the place turned back by one step, the key the place.
    for pair, turn in enumerate(TURNS[:2]):
        at, to = 4 + 2 * pair, slice(2 * pair, 2 * pair + 2)
        back = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
        query[at : at + 2, 0, to] = sharp * np.array(back)
        key[at : at + 2, 0, to] = np.eye(2)
    # The same letter: query and key are the letter.
    query[LETTER, 1] = sharp * np.eye(4)
    key[LETTER, 1] = np.eye(4)
    # All alike: no query. The first: the slow cosine, which is largest there.
    query[ONE, 3, 0] = sharp**2
    key[8, 3, 0] = 1
    for head in range(HEADS):
        value[LETTER, head] = np.eye(4)
    to_qkv = np.concatenate([part.reshape(WIDTH, WIDTH) for part in (query, key, value)], axis=1)
    return to_qkv, np.eye(WIDTH, dtype=f32)
    # [end parameters]
