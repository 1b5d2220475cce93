"""Terms: what a kernel computes, as a graph of operations whose leaves are arguments and constants.

Equal terms are one object, so a value that is used twice is one node with two users. Operations
carry the names of NumPy's functions. Nothing here walks a term by recursion: a chain of 10,000
additions is a term like any other.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

KINDS = {name: np.dtype(name) for name in ("float32", "float64", "int64")}
_BITS = {"float32": np.int32, "float64": np.int64, "int64": np.int64}
_LONG = 80  # operations; a longer term is printed with names for what is used twice


@dataclass(frozen=True)
class Operation:
    """NumPy's function of that name, on floats, integers, or both."""

    name: str
    arity: int
    floats: bool = True
    integers: bool = False
    sign: str = ""  # as it is written between its operands

    @property
    def ufunc(self) -> np.ufunc:
        return getattr(np, self.name)


_FUNCTIONS = """sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh
    cosh tanh arcsinh arccosh arctanh floor ceil trunc rint"""
OPERATIONS = {
    op.name: op
    for op in [
        Operation("add", 2, integers=True, sign="+"),
        Operation("subtract", 2, integers=True, sign="-"),
        Operation("multiply", 2, integers=True, sign="*"),
        Operation("divide", 2, sign="/"),
        Operation("floor_divide", 2, integers=True, sign="//"),
        Operation("remainder", 2, integers=True, sign="%"),
        Operation("power", 2, sign="**"),
        Operation("minimum", 2, integers=True),
        Operation("maximum", 2, integers=True),
        Operation("arctan2", 2),
        Operation("negative", 1, integers=True),
        Operation("absolute", 1, integers=True),
        *(Operation(name, 1) for name in _FUNCTIONS.split()),
    ]
}
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "negative": 3, "**": 4}


class Term:
    """A node. `op` is an operation's name, or "argument", "constant", "cast" or "variable".

    `payload` is an argument's number, a constant's bits, or a pattern variable's name. Terms are
    made by `make` and its shorthands, which return the one that exists where there is one.
    """

    __slots__ = ("__weakref__", "args", "kind", "op", "payload")

    def __init__(self, op: str, kind: str, args: tuple[Term, ...], payload: object) -> None:
        self.op, self.kind, self.args, self.payload = op, kind, args, payload

    @property
    def value(self) -> np.generic:
        """A constant's value, of its type."""
        return np.array(self.payload, _BITS[self.kind]).view(KINDS[self.kind])[()]

    def __repr__(self) -> str:
        return f"<{self.kind} {self}>"

    def __str__(self) -> str:
        return text(self)


_known: weakref.WeakValueDictionary[tuple, Term] = weakref.WeakValueDictionary()
_lock = threading.Lock()


def make(op: str, kind: str, args: Sequence[Term] = (), payload: object = None) -> Term:
    key = (op, kind, tuple(map(id, args)), payload)
    with _lock:
        term = _known.get(key)
        if term is None:
            term = _known[key] = Term(op, kind, tuple(args), payload)
        return term


def argument(number: int, kind: str) -> Term:
    return make("argument", kind, payload=number)


def variable(name: str, kind: str) -> Term:
    return make("variable", kind, payload=name)


def constant(value: object, kind: str) -> Term:
    """The constant of that type; every NaN is the same NaN, and -0 is not 0."""
    with np.errstate(all="ignore"):
        number = np.asarray(value).astype(KINDS[kind])
    if number != number:
        number = np.array(np.nan, KINDS[kind])
    return make("constant", kind, payload=int(number.view(_BITS[kind])))


def operation(name: str, *args: Term) -> Term:
    """An operation on terms of one type, which is that of the result."""
    return make(name, args[0].kind, args)


def cast(term: Term, kind: str) -> Term:
    return term if term.kind == kind else make("cast", kind, (term,))


def nodes(*roots: Term) -> list[Term]:
    """Each node below the roots once, operands before their users."""
    seen: set[int] = set()
    ordered: list[Term] = []
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            ordered.append(term)
        elif id(term) not in seen:
            seen.add(id(term))
            stack.append((term, True))
            stack.extend((arg, False) for arg in reversed(term.args))
    return ordered


