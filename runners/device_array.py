"""Arrays in a GPU's memory: from NumPy and back, freed with the object or before.

A DeviceArray is contiguous, in row-major order. It speaks the CUDA array interface, so that PyTorch
and CuPy can use the same memory.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from . import driver, memref
from .errors import ArgumentError

if TYPE_CHECKING:
    from types import TracebackType

_KINDS = "biufc"


class DeviceArray(driver.Resource):
    """An array in a GPU's memory: `shape` and `dtype` as in NumPy; `numpy()` copies it back."""

    def __init__(self, context: driver.Context, shape: object, dtype: object) -> None:
        self.shape, self.dtype = _shape(shape), _dtype(dtype)
        self.nbytes = math.prod(self.shape) * self.dtype.itemsize
        # The driver refuses to allocate nothing.
        pointer = int(context.call("cuMemAlloc", self.nbytes)) if self.nbytes else 0
        super().__init__(context, repr(self), "cuMemFree" if pointer else None, pointer)

    def __repr__(self) -> str:
        return f"DeviceArray({self.dtype}, {self.shape})"

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a DeviceArray of rank 0 has no length")
        return self.shape[0]

    def __enter__(self) -> DeviceArray:
        return self

    def __exit__(self, kind: type, error: BaseException, trace: TracebackType) -> None:
        self.free()

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def pointer(self) -> int:
        """The address in the GPU's memory, 0 if it is empty; ArgumentError once it is freed."""
        return self.handle

    def numpy(self, out: np.ndarray | None = None) -> np.ndarray:
        """A copy as a NumPy array, or into `out`, once all that was launched is done."""
        pointer = self.pointer
        if out is None:
            out = np.empty(self.shape, self.dtype)
        _check_fits(out, self, "out")
        if not (out.flags.c_contiguous and out.flags.writeable):
            why = "read-only" if out.flags.c_contiguous else "strided"
            raise ArgumentError(f"out is {why}: a copy from the GPU needs a plain, writable array")
        self.context.synchronize()
        if self.nbytes:
            self.context.call("cuMemcpyDtoH", out.ctypes.data, pointer, self.nbytes)
        return out

    def copy_from(self, source: np.ndarray | DeviceArray) -> DeviceArray:
        """Overwrite the array with another of the same shape and dtype; returns this one."""
        pointer = self.pointer
        if isinstance(source, DeviceArray):
            _check_fits(source, self, "source")
            if source.context is not self.context:
                raise ArgumentError(f"{source!r} is of another Device")
            if self.nbytes:
                self.context.call("cuMemcpyDtoD", pointer, source.pointer, self.nbytes)
            return self
        if not isinstance(source, np.ndarray):
            raise ArgumentError(f"source is {type(source).__name__}, not a NumPy or device array")
        _check_fits(source, self, "source")
        host = np.ascontiguousarray(source)
        self.context.synchronize()
        if self.nbytes:
            self.context.call("cuMemcpyHtoD", pointer, host.ctypes.data, self.nbytes)
        return self

    def fill_bytes(self, byte: int = 0) -> DeviceArray:
        """Set every byte to the same value; returns this array."""
        pointer = self.pointer
        if self.nbytes:
            self.context.call("cuMemsetD8", pointer, byte, self.nbytes)
        return self

    def __array__(self, dtype: object = None, copy: bool | None = None) -> np.ndarray:
        if copy is False:
            raise ValueError("an array of a GPU cannot be seen from NumPy without a copy")
        array = self.numpy()
        return array if dtype is None else array.astype(dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, object]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, False),
            "strides": None,
            "version": 3,
        }


def from_numpy(context: driver.Context, values: object) -> DeviceArray:
    """A copy of an array, or of what NumPy makes an array of, on the GPU."""
    host = np.asarray(values)
    array = DeviceArray(context, host.shape, host.dtype)
    try:
        return array.copy_from(host)
    except BaseException:
        array.free()
        raise


def _check_fits(given: np.ndarray | DeviceArray, array: DeviceArray, what: str) -> None:
    if not isinstance(given, (np.ndarray, DeviceArray)):
        raise ArgumentError(f"{what} is {type(given).__name__}, not a NumPy array")
    if given.shape != array.shape or given.dtype != array.dtype:
        raise ArgumentError(
            f"{what} is {given.dtype} of shape {given.shape}, the device array {array.dtype} of "
            f"shape {array.shape}"
        )


def _shape(shape: object) -> tuple[int, ...]:
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if not all(isinstance(size, (int, np.integer)) and size >= 0 for size in sizes):
        raise ArgumentError(f"a shape is whole numbers from 0; got {memref.short(shape)}")
    return tuple(map(int, sizes))


def _dtype(dtype: object) -> np.dtype:
    try:
        found = np.dtype(dtype)
    except TypeError as error:
        raise ArgumentError(f"{error}") from None
    known = found.kind in _KINDS or found.name == "bfloat16"
    if not known or not found.isnative:
        what = "is of another byte order" if not found.isnative else "has no place on a GPU"
        raise ArgumentError(f"dtype {found} {what}: numbers and bool of this machine's order do")
    return found
