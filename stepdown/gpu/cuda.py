"""A GPU through the CUDA driver: memory, copies, PTX loaded, kernels launched.

The parameters of launches are `packed`'s; what the driver refuses is `runners.driver`'s to explain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from runners import cuda, driver
from runners import launch as launches
from runners.device_array import DeviceArray
from runners.errors import CudaError, ToolchainError
from runners.ptx import Ptx

from ..errors import Error
from . import plan
from .calls import Change
from .packed import Packed
from .prepared import Prepared
from .runtime import Block, Code, Copied, Device, Steps
from .spec import MOST_BLOCKS

if TYPE_CHECKING:
    from runners.device_code import Loaded as Kernel


@dataclass(frozen=True)
class Address:
    """A place in memory that another handle owns."""

    pointer: int


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

    def _part(self, handle: DeviceArray, start: int, size: int) -> Address:
        return Address(handle.pointer + start)

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

    def steps(self, given: Prepared) -> Steps:
        return Recorded(self, given) if given.recorded else OneByOne(self, given)


class _Driven(Steps):
    """Steps with their parameters packed, and how each is launched."""

    def __init__(self, code: Loaded, given: Prepared) -> None:
        self.code, self.given = code, given
        self.context, self.packed = code.device.gpu.context, Packed(given, code.bare)
        self.names = [step.name for step in given.plan.launches]
        self.sized = {n for n, step in enumerate(given.plan.steps) if not _has_grid(step)}
        for number, step in enumerate(given.plan.steps):
            if isinstance(step, plan.Launch):
                self._check(number, step, code.module[step.name])

    def _check(self, number: int, step: plan.Launch, loaded: Kernel) -> None:
        grid, count = self.given.grid(step.spec), len(loaded.kernel.parameters)
        launches.check(
            step.name, grid or (1, 1, 1), step.spec.block, static_shared=loaded.shared,
            chip=self.code.device.gpu.limits_chip,
        )  # fmt: skip
        if count != self.packed.counts[number]:
            raise Error(
                f"{step.name} has {count} parameters; {self.packed.counts[number]} were packed"
            )

    def grid(self, step: plan.Launch) -> tuple[int, int, int] | None:
        """The blocks of a launch, as many as a grid may have; None for none."""
        grid = self.given.grid(step.spec)
        if grid is not None and not (grid[0] < 1 << 31 and grid[1] <= MOST_BLOCKS):
            launches.check(step.name, grid, step.spec.block, chip=self.code.device.gpu.limits_chip)
        return grid


# [region launches]
class OneByOne(_Driven):
    """Launches, each a call of the driver whose arguments are there already."""

    def __init__(self, code: Loaded, given: Prepared) -> None:
        super().__init__(code, given)
        self.calls = [self._call(n) for n in range(len(given.plan.steps))]

    def _call(self, number: int) -> tuple[Callable, tuple] | None:
        """A function of the driver and its arguments; None where there is nothing to do."""
        step, api = self.given.plan.steps[number], driver.api()
        if isinstance(step, plan.Copy):
            copied = self.given.step(number)
            if copied is None:
                return None
            ends = copied.target.handle.pointer, copied.source.handle.pointer
            return api.cuMemcpyDtoD, (*ends, copied.size)
        grid = self.grid(step)
        if grid is None:
            return None
        function, address = self.code.module[step.name].function, self.packed.address[number]
        stream = api.CUstream(0)
        return api.cuLaunchKernel, (function, *grid, *step.spec.block, 0, stream, address, 0)

    def renew(self, change: Change) -> None:
        self.packed.renew(change)
        for number in change.steps & self.sized:
            self.calls[number] = self._call(number)

    def run(self) -> None:
        self.context.launched += self.names
        done = driver.api().CUresult.CUDA_SUCCESS
        with self.context.current():
            for call in self.calls:
                if call is None:
                    continue
                function, arguments = call
                status = function(*arguments)[0]
                if status != done:
                    raise self.context.explained(driver.failure(function.__name__, status))
                    # [end launches]


# [region graph]
class Recorded(_Driven):
    """A graph of the driver: a node for each step, each behind the one before."""

    def __init__(self, code: Loaded, given: Prepared) -> None:
        super().__init__(code, given)
        self._record()

    def _record(self) -> None:
        handle = self.context.call("cuGraphCreate", 0)
        self.graph = driver.Resource(self.context, "the graph", "cuGraphDestroy", handle)
        self.nodes: dict[int, tuple[object, object]] = {}  # each with what it was made with
        before: list[object] = []
        for number, step in enumerate(self.given.plan.steps):
            params = self._params(number)
            if params is None:
                continue
            if isinstance(step, plan.Launch):  # the driver copies the parameters
                node = self.context.call("cuGraphAddKernelNode", handle, before, len(before),
                                         params)  # fmt: skip
            else:
                node = self.context.call("cuGraphAddMemcpyNode", handle, before, len(before),
                                         params, self.context.handle)  # fmt: skip
            self.nodes[number] = node, params
            before = [node]
        run = self.context.call("cuGraphInstantiate", handle, 0)
        self.executable = driver.Resource(
            self.context, "the graph's executable", "cuGraphExecDestroy", run
        )

    def _params(self, number: int, node: object = None) -> object | None:
        """What a node is made with, or the one that it was, renewed; None for no node."""
        step = self.given.plan.steps[number]
        if isinstance(step, plan.Copy):
            copied = self.given.step(number)
            return None if copied is None else _copy_node(copied)
        grid = self.grid(step)
        if grid is None:
            return None
        if node is None:
            node = driver.api().CUDA_KERNEL_NODE_PARAMS()
            node.func = self.code.module[step.name].function
            node.blockDimX, node.blockDimY, node.blockDimZ = step.spec.block
            node.sharedMemBytes, node.kernelParams = 0, self.packed.address[number]
        node.gridDimX, node.gridDimY, node.gridDimZ = grid
        return node

    def renew(self, change: Change) -> None:
        self.packed.renew(change)
        api, run, steps = driver.api(), self.executable.handle, self.given.plan.steps
        done = api.CUresult.CUDA_SUCCESS
        with self.context.current():
            for number in change.steps:
                node, params = self.nodes.get(number, (None, None))
                if number in self.sized:
                    params = self._params(number, params)
                if (node is None) != (params is None):  # a step comes or goes: another graph
                    self._record()
                    return
                if node is None:
                    continue
                if isinstance(steps[number], plan.Launch):
                    (status,) = api.cuGraphExecKernelNodeSetParams(run, node, params)
                else:
                    (status,) = api.cuGraphExecMemcpyNodeSetParams(
                        run, node, params, self.context.handle
                    )
                if status != done:
                    raise driver.failure("cuGraphExec...NodeSetParams", status)

    def run(self) -> None:
        stream = driver.api().CUstream(0)
        self.context.launched += self.names
        self.context.call("cuGraphLaunch", self.executable.handle, stream)
        # [end graph]


def _copy_node(step: Copied) -> object:
    node, kinds = driver.api().CUDA_MEMCPY3D(), driver.api().CUmemorytype
    node.srcMemoryType = node.dstMemoryType = kinds.CU_MEMORYTYPE_DEVICE
    node.srcDevice, node.dstDevice = step.source.handle.pointer, step.target.handle.pointer
    node.WidthInBytes, node.Height, node.Depth = step.size, 1, 1
    return node


def _has_grid(step: plan.Launch | plan.Copy) -> bool:
    """Whether a step is a launch with as many blocks in each call."""
    launch = isinstance(step, plan.Launch)
    return launch and all(isinstance(size, int) for size in step.spec.grid)
