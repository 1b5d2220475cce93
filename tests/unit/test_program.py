"""Loading, signatures, lowering and schedules, and every promised error on the way."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from conftest import FLAGS, LOOP, SUM_OF_INDICES, needs_assertions

import runners
from runners import pipeline

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
    "%y = func.call @same(%m) : (memref<8xf32>) -> memref<8xf32>\n"
    "memref.store %x, %y[%i] : memref<8xf32>": True,
    "%y = func.call @same(%m) : (memref<8xf32>) -> memref<8xf32>\n"
    "%z = memref.load %y[%i] : memref<8xf32>": False,
    "%b, %o, %n, %s = memref.extract_strided_metadata %m\n"
    "  : memref<8xf32> -> memref<f32>, index, index, index": False,
    "%b, %o, %n, %s = memref.extract_strided_metadata %m\n"
    "  : memref<8xf32> -> memref<f32>, index, index, index\n"
    "memref.store %x, %b[] : memref<f32>": True,
    "linalg.map { math.exp } ins(%m : memref<8xf32>) outs(%other : memref<8xf32>)": False,
    "linalg.map { math.exp } ins(%other : memref<8xf32>) outs(%m : memref<8xf32>)": True,
    "%c = arith.constant true\n"
    "%y = scf.if %c -> memref<8xf32> { scf.yield %m : memref<8xf32> }\n"
    "else { scf.yield %other : memref<8xf32> }": True,
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
        func.func private @same(%m: memref<8xf32>) -> memref<8xf32> {{
          return %m : memref<8xf32>
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


def test_more_than_a_hundred_stages_sort_in_order_and_leave_nothing_behind(tmp_path):
    many = "\n".join(f"func.func @f{n}() {{ return }}" for n in range(120))
    runners.load(many).lower("builtin.module(func.func(cse))", stages=tmp_path)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files[:2] == ["000-source.mlir", "001-cse.f0.mlir"]
    assert files[-1] == "120-cse.f119.mlir"
    runners.load(LOOP).lower("builtin.module(cse)", stages=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00-source.mlir", "01-cse.mlir"]


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
    stages = sorted(file.name for file in (tmp_path / "stages").iterdir())
    assert stages[-1].endswith("-one-shot-bufferize-failed.mlir")


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


# Schedules

PRODUCT = f"""
func.func @product(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {FLAGS} {{
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%c : memref<16x16xf32>)
  return
}}"""
TILE = """// Tile a product.
// parameter sizes = 8, 8: rows and columns of a tile
// expects linalg.matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %product tile_sizes [${sizes}]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
"""


@pytest.mark.parametrize(("options", "step"), [({}, 8), ({"sizes": (4, 2)}, 4)])
def test_a_schedule_transforms_the_program_and_leaves_the_result(options, step):
    tiled = runners.load(PRODUCT).apply_schedule(TILE, **options)
    assert tiled.text.count("scf.for") == 2
    assert f"arith.constant {step} : index" in tiled.text
    a, b = np.random.default_rng(0).integers(-9, 9, (2, 16, 16)).astype(np.float32)
    c = np.zeros((16, 16), np.float32)
    tiled.compile("cpu-buffers").product(a, b, c)
    np.testing.assert_array_equal(c, a @ b)


def test_a_schedule_that_does_not_match_says_which_operation_it_looked_for():
    message = r"looks for linalg.matmul, which the program does not have; .* it has linalg.add$"
    with pytest.raises(runners.CompileError, match=message):
        runners.load(PRODUCT.replace("linalg.matmul", "linalg.add")).apply_schedule(TILE)


@pytest.mark.parametrize(
    ("schedule", "options", "error", "message"),
    [
        ("tile", {}, runners.NotFound, "no schedule 'tile'"),
        (TILE, {"size": 4}, runners.NotFound, r"no parameter 'size' \(its parameters: sizes\)"),
        (TILE, {"sizes": (4, 4, 4, 4)}, runners.CompileError, "in pass transform-"),
        (TILE.replace("__transform_main", "other"), {}, runners.CompileError, "__transform_main"),
    ],
)
def test_a_wrong_schedule_is_refused(schedule, options, error, message):
    with pytest.raises(error, match=message):
        runners.load(PRODUCT).apply_schedule(schedule, **options)
