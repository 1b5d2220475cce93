"""The short way from Python into compiled code, for functions that are called often.

A callable is a built-in method. At first it calls the checks in Python; after PATIENCE calls it is
given the native code of mlir/kernels/entry.mlir, which reads NumPy's and Python's structures itself
and falls back to the same checks for whatever it does not take. What it is told about a function
is a plan, made here. What is checked, and the errors, are those of `call` and `memref`.

Source of the layouts: CPython's C API, "Common Object Structures", and NumPy's, "Python types and
C-structures". They are compared with what NumPy says before they are relied on.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import os
import platform
import struct
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from . import memref, pipeline
from .memref import MemRef

if TYPE_CHECKING:
    from .call import Signature

SOURCE = Path(__file__).resolve().parents[1] / "mlir" / "kernels" / "entry.mlir"
PIPELINE = "cpu-tiles"
PATIENCE = 1000  # calls before a function takes the short way, whose making costs as much as 7000
INTEGERS, FLOATS, RANK = 12, 8, 8  # what entry.mlir has room for
IN_REGISTERS = 6  # integers, on x86-64; those beyond are read from the stack whole
ANY = -(1 << 63)  # the mark of a size or stride that only the call knows


class PyArrayObject(ctypes.Structure):
    """The head of a NumPy array, PyArrayObject_fields in numpy/ndarraytypes.h."""

    _fields_ = (
        ("ob_refcnt", ctypes.c_ssize_t),
        ("ob_type", ctypes.c_void_p),
        ("data", ctypes.c_void_p),
        ("nd", ctypes.c_int),
        ("dimensions", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("base", ctypes.c_void_p),
        ("descr", ctypes.c_void_p),
        ("flags", ctypes.c_int),
    )


class PyMethodDef(ctypes.Structure):
    """A built-in method's name, code, calling convention and documentation."""

    _fields_ = (
        ("ml_name", ctypes.c_void_p),
        ("ml_meth", ctypes.c_void_p),
        ("ml_flags", ctypes.c_int),
        ("ml_doc", ctypes.c_void_p),
    )


METH_FASTCALL, METH_KEYWORDS = 0x80, 0x02


