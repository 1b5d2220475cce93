"""The memory of a call's temporary arrays: a row of bytes, from the pool.

How many bytes a function needs is a formula of its arguments' sizes, which `memory` found when it
was compiled. A call that needs more than the machine has is refused before it starts.
"""

from __future__ import annotations

import ctypes
import functools
import os

import numpy as np

from ..frontend import dims
from ..frontend.dims import Dim, Quotient, Size, symbols_of
from . import pool

THREADS = "threads of OpenMP"  # the symbol of how many there are at most; no argument's size is it


class Workspace:
    """What the function `name` needs: `size` bytes, as `encoded` gives them."""

    def __init__(self, name: str, size: int | list) -> None:
        self.name, self.size = name, decoded(size)
        self._asks_threads = THREADS in symbols_of([self.size])
        self._last: tuple[dict[str, int], int] = ({}, 0)

    def bytes(self, values: dict[str, int]) -> int:
        """How many bytes that is."""
        if isinstance(self.size, int):
            return self.size
        if self._asks_threads:
            values = {**values, THREADS: _most_threads()}
        last, size = self._last
        if last != values:
            size = dims.evaluate(self.size, values)
            self._last = values, size
        return size

    def take(self, values: dict[str, int]) -> np.ndarray:
        """The memory, for a call where the dynamic sizes have these values. Raises MemoryError."""
        return pool.take(self.bytes(values), self.name)


@functools.cache
def _runtime() -> ctypes.CDLL:
    from runners import toolchain

    return ctypes.CDLL(os.fspath(toolchain.openmp_runtime()))


def _most_threads() -> int:
    return _runtime().omp_get_max_threads()


# Sizes in a file ---------------------------------------------------------------------------------


def encoded(size: Size) -> int | list:
    """A size as JSON has it: a number, or [coefficient, factor, ...] for each term; a factor is a
    symbol, or [dividend, divisor]."""
    if isinstance(size, int):
        return size
    return [
        [c, *(f if isinstance(f, str) else [encoded(f.dividend), encoded(f.divisor)] for f in term)]
        for term, c in size.terms.items()
    ]


def decoded(size: int | list) -> Size:
    if isinstance(size, int):
        return size
    terms = {}
    for coefficient, *factors in size:
        term = (f if isinstance(f, str) else Quotient(*map(decoded, f)) for f in factors)
        terms[tuple(term)] = coefficient
    return Dim(terms)
