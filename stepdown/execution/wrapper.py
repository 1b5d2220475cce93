"""The functions of an exported library, in MLIR: checks around a compiled function.

A caller in C hands over descriptors that nobody has looked at. So each is taken as a memref of any
sizes and strides, compared with what the compiled function was made for, and only then passed on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, llvm, memref, scf

from ..errors import ArgumentError
from ..frontend.dims import Size, as_symbol, product
from ..frontend.graph import Value
from ..frontend.types import ANY, ELEMENTS, ROWS
from ..lowering import build, scalars

EMBEDDED = 64 << 20  # bytes of captured arrays that a library may hold
OFFSET, SIZES = 16, 24  # bytes in a descriptor before its offset and its sizes
P = arith.CmpIPredicate


def add(module: ir.Module, compiled, interface, body: str) -> None:
    """Add NAME and NAME_sizes to the module, whose function `body` computes."""
    with ir.InsertionPoint(module.body):
        tables = _captured(compiled)
        _Wrapper(compiled, interface).compute(body, tables)
        _Wrapper(compiled, interface).sizes()


def _captured(compiled) -> list[tuple[str, ir.Type]]:
    """The captured arrays as constants of the module: their names and types."""
    total = sum(array.nbytes for _, array in compiled.graph.captured)
    if total > EMBEDDED:
        raise ArgumentError(
            f"{compiled.title}: the arrays that it takes from its surroundings have {total} bytes; "
            f"a library holds {EMBEDDED} of them at most: make them arguments"
        )
    made = []
    for number, (value, array) in enumerate(compiled.graph.captured):
        name, kind = f"captured_{number}", build.memref_type(value.type)
        tensor = ir.RankedTensorType.get(array.shape, ir.MemRefType(kind).element_type)
        bits = np.ascontiguousarray(array).view(f"int{8 * array.dtype.itemsize}")
        memref.global_(
            name, ir.TypeAttr.get(kind), sym_visibility="private", constant=True,
            initial_value=ir.DenseElementsAttr.get(bits, type=tensor),
        )  # fmt: skip
        made.append((name, kind))
    return made


class _Wrapper:
    """One of the two functions while it is written."""

    def __init__(self, compiled, interface) -> None:
        self.graph, self.strided, self.interface = compiled.graph, compiled.strided, interface
        self.builder = build.Builder(self.graph, [], False)
        self.outputs = compiled.fresh[: len(compiled.fresh) - bool(self.graph.checks)]
        self.failed: list[ir.Value] = []  # a bool for each message of the interface, in its order
        self.status = ir.IntegerType.get_signless(32)

    def compute(self, body: str, tables: Sequence[tuple[str, ir.Type]]) -> None:
        """NAME: the checks, then the function itself."""
        results = [_of_any_layout(v) for v in self.outputs]
        with self._function(self.interface.symbol, results) as (arguments, outs):
            self._check_arguments(arguments)
            for value, out in zip(self.outputs, outs, strict=True):
                self._check_memory(value, out, strided="")
            given = [
                self._passed(value, argument, strided)
                for value, argument, strided in zip(
                    [*self.graph.arguments, *self.outputs],
                    [*arguments, *outs],
                    [*self.strided[: len(arguments)], *[""] * len(outs)],
                    strict=True,
                )
            ]
            captured = zip(self.graph.captured, tables, self.strided[len(arguments) :], strict=True)
            given[len(arguments) : len(arguments)] = [
                self._passed(value, memref.get_global(kind, name), strided)
                for (value, _), (name, kind), strided in captured
            ]
            status = self._first_failure()
            fine = arith.cmpi(P.eq, status, self._number(0))
            branch = scf.IfOp(fine, [self.status], has_else=True)
            with ir.InsertionPoint(branch.then_block):
                scf.YieldOp([self._call(body, given)])
            with ir.InsertionPoint(branch.else_block):
                scf.YieldOp([status])
            func.ReturnOp(branch.results)

    def sizes(self) -> None:
        """NAME_sizes: the checks of the arguments, then the results' sizes."""
        pointers = [llvm.PointerType.get()] * len(self.outputs)
        with self._function(f"{self.interface.symbol}_sizes", pointers) as (arguments, outs):
            self._check_arguments(arguments)
            for value, descriptor in zip(self.outputs, outs, strict=True):
                self._fill(value, descriptor)
            func.ReturnOp([self._first_failure()])

    @contextlib.contextmanager
    def _function(self, name: str, results: list[ir.Type]) -> Iterator[tuple[list, list]]:
        given = [
            scalars.in_body(v.type.dtype) if build.is_number(v) else _of_any_layout(v)
            for v in self.graph.arguments
        ]
        function = func.FuncOp(name, ([*given, *results], [self.status]))
        function.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
        block = function.add_entry_block()
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            yield arguments[: len(given)], arguments[len(given) :]

    # Checks ------------------------------------------------------------------------------------

    def _check_arguments(self, arguments: list[ir.Value]) -> None:
        for value, argument in zip(self.graph.arguments, arguments, strict=True):
            for axis, size in enumerate(value.type.shape):
                symbol = as_symbol(size)
                if symbol:
                    found = memref.dim(argument, scalars.index_constant(axis))
                    self.builder.symbols.setdefault(symbol, found)
        for value, argument, strided in zip(
            self.graph.arguments, arguments, self.strided, strict=False
        ):
            if not build.is_number(value):
                self._check_memory(value, argument, strided)
        for constraint in self.graph.constraints:
            first, second = map(self.builder.index, (constraint.first, constraint.second))
            wrong = P.ne if constraint.equal else P.slt
            self.failed.append(arith.cmpi(wrong, first, second))

    def _check_memory(self, value: Value, given: ir.Value, strided: str) -> None:
        """Whether the sizes differ from the value's, or its elements do not lie row by row."""
        shape, rank = value.type.shape, value.type.rank
        described = list(memref.ExtractStridedMetadataOp(given).results)
        offset, sizes, strides = described[1], described[2 : 2 + rank], described[2 + rank :]
        wrong = [arith.cmpi(P.ne, s, self._size(w)) for s, w in zip(sizes, shape, strict=True)]
        zero, one = scalars.index_constant(0), scalars.index_constant(1)
        some = arith.cmpi(P.ne, self._size(product(shape)), zero)
        if not strided:
            wrong.append(arith.cmpi(P.ne, offset, zero))
        # The axes along which the distance of neighbours is known.
        known = {"": range(rank), ROWS: range(rank - 1, rank), ANY: ()}[strided]
        for axis in known:
            step = self._size(product(shape[axis + 1 :]))
            moved = arith.andi(some, arith.cmpi(P.sgt, sizes[axis], one))
            wrong.append(arith.andi(moved, arith.cmpi(P.ne, strides[axis], step)))
        self.failed.append(_any(wrong))

    def _size(self, size: Size) -> ir.Value:
        return self.builder.index(size)

    def _first_failure(self) -> ir.Value:
        """The number of the first message that applies, from 1, or 0."""
        status = self._number(0)
        for number, failed in reversed(list(enumerate(self.failed, 1))):
            status = arith.select(failed, self._number(number), status)
        return status

    # The call and the sizes --------------------------------------------------------------------

    def _passed(self, value: Value, given: ir.Value, strided: str) -> ir.Value:
        """An argument as the function takes it; what the cast promises is checked before."""
        if build.is_number(value):
            return given
        wanted = build.memref_type(value.type, strided)
        return given if given.type == wanted else memref.cast(wanted, given)

    def _call(self, body: str, given: list[ir.Value]) -> ir.Value:
        """Call it; 0, or the number of the message for what was wrong inside."""
        symbol = ir.FlatSymbolRefAttr.get(body)
        if not self.graph.checks:
            func.CallOp([], symbol, given)
            return self._number(0)
        code = memref.alloca(ir.MemRefType.get([], self.status), [], [])
        func.CallOp([], symbol, [*given, code])
        found = memref.load(code, [])
        inside = arith.addi(found, self._number(len(self.failed)))
        return arith.select(arith.cmpi(P.eq, found, self._number(0)), found, inside)

    def _fill(self, value: Value, descriptor: ir.Value) -> None:
        """Write the offset, sizes and strides of a result into the caller's descriptor."""
        shape = value.type.shape
        strides = [product(shape[axis + 1 :]) for axis in range(len(shape))]
        for number, size in enumerate([0, *shape, *strides]):
            byte = ir.IntegerType.get_signless(8)
            place = llvm.getelementptr(
                descriptor.type, descriptor, [], [OFFSET + 8 * number], byte, None
            )
            wide = arith.index_cast(ir.IntegerType.get_signless(64), self._size(size))
            llvm.store(wide, place)

    def _number(self, number: int) -> ir.Value:
        return arith.constant(self.status, number)


def _of_any_layout(value: Value) -> ir.Type:
    element = ELEMENTS[value.type.dtype.name]
    unknown = ["?"] * value.type.rank
    sizes = "".join(f"{size}x" for size in unknown)
    return ir.Type.parse(f"memref<{sizes}{element}, strided<[{', '.join(unknown)}], offset: ?>>")


def _any(conditions: Sequence[ir.Value]) -> ir.Value:
    found = conditions[0]
    for condition in conditions[1:]:
        found = arith.ori(found, condition)
    return found
