"""The e-graph: terms and rules written in egglog's language, run under limits, and read back.

egglog finds the matches, keeps the classes and closes them under congruence. This module writes the
program that egglog runs (kept, for readers), runs it an iteration at a time so that a limit can
stop it, folds constants with NumPy between iterations, and takes a snapshot of the classes.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from egglog import bindings

from .errors import RuleError
from .rules import Rule, RuleSet
from .terms import KINDS, OPERATIONS, Term, apply, constant, make, nodes, operation, variable

_SHORT = {"float32": "f32", "float64": "f64", "int64": "i64"}
_KIND = {short: kind for kind, short in _SHORT.items()}


@dataclass(frozen=True)
class Limits:
    """Where rewriting stops, done or not. Checked after each iteration.

    Iterations and nodes come out the same each time. Seconds do not: they are the last resort.
    """

    iterations: int = 12
    nodes: int = 3000
    seconds: float = 1.0


@dataclass(frozen=True)
class Node:
    """An e-node: an operation whose operands are classes."""

    op: str
    kind: str
    children: tuple[str, ...] = ()
    payload: object = None


@dataclass(frozen=True)
class Snapshot:
    """The classes of an e-graph, each with its nodes, and the class of the term itself."""

    classes: dict[str, tuple[Node, ...]]
    root: str

    @property
    def nodes(self) -> int:
        return sum(map(len, self.classes.values()))


@dataclass
class Saturation:
    """What running the rules came to."""

    iterations: int = 0
    nodes: int = 0
    classes: int = 0
    seconds: float = 0.0
    stopped: str = ""  # why, if a limit stopped it
    fired: Counter = field(default_factory=Counter)  # rule -> how often it matched

    @property
    def saturated(self) -> bool:
        return not self.stopped

    def __str__(self) -> str:
        plural = "" if self.iterations == 1 else "s"
        end = self.stopped or "nothing was left to do"
        return (
            f"{self.iterations} iteration{plural}, {self.nodes} nodes in {self.classes} classes, "
            f"{self.seconds * 1e3:.0f} ms: {end}"
        )


class EGraph:
    """An e-graph that holds a term and everything that rules found to be equal to parts of it."""

    def __init__(self, root: Term) -> None:
        self._egglog = bindings.EGraph()
        self.program: list[str] = []
        self._root = root
        self._folded: set[str] = set()
        self._halved: set[tuple] = set()
        self._names: dict[str, str] = {}  # what egglog calls a rule -> its name
        self._run(_declarations())
        self._run(_lets(root))

    def _run(self, text: str) -> list:
        self.program.append(text)
        try:
            return self._egglog.run_program(*self._egglog.parse_program(text))
        except bindings.EggSmolError as error:
            raise RuleError(f"egglog refuses\n{text}\n{error}") from None

    def saturate(self, phases: Iterable[RuleSet], limits: Limits) -> tuple[Saturation, Snapshot]:
        """Apply the sets one after the other, each until nothing is new or a limit is reached."""
        done = Saturation()
        start = time.perf_counter()
        kinds = sorted({node.kind for node in nodes(self._root)})
        for number, rules in enumerate(phases):
            name = f"phase{number}"
            wanted = [(r, kind) for kind in kinds for r in rules.for_kind(kind)]
            self._declare(name, wanted)
            self._phase(name, done, limits, start)
        snapshot = self.snapshot()
        done.nodes, done.classes = snapshot.nodes, len(snapshot.classes)
        done.seconds = time.perf_counter() - start
        return done, snapshot

    def _declare(self, ruleset: str, wanted: list[tuple[Rule, str]]) -> None:
        """Write the rules."""
        lines: dict[str, None] = {f"(ruleset {ruleset})": None}
        for rule, kind in wanted:
            left, right = rule.terms(kind)
            for one, other in ((left, right), (right, left))[: 2 if rule.both else 1]:
                line = f"(rewrite {_pattern(one)} {_pattern(other)} :ruleset {ruleset})"
                self._names.setdefault(line, rule.name)
                lines[line] = None
        self._run("\n".join(lines))

    def _phase(self, ruleset: str, done: Saturation, limits: Limits, start: float) -> None:
        size = before = self._size()
        while True:
            reached = _limit_reached(done.iterations, before, size, start, limits)
            if reached:
                done.stopped = done.stopped or reached
                return
            folded = self._fold(ruleset)
            report = self._run(f"(run-schedule (run {ruleset}))")[0].report
            for line, count in report.num_matches_per_rule.items():
                done.fired[self._names.get(line, line)] += count
            before, size = size, self._size()
            if not (folded or report.updated or size != before):
                return
            done.iterations += 1

    def _size(self) -> int:
        """The number of e-nodes."""
        return sum(n for name, n in self._counts().items() if not name.startswith("root-"))

    def _counts(self) -> dict[str, int]:
        """How many nodes each operation has."""
        printed = self._egglog.run_program(*self._egglog.parse_program("(print-size)"))[0]
        return {name: int(n) for name, n in re.findall(r"\((\S+) (\d+)\)", str(printed))}

    # Constants --------------------------------------------------------------------------------

    def _fold(self, ruleset: str) -> bool:
        """Fold operations on constants as NumPy would; make x / 2^n the same number x * 2^-n."""
        if not any(n for name, n in self._counts().items() if name.startswith("constant-")):
            return False
        snapshot = self.snapshot()
        constants: dict[str, Term] = {}
        for name, members in snapshot.classes.items():
            for node in members:
                if node.op == "constant":
                    constants[name] = make("constant", node.kind, payload=node.payload)
        lines = []
        for members in snapshot.classes.values():
            for node in members:
                if node.op not in OPERATIONS and node.op != "cast":
                    continue
                if all(child in constants for child in node.children):
                    folded = _folded(node, [constants[child] for child in node.children])
                    if folded not in self._folded:
                        self._folded.add(folded)
                        lines.append(folded)
                elif node.op == "divide" and node.children[1] in constants:
                    lines += self._halve(constants[node.children[1]], ruleset)
        if lines:
            self._run("\n".join(lines))
        return bool(lines)

    def _halve(self, divisor: Term, ruleset: str) -> list[str]:
        """The rule that multiplies by the inverse, if the divisor is a power of two."""
        mantissa, _ = np.frexp(divisor.value)
        with np.errstate(all="ignore"):
            inverse = KINDS[divisor.kind].type(1) / divisor.value
        normal = abs(inverse) >= np.finfo(KINDS[divisor.kind]).tiny and np.isfinite(inverse)
        key = ruleset, divisor.kind, divisor.payload
        if abs(mantissa) != 0.5 or not normal or key in self._halved:
            return []
        self._halved.add(key)
        x = variable("a", divisor.kind)
        left = operation("divide", x, divisor)
        right = operation("multiply", x, constant(inverse, divisor.kind))
        line = f"(rewrite {_pattern(left)} {_pattern(right)} :ruleset {ruleset})"
        self._names[line] = "over-a-power-of-two"
        return [line]

    # Reading the classes ------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """All classes and their nodes, and which one the term is in."""
        serialized = self._egglog.serialize([])
        if serialized.truncated_functions or serialized.discarded_functions:
            raise RuleError("egglog left functions out of its account of the e-graph")
        data = json.loads(serialized.to_json())["nodes"]
        classes: dict[str, dict[Node, None]] = {}
        root = ""
        for item in data.values():
            op, _, short = item["op"].rpartition("-")
            if op == "root":
                root = data[item["children"][0]]["eclass"]
            elif short in _KIND:
                node = _node(op, short, [data[child] for child in item["children"]])
                classes.setdefault(item["eclass"], {})[node] = None
        ordered = sorted(classes, key=_class_number)
        found = {name: tuple(sorted(classes[name], key=repr)) for name in ordered}
        return Snapshot(found, root)


def _class_number(name: str) -> tuple:
    head, _, tail = name.rpartition("-")
    return head, int(tail) if tail.isdigit() else 0, tail


def _node(op: str, short: str, children: list[dict]) -> Node:
    if op in ("constant", "argument"):
        return Node(op, _KIND[short], (), int(children[0]["op"]))
    base, _, _ = op.partition("-from-")
    return Node(base, _KIND[short], tuple(child["eclass"] for child in children))


def _limit_reached(done: int, before: int, size: int, start: float, limits: Limits) -> str:
    """Which limit forbids another iteration, or nothing."""
    seconds = time.perf_counter() - start
    if done >= limits.iterations:
        return f"stopped after {done} iterations, the limit"
    if size > limits.nodes:
        return f"stopped at {size} nodes after iteration {done}, the limit is {limits.nodes}"
    if size * size / before > 3 * limits.nodes:  # if it grows as it did last time
        return (
            f"stopped at {size} nodes after iteration {done}: it was {before} the iteration before "
            f"and the limit is {limits.nodes}"
        )
    if seconds > limits.seconds:
        return (
            f"stopped after {seconds:.2f} s in iteration {done}, the limit is {limits.seconds:g} s"
        )
    return ""


def _folded(node: Node, operands: list[Term]) -> str:
    """The equation between an operation on constants and NumPy's value of it."""
    with np.errstate(all="ignore"):
        made = make(node.op, node.kind, operands)
        value = constant(apply(made, [term.value for term in operands]), node.kind)
    return f"(union {_pattern(made)} {_pattern(value)})"


