"""The ladder's rungs: right at every size, compiled within bounds, and wrong uses refused."""

from __future__ import annotations

import ctypes
import functools
import mmap
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest
from conftest import ROOT

import runners
from tests.bench.ladder import BEST, KERNEL, PROGRAM, RUNGS, Rung

EPSILON = np.finfo(np.float32).eps
# Nothing, one, primes, one less and one more than tiles of 6 and 64, panels, and blocks of B.
SIZES = [
    *[(0, 5, 7), (5, 0, 7), (5, 7, 0), (0, 0, 0), (1, 1, 1), (1, 64, 1), (6, 1, 1), (1, 1, 64)],
    *[(2, 3, 5), (5, 63, 7), (6, 64, 8), (7, 65, 9), (12, 128, 3), (13, 127, 64), (11, 129, 65)],
    *[(31, 257, 61), (64, 64, 64), (97, 101, 103), (3, 511, 130), (191, 193, 17), (193, 70, 211)],
    # Around the widths and lengths up to which a small B is read where it lies.
    *[(7, 31, 2), (13, 32, 1), (5, 33, 3), (6, 47, 64), (9, 48, 65), (8, 49, 64), (8, 49, 65)],
    *[(65, 63, 64), (7, 64, 65), (3, 8, 1024), (3, 8, 1025), (2, 48, 1024), (2, 2, 40)],
]
# Beyond one block of B: 1024 rows, 256 columns.
LARGE = [(7, 255, 1023), (6, 256, 1024), (5, 257, 1025), (61, 513, 1031), (200, 320, 2049)]
each_rung = pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.name.replace(" ", "-"))


@functools.cache
def product(rung: Rung) -> Callable:
    return rung.compile()


def check(multiply: Callable, m: int, n: int, k: int) -> None:
    """The product is exact but for k roundings, and nothing else is written."""
    random = np.random.default_rng(m * 1_000_003 + n * 1_009 + k)
    a = random.standard_normal((m, k), dtype=np.float32)
    b = random.standard_normal((k, n), dtype=np.float32)
    around = np.full((m + 2, n), 7, np.float32)
    c = around[1:-1]
    c[...] = np.nan  # what was there before does not count
    a_before, b_before = a.copy(), b.copy()
    multiply(a, b, c)
    exact = a.astype(np.float64) @ b.astype(np.float64)
    bound = (k + 1) * EPSILON * (np.abs(a).astype(np.float64) @ np.abs(b).astype(np.float64))
    assert (np.abs(c - exact) <= bound).all(), (m, n, k)
    assert (around[[0, -1]] == 7).all(), "a row beside C was written"
    assert np.array_equal(a, a_before)
    assert np.array_equal(b, b_before)


@each_rung
def test_a_rung_is_right_at_every_size(rung):
    for size in SIZES:
        check(product(rung), *size)


@each_rung
def test_a_rung_is_right_beyond_one_block(rung):
    for size in LARGE:
        check(product(rung), *size)


@pytest.mark.parametrize("rung", RUNGS[-2:], ids=lambda rung: rung.name.replace(" ", "-"))
def test_the_best_rung_is_right_at_many_odd_sizes(rung):
    random = np.random.default_rng(1)
    for m, n, k in random.integers(1, 140, (150, 3)):
        check(product(rung), int(m), int(n), int(k))


