"""What was found by trying to break the runners: each case stays refused, or right."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import FLAGS, LOOP, ROOT, compiled, ones

import runners

F32 = np.float32


def test_a_space_in_a_tensor_type_does_not_open_the_callers_array_to_writing(how):
    text = f"""func.func @f(%x: tensor <4xf32>) -> tensor <4xf32> {FLAGS} {{
      %c = arith.constant 7.0 : f32
      %z = arith.constant 0 : index
      %r = tensor.insert %c into %x[%z] : tensor <4xf32>
      return %r : tensor <4xf32>
    }}"""
    x = np.zeros(4, F32)
    np.testing.assert_array_equal(compiled(text, "cpu-tensors", how).f(x), [7, 0, 0, 0])
    np.testing.assert_array_equal(x, np.zeros(4))


def test_a_memref_that_becomes_a_tensor_and_a_memref_again_may_be_written():
    text = f"""func.func @f(%x: memref<4xf32>) {FLAGS} {{
      %c = arith.constant 7.0 : f32
      %z = arith.constant 0 : index
      %t = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
      %y = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
      memref.store %c, %y[%z] : memref<4xf32>
      return
    }}"""
    assert runners.load(text).functions["f"].written == {0}


def test_a_result_keeps_the_argument_alive_that_it_lies_in_not_one_with_the_same_pointer(how):
    text = f"""func.func @f(%x: memref<8xf32>, %y: memref<8xf32, strided<[1], offset: 8>>)
        -> memref<8xf32> {FLAGS} {{
      return %x : memref<8xf32>
    }}"""
    both = np.arange(16, dtype=F32)
    x, y = both[:8], both[8:]
    y.flags.writeable = False
    assert y.ctypes.data - 8 * 4 == x.ctypes.data  # what goes in as y's pointer is x's
    result = compiled(text, how=how).f(x, y)
    np.testing.assert_array_equal(result, np.arange(8))
    assert result.flags.writeable
    assert result.base.owner[0] is x


@pytest.mark.parametrize("name", ["_name", "_handle", "_FuncPtr", "_func_flags_", "__init__"])
def test_functions_may_be_named_like_attributes_of_ctypes(name, how):
    text = f"func.func @{name}() -> i32 {{ %0 = arith.constant 42 : i32\nreturn %0 : i32 }}"
    assert compiled(text, "cpu-loops", how)[name]() == 42


def test_a_pipeline_with_another_width_of_index_leaves_memrefs_uncallable(how):
    text = f"""func.func @f(%x: memref<?x?xf32>, %y: memref<2xindex>) {FLAGS} {{
      %z = arith.constant 0 : index
      %d = memref.dim %x, %z : memref<?x?xf32>
      memref.store %d, %y[%z] : memref<2xindex>
      return
    }}"""
    names = "convert-arith-to-llvm convert-func-to-llvm finalize-memref-to-llvm"
    passes = ",".join(f"{name}{{index-bitwidth=32}}" for name in names.split())
    library = compiled(text, f"builtin.module({passes},reconcile-unrealized-casts)", how)
    with pytest.raises(runners.ArgumentError, match="changed its signature"):
        library.f(np.zeros((2, 3), F32), np.zeros(2, np.int64))


UNUSUAL = {
    "buffer layout": "func.func @f(%x: tensor<4x4xf32> {bufferization.buffer_layout = "
    f"affine_map<(i, j) -> (j * 4 + i)>}}) {FLAGS} {{ return }}",
    "zero extension": "func.func @f(%x: i8 {llvm.zeroext}) { return }",
    "convention": "llvm.func win64cc @f(%x: i64) { llvm.return }",
    "memory space": f"func.func @f(%x: memref<*xf32, 3>) {FLAGS} {{ return }}",
    "rank": f"func.func @f(%x: memref<{'1x' * 65}f32>) {FLAGS} {{ return }}",
}


@pytest.mark.parametrize("what", UNUSUAL)
def test_what_changes_how_an_argument_is_passed_makes_a_function_uncallable(what):
    signature = runners.load(UNUSUAL[what]).functions["f"]
    assert signature.problem


@pytest.mark.parametrize("layout", ["e-p:32:32", "E", "E-p:64:64"])
def test_a_data_layout_of_another_kind_of_machine_is_refused(layout, how):
    text = f'module attributes {{llvm.data_layout = "{layout}"}} {{\n{LOOP}\n}}'
    with pytest.raises(runners.CompileError, match="is not of this machine"):
        compiled(text, how=how)


def test_a_data_layout_of_this_machine_stays_legal(how):
    text = f'module attributes {{llvm.data_layout = "e-i64:64"}} {{\n{LOOP}\n}}'
    array = ones()
    compiled(text, how=how).double(array)
    np.testing.assert_array_equal(array, ones() * 2)


CODE_GENERATOR = {
    "assembly": 'llvm.inline_asm "nonsense $0", "=r" : () -> i64',
    "register": 'llvm.inline_asm "", "={nosuchreg}" : () -> i64',
    "intrinsic": 'llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32',
}


@pytest.mark.parametrize("what", CODE_GENERATOR)
def test_what_ends_the_code_generator_costs_an_exception(what, how):
    kind = CODE_GENERATOR[what].rpartition(" ")[2]
    text = f"func.func @f() -> {kind} {{ %0 = {CODE_GENERATOR[what]}\nreturn %0 : {kind} }}"
    with pytest.raises(runners.CompileError):
        compiled(text, "cpu-loops", how)


def test_names_that_the_jit_wraps_or_llvm_cannot_hold_are_refused(how):
    for text in ("func.func @g() { return }\nfunc.func @_mlir_g() { return }",
                 'func.func @"a\\00b"() { return }'):  # fmt: skip
        with pytest.raises(runners.CompileError, match="cannot be called"):
            compiled(text, "cpu-loops", how)


def test_wide_integers_find_the_compilers_library(how):
    text = """func.func @f(%x: i64, %y: i64) -> i64 {
      %a = arith.extsi %x : i64 to i128
      %b = arith.extsi %y : i64 to i128
      %c = arith.muli %a, %a : i128
      %d = arith.divsi %c, %b : i128
      %e = arith.trunci %d : i128 to i64
      return %e : i64
    }"""
    assert compiled(text, "cpu-loops", how).f(1 << 40, 1 << 30) == 1 << 50


def test_a_function_whose_linkage_hides_it_says_so(how):
    text = """llvm.func internal @f() -> i32 {
      %0 = llvm.mlir.constant(1 : i32) : i32
      llvm.return %0 : i32
    }"""
    with pytest.raises(runners.ArgumentError, match="has no address"):
        compiled(text, "cpu-loops", how).f()


@pytest.mark.parametrize(("name", "kind"), [("abs", "i32"), ("isdigit", "i32"), ("labs", "i64")])
def test_integer_functions_of_the_c_library_keep_their_names_to_themselves(name, kind, how):
    text = f"func.func @{name}(%x: {kind}) -> {kind} {{ return %x : {kind} }}"
    with pytest.raises(runners.CompileError, match="name and type of one of the C library's"):
        compiled(text, "cpu-loops", how)


class Liar(np.ndarray):
    """An array that says it is longer than it is, and of another type."""

    shape = property(lambda self: (1000,))
    dtype = property(lambda self: np.dtype(F32))


@pytest.mark.parametrize("layout", ["?xf32", "?xf32, strided<[?], offset: ?>"])
def test_a_subclass_cannot_make_up_its_shape_or_dtype(layout):
    text = f"""func.func @size(%x: memref<{layout}>) -> index {FLAGS} {{
      %z = arith.constant 0 : index
      %d = memref.dim %x, %z : memref<{layout}>
      return %d : index
    }}"""
    assert compiled(text).size(np.zeros(4, F32).view(Liar)) == 4
    with pytest.raises(runners.ArgumentError):
        compiled(text).size(np.zeros(4, np.int8).view(Liar))


def test_subclasses_that_are_plain_arrays_pass(tmp_path):
    mapped = np.memmap(tmp_path / "x", F32, "w+", shape=(8,))
    mapped[:] = 3
    compiled(LOOP).double(mapped)
    np.testing.assert_array_equal(np.asarray(mapped), np.full(8, 6))


def test_kept_stages_do_not_hide_an_error_that_leaves_exit_code_zero(tmp_path):
    program = runners.load(ROOT / "chapters" / "02-memory" / "tiled_argument.mlir")
    with pytest.raises(runners.CompileError, match="strided form"):
        program.lower("cpu-buffers", stages=tmp_path / "stages")


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    file = tmp_path / "file"
    file.write_text("as it was")
    with pytest.raises(runners.NotFound, match=r"file\S*: cannot be written"):
        runners.load(LOOP).compile("cpu-buffers", keep=file)
    with pytest.raises(runners.NotFound, match=r"file\S*: cannot be written"):
        runners.load(LOOP).lower("cpu-buffers", stages=file)
    assert file.read_text() == "as it was"


def test_a_failed_compilation_leaves_no_stage_of_an_earlier_one(tmp_path):
    runners.load(LOOP).compile("cpu-buffers", how="aot", keep=tmp_path)
    with pytest.raises(runners.CompileError):
        runners.load(LOOP).compile("builtin.module(convert-scf-to-cf)", how="aot", keep=tmp_path)
    assert not (tmp_path / "module.so").exists()


def test_what_is_no_library_and_what_is_no_compiler_are_named(tmp_path, monkeypatch):
    text = tmp_path / "lib.so"
    text.write_text("no library")
    with pytest.raises(runners.CompileError, match="is no library that loads"):
        runners.load(LOOP).compile("cpu-buffers", libraries=[text])
    for compiler, message in [("gcc '", "No closing quotation"), ("true", "no library came of it")]:
        monkeypatch.setenv("CC", compiler)
        with pytest.raises(runners.Error, match=message):
            runners.load(LOOP).compile("cpu-buffers", how="aot")


@pytest.mark.parametrize("kind", ["i32", "f32", "complex<f64>"])
def test_numbers_too_long_to_print_are_refused_in_a_line(kind):
    text = f"func.func @f(%x: {kind}) {FLAGS} {{ return }}"
    with pytest.raises(runners.ArgumentError, match="does not fit"):
        compiled(text).f(10**5000)


def test_names_outside_ascii_and_with_quotes_can_be_called(how):
    text = 'func.func @"\\C3\\A9"() -> i32 { %0 = arith.constant 1 : i32\nreturn %0 : i32 }\n'
    text += 'func.func @"a\\22b"() -> i32 { %0 = arith.constant 2 : i32\nreturn %0 : i32 }'
    library = compiled(text, "cpu-loops", how)
    assert (library["é"](), library['a"b']()) == (1, 2)


def test_the_caret_counts_characters_where_mlir_counts_bytes():
    with pytest.raises(runners.CompileError) as caught:
        runners.load('// \x0c\u2028\nfunc.func @"éééé"() -> oops')
    _, source, caret = str(caught.value).splitlines()
    assert source[caret.index("^") :] == " oops"  # MLIR points at the space before the type


def test_a_long_line_is_shown_around_the_caret():
    with pytest.raises(runners.CompileError) as caught:
        runners.load("//" + "\n" + " " * 50_000 + "oops" + " " * 50_000)
    assert len(str(caught.value)) < 600
    assert str(caught.value).splitlines()[1].strip() == "oops"


def test_a_wrong_value_of_a_parameter_gives_the_reason():
    with pytest.raises(runners.CompileError, match=r"threads|abc"):
        runners.load(LOOP).lower("cpu-openmp", threads="abc")


@pytest.mark.parametrize("text", ["builtin.module(\0)", "builtin.module(\ud800)"])
def test_text_that_no_command_line_can_hold_is_refused(text):
    with pytest.raises(runners.Error):
        runners.load(LOOP).lower(text)


FORKED = """
import os, sys, weakref
import runners
library = runners.load(sys.argv[1]).compile("cpu-buffers", how="aot")
child = os.fork()
if child == 0:
    weakref.finalize._exitfunc()
    os._exit(0)
