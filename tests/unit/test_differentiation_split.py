"""A function and its gradient, compiled apart: what is kept, what is computed again."""

import numpy as np
import pytest

from stepdown import (
    ArgumentError,
    TraceError,
    checkpoint,
    jit,
    split,
    stop_gradient,
    value_and_grad,
)
from stepdown.differentiation.partition import POLICIES

F32 = np.float32
RNG = np.random.default_rng(8)
X = RNG.normal(size=(16, 8)).astype(F32)
W = {"in": RNG.normal(size=(8, 24)).astype(F32) / 3, "out": RNG.normal(size=(8, 8)).astype(F32)}
IDS = np.array([0, 3, 3, 5] * 4)


def layer(x, w):
    """Attention of a kind, with a gate: products, row reductions and elementwise chains."""
    q, k, v = np.split(x @ w["in"], 3, axis=-1)
    scores = q @ k.T / 8**0.5
    e = np.exp(scores - stop_gradient(scores.max(-1, keepdims=True)))
    mixed = (e / e.sum(-1, keepdims=True)) @ v
    return x + np.tanh(mixed) * np.sin(mixed) @ w["out"]


def loss(w, x, ids=IDS):
    x = layer(x, w)
    centred = x - x.mean(-1, keepdims=True)
    chosen = np.take_along_axis(centred, np.asarray(ids, like=x)[:, None], -1)
    return np.mean(chosen) + np.mean(np.maximum(centred, 0.1) ** 2)


def marked(w, x):
    for _ in range(2):
        x = checkpoint(layer)(x, w)
    return np.mean(x * x)


SLOW = [pytest.param(policy, marks=pytest.mark.slow) for policy in POLICIES if policy != "cut"]


@pytest.mark.parametrize("policy", ["cut", *SLOW])
def test_both_passes_give_what_one_function_gives(policy):
    value, gradients = value_and_grad(loss, argnums=(0, 1))(W, X)
    passes = split(loss, argnums=(0, 1), policy=policy)
    result, kept = passes.forward(W, X)
    assert result == pytest.approx(value, rel=1e-6)
    ours, of_x = passes.backward(kept)
    for name, wanted in gradients[0].items():
        np.testing.assert_allclose(ours[name], wanted, rtol=2e-5, atol=1e-6)
    np.testing.assert_allclose(of_x, gradients[1], rtol=2e-5, atol=1e-6)
    # Again, with twice the cotangent.
    np.testing.assert_allclose(passes.backward(kept, 2.0)[1], 2 * of_x, rtol=1e-5, atol=1e-6)


def test_a_cut_keeps_the_fewest_bytes_and_computes_no_product_again():
    every, cut = (split(loss, policy=policy).partition(W, X) for policy in ("all", "cut"))
    assert every.again == ()
    assert cut.bytes < 0.6 * every.bytes
    assert cut.again
    assert cut.products == 0
    assert cut.additions > 0
    assert "values with" in str(cut)
    kinds = {v.primitive.kind for v in cut.again}
    assert kinds <= {"map", "gather", "whole"}


def test_a_cut_with_nothing_to_compute_again_keeps_no_more_than_all_is():
    every = split(loss, policy="all").partition(W, X)
    cut = split(loss, policy="cut", recomputed=0).partition(W, X)
    assert cut.bytes <= every.bytes
    assert cut.additions == 0


def test_marks_keep_the_arguments_of_checkpointed_functions_alone():
    every, marks = (split(marked, policy=policy).partition(W, X) for policy in ("all", "marks"))
    assert marks.products == 6  # of both layers; nobody reads what the last one of each gives
    assert [v.type.shape for v in marks.kept] == [X.shape] * 2
    assert marks.bytes == 2 * X.nbytes < every.bytes / 5
    assert every.products == 0


@pytest.mark.parametrize("policy", [pytest.param("cut", marks=pytest.mark.slow), "marks"])
def test_marks_change_nothing_of_the_gradient(policy):
    passes = split(marked, policy=policy)
    _, kept = passes.forward(W, X)
    found, wanted = passes.backward(kept), value_and_grad(marked)(W, X)[1]
    np.testing.assert_allclose(found["in"], wanted["in"], rtol=2e-5, atol=1e-6)


def test_what_a_forward_pass_keeps_is_as_large_as_said_and_no_larger():
    passes = split(loss)
    forward, backward = passes.compile(W, X)
    _, kept = passes.forward(W, X)
    made = [a for a in kept.arrays if not any(a is given for given in (W["in"], W["out"], X))]
    assert sum(np.asarray(a).nbytes for a in made) == kept.bytes
    assert kept.bytes == passes.partition(W, X).bytes
    # No product is in the backward pass that is in the forward pass.
    products = [
        sum(str(v.primitive) == "contract" for v in c.graph.used()) for c in (forward, backward)
    ]
    assert products == [4, 7]  # two for each of the former, but x has no gradient


def test_results_and_arguments_may_be_trees_and_integers_be_among_them():
    def f(w, ids, scale=2.0):
        picked = w["in"][ids] * scale
        return {"a": picked * picked, "ids": ids}, picked.sum()

    passes = split(f, has_aux=True)
    (_, aux), kept = passes.forward(W, np.array([1, 1, 0]), scale=3.0)
    np.testing.assert_allclose(aux, 3 * W["in"][[1, 1, 0]].sum(), rtol=1e-5)
    found = passes.backward(kept, {"a": np.ones((3, 24), F32), "ids": None})
    wanted = np.zeros_like(W["in"])
    np.add.at(wanted, [1, 1, 0], 18 * W["in"][[1, 1, 0]])
    np.testing.assert_allclose(found["in"], wanted, rtol=1e-5)
    np.testing.assert_array_equal(found["out"], np.zeros_like(W["out"]))
    with pytest.raises(ArgumentError, match="does not give one number: give a cotangent"):
        passes.backward(kept)


def test_another_shape_is_split_anew():
    passes = split(lambda w, x: np.sum(np.tanh(x @ w["out"])))
    for count in (3, 5):
        _, kept = passes.forward(W, X[:count])
        wanted = X[:count].T @ (1 - np.tanh(X[:count] @ W["out"]) ** 2)
        np.testing.assert_allclose(passes.backward(kept)["out"], wanted, rtol=1e-4, atol=1e-5)


def test_what_split_does_not_do_is_refused():
    with pytest.raises(ArgumentError, match="policy is one of cut, marks, all; got 'none'"):
        split(loss, policy="none")
    with pytest.raises(ArgumentError, match="a number of additions an element, from 0; got -1"):
        split(loss, recomputed=-1)
    with pytest.raises(ArgumentError, match=r"takes what forward kept.*got NoneType"):
        split(loss).backward(None)
    with pytest.raises(ArgumentError, match=r"kept by another function's .*, not by that of layer"):
        split(layer).backward(split(loss, argnums=1).forward(W, X)[1])
    with pytest.raises(ArgumentError, match="split: loss: missing a required argument: 'x'"):
        split(loss).forward(W)
    with pytest.raises(TraceError, match="split: the passes of loss are called with arrays"):
        jit(lambda w, x: split(loss).forward(w, x)[0])(W, X)
