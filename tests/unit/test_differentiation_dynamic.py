"""Derivatives of functions with dynamic sizes: compiled once, right for every size."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepdown import ArgumentError, TraceError, checkpoint, grad, jit, jvp, split, vjp
from stepdown.differentiation.partition import POLICIES
from stepdown.frontend import dims

STEP = 1e-5
SIZES = st.integers(0, 9)
EXAMPLES = settings(max_examples=40, deadline=None)
W = np.random.default_rng(2).normal(size=(3, 4)) / 2


def block(x, w):
    """Values of n, n - 1 and 2 n rows, and of n by n; also for n = 0."""
    y = np.tanh(x @ w)
    twice = np.concatenate([y, np.sin(y)[::-1]])
    shifted = np.cumsum(y, axis=0) * np.arange(x.shape[0], like=x)[:, None]
    return twice * np.concatenate([shifted, shifted * 2]), (x @ x.T) * np.sum(y, axis=-1)


def whole(w, x, k, scale):
    twice, square = checkpoint(block)(x, w)
    rows = twice.reshape(2, -1, 4) + k[:, None]
    return np.sum(rows * rows) * scale + np.sum(np.exp(-(square**2))) + np.prod(1 + x / 8)


def drawn(n: int, seed: int) -> tuple:
    rng = np.random.default_rng(seed)
    return W, rng.normal(size=(n, 3)), rng.normal(size=n), 0.5


def check(gradients: tuple, function, arguments: tuple, seed: int) -> None:
    """Beside the central difference of NumPy's values along a random direction."""
    rng = np.random.default_rng(seed + 1)
    along = [rng.normal(size=np.shape(a)) for a in arguments]
    assert [np.shape(g) for g in gradients] == [np.shape(a) for a in arguments]

    def at(step: float) -> float:
        return function(*(a + step * d for a, d in zip(arguments, along, strict=True)))

    slope = (8 * (at(STEP) - at(-STEP)) - (at(2 * STEP) - at(-2 * STEP))) / (12 * STEP)
    found = sum(np.sum(g * d) for g, d in zip(gradients, along, strict=True))
    assert found == pytest.approx(slope, rel=1e-6, abs=1e-6)


@pytest.fixture(scope="module")
def passes() -> dict:
    return {
        policy: split(jit(whole, dynamic={"x": {0: "n"}, "k": {0: "n"}}), range(4), policy=policy)
        for policy in POLICIES
    }


@EXAMPLES
@given(SIZES, st.integers(0, 1000), st.sampled_from(POLICIES))
def test_a_function_that_is_split_has_the_gradient_that_differences_say(passes, n, seed, policy):
    arguments = drawn(n, seed)
    value, kept = passes[policy].forward(*arguments)
    assert value == pytest.approx(whole(*arguments), rel=1e-12)
    check(passes[policy].backward(kept), whole, arguments, seed)
    assert len(passes[policy]._plans) == 1


@pytest.mark.parametrize("n", [0, 1, 6])
def test_it_is_that_of_the_static_sizes(passes, n):
    arguments = drawn(n, n)
    wanted = grad(whole, range(4))(*arguments)
    for policy in POLICIES:
        _, kept = passes[policy].forward(*arguments)
        for ours, theirs in zip(passes[policy].backward(kept, 2.0), wanted, strict=True):
            np.testing.assert_allclose(ours, 2 * theirs, rtol=1e-12, atol=1e-12)


def test_what_is_kept_is_told_by_size_and_counted_by_call(passes):
    marks, every, cut = (passes[p].partition(*drawn(5, 0)) for p in ("marks", "all", "cut"))
    assert str(cut).startswith(f"cut: {len(cut.kept)} values with {cut.bytes} bytes are kept")
    for n in (7, 1, 0):
        arguments = drawn(n, 0)
        sizes = {}
        for policy, found in (("marks", marks), ("all", every), ("cut", cut)):
            _, kept = passes[policy].forward(*arguments)
            made = kept.arrays[len(kept.plan.read) :]
            assert kept.bytes == sum(a.nbytes for a in made)
            assert [a.shape for a in made] == [
                tuple(dims.evaluate(s, {"n": n}) for s in v.type.shape) for v in found.kept
            ]
            sizes[policy] = kept.bytes
        assert sizes["cut"] <= sizes["all"]
    forward, backward = passes["cut"].compile(*drawn(3, 0))
    assert "?x" in forward.optimized
    assert "?x" in backward.optimized


