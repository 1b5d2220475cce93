"""From the tracer's graph to MLIR, through the bindings, and to a function that NumPy can call.

python chapters/09-front-end/tiny/builder.py
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, linalg, math, tensor
from tracer import Graph, gelu, trace

import runners

# [region builder]
BODIES: dict[np.ufunc, Callable] = {
    np.add: arith.addf, np.subtract: arith.subf, np.multiply: arith.mulf, np.divide: arith.divf,
    np.maximum: arith.maximumf, np.minimum: arith.minimumf, np.negative: arith.negf,
    np.exp: math.exp, np.log: math.log, np.sqrt: math.sqrt, np.tanh: math.tanh,
}  # fmt: skip


def module(graph: Graph, shape: tuple[int, ...]) -> ir.Module:
    """A function on float32 tensors of that shape, with a linalg.generic for each step."""
    made = ir.Module.create()
    f32 = ir.F32Type.get()
    kind = ir.RankedTensorType.get(shape, f32)
    with ir.InsertionPoint(made.body):
        function = func.FuncOp("main", ([kind] * graph.arguments, [kind]))
        function.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
        with ir.InsertionPoint(function.add_entry_block()):
            values: list[ir.Value] = list(function.arguments)
            for ufunc, inputs in graph.steps:
                operands = [
                    values[x] if isinstance(x, int) else arith.constant(f32, x) for x in inputs
                ]
                values.append(elementwise(BODIES[ufunc], operands, kind))
            func.ReturnOp([values[graph.result]])
    made.operation.verify()
    return made


def elementwise(body: Callable, operands: list[ir.Value], kind: ir.RankedTensorType) -> ir.Value:
    """A linalg.generic that applies `body` element by element; a scalar is the same for each."""
    each, none = ir.AffineMap.get_identity(kind.rank), ir.AffineMap.get(kind.rank, 0, [])
    maps = [each if isinstance(x.type, ir.RankedTensorType) else none for x in operands]
    loops = [ir.Attribute.parse("#linalg.iterator_type<parallel>")] * kind.rank
    out = tensor.empty(kind.shape, kind.element_type)
    generic = linalg.GenericOp(
        [kind], operands, [out], ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in [*maps, each]]),
        ir.ArrayAttr.get(loops),
    )  # fmt: skip
    block = generic.regions[0].blocks.append(*[kind.element_type] * (len(operands) + 1))
    with ir.InsertionPoint(block):
        linalg.YieldOp([body(*list(block.arguments)[:-1])])
    return generic.result


def compiled(function: Callable, arguments: int, shape: tuple[int, ...]) -> Callable:
    """The function for arrays of that shape, as native code."""
    with ir.Context(), ir.Location.unknown():
        text = str(module(trace(function, arguments), shape))
    return runners.load(text).compile("cpu-tensors").main
    # [end builder]


if __name__ == "__main__":
    with ir.Context(), ir.Location.unknown():
        print(module(trace(gelu, 1), (4, 8)))
    x = np.linspace(-3, 3, 32, dtype=np.float32).reshape(4, 8)
    error = np.abs(compiled(gelu, 1, x.shape)(x) - gelu(x)).max()
    print("the largest difference from NumPy is below 1e-6:", bool(error < 1e-6))
