"""What the tests of chapter 5 share: its package, and random expressions with exact-enough slopes.

An expression is a nested tuple: ("x", i) for an input, ("number", c), or (op, inputs...). `build`
makes it of anything with operators; `evaluate` computes it in NumPy's widest float, with no help
from the code under test, and `slopes` differentiates that by differences.
"""

from __future__ import annotations

import math
import sys

import numpy as np
from conftest import ROOT
from hypothesis import strategies as st

CHAPTER = ROOT / "chapters" / "05-neural-networks"
sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other
import chains  # noqa: E402, F401
import moons  # noqa: E402, F401
import refusals  # noqa: E402, F401
import tinynn  # noqa: E402, F401
from tinynn import Value  # noqa: E402

INPUTS = 3
Wide = np.longdouble
# Differences of the fourth order with this step: rounding and truncation both about epsilon^0.8.
STEP = Wide(2) ** round(math.log2(float(np.finfo(Wide).eps)) / 5)
TOLERANCE = 1e5 * float(np.finfo(Wide).eps) ** 0.8  # 1e5: of the fifth derivative, over 30


def _grown(inner: st.SearchStrategy) -> st.SearchStrategy:
    """Operations on smaller expressions; those with a domain get operands that are in it."""
    positive = inner.map(lambda e: ("+", ("*", e, e), ("number", 0.5)))
    exponents = st.sampled_from([2.0, 3.0, -1.0, 0.5, -2.0, 1.0, 0.0])
    return st.one_of(
        st.tuples(st.sampled_from(["+", "-", "*"]), inner, inner),
        st.tuples(st.just("/"), inner, positive),
        st.tuples(st.sampled_from(["neg", "tanh", "relu"]), inner),
        st.tuples(st.just("exp"), inner.map(lambda e: ("tanh", e))),
        st.tuples(st.just("log"), positive),
        st.tuples(st.just("**"), positive, exponents.map(lambda k: ("number", k))),
        st.tuples(st.just("**"), positive, inner.map(lambda e: ("tanh", e))),
    )


LEAVES = st.one_of(
    st.integers(0, INPUTS - 1).map(lambda i: ("x", i)),
    st.sampled_from([-1.5, 0.25, 2.0]).map(lambda c: ("number", c)),
)
EXPRESSIONS = st.recursive(LEAVES, _grown, max_leaves=8)
POINTS = st.tuples(*[st.floats(-2, 2).map(lambda x: round(x, 3))] * INPUTS)


def build(expression: tuple, inputs: list) -> object:
    """The expression made of inputs that have operators and the methods exp, log, tanh, relu."""
    op, *operands = expression
    if op == "x":
        return inputs[operands[0]]
    if op == "number":
        return operands[0]
    made = [build(operand, inputs) for operand in operands]
    if all(isinstance(x, float) for x in made):
        return float(_in_numpy(op, [Wide(x) for x in made]))
    match op:
        case "+":
            return made[0] + made[1]
        case "-":
            return made[0] - made[1]
        case "*":
            return made[0] * made[1]
        case "/":
            return made[0] / made[1]
        case "**":
            return made[0] ** made[1]
        case "neg":
            return -made[0]
    return getattr(made[0], op)()


def _in_numpy(op: str, x: list[Wide]) -> Wide:
    match op:
        case "+":
            return x[0] + x[1]
        case "-":
            return x[0] - x[1]
        case "*":
            return x[0] * x[1]
        case "/":
            return x[0] / x[1]
        case "**":
            return np.power(x[0], x[1])
        case "neg":
            return -x[0]
        case "relu":
            return np.maximum(x[0], Wide(0))
    return {"exp": np.exp, "log": np.log, "tanh": np.tanh}[op](x[0])


def evaluate(expression: tuple, point: list[Wide], kinks: list[Wide] | None = None) -> Wide:
    """The expression at a point; `kinks` gets what each relu was given."""
    op, *operands = expression
    if op == "x":
        return point[operands[0]]
    if op == "number":
        return Wide(operands[0])
    numbers = [evaluate(operand, point, kinks) for operand in operands]
    if op == "relu" and kinks is not None:
        kinks.append(numbers[0])
    return _in_numpy(op, numbers)


def slopes(expression: tuple, point: tuple[float, ...]) -> tuple[list[Wide], float]:
    """The slope by each input, and the size of the numbers that the differences were taken of."""
    found, largest = [], 1.0
    for i in range(len(point)):
        values = []
        for steps in (-2, -1, 1, 2):
            moved = [Wide(x) for x in point]
            moved[i] += steps * STEP
            values.append(evaluate(expression, moved))
        largest = max(largest, *(float(abs(value)) for value in values))
        found.append((values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * STEP))
    return found, largest


def far_from_kinks(expression: tuple, point: tuple[float, ...]) -> bool:
    """Whether no relu changes sides within the steps of the differences."""
    kinks: list[Wide] = []
    evaluate(expression, [Wide(x) for x in point], kinks)
    return all(abs(kink) > 0.01 for kink in kinks)


def by_engine(expression: tuple, point: tuple[float, ...]) -> tuple[float, list[float]]:
    """The value and the slopes as tinynn finds them."""
    inputs = [Value(x) for x in point]
    result = build(expression, inputs)
    if not isinstance(result, Value):
        return result, [0.0] * len(inputs)
    result.backward()
    return result.data, [x.grad for x in inputs]
