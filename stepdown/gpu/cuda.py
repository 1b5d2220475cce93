"""A GPU through the CUDA driver: memory, copies, PTX loaded, kernels launched.

The arguments of a launch are packed here: a word for each parameter of the kernel, which for an
array of unknown sizes is a descriptor of 3 + 2 * rank of them. What the driver refuses is
`runners.driver`'s to explain.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence

import numpy as np

from runners import cuda, driver, launch
from runners.device_array import DeviceArray
from runners.errors import CudaError, ToolchainError
from runners.ptx import Ptx

from ..errors import Error
from .runtime import Block, Code, Device, Operand


class NoDevice(ToolchainError):
    """There is no GPU to run on; target="gpu-sim" needs none."""


class Gpu(Device):
    """The GPU of that number, opened."""

    def __init__(self, ordinal: int = 0) -> None:
        try:
            self.gpu = cuda.Device(ordinal)
        except (ToolchainError, CudaError) as error:
            raise NoDevice(
                f'target="gpu" needs a GPU: {error}; target="gpu-sim" runs the same kernels in '
                "the simulator, on the CPU"
            ) from None
        super().__init__()
        self.name = f"GPU {ordinal}, {self.gpu.name}"
        self.chip, self.memory = self.gpu.chip, self.gpu.memory

    def _allocate(self, size: int) -> DeviceArray | None:
        try:
            return self.gpu.empty(size, np.uint8)
        except CudaError as error:
            if error.code == "CUDA_ERROR_OUT_OF_MEMORY":
                return None
            raise

    def _release(self, handle: DeviceArray) -> None:
        handle.free()

    def _write(self, block: Block, source: np.ndarray) -> None:
        # The driver copies from the host's memory before it returns, behind what was launched.
        self._call("cuMemcpyHtoD", block.handle.pointer, source.ctypes.data, source.nbytes)

    def _read(self, block: Block, target: np.ndarray) -> None:
        self.gpu.synchronize()
        self._call("cuMemcpyDtoH", target.ctypes.data, block.handle.pointer, target.nbytes)

    def _copy(self, target: Block, source: Block, size: int) -> None:
        self._call("cuMemcpyDtoD", target.handle.pointer, source.handle.pointer, size)

    def _call(self, name: str, *arguments: object) -> object:
        return self.gpu.context.call(name, *arguments)

    def _load(self, source: tuple[Ptx, bool]) -> Code:
        return Loaded(self, *source)

    def synchronize(self) -> None:
        """Wait for all that was launched. Raises CudaError, with the kernel, if that failed."""
        self.check()
        self.gpu.synchronize()

    def close(self) -> None:
        if not self.closed:
            super().close()
            self.gpu.close()


class Loaded(Code):
    """Kernels of PTX, loaded by the driver; `bare` says that an array is passed as its address."""

    def __init__(self, device: Gpu, source: Ptx, bare: bool) -> None:
        self.device, self.bare = device, bare
        self.module = device.gpu.load(source)

    def launch(
        self,
        name: str,
        grid: tuple[int, int, int],
        block: tuple[int, int, int],
        arrays: Sequence[Operand],
        numbers: Sequence[object],
        sizes: Sequence[int],
    ) -> None:
        loaded = self.module[name]
        launch.check(
            name, grid, block, static_shared=loaded.shared, chip=self.device.gpu.limits_chip
        )
        words: list[int] = []
        for each in arrays:
            words += _descriptor(each, self.bare)
        words += [_word(number) for number in numbers]
        words += sizes
        if len(words) != len(loaded.kernel.parameters):
            raise Error(
                f"{name} has {len(loaded.kernel.parameters)} parameters; {len(words)} were packed"
            )
        cells = (ctypes.c_uint64 * max(1, len(words)))(*[word & _ALL for word in words])
        first, step = ctypes.addressof(cells), ctypes.sizeof(ctypes.c_uint64)
        pointers = (ctypes.c_void_p * max(1, len(words)))(
            *[first + step * n for n in range(len(words))]
        )
        context = self.device.gpu.context
        context.call(
            "cuLaunchKernel", loaded._function, *grid, *block, 0, driver.api().CUstream(0),
            ctypes.addressof(pointers), 0,
        )  # fmt: skip
        context.launched.append(name)


_ALL = (1 << 64) - 1


def _descriptor(operand: Operand, bare: bool) -> list[int]:
    """An array's parameters: its address, or that of a memref of any sizes."""
    pointer = operand.block.handle.pointer
    if bare:
        return [pointer + operand.offset * operand.dtype.itemsize]
    return [pointer, pointer, operand.offset, *operand.shape, *operand.strides]


def _word(number: object) -> int:
    """The bits of a number, of which a parameter takes the first bytes."""
    if isinstance(number, float):
        return int.from_bytes(struct.pack("<d", number), "little")
    return int(number)
