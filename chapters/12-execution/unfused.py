"""A function compiled without fusion, to compare with: a loop and an array for each step."""

from __future__ import annotations

from collections.abc import Callable

from stepdown import jit
from stepdown.compiled import Compiled
from stepdown.execution.leaves import Call


# [region unfused]
class Unfused(Compiled):
    """Compiled from the module as it is written."""

    def module(self, fused: bool = True, name: str = ""):
        return super().module(False, name)

    def _code(self, clock) -> tuple[str, object]:
        return "compiled", self._compile(clock)[0]  # the disk cache holds fused code


def unfused(function: Callable, *arguments: object) -> Compiled:
    made = jit(function, threads=False)
    return Unfused(made, Call(made, arguments, {}), "cpu")
    # [end unfused]
