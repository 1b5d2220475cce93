"""What a derivative is where there is none: at kinks, ties, zeros and infinities.

The expected numbers are the rule. Where PyTorch takes the same, the case says how it writes the
function, and is compared with it where it is installed; where not, the rule is JAX's.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from stepdown import grad, jit, jvp
from stepdown.kernels import relu, softmax

INF, NAN = np.inf, np.nan
AROUND = (-1.0, -0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Kink:
    """A function, where it is differentiated (the sum of its results), and the gradient there."""

    function: Callable
    at: tuple[float, ...]
    gradient: tuple[float, ...]
    torch: Callable | None = None  # of the module and a tensor


KINKS = {
    "abs": Kink(np.abs, AROUND, (-1, 0, 0, 1), lambda t, x: t.abs(x)),
    "sign": Kink(np.sign, AROUND, (0, 0, 0, 0), lambda t, x: t.sign(x)),
    "rounding": Kink(np.floor, (-1, 0.5, 2), (0, 0, 0), lambda t, x: t.floor(x)),
    "copysign": Kink(lambda x: np.copysign(x, -1.0), AROUND, (1, 0, 0, -1),
                     lambda t, x: t.copysign(x, t.tensor(-1.0, dtype=x.dtype))),
    "relu": Kink(relu, AROUND, (0, 0.5, 0.5, 1), lambda t, x: t.maximum(x, t.zeros_like(x))),
    "relu by where": Kink(lambda x: np.where(x > 0, x, 0), AROUND, (0, 0, 0, 1),
                          lambda t, x: t.relu(x)),
    "clip": Kink(lambda x: np.clip(x, -1, 1), (-2, -1, 0, 1, 2), (0, 0.5, 1, 0.5, 0)),
    "maximum of equals": Kink(lambda x: np.maximum(x, x * 1), AROUND, (1, 1, 1, 1),
                              lambda t, x: t.maximum(x, x * 1)),
    "maximum of two": Kink(lambda x: np.maximum(x, 3 - x), (1, 1.5, 2), (-1, 0, 1),
                           lambda t, x: t.maximum(x, 3 - x)),
    "minimum of two": Kink(lambda x: np.minimum(x, 3 - x), (1, 1.5, 2), (1, 0, -1),
                           lambda t, x: t.minimum(x, 3 - x)),
    "fmax": Kink(lambda x: np.fmax(x, np.array([0.0, NAN, 1.0])), (NAN, 2, 1), (0, 1, 0.5)),
    "max": Kink(np.max, (1, 2, 2), (0, 0.5, 0.5), lambda t, x: t.amax(x)),
    "min": Kink(np.min, (1, 1, 1, 2), (1 / 3, 1 / 3, 1 / 3, 0), lambda t, x: t.amin(x)),
    "max of nan": Kink(np.max, (1, NAN, 2), (NAN, NAN, NAN)),
    "sqrt": Kink(np.sqrt, (0, 1, 4), (INF, 0.5, 0.25), lambda t, x: t.sqrt(x)),
    "log": Kink(np.log, (0, 1, -1), (INF, 1, -1), lambda t, x: t.log(x)),
    "sqrt where it is positive": Kink(lambda x: np.where(x > 0, np.sqrt(x), 0), (0, 4),
                                      (NAN, 0.25), lambda t, x: t.where(x > 0, t.sqrt(x), 0.0)),
    "sqrt of what is positive": Kink(
        lambda x: np.where(x > 0, np.sqrt(np.where(x > 0, x, 1)), 0), (0, 4), (0, 0.25),
        lambda t, x: t.where(x > 0, t.sqrt(t.where(x > 0, x, 1.0)), 0.0)),
    "power 0": Kink(lambda x: x**0, AROUND, (0, 0, 0, 0), lambda t, x: x**0),
    "power 1": Kink(lambda x: x**1, AROUND, (1, 1, 1, 1), lambda t, x: x**1),
    "power 3": Kink(lambda x: x**3, AROUND, (3, 0, 0, 3), lambda t, x: x**3),
    "power 0.5": Kink(lambda x: x**0.5, (0, 1), (INF, 0.5), lambda t, x: x**0.5),
    "power 1.5": Kink(lambda x: x**1.5, (0, 1), (0, 1.5), lambda t, x: x**1.5),
    "power -1": Kink(lambda x: x**-1, (0, 1), (-INF, -1), lambda t, x: x**-1),
    "0 to a power": Kink(lambda x: 0.0**x, (0, 1, 2), (0, 0, 0), lambda t, x: 0.0**x),
    "x to x": Kink(lambda x: x**x, (0, 1), (0, 1), lambda t, x: x**x),
    "product with a 0": Kink(np.prod, (0, 2, 3), (6, 0, 0), lambda t, x: t.prod(x)),
    "product with two": Kink(np.prod, (0, 2, 0), (0, 0, 0), lambda t, x: t.prod(x)),
    "quotient": Kink(lambda x: x / x, (0, 2), (NAN, 0), lambda t, x: x / x),
    "reciprocal": Kink(np.reciprocal, (0, 2), (-INF, -0.25), lambda t, x: t.reciprocal(x)),
    "remainder": Kink(lambda x: np.remainder(3.5, x), (1, -2), (-3, 2),
                      lambda t, x: t.remainder(t.tensor(3.5, dtype=x.dtype), x)),
    "arcsin": Kink(np.arcsin, (-1, 0, 1), (INF, 1, INF), lambda t, x: t.asin(x)),
    "arctanh": Kink(np.arctanh, (-1, 0, 1), (INF, 1, INF), lambda t, x: t.atanh(x)),
    "hypot": Kink(lambda x: np.hypot(x, 0 * x), AROUND, (-1, NAN, NAN, 1),
                  lambda t, x: t.hypot(x, 0 * x)),
    "arctan2": Kink(lambda x: np.arctan2(x, 0 * x + 1), AROUND, (0.5, 1, 1, 0.5),
                    lambda t, x: t.atan2(x, 0 * x + 1)),
    "arctan2 of nothing": Kink(lambda x: np.arctan2(x, 0 * x), (0, 1), (NAN, 0)),
    "norm of zeros": Kink(np.linalg.norm, (0, 0), (NAN, NAN)),
    "deviation of equals": Kink(np.std, (1, 1, 1), (NAN, NAN, NAN)),
    "exp": Kink(np.exp, (-INF, 0, INF), (0, 1, INF), lambda t, x: t.exp(x)),
    "tanh": Kink(np.tanh, (-800, 0, 800), (0, 1, 0), lambda t, x: t.tanh(x)),
    "logaddexp": Kink(lambda x: np.logaddexp(x, 0.0), (-800, 0, 800), (0, 0.5, 1),
                      lambda t, x: t.logaddexp(x, t.zeros_like(x))),
    "logaddexp of equals": Kink(lambda x: np.logaddexp(x, x * 1), (-2, 0, 3), (1, 1, 1),
                                lambda t, x: t.logaddexp(x, x * 1)),
    "softmax of a mask": Kink(lambda x: softmax(x) * np.array([1.0, 2, 3]), (0, -INF, 0),
                              (-0.5, 0, 0.5),
                              lambda t, x: t.softmax(x, 0) * t.tensor([1.0, 2, 3])),
    "nan to a number": Kink(np.nan_to_num, (NAN, INF, -INF, 1), (0, 0, 0, 1),
                            lambda t, x: t.nan_to_num(x)),
}  # fmt: skip


@pytest.fixture(scope="module")
def gradients():
    def each(xs):
        return [grad(lambda x, f=k.function: np.sum(f(x)))(x)
                for k, x in zip(KINKS.values(), xs, strict=True)]  # fmt: skip

    return dict(zip(KINKS, jit(each)([np.array(k.at, float) for k in KINKS.values()]), strict=True))


@pytest.mark.parametrize("name", KINKS)
def test_the_derivative_at_a_kink_is_the_one_that_is_documented(name, gradients):
    np.testing.assert_allclose(gradients[name], KINKS[name].gradient, rtol=1e-14, atol=0)


@pytest.mark.parametrize("name", [name for name, kink in KINKS.items() if kink.torch])
def test_it_is_pytorchs(name, gradients):
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    x = torch.tensor(KINKS[name].at, dtype=torch.float64, requires_grad=True)
    KINKS[name].torch(torch, x).sum().backward()
    np.testing.assert_allclose(gradients[name], x.grad.numpy(), rtol=1e-14, atol=0)


# Where a function is smooth and its formula is not: the second derivative there.
SMOOTH = {
    "logaddexp of equals": (lambda x: np.logaddexp(0.0, -x), (0, 1, 800), (0.25, None, 0)),
    "logaddexp of equal infinities": (lambda x: np.logaddexp(x, x), (INF, -INF), (0, 0)),
    "0 as a variable exponent": (lambda x: (x + 1.5) ** x, (0,), (np.log(1.5) ** 2 + 2 / 1.5,)),
    "1 as a variable exponent": (lambda x: x**x, (1, 2), (2, None)),
    "square of 0": (lambda x: x**2.0, (0, 1), (2, 2)),
    "cube of 0": (lambda x: np.power(x, 3), (0,), (0,)),
    "arctan2 at 0": (lambda x: np.arctan2(x, 1.0) * x, (0, 1), (2, 0.5)),
    "hypot at 0": (lambda x: np.hypot(x, 1.0), (0,), (1,)),
    "absolute square": (lambda x: np.abs(x) ** 2, (1, -1), (2, 2)),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_the_second_derivative_is_right_where_the_formula_takes_another_branch(name):
    function, at, wanted = SMOOTH[name]
    x, ones = np.array(at, float), np.ones(len(at))

    def gradient(x):
        return grad(lambda x: np.sum(function(x)))(x)

    @jit
    def second(x):
        return (
            jvp(gradient, (x,), (ones,))[1],
            grad(lambda x: np.sum(gradient(x)))(x),
            grad(lambda x: np.sum(jvp(function, (x,), (ones,))[1]))(x),
        )

    step = 1e-4
    with np.errstate(all="ignore"):
        change = function(x + step) - 2 * function(x) + function(x - step)
    differences = np.where(np.isfinite(x), change / step**2, 0)
    exact = np.array([w is not None for w in wanted])
    known = np.array([d if w is None else w for w, d in zip(wanted, differences, strict=True)])
    np.testing.assert_allclose(differences, known, rtol=1e-5, atol=1e-5)
    for found in second(x):
        np.testing.assert_allclose(found[exact], known[exact], rtol=1e-13, atol=1e-14)
        np.testing.assert_allclose(found, known, rtol=1e-5, atol=1e-5)
