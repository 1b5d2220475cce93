"""Choosing the next token: against a plain reference, by distribution, and what is refused."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepdown import gpt2
from stepdown.gpt2.sampling import BLOCK, ENOUGH


def plain(scores: np.ndarray, sampling: gpt2.Sampling) -> np.ndarray:
    """The probability of each token in float64, from the definition, one token after the other."""
    order = sorted(range(len(scores)), key=lambda n: (-scores[n], n))
    if sampling.temperature == 0:
        order = order[:1]
    if sampling.top_k is not None:
        order = order[: sampling.top_k]
    highest = float(scores[order[0]])
    scale = sampling.temperature or 1.0
    shares = [math.exp((float(scores[n]) - highest) / scale) for n in order]
    if sampling.top_p is not None:
        count, sums = 0, 0.0
        while sums < sampling.top_p * sum(shares):
            sums += shares[count]
            count += 1
        order, shares = order[:count], shares[:count]
    found = np.zeros(len(scores))
    found[order] = np.array(shares) / sum(shares)
    return found


class At:
    """A generator whose next number is known."""

    def __init__(self, point: float) -> None:
        self.point = point

    def random(self) -> float:
        return self.point


def drawn(scores: np.ndarray, sampling: gpt2.Sampling, points: np.ndarray) -> list[int]:
    return [gpt2.choose(scores, sampling, At(float(point))) for point in points]


SOME = [
    gpt2.Sampling(),
    gpt2.Sampling(temperature=0.7),
    gpt2.Sampling(temperature=2.0, top_k=5),
    gpt2.Sampling(top_p=0.9),
    gpt2.Sampling(temperature=0.5, top_k=20, top_p=0.8),
    gpt2.Sampling(top_k=1),
    gpt2.Sampling(top_p=1e-9),
    gpt2.GREEDY,
]


@pytest.mark.parametrize("sampling", SOME, ids=str)
@pytest.mark.parametrize("spread", [0.1, 1.0, 6.0])
@pytest.mark.parametrize("size", [1, 2, 40, 3 * BLOCK + 1, 2 * ENOUGH + 7])
def test_each_token_takes_its_probability_of_the_line(sampling, spread, size):
    # The points at equal distances hit each token as often as its probability says, give or take
    # one at each end; float32 may move an end by a few points.
    scores = (np.random.default_rng(size).standard_normal(size) * spread).astype(np.float32)
    wanted, points = plain(scores, sampling), (np.arange(800) + 0.5) / 800
    hits = np.bincount(drawn(scores, sampling, points), minlength=size) / 800
    assert np.abs(hits - wanted).max() <= 1.01 / 800 + 1e-5
    certain = wanted > 3 / 800
    assert (hits[certain] > 0).all()
    assert not hits[wanted == 0].any()


@given(
    st.lists(st.sampled_from([-2.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=30),
    st.integers(1, 31),
    st.floats(0.0, 1.0, exclude_max=True),
)
@settings(max_examples=200, deadline=None)
def test_of_equal_scores_the_first_are_the_best(values, top_k, point):
    scores = np.array(values, np.float32)
    sampling = gpt2.Sampling(top_k=top_k)
    allowed = np.flatnonzero(plain(scores, sampling))
    assert gpt2.choose(scores, sampling, At(point)) in allowed
    assert gpt2.choose(scores, sampling, At(0.0)) == allowed[0]
    assert gpt2.choose(scores, sampling, At(1 - 2**-53)) == allowed[-1]


def test_the_nucleus_is_the_fewest_tokens_that_have_enough():
    scores = np.log(np.array([0.1, 0.5, 0.05, 0.25, 0.1], np.float32))
    of = {0.4: {1}, 0.6: {1, 3}, 0.8: {0, 1, 3}, 0.9: {0, 1, 3, 4}, 1: {0, 1, 2, 3, 4}}
    for top_p, kept in of.items():
        points = np.linspace(0, 1, 500, endpoint=False)
        assert set(drawn(scores, gpt2.Sampling(top_p=top_p), points)) == kept


def test_draws_follow_the_probabilities():
    # Pearson's statistic of 20,000 draws: with 59 degrees of freedom it is above 100 once in 1,500.
    scores = np.random.default_rng(5).standard_normal(60).astype(np.float32)
    sampling = gpt2.Sampling(temperature=1.3)
    draw = np.random.default_rng(1)
    hits = np.bincount([gpt2.choose(scores, sampling, draw) for _ in range(20_000)], minlength=60)
    wanted = plain(scores, sampling) * 20_000
    assert ((hits - wanted) ** 2 / wanted).sum() < 100


def test_a_seed_gives_the_same_draws_and_another_seed_others():
    scores = np.random.default_rng(5).standard_normal(1000).astype(np.float32)

    def draws(seed: int, text: int = 0) -> list[int]:
        sampling = gpt2.Sampling(seed=seed)
        draw = sampling.generators(text + 1)[text]
        return [gpt2.choose(scores, sampling, draw) for _ in range(20)]

    assert draws(3) == draws(3)
    assert draws(3) != draws(4)
    assert draws(3, text=1) != draws(3)


def test_a_small_temperature_is_close_to_greedy_and_does_not_overflow():
    scores = np.array([1e4, -1e4, 1e4 - 1, 0], np.float32)
    sampling = gpt2.Sampling(temperature=1e-30)
    assert set(drawn(scores, sampling, np.linspace(0, 1, 50, endpoint=False))) == {0}


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("sampling", [gpt2.GREEDY, gpt2.Sampling(top_k=3)], ids=str)
def test_scores_that_are_no_numbers_are_an_error_not_a_token(bad, sampling):
    scores = np.zeros(100, np.float32)
    scores[40] = bad
    with pytest.raises(gpt2.CheckpointError, match="scores of the next token are not finite"):
        gpt2.choose(scores, sampling, np.random.default_rng(0))


def test_scores_of_minus_infinity_are_never_drawn():
    scores = np.full(10, -np.inf, np.float32)
    scores[[2, 5]] = 0.0, 1.0
    for sampling in SOME:
        assert set(drawn(scores, sampling, np.linspace(0, 1, 99, endpoint=False))) <= {2, 5}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"temperature": -0.1}, "temperature is a finite number of 0 or more; got -0.1"),
        ({"temperature": math.nan}, "temperature is a finite number of 0 or more; got nan"),
        ({"temperature": math.inf}, "temperature is a finite number of 0 or more; got inf"),
        ({"temperature": "warm"}, "temperature is a finite number of 0 or more; got 'warm'"),
        ({"top_k": 0}, "top_k is a whole number of at least 1; got 0"),
        ({"top_k": 2.5}, "top_k is a whole number of at least 1; got 2.5"),
        ({"top_k": True}, "top_k is a whole number of at least 1; got True"),
        ({"top_p": 0.0}, "top_p is above 0 and at most 1; got 0.0"),
        ({"top_p": 1.1}, "top_p is above 0 and at most 1; got 1.1"),
        ({"top_p": math.nan}, "top_p is above 0 and at most 1; got nan"),
        ({"seed": -1}, "a seed is a whole number of at least 0; got -1"),
        ({"seed": 0.5}, "a seed is a whole number of at least 0; got 0.5"),
    ],
)
def test_what_is_no_parameter_is_refused(wrong, message):
    with pytest.raises(gpt2.SamplingError, match=message):
        gpt2.Sampling(**wrong)


def by_sorting(scores, sampling, draw):
    """The same choice as it is mostly written: all scores sorted, and all their shares summed."""
    order = np.argsort(-scores)[: sampling.top_k]
    shares = np.exp((scores[order] - scores[order[0]]) / sampling.temperature)
    sums = np.cumsum(shares, dtype=np.float64)
    if sampling.top_p is not None:
        sums = sums[: np.searchsorted(sums, sampling.top_p * sums[-1]) + 1]
    return int(order[np.searchsorted(sums, draw.random() * sums[-1], "right")])


@pytest.mark.slow
@pytest.mark.parametrize(
    "sampling",
    [gpt2.Sampling(), gpt2.Sampling(0.8, 50), gpt2.Sampling(0.8, 50, 0.9),
     gpt2.Sampling(0.8, None, 0.9)],
    ids=str,
)  # fmt: skip
def test_a_choice_costs_less_than_half_of_sorting_all_scores(sampling):
    scores = (np.random.default_rng(0).standard_normal(50257) * 3).astype(np.float32)
    ways = {gpt2.choose: [], by_sorting: []}
    for number in range(100):
        for choose, times in ways.items():
            start = time.perf_counter()
            choose(scores, sampling, np.random.default_rng(number))
            times.append(time.perf_counter() - start)
    ours, sorted_ = (np.median(times) for times in ways.values())
    assert ours < sorted_ / 2


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("temperature", [1e-50, 1e-45, 1e-40])
def test_a_tiny_temperature_takes_the_best(temperature):
    scores = np.array([0.0, 3.0, -2.0, 2.9], np.float32)
    assert gpt2.choose(scores, gpt2.Sampling(temperature), np.random.default_rng(0)) == 1
