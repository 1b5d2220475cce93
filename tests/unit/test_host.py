"""Host code with its kernels: memory, copies and launches answered here, and their faults found."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import FLAGS, ROOT

import runners
from runners import cuda
from runners.host import cuda_runtime, hosted, runtime
from runners.launch import LaunchError

KERNELS = """
  gpu.module @kernels {
    gpu.func @twice(%x: memref<?xf32>) kernel {
      %zero = arith.constant 0 : index
      %n = memref.dim %x, %zero : memref<?xf32>
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %in = memref.load %x[%i] : memref<?xf32>
        %out = arith.addf %in, %in : f32
        memref.store %out, %x[%i] : memref<?xf32>
      }
      gpu.return
    }
    gpu.func @past_the_end(%x: memref<?xf32>) kernel {
      %i = gpu.global_id x
      %in = memref.load %x[%i] : memref<?xf32>
      memref.store %in, %x[%i] : memref<?xf32>
      gpu.return
    }
    gpu.func @mixed(%a: f16, %b: i8, %c: f64, %d: index, %e: i1,
                    %m: memref<2x?xf64, strided<[?, 1], offset: ?>>) kernel {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %0 = arith.extf %a : f16 to f64
      %1 = arith.sitofp %b : i8 to f64
      %2 = arith.index_cast %d : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.uitofp %e : i1 to f64
      %5 = arith.addf %0, %1 : f64
      %6 = arith.addf %3, %4 : f64
      %7 = arith.addf %5, %6 : f64
      %8 = arith.addf %7, %c : f64
      memref.store %8, %m[%one, %zero] : memref<2x?xf64, strided<[?, 1], offset: ?>>
      gpu.return
    }
  }
"""
DOUBLED = f"""
  func.func @doubled(%x: memref<?xf32>) {FLAGS} {{
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %n = memref.dim %x, %zero : memref<?xf32>
    %blocks = arith.ceildivui %n, %threads : index
    %there = gpu.alloc (%n) : memref<?xf32>
    gpu.memcpy %there, %x : memref<?xf32>, memref<?xf32>
    gpu.launch_func @kernels::@twice blocks in (%blocks, %one, %one)
        threads in (%threads, %one, %one) args(%there : memref<?xf32>)
    gpu.memcpy %x, %there : memref<?xf32>, memref<?xf32>
    gpu.dealloc %there : memref<?xf32>
    return
  }}
