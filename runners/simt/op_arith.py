"""arith and index: integers that wrap, floats that round to their type, comparisons, conversions.

The `index` type has 64 bits. Fast-math flags allow results that differ from the exact ones; they
are ignored. What is undefined or poison in MLIR is reported for division, and otherwise does what
the GPU does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from . import values
from .machine import choose
from .table import OPERATIONS, Step, apply, integer, operation, pure, word
from .values import BF16, BOOL, in_single, resize, scalar_again, signed, unsigned, wide

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator


def constant(attribute: ir.Attribute) -> Any:
    """The value of a constant's attribute; None where the simulator has no such type."""
    kind = attribute.type
    dtype, shape = values.dtype_and_shape(kind)
    if dtype is None:
        return None
    if not hasattr(kind, "shape"):
        if isinstance(attribute, ir.BoolAttr):
            return np.bool_(ir.BoolAttr(attribute).value)
        return _scalar(attribute, dtype)
    dense = ir.DenseElementsAttr(attribute)
    if dense.is_splat:
        return np.full((1, 1, *shape), _scalar(dense.get_splat_value(), dtype), dtype)
    if dtype == BF16:
        elements = np.array([float(word) for word in _elements(attribute)], np.float32)
    else:
        elements = np.array(dense)
    return elements.astype(dtype).reshape(1, 1, *shape)


def _elements(attribute: ir.Attribute) -> list[str]:
    """The numbers of a dense attribute as text, for types that NumPy does not have."""
    inside = str(attribute).partition("<")[2].rpartition(">")[0].rpartition(">")[0]
    return inside.replace("[", " ").replace("]", " ").replace(",", " ").split()


def _scalar(attribute: ir.Attribute, dtype: np.dtype) -> Any:
    if values.is_float(dtype):
        return dtype.type(ir.FloatAttr(attribute).value)
    if dtype == BOOL:
        return np.bool_(
            ir.BoolAttr(attribute).value
            if isinstance(attribute, ir.BoolAttr)
            else ir.IntegerAttr(attribute).value
        )
    return np.int64(ir.IntegerAttr(attribute).value).astype(dtype)


@operation("arith.constant", "index.constant", "index.bool.constant")
def _constant(t: Translator, op: ir.Operation) -> None:
    value = constant(op.attributes["value"])
    if value is None:
        raise t.refuse(f"the simulator has no values of type {op.results[0].type}")
    t.constant(op.results[0], value)


# Integers ----------------------------------------------------------------------------------------


def on_bits(function: Callable, sign: bool = True) -> Callable:
    """A function on integers, also for i1, where true is -1 with a sign and 1 without."""

    def computed(a: Any, b: Any) -> Any:
        if a.dtype == BOOL:
            a, b = (x.astype(np.int8) for x in (a, b))
            a, b = (-a, -b) if sign else (a, b)
            result = function(a, b) if sign else function(unsigned(a), unsigned(b))
            return result if result.dtype == BOOL else (result & result.dtype.type(1)).astype(BOOL)
        if sign:
            return function(a, b)
        result = function(unsigned(a), unsigned(b))
        return result if result.dtype == BOOL else signed(result, a.dtype)

    return computed


def quotient(a: Any, b: Any) -> Any:
    """Division that rounds to zero, for signed integers."""
    return (a - np.fmod(a, b)) // b


def ceiling(a: Any, b: Any) -> Any:
    q = a // b
    return q + (q * b != a).astype(q.dtype)


def shift_left(a: Any, b: Any) -> Any:
    return np.where(b >= 8 * a.dtype.itemsize, a.dtype.type(0), a << b)


def shift_right(a: Any, b: Any) -> Any:
    bits = 8 * a.dtype.itemsize
    return np.where(b >= bits, (a >> a.dtype.type(bits - 1)), a >> np.minimum(b, bits - 1))


def shift_right_zeros(a: Any, b: Any) -> Any:
    return np.where(b >= 8 * a.dtype.itemsize, a.dtype.type(0), a >> b)


