"""Training steps: the rules as they are written down, and compiled with donated arrays."""

import functools
import itertools

import ml_dtypes
import numpy as np
import pytest
from conftest import needs_tiles

from stepdown import ArgumentError, grad, jit, value_and_grad
from stepdown.gpt2.errors import CheckpointError
from stepdown.training import (
    SGD,
    AdamW,
    checkpoints,
    clip_by_norm,
    compiled_step,
    cross_entropy,
    norm,
)

RNG = np.random.default_rng(11)
F32 = np.float32


def moons(count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Points of two interleaved half circles, and which one each is of."""
    side = rng.integers(0, 2, count)
    angle = rng.uniform(0, np.pi, count)
    points = np.stack([np.cos(angle), np.sin(angle)], 1)
    points[side == 1] = np.array([1, 0.5]) - points[side == 1]
    return (points + rng.normal(scale=0.1, size=points.shape)).astype(F32), side


def network(p, x):
    for weight, bias in p[:-1]:
        x = np.tanh(x @ weight + bias)
    return x @ p[-1][0] + p[-1][1]


def layers(*widths: int) -> list:
    return [
        (RNG.normal(size=(a, b)).astype(F32) / a**0.5, np.zeros(b, F32))
        for a, b in itertools.pairwise(widths)
    ]


def test_cross_entropy_is_the_mean_of_minus_log_softmax_and_does_not_overflow():
    logits, targets = RNG.normal(size=(2, 3, 5)) * 300, RNG.integers(0, 5, (2, 3))
    shifted = logits - logits.max(-1, keepdims=True)
    log_softmax = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    wanted = -np.take_along_axis(log_softmax, targets[..., None], -1).mean()
    value, found = value_and_grad(cross_entropy)(logits, targets)
    assert value == pytest.approx(wanted, rel=1e-12)
    assert cross_entropy(logits, targets) == pytest.approx(wanted, rel=1e-12)
    wanted = (np.exp(log_softmax) - np.eye(5)[targets]) / 6
    np.testing.assert_allclose(found, wanted, atol=1e-13)
    half = grad(cross_entropy)(logits.astype(ml_dtypes.bfloat16) / 100, targets)
    assert half.dtype == ml_dtypes.bfloat16
    with pytest.raises(IndexError, match="out of bounds for axis 2 with size 5"):
        value_and_grad(cross_entropy)(logits, targets + 5)


def test_a_negative_target_counts_from_no_end_in_numpy_or_compiled():
    logits = RNG.normal(size=(3, 5))
    for function in (cross_entropy, jit(cross_entropy)):
        assert function(logits, np.array([0, 4, 2])) > 0
        # Bytes as targets: the first number that is no class is none of their type.
        wide = np.zeros((2, 256))
        assert function(wide, np.array([0, 255], np.uint8)) == pytest.approx(np.log(256))
        for wrong in (-1, -100):
            with pytest.raises(IndexError, match="out of bounds for axis 1 with size 5"):
                function(logits, np.array([0, wrong, 2]))


def test_cross_entropy_and_its_gradient_need_one_pass_for_the_rows_and_no_array_beside():
    from stepdown.lowering import fuse

    targets = np.arange(8)
    graph = jit(value_and_grad(cross_entropy)).compile(np.ones((8, 16), F32), targets).graph
    of_rows = [
        group
        for group in fuse.groups(graph)
        if group.domain == (8, 16) and group.kind in ("rows", "loops", "reduce")
    ]
    assert len(of_rows) == 1
    kept = fuse.kept(fuse.groups(graph), graph)
    large = [v for v in graph.used() if id(v) in kept and v.type.shape == (8, 16)]
    assert len(large) == 2  # the gradient before and after the targets' scores are taken off
    assert str(large[1].primitive) == "scatter_add"


@functools.cache
def _trained(rule, steps=5):
    p = {"w": np.linspace(-1, 1, 6).reshape(2, 3), "b": np.linspace(1, 2, 3)}
    state = rule.start(p)
    for n in range(steps):
        g = {name: np.cos(a * (n + 1)) for name, a in p.items()}
        p, state = rule.step(p, g, state)
    return p


@pytest.mark.parametrize("rule", [SGD(0.1), SGD(0.1, 0.9, 0.01), AdamW(0.1, decay=0.1)])
def test_a_rule_does_what_it_says(rule):
    found = _trained(rule)
    p = {"w": np.linspace(-1, 1, 6).reshape(2, 3), "b": np.linspace(1, 2, 3)}
    for name, x in p.items():
        mean, square = np.zeros_like(x), np.zeros_like(x)
        for n in range(5):
            g = np.cos(x * (n + 1))
            if isinstance(rule, SGD):
                mean = rule.momentum * mean + g + rule.decay * x
                x = x - rule.rate * mean
            else:
                mean = 0.9 * mean + 0.1 * g
                square = 0.999 * square + 0.001 * g * g
                adam = mean / (1 - 0.9 ** (n + 1))
                adam = adam / (np.sqrt(square / (1 - 0.999 ** (n + 1))) + 1e-8)
                x = x - rule.rate * adam - (rule.rate * 0.1 * x if name == "w" else 0)
        np.testing.assert_allclose(found[name], x, rtol=1e-11)


def test_the_rules_are_those_of_pytorch():
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    for rule, theirs in (
        (SGD(0.1, 0.9, 0.01), lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.01)),
        (AdamW(0.1, decay=0.1), lambda p: torch.optim.AdamW(p, 0.1, weight_decay=0.1)),
    ):
        w = torch.linspace(-1, 1, 6, dtype=torch.float64).reshape(2, 3).requires_grad_()
        optimizer = theirs([w])
        for n in range(5):
            w.grad = torch.cos(w * (n + 1)).detach()
            optimizer.step()
        np.testing.assert_allclose(_trained(rule)["w"], w.detach().numpy(), rtol=1e-11)


def test_a_gradient_is_scaled_to_the_norm_asked_for_and_no_smaller_one_is_touched():
    g = {"a": np.array([3.0, 0.0]), "b": np.array([[4.0]], F32)}
    clipped, before = jit(lambda g: clip_by_norm(g, 1.0))(g)
    assert before == norm(g) == 5.0
    assert norm(clipped) == pytest.approx(1.0, rel=1e-6)
    assert clipped["b"].dtype == F32
    same, _ = clip_by_norm(g, 6.0)
    np.testing.assert_array_equal(same["a"], g["a"])


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: AdamW(-1.0), "AdamW: rate is 0 or more; got -1.0"),
        (lambda: AdamW(1.0, betas=(0.9, 1)), r"betas\[1\] is from 0 to below 1; got 1"),
        (lambda: AdamW(epsilon=np.inf), "epsilon is 0 or more; got inf"),
        (lambda: SGD(np.nan), "SGD: rate is 0 or more; got nan"),
        (lambda: SGD(0.1, momentum=-0.5), "momentum is from 0 to below 1; got -0.5"),
        (lambda: clip_by_norm((np.ones(2),), 0.0), "the largest norm is above 0; got 0.0"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(made, said):
    with pytest.raises(ArgumentError, match=said):
        made()


def test_trees_that_differ_are_refused():
    one, two = (np.ones(2),), (np.ones(2), np.ones(2))
    said = r"SGD.step: gradients is a tree like parameters, tuple\(\*\); got tuple\(\*, \*\)"
    with pytest.raises(ArgumentError, match=said):
        SGD(0.1).step(one, two, one)
    with pytest.raises(ArgumentError, match=r"AdamW.step: the state is what start gave; got tuple"):
        AdamW().step(one, one, SGD(0.1).start(one))
    with pytest.raises(ArgumentError, match=r"AdamW.start: parameters\['name'\] is a str, not an"):
        AdamW().start({"name": "layer"})


def test_targets_that_are_not_a_whole_number_a_row_are_refused():
    for targets in (np.ones(2), np.ones((2, 1), int), np.ones((), int), np.ones(2, bool)):
        for loss in (cross_entropy, jit(cross_entropy)):
            with pytest.raises(ArgumentError, match=r"a whole number for each row of the scores"):
                loss(np.ones((2, 3)), targets)


def test_the_rate_of_a_compiled_step_may_be_a_number():
    rule = SGD(0.1)
    step = compiled_step(lambda w: np.sum(w * w), rule, clip=100.0)
    for rate in (0.25, np.array([0.25], np.float32)):
        w, v = np.arange(3.0), rule.start(np.arange(3.0))
        np.testing.assert_array_equal(step(w, v, rate)[0], np.arange(3.0) / 2)


@needs_tiles
def test_steps_on_tiles_learn_what_steps_in_float32_learn():
    rng = np.random.default_rng(5)
    sizes = (64, 128, 96)
    x = rng.standard_normal((256, sizes[0])).astype(F32)
    y = np.sin(x[:, :1] * np.arange(1, sizes[-1] + 1, dtype=F32))
    shapes = list(itertools.pairwise(sizes))
    given = [(rng.standard_normal(s) / 8, np.zeros(s[1])) for s in shapes]
    losses = {}
    for products in ("schedule", "bf16x6"):
        p = [(w.astype(F32), b.astype(F32)) for w, b in given]
        rule = AdamW(0.01)
        state = rule.start(p)
        step = compiled_step(
            lambda p, x, y: np.mean((network(p, x) - y) ** 2), rule, products=products
        )
        losses[products] = []
        for _ in range(20):
            p, state, loss, _ = step(p, state, 0.01, x, y)
            losses[products].append(float(loss))
        text = step.compile(p, state, 0.01, x, y).bufferized
        assert ("matrices_by_tiles" in text) is (products == "bf16x6")
    assert losses["schedule"][-1] < 0.8 * losses["schedule"][0]
    np.testing.assert_allclose(losses["bf16x6"], losses["schedule"], rtol=1e-4)


def test_a_step_in_bfloat16_keeps_the_parameters_type_and_the_states():
    rule = AdamW(0.1)
    p = {"w": np.ones((2, 2), ml_dtypes.bfloat16)}
    state = rule.start(p)
    new, state = jit(rule.step)(p, p, state)
    assert new["w"].dtype == ml_dtypes.bfloat16
    assert state["means"]["w"].dtype == np.float32
    np.testing.assert_allclose(new["w"].astype(float), 0.9, rtol=1e-2)


def test_two_moons_are_told_apart_by_compiled_steps_that_write_in_place():
    rule = AdamW(0.02, decay=0.001)

    def loss(p, x, y):
        return cross_entropy(network(p, x), y)

    @functools.partial(jit, donate=("p", "state"))
    def step(p, state, x, y):
        value, gradients = value_and_grad(loss)(p, x, y)
        gradients, before = clip_by_norm(gradients, 1.0)
        p, state = rule.step(p, gradients, state)
        return p, state, value, before

    rng = np.random.default_rng(0)
    p = layers(2, 16, 16, 2)
    state = rule.start(p)
    first = p[0][0]
    losses = []
    for _ in range(200):
        p, state, value, _ = step(p, state, *moons(64, rng))
        losses.append(value)
    assert p[0][0] is first  # its memory was written in place
    assert state["steps"][0] == 200
    assert np.mean(losses[-10:]) < 0.05 < losses[0]
    x, y = moons(500, rng)
    assert np.mean(np.argmax(network(p, x), axis=1) == y) > 0.97


def test_a_checkpoint_holds_numbers_and_arrays_of_every_layout_and_says_what_it_cannot(tmp_path):
    path = tmp_path / "checkpoint.safetensors"
    trees = {
        "rank 0": np.array(2.0),
        "scalar": np.float32(3),
        "turned": np.ones((2, 3)).T,
        "reversed": np.arange(4)[::-1],
        "none": None,
        "half": np.ones(2, ml_dtypes.bfloat16),
    }
    checkpoints.save(path, trees, {})
    found, _ = checkpoints.load(path, trees)
    for name, array in trees.items():
        if array is not None:
            assert (found[name].shape, found[name].dtype) == (array.shape, array.dtype)
            np.testing.assert_array_equal(found[name], array)
    for wrong, said in (
        (2.0, r"\['x'\] is a float, not an array"),
        ("text", r"\['x'\] is a str, not an array"),
        (np.ones(2, complex), r"\['x'\] has dtype complex128, which a checkpoint cannot hold"),
        (np.ones(2, ">f4"), r"\['x'\] has dtype >f4, which a checkpoint cannot hold"),
    ):
        with pytest.raises(CheckpointError, match=said):
            checkpoints.save(path, {"x": wrong}, {})
    with pytest.raises(
        CheckpointError, match=r"\['half'\] is bfloat16\[2\] in it, not float64\[\]"
    ):
        checkpoints.load(path, trees | {"half": 1.0})
    np.testing.assert_array_equal(checkpoints.load(path, trees)[0]["rank 0"], 2.0)
