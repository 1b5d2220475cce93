"""Chapter 3's affine programs and passes against NumPy, its pictures, and what goes wrong."""

from __future__ import annotations

import importlib.util
import re

import numpy as np
import pytest
from chapter_03 import CHAPTER, correlation, f32, library, load, pairs, parallel
from conftest import ROOT, chapter_run
from hypothesis import given, settings
from hypothesis import strategies as st

import runners
from runners import toolchain

each_pair = pytest.mark.parametrize("pair", pairs.PAIRS, ids=lambda pair: pair.name)
WAVEFRONTS = ("wavefront_rows", "wavefront", "wavefront_tiles")


def for_any(*strategies, **named):
    """`given` without a deadline: the first example compiles the program."""
    return lambda test: settings(deadline=None, max_examples=40)(given(*strategies, **named)(test))


# Pairs.


@each_pair
def test_the_after_file_is_exactly_what_the_passes_print(pair):
    assert pair.printed() == pair.after_path.read_text(encoding="utf-8")


@pytest.mark.slow  # run.py checks the same, and its checks are a test of test_tree.py
@each_pair
def test_before_and_after_compute_what_numpy_computes_bit_for_bit(pair):
    assert pair.agrees(pair.before_path, "cpu-buffers")
    assert pair.agrees(pair.after_path, pair.after)


def test_every_pair_of_files_is_among_those_tested():
    names = {path.name.removesuffix(".after.mlir") for path in CHAPTER.glob("passes/*.after.mlir")}
    assert names == {pair.name for pair in pairs.PAIRS}


@pytest.mark.parametrize("name", ["vectors", "parallel", "wavefront_tiles"])
def test_a_pair_would_notice_a_wrong_program(name, tmp_path):
    pair = next(pair for pair in pairs.PAIRS if pair.name == name)
    text = pair.after_path.read_text()
    spoiled = text.replace("arith.addf", "arith.subf").replace("arith.minsi", "arith.maxsi")
    assert spoiled != text
    path = tmp_path / "spoiled.mlir"
    path.write_text(spoiled)
    assert not pair.agrees(path, pair.after)


def test_scalar_replacement_starts_from_what_fusion_leaves():
    fused = next(pair for pair in pairs.PAIRS if pair.name == "fusion").printed()
    left = runners.load(CHAPTER / "passes" / "scalars.mlir").lower("builtin.module()").text
    without = [line for line in fused.splitlines() if "memref.alloca()" not in line]
    assert "\n".join(without).split() == left.split()


@pytest.mark.parametrize("sizes", ["1,1", "3,100", "16,16", "99,89", "1000,1000"])
def test_tiles_of_any_size_transpose(sizes):
    x, y = np.random.default_rng(0).random((100, 90), f32), np.zeros((90, 100), f32)
    tiled = load("passes/tiling").lower("affine-tile", sizes=sizes)
    tiled.compile("cpu-buffers").transpose(x, y)
    assert np.array_equal(y, x.T)


@pytest.mark.parametrize("lanes", [2, 4, 16, 64])
def test_vectors_of_any_width_compute_and_write_nothing_beside(lanes):
    random = np.random.default_rng(0)
    a, b, c = (random.random((32, 50), f32) for _ in range(3))
    pool = np.full((34, 50), 7, f32)
    pool[1:33] = c
    vectors = load("passes/vectors").lower("affine-vectors", lanes=lanes)
    vectors.compile("cpu-vectors").multiply_add(a, b, pool[1:33])
    assert np.array_equal(pool[1:33], a * b + c)
    assert (pool[[0, 33]] == 7).all()


@pytest.mark.parametrize("factor", [-1, 2, 3, 7, 10, 11])
def test_unrolling_by_any_factor_computes_the_same(factor):
    x, y = np.random.default_rng(0).random((2, 10), f32)
    wanted = f32(2) * x + y
    passes = f"builtin.module(func.func(affine-loop-unroll{{unroll-factor={factor}}}))"
    load("passes/unroll").lower(passes).compile("cpu-buffers").axpy(2.0, x, y)
    assert np.array_equal(y, wanted)


