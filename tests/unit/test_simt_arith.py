"""The simulator's arithmetic, against Python's own numbers: widths, signs, NaN, rounding."""

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from simt_kernels import kernel, run

import runners
from runners.simt import simulate

N = 32
quick = settings(deadline=None, max_examples=25)


def wrap(number: int, bits: int) -> int:
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) and bits > 1 else number


def unsigned(number: int, bits: int) -> int:
    return number & ((1 << bits) - 1)


def cut(a: int, b: int) -> int:
    """Division towards zero."""
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


INTEGER_OPS = {
    "addi": lambda a, b, n: a + b,
    "subi": lambda a, b, n: a - b,
    "muli": lambda a, b, n: a * b,
    "andi": lambda a, b, n: a & b,
    "ori": lambda a, b, n: a | b,
    "xori": lambda a, b, n: a ^ b,
    "maxsi": lambda a, b, n: max(a, b),
    "minsi": lambda a, b, n: min(a, b),
    "maxui": lambda a, b, n: max(unsigned(a, n), unsigned(b, n)),
    "minui": lambda a, b, n: min(unsigned(a, n), unsigned(b, n)),
}
DIVISIONS = {
    "divsi": lambda a, b, n: cut(a, b),
    "remsi": lambda a, b, n: a - b * cut(a, b),
    "floordivsi": lambda a, b, n: a // b,
    "ceildivsi": lambda a, b, n: -(-a // b),
    "divui": lambda a, b, n: unsigned(a, n) // unsigned(b, n),
    "remui": lambda a, b, n: unsigned(a, n) % unsigned(b, n),
    "ceildivui": lambda a, b, n: -(-unsigned(a, n) // unsigned(b, n)),
}
SHIFTS = {
    "shli": lambda a, b, n: a << b,
    "shrsi": lambda a, b, n: a >> b,
    "shrui": lambda a, b, n: unsigned(a, n) >> b,
}


def binary_kernel(kind: str, names, dialect: str = "arith"):
    """A kernel that applies each operation to a[t] and b[t] and stores row after row."""
    lines = [
        f"%a0 = memref.load %x[%t] : memref<?x{kind}>",
        f"%b0 = memref.load %y[%t] : memref<?x{kind}>",
    ]
    for n, name in enumerate(names):
        suffix = f" : {kind}" if dialect == "arith" else ""
        lines += [
            f"%i{n} = arith.constant {n} : index",
            f"%r{n} = {dialect}.{name} %a0, %b0{suffix}",
            f"memref.store %r{n}, %out[%i{n}, %t] : memref<?x?x{kind}>",
        ]
    return "\n".join(lines), f"%x: memref<?x{kind}>, %y: memref<?x{kind}>, %out: memref<?x?x{kind}>"


def apply(kind: str, dtype, names, a, b, dialect: str = "arith"):
    body, arguments = binary_kernel(kind, tuple(names), dialect)
    out = np.zeros((len(names), N), dtype)
    report = run(body, arguments, [a, b, out], block=N)
    return dict(zip(names, out, strict=True)), report


def integers(bits: int):
    return hnp.arrays(np.dtype(f"int{bits}"), N)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@quick
@given(data=st.data())
def test_integers_wrap_and_compare_at_their_width(bits, data):
    a, b = data.draw(integers(bits)), data.draw(integers(bits))
    got, report = apply(f"i{bits}", a.dtype, INTEGER_OPS, a, b)
    for name, function in INTEGER_OPS.items():
        want = [wrap(function(int(x), int(y), bits), bits) for x, y in zip(a, b, strict=True)]
        assert got[name].tolist() == want, name
    assert report.ok


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@quick
@given(data=st.data())
def test_division_rounds_as_its_name_says(bits, data):
    a, b = data.draw(integers(bits)), data.draw(integers(bits))
    b[b == 0] = 1
    b[(b == -1) & (a == np.iinfo(a.dtype).min)] = 3
    got, report = apply(f"i{bits}", a.dtype, DIVISIONS, a, b)
    for name, function in DIVISIONS.items():
        want = [wrap(function(int(x), int(y), bits), bits) for x, y in zip(a, b, strict=True)]
        assert got[name].tolist() == want, name
    assert report.ok


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@quick
@given(data=st.data())
def test_shifts_fill_with_the_sign_or_with_zeros(bits, data):
    a = data.draw(integers(bits))
    b = data.draw(hnp.arrays(a.dtype, N, elements=st.integers(0, bits - 1)))
    got, _ = apply(f"i{bits}", a.dtype, SHIFTS, a, b)
    for name, function in SHIFTS.items():
        want = [wrap(function(int(x), int(y), bits), bits) for x, y in zip(a, b, strict=True)]
        assert got[name].tolist() == want, name


@quick
@given(data=st.data())
def test_index_operations_are_those_of_64_bits(data):
    a, b = data.draw(integers(64)), data.draw(integers(64))
    b[(b == 0) | (b == -1)] = 7
    names = {
        "add": "addi", "sub": "subi", "mul": "muli", "maxs": "maxsi", "maxu": "maxui",
        "divs": "divsi", "rems": "remsi", "floordivs": "floordivsi", "ceildivs": "ceildivsi",
        "divu": "divui", "remu": "remui", "ceildivu": "ceildivui",
    }  # fmt: skip
    got, _ = apply("index", np.int64, names, a, b, "index")
    for name, same in names.items():
        function = (INTEGER_OPS | DIVISIONS)[same]
        want = [wrap(function(int(x), int(y), 64), 64) for x, y in zip(a, b, strict=True)]
        assert got[name].tolist() == want, name


def test_i1_counts_true_as_minus_one_with_a_sign_and_as_one_without():
    body = """
    %true = arith.constant true
    %false = arith.constant false
    %a = arith.cmpi slt, %true, %false : i1
    %b = arith.cmpi ult, %true, %false : i1
    %c = arith.addi %true, %true : i1
    %d = arith.extsi %true : i1 to i32
    %e = arith.extui %true : i1 to i32
    %f = arith.sitofp %true : i1 to f32
    %g = arith.trunci %e : i32 to i1
    gpu.printf "%d %d %d %d %d %g %d\\n", %a, %b, %c, %d, %e, %f, %g : i1, i1, i1, i32, i32, f32, i1
    """
    assert run(body, block=1).printed == "1 0 0 -1 1 -1 1\n"


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt",
                                       "uge"])  # fmt: skip
