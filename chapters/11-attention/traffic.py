"""How many bytes a compiled function moves, counted in its module over buffers.

python chapters/11-attention/traffic.py

Each operation counts each of its operands once, as often as the loops around it turn: what reaches
memory if nothing is found in a cache. Temporaries of one row stay in the cache and are not counted,
nor is a row of the result that the same turn of the loop has written before.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from stepdown import jit  # noqa: E402


@dataclass(frozen=True)
class Step:
    """An operation over buffers: what it does, how often, and the bytes it reads and writes."""

    what: str
    times: int
    read: int
    written: int


def steps(compiled, fused: bool = True) -> list[Step]:
    """The operations of a compiled function, as written or after fusion."""
    from stepdown.lowering import contexts, passes

    with contexts.context():
        module = compiled.module(fused=fused)
        passes.run(module, "tensor-bufferize")
        return list(_steps(module))


def _steps(module) -> Iterator[Step]:
    from mlir import ir

    found: list[ir.Operation] = []

    def see(operation: ir.Operation) -> ir.WalkResult:
        if operation.name in ("memref.copy", "linalg.generic", "linalg.contract", "linalg.fill"):
            found.append(operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(see)
    rows: set[ir.Value] = set()
    for operation, following in zip(found, [*found[1:], None], strict=True):
        # The zeros that a product would start from are not written: BLAS is told to add nothing.
        if operation.name == "linalg.fill" and following and following.name == "linalg.contract":
            continue
        step = _step(operation, rows)
        if step.read + step.written:
            yield step


def _step(operation, rows: set) -> Step:
    """What an operation moves; `rows` are views made in a loop that have been written to."""
    from mlir import ir

    times, around = 1, operation.parent
    while around.name != "func.func":
        times *= _turns(around)
        around = around.parent
    results = 1  # the last operand, or as many as the generic yields
    if operation.name == "linalg.generic":
        results = len(operation.regions[0].blocks[0].operations[-1].operands)
    memory = [
        _bytes(o) if isinstance(o.type, ir.MemRefType) and o not in rows else 0
        for o in operation.operands
    ]
    if times > 1:
        rows.update(list(operation.operands)[-results:])
    read, written = sum(memory[:-results]), sum(memory[-results:])
    return Step(_shown(operation), times, read * times, written * times)


def _turns(loop) -> int:
    """How often a loop turns whose bounds are numbers."""
    from mlir import ir

    if loop.name == "scf.forall":
        ends, steps = (loop.attributes[f"static{which}"] for which in ("UpperBound", "Step"))
        return math.prod(-(-int(end) // int(step)) for end, step in zip(ends, steps, strict=True))
    assert loop.name == "scf.for", loop.name
    low, high, step = (
        ir.IntegerAttr(ir.OpResult(bound).owner.attributes["value"]).value
        for bound in list(loop.operands)[:3]
    )
    return -(-(high - low) // step)


def _bytes(value) -> int:
    """The bytes of an operand that is in memory; 0 for a temporary on the stack."""
    from mlir import ir

    source = value
    while isinstance(source, ir.OpResult):
        made = source.owner.operation
        if made.name == "memref.alloca":
            return 0
        if not made.operands:  # memref.alloc
            break
        source = made.operands[0]
    kind = ir.MemRefType(value.type)
    return math.prod(kind.shape) * kind.element_type.width // 8


def _shown(operation) -> str:
    """What an operation does: the calculation in a generic's body, without what only converts."""
    if operation.name != "linalg.generic":
        return operation.name.partition(".")[2]
    body = [op.operation for op in operation.regions[0].blocks[0].operations]
    names = [
        op.name.partition(".")[2] if op.name != "func.call" else str(op.attributes["callee"])[1:]
        for op in body
    ]
    computed = [name for name in names if name not in ("constant", "yield", "extui", "index_cast")]
    return ", ".join(computed) or "copy"


def total(found: list[Step]) -> int:
    return sum(step.read + step.written for step in found)


def attention(tokens: int = 128, width: int = 768, heads: int = 12):
    """This chapter's attention, compiled for a size: GPT-2's, unless another is given."""
    shapes = ((tokens, width), (width, 3 * width), (width, width))
    arguments = [np.ones(shape, np.float32) for shape in shapes]
    # One thread: a row's loop then has its turns in one place.
    compiled = jit(functions.attention, static=("heads",), threads=False, products="blas")
    return compiled.compile(*arguments, heads)


def main() -> None:
    compiled = attention()
    console = Console(width=96, highlight=False)
    for title, fused in (("as written", False), ("after fusion", True)):
        found = steps(compiled, fused)
        table = Table(title=f"attention of 128 tokens, 12 heads, {title}", title_justify="left")
        table.add_column("operation")
        for column in ("times", "reads, KiB", "writes, KiB"):
            table.add_column(column, justify="right")
        for step in found:
            table.add_row(step.what, f"{step.times}", f"{step.read >> 10:,}",
                          f"{step.written >> 10:,}")  # fmt: skip
        table.add_section()
        table.add_row("all", "", f"{sum(s.read for s in found) >> 10:,}",
                      f"{sum(s.written for s in found) >> 10:,}")  # fmt: skip
        console.print(table)


if __name__ == "__main__":
    main()
