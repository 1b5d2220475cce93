"""What warps and blocks do together: shuffles, votes, reductions, matrix products, copies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simt_kernels import WORKGROUP, in_block, line, run, workgroup

import runners
from runners.simt import op_nvgpu

# Shuffles ----------------------------------------------------------------------------------------

SHUFFLE = """
%v = arith.index_cast %t : index to i32
%o = arith.constant {offset} : i32
%w = arith.constant {width} : i32
%r, %valid = gpu.shuffle {mode} %v, %o, %w : i32
%p = arith.extui %valid : i1 to i32
memref.store %p, %ok[%t] : memref<?xi32>
memref.store %r, %out[%t] : memref<?xi32>"""


@pytest.mark.parametrize("width", [32, 16, 8])
@pytest.mark.parametrize(
    ("mode", "offset", "source"),
    [("xor", 1, lambda lane: lane ^ 1), ("xor", 5, lambda lane: lane ^ 5),
     ("up", 3, lambda lane: lane - 3), ("down", 4, lambda lane: lane + 4),
     ("idx", 6, lambda lane: 6), ("idx", 40, lambda lane: 40)],
)  # fmt: skip
def test_a_shuffle_reads_another_lane_or_says_that_there_is_none(mode, offset, source, width):
    out, ok = np.zeros(64, np.int32), np.zeros(64, np.int32)
    body = SHUFFLE.format(mode=mode, offset=offset, width=width)
    report = run(body, "%out: memref<?xi32>, %ok: memref<?xi32>", [out, ok], block=64, grid=1)
    assert report.ok
    for t in range(64):
        warp, lane = t // 32 * 32, t % 32
        valid = 0 <= source(lane) < width
        assert ok[t] == valid
        assert out[t] == (warp + source(lane) if valid else t)


def test_a_shuffle_in_a_branch_reads_lanes_that_are_not_there():
    body = """
    %v = arith.index_cast %t : index to i32
    %o = arith.constant 16 : i32
    %w = arith.constant 32 : i32
    %is = arith.cmpi ult, %t, %c16 : index
    scf.if %is {
      %r, %valid = gpu.shuffle xor %v, %o, %w : i32
    }"""
    report = run(body, block=64)
    (fault,) = report.errors
    assert (fault.kind, fault.count) == ("warp", 16)
    assert fault.line == line(body, "gpu.shuffle")
    assert "reads from lane 16 of its warp, which is not active" in fault.message


def test_a_shuffle_that_only_part_of_its_width_takes_part_in():
    body = """
    %v = arith.index_cast %t : index to i32
    %o = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %is = arith.cmpi ult, %t, %c16 : index
    scf.if %is {
      %r, %valid = gpu.shuffle xor %v, %o, %w : i32
    }"""
    (fault,) = run(body).errors
    assert "only 16 threads of the warp take part; first missed by thread 16" in fault.message
    assert run(body.replace("32 : i32", "16 : i32")).ok


def test_the_last_warp_of_a_block_may_be_short():
    body = SHUFFLE.format(mode="down", offset=8, width=32)
    arguments = "%out: memref<?xi32>, %ok: memref<?xi32>"
    out, ok = np.zeros(48, np.int32), np.zeros(48, np.int32)
    report = run(body, arguments, [out, ok], block=48)
    (fault,) = report.errors
    assert fault.thread == (40, 0, 0)
    assert "reads from lane 16 of its warp" in fault.message
    body = SHUFFLE.format(mode="xor", offset=8, width=32)
    assert run(body, arguments, [out, ok], block=48).ok


def test_vectors_and_rotations_and_broadcasts():
    body = """
    %x, %valid = gpu.rotate %t32, 3, 8 : i32
    %y = gpu.subgroup_broadcast %t32, first_active_lane : i32
    %five = arith.constant 5 : i32
    %z = gpu.subgroup_broadcast %t32, specific_lane %five : i32
    %k = arith.constant 1000 : i32
    %a = arith.muli %x, %k : i32
    %b = arith.addi %a, %y : i32
    %c = arith.muli %b, %k : i32
    %r = arith.addi %c, %z : i32"""
    out, report = in_block("%t32 = arith.index_cast %t : index to i32\n" + body, 64, np.int32,
                           "i32")  # fmt: skip
    assert report.ok
    for t in range(64):
        warp = t // 32 * 32
        x = t // 8 * 8 + (t + 3) % 8
        assert out[t] == np.int32((x * 1000 + warp) * 1000 + warp + 5)


@pytest.mark.parametrize("kind", ["bfly", "down", "up", "idx"])
def test_shuffles_in_ptxs_own_terms_stay_in_their_segment(kind):
    """Width 8 as __shfl_sync makes it: clamp 7 (0 for up), segment mask 24."""
    clamp = ((32 - 8) << 8) | (0 if kind == "up" else 7)
    body = f"""
    %v = arith.index_cast %t : index to i32
    %all = arith.constant -1 : i32
    %o = arith.constant 3 : i32
    %c = arith.constant {clamp} : i32
    %both = nvvm.shfl.sync {kind} %all, %v, %o, %c {{return_value_and_is_valid}}
        : i32 -> !llvm.struct<(i32, i1)>
    %x = llvm.extractvalue %both[0] : !llvm.struct<(i32, i1)>
    %p = llvm.extractvalue %both[1] : !llvm.struct<(i32, i1)>
    %q = arith.extui %p : i1 to i32
    %k = arith.constant 100 : i32
    %y = arith.muli %q, %k : i32
    %r = arith.addi %x, %y : i32"""
    out, report = in_block(body, 32, np.int32, "i32")
    assert report.ok
    for t in range(32):
        start, lane = t // 8 * 8, t % 8
        other = {"bfly": lane ^ 3, "down": lane + 3, "up": lane - 3, "idx": 3}[kind]
        valid = 0 <= other < 8
        assert out[t] == (start + other + 100 if valid else t)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_votes(bits):
    x = np.array([bits >> t & 1 for t in range(32)], np.int8)
    out = np.zeros((4, 32), np.int32)
    body = """
    %b = memref.load %x[%t] : memref<?xi8>
    %p = arith.trunci %b : i8 to i1
    %all = arith.constant -1 : i32
    %r0 = nvvm.vote.sync ballot %all, %p -> i32
    memref.store %r0, %out[%c0, %t] : memref<?x?xi32>"""
    for n, kind in enumerate(("any", "all", "uni"), start=1):
        body += f"""
    %p{n} = nvvm.vote.sync {kind} %all, %p -> i1
    %r{n} = arith.extui %p{n} : i1 to i32
    memref.store %r{n}, %out[%c{n}, %t] : memref<?x?xi32>"""
    report = run(body, "%x: memref<?xi8>, %out: memref<?x?xi32>", [x, out])
    assert report.ok
    every = bits == 2**32 - 1
    assert (out[0].view(np.uint32) == bits).all()
    assert (out[1:] == [[bits != 0], [every], [every or bits == 0]]).all()


def test_special_registers():
    body = """
    %a = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ntid.x : i32
    %c = nvvm.read.ptx.sreg.ctaid.x : i32
    %d = nvvm.read.ptx.sreg.nctaid.x : i32
    %e = nvvm.read.ptx.sreg.laneid : i32
    %f = nvvm.read.ptx.sreg.warpsize : i32
    %g = gpu.lane_id
    %h = gpu.subgroup_id : index
    %i = gpu.num_subgroups : index
    %j = gpu.subgroup_size : index
    nvvm.barrier0
    %is = arith.cmpi eq, %t, %c64 : index
    scf.if %is {
      gpu.printf "%d %d %d %d %d %d %lld %lld %lld %lld|", %a, %b, %c, %d, %e, %f, %g, %h, %i, %j
          : i32, i32, i32, i32, i32, i32, index, index, index, index
    }"""
    report = run(body, block=70, grid=2)
    assert report.printed == "64 70 0 2 0 32 0 2 3 32|64 70 1 2 0 32 0 2 3 32|"
    assert report.ok


def test_printing_follows_c():
    body = """
    %a = arith.constant -5 : i32
    %b = arith.constant 255 : i32
    %f = arith.constant 2.5 : f32
    %c = arith.constant 65 : i32
    gpu.printf "%5d|%-5d|%05d|%u|%x|%X|%.3f|%8.2e|%g|%c|%%|\\n",
        %a, %a, %b, %a, %b, %b, %f, %f, %f, %c : i32, i32, i32, i32, i32, i32, f32, f32, f32, i32
    """
    want = "   -5|-5   |00255|4294967291|ff|FF|2.500|2.50e+00|2.5|A|%|\n"
    assert run(body, block=1).printed == want
    with pytest.raises(runners.Error, match="the format has 2 conversions for 1 values"):
        run('gpu.printf "%d %d", %t : index')


# Reductions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", [1, 32, 48, 100, 256])
@pytest.mark.parametrize(
    ("kind", "function"),
    [("add", np.sum), ("maxsi", np.max), ("minsi", np.min), ("xor", np.bitwise_xor.reduce)],
)
def test_a_block_reduces_its_values(kind, function, block):
    x = np.random.default_rng(2).integers(-1000, 1000, (3, block)).astype(np.int32)
    out = np.zeros((3, block), np.int32)
    body = f"""
    %v = memref.load %x[%bid, %t] : memref<?x?xi32>
    %r = gpu.all_reduce {kind} %v uniform {{}} : (i32) -> i32
    memref.store %r, %out[%bid, %t] : memref<?x?xi32>"""
    report = run(body, "%x: memref<?x?xi32>, %out: memref<?x?xi32>", [x, out], grid=3, block=block)
    assert report.ok
    assert np.array_equal(out, np.repeat(function(x, axis=1)[:, None], block, axis=1))


def test_a_block_reduces_by_a_region_of_its_own():
    body = """
    %v = arith.index_cast %t : index to i32
    %r = gpu.all_reduce %v uniform {
    ^bb0(%a: i32, %b: i32):
      %m = arith.maxsi %a, %b : i32
      gpu.yield %m : i32
    } : (i32) -> i32"""
    out, report = in_block(body, 48, np.int32, "i32")
    assert report.ok
    assert (out == 47).all()


def test_an_all_reduce_that_not_all_reach_is_a_barrier_fault():
    body = """
    %is = arith.cmpi ult, %t, %c8 : index
    scf.if %is {
      %r = gpu.all_reduce add %t64 {} : (i64) -> i64
    }"""
    (fault,) = run(body).barriers
    assert fault.operation == "gpu.all_reduce"


@pytest.mark.parametrize(
    ("clusters", "group"),
    [("", lambda t: range(t // 32 * 32, t // 32 * 32 + 32)),
     ("cluster(size = 8)", lambda t: range(t // 8 * 8, t // 8 * 8 + 8)),
     ("cluster(size = 4, stride = 2)",
      lambda t: [t // 8 * 8 + t % 2 + 2 * k for k in range(4)])],
)  # fmt: skip
def test_a_warp_reduces_in_clusters(clusters, group):
    body = f"%r = gpu.subgroup_reduce add %t64 {clusters} : (i64) -> i64"
    out, report = in_block(body, 64, np.int64, "i64")
    assert report.ok
    assert out.tolist() == [sum(group(t)) for t in range(64)]


def test_a_short_warp_reduces_what_it_has():
    out, report = in_block("%r = gpu.subgroup_reduce add %t64 : (i64) -> i64", 40, np.int64,
                           "i64")  # fmt: skip
    assert report.ok
    assert out.tolist() == [496] * 32 + [sum(range(32, 40))] * 8


def test_a_butterfly_sums_a_warp():
    body = """
    %x = memref.load %in[%t] : memref<?xf32>
    %one = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %zero = arith.constant 0 : i32
    %c5i = arith.constant 5 : i32
    %r = scf.for %k = %zero to %c5i step %one iter_args(%s = %x) -> f32 : i32 {
      %o = arith.shli %one, %k : i32
      %other, %valid = gpu.shuffle xor %s, %o, %w : f32
      %n = arith.addf %s, %other : f32
      scf.yield %n : f32
    }
    memref.store %r, %in[%t] : memref<?xf32>"""
    x = np.random.default_rng(0).standard_normal(128).astype(np.float32)
    want = x.copy()
    for k in range(5):
        want = want + want[np.arange(128) ^ (1 << k)]
    assert run(body, "%in: memref<?xf32>", [x], block=128).ok
    assert np.array_equal(x, want)


@pytest.mark.parametrize(
    ("kind", "function"), [("add", np.sum), ("umax", np.max), ("or", np.bitwise_or.reduce)]
)
def test_redux(kind, function):
    body = f"""
    %v = arith.index_cast %t : index to i32
    %all = arith.constant -1 : i32
    %r = nvvm.redux.sync {kind} %v, %all : i32 -> i32"""
    out, report = in_block(body, 64, np.int32, "i32")
    assert report.ok
    assert out.tolist() == [function(np.arange(32))] * 32 + [function(np.arange(32, 64))] * 32


# Matrix products ---------------------------------------------------------------------------------

MMA = [
    ("f16", "f32", (16, 8, 16), (4, 2), (2, 2)),
    ("f16", "f16", (16, 8, 16), (4, 2), (2, 2)),
    ("f16", "f32", (16, 8, 8), (2, 2), (1, 2)),
    ("bf16", "f32", (16, 8, 16), (4, 2), (2, 2)),
    ("bf16", "f32", (16, 8, 8), (2, 2), (1, 2)),
    ("f32", "f32", (16, 8, 4), (2, 1), (1, 1)),
    ("f32", "f32", (16, 8, 8), (4, 1), (2, 1)),
    ("f64", "f64", (8, 8, 4), (1, 1), (1, 1)),
    ("i8", "i32", (16, 8, 32), (4, 4), (2, 4)),
]


def numpy_type(kind: str):
    import ml_dtypes

    return {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
            "i8": np.int8, "i32": np.int32}[kind]  # fmt: skip


def places(which: str, shape, bits: int):
    """(row, column) of each lane's elements, written out as the PTX manual does, case by case."""
    m, n, k = shape
    found = []
    for lane in range(32):
        group, member = lane // 4, lane % 4
        if which == "a" and bits == 16:
            where = [
                (group + 8 * (i // 2 % 2), member * 2 + i % 2 + 8 * (i // 4))
                for i in range(m * k // 32)
            ]
        elif which == "a" and bits == 32:
            where = [(group + 8 * (i % 2), member + 4 * (i // 2)) for i in range(m * k // 32)]
        elif which == "a" and bits == 8:
            where = [
                (group + 8 * (i // 4 % 2), member * 4 + i % 4 + 16 * (i // 8))
                for i in range(m * k // 32)
            ]
        elif which == "a":
            where = [(group, member)]
        elif which == "b" and bits == 16:
            where = [(member * 2 + i % 2 + 8 * (i // 2), group) for i in range(k * n // 32)]
        elif which == "b" and bits == 32:
            where = [(member + 4 * i, group) for i in range(k * n // 32)]
        elif which == "b" and bits == 8:
            where = [(member * 4 + i % 4 + 16 * (i // 4), group) for i in range(k * n // 32)]
        elif which == "b":
            where = [(member, group)]
        else:
            where = [(group + 8 * (i // 2), member * 2 + i % 2) for i in range(m * n // 32)]
        found.append(where)
    return np.array(found)


@pytest.mark.parametrize(("element", "total", "shape", "a_parts", "b_parts"), MMA)
def test_mma_sync_multiplies_matrices(element, total, shape, a_parts, b_parts):
    m, n, k = shape
    rng = np.random.default_rng(3)
    if element == "i8":
        a, b = (rng.integers(-100, 100, size).astype(np.int8) for size in ((m, k), (k, n)))
        c = rng.integers(-100, 100, (m, n)).astype(np.int32)
    else:
        a, b = (rng.standard_normal(s).astype(numpy_type(element)) for s in ((m, k), (k, n)))
        c = rng.standard_normal((m, n)).astype(numpy_type(total))
    c_parts = (m // 8, 2)
    bits = 8 * a.dtype.itemsize
    lanes = []
    for which, matrix in (("a", a), ("b", b), ("c", c)):
        where = places(which, shape, bits)
        lanes.append(np.ascontiguousarray(matrix[where[..., 0], where[..., 1]]))
    names = [(element, a_parts), (element, b_parts), (total, c_parts)]
    kinds = ["x".join(map(str, parts)) + f"x{kind}" for kind, parts in names]
    lines = []
    for name, kind, (scalar, parts) in zip("abc", kinds, names, strict=True):
        flat = f"vector<{parts[0] * parts[1]}x{scalar}>"
        lines += [
            f"%{name}0 = vector.load %{name}[%t, %c0] : memref<?x?x{scalar}>, {flat}",
            f"%{name}1 = vector.shape_cast %{name}0 : {flat} to vector<{kind}>",
        ]
    flat = f"vector<{c_parts[0] * c_parts[1]}x{total}>"
    extra = ", tf32Enabled" if element == "f32" else ""
    body = (
        "\n".join(lines)
        + f"""
    %d = nvgpu.mma.sync (%a1, %b1, %c1v) {{mmaShape = [{m}, {n}, {k}]{extra}}}
        : (vector<{kinds[0]}>, vector<{kinds[1]}>, vector<{kinds[2]}>) -> vector<{kinds[2]}>
    %e = vector.shape_cast %d : vector<{kinds[2]}> to {flat}
    vector.store %e, %c[%t, %c0] : memref<?x?x{total}>, {flat}"""
    )
    body = body.replace("%c0 = vector", "%cload = vector").replace(
        "%c1 = vector.shape_cast %c0", "%c1v = vector.shape_cast %cload"
    )
    arguments = ", ".join(
        f"%{name}: memref<?x?x{kind}>" for name, (kind, _) in zip("abc", names, strict=True)
    )
    report = run(body, arguments, [x.reshape(32, -1) for x in lanes])
    assert report.ok, str(report)
    assert report.flops == (2 * m * n * k)
    got = np.zeros((m, n), c.dtype)
    where = places("c", shape, bits)
    got[where[..., 0], where[..., 1]] = lanes[2]
    if element == "f32":  # the multiplier takes the upper 19 bits only
        a, b = ((x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32) for x in (a, b))
    wide = np.int64 if element == "i8" else np.float64
    want = (a.astype(wide) @ b.astype(wide) + c.astype(wide)).astype(c.dtype)
    assert np.array_equal(got, want)


def test_an_mma_of_a_shape_that_no_hardware_has_is_refused():
    body = """
    %z = arith.constant dense<0.0> : vector<4x1xf32>
    %y = arith.constant dense<0.0> : vector<2x1xf32>
    %x = arith.constant dense<0.0> : vector<2x2xf32>
    %d = nvgpu.mma.sync (%z, %y, %x) {mmaShape = [16, 8, 8], tf32Enabled}
        : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>"""
    assert run(body).ok
    assert (16, 8, 8) in op_nvgpu.SHAPES["f32", "f32"]
    half = body.replace("f32", "f64").replace(", tf32Enabled", "")
    with pytest.raises(runners.Error):
        run(half)


def test_an_mma_takes_whole_warps():
    body = """
    %z = arith.constant dense<0.0> : vector<4x2xf16>
    %y = arith.constant dense<0.0> : vector<2x2xf16>
    %x = arith.constant dense<0.0> : vector<2x2xf32>
    %is = arith.cmpi ult, %t, %c16 : index
    scf.if %is {
      %d = nvgpu.mma.sync (%z, %y, %x) {mmaShape = [16, 8, 16]}
          : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    }"""
    (fault,) = run(body).errors
    assert (fault.kind, fault.operation) == ("warp", "nvgpu.mma.sync")
    (fault,) = run(body.replace("%c16 :", "%c64 :"), block=40).errors
    assert "a warp of 8 threads: this takes all 32" in fault.message


FILL = f"""
%q0 = arith.divui %t, %c2 : index
%h = arith.remui %t, %c2 : index
%q1 = arith.muli %h, %c8 : index
%v = vector.load %x[%q0, %q1] : memref<16x16xf16>, vector<8xf16>
vector.store %v, %s0[%q0, %q1] : memref<16x16xf16, {WORKGROUP}>, vector<8xf16>
gpu.barrier
"""


@pytest.mark.parametrize("transpose", ["false", "true"])
def test_ldmatrix_hands_out_fragments(transpose):
    body = (
        FILL
        + f"""
    %i = arith.remui %t, %c16 : index
    %j0 = arith.divui %t, %c16 : index
    %j = arith.muli %j0, %c8 : index
    %f = nvgpu.ldmatrix %s0[%i, %j] {{numTiles = 4 : i32, transpose = {transpose}}}
        : memref<16x16xf16, {WORKGROUP}> -> vector<4x2xf16>
    %g = vector.shape_cast %f : vector<4x2xf16> to vector<8xf16>
    vector.store %g, %y[%t, %c0] : memref<32x8xf16>, vector<8xf16>"""
    )
    x = np.arange(256).astype(np.float16).reshape(16, 16)
    y = np.zeros((32, 8), np.float16)
    report = run(body, "%x: memref<16x16xf16>, %y: memref<32x8xf16>", [x, y],
                 attributions=workgroup("16x16xf16"))  # fmt: skip
    assert report.ok, str(report)
    where = places("a", (16, 8, 16), 16)
    if transpose == "false":  # then it is operand a of an mma.sync
        assert np.array_equal(y, x[where[..., 0], where[..., 1]])
    else:
        tiles = [x[:8, :8], x[8:, :8], x[:8, 8:], x[8:, 8:]]
        turned = np.block([[tiles[0].T, tiles[2].T], [tiles[1].T, tiles[3].T]])
        assert np.array_equal(y, turned[where[..., 0], where[..., 1]])
    access = next(a for a in report.shared if a.operation == "nvgpu.ldmatrix")
    assert (access.requests, access.ideal, access.ways) == (1, 4, 2)


def test_ldmatrix_of_rows_at_odd_places_is_misaligned():
    body = (
        FILL
        + f"""
    %i = arith.remui %t, %c8 : index
    %f = nvgpu.ldmatrix %s0[%i, %c4] {{numTiles = 1 : i32, transpose = false}}
        : memref<16x16xf16, {WORKGROUP}> -> vector<1x2xf16>"""
    )
    x = np.zeros((16, 16), np.float16)
    (fault,) = run(body, "%x: memref<16x16xf16>", [x], attributions=workgroup("16x16xf16")).errors
    assert fault.kind == "misaligned"
    assert "byte 8 of workgroup memory 1 is no multiple of 16" in fault.message


# Asynchronous copies -----------------------------------------------------------------------------

COPY = f"""
%i = arith.muli %t, %c4 : index
%token = nvgpu.device_async_copy %x[%i], %s0[%i], 4 : memref<?xf32> to memref<128xf32, {WORKGROUP}>
%group = nvgpu.device_async_create_group %token
"""
WAIT = "nvgpu.device_async_wait %group {numGroups = 0 : i32}\n"
TAKE = f"""
%k = arith.subi %c31, %t : index
%r = memref.load %s0[%k] : memref<128xf32, {WORKGROUP}>
memref.store %r, %y[%t] : memref<?xf32>"""
COPIED = {"arguments": "%x: memref<?xf32>, %y: memref<?xf32>", "attributions": workgroup("128xf32")}


def copy(body: str):
    x, y = np.arange(128, dtype=np.float32), np.zeros(32, np.float32)
    report = run(body, COPIED["arguments"], [x, y], attributions=COPIED["attributions"])
    return y, report


def test_an_asynchronous_copy_arrives_with_the_wait():
    y, report = copy(f"{COPY}{WAIT}gpu.barrier\n{TAKE}")
    assert report.ok, str(report)
    assert y.tolist() == list(range(31, -1, -1))
    source = next(a for a in report.transactions if a.operation == "nvgpu.device_async_copy")
    assert (source.requests, source.sectors, source.share) == (1, 16, 1)
    target = next(a for a in report.shared if a.operation == "nvgpu.device_async_copy")
    assert (target.requests, target.wavefronts, target.ideal) == (1, 4, 4)


def test_reading_before_the_wait_is_a_fault_and_gets_what_was_there():
    y, report = copy(f"{COPY}gpu.barrier\n{TAKE}\n{WAIT}")
    (fault,) = report.errors
    assert (fault.kind, fault.count) == ("not arrived", 32)
    assert fault.line == line(
        f"{COPY}gpu.barrier\n{TAKE}\n{WAIT}", "memref.load", arguments=COPIED["arguments"],
        attributions=COPIED["attributions"],
    )  # fmt: skip
    assert "which an asynchronous copy has not delivered: wait for its group first" in fault.message
    assert not y.any()


def test_the_wait_is_the_threads_own_and_the_barrier_is_still_needed():
    _, report = copy(f"{COPY}{WAIT}{TAKE}")
    assert not report.errors
    (race,) = report.races
    assert "which thread 7 of the block wrote" in race.message


def test_waiting_for_all_but_the_newest_group():
    body = f"""
    %i = arith.muli %t, %c2 : index
    %j = arith.addi %i, %c64 : index
    %a = nvgpu.device_async_copy %x[%i], %s0[%i], 2
        : memref<?xf32> to memref<128xf32, {WORKGROUP}>
    %g = nvgpu.device_async_create_group %a
    %b = nvgpu.device_async_copy %x[%j], %s0[%j], 2
        : memref<?xf32> to memref<128xf32, {WORKGROUP}>
    %h = nvgpu.device_async_create_group %b
    nvgpu.device_async_wait %h {{numGroups = 1 : i32}}
    %p = memref.load %s0[%i] : memref<128xf32, {WORKGROUP}>
    memref.store %p, %y[%t] : memref<?xf32>
    """
    y, report = copy(body)
    assert report.ok, str(report)
    assert y.tolist() == list(range(0, 64, 2))
    y, report = copy(body.replace("%s0[%i] : memref<128", "%s0[%j] : memref<128"))
    (fault,) = report.errors
    assert fault.kind == "not arrived"


def test_the_rest_of_a_short_copy_is_zeros_and_not_read():
    body = f"""
    %i = arith.muli %t, %c4 : index
    %left = arith.subi %n, %i : index
    %some = arith.minsi %left, %c4 : index
    %count = arith.maxsi %some, %c0 : index
    %token = nvgpu.device_async_copy %x[%i], %s0[%i], 4, %count
        : memref<?xf32> to memref<128xf32, {WORKGROUP}>
    %group = nvgpu.device_async_create_group %token
    {WAIT}
    gpu.barrier
    scf.for %k = %c0 to %c4 step %c1 {{
      %l = arith.addi %i, %k : index
      %r = memref.load %s0[%l] : memref<128xf32, {WORKGROUP}>
      memref.store %r, %y[%l] : memref<?xf32>
    }}"""
    x, y = np.arange(1, 91, dtype=np.float32), np.full(128, 5, np.float32)
    report = run(body, "%x: memref<?xf32>, %y: memref<?xf32>, %n: index", [x, y, 90],
                 attributions=workgroup("128xf32"))  # fmt: skip
    assert report.ok, str(report)
    assert y.tolist() == [*range(1, 91), *[0] * 38]


@pytest.mark.parametrize("elements", [0, 3, 4])
def test_of_a_copy_the_bytes_that_are_read_are_counted(elements):
    body = f"""
    %i = arith.muli %t, %c4 : index
    %count = arith.minui %n, %c4 : index
    %token = nvgpu.device_async_copy %x[%i], %s0[%i], 4, %count
        : memref<?xf32> to memref<128xf32, {WORKGROUP}>
    %group = nvgpu.device_async_create_group %token
    {WAIT}"""
    x = np.ones(128, np.float32)
    report = run(body, "%x: memref<?xf32>, %n: index", [x, elements],
                 attributions=workgroup("128xf32"))  # fmt: skip
    assert report.ok, str(report)
    assert report.bytes == 32 * elements * 4
    assert report.footprint == 32 * elements * 4
    assert report.shared_bytes == 128 * 4  # with zeros for the rest
    # A part of a word is asked for element by element, each time in the same sectors.
    assert report.bytes_moved == (128 * 4 * (3 if elements == 3 else 1) if elements else 0)


def test_a_copy_of_an_odd_size_is_refused():
    body = f"""
    %a = nvgpu.device_async_copy %x[%t], %s0[%t], 3
        : memref<?xf32> to memref<128xf32, {WORKGROUP}>"""
    with pytest.raises(runners.Error):
        copy(body)


# gpu.subgroup_mma --------------------------------------------------------------------------------


def test_subgroup_matrices_multiply_add_and_transpose():
    body = """
    %a = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 16 : index}
        : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_load_matrix %y[%c0, %c0] {leadDimension = 16 : index, transpose}
        : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %half = arith.constant 0.5 : f32
    %c = gpu.subgroup_mma_constant_matrix %half : !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_compute %a, %b, %c
        : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">
        -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_elementwise addf %d, %c
        : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">)
        -> !gpu.mma_matrix<16x16xf32, "COp">
    %w = arith.divui %t, %c32 : index
    %col = arith.muli %w, %c16 : index
    gpu.subgroup_mma_store_matrix %e, %z[%c0, %col] {leadDimension = 32 : index}
        : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x32xf32>"""
    rng = np.random.default_rng(5)
    x, y = (rng.standard_normal((16, 16)).astype(np.float16) for _ in range(2))
    z = np.zeros((16, 32), np.float32)
    arguments = "%x: memref<16x16xf16>, %y: memref<16x16xf16>, %z: memref<16x32xf32>"
    report = run(body, arguments, [x, y, z], block=64)
    assert report.ok, str(report)
    want = (x.astype(np.float64) @ y.astype(np.float64).T + 0.5).astype(np.float32) + np.float32(
        0.5
    )
    assert np.array_equal(z, np.hstack([want, want]))
    assert report.flops == 2 * 2 * 16**3
    load = report.transactions[0]
    assert (load.sectors // 2, load.share) == (16, 1)


def test_a_matrix_that_reaches_out_of_bounds_and_one_that_a_branch_splits():
    body = """
    %a = gpu.subgroup_mma_load_matrix %x[%c1, %c0] {leadDimension = 16 : index}
        : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">"""
    x = np.zeros((16, 16), np.float16)
    (fault,) = run(body, "%x: memref<16x16xf16>", [x]).errors
    assert fault.kind == "out-of-bounds"
    body = "%is = arith.cmpi ult, %t, %c8 : index\nscf.if %is {" + body.replace("%c1", "%c0") + "}"
    (fault,) = run(body, "%x: memref<16x16xf16>", [x]).errors
    assert fault.kind == "warp"
