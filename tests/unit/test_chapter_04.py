"""Chapter 4's programs against NumPy: any size, special values, schedules, and what goes wrong."""

from __future__ import annotations

import runpy
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from conftest import ROOT, compiled, needs_tiles
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import runners
from runners import amx, pipeline, toolchain

CHAPTER = ROOT / "chapters" / "04-linalg"
f32 = np.float32
windows = np.lib.stride_tricks.sliding_window_view
sizes = st.integers(1, 20)
seeds = st.integers(0, 2**32 - 1)


def library(name: str, passes: str = "cpu-tensors"):
    return compiled(f"chapters/04-linalg/{name}.mlir", passes)


def scheduled(name: str, schedule: str, passes: str, **parameters: object):
    program = runners.load(CHAPTER / f"{name}.mlir").apply_schedule(schedule, **parameters)
    return program.compile(passes)


def for_any(*strategies):
    """`given` without a deadline: the first example compiles the program."""
    return lambda test: settings(deadline=None, max_examples=40)(given(*strategies)(test))


def matrices(seed: int, *shapes: tuple[int, ...]) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [random.standard_normal(shape, f32) for shape in shapes]


# Named operations and their generic forms.


def arguments_of(name: str, m: int, n: int, k: int, seed: int) -> list:
    """Arguments of a function of named.mlir."""
    a, b, bt, row = matrices(seed, (m, k), (k, n), (n, k), (k,))
    cube_a, cube_b, image = matrices(seed + 1, (3, m, k), (3, k, n), (m + n, k + n))
    images, kernels = matrices(seed, (m, 9, 9, 3), (3, 3, 3, 4))
    return {
        "filled": [f32(2.5), b],
        "roots": [np.abs(row)],
        "sum": [a, a[::-1].copy()],
        "transposed": [cube_a],
        "repeated": [row, a],
        "row_sums": [a],
        "row_maxima": [a],
        "inner": [row, a[0]],
        "product": [a, b],
        "product_transposed": [a, bt],
        "products": [cube_a, cube_b],
        "convolved": [image, image[:m, :k].copy()],
        "convolved_channels": [images, kernels],
    }[name]


def convolved_channels(images: np.ndarray, kernels: np.ndarray) -> np.ndarray:
    patches = windows(images, (3, 3), axis=(1, 2))[:, ::2, ::2]
    return np.einsum("nijcde,decf->nijf", patches, kernels)


NUMPY = {
    "filled": lambda value, like: np.full_like(like, value),
    "roots": np.sqrt,
    "sum": lambda a, b: a + b,
    "transposed": lambda x: x.transpose(2, 0, 1),
    "repeated": lambda row, like: np.tile(row, (len(like), 1)),
    "row_sums": lambda x: x.sum(axis=1),
    "row_maxima": lambda x: x.max(axis=1),
    "inner": lambda a, b: np.asarray(a @ b),
    "product": lambda a, b: a @ b,
    "product_transposed": lambda a, b: a @ b.T,
    "products": lambda a, b: a @ b,
    "convolved": lambda x, kernel: np.einsum("ijkl,kl", windows(x, kernel.shape), kernel),
    "convolved_channels": convolved_channels,
}


def terms_of(name: str, m: int, k: int) -> int:
    """How many roundings one element of the result goes through."""
    products = ("row_sums", "inner", "product", "product_transposed", "products")
    return {"convolved": m * k, "convolved_channels": 27, **dict.fromkeys(products, k)}.get(name, 1)


def assert_rounded(got: np.ndarray, function, arguments, terms: int) -> None:
    """float32 results are the exact ones but for what rounding in float32 may cost.

    A sum of n products in any order errs by at most n 2^-24 times the sum of the magnitudes, which
    is the function of the magnitudes. NumPy computes both in float64.
    """
    wide = [np.asarray(x, np.float64) for x in arguments]
    exact, magnitude = function(*wide), function(*map(np.abs, wide))
    assert got.shape == exact.shape
    assert (np.abs(got - exact) <= 1.001 * terms * 2.0**-24 * magnitude).all()


NAMES = [
    "filled", "roots", "sum", "transposed", "repeated", "row_sums", "row_maxima", "inner",
    "product", "product_transposed", "products", "convolved", "convolved_channels",
]  # fmt: skip


def test_both_files_define_these_functions():
    for name in ("named", "generic"):
        assert list(runners.load(CHAPTER / f"{name}.mlir").functions) == NAMES


