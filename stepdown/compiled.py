"""One compiled function: from a call's types through the graph and MLIR to code, and its calls.

Code that was compiled before comes from the disk cache; then MLIR is not even imported. Else the
fused module is made and the passes run on it in this process. The stages are kept as text when
somebody asks for them.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from runners import call, memref

from . import cache, dims, fingerprint, library, numpy_api, ops, tree  # noqa: F401
from .array import Array, in_own_order, lift, wrap
from .errors import ArgumentError
from .graph import Constraint, Graph, Value
from .types import ELEMENTS
from .where import failure


class Compiled:
    """Code for one kind of arguments, callable; `traced` to `lowered` are its stages as text.

    `source` says where the code came from, "disk cache" or "compiled", and `seconds` how long each
    phase took.
    """

    def __init__(self, function, arguments, target: str) -> None:
        self.name = library.symbol(function)
        self.function, self.target, self.options = function, target, function.options
        self.call = arguments.without_values()
        self.seconds: dict[str, float] = {}
        self._stages: dict[str, str] = {}
        self._lock = threading.Lock()
        clock = Clock(self.seconds)
        self.graph, self.structure = _trace(function, arguments)
        clock.lap("trace")
        self.strided = [leaf.strided for leaf in self.call.leaves]
        self.strided += [not array.flags.c_contiguous for _, array in self.graph.captured]
        self.ranks = [value.type.rank for value in self.graph.outputs]
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
                from . import contexts

                with contexts.context():
                    self._stages["traced"] = str(self.module(fused=False))
                    self.passes(self.module(), self._stages)
            return self._stages[name]

    def export(self, path: str | os.PathLike, cpu: str = "native") -> Path:
        """Write a shared library at the path, and beside it its C header; the header's path.

        `cpu` is the processor to compile for: "native" for this one, "generic" for any of its
        architecture, or a name that LLVM knows. The library calls what this function does: the BLAS
        that NumPy ships for large products, the OpenMP runtime for loops shared among threads;
        jit(f, products="loops", threads=False) does without. Captured arrays are in it as they are
        now. Nothing is left of it at the path if it fails.
        """
        from . import export

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
            return "disk cache", found
        engine, needs = self._compile(clock, keep=True)
        kept.store(key, self.name, engine.object_file(), needs)
        clock.lap("disk cache", more=True)
        return "compiled", engine

    def _compile(self, clock: Clock, keep: bool = False) -> tuple[object, library.Needs]:
        """Code made in this process, and what it calls."""
        from . import build, contexts, cpu, machine, passes  # noqa: F401

        clock.lap("imports")
        with contexts.context():
            clock.lap("context")
            module = self.module()
            clock.lap("build")
            needs = self.passes(module)
            entry = library.entry_symbol(self.name)
            machine.seal(module, {entry}, self.name, self.ranks)
            machine.keep_apart(module, entry)
            clock.lap("passes")
            engine = machine.Engine(module, self.name, needs, keep)
            clock.lap("llvm")
        return engine, needs

    def module(self, fused: bool = True, name: str = ""):
        """The function as a module on tensors, in the current context."""
        from . import build, fuse

        groups = (fuse.groups if fused else fuse.alone)(self.graph)
        threads = fused and self.options.threads
        return build.module(self.graph, groups, name or self.name, self.strided, threads)

    # [region passes]
    def passes(self, module, stages: dict[str, str] | None = None) -> library.Needs:
        """Take a module through the passes, in place; the libraries that its code needs."""
        from . import cpu, passes

        if stages is not None:
            stages["optimized"] = str(module)
        passes.link_library(module)
        passes.run(module, "tensor-bufferize")
        passes.check_memory(module, self.name)
        passes.copies_to_loops(module)
        blas = cpu.blas() if self.options.products == "blas" else None
        called = cpu.products(module, blas is not None)
        if stages is not None:
            stages["bufferized"] = str(module)
        needs = library.Needs(
            blas=str(blas[0]) if called else None,
            openmp=passes.has(module, "scf.forall"),
            bfloat16=any(
                value.type.dtype.name == "bfloat16"
                for value in [*self.graph.arguments, *self.graph.used()]
            ),
        )
        passes.run(module, "tensor-to-llvm")
        if stages is not None:
            stages["lowered"] = str(module)
        return needs
        # [end passes]

    # Calls -------------------------------------------------------------------------------------

    def _prepare_calls(self, code) -> None:
        graph = self.graph
        given = [*graph.arguments, *(value for value, _ in graph.captured)]
        kinds = [boundary(v, s) for v, s in zip(given, self.strided, strict=True)]
        kinds += [boundary(v, False) for v in graph.outputs]
        written = frozenset(range(len(given), len(kinds)))
        signature = call.Signature(
            self.name, tuple(k.text for k in kinds), (), True, written, None, tuple(kinds), ()
        )
        self._enter = call.callable_for(signature, code.address, code)
        self._captured = [array for _, array in graph.captured]
        self._results = [(v.type.shape, v.type.dtype) for v in graph.outputs]
        self._sizes = None
        if any(isinstance(s, dims.Dim) for v in [*given, *graph.outputs] for s in v.type.shape):
            self._sizes = [
                (number, axis, str(size))
                for number, value in enumerate(given)
                for axis, size in enumerate(value.type.shape)
                if isinstance(size, dims.Dim)
            ]
        self._checked = bool(graph.checks)
        single = self.structure == tree.LEAF and not self._checked and self._sizes is None
        self._single = self._results[0] if single and self._results[0][0] else None

    def __call__(self, *arguments: object, **keywords: object) -> object:
        """Call with arguments of the kind that this was compiled for."""
        from . import leaves

        given = leaves.Call(self.function, arguments, keywords)
        if given.key != self.call.key:
            raise ArgumentError(
                f"{self.name}: compiled for {_shown(self.call)}; got {_shown(given)}"
            )
        return self.run(given.arrays)

    def run(self, arrays: Sequence[object]) -> object:
        """Call with arrays and numbers that fit, in the order of the leaves."""
        if self._single is not None:
            out = np.empty(*self._single)
            self._enter(*arrays, *self._captured, out)
            return out
        if self._sizes is None:
            outs = [np.empty(shape, dtype) for shape, dtype in self._results]
        else:
            values = self._symbols(arrays)
            outs = [
                np.empty([dims.evaluate(s, values) for s in shape], dtype)
                for shape, dtype in self._results
            ]
        self._enter(*arrays, *self._captured, *outs)
        if self._checked:
            self._raise_failed(int(outs.pop()))
        return tree.unflatten(self.structure, [out if out.ndim else out[()] for out in outs])

    def _symbols(self, arrays: Sequence[np.ndarray]) -> dict[str, int]:
        """The dynamic sizes of this call, found to be as the function needs them."""
        values: dict[str, int] = {}
        for number, axis, symbol in self._sizes:
            size = arrays[number].shape[axis]
            if values.setdefault(symbol, size) != size:
                raise ArgumentError(
                    f"{self.name}: {self.call.names[number]} has size {size} where {symbol} is "
                    f"{values[symbol]}"
                )
        for constraint in self.graph.constraints:
            self._hold(constraint, values)
        return values

    def _hold(self, constraint: Constraint, values: dict[str, int]) -> None:
        first, second = (dims.evaluate(s, values) for s in (constraint.first, constraint.second))
        if first == second if constraint.equal else first >= second:
            return
        relation = "to be equal to" if constraint.equal else "to be at least"
        where = f"{constraint.where}: " if constraint.where else ""
        raise ArgumentError(
            f"{where}{self.name} needs the size {constraint.first} {relation} "
            f"{constraint.second}; here they are {first} and {second}"
        )

    def _raise_failed(self, code: int) -> None:
        if code:
            check = self.graph.checks[code - 1]
            raise check.error(check.message)


class Clock:
    """Time by phase: a lap is what passed since the one before it."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds, self.last = seconds, time.perf_counter()

    def lap(self, name: str, more: bool = False) -> None:
        now = time.perf_counter()
        before = self.seconds.get(name, 0.0) if more else 0.0
        self.seconds[name], self.last = before + now - self.last, now


