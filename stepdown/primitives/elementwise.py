"""Elementwise primitives: one result element from one element of each operand."""

from __future__ import annotations

import functools

import numpy as np

from ..frontend.types import Type, finfo, is_float
from ..lowering.late import arith, ir, math, scalars
from .derivatives import CONSTANT, Diagonal, Linear
from .table import Primitive, define

BOOL = np.dtype(bool)
LN2, LN10 = float(np.log(2)), float(np.log(10))


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


def _map(name: str, emit, infer=_same, cost: int = 1, derivative=None) -> Primitive:
    return define(name, "map", infer, _in_f32(emit), cost, derivative)


def _float(name: str, function, cost: int, derivative=None) -> Primitive:
    """A function of floats."""
    return _map(name, lambda dtype, *x: function(*x), cost=cost, derivative=derivative)


def _number(value: float, like):
    """The number as one of the array's dtype: NumPy would make float32 of it beside bfloat16."""
    return np.asarray(value, like.dtype)[()]


# Arithmetic. The functions of a rule are those of `Diagonal`: t is a tangent or a cotangent, y the
# result, then come the operands.

# [region arithmetic]
add = _map(
    "add",
    lambda d, a, b: scalars.pick(d, arith.addf, arith.addi, None, arith.ori)(a, b),
    derivative=Diagonal(lambda t, y, a, b: t, lambda t, y, a, b: t),
)
subtract = _map(
    "subtract",
    lambda d, a, b: scalars.pick(d, arith.subf, arith.subi)(a, b),
    derivative=Diagonal(lambda t, y, a, b: t, lambda t, y, a, b: -t),
)
multiply = _map(
    "multiply",
    lambda d, a, b: scalars.pick(d, arith.mulf, arith.muli, None, arith.andi)(a, b),
    derivative=Diagonal(lambda t, y, a, b: t * b, lambda t, y, a, b: t * a),
)
divide = _float(
    "divide",
    lambda a, b: arith.divf(a, b),
    cost=8,
    derivative=Diagonal(lambda t, y, a, b: t / b, lambda t, y, a, b: -(t / b * y)),
)
# [end arithmetic]
negative = _map(
    "negative",
    lambda d, x: arith.negf(x) if is_float(d) else arith.subi(scalars.like(x, 0), x),
    derivative=Diagonal(lambda t, y, x: -t),
)
positive = _map("positive", lambda d, x: x, derivative=Diagonal(lambda t, y, x: t))
# At 0 the slope is taken to be 0.
absolute = _map(
    "absolute",
    lambda d, x: scalars.pick(d, math.absf, math.absi, _itself, _itself)(x),
    derivative=Diagonal(lambda t, y, x: t * np.sign(x)),
)


def _itself(x: ir.Value) -> ir.Value:
    return x


@functools.partial(_map, "floor_divide", cost=20, derivative=CONSTANT)
def floor_divide(dtype, a, b):
    return (
        scalars.float_divide_floor(a, b) if is_float(dtype) else scalars.divide_floor(a, b, dtype)
    )


@functools.partial(
    _map,
    "remainder",
    cost=20,
    derivative=Diagonal(lambda t, y, a, b: t, lambda t, y, a, b: -t * np.floor_divide(a, b)),
)
def remainder(dtype, a, b):
    return scalars.float_remainder(a, b) if is_float(dtype) else scalars.remainder(a, b, dtype)


@functools.partial(
    _map,
    "fmod",
    cost=20,
    derivative=Diagonal(lambda t, y, a, b: t, lambda t, y, a, b: -t * np.trunc(a / b)),
)
def fmod(dtype, a, b):
    return arith.remf(a, b) if is_float(dtype) else scalars.remainder(a, b, dtype, floor=False)


@functools.partial(_map, "sign", derivative=CONSTANT)
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


def _chosen(ahead) -> Diagonal:
    """The derivative goes to the operand that is chosen, and half to each of two that are equal:
    `ahead(a, b)` says where a is chosen."""

    def share(t, mine, other):
        half = t * _number(0.5, t)
        return np.where(ahead(mine, other), t, np.where(ahead(other, mine), _number(0, t), half))

    return Diagonal(lambda t, y, a, b: share(t, a, b), lambda t, y, a, b: share(t, b, a))


_AHEAD = {
    "maximum": lambda a, b: a > b,
    "minimum": lambda a, b: a < b,
    "fmax": lambda a, b: (a > b) | (np.isnan(b) & ~np.isnan(a)),
    "fmin": lambda a, b: (a < b) | (np.isnan(b) & ~np.isnan(a)),
}
for _name, _operations in _LARGER.items():
    _map(
        _name,
        lambda d, a, b, names=_operations: getattr(arith, scalars.pick(d, *names))(a, b),
        derivative=_chosen(_AHEAD[_name]),
    )


# Functions of floats.


def _leg(x):
    """sqrt(1 - x^2), without losing the digits of x near 1."""
    return np.sqrt((_number(1, x) - x) * (_number(1, x) + x))


