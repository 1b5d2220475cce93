"""Chapter 9: tracing, types, graphs, trees, layouts and sizes, beside NumPy."""

from __future__ import annotations

import dataclasses
import importlib.util
import itertools
import re
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from stepdown import ArgumentError, TraceError, jit
from stepdown.frontend import dims, tree, types
from stepdown.frontend.array import Array
from stepdown.frontend.graph import Graph

CHAPTER = ROOT / "chapters" / "09-front-end"
f32 = np.float32
few = settings(deadline=None, max_examples=15)
many = settings(deadline=None, max_examples=200)


def load(name: str):
    """A script of the chapter as a module of a name that no other chapter has."""
    path = CHAPTER / f"{name}.py"
    folder = str(path.parent)
    spec = importlib.util.spec_from_file_location(f"chapter_09_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
    return module


functions, promotion = load("functions"), load("promotion")
tracer, builder = load("tiny/tracer"), load("tiny/builder")


def script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, CHAPTER / f"{name}.py", *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).standard_normal(shape, f32)


def traced(*given: types.Type) -> list[Array]:
    graph = Graph()
    return [Array(graph, graph.argument(kind, f"x{n}")) for n, kind in enumerate(given)]


# The compiler of a hundred lines.


@st.composite
def elementwise(draw):
    """A random function of x and y, made of the ufuncs that the builder knows."""
    unary = [u for u in builder.BODIES if u.nin == 1]
    binary = [u for u in builder.BODIES if u.nin == 2]
    steps = draw(st.lists(st.tuples(
        st.sampled_from([*unary, *binary, *binary]), st.integers(0, 99), st.integers(0, 99),
        st.sampled_from([None, None, 0.5, -1.25, 3.0])), min_size=1, max_size=8))  # fmt: skip

    def function(x, y):
        values = [x, y]
        for ufunc, first, second, number in steps:
            a, b = values[first % len(values)], values[second % len(values)]
            b = b if number is None else number
            values.append(ufunc(a) if ufunc.nin == 1 else ufunc(a, b))
        return values[-1]

    return function


@settings(deadline=None, max_examples=10)
@given(elementwise(), st.sampled_from([(7,), (3, 5), (1, 1, 4), (0, 2)]))
def test_the_tiny_compiler_computes_what_numpy_computes(function, shape):
    x, y = normal(*shape), normal(*shape, seed=1)
    with np.errstate(all="ignore"):
        # In float64 it is known where float32 is lost in cancellation and overflow: not compared.
        exact, wanted = function(x.astype(float), y.astype(float)), function(x, y)
    got = builder.compiled(function, 2, shape)(x, y)
    near = np.isclose(wanted, exact, rtol=1e-4, atol=1e-4) | ~np.isfinite(wanted)
    np.testing.assert_allclose(got[near], wanted[near], rtol=2e-4, atol=2e-4)


def test_the_tiny_graph_lists_steps_in_order_and_numbers_as_they_are():
    shown = tracer.show(tracer.trace(lambda x, y: np.exp(2 * x) - y, 2))
    assert shown == "%2 = multiply(2.0, %0)\n%3 = exp(%2)\n%4 = subtract(%3, %1)\nreturn %4"


def test_the_tiny_tracer_refuses_what_is_no_plain_call_of_a_ufunc():
    with pytest.raises(TypeError):
        tracer.trace(lambda x: np.add.reduce(x), 1)
    with pytest.raises(TypeError):
        tracer.trace(lambda x: np.sum(x), 1)
    with pytest.raises(TypeError):
        tracer.trace(lambda x: np.frexp(x), 1)


# The graph.


def test_equal_values_are_made_once_and_unequal_ones_are_not_taken_for_equal():
    graph = jit(functions.twice).compile(normal(3)).graph
    assert [str(v.primitive) for v in graph.used()] == ["exp", "add"]
    (x,) = traced(types.Type((3,), np.dtype(f32)))
    different = [x + 0.0, x + -0.0, x + 1, x + np.float64(0), np.copysign(1, x)]
    assert len({id(v.value) for v in different}) == len(different)
    assert (x * 2).value is (x * 2).value


@pytest.mark.parametrize("name", ["scale_bias", "distances", "twice", "smoothed", "network"])
def test_a_function_of_the_chapter_gives_what_numpy_gives(name):
    function = getattr(functions, name)
    arguments = {
        "scale_bias": (normal(4, 3), normal(3), normal(3)),
        "distances": (normal(5, 3), normal(2, 3)),
        "twice": (normal(3),),
        "smoothed": (normal(9), 3),
        "network": ([functions.Layer(normal(3, 4), normal(4)),
                     functions.Layer(normal(4, 2), normal(2))], normal(5, 3)),
    }[name]  # fmt: skip
    got = jit(function, static="steps" if name == "smoothed" else ())(*arguments)
    wanted = function(*arguments)
    pairs = [(got[k], wanted[k]) for k in wanted] if name == "network" else [(got, wanted)]
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


