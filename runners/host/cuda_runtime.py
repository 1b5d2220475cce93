"""The CUDA runtime library of MLIR behind the host's calls, each counted on its way.

The library itself prints what the driver refuses and goes on. Here a launch that no GPU takes is
refused before it, and what is printed during a call becomes the call's CudaError.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys
import tempfile
from collections.abc import Callable

from .. import cuda, launch, toolchain
from ..errors import CudaError
from .runtime import DIRECTIONS, TYPES, Record

_FAILED = re.compile(r"'(.*)' failed with '(.*)'")
_UNLOAD = "mgpuModuleUnload"


def library() -> ctypes.CDLL:
    """MLIR's CUDA runtime. Asked for a GPU first: without one, loading it ends the process."""
    if not cuda.count():
        raise CudaError(
            "there is a CUDA driver, but no GPU that this process may use: see nvidia-smi, and "
            "whether CUDA_VISIBLE_DEVICES hides it",
            code="CUDA_ERROR_NO_DEVICE",
        )
    return ctypes.CDLL(str(toolchain.library("mlir_cuda_runtime")))


class CudaRuntime:
    """The functions that host code calls, handed on to the library."""

    def __init__(self) -> None:
        self.library, self.record = library(), Record()
        self.error: BaseException | None = None
        self._names: dict[int, str] = {}
        self._buffers: dict[int, int] = {}  # start -> bytes
        self._redirected: contextlib.ExitStack | None = None
        self.functions = {
            name: ctypes.CFUNCTYPE(*kinds)(self._handing_on(name, kinds))
            for name, kinds in TYPES.items()
        }
        self.functions[_UNLOAD] = self.library[_UNLOAD]

    def begin(self) -> None:
        """A call of a host function begins: standard error goes to a file until it has ended."""
        self.record, self.error = Record(), None
        sys.stderr.flush()
        self._redirected = contextlib.ExitStack()
        self._printed = self._redirected.enter_context(
            tempfile.TemporaryFile()  # noqa: SIM115 (the stack closes it)
        )
        saved = os.dup(2)
        self._redirected.callback(os.close, saved)
        self._redirected.callback(os.dup2, saved, 2)
        os.dup2(self._printed.fileno(), 2)

    def stop(self) -> None:
        """The call was refused before native code was entered."""
        self._redirected.close()

    def end(self) -> None:
        """It has ended: raise what went wrong, pass on what else was printed."""
        if self._redirected is not None:
            self._printed.seek(0)
            text = self._printed.read().decode(errors="replace")
            self._redirected.close()
            self._redirected = None
            lines = text.splitlines(keepends=True)
            sys.stderr.write("".join(line for line in lines if not _FAILED.search(line)))
            failed = _FAILED.search(text)
            if failed and self.error is None:
                self.error = CudaError(f"{failed[1]}: {failed[2]}", code=failed[2])
        if self.error is not None:
            error, self.error = self.error, None
            raise error

    def _handing_on(self, name: str, kinds: tuple) -> Callable:
        native = self.library[name]
        native.restype, native.argtypes = kinds[0], list(kinds[1:])
        before = getattr(self, f"_before_{name}", None)
        after = getattr(self, f"_after_{name}", None)

        def callback(*arguments: object) -> object:
            result = None
            try:
                if self.error is None and before:
                    before(*arguments)
                if self.error is None:
                    result = native(*arguments)
                    if after:
                        after(result, *arguments)
            except BaseException as error:  # kept, and raised by `end`
                self.error = error
            return result if result is not None or kinds[0] is None else 0

        return callback

    def _after_mgpuModuleGetFunction(self, function: int, _module: int, name: bytes) -> None:
        self._names[function] = name.decode()

    def _before_mgpuLaunchKernel(
        self, function: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int,
        *_more: object,
    ) -> None:  # fmt: skip
        name = self._names.get(function, "kernel")
        checked = launch.check(name, (gx, gy, gz), (bx, by, bz), dynamic_shared=shared,
                               chip=launch.LARGEST)  # fmt: skip
        self.record.launches.append(checked)

    def _after_mgpuMemAlloc(self, pointer: int, size: int, _stream: int, shared: bool) -> None:
        self.record.allocated += size
        if pointer and not shared:
            self._buffers[pointer] = size

    def _before_mgpuMemFree(self, pointer: int, _stream: int) -> None:
        self._buffers.pop(pointer, None)

    def _before_mgpuMemcpy(self, target: int, source: int, size: int, _stream: int) -> None:
        here, there = self._is_device(target), self._is_device(source)
        direction = DIRECTIONS[(0 if here else 3) if not there else (2 if here else 1)]
        self.record.copied[direction] += size

    def _is_device(self, pointer: int | None) -> bool:
        return any(low <= (pointer or 0) < low + size for low, size in self._buffers.items())