def at_the_end_of_memory(rows: int, columns: int) -> np.ndarray:
    """A matrix of ones behind whose last element no memory can be read or written."""
    size, page = 4 * rows * columns, mmap.PAGESIZE
    pages = -(-size // page) * page
    memory = mmap.mmap(-1, pages + page)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    guard = ctypes.c_void_p(start + pages), ctypes.c_size_t(page)
    assert ctypes.CDLL(None).mprotect(*guard, 0) == 0
    matrix = np.frombuffer(memory, np.float32, rows * columns, pages - size)
    matrix[:] = 1
    return matrix.reshape(rows, columns)


def test_the_best_rung_touches_nothing_beyond_its_matrices():
    multiply = product(BEST)
    for n in (1, 5, 16, 31, 32, 33, 47, 48, 49, 63, 64, 65, 100):
        for m, k in ((1, 1), (7, 2), (6, 33), (5, 64), (4, 65)):
            c = at_the_end_of_memory(m, n)
            multiply(at_the_end_of_memory(m, k), at_the_end_of_memory(k, n), c)
            assert (c == k).all(), (m, n, k)


@pytest.mark.parametrize(("n", "k"), [(130, 70), (30, 40), (40, 40), (60, 64)])
def test_nan_and_infinity_stay_in_their_rows_and_columns(n, k):
    a, b = np.ones((13, k), np.float32), np.ones((k, n), np.float32)
    a[12, 3], b[5, n - 1], b[0, 0] = np.nan, np.inf, -np.inf
    c = np.zeros((13, n), np.float32)
    product(BEST)(a, b, c)
    with np.errstate(invalid="ignore"):
        assert np.array_equal(c, a @ b, equal_nan=True)


@each_rung
def test_a_rung_leaves_no_memory_behind(rung):
    a = np.ones((70, 300), np.float32)
    b = np.ones((300, 300), np.float32)
    c = np.zeros((70, 300), np.float32)
    multiply = product(rung)

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    for _ in range(20):
        multiply(a, b, c)
    before = resident()
    for _ in range(60):
        multiply(a, b, c)
    assert resident() - before < 4 << 20  # a block of B that leaked each time would be 18 MB


# What it costs to compile -------------------------------------------------------------------

STATIC = """
func.func @product(%a: memref<{m}x{k}xf32>, %b: memref<{k}x{n}xf32>, %c: memref<{m}x{n}xf32>)
    attributes {{llvm.emit_c_interface}} {{
  %0 = memref.cast %a : memref<{m}x{k}xf32> to !matrix
  %1 = memref.cast %b : memref<{k}x{n}xf32> to !matrix
  %2 = memref.cast %c : memref<{m}x{n}xf32> to !matrix
  func.call @matmul(%0, %1, %2) : (!matrix, !matrix, !matrix) -> ()
  return
}}
"""


def static(m: int, n: int, k: int) -> runners.Program:
    """The best rung for one size: casts in front of it, which the inlined code folds away."""
    text = (ROOT / KERNEL).read_text()
    assert "func.func @matmul(" in text
    private = text.replace("func.func @matmul(", "func.func private @matmul(")
    return runners.load(private + STATIC.format(m=m, n=n, k=k))


def seconds(compile: Callable[[], object]) -> float:
    """The least of three: what the machine does besides only adds."""
    found = []
    for _ in range(3):
        start = time.perf_counter()
        compile()
        found.append(time.perf_counter() - start)
    return min(found)


def test_the_best_rung_compiles_within_three_seconds_for_any_size():
    assert seconds(BEST.compile) < 3


@pytest.mark.parametrize("size", [(1, 1, 1), (7, 65, 9), (61, 513, 1031), (64, 64, 64)], ids=str)
def test_the_best_rung_for_one_size_is_right_and_compiles_within_a_second(size):
    program = static(*size)
    check(program.compile("cpu-tiles").product, *size)
    assert seconds(lambda: static(*size).compile("cpu-tiles")) < 1


@each_rung
def test_no_rung_takes_long_or_much_memory_to_compile(rung):
    code = (
        "import resource; from tests.bench.ladder import RUNGS;"
        f"RUNGS[{RUNGS.index(rung)}].compile();"
        "used = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)];"
        "print(sum(u.ru_utime + u.ru_stime for u in used), max(u.ru_maxrss for u in used))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, check=True
    )
    processor, kilobytes = done.stdout.split()
    assert float(processor) < 6
    assert int(kilobytes) < 2_000_000


# What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rung", [rung for rung in RUNGS if rung.schedule], ids=lambda r: r.schedule
)
def test_a_schedule_without_its_product_says_what_it_looked_for(rung):
    program = runners.load(
        "func.func @f(%x: memref<4xf32>, %y: f32) {\n"
        "  linalg.fill ins(%y : f32) outs(%x : memref<4xf32>)\n  return\n}"
    )
    with pytest.raises(runners.CompileError, match=r"looks for linalg\.matmul.*has linalg\.fill"):
        program.apply_schedule(rung.schedule)


