"""A GPU from Python: choose a device, copy arrays, load kernels, launch them, time them.

    with runners.cuda.Device() as device:
        x = device.array(numpy_array)
        kernels = device.load(program.ptx(device.chip))
        kernels.square.launch(grid=4, block=64, args=[x])
        print(x.numpy())

Everything goes through the CUDA driver API and its primary context. Arrays are `device_array`'s,
kernels `device_code`'s, calls `driver`'s.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import device_array, device_code, driver, launch
from .device_array import DeviceArray
from .device_code import Module
from .errors import ArgumentError, CudaError

if TYPE_CHECKING:
    from types import TracebackType

    from .cubin import Cubin
    from .ptx import Ptx

__all__ = ["CudaError", "Device", "DeviceArray", "Event", "Module", "Stream", "Timing", "count"]


def count() -> int:
    """How many GPUs this process may use. Raises ToolchainError where there is no driver."""
    driver.call("cuInit", 0)
    return driver.call("cuDeviceGetCount")


class Device:
    """A GPU. It holds the device's primary context until it is closed or goes.

    `name`, `capability` such as (9, 0), `chip` such as "sm_90", `memory` in bytes,
    `multiprocessors`, and `driver_version` as CUDA numbers it, such as 13020.
    """

    def __init__(self, ordinal: int = 0) -> None:
        there = count()
        if not (isinstance(ordinal, int) and 0 <= ordinal < there):
            known = f"0 to {there - 1}" if there > 1 else "0" if there else "none"
            raise ArgumentError(f"no GPU has the number {ordinal!r}; there is {known}")
        self.ordinal = ordinal
        self.driver_version: int = driver.call("cuDriverGetVersion")
        self._device = driver.call("cuDeviceGet", ordinal)
        name = driver.call("cuDeviceGetName", 256, self._device)
        self.name = name.split(b"\0")[0].decode(errors="replace")
        self.memory: int = driver.call("cuDeviceTotalMem", self._device)
        self.capability = (
            self._attribute("COMPUTE_CAPABILITY_MAJOR"),
            self._attribute("COMPUTE_CAPABILITY_MINOR"),
        )
        self.multiprocessors = self._attribute("MULTIPROCESSOR_COUNT")
        self.shared_per_block = self._attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN")
        self.context = driver.Context(self._device)

    def __repr__(self) -> str:
        return f"<Device {self.ordinal}: {self.name}, {self.chip}, CUDA {self.cuda_version}>"

    def __enter__(self) -> Device:
        return self

    def __exit__(self, kind: type, error: BaseException, trace: TracebackType) -> None:
        self.close()

    @property
    def chip(self) -> str:
        """What to compile for, such as sm_90; sm_90a, if there is one, has features more."""
        return f"sm_{self.capability[0]}{self.capability[1]}"

    @property
    def limits_chip(self) -> str:
        """The chip whose limits `launch` checks; for one that it does not know, the roomiest.

        What this device allows is checked after that in any case.
        """
        try:
            launch.limits(self.chip)
        except ArgumentError:
            return "sm_90"
        return self.chip

    @property
    def cuda_version(self) -> str:
        """The release of CUDA that the driver is of, such as 13.2."""
        return f"{self.driver_version // 1000}.{self.driver_version % 1000 // 10}"

    @property
    def free_memory(self) -> int:
        """Bytes that can still be allocated, by anyone."""
        return self._alive().call("cuMemGetInfo")[0]

    def array(self, values: object) -> DeviceArray:
        """A copy of a NumPy array, or of what NumPy makes an array of, on the GPU."""
        return device_array.from_numpy(self._alive(), values)

    def empty(self, shape: int | tuple[int, ...], dtype: object = "float32") -> DeviceArray:
        """An array on the GPU whose elements are whatever was there."""
        return DeviceArray(self._alive(), shape, dtype)

    def zeros(self, shape: int | tuple[int, ...], dtype: object = "float32") -> DeviceArray:
        """An array of zeros on the GPU."""
        array = self.empty(shape, dtype)
        try:
            return array.fill_bytes(0)
        except BaseException:
            array.free()
            raise

    def load(self, source: Ptx | Cubin | str) -> Module:
        """The kernels of a Ptx, a Cubin, or PTX as text.

        Raises CudaError, with what the driver's compiler says, when it does not take them; before
        it is asked, when the PTX is newer than the driver or the code is for another chip.
        """
        self._alive()
        return device_code.load(self, source)

    def stream(self) -> Stream:
        """A queue of its own for launches."""
        return Stream(self._alive())

    def event(self) -> Event:
        """A mark between launches, for timing."""
        return Event(self._alive())

    @contextlib.contextmanager
    def timed(self, stream: Stream | None = None) -> Iterator[Timing]:
        """Measure what is launched inside the `with`, on the GPU's own clock."""
        timing = Timing()
        with contextlib.ExitStack() as cleanup:
            start, stop = self.event(), None
            cleanup.callback(start.free)
            stop = self.event()
            cleanup.callback(stop.free)
            start.record(stream)
            yield timing
            stop.record(stream)
            self.synchronize()
            timing.seconds = start.seconds_until(stop)

    def synchronize(self) -> None:
        """Wait for all that was launched. Raises CudaError, naming the kernel, if that failed."""
        self._alive().synchronize()

    def close(self) -> None:
        """Free what was made on the device, and let go of it. A second time does nothing."""
        if not self.context.released:
            self.context.release()

    def _alive(self) -> driver.Context:
        if self.context.released:
            raise ArgumentError(f"the device {self.name} was closed")
        return self.context

    def _attribute(self, name: str) -> int:
        attribute = getattr(driver.api().CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return driver.call("cuDeviceGetAttribute", attribute, self._device)


class Stream(driver.Resource):
    """A queue of launches: what is in one runs in order, two may run side by side."""

    def __init__(self, context: driver.Context) -> None:
        handle = context.call("cuStreamCreate", 0)
        super().__init__(context, "the stream", "cuStreamDestroy", handle)

    def synchronize(self) -> None:
        """Wait for what was launched on this stream."""
        self.context.call("cuStreamSynchronize", self.handle)


class Event(driver.Resource):
    """A mark in a stream, which the GPU stamps with the time when it comes to it."""

    def __init__(self, context: driver.Context) -> None:
        handle = context.call("cuEventCreate", 0)
        super().__init__(context, "the event", "cuEventDestroy", handle)

    def record(self, stream: Stream | None = None) -> None:
        """Put the mark behind all that was launched so far."""
        queue = driver.api().CUstream(0) if stream is None else stream.handle
        self.context.call("cuEventRecord", self.handle, queue)

    def seconds_until(self, later: Event) -> float:
        """Seconds from this mark to a later one, once the GPU has come to it."""
        self.context.call("cuEventSynchronize", later.handle)
        return self.context.call("cuEventElapsedTime", self.handle, later.handle) / 1e3


class Timing:
    """What `Device.timed` measured: `seconds`, None while it still measures."""

    seconds: float | None = None
