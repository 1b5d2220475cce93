"""Arithmetic on one element, in MLIR: the operations of `arith` and `math` that a dtype asks for.

Inside a loop's body a bool is an i1 and a 16-bit float is computed in f32 and rounded after each
operation, as NumPy does; in memory both are what `types.ELEMENTS` says. Functions take and return
SSA values and are used inside an insertion point.
"""

from __future__ import annotations

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, math

from ..frontend.types import ELEMENTS, is_float, is_half

F = arith.CmpFPredicate
I = arith.CmpIPredicate  # noqa: E741
# name -> the predicate on floats, on signed and on unsigned integers
PREDICATES = {
    "equal": (F.OEQ, I.eq, I.eq),
    "not_equal": (F.UNE, I.ne, I.ne),
    "less": (F.OLT, I.slt, I.ult),
    "less_equal": (F.OLE, I.sle, I.ule),
    "greater": (F.OGT, I.sgt, I.ugt),
    "greater_equal": (F.OGE, I.sge, I.uge),
}
# What mlir/kernels/scalar-math.mlir defines.
LIBRARY = ("exp_f32", "tanh_f32", "log_f32", "erf_f32")


def storage(dtype: np.dtype) -> ir.Type:
    """The element type in memory."""
    return ir.Type.parse(ELEMENTS[dtype.name])


def in_body(dtype: np.dtype) -> ir.Type:
    """The type of an element in a loop's body."""
    return ir.Type.parse("i1") if dtype.kind == "b" else storage(dtype)


def index_constant(number: int) -> ir.Value:
    return arith.constant(ir.IndexType.get(), number)


def constant(value: object, dtype: np.dtype) -> ir.Value:
    """A constant of the type that the dtype has in a body."""
    kind = in_body(dtype)
    if is_float(dtype):
        return arith.constant(kind, ir.FloatAttr.get(kind, float(value)))
    number = int(value)
    bits = 8 * dtype.itemsize
    if dtype.kind == "b":
        bits, number = 1, -int(bool(value))
    elif number >= 1 << (bits - 1):
        number -= 1 << bits  # attributes of signless integers print and parse as signed
    return arith.constant(kind, ir.IntegerAttr.get(kind, number))


def loaded(value: ir.Value, dtype: np.dtype) -> ir.Value:
    """An element as it stands in memory, in the form that it has in a body."""
    if dtype.kind != "b":
        return value
    return arith.cmpi(I.ne, value, arith.constant(value.type, ir.IntegerAttr.get(value.type, 0)))


def stored(value: ir.Value, dtype: np.dtype) -> ir.Value:
    """The reverse of `loaded`."""
    return arith.extui(storage(dtype), value) if dtype.kind == "b" else value


def widened(value: ir.Value, dtype: np.dtype) -> ir.Value:
    return arith.extf(ir.F32Type.get(), value) if is_half(dtype) else value


def narrowed(value: ir.Value, dtype: np.dtype) -> ir.Value:
    return arith.truncf(storage(dtype), value) if is_half(dtype) else value


def pick(dtype: np.dtype, floating, signed, unsigned=None, boolean=None):
    """The one of these that goes with the kind of number."""
    if is_float(dtype):
        return floating
    return {"i": signed, "u": unsigned or signed, "b": boolean}[dtype.kind]


def like(value: ir.Value, number: float) -> ir.Value:
    """A constant of the value's own type."""
    kind = value.type
    if isinstance(kind, ir.IntegerType):
        return arith.constant(kind, ir.IntegerAttr.get(kind, int(number)))
    return arith.constant(kind, ir.FloatAttr.get(kind, number))


def compare(name: str, a: ir.Value, b: ir.Value, first: np.dtype, second: np.dtype) -> ir.Value:
    """A comparison. NumPy compares uint64 with int64 as the numbers they are."""
    floating, signed, unsigned = PREDICATES[name]
    if is_float(first):
        return arith.cmpf(floating, a, b)
    if first == second:
        return arith.cmpi(unsigned if first.kind in "ub" else signed, a, b)
    negative = arith.cmpi(I.slt, b if first.kind == "u" else a, like(a, 0))
    plain = arith.cmpi(unsigned, a, b)
    # Where the signed side is negative, it is the smaller one.
    smaller_first = first.kind == "i"
    answer = {"equal": False, "not_equal": True}.get(
        name, name.startswith("less") if smaller_first else name.startswith("greater")
    )
    return arith.select(negative, constant(answer, np.dtype(bool)), plain)


def cast(value: ir.Value, source: np.dtype, target: np.dtype) -> ir.Value:
    """C's conversion, which is NumPy's. A float out of the target's range: no stated value."""
    if source == target:
        return value
    wanted = in_body(target)
    if target.kind == "b":
        zero = constant(0, source)
        if is_float(source):
            return arith.cmpf(F.UNE, value, zero)
        return arith.cmpi(I.ne, value, zero)
    if is_float(source):
        value = widened(value, source)
        if is_float(target):
            return _float_to_float(value, target)
        # Through a register's width, so that what does not fit in a small integer wraps as in C.
        wide = ir.IntegerType.get_signless(64 if 8 * target.itemsize > 31 else 32)
        if target.name == "uint64":
            return arith.fptoui(wide, value)
        whole = arith.fptosi(wide, value)
        return whole if wide == wanted else arith.trunci(wanted, whole)
    if is_float(target):
        wide = ir.F32Type.get() if is_half(target) else wanted
        convert = arith.sitofp if source.kind == "i" else arith.uitofp
        return narrowed(convert(wide, value), target)
    if source.kind == "b":
        return arith.extui(wanted, value)
    if source.itemsize == target.itemsize:
        return value
    if source.itemsize > target.itemsize:
        return arith.trunci(wanted, value)
    return (arith.extsi if source.kind == "i" else arith.extui)(wanted, value)


