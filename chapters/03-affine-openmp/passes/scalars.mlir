// What affine fusion leaves behind: a buffer of one element, stored and loaded at once, and %x loaded twice.
// passes: func.func(affine-scalrep)
// [region program]
func.func @square_then_add(%x: memref<1024xf32>, %y: memref<1024xf32>)
    attributes {llvm.emit_c_interface} {
  %between = memref.alloc() : memref<1xf32>
  affine.for %i = 0 to 1024 {
    %a = affine.load %x[%i] : memref<1024xf32>
    %square = arith.mulf %a, %a : f32
    affine.store %square, %between[0] : memref<1xf32>
    %again = affine.load %between[0] : memref<1xf32>
    %b = affine.load %x[%i] : memref<1024xf32>
    %sum = arith.addf %again, %b : f32
    affine.store %sum, %y[%i] : memref<1024xf32>
  }
  return
}
// [end program]
