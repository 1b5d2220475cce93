"""A training step computes cheap values again that its backward pass would read from memory."""

import numpy as np
import pytest

from stepdown import jit, value_and_grad
from stepdown.differentiation.recompute import recomputed
from stepdown.execution import leaves
from stepdown.frontend import trace
from stepdown.gpt2 import model
from stepdown.lowering import fuse

F32 = np.float32
RNG = np.random.default_rng(3)
W = {"up": RNG.normal(size=(16, 64)).astype(F32) / 4, "down": RNG.normal(size=(64, 16)).astype(F32)}
X = RNG.normal(size=(48, 16)).astype(F32)


def loss(w, x):
    """A GELU between products, and a causal softmax between products."""
    x = x + model.gelu(x @ w["up"]) @ w["down"]
    mixed = model.softmax(model.causal(x @ x.T)) @ x
    return np.mean(mixed * mixed)


def kept(w, x):
    return value_and_grad(loss)(w, x)


def again(w, x):
    value, gradient = value_and_grad(loss)(w, x)
    return value, recomputed(value, gradient)


@pytest.fixture(scope="module")
def both():
    return jit(kept).compile(W, X), jit(again).compile(W, X)


def written(compiled):
    """The values that are written to memory: those that leave their loops."""
    groups = fuse.groups(compiled.graph)
    left = fuse.kept(groups, compiled.graph)
    return [v for group in groups for v in group.values if id(v) in left]


def test_the_numbers_are_the_same_to_the_last_bit(both):
    (value, gradient), (value_again, gradient_again) = (compiled(W, X) for compiled in both)
    assert value == value_again
    for name, found in gradient.items():
        np.testing.assert_array_equal(gradient_again[name], found)


def test_of_a_gelu_only_the_operands_and_results_of_products_are_written(both):
    shapes = [[v.primitive.name for v in written(c) if v.type.shape == (48, 64)] for c in both]
    assert len(shapes[0]) > 4
    # x @ up, the product's operand gelu(x @ up), and their cotangents.
    assert sorted(shapes[1]) == ["add", "contract", "contract", "multiply"]


def test_of_a_softmax_the_scores_and_the_weights_are_written_and_two_numbers_a_row(both):
    names = [v.primitive.name for v in written(both[1]) if v.type.shape == (48, 48)]
    # x @ x.T, the product's operand, and their cotangents; no exponential, no mask.
    assert sorted(names) == ["contract", "contract", "divide", "where"]
    rows = [v.primitive.name for v in written(both[1]) if v.type.shape == (48,)]
    assert sorted(rows) == ["max", "sum"]


def test_what_is_computed_again_shares_no_loops_with_the_forward_pass_and_comes_after_it(both):
    groups = fuse.groups(both[1].graph)
    for group in groups:
        assert len({v.stage for v in group.values}) == 1
    stages = [group.stage for group in groups]
    assert stages == sorted(stages)
    assert {0, 1} == set(stages)


def test_no_value_is_computed_again_where_nothing_may_be_spent(both):
    def strict(w, x):
        value, gradient = value_and_grad(loss)(w, x)
        return value, recomputed(value, gradient, most=0)

    graph = jit(strict).compile(W, X).graph
    names = [v.primitive.name for v in graph.used()]
    assert names.count("tanh") == 1
    assert [v.primitive.name for v in both[1].graph.used()].count("tanh") == 2


def test_a_chain_of_thousands_of_values_is_no_recursion():
    def long(x):
        y = x
        for _ in range(2000):
            y = y + 1.0
        return np.sum(y * y)

    def step(x):
        value, gradient = value_and_grad(long)(x)
        return value, recomputed(value, gradient)

    function = jit(step)
    graph, _ = trace.trace(function, leaves.Call(function, (X[:2, :2],), {}))
    assert len(graph.used()) > 2000


def test_groups_come_in_the_order_of_their_last_values():
    """A value that is needed late, and nowhere before, is not computed early."""

    def late(x, y):
        early = np.sum(x @ y, axis=0)
        second = np.sum((y + 1.0) @ x, axis=0)
        return early, second

    a = RNG.normal(size=(8, 8)).astype(F32)
    graph = jit(late).compile(a, a).graph
    order = {id(v): n for n, v in enumerate(graph.values)}
    last = [order[id(group.values[-1])] for group in fuse.groups(graph)]
    assert last == sorted(last)


def test_the_maximum_of_a_choice_is_taken_of_what_is_stored():
    """LLVM does not vectorise the maximum of a choice with -inf that is nowhere else."""
    text = jit(lambda x: model.softmax(model.causal(x))).compile(np.zeros((32, 32), F32)).optimized
    maxima = text[: text.index("arith.maximumf")]
    body = maxima[maxima.rindex("linalg.generic") :]
    assert "arith.select" in body
    after = text[text.index("arith.maximumf") :]
    yielded = after[after.index("linalg.yield") :].splitlines()[0]
    assert yielded.endswith(" : f32, f32")  # the choice, and the maximum
