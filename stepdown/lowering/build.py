"""From a graph to an MLIR module: a function on memrefs whose inside is tensors.

Each argument is a memref that is only read, each result a memref that the caller provides. Inside,
`loops` writes the groups of `fuse`; products and whole-array operations are written here. The
module is built through MLIR's bindings, and each operation carries the line that asked for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import arith, bufferization, func, linalg, memref, tensor

from ..frontend.dims import Dim, Quotient, Size, product
from ..frontend.graph import Graph, Value
from ..frontend.types import ELEMENTS, ROWS, Type
from ..primitives.table import FIRST, At
from . import donation, fuse, in_place, loops, passes, placing, scalars
from .fuse import Group
from .scalars import index_constant

DYNAMIC = ir.ShapedType.get_dynamic_size()


def memref_type(type_: Type, strided: str = "") -> ir.Type:
    """The memref type of an argument or a result; `strided` is a Leaf's."""
    element = ELEMENTS[type_.dtype.name]
    sizes = "".join(f"{'?' if isinstance(s, Dim) else s}x" for s in type_.shape)
    layout = ""
    if strided and type_.shape:
        steps = ["?"] * (type_.rank - 1) + ["1" if strided == ROWS else "?"]
        layout = f", strided<[{', '.join(steps)}], offset: ?>"
    return ir.Type.parse(f"memref<{sizes}{element}{layout}>")


def tensor_type(type_: Type) -> ir.RankedTensorType:
    sizes = [DYNAMIC if isinstance(s, Dim) else s for s in type_.shape]
    return ir.RankedTensorType.get(sizes, scalars.storage(type_.dtype))


