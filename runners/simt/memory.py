"""Memory as kernels see it: buffers of bytes, views of them, loads and stores by many threads.

A buffer holds one instance for the launch (global), for each block (workgroup) or for each thread
(private). Every access is checked against the view's sizes and the buffer's end before NumPy is
asked for an element, so no access reaches anything outside. Races and initialisation are `shadow`'s
to judge, transactions and banks `traffic`'s to count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..launch import LaunchError
from . import shadow, traffic
from .machine import Refused, choose
from .values import across

if TYPE_CHECKING:
    from .faults import Site
    from .machine import Batch, Mask


class Buffer:
    """So many bytes in one or more instances, with the shadow that says who touched each cell."""

    def __init__(
        self,
        name: str,
        space: str,
        size: int,
        granule: int,
        instances: tuple[int, int] = (1, 1),
        raw: np.ndarray | None = None,
    ) -> None:
        self.name, self.space, self.size, self.granule = name, space, size, granule
        self.stride = -(-max(size, 1) // 16) * 16
        self.instances = instances
        count = instances[0] * instances[1]
        self.raw = np.zeros(self.stride * count, np.uint8) if raw is None else raw
        self.shadow: shadow.Shadow | None = None
        self.touched: np.ndarray | None = None  # cells, of global memory
        self.read_only = False
        self._typed: dict[np.dtype, np.ndarray] = {}
        self._base: dict[int, Any] = {}

    def follow(self, *, initialised: bool, races: bool) -> None:
        """Keep shadow memory from now on."""
        instances = 1 if self.space == "global" else self.instances[0] * self.instances[1]
        cells = self.raw.size // self.granule // instances
        self.shadow = shadow.Shadow(
            cells, initialised=initialised, races=races, instances=instances
        )

    def typed(self, dtype: np.dtype) -> np.ndarray:
        """All instances as one array of elements."""
        found = self._typed.get(dtype)
        if found is None:
            found = self._typed[dtype] = self.raw.view(dtype)
        return found

    def base(self, unit: int) -> Any:
        """Where each instance begins, in units of so many bytes: 0, (b, 1) or (b, t)."""
        if self.space == "global":
            return 0
        found = self._base.get(unit)
        if found is None:
            steps = np.arange(self.instances[0] * self.instances[1]) * (self.stride // unit)
            found = self._base[unit] = steps.reshape(self.instances)
        return found


class View:
    """A memref: elements of a buffer by offset, sizes and strides, which may differ by thread."""

    __slots__ = ("buffer", "dtype", "offset", "sizes", "strides")

    def __init__(
        self, buffer: Buffer, dtype: np.dtype, offset: Any, sizes: Sequence, strides: Sequence
    ) -> None:
        self.buffer, self.dtype = buffer, dtype
        self.offset, self.sizes, self.strides = offset, tuple(sizes), tuple(strides)

    def with_layout(self, offset: Any, sizes: Sequence, strides: Sequence) -> View:
        return View(self.buffer, self.dtype, offset, sizes, strides)

    def pick(self, condition: Any, other: View) -> View:
        """This view where the condition holds, the other elsewhere; of one buffer only."""
        if other.buffer is not self.buffer:
            raise Refused(
                f"threads choose between memrefs of {self.buffer.name} and {other.buffer.name}: "
                "the simulator follows one buffer through an operation; branch around the access"
            )

        def each(mine: Sequence, theirs: Sequence) -> list:
            return [
                a if _same(a, b) else choose(condition, np.int64(a) if isinstance(a, int) else a, b)
                for a, b in zip(mine, theirs, strict=True)
            ]

        (offset,) = each([self.offset], [other.offset])
        return self.with_layout(
            offset, each(self.sizes, other.sizes), each(self.strides, other.strides)
        )


def _same(first: Any, second: Any) -> bool:
    return first is second or (np.ndim(first) == np.ndim(second) == 0 and first == second)


def linear(view: View, indices: Sequence) -> Any:
    """The element's number from the buffer's beginning."""
    number: Any = view.offset
    for index, stride in zip(indices, view.strides, strict=True):
        step = index if isinstance(stride, int) and stride == 1 else index * stride
        number = step if isinstance(number, int) and number == 0 else number + step
    return number if isinstance(number, (np.ndarray, np.generic)) else np.int64(number)


def outside(
    batch: Batch, site: Site, view: View, indices: Sequence, mask: Mask, extents: Sequence[int]
) -> tuple[Any, np.ndarray | None]:
    """The element's number and the active threads whose index is out of bounds, reported.

    `extents` says how many elements the access takes along each dimension.
    """
    number = linear(view, indices)
    reach = 0
    bad: Any = None
    for index, size, stride, extent in zip(indices, view.sizes, view.strides, extents, strict=True):
        reach += (extent - 1) * stride
        if _within(index, size, extent):
            continue
        wrong = (index < 0) | (index > size - extent)
        bad = wrong if bad is None else bad | wrong
    end = view.buffer.size // view.dtype.itemsize
    if not _within(number, end, 1 + reach):
        wrong = (number < 0) | (number + reach >= end)
        bad = wrong if bad is None else bad | wrong
    if bad is None:
        return number, None
    lanes = mask.full() & batch.spread(bad)
    if not lanes.any():
        return np.where(lanes | ~mask.full(), 0, number), None

    def describe(block: int, thread: int) -> tuple[str, tuple[int, ...]]:
        at = tuple(int(batch.spread(i)[block, thread]) for i in indices)
        sizes = tuple(int(batch.spread(size)[block, thread]) for size in view.sizes)
        shown = ", ".join(map(str, at))
        shape = "x".join(map(str, sizes)) or "1"
        many = "x".join(str(e) for e in extents if e > 1)
        what = f"{many} elements from [{shown}]" if many else f"index [{shown}]"
        inside = all(0 <= i <= s - e for i, s, e in zip(at, sizes, extents, strict=True))
        how = (
            f"is element {int(batch.spread(number)[block, thread])} of its memory, which has {end}"
            if inside
            else f"is outside of the sizes {shape}"
        )
        return f"{what} {how} ({view.buffer.name})", at

    out_of_bounds(batch, site, lanes, describe)
    return np.where(lanes | ~mask.full(), 0, number), lanes


def out_of_bounds(batch: Batch, site: Site, lanes: np.ndarray, describe: Callable) -> None:
    """Report threads that reach outside; without checks the kernel ends there."""
    if not batch.checks:
        block, thread = (int(n) for n in np.argwhere(lanes)[0])
        raise LaunchError(
            f"{site.where}: out-of-bounds: {describe(block, thread)[0]}\n    {site.text}\n"
            "simulate with checks=True to see every fault"
        )
    batch.recorder.fault("out-of-bounds", site, batch, lanes, describe)


def _within(index: Any, size: Any, extent: Any) -> bool:
    """Whether every index leaves room for `extent` elements below the size; scalars are fast."""
    if isinstance(index, np.ndarray):
        if isinstance(size, np.ndarray) or isinstance(extent, np.ndarray):
            return not bool(((index < 0) | (index > size - extent)).any())
        return bool(index.max() <= size - extent and index.min() >= 0)
    if isinstance(size, np.ndarray) or isinstance(extent, np.ndarray):
        return bool((index <= size - extent).all() and index >= 0)
    return bool(0 <= index <= size - extent)


def offsets_of(view: View, shape: Sequence[int]) -> Any:
    """How far each element of a vector lies from its first; 0 for a scalar.

    The vector's dimensions are the view's last ones, by its own strides.
    """
    total: Any = 0
    for axis, extent in enumerate(shape):
        stride = view.strides[len(view.strides) - len(shape) + axis]
        steps = np.arange(extent).reshape((-1,) + (1,) * (len(shape) - 1 - axis))
        total = total + (across(stride, len(shape)) * steps if np.ndim(stride) else steps * stride)
    return total


def load(
    batch: Batch,
    site: Site,
    view: View,
    indices: Sequence,
    mask: Mask,
    shape: tuple[int, ...] = (),
    keep: Any = None,
    offsets: Any = None,
) -> Any:
    """Elements for each active thread: one, or a vector of that shape.

    `keep` (booleans over the vector) leaves elements out, whose value is then of no meaning;
    `offsets` says where the vector's elements lie from its first, where that is not by the strides.
    """
    buffer = view.buffer
    number, bad = _numbers(batch, site, view, indices, mask, shape, keep, offsets)
    if shape and keep is not None:
        number = np.where(keep, number, 0)
    if batch.checks:
        active = _active(mask, bad, keep, len(shape))
        check(batch, site, view, number, active, len(shape), "load")
    data = buffer.typed(view.dtype)
    if buffer.space == "global":
        return data.take(number, mode="clip") if np.ndim(number) else _one(data, number)
    base = buffer.base(view.dtype.itemsize)
    if buffer.space == "workgroup" and np.ndim(number) >= 2 and number.shape[0] == 1:
        rows = data.reshape(buffer.instances[0], -1)
        return rows.take(number[0], axis=1, mode="clip")
    return data.take(across(base, len(shape)) + number, mode="clip")


def _one(data: np.ndarray, number: Any) -> Any:
    return data[min(max(int(number), 0), data.size - 1)]


def store(
    batch: Batch,
    site: Site,
    view: View,
    indices: Sequence,
    value: Any,
    mask: Mask,
    shape: tuple[int, ...] = (),
    keep: Any = None,
    offsets: Any = None,
) -> None:
    """Write a value, or a vector of that shape, for each active thread; the last of them wins."""
    buffer = view.buffer
    number, bad = _numbers(batch, site, view, indices, mask, shape, keep, offsets)
    data = buffer.typed(view.dtype)
    active = _active(mask, bad, keep, len(shape))
    if buffer.read_only:
        refuse_write(batch, site, view, mask)
        return
    whole = (batch.blocks, batch.threads, *shape)
    base = across(buffer.base(view.dtype.itemsize), len(shape))
    where = np.broadcast_to(base + number, whole)
    what = np.broadcast_to(value, whole)
    if active is None:
        data[where] = what
    else:
        active = np.broadcast_to(active, whole)
        data[where[active]] = what[active]
    if batch.checks:
        check(batch, site, view, number, active, len(shape), "store", (data, where, value))


def _numbers(
    batch: Batch,
    site: Site,
    view: View,
    indices: Sequence,
    mask: Mask,
    shape: tuple[int, ...],
    keep: Any,
    offsets: Any,
) -> tuple[Any, Any]:
    """The numbers of the elements that an access is for, and which threads' are out of bounds."""
    if keep is None and offsets is None:
        extents = (1,) * (len(view.sizes) - len(shape)) + tuple(shape)
        number, bad = outside(batch, site, view, indices, mask, extents)
    else:
        number, bad = linear(view, indices), None
    if shape:
        spread = offsets_of(view, shape) if offsets is None else offsets
        number = _vector_numbers(number, spread, len(shape))
    return number, bad


