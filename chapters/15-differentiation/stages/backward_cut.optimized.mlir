// the backward pass of split(loss, policy="cut"), optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: kept[0] float32[64, 32], kept[1] float32[64, 48], cotangent weak float64[].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @loss_backward(%arg0: memref<64x32xf32>, %arg1: memref<64x48xf32>, %arg2: f64, %arg3: memref<32x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %2 = bufferization.to_tensor %arg3 restrict writable : memref<32x48xf32> to tensor<32x48xf32>
    %3 = arith.truncf %arg2 : f64 to f32
    %cst = arith.constant 3.072000e+03 : f32
    %4 = arith.divf %3, %cst : f32
    %5 = tensor.empty() : tensor<64x48xf32>
    %collapsed = tensor.collapse_shape %5 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_0 = tensor.collapse_shape %1 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<3072xf32>) outs(%collapsed : tensor<3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = func.call @tanh_f32(%in) : (f32) -> f32
      %10 = arith.mulf %in, %9 : f32
      %11 = arith.mulf %4, %10 : f32
      %12 = arith.addf %11, %11 : f32
      %13 = arith.mulf %12, %9 : f32
      %14 = arith.mulf %12, %in : f32
      %cst_2 = arith.constant 1.000000e+00 : f32
      %15 = arith.mulf %9, %9 : f32
      %16 = arith.subf %cst_2, %15 : f32
      %17 = arith.mulf %14, %16 : f32
      %18 = arith.addf %13, %17 : f32
      linalg.yield %18 : f32
    } -> tensor<3072xf32>
    %expanded = tensor.expand_shape %6 [[0, 1]] output_shape [64, 48] : tensor<3072xf32> into tensor<64x48xf32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %7 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<32x48xf32>) -> tensor<32x48xf32>
    %8 = linalg.contract indexing_maps = [#map1, #map2, #map3] ins(%expanded, %0 : tensor<64x48xf32>, tensor<64x32xf32>) outs(%7 : tensor<32x48xf32>) -> tensor<32x48xf32>
    bufferization.materialize_in_destination %8 in restrict writable %arg3 : (tensor<32x48xf32>, memref<32x48xf32>) -> ()
    return
  }
}
