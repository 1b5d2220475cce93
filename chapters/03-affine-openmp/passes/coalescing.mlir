// Two loops become one of 6 x 7 turns; division and remainder give the two indices back.
// passes: func.func(affine-loop-coalescing)
// [region program]
func.func @add(%x: memref<6x7xf32>, %y: memref<6x7xf32>) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %a = affine.load %x[%i, %j] : memref<6x7xf32>
      %b = affine.load %y[%i, %j] : memref<6x7xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %y[%i, %j] : memref<6x7xf32>
    }
  }
  return
}
// [end program]
