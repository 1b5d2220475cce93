"""The module of a plan's kernels, in MLIR: a gpu.func for each, in one gpu.module.

Functions of numbers are operations of `math` here, which become NVIDIA's libdevice on a GPU and
NumPy's functions in the simulator; on the CPU they are calls of the C library and of our own.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir import ir
from mlir.dialects import arith, gpu, math, scf

from ..errors import CompileError
from ..lowering import passes
from ..lowering.scalars import like
from . import (
    columns,
    decode,
    flash,
    maps,
    parts,
    products,
    rows,
    split,
    tensor_cores,
    tensor_flash,
    vectors,
)
from .body import Kernel, kernel_types
from .spec import Spec

MODULE = "kernels"
_WRITERS: dict[str, Callable[[Kernel], None]] = {
    "map": maps.write,
    "rows": rows.write,
    "columns": columns.write,
    "pieces": split.pieces,
    "together": split.together,
    "product": products.write,
    "sums": split.sums,
    "tensor_product": tensor_cores.write,
    "vector": vectors.write,
    "attention": flash.write,
    "tensor_attention": tensor_flash.write,
    "attention_parts": decode.parts,
    "attention_joined": decode.joined,
    "concatenate": maps.concatenate,
    "dynamic_slice": maps.dynamic_slice,
    "cumsum": maps.cumsum,
    "update": parts.update,
    "place": parts.place,
    "scatter_add": parts.scatter_add,
}


def module(kernels: dict[str, Spec]) -> ir.Module:
    """The kernels by name as a module, in the current context."""
    made = ir.Module.create()
    made.operation.attributes["gpu.container_module"] = ir.UnitAttr.get()
    with ir.InsertionPoint(made.body):
        inner = gpu.GPUModuleOp(MODULE)
    block = inner.regions[0].blocks.append()
    with ir.InsertionPoint(block):
        for name, spec in kernels.items():
            _write(name, spec)
    _replace_calls(made)
    if not made.operation.verify():
        raise CompileError("the module of kernels does not verify")
    return made


def _write(name: str, spec: Spec) -> None:
    types = kernel_types(spec)
    function = gpu.GPUFuncOp(
        ir.FunctionType.get(types, []), sym_name=name, kernel=True,
        known_block_size=list(spec.block),
    )  # fmt: skip
    blocks = _at_once(spec)
    if blocks:
        count = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), blocks)
        function.attributes["nvvm.minctasm"] = count
    with ir.InsertionPoint(function.add_entry_block()):
        _WRITERS[spec.kind](Kernel(spec, name, function))
        gpu.return_([])


def _at_once(spec: Spec) -> int:
    """Blocks that the registers of a multiprocessor have to be enough for, so that one multiplies
    while another waits; 0 where the assembler may choose."""
    if spec.kind == "product" and spec.options["tile"][2] == 8:
        return 2  # 64 sums and what is on its way
    if spec.kind == "attention":
        # The scores, sums of 64 columns and what is on its way fit in 168 registers.
        return 3 if max(spec.options["attention"].sizes[-2:]) <= 64 else 2
    return 0


def rewrite_for_ptx(module: ir.Module) -> None:
    """What the pipeline to PTX does not take, in other words: the simulator takes it as it was."""
    tensor_cores.of_bfloat16_for_ptx(module)


# Functions -------------------------------------------------------------------------------------

_FUNCTIONS = {
    "exp": math.exp, "exp2": math.exp2, "expm1": math.expm1, "log": math.log, "log2": math.log2,
    "log10": math.log10, "log1p": math.log1p, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "asin": math.asin, "acos": math.acos, "atan": math.atan, "atan2": math.atan2,
    "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "asinh": math.asinh,
    "acosh": math.acosh, "atanh": math.atanh, "erf": math.erf, "cbrt": math.cbrt,
    "pow": math.powf,
}  # fmt: skip


def _replace_calls(module: ir.Module) -> None:
    """Calls of functions of numbers as operations, integer powers as loops."""
    for call in passes.operations(module, "func.call"):
        name = ir.FlatSymbolRefAttr(call.attributes["callee"]).value.removesuffix("_f32")
        if name not in _FUNCTIONS and name.removesuffix("f") in {*_FUNCTIONS, "hypot"}:
            name = name.removesuffix("f")
        function = _hypot if name == "hypot" else _FUNCTIONS.get(name)
        if function is None:
            raise CompileError(f"{call.location}: the GPU target has no function {name}")
        _replace(call, function)
    for power in passes.operations(module, "math.ipowi"):
        _replace(power, _power)


def _replace(operation: ir.Operation, function: Callable) -> None:
    with ir.InsertionPoint(operation), operation.location:
        result = function(*operation.operands)
    operation.results[0].replace_all_uses_with(result)
    operation.erase()


def _hypot(x: ir.Value, y: ir.Value) -> ir.Value:
    """sqrt(x^2 + y^2) without an overflow on the way: the larger times sqrt(1 + ratio^2)."""
    x, y = math.absf(x), math.absf(y)
    large, small = arith.maximumf(x, y), arith.minimumf(x, y)
    one, zero, infinity = like(x, 1.0), like(x, 0.0), like(x, float("inf"))
    ratio = arith.divf(small, large)
    long = arith.mulf(large, math.sqrt(arith.addf(one, arith.mulf(ratio, ratio))))
    none = arith.cmpf(arith.CmpFPredicate.OEQ, large, zero)
    found = arith.select(none, zero, long)
    # An infinite side makes the result infinite, whatever the other is.
    endless = arith.ori(
        arith.cmpf(arith.CmpFPredicate.OEQ, x, infinity),
        arith.cmpf(arith.CmpFPredicate.OEQ, y, infinity),
    )
    return arith.select(endless, infinity, found)


def _power(base: ir.Value, exponent: ir.Value) -> ir.Value:
    """An integer to the power of a number that is not negative, by squaring: a turn a bit."""
    kind = base.type
    zero, one = like(base, 0), like(base, 1)
    bits = arith.constant(ir.IndexType.get(), kind.width)
    start, unit = (arith.constant(ir.IndexType.get(), n) for n in (0, 1))
    turns = scf.ForOp(start, bits, unit, [one, base, exponent])
    with ir.InsertionPoint(turns.body):
        _, total, square, left = turns.body.arguments
        odd = arith.cmpi(arith.CmpIPredicate.ne, arith.andi(left, one), zero)
        total = arith.select(odd, arith.muli(total, square), total)
        scf.YieldOp([total, arith.muli(square, square), arith.shrui(left, one)])
    return turns.results[0]
