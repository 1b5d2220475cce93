// C += A @ B for 32 rows and 32 columns: four tiles of sums that a loop carries, four loads and four
// products a step. @repeated calls it again and again, to be timed. Lower it with cpu-tiles.
!half = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>
!tiles = memref<?x2x16x32xbf16>  // of A: step, half of the rows; of B: step, half of the columns

// [region block]
func.func @block(%a: !tiles, %b: !tiles, %c: memref<32x32xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %steps = memref.dim %a, %c0 : !tiles
  %c00 = amx.tile_load %c[%c0, %c0] : memref<32x32xf32> into !sum
  %c01 = amx.tile_load %c[%c0, %c16] : memref<32x32xf32> into !sum
  %c10 = amx.tile_load %c[%c16, %c0] : memref<32x32xf32> into !sum
  %c11 = amx.tile_load %c[%c16, %c16] : memref<32x32xf32> into !sum
  %end:4 = scf.for %step = %c0 to %steps step %c1
      iter_args(%s00 = %c00, %s01 = %c01, %s10 = %c10, %s11 = %c11) -> (!sum, !sum, !sum, !sum) {
    %a0 = amx.tile_load %a[%step, %c0, %c0, %c0] : !tiles into !half
    %a1 = amx.tile_load %a[%step, %c1, %c0, %c0] : !tiles into !half
    %b0 = amx.tile_load %b[%step, %c0, %c0, %c0] : !tiles into !half
    %b1 = amx.tile_load %b[%step, %c1, %c0, %c0] : !tiles into !half
    %t00 = amx.tile_mulf %a0, %b0, %s00 : !half, !half, !sum
    %t01 = amx.tile_mulf %a0, %b1, %s01 : !half, !half, !sum
    %t10 = amx.tile_mulf %a1, %b0, %s10 : !half, !half, !sum
    %t11 = amx.tile_mulf %a1, %b1, %s11 : !half, !half, !sum
    scf.yield %t00, %t01, %t10, %t11 : !sum, !sum, !sum, !sum
  }
  amx.tile_store %c[%c0, %c0], %end#0 : memref<32x32xf32>, !sum
  amx.tile_store %c[%c0, %c16], %end#1 : memref<32x32xf32>, !sum
  amx.tile_store %c[%c16, %c0], %end#2 : memref<32x32xf32>, !sum
  amx.tile_store %c[%c16, %c16], %end#3 : memref<32x32xf32>, !sum
  return
}
// [end block]

func.func @repeated(%times: index, %a: !tiles, %b: !tiles, %c: memref<32x32xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %time = %c0 to %times step %c1 {
    func.call @block(%a, %b, %c) : (!tiles, !tiles, memref<32x32xf32>) -> ()
  }
  return
}
