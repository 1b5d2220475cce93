"""Each loop nest of a large function in a function of its own; nests that are equal share one.

LLVM's time grows faster than a function's size, and the twelve blocks of a GPT-2 are the same loops
over other buffers. What a nest reads from outside becomes an argument, but for constants, which are
written again inside, where loops see them, and for what only the nest has on the stack. What is
left of the function is its views, numbers, and calls.
"""

from __future__ import annotations

from collections import Counter

from mlir import ir
from mlir.dialects import func

from . import passes

FEW = 16  # loop nests up to which a function stays as it is: LLVM is as fast with one that small
APART = "apart"  # the attribute of such a function that `machine.seal` reads
_LOOPS = ("scf.for", "scf.forall", "scf.if")  # the last: which kernel a product calls
SAME_BUFFER = frozenset(
    f"memref.{name}"
    for name in ("cast", "collapse_shape", "expand_shape", "reinterpret_cast", "reshape",
                 "subview", "transpose")
)  # fmt: skip
# Of `memory`'s parts of the workspace, those that are in use at the same time are apart.
_BUFFERS = frozenset(("memref.alloc", "memref.alloca", "memref.get_global", "memref.view"))


# [region outline]
def nests(module: ir.Module) -> None:
    """Move the loop nests of each function that has many, on buffers, into private functions."""
    for function in passes.operations(module, "func.func"):
        blocks = function.regions[0].blocks
        found = [op.operation for op in blocks[0].operations if _is_nest(op)] if blocks else []
        if len(found) > FEW:
            _move(function, found)


def _move(function: ir.Operation, found: list[ir.Operation]) -> None:
    made: dict[str, str] = {}
    name = ir.StringAttr(function.attributes["sym_name"]).value
    for nest in found:
        inputs, own, uses = _outside(nest)
        with ir.InsertionPoint(nest), nest.location:
            call = func.CallOp([], ir.FlatSymbolRefAttr.get(""), inputs)
        with ir.InsertionPoint(function), nest.location:
            body = func.FuncOp("", ([v.type for v in inputs], []), visibility="private")
        body.attributes[APART] = ir.DenseI64ArrayAttr.get(_apart(inputs))
        body.attributes["passthrough"] = ir.ArrayAttr.get([ir.StringAttr.get("noinline")])
        _fill(body, nest, inputs, own, uses)
        # Names are those of the printer, and locations are left out: equal text, equal code.
        text = body.operation.get_asm(use_local_scope=True, assume_verified=True)
        if text in made:
            body.operation.erase()
        else:
            made[text] = f"{name}_{len(made)}"
            body.attributes["sym_name"] = ir.StringAttr.get(made[text])
        call.attributes["callee"] = ir.FlatSymbolRefAttr.get(made[text])
    # What is left computes addresses and calls: optimised, it takes longer to compile, not to run.
    function.attributes["passthrough"] = ir.ArrayAttr.get(
        [ir.StringAttr.get(word) for word in ("noinline", "optnone")]
    )
    # [end outline]


def _is_nest(operation: ir.OpView) -> bool:
    """Whether it is or becomes a loop. A fill or a copy of a single element does not."""
    if operation.operation.name in _LOOPS:
        return True
    return operation.operation.name.startswith("linalg.") and any(
        ir.MemRefType(value.type).rank for value in operation.operands
        if isinstance(value.type, ir.MemRefType)
    )  # fmt: skip


def _outside(nest: ir.Operation) -> tuple[list[ir.Value], list[ir.Operation], list[tuple]]:
    """The values from outside, the operations outside that belong inside, and which operands the
    results of both are."""
    inside: set[ir.Value] = set()
    found: dict[ir.Value, int] = {}  # values from outside, and how often they are read
    uses: list[tuple[ir.Operation, int, ir.Value]] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        for number, value in enumerate(operation.operands):
            if value in inside:
                continue
            found[value] = found.get(value, 0) + 1
            uses.append((operation, number, value))
        inside.update(operation.results)
        for region in operation.regions:
            for block in region.blocks:
                inside.update(block.arguments)
        return ir.WalkResult.ADVANCE

    nest.walk(see, ir.WalkOrder.PRE_ORDER)
    own = [value for value, times in found.items() if _belongs_inside(value, times)]
    return [v for v in found if v not in own], [v.owner for v in own], uses


def _belongs_inside(value: ir.Value, times: int) -> bool:
    """Whether it is a constant, or on the stack and used nowhere else."""
    if isinstance(value.owner, ir.Block):
        return False
    if value.owner.name == "memref.alloca":
        return len(list(value.uses)) == times
    return value.owner.name == "arith.constant"


def _fill(body: func.FuncOp, nest: ir.Operation, inputs, own, uses) -> None:
    """Move the nest into the function, where it reads the arguments."""
    block = body.add_entry_block()
    here = dict(zip(inputs, block.arguments, strict=True))
    with ir.InsertionPoint(block), nest.location:
        for operation in own:
            here[operation.results[0]] = operation.clone().results[0]
        end = func.ReturnOp([])
    nest.move_before(end)
    for operation, number, value in uses:
        operation.operands[number] = here[value]
    for operation in own:
        if operation.name == "memref.alloca":
            operation.erase()


def _apart(inputs: list[ir.Value]) -> list[int]:
    """Where LLVM finds the pointers to those buffers that overlap none of the others.

    Arguments of a compiled function that it writes to overlap nothing, by what a call checks.
    """
    buffers = [_buffer(v) for v in inputs if isinstance(v.type, ir.MemRefType)]
    if any(buffer is None for buffer in buffers):
        return []
    times, found, position = Counter(buffers), [], 0
    for value in inputs:
        if isinstance(value.type, ir.MemRefType):
            if times[_buffer(value)] == 1:
                found.append(position + 1)
            position += 3 + 2 * ir.MemRefType(value.type).rank
        else:
            position += 1
    return found


def _buffer(value: ir.Value) -> ir.Value | None:
    """What a view is of: an argument or an allocation; None if that cannot be seen."""
    while not isinstance(value.owner, ir.Block):
        if value.owner.name in _BUFFERS:
            return value
        if value.owner.name not in SAME_BUFFER:
            return None
        value = value.owner.operands[0]
    return value
