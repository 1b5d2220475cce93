"""What a compiled function consists of, and where its time goes: `stepdown.explain(f, *args)`.

Counts come from the modules, walked operation by operation: of the function as it was written,
after fusion, and over buffers. Times are of this process, one measurement each.
"""

from __future__ import annotations

import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from . import compiled
from .errors import ArgumentError
from .execution import leaves
from .frontend import tree
from .jit import Function

WARM_CALLS = 20


@dataclass(frozen=True)
class Explanation:
    """What `explain` found. Counts are by name, bytes those of the call, times in seconds.

    `traced` counts the primitives of the graph, `generics` the `linalg.generic` operations before
    and after fusion, `loops` the operations over buffers that are or become loops (`scf.forall` is
    shared among threads), `blas` the calls of BLAS, by function: of equal loops in a large function
    there is one. `heap` and `stack` are the bytes of each temporary whose size is known before the
    call; `unsized` counts the others. `workspace` is the bytes that hold those that are not on the
    stack, of which two that are not needed at once may share a part. `donated` is
    those of the arguments whose memory results take.
    `source` is "compiled" or "disk cache"; phases that a cached function skips have no time.
    """

    name: str
    source: str
    traced: dict[str, int]
    generics: tuple[int, int]
    loops: dict[str, int]
    blas: dict[str, int]
    read: int
    written: int
    donated: int
    heap: tuple[int, ...]
    stack: tuple[int, ...]
    unsized: int
    workspace: int
    seconds: dict[str, float]

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(width=88)
        with console.capture() as text:
            console.print(self)
        return text.get().rstrip("\n")

    def __rich__(self):
        from rich.table import Table

        where = {"compiled": "compiled now", "disk cache": "from the disk cache"}[self.source]
        table = Table(title=f"{self.name}, {where}", show_header=False, title_justify="left")
        table.add_column(style="bold")
        table.add_column()
        for row in self._rows():
            table.add_row(*row)
        return table

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "traced", _counted(self.traced)
        yield "linalg.generic", f"{self.generics[0]} as written, {self.generics[1]} after fusion"
        yield "over buffers", _counted(self.loops)
        yield "calls of BLAS", _counted(self.blas)
        yield "read", f"{self.read:,} bytes of arguments"
        where = f", {self.donated:,} of them in donated memory" if self.donated else ""
        yield "written", f"{self.written:,} bytes of results{where}"
        unsized = f", {self.unsized} of a size that the call knows" if self.unsized else ""
        stack = f"{len(self.stack)} with {sum(self.stack):,} bytes on the stack"
        yield "temporaries", f"{len(self.heap)} with {sum(self.heap):,} bytes, {stack}{unsized}"
        yield "workspace", f"{self.workspace:,} bytes"
        for phase, seconds in self.seconds.items():
            shown = f"{1e3 * seconds:,.2f} ms" if seconds > 1e-3 else f"{1e6 * seconds:,.1f} us"
            yield phase, shown


def _counted(counts: dict[str, int]) -> str:
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count} {name}" for name, count in found) or "none"


def explain(function: Function, *arguments: object, **keywords: object) -> Explanation:
    """Compile a function for these arguments, call it, and say what it does and what it costs.

    It is compiled anew, or loaded from the disk cache, also where this process has compiled it
    before. Print what is returned, or read its fields. Donated arrays are left as they are: it is
    called with copies of them.
    """
    if not isinstance(function, Function):
        raise ArgumentError(f"explain takes a function that jit made; got {function!r}")
    target = function.target_of(keywords)
    if target != "cpu":
        raise ArgumentError(
            f"explain describes what runs on the CPU, and {function.__qualname__} has "
            f"target={target!r}: f.compile(*arguments).plan has its launches and "
            'buffers, and .report() what target="gpu-sim" saw in a call'
        )
    call = leaves.Call(function, arguments, keywords)
    started = time.perf_counter()
    made = compiled.Compiled(function, call, target)
    donated = set(made.graph.donated.values())
    arrays = [a.copy() if n in donated else a for n, a in enumerate(call.arrays)]
    results = tree.flatten(made.run(arrays))[0]
    seconds = {**made.seconds, "first call": time.perf_counter() - started}
    seconds["warm call"] = statistics.median(_warm_calls(made, arrays))
    captured = [array for _, array in made.graph.captured]
    return Explanation(
        name=function.__qualname__,
        source=made.source,
        traced=dict(Counter(str(value.primitive) for value in made.graph.used())),
        read=sum(np.asarray(array).nbytes for array in [*call.arrays, *captured]),
        written=sum(np.asarray(result).nbytes for result in results),
        donated=sum(arrays[number].nbytes for number in donated),
        workspace=made.workspace_bytes(arrays),
        seconds=seconds,
        **_of_modules(made),
    )


def _warm_calls(made: compiled.Compiled, arrays: list) -> Iterator[float]:
    for _ in range(WARM_CALLS):
        started = time.perf_counter()
        made.run(arrays)
        yield time.perf_counter() - started


_LOOPS = re.compile(r"linalg\.(?!yield|index).*|scf\.for(all)?")


def _of_modules(made: compiled.Compiled) -> dict[str, object]:
    """The counts that are read off the modules."""
    from .lowering import contexts

    with contexts.context():
        written, fused = (
            sum(name == "linalg.generic" for name, _ in _walk(stage, lambda _: None))
            for stage in (made.traced, made.optimized)
        )
        found = _walk(made.bufferized, _what)
    heap, stack = (
        [size for name, size in found if name in what]
        for what in (("memref.alloc", "memref.view"), ("memref.alloca",))
    )
    called = [re.search(r"cblas_([a-z]+)", what) for name, what in found if name == "func.call"]
    return {
        "generics": (written, fused),
        "loops": dict(Counter(name for name, _ in found if _LOOPS.fullmatch(name))),
        "blas": dict(Counter(match[1] for match in called if match)),
        "heap": tuple(size for size in heap if size is not None),
        "stack": tuple(size for size in stack if size is not None),
        "unsized": [*heap, *stack].count(None),
    }


def _walk(text: str, what: Callable) -> list[tuple[str, object]]:
    """Each operation's name, and what is asked about it, while its module is there."""
    from mlir import ir

    from .lowering import passes

    module = ir.Module.parse(text)
    return [(operation.name, what(operation)) for operation in passes.operations(module)]


def _what(operation) -> object:
    """Whom a call calls; how many bytes an allocation has, None if only the call knows."""
    from .lowering import passes

    if operation.name == "func.call":
        return str(operation.attributes["callee"])
    if operation.name in ("memref.alloc", "memref.alloca", "memref.view"):
        return passes.size_of(operation)
    return None
