"""Kernels that cannot be, one for each word on the command line, and what is said about them.

python chapters/06-e-graphs/wrong.py NAME, one of branch, unknown, type, arity, in-place ...
"""

from __future__ import annotations

import sys
import warnings

import numpy as np
from specialize import KernelError, LimitReached, kernel, rule, ruleset


def branch() -> None:
    @kernel("float32(float32)")
    def positive(a):
        if a > 0:
            return a
        return -a


def unknown() -> None:
    @kernel("float32(float32)")
    def stepped(a):
        b = a * 2
        return np.heaviside(b, 1)


def type_() -> None:
    @kernel("float32(float32)")
    def halved(a):
        return a * np.float64(0.5)


def arity() -> None:
    @kernel("float32(float32, float32)")
    def halved(a):
        return a / 2


def in_place() -> None:
    @kernel("float32(float32)")
    def summed(a):
        a += 1
        return a


def broadcast() -> None:
    @kernel("float32(float32, float32)")
    def plus(a, b):
        return a + b

    plus(np.ones((2, 3), np.float32), np.ones(2, np.float32))


def endless() -> None:
    grow = ruleset("grow", rule("shift", lambda a: (np.sin(a), np.sin(a + 1)), "domain"))

    @kernel("float32(float32)", rules=grow)
    def sine(a):
        return np.sin(a)

    print(f"the kernel is {sine.report.chosen}")


CASES = {
    "branch": branch, "unknown": unknown, "type": type_, "arity": arity, "in-place": in_place,
    "broadcast": broadcast, "endless": endless,
}  # fmt: skip


def main() -> int:
    if sys.argv[1:] and sys.argv[1] in CASES:
        warnings.showwarning = lambda message, kind, *_: print(f"{kind.__name__}: {message}")
        warnings.simplefilter("always", LimitReached)
        try:
            CASES[sys.argv[1]]()
        except KernelError as error:
            print(f"{type(error).__name__}: {error}")
            return 1
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
