// Subscripts and conditions that say little in many words.
// passes: func.func(affine-simplify-structures)
// [region program]
#never = affine_set<(i) : (i - 32 >= 0, 10 - i >= 0)>
func.func @transpose(%x: memref<32x32xf32>, %y: memref<32x32xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %value = affine.load %x[(%i * 4 + %j) - %j - %i * 3, (8 * %j) floordiv 4 - %j]
          : memref<32x32xf32>
      affine.if #never(%i) {
        affine.store %value, %y[0, 0] : memref<32x32xf32>
      } else {
        affine.store %value, %y[%j, %i] : memref<32x32xf32>
      }
    }
  }
  return
}
// [end program]
