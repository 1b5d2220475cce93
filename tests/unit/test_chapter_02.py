"""Chapter 2's programs against NumPy: any shape, stride and dtype, and what is refused."""

from __future__ import annotations

import ctypes
import itertools
import re
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from chapter_02 import CHAPTER, by_hand, f32, for_any, library, load, random_floats, refused, same
from conftest import needs_assertions
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import runners
from runners import pipeline, toolchain

DTYPES = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "complex64": np.complex64, "complex128": np.complex128,
}  # fmt: skip


def random_bits(dtype: np.dtype, size: int, seed: int) -> np.ndarray:
    """Elements of any bit pattern: infinities, NaNs and subnormal numbers are among them."""
    raw = np.random.default_rng(seed).integers(0, 256, size * np.dtype(dtype).itemsize, np.uint8)
    return raw.view(dtype)


# Addition on every road, rank and dtype.


def test_array_add_equals_numpy(how):
    a, b = (np.random.default_rng(seed).standard_normal(1024, f32) for seed in (1, 2))
    out = np.empty_like(a)
    assert library("array_add", how=how).array_add(a, b, out) is None
    assert same(out, a + b)


@pytest.mark.parametrize(("name", "shape"), [("add_2d", (4, 6)), ("add_3d", (2, 3, 4))])
def test_static_ranks_equal_numpy(name, shape, how):
    a, b = (np.random.default_rng(seed).standard_normal(shape, f32) for seed in (1, 2))
    out = np.empty(shape, f32)
    library("ranks", how=how)[name](a, b, out)
    assert same(out, a + b)


def test_rank_zero_doubled_has_shape_and_value(how):
    result = library("ranks", how=how).doubled(np.array(3, f32))
    assert isinstance(result, np.ndarray)
    assert (result.shape, result.dtype, result[()]) == ((), f32, 6)


@for_any(data=st.data(), shape=arrays.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=40))
def test_dynamic_sizes_equal_numpy(data, shape):
    a, b = random_floats(data, shape), random_floats(data, shape)
    out = np.full(shape, np.nan, f32)
    name = "add_dynamic" if len(shape) == 1 else "add_dynamic_2d"
    library("ranks")[name](a, b, out)
    assert same(out, a + b)


@for_any(data=st.data(), sizes=st.tuples(*[st.integers(0, 12)] * 3), where=st.integers(0, 7))
def test_sizes_that_differ_are_never_read_or_written_past_the_smallest(data, sizes, where):
    # All three lie in one array, with guards between them that must stay as they are.
    pool = np.full(64, np.nan, f32)
    starts = (where, where + 16, where + 32)
    a, b, out = (pool[start : start + n] for start, n in zip(starts, sizes, strict=True))
    a[:], b[:] = random_floats(data, sizes[0]), random_floats(data, sizes[1])
    before, least = pool.copy(), min(sizes)
    library("ranks").add_dynamic(a, b, out)
    assert same(out[:least], a[:least] + b[:least])
    pool[starts[2] : starts[2] + least] = before[starts[2] : starts[2] + least]
    assert same(pool, before)


@pytest.mark.parametrize("name", DTYPES)
@for_any(seeds=st.tuples(*[st.integers(0, 2**32 - 1)] * 2))
def test_each_dtype_adds_as_numpy_for_any_bits(name, seeds):
    a, b = (random_bits(DTYPES[name], 16, seed) for seed in seeds)
    out = np.zeros_like(a)
    library("dtypes")[f"add_{name}"](a, b, out)
    with np.errstate(all="ignore"):
        expected = a + b
    if name == "bf16":
        # The conversion from f32 of processors with AVX512-BF16 turns subnormal results into zeros.
        tiny = np.abs(expected.astype(f32)) < np.finfo(f32).smallest_normal
        expected[tiny & (out == 0)] = 0
    assert same(out, expected)


