#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 16, 100)>
#map2 = affine_map<(d0) -> (d0 + 32, 90)>
module {
  func.func @transpose(%arg0: memref<100x90xf32>, %arg1: memref<90x100xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg2 = 0 to 100 step 16 {
      affine.for %arg3 = 0 to 90 step 32 {
        affine.for %arg4 = #map(%arg2) to min #map1(%arg2) {
          affine.for %arg5 = #map(%arg3) to min #map2(%arg3) {
            %0 = affine.load %arg0[%arg4, %arg5] : memref<100x90xf32>
            affine.store %0, %arg1[%arg5, %arg4] : memref<90x100xf32>
          }
        }
      }
    }
    return
  }
}

