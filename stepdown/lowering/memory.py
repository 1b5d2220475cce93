"""Where temporary arrays lie: in one workspace that the caller provides, planned by lifetimes.

After bufferization each temporary is an allocation. Those whose size is a known formula of the
arguments' sizes become parts of one more argument, a row of bytes: two that are never needed at
once share a part. So compiled code allocates nothing, a call that needs too much memory is refused
before it starts, and the next call finds its pages in place. Small arrays of static size are on the
stack already; if they are many, they come from there.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith, func, memref, scf

from ..execution.workspace import THREADS
from ..frontend.dims import Dim, Quotient, Size, is_never_negative, product
from . import passes
from .outline import SAME_BUFFER
from .scalars import index_constant

STACK = 64 << 10  # bytes of a function's own on the stack, those below SMALL not counted
SMALL = 1 << 10
LINE = 64  # bytes: every part begins at a whole cache line
_ARITHMETIC = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.floordivsi": lambda a, b: a // b,
    "arith.ceildivui": lambda a, b: (a + b - 1) // b,
}


@dataclass(eq=False)
class Temporary:
    """An allocation: its bytes, and the operations of the function, by number, between which it is
    needed. In a parallel loop every thread has its own."""

    allocation: ir.Operation
    size: Size
    first: int
    last: int
    each_thread: bool
    uses: list[ir.Operation]


@dataclass(eq=False)
class Part:
    """A part of the workspace, and the number of the last operation that needs what is in it."""

    size: Size
    last: int


# [region plan]
def plan(temporaries: Sequence[Temporary]) -> tuple[list[Part], dict[Temporary, Part]]:
    """A part for each temporary. Of the parts that are free, the smallest that is large enough is
    taken; else the largest grows."""
    parts: list[Part] = []
    places: dict[Temporary, Part] = {}
    for temporary in sorted(temporaries, key=lambda t: t.first):
        wanted = temporary.size * Dim({(THREADS,): 1}) if temporary.each_thread else temporary.size
        free = [part for part in parts if part.last < temporary.first]
        enough = [part for part in free if at_least(part.size, wanted)]
        less = [part for part in free if at_least(wanted, part.size)]
        if enough:
            best = enough[0]
            for part in enough:
                best = part if at_least(best.size, part.size) else best
        elif less:
            best = less[0]
            for part in less:
                best = part if at_least(part.size, best.size) else best
            best.size = wanted
        else:
            best = Part(wanted, 0)
            parts.append(best)
        best.last = temporary.last
        places[temporary] = best
    return parts, places
    # [end plan]


@functools.lru_cache(4096)
def at_least(size: Size, other: Size) -> bool:
    """Whether a size is at least another one whatever the sizes of a call are; False if unknown."""
    return is_never_negative(size - other)


def share(module: ir.Module, name: str, shapes: Sequence[Sequence[Size]], refused: int = 0) -> Size:
    """Give the function `name` a workspace, as one more argument, and put its temporaries there.

    `shapes` are those of its arguments. The bytes that the workspace has to have; if they are 0,
    there is no such argument. A function of the module that calls it allocates them, and gives the
    status `refused` where it cannot.
    """
    function = ir.SymbolTable(module.operation)[name]
    block = function.regions[0].blocks[0]
    sizes = _Sizes(list(block.arguments), shapes)
    temporaries = list(_temporaries(block, sizes))
    if not temporaries:
        return 0
    parts, places = plan(temporaries)
    with function.location:
        workspace = block.add_argument(ir.Type.parse("memref<?xi8>"), function.location)
    kind = ir.FunctionType.get([a.type for a in block.arguments], [])
    function.attributes["function_type"] = ir.TypeAttr.get(kind)
    starts, total = {}, 0
    with ir.InsertionPoint.at_block_begin(block), function.location:
        for part in parts:
            starts[part] = sizes.index(total)
            total = total + part.size
        own = {t: sizes.index(t.size) for t in temporaries if t.each_thread}
    for temporary in temporaries:
        allocation = temporary.allocation
        with ir.InsertionPoint(allocation), allocation.location:
            start = starts[places[temporary]]
            if temporary.each_thread:
                thread = arith.index_cast(ir.IndexType.get(), _openmp("omp_get_thread_num"))
                start = arith.addi(start, arith.muli(thread, own[temporary]))
            result = allocation.results[0]
            part = memref.view(result.type, workspace, start, list(allocation.operands))
        result.replace_all_uses_with(part)
        for user in temporary.uses:
            if user.name == "memref.dealloc":
                user.erase()
        allocation.erase()
    for call in passes.operations(module, "func.call"):
        if ir.FlatSymbolRefAttr(call.attributes["callee"]).value == name:
            _serve(call, shapes, total, refused)
    _declare_openmp(module)
    return total


def _serve(call: ir.Operation, shapes: Sequence[Sequence[Size]], size: Size, refused: int) -> None:
    """Allocate the workspace of a call; where that fails, its function returns `refused`."""
    function = call.parent
    while function.name != "func.func":
        function = function.parent
    body = function.regions[0].blocks[0]
    i32 = ir.IntegerType.get_signless(32)
    with ir.InsertionPoint.at_block_begin(body), call.location:
        failed = memref.alloca(ir.MemRefType.get([], i32), [], [])
        memref.store(arith.constant(i32, 0), failed, [])
    with ir.InsertionPoint(call), call.location:
        bytes_ = _Sizes(list(call.operands), shapes).index(size)
        workspace = memref.alloc(ir.Type.parse("memref<?xi8>"), [bytes_], [], alignment=LINE)
        start = memref.extract_aligned_pointer_as_index(workspace)
        there = arith.cmpi(arith.CmpIPredicate.ne, start, index_constant(0))
        branch = scf.IfOp(there, has_else=True)
        with ir.InsertionPoint(branch.then_block):
            func.CallOp([], call.attributes["callee"], [*call.operands, workspace])
            scf.YieldOp([])
        with ir.InsertionPoint(branch.else_block):
            memref.store(arith.constant(i32, refused), failed, [])
            scf.YieldOp([])
        memref.dealloc(workspace)
    call.erase()
    end = list(body.operations)[-1]
    with ir.InsertionPoint(end), end.location:
        code = memref.load(failed, [])
        fine = arith.cmpi(arith.CmpIPredicate.eq, code, arith.constant(i32, 0))
        end.operation.operands[0] = arith.select(fine, end.operands[0], code)


def _openmp(name: str) -> ir.Value:
    """What OpenMP's runtime says: the number of this thread, or how many there are at most."""
    i32 = ir.IntegerType.get_signless(32)
    return func.CallOp([i32], ir.FlatSymbolRefAttr.get(name), []).results[0]