class Builder:
    """The state of one function while it is written.

    `tensors` has the value's tensor where it has one, `elements` the SSA value of a value of
    rank 0, in the form of a loop's body.
    """

    def __init__(self, graph: Graph, groups: list[Group], threads: bool) -> None:
        self.graph, self.groups, self.threads = graph, groups, threads
        self.kept = fuse.kept(groups, graph)
        self.tensors: dict[int, ir.Value] = {}
        self.elements: dict[int, ir.Value] = {}
        self.symbols: dict[str, ir.Value] = {}
        self.places: dict[int, ir.Value] = {}  # results' tensors that nothing was written to yet
        self.strided: set[int] = set()  # arguments that do not lie in memory without gaps
        self._flattened: dict[int, ir.Value] = {}

    # Sizes -------------------------------------------------------------------------------------

    def size(self, size: Size) -> int | ir.Value:
        """A size as a number, or as an index computed here."""
        return size if isinstance(size, int) else self._polynomial(size)

    def index(self, size: Size | ir.Value) -> ir.Value:
        size = self.size(size) if isinstance(size, (int, Dim)) else size
        return index_constant(size) if isinstance(size, int) else size

    def _polynomial(self, size: Dim) -> ir.Value:
        total = None
        for factors, coefficient in size.terms.items():
            term = None if coefficient == 1 and factors else index_constant(coefficient)
            for factor in factors:
                value = self._factor(factor)
                term = value if term is None else arith.muli(term, value)
            total = term if total is None else arith.addi(total, term)
        return total

    def _factor(self, factor: str | Quotient) -> ir.Value:
        if isinstance(factor, str):
            return self.symbols[factor]
        return arith.floordivsi(self.index(factor.dividend), self.index(factor.divisor))

    # Tensors -----------------------------------------------------------------------------------

    def empty(self, type_: Type) -> ir.Value:
        sizes = [self.size(s) for s in type_.shape]
        return tensor.empty(sizes, scalars.storage(type_.dtype))

    def init(self, value: Value) -> ir.Value:
        """Where a value is written to: a result's memory, or a new tensor."""
        place = self.places.pop(id(value), None)
        return self.empty(value.type) if place is None else place

    def tensor(self, value: Value) -> ir.Value:
        """The value as a tensor; a view or a constant is written out."""
        found = self.tensors.get(id(value))
        if found is not None:
            return found
        if id(value) in self.elements:
            element = scalars.stored(self.elements[id(value)], value.type.dtype)
            made = tensor.from_elements(tensor_type(value.type), [element])
        elif value.primitive.name == "units":
            made = self.reshape(
                self.tensor(value.inputs[0]), value.inputs[0].type.shape, value.type.shape
            )
        elif value.primitive.name == "slice" and min(value.params["steps"], default=1) > 0:
            params = (value.params[name] for name in ("starts", "sizes", "steps"))
            made = self.extract(self.tensor(value.inputs[0]), *params)
        else:
            made = loops.write_out(self, value)
        self.tensors[id(value)] = made
        return made

    def flattened(self, value: Value) -> ir.Value:
        """The value's tensor seen with one dimension."""
        if id(value) not in self._flattened:
            shape = value.type.shape
            flat = self.reshape(self.tensor(value), shape, (product(shape),))
            self._flattened[id(value)] = flat
        return self._flattened[id(value)]

    def element(self, value: Value) -> ir.Value:
        """A value of rank 0 as an SSA value in the form of a body."""
        found = self.elements.get(id(value))
        if found is None:
            found = scalars.loaded(tensor.extract(self.tensor(value), []), value.type.dtype)
            self.elements[id(value)] = found
        return found

    def extract(
        self,
        source: ir.Value,
        offsets: Sequence,
        sizes: Sequence,
        steps: Sequence[int],
        dropped: Sequence[bool] = (),
    ) -> ir.Value:
        """A slice of a tensor; a dimension of size 1 that is `dropped` is not in the result."""
        sizes = self._known(sizes)
        dropped = dropped or [False] * len(sizes)
        left = [s for s, d in zip(sizes, dropped, strict=True) if not d]
        if 0 in sizes:  # no slice begins in a dimension without elements
            return tensor.empty(left, source.type.element_type)
        offsets, static_offsets = _split(self._known(offsets))
        computed, static_sizes = _split(sizes)
        told = _must_be_told(sizes, dropped)
        result = ir.RankedTensorType.get(
            static_sizes if told else _split(left)[1], source.type.element_type
        )
        made = tensor.ExtractSliceOp(
            result, source, offsets, computed, [], static_offsets, static_sizes, list(steps)
        ).result
        if not told:
            return made
        kind = ir.RankedTensorType.get(_split(left)[1], source.type.element_type)
        return tensor.collapse_shape(kind, made, _with_dropped(dropped))

    def _known(self, given: Sequence) -> list[int | ir.Value]:
        return [self.size(s) if isinstance(s, Dim) else s for s in given]

    def insert(
        self,
        source: ir.Value,
        target: ir.Value,
        offsets: Sequence,
        sizes: Sequence,
        dropped: Sequence[bool] = (),
    ) -> ir.Value:
        """`target` with `source` at the offsets; a dimension that is `dropped` is not in `source`.
        Without being told, those are the first ones."""
        sizes = self._known(sizes)
        if 0 in sizes:
            return target
        if _must_be_told(sizes, dropped):
            computed, static = _split(sizes)
            kind = ir.RankedTensorType.get(static, source.type.element_type)
            groups = _with_dropped(dropped)
            source = tensor.expand_shape(kind, source, groups, computed, static)
        return self._insertion(tensor.InsertSliceOp, source, target, offsets, sizes).result

    def insert_in_parallel(self, source, target, offsets, sizes) -> None:
        """The same at the end of an `scf.forall`."""
        if 0 in sizes:
            return
        self._insertion(tensor.ParallelInsertSliceOp, source, target, offsets, sizes)

    def _insertion(self, operation, source, target, offsets, sizes):
        ones = [1] * len(sizes)
        offsets, static_offsets = _split(self._known(offsets))
        sizes, static_sizes = _split(self._known(sizes))
        return operation(source, target, offsets, sizes, [], static_offsets, static_sizes, ones)

    def reshape(self, source: ir.Value, old: Sequence[Size], new: Sequence[Size]) -> ir.Value:
        """The tensor's elements in another shape: dimensions are merged, then split."""
        if not old or not new:
            return self._to_or_from_rank_zero(source, new)
        if 0 in (*old, *new) and any(isinstance(size, Dim) for size in old):
            # Merged, a dynamic dimension and one of size 0 are of size 0, which MLIR's types deny.
            return tensor.empty(self._known(new), source.type.element_type)
        groups = _aligned(old, new)
        if groups is None:
            groups = [(list(range(len(old))), list(range(len(new))))]
        element = source.type.element_type
        flat = [product(old[i] for i in first) for first, _ in groups]
        if any(sum(isinstance(new[i], Dim) for i in second) > 1 for _, second in groups):
            return self._reshape_by_sizes(source, new)
        if len(flat) != len(old):
            shape = [DYNAMIC if isinstance(s, Dim) else s for s in flat]
            kind = ir.RankedTensorType.get(shape, element)
            source = tensor.collapse_shape(kind, source, [first for first, _ in groups])
        if len(flat) != len(new):
            dynamic, static = _split(self._known(new))
            kind = ir.RankedTensorType.get(static, element)
            into = [second for _, second in groups]
            source = tensor.expand_shape(kind, source, into, dynamic, static)
        return source

    def _reshape_by_sizes(self, source: ir.Value, new: Sequence[Size]) -> ir.Value:
        """A dimension split into several of unknown size: MLIR's passes on `expand_shape` take one
        such size at most."""
        shape = [DYNAMIC if isinstance(s, Dim) else s for s in new]
        sizes = tensor.from_elements(
            ir.RankedTensorType.get([len(new)], ir.IndexType.get()), [self.index(s) for s in new]
        )
        kind = ir.RankedTensorType.get(shape, source.type.element_type)
        return tensor.reshape(kind, source, sizes)

    def _to_or_from_rank_zero(self, source: ir.Value, new: Sequence[Size]) -> ir.Value:
        kind = ir.RankedTensorType.get([1] * len(new), source.type.element_type)
        if new:
            return tensor.expand_shape(kind, source, [], [], [1] * len(new))
        return tensor.collapse_shape(kind, source, [])

    def scan(self, node: Value, source: ir.Value, axis: int) -> ir.Value:
        """Running sums along an axis."""
        return loops.scan(self, node, source, axis)

    # The function ------------------------------------------------------------------------------

    def body(self, arguments: list[ir.Value], results: list[ir.Value]) -> None:
        """Everything between the arguments and the results."""
        given = [*self.graph.arguments, *(value for value, _ in self.graph.captured)]
        donated = set(self.graph.donated.values())
        for number, (value, argument) in enumerate(zip(given, arguments, strict=True)):
            self._take_argument(value, argument, writable=number in donated)
        placed = placing.Results(self, arguments, results)
        for group in donation.ordered(self.graph, self.groups):
            with location(group.values[0]):
                if group.kind == "single":
                    self._single(group.values[0])
                else:
                    loops.emit(self, group)
        placed.give_back()

    def _take_argument(self, value: Value, argument: ir.Value, writable: bool) -> None:
        if isinstance(argument.type, ir.MemRefType):
            made = bufferization.to_tensor(
                tensor_type(value.type), argument, restrict=True, writable=writable
            )
            self.tensors[id(value)] = made
            for axis, size in enumerate(value.type.shape):
                if isinstance(size, Dim):
                    ((factors, _),) = size.terms.items()
                    if factors[0] not in self.symbols:
                        self.symbols[factors[0]] = memref.dim(argument, index_constant(axis))
        else:
            self.elements[id(value)] = argument

    def _single(self, value: Value) -> None:
        if value.primitive.kind == "product":
            self.tensors[id(value)] = self._product(value)
        else:
            inputs = [self.tensor(i) for i in value.inputs]
            self.tensors[id(value)] = value.primitive.emit(value, inputs, self)

    def _product(self, value: Value) -> ir.Value:
        letters = value.params["maps"]
        summed = [c for c in dict.fromkeys(letters[0] + letters[1]) if c not in letters[2]]
        # The result's last letter innermost: its elements are neighbours in memory.
        order = [*letters[2][:-1], *summed, *letters[2][-1:]]
        operands, maps = [], []
        for operand, subscripts in zip(value.inputs, letters[:2], strict=True):
            source, indices = _in_another_order(operand)
            operands.append(self.tensor(source))
            exprs = [ir.AffineDimExpr.get(order.index(subscripts[i.dim])) for i in indices]
            maps.append(ir.AffineMap.get(len(order), 0, exprs))
        exprs = [ir.AffineDimExpr.get(order.index(c)) for c in letters[2]]
        maps.append(ir.AffineMap.get(len(order), 0, exprs))
        zero = scalars.constant(0, value.type.dtype)
        init = linalg.fill(zero, outs=[self.init(value)])
        return linalg.contract(*operands, outs=[init], indexing_maps=maps)


