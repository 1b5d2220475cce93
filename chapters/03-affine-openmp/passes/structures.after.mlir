module {
  func.func @transpose(%arg0: memref<32x32xf32>, %arg1: memref<32x32xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg2 = 0 to 32 {
      affine.for %arg3 = 0 to 32 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<32x32xf32>
        affine.store %0, %arg1[%arg3, %arg2] : memref<32x32xf32>
      }
    }
    return
  }
}

