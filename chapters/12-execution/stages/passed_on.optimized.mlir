// passed_on, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 48].

#map = affine_map<(d0) -> (d0)>
module {
  func.func @passed_on(%arg0: memref<64x48xf32>, %arg1: memref<64x48xf32>, %arg2: memref<64x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x48xf32> to tensor<64x48xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x48xf32> to tensor<64x48xf32>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_0 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<3072xf32>) outs(%collapsed : tensor<3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst = arith.constant 2.000000e+00 : f32
      %4 = arith.mulf %in, %cst : f32
      linalg.yield %4 : f32
    } -> tensor<3072xf32>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [64, 48] : tensor<3072xf32> into tensor<64x48xf32>
    bufferization.materialize_in_destination %0 in restrict writable %arg1 : (tensor<64x48xf32>, memref<64x48xf32>) -> ()
    bufferization.materialize_in_destination %expanded in restrict writable %arg2 : (tensor<64x48xf32>, memref<64x48xf32>) -> ()
    return
  }
}
