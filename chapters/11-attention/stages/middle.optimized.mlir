// middle, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[5, 12].

#map = affine_map<(d0, d1) -> (d1, -d0 + 7)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @middle(%arg0: memref<5x12xf32>, %arg1: memref<4x5xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<5x12xf32> to tensor<5x12xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<4x5xf32> to tensor<4x5xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<5x12xf32>) outs(%1 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 2.000000e+00 : f32
      %3 = arith.mulf %in, %cst : f32
      linalg.yield %3 : f32
    } -> tensor<4x5xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<4x5xf32>, memref<4x5xf32>) -> ()
    return
  }
}
