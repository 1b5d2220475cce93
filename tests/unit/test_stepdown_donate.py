"""Donated arguments: results in their memory, right whatever was read before; and `update`."""

import gc
import re
import threading
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal
from test_stepdown_export import Exported
from test_stepdown_memory import MEBIBYTE, growth

import stepdown
from runners import memref
from stepdown import ArgumentError, TraceError, compiled, jit, update
from stepdown.execution import fingerprint, leaves
from stepdown.frontend.types import bfloat16

F = np.float32
RATE = F(0.1)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def adam(p, m, v, g):
    m = F(0.9) * m + F(0.1) * g
    v = F(0.99) * v + F(0.01) * g * g
    return p - F(1e-3) * m / (np.sqrt(v) + F(1e-8)), m, v


def copies(function, *arguments) -> list[str]:
    """The lines of what a compiled function allocates and copies."""
    lines = function.compile(*arguments).bufferized.splitlines()
    found = (re.search(r"(linalg\.copy|memref\.copy|memref\.alloca?\b).*", line) for line in lines)
    return [match[0] for match in found if match]


# update ----------------------------------------------------------------------------------------


@st.composite
def replacements(draw):
    """An array, a part, and where it begins: numbers from the front or from the back."""
    shape = draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))
    part = [draw(st.integers(0, size)) for size in shape]
    start = [draw(st.integers(0, size - n)) for size, n in zip(shape, part, strict=True)]
    kind = draw(st.sampled_from(["float32", "float64", "int8", "uint16", "bool", "bfloat16"]))
    dtype = bfloat16() if kind == "bfloat16" else np.dtype(kind)
    x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    new = (100 - np.arange(np.prod(part))).reshape(part).astype(dtype)
    back = [draw(st.booleans()) and at < size for at, size in zip(start, shape, strict=True)]
    return x, new, start, [at - size if b else at for at, size, b in
                           zip(start, shape, back, strict=True)]  # fmt: skip


def replaced(x, new, start):
    made = x.copy()
    made[tuple(slice(at, at + n) for at, n in zip(start, new.shape, strict=True))] = new
    return made


@given(replacements())
def test_update_of_numpy_arrays_is_a_copy_with_the_part_replaced(case):
    x, new, start, given_start = case
    before = x.copy()
    got = update(x, new, given_start)
    assert got.dtype == x.dtype
    assert np.array_equal(got, replaced(x, new, start))
    assert np.array_equal(x, before)
    assert not np.shares_memory(got, x)


@settings(max_examples=12, deadline=None)
@given(replacements())
def test_compiled_update_equals_that_of_numpy(case):
    x, new, start, given_start = case
    compiled_ = jit(lambda x, new: update(x, new, given_start))
    before = x.copy()
    got = compiled_(x, new)
    assert got.dtype == x.dtype
    assert np.array_equal(got, replaced(x, new, start))
    assert np.array_equal(x, before)


@jit(donate=("x",))
def put(x, new, row, column):
    return update(x, new, (row, column))


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint64])
def test_a_traced_start_is_looked_at_when_the_function_is_called(kind):
    new = normal(2, 3)
    inside = [(0, 0), (3, 4), (1, 2)] + ([(-2, -3), (-5, -7)] if kind in (int, np.int8) else [])
    for row, column in inside:
        x = normal(5, 7)
        wanted = replaced(x, new, (row % 5, column % 7))
        assert put(x, new, kind(row), kind(column)) is x
        assert np.array_equal(x, wanted)


@pytest.mark.parametrize("start", [(4, 0), (0, 5), (-1, 0), (0, -2), (-6, 0), (2**40, 0)])
def test_a_traced_start_that_is_out_of_bounds_is_an_error_and_writes_nothing_outside(start):
    whole = np.zeros((9, 11), F)
    with pytest.raises(IndexError, match=r"test_stepdown_donate.py:\d+: update: a start is out of"):
        put(whole[2:7, 2:9], normal(2, 3), *start)
    whole[2:7, 2:9] = 0
    assert not whole.any()


WRONG_UPDATES = {
    "dtype": (lambda x: update(x, np.ones((1, 1)), (0, 0)), TraceError, "new is float64 and x is"),
    "rank": (lambda x: update(x, x[0], (0, 0)), ValueError, "have to be as many"),
    "starts": (lambda x: update(x, x, (0,)), ValueError, "an entry for each of the 2 axes; got 1"),
    "after": (lambda x: update(x, x[1:], (3, 0)), IndexError, "3 from 3 on are out of bounds"),
    "before": (lambda x: update(x, x[1:], (-5, 0)), IndexError, "axis 0 with size 4"),
    "large": (lambda x: update(x[1:], x, (0, 0)), IndexError, "4 from 0 on are out of bounds"),
    "no number": (lambda x: update(x, x, (0, 0.5)), TraceError, "a start is a whole number"),
}


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("name", WRONG_UPDATES)
def test_a_wrong_update_is_an_error_that_names_the_line(name, traced):
    function, error, message = WRONG_UPDATES[name]
    with pytest.raises(error, match=rf"test_stepdown_donate.py:\d+: update: .*{message}"):
        (jit(function) if traced else function)(normal(4, 5))


