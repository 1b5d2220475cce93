// spread, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 48].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func private @exp_f32(f32) -> f32
  func.func @spread(%arg0: memref<64x48xf32>, %arg1: memref<64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x48xf32> to tensor<64x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64xf32> to tensor<64xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %2 = scf.for %arg2 = %c0 to %c64 step %c1 iter_args(%arg3 = %1) -> (tensor<64xf32>) {
      %3 = tensor.empty() : tensor<48xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %4 = tensor.empty() : tensor<f32>
      %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg2, 0] [1, 48] [1, 1] : tensor<64x48xf32> to tensor<48xf32>
      %6:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<48xf32>) outs(%3, %5 : tensor<48xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_4: f32):
        %12 = func.call @exp_f32(%in) : (f32) -> f32
        %13 = arith.addf %out_4, %12 fastmath<reassoc> : f32
        linalg.yield %12, %13 : f32, f32
      } -> (tensor<48xf32>, tensor<f32>)
      %extracted = tensor.extract %6#1[] : tensor<f32>
      %cst_0 = arith.constant 4.800000e+01 : f32
      %7 = arith.divf %extracted, %cst_0 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %8 = tensor.empty() : tensor<f32>
      %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : tensor<f32>) -> tensor<f32>
      %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%6#0 : tensor<48xf32>) outs(%9 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %12 = arith.subf %in, %7 : f32
        %13 = arith.mulf %12, %12 : f32
        %14 = arith.addf %out, %13 fastmath<reassoc> : f32
        linalg.yield %14 : f32
      } -> tensor<f32>
      %extracted_2 = tensor.extract %10[] : tensor<f32>
      %cst_3 = arith.constant 4.800000e+01 : f32
      %11 = arith.divf %extracted_2, %cst_3 : f32
      %from_elements = tensor.from_elements %11 : tensor<f32>
      %inserted_slice = tensor.insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<f32> into tensor<64xf32>
      scf.yield %inserted_slice : tensor<64xf32>
    }
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<64xf32>, memref<64xf32>) -> ()
    return
  }
}
