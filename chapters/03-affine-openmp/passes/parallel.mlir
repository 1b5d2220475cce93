// Rows are independent of each other, and so are columns: the outer loop becomes affine.parallel.
// passes: func.func(affine-parallelize{max-nested=1})
// [region program]
func.func @row_sums(%x: memref<64x48xf32>, %sums: memref<64xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 64 {
    affine.store %zero, %sums[%i] : memref<64xf32>
    affine.for %j = 0 to 48 {
      %value = affine.load %x[%i, %j] : memref<64x48xf32>
      %sum = affine.load %sums[%i] : memref<64xf32>
      %more = arith.addf %sum, %value : f32
      affine.store %more, %sums[%i] : memref<64xf32>
    }
  }
  return
}
// [end program]