def test_results_and_cotangents_may_be_trees_with_sizes_that_are_computed():
    traced = []

    def f(x, y):
        traced.append(1)
        return {"twice": np.concatenate([x, x * y[1:]]), "sum": np.sum(y), "n": x.shape[0] + 0 * y}

    compiled = jit(f, dynamic={"x": {0: "n"}, "y": (0,)})
    for n in (3, 0, 1):
        x, y = np.arange(n) + 1.0, np.arange(n + 1) + 2.0
        result, pull = vjp(compiled, x, y)
        assert [len(result["twice"]), *result["n"]] == [2 * n, *[n] * (n + 1)]
        c = np.arange(2 * n) - 1.5
        of_x, of_y = pull({"twice": c, "sum": 1.0, "n": None})
        np.testing.assert_array_equal(of_x, c[:n] + c[n:] * y[1:])
        np.testing.assert_array_equal(of_y, [1, *(1 + c[n:] * x)])
        np.testing.assert_array_equal(pull({"n": None, "twice": None, "sum": 1.0})[1], 1)
        tangent = jvp(compiled, (x, y), (x, None))[1]["twice"]
        np.testing.assert_array_equal(tangent, [*x, *(x * y[1:])])
    assert len(traced) == 2  # by vjp once, and by jvp
    _, pull = vjp(compiled, np.ones(2), np.ones(3))
    with pytest.raises(ArgumentError, match=r"cotangent\['twice'\] has size 3 where 2\*n is 4"):
        pull({"twice": np.ones(3), "sum": None, "n": None})
    with pytest.raises(TraceError, match=r"pull: .*\['twice'\] has shape \(\), .* float64\[2\*n\]"):
        pull({"twice": 1.0, "sum": None, "n": None})
    with pytest.raises(TraceError, match=r"jvp: the tangent of y has shape \(1, 2\), .* float64"):
        jvp(compiled, (np.ones(2), np.ones(3)), (None, np.ones((1, 2))))
    with pytest.raises(ArgumentError, match=r"tangents\[1\] has size 2 where y_0 is 3"):
        jvp(compiled, (np.ones(2), np.ones(3)), (None, np.ones(2)))


def test_a_size_that_no_kept_array_has_is_read_from_the_argument_that_has_it():
    passes = split(jit(lambda x: np.sum(x) / x.shape[0], dynamic={"x": (0,)}))
    for n in (4, 1):
        value, kept = passes.forward(np.arange(n) + 1.0)
        assert (value, kept.bytes, len(kept.arrays)) == ((n + 1) / 2, 0, 1)
        np.testing.assert_array_equal(passes.backward(kept), np.full(n, 1 / n))
    with pytest.raises(ArgumentError, match="the size x_0 to be at least 1"):
        split(jit(lambda x: np.sum(x[1:]) + np.max(x), dynamic={"x": (0,)})).forward(np.ones(0))


def test_a_part_of_an_argument_may_have_dynamic_sizes_of_its_own():
    sizes = {"batch['x']": {0: "n"}, "batch['more'][0]": {1: "n"}}

    def f(batch, w):
        return np.sum(batch["x"] * batch["more"][0] @ batch["x"] * w)

    compiled = jit(f, dynamic=sizes)
    assert list(compiled.dynamic_axes("batch['x'].w", "batch")) == [0]
    assert not compiled.dynamic_axes("batch['xs']", "batch")
    passes = split(compiled)
    for n in (3, 1):
        batch = {"x": np.arange(n) + 1.0, "more": [np.ones((n, n))[:1], None]}
        _, kept = passes.forward(batch, 2.0)
        found, wanted = passes.backward(kept), grad(f)(batch, 2.0)
        np.testing.assert_allclose(found["x"], wanted["x"])
        np.testing.assert_allclose(found["more"][0], wanted["more"][0])
    assert len(passes._plans) == 1
    with pytest.raises(ArgumentError, match=r"there is no batch\['z'\] in batch\['x'\]"):
        jit(lambda batch: batch["x"], dynamic={"batch['z']": (0,)})({"x": np.ones(2)})
    with pytest.raises(ArgumentError, match="there is no argument 'other'"):
        jit(lambda batch: batch["x"], dynamic={"other['x']": (0,)})