# Name in arith, name in index, function, whether the operands have a sign.
_INTEGERS: list[tuple[str | None, str | None, Callable, bool]] = [
    ("addi", "add", np.add, True),
    ("subi", "sub", np.subtract, True),
    ("muli", "mul", np.multiply, True),
    ("andi", "and", np.bitwise_and, True),
    ("ori", "or", np.bitwise_or, True),
    ("xori", "xor", np.bitwise_xor, True),
    ("maxsi", "maxs", np.maximum, True),
    ("minsi", "mins", np.minimum, True),
    ("maxui", "maxu", np.maximum, False),
    ("minui", "minu", np.minimum, False),
]
_SHIFTS: list[tuple[str, str, Callable, bool]] = [
    ("shli", "shl", shift_left, False),
    ("shrsi", "shrs", shift_right, True),
    ("shrui", "shru", shift_right_zeros, False),
]
_DIVISIONS: list[tuple[str, str, Callable, bool]] = [
    ("divsi", "divs", quotient, True),
    ("divui", "divu", np.floor_divide, False),
    ("remsi", "rems", np.fmod, True),
    ("remui", "remu", np.fmod, False),
    ("floordivsi", "floordivs", np.floor_divide, True),
    ("ceildivsi", "ceildivs", ceiling, True),
    ("ceildivui", "ceildivu", ceiling, False),
]
for _arith, _index, _function, _sign in _INTEGERS:
    pure(f"arith.{_arith}", on_bits(_function, _sign))
    pure(f"index.{_index}", _function if _sign else on_bits(_function, _sign))


def _shift(function: Callable, sign: bool) -> Callable:
    computed = on_bits(function, sign)
    return lambda a, b: scalar_again(np.asarray(computed(a, b)))


for _arith, _index, _function, _sign in _SHIFTS:
    pure(f"arith.{_arith}", _shift(_function, _sign))
    pure(f"index.{_index}", _shift(_function, _sign))


def _division(function: Callable, sign: bool) -> Callable:
    def entry(t: Translator, op: ir.Operation) -> Step:
        left, right = (t.slot(operand) for operand in op.operands)
        result, site, rank = t.slot(op.results[0]), t.site(), len(t.kind(op.results[0])[1])
        computed = on_bits(function, sign)

        def step(s: Batch, v: list, m: Mask) -> None:
            a, b = v[left], v[right]
            if s.checks:
                wrong = b == 0
                if sign and a.dtype != BOOL:
                    wrong = wrong | ((b == -1) & (a == np.iinfo(a.dtype).min))
                if np.any(wrong):
                    _report_division(s, site, a, b, wrong, m, rank)
            v[result] = computed(a, b)

        return step

    return entry


def _report_division(s: Batch, site: Any, a: Any, b: Any, wrong: Any, m: Mask, rank: int) -> None:
    where = wide(wrong, rank)
    where = where.reshape(*where.shape[:2], -1).any(axis=-1)
    lanes = m.full() & where

    def describe(block: int, thread: int) -> str:
        one, other, bad = (
            np.broadcast_to(wide(x, rank), (s.blocks, s.threads, *wide(wrong, rank).shape[2:]))[
                block, thread
            ].reshape(-1)
            for x in (a, b, wrong)
        )
        at = int(np.argmax(bad))
        what = "by zero" if other[at] == 0 else "whose result does not fit"
        return f"division of {one[at]} by {other[at]}, {what}"

    if lanes.any():
        s.recorder.fault("division", site, s, lanes, describe)


for _arith, _index, _function, _sign in _DIVISIONS:
    OPERATIONS[f"arith.{_arith}"] = OPERATIONS[f"index.{_index}"] = _division(_function, _sign)

_COMPARISONS: list[tuple[str, Callable, bool]] = [
    ("eq", np.equal, True), ("ne", np.not_equal, True), ("slt", np.less, True),
    ("sle", np.less_equal, True), ("sgt", np.greater, True), ("sge", np.greater_equal, True),
    ("ult", np.less, False), ("ule", np.less_equal, False), ("ugt", np.greater, False),
    ("uge", np.greater_equal, False),
]  # fmt: skip


@operation("arith.cmpi", "index.cmp")
def _compare(t: Translator, op: ir.Operation) -> Step:
    if op.name == "index.cmp":
        _, function, sign = next(c for c in _COMPARISONS if c[0] == word(op, "pred"))
    else:
        _, function, sign = _COMPARISONS[integer(op, "predicate")]
    return apply(t, op, on_bits(function, sign))


def _carry(a: Any, b: Any) -> tuple[Any, Any]:
    total = on_bits(np.add)(a, b)
    return total, unsigned(total) < unsigned(a)


def _product(sign: bool) -> Callable:
    def halves(a: Any, b: Any) -> tuple[Any, Any]:
        bits = 1 if a.dtype == BOOL else 8 * a.dtype.itemsize
        one, other = (
            np.asarray((resize(x, np.dtype(np.int8), sign) if x.dtype == BOOL else x)
                       if sign or x.dtype == BOOL else unsigned(x)).astype(object)
            for x in (a, b)
        )  # fmt: skip
        whole = one * other
        mask = (1 << bits) - 1

        def part(x: Any) -> Any:
            wrapped = (np.asarray(x, dtype=object) & mask).astype(np.uint64)
            narrow = wrapped.astype(np.bool_ if bits == 1 else f"uint{bits}")
            return scalar_again(narrow if bits == 1 else narrow.view(a.dtype))

        return part(whole), part(whole >> bits)

    return halves


