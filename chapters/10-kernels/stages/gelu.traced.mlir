// gelu of float32, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: x float32[64, 128].

#map = affine_map<(d0) -> (d0)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @gelu(%arg0: memref<64x128xf32>, %arg1: memref<64x128xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x128xf32> to tensor<64x128xf32>
    %2 = tensor.empty() : tensor<64x128xf32>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_0 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<8192xf32>) outs(%collapsed : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 4.471500e-02 : f32
      %19 = arith.mulf %cst, %in : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %4 = tensor.empty() : tensor<64x128xf32>
    %collapsed_1 = tensor.collapse_shape %4 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_2 = tensor.collapse_shape %expanded [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_2, %collapsed_0 : tensor<8192xf32>, tensor<8192xf32>) outs(%collapsed_1 : tensor<8192xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %19 = arith.mulf %in, %in_25 : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_3 = tensor.expand_shape %5 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %6 = tensor.empty() : tensor<64x128xf32>
    %collapsed_4 = tensor.collapse_shape %6 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_5 = tensor.collapse_shape %expanded_3 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_5, %collapsed_0 : tensor<8192xf32>, tensor<8192xf32>) outs(%collapsed_4 : tensor<8192xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %19 = arith.mulf %in, %in_25 : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_6 = tensor.expand_shape %7 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %8 = tensor.empty() : tensor<64x128xf32>
    %collapsed_7 = tensor.collapse_shape %8 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_8 = tensor.collapse_shape %expanded_6 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_0, %collapsed_8 : tensor<8192xf32>, tensor<8192xf32>) outs(%collapsed_7 : tensor<8192xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %19 = arith.addf %in, %in_25 : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_9 = tensor.expand_shape %9 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %10 = tensor.empty() : tensor<64x128xf32>
    %collapsed_10 = tensor.collapse_shape %10 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_11 = tensor.collapse_shape %expanded_9 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_11 : tensor<8192xf32>) outs(%collapsed_10 : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 0.797884583 : f32
      %19 = arith.mulf %cst, %in : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_12 = tensor.expand_shape %11 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %12 = tensor.empty() : tensor<64x128xf32>
    %collapsed_13 = tensor.collapse_shape %12 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<8192xf32>) outs(%collapsed_13 : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 5.000000e-01 : f32
      %19 = arith.mulf %cst, %in : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_14 = tensor.expand_shape %13 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %14 = tensor.empty() : tensor<64x128xf32>
    %collapsed_15 = tensor.collapse_shape %14 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_16 = tensor.collapse_shape %expanded_12 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_16 : tensor<8192xf32>) outs(%collapsed_15 : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = func.call @tanh_f32(%in) : (f32) -> f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_17 = tensor.expand_shape %15 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %16 = tensor.empty() : tensor<64x128xf32>
    %collapsed_18 = tensor.collapse_shape %16 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_19 = tensor.collapse_shape %expanded_17 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_19 : tensor<8192xf32>) outs(%collapsed_18 : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 1.000000e+00 : f32
      %19 = arith.addf %cst, %in : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_20 = tensor.expand_shape %17 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    %collapsed_21 = tensor.collapse_shape %1 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_22 = tensor.collapse_shape %expanded_14 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_23 = tensor.collapse_shape %expanded_20 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_22, %collapsed_23 : tensor<8192xf32>, tensor<8192xf32>) outs(%collapsed_21 : tensor<8192xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %19 = arith.mulf %in, %in_25 : f32
      linalg.yield %19 : f32
    } -> tensor<8192xf32>
    %expanded_24 = tensor.expand_shape %18 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    bufferization.materialize_in_destination %expanded_24 in restrict writable %arg1 : (tensor<64x128xf32>, memref<64x128xf32>) -> ()
    return
  }
}
