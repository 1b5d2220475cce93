// scale_bias, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[4, 3], weight float32[3], bias float32[3].

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @scale_bias(%arg0: memref<4x3xf32>, %arg1: memref<3xf32>, %arg2: memref<3xf32>, %arg3: memref<4x3xf32>) attributes {llvm.emit_c_interface} {
    linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1, %arg2 : memref<4x3xf32>, memref<3xf32>, memref<3xf32>) outs(%arg3 : memref<4x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %in_1: f32, %out: f32):
      %0 = arith.mulf %in, %in_0 : f32
      %1 = arith.addf %0, %in_1 : f32
      linalg.yield %1 : f32
    }
    return
  }
}
