"""Specialise a NumPy function: rewrite it on an e-graph, take the cheapest equal term, compile it.

from specialize import kernel, trigonometric

@kernel("float32(float32, float32)", rules=trigonometric.rounding)
def sine_of_sum(a, b):
    return np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b)
"""

from .egraph import Limits
from .errors import (
    ArgumentError,
    KernelError,
    LimitError,
    LimitReached,
    RuleError,
    SignatureError,
    TraceError,
)
from .kernel import Kernel, kernel
from .rulebook import arithmetic, everything, exponential, hyperbolic, trigonometric
from .rules import Exactness, RuleSet, rule, ruleset

__all__ = [
    "ArgumentError",
    "Exactness",
    "Kernel",
    "KernelError",
    "LimitError",
    "LimitReached",
    "Limits",
    "RuleError",
    "RuleSet",
    "SignatureError",
    "TraceError",
    "arithmetic",
    "everything",
    "exponential",
    "hyperbolic",
    "kernel",
    "rule",
    "ruleset",
    "trigonometric",
]
