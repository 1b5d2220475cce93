"""Memory of a GPU that is not there: addresses of its own, which the host must not touch.

Buffers lie in one reserved range, so that an address tells by itself whether it is the device's.
They start out filled with bytes that are NaN as floats, have room between them, and are looked up
by any address inside them.
"""

from __future__ import annotations

import bisect
import ctypes
import mmap
from dataclasses import dataclass

from ..launch import LaunchError

SIZE = 1 << 36  # reserved, not used: pages are taken when they are first written
_STEP = 256  # alignment of a buffer, as cuMemAlloc gives
_UNSET = 0xFF


@dataclass(frozen=True)
class Buffer:
    """Memory that kernels may access: `number` counts the allocations of a call from 1."""

    low: int
    high: int
    number: int
    host: bool = False  # memory of the host that is registered, or that both share

    @property
    def size(self) -> int:
        return self.high - self.low

    def __str__(self) -> str:
        if self.host:
            return f"host memory of {self.size} bytes that is registered for the device"
        return f"device buffer {self.number} of {self.size} bytes"


class Memory:
    """The device's memory, and the host's as far as the device may access it."""

    def __init__(self, size: int = SIZE) -> None:
        self._map = _reserved(size)
        self.low = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        self.high = self.low + len(self._map)
        self.reset()

    def reset(self) -> None:
        """Forget all buffers; what was written is lost."""
        self._live: dict[int, Buffer] = {}
        self._order: list[int] = []
        self._freed: dict[int, Buffer] = {}
        self._spare: dict[int, list[int]] = {}
        self._end = self.low
        self._count = 0

    @property
    def live(self) -> list[Buffer]:
        return [self._live[low] for low in self._order]

    def allocate(self, size: int) -> Buffer:
        """A new buffer on the device; LaunchError when there is no room for it."""
        room = -(-max(size, 1) // _STEP) * _STEP + _STEP
        spare = self._spare.get(room)
        low = spare.pop() if spare else self._end
        if not spare and low == self._end:
            if self._end + room > self.high:
                raise LaunchError(
                    f"the device has no room for {size} bytes: of {self.high - self.low} in all, "
                    f"{self._end - self.low} were given out"
                )
            self._end += room
        ctypes.memset(low, _UNSET, size)
        self._count += 1
        return self._add(Buffer(low, low + size, self._count))

    def register(self, low: int, size: int) -> Buffer:
        """Let the device access memory of the host."""
        return self._add(Buffer(low, low + size, 0, host=True))

    def _add(self, buffer: Buffer) -> Buffer:
        self._freed.pop(buffer.low, None)
        if buffer.low not in self._live:
            bisect.insort(self._order, buffer.low)
        self._live[buffer.low] = buffer
        return buffer

    def free(self, low: int) -> Buffer:
        """Give a buffer back; LaunchError for an address that is not the start of one."""
        buffer = self._live.get(low)
        if buffer is None:
            raise LaunchError(f"gpu.dealloc of {self.describe(low)}")
        del self._live[low]
        self._order.remove(low)
        if not buffer.host:
            self._freed[low] = buffer
            room = -(-max(buffer.size, 1) // _STEP) * _STEP + _STEP
            self._spare.setdefault(room, []).append(low)
        return buffer

    def find(self, address: int) -> Buffer | None:
        """The buffer that an address is in. Of an empty one, its start is."""
        place = bisect.bisect_right(self._order, address) - 1
        if place < 0:
            return None
        buffer = self._live[self._order[place]]
        return buffer if address < buffer.high or address == buffer.low else None

    def is_device(self, address: int) -> bool:
        return self.low <= address < self.high

    def describe(self, address: int) -> str:
        """What an address is of, for messages."""
        buffer = self.find(address)
        if buffer:
            inside = "" if address == buffer.low else f"byte {address - buffer.low} of "
            return f"{inside}{buffer}"
        if not self.is_device(address):
            return f"host memory ({address:#x})" if address else "a null pointer"
        for freed in self._freed.values():
            if freed.low <= address < max(freed.high, freed.low + 1):
                return f"{freed}, which was freed before"
        return f"device memory at {address:#x} that no buffer holds"


def _reserved(size: int) -> mmap.mmap:
    """A mapping of that size or, where the system grants no such, of the largest that it does."""
    while True:
        try:
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
            return mmap.mmap(-1, size, flags=flags)
        except OSError:
            if size <= 1 << 24:
                raise
            size //= 2
