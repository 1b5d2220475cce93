// softmax of float32, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 128].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func private @exp_f32(f32) -> f32
  func.func @softmax(%arg0: memref<64x128xf32>, %arg1: memref<64x128xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x128xf32> to tensor<64x128xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %2 = scf.for %arg2 = %c0 to %c64 step %c1 iter_args(%arg3 = %1) -> (tensor<64x128xf32>) {
      %cst = arith.constant 0xFF800000 : f32
      %3 = tensor.empty() : tensor<f32>
      %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg2, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<128xf32>) outs(%4 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %10 = arith.maximumf %out, %in fastmath<reassoc> : f32
        linalg.yield %10 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %5[] : tensor<f32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %cst_1 = arith.constant 0.000000e+00 : f32
      %6 = tensor.empty() : tensor<f32>
      %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<f32>) -> tensor<f32>
      %extracted_slice_2 = tensor.extract_slice %0[%arg2, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %8:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_2 : tensor<128xf32>) outs(%extracted_slice_0, %7 : tensor<128xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_4: f32):
        %10 = arith.subf %in, %extracted : f32
        %11 = func.call @exp_f32(%10) : (f32) -> f32
        %12 = arith.addf %out_4, %11 fastmath<reassoc> : f32
        linalg.yield %11, %12 : f32, f32
      } -> (tensor<128xf32>, tensor<f32>)
      %extracted_3 = tensor.extract %8#1[] : tensor<f32>
      %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%8#0 : tensor<128xf32>) outs(%8#0 : tensor<128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %10 = arith.divf %in, %extracted_3 : f32
        linalg.yield %10 : f32
      } -> tensor<128xf32>
      %inserted_slice = tensor.insert_slice %9 into %arg3[%arg2, 0] [1, 128] [1, 1] : tensor<128xf32> into tensor<64x128xf32>
      scf.yield %inserted_slice : tensor<64x128xf32>
    }
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<64x128xf32>, memref<64x128xf32>) -> ()
    return
  }
}
