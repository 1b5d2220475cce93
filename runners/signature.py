"""Signatures of a module's functions, read through MLIR's Python bindings.

What a function may write to is found by following each memref argument through views and calls to
the operations that use it. An operation that is not known to read only counts as writing.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir import ir

from .call import Scalar, Signature, unsupported
from .memref import MemRef

# Operations whose memref operands are only read, whichever they are.
_READERS = {
    "affine.load", "affine.prefetch", "affine.vector_load", "memref.dim", "memref.load",
    "memref.prefetch", "memref.rank", "vector.gather", "vector.load", "vector.maskedload",
    "vector.transfer_read",
}  # fmt: skip
# Operations whose results are views of their first operand.
_VIEWS = {
    "memref.cast", "memref.collapse_shape", "memref.expand_shape", "memref.reinterpret_cast",
    "memref.reshape", "memref.subview", "memref.transpose", "memref.view",
}  # fmt: skip
_C_INTERFACE = "llvm.emit_c_interface"
_WRITABLE = "bufferization.writable"


def read(text: str) -> dict[str, Signature]:
    """The signature of each public function with a body in a module that is known to be valid."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        functions = {
            ir.StringAttr(op.attributes["sym_name"]).value: op for op in _functions(module)
        }
        return {
            name: _signature(name, op, functions)
            for name, op in functions.items()
            if _is_public(op) and _has_body(op)
        }


