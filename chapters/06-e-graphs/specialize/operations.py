"""One operation of a term as MLIR, on a scalar or on a vector, through the bindings.

Most are one operation of `arith` or `math`. The others are written out here: what integers do at
their limits, Python's floor division and remainder, and what `math` has no accurate lowering for.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, func, math, vector

from .terms import KINDS, Term

_MATH = {
    "sqrt": "Sqrt", "cbrt": "Cbrt", "exp": "Exp", "exp2": "Exp2", "log": "Log", "log2": "Log2",
    "log10": "Log10", "log1p": "Log1p", "sin": "Sin", "cos": "Cos", "tan": "Tan", "arcsin": "Asin",
    "arccos": "Acos", "arctan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh",
    "arcsinh": "Asinh", "arccosh": "Acosh", "arctanh": "Atanh", "floor": "Floor", "ceil": "Ceil",
    "trunc": "Trunc", "rint": "RoundEven", "power": "PowF", "arctan2": "Atan2", "absolute": "AbsF",
}  # fmt: skip
_FLOAT = {
    "add": arith.AddFOp, "subtract": arith.SubFOp, "multiply": arith.MulFOp,
    "divide": arith.DivFOp, "minimum": arith.MinimumFOp, "maximum": arith.MaximumFOp,
    "negative": arith.NegFOp,
    **{name: getattr(math, f"{op}Op") for name, op in _MATH.items()},
}  # fmt: skip
_INTEGER = {
    "add": arith.AddIOp, "subtract": arith.SubIOp, "multiply": arith.MulIOp,
    "minimum": arith.MinSIOp, "maximum": arith.MaxSIOp, "absolute": math.AbsIOp,
}  # fmt: skip
_LEAST = -(2**63)


def element(kind: str) -> ir.Type:
    """MLIR's type of a number."""
    if kind == "int64":
        return ir.IntegerType.get_signless(64)
    return ir.F32Type.get() if kind == "float32" else ir.F64Type.get()