def _declare_openmp(module: ir.Module) -> None:
    called = {
        ir.FlatSymbolRefAttr(call.attributes["callee"]).value
        for call in passes.operations(module, "func.call")
    }
    i32 = ir.IntegerType.get_signless(32)
    with ir.InsertionPoint.at_block_begin(module.body), ir.Location.unknown():
        for name in sorted(called & {"omp_get_thread_num", "omp_get_max_threads"}):
            func.FuncOp(name, ([], [i32]), visibility="private")


def _temporaries(block: ir.Block, sizes: _Sizes) -> Iterator[Temporary]:
    """The allocations whose size can be told from the arguments' sizes."""
    numbers = {op.operation: number for number, op in enumerate(block.operations)}

    def place(operation: ir.Operation) -> tuple[int, bool]:
        """The number of the block's operation that this is or is in; whether that is parallel."""
        parallel = False
        while operation not in numbers:
            operation = operation.parent.operation
            parallel |= operation.name == "scf.forall"
        return numbers[operation], parallel

    stack = [
        operation.operation for operation in block.operations
        if operation.operation.name == "memref.alloca" and sizes.bytes(operation) >= SMALL
    ]  # fmt: skip
    if sum(sizes.bytes(operation) for operation in stack) <= STACK:
        stack = []
    for operation in [*passes.within(block.owner, "memref.alloc"), *stack]:
        bytes_ = sizes.bytes(operation)
        if bytes_ is None:
            continue
        own, each_thread = place(operation)
        users = list(_users(operation.results[0]))
        if any(map(_hands_on, users)):
            continue  # who needs it for how long cannot be seen
        at = [place(user)[0] for user in users if user.name != "memref.dealloc"] or [own]
        yield Temporary(operation, bytes_, min(at), max(at), each_thread, users)


