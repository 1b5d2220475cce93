"""What an operation costs on a target, in additions of the same type. Extraction adds these up.

The figures are data, in costs.toml, which `measure_costs.py` beside this package measures and
writes. What stands in no table costs one addition. Arguments and constants cost nothing.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

from .egraph import Node
from .errors import KernelError
from .extract import Cost
from .terms import OPERATIONS

FILE = Path(__file__).with_name("costs.toml")
_FREE = 0.001  # so that of two terms with the same operations the one with fewer leaves wins


@functools.cache
def table() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """target -> type -> operation -> cost."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def model(target: str, changes: Mapping[str, float] | None = None) -> Cost:
    """The cost of a node on a target; `changes` replaces the cost of operations by name."""
    changes = dict(changes or {})
    for name, value in changes.items():
        if name not in OPERATIONS and name != "cast":
            raise KernelError(f"costs: no operation {name!r}; there are {', '.join(OPERATIONS)}")
        if not value >= 0:
            raise KernelError(f"costs: {name} costs {value!r}; expected a number, 0 or more")
    known = table()["vectors" if target == "openmp" else target]

    def cost(node: Node) -> float:
        if node.op == "argument":
            return _FREE
        if node.op == "constant":  # of equals, such as 0 and -0, rather the positive one
            return _FREE * (1.001 if node.payload < 0 else 1)
        if node.op in changes:
            return changes[node.op]
        return known[node.kind].get(node.op, 1.0)

    return cost