# Text ---------------------------------------------------------------------------------------


def _declarations() -> str:
    """One sort a type, so that no rule can mix types; a constructor for each operation."""
    lines = [f"(sort {_sort(short)})" for short in _SHORT.values()]
    for kind, short in _SHORT.items():
        lines.append(f"(constructor constant-{short} (i64) {_sort(short)})")
        lines.append(f"(constructor argument-{short} (i64) {_sort(short)})")
        for op in OPERATIONS.values():
            if op.integers if kind == "int64" else op.floats:
                operands = " ".join([_sort(short)] * op.arity)
                lines.append(f"(constructor {op.name}-{short} ({operands}) {_sort(short)})")
        for other in _SHORT.values():
            if other != short:
                lines.append(
                    f"(constructor cast-from-{other}-{short} ({_sort(other)}) {_sort(short)})"
                )
    lines.append("(sort Root)")
    for short in _SHORT.values():
        lines.append(f"(constructor root-{short} ({_sort(short)}) Root)")
    return "\n".join(lines)


def _sort(short: str) -> str:
    return short.upper()


def _head(node: Term) -> str:
    if node.op == "cast":
        return f"cast-from-{_SHORT[node.args[0].kind]}-{_SHORT[node.kind]}"
    return f"{node.op}-{_SHORT[node.kind]}"


