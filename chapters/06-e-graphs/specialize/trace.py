"""Runs a function with symbols in place of arrays, and keeps what it did as a term.

A symbol takes part in Python's operators and in NumPy's functions. Types follow NumPy's promotion:
NumPy itself is asked which loop it would run. What a kernel cannot express raises TraceError with
the line of the function that asked for it.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Number

import numpy as np

from .errors import SignatureError, TraceError, definition_place, return_place, shown_place
from .terms import KINDS, OPERATIONS, Term, argument, cast, constant, operation

_ALIASES = {"fabs": "absolute", "float_power": "power"}
_COMPARISONS = {"greater", "greater_equal", "less", "less_equal", "equal", "not_equal"}
_NO_BRANCH = (
    "control flow on a value: a kernel is traced once, for all values, so it cannot branch on one. "
    "np.minimum, np.maximum and np.absolute choose without a branch"
)


@dataclass(frozen=True)
class Signature:
    """The type of the result and of each argument."""

    result: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.result}({', '.join(self.arguments)})"


def parse_signature(text: str) -> Signature:
    """`"float32(float32, int64)"`: the result's type, then those of the arguments."""
    match = re.fullmatch(r"\s*(\w+)\s*\(([^()]*)\)\s*", text) if isinstance(text, str) else None
    if not match:
        raise SignatureError(
            f"a signature is written like 'float32(float32, float32)', the result's type and then "
            f"those of the arguments; got {text!r}"
        )
    arguments = [word.strip() for word in match[2].split(",")] if match[2].strip() else []
    if not arguments:
        raise SignatureError(f"{text!r}: a kernel takes at least one argument")
    for kind in (match[1], *arguments):
        if kind not in KINDS:
            near = difflib.get_close_matches(kind, KINDS, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise SignatureError(
                f"{text!r}: no type {kind!r} here; there are {', '.join(KINDS)}{hint}"
            )
    return Signature(match[1], tuple(arguments))


def trace(function: Callable, signature: Signature) -> tuple[Term, tuple[str, ...]]:
    """The term that the function returns, cast to nothing, and the names of its parameters."""
    names = _parameters(function, signature)
    symbols = [Symbol(argument(n, kind)) for n, kind in enumerate(signature.arguments)]
    return traced_result(function, symbols, signature.result), names


def traced_result(function: Callable, symbols: list[Symbol], kind: str) -> Term:
    place = return_place(function)
    returned = function(*symbols)
    if isinstance(returned, Number) and not isinstance(returned, (complex, np.complexfloating)):
        return constant(returned, kind)
    if not isinstance(returned, Symbol):
        what = "nothing" if returned is None else f"a {type(returned).__name__}"
        raise TraceError(f"'{function.__name__}' returns {what}, expected one value", place)
    if returned.term.kind != kind:
        raise TraceError(
            f"'{function.__name__}' returns {returned.term.kind}, its signature says {kind}: "
            f"change the signature, or return x.astype(np.{kind})",
            place,
        )
    return returned.term


def _parameters(function: Callable, signature: Signature) -> tuple[str, ...]:
    if not inspect.isfunction(function):
        raise SignatureError(f"a kernel is made of a Python function; got {function!r}")
    where = shown_place(*definition_place(function))
    parameters = list(inspect.signature(function).parameters.values())
    for parameter in parameters:
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            raise SignatureError(f"{where}a kernel takes no *arguments, keywords or {parameter}")
    if len(parameters) != len(signature.arguments):
        raise SignatureError(
            f"{where}'{function.__name__}' takes {len(parameters)} arguments "
            f"({', '.join(p.name for p in parameters)}); the signature {signature} has "
            f"{len(signature.arguments)}"
        )
    return tuple(p.name for p in parameters)


class Symbol:
    """Stands for an element of an array. Does what an array does as far as a kernel can."""

    __slots__ = ("term",)
    __hash__ = object.__hash__

    def __init__(self, term: Term) -> None:
        self.term = term

    @property
    def dtype(self) -> np.dtype:
        return KINDS[self.term.kind]

    def astype(self, dtype: object) -> Symbol:
        kind = _kind(np.dtype(dtype), "astype")
        return Symbol(cast(self.term, kind))

    def __repr__(self) -> str:
        return f"<symbol {self.term}>"

    # NumPy asks these two before it does anything with a symbol.

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **more: object):
        if method != "__call__":
            raise TraceError(
                f"np.{ufunc.__name__}.{method} combines elements; a kernel works on each alone"
            )
        if "out" in more:
            raise TraceError("in-place: a kernel writes to no array but its result")
        if more:
            raise TraceError(f"np.{ufunc.__name__} takes no {', '.join(more)} in a kernel")
        return call(ufunc, inputs)

    def __array_function__(self, function: Callable, types: object, args: tuple, kwargs: dict):
        raise TraceError(_unknown(function.__name__))

    def __array__(self, *_: object, **__: object):
        raise TraceError(
            "an argument of a kernel stands for any array; it has no elements to look at yet"
        )

    # What needs a number.

    def __bool__(self) -> bool:
        raise TraceError(_NO_BRANCH)

    def __float__(self, *_: object) -> float:
        raise TraceError(
            "this needs a number, and a kernel's argument is none yet: use NumPy's function in "
            "place of math's, and x.astype(np.float64) in place of float(x)"
        )

    __int__ = __index__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = __float__

    def __len__(self, *_: object) -> int:
        raise TraceError("a kernel works on single elements: there is no length, index or loop")

    __iter__ = __getitem__ = __contains__ = __matmul__ = __rmatmul__ = __len__

    def __setitem__(self, *_: object) -> None:
        raise TraceError("in-place: a kernel writes to no array but its result")

    def _in_place(self, _: object) -> None:
        raise TraceError(
            "in-place: on arrays this would overwrite the argument; write x = x + y, not x += y"
        )

    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = __ipow__ = _in_place

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise TraceError(f"arrays in a kernel have operators, dtype and astype; no '{name}'")

    def __neg__(self):
        return call(np.negative, (self,))

    def __pos__(self):
        return self

    def __abs__(self):
        return call(np.absolute, (self,))

    def __pow__(self, exponent: object):
        return call(np.power, (self, exponent))

    def __rpow__(self, base: object):
        return call(np.power, (base, self))

    def __divmod__(self, other: object):
        return self // other, self % other

    def __rdivmod__(self, other: object):
        return other // self, other % self


