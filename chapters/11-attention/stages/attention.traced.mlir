// attention, traced: one operation for each step, on tensors. Written by stages.py.
// Arguments: x float32[32, 64], to_qkv float32[64, 192], to_out float32[64, 64].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map9 = affine_map<(d0) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3)>
#map12 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
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
    %10 = tensor.empty() : tensor<4x32x32xf32>
    %collapsed = tensor.collapse_shape %10 [[0, 1, 2]] : tensor<4x32x32xf32> into tensor<4096xf32>
    %collapsed_5 = tensor.collapse_shape %9 [[0, 1, 2]] : tensor<4x32x32xf32> into tensor<4096xf32>
    %11 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_5 : tensor<4096xf32>) outs(%collapsed : tensor<4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %cst_16 = arith.constant 4.000000e+00 : f32
      %33 = arith.divf %in, %cst_16 : f32
      linalg.yield %33 : f32
    } -> tensor<4096xf32>
    %expanded_6 = tensor.expand_shape %11 [[0, 1, 2]] output_shape [4, 32, 32] : tensor<4096xf32> into tensor<4x32x32xf32>
    %12 = tensor.empty() : tensor<32x32xi8>
    %13 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel", "parallel"]} outs(%12 : tensor<32x32xi8>) {
    ^bb0(%out: i8):
      %33 = linalg.index 0 : index
      %34 = arith.index_cast %33 : index to i64
      %35 = linalg.index 1 : index
      %36 = arith.index_cast %35 : index to i64
      %37 = arith.cmpi sge, %34, %36 : i64
      %38 = arith.extui %37 : i1 to i8
      linalg.yield %38 : i8
    } -> tensor<32x32xi8>
    %14 = tensor.empty() : tensor<4x32x32xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %expanded_6 : tensor<32x32xi8>, tensor<4x32x32xf32>) outs(%14 : tensor<4x32x32xf32>) {
    ^bb0(%in: i8, %in_16: f32, %out: f32):
      %c0_i8 = arith.constant 0 : i8
      %33 = arith.cmpi ne, %in, %c0_i8 : i8
      %cst_17 = arith.constant 0xFF800000 : f32
      %34 = arith.select %33, %in_16, %cst_17 : f32
      linalg.yield %34 : f32
    } -> tensor<4x32x32xf32>
    %16 = tensor.empty() : tensor<4x32xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %17 = scf.for %arg4 = %c0 to %c4 step %c1 iter_args(%arg5 = %16) -> (tensor<4x32xf32>) {
      %c32 = arith.constant 32 : index
      %33 = scf.for %arg6 = %c0 to %c32 step %c1 iter_args(%arg7 = %arg5) -> (tensor<4x32xf32>) {
        %cst_16 = arith.constant 0xFF800000 : f32
        %34 = tensor.empty() : tensor<f32>
        %35 = linalg.fill ins(%cst_16 : f32) outs(%34 : tensor<f32>) -> tensor<f32>
        %extracted_slice_17 = tensor.extract_slice %15[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %36 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["reduction"]} ins(%extracted_slice_17 : tensor<32xf32>) outs(%35 : tensor<f32>) {
        ^bb0(%in: f32, %out: f32):
          %37 = arith.maximumf %out, %in fastmath<reassoc> : f32
          linalg.yield %37 : f32
        } -> tensor<f32>
        %extracted = tensor.extract %36[] : tensor<f32>
        %from_elements = tensor.from_elements %extracted : tensor<f32>
        %inserted_slice = tensor.insert_slice %from_elements into %arg7[%arg4, %arg6] [1, 1] [1, 1] : tensor<f32> into tensor<4x32xf32>
        scf.yield %inserted_slice : tensor<4x32xf32>
      }
      scf.yield %33 : tensor<4x32xf32>
    }
    %18 = tensor.empty() : tensor<4x32x32xf32>
    %19 = linalg.generic {indexing_maps = [#map8, #map, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %17 : tensor<4x32x32xf32>, tensor<4x32xf32>) outs(%18 : tensor<4x32x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %33 = arith.subf %in, %in_16 : f32
      linalg.yield %33 : f32
    } -> tensor<4x32x32xf32>
    %20 = tensor.empty() : tensor<4x32x32xf32>
    %collapsed_7 = tensor.collapse_shape %20 [[0, 1, 2]] : tensor<4x32x32xf32> into tensor<4096xf32>
    %collapsed_8 = tensor.collapse_shape %19 [[0, 1, 2]] : tensor<4x32x32xf32> into tensor<4096xf32>
    %21 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%collapsed_8 : tensor<4096xf32>) outs(%collapsed_7 : tensor<4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = func.call @exp_f32(%in) : (f32) -> f32
      linalg.yield %33 : f32
    } -> tensor<4096xf32>
    %expanded_9 = tensor.expand_shape %21 [[0, 1, 2]] output_shape [4, 32, 32] : tensor<4096xf32> into tensor<4x32x32xf32>
    %22 = tensor.empty() : tensor<4x32xf32>
    %c0_10 = arith.constant 0 : index
    %c1_11 = arith.constant 1 : index
    %c4_12 = arith.constant 4 : index
    %23 = scf.for %arg4 = %c0_10 to %c4_12 step %c1_11 iter_args(%arg5 = %22) -> (tensor<4x32xf32>) {
      %c32 = arith.constant 32 : index
      %33 = scf.for %arg6 = %c0_10 to %c32 step %c1_11 iter_args(%arg7 = %arg5) -> (tensor<4x32xf32>) {
        %cst_16 = arith.constant 0.000000e+00 : f32
        %34 = tensor.empty() : tensor<f32>
        %35 = linalg.fill ins(%cst_16 : f32) outs(%34 : tensor<f32>) -> tensor<f32>
        %extracted_slice_17 = tensor.extract_slice %expanded_9[%arg4, %arg6, 0] [1, 1, 32] [1, 1, 1] : tensor<4x32x32xf32> to tensor<32xf32>
        %36 = linalg.generic {indexing_maps = [#map6, #map9], iterator_types = ["reduction"]} ins(%extracted_slice_17 : tensor<32xf32>) outs(%35 : tensor<f32>) {
        ^bb0(%in: f32, %out: f32):
          %37 = arith.addf %out, %in fastmath<reassoc> : f32
          linalg.yield %37 : f32
        } -> tensor<f32>
        %extracted = tensor.extract %36[] : tensor<f32>
        %from_elements = tensor.from_elements %extracted : tensor<f32>
        %inserted_slice = tensor.insert_slice %from_elements into %arg7[%arg4, %arg6] [1, 1] [1, 1] : tensor<f32> into tensor<4x32xf32>
        scf.yield %inserted_slice : tensor<4x32xf32>
      }
      scf.yield %33 : tensor<4x32xf32>
    }
    %24 = tensor.empty() : tensor<4x32x32xf32>
    %25 = linalg.generic {indexing_maps = [#map8, #map, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_9, %23 : tensor<4x32x32xf32>, tensor<4x32xf32>) outs(%24 : tensor<4x32x32xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %33 = arith.divf %in, %in_16 : f32
      linalg.yield %33 : f32
    } -> tensor<4x32x32xf32>
    %cst_13 = arith.constant 0.000000e+00 : f32
    %26 = tensor.empty() : tensor<4x32x16xf32>
    %27 = linalg.fill ins(%cst_13 : f32) outs(%26 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %28 = linalg.contract indexing_maps = [#map10, #map11, #map5] ins(%25, %expanded_3 : tensor<4x32x32xf32>, tensor<32x4x16xf32>) outs(%27 : tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
    %29 = tensor.empty() : tensor<32x4x16xf32>
    %30 = linalg.generic {indexing_maps = [#map12, #map8], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28 : tensor<4x32x16xf32>) outs(%29 : tensor<32x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x4x16xf32>
    %collapsed_14 = tensor.collapse_shape %30 [[0], [1, 2]] : tensor<32x4x16xf32> into tensor<32x64xf32>
    %cst_15 = arith.constant 0.000000e+00 : f32
    %31 = linalg.fill ins(%cst_15 : f32) outs(%3 : tensor<32x64xf32>) -> tensor<32x64xf32>
    %32 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%collapsed_14, %2 : tensor<32x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<32x64xf32>) -> tensor<32x64xf32>
    bufferization.materialize_in_destination %32 in restrict writable %arg3 : (tensor<32x64xf32>, memref<32x64xf32>) -> ()
    return
  }
}
