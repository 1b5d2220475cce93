"""The state of a batch of blocks that run in lock step, and masks over their threads.

All threads of the batch execute one operation at a time; a mask says for which of them it counts.
What is done to memory, and what is found on the way, are `memory`'s and `faults`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import Error
from ..launch import WARP, Launch, LaunchError
from . import shadow
from .values import across

if TYPE_CHECKING:
    from .faults import Recorder, Site
    from .memory import Buffer

LARGEST = 1 << 30  # bytes of one buffer of a batch
LOCAL = 512 << 10  # bytes that a thread may have, on every compute capability


class Refused(Error):
    """What a step cannot do; `Code.run` adds the place."""


class Mask:
    """The active threads of a batch: `array` is None for all, else booleans that broadcast."""

    __slots__ = ("_count", "_warps", "array", "batch")

    def __init__(self, batch: Batch, array: np.ndarray | None = None) -> None:
        self.batch, self.array = batch, array
        self._count = self._warps = -1

    @property
    def count(self) -> int:
        """How many threads are active."""
        if self._count < 0:
            batch = self.batch
            if self.array is None:
                self._count = batch.blocks * batch.threads
            else:
                times = batch.blocks * batch.threads // self.array.size
                self._count = int(np.count_nonzero(self.array)) * times
        return self._count

    @property
    def warps(self) -> int:
        """How many warps have an active thread."""
        if self._warps < 0:
            self._warps = self.batch.blocks * self.batch.warps
            if self.array is not None:
                rows = self.batch.by_warp(self.array, False)
                times = self.batch.blocks // self.array.shape[0]
                self._warps = int(np.count_nonzero(rows.any(axis=-1))) * times
        return self._warps

    def full(self) -> np.ndarray:
        """Booleans of shape (blocks, threads)."""
        shape = (self.batch.blocks, self.batch.threads)
        return np.broadcast_to(True if self.array is None else self.array, shape)

    def split(self, condition: Any) -> tuple[Mask | None, Mask | None]:
        """The threads for which the condition holds, and the others; None for no threads."""
        if np.ndim(condition) == 0:
            return (self, None) if condition else (None, self)
        if self.array is None:
            yes, no = condition, ~condition
        else:
            yes, no = condition & self.array, ~condition & self.array
        if not no.any():
            return self, None
        if not yes.any():
            return None, self
        return Mask(self.batch, yes), Mask(self.batch, no)

    def without(self, other: Mask | None) -> Mask | None:
        """The active threads that are not active in `other`."""
        if other is None:
            return self
        if other.array is None:
            return None
        return self.split(~other.array)[0]

    def union(self, other: Mask | None) -> Mask:
        if other is None or self.array is None:
            return self
        if other.array is None:
            return other
        return Mask(self.batch, self.array | other.array)


class Batch:
    """Blocks `first` to `first + blocks - 1` of a launch, in lock step."""

    def __init__(
        self,
        launch: Launch,
        first: int,
        blocks: int,
        recorder: Recorder,
        buffers: dict[str, Buffer],
        steps: int,
    ) -> None:
        self.grid, self.block = launch.grid, launch.block
        self.first, self.blocks = first, blocks
        self.threads, self.warps = launch.threads, launch.warps
        self.recorder, self.checks = recorder, recorder.checks
        self.buffers, self.shared_bytes = buffers, launch.dynamic_shared
        self.limit = self.steps_left = steps
        self.allocated = 0  # bytes of private memory of each thread
        number = np.arange(first, first + blocks).reshape(-1, 1)
        thread = np.arange(self.threads).reshape(1, -1)
        self.block_number, self.thread = number, thread
        self.block_ids = _coordinates(number, launch.grid)
        self.thread_ids = _coordinates(thread, launch.block)
        self.all = Mask(self)
        self.returned: Mask | None = None  # threads that have left the kernel
        self.time = 1  # counts barriers
        self.since: Any = np.int64(0)  # the time of each block's last barrier
        self.warp_since: np.ndarray | None = None  # of each thread's last warp barrier
        self._lane: np.ndarray | None = None
        self._identity: np.ndarray | None = None
        self.copies: list = []  # asynchronous copies under way, and
        self.groups: list = []  # their groups; see op_nvgpu

    @property
    def lane(self) -> np.ndarray:
        """The number of each block and thread, of shape (blocks, threads)."""
        if self._lane is None:
            self._lane = np.arange(self.blocks * self.threads).reshape(self.blocks, self.threads)
        return self._lane

    def identity(self, blocks: int) -> np.ndarray:
        """The present tag of each thread of the first blocks; `shadow` says what is in it."""
        if self._identity is None:
            self._start = (self.block_number + 1) << shadow.BLOCK
            self._identity = self._start | self.thread
        if self.time >= shadow.TIMES:
            raise Refused(
                f"more than {shadow.TIMES:,} barriers: too many for checks; give checks=False"
            )
        return self._identity[:blocks] | (self.time << shadow.TIME)

    def low(self) -> np.ndarray:
        """The least tag of each block since its last barrier."""
        return self._start | (self.since << shadow.TIME)

    def tick(self, operations: int, site: Site) -> None:
        """Count operations executed against the limit."""
        self.steps_left -= operations
        if self.steps_left < 0:
            raise LaunchError(
                f"{site.where}: the kernel still runs after {self.limit:,} operations in lock "
                "step: an endless loop? If not, give simulate a larger steps=\n    " + site.text
            )

    def reserve(self, size: int, instances: int) -> None:
        """Refuse memory that a thread cannot have, or that the simulator will not hold."""
        if instances > self.blocks:
            self.allocated += size
            if self.allocated > LOCAL:
                raise Refused(
                    f"a thread allocates more than {LOCAL >> 10} KiB, all that CUDA gives it: "
                    "memref.alloca in a loop takes more with each turn"
                )
        if size * instances > LARGEST:
            raise Refused(
                f"{size * instances} bytes for {self.blocks} blocks of {self.threads} threads: "
                f"the simulator holds {LARGEST >> 20} MiB at most"
            )

    def by_warp(self, array: np.ndarray, padding: Any) -> np.ndarray:
        """An array (b, t, ...) as (b, warps, 32, ...), the last warp filled up with `padding`."""
        if array.shape[1] != self.threads:
            shape = (array.shape[0], self.threads, *array.shape[2:])
            array = np.broadcast_to(array, shape)
        missing = self.warps * WARP - self.threads
        if missing:
            fill = np.full((array.shape[0], missing, *array.shape[2:]), padding, array.dtype)
            array = np.concatenate([array, fill], axis=1)
        return array.reshape(array.shape[0], self.warps, WARP, *array.shape[2:])

    def from_warps(self, array: np.ndarray) -> np.ndarray:
        """An array (b, warps, 32, ...) as (b, threads, ...)."""
        flat = array.reshape(array.shape[0], self.warps * WARP, *array.shape[3:])
        return flat[:, : self.threads]

    def spread(self, value: Any, shape: tuple[int, ...] = ()) -> np.ndarray:
        """A scalar, or a vector of that shape, as an array of every block and thread."""
        value = np.asarray(value)
        if value.ndim < 2:
            value = value.reshape((1, 1, *value.shape))
        return np.broadcast_to(value, (self.blocks, self.threads, *shape))

    def active_lanes(self, mask: Mask) -> Iterator[tuple[int, int]]:
        """Active threads as (block of the batch, thread), in order."""
        for block, thread in np.argwhere(mask.full()):
            yield int(block), int(thread)


def _coordinates(number: np.ndarray, sizes: tuple[int, int, int]) -> tuple[Any, Any, Any]:
    """x, y and z of linear numbers; the same in all is a scalar."""
    x, rest = number % sizes[0], number // sizes[0]
    found = x, rest % sizes[1], rest // sizes[1]
    return tuple(
        each.flat[0] if each.size and (each == each.flat[0]).all() else each for each in found
    )


def merge(mask: Mask, new: Any, old: Any) -> Any:
    """`new` where the mask is active, `old` elsewhere."""
    if mask.array is None or old is None or new is old:
        return new
    return choose(mask.array, new, old)


def choose(condition: Any, first: Any, second: Any) -> Any:
    """Per thread the first value or the second; any kind of value."""
    if np.ndim(condition) == 0:
        return first if condition else second
    if first is second:
        return first
    if isinstance(first, tuple):
        return tuple(choose(condition, a, b) for a, b in zip(first, second, strict=True))
    if hasattr(first, "pick"):
        return first.pick(condition, second)
    rank = max(np.ndim(first), np.ndim(second))
    if np.ndim(condition) < rank:
        condition = across(condition, rank - np.ndim(condition))
    return np.where(condition, first, second)
