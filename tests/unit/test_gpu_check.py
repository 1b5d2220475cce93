"""`make gpu-check` without a GPU: on a made-up driver whose launches the simulator computes.

So the checks see right and wrong arrays, failing kernels and leaks, and the figures are those of a
clock on which each launch takes a millisecond.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

pytest.importorskip("cuda.bindings.driver", reason="cuda-python is not installed (extra `gpu`)")

sys.path.append(str(ROOT))  # for the package tests.gpu

from chapter_08 import kernels
from cuda.bindings import driver as real
from fake_cuda import OK, FakeDriver
from rich.console import Console
from test_cuda import has_driver

import runners
import tests.gpu as gpu
from runners import cuda, driver, toolchain
from tests.gpu import __main__ as command
from tests.gpu import counters, driver_layer, hopper, launches, memory, prepared, products, wild

STATUS = real.CUresult
DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i32": np.int32,
          "index": np.int64, "i1": np.bool_, "i16": np.int16}  # fmt: skip
PROGRAMS: dict[str, runners.Program] = {}  # PTX -> what it was made of
CODE: dict[bytes, runners.Ptx] = {}  # machine code -> its PTX


class SimulatedDriver(FakeDriver):
    """A driver whose kernels are run by the simulator, or by the coroutines if they are by hand."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.images: dict[int, str] = {}
        self.spoil: str = ""  # the kernel that gets one element wrong
        self.failing: str = ""  # the kernel that accesses what is not its own
        self.mapped: list[tuple] = []
        self.leaking = 1 << 60  # bytes from which on an allocation is not given back

    def __getattr__(self, name: str) -> object:
        return getattr(real, name) if name.startswith("cuuint") else super().__getattr__(name)

    def cuModuleLoadDataEx(self, image, numOptions, options, optionValues):
        image = CODE[bytes(image)].text.encode() if bytes(image) in CODE else image
        if b"mul.xx" in image:
            log = b"ptxas application ptx input, line 36; error   : Unexpected modifier '.xx'"
            values = dict(zip(options, optionValues, strict=True))
            values[real.CUjit_option.CU_JIT_ERROR_LOG_BUFFER][: len(log)] = log
            return (STATUS.CUDA_ERROR_INVALID_PTX, None)
        status, module = super().cuModuleLoadDataEx(image, numOptions, options, optionValues)
        if status == OK:
            self.images[int(module)] = image.rstrip(b"\0").decode()
        return status, module

    def cuFuncGetAttribute(self, attrib, hfunc):
        module, name = self.functions[int(hfunc)]
        program = PROGRAMS.get(self.images[module])
        if attrib.name.endswith("NUM_REGS") and program is not None and "@numbers" in program.text:
            return (OK, program.ptx(chip="sm_75").assemble("sm_80").kernels[name].registers)
        known = {"SHARED_SIZE_BYTES": 0, "NUM_REGS": 32, "LOCAL_SIZE_BYTES": 0,
                 "MAX_THREADS_PER_BLOCK": 1024}  # fmt: skip
        return (OK, known[attrib.name.removeprefix("CU_FUNC_ATTRIBUTE_")])

    def cuMemFree(self, dptr):
        if len(self.allocations.get(int(dptr), b"")) >= self.leaking:
            return (OK,)
        return super().cuMemFree(dptr)

    def cuMemcpyDtoD(self, dstDevice, srcDevice, ByteCount):
        self.clock += 1.0
        return super().cuMemcpyDtoD(dstDevice, srcDevice, ByteCount)

    def cuTensorMapEncodeTiled(self, tensorDataType, tensorRank, globalAddress, globalDim,
                               globalStrides, boxDim, elementStrides, interleave, swizzle,
                               l2Promotion, oobFill):  # fmt: skip
        given = [list(map(int, each)) for each in (globalDim, globalStrides, boxDim)]
        self.mapped.append((int(globalAddress), *given, tensorDataType.name, swizzle.name))
        return (OK, real.CUtensorMap())

    def cuLaunchKernel(self, f, *sizes_and_more):
        module, name = self.functions[int(f)]
        program = PROGRAMS.get(self.images.get(module, ""))
        if program is not None:
            self.kernels[name] = functools.partial(self._simulate, program, name)
        return super().cuLaunchKernel(f, *sizes_and_more)

    def _simulate(self, program, name, grid, block, shared, values) -> object:
        if name == self.failing:
            return STATUS.CUDA_ERROR_ILLEGAL_ADDRESS
        types = program.ptx(chip=self._chip(program)).kernels[name].arguments
        if types is None:
            arguments = [self._raw(value) for value in values]
            runners.emulate(program, name, grid, block, arguments, dynamic_shared=shared)
        else:
            arguments = self._typed(types, list(values))
            more = {"dynamic_shared": shared} if shared else {}
            report = runners.simulate(program, name, grid, block, arguments, checks=False, **more)
            os.write(1, report.printed.encode())
        if name == self.spoil:
            arrays = [each for each in arguments if isinstance(each, np.ndarray) and each.size]
            arrays[-1].reshape(-1)[-1] += 1
        return None

    @staticmethod
    def _chip(program: runners.Program) -> str:
        return "sm_80" if "nvgpu.mma" in program.text else "sm_75"

    def _raw(self, value: bytes) -> object:
        address = int.from_bytes(value, "little")
        buffer = self.allocations.get(address)
        if buffer is None:
            return np.int32(address)
        kind = np.int32 if len(buffer) == 4 else np.float32
        return np.frombuffer(buffer, kind)

    def _typed(self, types: tuple[str, ...], values: list[bytes]) -> list:
        arguments = []
        for kind in types:
            if not kind.startswith("memref"):
                arguments.append(_scalar(kind, values.pop(0)))
                continue
            rank = kind.count("x", 0, kind.rindex("x") + 1)
            words = [int.from_bytes(values.pop(0), "little") for _ in range(3 + 2 * rank)]
            dtype = np.dtype(DTYPES[re.search(r"(\w\d+)[,>]", kind[kind.rindex("x") + 1 :])[1]])
            shape = words[3 : 3 + rank]
            count = int(np.prod(shape))
            raw = (ctypes.c_char * (count * dtype.itemsize)).from_address(words[1])
            arguments.append(np.frombuffer(raw, dtype).reshape(shape))
        return arguments


