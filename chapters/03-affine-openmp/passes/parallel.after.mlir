module {
  func.func @row_sums(%arg0: memref<64x48xf32>, %arg1: memref<64xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    affine.parallel (%arg2) = (0) to (64) {
      affine.store %cst, %arg1[%arg2] : memref<64xf32>
      affine.for %arg3 = 0 to 48 {
        %0 = affine.load %arg0[%arg2, %arg3] : memref<64x48xf32>
        %1 = affine.load %arg1[%arg2] : memref<64xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %arg1[%arg2] : memref<64xf32>
      }
    }
    return
  }
}

