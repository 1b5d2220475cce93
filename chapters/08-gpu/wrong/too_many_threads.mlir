// A nest of 4 x 64 x 64 with the inner two loops as dimensions of a block: 4096 threads, where a
// block has at most 1024.
func.func @scale(%x: memref<4x64x64xf32>) attributes {llvm.emit_c_interface} {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %element = affine.load %x[%i, %j, %k] : memref<4x64x64xf32>
        %scaled = arith.mulf %two, %element : f32
        affine.store %scaled, %x[%i, %j, %k] : memref<4x64x64xf32>
      }
    }
  }
  return
}
