"""Random functions, compiled, beside NumPy: the same programs run on both."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepdown import jit

EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(EXAMPLES, max_examples=500)
FLOATS = ("float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")

SIZES = st.sampled_from([0, 1, 1, 2, 3, 5, 8, 17])
SHAPES = st.lists(SIZES, max_size=3).map(tuple)


@st.composite
def arrays(draw, shape=None, dtypes=FLOATS):
    """An array of any layout: as made, transposed, reversed, with gaps, or stretched."""
    shape = draw(SHAPES) if shape is None else shape
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    layout = draw(st.sampled_from(["plain", "transposed", "reversed", "gaps", "stretched"]))
    wide = [2 * s + 1 for s in shape] if layout == "gaps" else shape
    wide = wide[::-1] if layout == "transposed" else wide
    if layout == "stretched" and shape:
        wide = (1, *shape[1:])
    if dtype.kind == "f":
        array = rng.normal(size=wide).astype(dtype)
    elif dtype.kind == "b":
        array = rng.integers(0, 2, size=wide).astype(dtype)
    else:
        info = np.iinfo(dtype)
        array = rng.integers(max(info.min, -20), min(info.max, 20), size=wide).astype(dtype)
    if layout == "transposed":
        return array.T
    if layout == "reversed":
        return array[tuple(slice(None, None, -1) for _ in shape)]
    if layout == "gaps":
        return array[tuple(slice(1, None, 2) for _ in shape)]
    return np.broadcast_to(array, shape) if layout == "stretched" else array


def _large(p):
    return (p > 0.5) * p


JUMPS = (np.floor, _large)


def _is_at_a_jump(value: np.ndarray) -> bool:
    """Whether the last bits of a computed value decide what a function of JUMPS gives: it is a
    multiple of a half, or almost."""
    close = {"float16": 1e-2, "float32": 1e-5, "float64": 1e-10}.get(value.dtype.name, 0)
    halves = 2 * value.astype(float)
    return bool(close) and bool(np.any(np.abs(halves - np.rint(halves)) <= close))


def _step(draw, values):
    """One more value from those there are, as a step of a program: (function, operands)."""
    kind = draw(st.sampled_from(["unary", "binary", "binary", "row", "reduce", "shape", "index"]))
    x = draw(st.integers(0, len(values) - 1))
    y = draw(st.integers(0, len(values) - 1))
    a, b = values[x], values[y]
    if kind == "binary":
        try:
            np.broadcast_shapes(a.shape, b.shape)
        except ValueError:
            kind = "unary"
        else:
            name = draw(st.sampled_from(["add", "subtract", "multiply", "maximum", "minimum"]))
            return (lambda p, q: getattr(np, name)(p, q)), (x, y)
    if kind in ("row", "reduce", "index") and not a.ndim:
        kind = "unary"
    if kind == "unary":
        function = draw(
            st.sampled_from([
                lambda p: -p, np.abs, np.tanh, np.sin, lambda p: p * 2, lambda p: p + 1.5,
                np.square, lambda p: np.where(p > 0, p, p * 3), lambda p: np.sqrt(np.abs(p)),
                lambda p: np.exp(np.minimum(p, 3)), *JUMPS,
            ])
        )  # fmt: skip
        return function, (x,)
    if kind == "row":
        axis = draw(st.integers(-a.ndim, a.ndim - 1))
        name = draw(st.sampled_from(["sum", "mean", "max", "min"]))
        if not a.shape[axis]:
            name = "sum"
        return (lambda p: p - getattr(np, name)(p, axis=axis, keepdims=True)), (x,)
    if kind == "reduce":
        axis = draw(st.sampled_from([None, *range(-a.ndim, a.ndim)]))
        return (lambda p: np.sum(p, axis=axis)), (x,)
    if kind == "shape":
        choices = [lambda p: p.T, lambda p: p.reshape(-1), lambda p: np.expand_dims(p, 0)]
        choices.append(lambda p: np.concatenate([p.reshape(-1), np.ravel(p) * 2]))
        return draw(st.sampled_from(choices)), (x,)
    size = a.shape[0]
    start, stop = (draw(st.integers(-size - 1, size + 1)) for _ in range(2))
    step = draw(st.sampled_from([1, 1, 2, -1, 3]))
    return (lambda p: p[start:stop:step]), (x,)


@st.composite
def programs(draw, dtypes=FLOATS):
    """Arguments and a list of steps, with what NumPy gives for each."""
    arguments = draw(st.lists(arrays(dtypes=dtypes), min_size=1, max_size=3))
    values, steps = list(arguments), []
    with np.errstate(all="ignore"):
        for _ in range(draw(st.integers(1, 9))):
            function, operands = _step(draw, values)
            if function in JUMPS and _is_at_a_jump(values[operands[0]]):
                function = np.abs
            steps.append((function, operands))
            values.append(np.asarray(function(*(values[i] for i in operands))))
    outputs = draw(st.lists(st.integers(0, len(values) - 1), min_size=1, max_size=3))
    return arguments, steps, [*outputs, len(values) - 1], values


def _run(arguments, steps, outputs):
    values = list(arguments)
    for function, operands in steps:
        values.append(function(*(values[i] for i in operands)))
    return [values[i] for i in outputs]


def _compare(program, **options):
    arguments, steps, outputs, values = program
    largest = max((float(np.abs(v).max()) for v in values if v.size and np.isfinite(v).all()),
                  default=1.0)  # fmt: skip
    got = jit(lambda *given: _run(given, steps, outputs), **options)(*arguments)
    for ours, place in zip(got, outputs, strict=True):
        theirs = values[place]
        assert (np.shape(ours), ours.dtype) == (theirs.shape, theirs.dtype)
        close = {"float16": 5e-3, "float32": 1e-4}.get(ours.dtype.name, 1e-9)
        np.testing.assert_allclose(
            np.asarray(ours, float),
            theirs.astype(float),
            rtol=max(close, 1e-4),
            atol=close * max(1.0, largest),
        )


@given(programs())
@EXAMPLES
def test_a_random_program_gives_what_numpy_gives(program):
    _compare(program)


@pytest.mark.slow
@given(programs(dtypes=(*FLOATS, *INTEGERS)), st.booleans())
@MANY
def test_many_random_programs_give_what_numpy_gives(program, threads):
    _compare(program, threads=threads)


def _two_integer_arrays(data) -> tuple[np.ndarray, np.ndarray]:
    a = data.draw(arrays(data.draw(SHAPES), INTEGERS))
    return a, data.draw(arrays(a.shape, (str(a.dtype),)))


@given(st.data())
@EXAMPLES
def test_integer_arithmetic_is_numpys_to_the_bit(data):
    a, b = _two_integer_arrays(data)
    operation = data.draw(
        st.sampled_from([
            np.add, np.subtract, np.multiply, np.floor_divide, np.remainder, np.fmod, np.maximum,
            np.minimum, np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.less, np.equal, np.divide,
        ])
    )  # fmt: skip
    with np.errstate(all="ignore"):
        wanted = operation(a, b)
    got = jit(lambda x, y: operation(x, y))(a, b)
    assert got.dtype == wanted.dtype
    np.testing.assert_array_equal(got, wanted)


@given(st.data())
@EXAMPLES
def test_an_angle_of_integers_is_numpys_but_for_the_last_bits(data):
    a, b = _two_integer_arrays(data)
    got, wanted = jit(np.arctan2)(a, b), np.arctan2(a, b)
    assert got.dtype == wanted.dtype
    if wanted.size:
        np.testing.assert_array_max_ulp(got, wanted, maxulp=4)


@given(st.data())
@EXAMPLES
def test_every_reduction_over_any_axes_is_numpys(data):
    array = data.draw(arrays(dtypes=(*FLOATS, "bool", "int8", "uint8", "int64", "float16")))
    name = data.draw(st.sampled_from(["sum", "prod", "max", "min", "any", "all", "mean", "var"]))
    axes = data.draw(st.lists(st.integers(0, max(array.ndim - 1, 0)), unique=True))
    axis = data.draw(st.sampled_from([None, tuple(axes) if array.ndim else None]))
    keepdims = data.draw(st.booleans())
    sizes = array.shape if axis is None else [array.shape[i] for i in axis]
    if 0 in sizes and name in ("max", "min", "mean", "var"):
        name = "sum"

    def function(x):
        return getattr(np, name)(x, axis=axis, keepdims=keepdims)

    with np.errstate(all="ignore"):
        wanted = np.asarray(function(array))
    got = np.asarray(jit(function)(array))
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    close = {"float16": 2e-2, "float32": 1e-4}.get(wanted.dtype.name, 1e-9)
    np.testing.assert_allclose(got.astype(float), wanted.astype(float), rtol=close, atol=close)


@given(st.data())
@EXAMPLES
def test_products_broadcast_as_numpys(data):
    sizes = st.sampled_from([0, 1, 2, 5, 17])
    m, k, n = (data.draw(sizes) for _ in range(3))
    batch = data.draw(st.lists(st.sampled_from([1, 2, 3]), max_size=2).map(tuple))
    shapes = [(*batch, m, k), (*batch[len(batch) // 2 :], k, n)]
    kind = data.draw(st.sampled_from(["matrices", "left vector", "right vector"]))
    if kind == "left vector":
        shapes[0] = (k,)
    if kind == "right vector":
        shapes[1] = (k,)
    dtype = data.draw(st.sampled_from(["float32", "float64", "int32", "uint8", "float16", "bool"]))
    a, b = (
        np.asarray(data.draw(arrays(s, FLOATS if "float" in dtype else ("int8",)))).astype(dtype)
        for s in shapes
    )
    wanted = a @ b
    got = jit(lambda x, y: x @ y, products=data.draw(st.sampled_from(["blas", "loops"])))(a, b)
    assert (np.shape(got), got.dtype) == (np.shape(wanted), wanted.dtype)
    close = {"float16": 2e-2, "float32": 1e-4}.get(wanted.dtype.name, 1e-9)
    np.testing.assert_allclose(
        np.asarray(got, float), np.asarray(wanted, float), rtol=close, atol=close
    )
