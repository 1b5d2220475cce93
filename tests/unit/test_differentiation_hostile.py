"""Uses of differentiation that are odd and legitimate, and what is refused, with the reason."""

import dataclasses
import functools
import threading

import numpy as np
import pytest

from stepdown import (
    ArgumentError,
    TraceError,
    checkpoint,
    custom_vjp,
    grad,
    jit,
    jvp,
    split,
    value_and_grad,
    vjp,
)

X = np.linspace(-1.0, 1.5, 4)
ONES = np.ones(4)


def _line(text: str) -> str:
    return rf"test_differentiation_hostile\.py:\d+: .*{text}"


# Arguments ---------------------------------------------------------------------------------------


def test_arguments_may_be_given_by_name_and_functions_be_methods_and_partial_ones():
    def f(x, y, *, scale):
        return np.sum(x * y) * scale

    class Model:
        k = 3.0

        def loss(self, x):
            return np.sum(x * x) * self.k

        def __call__(self, x):
            return self.loss(x)

        @functools.partial(jit, static=("self", "n"))
        def power(self, x, n):
            return np.sum(x ** len(range(n)))

    np.testing.assert_array_equal(grad(f)(x=X, y=X + 1, scale=2.0), 2 * (X + 1))
    np.testing.assert_array_equal(grad(f)(X, scale=2.0, y=X + 1), 2 * (X + 1))
    for function in (Model().loss, Model(), functools.partial(lambda k, x: np.sum(k * x * x), 3.0)):
        np.testing.assert_allclose(grad(function)(X), 6 * X)
    np.testing.assert_allclose(grad(Model().power)(X, 3), 3 * X**2)
    np.testing.assert_array_equal(grad(np.add.reduce)(X), ONES)


def test_argnums_may_be_of_numpy_and_name_a_hundred_arguments():
    def f(*given):
        return sum(np.sum(x * n) for n, x in enumerate(given))

    assert grad(f, argnums=np.int64(2))(X, X, X)[0] == 2
    found = grad(f, argnums=range(100))(*[X] * 100)
    assert [g[0] for g in found] == list(range(100))


def test_there_may_be_nothing_to_differentiate_by():
    value, found = value_and_grad(lambda x, y: np.sum(y), argnums=())(X, X)
    assert (value, found) == (X.sum(), ())
    (value, found) = value_and_grad(lambda none, empty, x: np.sum(x), argnums=(0, 1))(None, {}, X)
    assert (value, found) == (X.sum(), (None, {}))
    (result, pull) = vjp(lambda: np.float32(2.0))
    assert (result, pull(1.0)) == (2.0, ())
    assert jvp(lambda: np.float32(2.0), (), ()) == (2.0, 0.0)
    _, pull = vjp(lambda ids: ids + 1, np.arange(3))
    assert pull(None) == (None,)


def test_a_static_argument_has_no_gradient_and_stays_static_in_higher_derivatives():
    @functools.partial(jit, static=("n",))
    def f(x, n):
        return sum(x ** (k + 1) for k in range(n))

    with pytest.raises(ArgumentError, match=r"n is static in .*, a value of the program"):
        grad(f, argnums=1)
    assert grad(grad(f))(2.0, 3) == 14.0
    assert jvp(grad(f), (2.0, 3), (1.0, None))[1] == 14.0
    assert vjp(grad(f), 2.0, 3)[1](1.0) == (14.0, None)


def test_frozen_slotted_and_nested_trees_come_back_as_they_were():
    @dataclasses.dataclass(frozen=True)
    class Frozen:
        w: np.ndarray
        b: object = None

    @dataclasses.dataclass(slots=True)
    class Slotted:
        w: object

    given = {"x": [X, (X + 1, None)], "y": Slotted(Frozen(X + 2)), 3: {}}
    found = grad(lambda t: np.sum(t["x"][0] * t["x"][1][0] * t["y"].w.w))(given)
    assert list(found) == ["x", "y", 3]
    np.testing.assert_allclose(found["x"][0], (X + 1) * (X + 2))
    np.testing.assert_allclose(found["x"][1][0], X * (X + 2))
    assert (found["x"][1][1], found["y"].w.b, found[3]) == (None, None, {})
    np.testing.assert_allclose(found["y"].w.w, X * (X + 1))


def test_every_layout_of_an_argument_has_the_same_gradient():
    whole = np.arange(24.0).reshape(4, 6)
    read_only = whole.copy()
    read_only.flags.writeable = False
    for x in (np.asfortranarray(whole), whole[::2], whole[::-1, 1::2], whole.T, read_only):
        found = grad(lambda x: np.sum(x[0] * x[1:] ** 2))(x)
        wanted = 2 * x[0] * x
        wanted[0] = np.sum(x[1:] ** 2, 0)
        np.testing.assert_array_equal(found, wanted)


