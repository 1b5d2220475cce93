"""What differentiation refuses, with the line; and the graphs that it makes."""

import subprocess
import sys

import numpy as np
import pytest
from differentiation import primitives

import stepdown
from stepdown import (
    ArgumentError,
    TraceError,
    checkpoint,
    custom_vjp,
    grad,
    jit,
    jvp,
    split,
    stop_gradient,
    value_and_grad,
    vjp,
)
from stepdown.primitives.table import TABLE, define

X = np.linspace(-1.0, 1.5, 4)


# Errors ------------------------------------------------------------------------------------------


def _line(text: str) -> str:
    return rf"test_differentiation_graphs\.py:\d+: .*{text}"


def _said(text: str) -> str:
    """A message that begins like that."""
    return rf"test_differentiation_graphs\.py:\d+: {text}"


def test_a_result_that_is_not_one_number_is_refused_with_its_shape():
    with pytest.raises(TraceError, match=_line(r"gives float64\[4\], but one number")):
        grad(lambda x: x * 2)(X)
    with pytest.raises(TraceError, match=_line(r"gives tuple\(\*, \*\).*has_aux=True")):
        grad(lambda x: (np.sum(x), x))(X)
    with pytest.raises(TraceError, match=_line(r"gives int64\[\], which has no derivative")):
        grad(lambda x: np.argmax(x))(X)
    with pytest.raises(TraceError, match=_line("with has_aux .* gives a pair")):
        grad(lambda x: np.sum(x), has_aux=True)(X)


def test_an_argument_of_integers_is_refused_by_its_name():
    def loss(params, x):
        return np.sum(params["w"] * x)

    with pytest.raises(TraceError, match=_line(r"params\['ids'\] is int64\[4\]")):
        grad(loss)({"w": X, "ids": np.arange(4)}, X)
    with pytest.raises(TraceError, match="x is a Python int, which has no derivative"):
        jit(grad(loss, argnums=1))({"w": X}, 3)


def test_a_captured_array_has_no_gradient_and_the_error_says_so():
    w = np.ones(4)
    with pytest.raises(ArgumentError, match=r"has no arguments .* captures is a constant"):
        grad(lambda: np.sum(w))
    with pytest.raises(ArgumentError, match="has 1 argument by position, not one of number 1"):
        grad(lambda x: np.sum(w * x), argnums=1)
    for _ in range(2):  # each time
        with pytest.raises(TraceError, match=_line("captures the array that is given as v too")):
            grad(lambda v: np.sum(w * v))(w)
        with pytest.raises(TraceError, match=_line("jvp: .* captures the array .* as v too")):
            jvp(lambda v: np.sum(w * v), (w,), (w,))
    assert jvp(lambda v, u: np.sum(w * v), (w, X), (None, X))[1] == 0


def test_an_operation_without_a_rule_is_refused_where_it_stands():
    define("unruly", "map", TABLE["negative"].infer, TABLE["negative"].emit)
    try:

        def loss(x):
            array = x * 2
            made = type(array)(array.graph, array.graph.add("unruly", array.value))
            return np.sum(made)

        with pytest.raises(TraceError, match=_line("the operation unruly has no rule")):
            grad(loss)(X)
        np.testing.assert_array_equal(grad(lambda x: np.sum(x) + stop_gradient(loss(x)))(X), 1)
    finally:
        del TABLE["unruly"]


def test_a_cotangent_or_tangent_that_does_not_fit_is_refused():
    _, pull = vjp(lambda w: (w * 2, w), X)
    with pytest.raises(
        TraceError, match=r"the cotangent has the structure \* \(one array\), not tuple"
    ):
        pull(X)
    with pytest.raises(TraceError, match=r"\[0\] has shape \(3,\), .* of float64\[4\]"):
        pull((np.ones(3), X))
    with pytest.raises(TraceError, match=r"the tangent of x has shape \(2,\)"):
        jvp(lambda x: x, (X,), (np.ones(2),))
    with pytest.raises(TraceError, match=r"the tangent of i is .* weak int64\[\] has none"):
        jvp(lambda i: i, (1,), (1.0,))


def test_arguments_of_grad_itself_are_checked():
    for what in (grad, value_and_grad, split, jvp, vjp, checkpoint):
        given = ((X,), (X,)) if what is jvp else ()
        with pytest.raises(ArgumentError, match=_line(f"{what.__name__}: it takes a function")):
            what(3, *given)
    with pytest.raises(ArgumentError, match="names an argument twice"):
        grad(lambda a, b: a, argnums=(1, -1))
    with pytest.raises(ArgumentError, match="argnums are numbers"):
        grad(lambda a: a, argnums=("a",))


def test_the_first_nan_of_a_gradient_is_found_with_its_operation_and_line():
    def f(x):
        root = np.sqrt(x)  # the slope at 0 is infinite
        return np.sum(np.where(x > 0, root, 0.0) * 2)

    checked = grad(f, check_nan=True)
    np.testing.assert_allclose(checked(np.array([4.0, 1.0])), [0.5, 1])
    line = f.__code__.co_firstlineno + 1
    message = (
        rf"test_differentiation_graphs\.py:{line}: the gradient of sqrt is the first to hold a NaN"
    )
    with pytest.raises(FloatingPointError, match=message):
        checked(np.array([4.0, 0.0]))
    with pytest.raises(FloatingPointError, match="the result of sqrt is the first to hold a NaN"):
        grad(lambda x: np.sum(np.sqrt(x)), check_nan=True)(np.array([-1.0]))