@pytest.mark.parametrize("threads", [False, True])
def test_a_view_of_what_was_computed_is_written_where_it_belongs(threads):
    """A transposition is neither an array of its own first, nor one that is read too late."""

    def put(x, new):
        turned = (new * 2).transpose(1, 0, 2)
        x = update(x, turned, (0, 1, 0))
        x = update(x, turned[::-1], (0, 7, 0))
        return update(x, turned[::2, :, ::-1], (9, 20, 0))

    x, new = normal(60, 40, 96), normal(12, 60, 96)
    exact = put(x.copy(), new)
    function = jit(put, donate=("x",), dynamic={"new": {0: "n"}}, threads=threads)
    text = function.compile(x, new).optimized
    assert not re.search(r"tensor.empty\(.*tensor<60x\?x96xf32>", text)
    np.testing.assert_array_equal(function(x, new), exact)


def test_a_traced_start_of_fractions_is_refused():
    with pytest.raises(TraceError, match="a start is a whole number; got float32"):
        jit(lambda x, at: update(x, x[1:], (at,)))(normal(4), F(0))


# In place --------------------------------------------------------------------------------------

LARGE = normal(400, 900)
IN_PLACE = {
    "a step": (lambda p, g: p - RATE * g, ("p",), (LARGE, LARGE)),
    "a step of a vector": (lambda p, g: p - RATE * g, ("p",), (LARGE.ravel(), LARGE.ravel())),
    "a step of a view": (lambda p, g: p - RATE * g, ("p",), (LARGE[:, 10:700], LARGE[:, 20:710])),
    "a step with moments": (adam, ("p", "m", "v"), (LARGE, LARGE, LARGE**2, LARGE)),
    "rows": (softmax, ("x",), (LARGE,)),
    "rows in turn": (softmax, ("x",), (normal(9, 12),)),
    "rows in two loops": (softmax, ("x",), (normal(3, 4, 12),)),
    "an update": (lambda x, new: update(x, new, (3, 1)), ("x",), (LARGE, normal(5, 6))),
}


def own(array: np.ndarray) -> np.ndarray:
    """A copy that lies in memory as the array does, as a part of a larger one if that has gaps."""
    if array.flags.c_contiguous:
        return array.copy()
    whole = np.full((*array.shape[:-1], array.shape[-1] + 3), np.nan, array.dtype)
    whole[..., 1:-2] = array
    return whole[..., 1:-2]


@pytest.mark.parametrize("name", IN_PLACE)
def test_a_result_is_computed_in_the_memory_of_the_argument(name):
    function, donated, arguments = IN_PLACE[name]
    wanted = function(*arguments)
    compiled_ = jit(function, donate=donated)
    given_ = [own(a) for a in arguments]
    got = compiled_(*given_)
    several = isinstance(got, tuple)
    for result, right, argument in zip(
        got if several else [got], wanted if several else [wanted], given_, strict=False
    ):
        assert result is argument
        assert np.allclose(result, right, rtol=2e-6, atol=1e-7)
        if argument.base is not None:
            assert np.isnan(argument.base[..., [0, -2, -1]]).all()
    # What is copied is the part to be inserted, or a row that was kept while it was summed up.
    shape = "x".join(map(str, given_[0].shape))
    assert not [line for line in copies(compiled_, *given_) if f"memref<{shape}x" in line]


def test_a_cache_of_layers_is_read_and_written_in_place():
    layers, heads, size = 3, 2, 4

    def step(cache, x, w):
        t, width = x.shape
        n = cache.shape[-2]
        for layer in range(layers):
            q, k, v = (
                np.swapaxes(part.reshape(t, heads, size), 0, 1)
                for part in np.split(x @ w[layer], 3, -1)
            )
            cache = update(cache, k[None, None], (layer, 0, 0, n - t, 0))
            cache = update(cache, v[None, None], (layer, 1, 0, n - t, 0))
            scores = softmax(q @ np.swapaxes(cache[layer, 0], -1, -2))
            x = x + np.swapaxes(scores @ cache[layer, 1], 0, 1).reshape(t, width)
        return x, cache

    sizes = {"cache": {3: "n"}, "x": {0: "t"}}
    compiled_ = jit(step, donate=("cache",), dynamic=sizes)
    w = normal(layers, heads * size, 3 * heads * size) * F(0.2)
    ours, theirs = (np.zeros((layers, 2, heads, 9, size), F) for _ in range(2))
    n = 0
    for t in (4, 1, 1, 2, 1):  # the last call has all of the array, without gaps
        n += t
        x = normal(t, heads * size)
        view = ours[..., :n, :]
        y, cache = compiled_(view, x, w)
        right, theirs[..., :n, :] = step(theirs[..., :n, :], x, w)
        assert cache is view
        assert np.allclose(y, right, rtol=1e-5, atol=1e-6)
        assert np.allclose(ours, theirs, rtol=1e-5, atol=1e-6)
    assert len(compiled_._compiled) == 1
    whole = f"memref<{layers}x2x{heads}x?x{size}xf32"
    assert not [line for line in copies(compiled_, view, x, w) if whole in line]


