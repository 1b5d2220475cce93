"""What the compiler makes of GPT-2's functions: operations, loops, and functions that are shared.

python chapters/13-gpt-2-compiled/counts.py [LAYERS ...]

The sizes are small; the counts are those of any width.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import stages  # noqa: E402

from stepdown import jit  # noqa: E402
from stepdown.gpt2 import model  # noqa: E402
from stepdown.lowering import fuse, simplify  # noqa: E402

COLUMNS = ("compiled", "operations", "loops as written", "groups", "calls", "functions")


# [region counts]
@dataclass(frozen=True)
class Counts:
    """Of one module: what was traced, before and after fusion, and how it is cut up."""

    operations: int  # of the graph
    loops: int  # one for each operation that computes, as the functions are written
    groups: int  # after fusion
    calls: int  # a large function's loops stand in functions of their own, which it calls
    functions: int  # those that differ


def counts(compiled) -> Counts:
    graph, text = compiled.graph, compiled.bufferized
    return Counts(
        len(graph.used()),
        len(fuse.alone(graph)),
        len(fuse.groups(simplify.simplified(graph))),
        len(re.findall(rf"call @{compiled.name}_\d+\(", text)),
        len(re.findall(rf"func\.func private @{compiled.name}_\d+\(", text)),
    )
    # [end counts]


def forward(layers: int):
    """The whole forward pass with so many blocks."""
    function = jit(model.forward, static=("heads",), dynamic={"ids": {0: "tokens"}}, threads=False)
    return stages.Staged(
        function, np.zeros(8, np.int64), stages.parameters(layers), stages.CONFIG.heads
    )


def main(layers: Sequence[int]) -> None:
    table = Table(*COLUMNS, box=None)
    for stage in stages.STAGES:
        if stage.name in ("attention", "mlp", "step"):
            name = "one step, 1 block" if stage.name == "step" else f"{stage.name}, with residual"
            found = counts(stage.compiled())
            table.add_row(name, *map(str, vars(found).values()))
    for n in layers:
        name = f"forward, {n} block{'s' * (n > 1)}"
        table.add_row(name, *map(str, vars(counts(forward(n))).values()))
    Console(width=100, highlight=False).print(table)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [2, 12])