def test_comparisons_of_integers(predicate):
    a = np.array([0, 1, -1, 5, -128, 127], np.int8)
    x, y = (m.reshape(-1).copy() for m in np.meshgrid(a, a))
    out = np.zeros(x.size, np.int8)
    run(
        f"""%p = memref.load %x[%t] : memref<?xi8>
        %q = memref.load %y[%t] : memref<?xi8>
        %c = arith.cmpi {predicate}, %p, %q : i8
        %r = arith.extui %c : i1 to i8
        memref.store %r, %out[%t] : memref<?xi8>""",
        "%x: memref<?xi8>, %y: memref<?xi8>, %out: memref<?xi8>", [x, y, out], block=x.size,
    )  # fmt: skip
    relation = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[
        predicate if predicate in ("eq", "ne") else predicate[1:]
    ]
    if predicate.startswith("u"):
        x, y = x.view(np.uint8), y.view(np.uint8)
    want = [eval(f"{int(p)} {relation} {int(q)}") for p, q in zip(x, y, strict=True)]
    assert out.tolist() == want


@quick
@given(data=st.data())
def test_extended_sums_and_products_keep_every_bit(data):
    a, b = data.draw(integers(32)), data.draw(integers(32))
    out = np.zeros((6, N), np.int32)
    run(
        """%p = memref.load %x[%t] : memref<?xi32>
        %q = memref.load %y[%t] : memref<?xi32>
        %r0, %o = arith.addui_extended %p, %q : i32, i1
        %r1 = arith.extui %o : i1 to i32
        %r2, %r3 = arith.mulsi_extended %p, %q : i32
        %r4, %r5 = arith.mului_extended %p, %q : i32
        memref.store %r0, %out[%c0, %t] : memref<?x?xi32>
        memref.store %r1, %out[%c1, %t] : memref<?x?xi32>
        memref.store %r2, %out[%c2, %t] : memref<?x?xi32>
        memref.store %r3, %out[%c3, %t] : memref<?x?xi32>
        memref.store %r4, %out[%c4, %t] : memref<?x?xi32>
        memref.store %r5, %out[%c5, %t] : memref<?x?xi32>""",
        "%x: memref<?xi32>, %y: memref<?xi32>, %out: memref<?x?xi32>", [a, b, out], block=N,
    )  # fmt: skip
    for n, (x, y) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        total = unsigned(x, 32) + unsigned(y, 32)
        assert (unsigned(int(out[0, n]), 32), int(out[1, n])) == (unsigned(total, 32), total >> 32)
        assert (int(out[3, n]) << 32) + unsigned(int(out[2, n]), 32) == x * y
        product = unsigned(x, 32) * unsigned(y, 32)
        assert unsigned(int(out[5, n]), 32) << 32 | unsigned(int(out[4, n]), 32) == product


