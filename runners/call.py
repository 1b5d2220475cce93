"""From a native function's address and its signature to a Python callable.

Arguments are checked and packed first, so that native code is never entered with a descriptor that
it does not expect; results are read from what came back. What can be known from the signature is
worked out once, when the callable is made. `entry` has a shorter way for functions that are called
often, and comes back here for whatever is out of the ordinary.
"""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from . import entry, memref
from .errors import ArgumentError
from .memref import MemRef

_FLOATS = {"f32": ctypes.c_float, "f64": ctypes.c_double}
_INTEGERS = {
    "i1": (1, ctypes.c_uint8),
    "i8": (8, ctypes.c_int8),
    "i16": (16, ctypes.c_int16),
    "i32": (32, ctypes.c_int32),
    "i64": (64, ctypes.c_int64),
    "index": (64, ctypes.c_int64),
}
_COMPLEX = {"complex<f32>": ctypes.c_float, "complex<f64>": ctypes.c_double}


class _HalfRegister(ctypes.c_float):
    """A 16-bit float in the low half of a float register, which is how it is passed and returned.

    ctypes has no such type; a subclass of a simple type is handed over and back bit by bit.
    """


@dataclass(frozen=True)
class Scalar:
    """A scalar argument or result type."""

    text: str


@dataclass(frozen=True)
class Signature:
    """The arguments and results of a function, as MLIR prints their types.

    `written` holds the numbers of the memref arguments that the function may write to. `problem`
    says why the function cannot be called from Python, or is None.
    """

    name: str
    arguments: tuple[str, ...]
    results: tuple[str, ...]
    c_interface: bool = False
    written: frozenset[int] = frozenset()
    problem: str | None = None
    argument_types: tuple[MemRef | Scalar, ...] = ()
    result_types: tuple[MemRef | Scalar, ...] = ()

    def __str__(self) -> str:
        results = self.results[0] if len(self.results) == 1 else f"({', '.join(self.results)})"
        return f"{self.name}({', '.join(self.arguments)}) -> {results}"

    @property
    def symbol(self) -> str:
        """The name of the native function that the callable enters."""
        return f"_mlir_ciface_{self.name}" if self.c_interface else self.name

    @property
    def lowered(self) -> str:
        """The function's type in the LLVM dialect as it is printed, `result (arguments)`."""
        arguments = [part for kind in self.argument_types for part in _expanded(kind)]
        kinds = [_llvm_type(kind) for kind in self.result_types]
        result = f"struct<({', '.join(kinds)})>" if len(kinds) > 1 else "".join(kinds) or "void"
        return f"{result} ({', '.join(arguments)})"


def _expanded(kind: MemRef | Scalar) -> list[str]:
    """The LLVM types that an argument is passed as: a memref as the fields of its descriptor."""
    if isinstance(kind, Scalar):
        return [_llvm_type(kind)]
    return ["i64", "ptr"] if kind.rank is None else ["ptr", "ptr", "i64"] + ["i64"] * 2 * kind.rank


def _llvm_type(kind: MemRef | Scalar) -> str:
    """The LLVM dialect's type of a value, as it is printed inside another type."""
    if isinstance(kind, Scalar):
        if kind.text in _COMPLEX:
            part = kind.text.removeprefix("complex<").removesuffix(">")
            return f"struct<({part}, {part})>"
        return "i64" if kind.text == "index" else kind.text
    if kind.rank is None:
        return "struct<(i64, ptr)>"
    lists = f", array<{kind.rank} x i64>" * 2 if kind.rank else ""
    return f"struct<(ptr, ptr, i64{lists})>"


def unsupported(kind: MemRef | Scalar) -> str | None:
    """Why values of this type cannot cross the boundary, or None when they can."""
    if isinstance(kind, MemRef):
        return memref.unsupported(kind)
    known = kind.text in _FLOATS or kind.text in _INTEGERS or kind.text in _COMPLEX
    if known or kind.text in ("f16", "bf16"):
        return None
    return f"{kind.text} has no counterpart in Python; pass it through a memref"


