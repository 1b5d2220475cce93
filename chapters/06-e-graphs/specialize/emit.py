"""A kernel's module: a function over buffers, for a target and for a layout of its arguments.

"loops" is one linalg.generic, whose maps say how each argument is broadcast. "vectors" is a loop
over vectors of 16 elements and a masked rest, with functions of mlir/kernels for what vectors have
no fast operation for. "openmp" is the same over blocks, in a parallel loop. Passes are `runners`'.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from mlir import ir
from mlir.dialects import arith, func, linalg, memref, scf, vector

from .operations import Emitter, element, libm_functions
from .terms import Term, nodes

WIDTH = 16
BLOCK = 16384  # elements that a thread takes at a time
KERNELS = Path(__file__).resolve().parents[3] / "mlir" / "kernels"
# What vectors of float32 call instead of libm: the file and the function in it.
VECTOR_FUNCTIONS = {
    "sin": ("sines.mlir", "vector_sin"),
    "cos": ("sines.mlir", "vector_cos"),
    "exp": ("rows.mlir", "vector_exp"),
    "tanh": ("rows.mlir", "vector_tanh"),
}
PIPELINES = {"loops": "cpu-buffers", "vectors": "cpu-vectors", "openmp": "cpu-vectors-openmp"}


@dataclass(frozen=True)
class Operand:
    """How an array lies beneath the loops: which of them it moves with, and its strides.

    `form` is "scalar" (no loop, passed by value), "contiguous", "inner" (stride 1 in its last
    dimension) or "strided".
    """

    loops: tuple[int, ...]
    form: str


@dataclass(frozen=True)
class Layout:
    """Loops, and for each argument, then for the result, how it lies beneath them."""

    loops: int
    arguments: tuple[Operand, ...]
    result: Operand


def build(term: Term, kinds: Sequence[str], layout: Layout, target: str) -> str:
    """The text of the module with the function @kernel, verified."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.create()
        order = nodes(term)
        with ir.InsertionPoint(module.body):
            for name, kind in libm_functions(order).items():
                function = func.FuncOp(
                    name, ([element(kind)], [element(kind)]), visibility="private"
                )
                function.attributes["llvm.readnone"] = ir.UnitAttr.get()
            if target == "loops":
                _linalg(term, order, kinds, layout)
            else:
                _vectors(term, order, kinds, layout, target == "openmp")
        module.operation.verify()
        return str(module)


def _type(kind: str, operand: Operand) -> ir.Type:
    scalar = element(kind)
    if operand.form == "scalar":
        return scalar
    rank, dynamic = len(operand.loops), ir.ShapedType.get_dynamic_size()
    if operand.form == "contiguous":
        return ir.MemRefType.get([dynamic] * rank, scalar)
    stride = ir.ShapedType.get_dynamic_stride_or_offset()
    strides = [stride] * (rank - 1) + [1 if operand.form == "inner" else stride]
    return ir.MemRefType.get(
        [dynamic] * rank, scalar, layout=ir.StridedLayoutAttr.get(stride, strides)
    )


def _function(kinds: Sequence[str], term: Term, layout: Layout) -> func.FuncOp:
    inputs = [_type(kind, at) for kind, at in zip(kinds, layout.arguments, strict=True)]
    function = func.FuncOp("kernel", ([*inputs, _type(term.kind, layout.result)], []))
    function.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
    function.add_entry_block()
    return function


def _body(emitter: Emitter, term: Term, order: list[Term], arguments: Sequence[ir.Value]):
    made: dict[int, ir.Value] = {}
    for node in order:
        if node.op == "argument":
            made[id(node)] = arguments[node.payload]
        elif node.op == "constant":
            made[id(node)] = emitter.constant(node.value, node.kind)
        else:
            made[id(node)] = emitter.term(node, [made[id(arg)] for arg in node.args])
    return made[id(term)]


# Loops: one linalg.generic -------------------------------------------------------------------


