"""A kernel while it is written: its arguments, where its threads are, its elements.

What is computed for one element is `loops.Body`'s, the same as on the CPU. Here an element is read
with a load at the indices of a thread, where the CPU has an operand of a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlir import ir
from mlir.dialects import arith, gpu, memref, scf, vector

from ..frontend.dims import Size, product
from ..frontend.graph import Value
from ..frontend.types import ANY
from ..lowering import loops, scalars
from ..lowering.build import Builder, location, memref_type
from ..lowering.fuse import reads, through_views
from ..lowering.scalars import index_constant
from ..primitives.indexing import picked_place
from ..primitives.table import At
from .runtime import WIDE
from .spec import Spec, operand_type
from .wide import is_multiple

I = arith.CmpIPredicate  # noqa: E741
F = arith.CmpFPredicate
SHARED = 3  # the address space of shared memory
SMALL = 1 << 31  # elements whose number fits in 32 bits: half the registers, a fraction of the time


class Kernel(Builder):
    """A gpu.func in progress. `memory` has each array's memref, `symbols` the dynamic sizes."""

    def __init__(self, spec: Spec, name: str, function: gpu.GPUFuncOp) -> None:
        self.spec, self.name, self.function = spec, name, function
        given = iter(function.entry_block.arguments)
        self.memory = {id(v): next(given) for v in spec.sources}
        self.stored = {id(v): next(given) for v in spec.outputs}
        self.numbers = {id(v): next(given) for v in spec.numbers}
        self.symbols = dict(zip(spec.symbols, given, strict=True))
        self.shared_count = 0

    def load(self, source: Value, indices: Sequence[At], offsets: Sequence) -> ir.Value:
        """The element of a value from outside that the indices find from a thread's own."""
        if source.is_source:
            return loops.element_of_source(self, source, list(indices), _fixed(offsets))
        if id(source) in self.numbers:
            return self.numbers[id(source)]
        return scalars.loaded(memref.load(*self.place(source, indices, offsets)), source.type.dtype)

    def place(
        self, source: Value, indices: Sequence[At], offsets: Sequence
    ) -> tuple[ir.Value, list[ir.Value]]:
        """The memory that holds such an element, and where in it."""
        source, indices = self.spec.located(source, indices)
        if self.spec.flat and source.type.rank:
            indices = [At(0)]
        return self.memory[id(source)], [self.index(loops.position(i, offsets)) for i in indices]

    def load_run(
        self, source: Value, indices: Sequence[At], offsets: Sequence, count: int
    ) -> ir.Value:
        """That element and its neighbours, so many in all, as a vector; of one, not a bool's."""
        memory, place = self.place(source, indices, offsets)
        kind, size = scalars.storage(source.type.dtype), count * source.type.dtype.itemsize
        return vector.LoadOp(ir.VectorType.get([count], kind), memory, place, alignment=size).result

    def element(self, value: Value) -> ir.Value:
        """A value of rank 0."""
        return self.load(*through_views(value), [])

    def store(self, value: Value, element: ir.Value, place: Sequence[ir.Value]) -> None:
        """Write an element of an output."""
        memref.store(scalars.stored(element, value.type.dtype), self.stored[id(value)], place)

    def stores_runs(self, value: Value, count: int) -> bool:
        """Whether an output takes so many neighbours at once, at a multiple of their size."""
        dtype = value.type.dtype
        near = self.spec.layout(value) != ANY and is_multiple(value.type.shape[-1], count)
        return near and dtype.kind != "b" and count * dtype.itemsize <= WIDE

    def store_run(self, value: Value, elements: list[ir.Value], place: Sequence[ir.Value]) -> None:
        """Write neighbouring elements of an output, the first of them there."""
        if len(elements) == 1:
            self.store(value, elements[0], place)
            return
        dtype = value.type.dtype
        kind = ir.VectorType.get([len(elements)], scalars.storage(dtype))
        run = vector.from_elements(kind, elements)
        size = len(elements) * dtype.itemsize
        vector.StoreOp(run, self.stored[id(value)], list(place), alignment=size)

    # Threads -----------------------------------------------------------------------------------

    def thread(self, axis: str = "x") -> ir.Value:
        return gpu.thread_id(_dimension(axis))

    def block(self, axis: str = "x") -> ir.Value:
        return gpu.block_id(_dimension(axis))

    def number_of_thread(self) -> ir.Value:
        """The thread's number in the grid, along x."""
        start = arith.muli(self.block(), index_constant(self.spec.block[0]))
        return arith.addi(start, self.thread())

    def unravel(self, number: ir.Value, sizes: Sequence[Size]) -> list[ir.Value]:
        """The indices that a number in row-major order stands for."""
        kept = [n for n, size in enumerate(sizes) if size != 1]
        indices = [None] * len(sizes)
        total = product(sizes)
        narrow = isinstance(total, int) and total < SMALL and len(kept) > 1
        kind = ir.IntegerType.get_signless(32)
        rest = arith.index_cast(kind, number) if narrow else number
        for n in reversed(kept):
            if n == kept[0]:
                indices[n] = rest
                continue
            size = sizes[n] if narrow else self.index(sizes[n])
            if narrow:
                size = arith.constant(kind, sizes[n])
            indices[n] = arith.remui(rest, size)
            rest = arith.divui(rest, size)
        if narrow:
            indices = [i and arith.index_cast(ir.IndexType.get(), i) for i in indices]
        return [index_constant(0) if i is None else i for i in indices]

    def below(self, number: ir.Value, size: Size, most: int | None = None) -> ir.Value | None:
        """Whether a number is below a size; None where it always is: it is below `most`."""
        if isinstance(size, int) and most is not None and most <= size:
            return None
        return arith.cmpi(I.ult, number, self.index(size))

    def clamped(self, number: ir.Value, size: Size, run: int = 1) -> ir.Value:
        """The number, or the last from which a run of so many is below the size."""
        return arith.minui(number, self.index(size - run))

    # Shared memory -----------------------------------------------------------------------------

    def shared(self, shape: Sequence[int], element: ir.Type) -> ir.Value:
        """An array that the threads of a block share."""
        # As a number: the pass that lowers loads of vectors knows the gpu dialect's word not.
        space = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), SHARED)
        kind = ir.MemRefType.get(list(shape), element, memory_space=space)
        name = f"{self.name}_shared_{self.shared_count}"
        self.shared_count += 1
        with ir.InsertionPoint(self.function):
            memref.global_(
                name, ir.TypeAttr.get(kind), initial_value=ir.UnitAttr.get(), alignment=16
            )
        return memref.get_global(kind, name)


