"""Chapter 5's engine: slopes against differences, stated rules, networks, training, messages."""

from __future__ import annotations

import math
import re
import sys
from itertools import chain

import numpy as np
import pytest
from chapter_05 import (
    CHAPTER,
    EXPRESSIONS,
    POINTS,
    TOLERANCE,
    Wide,
    build,
    by_engine,
    evaluate,
    far_from_kinks,
    moons,
    refusals,
    slopes,
)
from hypothesis import assume, given, settings
from tinynn import (
    MLP,
    SGD,
    DomainError,
    Error,
    OperandError,
    Value,
    compiled,
    constant,
    draw,
    losses,
    trainer,
)
from tinynn.data import moons as two_moons
from tinynn.rules import RULES
from tinynn.trainer import Trainer, fit


def line() -> int:
    """The line of this file that called."""
    return sys._getframe(1).f_lineno


def agrees(got: float, wanted: float, size: float) -> bool:
    """As near as the differences can tell, for numbers of this size."""
    return abs(got - float(wanted)) <= TOLERANCE * max(1.0, size, abs(got))


# Slopes.


@settings(deadline=None, max_examples=300)
@given(EXPRESSIONS, POINTS)
def test_slopes_of_random_expressions_are_those_of_differences(expression, point):
    assume(far_from_kinks(expression, point))
    value, gradient = by_engine(expression, point)
    wanted, size = slopes(expression, point)
    assert value == pytest.approx(float(evaluate(expression, list(map(Wide, point)))), rel=1e-11)
    for got, slope in zip(gradient, wanted, strict=True):
        assert agrees(got, slope, size), (got, slope)


@settings(deadline=None, max_examples=60)
@given(EXPRESSIONS, POINTS)
def test_slopes_of_random_expressions_are_those_of_pytorch(expression, point):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-peers")
    inputs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in point]
    result = build(expression, inputs)
    value, gradient = by_engine(expression, point)
    if isinstance(result, float):
        assert value == result
        return
    result.backward()
    wanted = [0.0 if x.grad is None else x.grad.item() for x in inputs]
    assert value == pytest.approx(result.item(), rel=1e-12, abs=1e-12)
    assert gradient == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("op", RULES)
def test_each_rule_has_a_slope_for_each_input_and_both_sides_of_an_operator(op):
    unary = len(RULES[op].slopes) == 1
    expression = (op, ("x", 0)) if unary else (op, ("x", 0), ("x", 1))
    points = [(1.5, 0.75), (0.3, 2.0), (2.0, 2.0)]
    for point in points:
        wanted, size = slopes(expression, point)
        _, gradient = by_engine(expression, point)
        assert all(agrees(g, w, size) for g, w in zip(gradient, wanted, strict=True))
        for left, right in ((constant(point[0]), 1), (0, constant(point[1]))):
            if not unary:  # a plain number on one side: the other side's slope is the same
                number = left if isinstance(left, Value) else right
                kept = 1 if number is left else 0
                x = Value(point[kept])
                operands = [number.data, x] if kept else [x, number.data]
                build((op, ("x", 0), ("x", 1)), operands).backward()
                assert x.grad == gradient[kept]


def test_the_expression_of_the_chapter():
    a, b, c = Value(2.0), Value(-3.0), Value(0.0)
    result = (a * b + c.exp()) * a
    result.backward()
    assert (result.data, a.grad, b.grad, c.grad) == (-10.0, -11.0, 4.0, 2.0)


def test_a_value_used_twice_adds_its_contributions():
    a = Value(1.0)
    b = a + a
    c = b + b
    c.backward()
    assert (a.grad, b.grad, c.grad) == (4.0, 2.0, 1.0)


def test_each_backward_adds_the_whole_gradient_again():
    x = Value(3.0)
    y = (x * x).exp().log() * x
    y.backward()
    once = [value.grad for value in y.graph()]
    y.backward()
    y.backward(-0.5)
    assert [value.grad for value in y.graph()] == pytest.approx([1.5 * g for g in once], rel=1e-15)


def test_two_results_that_share_values_add_their_gradients():
    x = Value(2.0)
    shared = x * x
    first, second = shared * 3.0, shared.tanh()
    first.backward()
    alone = x.grad
    second.backward()
    assert (alone, x.grad) == (12.0, 12.0 + (1 - math.tanh(4.0) ** 2) * 4.0)
    assert shared.grad == 3.0 + (1 - math.tanh(4.0) ** 2)


