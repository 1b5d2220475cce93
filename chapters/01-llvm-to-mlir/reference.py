"""What each function of the chapter's programs must give, said again in Python and NumPy.

run.py and the tests call the compiled functions on every combination of the operands listed here.
Integers are Python's own, of any size, wrapped to the width at the end; floats are float64.
Operands for which MLIR promises nothing (poison, undefined behaviour) are left out, by `defined`.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import ml_dtypes
import numpy as np

LOW, HIGH = -(2**31), 2**31 - 1
I8 = [-128, -127, -100, -1, 0, 1, 2, 63, 64, 100, 126, 127]
I32 = [LOW, LOW + 1, -65536, -100, -8, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 99, 65535, HIGH - 1, HIGH]
I64 = [-(2**63), -(2**63) + 1, -(2**32), -8, -7, -3, -1, 0, 1, 2, 3, 7, 8, 2**32, 2**63 - 1]
SHIFTS = [0, 1, 2, 7, 30, 31]
TINY = 5e-324  # the smallest float64, not a normal number
F64 = [-math.inf, -1e300, -7.5, -2.5, -1.5, -1.0, -0.5, -TINY, -0.0, 0.0, TINY, 2.2e-308, 1e-8,
       0.1, 0.49999999999999994, 0.5, 1.0, 1.5, 2.5, 3.0, 7.25, 50.0, 1e300, math.inf,
       math.nan]  # fmt: skip
F32 = [float(np.float32(x)) for x in (-3e38, -2049.0, -1.5, -0.1, 0.0, 6e-8, 1.0009765, 65519.0)]


@dataclass(frozen=True)
class Function:
    """One compiled function: its twin, its operands, and how many units in the last place it may
    differ (0: not at all, down to the sign of a zero)."""

    name: str
    twin: Callable
    operands: Sequence[Sequence]
    defined: Callable[..., bool] = lambda *operands: True
    ulps: int = 0

    def calls(self) -> list[tuple]:
        """Every combination of the operands for which a result is promised."""
        return [c for c in itertools.product(*self.operands) if self.defined(*c)]

    def disagreements(self, native: Callable) -> list[str]:
        """The calls in which the native function and its twin differ, in words."""
        found = []
        for call in self.calls():
            with np.errstate(all="ignore"):
                expected = self.twin(*call)
            got = native(*call)
            if not same(got, expected, self.ulps):
                found.append(f"{self.name}{call} = {got}, expected {expected}")
        return found


def same(got: object, expected: object, ulps: int) -> bool:
    """Equal in type and value; floats within `ulps`, NaN equal to NaN, 0.0 not equal to -0.0."""
    if isinstance(expected, tuple):
        return len(got) == len(expected) and all(
            same(g, e, ulps) for g, e in zip(got, expected, strict=True)
        )
    if not isinstance(expected, (float, np.floating)):
        return type(got) is type(expected) and got == expected
    if math.isnan(expected) or math.isnan(got):
        return math.isnan(expected) and math.isnan(got)
    if got == expected:
        return ulps > 0 or math.copysign(1, got) == math.copysign(1, expected)
    return abs(got - expected) <= ulps * math.ulp(expected)


def signed(x: int, bits: int) -> int:
    """The low `bits` of x, read as a number in two's complement."""
    return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def unsigned(x: int, bits: int) -> int:
    """The low `bits` of x, read as a number without a sign."""
    return x % (1 << bits)