# What was read before it was overwritten -------------------------------------------------------

OLD_VALUES = {
    "old and new": (lambda a: (a * 2, a + 1, a[::-1] - a.sum())),
    "the old one, too": (lambda a: (a + 1, a)),
    "unchanged": (lambda a: (a, a.sum())),
    "unchanged, and read": (lambda a: (a, a[::-1] * 2)),
    "sums of the old one": (lambda a: (a * 3, a.sum(), a.max(0), a.mean(-1))),
    "two updates": (lambda a: update(update(a, a[:2] * 2, (1, 0)), a[:1], (3, 0))),
    "two updates of one": (lambda a: (update(a, a[:2] * 2, (1, 0)), update(a, a[:1] + 1, (0, 0)))),
    "to the front": (lambda a: update(a, a[1:], (0, 0))),
    "to the back": (lambda a: update(a, a[:-1], (1, 0))),
    "to the left": (lambda a: update(a, a[:, 2:], (0, 0))),
    "to the right": (lambda a: update(a, a[:, :-1], (0, 1))),
    "transposed": (lambda a: update(a, a.T[:3, :3], (1, 1))),
    "backwards": (lambda a: a[::-1]),
    "running sums": (lambda a: np.cumsum(a, 0)),
    "neighbours": (lambda a: np.concatenate([a[1:], a[:1]]) - a),
    "a product": (lambda a: a @ (a.T @ a)),
    "both ways": (lambda a: (a - a.mean(), update(a, a[2:] * 0, (0, 0))[1:] + a[1:])),
}


@pytest.mark.parametrize("size", [6, 300])
@pytest.mark.parametrize("name", OLD_VALUES)
def test_the_old_value_is_read_as_it_was(name, size):
    function = OLD_VALUES[name]
    compiled_ = jit(lambda a: function(a), donate=("a",))
    for layout in ("whole", "part"):
        a = normal(size, size) / F(size)
        a = a if layout == "whole" else np.pad(a, 3)[3:-3, 3:-3]
        before = a.copy()
        got, wanted = compiled_(a), function(before)
        several = isinstance(got, tuple)
        assert any(result is a for result in (got if several else [got]))
        for result, right in zip(
            got if several else [got], wanted if several else [wanted], strict=True
        ):
            assert np.allclose(result, right, rtol=3e-4, atol=1e-5), name


