"""Builds operations of the LLVM dialect: the few shapes that `rewrite` puts into a kernel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from mlir import ir

EQUAL, BELOW_OR_SAME, ABOVE_OR_SAME = 0, 7, 9  # predicates of llvm.icmp, the last two unsigned


class Builder:
    """Types, and functions that insert one operation at a place and give its result."""

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        bits = ir.IntegerType.get_signless
        self.i1, self.i8, self.i32, self.i64 = bits(1), bits(8), bits(32), bits(64)
        self.ptr = ir.Type.parse("!llvm.ptr")
        self.token = ir.Type.parse("!llvm.token")

    def op(
        self,
        at: ir.InsertionPoint,
        name: str,
        results: Sequence[ir.Type] = (),
        operands: Sequence[ir.Value] = (),
        attributes: dict[str, ir.Attribute] | None = None,
        successors: Sequence[ir.Block] = (),
    ) -> ir.Value | None:
        made = ir.Operation.create(
            name, results=list(results), operands=list(operands), attributes=attributes or {},
            successors=list(successors), ip=at,
        )  # fmt: skip
        return made.results[0] if results else None

    def constant(self, at: ir.InsertionPoint, value: int, kind: ir.Type | None = None) -> ir.Value:
        kind = kind or self.i64
        attribute = ir.IntegerAttr.get(kind, value)
        return self.op(at, "llvm.mlir.constant", [kind], attributes={"value": attribute})

    def compare(self, at: ir.InsertionPoint, how: int, a: ir.Value, b: ir.Value) -> ir.Value:
        return self.op(at, "llvm.icmp", [self.i1], [a, b],
                       {"predicate": ir.IntegerAttr.get(self.i64, how)})  # fmt: skip

    def offset(self, at: ir.InsertionPoint, pointer: ir.Value, bytes_: int) -> ir.Value:
        attributes = {
            "rawConstantIndices": ir.DenseI32ArrayAttr.get([bytes_]),
            "elem_type": ir.TypeAttr.get(self.i8),
        }
        return self.op(at, "llvm.getelementptr", [self.ptr], [pointer], attributes)

    # Values in a record have the alignment of a word, however wide their type.
    def load(
        self, at: ir.InsertionPoint, kind: ir.Type, pointer: ir.Value, bytes_: int
    ) -> ir.Value:
        where = self.offset(at, pointer, bytes_)
        return self.op(at, "llvm.load", [kind], [where], {"alignment": self._step(bytes_)})

    def store(self, at: ir.InsertionPoint, value: ir.Value, pointer: ir.Value, bytes_: int) -> None:
        where = self.offset(at, pointer, bytes_)
        self.op(at, "llvm.store", [], [value, where], {"alignment": self._step(bytes_)})

    def _step(self, bytes_: int) -> ir.Attribute:
        return ir.IntegerAttr.get(self.i64, 8 if bytes_ % 8 == 0 else 4)

    def call(
        self, at: ir.InsertionPoint, callee: str, results: Sequence[ir.Type], *operands: ir.Value
    ) -> ir.Value | None:
        attributes = {
            "callee": ir.FlatSymbolRefAttr.get(callee),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0]),
            "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
        }
        return self.op(at, "llvm.call", results, operands, attributes)

    def cast(self, at: ir.InsertionPoint, pointer: ir.Value, kind: ir.Type) -> ir.Value:
        """The pointer in the address space of `kind`."""
        if pointer.type == kind:
            return pointer
        return self.op(at, "llvm.addrspacecast", [kind], [pointer])

    def jump(self, at: ir.InsertionPoint, block: ir.Block) -> None:
        self.op(at, "llvm.br", successors=[block])

    def branch(
        self, at: ir.InsertionPoint, condition: ir.Value, yes: ir.Block, no: ir.Block
    ) -> None:
        sizes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0])}
        self.op(at, "llvm.cond_br", [], [condition], sizes, [yes, no])

    def switch(
        self, at: ir.InsertionPoint, state: ir.Value, blocks: Sequence[ir.Block], other: ir.Block
    ) -> None:
        """Go to the block of that number, or to `other`; the state is an i8."""
        numbers = np.arange(len(blocks), dtype=np.int8)
        attributes = {
            "case_values": ir.DenseElementsAttr.get(numbers, type=self.i8),
            "case_operand_segments": ir.DenseI32ArrayAttr.get([0] * len(blocks)),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0]),
        }
        self.op(at, "llvm.switch", [], [state], attributes, [other, *blocks])

    def function(self, name: str, kind: str, passthrough: Sequence[str] = ()) -> ir.Operation:
        """An llvm.func without a body, at the module's end."""
        attributes = {
            "sym_name": ir.StringAttr.get(name),
            "function_type": ir.TypeAttr.get(ir.Type.parse(f"!llvm.func<{kind}>")),
        }
        if passthrough:
            attributes["passthrough"] = ir.ArrayAttr.get(list(map(ir.StringAttr.get, passthrough)))
        at = ir.InsertionPoint(self.module.body)
        return ir.Operation.create("llvm.func", attributes=attributes, regions=1, ip=at)
