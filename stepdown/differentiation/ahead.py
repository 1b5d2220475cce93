"""A function and its gradient as two compiled functions, with what one keeps for the other.

The forward pass is compiled with the values that `partition` chose as further results; the backward
pass takes these, the arguments that it reads, and a cotangent.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import ArgumentError
from ..frontend import dims, ops, tree
from ..frontend.array import Array, lift
from ..frontend.dims import Dim
from ..frontend.graph import Graph, Value
from ..frontend.types import is_float
from ..frontend.where import failure
from ..primitives.derivatives import made
from . import callables, captured, trees, walks
from .chosen import Chosen, is_single, numbers_of
from .partition import POLICIES, RECOMPUTED, Joint, Partition, partition
from .records import Record, state


def split(
    function: Callable,
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    policy: str = "cut",
    recomputed: int = RECOMPUTED,
) -> Split:
    """The function and its gradient by the arguments at `argnums`, compiled apart:

        result, kept = s.forward(*arguments)
        gradient = s.backward(kept)

    `policy` says what the first keeps for the second: "cut" the fewest bytes, where a value is
    computed again if that costs at most `recomputed` additions an element; "marks" all but what is
    inside of a function that `checkpoint` made; "all" everything that the backward pass reads.
    `s.partition(*arguments)` tells how many bytes that is, and what computing again costs.

    Of a function with dynamic sizes both passes are compiled once for all of them.
    """
    if policy not in POLICIES:
        raise failure(
            f"split: policy is one of {', '.join(POLICIES)}; got {policy!r}", ArgumentError
        )
    if not recomputed >= 0:
        raise failure(
            f"split: recomputed is a number of additions an element, from 0; got {recomputed!r}",
            ArgumentError,
        )
    numbers = numbers_of("split", function, argnums)
    return Split("split", function, argnums, numbers, has_aux, policy, recomputed)


@dataclass(frozen=True, eq=False, repr=False)
class Kept:
    """What a call of the forward pass left for the backward pass: first some of its arguments, then
    what it made for that."""

    plan: Plan
    arrays: tuple[object, ...]

    @property
    def bytes(self) -> int:
        """Those of the arrays that the forward pass made."""
        return sum(array.nbytes for array in self.arrays[len(self.plan.read) :])

    def __repr__(self) -> str:
        made, read = len(self.plan.partition.kept), len(self.plan.read)
        return f"<kept: {made} values, {self.bytes:,} bytes; {read} of the arguments>"


@dataclass(eq=False)
class Plan:
    """How one kind of calls is split. `read` are the numbers of the arguments' leaves that the
    backward pass reads, an element of them or a size."""

    joint: Joint
    partition: Partition
    read: list[int]
    backward: Callable
    cotangents: Callable  # of the result: refuses what is none
    single: bool  # whether the result is one number
    nothing: tuple | None = None  # the gradient where no argument is of floats


class Split:
    """Made by `split`. Both passes compile themselves, once for each kind of arguments.

    `what` was asked for, "split" or "vjp": messages begin with it, or with "backward" or "pull".
    `numbers` is None for all arguments, with None for the gradient of integers.
    """

    def __init__(
        self,
        what: str,
        function: Callable,
        argnums: int | Sequence[int],
        numbers: tuple[int, ...] | None,
        has_aux: bool,
        policy: str,
        recomputed: int = RECOMPUTED,
    ) -> None:
        self.what, self.backwards = what, "pull" if what == "vjp" else "backward"
        self.function, self.argnums, self.numbers = function, argnums, numbers
        self.has_aux, self.policy, self.recomputed = has_aux, policy, recomputed
        self._plans: weakref.WeakKeyDictionary[Graph, Plan] = weakref.WeakKeyDictionary()
        self._forward = callables.compiled(callables.like(function, self._trace), function)

    def forward(self, *arguments: object, **keywords: object) -> tuple[object, Kept]:
        """The function's result, and what the backward pass needs."""
        plan, compiled = self._find(arguments, keywords)
        numbers = range(len(arguments)) if self.numbers is None else self.numbers
        captured.refuse(self.what, self.function, compiled.graph, arguments, numbers)
        result, kept = compiled(*arguments, **keywords)
        leaves = self._leaves(arguments, keywords)
        return result, Kept(plan, (*(leaves[n] for n in plan.read), *kept))

    def backward(self, kept: Kept, cotangent: object = None) -> object:
        """The gradient, for what a forward pass kept; it may be asked for more than once. The
        arrays that were that one's arguments must not have changed meanwhile.

        `cotangent` is that of the result, a tree like it; without it 1, if that is one number.
        """
        if not isinstance(kept, Kept):
            raise failure(
                "backward: it takes what forward kept, the second of its pair; got "
                f"{type(kept).__name__}",
                ArgumentError,
            )
        if kept.plan not in self._plans.values():
            raise failure(
                "backward: what it is given was kept by another function's forward pass, "
                f"not by that of {callables.name_of(self.function)}",
                ArgumentError,
            )
        if cotangent is None and not kept.plan.single:
            raise failure(
                f"backward: {callables.name_of(self.function)} does not give one number: give a "
                "cotangent, a tree like its result",
                ArgumentError,
            )
        return self.pulled(kept, 1.0 if cotangent is None else cotangent)

    def pulled(self, kept: Kept, cotangent: object) -> object:
        """The gradient for a cotangent in which None stands for zeros, as in that of `vjp`."""
        plan = kept.plan
        plan.cotangents(cotangent)
        found = plan.backward(kept.arrays, cotangent) if plan.nothing is None else plan.nothing
        return found[0] if self.numbers is not None and is_single(self.argnums) else found

    def partition(self, *arguments: object, **keywords: object) -> Partition:
        """What is kept and what is computed again for such arguments."""
        return self._find(arguments, keywords)[0].partition

    def joint(self, *arguments: object, **keywords: object) -> Joint:
        """Both passes in one graph for such arguments, before it is cut."""
        return self._find(arguments, keywords)[0].joint

    def compile(self, *arguments: object, **keywords: object) -> tuple[object, object]:
        """The compiled passes for such arguments, whose stages can be looked at; of a function of
        which the result is one number."""
        plan, forward = self._find(arguments, keywords)
        leaves = self._leaves(arguments, keywords)
        sizes = {
            dims.as_symbol(size): number
            for leaf, array in zip(plan.joint.leaves, leaves, strict=True)
            for size, number in zip(leaf.type.shape, np.shape(array), strict=True)
        }
        kept = [np.zeros([dims.evaluate(s, sizes) for s in v.type.shape], v.type.dtype)
                for v in plan.partition.kept]  # fmt: skip
        return forward, plan.backward.compile((*(leaves[n] for n in plan.read), *kept), 1.0)

    def _find(self, arguments: tuple, keywords: dict) -> tuple[Plan, Callable]:
        if any(isinstance(leaf, Array) for leaf in self._leaves(arguments, keywords)):
            raise failure(f"split: the passes of {callables.name_of(self.function)} are called "
                          "with arrays; in a traced function take vjp or grad")  # fmt: skip
        compiled = self._forward.compile(*arguments, **keywords)
        return self._plans[compiled.graph], compiled

    def _leaves(self, arguments: tuple, keywords: dict) -> list:
        """The leaves of the arguments that are arrays, in the order of the parameters."""
        given: list = [*arguments, *keywords.values()]
        signature = callables.signature_of(self.function)
        if signature is not None:
            static = callables.static_of(self.function)
            try:
                bound = signature.bind(*arguments, **keywords).arguments
            except TypeError as error:
                name = callables.name_of(self.function)
                raise failure(f"{self.what}: {name}: {error}", ArgumentError) from None
            given = [part for name, part in bound.items() if name not in static]
        return tree.flatten(given)[0]

    # [region joint]
    def _trace(self, *arguments: object, **keywords: object) -> tuple[object, list[Array]]:
        """The forward pass, with the backward pass beside it in the graph: of that only what it
        reads is compiled here."""
        graph = trees.graph_of(arguments, keywords)
        leaves = [leaf for leaf in self._leaves(arguments, keywords) if isinstance(leaf, Array)]
        every = self.numbers is None
        numbers = range(len(arguments)) if every else self.numbers
        chosen = Chosen(self.what, graph, self.function, arguments, numbers, constants=every)
        record = Record(graph, chosen.inputs, lambda new: chosen.call(new, keywords))
        outputs, structure = tree.flatten(self._differentiated(record.returned))
        outputs = trees.arrays(graph, outputs)
        seeds = [_seed(y) if is_float(y.dtype) else None for y in outputs]
        pulled = walks.pull(record.variables, outputs, seeds, again=self.policy != "all")
        found = [trees.filled(x, g) for x, g in zip(record.variables, pulled, strict=True)]
        given, of_result = tree.flatten(record.returned)
        resolved = record.resolve([*trees.arrays(graph, given), *found])
        gradients = resolved[len(given) :]
        joint = Joint(
            tuple(graph.values),
            [leaf.value for leaf in leaves],
            [seed.value for seed in seeds if seed is not None],
            [y.value for y in resolved[: len(given)]],
            [gradient.value for gradient in gradients if gradient is not None],
        )
        # [end joint]
        cut = partition(joint, self.policy, self.recomputed)
        read = _read(joint, cut)
        backward = _Backward(
            self.backwards, graph, joint, cut, read, structure, outputs, seeds, gradients, chosen
        )
        self._plans[graph] = Plan(
            joint,
            cut,
            read,
            callables.compiled(backward.named(self.function), self.function, backward.sizes()),
            backward.refuse,
            structure == tree.LEAF and not outputs[0].ndim,
            None if joint.gradients else chosen.derivatives(()),
        )
        kept = [Array(graph, value) for value in cut.kept]
        return tree.unflatten(of_result, resolved[: len(given)]), kept

    def _differentiated(self, result: object) -> object:
        if not self.has_aux:
            return result
        return trees.without_aux(self.what, callables.name_of(self.function), result)


