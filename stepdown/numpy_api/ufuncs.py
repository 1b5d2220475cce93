"""NumPy's universal functions: dtypes as NumPy's loops have them, then a primitive."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from .. import ops, types
from ..array import UFUNCS, Array, graph_of, implements, lift, wrap
from ..graph import Graph, Value
from ..primitives import TABLE
from ..where import failure

REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min",
    "logical_and": "all", "logical_or": "any",
}  # fmt: skip
# The primitives of NumPy's other names for them.
_SAME = {"fabs": "absolute", "conjugate": "positive", "float_power": "power"}
_ON_FLOATS_ONLY = ("floor", "ceil", "trunc", "rint", "isnan", "isinf", "isfinite", "signbit")


def apply_ufunc(ufunc: np.ufunc, method: str, inputs: Sequence, kwargs: dict) -> object:
    """What NumPy would compute, as values of the graph."""
    name = ufunc.__name__
    if method == "reduce" and name in REDUCTIONS:
        return getattr(np, REDUCTIONS[name])(*inputs, **{"axis": 0, **kwargs})
    if method == "accumulate" and name == "add":
        return np.cumsum(*inputs, **{"axis": 0, **kwargs})
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
        return special(*inputs)
    name = _SAME.get(name, name)
    if name not in TABLE or TABLE[name].kind != "map" or ufunc.nout != 1:
        raise failure(f"numpy.{ufunc.__name__} is not compiled")
    values = [lift(graph, x) for x in inputs]
    if dtype is not None:
        values = [ops.convert(graph, v, np.dtype(dtype)) for v in values]
    return wrap(graph, _loop(graph, ufunc, name, values))


def _loop(graph: Graph, ufunc: np.ufunc, name: str, values: list[Value]) -> Value:
    kinds = tuple(v.type for v in values)
    try:
        dtypes = types.ufunc_dtypes(ufunc, kinds)
    except TypeError as error:
        raise failure(str(error)) from None
    values = [ops.convert(graph, v, d) for v, d in zip(values, dtypes, strict=False)]
    if name in _ON_FLOATS_ONLY and dtypes[0].kind in "iub":
        if dtypes[-1].kind != "b":
            return values[0]
        answer = ops.constant(graph, name == "isfinite", np.dtype(bool))
        if name == "signbit":
            return ops.apply(graph, "less", values[0], ops.scalar_like(graph, 0, values[0]))
        return ops.broadcast_to(graph, answer, values[0].type.shape)
    result = ops.apply(graph, name, *values)
    weak = {np.dtype(np.int64): int, np.dtype(np.float64): float}.get(result.type.dtype)
    if weak and all(kind.weak for kind in kinds):
        result.type = dataclasses.replace(result.type, weak=weak)
    return result


def _ufunc(*names: str) -> Callable:
    def enter(implementation: Callable) -> Callable:
        for name in names:
            UFUNCS[name] = implementation
        return implementation

    return enter


def _as_bool(x: object) -> Array:
    graph = graph_of([x]) if isinstance(x, Array) else None
    return x.astype(bool) if graph else np.asarray(x).astype(bool)


@_ufunc("logical_and")
def _logical_and(x, y):
    return np.bitwise_and(_as_bool(x), _as_bool(y))


@_ufunc("logical_or")
def _logical_or(x, y):
    return np.bitwise_or(_as_bool(x), _as_bool(y))


@_ufunc("logical_xor")
def _logical_xor(x, y):
    return np.bitwise_xor(_as_bool(x), _as_bool(y))


@_ufunc("logical_not")
def _logical_not(x):
    return np.invert(_as_bool(x))


@_ufunc("square")
def _square(x):
    return x * x


@_ufunc("reciprocal")
def _reciprocal(x):
    if x.dtype.kind in "iub":
        raise failure("numpy.reciprocal of integers is not compiled")
    return 1 / x


@_ufunc("divmod")
def _divmod(x, y):
    return np.floor_divide(x, y), np.remainder(x, y)


@_ufunc("deg2rad", "radians")
def _radians(x):
    return x * (np.pi / 180)


@_ufunc("rad2deg", "degrees")
def _degrees(x):
    return x * (180 / np.pi)


@_ufunc("logaddexp")
def _logaddexp(x, y):
    high, low = np.maximum(x, y), np.minimum(x, y)
    # Two infinities of one sign would give the difference NaN.
    return np.where(high == low, high + np.log(2.0), high + np.log1p(np.exp(low - high)))


@_ufunc("matmul")
def _matmul(x, y):
    from .linear import matmul

    return matmul(x, y)


@_ufunc("clip")
def _clip_ufunc(x, low, high):
    return np.minimum(np.maximum(x, low), high)


@_ufunc("power", "float_power")
def _power(x, y):
    """NumPy takes x ** 2 for a square, and so on; small whole powers are products here."""
    graph = graph_of([x, y])
    base, exponent = lift(graph, x), lift(graph, y)
    dtype = types.ufunc_dtypes(np.power, (base.type, exponent.type))[0]
    number = exponent.params["value"] if str(exponent.primitive) == "full" else None
    if number is not None and dtype.kind in "iu" and number < 0:
        raise failure("Integers to negative integer powers are not allowed.", ValueError)
    if number is not None and number == int(number) and 1 <= number <= 4:
        value = ops.convert(graph, base, dtype)
        square = ops.apply(graph, "multiply", value, value) if number > 1 else value
        if number == 3:
            square = ops.apply(graph, "multiply", square, value)
        if number == 4:
            square = ops.apply(graph, "multiply", square, square)
        return wrap(graph, ops.broadcast_to(graph, square, _shape(graph, base, exponent)))
    if number is not None and number == 0.5 and dtype.kind == "f":
        return np.sqrt(wrap(graph, ops.convert(graph, base, dtype)))
    return wrap(graph, _loop(graph, np.power, "power", [base, exponent]))


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
    result = a
    if low is not None:
        result = np.maximum(result, low)
    return result if high is None else np.minimum(result, high)


@implements(np.round, np.around)
def _round(a, decimals=0, out=None):
    if decimals == 0:
        return a if a.dtype.kind in "iub" else np.rint(a)
    scale = 10.0 ** abs(decimals)
    return np.rint(a * scale) / scale if decimals > 0 else np.rint(a / scale) * scale


@implements(np.isclose)
def _isclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    close = np.abs(a - b) <= atol + rtol * np.abs(b)
    close = np.where(np.isfinite(b) & np.isfinite(a), close, a == b)
    return close | (np.isnan(a) & np.isnan(b)) if equal_nan else close


@implements(np.allclose)
def _allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
    return np.all(np.isclose(a, b, rtol, atol, equal_nan))


@implements(np.nan_to_num)
def _nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    limits = np.finfo(x.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    x = np.where(np.isnan(x), np.asarray(nan, x.dtype)[()], x)
    x = np.where(x == np.inf, np.asarray(high, x.dtype)[()], x)
    return np.where(x == -np.inf, np.asarray(low, x.dtype)[()], x)
