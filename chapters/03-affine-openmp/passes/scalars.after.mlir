module {
  func.func @square_then_add(%arg0: memref<1024xf32>, %arg1: memref<1024xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg2 = 0 to 1024 {
      %0 = affine.load %arg0[%arg2] : memref<1024xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %arg1[%arg2] : memref<1024xf32>
    }
    return
  }
}

