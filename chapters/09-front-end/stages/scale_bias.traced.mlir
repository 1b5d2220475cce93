// scale_bias, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: x float32[4, 3], weight float32[3], bias float32[3].

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @scale_bias(%arg0: memref<4x3xf32>, %arg1: memref<3xf32>, %arg2: memref<3xf32>, %arg3: memref<4x3xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<4x3xf32> to tensor<4x3xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<3xf32> to tensor<3xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<3xf32> to tensor<3xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<4x3xf32> to tensor<4x3xf32>
    %4 = tensor.empty() : tensor<4x3xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<4x3xf32>, tensor<3xf32>) outs(%4 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.mulf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %2 : tensor<4x3xf32>, tensor<3xf32>) outs(%3 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %7 = arith.addf %in, %in_0 : f32
      linalg.yield %7 : f32
    } -> tensor<4x3xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg3 : (tensor<4x3xf32>, memref<4x3xf32>) -> ()
    return
  }
}
