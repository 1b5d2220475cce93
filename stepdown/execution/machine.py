"""From a module in the LLVM dialect to machine code in this process, and back to an object file.

Only the function that a call enters is visible in it. Everything else is internal, so that LLVM
inlines it, compiles it once, and drops what is not called.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from mlir import ir

from runners import native

from ..errors import CompileError
from ..lowering import outline, passes, scalars
from . import llvm
from .library import Needs, address_variable, entry_symbol

SIDE_BY_SIDE = 4  # vectors of a loop that calls a function of numbers
LONG = 512  # elements from which on a loop is much longer than that many vectors


# [region seal]
def seal(module: ir.Module, entries: Container[str], body: str, results: Sequence[int]) -> None:
    """Hide all functions but the entries, and promise that no result overlaps anything else.

    `results` are the ranks of the last memrefs that `body` takes: those that it writes to, before a
    workspace. LLVM checks nothing at run time, before each loop, that it was promised.
    """
    internal = ir.Attribute.parse("#llvm.linkage<internal>")
    for operation in module.body.operations:
        if operation.operation.name != "llvm.func" or not operation.regions[0].blocks:
            continue
        symbol = ir.StringAttr(operation.attributes["sym_name"]).value
        if symbol not in entries:
            operation.attributes["linkage"] = internal
        if symbol == body:
            operation.attributes["arg_attrs"] = _no_alias(operation, _pointers(operation, results))
        elif outline.APART in operation.attributes:
            apart = ir.DenseI64ArrayAttr(operation.attributes[outline.APART])
            operation.attributes["arg_attrs"] = _no_alias(operation, list(apart))
    # [end seal]


def keep_apart(module: ir.Module, entry: str) -> None:
    """Have the entry not copied into what the engine makes for callers of another kind."""
    function = ir.SymbolTable(module.operation)[entry]
    function.attributes["passthrough"] = ir.ArrayAttr.get([ir.StringAttr.get("noinline")])


def widen(module: ir.Module) -> None:
    """Have LLVM use vectors as wide as the processor has them.

    Where those are of 512 bits it takes 256 unless it is told, since early processors lowered their
    clock for more. Loops full of exponentials are 1.4 times as fast with all of them.
    """
    for operation in module.body.operations:
        if operation.operation.name == "llvm.func" and operation.regions[0].blocks:
            operation.attributes["prefer_vector_width"] = ir.StringAttr.get("512")


# [region interleave]
def interleave(module: ir.Module) -> None:
    """Have LLVM compute several vectors side by side in long loops that call a function of numbers.

    Such a function is one long chain of instructions that wait for each other; LLVM computes one
    vector at a time of it, for want of registers for the constants of more. With four a GELU takes
    three quarters of the time.
    """
    how = f"#llvm.loop_annotation<interleave = <count = {SIDE_BY_SIDE} : i32>>"
    for call in passes.operations(module, "llvm.call"):
        callee = call.attributes.get("callee")
        if callee is None or ir.FlatSymbolRefAttr(callee).value not in scalars.LIBRARY:
            continue
        *_, last = call.operation.block.operations
        if last.operation.name == "llvm.br" and (_bound(last.operation) or 0) >= LONG:
            last.operation.attributes["loop_annotation"] = ir.Attribute.parse(how)
    # [end interleave]


def _bound(back: ir.Operation) -> int | None:
    """Up to where a loop counts that ends in this branch back; None where only the call knows."""
    *_, check = back.successors[0].operations
    compared = check.operation.operands[0].owner if check.operation.operands else None
    if not isinstance(compared, ir.Operation | ir.OpView) or compared.name != "llvm.icmp":
        return None
    bound = compared.operands[1].owner
    if not isinstance(bound, ir.Operation | ir.OpView) or bound.name != "llvm.mlir.constant":
        return None
    return ir.IntegerAttr(bound.attributes["value"]).value


def _pointers(operation: ir.OpView, results: Sequence[int]) -> list[int]:
    """Where the pointers to the results' elements are among the arguments."""
    position, found = len(operation.regions[0].blocks[0].arguments), []
    for rank in reversed(results):
        position -= 3 + 2 * rank  # allocated pointer, aligned pointer, offset, sizes, strides
        found.append(position + 1)
    return found


def _no_alias(operation: ir.OpView, pointers: Sequence[int]) -> ir.ArrayAttr:
    attributes = [ir.DictAttr.get({})] * len(operation.regions[0].blocks[0].arguments)
    for position in pointers:
        attributes[position] = ir.DictAttr.get({"llvm.noalias": ir.UnitAttr.get()})
    return ir.ArrayAttr.get(attributes)


class Engine:
    """Code compiled by LLVM in this process; `address` is where a call enters it, and `places` are
    those of the addresses of kernels."""

    def __init__(self, module: ir.Module, name: str, needs: Needs, keep: bool) -> None:
        """Compile a sealed module. `keep`: its object file will be asked for."""
        self.needs = needs
        self._engine = llvm.engine(module, map(str, needs.paths()), keep)
        if self._engine is None:
            raise CompileError(f"{name}: the JIT refused the module")
        self.address = native.jit_address(self._engine, entry_symbol(name))
        if not self.address:
            raise CompileError(f"{name}: no code came of it: something that it calls is missing")
        self.places = {
            kernel: native.jit_address(self._engine, address_variable(kernel))
            for kernel in needs.kernels
        }

    def object_file(self) -> bytes:
        """The object file that the code was loaded from."""
        with _file_in_memory() as path:
            self._engine.dump_to_object_file(path)
            return Path(path).read_bytes()


@contextlib.contextmanager
def _file_in_memory() -> Iterator[str]:
    """The path of a file on no disk: LLVM ends the process where it cannot write one."""
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("stepdown")
        try:
            yield f"/proc/self/fd/{number}"
        finally:
            os.close(number)
    else:
        with tempfile.TemporaryDirectory(prefix="stepdown-") as folder:
            yield os.path.join(folder, "code.o")
