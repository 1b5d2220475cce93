"""NumPy's universal functions: dtypes as NumPy's loops have them, then a primitive."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..frontend import ops, types
from ..frontend.array import UFUNCS, Array, as_arrays, graph_of, implements, lift, strong, wrap
from ..frontend.graph import Graph, Value
from ..frontend.where import failure
from ..primitives import TABLE
from .instead import not_compiled

REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
    "logical_and": "all", "logical_or": "any",
}  # fmt: skip
# The primitives of NumPy's other names for them.
_SAME = {"fabs": "absolute", "conjugate": "positive"}
_WHOLE = ("floor", "ceil", "trunc", "rint")
_ON_FLOATS_ONLY = (*_WHOLE, "isnan", "isinf", "isfinite", "signbit")
_COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")


def apply_ufunc(ufunc: np.ufunc, method: str, inputs: Sequence, kwargs: dict) -> object:
    """What NumPy would compute, as values of the graph."""
    name = ufunc.__name__
    if method == "reduce" and name in REDUCTIONS:
        return getattr(np, REDUCTIONS[name])(*inputs, **{"axis": 0, **kwargs})
    if method == "reduce" and name == "logaddexp":
        return _log_of_sum(*inputs, **kwargs)
    if method == "accumulate":
        from .scanning import accumulate

        return accumulate(ufunc, *inputs, **kwargs)
    if method == "outer" and ufunc.nin == 2:
        first, second = as_arrays(*inputs)
        return ufunc(first[(..., *[None] * second.ndim)], second, **kwargs)
    if method != "__call__":
        raise failure(f"numpy.{name}.{method} is not compiled")
    dtype = kwargs.pop("dtype", None)
    if kwargs.get("out") is not None and any(o is not None for o in kwargs["out"]):
        raise failure(f"numpy.{name}: out= would write into an array while it is traced")
    kwargs = {key: value for key, value in kwargs.items() if key not in ("out", "casting")}
    if kwargs:
        raise failure(f"numpy.{name}: {', '.join(kwargs)} is not compiled")
    graph = graph_of(list(inputs))
    special = UFUNCS.get(name)
    if special is not None:
        if dtype is not None:
            raise failure(f"numpy.{name}: dtype= is not compiled")
        return strong(special(*inputs))
    name = _SAME.get(name, name)
    if name not in TABLE or TABLE[name].kind != "map" or ufunc.nout != 1:
        raise not_compiled(ufunc)
    values = [lift(graph, x) for x in inputs]
    if dtype is not None:
        for value in values:
            if not np.can_cast(value.type.dtype, dtype, "same_kind"):
                raise failure(f"numpy.{name}: {value.type.dtype} does not become {np.dtype(dtype)}")
        values = [ops.convert(graph, v, np.dtype(dtype)) for v in values]
    return strong(wrap(graph, _loop(graph, ufunc, name, values)))


def _loop(graph: Graph, ufunc: np.ufunc, name: str, values: list[Value]) -> Value:
    if name in _COMPARISONS:
        values = _as_numbers(graph, *values)
    kinds = tuple(v.type for v in values)
    try:
        dtypes = types.ufunc_dtypes(ufunc, kinds)
    except TypeError as error:
        raise failure(str(error)) from None
    values = [ops.convert(graph, v, d) for v, d in zip(values, dtypes, strict=False)]
    if name in _ON_FLOATS_ONLY and dtypes[0].kind in "iub":
        if name in _WHOLE:
            return values[0]
        answer = ops.constant(graph, name == "isfinite", np.dtype(bool))
        if name == "signbit":
            return ops.apply(graph, "less", values[0], ops.scalar_like(graph, 0, values[0]))
        return ops.broadcast_to(graph, answer, values[0].type.shape)
    return ops.apply(graph, name, *values)


def _as_numbers(graph: Graph, *values: Value) -> list[Value]:
    """Operands to compare. A Python integer need not fit in the other's dtype: NumPy compares the
    numbers that they are."""
    weak = [v for v in values if v.type.weak is int]
    others = [v for v in values if v.type.dtype.kind in "iu" and not v.type.weak]
    if len(weak) != 1 or len(others) != 1:
        return list(values)
    limits, known = np.iinfo(others[0].type.dtype), weak[0].params.get("value")
    if known is not None and limits.min <= known <= limits.max:
        return list(values)

    def wide(value: Value) -> Value:
        number = value.params.get("value", 0) if value is weak[0] else limits.max
        unsigned = number > np.iinfo(ops.INT64).max
        return ops.convert(graph, value, np.dtype(np.uint64) if unsigned else ops.INT64)

    return [wide(v) for v in values]


def _operands(ufunc: np.ufunc, *inputs: object) -> tuple[list[Array], np.dtype]:
    """The inputs as NumPy's loop computes with them, 16-bit floats in float32; its result's
    dtype."""
    graph = graph_of(list(inputs))
    values = [lift(graph, x) for x in inputs]
    dtype = types.ufunc_dtypes(ufunc, tuple(v.type for v in values))[-1]
    inside = np.dtype(np.float32) if types.is_half(dtype) else dtype
    return [wrap(graph, ops.convert(graph, v, inside)) for v in values], dtype


def ufunc_of(*names: str) -> Callable:
    def enter(implementation: Callable) -> Callable:
        for name in names:
            UFUNCS[name] = implementation
        return implementation

    return enter


def _as_bool(x: object) -> Array:
    graph = graph_of([x]) if isinstance(x, Array) else None
    return x.astype(bool) if graph else np.asarray(x).astype(bool)


def _log_of_sum(a: Array, axis: int = 0, keepdims: bool = False) -> Array:
    """`np.logaddexp.reduce`: exponentials below the largest, which may be infinite."""
    top = np.max(a, axis, keepdims=True)
    below = np.where(np.isfinite(top), top, np.zeros_like(top))
    found = np.log(np.sum(np.exp(a - below), axis, keepdims=True)) + below
    return found if keepdims else np.squeeze(found, axis)


@ufunc_of("logical_and")
def _logical_and(x, y):
    return np.bitwise_and(_as_bool(x), _as_bool(y))


@ufunc_of("logical_or")
def _logical_or(x, y):
    return np.bitwise_or(_as_bool(x), _as_bool(y))


@ufunc_of("logical_xor")
def _logical_xor(x, y):
    return np.bitwise_xor(_as_bool(x), _as_bool(y))


@ufunc_of("logical_not")
def _logical_not(x):
    return np.invert(_as_bool(x))


@ufunc_of("square")
def _square(x):
    ((x,), dtype) = _operands(np.square, x)
    return (x * x).astype(dtype)


@ufunc_of("reciprocal")
def _reciprocal(x):
    if x.dtype.kind in "iub":
        raise failure("numpy.reciprocal of integers is not compiled")
    return 1 / x


@ufunc_of("divmod")
def _divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)


@ufunc_of("modf")
def _modf(x):
    ((x,), dtype) = _operands(np.modf, x)
    whole = np.trunc(x)
    part = np.where(np.isinf(x), np.zeros_like(x), x - whole)
    return np.copysign(part, x).astype(dtype), whole.astype(dtype)


@ufunc_of("deg2rad", "radians")
def _radians(x):
    ((x,), dtype) = _operands(np.radians, x)
    return (x * (np.pi / 180)).astype(dtype)


@ufunc_of("rad2deg", "degrees")
def _degrees(x):
    ((x,), dtype) = _operands(np.degrees, x)
    return (x * (180 / np.pi)).astype(dtype)


@ufunc_of("matmul")
def _matmul(x, y):
    from .linear import matmul

    return matmul(x, y)


@ufunc_of("clip")
def _clip_ufunc(x, low, high):
    return np.minimum(np.maximum(x, low), high)


@ufunc_of("float_power")
def _float_power(x, y):
    graph = graph_of([x, y])
    return _power(*(wrap(graph, ops.convert(graph, lift(graph, v), ops.FLOAT64)) for v in (x, y)))


@ufunc_of("power")
def _power(x, y):
    """NumPy takes x ** 2 for a square, and so on; small whole powers are products here."""
    graph = graph_of([x, y])
    base, exponent = lift(graph, x), lift(graph, y)
    dtype = types.ufunc_dtypes(np.power, (base.type, exponent.type))[0]
    number = exponent.params["value"] if str(exponent.primitive) == "full" else None
    if number is not None and dtype.kind in "iu" and number < 0:
        raise failure("Integers to negative integer powers are not allowed.", ValueError)
    if number in (1, 2, 3, 4):
        value = ops.convert(graph, base, dtype)
        square = ops.apply(graph, "multiply", value, value) if number > 1 else value
        if number == 3:
            square = ops.apply(graph, "multiply", square, value)
        if number == 4:
            square = ops.apply(graph, "multiply", square, square)
        return wrap(graph, ops.broadcast_to(graph, square, _shape(graph, base, exponent)))
    if number is not None and number == 0.5 and dtype.kind == "f":
        return np.sqrt(wrap(graph, ops.convert(graph, base, dtype)))
    if number is None and dtype.kind == "i":
        negative = ops.apply(graph, "less", *_zero_beside(graph, exponent))
        ops.check(graph, negative, ValueError,
                  "Integers to negative integer powers are not allowed.")  # fmt: skip
    return wrap(graph, _loop(graph, np.power, "power", [base, exponent]))


def _zero_beside(graph: Graph, value: Value) -> tuple[Value, Value]:
    value = ops.strong(graph, value)
    return value, ops.scalar_like(graph, 0, value)


def _shape(graph: Graph, *values: Value) -> tuple:
    return ops.alike(graph, list(values))[0].type.shape


@implements(np.where)
def _where(condition, x=None, y=None):
    if x is None or y is None:
        raise failure("np.where with one argument has a result of unknown size: not compiled")
    graph = graph_of([condition, x, y])
    test = ops.convert(graph, lift(graph, condition), np.dtype(bool))
    x, y = ops.common(graph, [lift(graph, x), lift(graph, y)])
    return wrap(graph, ops.apply(graph, "where", test, x, y))


@implements(np.clip)
def _clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    if out is not None:
        raise failure("numpy.clip: out= would write into an array while it is traced")
    low, high = (a_min if min is None else min), (a_max if max is None else max)
    if a.dtype.kind in "iu":  # a Python integer that no element can be beyond
        limits = np.iinfo(a.dtype)
        low = None if type(low) is int and low < limits.min else low
        high = None if type(high) is int and high > limits.max else high
    result = a
    if low is not None:
        result = np.maximum(result, low)
    return result if high is None else np.minimum(result, high)


@implements(np.round, np.around)
def _round(a, decimals=0, out=None):
    if a.dtype.kind in "iu" and decimals >= 0:
        return a
    if decimals == 0:
        return np.rint(a)
    if a.dtype.kind == "b":
        raise failure(f"numpy.round of bools is for decimals=0; got {decimals}")
    first, second = (np.multiply, np.divide) if decimals > 0 else (np.divide, np.multiply)
    scale = 10.0 ** abs(decimals)
    inside = np.dtype(np.float64) if a.dtype.kind in "iu" else a.dtype
    shifted = first(a.astype(inside), scale).astype(inside)  # bfloat16 times a number is float32
    return second(np.rint(shifted), scale).astype(a.dtype if a.dtype.kind in "iu" else inside)


@implements(np.nan_to_num)
def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    if x.dtype.kind in "iub":
        return x
    limits = types.finfo(x.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    x = np.where(np.isnan(x), np.asarray(nan, x.dtype)[()], x)
    x = np.where(x == np.inf, np.asarray(high, x.dtype)[()], x)
    return np.where(x == -np.inf, np.asarray(low, x.dtype)[()], x)
