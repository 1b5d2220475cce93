// One product of tiles: C += A @ B, A of 16x32 and B of 32x16 numbers of bfloat16, C of 16x16 in
// float32. B comes as 16 rows of 16 pairs, B[2p, j] beside B[2p + 1, j]. Lower it with cpu-tiles.
!half = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>

// [region tile]
func.func @add_product(%a: memref<16x32xbf16>, %b: memref<16x16x2xbf16>, %c: memref<16x16xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %pairs = memref.collapse_shape %b [[0], [1, 2]] : memref<16x16x2xbf16> into memref<16x32xbf16>
  %x = amx.tile_load %a[%c0, %c0] : memref<16x32xbf16> into !half
  %y = amx.tile_load %pairs[%c0, %c0] : memref<16x32xbf16> into !half
  %before = amx.tile_load %c[%c0, %c0] : memref<16x16xf32> into !sum
  %after = amx.tile_mulf %x, %y, %before : !half, !half, !sum
  amx.tile_store %c[%c0, %c0], %after : memref<16x16xf32>, !sum
  return
}
// [end tile]
