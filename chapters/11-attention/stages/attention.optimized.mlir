// attention, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[32, 64], to_qkv float32[64, 192], to_out float32[64, 64].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
module {
  func.func private @exp_f32(f32) -> f32
  func.func @attention(%arg0: memref<32x64xf32>, %arg1: memref<64x192xf32>, %arg2: memref<64x64xf32>, %arg3: memref<32x64xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<32x64xf32> to tensor<32x64xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<64x192xf32> to tensor<64x192xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x64xf32> to tensor<64x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<32x64xf32> to tensor<32x64xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %4 = tensor.empty() : tensor<32x192xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<32x192xf32>) -> tensor<32x192xf32>
    %6 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%0, %1 : tensor<32x64xf32>, tensor<64x192xf32>) outs(%5 : tensor<32x192xf32>) -> tensor<32x192xf32>
    %extracted_slice = tensor.extract_slice %6[0, 0] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %extracted_slice_0 = tensor.extract_slice %6[0, 64] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded_1 = tensor.expand_shape %extracted_slice_0 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %extracted_slice_2 = tensor.extract_slice %6[0, 128] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded_3 = tensor.expand_shape %extracted_slice_2 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %cst_4 = arith.constant 0.000000e+00 : f32
    %7 = tensor.empty() : tensor<4x32x32xf32>
    %8 = linalg.fill ins(%cst_4 : f32) outs(%7 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %9 = linalg.contract indexing_maps = [#map3, #map4, #map5] ins(%expanded, %expanded_1 : tensor<32x4x16xf32>, tensor<32x4x16xf32>) outs(%8 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %10 = tensor.empty() : tensor<32x32xi8>
    %11 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel", "parallel"]} outs(%10 : tensor<32x32xi8>) {
    ^bb0(%out: i8):
      %19 = linalg.index 0 : index
      %20 = arith.index_cast %19 : index to i64
      %21 = linalg.index 1 : index
      %22 = arith.index_cast %21 : index to i64
      %23 = arith.cmpi sge, %20, %22 : i64
      %24 = arith.extui %23 : i1 to i8
      linalg.yield %24 : i8
    } -> tensor<32x32xi8>
    %12 = tensor.empty() : tensor<4x32x32xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %13 = scf.for %arg4 = %c0 to %c4 step %c1 iter_args(%arg5 = %12) -> (tensor<4x32x32xf32>) {
      %c32 = arith.constant 32 : index
      %19 = scf.for %arg6 = %c0 to %c32 step %c1 iter_args(%arg7 = %arg5) -> (tensor<4x32x32xf32>) {
        %extracted_slice_7 = tensor.extract_slice %arg7[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %cst_8 = arith.constant 0xFF800000 : f32
        %20 = tensor.empty() : tensor<f32>
        %21 = linalg.fill ins(%cst_8 : f32) outs(%20 : tensor<f32>) -> tensor<f32>
        %extracted_slice_9 = tensor.extract_slice %11[%arg6, 0] [1, 32] [1, 1] : tensor<32x32xi8> to tensor<32xi8>
        %extracted_slice_10 = tensor.extract_slice %9[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %22:2 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_9, %extracted_slice_10 : tensor<32xi8>, tensor<32xf32>) outs(%extracted_slice_7, %21 : tensor<32xf32>, tensor<f32>) {
        ^bb0(%in: i8, %in_13: f32, %out: f32, %out_14: f32):
          %c0_i8 = arith.constant 0 : i8
          %28 = arith.cmpi ne, %in, %c0_i8 : i8
          %cst_15 = arith.constant 4.000000e+00 : f32
          %29 = arith.divf %in_13, %cst_15 : f32
          %cst_16 = arith.constant 0xFF800000 : f32
          %30 = arith.select %28, %29, %cst_16 : f32
          %31 = arith.maximumf %out_14, %30 fastmath<reassoc> : f32
          linalg.yield %30, %31 : f32, f32
        } -> (tensor<32xf32>, tensor<f32>)
        %extracted = tensor.extract %22#1[] : tensor<f32>
        %23 = tensor.empty() : tensor<32xf32>
        %cst_11 = arith.constant 0.000000e+00 : f32
        %24 = tensor.empty() : tensor<f32>
        %25 = linalg.fill ins(%cst_11 : f32) outs(%24 : tensor<f32>) -> tensor<f32>
        %26:2 = linalg.generic {indexing_maps = [#map7, #map7, #map8], iterator_types = ["reduction"]} ins(%22#0 : tensor<32xf32>) outs(%23, %25 : tensor<32xf32>, tensor<f32>) {
        ^bb0(%in: f32, %out: f32, %out_13: f32):
          %28 = arith.subf %in, %extracted : f32
          %29 = func.call @exp_f32(%28) : (f32) -> f32
          %30 = arith.addf %out_13, %29 fastmath<reassoc> : f32
          linalg.yield %29, %30 : f32, f32
        } -> (tensor<32xf32>, tensor<f32>)
        %extracted_12 = tensor.extract %26#1[] : tensor<f32>
        %27 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%22#0, %26#0 : tensor<32xf32>, tensor<32xf32>) outs(%22#0 : tensor<32xf32>) {
        ^bb0(%in: f32, %in_13: f32, %out: f32):
          %28 = arith.divf %in_13, %extracted_12 : f32
          linalg.yield %28 : f32
        } -> tensor<32xf32>
        %inserted_slice = tensor.insert_slice %27 into %arg7[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<32xf32> into tensor<4x32x32xf32>
        scf.yield %inserted_slice : tensor<4x32x32xf32>
      }
      scf.yield %19 : tensor<4x32x32xf32>
    }
    %cst_5 = arith.constant 0.000000e+00 : f32
    %14 = tensor.empty() : tensor<32x4x16xf32>
    %15 = linalg.fill ins(%cst_5 : f32) outs(%14 : tensor<32x4x16xf32>) -> tensor<32x4x16xf32>
    %16 = linalg.contract indexing_maps = [#map3, #map9, #map5] ins(%13, %expanded_3 : tensor<4x32x32xf32>, tensor<32x4x16xf32>) outs(%15 : tensor<32x4x16xf32>) -> tensor<32x4x16xf32>
    %collapsed = tensor.collapse_shape %16 [[0], [1, 2]] : tensor<32x4x16xf32> into tensor<32x64xf32>
    %cst_6 = arith.constant 0.000000e+00 : f32
    %17 = linalg.fill ins(%cst_6 : f32) outs(%3 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %18 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%collapsed, %2 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%17 : tensor<32x64xf32>) -> tensor<32x64xf32>
    bufferization.materialize_in_destination %18 in restrict writable %arg3 : (tensor<32x64xf32>, memref<32x64xf32>) -> ()
    return
  }
}
