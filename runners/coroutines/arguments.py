"""From a kernel's arguments to the words and ranges that a launch has in memory.

A memref's descriptor is, field by field, what the lowered kernel takes as parameters. Each array
gives the range of addresses that the kernel may reach through it.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from mlir import ir

from .. import call, memref
from .. import launch as launches
from ..errors import ArgumentError
from ..memref import MemRef
from ..signature import _boundary_type

if TYPE_CHECKING:
    from ..nvvm import Signature
    from .kernel import Kernel


@dataclass(frozen=True)
class Memory:
    """A range that a kernel may access: what it is called, and the bytes of an element."""

    name: str
    low: int
    high: int
    itemsize: int = 1


def pack(
    found: Signature, kernel: Kernel, args: Sequence[object]
) -> tuple[np.ndarray, np.ndarray, list[Memory]]:
    """The words of the arguments, the range behind each parameter, and the memory of arrays.

    Raises ArgumentError for a count, type, dtype, shape or layout that the kernel does not take.
    """
    types = kernel.parameters if found.arguments is None else found.arguments
    launches.count(found.name, types, args)
    words: list[int] = []
    memories = []
    ranges = np.zeros((len(kernel.parameters), 2), np.int64)
    for position, (text, value) in enumerate(zip(types, args, strict=True)):
        where = f"{found.name}: argument {position + 1} of {len(types)}"
        number = len(words)
        if not text.startswith(("memref<", "!llvm.ptr")):
            words.append(_scalar(text, where, value))
            continue
        kind = _memref(text, where) if text.startswith("memref<") else None
        parameters = range(number, number + (1 if kind is None else 3 + 2 * len(kind.shape)))
        written = not kernel.written.isdisjoint(parameters)
        if kind is None:
            low, high = _bare(where, value, written)
            words.append(low)
        else:
            descriptor, low, high, _ = memref.packer(kind, where, written)(value)
            words += np.frombuffer(descriptor, np.uint64).tolist()
        ranges[number : number + 2] = low, high
        memories.append(Memory(f"argument {position + 1}", low, high, value.dtype.itemsize))
    return np.array(words, np.uint64), ranges, memories


@functools.cache
def _context() -> ir.Context:
    """Where types are parsed; making one takes longer than parsing."""
    return ir.Context()


@functools.cache
def _memref(text: str, where: str) -> MemRef:
    """The memref type of an argument, which may be in global memory by name."""
    with _context(), ir.Location.unknown():
        kind = ir.Type.parse(text)
        space = str(getattr(kind, "memory_space", None))
        if space in ("#gpu.address_space<global>", "1", "1 : i64"):
            kind = ir.MemRefType.get(kind.shape, kind.element_type, layout=kind.layout)
        found = _boundary_type(kind)
    problem = found if isinstance(found, str) else call.unsupported(found)
    if problem or found.shape is None:
        raise ArgumentError(f"{where} is {text}, which cannot be passed: {problem or 'no rank'}")
    return found


def _bare(where: str, value: object, written: bool) -> tuple[int, int]:
    """The range of an array that a kernel takes as a pointer."""
    if not isinstance(value, np.ndarray):
        raise ArgumentError(f"{where} is a pointer and takes an array; got {type(value).__name__}")
    if not value.flags.c_contiguous:
        raise ArgumentError(f"{where} is a pointer: pass a contiguous array")
    if written and not value.flags.writeable:
        raise ArgumentError(f"{where} is written by the kernel; got a read-only array: pass a copy")
    start = value.__array_interface__["data"][0]
    return start, start + value.nbytes


def _scalar(text: str, where: str, value: object) -> int:
    """The word of a scalar, its bytes first."""
    problem = call.unsupported(call.Scalar(text)) or ("complex" in text and "two numbers")
    if problem:
        raise ArgumentError(f"{where} is {text}, which cannot be passed: {problem}")
    packer, (c_type,) = call.scalar_packer(text, where)
    packed = packer(value)
    cell = packed if isinstance(packed, c_type) else c_type(packed)
    return int.from_bytes(bytes(cell)[:8], "little")
