"""The compiler's GPU target in the simulator, beside the CPU target and NumPy: equal, no fault."""

import concurrent.futures
import gc
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
from conftest import ROOT
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simt_kernels import run
from tensors import normal, whole
from test_stepdown_attention import MASKS, masked, three
from test_stepdown_properties import FLOATS, INTEGERS, _compare, programs

import runners
from stepdown import ArgumentError, CompileError, gpu, jit, update
from stepdown.frontend.dims import evaluate
from stepdown.gpt2 import model, tiny
from stepdown.gpt2.config import Config
from stepdown.gpu import matrices
from stepdown.gpu.plan import Copy
from stepdown.kernels import EXAMPLES, KERNELS

FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=200)
CHIPS = {"sm_75": "6.3", "sm_80": "7.0", "sm_90a": "8.0", "sm_100a": "8.6", "sm_120": "8.7"}
CLOSE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-12}


def some(values: list, fast: list) -> list:
    """Parameters of a test of which the fast set takes a few; the others are slow tests."""
    return [
        pytest.param(value, marks=[] if value in fast else pytest.mark.slow) for value in values
    ]


def simulated(function, *arguments, donate=(), **options):
    """The compiled object and its results, which are the CPU's; no launch had a fault."""
    wanted = jit(function, **options)(*[np.copy(a) if donate else a for a in arguments])
    compiled = jit(function, target="gpu-sim", donate=donate, **options).compile(
        *(gpu.put(list(arguments), "gpu-sim") if donate else arguments)
    )
    given = gpu.put(list(arguments), "gpu-sim") if donate else arguments
    got = compiled(*given)
    several = isinstance(wanted, tuple)
    for theirs, ours in zip(
        wanted if several else (wanted,), got if several else (got,), strict=True
    ):
        assert isinstance(ours, gpu.Array)
        assert (ours.shape, ours.dtype) == (np.shape(theirs), theirs.dtype)
        close = CLOSE.get(theirs.dtype.name, 0)
        kind = float if close else theirs.dtype
        np.testing.assert_allclose(
            np.asarray(ours).astype(kind), np.asarray(theirs).astype(kind), rtol=close, atol=close
        )
    assert all(report.ok for _, report in compiled.reports)
    return compiled, given, got


def launched(compiled) -> list[str]:
    """What the steps of a call are."""
    return ["copy" if isinstance(s, Copy) else s.spec.kind for s in compiled.plan.steps]


def example(name: str, rows: int = 3) -> tuple[dict, list[str]]:
    """Arguments of a kernel, smaller than those of `emit`, and which of them are static."""
    shapes = EXAMPLES[name]
    static = [key for key, shape in shapes.items() if not isinstance(shape, tuple)]
    small = {key: shape if key in static else tuple(shape) for key, shape in shapes.items()}
    if name != "attention":
        small["x"] = (rows, *small["x"][1:])
    return {
        k: v if k in static else normal(*v, seed=n) for n, (k, v) in enumerate(small.items())
    }, static


# Kernels of the chapters ----------------------------------------------------------------------


OF_ROWS = [name for name in KERNELS if name != "attention"]


@pytest.mark.parametrize("name", some(OF_ROWS, fast=["gelu", "softmax", "layer_norm"]))
def test_a_kernel_of_chapter_10_is_one_launch_and_gives_what_the_cpu_gives(name):
    arguments, _ = example(name)
    compiled, _, _ = simulated(KERNELS[name], *arguments.values())
    assert len(compiled.plan.launches) == 1


def test_attention_of_chapter_11_gives_what_the_cpu_gives():
    arguments, static = example("attention")
    compiled, _, _ = simulated(KERNELS["attention"], *arguments.values(), static=static)
    assert launched(compiled).count("product") == 4
    assert "copy" not in launched(compiled)


def forward(layers: int, width: int, tokens: int):
    config = Config(96, 32, width, heads=2, layers=layers)
    parameters = tiny.random(config, spread=0.2)
    ids = whole(0, 96, tokens)
    wanted = jit(model.forward, static=("heads",))(ids, parameters, heads=2)
    compiled = jit(model.forward, static=("heads",), target="gpu-sim").compile(
        ids, parameters, heads=2
    )
    got = compiled(ids, gpu.put(parameters, "gpu-sim"), heads=2)
    np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-4, atol=1e-4)
    assert all(report.ok for _, report in compiled.reports)
    return compiled


def test_a_gpt2_of_one_layer_gives_what_the_cpu_gives():
    compiled = forward(layers=1, width=32, tokens=4)
    assert len(compiled.reports) == len(compiled.plan.launches)


@pytest.mark.slow
def test_a_gpt2_of_two_layers_gives_what_the_cpu_gives_and_its_layers_share_their_kernels():
    compiled = forward(layers=2, width=64, tokens=8)
    one = jit(model.forward, static=("heads",), target="gpu-sim").compile(
        whole(0, 96, 8), tiny.random(Config(96, 32, 64, heads=2, layers=1)), heads=2
    )
    assert len(compiled.plan.launches) > len(one.plan.launches)
    assert len(compiled.plan.kernels) <= len(one.plan.kernels) + 1


# Rows, columns, products, parts ---------------------------------------------------------------


@pytest.mark.parametrize("length", some([1, 5, 32, 33, 257, 1000], fast=[33, 257]))
def test_a_row_of_any_length_is_reduced(length):
    def function(x):
        return x - x.max(-1, keepdims=True), x.sum(-1), np.argmax(x, -1), np.argmin(x, -1)

    simulated(function, whole(-9, 9, 5, length, dtype=np.float32))


def test_a_row_longer_than_registers_hold_is_read_again():
    compiled, _, _ = simulated(KERNELS["softmax"], normal(2, 9001))
    (launch,) = compiled.plan.launches
    assert launch.spec.options["held"] == 0


def test_the_place_of_the_first_nan_is_found_across_warps():
    x = normal(3, 300)
    x[0, [40, 290]] = np.nan
    x[1, :] = -np.inf
    simulated(lambda x: (np.argmax(x, -1), np.argmin(x, -1), np.max(x, -1)), x)


@pytest.mark.parametrize("axis", some([0, 1, (0, 1), (0, 2), (1, 2), None], fast=[1, (0, 2)]))
def test_a_sum_over_any_axes_is_the_cpus(axis):
    simulated(lambda x: (np.sum(x, axis=axis), np.max(x, axis=axis)), normal(5, 9, 34))


def test_the_place_of_the_largest_in_a_column_is_the_first():
    x = whole(0, 3, 40, 35, dtype=np.float32)
    simulated(lambda x: (np.argmax(x, 0), np.argmin(x, 0)), x)


KINDS = ["float32", "float64", "float16", "int32", "uint8", "bool"]


@pytest.mark.parametrize("dtype", some(KINDS, fast=["float64", "float16", "bool"]))
def test_a_product_of_every_dtype_is_the_cpus(dtype):
    a, b = whole(-3, 3, 3, 18, 33).astype(dtype), whole(-3, 3, 33, 70).astype(dtype)
    simulated(lambda a, b: a @ b, a, b)


def test_operands_of_a_product_are_read_through_their_views():
    a, b = normal(2, 20, 3), normal(40, 9, 5)
    compiled, _, _ = simulated(lambda a, b: a @ np.swapaxes(b[::20, ::-2], -1, -2)[:, :3], a, b)
    assert launched(compiled) == ["product"]


