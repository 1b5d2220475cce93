"""Rules that take a step: stochastic gradient descent, AdamW; and a limit on the gradient.

A rule holds its numbers. `start(parameters)` gives the state to begin with, `step` the parameters
and the state after one step. Both are trees of arrays, to be donated to a compiled step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..errors import ArgumentError
from ..frontend import tree
from ..frontend.where import failure


def _each(what: str, function: Callable, **trees: object) -> list[object]:
    """For each result of the function a tree, of what it gives for the leaves of like trees. Raises
    ArgumentError for one that differs from the first; `what` was asked for."""
    leaves, structures = zip(*map(tree.flatten, trees.values()), strict=True)
    first, *names = trees
    for name, structure in zip(names, structures[1:], strict=True):
        if structure != structures[0]:
            raise failure(f"{what}: {name} is a tree like {first}, {structures[0]}; got "
                          f"{structure}", ArgumentError)  # fmt: skip
    found = [function(*group) for group in zip(*leaves, strict=True)]
    return [tree.unflatten(structures[0], parts) for parts in zip(*found, strict=True)]


def _wide(dtype: np.dtype) -> np.dtype:
    """What a step is computed in: at least float32."""
    return np.result_type(dtype, np.float32)


def _moved(parameter: np.ndarray, step: np.ndarray) -> np.ndarray:
    return (parameter.astype(step.dtype) - step).astype(parameter.dtype)


def _zeros(rule: object, parameters: object, copies: int) -> list[object]:
    leaves, structure = tree.flatten(parameters)
    for name, leaf in zip(tree.paths(structure, "parameters"), leaves, strict=True):
        if not hasattr(leaf, "dtype"):
            raise failure(f"{type(rule).__name__}.start: {name} is a {type(leaf).__name__}, not an "
                          "array", ArgumentError)  # fmt: skip

    def zeros(parameter):
        return [np.zeros(parameter.shape, _wide(parameter.dtype)) for _ in range(copies)]

    return _each("start", zeros, parameters=parameters)


def _refuse(rule: object, sizes: dict[str, float], shares: dict[str, float]) -> None:
    """Raises ArgumentError for a size that is negative or no number, and for a share that is not
    from 0 to below 1."""
    for names, most, said in ((sizes, math.inf, "0 or more"), (shares, 1, "from 0 to below 1")):
        for name, value in names.items():
            if not 0 <= value < most:
                raise ArgumentError(f"{type(rule).__name__}: {name} is {said}; got {value!r}")


@dataclass(frozen=True)
class SGD:
    """Stochastic gradient descent with momentum: v <- momentum v + g, p <- p - rate v.

    `decay` adds decay * p to the gradient first (L2 regularisation). As torch.optim.SGD does it.
    """

    rate: float
    momentum: float = 0.0
    decay: float = 0.0

    def __post_init__(self) -> None:
        _refuse(self, {"rate": self.rate, "decay": self.decay}, {"momentum": self.momentum})

    def start(self, parameters: object) -> object:
        """The velocities, zero."""
        return _zeros(self, parameters, 1)[0]

    def step(
        self, parameters: object, gradients: object, velocities: object, rate: object = None
    ) -> tuple[object, object]:
        """The parameters and velocities after a step; `rate` overrides the rule's own."""
        rate = self.rate if rate is None else rate

        def one(p, g, v):
            g = g.astype(v.dtype)
            if self.decay:
                g = g + self.decay * p.astype(v.dtype)
            v = self.momentum * v + g
            return _moved(p, (rate * v).astype(v.dtype)), v

        parameters, velocities = _each(
            "SGD.step", one, parameters=parameters, gradients=gradients, velocities=velocities
        )
        return parameters, velocities


# [region adamw]
@dataclass(frozen=True)
class AdamW:
    """Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay
    Regularization", 2019), as torch.optim.AdamW does it. With the gradient g, after n steps:

        m <- b1 m + (1 - b1) g          a running mean of the gradient
        s <- b2 s + (1 - b2) g g        and of its square
        p <- p - rate (m / (1 - b1^n) / (sqrt(s / (1 - b2^n)) + epsilon) + decay p)

    Both means begin at zero; what they are divided by makes up for that. The decay does not pass
    through them. `decayed(parameter)` says for which arrays it is: by default those of two
    dimensions and more, which leaves out gains and biases (PyTorch decays all).
    """

    rate: float = 1e-3
    betas: tuple[float, float] = (0.9, 0.999)
    epsilon: float = 1e-8
    decay: float = 0.01
    decayed: Callable = lambda parameter: parameter.ndim > 1

    def __post_init__(self) -> None:
        sizes = {"rate": self.rate, "epsilon": self.epsilon, "decay": self.decay}
        _refuse(self, sizes, dict(zip(("betas[0]", "betas[1]"), self.betas, strict=True)))

    def start(self, parameters: object) -> dict[str, object]:
        """The means, zero, and the number of steps taken."""
        means, squares = _zeros(self, parameters, 2)
        return {"means": means, "squares": squares, "steps": np.zeros(1)}

    def step(
        self, parameters: object, gradients: object, state: dict[str, object], rate: object = None
    ) -> tuple[object, dict[str, object]]:
        """The parameters and the state after a step; `rate` overrides the rule's own."""
        rate = self.rate if rate is None else rate
        _check_state(state)
        first, second = self.betas
        steps = state["steps"] + 1
        seen, seen_squares = 1 - first ** steps[0], 1 - second ** steps[0]

        def one(p, g, mean, square):
            kind = mean.dtype
            g = g.astype(kind)
            mean = first * mean + (1 - first) * g
            square = second * square + (1 - second) * g * g
            deviation = np.sqrt(square / seen_squares.astype(kind)) + self.epsilon
            change = mean / seen.astype(kind) / deviation
            if self.decay and self.decayed(p):
                change = change + self.decay * p.astype(kind)
            return _moved(p, (rate * change).astype(kind)), mean, square

        parameters, means, squares = _each(
            "AdamW.step",
            one,
            parameters=parameters,
            gradients=gradients,
            means=state["means"],
            squares=state["squares"],
        )
        return parameters, {"means": means, "squares": squares, "steps": steps}
        # [end adamw]


def _check_state(state: object) -> None:
    """Raises ArgumentError for what is no state of AdamW."""
    if not (isinstance(state, dict) and state.keys() == {"means", "squares", "steps"}):
        shown = tree.flatten(state)[1]
        raise failure(f"AdamW.step: the state is what start gave; got {shown}", ArgumentError)


def norm(gradients: object) -> np.ndarray:
    """The Euclidean norm of all the arrays of a tree as one vector, at least in float32."""
    wide = [g.astype(_wide(g.dtype)) for g in tree.flatten(gradients)[0]]
    return np.sqrt(sum(np.sum(g * g) for g in wide))


def clip_by_norm(gradients: object, most: float) -> tuple[object, np.ndarray]:
    """The gradients, scaled down so that their norm is at most that; and the norm before. Raises
    ArgumentError for a limit that is not above 0."""
    if not most > 0:
        raise ArgumentError(f"clip_by_norm: the largest norm is above 0; got {most!r}")
    before = norm(gradients)
    factor = most / np.maximum(before, most)
    scaled = _each("clip_by_norm", lambda g: [g * factor.astype(g.dtype)], gradients=gradients)
    return scaled[0], before
