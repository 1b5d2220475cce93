"""How wrong a score is: 0 when it is right, larger when it is worse. The mean over many scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .engine import Value
from .errors import OperandError

Loss = Callable[[Value, float], Value]


# [region losses]
def squared_error(score: Value, target: float) -> Value:
    return (score - target) ** 2


def hinge(score: Value, target: float) -> Value:
    """For targets 1 and -1: right, by 1 at least, costs nothing; each step to the wrong side 1."""
    return (1.0 - target * score).relu()


# [end losses]


def mean(loss: Loss, scores: Sequence[Value], targets: Sequence[float]) -> Value:
    """The mean loss of scores, each beside its target."""
    if len(scores) != len(targets) or not scores:
        raise OperandError(f"{len(scores)} scores and {len(targets)} targets have no mean loss")
    losses = [loss(score, target) for score, target in zip(scores, targets, strict=True)]
    total = losses[0]
    for one in losses[1:]:
        total = total + one
    return total / len(losses)