def test_more_matrices_than_a_grid_has_in_z_are_looped_over():
    compiled, _, _ = simulated(
        lambda a, b: a @ b, normal(3, 2, 4), normal(3, 4, 2), dynamic={"a": {0: "n"}, "b": {0: "n"}}
    )
    assert "scf.for" in compiled.kernels
    assert "gpu.grid_dim" in compiled.kernels


@pytest.fixture
def few_blocks(monkeypatch):
    """A GPU that is full with one block: products take their largest tiles, and share no sums."""
    from stepdown.gpu import multiply

    monkeypatch.setattr(multiply, "BLOCKS", 1)


def test_the_tile_of_a_large_product_has_eight_rows_and_columns_a_thread(few_blocks):
    compiled, _, _got = simulated(lambda a, b: a @ b.T, normal(128, 20), normal(132, 20))
    (launch,) = compiled.plan.launches
    assert launch.spec.options["tile"][:4] == (128, 128, 8, 8)


def test_a_large_product_is_made_of_many_tiles_and_a_small_one_of_smaller_ones():
    def tile(m, n, k, kind):
        a, b = np.empty((m, k), kind), np.empty((k, n), kind)
        compiled = jit(lambda a, b: a @ b, target="gpu-sim", products="tensor-cores").compile(a, b)
        first = compiled.plan.launches[0].spec
        return first.options["tile"][:2], first.grid

    assert tile(4096, 4096, 4096, np.float16) == ((128, 128), (32, 32, 1))
    assert tile(1024, 1024, 1024, np.float16) == ((64, 64), (16, 16, 1))
    assert tile(5, 4096, 64, np.float32) == ((16, 64), (1, 64, 1))


@pytest.mark.parametrize("ending", some(["", "tanh"], fast=["tanh"]))
def test_blocks_share_the_sums_of_a_product_with_few_tiles(ending):
    def function(a, b, c):
        return np.tanh(a @ b + c) if ending else a @ b

    compiled, _, _ = simulated(function, whole(-3, 3, 20, 600, dtype=np.float32) / 8,
                               whole(-3, 3, 600, 64, seed=1, dtype=np.float32) / 8,
                               normal(64))  # fmt: skip
    assert launched(compiled) == ["product", "sums"]
    first, second = (launch.spec for launch in compiled.plan.launches)
    assert first.grid == (1, 1, 2)
    assert second.about == ("add, tanh" if ending else "copy")


def test_what_is_made_of_a_product_alone_is_made_before_it_is_stored():
    given = normal(20, 24), normal(24, 36), normal(36), normal(20, 36)
    compiled, _, _ = simulated(lambda x, w, b, r: r + np.tanh(x @ w + b), *given)
    assert launched(compiled) == ["product"]
    # A product that is needed itself is stored, and read again.
    compiled, _, _ = simulated(lambda x, w, b, r: (r + np.tanh(x @ w + b), x @ w), *given)
    assert launched(compiled) == ["product", "map"]


def test_a_step_of_descent_with_a_gradient_that_is_a_product_is_one_launch_and_a_copy_at_most():
    compiled, given, got = simulated(
        lambda p, x, g: p - 0.1 * (x.T @ g), normal(20, 24), normal(9, 20), normal(9, 24),
        donate=("p",),
    )  # fmt: skip
    assert got is given[0]
    assert launched(compiled)[0] == "product"


def test_a_transposed_product_is_computed_in_the_order_of_its_memory():
    compiled, _, _ = simulated(lambda a, b: (a @ b).T, normal(64, 32), normal(32, 64))
    assert launched(compiled) == ["product"]
    assert compiled.report().rows[0].useful == 1.0


def test_parts_and_whole_arrays():
    def function(a, n):
        return (
            np.concatenate([a, a[:, ::-1], a * 2], axis=0), np.cumsum(a, axis=0),
            np.cumsum(a, axis=1), update(a, a[:2, :3], (n, 1)), a.T.reshape(-1), a[1:3, ::2],
        )  # fmt: skip

    simulated(function, normal(4, 6), np.int64(-2))


def test_elements_are_picked_through_views_too():
    def function(table, i, j):
        return table[i], table[:, j], table[i, j], table.T[j], np.take(table * 2, i, axis=0)

    simulated(function, normal(5, 7), np.array([0, 4, -1]), np.array([6, 3, -7]))


def test_an_index_out_of_range_is_an_error_of_the_call():
    pick = jit(lambda t, i: t[i], target="gpu-sim")
    with pytest.raises(IndexError, match="out of bounds for axis 0 with size 5"):
        pick(normal(5, 7), np.array([0, 5]))


def test_functions_of_every_kind():
    def function(x, y):
        return (
            np.exp2(x), np.expm1(x), np.log1p(abs(x)), np.cbrt(x), np.arctan2(x, y), np.hypot(x, y),
            np.sinh(x), np.arcsinh(x), np.rint(x), np.copysign(x, y), np.floor_divide(x, y),
            np.remainder(x, y), abs(x) ** y, np.fmax(x, y), np.sign(x),
        )  # fmt: skip

    simulated(function, normal(3, 11), normal(3, 11, seed=1))


def test_hypot_is_numpys_at_its_ends():
    x = np.array([0, np.inf, -np.inf, np.nan, 1e38, np.inf, 3], np.float32)
    y = np.array([0, 1, np.nan, 1, 1e38, np.inf, -4], np.float32)
    simulated(lambda x, y: np.hypot(x, y), x, y)


def test_integer_powers_wrap_as_numpys():
    simulated(lambda a, b: a**b, np.arange(-6, 6, dtype=np.int32), np.arange(12, dtype=np.int32))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_short_floats_are_computed_in_float32(dtype):
    def function(x):
        return np.tanh(x) * x + x.sum(-1, keepdims=True), x.max(0), x @ x.T

    simulated(function, normal(5, 9).astype(dtype))


def test_numbers_are_passed_by_value():
    simulated(lambda x, a, b: (x * a + b, np.where(x > a, b, x)), normal(3, 5), 1.5, 3)


def test_one_compilation_serves_every_size_of_an_axis():
    def function(x, w):
        h = np.tanh(x @ w)
        return h, h.sum(0), h - h.mean(-1, keepdims=True), np.concatenate([x, x]), x[1:], x.sum()

    compiled = jit(function, target="gpu-sim", dynamic={"x": (0,)})
    host = jit(function, dynamic={"x": (0,)})
    w = normal(8, 5)
    for size in (1, 3, 9):
        x = normal(size, 8)
        for ours, theirs in zip(compiled(x, w), host(x, w), strict=True):
            np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
    assert len({id(c) for c in compiled._compiled.values()}) == 1


def test_nothing_is_launched_for_arrays_without_elements():
    compiled, _, _ = simulated(lambda x: (x * 2, x.sum(0)), normal(0, 4))
    assert [name.partition("_")[0] for name, _ in compiled.reports] == ["columns"]


# Few long rows, vectors, tensor cores -----------------------------------------------------------


def test_few_long_rows_are_shared_by_many_blocks():
    def function(x):
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True), np.argmax(x, -1)

    compiled, _, _ = simulated(function, normal(2, 66_000))
    pieces = [launch.spec for launch in compiled.plan.launches if launch.spec.kind == "pieces"]
    assert {spec.grid for spec in pieces} == {(17, 2, 1)}
    assert launched(compiled) == ["pieces", "together"] * 2 + ["map"] + ["pieces", "together"]


