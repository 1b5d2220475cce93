"""What the tests of differentiation share: finite differences, and a case for every primitive."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

import stepdown
from stepdown import jit, jvp, vjp
from stepdown.frontend.array import Array
from stepdown.special import erf

STEP = 2e-4  # a central difference of the fourth order in float64 is then good to about 1e-11


@dataclass(frozen=True)
class Case:
    """A function and the shapes of its arguments: a digit is a size, a letter one that is drawn.

    Elements are drawn from `low` to `high`, no two of them near each other where they have to be
    `apart`; `numpy` computes the function where NumPy itself does not.
    """

    function: Callable
    shapes: tuple[str, ...] = ("mn",)
    low: float = -2.0
    high: float = 2.0
    numpy: Callable | None = None
    apart: bool = False

    def arguments(
        self, rng: np.random.Generator, sizes: Sequence[int] = range(1, 6)
    ) -> list[np.ndarray]:
        drawn = {letter: int(rng.choice(sizes)) for letter in "abkmn"}
        shapes = [[drawn[c] if c in drawn else int(c) for c in shape] for shape in self.shapes]
        count = sum(map(math.prod, shapes))
        elements = rng.uniform(self.low, self.high, count)
        if self.apart and count:
            gap = (self.high - self.low) / count
            levels = self.low + gap * (np.arange(count) + rng.uniform(0.25, 0.75, count))
            elements = rng.permutation(levels)
        ends = np.cumsum([math.prod(shape) for shape in shapes])[:-1]
        return [part.reshape(s) for part, s in zip(np.split(elements, ends), shapes, strict=True)]

    def by_numpy(self, *arguments: np.ndarray) -> list[np.ndarray]:
        result = (self.numpy or self.function)(*arguments)
        return list(result) if isinstance(result, tuple) else [result]


def differences(
    function: Callable, arguments: Sequence[np.ndarray], direction: Sequence[np.ndarray]
) -> list[np.ndarray]:
    """The change of each result along the direction."""
    at = [
        function(*(a + n * STEP * d for a, d in zip(arguments, direction, strict=True)))
        for n in (-2, -1, 1, 2)
    ]
    return [(a - 8.0 * b + 8.0 * c - d) / (12.0 * STEP) for a, b, c, d in zip(*at, strict=True)]


def _erf(x):
    return erf(x) if isinstance(x, Array) else np.vectorize(math.erf)(x)


ROWS = np.array([[2, 0, 2], [1, 2, -1]])
COLUMNS = np.array([[0, 3, 0], [1, 1, 2]])


def _index(array, x):
    """The indices in the form that the array x takes."""
    return np.asarray(array, like=x) if isinstance(x, Array) else array


def _pulled(function, count: int) -> Callable:
    """The cotangent of a vector, as a function of that of the function's result."""
    return lambda t: vjp(function, np.zeros((count,), like=t))[1](t)[0]


def _added(t):
    result = np.zeros(5)
    np.add.at(result, ROWS, t)
    return result


def _placed(t):
    result = np.zeros(8)
    result[1:7:2] = t
    return result


def _some_zeros(x):
    """The array with one element of the first row zero, and two of the second."""
    mask = np.ones((3, 4))
    mask[0, 1] = mask[1, 0] = mask[1, 3] = 0
    return x * _index(mask, x)


def _neighbours(x):
    return x[1:] - x[:-1]


def _halves(x):
    first, second = np.split(x, 2, axis=1)
    return first * second