"""


def program(body: str) -> runners.Program:
    return runners.load(f"module attributes {{gpu.container_module}} {{\n{KERNELS}\n{body}\n}}")


def function(body: str, arguments: str = "%x: memref<?xf32>") -> runners.Program:
    """A program whose host function @f has that body; %n, %zero, %one and %n1 are there."""
    return program(f"""
      func.func @f({arguments}) {FLAGS} {{
        %zero = arith.constant 0 : index
        %one = arith.constant 1 : index
        %n = arith.constant 10 : index
        {body}
        return
      }}""")


@pytest.fixture(scope="module", params=["simulator", "coroutines"])
def device(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def doubled(device):
    return hosted(program(DOUBLED), device)


def raised(text: runners.Program, *arguments: object, device: str = "coroutines") -> str:
    with pytest.raises(LaunchError) as caught:
        hosted(text, device).f(*arguments)
    return str(caught.value)


# What works ---------------------------------------------------------------------------------


def test_a_function_allocates_copies_launches_and_frees(doubled):
    x = np.arange(100, dtype=np.float32)
    doubled.doubled(x)
    np.testing.assert_array_equal(x, 2 * np.arange(100, dtype=np.float32))
    assert [(each.kernel, each.grid, each.block) for each in doubled.launches] == [
        ("twice", (2, 1, 1), (64, 1, 1))
    ]
    assert len(doubled.reports) == 1
    assert doubled.allocated == 400
    assert doubled.copied == {"to device": 400, "to host": 400, "on device": 0, "on host": 0}


def test_the_counts_are_of_the_last_call(doubled):
    doubled.doubled(np.ones(1000, np.float32))
    doubled.doubled(np.ones(3, np.float32))
    assert (doubled.allocated, len(doubled.launches)) == (12, 1)


def test_an_array_that_is_only_copied_from_may_be_read_only(device):
    text = function("""
        %there = gpu.alloc () : memref<10xf32>
        gpu.memcpy %there, %x : memref<10xf32>, memref<10xf32>
        gpu.memcpy %y, %there : memref<10xf32>, memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
    """, "%x: memref<10xf32>, %y: memref<10xf32>")  # fmt: skip
    x, y = np.arange(10, dtype=np.float32), np.zeros(10, np.float32)
    x.flags.writeable = False
    library = hosted(text, device)
    library.f(x, y)
    np.testing.assert_array_equal(x, y)
    with pytest.raises(runners.ArgumentError, match="read-only"):
        library.f(y, x)


def test_parameters_of_every_kind_arrive_as_the_host_passed_them(device):
    text = function("""
        %a = arith.constant 0.5 : f16
        %b = arith.constant -3 : i8
        %c = arith.constant 0.25 : f64
        %d = arith.constant -7 : index
        %e = arith.constant true
        %there = gpu.alloc () : memref<4x5xf64>
        gpu.memcpy %there, %x : memref<4x5xf64>, memref<4x5xf64>
        %part = memref.subview %there[%one, 2] [2, 2] [1, 1]
            : memref<4x5xf64> to memref<2x2xf64, strided<[5, 1], offset: ?>>
        %cast = memref.cast %part : memref<2x2xf64, strided<[5, 1], offset: ?>>
            to memref<2x?xf64, strided<[?, 1], offset: ?>>
        gpu.launch_func @kernels::@mixed blocks in (%one, %one, %one) threads in (%one, %one, %one)
            args(%a : f16, %b : i8, %c : f64, %d : index, %e : i1,
                 %cast : memref<2x?xf64, strided<[?, 1], offset: ?>>)
        gpu.memcpy %x, %there : memref<4x5xf64>, memref<4x5xf64>
        gpu.dealloc %there : memref<4x5xf64>
    """, "%x: memref<4x5xf64>")  # fmt: skip
    x = np.zeros((4, 5))
    hosted(text, device).f(x)
    expected = np.zeros((4, 5))
    expected[2, 2] = 0.5 - 3 + 0.25 - 7 + 1
    np.testing.assert_array_equal(x, expected)


def test_two_streams_that_are_joined_give_the_result(device):
    text = function("""
        %s = gpu.wait async
        %t = gpu.wait async
        %a, %s1 = gpu.alloc async [%s] () : memref<10xf32>
        %s2 = gpu.memcpy async [%s1] %a, %x : memref<10xf32>, memref<10xf32>
        %b, %t1 = gpu.alloc async [%t] () : memref<10xf32>
        %joined = gpu.wait async [%t1, %s2]
        %t2 = gpu.memcpy async [%joined] %b, %a : memref<10xf32>, memref<10xf32>
        %t3 = gpu.launch_func async [%t2] @kernels::@twice blocks in (%one, %one, %one)
            threads in (%n, %one, %one) args(%cast : memref<?xf32>)
        %t4 = gpu.memcpy async [%t3] %x, %b : memref<10xf32>, memref<10xf32>
        %t5 = gpu.dealloc async [%t4] %a : memref<10xf32>
        %t6 = gpu.dealloc async [%t5] %b : memref<10xf32>
        gpu.wait [%t6]
    """.replace("%t3 = gpu", "%cast = memref.cast %b : memref<10xf32> to memref<?xf32>\n%t3 = gpu"),
        "%x: memref<10xf32>")  # fmt: skip
    x = np.ones(10, np.float32)
    library = hosted(text, device)
    library.f(x)
    np.testing.assert_array_equal(x, np.full(10, 2, np.float32))
    assert library.copied["on device"] == 40


def test_memory_that_both_share_is_read_on_either_side(device):
    text = function("""
        %both = gpu.alloc host_shared () : memref<10xf32>
        memref.copy %x, %both : memref<10xf32> to memref<10xf32>
        %cast = memref.cast %both : memref<10xf32> to memref<?xf32>
        %s = gpu.wait async
        %s1 = gpu.launch_func async [%s] @kernels::@twice blocks in (%one, %one, %one)
            threads in (%n, %one, %one) args(%cast : memref<?xf32>)
        gpu.wait [%s1]
        memref.copy %both, %x : memref<10xf32> to memref<10xf32>
        %t = gpu.wait async
        %t1 = gpu.dealloc async [%t] %both : memref<10xf32>
        gpu.wait [%t1]
    """, "%x: memref<10xf32>")  # fmt: skip
    x = np.ones(10, np.float32)
    hosted(text, device).f(x)
    np.testing.assert_array_equal(x, np.full(10, 2, np.float32))


def test_registered_host_memory_may_be_given_to_a_kernel(device):
    text = function("""
        %cast = memref.cast %x : memref<10xf32> to memref<?xf32>
        %unranked = memref.cast %x : memref<10xf32> to memref<*xf32>
        gpu.host_register %unranked : memref<*xf32>
        gpu.launch_func @kernels::@twice blocks in (%one, %one, %one) threads in (%n, %one, %one)
            args(%cast : memref<?xf32>)
        gpu.host_unregister %unranked : memref<*xf32>
    """, "%x: memref<10xf32>")  # fmt: skip
    x = np.ones(10, np.float32)
    hosted(text, device).f(x)
    np.testing.assert_array_equal(x, np.full(10, 2, np.float32))


def test_memset_fills_device_memory(device):
    text = function("""
        %value = arith.constant 3.5 : f32
        %there = gpu.alloc () : memref<10xf32>
        gpu.memset %there, %value : memref<10xf32>, f32
        gpu.memcpy %x, %there : memref<10xf32>, memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
    """, "%x: memref<10xf32>")  # fmt: skip
    x = np.ones(10, np.float32)
    hosted(text, device).f(x)
    np.testing.assert_array_equal(x, np.full(10, 3.5, np.float32))


def test_fresh_device_memory_is_not_zero(device):
    text = function("""
        %there = gpu.alloc () : memref<10xf32>
        gpu.memcpy %x, %there : memref<10xf32>, memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
    """, "%x: memref<10xf32>")  # fmt: skip
    x = np.zeros(10, np.float32)
    hosted(text, device).f(x)
    assert np.isnan(x).all()


def test_calls_from_several_threads_take_turns(doubled):
    arrays = [np.full(64 + n, 1, np.float32) for n in range(8)]
    threads = [threading.Thread(target=doubled.doubled, args=(x,)) for x in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for x in arrays:
        np.testing.assert_array_equal(x, np.full(len(x), 2, np.float32))


def test_a_process_that_used_it_ends_by_itself():
    code = f"""