@pytest.mark.parametrize(
    ("matrix", "kind"), [((40, 64), "columns"), ((64, 40), "rows")], ids=["down", "along"]
)
def test_a_vector_times_a_matrix_goes_through_it_as_it_lies_in_memory(matrix, kind):
    def function(x, w):
        return x @ (w if w.shape[0] == x.shape[-1] else w.T)

    compiled, _, _ = simulated(function, normal(1, 40), normal(*matrix))
    assert launched(compiled) == ["vector"]
    (launch,), ((_, report),) = compiled.plan.launches, compiled.reports
    assert launch.spec.options["along"] == (kind == "rows")
    of_matrix = max(report.transactions, key=lambda access: access.bytes)
    assert of_matrix.share == 1.0


@pytest.mark.parametrize("sizes", [(1, 33, 71), (1, 40, 36), (1, 600, 20), (1, 5, 8)], ids=str)
def test_a_vector_times_a_matrix_of_any_size_in_either_order(sizes):
    m, k, n = sizes
    simulated(lambda x, w: (x @ w, np.tanh(x @ w + 1)), normal(m, k), normal(k, n))
    simulated(lambda x, w: (x @ w.T, w @ x[0]), normal(m, k), normal(n, k))


@pytest.mark.parametrize("rows", [2, 5, 8])
def test_a_few_rows_times_a_matrix_read_it_once(rows):
    """As it lies in memory, in either order, with what an elementwise group makes of the result."""
    x, w, t = normal(rows, 72), normal(72, 100), normal(100, 72)
    for function, matrix, along in (
        (lambda x, w: np.tanh(x @ w + 1), w, False), (lambda x, w: x @ w.T, t, True),
        (lambda x, w: w.T @ x.T, w, False), (lambda x, w: w @ x.T + 1, t, True),
        (lambda x, w: x @ w.astype(np.float32), w.astype(np.float16), False),
    ):  # fmt: skip
        compiled, _, _ = simulated(function, x, matrix)
        assert launched(compiled) == ["vector"]
        assert compiled.plan.launches[0].spec.options["along"] == along
        ((_, report),) = compiled.reports
        shape = "memref<{}x{}x".format(*matrix.shape)
        (read,) = [a for a in report.transactions if a.kind == "load" and shape in a.text]
        assert matrix.nbytes <= read.useful < 1.1 * matrix.nbytes


def test_a_few_rows_of_a_batch_and_those_that_make_tiles():
    q, k = normal(3, 2, 4, 64), normal(3, 2, 80, 64)
    compiled, _, _ = simulated(lambda q, k: q @ np.swapaxes(k, -1, -2), q, k)
    assert launched(compiled) == ["vector"]
    for m, k, n in ((9, 72, 100), (8, 72, 40), (8, 40, 100), (3, 65, 67), (8, 72, 8)):
        compiled, _, _ = simulated(lambda x, w: x @ w, normal(m, k), normal(k, n))
        assert launched(compiled) == ["product"], (m, k, n)
    compiled = jit(lambda x, w: x @ w, target="gpu-sim", dynamic={"w": {1: "n"}, "x": {1: "k"}})
    for k, n in ((72, 100), (3, 1), (65, 70)):
        x, w = normal(6, k), normal(k, n)
        np.testing.assert_allclose(np.asarray(compiled(x, w)), x @ w, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_the_kernel_of_eight_rows_assembles_without_spills(kind):
    x = np.zeros((8, 768), np.float32)
    for function, shape in ((lambda x, w: x @ w, (768, 3072)), (lambda x, w: x @ w.T, (8192, 768))):
        compiled = jit(
            lambda x, w, f=function: f(x, w.astype(np.float32)), target="gpu-sim"
        ).compile(x, np.zeros(shape, kind))  # fmt: skip
        (taken,) = compiled.ptx("sm_80").assemble().kernels.values()
        assert (taken.spill_stores, taken.spill_loads) == (0, 0)


@pytest.mark.parametrize("products", ["auto", "tensor-cores"])
def test_a_split_product_of_a_dynamic_sum_is_right_for_short_ones_too(products):
    """Most blocks of a split have nothing to add up then."""
    compiled = jit(lambda a, b: a @ b + np.float32(1), target="gpu-sim", products=products,
                   dynamic={"a": {1: "k"}, "b": {0: "k"}})  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrices, "EXPECTED", 2048)  # so long a sum is shared by several blocks
        for k in (1, 3, 16, 17, 40):
            a, b = normal(20, k), normal(k, 24)
            np.testing.assert_allclose(np.asarray(compiled(a, b)), a @ b + 1, rtol=2e-2, atol=2e-2)
        plan = compiled.compile(a, b).plan
    assert plan.launches[0].spec.options["splits"] == 8
    assert not any(report.errors for _, report in compiled.compile(a, b).reports)


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
def test_short_weights_are_read_as_they_are_and_converted_in_registers(kind):
    def function(x, w, t):
        return (x @ w.astype(np.float32)) @ t.T.astype(np.float32)

    w, t = normal(40, 24).astype(kind), normal(70, 24).astype(kind)
    for rows, wanted in ((1, "vector"), (20, "product")):
        compiled, _, _ = simulated(function, normal(rows, 40), w, t)
        assert launched(compiled) == [wanted] * 2


def test_a_batch_of_vectors_of_dynamic_length():
    def function(q, k, v):
        return (q @ np.swapaxes(k, -1, -2)) @ v

    compiled = jit(function, target="gpu-sim", dynamic={"k": {1: "n"}, "v": {1: "n"}})
    for n in (1, 70):
        q, k, v = normal(3, 1, 64), normal(3, n, 64), normal(3, n, 64)
        np.testing.assert_allclose(np.asarray(compiled(q, k, v)), function(q, k, v), rtol=1e-4,
                                   atol=1e-4)  # fmt: skip


@pytest.mark.parametrize("products", ["auto", "tensor-cores"])
@pytest.mark.parametrize("rows", [1, 3, 70])
def test_a_sum_over_nothing_is_zero_and_reads_nothing(rows, products):
    def plus_one(a, b):
        return a @ b + np.float32(1)

    dynamic = {"a": {1: "k"}, "b": {0: "k"}}
    of_any = jit(plus_one, target="gpu-sim", products=products, dynamic=dynamic)
    known = jit(plus_one, target="gpu-sim", products=products)
    for function in (known, of_any):
        found = function(np.ones((rows, 0), np.float32), np.ones((0, 40), np.float32))
        np.testing.assert_array_equal(np.asarray(found), np.ones((rows, 40), np.float32))
    a, b = normal(rows, 9), normal(9, 40)
    np.testing.assert_allclose(np.asarray(of_any(a, b)), plus_one(a, b), rtol=2e-2, atol=2e-2)


@pytest.mark.parametrize("step", [2, -1])
@pytest.mark.parametrize("which", [0, 1])
def test_tensor_cores_take_arrays_with_gaps_and_backwards(which, step):
    given = [normal(16, 24), normal(24, 24)]
    given[which] = np.repeat(given[which], abs(step), axis=1)[:, ::step]
    found = jit(lambda a, b: a @ b, target="gpu-sim", products="tensor-cores")(*given)
    np.testing.assert_allclose(np.asarray(found), given[0] @ given[1], rtol=2e-2, atol=2e-2)


def test_flash_attention_on_tensor_cores_takes_keys_with_gaps():
    q, k, v = (normal(2, 40, 32, seed=n) for n in range(3))
    k = np.repeat(k, 2, axis=2)[:, :, ::2]
    options = {"target": "gpu-sim", "attention": "flash", "products": "tensor-cores"}

    def attention(q, k, v):
        scores = q @ np.swapaxes(k, 1, 2) * np.float32(0.1)
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True) @ v

    found = np.asarray(jit(attention, **options)(q, k, v))
    np.testing.assert_allclose(found, attention(q, k, v), rtol=2e-2, atol=2e-2)


