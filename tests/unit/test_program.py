"""Loading, lowering and compiling: signatures, stages, and every promised error."""

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
from conftest import ROOT, compiled, needs_assertions

import runners
from runners import pipeline, toolchain

FLAGS = "attributes {llvm.emit_c_interface}"
LOOP = f"""func.func @double(%x: memref<?xf32>) {FLAGS} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %x, %zero : memref<?xf32>
  scf.for %i = %zero to %n step %one {{
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<?xf32>
  }}
  return
}}
"""


# Loading


def test_a_path_a_pathlike_and_text_load_the_same_program(tmp_path):
    path = tmp_path / "double.mlir"
    path.write_text(LOOP)
    for source in (LOOP, path, str(path)):
        assert list(runners.load(source).functions) == ["double"]


def test_a_path_with_an_at_sign_is_a_path(tmp_path):
    path = tmp_path / "a@b.mlir"
    path.write_text(LOOP)
    assert "double" in runners.load(str(path)).functions


@pytest.mark.parametrize("source", ["nowhere/x.mlir", ".", ""])
def test_what_is_no_file_is_named(source):
    with pytest.raises(runners.NotFound):
        runners.load(source)


def test_a_binary_file_is_refused(tmp_path):
    path = tmp_path / "x.mlir"
    path.write_bytes(b"\xff\xfe\x00binary\x80")
    with pytest.raises(runners.CompileError, match="not a text file"):
        runners.load(path)


def test_a_syntax_error_has_file_line_column_and_caret(tmp_path):
    path = tmp_path / "broken.mlir"
    path.write_text("func.func @f() {\n  %0 = arith.constant 1 : i32 oops\n  return\n}\n")
    with pytest.raises(runners.CompileError) as caught:
        runners.load(path)
    first, source, caret = str(caught.value).splitlines()
    place = re.match(rf"{re.escape(str(path))}:(\d+):(\d+): error: ", first)
    assert place
    line, column = map(int, place.groups())
    assert source == path.read_text().splitlines()[line - 1]
    assert caret == " " * (column - 1) + "^"


def test_a_verifier_error_has_the_place_and_keeps_all_diagnostics():
    with pytest.raises(runners.CompileError, match=r"<text>:2:3: error: .*doesn't match") as caught:
        runners.load("func.func @f(%x: i32) -> f32 {\n  return %x : i32\n}")
    assert "note: see current operation" in caught.value.diagnostics
    assert "<stdin>" not in caught.value.diagnostics


def test_text_that_makes_the_parser_abort_costs_an_exception_only():
    # An integer type as wide as this one trips an assertion inside the parser or is refused by it.
    with pytest.raises(runners.CompileError):
        runners.load("func.func private @f(i99999999999)\n")
    with pytest.raises(runners.CompileError):
        runners.load("func.func @f(\x00")


# Signatures


def test_signatures_are_as_mlir_prints_them():
    program = runners.load(
        f"""
        func.func @f(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: f32)
            -> (memref<f64>, index) {FLAGS} {{
          %0 = memref.alloc() : memref<f64>
          %1 = arith.constant 3 : index
          return %0, %1 : memref<f64>, index
        }}
        func.func private @hidden() {{ return }}
        func.func private @declared(i32)
        """
    )
    assert list(program.functions) == ["f"]
    signature = program.functions["f"]
    assert signature.arguments == ("memref<?x4xf32, strided<[?, 1], offset: ?>>", "f32")
    assert signature.results == ("memref<f64>", "index")
    assert str(signature) == (
        "f(memref<?x4xf32, strided<[?, 1], offset: ?>>, f32) -> (memref<f64>, index)"
    )


WRITES = {
    "memref.store %x, %m[%i] : memref<8xf32>": True,
    "%y = memref.load %m[%i] : memref<8xf32>": False,
    "affine.store %x, %m[3] : memref<8xf32>": True,
    "memref.copy %m, %other : memref<8xf32> to memref<8xf32>": False,
    "memref.copy %other, %m : memref<8xf32> to memref<8xf32>": True,
    "linalg.fill ins(%x : f32) outs(%m : memref<8xf32>)": True,
    "linalg.copy ins(%m : memref<8xf32>) outs(%other : memref<8xf32>)": False,
    "%s = memref.subview %m[2][4][1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>\n"
    "memref.store %x, %s[%i] : memref<4xf32, strided<[1], offset: 2>>": True,
    "%s = memref.cast %m : memref<8xf32> to memref<?xf32>\n"
    "%y = memref.load %s[%i] : memref<?xf32>": False,
    "func.call @reads(%m) : (memref<8xf32>) -> ()": False,
    "func.call @writes(%m) : (memref<8xf32>) -> ()": True,
    "func.call @outside(%m) : (memref<8xf32>) -> ()": True,
    "%t = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>": False,
    "%z = arith.constant 0 : index\n%e = arith.constant 4 : index\n%n = arith.constant 1 : index\n"
    "scf.for %k = %z to %e step %n { memref.store %x, %m[%k] : memref<8xf32> }": True,
}


@pytest.mark.parametrize(("body", "writes"), WRITES.items(), ids=range(len(WRITES)))
def test_what_a_function_writes_is_followed_through_views_regions_and_calls(body, writes):
    program = runners.load(
        f"""
        func.func private @outside(memref<8xf32>)
        func.func private @writes(%m: memref<8xf32>) {{
          %x = arith.constant 1.0 : f32
          linalg.fill ins(%x : f32) outs(%m : memref<8xf32>)
          return
        }}
        func.func private @reads(%m: memref<8xf32>) {{
          func.call @reads(%m) : (memref<8xf32>) -> ()
          return
        }}
        func.func @f(%m: memref<8xf32>, %x: f32, %i: index) {FLAGS} {{
          %other = memref.alloc() : memref<8xf32>
          {body}
          return
        }}"""
    )
    assert program.functions["f"].written == (frozenset({0}) if writes else frozenset())


