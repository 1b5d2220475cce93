// Eight elements at a time, along the dimension whose elements are neighbours in memory. 50 is no multiple of 8.
// passes: func.func(affine-super-vectorize{virtual-vector-size=8 test-fastest-varying=0})
// [region program]
func.func @multiply_add(%a: memref<32x50xf32>, %b: memref<32x50xf32>, %c: memref<32x50xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 50 {
      %x = affine.load %a[%i, %j] : memref<32x50xf32>
      %y = affine.load %b[%i, %j] : memref<32x50xf32>
      %z = affine.load %c[%i, %j] : memref<32x50xf32>
      %product = arith.mulf %x, %y : f32
      %sum = arith.addf %product, %z : f32
      affine.store %sum, %c[%i, %j] : memref<32x50xf32>
    }
  }
  return
}
// [end program]
