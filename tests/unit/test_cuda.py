"""The road to a GPU against a driver that is made up, and against none at all.

What a real driver does with PTX is for `make gpu-check` on a machine that has one; here is what
Python does: checks before calls, what is freed when, and what errors say.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import os
import re
import struct
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import ROOT

import runners
from runners import ArgumentError, CudaError, ToolchainError, driver

pytest.importorskip("cuda.bindings.driver", reason="cuda-python is not installed (extra `gpu`)")

from cuda.bindings import driver as real
from fake_cuda import FakeDriver

from runners import cuda, device_code

STATUS = real.CUresult
SAXPY = """gpu.module @kernels {
  gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
    %i = gpu.global_id x
    %u = memref.load %x[%i] : memref<?xf32>
    %v = memref.load %y[%i] : memref<?xf32>
    %w = arith.mulf %a, %u : f32
    %z = arith.addf %w, %v : f32
    memref.store %z, %y[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @many(%m: memref<2x?xf16>, %n: index, %k: f64, %h: f16, %b: i1, %c: complex<f32>,
                 %t: memref<?x4xi32, strided<[?, 1], offset: ?>>) kernel {
    gpu.return
  }
  gpu.func @dynamic(%x: memref<?xf32>) kernel {
    %i = gpu.thread_id x
    %z = arith.constant 0 : index
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %f = memref.view %d[%z][] : memref<?xi8, #gpu.address_space<workgroup>>
        to memref<64xf32, #gpu.address_space<workgroup>>
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %f[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %f[%z] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %w, %x[%i] : memref<?xf32>
    gpu.return
  }
  gpu.func @fixed(%x: memref<64xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}"""


@functools.cache
def program() -> runners.Program:
    return runners.load(SAXPY)


@functools.cache
def ptx(chip: str = "sm_80", version: str | None = None) -> runners.Ptx:
    return program().ptx(chip, version=version)


@pytest.fixture
def fake(monkeypatch):
    """A made-up driver in place of the real one; at the end nothing of it may be held."""
    made = FakeDriver()
    monkeypatch.setattr(driver, "api", lambda: made)
    yield made
    gc.collect()
    assert made.held == (0, 0, 0, 0, 0), "contexts, allocations, modules, streams, events leaked"
    assert made.stack == [], "a context was left current"


@pytest.fixture
def device(fake):
    with cuda.Device() as made:
        yield made


def saxpy(grid, block, shared, values) -> None:
    """What the kernel of that name does, on the pointers and sizes that it was given."""
    assert len(values) == 11
    (a,) = struct.unpack("f", values[0])
    arrays = []
    for first in (1, 6):
        allocated, aligned, offset, size, stride = struct.unpack("<5q", b"".join(
            values[first : first + 5]))  # fmt: skip
        assert (allocated, offset, stride) == (aligned, 0, 1)
        arrays.append(np.ctypeslib.as_array((ctypes.c_float * size).from_address(aligned)))
    assert grid[0] * block[0] == len(arrays[0])
    arrays[1][:] += np.float32(a) * arrays[0]


# The made-up driver is like the real one.


def test_the_made_up_driver_has_the_parameters_of_the_real_one():
    for name in [name for name in vars(FakeDriver) if name.startswith("cu")]:
        line = getattr(real, name).__doc__.strip().partition("\n")[0]
        inside = re.sub(r"\[[^][]*(\[[^][]*\][^][]*)*\]", "", line.partition("(")[2][:-1])
        names = [part.split(":")[0].split()[-1] for part in inside.split(",") if part.strip()]
        code = getattr(FakeDriver, name).__code__
        assert list(code.co_varnames[1 : code.co_argcount]) == [n.lstrip("*") for n in names], name


def has_driver() -> bool:
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


@pytest.mark.skipif(has_driver(), reason="a driver is here: it would be given made-up handles")
def test_cuda_python_takes_the_arguments_that_are_passed(fake):
    """Each call is made again with the real package, which looks at its arguments first.

    Where there is no driver all that can be wrong then is that it finds none.
    """
    with cuda.Device() as device:
        x = device.array(np.ones(64, np.float32))
        y = device.zeros(64)
        device.empty(64).copy_from(x)
        module = device.load(ptx())
        with device.timed(), contextlib.ExitStack() as cleanup:
            stream = device.stream()
            cleanup.callback(stream.free)
            module.saxpy.launch(1, 64, [2.0, x, y], stream=stream)
            stream.synchronize()
        module.dynamic.launch(1, 64, [x], shared=60000)
        assert device.free_memory < device.memory
        y.numpy()
        fake.fail["cuMemFree"] = [STATUS.CUDA_ERROR_INVALID_VALUE]
        with pytest.raises(CudaError):
            device.context.call("cuMemFree", 3)
    made = {name for name, _ in fake.calls}
    # Graphs are the compiler's: see test_stepdown_gpu_cuda.
    mine = re.compile("cu(?!Graph)")
    assert made == {name for name in vars(FakeDriver) if mine.match(name)}
    for name, arguments in fake.calls:
        with pytest.raises(RuntimeError, match="driver library"):
            getattr(real, name)(*arguments)
    with pytest.raises(TypeError):
        real.cuModuleGetFunction(real.CUmodule(1), "a str where bytes belong")


# Devices.


def test_a_device_says_what_it_is(fake, device):
    assert (device.name, device.capability, device.chip) == ("Made-up GPU", (8, 0), "sm_80")
    assert (device.memory, device.cuda_version, device.multiprocessors) == (1 << 30, "13.0", 4)
    assert repr(device) == "<Device 0: Made-up GPU, sm_80, CUDA 13.0>"
    assert fake.retained == 1


def test_the_primary_context_is_current_only_for_a_call(fake):
    fake.cuCtxPushCurrent(real.CUcontext(0xAB))  # of another library
    with cuda.Device() as device:
        device.array(np.ones(4)).numpy()
        assert fake.stack == [0xAB]
        fake.fail["cuMemAlloc"] = [STATUS.CUDA_ERROR_OUT_OF_MEMORY]
        with pytest.raises(CudaError):
            device.empty(4)
        assert fake.stack == [0xAB]
    fake.cuCtxPopCurrent()


def test_a_device_that_is_let_go_of_releases_its_context(fake):
    device = cuda.Device()
    array = device.array(np.ones(4))
    assert fake.held == (1, 1, 0, 0, 0)
    del device
    gc.collect()
    assert fake.retained == 1, "the array still needs it"
    np.testing.assert_array_equal(array.numpy(), np.ones(4))
    del array
    gc.collect()


def test_closing_a_device_frees_what_was_made_with_it(fake):
    device = cuda.Device()
    array, module, stream = device.array(np.ones(4)), device.load(ptx()), device.stream()
    event = device.event()
    device.close()
    device.close()
    assert fake.held == (0, 0, 0, 0, 0)
    for use in (array.numpy, lambda: event.record(), stream.synchronize,
                lambda: module.fixed.launch(1, 64, [array])):  # fmt: skip
        with pytest.raises(ArgumentError, match=r"was freed: it cannot be used any more"):
            use()
    for use in (lambda: device.zeros(3), device.synchronize, lambda: device.load(ptx())):
        with pytest.raises(ArgumentError, match="the device Made-up GPU was closed"):
            use()


@pytest.mark.parametrize(("ordinal", "there"), [(1, "0"), (-1, "0"), ("0", "0")])
def test_a_device_that_is_not_there(fake, ordinal, there):
    with pytest.raises(ArgumentError, match=f"no GPU has the number {ordinal!r}; there is {there}"):
        cuda.Device(ordinal)


def test_a_driver_without_a_device_says_so(fake):
    fake.devices = 0
    with pytest.raises(CudaError, match=r"CUDA_ERROR_NO_DEVICE .*CUDA_VISIBLE_DEVICES") as caught:
        cuda.Device()
    assert caught.value.code == "CUDA_ERROR_NO_DEVICE"


def test_a_context_that_fails_leaves_nothing(fake):
    fake.fail["cuDevicePrimaryCtxRetain"] = [STATUS.CUDA_ERROR_OUT_OF_MEMORY]
    with pytest.raises(CudaError, match="OUT_OF_MEMORY"):
        cuda.Device()


@pytest.mark.skipif(has_driver(), reason="a driver is here")
def test_no_driver_is_one_clear_error():
    with pytest.raises(ToolchainError, match=r"no CUDA driver: libcuda.so.1 does not load.*simul"):
        cuda.Device()
    with pytest.raises(ToolchainError, match="no CUDA driver"):
        cuda.count()


def test_no_cuda_python_is_one_clear_error(monkeypatch):
    driver.api.cache_clear()
    monkeypatch.setitem(sys.modules, "cuda.bindings", None)
    with pytest.raises(ToolchainError, match=r"no cuda-python .*make setup EXTRAS=dev,gpu"):
        cuda.Device()
    driver.api.cache_clear()


def test_a_driver_too_old_for_a_function_is_named(fake, monkeypatch):
    def absent(*_):
        raise RuntimeError('Function "cuMemAlloc" not found')

    with cuda.Device() as device:
        monkeypatch.setattr(fake, "cuMemAlloc", absent, raising=False)
        with pytest.raises(CudaError, match="driver is too old for cuMemAlloc"):
            device.empty(3)


def test_a_cuda_python_without_a_function_is_named(fake):
    with pytest.raises(ToolchainError, match="this cuda-python has no cuNothing"):
        driver.call("cuNothing")


def test_cuda_python_is_imported_only_when_it_is_used():
    code = "import sys, runners; runners.cuda; print('cuda.bindings' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "False\n", done.stderr


# Arrays.


@pytest.mark.parametrize(
    "values",
    [
        np.arange(12, dtype=np.float32).reshape(3, 4),
        np.arange(12, dtype=np.float32).reshape(3, 4).T,
        np.arange(24, dtype=np.int16)[::-2],
        np.array(3.5),
        np.zeros((2, 0, 4), np.float32),
        np.array([True, False]),
        np.array([1 + 2j], np.complex64),
    ],
    ids=["plain", "transposed", "reversed", "rank 0", "empty", "bool", "complex"],
)
def test_an_array_goes_to_the_gpu_and_comes_back(device, values):
    array = device.array(values)
    assert (array.shape, array.dtype, array.ndim, array.size) == (
        values.shape, values.dtype, values.ndim, values.size)  # fmt: skip
    np.testing.assert_array_equal(array.numpy(), values, strict=True)
    np.testing.assert_array_equal(np.asarray(array), values)


def test_bfloat16_goes_too(device):
    import ml_dtypes

    values = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    np.testing.assert_array_equal(device.array(values).numpy(), values)


def test_lists_and_numbers_are_copied_as_numpy_takes_them(device):
    assert device.array([1, 2]).dtype == np.int64
    assert device.array(2.5).shape == ()


def test_zeros_and_copies(device):
    zeros = device.zeros((2, 3), np.int32)
    np.testing.assert_array_equal(zeros.numpy(), np.zeros((2, 3), np.int32))
    source = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert zeros.copy_from(source) is zeros
    other = device.empty((2, 3), np.int32).copy_from(zeros)
    out = np.empty((2, 3), np.int32)
    assert other.numpy(out) is out
    np.testing.assert_array_equal(out, source)
    assert len(other) == 2


def test_a_freed_array_is_refused(device, fake):
    with device.array(np.ones(4, np.float32)) as array:
        assert len(fake.allocations) == 1
    assert not fake.allocations
    array.free()
    for use in (
        array.numpy,
        lambda: array.copy_from(np.ones(4, np.float32)),
        lambda: array.__cuda_array_interface__,
        lambda: device.load(ptx()).saxpy.launch(1, 4, [1.0, array, array]),
    ):
        with pytest.raises(ArgumentError, match=r"DeviceArray\(float32, \(4,\)\) was freed"):
            use()


def test_an_array_that_goes_out_of_use_is_freed(device, fake):
    array = device.array(np.ones(4))
    del array
    assert not fake.allocations


def test_an_array_whose_copy_fails_is_freed(device, fake):
    fake.fail["cuMemcpyHtoD"] = [STATUS.CUDA_ERROR_UNKNOWN]
    with pytest.raises(CudaError, match="cuMemcpyHtoD: CUDA_ERROR_UNKNOWN"):
        device.array(np.ones(4))
    assert not fake.allocations
    fake.fail["cuMemsetD8"] = [STATUS.CUDA_ERROR_UNKNOWN]
    with pytest.raises(CudaError):
        device.zeros(4)
    assert not fake.allocations


def test_too_much_memory_says_what_to_do(device):
    with pytest.raises(CudaError, match=r"CUDA_ERROR_OUT_OF_MEMORY .*array\.free\(\)"):
        device.empty(1 << 29)


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda a: a.copy_from(np.ones(4)), r"source is float64 .*, the device array float32 of"),
        (lambda a: a.copy_from(np.ones(5, np.float32)), r"shape \(5,\), the device array"),
        (lambda a: a.copy_from([1, 2, 3, 4]), "source is list"),
        (lambda a: a.numpy(np.empty(3, np.float32)), r"out is float32 of shape \(3,\)"),
        (lambda a: a.numpy(np.empty(8, np.float32)[::2]), "out is strided"),
        (lambda a: a.numpy([0]), "out is list"),
    ],
)
def test_copies_that_do_not_fit_are_refused(device, use, message):
    with pytest.raises(ArgumentError, match=message):
        use(device.array(np.ones(4, np.float32)))


def test_a_read_only_target_is_refused(device):
    out = np.empty(4, np.float32)
    out.flags.writeable = False
    with pytest.raises(ArgumentError, match="out is read-only"):
        device.array(np.ones(4, np.float32)).numpy(out)


@pytest.mark.parametrize(
    ("shape", "dtype", "message"),
    [
        (4, object, "dtype object has no place on a GPU"),
        (4, "U3", "has no place on a GPU"),
        (4, ">f4", "is of another byte order"),
        (4, "f5", "f5"),
        (-1, "f4", "a shape is whole numbers from 0"),
        ((2, 2.5), "f4", "a shape is whole numbers from 0"),
    ],
)
def test_arrays_that_cannot_be_are_refused(device, shape, dtype, message):
    with pytest.raises(ArgumentError, match=message):
        device.empty(shape, dtype)


def test_numpy_does_not_get_a_view(device):
    with pytest.raises(ValueError, match="without a copy"):
        np.array(device.zeros(3), copy=False)


def test_other_libraries_see_the_memory(device):
    array = device.zeros((2, 3), np.float32)
    interface = array.__cuda_array_interface__
    assert interface["data"] == (array.pointer, False)
    assert (interface["shape"], interface["typestr"]) == ((2, 3), "<f4")


# Loading.


def test_a_kernel_runs_on_what_it_is_given(device, fake):
    fake.kernels["saxpy"] = saxpy
    x, y = np.arange(256, dtype=np.float32), np.ones(256, np.float32)
    dx, dy = device.array(x), device.array(y)
    device.load(ptx())["saxpy"].launch(grid=4, block=(64, 1), args=[2.0, dx, dy])
    np.testing.assert_array_equal(dy.numpy(), 2 * x + y)
    np.testing.assert_array_equal(dx.numpy(), x)


def test_every_kind_of_argument_is_packed(device, fake):
    got = []
    fake.kernels["many"] = lambda grid, block, shared, values: got.extend(values)
    m, t = device.zeros((2, 5), np.float16), device.zeros((3, 4), np.uint32)
    device.load(ptx()).many.launch(1, 1, [m, -7, 2.5, 1.5, True, 1 + 2j, t])
    assert struct.unpack("<7q", b"".join(got[:7])) == (m.pointer, m.pointer, 0, 2, 5, 5, 1)
    assert struct.unpack("<q", got[7]) == (-7,)
    assert struct.unpack("<d", got[8]) == (2.5,)
    assert np.frombuffer(got[9], np.float16) == [1.5]
    assert got[10] == b"\x01"
    assert np.frombuffer(got[11], np.complex64) == [1 + 2j]
    assert struct.unpack("<7q", b"".join(got[12:])) == (t.pointer, t.pointer, 0, 3, 4, 4, 1)


def test_a_bare_pointer_is_one_parameter(device, fake):
    got = []
    text = SAXPY.replace("?xf32", "64xf32").replace("?x4xi32, strided<[?, 1], offset: ?>", "3xi8")
    bare = runners.load(text.replace("2x?xf16", "2x2xf16")).ptx(bare_pointers=True)
    fake.kernels["saxpy"] = lambda grid, block, shared, values: got.extend(values)
    x = device.zeros(64)
    device.load(bare).saxpy.launch(1, 64, [1.0, x, x])
    assert got == [struct.pack("f", 1.0), *[struct.pack("<Q", x.pointer)] * 2]
    with pytest.raises(ArgumentError, match="size of axis 0 is 63, not 64"):
        device.load(bare).saxpy.launch(1, 64, [1.0, x, device.zeros(63)])


def test_ptx_as_text_takes_addresses_and_numbers(device, fake):
    got = []
    fake.kernels["saxpy"] = lambda grid, block, shared, values: got.extend(values)
    x = device.zeros(4)
    kernel = device.load(ptx().text).saxpy
    arguments = [3.0, x, x, 0, 4, 1, x, x, 0, 4, 1]
    kernel.launch(1, 4, arguments)
    assert got[0] == struct.pack("f", 3.0)
    assert got[1] == struct.pack("<Q", x.pointer)
    assert got[4] == struct.pack("<q", 4)
    with pytest.raises(ArgumentError, match="argument 1 of 11 is PTX f32, not an address"):
        kernel.launch(1, 4, [x, *arguments[1:]])
    with pytest.raises(ArgumentError, match="saxpy takes 11 arguments"):
        kernel.launch(1, 4, arguments[:3])


def test_machine_code_loads_on_its_architecture(device, fake):
    module = device.load(ptx().assemble())
    assert sorted(module.kernels) == ["dynamic", "fixed", "many", "saxpy"]
    x = device.zeros(64)
    with pytest.raises(ArgumentError, match="expects memref<64xf32>"):
        module.fixed.launch(1, 64, [device.zeros(63)])
    del x


def test_ptx_newer_than_the_driver_is_refused_before_it_is_loaded(device, fake):
    device.driver_version = 12040
    with pytest.raises(CudaError, match=r"version 8\.8; the driver, of CUDA 12\.4, reads up to 8\.4"
                       r".*program\.ptx\('sm_80', version='8\.4'\)") as caught:  # fmt: skip
        device.load(ptx(version="8.8"))
    assert caught.value.code == "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
    assert not [name for name, _ in fake.calls if name == "cuModuleLoadDataEx"]
    device.load(ptx(version="8.4"))


@pytest.mark.parametrize(
    ("cuda_version", "newest"), [(11080, (7, 8)), (12060, (8, 5)), (12080, (8, 7)), (13010, (9, 1))]
)
def test_what_a_driver_reads(cuda_version, newest):
    assert device_code.reads(cuda_version) == newest


def test_a_driver_of_an_unknown_release_decides_itself(device):
    device.driver_version = 99000
    assert device_code.reads(99000) is None
    device.load(ptx(version="9.0"))


@pytest.mark.parametrize(
    ("chip", "capability", "code", "runs"),
    [
        ("sm_80", (8, 0), False, True),
        ("sm_80", (9, 0), False, True),
        ("sm_90", (8, 9), False, False),
        ("sm_90a", (9, 0), False, True),
        ("sm_90a", (10, 0), False, False),
        ("sm_100f", (10, 3), False, True),
        ("sm_100f", (12, 0), False, False),
        ("sm_80", (8, 6), True, True),
        ("sm_86", (8, 0), True, False),
        ("sm_80", (9, 0), True, False),
        ("sm_120", (12, 1), True, True),
        ("sm_90a", (9, 0), True, True),
    ],
)
def test_what_runs_where(chip, capability, code, runs):
    assert device_code._runs(chip, capability, code=code) is runs


def test_code_for_another_chip_is_refused(device):
    device.capability = (8, 6)
    device.load(ptx("sm_80").assemble())
    device.capability = (9, 0)
    device.load(ptx("sm_80"))
    with pytest.raises(CudaError, match=r"machine code is for sm_80; Made-up GPU is sm_90: assem"):
        device.load(ptx("sm_80").assemble())
    device.capability = (7, 5)
    with pytest.raises(CudaError, match=r"PTX is for sm_80; Made-up GPU is sm_75: compile for it"):
        device.load(ptx("sm_80"))


def test_what_the_drivers_compiler_says_is_in_the_error(device, fake):
    fake.log = b"ptxas application ptx input, line 9; error : Unknown symbol 'q'\0"
    broken = ".version 7.0\n.target sm_80\n"
    with pytest.raises(CudaError, match=r"Made-up GPU does not load it: .*INVALID_PTX.*\nptxas appl"
                       r".*Unknown symbol 'q'$"):  # fmt: skip
        device.load(broken)


def test_a_module_whose_kernel_is_not_found_is_unloaded(device, fake):
    fake.fail["cuModuleGetFunction"] = [STATUS.CUDA_ERROR_NOT_FOUND]
    with pytest.raises(CudaError, match="cuModuleGetFunction: CUDA_ERROR_NOT_FOUND"):
        device.load(ptx())
    assert not fake.modules
    fake.fail["cuFuncGetAttribute"] = [STATUS.CUDA_ERROR_UNKNOWN]
    with pytest.raises(CudaError):
        device.load(ptx())
    assert not fake.modules


@pytest.mark.parametrize("source", [b"\x7fELF", 7, None])
def test_what_is_no_code_is_refused(device, source):
    with pytest.raises(ArgumentError, match=r"load takes the Ptx of program.ptx\(\)"):
        device.load(source)


def test_text_that_is_no_ptx_is_refused(device):
    with pytest.raises(runners.CompileError, match="this is no PTX"):
        device.load("func.func @f() { return }")


def test_a_kernel_keeps_its_module_loaded(device, fake):
    kernel = device.load(ptx()).saxpy
    gc.collect()
    assert len(fake.modules) == 1
    x = device.zeros(4)
    kernel.launch(1, 4, [1.0, x, x])
    del kernel
    gc.collect()
    assert not fake.modules


def test_an_unloaded_module_is_refused(device):
    module = device.load(ptx())
    module.free()
    x = device.zeros(4)
    with pytest.raises(ArgumentError, match="the module of <text> was freed"):
        module.saxpy.launch(1, 4, [1.0, x, x])


def test_a_kernel_that_is_not_there_is_named(device):
    module = device.load(ptx())
    with pytest.raises(ArgumentError, match="no kernel 'saxpi' in this module; it has: dynamic"):
        module["saxpi"]
    assert not hasattr(module, "saxpi")


# Launches that are refused.


@pytest.mark.parametrize(
    ("grid", "block", "message"),
    [
        (0, 64, r"grid \(0, 1, 1\) is empty"),
        ((1, 0), 64, r"grid \(1, 0, 1\) is empty"),
        (1, 0, r"block \(0, 1, 1\) is empty"),
        ((1, 65536), 64, "65536 blocks in y; the most is 65535"),
        (1, 2048, "2048 threads"),
        (1, (64, 32), "2048 threads; the most is 1024"),
        (1, (1, 1, 65), "65 threads in z; the most is 64"),
        (-1, 64, "whole numbers"),
        (1.5, 64, "grid is a size or up to three"),
        ((1, 1, 1, 1), 64, "up to three"),
    ],
)
def test_sizes_that_no_gpu_takes_are_refused_before_the_launch(device, fake, grid, block, message):
    x = device.zeros(64)
    with pytest.raises(ArgumentError, match=message):
        device.load(ptx()).saxpy.launch(grid, block, [1.0, x, x])
    assert not [name for name, _ in fake.calls if name == "cuLaunchKernel"]


BAD_ARGUMENTS = {
    "too few": (lambda d: [1.0, d.zeros(4)], r"saxpy takes 3 arguments \(f32, memref<\?xf32>, mem"),
    "too many": (lambda d: [1.0, d.zeros(4), d.zeros(4), 4], "got 4"),
    "a NumPy array": (
        lambda d: [1.0, np.ones(4, np.float32), d.zeros(4)],
        r"argument 2 of 3 expects a device array; got ndarray: copy it .* device\.array",
    ),
    "a number": (lambda d: [1.0, 3, d.zeros(4)], "argument 2 of 3 expects a device array; got int"),
    "dtype": (lambda d: [1.0, d.zeros(4, "f8"), d.zeros(4)], "dtype is float64, not float32"),
    "rank": (lambda d: [1.0, d.zeros((2, 2)), d.zeros(4)], "rank is 2, not 1"),
    "an array for a number": (lambda d: [d.zeros(4)] * 3, "argument 1 of 3 expects f32"),
    "text": (lambda d: ["1.0", d.zeros(4), d.zeros(4)], "argument 1 of 3 expects f32; got str"),
    "too large": (lambda d: [1e300, d.zeros(4), d.zeros(4)], "does not fit"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD_ARGUMENTS.values(), ids=BAD_ARGUMENTS)
def test_arguments_that_do_not_fit_are_refused_before_the_launch(device, fake, arguments, message):
    with pytest.raises(ArgumentError, match=message):
        device.load(ptx()).saxpy.launch(1, 4, arguments(device))
    assert not [name for name, _ in fake.calls if name == "cuLaunchKernel"]


@pytest.mark.parametrize(
    ("kind", "shape", "message"),
    [
        ("memref<4x?xf32, strided<[8, 1]>>", (4, 5), "stride of axis 0 is 5 elements, not 8"),
        ("memref<?xf32, strided<[1], offset: 3>>", (4,), "offset 0, not 3"),
        ("memref<*xf32>", (4,), r"is memref<\*xf32>, which cannot be passed from Python"),
        ("vector<4xf32>", (4,), "which cannot be passed from Python"),
        ("memref<4xi1>", (4,), "whose layout or element NumPy does not have"),
        ("memref<4x4xf32, affine_map<(i, j) -> (j, i)>>", (4, 4), "conversion to strided form"),
    ],
)
def test_types_and_layouts_that_an_array_does_not_have(device, fake, kind, shape, message):
    text = f"gpu.module @m {{ gpu.func @k(%x: {kind}) kernel {{ gpu.return }} }}"
    kernel = runners.load(text).ptx
    with pytest.raises((ArgumentError, runners.CompileError), match=message):
        device.load(kernel()).k.launch(1, 4, [device.zeros(shape)])


def test_a_layout_that_is_not_strided_is_none_of_an_array():
    assert device_code.memref_type("memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>") is None


@pytest.mark.parametrize("kind", ["memref<4x?xf32, strided<[5, 1]>>", "memref<4x5xf32, 1>",
                                  "memref<4x5xf32, #gpu.address_space<global>>"])  # fmt: skip
def test_layouts_and_spaces_that_an_array_has(device, fake, kind):
    text = f"gpu.module @m {{ gpu.func @k(%x: {kind}) kernel {{ gpu.return }} }}"
    device.load(runners.load(text).ptx()).k.launch(1, 4, [device.zeros((4, 5))])


def test_arrays_and_streams_of_another_device_are_refused(device, fake):
    fake.devices = 2
    with cuda.Device(1) as other:
        x, y = device.zeros(4), other.zeros(4)
        kernel = device.load(ptx()).saxpy
        with pytest.raises(
            ArgumentError, match=r"argument 3 of 3: DeviceArray.* of another Device"
        ):
            kernel.launch(1, 4, [1.0, x, y])
        with pytest.raises(ArgumentError, match="the stream is of another Device"):
            kernel.launch(1, 4, [1.0, x, x], stream=other.stream())
        with pytest.raises(ArgumentError, match="is of another Device"):
            x.copy_from(y)


def test_more_threads_than_registers_for_them_are_refused(device, fake):
    fake.most_threads, fake.registers = 512, 120
    x = device.zeros(1024)
    with pytest.raises(ArgumentError, match="1024 threads; with its 120 registers a thread, at "
                       "most 512 fit"):  # fmt: skip
        device.load(ptx()).saxpy.launch(1, 1024, [1.0, x, x])


def test_another_block_than_the_kernel_was_compiled_for_is_refused(device):
    kernel, x = device.load(ptx()).fixed, device.zeros(64)
    kernel.launch(1, 64, [x])
    with pytest.raises(ArgumentError, match=r"compiled for a block of \(64, 1, 1\) and is wrong"):
        kernel.launch(1, 32, [x])
    with pytest.raises(ArgumentError, match=r"compiled for a grid of \(1, 1, 1\)"):
        kernel.launch(2, 64, [x])


def test_dynamic_shared_memory_is_asked_for_once(device, fake):
    kernel, x = device.load(ptx()).dynamic, device.zeros(64)
    given = []
    fake.kernels["dynamic"] = lambda grid, block, shared, values: given.append(shared)
    kernel.launch(1, 64, [x], shared=256)
    assert fake.attributes_set == []
    for size in (60000, 60000, 50000):
        kernel.launch(1, 64, [x], shared=size)
    assert fake.attributes_set == [("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", 60000)]
    assert given == [256, 60000, 60000, 50000]


def test_too_much_or_no_shared_memory_is_refused(device, fake):
    kernel, x = device.load(ptx()).dynamic, device.zeros(64)
    with pytest.raises(ArgumentError, match="would need 200000 bytes of shared memory"):
        kernel.launch(1, 64, [x], shared=200000)
    with pytest.raises(ArgumentError, match=r"uses dynamic shared memory and .*, shared=\.\.\."):
        kernel.launch(1, 64, [x])
    device.shared_per_block = 65536
    with pytest.raises(
        ArgumentError, match=r"need 65537 bytes .*; Made-up GPU has 65536 for a bloc"
    ):
        kernel.launch(1, 64, [x], shared=65537)


def test_a_chip_that_is_too_new_for_the_table_has_its_own_limits(device):
    device.capability = (15, 0)
    kernel, x = device.load(ptx()).dynamic, device.zeros(64)
    kernel.launch(1, 64, [x], shared=160000)
    with pytest.raises(ArgumentError, match="Made-up GPU has 166912 for a block"):
        kernel.launch(1, 64, [x], shared=170000)


# Errors of a kernel, streams, events.


@pytest.mark.parametrize("found_by", ["synchronize", "numpy", "timed"])
def test_an_error_in_a_kernel_names_the_kernel(fake, found_by):
    fake.kernels["saxpy"] = lambda *_: STATUS.CUDA_ERROR_ILLEGAL_ADDRESS
    device = cuda.Device()
    x = device.zeros(4)
    kernel = device.load(ptx()).saxpy

    def run() -> None:
        with device.timed() if found_by == "timed" else contextlib.nullcontext():
            kernel.launch(1, 4, [1.0, x, x])
        device.synchronize() if found_by == "synchronize" else x.numpy()

    message = r"^kernel saxpy failed, CUDA_ERROR_ILLEGAL_ADDRESS: .*runners\.simulate.*cannot be us"
    with pytest.raises(CudaError, match=message) as caught:
        run()
    assert caught.value.code == "CUDA_ERROR_ILLEGAL_ADDRESS"
    x.free()  # the driver refuses; nobody is told twice
    device.close()
    fake.sticky, fake.allocations = STATUS.CUDA_SUCCESS, {}
    fake.modules.clear()
    fake.events.clear()


def test_an_error_after_several_kernels_names_them_all(fake):
    fake.kernels["fixed"] = lambda *_: STATUS.CUDA_ERROR_MISALIGNED_ADDRESS
    device = cuda.Device()
    x = device.zeros(64)
    module = device.load(ptx())
    module.saxpy.launch(1, 64, [1.0, x, x])
    device.synchronize()
    module.dynamic.launch(1, 64, [x], shared=256)
    module.fixed.launch(1, 64, [x])
    with pytest.raises(CudaError, match=r"^one of the kernels dynamic, fixed failed.*not aligned"):
        device.synchronize()
    fake.sticky = STATUS.CUDA_SUCCESS
    device.close()


def test_an_error_of_the_launch_itself_is_told_as_it_is(device, fake):
    fake.fail["cuLaunchKernel"] = [STATUS.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES]
    x = device.zeros(4)
    with pytest.raises(
        CudaError, match=r"^cuLaunchKernel: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES \(wo"
    ):
        device.load(ptx()).saxpy.launch(1, 4, [1.0, x, x])


def test_time_is_taken_on_the_gpu(device, fake):
    x = device.zeros(4)
    kernel = device.load(ptx()).saxpy
    with device.timed() as timing:
        assert timing.seconds is None
        for _ in range(3):
            kernel.launch(1, 4, [1.0, x, x])
    assert timing.seconds == 3e-3  # a launch takes a millisecond on that clock
    assert not fake.events


def test_a_timing_that_fails_leaves_no_event(device, fake):
    fake.fail["cuEventCreate"] = [None, STATUS.CUDA_ERROR_OUT_OF_MEMORY]
    with pytest.raises(CudaError, match="cuEventCreate"), device.timed():
        pass
    assert not fake.events
    fake.fail["cuEventRecord"] = [None, STATUS.CUDA_ERROR_UNKNOWN]
    with pytest.raises(CudaError, match="cuEventRecord"), device.timed():
        pass
    assert not fake.events
    with pytest.raises(ZeroDivisionError), device.timed():
        _ = 1 / 0
    assert not fake.events


def test_launches_go_to_their_stream(device, fake):
    x, stream = device.zeros(4), device.stream()
    device.load(ptx()).saxpy.launch(1, 4, [1.0, x, x], stream=stream)
    launched = [arguments for name, arguments in fake.calls if name == "cuLaunchKernel"]
    assert int(launched[0][8]) == int(stream.handle)
    stream.synchronize()
    stream.free()
    with pytest.raises(ArgumentError, match="the stream was freed"):
        stream.synchronize()


def test_a_forked_child_frees_nothing(fake):
    with cuda.Device() as device:
        array = device.array(np.ones(4))
        before = len(fake.calls)
        child = os.fork()
        if child == 0:
            array.free()
            os._exit(len(fake.calls) - before)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_all_is_freed_as_the_interpreter_ends():
    code = textwrap.dedent("""
        import atexit, sys
        sys.path[:0] = ["tests/unit"]
        import numpy as np
        from fake_cuda import FakeDriver
        from runners import cuda, driver
        fake = FakeDriver()
        driver.api = lambda: fake
        atexit.register(lambda: print(fake.held, fake.calls[-2][0]))  # runs after the finalizers
        device = cuda.Device()
        array, event = device.array(np.ones(4)), device.event()
    """)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert done.stdout.startswith("(0, 0, 0, 0, 0)"), done.stdout + done.stderr