# Cotangents and tangents -------------------------------------------------------------------------


def test_none_stands_for_zeros_in_every_cotangent():
    for function in (np.sum, np.argmax, lambda x: x * 2, lambda x: (x, np.argmax(x))):
        np.testing.assert_array_equal(vjp(function, X)[1](None)[0], np.zeros(4))


def test_the_keys_of_a_cotangent_may_be_in_another_order():
    _, pull = vjp(lambda x: {"a": x, "b": x * x}, X)
    np.testing.assert_array_equal(pull({"b": ONES, "a": X})[0], 3 * X)
    with pytest.raises(
        TraceError, match=_line(r"structure dict\(a=\*, c=\*\), not dict\(a=\*, b=")
    ):
        pull({"a": X, "c": ONES})


def test_a_derivative_that_is_not_of_floats_is_refused():
    with pytest.raises(TraceError, match=_line(r"int64\[4\], but a derivative is of floats")):
        vjp(lambda x: x * 2, X)[1](np.arange(4))
    with pytest.raises(TraceError, match=_line(r"the tangent of x is bool\[4\], but a derivative")):
        jvp(lambda x: x * 2, (X,), (X > 0,))
    np.testing.assert_array_equal(vjp(np.sum, X)[1](2)[0], 2 * ONES)  # a Python number is one


def test_jvp_asks_for_a_tangent_for_each_argument():
    with pytest.raises(
        TraceError, match=_line("a tangent for each argument, or None; got 1 for 2")
    ):
        jvp(lambda x, y: x * y, (X, X), (X,))
    with pytest.raises(
        TraceError, match=_line("the arguments are a tuple, with an entry for each")
    ):
        jvp(lambda x: x * 2, X, (X,))
    with pytest.raises(TraceError, match=_line("the tangents are a tuple, .* got a ndarray")):
        jvp(lambda x: x * 2, (X,), X)


def test_what_is_captured_and_given_is_refused_by_vjp_and_split_as_by_grad():
    w = np.ones(4)
    for call in (
        lambda: vjp(lambda v: w * v, w),
        lambda: split(lambda v: np.sum(w * v)).forward(w),
        lambda: grad(lambda v: np.sum(w * v))(w[::-1]),
    ):
        with pytest.raises(
            TraceError, match=_line("captures the array .* or be a copy if a const")
        ):
            call()
    np.testing.assert_array_equal(vjp(lambda v: w * v, w.copy())[1](ONES)[0], w)
    ids = np.arange(4)  # has no gradient to lose
    vjp(lambda x, i: x[i] * ids, X, ids)


# Rules of one's own ------------------------------------------------------------------------------


def _sine(forward=lambda x: (np.sin(x), x), backward=lambda x, c: 10 * c * np.cos(x)):
    return custom_vjp(np.sin, forward, backward)


def test_a_rule_holds_inside_of_everything_and_of_compiled_halves():
    x = X
    wanted = 10 * np.cos(x)
    halves = (jit(lambda x: (np.sin(x), x)), jit(lambda x, c: 10 * c * np.cos(x)))

    @jit
    def each(x):
        return [
            grad(lambda x, f=f: np.sum(f(x)))(x)
            for f in (
                _sine(),
                jit(_sine()),
                custom_vjp(jit(lambda x: np.sin(x)), *halves),
                checkpoint(_sine()),
                lambda x: checkpoint(lambda x: x)(_sine()(x)),
            )
        ]

    for found in each(x):
        np.testing.assert_allclose(found, wanted, rtol=1e-14)


def test_a_rule_takes_arguments_by_name_in_their_places():
    @custom_vjp(forward=lambda x, k: (x * k, k), backward=lambda k, c: (c * k * 5, None))
    def scaled(x, k=2.0):
        return x * k

    @jit
    def each(x):
        calls = (lambda x: scaled(x, k=3.0), lambda x: scaled(k=3.0, x=x), lambda x: scaled(x, 3.0))
        return [grad(lambda x, f=f: np.sum(f(x)))(x) for f in calls]

    for found in each(X):
        np.testing.assert_array_equal(found, 15 * ONES)
    named = custom_vjp(lambda x, *, k: x * k, lambda x: (x, None), lambda kept, c: c)
    with pytest.raises(TraceError, match=_line("for arguments by position; k is given by name")):
        grad(lambda x: np.sum(named(x, k=2.0)))(X)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (_sine(lambda x: (np.sin(x).astype(np.float32), x)),
         r"gives float32\[4\] for result, the function itself float64\[4\]"),
        (_sine(lambda x: (np.sin(x)[:2], x)), r"gives float64\[2\] for result"),
        (_sine(lambda x: ((np.sin(x),), x)), r"gives tuple\(\*\), the function itself \*"),
        (_sine(lambda x: np.sin(x)), "gives a pair, the result and what is kept; it gives"),
        (_sine(lambda x: (np.sin(x), "text")), "a str is not an array or a number"),
        (_sine(backward=lambda x, c: c > 0), r"is bool\[4\], but a derivative is of floats"),
        (_sine(backward=lambda x, c: c[:2]), r"has shape \(2,\), but it is that of float64\[4\]"),
        (_sine(backward=lambda x, c: (c, c)), r"structure tuple\(\*, \*\), not tuple\(\*\)"),
        (_sine(backward=lambda x, c: {"x": c}), r"structure tuple\(dict\(x=\*\)\), not"),
    ],
)  # fmt: skip
def test_a_rule_of_another_shape_dtype_or_structure_is_refused(rule, said):
    with pytest.raises(TraceError, match=_line(said)):
        grad(lambda x: np.sum(rule(x)))(X)