def test_products_of_vectors_of_every_shape():
    def function(a, b, c):
        return a @ b, a @ c, c.T @ a, np.einsum("ij,jk->", c, c.T)

    simulated(function, normal(33), normal(33, seed=1), normal(33, 5))


@pytest.mark.parametrize("sizes", some([(5, 7, 9), (70, 40, 130)], fast=[(70, 40, 130)]), ids=str)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_tensor_cores_multiply_short_floats_as_the_other_tiles_do(dtype, sizes):
    m, k, n = sizes
    kind = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}[dtype]
    a, b = whole(-8, 8, m, k).astype(kind), whole(-8, 8, n, k, seed=1).astype(kind)
    compiled = jit(lambda a, b: a @ b.T, target="gpu-sim", products="tensor-cores").compile(a, b)
    got = np.asarray(compiled(a, b)).astype(float)
    wanted = (a.astype(np.float32) @ b.astype(np.float32).T).astype(kind).astype(float)
    np.testing.assert_array_equal(got, wanted)
    assert launched(compiled) == ["tensor_product"]  # rounded before it is stored
    assert compiled.report().rows[0].conflicts == 1


@pytest.mark.parametrize(
    "dtype", some(["float16", "bfloat16", "float32"], fast=["bfloat16", "float32"])
)
def test_tensor_cores_read_operands_in_any_order_without_bank_conflicts(dtype, few_blocks):
    kind = {"bfloat16": ml_dtypes.bfloat16}.get(dtype, dtype)
    for function, of_a, of_b in (
        (lambda a, b: a @ b, (128, 48), (48, 136)),
        (lambda a, b: a.T @ b.T, (48, 128), (136, 48)),
    ):
        a, b = whole(-8, 8, *of_a).astype(kind), whole(-8, 8, *of_b, seed=1).astype(kind)
        options = {"target": "gpu-sim", "products": "tensor-cores"}
        compiled = jit(function, **options).compile(a, b)
        got = np.asarray(compiled(a, b)).astype(float)
        wanted = function(a.astype(np.float32), b.astype(np.float32)).astype(kind).astype(float)
        np.testing.assert_array_equal(got, wanted)
        assert compiled.report().rows[0].conflicts == 1
        assert compiled.plan.launches[0].spec.options["tile"][:2] == (128, 128)


def test_strips_come_by_asynchronous_copies_of_16_bytes_and_ldmatrix():
    a = np.empty((128, 128), ml_dtypes.bfloat16)
    compiled = jit(lambda a: a @ a, target="gpu-sim", products="tensor-cores").compile(a)
    text = compiled.ptx("sm_80").text
    copies = [line for line in text.splitlines() if "cp.async.cg.shared.global" in line]
    assert copies
    assert all(", 16, " in line for line in copies)
    assert "cp.async.wait_group" in text
    assert "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16" in text
    assert "ld.shared" not in text


def test_tensor_cores_read_19_bits_of_a_float32_rounded():
    a, b = normal(40, 24), normal(24, 30)
    compiled = jit(lambda a, b: a @ b, target="gpu-sim", products="tensor-cores").compile(a, b)
    got, wanted = np.asarray(compiled(a, b)), a @ b
    # Each factor is off by 2**-11 of it at most, a product by twice that.
    most = (np.abs(a) @ np.abs(b)) * 2.0**-10 * 1.01
    assert (np.abs(got - wanted) < most).all()
    assert np.abs(got - wanted).max() > 1e-4


def test_rounding_to_19_bits_is_ptxs_cvt_rna():
    """To the nearest, half away from zero; beyond the largest is infinity, NaN stays NaN."""
    bits = np.array([0x3F800FFF, 0x3F801000, 0xBF801000, 0x3F802FFF, 0x3F803000, 0x7F7FF000,
                     0x7F800000, 0x7FFFF000, 0x00000FFF, 0x80001000], np.uint32)  # fmt: skip
    want = np.array([0x3F800000, 0x3F802000, 0xBF802000, 0x3F802000, 0x3F804000, 0x7F800000,
                     0x7F800000, 0x7FFFFFFF, 0x00000000, 0x80002000], np.uint32)  # fmt: skip
    body = """
    %v = memref.load %x[%t] : memref<?xf32>
    %r = nvvm.convert.float.to.tf32 %v {rnd = #nvvm.fp_rnd_mode<rna>}
    memref.store %r, %y[%t] : memref<?xi32>"""
    got = np.zeros(10, np.int32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?xi32>", [bits.view(np.float32), got],
                 block=10)  # fmt: skip
    assert report.ok
    np.testing.assert_array_equal(got.view(np.uint32), want)


def test_a_chip_without_the_tensor_cores_that_are_asked_for_is_named():
    a = normal(20, 20).astype(np.float16)
    compiled = jit(lambda a: a @ a, target="gpu-sim", products="tensor-cores").compile(a)
    assert compiled.ptx("sm_80").text.count("mma.sync") > 0
    with pytest.raises(CompileError, match=r"needs sm_80 or newer, for mma\.sync; sm_75 has none"):
        compiled.ptx("sm_75")


def test_bfloat16_products_get_to_ptx_by_another_way():
    a = normal(20, 20).astype(ml_dtypes.bfloat16)
    compiled = jit(lambda a: a @ a, target="gpu-sim", products="tensor-cores").compile(a)
    assert "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32" in compiled.ptx("sm_80").text


def test_tensor_cores_are_no_option_of_the_cpu():
    with pytest.raises(ArgumentError, match='for target="gpu"'):
        jit(lambda a: a @ a, products="tensor-cores")


def test_a_thread_reads_and_stores_four_neighbours_at_a_time_without_bank_conflicts(few_blocks):
    compiled, _, _ = simulated(lambda a, b: a @ b, normal(128, 24), normal(24, 128))
    (row,) = compiled.report().rows
    assert (row.conflicts, row.useful) == (1, 1.0)
    text = compiled.ptx("sm_80").text
    # Twice: in the loop, and for the last step behind it.
    assert text.count("fma.rn.f32") == 2 * 8 * 64
    assert text.count("ld.shared.v4") == 2 * 8 * 4
    assert text.count("ld.global.v4") == 2 * 2
    assert text.count("st.global.v4") == 16


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_two_blocks_of_the_largest_tile_fit_in_a_multiprocessor(chip):
    a = np.empty((4096, 4096), np.float32)
    (kernel,) = (
        jit(lambda a: a @ a, target="gpu-sim").compile(a).ptx(chip).assemble().kernels.values()
    )
    assert kernel.registers <= 128
    assert kernel.spill_loads == 0


@pytest.mark.slow
@pytest.mark.parametrize(("m", "registers"), [(1000, 128), (197, 80), (4096, 128)])
def test_a_product_with_edges_keeps_its_sums_in_registers(m, registers):
    a, b = np.empty((m, 768), np.float32), np.empty((768, 2304), np.float32)
    ptx = jit(lambda a, b: a @ b, target="gpu-sim").compile(a, b).ptx("sm_80")
    (kernel,) = ptx.assemble().kernels.values()
    assert kernel.spill_stores == kernel.spill_loads == 0
    assert kernel.registers <= registers


