"""Running the named pipelines of mlir/pipelines on a module in this process.

A module that this package built is not a reader's text: it needs no process of its own. What fails
is a CompileError with the pass's message.
"""

from __future__ import annotations

import functools
import math
import os
from pathlib import Path

from mlir import ir
from mlir.dialects import linalg
from mlir.passmanager import PassManager

from runners import pipeline

from . import scalars
from .errors import CompileError

KERNELS = Path(__file__).resolve().parents[1] / "mlir" / "kernels"


@functools.cache
def _text(name: str, parameters: tuple) -> str:
    return pipeline.load(name).text(**dict(parameters))


def run(module: ir.Module, name: str, **parameters: object) -> None:
    """Run the pipeline on the module, in place."""
    manager = PassManager.parse(_text(name, tuple(parameters.items())))
    manager.enable_verifier(False)
    try:
        manager.run(module.operation)
    except ir.MLIRError as error:
        raise CompileError(f"pipeline {name}: {error}") from None


def check_memory(module: ir.Module, name: str) -> None:
    """Refuse a temporary array that this machine cannot hold: the code would not notice."""
    most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    kinds: list[ir.MemRefType] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if operation.name == "memref.alloc":
            kinds.append(ir.MemRefType(operation.results[0].type))
        return ir.WalkResult.ADVANCE

    module.operation.walk(see)
    for kind in kinds:
        if kind.has_static_shape and math.prod(kind.shape) * _bytes(kind.element_type) > most:
            raise MemoryError(f"{name} needs a temporary array that is too large: {kind}")


def _bytes(element: ir.Type) -> int:
    return element.width // 8 if isinstance(element, (ir.IntegerType, ir.FloatType)) else 8


def copies_to_loops(module: ir.Module) -> None:
    """Copies between buffers as linalg.copy: LLVM makes of its loops what the layout allows, where
    memref.copy would call the C runner's library for all but contiguous buffers."""
    found: list[ir.Operation] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if operation.name == "memref.copy":
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(see)
    for copy in found:
        with ir.InsertionPoint(copy), copy.location:
            linalg.copy(copy.operands[0], outs=[copy.operands[1]])
        copy.erase()


def link_library(module: ir.Module) -> None:
    """Put the functions of mlir/kernels/scalar-math.mlir that the module calls in place."""
    wanted = {
        ir.StringAttr(op.attributes["sym_name"]).value: op
        for op in module.body.operations
        if op.operation.name == "func.func" and _name(op) in scalars.LIBRARY
    }
    if not wanted:
        return
    library = ir.Module.parse(_library_text())
    needed = {*wanted, "exp_f32"}  # the others call it; LLVM removes it where none does
    for operation in wanted.values():
        operation.operation.erase()
    with ir.InsertionPoint.at_block_begin(module.body):
        for operation in library.body.operations:
            if _name(operation) in needed:
                operation.operation.clone()


def _name(operation: ir.Operation) -> str:
    return ir.StringAttr(operation.attributes["sym_name"]).value


@functools.cache
def _library_text() -> str:
    return (KERNELS / "scalar-math.mlir").read_text(encoding="utf-8")


def has(module: ir.Module, name: str) -> bool:
    """Whether an operation of that name is in the module."""
    found = False

    def see(operation: ir.Operation) -> ir.WalkResult:
        nonlocal found
        found = found or operation.name == name
        return ir.WalkResult.INTERRUPT if found else ir.WalkResult.ADVANCE

    module.operation.walk(see)
    return found