def test_zero_grad_forgets_and_a_new_backward_starts_from_nothing():
    model = MLP([2, 3, 1])
    loss = losses.hinge(model([0.1, 0.2]), 1.0)
    loss.backward()
    once = [p.grad for p in model.parameters()]
    model.zero_grad()
    assert not any(p.grad for p in model.parameters())
    losses.hinge(model([0.1, 0.2]), 1.0).backward()
    assert [p.grad for p in model.parameters()] == once


def test_changing_data_later_does_not_change_the_slopes_of_what_was_made():
    a, b = Value(2.0), Value(5.0)
    product = a * b
    a.data = b.data = 100.0
    product.backward()
    assert (a.grad, b.grad) == (5.0, 2.0)


def test_gradients_stop_at_constants_and_at_what_is_made_of_nothing_else():
    k = constant(3.0)
    made = (k * 2.0 + 1.0).tanh()
    x = Value(2.0)
    y = x * made
    y.backward()
    assert (k.grad, made.grad, x.grad) == (0.0, 0.0, made.data)
    assert not made.varies


def test_special_values_go_through():
    nan, inf = math.nan, math.inf
    for x, y in ((0.0, nan), (inf, 0.0)):
        a, b = Value(x), Value(y)
        (a * b).backward()
        assert math.isnan((a * b).data)
    assert math.isnan((Value(inf) - inf).data)
    assert math.isnan(Value(nan).relu().data)
    assert [Value(x).relu().data for x in (-inf, -0.0, inf)] == [0.0, 0.0, inf]
    assert Value(-inf).exp().data == 0.0
    assert Value(inf).log().data == inf


@pytest.mark.parametrize(("x", "slope"), [(-1.0, 0.0), (0.0, 0.0), (2.0, 1.0), (math.nan, 1.0)])
def test_the_slope_of_relu(x, slope):
    a = Value(x)
    a.relu().backward()
    assert a.grad == slope


@pytest.mark.parametrize(
    ("exponent", "slope"), [(0.0, 0.0), (0.5, math.inf), (1.0, 1.0), (2.0, 0.0), (2.5, 0.0)]
)
def test_the_slope_of_a_power_at_zero(exponent, slope):
    x = Value(0.0)
    (x**exponent).backward()
    assert x.grad == slope


def test_numbers_of_python_and_numpy_are_operands_on_both_sides():
    a = Value(3)
    for two in (2, 2.0, True + 1, np.float64(2), np.float32(2), np.int64(2)):
        assert (two * a).data == (a * two).data == 6.0
        assert (two - a).data == -1.0
        assert (two / a).data == 2 / 3
        assert (two**a).data == 8.0
    assert isinstance(a.data, float)


# Deep graphs.


@pytest.mark.parametrize("length", [10_000, 100_000])
def test_a_deep_chain_needs_no_recursion(length):
    first = value = Value(1.0)
    for _ in range(length):
        value = value + 1.0
    value.backward()
    assert (value.data, first.grad) == (length + 1.0, 1.0)
    del value  # freeing it must not recurse either


def test_a_ladder_of_sums_is_walked_once_and_not_once_a_path():
    first = value = Value(1.0)
    for _ in range(1000):
        value = value + value  # 2^1000 paths
    value.backward()
    assert first.grad == 2.0**1000


# Networks, losses, the optimizer.


def test_an_mlp_is_what_numpy_computes():
    model = MLP([3, 5, 4, 2], "tanh", seed=2)
    for neuron in (neuron for layer in model.layers for neuron in layer.neurons):
        neuron.bias.data = neuron.weights[0].data + 0.1  # they start as zeros
    x = np.array([0.3, -1.2, 0.7])
    for layer, last in zip(model.layers, (False, False, True), strict=True):
        w = np.array([[p.data for p in neuron.weights] for neuron in layer.neurons])
        b = np.array([neuron.bias.data for neuron in layer.neurons])
        x = w @ x + b if last else np.tanh(w @ x + b)
    got = model([0.3, -1.2, 0.7])
    assert [y.data for y in got] == pytest.approx(list(x), rel=1e-14)
    assert len(model.parameters()) == 3 * 5 + 5 + 5 * 4 + 4 + 4 * 2 + 2


