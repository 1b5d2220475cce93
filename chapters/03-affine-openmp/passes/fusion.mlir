// A producer and a consumer with a buffer of 1024 floats between them.
// passes: func.func(affine-loop-fusion)
// [region program]
func.func @square_then_add(%x: memref<1024xf32>, %y: memref<1024xf32>)
    attributes {llvm.emit_c_interface} {
  %squares = memref.alloca() : memref<1024xf32>
  affine.for %i = 0 to 1024 {
    %a = affine.load %x[%i] : memref<1024xf32>
    %square = arith.mulf %a, %a : f32
    affine.store %square, %squares[%i] : memref<1024xf32>
  }
  affine.for %i = 0 to 1024 {
    %square = affine.load %squares[%i] : memref<1024xf32>
    %a = affine.load %x[%i] : memref<1024xf32>
    %sum = arith.addf %square, %a : f32
    affine.store %sum, %y[%i] : memref<1024xf32>
  }
  return
}
// [end program]
