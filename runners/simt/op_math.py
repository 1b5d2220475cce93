"""math: functions of floats, rounded once to their type, and counting of bits.

f32 functions are NumPy's, good to a unit or two in the last place, as a GPU's library is; their
last bits differ between any two libraries. fma rounds once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .op_arith import maxnum, minnum
from .table import apply, operation, pure
from .values import BF16, F16, F32, F64, in_single, odd, scalar_again, to_float, unsigned

if TYPE_CHECKING:
    from .table import Step
    from .translate import Translator

# Floating-point operations of one element, for a roofline; a function of math counts as one.
FLOPS: dict[str, float] = {
    **dict.fromkeys(
        ("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "arith.negf",
         "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"), 1),
    "math.fma": 2,
    "vector.fma": 2,
}  # fmt: skip


def _exactly(function: Callable) -> Callable:
    """A function of Python's math module on arrays; outside of its domain NaN."""

    def one(x: float) -> float:
        try:
            return function(x)
        except (ValueError, OverflowError):
            return math.nan

    many = np.frompyfunc(one, 1, 1)
    return lambda x: scalar_again(np.asarray(many(x.astype(F64)), F64).astype(x.dtype))


def _in_double(function: Callable) -> Callable:
    """A function that computes f32 in f64 and rounds the result."""
    return lambda *xs: function(*(x.astype(F64) for x in xs)).astype(xs[0].dtype)


def _round_away(x: Any) -> Any:
    whole = np.trunc(x)
    return scalar_again(
        np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(x.dtype.type(1), x), whole)
    )


def _power(x: Any, n: Any) -> Any:
    """An integer to an integer power, wrapping; negative powers round to zero."""
    positive = np.power(x, np.maximum(n, 0))
    odd_sign = np.where((n & 1) != 0, x, np.abs(x))
    negative = np.where(np.abs(x) == 1, odd_sign, 0).astype(x.dtype)
    return scalar_again(np.where(n < 0, negative, positive).astype(x.dtype))


def fma(a: Any, b: Any, c: Any) -> Any:
    """a * b + c, rounded once."""
    dtype = np.result_type(a) if np.result_type(a) != BF16 else BF16
    if dtype == F64:
        return _fma_double(a, b, c)
    a, b, c = (np.asarray(x.astype(F64)) for x in (a, b, c))
    product = a * b  # exact: twice 24 bits or fewer
    total, error = _two_sum(product, c)
    exact = _toward_odd(total, error)
    if dtype == F32:
        return scalar_again(exact.astype(F32))
    if dtype == F16:
        return scalar_again(exact.astype(F16))
    return scalar_again(np.asarray(odd(exact)).astype(BF16))


def _two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded sum and its error, which together are exact (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _toward_odd(total: Any, error: Any) -> Any:
    """total + error rounded to odd, where total is their rounded sum."""
    total = np.asarray(total)
    there = np.isfinite(total) & np.isfinite(error) & (error != 0)
    over = there & ((error < 0) == (total > 0))
    down = np.where(over, np.nextafter(total, 0.0), total)
    bits = np.ascontiguousarray(down).view(np.int64)
    return np.where(there, bits | 1, bits).view(F64)


def _fma_double(a: Any, b: Any, c: Any) -> Any:
    """Boldo and Melquiond: exact products and sums, one rounded to odd, then one rounding."""
    a, b, c = (np.asarray(x) for x in (a, b, c))
    high, low = _two_product(a, b)
    first, rest = _two_sum(c, low)
    total, error = _two_sum(high, first)
    small, left = _two_sum(rest, error)
    result = total + _toward_odd(small, left)
    # Near overflow the splitting fails, and the plain form, rounded twice, has to do.
    plain = np.where(np.isfinite(a) & np.isfinite(b) & np.isinf(c), c, a * b + c)
    return scalar_again(np.where(np.isfinite(total) & np.isfinite(result), result, plain))


def _two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """The rounded product and its error (Dekker)."""

    def halves(x: Any) -> tuple[Any, Any]:
        scaled = x * 134217729.0
        high = scaled - (scaled - x)
        return high, x - high

    product = a * b
    (a1, a2), (b1, b2) = halves(a), halves(b)
    return product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)


_FUNCTIONS: dict[str, Callable] = {
    "absf": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin,
    "asinh": np.arcsinh, "atan": np.arctan, "atan2": np.arctan2, "atanh": np.arctanh,
    "cbrt": np.cbrt, "ceil": np.ceil, "copysign": np.copysign, "cos": np.cos, "cosh": np.cosh,
    "erf": _exactly(math.erf), "erfc": _exactly(math.erfc), "exp": np.exp, "exp2": np.exp2,
    "expm1": np.expm1, "floor": np.floor, "log": np.log, "log10": np.log10, "log1p": np.log1p,
    "log2": np.log2, "powf": np.power, "round": _round_away, "roundeven": np.rint,
    "rsqrt": _in_double(lambda x: 1 / np.sqrt(x)), "sin": np.sin, "sinh": np.sinh,
    "sqrt": np.sqrt, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
}  # fmt: skip
for _name, _function in _FUNCTIONS.items():
    pure(f"math.{_name}", in_single(_function))
    if _name not in ("absf", "copysign", "ceil", "floor", "round", "roundeven", "trunc"):
        FLOPS[f"math.{_name}"] = 1


@operation("math.sincos")
def _sincos(t: Translator, op: ir.Operation) -> Step:
    argument, (sine, cosine) = t.slot(op.operands[0]), (t.slot(result) for result in op.results)

    def step(_s: Any, v: list, _m: Any) -> None:
        v[sine], v[cosine] = in_single(np.sin)(v[argument]), in_single(np.cos)(v[argument])

    return step


@operation("math.fpowi")
def _power_of_float(t: Translator, op: ir.Operation) -> Step:
    def power(x: Any, n: Any) -> Any:
        return to_float(np.power(x.astype(F64), n.astype(F64)), x.dtype)

    return apply(t, op, power)


pure("math.fma", fma)
pure("math.ipowi", _power)
pure("math.absi", np.abs)
pure("math.clampf", lambda x, low, high: minnum(maxnum(x, low), high))
pure("math.isnan", lambda x: x != x)
pure("math.isinf", lambda x: np.isinf(x.astype(F32) if x.dtype == BF16 else x))
pure("math.isfinite", lambda x: np.isfinite(x.astype(F32) if x.dtype == BF16 else x))


def _is_normal(x: Any) -> Any:
    if x.dtype == BF16:
        tiny, x = np.float32(2.0**-126), x.astype(F32)
    else:
        tiny = np.finfo(x.dtype).tiny
    return np.isfinite(x) & (np.abs(x) >= tiny)


pure("math.isnormal", _is_normal)


def _width(x: Any) -> Any:
    return x.dtype.type(8 * x.dtype.itemsize)


def _leading(x: Any) -> Any:
    bits = unsigned(x)
    for shift in (1, 2, 4, 8, 16, 32):
        if shift < 8 * x.dtype.itemsize:
            bits = bits | (bits >> bits.dtype.type(shift))
    return _width(x) - np.bitwise_count(bits).astype(x.dtype)


def _trailing(x: Any) -> Any:
    bits = unsigned(x)
    low = (bits & (~bits + bits.dtype.type(1))) - bits.dtype.type(1)
    return np.bitwise_count(low).astype(x.dtype)


pure("math.ctlz", _leading)
pure("math.cttz", _trailing)
pure("math.ctpop", lambda x: np.bitwise_count(unsigned(x)).astype(x.dtype))
