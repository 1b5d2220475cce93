"""Device modules: a program's gpu.modules as modules of the LLVM and NVVM dialects, one each.

Lowering is the pipeline gpu-nvvm's, run in mlir-opt. Here is what surrounds it: which kernels there
are and what they take, what is left that nothing lowered, and shared memory as the hardware wants
it. PTX is `ptx`'s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import passes
from . import pipeline as pipelines
from .errors import CompileError
from .lowered import first_left

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mlir import ir

TRIPLE = "nvptx64-nvidia-cuda"
# What LLVM 22 gives this triple (`opt -mtriple=nvptx64-nvidia-cuda -S`). Without it a 64-bit number
# would be taken to be aligned to four bytes, and read in two halves.
DATA_LAYOUT = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
SHARED = 3  # LLVM's address space of shared memory
ALIGNMENT = 16  # bytes: what ldmatrix, cp.async and accesses of four floats want of a shared buffer
_KERNEL = ("gpu.kernel", "nvvm.kernel")
_LOWERED = ("builtin.module", "gpu.module", "llvm.", "nvvm.")


@dataclass(frozen=True)
class Signature:
    """A kernel as MLIR declares it: the types of its arguments, the block and grid it is made for.

    `arguments` is None for a kernel written as llvm.func: its memrefs are pointers and numbers.
    """

    name: str
    module: str
    arguments: tuple[str, ...] | None
    block: tuple[int, int, int] | None = None
    grid: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class DeviceModule:
    """A gpu.module in the LLVM and NVVM dialects: a module of its own, ready to be translated."""

    name: str
    text: str


def kernels(text: str, name: str) -> list[Signature]:
    """The kernels of a program's gpu.modules, as they stand before lowering.

    Raises CompileError for a program without any, saying what it has instead.
    """
    from mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        found = [
            _signature(op, device)
            for device, body in device_bodies(module)
            for op in body
            if any(mark in op.attributes for mark in _KERNEL)
        ]
    if found:
        return found
    if "gpu.launch" in text and "gpu.module" not in text:
        what = "its gpu.launch is not outlined: lower it through gpu-outline first"
    elif "gpu.binary" in text:
        what = "its gpu.modules are compiled already: keep the program from before"
    else:
        what = (
            "lower it through gpu-affine or gpu-parallel-loops first, or write a gpu.module with "
            "a gpu.func that is marked `kernel`"
        )
    raise CompileError(f"{name}: there is no GPU kernel in this program; {what}")


def check_bare(signatures: Iterable[Signature], name: str) -> None:
    """CompileError for an argument whose sizes, or place, one pointer cannot tell."""
    for signature in signatures:
        for kind in signature.arguments or ():
            if kind.startswith("memref<") and ("?" in kind or "*" in kind):
                raise CompileError(
                    f"{name}: {signature.name} takes {kind}: a bare pointer does not tell the "
                    "sizes that are left open; give them, or leave bare_pointers away"
                )


def lower(text: str, name: str, **parameters: object) -> list[DeviceModule]:
    """The program's gpu.modules after the pipeline gpu-nvvm, to which the parameters go.

    Raises CompileError for an operation that no pass lowered; a cast that is left is named with
    the operation that holds it.
    """
    from mlir import ir

    steps = (pipelines.load("gpu-nvvm").text(**parameters), pipelines.load("gpu-inline-ptx").text())
    inner = ",".join(step.removeprefix("builtin.module(")[:-1] for step in steps)
    done = passes.run(wrapped(text), name, f"builtin.module({inner})")
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(done)
        found = []
        for device, body in device_bodies(module):
            for op in body:
                _check_lowered(op, device, name)
                if op.name == "llvm.mlir.global":
                    prepare_shared(op)
            found.append(DeviceModule(device, _standing_alone(body)))
        return found


def wrapped(text: str) -> str:
    """The program; one without a gpu.module but with kernels of llvm.func becomes one inside."""
    if "gpu.module" in text or "nvvm.kernel" not in text:
        return text
    from mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        body = "\n".join(str(op) for op in ir.Module.parse(text).body.operations)
    return f"gpu.module @kernels {{\n{body}\n}}\n"


def device_bodies(module: ir.Module) -> Iterator[tuple[str, list[ir.Operation]]]:
    """Each gpu.module's name and operations; the module itself where kernels stand in it."""
    from mlir import ir

    top = [op.operation for op in module.body.operations]
    for op in top:
        if op.name == "gpu.module":
            symbol = ir.StringAttr(op.attributes["sym_name"]).value
            block = op.regions[0].blocks[0]
            yield symbol, [each.operation for each in block.operations]
    if any("nvvm.kernel" in op.attributes for op in top):
        yield "kernels", top


def _signature(op: ir.Operation, device: str) -> Signature:
    from mlir import ir

    symbol = ir.StringAttr(op.attributes["sym_name"]).value
    if op.name != "gpu.func":
        return Signature(symbol, device, None)
    kind = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value)
    block, grid = (
        tuple(ir.DenseI32ArrayAttr(op.attributes[key])) if key in op.attributes else None
        for key in ("known_block_size", "known_grid_size")
    )
    return Signature(symbol, device, tuple(map(str, kind.inputs)), block, grid)


def _standing_alone(body: list[ir.Operation]) -> str:
    """A module for NVPTX with the operations in it.

    A gpu.module as it stands would be translated to an empty LLVM module, without a word.
    """
    inside = "\n".join(op.get_asm(use_local_scope=True) for op in body)
    return (
        f'module attributes {{llvm.data_layout = "{DATA_LAYOUT}", '
        f'llvm.target_triple = "{TRIPLE}"}} {{\n{inside}\n}}\n'
    )


def prepare_shared(op: ir.Operation) -> None:
    """Align a shared buffer for the widest accesses, and let one of size zero be the launch's.

    The lowering of gpu.dynamic_shared_memory makes an internal variable of no size, which the
    code generator places upon the other buffers. Only an external one means dynamic memory.
    """
    from mlir import ir

    space = op.attributes.get("addr_space")
    if space is None or ir.IntegerAttr(space).value != SHARED:
        return
    given = op.attributes.get("alignment")
    if given is None or ir.IntegerAttr(given).value < ALIGNMENT:
        i64 = ir.IntegerType.get_signless(64)
        op.attributes["alignment"] = ir.IntegerAttr.get(i64, ALIGNMENT)
    if re.fullmatch(r"!llvm\.array<0 x .*>", str(ir.TypeAttr(op.attributes["global_type"]).value)):
        op.attributes["linkage"] = ir.Attribute.parse("#llvm.linkage<external>")


def _check_lowered(function: ir.Operation, device: str, name: str) -> None:
    """CompileError for the first operation in the function that LLVM IR has no word for."""
    from mlir import ir

    left: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if not op.name.startswith(_LOWERED):
            left.append(op)
        return ir.WalkResult.ADVANCE

    function.walk(visit, ir.WalkOrder.POST_ORDER)
    if not left:
        return
    op, detail = first_left(left)
    symbol = (
        str(function.attributes["sym_name"]).strip('"')
        if "sym_name" in function.attributes
        else device
    )
    raise CompileError(
        f"{name}: {op.name}{detail} is left in {symbol} of gpu.module @{device} after gpu-nvvm: no "
        "pass in it lowers this operation"
    )
