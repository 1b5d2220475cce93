"""The rules of differentiation, one a primitive: against finite differences, and both directions
against each other."""

import numpy as np
import pytest
from differentiation import CASES, ELSEWHERE, FLAT, STEP, Case, both_ways

from stepdown import grad, jit, jvp
from stepdown.primitives import TABLE
from stepdown.primitives.derivatives import CONSTANT

NAMES = sorted(CASES)
CHUNKS = [NAMES[n : n + 8] for n in range(0, len(NAMES), 8)]


def _check(names: list[str], seed: int) -> None:
    cases = [(name, case) for name in names for case in CASES[name]]
    primitives = both_ways([case for _, case in cases], np.random.default_rng(seed))
    for (name, _), found in zip(cases, primitives, strict=True):
        assert name in found


def test_every_primitive_has_a_rule_that_a_test_holds_or_says_that_it_has_no_derivative():
    flat = {name for name, primitive in TABLE.items() if primitive.derivative is CONSTANT}
    assert flat == FLAT
    assert set(TABLE) == set(CASES) | FLAT | ELSEWHERE
    assert [name for name, primitive in TABLE.items() if primitive.derivative is None] == []


@pytest.mark.parametrize("names", CHUNKS, ids=lambda names: f"{names[0]}-to-{names[-1]}")
def test_the_derivative_of_each_primitive_is_the_finite_difference_in_both_directions(names):
    _check(names, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_that_is_so_for_arrays_of_other_shapes(seed):
    for names in CHUNKS:
        _check(names, seed)


def _defined(case: Case, given: list) -> bool:
    """Whether NumPy itself has a result for arguments of these shapes."""
    try:
        case.by_numpy(*given)
    except (ValueError, IndexError):
        return False
    return True


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
def test_that_is_so_for_arrays_of_no_elements_and_of_one(seed):
    rng = np.random.default_rng(seed)
    every = [case for name in NAMES for case in CASES[name]]
    drawn = [(case, case.arguments(rng, sizes=(0, 1))) for case in every]
    drawn = [(case, given) for case, given in drawn if _defined(case, given)]
    both_ways([case for case, _ in drawn], rng, [given for _, given in drawn])
    assert len(drawn) > 0.7 * len(every)
    assert sum(any(0 in a.shape for a in given) for _, given in drawn) > 0.3 * len(every)


# Second derivatives ------------------------------------------------------------------------------


def _second(cases: list[Case], rng: np.random.Generator) -> None:
    """The Hessian of sum(c * f(x)) times a vector: by forward mode over reverse mode, reverse over
    reverse and reverse over forward, beside the difference of the compiled gradient."""
    arguments = [case.arguments(rng) for case in cases]
    directions = [[rng.normal(size=a.shape) for a in given] for given in arguments]
    weights = [
        [rng.normal(size=np.shape(r)) for r in case.by_numpy(*given)]
        for case, given in zip(cases, arguments, strict=True)
    ]

    def one(case, given, along, weight):
        numbers = tuple(range(len(given)))

        def number(*x):
            return np.sum(case.function(*x) * weight[0])

        def dot(found):
            return sum(np.sum(g * v) for g, v in zip(found, along, strict=True))

        gradient = grad(number, numbers)
        return (
            gradient(*given),
            jvp(gradient, tuple(given), tuple(along))[1],
            grad(lambda *x: dot(gradient(*x)), numbers)(*given),
            grad(lambda *x: jvp(number, x, tuple(along))[1], numbers)(*given),
        )

    compiled = jit(lambda *lists: list(map(one, cases, *lists)))

    def gradients(step: float) -> list[np.ndarray]:
        moved = [
            [a + step * d for a, d in zip(*both, strict=True)]
            for both in zip(arguments, directions, strict=True)
        ]
        return [found[0] for found in compiled(moved, directions, weights)]

    steps = [gradients(n * STEP) for n in (-2, -1, 1, 2)]
    found = compiled(arguments, directions, weights)
    for n, (_, *ways) in enumerate(found):
        for k in range(len(arguments[n])):
            a, b, c, d = (step[n][k] for step in steps)
            wanted = (a - 8.0 * b + 8.0 * c - d) / (12.0 * STEP)
            for way in ways:
                np.testing.assert_allclose(way[k], wanted, rtol=2e-7, atol=2e-7)


@pytest.mark.slow
@pytest.mark.parametrize("names", CHUNKS, ids=lambda names: f"{names[0]}-to-{names[-1]}")
def test_second_derivatives_agree_by_three_ways_and_with_differences(names):
    _second([case for name in names for case in CASES[name]], np.random.default_rng(5))


def test_second_derivatives_of_what_networks_are_made_of_agree_by_three_ways():
    names = ("contract", "tanh", "exp", "divide", "max", "take", "concatenate", "slice")
    _second([CASES[name][0] for name in names], np.random.default_rng(6))
