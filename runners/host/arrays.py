"""From the parameters of a lowered kernel back to the arrays and numbers that MLIR declares.

The simulator takes a kernel's arguments as its gpu.func has them; host code passes each memref as
the fields of its descriptor. The arrays lie in device memory and are not copied.
"""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING

import numpy as np

from .. import call, memref
from ..errors import ArgumentError
from ..launch import LaunchError

if TYPE_CHECKING:
    from ..nvvm import Signature
    from .memory import Memory


def arguments(found: Signature, words: np.ndarray, memory: Memory) -> list[object]:
    """The arguments of a kernel by its signature, from the words of its parameters."""
    values, at = [], 0
    for number, kind in enumerate(_declared(found)):
        if kind.startswith("memref<"):
            rank = _rank(kind)
            fields = words[at : at + 3 + 2 * rank]
            where = f"{found.name}: argument {number + 1} of {len(found.arguments)}"
            values.append(_array(kind, fields, rank, memory, where))
            at += len(fields)
        else:
            values.append(_scalar(kind, words[at : at + 1]))
            at += 1
    return values


def parameters(found: Signature) -> tuple[str, ...]:
    """The types of the parameters that the kernel's arguments become."""
    types: list[str] = []
    for kind in _declared(found):
        if kind.startswith("memref<"):
            types += ["!llvm.ptr"] * 2 + ["i64"] * (1 + 2 * _rank(kind))
        else:
            types.append("i64" if kind == "index" else kind)
    return tuple(types)


def _declared(found: Signature) -> tuple[str, ...]:
    if found.arguments is None:
        raise ArgumentError(
            f"{found.name} is written as llvm.func, which the simulator does not read; "
            'use device="coroutines"'
        )
    return found.arguments


@functools.cache
def _element(kind: str) -> np.dtype:
    """The dtype of a memref's elements."""
    inside = kind.removeprefix("memref<").partition(",")[0].rstrip(">")
    name = inside.rpartition("x")[2] if "complex" not in inside else inside[inside.index("c") :]
    known = memref.dtypes(name)
    if not known:
        raise ArgumentError(f"{kind}: NumPy has no dtype for {name}")
    return known[0]


def _rank(kind: str) -> int:
    return kind.removeprefix("memref<").partition(",")[0].count("x") - kind.count("complex<")


def _array(kind: str, fields: np.ndarray, rank: int, memory: Memory, where: str) -> np.ndarray:
    """The array of a descriptor. LaunchError when it reaches out of its buffer."""
    numbers = fields.view(np.int64).tolist()
    dtype = _element(kind)
    start = numbers[1] + numbers[2] * dtype.itemsize
    shape, steps = numbers[3 : 3 + rank], numbers[3 + rank :]
    strides = [step * dtype.itemsize for step in steps]
    if 0 in shape:
        return np.empty(shape, dtype)
    spans = [(size - 1) * stride for size, stride in zip(shape, strides, strict=True)]
    low = start + sum(min(span, 0) for span in spans)
    high = start + sum(max(span, 0) for span in spans) + dtype.itemsize
    buffer = memory.find(low)
    if buffer is None or high > buffer.high:
        raise LaunchError(
            f"{where} is {kind} of sizes {tuple(shape)}, {high - low} bytes at "
            f"{memory.describe(low)}: they do not fit there"
        )
    whole = (ctypes.c_char * (high - low)).from_address(low)
    base = np.frombuffer(whole, np.uint8)
    return np.ndarray(shape, dtype, base, start - low, strides)


def _scalar(kind: str, word: np.ndarray) -> object:
    raw = word.view(np.uint8)
    if kind == "index":
        return int(word.view(np.int64)[0])
    if kind == "i1":
        return bool(raw[0] & 1)
    problem = call.unsupported(call.Scalar(kind))
    if problem:
        raise ArgumentError(problem)
    dtype = memref.dtypes(kind)[0]
    return raw[: dtype.itemsize].view(dtype)[0]
