"""Transactions and bank conflicts, against counts made by hand and by a plain loop."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simt_kernels import WORKGROUP, run, workgroup

X = "%x: memref<?xf32>"


def loads(body: str, size: int = 1 << 14, kind: str = "f32", **more):
    """The one access of a kernel that loads from %x."""
    dtype = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i16": np.int16}[kind]
    report = run(body, f"%x: memref<?x{kind}>", [np.zeros(size, dtype)], **more)
    assert report.ok, str(report)
    (access,) = report.transactions
    return access


def strided(step: int, kind: str = "f32") -> str:
    return f"""
    %step = arith.constant {step} : index
    %i = arith.muli %t, %step : index
    %r = memref.load %x[%i] : memref<?x{kind}>"""


@pytest.mark.parametrize(
    ("step", "kind", "sectors", "share"),
    [(1, "f32", 4, 1.0), (2, "f32", 8, 0.5), (8, "f32", 32, 1 / 8), (64, "f32", 32, 1 / 8),
     (0, "f32", 1, 1 / 8), (1, "f64", 8, 1.0), (4, "f64", 32, 1 / 4), (1, "i8", 1, 1.0),
     (1, "i16", 2, 1.0), (3, "f32", 12, 1 / 3)],
)  # fmt: skip
def test_a_warps_request_takes_the_sectors_that_it_touches(step, kind, sectors, share):
    access = loads(strided(step, kind), kind=kind)
    assert (access.requests, access.sectors) == (1, sectors)
    assert access.bytes == 32 * sectors
    assert access.share == pytest.approx(share)


def test_an_offset_of_one_element_touches_a_sector_more():
    body = "%i = arith.addi %t, %c1 : index\n%r = memref.load %x[%i] : memref<?xf32>"
    access = loads(body)
    assert access.sectors == 5
    assert access.share == pytest.approx(128 / 160)


def test_a_slice_of_an_array_lies_where_it_lies():
    whole = np.zeros(4096, np.float32)
    access = run("%r = memref.load %x[%t] : memref<?xf32>", X, [whole[1:]]).transactions[0]
    assert access.sectors == 5
    access = run("%r = memref.load %x[%t] : memref<?xf32>", X, [whole[8:]]).transactions[0]
    assert access.sectors == 4


def test_requests_are_counted_by_warp_over_all_blocks():
    access = loads("%r = memref.load %x[%t] : memref<?xf32>", grid=5, block=80)
    assert access.requests == 5 * 3
    assert access.sectors == 5 * (4 + 4 + 2)
    assert access.lanes == 400


def test_inactive_threads_ask_for_nothing():
    body = """
    %is = arith.cmpi ult, %t, %c8 : index
    scf.if %is {
      %r = memref.load %x[%t] : memref<?xf32>
    }"""
    access = loads(body, block=64)
    assert (access.requests, access.sectors, access.lanes) == (1, 1, 8)


def test_a_vector_access_is_one_request_of_up_to_16_bytes():
    body = """
    %i = arith.muli %t, %c4 : index
    %r = vector.load %x[%i] : memref<?xf32>, vector<4xf32>"""
    access = loads(body)
    assert (access.requests, access.sectors, access.share) == (1, 16, 1.0)
    body = body.replace("vector<4xf32>", "vector<8xf32>").replace("%c4", "%c8")
    access = loads(body)
    assert (access.requests, access.sectors) == (2, 64)
    assert access.share == 0.5


def test_a_vector_access_in_a_branch_is_still_one_request():
    body = """
    %i = arith.muli %t, %c4 : index
    %is = arith.cmpi ult, %t, %c8 : index
    scf.if %is {
      %r = vector.load %x[%i] : memref<?xf32>, vector<4xf32>
    }"""
    access = loads(body)
    assert (access.requests, access.sectors, access.lanes, access.share) == (1, 4, 8, 1.0)


def test_stores_and_atomics_are_counted_too():
    body = """
    %v = arith.constant 1.0 : f32
    memref.store %v, %x[%t] : memref<?xf32>
    gpu.barrier
    %old = memref.atomic_rmw addf %v, %x[%c0] : (f32, memref<?xf32>) -> f32"""
    report = run(body, X, [np.zeros(32, np.float32)])
    assert [(a.kind, a.sectors) for a in report.transactions] == [("store", 4), ("atomic", 1)]


def test_rows_and_columns_of_a_matrix():
    body = """
    %a = memref.load %x[%c1, %t] : memref<32x256xf32>
    %b = memref.load %x[%t, %c1] : memref<32x256xf32>"""
    report = run(body, "%x: memref<32x256xf32>", [np.zeros((32, 256), np.float32)])
    row, column = report.transactions
    assert (row.sectors_per_request, row.share) == (4, 1)
    assert (column.sectors_per_request, column.share) == (32, 1 / 8)
    assert report.bytes == 256
    assert report.bytes_moved == 32 * 36
    assert report.footprint == 4 * (32 + 32 - 1)


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.integers(0, 300), min_size=1, max_size=70),
    st.integers(0, 2**70 - 1),
    st.sampled_from([("f32", 4), ("f64", 8), ("i16", 2), ("i8", 1)]),
)
def test_sectors_and_useful_bytes_of_any_addresses(indices, active, element):
    kind, size = element
    n = len(indices)
    on = np.array([active >> t & 1 for t in range(n)], np.int8)
    dtype = {"f32": np.float32, "f64": np.float64, "i8": np.int8, "i16": np.int16}[kind]
    report = run(
        f"""%on = memref.load %m[%t] : memref<?xi8>
        %is = arith.trunci %on : i8 to i1
        %i = memref.load %n[%t] : memref<?xindex>
        scf.if %is {{
          %r = memref.load %x[%i] : memref<?x{kind}>
        }}""",
        f"%x: memref<?x{kind}>, %n: memref<?xindex>, %m: memref<?xi8>",
        [np.zeros(301, dtype), np.array(indices), on], block=n,
    )  # fmt: skip
    assert report.ok
    sectors = useful = requests = 0
    for first in range(0, n, 32):
        asked = [indices[t] * size for t in range(first, min(first + 32, n)) if on[t]]
        requests += bool(asked)
        sectors += len({(a + k) // 32 for a in asked for k in range(size)})
        useful += len({a + k for a in asked for k in range(size)})
    found = [a for a in report.transactions if a.text.startswith("%r")]
    got = (found[0].requests, found[0].sectors, found[0].useful) if found else (0, 0, 0)
    assert got == (requests, sectors, useful)


# Banks -------------------------------------------------------------------------------------------


def shared(body: str, shape: str, block: int = 32):
    """The access of a kernel to workgroup memory that is marked by %r, after a fill."""
    kind = shape.rpartition("x")[2]
    rank = shape.count("x")
    sizes = [int(n) for n in shape.split("x")[:-1]]
    flat = int(np.prod(sizes))
    dims = ", ".join(map(str, range(rank)))
    start = f"%one = arith.constant 1 : {kind}" if kind[0] == "i" else (
        f"%one = arith.constant 1.0 : {kind}"
    )  # fmt: skip
    collapse = (
        f"%flat = memref.collapse_shape %s0 [[{dims}]] : memref<{shape}, {WORKGROUP}> "
        f"into memref<{flat}x{kind}, {WORKGROUP}>"
        if rank > 1
        else f"%flat = memref.cast %s0 : memref<{shape}, {WORKGROUP}> to "
        f"memref<?x{kind}, {WORKGROUP}>"
    )
    flat_type = f"memref<{flat if rank > 1 else '?'}x{kind}, {WORKGROUP}>"
    setup = f"""
    {start}
    {collapse}
    %end = arith.constant {flat} : index
    %threads = gpu.block_dim x
    scf.for %i = %t to %end step %threads {{
      memref.store %one, %flat[%i] : {flat_type}
    }}
    gpu.barrier
    """
    report = run(setup + body, attributions=workgroup(shape), block=block)
    assert report.ok, str(report)
    return next(a for a in report.shared if a.text.startswith("%r"))


@pytest.mark.parametrize(
    ("step", "ways"), [(1, 1), (2, 2), (3, 1), (4, 4), (8, 8), (16, 16), (32, 32), (33, 1), (0, 1)]
)
def test_the_degree_of_a_conflict_is_how_many_words_one_bank_is_asked_for(step, ways):
    body = f"""
    %step = arith.constant {step} : index
    %j = arith.muli %t, %step : index
    %r = memref.load %s0[%j] : memref<1024xf32, {WORKGROUP}>""".replace("1024", "1056")
    access = shared(body, "1056xf32")
    assert (access.ways, access.wavefronts, access.ideal) == (ways, ways, 1)


@pytest.mark.parametrize(("width", "ways"), [(32, 32), (33, 1), (40, 8), (36, 4)])
def test_a_column_of_a_tile_conflicts_until_the_tile_is_padded(width, ways):
    body = f"%r = memref.load %s0[%t, %c1] : memref<32x{width}xf32, {WORKGROUP}>"
    assert shared(body, f"32x{width}xf32").ways == ways


def test_wide_accesses_go_by_half_and_quarter_warps():
    body = f"%r = memref.load %s0[%t] : memref<64xf64, {WORKGROUP}>"
    access = shared(body, "64xf64")
    assert (access.ways, access.wavefronts, access.ideal) == (1, 2, 2)
    body = f"""
    %j = arith.muli %t, %c4 : index
    %r = vector.load %s0[%j] : memref<128xf32, {WORKGROUP}>, vector<4xf32>"""
    access = shared(body, "128xf32")
    assert (access.requests, access.ways, access.wavefronts, access.ideal) == (1, 1, 4, 4)
    body = f"""
    %j = arith.muli %t, %c32 : index
    %r = vector.load %s0[%j] : memref<1024xf32, {WORKGROUP}>, vector<4xf32>"""
    access = shared(body, "1024xf32")
    assert (access.ways, access.wavefronts, access.ideal) == (8, 32, 4)


def test_bytes_of_one_word_are_shared():
    body = f"%r = memref.load %s0[%t] : memref<32xi8, {WORKGROUP}>"
    assert shared(body, "32xi8").ways == 1
    body = f"""
    %j = arith.muli %t, %c32 : index
    %r = memref.load %s0[%j] : memref<1024xi8, {WORKGROUP}>"""
    assert shared(body, "1024xi8").ways == 8


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 255), min_size=1, max_size=64))
def test_bank_conflicts_of_any_addresses(indices):
    n = len(indices)
    body = f"""
    %one = arith.constant 1.0 : f32
    %end = arith.constant 256 : index
    %threads = gpu.block_dim x
    scf.for %i = %t to %end step %threads {{
      memref.store %one, %s0[%i] : memref<256xf32, {WORKGROUP}>
    }}
    gpu.barrier
    %j = memref.load %n[%t] : memref<?xindex>
    %r = memref.load %s0[%j] : memref<256xf32, {WORKGROUP}>"""
    report = run(body, "%n: memref<?xindex>", [np.array(indices)], block=n,
                 attributions=workgroup("256xf32"))  # fmt: skip
    assert report.ok
    ways = []
    for first in range(0, n, 32):
        words = set(indices[first : first + 32])
        ways.append(max(sum(w % 32 == bank for w in words) for bank in range(32)))
    access = report.shared[-1]
    assert (access.ways, access.wavefronts, access.ideal) == (max(ways), sum(ways), len(ways))
    assert (access in report.bank_conflicts) == (max(ways) > 1)


# Counts ------------------------------------------------------------------------------------------


def test_operations_flops_and_bytes_are_those_of_the_active_threads():
    body = """
    %v = memref.load %x[%t] : memref<?xf32>
    %is = arith.cmpi ult, %t, %c8 : index
    %w = scf.if %is -> f32 {
      %a = arith.mulf %v, %v : f32
      %b = math.fma %a, %v, %v : f32
      scf.yield %b : f32
    } else {
      scf.yield %v : f32
    }
    %vec = vector.broadcast %w : f32 to vector<4xf32>
    %sum = vector.reduction <add>, %vec : vector<4xf32> into f32
    %all = arith.addf %vec, %vec : vector<4xf32>
    memref.store %sum, %x[%t] : memref<?xf32>"""
    for checks in (True, False):
        report = run(body, X, [np.zeros(32, np.float32)], checks=checks)
        assert report.flops == 8 * (1 + 2) + 32 * 3 + 32 * 4
        assert report.bytes == 2 * 128
        assert report.operations["memref.load"] == 32
        assert report.operations["arith.mulf"] == 8
    assert report.transactions == []
