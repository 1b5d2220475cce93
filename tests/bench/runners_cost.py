"""What the runners cost: a call, an import, a compilation."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from statistics import median

import numpy as np

import runners

from . import Row, interleaved

NOTHING = """func.func @nothing(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero] : memref<4xf32>
  memref.store %x, %c[%zero] : memref<4xf32>
  return
}"""
ADD = "chapters/02-memory/array_add.mlir"


def rows() -> list[Row]:
    """A call beside its bound and beside the bindings' own way; an import; a compilation."""
    program = runners.load(NOTHING)
    ours = {how: program.compile("cpu-buffers", how=how).nothing for how in ("jit", "aot")}
    arrays = [np.zeros(4, np.float32) for _ in range(3)]
    invoke = _through_invoke(program)
    jit, aot, theirs = interleaved(
        [lambda: ours["jit"](*arrays), lambda: ours["aot"](*arrays), lambda: invoke(*arrays)],
        calls=5000, runs=15,
    )  # fmt: skip
    micro = 1e6
    return [
        Row("call, three memrefs (jit)", "bound", jit * micro, 10, "µs", "lower", 1.0, 15),
        Row("call, three memrefs (aot)", "bound", aot * micro, 10, "µs", "lower", 1.0, 15),
        Row("call, three memrefs (jit)", "ExecutionEngine.invoke", jit * micro, theirs * micro,
            "µs", "lower", None, 15),
        Row("import runners", "bound", _import_seconds() * 1e3, 100, "ms", "lower", 1.0, 9),
        *_compilations(),
    ]  # fmt: skip


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
    return [Row("load and compile array_add (jit)", "the same, aot", found["jit"], found["aot"],
                "ms", "lower", None, 7)]  # fmt: skip