def _scalar(kind: str, value: bytes) -> object:
    if kind == "bf16":
        import ml_dtypes

        return np.frombuffer(value, ml_dtypes.bfloat16)[0]
    return np.frombuffer(value, DTYPES[kind])[0]


class Lazily(dict):
    """What is prepared, each case when it is asked for."""

    def __missing__(self, name: str) -> prepared.Prepared:
        if name == "driver":
            self[name] = prepared.Prepared(runners.load(prepared.DRIVER).ptx(chip="sm_75"))
        else:
            self[name] = prepared._of_case(kernels.by_name(name))
        return self[name]


@pytest.fixture(autouse=True)
def remembered(monkeypatch):
    """Which program PTX is of, and which PTX machine code is of."""
    make, assemble = runners.Program.ptx, runners.Ptx.assemble

    def ptx(self, *arguments, **more):
        made = make(self, *arguments, **more)
        PROGRAMS.setdefault(made.text, self)
        return made

    def assembled(self, chip=None):
        made = assemble(self, chip)
        CODE[made.data] = self
        return made

    monkeypatch.setattr(runners.Program, "ptx", ptx)
    monkeypatch.setattr(runners.Ptx, "assemble", assembled)


MADE = Lazily()


def collect() -> None:
    """A context goes with the last of what holds it, which may itself go with a cycle."""
    for _ in range(3):
        gc.collect()


def forget(fake: SimulatedDriver) -> None:
    """As a process that lost its GPU ends: nothing can be given back, and the system takes all."""
    collect()
    fake.sticky = OK
    for each in (fake.allocations, fake.modules, fake.events, fake.streams):
        each.clear()


