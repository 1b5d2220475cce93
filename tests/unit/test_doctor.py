"""What `make doctor` prints and when it fails."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import ROOT, hide_package

from runners import ToolchainError, doctor, toolchain

pytestmark = pytest.mark.usefixtures("fresh")


def test_the_doctor_finds_all_that_the_first_chapters_need(capsys, wheels):
    assert doctor.examine() == 0
    said = capsys.readouterr().out
    assert "Everything that chapters 1 to 4 need is here." in said
    assert "warning" not in said
    gpu = ("ptxas", "nvdisasm", "libdevice", "cuda-python", "CUDA driver")
    for name in ("mlir-opt", "llc", "OpenMP runtime", "compiler or linker", *gpu):
        assert f"\n {name} " in said


def test_the_doctor_fails_and_names_what_is_missing(capsys, llvm):
    for name in ("mlir-opt", "mlir-translate", "opt", "llc"):
        llvm.version(name, "22.1.8")
    assert doctor.examine() == 1
    said = capsys.readouterr().out
    assert "error: chapters 1 to 4 need mlir-runner, mlir-pdll, llvm-objdump, mlir_c_run" in said


def test_the_doctor_says_when_releases_are_mixed(capsys, llvm):
    llvm.version("mlir-opt", "19.1.7")
    doctor.examine()
    assert "warning: tools of different LLVM releases: mlir-opt 19.1.7" in capsys.readouterr().out


def test_the_doctor_lists_openmp_runtimes_that_packages_bring(
    capsys, wheels, tmp_path, monkeypatch
):
    for name in ("torch/lib/libgomp-98b21ff3.so.1", "torch/lib/libtorch.so", "some.libs/libomp.so"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(toolchain, "site_packages", lambda: tmp_path)
    doctor.examine()
    brought = "site-packages/some.libs/libomp.so, site-packages/torch/lib/libgomp-98b21ff3.so.1\n"
    assert f"OpenMP runtimes that packages bring: {brought}" in capsys.readouterr().out


def test_the_doctor_does_without_test_tools_and_a_gpu(capsys, wheels, monkeypatch):
    def absent(*_):
        raise ToolchainError("absent for this test")

    for probe in ("_probe_cuda_tool", "_probe_libdevice", "_probe_extra", "_probe_driver"):
        monkeypatch.setattr(doctor, probe, absent)
    there = doctor._probe_tool
    monkeypatch.setattr(
        doctor, "_probe_tool", lambda name: absent() if name == "FileCheck" else there(name)
    )
    assert doctor.examine() == 0
    assert capsys.readouterr().out.count("absent for this test") == 7


def test_the_doctor_says_how_to_get_what_a_gpu_needs(capsys, wheels, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("STEPDOWN_CUDA", raising=False)
    monkeypatch.setattr(
        toolchain, "_cuda", lambda *_: (_ for _ in ()).throw(ToolchainError("no such file"))
    )
    assert doctor.examine() == 0
    said = capsys.readouterr().out
    for what in ("ptxas", "nvdisasm", "libdevice"):
        how = "make setup EXTRAS=dev,gpu, or set STEPDOWN_CUDA"
        assert f"optional: no {what} here; {how}" in said


def test_the_doctor_says_when_a_selected_toolkit_has_not_what_it_should(
    capsys, wheels, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("STEPDOWN_CUDA", "/nowhere")
    assert doctor.examine() == 0
    assert "STEPDOWN_CUDA=/nowhere has no bin/ptxas; correct it" in capsys.readouterr().out


def test_the_doctor_works_without_rich_bindings_tools_and_compiler(capsys, no_wheels, monkeypatch):
    hide_package(monkeypatch, "rich", "ziglang")
    monkeypatch.setattr(toolchain, "BINDINGS", "no-such-wheel-of-bindings")
    monkeypatch.delenv("CC", raising=False)
    assert doctor.examine() == 1
    said = capsys.readouterr().out
    assert "\nmlir-opt             missing   all      no mlir-opt: looked beside" in said
    assert "Python bindings" in said.rpartition("error: chapters 1 to 4 need ")[2]


def test_the_doctor_quotes_bindings_that_do_not_import(capsys, wheels, monkeypatch):
    start = toolchain.start

    def broken(command, **more):
        if command[0] == sys.executable:
            command = [sys.executable, "-c", "raise ImportError('libLLVM.so: cannot open')"]
        return start(command, **more)

    monkeypatch.setattr(toolchain, "start", broken)
    monkeypatch.setenv("COLUMNS", "200")
    assert doctor.examine() == 1
    assert "import mlir.ir fails: ImportError: libLLVM.so: cannot open" in capsys.readouterr().out


def test_the_doctor_refuses_another_python(capsys, wheels, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    assert doctor.examine() == 1
    assert "need Python 3.11, 3.12 or 3.13 (make clean setup" in capsys.readouterr().out


def test_the_command_line_calls_the_doctor():
    result = subprocess.run(
        [sys.executable, "-m", "runners", "doctor"], cwd=ROOT, capture_output=True, text=True
    )
    assert "mlir-translate" in result.stdout
    assert result.returncode in (0, 1), result.stderr