def _split(given: Sequence[int | ir.Value]) -> tuple[list[ir.Value], list[int]]:
    """Sizes or offsets as MLIR's operations take them: those computed, and all, with a mark for
    each that is computed."""
    computed = [s for s in given if not isinstance(s, int)]
    return computed, [s if isinstance(s, int) else DYNAMIC for s in given]


# [region told]
def _must_be_told(sizes: Sequence[int | ir.Value], dropped: Sequence[bool]) -> bool:
    """Whether a slice's type alone does not say which of its dimensions of size 1 are dropped.

    MLIR's canonicalization of `tensor.extract_slice` and `insert_slice` takes the first that there
    are: of 1 x n x 1 without the last it would make n x 1 where 1 x n is wanted, and loops then run
    out of bounds. So such a dimension is dropped by a reshape.
    """
    left = [s for s, d in zip(sizes, dropped, strict=False) if not d]
    first: list[int | ir.Value] = []
    count = sum(dropped)
    for size in sizes:
        if count and isinstance(size, int) and size == 1:
            count -= 1
        else:
            first.append(size)
    return any(dropped) and first != left
    # [end told]


def _with_dropped(dropped: Sequence[bool]) -> list[list[int]]:
    """The dimensions in groups: one that is not dropped, and dropped ones beside it."""
    groups: list[list[int]] = []
    before: list[int] = []
    for dim, drop in enumerate(dropped):
        before.append(dim)
        if not drop:
            groups.append(before)
            before = []
    groups[-1] += before
    return groups


