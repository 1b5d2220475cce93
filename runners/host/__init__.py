"""Host code with its kernels: what allocates, copies, launches and waits, called from Python.

    library = runners.hosted(program, device="simulator")
    library.saxpy(2.0, x, y)
    library.launches, library.copied

With a GPU the CUDA runtime library answers the host's calls. Without one `runtime` does: kernels
run in the simulator or as coroutines, and device memory has addresses that the host must not touch.
"""

from __future__ import annotations

import ctypes
import functools
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mlir import ir
from mlir.dialects import gpu

from .. import call, launch, lowered, native, nvvm, pipeline
from ..coroutines import located
from ..errors import ArgumentError
from ..launch import LaunchError
from . import guard, launches
from .inspect import Found, inspect
from .memory import Memory
from .runtime import Record, Runtime

if TYPE_CHECKING:
    from ..program import Program

__all__ = ["Hosted", "Record", "hosted"]

DEVICES = ("simulator", "coroutines", "cuda")
_SINK = 4096


class Hosted(native.Functions):
    """A program's host functions: `library.name(...)` or `library["name"](...)`.

    After a call, `launches` are the launches that it made and `reports` what the simulator or the
    coroutines say of each; `allocated` is in bytes, and `copied` has the bytes of each direction.
    """

    def __init__(self, device: str, library: native.Library, runtime: object) -> None:
        self.device, self.library, self._runtime = device, library, runtime
        self._lock = threading.Lock()
        self.functions = {
            name: self._checked(function) for name, function in library.functions.items()
        }

    @property
    def record(self) -> Record:
        """What the last call did."""
        return self._runtime.record

    @property
    def launches(self) -> list[launch.Launch]:
        return self.record.launches

    @property
    def reports(self) -> list:
        return self.record.reports

    @property
    def allocated(self) -> int:
        return self.record.allocated

    @property
    def copied(self) -> dict[str, int]:
        return self.record.copied

    def _checked(self, function: Callable) -> Callable:
        """The function with a device of its own for each call, and its errors raised."""

        @functools.wraps(function)
        def call(*arguments: object) -> object:
            with self._lock:
                self._runtime.begin()
                try:
                    result = function(*arguments)
                except BaseException:
                    self._runtime.stop()
                    raise
                self._runtime.end()
                return result

        return call


def hosted(
    program: Program, device: str = "simulator", *, chip: str = launch.CHIP, checks: bool = True
) -> Hosted:
    """The program's host functions, callable with NumPy arrays.

    `device` is "simulator", "coroutines", or "cuda" for a GPU. `chip` is what kernels are compiled
    for. `checks` is the simulator's. Raises CompileError when the program does not lower,
    ToolchainError for "cuda" without a driver; a call raises what goes wrong on the device.
    """
    if device not in DEVICES:
        raise ArgumentError(f"device is one of {', '.join(DEVICES)}; got {device!r}")
    if device == "cuda":
        from . import cuda_runtime

        runtime = cuda_runtime.CudaRuntime()  # says that there is no GPU, before anything else
    found = inspect(program)
    text = _lowered(program, chip, found)

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        if device == "cuda":
            sites = []
        else:
            modules, memory = _binaries(module, program), Memory()
            run = launches.launcher(program, device, memory, chip, checks)
            runtime = Runtime(memory, modules, run)
            sites = guard.guard(module, memory.low, memory.high, program.name)
        text = module.operation.get_asm(enable_debug_info=True, use_local_scope=True)
    provided: dict[str, object] = dict(runtime.functions)
    if device != "cuda":
        provided[guard.ACCESSED] = _accessed(runtime, sites)
    with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
        library = native.compile_lowered(
            text, program.name, program.functions, "jit", "native", None, [], Path(scratch),
            provided,
        )  # fmt: skip
    runtime.end()  # the kernels' modules were loaded: whether that went well
    library.provided = provided  # callbacks live as long as the code that calls them
    for name in found.returning:
        problem = "returns device memory, which is none of the host's: copy it with gpu.memcpy"
        refused = replace(library.signatures[name], problem=problem)
        library.functions[name] = call.refusing(refused)
    return Hosted(device, library, runtime)


def _lowered(program: Program, chip: str, found: Found) -> str:
    """The program after gpu-nvvm and gpu-host, with the places of its operations."""
    first = ("gpu-async", "gpu-nvvm") if found.unordered else ("gpu-nvvm",)
    steps = [pipeline.load(name).text() for name in first]
    device = _with_shared_memory(located.run(program.text, program.name, steps))
    last = [pipeline.load("gpu-host").text(chip=chip)]
    done = located.run(device, program.name, last, generic=False)
    return lowered.withdraw_promises(done, program.functions.values())


def _with_shared_memory(text: str) -> str:
    """The module with the shared memory of its kernels as the hardware wants it."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        for _, body in nvvm.device_bodies(module):
            for op in body:
                if op.name == "llvm.mlir.global":
                    nvvm.prepare_shared(op)
        return module.operation.get_asm(
            enable_debug_info=True, use_local_scope=True, print_generic_op_form=True
        )


def _binaries(module: object, program: Program) -> dict[bytes, str]:
    """The bytes of each gpu.binary, and its name."""
    found = {}
    for op in module.body.operations:
        if op.operation.name == "gpu.binary":
            name = ir.StringAttr(op.operation.attributes["sym_name"]).value
            for each in ir.ArrayAttr(op.operation.attributes["objects"]):
                found[bytes(gpu.ObjectAttr(each).object)] = name
    return found


def _accessed(runtime: Runtime, sites: list[guard.Site]) -> object:
    """The callback for host code that touches device memory."""
    sink = ctypes.create_string_buffer(_SINK)

    def accessed(site: int) -> int:
        runtime.fail(LaunchError(sites[site].message))
        return 0 if sites[site].frees else ctypes.addressof(sink)

    function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int64)(accessed)
    function.sink = sink
    return function
