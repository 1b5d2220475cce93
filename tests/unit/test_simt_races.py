"""Races: every planted one is found at its line, and kernels without one stay silent."""

import numpy as np
import pytest
from simt_kernels import WORKGROUP, line, run, workgroup

SHARED = workgroup("64xindex")
STORE = f"memref.store %t, %s0[%t] : memref<64xindex, {WORKGROUP}>"
NEXT = f"""
%next = arith.xori %t, %c1 : index
%r = memref.load %s0[%next] : memref<64xindex, {WORKGROUP}>"""
OUT = "%out: memref<?xindex>"


def zeros(n: int = 64) -> np.ndarray:
    return np.zeros(n, np.int64)


def test_a_missing_barrier_between_write_and_read():
    body = f"{STORE}{NEXT}"
    report = run(body, attributions=SHARED, block=64, grid=2)
    (race,) = report.races
    assert race.line == line(body, "memref.load", attributions=SHARED)
    written = line(body, "memref.store", attributions=SHARED)
    assert (
        f"reads element 1 of workgroup memory 1, which thread 1 of the block wrote at line "
        f"{written} with no barrier between; first by thread 0 of block 0"
    ) in race.message
    assert (race.count, race.index) == (128, (1,))
    assert not report.errors


def test_with_the_barrier_it_is_clean():
    assert run(f"{STORE}\ngpu.barrier{NEXT}", attributions=SHARED, block=64, grid=2).ok


def test_the_right_values_do_not_hide_a_race():
    out = zeros()
    body = f"{STORE}{NEXT}\nmemref.store %r, %out[%t] : memref<?xindex>"
    report = run(body, OUT, [out], attributions=SHARED, block=64)
    assert out.tolist() == [t ^ 1 for t in range(64)]
    assert len(report.races) == 1


def test_a_missing_barrier_between_read_and_the_next_write():
    """The second barrier of a tiled loop: a fast thread overwrites what a slow one still reads."""
    body = f"""
    scf.for %i = %c0 to %c2 step %c1 {{
      memref.store %i, %s0[%t] : memref<64xindex, {WORKGROUP}>
      gpu.barrier
      %next = arith.xori %t, %c1 : index
      %r = memref.load %s0[%next] : memref<64xindex, {WORKGROUP}>
    }}"""
    report = run(body, attributions=SHARED, block=64)
    (race,) = report.races
    assert race.line == line(body, "memref.store", attributions=SHARED)
    read = line(body, "memref.load", attributions=SHARED)
    assert f"which thread 1 of the block read at line {read} with no barrier" in race.message
    body = body.replace("    }", "      gpu.barrier\n    }")
    assert run(body, attributions=SHARED, block=64).ok


def test_several_readers_and_then_a_writer():
    body = f"""
    {STORE}
    gpu.barrier
    %r = memref.load %s0[%c5] : memref<64xindex, {WORKGROUP}>
    %is = arith.cmpi eq, %t, %c5 : index
    scf.if %is {{
      memref.store %r, %s0[%c5] : memref<64xindex, {WORKGROUP}>
    }}"""
    (race,) = run(body, attributions=SHARED, block=64).races
    assert "writes element 5 of workgroup memory 1, which several threads of the block read" in (
        race.message
    )
    assert race.thread == (5, 0, 0)


def test_two_threads_that_write_one_element():
    body = f"memref.store %t, %s0[%c3] : memref<64xindex, {WORKGROUP}>"
    (race,) = run(body, attributions=SHARED, block=2).races
    assert "writes element 3 of workgroup memory 1, which thread 1 of the block wrote at the " in (
        race.message
    )
    assert "the same value" not in race.message


@pytest.mark.parametrize("space", ["workgroup", "global"])
def test_two_threads_that_write_the_same_value_race_all_the_same(space):
    if space == "workgroup":
        body = f"memref.store %c7, %s0[%c3] : memref<64xindex, {WORKGROUP}>"
        report = run(body, attributions=SHARED)
    else:
        report = run("memref.store %c7, %out[%c3] : memref<?xindex>", OUT, [zeros()])
    (race,) = report.races
    assert "(the same value: still a race)" in race.message
    assert race.count == 31


def test_threads_of_one_warp_race_too():
    body = f"{STORE}{NEXT}"
    assert len(run(body, attributions=SHARED, block=32).races) == 1


def test_a_warp_barrier_orders_the_threads_of_a_warp_only():
    sync = "%all = arith.constant -1 : i32\nnvvm.bar.warp.sync %all : i32"
    assert run(f"{STORE}\n{sync}{NEXT}", attributions=SHARED, block=64).ok
    far = NEXT.replace("%c1 :", "%c32 :")
    assert len(run(f"{STORE}\n{sync}{far}", attributions=SHARED, block=64).races) == 1
    many = f"""
    {STORE}
    {sync}
    %first = arith.andi %t, %c32 : index
    %r = memref.load %s0[%first] : memref<64xindex, {WORKGROUP}>
    nvvm.bar.warp.sync %all : i32
    memref.store %r, %s0[%first] : memref<64xindex, {WORKGROUP}>"""
    # All lanes write the first one's element: that is a race, but the read before is over.
    (race,) = run(many, attributions=SHARED, block=64).races
    assert "wrote at the same line" in race.message


