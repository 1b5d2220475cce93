// Nothing but products of tiles, no memory in the loop: one sum, whose products wait for each other,
// and four. What @four_sums reaches is the peak of one core. Lower it with cpu-tiles.
!half = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>

func.func @one_sum(%times: index, %a: memref<2x16x32xbf16>, %c: memref<16x16xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = amx.tile_load %a[%c0, %c0, %c0] : memref<2x16x32xbf16> into !half
  %y = amx.tile_load %a[%c1, %c0, %c0] : memref<2x16x32xbf16> into !half
  %start = amx.tile_zero : !sum
  %end = scf.for %time = %c0 to %times step %c1 iter_args(%s = %start) -> !sum {
    %t = amx.tile_mulf %x, %y, %s : !half, !half, !sum
    scf.yield %t : !sum
  }
  amx.tile_store %c[%c0, %c0], %end : memref<16x16xf32>, !sum
  return
}

func.func @four_sums(%times: index, %a: memref<2x16x32xbf16>, %c: memref<4x16x16xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = amx.tile_load %a[%c0, %c0, %c0] : memref<2x16x32xbf16> into !half
  %y = amx.tile_load %a[%c1, %c0, %c0] : memref<2x16x32xbf16> into !half
  %start = amx.tile_zero : !sum
  %end:4 = scf.for %time = %c0 to %times step %c1
      iter_args(%s0 = %start, %s1 = %start, %s2 = %start, %s3 = %start)
      -> (!sum, !sum, !sum, !sum) {
    %t0 = amx.tile_mulf %x, %y, %s0 : !half, !half, !sum
    %t1 = amx.tile_mulf %x, %y, %s1 : !half, !half, !sum
    %t2 = amx.tile_mulf %x, %y, %s2 : !half, !half, !sum
    %t3 = amx.tile_mulf %x, %y, %s3 : !half, !half, !sum
    scf.yield %t0, %t1, %t2, %t3 : !sum, !sum, !sum, !sum
  }
  amx.tile_store %c[%c0, %c0, %c0], %end#0 : memref<4x16x16xf32>, !sum
  amx.tile_store %c[%c1, %c0, %c0], %end#1 : memref<4x16x16xf32>, !sum
  amx.tile_store %c[%c2, %c0, %c0], %end#2 : memref<4x16x16xf32>, !sum
  amx.tile_store %c[%c3, %c0, %c0], %end#3 : memref<4x16x16xf32>, !sum
  return
}
