"""The simulator's control flow: masks, loops, blocks, calls; divergence and barriers reported."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simt_kernels import in_block, kernel, line, run

import runners
from runners.simt import simulate


def test_an_if_takes_each_side_for_its_threads_and_counts_the_split():
    body = """
    %odd = arith.remui %t, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %r = scf.if %is -> index {
      scf.yield %c7 : index
    } else {
      %twice = arith.muli %t, %c2 : index
      scf.yield %twice : index
    }"""
    out, report = in_block(body, 64, np.int64, "index")
    assert out.tolist() == [7 if t % 2 else 2 * t for t in range(64)]
    (found,) = report.divergence
    assert (found.text, found.warps, found.split) == ("%r = scf.if %is -> index {", 2, 2)
    assert found.share == 0.5
    assert report.ok


def test_line_of_the_branch_is_the_source_line():
    body = """
    %is = arith.cmpi ult, %t, %c8 : index
    scf.if %is {
      memref.store %t, %out[%t] : memref<?xindex>
    }"""
    out = np.full(32, -1)
    report = run(body, "%out: memref<?xindex>", [out])
    (found,) = report.divergence
    assert found.line == line(body, "scf.if", arguments="%out: memref<?xindex>")
    assert (found.taken, found.lanes, found.share) == (8, 32, 0.25)
    assert out.tolist() == [*range(8), *[-1] * 24]


def test_a_branch_that_whole_warps_take_alike_does_not_diverge():
    body = """
    %is = arith.cmpi ult, %t, %c32 : index
    scf.if %is {
      memref.store %t, %out[%t] : memref<?xindex>
    }"""
    report = run(body, "%out: memref<?xindex>", [np.zeros(64, np.int64)], block=64)
    assert report.divergence == []


def test_lanes_that_are_off_lower_the_share_of_active_ones():
    body = """
    %is = arith.cmpi ult, %t, %c8 : index
    scf.if %is {
      %x = arith.addi %t, %c1 : index
      %y = arith.addi %x, %c1 : index
      memref.store %y, %out[%t] : memref<?xindex>
    }"""
    few = run(body, "%out: memref<?xindex>", [np.zeros(32, np.int64)])
    all_of_them = run(body.replace("%c8 :", "%c32 :"), "%out: memref<?xindex>",
                      [np.zeros(32, np.int64)])  # fmt: skip
    assert few.efficiency < 0.95
    assert all_of_them.efficiency == 1.0
    assert few.operations["arith.addi"] == 16
    assert all_of_them.operations["arith.addi"] == 64


def test_a_partial_warp_wastes_lanes():
    report = run("memref.store %t, %out[%t] : memref<?xindex>", "%out: memref<?xindex>",
                 [np.zeros(40, np.int64)], block=40)  # fmt: skip
    assert report.efficiency == pytest.approx(40 / 64)


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=48), st.integers(1, 4))
def test_a_loop_whose_bounds_differ_by_thread(bounds, step):
    n = np.array(bounds)
    out = np.zeros((2, len(bounds)), np.int64)
    run(
        """%n = memref.load %bounds[%t] : memref<?xindex>
        %s, %l = scf.for %i = %t to %n step %by iter_args(%acc = %c0, %last = %c7)
            -> (index, index) {
          %next = arith.addi %acc, %i : index
          scf.yield %next, %i : index, index
        }
        memref.store %s, %out[%c0, %t] : memref<?x?xindex>
        memref.store %l, %out[%c1, %t] : memref<?x?xindex>""",
        "%bounds: memref<?xindex>, %out: memref<?x?xindex>, %by: index", [n, out, step],
        block=len(bounds),
    )  # fmt: skip
    runs = [range(t, m, step) for t, m in enumerate(bounds)]
    assert out[0].tolist() == [sum(each) for each in runs]
    assert out[1].tolist() == [each[-1] if each else 7 for each in runs]


COLLATZ = """
%zero = arith.constant 0 : i64
%one = arith.constant 1 : i64
%two = arith.constant 2 : i64
%three = arith.constant 3 : i64
%start = arith.index_cast %t : index to i64
%first = arith.addi %start, %one : i64
"""
WHILE = (
    COLLATZ
    + """
