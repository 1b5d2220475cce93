"""Signatures of a module's functions, read through MLIR's Python bindings.

What a function may write to is found by following each memref argument through views and calls to
the operations that use it. An operation that is not known to read only counts as writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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
    "memref.extract_strided_metadata",
    "memref.cast", "memref.collapse_shape", "memref.expand_shape", "memref.reinterpret_cast",
    "memref.reshape", "memref.subview", "memref.transpose", "memref.view",
}  # fmt: skip
# Argument attributes that make it something else than its type says.
_CHANGES_ARGUMENT = {"bufferization.buffer_layout", "llvm.signext", "llvm.zeroext"}
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
        return [{} for _ in function.regions[0].blocks[0].arguments]
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
        _problem(arguments, results, c_interface)
        or _unusual(op)
        or _returns_stack_memory(op, functions),
        arguments,
        results,
    )


def _unusual(function: ir.Operation) -> str | None:
    """Why the function cannot be called because of an attribute, or None."""
    for attributes in _argument_attributes(function):
        for name in _CHANGES_ARGUMENT & attributes.keys():
            return f"has an argument with {name}, which changes how it is passed"
    convention = function.attributes.get("CConv", "#llvm.cconv<ccc>")
    if str(convention) != "#llvm.cconv<ccc>":
        return f"has the calling convention {convention}, not the one of C"
    return None


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
    problem = _unusual(op)
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
    if isinstance(kind, ir.UnrankedMemRefType) and kind.memory_space is not None:
        return (
            f"{kind} is in memory space {kind.memory_space}, NumPy's arrays are in the default one"
        )
    if isinstance(kind, (ir.UnrankedMemRefType, ir.UnrankedTensorType)):
        return MemRef(str(kind), str(kind.element_type), None)
    if not isinstance(kind, ir.MemRefType):
        return Scalar(str(kind))
    if kind.memory_space is not None and str(kind.memory_space) not in ("0", "0 : i64"):
        return (
            f"{kind} is in memory space {kind.memory_space}, NumPy's arrays are in the default one"
        )
    if isinstance(kind, ir.UnrankedMemRefType):
        return MemRef(str(kind), str(kind.element_type), None)
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
        if _is_memref(argument):
            if _fate(argument, functions, set()).written:
                found.add(number)
        elif isinstance(argument.type, (ir.RankedTensorType, ir.UnrankedTensorType)):
            writable = attributes[number].get(_WRITABLE)
            if writable is not None and ir.BoolAttr(writable).value:
                found.add(number)
    return frozenset(found)


class _Fate(NamedTuple):
    """What may become of a memref in its function: it is written to, it is returned."""

    written: bool = False
    returned: bool = False

    def __or__(self, other: _Fate) -> _Fate:
        return _Fate(self.written or other.written, self.returned or other.returned)


def _fate(value: ir.Value, functions: dict[str, ir.Operation], seen: set) -> _Fate:
    """What the uses of a memref do to it, those of its views and of what calls hand back too.

    `seen` holds the arguments of callees that are being looked at already.
    """
    fate = _Fate()
    for use in value.uses:
        op, number = use.owner.operation, use.operand_number
        name = op.name
        if name == "func.return":
            fate |= _Fate(returned=True)
        elif name in _VIEWS:
            fate |= _fate(op.results[0], functions, seen) if number == 0 else _Fate()
        elif name == "bufferization.to_tensor":
            fate |= _fate_as_tensor(op, functions, seen)
        elif name == "func.call":
            fate |= _fate_in_call(op, number, functions, seen)
        elif not _only_reads(op, number):
            fate |= _Fate(written=True)
    return fate


def _only_reads(op: ir.Operation, number: int) -> bool:
    """Whether the operation is known to do no more than read its operand of that number."""
    if op.name in _READERS or (op.name == "memref.copy" and number == 0):
        return True
    if op.name == "gpu.memcpy":  # tokens, then where to, then where from
        return number == len(op.operands) - 1
    if op.name.startswith("linalg."):
        count = len(op.operands)
        if "operandSegmentSizes" in op.attributes:
            return number < ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"])[0]
        if op.name == "linalg.reduce":
            return number < count // 2
        return op.name in ("linalg.map", "linalg.transpose", "linalg.broadcast") and (
            number < count - 1
        )
    return False


def _fate_as_tensor(op: ir.Operation, functions: dict[str, ir.Operation], seen: set) -> _Fate:
    """What may become of a memref that was made a tensor: it may be made a memref again."""
    fate = _Fate(written="writable" in op.attributes)
    for use in op.results[0].uses:
        user = use.owner.operation
        if user.name == "bufferization.to_buffer" and "read_only" not in user.attributes:
            fate |= _fate(user.results[0], functions, seen)
    return fate


def _fate_in_call(
    op: ir.Operation, number: int, functions: dict[str, ir.Operation], seen: set
) -> _Fate:
    callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value
    function = functions.get(callee)
    if function is None or not _has_body(function):
        return _Fate(written=True, returned=True)
    if (callee, number) in seen:
        return _Fate()
    argument = function.regions[0].blocks[0].arguments[number]
    fate = _fate(argument, functions, seen | {(callee, number)})
    if not fate.returned:
        return _Fate(written=fate.written)
    after = _Fate(written=fate.written)
    for result in filter(_is_memref, op.results):
        after |= _fate(result, functions, seen)
    return after


def _is_memref(value: ir.Value) -> bool:
    return isinstance(value.type, (ir.MemRefType, ir.UnrankedMemRefType))


def _returns_stack_memory(function: ir.Operation, functions: dict[str, ir.Operation]) -> str | None:
    """A reason to refuse a function that may return the memory of a memref.alloca."""
    if _may_return_stack(function, functions, set()):
        return "returns a buffer of its own stack frame (memref.alloca); use memref.alloc"
    return None


def _may_return_stack(function: ir.Operation, functions: dict, seen: set) -> bool:
    return any(
        _may_be_stack(value, functions, seen)
        for block in function.regions[0].blocks
        for op in block.operations
        if op.operation.name == "func.return"
        for value in op.operation.operands
    )


def _branches_pass_stack(block: ir.Block) -> bool:
    """Whether any branch in the block's region passes a memref.alloca on."""
    last = [each.operations[len(each.operations) - 1].operation for each in block.region.blocks]
    return any(
        not isinstance(operand.owner, ir.Block) and operand.owner.operation.name == "memref.alloca"
        for branch in last
        for operand in branch.operands
    )


def _may_be_stack(value: ir.Value, functions: dict[str, ir.Operation], seen: set) -> bool:
    """Whether a memref may be one of memref.alloca, followed back through views, calls, regions."""
    if not _is_memref(value):
        return False
    if isinstance(value.owner, ir.Block):
        return _branches_pass_stack(value.owner)
    op = value.owner.operation
    if op.name == "memref.alloca":
        return True
    if op.name == "func.call":
        callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        function = functions.get(callee)
        if function is None or not _has_body(function):
            return False
        arguments = function.regions[0].blocks[0].arguments
        handed_back = any(
            _may_be_stack(operand, functions, seen)
            and _fate(arguments[number], functions, {(callee, number)}).returned
            for number, operand in enumerate(op.operands)
        )
        if handed_back or callee in seen:
            return handed_back
        return _may_return_stack(function, functions, seen | {callee})
    inputs = list(op.operands[:1]) if op.name in _VIEWS else list(op.operands)
    for region in op.regions:
        for block in region.blocks:
            inputs += block.operations[len(block.operations) - 1].operation.operands
    return any(_may_be_stack(operand, functions, seen) for operand in inputs)