def _dimension(axis: str) -> ir.Attribute:
    return ir.Attribute.parse(f"#gpu<dim {axis}>")


def _fixed(offsets: Sequence) -> loops.Tile:
    """One element, as a part of a domain."""
    return loops.Tile(list(offsets), [1] * len(offsets), [True] * len(offsets))


class Reads:
    """How a body reads what is outside of it: at one thread's indices."""

    def __init__(self, kernel: Kernel, offsets: Sequence) -> None:
        self.builder, self.tile = kernel, _fixed(offsets)
        self.known: dict[tuple, ir.Value] = {}

    def read(self, source: Value, indices: list[At]) -> Callable[[list], ir.Value]:
        key = (id(source), tuple(indices))
        if key not in self.known:
            self.known[key] = self.builder.load(source, indices, self.tile.offsets)
        return lambda _: self.known[key]


class Element(loops.Body):
    """Computes the values of a kernel for the element at one thread's indices, each once."""

    def __init__(self, kernel: Kernel, offsets: Sequence, outer: dict | None = None) -> None:
        self.kernel, self.offsets = kernel, list(offsets)
        self.nest, self.group = Reads(kernel, offsets), kernel.spec.group
        self.outer = {} if outer is None else outer
        self.inside = {id(v) for v in kernel.spec.values}
        self.arguments, self.made, self.kept = [], {}, {}

    def element(self, source: Value, indices: list[At]) -> ir.Value:
        if id(source) in self.outer:
            return self.outer[id(source)]
        if id(source) in self.inside:
            return self.computed(source)
        return self.nest.read(source, indices)(self.arguments)

    def compute(self, value: Value) -> ir.Value:
        with location(value):
            if value.primitive.kind == "gather":
                return self._gathered(value)
            elements = [self.element(*r) for r in reads(value)]
            return value.primitive.emit(value, *elements)

    def output(self, value: Value) -> ir.Value:
        """The element of what is stored: computed here, or read through views."""
        return self.element(*through_views(value))

    def _gathered(self, value: Value) -> ir.Value:
        array = value.inputs[0]
        picked = [self.element(*r) for r in reads(value)[1:]]
        sizes = [self.kernel.index(size) for size in array.type.shape]
        place = picked_place(value, picked, self.offsets, sizes)
        return self.kernel.load(*through_views(array), place)


def kernel_types(spec: Spec) -> list[ir.Type]:
    """The types of a kernel's arguments."""
    values = [*spec.sources, *spec.outputs]
    layouts = spec.layouts or [""] * len(values)
    arrays = [
        memref_type(operand_type(spec, v), layout)
        for v, layout in zip(values, layouts, strict=True)
    ]
    numbers = [scalars.in_body(v.type.dtype) for v in spec.numbers]
    return [*arrays, *numbers, *[ir.IndexType.get()] * len(spec.symbols)]


def plus(value: ir.Value, number: int) -> ir.Value:
    """An index and a number that is known."""
    return arith.addi(value, index_constant(number)) if number else value


def chosen(
    condition: ir.Value | None,
    kinds: Sequence[ir.Type],
    then: Callable[[], Sequence[ir.Value]],
    otherwise: Callable[[], Sequence[ir.Value]],
) -> list[ir.Value]:
    """The values of one of two ways, which are of these types; without a condition of the first."""
    if condition is None:
        return list(then())
    branch = scf.IfOp(condition, list(kinds), has_else=True)
    for block, way in ((branch.then_block, then), (branch.else_block, otherwise)):
        with ir.InsertionPoint(block):
            scf.YieldOp(way())
    return list(branch.results)


def guarded(condition: ir.Value | None, then: Callable[[], None]) -> None:
    """What is done where the condition holds; always, without one."""
    if condition is None:
        then()
        return
    branch = scf.IfOp(condition)
    with ir.InsertionPoint(branch.then_block):
        then()
        scf.YieldOp([])


def both(first: ir.Value | None, second: ir.Value | None) -> ir.Value | None:
    """Whether two conditions hold, None standing for one that always does."""
    if first is None or second is None:
        return second if first is None else first
    return arith.andi(first, second)


def loop(
    start: ir.Value, stop: ir.Value, step: ir.Value, held: Sequence[ir.Value], turn: Callable
) -> list[ir.Value]:
    """`scf.for`: `turn(index, held)` gives what the next turn holds."""
    made = scf.ForOp(start, stop, step, list(held))
    with ir.InsertionPoint(made.body):
        number, *now = made.body.arguments
        scf.YieldOp(turn(number, now))
    return list(made.results)
