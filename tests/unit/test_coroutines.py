"""Kernels as coroutines: what they compute, in every order, and the faults that are caught."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import runners
from runners import LaunchError, emulate

SHARED = "#gpu.address_space<workgroup>"


@functools.cache
def program(
    body: str, arguments: str = "", head: str = "", attributions: str = ""
) -> runners.Program:
    """A program with the kernel @k; %zero, %one, %tid, %bid, %size and %i are there."""
    return runners.load(f"""
      gpu.module @kernels {{
        {head}
        gpu.func @k({arguments}) {attributions} kernel {{
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %tid = gpu.thread_id x
          %bid = gpu.block_id x
          %size = gpu.block_dim x
          %base = arith.muli %bid, %size : index
          %i = arith.addi %base, %tid : index
          {body}
          gpu.return
        }}
      }}""")


def fault(text: runners.Program, grid: object, block: object, args: list, **more: object) -> str:
    with pytest.raises(LaunchError) as caught:
        emulate(text, "k", grid, block, args, **more)
    return str(caught.value)


def values(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.random.default_rng(7).uniform(-1, 1, shape).astype(dtype)


SAXPY = program(
    """%n = memref.dim %x, %zero : memref<?xf32>
       %inside = arith.cmpi ult, %i, %n : index
       scf.if %inside {
         %a1 = memref.load %x[%i] : memref<?xf32>
         %b1 = memref.load %y[%i] : memref<?xf32>
         %c1 = math.fma %a, %a1, %b1 : f32
         memref.store %c1, %y[%i] : memref<?xf32>
       }""",
    "%a: f32, %x: memref<?xf32>, %y: memref<?xf32>",
)
SUM = """
  %w = memref.load %x[%i] : memref<?xf32>
  memref.store %w, %s[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
  FIRST
  %half = arith.constant 32 : index
  scf.while (%width = %half) : (index) -> index {
    %more = arith.cmpi ne, %width, %zero : index
    scf.condition(%more) %width : index
  } do {
  ^bb0(%width: index):
    %adds = arith.cmpi ult, %tid, %width : index
    scf.if %adds {
      %other = arith.addi %tid, %width : index
      %p = memref.load %s[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
      %q = memref.load %s[%other] : memref<64xf32, #gpu.address_space<workgroup>>
      %r = arith.addf %p, %q : f32
      memref.store %r, %s[%tid] : memref<64xf32, #gpu.address_space<workgroup>>
      INSIDE
    }
    SECOND
    %next = arith.shrui %width, %one : index
    scf.yield %next : index
  }
  %first = arith.cmpi eq, %tid, %zero : index
  scf.if %first {
    %r = memref.load %s[%zero] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %r, %out[%bid] : memref<?xf32>
  }
"""


def block_sums(first: str = "gpu.barrier", second: str = "gpu.barrier", inside: str = ""):
    body = SUM.replace("FIRST", first).replace("SECOND", second).replace("INSIDE", inside)
    return program(
        body, "%x: memref<?xf32>, %out: memref<?xf32>",
        attributions=f"workgroup(%s: memref<64xf32, {SHARED}>)",
    )  # fmt: skip


# What they compute --------------------------------------------------------------------------


def test_saxpy_with_a_tail_is_that_of_numpy():
    x, y = values(1000), values(1000)[::-1].copy()
    expected = np.float32(1.5) * x.astype(np.float64) + y
    done = emulate(SAXPY, "k", 8, 128, [1.5, x, y])
    np.testing.assert_array_equal(y, expected.astype(np.float32))  # one rounding: it is an fma
    assert (done.launch.grid, done.launch.block, done.meetings) == ((8, 1, 1), (128, 1, 1), 0)


@pytest.mark.parametrize("seed", range(4))
def test_a_block_reduction_in_shared_memory_is_right_in_every_order(seed):
    x, out = values(5 * 64), np.zeros(5, np.float32)
    emulate(block_sums(), "k", 5, 64, [x, out], seed=seed)
    np.testing.assert_allclose(out, x.reshape(5, 64).astype(np.float64).sum(1), rtol=2e-6)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("missing", ["first", "second"])
def test_without_a_barrier_the_numbers_are_wrong_in_every_order(missing, seed):
    x, out = values(5 * 64), np.zeros(5, np.float32)
    emulate(block_sums(**{missing: ""}), "k", 5, 64, [x, out], seed=seed)
    assert not np.isclose(out, x.reshape(5, 64).sum(1), rtol=1e-3).any()


@pytest.mark.parametrize("n", [1, 31, 32, 33, 64, 100])
def test_a_shuffle_butterfly_sums_warps_also_partly_filled_ones(n):
    text = program(
        """%w = arith.constant 32 : i32
           %v = memref.load %x[%tid] : memref<?xi32>
           %b1 = arith.constant 1 : i32
           %c1, %p1 = gpu.shuffle xor %v, %b1, %w : i32
           %z = arith.constant 0 : i32
           %n1 = arith.select %p1, %c1, %z : i32
           %r = arith.addi %v, %n1 : i32
           memref.store %r, %out[%tid] : memref<?xi32>""",
        "%x: memref<?xi32>, %out: memref<?xi32>",
    )
    x, out = np.arange(n, dtype=np.int32) + 1, np.zeros(n, np.int32)
    emulate(text, "k", 1, n, [x, out])
    partner = np.arange(n) ^ 1
    # A lane that is not there has no defined value; with an odd number that is the last one's.
    whole = partner < n
    np.testing.assert_array_equal(out[whole], (x + x[np.minimum(partner, n - 1)])[whole])


@pytest.mark.parametrize("width", [32, 16])
@pytest.mark.parametrize("mode", ["up", "down", "xor", "idx"])
@pytest.mark.parametrize("offset", [0, 1, 5, 17])
def test_each_kind_of_shuffle_does_what_ptx_says(mode, offset, width):
    text = program(
        f"""%w = arith.constant {width} : i32
           %o = arith.constant {offset} : i32
           %v = memref.load %x[%tid] : memref<?xf32>
           %c1, %p1 = gpu.shuffle {mode} %v, %o, %w : f32
           %e = arith.extui %p1 : i1 to i32
           memref.store %c1, %out[%tid] : memref<?xf32>
           memref.store %e, %valid[%tid] : memref<?xi32>""",
        "%x: memref<?xf32>, %out: memref<?xf32>, %valid: memref<?xi32>",
    )
    x, out, valid = values(width), np.zeros(width, np.float32), np.zeros(width, np.int32)
    emulate(text, "k", 1, width, [x, out, valid])
    if (mode, width) == ("up", 16):  # LLVM 22 clamps it to lane 16 and above: nothing is valid
        assert not valid.any()
        return
    lane = np.arange(width)
    source = {"up": lane - offset, "down": lane + offset, "xor": lane ^ offset,
              "idx": np.full(width, offset)}[mode]  # fmt: skip
    inside = (source >= 0) & (source < width)
    np.testing.assert_array_equal(valid, inside)
    np.testing.assert_array_equal(out, np.where(inside, x[np.clip(source, 0, width - 1)], x))


WARP_OPERATIONS = """
llvm.func @k(%x: !llvm.ptr, %out: !llvm.ptr) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %warp = nvvm.read.ptx.sreg.warpid : i32
  %all = llvm.mlir.constant(-1 : i32) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %xp = llvm.getelementptr %x[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %v = llvm.load %xp : !llvm.ptr -> i32
  %less = llvm.icmp "slt" %v, %five : i32
  %ballot = nvvm.vote.sync ballot %all, %less -> i32
  %any = nvvm.vote.sync any %all, %less -> i1
  %every = nvvm.vote.sync all %all, %less -> i1
  %uni = nvvm.vote.sync uni %all, %less -> i1
  %match = nvvm.match.sync any %all, %v : i32 -> i32
  %add = nvvm.redux.sync add %v, %all : i32 -> i32
  %max = nvvm.redux.sync max %v, %all : i32 -> i32
  %umax = nvvm.redux.sync umax %v, %all : i32 -> i32
  %xor = nvvm.redux.sync xor %v, %all : i32 -> i32
  nvvm.bar.warp.sync %all : i32
  %any32 = llvm.zext %any : i1 to i32
  %every32 = llvm.zext %every : i1 to i32
  %uni32 = llvm.zext %uni : i1 to i32
  STORES
  llvm.return
}
"""
_OUTPUTS = ("lane", "warp", "ballot", "any32", "every32", "uni32", "match", "add", "max", "umax",
            "xor")  # fmt: skip


def test_votes_matches_and_reductions_over_a_warp():
    stores = "\n".join(
        f"""%o{n} = llvm.mlir.constant({64 * n} : i32) : i32
            %a{n} = llvm.add %tid, %o{n} : i32
            %p{n} = llvm.getelementptr %out[%a{n}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
            llvm.store %{name}, %p{n} : i32, !llvm.ptr"""
        for n, name in enumerate(_OUTPUTS)
    )
    text = runners.load(WARP_OPERATIONS.replace("STORES", stores))
    x = np.random.default_rng(3).integers(-8, 8, 64).astype(np.int32)
    x[32:] = 3
    out = np.zeros((len(_OUTPUTS), 2, 32), np.int32)
    emulate(text, "k", 1, 64, [x, out])
    got = dict(zip(_OUTPUTS, out, strict=True))
    bits = 1 << np.arange(32, dtype=np.uint32)
    for warp, v in enumerate(x.reshape(2, 32)):
        less = v < 5
        expected = {
            "lane": np.arange(32), "warp": warp, "ballot": bits[less].sum(dtype=np.uint32),
            "any32": less.any(), "every32": less.all(), "uni32": len(set(less)) == 1,
            "match": [(bits[v == each]).sum(dtype=np.uint32) for each in v],
            "add": v.sum(), "max": v.max(), "umax": v.view(np.uint32).max(),
            "xor": np.bitwise_xor.reduce(v),
        }  # fmt: skip
        for name, value in expected.items():
            wanted = np.broadcast_to(np.asarray(value, np.int64), 32).astype(np.uint32)
            np.testing.assert_array_equal(got[name][warp].view(np.uint32), wanted, name)


NAMED = """
llvm.func @k(%out: !llvm.ptr) attributes {nvvm.kernel} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %five = llvm.mlir.constant(5 : i32) : i32
  %count = llvm.mlir.constant(COUNT : i32) : i32
  %half = llvm.lshr %tid, %five : i32
  %id = llvm.add %half, %one : i32
  %mine = llvm.getelementptr %out[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %tid, %mine : i32, !llvm.ptr
  nvvm.barrier id = %id number_of_threads = %count
  %other = llvm.xor %tid, %five : i32
  %there = llvm.getelementptr %out[%other] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %value = llvm.load %there : !llvm.ptr -> i32
  nvvm.barrier id = %id number_of_threads = %count
  llvm.store %value, %mine : i32, !llvm.ptr
  llvm.return
}
"""


def test_named_barriers_hold_as_many_threads_as_they_say():
    out = np.full(64, -1, np.int32)
    emulate(runners.load(NAMED.replace("COUNT", "32")), "k", 1, 64, [out])
    np.testing.assert_array_equal(out, np.arange(64) ^ 5)
    message = fault(runners.load(NAMED.replace("COUNT", "64")), 1, 64, [out])
    assert "a barrier is not reached by all threads" in message


@pytest.mark.parametrize("pipeline", ["gpu-affine", "gpu-parallel-loops"])
def test_what_a_pipeline_made_of_loops_runs(pipeline):
    text = runners.load("""
      func.func @scaled(%x: memref<32x64xf32>, %y: memref<32x64xf32>) {
        linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                         affine_map<(i, j) -> (i, j)>],
                        iterator_types = ["parallel", "parallel"]}
            ins(%x : memref<32x64xf32>) outs(%y : memref<32x64xf32>) {
        ^bb0(%a: f32, %b: f32):
          %s = math.exp %a : f32
          linalg.yield %s : f32
        }
        return
      }""").lower(pipeline)
    grid, block = ((32, 1), (64, 1)) if pipeline == "gpu-affine" else ((1, 8), (64, 4))
    x, y = values(32, 64), np.zeros((32, 64), np.float32)
    emulate(text, "scaled_kernel", grid, block, [x, y])
    np.testing.assert_allclose(y, np.exp(x.astype(np.float64)), rtol=2e-7)


def test_functions_of_libdevice_are_those_of_the_c_library():
    names = ("exp", "tanh", "erf", "sin", "log1p", "sqrt", "rsqrt", "floor", "cbrt", "exp2")
    lines = "\n".join(
        f"""%v{n} = math.{name} %v : f32
            %n{n} = arith.constant {n} : index
            memref.store %v{n}, %out[%n{n}, %tid] : memref<?x?xf32>"""
        for n, name in enumerate(names)
    )
    text = program(
        f"""%v = memref.load %x[%tid] : memref<?xf32>
            {lines}
            %two = arith.constant 2.0 : f32
            %p = math.powf %v, %two : f32
            %np = arith.constant {len(names)} : index
            memref.store %p, %out[%np, %tid] : memref<?x?xf32>
            %w = memref.load %x[%tid] : memref<?xf32>
            %w64 = arith.extf %w : f32 to f64
            %e64 = math.exp %w64 : f64
            memref.store %e64, %wide[%tid] : memref<?xf64>""",
        "%x: memref<?xf32>, %out: memref<?x?xf32>, %wide: memref<?xf64>",
    )
    x = np.abs(values(64)) + np.float32(0.1)
    out, wide = np.zeros((len(names) + 1, 64), np.float32), np.zeros(64)
    emulate(text, "k", 1, 64, [x, out, wide])
    import math

    d = x.astype(np.float64)
    by_name = {"rsqrt": 1 / np.sqrt(d), "erf": np.vectorize(math.erf)(d)}
    for row, name in zip(out, names, strict=False):
        expected = by_name[name] if name in by_name else getattr(np, name)(d)
        np.testing.assert_allclose(row, expected, rtol=3e-7, err_msg=name)
    np.testing.assert_allclose(out[-1], d * d, rtol=2e-7)
    np.testing.assert_allclose(wide, np.exp(d), rtol=4e-16)


def test_printf_shows_the_threads_values():
    text = program(
        """%half = arith.constant 0.5 : f32
           gpu.printf "t%d of %lld: %5.2f|%x|%%\\0A", %tid, %size, %half, %small
             : index, index, f32, i32""",
        "%small: i32",
    )
    done = emulate(text, "k", 1, 2, [-1])
    assert sorted(done.output.splitlines()) == [
        "t0 of 2:  0.50|ffffffff|%", "t1 of 2:  0.50|ffffffff|%"
    ]  # fmt: skip


def test_an_assertion_that_fails_says_where_and_who():
    text = program(
        """%three = arith.constant 3 : index
           %fine = arith.cmpi ne, %tid, %three : index
           cf.assert %fine, "three is a crowd" """,
    )
    message = fault(text, 1, 8, [])
    assert "thread (3, 0, 0) of block (0, 0, 0): assertion failed: three is a crowd" in message


@pytest.mark.parametrize(("grid", "block"), [((3, 2, 2), (4, 3, 2)), (7, (33, 2)), ((1, 1, 5), 1)])
def test_ids_and_sizes_are_those_of_the_launch(grid, block):
    kinds = ("thread_id", "block_id", "block_dim", "grid_dim")
    coordinates = [f"gpu.{what} {axis}" for what in kinds for axis in "xyz"]
    lines = "\n".join(
        f"""%c{n} = {each}
            %d{n} = arith.index_cast %c{n} : index to i32
            %n{n} = arith.constant {n} : index
            memref.store %d{n}, %out[%at, %n{n}] : memref<?x12xi32>"""
        for n, each in enumerate(coordinates)
    )
    text = program(
        f"""%tx = gpu.thread_id x
            %ty = gpu.thread_id y
            %tz = gpu.thread_id z
            %bx = gpu.block_id x
            %by = gpu.block_id y
            %bz = gpu.block_id z
            %sx = gpu.block_dim x
            %sy = gpu.block_dim y
            %sz = gpu.block_dim z
            %gx = gpu.grid_dim x
            %gy = gpu.grid_dim y
            %h0 = arith.muli %bz, %gy : index
            %h1 = arith.addi %h0, %by : index
            %h2 = arith.muli %h1, %gx : index
            %h3 = arith.addi %h2, %bx : index
            %h4 = arith.muli %h3, %sz : index
            %h5 = arith.addi %h4, %tz : index
            %h6 = arith.muli %h5, %sy : index
            %h7 = arith.addi %h6, %ty : index
            %h8 = arith.muli %h7, %sx : index
            %at = arith.addi %h8, %tx : index
            {lines}""",
        "%out: memref<?x12xi32>",
    )
    g, b = (
        (*each, 1, 1)[:3] if isinstance(each, tuple) else (each, 1, 1) for each in (grid, block)
    )
    out = np.full((int(np.prod(g)) * int(np.prod(b)), 12), -1, np.int32)
    emulate(text, "k", grid, block, [out])
    at = np.stack(np.unravel_index(np.arange(len(out)), (*g[::-1], *b[::-1])), axis=1)
    expected = np.concatenate(
        [at[:, :2:-1], at[:, 2::-1], np.tile([*b, *g], (len(out), 1))], axis=1
    )
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("seed", range(3))
def test_atomics_count_every_thread_of_every_block(seed):
    text = program(
        """%c = arith.constant 1 : i32
           %0 = memref.atomic_rmw addi %c, %count[%zero] : (i32, memref<?xi32>) -> i32
           %v = arith.constant 0.5 : f32
           %1 = memref.atomic_rmw addf %v, %sum[%zero] : (f32, memref<?xf32>) -> f32
           %t = arith.index_cast %tid : index to i32
           %2 = memref.atomic_rmw maxs %t, %count[%one] : (i32, memref<?xi32>) -> i32""",
        "%count: memref<?xi32>, %sum: memref<?xf32>",
    )
    count, total = np.zeros(2, np.int32), np.zeros(1, np.float32)
    emulate(text, "k", 10, 96, [count, total], seed=seed)
    assert (count[0], count[1], total[0]) == (960, 95, 480.0)


def test_dynamic_shared_memory_has_the_bytes_of_the_launch():
    text = program(
        """%bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
           %d = memref.view %bytes[%zero][%size]
             : memref<?xi8, #gpu.address_space<workgroup>>
             to memref<?xi32, #gpu.address_space<workgroup>>
           %t = arith.index_cast %tid : index to i32
           memref.store %t, %d[%tid] : memref<?xi32, #gpu.address_space<workgroup>>
           memref.store %t, %s[%tid] : memref<64xi32, #gpu.address_space<workgroup>>
           gpu.barrier
           %last = arith.subi %size, %one : index
           %other = arith.subi %last, %tid : index
           %v = memref.load %d[%other] : memref<?xi32, #gpu.address_space<workgroup>>
           %w = memref.load %s[%other] : memref<64xi32, #gpu.address_space<workgroup>>
           %r = arith.addi %v, %w : i32
           memref.store %r, %out[%tid] : memref<?xi32>""",
        "%out: memref<?xi32>",
        attributions=f"workgroup(%s: memref<64xi32, {SHARED}>)",
    )
    out = np.zeros(64, np.int32)
    emulate(text, "k", 1, 64, [out], dynamic_shared=256)
    np.testing.assert_array_equal(out, 2 * np.arange(64)[::-1])
    message = fault(text, 1, 64, [out], dynamic_shared=252)
    assert "writes byte 252 of shared memory @" in message
    assert "which has 252 bytes" in message


def test_fresh_shared_memory_is_not_zero():
    text = program(
        f"""%v = memref.load %s[%tid] : memref<64xf32, {SHARED}>
            memref.store %v, %out[%tid] : memref<?xf32>""",
        "%out: memref<?xf32>", attributions=f"workgroup(%s: memref<64xf32, {SHARED}>)",
    )  # fmt: skip
    out = np.zeros(64, np.float32)
    emulate(text, "k", 1, 64, [out])
    assert np.isnan(out).all()


def test_private_memory_is_each_threads_own_across_a_barrier():
    text = program(
        """%t = arith.index_cast %tid : index to i32
           memref.store %t, %p[%one] : memref<4xi32, #gpu.address_space<private>>
           gpu.barrier
           %v = memref.load %p[%one] : memref<4xi32, #gpu.address_space<private>>
           memref.store %v, %out[%tid] : memref<?xi32>""",
        "%out: memref<?xi32>",
        attributions="private(%p: memref<4xi32, #gpu.address_space<private>>)",
    )  # fmt: skip
    out = np.zeros(64, np.int32)
    emulate(text, "k", 1, 64, [out])
    np.testing.assert_array_equal(out, np.arange(64))


def test_a_function_that_a_kernel_calls_may_hold_a_barrier_and_know_its_thread():
    text = program(
        """%v = func.call @mine(%s) : (memref<64xi32, #gpu.address_space<workgroup>>) -> i32
           memref.store %v, %out[%tid] : memref<?xi32>""",
        "%out: memref<?xi32>",
        head="""func.func private @mine(%s: memref<64xi32, #gpu.address_space<workgroup>>) -> i32 {
          %last = arith.constant 63 : index
          %tid = gpu.thread_id x
          %t = arith.index_cast %tid : index to i32
          memref.store %t, %s[%tid] : memref<64xi32, #gpu.address_space<workgroup>>
          gpu.barrier
          %other = arith.subi %last, %tid : index
          %v = memref.load %s[%other] : memref<64xi32, #gpu.address_space<workgroup>>
          return %v : i32
        }""",
        attributions=f"workgroup(%s: memref<64xi32, {SHARED}>)",
    )
    out = np.zeros(64, np.int32)
    emulate(text, "k", 1, 64, [out])
    np.testing.assert_array_equal(out, np.arange(64)[::-1])


def test_a_constant_table_of_the_module_is_read():
    text = program(
        """%t = memref.get_global @table : memref<4xf32>
           %v = memref.load %t[%tid] : memref<4xf32>
           memref.store %v, %out[%tid] : memref<?xf32>""",
        "%out: memref<?xf32>",
        head="memref.global constant @table : memref<4xf32> = dense<[1.0, 2.0, 4.0, 8.0]>",
    )
    out = np.zeros(4, np.float32)
    emulate(text, "k", 1, 4, [out])
    np.testing.assert_array_equal(out, [1, 2, 4, 8])
    assert "outside the global @table" in fault(text, 1, 5, [np.zeros(8, np.float32)])


def test_strided_views_and_16_bit_floats_are_taken():
    text = program(
        """%v = memref.load %x[%tid, %one] : memref<?x?xf16, strided<[?, ?], offset: ?>>
           %w = arith.addf %v, %h : f16
           memref.store %w, %x[%tid, %zero] : memref<?x?xf16, strided<[?, ?], offset: ?>>""",
        "%x: memref<?x?xf16, strided<[?, ?], offset: ?>>, %h: f16",
    )
    x = values(8, 6, dtype=np.float16)
    before = x.copy()
    emulate(text, "k", 1, 8, [x[::-1, 1::2], np.float16(0.5)])
    before[:, 1] = before[:, 3] + np.float16(0.5)
    np.testing.assert_array_equal(x, before)


TILED = """
  %ty = gpu.thread_id y
  %by = gpu.block_id y
  %t = arith.constant 16 : index
  %r0 = arith.muli %by, %t : index
  %row = arith.addi %r0, %ty : index
  %f0 = arith.constant 0.0 : f32
  %depth = memref.dim %a, %one : memref<?x?xf32>
  %sum = scf.for %k0 = %zero to %depth step %t iter_args(%acc = %f0) -> f32 {
    %ka = arith.addi %k0, %tid : index
    %kb = arith.addi %k0, %ty : index
    %x = memref.load %a[%row, %ka] : memref<?x?xf32>
    %y = memref.load %b[%kb, %i] : memref<?x?xf32>
    memref.store %x, %ta[%ty, %tid] : memref<16x16xf32, #gpu.address_space<workgroup>>
    memref.store %y, %tb[%ty, %tid] : memref<16x16xf32, #gpu.address_space<workgroup>>
    FIRST
    %part = scf.for %k = %zero to %t step %one iter_args(%p = %acc) -> f32 {
      %u = memref.load %ta[%ty, %k] : memref<16x16xf32, #gpu.address_space<workgroup>>
      %v = memref.load %tb[%k, %tid] : memref<16x16xf32, #gpu.address_space<workgroup>>
      %m = arith.mulf %u, %v : f32
      %q = arith.addf %p, %m : f32
      scf.yield %q : f32
    }
    SECOND
    scf.yield %part : f32
  }
  memref.store %sum, %c[%row, %i] : memref<?x?xf32>
"""


def tiled(first: str = "gpu.barrier", second: str = "gpu.barrier") -> runners.Program:
    return program(
        TILED.replace("FIRST", first).replace("SECOND", second),
        "%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>",
        attributions=f"""workgroup(%ta: memref<16x16xf32, {SHARED}>,
                                  %tb: memref<16x16xf32, {SHARED}>)""",
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_tiled_product_is_right_in_every_order(seed):
    a, b, c = values(64, 80), values(80, 48), np.zeros((64, 48), np.float32)
    emulate(tiled(), "k", (3, 4), (16, 16), [a, b, c], seed=seed)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, atol=3e-6)


@pytest.mark.parametrize("missing", ["first", "second"])
@pytest.mark.parametrize("seed", range(3))
def test_a_tiled_product_without_one_of_its_barriers_is_wrong(missing, seed):
    a, b, c = values(64, 80), values(80, 48), np.zeros((64, 48), np.float32)
    emulate(tiled(**{missing: ""}), "k", (3, 4), (16, 16), [a, b, c], seed=seed)
    assert not np.isclose(c, a @ b, atol=1e-3).all()


def test_a_tiled_product_of_256_takes_less_than_a_second():
    import time

    a, b, c = values(256, 256), values(256, 256), np.zeros((256, 256), np.float32)
    emulate(tiled(), "k", 1, (16, 16), [a, b, c])  # compiles
    start = time.perf_counter()
    emulate(tiled(), "k", (16, 16), (16, 16), [a, b, c])
    assert time.perf_counter() - start < 1
    np.testing.assert_allclose(c, a.astype(np.float64) @ b, atol=2e-5)


# Tensor cores and asynchronous copies --------------------------------------------------------


def test_matrix_fragments_of_gpu_subgroup_mma():
    text = program(
        """%x = gpu.subgroup_mma_load_matrix %a[%zero, %zero] {leadDimension = 16 : index}
             : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
           %y = gpu.subgroup_mma_load_matrix %b[%zero, %zero] {leadDimension = 16 : index}
             : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
           %z = gpu.subgroup_mma_load_matrix %c[%zero, %zero] {leadDimension = 16 : index}
             : memref<16x16xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
           %r = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<16x16xf16, "AOp">,
             !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
           gpu.subgroup_mma_store_matrix %r, %c[%zero, %zero] {leadDimension = 16 : index}
             : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>""",
        "%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf32>",
    )
    a, b, c = (
        values(16, 16, dtype=np.float16),
        values(16, 16, dtype=np.float16).T.copy(),
        values(16, 16),
    )
    expected = a.astype(np.float64) @ b.astype(np.float64) + c
    emulate(text, "k", 1, 32, [a, b, c])
    np.testing.assert_allclose(c, expected, rtol=1e-6, atol=1e-7)
    assert "takes all 32 threads of a warp; 16 take part" in fault(text, 1, 16, [a, b, c])


def _rows_and_columns(shape: str) -> tuple[list, list, list]:
    """(row, column) of each element of a, b and c in every lane, as the PTX manual's figures have
    them for mma.m16n8k16 of f16, m16n8k8 of f16 and tf32, m16n8k32 of s8 and m8n8k4 of f64."""
    g, t = np.arange(32) // 4, np.arange(32) % 4
    c = [(g, 2 * t), (g, 2 * t + 1), (g + 8, 2 * t), (g + 8, 2 * t + 1)]
    if shape == "16x8x16xf16":
        a = [(g + 8 * (i // 2 % 2), 2 * t + i % 2 + 8 * (i // 4)) for i in range(8)]
        b = [(2 * t + i % 2 + 8 * (i // 2), g) for i in range(4)]
    elif shape == "16x8x8xf16":
        a = [(g + 8 * (i // 2), 2 * t + i % 2) for i in range(4)]
        b = [(2 * t + i, g) for i in range(2)]
    elif shape == "16x8x8xf32":
        a = [(g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4)]
        b = [(t, g), (t + 4, g)]
    elif shape == "16x8x32xi8":
        a = [(g + 8 * (i // 4 % 2), 4 * t + i % 4 + 16 * (i // 8)) for i in range(16)]
        b = [(4 * t + i % 4 + 16 * (i // 4), g) for i in range(8)]
    else:
        a, b, c = [(g, t)], [(t, g)], [(g, 2 * t), (g, 2 * t + 1)]
    return a, b, c


@pytest.mark.parametrize(
    ("shape", "a_vector", "b_vector", "c_vector", "more"),
    [
        ("16x8x16xf16", "4x2xf16", "2x2xf16", "2x2xf32", ""),
        ("16x8x8xf16", "2x2xf16", "1x2xf16", "2x2xf32", ""),
        ("16x8x16xf16", "4x2xf16", "2x2xf16", "2x2xf16", ""),
        ("16x8x8xf32", "4x1xf32", "2x1xf32", "2x2xf32", "tf32Enabled, "),
        ("16x8x32xi8", "4x4xi8", "2x4xi8", "2x2xi32", ""),
        ("8x8x4xf64", "1x1xf64", "1x1xf64", "1x2xf64", ""),
    ],
)
def test_mma_sync_on_fragments_as_ptx_lays_them_out(shape, a_vector, b_vector, c_vector, more):
    dtypes = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8,
              "i32": np.int32}  # fmt: skip
    m, n, k = (int(each) for each in shape.split("x")[:3])
    counts = [len(each) for each in _rows_and_columns(shape)]
    elements = [each.rpartition("x")[2] for each in (a_vector, b_vector, c_vector)]
    loads = "\n".join(
        f"""%flat_{name} = vector.load %{name}[%tid, %zero]
              : memref<32x{count}x{element}>, vector<{count}x{element}>
            %{name}_ = vector.shape_cast %flat_{name}
              : vector<{count}x{element}> to vector<{vector}>"""
        for name, count, element, vector in zip(
            "abc", counts, elements, (a_vector, b_vector, c_vector), strict=True
        )
    )
    text = program(
        f"""{loads}
            %d = nvgpu.mma.sync(%a_, %b_, %c_) {{{more}mmaShape = [{m}, {n}, {k}]}}
              : (vector<{a_vector}>, vector<{b_vector}>, vector<{c_vector}>) -> vector<{c_vector}>
            %flat_d = vector.shape_cast %d : vector<{c_vector}> to vector<{counts[2]}x{elements[2]}>
            vector.store %flat_d, %c[%tid, %zero]
              : memref<32x{counts[2]}x{elements[2]}>, vector<{counts[2]}x{elements[2]}>""",
        ", ".join(
            f"%{name}: memref<32x{count}x{element}>"
            for name, count, element in zip("abc", counts, elements, strict=True)
        ),
    )
    random = np.random.default_rng(5)
    # Small whole numbers: every product and sum is exact in all of these types.
    whole = [random.integers(-4, 5, size) for size in ((m, k), (k, n), (m, n))]
    places = _rows_and_columns(shape)
    given = [
        np.stack([matrix[at] for at in place], axis=1).astype(dtypes[element])
        for matrix, place, element in zip(whole, places, elements, strict=True)
    ]
    emulate(text, "k", 1, 32, given)
    result = np.zeros((m, n))
    for at, column in zip(places[2], given[2].T, strict=True):
        result[at] = column
    np.testing.assert_array_equal(result, whole[0] @ whole[1] + whole[2])


@pytest.mark.parametrize("transpose", [False, True])
def test_ldmatrix_gives_each_lane_two_neighbours_of_a_row(transpose):
    flag = str(transpose).lower()
    text = program(
        f"""%c16 = arith.constant 16 : index
            %row = arith.remui %tid, %c16 : index
            %high = arith.divui %tid, %c16 : index
            %c8 = arith.constant 8 : index
            %column = arith.muli %high, %c8 : index
            scf.for %e = %zero to %c8 step %one {{
              %at = arith.addi %column, %e : index
              %v = memref.load %x[%row, %at] : memref<16x16xf16>
              memref.store %v, %s[%row, %at] : memref<16x16xf16, {SHARED}>
            }}
            gpu.barrier
            %m = nvgpu.ldmatrix %s[%row, %column] {{transpose = {flag}, numTiles = 4 : i32}}
              : memref<16x16xf16, {SHARED}> -> vector<4x2xf16>
            %flat = vector.shape_cast %m : vector<4x2xf16> to vector<8xf16>
            vector.store %flat, %out[%tid, %zero] : memref<32x8xf16>, vector<8xf16>""",
        "%x: memref<16x16xf16>, %out: memref<32x8xf16>",
        attributions=f"workgroup(%s: memref<16x16xf16, {SHARED}> {{llvm.align = 16 : i64}})",
    )
    x, out = values(16, 16, dtype=np.float16), np.zeros((32, 8), np.float16)
    emulate(text, "k", 1, 32, [x, out])
    quarters = [x[:8, :8], x[8:, :8], x[:8, 8:], x[8:, 8:]]
    for lane in range(32):
        r, c = lane // 4, 2 * (lane % 4)
        for number, quarter in enumerate(quarters):
            own = quarter.T if transpose else quarter
            np.testing.assert_array_equal(out[lane, 2 * number : 2 * number + 2], own[r, c : c + 2])


def asynchronous(wait: str) -> runners.Program:
    return program(
        f"""%c4 = arith.constant 4 : index
            %at = arith.muli %tid, %c4 : index
            %last = arith.subi %size, %one : index
            %other = arith.subi %last, %tid : index
            %from = arith.muli %other, %c4 : index
            %copy = nvgpu.device_async_copy %x[%at], %s[%at], 4
              : memref<?xf32> to memref<256xf32, {SHARED}>
            %group = nvgpu.device_async_create_group %copy
            {wait}
            gpu.barrier
            %v = memref.load %s[%from] : memref<256xf32, {SHARED}>
            memref.store %v, %out[%tid] : memref<?xf32>""",
        "%x: memref<?xf32>, %out: memref<?xf32>",
        attributions=f"workgroup(%s: memref<256xf32, {SHARED}> {{llvm.align = 16 : i64}})",
    )


def test_an_asynchronous_copy_arrives_when_it_is_waited_for_and_not_before():
    x, out = values(256), np.zeros(64, np.float32)
    emulate(asynchronous("nvgpu.device_async_wait %group"), "k", 1, 64, [x, out])
    np.testing.assert_array_equal(out, x[::4][::-1])
    emulate(asynchronous(""), "k", 1, 64, [x, out])
    assert np.isnan(out).all()
    emulate(
        asynchronous("nvgpu.device_async_wait %group {numGroups = 1 : i32}"), "k", 1, 64, [x, out]
    )
    assert np.isnan(out).all()


def test_an_asynchronous_copy_out_of_bounds_is_caught():
    x, out = values(252), np.zeros(64, np.float32)
    message = fault(asynchronous("nvgpu.device_async_wait %group"), 1, 64, [x, out])
    assert "thread (63, 0, 0) of block (0, 0, 0) reads 16 bytes at" in message


# Faults -------------------------------------------------------------------------------------


def test_a_barrier_in_a_branch_is_named_with_those_who_do_not_come():
    message = fault(block_sums(second="", inside="gpu.barrier"), 1, 64, [values(64), values(1)])
    assert "k: a barrier is not reached by all threads of block (0, 0, 0): " in message
    assert "32 threads ((0, 0, 0) first) wait at the barrier at <text>:" in message
    assert "32 threads ((32, 0, 0) first) ended without it" in message


def test_two_barriers_in_the_arms_of_a_branch_do_not_meet():
    text = program(
        """%c8 = arith.constant 8 : index
           %low = arith.cmpi ult, %tid, %c8 : index
           %t = arith.index_cast %tid : index to i32
           scf.if %low {
             gpu.barrier
             memref.store %t, %x[%zero] : memref<?xi32>
           } else {
             gpu.barrier
             memref.store %t, %x[%one] : memref<?xi32>
             memref.store %t, %x[%zero] : memref<?xi32>
           }""",
        "%x: memref<?xi32>",
    )
    message = fault(text, 1, 32, [np.zeros(2, np.int32)])
    assert "8 threads ((0, 0, 0) first) wait at the barrier" in message
    assert "24 threads ((8, 0, 0) first) at the barrier" in message


@pytest.mark.parametrize(
    ("what", "index", "says"),
    [
        ("reads", "%x[%i]", "reads element 100 of argument 1, which has 100 elements"),
        ("writes", "%y[%i]", "writes element 50 of argument 2, which has 50 elements"),
    ],
)
def test_an_access_past_the_end_names_thread_element_and_line(what, index, says):
    body = {
        "reads": "%v = memref.load %x[%i] : memref<?xf32>",
        "writes": "%v = arith.constant 0.0 : f32\nmemref.store %v, %y[%i] : memref<?xf32>",
    }[what]
    text = program(body + "\nmemref.store %v, %y[%zero] : memref<?xf32>",
                   "%x: memref<?xf32>, %y: memref<?xf32>")  # fmt: skip
    x, whole = values(100), np.zeros(51, np.float32)
    message = fault(text, 4, 32, [x, whole[:50]])
    line = next(n for n, each in enumerate(text.text.splitlines(), start=1) if index in each)
    assert message.startswith(f"k: <text>:{line}:")
    # The order of threads is shuffled: which one is first past the end is not known.
    assert f"of block (3, 0, 0) {what} element" in message or f" {what} element" in message
    assert says.rpartition(", ")[2] in message
    assert says.split(" of ")[1].split(",")[0] in message
    assert whole[50] == 0


def test_an_index_below_zero_is_caught():
    text = program(
        """%at = arith.subi %tid, %one : index
           %v = memref.load %x[%at] : memref<?xi32>
           memref.store %v, %x[%tid] : memref<?xi32>""",
        "%x: memref<?xi32>",
    )
    message = fault(text, 1, 8, [np.zeros(8, np.int32)])
    assert "thread (0, 0, 0) of block (0, 0, 0) reads element -1 of argument 1" in message


@pytest.mark.parametrize("space", ["workgroup", "private"])
def test_an_access_outside_of_a_buffer_of_the_kernel_is_caught(space):
    kind = f"memref<8xi32, #gpu.address_space<{space}>>"
    text = program(
        f"""%v = arith.constant 1 : i32
            memref.store %v, %b[%tid] : {kind}
            %w = memref.load %b[%zero] : {kind}
            memref.store %w, %out[%zero] : memref<?xi32>""",
        "%out: memref<?xi32>", attributions=f"{space}(%b: {kind})",
    )  # fmt: skip
    emulate(text, "k", 1, 8, [np.zeros(1, np.int32)])
    message = fault(text, 1, 9, [np.zeros(1, np.int32)])
    assert "thread (8, 0, 0) of block (0, 0, 0) writes " in message
    assert ("element 8" in message or "byte 32 of shared memory @" in message
            or "outside a buffer of its own" in message)  # fmt: skip


def test_a_pointer_that_may_be_of_either_array_is_checked_too():
    text = program(
        """%c2 = arith.constant 2 : index
           %odd = arith.remui %tid, %c2 : index
           %is = arith.cmpi eq, %odd, %one : index
           %m = arith.select %is, %x, %y : memref<?xi32>
           %v = memref.load %m[%tid] : memref<?xi32>
           memref.store %v, %y[%tid] : memref<?xi32>""",
        "%x: memref<?xi32>, %y: memref<?xi32>",
    )
    x, y = np.arange(8, dtype=np.int32), np.full(8, 100, np.int32)
    emulate(text, "k", 1, 8, [x, y])
    np.testing.assert_array_equal(y, np.where(np.arange(8) % 2, x, 100))
    assert "in no memory of the launch" in fault(text, 1, 8, [x[:5], y])


def test_a_vector_that_is_not_aligned_as_it_claims_is_caught():
    text = program(
        """%v = vector.load %x[%one] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
           vector.store %v, %x[%zero] : memref<?xf32>, vector<4xf32>""",
        "%x: memref<?xf32>",
    )
    assert "reads address" in (message := fault(text, 1, 1, [np.zeros(64, np.float32)]))
    assert "which is not aligned for the access" in message


def test_a_loop_without_end_is_stopped():
    text = program(
        """scf.while () : () -> () {
             %v = memref.load %x[%zero] : memref<?xi32>
             %c = arith.constant 7 : i32
             %go = arith.cmpi ne, %v, %c : i32
             scf.condition(%go)
           } do {
             %t = arith.index_cast %tid : index to i32
             memref.store %t, %x[%one] : memref<?xi32>
             scf.yield
           }""",
        "%x: memref<?xi32>",
    )
    message = fault(text, 2, 4, [np.zeros(2, np.int32)], rounds=10_000)
    assert "went around loops 10000 times: an endless loop, or a wait" in message
    emulate(text, "k", 2, 4, [np.full(2, 7, np.int32)], rounds=10_000)


def test_a_shuffle_under_a_mask_that_leaves_the_lane_out_is_caught():
    text = program(
        """%w = arith.constant 16 : i32
           %o = arith.constant 1 : i32
           %v = arith.constant 1.0 : f32
           %c1, %p1 = gpu.shuffle xor %v, %o, %w : f32
           memref.store %c1, %x[%tid] : memref<?xf32>""",
        "%x: memref<?xf32>",
    )
    message = fault(text, 1, 32, [np.zeros(32, np.float32)])
    assert "lane 16, which is not in the mask 0x0000ffff of the shuffle" in message


def test_a_shuffle_that_part_of_the_warp_does_not_reach_is_caught():
    text = program(
        """%c8 = arith.constant 8 : index
           %low = arith.cmpi ult, %tid, %c8 : index
           scf.if %low {
             %w = arith.constant 32 : i32
             %o = arith.constant 1 : i32
             %v = arith.constant 1.0 : f32
             %c1, %p1 = gpu.shuffle xor %v, %o, %w : f32
             memref.store %c1, %x[%tid] : memref<?xf32>
           }
           gpu.barrier""",
        "%x: memref<?xf32>",
    )
    message = fault(text, 1, 32, [np.zeros(32, np.float32)])
    assert "8 threads ((0, 0, 0) first) wait at the shuffle" in message


def test_after_a_fault_the_next_launch_is_as_new():
    x, y = values(64), values(5)
    fault(block_sums(second="", inside="gpu.barrier"), 1, 64, [x, y])
    out = np.zeros(1, np.float32)
    emulate(block_sums(), "k", 1, 64, [x, out])
    np.testing.assert_allclose(out, x.sum(), rtol=1e-5)


# Launches and arguments ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "block", "more", "says"),
    [
        (0, 64, {}, "is empty"),
        ((1, 65536), 64, {}, "65536 blocks in y"),
        (1, 2048, {}, "2048 threads in x"),
        (1, 64, {"dynamic_shared": 200_000}, r"\(256 declared, 200000 dynamic\)"),
    ],
)
def test_a_launch_that_no_gpu_takes_is_refused(grid, block, more, says):
    with pytest.raises(runners.ArgumentError, match=says):
        emulate(block_sums(), "k", grid, block, [values(64), values(1)], **more)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([1.5, values(4)], r"k takes 3 arguments \(f32, memref<\?xf32>, memref<\?xf32>\); got 2"),
        (["a", values(4), values(4)], "argument 1 of 3 expects f32"),
        ([1.5, values(4), values(4).astype(np.float64)], "argument 3 of 3 .* got dtype float64"),
        ([1.5, values(4, 4), values(4)], "argument 2 of 3 .* rank 2"),
        ([1.5, values(8)[::2], values(4)], "argument 2 of 3 .* contiguous"),
        ([1.5, [1.0], values(4)], "argument 2 of 3"),
    ],
)
def test_a_wrong_argument_is_refused_by_its_number(args, says):
    with pytest.raises(runners.ArgumentError, match=says):
        emulate(SAXPY, "k", 1, 4, args)


def test_only_what_a_kernel_writes_has_to_be_writable():
    x, y = values(4), values(4)
    x.flags.writeable = False
    emulate(SAXPY, "k", 1, 4, [1.0, x, y])
    with pytest.raises(runners.ArgumentError, match=r"argument 3 of 3 .* read-only"):
        emulate(SAXPY, "k", 1, 4, [1.0, y, x])


def test_a_kernel_that_is_not_there_or_there_twice_is_named():
    with pytest.raises(runners.UnknownFunction, match="no kernel 'q'; it has: k"):
        emulate(SAXPY, "q", 1, 1, [])
    both = runners.load("""
      gpu.module @a { gpu.func @k() kernel { gpu.return } }
      gpu.module @b { gpu.func @k() kernel { gpu.return } }""")
    with pytest.raises(runners.ArgumentError, match="several modules have 'k': a::k, b::k"):
        emulate(both, "k", 1, 1, [])
    emulate(both, "b::k", 1, 1, [])


def test_what_has_no_counterpart_says_so_with_its_line():
    text = runners.load("""llvm.func @k() attributes {nvvm.kernel} {
      %0 = nvvm.read.ptx.sreg.globaltimer : i64
      llvm.return
    }""")
    with pytest.raises(runners.CompileError, match="globaltimer does not run as a coroutine"):
        emulate(text, "k", 1, 1, [])


def test_a_function_that_calls_itself_says_so():
    text = program(
        """%v = func.call @again(%n) : (i32) -> i32
           memref.store %v, %x[%zero] : memref<?xi32>""",
        "%n: i32, %x: memref<?xi32>",
        head="""func.func private @again(%n: i32) -> i32 {
          %v = func.call @again(%n) : (i32) -> i32
          return %v : i32
        }""",
    )
    with pytest.raises(runners.CompileError, match="@again is left after inlining; is it recur"):
        emulate(text, "k", 1, 1, [1, np.zeros(1, np.int32)])


def test_a_launch_by_a_kernel_that_is_compiled_takes_about_a_millisecond():
    import time

    x, y = values(256), values(256)
    emulate(SAXPY, "k", 1, 256, [1.0, x, y])
    start = time.perf_counter()
    for _ in range(50):
        emulate(SAXPY, "k", 1, 256, [1.0, x, y])
    assert (time.perf_counter() - start) / 50 < 0.01  # 0.3 ms on an idle core


# Both engines -------------------------------------------------------------------------------


def test_both_engines_agree_on_a_kernel_that_is_right_and_leave_the_arrays():
    x, out = values(5 * 64), np.zeros(5, np.float32)
    found = runners.cross_check(block_sums(), "k", 5, 64, [x, out])
    assert found.agree
    assert found.differences == {0: 0.0, 1: 0.0}
    np.testing.assert_allclose(found.results[1], x.reshape(5, 64).sum(1), rtol=1e-5)
    assert not out.any()
    assert str(found) == "k: simulator and coroutines agree (largest difference 0.0e+00)"


def test_both_engines_differ_where_a_barrier_is_missing():
    x, out = values(5 * 64), np.zeros(5, np.float32)
    found = runners.cross_check(block_sums(second=""), "k", 5, 64, [x, out])
    assert not found.agree
    assert found.differences[1] > 0.01
    assert found.report.races  # lock step gives the right sum, and reports why it is luck
