"""`grad`, `value_and_grad`, `vjp`, `jvp` and what a function says about its own derivative."""

import functools
from dataclasses import dataclass
from typing import NamedTuple

import ml_dtypes
import numpy as np
import pytest
from differentiation import differences, primitives

from stepdown import (
    TraceError,
    checkpoint,
    custom_vjp,
    grad,
    jit,
    jvp,
    stop_gradient,
    update,
    value_and_grad,
    vjp,
)

X = np.linspace(-1.0, 1.5, 4)


# Values ------------------------------------------------------------------------------------------


def test_a_value_that_is_used_twice_has_both_derivatives():
    def c(a):
        b = a + a
        return b + b

    assert grad(c)(1.0) == 4.0


def test_a_chain_of_ten_thousand_additions_is_no_recursion():
    def f(x):
        for _ in range(10_000):
            x = x + 1.0
        return x

    assert grad(f)(2.0) == 1.0


def test_trees_of_arguments_have_gradients_of_their_own_structure_and_dtypes():
    @dataclass
    class Layer:
        weight: np.ndarray
        bias: np.ndarray

    class Pair(NamedTuple):
        first: Layer
        rest: tuple

    def loss(p, x, y):
        inside = np.tanh(x @ p["net"].first.weight + p["net"].first.bias)
        return np.mean((inside @ p["net"].rest[0] * p["scale"] - y) ** 2)

    rng = np.random.default_rng(0)
    layer = Layer(rng.normal(size=(3, 4)).astype(np.float32), rng.normal(size=4))
    p = {"net": Pair(layer, (rng.normal(size=(4, 2)), None)), "scale": 0.5}
    x, y = rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
    value, found = value_and_grad(loss)(p, x, y)
    assert value == pytest.approx(loss(p, x, y), rel=1e-12)
    assert type(found["net"]) is Pair
    assert type(found["net"].first) is Layer
    assert found["net"].rest[1] is None
    assert found["net"].first.weight.dtype == np.float32
    wanted = differences(lambda s: [loss({**p, "scale": s}, x, y)], [np.float64(0.5)], [1.0])
    assert found["scale"] == pytest.approx(wanted[0], rel=1e-9)


def test_argnums_choose_arguments_from_either_end():
    def f(a, b, c=2.0):
        return np.sum(a * b**2) * c

    a, b = X, X + 3
    (of_b, of_a) = grad(f, argnums=(1, 0))(a, b)
    np.testing.assert_allclose(of_a, 2 * b**2)
    np.testing.assert_allclose(of_b, 4 * a * b)
    np.testing.assert_allclose(grad(f, argnums=-1)(a, b, 1.0), np.sum(a * b**2))


def test_static_arguments_of_a_compiled_function_stay_static():
    @functools.partial(jit, static=("rows",))
    def f(x, rows):
        return x.reshape(rows, -1)[0] ** 2

    g = grad(jit(lambda x, rows: np.sum(f(x, rows)), static=("rows",)))
    np.testing.assert_allclose(g(X, 2), [2 * X[0], 2 * X[1], 0, 0])
    np.testing.assert_allclose(g(X, rows=4), [2 * X[0], 0, 0, 0])
    of_x, of_rows = vjp(f, X, 2)[1](np.ones(2))
    np.testing.assert_allclose(of_x, [2 * X[0], 2 * X[1], 0, 0])
    assert of_rows is None
    np.testing.assert_allclose(jvp(f, (X, 2), (X, None))[1], 2 * X[:2] ** 2)


def test_has_aux_passes_on_what_else_the_function_gives():
    def f(x):
        return np.sum(x**2), {"doubled": x * 2, "count": 3}

    found, aux = grad(f, has_aux=True)(X)
    np.testing.assert_array_equal(found, 2 * X)
    np.testing.assert_array_equal(aux["doubled"], 2 * X)
    assert aux["count"] == 3
    (value, aux), found = value_and_grad(f, has_aux=True)(X)
    assert value == np.sum(X**2)


def test_what_does_not_depend_on_an_argument_has_zeros_for_its_gradient():
    found = grad(lambda x, y: np.sum(y), argnums=(0, 1))(X, X)
    np.testing.assert_array_equal(found[0], np.zeros(4))
    np.testing.assert_array_equal(found[1], np.ones(4))
    np.testing.assert_array_equal(grad(lambda x: np.sum(np.floor(x)))(X), np.zeros(4))


