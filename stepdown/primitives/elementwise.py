"""Elementwise primitives: one result element from one element of each operand."""

from __future__ import annotations

import functools

import numpy as np
from mlir import ir
from mlir.dialects import arith, math

from .. import scalars
from ..scalars import (
    F,
    I,
    cast,
    constant,
    in_library,
    is_float,
    libm,
    like,
    narrowed,
    pick,
    widened,
)
from ..types import Type
from .table import Primitive, define

BOOL = np.dtype(bool)


def _same(*types: Type) -> Type:
    return Type(types[0].shape, types[0].dtype)


def _truth(*types: Type) -> Type:
    return Type(types[0].shape, BOOL)


def _in_f32(emit):
    """The emitter, with 16-bit floats computed in f32 and rounded at the end."""

    @functools.wraps(emit)
    def wrapped(node, *elements):
        dtype = node.inputs[0].type.dtype
        result = emit(dtype, *(widened(x, dtype) for x in elements))
        return narrowed(result, dtype) if node.type.dtype == dtype else result

    return wrapped


def _map(name: str, emit, infer=_same, cost: int = 1) -> Primitive:
    return define(name, "map", infer, _in_f32(emit), cost)


def _float(name: str, function, cost: int) -> Primitive:
    """A function of floats."""
    return _map(name, lambda dtype, *x: function(*x), cost=cost)


# Arithmetic.

add = _map("add", lambda d, a, b: pick(d, arith.addf, arith.addi, None, arith.ori)(a, b))
subtract = _map("subtract", lambda d, a, b: pick(d, arith.subf, arith.subi)(a, b))
multiply = _map("multiply", lambda d, a, b: pick(d, arith.mulf, arith.muli, None, arith.andi)(a, b))
divide = _float("divide", arith.divf, cost=8)
negative = _map(
    "negative", lambda d, x: arith.negf(x) if is_float(d) else arith.subi(like(x, 0), x)
)
positive = _map("positive", lambda d, x: x)
absolute = _map("absolute", lambda d, x: pick(d, math.absf, math.absi, _itself, _itself)(x))


def _itself(x: ir.Value) -> ir.Value:
    return x


@functools.partial(_map, "floor_divide", cost=20)
def floor_divide(dtype, a, b):
    return (
        scalars.float_divide_floor(a, b) if is_float(dtype) else scalars.divide_floor(a, b, dtype)
    )


@functools.partial(_map, "remainder", cost=20)
def remainder(dtype, a, b):
    return scalars.float_remainder(a, b) if is_float(dtype) else scalars.remainder(a, b, dtype)


@functools.partial(_map, "fmod", cost=20)
def fmod(dtype, a, b):
    return arith.remf(a, b) if is_float(dtype) else scalars.remainder(a, b, dtype, floor=False)


@functools.partial(_map, "sign")
def sign(dtype, x):
    zero = like(x, 0)
    if dtype.kind == "u":
        return arith.select(arith.cmpi(I.ne, x, zero), like(x, 1), zero)
    if not is_float(dtype):
        below = arith.select(arith.cmpi(I.slt, x, zero), like(x, -1), zero)
        return arith.select(arith.cmpi(I.sgt, x, zero), like(x, 1), below)
    not_above = arith.select(arith.cmpf(F.OLT, x, zero), like(x, -1), arith.addf(x, zero))
    return arith.select(arith.cmpf(F.OGT, x, zero), like(x, 1), not_above)


# The larger and the smaller: NaN wins in `maximum`, and loses in `fmax`.

_LARGER = {
    "maximum": (arith.maximumf, arith.maxsi, arith.maxui, arith.ori),
    "minimum": (arith.minimumf, arith.minsi, arith.minui, arith.andi),
    "fmax": (arith.maxnumf, arith.maxsi, arith.maxui, arith.ori),
    "fmin": (arith.minnumf, arith.minsi, arith.minui, arith.andi),
}
for _name, _operations in _LARGER.items():
    _map(_name, lambda d, a, b, operations=_operations: pick(d, *operations)(a, b))


# Functions of floats.


def _log2_of(x: ir.Value) -> ir.Value:
    return math.log2(x)


@functools.partial(_float, "expm1", cost=40)
def expm1(x):
    return libm("expm1", x)


