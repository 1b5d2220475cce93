// softmax, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: x float32[64, 48].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
module {
  func.func private @exp_f32(f32) -> f32
  func.func @softmax(%arg0: memref<64x48xf32>, %arg1: memref<64x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x48xf32> to tensor<64x48xf32>
    %2 = tensor.empty() : tensor<64xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %3 = scf.for %arg2 = %c0 to %c64 step %c1 iter_args(%arg3 = %2) -> (tensor<64xf32>) {
      %cst = arith.constant 0xFF800000 : f32
      %11 = tensor.empty() : tensor<f32>
      %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg2, 0] [1, 48] [1, 1] : tensor<64x48xf32> to tensor<48xf32>
      %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<48xf32>) outs(%12 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %14 = arith.maximumf %out, %in fastmath<reassoc> : f32
        linalg.yield %14 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %13[] : tensor<f32>
      %from_elements = tensor.from_elements %extracted : tensor<f32>
      %inserted_slice = tensor.insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<f32> into tensor<64xf32>
      scf.yield %inserted_slice : tensor<64xf32>
    }
    %4 = tensor.empty() : tensor<64x48xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%0, %3 : tensor<64x48xf32>, tensor<64xf32>) outs(%4 : tensor<64x48xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %11 = arith.subf %in, %in_4 : f32
      linalg.yield %11 : f32
    } -> tensor<64x48xf32>
    %6 = tensor.empty() : tensor<64x48xf32>
    %collapsed = tensor.collapse_shape %6 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %collapsed_0 = tensor.collapse_shape %5 [[0, 1]] : tensor<64x48xf32> into tensor<3072xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<3072xf32>) outs(%collapsed : tensor<3072xf32>) {
    ^bb0(%in: f32, %out: f32):
      %11 = func.call @exp_f32(%in) : (f32) -> f32
      linalg.yield %11 : f32
    } -> tensor<3072xf32>
    %expanded = tensor.expand_shape %7 [[0, 1]] output_shape [64, 48] : tensor<3072xf32> into tensor<64x48xf32>
    %8 = tensor.empty() : tensor<64xf32>
    %c0_1 = arith.constant 0 : index
    %c1_2 = arith.constant 1 : index
    %c64_3 = arith.constant 64 : index
    %9 = scf.for %arg2 = %c0_1 to %c64_3 step %c1_2 iter_args(%arg3 = %8) -> (tensor<64xf32>) {
      %cst = arith.constant 0.000000e+00 : f32
      %11 = tensor.empty() : tensor<f32>
      %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %expanded[%arg2, 0] [1, 48] [1, 1] : tensor<64x48xf32> to tensor<48xf32>
      %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<48xf32>) outs(%12 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %14 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %14 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %13[] : tensor<f32>
      %from_elements = tensor.from_elements %extracted : tensor<f32>
      %inserted_slice = tensor.insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<f32> into tensor<64xf32>
      scf.yield %inserted_slice : tensor<64xf32>
    }
    %10 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded, %9 : tensor<64x48xf32>, tensor<64xf32>) outs(%1 : tensor<64x48xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %11 = arith.divf %in, %in_4 : f32
      linalg.yield %11 : f32
    } -> tensor<64x48xf32>
    bufferization.materialize_in_destination %10 in restrict writable %arg1 : (tensor<64x48xf32>, memref<64x48xf32>) -> ()
    return
  }
}
