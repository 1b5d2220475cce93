"""What there is to know of host code before it is lowered.

Whether its device operations have an order, and which functions would hand device memory to Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mlir import ir

from .. import nvvm

if TYPE_CHECKING:
    from ..program import Program

_ORDERED = {"gpu.alloc", "gpu.dealloc", "gpu.memcpy", "gpu.memset"}
_VIEWS = {"memref.cast", "memref.collapse_shape", "memref.expand_shape",
          "memref.reinterpret_cast", "memref.subview", "memref.view"}  # fmt: skip


class Found(NamedTuple):
    """Whether operations have no token and so no order; the functions that return device memory."""

    unordered: bool
    returning: tuple[str, ...]


def inspect(program: Program) -> Found:
    """Look at the host's functions. CompileError for a program without a kernel."""
    nvvm.kernels(program.text, program.name)
    unordered: list[str] = []
    returning: list[str] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        shared = "hostShared" in op.attributes
        if op.name in _ORDERED and not shared and not _has_token(op):
            unordered.append(op.name)
        if op.name == "func.return" and any(map(_is_device_memory, op.operands)):
            function = op.parent.operation
            returning.append(ir.StringAttr(function.attributes["sym_name"]).value)
        return ir.WalkResult.ADVANCE

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        ir.Module.parse(program.text).operation.walk(visit)
    return Found(bool(unordered), tuple(returning))


def _has_token(op: ir.Operation) -> bool:
    return any(str(result.type) == "!gpu.async.token" for result in op.results)


def _is_device_memory(value: ir.Value) -> bool:
    """Whether a value is a gpu.alloc, or a view of one."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return False
    op = owner.operation
    if op.name in _VIEWS:
        return _is_device_memory(op.operands[0])
    return op.name == "gpu.alloc"