# Floats ------------------------------------------------------------------------------------------

FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def floats(kind: str):
    """Arrays of a float type, from random bits: NaN, infinities and subnormals come often."""
    dtype = np.dtype(FLOATS[kind])
    bits = np.dtype(f"uint{8 * dtype.itemsize}")
    special = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0]

    def build(drawn, extra):
        values = drawn.view(dtype).copy()
        values[: len(extra)] = np.array(extra, np.float64).astype(dtype)
        return values

    return st.builds(build, hnp.arrays(bits, N), st.lists(st.sampled_from(special), max_size=N))


def same(got, want) -> bool:
    """Equal bit for bit, with any NaN like any other."""
    got, want = (np.asarray(x).astype(np.float64) for x in (got, want))
    return bool(
        (((got == want) & (np.signbit(got) == np.signbit(want))) | (np.isnan(got) & np.isnan(want)))
        .all()
    )  # fmt: skip


FLOAT_OPS = {
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
    "divf": lambda a, b: a / b,
    "remf": np.fmod,
}


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32"])
@quick
@given(data=st.data())
def test_float_operations_round_once_to_their_type(kind, data):
    """In f64 these are exact or innocuous to round twice: 53 bits are more than twice 24 and 2."""
    a, b = data.draw(floats(kind)), data.draw(floats(kind))
    got, _ = apply(kind, a.dtype, FLOAT_OPS, a, b)
    with np.errstate(all="ignore"):
        for name, function in FLOAT_OPS.items():
            exact = function(a.astype(np.float64), b.astype(np.float64))
            want = exact.astype(np.float32).astype(a.dtype)
            if kind == "f16":
                want = exact.astype(a.dtype)
            assert same(got[name], want), name


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32", "f64"])
@quick
@given(data=st.data())
def test_maximum_keeps_nan_and_maxnum_drops_it(kind, data):
    a, b = data.draw(floats(kind)), data.draw(floats(kind))
    got, _ = apply(kind, a.dtype, ("maximumf", "minimumf", "maxnumf", "minnumf"), a, b)

    def key(x):
        return (x, -1.0 if math.copysign(1, x) < 0 else 1.0)

    with np.errstate(all="ignore"):
        pairs = zip(a.astype(float).tolist(), b.astype(float).tolist(), strict=True)
    for n, (x, y) in enumerate(pairs):
        nan = math.isnan(x) or math.isnan(y)
        assert same(got["maximumf"][n], math.nan if nan else max(x, y, key=key))
        assert same(got["minimumf"][n], math.nan if nan else min(x, y, key=key))
        number = y if math.isnan(x) else x
        for name, pick in (("maxnumf", max), ("minnumf", min)):
            want = number if nan else pick(x, y)
            value = float(got[name][n])
            assert value == want or (math.isnan(value) and math.isnan(want))