# Types.


def test_each_case_of_promotion_is_numpys():
    for name, (numpy, ours) in promotion.answers().items():
        assert ours == numpy or (numpy, ours) == ("TypeError", "TraceError"), name


DTYPES = [name for name in types.ELEMENTS if name != "bfloat16"]
OPERANDS = [*map(np.dtype, DTYPES), types.bfloat16(), 2, 2.5, True]
UFUNCS = [
    np.add, np.subtract, np.multiply, np.divide, np.floor_divide, np.remainder, np.maximum,
    np.power, np.less, np.equal, np.bitwise_and, np.left_shift, np.logical_and, np.hypot,
]  # fmt: skip


@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda u: u.__name__)
def test_two_operands_of_any_kind_have_numpys_dtype_or_numpys_error(ufunc):
    for first, second in itertools.product(OPERANDS, OPERANDS):
        kinds = [x for x in (first, second) if isinstance(x, np.dtype)]
        if not kinds:
            continue
        symbols = iter(traced(*(types.Type((3,), dtype) for dtype in kinds)))
        asked = [next(symbols) if isinstance(x, np.dtype) else x for x in (first, second)]
        arrays = [np.ones(3, x) if isinstance(x, np.dtype) else x for x in (first, second)]
        try:
            wanted = ufunc(*arrays).dtype
        except TypeError:
            with pytest.raises(TypeError):
                ufunc(*asked)
            continue
        if wanted.name not in types.ELEMENTS:  # a power of bools and the like, in int8, is there
            continue
        assert ufunc(*asked).dtype == wanted, (ufunc.__name__, first, second)


@pytest.mark.parametrize("number", [300, -129, 1 << 40])
def test_a_number_that_does_not_fit_the_arrays_integers_is_refused_as_in_numpy(number):
    (x,) = traced(types.Type((3,), np.dtype(np.int8)))
    with pytest.raises(OverflowError, match="out of bounds for int8"):
        x + number
    with pytest.raises(OverflowError):
        np.ones(3, np.int8) + number


# Primitives.


def test_a_primitive_added_from_outside_is_traced_compiled_and_fused():
    done = script("heaviside")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("numpy.heaviside is not compiled; write np.where")
    assert lines[1].split() == ["[0.", "0.5", "0.5", "1.", "nan]"]
    assert sum("as NumPy: True" in line for line in lines) == 4
    assert lines[-1].startswith("1 loop")


# Lines.


def test_each_traced_operation_names_the_line_that_asked_for_it():
    done = script("lines")
    text = (CHAPTER / "functions.py").read_text().splitlines()
    found = re.findall(r"^(\S+) +(\d+): (.*)$", done.stdout, re.MULTILINE)
    assert [name for name, _, _ in found] == ["arith.subf", "arith.mulf", "arith.addf", "math.sqrt"]
    for name, number, shown in found:
        assert text[int(number) - 1].strip() == shown
        assert {"arith.subf": " - ", "math.sqrt": "sqrt"}.get(name, "sum") in shown


WRONG = {  # file: the line that it names, the error, a part of the message
    "branch": (10, "TraceError", "a branch on a traced array"),
    "loop": (10, "TraceError", "make the argument static"),
    "unsupported": (10, "TraceError", "numpy.median is not compiled"),
    "shapes": (11, "TraceError", "shapes (3, 4) and (3,) do not broadcast together"),
    "assignment": (10, "TraceError", "cannot be assigned to"),
    "mask": (10, "TraceError", "np.where keeps the size"),
    "index": (10, "IndexError", "an index is out of bounds for axis 0 with size 5"),
    "table": (12, "TraceError", "np.asarray(table, like=indices)"),
    "escaped": (18, "TraceError", "outside of the function that it was traced in"),
    "size": (9, "TraceError", "there are x_0: that size is dynamic"),
    "odd": (9, "ArgumentError", "pairs needs the size n"),
    "structure": (None, "ArgumentError", "compiled for"),
}


def test_each_mistake_of_the_folder_is_in_the_table():
    assert {path.stem for path in CHAPTER.glob("wrong/*.py")} == set(WRONG)


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_an_error_that_names_the_line(name):
    number, error, message = WRONG[name]
    done = script(f"wrong/{name}")
    assert done.returncode == 1
    last = next(line for line in done.stderr.splitlines() if f"{error}: " in line)
    assert message in last
    if number is not None:
        assert f"wrong/{name}.py:{number}: " in last


# Layouts.


