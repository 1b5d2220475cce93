"""Products by kernels of our own: mlir/kernels, written by hand in MLIR.

A call names a kernel and the type of the weights that it reads. After the module is in the LLVM
dialect, either the kernels' code is called where `kernel_code` has it, by `call_by_address`, or
they are put beside the functions that call them, by `link`, for a library that is to be whole.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mlir import ir
from mlir.dialects import arith, func, llvm, memref, scf

from ..execution.library import address_variable, entry_symbol
from ..lowering import passes
from ..lowering.scalars import index_constant
from .contraction import Contraction

VECTORS, TRANSPOSED = "vectors_times_matrix", "vectors_times_transposed"
MATRICES, TILES = "matrices_times_matrix", "matrices_by_tiles"
_FILES = {name: f"{name.replace('_', '-')}.mlir" for name in (VECTORS, TRANSPOSED, MATRICES, TILES)}
WEIGHTS = ("f32", "bf16", "f16")  # mlir/kernels/weights-*.mlir
NAMES = {f"{kernel}_{weights}": (kernel, weights) for kernel in _FILES for weights in WEIGHTS}
# The two steps of a tile of attention, in one file; there are no weights.
SCORES, UPDATE = "attention_scores", "attention_update"
_FILES |= dict.fromkeys((SCORES, UPDATE), "attention.mlir")
NAMES |= {name: (name, "") for name in (SCORES, UPDATE)}
_THREADS = "omp_get_max_threads"


def takes_vectors(product: Contraction) -> bool:
    """Whether there is a kernel for few rows of f32 times a matrix as this one lies in memory."""
    return _takes_types(product) and (
        is_transposed(product)
        or product.strides(1, product.columns) == product.strides(2, product.columns) == [1]
    )


def takes_matrices(product: Contraction) -> bool:
    """Whether there is a kernel for matrices of any size as these lie in memory."""
    return _takes_types(product) and product.strides(2, product.columns) == [1] and (
        is_transposed(product) or product.strides(1, product.columns) == [1]
    )  # fmt: skip


def _takes_types(product: Contraction) -> bool:
    f32 = ir.F32Type.get()
    a, b, c = (kind.element_type for kind in product.types)
    known = b in (f32, ir.BF16Type.get(), ir.F16Type.get())
    return a == c == f32 and known and len(product.columns) <= 1 == len(product.summed)


def is_transposed(product: Contraction) -> bool:
    """Whether the second operand lies in memory column by column."""
    return product.strides(1, product.summed) == [1]


def matrices(a: ir.Value, b: ir.Value, c: ir.Value, transposed: bool, threads: bool) -> None:
    """Write the call of c = a @ b, or of c = a @ b^T: memrefs of rank 2, elements of b and c
    neighbours in their rows."""
    _call(f"{MATRICES}_{_element(b)}", _matrices(a, b, c, transposed, threads), [])


def tiles(a: ir.Value, b: ir.Value, c: ir.Value, transposed: bool, threads: bool) -> None:
    """Write the same on tiles of bfloat16, with six products for each. Where a number is infinite
    or none, `matrices` computes the product again."""
    operands = _matrices(a, b, c, transposed, threads)
    call = _call(f"{TILES}_{_element(b)}", operands, [ir.IntegerType.get_signless(1)])
    again = scf.IfOp(call.result)
    with ir.InsertionPoint(again.then_block):
        _call(f"{MATRICES}_{_element(b)}", operands, [])
        scf.YieldOp([])


def _matrices(
    a: ir.Value, b: ir.Value, c: ir.Value, transposed: bool, threads: bool
) -> list[ir.Value]:
    flag = arith.constant(ir.IntegerType.get_signless(1), transposed)
    return [_cast(a, False), _cast(b, True), flag, _cast(c, True), _threads(threads)]


def _element(matrix: ir.Value) -> ir.Type:
    return ir.MemRefType(matrix.type).element_type


def vectors(x: ir.Value, matrix: ir.Value, y: ir.Value, transposed: bool, threads: bool) -> None:
    """Write the call of y = x @ matrix, or of y = x @ matrix^T: memrefs of rank 2, and the matrix's
    elements neighbours in its rows, for `transposed` False y's as well."""
    kernel = TRANSPOSED if transposed else VECTORS
    operands = [_cast(x, False), _cast(matrix, True), _cast(y, not transposed), _threads(threads)]
    _call(f"{kernel}_{_element(matrix)}", operands, [])


def attention_scores(keys: ir.Value, queries: ir.Value, scores: ir.Value) -> None:
    """Write the call of scores[key, query] = keys[key] . queries[:, query], 64 queries at once."""
    _call(SCORES, [_sized(_cast(keys, False), True), *map(_sized, (queries, scores))], [])


def attention_update(scores: ir.Value, values: ir.Value, mixed: ir.Value, *sums: ir.Value) -> None:
    """Write the call that adds a tile of scores to what an online softmax has summed; the scores
    are overwritten."""
    rows = _sized(_cast(values, False), True)
    _call(UPDATE, [_sized(scores), rows, _sized(mixed), *sums], [])


