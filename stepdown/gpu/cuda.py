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

from runners import cuda, driver
from runners import launch as launches
from runners.device_array import DeviceArray
from runners.errors import CudaError, ToolchainError
from runners.ptx import Ptx

from ..errors import Error
from .runtime import Block, Code, Copied, Device, Graph, Launch, Operand


class NoDevice(ToolchainError):
    """There is no GPU to run on; target="gpu-sim" needs none."""


class Gpu(Device):
    """The GPU of that number, opened."""

    target = "gpu"

    def __init__(self, ordinal: int = 0) -> None:
        try:
            self.gpu = cuda.Device(ordinal)
        except (ToolchainError, CudaError) as error:
            why = str(error).removesuffix(driver.WITHOUT_GPU)
            raise NoDevice(
                f'target="gpu" needs a GPU: {why}; target="gpu-sim" runs the same kernels in '
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

    def _read(self, block: Block, target: np.ndarray, start: int) -> None:
        self.gpu.synchronize()
        source = block.handle.pointer + start
        self._call("cuMemcpyDtoH", target.ctypes.data, source, target.nbytes)

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

    def launch(self, launch: Launch) -> None:
        packed = self.packed(launch)
        context = self.device.gpu.context
        context.call(
            "cuLaunchKernel", packed.function, *launch.grid, *launch.block, 0,
            driver.api().CUstream(0), packed.address, 0,
        )  # fmt: skip
        context.launched.append(launch.name)

    def packed(self, launch: Launch) -> Packed:
        """The kernel of a launch, and its parameters."""
        loaded = self.module[launch.name]
        launches.check(
            launch.name, launch.grid, launch.block, static_shared=loaded.shared,
            chip=self.device.gpu.limits_chip,
        )  # fmt: skip
        words: list[int] = []
        for each in launch.arrays:
            words += _descriptor(each, self.bare)
        words += [_word(number) for number in launch.numbers]
        words += launch.sizes
        if len(words) != len(loaded.kernel.parameters):
            raise Error(
                f"{launch.name} has {len(loaded.kernel.parameters)} parameters; {len(words)} were "
                "packed"
            )
        return Packed(loaded.function, words)

    def record(self, steps: Sequence[Launch | Copied | None]) -> Graph:
        return Recorded(self, steps)


class Packed:
    """Parameters in memory of the host, which the driver reads when it is called."""

    def __init__(self, function: object, words: Sequence[int]) -> None:
        self.function = function
        count = max(1, len(words))
        self._cells = (ctypes.c_uint64 * count)(*[word & _ALL for word in words])
        first, step = ctypes.addressof(self._cells), ctypes.sizeof(ctypes.c_uint64)
        self._pointers = (ctypes.c_void_p * count)(*[first + step * n for n in range(len(words))])
        self.address = ctypes.addressof(self._pointers)


# [region graph]
class Recorded(Graph):
    """A graph of the driver: a node for each step, each behind the one before."""

    def __init__(self, code: Loaded, steps: Sequence[Launch | Copied | None]) -> None:
        self.code, self.context = code, code.device.gpu.context
        handle = self.context.call("cuGraphCreate", 0)
        made = driver.Resource(self.context, "the graph", "cuGraphDestroy", handle)
        self.nodes: dict[int, object] = {}
        self.names = [step.name for step in steps if isinstance(step, Launch)]
        before: list[object] = []
        for number, step in enumerate(steps):
            if step is None:
                continue
            if isinstance(step, Launch):
                packed = code.packed(step)  # the driver copies the parameters
                node = self.context.call("cuGraphAddKernelNode", handle, before, len(before),
                                         _kernel_node(step, packed))  # fmt: skip
            else:
                node = self.context.call("cuGraphAddMemcpyNode", handle, before, len(before),
                                         _copy_node(step), self.context.handle)  # fmt: skip
            self.nodes[number] = node
            before = [node]
        run = self.context.call("cuGraphInstantiate", handle, 0)
        self.executable = driver.Resource(
            self.context, "the graph's executable", "cuGraphExecDestroy", run
        )
        self.graph = made  # its nodes name those of the executable

    def replay(self) -> None:
        stream = driver.api().CUstream(0)
        self.context.call("cuGraphLaunch", self.executable.handle, stream)
        self.context.launched += self.names

    def set(self, number: int, step: Launch | Copied) -> None:
        node, run = self.nodes[number], self.executable.handle
        if isinstance(step, Launch):
            packed = self.code.packed(step)
            given = _kernel_node(step, packed)
            self.context.call("cuGraphExecKernelNodeSetParams", run, node, given)
        else:
            self.context.call("cuGraphExecMemcpyNodeSetParams", run, node, _copy_node(step),
                              self.context.handle)  # fmt: skip
            # [end graph]


def _kernel_node(step: Launch, packed: Packed) -> object:
    node = driver.api().CUDA_KERNEL_NODE_PARAMS()
    node.func = packed.function
    node.gridDimX, node.gridDimY, node.gridDimZ = step.grid
    node.blockDimX, node.blockDimY, node.blockDimZ = step.block
    node.sharedMemBytes, node.kernelParams = 0, packed.address
    return node


def _copy_node(step: Copied) -> object:
    node, kinds = driver.api().CUDA_MEMCPY3D(), driver.api().CUmemorytype
    node.srcMemoryType = node.dstMemoryType = kinds.CU_MEMORYTYPE_DEVICE
    node.srcDevice, node.dstDevice = step.source.handle.pointer, step.target.handle.pointer
    node.WidthInBytes, node.Height, node.Depth = step.size, 1, 1
    return node


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
