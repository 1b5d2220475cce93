"""The table of operations, which the modules op_* fill, and how their attributes are read.

An entry gets a translator and an operation and gives a step, a function (batch, values, mask) that
executes it, or None when there is nothing to execute.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mlir import ir

if TYPE_CHECKING:
    from .machine import Batch, Mask
    from .translate import Translator

Step = Callable[["Batch", list, "Mask"], None]
Entry = Callable[["Translator", ir.Operation], "Step | None"]
OPERATIONS: dict[str, Entry] = {}
DYNAMIC = -(1 << 63)


def operation(*names: str) -> Callable[[Entry], Entry]:
    """Enter a function into the table under these names."""

    def enter(function: Entry) -> Entry:
        for name in names:
            OPERATIONS[name] = function
        return function

    return enter


def pure(name: str, function: Callable[..., Any]) -> None:
    """Enter an operation whose one result is a function of its operands."""

    def entry(t: Translator, op: ir.Operation) -> Step:
        return apply(t, op, function)

    OPERATIONS[name] = entry


def apply(t: Translator, op: ir.Operation, function: Callable[..., Any]) -> Step:
    """A step that sets the operation's one result to a function of its operands."""
    slots, result = [t.slot(operand) for operand in op.operands], t.slot(op.results[0])
    if len(slots) == 1:
        (only,) = slots

        def one(_s: Batch, v: list, _m: Mask) -> None:
            v[result] = function(v[only])

        return one
    if len(slots) == 2:
        left, right = slots

        def two(_s: Batch, v: list, _m: Mask) -> None:
            v[result] = function(v[left], v[right])

        return two

    def many(_s: Batch, v: list, _m: Mask) -> None:
        v[result] = function(*[v[slot] for slot in slots])

    return many


def integer(op: ir.Operation, name: str, default: int | None = None) -> int | None:
    """An integer attribute's value."""
    if name not in op.attributes:
        return default
    return ir.IntegerAttr(op.attributes[name]).value


def integers(op: ir.Operation, name: str) -> list[int]:
    """The values of an array of integers, dense or not."""
    attribute = op.attributes[name]
    if isinstance(attribute, (ir.DenseI64ArrayAttr, ir.DenseI32ArrayAttr)):
        return list(attribute)
    return [ir.IntegerAttr(each).value for each in ir.ArrayAttr(attribute)]


def booleans(op: ir.Operation, name: str, count: int) -> list[bool]:
    """The values of an array of booleans; false for each where there is none."""
    if name not in op.attributes:
        return [False] * count
    attribute = op.attributes[name]
    if isinstance(attribute, ir.DenseBoolArrayAttr):
        return list(ir.DenseBoolArrayAttr(attribute))
    return [ir.BoolAttr(each).value for each in ir.ArrayAttr(attribute)]


def word(op: ir.Operation, name: str) -> str | None:
    """The last word of an enumeration: xor of #gpu<shuffle_mode xor>, add of #vector.kind<add>."""
    if name not in op.attributes:
        return None
    return re.findall(r"\w+", str(op.attributes[name]))[-1]


def symbol(op: ir.Operation, name: str) -> str:
    return ir.FlatSymbolRefAttr(op.attributes[name]).value


def segments(op: ir.Operation) -> list[list[ir.Value]]:
    """The operands by group, as operandSegmentSizes says."""
    found, start = [], 0
    for size in integers(op, "operandSegmentSizes"):
        found.append(list(op.operands)[start : start + size])
        start += size
    return found
