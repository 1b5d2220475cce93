"""Measures what each operation costs on each target and writes specialize/costs.toml.

python chapters/06-e-graphs/measure_costs.py [--print]

A kernel that applies an operation to four numbers and adds the results up is timed beside one
that only adds them up; an addition is timed the same way. What is written is the ratio: how many
additions of its type the operation costs, in cache, on one thread. With --print nothing is written.
"""

from __future__ import annotations

import functools
import operator
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from specialize import kernel, ruleset
from specialize.terms import KINDS, OPERATIONS

ELEMENTS = 1 << 15
TIMES = 4  # operations in a kernel: many more, and vectors would not stay in registers
RUNS = 31
NOTHING = ruleset("none")
FILE = Path(__file__).with_name("specialize") / "costs.toml"


def seconds(functions: list[Callable], a: np.ndarray, b: np.ndarray) -> list[float]:
    """The shortest time of a call of each, in rounds that take turns.

    Other work on the machine only ever adds time, so the shortest is the nearest to true.
    """
    out = np.empty_like(a)
    for function in functions:
        function(a, b, out=out)  # compiles
    found: list[list[float]] = [[] for _ in functions]
    for _ in range(RUNS):
        for function, times in zip(functions, found, strict=True):
            start = time.perf_counter()
            function(a, b, out=out)
            times.append(time.perf_counter() - start)
    return [min(times) for times in found]


def kernels(name: str, kind: str, target: str) -> tuple[Callable, Callable]:
    """A kernel with four of the operation, and one without."""
    op = OPERATIONS[name]
    scales = [1 if kind == "int64" else 1 - n / 200 for n in range(TIMES)]
    shift = 1 if name == "arccosh" else 0  # where it is defined

    def total(each: Callable) -> Callable:
        def function(a: object, b: object) -> object:
            if kind == "int64":
                return functools.reduce(operator.add, [each(a + n, b + n) for n in range(TIMES)])
            return functools.reduce(operator.add, [each(a * s + shift, b * s) for s in scales])

        return kernel(f"{kind}({kind}, {kind})", rules=NOTHING, target=target)(function)

    with_it = (lambda x, y: op.ufunc(x)) if op.arity == 1 else (lambda x, y: op.ufunc(x, y))
    without = (lambda x, y: x) if op.arity == 1 else (lambda x, y: x + y)
    return total(with_it), total(without)


def additions(count: int, kind: str, target: str) -> Callable:
    """A kernel that adds so often. Integers get a maximum in between, or LLVM sums up first."""

    def function(a: object, b: object) -> object:
        x = a
        for n in range(count):
            x = x + b if kind != "int64" or n % 2 else np.maximum(x, a)
        return x

    return kernel(f"{kind}({kind}, {kind})", rules=NOTHING, target=target)(function)


def costs(kind: str, target: str) -> dict[str, float]:
    random = np.random.default_rng(0)
    if kind == "int64":
        a, b = random.integers(1, 1000, (2, ELEMENTS))
    else:
        a, b = random.uniform(0.1, 0.9, (2, ELEMENTS)).astype(kind)
    few, many = seconds([additions(16, kind, target), additions(80, kind, target)], a, b)
    addition = (many - few) / 64
    print(f"{target} {kind}: an addition takes {addition / ELEMENTS * 1e9:.4f} ns an element")
    found = {}
    for name, op in OPERATIONS.items():
        if op.integers if kind == "int64" else op.floats:
            with_it, without = seconds(list(kernels(name, kind, target)), a, b)
            spent = (with_it - without) / TIMES + (addition if op.arity == 2 else 0)
            found[name] = max(1.0, float(f"{spent / addition:.2g}"))
            print(f"  {name:14} {found[name]:g}", flush=True)
    return found


def text(tables: dict[tuple[str, str], dict[str, float]]) -> str:
    lines = [
        "# What an operation costs, in additions of the same type on the same target.",
        "# Measured by chapters/06-e-graphs/measure_costs.py, in cache, on one thread, on "
        f"{platform.machine()}.",
        "# An operation that is not here costs 1: it was measured at less than 1.5.",
    ]
    for (target, kind), found in tables.items():
        lines.append(f"\n[{target}.{kind}]")
        lines += [f"{name} = {cost:g}" for name, cost in found.items() if cost >= 1.5]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    tables = {
        (target, kind): costs(kind, target) for target in ("loops", "vectors") for kind in KINDS
    }
    if "--print" not in sys.argv:
        FILE.write_text(text(tables), encoding="utf-8")