import numpy as np, runners
library = runners.hosted(runners.load({str(ROOT / "chapters/08-gpu/host.mlir")!r}), "coroutines")
x, y = np.ones(1000, np.float32), np.ones(1000, np.float32)
library.saxpy(2.0, x, y)
print(y.sum())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "3000.0", "")


# What goes wrong ----------------------------------------------------------------------------


def test_memory_that_is_not_freed_is_reported():
    text = function("%there = gpu.alloc () : memref<10xf32>")
    assert "device buffer 1 of 40 bytes: add gpu.dealloc" in raised(text, np.ones(1, np.float32))


def test_memory_that_is_freed_twice_is_reported():
    text = function("""
        %there = gpu.alloc () : memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
    """)  # fmt: skip
    message = raised(text, np.ones(1, np.float32))
    assert "gpu.dealloc of device buffer 1 of 40 bytes, which was freed before" in message


def test_a_copy_from_freed_memory_is_reported():
    text = function("""
        %there = gpu.alloc () : memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
        gpu.memcpy %x, %there : memref<10xf32>, memref<10xf32>
    """, "%x: memref<10xf32>")  # fmt: skip
    message = raised(text, np.ones(10, np.float32))
    assert "reads 40 bytes at device buffer 1 of 40 bytes, which was freed before" in message


def test_a_copy_past_the_end_of_a_buffer_is_reported():
    text = function("""
        %there = gpu.alloc (%n) : memref<?xf32>
        %more = memref.reinterpret_cast %there to offset: [0], sizes: [20], strides: [1]
            : memref<?xf32> to memref<20xf32>
        gpu.memcpy %more, %x : memref<20xf32>, memref<20xf32>
        gpu.dealloc %there : memref<?xf32>
    """, "%x: memref<20xf32>")  # fmt: skip
    message = raised(text, np.ones(20, np.float32))
    assert "writes 80 bytes at byte 0 of device buffer 1 of 40 bytes" in message


