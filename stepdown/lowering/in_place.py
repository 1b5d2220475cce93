"""Loops that compute in place: what a loop replaces part by part is read from what it carries.

A loop over the pieces of a donated array takes the array as what it writes to, and in its body
reads the old elements. Read from the array itself they would be those of before the loop, and
bufferization would keep a copy for that. But a piece is read only where the same piece is written,
so that it can be taken from the tensor that the loop carries, which no other piece has changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from mlir import ir

LOOPS = ("scf.for", "scf.forall")
RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")


def loops(function: ir.Operation) -> None:
    """Have each loop of a function read what it replaces from what it carries."""
    found: list[ir.Operation] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if operation.name in LOOPS:
            found.append(operation)
        return ir.WalkResult.ADVANCE

    function.operation.walk(see, ir.WalkOrder.PRE_ORDER)
    for loop in found:
        for initial, carried in _carried(loop):
            _read_carried(loop, initial, carried)


def _carried(loop: ir.Operation) -> Iterator[tuple[ir.Value, ir.Value]]:
    """What a loop's tensors are before it, and what they are in its body."""
    arguments = list(loop.regions[0].blocks[0].arguments)
    results = len(loop.results)
    if results:
        yield from zip(list(loop.operands)[-results:], arguments[-results:], strict=True)


def _read_carried(loop: ir.Operation, initial: ir.Value, carried: ir.Value) -> None:
    slices = [use.owner for use in carried.uses if use.owner.name == "tensor.extract_slice"]
    what = _described(initial)
    places = [_place(piece) for piece in slices]
    for read in _slices(loop):
        same = read.operands[0] != carried and _described(read.operands[0]) == what
        if same and _place(read) in places:
            read.operands[0] = carried


def _slices(loop: ir.Operation) -> list[ir.Operation]:
    found: list[ir.Operation] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if operation.name == "tensor.extract_slice":
            found.append(operation)
        return ir.WalkResult.ADVANCE

    for operation in loop.regions[0].blocks[0].operations:
        operation.operation.walk(see)
    return found


def _place(piece: ir.Operation) -> tuple:
    """Where a slice is: its offsets, sizes and steps."""
    static = [str(piece.attributes[f"static_{what}"]) for what in ("offsets", "sizes", "strides")]
    return (*static, *(_described(operand) for operand in list(piece.operands)[1:]))


def _described(value: ir.Value) -> object:
    """The value, told apart from others. Two equal reshapes of one tensor are the same, and what a
    loop carries is what it began with: a loop inside of it hands that on."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        loop = owner.owner
        if loop.operation.name in LOOPS:
            for initial, carried in _carried(loop.operation):
                if carried == value:
                    return _described(initial)
        return value
    if owner.name in RESHAPES:
        parts = tuple(_described(o) for o in owner.operands)
        return owner.name, str(value.type), str(owner.attributes["reassociation"]), parts
    return value