def _vector_numbers(number: Any, spread: Any, rank: int) -> np.ndarray:
    number = np.asarray(number)
    number = number.reshape((1, 1)) if number.ndim < 2 else number
    return number.reshape(number.shape + (1,) * rank) + spread


def _active(mask: Mask, bad: Any, keep: Any, rank: int) -> np.ndarray | None:
    """Booleans over threads (and elements): those that really access; None for all."""
    active = mask.array
    if bad is not None:
        active = ~bad if active is None else active & ~bad
    if active is not None and rank:
        active = across(active, rank)
    if keep is not None:
        active = keep if active is None else active & keep
    return active


def refuse_write(batch: Batch, site: Site, view: View, mask: Mask) -> None:
    if not batch.checks:
        raise LaunchError(f"{site.where}: read-only: writes to {view.buffer.name}\n    {site.text}")
    batch.recorder.fault(
        "read-only", site, batch, mask.full(), lambda *_: f"writes to {view.buffer.name}"
    )


def check(
    batch: Batch,
    site: Site,
    view: View,
    number: Any,
    active: np.ndarray | None,
    rank: int,
    kind: str,
    written: tuple | None = None,
) -> None:
    """Note one access: initialisation and races, then transactions or bank conflicts."""
    buffer, size = view.buffer, view.dtype.itemsize
    if buffer.shadow is not None:
        buffer.shadow.access(batch, site, view, number, active, rank, kind, written)
    if buffer.touched is not None:
        cells = np.asarray(number) * (size // buffer.granule)
        if active is not None:
            shape = np.broadcast_shapes(cells.shape, active.shape)
            cells = np.broadcast_to(cells, shape)[np.broadcast_to(active, shape)]
        for step in range(size // buffer.granule):
            buffer.touched[cells + step] = True
    if buffer.space != "private":
        traffic.note(batch, site, view, number, active, rank, kind)