%end, %r = scf.while (%x = %first, %count = %zero) : (i64, i64) -> (i64, i64) {
  %more = arith.cmpi ne, %x, %one : i64
  scf.condition(%more) %x, %count : i64, i64
} do {
^bb0(%x: i64, %count: i64):
  %half = arith.shrui %x, %one : i64
  %triple = arith.muli %x, %three : i64
  %up = arith.addi %triple, %one : i64
  %bit = arith.andi %x, %one : i64
  %odd = arith.cmpi eq, %bit, %one : i64
  %next = arith.select %odd, %up, %half : i64
  %more = arith.addi %count, %one : i64
  scf.yield %next, %more : i64, i64
}"""
)
BRANCHES = (
    COLLATZ
    + """
cf.br ^head(%first, %zero : i64, i64)
^head(%x: i64, %count: i64):
  %more = arith.cmpi ne, %x, %one : i64
  cf.cond_br %more, ^body, ^done
^body:
  %bit = arith.andi %x, %one : i64
  %odd = arith.cmpi eq, %bit, %one : i64
  %step = arith.addi %count, %one : i64
  cf.cond_br %odd, ^up, ^down
^up:
  %triple = arith.muli %x, %three : i64
  %plus = arith.addi %triple, %one : i64
  cf.br ^head(%plus, %step : i64, i64)
^down:
  %half = arith.shrui %x, %one : i64
  cf.br ^head(%half, %step : i64, i64)
