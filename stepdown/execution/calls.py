"""How compiled code is called: memory for its results, its sizes and promises checked, its results
put together again.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np

from runners import call, memref

from ..errors import ArgumentError
from ..frontend import dims, tree, types
from ..frontend.dims import Dim
from ..frontend.graph import Constraint, Graph, Value
from ..frontend.types import ELEMENTS
from . import overlaps, pool, workspace


class Calls:
    """Calls of the code of one `graph`, for one kind of arguments."""

    function: object  # what `jit` made
    call: object  # a `leaves.Call`: the kind of the arguments
    graph: Graph
    structure: tree.Structure  # of what the function returned
    strided: list[str]  # how the arguments and the captured arrays lie in memory
    fresh: list[Value]  # the results that are in no donated memory

    @functools.cached_property
    def title(self) -> str:
        """What messages call the function: what Python does."""
        return self.function.__qualname__

    def _prepare_calls(self, code) -> None:
        graph = self.graph
        given = [*graph.arguments, *(value for value, _ in graph.captured)]
        kinds = [boundary(v, s) for v, s in zip(given, self.strided, strict=True)]
        kinds += [boundary(v, "") for v in self.fresh]
        self._workspace = None
        if code.needs.workspace:
            self._workspace = workspace.Workspace(self.title, code.needs.workspace)
            kinds.append(memref.MemRef("memref<?xi8>", "i8", (None,), None, 0))
        # What is donated is compared with the rest here: in time that does not grow as its square.
        written = frozenset() if graph.donated else frozenset(range(len(given), len(kinds)))
        signature = call.Signature(
            self.title, tuple(k.text for k in kinds), (), True, written, None, tuple(kinds), ()
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

    def _dynamic_sizes(self, given: Sequence[Value]) -> list[tuple[int, int, str | Dim]] | None:
        """Where a call finds each dynamic size: (argument, axis, size), the symbols before what is
        computed of them. None if all are static."""
        if not any(isinstance(s, Dim) for v in [*given, *self.graph.outputs] for s in v.type.shape):
            return None
        found = [
            (number, axis, dims.as_symbol(size) or size)
            for number, value in enumerate(given)
            for axis, size in enumerate(value.type.shape)
            if isinstance(size, Dim)
        ]
        return sorted(found, key=lambda place: isinstance(place[2], Dim))

    def __call__(self, *arguments: object, **keywords: object) -> object:
        """Call with arguments of the kind that this was compiled for."""
        from . import leaves

        given = leaves.Call(self.function, arguments, keywords)
        if given.key != self.call.key:
            raise ArgumentError(f"{self.title}: compiled for ({self.call}); got ({given})")
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

    def bound(self, arrays: Sequence[object], free: Sequence[int]) -> Callable[[Sequence], object]:
        """Calls in which all arguments but the `free` ones stay what they are here."""
        from .bound import Prepared

        return Prepared(self, arrays, free)

    def results(self, arrays: Sequence[object]) -> list[np.ndarray]:
        """Memory for the results of a call that are not in donated memory, and the workspace."""
        values: dict[str, int] = {}
        if self._sizes is None:
            outs = [pool.empty(shape, dtype, self.title) for shape, dtype in self._results]
        else:
            values = self._symbols(arrays)
            outs = [
                pool.empty([dims.evaluate(s, values) for s in shape], dtype, self.title)
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
            raise ArgumentError(f"{self.title}: {error}") from None

    def _symbols(self, arrays: Sequence[np.ndarray]) -> dict[str, int]:
        """The dynamic sizes of this call, found to be as the function needs them."""
        values: dict[str, int] = {}
        for number, axis, name in self._sizes:
            size = arrays[number].shape[axis]
            named = isinstance(name, str)
            wanted = values.setdefault(name, size) if named else dims.evaluate(name, values)
            if wanted != size:
                raise ArgumentError(
                    f"{self.title}: {self.call.names[number]} has size {size} where {name} is "
                    f"{wanted}"
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
            f"{where}{self.title} needs the size {constraint.first} {relation} "
            f"{constraint.second}; here they are {first} and {second}"
            + (f": {constraint.why}" if constraint.why else "")
        )

    def _raise_failed(self, code: int) -> None:
        if code:
            check = self.graph.checks[code - 1]
            raise check.error(check.message)


def boundary(value: Value, strided: str) -> memref.MemRef | call.Scalar:
    """The type of an argument or result as a call packs it."""
    kind, dtype = value.type, value.type.dtype
    if value.primitive is None and value.name.startswith("#"):
        return call.Scalar("i1" if dtype.kind == "b" else ELEMENTS[dtype.name])
    shape = tuple(None if isinstance(s, Dim) else s for s in kind.shape)
    strides, offset = None, 0
    if strided and shape:
        last = 1 if strided == types.ROWS else None
        strides, offset = (*[None] * (len(shape) - 1), last), None
    return memref.MemRef(str(kind), ELEMENTS[dtype.name], shape, strides, offset)
