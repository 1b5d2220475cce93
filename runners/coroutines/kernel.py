"""A kernel as a coroutine, and its sites: the operations that touch memory or wait.

With them is what can be said of an operation of the lowered kernel by looking at it. `rewrite`
makes the kernel; `meet` and the messages of faults read the sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mlir import ir
from mlir.dialects import llvm

from .pointers import Base, alignment, size

_SHARED_ALIGNMENT = 128  # of each object in shared memory


@dataclass(frozen=True)
class Site:
    """An operation of the kernel: what it is, where it stands, what it touches or waits for."""

    operation: str  # its name after lowering, or the function that it calls
    place: str  # file:line:column in the source, or ""
    what: str = ""  # of an access: reads, writes, updates
    bytes: int = 0
    bases: tuple[Base, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    operands: tuple[tuple[int, int], ...] = ()  # first word and bytes of each operand
    types: tuple[str, ...] = ()  # of the operands
    results: tuple[tuple[int, int], ...] = ()  # first word and bytes
    printed: tuple[tuple[int, str], ...] = ()  # offset and type of what printf shows


@dataclass(frozen=True)
class Kernel:
    """A kernel as a coroutine: the module's text and what is known about it."""

    name: str
    text: str
    parameters: tuple[str, ...]  # types after lowering
    written: frozenset[int]  # numbers of those that the kernel may write through
    sites: tuple[Site, ...]
    shared: dict[str, tuple[int, int]]  # name -> offset and bytes; 0 bytes: dynamic

    @property
    def static_shared(self) -> int:
        """The bytes of shared memory that the kernel declares."""
        return sum(bytes_ for _, bytes_ in self.shared.values())

    @property
    def shared_end(self) -> int:
        """Where dynamic shared memory starts, or shared memory ends."""
        return max((start + bytes_ for start, bytes_ in self.shared.values()), default=0)


def symbol(op: ir.OpView | ir.Operation) -> str:
    return ir.StringAttr(op.operation.attributes["sym_name"]).value


def place(location: ir.Location, source: str) -> str:
    """file:line:column of the innermost place that a location names, or ""."""
    if location.is_a_file():
        file = str(location.filename).strip('"')
        shown = source if file in ("-", "<stdin>") else file
        return f"{shown}:{location.start_line}:{location.start_col}"
    if location.is_a_name():
        return place(location.child_loc, source)
    if location.is_a_callsite():
        return place(location.callee, source)
    if location.is_a_fused():
        return next(filter(None, (place(each, source) for each in location.locations)), "")
    return ""


def is_pointer(value: ir.Value) -> bool:
    return str(value.type).startswith("!llvm.ptr")


def waiting(op: ir.Operation) -> str:
    """The operation's name, or that of the function that it calls."""
    if op.name == "llvm.call" and "callee" in op.attributes:
        return ir.FlatSymbolRefAttr(op.attributes["callee"]).value
    return op.name


def parts(kind: ir.Type) -> list[ir.Type]:
    return list(llvm.StructType(kind).body) if str(kind).startswith("!llvm.struct<") else [kind]


def packed(kinds: list[ir.Type]) -> tuple[tuple[int, int], ...]:
    """First word and bytes of values that stand one after another, each from a word's start."""
    places, end = [], 0
    for kind in kinds:
        places.append((end, size(kind)))
        end += -(-size(kind) // 8)
    return tuple(places)


def printed(op: ir.Operation) -> tuple[tuple[int, str], ...]:
    """Offset and type of the values in the buffer that vprintf is given."""
    if waiting(op) != "vprintf":
        return ()
    owner = op.operands[1].owner
    if isinstance(owner, ir.Block) or owner.operation.name != "llvm.alloca":
        return ()
    places, end = [], 0
    for kind in parts(ir.TypeAttr(owner.operation.attributes["elem_type"]).value):
        end = -(-end // alignment(kind)) * alignment(kind)
        places.append((end, str(kind)))
        end += size(kind)
    return tuple(places)


def latches(blocks: list[ir.Block]) -> Iterator[tuple[ir.Block, ir.Operation]]:
    """The header of each loop and a branch back to it: every cycle has a branch to a block that
    does not come later."""
    numbers = {block: number for number, block in enumerate(blocks)}
    found = {}
    for block in blocks:
        last = block.operations[len(block.operations) - 1].operation
        for successor in last.successors:
            if numbers[successor] <= numbers[block]:
                found.setdefault(successor, last)
    return list(found.items())


def named(operations: list[ir.Operation]) -> Iterator[str]:
    """The globals whose address the operations take."""
    for op in operations:
        if op.name == "llvm.mlir.addressof":
            yield ir.FlatSymbolRefAttr(op.attributes["global_name"]).value


def shared_layout(objects: Iterable[ir.Operation]) -> dict[str, tuple[int, int]]:
    """Offset and bytes of each global in shared memory; what has no size comes last."""
    sizes = {
        symbol(op): size(ir.TypeAttr(op.attributes["global_type"]).value)
        for op in objects
        if op.name == "llvm.mlir.global"
        and "addr_space" in op.attributes
        and ir.IntegerAttr(op.attributes["addr_space"]).value == 3
    }
    layout, end = {}, 0
    for name, bytes_ in sorted(sizes.items(), key=lambda item: item[1] == 0):
        end = -(-end // _SHARED_ALIGNMENT) * _SHARED_ALIGNMENT
        layout[name] = (end, bytes_)
        end += bytes_
    return layout
