// gelu of float32, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 128].

#map = affine_map<(d0) -> (d0)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @gelu(%arg0: memref<64x128xf32>, %arg1: memref<64x128xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x128xf32> to tensor<64x128xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %collapsed_0 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x128xf32> into tensor<8192xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<8192xf32>) outs(%collapsed : tensor<8192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 5.000000e-01 : f32
      %3 = arith.mulf %cst, %in : f32
      %cst_1 = arith.constant 1.000000e+00 : f32
      %cst_2 = arith.constant 0.797884583 : f32
      %cst_3 = arith.constant 4.471500e-02 : f32
      %4 = arith.mulf %cst_3, %in : f32
      %5 = arith.mulf %4, %in : f32
      %6 = arith.mulf %5, %in : f32
      %7 = arith.addf %in, %6 : f32
      %8 = arith.mulf %cst_2, %7 : f32
      %9 = func.call @tanh_f32(%8) : (f32) -> f32
      %10 = arith.addf %cst_1, %9 : f32
      %11 = arith.mulf %3, %10 : f32
      linalg.yield %11 : f32
    } -> tensor<8192xf32>
    %expanded = tensor.expand_shape %2 [[0, 1]] output_shape [64, 128] : tensor<8192xf32> into tensor<64x128xf32>
    bufferization.materialize_in_destination %expanded in restrict writable %arg1 : (tensor<64x128xf32>, memref<64x128xf32>) -> ()
    return
  }
}