# Lowering


def test_lowering_its_own_output_is_harmless():
    text = """func.func @power(%x: i64, %n: index) -> i64 {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %start = arith.constant 1 : i64
      %0 = scf.for %i = %zero to %n step %one iter_args(%p = %start) -> i64 {
        %q = arith.muli %p, %x : i64
        scf.yield %q : i64
      }
      return %0 : i64
    }"""
    twice = runners.load(text).lower("cpu-buffers").lower("cpu-buffers")
    assert twice.compile("cpu-buffers").power(3, 4) == 81
    once = runners.load(LOOP).lower("cpu-buffers")
    with pytest.raises(runners.ArgumentError, match="load the program before it is lowered"):
        once.compile("cpu-buffers").double(np.zeros(4, np.float32))


def test_stages_hold_the_module_after_each_pass_in_order(tmp_path):
    runners.load(LOOP).lower("cpu-buffers", stages=tmp_path)
    files = sorted(path.name for path in tmp_path.iterdir())
    passes = re.findall(r"[(,]([a-z-]+)", pipeline.load("cpu-buffers").text())
    assert files == ["00-source.mlir", *(f"{n:02}-{p}.mlir" for n, p in enumerate(passes, 1))]
    before = (tmp_path / "03-lower-affine.mlir").read_text()
    after = (tmp_path / "04-convert-scf-to-cf.mlir").read_text()
    assert "scf.for" in before
    assert "scf.for" not in after
    assert "cf.cond_br" in after


def test_a_pass_that_fails_is_named_with_place_operation_and_the_ir_before_it(tmp_path):
    path = tmp_path / "notbuffer.mlir"
    path.write_text(
        f"""func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {FLAGS} {{
  %0 = "tosa.abs"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}"""
    )
    with pytest.raises(runners.CompileError) as caught:
        runners.load(path).lower("cpu-tensors", stages=tmp_path / "stages")
    first, source, caret, kept = str(caught.value).splitlines()
    assert first == (
        f"{path}:2:8: error: op was not bufferized (in pass one-shot-bufferize, on builtin.module)"
    )
    assert source.endswith('"tosa.abs"(%x) : (tensor<4xf32>) -> tensor<4xf32>')
    assert caret == " " * 7 + "^"
    assert caught.value.pass_name == "one-shot-bufferize"
    reproducer = Path(caught.value.reproducer)
    assert kept == f"IR before the pass: {reproducer}"
    assert "tosa.abs" in reproducer.read_text()
    assert (tmp_path / "stages" / "06-one-shot-bufferize-failed.mlir").exists()


SUM_OF_INDICES = f"""func.func @f(%n: index) -> index {FLAGS} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%zero) -> index {{
    scf.reduce(%i : index) {{
      ^bb0(%x: index, %y: index):
        %z = arith.addi %x, %y : index
        scf.reduce.return %z : index
    }}
  }}
  return %sum : index
}}"""


def test_a_parallel_sum_of_indices_is_a_diagnostic_that_names_the_pass():
    with pytest.raises(runners.CompileError) as caught:
        runners.load(SUM_OF_INDICES).compile("cpu-openmp")
    assert "pass convert-scf-to-openmp" in str(caught.value).splitlines()[0]
    assert caught.value.pass_name == "convert-scf-to-openmp"


@needs_assertions
def test_a_pass_that_aborts_is_named_with_its_assertion_and_the_process_lives():
    with pytest.raises(
        runners.CompileError, match=r"\A<text>: pass \S+ aborted on builtin.module: "
    ):
        runners.load(SUM_OF_INDICES).compile("cpu-openmp")


@needs_assertions
def test_a_memref_of_i1_inside_a_function_aborts_in_its_own_process():
    text = """func.func @f() -> i1 {
      %0 = memref.alloc() : memref<4xi1>
      %i = arith.constant 0 : index
      %x = memref.load %0[%i] : memref<4xi1>
      return %x : i1
    }"""
    with pytest.raises(runners.CompileError, match="pass convert-to-llvm aborted"):
        runners.load(text).lower("cpu-buffers")


def test_a_pipeline_that_does_not_exist_offers_the_nearest():
    with pytest.raises(runners.NotFound, match=r"no pipeline 'cpu-bufer'; nearest: cpu-buffers"):
        runners.load(LOOP).lower("cpu-bufer")


@pytest.mark.parametrize("name", ["../pipelines/cpu-buffers", "", "cpu-buffers.pipeline"])
def test_a_pipeline_is_named_not_found_by_path(name):
    with pytest.raises(runners.NotFound):
        runners.load(LOOP).lower(name)


def test_a_parameter_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(
        runners.NotFound, match=r"no parameter 'thread' \(its parameters: threads\)"
    ):
        runners.load(LOOP).lower("cpu-openmp", thread=2)


def test_a_pass_that_does_not_exist_offers_the_nearest():
    with pytest.raises(
        runners.CompileError, match=r"no pass is called 'canonicalise'.*canonicalize"
    ):
        runners.load(LOOP).lower("builtin.module(canonicalise)")


def test_a_wrong_option_of_a_pass_is_an_error():
    with pytest.raises(runners.CompileError, match="no such option foo"):
        runners.load(LOOP).lower("builtin.module(canonicalize{foo=1})")


# Compiling


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
