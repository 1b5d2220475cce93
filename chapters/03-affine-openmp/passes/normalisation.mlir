// A loop from 5 in steps of 3 becomes one from 0 in steps of 1; the map carries the difference.
// passes: func.func(affine-loop-normalize)
// [region program]
func.func @clear_every_third(%x: memref<100xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 5 to 100 step 3 {
    affine.store %zero, %x[%i] : memref<100xf32>
  }
  return
}
// [end program]
