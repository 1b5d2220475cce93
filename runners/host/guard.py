"""Host code that touches device memory: found as it happens, instead of a crash.

Each access of the lowered host code first asks whether its address lies in the range of device
memory. One that does is kept as an error, and goes elsewhere.
"""

from __future__ import annotations

from typing import NamedTuple

from mlir import ir

from ..coroutines.build import Builder
from ..coroutines.kernel import place

ACCESSED = "runners_host_accessed_device"  # (site) -> an address that is safe to access
_POINTERS = {
    "llvm.load": (0,), "llvm.store": (1,), "llvm.atomicrmw": (0,), "llvm.cmpxchg": (0,),
    "llvm.intr.memcpy": (0, 1), "llvm.intr.memmove": (0, 1), "llvm.intr.memset": (0,),
    "llvm.intr.masked.load": (0,), "llvm.intr.masked.store": (1,),
}  # fmt: skip
_DOES = {"llvm.load": "reads", "llvm.store": "writes", "llvm.intr.masked.load": "reads",
         "llvm.intr.masked.store": "writes", "llvm.call": "frees"}  # fmt: skip
_FUNCTIONS = """
llvm.func @{accessed}(i64) -> !llvm.ptr
llvm.func internal @runners_on_host(%p: !llvm.ptr, %site: i64) -> !llvm.ptr
    attributes {{passthrough = ["alwaysinline"]}} {{
  %low = llvm.mlir.constant({low} : i64) : i64
  %size = llvm.mlir.constant({size} : i64) : i64
  %address = llvm.ptrtoint %p : !llvm.ptr to i64
  %offset = llvm.sub %address, %low : i64
  %device = llvm.icmp "ult" %offset, %size : i64
  llvm.cond_br %device, ^wrong, ^right(%p : !llvm.ptr)
^wrong:
  %elsewhere = llvm.call @{accessed}(%site) : (i64) -> !llvm.ptr
  llvm.br ^right(%elsewhere : !llvm.ptr)
^right(%result: !llvm.ptr):
  llvm.return %result : !llvm.ptr
}}
// Loading a module is for the process, as here; the engine unloads it when nobody listens any more.
llvm.func @mgpuModuleUnload(%module: !llvm.ptr) {{
  llvm.return
}}
"""


class Site(NamedTuple):
    """An access of the host: what to say when it touches device memory, and whether it frees."""

    message: str
    frees: bool


def guard(module: ir.Module, low: int, high: int, source: str) -> list[Site]:
    """Guard the accesses of the host's functions, which get the numbers of their sites."""
    builder, sites = Builder(module), []
    functions = [op.operation for op in module.body.operations if op.operation.name == "llvm.func"]
    for function in functions:
        for block in function.regions[0].blocks if function.regions else ():
            for op in list(block.operations):
                _guard(builder, op.operation, function, sites, source)
    text = _FUNCTIONS.format(accessed=ACCESSED, low=low, size=high - low)
    for op in ir.Module.parse(text).body.operations:
        op.operation.clone(ir.InsertionPoint(module.body))
    return sites


def _guard(
    builder: Builder, op: ir.Operation, function: ir.Operation, sites: list[Site], source: str
) -> None:
    frees = op.name == "llvm.call" and str(op.attributes.get("callee", "")) == "@free"
    at = ir.InsertionPoint(op)
    for number in (0,) if frees else _POINTERS.get(op.name, ()):
        pointer = op.operands[number]
        if str(pointer.type) != "!llvm.ptr" or _is_local(pointer):
            continue
        symbol = str(function.attributes["sym_name"]).strip('"').removeprefix("_mlir_ciface_")
        does = _DOES.get(op.name, "accesses")
        where = place(op.location, source)
        advice = "gpu.dealloc does" if frees else "copy it with gpu.memcpy first"
        at_place = f"{where}: " if where else ""
        message = f"{at_place}{symbol} {does} device memory from the host: {advice}"
        sites.append(Site(message, frees))
        site = builder.constant(at, len(sites) - 1)
        op.operands[number] = builder.call(at, "runners_on_host", [builder.ptr], pointer, site)


def _is_local(pointer: ir.Value) -> bool:
    """Whether a pointer is of the stack, or of a descriptor that Python gave."""
    owner = pointer.owner
    if isinstance(owner, ir.Block):
        return False
    name = owner.operation.name
    if name == "llvm.getelementptr":
        return _is_local(owner.operation.operands[0])
    return name in ("llvm.alloca", "llvm.mlir.addressof")
