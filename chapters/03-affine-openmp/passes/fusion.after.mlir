module {
  func.func @square_then_add(%arg0: memref<1024xf32>, %arg1: memref<1024xf32>) attributes {llvm.emit_c_interface} {
    %alloc = memref.alloc() : memref<1xf32>
    %alloca = memref.alloca() : memref<1024xf32>
    affine.for %arg2 = 0 to 1024 {
      %0 = affine.load %arg0[%arg2] : memref<1024xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %alloc[0] : memref<1xf32>
      %2 = affine.load %alloc[0] : memref<1xf32>
      %3 = affine.load %arg0[%arg2] : memref<1024xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %arg1[%arg2] : memref<1024xf32>
    }
    return
  }
}