def test_a_rule_gives_none_for_an_argument_of_integers():
    def rule(of_ids):
        return custom_vjp(
            lambda x, ids: x[ids],
            lambda x, ids: (x[ids], x),
            lambda x, c: (np.ones_like(x), of_ids),
        )

    np.testing.assert_array_equal(
        grad(lambda x, i: np.sum(rule(None)(x, i)))(X, np.arange(2)), ONES
    )
    with pytest.raises(
        TraceError, match=_line(r"argument \[1\] .* int64\[2\] has none: give None")
    ):
        grad(lambda x, i: np.sum(rule(0.0)(x, i)))(X, np.arange(2))


# Inside of each other ----------------------------------------------------------------------------


def test_compiled_functions_gradients_and_checkpoints_nest_in_any_order():
    block = checkpoint(lambda x: checkpoint(np.sin)(checkpoint(np.exp)(x)))

    def f(x):
        return np.sum(block(block(x)))

    def plain(x):
        return np.sum(np.sin(np.exp(np.sin(np.exp(x)))))

    wanted = grad(plain)(X)
    for found in (jit(grad(jit(f)))(X), grad(jit(f))(X), jit(lambda x: jit(grad(f))(x))(X)):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)
    second = jvp(grad(f), (X,), (ONES,))[1]
    np.testing.assert_allclose(second, jvp(grad(plain), (X,), (ONES,))[1], rtol=1e-11)


def test_gradients_of_gradients_of_dynamic_sizes_are_compiled_once():
    traced = []

    def f(x):
        traced.append(x.shape)
        return np.sum(checkpoint(lambda x: np.sin(x)[1:] * x[:-1] ** 2)(x))

    compiled = jit(f, dynamic={"x": (0,)})
    hessian = jit(
        lambda x, v: jvp(grad(compiled), (x,), (v,))[1], dynamic={"x": (0,), "v": {0: "x_0"}}
    )
    gradient, step = grad(compiled), 1e-5
    for count in (4, 2, 1):
        x, v = X[:count], ONES[:count]
        wanted = (gradient(x + step * v) - gradient(x - step * v)) / (2 * step)
        np.testing.assert_allclose(hessian(x, v), wanted, atol=1e-8)
    assert len(traced) == 2
    with pytest.raises(ArgumentError, match="the size x_0 to be at least 1"):
        hessian(X[:0], ONES[:0])


def test_eight_threads_differentiate_at_once():
    found, traced = [], []
    f = jit(lambda x: grad(lambda y: np.sum(checkpoint(np.tanh)(y) ** 2))(x))

    def counted(x):
        traced.append(x)
        return np.sum(np.sin(x) * x)

    g, start = value_and_grad(counted), threading.Barrier(8)

    def work():
        start.wait()
        found.append((f(X), *g(X), *vjp(counted, X)[1](1.0)))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(traced) == 2  # by value_and_grad once, by vjp once
    for each in found:
        for mine, first in zip(each, found[0], strict=True):
            np.testing.assert_array_equal(mine, first)
    np.testing.assert_allclose(found[0][0], 2 * np.tanh(X) * (1 - np.tanh(X) ** 2))


def test_the_product_of_a_dynamic_number_of_elements_has_all_derivatives_where_they_are_zero():
    def f(x):
        return np.sum(np.prod(x, axis=0))

    def twice(x, v):
        return jvp(grad(f), (x,), (v,))[1], grad(lambda x: np.sum(twice_(x, v) * v))(x)

    def twice_(x, v):
        return grad(lambda x: np.sum(grad(f)(x) * v))(x)

    once = jit(twice, dynamic={"x": {0: "n"}, "v": {0: "n"}})
    for count, zeros in ((4, 1), (3, 2), (1, 1), (0, 0)):
        x, v = np.random.default_rng(count).normal(size=(2, count, 2))
        x[:zeros, 0] = 0
        for ours, wanted in zip(once(x, v), jit(twice)(x, v), strict=True):
            np.testing.assert_allclose(ours, wanted, rtol=1e-12, atol=1e-12)