def _linalg(term: Term, order: list[Term], kinds: Sequence[str], layout: Layout) -> None:
    function = _function(kinds, term, layout)
    with ir.InsertionPoint(function.entry_block):
        *inputs, out = function.arguments
        maps = [_map(layout.loops, at.loops) for at in (*layout.arguments, layout.result)]
        parallel = ir.Attribute.parse("#linalg.iterator_type<parallel>")
        generic = linalg.GenericOp(
            [], inputs, [out], ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
            ir.ArrayAttr.get([parallel] * layout.loops),
        )  # fmt: skip
        elements = [element(kind) for kind in (*kinds, term.kind)]
        block = generic.regions[0].blocks.append(*elements)
        with ir.InsertionPoint(block):
            linalg.YieldOp([_body(Emitter(), term, order, block.arguments)])
        func.ReturnOp([])


def _map(loops: int, used: Sequence[int]) -> ir.AffineMap:
    return ir.AffineMap.get(loops, 0, [ir.AffineDimExpr.get(n) for n in used])


# Vectors ---------------------------------------------------------------------------------------


def _vectors(
    term: Term, order: list[Term], kinds: Sequence[str], layout: Layout, parallel: bool
) -> None:
    replaced = {}
    for node in order:
        if node.op in VECTOR_FUNCTIONS and node.kind == "float32":
            replaced[node.op] = VECTOR_FUNCTIONS[node.op][1]
    _copy_functions({VECTOR_FUNCTIONS[op] for op in replaced})
    emitter = Emitter(WIDTH, replaced)
    types = [emitter.type(kind) for kind in kinds]
    body = func.FuncOp("elements", (types, [emitter.type(term.kind)]), visibility="private")
    with ir.InsertionPoint(body.add_entry_block()):
        func.ReturnOp([_body(emitter, term, order, body.arguments)])

    row = _Row(kinds, term.kind, layout, emitter).emit()
    function = _function(kinds, term, layout)
    with ir.InsertionPoint(function.entry_block):
        _call_rows(row, function, layout.loops, parallel)
        func.ReturnOp([])


def _index(value: int) -> ir.Value:
    return arith.ConstantOp(ir.IndexType.get(), value).result


def _call_rows(row: func.FuncOp, function: func.FuncOp, loops: int, parallel: bool) -> None:
    """The loops but the last, which @row has; in parallel also over blocks of the last."""
    *_, out = function.arguments
    zero, one = _index(0), _index(1)
    sizes = [memref.DimOp(out, _index(n)).result for n in range(loops)]
    if not parallel:
        with ExitStack() as stack:
            outer = []
            for size in sizes[:-1]:
                loop = scf.ForOp(zero, size, one)
                outer.append(loop.induction_variable)
                stack.callback(_yield_at, loop.body)
                stack.enter_context(ir.InsertionPoint(loop.body))
            func.CallOp(row, [*function.arguments, *outer, zero, sizes[-1]])
        return
    length = _index(BLOCK)
    blocks = arith.CeilDivSIOp(sizes[-1], length).result
    bounds = [*sizes[:-1], blocks]
    loop = scf.ParallelOp([], [zero] * loops, bounds, [one] * loops, [])
    body = loop.regions[0].blocks.append(*[ir.IndexType.get()] * loops)
    with ir.InsertionPoint(body):
        *outer, number = body.arguments
        start = arith.MulIOp(number, length).result
        end = arith.MinSIOp(arith.AddIOp(start, length).result, sizes[-1]).result
        func.CallOp(row, [*function.arguments, *outer, start, end])
        scf.ReduceOp([], 0)


