"""The runtime library that host code calls, answered here: streams, events, memory, launches.

Each mgpu function is a callback into Python. An exception in one cannot cross native code: the
first is kept, what follows is not done, and whoever called the host function raises it. Streams run
in program order; what was never waited for is found at the end.

Source of the functions: mlir/lib/ExecutionEngine/CudaRuntimeWrappers.cpp.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, c_bool, c_char_p, c_int, c_int32, c_int64, c_size_t, c_void_p
from ctypes import c_uint16 as c_ushort
from ctypes import c_uint32 as c_uint
from dataclasses import dataclass, field

from ..launch import LaunchError
from .memory import Memory

# name -> result and arguments
TYPES = {
    "mgpuModuleLoad": (c_void_p, c_void_p, c_size_t),
    "mgpuModuleLoadJIT": (c_void_p, c_void_p, c_int),
    "mgpuModuleGetFunction": (c_void_p, c_void_p, c_char_p),
    "mgpuLaunchKernel": (None, c_void_p, *[c_int64] * 6, c_int32, c_void_p, POINTER(c_void_p),
                         c_void_p, c_size_t),
    "mgpuStreamCreate": (c_void_p,),
    "mgpuStreamDestroy": (None, c_void_p),
    "mgpuStreamSynchronize": (None, c_void_p),
    "mgpuStreamWaitEvent": (None, c_void_p, c_void_p),
    "mgpuEventCreate": (c_void_p,),
    "mgpuEventDestroy": (None, c_void_p),
    "mgpuEventSynchronize": (None, c_void_p),
    "mgpuEventRecord": (None, c_void_p, c_void_p),
    "mgpuMemAlloc": (c_void_p, c_size_t, c_void_p, c_bool),
    "mgpuMemFree": (None, c_void_p, c_void_p),
    "mgpuMemcpy": (None, c_void_p, c_void_p, c_size_t, c_void_p),
    "mgpuMemset32": (None, c_void_p, c_uint, c_size_t, c_void_p),
    "mgpuMemset16": (None, c_void_p, c_ushort, c_size_t, c_void_p),
    "mgpuMemHostRegister": (None, c_void_p, c_size_t),
    "mgpuMemHostUnregister": (None, c_void_p),
    "mgpuMemHostRegisterMemRef": (None, c_int64, c_void_p, c_int64),
    "mgpuMemHostUnregisterMemRef": (None, c_int64, c_void_p, c_int64),
    "mgpuSetDefaultDevice": (None, c_int32),
}  # fmt: skip
DIRECTIONS = ("to device", "to host", "on device", "on host")


@dataclass
class Record:
    """What the last call of a host function did."""

    launches: list = field(default_factory=list)
    reports: list = field(default_factory=list)
    allocated: int = 0  # bytes
    copied: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DIRECTIONS, 0))


@dataclass(eq=False)
class _Stream:
    """A stream: how many operations it was given, and how many the host has waited for."""

    given: int = 0
    done: int = 0
    copies: int = 0  # the last operation that copied to the host
    after: list[tuple[_Stream, int]] = field(default_factory=list)  # what it waits for itself


class Runtime:
    """The functions, and the state behind them. `launch` runs a kernel: it is given the module,
    the kernel's name, grid, block, dynamic shared memory and the parameters' addresses."""

    def __init__(self, memory: Memory, modules: dict[bytes, str], launch: Callable) -> None:
        self.memory, self.modules, self.launch = memory, modules, launch
        self.record = Record()
        self.error: BaseException | None = None
        self._handles: dict[int, object] = {}
        self._next = 0
        self._names: dict[object, int] = {}
        self._default = _Stream()
        self._streams: list[_Stream] = []
        self.functions = {
            name: ctypes.CFUNCTYPE(*kinds)(self._guarded(name, kinds[0]))
            for name, kinds in TYPES.items()
        }

    def begin(self) -> None:
        """A call of a host function begins."""
        self.record, self.error = Record(), None
        self.memory.reset()
        self._default = _Stream()
        self._streams: list[_Stream] = [self._default]

    def stop(self) -> None:
        """The call was refused before native code was entered."""

    def end(self) -> None:
        """It has ended: raise what went wrong in it, or what it left behind."""
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        left = [buffer for buffer in self.memory.live if not buffer.host]
        if left:
            what = ", ".join(map(str, left[:3])) + (", ..." if len(left) > 3 else "")
            raise LaunchError(f"device memory is not freed at the end: {what}: add gpu.dealloc")
        if any(stream.copies > stream.done for stream in self._streams):
            raise LaunchError(
                "a copy to the host is not waited for: the caller would read what is not there yet;"
                " end with gpu.wait on its token"
            )

    def _guarded(self, name: str, result: object) -> Callable:
        function = getattr(self, name)
        nothing = None if result is None else 0

        def callback(*arguments: object) -> object:
            if self.error is not None:  # native code goes on to its end; nothing more is done
                return nothing
            try:
                value = function(*arguments)
            except BaseException as error:  # kept, and raised by `end`
                self.error = error
                return nothing
            return nothing if result is None else value

        return callback

    def fail(self, error: BaseException) -> None:
        """Keep an error for the end of the call."""
        if self.error is None:
            self.error = error

    def _handle(self, what: object) -> int:
        self._next += 1
        self._handles[self._next] = what
        return self._next

    # Modules and launches -------------------------------------------------------------------

    def mgpuModuleLoad(self, data: int, size: int) -> int:
        held = ctypes.string_at(data, size)
        for content, name in self.modules.items():
            if held.rstrip(b"\0") == content.rstrip(b"\0"):
                return self._handle(name)
        raise LaunchError(f"a module of {len(held)} bytes is loaded that is not of this program")

    def mgpuModuleLoadJIT(self, data: int, _level: int) -> int:
        return self.mgpuModuleLoad(data, len(ctypes.string_at(data)))  # PTX ends with a NUL

    def mgpuModuleGetFunction(self, module: int, name: bytes) -> int:
        key = (self._handles[module], name.decode())
        if key not in self._names:
            self._names[key] = self._handle(key)
        return self._names[key]

    def mgpuLaunchKernel(
        self, function: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int,
        stream: int, parameters: object, _extra: int, count: int,
    ) -> None:  # fmt: skip
        self._issue(stream)
        module, name = self._handles[function]
        given = [parameters[number] for number in range(count)]
        launch, report = self.launch(module, name, (gx, gy, gz), (bx, by, bz), shared, given)
        self.record.launches.append(launch)
        self.record.reports.append(report)

    # Streams and events ---------------------------------------------------------------------

    def _issue(self, stream: int | None) -> _Stream:
        found = self._handles[stream] if stream else self._default
        found.given += 1
        return found

    def _wait(self, stream: _Stream, until: int) -> None:
        if until > stream.done:
            stream.done = until
            for other, number in stream.after:
                self._wait(other, number)

    def mgpuStreamCreate(self) -> int:
        stream = _Stream()
        self._streams.append(stream)
        return self._handle(stream)

    def mgpuStreamDestroy(self, stream: int) -> None:
        del self._handles[stream]

    def mgpuStreamSynchronize(self, stream: int) -> None:
        found = self._issue(stream)
        self._wait(found, found.given)

    def mgpuStreamWaitEvent(self, stream: int, event: int) -> None:
        self._issue(stream).after.extend(self._handles[event])

    def mgpuEventCreate(self) -> int:
        return self._handle([])

    def mgpuEventDestroy(self, event: int) -> None:
        del self._handles[event]

    def mgpuEventSynchronize(self, event: int) -> None:
        for stream, number in self._handles[event]:
            self._wait(stream, number)

    def mgpuEventRecord(self, event: int, stream: int) -> None:
        found = self._issue(stream)
        self._handles[event][:] = [(found, found.given)]

    # Memory ---------------------------------------------------------------------------------

    def mgpuMemAlloc(self, size: int, stream: int, shared: bool) -> int:
        self._issue(stream)
        self.record.allocated += size
        if shared:
            keep = ctypes.create_string_buffer(max(size, 1))
            buffer = self.memory.register(ctypes.addressof(keep), size)
            self._handles[buffer.low] = keep
            return buffer.low
        return self.memory.allocate(size).low

    def mgpuMemFree(self, pointer: int | None, stream: int) -> None:
        self._issue(stream)
        if pointer:
            self.memory.free(pointer)
            self._handles.pop(pointer, None)

    def mgpuMemcpy(self, target: int | None, source: int | None, size: int, stream: int) -> None:
        found = self._issue(stream)
        if not size:
            return
        here = self._reach(target, size, "writes")
        there = self._reach(source, size, "reads")
        direction = DIRECTIONS[(0 if here else 3) if not there else (2 if here else 1)]
        self.record.copied[direction] += size
        if not here:
            found.copies = found.given
        ctypes.memmove(target, source, size)

    def _reach(self, pointer: int | None, size: int, what: str, device: bool = False) -> bool:
        """Whether a range is the device's; LaunchError when it is not all in one buffer."""
        pointer = pointer or 0
        buffer = self.memory.find(pointer)
        if buffer and not buffer.host and pointer + size > buffer.high:
            raise LaunchError(
                f"gpu.memcpy {what} {size} bytes at byte {pointer - buffer.low} of {buffer}"
            )
        if (buffer is None and (device or self.memory.is_device(pointer))) or not pointer:
            raise LaunchError(f"gpu.memcpy {what} {size} bytes at {self.memory.describe(pointer)}")
        return bool(buffer and not buffer.host)

    def mgpuMemset32(self, target: int, value: int, count: int, stream: int) -> None:
        self._fill(target, value.to_bytes(4, "little"), count, stream)

    def mgpuMemset16(self, target: int, value: int, count: int, stream: int) -> None:
        self._fill(target, value.to_bytes(2, "little"), count, stream)

    def _fill(self, target: int, pattern: bytes, count: int, stream: int) -> None:
        self._issue(stream)
        if count:
            whole = pattern * count
            self._reach(target, len(whole), "fills", device=True)
            ctypes.memmove(target, whole, len(whole))

    def mgpuMemHostRegister(self, pointer: int, size: int) -> None:
        self.memory.register(pointer, size)

    def mgpuMemHostUnregister(self, pointer: int) -> None:
        self.memory.free(pointer)

    def mgpuMemHostRegisterMemRef(self, rank: int, descriptor: int, bytes_: int) -> None:
        start, size = _extent(rank, descriptor, bytes_)
        self.memory.register(start, size)

    def mgpuMemHostUnregisterMemRef(self, rank: int, descriptor: int, bytes_: int) -> None:
        self.memory.free(_extent(rank, descriptor, bytes_)[0])

    def mgpuSetDefaultDevice(self, number: int) -> None:
        if number:
            raise LaunchError(
                f"there is one device here, number 0; gpu.set_default_device {number}"
            )


def _extent(rank: int, descriptor: int, bytes_: int) -> tuple[int, int]:
    """Start and bytes of a contiguous memref, from its descriptor in memory."""
    fields = (c_int64 * (3 + 2 * rank)).from_address(descriptor)
    count = 1
    for size in fields[3 : 3 + rank]:
        count *= size
    return fields[1] + fields[2] * bytes_, count * bytes_
