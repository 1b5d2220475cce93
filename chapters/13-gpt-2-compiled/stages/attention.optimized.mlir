// attention_residual, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[tokens, 32], p.norm_1.gain float32[32], p.norm_1.bias float32[32], p.qkv.weight float32[32, 96], p.qkv.bias float32[96], p.out.weight float32[32, 32], p.out.bias float32[32], p.norm_2.gain float32[32], and 5 more.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
module {
  func.func private @exp_f32(f32) -> f32
  func.func @attention_residual(%arg0: memref<?x32xf32>, %arg1: memref<32xf32>, %arg2: memref<32xf32>, %arg3: memref<32x96xf32>, %arg4: memref<96xf32>, %arg5: memref<32x32xf32>, %arg6: memref<32xf32>, %arg7: memref<32xf32>, %arg8: memref<32xf32>, %arg9: memref<32x128xf32>, %arg10: memref<128xf32>, %arg11: memref<128x32xf32>, %arg12: memref<32xf32>, %arg13: memref<?x32xf32>) attributes {llvm.emit_c_interface} {
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
      %cst_10 = arith.constant 0.000000e+00 : f32
      %35 = tensor.empty() : tensor<f32>
      %36 = linalg.fill ins(%cst_10 : f32) outs(%35 : tensor<f32>) -> tensor<f32>
      %extracted_slice_11 = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %37 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_11 : tensor<32xf32>) outs(%36 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %46 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %46 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %37[] : tensor<f32>
      %cst_12 = arith.constant 3.200000e+01 : f32
      %38 = arith.divf %extracted, %cst_12 : f32
      %cst_13 = arith.constant 0.000000e+00 : f32
      %39 = tensor.empty() : tensor<f32>
      %40 = linalg.fill ins(%cst_13 : f32) outs(%39 : tensor<f32>) -> tensor<f32>
      %extracted_slice_14 = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_14 : tensor<32xf32>) outs(%40 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %46 = arith.subf %in, %38 : f32
        %47 = arith.mulf %46, %46 : f32
        %48 = arith.addf %out, %47 fastmath<reassoc> : f32
        linalg.yield %48 : f32
      } -> tensor<f32>
      %extracted_15 = tensor.extract %41[] : tensor<f32>
      %cst_16 = arith.constant 3.200000e+01 : f32
      %42 = arith.divf %extracted_15, %cst_16 : f32
      %cst_17 = arith.constant 9.99999974E-6 : f32
      %43 = arith.addf %42, %cst_17 : f32
      %44 = math.sqrt %43 : f32
      %extracted_slice_18 = tensor.extract_slice %arg15[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_19 = tensor.extract_slice %0[%arg14, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %45 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_19, %1, %2 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_18 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_20: f32, %in_21: f32, %out: f32):
        %46 = arith.subf %in, %38 : f32
        %cst_22 = arith.constant 1.000000e+00 : f32
        %47 = arith.divf %cst_22, %44 : f32
        %48 = arith.mulf %46, %47 : f32
        %49 = arith.mulf %48, %in_20 : f32
        %50 = arith.addf %49, %in_21 : f32
        linalg.yield %50 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %45 into %arg15[%arg14, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice : tensor<?x32xf32>
    }
    %cst = arith.constant 0.000000e+00 : f32
    %16 = tensor.empty(%dim) : tensor<?x96xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %18 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%15, %3 : tensor<?x32xf32>, tensor<32x96xf32>) outs(%17 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %19 = tensor.empty(%dim) : tensor<?x96xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%18, %4 : tensor<?x96xf32>, tensor<96xf32>) outs(%19 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %35 = arith.addf %in, %in_10 : f32
      linalg.yield %35 : f32
    } -> tensor<?x96xf32>
    %extracted_slice = tensor.extract_slice %20[0, 0] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_1 = tensor.extract_slice %20[0, 32] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_2 = tensor.expand_shape %extracted_slice_1 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_3 = tensor.extract_slice %20[0, 64] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_4 = tensor.expand_shape %extracted_slice_3 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %cst_5 = arith.constant 0.000000e+00 : f32
    %21 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %22 = linalg.fill ins(%cst_5 : f32) outs(%21 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %23 = linalg.contract indexing_maps = [#map7, #map8, #map9] ins(%expanded, %expanded_2 : tensor<?x4x8xf32>, tensor<?x4x8xf32>) outs(%22 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %24 = tensor.empty(%dim, %dim) : tensor<?x?xi8>
    %25 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel"]} outs(%24 : tensor<?x?xi8>) {
    ^bb0(%out: i8):
      %35 = linalg.index 0 : index
      %36 = arith.index_cast %35 : index to i64
      %37 = linalg.index 1 : index
      %38 = arith.index_cast %37 : index to i64
      %39 = arith.cmpi sge, %36, %38 : i64
      %40 = arith.extui %39 : i1 to i8
      linalg.yield %40 : i8
    } -> tensor<?x?xi8>
    %26 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %c0_6 = arith.constant 0 : index
    %c1_7 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %27 = scf.for %arg14 = %c0_6 to %c4 step %c1_7 iter_args(%arg15 = %26) -> (tensor<4x?x?xf32>) {
      %35 = scf.for %arg16 = %c0_6 to %dim step %c1_7 iter_args(%arg17 = %arg15) -> (tensor<4x?x?xf32>) {
        %extracted_slice_10 = tensor.extract_slice %arg17[%arg14, %arg16, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %cst_11 = arith.constant 0xFF800000 : f32
        %36 = tensor.empty() : tensor<f32>
        %37 = linalg.fill ins(%cst_11 : f32) outs(%36 : tensor<f32>) -> tensor<f32>
        %extracted_slice_12 = tensor.extract_slice %25[%arg16, 0] [1, %dim] [1, 1] : tensor<?x?xi8> to tensor<?xi8>
        %extracted_slice_13 = tensor.extract_slice %23[%arg14, %arg16, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %38:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_12, %extracted_slice_13 : tensor<?xi8>, tensor<?xf32>) outs(%extracted_slice_10, %37 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: i8, %in_16: f32, %out: f32, %out_17: f32):
          %c0_i8 = arith.constant 0 : i8
          %44 = arith.cmpi ne, %in, %c0_i8 : i8
          %cst_18 = arith.constant 0.353553385 : f32
          %45 = arith.mulf %in_16, %cst_18 : f32
          %cst_19 = arith.constant 0xFF800000 : f32
          %46 = arith.select %44, %45, %cst_19 : f32
          %47 = arith.maximumf %out_17, %46 fastmath<reassoc> : f32
          linalg.yield %46, %47 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted = tensor.extract %38#1[] : tensor<f32>
        %39 = tensor.empty(%dim) : tensor<?xf32>
        %cst_14 = arith.constant 0.000000e+00 : f32
        %40 = tensor.empty() : tensor<f32>
        %41 = linalg.fill ins(%cst_14 : f32) outs(%40 : tensor<f32>) -> tensor<f32>
        %42:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%38#0 : tensor<?xf32>) outs(%39, %41 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: f32, %out: f32, %out_16: f32):
          %44 = arith.subf %in, %extracted : f32
          %45 = func.call @exp_f32(%44) : (f32) -> f32
          %46 = arith.addf %out_16, %45 fastmath<reassoc> : f32
          linalg.yield %45, %46 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted_15 = tensor.extract %42#1[] : tensor<f32>
        %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%38#0, %42#0 : tensor<?xf32>, tensor<?xf32>) outs(%38#0 : tensor<?xf32>) {
        ^bb0(%in: f32, %in_16: f32, %out: f32):
          %44 = arith.divf %in_16, %extracted_15 : f32
          linalg.yield %44 : f32
        } -> tensor<?xf32>
        %inserted_slice = tensor.insert_slice %43 into %arg17[%arg14, %arg16, 0] [1, 1, %dim] [1, 1, 1] : tensor<?xf32> into tensor<4x?x?xf32>
        scf.yield %inserted_slice : tensor<4x?x?xf32>
      }
      scf.yield %35 : tensor<4x?x?xf32>
    }
    %cst_8 = arith.constant 0.000000e+00 : f32
    %28 = tensor.empty(%dim) : tensor<?x4x8xf32>
    %29 = linalg.fill ins(%cst_8 : f32) outs(%28 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %30 = linalg.contract indexing_maps = [#map7, #map10, #map9] ins(%27, %expanded_4 : tensor<4x?x?xf32>, tensor<?x4x8xf32>) outs(%29 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %collapsed = tensor.collapse_shape %30 [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
    %cst_9 = arith.constant 0.000000e+00 : f32
    %31 = tensor.empty(%dim) : tensor<?x32xf32>
    %32 = linalg.fill ins(%cst_9 : f32) outs(%31 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %33 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%collapsed, %5 : tensor<?x32xf32>, tensor<32x32xf32>) outs(%32 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %34 = linalg.generic {indexing_maps = [#map5, #map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%0, %33, %6 : tensor<?x32xf32>, tensor<?x32xf32>, tensor<32xf32>) outs(%13 : tensor<?x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %in_11: f32, %out: f32):
      %35 = arith.addf %in_10, %in_11 : f32
      %36 = arith.addf %in, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<?x32xf32>
    bufferization.materialize_in_destination %34 in restrict writable %arg13 : (tensor<?x32xf32>, memref<?x32xf32>) -> ()
    return
  }
}
