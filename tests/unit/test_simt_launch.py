"""Launches that are refused before anything runs, the report, the pictures and the command."""

import re
import subprocess
import sys
import time
import xml.dom.minidom
from pathlib import Path

import numpy as np
import pytest
from simt_kernels import WORKGROUP, kernel, run, workgroup

import runners
from runners.__main__ import main
from runners.simt import simulate

ROOT = Path(__file__).resolve().parents[2]
OUT = "%out: memref<?xindex>"
BODY = "memref.store %t, %out[%t] : memref<?xindex>"


def refused(*, body=BODY, arguments=OUT, args=None, grid=1, block=32, attributions="", **more):
    """The message of a launch that is refused, and that it wrote nothing."""
    out = np.full(64, -1)
    with pytest.raises(runners.ArgumentError) as caught:
        run(body, arguments, [out] if args is None else args, grid=grid, block=block,
            attributions=attributions, **more)  # fmt: skip
    assert (out == -1).all()
    return str(caught.value)


@pytest.mark.parametrize(
    ("grid", "block", "says"),
    [
        (0, 32, "k: grid (0, 1, 1) is empty"),
        ((1, 65536), 32, "k: grid (1, 65536, 1) has 65536 blocks in y; the most is 65535"),
        ((1, 1, 65536), 32, "k: grid (1, 1, 65536) has 65536 blocks in z; the most is 65535"),
        ((2**31,), 32, "2147483648 blocks in x; the most is 2147483647"),
        (-1, 32, "got -1"),
        (1, 0, "k: block (0, 1, 1) is empty"),
        (1, 2048, "k: block (2048, 1, 1) has 2048 threads in x; the most is 1024"),
        (1, (64, 32), "k: block (64, 32, 1) has 2048 threads; the most is 1024"),
        (1, (1, 1, 65), "65 threads in z; the most is 64"),
        ((1, 1, 1, 1), 32, "got (1, 1, 1, 1)"),
        (1, (), "got ()"),
        (1.5, 32, "got 1.5"),
        (1, "32", "got '32'"),
    ],
)
def test_sizes_that_cuda_refuses(grid, block, says):
    assert says in refused(grid=grid, block=block)


@pytest.mark.parametrize(
    ("arguments", "args", "says"),
    [
        (OUT, [], "k takes 1 argument (memref<?xindex>); got 0"),
        (OUT, [np.zeros(4, int), 3], "k takes 1 argument (memref<?xindex>); got 2"),
        (OUT, [3], "k: argument 1 of 1 expects memref<?xindex>, a NumPy array; got int 3"),
        (OUT, [np.zeros(4, np.float32)], "so dtype int64 or uint64; got dtype float32"),
        (OUT, [np.zeros((4, 4), int)], "so rank 1; got rank 2"),
        ("%out: memref<8xindex>", [np.zeros(4, int)], "so shape (8,); got shape (4,)"),
        (OUT, [np.zeros(64, int)[::2]], "contiguous in row-major order"),
        (f"{OUT}, %n: index", [np.zeros(4, int), 1.5], "argument 2 of 2 expects index; got float"),
        (f"{OUT}, %n: i32", [np.zeros(4, int), 2**32], "4294967296 does not fit in it"),
        (f"{OUT}, %n: i1", [np.zeros(4, int), 2], "expects i1; 2 does not fit in it"),
        (f"{OUT}, %n: f32", [np.zeros(4, int), "1"], "expects f32; got str '1'"),
        (f"{OUT}, %n: f32", [np.zeros(4, int), 1e39], "expects f32; 1e+39 does not fit in it"),
        (f"{OUT}, %n: f32", [np.zeros(4, int), np.zeros(3)], "got an array of shape (3,)"),
    ],
)
def test_arguments_that_the_kernel_does_not_take(arguments, args, says):
    assert says in refused(body="", arguments=arguments, args=args)