# name of a primitive -> functions that have it
CASES: dict[str, list[Case]] = {
    "add": [Case(lambda a, b: a + b, ("m1", "n")), Case(lambda a: a + a)],
    "subtract": [Case(lambda a, b: a - b, ("mn", "m1"))],
    "multiply": [Case(lambda a, b: a * b, ("a1n", "m1")), Case(lambda a: a * a * a)],
    "divide": [Case(lambda a, b: a / b, ("mn", "n"), low=0.5)],
    "negative": [Case(lambda a: -a)],
    "positive": [Case(lambda a: +a)],
    "absolute": [Case(np.abs, apart=True)],
    "remainder": [Case(np.remainder, ("mn", "n"), low=1.1, apart=True)],
    "fmod": [Case(lambda a, b: np.fmod(a, -b), ("mn", "n"), low=1.1, apart=True)],
    "maximum": [
        Case(np.maximum, ("mn", "n"), apart=True),
        Case(lambda a: np.maximum(a, 0), low=-1.9, apart=True),
    ],
    "minimum": [Case(np.minimum, ("mn", "n"), apart=True)],
    "fmax": [Case(np.fmax, ("mn", "n"), apart=True)],
    "fmin": [Case(np.fmin, ("mn", "n"), apart=True)],
    "sqrt": [Case(np.sqrt, low=0.3)],
    "cbrt": [Case(np.cbrt, low=0.3)],
    "exp": [Case(np.exp)],
    "exp2": [Case(np.exp2)],
    "expm1": [Case(np.expm1)],
    "log": [Case(np.log, low=0.3)],
    "log2": [Case(np.log2, low=0.3)],
    "log10": [Case(np.log10, low=0.3)],
    "log1p": [Case(np.log1p, low=-0.7)],
    "sin": [Case(np.sin)],
    "cos": [Case(np.cos)],
    "tan": [Case(np.tan, low=-1, high=1)],
    "arcsin": [Case(np.arcsin, low=-0.8, high=0.8)],
    "arccos": [Case(np.arccos, low=-0.8, high=0.8)],
    "arctan": [Case(np.arctan)],
    "arctan2": [Case(np.arctan2, ("mn", "n"), low=0.3)],
    "sinh": [Case(np.sinh)],
    "cosh": [Case(np.cosh)],
    "tanh": [Case(np.tanh)],
    "arcsinh": [Case(np.arcsinh)],
    "arccosh": [Case(np.arccosh, low=1.3, high=4)],
    "arctanh": [Case(np.arctanh, low=-0.8, high=0.8)],
    "hypot": [Case(np.hypot, ("mn", "n"), low=0.3)],
    "logaddexp": [Case(np.logaddexp, ("mn", "n")), Case(lambda a: np.logaddexp(a, a * 1), ("m",))],
    "erf": [Case(_erf)],
    "copysign": [Case(np.copysign, ("mn", "n"), low=-1.9, apart=True)],
    "power": [
        Case(lambda a, b: a**b, ("mn", "n"), low=0.3),
        Case(lambda a: a**2.5, low=0.3),
        Case(lambda a: a**-2, low=0.3),
        Case(lambda a: a**5),
        Case(lambda b: 1.5**b),
    ],
    "where": [Case(lambda a, b: np.where(a > b, a * 2, b * 3), ("mn", "n"), apart=True)],
    "cast": [Case(lambda a: a * (a > 0).astype(a.dtype), low=-1.9, apart=True)],
    "sum": [
        Case(np.sum),
        Case(lambda a: np.sum(a, axis=1)),
        Case(lambda a: a.sum(axis=(0, 2), keepdims=True), ("amn",)),
    ],
    "prod": [
        Case(np.prod),
        Case(lambda a: np.prod(a, axis=0), ("5n",)),
        Case(lambda a: np.prod(a, axis=(0, 2)), ("amn",)),
        Case(lambda a: np.prod(_some_zeros(a), axis=1), ("34",)),
    ],
    "max": [Case(np.max, apart=True), Case(lambda a: a.max(axis=1, keepdims=True), apart=True)],
    "min": [Case(np.min, apart=True), Case(lambda a: a.min(axis=0), apart=True)],
    "broadcast": [Case(lambda a: np.broadcast_to(a, (2, 3, 4)), ("31",))],
    "transpose": [Case(lambda a: np.transpose(a, (2, 0, 1)), ("amn",))],
    "slice": [
        Case(lambda a: a[1:]),
        Case(lambda a: a[::-1, 3:0:-2]),
        Case(lambda a: a[0, ::3]),
        Case(_neighbours),
        Case(_halves, ("m6",)),
        Case(lambda a: a[5:] + 1),
    ],
    "units": [Case(lambda a: a[:, None] * a[None])],
    "reshape": [Case(lambda a: a.reshape(2, 6) * 2, ("34",))],
    "concatenate": [
        Case(lambda a, b: np.concatenate([a, b * 2, a], axis=1), ("mn", "mk")),
        Case(lambda a, b: np.stack([a, b]), ("m", "m")),
    ],
    "cumsum": [Case(lambda a: np.cumsum(a, axis=0)), Case(lambda a: np.cumsum(a, axis=1) * a)],
    "place": [Case(_pulled(lambda x: x[1:7:2], 8), ("3",), numpy=_placed)],
    "take": [
        Case(lambda a: np.take(a, _index(ROWS, a), axis=0), ("3n",)),
        Case(lambda a: a[_index(ROWS, a), _index(COLUMNS, a)], ("34",)),
        Case(lambda a: a[:, _index(COLUMNS, a)] ** 2, ("m4",)),
        Case(lambda a: np.take_along_axis(a, _index(COLUMNS, a), -1), ("24",)),
    ],
    "scatter_add": [Case(_pulled(lambda x: x[_index(ROWS, x)], 5), ("23",), numpy=_added)],
    "contract": [
        Case(lambda a, b: a @ b, ("mk", "kn")),
        Case(lambda a, b: a @ b, ("k", "kn")),
        Case(lambda a, b: a @ b, ("mk", "k")),
        Case(lambda a, b: a @ b, ("k", "k")),
        Case(lambda a, b: a @ b, ("a1mk", "bkn")),
        Case(lambda a, b: np.einsum("bij,kj->kbi", a, b), ("amk", "nk")),
        Case(lambda a: a @ a.T),
    ],
    "update": [Case(lambda a, b: stepdown.update(a, b, (1, 2)), ("34", "21"))],
}
# Primitives whose result has no derivative, or none that is not zero.
FLAT = {
    "floor_divide", "sign", "floor", "ceil", "trunc", "rint", "equal", "not_equal", "less",
    "less_equal", "greater", "greater_equal", "isnan", "isinf", "isfinite", "signbit",
    "bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift", "full",
    "iota", "size", "argmax", "argmin", "stopped", "custom",
}  # fmt: skip
# Whose tests are among those of dynamic sizes, and of what stands for an argument.
ELSEWHERE = {"dynamic_slice", "variable"}