PREDICATES = {
    "false": lambda lt, eq, gt, un: False, "oeq": lambda lt, eq, gt, un: eq,
    "ogt": lambda lt, eq, gt, un: gt, "oge": lambda lt, eq, gt, un: gt or eq,
    "olt": lambda lt, eq, gt, un: lt, "ole": lambda lt, eq, gt, un: lt or eq,
    "one": lambda lt, eq, gt, un: lt or gt, "ord": lambda lt, eq, gt, un: not un,
    "ueq": lambda lt, eq, gt, un: un or eq, "ugt": lambda lt, eq, gt, un: un or gt,
    "uge": lambda lt, eq, gt, un: un or gt or eq, "ult": lambda lt, eq, gt, un: un or lt,
    "ule": lambda lt, eq, gt, un: un or lt or eq, "une": lambda lt, eq, gt, un: un or not eq,
    "uno": lambda lt, eq, gt, un: un, "true": lambda lt, eq, gt, un: True,
}  # fmt: skip


@pytest.mark.parametrize("kind", ["bf16", "f32"])
def test_comparisons_of_floats_with_nan(kind):
    values = np.array([0.0, -0.0, 1.5, -2.0, math.inf, math.nan]).astype(FLOATS[kind])
    x, y = (np.ascontiguousarray(m.reshape(-1)) for m in np.meshgrid(values, values))
    lines = []
    for n, name in enumerate(PREDICATES):
        lines += [
            f"%i{n} = arith.constant {n} : index",
            f"%p{n} = arith.cmpf {name}, %a0, %b0 : {kind}",
            f"%q{n} = arith.extui %p{n} : i1 to i8",
            f"memref.store %q{n}, %out[%i{n}, %t] : memref<?x?xi8>",
        ]
    out = np.zeros((len(PREDICATES), x.size), np.int8)
    run(
        f"%a0 = memref.load %x[%t] : memref<?x{kind}>\n"
        f"%b0 = memref.load %y[%t] : memref<?x{kind}>\n" + "\n".join(lines),
        f"%x: memref<?x{kind}>, %y: memref<?x{kind}>, %out: memref<?x?xi8>", [x, y, out],
        block=x.size,
    )  # fmt: skip
    for row, (name, holds) in zip(out, PREDICATES.items(), strict=True):
        for got, a, b in zip(row, x.astype(float), y.astype(float), strict=True):
            relation = (a < b, a == b, a > b, math.isnan(a) or math.isnan(b))
            assert got == bool(holds(*relation)), (name, a, b)


@quick
@given(floats("f64"))
@example(np.array([1 + 2**-8 + 2**-30, 1 + 3 * 2**-8 - 2**-40] * 16))
@example(np.array([65520.0, 65519.9999, 2.0**-25, 2.0**-25 * 1.0001] * 8))
def test_truncation_rounds_to_nearest_even_once(x):
    out = {kind: np.zeros(N, FLOATS[kind]) for kind in ("f16", "bf16", "f32")}
    lines = ["%v = memref.load %x[%t] : memref<?xf64>"]
    for kind in out:
        lines += [
            f"%r{kind} = arith.truncf %v : f64 to {kind}",
            f"memref.store %r{kind}, %{kind}[%t] : memref<?x{kind}>",
        ]
    arguments = "%x: memref<?xf64>, " + ", ".join(f"%{kind}: memref<?x{kind}>" for kind in out)
    run("\n".join(lines), arguments, [x, *out.values()], block=N)
    for kind, got in out.items():
        assert same(got, [nearest(float(v), kind) for v in x]), kind


def nearest(x: float, kind: str) -> float:
    """The number of a float type that is nearest, ties to even, from exact fractions."""
    bits, least, most = {"f16": (11, -24, 15), "bf16": (8, -133, 127), "f32": (24, -149, 127)}[kind]
    if math.isnan(x) or math.isinf(x) or x == 0:
        return x
    exponent = max(math.frexp(x)[1] - bits, least)
    scaled = math.ldexp(abs(x), -exponent) if exponent > -1000 else abs(x) * 2.0**-exponent
    whole = math.floor(scaled)
    rest = scaled - whole
    whole += rest > 0.5 or (rest == 0.5 and whole % 2 == 1)
    result = math.ldexp(whole, exponent)
    largest = math.ldexp(2 - 2.0 ** (1 - bits), most)
    return math.copysign(result if result <= largest else math.inf, x)


@quick
@given(floats("f32"))
@example(np.array([2147483648.0, -2147483904.0, 3e9, -0.5, 0.5, 4294967296.0, -1.0, 1e30] * 4,
                  np.float32))  # fmt: skip