def test_fusion_takes_two_buffers_for_granted_and_the_runner_sees_to_it():
    x = np.ones(2048, f32)
    fused = library("passes/fusion.after")
    with pytest.raises(runners.ArgumentError, match="shares memory with argument 1"):
        fused.square_then_add(x[:1024], x[512:1536])


# Maps and conditions.


@for_any(st.integers(-(2**62), 2**62))
def test_divisions_round_as_in_python(i):
    assert library("maps").divisions(i) == (i // 8, -(-i // 8), i % 8)


@for_any(st.integers(0, 1000), st.integers(-20, 20), st.integers(0, 1000))
def test_place_and_window(i, j, columns):
    assert library("maps").place(i, j, columns) == i * columns + j
    wanted = (max(0, i - columns), min(i + columns + 1, 500))
    assert library("maps").window(i, columns, 500) == wanted


def test_tiles_hold_each_element_at_its_place(how):
    x, tiles = np.random.default_rng(0).random((16, 32), f32), np.zeros((4, 4, 4, 8), f32)
    library("maps", how=how).to_tiles(x, tiles)
    assert np.array_equal(tiles, x.reshape(4, 4, 4, 8).swapaxes(1, 2))


@for_any(st.integers(0, 30), st.integers(-100, 100))
def test_rotate_is_numpys_roll(n, shift):
    x, y = np.arange(n, dtype=f32), np.zeros(n, f32)
    library("maps").rotate(x, shift, y)
    assert np.array_equal(y, np.roll(x, -shift))


@for_any(st.integers(0, 9), st.integers(0, 9))
def test_the_lower_triangle_of_any_shape(m, n):
    x, y = np.random.default_rng(m).random((m, n), f32), np.full((m, n), np.nan, f32)
    assert library("conditions").lower_triangle(x, y) is True
    assert np.array_equal(y, np.tril(x))


def test_a_triangle_of_another_shape_is_refused_and_nothing_written():
    y = np.full((3, 4), 7, f32)
    assert library("conditions").lower_triangle(np.zeros((4, 3), f32), y) is False
    assert (y == 7).all()


@for_any(st.integers(0, 9), st.integers(0, 9))
def test_relaxation_sets_white_inner_cells_and_no_others_serially_and_on_threads(m, n):
    x = np.random.default_rng(m + 10 * n).random((m, n))
    wanted = x.copy()
    for i in range(1, m - 1):
        for j in range(1, n - 1):
            if (i + j) % 2 == 0:
                wanted[i, j] = (
                    (x[i - 1, j] + x[i + 1, j]) + (x[i, j - 1] + x[i, j + 1])
                ) * 0.25  # fmt: skip
    for relax in (library("conditions").relax_white, parallel("conditions").relax_white):
        got = x.copy()
        relax(got)
        assert np.array_equal(got, wanted)


# The matrix product and the convolution.


@for_any(sizes=st.tuples(*[st.integers(0, 24)] * 3), seed=st.integers(0, 2**32 - 1))
def test_the_matrix_product_of_any_sizes_sums_in_order(sizes, seed):
    m, k, n = sizes
    random = np.random.default_rng(seed)
    a, b = random.standard_normal((m, k)).astype(f32), random.standard_normal((k, n)).astype(f32)
    wanted = np.zeros((m, n), f32)
    for p in range(k):
        wanted += np.multiply.outer(a[:, p], b[p])
    for matmul in (library("matmul").matmul, parallel("matmul").matmul):
        c = np.full((m, n), np.nan, f32)
        assert matmul(a, b, c) is True
        assert np.array_equal(c, wanted)


def test_the_matrix_product_ahead_of_time():
    random = np.random.default_rng(0)
    a, b, c = random.random((33, 65), f32), random.random((65, 31), f32), np.empty((33, 31), f32)
    program = load("matmul").lower("affine-parallel")
    assert program.compile("cpu-openmp", how="aot").matmul(a, b, c) is True
    # 65 roundings of sums of positive terms, each at most 2^-24 relative
    assert np.allclose(c, a.astype(np.float64) @ b, rtol=66 * 2.0**-24, atol=0)


@pytest.mark.parametrize("shapes", [((3, 4), (5, 6), (3, 6)), ((3, 4), (4, 6), (3, 5)),
                                    ((3, 4), (4, 6), (2, 6))])  # fmt: skip
def test_sizes_that_do_not_fit_are_refused_and_nothing_written(shapes):
    a, b, c = (np.full(shape, 7, f32) for shape in shapes)
    for matmul in (library("matmul").matmul, parallel("matmul").matmul):
        assert matmul(a, b, c) is False
    assert (c == 7).all()


def test_a_convolution_of_128x128_by_16x16_gives_113x113(how):
    random = np.random.default_rng(0)
    image, window = random.random((128, 128), f32), random.random((16, 16), f32)
    out = np.full((113, 113), np.nan, f32)
    assert library("convolution", how=how).convolve(image, window, out) is True
    assert np.allclose(out, correlation(image, window), rtol=257 * 2.0**-24, atol=0)


@for_any(data=st.data(), window=st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_convolutions_of_any_sizes(data, window):
    image = [data.draw(st.integers(size, 20)) for size in window]
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x, w = random.random(image, f32), random.random(window, f32)
    wanted = correlation(x, w)
    for convolve in (library("convolution").convolve, parallel("convolution").convolve):
        out = np.full(wanted.shape, np.nan, f32)
        assert convolve(x, w, out) is True
        assert np.allclose(out, wanted, rtol=37 * 2.0**-24, atol=0)


@pytest.mark.parametrize("shape", [(4, 5), (6, 5), (5, 4), (5, 6), (0, 5)])
def test_a_convolution_into_another_shape_is_refused_and_nothing_written(shape):
    out = np.full(shape, 7, f32)
    assert library("convolution").convolve(np.ones((8, 9), f32), np.ones((4, 5), f32), out) is False
    assert (out == 7).all()


# The wavefront.


@for_any(st.binary(max_size=12), st.binary(max_size=12))
def test_edit_distances_of_any_strings_in_each_order(a, b):
    a, b = (np.frombuffer(text, np.uint8) for text in (a, b))
    wanted = pairs.edit_distances(a, b)
    for name in WAVEFRONTS:
        table = np.full(wanted.shape, -1, np.int32)
        assert parallel(f"passes/{name}").edit_distance(a, b, table) is True
        assert np.array_equal(table, wanted)


@pytest.mark.parametrize("sizes", [(64, 64), (65, 63), (128, 1), (1, 200), (190, 130), (0, 70)])
def test_edit_distances_at_the_edges_of_tiles(sizes):
    a, b, table = pairs.strings(np.random.default_rng(0), *sizes)
    wanted = pairs.edit_distances(a, b)
    for name in WAVEFRONTS:
        for edit_distance in (
            library(f"passes/{name}").edit_distance, parallel(f"passes/{name}").edit_distance,
        ):  # fmt: skip
            table[:] = -1
            assert edit_distance(a, b, table) is True
            assert np.array_equal(table, wanted)


@pytest.mark.parametrize("name", WAVEFRONTS)
def test_a_table_of_another_shape_is_refused_and_nothing_written(name):
    a = np.zeros(5, np.uint8)
    for shape in ((5, 6), (6, 7), (0, 0)):
        table = np.full(shape, 7, np.int32)
        assert library(f"passes/{name}").edit_distance(a, a, table) is False
        assert (table == 7).all()


# Pictures.


def _draw():
    spec = importlib.util.spec_from_file_location("draw_03", CHAPTER / "pictures" / "draw.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_what_their_script_draws():
    drawn = {f"{name}.svg": str(draw()) for name, draw in _draw().PICTURES.items()}
    kept = {path.name: path.read_text() for path in (CHAPTER / "pictures").glob("*.svg")}
    assert kept == drawn


def test_the_orders_in_the_pictures_obey_or_break_the_dependences_as_the_prose_says():
    draw = _draw()
    edit, diagonal = [(1, 0), (0, 1), (1, 1)], [(1, -1)]
    for order in (draw.row_by_row, draw.by_diagonals, draw.by_diagonals_of_tiles):
        assert not draw.broken(order, edit)
    assert not draw.broken(draw.row_by_row, diagonal)
    assert draw.broken(draw.tile_by_tile, diagonal)


# What goes wrong.


def _pulled(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    for i in range(1, 12):
        for j in range(11):
            x[i, j] = x[i - 1, j + 1]
    return x


@pytest.mark.parametrize(
    "passes", ["affine-loop-tile{tile-size=4}", "affine-loop-unroll-jam{unroll-jam-factor=2}"]
)
def test_a_dependence_of_distance_1_minus_1_is_broken_by_passes_that_do_not_ask(passes):
    x = np.arange(144, dtype=f32).reshape(12, 12)
    wanted = _pulled(x)
    program = load("wrong/tiling")
    for changed in (False, True):
        got = x.copy()
        chosen = program.lower(f"builtin.module(func.func({passes}))") if changed else program
        chosen.compile("cpu-buffers").pull_diagonally(got)
        assert np.array_equal(got, wanted) is not changed


def test_tiles_change_what_a_semi_affine_subscript_reads_and_affine_parallel_leaves_it_serial():
    x = np.arange(144, dtype=f32).reshape(12, 12)
    wanted = x.copy()
    for i in range(1, 12):
        wanted[i] = np.roll(wanted[i - 1], -1)
    program = load("wrong/semi_affine")
    serial = program.lower("affine-parallel", max_nested=2)
    assert "affine.parallel" not in serial.text
    tiled = program.lower("affine-tile", sizes="4,4")
    for chosen, right in ((program, True), (serial, True), (tiled, False)):
        got = x.copy()
        chosen.compile("cpu-buffers").pull_round(got, 12)
        assert np.array_equal(got, wanted) is right


def test_the_pass_that_looks_for_parallel_loops_sees_that_dependence():
    lowered = load("wrong/tiling").lower("affine-parallel", max_nested=2)
    assert lowered.text.count("affine.for") == 1  # within a row nothing depends on anything
    got = np.arange(144, dtype=f32).reshape(12, 12)
    wanted = _pulled(got)
    lowered.compile("cpu-openmp").pull_diagonally(got)
    assert np.array_equal(got, wanted)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("not_affine", "not_affine.mlir:3:.* non-affine expression"),
        ("indirect", "indirect.mlir:5:14: error: 'affine.load' op operand cannot be used"),
        ("old_loop", "old_loop.mlir:8:.* expected '{' to begin a region"),
    ],
)
def test_what_does_not_parse_says_where(name, message):
    with pytest.raises(runners.CompileError, match=message):
        load(f"wrong/{name}")


def test_passes_that_run_on_functions_refuse_a_module():
    done = toolchain.run("mlir-opt", "--affine-loop-unroll", CHAPTER / "passes" / "unroll.mlir")
    assert done.returncode == 1
    assert "unable to schedule pass 'AffineLoopUnroll'" in done.stderr


def test_run_sh_and_the_prose_know_every_program():
    done = chapter_run(CHAPTER, "run.sh")
    assert done.returncode == 0
    commands = [line for line in done.stdout.splitlines() if line.startswith("$ ")]
    prose = (CHAPTER / "README.md").read_text(encoding="utf-8")
    for path in sorted(CHAPTER.rglob("*.mlir")):
        if path.name.endswith(".after.mlir"):  # run.sh compares them without a command of their own
            path = path.with_name(path.name.replace(".after", ""))
        assert re.search(rf"(?<!\w){re.escape(path.name)}", prose), f"README.md: no {path.name}"
        name = str(path.relative_to(ROOT))
        where = [prose] if path.parent.name == "wrong" else commands
        assert any(name in text for text in where), f"nothing runs {name}"