def toward_zero(a: int, b: int) -> int:
    """The quotient as C and LLVM round it; Python's own // rounds down."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def wrap(function: Callable, bits: int = 32) -> Callable:
    """The function, its result cut to `bits`."""
    return lambda *operands: signed(function(*operands), bits)


def without_sign(function: Callable, bits: int = 32) -> Callable:
    """The function on operands read without a sign, its result cut to `bits`."""
    return lambda *operands: signed(function(*(unsigned(x, bits) for x in operands)), bits)


def compare_without_sign(function: Callable, bits: int = 32) -> Callable:
    """The comparison on operands read without a sign."""
    return lambda *operands: function(*(unsigned(x, bits) for x in operands))


def divides(bits: int) -> Callable[[int, int], bool]:
    """Whether a signed division is defined: not by zero, and the quotient fits."""
    return lambda a, b: b != 0 and not (a == -(1 << bits - 1) and b == -1)


def not_by_zero(a: int, b: int) -> bool:
    """Whether an unsigned division is defined."""
    return b != 0


def power(base: int, exponent: int) -> int:
    """An integer power; a negative exponent gives the whole part of the fraction."""
    if exponent >= 0:
        return pow(base, exponent, 2**32)
    return {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)


def arithmetic(bits: int, prefix: str, names: dict[str, str], values: list[int]) -> list[Function]:
    """The operations that arith and index share, under the names that each gives them."""
    two, shift = [values, values], [values, SHIFTS]
    twins = {
        "add": (wrap(lambda a, b: a + b, bits), two),
        "sub": (wrap(lambda a, b: a - b, bits), two),
        "mul": (wrap(lambda a, b: a * b, bits), two),
        "divs": (toward_zero, two, divides(bits)),
        "floordivs": (lambda a, b: a // b, two, divides(bits)),
        "ceildivs": (lambda a, b: -(-a // b), two, divides(bits)),
        "rems": (lambda a, b: a - b * toward_zero(a, b), two, divides(bits)),
        "divu": (without_sign(lambda a, b: a // b, bits), two, not_by_zero),
        "ceildivu": (without_sign(lambda a, b: -(-a // b), bits), two, not_by_zero),
        "remu": (without_sign(lambda a, b: a % b, bits), two, not_by_zero),
        "mins": (min, two),
        "maxs": (max, two),
        "minu": (without_sign(min, bits), two),
        "maxu": (without_sign(max, bits), two),
        "and": (lambda a, b: a & b, two),
        "or": (lambda a, b: a | b, two),
        "xor": (lambda a, b: a ^ b, two),
        "shl": (wrap(lambda a, b: a << b, bits), shift),
        "shrs": (lambda a, b: a >> b, shift),
        "shru": (without_sign(lambda a, b: a >> b, bits), shift),
    }
    return [Function(prefix + name, *twins[key]) for key, name in names.items()]


_ARITH = {
    "add": "addi", "sub": "subi", "mul": "muli",
    **{n: n + "i" for n in ("divs", "floordivs", "ceildivs", "rems")},
    **{n: n + "i" for n in ("divu", "ceildivu", "remu", "mins", "maxs", "minu", "maxu")},
}  # fmt: skip
_BITS = {"and": "andi", "or": "ori", "xor": "xori", "shl": "shli", "shrs": "shrsi", "shru": "shrui"}
_INDEX = {name: name for name in (*_ARITH, *_BITS)}


def integers() -> list[Function]:
    """integers.mlir"""

    def halves(product: int) -> tuple[int, int]:
        return signed(product, 32), signed(product >> 32, 32)

    def sum_and_carry(a: int, b: int) -> tuple[int, bool]:
        total = unsigned(a, 32) + unsigned(b, 32)
        return signed(total, 32), total >= 2**32

    def full_product(a: int, b: int) -> tuple[int, int]:
        return halves(unsigned(a, 32) * unsigned(b, 32))

    two = [I32, I32]
    return [
        *arithmetic(32, "", _ARITH, I32),
        Function("addui_extended", sum_and_carry, two),
        Function("mulsi_extended", lambda a, b: halves(a * b), two),
        Function("mului_extended", full_product, two),
        Function("absi", wrap(abs), [I32]),
        Function("ipowi", wrap(power), [I32, [-3, -2, -1, 0, 1, 2, 3, 31, 32, 33]],
                 lambda base, exponent: base != 0 or exponent >= 0),
    ]  # fmt: skip


def bits() -> list[Function]:
    """bits.mlir"""

    def digits(x: int) -> str:
        return f"{unsigned(x, 32):032b}"

    return [
        *arithmetic(32, "", _BITS, I32),
        Function("ctpop", lambda x: digits(x).count("1"), [I32]),
        Function("ctlz", lambda x: len(digits(x)) - len(digits(x).lstrip("0")), [I32]),
        Function("cttz", lambda x: len(digits(x)) - len(digits(x).rstrip("0")), [I32]),
    ]


def comparisons() -> list[Function]:
    """comparisons.mlir"""
    relations = {
        "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip

    def ordered(a: float, b: float) -> bool:
        return not (math.isnan(a) or math.isnan(b))

    found = [
        Function("choose", lambda c, a, b: a if c else b, [[False, True], [1.5], [-0.0]]),
        Function("cmpf_false", lambda a, b: False, [F64, F64]),
        Function("cmpf_true", lambda a, b: True, [F64, F64]),
        Function("cmpf_ord", ordered, [F64, F64]),
        Function("cmpf_uno", lambda a, b: not ordered(a, b), [F64, F64]),
    ]
    for name, relation in relations.items():
        if name in ("eq", "ne"):
            found.append(Function(f"cmpi_{name}", relation, [I32, I32]))
        else:
            found.append(Function(f"cmpi_s{name}", relation, [I32, I32]))
            found.append(Function(f"cmpi_u{name}", compare_without_sign(relation), [I32, I32]))
        found.append(
            Function(f"cmpf_o{name}", lambda a, b, r=relation: ordered(a, b) and r(a, b), [F64] * 2)
        )
        found.append(
            Function(
                f"cmpf_u{name}", lambda a, b, r=relation: not ordered(a, b) or r(a, b), [F64] * 2
            )
        )
    return found


def floats() -> list[Function]:
    """floats.mlir"""

    def maximum(a: float, b: float) -> float:
        if a == b == 0:
            return math.copysign(0.0, max(math.copysign(1, a), math.copysign(1, b)))
        return float(np.maximum(a, b))

    two, exact = [F64, F64], [-3.0, 0.5, 2.0, 1024.0]
    return [
        # With or without a rounding in between: the same for these operands.
        Function("multiply_add", lambda a, b, c: a * b + c, [exact, exact, exact], ulps=1),
        Function("addf", lambda a, b: a + b, two),
        Function("subf", lambda a, b: a - b, two),
        Function("mulf", lambda a, b: a * b, two),
        Function("divf", lambda a, b: float(np.divide(a, b)), two),
        Function("remf", lambda a, b: float(np.fmod(a, b)), two),
        Function("negf", lambda a: -a, [F64]),
        Function("maximumf", maximum, two),
        Function("minimumf", lambda a, b: -maximum(-a, -b), two),
        # Which zero comes back from +0 and -0 is left open by these two.
        Function("maxnumf", lambda a, b: float(np.fmax(a, b)), two, ulps=1),
        Function("minnumf", lambda a, b: float(np.fmin(a, b)), two, ulps=1),
    ]


def conversions() -> list[Function]:
    """conversions.mlir"""

    def fits(low: int, high: int) -> Callable[[float], bool]:
        return lambda x: math.isfinite(x) and low <= math.trunc(x) <= high

    def short(kind: type) -> Callable[[float], float]:
        return lambda x: float(np.float32(x).astype(kind))

    numbers = [*F64, -2147483648.9, 2147483647.9, 4294967295.5, -0.9]
    return [
        Function("extsi", lambda a: a, [I8]),
        Function("extui", lambda a: unsigned(a, 8), [I8]),
        Function("trunci", lambda a: signed(a, 8), [I32]),
        Function("sitofp", float, [I32]),
        Function("uitofp", lambda a: float(unsigned(a, 32)), [I32]),
        Function("fptosi", math.trunc, [numbers], fits(LOW, HIGH)),
        Function("fptoui", lambda x: signed(math.trunc(x), 32), [numbers], fits(0, 2**32 - 1)),
        Function("extf", lambda x: x, [F32]),
        Function("truncf", lambda x: float(np.float32(x)), [F64]),
        Function("round_to_f16", short(np.float16), [F32]),
        Function("round_to_bf16", short(ml_dtypes.bfloat16), [F32]),
        Function("bitcast", lambda x: int(np.float32(x).view(np.int32)), [F32]),
        Function("index_cast", lambda a: a, [I32]),
        Function("index_castui", lambda a: unsigned(a, 32), [I32]),
    ]


def index() -> list[Function]:
    """index.mlir"""

    # LLVM 22 lowers these two to two divisions each and a select. Where the one that is not picked
    # overflows, x86 traps, although the quotient itself would fit; and ceildivs negates its first
    # operand, so that the lowest number over a positive one comes out with the wrong sign.
    wrong = {
        "index_floordivs": lambda a, b: (a, b) == (-(2**63) + 1, -1),
        "index_ceildivs": lambda a, b: (a, b) == (2**63 - 1, -1) or (a == -(2**63) and b > 0),
    }

    def tamed(f: Function) -> Function:
        if f.name not in wrong:
            return f
        return replace(f, defined=lambda *ab: divides(64)(*ab) and not wrong[f.name](*ab))

    return [
        *map(tamed, arithmetic(64, "index_", _INDEX, I64)),
        Function("index_cmp_slt", lambda a, b: a < b, [I64, I64]),
        Function("index_cmp_ult", compare_without_sign(lambda a, b: a < b, 64), [I64, I64]),
        Function("index_casts", lambda a: a, [I32]),
        Function("index_castu", lambda a: unsigned(a, 32), [I32]),
        Function("index_sizeof", lambda: 64, []),
    ]


def mathematics() -> list[Function]:
    """mathematics.mlir: rounding and the like exactly, the others to 4 units in the last place."""

    def half_away(x: float) -> float:
        if not math.isfinite(x):
            return x
        return math.copysign(float(Decimal(abs(x)).to_integral_value(ROUND_HALF_UP)), x)

    def fused(x: float, y: float, z: float) -> float:
        if not all(map(math.isfinite, (x, y, z))) or x * y + z == 0:
            return x * y + z
        return float(Fraction(x) * Fraction(y) + Fraction(z))

    def power(x: float, y: float) -> float:
        # C: pow(-inf, 0.5) is +inf. NumPy takes the square root for 0.5, which is nan there.
        return math.inf if (x, y) == (-math.inf, 0.5) else np.power(x, y)

    def exact(name: str, twin: Callable, *operands: Sequence) -> Function:
        return Function(f"math_{name}", twin, operands or [F64])

    def close(name: str, twin: Callable, *operands: Sequence) -> Function:
        return Function(f"math_{name}", lambda *x: float(twin(*x)), operands or [F64], ulps=4)

    same_names = [
        *("cbrt", "exp", "exp2", "log", "log2", "log10"),
        *("sin", "cos", "tan", "sinh", "cosh", "tanh"),
    ]
    renamed = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh",
               "acosh": "arccosh", "atanh": "arctanh"}  # fmt: skip
    small = [-3.5, -1.0, -0.1, -0.0, 0.1, 1.0, 1e8, math.nan]
    return [
        exact("floor", lambda x: float(np.floor(x))),
        exact("ceil", lambda x: float(np.ceil(x))),
        exact("trunc", lambda x: float(np.trunc(x))),
        exact("round", half_away),
        exact("roundeven", lambda x: float(np.rint(x))),
        exact("sqrt", lambda x: float(np.sqrt(x))),
        exact("absf", abs),
        exact("copysign", lambda x, y: float(np.copysign(x, y)), F64, F64),
        exact("fma", fused, small, small, small),
        exact("isnan", math.isnan),
        exact("isfinite", math.isfinite),
        close("rsqrt", lambda x: np.divide(1.0, np.sqrt(x))),
        *(close(name, getattr(np, name)) for name in same_names),
        *(close(name, getattr(np, twin)) for name, twin in renamed.items()),
        close("erf", math.erf),
        close("erfc", math.erfc),
        close("atan2", np.arctan2, F64, F64),
        close("powf", power, F64, F64),
        close("fpowi", lambda x, n: np.power(x, float(n)), F64, [-3, -2, -1, 0, 1, 2, 3]),
        Function("math_sincos", lambda x: (float(np.sin(x)), float(np.cos(x))), [F64], ulps=4),
    ]


def missing() -> list[Function]:
    """missing.mlir, after lowerings.mlir"""
    limits = [-1.5, 0.0, 2.5]

    def clip(x: float, low: float, high: float) -> float:
        return float(np.clip(x, low, high))

    def normal(x: float) -> bool:
        return math.isfinite(x) and abs(x) >= sys.float_info.min

    return [
        Function("math_isinf", math.isinf, [F64]),
        Function("math_isnormal", normal, [F64]),
        Function("math_expm1", lambda x: float(np.expm1(x)), [F64], ulps=4),
        Function("math_log1p", lambda x: float(np.log1p(x)), [F64], ulps=4),
        Function("math_clampf", clip, [F64, limits, limits], lambda x, a, b: a <= b, ulps=1),
    ]


def saturation() -> list[Function]:
    """saturation.mlir"""

    def limited(x: float) -> int:
        if math.isnan(x):
            return 0
        return HIGH if x >= HIGH else LOW if x <= LOW else math.trunc(x)

    def add(a: int, b: int) -> int:
        return max(-128, min(127, a + b))

    shifts = [*SHIFTS, 32, 33, 1000, HIGH, -1, LOW]
    return [
        Function("add_saturated", add, [I8, I8]),
        Function("add_intrinsic", add, [I8, I8]),
        Function("to_i32", limited, [[*F64, 2147483647.5, 2147483648.0, -2147483648.5]]),
        Function("shift_left", lambda x, by: signed(x << by, 32) if 0 <= by < 32 else 0,
                 [I32, shifts]),
    ]  # fmt: skip


def branches() -> list[Function]:
    """branches.mlir"""
    days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return [
        Function("power_below", lambda n: 1 << n.bit_length() - 1, [range(1, 70)]),
        Function("larger", max, [I32, I32]),
        Function("days", lambda m: days[m - 1] if 1 <= m <= 12 else 0, [range(-2, 15)]),
    ]


def structured() -> list[Function]:
    """structured.mlir"""

    def fibonacci(n: int) -> int:
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        return signed(a, 64)

    return [
        Function("clamp", lambda x: max(0, min(255, x)), [[*I32, 254, 255, 256]]),
        Function("fibonacci", fibonacci, [range(100)]),
        Function("gcd", math.gcd, [range(40), range(40)]),
        Function("sides", lambda kind: {0: 6, 1: 8}.get(kind, 2), [range(-1, 4)]),
    ]


# Program -> its functions. missing.mlir is apart: it needs lowerings.mlir first.
PROGRAMS: dict[str, Callable[[], list[Function]]] = {
    "branches": branches, "structured": structured, "integers": integers, "bits": bits,
    "comparisons": comparisons, "floats": floats, "conversions": conversions, "index": index,
    "mathematics": mathematics, "saturation": saturation,
}  # fmt: skip
