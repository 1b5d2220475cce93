"""The tensor compiler beside NumPy: the same results, of the same types, for the same functions."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from tensors import attention, gelu, layer_norm, normal, same, softmax, whole

from stepdown import ArgumentError, TraceError, jit

X, Y, V = normal(5, 7), normal(5, 7, seed=1), normal(7)
A, B = normal(4, 6), normal(6, 3)

FUNCTIONS = {
    "add": (lambda x, y: x + y, X, Y),
    "scale": (lambda x, v: 2 * x + v, X, V),
    "sm": (softmax, X),
    "ln": (layer_norm, X, V, normal(7)),
    "gelu": (gelu, X),
    "sum0": (lambda x: x.sum(0), X),
    "sumall": (lambda x: x.sum(), X),
    "mean1": (lambda x: (x - x.mean()) / x.std(), X),
    "T": (lambda x: x.T + 1, X),
    "T2": (lambda x: x.T, X),
    "mm": (lambda a, b: a @ b, A, B),
    "mv": (lambda a, b: a @ b, A, normal(6)),
    "vm": (lambda a, b: a @ b, normal(4), A),
    "vv": (lambda a, b: a @ b, V, V),
    "bmm": (lambda a, b: a @ b, normal(2, 3, 4, 5), normal(3, 5, 6)),
    "bmm1": (lambda a, b: a @ b, normal(1, 3, 4, 5), normal(2, 1, 5, 6)),
    "argmax": (lambda x: (x.argmax(1), x.argmin(0), x.argmax()), X),
    "any": (lambda x: ((x > 1).any(1), (x > -3).all(), (x > 0).sum()), X),
    "where": (lambda x, y: np.where(x > y, x, -y), X, Y),
    "int": (
        lambda a, b: (a // b, a % b, a * b - b, a & b, a < b, abs(a), np.sign(a), a**2),
        whole(-9, 9, 6),
        whole(-3, 3, 6),
    ),
    "fdiv": (lambda a, b: (a // b, a % b, np.fmod(a, b)), normal(30) * 3, normal(30)),
    "u8": (
        lambda a, b: (a + b, a // np.maximum(b, 1), a - b, a > b, a.sum()),
        whole(0, 255, 9, dtype=np.uint8),
        whole(0, 255, 9, dtype=np.uint8),
    ),
    "f16": (
        lambda a, b: (a + b, np.exp(a), a.sum(), a.mean(), a @ b, np.tanh(a) * b),
        normal(9, dtype=np.float16),
        normal(9, dtype=np.float16),
    ),
    "f64": (
        lambda a: (np.exp(a), np.tanh(a), np.log(abs(a)), a.sum(), np.sin(a)),
        normal(9, dtype=np.float64),
    ),
    "split": (lambda a: np.split(a, 3, 1), normal(4, 9)),
    "cat": (lambda a, b: np.concatenate([a, b, a + 1], 1), normal(4, 2), normal(4, 3)),
    "stack": (lambda a, b: np.stack([a, b], 1), X, Y),
    "slice": (lambda x: (x[1:4, ::2], x[::-1, 1], x[..., None, -1], x[2], x[-1, -2] + 1), X),
    "take": (lambda x, i: (x[i], x[:, i - 1], np.take(x, i, 1), x[i, i]), X, whole(0, 5, 3)),
    "cumsum": (lambda x: (x.cumsum(0), np.cumsum(x, 1), x.cumsum()), X),
    "tril": (lambda x: (np.tril(x), np.triu(x, 1)), X),
    "ein": (
        lambda a, b: (
            np.einsum("ij,jk->ki", a, b),
            np.einsum("ij,jk", a, b),
            np.einsum("ij->j", a),
            np.einsum("ij,jk->i", a, b),
        ),
        A,
        B,
    ),
    "reshape": (
        lambda x: (
            x.reshape(-1),
            x.reshape(7, 5),
            x.reshape(5, 1, 7, 1) + 1,
            (x + 1).reshape(35, 1),
        ),
        X,
    ),
    "zeros": (
        lambda x: (
            np.zeros_like(x),
            np.ones((2, 3), like=x),
            np.arange(5, like=x),
            np.eye(3, like=x),
            np.full_like(x, 3),
        ),
        X,
    ),
    "cast": (
        lambda x: (
            x.astype(np.int32),
            x.astype(bool),
            x.astype(np.float64),
            x.astype(np.uint8),
            (x > 0).astype(np.float32),
            x.astype(np.float16),
        ),
        X * 10,
    ),
    "isnan": (
        lambda x: (
            np.isnan(x),
            np.isinf(x),
            np.isfinite(x),
            np.signbit(x),
            np.maximum(x, 1),
            np.fmax(x, 1),
            x.max(),
            x.argmax(),
        ),
        np.array([1, np.nan, np.inf, -np.inf, -0.0], np.float32),
    ),
    "var": (lambda x: (x.var(), x.var(0), x.std(1, ddof=1)), X),
    "r0": (
        lambda a, b: (a + b, np.exp(a) * 2, a.sum(), a.reshape(1)),
        np.float32(2).reshape(()),
        np.array(3, np.float32),
    ),
    "empty": (lambda a: (a.sum(1), a + 1, a.sum(), np.concatenate([a, a], 1)), normal(2, 0, 4)),
    "zero2": (lambda a, b: a @ b, normal(2, 0), normal(0, 3)),
    "repeat": (
        lambda a: (
            np.repeat(a, 2, 0),
            np.tile(a, (2, 2)),
            np.roll(a, 1, 1),
            np.flip(a),
            np.pad(a, 1),
            np.outer(a[0], a[1]),
        ),
        normal(3, 4),
    ),
    "multi": (
        lambda x, y: (
            x.max() - x.min(),
            x.max(1) - x.min(1),
            (x * y).sum(1) / np.sqrt((x * x).sum(1) * (y * y).sum(1)),
        ),
        X,
        Y,
    ),
    "log": (
        lambda x: (
            np.log(x),
            np.sqrt(abs(x)),
            np.expm1(x),
            np.log1p(abs(x)),
            np.cbrt(x),
            np.arctan2(x, x + 1),
            np.hypot(x, 2),
            np.log2(abs(x)),
        ),
        X,
    ),
    "pow": (lambda x: (x**2, x**3, x**4, abs(x) ** 0.5, abs(x) ** 1.7, x ** (-1), 2.0**x), X),
    "bool": (
        lambda a, b: (
            a & b,
            a | b,
            ~a,
            a ^ b,
            a == b,
            np.logical_and(a, b),
            a + b,
            a.sum(),
            a.argmax(),
        ),
        X > 0,
        Y > 0,
    ),
    "clip": (lambda x: (np.clip(x, -1, 1), x.clip(0), np.round(x, 1)), X),
    "diag": (lambda a: (np.trace(a), np.diagonal(a), np.diff(a)), normal(4, 4)),
    "ta": (lambda x, i: np.take_along_axis(x, i, 1), X, whole(0, 7, 5, 2)),
    "out_same": (lambda x: (x, x, x + 1, x + 1), X),
    "mT": (lambda a, b: (a.T @ b, (a.T @ b).T), normal(6, 4), normal(6, 3)),
    "shift": (
        lambda a, b: (a << b, a >> b),
        whole(-99, 99, 8, dtype=np.int32),
        whole(0, 31, 8, dtype=np.int32),
    ),
    "attention": (attention, normal(6, 8), normal(8, 24), normal(8, 8)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("products", ["blas", "loops"])
def test_a_function_gives_what_numpy_gives(name, products):
    function, *arguments = FUNCTIONS[name]
    same(function, *arguments, products=products)


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("function", [softmax, lambda x: x - x.mean(-1, keepdims=True)])
def test_rows_are_right_with_and_without_threads(function, threads):
    same(function, normal(300, 257), threads=threads)


SIZES = (0, 1, 2, 7, 64)
DYNAMIC = {
    "softmax": (softmax, {"x": (0,)}, lambda n: (normal(n, 5),)),
    "both axes": (softmax, {"x": (0, 1)}, lambda n: (normal(n, n + 1),)),
    "layer norm": (
        layer_norm,
        {"x": {0: "t", 1: "c"}, "gain": {0: "c"}, "bias": {0: "c"}},
        lambda n: (normal(n, n + 2), normal(n + 2), normal(n + 2)),
    ),
    "product": (lambda x, w: x @ w, {"x": (0,)}, lambda n: (normal(n, 30), normal(30, 40))),
    "transposed": (
        lambda x, y: x @ y.T,
        {"x": (0,), "y": (0,)},
        lambda n: (normal(n, 30), normal(n + 3, 30)),
    ),
    "join": (
        lambda x, y: np.concatenate([x, y, x]),
        {"x": (0,), "y": (0,)},
        lambda n: (normal(n, 3), normal(n + 2, 3)),
    ),
    "slices": (
        lambda x: (x[1:], x[:-1], x[-1], x[::2], x[::-1]),
        {"x": (0,)},
        lambda n: (normal(n + 1, 3),),
    ),
    "reshapes": (
        lambda x: (x.reshape(-1), x.reshape(x.shape[0] * 2, 3), x.reshape(-1, 2, 3).sum(2)),
        {"x": (0,)},
        lambda n: (normal(n, 6),),
    ),
    "means": (
        lambda x: (x.mean(0), x.var(1), x.sum(), x.max(1)),
        {"x": (0,)},
        lambda n: (normal(n + 1, 6),),
    ),
}


@pytest.mark.parametrize("name", DYNAMIC)
def test_one_compilation_serves_every_size_of_a_dynamic_axis(name):
    function, dynamic, arguments = DYNAMIC[name]
    compiled = jit(function, dynamic=dynamic)
    first = compiled.compile(*arguments(3))
    for n in SIZES:
        given = arguments(n)
        wanted, got = function(*given), compiled(*given)
        pairs = zip(wanted, got, strict=True) if isinstance(wanted, tuple) else [(wanted, got)]
        for theirs, ours in pairs:
            np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-5)
        assert compiled.compile(*given) is first


def _row(x, y):
    return x + y


@pytest.mark.parametrize(
    ("dynamic", "shapes", "message"),
    [
        ({"x": (0,), "y": (0,)}, [(2, 3), (1, 3)], "needs the size y_0 to be equal to x_0"),
        ({"x": (0,)}, [(2, 3), (5, 3)], "needs the size x_0 to be equal to 5; here they are 2"),
        ({"x": {0: "n"}, "y": {0: "n"}}, [(2, 3), (4, 3)], "y has size 4 where n is 2"),
    ],
)
def test_a_size_that_does_not_fit_is_refused_before_the_call(dynamic, shapes, message):
    with pytest.raises(ArgumentError, match=message):
        jit(_row, dynamic=dynamic)(*(normal(*shape) for shape in shapes))


def test_an_end_of_a_slice_that_would_lie_before_the_array_is_refused():
    """Below 0 NumPy would count from the end; no memory before the array is read."""
    last = jit(lambda x: x[x.shape[0] - 3 : x.shape[0]] * 1, dynamic={"x": (0,)})
    x = np.arange(10.0)[5:]
    assert last(x).tolist() == [7, 8, 9]
    with pytest.raises(ArgumentError, match="needs the size x_0 - 3 to be at least 0"):
        last(x[3:])
    assert jit(lambda x: x[: x.shape[0]], dynamic={"x": (0,)}).compile(x).graph.constraints == []


REFUSED = {
    "branch": (lambda x: 1 if x.sum() > 0 else 2, TraceError, "a branch on a traced array"),
    "unsupported": (lambda x: np.linalg.svd(x), TraceError, "numpy.linalg.svd is not compiled"),
    "ufunc": (lambda x: np.frexp(x), TraceError, "numpy.frexp is not compiled"),
    "shapes": (lambda x: x + normal(3), TraceError, "do not broadcast together"),
    "product": (lambda x: x @ normal(3, 2), ValueError, "do not fit in a product"),
    "attribute": (lambda x: x.foo, AttributeError, "the attribute foo of an array does not exist"),
    "string": (lambda x: x + "a", TraceError, "a str is not an array or a number"),
    "number": (lambda x: float(x[0, 0]), TraceError, "where Python needs a number"),
    "ndarray": (lambda x: np.asarray(x), TraceError, "has no value yet"),
    "index": (lambda x: x[7], IndexError, "index 7 is out of bounds for axis 0 with size 2"),
    "mask": (lambda x: x[x > 0], TraceError, "array of unknown size"),
    "axis": (lambda x: x.sum(3), np.exceptions.AxisError, "axis 3 is out of bounds"),
    "reshape": (lambda x: x.reshape(3), TraceError, "cannot reshape an array of shape"),
    "size": (lambda x: x.max() if x[:0].max() else 0, ValueError, "zero-size array"),
    "nothing": (lambda x: None, TraceError, "returns no array"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_compiled_is_an_error_that_names_the_line(name):
    function, error, message = REFUSED[name]
    with pytest.raises(error, match=message) as caught:
        jit(function)(normal(2, 2))
    if name != "nothing":
        assert f"{__file__}:{function.__code__.co_firstlineno}" in str(caught.value)


def _assigns(x):
    x[0] = 1
    return x


def _adds_in_place(x):
    x += 1
    return x


@pytest.mark.parametrize(
    ("function", "message"),
    [(_assigns, "cannot be assigned to"), (_adds_in_place, r"write x = x \+ y")],
)
def test_assignment_into_an_array_is_refused(function, message):
    with pytest.raises(TraceError, match=message):
        jit(function)(normal(2))


def test_an_index_out_of_bounds_at_run_time_is_an_index_error():
    pick = jit(lambda x, i: x[i])
    assert pick(X, np.array([0, -5, 4])).shape == (3, 7)
    for bad in (5, -6):
        with pytest.raises(IndexError, match="out of bounds for axis 0 with size 5"):
            pick(X, np.array([0, bad]))


def test_arguments_are_not_changed_and_views_are_read_as_they_lie():
    function = jit(lambda x: x * 2 + 1)
    base = normal(6, 8)
    kept = base.copy()
    for view in (base.T, base[::2], base[:, ::-1], base[1:, 2:5], base[3], base[::-1, ::3]):
        np.testing.assert_array_equal(function(view), view * 2 + 1)
    np.testing.assert_array_equal(base, kept)


def test_a_transposed_argument_costs_no_copy():
    compiled = jit(lambda x: x.T + 1).compile(normal(4, 3).T)
    assert "transpose" not in compiled.optimized
    assert compiled.optimized.count("linalg.generic") == 1


def test_captured_arrays_are_arguments_and_are_read_at_each_call():
    table = normal(5000, 64)
    function = jit(lambda i: np.asarray(table, like=i)[i])
    compiled = function.compile(np.arange(3))
    assert len(compiled.traced) < 20_000
    np.testing.assert_array_equal(function(np.arange(3)), table[:3])
    table[1] = 7
    np.testing.assert_array_equal(function(np.arange(3)), table[:3])


def test_three_elementwise_operations_become_one_generic():
    compiled = jit(lambda x, y: np.exp(x + y) * x).compile(X, Y)
    assert compiled.traced.count("linalg.generic") == 3
    assert compiled.optimized.count("linalg.generic") == 1


def test_a_softmax_is_one_loop_over_rows():
    compiled = jit(softmax, threads=False).compile(X)
    assert compiled.optimized.count("scf.for ") == 1
    assert compiled.bufferized.count("memref.alloca") <= 2


def test_argument_trees_go_in_and_out():
    function = jit(lambda p: {"sum": p["x"] + p["pair"][0], "rest": [p["pair"][1] * 2, None]})
    result = function({"x": X, "pair": (Y, V)})
    np.testing.assert_array_equal(result["sum"], X + Y)
    np.testing.assert_array_equal(result["rest"][0], V * 2)
    assert result["rest"][1] is None


def test_static_arguments_are_values_and_compile_anew():
    @jit(static=("count",))
    def repeat(x, count):
        return np.concatenate([x] * count)

    assert repeat(V, 3).shape == (21,)
    assert repeat(V, count=2).shape == (14,)
    with pytest.raises(ArgumentError, match="a static argument has to be hashable: count"):
        repeat(V, [1])


def test_python_numbers_are_arguments_that_take_the_arrays_dtype():
    scale = jit(lambda x, k: x * k)
    assert scale(V, 2).dtype == np.float32
    assert scale(V, 2.5).dtype == np.float32
    first = scale.compile(V, 2.5)
    assert scale.compile(V, 7.5) is first
    np.testing.assert_array_equal(scale(V, 7.5), V * np.float32(7.5))


def test_a_compiled_function_can_call_another():
    double = jit(lambda x: x + x)
    np.testing.assert_array_equal(jit(lambda x: double(x) * x)(V), (V + V) * V)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a",), "x is a str, not an array or a number"),
        ((V, V), "too many positional arguments"),
        ((), "missing a required argument: 'x'"),
        ((np.array(["a"]),), "x has dtype <U1"),
        ((V.astype(">f4"),), "x has dtype >f4"),
        ((np.ma.masked_array(V),), "x is a masked array"),
        ((1 << 80,), "does not fit in int64"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        jit(lambda x: x + 1)(*arguments)


def test_unknown_options_are_refused():
    for options, message in [
        ({"static": "y"}, "there is no argument 'y'"),
        ({"dynamic": {"y": (0,)}}, "there is no argument 'y'"),
        ({"target": "tpu"}, "no target 'tpu'"),
        ({"products": "magic"}, 'products is "auto", "schedule", "bf16x6", "blas" or "loops"'),
    ]:
        with pytest.raises(ArgumentError, match=message):
            jit(lambda x: x, **options)


def test_eight_threads_that_call_at_once_compile_once_and_are_right():
    traced = []

    @jit
    def function(x):
        traced.append(1)
        return np.exp(x).sum(-1)

    wanted = np.exp(X).sum(-1)
    results = [None] * 8

    def work(n):
        results[n] = function(X)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(traced) == 1
    for result in results:
        np.testing.assert_allclose(result, wanted, rtol=1e-6)


def test_the_readmes_example_runs():
    path = Path(__file__).resolve().parents[2] / "chapters" / "09-front-end" / "call.py"
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("[1.")
    assert "scf.forall" in done.stdout


def test_gelu_of_one_tells_the_two_forms_apart():
    assert abs(float(jit(gelu)(np.ones(1, np.float32))[0]) - 0.8411920) < 1e-6


def test_nan_wins_in_a_maximum():
    x = np.array([1, np.nan, 2], np.float32)
    assert np.isnan(jit(lambda x: x.max())(x))
    assert jit(lambda x: x.argmax())(x) == 1