@pytest.mark.parametrize("name", NAMES)
@example(m=17, n=14, k=19, seed=1)  # 323 terms
@for_any(sizes, sizes, sizes, seeds)
def test_a_named_operation_equals_numpy_and_its_generic_form_to_the_bit(name, m, n, k, seed):
    arguments = arguments_of(name, m, n, k, seed)
    got = library("named")[name](*arguments)
    assert_rounded(got, NUMPY[name], arguments, terms_of(name, m, k))
    assert np.array_equal(got, library("generic")[name](*arguments))


def test_the_maximum_of_1_nan_2_is_nan():
    assert np.isnan(library("named").row_maxima(np.array([[1, np.nan, 2]], f32))).all()


def test_reductions_of_nothing_give_the_identity():
    nothing = np.empty((2, 0), f32)
    assert library("named").row_sums(nothing).tolist() == [0, 0]
    assert library("named").row_maxima(nothing).tolist() == [-np.inf, -np.inf]


def test_a_kernel_larger_than_the_image_has_no_position():
    image, kernel = np.ones((3, 4), f32), np.ones((5, 2), f32)
    assert library("named").convolved(image, kernel).shape == (0, 3)


def test_no_function_takes_a_size_as_a_number():
    # Sizes are those of arrays. A result can still be larger than all of them: see the chapter.
    for path in sorted(CHAPTER.glob("*.mlir")):
        for name, signature in runners.load(path).functions.items():
            assert "index" not in signature.arguments, (path.name, name)


@pytest.mark.parametrize(("m", "n", "k"), [(0, 3, 2), (3, 0, 2), (3, 2, 0), (0, 0, 0)])
def test_products_with_a_size_of_zero(m, n, k):
    a, b = np.ones((m, k), f32), np.ones((k, n), f32)
    assert np.array_equal(library("named").product(a, b), a @ b)


# Broadcasting.


@for_any(arrays.mutually_broadcastable_shapes(num_shapes=2, min_dims=2, max_dims=2, max_side=9))
def test_dynamic_broadcasting_is_numpys(shapes):
    a, b = matrices(1, *shapes.input_shapes)
    assert np.array_equal(library("broadcast").plus(a, b), a + b)