def test_matrices_larger_than_memory_are_refused_before_anything_is_computed():
    with pytest.raises(MemoryError):
        np.empty((1 << 24, 1 << 24), np.float32)


def test_a_wrong_matrix_never_reaches_the_product():
    multiply = product(BEST)
    a, b, c = (np.zeros((4, 4), np.float32) for _ in range(3))
    for wrong in ((a, b), (a, b, c.astype(np.float64)), (a, b, c[0]), (a, b, c.T[::2])):
        with pytest.raises(runners.ArgumentError):
            multiply(*wrong)
    with pytest.raises(runners.ArgumentError, match="shares memory"):
        multiply(a, b, a)


def test_all_schedules_start_from_the_same_program():
    assert {rung.program for rung in RUNGS if rung.schedule} == {PROGRAM}
    schedules = {path.stem for path in (ROOT / "mlir/schedules").glob("matmul-*.mlir")}
    assert schedules == {rung.schedule for rung in RUNGS if rung.schedule}


def test_the_chapters_table_is_made_of_a_measurement():
    import publish

    def row(size: str, rung: str, ours: float, theirs: float, peer: str = "BLAS") -> dict:
        return {"name": f"matmul {size}, {rung}", "peer": peer, "ours": ours, "theirs": theirs,
                "unit": "GFLOP/s", "ratio": ours / theirs}  # fmt: skip

    rows = [row(str(n), "by hand", n / 10, n / 5) for n in publish.SQUARES]
    rows += [row("197 x 2304 x 768", "by hand", 3.0, 2.0), row("2048", "naive", 1.0, 4.0)]
    rows += [row("256", "by hand", 1, 162, peer="peak of one core")]
    for how, peer, ours, theirs in (("by compiled code", "np.matmul(a, b, out=c)", 1.0, 5.0),
                                    ("from Python", "np.matmul(a, b, out=c)", 2.0, 5.0),
                                    ("from Python", "peak of one core", 2.0, 0.25)):  # fmt: skip
        rows.insert(0, row("8", f"called {how}", ours, theirs, peer) | {"unit": "µs"})
    machine = {"processor": "A processor", "llvm_cpu": "znver4", "cores": 2}
    lines = publish.table({"machine": machine, "rows": rows}).splitlines()
    assert "| by hand | 25.6 | 51.2 | 102.4 | 204.8 | 0.50 |" in lines
    assert "| naive |  |  |  | 1.0 | 0.25 |" in lines
    assert "| 197 x 2304 x 768 | 3.0 | 2.0 | 1.50 |" in lines
    assert "| 8 | 5.00 | 2.00 | 2.50 | 1.00 | 0.25 |" in lines
    peak = lines.index("core is 162.")
    assert lines[peak - 1].endswith("A processor (znver4), 2 cores. The measured peak of one")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x"], "usage: rungs.py"),
        (["-5"], "usage: rungs.py"),
        (["64", "matmul-registers", "rows"], "usage: rungs.py"),
        (["64", "matmul-register"], "nearest: matmul-registers"),
        (["64", "matmul-registers", "deep=1"], "no parameter 'deep'"),
        (["99999999"], "Unable to allocate"),
    ],
)
def test_the_ladders_command_refuses_what_it_cannot_measure(words, said, capsys):
    import rungs

    assert rungs.main(words) == 2
    assert said in capsys.readouterr().err


def test_the_ladders_command_measures_one_schedule_with_other_parameters(capsys):
    import rungs

    assert rungs.main(["37", "matmul-registers", "rows=4", "columns=32"]) == 0
    assert re.fullmatch(
        r"matmul-registers rows=4 columns=32 right +\d+\.\d GFLOP/s\n", capsys.readouterr().out
    )
