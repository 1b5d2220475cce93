"""What tinynn refuses, each with its message.

python chapters/05-neural-networks/refusals.py
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from moons import trainer
from tinynn import MLP, SGD, Value, compiled, emit, losses, tape
from tinynn.errors import Error


# [region calls]
def refusals() -> list[tuple[str, Callable[[], object]]]:
    """What is wrong, and a call that does it."""
    a = Value(3.0, "a")
    zero = a - 3.0
    model, other = MLP([2, 1]), MLP([2, 1])
    native = trainer(compiled.Trainer, hidden=())
    return [
        ("division by zero", lambda: a / zero),
        ("logarithm of a negative", lambda: (zero - 1.0).log()),
        ("0 to a negative power", lambda: zero**-2),
        ("root of a negative", lambda: (-a) ** 0.5),
        ("a varying power of 0", lambda: zero**a),
        ("too large", lambda: (a * 1000).exp()),
        ("a string", lambda: a + "1"),
        ("an array", lambda: np.ones(3) * a),
        ("a complex number", lambda: Value(1j)),
        ("a condition", lambda: max(a, zero) if a else zero),
        ("three inputs for two", lambda: model([1.0, 2.0, 3.0])),
        ("no such activation", lambda: MLP([2, 3, 1], "sine")),
        ("a negative rate", lambda: SGD([a], rate=-1)),
        ("fewer targets than scores", lambda: losses.mean(losses.hinge, [a, zero], [1.0])),
        ("a tape that reads ahead", lambda: tape.gradient([tape.INPUT, ("exp", (1,))], [0.0])),
        ("a tape with one input too few", lambda: tape.gradient([tape.INPUT], [])),
        ("a logarithm on a tape", lambda: tape.gradient([tape.INPUT, ("log", (0,))], [-1.0])),
        ("another model's optimizer",
         lambda: emit.emit(model, losses.hinge, SGD(other.parameters()))),
        ("a branch in what is emitted",
         lambda: emit.emit(model, lambda score, target: score if score.data > 0 else -score,
                           SGD(model.parameters()))),
        ("a row that is not there", lambda: native.epoch([0, 100])),
    ]  # fmt: skip
    # [end calls]


def message(call: Callable[[], object]) -> str:
    """What the call is refused with, or "" when it is not refused."""
    try:
        call()
    except Error as error:
        return f"{type(error).__name__}: {error}"
    return ""


if __name__ == "__main__":
    for what, call in refusals():
        print(f"{what}\n  {message(call)}")
