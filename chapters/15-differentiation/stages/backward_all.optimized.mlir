// the backward pass of split(loss, policy="all"), optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: kept[0] float32[64, 32], kept[1] float32[64, 48], kept[2] float32[64, 48], kept[3] float32[64, 48], cotangent weak float64[].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @loss_backward(%arg0: memref<64x32xf32>, %arg1: memref<64x48xf32>, %arg2: memref<64x48xf32>, %arg3: memref<64x48xf32>, %arg4: f64, %arg5: memref<32x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %4 = bufferization.to_tensor %arg5 restrict writable : memref<32x48xf32> to tensor<32x48xf32>
    %5 = arith.truncf %arg4 : f64 to f32
    %cst = arith.constant 3.072000e+03 : f32
    %6 = arith.divf %5, %cst : f32
    %7 = tensor.empty() : tensor<64x48xf32>
    %collapsed = tensor.collapse_shape %7 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_0 = tensor.collapse_shape %3 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_1 = tensor.collapse_shape %2 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_2 = tensor.collapse_shape %1 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_0, %collapsed_1, %collapsed_2 : tensor<3072xf32>, tensor<3072xf32>, tensor<3072xf32>) outs(%collapsed : tensor<3072xf32>) {
    ^bb0(%in: f32, %in_4: f32, %in_5: f32, %out: f32):
      %11 = arith.mulf %6, %in : f32
      %12 = arith.addf %11, %11 : f32
      %13 = arith.mulf %12, %in_4 : f32
      %14 = arith.mulf %12, %in_5 : f32
      %cst_6 = arith.constant 1.000000e+00 : f32
      %15 = arith.mulf %in_4, %in_4 : f32
      %16 = arith.subf %cst_6, %15 : f32
      %17 = arith.mulf %14, %16 : f32
      %18 = arith.addf %13, %17 : f32
      linalg.yield %18 : f32
    } -> tensor<3072xf32>
    %expanded = tensor.expand_shape %8 [[0, 1]] output_shape [64, 48] : tensor<3072xf32> into tensor<64x48xf32>
    %cst_3 = arith.constant 0.000000e+00 : f32
    %9 = linalg.fill ins(%cst_3 : f32) outs(%4 : tensor<32x48xf32>) -> tensor<32x48xf32>
    %10 = linalg.contract indexing_maps = [#map1, #map2, #map3] ins(%expanded, %0 : tensor<64x48xf32>, tensor<64x32xf32>) outs(%9 : tensor<32x48xf32>) -> tensor<32x48xf32>
    bufferization.materialize_in_destination %10 in restrict writable %arg5 : (tensor<32x48xf32>, memref<32x48xf32>) -> ()
    return
  }
}
