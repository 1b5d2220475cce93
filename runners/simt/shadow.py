"""Shadow memory: for each cell who wrote it last and who reads it, to find races.

Two threads race when they touch the same cell, one of them writes, not both are atomic, and no
barrier of their block lies between; threads of different blocks have no barrier in common at all.
All threads run in lock step, so each access is compared with those since the last barrier, and the
threads of one access with each other: the order in which they happen to run does not matter.

As long as every block does the same with a workgroup buffer, one shadow stands for all of them.

A tag packs block + 1 (22 bits), time of the last barrier (18), line (11), atomic (1) and thread
(11); 0 means never written, 1 a value from outside. Threads 1024 and up stand for several: of one
warp (1024 + warp) or of the block (2047); the highest block for several blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .faults import coordinates, short
from .values import across

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch
    from .memory import View

THREAD, ATOMIC, SITE, TIME, BLOCK = 11, 11, 12, 23, 41  # where each field begins, or its width
CODES = (1 << THREAD) - 1
WARP_CODE, MANY = 1024, CODES
BLOCKS = 1 << 22
SEVERAL = BLOCKS - 1
TIMES = 1 << 18
SITES = 1 << 11
IDENTITY = ((BLOCKS - 1) << BLOCK) | CODES
WRITTEN = 1 << BLOCK  # the least tag that names a writer
IS_ATOMIC = 1 << ATOMIC


class Shadow:
    """The cells of one buffer; `races` off looks at initialisation only."""

    def __init__(self, cells: int, *, initialised: bool, races: bool, instances: int = 1) -> None:
        self.cells, self.instances = cells, instances
        self.alike = races and instances > 1  # one instance stands for all
        cells *= 1 if self.alike else instances
        self.writer = np.full(cells, 1 if initialised else 0, np.int64)
        self.reader = np.zeros(cells, np.int64) if races else None
        self.pending: np.ndarray | None = None  # cells that an asynchronous copy will fill

    def access(
        self,
        batch: Batch,
        site: Site,
        view: View,
        number: Any,
        active: np.ndarray | None,
        rank: int,
        kind: str,
        written: tuple | None = None,
    ) -> None:
        """Judge one access by the threads in `active`, and remember it."""
        cells, mine, low, lanes = self.selected(batch, view, number, active, rank)
        if cells.size == 0:
            return
        writer = self.writer.take(cells, mode="clip")
        if kind in ("load", "atomic"):
            self._uninitialised(batch, site, view, cells, writer, lanes, rank)
            if self.pending is not None:
                self._pending(batch, site, view, cells, lanes)
        if self.reader is None:
            if kind != "load":
                self.writer[cells] = 1
            return
        tag = mine | (min(site.number, SITES - 1) << SITE)
        if kind == "atomic":
            tag = tag | IS_ATOMIC
        raced = self._conflict(batch, writer, tag, low, lanes)
        if kind == "atomic":
            raced &= (writer & IS_ATOMIC) == 0
        if kind == "load":
            self._report(batch, site, view, cells, writer, raced, lanes, "reads", "wrote")
            self._remember(self.reader, cells, tag, low)
            return
        does = "updates" if kind == "atomic" else "writes"
        self._report(batch, site, view, cells, writer, raced, lanes, does, "wrote", written)
        reader = self.reader.take(cells, mode="clip")
        raced = self._conflict(batch, reader, tag, low, lanes)
        self._report(batch, site, view, cells, reader, raced, lanes, does, "read")
        if kind == "atomic":
            self._remember(self.writer, cells, tag, low)
            return
        self.writer[cells] = tag
        now = self.writer.take(cells)
        twice = ((now ^ tag) & IDENTITY) != 0
        if twice.any():
            self._report(batch, site, view, cells, now, twice, lanes, does, "wrote", written)

    def selected(
        self, batch: Batch, view: View, number: Any, active: np.ndarray | None, rank: int
    ) -> tuple[np.ndarray, Any, Any, np.ndarray]:
        """Flat arrays: cells, tags without a line, each thread's least live tag, its number."""
        buffer = view.buffer
        size, granule = view.dtype.itemsize, buffer.granule
        number = np.asarray(number)
        if number.ndim < 2:
            number = number.reshape(1, 1)
        if self.alike and not _alike(batch, number, active):
            self._expand()
        blocks = 1 if self.alike else batch.blocks
        shape = (blocks, batch.threads, *number.shape[2:])
        cells = number * (size // granule) if size > granule else number
        if not self.alike:
            cells = across(buffer.base(granule), rank) + cells
        cells = np.broadcast_to(cells, shape)
        who = [batch.lane]
        if self.reader is not None:
            who += [batch.identity(blocks), batch.low()]
        who = [
            np.broadcast_to(across(each[:blocks] if each.ndim else each, rank), shape)
            for each in who
        ]
        if active is None:
            found = [cells.reshape(-1), *(each.reshape(-1) for each in who)]
        else:
            active = np.broadcast_to(active, shape)
            found = [cells[active], *(each[active] for each in who)]
        if size > granule:
            steps = np.arange(size // granule)
            found = [
                (found[0][:, None] + steps).reshape(-1),
                *(np.repeat(each, steps.size) for each in found[1:]),
            ]
        if self.reader is None:
            return found[0], None, None, found[1]
        return found[0], found[2], found[3], found[1]

    def _expand(self) -> None:
        """Give each block its own instance from now on."""
        self.alike = False
        self.writer, self.reader = self._of_each(self.writer), self._of_each(self.reader)
        if self.pending is not None:
            self.pending = np.tile(self.pending, self.instances)

    def _of_each(self, tags: np.ndarray) -> np.ndarray:
        """The tags of the first block as each block would have them."""
        blocks = np.arange(self.instances)[:, None] << BLOCK
        return np.where(tags >= WRITTEN, tags + blocks, tags).reshape(-1)

    def pend(self, cells: np.ndarray, state: bool) -> None:
        """Mark cells as still to come from an asynchronous copy, or as arrived."""
        if self.pending is None:
            self.pending = np.zeros(self.writer.size, np.bool_)
        self.pending[cells] = state

    def _conflict(
        self, batch: Batch, other: np.ndarray, tag: np.ndarray, low: np.ndarray, lane: np.ndarray
    ) -> np.ndarray:
        """Where the other access is another thread's and nothing has ordered it before this one."""
        found = other >= WRITTEN
        if not found.any():
            return found
        found &= ((other ^ tag) & IDENTITY) != 0
        if not found.any():
            return found
        block_start = low & ~((1 << BLOCK) - 1)
        found &= ~((other >= block_start) & (other < low))
        if batch.warp_since is not None and found.any():
            code, thread = other & CODES, lane % batch.threads
            warp = np.where(code >= WARP_CODE, code - WARP_CODE, code >> 5)
            since = batch.warp_since.reshape(-1)[lane]
            time = (other >> TIME) & (TIMES - 1)
            found &= ~((other >= block_start) & (warp == thread >> 5) & (time < since))
        return found

    def _remember(
        self, who: np.ndarray, cells: np.ndarray, tag: np.ndarray, low: np.ndarray
    ) -> None:
        """Add the threads to those that the cells were touched by since the last barrier."""
        new = self._joined(who.take(cells, mode="clip"), tag, low)
        who[cells] = new
        for _ in range(3):  # several threads of this access, joined in up to three steps
            now = who.take(cells)
            if np.array_equal(now, new):
                return
            joined = self._joined(now, new, low)
            behind = joined > now
            if not behind.any():
                return
            who[cells[behind]] = joined[behind]

    def _joined(self, known: np.ndarray, tag: np.ndarray, low: np.ndarray) -> np.ndarray:
        """The tag that stands for a cell's readers so far and for this thread."""
        alone = (known < WRITTEN) | (((known ^ tag) & IDENTITY) == 0)
        if alone.all():
            return tag
        block_start = low & ~((1 << BLOCK) - 1)
        alone |= (known >= block_start) & (known < low)
        if alone.all():
            return tag
        same_block = (known >> BLOCK) == (tag >> BLOCK)
        code, mine = known & CODES, tag & CODES
        warp = np.where(mine >= WARP_CODE, mine, WARP_CODE + (mine >> 5))
        same_warp = np.where(code >= WARP_CODE, code, WARP_CODE + (code >> 5)) == warp
        joined = np.maximum(known, tag) & ~CODES
        joined |= np.where(same_warp, warp, MANY)
        joined = np.where(same_block, joined, tag | CODES | (SEVERAL << BLOCK))
        return np.where(alone, tag, joined)

    def _report(
        self,
        batch: Batch,
        site: Site,
        view: View,
        cells: np.ndarray,
        other: np.ndarray,
        raced: np.ndarray,
        lane: np.ndarray,
        does: str,
        did: str,
        written: tuple | None = None,
    ) -> None:
        if not raced.any():
            return
        lanes = self._lanes(batch, lane[raced])

        def describe(block: int, thread: int) -> tuple[str, tuple[int, ...]]:
            at = int(np.argmax(raced & (lane == block * batch.threads + thread)))
            tag = int(other[at])
            element = self._element(view, int(cells[at]))
            sites = batch.recorder.sites
            line = sites[min((tag >> SITE) & (SITES - 1), len(sites) - 1)]
            simultaneous = line.number == site.number and did == "wrote" and does != "reads"
            same = ""
            if written is not None and simultaneous:
                data, where, value = written
                mine = np.broadcast_to(value, where.shape)[block, thread]
                equal = mine.tobytes() == data[where[block, thread]].tobytes()
                same = " (the same value: still a race)" if equal else ""
            who, why = _other(batch, tag, batch.first + block)
            at_line = "the same line" if line.number == site.number else f"line {line.line}"
            return (
                f"{does} element {element} of {view.buffer.name}, which {who} {did} at {at_line} "
                f"{why}{same}",
                (element,),
            )

        batch.recorder.fault("race", site, batch, lanes, describe)

    def _lanes(self, batch: Batch, lane: np.ndarray) -> np.ndarray:
        """Which threads these are, of every block where one stands for all."""
        lanes = np.zeros((1 if self.alike else batch.blocks) * batch.threads, np.bool_)
        lanes[lane] = True
        return np.broadcast_to(lanes.reshape(-1, batch.threads), (batch.blocks, batch.threads))

    def _element(self, view: View, cell: int) -> int:
        """The number of the element of the view's type that a cell belongs to, in its instance."""
        per = view.buffer.stride // view.buffer.granule
        return (cell % per) * view.buffer.granule // view.dtype.itemsize

    def _uninitialised(
        self, batch: Batch, site: Site, view: View, cells: np.ndarray, writer: np.ndarray,
        lane: np.ndarray, rank: int,
    ) -> None:  # fmt: skip
        empty = writer == 0
        if self.pending is not None:
            empty &= ~self.pending.take(cells, mode="clip")
        if not empty.any():
            return
        lanes = self._lanes(batch, lane[empty])

        def describe(block: int, thread: int) -> tuple[str, tuple[int, ...]]:
            at = int(np.argmax(empty & (lane == block * batch.threads + thread)))
            element = self._element(view, int(cells[at]))
            return f"reads element {element} of {view.buffer.name}, which nothing wrote", (element,)

        batch.recorder.fault("uninitialised", site, batch, lanes, describe)

    def _pending(
        self, batch: Batch, site: Site, view: View, cells: np.ndarray, lane: np.ndarray
    ) -> None:
        early = self.pending.take(cells, mode="clip")
        if not early.any():
            return
        lanes = self._lanes(batch, lane[early])

        def describe(block: int, thread: int) -> tuple[str, tuple[int, ...]]:
            at = int(np.argmax(early & (lane == block * batch.threads + thread)))
            element = self._element(view, int(cells[at]))
            return (
                f"reads element {element} of {view.buffer.name}, which an asynchronous copy has "
                "not delivered: wait for its group first",
                (element,),
            )

        batch.recorder.fault("not arrived", site, batch, lanes, describe)


def _alike(batch: Batch, number: np.ndarray, active: np.ndarray | None) -> bool:
    """Whether all blocks do the same in an access."""
    return (
        number.shape[0] == 1
        and (active is None or active.shape[0] == 1)
        and np.ndim(batch.since) == 0
        and batch.warp_since is None
    )


def _other(batch: Batch, tag: int, block: int) -> tuple[str, str]:
    """Who the other thread of a race is, and what is missing between the two."""
    code, other = tag & CODES, (tag >> BLOCK) - 1
    if other == SEVERAL - 1:
        return "threads of several blocks", "in the same launch: blocks have no barrier in common"
    thread = "several threads"
    if code < WARP_CODE:
        thread = f"thread {short(coordinates(code, batch.block))}"
    if other == block:
        return f"{thread} of the block", "with no barrier between"
    at = short(coordinates(other, batch.grid))
    return f"{thread} of block {at}", "in the same launch: blocks have no barrier in common"