def _seed(output: Array) -> Array:
    """What stands for the cotangent of a result."""
    graph = output.graph
    zero = Array(graph, ops.constant(graph, 0, output.dtype, output.shape))
    return made("variable", zero, number=state(graph).number())


def _read(joint: Joint, cut: Partition) -> list[int]:
    """The numbers of the leaves that the backward pass reads, or of which it needs a size that it
    finds at nothing else."""
    ends = {id(v) for v in (*joint.leaves, *cut.kept)}
    read = {id(i) for v in joint.behind(joint.gradients, ends) for i in v.inputs}
    read.update(id(v) for v in joint.gradients)
    found = [leaf for leaf in joint.leaves if id(leaf) in read]
    known = _symbols(*found, *cut.kept)
    for leaf in joint.leaves:
        if _symbols(leaf) - known:
            known |= _symbols(leaf)
            read.add(id(leaf))
    return [n for n, leaf in enumerate(joint.leaves) if id(leaf) in read]


def _symbols(*values: Value) -> set[str | None]:
    """The symbols that are sizes of the values."""
    return {dims.as_symbol(size) for value in values for size in value.type.shape} - {None}


class _Backward:
    """The backward pass as a function to compile: the joint graph's values, made again."""

    def __init__(
        self,
        what: str,
        graph: Graph,
        joint: Joint,
        cut: Partition,
        read: list[int],
        structure: tree.Structure,
        outputs: list[Array],
        seeds: list[Array | None],
        gradients: list[Array | None],
        chosen: Chosen,
    ) -> None:
        self.what, self.structure, self.chosen = what, structure, chosen
        self.captured = graph.captured
        self.gradients = [None if g is None else g.value for g in gradients]
        self.given = [*(joint.leaves[n] for n in read), *cut.kept]
        self.results = [(y, None if s is None else s.value)
                        for y, s in zip(outputs, seeds, strict=True)]  # fmt: skip
        ends = {id(v) for v in (*self.given, *joint.seeds)}
        self.values = joint.behind(joint.gradients, ends)

    def sizes(self) -> dict[str, dict[int, Dim]]:
        """The dynamic sizes of what it takes, by the path of an argument and the axis."""
        paths = [f"kept[{n}]" for n in range(len(self.given))]
        paths += tree.paths(self.structure, "cotangent")
        values = [*self.given, *(y.value for y, _ in self.results)]
        return {
            path: {axis: s for axis, s in enumerate(v.type.shape) if isinstance(s, Dim)}
            for path, v in zip(paths, values, strict=True)
        }

    def refuse(self, cotangent: object) -> None:
        """Raises TraceError for a cotangent of another structure, or with an array of another rank,
        of which there are no sizes to be compared."""
        for (output, _), part, what in self._beside(cotangent):
            if part is not None and np.ndim(part) != output.ndim:
                raise trees.misshapen(what, np.shape(part), output.value.type)

    def _beside(self, cotangent: object) -> Iterable[tuple]:
        """The results, the parts of a cotangent that are theirs, and what messages call these."""
        name = callables.name_of(self.chosen.function)
        names = tree.paths(self.structure, f"{self.what}: the cotangent of the result of {name}")
        parts = trees.beside(self.structure, cotangent, f"{self.what}: the cotangent")
        return zip(self.results, parts, names, strict=True)

    def named(self, function: Callable) -> Callable:
        """The backward pass, with the name of what it is that of."""

        def backward(kept, cotangent):
            return self.function(kept, cotangent)

        name = getattr(function, "__name__", "function")
        backward.__name__ = backward.__qualname__ = f"{name}_backward"
        return backward

    def function(self, kept: tuple, cotangent: object) -> tuple:
        graph = trees.graph_of(kept, cotangent)
        new = {id(v): lift(graph, a) for v, a in zip(self.given, kept, strict=True)}
        new.update((id(v), lift(graph, array)) for v, array in self.captured)
        for (output, seed), part, what in self._beside(cotangent):
            given = trees.derivative(graph, output, part, what)
            if seed is not None:
                new[id(seed)] = (
                    ops.constant(graph, 0, output.dtype, output.shape) if given is None
                    else given.value
                )  # fmt: skip
        for value in self.values:
            before = len(graph.values)
            inputs = [new.get(id(i), i) for i in value.inputs]
            made_ = graph.add(value.primitive.name, *inputs, **value.params)
            if len(graph.values) > before:
                made_.where = value.where
            new[id(value)] = made_
        found = [None if g is None else Array(graph, new[id(g)]) for g in self.gradients]
        return self.chosen.derivatives(found)
