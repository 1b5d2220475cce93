// the forward pass of split(loss, policy="cut"), optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: w float32[32, 48], x float32[64, 32].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @loss(%arg0: memref<32x48xf32>, %arg1: memref<64x32xf32>, %arg2: memref<f32>, %arg3: memref<64x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<32x48xf32> to tensor<32x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %2 = bufferization.to_tensor %arg3 restrict writable : memref<64x48xf32> to tensor<64x48xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %4 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%1, %0 : tensor<64x32xf32>, tensor<32x48xf32>) outs(%3 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %5 = tensor.empty() : tensor<f32>
    %6 = linalg.fill ins(%cst_0 : f32) outs(%5 : tensor<f32>) -> tensor<f32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction", "reduction"]} ins(%4 : tensor<64x48xf32>) outs(%6 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = func.call @tanh_f32(%in) : (f32) -> f32
      %10 = arith.mulf %in, %9 : f32
      %11 = arith.mulf %10, %10 : f32
      %12 = arith.addf %out, %11 fastmath<reassoc> : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %7[] : tensor<f32>
    %cst_1 = arith.constant 3.072000e+03 : f32
    %8 = arith.divf %extracted, %cst_1 : f32
    bufferization.materialize_in_destination %4 in restrict writable %arg3 : (tensor<64x48xf32>, memref<64x48xf32>) -> ()
    memref.store %8, %arg2[] : memref<f32>
    return
  }
}