def test_threads_of_a_block_race_on_global_memory():
    body = """
    memref.store %t, %out[%t] : memref<?xindex>
    %next = arith.xori %t, %c1 : index
    %r = memref.load %out[%next] : memref<?xindex>"""
    (race,) = run(body, OUT, [zeros()], block=64).races
    assert "reads element 1 of argument 1, which thread 1 of the block wrote" in race.message
    clean = body.replace("%next", "gpu.barrier\n%next", 1)
    assert run(clean, OUT, [zeros()], block=64).ok


def test_blocks_race_whatever_barriers_there_are():
    body = """
    memref.store %bid, %out[%bid] : memref<?xindex>
    gpu.barrier
    %next = arith.xori %bid, %c1 : index
    %r = memref.load %out[%next] : memref<?xindex>"""
    (race,) = run(body, OUT, [zeros()], grid=4, block=1).races
    assert "reads element 1 of argument 1, which thread 0 of block 1 wrote at line" in race.message
    assert "blocks have no barrier in common" in race.message
    assert race.count == 4


def test_a_block_that_reads_before_another_writes_races():
    body = """
    %is = arith.cmpi eq, %bid, %c2 : index
    %r = memref.load %out[%c0] : memref<?xindex>
    gpu.barrier
    scf.if %is {
      memref.store %r, %out[%c0] : memref<?xindex>
    }"""
    (race,) = run(body, OUT, [zeros()], grid=4, block=1).races
    assert race.block == (2, 0, 0)
    assert "which threads of several blocks read" in race.message


def test_blocks_that_run_one_after_another_here_still_race():
    """200 blocks of 1024 threads take several batches; the first and the last conflict."""
    body = """
    %last = arith.constant 199 : index
    %one = arith.cmpi eq, %bid, %c0 : index
    %two = arith.cmpi eq, %bid, %last : index
    %first = arith.cmpi eq, %t, %c0 : index
    %either = arith.ori %one, %two : i1
    %is = arith.andi %either, %first : i1
    scf.if %is {
      memref.store %bid, %out[%c0] : memref<?xindex>
    }"""
    (race,) = run(body, OUT, [zeros()], grid=200, block=1024).races
    assert (race.block, race.count) == ((199, 0, 0), 1)
    assert "thread 0 of block 0 wrote" in race.message


def test_atomic_updates_do_not_race_with_one_another():
    body = f"""
    %one = arith.constant 1 : i32
    %is = arith.cmpi eq, %t, %c0 : index
    %zero = arith.constant 0 : i32
    scf.if %is {{
      memref.store %zero, %s0[%c0] : memref<1xi32, {WORKGROUP}>
    }}
    gpu.barrier
    %a = memref.atomic_rmw addi %one, %s0[%c0] : (i32, memref<1xi32, {WORKGROUP}>) -> i32
    %b = memref.atomic_rmw addi %one, %out[%c0] : (i32, memref<?xi32>) -> i32
    gpu.barrier
    %r = memref.load %s0[%c0] : memref<1xi32, {WORKGROUP}>"""
    out, arguments = np.zeros(1, np.int32), "%out: memref<?xi32>"
    report = run(body, arguments, [out], attributions=workgroup("1xi32"), grid=3, block=64)
    assert report.ok, str(report)
    assert out.tolist() == [192]
    early = body.replace("gpu.barrier\n    %r", "%r")
    report = run(early, arguments, [out], attributions=workgroup("1xi32"), grid=3, block=64)
    (race,) = report.races
    assert race.operation == "memref.load"


def test_an_atomic_update_races_with_a_plain_write():
    body = """
    %one = arith.constant 1 : i32
    %is = arith.cmpi eq, %t, %c0 : index
    scf.if %is {
      memref.store %one, %out[%c0] : memref<?xi32>
    }
    %b = memref.atomic_rmw addi %one, %out[%c0] : (i32, memref<?xi32>) -> i32"""
    (race,) = run(body, "%out: memref<?xi32>", [np.zeros(1, np.int32)]).races
    assert race.operation == "memref.atomic_rmw"
    assert race.count == 31


def test_what_a_thread_does_alone_is_no_race():
    body = """
    %a = memref.load %out[%t] : memref<?xindex>
    memref.store %t, %out[%t] : memref<?xindex>
    %b = memref.load %out[%t] : memref<?xindex>
    memref.store %b, %out[%t] : memref<?xindex>"""
    assert run(body, OUT, [zeros()], block=64).ok


def test_bytes_next_to_one_another_do_not_race():
    body = """
    %v = arith.index_cast %t : index to i8
    memref.store %v, %out[%t] : memref<?xi8>"""
    assert run(body, "%out: memref<?xi8>", [np.zeros(64, np.int8)], block=64).ok


def test_blocks_with_barriers_of_their_own_are_followed_one_by_one():
    """In block 1 alone the barrier is left out: the race is block 1's."""
    body = f"""
    %is = arith.cmpi ne, %bid, %c1 : index
    {STORE}
    scf.if %is {{
      gpu.barrier
    }}
    {NEXT}"""
    (race,) = run(body, attributions=SHARED, block=64, grid=3).races
    assert (race.block, race.count) == ((1, 0, 0), 64)


def test_a_race_is_reported_once_a_line_with_its_count():
    body = f"""
    {STORE}
    scf.for %i = %c0 to %c5 step %c1 {{
      %next = arith.xori %t, %c1 : index
      %r = memref.load %s0[%next] : memref<64xindex, {WORKGROUP}>
    }}"""
    (race,) = run(body, attributions=SHARED, block=64).races
    assert race.count == 5 * 64
    assert f"({race.count} times)" in str(race)
