"""From a graph to an MLIR module: a function on memrefs whose inside is tensors.

Each argument is a memref that is only read, each result a memref that the caller provides. Inside,
`loops` writes the groups of `fuse`; products and whole-array operations are written here. The
module is built through MLIR's bindings, and each operation carries the line that asked for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import bufferization, func, linalg, memref, tensor

from ..frontend.dims import Dim, as_symbol, product
from ..frontend.graph import Graph, Value
from ..frontend.types import ELEMENTS, ROWS, Type
from ..primitives.table import FIRST, At
from . import donation, fuse, in_place, joining, loops, passes, placing, reuse, scalars
from .fuse import Group
from .nest import Lazy
from .scalars import index_constant
from .views import DYNAMIC, Views


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


class Builder(Views):
    """The state of one function while it is written.

    `tensors` has the value's tensor where it has one, `elements` the SSA value of a value of
    rank 0, in the form of a loop's body.
    """

    def __init__(self, graph: Graph, groups: list[Group], threads: bool) -> None:
        super().__init__()
        self.graph, self.groups, self.threads = graph, groups, threads
        self.kept = fuse.kept(groups, graph)
        self.tensors: dict[int, ir.Value] = {}
        self.elements: dict[int, ir.Value] = {}
        self.places: dict[int, ir.Value] = {}  # results' tensors that nothing was written to yet
        self.over: dict[int, Value] = {}  # what a value is written over, which is not read again
        self.strided: set[int] = set()  # arguments that do not lie in memory without gaps
        self._flattened: dict[int, ir.Value] = {}

    # Tensors -----------------------------------------------------------------------------------

    def empty(self, type_: Type) -> ir.Value:
        sizes = [self.size(s) for s in type_.shape]
        return tensor.empty(sizes, scalars.storage(type_.dtype))

    def init(self, value: Value) -> ir.Value:
        """Where a value is written to: a result's memory, that of an array which is not read again,
        or a new tensor."""
        place = self.places.pop(id(value), None)
        if place is None and id(value) in self.over:
            place = self.tensor(self.over[id(value)])
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

    def written(self, value: Value, target: ir.Value) -> ir.Value:
        """A view written into a tensor of its shape, on threads where it is large."""
        return loops.written(self, value, target)

    def is_view_of_another(self, value: Value) -> bool:
        """Whether the value is read elsewhere in the memory of something that was computed: no
        argument, which may be what is overwritten."""
        source, _ = fuse.through_views(value)
        memory = list(donation.of_one_memory(source))[-1]
        computed = memory.primitive is not None and memory.primitive.name != "update"
        return source is not value and computed and not memory.is_source

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
        joins = joining.Joins(self)
        groups = donation.ordered(self.graph, self.groups)
        self.over = reuse.overwritten(self.graph, groups, self.kept)
        for group in groups:
            with location(group.values[0]):
                if group.kind == "single":
                    self._single(group.values[0], joins)
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
                symbol = as_symbol(size)
                if symbol and symbol not in self.symbols:
                    self.symbols[symbol] = memref.dim(argument, index_constant(axis))
        else:
            self.elements[id(value)] = argument

    def _single(self, value: Value, joins: joining.Joins) -> None:
        if value.primitive.kind == "product":
            joins.begin(value)
            self.tensors[id(value)] = self._product(value)
            joins.end(value)
            return
        made = joins.joined(value)
        if made is None:
            tensors = Lazy([lambda i=i: self.tensor(i) for i in value.inputs])
            made = value.primitive.emit(value, tensors, self)
        self.tensors[id(value)] = made

    def _product(self, value: Value) -> ir.Value:
        letters = value.params["maps"]
        summed = [c for c in dict.fromkeys(letters[0] + letters[1]) if c not in letters[2]]
        # The result's last letter innermost: its elements are neighbours in memory.
        order = [*letters[2][:-1], *summed, *letters[2][-1:]]
        operands, maps = [], []
        for operand, subscripts in zip(value.inputs, letters[:2], strict=True):
            along = {axis for axis, c in enumerate(subscripts) if c in summed}
            source, indices = _in_another_order(operand, along)
            operands.append(self.tensor(source))
            exprs = [ir.AffineDimExpr.get(order.index(subscripts[i.dim])) for i in indices]
            maps.append(ir.AffineMap.get(len(order), 0, exprs))
        exprs = [ir.AffineDimExpr.get(order.index(c)) for c in letters[2]]
        maps.append(ir.AffineMap.get(len(order), 0, exprs))
        zero = scalars.constant(0, value.type.dtype)
        init = linalg.fill(zero, outs=[self.init(value)])
        return linalg.contract(*operands, outs=[init], indexing_maps=maps)


def _in_another_order(operand: Value, summed: set[int]) -> tuple[Value, list[At]]:
    """What an operand of a product is read from in another order of its axes, or without some; not
    without those that are `summed`, which `linalg.contract` finds in both operands.

    A slice is where that ends: its sizes are the product's.
    """
    indices = [At(d) for d in range(operand.type.rank)]
    while operand.primitive is not None and operand.primitive.name in ("transpose", "broadcast"):
        before = operand.primitive.emit(operand, indices)
        if FIRST in before or not summed <= {i.dim for i in before}:
            break
        operand, indices = operand.inputs[0], before
    return operand, indices


def location(value: Value) -> ir.Location:
    where = value.where
    if where is None:
        return ir.Location.unknown()
    return ir.Location.file(where.file, where.line, 1)


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
        if graph.donated or builder.over:
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
    known = ir.SymbolTable(module.operation)
    with ir.InsertionPoint.at_block_begin(module.body), ir.Location.unknown():
        for name, kind in called.items():
            if name not in known:
                func.FuncOp(name, kind, visibility="private")