def _shown(arguments) -> str:
    return ", ".join(
        f"{name}: {leaf.type}" for name, leaf in zip(arguments.names, arguments.leaves, strict=True)
    )


def boundary(value: Value, strided: bool) -> memref.MemRef | call.Scalar:
    """The type of an argument or result as a call packs it."""
    kind, dtype = value.type, value.type.dtype
    if value.primitive is None and value.name.startswith("#"):
        return call.Scalar("i1" if dtype.kind == "b" else ELEMENTS[dtype.name])
    shape = tuple(None if isinstance(s, dims.Dim) else s for s in kind.shape)
    strides, offset = ((None,) * len(shape), None) if strided and shape else (None, 0)
    return memref.MemRef(str(kind), ELEMENTS[dtype.name], shape, strides, offset)


def _trace(function, arguments) -> tuple[Graph, tree.Structure]:
    """Call the function with traced arrays; the graph, and the structure of what it returned."""
    graph = Graph()
    try:
        return graph, _trace_into(graph, function, arguments)
    finally:
        graph.closed = True


def _trace_into(graph: Graph, function, arguments) -> tree.Structure:
    given: list[Array] = []
    for name, leaf in zip(arguments.names, arguments.leaves, strict=True):
        value = graph.argument(leaf.type, f"#{name}" if leaf.number else name)
        given.append(wrap(graph, in_own_order(graph, value, leaf.axes)))
    named = arguments.arguments(given)
    bound = function.signature.bind_partial()
    bound.arguments.update(named)
    returned = function.function(*bound.args, **bound.kwargs)
    leaves, structure = tree.flatten(returned)
    if not leaves:
        raise failure(f"{function.__qualname__} returns no array")
    graph.outputs = [_output(graph, leaf) for leaf in leaves]
    if graph.checks:
        graph.outputs.append(_first_failure(graph))
    return structure


def _output(graph: Graph, leaf: object) -> Value:
    return ops.strong(graph, lift(graph, leaf))


def _first_failure(graph: Graph) -> Value:
    """The number of the first check that failed, from 1, or 0: one more result."""
    code = ops.constant(graph, 0, np.dtype(np.int32))
    for number, check in reversed(list(enumerate(graph.checks, 1))):
        found = ops.constant(graph, number, np.dtype(np.int32))
        code = graph.add("where", check.failed, found, code)
    return code