class _Row:
    """@row: the elements [start, end) of the last dimension, at given places in the others."""

    def __init__(self, kinds: Sequence[str], result: str, layout: Layout, emitter: Emitter) -> None:
        self.kinds, self.result, self.layout, self.emitter = kinds, result, layout, emitter
        self.last = layout.loops - 1

    def emit(self) -> func.FuncOp:
        index = ir.IndexType.get()
        buffers = [_type(k, at) for k, at in zip(self.kinds, self.layout.arguments, strict=True)]
        buffers.append(_type(self.result, self.layout.result))
        types = [*buffers, *[index] * (self.last + 2)]
        function = func.FuncOp("row", (types, []), visibility="private")
        with ir.InsertionPoint(function.add_entry_block()):
            *self.inputs, self.out = function.arguments[: len(buffers)]
            *outer, start, end = function.arguments[len(buffers) :]
            self._loops(outer, start, end)
            func.ReturnOp([])
        return function

    def _loops(self, outer: list[ir.Value], start: ir.Value, end: ir.Value) -> None:
        """Whole vectors, then what is left under a mask."""
        width = _index(WIDTH)
        left = arith.RemSIOp(arith.SubIOp(end, start).result, width).result
        whole = arith.SubIOp(end, left).result
        fixed = {n: self._spread(n, outer) for n in range(len(self.inputs)) if not self._moves(n)}
        loop = scf.ForOp(start, whole, width)
        with ir.InsertionPoint(loop.body):
            at = [*outer, loop.induction_variable]
            values = [
                fixed[n] if n in fixed else
                vector.LoadOp(self._vector(n), buffer, self._subscripts(n, at)).result
                for n, buffer in enumerate(self.inputs)
            ]  # fmt: skip
            vector.StoreOp(self._call(values), self.out, at)
            scf.YieldOp([])
        bits = ir.VectorType.get([WIDTH], ir.IntegerType.get_signless(1))
        mask = vector.CreateMaskOp(bits, [left]).result
        at = [*outer, whole]
        values = [
            fixed[n] if n in fixed else
            vector.MaskedLoadOp(
                self._vector(n), buffer, self._subscripts(n, at), mask,
                self.emitter.constant(0, self.kinds[n]),
            ).result
            for n, buffer in enumerate(self.inputs)
        ]  # fmt: skip
        vector.MaskedStoreOp(self.out, at, mask, self._call(values))

    def _call(self, values: list[ir.Value]) -> ir.Value:
        return func.CallOp([self.emitter.type(self.result)], "elements", values).result

    def _vector(self, n: int) -> ir.Type:
        return self.emitter.type(self.kinds[n])

    def _moves(self, n: int) -> bool:
        """Whether an argument has elements along the last loop."""
        return self.last in self.layout.arguments[n].loops

    def _subscripts(self, n: int, at: list[ir.Value]) -> list[ir.Value]:
        return [at[loop] for loop in self.layout.arguments[n].loops]

    def _spread(self, n: int, outer: list[ir.Value]) -> ir.Value:
        """An argument that does not move with the last loop: one number, in all elements."""
        value = self.inputs[n]
        if self.layout.arguments[n].form != "scalar":
            value = memref.LoadOp(value, self._subscripts(n, outer)).result
        return vector.BroadcastOp(self._vector(n), value).result


def _yield_at(block: ir.Block) -> None:
    with ir.InsertionPoint(block):
        scf.YieldOp([])


# Functions from mlir/kernels -------------------------------------------------------------------


def _copy_functions(wanted: set[tuple[str, str]]) -> None:
    """Put functions of the kernel files, and those that they call, into the module."""
    for file in sorted({file for file, _ in wanted}):
        source = ir.Module.parse((KERNELS / file).read_text(encoding="utf-8"))
        functions = {
            ir.StringAttr(op.operation.attributes["sym_name"]).value: op.operation
            for op in source.body.operations
        }
        waiting, done = [name for where, name in sorted(wanted) if where == file], set()
        while waiting:
            name = waiting.pop()
            if name not in done:
                done.add(name)
                functions[name].clone()  # goes to the insertion point
                waiting += re.findall(r"call @(\w+)\(", str(functions[name]))
