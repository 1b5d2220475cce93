"""Arrays on a device: they own their memory, or are views of those that do."""

from __future__ import annotations

import math
import weakref

import numpy as np

from ..errors import ArgumentError
from ..frontend.types import ANY, ROWS
from .runtime import WIDE, Block, Device, row_major


class Array:
    """An array on a device: `shape` and `dtype` as in NumPy. One that was not sliced has no gaps.

    `numpy()` and `np.asarray` copy it to the host, once what computes it is done. A compiled
    function for the same device takes it as it is. Slices are views of the same memory. On a GPU it
    speaks the CUDA array interface.
    """

    __array_priority__ = 50
    on_device = True

    def __init__(
        self, device: Device, block: Block, shape: tuple[int, ...], dtype, base: Array | None = None
    ) -> None:
        self.device, self.shape, self.dtype = device, tuple(shape), np.dtype(dtype)
        self.offset, self.strides = 0, row_major(self.shape)  # in elements
        self._block, self.base = block, base
        if base is None:
            self._give_back = weakref.finalize(self, device.give_back, block)
            self._give_back.atexit = False  # the device goes then, and its memory with it
        else:
            self._give_back = base._give_back

    ndim = property(lambda self: len(self.shape))
    size = property(lambda self: math.prod(self.shape))
    nbytes = property(lambda self: self.size * self.dtype.itemsize)

    def __repr__(self) -> str:
        state = ", freed" if self.freed else ""
        return f"gpu.Array({self.dtype}, {self.shape}, on {self.device.name}{state})"

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array of rank 0 has no length")
        return self.shape[0]

    @property
    def strided(self) -> str:
        """How it lies in memory, as `leaves.Leaf` says it; one with rows has each at a multiple of
        16 bytes, so that a thread may load as much of it at once."""
        if not self.offset and self.strides == row_major(self.shape):
            return ""
        *others, last = self.strides or (0,)
        each = WIDE // self.dtype.itemsize
        aligned = all(step % each == 0 for step in (self.offset, *others))
        return ROWS if last == 1 and aligned else ANY

    def __getitem__(self, key: object) -> Array:
        """A view of the same memory, for integers and slices as in NumPy."""
        keys = key if isinstance(key, tuple) else (key,)
        for each in keys:
            if not (each is Ellipsis or each is None or isinstance(each, (int, np.integer, slice))):
                raise TypeError(
                    f"an array on a device is cut by integers and slices; got {each!r:.60}: a "
                    "compiled function picks elements"
                )
        # NumPy says what the key means, on memory that nobody looks at.
        item = self.dtype.itemsize
        lengths = [stride * item for stride in self.strides]
        like = np.lib.stride_tricks.as_strided(np.empty(1, self.dtype), self.shape, lengths)
        part = like[keys if Ellipsis in keys else (*keys, ...)]
        made = Array(self.device, self._block, part.shape, self.dtype, self.base or self)
        moved = part.__array_interface__["data"][0] - like.__array_interface__["data"][0]
        made.offset = self.offset + moved // item
        made.strides = tuple(stride // item for stride in part.strides)
        return made

    @property
    def freed(self) -> bool:
        return not self._give_back.alive

    @property
    def block(self) -> Block:
        """Its memory; ArgumentError once it is freed, or the device closed."""
        if self.freed:
            raise ArgumentError(f"{self!r} was freed: it cannot be used any more")
        self.device.check()
        return self._block

    def free(self) -> None:
        """Give the memory back now, also that of which this is a view. A second time does
        nothing."""
        self.device.frees += 1
        self._give_back()

    def numpy(self, out: np.ndarray | None = None) -> np.ndarray:
        """A copy on the host, or into `out`, a plain array of the same shape and dtype."""
        block = self.block
        if out is None:
            out = np.empty(self.shape, self.dtype)
        elif (out.shape, out.dtype) != (self.shape, self.dtype):
            raise ArgumentError(
                f"out is {out.dtype} of shape {out.shape}; the array is {self.dtype} of shape "
                f"{self.shape}"
            )
        elif not (out.flags.c_contiguous and out.flags.writeable):
            raise ArgumentError("out has to be contiguous and writable")
        item = self.dtype.itemsize
        if self.strides == row_major(self.shape):
            self.device.read(block, out, self.offset * item)
        elif out.size:
            # What lies between its first element and its last, the gaps too.
            ends = [(n - 1) * step for n, step in zip(self.shape, self.strides, strict=True)]
            first = self.offset + sum(min(0, end) for end in ends)
            span = np.empty(1 + sum(map(abs, ends)), self.dtype)
            self.device.read(block, span, first * item)
            lengths = [stride * item for stride in self.strides]
            seen = np.lib.stride_tricks.as_strided(span[self.offset - first :], self.shape, lengths)
            out[...] = seen
        return out

    def item(self) -> object:
        """The one element as a Python number."""
        return self.numpy().item()

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("an array of a GPU cannot be seen from NumPy without a copy")
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    def __float__(self) -> float:
        return float(self.numpy())

    def __int__(self) -> int:
        return int(self.numpy())

    def __index__(self) -> int:
        return self.numpy().__index__()

    def __bool__(self) -> bool:
        return bool(self.numpy())

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        pointer = getattr(self.block.handle, "pointer", None)
        if pointer is None:
            raise AttributeError("an array of the simulator is not in a GPU's memory")
        item = self.dtype.itemsize
        return {
            "shape": self.shape, "typestr": self.dtype.str, "version": 3,
            "data": (pointer + self.offset * item, False),
            "strides": tuple(stride * item for stride in self.strides) if self.strided else None,
        }  # fmt: skip


def array(device: Device, source: np.ndarray, what: str = "an array") -> Array:
    """A copy of an array of the host on a device."""
    block = device.allocate(source.nbytes, what)
    made = Array(device, block, source.shape, source.dtype)
    device.write(block, source)
    return made