def test_a_seed_decides_the_weights():
    weights = [[p.data for p in MLP([2, 4, 1], seed=seed).parameters()] for seed in (1, 1, 2)]
    assert weights[0] == weights[1] != weights[2]


def test_losses_and_their_means():
    scores = [Value(0.5), Value(-2.0), Value(3.0)]
    targets = [1.0, 1.0, -1.0]
    assert losses.mean(losses.squared_error, scores, targets).data == (0.25 + 9 + 16) / 3
    mean = losses.mean(losses.hinge, scores, targets)
    assert mean.data == (0.5 + 3 + 4) / 3
    mean.backward()
    assert [s.grad for s in scores] == [-1 / 3, -1 / 3, 1 / 3]


def test_sgd_with_momentum_and_decay_does_what_is_written():
    p = Value(2.0)
    optimizer = SGD([p], rate=0.1, momentum=0.9, decay=0.5)
    x, velocity = 2.0, 0.0
    for grad in (1.0, -3.0, 0.25):
        p.grad = grad
        optimizer.step()
        velocity = 0.9 * velocity + (grad + 0.5 * x)
        x = x - 0.1 * velocity
        assert p.data == x


@pytest.mark.parametrize("momentum", [0.0, 0.9])
@pytest.mark.parametrize("decay", [0.0, 0.01])
def test_sgd_is_pytorchs(momentum, decay):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-peers")
    ours, theirs = Value(1.5), torch.tensor(1.5, dtype=torch.float64, requires_grad=True)
    optimizer = SGD([ours], 0.1, momentum, decay)
    peer = torch.optim.SGD([theirs], 0.1, momentum, weight_decay=decay)
    for _ in range(10):
        for x in (ours, theirs):
            x.grad = 0.0 if x is ours else None
            (x * x * 0.5 + x.tanh()).backward()
        optimizer.step()
        peer.step()
    assert ours.data == pytest.approx(theirs.item(), rel=1e-13)


# Training.


def test_the_moons_are_two_half_circles_of_their_labels():
    points, labels = two_moons(101, noise=0.0)
    assert (labels.count(1.0), labels.count(-1.0)) == (50, 51)
    for (x, y), label in zip(points, labels, strict=True):
        centre = (0.0, 0.0) if label > 0 else (1.0, 0.5)
        assert math.hypot(x - centre[0], y - centre[1]) == pytest.approx(1.0, abs=1e-12)
        assert label * (y - centre[1]) >= -1e-12
    noisy, _ = two_moons(100_000, noise=0.1)
    clean, _ = two_moons(100_000, noise=0.0)
    errors = np.subtract(noisy, clean)
    assert np.abs(errors.mean()) < 0.001
    assert errors.std() == pytest.approx(0.1, rel=0.01)
    assert two_moons(10, seed=3) == two_moons(10, seed=3) != two_moons(10, seed=4)


@pytest.mark.slow  # run.py checks the same, and the README shows it
def test_two_moons_are_learned_to_98_percent_in_python_within_a_minute():
    learner = moons.trainer(Trainer)
    history = fit(learner, moons.EPOCHS, seed=moons.SEED, goal=1.0)
    assert learner.accuracy() >= 0.98
    assert history.seconds < 60
    assert history.losses[-1] < 0.1 < history.losses[0]


def test_other_seeds_learn_too():
    found = []
    for seed in range(8):
        learner = moons.trainer(compiled.Trainer, seed=seed)
        fit(learner, 200, seed=seed, goal=1.0)
        found.append(learner.accuracy())
    assert min(found) >= 0.97
    assert np.mean(found) >= 0.98


def small(**more) -> Trainer:
    return moons.trainer(Trainer, hidden=(3,), points=30, **more)


def parameters(learner: Trainer) -> list[float]:
    return [parameter.data for parameter in learner.optimizer.parameters]


def test_a_seed_decides_the_whole_training():
    runs = []
    for seed in (5, 5, 6):
        learner = small()
        runs.append((fit(learner, 4, seed=seed).losses, parameters(learner)))
    assert runs[0] == runs[1] != runs[2]


def test_rows_one_by_one_give_the_gradient_of_the_mean_loss_of_the_batch():
    model, (points, labels) = MLP([2, 4, 1], seed=3), two_moons(7)
    scores = [model(point) for point in points]
    losses.mean(losses.squared_error, scores, labels).backward()
    whole = [p.grad for p in model.parameters()]
    optimizer = SGD(model.parameters(), rate=1e-300)  # so small that it moves nothing
    Trainer(model, losses.squared_error, optimizer, points, labels, 7).step(range(7))
    assert [p.grad for p in model.parameters()] == pytest.approx(whole, rel=1e-13)


