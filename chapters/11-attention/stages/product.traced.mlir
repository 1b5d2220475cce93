// product, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: a float32[4, 6], b float32[6, 3].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @product(%arg0: memref<4x6xf32>, %arg1: memref<6x3xf32>, %arg2: memref<4x3xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<4x6xf32> to tensor<4x6xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<6x3xf32> to tensor<6x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<4x3xf32> to tensor<4x3xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%0, %1 : tensor<4x6xf32>, tensor<6x3xf32>) outs(%3 : tensor<4x3xf32>) -> tensor<4x3xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<4x3xf32>, memref<4x3xf32>) -> ()
    return
  }
}