def test_arguments_come_as_a_list():
    with pytest.raises(runners.ArgumentError, match="args is a list of arguments; got ndarray"):
        simulate(kernel(BODY, OUT), "k", 1, 1, np.zeros(4, int))


def test_scalars_of_every_type_arrive():
    arguments = "%a: i1, %b: i8, %c: i32, %d: index, %e: f16, %f: bf16, %g: f64"
    body = """
    gpu.printf "%d %d %d %lld %g %g %g", %a, %b, %c, %d, %e, %f, %g
        : i1, i8, i32, index, f16, bf16, f64
    """
    report = run(body, arguments, [True, 255, 2**32 - 1, np.int64(-7), 1.5, np.float32(2.5), 1e300],
                 block=1)  # fmt: skip
    assert report.printed == "1 -1 -1 -7 1.5 2.5 1e+300"


def test_too_much_shared_memory():
    big = workgroup("12289xf32")
    says = refused(attributions=big)
    assert "k: declares 49156 bytes of shared memory; the most is 49152" in says
    assert "sm_80 has 166912 for a block" in refused(dynamic_shared=166913)
    assert "sm_90a has 232448 for a block" in refused(dynamic_shared=240000, chip="sm_90a")
    assert "sm_75 has 65536 for a block" in refused(dynamic_shared=65537, chip="sm_75")
    assert "the limits of chip 'sm_12' are not known" in refused(chip="sm_12")
    assert "got -1" in refused(dynamic_shared=-1)
    assert run(BODY, OUT, [np.zeros(32, int)], dynamic_shared=166912).ok


def test_other_wrong_options():
    assert "steps is the number of operations allowed" in refused(steps=0)
    assert "uninitialised names argument 3, which is no array; arrays are [0]" in refused(
        uninitialised=[3]
    )


def test_more_blocks_than_the_checks_can_tell_apart():
    assert "4194400 blocks are more than the checks can tell apart (4194302)" in refused(
        grid=(4194400,), block=1
    )


def test_a_known_block_size_is_held():
    program = runners.load(
        "gpu.module @m {\n  gpu.func @k() kernel "
        "attributes {known_block_size = array<i32: 64, 1, 1>} {\n    gpu.return\n  }\n}"
    )
    assert simulate(program, "k", 1, 64, []).ok
    with pytest.raises(runners.ArgumentError, match=r"says known_block_size \(64, 1, 1\)"):
        simulate(program, "k", 1, 32, [])


TWO = """
gpu.module @a {
  gpu.func @scale() kernel { gpu.return }
  gpu.func @helper() { gpu.return }
}
gpu.module @b {
  gpu.func @scale() kernel { gpu.return }
  gpu.func @other() kernel { gpu.return }
}
"""


def test_kernels_are_found_by_name():
    program = runners.load(TWO)
    assert simulate(program, "other", 1, 1, []).ok
    assert simulate(program, "a::scale", 1, 1, []).kernel == "scale"
    for name, says in [
        ("scale", "several kernels are called scale: a::scale, b::scale"),
        ("scal", "no kernel scal; it has a::scale, b::scale, b::other; did you mean scale?"),
        ("helper", "no kernel helper; it has"),
        ("c::other", "no kernel c::other"),
    ]:
        with pytest.raises(runners.ArgumentError) as caught:
            simulate(program, name, 1, 1, [])
        assert says in str(caught.value)


def test_a_program_without_kernels_says_what_to_do():
    with pytest.raises(runners.ArgumentError, match="with a `gpu"):
        simulate(runners.load("func.func @f() { return }"), "f", 1, 1, [])
    launch = """func.func @f() {
      %one = arith.constant 1 : index
      gpu.launch blocks(%a, %b, %c) in (%d = %one, %e = %one, %g = %one)
          threads(%h, %i, %j) in (%k = %one, %l = %one, %m = %one) {
        gpu.terminator
      }
      return
    }"""
    with pytest.raises(runners.ArgumentError, match="lower it with gpu-kernel-outlining first"):
        simulate(runners.load(launch), "f", 1, 1, [])


