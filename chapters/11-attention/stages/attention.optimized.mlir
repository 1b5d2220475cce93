// attention, after fusion. Written by chapters/11-attention/stages.py.
// Arguments: x float32[32, 64], to_qkv float32[64, 192], to_out float32[64, 64].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>
#map11 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
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
    %7 = tensor.empty() : tensor<32x32xi8>
    %8 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%7 : tensor<32x32xi8>) {
    ^bb0(%out: i8):
      %21 = linalg.index 0 : index
      %22 = arith.index_cast %21 : index to i64
      %23 = linalg.index 1 : index
      %24 = arith.index_cast %23 : index to i64
      %25 = arith.cmpi sge, %22, %24 : i64
      %26 = arith.extui %25 : i1 to i8
      linalg.yield %26 : i8
    } -> tensor<32x32xi8>
    %extracted_slice = tensor.extract_slice %6[0, 0] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %extracted_slice_0 = tensor.extract_slice %6[0, 64] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded_1 = tensor.expand_shape %extracted_slice_0 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %extracted_slice_2 = tensor.extract_slice %6[0, 128] [32, 64] [1, 1] : tensor<32x192xf32> to tensor<32x64xf32>
    %expanded_3 = tensor.expand_shape %extracted_slice_2 [[0], [1, 2]] output_shape [32, 4, 16] : tensor<32x64xf32> into tensor<32x4x16xf32>
    %cst_4 = arith.constant 0.000000e+00 : f32
    %9 = tensor.empty() : tensor<4x32x32xf32>
    %10 = linalg.fill ins(%cst_4 : f32) outs(%9 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %11 = linalg.contract indexing_maps = [#map4, #map5, #map6] ins(%expanded, %expanded_1 : tensor<32x4x16xf32>, tensor<32x4x16xf32>) outs(%10 : tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
    %12 = tensor.empty() : tensor<4x32x32xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %13 = scf.for %arg4 = %c0 to %c4 step %c1 iter_args(%arg5 = %12) -> (tensor<4x32x32xf32>) {
      %c32 = arith.constant 32 : index
      %21 = scf.for %arg6 = %c0 to %c32 step %c1 iter_args(%arg7 = %arg5) -> (tensor<4x32x32xf32>) {
        %22 = tensor.empty() : tensor<32xf32>
        %cst_7 = arith.constant 0xFF800000 : f32
        %23 = tensor.empty() : tensor<f32>
        %24 = linalg.fill ins(%cst_7 : f32) outs(%23 : tensor<f32>) -> tensor<f32>
        %extracted_slice_8 = tensor.extract_slice %8[%arg6, 0] [1, 32] [1, 1] : tensor<32x32xi8> to tensor<32xi8>
        %extracted_slice_9 = tensor.extract_slice %11[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %25:2 = linalg.generic {indexing_maps = [#map7, #map7, #map7, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_8, %extracted_slice_9 : tensor<32xi8>, tensor<32xf32>) outs(%22, %24 : tensor<32xf32>, tensor<f32>) {
        ^bb0(%in: i8, %in_13: f32, %out: f32, %out_14: f32):
          %c0_i8 = arith.constant 0 : i8
          %31 = arith.cmpi ne, %in, %c0_i8 : i8
          %cst_15 = arith.constant 4.000000e+00 : f32
          %32 = arith.divf %in_13, %cst_15 : f32
          %cst_16 = arith.constant 0xFF800000 : f32
          %33 = arith.select %31, %32, %cst_16 : f32
          %34 = arith.maximumf %out_14, %33 fastmath<reassoc> : f32
          linalg.yield %33, %34 : f32, f32
        } -> (tensor<32xf32>, tensor<f32>)
        %extracted = tensor.extract %25#1[] : tensor<f32>
        %26 = tensor.empty() : tensor<32xf32>
        %cst_10 = arith.constant 0.000000e+00 : f32
        %27 = tensor.empty() : tensor<f32>
        %28 = linalg.fill ins(%cst_10 : f32) outs(%27 : tensor<f32>) -> tensor<f32>
        %29:2 = linalg.generic {indexing_maps = [#map7, #map7, #map8], iterator_types = ["reduction"]} ins(%25#0 : tensor<32xf32>) outs(%26, %28 : tensor<32xf32>, tensor<f32>) {
        ^bb0(%in: f32, %out: f32, %out_13: f32):
          %31 = arith.subf %in, %extracted : f32
          %32 = func.call @exp_f32(%31) : (f32) -> f32
          %33 = arith.addf %out_13, %32 fastmath<reassoc> : f32
          linalg.yield %32, %33 : f32, f32
        } -> (tensor<32xf32>, tensor<f32>)
        %extracted_11 = tensor.extract %29#1[] : tensor<f32>
        %extracted_slice_12 = tensor.extract_slice %arg7[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %30 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%25#0, %29#0 : tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_12 : tensor<32xf32>) {
        ^bb0(%in: f32, %in_13: f32, %out: f32):
          %31 = arith.divf %in_13, %extracted_11 : f32
          linalg.yield %31 : f32
        } -> tensor<32xf32>
        %inserted_slice = tensor.insert_slice %30 into %arg7[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<32xf32> into tensor<4x32x32xf32>
        scf.yield %inserted_slice : tensor<4x32x32xf32>
      }
      scf.yield %21 : tensor<4x32x32xf32>
    }
    %cst_5 = arith.constant 0.000000e+00 : f32
    %14 = tensor.empty() : tensor<4x32x16xf32>
    %15 = linalg.fill ins(%cst_5 : f32) outs(%14 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %16 = linalg.contract indexing_maps = [#map9, #map10, #map6] ins(%13, %expanded_3 : tensor<4x32x32xf32>, tensor<32x4x16xf32>) outs(%15 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %17 = tensor.empty() : tensor<32x4x16xf32>
    %18 = linalg.generic {indexing_maps = [#map11, #map12], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<4x32x16xf32>) outs(%17 : tensor<32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x4x16xf32>
    %collapsed = tensor.collapse_shape %18 [[0], [1, 2]] : tensor<32x4x16xf32> into tensor<32x64xf32>
    %cst_6 = arith.constant 0.000000e+00 : f32
    %19 = linalg.fill ins(%cst_6 : f32) outs(%3 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %20 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%collapsed, %2 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%19 : tensor<32x64xf32>) -> tensor<32x64xf32>
    bufferization.materialize_in_destination %20 in restrict writable %arg3 : (tensor<32x64xf32>, memref<32x64xf32>) -> ()
    return
  }
}
