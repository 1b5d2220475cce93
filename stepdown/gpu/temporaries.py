"""The memory of a call's temporaries: one block, in which each has a place while it is needed.

Everything goes into one stream, so a place is given to the next as soon as the last step that uses
it was launched. A size that only a call knows gets some room to grow, so that places stay where
they are as a text becomes longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..frontend import dims
from . import plan
from .runtime import STEP
from .spec import power_of_two

if TYPE_CHECKING:
    from .calls import Given

ROOM = 1 << 16  # bytes by which a dynamic one grows at least


class Temporaries:
    """The temporaries, and the results too if they are `kept` with them: `places` has for a
    buffer's number the byte at which it begins and its size, `size` is that of all."""

    def __init__(self, made: plan.Plan, kept: bool = False) -> None:
        self.plan = made
        roles = ("temporary", "result") if kept else ("temporary",)
        used = {b.number: b for step in made.steps for b in step.buffers}
        used |= {b.number: b for b in made.results}
        self.buffers = [b for b in used.values() if b.role in roles]
        self._kinds: dict[tuple, list[plan.Buffer]] = {}  # buffers of one size
        for buffer in self.buffers:
            key = buffer.shape, buffer.dtype.itemsize
            self._kinds.setdefault(key, []).append(buffer)
        self._room: dict[tuple, int] = {}
        self.places: dict[int, tuple[int, int]] = {}
        self.size = 0

    def fit(self, given: Given) -> bool:
        """Make places for the sizes of a call; whether they are others than before."""
        sizes = {kind: given.bytes(buffers[0]) for kind, buffers in self._kinds.items()}
        if self._room and all(size <= self._room[kind] for kind, size in sizes.items()):
            return False
        for (shape, each), size in sizes.items():
            if size > self._room.get((shape, each), -1):
                dynamic = any(isinstance(s, dims.Dim) for s in shape)
                self._room[shape, each] = _roomy(size, dynamic)
        self.places, self.size = {}, 0
        self._place()
        return True

    # [region place]
    def _place(self) -> None:
        """Go through the steps: a buffer takes the first gap that it fits in, and leaves one."""
        live: list[tuple[int, int, int]] = []  # of those in use: begin, end, number
        sizes = {b.number: self._room[kind] for kind, part in self._kinds.items() for b in part}

        def begin(number: int) -> None:
            size, at, place = sizes[number], 0, 0
            while place < len(live) and live[place][0] - at < size:
                at, place = live[place][1], place + 1
            live.insert(place, (at, at + size, number))
            self.places[number], self.size = (at, size), max(self.size, at + size)

        for number, step in enumerate(self.plan.steps):
            for buffer in step.buffers:
                if buffer.number in sizes and buffer.number not in self.places:
                    begin(buffer.number)
            ended = {buffer.number for buffer in self.plan.ends.get(number, ())}
            live = [each for each in live if each[2] not in ended]
        for buffer in self.buffers:
            if buffer.number not in self.places:
                begin(buffer.number)
                # [end place]


def _roomy(size: int, dynamic: bool) -> int:
    """So many bytes in whole steps; for one that may grow, up to a sixteenth more."""
    step = max(ROOM, power_of_two(size) // 16) if dynamic else STEP
    return max(-(-size // step), 1) * step
