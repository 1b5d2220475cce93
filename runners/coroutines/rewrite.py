"""From a kernel of the LLVM and NVVM dialects to a coroutine for this machine.

A barrier or an exchange within a warp becomes a suspension: operands go into the thread's record,
results are read from there when it is resumed. Special registers are read from the record. Each
access is checked against what its pointer may point into, and loops count their rounds. Shared
memory is memory of the launch. What the threads wait for is `meet`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from mlir import ir

from ..errors import CompileError
from . import kernel as of
from . import records
from .build import ABOVE_OR_SAME, BELOW_OR_SAME, EQUAL, Builder
from .pointers import Base, Pointers, alignment, size
from .records import LAUNCH, THREAD

T = TypeVar("T")
_COORDINATES = {"tid": (THREAD, "thread_id"), "ctaid": (THREAD, "block_id"),
                "ntid": (LAUNCH, "block"), "nctaid": (LAUNCH, "grid")}  # fmt: skip
_REGISTER = re.compile(r"nvvm\.read\.ptx\.sreg\.(\w+)(?:\.([xyz]))?")
# Operations with a pointer operand that access nothing by themselves.
_NO_ACCESS = {
    "llvm.addrspacecast", "llvm.bitcast", "llvm.br", "llvm.cond_br", "llvm.extractvalue",
    "llvm.freeze", "llvm.getelementptr", "llvm.icmp", "llvm.insertvalue", "llvm.intr.assume",
    "llvm.intr.lifetime.end", "llvm.intr.lifetime.start", "llvm.intr.prefetch",
    "llvm.ptrtoint", "llvm.select",
}  # fmt: skip
# The number of the pointer operand, what the operation does there, and the operand of that type
# (None: the result).
_ACCESS = {"llvm.load": (0, "reads", None), "llvm.store": (1, "writes", 0),
           "llvm.atomicrmw": (0, "updates", 1), "llvm.cmpxchg": (0, "updates", 1)}  # fmt: skip
_COPY = {"llvm.intr.memcpy": {0: "writes", 1: "reads"}, "llvm.intr.memset": {0: "writes"},
         "llvm.intr.memmove": {0: "writes", 1: "reads"}}  # fmt: skip
_WAITS = {
    **dict.fromkeys(("nvvm.barrier0", "nvvm.barrier"), records.FOR_BLOCK),
    **dict.fromkeys(
        (
            "nvvm.bar.warp.sync", "nvvm.elect.sync", "nvvm.ldmatrix", "nvvm.match.sync",
            "nvvm.mma.sync", "nvvm.redux.sync", "nvvm.shfl.sync", "nvvm.vote.sync",
            "nvvm.wmma.load", "nvvm.wmma.mma", "nvvm.wmma.store",
        ),
        records.FOR_WARP,
    ),
    **dict.fromkeys(
        ("nvvm.cp.async.shared.global", "nvvm.cp.async.commit.group", "nvvm.cp.async.wait.group",
         "vprintf", "__assertfail"),
        records.FOR_CALLER,
    ),
}  # fmt: skip
_NOTHING = ("nvvm.fence.", "nvvm.memory.barrier", "nvvm.membar")  # one thread runs at a time


def rewrite(
    lowered: str, checks: str, libdevice: str, module_name: str, name: str, source: str,
    build: Callable[[ir.Module], T],
) -> tuple[of.Kernel, T]:  # fmt: skip
    """The kernel of a lowered gpu.module, beside the checks that it calls, and what `build` makes
    of the module with both.

    `libdevice` has functions that the C library lacks. `source` is what places are called that the
    lowering read from its standard input.
    """
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        given, target, library = map(ir.Module.parse, (lowered, checks, libdevice))
        inside = next(
            {
                of.symbol(each): each.operation
                for each in op.operation.regions[0].blocks[0].operations
            }
            for op in given.body.operations
            if op.operation.name == "gpu.module" and of.symbol(op) == module_name
        )
        more = {of.symbol(op): op.operation for op in library.body.operations}
        kernel = _Rewriting(target, inside, more, name, source).run()
        return kernel, build(target)


class _Rewriting(Builder):
    """One rewriting. The old kernel's blocks are moved into the new function and changed there."""

    def __init__(
        self, target: ir.Module, symbols: dict[str, ir.Operation],
        libdevice: dict[str, ir.Operation], name: str, source: str,
    ) -> None:  # fmt: skip
        super().__init__(target)
        self.libdevice = libdevice
        self.name, self.source, self.symbols = name, source, symbols
        self.old = symbols[name]
        self.sites: list[of.Site] = []
        self.written: set[int] = set()
        self.shared: dict[str, tuple[int, int]] = {}
        self.ranges: dict[Base, tuple[ir.Value, ir.Value]] = {}

    def run(self) -> of.Kernel:
        blocks = list(self.old.regions[0].blocks)
        operations = [op.operation for block in blocks for op in block.operations]
        locals_ = [op for op in operations if op.name == "llvm.alloca"]
        pointers = Pointers(blocks, locals_)
        bases = [  # of each pointer operand, as long as nothing has moved
            {
                n: pointers.bases(value)
                for n, value in enumerate(op.operands)
                if of.is_pointer(value)
            }
            for op in operations
        ]
        latches = of.latches(blocks)
        self.shared = of.shared_layout(map(self.symbols.get, dict.fromkeys(of.named(operations))))
        self.parameters = tuple(str(argument.type) for argument in blocks[0].arguments)
        self._function(blocks, any(of.waiting(op) in _WAITS for op in operations))
        self._locals(locals_)
        self._globals(operations)
        for op, of_operand in zip(operations, bases, strict=True):
            self._operation(op, of_operand)
        for header, latch in latches:
            self._count_rounds(header, latch)
        self.module.operation.verify()
        return of.Kernel(
            self.name, str(self.module), self.parameters, frozenset(self.written),
            tuple(self.sites), self.shared,
        )  # fmt: skip

    # The function around the kernel ---------------------------------------------------------

    def _function(self, blocks: list[ir.Block], coroutine: bool) -> None:
        """@kernel(thread) -> coroutine: an entry, the kernel's blocks, and the ways out."""
        hint = ["presplitcoroutine"] if coroutine else []
        region = self.function("kernel", "ptr (ptr)", hint).regions[0]
        self.start = ir.Block.create_at_start(region, [self.ptr], [ir.Location.unknown()])
        self.thread = self.start.arguments[0]
        for block in blocks:
            block.append_to(region)
        first = blocks[0]
        self.suspend = blocks[-1].create_after()
        self.cleanup = blocks[-1].create_after()
        self.leave = blocks[-1].create_after()

        at = ir.InsertionPoint(self.start)
        self.launch = self.load(at, self.ptr, self.thread, records.offset(THREAD, "launch"))
        handle = self._begin(at) if coroutine else self.op(at, "llvm.mlir.zero", [self.ptr])
        values = self.load(at, self.ptr, self.launch, records.offset(LAUNCH, "arguments"))
        for number, argument in enumerate(first.arguments):
            argument.replace_all_uses_with(self.load(at, argument.type, values, 8 * number))
        for number in reversed(range(len(first.arguments))):
            first.erase_argument(number)
        self.jump(at, first)
        last = self.start.operations[len(self.start.operations) - 1]
        self.entry = ir.InsertionPoint(last)

        at = ir.InsertionPoint(self.leave)
        done = self.constant(at, records.DONE, self.i32)
        self.store(at, done, self.thread, records.offset(THREAD, "state"))
        self.jump(at, self.cleanup)
        at = ir.InsertionPoint(self.cleanup)
        if coroutine:
            frame = self.op(at, "llvm.intr.coro.free", [self.ptr], [self.id, handle])
            self.call(at, "free", [], frame)
        self.jump(at, self.suspend)
        at = ir.InsertionPoint(self.suspend)
        if coroutine:
            none = self.op(at, "llvm.mlir.none", [self.token])
            operands = [handle, self.constant(at, 0, self.i1), none]
            self.op(at, "llvm.intr.coro.end", [self.i1], operands)
        self.op(at, "llvm.return", [], [handle])

    def _begin(self, at: ir.InsertionPoint) -> ir.Value:
        """What makes the function a coroutine, with a frame on the heap."""
        self.function("aligned_alloc", "ptr (i64, i64)")
        self.function("free", "void (ptr)")
        null = self.op(at, "llvm.mlir.zero", [self.ptr])
        operands = [self.constant(at, 64, self.i32), null, null, null]
        self.id = self.op(at, "llvm.intr.coro.id", [self.token], operands)
        least = self.op(at, "llvm.intr.coro.size", [self.i64])
        more = self.op(at, "llvm.add", [self.i64], [least, self.constant(at, 63)])
        whole = self.op(at, "llvm.and", [self.i64], [more, self.constant(at, -64)])
        memory = self.call(at, "aligned_alloc", [self.ptr], self.constant(at, 64), whole)
        return self.op(at, "llvm.intr.coro.begin", [self.ptr], [self.id, memory])

    def _locals(self, locals_: list[ir.Operation]) -> None:
        """Stack buffers move to the entry, so that each exists once and its range is known."""
        for number, op in enumerate(locals_):
            count = op.operands[0].owner
            if isinstance(count, ir.Block) or count.operation.name != "llvm.mlir.constant":
                raise self._unsupported(op, "its size is not a constant")
            amount = ir.IntegerAttr(count.operation.attributes["value"]).value
            op.operands[0] = self.constant(self.entry, amount, op.operands[0].type)
            op.move_before(self.start.operations[len(self.start.operations) - 1].operation)
            bytes_ = amount * size(ir.TypeAttr(op.attributes["elem_type"]).value)
            self._add_range(Base("local", number), op.results[0], bytes_)

    def _globals(self, operations: list[ir.Operation]) -> None:
        """Shared memory becomes memory of the launch; other globals come along as they are."""
        at, places = self.entry, {}
        addresses = [op for op in operations if op.name == "llvm.mlir.addressof"]
        for op in addresses:
            name = ir.FlatSymbolRefAttr(op.attributes["global_name"]).value
            if name not in places:
                places[name] = self._place(name, op.results[0].type)
            value = self.cast(at, places[name], op.results[0].type)
            op.results[0].replace_all_uses_with(value)

    def _place(self, name: str, kind: ir.Type) -> ir.Value:
        """The address of a global, whose range it notes."""
        at, base = self.entry, Base("global", name)
        if name not in self.shared:
            found = self.symbols[name].clone(ir.InsertionPoint.at_block_begin(self.module.body))
            attribute = ir.FlatSymbolRefAttr.get(name)
            here = self.op(at, "llvm.mlir.addressof", [kind], [], {"global_name": attribute})
            self._add_range(base, here, size(ir.TypeAttr(found.attributes["global_type"]).value))
            return here
        offset, bytes_ = self.shared[name]
        memory = self.load(at, self.ptr, self.launch, records.offset(LAUNCH, "shared"))
        here = self.offset(at, memory, offset)
        self._add_range(base, here, bytes_)
        if not bytes_:  # dynamic: to the end of what the launch gives
            whole = self.load(at, self.i64, self.launch, records.offset(LAUNCH, "shared_bytes"))
            start = self.op(at, "llvm.ptrtoint", [self.i64], [memory])
            end = self.op(at, "llvm.add", [self.i64], [start, whole])
            self.ranges[base] = (self.ranges[base][0], end)
        return here

    def _add_range(self, base: Base, pointer: ir.Value, bytes_: int) -> None:
        at = self.entry
        low = self.op(at, "llvm.ptrtoint", [self.i64], [pointer])
        high = self.op(at, "llvm.add", [self.i64], [low, self.constant(at, bytes_)])
        self.ranges[base] = (low, high)

    def _range(self, base: Base) -> tuple[ir.Value, ir.Value]:
        if base not in self.ranges:  # of a parameter: the launch says
            at = self.entry
            table = self.load(at, self.ptr, self.launch, records.offset(LAUNCH, "ranges"))
            low, high = (self.load(at, self.i64, table, 16 * base.key + n) for n in (0, 8))
            self.ranges[base] = (low, high)
        return self.ranges[base]

    # Operations -----------------------------------------------------------------------------

    def _operation(self, op: ir.Operation, bases: dict[int, frozenset[Base]]) -> None:
        """Replace or guard one operation, or say that it cannot be run."""
        name, at = op.name, ir.InsertionPoint(op)
        if name in _ACCESS:
            number, what, typed = _ACCESS[name]
            kind = (op.results[0] if typed is None else op.operands[typed]).type
            step = alignment(kind)
            if "alignment" in op.attributes:
                step = ir.IntegerAttr(op.attributes["alignment"]).value or step
            self._guard(op, number, what, self.constant(at, size(kind)), step, bases[number])
        elif name in _COPY:
            self._guard_copy(op, bases)
        elif of.waiting(op) in _WAITS:
            for base in bases.values() if "store" in name else ():
                self._note_written(base)
            for_ = _WAITS[of.waiting(op)]
            partly = for_ == records.FOR_BLOCK and len(op.operands) > 0
            self._wait(op, records.FOR_CALLER if partly else for_)
        elif name == "llvm.return":
            self.jump(at, self.leave)
            op.erase()
        elif name == "llvm.call":
            self._libdevice(op)
        elif name.startswith("nvvm.read.ptx.sreg."):
            op.results[0].replace_all_uses_with(self._register(op))
            op.erase()
        elif name.startswith(_NOTHING) or name == "llvm.mlir.addressof":
            op.erase()
        elif name.startswith("nvvm.") or name in ("llvm.inline_asm", "llvm.call_intrinsic"):
            raise self._unsupported(op, "there is no counterpart of it on a CPU here")
        elif bases and name not in _NO_ACCESS:
            raise self._unsupported(op, "what it accesses cannot be checked")

    def _unsupported(self, op: ir.Operation, why: str) -> CompileError:
        where = of.place(op.location, self.source) or self.name
        return CompileError(f"{where}: {op.name} does not run as a coroutine: {why}")

    def _register(self, op: ir.Operation) -> ir.Value:
        found, at = _REGISTER.fullmatch(op.name), ir.InsertionPoint(op)
        which, axis = (found[1], found[2]) if found else ("", None)
        if which in _COORDINATES and axis:
            record, key = _COORDINATES[which]
            owner = self.thread if record is THREAD else self.launch
            return self.load(at, self.i32, owner, records.offset(record, key, "xyz".index(axis)))
        if which == "warpsize":
            return self.constant(at, 32, self.i32)
        if which in ("laneid", "warpid"):
            number = self.load(at, self.i32, self.thread, records.offset(THREAD, "number"))
            how, by = ("llvm.and", 31) if which == "laneid" else ("llvm.lshr", 5)
            return self.op(at, how, [self.i32], [number, self.constant(at, by, self.i32)])
        raise self._unsupported(op, "there is no such register on a CPU here")

    def _libdevice(self, op: ir.Operation) -> None:
        """A call of libdevice goes to the C library's function of that name, or to one of ours."""
        callee = of.waiting(op)
        if not callee.startswith("__nv_"):
            raise self._unsupported(op, f"@{callee} is left after inlining; is it recursive?")
        name = callee.removeprefix("__nv_").removeprefix("fast_")
        if not self._brought_along(name) and not self._has(name):
            kind = str(ir.TypeAttr(self.symbols[callee].attributes["function_type"]).value)
            self.function(name, kind.removeprefix("!llvm.func<")[:-1])
        op.attributes["callee"] = ir.FlatSymbolRefAttr.get(name)

    def _has(self, name: str) -> bool:
        return any(of.symbol(each) == name for each in self.module.body.operations)

    def _brought_along(self, name: str) -> bool:
        """Whether the function is one of ours; it is in the module then, with what it calls."""
        if name not in self.libdevice:
            return False
        if not self._has(name):
            copy = self.libdevice[name].clone(ir.InsertionPoint(self.module.body))
            for block in copy.regions[0].blocks:
                for op in block.operations:
                    if op.operation.name == "llvm.call":
                        self._brought_along(of.waiting(op.operation))
        return True

    def _site(self, op: ir.Operation, **known: object) -> int:
        attributes = {name: str(op.attributes[name]) for name in op.attributes}
        where = of.place(op.location, self.source)
        self.sites.append(of.Site(of.waiting(op), where, attributes=attributes, **known))
        return len(self.sites) - 1

    def _note_written(self, bases: frozenset[Base]) -> None:
        for base in bases:
            if base.kind == "argument":
                self.written.add(base.key)
            elif base.kind == "unknown":
                self.written |= set(range(len(self.parameters)))

    def _guard(
        self, op: ir.Operation, number: int, what: str, count: ir.Value, step: int,
        bases: frozenset[Base],
    ) -> None:  # fmt: skip
        """Have the operation access what a check gives in place of its pointer."""
        at, given = ir.InsertionPoint(op), op.operands[number]
        if what != "reads":
            self._note_written(bases)
        site = self._site(op, what=what, bases=tuple(sorted(bases, key=str)))
        plain = self.cast(at, given, self.ptr)
        operands = [plain, count, self.constant(at, step), self.constant(at, site)]
        only = next(iter(bases)) if len(bases) == 1 else None
        if only and only.kind != "unknown":
            more, function = self._range(only), "checked"
        else:
            more, function = [self._in_module(at, plain, count)], "checked_anywhere"
        checked = self.call(at, function, [self.ptr], self.thread, *operands, *more)
        op.operands[number] = self.cast(at, checked, given.type)

    def _in_module(self, at: ir.InsertionPoint, pointer: ir.Value, bytes_: ir.Value) -> ir.Value:
        """Whether an access lies in a stack buffer or a global, which the launch's table of ranges
        does not have."""
        start = self.op(at, "llvm.ptrtoint", [self.i64], [pointer])
        end = self.op(at, "llvm.add", [self.i64], [start, bytes_])
        inside = self.constant(at, 0, self.i1)
        for base, (low, high) in self.ranges.items():
            if base.kind != "argument" and base.key not in self.shared:
                above = self.compare(at, ABOVE_OR_SAME, start, low)
                below = self.compare(at, BELOW_OR_SAME, end, high)
                both = self.op(at, "llvm.and", [self.i1], [above, below])
                inside = self.op(at, "llvm.or", [self.i1], [inside, both])
        return inside

    def _guard_copy(self, op: ir.Operation, bases: dict[int, frozenset[Base]]) -> None:
        """Copy and fill: nothing is done where either side is refused."""
        at, kind = ir.InsertionPoint(op), op.operands[2].type
        count = op.operands[2]
        if kind != self.i64:
            count = self.op(at, "llvm.zext", [self.i64], [count])
        for number, what in _COPY[op.name].items():
            before = op.operands[number]
            self._guard(op, number, what, count, 1, bases[number])
            fine = self.compare(at, EQUAL, before, op.operands[number])
            none = self.constant(at, 0, kind)
            op.operands[2] = self.op(at, "llvm.select", [kind], [fine, op.operands[2], none])

    def _wait(self, op: ir.Operation, for_: int) -> None:
        """Suspend the thread at the operation until what it waits for has happened."""
        at, words = ir.InsertionPoint(op), records.offset(THREAD, "words")
        parts = [kind for result in op.results for kind in of.parts(result.type)]
        operands = of.packed([value.type for value in op.operands])
        results = of.packed(parts)
        if max([start + bytes_ / 8 for start, bytes_ in operands + results], default=0) > (
            records.WORDS
        ):
            raise self._unsupported(op, "a thread's record has no room for its operands")
        for value, (start, _) in zip(op.operands, operands, strict=True):
            self.store(at, value, self.thread, words + 8 * start)
        site = self._site(op, operands=operands, results=results, printed=of.printed(op),
                          types=tuple(str(value.type) for value in op.operands))  # fmt: skip
        for key, value in (("state", records.WAITING), ("waits_for", for_), ("site", site)):
            number = self.constant(at, value, self.i32)
            self.store(at, number, self.thread, records.offset(THREAD, key))

        after, following = op.block.create_after(), list(op.block.operations)
        while following.pop(0).operation != op:
            pass
        for each in following:
            after.append(each)
        none = self.op(at, "llvm.mlir.none", [self.token])
        operands = [none, self.constant(at, 0, self.i1)]
        state = self.op(at, "llvm.intr.coro.suspend", [self.i8], operands)
        resumed = ir.InsertionPoint.at_block_begin(after)
        loaded = [
            self.load(resumed, kind, self.thread, words + 8 * start)
            for kind, (start, _) in zip(parts, results, strict=True)
        ]
        for result in op.results:
            value = loaded[0]
            if str(result.type).startswith("!llvm.struct<"):
                value = self.op(resumed, "llvm.mlir.poison", [result.type])
                for number, part in enumerate(loaded):
                    position = {"position": ir.DenseI64ArrayAttr.get([number])}
                    given = [value, part]
                    value = self.op(resumed, "llvm.insertvalue", [result.type], given, position)
            result.replace_all_uses_with(value)
        self.switch(at, state, [after, self.cleanup], self.suspend)
        op.erase()

    def _count_rounds(self, header: ir.Block, latch: ir.Operation) -> None:
        """Leave the kernel from a loop's header when the thread has no rounds left."""
        body = header.create_after()
        for op in list(header.operations):
            body.append(op)
        at = ir.InsertionPoint(header)
        site = self.constant(at, self._site(latch))
        over = self.call(at, "too_many_rounds", [self.i1], self.thread, site)
        self.branch(at, over, self.leave, body)
