"""Text as numbers, one a character, cut at random places into batches; and text made by a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Characters:
    """A text, of which the last tenth is kept for validation. `alphabet` are its characters in
    order; a number is a place in it."""

    text: str

    @cached_property
    def alphabet(self) -> str:
        return "".join(sorted(set(self.text)))

    def encode(self, text: str) -> np.ndarray:
        """Raises ValueError for a character that the text does not have."""
        place = {character: n for n, character in enumerate(self.alphabet)}
        unknown = sorted(set(text) - set(place))
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not in the text that the model is of")
        return np.array([place[character] for character in text], np.int64)

    def decode(self, ids: np.ndarray) -> str:
        return "".join(self.alphabet[n] for n in ids)

    @cached_property
    def parts(self) -> tuple[np.ndarray, np.ndarray]:
        """What is trained with, and what is kept for validation."""
        ids = self.encode(self.text)
        cut = len(ids) * 9 // 10
        return ids[:cut], ids[cut:]


# [region batch]
def batch(
    ids: np.ndarray, count: int, length: int, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Two (count, length) arrays, from random places: the characters there, and to each of them
    the next one. Raises ValueError for a text that is too short for one."""
    if len(ids) <= length:
        raise ValueError(f"a text of {len(ids)} characters has no piece of {length} and the next")
    starts = generator.integers(0, len(ids) - length, count)
    pieces = ids[starts[:, None] + np.arange(length + 1)]
    return np.ascontiguousarray(pieces[:, :-1]), np.ascontiguousarray(pieces[:, 1:])
    # [end batch]


# [region sample]
def sample(
    scores: Callable, start: np.ndarray, length: int, generator: np.random.Generator,
    temperature: float = 0.8,
) -> Iterator[int]:  # fmt: skip
    """Characters without end, each drawn by its score after those before it.

    `scores(ids)` takes `length` ids to the (length, alphabet) scores of what follows each. What
    stands behind the text cannot change what it says of the text: the window is filled up with
    zeros, and compiled once.
    """
    ids = list(start)
    while True:
        window = np.zeros(length, np.int64)
        seen = ids[-length:]
        window[: len(seen)] = seen
        row = scores(window)[len(seen) - 1].astype(np.float64) / temperature
        weights = np.exp(row - row.max())
        ids.append(int(generator.choice(len(row), p=weights / weights.sum())))
        yield ids[-1]
        # [end sample]
