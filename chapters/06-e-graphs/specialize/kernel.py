"""The decorator: from a NumPy function to native code of the cheapest equal term.

    @kernel("float32(float32, float32)", rules=trigonometric.rounding)
    def sine_of_sum(a, b):
        return np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b)

Tracing, rewriting and choosing happen at once, so that errors show up where the function is
written. Compiling waits for the first call, which tells how the arrays lie; it is done once for
each way they do.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import runners
from runners.svg import Svg

from . import arrays, costs
from .egraph import EGraph, Limits, Saturation, Snapshot
from .emit import PIPELINES, Layout, Operand, build
from .errors import ArgumentError, KernelError, LimitError, LimitReached
from .extract import extract, nodes_of, term_cost
from .picture import draw
from .rulebook import everything
from .rules import RuleSet, phases
from .terms import KINDS, Term, nodes, text
from .trace import parse_signature, trace

_LIMITS = Limits()
_UNIT_STRIDE = {"vectors", "openmp"}


class Costs(NamedTuple):
    """What the term as written costs, and the chosen one, in additions."""

    before: float
    after: float


@dataclass(frozen=True)
class Report:
    """How the kernel came about; `str` of it is for reading."""

    term: str
    chosen: str
    cost: Costs
    saturation: Saturation
    target: str
    rules: str

    def __str__(self) -> str:
        fired = ", ".join(f"{name} {n}" for name, n in self.saturation.fired.most_common(6) if n)
        return "\n".join(
            [
                f"written   {self.term}",
                f"chosen    {self.chosen}",
                f"cost      {self.cost.before:.4g} -> {self.cost.after:.4g} additions, "
                f"target {self.target}",
                f"rules     {self.rules}",
                f"matches   {fired or 'none'}",
                f"e-graph   {self.saturation}",
            ]
        )


class Kernel:
    """A compiled function over arrays. Made by `kernel`; see there."""

    def __init__(
        self,
        function: Callable,
        signature: str,
        rules: RuleSet | Iterable[RuleSet] = everything,
        target: str = "vectors",
        limits: Limits = _LIMITS,
        costs_of: Mapping[str, float] | None = None,
        on_limit: str = "warn",
        threads: int = 0,
    ) -> None:
        functools.update_wrapper(self, function)
        self._again = functools.partial(
            Kernel, function, signature, rules, limits=limits, costs_of=costs_of,
            on_limit=on_limit, threads=threads,
        )  # fmt: skip
        if target not in PIPELINES:
            raise KernelError(f"no target {target!r}; there are {', '.join(PIPELINES)}")
        if on_limit not in ("warn", "error", "ignore"):
            raise KernelError(f"on_limit is 'warn', 'error' or 'ignore'; got {on_limit!r}")
        sets = phases(rules)
        self.name = function.__name__
        self.signature = parse_signature(signature)
        self.target, self.limits, self.threads = target, limits, threads
        self.term, self.arguments = trace(function, self.signature)
        cost = costs.model(target, costs_of)
        self.egraph, self.chosen, saturation, self.egglog = _cheapest(self.term, sets, limits, cost)
        self.cost = Costs(term_cost(self.term, cost), term_cost(self.chosen, cost))
        self.report = Report(
            text(self.term, self.arguments),
            text(self.chosen, self.arguments),
            self.cost,
            saturation,
            target,
            ", then ".join(s.label for s in sets) or "none",
        )
        if saturation.stopped and on_limit != "ignore":
            message = (
                f"kernel '{self.name}': {saturation.stopped}. The term chosen so far is right; a "
                "cheaper one may exist. Raise limits=Limits(...), or take fewer rules"
            )
            if on_limit == "error":
                raise LimitError(message)
            warnings.warn(message, LimitReached, stacklevel=3)
        self._calls: dict[Layout, Callable] = {}
        self._last: Layout | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<kernel {self.name}: {self.signature}, {self.report.chosen}>"

    def __call__(self, *given: object, out: np.ndarray | None = None) -> np.ndarray | np.generic:
        """The function of arrays and numbers that broadcast as in NumPy.

        With `out`, the result is written there; it may be one of the arguments.
        """
        values = self._checked(given)
        shape = self._shape(values)
        result, copy_to = self._result(values, shape, out)
        if result.size:
            layout, passed, view = arrays.prepared(values, result, self.target in _UNIT_STRIDE)
            call = self._calls.get(layout) or self._compiled(layout)
            call(*passed, view)
        if copy_to is not None:
            copy_to[...] = result
            return copy_to
        if out is not None:
            return out
        return result if shape else result[()]

    # Arguments ----------------------------------------------------------------------------------

    def _checked(self, given: Sequence[object]) -> list:
        kinds = self.signature.arguments
        if len(given) != len(kinds):
            raise ArgumentError(
                f"{self.name} takes {len(kinds)} arguments "
                f"({', '.join(self.arguments)}); got {len(given)}"
            )
        return [
            value
            if type(value) is np.ndarray and value.dtype == KINDS[kind]
            else self._converted(n, value, kind)
            for n, (value, kind) in enumerate(zip(given, kinds, strict=True))
        ]

    def _converted(self, number: int, value: object, kind: str) -> object:
        """A number as one of the argument's type, as weakly typed as NumPy takes it."""
        where = f"{self.name}: argument {number + 1}, '{self.arguments[number]}', is {kind}; got "
        if isinstance(value, np.ma.MaskedArray):
            raise ArgumentError(f"{where}a masked array, whose mask would be lost")
        if isinstance(value, (np.ndarray, np.generic)):
            if value.dtype != KINDS[kind] or not value.dtype.isnative:
                shown = value.dtype if value.dtype.isnative else value.dtype.str
                raise ArgumentError(f"{where}{shown}: pass x.astype(np.{kind})")
            return np.asarray(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ArgumentError(f"{where}a {type(value).__name__}: pass an array or a number")
        if kind == "int64" and not isinstance(value, int):
            raise ArgumentError(f"{where}the float {value!r}")
        try:
            with np.errstate(over="ignore"):
                return KINDS[kind].type(value)
        except OverflowError:
            raise ArgumentError(f"{where}an integer that does not fit") from None

    def _shape(self, values: Sequence) -> tuple[int, ...]:
        shapes = [value.shape for value in values]
        if all(shape == shapes[0] for shape in shapes):
            return shapes[0]
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            named = ", ".join(f"{n} {s}" for n, s in zip(self.arguments, shapes, strict=True))
            raise ArgumentError(f"{self.name}: shapes that do not broadcast: {named}") from None

    def _result(
        self, values: Sequence, shape: tuple[int, ...], out: np.ndarray | None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Where to compute to, and where to copy that, if elsewhere."""
        dtype = KINDS[self.term.kind]
        if out is None:
            full = [v for v in values if v.shape == shape and v.ndim > 1]
            turned = bool(full) and all(
                not v.flags.c_contiguous and v.flags.f_contiguous for v in full
            )
            return np.empty(shape, dtype, order="F" if turned else "C"), None
        if type(out) is not np.ndarray or out.dtype != dtype or out.shape != shape:
            got = (
                f"{out.dtype} of shape {out.shape}"
                if isinstance(out, np.ndarray)
                else type(out).__name__
            )
            raise ArgumentError(f"{self.name}: out is a {dtype} array of shape {shape}; got {got}")
        if not out.flags.writeable:
            raise ArgumentError(f"{self.name}: out is read-only")
        inner = out.ndim and out.size and out.strides[-1] == out.itemsize
        overlapping = any(isinstance(v, np.ndarray) and np.may_share_memory(v, out) for v in values)
        if overlapping or not (out.flags.c_contiguous or inner or self.target == "loops"):
            return np.empty(shape, dtype), out
        return out, None

    # Compiling ----------------------------------------------------------------------------------

    def _compiled(self, layout: Layout) -> Callable:
        with self._lock:
            call = self._calls.get(layout)
            if call is None:
                options = {"threads": self.threads} if self.target == "openmp" else {}
                library = _library(self._module(layout), PIPELINES[self.target], **options)
                call = self._calls[layout] = library.kernel
                self._last = layout
            return call

    def _module(self, layout: Layout) -> str:
        return build(self.chosen, self.signature.arguments, layout, self.target)

    def retargeted(self, target: str) -> Kernel:
        """The same function for another target, whose costs may lead to another term."""
        return self._again(target=target)

    def draw(self, before: bool = False) -> Svg:
        """A picture of the e-graph, with the term as written or as chosen filled in."""
        if self.egraph is None:
            raise KernelError(f"'{self.name}' was not rewritten: {self.report.saturation.stopped}")
        snapshot = self.egraph[0 if before else 1]
        term = self.term if before else self.chosen
        title = text(term, self.arguments)
        return draw(snapshot, title, self.arguments, nodes_of(term, snapshot))

    @property
    def mlir(self) -> dict[str, str]:
        """The module as it was built and as the passes left it, for the layout compiled last.

        Before the first call: for arrays of one shape, each contiguous.
        """
        whole = Operand((0,), "contiguous")
        layout = self._last or Layout(1, (whole,) * len(self.arguments), whole)
        built = self._module(layout)
        options = {"threads": self.threads} if self.target == "openmp" else {}
        lowered = runners.Program(built, self.name).lower(PIPELINES[self.target], **options)
        return {"built": built, "lowered": lowered.text}


def _cheapest(
    term: Term, sets: Sequence[RuleSet], limits: Limits, cost: costs.Cost
) -> tuple[tuple[Snapshot, Snapshot] | None, Term, Saturation, str]:
    """The e-graph before and after, the chosen term, what happened, and egglog's program."""
    size = len(nodes(term))
    if size > limits.nodes:
        reason = f"not rewritten: the term has {size} nodes, the limit is {limits.nodes}"
        return None, term, Saturation(nodes=size, stopped=reason), ""
    graph = EGraph(term)
    before = graph.snapshot()
    saturation, after = graph.saturate(sets, limits)
    choice = extract(after, cost)
    chosen = choice.term()
    if term_cost(chosen, cost) >= term_cost(term, cost) * (1 - 1e-9):
        chosen = term  # nothing gained: the reader's own words
    return (before, after), chosen, saturation, "\n".join(graph.program)


_libraries: dict[tuple, object] = {}
_compiling = threading.Lock()


def _library(module: str, pipeline: str, **options: object) -> object:
    """The compiled module. The same text is compiled once in a process, whichever kernel asks."""
    key = (module, pipeline, *sorted(options.items()))
    with _compiling:
        if key not in _libraries:
            program = runners.Program(module, "kernel.mlir")
            _libraries[key] = program.compile(pipeline, **options)
        return _libraries[key]


def kernel(
    signature: str,
    *,
    rules: RuleSet | Iterable[RuleSet] = everything,
    target: str = "vectors",
    limits: Limits = _LIMITS,
    costs: Mapping[str, float] | None = None,
    on_limit: str = "warn",
    threads: int = 0,
) -> Callable[[Callable], Kernel]:
    """A decorator that makes a kernel of a NumPy function of that signature.

    `rules` is a set, or a list of sets to apply one after the other. Built-in sets use their exact
    rules; `.rounding` and `.fast_math` allow more. `target` is "loops", "vectors" or "openmp" (with
    `threads`, 0 for OMP_NUM_THREADS). `costs` replaces the cost of operations. When a limit stops
    the rewriting, `on_limit` says whether to "warn", raise an "error" or "ignore" it.
    """
    return lambda function: Kernel(
        function, signature, rules, target, limits, costs, on_limit, threads
    )