_FUNCTIONS = {
    "sqrt": (math.sqrt, 8),
    "cbrt": (functools.partial(libm, "cbrt"), 40),
    "exp": (functools.partial(in_library, "exp", math.exp), 20),
    "exp2": (functools.partial(libm, "exp2"), 40),
    "log": (functools.partial(in_library, "log", math.log), 20),
    "log2": (functools.partial(libm, "log2"), 40),
    "log10": (functools.partial(libm, "log10"), 40),
    "log1p": (functools.partial(libm, "log1p"), 40),
    "sin": (functools.partial(libm, "sin"), 40),
    "cos": (functools.partial(libm, "cos"), 40),
    "tan": (functools.partial(libm, "tan"), 40),
    "arcsin": (functools.partial(libm, "asin"), 40),
    "arccos": (functools.partial(libm, "acos"), 40),
    "arctan": (functools.partial(libm, "atan"), 40),
    "arctan2": (functools.partial(libm, "atan2"), 40),
    "sinh": (functools.partial(libm, "sinh"), 40),
    "cosh": (functools.partial(libm, "cosh"), 40),
    "tanh": (functools.partial(in_library, "tanh", math.tanh), 30),
    "arcsinh": (functools.partial(libm, "asinh"), 40),
    "arccosh": (functools.partial(libm, "acosh"), 40),
    "arctanh": (functools.partial(libm, "atanh"), 40),
    "hypot": (functools.partial(libm, "hypot"), 40),
    "erf": (functools.partial(in_library, "erf", functools.partial(libm, "erf")), 30),
    "floor": (math.floor, 1),
    "ceil": (math.ceil, 1),
    "trunc": (math.trunc, 1),
    "rint": (math.roundeven, 1),
    "copysign": (math.copysign, 1),
}
for _name, (_function, _cost) in _FUNCTIONS.items():
    _float(_name, _function, _cost)


@functools.partial(_map, "power", cost=60)
def power(dtype, a, b):
    if is_float(dtype):
        return libm("pow", a, b)
    return math.ipowi(a, b)


# Questions, with a bool for an answer.

for _name in scalars.PREDICATES:
    define(
        _name,
        "map",
        _truth,
        lambda node, a, b, name=_name: scalars.compare(
            name, *(widened(x, i.type.dtype) for x, i in zip((a, b), node.inputs, strict=True)),
            node.inputs[0].type.dtype, node.inputs[1].type.dtype,
        ),
    )  # fmt: skip

isnan = _map("isnan", lambda d, x: arith.cmpf(F.UNO, x, x), _truth)
isinf = _map("isinf", lambda d, x: arith.cmpf(F.OEQ, math.absf(x), like(x, float("inf"))), _truth)
isfinite = _map(
    "isfinite", lambda d, x: arith.cmpf(F.OLT, math.absf(x), like(x, float("inf"))), _truth
)


@functools.partial(_map, "signbit", infer=_truth)
def signbit(dtype, x):
    one = like(x, 1.0)
    return arith.cmpf(F.OLT, math.copysign(one, x), like(x, 0.0))


# Bits.

bitwise_and = _map("bitwise_and", lambda d, a, b: arith.andi(a, b))
bitwise_or = _map("bitwise_or", lambda d, a, b: arith.ori(a, b))
bitwise_xor = _map("bitwise_xor", lambda d, a, b: arith.xori(a, b))
invert = _map("invert", lambda d, x: arith.xori(x, like(x, -1)))


@functools.partial(_map, "left_shift")
def left_shift(dtype, a, b):
    inside = arith.cmpi(I.ult, b, like(b, 8 * dtype.itemsize))
    return arith.select(inside, arith.shli(a, arith.select(inside, b, like(b, 0))), like(a, 0))


@functools.partial(_map, "right_shift")
def right_shift(dtype, a, b):
    last = like(b, 8 * dtype.itemsize - 1)
    inside = arith.cmpi(I.ule, b, last)
    if dtype.kind == "i":
        return arith.shrsi(a, arith.select(inside, b, last))
    return arith.select(inside, arith.shrui(a, arith.select(inside, b, last)), like(a, 0))


# Choice and conversion.

where = define(
    "where",
    "map",
    lambda condition, x, y: Type(x.shape, x.dtype),
    lambda node, condition, x, y: arith.select(condition, x, y),
)
convert = define(
    "cast",
    "map",
    lambda x, dtype: Type(x.shape, dtype),
    lambda node, x: cast(x, node.inputs[0].type.dtype, node.type.dtype),
)

# Sources: what is known without an input.

full = define(
    "full",
    "source",
    lambda shape, value, dtype, weak=None: Type(shape, dtype, weak),
    lambda node, indices: constant(node.params["value"], node.type.dtype),
    cost=0,
)


def _index_element(node, indices):
    dtype, axis = node.type.dtype, node.params["axis"]
    wide = arith.index_cast(ir.IntegerType.get_signless(64), indices[axis])
    return cast(wide, np.dtype(np.int64), dtype)


iota = define(
    "iota", "source", lambda shape, axis, dtype: Type(shape, dtype), _index_element, cost=1
)

# A size as a number. Where it is dynamic, the builder knows its value.
size = define("size", "source", lambda size, dtype: Type((), dtype), cost=0)
