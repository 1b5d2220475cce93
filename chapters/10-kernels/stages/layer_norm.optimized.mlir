// layer_norm of float32, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 128], gain float32[128], bias float32[128].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @layer_norm(%arg0: memref<64x128xf32>, %arg1: memref<128xf32>, %arg2: memref<128xf32>, %arg3: memref<64x128xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<128xf32> to tensor<128xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<128xf32> to tensor<128xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<64x128xf32> to tensor<64x128xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %4 = scf.for %arg4 = %c0 to %c64 step %c1 iter_args(%arg5 = %3) -> (tensor<64x128xf32>) {
      %cst = arith.constant 0.000000e+00 : f32
      %5 = tensor.empty() : tensor<f32>
      %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg4, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<128xf32>) outs(%6 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %16 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %16 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %7[] : tensor<f32>
      %cst_0 = arith.constant 1.280000e+02 : f32
      %8 = arith.divf %extracted, %cst_0 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %9 = tensor.empty() : tensor<f32>
      %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<f32>) -> tensor<f32>
      %extracted_slice_2 = tensor.extract_slice %0[%arg4, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_2 : tensor<128xf32>) outs(%10 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %16 = arith.subf %in, %8 : f32
        %17 = arith.mulf %16, %16 : f32
        %18 = arith.addf %out, %17 fastmath<reassoc> : f32
        linalg.yield %18 : f32
      } -> tensor<f32>
      %extracted_3 = tensor.extract %11[] : tensor<f32>
      %cst_4 = arith.constant 1.280000e+02 : f32
      %12 = arith.divf %extracted_3, %cst_4 : f32
      %cst_5 = arith.constant 9.99999974E-6 : f32
      %13 = arith.addf %12, %cst_5 : f32
      %14 = math.sqrt %13 : f32
      %extracted_slice_6 = tensor.extract_slice %arg5[%arg4, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %extracted_slice_7 = tensor.extract_slice %0[%arg4, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %15 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_7, %1, %2 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) outs(%extracted_slice_6 : tensor<128xf32>) {
      ^bb0(%in: f32, %in_8: f32, %in_9: f32, %out: f32):
        %16 = arith.subf %in, %8 : f32
        %cst_10 = arith.constant 1.000000e+00 : f32
        %17 = arith.divf %cst_10, %14 : f32
        %18 = arith.mulf %16, %17 : f32
        %19 = arith.mulf %18, %in_8 : f32
        %20 = arith.addf %19, %in_9 : f32
        linalg.yield %20 : f32
      } -> tensor<128xf32>
      %inserted_slice = tensor.insert_slice %15 into %arg5[%arg4, 0] [1, 128] [1, 1] : tensor<128xf32> into tensor<64x128xf32>
      scf.yield %inserted_slice : tensor<64x128xf32>
    }
    bufferization.materialize_in_destination %4 in restrict writable %arg3 : (tensor<64x128xf32>, memref<64x128xf32>) -> ()
    return
  }
}
