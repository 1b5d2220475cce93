"""The maximum that a softmax takes off: no derivative goes through it where the result does not
depend on it, and one does everywhere else."""

import numpy as np
import pytest
from differentiation import STEP

from stepdown import grad, jit, jvp
from stepdown.kernels import attention, log_softmax, softmax

RNG = np.random.default_rng(1)
W = RNG.normal(size=(3, 5))
IDS = np.array([1, 4, 0])


def shifted(x, axis=-1):
    return x - np.max(x, axis=axis, keepdims=True)


def share(e, axis=-1):
    return e / e.sum(axis, keepdims=True)


def logsumexp(x):
    largest = np.max(x, axis=-1)
    return largest + np.log(np.sum(np.exp(x - largest[:, None]), axis=-1))


def cross_entropy(x, own):
    """By the scores less their maximum, one of which is picked in each row."""
    s = shifted(x)
    return np.mean(np.log(np.sum(np.exp(s), -1)) - own(s))


def rows(x):
    """The numbers of the rows, in the form that x takes."""
    return np.arange(3, like=x)


WITHOUT = {
    "softmax": lambda x: np.sum(softmax(x) * W),
    "log_softmax": lambda x: np.sum(log_softmax(x) * W),
    "logsumexp": lambda x: np.sum(logsumexp(x) * W[:, 0]),
    "scaled before": lambda x: np.sum(softmax(x * 0.3) * W),
    "scaled inside": lambda x: np.sum(share(np.exp(shifted(x) / 0.7)) * W),
    "along the first axis": lambda x: np.sum(share(np.exp(x - x.max(0)), 0) * W),
    "over all": lambda x: np.sum(np.exp(x - x.max()) / np.exp(x - x.max()).sum() * W),
    "masked": lambda x: np.sum(softmax(np.where(W > -1, x, -np.inf)) * W),
    "masked after": lambda x: np.sum(share(np.where(W > -1, np.exp(shifted(x)), 0)) * W),
    "by the inverse": lambda x: np.sum(np.exp(shifted(x)) * (1 / np.exp(shifted(x)).sum(-1)[:, None]) * W),  # noqa: E501
    "by a minimum": lambda x: np.sum(share(np.exp(-(x - x.min(-1, keepdims=True)))) * W),
    "target by take": lambda x: cross_entropy(
        x, lambda s: np.take_along_axis(s, IDS[:, None], -1)[:, 0]),
    "target by index": lambda x: cross_entropy(x, lambda s: s[rows(s), np.asarray(IDS, like=s)]),
    "attention": lambda x: np.sum(attention(x, np.tile(W.T, 5) / 4, W.T @ W / 4, 1)),
    "three axes": lambda x: np.sum(softmax(x[:, None] * x[None]) * W),
}  # fmt: skip
WITH = {
    "the maximum itself": lambda x: np.sum(np.max(x, -1) * W[:, 0]),
    "what is left": lambda x: np.sum(shifted(x) * W),
    "not divided": lambda x: np.sum(np.exp(shifted(x)) * W),
    "a softmax and the maximum": lambda x: np.sum(softmax(x) * W) + np.max(x),
    "divided by the maximum": lambda x: np.sum((x + 9) / np.max(x + 9, -1, keepdims=True) * W),
    "summed along the other axis": lambda x: np.sum(share(np.exp(shifted(x)), 0) * W),
    "taken off along the other axis": lambda x: np.sum(
        share(np.exp(x[:, :3] - x[:, :3].max(-1))) * W[:, :3]),
    "with one more": lambda x: np.sum(np.exp(shifted(x)) / (1 + np.exp(shifted(x)).sum(-1)[:, None]) * W),  # noqa: E501
    "masked by ones": lambda x: np.sum(share(np.where(W > 0, np.exp(shifted(x)), 1)) * W),
    "another row's target": lambda x: cross_entropy(
        x, lambda s: s[2 - rows(s), np.asarray(IDS, like=s)]),
    "a target for all rows": lambda x: cross_entropy(x, lambda s: s[IDS % 3, IDS]),
    "squared": lambda x: np.sum(softmax(x) ** 2 * np.exp(shifted(x))),
}  # fmt: skip


@pytest.fixture(scope="module")
def derived():
    """Both directions of each function at an argument of its own, and the comparisons made."""
    functions = WITHOUT | WITH
    xs = [RNG.normal(size=(3, 5)) for _ in functions]
    along = [RNG.normal(size=(3, 5)) for _ in functions]
    compared = {}

    @jit
    def both(xs, along):
        found = []
        for (name, function), x, d in zip(functions.items(), xs, along, strict=True):
            before = len(x.graph.values)
            found.append((grad(function)(x), jvp(function, (x,), (d,))[1]))
            made = x.graph.values[before:]
            compared[name] = any(str(v.primitive) == "equal" for v in made)
        return found

    found = dict(zip(functions, both(xs, along), strict=True))
    at = dict(zip(functions, zip(xs, along, strict=True), strict=True))
    return found, at, compared


@pytest.mark.parametrize("name", WITHOUT | WITH)
def test_its_derivative_is_the_finite_difference_both_ways(derived, name):
    found, at, _ = derived
    (x, d), (gradient, tangent) = at[name], found[name]
    function = (WITHOUT | WITH)[name]
    values = [function(x + n * STEP * d) for n in (-2, -1, 1, 2)]
    wanted = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * STEP)
    assert np.vdot(gradient, d) == pytest.approx(wanted, rel=1e-8, abs=1e-9)
    assert tangent == pytest.approx(wanted, rel=1e-8, abs=1e-9)


def test_a_maximum_is_gone_through_only_where_the_result_depends_on_it(derived):
    compared = derived[2]
    assert {name for name, seen in compared.items() if seen} == set(WITH)


def test_the_derivative_of_the_gradient_does_not_go_through_it_either():
    names = []

    def gradient(x):
        return grad(lambda x: np.sum(softmax(x) * W))(x)

    @jit
    def twice(x, d):
        found = grad(lambda x: np.sum(gradient(x) * d))(x)
        names.extend(str(v.primitive) for v in x.graph.values)
        return found, gradient(x + STEP * d), gradient(x - STEP * d)

    x, d = RNG.normal(size=(2, 3, 5))
    found, after, before = twice(x, d)
    np.testing.assert_allclose(found, (after - before) / (2 * STEP), atol=1e-6)
    assert "equal" not in names


def test_a_row_of_infinities_or_nan_keeps_the_gradient_that_it_had():
    x = np.array([[-np.inf] * 3, [0.0, -np.inf, 1.0], [np.nan, 0.0, 1.0]])
    found = grad(lambda x: np.sum(softmax(x)[:, 2]))(x)
    assert np.isnan(found[[0, 2]]).all()
    p = np.exp(1) / (1 + np.exp(1))
    np.testing.assert_allclose(found[1], [-p * (1 - p), 0, p * (1 - p)], rtol=1e-14)
