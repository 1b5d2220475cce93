"""A GPU as the compiler uses it: memory from a pool, copies, kernels launched in order.

Everything goes into one stream, so memory that a launch uses may be given to the next one before
the first has run. What a device is made of is `cuda`'s, or `simulator`'s where there is none.
"""

from __future__ import annotations

import contextlib
import functools
import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ArgumentError, Error

if TYPE_CHECKING:
    from .calls import Change
    from .prepared import Prepared

WIDE = 16  # bytes of the longest load or store of a thread
STEP = 512  # bytes that sizes are rounded up to, so that a freed block fits more often


class OutOfMemory(Error, MemoryError):
    """The device has not as much memory as something needs; the message has the sizes."""


@dataclass(eq=False)
class Block:
    """Memory of a device. `handle` is what the device knows it by, `fresh` that nothing was
    written to it since it was given out."""

    handle: object
    size: int
    fresh: bool = True


@dataclass(frozen=True)
class Operand:
    """An array as a kernel takes it: its memory, sizes and dtype; the number of its first element
    there and its strides, both in elements."""

    block: Block
    shape: tuple[int, ...]
    dtype: np.dtype
    offset: int
    strides: tuple[int, ...]
    written: bool = False


@functools.lru_cache(maxsize=4096)
def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of an array without gaps, in elements."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(strides[::-1])


@dataclass(frozen=True)
class Launch:
    """A kernel as it is started; its arguments are the arrays, the numbers, the dynamic sizes."""

    name: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arrays: list[Operand]
    numbers: list[object]
    sizes: list[int]


@dataclass(frozen=True)
class Copied:
    """So many bytes of one block to another, as they are copied."""

    target: Block
    source: Block
    size: int


class Steps:
    """The steps of a plan on a device, as they are done in the next call."""

    def renew(self, change: Change) -> None:
        """Put in place what differs from the call before."""
        raise NotImplementedError

    def run(self) -> None:
        """Do them all, in order."""
        raise NotImplementedError


class Code:
    """Kernels on a device."""

    def steps(self, given: Prepared) -> Steps:
        """The steps of a plan with these kernels, for what a call was given."""
        raise NotImplementedError


class Device:
    """A device's memory: blocks that are free are kept, and given out again."""

    name: str
    target: str  # what runs functions on it
    chip: str
    memory: int  # bytes in all

    def __init__(self) -> None:
        self.process = os.getpid()
        self.held = 0  # bytes that are given out
        self.closed = False
        self.frees = 0  # arrays that were freed before they went
        self.exclusive: contextlib.AbstractContextManager = contextlib.nullcontext()  # for a call
        self.reports: list[tuple[str, object]] = []  # of launches, where somebody looks at them
        self._free: dict[int, list[Block]] = {}
        self._lock = threading.RLock()
        self._loaded: weakref.WeakKeyDictionary[object, Code] = weakref.WeakKeyDictionary()

    # What a device does by itself ----------------------------------------------------------

    def _allocate(self, size: int) -> object:
        """A handle of new memory; None where there is none left."""
        raise NotImplementedError

    def _release(self, handle: object) -> None:
        raise NotImplementedError

    def _write(self, block: Block, source: np.ndarray) -> None:
        raise NotImplementedError

    def _read(self, block: Block, target: np.ndarray, start: int) -> None:
        raise NotImplementedError

    def _copy(self, target: Block, source: Block, size: int) -> None:
        raise NotImplementedError

    def _load(self, source: object) -> Code:
        raise NotImplementedError

    def _part(self, handle: object, start: int, size: int) -> object:
        """A handle of so many bytes from that one on."""
        raise NotImplementedError

    # Memory --------------------------------------------------------------------------------

    @property
    def cached(self) -> int:
        """Bytes that are free, and kept."""
        return sum(size * len(blocks) for size, blocks in self._free.items())

    def allocate(self, size: int, what: str | Callable[[], str]) -> Block:
        """Memory for what is named, or what a function names. Raises OutOfMemory, with the
        sizes."""
        self.check()
        rounded = max(-(-size // STEP) * STEP, STEP)
        with self._lock:
            kept = self._free.get(rounded)
            if kept:
                block = kept.pop()
                block.fresh = True
            else:
                block = Block(self._new(rounded, size, what), rounded)
            self.held += rounded
            return block

    def _new(self, rounded: int, size: int, what: str | Callable[[], str]) -> object:
        handle = self._allocate(rounded)
        if handle is None and self._free:
            self.trim()
            handle = self._allocate(rounded)
        if handle is None:
            what = what() if callable(what) else what
            raise OutOfMemory(
                f"{what} needs {size:,} bytes on {self.name}, which has {self.memory:,} in all; "
                f"{self.held:,} are in use by arrays and calls of this process: free() arrays that "
                "are not needed any more"
            )
        return handle

    def give_back(self, block: Block) -> None:
        """Take memory back, for whoever asks next."""
        with self._lock:
            self.held -= block.size
            if not self.closed:
                self._free.setdefault(block.size, []).append(block)

    def part(self, block: Block, start: int, size: int) -> Block:
        """A part of a block; it goes with that."""
        return Block(self._part(block.handle, start, size), size)

    def trim(self) -> None:
        """Let go of memory that is free."""
        with self._lock:
            free, self._free = self._free, {}
            for blocks in free.values():
                for block in blocks:
                    self._release(block.handle)

    # Copies and code -----------------------------------------------------------------------

    def write(self, block: Block, source: np.ndarray) -> None:
        self.check()
        block.fresh = False
        if source.nbytes:
            self._write(block, np.ascontiguousarray(source))

    def read(self, block: Block, target: np.ndarray, start: int = 0) -> None:
        """Copy to the host, from that byte on, once everything that was launched is done."""
        self.check()
        if target.nbytes:
            self._read(block, target, start)

    def copy(self, target: Block, source: Block, size: int) -> None:
        self.check()
        target.fresh = False
        if size:
            self._copy(target, source, size)

    def load(self, owner: object, source: Callable[[], object]) -> Code:
        """The owner's kernels, loaded when they are first asked for, unloaded when it goes."""
        self.check()
        with self._lock:
            found = self._loaded.get(owner)
            if found is None:
                found = self._loaded[owner] = self._load(source())
            return found

    def check(self) -> None:
        """Refuse a device that is closed, or that belongs to the process that this is a fork of."""
        if self.closed:
            raise ArgumentError(f"{self.name} was closed: arrays on it are gone")
        if os.getpid() != self.process:
            raise ArgumentError(
                f"{self.name} was opened before this process was forked off, and cannot be used "
                'here: start processes with multiprocessing.get_context("spawn"), or open it in '
                "the child only"
            )

    def close(self) -> None:
        """Let go of the device; arrays on it are gone. A second time does nothing."""
        if not self.closed and os.getpid() == self.process:
            self.trim()
            self._loaded.clear()
            self.closed = True