def _pattern(term: Term) -> str:
    """A term or pattern as egglog writes it. Constants are their bits: so -0 is not 0."""
    written: dict[int, str] = {}
    for node in nodes(term):
        if node.op == "variable":
            written[id(node)] = f"{node.payload}_"
        elif node.op in ("constant", "argument"):
            written[id(node)] = f"({_head(node)} {node.payload})"
        else:
            operands = " ".join(written[id(arg)] for arg in node.args)
            written[id(node)] = f"({_head(node)} {operands})"
    return written[id(term)]


def _lets(root: Term) -> str:
    """A line for each node of the term, operands first: no line is deep, however deep the term.

    Names end in a letter. egglog 13.2 makes names of its own by adding digits to ours, and takes
    our $t11 for its second name of $t1. Version 14 does not.
    """
    names: dict[int, str] = {}
    lines = []
    for number, node in enumerate(nodes(root)):
        names[id(node)] = f"$t{number}x"
        if node.op in ("constant", "argument"):
            value = _pattern(node)
        else:
            value = f"({_head(node)} {' '.join(names[id(arg)] for arg in node.args)})"
        lines.append(f"(let {names[id(node)]} {value})")
    lines.append(f"(let $root (root-{_SHORT[root.kind]} {names[id(root)]}))")
    return "\n".join(lines)