def _add_operators() -> None:
    """x + y, y + x and the others, comparisons among them, as NumPy's functions."""
    names = {"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide",
             "floordiv": "floor_divide", "mod": "remainder", "gt": "greater", "ge": "greater_equal",
             "lt": "less", "le": "less_equal", "eq": "equal", "ne": "not_equal"}  # fmt: skip
    for short, name in names.items():
        ufunc = getattr(np, name)

        def forward(self: Symbol, other: object, ufunc=ufunc):
            return call(ufunc, (self, other))

        def backward(self: Symbol, other: object, ufunc=ufunc):
            return call(ufunc, (other, self))

        setattr(Symbol, f"__{short}__", forward)
        if name not in _COMPARISONS:
            setattr(Symbol, f"__r{short}__", backward)


_add_operators()


class Condition:
    """What a comparison gives. There is nothing to do with it, and every use says so."""

    __hash__ = object.__hash__

    def _refuse(self, *_: object, **__: object):
        raise TraceError(_NO_BRANCH)

    __bool__ = __array__ = __array_ufunc__ = __array_function__ = __and__ = __or__ = _refuse
    __rand__ = __ror__ = __invert__ = __add__ = __radd__ = __mul__ = __rmul__ = __float__ = _refuse
    __int__ = __index__ = __eq__ = __sub__ = __rsub__ = _refuse

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise TraceError(_NO_BRANCH)


# One call of a NumPy function ------------------------------------------------------------------