@st.composite
def views(draw):
    """A view of a matrix or cube: turned, with gaps, reversed, cut, stretched, or a field."""
    shape = draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))
    base = np.random.default_rng(1).integers(0, 99, size=[2 * s + 1 for s in shape]).astype(f32)
    if draw(st.booleans()):
        records = np.zeros(base.shape, [("flag", np.int8), ("value", f32)])
        records["value"] = base
        base = records["value"]
    steps = st.sampled_from([1, 1, 2, -1, -2])
    base = base[tuple(slice(None, None, draw(steps)) for _ in shape)]
    base = base[tuple(slice(draw(st.integers(0, 2)), None) for _ in shape)]
    base = base.transpose(draw(st.permutations(range(base.ndim))))
    return np.broadcast_to(base, (2, *base.shape)) if draw(st.booleans()) else base


@few
@given(views())
def test_a_view_of_any_layout_is_read_right_and_left_as_it_was(view):
    kept = view.copy()
    got = jit(lambda x: x * 2 + 1)(view)
    np.testing.assert_array_equal(got, kept * 2 + 1)
    np.testing.assert_array_equal(view, kept)
    assert not np.shares_memory(got, view)


@given(st.permutations(range(3)))
@few
def test_axes_in_another_order_cost_neither_a_copy_nor_an_operation(order):
    x = normal(2, 3, 4).transpose(order)
    compiled = jit(lambda x: x + 1).compile(x)
    assert compiled.optimized.count("linalg.generic") == 1
    assert "strided" not in compiled.optimized
    assert "memref.alloc" not in compiled.bufferized


def test_a_field_of_packed_records_is_the_one_that_is_copied():
    done = script("layouts")
    assert done.returncode == 0, done.stderr
    kinds = {line[:13].strip(): line[13:] for line in done.stdout.splitlines()}
    assert len(kinds) == 7
    for name, kind in kinds.items():
        assert ("strided" in kind) is (name not in ("x", "x.T", "records[...]")), name
    assert "(d1, d0)" in kinds["x.T"]


# Specialisation.


def test_what_compiles_anew_and_what_is_found():
    calls = [line for line in script("keys").stdout.splitlines() if line]
    found = [line.split()[-2] == "found" for line in calls]
    assert found == [False, True, *[False] * 8, True]


def test_each_new_key_is_traced_once_and_an_old_one_never():
    count = 0

    @jit(static=("mode",))
    def function(x, k, mode=0):
        nonlocal count
        count += 1
        return x * k + mode

    x, y = normal(4, 3), normal(4, 3).astype(np.float64)
    kinds = [
        lambda: function(x, 2.0), lambda: function(x, 2), lambda: function(x, True),
        lambda: function(x, f32(2)), lambda: function(y, 2.0), lambda: function(x.T, 2.0),
        lambda: function(x[::2], 2.0), lambda: function(x, 2.0, mode=1),
        lambda: function(x[0], 2.0),
    ]  # fmt: skip
    for number, call in enumerate(kinds, 1):
        call()
        assert count == number
        call()
        assert count == number
    function(x * 7, -3.5)
    function(x[::-2], 2.0)  # as many rows, also with strides
    assert count == len(kinds)


# Trees.

Pair = namedtuple("Pair", "first second")


@dataclasses.dataclass(frozen=True)
class Node:
    left: object
    right: object = None


@dataclasses.dataclass
class Weights:
    values: np.ndarray

    def __post_init__(self):
        if not isinstance(self.values, np.ndarray):
            raise TypeError("weights are an array")


TREES = st.recursive(
    st.one_of(st.integers(0, 9), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
        st.builds(Pair, inner, inner), st.builds(Node, inner, inner),
    ),
    max_leaves=8,
)  # fmt: skip


@many
@given(TREES)
def test_a_tree_is_its_leaves_and_its_structure(given):
    leaves, structure = tree.flatten(given)
    assert tree.unflatten(structure, leaves) == given
    assert structure.leaves == len(leaves) == len(tree.paths(structure, "x"))
    again = tree.flatten(tree.unflatten(structure, range(len(leaves))))
    assert again == (list(range(len(leaves))), structure)
    assert hash(again[1]) == hash(structure)


@many
@given(TREES)
def test_the_path_of_a_leaf_leads_to_it(x):
    leaves, structure = tree.flatten(x)
    for path, leaf in zip(tree.paths(structure, "x"), leaves, strict=True):
        assert eval(path) == leaf


def test_dataclasses_and_named_tuples_go_in_and_come_out():
    function = jit(lambda given: Pair(given.left + 1, Node(given.right[0], {"k": given.left})))
    x, y = normal(3), normal(2)
    got = function(Node(x, (y,)))
    assert type(got) is Pair
    assert type(got.second) is Node
    np.testing.assert_array_equal(got.first, x + 1)
    np.testing.assert_array_equal(got.second.left, y)
    np.testing.assert_array_equal(got.second.right["k"], x)


def test_a_dataclass_that_checks_its_fields_is_not_built_anew_of_traced_ones():
    np.testing.assert_array_equal(jit(lambda w: w.values * 2)(Weights(normal(3))), normal(3) * 2)