def refusing(signature: Signature) -> Callable:
    """A callable that only says why the function cannot be called."""

    def refuse(*_arguments: object) -> None:
        raise ArgumentError(f"{signature.name}: {signature.problem}")

    return _named(refuse, signature)


def callable_for(signature: Signature, address: int, keep: object) -> Callable:
    """A callable that enters the native function at `address`; `keep` stays alive with it.

    Raises ArgumentError, before entering native code, for a wrong count, type, dtype, rank, size,
    layout, a read-only array where the program writes, and a written array that shares memory with
    another argument.
    """
    kinds, count = signature.argument_types, len(signature.argument_types)
    packers, c_types, arrays = [], [], []
    for number, kind in enumerate(kinds):
        where = f"{signature.name}: argument {number + 1} of {count}"
        if isinstance(kind, MemRef):
            arrays.append(number)
            packers.append(memref.packer(kind, where, number in signature.written))
            c_types.append(ctypes.c_void_p)
        else:
            pack, parts = scalar_packer(kind.text, where)
            packers.append(pack)
            c_types.extend(parts)
    split = [
        n for n, kind in enumerate(kinds) if isinstance(kind, Scalar) and kind.text in _COMPLEX
    ]
    pairs = memref.pairs(arrays, signature.written)

    results = signature.result_types
    by_pointer = len(results) > 1 or any(
        isinstance(kind, MemRef) or kind.text in _COMPLEX for kind in results
    )
    c_result, read = _result(results, by_pointer)
    restype = None if by_pointer or not results else c_result
    enter = ctypes.CFUNCTYPE(restype, *([ctypes.c_void_p] if by_pointer else []), *c_types)(address)

    def check_overlap(given: Sequence, packed: Sequence) -> None:
        for w, n in pairs:
            _, low, high, _ = packed[w]
            _, other_low, other_high, _ = packed[n]
            if low < other_high and other_low < high and memref.overlap(given[w], given[n]):
                raise ArgumentError(
                    f"{signature.name}: argument {w + 1}, which the program may write to, shares "
                    f"memory with argument {n + 1}: pass a copy of one of them"
                )

    def call_buffers(*given: object) -> None:
        """Only memrefs go in and nothing comes back: the shortest way."""
        if len(given) != count:
            raise _wrong_count(signature, given)
        packed = [pack(value) for pack, value in zip(packers, given, strict=True)]
        check_overlap(given, packed)
        enter(*[item[0] for item in packed])

    def call(*given: object) -> object:
        if len(given) != count:
            raise _wrong_count(signature, given)
        packed = [pack(value) for pack, value in zip(packers, given, strict=True)]
        check_overlap(given, packed)
        values = packed.copy()
        for n in arrays:
            values[n] = packed[n][0]
        for n in reversed(split):
            values[n : n + 1] = packed[n]
        if not by_pointer:
            return read(enter(*values))
        slot = c_result()
        enter(ctypes.addressof(slot), *values)
        return read(slot, [(packed[n][3], *packed[n][1:3], given[n]) for n in arrays])

    simple = not results and len(arrays) == count
    checked = _named(call_buffers if simple else call, signature)
    checked.keep = keep
    return entry.method(signature, address, checked) or checked


def _named(function: Callable, signature: Signature) -> Callable:
    function.__name__ = function.__qualname__ = signature.name
    function.__doc__ = f"Compiled MLIR: {signature}"
    return function


def _wrong_count(signature: Signature, given: Sequence) -> ArgumentError:
    count = len(signature.arguments)
    plural = "" if count == 1 else "s"
    return ArgumentError(
        f"{signature.name} takes {count} argument{plural} ({', '.join(signature.arguments)}); "
        f"got {len(given)}"
    )


# Scalars ------------------------------------------------------------------------------------


