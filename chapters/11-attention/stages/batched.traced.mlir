// product, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: a float32[2, 3, 4, 5], b float32[3, 5, 6].

#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
module {
  func.func @product(%arg0: memref<2x3x4x5xf32>, %arg1: memref<3x5x6xf32>, %arg2: memref<2x3x4x6xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<2x3x4x5xf32> to tensor<2x3x4x5xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3x5x6xf32> to tensor<3x5x6xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<2x3x4x6xf32> to tensor<2x3x4x6xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%0, %1 : tensor<2x3x4x5xf32>, tensor<3x5x6xf32>) outs(%3 : tensor<2x3x4x6xf32>) -> tensor<2x3x4x6xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<2x3x4x6xf32>, memref<2x3x4x6xf32>) -> ()
    return
  }
}
