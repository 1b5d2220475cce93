"""The parameters of a plan's launches, packed once: words side by side in memory of the host.

A kernel's parameter is a word, or a descriptor of 3 + 2 * rank of them for an array of unknown
sizes: its address twice, the offset, sizes, strides. Where in memory each address, size and number
stands is found out once, so that another value is a store, whichever the launches are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable

import numpy as np

from ..frontend import dims
from . import plan
from .calls import Change, Given, part
from .spec import symbols_of


class Packed:
    """`address[n]` is where the driver finds the pointers to the parameters of step n; `counts[n]`
    says how many there are. `bare` says that an array is passed as its address alone."""

    def __init__(self, given: Given, bare: bool) -> None:
        self.given, self.bare = given, bare
        self._pointers: dict[int, tuple[list, list]] = {}  # of a buffer: places, what is added
        self._sizes: dict[dims.Dim, list[int]] = {}
        self._others: dict[object, list[tuple[int, Callable[[], int]]]] = {}  # by what they need
        words: list[int] = []
        firsts = {}
        for number, step in enumerate(given.plan.steps):
            if isinstance(step, plan.Launch):
                firsts[number] = len(words)
                self._launch(step, words)
        self.cells = np.array([*words, 0], np.int64)
        ends = dict(zip(firsts, [*list(firsts.values())[1:], len(words)], strict=True))
        self.counts = {number: ends[number] - first for number, first in firsts.items()}
        start = self.cells.ctypes.data
        self._addresses = np.arange(start, start + self.cells.nbytes, 8, np.uint64)
        table = self._addresses.ctypes.data
        self.address = {number: table + 8 * first for number, first in firsts.items()}
        self._pointers = {
            number: (np.array(places), np.array(more, np.int64))
            for number, (places, more) in self._pointers.items()
        }
        self._of_symbol: dict[str, list[tuple[dims.Dim, np.ndarray]]] = {}
        for size, places in self._sizes.items():
            for symbol in symbols_of([size]):
                self._of_symbol.setdefault(symbol, []).append((size, np.array(places)))
        everything = Change(
            {*self._pointers, *(k for k in self._others if isinstance(k, int))},
            {*self._of_symbol, *(k for k in self._others if isinstance(k, str))},
            {id(v) for step in given.plan.launches for v in step.spec.numbers},
        )
        self.renew(everything)

    # [region renew]
    def renew(self, change: Change) -> None:
        """Store what differs where it stands."""
        given, cells = self.given, self.cells
        for number in change.buffers:
            if number in self._pointers:
                places, more = self._pointers[number]
                cells[places] = more + given.memory[number].handle.pointer
        for symbol in change.symbols:
            for size, places in self._of_symbol.get(symbol, ()):
                cells[places] = dims.evaluate(size, given.symbols)
        numbers = [("number", number) for number in change.numbers]
        for key in (*change.buffers, *change.symbols, *numbers):
            for place, value in self._others.get(key, ()):
                cells[place] = value()
                # [end renew]

    def _launch(self, step: plan.Launch, words: list[int]) -> None:
        """The words of a launch: its arrays', numbers, dynamic sizes."""
        spec = step.spec
        for n, buffer in enumerate(step.buffers):
            self._array(spec, n, buffer, words)
        for value in spec.numbers:
            key = "number", id(value)
            self._later(words, [key], lambda v=value: _word(self.given.numbers[id(v)]))
        for symbol in spec.symbols:
            self._size(words, dims.symbol(symbol))

    def _array(self, spec, n: int, buffer: plan.Buffer, words: list[int]) -> None:
        type_, starts, whole = part(spec, n, buffer)
        number, layouts = buffer.number, self.given.layouts
        strides = _row_major(whole)
        offset: dims.Size = 0
        if not buffer.strided:  # such a kernel takes the address of the first element
            offset = sum(at * by for at, by in zip(starts, strides, strict=False))
        for _ in range(1 if self.bare else 2):
            self._pointer(words, number, offset * type_.dtype.itemsize)
        if self.bare:
            return
        if not buffer.strided:
            for size in (0, *type_.shape, *_row_major(type_.shape)):
                self._size(words, size)
            return

        def first() -> int:
            start, steps = layouts[number]
            return start + sum(at * by for at, by in zip(starts, steps, strict=False))

        self._later(words, [number], first)
        for size in type_.shape:
            self._size(words, size)
        for d in range(len(type_.shape)):
            self._later(words, [number], lambda d=d: layouts[number][1][d])

    # Words -------------------------------------------------------------------------------------

    def _pointer(self, words: list[int], number: int, more: dims.Size) -> None:
        if isinstance(more, int):
            places, added = self._pointers.setdefault(number, ([], []))
            places.append(len(words))
            added.append(more)
            words.append(0)
            return

        def address() -> int:
            start = self.given.memory[number].handle.pointer
            return start + dims.evaluate(more, self.given.symbols)

        self._later(words, [number, *symbols_of([more])], address)

    def _size(self, words: list[int], size: dims.Size) -> None:
        if isinstance(size, int):
            words.append(size)
            return
        self._sizes.setdefault(size, []).append(len(words))
        words.append(0)

    def _later(self, words: list[int], needs: Iterable[object], value: Callable[[], int]) -> None:
        """A word that is made anew as soon as one of these differs."""
        for key in needs:
            self._others.setdefault(key, []).append((len(words), value))
        words.append(0)


def _row_major(shape: tuple[dims.Size, ...]) -> list[dims.Size]:
    """The strides of an array without gaps, in elements."""
    return [dims.product(shape[d + 1 :]) for d in range(len(shape))]


def _word(number: object) -> int:
    """The bits of a number, of which a parameter takes the first bytes."""
    if isinstance(number, float):
        return int.from_bytes(struct.pack("<d", number), "little", signed=True)
    return int(number)
