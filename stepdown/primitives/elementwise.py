"""Elementwise primitives: one result element from one element of each operand."""

from __future__ import annotations

import functools

import numpy as np

from ..late import arith, ir, math, scalars
from ..types import Type, is_float
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
        result = emit(dtype, *(scalars.widened(x, dtype) for x in elements))
        return scalars.narrowed(result, dtype) if node.type.dtype == dtype else result

    return wrapped


def _map(name: str, emit, infer=_same, cost: int = 1) -> Primitive:
    return define(name, "map", infer, _in_f32(emit), cost)


def _float(name: str, function, cost: int) -> Primitive:
    """A function of floats."""
    return _map(name, lambda dtype, *x: function(*x), cost=cost)


# Arithmetic.

# [region arithmetic]
add = _map("add", lambda d, a, b: scalars.pick(d, arith.addf, arith.addi, None, arith.ori)(a, b))
subtract = _map("subtract", lambda d, a, b: scalars.pick(d, arith.subf, arith.subi)(a, b))
multiply = _map(
    "multiply", lambda d, a, b: scalars.pick(d, arith.mulf, arith.muli, None, arith.andi)(a, b)
)
divide = _float("divide", lambda a, b: arith.divf(a, b), cost=8)
# [end arithmetic]
negative = _map(
    "negative",
    lambda d, x: arith.negf(x) if is_float(d) else arith.subi(scalars.like(x, 0), x),
)
positive = _map("positive", lambda d, x: x)
absolute = _map("absolute", lambda d, x: scalars.pick(d, math.absf, math.absi, _itself, _itself)(x))


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
    zero = scalars.like(x, 0)
    if dtype.kind == "u":
        return arith.select(arith.cmpi(scalars.I.ne, x, zero), scalars.like(x, 1), zero)
    if not is_float(dtype):
        below = arith.select(arith.cmpi(scalars.I.slt, x, zero), scalars.like(x, -1), zero)
        return arith.select(arith.cmpi(scalars.I.sgt, x, zero), scalars.like(x, 1), below)
    not_above = arith.select(
        arith.cmpf(scalars.F.OLT, x, zero), scalars.like(x, -1), arith.addf(x, zero)
    )
    return arith.select(arith.cmpf(scalars.F.OGT, x, zero), scalars.like(x, 1), not_above)


# The larger and the smaller: NaN wins in `maximum`, and loses in `fmax`.

_LARGER = {
    "maximum": ("maximumf", "maxsi", "maxui", "ori"),
    "minimum": ("minimumf", "minsi", "minui", "andi"),
    "fmax": ("maxnumf", "maxsi", "maxui", "ori"),
    "fmin": ("minnumf", "minsi", "minui", "andi"),
}
for _name, _operations in _LARGER.items():
    _map(_name, lambda d, a, b, names=_operations: getattr(arith, scalars.pick(d, *names))(a, b))


# Functions of floats.


def _operation(name: str):
    """The operation of that name in the dialect `math`."""
    return lambda *x: getattr(math, name)(*x)


def _libm(name: str):
    """The C library's function."""
    return lambda *x: scalars.libm(name, *x)


def _in_library(name: str, otherwise):
    """Our own function for f32, else the other one."""
    return lambda x: scalars.in_library(name, otherwise, x)


_FUNCTIONS = {
    "sqrt": (_operation("sqrt"), 8),
    "cbrt": (_libm("cbrt"), 40),
    "exp": (_in_library("exp", _operation("exp")), 20),
    "exp2": (_libm("exp2"), 40),
    "expm1": (_libm("expm1"), 40),
    "log": (_in_library("log", _operation("log")), 20),
    "log2": (_libm("log2"), 40),
    "log10": (_libm("log10"), 40),
    "log1p": (_libm("log1p"), 40),
    "sin": (_libm("sin"), 40),
    "cos": (_libm("cos"), 40),
    "tan": (_libm("tan"), 40),
    "arcsin": (_libm("asin"), 40),
    "arccos": (_libm("acos"), 40),
    "arctan": (_libm("atan"), 40),
    "arctan2": (_libm("atan2"), 40),
    "sinh": (_libm("sinh"), 40),
    "cosh": (_libm("cosh"), 40),
    "tanh": (_in_library("tanh", _operation("tanh")), 30),
    "arcsinh": (_libm("asinh"), 40),
    "arccosh": (_libm("acosh"), 40),
    "arctanh": (_libm("atanh"), 40),
    "hypot": (_libm("hypot"), 40),
    "erf": (_in_library("erf", _libm("erf")), 30),
    "floor": (_operation("floor"), 1),
    "ceil": (_operation("ceil"), 1),
    "trunc": (_operation("trunc"), 1),
    "rint": (_operation("roundeven"), 1),
    "copysign": (_operation("copysign"), 1),
}
for _name, (_function, _cost) in _FUNCTIONS.items():
    _float(_name, _function, _cost)


