"""What the runners cost: a call, an import, a compilation."""

from __future__ import annotations

import ctypes
import functools
import subprocess
import sys
import time
from statistics import median

import numpy as np

import runners
from runners import entry

from . import Row, interleaved

NOTHING = """func.func @nothing(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero] : memref<4xf32>
  memref.store %x, %c[%zero] : memref<4xf32>
  return
}"""
ADD = "chapters/02-memory/array_add.mlir"


DYNAMIC = NOTHING.replace("4xf32", "?xf32")


def rows() -> list[Row]:
    """A call beside its bound and beside the bindings' own way; an import; a compilation."""
    return [*_calls(), Row("import runners", "bound", _import_seconds() * 1e3, 100, "ms", "lower",
                           1.0, 9), *_compilations()]  # fmt: skip


def _calls() -> list[Row]:
    program, dynamic = runners.load(NOTHING), runners.load(DYNAMIC)
    invoke = _through_invoke(program)
    functions = {
        "call, three memrefs (jit)": program.compile("cpu-buffers").nothing,
        "call, three memrefs (aot)": program.compile("cpu-buffers", how="aot").nothing,
        "call, three memrefs of any size (jit)": dynamic.compile("cpu-buffers").nothing,
    }
    # What the method calls before it is called often: the checks in Python, then ctypes.
    functions["the same, checked in Python"] = functions["call, three memrefs (jit)"].__self__
    arrays = [np.zeros(4, np.float32) for _ in range(3)]
    for function in functions.values():
        for _ in range(entry.PATIENCE):
            function(*arrays)
    *ours, theirs = interleaved(
        [functools.partial(function, *arrays) for function in (*functions.values(), invoke)],
        calls=5000, runs=15,
    )  # fmt: skip
    micro = 1e6
    found = [
        Row(name, "bound", seconds * micro, 10, "µs", "lower", 1.0, 15)
        for name, seconds in zip(functions, ours, strict=True)
    ]
    return [*found, Row("call, three memrefs (jit)", "ExecutionEngine.invoke", ours[0] * micro,
                        theirs * micro, "µs", "lower", None, 15)]  # fmt: skip


def _through_invoke(program: runners.Program):
    """The same call as the bindings' documentation has it: descriptors, pointers, invoke."""
    from mlir import ir
    from mlir.execution_engine import ExecutionEngine
    from mlir.runtime import get_ranked_memref_descriptor

    with ir.Context():
        module = ir.Module.parse(program.lower("cpu-buffers").text)
        engine = ExecutionEngine(module, opt_level=3)

    def call(*arrays: np.ndarray) -> None:
        pointers = [
            ctypes.pointer(ctypes.pointer(get_ranked_memref_descriptor(array))) for array in arrays
        ]
        engine.invoke("nothing", *pointers)

    return call


def _import_seconds() -> float:
    """The median time of `import runners` in a fresh interpreter, without the interpreter's own."""
    code = "import time; t = time.perf_counter(); import runners; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
            for _ in range(9)]  # fmt: skip
    return median(float(run.stdout) for run in runs)


def _compilations() -> list[Row]:
    found = {}
    for how in ("jit", "aot"):
        seconds = []
        for _ in range(7):
            start = time.perf_counter()
            runners.load(ADD).compile("cpu-buffers", how=how)
            seconds.append((time.perf_counter() - start) * 1e3)
        found[how] = median(seconds)
    once = [_entry_seconds() * 1e3 for _ in range(7)]
    return [Row("load and compile array_add (jit)", "the same, aot", found["jit"], found["aot"],
                "ms", "lower", None, 7),
            Row("compile the short way, once", "load and compile array_add (jit)", median(once),
                found["jit"], "ms", "lower", None, 7)]  # fmt: skip


def _entry_seconds() -> float:
    start = time.perf_counter()
    entry.compile()
    return time.perf_counter() - start
