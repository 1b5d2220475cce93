"""What mapping loops to a GPU's blocks and threads must not do, found before a kernel is built.

Pipelines that map loops name a check in a comment (`# check PIPELINE: ...`) and what has to come of
them (`# makes OPERATION: ...`); `Program.lower` asks here. A mapped loop whose turns depend on each
other would race, a block above the hardware's limits would not start.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import passes
from . import pipeline as pipelines
from .errors import ArgumentError, CompileError

if TYPE_CHECKING:
    from mlir import ir

    from .pipeline import Pipeline

_BLOCK = re.compile(r"gpu\.func @(\S+?)\(.*known_block_size = array<i32: (\d+), (\d+), (\d+)>.*")
_GRID = re.compile(r"known_grid_size = array<i32: (\d+), (\d+), (\d+)>")


def check_independent(text: str, name: str, found: Pipeline, values: dict[str, object]) -> None:
    """CompileError for a loop that would become blocks or threads while its turns depend.

    The pipeline's check makes each independent loop affine.parallel; the pipeline's parameters
    `blocks` and `threads` say how many loops of a nest are mapped, from the outermost.
    """
    from mlir import ir

    check = pipelines.load(found.check)
    chosen = {key: parameter.default for key, parameter in found.parameters.items()} | values
    option = f"--pass-pipeline={check.text(**{key: chosen[key] for key in check.parameters})}"
    done = passes.mlir_opt(text, name, option, "--mlir-print-debuginfo")
    blocks, threads = (_count(key, chosen[key]) for key in ("blocks", "threads"))
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        for op in ir.Module.parse(done.stdout).body.operations:
            function = op.operation
            if function.name == "func.func" and function.regions[0].blocks:
                _check_nests(function, name, blocks, threads)


def _count(key: str, value: object) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise ArgumentError(f"{key} is a number of loops; got {value!r}") from None


def _check_nests(function: ir.Operation, name: str, blocks: int, threads: int) -> None:
    symbol = str(function.attributes["sym_name"]).strip('"')
    for op in function.regions[0].blocks[0].operations:
        loop = op.operation
        for depth in range(blocks + threads):
            if loop is None:
                break
            if loop.name == "affine.for":
                place = re.search(r":(\d+):(\d+)", str(loop.location))
                where = f"{name}:{place[1]}:{place[2]}" if place else name
                role = "blocks" if depth < blocks else "threads"
                raise CompileError(
                    f"{where}: error: loop {depth + 1} of the nest in {symbol} would become "
                    f"{role}, but its turns depend on each other, or cannot be shown not to: they "
                    "would race. Map fewer loops, or use gpu-parallel-loops, which leaves such a "
                    "loop to each thread"
                )
            loop = _only_loop(loop) if loop.name == "affine.parallel" else None


def _only_loop(loop: ir.Operation) -> ir.Operation | None:
    """The loop that is all of this loop's body, or None."""
    inside = [op.operation for op in loop.regions[0].blocks[0].operations]
    loops = [op for op in inside if op.name in ("affine.for", "affine.parallel")]
    return loops[0] if len(loops) == 1 and len(inside) == 2 else None


def check_made(text: str, name: str, found: Pipeline) -> None:
    """CompileError when the pipeline made nothing of the kind that it is there to make."""
    for operation, meaning in found.makes.items():
        if operation not in text:
            raise CompileError(f"{name}: no {operation} came of pipeline '{found.name}': {meaning}")


def check_sizes(text: str, name: str) -> None:
    """CompileError for a kernel whose block or grid is known and above the hardware's limits."""
    from . import launch

    for kernel in _BLOCK.finditer(text):
        block = tuple(map(int, kernel.groups()[1:]))
        grid = _GRID.search(kernel[0])
        try:
            launch.check(kernel[1], tuple(map(int, grid.groups())) if grid else 1, block)
        except ArgumentError as error:
            raise CompileError(f"{name}: {error}: the mapping needs smaller tiles") from None
