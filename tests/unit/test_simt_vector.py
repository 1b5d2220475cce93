"""vector operations of the simulator against NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from simt_kernels import WORKGROUP, run, workgroup

import runners

T = 8  # threads
quick = settings(deadline=None, max_examples=15)


def per_thread(body: str, inputs, out_shape, *, ins=("4x8",), out="8", kind="f32", **more):
    """Run a body on vectors %a, %b ... of each thread that gives %r; %r of every thread."""
    dtype = {"f32": np.float32, "i32": np.int32}[kind]
    loads, arguments = [], []
    for name, array, shape in zip("abcd", inputs, ins, strict=False):
        size = int(np.prod([int(n) for n in shape.split("x")]))
        loads += [
            f"%{name}f = vector.load %{name}m[%t, %c0] : memref<?x?x{kind}>, vector<{size}x{kind}>",
            f"%{name} = vector.shape_cast %{name}f "
            f": vector<{size}x{kind}> to vector<{shape}x{kind}>",
        ]
        arguments.append(f"%{name}m: memref<?x?x{kind}>")
        assert array.shape[1] == size
    count = int(np.prod(out_shape))
    result = np.zeros((T, count), dtype)
    whole = f"""
    %rf = vector.shape_cast %r : vector<{out}x{kind}> to vector<{count}x{kind}>
    vector.store %rf, %out[%t, %c0] : memref<?x?x{kind}>, vector<{count}x{kind}>"""
    arguments.append(f"%out: memref<?x?x{kind}>")
    report = run(
        "\n".join(loads) + body + whole, ", ".join(arguments), [*inputs, result], block=T, **more
    )
    assert report.ok, str(report)
    return result.reshape(T, *out_shape)


def values(*sizes: int, seed: int = 0):
    rng = np.random.default_rng(seed)
    return [rng.integers(-50, 50, (T, size)).astype(np.float32) for size in sizes]


def test_slices_are_taken_and_put_back():
    a, b = values(32, 8)
    got = per_thread(
        """
    %s = vector.extract_strided_slice %a {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]}
        : vector<4x8xf32> to vector<2x4xf32>
    %n = arith.negf %s : vector<2x4xf32>
    %x = vector.insert_strided_slice %n, %a {offsets = [0, 1], strides = [1, 1]}
        : vector<2x4xf32> into vector<4x8xf32>
    %row = vector.extract %b[] : vector<8xf32> from vector<8xf32>
    %r = vector.insert %row, %x [3] : vector<8xf32> into vector<4x8xf32>""",
        [a, b], (4, 8), ins=("4x8", "8"), out="4x8",
    )  # fmt: skip
    want = a.reshape(T, 4, 8).copy()
    want[:, 0:2, 1:5] = -want[:, 1:3, 2:6].copy()
    want[:, 3] = b
    assert np.array_equal(got, want)


def test_elements_by_a_number_of_each_threads_own():
    (a,) = values(32)
    got = per_thread(
        """
    %row = arith.remui %t, %c4 : index
    %e = vector.extract %a[%row, %t] : f32 from vector<4x8xf32>
    %line = vector.extract %a[%row] : vector<8xf32> from vector<4x8xf32>
    %two = arith.constant 2.0 : f32
    %x = vector.insert %two, %line [%t] : f32 into vector<8xf32>
    %y = vector.broadcast %e : f32 to vector<8xf32>
    %r = arith.addf %x, %y : vector<8xf32>""",
        [a], (8,),
    )  # fmt: skip
    grid = a.reshape(T, 4, 8)
    for t in range(T):
        want = grid[t, t % 4].copy()
        want[t] = 2
        assert np.array_equal(got[t], want + grid[t, t % 4, t])


def test_shuffles_transposes_and_interleaving():
    a, b = values(8, 8)
    got = per_thread(
        """
    %s = vector.shuffle %a, %b [0, 8, 3, 15] : vector<8xf32>, vector<8xf32>
    %i = vector.interleave %s, %s : vector<4xf32> -> vector<8xf32>
    %e, %o = vector.deinterleave %i : vector<8xf32> -> vector<4xf32>
    %f = vector.from_elements %f0, %f1, %f0, %f1 : vector<2x2xf32>
    %m = vector.shape_cast %f : vector<2x2xf32> to vector<4xf32>
    %u:4 = vector.to_elements %o : vector<4xf32>
    %w = vector.from_elements %u#3, %u#2, %u#1, %u#0 : vector<4xf32>
    %sum = arith.addf %w, %m : vector<4xf32>
    %g = vector.shape_cast %i : vector<8xf32> to vector<2x4xf32>
    %h = vector.transpose %g, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %k = vector.shape_cast %h : vector<4x2xf32> to vector<8xf32>
    %wide = vector.shuffle %sum, %e [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
    %r = arith.addf %k, %wide : vector<8xf32>""".replace(
            "%f = vector",
            "%f0 = arith.constant 1.0 : f32\n%f1 = arith.constant 2.0 : f32\n%f = vector",
        ),
        [a, b], (8,), ins=("8", "8"),
    )  # fmt: skip
    s = np.stack([a[:, 0], b[:, 0], a[:, 3], b[:, 7]], axis=1)
    i = np.repeat(s, 2, axis=1)
    wide = np.concatenate([s[:, ::-1] + [1, 2, 1, 2], s], axis=1)
    assert np.array_equal(got, i.reshape(T, 2, 4).transpose(0, 2, 1).reshape(T, 8) + wide)


@pytest.mark.parametrize(
    ("kind", "function"),
    [("add", np.sum), ("mul", np.prod), ("maximumf", np.max), ("minnumf", np.min)],
)
def test_reductions_one_after_the_other(kind, function):
    a, b = values(32, 8)
    a, b = a % 3 - 1, b % 3
    start = "1.0" if kind == "mul" else "0.0"
    got = per_thread(
        f"""
    %zero = arith.constant {start} : f32
    %x = vector.reduction <{kind}>, %b : vector<8xf32> into f32
    %y = vector.reduction <{kind}>, %b, %zero : vector<8xf32> into f32
    %z = vector.broadcast %zero : f32 to vector<4xf32>
    %m = vector.multi_reduction <{kind}>, %a, %z [1] : vector<4x8xf32> to vector<4xf32>
    %p = vector.insert %x, %m [0] : f32 into vector<4xf32>
    %r = vector.insert %y, %p [1] : f32 into vector<4xf32>""",
        [a, b], (4,), ins=("4x8", "8"), out="4",
    )  # fmt: skip
    unit = np.full((T, 1), float(start), np.float32)
    rows = a.reshape(T, 4, 8)
    rows = function(np.concatenate([rows, np.repeat(unit[:, None], 4, axis=1)], axis=2), axis=2)
    rows[:, 0] = function(b, axis=1)
    rows[:, 1] = function(np.concatenate([b, unit], axis=1), axis=1)
    assert np.array_equal(got, rows)


def test_contractions_and_outer_products():
    a, b, c = values(32, 24, 12)
    maps = """{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
        affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"],
        kind = #vector.kind<add>}"""
    got = per_thread(
        f"%r = vector.contract {maps} %a, %b, %c "
        ": vector<4x8xf32>, vector<3x8xf32> into vector<3x4xf32>",
        [a, b, c], (3, 4), ins=("4x8", "3x8", "3x4"), out="3x4",
    )  # fmt: skip
    want = np.einsum("tik,tjk->tji", a.reshape(T, 4, 8), b.reshape(T, 3, 8)) + c.reshape(T, 3, 4)
    assert np.array_equal(got, want)
    a, b, c = values(4, 8, 32)
    got = per_thread(
        "%r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} "
        ": vector<4xf32>, vector<8xf32>",
        [a, b, c], (4, 8), ins=("4", "8", "4x8"), out="4x8",
    )  # fmt: skip
    assert np.array_equal(got, a[:, :, None] * b[:, None, :] + c.reshape(T, 4, 8))


@quick
@given(hnp.arrays(np.int32, (T, 8)), hnp.arrays(np.int32, (T, 8)), st.integers(0, 7))
def test_elementwise_arithmetic_masks_and_selection(a, b, n):
    got = per_thread(
        """
    %s = arith.addi %a, %b : vector<8xi32>
    %lt = arith.cmpi slt, %a, %b : vector<8xi32>
    %x = arith.select %lt, %s, %a : vector<8xi1>, vector<8xi32>
    %m = vector.create_mask %t : vector<8xi1>
    %k = vector.constant_mask [5] : vector<8xi1>
    %both = arith.andi %m, %k : vector<8xi1>
    %steps = vector.step : vector<8xindex>
    %i = arith.index_cast %steps : vector<8xindex> to vector<8xi32>
    %r = arith.select %both, %x, %i : vector<8xi1>, vector<8xi32>""",
        [a, b], (8,), ins=("8", "8"), kind="i32",
    )  # fmt: skip
    x = np.where(a < b, a + b, a)
    column = np.arange(8)
    both = (column < np.arange(T)[:, None]) & (column < 5)
    assert np.array_equal(got, np.where(both, x, column))


# Transfers ---------------------------------------------------------------------------------------


def test_a_transfer_pads_what_lies_outside():
    body = """
    %pad = arith.constant -1.0 : f32
    %i = arith.muli %t, %c4 : index
    %v = vector.transfer_read %x[%i], %pad {in_bounds = [false]} : memref<?xf32>, vector<4xf32>
    vector.store %v, %y[%i] : memref<?xf32>, vector<4xf32>"""
    x, y = np.arange(30, dtype=np.float32), np.zeros(40, np.float32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?xf32>", [x, y], block=10)
    assert report.ok
    assert y.tolist() == [*range(30), *[-1] * 10]


def test_a_transfer_writes_only_inside():
    body = """
    %i = arith.muli %t, %c4 : index
    %v = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
    vector.transfer_write %v, %y[%i] {in_bounds = [false]} : vector<4xf32>, memref<?xf32>"""
    x, y = np.arange(40, dtype=np.float32), np.zeros(30, np.float32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?xf32>", [x, y], block=10)
    assert report.ok
    assert y.tolist() == list(range(30))


def test_a_transfer_that_says_it_is_in_bounds_must_be():
    body = """
    %pad = arith.constant 0.0 : f32
    %i = arith.muli %t, %c4 : index
    %v = vector.transfer_read %x[%i], %pad {in_bounds = [true]} : memref<?xf32>, vector<4xf32>"""
    x = np.zeros(30, np.float32)
    (fault,) = run(body, "%x: memref<?xf32>", [x], block=8).errors
    assert (fault.kind, fault.count) == ("out-of-bounds", 1)
    assert "elements from [28] reach outside of the sizes 30" in fault.message


def test_transfers_of_two_dimensions_transposed_and_repeated():
    body = """
    %pad = arith.constant 0.0 : f32
    %v = vector.transfer_read %x[%t, %c1], %pad
        {in_bounds = [true, false], permutation_map = affine_map<(i, j) -> (j, i)>}
        : memref<8x4xf32>, vector<2x4xf32>
    vector.transfer_write %v, %y[%t, %c0, %c0] {in_bounds = [true, true]}
        : vector<2x4xf32>, memref<8x2x4xf32>
    %w = vector.transfer_read %x[%t, %c2], %pad
        {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>}
        : memref<8x4xf32>, vector<2x2xf32>
    vector.transfer_write %w, %z[%t, %c0, %c0] {in_bounds = [true, true]}
        : vector<2x2xf32>, memref<8x2x2xf32>"""
    x = np.arange(32, dtype=np.float32).reshape(8, 4)
    y, z = np.zeros((8, 2, 4), np.float32), np.zeros((8, 2, 2), np.float32)
    arguments = "%x: memref<8x4xf32>, %y: memref<8x2x4xf32>, %z: memref<8x2x2xf32>"
    report = run(body, arguments, [x, y, z], block=8)
    assert report.ok, str(report)
    padded = np.vstack([x, np.zeros((4, 4), np.float32)])
    for t in range(8):
        assert np.array_equal(y[t], padded[t : t + 4, 1:3].T)
        assert np.array_equal(z[t], [x[t, 2:4]] * 2)


def test_masked_accesses_touch_only_what_is_wanted():
    body = f"""
    %rest = arith.constant dense<7.0> : vector<8xf32>
    %m = vector.create_mask %t : vector<8xi1>
    %v = vector.maskedload %x[%c0], %m, %rest
        : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.maskedstore %s0[%t, %c0], %m, %v
        : memref<8x8xf32, {WORKGROUP}>, vector<8xi1>, vector<8xf32>
    %w = vector.maskedload %s0[%t, %c0], %m, %rest
        : memref<8x8xf32, {WORKGROUP}>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.store %w, %y[%t, %c0] : memref<?x?xf32>, vector<8xf32>
    """
    x, y = np.arange(7, dtype=np.float32), np.zeros((8, 8), np.float32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?x?xf32>", [x, y], block=8,
                 attributions=workgroup("8x8xf32"))  # fmt: skip
    assert report.ok, str(report)
    for t in range(8):
        assert y[t].tolist() == [*range(t), *[7] * (8 - t)]
    report = run(body, "%x: memref<?xf32>, %y: memref<?x?xf32>", [x[:5], y], block=8,
                 attributions=workgroup("8x8xf32"))  # fmt: skip
    (fault,) = [f for f in report.errors if f.kind == "out-of-bounds"]
    assert fault.count == 2


def test_gather_and_scatter():
    body = """
    %steps = vector.step : vector<8xindex>
    %by = vector.broadcast %t : index to vector<8xindex>
    %numbers = arith.muli %steps, %by : vector<8xindex>
    %m = vector.constant_mask [4] : vector<8xi1>
    %rest = arith.constant dense<-1.0> : vector<8xf32>
    %v = vector.gather %x[%c1] [%numbers], %m, %rest
        : memref<?xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %first = arith.muli %t, %c8 : index
    vector.scatter %y[%first] [%steps], %m, %v
        : memref<?xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>"""
    x, y = np.arange(23, dtype=np.float32), np.zeros(64, np.float32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?xf32>", [x, y], block=8)
    assert report.ok, str(report)
    want = [[1 + k * t if k < 4 else 0 for k in range(8)] for t in range(8)]
    assert y.reshape(8, 8).tolist() == want
    (fault,) = run(body, "%x: memref<?xf32>, %y: memref<?xf32>", [x[:20], y], block=8).errors
    assert (fault.kind, fault.thread) == ("out-of-bounds", (7, 0, 0))


def test_what_vectors_cannot_do_here_is_refused():
    body = "%v = arith.constant dense<1.0> : vector<[4]xf32>"
    with pytest.raises(runners.Error):
        run(body)
