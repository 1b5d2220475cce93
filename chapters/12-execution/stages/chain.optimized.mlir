// chain, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 48], y float32[64, 48].

#map = affine_map<(d0) -> (d0)>
module {
  func.func @chain(%arg0: memref<64x48xf32>, %arg1: memref<64x48xf32>, %arg2: memref<64x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<64x48xf32> to tensor<64x48xf32>
    %collapsed = tensor.collapse_shape %2 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_0 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_1 = tensor.collapse_shape %1 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%collapsed_0, %collapsed_1 : tensor<3072xf32>, tensor<3072xf32>) outs(%collapsed : tensor<3072xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %4 = arith.mulf %in, %in_2 : f32
      %5 = math.absf %4 : f32
      %6 = math.sqrt %5 : f32
      linalg.yield %6 : f32
    } -> tensor<3072xf32>
    %expanded = tensor.expand_shape %3 [[0, 1]] output_shape [64, 48] : tensor<3072xf32> into tensor<64x48xf32>
    bufferization.materialize_in_destination %expanded in restrict writable %arg2 : (tensor<64x48xf32>, memref<64x48xf32>) -> ()
    return
  }
}
