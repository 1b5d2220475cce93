"""What cannot be traced: each message names the line, and what to write instead."""

import math

import numpy as np
import pytest
from tensors import normal

from stepdown import ArgumentError, TraceError, grad, jit

f32 = np.float32
V, TABLE = normal(5), normal(9)


def assign_an_element(a):
    z = np.zeros(3)
    z[0] = a[0]
    return z + a


def assign_a_row(a):
    z = np.zeros((3, 5))
    z[0] = a
    return z + a


TOGETHER = r"cannot become an ndarray: .*np\.stack\(\[x, y\]\), np\.array\(\[x, y\], like=x\)"
REFUSED = {
    "an element": (assign_an_element, r"element of an ndarray.*np\.stack and np\.concatenate"),
    "a row": (assign_a_row, TOGETHER),
    "a list": (lambda a: np.array([a[0], a[1]]), TOGETHER),
    "a filled array": (lambda a: np.full(3, a[0]), TOGETHER),
    "a conversion": (lambda a: np.asarray(a), r"np\.asarray\(x\) can be left out"),
    "a dtype": (lambda a: f32(a[0]), r"x\.astype\(dtype\) converts"),
    "a sum of a list": (lambda a: np.sum([a, a], axis=0), TOGETHER),
    "np.r_": (lambda a: np.r_[a, a], TOGETHER),
    "a table": (lambda a: TABLE[a.astype(int)], r"indexed after np\.asarray\(table, like=indices"),
    "float()": (lambda a: float(a[0]), r"the call computes it.*x\.astype\(dtype\) for float\(x\)"),
    "math": (lambda a: math.sqrt(a[0]), r"np\.sqrt\(x\) for math\.sqrt\(x\)"),
    "an argument": (lambda a: float(a), r"make the argument static"),
    "tolist": (lambda a: a.tolist(), r"x\.tolist\(\) .* leave it out"),
    "item": (lambda a: a[0].item(), r"x\.item\(\) .* leave it out"),
    "max()": (lambda a: max(a[0], a[1]), r"np\.maximum and np\.minimum stand for max\(\)"),
    "round()": (lambda a: round(a), r"round\(\) .* numpy\.round is compiled"),
    "math.floor": (lambda a: math.floor(a[0]), r"math\.floor\(\) .* numpy\.floor is compiled"),
    "pow()": (lambda a: pow(a, 2, 5), r"write x \*\* y % z"),
    "a complex number": (lambda a: a + 1j, r"complex numbers are not compiled: 1j"),
    "a mask": (lambda a: a[a > 0], r"np\.where keeps the size, and sums take where="),
    "a format": (lambda a: f"{a[0]:.2f}", r"no value to write as '\.2f'"),
    "a key": (lambda a: {a: 1}, r"cannot be hashed"),
    "axes": (lambda a: np.pad(a, 1, constant_values=(1, 2, 3)), r"numpy\.pad: operands could not"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_needs_a_value_is_refused_with_the_line_and_what_to_write(name):
    function, message = REFUSED[name]
    line = rf"test_stepdown_refused\.py:\d+: .*{message}"
    with pytest.raises((TraceError, ValueError), match=line) as error:
        jit(function)(V[:3] if name == "an element" else V)
    assert str(error.value).count("\n") == 1  # the line itself is shown below


def test_every_message_calls_a_function_what_python_does():
    nameless = jit(lambda x, n=2: x[:n], dynamic={"x": (0,)})
    named = r"_python_does\.<locals>\.<lambda>"
    for call, message in (
        (lambda: nameless(V[:1]), f"{named} needs the size x_0 to be at least 2"),
        (lambda: nameless.compile(V)(V.astype(np.float64)), f"{named}: compiled for"),
        (lambda: nameless.compile(V).export("no.library"), f"{named}: a shared library's name"),
        (lambda: nameless.compile(V, target="gpu-sim").ptx(chip=80), f"{named}: a chip is a name"),
    ):
        with pytest.raises(ArgumentError, match=message):
            call()


def test_an_element_is_named_through_the_functions_around_it_too():
    with pytest.raises(TraceError, match=r"test_stepdown_refused\.py:1\d: .*element of an ndarray"):
        jit(grad(lambda a: jit(assign_an_element)(a).sum()))(V[:3])


def test_a_value_error_of_the_function_itself_stays_what_it_was():
    def own(a):
        raise ValueError("setting an array element with a sequence.")

    with pytest.raises(ValueError, match=r"^setting an array element with a sequence\.$"):
        jit(own)(V)


def test_a_temporary_that_is_too_large_names_the_line():
    def large(a):
        wide = np.cumsum(a[:, None, None] * np.ones((1 << 15, 1), f32) * np.ones(1 << 15, f32), 0)
        return wide[1, 1]

    with pytest.raises(
        MemoryError, match=r"test_stepdown_refused\.py:\d+: large needs a temporary"
    ):
        jit(large).compile(np.ones(1 << 10, f32))


# Dynamic sizes ----------------------------------------------------------------------------------


def test_numpys_functions_and_floats_take_a_dynamic_size_as_the_number_of_the_call():
    functions = [
        lambda a: a * np.sqrt(a.shape[0]), lambda a: a * a.size**0.5, lambda a: a / a.shape[0] ** 2,
        lambda a: a * (a.shape[0] / 2), lambda a: a * (1 / a.shape[0]), lambda a: a * 2.0**-a.size,
        lambda a: a * (a.shape[0] - 0.5), lambda a: a * (0.5 - a.shape[0]),
        lambda a: a * (a.size // 2.0),
        lambda a: a * np.log(a.shape[0] + 1), lambda a: a + np.float32(2) * a.size,
    ]  # fmt: skip
    together = jit(lambda a: tuple(f(a) for f in functions), dynamic={"a": (0,)})
    for size in (1, 5):
        a = V[:size]
        for n, (ours, function) in enumerate(zip(together(a), functions, strict=True)):
            wanted = function(a)
            assert ours.dtype == wanted.dtype, n
            np.testing.assert_allclose(ours, wanted, rtol=1e-6)


def test_whole_steps_on_a_dynamic_size_are_sizes_also_with_integers_of_numpy():
    halves = jit(lambda a: a.reshape(np.int64(2), a.shape[0] // np.int64(2)), dynamic={"a": (0,)})
    assert halves(V[:4]).shape == (2, 2)
    square = jit(lambda a: np.arange(a.shape[0] ** 2, like=a), dynamic={"a": (0,)})
    assert square(V).shape == (25,)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a: a / len(a), r"len\(\) is an int to Python.*x\.shape\[0\] gives it as a size"),
        (lambda a: sum(a), r"a loop over the rows.*axis=0 take all rows"),
        (lambda a: a * math.sqrt(a.shape[0]), r"the size a_0 is dynamic"),
        (lambda a: a @ np.eye(a.shape[0]), r"np\.eye\(n, like=x\)"),
    ],
)
def test_what_needs_a_dynamic_size_now_is_refused_with_what_to_write(function, message):
    with pytest.raises(TraceError, match=message):
        jit(function, dynamic={"a": (0,)})(V)


@pytest.mark.parametrize("dynamic", ["a", ("a",), {"a": 0}, {"a": "n"}])
def test_dynamic_says_what_it_wants(dynamic):
    with pytest.raises(ArgumentError, match=r"dynamic= .*\(0,\)"):
        jit(lambda a: a, dynamic=dynamic)


# A dynamic axis that meets one of known size ----------------------------------------------------

X, Y, W, B = normal(5, 3), normal(5, 2, seed=1), normal(3, 2), normal(5, 3, seed=2)


def gradients_agree(function, arguments: tuple, *dynamic: dict) -> None:
    """Of a function of static sizes and the same of dynamic ones."""
    every = tuple(range(len(arguments)))
    wanted = jit(grad(function, argnums=every))(*arguments)
    for sizes in dynamic:
        got = jit(grad(function, argnums=every), dynamic=sizes)(*arguments)
        for ours, theirs in zip(got, wanted, strict=True):
            assert ours.shape == theirs.shape
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def test_a_gradient_has_the_dynamic_size_of_what_met_a_known_one():
    step = lambda w, x, y: ((x @ w - y) ** 2).mean()  # noqa: E731
    gradients_agree(step, (W, X, Y), {"x": (0,)}, {"w": (0, 1)}, {"x": (0, 1), "y": (0, 1)})
    captured = jit(grad(lambda x: (x * B).sum()), dynamic={"x": (0,)})
    np.testing.assert_array_equal(captured(X), B)
    with pytest.raises(ArgumentError, match="needs the size x_0 to be equal to 5; here they are 4"):
        captured(X[:4])


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: (np.concatenate([x, y], 1) ** 2).sum(),
        lambda x, y: (np.stack([x, y], 1) ** 3).sum(),
        lambda x, y: np.einsum("ij,ij->i", x, y).sum(),
        lambda x, y: np.exp(x @ y.T).sum(),
    ],
)
def test_arrays_that_are_joined_and_multiplied_may_know_a_size_each_for_itself(function):
    gradients_agree(function, (X, B), {"x": (0,)}, {"x": (0,), "y": (1,)})


def test_a_reshape_may_go_between_known_and_dynamic_sizes():
    flat = B.reshape(-1)
    for function, x, y, sizes in (
        (lambda x, y: y.reshape(x.shape) + 1, X, flat, {"x": (0,)}),
        (lambda x, y: y.reshape(x.shape) + 1, X, flat, {"x": (0, 1)}),
        (lambda x, y: x.reshape(15) + y, X, flat, {"x": (0,)}),
        (lambda x, y: y.reshape(1, 5, 3) + x, X, flat, {"x": (0, 1), "y": (0,)}),
        (lambda x, y: y.reshape(x.shape[0], 3) @ y.T, X, B, {"x": (0,)}),
        (lambda x, y: np.cumsum(x.reshape(5, 3), 0) + y, X, B, {"x": (0, 1)}),
    ):
        np.testing.assert_allclose(jit(function, dynamic=sizes)(x, y), function(x, y), rtol=1e-5)
