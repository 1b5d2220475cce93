"""Training: epochs over shuffled mini-batches, until it is good, stuck, or out of epochs.

`Trainer` makes an epoch with the engine. `compiled.Trainer` makes the same one in native code;
`fit` drives either.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rich.progress import Progress, TextColumn

from .errors import DomainError, OperandError
from .losses import Loss
from .nn import Module
from .optim import SGD


class Epochs(Protocol):
    """What `fit` drives: an epoch over the points in an order gives mean loss and accuracy."""

    size: int

    def epoch(self, order: Sequence[int]) -> tuple[float, float]: ...


class Trainer:
    """A model, what it shall say of which points, and how it learns."""

    def __init__(
        self,
        model: Module,
        loss: Loss,
        optimizer: SGD,
        points: Sequence[Sequence[float]],
        labels: Sequence[float],
        batch: int,
    ) -> None:
        if len(points) != len(labels) or not points or batch < 1:
            raise OperandError(
                f"as many labels as points, and a batch of at least one, are wanted; got "
                f"{len(points)} points, {len(labels)} labels, {batch=}"
            )
        self.model, self.loss, self.optimizer = model, loss, optimizer
        self.points, self.labels, self.batch, self.size = points, labels, batch, len(points)

    # [region step]
    def step(self, rows: Sequence[int]) -> tuple[float, int]:
        """Learn from a mini-batch: the sum of its losses, and how many signs were right."""
        total, hits = 0.0, 0
        self.model.zero_grad()
        for row in rows:
            score = self.model(self.points[row])
            loss = self.loss(score, self.labels[row])
            loss.backward(1.0 / len(rows))  # gradients of a batch add up; no graph outlives its row
            total, hits = total + loss.data, hits + (score.data * self.labels[row] > 0)
        self.optimizer.step()
        return total, hits

    # [end step]

    # [region epoch]
    def epoch(self, order: Sequence[int]) -> tuple[float, float]:
        """One pass over the rows in this order, batch by batch: the mean loss and the accuracy.

        Each score is counted before the step that learns from it.
        """
        total, hits = 0.0, 0
        for start in range(0, len(order), self.batch):
            batch_total, batch_hits = self.step(order[start : start + self.batch])
            total, hits = total + batch_total, hits + batch_hits
        return total / len(order), hits / len(order)

    # [end epoch]

    def accuracy(self) -> float:
        """The share of points whose score has the right sign, with the parameters as they are."""
        scores = [self.model(point).data for point in self.points]
        return sum(s * t > 0 for s, t in zip(scores, self.labels, strict=True)) / self.size


@dataclass
class History:
    """Loss and accuracy of each epoch, the seconds it all took, and why it ended."""

    losses: list[float] = field(default_factory=list)
    accuracies: list[float] = field(default_factory=list)
    seconds: float = 0.0
    ended: str = "all epochs done"


def fit(
    trainer: Epochs,
    epochs: int,
    *,
    seed: int = 0,
    goal: float | None = None,
    patience: int | None = None,
    show: bool = False,
) -> History:
    """Train for so many epochs, in orders that `seed` decides, and say how it went.

    Ends early when an epoch's accuracy reaches `goal`, or when the loss has had no new minimum for
    `patience` epochs. `show` draws a progress bar on a terminal. Raises DomainError when the loss
    is no longer a number.
    """
    generator, history, best = random.Random(seed), History(), math.inf
    since, order, begun = 0, list(range(trainer.size)), time.perf_counter()
    columns = (*Progress.get_default_columns(), TextColumn("{task.fields[now]}"))
    with Progress(*columns, transient=True, disable=not show) as bar:
        task = bar.add_task("training", total=epochs, now="")
        for epoch in range(epochs):
            generator.shuffle(order)
            loss, accuracy = trainer.epoch(order)
            if not math.isfinite(loss):
                raise DomainError(f"the loss is {loss} in epoch {epoch}: try a smaller rate")
            history.losses.append(loss)
            history.accuracies.append(accuracy)
            bar.update(task, advance=1, now=f"loss {loss:.4f}, {accuracy:.1%} right")
            since = 0 if loss < best else since + 1
            best = min(loss, best)
            if goal is not None and accuracy >= goal:
                history.ended = f"{accuracy:.1%} right in epoch {epoch}"
                break
            if patience is not None and since >= patience:
                history.ended = f"no lower loss for {patience} epochs"
                break
    history.seconds = time.perf_counter() - begun
    return history