def test_a_nan_of_a_rule_of_ones_own_is_said_to_be_of_the_function_that_has_the_rule():
    root = custom_vjp(lambda x: np.sqrt(x), lambda x: (np.sqrt(x), x), lambda x, c: c / x * 0 / 0)
    with pytest.raises(
        FloatingPointError, match=_line("the gradient of .*lambda.*, by its own rule, is the first")
    ):
        grad(lambda x: np.sum(root(x)), check_nan=True)(np.ones(2))


def test_messages_begin_with_what_was_called():
    ids, w = np.arange(4), np.ones(4)
    for what in (grad, value_and_grad, split):
        call = split(np.sum).forward if what is split else what(np.sum)
        with pytest.raises(TraceError, match=_said(f"{what.__name__}: .* is int64.*convert it")):
            call(ids)
    for what, call in (
        ("value_and_grad", value_and_grad(lambda x: np.sum(x * w))),
        ("split", split(lambda x: np.sum(x * w)).forward),
        ("vjp", lambda x: vjp(lambda x: np.sum(x * w), x)),
        ("jvp", lambda x: jvp(lambda x: np.sum(x * w), (x,), (x,))),
    ):
        with pytest.raises(TraceError, match=_said(f"{what}: .* captures the array")):
            call(w)
    with pytest.raises(TraceError, match=_said("split: with has_aux sum gives a pair, .* got")):
        split(np.sum, has_aux=True).forward(w)
    passes = split(np.cumsum)
    _, kept = passes.forward(w)
    with pytest.raises(TraceError, match=_said("backward: the cotangent of the result of cumsum")):
        passes.backward(kept, 1.0)
    with pytest.raises(TraceError, match=_said("pull: the cotangent of the result of cumsum has")):
        vjp(np.cumsum, w)[1](1.0)
    with pytest.raises(ArgumentError, match=_said("vjp: .*<lambda>: missing a required argument")):
        vjp(lambda x: x)
    with pytest.raises(ArgumentError, match=_said("value_and_grad: .* static in .*no gradient")):
        value_and_grad(jit(lambda x, n: x, static=("n",)), argnums=1)


def test_an_argument_that_holds_a_nan_is_named_before_any_operation():
    def f(w, parts, *, scale):
        return np.sum(np.sqrt(w) * parts["a"][0]) * scale

    checked = grad(f, check_nan=True)
    good, bad = np.ones(3), np.array([1.0, np.nan, 1.0])
    for given, name in (
        ((bad, {"a": [good]}, 1.0), "w"),
        ((good, {"a": [bad]}, 1.0), r"parts\['a'\]\[0\]"),
        ((good, {"a": [good]}, np.nan), "scale"),
    ):
        with pytest.raises(
            FloatingPointError, match=f"^the argument {name} of .*f holds a NaN itself"
        ):
            checked(*given[:2], scale=given[2])
    # One that does not come to the result is none of its business.
    np.testing.assert_array_equal(
        grad(lambda x: np.sum(np.where(np.isnan(x), 0, x)), check_nan=True)(bad), [1, 0, 1]
    )


# Graphs ------------------------------------------------------------------------------------------


def test_a_gradient_is_made_of_what_it_needs_and_nothing_else():
    found = primitives(grad(lambda x: np.sum(np.tanh(x))), X)
    assert found == ["full", "tanh", "multiply", "subtract"]
    # A seed of 1 and zeros are nowhere multiplied with or added.
    found = primitives(grad(lambda x, y: np.mean(x * y[0])), X, np.ones((2, 4)))
    assert sorted(found) == ["full", "multiply", "slice", "units"]


def test_parts_that_were_split_come_back_in_one_piece_without_zeros():
    def f(x):
        q, k, v = np.split(x, 3, axis=1)
        return np.sum(np.sin(q) * np.cos(k) * v)

    graph = jit(grad(f)).compile(np.ones((4, 6))).graph
    found = [v for v in graph.used() if str(v.primitive) == "place"]
    assert len(found) == 1
    assert len(found[0].inputs) == 3
    assert not any(str(v.primitive) == "add" for v in graph.used())


def test_rows_picked_from_a_table_that_is_also_multiplied_are_added_to_that_product():
    def f(table, ids):
        return np.sum(np.tanh(table[ids] @ table.T))

    graph = jit(grad(f)).compile(np.ones((5, 3)), np.array([0, 2])).graph
    (added,) = (v for v in graph.used() if str(v.primitive) == "scatter_add")
    assert str(added.inputs[0].primitive) in ("contract", "transpose")
    assert graph.outputs[0] is added


def test_a_broadcast_operand_is_summed_once():
    def f(x, bias):
        return np.sum(np.tanh(x + bias) * bias)

    found = primitives(grad(f, argnums=1), np.ones((5, 3)), np.ones(3))
    assert found.count("sum") == 1


def test_derivatives_are_compiled_once_for_each_kind_of_arguments():
    traced = []

    def f(x):
        traced.append(x.shape)
        return np.sum(x * x)

    found = grad(f)
    for _ in range(3):
        found(X)
        jvp(f, (X,), (X,))
        vjp(f, X)[1](1.0)
    assert len(traced) == 3
    found(np.ones(3))
    assert len(traced) == 4


def test_importing_the_package_imports_no_compiler_and_no_network():
    code = (
        "import sys, stepdown; stepdown.grad; "
        "print([m for m in ('mlir.ir', 'networkx', 'stepdown.lowering.build') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert set(stepdown.__all__) >= {"grad", "vjp", "jvp", "checkpoint", "custom_vjp"}