def test_text_that_does_not_parse_is_a_compile_error():
    with pytest.raises(runners.CompileError, match="<text>:2"):
        simulate("gpu.module @m {\n  nonsense\n}", "k", 1, 1, [])


def test_memrefs_in_other_spaces_are_refused():
    with pytest.raises(runners.Error, match="a launch gives global memory only"):
        run("", f"%x: memref<4xf32, {WORKGROUP}>", [np.zeros(4, np.float32)])


def test_the_package_offers_simulate_without_loading_it():
    code = "import sys, runners; assert 'runners.simt' not in sys.modules; print(runners.simulate)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "function simulate" in done.stdout, done.stderr


# Lines -------------------------------------------------------------------------------------------


def test_lines_are_the_files_own(tmp_path):
    file = tmp_path / "kernel.mlir"
    file.write_text(kernel("memref.store %c1, %out[%c64] : memref<?xindex>", OUT).text)
    program = runners.load(file)
    (fault,) = simulate(program, "k", 1, 1, [np.zeros(4, int)]).errors
    number = file.read_text().splitlines().index(fault.text) + 1
    assert fault.where == f"{file}:{number}"
    lowered = program.lower("builtin.module(canonicalize)")
    (fault,) = simulate(lowered, "k", 1, 1, [np.zeros(4, int)]).errors
    assert fault.text == lowered.text.splitlines()[fault.line - 1].strip()
    assert fault.where == f"{file} (lowered):{fault.line}"


def test_places_written_in_the_text_are_followed():
    text = kernel("%r = memref.load %out[%c64] : memref<?xindex>", OUT).text
    text = text.replace("memref<?xindex>\ngpu", 'memref<?xindex> loc("source.py":42:7)\ngpu')
    (fault,) = simulate(runners.load(text), "k", 1, 1, [np.zeros(4, int)]).errors
    assert (fault.where, fault.line) == ("source.py:42", 42)
    assert "memref.load" in fault.text


# The report --------------------------------------------------------------------------------------

RACY = f"""
%twice = arith.muli %t, %c2 : index
memref.store %t, %s0[%twice] : memref<128xindex, {WORKGROUP}>
%next = arith.xori %twice, %c2 : index
%r = memref.load %s0[%next] : memref<128xindex, {WORKGROUP}>
%is = arith.cmpi ult, %t, %c8 : index
scf.if %is {{
  memref.store %r, %out[%twice] : memref<?xindex>
}}
%beyond = memref.load %out[%next] : memref<?xindex>
"""


@pytest.fixture(scope="module")
def report():
    return run(RACY, OUT, [np.zeros(100, int)], attributions=workgroup("128xindex"), block=64)


def test_the_text_of_a_report_says_all_of_it(report):
    text = str(report)
    assert "k of <text>: grid 1x1x1, block 64x1x1: 64 threads, 2 warps" in text
    assert "3 faults found:" in text
    for word in ("race:", "out-of-bounds:", "%beyond = memref.load", "2-way",
                 "scf.if %is {", "bytes moved in sectors", "active lanes"):  # fmt: skip
        assert word in text, word
    assert len(re.findall(r"^<text>:\d+: ", text, re.MULTILINE)) == 3
    assert max(map(len, text.splitlines())) <= 120
    assert not report.ok
    assert [f.line for f in report.faults] == sorted(f.line for f in report.faults)


def test_the_text_of_a_clean_report(report):
    text = str(run(BODY, OUT, [np.zeros(32, int)]))
    assert "No fault found." in text
    assert "Workgroup memory" not in text
    assert "split" not in text
    assert "No fault" not in str(run(BODY, OUT, [np.zeros(32, int)], checks=False))


