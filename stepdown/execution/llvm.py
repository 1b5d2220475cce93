"""LLVM in this process, by the C interface of MLIR's execution engine.

The bindings have a class for it, whose making holds on to Python's lock all the while that LLVM
optimises. Called through ctypes, the engine leaves other threads of Python to go on: one compiles a
function while another compiles a kernel that it calls.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Iterable
from pathlib import Path

from mlir import _mlir_libs, ir
from mlir.execution_engine import ExecutionEngine

# How hard LLVM tries, of 0 to 3. What it gets are loops whose order and tiles are chosen already,
# each written once: it vectorises them at level 1 as it does at level 3, and takes half the time.
LEVEL = 1
_MODULE = b"mlir.ir.Module._CAPIPtr"
_ENGINE = b"mlir.execution_engine.ExecutionEngine._CAPIPtr"


class _Text(ctypes.Structure):
    """MlirStringRef: a pointer and a length."""

    _fields_ = (("data", ctypes.c_char_p), ("length", ctypes.c_size_t))


def engine(module: ir.Module, libraries: Iterable[str], keep: bool) -> ExecutionEngine | None:
    """The engine with a module in the LLVM dialect, optimised; None if LLVM refused it.

    What the code calls is looked up in `libraries`, by their paths, and in the process. `keep`: an
    object file will be asked for. Code is made of it when the first address is looked up.
    """
    paths = [path.encode() for path in libraries]
    texts = (_Text * len(paths))(*(_Text(path, len(path)) for path in paths))
    capsules = _capsules()
    pointer = capsules.PyCapsule_GetPointer(module._CAPIPtr, _MODULE)
    made = _library().mlirExecutionEngineCreate(pointer, LEVEL, len(paths), texts, keep, False)
    if not made:
        return None
    return ExecutionEngine._CAPICreate(capsules.PyCapsule_New(made, _ENGINE, None))


@functools.cache
def _library() -> ctypes.CDLL:
    folder = Path(_mlir_libs.__file__).parent
    library = ctypes.CDLL(str(next(folder.glob("libMLIRPythonCAPI.*"))))
    create = library.mlirExecutionEngineCreate
    create.argtypes = [
        ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Text), ctypes.c_bool,
        ctypes.c_bool,
    ]  # fmt: skip
    create.restype = ctypes.c_void_p
    return library


@functools.cache
def _capsules() -> ctypes.PyDLL:
    """Python's functions for the capsules in which the bindings hand over pointers."""
    python = ctypes.PyDLL(None)
    get, new = python.PyCapsule_GetPointer, python.PyCapsule_New
    get.argtypes, get.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
    new.argtypes, new.restype = (
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
        ctypes.py_object,
    )
    return python