@pytest.fixture
def fake(monkeypatch):
    made = SimulatedDriver()
    monkeypatch.setattr(driver, "api", lambda: made)
    yield made
    collect()
    assert made.held == (0, 0, 0, 0, 0), "contexts, allocations, modules, streams, events leaked"


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Few launches of small arrays, in a folder of its own, with nothing beside us."""
    for name in ("WARM_UP", "RUNS", "MOST_LAUNCHES"):
        monkeypatch.setattr(gpu, name, 1)
    monkeypatch.setattr(products, "SIZE", 64)
    monkeypatch.setattr(memory, "ELEMENTS", 1 << 12)
    monkeypatch.setattr(memory, "COLUMNS", 64)
    monkeypatch.setattr(products, "blas", lambda: None)
    monkeypatch.setattr(driver_layer, "_torch", lambda: None)
    monkeypatch.setattr(driver_layer, "CYCLES", 2)
    monkeypatch.setattr(driver_layer, "CYCLE_BYTES", 1 << 20)
    monkeypatch.setattr(
        driver_layer, "wild_process",
        lambda ptx: "kernel wild failed, CUDA_ERROR_ILLEGAL_ADDRESS\nalive\n",
    )  # fmt: skip
    monkeypatch.setattr(launches, "has_llvm", lambda: False)
    monkeypatch.setattr(command, "OUT", tmp_path)
    monkeypatch.setattr(prepared, "get", lambda progress=None: MADE)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")  # no ncu


def few(monkeypatch, *names: str) -> None:
    """Only these of the chapter's kernels."""
    chosen = [kernels.by_name(name) for name in names]
    monkeypatch.setattr(launches, "all_cases", lambda: chosen)


def written(folder: Path) -> dict:
    (path,) = folder.glob("*.json")
    assert path.name == "made-up-gpu.json"
    return json.loads(path.read_text())


# Without a GPU.


@pytest.mark.skipif(has_driver(), reason="a driver is here")
def test_without_a_driver_there_is_one_line_and_exit_code_2():
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"gpu-check: no CUDA driver: libcuda\.so\.1 does not load .*\n", done.stderr
    )


def test_without_a_device_there_is_one_line_and_exit_code_2(fake, quick, capfd):
    fake.devices = 0
    assert command.main([]) == 2
    said = capfd.readouterr()
    assert re.fullmatch(r"gpu-check: .*CUDA_ERROR_NO_DEVICE.*\n", said.err)
    assert said.out == ""


def test_an_unknown_part_is_refused(capsys):
    assert command.main(["launches", "prodcuts"]) == 2
    assert "no part prodcuts; there are driver_layer, launches, products" in capsys.readouterr().err


