"""What is found while a kernel runs, kept once for each line of the source.

A `Site` is an operation and its place. A `Recorder` collects faults, accesses to memory and
branches of one launch; `report` makes tables of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .machine import Batch, Mask

PRINTED_LINES = 100_000  # that gpu.printf may leave; a GPU's buffer of 1 MB holds fewer


@dataclass(frozen=True)
class Site:
    """An operation of the kernel: its number there, its name, its place and the line's text."""

    number: int
    operation: str
    line: int
    where: str
    text: str


@dataclass
class Fault:
    """Something wrong at one line: how often, and where it was seen first.

    `kind` is one of out-of-bounds, uninitialised, race, barrier, misaligned, not arrived, warp,
    division, read-only. `block` and `thread` are (x, y, z); `index` is the element's index or None.
    """

    kind: str
    operation: str
    line: int
    where: str
    text: str
    message: str
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    index: tuple[int, ...] | None = None
    count: int = 0

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.where}: {self.kind}: {self.message}{times}\n    {self.text}"


_COUNTS = ("requests", "lanes", "sectors", "useful", "wavefronts", "ideal")


@dataclass
class Access:
    """What the warps' requests at one line came to, in global or in workgroup memory.

    `bytes` were moved and `useful` of them asked for (global: in sectors of 32 bytes).
    `wavefronts` is how many passes the banks needed, `ideal` how many it would be without
    conflicts (workgroup), `ways` the worst conflict's degree. `sample` is the first access seen,
    `worst` its pass with the most ways.
    """

    site: Site
    space: str
    kind: str  # load, store, atomic or copy
    requests: int = 0
    lanes: int = 0
    sectors: int = 0
    useful: int = 0
    wavefronts: int = 0
    ideal: int = 0
    ways: int = 1
    sample: Any = None
    worst: Any = None
    last: Any = field(default=None, repr=False)  # the addresses before, and what they came to

    operation = property(lambda self: self.site.operation)
    line = property(lambda self: self.site.line)
    where = property(lambda self: self.site.where)
    text = property(lambda self: self.site.text)

    def counts(self) -> tuple[int, ...]:
        return tuple(getattr(self, name) for name in _COUNTS)

    def add(self, counts: tuple[int, ...]) -> None:
        for name, more in zip(_COUNTS, counts, strict=True):
            setattr(self, name, getattr(self, name) + more)

    @property
    def bytes(self) -> int:
        return 32 * self.sectors if self.space == "global" else self.useful

    @property
    def share(self) -> float:
        """The share of the bytes moved that was asked for, from 0 to 1."""
        return self.useful / self.bytes if self.bytes else 1.0

    @property
    def sectors_per_request(self) -> float:
        return self.sectors / self.requests if self.requests else 0.0


@dataclass
class Divergence:
    """A branch at which warps split: how many of those that met it, and how many lanes took it.

    `taken` of the `lanes` active in the warps that split went into the branch, or round the loop
    once more.
    """

    site: Site
    warps: int = 0
    split: int = 0
    lanes: int = 0
    taken: int = 0

    operation = property(lambda self: self.site.operation)
    line = property(lambda self: self.site.line)
    where = property(lambda self: self.site.where)
    text = property(lambda self: self.site.text)

    @property
    def share(self) -> float:
        """The share of lanes that were active inside, in the warps that split."""
        return self.taken / self.lanes if self.lanes else 1.0


@dataclass
class Recorder:
    """All that is found in one launch. With `checks` off only results and counts are kept."""

    checks: bool = True
    faults: dict[tuple[str, int], Fault] = field(default_factory=dict)
    accesses: dict[tuple[int, str, str], Access] = field(default_factory=dict)
    branches: dict[int, Divergence] = field(default_factory=dict)
    barriers: Counter = field(default_factory=Counter)
    printed: list[str] = field(default_factory=list)
    executed: Counter = field(default_factory=Counter)  # block of code -> threads
    issued: Counter = field(default_factory=Counter)  # block of code -> warps
    left_out: Counter = field(default_factory=Counter)  # space -> bytes of copies that are not read
    sites: list[Site] = field(default_factory=list)

    def fault(
        self,
        kind: str,
        site: Site,
        batch: Batch,
        lanes: np.ndarray,
        describe: Callable[[int, int], str | tuple[str, tuple[int, ...]]],
        first: str = "first",
    ) -> None:
        """Count a fault of the threads in `lanes` (blocks, threads); describe the first of all.

        `describe` gets (block of the batch, thread) and gives a message, or a message and an index.
        """
        known = self.faults.get((kind, site.number))
        if known is None:
            block, thread = (int(n) for n in np.unravel_index(int(np.argmax(lanes)), lanes.shape))
            said = describe(block, thread)
            message, index = said if isinstance(said, tuple) else (said, None)
            at_block, at_thread = place(batch, block, thread)
            known = Fault(
                kind, site.operation, site.line, site.where, site.text,
                f"{message}; {first} by thread {short(at_thread)} of block {short(at_block)}",
                at_block, at_thread, index,
            )  # fmt: skip
            self.faults[kind, site.number] = known
        known.count += int(np.count_nonzero(lanes))

    def access(self, site: Site, space: str, kind: str) -> Access:
        key = (site.number, space, kind)
        found = self.accesses.get(key)
        if found is None:
            found = self.accesses[key] = Access(site, space, kind)
        return found

    def branch(self, site: Site, batch: Batch, mask: Mask, taken: Mask | None, rest: Any) -> None:
        """Note a branch that `taken` of the mask's threads went into and `rest` did not."""
        found = self.branches.get(site.number)
        if found is None:
            found = self.branches[site.number] = Divergence(site)
        found.warps += mask.warps
        if taken is None or rest is None:
            return
        if taken.array.shape[1] == 1:
            return  # whole blocks go either way
        into = batch.by_warp(taken.array, False)
        out = batch.by_warp(rest.array, False)
        into_count, out_count = into.sum(axis=-1), out.sum(axis=-1)
        split = (into_count > 0) & (out_count > 0)
        times = batch.blocks // split.shape[0]
        found.split += times * int(np.count_nonzero(split))
        found.taken += times * int(into_count[split].sum())
        found.lanes += times * int((into_count + out_count)[split].sum())


def place(batch: Batch, block: int, thread: int) -> tuple[tuple, tuple]:
    """The coordinates of a block of the batch and of a thread in it."""
    return (
        coordinates(batch.first + block, batch.grid),
        coordinates(thread, batch.block),
    )


def coordinates(number: int, sizes: tuple[int, int, int]) -> tuple[int, int, int]:
    x, rest = number % sizes[0], number // sizes[0]
    return int(x), int(rest % sizes[1]), int(rest // sizes[1])


def short(point: tuple[int, int, int]) -> str:
    """(3, 0, 0) as 3, (3, 1, 0) as (3, 1)."""
    x, y, z = point
    return f"({x}, {y}, {z})" if z else f"({x}, {y})" if y else str(x)