@pytest.mark.parametrize("name", DTYPES)
def test_each_dtype_adds_as_numpy_ahead_of_time(name):
    a, b = np.arange(16).astype(DTYPES[name]), np.arange(16, 32).astype(DTYPES[name])
    out = np.zeros_like(a)
    library("dtypes", how="aot")[f"add_{name}"](a, b, out)
    assert same(out, a + b)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_unsigned_integers_share_the_signless_addition(bits):
    dtype = np.dtype(f"uint{bits}")
    a = np.full(16, np.iinfo(dtype).max, dtype)
    b, out = np.arange(16).astype(dtype), np.empty(16, dtype)
    library("dtypes")[f"add_i{bits}"](a, b, out)
    assert same(out, a + b)


@for_any(st.integers(0, 9), st.integers(0, 9))
def test_every_wrong_dtype_is_refused_by_name(position, given_dtype):
    names = list(DTYPES)
    name, wrong = names[position], names[given_dtype]
    x = np.zeros(16, DTYPES[name])
    y = np.zeros(16, DTYPES[wrong])
    add = library("dtypes")[f"add_{name}"]
    if name == wrong:
        add(x, y, np.empty_like(x))
        return
    with pytest.raises(runners.ArgumentError, match=rf"add_{name}: argument 2 of 3 .*got dtype"):
        add(x, y, np.empty_like(x))


# Views.

SLICES = st.tuples(*[st.sampled_from((-3, -2, -1, 1, 2, 3))] * 2)


def view_of(data, shape: tuple[int, int]) -> np.ndarray:
    """A view with that shape and any strides and offset into a larger array of random floats."""
    steps = data.draw(SLICES)
    turned = data.draw(st.booleans())
    margin = data.draw(st.integers(0, 3))
    sizes = [margin + n * abs(step) for n, step in zip(shape, steps, strict=True)]
    base = random_floats(data, sizes)
    if turned:
        base = np.asfortranarray(base)
    view = base[tuple(slice(None, None, step) for step in steps)][: shape[0], : shape[1]]
    assert view.shape == shape
    return view


@for_any(data=st.data(), shape=st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_views_of_any_strides_and_offset_add_without_a_copy(data, shape):
    a, b, out = (view_of(data, shape) for _ in range(3))
    expected = a + b
    library("views").add_views(a, b, out)
    assert same(out, expected)


@for_any(data=st.data(), shape=st.tuples(st.integers(1, 7), st.integers(1, 7)))
def test_an_output_view_changes_nothing_between_its_elements(data, shape):
    base = np.full((3 * shape[0], 3 * shape[1]), np.nan, f32)
    out = base[1::3, 2::3]
    a, b = view_of(data, shape), view_of(data, shape)
    library("views").add_views(a, b, out)
    assert same(out, a + b)
    out[:] = np.nan
    assert np.isnan(base).all()


@for_any(data=st.data(), shape=st.tuples(st.integers(2, 7), st.integers(2, 7)))
def test_the_program_sees_numpys_strides(data, shape):
    view = view_of(data, shape)
    _, *strides = library("views").metadata(view)
    assert strides == [step // view.itemsize for step in view.strides]


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.T,
        lambda x: x[::-1, 1::2],
        lambda x: x[1:3, 2:5],
        lambda x: x[:, ::-1],
        lambda x: np.broadcast_to(x[0], (5, 6)),
    ],
    ids=["transposed", "reversed and sliced", "a window", "columns reversed", "broadcast"],
)
def test_the_views_of_the_prose_pass_on_both_roads(make, how):
    view = make(np.arange(24, dtype=f32).reshape(4, 6))
    out = np.empty(view.shape, f32)
    library("views", how=how).add_views(view, view, out)
    assert same(out, view + view)


def test_a_static_stride_takes_columns_of_that_stride_and_no_others():
    matrix = np.arange(24, dtype=f32).reshape(4, 6)
    function = library("views").sum_column
    for column in range(6):
        assert function(matrix[:, column]) == matrix[:, column].sum()
    for other in (matrix[:, 0].copy(), matrix[::-1, 0], np.zeros((4, 7), f32)[:, 0]):
        with pytest.raises(runners.ArgumentError, match=r"strides \(6\) in elements; got \("):
            function(other)