def _users(value: ir.Value) -> Iterator[ir.Operation]:
    """The operations that use a buffer, directly or through views of it."""
    for use in value.uses:
        user = use.owner.operation
        yield user
        if user.name in SAME_BUFFER:
            yield from _users(user.results[0])


def _hands_on(user: ir.Operation) -> bool:
    """Whether a buffer may be used under another name behind an operation: a loop carries it."""
    return user.name == "scf.yield" or (
        user.name not in SAME_BUFFER
        and any(isinstance(result.type, ir.MemRefType) for result in user.results)
    )


class _Sizes:
    """Indices in a function as formulas of its arguments' sizes, and formulas as indices."""

    def __init__(self, arguments: list[ir.Value], shapes: Sequence[Sequence[Size]]) -> None:
        self.arguments, self.shapes = arguments, shapes
        self.numbers = {argument: number for number, argument in enumerate(arguments)}
        self.known: dict[ir.Value, Size | None] = {}
        self.made: dict[Size, ir.Value] = {}

    def bytes(self, allocation: ir.OpView | ir.Operation) -> Size | None:
        """The bytes of an allocation, in whole cache lines."""
        kind = ir.MemRefType(allocation.results[0].type)
        left = iter(allocation.operands)
        shape = [
            self.formula(next(left)) if kind.is_dynamic_dim(axis) else kind.get_dim_size(axis)
            for axis in range(kind.rank)
        ]
        if any(size is None for size in shape):
            return None
        element = kind.element_type
        width = 64 if isinstance(element, ir.IndexType) else element.width
        return lines(product(shape) * (-(-width // 8)))

    def formula(self, value: ir.Value) -> Size | None:
        if value not in self.known:
            self.known[value] = self._formula(value)
        return self.known[value]

    def _formula(self, value: ir.Value) -> Size | None:
        if isinstance(value.owner, ir.Block):
            return None
        operation = value.owner
        if operation.name == "arith.constant":
            return ir.IntegerAttr(operation.attributes["value"]).value
        if operation.name == "memref.dim":
            number = self.numbers.get(operation.operands[0])
            axis = self.formula(operation.operands[1])
            return None if number is None else self.shapes[number][axis]
        if operation.name in _ARITHMETIC:
            first, second = (self.formula(operand) for operand in operation.operands)
            if first is not None and second is not None and not (
                isinstance(first, int) and isinstance(second, Dim) and "div" in operation.name
            ):  # fmt: skip
                return _ARITHMETIC[operation.name](first, second)
        return None

    def index(self, size: Size) -> ir.Value:
        """The size as an index, computed where the function begins."""
        if size not in self.made:
            self.made[size] = self._index(size)
        return self.made[size]

    def _index(self, size: Size) -> ir.Value:
        if isinstance(size, int):
            return index_constant(size)
        total = None
        for factors, coefficient in size.terms.items():
            term = index_constant(coefficient)
            for factor in factors:
                term = arith.muli(term, self._factor(factor))
            total = term if total is None else arith.addi(total, term)
        return total

    def _factor(self, factor: str | Quotient) -> ir.Value:
        if isinstance(factor, Quotient):
            return arith.floordivsi(self.index(factor.dividend), self.index(factor.divisor))
        if factor == THREADS:
            return arith.index_cast(ir.IndexType.get(), _openmp("omp_get_max_threads"))
        for argument, shape in zip(self.arguments, self.shapes, strict=True):
            for axis, size in enumerate(shape):
                if isinstance(size, Dim) and size.terms == {(factor,): 1}:
                    return memref.dim(argument, index_constant(axis))
        raise AssertionError(factor)


def lines(size: Size) -> Size:
    """The size, rounded up to whole cache lines."""
    if isinstance(size, Dim) and all(c % LINE == 0 for c in size.terms.values()):
        return size
    return (size + (LINE - 1)) // LINE * LINE
