"""What a pointer in a lowered kernel points into, and how many bytes a type has.

An address is followed back through casts, offsets, selections and branches to the objects that it
may be of: a parameter, a global, a buffer on the stack. Nothing is changed here.
"""

from __future__ import annotations

from typing import NamedTuple

from mlir import ir
from mlir.dialects import llvm

_SAME_OBJECT = {"llvm.getelementptr", "llvm.addrspacecast", "llvm.bitcast", "llvm.freeze",
                "nvvm.mapa"}  # fmt: skip
_BITS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}


class Base(NamedTuple):
    """An object: a parameter by its number, a global by its name, a stack buffer by its place
    among the kernel's, or `unknown` (an address that was computed or loaded)."""

    kind: str  # "argument", "global", "local", "unknown"
    key: int | str = 0


UNKNOWN = Base("unknown")


class Pointers:
    """Finds the bases of the pointers of one kernel, before anything in it is moved."""

    def __init__(self, blocks: list[ir.Block], locals_: list[ir.Operation]) -> None:
        self.entry = blocks[0]
        self.locals = {op.results[0]: number for number, op in enumerate(locals_)}
        self._known: dict[ir.Value, frozenset[Base]] = {}

    def bases(self, value: ir.Value) -> frozenset[Base]:
        """Every object that the pointer may be into."""
        if value not in self._known:
            found: set[Base] = set()
            self._follow(value, found, set())
            self._known[value] = frozenset(found)
        return self._known[value]

    def _follow(self, value: ir.Value, found: set[Base], seen: set) -> None:
        if value in seen:
            return
        seen.add(value)
        owner = value.owner
        if isinstance(owner, ir.Block):
            number = ir.BlockArgument(value).arg_number
            if owner == self.entry:
                found.add(Base("argument", number))
                return
            for incoming in _incoming(owner, number):
                if incoming is None:
                    found.add(UNKNOWN)
                else:
                    self._follow(incoming, found, seen)
            return
        op = owner.operation
        if op.name in _SAME_OBJECT:
            self._follow(op.operands[0], found, seen)
        elif op.name == "llvm.select":
            self._follow(op.operands[1], found, seen)
            self._follow(op.operands[2], found, seen)
        elif op.name == "llvm.mlir.addressof":
            found.add(Base("global", ir.FlatSymbolRefAttr(op.attributes["global_name"]).value))
        elif value in self.locals:
            found.add(Base("local", self.locals[value]))
        else:
            found.add(UNKNOWN)


def _incoming(block: ir.Block, number: int) -> list[ir.Value | None]:
    """What each branch passes as the block's argument of that number; None for one not known."""
    values: list[ir.Value | None] = []
    for before in block.predecessors:
        last = before.operations[len(before.operations) - 1].operation
        if last.name == "llvm.br":
            values.append(last.operands[number])
        elif last.name == "llvm.cond_br":
            sizes = ir.DenseI32ArrayAttr(last.attributes["operandSegmentSizes"])
            starts = (sizes[0], sizes[0] + sizes[1])
            for successor, start in zip(last.successors, starts, strict=True):
                if successor == block:
                    values.append(last.operands[start + number])
        else:
            values.append(None)
    return values


def size(kind: ir.Type) -> int:
    """The bytes that a value of an LLVM type takes in memory."""
    text = str(kind)
    if text in _BITS:
        return _BITS[text] // 8
    if isinstance(kind, ir.IntegerType):
        whole = -(-kind.width // 8)
        return whole if whole <= 1 else 1 << (whole - 1).bit_length()
    if isinstance(kind, ir.VectorType):
        return -(-_count(kind) * bits_of(kind.element_type) // 8)
    if text.startswith("!llvm.ptr"):
        return 8
    if text.startswith("!llvm.array<"):
        count, _, element = text.removeprefix("!llvm.array<")[:-1].partition(" x ")
        return int(count) * size(_parsed(element))
    if text.startswith("!llvm.struct<"):
        end, largest = 0, 1
        for part in llvm.StructType(kind).body:
            step = alignment(part)
            end, largest = -(-end // step) * step + size(part), max(largest, step)
        return -(-end // largest) * largest
    if text.startswith("f8"):
        return 1
    raise TypeError(f"the size of {text} is not known")


def bits_of(kind: ir.Type) -> int:
    return kind.width if isinstance(kind, ir.IntegerType) else 8 * size(kind)


def _count(kind: ir.VectorType) -> int:
    count = 1
    for axis in range(kind.rank):
        count *= kind.get_dim_size(axis)
    return count


def _parsed(text: str) -> ir.Type:
    """A type as it stands inside another of the LLVM dialect, where `ptr` is `!llvm.ptr`."""
    inside = text.startswith(("ptr", "struct", "array"))
    return ir.Type.parse(f"!llvm.{text}" if inside else text)


def alignment(kind: ir.Type) -> int:
    """The alignment in bytes that LLVM assumes for a value of the type where none is given."""
    text = str(kind)
    if text.startswith("!llvm.array<"):
        return alignment(_parsed(text.removeprefix("!llvm.array<")[:-1].partition(" x ")[2]))
    if text.startswith("!llvm.struct<"):
        return max([1, *map(alignment, llvm.StructType(kind).body)])
    return 1 << max(size(kind) - 1, 0).bit_length()
