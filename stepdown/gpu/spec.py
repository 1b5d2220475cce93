"""What a kernel computes and how it is launched, before any MLIR is written.

A specification names the values that are computed for each element, what is read and what is
stored, the grid and the block. Equal ones (those of a model's layers) have equal keys and become
one kernel. Nothing here imports MLIR: the plan of a function whose PTX is in the disk cache is made
without.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..execution.fingerprint import exact
from ..frontend.dims import Dim, Size, product, symbols_of
from ..frontend.graph import Value
from ..frontend.types import Type
from ..lowering.fuse import Group, is_identity, reads, through_views
from ..primitives.table import FIRST, At

Grid = tuple[Size, Size, Size]
MOST_BLOCKS = 65535  # in y and z; in x there are 2**31 - 1


@dataclass(eq=False)
class Spec:
    """One kernel. `kind` says who writes it: "map", "rows", "columns", "product", or a primitive.

    `values` are computed inside, `outputs` stored; `sources` are the arrays that are read,
    `numbers` the Python scalars. The kernel's arguments are the sources, the outputs, the numbers
    and the `symbols`, in this order. `options` are what else the writer of that kind needs.
    """

    kind: str
    domain: tuple[Size, ...]
    values: list[Value]
    outputs: list[Value]
    group: Group | None = None
    flat: bool = False  # every array is seen with one dimension
    grid: Grid = (1, 1, 1)
    block: tuple[int, int, int] = (1, 1, 1)
    options: dict[str, object] = field(default_factory=dict)
    sources: list[Value] = field(default_factory=list)
    numbers: list[Value] = field(default_factory=list)
    symbols: tuple[str, ...] = ()
    layouts: tuple[str, ...] = ()  # of the arrays among the arguments: "" without gaps, or a Leaf's
    begins: tuple[int, ...] = ()  # where in its array the output begins, along the first axes
    parts: dict[tuple, Value] = field(default_factory=dict)  # of sources: see `located`
    read: list[tuple] | None = None  # of the sources, and where, if not what `values` say

    def __post_init__(self) -> None:
        if not self.sources and not self.numbers:
            self.sources, self.numbers = operands(self.values, self.outputs)
        read = self.read
        if read is None:
            read = [*all_reads(self.values, self.outputs)]
            read += map(through_views, _inputs(self.values))
        self._cut(read)

    # [region parts]
    def _cut(self, read: Iterable[tuple[Value, list[At]]]) -> None:
        """Take of a source the part that is read, where its first indices are constants: the layer
        of a cache for instance. Where that begins is the launch's to say, and the kernels of all
        layers are one."""
        known = {id(v) for v in self.sources}
        needed: dict[int, list[Value]] = {}
        for source, at in read:
            starts = leading(source, at)
            if id(source) not in known or not starts:
                needed.setdefault(id(source), []).append(source)
                continue
            key = (id(source), starts)
            if key not in self.parts:
                shape = (1,) * len(starts) + source.type.shape[len(starts) :]
                type_ = Type(shape, source.type.dtype)
                self.parts[key] = Value(None, (source,), {"starts": starts}, type_, None, "part")
            needed.setdefault(id(source), []).append(self.parts[key])
        found: dict[int, Value] = {}
        for source in self.sources:
            for value in needed.get(id(source), [source]):
                found.setdefault(id(value), value)
        self.sources = list(found.values())

    def located(self, source: Value, at: Sequence[At]) -> tuple[Value, list[At]]:
        """What an element is read from, the part of the source if there is one, and where."""
        starts = leading(source, at)
        part = self.parts.get((id(source), starts)) if starts else None
        if part is None:
            return source, list(at)
        return part, [FIRST] * len(starts) + list(at[len(starts) :])
        # [end parts]

    def layout(self, value: Value, at: Sequence[At] | None = None) -> str:
        """How an array lies in memory: an output, or what is read at these indices."""
        value = value if at is None else self.located(value, at)[0]
        places = (n for n, v in enumerate([*self.sources, *self.outputs]) if v is value)
        return self.layouts[next(places)] if self.layouts else ""

    @property
    def key(self) -> str:
        """A digest in which two specifications agree only if one kernel is right for both."""
        return hashlib.sha256("\n".join(_lines(self)).encode()).hexdigest()

    @property
    def about(self) -> str:
        """What it computes, in the words of the graph."""
        names = [v.primitive.name for v in self.values if v.primitive is not None]
        return ", ".join(dict.fromkeys(names)) or "copy"


def leading(source: Value, at: Sequence[At]) -> tuple[int, ...]:
    """The constants among the first indices; none, where there is one element to choose from."""
    starts = tuple(i.start for i in itertools.takewhile(lambda i: i.dim is None, at))
    return starts if any(size != 1 for size in source.type.shape[: len(starts)]) else ()


def _inputs(values: Iterable[Value]) -> Iterator[Value]:
    """What is read whole, not element by element: by a kernel of a primitive of its own."""
    for value in values:
        if value.primitive is not None and value.primitive.kind in ("whole", "product"):
            yield from value.inputs


def is_number(value: Value) -> bool:
    """Whether a kernel gets the value as a number: what was a Python scalar."""
    return value.primitive is None and value.name.startswith("#")


def operands(values: Iterable[Value], outputs: Iterable[Value]) -> tuple[list, list]:
    """The arrays and the numbers that are read from outside, each once."""
    inside = {id(v) for v in values}
    found: dict[int, Value] = {}
    for value in values:
        for source, _ in reads(value):
            found.setdefault(id(source), source)
    for value in outputs:
        source, _ = through_views(value)
        found.setdefault(id(source), source)
    outside = [v for v in found.values() if id(v) not in inside and not v.is_source]
    return [v for v in outside if not is_number(v)], [v for v in outside if is_number(v)]


def inputs_of(value: Value, first: int = 0) -> tuple[list[Value], list[Value]]:
    """The arrays and the numbers that a value's inputs are read from, the first ones left out."""
    found = {id(s): s for s, _ in map(through_views, value.inputs[first:]) if not s.is_source}
    outside = list(found.values())
    return [v for v in outside if not is_number(v)], [v for v in outside if is_number(v)]


