// y[i, j] = x[i, j] / sqrt(v[i]): the square root depends on the row alone, yet stands in the inner loop.
// passes: func.func(affine-loop-invariant-code-motion)
// [region program]
func.func @scale_rows(%x: memref<64x48xf32>, %v: memref<64xf32>, %y: memref<64x48xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 48 {
      %variance = affine.load %v[%i] : memref<64xf32>
      %deviation = math.sqrt %variance : f32
      %value = affine.load %x[%i, %j] : memref<64x48xf32>
      %scaled = arith.divf %value, %deviation : f32
      affine.store %scaled, %y[%i, %j] : memref<64x48xf32>
    }
  }
  return
}
// [end program]
