"""The compiler's GPU target: `jit(f, target="gpu")`, and "gpu-sim", which needs no GPU.

    weights = stepdown.gpu.put(weights)     # once; then functions take them as they are
    y = f(x, weights, target="gpu")         # stays on the device
    np.asarray(y)                           # comes to the host

A graph and its groups are those of the CPU. `plan` makes launches of them, `code` writes the
kernels, `runtime` has memory and copies. `put` and what it returns are the interface.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ..errors import ArgumentError
from ..frontend import tree as trees

if TYPE_CHECKING:
    from .arrays import Array
    from .runtime import Device, OutOfMemory

__all__ = ["Array", "OutOfMemory", "device", "put"]
TARGETS = ("gpu", "gpu-sim")


def __getattr__(name: str) -> object:
    """What loads more than a name."""
    if name == "Array":
        from .arrays import Array

        return Array
    if name == "OutOfMemory":
        from .runtime import OutOfMemory

        return OutOfMemory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def device(target: str = "gpu", ordinal: int = 0) -> Device:
    """The device that a target runs on: a GPU by its number, or the simulator.

    Opened when it is first asked for. Raises NoDevice where there is no GPU.
    """
    if target not in TARGETS:
        raise ArgumentError(f"a target is one of {', '.join(TARGETS)}; got {target!r}")
    if not (isinstance(ordinal, int) and ordinal >= 0):
        raise ArgumentError(f"devices are numbered from 0; got ordinal={ordinal!r}")
    found = _open(target, ordinal)
    if found.closed:
        _open.cache_clear()
        found = _open(target, ordinal)
    return found


@functools.cache
def _open(target: str, ordinal: int) -> Device:
    if target == "gpu":
        from .cuda import Gpu

        return Gpu(ordinal)
    from .simulator import Simulator

    return Simulator(ordinal=ordinal)


def put(tree: object, target: str = "gpu", ordinal: int = 0) -> object:
    """A tree of arrays and numbers with its arrays on a device; those that are there stay.

    Raises OutOfMemory, with the sizes, where they do not fit.
    """
    import numpy as np

    from .arrays import Array, array

    where = device(target, ordinal)
    leaves, structure = trees.flatten(tree)
    names = trees.paths(structure, "tree")

    def moved(name: str, leaf: object) -> object:
        if isinstance(leaf, Array) and leaf.device is where:
            return leaf
        if isinstance(leaf, (np.ndarray, Array)):
            return array(where, np.asarray(leaf), name)
        return leaf

    return trees.unflatten(structure, [moved(*each) for each in zip(names, leaves, strict=True)])
