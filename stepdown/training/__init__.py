"""What a training consists of: a loss, a limit on the gradient, rules that take a step, the
compiled step, checkpoints that it goes on from, and text cut into batches.

Losses, limits and rules are functions of arrays and of trees of them, for plain arrays as for
traced ones: `compiled_step` calls them beside `value_and_grad`, and donates the parameters and the
state of the rule.
"""

from .characters import Characters, batch, sample
from .checkpoints import load, save
from .compiled import compiled_step, warmed
from .losses import cross_entropy
from .steps import SGD, AdamW, clip_by_norm, norm

__all__ = [
    "SGD", "AdamW", "Characters", "batch", "clip_by_norm", "compiled_step", "cross_entropy",
    "load", "norm", "sample", "save", "warmed",
]  # fmt: skip