@for_any(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_sizes_that_do_not_fit_are_never_read_past(rows_a, columns_a, rows_b, columns_b):
    # NumPy refuses them; here the smaller size wins, and nothing outside of an array is read.
    pool = np.full((2, 128), np.nan, f32)
    a = pool[0, 40 : 40 + rows_a * columns_a].reshape(rows_a, columns_a)
    b = pool[1, 40 : 40 + rows_b * columns_b].reshape(rows_b, columns_b)
    a[:], b[:] = 1, 2
    result = library("broadcast").plus(a, b)
    assert (result == 3).all()


def test_static_broadcasting_and_a_row_of_another_length():
    column, row = matrices(2, (3, 1), (1, 4))
    assert np.array_equal(library("broadcast").column_plus_row(column, row), column + row)
    x = column + row
    assert np.array_equal(library("broadcast").plus_row(x, row[0]), x + row[0])
    with pytest.raises(runners.ArgumentError, match="plus_row"):
        library("broadcast").plus_row(x, row[0, :1])


# Fusion.


def without(name: str, pass_name: str) -> str:
    passes = pipeline.load(name).text()
    shorter = passes.replace(f"{pass_name},", "")
    assert shorter != passes, pass_name
    return shorter


@for_any(st.integers(0, 20), st.integers(0, 20), seeds)
def test_fused_and_unfused_give_the_same_bits(m, n, seed):
    a, b, c = matrices(seed, (m, n), (m, n), (m, n))
    fused = library("fusion").rectified(a, b, c)
    unfused = library("fusion", without("cpu-tensors", "linalg-fuse-elementwise-ops"))
    assert np.array_equal(fused, unfused.rectified(a, b, c))
    assert_rounded(fused, rectified, (a, b, c), 2)


def rectified(a, b, c):
    return np.maximum(a * b + c, 0)


def test_fusion_leaves_one_allocation_of_three():
    bufferized = pipeline.load("cpu-tensors").text()
    bufferized = bufferized[: bufferized.index(",buffer-deallocation-pipeline")] + ")"
    program = runners.load(CHAPTER / "fusion.mlir")
    assert program.lower(bufferized).text.count("linalg.generic {") == 1
    assert program.lower(bufferized).text.count("memref.alloc(") == 1


@for_any(sizes, sizes, seeds)
def test_a_shared_value_is_computed_once_and_right(m, n, seed):
    (x,) = matrices(seed, (m, n))
    wide = x.astype(np.float64) ** 2
    error = np.abs(library("shared").mean_difference(x) - (wide - wide.sum(axis=0)))
    assert (error <= (m + 2) * 2.0**-24 * (wide + wide.sum(axis=0))).all()


def test_a_value_that_one_user_reads_again_and_again_is_right():
    a, b = matrices(4, (5, 7), (7, 6))
    got = library("wrong/recomputed").product_of_exponentials(a, b)
    error = np.abs(got - np.exp(a.astype(np.float64)) @ b)
    magnitude = np.exp(a.astype(np.float64)) @ np.abs(b)
    assert (error <= (7 + 3) * 2.0**-24 * magnitude).all()  # 3: expf is within 1.5 ulp


# Tiling.


def added(a, b, c):
    return c + a @ b


@pytest.fixture(scope="module")
def tilings():
    """The product by a schedule on tensors, by an affine pass on buffers, and untiled."""
    affine = "func.func(convert-linalg-to-affine-loops,affine-loop-tile{tile-sizes=8,16,4})"
    by_pass = runners.load(CHAPTER / "product_buffers.mlir").lower(f"builtin.module({affine})")
    return (
        scheduled("product", "linalg-tile", "cpu-tensors", tile=(8, 16, 4)),
        by_pass.compile("cpu-buffers"),
        library("product"),
    )


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), seeds)
def test_tiled_products_of_any_size_are_the_untiled_one_to_the_bit(tilings, m, n, k, seed):
    schedule, by_pass, plain = tilings
    a, b, c = matrices(seed, (m, k), (k, n), (m, n))
    expected, buffer = plain.add_product(a, b, c), c.copy()
    by_pass.add_product(a, b, buffer)
    assert np.array_equal(schedule.add_product(a, b, c), expected)
    assert np.array_equal(buffer, expected)
    assert_rounded(expected, added, (a, b, c), k + 1)


@pytest.mark.parametrize("tile", [(1, 1, 1), (3, 5, 7), (64, 64, 64)])
def test_any_tile_gives_the_same_product(tile):
    a, b, c = matrices(3, (13, 11), (11, 17), (13, 17))
    tiled = scheduled("product", "linalg-tile", "cpu-tensors", tile=tile)
    assert np.array_equal(tiled.add_product(a, b, c), library("product").add_product(a, b, c))


# A layer.


def layer_of(x, w, bias):
    return np.maximum(x @ w + bias, 0)


@pytest.fixture(scope="module")
def fused_layers():
    """A layer with one operation after the product, and with two, each in one loop of tiles."""
    return [
        scheduled(name, "linalg-tile-and-fuse", "cpu-tensors", tile=(16, 8))
        for name in ("layer", "layer_chain")
    ]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 50), st.integers(0, 20), seeds)
def test_the_layer_is_numpys_whole_and_tiled(fused_layers, rows, width, seed):
    x, w, bias = matrices(seed, (rows, width), (width, 8), (8,))
    for layer in (library("layer"), library("layer_chain"), *fused_layers):
        out = np.full((rows, 8), np.nan, f32)
        layer.layer(x, w, bias, out)
        assert not np.isnan(out).any()
        assert_rounded(out, layer_of, (x, w, bias), width + 1)


def test_every_operation_of_a_chain_is_moved_into_one_loop():
    text = runners.load(CHAPTER / "layer_chain.mlir").apply_schedule("linalg-tile-and-fuse").text
    assert text.count("scf.for") == 1
    assert text.count("linalg.generic {") == 2
    assert text.index("scf.for") < text.index("linalg.fill") < text.index("linalg.generic {")


def test_the_kept_product_is_right_and_in_a_buffer_of_its_own():
    x, w, bias = matrices(5, (9, 5), (5, 8), (8,))
    out = np.empty((9, 8), f32)
    product = library("layer_kept").layer_and_product(x, w, bias, out)
    assert_rounded(product, np.matmul, (x, w), 5)
    assert_rounded(out, layer_of, (x, w, bias), 6)
    assert not np.shares_memory(product, out)