class Emitter:
    """Builds operations at the current insertion point; `width` of a vector, or None for scalars.

    `replaced` names functions on vectors of float32 that are called instead of an operation.
    """

    def __init__(self, width: int | None = None, replaced: dict[str, str] | None = None) -> None:
        self.width, self.replaced = width, replaced or {}

    def type(self, kind: str) -> ir.Type:
        return self._shaped(element(kind))

    def constant(self, value: object, kind: str) -> ir.Value:
        number = KINDS[kind].type(value)
        scalar = (
            ir.IntegerAttr.get(element(kind), int(number))
            if kind == "int64"
            else ir.FloatAttr.get(element(kind), float(number))
        )
        return self._splat(scalar)

    def term(self, node: Term, operands: list[ir.Value]) -> ir.Value:
        """The value of a node that is neither argument nor constant."""
        if node.op == "cast":
            return self._cast(operands[0], node.args[0].kind, node.kind)
        if node.kind == "int64":
            return self._integer(node.op, operands)
        if node.op in self.replaced and node.kind == "float32":
            return func.CallOp([self.type(node.kind)], self.replaced[node.op], operands).result
        if node.op == "expm1":
            return self._libm("expm1" + "f" * (node.kind == "float32"), operands[0], node.kind)
        if node.op == "remainder":
            return self._divmod(*operands, node.kind)[1]
        if node.op == "floor_divide":
            return self._divmod(*operands, node.kind)[0]
        return _FLOAT[node.op](*operands).result

    def _shaped(self, scalar: ir.Type) -> ir.Type:
        return ir.VectorType.get([self.width], scalar) if self.width else scalar

    def _splat(self, scalar: ir.Attribute) -> ir.Value:
        kind = self._shaped(scalar.type)
        value = ir.DenseElementsAttr.get_splat(kind, scalar) if self.width else scalar
        return arith.ConstantOp(kind, value).result

    def _select(self, condition: ir.Value, yes: ir.Value, no: ir.Value) -> ir.Value:
        return arith.SelectOp(condition, yes, no).result

    def _less(self, a: ir.Value, b: ir.Value) -> ir.Value:
        return arith.CmpFOp(arith.CmpFPredicate.OLT, a, b).result

    # Casts: to integers as NumPy does it on x86-64, where LLVM leaves it open.

    def _cast(self, value: ir.Value, source: str, target: str) -> ir.Value:
        kind = self.type(target)
        if source == "int64":
            return arith.SIToFPOp(kind, value).result
        if target == "int64":
            # Out of range, or NaN: the least integer.
            bound = self.constant(2.0**63, source)
            fits = self._less(math.AbsFOp(value).result, bound)
            inside = self._select(fits, value, self.constant(0, source))
            found = arith.FPToSIOp(kind, inside).result
            return self._select(fits, found, self.constant(_LEAST, "int64"))
        wider = source == "float32"
        return (arith.ExtFOp if wider else arith.TruncFOp)(kind, value).result

    # Integers wrap around; by zero gives 0, and the least by -1 gives itself, as in NumPy.

    def _integer(self, op: str, operands: list[ir.Value]) -> ir.Value:
        if op == "negative":
            return arith.SubIOp(self.constant(0, "int64"), *operands).result
        if op not in ("floor_divide", "remainder"):
            return _INTEGER[op](*operands).result
        a, b = operands
        zero, one = self.constant(0, "int64"), self.constant(1, "int64")
        minus_one = self.constant(-1, "int64")
        equal, different = arith.CmpIPredicate.eq, arith.CmpIPredicate.ne
        by_zero = arith.CmpIOp(equal, b, zero).result
        by_minus_one = arith.CmpIOp(equal, b, minus_one).result
        unsafe = arith.OrIOp(by_zero, by_minus_one).result
        divisor = self._select(unsafe, one, b)
        quotient = arith.DivSIOp(a, divisor).result
        rest = arith.SubIOp(a, arith.MulIOp(quotient, divisor).result).result
        # Rounded towards zero; one less where a rest is left and its sign is not the divisor's.
        below = arith.CmpIPredicate.slt
        signs = arith.XOrIOp(rest, divisor).result
        apart = arith.AndIOp(
            arith.CmpIOp(different, rest, zero).result, arith.CmpIOp(below, signs, zero).result
        ).result
        if op == "remainder":
            shifted = arith.AddIOp(rest, divisor).result
            return self._select(unsafe, zero, self._select(apart, shifted, rest))
        floor = self._select(apart, arith.SubIOp(quotient, one).result, quotient)
        negated = arith.SubIOp(zero, a).result
        return self._select(by_zero, zero, self._select(by_minus_one, negated, floor))

    # Floats: NumPy's floor division and remainder, which are Python's.

    def _divmod(self, a: ir.Value, b: ir.Value, kind: str) -> tuple[ir.Value, ir.Value]:
        zero, one, half = (self.constant(value, kind) for value in (0, 1, 0.5))
        rest = arith.RemFOp(a, b).result
        quotient = arith.DivFOp(arith.SubFOp(a, rest).result, b).result
        left = arith.CmpFOp(arith.CmpFPredicate.UNE, rest, zero).result
        signs = arith.XOrIOp(self._less(b, zero), self._less(rest, zero)).result
        apart = arith.AndIOp(left, signs).result
        rest_signed = math.CopySignOp(zero, b).result  # a rest of 0 has the divisor's sign
        remainder = self._select(apart, arith.AddFOp(rest, b).result, rest)
        remainder = self._select(left, remainder, rest_signed)
        quotient = self._select(apart, arith.SubFOp(quotient, one).result, quotient)
        # The quotient is whole but for rounding: take the nearest whole number.
        floor = math.FloorOp(quotient).result
        off = self._less(half, arith.SubFOp(quotient, floor).result)
        floor = self._select(off, arith.AddFOp(floor, one).result, floor)
        ratio = arith.DivFOp(a, b).result
        some = arith.CmpFOp(arith.CmpFPredicate.UNE, quotient, zero).result
        floor = self._select(some, floor, math.CopySignOp(zero, ratio).result)
        by_zero = arith.CmpFOp(arith.CmpFPredicate.OEQ, b, zero).result
        return self._select(by_zero, ratio, floor), remainder

    def _libm(self, name: str, value: ir.Value, kind: str) -> ir.Value:
        """A call of the C library, element by element."""
        scalar = element(kind)
        if not self.width:
            return func.CallOp([scalar], name, [value]).result
        result = self.constant(0, kind)
        for lane in range(self.width):
            one = vector.ExtractOp(value, [], [lane]).result
            called = func.CallOp([scalar], name, [one]).result
            result = vector.InsertOp(called, result, [], [lane]).result
        return result


def libm_functions(order: list[Term]) -> dict[str, str]:
    """The functions of the C library that the nodes call by name, and their element types."""
    return {
        "expm1" + "f" * (node.kind == "float32"): node.kind for node in order if node.op == "expm1"
    }
