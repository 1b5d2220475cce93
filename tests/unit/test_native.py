"""Compiling on both roads: what is kept, linked, exported and refused; tensors and threads."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import FLAGS, LOOP, ROOT, SUM_OF_INDICES, compiled

import runners
from runners import toolchain


@pytest.mark.parametrize(
    ("passes", "left"),
    [
        ("convert-scf-to-cf", "arith.constant is left in double"),
        ("convert-scf-to-cf,convert-func-to-llvm,convert-cf-to-llvm,convert-arith-to-llvm",
         "memref.dim is left in double"),
    ],
)  # fmt: skip
def test_an_operation_that_was_not_lowered_is_named_with_its_function(passes, left, how, capfd):
    with pytest.raises(runners.CompileError, match=left):
        runners.load(LOOP).compile(f"builtin.module({passes})", how=how)
    assert capfd.readouterr().err == ""


def test_a_cast_that_stays_is_named_with_its_types_and_user(how):
    text = """func.func @f(%x: i32) -> i64 {
      %0 = builtin.unrealized_conversion_cast %x : i32 to i64
      return %0 : i64
    }"""
    with pytest.raises(
        runners.CompileError, match=r"i32 to i64, used by llvm.return\) is left in f"
    ):
        runners.load(text).compile("builtin.module(convert-to-llvm)", how=how)


CALLER = """
func.func private @outside(f32) -> f32
func.func @f(%x: f32) -> f32 {
  %0 = call @outside(%x) : (f32) -> f32
  return %0 : f32
}"""


def test_a_declared_function_that_nobody_defines_is_named(how):
    text = CALLER.replace("outside", "nobody")
    with pytest.raises(runners.CompileError, match="'nobody' is declared, but"):
        runners.load(text).compile("cpu-loops", how=how)


@pytest.mark.parametrize(("name", "kind"), [("sin", "f64"), ("cbrtf", "f32"), ("memcpy", "f64")])
def test_a_function_that_llvm_would_take_for_the_c_librarys_is_refused(name, kind, how):
    text = """func.func @NAME(%x: KIND) -> KIND {
      %0 = math.sin %x : KIND
      return %0 : KIND
    }"""
    program = runners.load(text.replace("NAME", name).replace("KIND", kind))
    with pytest.raises(runners.CompileError, match=f"'{name}' has the name and type of one of"):
        program.compile("cpu-loops", how=how)


@pytest.mark.parametrize("pipeline", ["cpu-buffers", "cpu-tensors", "cpu-vectors", "cpu-openmp"])
def test_complex_numbers_are_lowered_by_every_pipeline_for_arrays(pipeline):
    text = f"""func.func @f(%x: complex<f64>) -> complex<f64> {FLAGS} {{
      %0 = complex.exp %x : complex<f64>
      %1 = complex.mul %0, %x : complex<f64>
      return %1 : complex<f64>
    }}"""
    got, x = compiled(text, pipeline).f(0.5 + 0.25j), 0.5 + 0.25j
    np.testing.assert_allclose(got, np.exp(x) * x, rtol=4e-16)


@pytest.mark.parametrize("pipeline", ["cpu-loops", "cpu-buffers", "cpu-vectors", "cpu-openmp"])
def test_log1p_keeps_its_digits_near_zero(pipeline):
    text = "func.func @f(%x: f64) -> f64 {\n  %0 = math.log1p %x : f64\n  return %0 : f64\n}"
    assert compiled(text, pipeline).f(1e-12) == np.log1p(1e-12)


def test_a_library_of_the_readers_own_supplies_what_is_declared(tmp_path, how):
    source, library = tmp_path / "triple.c", tmp_path / "libtriple.so"
    source.write_text("float triple(float x) { return 3 * x; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    text = CALLER.replace("outside", "triple")
    program = runners.load(text)
    assert program.compile("cpu-loops", how=how, libraries=[library]).f(2) == 6
    with pytest.raises(runners.NotFound, match="no such library"):
        program.compile("cpu-loops", how=how, libraries=[tmp_path / "absent.so"])


CHANGED = {
    "an argument more": (
        "() -> memref<4xf32>",
        "%0 = memref.alloc() : memref<4xf32>\nreturn %0 : memref<4xf32>",
        "buffer-results-to-out-params{modify-public-functions=true}",
    ),
    "a narrower result": (
        "() -> index",
        "%0 = arith.constant 3 : index\nreturn %0 : index",
        "convert-arith-to-llvm{index-bitwidth=32},convert-func-to-llvm{index-bitwidth=32}",
    ),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_pipeline_that_changes_a_signature_leaves_the_function_uncallable(change, how):
    kind, body, first = CHANGED[change]
    program = runners.load(f"func.func @f{kind} {FLAGS} {{\n{body}\n}}")
    passes = f"{first},convert-to-llvm,reconcile-unrealized-casts"
    library = program.compile(f"builtin.module({passes})", how=how)
    with pytest.raises(runners.ArgumentError, match="changed its signature"):
        library.f(*[np.zeros(4, np.float32)] * len(program.functions["f"].arguments))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"how": "aott"}, 'how is "jit" or "aot"'),
        ({"how": "jit", "cpu": "generic"}, 'needs how="aot"'),
        ({"how": "aot", "cpu": "pentium9"}, "no processor is called 'pentium9'"),
    ],
)
def test_wrong_compile_options_are_refused(options, message):
    with pytest.raises(runners.Error, match=message):
        runners.load(LOOP).compile("cpu-buffers", **options)


def test_the_same_request_gives_the_same_library():
    program = runners.load(LOOP)
    assert program.compile("cpu-buffers") is program.compile("cpu-buffers")
    assert program.compile("cpu-buffers") is not program.compile("cpu-buffers", how="aot")


def test_every_stage_is_kept(tmp_path, how):
    runners.load(LOOP).compile("cpu-buffers", how=how, keep=tmp_path)
    kept = {path.name for path in tmp_path.iterdir()}
    stages = {"passes", "lowered.mlir", "module.ll", "module.opt.ll", "module.s", "module.o"}
    assert kept == stages | ({"module.so", "module.h"} if how == "aot" else set())
    assert "llvm.func @double" in (tmp_path / "lowered.mlir").read_text()
    assert "define void @double" in (tmp_path / "module.ll").read_text()
    assert (tmp_path / "module.o").read_bytes()[:4] == b"\x7fELF"


def test_stages_are_kept_up_to_the_one_that_failed(tmp_path):
    with pytest.raises(runners.CompileError):
        runners.load(SUM_OF_INDICES).compile("cpu-openmp", keep=tmp_path)
    assert (tmp_path / "passes" / "00-source.mlir").exists()


def test_recompiling_into_the_same_directory_gives_the_new_code(tmp_path):
    for factor in (2.0, 5.0):
        text = f"""func.func @f(%x: f32) -> f32 {{
          %k = arith.constant {factor} : f32
          %0 = arith.mulf %x, %k : f32
          return %0 : f32
        }}"""
        library = runners.load(text).compile("cpu-loops", how="aot", keep=tmp_path)
        assert library.f(1.0) == factor
        assert library.path == tmp_path / "module.so"


def registers(assembly: str) -> set[str]:
    return set(re.findall(r"%([xyz])mm\d", assembly))


@pytest.mark.skipif(
    "avx2" not in Path("/proc/cpuinfo").read_text(), reason="this processor has no AVX2"
)
def test_loops_use_this_processors_widest_registers_unless_told_otherwise(tmp_path, how):
    runners.load(LOOP).compile("cpu-buffers", how=how, keep=tmp_path / "native")
    assert registers((tmp_path / "native" / "module.s").read_text()) & {"y", "z"}
    if how == "aot":
        keep = tmp_path / "generic"
        library = runners.load(LOOP).compile("cpu-buffers", how=how, keep=keep, cpu="generic")
        assert registers((keep / "module.s").read_text()) == {"x"}
        array = np.arange(100, dtype=np.float32)
        library.double(array)
        np.testing.assert_array_equal(array, np.arange(100) * 2)


STEPPING = f"""func.func @first(%x: memref<?xf32, strided<[?], offset: ?>>) -> f32 {FLAGS} {{
  %i = arith.constant 1 : index
  %0 = memref.load %x[%i] : memref<?xf32, strided<[?], offset: ?>>
  return %0 : f32
}}"""


@pytest.mark.parametrize(("text", "promised"), [(STEPPING, False), (LOOP, True)])
def test_no_promise_is_made_about_addresses_where_a_stride_may_be_negative(
    text, promised, how, tmp_path
):
    library = runners.load(text).compile("cpu-buffers", how=how, keep=tmp_path)
    assert ("nuw" in (tmp_path / "lowered.mlir").read_text()) is promised
    if not promised:
        assert library.first(np.arange(4, dtype=np.float32)[::-1]) == 2


def test_the_c_header_compiles_and_its_prototypes_call_the_library(tmp_path):
    text = f"""
      func.func @scale(%x: memref<?xf32>, %k: f32) -> memref<?xf32> {FLAGS} {{
        %zero = arith.constant 0 : index
        %one = arith.constant 1 : index
        %n = memref.dim %x, %zero : memref<?xf32>
        %out = memref.alloc(%n) : memref<?xf32>
        scf.for %i = %zero to %n step %one {{
          %a = memref.load %x[%i] : memref<?xf32>
          %b = arith.mulf %a, %k : f32
          memref.store %b, %out[%i] : memref<?xf32>
        }}
        return %out : memref<?xf32>
      }}
      func.func @pair(%x: complex<f64>) -> (i8, memref<*xf64>) {FLAGS} {{
        %0 = arith.constant 3 : i8
        %1 = memref.alloc() : memref<2x3xf64>
        %2 = memref.cast %1 : memref<2x3xf64> to memref<*xf64>
        return %0, %2 : i8, memref<*xf64>
      }}
      func.func @half(%x: f16) -> f16 {{ return %x : f16 }}
      func.func @two() -> (i8, memref<*xf64>) {FLAGS} {{
        %0 = arith.constant 3 : i8
        %1 = memref.alloc() : memref<2x3xf64>
        %2 = memref.cast %1 : memref<2x3xf64> to memref<*xf64>
        return %0, %2 : i8, memref<*xf64>
      }}
      func.func @double(%x: i32) -> i32 {{ return %x : i32 }}
      func.func @"a.b"(%x: i32) -> i32 {{ return %x : i32 }}
      func.func @whole(%x: i32) -> i32 {{ return %x : i32 }}"""
    library = runners.load(text).compile("cpu-buffers", how="aot", keep=tmp_path)
    (tmp_path / "main.c").write_text(
        """#include "module.h"
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
          float data[3] = {1, 2, 3};
          memref_1d_f32 x = {data, data, 0, {3}, {1}}, y;
          _mlir_ciface_scale(&y, &x, 10.0f);
          two_results both;
          _mlir_ciface_two(&both);
          printf("%g %d %d %d\\n", y.aligned[y.offset + 2], whole(-7), both.result0,
                 (int)both.result1.rank);
          free(y.allocated);
          return 0;
        }"""
    )
    command = ["cc", "-Wall", "-Werror", "-o", "main", "main.c", library.path]
    subprocess.run([*command, f"-Wl,-rpath,{tmp_path}"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert done.stdout == "30 -7 3 2\n"
    header = library.header.read_text()
    assert "half: takes f16 by value otherwise than C does" in header
    assert "double: has a name that C does not allow" in header
    assert "a.b: has a name that C does not allow" in header
    assert library.double(3) == library["a.b"](3) == 3
    assert "pair: takes complex<f64> by value otherwise than C does" in header
    subprocess.run(["g++", "-fsyntax-only", "-x", "c++", library.header], check=True)


def bare_linkers() -> list[tuple[str, ...]]:
    """The LLDs that can be had here: of the optional wheel, of an LLVM installation, on PATH."""
    found = []
    if importlib.util.find_spec("ziglang"):
        found.append((sys.executable, "-m", "ziglang", "ld.lld"))
    search = os.pathsep.join(["/usr/lib/llvm-22/bin", os.environ["PATH"]])
    if path := shutil.which("ld.lld", path=search):
        found.append((path,))
    return found


@pytest.mark.skipif(not bare_linkers(), reason="no ld.lld here: make setup EXTRAS=dev,linker")
@pytest.mark.parametrize("linker", bare_linkers(), ids=lambda command: Path(command[-1]).name)
def test_where_there_is_no_c_compiler_a_bare_lld_links(linker, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))  # a folder without a compiler
    monkeypatch.setattr(toolchain, "linker", lambda: toolchain.Linker(linker, False))
    for text, pipeline_name in [(LOOP, "cpu-buffers"), (PARALLEL_SUM, "cpu-openmp")]:
        library = runners.load(text).compile(pipeline_name, how="aot")
        array = np.arange(8, dtype=np.float32 if text is LOOP else np.float64)
        if text is LOOP:
            library.double(array)
            np.testing.assert_array_equal(array, np.arange(8) * 2)
        else:
            assert library.sum(array) == 28


# Tensors


def test_tensor_arguments_are_values(how):
    text = f"""
      func.func @set(%x: tensor<?xf32>, %i: index) -> tensor<?xf32> {FLAGS} {{
        %v = arith.constant 9.0 : f32
        %0 = tensor.insert %v into %x[%i] : tensor<?xf32>
        return %0 : tensor<?xf32>
      }}
      func.func @twice(%x: tensor<?xf32>, %i: index) -> (tensor<?xf32>, tensor<?xf32>) {FLAGS} {{
        %0 = call @set(%x, %i) : (tensor<?xf32>, index) -> tensor<?xf32>
        return %0, %x : tensor<?xf32>, tensor<?xf32>
      }}"""
    library = compiled(text, "cpu-tensors", how)
    array = np.arange(4, dtype=np.float32)
    array.flags.writeable = False
    np.testing.assert_array_equal(library.set(array, 1), [0, 9, 2, 3])
    changed, same = library.twice(array, 2)
    np.testing.assert_array_equal(changed, [0, 1, 9, 3])
    np.testing.assert_array_equal(same, [0, 1, 2, 3])
    np.testing.assert_array_equal(array, [0, 1, 2, 3])


def test_a_writable_tensor_argument_is_written_and_checked(how):
    text = f"""func.func @set(%x: tensor<4xf32> {{bufferization.writable = true}}) {FLAGS} {{
      %v = arith.constant 9.0 : f32
      %i = arith.constant 1 : index
      %0 = tensor.insert %v into %x[%i] : tensor<4xf32>
      %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
      return
    }}"""
    library = compiled(text, "cpu-tensors", how)
    array = np.zeros(4, np.float32)
    library.set(array)
    array.flags.writeable = False
    with pytest.raises(runners.ArgumentError, match="read-only"):
        library.set(array)


def test_an_error_after_tensors_were_protected_still_points_at_the_source():
    text = f"""// a comment, so that line numbers differ from the printed module's

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {FLAGS} {{
  // another
  %0 = "tosa.abs"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}"""
    with pytest.raises(runners.CompileError, match=r"<text>:5:8: error: op was not bufferized"):
        runners.load(text).lower("cpu-tensors")


# Threads


PARALLEL_SUM = f"""func.func @sum(%x: memref<?xf64>) -> f64 {FLAGS} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f64
  %n = memref.dim %x, %zero : memref<?xf64>
  %sum = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%start) -> f64 {{
    %a = memref.load %x[%i] : memref<?xf64>
    scf.reduce(%a : f64) {{
      ^bb0(%p: f64, %q: f64):
        %r = arith.addf %p, %q : f64
        scf.reduce.return %r : f64
    }}
  }}
  return %sum : f64
}}
llvm.func @omp_get_max_threads() -> i32
llvm.func @most() -> i32 {{
  %0 = llvm.call @omp_get_max_threads() : () -> i32
  llvm.return %0 : i32
}}"""


def test_a_parallel_sum_is_right_and_its_threads_can_be_set(how):
    library = compiled(PARALLEL_SUM, "cpu-openmp", how)
    assert library.sum(np.arange(1000, dtype=np.float64)) == 499500
    script = (
        "import runners, sys, numpy as np\n"
        f"library = runners.load({PARALLEL_SUM!r}).compile('cpu-openmp', how={how!r})\n"
        "print(library.most(), library.sum(np.ones(1000)))"
    )
    for threads in ("1", "3"):
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True,
            env={**os.environ, "OMP_NUM_THREADS": threads}, cwd=ROOT,
        )  # fmt: skip
        assert done.stdout == f"{threads} 1000.0\n"


@pytest.mark.slow
def test_pytorch_imported_before_our_openmp_library_does_no_harm(how):
    pytest.importorskip("torch", reason="PyTorch is not installed: make setup-peers")
    script = (
        "import torch; torch.ones(1000).sum()\n"
        "import runners, numpy as np\n"
        f"library = runners.load({PARALLEL_SUM!r}).compile('cpu-openmp', how={how!r})\n"
        "print(library.sum(np.ones(1000)), torch.ones(1000, 1000).sum().item())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == "1000.0 1000000.0\n"
