// scores_by_matmul, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: query float32[32, 4, 16], key float32[32, 4, 16].

#map = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
module {
  func.func @scores_by_matmul(%arg0: memref<32x4x16xf32>, %arg1: memref<32x4x16xf32>, %arg2: memref<4x32x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<32x4x16xf32> to tensor<32x4x16xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32x4x16xf32> to tensor<32x4x16xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<4x32x32xf32> to tensor<4x32x32xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%0, %1 : tensor<32x4x16xf32>, tensor<32x4x16xf32>) outs(%3 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<4x32x32xf32>, memref<4x32x32xf32>) -> ()
    return
  }
}
