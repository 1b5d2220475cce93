"""From a gpu.func in MLIR to code that runs without MLIR: lists of Python closures.

Each SSA value gets a slot in a list, each operation a step from the table, each basic block one
`Code`. What an operation does stands in the modules op_*; regions of several blocks are op_cf's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from ..errors import Error
from . import (  # each fills the table
    op_affine,  # noqa: F401
    op_arith,  # noqa: F401
    op_cf,
    op_gpu,  # noqa: F401
    op_math,  # noqa: F401
    op_memref,  # noqa: F401
    op_nvgpu,  # noqa: F401
    op_nvvm,  # noqa: F401
    op_scf,  # noqa: F401
    op_vector,  # noqa: F401
    op_views,  # noqa: F401
    op_warp,  # noqa: F401
    op_wmma,  # noqa: F401
)
from .faults import Site
from .machine import Refused, merge
from .op_math import FLOPS
from .table import OPERATIONS, Step
from .values import dtype_and_shape

if TYPE_CHECKING:
    from .machine import Batch, Mask

TERMINATORS = {
    "affine.yield", "func.return", "gpu.return", "gpu.terminator", "gpu.yield",
    "memref.atomic_yield", "scf.condition", "scf.reduce", "scf.reduce.return", "scf.yield",
    "memref.alloca_scope.return", "vector.yield",
}  # fmt: skip


@dataclass
class Cost:
    """What one thread does that runs a basic block once."""

    operations: Counter = field(default_factory=Counter)
    flops: float = 0
    moved: Counter = field(default_factory=Counter)  # (space, load or store) -> bytes


class Code:
    """A basic block: its steps, and the slots that its terminator hands on."""

    def __init__(self, number: int, site: Site) -> None:
        self.number, self.site = number, site
        self.steps: list[Step] = []
        self.places: list[tuple[str, str]] = []  # of each step, its place and its line's text
        self.size = 1
        self.out: list[int] = []
        self.arguments: list[int] = []

    def run(self, s: Batch, v: list, m: Mask) -> None:
        recorder = s.recorder
        recorder.executed[self.number] += m.count
        recorder.issued[self.number] += m.warps
        s.tick(self.size, self.site)
        step = None
        try:
            for step in self.steps:
                step(s, v, m)
        except Refused as error:
            where, text = self.places[self.steps.index(step)]
            raise Error(f"{where}: {error}\n    {text}") from None


@dataclass
class Function:
    """A function's code and the list of values that a call starts from."""

    name: str
    body: Any
    arguments: list[int]
    template: list


class Unit:
    """What the functions of one kernel share: sites, costs, the module's symbols."""

    def __init__(self, text: str, name: str, symbols: dict[str, ir.Operation]) -> None:
        self.lines, self.name, self.symbols = text.splitlines(), name, symbols
        self.sites: list[Site] = []
        self.costs: list[Cost] = []
        self.functions: dict[str, Function | None] = {}
        self.accessed: set[int] = set()  # item sizes of loads and stores
        self.stored: set[int | None] = set()  # arguments written to; None for any of them
        self.private_bytes = 0  # of memref.alloca with static sizes
        self.entry: ir.Block | None = None
        self.views = False  # whether memref.view looks at bytes as something else
        self.dynamic_shared = False
        self.globals: dict[str, ir.Operation] = {}

    def site(self, op: ir.Operation) -> Site:
        """A new site for the operation."""
        line, where, text = self.place(op)
        site = Site(len(self.sites), op.name, line, where, text)
        self.sites.append(site)
        return site

    def place(self, op: ir.Operation) -> tuple[int, str, str]:
        """The operation's line, its place as a message shows it, and the text of the line."""
        file, line = _place(op.location)
        if file in (None, "-"):
            where = f"{self.name}:{line}"
            text = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else str(op)
        else:
            where = f"{file}:{line}"
            text = op.get_asm(skip_regions=True, use_local_scope=True).strip()
        return line, where, text

    def function(self, name: str) -> Function:
        """The code of a func.func or gpu.func that a kernel calls."""
        if name not in self.functions:
            op = self.symbols.get(name)
            if op is None or not op.regions or not op.regions[0].blocks:
                raise Error(f"{self.name}: the kernel calls @{name}, which has no body")
            self.functions[name] = None
            self.functions[name] = Translator(self).function(op, name)
        found = self.functions[name]
        if found is None:
            raise Error(f"{self.name}: @{name} calls itself; the simulator runs no recursion")
        return found


