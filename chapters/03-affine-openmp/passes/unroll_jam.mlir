// A matrix times a vector: two rows are taken together, and each element of x serves both.
// passes: func.func(affine-loop-unroll-jam{unroll-jam-factor=2})
// [region program]
func.func @matvec(%a: memref<64x48xf32>, %x: memref<48xf32>, %y: memref<64xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 64 {
    %zero = arith.constant 0.0 : f32
    %yi = affine.for %j = 0 to 48 iter_args(%sum = %zero) -> f32 {
      %aij = affine.load %a[%i, %j] : memref<64x48xf32>
      %xj = affine.load %x[%j] : memref<48xf32>
      %product = arith.mulf %aij, %xj : f32
      %more = arith.addf %sum, %product : f32
      affine.yield %more : f32
    }
    affine.store %yi, %y[%i] : memref<64xf32>
  }
  return
}
// [end program]
