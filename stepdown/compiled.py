"""One compiled function: from a call's types through the graph and MLIR to code.

Code that was compiled before comes from the disk cache; then MLIR is not even imported. Else the
fused module is made and the passes run on it in this process. The stages are kept as text when
somebody asks for them.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from runners import amx

from .errors import ArgumentError
from .execution import cache, fingerprint, library, workspace
from .execution.calls import Calls
from .frontend import types
from .frontend.trace import trace
from .products import kernel_code


class Compiled(Calls):
    """Code for one kind of arguments, callable; `traced` to `lowered` are its stages as text.

    `source` says where the code came from, "disk cache" or "compiled", and `seconds` how long each
    phase took.
    """

    def __init__(self, function, arguments, target: str) -> None:
        self.name = library.symbol(function)
        self.function, self.target, self.options = function, target, function.options
        if self.options.products == "bf16x6" and (missing := amx.missing()):
            raise ArgumentError(
                f'{function.__qualname__}: products="bf16x6": {missing}; "schedule" runs anywhere'
            )
        self.call = arguments.without_values()
        self.seconds: dict[str, float] = {}
        self._stages: dict[str, str] = {}
        self._lock = threading.Lock()
        clock = Clock(self.seconds)
        self.graph, self.structure = trace(function, arguments)
        clock.lap("trace")
        self.strided = [leaf.strided for leaf in self.call.leaves]
        self.strided += [
            "" if array.flags.c_contiguous else types.ANY for _, array in self.graph.captured
        ]
        self.fresh = [v for n, v in enumerate(self.graph.outputs) if n not in self.graph.donated]
        self.ranks = [value.type.rank for value in self.fresh]
        self.source, code = self._code(clock)
        self._prepare_calls(code)

    # Stages ------------------------------------------------------------------------------------

    # Before them is the `graph`; str() shows it.

    @property
    def traced(self) -> str:
        """The function as it was written: one operation for each step."""
        return self._stage("traced")

    @property
    def optimized(self) -> str:
        """After fusion: the loops as they will run, still on tensors."""
        return self._stage("optimized")

    @property
    def bufferized(self) -> str:
        """Loops over buffers, products as calls."""
        return self._stage("bufferized")

    @property
    def lowered(self) -> str:
        """The LLVM dialect."""
        return self._stage("lowered")

    def _stage(self, name: str) -> str:
        with self._lock:
            if not self._stages:
                from .lowering import contexts

                with contexts.context():
                    self._stages["traced"] = str(self.module(fused=False))
                    self.passes(self.module(), self._stages)
            return self._stages[name]

    def export(self, path: str | os.PathLike, cpu: str = "native") -> Path:
        """Write a shared library at the path, and beside it its C header; the header's path.

        `cpu` is the processor to compile for: "native" for this one, "generic" for any of its
        architecture, or a name that LLVM knows. The library calls what this function does: the BLAS
        that NumPy ships for some products, the OpenMP runtime for loops shared among threads;
        jit(f, products="loops", threads=False) does without. Captured arrays are in it as they are
        now. Nothing is left of it at the path if it fails.
        """
        from .execution import export

        return export.write(self, Path(path), cpu)

    # Code --------------------------------------------------------------------------------------

    def _code(self, clock: Clock) -> tuple[str, object]:
        """Where the code comes from, and the code."""
        kept = cache.current()
        key = None
        if kept is not None:
            options = (self.target, self.options)
            key = fingerprint.key(self.graph, self.name, self.strided, options)
        if key is None:
            return "compiled", self._compile(clock)[0]
        found = kept.load(key, self.name)
        clock.lap("disk cache")
        if found is not None:
            self._connect(found, clock)
            return "disk cache", found
        engine, needs = self._compile(clock, keep=True)
        kept.store(key, self.name, engine.object_file(), needs)
        clock.lap("disk cache", more=True)
        return "compiled", engine

    def _compile(self, clock: Clock, keep: bool = False) -> tuple[object, library.Needs]:
        """Code made in this process, and what it calls."""
        from .execution import machine
        from .lowering import build, contexts, passes  # noqa: F401
        from .products import blas, own_kernels  # noqa: F401

        clock.lap("imports")
        with contexts.context():
            clock.lap("context")
            module = self.module()
            clock.lap("build")
            needs = self.passes(module)
            own_kernels.call_by_address(module, needs.kernels)
            entry = library.entry_symbol(self.name)
            machine.seal(module, {entry}, self.name, self.ranks + needs.workspace_ranks)
            machine.keep_apart(module, entry)
            machine.widen(module)
            machine.interleave(module)
            clock.lap("passes")
            kernel_code.begin(needs)
            engine = machine.Engine(module, self.name, needs, keep)
            clock.lap("llvm")
        self._connect(engine, clock)
        return engine, needs

    def _connect(self, code, clock: Clock) -> None:
        """Tell the code where the kernels are that it calls; they may have to be compiled."""
        if code.needs.kernels:
            kernel_code.connect(code)
            clock.lap("kernels")

    def module(self, fused: bool = True, name: str = ""):
        """The function as a module on tensors, in the current context."""
        from .lowering import attention, build, fuse, simplify

        graph = simplify.simplified(self.graph) if fused else self.graph
        limits = {
            "schedule": attention.CPU, "bf16x6": attention.CPU, "auto": attention.AUTO
        }.get(self.options.products)  # fmt: skip
        if fused and limits:
            graph = attention.fused(graph, limits)
        groups = (fuse.groups if fused else fuse.alone)(graph)
        threads = fused and self.options.threads
        return build.module(graph, groups, name or self.name, self.strided, threads)

    # [region passes]
    def passes(
        self, module, stages: dict[str, str] | None = None, name: str = "", refused: int = 0
    ) -> library.Needs:
        """Take a module through the passes, in place; what its code needs. `name` is the function's
        there, if it is another, and `refused` what its caller there returns without memory."""
        from .lowering import memory, outline, passes
        from .products import blas, choose

        if stages is not None:
            stages["optimized"] = str(module)
        passes.link_library(module)
        passes.run(module, "tensor-bufferize")
        passes.check_memory(module, self.name)
        given = [*self.graph.arguments, *(v for v, _ in self.graph.captured), *self.fresh]
        shared = memory.share(module, name or self.name, [v.type.shape for v in given], refused)
        passes.copies_to_loops(module)
        called = choose.write(module, self.options.products, self.options.threads)
        outline.nests(module)
        if stages is not None:
            stages["bufferized"] = str(module)
        needs = library.Needs(
            blas=str(blas.blas()[0]) if called.blas else None,
            openmp=passes.has(module, "scf.forall")
            or (self.options.threads and bool(called.kernels)),
            bfloat16=any(
                value.type.dtype.name == "bfloat16"
                for value in [*self.graph.arguments, *self.graph.used()]
            ),
            workspace=workspace.encoded(shared),
            kernels=called.kernels,
        )
        passes.run(module, "tensor-to-llvm")
        if stages is not None:
            stages["lowered"] = str(module)
        return needs
        # [end passes]


def for_target(target: str) -> type[Compiled]:
    """What compiles for a target."""
    if target == "cpu":
        return Compiled
    from .gpu import compiled

    return compiled.Compiled


class Clock:
    """Time by phase: a lap is what passed since the one before it."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds, self.last = seconds, time.perf_counter()

    def lap(self, name: str, more: bool = False) -> None:
        now = time.perf_counter()
        before = self.seconds.get(name, 0.0) if more else 0.0
        self.seconds[name], self.last = before + now - self.last, now
