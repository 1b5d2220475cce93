// A loop of 10 turns, unrolled by 4: two turns of four, and a clean-up loop of two.
// passes: func.func(affine-loop-unroll{unroll-factor=4})
// [region program]
func.func @axpy(%a: f32, %x: memref<10xf32>, %y: memref<10xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 10 {
    %xi = affine.load %x[%i] : memref<10xf32>
    %yi = affine.load %y[%i] : memref<10xf32>
    %product = arith.mulf %a, %xi : f32
    %sum = arith.addf %product, %yi : f32
    affine.store %sum, %y[%i] : memref<10xf32>
  }
  return
}
// [end program]