@st.composite
def products_of_views(draw):
    """Two operands that are views of larger arrays, as exact numbers, and what is done to the
    product: sizes around those of runs, tiles and vectors."""
    m, n, k = (draw(st.sampled_from([1, 2, 7, 8, 16, 17, 33, 64, 70, 128])) for _ in range(3))
    batch = draw(st.sampled_from([(), (), (3,)]))
    kinds = draw(st.sampled_from(["ff", "ff", "hh", "bb", "fb", "dd", "ii"]))
    names = {"f": "float32", "h": "float16", "b": ml_dtypes.bfloat16, "d": "float64", "i": "int32"}
    operands = []
    for shape, kind in zip(((m, k), (k, n)), kinds, strict=True):
        turned, start, step = (draw(st.sampled_from(x)) for x in ([False, True], [0, 4, 1], [1, 2]))
        rows, columns = shape[::-1] if turned else shape
        host = whole(-4, 5, *batch, rows * step, columns + start, seed=len(operands))
        operands.append((host.astype(names[kind]), turned, start, step))
    ending = draw(st.sampled_from(["", "bias", "turned", "residual"]))
    return operands, ending, draw(st.booleans())


def _product_of_views(a, b, turned, starts, steps, ending):
    parts = []
    for x, t, start, step in zip((a, b), turned, starts, steps, strict=True):
        x = x[..., ::step, start:]
        parts.append(np.swapaxes(x, -1, -2) if t else x)
    made = parts[0] @ parts[1]
    if ending == "bias":
        return made + np.arange(made.shape[-1], like=a).astype(made.dtype)
    if ending == "turned":
        return np.swapaxes(made, -1, -2)
    return made * 2 + made if ending == "residual" else made


@pytest.mark.slow
@given(products_of_views())
@settings(FEW, max_examples=150)
def test_products_of_any_views_are_exact(drawn):
    operands, ending, cores = drawn
    (a, b), turned, starts, steps = zip(*operands, strict=True)
    fixed = ("turned", "starts", "steps", "ending")
    options = {"products": "tensor-cores"} if cores else {}
    compiled = jit(_product_of_views, target="gpu-sim", static=fixed, **options).compile(
        a, b, turned, starts, steps, ending
    )
    got = np.asarray(compiled(a, b, turned, starts, steps, ending))
    wide = "int32" if a.dtype == np.int32 else "float64"
    wanted = _product_of_views(a.astype(wide), b.astype(wide), turned, starts, steps, ending)
    # Sums are exact; what is shorter than they are is rounded once for each operation.
    close = {2: 2e-2, 4: 1e-6}.get(got.dtype.itemsize, 1e-12)
    np.testing.assert_allclose(got.astype(wide), wanted, rtol=close, atol=close)
    assert all(report.ok for _, report in compiled.reports)


# Flash attention ------------------------------------------------------------------------------


def causal_attention(q, k, v):
    return model.attention_weights(q, k) @ v


def flash(function, *arguments, **options):
    wanted = jit(function, **options)(*arguments)
    compiled = jit(function, target="gpu-sim", attention="flash", **options).compile(*arguments)
    got = np.asarray(compiled(*arguments))
    np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
    return compiled


@pytest.mark.parametrize("tokens", [5, 16, 37])
def test_causal_attention_is_one_kernel_and_no_matrix_of_scores(tokens):
    compiled = flash(causal_attention, *(normal(2, tokens, 20, seed=n) for n in range(3)))
    assert launched(compiled)[-1] == "attention"
    sizes = [b.shape for step in compiled.plan.steps for b in step.buffers]
    assert not [size for size in sizes if size[-2:] == (tokens, tokens)]


def test_tiles_that_the_mask_leaves_out_are_skipped():
    q, k, v = (normal(1, 200, 16, seed=n) for n in range(3))
    masked = flash(causal_attention, q, k, v).report().rows[0]
    whole_ = flash(lambda q, k, v: model.softmax(q @ np.swapaxes(k, -1, -2)) @ v, q, k, v)
    # Of four by four tiles ten are on or below the diagonal.
    assert masked.flops < 0.66 * whole_.report().rows[0].flops


@pytest.mark.parametrize(
    "dtype", some(["float16", "bfloat16", "float32"], fast=["bfloat16", "float32"])
)
@pytest.mark.parametrize("shape", some([(2, 70, 32), (1, 40, 20)], fast=[(2, 70, 32)]), ids=str)
def test_flash_attention_on_tensor_cores_is_the_plain_one_to_the_precision_of_its_factors(
    dtype, shape
):
    kind = {"bfloat16": ml_dtypes.bfloat16}.get(dtype, dtype)
    host = [normal(*shape, seed=n).astype(kind) for n in range(3)]
    options = {"target": "gpu-sim", "products": "tensor-cores", "attention": "flash"}
    compiled = jit(causal_attention, **options).compile(*host)
    got = np.asarray(compiled(*host)).astype(float)
    wanted = causal_attention(*(each.astype(float) for each in host))
    close = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 2e-3}[dtype]
    np.testing.assert_allclose(got, wanted, atol=close)
    assert np.abs(got - wanted).max() > close / 1e3  # it is not computed in float32
    assert launched(compiled)[0] == "tensor_attention"
    text = compiled.ptx("sm_80").text
    assert "mma.sync.aligned" in text
    assert ("cp.async.cg.shared.global" in text) == (shape[-1] == 32)  # rows of whole 16 bytes


@pytest.mark.slow
def test_the_cached_step_of_a_model_takes_flash_attention():
    from stepdown.gpt2 import cached

    config = Config(64, 64, 32, heads=2, layers=1)
    parameters, starts = tiny.random(config, spread=0.3), np.zeros(1, np.int64)
    ids, host = whole(0, 64, 1, 40), np.zeros(cached.empty_cache(config, 1, 64).shape, np.float32)
    options = {"static": ("heads",), "dynamic": {"ids": {1: "t"}, "cache": {4: "n"}}}
    wanted, _ = jit(cached.step, **options)(ids, host[..., :40, :], starts, parameters, 2)
    made = jit(cached.step, target="gpu-sim", attention="flash", **options)
    got, _ = made(ids, host[..., :40, :], starts, parameters, 2)
    np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-4, atol=1e-4)


def test_attention_of_other_queries_than_keys_with_a_batch_of_several_dimensions():
    def function(q, k, v):
        return model.softmax(q @ np.swapaxes(k, -1, -2) * 0.3) @ v

    compiled = flash(function, normal(2, 3, 19, 4), normal(2, 3, 40, 4), normal(2, 3, 40, 30))
    assert launched(compiled) == ["attention"]


def test_a_row_that_sees_nothing_is_nan_and_one_that_sees_late_keys_only_is_right():
    def function(q, k, v, seen):
        return model.softmax(np.where(seen, q @ k.T, -np.inf)) @ v

    seen = whole(0, 2, 20, 33).astype(bool)
    seen[3], seen[:, :17] = False, False
    compiled = flash(function, normal(20, 4), normal(33, 4), normal(33, 5), seen)
    assert launched(compiled) == ["attention"]


@pytest.mark.parametrize("name", some([*MASKS], fast=["a window", "chosen", "what is hidden"]))
def test_every_mask_of_rows_and_columns_is_that_of_the_cpu(name):
    arrays, function = three(150, 170, (2,)), masked(MASKS[name])
    compiled = jit(function, target="gpu-sim", attention="flash").compile(*arrays)
    # A remainder costs more to compute for each score again than to read.
    assert launched(compiled) == ["map"] * (name == "every third") + ["attention"]
    with np.errstate(invalid="ignore"):
        wanted = function(*arrays)
    np.testing.assert_allclose(np.asarray(compiled(*arrays)), wanted, rtol=2e-5, atol=2e-6)


