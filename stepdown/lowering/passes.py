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

from ..errors import CompileError
from . import scalars

KERNELS = Path(__file__).resolve().parents[2] / "mlir" / "kernels"


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


def operations(module: ir.Module, name: str = "") -> list[ir.Operation]:
    """The module's operations, or those of that name. They live as long as the module."""
    return within(module.operation, name)


def within(outer: ir.Operation, name: str = "") -> list[ir.Operation]:
    """An operation and those in it, or those of that name."""
    found: list[ir.Operation] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if not name or operation.name == name:
            found.append(operation)
        return ir.WalkResult.ADVANCE

    outer.walk(see)
    return found


def check_memory(module: ir.Module, name: str) -> None:
    """Refuse a temporary array that this machine cannot hold: the code would not notice."""
    most = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for operation in operations(module, "memref.alloc"):
        if (size_of(operation) or 0) > most:
            kind, place = operation.results[0].type, operation.location
            line = f"{place.filename}:{place.start_line}: " if place.is_a_file() else ""
            raise MemoryError(f"{line}{name} needs a temporary array that is too large: {kind}")


def size_of(allocation: ir.Operation) -> int | None:
    """The bytes that an operation allocates, None if only the call knows."""
    kind = ir.MemRefType(allocation.results[0].type)
    if not kind.has_static_shape:
        return None
    element = kind.element_type
    return math.prod(kind.shape) * (64 if isinstance(element, ir.IndexType) else element.width) // 8


def copies_to_loops(module: ir.Module) -> None:
    """Copies between buffers as linalg.copy: LLVM makes of its loops what the layout allows, where
    memref.copy would call the C runner's library for all but contiguous buffers."""
    for copy in operations(module, "memref.copy"):
        with ir.InsertionPoint(copy), copy.location:
            linalg.copy(copy.operands[0], outs=[copy.operands[1]])
        copy.erase()


def link_library(module: ir.Module) -> None:
    """Put the functions of mlir/kernels/scalar-math.mlir that the module calls in place."""
    there = {symbol_name(operation): operation for operation in module.body.operations}
    wanted = {name: operation for name, operation in there.items() if name in scalars.LIBRARY}
    if not wanted:
        return
    library = ir.Module.parse(_library_text())
    needed = {*wanted, "exp_f32"}  # erf_f32 calls it; LLVM removes it where nothing does
    for operation in wanted.values():
        operation.operation.erase()
    with ir.InsertionPoint.at_block_begin(module.body):
        for operation in library.body.operations:
            if symbol_name(operation) in needed:
                operation.operation.clone()


def symbol_name(operation: ir.Operation) -> str:
    """The name of a function or of another symbol."""
    return ir.StringAttr(operation.attributes["sym_name"]).value


@functools.cache
def _library_text() -> str:
    return (KERNELS / "scalar-math.mlir").read_text(encoding="utf-8")


def has(module: ir.Module, name: str) -> bool:
    """Whether an operation of that name is in the module."""
    return bool(operations(module, name))
