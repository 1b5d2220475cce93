"""Stochastic gradient descent with momentum and weight decay. Gradients come from `engine`."""

from __future__ import annotations

from collections.abc import Sequence

from .engine import Value
from .errors import OperandError
from .rules import Number


class SGD:
    """Moves parameters down their gradients. `rate` may be changed between steps."""

    def __init__(
        self,
        parameters: Sequence[Value],
        rate: float = 0.1,
        momentum: float = 0.0,
        decay: float = 0.0,
    ) -> None:
        if not (rate > 0 and 0 <= momentum < 1 and decay >= 0):
            raise OperandError(
                f"rate > 0, 0 <= momentum < 1 and decay >= 0 are wanted; got {rate=}, {momentum=}, "
                f"{decay=}"
            )
        self.parameters = list(parameters)
        self.rate, self.momentum, self.decay = rate, momentum, decay
        self.velocities: list[Number] = [0.0] * len(self.parameters)

    # [region step]
    def step(self) -> None:
        """Change each parameter once, by its `grad`."""
        for i, parameter in enumerate(self.parameters):
            parameter.data, self.velocities[i] = self.moved(
                parameter.data, parameter.grad, self.velocities[i], self.rate
            )

    # [end step]

    # [region moved]
    def moved(
        self, data: Number, grad: Number, velocity: Number, rate: Number
    ) -> tuple[Number, Number]:
        """Where a parameter with this gradient and velocity goes, and its velocity then."""
        if self.decay:
            grad = grad + self.decay * data
        if self.momentum:
            grad = self.momentum * velocity + grad
        return data - rate * grad, grad

    # [end moved]