def test_pictures_of_accesses_and_banks(report, tmp_path):
    store = next(a for a in report.transactions if a.kind == "store")
    path = report.picture_accesses(tmp_path / "a.svg", store.line)
    text = path.read_text()
    xml.dom.minidom.parseString(text)
    assert "store at line" in text
    assert "8 elements, 64 bytes, in 4 sectors of 32 bytes" in text
    assert ">7<" in text  # the last thread that stores
    shared = report.bank_conflicts[0]
    path = report.picture_banks(tmp_path / "b.svg", shared.line)
    text = path.read_text()
    xml.dom.minidom.parseString(text)
    assert "2 words in one bank: 2 turns" in text
    assert text.count("<text") > 32
    assert len(text) < 60_000


def test_a_picture_of_a_line_without_an_access(report, tmp_path):
    with pytest.raises(
        runners.ArgumentError, match=r"no access to memory at line 1; there are: \d"
    ):
        report.picture_accesses(tmp_path / "a.svg", 1)
    with pytest.raises(runners.ArgumentError, match="no access to workgroup memory at line 2"):
        report.picture_banks(tmp_path / "a.svg", 2)
    quiet = run(BODY, OUT, [np.zeros(32, int)], checks=False)
    with pytest.raises(runners.ArgumentError, match="simulate with checks=True"):
        quiet.picture_accesses(tmp_path / "a.svg", 1)


# The command -------------------------------------------------------------------------------------


def command(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runners", "simulate", *map(str, words)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def scale(tmp_path):
    """A file with one kernel that doubles an array."""
    file = tmp_path / "scale.mlir"
    body = """
    %v = memref.load %x[%t] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %x[%t] : memref<?xf32>"""
    file.write_text(kernel(body, "%x: memref<?xf32>").text)
    return file


def test_the_command_runs_a_kernel_and_prints_its_report(scale, tmp_path):
    np.save(tmp_path / "x.npy", np.arange(32, dtype=np.float32))
    done = command(scale, "-g", 1, "-b", 32, "-o", tmp_path / "out", tmp_path / "x.npy",
                   "--accesses", 21, tmp_path / "a.svg")  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert "No fault found." in done.stdout
    assert "argument0: float32 (32,)" in done.stdout
    assert np.load(tmp_path / "out" / "argument0.npy").tolist() == list(range(0, 64, 2))
    assert (tmp_path / "a.svg").is_file()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("-g 1 -b 32 zeros:16xf32", 1, ""),
        ("-g 0 -b 32 zeros:32xf32", 2, "error: k: grid (0, 1, 1) is empty"),
        ("-g 1 -b 32", 2, "k takes 1 argument"),
        ("-g 1 -b 32 -k j zeros:32xf32", 2, "no kernel j"),
        ("-g one -b 32", 2, "'one' is not X[,Y[,Z]]"),
        ("-b 32", 2, "required: -g"),
        ("-g 1 -b 32 --set a=1 zeros:32xf32", 2, "--set is a parameter of the pipeline"),
        ("-g 1 -b 32 zeros:32xf32 --banks x y.svg", 2, "'x' is not a line"),
        ("-g 1 -b 32 --steps 1 zeros:32xf32", 1, "still runs after 1 operations"),
        ("-g 1 -b 32 --shared 200000 zeros:32xf32", 2, "of shared memory"),
    ],
)
def test_the_command_ends_with_1_for_a_fault_and_2_for_wrong_usage(
    scale, capsys, words, code, says
):
    try:
        ended = main(["simulate", str(scale), *words.split()])
    except SystemExit as stop:
        ended = stop.code
    said = capsys.readouterr()
    assert (ended, says in said.err) == (code, True), said.err
    assert ("out-of-bounds" in said.out) == (says == "")


# Speed -------------------------------------------------------------------------------------------