def test_a_kernel_that_is_given_host_memory_is_reported(device):
    text = function("""
        gpu.launch_func @kernels::@twice blocks in (%one, %one, %one) threads in (%n, %one, %one)
            args(%x : memref<?xf32>)
    """)  # fmt: skip
    x = np.ones(10, np.float32)
    message = raised(text, x, device=device)
    assert "twice: parameter 1 of 5 points to host memory" in message
    np.testing.assert_array_equal(x, np.ones(10, np.float32))


@pytest.mark.parametrize(
    ("does", "body"),
    [
        ("reads", """%v = memref.load %there[%one] : memref<10xf32>
                     memref.store %v, %x[%zero] : memref<?xf32>"""),
        ("writes", "%v = memref.load %x[%zero] : memref<?xf32>\n"
                   "memref.store %v, %there[%one] : memref<10xf32>"),
        ("accesses", "%h = memref.alloc() : memref<10xf32>\n"
                     "memref.copy %there, %h : memref<10xf32> to memref<10xf32>\n"
                     "memref.dealloc %h : memref<10xf32>"),
    ],
)  # fmt: skip
def test_host_code_that_touches_device_memory_is_reported_with_its_line(does, body):
    text = function(f"""
        %there = gpu.alloc () : memref<10xf32>
        {body}
        gpu.dealloc %there : memref<10xf32>
    """)  # fmt: skip
    message = raised(text, np.ones(10, np.float32))
    line = next(
        number for number, each in enumerate(text.text.splitlines(), start=1)
        if "memref.load %there" in each or ", %there[" in each or "memref.copy" in each
    )  # fmt: skip
    assert message.startswith(f"<text>:{line}:")
    assert f"f {does} device memory from the host: copy it with gpu.memcpy first" in message


def test_device_memory_that_the_host_frees_is_reported():
    text = function("""
        %there = gpu.alloc () : memref<10xf32>
        memref.dealloc %there : memref<10xf32>
        gpu.dealloc %there : memref<10xf32>
    """)  # fmt: skip
    assert "f frees device memory from the host" in raised(text, np.ones(1, np.float32))


def test_a_copy_that_nobody_waits_for_is_reported():
    text = function("""
        %s = gpu.wait async
        %there, %s1 = gpu.alloc async [%s] () : memref<10xf32>
        %s2 = gpu.memcpy async [%s1] %there, %x : memref<10xf32>, memref<10xf32>
        %s3 = gpu.memcpy async [%s2] %x, %there : memref<10xf32>, memref<10xf32>
        %s4 = gpu.dealloc async [%s3] %there : memref<10xf32>
    """, "%x: memref<10xf32>")  # fmt: skip
    assert "copy to the host is not waited for" in raised(text, np.ones(10, np.float32))


@pytest.mark.parametrize(
    ("blocks", "threads", "shared", "says"),
    [
        (0, 1, 0, r"grid \(0, 1, 1\) is empty"),
        (1, 2048, 0, "2048 threads in x; the most is 1024"),
        (1, 1, 200_000, "would need 200000 bytes of shared memory"),
    ],
)
def test_a_launch_that_no_gpu_takes_is_refused(blocks, threads, shared, says, device):
    text = function(f"""
        %blocks = arith.constant {blocks} : index
        %threads = arith.constant {threads} : index
        %shared = arith.constant {shared} : i32
        %there = gpu.alloc (%n) : memref<?xf32>
        gpu.launch_func @kernels::@twice blocks in (%blocks, %one, %one)
            threads in (%threads, %one, %one) dynamic_shared_memory_size %shared
            args(%there : memref<?xf32>)
        gpu.dealloc %there : memref<?xf32>
    """)  # fmt: skip
    with pytest.raises(runners.ArgumentError, match=says):
        hosted(text, device).f(np.ones(1, np.float32))


def test_a_fault_in_a_kernel_is_raised_by_the_call_and_the_library_lives_on(device):
    text = program(DOUBLED.replace("@twice", "@past_the_end"))
    library = hosted(text, device)
    x = np.ones(10, np.float32)
    with pytest.raises(LaunchError, match="past_the_end"):
        library.doubled(x)
    x = np.ones(64, np.float32)
    library.doubled(x)
    np.testing.assert_array_equal(x, np.ones(64, np.float32))
    assert library.allocated == 256


