"""Random programs, differentiated both ways: the two agree, and agree with finite differences."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from test_stepdown_properties import _run, programs

from stepdown import jit, jvp, vjp

STEP = 1e-5
EXAMPLES = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(EXAMPLES, max_examples=300)


def _check(program, seed: int) -> None:
    arguments, steps, outputs, values = program
    with np.errstate(all="ignore"):
        largest = max((float(np.abs(v).max()) for v in values if v.size), default=0.0)
    assume(largest < 1e4)
    rng = np.random.default_rng(seed)
    directions = [rng.normal(size=a.shape) for a in arguments]
    cotangents = [rng.normal(size=values[place].shape) for place in outputs]

    def function(*given):
        return tuple(_run(given, steps, outputs))

    @jit
    def derivatives(arguments, directions, cotangents):
        tangents = jvp(function, tuple(arguments), tuple(directions))[1]
        return tangents, vjp(function, *arguments)[1](tuple(cotangents))

    tangents, pulled = derivatives(arguments, directions, cotangents)
    forwards = sum(np.vdot(c, t) for c, t in zip(cotangents, tangents, strict=True))
    backwards = sum(np.vdot(p, d) for p, d in zip(pulled, directions, strict=True))
    if not np.isfinite([forwards, backwards]).all():
        return  # at a root of zero, whose slope is infinite
    scale = sum(float(np.abs(c * t).sum()) for c, t in zip(cotangents, tangents, strict=True))
    assert backwards == pytest.approx(forwards, rel=1e-9, abs=1e-10 * (1 + scale))

    def at(width):
        moved = [a + width * d for a, d in zip(arguments, directions, strict=True)]
        with np.errstate(all="ignore"):
            return [np.asarray(y) for y in _run(moved, steps, outputs)]

    # Where a function has a kink or a step, the differences to either side are not the same.
    for tangent, before, here, after in zip(tangents, at(-STEP), at(0), at(STEP), strict=True):
        left, right = (here - before) / STEP, (after - here) / STEP
        middle = (left + right) / 2
        smooth = np.abs(right - left) <= 1e-2 * (1 + np.abs(middle))
        close = np.abs(tangent - middle) <= 1e-3 * (1 + np.abs(middle))
        assert (close | ~smooth).all()
        found.append(smooth.mean() if smooth.size else 1.0)


found: list[float] = []  # how much of each result was smooth


@given(programs(dtypes=("float64",)))
@EXAMPLES
def test_a_random_program_has_the_same_derivative_both_ways_and_by_differences(program):
    _check(program, 0)


def test_most_of_what_was_compared_was_smooth():
    assert not found or np.mean(found) > 0.5


@pytest.mark.slow
@given(programs(dtypes=("float64",)))
@MANY
def test_many_random_programs_have_the_same_derivative_both_ways_and_by_differences(program):
    _check(program, 1)
