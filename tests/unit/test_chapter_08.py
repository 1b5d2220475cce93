"""Chapter 8's kernels against NumPy on both engines, their planted faults, and what they take."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys

import numpy as np
import pytest
from chapter_08 import CHAPTER, check, f16, f32, kernels, program, simulate, source, tables
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mending import FAULTS, Planted
from roofline import points

import runners
from runners import pipeline, toolchain

each_case = pytest.mark.parametrize("case", kernels.CASES, ids=lambda case: case.name)
each_fault = pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
sizes = st.integers(1, 70)
seeds = st.integers(0, 2**32 - 1)


def for_any(*strategies, count: int = 15):
    """`given` without a deadline: the first example compiles the program."""
    return lambda test: settings(deadline=None, max_examples=count)(given(*strategies)(test))


def uniform(seed: int, *shape: int, dtype: type = f32) -> np.ndarray:
    return kernels.uniform(np.random.default_rng(seed), *shape, dtype=dtype)


def exact(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a.astype(np.float64) @ b.astype(np.float64)


def product_close(got: np.ndarray, a: np.ndarray, b: np.ndarray) -> None:
    """Each of the k products and sums is rounded once, of numbers that add up to |a| |b|."""
    bound = exact(np.abs(a), np.abs(b)) * a.shape[1] * np.finfo(f32).eps
    assert (np.abs(got - exact(a, b)) <= bound).all()


# Each kernel as the chapter launches it.


@each_case
def test_a_simulated_kernel_is_right_and_nothing_is_found_in_it(case):
    before = case.arguments(np.random.default_rng(1))
    after = [each.copy() for each in before]
    report = runners.simulate(program(case.name), case.kernel, case.grid, case.block, after)
    check(case, before, after)
    assert report.ok, str(report)


@pytest.mark.parametrize("case", [*kernels.CASES, *kernels.BY_HAND], ids=lambda case: case.name)
def test_the_lowered_kernel_is_right_in_any_order_of_threads(case):
    for seed in range(3):
        before = case.arguments(np.random.default_rng(seed))
        after = [each.copy() for each in before]
        runners.emulate(program(case.name), case.kernel, case.grid, case.block, after, seed=seed)
        check(case, before, after)


@each_case
def test_both_engines_give_the_same_numbers(case):
    results = []
    for run in (runners.simulate, runners.emulate):
        arguments = case.arguments(np.random.default_rng(2))
        run(program(case.name), case.kernel, case.grid, case.block, arguments)
        results.append(arguments)
    for first, second in zip(*results, strict=True):
        # exp, and multiply-adds that LLVM fuses, may differ in the last bits.
        np.testing.assert_allclose(first, second, rtol=1e-6, atol=1e-6)


def test_only_the_shared_transposition_has_bank_conflicts():
    found = {}
    for case in kernels.CASES:
        arguments = case.arguments(np.random.default_rng(1))
        report = runners.simulate(program(case.name), case.kernel, case.grid, case.block, arguments)
        found[case.name] = max((access.ways for access in report.shared), default=1)
    assert {name: ways for name, ways in found.items() if ways > 1} == {"transpose_shared": 32}


def test_transpositions_move_what_the_chapter_says():
    stores = {}
    for kind in ("naive", "shared", "padded"):
        x, y = uniform(1, 96, 128), np.zeros((128, 96), f32)
        report = simulate(f"transpose_{kind}", x, y)
        (stores[kind],) = [each for each in report.transactions if each.kind == "store"]
    assert stores["naive"].sectors_per_request == 32
    assert stores["naive"].share == 1 / 8
    for kind in ("shared", "padded"):
        assert stores[kind].sectors_per_request == 4
        assert stores[kind].share == 1


def test_the_products_move_fewer_bytes_from_one_to_the_next():
    naive, tiled, registers, tensor = points()
    k = 128
    # By hand: a warp's step loads 1 sector of a and 4 of b; tiles of 16, of 64; halves of 2 bytes.
    result = 4 * k * k
    assert naive.moved == k * k // 32 * k * 160 + result
    assert tiled.moved == (k // 16) ** 2 * (k // 16) * 2 * 16 * 16 * 4 + result
    assert registers.moved == (k // 64) ** 2 * (k // 16) * 2 * 64 * 16 * 4 + result
    assert tensor.moved == (k // 64) ** 2 * (k // 32) * 2 * 64 * 32 * 2 + result
    assert naive.touched == tiled.touched == registers.touched == 3 * 4 * k * k


# Other sizes, other numbers.


@for_any(sizes, sizes, sizes, seeds)
@example(16, 16, 16, 0)
@example(1, 1, 1, 0)
@example(17, 33, 15, 0)
@pytest.mark.parametrize(("name", "tile"), [("naive", (8, 32)), ("tiled", (16, 16))])
def test_products_take_any_sizes(name, tile, m, n, k, seed):
    a, b, c = uniform(seed, m, k), uniform(seed + 1, k, n), np.full((m, n), np.nan, f32)
    grid = (kernels.ceiling(n, tile[1]), kernels.ceiling(m, tile[0]))
    simulate(f"matmul_{name}", a, b, c, grid=grid)
    product_close(c, a, b)


@pytest.mark.parametrize(("m", "n", "k"), [(64, 64, 16), (64, 192, 64), (192, 64, 80)])
def test_the_product_in_registers_takes_multiples_of_its_tiles(m, n, k):
    a, b, c = uniform(1, m, k), uniform(2, k, n), np.full((m, n), np.nan, f32)
    simulate("matmul_registers", a, b, c, grid=(n // 64, m // 64))
    product_close(c, a, b)


@pytest.mark.parametrize(("m", "n", "k"), [(64, 64, 64), (128, 64, 128), (64, 192, 320)])
def test_the_product_on_tensor_cores_takes_multiples_of_its_tiles(m, n, k):
    a, b = uniform(1, m, k, dtype=f16), uniform(2, k, n, dtype=f16)
    c = np.full((m, n), np.nan, f32)
    simulate("matmul_tensor", a, b, c, grid=(n // 64, m // 64))
    product_close(c, a, b)


@for_any(sizes, sizes, seeds)
@example(32, 32, 0)
@example(33, 1, 0)
@pytest.mark.parametrize("kind", ["naive", "shared", "padded"])
def test_transpositions_take_any_sizes(kind, m, n, seed):
    x, y = uniform(seed, m, n), np.full((n, m), np.nan, f32)
    grid = (kernels.ceiling(n, 32), kernels.ceiling(m, 32))
    simulate(f"transpose_{kind}", x, y, grid=grid)
    np.testing.assert_array_equal(y, x.T)


@for_any(st.integers(1, 900), seeds)
@example(256, 0)
@example(257, 0)
@pytest.mark.parametrize("kind", ["shared", "shuffle", "all"])
def test_block_sums_take_any_length(kind, n, seed):
    x, sums = uniform(seed, n), np.full(kernels.ceiling(n, 256), np.nan, f32)
    simulate(f"reduce_{kind}", x, sums, grid=sums.shape)
    np.testing.assert_allclose(sums, kernels.block_sums(x), atol=2e-5)


@for_any(st.integers(1, 20), st.integers(0, 200), seeds)
@example(5, 0, 0)
@example(1, 32, 0)
def test_row_sums_take_any_sizes(rows, columns, seed):
    x, sums = uniform(seed, rows, columns), np.full(rows, np.nan, f32)
    simulate("row_sums", x, sums, grid=(1, kernels.ceiling(rows, 4)))
    np.testing.assert_allclose(sums, x.sum(axis=1, dtype=np.float64), atol=2e-5)


@for_any(st.integers(1, 6), st.integers(1, 400), seeds)
@example(1, 1, 0)
@example(2, 128, 0)
@example(2, 129, 0)
def test_softmax_takes_any_sizes(rows, columns, seed):
    x, y = 20 * uniform(seed, rows, columns), np.full((rows, columns), np.nan, f32)
    simulate("softmax", x, y, grid=(rows,))
    np.testing.assert_allclose(y, kernels.softmax(x), rtol=2e-5, atol=1e-8)


def test_softmax_of_rows_that_have_none():
    inf, nan = np.inf, np.nan
    rows = [[1, nan, 2], [-inf, -inf, -inf], [inf, 0, 1], [-inf, 0, -inf], [1e38, -1e38, 0]]
    x = np.array(rows, f32)
    for run in (runners.simulate, runners.emulate):
        y = np.zeros_like(x)
        run(program("softmax"), "softmax", (5,), (128,), [x, y])
        np.testing.assert_array_equal(y[:3], np.full((3, 3), nan))
        np.testing.assert_array_equal(y[3:], [[0, 1, 0], [1, 0, 0]])


def test_the_kernels_from_launch_func_and_llvm_square_alike():
    results = []
    for case in kernels.CASES[2:4] + kernels.BY_HAND[1:]:
        arguments = case.arguments(np.random.default_rng(3))
        runners.emulate(program(case.name), case.kernel, case.grid, case.block, arguments)
        results.append(arguments[1])
    assert len(results) == 3
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_printf_prints_a_line_for_each_thread_that_is_inside():
    case = kernels.PRINTF
    expected = [f"block {i // 2}, thread {i % 2}: {i / 2:f}" for i in range(3)]
    report = runners.simulate(program("printf"), case.kernel, case.grid, case.block, [np.int32(3)])
    assert sorted(report.printed.splitlines()) == expected
    said = runners.emulate(program("printf"), case.kernel, case.grid, case.block, [np.int32(3)])
    assert sorted(said.output.splitlines()) == expected


# Barriers: none of them can go.


def without_barrier(text: str, number: int) -> str:
    """The program without its barrier of that number."""
    places = [match.span() for match in re.finditer(r"^ *gpu\.barrier.*\n", text, re.MULTILINE)]
    start, end = places[number]
    return text[:start] + text[end:]


WITH_BARRIERS = [
    ("reduce_shared", 2),
    ("reduce_shuffle", 1),
    ("softmax", 2),
    ("transpose_shared", 1),
    ("transpose_padded", 1),
    ("matmul_tiled", 2),
    ("matmul_registers", 2),
    ("matmul_tensor", 2),
]


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, number) for name, count in WITH_BARRIERS for number in range(count)],
)
def test_without_any_one_of_its_barriers_a_kernel_has_a_race(name, number):
    case = kernels.by_name(name)
    broken = runners.load(without_barrier(source(case.file).text, number))
    arguments = case.arguments(np.random.default_rng(1))
    report = runners.simulate(broken, case.kernel, case.grid, case.block, arguments)
    assert report.races
    assert not report.errors


def test_the_list_of_barriers_is_complete():
    counts = {
        path.stem: len(re.findall(r"^ *gpu\.barrier", path.read_text(), re.MULTILINE))
        for path in CHAPTER.glob("*.mlir")
    }
    counts.pop("matmul_hopper")
    assert {name: count for name, count in counts.items() if count} == dict(WITH_BARRIERS)


# Planted faults.

SHOWN = {  # where each is found: what kind, at which operation
    "faults/missing_barrier.mlir": ("race", "memref.load %partial[%other]"),
    "faults/divergent_barrier.mlir": ("barrier", "gpu.barrier"),
    "faults/out_of_bounds.mlir": ("out-of-bounds", "memref.load %x[%i]"),
    "faults/row_sums.mlir": ("race", "affine.store"),
}


@each_fault
def test_a_planted_fault_is_found_and_its_mending_is_clean(fault):
    report = fault.report()
    assert fault.found(report), str(report)
    mended = fault.report(mended=True)
    assert not fault.found(mended), str(mended)
    assert mended.ok, str(mended)


@pytest.mark.parametrize("file", SHOWN)
def test_a_fault_is_found_at_the_line_that_has_it(file):
    (fault,) = [each for each in FAULTS if each.file == file]
    kind, text = SHOWN[file]
    shown = fault.shows(fault.report())
    assert {each.kind for each in shown} == {kind}
    assert any(text in each.text for each in shown)


@pytest.mark.parametrize("file", ["faults/bank_conflict.mlir", "faults/uncoalesced.mlir"])
def test_a_waste_is_no_error(file):
    (fault,) = [each for each in FAULTS if each.file == file]
    assert fault.report().ok


def test_every_program_in_the_folder_of_faults_is_listed():
    listed = {fault.file for fault in FAULTS}
    assert listed == {f"faults/{path.name}" for path in (CHAPTER / "faults").iterdir()}


def _emulated(fault: Planted, seed: int) -> list[np.ndarray]:
    arguments = fault.arguments()
    grid, block = fault.launch
    runners.emulate(fault.program(), fault.kernel, grid, block, arguments, seed=seed)
    return arguments


def test_lock_step_hides_a_missing_barrier_and_the_other_engine_shows_it():
    fault = FAULTS[0]
    arguments = fault.arguments()
    fault.report(arguments=arguments)
    np.testing.assert_array_equal(arguments[1], [256] * 4)
    assert any((_emulated(fault, seed)[1] != 256).any() for seed in range(5))


def test_row_sums_by_threads_are_wrong_and_by_loops_right_a_hundred_times():
    fault = FAULTS[-1]
    arguments = fault.arguments()
    fault.report(arguments=arguments)
    assert (arguments[0] != 64).all()  # in lock step all 64 threads read the same partial sum
    mended = fault.mended()
    for seed in range(100):
        sums, x = np.zeros(16, f32), uniform(seed, 16, 64)
        runners.emulate(mended, fault.kernel, (1,), (16,), [sums, x], seed=seed)
        np.testing.assert_allclose(sums, x.sum(axis=1, dtype=np.float64), atol=1e-5)


def test_a_read_past_the_end_is_an_exception_on_the_other_engine():
    fault = FAULTS[3]
    said = r"out_of_bounds.mlir:7.* reads element 10\d\d of argument 1, which has 1000 elements"
    with pytest.raises(runners.Error, match=said):
        _emulated(fault, 0)


# What the kernels become.

ALL = [*kernels.CASES, *kernels.BY_HAND, kernels.HOPPER_CASE]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_kernel_assembles_for_its_first_chip_and_spills_nothing(case):
    ptx = program(case.name).ptx(chip=case.chips[0])
    for chip in case.chips:
        takes = ptx.assemble(chip).kernels[case.kernel]
        assert takes.registers > 0
        assert takes.spill_stores == takes.spill_loads == takes.stack == 0, chip


@pytest.mark.slow
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_a_kernel_compiles_for_each_of_its_chips(case):
    for chip in case.chips:
        takes = program(case.name).ptx(chip=chip).assemble().kernels[case.kernel]
        assert takes.spill_stores == takes.spill_loads == takes.stack == 0, chip


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_each_memref_is_three_parameters_and_two_for_each_dimension(case):
    kernel = program(case.name).ptx(chip=case.chips[0]).kernels[case.kernel]
    types = kernel.arguments or tuple(each.type for each in kernel.parameters)
    expected = 0
    for each in types:
        rank = each.count("x") if each.startswith("memref") else None
        expected += 1 if rank is None else 3 + 2 * rank
    assert len(kernel.parameters) == expected


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_chips_without_what_a_kernel_needs_are_refused(case):
    for chip in set(kernels.CHIPS) - set(case.chips):
        with pytest.raises(runners.Error, match=chip):
            program(case.name).ptx(chip=chip)


def test_the_hopper_kernel_uses_what_hopper_has():
    ptx = program("matmul_hopper").ptx(chip="sm_90a")
    assert ptx.kernels["matmul"].dynamic_shared
    sass = ptx.sass()
    assert len(re.findall(r"HGMMA\.64x128x16\.F32", sass)) == 8  # eight of them, none in a row
    assert sass.count("UTMALDG.2D") == 6
    assert "serialized" not in ptx.assemble().log


def test_the_hand_written_ptx_assembles_for_every_chip(tmp_path):
    for name in ("store42", "square"):
        for chip in kernels.CHIPS:
            command = [toolchain.cuda_tool("ptxas"), f"-arch={chip}", "-o", tmp_path / "x.cubin"]
            subprocess.run([*command, CHAPTER / "first" / f"{name}.ptx"], check=True)


def test_the_tables_are_what_the_tools_say():
    text = tables.README.read_text(encoding="utf-8")
    assert tables.publish(text) == text


# What is refused.


@pytest.mark.parametrize("run", [runners.simulate, runners.emulate], ids=["simulate", "emulate"])
@pytest.mark.parametrize(
    ("grid", "block", "message"),
    [
        ((0,), (128,), "grid"),
        ((1, 65536), (128,), "65535"),
        ((1,), (2048,), "1024"),
        ((1,), (32, 64), "1024"),
        ((1,), (1, 1, 65), "64"),
    ],
)
def test_launches_that_no_gpu_takes_are_refused(run, grid, block, message):
    x = np.ones(8, f32)
    with pytest.raises(runners.ArgumentError, match=message):
        run(source("first/from_func.mlir"), "square", grid, block, [x, np.copy(x)])


@pytest.mark.parametrize("run", [runners.simulate, runners.emulate], ids=["simulate", "emulate"])
@pytest.mark.parametrize(
    "arguments",
    [[], [np.ones(8, f32)], [np.ones(8, f32), np.ones(8)], [np.ones((2, 2), f32)] * 2, [1.0, 2.0]],
    ids=["none", "one", "f64", "two dimensions", "numbers"],
)
def test_arguments_that_are_not_the_kernels_are_refused(run, arguments):
    with pytest.raises(runners.ArgumentError):
        run(source("first/from_func.mlir"), "square", (1,), (32,), arguments)


def test_loops_that_would_be_too_many_threads_are_refused_before_there_is_a_kernel():
    program = source("wrong/too_many_threads.mlir")
    with pytest.raises(runners.Error, match="4096 threads"):
        program.lower("gpu-affine", threads=2)
    tiled = program.lower("gpu-parallel-loops", tile=(1, 16, 16))
    x = np.arange(4 * 64 * 64, dtype=f32).reshape(4, 64, 64)
    expected = 2 * x
    name = re.search(r"gpu\.func @(\w+)", tiled.text)[1]
    runners.simulate(tiled, name, (4, 4, 4), (16, 16, 1), [x])
    np.testing.assert_array_equal(x, expected)


def test_row_sums_through_affine_loops_are_refused_and_the_text_of_the_pipeline_is_not():
    program = source("faults/row_sums.mlir")
    with pytest.raises(runners.Error, match="turns depend on each other"):
        program.lower("gpu-affine")
    assert "gpu.launch_func" in program.lower(pipeline.load("gpu-affine").text()).text


@pytest.mark.parametrize("file", ["dynamic_shared", "dynamic_shared_fixed"])
def test_dynamic_shared_memory_does_not_overlap_what_is_declared(file):
    out = np.zeros(32, np.int32)
    report = runners.simulate(
        source(f"wrong/{file}.mlir"), "both", (1,), (32,), [out], dynamic_shared=128
    )
    assert report.ok, str(report)
    np.testing.assert_array_equal(out, 3)


# Host code.


@pytest.mark.parametrize("device", ["simulator", "coroutines"])
def test_the_hosts_code_runs_without_a_gpu(device):
    library = runners.hosted(source("host.mlir"), device=device)
    for n in (1, 255, 256, 1000):
        x, y = uniform(n, n), uniform(n + 1, n)
        expected = 1.5 * x + y
        library.saxpy(1.5, x, y)
        np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)


# Pictures.


def test_the_pictures_are_what_their_script_draws(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("draw_08", CHAPTER / "pictures" / "draw.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", ["draw.py", str(tmp_path)])
    module.write(module.PICTURES, tmp_path)
    drawn = sorted(tmp_path.glob("*.svg"))
    assert [path.name for path in drawn] == sorted(
        path.name for path in (CHAPTER / "pictures").glob("*.svg")
    )
    for path in drawn:
        assert path.read_text() == (CHAPTER / "pictures" / path.name).read_text(), path.name
        assert path.stat().st_size < 60_000