# Memrefs, layouts, tensors.


def test_memref_operations_equal_numpy(how):
    memrefs = library("memrefs", how=how)
    matrix = np.random.default_rng(0).standard_normal((4, 6), f32)
    square = np.arange(25, dtype=f32).reshape(5, 5)
    out = np.empty((4, 3), f32)
    memrefs.odd_columns(matrix, out)
    assert same(out, matrix[:, 1::2])
    assert same(memrefs.ramp(7), np.arange(7))
    assert memrefs.ramp(0).shape == (0,)
    assert memrefs.shape(np.zeros((9, 3), f32)) == (9, 3)
    assert memrefs.sum_of_24(np.arange(24, dtype=f32)) == 276
    assert memrefs.trace(square) == np.trace(square)


def test_a_strided_copy_needs_the_runner_library_and_gets_it():
    lowered = load("memrefs").lower("cpu-buffers").text
    assert "llvm.func @memrefCopy(i64, !llvm.ptr, !llvm.ptr)\n" in lowered  # declared, no body


def test_layouts_equal_numpy(how):
    layouts = library("layouts", how=how)
    padded = np.arange(32, dtype=f32).reshape(4, 8)[:, :6]
    matrix = np.arange(24, dtype=f32).reshape(4, 6)
    assert layouts.sum_padded(padded) == padded.sum()
    assert layouts.sum_by_columns(np.asfortranarray(matrix)) == matrix.sum()
    with pytest.raises(runners.ArgumentError, match=r"strides \(8, 1\) in elements; got \(6, 1\)"):
        layouts.sum_padded(matrix)
    with pytest.raises(runners.ArgumentError, match=r"strides \(1, 4\) in elements; got \(6, 1\)"):
        layouts.sum_by_columns(matrix)


@pytest.mark.parametrize("name", ["tiled_layout", "tiled_argument"])
def test_a_layout_without_strides_is_refused_as_it_stands(name):
    if name == "tiled_argument":
        with pytest.raises(runners.CompileError, match="strided"):
            load(name).compile("cpu-buffers")
    else:
        with pytest.raises(runners.CompileError, match="strided"):
            load(name).lower("cpu-buffers")


def test_normalised_tiles_are_two_more_dimensions():
    matrix = np.arange(24, dtype=f32).reshape(4, 6)
    tiles, out = np.empty((2, 2, 2, 3), f32), np.empty((4, 6), f32)
    normalised = load("tiled_argument").lower("builtin.module(normalize-memrefs)")
    normalised.compile("cpu-buffers").pack(matrix, tiles)
    assert same(tiles, matrix.reshape(2, 2, 2, 3).transpose(0, 2, 1, 3))
    inside = load("tiled_layout").lower("builtin.module(normalize-memrefs)")
    inside.compile("cpu-buffers").through_tiles(matrix, out)
    assert same(out, matrix)


@for_any(size=st.integers(0, 30))
def test_tensors_of_any_size_equal_numpy(size):
    tensors = library("tensors", "cpu-tensors")
    assert same(tensors.identity(size), np.eye(size, dtype=f32))
    assert same(tensors.squares(size), np.arange(size) ** 2)


@for_any(arrays.arrays(f32, 6), arrays.arrays(f32, (3, 3)))
def test_tensor_arguments_keep_their_value(vector, square):
    tensors = library("tensors", "cpu-tensors")
    kept, square_kept = vector.copy(), square.copy()
    assert same(tensors.swap_ends(vector), vector[[5, 1, 2, 3, 4, 0]])
    assert same(tensors.repeat_first_column(square), square[:, [0, 0, 2]])
    assert same(vector, kept)
    assert same(square, square_kept)


def test_a_tensor_argument_may_be_read_only():
    vector = np.arange(6, dtype=f32)
    vector.flags.writeable = False
    assert library("tensors", "cpu-tensors").swap_ends(vector)[0] == 5


