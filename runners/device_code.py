"""Kernels on a GPU: PTX or machine code loaded, arguments checked and packed, launches.

What the driver would refuse late, or not notice, is refused first: PTX that is newer than the
driver, machine code of another architecture, arguments that do not fit the kernel's parameters, a
launch above the device's limits.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from . import call, driver, launch, memref
from . import ptx as ptx_module
from .cubin import Cubin
from .device_array import DeviceArray
from .errors import ArgumentError, CudaError
from .ptx import Kernel, Ptx

if TYPE_CHECKING:
    from .cuda import Device, Stream

_LOG = 16384  # bytes for what the driver's compiler says
# CUDA release -> the newest PTX it reads ("Release Notes" in NVIDIA's PTX ISA). Later ones, up to
# 13.5, read the PTX of their own number.
_READS = {(11, minor): (7, minor) for minor in range(9)} | {
    (12, 0): (8, 0), (12, 1): (8, 1), (12, 2): (8, 2), (12, 3): (8, 3), (12, 4): (8, 4),
    (12, 5): (8, 5), (12, 6): (8, 5), (12, 7): (8, 6), (12, 8): (8, 7), (12, 9): (8, 8),
} | {(13, minor): (9, minor) for minor in range(6)}  # fmt: skip
_MEMREF = re.compile(
    r"memref<(?P<sizes>(?:(?:\?|\d+)x)*)(?P<element>[^,<>]+(?:<[^<>]*>)?)(?P<rest>.*)>"
)
_STRIDED = re.compile(r"strided<\[(?P<strides>[^\]]*)\](?:, offset: (?P<offset>\?|\d+))?>")


class Module:
    """Loaded kernels: `module["name"]` or `module.name` is one to launch."""

    def __init__(self, device: Device, code: driver.Resource, source: Ptx | Cubin) -> None:
        self.device, self._code = device, code
        kernels = source.kernels if isinstance(source, Ptx) else source.ptx.kernels
        self.kernels = {name: Loaded(device, code, kernel) for name, kernel in kernels.items()}

    def free(self) -> None:
        """Unload the kernels. A second time does nothing."""
        self._code.free()

    def __getitem__(self, name: str) -> Loaded:
        if name not in self.kernels:
            known = ", ".join(sorted(self.kernels)) or "none"
            raise ArgumentError(f"no kernel '{name}' in this module; it has: {known}")
        return self.kernels[name]

    def __getattr__(self, name: str) -> Loaded:
        if name.startswith("_") or name not in self.__dict__.get("kernels", ()):
            raise AttributeError(f"no kernel '{name}' in this module")
        return self.kernels[name]


class Loaded:
    """A kernel on a device. Its sizes are what the driver says of it there."""

    def __init__(self, device: Device, code: driver.Resource, kernel: Kernel) -> None:
        self.device, self.code, self.kernel, self.name = device, code, kernel, kernel.name
        name = kernel.name.encode()
        self.function = code.context.call("cuModuleGetFunction", code.handle, name)
        self.registers = self._attribute("NUM_REGS")
        self.shared = self._attribute("SHARED_SIZE_BYTES")
        self.local = self._attribute("LOCAL_SIZE_BYTES")
        self.most_threads = self._attribute("MAX_THREADS_PER_BLOCK")
        self._dynamic = 48 * 1024 - self.shared  # what a launch may give without being asked to
        types = kernel.arguments or tuple(f"PTX {each.type}" for each in kernel.parameters)
        self.types = types
        self._pack = [
            _packer(kind, number, kernel, self) for number, kind in enumerate(types, start=1)
        ]

    def __repr__(self) -> str:
        return f"<kernel {self.kernel} on {self.device.name}>"

    def _attribute(self, name: str) -> int:
        kinds = driver.api().CUfunction_attribute
        attribute = getattr(kinds, f"CU_FUNC_ATTRIBUTE_{name}")
        return self.code.context.call("cuFuncGetAttribute", attribute, self.function)

    def launch(
        self,
        grid: launch.Size,
        block: launch.Size,
        args: Sequence[object] = (),
        shared: int = 0,
        stream: Stream | None = None,
    ) -> None:
        """Start the kernel on `grid` blocks of `block` threads; it runs on while Python goes on.

        `args` are device arrays for memrefs and numbers for the rest, in the kernel's own order.
        `shared` is bytes of dynamic shared memory. Raises ArgumentError, before anything starts,
        for arguments or sizes that the kernel or the device does not take; an error of the kernel
        itself shows with the next `synchronize` or copy.
        """
        context = self.code.context
        _ = self.code.handle  # refuses a module that was freed
        checked = launch.check(
            self.name, grid, block, static_shared=self.shared, dynamic_shared=shared,
            chip=self.device.limits_chip,
        )  # fmt: skip
        self._check_sizes(checked)
        launch.count(self.name, self.types, args)
        packed = [pack(value) for pack, value in zip(self._pack, args, strict=True)]
        if stream is not None and stream.context is not context:
            raise ArgumentError(f"{self.name}: the stream is of another Device")
        queue = driver.api().CUstream(0) if stream is None else stream.handle
        if shared > self._dynamic:
            kinds = driver.api().CUfunction_attribute
            attribute = kinds.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            context.call("cuFuncSetAttribute", self.function, attribute, shared)
            self._dynamic = shared
        # The driver copies the values before it returns.
        cells = [ctypes.create_string_buffer(each, len(each)) for part in packed for each in part]
        pointers = (ctypes.c_void_p * max(1, len(cells)))(*map(ctypes.addressof, cells))
        context.call(
            "cuLaunchKernel", self.function, *checked.grid, *checked.block, shared, queue,
            ctypes.addressof(pointers), 0,
        )  # fmt: skip
        context.launched.append(self.name)

    def _check_sizes(self, checked: launch.Launch) -> None:
        kernel, device = self.kernel, self.device
        for what, made_for, given in (
            ("block", kernel.block, checked.block),
            ("grid", kernel.grid, checked.grid),
        ):
            if made_for is not None and made_for != given:
                raise ArgumentError(
                    f"{self.name} was compiled for a {what} of {made_for} and is wrong for any "
                    f"other; got {given}"
                )
        if checked.threads > self.most_threads:
            raise ArgumentError(
                f"{self.name}: block {checked.block} has {checked.threads} threads; with its "
                f"{self.registers} registers a thread, at most {self.most_threads} fit"
            )
        limit = device.shared_per_block
        total = checked.static_shared + checked.dynamic_shared
        if total > limit:
            raise ArgumentError(
                f"{self.name}: a block would need {total} bytes of shared memory; {device.name} "
                f"has {limit} for a block"
            )
        if kernel.dynamic_shared and not checked.dynamic_shared:
            raise ArgumentError(
                f"{self.name} uses dynamic shared memory and the launch gives it none: say how "
                "many bytes, shared=..."
            )


# Loading ------------------------------------------------------------------------------------


def load(device: Device, source: Ptx | Cubin | str) -> Module:
    """The kernels of PTX or machine code on a device; see `Device.load`."""
    if isinstance(source, str):
        source = ptx_module.read(source, "<PTX>")
    if isinstance(source, Ptx):
        _check_ptx(device, source)
        image = source.text.encode() + b"\0"
    elif isinstance(source, Cubin):
        _check_cubin(device, source)
        image = source.data
    else:
        raise ArgumentError(
            f"load takes the Ptx of program.ptx(), its Cubin, or PTX as text; got "
            f"{type(source).__name__}"
        )
    handle = _load_data(device, image, source.name)
    what = f"the module of {source.name}"
    code = driver.Resource(device.context, what, "cuModuleUnload", handle)
    try:
        return Module(device, code, source)
    except BaseException:
        code.free()
        raise


def _load_data(device: Device, image: bytes, name: str) -> object:
    """The driver's handle of a module; a CudaError holds what its compiler said."""
    options = driver.api().CUjit_option
    said, error_said = bytearray(_LOG), bytearray(_LOG)
    given = {
        options.CU_JIT_INFO_LOG_BUFFER: said,
        options.CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: _LOG,
        options.CU_JIT_ERROR_LOG_BUFFER: error_said,
        options.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: _LOG,
    }
    try:
        return device.context.call(
            "cuModuleLoadDataEx", image, len(given), list(given), list(given.values())
        )
    except CudaError as error:
        log = error_said.split(b"\0")[0].decode(errors="replace").strip()
        told = f"\n{log}" if log else ""
        raise CudaError(f"{name}: {device.name} does not load it: {error}{told}",
                        code=error.code) from None  # fmt: skip