def scalar_packer(text: str, where: str) -> tuple[Callable, list]:
    """A function from a Python scalar to what ctypes passes, and the C types that it fills."""
    if text in _INTEGERS:
        bits, c_type = _INTEGERS[text]
        low, high = (0, 2) if bits == 1 else (-(1 << bits - 1), 1 << bits)

        def integer(value: object) -> int:
            if isinstance(value, np.bool_):
                value = bool(value)
            try:
                number = operator.index(value)
            except TypeError:
                raise ArgumentError(f"{where} expects {text}; got {_describe(value)}") from None
            if not low <= number < high:
                shown = memref.short(number)
                raise ArgumentError(f"{where} expects {text}; {shown} does not fit in it")
            return number

        return integer, [c_type]

    if text in _COMPLEX:
        part = _COMPLEX[text]

        def complex_parts(value: object) -> tuple:
            if not isinstance(value, (complex, float, int, np.number)):
                raise ArgumentError(f"{where} expects {text}; got {_describe(value)}")
            try:
                value = complex(value)
            except OverflowError:
                shown = memref.short(value)
                raise ArgumentError(f"{where} expects {text}; {shown} does not fit in it") from None
            return (value.real, value.imag)

        return complex_parts, [part, part]

    largest = memref.largest(text)

    def real(value: object) -> float:
        real_kind = isinstance(value, (float, int, np.floating, np.integer))
        if not ((real_kind and not isinstance(value, np.timedelta64)) or _is_bfloat16(value)):
            raise ArgumentError(f"{where} expects {text}; got {_describe(value)}")
        try:
            number = float(value)
        except OverflowError:
            number = None
        if number is None or (largest < abs(number) and not math.isinf(number)):
            raise ArgumentError(f"{where} expects {text}; {memref.short(value)} does not fit in it")
        return number

    if text in _FLOATS:
        return real, [_FLOATS[text]]
    half = memref.dtypes(text)[0]

    def half_bits(value: object) -> _HalfRegister:
        bits = np.asarray(real(value)).astype(half).tobytes()
        return _HalfRegister.from_buffer_copy(bits + b"\0\0")

    return half_bits, [_HalfRegister]


def _is_bfloat16(value: object) -> bool:
    return isinstance(value, np.generic) and value.dtype.name == "bfloat16"


def _describe(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    return f"{type(value).__name__} {memref.short(value)}"


# Results ------------------------------------------------------------------------------------


def _result(kinds: Sequence[MemRef | Scalar], by_pointer: bool) -> tuple[object, Callable]:
    """The C type that results come back in, and a function that reads it."""
    if not kinds:
        return None, lambda _: None
    if not by_pointer:
        return _result_field(kinds[0], in_memory=False)
    fields, readers = [], []
    for number, kind in enumerate(kinds):
        c_type, read = _result_field(kind, in_memory=True)
        fields.append((f"result{number}", c_type))
        readers.append((f"result{number}", kind, read))
    structure = type("Results", (ctypes.Structure,), {"_fields_": fields})

    def read_all(slot: ctypes.Structure, arguments: list) -> object:
        owners: dict[int, object] = {}
        values = []
        for name, kind, read in readers:
            value = getattr(slot, name)
            if isinstance(kind, MemRef):
                values.append(memref.array_from(value, kind, arguments, owners))
            else:
                values.append(read(value))
        return values[0] if len(values) == 1 else tuple(values)

    return structure, read_all


def _result_field(kind: MemRef | Scalar, in_memory: bool) -> tuple[object, Callable]:
    if isinstance(kind, MemRef):
        if kind.rank is None:
            return memref.UnrankedDescriptor, lambda value: value
        return memref.descriptor_struct(kind.rank), lambda value: value
    text = kind.text
    if text == "i1":
        return ctypes.c_uint8, lambda value: bool(value & 1)
    if text in _INTEGERS:
        return _INTEGERS[text][1], lambda value: value
    if text in _FLOATS:
        return _FLOATS[text], lambda value: value
    if text in _COMPLEX:
        pair = _COMPLEX[text] * 2
        return pair, lambda value: complex(*value)
    half = memref.dtypes(text)[0]
    c_type = ctypes.c_uint16 * 1 if in_memory else _HalfRegister
    return c_type, lambda value: float(np.frombuffer(bytes(value)[:2], half)[0])