^done:
memref.store %count, %out[%t] : memref<?xi64>
gpu.return"""
)


def collatz(x: int) -> int:
    count = 0
    while x != 1:
        x, count = (3 * x + 1 if x % 2 else x // 2), count + 1
    return count


def test_a_while_loop_ends_for_each_thread_in_its_time():
    out, report = in_block(WHILE, 100, np.int64, "i64")
    assert out.tolist() == [collatz(t + 1) for t in range(100)]
    assert report.ok
    assert report.efficiency < 0.9


def test_branches_between_blocks_do_the_same_and_meet_again():
    out = np.zeros(100, np.int64)
    report = run(BRANCHES, "%out: memref<?xi64>", [out], block=100)
    assert out.tolist() == [collatz(t + 1) for t in range(100)]
    assert report.ok
    assert report.operations["memref.store"] == 100
    # All threads of a warp come together for the last block: one request each.
    assert [a.requests for a in report.transactions] == [4]
    assert len(report.divergence) == 2


def test_structured_loops_and_the_branches_they_are_lowered_to_agree():
    arguments = "%out: memref<?xi64>"
    program = kernel(f"{WHILE}\nmemref.store %r, %out[%t] : memref<?xi64>", arguments)
    lowered = program.lower("builtin.module(gpu.module(convert-scf-to-cf,canonicalize))")
    assert "scf." not in lowered.text
    out = np.zeros(100, np.int64)
    report = simulate(lowered, "k", 1, 100, [out])
    assert report.ok
    assert out.tolist() == [collatz(t + 1) for t in range(100)]
    structured = simulate(program, "k", 1, 100, [np.zeros(100, np.int64)])
    split = [(each.split, each.warps) for each in structured.divergence]
    assert [(each.split, each.warps) for each in report.divergence] == split


def test_a_value_of_a_loop_stays_as_it_was_when_its_thread_left():
    """%x is loaded in the loop and used after it; other threads go on and load again."""
    body = """
    cf.br ^head(%c0 : index)
    ^head(%i: index):
      %x = memref.load %data[%i] : memref<?xindex>
      %next = arith.addi %i, %c1 : index
      %more = arith.cmpi ule, %i, %t : index
      cf.cond_br %more, ^head(%next : index), ^done
    ^done:
      memref.store %x, %out[%t] : memref<?xindex>
      gpu.return"""
    data, out = np.arange(40) * 10, np.zeros(32, np.int64)
    run(body, "%data: memref<?xindex>, %out: memref<?xindex>", [data, out])
    assert out.tolist() == [(t + 1) * 10 for t in range(32)]


def test_a_switch_between_blocks():
    body = """
    %three = arith.remui %t, %c3 : index
    %key = arith.index_cast %three : index to i32
    cf.switch %key : i32, [
      default: ^other(%c7 : index),
      0: ^zero,
      1: ^other(%c5 : index)
    ]
    ^zero:
      cf.br ^other(%t : index)
    ^other(%r: index):
      memref.store %r, %out[%t] : memref<?xindex>
      gpu.return"""
    out = np.zeros(32, np.int64)
    report = run(body, "%out: memref<?xindex>", [out])
    assert out.tolist() == [{0: t, 1: 5, 2: 7}[t % 3] for t in range(32)]
    assert [a.requests for a in report.transactions] == [1]


def test_early_return_leaves_the_rest_running():
    body = """
    %out_of = arith.cmpi uge, %t, %n : index
    cf.cond_br %out_of, ^leave, ^stay
    ^leave:
      gpu.return
    ^stay:
      memref.store %t, %out[%t] : memref<?xindex>
      gpu.return"""
    out = np.full(20, -1)
    report = run(body, "%out: memref<?xindex>, %n: index", [out, 20])
    assert out.tolist() == list(range(20))
    assert report.ok


def test_an_index_switch_and_a_region():
    body = """
    %four = arith.remui %t, %c4 : index
    %s = scf.index_switch %four -> index
    case 1 { scf.yield %c15 : index }
    case 3 { scf.yield %c16 : index }
    default { scf.yield %t : index }
    %r = scf.execute_region -> index {
      %x = arith.addi %s, %c1 : index
      scf.yield %x : index
    }"""
    out, _ = in_block(body, 32, np.int64, "index")
    assert out.tolist() == [{1: 16, 3: 17}.get(t % 4, t + 1) for t in range(32)]


def test_a_function_is_called_with_each_threads_arguments():
    module = """
    func.func @twice(%x: index) -> index {
      %c2 = arith.constant 2 : index
      %big = arith.constant 20 : index
      %y = arith.muli %x, %c2 : index
      %over = arith.cmpi ugt, %y, %big : index
      cf.cond_br %over, ^cut, ^as_is
    ^cut:
      return %big : index
    ^as_is:
      return %y : index
    }"""
    out, report = in_block("%r = func.call @twice(%t) : (index) -> index", 32, np.int64, "index",
                           module=module)  # fmt: skip
    assert out.tolist() == [min(20, 2 * t) for t in range(32)]
    assert report.operations["func.call"] == 32


def test_recursion_is_refused():
    module = "func.func @again(%x: index) -> index {\n" \
        "%y = func.call @again(%x) : (index) -> index\nreturn %y : index\n}"  # fmt: skip
    with pytest.raises(runners.Error, match="@again calls itself; the simulator runs no recursion"):
        run("%r = func.call @again(%t) : (index) -> index", module=module)


def test_affine_loops_branches_and_maps():
    body = """
    %sum = affine.for %i = 0 to min affine_map<(d0)[s0] -> (d0 + 3, s0)>(%t)[%n] step 2
        iter_args(%acc = %c0) -> index {
      %in = affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 1 >= 0)>(%i)[%n] -> index {
        affine.yield %i : index
      } else {
        affine.yield %c0 : index
      }
      %next = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%acc, %in)
      affine.yield %next : index
    }
    %even = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%t) -> index {
      affine.yield %c1 : index
    } else {
      affine.yield %c0 : index
    }
    %m = affine.max affine_map<(d0) -> (d0 floordiv 2, 3, d0 ceildiv 4)>(%t)
    %a = arith.muli %sum, %c64 : index
    %b = arith.addi %a, %even : index
    %c = arith.muli %b, %c64 : index
    %r = arith.addi %c, %m : index
    affine.store %r, %out[%t] : memref<?xindex>"""
    out = np.zeros(32, np.int64)
    run(body, "%out: memref<?xindex>, %n: index", [out, 20])
    want = [
        (sum(i for i in range(0, min(t + 3, 20), 2) if i >= 2) * 64 + (t % 2 == 0)) * 64
        + max(t // 2, 3, -(-t // 4))
        for t in range(32)
    ]
    assert out.tolist() == want


def test_indices_are_taken_apart_and_put_together():
    body = """
    %x:3 = affine.delinearize_index %t into (2, 4, 4) : index, index, index
    %back = affine.linearize_index [%x#0, %x#1, %x#2] by (2, 4, 4) : index
    %a = arith.muli %x#0, %c64 : index
    %b = arith.muli %x#1, %c8 : index
    %c = arith.addi %a, %b : index
    %d = arith.addi %c, %x#2 : index
    %same = arith.cmpi eq, %back, %t : index
    %r = arith.select %same, %d, %c7 : index"""
    out, _ = in_block(body, 32, np.int64, "index")
    assert out.tolist() == [t // 16 * 64 + t // 4 % 4 * 8 + t % 4 for t in range(32)]


# Barriers ----------------------------------------------------------------------------------------


def test_a_barrier_that_half_the_block_reaches_is_a_fault_with_its_line():
    body = """
    %half = arith.cmpi ult, %t, %c16 : index
    scf.if %half {
      gpu.barrier
    }"""
    report = run(body, grid=3)
    (fault,) = report.barriers
    assert fault.line == line(body, "gpu.barrier")
    assert "reached by 16 of 32 threads; first missed by thread 16 of block 0" in fault.message
    assert fault.count == 3 * 16
    assert not report.ok


def test_a_barrier_in_a_loop_that_threads_leave_at_different_times():
    body = """
    scf.for %i = %c0 to %t step %c1 {
      gpu.barrier
    }"""
    report = run(body, block=4)
    (fault,) = report.barriers
    assert fault.thread == (0, 0, 0)
    assert "reached by 3 of 4 threads" in fault.message


def test_a_barrier_after_some_threads_returned():
    body = """
    %out = arith.cmpi uge, %t, %c16 : index
    cf.cond_br %out, ^leave, ^stay
    ^leave:
      gpu.return
    ^stay:
      gpu.barrier
      gpu.return"""
    (fault,) = run(body).barriers
    assert "reached by 16 of 32 threads, 16 of the others had returned" in fault.message


@pytest.mark.parametrize("checks", [True, False])
def test_a_barrier_that_whole_blocks_reach_or_not_is_fine(checks):
    body = """
    %first = arith.cmpi eq, %bid, %c0 : index
    scf.if %first {
      gpu.barrier
    }
    scf.for %i = %c0 to %bid step %c1 {
      gpu.barrier
    }"""
    report = run(body, grid=4, checks=checks)
    assert report.ok
    assert report.barrier_count == 1 + 0 + 1 + 2 + 3


# Limits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    ["scf.while : () -> () {\n%true = arith.constant true\nscf.condition(%true)\n} "
     "do {\nscf.yield\n}",
     "cf.br ^loop\n^loop:\ncf.br ^loop"],
    ids=["scf", "cf"],
)  # fmt: skip
def test_an_endless_loop_ends_in_an_error(body):
    if body.startswith("cf"):
        body += "\n^never:\ngpu.return"
    with pytest.raises(runners.Error, match=r"still runs after 5,000 operations in lock step: an "
                       "endless loop"):  # fmt: skip
        run(body, steps=5000)


def test_a_loop_whose_step_is_zero_is_refused():
    body = "scf.for %i = %c0 to %c4 step %n {\n}"
    with pytest.raises(runners.Error, match="the loop's step is 0: it never ends"):
        run(body, "%n: index", [0])


def test_threads_that_choose_between_buffers_are_refused():
    body = """
    %is = arith.cmpi ult, %t, %c8 : index
    %m = arith.select %is, %x, %y : memref<?xindex>
    %v = memref.load %m[%t] : memref<?xindex>"""
    arguments = "%x: memref<?xindex>, %y: memref<?xindex>"
    with pytest.raises(runners.Error) as caught:
        run(body, arguments, [np.zeros(32, int), np.zeros(32, int)])
    place = f"<text>:{line(body, 'arith.select', arguments=arguments)}: "
    assert str(caught.value).startswith(
        f"{place}threads choose between memrefs of argument 1 and argument 2"
    )


def test_buffers_may_be_swapped_where_all_threads_do_it_alike():
    body = """
    %p, %q = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y)
        -> (memref<?xindex>, memref<?xindex>) {
      %v = memref.load %a[%t] : memref<?xindex>
      %w = arith.addi %v, %c1 : index
      memref.store %w, %b[%t] : memref<?xindex>
      scf.yield %b, %a : memref<?xindex>, memref<?xindex>
    }"""
    x, y = np.arange(32), np.zeros(32, np.int64)
    report = run(body, "%x: memref<?xindex>, %y: memref<?xindex>", [x, y])
    assert report.ok
    assert y.tolist() == [t + 3 for t in range(32)]
    assert x.tolist() == [t + 2 for t in range(32)]


def test_a_program_may_be_given_as_text():
    out = np.zeros(4, np.int64)
    text = kernel("memref.store %t, %out[%t] : memref<?xindex>", "%out: memref<?xindex>").text
    assert simulate(text, "k", 1, 4, [out]).ok
    assert out.tolist() == [0, 1, 2, 3]