def test_the_overwritten_product_is_right_without_empty_tensor_elimination():
    x, w, bias = matrices(5, (9, 5), (5, 8), (8,))
    out = np.empty((9, 8), f32)
    passes = without("cpu-tensors", "eliminate-empty-tensors")
    product = library("wrong/overwritten", passes).layer_and_product(x, w, bias, out)
    assert_rounded(product, np.matmul, (x, w), 5)


# Vectors.


def test_the_vectorised_product():
    a, b, c = matrices(6, (32, 24), (24, 48), (32, 48))
    before = c.copy()
    product = scheduled("vectors", "linalg-vectorize", "cpu-vectors", tile=(4, 16, 2))
    product.add_product(a, b, c)
    assert_rounded(c, added, (a, b, before), 24 + 1)


@pytest.mark.parametrize("width", [4, 16])
def test_masked_vectors_touch_no_element_beyond_a_row(width):
    masked = scheduled("masked", "linalg-vectorize-masked", "cpu-vectors", width=width)
    for columns in range(3 * width + 2):
        a, b = matrices(columns, (3, columns), (3, columns))
        around = np.full(3 * columns + 64, 7, f32)
        out = around[32 : 32 + 3 * columns].reshape(3, columns)
        masked.rectified(a, b, out)
        assert np.array_equal(out, np.maximum(a * b, 0))
        assert (around[:32] == 7).all()
        assert (around[32 + 3 * columns :] == 7).all()


# Softmax on both roads.


def test_softmax_has_one_rule_for_nan_and_infinity_on_both_roads():
    x = np.random.default_rng(7).standard_normal((5, 37), f32)
    x[0], x[1, 9:], x[2, 3], x[3, 4] = -np.inf, -np.inf, np.nan, np.inf
    with np.errstate(invalid="ignore"):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        expected = e / e.sum(axis=1, keepdims=True)
    kernel = np.empty_like(x)
    compiled("mlir/kernels/rows.mlir", "cpu-vectors").softmax(x, kernel)
    decomposed = scheduled("softmax", "linalg-softmax", "cpu-tensors").softmax(x)
    for got in (kernel, decomposed):
        np.testing.assert_allclose(got, expected, rtol=2e-6, atol=1e-9)
        assert np.isnan(got).all(axis=1).tolist() == [True, False, True, True, False]


# The tile unit.


bf16 = ml_dtypes.bfloat16