class Translator:
    """Translates one function: its slots, its constants, the block in progress."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.slots: dict[ir.Value, int] = {}
        self.constants: list[tuple[int, Any]] = []
        self.count = 0
        self.cost: Cost | None = None
        self.op: ir.Operation | None = None
        self._site: Site | None = None

    def function(self, op: ir.Operation, name: str) -> Function:
        arguments = [self.slot(argument) for argument in op.regions[0].blocks[0].arguments]
        body = self.region(op.regions[0])
        template: list[Any] = [None] * self.count
        for slot, value in self.constants:
            template[slot] = value
        return Function(name, body, arguments, template)

    def slot(self, value: ir.Value) -> int:
        found = self.slots.get(value)
        if found is None:
            found = self.slots[value] = self.new_slot()
        return found

    def new_slot(self) -> int:
        self.count += 1
        return self.count - 1

    def constant(self, value: ir.Value, content: Any) -> None:
        self.constants.append((self.slot(value), content))

    def site(self) -> Site:
        """The site of the operation being translated, the same each time."""
        if self._site is None:
            self._site = self.unit.site(self.op)
        return self._site

    def refuse(self, why: str) -> Error:
        site = self.site()
        return Error(f"{site.where}: {site.operation}: {why}\n    {site.text}")

    def kind(self, value: ir.Value) -> tuple[np.dtype, tuple[int, ...]]:
        """The dtype and vector shape of a value that the simulator can hold."""
        dtype, shape = dtype_and_shape(value.type)
        if dtype is None or any(size < 0 for size in shape):
            raise self.refuse(f"the simulator has no values of type {value.type}")
        return dtype, shape

    def region(self, region: ir.Region) -> Any:
        """Code for a region: something with `run`, `out` and `arguments`."""
        blocks = list(region.blocks)
        if len(blocks) == 1:
            return self.block(blocks[0])
        return op_cf.graph(self, blocks)

    def block(self, block: ir.Block, *, outlives: bool = False) -> Code:
        """Code for a basic block.

        With `outlives`, values that other blocks use keep what they had in threads that are not
        active, which may have got them on another way through the blocks.
        """
        before = self.cost, self.op, self._site
        operations = [op.operation for op in block.operations]
        self.op, self._site = operations[-1] if operations else block.owner, None
        code = Code(len(self.unit.costs), self.site())
        self.cost = Cost()
        self.unit.costs.append(self.cost)
        code.arguments = [self.slot(argument) for argument in block.arguments]
        for op in operations:
            self.op, self._site = op, None
            self.cost.operations[op.name] += 1
            if op.name in TERMINATORS:
                code.out = [self.slot(operand) for operand in op.operands]
                continue
            if op.name.startswith("cf."):
                continue
            step = self.step(op)
            if step is not None:
                code.steps.append(_kept(self, op, step) if outlives else step)
                code.places.append(self.unit.place(op)[1:])
        code.size = max(1, len(code.steps))
        self.cost, self.op, self._site = before
        return code

    def step(self, op: ir.Operation) -> Step | None:
        entry = OPERATIONS.get(op.name)
        if entry is None:
            raise self.refuse("the simulator does not execute this operation")
        flops = FLOPS.get(op.name)
        if flops:
            self.cost.flops += flops * int(np.prod(dtype_and_shape(op.results[0].type)[1]))
        return entry(self, op)


def _kept(t: Translator, op: ir.Operation, step: Step) -> Step:
    """The step, whose results are kept for inactive threads when another block uses them."""
    home = op.block
    slots = [
        t.slot(result)
        for result in op.results
        if any(use.owner.operation.block != home for use in result.uses)
    ]
    if not slots:
        return step

    def kept(s: Batch, v: list, m: Mask) -> None:
        if m.array is None:
            step(s, v, m)
            return
        old = [v[slot] for slot in slots]
        step(s, v, m)
        for slot, value in zip(slots, old, strict=True):
            v[slot] = merge(m, v[slot], value)

    return kept


def _place(location: ir.Location) -> tuple[str | None, int]:
    """The file and line that a location, however wrapped, begins with."""
    while True:
        if location.is_a_file():
            return location.filename, location.start_line
        if location.is_a_fused() and location.locations:
            location = location.locations[0]
        elif location.is_a_name():
            location = location.child_loc
        elif location.is_a_callsite():
            location = location.callee
        else:
            return None, 0