def test_floats_become_integers_as_on_a_gpu_cut_off_and_saturated(x):
    signed, without = np.zeros(N, np.int32), np.zeros(N, np.uint32)
    run(
        """%v = memref.load %x[%t] : memref<?xf32>
        %s = arith.fptosi %v : f32 to i32
        %u = arith.fptoui %v : f32 to i32
        memref.store %s, %p[%t] : memref<?xi32>
        memref.store %u, %q[%t] : memref<?xi32>""",
        "%x: memref<?xf32>, %p: memref<?xi32>, %q: memref<?xi32>", [x, signed, without], block=N,
    )  # fmt: skip

    def cut_off(v: float, low: int, high: int) -> int:
        if math.isnan(v):
            return 0
        return max(low, min(high, math.trunc(v))) if math.isfinite(v) else (high if v > 0 else low)

    assert signed.tolist() == [cut_off(float(v), -(2**31), 2**31 - 1) for v in x]
    assert without.tolist() == [cut_off(float(v), 0, 2**32 - 1) for v in x]


@quick
@given(hnp.arrays(np.int64, N))
def test_integers_become_floats_rounded_once(x):
    out = {kind: np.zeros((2, N), FLOATS[kind]) for kind in ("f32", "f64")}
    lines = ["%v = memref.load %x[%t] : memref<?xi64>"]
    for kind in out:
        for row, op in enumerate(("sitofp", "uitofp")):
            lines += [
                f"%r{kind}{row} = arith.{op} %v : i64 to {kind}",
                f"memref.store %r{kind}{row}, %{kind}[%c{row}, %t] : memref<?x?x{kind}>",
            ]
    arguments = "%x: memref<?xi64>, " + ", ".join(f"%{kind}: memref<?x?x{kind}>" for kind in out)
    run("\n".join(lines), arguments, [x, *out.values()], block=N)
    for kind, got in out.items():
        numbers = x.tolist(), [unsigned(v, 64) for v in x.tolist()]
        for row, given_ in zip(got, numbers, strict=True):
            assert row.tolist() == [FLOATS[kind](v) for v in given_]


@pytest.mark.parametrize("kind", ["f16", "bf16", "f32"])
@settings(quick, max_examples=8)
@given(data=st.data())
def test_fma_rounds_once(kind, data):
    from fractions import Fraction

    a, b, c = (data.draw(floats(kind)) for _ in range(3))
    out = np.zeros(N, a.dtype)
    arguments = ", ".join(f"%{n}: memref<?x{kind}>" for n in ("x", "y", "z", "out"))
    run(
        f"""%p = memref.load %x[%t] : memref<?x{kind}>
        %q = memref.load %y[%t] : memref<?x{kind}>
        %s = memref.load %z[%t] : memref<?x{kind}>
        %r = math.fma %p, %q, %s : {kind}
        memref.store %r, %out[%t] : memref<?x{kind}>""",
        arguments, [a, b, c, out], block=N,
    )  # fmt: skip
    bits = {"f16": (11, -24, 15), "bf16": (8, -133, 127), "f32": (24, -149, 127)}[kind]
    for got, x, y, z in zip(out, *(v.astype(float).tolist() for v in (a, b, c)), strict=True):
        if not all(map(math.isfinite, (x, y, z))):
            want = x * y + z
        else:
            exact = Fraction(x) * Fraction(y) + Fraction(z)
            want = round_fraction(exact, *bits) if exact else float(x * y + z)
        assert same(got, want), (x, y, z)


def round_fraction(x, bits: int, least: int, most: int) -> float:
    """A fraction rounded to a float type of so many bits."""
    size, exponent = abs(x), 0
    while (
        size * 2 ** max(-exponent, 0) < 2 ** (bits - 1) * 2 ** max(exponent, 0) and exponent > least
    ):
        exponent -= 1
    while size / 2**exponent >= 2**bits:
        exponent += 1
    scaled = size / 2**exponent if exponent >= 0 else size * 2**-exponent
    whole, rest = divmod(scaled, 1)
    whole += rest * 2 > 1 or (rest * 2 == 1 and whole % 2 == 1)
    result = math.ldexp(int(whole), exponent)
    largest = math.ldexp(2 - 2.0 ** (1 - bits), most)
    result = result if result <= largest else math.inf
    return -result if x < 0 else result