def _float_to_float(value: ir.Value, target: np.dtype) -> ir.Value:
    wanted = storage(target)
    if wanted == value.type:
        return value
    if target.name == "bfloat16" and value.type == ir.F64Type.get():
        value = arith.truncf(ir.F32Type.get(), value)  # ml_dtypes goes through float32
    wider = ir.FloatType(wanted).width > ir.FloatType(value.type).width
    return (arith.extf if wider else arith.truncf)(wanted, value)


def call(name: str, *values: ir.Value) -> ir.Value:
    """A call of a function of numbers, which is declared in the module when it is first called."""
    kind = values[0].type
    symbol = ir.FlatSymbolRefAttr.get(name)
    return func.CallOp([kind], symbol, list(values)).result


def libm(name: str, *values: ir.Value) -> ir.Value:
    """The C library's function for the value's width."""
    return call(name + ("f" if values[0].type == ir.F32Type.get() else ""), *values)


def in_library(name: str, otherwise, value: ir.Value) -> ir.Value:
    """A function that is written in MLIR for f32, so that loops with it vectorise."""
    wanted = f"{name}_f32"
    if value.type == ir.F32Type.get() and wanted in LIBRARY:
        return call(wanted, value)
    return otherwise(value)


# Division of integers: by zero it gives 0, as NumPy does, and the least number by -1 wraps.


def divide_floor(a: ir.Value, b: ir.Value, dtype: np.dtype) -> ir.Value:
    """Floor division of integers."""
    zero = like(a, 0)
    by_zero = arith.cmpi(I.eq, b, zero)
    safe = arith.select(by_zero, like(a, 1), b)
    if dtype.kind == "u":
        return arith.select(by_zero, zero, arith.divui(a, safe))
    safe = _not_minus_one(safe)
    quotient = arith.divsi(a, safe)
    rest = arith.subi(a, arith.muli(quotient, safe))
    down = _crosses_zero(rest, safe)
    floor = arith.select(down, arith.subi(quotient, like(a, 1)), quotient)
    minus = arith.cmpi(I.eq, b, like(a, -1))
    return arith.select(by_zero, zero, arith.select(minus, arith.subi(zero, a), floor))


def remainder(a: ir.Value, b: ir.Value, dtype: np.dtype, floor: bool = True) -> ir.Value:
    """What floor division leaves (the sign is the divisor's), without `floor` what C's leaves."""
    zero = like(a, 0)
    by_zero = arith.cmpi(I.eq, b, zero)
    safe = arith.select(by_zero, like(a, 1), b)
    if dtype.kind == "u":
        return arith.remui(a, safe)
    safe = _not_minus_one(safe)
    rest = arith.remsi(a, safe)
    if floor:
        rest = arith.select(_crosses_zero(rest, safe), arith.addi(rest, safe), rest)
    return rest


def _not_minus_one(b: ir.Value) -> ir.Value:
    """b, with 1 for -1: the remainder is 0 either way, and no quotient overflows."""
    return arith.select(arith.cmpi(I.eq, b, like(b, -1)), like(b, 1), b)


def _crosses_zero(rest: ir.Value, b: ir.Value) -> ir.Value:
    zero = like(b, 0)
    unlike = arith.cmpi(I.slt, arith.xori(rest, b), zero)
    return arith.andi(arith.cmpi(I.ne, rest, zero), unlike)


def float_remainder(a: ir.Value, b: ir.Value) -> ir.Value:
    """NumPy's `remainder` of floats: the sign is the divisor's, also of a zero."""
    rest = arith.remf(a, b)
    zero = like(a, 0.0)
    unlike = arith.xori(arith.cmpf(F.OLT, b, zero), arith.cmpf(F.OLT, rest, zero))
    shifted = arith.select(unlike, arith.addf(rest, b), rest)
    exact = arith.cmpf(F.OEQ, rest, zero)
    # A remainder of 0 by 0 is NaN, which is not equal to 0: it passes through.
    return arith.select(exact, math.copysign(zero, b), shifted)


def float_divide_floor(a: ir.Value, b: ir.Value) -> ir.Value:
    """NumPy's `floor_divide` of floats, by way of the remainder, which is exact."""
    zero, one, half = like(a, 0.0), like(a, 1.0), like(a, 0.5)
    rest = arith.remf(a, b)
    quotient = arith.divf(arith.subf(a, rest), b)
    unlike = arith.xori(arith.cmpf(F.OLT, b, zero), arith.cmpf(F.OLT, rest, zero))
    down = arith.andi(unlike, arith.cmpf(F.UNE, rest, zero))
    quotient = arith.select(down, arith.subf(quotient, one), quotient)
    floor = math.floor(quotient)
    above = arith.cmpf(F.OGT, arith.subf(quotient, floor), half)
    floor = arith.select(above, arith.addf(floor, one), floor)
    exact = arith.divf(a, b)
    floor = arith.select(arith.cmpf(F.OEQ, quotient, zero), math.copysign(zero, exact), floor)
    return arith.select(arith.cmpf(F.OEQ, b, zero), exact, floor)