def test_masks_that_the_call_brings_and_starts_of_each_text():
    arrays, seen = three(70, 150), whole(0, 4, 3, 70, 150) == 0
    seen[:, :64, 64:128], seen[1, 7], starts = False, False, np.array([0, 65, 149])

    def both(i, j, s, seen, starts):
        visible = seen | (j == i) & (i > 64)
        return np.where(visible & (j >= starts[:, None, None]), s, -np.inf)

    function = masked(both)
    compiled = jit(function, target="gpu-sim", attention="flash").compile(*arrays, seen, starts)
    with np.errstate(invalid="ignore"):
        wanted = function(*arrays, seen, starts)
    got = np.asarray(compiled(*arrays, seen, starts))
    np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-6)
    assert np.isnan(got[1, 7]).all()


def test_attention_of_any_length_is_compiled_once():
    dynamic = {name: {1: "t"} for name in "qkv"}
    options = {"target": "gpu-sim", "attention": "flash", "dynamic": dynamic}
    compiled = jit(causal_attention, **options)
    for tokens in (3, 21):
        arguments = [normal(2, tokens, 8, seed=n) for n in range(3)]
        wanted = jit(causal_attention)(*arguments)
        np.testing.assert_allclose(np.asarray(compiled(*arguments)), wanted, rtol=2e-5, atol=2e-5)
    assert len(compiled._compiled) == 1


def test_a_model_uses_it_on_request():
    arguments, static = example("attention")
    compiled = flash(KERNELS["attention"], *arguments.values(), static=static)
    assert launched(compiled).count("attention") == 1
    assert launched(compiled).count("product") == 2


def test_scores_that_are_needed_themselves_are_computed_apart():
    def function(q, k, v):
        weights = model.softmax(q @ k.T)
        return weights @ v + 0 * weights.sum()

    compiled = flash(function, normal(5, 4), normal(5, 4, seed=1), normal(5, 4, seed=2))
    assert "attention" not in launched(compiled)


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 32, 64, 96, 128])
@pytest.mark.parametrize("chip", CHIPS)
def test_flash_attention_assembles_without_spills_in_the_shared_memory_of_every_chip(chip, size):
    arguments = [np.empty((12, 1024, size), np.float32)] * 3
    compiled = jit(causal_attention, target="gpu-sim", attention="flash").compile(*arguments)
    cubin, (name,) = compiled.ptx(chip).assemble(), compiled.plan.kernels
    kernel = cubin.kernels[name]
    assert kernel.spill_stores == kernel.spill_loads == 0
    assert kernel.shared <= 48 << 10
    blocks = {"sm_75": 1, "sm_120": 2}.get(chip, 3)  # which have 64 and 100 KiB
    assert cubin.occupancy(name, 128).blocks >= (blocks if size <= 64 else min(blocks, 2))


@pytest.mark.parametrize("size", some([2, 16, 20, 48, 96, 128], fast=[20, 48]))
def test_flash_attention_of_any_head_reads_shared_memory_without_bank_conflicts(size):
    compiled = flash(causal_attention, *(normal(1, 130, size, seed=n) for n in range(3)))
    assert compiled.report().rows[0].conflicts == 1


def test_the_barrier_of_a_tile_whose_steps_are_odd_is_needed():
    arguments = [normal(1, 80, 16, seed=n) for n in range(3)]
    compiled = jit(causal_attention, target="gpu-sim", attention="flash").compile(*arguments)
    assert compiled.kernels.count("gpu.barrier") == 4
    out = np.zeros((1, 80, 16), np.float32)
    for text, ok in ((compiled.kernels, True),
                     (compiled.kernels.replace("gpu.barrier", "", 1), False)):  # fmt: skip
        report = runners.simulate(runners.load(text), "kernels::attention_0", (2, 1, 1),
                                  (128, 1, 1), [*arguments, out])  # fmt: skip
        assert report.ok == ok


def test_more_heads_than_a_grid_has_blocks_in_y_are_a_grid_along_x():
    q = np.empty((70_000, 8, 2), np.float32)
    dynamic = {name: {0: "heads"} for name in "qkv"}
    for options in ({}, {"dynamic": dynamic}, {"products": "tensor-cores", "dynamic": dynamic}):
        compiled = jit(causal_attention, target="gpu-sim", attention="flash", **options).compile(
            q, q, q
        )
        grids = []
        for step in compiled.plan.launches:
            sizes = dict.fromkeys(compiled.plan.symbols, 70_000)
            grids.append(tuple(evaluate(size, sizes) for size in step.spec.grid))
        assert grids == [(70_000, 1, 1)]


def test_the_second_matrix_of_a_batch_has_its_own_blocks():
    compiled = flash(causal_attention, *(normal(3, 70, 8, seed=n) for n in range(3)))
    assert compiled.plan.launches[0].spec.grid == (6, 1, 1)


def test_flash_attention_is_no_option_of_the_cpu():
    with pytest.raises(ArgumentError, match='"flash" with target="gpu"'):
        jit(causal_attention, attention="flash")


# Views of arrays on the device ----------------------------------------------------------------


def test_a_slice_of_an_array_is_a_view_that_a_function_takes_as_it_lies():
    host = normal(4, 6, 5)
    x = gpu.put(host, "gpu-sim")
    part = x[1:, ::2, -3:]
    np.testing.assert_array_equal(part.numpy(), host[1:, ::2, -3:])
    got = jit(lambda p: np.tanh(p).reshape(-1), target="gpu-sim")(part)
    np.testing.assert_allclose(np.asarray(got), np.tanh(host[1:, ::2, -3:]).reshape(-1), rtol=1e-5)
    assert x[2].shape == (6, 5)
    assert x[0, 0, 0].item() == host[0, 0, 0]
    assert x[..., None].ndim == 4
    with pytest.raises(TypeError, match="by integers and slices"):
        x[np.array([0])]


def test_a_strided_argument_is_a_result_in_another_shape_too():
    simulated(lambda x: (x, x.reshape(-1)), np.asfortranarray(normal(3, 2)))


def test_a_donated_view_is_written_within_its_array_and_nowhere_else():
    host = normal(4, 6)
    x = gpu.put(host, "gpu-sim")
    part = x[:, 2:4]
    add = jit(lambda p: p + 1, donate=("p",), target="gpu-sim")
    assert add(part) is part
    host[:, 2:4] += 1
    np.testing.assert_array_equal(x.numpy(), host)
    turned = jit(lambda p: p.T.reshape(4, 2) * 2, donate=("p",), target="gpu-sim")
    assert turned(part) is part
    host[:, 2:4] = host[:, 2:4].T.reshape(4, 2) * 2
    np.testing.assert_array_equal(x.numpy(), host)