def _sized(value: ir.Value, both: bool = False) -> ir.Value:
    """The memref of rank 2 with its number of rows, or both its sizes, in no type."""
    kind, dynamic = ir.MemRefType(value.type), ir.ShapedType.get_dynamic_size()
    shape = [dynamic, dynamic if both else kind.shape[1]]
    wanted = ir.MemRefType.get(shape, kind.element_type, kind.layout)
    return value if wanted == kind else memref.cast(wanted, value)


def _cast(value: ir.Value, rows: bool) -> ir.Value:
    """The memref in the type that kernels take: any strides, or any between rows only."""
    unknown = ir.ShapedType.get_dynamic_stride_or_offset()
    kind = ir.MemRefType(value.type)
    layout = ir.StridedLayoutAttr.get(unknown, [unknown, 1 if rows else unknown])
    wanted = ir.MemRefType.get(kind.shape, kind.element_type, layout)
    return value if wanted == kind else memref.cast(wanted, value)


def _threads(shared: bool) -> ir.Value:
    if not shared:
        return index_constant(1)
    i32 = ir.IntegerType.get_signless(32)
    return arith.index_cast(ir.IndexType.get(), _call(_THREADS, [], [i32]).result)


def _call(name: str, operands: list[ir.Value], results: list[ir.Type]) -> func.CallOp:
    """A call of a function that the module declares from then on."""
    call = func.CallOp(results, ir.FlatSymbolRefAttr.get(name), operands)
    module = call.operation
    while module.parent is not None:
        module = module.parent
    block = module.regions[0].blocks[0]
    if name not in ir.SymbolTable(module):
        kind = ir.FunctionType.get([o.type for o in operands], results)
        with ir.InsertionPoint.at_block_begin(block), ir.Location.unknown():
            declared = func.FuncOp(name, kind, visibility="private")
            if name in NAMES:  # called with pointers to descriptors
                declared.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
    return call


def called(module: ir.Module) -> list[str]:
    """The names of the kernels that a module declares."""
    table = ir.SymbolTable(module.operation)
    return [name for name in NAMES if name in table]


# [region address]
def call_by_address(module: ir.Module, kernels: Sequence[str]) -> None:
    """Have a module in the LLVM dialect call kernels at the addresses that its variables hold."""
    table = ir.SymbolTable(module.operation)
    i64, pointer = ir.IntegerType.get_signless(64), llvm.PointerType.get()
    external, none = ir.Attribute.parse("#llvm.linkage<external>"), ir.IntegerAttr.get(i64, 0)
    for name in kernels:
        variable = address_variable(name)
        with ir.InsertionPoint(module.body), ir.Location.unknown():
            llvm.GlobalOp(i64, variable, external, value=none)
        # The function of that name packs its arguments into descriptors, and calls this one:
        table[entry_symbol(name)].operation.erase()
        packing = table[name]  # once, not at every call: LLVM's time goes by a function's size
        packing.attributes["passthrough"] = ir.ArrayAttr.get([ir.StringAttr.get("noinline")])
        (call,) = passes.within(packing.operation, "llvm.call")
        with ir.InsertionPoint(call), call.location:
            place = llvm.AddressOfOp(pointer, variable)
            address = llvm.LoadOp(pointer, place)
            results = [value.type for value in call.results]
            entry = llvm.CallOp(*results or [None], [address, *call.operands], [], [])
        if results:
            call.result.replace_all_uses_with(entry.result)
        call.erase()
    # [end address]


def link(module: ir.Module, kernels: Sequence[str], threads: bool) -> None:
    """Put kernels into a module in the LLVM dialect that calls them."""
    table = ir.SymbolTable(module.operation)
    for name in kernels:
        table[name].operation.erase()
        table[entry_symbol(name)].operation.erase()
        _put(module, lowered(name, threads))


def _put(module: ir.Module, kernel: ir.Module) -> None:
    """Copy a kernel's functions into the module, where each has a name of its own."""
    known = {passes.symbol_name(op) for op in module.body.operations if "sym_name" in op.attributes}
    with ir.InsertionPoint(module.body):
        for operation in kernel.body.operations:
            if passes.symbol_name(operation) not in known:  # malloc, free
                operation.operation.clone()


def lowered(name: str, threads: bool) -> ir.Module:
    """A kernel in the LLVM dialect, in the current context, all its functions named after it."""
    kernel, weights = NAMES[name]
    module = ir.Module.parse(_text(kernel, weights))
    table = ir.SymbolTable(module.operation)
    table[kernel].attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
    for operation in list(module.body.operations):
        symbol = passes.symbol_name(operation)
        if symbol != kernel and symbol in _FILES:  # another kernel of the file
            operation.erase()
            continue
        renamed = name if symbol == kernel else f"{name}_{symbol}"
        ir.SymbolTable.replace_all_symbol_uses(symbol, renamed, module.operation)
        ir.SymbolTable.set_symbol_name(operation, renamed)
    passes.run(module, "cpu-tiles-openmp" if threads else "cpu-tiles")
    return module


@functools.cache
def _text(kernel: str, weights: str) -> str:
    files = [f"weights-{weights}.mlir"] * bool(weights) + [_FILES[kernel]]
    return "".join((passes.KERNELS / file).read_text(encoding="utf-8") for file in files)