@for_any(st.floats(width=32), st.floats(width=32))
def test_from_elements_keeps_order(cosine, sine):
    expected = np.array([[cosine, -sine], [sine, cosine]], f32)
    assert same(library("tensors", "cpu-tensors").rotation(cosine, sine), expected)


# Structs, vectors, unranked memrefs.


class Record(ctypes.Structure):
    _fields_ = (("flag", ctypes.c_int8), ("size", ctypes.c_int64), ("samples", ctypes.c_float * 2))


def test_structs_are_laid_out_as_in_c(how):
    structs = library("structs", "cpu-loops", how)
    assert structs.record_size() == ctypes.sizeof(Record) == 24
    assert structs.packed_size() == 17
    assert structs.second_sample(1, 2, 3.0, 4.0) == 4
    assert structs.midpoint_of(0.0, 1.0, 2.0, 4.0) == (1.0, 2.5)
    assert [structs.prime(n) for n in range(6)] == [2, 3, 5, 7, 11, 13]


def test_without_a_data_layout_the_folded_size_is_not_the_one_in_c():
    text = (CHAPTER / "structs.mlir").read_text()
    bare = re.sub(r"^module attributes .*", "module {", text, flags=re.MULTILINE)
    assert bare != text
    assert runners.load(bare).compile("cpu-loops").record_size() == 20


@for_any(arrays.arrays(f32, (3, 8), elements=st.floats(-100, 100, width=32)))
def test_vector_arithmetic_rounds_once_or_twice(rows):
    x, y, z = rows
    exact = x.astype(np.float64) * y + z
    slack = np.spacing(np.abs(x * y) + np.abs(z))  # one rounding of the product, one of the sum
    got = library("vectors", "cpu-vectors").multiply_add(x, y, z)
    assert (np.abs(got - exact) <= slack).all()


@for_any(arrays.arrays(np.int32, 4), arrays.arrays(np.int32, 4))
def test_interleave_equals_numpy(x, y):
    expected = np.stack([x, y], axis=1).ravel()
    assert same(library("vectors", "cpu-vectors").interleave(x, y), expected)


@for_any(arrays.arrays(f32, 8))
def test_largest_is_numpys_maximum_with_nan(x):
    assert same(library("vectors", "cpu-vectors").largest(x), x.max())


def test_reduction_of_a_row_is_in_order():
    matrix = np.array([[0, 0, 0, 0], [1e8, 1, -1e8, 1]], f32)
    in_order = f32(f32(f32(f32(0) + matrix[1, 0]) + matrix[1, 1]) + matrix[1, 2]) + matrix[1, 3]
    sum_, corner = library("vectors", "cpu-vectors").row_sum_and_corner(matrix)
    assert (sum_, corner) == (in_order, matrix[1, 3])
    assert library("vectors", "cpu-vectors").sum_of_1_to_8() == 36


@for_any(data=st.data(), size=st.integers(0, 70), where=st.integers(0, 8))
def test_masked_transfers_touch_nothing_past_the_end(data, size, where):
    pool = np.full(96, 7, f32)
    out = pool[where : where + size]
    a, b = random_floats(data, size), random_floats(data, size)
    library("masks", "cpu-vectors").add_any_length(a, b, out)
    assert same(out, a + b)
    out[:] = 7
    assert (pool == 7).all()


@for_any(st.integers(0, 20))
def test_padding_lanes_add_nothing(size):
    x = np.arange(1, size + 1, dtype=f32)
    assert library("masks", "cpu-vectors").sum_up_to_8(x) == x[:8].sum()


@for_any(shape=arrays.array_shapes(min_dims=0, max_dims=5, min_side=0, max_side=4))
def test_an_unranked_argument_tells_rank_and_size(shape):
    x = np.ones(shape, f32)
    unranked = library("unranked")
    assert unranked.rank_and_size(x) == (len(shape), x.size)
    total = unranked.sum(x)
    assert total == x.size if len(shape) in (1, 2) else np.isnan(total)


