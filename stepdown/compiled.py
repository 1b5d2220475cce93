"""One compiled function: from a call's types through the graph and MLIR to code, and its calls.

Code that was compiled before comes from the disk cache; then MLIR is not even imported. Else the
fused module is made and the passes run on it in this process. The stages are kept as text when
somebody asks for them.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from runners import call, memref

from . import numpy_api  # noqa: F401
from .errors import ArgumentError
from .execution import cache, fingerprint, library, overlaps, pool, workspace
from .frontend import dims, ops, tracing, tree, types
from .frontend.array import Array, in_own_order, lift, wrap
from .frontend.graph import Constraint, Graph, Value
from .frontend.types import ELEMENTS
from .frontend.where import failure
from .lowering import donation
from .products import kernel_code


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
        that NumPy ships for large products, the OpenMP runtime for loops shared among threads;
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
            clock.lap("passes")
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
        from .lowering import build, fuse, simplify

        graph = simplify.simplified(self.graph) if fused else self.graph
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

    # Calls -------------------------------------------------------------------------------------

    def _prepare_calls(self, code) -> None:
        graph = self.graph
        given = [*graph.arguments, *(value for value, _ in graph.captured)]
        kinds = [boundary(v, s) for v, s in zip(given, self.strided, strict=True)]
        kinds += [boundary(v, "") for v in self.fresh]
        self._workspace = None
        if code.needs.workspace:
            self._workspace = workspace.Workspace(self.name, code.needs.workspace)
            kinds.append(memref.MemRef("memref<?xi8>", "i8", (None,), None, 0))
        # What is donated is compared with the rest here: in time that does not grow as its square.
        written = frozenset() if graph.donated else frozenset(range(len(given), len(kinds)))
        signature = call.Signature(
            self.name, tuple(k.text for k in kinds), (), True, written, None, tuple(kinds), ()
        )
        self.kinds, self.code = kinds, code
        self._enter = call.callable_for(signature, code.address, code)
        self.captured = [array for _, array in graph.captured]
        self._results = [(v.type.shape, v.type.dtype) for v in self.fresh]
        self._donated = dict(sorted(graph.donated.items()))  # in the order of the results
        self._names = [*self.call.names, *["captured"] * len(self.captured)]
        self._sizes = self._dynamic_sizes(given)
        self._checked = bool(graph.checks)
        single = self.structure == tree.LEAF and not self._checked and self._sizes is None
        single = single and not self._donated and not self._workspace and self._results[0][0]
        small = single and math.prod(single) * self._results[0][1].itemsize < pool.LARGE
        self._single = self._results[0] if small else None

    def _dynamic_sizes(self, given: Sequence[Value]) -> list[tuple[int, int, str]] | None:
        """Where a call finds each dynamic size: (argument, axis, name). None if all are static."""
        if not any(
            isinstance(s, dims.Dim) for v in [*given, *self.graph.outputs] for s in v.type.shape
        ):
            return None
        return [
            (number, axis, str(size))
            for number, value in enumerate(given)
            for axis, size in enumerate(value.type.shape)
            if isinstance(size, dims.Dim)
        ]

    def __call__(self, *arguments: object, **keywords: object) -> object:
        """Call with arguments of the kind that this was compiled for."""
        from .execution import leaves

        given = leaves.Call(self.function, arguments, keywords)
        if given.key != self.call.key:
            raise ArgumentError(f"{self.name}: compiled for ({self.call}); got ({given})")
        return self.run(given.arrays)

    def run(self, arrays: Sequence[object]) -> object:
        """Call with arrays and numbers that fit, in the order of the leaves."""
        if self._single is not None:
            out = np.empty(*self._single)
            self._enter(*arrays, *self.captured, out)
            return out
        if self._donated:
            self.check_donated(arrays)
        outs = self.results(arrays)
        self._enter(*arrays, *self.captured, *outs)
        return self.returned(arrays, outs)

    def results(self, arrays: Sequence[object]) -> list[np.ndarray]:
        """Memory for the results of a call that are not in donated memory, and the workspace."""
        values: dict[str, int] = {}
        if self._sizes is None:
            outs = [pool.empty(shape, dtype, self.name) for shape, dtype in self._results]
        else:
            values = self._symbols(arrays)
            outs = [
                pool.empty([dims.evaluate(s, values) for s in shape], dtype, self.name)
                for shape, dtype in self._results
            ]
        if self._workspace is not None:
            outs.append(self._workspace.take(values))
        return outs

    def returned(self, arrays: Sequence[object], outs: list[np.ndarray]) -> object:
        """What a call returns, from what it was given and the memory of its `results`."""
        if self._workspace is not None:
            outs.pop()
        if self._checked:
            self._raise_failed(int(outs.pop()))
        results = [out if out.ndim else out[()] for out in outs]
        for result, argument in self._donated.items():
            results.insert(result, arrays[argument])
        return tree.unflatten(self.structure, results)

    def workspace_bytes(self, arrays: Sequence[object]) -> int:
        """The bytes for temporary arrays that a call with these needs."""
        if self._workspace is None:
            return 0
        return self._workspace.bytes({} if self._sizes is None else self._symbols(arrays))

    def check_donated(self, arrays: Sequence[object]) -> None:
        """Whether the donated arrays can be written to, and lie apart from all others."""
        arrays = [*arrays, *self.captured] if self.captured else arrays
        try:
            overlaps.check(arrays, self._donated.values(), self._names)
        except ArgumentError as error:
            raise ArgumentError(f"{self.name}: {error}") from None

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


def boundary(value: Value, strided: str) -> memref.MemRef | call.Scalar:
    """The type of an argument or result as a call packs it."""
    kind, dtype = value.type, value.type.dtype
    if value.primitive is None and value.name.startswith("#"):
        return call.Scalar("i1" if dtype.kind == "b" else ELEMENTS[dtype.name])
    shape = tuple(None if isinstance(s, dims.Dim) else s for s in kind.shape)
    strides, offset = None, 0
    if strided and shape:
        last = 1 if strided == types.ROWS else None
        strides, offset = (*[None] * (len(shape) - 1), last), None
    return memref.MemRef(str(kind), ELEMENTS[dtype.name], shape, strides, offset)


def _trace(function, arguments) -> tuple[Graph, tree.Structure]:
    """Call the function with traced arrays; the graph, and the structure of what it returned."""
    graph = Graph()
    try:
        with tracing.into(graph):
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
    donated = [v for v, leaf in zip(graph.arguments, arguments.leaves, strict=True) if leaf.donated]
    donation.match(graph, donated, function.__qualname__)
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
