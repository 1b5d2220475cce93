#map = affine_map<(d0) -> (d0 + 1)>
#map1 = affine_map<(d0) -> (d0 + 2)>
#map2 = affine_map<(d0) -> (d0 + 3)>
module {
  func.func @axpy(%arg0: f32, %arg1: memref<10xf32>, %arg2: memref<10xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg3 = 0 to 8 step 4 {
      %0 = affine.load %arg1[%arg3] : memref<10xf32>
      %1 = affine.load %arg2[%arg3] : memref<10xf32>
      %2 = arith.mulf %arg0, %0 : f32
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %arg2[%arg3] : memref<10xf32>
      %4 = affine.apply #map(%arg3)
      %5 = affine.load %arg1[%4] : memref<10xf32>
      %6 = affine.load %arg2[%4] : memref<10xf32>
      %7 = arith.mulf %arg0, %5 : f32
      %8 = arith.addf %7, %6 : f32
      affine.store %8, %arg2[%4] : memref<10xf32>
      %9 = affine.apply #map1(%arg3)
      %10 = affine.load %arg1[%9] : memref<10xf32>
      %11 = affine.load %arg2[%9] : memref<10xf32>
      %12 = arith.mulf %arg0, %10 : f32
      %13 = arith.addf %12, %11 : f32
      affine.store %13, %arg2[%9] : memref<10xf32>
      %14 = affine.apply #map2(%arg3)
      %15 = affine.load %arg1[%14] : memref<10xf32>
      %16 = affine.load %arg2[%14] : memref<10xf32>
      %17 = arith.mulf %arg0, %15 : f32
      %18 = arith.addf %17, %16 : f32
      affine.store %18, %arg2[%14] : memref<10xf32>
    }
    affine.for %arg3 = 8 to 10 {
      %0 = affine.load %arg1[%arg3] : memref<10xf32>
      %1 = affine.load %arg2[%arg3] : memref<10xf32>
      %2 = arith.mulf %arg0, %0 : f32
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %arg2[%arg3] : memref<10xf32>
    }
    return
  }
}

