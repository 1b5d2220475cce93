// column_total of float32, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 128].

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @column_total(%arg0: memref<64x128xf32>, %arg1: memref<128xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<128xf32> to tensor<128xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<128xf32>) -> tensor<128xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%0 : tensor<64x128xf32>) outs(%2 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.addf %out, %in fastmath<reassoc> : f32
      linalg.yield %4 : f32
    } -> tensor<128xf32>
    bufferization.materialize_in_destination %3 in restrict writable %arg1 : (tensor<128xf32>, memref<128xf32>) -> ()
    return
  }
}
