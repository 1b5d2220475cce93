"""The emitted step, compiled by `runners` and called with NumPy arrays.

`Trainer` has the epochs and the figures of `trainer.Trainer`. The engine's numbers are copied in
when it is made, and back by `write_back`. Native code is entered with checked indices only.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

import runners

from .emit import emit
from .errors import OperandError
from .losses import Loss
from .nn import MLP
from .optim import SGD


@functools.cache
def _library(text: str, keep: str | None) -> runners.native.Library:
    """The step compiled; parameters are its arguments, so networks of one shape share it."""
    return runners.load(text).compile("cpu-buffers", keep=keep)


class Trainer:
    """A training step in native code: @epoch and @scores of what `emit` makes of the model."""

    def __init__(
        self,
        model: MLP,
        loss: Loss,
        optimizer: SGD,
        points: Sequence[Sequence[float]],
        labels: Sequence[float],
        batch: int,
        keep: str | None = None,
    ) -> None:
        self.points = np.ascontiguousarray(points, np.float64)
        self.labels = np.ascontiguousarray(labels, np.float64)
        wanted = (len(self.labels), model.sizes[0])
        if self.points.shape != wanted or not len(self.labels) or batch < 1:
            raise OperandError(
                f"{len(self.labels)} labels want points of shape {wanted}, and a batch is at least "
                f"one; got {self.points.shape}, {batch=}"
            )
        self.model, self.optimizer, self.batch, self.size = model, optimizer, batch, wanted[0]
        self.data = np.array([parameter.data for parameter in optimizer.parameters])
        self.velocities = np.array(optimizer.velocities)
        self.text = emit(model, loss, optimizer)
        self.library = _library(self.text, keep)

    def epoch(self, order: Sequence[int]) -> tuple[float, float]:
        """One pass over the rows in this order: the mean loss and the accuracy."""
        rows = np.array(order, np.int64)
        if rows.ndim != 1 or not rows.size or rows.min() < 0 or rows.max() >= self.size:
            raise OperandError(f"an order of rows 0 to {self.size - 1} is wanted; got {order!r}")
        total, hits = self.library.epoch(
            self.data, self.velocities, self.points, self.labels, rows, self.batch,
            self.optimizer.rate,
        )  # fmt: skip
        return total / rows.size, hits / rows.size

    def scores(self, points: np.ndarray) -> np.ndarray:
        """The network's score of each point, with the parameters as they are."""
        out = np.empty(len(points))
        self.library.scores(self.data, np.ascontiguousarray(points, np.float64), out)
        return out

    def accuracy(self) -> float:
        return float(np.mean(self.scores(self.points) * self.labels > 0))

    def write_back(self) -> None:
        """Copy the parameters and velocities to the engine's model and optimizer."""
        for i, parameter in enumerate(self.optimizer.parameters):
            parameter.data = float(self.data[i])
        self.optimizer.velocities[:] = map(float, self.velocities)