def _in_another_order(operand: Value) -> tuple[Value, list[At]]:
    """What an operand of a product is read from in another order of its axes, or without some.

    A slice is where that ends: its sizes are the product's.
    """
    indices = [At(d) for d in range(operand.type.rank)]
    while operand.primitive is not None and operand.primitive.name in ("transpose", "broadcast"):
        before = operand.primitive.emit(operand, indices)
        if FIRST in before:
            break
        operand, indices = operand.inputs[0], before
    return operand, indices


def location(value: Value) -> ir.Location:
    where = value.where
    if where is None:
        return ir.Location.unknown()
    return ir.Location.file(where.file, where.line, 1)


def _aligned(old: Sequence[Size], new: Sequence[Size]) -> list[tuple[list[int], list[int]]] | None:
    """Which dimensions of `old` make up which of `new`: runs with equal products."""
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        first, second = [i], [j]
        left, right = old[i], new[j]
        i, j = i + 1, j + 1
        while left != right:
            if not (isinstance(left, int) and isinstance(right, int)) or 0 in (left, right):
                return None
            if left < right:
                if i == len(old):
                    return None
                left, first, i = left * old[i], [*first, i], i + 1
            else:
                if j == len(new):
                    return None
                right, second, j = right * new[j], [*second, j], j + 1
            if isinstance(left, Dim) or isinstance(right, Dim):
                return None
        groups.append((first, second))
    # Sizes of 1 that are left belong to the last run; without any there is nothing to hold them.
    if i < len(old) or j < len(new):
        if not groups:
            return None
        if any(size != 1 for size in [*old[i:], *new[j:]]):
            return None
        groups[-1] = ([*groups[-1][0], *range(i, len(old))], [*groups[-1][1], *range(j, len(new))])
    return groups


def module(
    graph: Graph,
    groups: list[Group],
    name: str,
    strided: Sequence[str] = (),
    threads: bool = False,
) -> ir.Module:
    """The module with the function `name`; `strided` says which arguments have strides."""
    made = ir.Module.create()
    given = [*graph.arguments, *(value for value, _ in graph.captured)]
    strided = list(strided) or [""] * len(given)
    kinds = [
        scalars.in_body(v.type.dtype) if is_number(v) else memref_type(v.type, s)
        for v, s in zip(given, strided, strict=True)
    ]
    results = [memref_type(v.type) for n, v in enumerate(graph.outputs) if n not in graph.donated]
    with ir.InsertionPoint(made.body):
        function = func.FuncOp(name, (kinds + results, []))
        function.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
        block = function.add_entry_block()
        with ir.InsertionPoint(block):
            arguments = list(block.arguments)
            builder = Builder(graph, groups, threads)
            builder.strided = {id(v) for v, gaps in zip(given, strided, strict=True) if gaps}
            builder.body(arguments[: len(kinds)], arguments[len(kinds) :])
            func.ReturnOp([])
        if graph.donated:
            in_place.loops(function)
    _declare(made)
    made.operation.verify()  # what the passes are given is right: they need not look again
    return made


def is_number(value: Value) -> bool:
    """Whether an argument is passed as a number: what was a Python scalar."""
    return value.primitive is None and value.name.startswith("#")


def _declare(module: ir.Module) -> None:
    """Declarations of the functions of numbers that the module calls and does not have."""
    called: dict[str, ir.FunctionType] = {}
    for operation in passes.operations(module, "func.call"):
        name = ir.FlatSymbolRefAttr(operation.attributes["callee"]).value
        called[name] = ir.FunctionType.get(
            [o.type for o in operation.operands], [r.type for r in operation.results]
        )
    with ir.InsertionPoint.at_block_begin(module.body), ir.Location.unknown():
        for name, kind in called.items():
            func.FuncOp(name, kind, visibility="private")
