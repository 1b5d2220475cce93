"""scf: structured control flow over masks, and calls of functions.

A branch that all active threads take alike costs nothing but the test. One on which they differ
runs both sides, each with its share of the mask; a loop runs until its last thread has left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from .machine import Mask, Refused, choose, merge
from .table import Step, integers, operation, symbol
from .values import unsigned

if TYPE_CHECKING:
    from .machine import Batch
    from .translate import Translator


def branch(s: Batch, site: Any, m: Mask, condition: Any) -> tuple[Mask | None, Mask | None]:
    """Split the mask by a condition, and note the branch."""
    yes, no = m.split(condition)
    if s.checks:
        s.recorder.branch(site, s, m, yes, no)
    return yes, no


@operation("scf.if")
def _if(t: Translator, op: ir.Operation) -> Step:
    condition, site = t.slot(op.operands[0]), t.site()
    results = [t.slot(result) for result in op.results]
    then = t.region(op.regions[0])
    other = t.region(op.regions[1]) if op.regions[1].blocks else None

    return either(condition, site, results, then, other)


def either(condition: int, site: Any, results: list[int], then: Any, other: Any) -> Step:
    """A step that runs one region, the other, or both with a part of the mask each."""

    def step(s: Batch, v: list, m: Mask) -> None:
        test = v[condition]
        yes, no = branch(s, site, m, test)
        if yes is not None:
            then.run(s, v, yes)
            if no is None:
                for result, slot in zip(results, then.out, strict=True):
                    v[result] = v[slot]
                return
        if other is None:
            return
        kept = [v[slot] for slot in then.out] if yes is not None else []
        other.run(s, v, no)
        for number, (result, slot) in enumerate(zip(results, other.out, strict=True)):
            v[result] = choose(test, kept[number], v[slot]) if kept else v[slot]

    return step


@operation("scf.for")
def _for(t: Translator, op: ir.Operation) -> Step:
    low, high, by, *initial = (t.slot(operand) for operand in op.operands)
    site, results = t.site(), [t.slot(result) for result in op.results]
    no_sign = "unsignedCmp" in op.attributes
    body = t.region(op.regions[0])
    return loop(site, body, results, initial, lambda v: (v[low], v[high], v[by]), no_sign)


def loop(
    site: Any, body: Any, results: list[int], initial: list[int], bounds: Any, no_sign: bool = False
) -> Step:
    """A counted loop; with bounds that are the same in every thread the mask never changes."""
    counter, *carried = body.arguments

    def step(s: Batch, v: list, m: Mask) -> None:
        low, high, by = bounds(v)
        values = [v[slot] for slot in initial]
        if np.any(by == 0):
            raise Refused("the loop's step is 0: it never ends")
        if np.ndim(low) == np.ndim(high) == np.ndim(by) == 0:
            dtype = low.dtype.type
            if no_sign:
                low, high = unsigned(low), unsigned(high)
            if s.checks:
                s.recorder.branch(site, s, m, m, None)
            for number in range(int(low), int(high), int(by)):
                v[counter] = dtype(number)
                for slot, value in zip(carried, values, strict=True):
                    v[slot] = value
                body.run(s, v, m)
                values = [v[slot] for slot in body.out]
        else:
            values = _ragged(s, v, m, low, high, by, values)
        for slot, value in zip(results, values, strict=True):
            v[slot] = value

    def _ragged(s: Batch, v: list, m: Mask, low: Any, high: Any, by: Any, values: list) -> list:
        number: Any = low
        live: Mask | None = m
        while True:
            inside = unsigned(number) < unsigned(high) if no_sign else number < high
            live, _ = branch(s, site, live, inside)
            if live is None:
                return values
            v[counter] = number
            for slot, value in zip(carried, values, strict=True):
                v[slot] = value
            body.run(s, v, live)
            values = [merge(live, v[slot], old) for slot, old in zip(body.out, values, strict=True)]
            number = number + by

    return step


@operation("scf.while")
def _while(t: Translator, op: ir.Operation) -> Step:
    initial, site = [t.slot(operand) for operand in op.operands], t.site()
    results = [t.slot(result) for result in op.results]
    before, after = t.region(op.regions[0]), t.region(op.regions[1])

    def step(s: Batch, v: list, m: Mask) -> None:
        values, left = [v[slot] for slot in initial], [None] * len(results)
        live: Mask | None = m
        while True:
            for slot, value in zip(before.arguments, values, strict=True):
                v[slot] = value
            before.run(s, v, live)
            condition, *passed = [v[slot] for slot in before.out]
            again, done = branch(s, site, live, condition)
            if done is not None:
                left = [
                    value if old is None else merge(done, value, old)
                    for value, old in zip(passed, left, strict=True)
                ]
            if again is None:
                break
            for slot, value in zip(after.arguments, passed, strict=True):
                v[slot] = value
            after.run(s, v, again)
            values, live = [v[slot] for slot in after.out], again
        for slot, value in zip(results, left, strict=True):
            v[slot] = value

    return step


@operation("scf.execute_region", "memref.alloca_scope")
def _region(t: Translator, op: ir.Operation) -> Step:
    results, body = [t.slot(result) for result in op.results], t.region(op.regions[0])

    def step(s: Batch, v: list, m: Mask) -> None:
        body.run(s, v, m)
        for result, slot in zip(results, body.out, strict=True):
            v[result] = v[slot]

    return step


@operation("scf.index_switch")
def _switch(t: Translator, op: ir.Operation) -> Step:
    argument, site, cases = t.slot(op.operands[0]), t.site(), integers(op, "cases")
    results = [t.slot(result) for result in op.results]
    default, *others = [t.region(region) for region in op.regions]

    def step(s: Batch, v: list, m: Mask) -> None:
        value, found = v[argument], [None] * len(results)
        rest: Mask | None = m
        for body, case in [*zip(others, cases, strict=True), (default, None)]:
            if rest is None:
                break
            mine = rest
            if case is not None:
                mine, rest = branch(s, site, rest, value == case)
                if mine is None:
                    continue
            body.run(s, v, mine)
            for number, slot in enumerate(body.out):
                found[number] = merge(mine, v[slot], found[number])
        for slot, value in zip(results, found, strict=True):
            v[slot] = value

    return step


@operation("func.call")
def _call(t: Translator, op: ir.Operation) -> Step:
    function = t.unit.function(symbol(op, "callee"))
    given = [t.slot(operand) for operand in op.operands]
    results = [t.slot(result) for result in op.results]

    def step(s: Batch, v: list, m: Mask) -> None:
        inner = function.template.copy()
        for slot, source in zip(function.arguments, given, strict=True):
            inner[slot] = v[source]
        function.body.run(s, inner, m)
        for result, slot in zip(results, function.body.out, strict=True):
            v[result] = inner[slot]

    return step