def test_an_array_from_around_is_a_constant_even_if_it_is_the_argument():
    @jit
    def f(x):
        y = x * 2
        return grad(lambda z: np.sum(z * x))(x), grad(lambda z: np.sum(z * 2 * y))(x)

    first, second = f(X)
    np.testing.assert_array_equal(first, X)
    np.testing.assert_array_equal(second, 4 * X)


def test_an_inner_derivative_does_not_see_the_variables_of_an_outer_one():
    # The known trap of nested derivatives: d/dx (x * d/dy (x + y)) = 1, not 2.
    assert grad(lambda x: x * grad(lambda y: x + y)(1.0))(2.0) == 1.0
    assert grad(lambda x: x * jvp(lambda y: x + y, (x,), (1.0,))[1])(2.0) == 1.0


def test_integers_and_none_among_the_arguments_of_vjp_and_jvp_are_constants():
    table, ids = np.arange(6.0).reshape(3, 2), np.array([2, 0, 2])

    def rows(ids, table):
        return table[ids], ids + 1

    (found, more), pull = vjp(rows, ids, table)
    np.testing.assert_array_equal(found, table[ids])
    np.testing.assert_array_equal(more, ids + 1)
    of_ids, of_table = pull((np.ones((3, 2)), None))
    assert of_ids is None
    np.testing.assert_array_equal(of_table, [[1, 1], [0, 0], [2, 2]])
    _, (tangent, none) = jvp(rows, (ids, table), (None, table * 2))
    np.testing.assert_array_equal(tangent, 2 * table[ids])
    assert none is None


def test_a_cotangent_can_be_pulled_back_more_than_once():
    @jit
    def f(x):
        y, pull = vjp(lambda x: x**3, x)
        return y, pull(np.ones_like(x)), pull(x)

    _, first, second = f(X)
    np.testing.assert_allclose(first[0], 3 * X**2)
    np.testing.assert_allclose(second[0], 3 * X**3)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_a_gradient_has_the_dtype_of_what_it_belongs_to(dtype):
    def loss(w, x):
        hidden = np.tanh(x @ w) + np.exp2(x) + np.max(w, axis=-1)
        return np.mean(hidden.astype(np.float32) * np.float32(0.5) + 3 * x**3)

    rng = np.random.default_rng(1)
    w, x = (rng.normal(size=(4, 4)).astype(dtype) for _ in range(2))
    found = grad(loss, argnums=(0, 1))(w, x)
    wanted = grad(loss, argnums=(0, 1))(w.astype(np.float64), x.astype(np.float64))
    close = {2: 2e-2, 4: 1e-5}[np.dtype(dtype).itemsize]
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.dtype == dtype
        np.testing.assert_allclose(ours.astype(float), theirs, rtol=close, atol=close / 4)


def test_products_of_bfloat16_have_gradients_by_products_of_bfloat16():
    def loss(w, x):
        return np.sum((x @ w).astype(np.float32))

    w = np.ones((4, 4), ml_dtypes.bfloat16)
    graph = jit(grad(loss)).compile(w, w).graph
    products = [v for v in graph.used() if str(v.primitive) == "contract"]
    assert [[i.type.dtype.name for i in v.inputs] for v in products] == [["bfloat16"] * 2]


# Edges -------------------------------------------------------------------------------------------


def test_equal_elements_share_the_derivative_of_an_extreme():
    x = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
    found = grad(lambda x: np.sum(np.max(x, axis=1)))(x)
    np.testing.assert_allclose(found, [[0, 0.5, 0.5], [1 / 3] * 3])
    np.testing.assert_array_equal(grad(lambda x: np.sum(np.maximum(x, 2)))(x[0]), [0, 1, 1])
    np.testing.assert_array_equal(grad(lambda x: np.sum(np.maximum(x, 3)))(x[0]), [0, 0.5, 0.5])