def rebuild(root: Term, change: Callable[[Term, tuple[Term, ...]], Term]) -> Term:
    """The term made of `change(node, its new operands)`, operands first."""
    made: dict[int, Term] = {}
    for node in nodes(root):
        made[id(node)] = change(node, tuple(made[id(arg)] for arg in node.args))
    return made[id(root)]


def substitute(root: Term, values: Mapping[str, Term]) -> Term:
    """The pattern with terms in place of its variables."""

    def change(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "variable":
            return values[node.payload]
        return make(node.op, node.kind, args, node.payload)

    return rebuild(root, change)


def apply(node: Term, operands: Sequence[np.ndarray]) -> np.ndarray:
    """NumPy's result of one node."""
    if node.op == "cast":
        return operands[0].astype(KINDS[node.kind])
    result = OPERATIONS[node.op].ufunc(*operands)
    if node.op in ("minimum", "maximum") and node.kind != "int64":
        # Of +0 and -0 NumPy returns the one that the processor does. IEEE 754 says that -0 is less.
        first, second = operands
        signs = np.signbit(first) | np.signbit(second)
        both = np.signbit(first) & np.signbit(second)
        negative = signs if node.op == "minimum" else both
        zero = np.where(negative, KINDS[node.kind].type(-0.0), KINDS[node.kind].type(0.0))
        result = np.where((first == 0) & (second == 0), zero, result)[()]
    return result


def evaluate(root: Term, leaves: Mapping[object, np.ndarray] | Sequence[np.ndarray]) -> np.ndarray:
    """What NumPy computes for the term; `leaves` by argument number or by variable name."""
    found: dict[int, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for node in nodes(root):
            if node.op == "constant":
                found[id(node)] = node.value
            elif node.op in ("argument", "variable"):
                found[id(node)] = leaves[node.payload]
            else:
                found[id(node)] = apply(node, [found[id(arg)] for arg in node.args])
    return found[id(root)]


# Text ---------------------------------------------------------------------------------------


def text(root: Term, names: Sequence[str] | None = None) -> str:
    """The term as Python writes it. Long ones get a line and a name for each value used twice."""
    order = nodes(root)
    users: dict[int, int] = {}
    for node in order:
        for arg in node.args:
            users[id(arg)] = users.get(id(arg), 0) + 1
    named = expanded_size(order) > _LONG
    written: dict[int, tuple[str, int]] = {}
    lines = []
    for node in order:
        shown, binding = _written(node, [written[id(arg)] for arg in node.args], names)
        if named and node.args and node is not root and (users[id(node)] > 1 or len(shown) > 100):
            lines.append(f"t{len(lines)} = {shown}")
            shown, binding = f"t{len(lines) - 1}", 9
        written[id(node)] = shown, binding
    return "\n".join([*lines, written[id(root)][0]])


def expanded_size(order: Iterable[Term]) -> int:
    """The size of the term as a tree, where what is used twice counts twice."""
    sizes: dict[int, int] = {}
    size = 0
    for node in order:
        size = sizes[id(node)] = 1 + sum(sizes[id(arg)] for arg in node.args)
    return size


def _written(
    node: Term, operands: list[tuple[str, int]], names: Sequence[str] | None
) -> tuple[str, int]:
    """A node's text and how strongly its outermost operator binds."""
    if node.op == "argument":
        return (names[node.payload] if names else f"x{node.payload}"), 9
    if node.op == "variable":
        return str(node.payload), 9
    if node.op == "constant":
        shown = f"{node.value!s}".removesuffix(".0")
        return shown, 3 if shown.startswith("-") else 9
    if node.op == "cast":
        return f"{_inside(operands[0], 9)}.astype({node.kind})", 9
    if node.op == "negative":
        return f"-{_inside(operands[0], 3)}", 3
    sign = OPERATIONS[node.op].sign
    if not sign:
        return f"{node.op}({', '.join(shown for shown, _ in operands)})", 9
    binding = _BINDING[sign]
    left, right = binding + (sign == "**"), binding + (sign != "**")
    return f"{_inside(operands[0], left)} {sign} {_inside(operands[1], right)}", binding


def _inside(operand: tuple[str, int], binding: int) -> str:
    return operand[0] if operand[1] >= binding else f"({operand[0]})"