def both_ways(
    cases: Sequence[Case], rng: np.random.Generator, arguments: list | None = None
) -> list[set[str]]:
    """Check both directions of each case, all in one compiled function; the primitives that each
    function has.

    The results' tangents are compared with finite differences. Then the arguments' cotangents have
    to agree with the tangents: <c, J v> = <J^T c, v>.
    """
    arguments = arguments or [case.arguments(rng) for case in cases]
    directions = [[rng.normal(size=a.shape) for a in given] for given in arguments]
    results = [case.by_numpy(*given) for case, given in zip(cases, arguments, strict=True)]
    cotangents = [[rng.normal(size=np.shape(r)) for r in of_case] for of_case in results]
    primitives = []

    def one(case, given, along, seed):
        graph = given[0].graph
        before = len(graph.values)
        case.function(*given)
        primitives.append({str(value.primitive) for value in graph.values[before:]})
        value, tangent = jvp(case.function, tuple(given), tuple(along))
        pull = vjp(case.function, *given)[1]
        return value, tangent, pull(tuple(seed) if isinstance(value, tuple) else seed[0])

    found = jit(lambda *lists: list(map(one, cases, *lists)))(arguments, directions, cotangents)
    for n, (value, tangent, pulled) in enumerate(found):
        values, tangents = ((x if isinstance(x, tuple) else (x,)) for x in (value, tangent))
        wanted = differences(cases[n].by_numpy, arguments[n], directions[n])
        for got, theirs, along, change in zip(values, results[n], tangents, wanted, strict=True):
            np.testing.assert_allclose(got, theirs, rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(along, change, rtol=1e-8, atol=1e-8)
        forwards = sum(np.vdot(c, t) for c, t in zip(cotangents[n], tangents, strict=True))
        backwards = sum(np.vdot(p, d) for p, d in zip(pulled, directions[n], strict=True))
        assert all(p.shape == a.shape for p, a in zip(pulled, arguments[n], strict=True))
        np.testing.assert_allclose(backwards, forwards, rtol=1e-11, atol=1e-11)
    return primitives


def primitives(function, *arguments) -> list[str]:
    """What a compiled function computes, in order."""
    return [str(value.primitive) for value in jit(function).compile(*arguments).graph.used()]
