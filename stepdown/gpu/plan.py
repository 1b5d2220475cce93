"""From the groups of a graph to a plan: which kernels run, on which buffers, in which order.

Every array is a buffer without gaps, so a reshape is another name for the same buffer, and views
are read through. A buffer lives from its first use to its last; those that a call returns, or that
it was given, are not the plan's to free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..errors import CompileError
from ..frontend.dims import Size
from ..frontend.graph import Graph, Value
from ..frontend.types import Type
from ..lowering import donation, fuse
from ..lowering.fuse import is_identity, reads, through_views
from ..lowering.simplify import simplified
from ..primitives import TABLE
from ..primitives.table import At
from . import attention, choose, multiply
from .spec import Spec, all_reads, is_number, symbols_of, used_symbols


@dataclass(eq=False)
class Buffer:
    """Memory of an array. `role` is "given", "result" or "temporary"; a `strided` one may have gaps
    between its elements, as a Leaf says: an argument that is a part of a larger array."""

    number: int
    shape: tuple[Size, ...]
    dtype: np.dtype
    role: str
    strided: str = ""


@dataclass(eq=False)
class Launch:
    """A kernel and what it gets: a buffer for each array, in the order of the arguments."""

    spec: Spec
    buffers: list[Buffer]
    name: str = ""


@dataclass(eq=False)
class Copy:
    """All bytes of one buffer to another."""

    source: Buffer
    target: Buffer

    @property
    def buffers(self) -> list[Buffer]:
        return [self.source, self.target]


@dataclass(eq=False)
class Plan:
    """The steps of a call. `given` are the buffers of the arguments and captured arrays (None for a
    number), `results` those of the outputs; `ends` says which buffers a step is the last to use."""

    graph: Graph
    given: list[Buffer | None]
    steps: list[Launch | Copy] = field(default_factory=list)
    results: list[Buffer] = field(default_factory=list)
    kernels: dict[str, Spec] = field(default_factory=dict)  # by name
    ends: dict[int, list[Buffer]] = field(default_factory=dict)
    symbols: tuple[str, ...] = ()

    @property
    def bare(self) -> bool:
        """Whether all that a kernel has to know of an array is where it is."""
        return not self.symbols and not any(any(s.layouts) for s in self.kernels.values())

    @property
    def launches(self) -> list[Launch]:
        return [step for step in self.steps if isinstance(step, Launch)]


def make(
    graph: Graph, strided: Sequence[str], products: str = "loops", flash: bool = False
) -> Plan:
    """The plan of a graph; `strided` says which arguments and captured arrays have gaps, `flash`
    that an attention becomes one kernel."""
    return _Planner(graph, strided, products, flash).plan


class _Planner:
    def __init__(self, graph: Graph, strided: Sequence[str], products: str, flash: bool) -> None:
        graph = simplified(graph)
        if flash:
            graph = attention.fused(graph)
        self.graph, self.products = graph, products
        self.places: dict[int, Buffer] = {}
        self.count = 0
        self.names: dict[str, str] = {}  # a specification's key -> its kernel's name
        values = [*graph.arguments, *(value for value, _ in graph.captured)]
        given = [self._given(v, gaps) for v, gaps in zip(values, strided, strict=True)]
        self.plan = Plan(graph, given)
        shapes = [v.type.shape for v in [*values, *graph.used(), *graph.outputs]]
        starts = [[s for s in v.params.get("starts", ()) if s is not None] for v in graph.used()]
        sizes = [v.params["size"] for v in graph.used() if v.primitive.name == "size"]
        self.plan.symbols = tuple(
            sorted(symbols_of(s for part in [*shapes, *starts, sizes] for s in part))
        )
        groups = donation.ordered(graph, fuse.groups(graph))
        self.kept = fuse.kept(groups, graph)
        results = [*graph.outputs, *(check.failed for check in graph.checks)]
        outside = {id(through_views(v)[0]) for v in results}
        self.endings = _endings(groups, outside)
        for group in groups:
            self._group(group)
        self._results()
        in_place(self.plan)
        self._finish()
        self._lives()

    def _buffer(self, type_: Type, role: str = "temporary") -> Buffer:
        self.count += 1
        return Buffer(self.count - 1, type_.shape, type_.dtype, role)

    def _given(self, value: Value, strided: str) -> Buffer | None:
        if is_number(value):
            return None
        buffer = self.places[id(value)] = self._buffer(value.type, "given")
        buffer.strided = strided
        return buffer

    # Groups ------------------------------------------------------------------------------------

    def _group(self, group: fuse.Group) -> None:
        if group.kind == "single":
            self._single(group.values[0])
            return
        outputs = [v for v in group.values if id(v) in self.kept]
        ended = [value for value, end in self.endings.values() if end is group]
        if ended:
            self._product(ended[0], group, outputs)
            return
        for spec in choose.of_group(group, outputs):
            self.launch(spec)

    def _product(self, value: Value, group: fuse.Group | None = None, outputs=()) -> None:
        for spec in multiply.of_product(value, self.products, self._layout, group, outputs):
            self.launch(spec)
            (stored, *_) = spec.outputs
            if stored.primitive is not None and stored.type == value.type:
                self.places.setdefault(id(value), self.places[id(stored)])

    def _layout(self, value: Value) -> str:
        """How an array lies in memory, as far as it is known yet."""
        return self.places[id(value)].strided if id(value) in self.places else ""

    def _single(self, value: Value) -> None:
        name = value.primitive.name
        if name == "attention":
            cores = self.products == multiply.TENSOR_CORES
            for spec in attention.specs(value, cores, self._layout):
                self.launch(spec)
        elif name == "reshape":
            # Without gaps, another shape is another way to count the same elements.
            before = self.memory(value.inputs[0])
            if before.strided:
                whole = self._buffer(value.inputs[0].type)
                self.plan.steps.append(Copy(before, whole))
                before = whole
            self.places[id(value)] = before
        elif value.primitive.kind == "product":
            if id(value) not in self.endings:
                self._product(value)
        elif name in choose.WHOLE:
            for spec in choose.WHOLE[name](value):
                self.launch(spec)
        elif name in choose.IN_PLACE:
            before = self.memory(value.inputs[0])
            self.places[id(value)] = self._buffer(value.type)
            self.plan.steps.append(Copy(before, self.places[id(value)]))
            for spec in choose.IN_PLACE[name](value):
                self.places[id(spec.outputs[0])] = self.places[id(value)]
                self.launch(spec)
        else:
            where = f"{value.where}: " if value.where else ""
            raise CompileError(f"{where}the GPU target has no kernel for {name}")

    def launch(self, spec: Spec) -> None:
        """Add a launch; buffers of what it stores are made."""
        # The bounds of a mask are found by way of values that the kernel itself does not compute.
        used = self.plan.symbols if "attention" in spec.options else used_symbols(spec)
        spec.symbols = tuple(s for s in self.plan.symbols if s in used)
        for value in spec.outputs:
            if id(value) not in self.places:
                self.places[id(value)] = self._buffer(value.type)
        if 0 in spec.grid:
            return
        buffers = [self.memory(_whole(v)) for v in spec.sources] + [
            self.places[id(v)] for v in spec.outputs
        ]
        self.plan.steps.append(Launch(spec, buffers))

    def _finish(self) -> None:
        """Copies with gaps as kernels; names for the kernels, equal ones the same."""
        steps = self.plan.steps
        for number, step in enumerate(steps):
            if isinstance(step, Copy) and (step.source.strided or step.target.strided):
                steps[number] = _copy_by_kernel(step, self.plan.symbols)
        for step in self.plan.launches:
            spec = step.spec
            spec.layouts = tuple(buffer.strided for buffer in step.buffers)
            spec.flat = spec.flat and not any(spec.layouts)
            name = self.names.setdefault(spec.key, f"{spec.kind}_{len(self.names)}")
            self.plan.kernels.setdefault(name, spec)
            step.name = name

    def memory(self, value: Value) -> Buffer:
        """The buffer that holds the value; a view or a constant is written to one."""
        if id(value) not in self.places:
            source, at = through_views(value)
            there = self.places.get(id(source))
            if there is not None and not there.strided and _as_it_lies(source, at, value.type):
                self.places[id(value)] = there
            else:
                self.launch(choose.copied(value))
        return self.places[id(value)]

    # Results and lives -------------------------------------------------------------------------

    def _results(self) -> None:
        """Each result in memory of its own, or in that of the argument that was donated for it."""
        donated = {}
        for number, value in enumerate(self.graph.outputs):
            buffer = self.memory_of_output(value)
            if number in self.graph.donated:
                donated[number] = buffer
                continue
            if buffer.role != "temporary":
                again = self._buffer(value.type)
                self.plan.steps.append(Copy(buffer, again))
                buffer = again
            buffer.role, buffer.shape = "result", value.type.shape
            self.plan.results.append(buffer)
        moved = []
        for number, buffer in donated.items():
            target = self.plan.given[self.graph.donated[number]]
            if buffer.role == "given" and buffer is not target:
                # It may be overwritten before it is read.
                again = self._buffer(self.graph.outputs[number].type)
                self.plan.steps.append(Copy(buffer, again))
                buffer = again
            moved.append(Copy(buffer, target))
        self.plan.steps += [copy for copy in moved if copy.source is not copy.target]

    def memory_of_output(self, value: Value) -> Buffer:
        if is_number(value):
            self.launch(choose.copied(value))
        return self.memory(value)

    def _lives(self) -> None:
        """Which temporaries no later step uses, after each step."""
        seen: set[int] = set()
        for number in reversed(range(len(self.plan.steps))):
            for buffer in self.plan.steps[number].buffers:
                if buffer.role == "temporary" and buffer.number not in seen:
                    seen.add(buffer.number)
                    self.plan.ends.setdefault(number, []).append(buffer)


def _readers(groups: Sequence[fuse.Group]) -> dict[int, set[int]]:
    """By the id of a value, those of the other groups that read it."""
    home = {id(v): group for group in groups for v in group.values}
    found: dict[int, set[int]] = {}
    for group in groups:
        for value in group.values:
            for source, _ in reads(value):
                if home.get(id(source)) is not group:
                    found.setdefault(id(source), set()).add(id(group))
    return found


# [region endings]
def _endings(
    groups: Sequence[fuse.Group], results: set[int]
) -> dict[int, tuple[Value, fuse.Group]]:
    """The products that are used by one elementwise group only, each with that group: what it
    computes, a bias added for instance, is done before an element of the product is stored."""
    readers, found = _readers(groups), {}
    for group in groups:
        if group.kind != "loops" or not group.domain:
            continue
        here: dict[int, list] = {}
        for value in group.values:
            for number, (source, at) in enumerate(reads(value)):
                whole = value.primitive.kind == "gather" and number == 0
                same = not whole and is_identity(at, len(group.domain))
                here.setdefault(id(source), [source]).append(same)
        for number, (source, *same) in here.items():
            product = source.primitive is not None and source.primitive.kind == "product"
            alone = readers.get(number) == {id(group)} and number not in results
            if product and alone and all(same) and source.type.shape == group.domain:
                found[number] = source, group
                break
    return found
    # [end endings]


def _as_it_lies(source: Value, at: Sequence[At], type_: Type) -> bool:
    """Whether a view has all elements of the source in their order: a transposition of dimensions
    of size 1 for instance."""
    kept = [(i, size) for i, size in zip(at, source.type.shape, strict=True) if size != 1]
    order = [d for d, size in enumerate(type_.shape) if size != 1]
    return (
        not source.is_source
        and [(i.dim, i.step, i.start) for i, _ in kept] == [(d, 1, 0) for d in order]
        and [size for _, size in kept] == [type_.shape[d] for d in order]
    )


def _whole(value: Value) -> Value:
    """The array that a value is a part of, or itself."""
    return value.inputs[0] if "starts" in value.params and value.primitive is None else value


def _copy_by_kernel(copy: Copy, symbols: tuple[str, ...]) -> Launch:
    # The one with gaps has the shape in which they are; the other may be seen in another one.
    type_ = Type((copy.source if copy.source.strided else copy.target).shape, copy.target.dtype)
    source = Value(None, (), {}, type_, None, "copied")
    target = Value(TABLE["units"], (source,), {"shape": type_.shape}, type_)
    spec = choose.copied(target)
    spec.symbols = symbols
    return Launch(spec, [copy.source, copy.target])


# Copies that need not be made --------------------------------------------------------------------


def in_place(plan: Plan) -> None:
    """Drop copies: of what nobody reads afterwards, and to a donated argument whose old value
    nobody reads once its new one begins."""
    for step in list(plan.steps):
        if isinstance(step, Copy) and not _to_donated(plan, step):
            _of_dead(plan, step)


def _of_dead(plan: Plan, copy: Copy) -> None:
    source, target, at = copy.source, copy.target, plan.steps.index(copy)
    if source.role != "temporary" or target.role == "given":
        return
    if any(source in step.buffers for step in plan.steps[at + 1 :]):
        return
    del plan.steps[at]
    _rename(plan, source, target)


def _to_donated(plan: Plan, copy: Copy) -> bool:
    """A result that is computed where the argument lies, if whatever reads that comes before."""
    source, target, at = copy.source, copy.target, plan.steps.index(copy)
    if target.role != "given" or source.role != "temporary":
        return False
    begins = next(n for n, step in enumerate(plan.steps) if source in step.buffers)
    if any(target in step.buffers for step in plan.steps[begins + 1 : at]):
        return False
    first = plan.steps[begins]
    if target in first.buffers and not _reads_where_it_writes(first, target):
        return False
    if any(source in step.buffers for step in plan.steps[at + 1 :]):
        return False
    del plan.steps[at]
    _rename(plan, source, target)
    if isinstance(first, Copy):  # of the argument to what is the argument now
        plan.steps.remove(first)
    return True


def _reads_where_it_writes(step: Launch | Copy, buffer: Buffer) -> bool:
    """Whether each element is read by the thread that overwrites it, and by no other."""
    if isinstance(step, Copy):
        return step.source is buffer
    spec = step.spec
    if spec.kind != "map":
        return False
    pairs = zip(spec.sources, step.buffers, strict=False)
    mine = {id(_whole(v)) for v, b in pairs if b is buffer}
    gathers = any(v.primitive.kind == "gather" for v in spec.values)
    return not gathers and all(
        is_identity(at, len(spec.domain)) and source.type.shape == spec.domain
        for source, at in all_reads(spec.values, spec.outputs)
        if id(source) in mine
    )


def _rename(plan: Plan, old: Buffer, new: Buffer) -> None:
    for step in plan.steps:
        if isinstance(step, Copy):
            step.source = new if step.source is old else step.source
            step.target = new if step.target is old else step.target
        else:
            step.buffers = [new if buffer is old else buffer for buffer in step.buffers]