def test_a_power_has_the_derivatives_that_follow_from_numpys_values():
    @jit
    def f(a, b):
        return grad(lambda a, b: np.sum(a**b), argnums=(0, 1))(a, b)

    a = np.array([0.0, 0.0, 0.0, 2.0, -2.0, 3.0])
    b = np.array([0.0, 1.0, 2.0, 0.0, 3.0, -1.0])
    of_a, of_b = f(a, b)
    np.testing.assert_allclose(of_a, [0, 1, 0, 0, 12, -1 / 9])
    np.testing.assert_allclose(of_b[:4], [0, 0, 0, np.log(2)])
    assert np.isnan(of_b[4])  # a negative base has no power beside 3
    for n, slope in ((0, [0, 0]), (1, [1, 1]), (2, [0, 4]), (3, [0, 12]), (0.5, [np.inf, 8**-0.5])):
        np.testing.assert_allclose(grad(lambda a, n=n: np.sum(a**n))(np.array([0.0, 2.0])), slope)


def test_where_passes_nothing_to_the_side_not_chosen_but_a_nan_slope_there_stays():
    def unsafe(x):
        return np.sum(np.where(x > 0, np.sqrt(x), 0))

    def safe(x):
        return np.sum(np.where(x > 0, np.sqrt(np.where(x > 0, x, 1)), 0))

    x = np.array([0.0, 4.0])
    np.testing.assert_array_equal(grad(unsafe)(x), [np.nan, 0.25])
    np.testing.assert_array_equal(grad(safe)(x), [0, 0.25])


def test_a_nan_stays_where_arithmetic_keeps_it():
    nan, inf = np.nan, np.inf
    assert np.isnan(grad(lambda x: x / x)(0.0))
    assert np.isnan(grad(lambda x: x * x * 0)(nan))
    found = grad(lambda x: np.max(x))(np.array([1.0, nan, 2.0]))
    assert np.isnan(found).all()
    assert grad(lambda x: x - x)(inf) == 0  # by the rule: 1 - 1


def test_the_product_of_a_row_with_zeros_has_all_its_derivatives():
    x = np.array([0.0, 2.0, 3.0, 0.0])
    y = np.array([0.0, 2.0, 3.0, 5.0])
    np.testing.assert_array_equal(grad(np.prod)(x), [0, 0, 0, 0])
    np.testing.assert_array_equal(grad(np.prod)(y), [30, 0, 0, 0])
    second = jit(lambda x: grad(lambda x: grad(np.prod)(x)[1])(x))
    np.testing.assert_array_equal(second(y), [15, 0, 0, 0])


def test_rows_that_are_picked_more_than_once_add_up():
    rng = np.random.default_rng(2)
    table = rng.normal(size=(5, 3))
    ids, weights = rng.integers(-5, 5, size=(4, 6)), rng.normal(size=(4, 6, 3))
    wanted = np.zeros_like(table)
    np.add.at(wanted, ids, weights)
    found = grad(lambda t: np.sum(t[np.asarray(ids, like=t)] * weights))(table)
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_elements_picked_along_any_axes_come_back_to_where_they_were():
    rng = np.random.default_rng(9)
    cases = []
    for axes in [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)]:
        shape, of_index = rng.integers(1, 5, 3), rng.integers(1, 4, rng.integers(1, 3))
        picked = {axis: rng.integers(-shape[axis], shape[axis], of_index) for axis in axes}
        key = tuple(picked.get(axis, slice(None)) for axis in range(3))
        x = rng.normal(size=shape)
        cases.append((x, [picked[axis] for axis in axes], rng.normal(size=x[key].shape), key))

    def pulled(xs, indices, cotangents):
        found = []
        for x, given, cotangent, (*_, key) in zip(xs, indices, cotangents, cases, strict=True):
            left = iter(given)
            traced = tuple(k if isinstance(k, slice) else next(left) for k in key)
            found.append(vjp(lambda x, traced=traced: x[traced], x)[1](cotangent)[0])
        return found

    xs, indices, cotangents, keys = (list(part) for part in zip(*cases, strict=True))
    for ours, x, cotangent, key in zip(
        jit(pulled)(xs, indices, cotangents), xs, cotangents, keys, strict=True
    ):
        wanted = np.zeros_like(x)
        np.add.at(wanted, key, cotangent)
        np.testing.assert_allclose(ours, wanted, rtol=1e-13)


