"""affine: maps and sets as arithmetic on indices, loops and branches over them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .machine import Mask
from .op_memref import mixed, reading, writing
from .op_scf import either, loop
from .table import Step, integer, operation, segments
from .values import scalar_again

if TYPE_CHECKING:
    from .machine import Batch
    from .translate import Translator

Index = Callable[[list], Any]


def expression(expr: ir.AffineExpr, dims: int) -> Index:
    """A function from a list of dimensions and symbols to the value of an affine expression."""
    if isinstance(expr, ir.AffineConstantExpr):
        value = np.int64(expr.value)
        return lambda _: value
    if isinstance(expr, ir.AffineDimExpr):
        position = expr.position
        return lambda inputs: inputs[position]
    if isinstance(expr, ir.AffineSymbolExpr):
        position = dims + expr.position
        return lambda inputs: inputs[position]
    left, right = expression(expr.lhs, dims), expression(expr.rhs, dims)
    if isinstance(expr, ir.AffineAddExpr):
        return lambda inputs: left(inputs) + right(inputs)
    if isinstance(expr, ir.AffineMulExpr):
        return lambda inputs: left(inputs) * right(inputs)
    if isinstance(expr, ir.AffineModExpr):
        return lambda inputs: np.mod(left(inputs), right(inputs))
    if isinstance(expr, ir.AffineFloorDivExpr):
        return lambda inputs: left(inputs) // right(inputs)
    return lambda inputs: -((-left(inputs)) // right(inputs))


def map_of(attribute: ir.Attribute) -> list[Index]:
    """One function for each result of an affine map."""
    found = ir.AffineMapAttr(attribute).value
    return [expression(result, found.n_dims) for result in found.results]


@operation("affine.apply")
def _apply(t: Translator, op: ir.Operation) -> Step:
    return _best(t, op, None)


@operation("affine.min")
def _min(t: Translator, op: ir.Operation) -> Step:
    return _best(t, op, np.minimum)


@operation("affine.max")
def _max(t: Translator, op: ir.Operation) -> Step:
    return _best(t, op, np.maximum)


def _best(t: Translator, op: ir.Operation, choose: Callable | None) -> Step:
    slots, result = [t.slot(operand) for operand in op.operands], t.slot(op.results[0])
    functions = map_of(op.attributes["map"])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        inputs = [v[slot] for slot in slots]
        found = [function(inputs) for function in functions]
        v[result] = found[0] if choose is None else reduce(choose, found)

    return step


@operation("affine.for")
def _for(t: Translator, op: ir.Operation) -> Step:
    lower, upper, initial = segments(op)
    low, high = map_of(op.attributes["lowerBoundMap"]), map_of(op.attributes["upperBoundMap"])
    low_slots, high_slots = ([t.slot(x) for x in group] for group in (lower, upper))
    by = np.int64(integer(op, "step"))

    def bounds(v: list) -> tuple:
        first, last = [v[slot] for slot in low_slots], [v[slot] for slot in high_slots]
        return (
            reduce(np.maximum, [function(first) for function in low]),
            reduce(np.minimum, [function(last) for function in high]),
            by,
        )

    site, results = t.site(), [t.slot(result) for result in op.results]
    body = t.region(op.regions[0])
    return loop(site, body, results, [t.slot(x) for x in initial], bounds)


@operation("affine.if")
def _if(t: Translator, op: ir.Operation) -> Step:
    tests = _constraints(op.attributes["condition"])
    slots, site = [t.slot(operand) for operand in op.operands], t.site()
    condition, results = t.new_slot(), [t.slot(result) for result in op.results]
    then = t.region(op.regions[0])
    other = t.region(op.regions[1]) if op.regions[1].blocks else None
    run = either(condition, site, results, then, other)

    def step(s: Batch, v: list, m: Mask) -> None:
        inputs, holds = [v[slot] for slot in slots], np.True_
        for function, equal in tests:
            value = function(inputs)
            holds = holds & (value == 0 if equal else value >= 0)
        v[condition] = scalar_again(holds)
        run(s, v, m)

    return step


def _constraints(integer_set: ir.Attribute) -> list[tuple[Index, bool]]:
    """Each constraint of an affine set: its expression, and whether it is to equal zero.

    The bindings give no set from its attribute; a map of the same expressions is read instead.
    """
    inputs, _, inside = str(integer_set).removeprefix("affine_set<").partition(" : ")
    constraints = inside.removesuffix(">").strip("()") if inside == "()>" else inside[1:-2]
    parts = re.findall(r"(.+?) (==|>=) 0(?:, |$)", constraints)
    results = ", ".join(part for part, _ in parts)
    functions = map_of(ir.Attribute.parse(f"affine_map<{inputs} -> ({results})>"))
    return [(function, sign == "==") for function, (_, sign) in zip(functions, parts, strict=True)]


def _indices(t: Translator, op: ir.Operation, first: int) -> Callable[[list], list]:
    slots = [t.slot(operand) for operand in list(op.operands)[first:]]
    functions = map_of(op.attributes["map"])

    def indices(v: list) -> list:
        inputs = [v[slot] for slot in slots]
        return [function(inputs) for function in functions]

    return indices


@operation("affine.load", "affine.vector_load")
def _load(t: Translator, op: ir.Operation) -> Step:
    return reading(t, op, op.operands[0], _indices(t, op, 1))


@operation("affine.store", "affine.vector_store")
def _store(t: Translator, op: ir.Operation) -> Step:
    return writing(t, op, op.operands[0], op.operands[1], _indices(t, op, 2))


@operation("affine.prefetch")
def _prefetch(_t: Translator, _op: ir.Operation) -> None:
    return None


@operation("affine.delinearize_index")
def _delinearize(t: Translator, op: ir.Operation) -> Step:
    number, results = t.slot(op.operands[0]), [t.slot(result) for result in op.results]
    basis = mixed(t, op, "static_basis", list(op.operands)[1:])

    def step(_s: Batch, v: list, _m: Mask) -> None:
        rest, sizes = v[number], basis(v)
        for slot, size in zip(
            reversed(results[1:]), reversed(sizes[-(len(results) - 1) :]), strict=True
        ):
            v[slot], rest = np.mod(rest, size), rest // size
        v[results[0]] = rest

    return step


@operation("affine.linearize_index")
def _linearize(t: Translator, op: ir.Operation) -> Step:
    indices, dynamic = segments(op)
    slots, result = [t.slot(x) for x in indices], t.slot(op.results[0])
    basis = mixed(t, op, "static_basis", dynamic)

    def step(_s: Batch, v: list, _m: Mask) -> None:
        sizes, total = basis(v), v[slots[0]]
        for slot, size in zip(slots[1:], sizes[len(sizes) - len(slots) + 1 :], strict=True):
            total = total * size + v[slot]
        v[result] = total

    return step