def test_an_epoch_steps_once_a_batch_with_a_smaller_last_one():
    learner = small(batch=8)
    steps = []
    learner.step = lambda rows: (steps.append(list(rows)), (1.5 * len(rows), 1))[1]
    loss, accuracy = learner.epoch(list(range(30)))
    assert [len(rows) for rows in steps] == [8, 8, 8, 6]
    assert list(chain.from_iterable(steps)) == list(range(30))
    assert (loss, accuracy) == (1.5, 4 / 30)


class Scripted:
    """Epochs whose figures are given."""

    def __init__(self, *figures: tuple[float, float]) -> None:
        self.size, self.figures, self.orders = 6, list(figures), []

    def epoch(self, order):
        self.orders.append(list(order))
        return self.figures.pop(0)


def test_training_ends_at_the_goal():
    history = fit(Scripted((2, 0.5), (1, 0.99), (0.5, 1)), 3, goal=0.99)
    assert (len(history.losses), history.ended) == (2, "99.0% right in epoch 1")


def test_training_ends_when_it_is_stuck():
    epochs = Scripted((2, 0), (1, 0), (1, 0), (1.5, 0), (0.5, 0), (0.6, 0), (0.7, 0), (0.5, 0))
    history = fit(epochs, 8, patience=3)
    assert (len(history.losses), history.ended) == (8, "no lower loss for 3 epochs")
    assert fit(Scripted((1, 0), (1, 0)), 2, patience=3).ended == "all epochs done"


def test_each_epoch_has_all_rows_in_another_order():
    epochs = Scripted(*[(1, 0)] * 5)
    fit(epochs, 5, seed=1)
    assert all(sorted(order) == list(range(6)) for order in epochs.orders)
    assert len(set(map(tuple, epochs.orders))) == 5


@pytest.mark.parametrize("loss", [math.nan, math.inf])
def test_a_loss_that_is_no_number_ends_the_training_with_an_error(loss):
    with pytest.raises(DomainError, match="in epoch 1: try a smaller rate"):
        fit(Scripted((1, 0), (loss, 0)), 5)


class Bar(trainer.Progress):
    """A progress bar that remembers what it was told."""

    def update(self, task, **told):
        super().update(task, **told)
        self.shown.append((not self.disable, self.tasks[task].fields["now"]))


@pytest.mark.parametrize("show", [True, False])
def test_the_progress_bar_shows_loss_and_accuracy_if_asked_to(monkeypatch, show):
    monkeypatch.setattr(trainer, "Progress", Bar)
    monkeypatch.setattr(Bar, "shown", [], raising=False)
    fit(Scripted((0.25, 0.5), (0.125, 1.0)), 2, show=show)
    assert Bar.shown == [(show, "loss 0.2500, 50.0% right"), (show, "loss 0.1250, 100.0% right")]


# Messages.

WANTED = {
    "division by zero": r"refusals\.py:\d+: 3\.0 / 0\.0 is a division by zero"
    r"\n  3\.0 is a, made at .*refusals\.py:\d+"
    r"\n  0\.0 is the result of -, made at .*refusals\.py:\d+$",
    "logarithm of a negative": r"the logarithm of -1\.0",
    "0 to a negative power": r"0\.0 \*\* -2\.0",
    "root of a negative": r"-3\.0 \*\* 0\.5: a negative number wants an integer",
    "a varying power of 0": r"0 wants an exponent that is positive and constant",
    "too large": r"exp of 3000\.0 is too large for a float",
    "a string": r"refusals\.py:\d+: .* one real number; got str",
    "an array": r"got ndarray of shape \(3,\): make a Value of each element",
    "a complex number": r"got complex",
    "a condition": r"refusals\.py:\d+: .*neither true nor false.*made at .*refusals\.py:\d+",
    "three inputs for two": r"linear neuron of 2 inputs got 3 inputs",
    "no such activation": r"one of linear, relu, tanh; got 'sine'",
    "a negative rate": r"rate=-1",
    "fewer targets than scores": r"2 scores and 1 targets",
    "a tape that reads ahead": r"entry 1: reads entry 1, which is not before it",
    "a tape with one input too few": r"a tape of 1 entries and 1 inputs; got 0",
    "a logarithm on a tape": r"entry 1: the logarithm of -1\.0",
    "another model's optimizer": r"does not hold the parameters of this model",
    "a branch in what is emitted": r"refusals\.py:\d+: a branch on a number",
    "a row that is not there": r"rows 0 to 99 is wanted; got \[0, 100\]",
}


