#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @matvec(%arg0: memref<64x48xf32>, %arg1: memref<48xf32>, %arg2: memref<64xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg3 = 0 to 64 step 2 {
      %cst = arith.constant 0.000000e+00 : f32
      %0 = affine.apply #map(%arg3)
      %cst_0 = arith.constant 0.000000e+00 : f32
      %1:2 = affine.for %arg4 = 0 to 48 iter_args(%arg5 = %cst, %arg6 = %cst_0) -> (f32, f32) {
        %3 = affine.load %arg0[%arg3, %arg4] : memref<64x48xf32>
        %4 = affine.load %arg1[%arg4] : memref<48xf32>
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %arg5, %5 : f32
        %7 = affine.apply #map(%arg3)
        %8 = affine.load %arg0[%7, %arg4] : memref<64x48xf32>
        %9 = affine.load %arg1[%arg4] : memref<48xf32>
        %10 = arith.mulf %8, %9 : f32
        %11 = arith.addf %arg6, %10 : f32
        affine.yield %6, %11 : f32, f32
      }
      affine.store %1#0, %arg2[%arg3] : memref<64xf32>
      %2 = affine.apply #map(%arg3)
      affine.store %1#1, %arg2[%2] : memref<64xf32>
    }
    return
  }
}