def protect_tensors(text: str) -> str:
    """The module's text, locations included, with `bufferization.writable = false` on the tensor
    arguments of public functions that do not say whether they are writable."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        for function in _functions(module):
            if function.name != "func.func" or not (_is_public(function) and _has_body(function)):
                continue
            attributes = _argument_attributes(function)
            changed = False
            for number, kind in enumerate(_function_type(function).inputs):
                if (
                    isinstance(kind, (ir.RankedTensorType, ir.UnrankedTensorType))
                    and _WRITABLE not in attributes[number]
                ):
                    attributes[number][_WRITABLE] = ir.BoolAttr.get(False)
                    changed = True
            if changed:
                function.attributes["arg_attrs"] = ir.ArrayAttr.get(
                    [ir.DictAttr.get(attributes_of) for attributes_of in attributes]
                )
        return module.operation.get_asm(enable_debug_info=True)


def _functions(module: ir.Module) -> Iterator[ir.Operation]:
    for op in module.body.operations:
        if op.operation.name in ("func.func", "llvm.func"):
            yield op.operation


def _is_public(function: ir.Operation) -> bool:
    visibility = function.attributes
    if "sym_visibility" not in visibility:
        return True
    return ir.StringAttr(visibility["sym_visibility"]).value == "public"


def _has_body(function: ir.Operation) -> bool:
    return len(function.regions[0].blocks) > 0


def _function_type(function: ir.Operation) -> ir.FunctionType:
    return ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)


def _argument_attributes(function: ir.Operation) -> list[dict[str, ir.Attribute]]:
    if "arg_attrs" not in function.attributes:
        return [{} for _ in _function_type(function).inputs]
    return [
        {named.name: named.attr for named in ir.DictAttr(attributes)}
        for attributes in ir.ArrayAttr(function.attributes["arg_attrs"])
    ]


def _signature(name: str, op: ir.Operation, functions: dict[str, ir.Operation]) -> Signature:
    if op.name == "llvm.func":
        return _llvm_signature(name, op)
    kind = _function_type(op)
    arguments = tuple(map(_boundary_type, kind.inputs))
    results = tuple(map(_boundary_type, kind.results))
    c_interface = _C_INTERFACE in op.attributes
    return Signature(
        name,
        tuple(map(str, kind.inputs)),
        tuple(map(str, kind.results)),
        c_interface,
        _written(op, functions),
        _problem(arguments, results, c_interface) or _returns_stack_memory(op),
        arguments,
        results,
    )


def _problem(arguments: tuple, results: tuple, c_interface: bool) -> str | None:
    for kind in (*arguments, *results):
        reason = kind if isinstance(kind, str) else unsupported(kind)
        if reason:
            return f"cannot be called from Python: {reason}"
    plain = all(isinstance(k, Scalar) and "complex" not in k.text for k in (*arguments, *results))
    if not c_interface and not (plain and len(results) <= 1):
        return (
            f"has no C interface: give func.func @... the attribute {_C_INTERFACE} "
            f"(attributes {{{_C_INTERFACE}}}) and compile again"
        )
    return None


def _llvm_signature(name: str, op: ir.Operation) -> Signature:
    """The signature of an `llvm.func`: scalars only, for a pointer has lost its sizes."""
    text = str(ir.TypeAttr(op.attributes["function_type"]).value)
    inside = text.removeprefix("!llvm.func<").removesuffix(">")
    result, _, inputs = inside.partition(" (")
    arguments = tuple(filter(None, inputs.removesuffix(")").split(", ")))
    results = () if result == "void" else (result,)
    kinds = tuple(map(Scalar, arguments)), tuple(map(Scalar, results))
    problem = None
    if any(unsupported(kind) or "complex" in kind.text for kind in (*kinds[0], *kinds[1])):
        problem = (
            "is an llvm.func whose memrefs are already expanded to pointers and sizes: load the "
            "program before it is lowered"
        )
    return Signature(name, arguments, results, False, frozenset(), problem, *kinds)


def _boundary_type(kind: ir.Type) -> MemRef | Scalar | str:
    """The type as it crosses the boundary, or a string that says why it cannot.

    A tensor becomes a memref with the identity layout, as the pipelines here bufferize it.
    """
    if isinstance(kind, ir.RankedTensorType):
        return MemRef(str(kind), str(kind.element_type), _sizes(kind))
    if isinstance(kind, (ir.UnrankedMemRefType, ir.UnrankedTensorType)):
        return MemRef(str(kind), str(kind.element_type), None)
    if not isinstance(kind, ir.MemRefType):
        return Scalar(str(kind))
    if kind.memory_space is not None and str(kind.memory_space) not in ("0", "0 : i64"):
        return (
            f"{kind} is in memory space {kind.memory_space}, NumPy's arrays are in the default one"
        )
    identity = ir.AffineMap.get_identity(kind.rank)
    if kind.affine_map == identity:
        return MemRef(str(kind), str(kind.element_type), _sizes(kind))
    try:
        strides, offset = kind.get_strides_and_offset()
    except (ValueError, RuntimeError):
        return f"{kind} has a layout without strides; normalize-memrefs turns it into one that has"
    dynamic = ir.ShapedType.get_dynamic_stride_or_offset()
    return MemRef(
        str(kind),
        str(kind.element_type),
        _sizes(kind),
        tuple(None if stride == dynamic else stride for stride in strides),
        None if offset == dynamic else offset,
    )


def _sizes(kind: ir.ShapedType) -> tuple[int | None, ...]:
    return tuple(
        None if kind.is_dynamic_dim(axis) else kind.get_dim_size(axis) for axis in range(kind.rank)
    )


def _written(function: ir.Operation, functions: dict[str, ir.Operation]) -> frozenset[int]:
    """The numbers of the arguments that the function may write to."""
    attributes = _argument_attributes(function)
    found = set()
    for number, argument in enumerate(function.regions[0].blocks[0].arguments):
        if isinstance(argument.type, (ir.MemRefType, ir.UnrankedMemRefType)):
            if _may_write(argument, functions, {(function.attributes["sym_name"], number)}):
                found.add(number)
        elif isinstance(argument.type, (ir.RankedTensorType, ir.UnrankedTensorType)):
            writable = attributes[number].get(_WRITABLE)
            if writable is not None and ir.BoolAttr(writable).value:
                found.add(number)
    return frozenset(found)


def _may_write(value: ir.Value, functions: dict[str, ir.Operation], seen: set) -> bool:
    for use in value.uses:
        op, number = use.owner.operation, use.operand_number
        name = op.name
        if name in _READERS or name == "func.return" or (name == "memref.copy" and number == 0):
            continue
        if name in _VIEWS:
            if number == 0 and _may_write(op.results[0], functions, seen):
                return True
        elif name.startswith("linalg.") and "operandSegmentSizes" in op.attributes:
            inputs = ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"])[0]
            if number >= inputs:
                return True
        elif name == "bufferization.to_tensor":
            if "writable" in op.attributes:
                return True
        elif name == "func.call":
            key = (ir.FlatSymbolRefAttr(op.attributes["callee"]).value, number)
            callee = functions.get(key[0])
            if key in seen:
                continue
            seen.add(key)
            if callee is None or not _has_body(callee):
                return True
            if _may_write(callee.regions[0].blocks[0].arguments[number], functions, seen):
                return True
        else:
            return True
    return False


def _returns_stack_memory(function: ir.Operation) -> str | None:
    """A reason to refuse a function that returns the memory of a memref.alloca."""
    for block in function.regions[0].blocks:
        for op in block.operations:
            if op.operation.name != "func.return":
                continue
            for value in op.operation.operands:
                while (owner := getattr(value.owner, "operation", None)) and owner.name in _VIEWS:
                    value = owner.operands[0]
                if owner and owner.name == "memref.alloca":
                    return (
                        "returns a buffer of its own stack frame (memref.alloca); use memref.alloc"
                    )
    return None