def reads(driver_version: int) -> tuple[int, int] | None:
    """The newest PTX that a driver reads, from the number of its CUDA; None if not known."""
    return _READS.get((driver_version // 1000, driver_version % 1000 // 10))


def _check_ptx(device: Device, source: Ptx) -> None:
    newest = reads(device.driver_version)
    version = tuple(map(int, source.version.split(".")))
    if newest and version > newest:
        shown = ".".join(map(str, newest))
        raise CudaError(
            f"{source.name}: its PTX is of version {source.version}; the driver, of CUDA "
            f"{device.cuda_version}, reads up to {shown}: compile for it, "
            f"program.ptx({source.chip!r}, version={shown!r}), or load machine code, "
            "ptx.assemble(), or update the driver",
            code="CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
        )
    if not _runs(source.chip, device.capability, code=False):
        raise CudaError(
            f"{source.name}: its PTX is for {source.chip}; {device.name} is {device.chip}: compile "
            f"for it, program.ptx({device.chip!r})",
            code="CUDA_ERROR_NO_BINARY_FOR_GPU",
        )


def _check_cubin(device: Device, source: Cubin) -> None:
    if not _runs(source.chip, device.capability, code=True):
        raise CudaError(
            f"{source.name}: this machine code is for {source.chip}; {device.name} is "
            f"{device.chip}: assemble for it, ptx.assemble({device.chip!r}), or load the PTX, "
            "which newer chips run too",
            code="CUDA_ERROR_NO_BINARY_FOR_GPU",
        )


def _runs(chip: str, capability: tuple[int, int], *, code: bool) -> bool:
    """Whether PTX, or machine code, for a chip runs on a device of that compute capability.

    PTX runs on what is newer, machine code within its major number; of sm_90a both only there, of
    sm_100f both in its family, that of the major number.
    """
    found = re.fullmatch(r"sm_(\d+)(\d)([af]?)", chip)
    if not found:
        return True  # a chip of a kind that is not known here: the driver decides
    made_for = int(found[1]), int(found[2])
    if found[3] == "a":
        return capability == made_for
    if code or found[3] == "f":
        return capability[0] == made_for[0] and capability[1] >= made_for[1]
    return capability >= made_for


# Arguments ----------------------------------------------------------------------------------


def memref_type(text: str) -> memref.MemRef | None:
    """A ranked memref type from its text; None for a layout or an element that NumPy lacks."""
    found = _MEMREF.fullmatch(text)
    if not found or not memref.dtypes(found["element"]):
        return None
    shape = tuple(None if size == "?" else int(size) for size in found["sizes"].split("x")[:-1])
    if "affine_map" in found["rest"]:
        return None
    layout = _STRIDED.search(found["rest"])
    if not layout:
        return memref.MemRef(text, found["element"], shape)
    strides = tuple(
        None if stride.strip() == "?" else int(stride)
        for stride in layout["strides"].split(",")
        if stride.strip()
    )
    offset = None if layout["offset"] == "?" else int(layout["offset"] or 0)
    return memref.MemRef(text, found["element"], shape, strides, offset)


def _packer(
    kind: str, number: int, kernel: Kernel, loaded: Loaded
) -> Callable[[object], list[bytes]]:
    """A function from an argument to the bytes of each parameter that it becomes."""
    where = f"{kernel.name}: argument {number} of {len(loaded.types)}"
    if kernel.arguments is None:
        return _raw_packer(kernel.parameters[number - 1], where, loaded)
    if kind.startswith(("memref<*", "tensor<", "vector<", "tuple<")):
        return _refusing(f"{where} is {kind}, which cannot be passed from Python")
    if not kind.startswith("memref<"):
        if call.unsupported(call.Scalar(kind)):
            return _refusing(f"{where} is {kind}, which cannot be passed from Python")
        return _scalar_packer(kind, where)
    ref = memref_type(kind)
    if ref is None:
        return _refusing(f"{where} is {kind}, whose layout or element NumPy does not have")
    return _memref_packer(ref, where, kernel.bare_pointers, loaded)


def _refusing(why: str) -> Callable[[object], list[bytes]]:
    def refuse(_value: object) -> list[bytes]:
        raise ArgumentError(why)

    return refuse


def _scalar_packer(kind: str, where: str) -> Callable[[object], list[bytes]]:
    pack, parts = call.scalar_packer(kind, where)
    size = 2 if kind in ("f16", "bf16") else None

    def scalar(value: object) -> list[bytes]:
        packed = pack(value)
        packed = packed if isinstance(packed, tuple) else (packed,)
        cells = [
            each if isinstance(each, part) else part(each)
            for part, each in zip(parts, packed, strict=True)
        ]
        return [b"".join(bytes(cell)[:size] for cell in cells)]

    return scalar


def _raw_packer(
    parameter: ptx_module.Parameter, where: str, loaded: Loaded
) -> Callable[[object], list[bytes]]:
    """For a kernel whose MLIR types are not known: an array's address, or a number of that size."""
    size, floating = parameter.size, parameter.type.startswith("f")

    def raw(value: object) -> list[bytes]:
        if isinstance(value, DeviceArray):
            if size != 8 or floating:
                raise ArgumentError(f"{where} is PTX {parameter.type}, not an address")
            return [struct.pack("<Q", _of_device(value, where, loaded).pointer)]
        if floating:
            return _scalar_packer({4: "f32", 8: "f64"}.get(size, "f16"), where)(value)
        if size not in (1, 2, 4, 8):
            raise ArgumentError(f"{where} is {size} bytes, which cannot be passed from Python")
        return _scalar_packer(f"i{8 * size}", where)(value)

    return raw


def _memref_packer(
    ref: memref.MemRef, where: str, bare: bool, loaded: Loaded
) -> Callable[[object], list[bytes]]:
    accepted = memref.dtypes(ref.element)

    def descriptor(value: object) -> list[bytes]:
        array = _of_device(value, where, loaded)
        why = _why_not(array, ref, accepted)
        if why:
            raise ArgumentError(f"{where} expects {ref.text}; got {array!r}: {why}")
        address = struct.pack("<Q", array.pointer)
        if bare:
            return [address]
        numbers = (0, *array.shape, *_row_major(array.shape))
        return [address, address, *(struct.pack("<q", number) for number in numbers)]

    return descriptor


def _of_device(value: object, where: str, loaded: Loaded) -> DeviceArray:
    if not isinstance(value, DeviceArray):
        kind = type(value).__name__
        hint = ": copy it to the GPU first, device.array(...)" if kind == "ndarray" else ""
        raise ArgumentError(f"{where} expects a device array; got {kind}{hint}")
    if value.context is not loaded.code.context:
        raise ArgumentError(f"{where}: {value!r} is of another Device")
    _ = value.pointer  # refuses an array that was freed
    return value


def _why_not(array: DeviceArray, ref: memref.MemRef, accepted: Sequence[object]) -> str | None:
    if array.dtype not in accepted:
        return f"dtype is {array.dtype}, not {' or '.join(str(each) for each in accepted)}"
    if array.ndim != ref.rank:
        return f"rank is {array.ndim}, not {ref.rank}"
    for axis, (size, wanted) in enumerate(zip(array.shape, ref.shape, strict=True)):
        if wanted is not None and size != wanted:
            return f"size of axis {axis} is {size}, not {wanted}"
    if ref.offset not in (None, 0):
        return f"a device array has offset 0, not {ref.offset}"
    if ref.strides is not None:
        own = _row_major(array.shape)
        for axis, (stride, wanted) in enumerate(zip(own, ref.strides, strict=True)):
            if wanted is not None and array.shape[axis] > 1 and stride != wanted:
                return f"stride of axis {axis} is {stride} elements, not {wanted}"
    return None


def _row_major(shape: Sequence[int]) -> list[int]:
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return strides[::-1]