def _operation(name: str):
    """The operation of that name in the dialect `math`."""
    return lambda *x: getattr(math, name)(*x)


def _libm(name: str):
    """The C library's function."""
    return lambda *x: scalars.libm(name, *x)


def _in_library(name: str, otherwise):
    """Our own function for f32, else the other one."""
    return lambda x: scalars.in_library(name, otherwise, x)


def _logaddexp(a, b):
    """log(e^a + e^b), the larger and what the smaller adds to it. Of two equal ones, infinities
    among them, there is no difference to be taken."""
    high, low = arith.maximumf(a, b), arith.minimumf(a, b)
    added = scalars.libm("log1p", _EXP(arith.subf(low, high)))
    equal = arith.cmpf(scalars.F.OEQ, high, low)
    return arith.addf(high, arith.select(equal, scalars.like(high, LN2), added))


def _share_of(t, mine, other):
    """t e^mine / (e^mine + e^other), the slope of logaddexp, of which no power overflows."""
    alike = (mine == other) & np.isinf(mine)
    over = np.where(alike, _number(0, t), mine - other)
    first, nothing = over >= 0, _number(0, t)
    # Each side computes with 0 where the other one is taken, so that it has finite derivatives.
    large = _number(1, t) / (np.exp(-np.where(first, over, nothing)) + _number(1, t))
    power = np.exp(np.where(first, nothing, over))
    return t * np.where(first, large, power / (power + _number(1, t)))


_EXP = _in_library("exp", _operation("exp"))
_FUNCTIONS = {
    "sqrt": (_operation("sqrt"), 8, Diagonal(lambda t, y, x: t / (y + y))),
    "cbrt": (_libm("cbrt"), 40, Diagonal(lambda t, y, x: t / (_number(3, t) * y * y))),
    "exp": (_EXP, 20, Diagonal(lambda t, y, x: t * y)),
    "exp2": (_libm("exp2"), 40, Diagonal(lambda t, y, x: t * y * _number(LN2, t))),
    "expm1": (_libm("expm1"), 40, Diagonal(lambda t, y, x: t * (y + _number(1, t)))),
    "log": (_in_library("log", _operation("log")), 20, Diagonal(lambda t, y, x: t / x)),
    "log2": (_libm("log2"), 40, Diagonal(lambda t, y, x: t / (x * _number(LN2, t)))),
    "log10": (_libm("log10"), 40, Diagonal(lambda t, y, x: t / (x * _number(LN10, t)))),
    "log1p": (_libm("log1p"), 40, Diagonal(lambda t, y, x: t / (x + _number(1, t)))),
    "sin": (_libm("sin"), 40, Diagonal(lambda t, y, x: t * np.cos(x))),
    "cos": (_libm("cos"), 40, Diagonal(lambda t, y, x: -t * np.sin(x))),
    "tan": (_libm("tan"), 40, Diagonal(lambda t, y, x: t * (y * y + _number(1, t)))),
    "arcsin": (_libm("asin"), 40, Diagonal(lambda t, y, x: t / _leg(x))),
    "arccos": (_libm("acos"), 40, Diagonal(lambda t, y, x: -t / _leg(x))),
    "arctan": (_libm("atan"), 40, Diagonal(lambda t, y, x: t / (x * x + _number(1, t)))),
    "arctan2": (
        _libm("atan2"),
        40,
        Diagonal(
            lambda t, y, a, b: t * b / (a * a + b * b), lambda t, y, a, b: -t * a / (a * a + b * b)
        ),
    ),
    "sinh": (_libm("sinh"), 40, Diagonal(lambda t, y, x: t * np.cosh(x))),
    "cosh": (_libm("cosh"), 40, Diagonal(lambda t, y, x: t * np.sinh(x))),
    "tanh": (
        _in_library("tanh", _operation("tanh")),
        30,
        Diagonal(lambda t, y, x: t * (_number(1, t) - y * y)),
    ),
    "arcsinh": (
        _libm("asinh"),
        40,
        Diagonal(lambda t, y, x: t / np.hypot(x, np.ones_like(x))),
    ),
    "arccosh": (
        _libm("acosh"),
        40,
        Diagonal(lambda t, y, x: t / np.sqrt((x - _number(1, t)) * (x + _number(1, t)))),
    ),
    "arctanh": (
        _libm("atanh"),
        40,
        Diagonal(lambda t, y, x: t / ((_number(1, t) - x) * (_number(1, t) + x))),
    ),
    "hypot": (
        _libm("hypot"),
        40,
        Diagonal(lambda t, y, a, b: t * (a / y), lambda t, y, a, b: t * (b / y)),
    ),
    "logaddexp": (
        _logaddexp,
        65,
        Diagonal(lambda t, y, a, b: _share_of(t, a, b), lambda t, y, a, b: _share_of(t, b, a)),
    ),
    "erf": (
        _in_library("erf", _libm("erf")),
        30,
        Diagonal(lambda t, y, x: t * _number(2 / np.pi**0.5, t) * np.exp(-x * x)),
    ),
    "floor": (_operation("floor"), 1, CONSTANT),
    "ceil": (_operation("ceil"), 1, CONSTANT),
    "trunc": (_operation("trunc"), 1, CONSTANT),
    "rint": (_operation("roundeven"), 1, CONSTANT),
    "copysign": (
        _operation("copysign"),
        1,
        # |a| with the sign of b, and |a| has the slope 0 at 0.
        Diagonal(lambda t, y, a, b: t * (np.sign(a) * np.sign(y)), None),
    ),
}
for _name, (_function, _cost, _derivative) in _FUNCTIONS.items():
    _float(_name, _function, _cost, _derivative)