def all_reads(spec_values: Iterable[Value], outputs: Iterable[Value]) -> Iterator[tuple]:
    """Each value that is read, and at which indices of the domain."""
    for value in spec_values:
        yield from reads(value)
    for value in outputs:
        yield through_views(value)


def is_flat(domain: tuple[Size, ...], values: list[Value], outputs: list[Value]) -> bool:
    """Whether everything is read where it is stored, so that one number finds all elements."""
    if any(v.primitive is not None and v.primitive.kind == "gather" for v in values):
        return False
    inside = {id(v) for v in values}
    for source, indices in all_reads(values, outputs):
        if id(source) in inside or not source.type.rank:
            continue
        if source.is_source:
            if source.primitive.name == "iota":
                return False
        elif source.type.shape != domain or not is_identity(indices, len(domain)):
            return False
    return True


def blocks(total: Size, each: int) -> Size:
    """How many blocks of so many elements."""
    return (total + (each - 1)) // each


def power_of_two(size: int) -> int:
    """The least power of two that is not below the size."""
    return 1 << max(size - 1, 0).bit_length()


def elements(domain: Iterable[Size]) -> Size:
    return product(domain)


def used_symbols(spec: Spec) -> set[str]:
    """The symbols that a kernel may need: those of its arrays' sizes and of what it computes, views
    and their parameters included."""
    found, seen = symbols_of([*spec.domain, *spec.grid]), set()
    inside = {id(v) for v in spec.values}

    def visit(value: Value) -> None:
        if id(value) in seen:
            return
        seen.add(id(value))
        found.update(symbols_of([*value.type.shape, *_sizes(value.params)]))
        made = value.primitive is not None and value.primitive.kind == "view"
        for source in value.inputs if made or id(value) in inside else ():
            visit(source)

    for value in [*spec.values, *spec.outputs, *spec.sources]:
        visit(value)
    for value in spec.group.values if spec.group else ():
        found.update(symbols_of(value.type.shape))
    return found


def _sizes(params: object) -> Iterator[Size]:
    """The dynamic sizes among parameters, however deep."""
    if isinstance(params, Dim):
        yield params
    elif isinstance(params, dict):
        yield from _sizes(list(params.values()))
    elif isinstance(params, (tuple, list)):
        for each in params:
            yield from _sizes(each)


def _lines(spec: Spec) -> Iterator[str]:
    numbers: dict[int, int] = {}

    def number(value: Value) -> str:
        if value.is_source:
            params = [part for item in sorted(value.params.items()) for part in map(exact, item)]
            return f"{value.primitive} {params} {exact(value.type)}"
        return str(numbers.setdefault(id(value), len(numbers)))

    group = spec.group
    yield f"{spec.kind} {exact(spec.domain)} {spec.flat} {spec.block} {exact(spec.grid)}"
    yield f"{group.kind} {group.row_rank}" if group else ""
    yield repr([(name, _shown(option)) for name, option in sorted(spec.options.items())])
    for value in [*spec.sources, *spec.numbers]:
        yield f"{number(value)} {exact(value.type)}"

    def place(source: Value, at: list[At]) -> tuple:
        source, at = spec.located(source, at)
        return number(source), [(i.dim, i.step, i.start) for i in at]

    for value in spec.values:
        read = [place(*each) for each in reads(value)]
        params = [part for item in sorted(value.params.items()) for part in map(exact, item)]
        yield f"{value.primitive} {read} {params} {number(value)} {exact(value.type)}"
    for value in spec.outputs:
        yield f"{place(*through_views(value))} {exact(value.type)}"
    yield f"{spec.symbols} {spec.layouts}"


def _shown(option: object) -> str:
    return str(option) if hasattr(option, "operands") else exact(option)


def operand_type(spec: Spec, value: Value) -> Type:
    """The type in which the kernel sees an array."""
    if spec.flat and value.type.rank:
        return Type((product(value.type.shape),), value.type.dtype)
    return value.type
