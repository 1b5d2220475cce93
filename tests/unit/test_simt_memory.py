"""The simulator's memory: views, bounds, initialisation, atomics, strided and shared arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simt_kernels import PRIVATE, WORKGROUP, in_block, kernel, line, run, workgroup

import runners
from runners.simt import simulate

X = "%x: memref<?xf32>"
XY = "%x: memref<?xf32>, %y: memref<?xf32>"


def floats(n: int) -> np.ndarray:
    return np.arange(n, dtype=np.float32)


# Bounds ------------------------------------------------------------------------------------------

SAXPY = """
%n = memref.dim %x, %c0 : memref<?xf32>
%size = gpu.block_dim x
%first = arith.muli %bid, %size : index
%i = arith.addi %first, %t : index
%a = memref.load %x[%i] : memref<?xf32>
%b = arith.addf %a, %a : f32
memref.store %b, %y[%i] : memref<?xf32>"""


def test_a_tail_without_a_guard_reads_and_writes_out_of_bounds():
    x, y = floats(100), np.zeros(100, np.float32)
    report = run(SAXPY, XY, [x, y], grid=4)
    assert [(f.kind, f.operation, f.count) for f in report.errors] == [
        ("out-of-bounds", "memref.load", 28), ("out-of-bounds", "memref.store", 28)
    ]  # fmt: skip
    first = report.errors[0]
    assert first.line == line(SAXPY, "memref.load", arguments=XY)
    assert first.text == "%a = memref.load %x[%i] : memref<?xf32>"
    assert (first.block, first.thread, first.index) == ((3, 0, 0), (4, 0, 0), (100,))
    assert "index [100] is outside of the sizes 100 (argument 1)" in first.message
    assert y.tolist() == (2 * x).tolist()
    assert not report.races


def test_a_guarded_tail_is_clean():
    body = SAXPY.replace(
        "%a = memref", "%in = arith.cmpi ult, %i, %n : index\nscf.if %in {\n%a = memref"
    )
    x, y = floats(100), np.zeros(100, np.float32)
    report = run(body + "\n}", XY, [x, y], grid=4)
    assert report.ok
    assert y.tolist() == (2 * x).tolist()
    assert [d.share for d in report.divergence] == [4 / 32]


def test_without_checks_an_access_out_of_bounds_ends_the_launch_and_leaves_arrays_alone():
    y = np.zeros(100, np.float32)
    with pytest.raises(runners.Error, match=r"(?s)out-of-bounds: index \[100\] .* checks=True"):
        run(SAXPY, XY, [floats(100), y], grid=4, checks=False)
    assert not y.any()


@pytest.mark.parametrize("index", [-1, 32, 2**62, -(2**63)])
@pytest.mark.parametrize("checks", [True, False])
def test_no_index_reaches_memory_outside_of_the_array(index, checks):
    whole = np.full(96, 7.0, np.float32)
    x = whole[32:64]
    body = """
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%i] : memref<?xf32>
    %r = memref.load %x[%i] : memref<?xf32>"""
    arguments = f"{X}, %i: index"
    if checks:
        report = run(body, arguments, [x, index], block=1)
        assert [fault.kind for fault in report.errors] == ["out-of-bounds"] * 2
        assert f"index [{index}]" in report.errors[0].message
    else:
        with pytest.raises(runners.Error, match="out-of-bounds"):
            run(body, arguments, [x, index], block=1, checks=False)
    assert (whole == 7).all()


def test_a_row_that_runs_into_the_next_is_out_of_bounds():
    body = """
    %j = arith.addi %t, %c1 : index
    %r = memref.load %x[%c0, %j] : memref<4x32xf32>"""
    report = run(body, "%x: memref<4x32xf32>", [np.zeros((4, 32), np.float32)])
    (fault,) = report.errors
    assert fault.index == (0, 32)
    assert "index [0, 32] is outside of the sizes 4x32" in fault.message


def test_shared_and_private_memory_have_bounds_too():
    body = f"""
    %p = memref.alloca() : memref<4xf32, {PRIVATE}>
    %v = arith.constant 1.0 : f32
    memref.store %v, %s0[%t] : memref<16xf32, {WORKGROUP}>
    memref.store %v, %p[%t] : memref<4xf32, {PRIVATE}>"""
    report = run(body, attributions=workgroup("16xf32"))
    assert [(f.count, f.thread) for f in report.errors] == [(16, (16, 0, 0)), (28, (4, 0, 0))]
    assert "(workgroup memory 1)" in report.errors[0].message
    assert "(private memory of line" in report.errors[1].message


def test_a_vector_that_reaches_over_the_end():
    body = "%v = vector.load %x[%t] : memref<?xf32>, vector<4xf32>"
    report = run(body, X, [floats(32)])
    (fault,) = report.errors
    assert (fault.count, fault.thread) == (3, (29, 0, 0))
    assert "4 elements from [29] is outside of the sizes 32" in fault.message


def test_a_view_that_reaches_out_of_its_memref():
    body = """
    %v = memref.subview %x[%t, 0] [8, 8] [1, 1]
        : memref<16x8xf32> to memref<8x8xf32, strided<[8, 1], offset: ?>>
    %r = memref.load %v[%c0, %c0] : memref<8x8xf32, strided<[8, 1], offset: ?>>"""
    report = run(body, "%x: memref<16x8xf32>", [np.zeros((16, 8), np.float32)], block=16)
    (fault,) = report.errors
    assert (fault.operation, fault.count) == ("memref.subview", 7)
    assert "a view of 9 to 16 along dimension 0, which has size 16" in fault.message


def test_a_reinterpreted_memref_ends_where_its_memory_does():
    body = """
    %v = memref.reinterpret_cast %x to offset: [0], sizes: [64], strides: [1]
        : memref<?xf32> to memref<64xf32>
    %r = memref.load %v[%t] : memref<64xf32>"""
    report = run(body, X, [floats(48)], block=64)
    (fault,) = report.errors
    assert (fault.count, fault.thread) == (16, (48, 0, 0))
    assert "index [48] is element 48 of its memory, which has 48 (argument 1)" in fault.message


# Initialisation ----------------------------------------------------------------------------------


def test_shared_memory_that_nothing_wrote_is_read():
    body = f"""
    %half = arith.cmpi ult, %t, %c16 : index
    scf.if %half {{
      memref.store %t, %s0[%t] : memref<32xindex, {WORKGROUP}>
    }}
    gpu.barrier
    %r = memref.load %s0[%t] : memref<32xindex, {WORKGROUP}>"""
    attributions = workgroup("32xindex")
    report = run(body, attributions=attributions, grid=2)
    (fault,) = report.errors
    assert fault.kind == "uninitialised"
    assert fault.line == line(body, "memref.load", attributions=attributions)
    assert (fault.count, fault.thread, fault.index) == (32, (16, 0, 0), (16,))
    assert "reads element 16 of workgroup memory 1, which nothing wrote" in fault.message


def test_each_block_has_its_own_shared_memory():
    """Block 1 writes nothing: what block 0 wrote is not there."""
    body = f"""
    %first = arith.cmpi eq, %bid, %c0 : index
    scf.if %first {{
      memref.store %t, %s0[%t] : memref<32xindex, {WORKGROUP}>
    }}
    gpu.barrier
    %r = memref.load %s0[%t] : memref<32xindex, {WORKGROUP}>"""
    (fault,) = run(body, attributions=workgroup("32xindex"), grid=2).errors
    assert (fault.block, fault.count) == ((1, 0, 0), 32)


def test_private_memory_that_nothing_wrote_is_read():
    body = f"""
    %p = memref.alloca() : memref<2xindex, {PRIVATE}>
    memref.store %t, %p[%c0] : memref<2xindex, {PRIVATE}>
    %a = memref.load %p[%c0] : memref<2xindex, {PRIVATE}>
    %r = memref.load %p[%c1] : memref<2xindex, {PRIVATE}>"""
    (fault,) = run(body).errors
    assert (fault.kind, fault.count, fault.index) == ("uninitialised", 32, (1,))


def test_an_output_that_is_said_to_hold_nothing_must_be_written_first():
    body = """
    %old = memref.load %y[%t] : memref<?xf32>
    %new = memref.load %x[%t] : memref<?xf32>
    %sum = arith.addf %old, %new : f32
    memref.store %sum, %y[%t] : memref<?xf32>"""
    x, y = floats(32), np.zeros(32, np.float32)
    assert run(body, XY, [x, y]).ok
    report = run(body, XY, [x, y], uninitialised=[1])
    (fault,) = report.errors
    assert (fault.kind, fault.count) == ("uninitialised", 32)
    assert "argument 2, which nothing wrote" in fault.message


# Views -------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=20)
@given(st.data())
def test_strided_arrays_are_read_and_written_as_numpy_does(data):
    shape = tuple(data.draw(st.lists(st.integers(1, 6), min_size=2, max_size=2)))
    step = tuple(data.draw(st.lists(st.sampled_from([1, 2, 3, -1, -2]), min_size=2, max_size=2)))
    whole = np.arange(18 * 18, dtype=np.float32).reshape(18, 18)
    x = whole[:: step[0], :: step[1]][: shape[0], : shape[1]].T
    before = whole.copy()
    layout = "strided<[?, ?], offset: ?>"
    body = f"""
    %n = memref.dim %x, %c1 : memref<?x?xf32, {layout}>
    %i = arith.divui %t, %n : index
    %j = arith.remui %t, %n : index
    %a = memref.load %x[%i, %j] : memref<?x?xf32, {layout}>
    %b = arith.negf %a : f32
    memref.store %b, %x[%i, %j] : memref<?x?xf32, {layout}>"""
    report = run(body, f"%x: memref<?x?xf32, {layout}>", [x], block=x.size)
    assert report.ok
    expected = before.copy()
    expected[:: step[0], :: step[1]][: shape[0], : shape[1]] *= -1
    assert np.array_equal(whole, expected)


def test_views_of_all_kinds_reach_the_same_elements():
    body = """
    %sub = memref.subview %x[2, 4, 0] [4, 1, 8] [2, 1, 1]
        : memref<16x8x8xf32> to memref<4x8xf32, strided<[128, 1], offset: 160>>
    %cast = memref.cast %sub : memref<4x8xf32, strided<[128, 1], offset: 160>>
        to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %turned = memref.transpose %cast (i, j) -> (j, i)
        : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %j = arith.remui %t, %c8 : index
    %i = arith.divui %t, %c8 : index
    %a = memref.load %turned[%j, %i] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    %flat = memref.collapse_shape %x [[0, 1, 2]] : memref<16x8x8xf32> into memref<1024xf32>
    %deep = memref.expand_shape %flat [[0, 1]] output_shape [64, 16]
        : memref<1024xf32> into memref<64x16xf32>
    %b = memref.load %deep[%i, %j] : memref<64x16xf32>
    %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %sub
        : memref<4x8xf32, strided<[128, 1], offset: 160>> 
        -> memref<f32>, index, index, index, index, index
    %o = arith.index_cast %off : index to i32
    %of = arith.sitofp %o : i32 to f32
    %s = arith.addf %a, %b : f32
    %r = arith.addf %s, %of : f32
    memref.store %r, %y[%t] : memref<?xf32>"""
    x = np.arange(1024, dtype=np.float32).reshape(16, 8, 8)
    y = np.zeros(32, np.float32)
    report = run(body, "%x: memref<16x8x8xf32>, %y: memref<?xf32>", [x, y])
    assert report.ok
    want = x[2:10:2, 4, :].reshape(-1) + x.reshape(64, 16)[:4, :8].reshape(-1) + 160
    assert y.tolist() == want.tolist()


def test_dynamic_shared_memory_is_seen_through_views():
    body = f"""
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, {WORKGROUP}>
    %a = memref.view %bytes[%c0][] : memref<?xi8, {WORKGROUP}> to memref<32xf32, {WORKGROUP}>
    %far = arith.constant 128 : index
    %b = memref.view %bytes[%far][%c32] : memref<?xi8, {WORKGROUP}> to memref<?xf64, {WORKGROUP}>
    %v = memref.load %x[%t] : memref<?xf32>
    memref.store %v, %a[%t] : memref<32xf32, {WORKGROUP}>
    %d = arith.extf %v : f32 to f64
    memref.store %d, %b[%t] : memref<?xf64, {WORKGROUP}>
    gpu.barrier
    %other = arith.subi %c31, %t : index
    %p = memref.load %a[%other] : memref<32xf32, {WORKGROUP}>
    %q = memref.load %b[%other] : memref<?xf64, {WORKGROUP}>
    %e = arith.truncf %q : f64 to f32
    %r = arith.addf %p, %e : f32
    memref.store %r, %y[%t] : memref<?xf32>"""
    x, y = floats(32), np.zeros(32, np.float32)
    report = run(body, XY, [x, y], dynamic_shared=128 + 256)
    assert report.ok, str(report)
    assert y.tolist() == (2 * x[::-1]).tolist()
    small = run(body, XY, [x, y], dynamic_shared=128)
    assert {fault.kind for fault in small.errors} == {"out-of-bounds"}


def test_a_view_at_an_odd_byte_is_misaligned():
    body = f"""
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, {WORKGROUP}>
    %a = memref.view %bytes[%c2][] : memref<?xi8, {WORKGROUP}> to memref<32xf32, {WORKGROUP}>"""
    (fault,) = run(body, dynamic_shared=256).errors
    assert fault.kind == "misaligned"
    assert "views bytes from 2 on as float32 of 4 bytes" in fault.message


def test_shared_memory_as_a_global_of_the_module_with_and_without_a_size():
    module = f"""
    memref.global "private" @tile : memref<32xf32, {WORKGROUP}>
    memref.global @dynamic : memref<0xf32, {WORKGROUP}>
    memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>"""
    body = f"""
    %s = memref.get_global @tile : memref<32xf32, {WORKGROUP}>
    %d0 = memref.get_global @dynamic : memref<0xf32, {WORKGROUP}>
    %d = memref.reinterpret_cast %d0 to offset: [0], sizes: [32], strides: [1]
        : memref<0xf32, {WORKGROUP}> to memref<32xf32, {WORKGROUP}>
    %table = memref.get_global @table : memref<4xf32>
    %k = arith.remui %t, %c4 : index
    %v = memref.load %table[%k] : memref<4xf32>
    memref.store %v, %s[%t] : memref<32xf32, {WORKGROUP}>
    memref.store %v, %d[%t] : memref<32xf32, {WORKGROUP}>
    gpu.barrier
    %p = memref.load %s[%k] : memref<32xf32, {WORKGROUP}>
    %q = memref.load %d[%k] : memref<32xf32, {WORKGROUP}>
    %r = arith.mulf %p, %q : f32"""
    out, report = in_block(body, 32, np.float32, "f32", module=module, dynamic_shared=128, grid=1)
    assert report.ok
    assert out.tolist() == [(t % 4 + 1) ** 2 for t in range(32)]


def test_a_constant_is_not_written():
    module = 'memref.global "private" constant @c : memref<32xindex> = dense<5>'
    body = """
    %c = memref.get_global @c : memref<32xindex>
    memref.store %t, %c[%t] : memref<32xindex>"""
    (fault,) = run(body, module=module).errors
    assert fault.kind == "read-only"
    with pytest.raises(runners.Error, match="read-only: writes to @c"):
        run(body, module=module, checks=False)


def test_memory_is_copied_view_to_view():
    body = f"""
    %row = memref.subview %x[%t, 0] [1, 4] [1, 1]
        : memref<32x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %p = memref.alloca() : memref<4xf32, {PRIVATE}>
    memref.copy %row, %p : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, {PRIVATE}>
    %other = arith.subi %c31, %t : index
    %to = memref.subview %y[%other, 0] [1, 4] [1, 1]
        : memref<32x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %p, %to : memref<4xf32, {PRIVATE}> to memref<4xf32, strided<[1], offset: ?>>"""
    x, y = floats(128).reshape(32, 4), np.zeros((32, 4), np.float32)
    report = run(body, "%x: memref<32x4xf32>, %y: memref<32x4xf32>", [x, y])
    assert report.ok
    assert np.array_equal(y, x[::-1])


def test_private_memory_is_each_threads_own():
    body = f"""
    %p = memref.alloca() : memref<4xindex, {PRIVATE}>
    scf.for %i = %c0 to %c4 step %c1 {{
      %v = arith.muli %t, %i : index
      memref.store %v, %p[%i] : memref<4xindex, {PRIVATE}>
    }}
    %k = arith.remui %t, %c4 : index
    %r = memref.load %p[%k] : memref<4xindex, {PRIVATE}>"""
    out, report = in_block(body, 64, np.int64, "index")
    assert out.tolist() == [t * (t % 4) for t in range(64)]
    assert report.ok


def test_endless_allocation_is_refused():
    body = f"""
    scf.for %i = %c0 to %n step %c1 {{
      %p = memref.alloca() : memref<1024xf64, {PRIVATE}>
    }}"""
    with pytest.raises(runners.Error, match="allocates more than 512 KiB, all that CUDA gives it"):
        run(body, "%n: index", [100], block=4)
    assert run(body, "%n: index", [64], block=1024).ok


# Atomics -----------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=15)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=70), st.integers(1, 3))
def test_atomic_additions_lose_nothing_and_hand_out_each_value_once(bins, grid):
    x = np.array(bins, np.int64)
    counts, tickets = np.zeros(5, np.int32), np.zeros((grid, len(bins)), np.int32)
    report = run(
        """%k = memref.load %x[%t] : memref<?xindex>
        %one = arith.constant 1 : i32
        %old = memref.atomic_rmw addi %one, %y[%k] : (i32, memref<?xi32>) -> i32
        memref.store %old, %z[%bid, %t] : memref<?x?xi32>""",
        "%x: memref<?xindex>, %y: memref<?xi32>, %z: memref<?x?xi32>", [x, counts, tickets],
        grid=grid, block=len(bins),
    )  # fmt: skip
    assert report.ok
    assert counts.tolist() == (grid * np.bincount(x, minlength=5)).tolist()
    for k in range(5):
        assert sorted(tickets[:, x == k].reshape(-1)) == list(range(counts[k]))


@pytest.mark.parametrize(
    ("kind", "start", "want"),
    [("addf", 1.0, 1.0 + 496), ("maximumf", 3.0, 31.0), ("minimumf", 3.0, 0.0),
     ("mulf", 0.0, 0.0), ("assign", 5.0, None), ("maxnumf", 40.0, 40.0)],
)  # fmt: skip
def test_atomic_updates_of_floats(kind, start, want):
    y = np.array([start], np.float32)
    report = run(
        f"""%v = memref.load %x[%t] : memref<?xf32>
        %old = memref.atomic_rmw {kind} %v, %y[%c0] : (f32, memref<?xf32>) -> f32""",
        XY, [floats(32), y],
    )  # fmt: skip
    assert report.ok
    assert y[0] == want if want is not None else y[0] in range(32)


@pytest.mark.parametrize(
    ("kind", "want"),
    [("maxs", 31), ("mins", -5), ("maxu", -5), ("minu", 0), ("andi", 0), ("ori", -5 | 31),
     ("muli", 0), ("xori", -5)],
)  # fmt: skip
def test_atomic_updates_of_integers(kind, want):
    y = np.array([-5], np.int32)
    run(
        f"""%v = arith.index_cast %t : index to i32
        %old = memref.atomic_rmw {kind} %v, %y[%c0] : (i32, memref<?xi32>) -> i32""",
        "%y: memref<?xi32>", [y],
    )  # fmt: skip
    assert y[0] == want


def test_a_generic_atomic_update_runs_its_region_for_each_thread_in_turn():
    y = np.zeros(2, np.int32)
    report = run(
        """%k = arith.remui %t, %c2 : index
        %v = arith.index_cast %t : index to i32
        %three = arith.constant 3 : i32
        %old = memref.generic_atomic_rmw %y[%k] : memref<?xi32> {
        ^bb0(%now: i32):
          %a = arith.muli %now, %three : i32
          %b = arith.addi %a, %v : i32
          memref.atomic_yield %b : i32
        }""",
        "%y: memref<?xi32>", [y], block=8,
    )  # fmt: skip
    assert report.ok
    assert y.tolist() == [((0 * 3 + 2) * 3 + 4) * 3 + 6, ((1 * 3 + 3) * 3 + 5) * 3 + 7]


def test_an_atomic_update_out_of_bounds_is_a_fault():
    report = run(
        """%v = arith.index_cast %t : index to i32
        %old = memref.atomic_rmw addi %v, %y[%t] : (i32, memref<?xi32>) -> i32""",
        "%y: memref<?xi32>", [np.zeros(30, np.int32)],
    )  # fmt: skip
    assert [(f.kind, f.count) for f in report.errors] == [("out-of-bounds", 2)]


# Arrays ------------------------------------------------------------------------------------------


def test_arrays_that_overlap_are_one_memory():
    body = """
    %v = memref.load %x[%t] : memref<?xf32>
    memref.store %v, %y[%t] : memref<?xf32>"""
    whole = floats(40)
    report = run(body, XY, [whole[:32], whole[8:]])
    assert whole[8:].tolist() == list(range(32))
    (race,) = report.races
    assert "arguments 1 and 2" in race.message


def test_an_array_that_is_only_read_may_be_read_only():
    x, y = floats(32), np.zeros(32, np.float32)
    x.flags.writeable = False
    assert run(SAXPY, XY, [x, y]).ok
    with pytest.raises(runners.ArgumentError, match=r"argument 2 of 2 expects .* read-only"):
        run(SAXPY, XY, [y, x])


def test_empty_arrays_and_arrays_of_rank_zero():
    body = """
    %n = memref.dim %x, %c0 : memref<?xf32>
    %i = arith.index_cast %n : index to i32
    %f = arith.sitofp %i : i32 to f32
    memref.store %f, %y[] : memref<f32>"""
    y = np.array(3, np.float32)
    assert run(body, "%x: memref<?xf32>, %y: memref<f32>", [floats(0), y], block=1).ok
    assert y == 0


def test_types_of_16_bits_and_booleans_in_shared_memory():
    import ml_dtypes

    body = f"""
    %v = memref.load %x[%t] : memref<?xbf16>
    %zero = arith.constant 0.0 : bf16
    %p = arith.cmpf ogt, %v, %zero : bf16
    memref.store %p, %s0[%t] : memref<32xi1, {WORKGROUP}>
    gpu.barrier
    %k = arith.xori %t, %c1 : index
    %q = memref.load %s0[%k] : memref<32xi1, {WORKGROUP}>
    %r = arith.select %q, %v, %zero : bf16
    memref.store %r, %x[%t] : memref<?xbf16>"""
    x = (np.arange(32) - 16.5).astype(ml_dtypes.bfloat16)
    want = np.where((x > 0)[np.arange(32) ^ 1], x.astype(float), 0)
    report = run(body, "%x: memref<?xbf16>", [x], attributions=workgroup("32xi1"))
    assert report.ok
    assert x.astype(float).tolist() == want.tolist()


def test_more_blocks_than_run_at_once_follow_one_another():
    n = 300 * 1024
    out = np.zeros(n, np.int32)
    body = """
    %size = gpu.block_dim x
    %first = arith.muli %bid, %size : index
    %i = arith.addi %first, %t : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %x[%i] : memref<?xi32>"""
    report = run(body, "%x: memref<?xi32>", [out], grid=300, block=1024)
    assert report.ok
    assert np.array_equal(out, np.arange(n))
    assert report.footprint == 4 * n


def test_grids_and_blocks_of_three_dimensions():
    shape = (2, 3, 4, 5, 2, 3)  # block z, y, x and thread z, y, x
    body = """
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %bz = gpu.block_id z
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %tz = gpu.thread_id z
    %gx = gpu.global_id x
    memref.store %gx, %x[%bz, %by, %bx, %tz, %ty, %tx] : memref<2x3x4x5x2x3xindex>"""
    out = np.full(shape, -1)
    report = run(body, "%x: memref<2x3x4x5x2x3xindex>", [out], grid=(4, 3, 2), block=(3, 2, 5))
    assert report.ok
    bx, tx = np.indices(shape)[[2, 5]]
    assert np.array_equal(out, bx * 3 + tx)


def test_one_kernel_is_translated_once():
    from runners.simt import kernel as kernels

    program = kernel(SAXPY, XY)
    simulate(program, "k", 1, 32, [floats(32), floats(32)])
    assert kernels.find(program, "k") is kernels.find(program, "k")
