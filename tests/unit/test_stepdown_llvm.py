"""LLVM in this process: what it makes runs, and other threads of Python go on while it works."""

from __future__ import annotations

import ctypes
import re
import threading
import time

import numpy as np
import pytest
from mlir import ir

from runners import native
from stepdown import CompileError, jit
from stepdown.execution import llvm, machine
from stepdown.execution.library import Needs
from stepdown.execution.machine import Engine
from stepdown.lowering import contexts

ADD = """
llvm.func @add(%a: i64, %b: i64) -> i64 {
  %sum = llvm.add %a, %b : i64
  llvm.return %sum : i64
}
"""
STEPS = 20_000


def long_function() -> str:
    """A function that LLVM works on for a while: steps that hang on each other."""
    steps = [
        f'%{n + 1} = llvm.call_intrinsic "llvm.fshl.i64"(%{n}, %x, %{n}) : (i64, i64, i64) -> i64'
        for n in range(STEPS)
    ]
    body = "\n".join(["%0 = llvm.add %x, %x : i64", *steps, f"llvm.return %{STEPS} : i64"])
    return f"llvm.func @long(%x: i64) -> i64 {{\n{body}\n}}"


def test_a_module_becomes_code_that_can_be_called():
    with contexts.context():
        engine = llvm.engine(ir.Module.parse(ADD), [], keep=False)
    add = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(
        native.jit_address(engine, "add")
    )
    assert add(40, 2) == 42


@pytest.mark.parametrize(("columns", "side_by_side"), [(768, 4), (48, 0)])
def test_a_long_loop_with_a_function_of_numbers_computes_four_vectors_at_once(
    columns, side_by_side
):
    x = np.linspace(-4, 4, 64 * columns, dtype=np.float32).reshape(64, columns)
    backwards = jit(lambda x: np.tanh(x[:, ::-1]), threads=False)
    with contexts.context():
        module = ir.Module.parse(backwards.compile(x).lowered)
        machine.interleave(module)
    counts = re.findall(r"loop_interleave<count = (\d+) : i32>", str(module))
    assert counts == [str(side_by_side)] * (side_by_side > 0)
    np.testing.assert_allclose(backwards(x), np.tanh(x[:, ::-1]), rtol=3e-7)


def test_other_threads_of_python_go_on_while_llvm_optimises():
    turns, done = [0], threading.Event()

    def turn() -> None:
        while not done.is_set():
            turns[0] += 1
            time.sleep(0.001)

    with contexts.context():
        module = ir.Module.parse(long_function())
        thread = threading.Thread(target=turn)
        thread.start()
        try:
            before, start = turns[0], time.perf_counter()
            llvm.engine(module, [], keep=False)
            passed, seconds = turns[0] - before, time.perf_counter() - start
        finally:
            done.set()
            thread.join()
    assert seconds > 0.05, "too short to tell"
    assert passed >= 5  # one, where the engine holds on to Python's lock


def test_what_llvm_refuses_is_an_error_that_names_the_function(capfd):
    with contexts.context():
        module = ir.Module.parse("func.func @f() { return }")
        with pytest.raises(CompileError, match="softmax: the JIT refused the module"):
            Engine(module, "softmax", Needs(), keep=False)
    capfd.readouterr()  # what MLIR says about it, on standard error