def as_pairs(b: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(b.reshape(-1, 2, b.shape[1]).transpose(0, 2, 1))


@needs_tiles
def test_a_product_of_tiles_is_numpys():
    a, b, c = matrices(1, (16, 32), (32, 16), (16, 16))
    a, b, before = a.astype(bf16), b.astype(bf16), c.copy()
    library("tiles/tile", "cpu-tiles").add_product(a, as_pairs(b), c)
    assert_rounded(c, added, (a, b, before), 32 + 1)


@needs_tiles
@pytest.mark.parametrize("steps", [0, 1, 7])
def test_the_microkernel_sums_its_steps(steps):
    (c,) = matrices(steps, (32, 32))
    a, b = (x.astype(bf16) for x in matrices(steps, (steps, 2, 16, 32), (steps, 32, 2, 16)))
    pairs = [[as_pairs(b[s, :, half]).reshape(16, 32) for half in (0, 1)] for s in range(steps)]
    before = c.copy()
    tiles = np.array(pairs, bf16).reshape(steps, 2, 16, 32)
    library("tiles/microkernel", "cpu-tiles").block(a, tiles, c)
    wide = a.reshape(steps, 32, 32).transpose(1, 0, 2).reshape(32, 32 * steps)
    assert_rounded(c, added, (wide, b.reshape(32 * steps, 32), before), 32 * steps + 1)


@needs_tiles
@example(m=33, n=545, k=65, seed=1)  # more than a block, a tile and a step of each
@for_any(st.integers(0, 70), st.integers(0, 70), st.integers(0, 70), seeds)
def test_products_on_tiles_of_any_size_are_numpys(m, n, k, seed):
    a, b = (x.astype(bf16) for x in matrices(seed, (m, k), (k, n)))
    c = np.full((m, n), np.nan, f32)
    library("tiles/product", "cpu-tiles").matmul(a, b, c)
    assert_rounded(c, np.matmul, (a, b), max(k, 1))


@settings(deadline=None, max_examples=200)
@given(arrays.arrays(f32, 37, elements=st.floats(-(2.0**120), 2.0**120, width=32)))
def test_three_parts_add_up_to_every_number_that_is_not_tiny(x):
    x = np.where(np.abs(x) < 2.0**-100, f32(0), x)  # the third part is 2^-17 of it or less
    parts = np.empty((3, 37), bf16)
    library("tiles/split", "cpu-vectors").split(x, parts)
    assert np.array_equal(parts.astype(np.float64).sum(axis=0), x)


def test_more_products_of_parts_err_less_and_six_as_little_as_float32():
    parts = runpy.run_path(str(CHAPTER / "tiles" / "parts.py"))
    found = parts["errors"](64, 64, 512)
    assert 1e-3 < found["bf16"] < 5e-3
    assert 1e-6 < found["bf16x3"] < found["bf16"] / 100
    assert found["bf16x6"] < found["float32"]
    assert found["bf16x6"] < 1.5 * found["bf16x9"]
    one = parts["one_by_one"](16, 256)
    assert 2 * one["small first"] < one["large first"]


def test_without_tiles_a_program_on_them_is_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr(amx, "missing", lambda: "this processor has no AMX tiles")
    for how in ("jit", "aot"):
        program = runners.load(CHAPTER / "tiles" / "tile.mlir")
        with pytest.raises(runners.ToolchainError, match=r"tile\.mlir: .* no AMX tiles"):
            program.compile("cpu-tiles", how=how)


def test_without_tiles_the_measurement_says_why(monkeypatch, capsys):
    monkeypatch.setattr(amx, "missing", lambda: "this processor has no AMX tiles")
    monkeypatch.syspath_prepend(CHAPTER)
    speed = runpy.run_path(str(CHAPTER / "tiles" / "speed.py"))
    assert speed["main"]([]) == 0
    assert capsys.readouterr().out == "nothing to measure: this processor has no AMX tiles\n"
    assert speed["main"](["0"]) == 2


@needs_tiles
def test_a_program_that_asks_for_the_tiles_itself_gets_them_in_a_new_process():
    lowered = runners.load(CHAPTER / "tiles" / "permission.mlir").lower("cpu-tiles").text
    done = toolchain.run("mlir-runner", "-e", "main", "--entry-point-result=i32", input=lowered)
    assert done.stdout == "32\n", done.stderr


# What goes wrong.


@pytest.mark.parametrize(
    ("program", "schedule", "wanted", "has"),
    [
        ("fusion", "linalg-tile", "linalg.matmul", "linalg.mul"),
        ("fusion", "linalg-softmax", "linalg.softmax", "linalg.map"),
        ("product", "linalg-vectorize-masked", "linalg.generic", "linalg.matmul"),
        ("fusion", "linalg-tile-and-fuse", "bufferization.materialize_in_destination", "fusion"),
    ],
)
def test_a_schedule_that_does_not_match_says_what_it_looked_for(program, schedule, wanted, has):
    with pytest.raises(runners.CompileError) as caught:
        runners.load(CHAPTER / f"{program}.mlir").apply_schedule(schedule)
    for part in (schedule, wanted, has):
        assert part in str(caught.value)


def test_runtime_verification_notices_sizes_that_do_not_fit():
    done = subprocess.run(
        [sys.executable, CHAPTER / "wrong" / "sizes.py"], capture_output=True, text=True
    )
    assert done.returncode < 0  # a signal: the check aborts
    assert "2x3 times 3x2: (2, 2)" in done.stdout
    assert "2x3 times 2x3" not in done.stdout
    assert "incompatible with inferred dimension size" in done.stdout + done.stderr


def test_the_exact_pictures_are_what_their_script_draws(tmp_path):
    script = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    for name in (
        "maps.svg",
        "tiles.svg",
        "pairs.svg",
    ):  # errors.svg is measured, and NumPy's part of it varies
        assert (tmp_path / name).read_text() == (CHAPTER / "pictures" / name).read_text()
    assert (tmp_path / "errors.svg").read_text().count("<polygon") == 4


def test_the_schedules_name_only_operations_that_mlir_opt_knows():
    for path in sorted((ROOT / "mlir" / "schedules").glob("linalg-*.mlir")):
        text = runners.schedule.load(path.stem).text()
        done = toolchain.run("mlir-opt", "-", input=text)
        assert done.returncode == 0, done.stderr
