"""Which token comes next, of the scores of all: the best one, or one drawn at random.

The scores are divided by a temperature; then all but the `top_k` best are out; then all but the
best that together have the probability `top_p`; one of what is left is drawn by its probability.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .errors import CheckpointError, SamplingError

ENOUGH = 1024  # of the best scores: they mostly have `top_p` between them
BLOCK = 256


@dataclass(frozen=True)
class Sampling:
    """How to choose. Temperature 0 is the best token always; `top_k` and `top_p` None are all.

    SamplingError for what is no such number: a temperature of 0 or more, a `top_k` of at least 1,
    a `top_p` above 0 and at most 1, a seed of 0 or more.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not _is_number(self.temperature) or not 0 <= self.temperature < math.inf:
            raise SamplingError(
                f"the temperature is a finite number of 0 or more; got {self.temperature!r}"
            )
        if self.top_k is not None and not (_is_whole(self.top_k) and self.top_k >= 1):
            raise SamplingError(f"top_k is a whole number of at least 1; got {self.top_k!r}")
        if self.top_p is not None and not (_is_number(self.top_p) and 0 < self.top_p <= 1):
            raise SamplingError(f"top_p is above 0 and at most 1; got {self.top_p!r}")
        if not _is_whole(self.seed) or self.seed < 0:
            raise SamplingError(f"a seed is a whole number of at least 0; got {self.seed!r}")

    @property
    def greedy(self) -> bool:
        return float(np.float32(self.temperature)) == 0  # what the scores would be divided by

    def generators(self, texts: int) -> list[np.random.Generator]:
        """A source of randomness for each text: what one draws does not hang on the others."""
        return [np.random.default_rng((self.seed, number)) for number in range(texts)]


def choose(scores: np.ndarray, sampling: Sampling, generator: np.random.Generator) -> int:
    """The next token by the scores of all, (vocabulary,) float32.

    CheckpointError where they are not numbers.
    """
    best = int(scores.argmax())
    if not math.isfinite(scores[best]):  # argmax finds NaN, too
        raise CheckpointError(
            "the scores of the next token are not finite: the checkpoint holds numbers that are "
            "not, or so large ones that float32 overflows"
        )
    if sampling.greedy or sampling.top_k == 1:
        return best
    # [region choose]
    places, greatest = None, scores[best]
    if sampling.top_k is not None and sampling.top_k < len(scores):
        least = np.partition(scores, len(scores) - sampling.top_k)[len(scores) - sampling.top_k]
        places = np.flatnonzero(_at_least(scores, least, sampling.top_k))
        scores = scores[places]
    with np.errstate(over="ignore"):  # by a tiny temperature -inf, whose exp is 0
        shares = np.exp((scores - greatest) / np.float32(sampling.temperature))
    if sampling.top_p is not None:
        shares *= _nucleus(shares, sampling.top_p)
    # The token whose part of the line from 0 to the sum the point falls into.
    point = generator.random() * shares.sum(dtype=np.float64)
    place = _crossing(shares, point, "right")
    return place if places is None else int(places[place])
    # [end choose]


def _at_least(values: np.ndarray, least: float, count: int) -> np.ndarray:
    """Whether each is one of the `count` largest, whose least one is known; of equal ones the first
    are."""
    chosen = values >= least
    surplus = int(np.count_nonzero(chosen)) - count
    if surplus:
        chosen[np.flatnonzero(values == least)[-surplus:]] = False
    return chosen


def _nucleus(shares: np.ndarray, top_p: float) -> np.ndarray:
    """Whether each is one of the fewest that have `top_p` of the sum of all shares.

    The largest share is 1, so that there are at least as many of them as the sum that they have.
    """
    wanted = top_p * shares.sum(dtype=np.float64)
    largest = shares
    if wanted < ENOUGH < len(shares):
        largest = np.partition(shares, len(shares) - ENOUGH)[-ENOUGH:]
        if largest.sum(dtype=np.float64) < wanted:
            largest = shares
    largest = np.sort(largest)[::-1]
    needed = _crossing(largest, wanted, "left")
    return _at_least(shares, largest[needed], needed + 1)


def _crossing(shares: np.ndarray, point: float, side: str) -> int:
    """Where the running sum reaches the point ("left") or gets beyond it ("right").

    Sums of blocks first: NumPy's cumsum of 50,000 numbers takes half a millisecond.
    """
    sums = np.add.reduceat(shares, np.arange(0, len(shares), BLOCK), dtype=np.float64).cumsum()
    block = min(int(sums.searchsorted(point, side)), len(sums) - 1)
    before = sums[block - 1] if block else 0.0
    inside = shares[block * BLOCK :][:BLOCK].astype(np.float64).cumsum()
    place = int(inside.searchsorted(point - before, side))
    return block * BLOCK + min(place, len(inside) - 1)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


GREEDY = Sampling(temperature=0.0)
