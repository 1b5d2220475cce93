"""Rules: equations between terms, each with a statement of what it costs in exactness.

A rule is a Python function from pattern variables to two expressions, the two sides, traced as a
kernel is. A set of rules remembers how far its rules may go: sets start at `exact`, and whoever
wants more asks for it by name (`.rounding`, `.fast_math`).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from .errors import KernelError, RuleError
from .terms import OPERATIONS, Term, nodes, text, variable
from .trace import Symbol, traced_result


class Exactness(IntEnum):
    """What replacing one side by the other can change.

    EXACT: nothing, to the last bit, for any number, infinity or NaN.
    REASSOCIATING: rounding, and with it the sign of a zero, and where a value on the way overflows
    or underflows. Where none does, NaN and infinity come out where they came out before.
    DOMAIN: also whether the result is a number: 0, infinity, NaN or a negative number may give NaN
    or infinity on one side and a number on the other.
    """

    EXACT = 0
    REASSOCIATING = 1
    DOMAIN = 2

    @property
    def label(self) -> str:
        return ("exact", "reassociating", "domain-changing")[self]


@dataclass(frozen=True)
class Rule:
    """Two terms over variables that are equal, and how exactly, for floats and for integers.

    `floats` or `integers` is None where the rule does not hold for such numbers. `both` means that
    each side may be replaced by the other.
    """

    name: str
    sides: Callable
    floats: Exactness | None
    integers: Exactness | None = None
    both: bool = False
    note: str = ""

    def exactness(self, kind: str) -> Exactness | None:
        return self.integers if kind == "int64" else self.floats

    def terms(self, kind: str) -> tuple[Term, Term]:
        """The two sides over variables of a type."""
        return _sides(self.sides, self.name, self.both, kind)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(inspect.signature(self.sides).parameters)

    def __str__(self) -> str:
        left, right = self.terms("float64" if self.floats is not None else "int64")
        return f"{text(left)} {'<->' if self.both else '->'} {text(right)}"


@functools.cache
def _sides(sides: Callable, name: str, both: bool, kind: str) -> tuple[Term, Term]:
    names = tuple(inspect.signature(sides).parameters)

    def side(number: int) -> Callable:
        def one(*symbols: Symbol) -> object:
            pair = sides(*symbols)
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise RuleError(f"rule '{name}': its function returns the two sides, as (a, b)")
            return pair[number]

        return one

    symbols = [Symbol(variable(word, kind)) for word in names]
    try:
        left, right = (traced_result(side(n), symbols, kind) for n in (0, 1))
    except RuleError:
        raise
    except KernelError as error:
        raise RuleError(f"rule '{name}' for {kind}: {error}") from None
    for one, other in ((left, right), (right, left))[: 2 if both else 1]:
        if one.op not in OPERATIONS:
            raise RuleError(
                f"rule '{name}': the side that is looked for has to be an operation, not {one}: "
                "a variable alone matches everything, a constant alone can be folded"
            )
        unknown = _variables(other) - _variables(one)
        if unknown:
            raise RuleError(
                f"rule '{name}': {', '.join(sorted(unknown))} stands in {other} and not in {one}"
            )
    return left, right


def _variables(term: Term) -> set[str]:
    return {node.payload for node in nodes(term) if node.op == "variable"}


def rule(
    name: str,
    sides: Callable,
    changes: str = "nothing",
    *,
    integers: bool | None = None,
    floats: bool = True,
    both: bool = False,
    note: str = "",
) -> Rule:
    """A rule for user or built-in sets: `rule("double", lambda a: (a + a, 2 * a))`.

    `changes` says what it may change for floats: "nothing", "rounding" or "domain". `integers` says
    whether it holds for int64, where numbers wrap around and nothing is rounded; left out, that is
    so where it can be written for int64 and changes nothing for floats.
    """
    levels = {"nothing": Exactness.EXACT, "rounding": Exactness.REASSOCIATING,
              "domain": Exactness.DOMAIN}  # fmt: skip
    if changes not in levels:
        raise RuleError(f"rule '{name}': changes is one of {', '.join(levels)}; got {changes!r}")
    made = Rule(
        name,
        sides,
        levels[changes] if floats else None,
        Exactness.EXACT if integers else None,
        both,
        note,
    )
    if floats:
        made.terms("float64")
    if integers is None:
        try:
            left, right = _sides(sides, name, both, "int64")
            fits = all(OPERATIONS[n.op].integers for n in nodes(left, right) if n.op in OPERATIONS)
        except RuleError:
            fits = False
        if fits and changes == "nothing":
            made = replace(made, integers=Exactness.EXACT)
    elif integers:
        made.terms("int64")
    return made


@dataclass(frozen=True)
class RuleSet:
    """Rules under a name, and for each the strongest change that it may make here."""

    name: str
    rules: tuple[Rule, ...]
    levels: tuple[Exactness, ...] = ()

    def __post_init__(self) -> None:
        if not self.levels:
            object.__setattr__(self, "levels", (Exactness.EXACT,) * len(self.rules))

    @property
    def exact(self) -> RuleSet:
        """Only what changes nothing: how a built-in set starts out."""
        return self._up_to(Exactness.EXACT)

    @property
    def rounding(self) -> RuleSet:
        """Also what changes rounding."""
        return self._up_to(Exactness.REASSOCIATING)

    @property
    def fast_math(self) -> RuleSet:
        """All rules, also those that change NaN and infinity."""
        return self._up_to(Exactness.DOMAIN)

    def _up_to(self, level: Exactness) -> RuleSet:
        return replace(self, levels=(level,) * len(self.rules))

    @property
    def label(self) -> str:
        """The name, and how far the rules may go."""
        return f"{self.name} ({max(self.levels, default=Exactness.EXACT).label})"

    def __or__(self, more: RuleSet) -> RuleSet:
        """Both sets, applied together. What each may do stays as it was."""
        if not isinstance(more, RuleSet):
            return NotImplemented
        both: dict[Rule, Exactness] = {}
        for item, level in zip(self.rules + more.rules, self.levels + more.levels, strict=True):
            both[item] = max(level, both.get(item, level))
        return RuleSet(f"{self.name} | {more.name}", tuple(both), tuple(both.values()))

    def for_kind(self, kind: str) -> list[Rule]:
        """What the set may do with numbers of a type."""
        found = []
        for item, level in zip(self.rules, self.levels, strict=True):
            exactness = item.exactness(kind)
            if exactness is not None and exactness <= level:
                found.append(item)
        return found

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


def ruleset(name: str, *rules: Rule) -> RuleSet:
    """A set of one's own rules. Whoever writes a rule has asked for it: all of them are on."""
    for item in rules:
        if not isinstance(item, Rule):
            raise RuleError(f"set '{name}': expected rules, made with rule(...); got {item!r}")
    names = [item.name for item in rules]
    twice = sorted({word for word in names if names.count(word) > 1})
    if twice:
        raise RuleError(f"set '{name}': two rules are called {', '.join(twice)}")
    return RuleSet(name, rules).fast_math


def phases(rules: RuleSet | Iterable[RuleSet]) -> tuple[RuleSet, ...]:
    """The sets to apply one after the other."""
    given = (rules,) if isinstance(rules, RuleSet) else tuple(rules)
    for item in given:
        if not isinstance(item, RuleSet):
            raise RuleError(f"expected a set of rules, or a list of sets; got {item!r}")
    return given
