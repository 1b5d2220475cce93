// scores of bfloat16 weights, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: x float32[1, 32], tokens bfloat16[96, 32].

#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @scores(%arg0: memref<1x32xf32>, %arg1: memref<96x32xbf16>, %arg2: memref<1x96xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x32xf32> to tensor<1x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x32xbf16> to tensor<96x32xbf16>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<1x96xf32> to tensor<1x96xf32>
    %3 = tensor.empty() : tensor<32x96xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<96x32xbf16>) outs(%3 : tensor<32x96xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %7 = arith.extf %in : bf16 to f32
      linalg.yield %7 : f32
    } -> tensor<32x96xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %5 = linalg.fill ins(%cst : f32) outs(%2 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %6 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%0, %4 : tensor<1x32xf32>, tensor<32x96xf32>) outs(%5 : tensor<1x96xf32>) -> tensor<1x96xf32>
    bufferization.materialize_in_destination %6 in restrict writable %arg2 : (tensor<1x96xf32>, memref<1x96xf32>) -> ()
    return
  }
}