TILED = f"""
%tx = gpu.thread_id x
%ty = gpu.thread_id y
%bx = gpu.block_id x
%by = gpu.block_id y
%zero = arith.constant 0.0 : f32
%r0 = arith.muli %by, %c16 : index
%row = arith.addi %r0, %ty : index
%q0 = arith.muli %bx, %c16 : index
%col = arith.addi %q0, %tx : index
%sum = scf.for %k = %c0 to %n step %c16 iter_args(%acc = %zero) -> f32 {{
  %ac = arith.addi %k, %tx : index
  %br = arith.addi %k, %ty : index
  %x = memref.load %a[%row, %ac] : memref<?x?xf32>
  memref.store %x, %s0[%ty, %tx] : memref<16x16xf32, {WORKGROUP}>
  %y = memref.load %b[%br, %col] : memref<?x?xf32>
  memref.store %y, %s1[%ty, %tx] : memref<16x16xf32, {WORKGROUP}>
  gpu.barrier // loaded
  %s = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %acc) -> f32 {{
    %p = memref.load %s0[%ty, %i] : memref<16x16xf32, {WORKGROUP}>
    %q = memref.load %s1[%i, %tx] : memref<16x16xf32, {WORKGROUP}>
    %m = arith.mulf %p, %q : f32
    %next = arith.addf %s, %m : f32
    scf.yield %next : f32
  }}
  gpu.barrier // used
  scf.yield %s : f32
}}
memref.store %sum, %c[%row, %col] : memref<?x?xf32>
"""
PRODUCT = {
    "arguments": "%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>, %n: index",
    "attributions": workgroup("16x16xf32", "16x16xf32"),
}


def product(n: int, body: str = TILED, **more):
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((n, n)).astype(np.float32) for _ in range(2))
    c = np.zeros((n, n), np.float32)
    started = time.process_time()  # others may use the processor too
    report = run(
        body, args=[a, b, c, n], grid=(n // 16, n // 16), block=(16, 16), **PRODUCT, **more
    )
    return np.abs(c - a.astype(np.float64) @ b).max(), report, time.process_time() - started


def test_a_tiled_product_is_right_and_clean_within_the_time_that_was_promised():
    """256 x 256 x 256: with all checks under 4 s, without under 0.5 s; the best of three."""
    product(32)  # translates the kernel
    runs = [(product(256), product(256, checks=False)) for _ in range(3)]
    for (error, report, _), (other, _, _) in runs:
        assert report.ok, str(report)
        assert max(error, other) < 1e-4
    assert min(checked[2] for checked, _ in runs) < 4
    assert min(unchecked[2] for _, unchecked in runs) < 0.5
    report = runs[0][0][1]
    assert report.flops == 2 * 256**3
    assert report.footprint == 3 * 256 * 256 * 4
    assert report.bank_conflicts == []
    assert all(access.share == 1 for access in report.transactions)


@pytest.mark.parametrize("missing", ["nothing", "used"])
def test_a_tiled_product_lowered_to_branches_is_judged_alike(missing):
    program = kernel(TILED.replace(f"gpu.barrier // {missing}", ""), **PRODUCT)
    lowered = program.lower("builtin.module(gpu.module(convert-scf-to-cf,canonicalize,cse))")
    a, c = np.ones((32, 32), np.float32), np.zeros((32, 32), np.float32)
    report = simulate(lowered, "k", (2, 2), (16, 16), [a, a, c, 32])
    assert (c == 32).all()
    assert [race.operation for race in report.races] == (
        ["memref.store"] * 2 if missing == "used" else []
    )
    assert not report.errors


@pytest.mark.parametrize("missing", ["loaded", "used"])
def test_each_barrier_of_a_tiled_product_is_needed(missing):
    body = TILED.replace(f"gpu.barrier // {missing}", "")
    error, report, _ = product(64, body)
    assert error < 1e-4  # in lock step the numbers are right all the same
    assert [race.operation for race in report.races] == (
        ["memref.load"] * 2 if missing == "loaded" else ["memref.store"] * 2
    )