def test_each_refusal_says_what_and_where():
    calls = dict(refusals.refusals())
    assert calls.keys() == WANTED.keys()
    for what, pattern in WANTED.items():
        assert re.search(pattern, refusals.message(calls[what])), what


def test_a_refusal_names_the_lines_that_made_the_numbers():
    one = Value(1.0, "one")
    zero, made = one - 1.0, line()
    with pytest.raises(DomainError) as caught:
        one / zero
    assert f"{__file__}:{made}".removeprefix(str(CHAPTER.parents[1]) + "/") in str(caught.value)
    assert str(caught.value).startswith(one.place.rpartition(":")[0])


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x / 0,
        lambda x: 1 / (x - x),
        lambda x: (-x).log(),
        lambda x: (x - x).log(),
        lambda x: (x - x) ** -1,
        lambda x: (-x) ** 0.5,
        lambda x: 0.0**x,
        lambda x: (-2.0) ** x,
        lambda x: (x * 1e300) ** 2.5,
    ],
)
def test_what_has_no_finite_value_is_a_domain_error(call):
    with pytest.raises(DomainError):
        call(Value(3.0))


@pytest.mark.parametrize(
    "wrong", ["1", None, [1.0], 1j, np.ones(1), 10**400, object()], ids=lambda x: type(x).__name__
)
def test_an_operand_that_is_no_number_is_refused_on_both_sides_and_alone(wrong):
    for call in (lambda: Value(1.0) * wrong, lambda: wrong * Value(1.0), lambda: Value(wrong)):
        with pytest.raises(OperandError):
            call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: MLP([2]),
        lambda: MLP([2, 0, 1]),
        lambda: MLP([2, 1.5]),
        lambda: MLP([2, 1])([1.0]),
        lambda: SGD([], rate=0.0),
        lambda: SGD([], momentum=1.0),
        lambda: SGD([], decay=-1.0),
        lambda: two_moons(1),
        lambda: two_moons(10, noise=-0.1),
        lambda: losses.mean(losses.hinge, [], []),
        lambda: small(batch=0),
        lambda: Trainer(MLP([2, 1]), losses.hinge, SGD([]), [(1.0, 2.0)], [], 1),
    ],
)
def test_wrong_arguments_are_refused(call):
    with pytest.raises(OperandError):
        call()


def test_every_error_is_an_error_of_the_package_and_of_python():
    assert issubclass(DomainError, Error)
    assert issubclass(DomainError, ArithmeticError)
    assert issubclass(OperandError, TypeError)


def test_the_training_script_says_what_is_wrong_in_one_line(capsys):
    assert moons.main(["--compiled", "--rate", "1e6", "--loss", "squared"]) == 1
    assert re.fullmatch(r"error: the loss is \S+ in epoch \d+: .*\n", capsys.readouterr().err)
    assert moons.main(["--compiled", "--hidden", "4", "--epochs", "3"]) == 0
    assert "17 parameters, 3 epochs" in capsys.readouterr().out


# Pictures.


def test_the_picture_of_a_graph_has_each_value_and_each_slope():
    a, b, c = Value(2.0, "a"), Value(-3.0, "b"), Value(0.0, "c")
    result = (a * b + c.exp()) * a
    result.backward()
    text = str(draw.graph(result))
    assert text.count("<rect") == 1 + 7
    assert text.count("marker-end") == 7
    for shown in (">a<", ">exp<", ">-10<", ">grad -11<", ">grad 4<"):
        assert shown in text


def test_the_picture_of_a_network_has_each_neuron_and_each_weight():
    text = str(draw.network(MLP([2, 5, 3, 1])))
    assert text.count("<rect") == 1 + 2 + 5 + 3 + 1
    assert text.count("<path") == 2 * 5 + 5 * 3 + 3


def test_a_graph_too_large_for_a_picture_is_refused():
    value = Value(1.0)
    for _ in range(100):
        value = value + 1.0
    with pytest.raises(OperandError, match="201 values; 60 at most"):
        draw.graph(value)
