"""The command line: what it prints, where it writes, and its exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from conftest import ROOT, needs_assertions

from runners import pipeline

PROGRAM = """
func.func @scale(%x: memref<4xf32>, %k: f32) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %a = memref.load %x[%zero] : memref<4xf32>
  %b = arith.mulf %a, %k : f32
  memref.store %b, %x[%zero] : memref<4xf32>
  return %a : f32
}
func.func @div(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}
"""


def cli(*arguments: object, cwd=ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runners", *map(str, arguments)],
        capture_output=True, text=True, cwd=cwd, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    return path


def test_pipelines_lists_each_with_its_first_comment_line():
    lines = cli("pipelines").stdout.splitlines()
    for name in pipeline.names():
        assert f"{name:14} {pipeline.load(name).summary}" in lines


def test_pipelines_prints_the_text_of_one():
    done = cli("pipelines", "cpu-vectors", "--set", "contract=dot")
    assert done.stdout == pipeline.load("cpu-vectors").text(contract="dot") + "\n"


def test_lower_prints_or_writes_the_lowered_module(program, tmp_path):
    printed = cli("lower", program, "-p", "cpu-buffers")
    assert printed.returncode == 0
    assert "llvm.func @scale" in printed.stdout
    out, stages = tmp_path / "out.mlir", tmp_path / "stages"
    assert cli("lower", program, "-p", "cpu-buffers", "-o", out, "--stages", stages).stdout == ""
    assert out.read_text() == printed.stdout
    assert (stages / "00-source.mlir").read_text() == PROGRAM


def test_lower_writes_into_a_pipe_and_does_not_put_a_file_in_its_place(program, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    assert cli("lower", program, "-p", "cpu-buffers", "-o", pipe).returncode == 0
    assert "llvm.func @scale" in reader.communicate(timeout=60)[0]
    assert pipe.is_fifo()


@pytest.mark.parametrize("how", ["jit", "aot"])
def test_run_prints_results_and_saves_them(program, tmp_path, how):
    array = tmp_path / "x.npy"
    np.save(array, np.array([2, 3, 4, 5], np.float32))
    done = cli("run", program, "-p", "cpu-buffers", "-f", "scale", "--how", how,
               "-o", tmp_path / "out", array, "-1.5")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "result0: 2.0\nargument0: float32 (4,)\n[-3.  3.  4.  5.]\n"
    np.testing.assert_array_equal(np.load(array), [2, 3, 4, 5])
    np.testing.assert_array_equal(np.load(tmp_path / "out" / "argument0.npy"), [-3, 3, 4, 5])
    assert np.load(tmp_path / "out" / "result0.npy") == 2


def test_run_takes_every_spelling_of_a_number(program):
    for number in ("-1e3", "-inf", "nan", "-2"):
        done = cli("run", program, "-p", "cpu-buffers", "-f", "scale", "ones:4xf32", number)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("result0: 1.0")


@pytest.mark.parametrize("option", [["--keep"], ["-o"]])
def test_a_directory_that_cannot_be_made_is_one_line(program, option):
    done = cli("run", program, "-p", "cpu-loops", "-f", "div", *option, "/proc/none/x", "4", "2")
    assert done.returncode == 2
    assert done.stderr.startswith("error: /proc/none")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("made", ["zeros:4xf32", "ones:4xf32", "arange:4xf32"])
def test_run_makes_arrays_from_a_shape(program, made):
    done = cli("run", program, "-p", "cpu-buffers", "-f", "scale", made, "2")
    assert done.stdout.startswith({"o": "result0: 1.0"}.get(made[0], "result0: 0.0"))


DIV = ["run", "{program}", "-p", "cpu-buffers", "-f", "div"]
LOWER = ["lower", "{program}", "-p"]
WRONG_USAGE = {
    "no command": ([], "COMMAND"),
    "no pipeline": (["lower", "{program}"], "-p/--pipeline"),
    "unknown pipeline": ([*LOWER, "cpu-bufers"], "nearest: cpu-buffers"),
    "unknown parameter": ([*LOWER, "cpu-openmp", "--set", "a=1"], "no parameter"),
    "no value": ([*LOWER, "cpu-openmp", "--set", "a"], "not PARAMETER=VALUE"),
    "no file": (["lower", "absent.mlir", "-p", "cpu-buffers"], "absent.mlir: no such file"),
    "unknown option": ([*LOWER, "cpu-loops", "--fast"], "unrecognized"),
    "cannot write": ([*LOWER, "cpu-buffers", "-o", "/nowhere/x"], "cannot be written"),
    "no function": ([*DIV[:-1], "f"], "no function 'f'"),
    "count": ([*DIV, "1"], "div takes 2 arguments"),
    "no array": ([*DIV, "1", "x.npy"], "x.npy: no such"),
    "no shape": ([*DIV, "1", "ones:4xf31"], "a shape"),
    "not an array": ([*DIV, "1", "{program}"], "not an array file"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG_USAGE)
def test_wrong_usage_ends_with_2_and_a_readable_line(program, case):
    arguments, message = WRONG_USAGE[case]
    done = cli(*[text.format(program=program) for text in arguments])
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_program_that_does_not_parse_ends_with_1_and_a_caret(tmp_path):
    path = tmp_path / "broken.mlir"
    path.write_text("func.func @f( { return }\n")
    done = cli("lower", path, "-p", "cpu-loops")
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: {path}:1:14: error: ")
    assert done.stderr.splitlines()[2].strip() == "^"


@needs_assertions
def test_the_command_line_survives_an_aborting_pass_and_names_it(tmp_path):
    path = tmp_path / "masks.mlir"
    path.write_text(
        """func.func @f(%m: memref<4xi1>) -> i1 {
          %zero = arith.constant 0 : index
          %x = memref.load %m[%zero] : memref<4xi1>
          return %x : i1
        }"""
    )
    out = tmp_path / "out.mlir"
    out.write_text("as it was")
    done = cli("lower", path, "-p", "cpu-buffers", "-o", out)
    assert done.returncode == 1
    assert "pass convert-to-llvm aborted on builtin.module" in done.stderr.splitlines()[0]
    assert out.read_text() == "as it was"


def test_code_that_crashes_ends_with_1_and_names_function_and_signal(program):
    done = cli("run", program, "-p", "cpu-loops", "-f", "div", "1", "0")
    assert done.returncode == 1
    assert done.stderr == f"error: {program}: div was killed by SIGFPE\n"


def test_a_missing_tool_ends_with_1_and_says_what_to_do(program, tmp_path):
    done = cli("lower", program, "-p", "cpu-buffers", STEPDOWN_LLVM=str(tmp_path))
    assert done.returncode == 1
    assert "mlir-opt" in done.stderr.splitlines()[0]


def test_a_closed_pipe_is_no_traceback(program):
    command = f"{sys.executable} -m runners lower {program} -p cpu-buffers | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == ""


# GPU kernels.

SQUARE = """func.func @square(%x: memref<256x128xf32>, %y: memref<256x128xf32>) {
  linalg.square ins(%x : memref<256x128xf32>) outs(%y : memref<256x128xf32>)
  return
}
"""


@pytest.fixture
def square(tmp_path):
    path = tmp_path / "square.mlir"
    path.write_text(SQUARE)
    return path


def test_ptx_prints_or_writes_the_kernels(square, tmp_path):
    printed = cli("ptx", square, "-p", "gpu-affine")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert ".version 7.0\n.target sm_80\n" in printed.stdout
    assert printed.stdout.count(".param .u64") == 14
    out, keep = tmp_path / "out.ptx", tmp_path / "keep"
    options = ["--chip", "sm_90a", "--version", "8.4", "--bare-pointers", "-o", out, "--keep", keep]
    assert cli("ptx", square, "-p", "gpu-affine", *options).stdout == ""
    assert ".version 8.4\n.target sm_90a\n" in out.read_text()
    assert out.read_text().count(".param .u64") == 2
    assert (keep / "module.ptx").read_text() == out.read_text()


@pytest.mark.skipif(not find_spec("cuda"), reason="the extra `gpu` is not installed: no ptxas")
def test_ptx_assembles_and_describes(square, tmp_path):
    tiles = ["-p", "gpu-parallel-loops", "--set", "tile=8,32"]
    said = cli("ptx", square, *tiles, "--info").stdout
    assert "  threads        256 a block (32, 8, 1)\n" in said
    assert "  registers  " in said
    assert "EXIT ;" in cli("ptx", square, *tiles, "--sass").stdout
    out = tmp_path / "out.cubin"
    assert cli("ptx", square, *tiles, "--cubin", "-o", out).stdout == ""
    assert out.read_bytes().startswith(b"\x7fELF")


WRONG_PTX = {
    "no kernel": ([], 1, "there is no GPU kernel in this program; lower it through gpu-affine"),
    "cubin to a terminal": (["--cubin"], 2, "--cubin is not text: name a file, -o OUT"),
    "a parameter of nothing": (["--set", "tile=4"], 2, "--set is a parameter of the pipeline"),
    "two at once": (["--cubin", "--sass"], 2, "not allowed with argument"),
    "unknown chip": (["-p", "gpu-affine", "--chip", "sm_99"], 2, "no chip is called 'sm_99'"),
    "unknown version": (["-p", "gpu-affine", "--version", "9.9"], 2, "writes no PTX of version"),
}


@pytest.mark.parametrize(("options", "code", "message"), WRONG_PTX.values(), ids=WRONG_PTX)
def test_ptx_says_what_is_wrong_in_one_line(square, options, code, message):
    done = cli("ptx", square, *options)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
