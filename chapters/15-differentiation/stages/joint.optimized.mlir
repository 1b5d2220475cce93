// the loss and its gradient, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: w float32[32, 48], x float32[64, 32].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d1, d0)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @loss(%arg0: memref<32x48xf32>, %arg1: memref<64x32xf32>, %arg2: memref<f32>, %arg3: memref<32x48xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<32x48xf32> to tensor<32x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %2 = bufferization.to_tensor %arg3 restrict writable : memref<32x48xf32> to tensor<32x48xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %3 = tensor.empty() : tensor<64x48xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %5 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%1, %0 : tensor<64x32xf32>, tensor<32x48xf32>) outs(%4 : tensor<64x48xf32>) -> tensor<64x48xf32>
    %6 = tensor.empty() : tensor<64x48xf32>
    %7 = tensor.empty() : tensor<64xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %8:2 = scf.for %arg4 = %c0 to %c64 step %c1 iter_args(%arg5 = %6, %arg6 = %7) -> (tensor<64x48xf32>, tensor<64xf32>) {
      %c1_3 = arith.constant 1 : index
      %15 = arith.muli %arg4, %c1_3 : index
      %extracted_slice = tensor.extract_slice %arg5[%15, 0] [1, 48] [1, 1] : tensor<64x48xf32> to tensor<1x48xf32>
      %cst_4 = arith.constant 0.000000e+00 : f32
      %16 = tensor.empty() : tensor<f32>
      %17 = linalg.fill ins(%cst_4 : f32) outs(%16 : tensor<f32>) -> tensor<f32>
      %extracted_slice_5 = tensor.extract_slice %5[%15, 0] [1, 48] [1, 1] : tensor<64x48xf32> to tensor<1x48xf32>
      %18:2 = linalg.generic {indexing_maps = [#map3, #map3, #map4], iterator_types = ["reduction", "reduction"]} ins(%extracted_slice_5 : tensor<1x48xf32>) outs(%extracted_slice, %17 : tensor<1x48xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_7: f32):
        %cst_8 = arith.constant 3.25520843E-4 : f32
        %19 = func.call @tanh_f32(%in) : (f32) -> f32
        %20 = arith.mulf %in, %19 : f32
        %21 = arith.mulf %cst_8, %20 : f32
        %22 = arith.addf %21, %21 : f32
        %23 = arith.mulf %22, %19 : f32
        %24 = arith.mulf %22, %in : f32
        %cst_9 = arith.constant 1.000000e+00 : f32
        %25 = arith.mulf %19, %19 : f32
        %26 = arith.subf %cst_9, %25 : f32
        %27 = arith.mulf %24, %26 : f32
        %28 = arith.addf %23, %27 : f32
        %29 = arith.mulf %20, %20 : f32
        %30 = arith.addf %out_7, %29 fastmath<reassoc> : f32
        linalg.yield %28, %30 : f32, f32
      } -> (tensor<1x48xf32>, tensor<f32>)
      %inserted_slice = tensor.insert_slice %18#0 into %arg5[%15, 0] [1, 48] [1, 1] : tensor<1x48xf32> into tensor<64x48xf32>
      %inserted_slice_6 = tensor.insert_slice %18#1 into %arg6[%arg4] [1] [1] : tensor<f32> into tensor<64xf32>
      scf.yield %inserted_slice, %inserted_slice_6 : tensor<64x48xf32>, tensor<64xf32>
    }
    %9 = tensor.empty() : tensor<f32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<f32>) -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%8#1 : tensor<64xf32>) outs(%10 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %out, %in fastmath<reassoc> : f32
      linalg.yield %15 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %11[] : tensor<f32>
    %cst_1 = arith.constant 3.072000e+03 : f32
    %12 = arith.divf %extracted, %cst_1 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %13 = linalg.fill ins(%cst_2 : f32) outs(%2 : tensor<32x48xf32>) -> tensor<32x48xf32>
    %14 = linalg.contract indexing_maps = [#map1, #map7, #map2] ins(%8#0, %1 : tensor<64x48xf32>, tensor<64x32xf32>) outs(%13 : tensor<32x48xf32>) -> tensor<32x48xf32>
    bufferization.materialize_in_destination %14 in restrict writable %arg3 : (tensor<32x48xf32>, memref<32x48xf32>) -> ()
    memref.store %12, %arg2[] : memref<f32>
    return
  }
}
