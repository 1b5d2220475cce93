// distances, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: points float32[5, 3], centres float32[2, 3].

#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0) -> ()>
module {
  func.func @distances(%arg0: memref<5x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<5x2xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<5x3xf32> to tensor<5x3xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<2x3xf32> to tensor<2x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<5x2xf32> to tensor<5x2xf32>
    %3 = tensor.empty() : tensor<5x2x3xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %1 : tensor<5x3xf32>, tensor<2x3xf32>) outs(%3 : tensor<5x2x3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %10 = arith.subf %in, %in_4 : f32
      linalg.yield %10 : f32
    } -> tensor<5x2x3xf32>
    %5 = tensor.empty() : tensor<5x2x3xf32>
    %collapsed = tensor.collapse_shape %5 [[0, 1, 2]] : tensor<5x2x3xf32> into tensor<30xf32>
    %collapsed_0 = tensor.collapse_shape %4 [[0, 1, 2]] : tensor<5x2x3xf32> into tensor<30xf32>
    %6 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<30xf32>) outs(%collapsed : tensor<30xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.mulf %in, %in : f32
      linalg.yield %10 : f32
    } -> tensor<30xf32>
    %expanded = tensor.expand_shape %6 [[0, 1, 2]] output_shape [5, 2, 3] : tensor<30xf32> into tensor<5x2x3xf32>
    %7 = tensor.empty() : tensor<5x2xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %8 = scf.for %arg3 = %c0 to %c5 step %c1 iter_args(%arg4 = %7) -> (tensor<5x2xf32>) {
      %c2 = arith.constant 2 : index
      %10 = scf.for %arg5 = %c0 to %c2 step %c1 iter_args(%arg6 = %arg4) -> (tensor<5x2xf32>) {
        %cst = arith.constant 0.000000e+00 : f32
        %11 = tensor.empty() : tensor<f32>
        %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<f32>) -> tensor<f32>
        %extracted_slice = tensor.extract_slice %expanded[%arg3, %arg5, 0] [1, 1, 3] [1, 1, 1] : tensor<5x2x3xf32> to tensor<3xf32>
        %13 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<3xf32>) outs(%12 : tensor<f32>) {
        ^bb0(%in: f32, %out: f32):
          %14 = arith.addf %out, %in fastmath<reassoc> : f32
          linalg.yield %14 : f32
        } -> tensor<f32>
        %extracted = tensor.extract %13[] : tensor<f32>
        %from_elements = tensor.from_elements %extracted : tensor<f32>
        %inserted_slice = tensor.insert_slice %from_elements into %arg6[%arg3, %arg5] [1, 1] [1, 1] : tensor<f32> into tensor<5x2xf32>
        scf.yield %inserted_slice : tensor<5x2xf32>
      }
      scf.yield %10 : tensor<5x2xf32>
    }
    %collapsed_1 = tensor.collapse_shape %2 [[0, 1]] : tensor<5x2xf32> into tensor<10xf32>
    %collapsed_2 = tensor.collapse_shape %8 [[0, 1]] : tensor<5x2xf32> into tensor<10xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%collapsed_2 : tensor<10xf32>) outs(%collapsed_1 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = math.sqrt %in : f32
      linalg.yield %10 : f32
    } -> tensor<10xf32>
    %expanded_3 = tensor.expand_shape %9 [[0, 1]] output_shape [5, 2] : tensor<10xf32> into tensor<5x2xf32>
    bufferization.materialize_in_destination %expanded_3 in restrict writable %arg2 : (tensor<5x2xf32>, memref<5x2xf32>) -> ()
    return
  }
}