def test_arrays_without_elements_have_gradients_without_elements():
    x = np.zeros((0, 3))
    found = grad(lambda x, w: np.sum(np.tanh(x @ w)[:, ::2]), argnums=(0, 1))(x, np.ones((3, 4)))
    assert found[0].shape == (0, 3)
    np.testing.assert_array_equal(found[1], np.zeros((3, 4)))
    ids = np.zeros(0, np.int64)
    found = grad(lambda t: np.sum(t[np.asarray(ids, like=t)]))(np.ones((2, 2)))
    np.testing.assert_array_equal(found, np.zeros((2, 2)))


# Dynamic sizes -----------------------------------------------------------------------------------


def test_gradients_of_dynamic_sizes_are_those_of_the_same_sizes_given():
    def f(x, w, n):
        t = x.shape[0]
        mixed = np.tanh(x @ w)[1:] ** 2 * np.arange(1, t, like=x)[:, None]
        rows = x[::-1] * np.cumsum(x, axis=0) + x[t // 2 :][:1] + x / x.mean(0)
        joined = np.concatenate([x * n, x[: t - 1]]).reshape(-1)
        return np.sum(mixed) + np.sum(rows) + np.prod(x) + np.max(x) + np.var(joined)

    once = grad(jit(f, dynamic={"x": (0,)}), argnums=(0, 1, 2))
    w = np.random.default_rng(3).normal(size=(3, 2))
    for count in (3, 6):
        x = np.random.default_rng(count).normal(size=(count, 3))
        x[0, 0] = 0  # in a product
        wanted = grad(f, argnums=(0, 1, 2))(x, w, 0.5)
        for ours, theirs in zip(once(x, w, 0.5), wanted, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)


def test_an_update_at_a_traced_place_takes_the_gradient_to_the_part_that_replaced():
    def f(x, new, at):
        return np.sum(update(x, new, (at, 0)) * np.arange(12.0, like=x).reshape(4, 3))

    x, new = np.zeros((4, 3)), np.zeros((2, 3))
    weights = np.arange(12.0).reshape(4, 3)
    of_x, of_new = grad(f, argnums=(0, 1))(x, new, -3)
    np.testing.assert_array_equal(of_new, weights[1:3])
    weights[1:3] = 0
    np.testing.assert_array_equal(of_x, weights)
    second = grad(lambda x, n: np.sum(grad(lambda n: f(x, n**2, 1))(n) ** 2), argnums=1)
    np.testing.assert_allclose(second(x, new + 1), 8 * np.arange(12.0).reshape(4, 3)[1:3] ** 2)


# Marks -------------------------------------------------------------------------------------------


def test_stop_gradient_makes_a_constant_at_every_level():
    def f(x):
        return np.sum(stop_gradient(x) * x * x)

    np.testing.assert_allclose(grad(f)(X), 2 * X * X)
    np.testing.assert_allclose(grad(lambda x: np.sum(grad(f)(x)))(X), 2 * X)
    assert stop_gradient({"a": X})["a"] is X
    assert "stopped" not in primitives(grad(f), X)


def test_a_checkpointed_function_is_computed_again_and_gives_the_same():
    def inner(x, w):
        return np.sin(np.exp(x @ w))

    def loss(apply, x, w):
        return np.sum(apply(apply(x, w), w) ** 2)

    x, w = np.random.default_rng(4).normal(size=(2, 3, 3))
    found = {}
    for name, apply in (("plain", inner), ("again", checkpoint(inner))):

        def of_both(x, w, apply=apply):
            return grad(lambda x, w: loss(apply, x, w), argnums=(0, 1))(x, w)

        found[name] = jit(of_both)(x, w), primitives(of_both, x, w)
    for plain, again in zip(found["plain"][0], found["again"][0], strict=True):
        np.testing.assert_allclose(again, plain, rtol=1e-13)
    # Products: two forwards, four backwards, and two of the former again.
    assert found["plain"][1].count("contract") == 6
    assert found["again"][1].count("contract") == 8
    assert found["plain"][1].count("exp") == 2
    assert found["again"][1].count("exp") == 4


def test_a_checkpointed_function_passes_gradients_to_what_it_captures():
    def f(w, x):
        return np.sum(checkpoint(lambda x: np.tanh(x * w))(x))

    plain = grad(lambda w, x: np.sum(np.tanh(x * w)))(X, X + 1)
    np.testing.assert_allclose(grad(f)(X, X + 1), plain, rtol=1e-13)
    twice = grad(lambda w: np.sum(grad(lambda w: f(w, w) ** 2)(w)))
    wanted = grad(lambda w: np.sum(grad(lambda w: np.sum(np.tanh(w * w)) ** 2)(w)))
    np.testing.assert_allclose(twice(X), wanted(X), rtol=1e-11)


def _rule():
    def forward(a, b):
        return (a * b, a + b), (a, b)

    def backward(kept, cotangent):
        (a, b), (first, second) = kept, cotangent
        return 100 * first * b + second, first * a

    return custom_vjp(lambda a, b: (a * b, a + b), forward, backward)


def test_a_function_with_a_rule_of_its_own_is_differentiated_by_it():
    f, b = _rule(), X + 1
    value = jit(lambda a, b: f(a, b)[0])(X, b)
    np.testing.assert_array_equal(value, X * b)  # the rule is for derivatives only
    of_a, of_b = grad(lambda a, b: np.sum(f(a, b)[0] * a), argnums=(0, 1))(X, b)
    np.testing.assert_allclose(of_a, 100 * X * b + X * b)
    np.testing.assert_allclose(of_b, X * X)


def test_a_rule_of_ones_own_is_differentiated_again_and_pushed_forward():
    f, b = _rule(), X + 1
    _, (first, second) = jvp(f, (X, b), (np.ones(4), None))
    np.testing.assert_allclose(first, 100 * b)
    np.testing.assert_allclose(second, np.ones(4))
    # d/da of 100 b is 0; of the other operand's cotangent, a, it is 1.
    twice = grad(lambda a: np.sum(grad(lambda b: np.sum(f(a, b)[0]))(b)))
    np.testing.assert_allclose(twice(X), np.ones(4))


@pytest.mark.parametrize(
    ("backward", "linear"),
    [
        (lambda kept, c: np.where(kept > 1, 3 * c, 0), True),
        (lambda kept, c: c[::-1] / kept, True),
        (lambda kept, c: np.clip(c, -1, 1), False),
        (lambda kept, c: np.rint(c), False),
        (lambda kept, c: c * np.sum(c), False),
    ],
)
def test_a_rule_that_is_not_linear_in_the_cotangent_is_pulled_but_not_pushed(backward, linear):
    f = custom_vjp(lambda x: 2 * x, lambda x: (2 * x, x), backward)
    tangent = np.array([1.0, -2, 3, 4])
    np.testing.assert_allclose(vjp(f, X)[1](tangent)[0], backward(X, tangent))
    if not linear:
        with pytest.raises(TraceError, match="is not linear in the cotangent"):
            jvp(f, (X,), (tangent,))
        return
    weights = np.array([3.0, 1, 2, 5])
    pushed = jvp(f, (X,), (tangent,))[1]
    assert np.vdot(pushed, weights) == pytest.approx(np.vdot(backward(X, weights), tangent))


def test_a_rule_may_be_given_by_a_decorator_and_give_none_for_zero():
    @custom_vjp(forward=lambda x: (np.rint(x), None), backward=lambda _, cotangent: cotangent)
    def rounded(x):
        return np.rint(x)

    np.testing.assert_array_equal(grad(lambda x: np.sum(rounded(x) * x))(X), np.rint(X) + X)
    nothing = custom_vjp(np.sin, lambda x: (np.sin(x), x), lambda kept, cotangent: None)
    np.testing.assert_array_equal(grad(lambda x: np.sum(nothing(x)))(X), np.zeros(4))


def test_a_rule_that_gives_something_else_is_refused():
    def of(backward):
        f = custom_vjp(lambda a, b: a * b, lambda a, b: (a * b, None), backward)
        return grad(lambda a, b: np.sum(f(a, b)))

    with pytest.raises(
        TraceError, match=r"the backward pass of .*lambda.* structure \* \(one array\), not tuple"
    ):
        of(lambda kept, c: c)(X, X)
    with pytest.raises(TraceError, match=r"argument \[1\] has shape \(\), .* float64\[4\]"):
        of(lambda kept, c: (c, c.sum()))(X, X)
    no_pair = custom_vjp(lambda a: a, lambda a: a, lambda kept, c: c)
    with pytest.raises(TraceError, match="gives a pair, the result and what is kept; it gives"):
        grad(lambda a: np.sum(no_pair(a)))(X)
