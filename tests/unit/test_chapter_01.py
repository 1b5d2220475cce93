"""Chapter 1: every function of its programs against Python and NumPy, on both roads to native code,
and what its README says about LLVM 22's own mistakes."""

import ctypes
import importlib
import math
import platform
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, compiled
from hypothesis import assume, given
from hypothesis import strategies as st

import runners
from runners import CompileError, pipeline
from runners.report import environment

CHAPTER = ROOT / "chapters" / "01-llvm-to-mlir"
HERE = "chapters/01-llvm-to-mlir"
I32 = st.integers(-(2**31), 2**31 - 1)
I64 = st.integers(-(2**63), 2**63 - 1)
LOWERINGS = (
    f"builtin.module(transform-preload-library{{transform-library-paths={CHAPTER}/lowerings.mlir}},"
    "transform-interpreter)"
)


def _module(name: str):
    """A module of the chapter's folder, which is no package."""
    sys.path.insert(0, str(CHAPTER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(CHAPTER))


reference, passes = _module("reference"), _module("passes")
PROGRAMS = {**reference.PROGRAMS, "missing": reference.missing}
FUNCTIONS = [
    pytest.param(program, function, id=f"{program}-{function.name}")
    for program, functions in PROGRAMS.items()
    for function in functions()
]


def _shell(command: str, expect: int = 0) -> str:
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment(), text=True, timeout=60, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.returncode == expect, done.stdout
    return done.stdout


def _library(program: str, how: str):
    if program == "missing":
        lowered = runners.load(CHAPTER / "missing.mlir").lower(LOWERINGS)
        return compiled(lowered.text, "cpu-loops", how)
    return compiled(f"{HERE}/{program}.mlir", "cpu-loops", how)


# Every function, every operand.


@pytest.mark.parametrize(("program", "function"), FUNCTIONS)
def test_a_function_agrees_with_python_and_numpy_on_all_operands(program, function, how):
    assert len(function.calls()) > 0
    assert function.disagreements(_library(program, how)[function.name]) == []


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_function_of_a_program_has_a_twin_in_python(program):
    names = {function.name for function in PROGRAMS[program]()}
    assert names == set(runners.load(CHAPTER / f"{program}.mlir").functions)


def test_the_comparison_notices_a_wrong_function():
    wrong = reference.Function("addi", lambda a, b: a + b + (a == 7), [[1, 7], [2]])
    assert wrong.disagreements(lambda a, b: a + b) == ["addi(7, 2) = 9, expected 10"]
    same = reference.same
    assert not same(0.0, -0.0, 0)
    assert same(0.0, -0.0, 1)
    assert same(math.nan, math.nan, 0)
    assert not same(1, True, 0)
    assert not same(1.0 + 2**-52, 1.0, 0)
    assert same(1.0 + 2**-52, 1.0, 1)
    assert not same((1, False), (1, True), 0)


@pytest.mark.parametrize("dialect", ["arith", "math", "index"])
def test_the_programs_use_every_operation_of_a_dialect(dialect):
    generated = importlib.import_module(f"mlir.dialects._{dialect}_ops_gen")
    source = Path(generated.__file__).read_text()
    defined = set(re.findall(r'OPERATION_NAME = "([\w.]+)"', source))
    text = "".join(path.read_text() for path in CHAPTER.glob("*.mlir"))
    # Scaling between formats of less than eight bits is for hardware that has them.
    left_out = {"arith.scaling_extf", "arith.scaling_truncf", "index.bool.constant",
                "index.constant"}  # fmt: skip
    assert len(defined) > 20
    assert {name for name in defined if not re.search(rf"{re.escape(name)}\b", text)} <= left_out


@given(I32, I32)
def test_divisions_and_remainders_of_any_numbers_follow_python(a, b):
    assume(b != 0 and (a, b) != (-(2**31), -1))
    native = _library("integers", "jit")
    assert native.floordivsi(a, b) == a // b
    assert native.ceildivsi(a, b) == -(-a // b)
    assert native.divsi(a, b) * b + native.remsi(a, b) == a
    assert native.remsi(a, b) == int(math.fmod(a, b))


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_the_while_loop_gives_the_greatest_common_divisor(a, b):
    assert _library("structured", "jit").gcd(a, b) == math.gcd(a, b)


@given(st.floats())
def test_a_float_of_any_size_becomes_the_nearest_i32_toward_zero(x):
    got = _library("saturation", "jit").to_i32(x)
    assert got == (0 if math.isnan(x) else int(max(-(2**31), min(2**31 - 1, x))))


# LLVM IR, the loop, the assembly.


def test_return42_is_a_program_and_a_library(tmp_path):
    _shell(f"llc -relocation-model=pic -filetype=obj {HERE}/return42.ll -o {tmp_path}/x.o")
    _shell(f"cc {tmp_path}/x.o -o {tmp_path}/x && {tmp_path}/x", expect=42)
    _shell(f"cc -shared {tmp_path}/x.o -o {tmp_path}/x.so")
    assert ctypes.CDLL(f"{tmp_path}/x.so").answer() == 42


def test_the_sum_is_45_on_every_road(how):
    assert compiled(f"{HERE}/sum.mlir", "cpu-loops", how).sum() == 45


def test_the_sum_is_45_by_mlir_runner():
    lowered = runners.load(CHAPTER / "sum.mlir").lower("cpu-loops").text
    done = subprocess.run(
        ["mlir-runner", "-e", "main", "--entry-point-result=i32"], input=lowered, text=True,
        env=environment(), capture_output=True, check=True,
    )  # fmt: skip
    assert done.stdout == "45\n"


@pytest.mark.parametrize("n", [-5, 0, 1, 2, 100, 65535])
def test_the_function_with_a_phi_gives_the_same_from_llvm_ir_and_from_mlir(n, tmp_path):
    from_mlir = compiled(f"{HERE}/phi.mlir", "cpu-loops").triangle(n)
    _shell(f"llc -relocation-model=pic -filetype=obj {HERE}/phi.ll -o {tmp_path}/x.o")
    _shell(f"cc -shared {tmp_path}/x.o -o {tmp_path}/x.so")
    from_llvm = ctypes.CDLL(f"{tmp_path}/x.so").triangle(n)
    assert from_mlir == from_llvm == sum(range(n))


# The summary of the passes.


def test_the_summary_counts_operations_and_blocks_of_nested_regions():
    stage = passes.count("x", (CHAPTER / "sum.mlir").read_text())
    assert stage.operations["arith.constant"] == 4
    assert stage.operations["scf.for"] == stage.operations["scf.yield"] == 1
    assert stage.operations["func.return"] == 2  # printed as `return`
    assert stage.blocks == 4  # the module, two functions, the loop's body


def test_the_summary_reads_the_folders_of_runners_and_of_mlir_opt(tmp_path):
    runners.load(CHAPTER / "sum.mlir").lower("cpu-loops", stages=tmp_path / "kept")
    _shell(
        f"mlir-opt {HERE}/sum.mlir --pass-pipeline='{pipeline.load('cpu-loops').text()}' "
        f"--mlir-print-ir-after-all --mlir-print-ir-tree-dir={tmp_path}/tree -o {tmp_path}/out"
    )
    ours = list(passes.summary(tmp_path / "kept"))
    theirs = list(passes.summary(tmp_path / "tree" / "builtin_module_no-symbol-name"))
    assert ours[0][0] == "source"
    assert ours[1][3] == (
        "-1 scf.for -1 scf.yield +1 arith.addi +1 arith.cmpi +2 cf.br +1 cf.cond_br"
    )
    assert [row[:3] for row in theirs] == [row[:3] for row in ours[1:]]
    assert theirs[1:] == ours[2:]  # the first has nothing before it to compare with


@pytest.mark.parametrize(("words", "code"), [("", 2), ("build/nothing-here", 1)])
def test_the_summary_without_a_usable_folder_ends_with_a_code(words, code):
    _shell(f"python {HERE}/passes.py {words}", expect=code)


# What is refused.


@pytest.mark.parametrize(
    ("name", "place", "message"),
    [
        ("use_before_definition", "5:13", "operand #0 does not dominate this use"),
        ("one_path_only", "12:3", "operand #0 does not dominate this use"),
        ("out_of_region", "10:10", "use of undeclared SSA value name"),
        ("no_terminator", "4:13", "block with no terminator"),
        ("mixed_types", "5:11", "requires the same type for all operands and results"),
    ],
)
def test_a_wrong_program_is_refused_with_its_place(name, place, message):
    path = CHAPTER / "wrong" / f"{name}.mlir"
    with pytest.raises(CompileError) as caught:
        runners.load(path)
    assert str(caught.value).startswith(f"{path}:{place}: error: ")
    assert message in str(caught.value)


def test_an_operation_without_a_lowering_is_named():
    with pytest.raises(CompileError, match=r"failed to legalize operation 'math\.isinf'"):
        runners.load(CHAPTER / "missing.mlir").compile("cpu-loops")


# What the README says about LLVM 22. When one of these fails, LLVM has been repaired: the README's
# remark, the lowering in lowerings.mlir, or the operands left out in reference.py can go.


def test_llvm_22_expands_clampf_to_something_that_does_not_clamp():
    program = runners.load(
        "func.func @f(%x: f64, %low: f64, %high: f64) -> f64 {\n"
        "  %r = math.clampf %x to [%low, %high] : f64\n  return %r : f64\n}"
    )
    expanded = program.lower("builtin.module(func.func(math-expand-ops{ops=clampf}))")
    assert expanded.compile("cpu-loops").f(0.5, 0.0, 1.0) == 1.0
    assert _library("missing", "jit").math_clampf(0.5, 0.0, 1.0) == 0.5


def test_llvm_22_loses_the_digits_of_expm1_near_zero():
    program = runners.load(
        "func.func @f(%x: f64) -> f64 {\n  %r = math.expm1 %x : f64\n  return %r : f64\n}"
    )
    plain = "builtin.module(convert-math-to-llvm,convert-to-llvm,reconcile-unrealized-casts)"
    exact = math.expm1(1e-12)
    assert abs(program.compile(plain).f(1e-12) - exact) > 1e-5 * exact
    assert _library("missing", "jit").math_expm1(1e-12) == pytest.approx(exact, rel=1e-15)


def test_llvm_22_gives_index_ceildivs_of_the_lowest_number_the_wrong_sign():
    assert _library("index", "jit").index_ceildivs(-(2**63), 2) == 2**62


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only x86 traps")
def test_llvm_22_index_floordivs_traps_beside_the_lowest_number():
    code = (
        f"import runners; library = runners.load('{HERE}/index.mlir').compile('cpu-loops')\n"
        "library.index_floordivs(-(2**63) + 1, -1)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGFPE


def test_a_function_named_like_the_c_librarys_calls_itself():
    lowered = runners.load(CHAPTER / "wrong" / "own_name.mlir").lower(
        "builtin.module(convert-math-to-libm)"
    )
    assert re.search(r"func\.func @cbrt.*\n *%0 = call @cbrt\(%arg0\)", lowered.text)


# A dialect without C++.


def _lowered_clock(tmp_path, factored: bool) -> str:
    source = f"{HERE}/residue/clock.mlir"
    dialect = f"--irdl-file={HERE}/residue/residue.irdl.mlir"
    library = "--transform-preload-library=transform-library-paths"
    if factored:
        _shell(
            f"mlir-pdll -x=mlir {HERE}/residue/factor.pdll | mlir-opt | sed '1d;/^}}/d' "
            f"> {tmp_path}/patterns && "
            f"sed '/\\[patterns\\]/r {tmp_path}/patterns' {HERE}/residue/apply.mlir "
            f"> {tmp_path}/schedule.mlir && "
            f"mlir-opt {dialect} {library}={tmp_path}/schedule.mlir --transform-interpreter "
            f"{source} -o {tmp_path}/factored.mlir"
        )
        source = f"{tmp_path}/factored.mlir"
    return _shell(
        f"mlir-opt {dialect} {library}={HERE}/residue/lower.mlir --transform-interpreter "
        f"--reconcile-unrealized-casts --canonicalize --cse {source}"
    )


@pytest.mark.parametrize(("factored", "products"), [(False, 2), (True, 1)])
def test_the_residue_program_computes_modulo_12_with_and_without_the_rewrite(
    factored, products, tmp_path
):
    text = _lowered_clock(tmp_path, factored)
    assert "residue" not in text
    assert text.count("arith.muli") == products
    clock = compiled(text, "cpu-loops").clock

    @given(I64, I64, I64)
    def follows_python(a, b, c):
        # encode adds 12 to a remainder, which cannot overflow, and the rest stays small.
        assert clock(a, b, c) == (a * b + a * c) % 12

    follows_python()


# The pictures.


def test_the_pictures_are_those_that_draw_py_makes(tmp_path):
    _shell(f"python {HERE}/pictures/draw.py {tmp_path}")
    made = {path.name: path.read_text() for path in tmp_path.glob("*.svg")}
    assert set(made) == {"phi.svg", "chain.svg"}
    for name, text in made.items():
        assert text == (CHAPTER / "pictures" / name).read_text(), name
