#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 16)>
module {
  func.func @transpose(%arg0: memref<64x96xf32>, %arg1: memref<96x64xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg2 = 0 to 64 step 16 {
      affine.for %arg3 = 0 to 96 step 16 {
        %alloc = memref.alloc() : memref<16x16xf32>
        affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
          affine.for %arg5 = #map(%arg3) to #map1(%arg3) {
            %0 = affine.load %arg0[%arg4, %arg5] : memref<64x96xf32>
            affine.store %0, %alloc[%arg4 - %arg2, %arg5 - %arg3] : memref<16x16xf32>
          }
        }
        %alloc_0 = memref.alloc() : memref<16x16xf32>
        affine.for %arg4 = #map(%arg2) to #map1(%arg2) {
          affine.for %arg5 = #map(%arg3) to #map1(%arg3) {
            %0 = affine.load %alloc[-%arg2 + %arg4, -%arg3 + %arg5] : memref<16x16xf32>
            affine.store %0, %alloc_0[-%arg3 + %arg5, -%arg2 + %arg4] : memref<16x16xf32>
          }
        }
        affine.for %arg4 = #map(%arg3) to #map1(%arg3) {
          affine.for %arg5 = #map(%arg2) to #map1(%arg2) {
            %0 = affine.load %alloc_0[%arg4 - %arg3, %arg5 - %arg2] : memref<16x16xf32>
            affine.store %0, %arg1[%arg4, %arg5] : memref<96x64xf32>
          }
        }
        memref.dealloc %alloc_0 : memref<16x16xf32>
        memref.dealloc %alloc : memref<16x16xf32>
      }
    }
    return
  }
}