def test_fma_in_f64_differs_from_a_product_and_a_sum():
    one = np.array([1 + 2.0**-52, 3.0, 1e308, 0.1], np.float64)
    other = np.array([1 - 2.0**-52, 1 / 3, 10.0, 10.0], np.float64)
    third = np.array([-1.0, -1.0, -math.inf, -1.0], np.float64)
    out = np.zeros(4)
    arguments = ", ".join(f"%{n}: memref<?xf64>" for n in ("x", "y", "z", "out"))
    run(
        """%p = memref.load %x[%t] : memref<?xf64>
        %q = memref.load %y[%t] : memref<?xf64>
        %s = memref.load %z[%t] : memref<?xf64>
        %r = math.fma %p, %q, %s : f64
        memref.store %r, %out[%t] : memref<?xf64>""",
        arguments, [one, other, third, out], block=4,
    )  # fmt: skip
    from fractions import Fraction

    exact = [
        float(Fraction(p) * Fraction(q) + Fraction(s)) if math.isfinite(s) else -math.inf
        for p, q, s in zip(one.tolist(), other.tolist(), third.tolist(), strict=True)
    ]
    assert out.tolist() == exact
    assert out[0] == -(2.0**-104)


# math --------------------------------------------------------------------------------------------

MATH = {
    "exp": math.exp, "exp2": lambda x: 2.0**x, "tanh": math.tanh, "erf": math.erf,
    "erfc": math.erfc, "sin": math.sin, "cos": math.cos, "atan": math.atan, "absf": abs,
    "ceil": math.ceil, "floor": math.floor, "trunc": math.trunc, "expm1": math.expm1,
    "sinh": math.sinh, "cosh": math.cosh, "asinh": math.asinh, "cbrt": lambda x: np.cbrt(x),
    "roundeven": lambda x: float(round(x)),
    "round": lambda x: math.copysign(math.floor(abs(x) + 0.5), x),
}  # fmt: skip
POSITIVE = {
    "log": math.log, "log2": math.log2, "log10": math.log10, "log1p": math.log1p,
    "sqrt": math.sqrt, "rsqrt": lambda x: 1 / math.sqrt(x),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["f16", "f32", "f64"])
@pytest.mark.parametrize("functions", [MATH, POSITIVE], ids=["any", "positive"])
def test_functions_of_math_to_two_units_in_the_last_place(kind, functions):
    rng = np.random.default_rng(1)
    x = rng.uniform(-6, 6, N).astype(FLOATS[kind])
    if functions is POSITIVE:
        x = np.abs(x) + FLOATS[kind](0.25)
    lines = [f"%a0 = memref.load %x[%t] : memref<?x{kind}>"]
    for n, name in enumerate(functions):
        lines += [
            f"%i{n} = arith.constant {n} : index",
            f"%r{n} = math.{name} %a0 : {kind}",
            f"memref.store %r{n}, %out[%i{n}, %t] : memref<?x?x{kind}>",
        ]
    out = np.zeros((len(functions), N), FLOATS[kind])
    run("\n".join(lines), f"%x: memref<?x{kind}>, %out: memref<?x?x{kind}>", [x, out], block=N)
    for row, (name, function) in zip(out, functions.items(), strict=True):
        want = np.array([function(v) for v in x.astype(float).tolist()])
        error = np.abs(row.astype(float) - want) / np.spacing(np.abs(want).astype(row.dtype))
        assert error.max() <= 2, (name, error.max())