READ_FIRST = {
    "an update": lambda a, b: (update(a, b, (1, 0)), a[1:] - a[:-1], a.sum(0)),
    "a loop": lambda a, b: (a * 2, a[1:] - a[:-1], a[::2, 1:] @ b.T[1:]),
    "two updates": lambda a, b: (
        update(u := update(a, b, (1, 0)), b, (3, 0)), a.max(0), u[::-1, 1:] * 2
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READ_FIRST)
def test_readers_of_an_old_value_go_first_so_that_it_is_not_kept(name):
    function = READ_FIRST[name]
    compiled_ = jit(lambda a, b: function(a, b), donate=("a",), threads=False)
    a, b = normal(31, 20), normal(3, 20)
    wanted = function(a.copy(), b)
    assert not [line for line in copies(compiled_, a, b) if "memref<31x20xf32" in line]
    got = compiled_(a, b)
    assert got[0] is a
    assert all(np.allclose(x, y, rtol=1e-5, atol=1e-6) for x, y in zip(got, wanted, strict=True))


ONE_COPY = {
    "the old value": (lambda a: (update(a, a[:2] * 2, (4, 0)), a), ("a",)),
    "of what is not donated": (lambda a: update(update(a, a[:2] * 2, (4, 0)), a[:1], (9, 0)), ()),
}


@pytest.mark.parametrize("name", ONE_COPY)
def test_what_is_needed_twice_is_copied_once(name):
    function, donate = ONE_COPY[name]
    compiled_ = jit(lambda a: function(a), donate=donate)
    (line,) = [line for line in copies(compiled_, normal(31, 20)) if "memref<31x20xf32>" in line]
    assert line.startswith("linalg.copy")


def test_the_old_value_itself_is_the_closest_result():
    compiled_ = jit(lambda a: (a + 1, a), donate=("a",))
    a = normal(31, 20)
    assert compiled_(a)[1] is a
    assert copies(compiled_, a) == []


LIES_IN_ANOTHER = {
    "an update and the one before": lambda c, b: (update(u := update(c, b, (0, 0)), b, (1, 1)), u),
    "in another shape": lambda c, b: (
        update(u := update(c, b, (0, 0)), b, (1, 1)), u.reshape(4, 3)
    ),
    "a part of it": lambda c, b: (update(u := update(c, b, (0, 0)), b * 2, (1, 1)), u[:2]),
}  # fmt: skip


@pytest.mark.parametrize("donate", [(), ("c",)])
@pytest.mark.parametrize("name", LIES_IN_ANOTHER)
def test_a_result_that_begins_in_the_memory_of_another_is_right(name, donate):
    function = LIES_IN_ANOTHER[name]
    c, b = normal(3, 4), normal(2, 3)
    wanted = function(c.copy(), b)
    got = jit(lambda c, b: function(c, b), donate=donate)(c, b)
    assert all(np.array_equal(x, y) for x, y in zip(got, wanted, strict=True))


def test_two_donated_arguments_can_change_places():
    a, b = normal(50), normal(50)
    before = a.copy(), b.copy()
    same = jit(lambda a, b: (b, a), donate=("a", "b"))(a, b)
    assert same[0] is b
    assert same[1] is a
    x, y = jit(lambda a, b: (b * 1, a * 1), donate=("a", "b"))(a, b)
    assert {id(x), id(y)} == {id(a), id(b)}
    assert np.array_equal(x, before[1])
    assert np.array_equal(y, before[0])


def test_two_that_are_donated_can_hold_one_value():
    a, b = normal(50), normal(50)
    wanted = a + 1
    x, y = jit(lambda a, b: (a + 1, a + 1), donate=("a", "b"))(a, b)
    assert {id(x), id(y)} == {id(a), id(b)}
    assert np.array_equal(x, wanted)
    assert np.array_equal(y, wanted)


def test_arrays_without_axes_can_be_donated():
    count, total = np.array(3), np.array(2.5)
    x, y, z = jit(lambda c, t: (t * 2, c + 1, c * t), donate=("c", "t"))(count, total)
    assert x is total
    assert y is count
    assert (float(x), int(y), float(z)) == (5.0, 4, 7.5)


def test_empty_arrays_can_be_donated():
    x = np.zeros((0, 4), F)
    assert jit(lambda x: x + 1, donate=("x",))(x) is x


STEPS = ("add", "scale", "update", "shift", "softmax", "less mean", "turned", "larger", "sums")


def compute(steps, results, values):
    """A random program: each step makes a value of the same shape from two earlier ones."""
    values = list(values)
    for name, first, second, row, column in steps:
        x, y = values[first % len(values)], values[second % len(values)]
        rows, columns = x.shape
        i, j = row % rows, column % columns
        match name:
            case "add":
                made = x + y
            case "scale":
                made = np.tanh(x) * F(0.5)
            case "update":
                made = update(x, y[: rows - i, : columns - j], (i, j))
            case "shift":
                made = update(x, x[i:, j:], (0, 0))
            case "softmax":
                made = softmax(x)
            case "less mean":
                made = x - y.mean(row % 2, keepdims=True)
            case "turned":
                made = x.T.reshape(x.shape) + y
            case "larger":
                made = np.where(x > y, x, y[::-1])
            case "sums":
                made = np.cumsum(x, row % 2) * F(0.2)
        values.append(made)
    return tuple(values[n % len(values)] for n in results)


@st.composite
def programs(draw):
    number = st.integers(0, 1000)
    count = draw(st.integers(1, 3))
    step = st.tuples(st.sampled_from(STEPS), number, number, number, number)
    steps = draw(st.lists(step, min_size=1, max_size=6))
    results = draw(st.lists(number, min_size=count, max_size=count + 2))
    shape = draw(st.sampled_from([(3, 4), (2, 2), (5, 1), (1, 3), (40, 48)]))
    layouts = [draw(st.sampled_from(["whole", "rows", "any", "turned"])) for _ in range(count)]
    donated = [draw(st.booleans()) for _ in range(count)]
    return steps, results, shape, layouts, donated, draw(st.booleans())


def laid_out(values: np.ndarray, layout: str) -> np.ndarray:
    rows, columns = values.shape
    if layout == "whole":
        return values.copy()
    if layout == "turned":
        return values.copy(order="F")
    whole = np.zeros((2 * rows + 1, 2 * columns + 3), F)
    part = whole[1 : rows + 1, 2 : columns + 2] if layout == "rows" else (
        whole[: 2 * rows : 2, : 2 * columns : 2][::-1]
    )  # fmt: skip
    part[...] = values
    return part


def check_program(case) -> None:
    steps, results, shape, layouts, donated, threads = case
    names = "abc"[: len(layouts)]
    functions = {
        "a": lambda a: compute(steps, results, (a,)),
        "ab": lambda a, b: compute(steps, results, (a, b)),
        "abc": lambda a, b, c: compute(steps, results, (a, b, c)),
    }
    given_names = [name for name, gift in zip(names, donated, strict=True) if gift]
    compiled_ = jit(functions[names], donate=given_names, threads=threads)
    for _ in range(2):
        values = [normal(*shape) / 2 for _ in names]
        arrays = [laid_out(v, layout) for v, layout in zip(values, layouts, strict=True)]
        wanted = compute(steps, results, values)
        got = compiled_(*arrays)
        for result, right in zip(got, wanted, strict=True):
            assert np.allclose(result, right, rtol=1e-3, atol=1e-4)
        for array, value, gift in zip(arrays, values, donated, strict=True):
            if gift:
                assert sum(result is array for result in got) == 1
            else:
                assert np.array_equal(array, value)


@settings(max_examples=25, deadline=None)
@given(programs())
def test_random_programs_on_donated_arrays_equal_numpy(case):
    check_program(case)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(programs())
def test_many_random_programs_on_donated_arrays_equal_numpy(case):
    check_program(case)


# Which result takes whose memory ---------------------------------------------------------------


def matched(function, donate, *arguments) -> dict[int, int]:
    return jit(function, donate=donate).compile(*arguments).graph.donated


def test_a_result_made_by_updates_takes_the_memory_before_all_others():
    def function(a, b):
        return a + 1, update(update(a, b[:1], (0,)), b[:2], (2,))

    assert matched(function, ("a",), normal(5), normal(5)) == {1: 0}


def test_the_closest_result_takes_the_memory_whatever_the_order():
    def function(p, m, v, g):
        p, m, v = adam(p, m, v, g)
        return v, p, m

    x = normal(5)
    assert matched(function, ("p", "m", "v"), x, x + 1, x + 2, x) == {0: 2, 1: 0, 2: 1}


def test_results_come_back_in_their_places_in_a_tree():
    @jit(donate=("state",))
    def step(state, g):
        new = {name: value - RATE * g for name, value in state["p"].items()}
        return {"p": new, "count": state["count"] + 1, "norm": (g * g).sum()}

    state = {"p": {"w": normal(3, 4), "b": normal(3, 4)}, "count": np.array(0)}
    wanted = {name: value - RATE for name, value in state["p"].items()}
    new = step(state, np.ones((3, 4), F))
    assert list(new) == ["p", "count", "norm"]
    for name in "wb":
        assert new["p"][name] is state["p"][name]
        assert np.allclose(new["p"][name], wanted[name], rtol=1e-6)
    assert new["count"] is state["count"]
    assert new["count"] == 1
    assert new["norm"] == 12


def test_inside_of_another_compiled_function_nothing_is_donated():
    inner = jit(lambda x: x * 2, donate=("x",))
    x = normal(5)
    before = x.copy()
    assert np.array_equal(jit(lambda x: inner(x) + x)(x), before * 3)
    assert np.array_equal(x, before)


def test_one_function_serves_every_size_of_a_dynamic_axis():
    grown = jit(lambda x, k: update(x, k, (0, x.shape[1] - 1)), donate=("x",),
                dynamic={"x": (1,)})  # fmt: skip
    whole = np.zeros((3, 6), F)
    for n in range(1, 7):
        view = whole[:, :n]
        assert grown(view, np.full((3, 1), n, F)) is view
    assert np.array_equal(whole, np.tile(np.arange(1, 7), (3, 1)))
    assert len(grown._compiled) == 1
    with pytest.raises(ArgumentError, match="needs the size x_1 - 1 to be at least 0"):
        grown(whole[:, :0], np.ones((3, 1), F))


# What cannot be donated ------------------------------------------------------------------------


def read_only():
    array = normal(6)
    array.flags.writeable = False
    return array


def misaligned():
    return np.frombuffer(bytearray(25), np.uint8)[1:].view(F)


def between_elements():
    kind = np.dtype({"names": ["x"], "formats": [F], "offsets": [0], "itemsize": 6}, align=False)
    return np.zeros(6, kind)["x"]


REFUSED = {
    "read-only": (read_only, "a is donated, but it is read-only"),
    "misaligned": (misaligned, "a is donated, but its elements are not aligned"),
    "odd strides": (between_elements, "a is donated, but its (elements are not|strides)"),
    "broadcast": (lambda: np.lib.stride_tricks.as_strided(normal(1), (6,), (0,)),
                  "some of its elements share their memory"),
    "windows": (lambda: np.lib.stride_tricks.as_strided(normal(9), (3, 6), (4, 4)),
                "some of its elements share their memory"),
    "a number": (lambda: 3.0, "a is a float, which has no memory to donate"),
    "a scalar": (lambda: F(3), "a is a float32, which has no memory to donate"),
    "other byte order": (lambda: np.zeros(6, ">f4"), "a has dtype >f4"),
    "no number at all": (lambda: "text", "a is a str"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_overwritten_is_refused(name):
    make, message = REFUSED[name]
    step = jit(lambda a: a + 1, donate=("a",))
    with pytest.raises(ArgumentError, match=message):
        step(make())
    assert not step._compiled


def test_an_array_is_looked_at_again_at_each_call():
    step = jit(lambda a: a + 1, donate=("a",))
    array = normal(6)
    step(array)
    before = array.copy()
    array.flags.writeable = False
    with pytest.raises(ArgumentError, match="a is donated, but it is read-only"):
        step(array)
    assert np.array_equal(array, before)


SHARED = normal(8, 10)
OVERLAPPING = {
    "the same": (SHARED, SHARED),
    "a part": (SHARED[:4], SHARED[3:7]),
    "columns": (SHARED[:4, :5], SHARED[4:0:-1, 4:9]),
    "turned": (SHARED[:4, :4], SHARED[:4, :4].T),
}


@pytest.mark.parametrize("donate", [("a",), ("b",), ("a", "b")])
@pytest.mark.parametrize("name", OVERLAPPING)
def test_a_donated_array_overlaps_no_other_argument(name, donate):
    step = jit(lambda a, b: (a + 1, b + 1), donate=donate)
    before = SHARED.copy()
    for _ in range(2):
        with pytest.raises(ArgumentError, match=f"{donate[0]} is donated, but shares memory with"):
            step(*OVERLAPPING[name])
    assert np.array_equal(SHARED, before)


def test_many_arrays_of_any_type_are_looked_at():
    """By where they begin and end, once there are more than a few."""
    memory = np.zeros(64, np.float32)
    held = {f"w{n}": memory[4 * n : 4 * n + 4] for n in range(12)}
    held |= {"b": np.ones(4, bfloat16()), "h": np.ones(4, np.float16), "i": np.ones(4, np.int64)}
    step = jit(lambda a, x: {name: value + x for name, value in a.items()}, donate=("a",))
    assert step(held, np.array([2], np.int8))["w11"] is held["w11"]
    assert (memory[:48] == 2).all()
    with pytest.raises(ArgumentError, match="is donated, but shares memory with"):
        step(held | {"w5": memory[3:7]}, np.array([2], np.int8))
    with pytest.raises(ArgumentError, match="is donated, but shares memory with"):
        step(held, held["i"].view(np.int8)[:1])


def test_arrays_between_each_other_do_not_overlap():
    whole = normal(6, 10)
    even, odd = whole[:, ::2], whole[:, 1::2]
    wanted = even - odd
    assert jit(lambda a, b: a - b, donate=("a",))(even, odd) is even
    assert np.array_equal(even, wanted)


def test_a_donated_array_is_not_taken_from_the_surroundings_as_well():
    table = normal(5)
    step = jit(lambda a: a + table, donate=("a",))
    step(normal(5))
    with pytest.raises(ArgumentError, match="a is donated, but shares memory with captured"):
        step(table)


@pytest.mark.parametrize("function", [lambda a: a.sum(), lambda a: a > 0, lambda a: a[:-1] + 1])
def test_a_donated_argument_needs_a_result_that_fits(function):
    with pytest.raises(ArgumentError, match=r"a is donated, but no result takes its memory"):
        jit(lambda a: function(a), donate=("a",))(normal(5))


def test_of_two_donated_arguments_each_needs_its_own_result():
    with pytest.raises(ArgumentError, match="b is donated, but no result takes its memory"):
        jit(lambda a, b: a + b, donate=("a", "b"))(normal(5), normal(5))


def test_donate_names_arguments_that_are_arrays():
    with pytest.raises(ArgumentError, match="donate: there is no argument 'c'"):
        jit(lambda a: a + 1, donate=("c",))
    with pytest.raises(ArgumentError, match="donate: 'n' is static"):
        jit(lambda a, n: a + n, donate=("n",), static=("n",))


# Bound arguments -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layer:
    weight: np.ndarray
    bias: np.ndarray


LAYERS = tuple(Layer(normal(4, 4), normal(4)) for _ in range(74))


def run(x, cache, layers, times):
    for layer in layers[::37]:
        x = np.tanh(x @ layer.weight + layer.bias) * times
    return x, update(cache, x, (cache.shape[0] - x.shape[0], 0))


@pytest.fixture(scope="module")
def bound():
    kept = jit(run, static=("times",), donate=("cache",), dynamic={"cache": (0,)})
    return kept, kept.bind(layers=LAYERS, times=2)


def test_a_bound_function_is_the_function_with_those_arguments(bound):
    function, step = bound
    whole, x = np.zeros((9, 4), F), normal(2, 4)
    for n in (2, 5, 9):
        view = whole[:n]
        y, cache = step(x, view)
        wanted, other = run(x, np.zeros((n, 4), F), LAYERS, 2)
        assert cache is view
        assert np.allclose(y, wanted, rtol=1e-5)
        assert np.allclose(cache[-2:], other[-2:], rtol=1e-5)
        assert np.array_equal(step(x=x, cache=view)[0], y)
        assert np.array_equal(function(x, view, LAYERS, 2)[0], y)
    assert len(function._compiled) == 1
    assert step.compile(x, view) is function.compile(x, view, LAYERS, 2)


def test_a_bound_call_looks_at_no_bound_array(bound, monkeypatch):
    _, step = bound
    x, cache = normal(2, 4), np.zeros((9, 4), F)
    y, _ = step(x, cache)
    monkeypatch.setattr(leaves, "Call", None)
    monkeypatch.setattr(memref, "packer", None)
    assert np.array_equal(step(x, cache[2:])[0], y)


def test_a_bound_array_is_read_as_it_is_at_the_call():
    w = normal(5)
    scaled = jit(lambda x, w: x * w).bind(w=w)
    x = normal(5)
    scaled(x)
    w[...] = 2
    assert np.array_equal(scaled(x), x * 2)


def test_what_a_bound_function_is_given_is_checked(bound):
    _, step = bound
    x, cache = normal(2, 4), np.zeros((9, 4), F)
    step(x, cache)
    for wrong, message in [
        ((x,), "missing a required argument: 'cache'"),
        ((x, cache[:1]), "needs the size cache_0 - 2 to be at least 0"),
        ((x, LAYERS[0].weight), "cache is donated, but shares memory with layers"),
        ((cache[:2], cache), "cache is donated, but shares memory with x"),
        ((x, read_only()), "read-only"),
        ((x, 3.0), "no memory to donate"),
    ]:
        with pytest.raises(ArgumentError, match=message):
            step(*wrong)
    frozen = cache.copy()
    frozen.flags.writeable = False
    with pytest.raises(ArgumentError, match="read-only"):
        step(x, frozen)


def test_donated_arguments_can_be_bound():
    p = {"a": normal(4, 5), "b": normal(4, 5)}
    wanted = p["a"] - RATE
    step = jit(lambda p, g: {k: v - RATE * g for k, v in p.items()}, donate=("p",)).bind(p=p)
    new = step(np.ones((4, 5), F))
    assert new["a"] is p["a"]
    assert np.allclose(p["a"], wanted)
    with pytest.raises(ArgumentError, match=r"p\['b'\] is donated, but shares memory with g"):
        step(p["b"])


def test_what_is_not_bound_can_be_a_tree_or_static():
    def descend(p, g, rate, times):
        return {name: value - rate * times * g[name] for name, value in p.items()}

    p = {"a": np.zeros((4, 5), F), "b": np.zeros(3, F)}
    g = {"a": np.ones((4, 5), F), "b": np.ones(3, F)}
    function = jit(descend, donate=("p",), static=("times",))
    step = function.bind(p=p)
    for rate, times in ((1.0, 2), (2.0, 2), (1.0, 3), (1.0, 2)):
        step(g, rate, times)
    assert len(function._compiled) == 2
    assert len(step._prepared) == 2
    assert np.array_equal(p["a"], np.full((4, 5), -11))
    assert np.array_equal(p["b"], np.full(3, -11))
    with pytest.raises(ArgumentError, match="a static argument has to be hashable"):
        step(g, 1.0, [2])
    with pytest.raises(ArgumentError, match=r"g\['b'\] has dtype complex64"):
        step(g | {"b": np.ones(3, np.complex64)}, 1.0, 2)


def test_only_arguments_that_there_are_can_be_bound():
    with pytest.raises(ArgumentError, match="there is no argument 'z' to bind; it has x"):
        jit(lambda x: x).bind(z=1)
    with pytest.raises(ArgumentError, match="w cannot be bound: its elements are not aligned"):
        jit(lambda x, w: x + w).bind(w=misaligned())


# Around it -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def decay():
    return jit(lambda x, y: (x * F(0.5) + y, x.sum()), donate=("x",))


def test_threads_call_with_arrays_of_their_own(decay):
    def steps(seed: int, results: dict) -> None:
        x, y = np.full((50, 60), seed, F), np.ones((50, 60), F)
        for _ in range(200):
            assert decay(x, y)[0] is x
        results[seed] = x

    results: dict[int, np.ndarray] = {}
    threads = [threading.Thread(target=steps, args=(n, results)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 1, 2, 3]
    assert all(np.allclose(x, 2) for x in results.values())


def test_ten_thousand_calls_leave_memory_flat(decay):
    x, y = normal(300), normal(300)
    step = decay.bind(y=y)
    assert growth(lambda: decay(x, y), 10_000) < MEBIBYTE
    assert growth(lambda: step(x), 10_000) < MEBIBYTE


def test_nothing_keeps_a_donated_array(decay):
    class Tracked(np.ndarray):
        pass

    x = np.zeros((50, 60), F).view(Tracked)
    result = decay(x, np.ones((50, 60), F))[0]
    assert result is x  # also of a subclass
    before = gc.get_referrers(x)
    assert not [owner for owner in before if isinstance(owner, compiled.Compiled)]


@pytest.fixture
def one_environment(monkeypatch):
    """Keys that do not change when somebody edits the compiler while this runs."""
    monkeypatch.setattr(fingerprint, "environment", lambda: ("this one",))


@pytest.mark.usefixtures("one_environment")
def test_donation_is_part_of_the_key_of_the_disk_cache():
    keys = set()
    for donate in ((), ("a",), ("b",), ("a", "b")):
        made = jit(lambda a, b: (a + 1, b + 1), donate=donate).compile(normal(5), normal(5))
        keys.add(fingerprint.key(made.graph, made.name, made.strided, made.options))
    assert len(keys) == 4


@pytest.mark.usefixtures("one_environment")
def test_code_from_the_disk_cache_writes_in_place(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPDOWN_CACHE", str(tmp_path / "cache"))

    def function(a):
        return a * 2, a.sum()

    for source in ("compiled", "disk cache"):
        step = jit(function, donate=("a",))
        a = np.arange(5.0)
        assert step.compile(a).source == source
        doubled, total = step(a)
        assert doubled is a
        assert np.array_equal(a, np.arange(5) * 2.0)
        assert total == 10
        stepdown.execution.cache.flush()


def test_an_exported_library_writes_to_its_argument(tmp_path):
    def move(cache, row):
        return update(cache, row, (1, 0)), cache.sum(0)

    made = jit(move, donate=("cache",), threads=False)
    whole = normal(4, 9)
    view = whole[:3, 2:7]
    called = Exported(made.compile(view, normal(1, 5)), tmp_path / "move.so")
    row, total = normal(1, 5), np.zeros(5, F)
    wanted, expected = view.sum(0), replaced(view, row, (1, 0))
    status, _ = called.sizes(view, row, total, ranks=[])
    assert status == 0 or called.message(status)
    assert called(view, row, total) == 0
    assert np.array_equal(view, expected)
    assert np.allclose(total, wanted, rtol=1e-6)
    assert "read, then holds result[0]; overlaps nothing else" in called.text
    assert "void" not in called.text
    assert re.search(r"move\(cache, row, result_1\)", called.text)
    turned = normal(9, 4).T[:3, :5]
    assert "cache has to be" in called.message(called(turned, row, total))


def test_explain_leaves_donated_arrays_as_they_are():
    x = normal(40, 50)
    before = x.copy()
    found = stepdown.explain(jit(softmax, donate=("x",)), x)
    assert np.array_equal(x, before)
    assert found.donated == found.written == x.nbytes
    assert f"{x.nbytes:,} of them in donated memory" in str(found)


# Kinds of calls --------------------------------------------------------------------------------


def test_a_static_default_that_is_given_compiles_nothing_new():
    power = jit(lambda x, n=2: x**n, static=("n",))
    x = normal(4)
    assert power.compile(x) is power.compile(x, 2) is power.compile(x, n=2)
    assert power.compile(x) is not power.compile(x, 3)


def test_arguments_of_another_structure_are_shown_with_it():
    made = jit(lambda x: x[0] + x[1]).compile([normal(3), normal(3)])
    with pytest.raises(ArgumentError) as caught:
        made((normal(3), normal(3)))
    assert str(caught.value).endswith(
        "compiled for (x: list(float32[3], float32[3])); got (x: tuple(float32[3], float32[3]))"
    )


def test_a_constraint_is_noted_once():
    def function(x):
        return x[:3].sum() + x[:3].max() + x[1:3].min()

    made = jit(function, dynamic={"x": (0,)}).compile(normal(5))
    assert [str(c.second) for c in made.graph.constraints] == ["3", "1"]