# Surroundings.


def test_a_captured_array_is_read_at_each_call_and_a_number_once():
    table, factor = normal(100, 4), 2.0
    function = jit(lambda x: (x + table[3], x * factor))
    x = normal(4)
    function(x)
    table[3], factor = 5, 100.0
    shifted, scaled = function(x)
    np.testing.assert_array_equal(shifted, x + 5)
    np.testing.assert_array_equal(scaled, x * 2)


def test_a_compiled_function_inside_another_leaves_no_trace_of_itself():
    inner = jit(lambda x: np.exp(x) * 2)
    nested = jit(lambda x: inner(x) + 1).compile(normal(5))
    plain = jit(lambda x: np.exp(x) * 2 + 1).compile(normal(5))
    assert nested.optimized == plain.optimized
    assert nested.optimized.count("linalg.generic") == 1


# Sizes.

n, m = dims.symbol("n"), dims.symbol("m")
POLYNOMIALS = st.recursive(
    st.sampled_from([n, m, 1, 2, -3, 0]),
    lambda inner: st.tuples(st.sampled_from("+-*/"), inner, inner), max_leaves=7,
)  # fmt: skip


def _value(expression: object, sizes: dict | None) -> object:
    """The expression with Dims, or with numbers for n and m."""
    if not isinstance(expression, tuple):
        return dims.evaluate(expression, sizes) if sizes else expression
    a, b = (_value(part, sizes) for part in expression[1:])
    return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a // 3}[
        expression[0]
    ]()


@many
@given(POLYNOMIALS, st.integers(0, 40), st.integers(0, 40))
def test_a_size_comes_to_what_integers_give(expression, first, second):
    sizes = {"n": first, "m": second}
    assert dims.evaluate(_value(expression, None), sizes) == _value(expression, sizes)


@many
@given(POLYNOMIALS, POLYNOMIALS)
def test_sizes_that_are_equal_here_are_equal_for_every_call(one, other):
    if _value(one, None) == _value(other, None):
        for first, second in itertools.product((0, 1, 2, 7), repeat=2):
            sizes = {"n": first, "m": second}
            assert _value(one, sizes) == _value(other, sizes)


def test_orders_of_terms_do_not_make_sizes_unequal():
    assert (n + m) * (n - m) == n * n - m * m
    assert hash(n + m + 1) == hash(1 + m + n)
    assert (6 * n * m) // (2 * n) == 3 * m
    assert n - n == 0


@pytest.fixture(scope="module")
def joined():
    return jit(functions.joined, dynamic={"x": {0: "n"}, "y": {0: "m"}})


@few
@given(first=st.integers(0, 30), second=st.integers(1, 30))
def test_one_compilation_joins_arrays_of_any_sizes(joined, first, second):
    x, y = normal(first), normal(second)
    for ours, theirs in zip(joined(x, y), functions.joined(x, y), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert len(joined._compiled) == 1


def test_sizes_that_do_not_fit_name_the_line_and_the_sizes(joined):
    with pytest.raises(ArgumentError, match=r"functions.py:57: joined needs the size m to be at "):
        joined(normal(3), normal(0))
    pairs = jit(functions.pairs, dynamic={"x": {0: "n"}})
    assert pairs(np.arange(6, dtype=f32)).tolist() == [1, 5, 9]
    with pytest.raises(ArgumentError, match=r"functions.py:64: pairs needs .* 7 and 6"):
        pairs(normal(7))


def test_a_dynamic_size_is_not_stretched():
    add = jit(lambda x, y: x + y, dynamic={"x": (0,), "y": (0,)})
    np.testing.assert_array_equal(add(normal(4), normal(4)), normal(4) * 2)
    with pytest.raises(ArgumentError, match="to be equal"):
        add(normal(4), normal(1))
    static_one = jit(lambda x, y: x + y, dynamic={"x": (0,)})
    np.testing.assert_array_equal(static_one(normal(4), normal(1)), normal(4) + normal(1))


def test_a_size_in_a_condition_is_refused_while_tracing():
    with pytest.raises(TraceError, match="dynamic"):
        jit(lambda x: x if x.shape[0] > 3 else -x, dynamic={"x": (0,)})(normal(3))


# Files.


def test_the_pictures_are_what_their_script_draws(tmp_path):
    assert script("pictures/draw", tmp_path).returncode == 0
    drawn = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert drawn == {path.name: path.read_text() for path in CHAPTER.glob("pictures/*.svg")}


def test_the_prose_names_every_script():
    prose = (CHAPTER / "README.md").read_text(encoding="utf-8")
    scripts = [path for path in CHAPTER.rglob("*.py") if path.stem not in ("run", "functions")]
    for path in scripts:
        assert path.name in prose, path.name
