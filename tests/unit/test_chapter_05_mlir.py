"""Chapter 5's tape and MLIR: checkpoints, programs by hand, and what is emitted, compiled."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
from chapter_05 import CHAPTER, EXPRESSIONS, INPUTS, POINTS, build, by_engine, chains, moons
from conftest import compiled as library_of
from hypothesis import given, settings
from hypothesis import strategies as st
from tinynn import (
    MLP,
    SGD,
    DomainError,
    GraphError,
    OperandError,
    Value,
    compiled,
    emit,
    losses,
    tape,
)
from tinynn.trainer import Trainer, fit

import runners

L_TAPE = [*[tape.INPUT] * 3, ("*", (0, 1)), ("exp", (2,)), ("+", (3, 4)), ("*", (5, 0))]


def library(name: str, passes: str = "cpu-buffers", how: str = "jit"):
    return library_of(f"chapters/05-neural-networks/{name}.mlir", passes, how)


# The tape.


@pytest.mark.parametrize("way", [tape.gradient, tape.checkpointed])
def test_the_tape_of_the_chapter(way):
    found = way(L_TAPE, [2.0, -3.0, 0.0])
    assert (found.value, found.gradient) == (-10.0, [-11.0, 4.0, 2.0])


def test_recording_a_graph_gives_the_tape_that_one_writes_by_hand():
    a, b, c = Value(2.0), Value(-3.0), Value(0.0)
    assert tape.record((a * b + c.exp()) * a) == (L_TAPE, [2.0, -3.0, 0.0])


@settings(deadline=None, max_examples=100)
@given(EXPRESSIONS, POINTS, st.integers(1, 12))
def test_a_recorded_expression_has_the_engines_slopes_with_any_number_of_segments(
    expression, point, segments
):
    inputs = [Value(x) for x in point]
    result = build(expression, inputs)
    if not isinstance(result, Value):
        return
    # A power's slope by its exponent is taken on the tape, where every number is an input.
    result.backward()
    program, given = tape.record(result)
    leaves = [value for value in result.graph() if not value.inputs]
    everything = tape.gradient(program, given)
    assert everything.value == result.data
    for leaf, slope in zip(leaves, everything.gradient, strict=True):
        assert slope == leaf.grad or not leaf.varies
    borders = tape.checkpointed(program, given, min(segments, len(program)))
    assert (borders.value, borders.gradient) == (everything.value, everything.gradient)


@st.composite
def programs(draw) -> tuple[list[tape.Entry], list[float]]:
    """Any well-formed tape over + - * tanh, with values that are read far behind where they are."""
    count = draw(st.integers(1, 3))
    entries = [tape.INPUT] * count
    for i in range(count, draw(st.integers(count + 1, 60))):
        op = draw(st.sampled_from(["+", "-", "*", "tanh"]))
        wanted = 1 if op == "tanh" else 2
        entries.append((op, tuple(draw(st.integers(0, i - 1)) for _ in range(wanted))))
    return entries, draw(st.lists(st.floats(-1, 1), min_size=count, max_size=count))


@settings(deadline=None, max_examples=150)
@given(programs(), st.data())
def test_checkpoints_change_nothing_on_any_tape(program, data):
    entries, inputs = program
    everything = tape.gradient(entries, inputs)
    segments = data.draw(st.integers(1, len(entries)))
    borders = tape.checkpointed(entries, inputs, segments)
    assert repr((borders.value, borders.gradient)) == repr((everything.value, everything.gradient))
    assert borders.peak <= everything.peak == len(entries)
    assert everything.computed == len(entries) <= borders.computed <= 2 * len(entries)


@pytest.mark.parametrize("steps", [5, 33, 333, 3333, 33_333])
def test_the_values_kept_are_within_three_roots_of_the_length(steps):
    entries = chains.logistic(steps)
    inputs = [chains.X, chains.CALM, chains.ONE]
    everything = tape.gradient(entries, inputs)
    borders = tape.checkpointed(entries, inputs)
    assert (borders.value, borders.gradient) == (everything.value, everything.gradient)
    assert everything.peak == len(entries) == 3 * steps + 3
    assert borders.peak <= 3 * math.sqrt(len(entries))


def test_a_hundred_thousand_operations_run_without_recursion():
    entries = [tape.INPUT] * 2
    for i in range(100_000):
        entries.append(("+", (0 if i == 0 else i + 1, 1)))
    for way in (tape.gradient, tape.checkpointed):
        found = way(entries, [1.0, 2.0])
        assert (found.value, found.gradient) == (200_001.0, [1.0, 100_000.0])


def test_what_is_kept_is_memory_that_python_measures():
    entries, inputs = chains.logistic(2000), [chains.X, chains.CALM, chains.ONE]
    taken = []
    for way in (tape.gradient, tape.checkpointed):
        tracemalloc.start()
        way(entries, inputs)
        taken.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # The rest is what both need to know about the tape.
    assert taken[0] - taken[1] > len(entries) * sys.getsizeof(1.0) / 2


@pytest.mark.parametrize(
    ("entries", "inputs", "error", "message"),
    [
        ([("sinh", (0,))], [], GraphError, "entry 0: no operation 'sinh'; there are input, +"),
        ([tape.INPUT, ("+", (0,))], [1.0], GraphError, r"entry 1: \+ has 2 inputs; got 1"),
        ([tape.INPUT, ("exp", (1,))], [1.0], GraphError, "entry 1: reads entry 1, which is not"),
        ([tape.INPUT, ("exp", (-1,))], [1.0], GraphError, "entry 1: reads entry -1"),
        ([tape.INPUT, ("exp", (5,))], [1.0], GraphError, "entry 1: reads entry 5"),
        ([tape.INPUT], [], OperandError, "1 entries and 1 inputs; got 0"),
        ([tape.INPUT], [1.0, 2.0], OperandError, "1 inputs; got 2"),
        ([], [], OperandError, "a tape of 0 entries"),
        ([tape.INPUT, ("log", (0,))], [0.0], DomainError, "entry 1: the logarithm of 0.0"),
        ([*[tape.INPUT] * 2, ("/", (0, 1))], [1.0, 0.0], DomainError, "entry 2: 1.0 / 0.0"),
    ],
)
@pytest.mark.parametrize("way", [tape.gradient, tape.checkpointed])
def test_a_tape_that_cannot_be_run_is_refused(way, entries, inputs, error, message):
    with pytest.raises(error, match=message):
        way(entries, inputs)


@pytest.mark.parametrize("segments", [0, 8, -1])
def test_a_number_of_segments_that_is_not_possible_is_refused(segments):
    with pytest.raises(OperandError, match="1 to 7 segments"):
        tape.checkpointed(L_TAPE, [2.0, -3.0, 0.0], segments)


# Programs by hand.


@settings(deadline=None)
@given(*[st.floats(-5, 5)] * 3)
def test_the_expression_by_hand_is_the_engines_to_the_bit(a, b, c):
    inputs = [Value(x) for x in (a, b, c)]
    result = (inputs[0] * inputs[1] + inputs[2].exp()) * inputs[0]
    result.backward()
    by_hand = library("expression", "cpu-loops")
    assert by_hand.gradient(a, b, c) == (result.data, *(x.grad for x in inputs))
    assert by_hand.expression(a, b, c) == result.data


@settings(deadline=None)
@given(st.integers(0, 9), st.integers(0, 2**32 - 1))
def test_the_neuron_by_hand_is_the_engines_and_adds_to_what_is_there(size, seed):
    w, x, dw, dx = np.random.default_rng(seed).standard_normal((4, size))
    weights, inputs, bias = [Value(float(v)) for v in w], [Value(float(v)) for v in x], Value(0.3)
    total = bias
    for weight, value in zip(weights, inputs, strict=True):
        total = total + weight * value
    y = total.tanh()
    y.backward(0.7)
    assert library("neuron").forward(w, x, 0.3) == y.data
    wanted_w = dw + [weight.grad for weight in weights]
    wanted_x = dx + [value.grad for value in inputs]
    assert library("neuron").backward(w, x, y.data, 0.7, dw, dx) == bias.grad
    assert np.array_equal(dw, wanted_w)
    assert np.array_equal(dx, wanted_x)


@settings(deadline=None)
@given(st.integers(0, 300), st.integers(1, 40), st.floats(0.1, 0.9), st.floats(1, 4))
def test_checkpoints_by_hand_are_the_tape_to_the_bit(steps, length, x, r):
    kept = library("checkpoint").keep_all(x, r, steps)
    assert library("checkpoint").keep_borders(x, r, steps, length) == kept
    if steps:
        found = tape.gradient(chains.logistic(steps), [x, r, 1.0])
        assert kept == (found.value, *found.gradient[:2])
    else:
        assert kept == (x, 1.0, 0.0)


def test_a_segment_has_a_step_at_least():
    by_hand = library("checkpoint")
    assert by_hand.keep_borders(0.3, 3.5, 20, 0) == by_hand.keep_all(0.3, 3.5, 20)


def test_borders_alone_take_almost_no_memory():
    done = subprocess.run(
        [sys.executable, CHAPTER / "chains.py", "10000000", "--native", "3162"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    borders, everything = done.stdout.splitlines()
    assert int(borders.split(";")[1].split()[0]) <= 8
    assert 70 <= int(everything.split(";")[1].split()[0]) <= 90  # 10,000,000 numbers of 8 bytes
    assert borders.split(";")[0].split(":")[1] == everything.split(";")[0].split(":")[1]


@settings(deadline=None, max_examples=30)
@given(*[st.integers(0, 7)] * 3, st.integers(0, 2**32 - 1))
def test_the_layer_of_a_batch_is_the_engines(rows, inputs, outputs, seed):
    random_ = np.random.default_rng(seed)
    x, w = random_.standard_normal((rows, inputs)), random_.standard_normal((inputs, outputs))
    b, dy = random_.standard_normal(outputs), random_.standard_normal((rows, outputs))
    made = [[[Value(float(v)) for v in row] for row in matrix] for matrix in (x, w, [b])]
    y = library("layer", "cpu-tensors").forward(x, w, b)
    assert y.shape == (rows, outputs)
    for i in range(rows):
        for j in range(outputs):
            total = made[2][0][j]
            for k in range(inputs):
                total = total + made[0][i][k] * made[1][k][j]
            assert y[i, j] == total.relu().data
            total.relu().backward(float(dy[i, j]))
    got = library("layer", "cpu-tensors").backward(x, w, y, dy)
    for array, values in zip(got, (made[0], made[1], made[2][0]), strict=True):
        wanted = np.array([v.grad for v in np.array(values, object).ravel()], float)
        np.testing.assert_allclose(array.ravel(), wanted, rtol=1e-13, atol=1e-13)


def test_the_wrong_programs_are_wrong_in_the_way_that_the_chapter_says():
    adjoints = np.zeros(3)
    library("wrong/last_use_wins").gradient(adjoints)
    assert adjoints.tolist() == [1.0, 1.0, 1.0]  # 4, 2, 1 are right
    in_place = library("wrong/in_place", "cpu-tensors")
    x, slope = np.arange(4.0), np.zeros(4)
    in_place.on_buffers(x, slope)
    assert (x.tolist(), slope.tolist()) == ([0, 1, 4, 9], [0, 2, 8, 18])
    square, twice = in_place.on_tensors(np.arange(4.0), np.zeros(4))
    assert (square.tolist(), twice.tolist()) == ([0, 1, 4, 9], [0, 2, 4, 6])


# What the emitter makes of expressions.

NAMES = [f"x{i}" for i in range(INPUTS)]


def derived(function, *names: str):
    return runners.load(emit.derivative(function, *names)).compile("cpu-loops").gradient


@settings(deadline=None, max_examples=12)
@given(st.lists(st.tuples(EXPRESSIONS, st.lists(POINTS, min_size=3, max_size=3)), min_size=4))
def test_random_expressions_compiled_have_the_engines_value_and_slopes(pairs):
    # One module for all of an example's expressions: their sum, each weighed by an argument.
    pairs = pairs[:8]
    names = [f"k{i}" for i in range(len(pairs))]

    def total(*arguments):
        inputs, weights = arguments[:INPUTS], arguments[INPUTS:]
        result = inputs[0] * 0.0
        for weight, (expression, _) in zip(weights, pairs, strict=True):
            result = result + build(expression, inputs) * weight
        return result

    gradient = derived(total, *NAMES, *names)
    for i, (expression, points) in enumerate(pairs):
        weights = [float(i == j) for j in range(len(pairs))]
        for point in points:
            value, slopes = by_engine(expression, point)
            got = gradient(*point, *weights)
            # Only the last operation of the C library's pow may differ by a rounding.
            assert got[0] == pytest.approx(value, rel=1e-13, abs=1e-13)
            assert got[1 : 1 + INPUTS] == pytest.approx(slopes, rel=1e-11, abs=1e-11)


def test_the_expression_emitted_is_the_one_by_hand_after_canonicalization():
    emitted = emit.derivative(lambda a, b, c: (a * b + c.exp()) * a, "a", "b", "c")
    operations = sorted(_operations(runners.load(emitted).lower("builtin.module(cse)").text))
    by_hand = runners.load(CHAPTER / "expression.mlir")
    lowered = by_hand.lower("builtin.module(canonicalize,cse)").text
    function = lowered[lowered.index("@gradient") : lowered.index("@main")]
    assert operations == sorted(_operations(function.partition("\n  }\n")[0]))


def _operations(text: str) -> list[str]:
    return [word for word in text.split() if word.startswith(("arith.", "math."))]


def test_compiled_code_follows_ieee_where_python_refuses():
    # The engine raises; a compiled program has nobody to raise to, and goes on with inf and nan.
    divide = derived(lambda a, b: a / b, "a", "b")
    assert divide(1.0, 0.0)[0] == math.inf
    assert math.isnan(divide(0.0, 0.0)[0])
    log = derived(lambda a: a.log(), "a")
    assert log(0.0) == (-math.inf, math.inf)
    assert math.isnan(log(-1.0)[0])
    assert derived(lambda a: a**-1, "a")(0.0)[0] == math.inf
    assert derived(lambda a: a.exp(), "a")(1000.0) == (math.inf, math.inf)


def test_nothing_is_folded_that_would_lose_a_nan():
    zero = derived(lambda a: a * 0.0, "a")
    assert math.isnan(zero(math.nan)[0])
    assert math.isnan(zero(math.inf)[0])
    difference = derived(lambda a: a - a, "a")
    assert math.isnan(difference(math.inf)[0])
    assert math.isnan(derived(lambda a: a / a, "a")(0.0)[0])


def test_relu_compiled_keeps_nan_and_has_the_engines_slope():
    relu = derived(lambda a: a.relu(), "a")
    assert [relu(x) for x in (-1.0, 0.0, 2.0)] == [(0.0, 0.0), (0.0, 0.0), (2.0, 1.0)]
    value, slope = relu(math.nan)
    assert math.isnan(value)
    assert slope == 1.0


def test_a_number_of_another_function_is_refused():
    with emit.building():
        first = emit.Function("first", {"a": emit.ir.F64Type.get()})
        second = emit.Function("second", {"b": emit.ir.F64Type.get()})
        a, b = emit.Scalar(first, first.arguments[0]), emit.Scalar(second, second.arguments[0])
        with second, pytest.raises(GraphError, match="a number of @first is used in @second"):
            b + a
        with second, pytest.raises(GraphError, match="@first is used in @second"):
            Value(b) * Value(a)


def test_a_value_from_outside_is_a_constant_of_the_program():
    k = Value(3.0)
    gradient = derived(lambda a: a * k, "a")
    assert gradient(2.0) == (6.0, 3.0)


@pytest.mark.parametrize(
    "function",
    [lambda a: a if a.data > 0 else -a, lambda a: a if a.data else -a, lambda a: max(a.data, 0.0)],
)
def test_a_branch_while_tracing_is_refused_with_its_line(function):
    with pytest.raises(OperandError, match=r"test_chapter_05_mlir\.py:\d+: a branch on a number"):
        emit.derivative(function, "a")


# What the emitter makes of networks.


def both(batch: int, **more) -> tuple[Trainer, compiled.Trainer]:
    return tuple(moons.trainer(how, batch=batch, **more) for how in (Trainer, compiled.Trainer))


def numbers(learner: Trainer) -> list[float]:
    return [parameter.data for parameter in learner.optimizer.parameters]


@pytest.mark.parametrize(
    ("activation", "loss"), [("relu", "hinge"), ("tanh", "squared"), ("tanh", "hinge")]
)
@pytest.mark.parametrize("batch", [1, 7, 100, 1000])
def test_compiled_training_is_the_engines_to_the_bit(activation, loss, batch):
    python, native = both(
        batch, activation=activation, loss=loss, hidden=(5, 3), points=30, rate=0.05
    )
    ours, theirs = (fit(learner, 4, seed=9) for learner in (native, python))
    assert ours.losses == theirs.losses
    assert ours.accuracies == theirs.accuracies
    assert native.data.tolist() == numbers(python)
    assert native.velocities.tolist() == python.optimizer.velocities
    assert native.accuracy() == python.accuracy()
    points = python.points[:5]
    assert native.scores(points).tolist() == [python.model(point).data for point in points]


@pytest.mark.parametrize(("momentum", "decay"), [(0.0, 0.0), (0.5, 0.0), (0.0, 0.1)])
def test_the_optimizers_options_are_compiled_in(momentum, decay):
    points, labels = [(0.5, -1.0), (2.0, 0.25)], [1.0, -1.0]
    learners = []
    for how in (Trainer, compiled.Trainer):
        model = MLP([2, 1], last="tanh", seed=4)
        optimizer = SGD(model.parameters(), 0.1, momentum, decay)
        learners.append(how(model, losses.squared_error, optimizer, points, labels, 1))
    for learner in learners:
        for rate in (0.1, 0.3):  # a rate is an argument, and may change
            learner.optimizer.rate = rate
            learner.epoch([1, 0, 1])
    assert learners[1].data.tolist() == numbers(learners[0])


def test_write_back_lets_the_engine_go_on_where_native_code_stopped():
    python, native = both(5, hidden=(4,), points=20)
    fit(python, 6, seed=2)
    fit(native, 3, seed=2)
    native.write_back()
    rest = moons.trainer(Trainer, batch=5, hidden=(4,), points=20)
    rest.model, rest.optimizer = native.model, native.optimizer
    generator, order = random.Random(2), list(range(20))
    for epoch in range(6):
        generator.shuffle(order)
        if epoch >= 3:
            rest.epoch(order)
    assert numbers(rest) == numbers(python)


def test_emitting_leaves_the_model_as_it_was():
    model = MLP([2, 3, 1], seed=1)
    losses.hinge(model([0.5, 0.25]), -1.0).backward()
    before = [(p.data, p.grad, p.varies) for p in model.parameters()]
    emit.emit(model, losses.hinge, SGD(model.parameters()))
    assert [(p.data, p.grad, p.varies) for p in model.parameters()] == before
    with pytest.raises(ZeroDivisionError):
        emit.emit(model, lambda score, target: 1 / 0, SGD(model.parameters()))
    assert [(p.data, p.grad, p.varies) for p in model.parameters()] == before


def test_a_network_with_two_outputs_and_another_models_optimizer_are_refused():
    model, other = MLP([2, 2]), MLP([2, 1])
    with pytest.raises(OperandError, match="one output is wanted; this has 2"):
        emit.emit(model, losses.hinge, SGD(model.parameters()))
    with pytest.raises(GraphError, match="does not hold the parameters"):
        emit.emit(other, losses.hinge, SGD(MLP([2, 1]).parameters()))


@pytest.mark.parametrize("order", [[], [-1], [100], [[0]], [0, 3, 200]])
def test_rows_that_are_not_there_never_reach_native_code(order):
    native = moons.trainer(compiled.Trainer, hidden=())
    before = native.data.copy()
    with pytest.raises(OperandError, match="an order of rows 0 to 99"):
        native.epoch(order)
    assert np.array_equal(native.data, before)


@pytest.mark.parametrize(
    ("points", "labels", "batch"),
    [([(1.0,)], [1.0], 1), ([(1.0, 2.0)], [], 1), ([(1.0, 2.0)], [1.0], 0), ([], [], 1)],
)
def test_data_that_does_not_fit_the_network_is_refused_before_compiling(points, labels, batch):
    model = MLP([2, 1])
    with pytest.raises(OperandError):
        compiled.Trainer(model, losses.hinge, SGD(model.parameters()), points, labels, batch)


def test_the_committed_module_is_what_the_emitter_builds(tmp_path):
    script = CHAPTER / "emitted" / "write.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    assert (tmp_path / "neuron.mlir").read_text() == (
        CHAPTER / "emitted" / "neuron.mlir"
    ).read_text()


def test_the_emitted_neuron_is_the_one_by_hand(how):
    step = runners.load(CHAPTER / "emitted" / "neuron.mlir").compile("cpu-buffers", how=how)
    data, velocities = np.array([0.5, -0.25, 0.1]), np.zeros(3)
    point, target = np.array([[1.5, -2.0]]), np.array([0.75])
    by_hand = library("neuron")
    y = by_hand.forward(data[:2].copy(), point[0], 0.1)
    dw, dx = np.zeros((2, 2))
    db = by_hand.backward(data[:2].copy(), point[0], y, 2 * (y - 0.75), dw, dx)
    wanted = data - 0.1 * np.array([*dw, db])
    total, hits = step.epoch(data, velocities, point, target, np.zeros(1, np.int64), 1, 0.1)
    assert (total, hits) == ((y - 0.75) ** 2, float(y > 0))
    np.testing.assert_allclose(data, wanted, rtol=1e-15)


def test_scores_alone_have_no_slopes():
    text = emit.emit(model := MLP([2, 3, 1], "tanh"), losses.hinge, SGD(model.parameters()))
    scores = text[text.index("@scores") :]
    assert (scores.count("math.tanh"), scores.count("arith.subf")) == (3, 0)
    assert scores.count("arith.mulf") == 9


def test_a_compiled_epoch_is_a_hundred_times_as_fast():
    order, seconds = list(range(100)), []
    for learner, calls in zip(both(10), (1, 20), strict=True):
        learner.epoch(order)
        begun = time.perf_counter()
        for _ in range(calls):
            learner.epoch(order)
        seconds.append((time.perf_counter() - begun) / calls)
    assert seconds[0] / seconds[1] > 100  # about 1000 on an idle machine


def test_the_exact_pictures_are_what_their_script_draws(tmp_path):
    script = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    # The others are of a trained network, whose data come from the C library's sine and logarithm.
    for name in ("graph.svg", "memory.svg"):
        assert (tmp_path / name).read_text() == (CHAPTER / "pictures" / name).read_text()
    for name in ("network.svg", "curves.svg", "boundary.svg"):
        assert (tmp_path / name).read_text().startswith(("<svg", "<?xml"))