@functools.partial(_map, "power", cost=60)
def power(dtype, a, b):
    if is_float(dtype):
        return scalars.libm("pow", a, b)
    # `ipowi` takes the exponent for a signed one: its highest bit is left out. An odd number to
    # the power that this bit stands for is 1 in as many bits, an even one 0.
    highest = 1 << (8 * dtype.itemsize - 1)
    result = math.ipowi(a, arith.andi(b, scalars.like(b, highest - 1)))
    if dtype.kind == "i":
        return result  # no exponent is negative: a call checks that
    zero, one = scalars.like(a, 0), scalars.like(a, 1)
    even = arith.cmpi(scalars.I.eq, arith.andi(a, one), zero)
    large = arith.cmpi(scalars.I.slt, b, zero)
    return arith.select(arith.andi(even, large), zero, result)


# Questions, with a bool for an answer.


def _compare(name: str):
    def emit(node, a, b):
        kinds = [i.type.dtype for i in node.inputs]
        return scalars.compare(name, *map(scalars.widened, (a, b), kinds), *kinds)

    return emit


for _name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
    define(_name, "map", _truth, _compare(_name))

isnan = _map("isnan", lambda d, x: arith.cmpf(scalars.F.UNO, x, x), _truth)
isinf = _map(
    "isinf",
    lambda d, x: arith.cmpf(scalars.F.OEQ, math.absf(x), scalars.like(x, float("inf"))),
    _truth,
)
isfinite = _map(
    "isfinite",
    lambda d, x: arith.cmpf(scalars.F.OLT, math.absf(x), scalars.like(x, float("inf"))),
    _truth,
)


@functools.partial(_map, "signbit", infer=_truth)
def signbit(dtype, x):
    one = scalars.like(x, 1.0)
    return arith.cmpf(scalars.F.OLT, math.copysign(one, x), scalars.like(x, 0.0))


# Bits.

bitwise_and = _map("bitwise_and", lambda d, a, b: arith.andi(a, b))
bitwise_or = _map("bitwise_or", lambda d, a, b: arith.ori(a, b))
bitwise_xor = _map("bitwise_xor", lambda d, a, b: arith.xori(a, b))
invert = _map("invert", lambda d, x: arith.xori(x, scalars.like(x, -1)))


@functools.partial(_map, "left_shift")
def left_shift(dtype, a, b):
    inside = arith.cmpi(scalars.I.ult, b, scalars.like(b, 8 * dtype.itemsize))
    return arith.select(
        inside, arith.shli(a, arith.select(inside, b, scalars.like(b, 0))), scalars.like(a, 0)
    )


@functools.partial(_map, "right_shift")
def right_shift(dtype, a, b):
    last = scalars.like(b, 8 * dtype.itemsize - 1)
    inside = arith.cmpi(scalars.I.ule, b, last)
    if dtype.kind == "i":
        return arith.shrsi(a, arith.select(inside, b, last))
    return arith.select(inside, arith.shrui(a, arith.select(inside, b, last)), scalars.like(a, 0))


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
    lambda node, x: scalars.cast(x, node.inputs[0].type.dtype, node.type.dtype),
)

# Sources: what is known without an input.

full = define(
    "full",
    "source",
    lambda shape, value, dtype, weak=None: Type(shape, dtype, weak),
    lambda node, indices: scalars.constant(node.params["value"], node.type.dtype),
    cost=0,
)


def _index_element(node, indices):
    dtype, axis = node.type.dtype, node.params["axis"]
    wide = arith.index_cast(ir.IntegerType.get_signless(64), indices[axis])
    return scalars.cast(wide, np.dtype(np.int64), dtype)


iota = define(
    "iota", "source", lambda shape, axis, dtype: Type(shape, dtype), _index_element, cost=1
)

# A size as a number. Where it is dynamic, the builder knows its value.
size = define("size", "source", lambda size, dtype, weak=None: Type((), dtype, weak), cost=0)
