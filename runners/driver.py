"""Calls to the CUDA driver through cuda-python, each result checked and each failure explained.

The package is imported with the first call. One context, the device's primary one, is made current
for a call and taken away after it, so that other GPU code in the process goes on as it was. What is
built of the calls is `cuda`'s, `device_array`'s and `device_code`'s.
"""

from __future__ import annotations

import contextlib
import functools
import os
import weakref
from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

from .errors import ArgumentError, CudaError, ToolchainError

if TYPE_CHECKING:
    from collections.abc import Callable

# What went wrong in a kernel shows with a later call; after it the context is of no more use.
_IN_A_KERNEL = {
    "CUDA_ERROR_ILLEGAL_ADDRESS": "it accessed memory that is not its own; the simulator "
    "(runners.simulate) names the access and its line",
    "CUDA_ERROR_MISALIGNED_ADDRESS": "an access is not aligned to its own size, such as that of a "
    "vector<4xf32> to 16 bytes",
    "CUDA_ERROR_LAUNCH_TIMEOUT": "it ran longer than the system lets a GPU with a display be busy",
    "CUDA_ERROR_ASSERT": "a cf.assert in it failed; its message is on standard error",
    "CUDA_ERROR_ILLEGAL_INSTRUCTION": "it met an instruction that the GPU does not have",
    "CUDA_ERROR_INVALID_ADDRESS_SPACE": "it took an address of one kind of memory for another's",
    "CUDA_ERROR_INVALID_PC": "it jumped to no instruction",
    "CUDA_ERROR_HARDWARE_STACK_ERROR": "its stack is broken, or too small",
    "CUDA_ERROR_LAUNCH_FAILED": "it failed in a way that the driver does not tell",
}
_HINTS = {
    "CUDA_ERROR_NO_DEVICE": "there is a driver, but no GPU that it may use: see nvidia-smi, and "
    "whether CUDA_VISIBLE_DEVICES hides it",
    "CUDA_ERROR_OUT_OF_MEMORY": "free arrays that are not needed any more (array.free())",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": "compile for an older version of PTX: "
    "program.ptx(chip, version=...)",
    "CUDA_ERROR_NO_BINARY_FOR_GPU": "machine code of another GPU: load PTX, or assemble for this",
    "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH": "libcuda and the kernel's driver are of different "
    "releases: restart the machine or the container",
    "CUDA_ERROR_STUB_LIBRARY": "this libcuda is the toolkit's stub for linking: take it off "
    "LD_LIBRARY_PATH",
}


WITHOUT_GPU = "; without one, use runners.simulate or runners.emulate"


@functools.cache
def api() -> ModuleType:
    """cuda-python's module for the driver. Importing it works where there is no driver."""
    try:
        from cuda.bindings import driver
    except ImportError as error:
        raise ToolchainError(
            f"no cuda-python beside this interpreter ({error}); run `make setup EXTRAS=dev,gpu`"
        ) from None
    return driver


def call(name: str, *arguments: object) -> object:
    """What the driver's function gives: None, a value or a tuple. CudaError when it fails."""
    function = getattr(api(), name, None)
    if function is None:
        raise ToolchainError(f"this cuda-python has no {name}; run `make setup EXTRAS=dev,gpu`")
    try:
        status, *values = function(*arguments)
    except RuntimeError as error:  # cuda-python finds no libcuda, or not this function in it
        if "not found" in str(error).lower() and name in str(error):
            raise CudaError(f"the driver is too old for {name}: {error}") from None
        raise ToolchainError(
            f"no CUDA driver: libcuda.so.1 does not load ({error}). It comes with NVIDIA's driver "
            f"on a machine with a GPU{WITHOUT_GPU}"
        ) from None
    if status != api().CUresult.CUDA_SUCCESS:
        raise failure(name, status)
    return values[0] if len(values) == 1 else tuple(values) or None


def failure(name: str, status: object) -> CudaError:
    """The exception for a status that a function of the driver returned."""
    code = getattr(status, "name", str(status))
    _, said = api().cuGetErrorString(status)
    words = said.decode() if isinstance(said, bytes) else "not an error that this driver knows"
    hint = f": {_HINTS[code]}" if code in _HINTS else ""
    return CudaError(f"{name}: {code} ({words}){hint}", code=code)


class Context:
    """A device's primary context, held until it is released, and what was launched in it."""

    def __init__(self, device: object) -> None:
        self.device = device
        self.handle = call("cuDevicePrimaryCtxRetain", device)
        self.launched: list[str] = []  # kernels since the last synchronization
        self.resources: weakref.WeakSet = weakref.WeakSet()
        self._release = finalize(self, _release_context, device)

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """The context, made this thread's current one, and the one before put back."""
        call("cuCtxPushCurrent", self.handle)
        try:
            yield
        finally:
            call("cuCtxPopCurrent")

    def call(self, name: str, *arguments: object) -> object:
        """A function of the driver with this context; an error of a kernel names the kernel."""
        with self.current():
            try:
                return call(name, *arguments)
            except CudaError as error:
                raise self.explained(error) from None

    def explained(self, error: CudaError) -> CudaError:
        """The error, with the kernels that it may come from."""
        if error.code not in _IN_A_KERNEL:
            return error
        launched = list(dict.fromkeys(self.launched))
        which = f"kernel {launched[0]}" if len(launched) == 1 else (
            f"one of the kernels {', '.join(launched)}" if launched else "a kernel"
        )  # fmt: skip
        return CudaError(
            f"{which} failed, {error.code}: {_IN_A_KERNEL[error.code]}. The GPU cannot be used "
            "any more by this process",
            code=error.code,
        )

    def synchronize(self) -> None:
        """Wait for all that was launched. Raises CudaError, with the kernel, if that failed."""
        self.call("cuCtxSynchronize")
        self.launched.clear()

    @property
    def released(self) -> bool:
        return not self._release.alive

    def release(self) -> None:
        """Free everything that was made with the context, then let go of it."""
        for resource in list(self.resources):
            resource.free()
        self._release()


def finalize(owner: object, free: Callable, *arguments: object) -> weakref.finalize:
    """Call `free` once: when asked, when the owner goes, or when the interpreter ends.

    Not in a child that was forked off, where the driver is of no use. What fails then has nobody
    to be told: after an error in a kernel the driver refuses to free what its context held.
    """
    return weakref.finalize(owner, _free, os.getpid(), free, arguments)


def _free(process: int, free: Callable, arguments: tuple) -> None:
    if os.getpid() == process:
        with contextlib.suppress(CudaError):
            free(*arguments)


def _release_context(device: object) -> None:
    call("cuDevicePrimaryCtxRelease", device)


class Resource:
    """Something of the driver's that is freed with its owner, or before, or with the context."""

    def __init__(self, context: Context, what: str, free: str | None, handle: object) -> None:
        """`free` is the driver's function that takes the handle back, None for an empty one."""
        self.context, self._what = context, what
        self._handle = handle
        # The finalizer holds the context, which therefore outlives what was made with it.
        self._finalizer = finalize(self, *((context.call, free, handle) if free else (int,)))
        context.resources.add(self)

    @property
    def freed(self) -> bool:
        return not self._finalizer.alive

    def free(self) -> None:
        """Give it back to the driver. A second time does nothing."""
        self._finalizer()

    @property
    def handle(self) -> object:
        """The driver's handle; ArgumentError once it is freed."""
        if self.freed:
            raise ArgumentError(f"{self._what} was freed: it cannot be used any more")
        return self._handle