@pytest.mark.slow
def test_tokens_are_decoded_with_keys_and_values_in_place_on_the_device():
    from stepdown.gpt2 import cached

    config = Config(64, 32, 32, heads=2, layers=2)
    parameters, room = tiny.random(config, spread=0.3), 8
    on_device = gpu.put(parameters, "gpu-sim")
    host = np.zeros(cached.empty_cache(config, 1, room).shape, np.float32)
    cache, starts = gpu.put(host, "gpu-sim"), np.zeros(1, np.int64)
    ids = whole(0, 64, 1, 5)
    options = {"static": ("heads",), "donate": ("cache",)}
    for tokens, size, dynamic in ((ids, 5, {"ids": {1: "t"}, "cache": {4: "n"}}),
                                  (ids[:, :1], 6, {"cache": {4: "n"}}),
                                  (ids[:, 1:2], 7, {"cache": {4: "n"}})):  # fmt: skip
        wanted, _ = jit(cached.step, dynamic=dynamic, **options)(
            tokens, host[..., :size, :], starts, parameters, 2
        )
        compiled = jit(cached.step, dynamic=dynamic, target="gpu-sim", **options)
        view = cache[..., :size, :]
        got, after = compiled(tokens, view, starts, on_device, 2)
        assert after is view
        np.testing.assert_allclose(np.asarray(got), wanted, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(cache.numpy(), host, rtol=1e-4, atol=1e-4)
    (kind,) = compiled._compiled.values()
    assert "copy" not in launched(kind)


# Recorded calls -------------------------------------------------------------------------------


def test_a_recorded_call_gives_what_each_call_was_given_and_keeps_no_result():
    def function(x, w, s):
        return np.tanh(x @ w) * s, x.sum()

    recorded, w = jit(function, target="gpu-sim", graph=True), normal(8, 5)
    on_device, results = gpu.put(w, "gpu-sim"), []
    for n in range(3):
        x = normal(4, 8, seed=n)
        results.append((recorded(x, on_device, 1.5 + n), function(x, w, 1.5 + n)))
    for (ours, total), (theirs, wanted) in results:
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
        assert float(total) == pytest.approx(wanted, rel=1e-5)


def test_a_recorded_call_follows_dynamic_sizes_and_arrays_that_lie_elsewhere():
    function = jit(lambda c, x: update(c, x + c.sum(), (0, 1)), donate=("c",), target="gpu-sim",
                   graph=True, dynamic={"c": {0: "n"}})  # fmt: skip
    whole_array, host = gpu.put(normal(9, 6), "gpu-sim"), normal(9, 6)
    for start, size in ((0, 3), (2, 3), (1, 8)):
        x, part = normal(2, 3, seed=size), whole_array[start : start + size]
        assert function(part, x) is part
        mine = host[start : start + size]
        mine[:2, 1:4] = x + mine.sum()
        np.testing.assert_allclose(whole_array.numpy(), host, rtol=1e-5, atol=1e-5)


def test_a_recording_is_no_option_of_the_cpu():
    with pytest.raises(ArgumentError, match="graph=True is for target"):
        jit(lambda x: x, graph=True)


@pytest.mark.parametrize("options", [{}, {"graph": True}], ids=["launched", "recorded"])
def test_a_captured_array_is_read_as_it_is_at_each_call_as_on_the_cpu(options):
    table, rest = normal(6, 4), normal(12, 9)
    part = rest[::2, 3:]  # a view, with gaps, of what is written to

    def function(i):
        return np.asarray(table, like=i)[i] * 2, np.asarray(part, like=i)[i] + 1

    ours, theirs = jit(function, target="gpu-sim", **options), jit(function)
    i = np.array([3])
    for number in range(3):
        table[3], rest[6, 5] = number, -number
        for got, wanted in zip(ours(i), theirs(i), strict=True):
            np.testing.assert_array_equal(np.asarray(got), wanted)
        np.testing.assert_array_equal(np.asarray(ours(i)[0]), np.full((1, 4), 2 * number))


@pytest.mark.parametrize("frozen", [False, True])
def test_a_captured_array_that_nobody_can_write_to_is_uploaded_once(frozen):
    table = normal(6, 4)
    table.flags.writeable = not frozen
    view = table[:5]  # what it is a view of decides
    view.flags.writeable = False
    function = jit(lambda i: np.asarray(view, like=i)[i] * 2, target="gpu-sim")
    device, sizes = gpu.device("gpu-sim"), []
    write = device.write
    device.write = lambda block, source: (sizes.append(source.nbytes), write(block, source))
    try:
        for i in (0, 3, 4):
            np.testing.assert_allclose(np.asarray(function(np.array([i]))), table[[i]] * 2)
    finally:
        del device.write
    assert sizes.count(view.nbytes) == (1 if frozen else 3)


# The second engine ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name == "largest_at" else pytest.mark.slow)
        for name in ("softmax", "layer_norm", "column_total", "largest_at")
    ],
)
def test_the_lowered_kernel_gives_the_same_in_any_order_of_its_threads(name):
    rows, width = 3, 300
    given = {"x": normal(rows, width), "gain": normal(width), "bias": normal(width)}
    arguments = [given[key] for key in EXAMPLES[name]]
    compiled = jit(KERNELS[name], target="gpu-sim").compile(*arguments)
    wanted = jit(KERNELS[name])(*arguments)
    (launch,) = compiled.plan.launches
    out = np.full(wanted.shape, -1, wanted.dtype)
    for seed in (0, 1):
        runners.emulate(
            compiled.program, f"kernels::{launch.name}", launch.spec.grid, launch.spec.block,
            [*arguments, out], seed=seed,
        )  # fmt: skip
        np.testing.assert_allclose(out, wanted, rtol=2e-5, atol=2e-5)


def test_a_lowered_product_gives_the_same_in_any_order_of_its_threads():
    a, b = normal(20, 33), normal(33, 70)
    compiled = jit(lambda a, b: a @ b, target="gpu-sim").compile(a, b)
    (launch,) = compiled.plan.launches
    out = np.empty((20, 70), np.float32)
    runners.emulate(
        compiled.program, "kernels::product_0", launch.spec.grid, launch.spec.block, [a, b, out],
        seed=3,
    )  # fmt: skip
    np.testing.assert_allclose(out, a @ b, rtol=2e-5, atol=2e-5)


# Donation --------------------------------------------------------------------------------------


def test_an_update_of_a_donated_argument_writes_the_part_alone():
    def function(cache, new):
        return update(cache, new, (1, 2))

    compiled, given, got = simulated(function, normal(4, 6), normal(2, 3), donate=("cache",))
    assert got is given[0]
    assert launched(compiled) == ["update"]


def test_the_layers_of_a_cache_are_read_and_written_by_the_same_kernels():
    def function(cache, new):
        for layer in range(3):
            cache = update(cache, new[None] * (layer + 2.0), (layer, 0, 1))
            new = new + cache[layer].sum()
        return new, cache

    compiled, given, got = simulated(function, normal(3, 4, 6), normal(4, 2), donate=("cache",))
    assert got[1] is given[0]
    kinds = launched(compiled)
    assert (kinds.count("update"), kinds.count("copy")) == (3, 0)
    names = [launch.name for launch in compiled.plan.launches]
    assert len({name for name in names if name.startswith("update")}) == 1
    assert len({name for name in names if name.startswith("rows")}) == 1


def test_a_part_that_is_read_while_it_is_overwritten_elsewhere_is_copied_first():
    simulated(lambda p: p[1] + 0 * p, normal(3, 4), donate=("p",))


def test_an_update_of_what_is_not_donated_is_a_copy():
    compiled, _given, _got = simulated(
        lambda c, n: update(c, n, (0, 0)), normal(4, 6), normal(2, 3)
    )
    assert launched(compiled) == ["copy", "update"]


def test_a_step_of_descent_is_computed_where_the_parameter_lies():
    compiled, given, got = simulated(
        lambda p, g: p - 0.1 * g, normal(4, 6), normal(4, 6, seed=1), donate=("p",)
    )
    assert got is given[0]
    assert launched(compiled) == ["map"]


