"""A CUDA driver without a GPU: the functions of cuda.bindings.driver over the host's memory.

Copies copy, a launch calls a Python function, and everything that was handed out is counted, so
that a test sees what leaked. Handles, statuses and attributes are cuda-python's own; a test
compares each function's parameters with the real one's.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from cuda.bindings import driver as real

OK = real.CUresult.CUDA_SUCCESS
_SIZES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass
class FakeDriver:
    """The driver of a made-up GPU. `kernels` maps names to what a launch of them does.

    Such a function is called with grid, block, bytes of dynamic shared memory and the bytes of each
    parameter; the status that it returns, if any, is what the next synchronization gives. `fail`
    maps a function's name to statuses for its next calls, None for one that does what it should.
    """

    capability: tuple[int, int] = (8, 0)
    version: int = 13000
    devices: int = 1
    memory: int = 1 << 30
    shared_per_block: int = 166912
    registers: int = 32
    most_threads: int = 1024
    kernels: dict[str, Callable] = field(default_factory=dict)
    fail: dict[str, list] = field(default_factory=dict)
    log: bytes = b""

    def __post_init__(self) -> None:
        self.calls: list[tuple[str, tuple]] = []
        self.retained = 0
        self.stack: list[int] = []
        self.allocations: dict[int, ctypes.Array] = {}
        self.modules: dict[int, dict[str, list[int]]] = {}
        self.functions: dict[int, str] = {}
        self.streams: set[int] = set()
        self.events: dict[int, float] = {}
        self.graphs: dict[int, dict[int, object]] = {}  # graphs and executables: their nodes
        self.attributes_set: list[tuple[str, int]] = []
        self.clock = 0.0
        self.sticky = OK
        self._next = 0x1000
        self._shared: dict[str, int] = {}

    @property
    def held(self) -> tuple[int, int, int, int, int]:
        """Contexts, allocations, modules, streams, and events and graphs together that were not
        given back."""
        return (self.retained, len(self.allocations), len(self.modules), len(self.streams),
                len(self.events) + len(self.graphs))  # fmt: skip

    def __getattr__(self, name: str) -> object:
        if name.startswith("CU"):  # types and enumerations are the real ones
            return getattr(real, name)
        raise AttributeError(name)

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if not (name.startswith("cu") and callable(value)):
            return value

        def called(*arguments: object) -> tuple:
            self.calls.append((name, arguments))
            planned = self.fail[name].pop(0) if self.fail.get(name) else None
            if planned is not None:
                return (planned, None)
            if name not in _WITHOUT_CONTEXT and not self.stack:
                return (real.CUresult.CUDA_ERROR_INVALID_CONTEXT, None)
            if self.sticky != OK and name not in _WITHOUT_CONTEXT:
                return (self.sticky, None)
            return value(*arguments)

        called.__name__ = name
        return called

    def _handle(self) -> int:
        self._next += 0x10
        return self._next

    # Devices and contexts.

    def cuInit(self, Flags):
        return (OK,) if self.devices else (real.CUresult.CUDA_ERROR_NO_DEVICE,)

    def cuDriverGetVersion(self):
        return (OK, self.version)

    def cuDeviceGetCount(self):
        return (OK, self.devices)

    def cuDeviceGet(self, ordinal):
        return (OK, real.CUdevice(ordinal))

    def cuDeviceGetName(self, length, dev):
        return (OK, b"Made-up GPU" + b"\0" * (length - 11))

    def cuDeviceTotalMem(self, dev):
        return (OK, self.memory)

    def cuDeviceGetAttribute(self, attrib, dev):
        prefix = "CU_DEVICE_ATTRIBUTE_"
        known = {
            "COMPUTE_CAPABILITY_MAJOR": self.capability[0],
            "COMPUTE_CAPABILITY_MINOR": self.capability[1],
            "MULTIPROCESSOR_COUNT": 4,
            "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": self.shared_per_block,
        }
        return (OK, known[attrib.name.removeprefix(prefix)])

    def cuDevicePrimaryCtxRetain(self, dev):
        self.retained += 1
        return (OK, real.CUcontext(0xC0 + int(dev)))

    def cuDevicePrimaryCtxRelease(self, dev):
        self.retained -= 1
        return (OK,)

    def cuCtxPushCurrent(self, ctx):
        self.stack.append(int(ctx))
        return (OK,)

    def cuCtxPopCurrent(self):
        if not self.stack:
            return (real.CUresult.CUDA_ERROR_INVALID_CONTEXT, None)
        return (OK, real.CUcontext(self.stack.pop()))

    def cuCtxSynchronize(self):
        return (self.sticky,)

    def cuGetErrorString(self, error):
        return (OK, b"words for " + error.name.encode())

    # Memory.

    def cuMemGetInfo(self):
        used = sum(map(len, self.allocations.values()))
        return (OK, self.memory - used, self.memory)

    def cuMemAlloc(self, bytesize):
        if not bytesize:
            return (real.CUresult.CUDA_ERROR_INVALID_VALUE, None)
        if bytesize > self.cuMemGetInfo()[1]:
            return (real.CUresult.CUDA_ERROR_OUT_OF_MEMORY, None)
        buffer = ctypes.create_string_buffer(b"\xee" * bytesize, bytesize)
        self.allocations[ctypes.addressof(buffer)] = buffer
        return (OK, real.CUdeviceptr(ctypes.addressof(buffer)))

    def cuMemFree(self, dptr):
        if self.allocations.pop(int(dptr), None) is None:
            return (real.CUresult.CUDA_ERROR_INVALID_VALUE,)
        return (OK,)

    def _within(self, pointer: int, size: int) -> bool:
        return any(p <= pointer and pointer + size <= p + len(b) for p, b in
                   self.allocations.items())  # fmt: skip

    def cuMemcpyHtoD(self, dstDevice, srcHost, ByteCount):
        if not self._within(int(dstDevice), ByteCount):
            return (real.CUresult.CUDA_ERROR_INVALID_VALUE,)
        ctypes.memmove(int(dstDevice), srcHost, ByteCount)
        return (OK,)

    def cuMemcpyDtoH(self, dstHost, srcDevice, ByteCount):
        if not self._within(int(srcDevice), ByteCount):
            return (real.CUresult.CUDA_ERROR_INVALID_VALUE,)
        ctypes.memmove(dstHost, int(srcDevice), ByteCount)
        return (OK,)

    def cuMemcpyDtoD(self, dstDevice, srcDevice, ByteCount):
        ctypes.memmove(int(dstDevice), int(srcDevice), ByteCount)
        return (OK,)

    def cuMemsetD8(self, dstDevice, uc, N):
        ctypes.memset(int(dstDevice), uc, N)
        return (OK,)

    # Kernels.

    def cuModuleLoadDataEx(self, image, numOptions, options, optionValues):
        found = {}
        for entry in re.finditer(rb"\.entry (\w+)\(([^)]*)\)", image):
            sizes = []
            for kind, count in re.findall(rb"\.param [^,]*?\.[a-z](\d+) [^,\[]*(?:\[(\d+)\])?",
                                          entry[2]):  # fmt: skip
                sizes.append(_SIZES[kind.decode()] * int(count or 1))
            found[entry[1].decode()] = sizes
        for name in re.findall(rb"\.text\.(\w+)\0", image):
            found[name.decode()] = []
        if not found:
            values = dict(zip(options, optionValues, strict=True))
            buffer = values[real.CUjit_option.CU_JIT_ERROR_LOG_BUFFER]
            buffer[: len(self.log)] = self.log
            return (real.CUresult.CUDA_ERROR_INVALID_PTX, None)
        handle = self._handle()
        self.modules[handle] = found
        return (OK, real.CUmodule(handle))

    def cuModuleUnload(self, hmod):
        del self.modules[int(hmod)]
        return (OK,)

    def cuModuleGetFunction(self, hmod, name):
        if name.decode() not in self.modules[int(hmod)]:
            return (real.CUresult.CUDA_ERROR_NOT_FOUND, None)
        handle = self._handle()
        self.functions[handle] = (int(hmod), name.decode())
        return (OK, real.CUfunction(handle))

    def cuFuncGetAttribute(self, attrib, hfunc):
        known = {
            "NUM_REGS": self.registers,
            "SHARED_SIZE_BYTES": self._shared.get(self.functions[int(hfunc)][1], 0),
            "LOCAL_SIZE_BYTES": 0,
            "MAX_THREADS_PER_BLOCK": self.most_threads,
        }
        return (OK, known[attrib.name.removeprefix("CU_FUNC_ATTRIBUTE_")])

    def cuFuncSetAttribute(self, hfunc, attrib, value):
        self.attributes_set.append((attrib.name, value))
        return (OK,)

    def cuLaunchKernel(self, f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ,
                       sharedMemBytes, hStream, kernelParams, extra):  # fmt: skip
        values = self._parameters(f, kernelParams)
        if values is None:
            return (real.CUresult.CUDA_ERROR_INVALID_HANDLE,)
        grid, block = (gridDimX, gridDimY, gridDimZ), (blockDimX, blockDimY, blockDimZ)
        return self._run_kernel(f, grid, block, sharedMemBytes, values)

    def _parameters(self, f, kernelParams) -> list[bytes] | None:
        """A copy of a kernel's parameters; None if its module is gone."""
        module, name = self.functions[int(f)]
        if module not in self.modules:
            return None
        sizes = self.modules[module][name]
        pointers = (ctypes.c_void_p * len(sizes)).from_address(kernelParams)
        return [ctypes.string_at(p, size) for p, size in zip(pointers, sizes, strict=True)]

    def _run_kernel(self, f, grid, block, shared, values) -> tuple:
        _, name = self.functions[int(f)]
        self.clock += 1.0
        if name in self.kernels:
            self.sticky = self.kernels[name](grid, block, shared, values) or OK
        return (OK,)

    # Graphs: a node is a function and its arguments, as they were when it was made or set.

    def cuGraphCreate(self, flags):
        handle = self._handle()
        self.graphs[handle] = {}
        return (OK, real.CUgraph(handle))

    def cuGraphDestroy(self, hGraph):
        del self.graphs[int(hGraph)]
        return (OK,)

    def cuGraphAddKernelNode(self, hGraph, dependencies, numDependencies, nodeParams):
        return self._add(hGraph, dependencies, self._kernel_node(nodeParams))

    def cuGraphAddMemcpyNode(self, hGraph, dependencies, numDependencies, copyParams, ctx):
        return self._add(hGraph, dependencies, self._copy_node(copyParams))

    def _add(self, graph, dependencies, node) -> tuple:
        nodes = self.graphs[int(graph)]
        # Each behind the one before, which this driver takes for granted.
        assert [int(d) for d in dependencies or []] == list(nodes)[-1:]
        handle = self._handle()
        nodes[handle] = node
        return (OK, real.CUgraphNode(handle))

    def _kernel_node(self, params) -> tuple:
        grid = params.gridDimX, params.gridDimY, params.gridDimZ
        block = params.blockDimX, params.blockDimY, params.blockDimZ
        values = self._parameters(params.func, params.kernelParams)
        return self._run_kernel, (int(params.func), grid, block, params.sharedMemBytes, values)

    def _copy_node(self, params) -> tuple:
        assert (params.Height, params.Depth) == (1, 1)
        where = int(params.dstDevice), int(params.srcDevice), params.WidthInBytes
        return self.cuMemcpyDtoD, where

    def cuGraphInstantiate(self, hGraph, flags):
        handle = self._handle()
        self.graphs[handle] = dict(self.graphs[int(hGraph)])
        return (OK, real.CUgraphExec(handle))

    def cuGraphExecDestroy(self, hGraphExec):
        del self.graphs[int(hGraphExec)]
        return (OK,)

    def cuGraphExecKernelNodeSetParams(self, hGraphExec, hNode, nodeParams):
        self.graphs[int(hGraphExec)][int(hNode)] = self._kernel_node(nodeParams)
        return (OK,)

    def cuGraphExecMemcpyNodeSetParams(self, hGraphExec, hNode, copyParams, ctx):
        self.graphs[int(hGraphExec)][int(hNode)] = self._copy_node(copyParams)
        return (OK,)

    def cuGraphLaunch(self, hGraphExec, hStream):
        for function, arguments in self.graphs[int(hGraphExec)].values():
            function(*arguments)
        return (OK,)

    # Streams and events.

    def cuStreamCreate(self, Flags):
        handle = self._handle()
        self.streams.add(handle)
        return (OK, real.CUstream(handle))

    def cuStreamDestroy(self, hStream):
        self.streams.remove(int(hStream))
        return (OK,)

    def cuStreamSynchronize(self, hStream):
        return (self.sticky,) if int(hStream) in self.streams else (
            real.CUresult.CUDA_ERROR_INVALID_HANDLE,)  # fmt: skip

    def cuEventCreate(self, Flags):
        handle = self._handle()
        self.events[handle] = -1.0
        return (OK, real.CUevent(handle))

    def cuEventDestroy(self, hEvent):
        del self.events[int(hEvent)]
        return (OK,)

    def cuEventRecord(self, hEvent, hStream):
        self.events[int(hEvent)] = self.clock
        return (OK,)

    def cuEventSynchronize(self, hEvent):
        return (self.sticky,)

    def cuEventElapsedTime(self, hStart, hEnd):
        return (OK, self.events[int(hEnd)] - self.events[int(hStart)])


_WITHOUT_CONTEXT = {
    "cuInit", "cuDriverGetVersion", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName",
    "cuDeviceTotalMem", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease", "cuCtxPushCurrent", "cuCtxPopCurrent", "cuGetErrorString",
}  # fmt: skip
