"""A training step as one compiled function, which writes the parameters and the rule's state in
place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..differentiation import value_and_grad
from ..differentiation.recompute import recomputed
from ..jit import jit
from .steps import SGD, AdamW, clip_by_norm


# [region step]
def compiled_step(
    loss: Callable,
    rule: SGD | AdamW,
    clip: float = 1.0,
    check_nan: bool = False,
    products: str = "schedule",
) -> Callable:
    """`step(parameters, state, rate, *batch)`, one call of compiled code, for a loss of
    `(parameters, *batch)`. It gives the parameters and the state, in the memory of those that it
    was called with, then the loss, and the gradient's norm before it was limited to `clip`.

    `state` is what `rule.start(parameters)` gave; `rate` is the step's learning rate, a number or
    an array of one. `check_nan` is that of `grad`. Raises what `value_and_grad` and `jit` raise.
    """
    gradient = value_and_grad(loss, check_nan=check_nan)

    def step(parameters, state, rate, *batch):
        value, gradients = gradient(parameters, *batch)
        if not check_nan:  # which looks at each value where it is
            gradients = recomputed(value, gradients)
        gradients, before = clip_by_norm(gradients, clip)
        parameters, state = rule.step(parameters, gradients, state, np.reshape(rate, ()))
        return parameters, state, value, before

    return jit(step, donate=("parameters", "state"), products=products)
    # [end step]


def warmed(step: int, steps: int, most: float, least: float = 0.1, warm: int = 50) -> np.ndarray:
    """The learning rate of a step, counted from 0: up in a line over the first `warm` ones, but a
    tenth of the `steps` at most, then down a half cosine to `least` times `most` at the last. An
    array of one number, so that it is an argument of the compiled step and not a part of it."""
    warm = min(warm, steps // 10)
    if step < warm:
        return np.array([most * (step + 1) / warm], np.float32)
    passed = min((step - warm) / max(steps - warm, 1), 1.0)
    share = least + (1 - least) * 0.5 * (1 + np.cos(np.pi * passed))
    return np.array([most * share], np.float32)