def test_the_make_target_runs_the_package_with_the_extra_that_it_needs():
    rule = re.search(r"^gpu-check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert "EXTRAS=$(EXTRAS),gpu" in rule[1]
    assert "-m tests.gpu\n" in rule[1]
    done = subprocess.run(["make", "-n", "gpu-check"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# What was prepared.


def test_what_is_prepared_is_kept_and_found(monkeypatch, tmp_path):
    monkeypatch.setattr(prepared, "FOLDER", tmp_path)
    monkeypatch.setattr(prepared, "ROOT", prepared.ROOT)
    made = {"square by gpu.func": MADE["square by gpu.func"]}
    prepared.keep(made)
    monkeypatch.setattr(prepared, "prepare", lambda progress: pytest.fail("made again"))
    found = prepared.get()["square by gpu.func"]
    assert found.ptx == made["square by gpu.func"].ptx
    assert found.sectors == {"load": 125, "store": 125}  # 1000 elements, 8 a sector


def test_what_is_of_other_sources_is_made_again(monkeypatch, tmp_path):
    monkeypatch.setattr(prepared, "FOLDER", tmp_path)
    prepared.keep({})
    monkeypatch.setattr(prepared, "digest", lambda: "another")
    monkeypatch.setattr(prepared, "prepare", lambda progress: {"new": prepared.Prepared()})
    assert set(prepared.get()) == {"new"}
    monkeypatch.setattr(prepared, "prepare", lambda progress: pytest.fail("not kept"))
    assert set(prepared.get()) == {"new"}


@pytest.mark.parametrize(("kept", "why"), [(True, "is of other sources"), (False, "is not there")])
def test_without_llvm_and_without_what_fits_there_is_one_error(monkeypatch, tmp_path, kept, why):
    monkeypatch.setattr(prepared, "ROOT", tmp_path)
    monkeypatch.setattr(prepared, "FOLDER", tmp_path / "prepared")
    monkeypatch.setattr(prepared, "digest", lambda: "a")
    if kept:
        prepared.keep({})
    monkeypatch.setattr(prepared, "digest", lambda: "b")

    def missing(name: str) -> Path:
        raise runners.ToolchainError(f"no {name}")

    monkeypatch.setattr(toolchain, "tool", missing)
    with pytest.raises(runners.ToolchainError, match=rf"{why}.*-m tests\.gpu prepare.*no mlir-opt"):
        prepared.get()


def test_a_change_of_any_source_changes_the_digest(monkeypatch):
    before = prepared.digest()
    assert prepared.digest() == before
    monkeypatch.setattr(toolchain, "RELEASE", "23.0.0")
    assert prepared.digest() != before


def test_the_bindings_are_not_imported_where_all_is_prepared():
    code = (
        "import sys; sys.modules['mlir'] = None\n"
        "import tests.gpu.__main__ as m, importlib\n"
        "for name in [*m.PARTS, 'counted', 'wild']: importlib.import_module(f'tests.gpu.{name}')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# The parts.


def test_the_drivers_layer_passes_on_a_driver_that_does_what_it_should(fake, quick, tmp_path):
    assert command.main(["driver_layer"]) == 0
    found = written(tmp_path)
    assert [each["name"] for each in found["checks"] if not each["ok"]] == []
    assert len(found["checks"]) == 11
    assert found["machine"]["gpu"] == "Made-up GPU"
    assert found["machine"]["date"][:2] == "20"


def test_a_leak_is_found(fake, quick, tmp_path):
    fake.leaking = 100_000
    assert command.main(["driver_layer"]) == 1
    failed = [each for each in written(tmp_path)["checks"] if not each["ok"]]
    assert [each["name"][:18] for each in failed] == ["memory is the same"]
    assert "did not come back" in failed[0]["detail"]
    assert fake.allocations
    fake.allocations.clear()


def test_a_log_that_names_no_line_is_a_failure(fake, quick, monkeypatch, tmp_path):
    text = MADE["driver"].ptx.text

    def silent(image, *_):
        return (STATUS.CUDA_ERROR_INVALID_PTX, None)

    load = fake.cuModuleLoadDataEx
    monkeypatch.setattr(
        fake, "cuModuleLoadDataEx",
        lambda image, *more: silent(image) if b"mul.xx" in image else load(image, *more),
        raising=False,
    )  # fmt: skip
    assert "mul.rn.f32" in text
    assert command.main(["driver_layer"]) == 1
    failed = [each["name"] for each in written(tmp_path)["checks"] if not each["ok"]]
    assert failed == ["PTX that is wrong: the log of the driver's compiler"]


def test_the_process_that_loses_its_gpu_says_which_kernel_it_was(fake, monkeypatch, capsys):
    fake.failing = "wild"
    text = MADE["driver"].ptx.text
    monkeypatch.setattr(sys, "stdin", type("Input", (), {"read": staticmethod(lambda: text)}))
    assert wild.main() == 0
    assert capsys.readouterr().out == "kernel wild failed, CUDA_ERROR_ILLEGAL_ADDRESS\nalive\n"
    forget(fake)


NAMES = ("square by gpu.func", "square by llvm.func", "reduce_shared", "softmax", "matmul_tiled")


def test_kernels_that_are_right_pass(fake, quick, monkeypatch, tmp_path):
    few(monkeypatch, *NAMES)
    assert command.main(["launches"]) == 0
    checks = {each["name"]: each for each in written(tmp_path)["checks"]}
    assert set(checks) == {*NAMES, "printf"}
    assert checks["softmax"]["detail"] == "as NumPy, as the simulator"
    assert checks["square by llvm.func"]["detail"] == "as NumPy"  # that one it does not take
    assert checks["printf"]["detail"] == "3 lines"


def test_a_kernel_that_is_wrong_is_named_and_the_others_go_on(fake, quick, monkeypatch, tmp_path):
    few(monkeypatch, *NAMES)
    fake.spoil = "block_sums"
    assert command.main(["launches"]) == 1
    failed = {each["name"]: each for each in written(tmp_path)["checks"] if not each["ok"]}
    assert set(failed) == {"reduce_shared"}
    assert "1 of 20 elements are wrong; at (19,)" in failed["reduce_shared"]["detail"]


def test_an_argument_that_a_kernel_must_not_write_is_compared_too(fake, quick, monkeypatch):
    few(monkeypatch, "transpose_padded")
    launch = launches.launch

    def spoiling(session, case):
        before, after = launch(session, case)
        after[0][0, 0] += 1
        return before, after

    monkeypatch.setattr(launches, "launch", spoiling)
    assert command.main(["launches"]) == 1


def test_after_a_kernel_that_costs_the_gpu_nothing_more_is_tried(
    fake, quick, monkeypatch, tmp_path
):
    few(monkeypatch, *NAMES)
    fake.failing = "square"
    assert command.main(["launches", "memory"]) == 1
    found = written(tmp_path)
    assert [each["name"] for each in found["checks"]] == ["square by gpu.func"]
    assert "kernel square failed, CUDA_ERROR_ILLEGAL_ADDRESS" in found["checks"][0]["detail"]
    assert found["notes"] == ["the GPU is lost to this process: what comes after is not done"]
    forget(fake)


def test_a_kernel_that_did_not_compile_is_a_failed_check(fake, quick, monkeypatch, tmp_path):
    few(monkeypatch, "square by gpu.func")
    broken = Lazily({"square by gpu.func": prepared.Prepared(error="no such pass")})
    monkeypatch.setattr(prepared, "get", lambda progress=None: broken)
    assert command.main(["launches"]) == 1
    assert "no such pass" in written(tmp_path)["checks"][0]["detail"]


def test_kernels_for_other_chips_are_named(fake, quick, monkeypatch, tmp_path):
    few(monkeypatch, "matmul_hopper")
    assert command.main(["launches"]) == 0
    assert "matmul_hopper is for sm_90a, not for sm_80" in written(tmp_path)["notes"]


@pytest.mark.slow
def test_everything_passes_when_every_kernel_is_simulated(fake, quick, tmp_path):
    parts = [name for name in command.PARTS if name not in ("compiled", "gpt2")]
    assert command.main(parts) == 0
    found = written(tmp_path)
    assert len(found["checks"]) > 11 + 22 + 4 + 10
    assert set(found["seconds"]) == {*parts, "all"}


# Measurements.


def test_products_are_measured_beside_the_naive_one(fake, quick, tmp_path):
    assert command.main(["products"]) == 0
    rows = written(tmp_path)["rows"]
    assert [row["name"] for row in rows] == [
        f"matmul_{name}, 64" for name in ("naive", "tiled", "registers", "tensor")
    ]
    for row in rows:
        assert row["peer"] == "naive"
        assert row["ours"] == pytest.approx(2 * 64**3 / 1e-3 / 1e12)  # a millisecond a launch
        assert (row["ratio"], row["unit"], row["better"]) == (1.0, "TFLOP/s", "higher")


def test_products_are_measured_beside_a_library(fake, quick, monkeypatch, tmp_path):
    class Twice:
        name = "a library"

        def product(self, a, b):
            assert a.shape == b.shape == (64, 64)

            def multiply() -> None:
                fake.clock += 0.5

            return multiply

    monkeypatch.setattr(products, "blas", Twice)
    assert command.main(["products"]) == 0
    rows = written(tmp_path)["rows"]
    assert [row["ratio"] for row in rows] == pytest.approx([0.5] * 4)
    assert {row["peer"] for row in rows} == {
        "cuBLAS of float32, by a library", "cuBLAS of float16, by a library"
    }  # fmt: skip


def test_a_wrong_product_is_not_measured(fake, quick, tmp_path):
    fake.spoil = "matmul"
    assert command.main(["products"]) == 1
    found = written(tmp_path)
    assert found["rows"] == []
    assert [each["ok"] for each in found["checks"]] == [False] * 4


def test_large_products_are_the_chapters_own():
    for size in (128, 4096):
        for case, dtype in products.cases(size):
            original = kernels.by_name(case.name)
            assert case.block == original.block
            assert case.file == original.file
            assert dtype in (np.float32, np.float16)
    chapter = {case.name for case in kernels.CASES if case.name.startswith("matmul")}
    assert {case.name for case, _ in products.cases(128)} == {*chapter, "matmul_hopper"}


def test_kernels_of_memory_are_measured_beside_a_copy(fake, quick, tmp_path):
    assert command.main(["memory"]) == 0
    rows = {row["name"]: row for row in written(tmp_path)["rows"]}
    assert len(rows) == 10
    n = 1 << 12
    for name, moved in (
        ("square by gpu.func", 8 * n), ("saxpy, host.mlir", 12 * n), ("row_sums", 4 * n + 4 * 64),
        ("softmax", 8 * n), ("transpose_padded", 8 * n), ("reduce_all", 4 * n + 4 * 16),
    ):  # fmt: skip
        assert rows[name]["ours"] == pytest.approx(moved / 1e-3 / 1e9)
        assert rows[name]["theirs"] == pytest.approx(8 * n / 1e-3 / 1e9)


def test_the_median_is_taken_of_several_launches_by_the_gpus_clock(fake, monkeypatch):
    with cuda.Device() as device:
        took = iter([5.0] * 3 + [1.0] + [2.0, 9.0, 3.0] * 3 * 10)

        def launch() -> None:
            fake.clock += next(took)

        assert gpu.seconds(device, launch) == pytest.approx((2 + 9 + 3) / 3 * 1e-3, rel=0.1)


# The product for Hopper.


def test_the_maps_for_hopper_are_those_of_the_host_function(fake):
    fake.capability = (9, 0)
    fake.shared_per_block = 232448
    got = []
    fake.kernels["matmul"] = lambda grid, block, shared, values: got.append(
        (grid, block, shared, values)
    )
    ptx = MADE["matmul_hopper"].ptx
    with cuda.Device() as device:
        a, b = device.zeros((256, 512), np.float16), device.zeros((512, 384), np.float16)
        c = device.zeros((256, 384))
        PROGRAMS.pop(ptx.text, None)  # its launch is looked at here, not simulated
        hopper.launcher(device, ptx, a, b, c)()
        ((grid, block, shared, values),) = got
        assert (grid, block, shared) == ((3, 2, 1), (128, 1, 1), 131072)
        words = [int.from_bytes(value, "little") for value in values]
        assert words[2:] == [c.pointer, c.pointer, 0, 256, 384, 384, 1, 512]
        half, swizzle = "CU_TENSOR_MAP_DATA_TYPE_FLOAT16", "CU_TENSOR_MAP_SWIZZLE_128B"
        assert fake.mapped == [
            (a.pointer, [512, 256], [1024], [64, 128], half, swizzle),
            (b.pointer, [384, 512], [768], [64, 64], half, swizzle),
        ]
    text = (kernels.FOLDER / "matmul_hopper.mlir").read_text()
    assert "box[%c128, %c64]" in text
    assert "box[%c64, %c64]" in text
    assert f"arith.constant {hopper.SHARED} : i32" in text


def test_the_made_up_maps_have_the_parameters_of_the_real_ones():
    line = real.cuTensorMapEncodeTiled.__doc__.partition("\n")[0]
    inside = re.sub(r"\[[^][]*(\[[^][]*\][^][]*)*\]", "", line.partition("(")[2][:-1])
    names = [part.split(":")[0].split()[-1] for part in inside.split(",") if part.strip()]
    code = SimulatedDriver.cuTensorMapEncodeTiled.__code__
    assert list(code.co_varnames[1 : code.co_argcount]) == names


@pytest.mark.skipif(has_driver(), reason="a driver is here")
def test_cuda_python_takes_the_maps_arguments(fake, monkeypatch):
    calls = []
    monkeypatch.setattr(
        fake, "cuTensorMapEncodeTiled",
        lambda *arguments: (calls.append(arguments), (OK, real.CUtensorMap()))[1], raising=False,
    )  # fmt: skip
    with cuda.Device() as device:
        hopper.tensor_map(device, device.zeros((128, 64), np.float16), (128, 64))
    with pytest.raises(RuntimeError, match="driver library"):
        real.cuTensorMapEncodeTiled(*calls[0])


# Counters.

CSV = """==PROF== Connected to process 77
==PROF== Profiling "square" - 0: 0%....100% - 1 pass
"ID","Process ID","Kernel Name","Metric Name","Metric Unit","Metric Value"
"""


def profiler(folder: Path, script: str) -> None:
    (folder / "ncu").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "ncu").chmod(0o755)


def test_counters_are_read_from_between_other_lines():
    lines = [
        f'"{number}","77","k","{metric}","sector","{value}"'
        for number, value in ((0, "1,024"), (10, "7"), (2, "3"))
        for metric in counters.METRICS
    ]
    found = counters.read(CSV + "\n".join(lines) + "\n==PROF== Disconnected\n")
    load = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    assert [each[load] for each in found] == [1024, 3, 7]
    assert counters.read("==ERROR== nothing\n") == []


@pytest.fixture
def session(fake, quick):
    with cuda.Device() as device:
        yield gpu.Session(device, Console(), MADE)


def test_simulated_transactions_stand_beside_counted_ones(session, monkeypatch, tmp_path):
    monkeypatch.setattr(counters, "NAMES", ("square by gpu.func", "transpose_naive"))
    lines = [
        f'"{number}","77","k","{metric}","","{value}"'
        for number, values in enumerate([(125, 125, 0), (1536, 12288, 0)])
        for metric, value in zip(counters.METRICS, values, strict=True)
    ]
    (tmp_path / "said").write_text(CSV + "\n".join(lines) + "\n")
    profiler(tmp_path, f'echo "$@" > {tmp_path}/given; cat {tmp_path}/said')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    counters.run(session)
    assert [(row.name, row.ratio) for row in session.rows] == [
        ("square by gpu.func: sectors loaded, simulated", 1.0),
        ("square by gpu.func: sectors stored, simulated", 1.0),
        ("transpose_naive: sectors loaded, simulated", 1.0),
        ("transpose_naive: sectors stored, simulated", 1.0),
    ]
    given = (tmp_path / "given").read_text()
    assert "-m tests.gpu.counted square by gpu.func transpose_naive" in given
    assert "--print-units base" in given


@pytest.mark.parametrize(
    ("script", "note", "failed"),
    [
        ("echo '==ERROR== ERR_NVGPUCTRPERM - permission'; exit 1", "may not read the GPU's", 0),
        ("echo something else; exit 9", "", 1),
    ],
)
def test_counters_that_cannot_be_read_are_said_so(
    session, monkeypatch, tmp_path, script, note, failed
):
    profiler(tmp_path, script)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    counters.run(session)
    assert session.failed == failed
    assert note in " ".join(session.notes)
    assert session.rows == []


def test_no_profiler_is_said_so(session):
    counters.run(session)
    assert session.notes == [
        "no ncu (Nsight Compute) on PATH: transactions are not compared with counters"
    ]


def test_every_counted_case_is_one_that_the_simulator_runs():
    assert set(counters.NAMES) <= {case.name for case in kernels.CASES}


# Comparing.


@pytest.mark.parametrize(
    ("got", "expected", "wrong"),
    [
        ([1.0, 2.0], [1.0, 2.0], None),
        ([np.nan, np.inf], [np.nan, np.inf], None),
        ([1.0, np.nan], [1.0, 2.0], "1 of 2 .* at \\(1,\\) it is nan, expected 2.0"),
        ([1.0, 2.0], [1.0, np.nan], "1 of 2"),
        ([np.inf, 2.0], [-np.inf, 2.0], "1 of 2"),
        ([1.0], [1.0, 1.0], "shape"),
        ([1.0, 2.1], [1.0, 2.0], "1 of 2"),
    ],
)
def test_arrays_are_near_only_when_every_element_is(got, expected, wrong):
    if wrong is None:
        gpu.close(np.array(got), np.array(expected), 1e-6, 1e-6)
    else:
        with pytest.raises(AssertionError, match=wrong):
            gpu.close(np.array(got), np.array(expected), 1e-6, 1e-6)