def _of_base(t, y, a, b):
    """b a^(b-1). An exponent of 0 gives 0, whatever the base: 0^0 is 1 beside 0 as well."""
    if b.value.primitive is not None and b.value.primitive.name == "full":
        exponent = b.value.params["value"]
        if exponent in (0, 1):
            return t if exponent else None
        return t * (_number(exponent, t) * a ** _number(exponent - 1, t))
    tiny = _number(finfo(t.dtype).tiny, t)
    zero = (b == 0) & ~(np.abs(a) >= tiny)  # a NaN too: of such a base there is no 1/a
    base = np.where(zero, _number(1, t), a)
    return np.where(zero, _number(0, t), t * (b * base ** (b - _number(1, t))))


def _of_exponent(t, y, a, b):
    """a^b log a. A base of 0 has no logarithm: there it is 0^b, with 0 for the logarithm."""
    return t * (y * np.log(np.where(a == 0, _number(1, t), a)))


@functools.partial(_map, "power", cost=60, derivative=Diagonal(_of_base, _of_exponent))
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
    define(_name, "map", _truth, _compare(_name), derivative=CONSTANT)

isnan = _map("isnan", lambda d, x: arith.cmpf(scalars.F.UNO, x, x), _truth, derivative=CONSTANT)
isinf = _map(
    "isinf",
    lambda d, x: arith.cmpf(scalars.F.OEQ, math.absf(x), scalars.like(x, float("inf"))),
    _truth,
    derivative=CONSTANT,
)
isfinite = _map(
    "isfinite",
    lambda d, x: arith.cmpf(scalars.F.OLT, math.absf(x), scalars.like(x, float("inf"))),
    _truth,
    derivative=CONSTANT,
)


@functools.partial(_map, "signbit", infer=_truth, derivative=CONSTANT)
def signbit(dtype, x):
    one = scalars.like(x, 1.0)
    return arith.cmpf(scalars.F.OLT, math.copysign(one, x), scalars.like(x, 0.0))


# Bits.

bitwise_and = _map("bitwise_and", lambda d, a, b: arith.andi(a, b), derivative=CONSTANT)
bitwise_or = _map("bitwise_or", lambda d, a, b: arith.ori(a, b), derivative=CONSTANT)
bitwise_xor = _map("bitwise_xor", lambda d, a, b: arith.xori(a, b), derivative=CONSTANT)
invert = _map("invert", lambda d, x: arith.xori(x, scalars.like(x, -1)), derivative=CONSTANT)


@functools.partial(_map, "left_shift", derivative=CONSTANT)
def left_shift(dtype, a, b):
    inside = arith.cmpi(scalars.I.ult, b, scalars.like(b, 8 * dtype.itemsize))
    return arith.select(
        inside, arith.shli(a, arith.select(inside, b, scalars.like(b, 0))), scalars.like(a, 0)
    )


@functools.partial(_map, "right_shift", derivative=CONSTANT)
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
    # What is not chosen gets 0. A NaN or an infinite slope in its computation makes NaN of that 0.
    derivative=Diagonal(
        None,
        lambda t, z, condition, x, y: np.where(condition, t, _number(0, t)),
        lambda t, z, condition, x, y: np.where(condition, _number(0, t), t),
    ),
)
convert = define(
    "cast",
    "map",
    lambda x, dtype: Type(x.shape, dtype),
    lambda node, x: scalars.cast(x, node.inputs[0].type.dtype, node.type.dtype),
    derivative=Linear(lambda t, at, _: t.astype(at.inputs[0].dtype)),
)

# Sources: what is known without an input.

full = define(
    "full",
    "source",
    lambda shape, value, dtype, weak=None: Type(shape, dtype, weak),
    lambda node, indices: scalars.constant(node.params["value"], node.type.dtype),
    cost=0,
    derivative=CONSTANT,
)


def _index_element(node, indices):
    dtype, axis = node.type.dtype, node.params["axis"]
    wide = arith.index_cast(ir.IntegerType.get_signless(64), indices[axis])
    return scalars.cast(wide, np.dtype(np.int64), dtype)


iota = define(
    "iota",
    "source",
    lambda shape, axis, dtype: Type(shape, dtype),
    _index_element,
    cost=1,
    derivative=CONSTANT,
)

# A size as a number. Where it is dynamic, the builder knows its value.
size = define(
    "size",
    "source",
    lambda size, dtype, weak=None: Type((), dtype, weak),
    cost=0,
    derivative=CONSTANT,
)
