"""Losses."""

from __future__ import annotations

import numpy as np

from ..differentiation import stop_gradient
from ..errors import ArgumentError
from ..frontend.where import failure


# [region cross-entropy]
def cross_entropy(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The mean of -log softmax(logits) at the targets, one number, in nats.

    `logits` are (..., classes) scores, `targets` (...) whole numbers from 0; one that is no class
    raises IndexError, and so does a negative one, which counts from no end. Raises ArgumentError
    for targets that are not whole numbers, or not one for each row of scores. 16-bit scores are
    computed with in float32.

    The logarithm of the sum is taken of the scores less the largest of their row, so that nothing
    overflows. That one is added again, and its derivative is zero: it is taken for a constant. The
    target's score is read from the scores themselves: no other array of their size is needed.
    """
    if np.dtype(targets.dtype).kind not in "iu" or targets.ndim != logits.ndim - 1:
        raise failure(
            "cross_entropy: the targets are a whole number for each row of the scores, which are "
            f"{logits.dtype}{list(logits.shape)}; got {targets.dtype}{list(targets.shape)}",
            ArgumentError,
        )
    logits = logits.astype(np.result_type(logits.dtype, np.float32))
    largest = stop_gradient(np.max(logits, axis=-1, keepdims=True))
    total = np.sum(np.exp(logits - largest), axis=-1)
    targets = targets.astype(np.int64)
    targets = np.where(targets < 0, logits.shape[-1], targets)  # one too many: out of bounds
    scores = np.take_along_axis(logits, targets[..., None], axis=-1)
    return np.mean(np.log(total) + (largest - scores)[..., 0])
    # [end cross-entropy]