def test_two_argument_functions_and_predicates_of_math():
    body = """
    %a = arith.constant 2.0 : f32
    %b = arith.constant -3.0 : f32
    %n = arith.constant 3 : i32
    %p = math.powf %a, %b : f32
    %q = math.fpowi %b, %n : f32, i32
    %s = math.copysign %a, %b : f32
    %u = math.atan2 %a, %b : f32
    %v = math.ipowi %n, %n : i32
    %w, %x = math.sincos %a : f32
    %lo = arith.constant -1.0 : f32
    %hi = arith.constant 1.0 : f32
    %cl = math.clampf %b to [%lo, %hi] : f32
    %inf = arith.constant 0x7F800000 : f32
    %nan = arith.constant 0x7FC00000 : f32
    %tiny = arith.constant 1.0e-40 : f32
    %i1 = math.isnan %nan : f32
    %i2 = math.isinf %inf : f32
    %i3 = math.isfinite %inf : f32
    %i4 = math.isnormal %tiny : f32
    gpu.printf "%g %g %g %.6f %d %.5f %.5f %g\\n", %p, %q, %s, %u, %v, %w, %x, %cl
        : f32, f32, f32, f32, i32, f32, f32, f32
    gpu.printf "%d%d%d%d\\n", %i1, %i2, %i3, %i4 : i1, i1, i1, i1
    """
    want = f"0.125 -27 -2 {math.atan2(2, -3):.6f} 27 {math.sin(2):.5f} {math.cos(2):.5f} -1\n1100\n"
    assert run(body, block=1).printed == want


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@quick
@given(data=st.data())
def test_bits_are_counted(bits, data):
    x = data.draw(integers(bits))
    out = np.zeros((3, N), x.dtype)
    kind = f"i{bits}"
    lines = [f"%v = memref.load %x[%t] : memref<?x{kind}>"]
    for n, name in enumerate(("ctlz", "cttz", "ctpop")):
        lines += [
            f"%r{n} = math.{name} %v : {kind}",
            f"memref.store %r{n}, %out[%c{n}, %t] : memref<?x?x{kind}>",
        ]
    run("\n".join(lines), f"%x: memref<?x{kind}>, %out: memref<?x?x{kind}>", [x, out], block=N)
    for n, v in enumerate(x.tolist()):
        text = f"{unsigned(v, bits):0{bits}b}"
        leading = bits - len(text.lstrip("0")) if "1" in text else bits
        trailing = bits - len(text.rstrip("0")) if "1" in text else bits
        assert out[:, n].tolist() == [leading, trailing, text.count("1")]


# Faults and refusals -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "bad", "says"),
    [("divsi", [0, 0], "division of 0 by 0, by zero"), ("remui", [5, 0], "by zero"),
     ("divsi", [-(2**31), -1], "whose result does not fit")],
)  # fmt: skip
def test_a_bad_division_is_a_fault_of_its_thread(op, bad, says):
    a, b = np.ones(N, np.int32), np.ones(N, np.int32)
    a[5], b[5] = bad
    _, report = apply("i32", np.int32, (op,), a, b)
    (fault,) = report.errors
    assert fault.kind == "division"
    assert says in fault.message
    assert fault.thread == (5, 0, 0)
    assert f"arith.{op}" in fault.text


def test_a_division_that_no_active_thread_makes_is_no_fault():
    a, b = np.arange(N, dtype=np.int32), np.arange(N, dtype=np.int32)
    report = run(
        """%q = memref.load %y[%t] : memref<?xi32>
        %zero = arith.constant 0 : i32
        %there = arith.cmpi ne, %q, %zero : i32
        scf.if %there {
          %d = arith.divsi %q, %q : i32
          memref.store %d, %x[%t] : memref<?xi32>
        }""",
        "%x: memref<?xi32>, %y: memref<?xi32>", [a, b],
    )  # fmt: skip
    assert report.ok
    assert a.tolist() == [0] + [1] * 31


@pytest.mark.parametrize(
    ("body", "says"),
    [("%x = arith.constant 1 : i128", "no values of type i128"),
     ("%x = arith.constant 1.0 : f80", "no values of type f80"),
     ("%x = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>",
      "complex.constant: the simulator does not execute this operation"),
     ("%p = memref.alloca() : memref<4xi4>", "no memory of i4")],
)  # fmt: skip
def test_what_the_simulator_cannot_execute_is_named_with_its_line(body, says):
    with pytest.raises(runners.Error) as caught:
        simulate(kernel(body), "k", 1, 1, [])
    number = kernel(body).text.splitlines().index(body) + 1
    assert f"<text>:{number}: " in str(caught.value)
    assert says in str(caught.value)
    assert body in str(caught.value)