def _two(function: Callable) -> Callable:
    def entry(t: Translator, op: ir.Operation) -> Step:
        left, right = (t.slot(operand) for operand in op.operands)
        first, second = (t.slot(result) for result in op.results)

        def step(_s: Batch, v: list, _m: Mask) -> None:
            v[first], v[second] = function(v[left], v[right])

        return step

    return entry


OPERATIONS["arith.addui_extended"] = _two(_carry)
OPERATIONS["arith.mulsi_extended"] = _two(_product(True))
OPERATIONS["arith.mului_extended"] = _two(_product(False))


# Floats ------------------------------------------------------------------------------------------


def _with_zeros(function: Callable, total: Callable) -> Callable:
    """A maximum or minimum in which -0 is less than +0."""

    def computed(a: Any, b: Any) -> Any:
        result = function(a, b)
        zeros = (a == 0) & (b == 0)
        return np.where(zeros, total(a, b), result) if np.any(zeros) else result

    return lambda a, b: scalar_again(np.asarray(computed(a, b)))


maximum = in_single(_with_zeros(np.maximum, np.add))
minimum = in_single(_with_zeros(np.minimum, lambda a, b: -((-a) + (-b))))
maxnum, minnum = in_single(np.fmax), in_single(np.fmin)

for _name, _function in {
    "addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide, "remf": np.fmod,
    "negf": np.negative,
}.items():  # fmt: skip
    pure(f"arith.{_name}", in_single(_function))
pure("arith.maximumf", maximum)
pure("arith.minimumf", minimum)
pure("arith.maxnumf", maxnum)
pure("arith.minnumf", minnum)

_FLOAT_COMPARISONS: list[Callable] = [
    lambda a, b: np.zeros(np.broadcast_shapes(np.shape(a), np.shape(b)), np.bool_),
    lambda a, b: a == b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: (a < b) | (a > b),
    lambda a, b: (a == a) & (b == b),
    lambda a, b: ~((a < b) | (a > b)),
    lambda a, b: ~(a <= b),
    lambda a, b: ~(a < b),
    lambda a, b: ~(a >= b),
    lambda a, b: ~(a > b),
    lambda a, b: a != b,
    lambda a, b: (a != a) | (b != b),
    lambda a, b: np.ones(np.broadcast_shapes(np.shape(a), np.shape(b)), np.bool_),
]


@operation("arith.cmpf")
def _compare_floats(t: Translator, op: ir.Operation) -> Step:
    function = _FLOAT_COMPARISONS[integer(op, "predicate")]
    return apply(t, op, lambda a, b: scalar_again(np.asarray(function(a, b))))


# Conversions and choice --------------------------------------------------------------------------


@operation(
    "arith.extf", "arith.truncf", "arith.sitofp", "arith.uitofp", "arith.fptosi", "arith.fptoui",
    "arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.index_castui",
    "index.casts", "index.castu", "arith.bitcast",
)  # fmt: skip
def _convert(t: Translator, op: ir.Operation) -> Step:
    t.kind(op.operands[0])
    dtype = t.kind(op.results[0])[0]
    if word(op, "roundingmode") not in (None, "to_nearest_even"):
        raise t.refuse("the simulator rounds to nearest even only")
    sign = op.name not in ("arith.uitofp", "arith.fptoui", "arith.extui", "arith.index_castui",
                           "index.castu")  # fmt: skip
    if op.name in ("arith.extf", "arith.truncf"):
        return apply(t, op, lambda x: values.to_float(x, dtype))
    if op.name in ("arith.sitofp", "arith.uitofp"):

        def from_integer(x: Any) -> Any:
            if x.dtype == BOOL:
                x = resize(x, np.dtype(np.int8), sign)
            return values.to_float(x if sign else unsigned(x), dtype)

        return apply(t, op, from_integer)
    if op.name in ("arith.fptosi", "arith.fptoui"):
        return apply(t, op, lambda x: values.to_integer(x, dtype, sign))
    if op.name == "arith.bitcast":
        return apply(t, op, lambda x: x if x.dtype == dtype else np.asarray(x).view(dtype)[()])
    return apply(t, op, lambda x: resize(x, dtype, sign))


@operation("arith.select")
def _select(t: Translator, op: ir.Operation) -> Step:
    return apply(t, op, choose)


@operation("index.sizeof")
def _sizeof(t: Translator, op: ir.Operation) -> None:
    t.constant(op.results[0], np.int64(64))