def test_an_old_value_that_is_still_needed_is_read_before_it_is_overwritten():
    def function(p, g):
        return p - g, p * 2, p.T + g.T

    _, given, got = simulated(function, normal(5, 5), normal(5, 5, seed=1), donate=("p",))
    assert got[0] is given[0]


def test_a_transposition_into_a_donated_array_goes_through_other_memory():
    _, given, got = simulated(lambda p: p.T * 2, normal(5, 5), donate=("p",))
    assert got is given[0]


def test_a_donated_array_of_the_host_is_refused():
    with pytest.raises(ArgumentError, match=r"p is donated and not on the device.*gpu\.put"):
        jit(lambda p: p + 1, donate=("p",), target="gpu-sim")(normal(3))


def test_an_array_that_is_donated_and_given_twice_is_refused():
    p = gpu.put(normal(3), "gpu-sim")
    with pytest.raises(ArgumentError, match="one array, and donated"):
        jit(lambda p, g: p + g, donate=("p",), target="gpu-sim")(p, p)


# Random programs ------------------------------------------------------------------------------


@given(programs())
@FEW
def test_a_random_program_gives_what_numpy_gives(program):
    _compare(program, target="gpu-sim")


@pytest.mark.slow
@given(programs(dtypes=(*FLOATS, *INTEGERS)))
@MANY
def test_many_random_programs_give_what_numpy_gives(program):
    _compare(program, target="gpu-sim")


# PTX ------------------------------------------------------------------------------------------


def test_ptx_has_the_lowest_version_of_the_chip_and_a_kernel_for_each_of_the_plan():
    arguments, _ = example("layer_norm")
    compiled = jit(KERNELS["layer_norm"], target="gpu-sim").compile(*arguments.values())
    ptx = compiled.ptx("sm_75")
    assert ptx.version == "6.3"
    assert set(ptx.kernels) == set(compiled.plan.kernels)
    (kernel,) = ptx.kernels.values()
    assert len(kernel.parameters) == 4
    assert kernel.bare_pointers


def test_a_kernel_of_dynamic_sizes_takes_descriptors_and_the_sizes():
    compiled = jit(lambda x: x * 2 + 1, target="gpu-sim", dynamic={"x": (0,)}).compile(normal(3, 4))
    (kernel,) = compiled.ptx("sm_80").kernels.values()
    assert len(kernel.parameters) == (3 + 2) + (3 + 2) + 1  # flat arrays, and the size


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_every_kernel_of_the_chapters_assembles(chip):
    for name, function in KERNELS.items():
        arguments, static = example(name)
        compiled = jit(function, static=static, target="gpu-sim").compile(*arguments.values())
        ptx = compiled.ptx(chip)
        assert ptx.version == CHIPS[chip]
        cubin = ptx.assemble()
        assert set(cubin.kernels) == set(compiled.plan.kernels)
        assert all(each.spill_loads == 0 for each in cubin.kernels.values()), name


@pytest.mark.slow
@pytest.mark.parametrize("chip", CHIPS)
def test_the_forward_pass_of_a_gpt2_assembles(chip):
    parameters = tiny.random(Config(96, 32, 64, heads=2, layers=2))
    compiled = jit(model.forward, static=("heads",), target="gpu-sim").compile(
        whole(0, 96, 8), parameters, heads=2
    )
    assert set(compiled.ptx(chip).assemble().kernels) == set(compiled.plan.kernels)


# Stages, report, errors -----------------------------------------------------------------------


def test_a_report_has_a_row_for_each_kernel():
    arguments, _ = example("softmax", rows=4)
    softmax = jit(KERNELS["softmax"], target="gpu-sim")
    compiled = softmax.compile(*arguments.values())
    with pytest.raises(ArgumentError, match="no report before the first call"):
        compiled.report()
    compiled(*arguments.values())
    summary = compiled.report()
    (row,) = summary.rows
    assert (row.launches, row.faults, row.conflicts) == (1, 0, 1)
    assert row.bytes_moved == 2 * 4 * 128 * 4
    assert row.useful == 1.0
    assert "exp" in row.about
    assert "rows_0" in str(summary)


def test_the_kernels_are_shown_and_know_the_lines_that_they_were_made_for():
    def function(x):
        return np.tanh(x) + 1

    compiled = jit(function, target="gpu-sim").compile(normal(3))
    lines = compiled.kernels.splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "math.tanh" in line)
    assert compiled.line_of(number).endswith(
        f"{__file__.rpartition('/')[2]}:{function.__code__.co_firstlineno + 1}"
    )
    assert "nvvm.kernel" in compiled.lowered
    assert "linalg.generic" in compiled.traced


def test_a_primitive_without_a_kernel_is_named_with_its_line(monkeypatch):
    from stepdown.gpu import choose

    monkeypatch.delitem(choose.WHOLE, "cumsum")
    with pytest.raises(CompileError, match=r"test_stepdown_gpu\.py:\d+: .*no kernel for cumsum"):
        jit(lambda x: np.cumsum(x), target="gpu-sim").compile(normal(3))


def test_an_array_of_the_device_is_no_argument_of_the_cpu_target():
    x = gpu.put(normal(3), "gpu-sim")
    with pytest.raises(ArgumentError, match=r'is on the simulator: np\.asarray.*"gpu-sim"'):
        jit(lambda x: x + 1)(x)


def test_several_threads_may_call_at_once():
    function = jit(lambda x: np.tanh(x) @ x, target="gpu-sim")
    arrays = [normal(6, 6, seed=n) for n in range(6)]
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        results = list(pool.map(function, arrays))
    for x, result in zip(arrays, results, strict=True):
        np.testing.assert_allclose(np.asarray(result), np.tanh(x) @ x, rtol=2e-5, atol=2e-5)
    assert len({id(c) for c in function._compiled.values()}) == 1


def test_a_bound_function_and_a_tree_of_results():
    function = jit(lambda x, p: {"y": (x @ p["w"], x.sum())}, target="gpu-sim")
    bound = function.bind(p=gpu.put({"w": normal(3, 2)}, "gpu-sim"))
    got = bound(normal(4, 3))
    np.testing.assert_allclose(got["y"][0], normal(4, 3) @ normal(3, 2), rtol=1e-5)
    assert float(got["y"][1]) == pytest.approx(normal(4, 3).sum(), rel=1e-5)


def test_compiled_code_and_its_memory_go_with_the_function():
    device = gpu.device("gpu-sim")
    gc.collect()
    held, loaded = device.held, len(device._loaded)
    function = jit(lambda x: x * 3, target="gpu-sim")
    got = function(normal(4))
    assert len(device._loaded) == loaded + 1
    del function, got
    gc.collect()
    assert (device.held, len(device._loaded)) == (held, loaded)


def test_importing_the_package_and_planning_load_no_mlir():
    code = """
import sys, numpy as np, stepdown
from stepdown import gpu, jit
x = gpu.put(np.ones((3, 4), np.float32), "gpu-sim")
c = jit(lambda x: np.exp(x - x.max(-1, keepdims=True)) @ x.T, target="gpu-sim").compile(x)
assert len(c.plan.launches) == 2, c.plan.launches
assert not any(name == "mlir" or name.startswith("mlir.") for name in sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_library_is_exported_for_the_cpu_alone():
    with pytest.raises(ArgumentError, match='target="cpu"'):
        jit(lambda x: x + 1, target="gpu-sim").compile(normal(3)).export("x.so")