# What is refused.


def test_every_call_of_refused_py_is_refused_with_what_was_expected_and_what_was_given():
    messages = {what: refused.message(call) for what, call in refused.refusals()}
    expected = {
        "dtype": "argument 1 of 3 expects memref<1024xf32>.*float32.*float64",
        "number of arguments": "takes 3 arguments .*got 2",
        "rank": "rank 1; got rank 2",
        "size": r"shape \(1024,\); got shape \(1000,\)",
        "every second element": r"row-major.*got strides \(2\)",
        "transposed": r"add_dynamic_2d: argument 1 .*got strides \(1, 6\)",
        "column of a wider matrix": r"strides \(6\) in elements; got \(8\)",
        "read-only output": "argument 3 of 3 .*read-only",
        "overlapping output": "argument 3.*shares memory with argument 1",
        "list": "NumPy array; got list",
        "no C interface": "clear_first.*llvm.emit_c_interface",
    }
    assert messages.keys() == expected.keys()
    for what, pattern in expected.items():
        assert re.search(pattern, messages[what]), messages[what]


def test_a_call_that_is_not_refused_has_no_message():
    assert refused.message(lambda: None) == ""


def test_a_refused_call_leaves_every_array_alone():
    add = library("array_add").array_add
    x, out = np.ones(1024, f32), np.zeros(1024, f32)
    for wrong in (
        np.ones(1024),
        np.ones(1000, f32),
        np.ones((32, 32), f32),
        np.ones(2048, f32)[::2],
    ):
        for arguments in itertools.permutations((wrong, x, out)):
            with pytest.raises(runners.ArgumentError):
                add(*arguments)
    assert (x == 1).all()
    assert (out == 0).all()


@needs_assertions
def test_a_buffer_of_booleans_aborts_mlir_opt_and_not_this_process():
    with pytest.raises(runners.CompileError, match=r"i1|getWidth") as caught:
        load("wrong/booleans").compile("cpu-buffers")
    assert caught.value.pass_name == "convert-to-llvm"


# By hand, and the pictures.


@pytest.fixture(scope="module")
def by_hand_library(tmp_path_factory):
    """array_add.so, made by the tools alone."""
    folder = tmp_path_factory.mktemp("by_hand")
    passes = pipeline.load("cpu-buffers").text()
    for command in (
        ["mlir-opt", f"--pass-pipeline={passes}", CHAPTER / "array_add.mlir", "-o", "a.mlir"],
        ["mlir-translate", "--mlir-to-llvmir", "a.mlir", "-o", "a.ll"],
        ["llc", "-O3", "-relocation-model=pic", "-filetype=obj", "a.ll", "-o", "a.o"],
    ):
        tool = toolchain.tool(command[0])
        subprocess.run([str(tool), *map(str, command[1:])], cwd=folder, check=True)
    linker = [*toolchain.linker().command, "-shared", "a.o", "-o", "array_add.so"]
    subprocess.run(linker, cwd=folder, check=True)
    return folder / "array_add.so"


def test_by_hand_adds_and_shows_the_misread_view(by_hand_library, capfd):
    assert by_hand.main(str(by_hand_library)) == 0
    printed = capfd.readouterr().out
    assert "equal to NumPy's a + b: True" in printed
    assert "[0.5 1.5 2.5 3.5] instead of [0.5 2.5 4.5 6.5]" in printed


def test_the_descriptor_by_hand_is_the_runners_own():
    from runners import memref

    mine, theirs = by_hand.Descriptor, memref.descriptor_struct(1)
    assert ctypes.sizeof(mine) == ctypes.sizeof(theirs)
    for name in ("allocated", "aligned", "offset", "sizes", "strides"):
        assert getattr(mine, name).offset == getattr(theirs, name).offset


def test_the_pictures_are_what_their_script_draws(tmp_path):
    script = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    drawn = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert drawn == {path.name: path.read_text() for path in script.parent.glob("*.svg")}
    assert len(drawn) == 2