def test_an_exception_of_any_kind_comes_through_native_code(monkeypatch):
    library = hosted(program(DOUBLED), "coroutines")

    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(library._runtime, "launch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        library.doubled(np.ones(10, np.float32))


def test_more_memory_than_the_device_has_is_refused():
    text = function("""
        %size = arith.constant 1000000000000 : index
        %there = gpu.alloc (%size) : memref<?xf32>
        gpu.dealloc %there : memref<?xf32>
    """)  # fmt: skip
    assert "has no room for 4000000000000 bytes" in raised(text, np.ones(1, np.float32))


def test_a_wrong_argument_is_refused_before_the_device_is_asked(doubled):
    with pytest.raises(runners.ArgumentError, match="doubled: argument 1 of 1 expects"):
        doubled.doubled(np.ones(10))


def test_a_program_without_kernels_says_what_it_has():
    with pytest.raises(runners.CompileError, match="no GPU kernel"):
        hosted(runners.load("func.func @f() { return }"))


def test_an_unknown_device_or_function_is_named(doubled):
    with pytest.raises(runners.ArgumentError, match="simulator, coroutines, cuda; got 'tpu'"):
        hosted(program(DOUBLED), "tpu")
    with pytest.raises(runners.UnknownFunction, match=r"no function 'halved'.*it has: doubled"):
        doubled["halved"]


def test_device_memory_is_not_handed_to_python():
    text = program(f"""
      func.func @f() -> memref<10xf32> {FLAGS} {{
        %there = gpu.alloc () : memref<10xf32>
        return %there : memref<10xf32>
      }}""")
    with pytest.raises(runners.ArgumentError, match="f: returns device memory"):
        hosted(text, "coroutines").f()


# The CUDA runtime library -------------------------------------------------------------------


def test_without_a_driver_the_cuda_runtime_is_never_loaded():
    try:
        there = cuda.count()
    except runners.Error:
        there = 0
    if there:
        pytest.skip("there is a GPU")
    with pytest.raises(runners.Error, match=r"no CUDA driver|no GPU"):
        hosted(program(DOUBLED), "cuda")


class Library:
    """The runtime library as it would be loaded, with the functions of another runtime."""

    def __init__(self, functions: dict) -> None:
        self.functions = functions

    def __getitem__(self, name: str) -> object:
        if name == "mgpuModuleUnload":
            return runtime.ctypes.CDLL(None)["labs"]  # takes a pointer's place, does nothing
        kinds = runtime.TYPES[name]
        address = runtime.ctypes.cast(self.functions[name], runtime.ctypes.c_void_p).value
        return runtime.ctypes.CFUNCTYPE(*kinds)(address)


@pytest.fixture
def on_cuda(monkeypatch):
    """A library hosted on "cuda", where the CUDA runtime is the one for coroutines."""
    stand_in = hosted(program(DOUBLED), "coroutines")
    monkeypatch.setattr(cuda_runtime, "library", lambda: Library(stand_in._runtime.functions))
    library = hosted(program(DOUBLED), "cuda")
    stand_in._runtime.begin()
    return library, stand_in._runtime


def test_calls_are_handed_on_to_the_cuda_runtime_and_counted(on_cuda):
    library, behind = on_cuda
    with pytest.raises(runners.ArgumentError):
        library.doubled(np.arange(100))  # refused before native code: nothing is left redirected
    x = np.arange(100, dtype=np.float32)
    library.doubled(x)
    behind.end()
    np.testing.assert_array_equal(x, 2 * np.arange(100, dtype=np.float32))
    assert [(each.kernel, each.grid) for each in library.launches] == [("twice", (2, 1, 1))]
    assert (library.allocated, library.copied["to host"]) == (400, 400)


def test_what_the_cuda_runtime_prints_of_a_failure_is_raised(on_cuda, monkeypatch, capfd):
    library, behind = on_cuda

    def refused(*_arguments: object) -> None:
        runtime_error = b"'cuLaunchKernel(function, ...)' failed with 'CUDA_ERROR_ILLEGAL_ADDRESS'"
        cuda_runtime.os.write(2, runtime_error + b"\nsomething else\n")

    monkeypatch.setattr(behind, "launch", refused)
    with pytest.raises(runners.CudaError, match=r"cuLaunchKernel.*: CUDA_ERROR_ILLEGAL_ADDRESS"):
        library.doubled(np.ones(10, np.float32))
    assert capfd.readouterr().err == "something else\n"