def call(ufunc: np.ufunc, inputs: tuple) -> Symbol | Condition:
    """The function applied to symbols and numbers, on the types that NumPy would choose."""
    name = _ALIASES.get(ufunc.__name__, ufunc.__name__)
    given = [_dtype_of(value) for value in inputs]
    if name in _COMPARISONS:
        return Condition()
    try:
        chosen = ufunc.resolve_dtypes((*given, *(None,) * ufunc.nout))
    except TypeError as error:
        raise TraceError(f"np.{ufunc.__name__}: {error}") from None
    if name not in {*OPERATIONS, "square", "reciprocal", "positive", "degrees", "radians"}:
        raise TraceError(_unknown(name))
    operands = [_operand(value, dtype, name) for value, dtype in zip(inputs, chosen, strict=False)]
    if name == "positive":
        return Symbol(operands[0])
    if name == "square":
        return Symbol(operation("multiply", operands[0], operands[0]))
    if operands[0].kind == "int64":
        if name == "power":
            return Symbol(_integer_power(*operands))
        if name == "reciprocal":
            raise TraceError("np.reciprocal of an integer is 0 but for 1 and -1: divide instead")
    if name == "reciprocal":
        return Symbol(operation("divide", constant(1, operands[0].kind), operands[0]))
    if name in ("degrees", "radians"):
        factor = 180 / np.pi if name == "degrees" else np.pi / 180
        return Symbol(operation("multiply", operands[0], constant(factor, operands[0].kind)))
    if name == "power" and (short := _short_power(*operands)) is not None:
        return short
    known = OPERATIONS[name]
    if not (known.integers if operands[0].kind == "int64" else known.floats):
        # floor, ceil and trunc of integers: NumPy returns them as they are.
        return Symbol(operands[0])
    return Symbol(operation(name, *operands))


def _dtype_of(value: object) -> np.dtype | type:
    """What NumPy's promotion goes by: a dtype, or for Python's numbers their class."""
    if isinstance(value, Symbol):
        return value.dtype
    if isinstance(value, Condition):
        raise TraceError(_NO_BRANCH)
    if isinstance(value, bool):
        return np.dtype(bool)
    if isinstance(value, (int, float)) and not isinstance(value, np.generic):
        return type(value)
    if isinstance(value, np.generic):
        return value.dtype
    if isinstance(value, np.ndarray):
        raise TraceError(
            "an array from outside the kernel: make it an argument, so that it can be of any size"
        )
    raise TraceError(f"a kernel computes with numbers; got a {type(value).__name__}")


def _operand(value: object, dtype: np.dtype, name: str) -> Term:
    kind = _kind(dtype, f"np.{name}")
    if isinstance(value, Symbol):
        return cast(value.term, kind)
    if kind == "int64" and not -(2**63) <= int(value) < 2**63:
        raise TraceError(f"{value} does not fit in int64")
    return constant(value, kind)


def _kind(dtype: np.dtype, what: str) -> str:
    if dtype.name not in KINDS:
        raise TraceError(f"{what}: NumPy computes this in {dtype}; kernels have {', '.join(KINDS)}")
    return dtype.name


def _short_power(base: Term, exponent: Term) -> Symbol | None:
    """For five constant exponents NumPy's power calls another function, and so do we."""
    if exponent.op != "constant":
        return None
    value = float(exponent.value)
    if value == 2:
        return Symbol(operation("multiply", base, base))
    if value == 1:
        return Symbol(base)
    if value == 0.5:
        return Symbol(operation("sqrt", base))
    if value == -1:
        return Symbol(operation("divide", constant(1, base.kind), base))
    return Symbol(constant(1, base.kind)) if value == 0 else None


def _integer_power(base: Term, exponent: Term) -> Term:
    """Products: NumPy's integer power wraps around, and so do they."""
    if exponent.op != "constant":
        raise TraceError(
            "an integer to a power that is not a constant: NumPy would raise an error for a "
            "negative one, and a kernel cannot. Cast the base to float64"
        )
    left = int(exponent.value)
    if left < 0:
        raise TraceError("integers to negative powers are not allowed: cast the base to float64")
    result, square = None, base
    while left:
        if left & 1:
            result = square if result is None else operation("multiply", result, square)
        left >>= 1
        if left:
            square = operation("multiply", square, square)
    return constant(1, base.kind) if result is None else result


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, OPERATIONS, n=3)
    hint = f"; nearest: {', '.join('np.' + word for word in near)}" if near else ""
    return f"unknown function np.{name}: kernels have {', '.join(OPERATIONS)}{hint}"
