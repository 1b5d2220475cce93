"""Results of compiled functions: whose memory they are, and that it is freed, once."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import FLAGS, compiled, ones

BUFFERS = f"""
memref.global "private" constant @table : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
func.func @global() -> memref<3xf32> {FLAGS} {{
  %0 = memref.get_global @table : memref<3xf32>
  return %0 : memref<3xf32>
}}
func.func @same(%a: memref<?xf32>) -> memref<?xf32> {FLAGS} {{ return %a : memref<?xf32> }}
func.func @fresh(%ignored: memref<?xf32>, %n: index) -> memref<?xf32> {FLAGS} {{
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}}
func.func @twice(%n: index) -> (memref<?xf32>, memref<?xf32>) {FLAGS} {{
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0, %0 : memref<?xf32>, memref<?xf32>
}}
func.func @tail(%n: index) -> memref<?xf32, strided<[?], offset: ?>> {FLAGS} {{
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %all = memref.alloc(%n) : memref<?xf32>
  %step = arith.constant 1 : index
  %zero = arith.constant 0 : index
  scf.for %i = %zero to %n step %step {{
    %int = arith.index_cast %i : index to i32
    %x = arith.sitofp %int : i32 to f32
    memref.store %x, %all[%i] : memref<?xf32>
  }}
  %0 = memref.subview %all[3] [%two] [%three]
    : memref<?xf32> to memref<?xf32, strided<[?], offset: 3>>
  %1 = memref.cast %0
    : memref<?xf32, strided<[?], offset: 3>> to memref<?xf32, strided<[?], offset: ?>>
  return %1 : memref<?xf32, strided<[?], offset: ?>>
}}
func.func @unranked(%n: index) -> memref<*xf32> {FLAGS} {{
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<*xf32>
  return %1 : memref<*xf32>
}}
func.func @big() -> memref<1024x1024xf64> {FLAGS} {{
  %0 = memref.alloc() : memref<1024x1024xf64>
  %x = arith.constant 1.0 : f64
  linalg.fill ins(%x : f64) outs(%0 : memref<1024x1024xf64>)
  return %0 : memref<1024x1024xf64>
}}
func.func @small() -> memref<256xf64> {FLAGS} {{
  %0 = memref.alloc() : memref<256xf64>
  return %0 : memref<256xf64>
}}
func.func @leak() {FLAGS} {{
  %0 = memref.alloc() : memref<1024xf64>
  %x = arith.constant 1.0 : f64
  linalg.fill ins(%x : f64) outs(%0 : memref<1024xf64>)
  %p = memref.extract_aligned_pointer_as_index %0 : memref<1024xf64> -> index
  %q = arith.index_cast %p : index to i64
  %r = llvm.inttoptr %q : i64 to !llvm.ptr
  llvm.store volatile %x, %r : f64, !llvm.ptr
  return
}}
"""


def resident_kib() -> int:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * 4


def growth(function, calls: int) -> int:
    """By how many KiB resident memory grows over that many calls, after some to warm up."""
    for _ in range(200):
        function()
    before = resident_kib()
    for _ in range(calls):
        function()
    return resident_kib() - before


def test_a_result_that_is_the_argument_is_a_view_of_it_and_frees_nothing(how):
    library, array = compiled(BUFFERS, how=how), np.arange(5, dtype=np.float32)
    result = library.same(array)
    assert np.shares_memory(result, array)
    result[0] = 9
    assert array[0] == 9
    assert library.same(np.empty(0, np.float32)).shape == (0,)


def test_a_view_of_a_read_only_argument_is_read_only():
    array = ones()
    array.flags.writeable = False
    assert not compiled(BUFFERS).same(array).flags.writeable


def test_the_result_is_read_from_the_descriptor_that_came_back(how):
    library, array = compiled(BUFFERS, how=how), ones()
    result = library.fresh(array, 3)
    result[:] = 7
    assert result.shape == (3,)
    np.testing.assert_array_equal(array, ones())
    np.testing.assert_array_equal(library.tail(12), [3, 6])


def test_two_results_in_one_buffer_share_it_and_free_it_once(how):
    first, second = compiled(BUFFERS, how=how).twice(1000)
    assert np.shares_memory(first, second)
    del first
    second[:] = 4
    assert second.sum() == 4000


def test_a_global_is_copied_and_never_freed(how):
    library = compiled(BUFFERS, how=how)
    library["global"]()[:] = 0
    np.testing.assert_array_equal(library["global"](), [1, 2, 3])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("big", ()), ("twice", (1 << 17,)), ("tail", (1 << 17,)), ("unranked", (1 << 17,)),
     ("fresh", (ones(), 1 << 17)), ("same", (ones(),)), ("global", ())],
)  # fmt: skip
def test_a_thousand_calls_leave_memory_flat(name, arguments, how):
    function = compiled(BUFFERS, how=how)[name]
    assert growth(lambda: function(*arguments), 1000) < 4096


def test_ten_thousand_small_results_leave_memory_flat():
    function = compiled(BUFFERS).small
    assert growth(function, 10_000) < 1024


@pytest.mark.usefixtures("trimmed")
def test_a_program_that_never_frees_is_noticed_by_the_same_measure():
    assert growth(compiled(BUFFERS).leak, 10_000) > 40_000  # of 80,000 KiB allocated


@pytest.mark.slow
def test_a_hundred_thousand_results_leave_memory_flat(how):
    assert growth(compiled(BUFFERS, how=how).small, 100_000) < 1024
