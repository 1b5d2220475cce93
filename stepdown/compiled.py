"""One compiled function: from a call's types through the graph and MLIR to code, and its calls.

The stages are kept as text when somebody asks for them; a call that only wants the result makes
the fused module, runs the passes on it in this process, and keeps nothing but the code.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import numpy as np

from runners import call, memref, native, toolchain

from . import dims, tree
from .array import Array, lift, wrap
from .errors import ArgumentError, CompileError
from .graph import Constraint, Graph, Value
from .types import ELEMENTS
from .where import failure


class Compiled:
    """Code for one kind of arguments, callable; `traced` to `lowered` are its stages as text."""

    def __init__(self, function, arguments, target: str) -> None:
        self.name = function.__name__ if function.__name__.isidentifier() else "function"
        self.function, self.target, self.options = function, target, function.options
        self.call = arguments
        self.seconds: dict[str, float] = {}
        self._stages: dict[str, str] = {}
        self._lock = threading.Lock()
        started = time.perf_counter()
        self.graph, self.structure = _trace(function, arguments)
        self.seconds["trace"] = time.perf_counter() - started
        self._code()
        self._prepare_calls()

    # Stages ------------------------------------------------------------------------------------

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
                from mlir import ir

                with ir.Context() as context, ir.Location.unknown():
                    context.enable_multithreading(False)
                    self._stages["traced"] = str(self._module(fused=False))
                    self._passes(self._module(fused=True), self._stages)
            return self._stages[name]

    def _module(self, fused: bool):
        from . import build, fuse

        groups = (fuse.groups if fused else fuse.alone)(self.graph)
        strided = [leaf.strided for leaf in self.call.leaves]
        strided += [False] * len(self.graph.captured)
        return build.module(self.graph, groups, self.name, strided, fused and self.options.threads)

    def _passes(self, module, stages: dict[str, str] | None = None) -> list[str]:
        """Run the passes; the libraries that the code needs."""
        from . import cpu, passes

        libraries = []
        if stages is not None:
            stages["optimized"] = str(module)
        passes.link_library(module)
        passes.run(module, "tensor-bufferize")
        passes.copies_to_loops(module)
        blas = cpu.blas() if self.options.products == "blas" else None
        if cpu.products(module, blas is not None):
            libraries.append(str(blas[0]))
        if stages is not None:
            stages["bufferized"] = str(module)
        if passes.has(module, "scf.forall"):
            libraries.append(str(toolchain.openmp_runtime()))
        passes.run(module, "tensor-to-llvm")
        if stages is not None:
            stages["lowered"] = str(module)
        return libraries

    def _code(self) -> None:
        from mlir import ir
        from mlir.execution_engine import ExecutionEngine

        clock = _Clock(self.seconds)
        with ir.Context() as context, ir.Location.unknown():
            context.enable_multithreading(False)
            module = self._module(fused=True)
            clock.lap("build")
            libraries = self._passes(module)
            clock.lap("passes")
            try:
                engine = ExecutionEngine(module, opt_level=3, shared_libs=libraries)
                engine.initialize()
            except RuntimeError as error:
                raise CompileError(f"{self.name}: the JIT refused the module: {error}") from None
            clock.lap("llvm")
        self._engine = engine

    # Calls -------------------------------------------------------------------------------------

    def _prepare_calls(self) -> None:
        graph = self.graph
        given = [*graph.arguments, *(value for value, _ in graph.captured)]
        strided = [leaf.strided for leaf in self.call.leaves] + [False] * len(graph.captured)
        kinds = [_boundary(v, s) for v, s in zip(given, strided, strict=True)]
        kinds += [_boundary(v, False) for v in graph.outputs]
        written = frozenset(range(len(given), len(kinds)))
        signature = call.Signature(
            self.name, tuple(k.text for k in kinds), (), True, written, None, tuple(kinds), ()
        )
        address = native.jit_address(self._engine, f"_mlir_ciface_{self.name}")
        self._enter = call.callable_for(signature, address, self._engine)
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


class _Clock:
    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds, self.last = seconds, time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[name], self.last = now - self.last, now


def _shown(arguments) -> str:
    return ", ".join(
        f"{name}: {leaf.type}" for name, leaf in zip(arguments.names, arguments.leaves, strict=True)
    )


def _boundary(value: Value, strided: bool) -> memref.MemRef | call.Scalar:
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
    given: list[Array] = []
    for name, leaf in zip(arguments.names, arguments.leaves, strict=True):
        value = graph.argument(leaf.type, f"#{name}" if leaf.number else name)
        if leaf.axes is not None:
            back = tuple(leaf.axes.index(axis) for axis in range(len(leaf.axes)))
            value = graph.add("transpose", value, axes=back)
        given.append(wrap(graph, value))
    named = arguments.arguments(given)
    bound = inspect_arguments(function, named)
    returned = function.function(*bound.args, **bound.kwargs)
    leaves, structure = tree.flatten(returned)
    if not leaves:
        raise failure(f"{function.__qualname__} returns no array")
    graph.outputs = [_output(graph, leaf) for leaf in leaves]
    if graph.checks:
        graph.outputs.append(_first_failure(graph))
    return graph, structure


def inspect_arguments(function, named: dict[str, object]):
    """The arguments bound to the function's parameters."""
    bound = function.signature.bind_partial()
    bound.arguments.update(named)
    return bound


def _output(graph: Graph, leaf: object) -> Value:
    from . import ops

    return ops.strong(graph, lift(graph, leaf))


def _first_failure(graph: Graph) -> Value:
    """The number of the first check that failed, from 1, or 0: one more result."""
    from . import ops

    code = ops.constant(graph, 0, np.dtype(np.int32))
    for number, check in reversed(list(enumerate(graph.checks, 1))):
        found = ops.constant(graph, number, np.dtype(np.int32))
        code = graph.add("where", check.failed, found, code)
    return code
