// mlp_residual, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[tokens, 32], p.norm_1.gain float32[32], p.norm_1.bias float32[32], p.qkv.weight float32[32, 96], p.qkv.bias float32[96], p.out.weight float32[32, 32], p.out.bias float32[32], p.norm_2.gain float32[32], and 5 more.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d1)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @mlp_residual(%arg0: memref<?x32xf32>, %arg1: memref<32xf32>, %arg2: memref<32xf32>, %arg3: memref<32x96xf32>, %arg4: memref<96xf32>, %arg5: memref<32x32xf32>, %arg6: memref<32xf32>, %arg7: memref<32xf32>, %arg8: memref<32xf32>, %arg9: memref<32x128xf32>, %arg10: memref<128xf32>, %arg11: memref<128x32xf32>, %arg12: memref<32xf32>, %arg13: memref<?x32xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<?x32xf32> to tensor<?x32xf32>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?x32xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<32xf32> to tensor<32xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<32xf32> to tensor<32xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32x96xf32> to tensor<32x96xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<96xf32> to tensor<96xf32>
    %5 = bufferization.to_tensor %arg5 restrict : memref<32x32xf32> to tensor<32x32xf32>
    %6 = bufferization.to_tensor %arg6 restrict : memref<32xf32> to tensor<32xf32>
    %7 = bufferization.to_tensor %arg7 restrict : memref<32xf32> to tensor<32xf32>
    %8 = bufferization.to_tensor %arg8 restrict : memref<32xf32> to tensor<32xf32>
    %9 = bufferization.to_tensor %arg9 restrict : memref<32x128xf32> to tensor<32x128xf32>
    %10 = bufferization.to_tensor %arg10 restrict : memref<128xf32> to tensor<128xf32>
    %11 = bufferization.to_tensor %arg11 restrict : memref<128x32xf32> to tensor<128x32xf32>
    %12 = bufferization.to_tensor %arg12 restrict : memref<32xf32> to tensor<32xf32>
    %13 = bufferization.to_tensor %arg13 restrict writable : memref<?x32xf32> to tensor<?x32xf32>
    %14 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %15 = scf.for %arg14 = %c0_0 to %dim step %c1 iter_args(%arg15 = %14) -> (tensor<?x32xf32>) {
      %cst_2 = arith.constant 0.000000e+00 : f32
      %24 = tensor.empty() : tensor<f32>
      %25 = linalg.fill ins(%cst_2 : f32) outs(%24 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<32xf32>) outs(%25 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %35 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %35 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %26[] : tensor<f32>
      %cst_3 = arith.constant 3.200000e+01 : f32
      %27 = arith.divf %extracted, %cst_3 : f32
      %cst_4 = arith.constant 0.000000e+00 : f32
      %28 = tensor.empty() : tensor<f32>
      %29 = linalg.fill ins(%cst_4 : f32) outs(%28 : tensor<f32>) -> tensor<f32>
      %extracted_slice_5 = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %30 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_5 : tensor<32xf32>) outs(%29 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %35 = arith.subf %in, %27 : f32
        %36 = arith.mulf %35, %35 : f32
        %37 = arith.addf %out, %36 fastmath<reassoc> : f32
        linalg.yield %37 : f32
      } -> tensor<f32>
      %extracted_6 = tensor.extract %30[] : tensor<f32>
      %cst_7 = arith.constant 3.200000e+01 : f32
      %31 = arith.divf %extracted_6, %cst_7 : f32
      %cst_8 = arith.constant 9.99999974E-6 : f32
      %32 = arith.addf %31, %cst_8 : f32
      %33 = math.sqrt %32 : f32
      %extracted_slice_9 = tensor.extract_slice %arg15[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_10 = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %34 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_10, %7, %8 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_9 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_11: f32, %in_12: f32, %out: f32):
        %35 = arith.subf %in, %27 : f32
        %cst_13 = arith.constant 1.000000e+00 : f32
        %36 = arith.divf %cst_13, %33 : f32
        %37 = arith.mulf %35, %36 : f32
        %38 = arith.mulf %37, %in_11 : f32
        %39 = arith.addf %38, %in_12 : f32
        linalg.yield %39 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %34 into %arg15[%arg14, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice : tensor<?x32xf32>
    }
    %cst = arith.constant 0.000000e+00 : f32
    %16 = tensor.empty(%dim) : tensor<?x128xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %18 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%15, %9 : tensor<?x32xf32>, tensor<32x128xf32>) outs(%17 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%18, %10 : tensor<?x128xf32>, tensor<128xf32>) outs(%18 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %cst_3 = arith.constant 5.000000e-01 : f32
      %24 = arith.addf %in, %in_2 : f32
      %25 = arith.mulf %cst_3, %24 : f32
      %cst_4 = arith.constant 1.000000e+00 : f32
      %cst_5 = arith.constant 0.797884583 : f32
      %cst_6 = arith.constant 4.471500e-02 : f32
      %26 = arith.mulf %cst_6, %24 : f32
      %27 = arith.mulf %26, %24 : f32
      %28 = arith.mulf %27, %24 : f32
      %29 = arith.addf %24, %28 : f32
      %30 = arith.mulf %cst_5, %29 : f32
      %31 = func.call @tanh_f32(%30) : (f32) -> f32
      %32 = arith.addf %cst_4, %31 : f32
      %33 = arith.mulf %25, %32 : f32
      linalg.yield %33 : f32
    } -> tensor<?x128xf32>
    %cst_1 = arith.constant 0.000000e+00 : f32
    %20 = tensor.empty(%dim) : tensor<?x32xf32>
    %21 = linalg.fill ins(%cst_1 : f32) outs(%20 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %22 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%19, %11 : tensor<?x128xf32>, tensor<128x32xf32>) outs(%21 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%0, %22, %12 : tensor<?x32xf32>, tensor<?x32xf32>, tensor<32xf32>) outs(%13 : tensor<?x32xf32>) {
    ^bb0(%in: f32, %in_2: f32, %in_3: f32, %out: f32):
      %24 = arith.addf %in_2, %in_3 : f32
      %25 = arith.addf %in, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<?x32xf32>
    bufferization.materialize_in_destination %23 in restrict writable %arg13 : (tensor<?x32xf32>, memref<?x32xf32>) -> ()
    return
  }
}