class Plan(ctypes.Structure):
    """What is known of a function: !Plan in entry.mlir, which says what the fields mean."""

    _fields_ = (
        ("method", PyMethodDef),
        ("native", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("arguments", ctypes.c_void_p),
        ("pair_count", ctypes.c_int64),
        ("pairs", ctypes.c_void_p),
        ("result", ctypes.c_int64),
        ("bits_above", ctypes.c_int64),
        ("none", ctypes.c_void_p),
    )


class Argument(ctypes.Structure):
    """What is asked of an argument: !Argument in entry.mlir."""

    _fields_ = (
        ("type", ctypes.c_void_p),
        ("other_type", ctypes.c_void_p),
        ("kind", ctypes.c_int64),
        ("place", ctypes.c_int64),
        ("dtypes", ctypes.c_void_p * 3),
        ("flags", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("log_bytes", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("sizes", ctypes.c_int64 * RANK),
        ("strides", ctypes.c_int64 * RANK),
        ("least", ctypes.c_int64),
        ("largest", ctypes.c_int64),
        ("largest_float", ctypes.c_double),
    )


ARRAY, INTEGER, REAL = range(3)
NOTHING, SIGNED, TRUTH, DOUBLE, SINGLE = range(5)


def method(signature: Signature, address: int, checks: Callable) -> types.BuiltinMethodType | None:
    """A built-in method that does what `checks` does, or None where there is no short way.

    `address` is that of native code, which lives as long as `checks` does.
    """
    arguments = _arguments(signature) if available() else None
    result = _result(signature)
    if arguments is None or result is None:
        return None
    memory, plan = _plan(signature, address, arguments, result)
    calls = itertools.count(1)

    def checked(_memory: bytearray, *given: object) -> object:
        if next(calls) == PATIENCE:
            plan.method.ml_meth = enter()
        return checks(*given)

    checked.__name__ = checked.__qualname__ = signature.name
    bound = types.MethodType(checked, memory)
    return _new_method(ctypes.addressof(plan.method), bound, None)


_new_method = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
)(("PyCFunction_NewEx", ctypes.pythonapi))


# Whether it can be had here ------------------------------------------------------------------


@functools.cache
def available() -> bool:
    """Whether this is a machine, an interpreter and a NumPy that entry.mlir is written for."""
    return (
        sys.implementation.name == "cpython"
        and os.name == "posix"
        and "t" not in sys.abiflags  # free-threaded: another head of objects, and no lock
        and platform.machine() in ("x86_64", "aarch64", "arm64")
        and (struct.calcsize("P"), sys.byteorder) == (8, "little")
        and all(map(_reads_right, _samples()))
    )


def _samples() -> list[np.ndarray]:
    view = np.arange(24, dtype=np.float32).reshape(4, 6)[::-2, 1:]
    fixed = np.zeros((2, 1, 3), np.int16)
    fixed.flags.writeable = False
    return [view, fixed, np.array(1.0), np.zeros((0, 2), np.complex128)]


def _reads_right(array: np.ndarray) -> bool:
    head = PyArrayObject.from_address(id(array))
    right = (head.ob_type, head.data, head.nd) == (id(np.ndarray), array.ctypes.data, array.ndim)
    right &= (head.descr, head.flags) == (id(array.dtype), array.flags.num)
    return right and (
        tuple(head.dimensions[: array.ndim]) == array.shape
        and tuple(head.strides[: array.ndim]) == array.strides
    )


# Plans ---------------------------------------------------------------------------------------


def _plan(
    signature: Signature, address: int, arguments: list[Argument], result: tuple[int, int]
) -> tuple[bytearray, Plan]:
    """The plan in a memory that holds all that it points to.

    The memory is a bytearray because the garbage collector never clears one: an interpreter reads a
    method's definition until the method itself is gone, and that is bound to this memory.
    """
    arrays = [n for n, argument in enumerate(arguments) if argument.kind == ARRAY]
    pairs = [arguments[n].place for pair in memref.pairs(arrays, signature.written) for n in pair]
    parts = [
        Plan(),
        (Argument * len(arguments))(*arguments),
        (ctypes.c_int64 * len(pairs))(*pairs),
        ctypes.create_string_buffer(signature.name.encode()),
        ctypes.create_string_buffer(f"Compiled MLIR: {signature}".encode()),
    ]
    memory = bytearray(b"".join(map(bytes, parts)))
    plan = Plan.from_buffer(memory)
    places = itertools.accumulate(map(ctypes.sizeof, parts), initial=ctypes.addressof(plan))
    _, first, pair, name, text, _ = places
    forward = ctypes.cast(ctypes.pythonapi.PyObject_Vectorcall, ctypes.c_void_p).value
    plan.method = PyMethodDef(name, forward, METH_FASTCALL | METH_KEYWORDS, text)
    plan.native, plan.count, plan.arguments = address, len(arguments), first
    plan.pair_count, plan.pairs = len(pairs) // 2, pair
    plan.result, plan.bits_above = result
    plan.none = id(None)
    return memory, plan


def _arguments(signature: Signature) -> list[Argument] | None:
    """What is asked of each argument; None for a function that has no short way."""
    found, integers, floats = [], 0, 0
    for number, kind in enumerate(signature.argument_types):
        if isinstance(kind, MemRef):
            argument = _array(kind, number in signature.written)
        else:
            argument = _number(kind.text)
        if argument is None:
            return None
        if argument.kind == REAL:
            argument.place = INTEGERS + floats
            floats += 1
        else:
            whole = argument.kind == ARRAY or kind.text in ("i64", "index")
            if integers >= IN_REGISTERS and not whole:
                return None
            argument.place = integers
            integers += 1
        found.append(argument)
    return found if integers <= INTEGERS and floats <= FLOATS else None


def _array(ref: MemRef, written: bool) -> Argument | None:
    """What is asked of an array, as `memref.packer` does it."""
    if ref.rank is None or ref.rank > RANK:
        return None
    needed = memref.ALIGNED | (memref.WRITEABLE if written else 0)
    if ref.strides is None:
        needed |= memref.C_CONTIGUOUS
    dtypes = memref.dtypes(ref.element)  # NumPy keeps one object for each
    sizes, strides = (
        [ANY if value is None else value for value in values]
        for values in (ref.shape, ref.strides or (None,) * ref.rank)
    )
    return Argument(
        type=id(np.ndarray), other_type=id(np.ndarray), kind=ARRAY,
        dtypes=(ctypes.c_void_p * 3)(*map(id, dtypes)), flags=needed, rank=ref.rank,
        log_bytes=dtypes[0].itemsize.bit_length() - 1, offset=ref.offset or 0,
        sizes=(ctypes.c_int64 * RANK)(*sizes), strides=(ctypes.c_int64 * RANK)(*strides),
    )  # fmt: skip


def _number(text: str) -> Argument | None:
    """What is asked of a scalar, as `call` does it: no NumPy scalar goes the short way."""
    if text in ("f32", "f64"):
        return Argument(
            type=id(float), other_type=id(float), kind=REAL, log_bytes=2 if text == "f32" else 3,
            largest_float=memref.largest(text),
        )  # fmt: skip
    bits = _BITS.get(text)
    if bits is None:
        return None
    least, largest = (0, 1) if bits == 1 else (-(1 << bits - 1), (1 << min(bits, 63)) - 1)
    return Argument(type=id(int), other_type=id(bool), kind=INTEGER, least=least, largest=largest)


_BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}


def _result(signature: Signature) -> tuple[int, int] | None:
    """The kind of result and the bits above an integer; None for what only `call` can read."""
    if not signature.results:
        return NOTHING, 0
    kind = signature.result_types[0]
    if len(signature.results) > 1 or isinstance(kind, MemRef):
        return None
    if kind.text == "i1":
        return TRUTH, 0
    if kind.text in _BITS:
        return SIGNED, 64 - _BITS[kind.text]
    return {"f64": (DOUBLE, 0), "f32": (SINGLE, 0)}.get(kind.text)


# Native code ---------------------------------------------------------------------------------

_lock = threading.Lock()
_code: list[int] = []


def enter() -> int:
    """The address of @enter, which is compiled once in a process."""
    with _lock:
        if not _code:
            _code.append(compile())
    return _code[0]


def compile() -> int:
    """Compile entry.mlir; the address of its @enter."""
    from mlir import ir
    from mlir.execution_engine import ExecutionEngine
    from mlir.passmanager import PassManager

    from . import native

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(SOURCE.read_text(encoding="utf-8"))
        PassManager.parse(pipeline.load(PIPELINE).text()).run(module.operation)
        # A higher level takes twice as long and makes no call shorter: the passes did the work.
        engine = ExecutionEngine(module, opt_level=0)
        engine.initialize()
    # Methods may be called until the interpreter is gone, so the code is never freed.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))
    return native.jit_address(engine, "enter")