os.waitpid(child, 0)
assert library.path.exists()
folder = library.path.parent
del library
assert not folder.exists()
"""


def test_a_fork_does_not_remove_the_parents_library():
    # In a process of its own: one that ran many tests may be too large to be forked.
    done = subprocess.run(
        [sys.executable, "-c", FORKED, LOOP], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


HEADERS = f"""
func.func @two(%d: f32) -> (complex<f32>, f32) {FLAGS} {{
  %0 = complex.create %d, %d : complex<f32>
  return %0, %d : complex<f32>, f32
}}
func.func @memref_1d_f32(%x: memref<2xf32>) {FLAGS} {{ return }}
func.func @use(%x: memref<2xcomplex<f64>>) {FLAGS} {{ return }}
func.func @class(%x: i32) {{ return }}
func.func @"*/ int x; /*"(%x: i32) {{ return }}
"""


@pytest.mark.parametrize(
    ("compiler", "before"),
    [("gcc", ""), ("g++", ""), ("g++", "#include <complex>\n#include <cstdio>")],
)
def test_the_header_compiles_with_complex_numbers_and_odd_names(compiler, before, tmp_path):
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler}")
    library = runners.load(HEADERS).compile("cpu-buffers", how="aot", keep=tmp_path)
    suffix = ".c" if compiler == "gcc" else ".cc"
    source = tmp_path / f"main{suffix}"
    source.write_text(
        f"""{before}
        #include "module.h"
        #include <stdio.h>
        int main(void) {{
          two_results r;
          _mlir_ciface_two(&r, 2.5f);
          const float *parts = (const float *)&r.result0;
          printf("%d %g %g %g\\n", (int)sizeof r, parts[0], parts[1], r.result1);
          return 0;
        }}"""
    )
    main = tmp_path / "main"
    subprocess.run([compiler, "-Wall", "-Wextra", "-o", main, source, library.path,
                    f"-Wl,-rpath,{tmp_path}"], check=True)  # fmt: skip
    done = subprocess.run([main], capture_output=True, text=True, check=True)
    assert done.stdout == "12 2.5 2.5 2.5\n"


def test_a_crash_on_the_command_line_leaves_no_directory_behind(tmp_path):
    path = tmp_path / "div.mlir"
    path.write_text(
        "func.func @div(%a: i32, %b: i32) -> i32 { %0 = arith.divsi %a, %b : i32\nreturn %0 : i32 }"
    )
    command = [sys.executable, "-m", "runners", "run", path, "-p", "cpu-loops", "-f", "div",
               "--how", "aot", "1", "0"]  # fmt: skip
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "TMPDIR": str(temporary)},
                          capture_output=True, text=True)  # fmt: skip
    assert "killed by SIGFPE" in done.stderr
    assert list(temporary.iterdir()) == []


def test_an_interrupt_ends_native_code_that_never_returns(tmp_path):
    import signal
    import time

    path = tmp_path / "forever.mlir"
    path.write_text("func.func @forever() {\n  cf.br ^again\n^again:\n  cf.br ^again\n}")
    process = subprocess.Popen(
        [sys.executable, "-m", "runners", "run", path, "-p", "cpu-loops", "-f", "forever"],
        cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True,
        # A shell starts what it runs in the background with interrupts ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    children = f"/proc/{process.pid}/task/{process.pid}/children"
    for _ in range(200):
        time.sleep(0.05)
        with open(children) as found:
            child = found.read().split()
        if child and int(Path(f"/proc/{child[0]}/stat").read_text().split()[13]) > 60:
            break
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(timeout=20) == 130
    assert process.stderr.read() == ""
    assert not os.path.exists(f"/proc/{child[0]}")


def test_addresses_are_those_of_the_dynamic_linker():
    from runners.lowered import address

    process = ctypes.CDLL(None)
    assert address(process, "malloc")
    assert address(process, "_handle") is None
