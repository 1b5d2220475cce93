// forward, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: ids int64[tokens], p.tokens float32[96, 32], p.positions float32[64, 32], p.blocks[0].norm_1.gain float32[32], p.blocks[0].norm_1.bias float32[32], p.blocks[0].qkv.weight float32[32, 96], p.blocks[0].qkv.bias float32[96], p.blocks[0].out.weight float32[32, 32], and 21 more.

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
#map11 = affine_map<(d0, d1, d2) -> (d2, d1)>
module {
  func.func private @exp_f32(f32) -> f32
  func.func private @tanh_f32(f32) -> f32
  func.func @forward(%arg0: memref<?xi64>, %arg1: memref<96x32xf32>, %arg2: memref<64x32xf32>, %arg3: memref<32xf32>, %arg4: memref<32xf32>, %arg5: memref<32x96xf32>, %arg6: memref<96xf32>, %arg7: memref<32x32xf32>, %arg8: memref<32xf32>, %arg9: memref<32xf32>, %arg10: memref<32xf32>, %arg11: memref<32x128xf32>, %arg12: memref<128xf32>, %arg13: memref<128x32xf32>, %arg14: memref<32xf32>, %arg15: memref<32xf32>, %arg16: memref<32xf32>, %arg17: memref<32x96xf32>, %arg18: memref<96xf32>, %arg19: memref<32x32xf32>, %arg20: memref<32xf32>, %arg21: memref<32xf32>, %arg22: memref<32xf32>, %arg23: memref<32x128xf32>, %arg24: memref<128xf32>, %arg25: memref<128x32xf32>, %arg26: memref<32xf32>, %arg27: memref<32xf32>, %arg28: memref<32xf32>, %arg29: memref<?x96xf32>, %arg30: memref<i32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<?xi64> to tensor<?xi64>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xi64>
    %1 = bufferization.to_tensor %arg1 restrict : memref<96x32xf32> to tensor<96x32xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %3 = bufferization.to_tensor %arg3 restrict : memref<32xf32> to tensor<32xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<32xf32> to tensor<32xf32>
    %5 = bufferization.to_tensor %arg5 restrict : memref<32x96xf32> to tensor<32x96xf32>
    %6 = bufferization.to_tensor %arg6 restrict : memref<96xf32> to tensor<96xf32>
    %7 = bufferization.to_tensor %arg7 restrict : memref<32x32xf32> to tensor<32x32xf32>
    %8 = bufferization.to_tensor %arg8 restrict : memref<32xf32> to tensor<32xf32>
    %9 = bufferization.to_tensor %arg9 restrict : memref<32xf32> to tensor<32xf32>
    %10 = bufferization.to_tensor %arg10 restrict : memref<32xf32> to tensor<32xf32>
    %11 = bufferization.to_tensor %arg11 restrict : memref<32x128xf32> to tensor<32x128xf32>
    %12 = bufferization.to_tensor %arg12 restrict : memref<128xf32> to tensor<128xf32>
    %13 = bufferization.to_tensor %arg13 restrict : memref<128x32xf32> to tensor<128x32xf32>
    %14 = bufferization.to_tensor %arg14 restrict : memref<32xf32> to tensor<32xf32>
    %15 = bufferization.to_tensor %arg15 restrict : memref<32xf32> to tensor<32xf32>
    %16 = bufferization.to_tensor %arg16 restrict : memref<32xf32> to tensor<32xf32>
    %17 = bufferization.to_tensor %arg17 restrict : memref<32x96xf32> to tensor<32x96xf32>
    %18 = bufferization.to_tensor %arg18 restrict : memref<96xf32> to tensor<96xf32>
    %19 = bufferization.to_tensor %arg19 restrict : memref<32x32xf32> to tensor<32x32xf32>
    %20 = bufferization.to_tensor %arg20 restrict : memref<32xf32> to tensor<32xf32>
    %21 = bufferization.to_tensor %arg21 restrict : memref<32xf32> to tensor<32xf32>
    %22 = bufferization.to_tensor %arg22 restrict : memref<32xf32> to tensor<32xf32>
    %23 = bufferization.to_tensor %arg23 restrict : memref<32x128xf32> to tensor<32x128xf32>
    %24 = bufferization.to_tensor %arg24 restrict : memref<128xf32> to tensor<128xf32>
    %25 = bufferization.to_tensor %arg25 restrict : memref<128x32xf32> to tensor<128x32xf32>
    %26 = bufferization.to_tensor %arg26 restrict : memref<32xf32> to tensor<32xf32>
    %27 = bufferization.to_tensor %arg27 restrict : memref<32xf32> to tensor<32xf32>
    %28 = bufferization.to_tensor %arg28 restrict : memref<32xf32> to tensor<32xf32>
    %29 = bufferization.to_tensor %arg29 restrict writable : memref<?x96xf32> to tensor<?x96xf32>
    %c96_i64 = arith.constant 96 : i64
    %c0_i64 = arith.constant 0 : i64
    %30 = arith.subi %c0_i64, %c96_i64 : i64
    %31 = tensor.empty(%dim) : tensor<?x32xf32>
    %32 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %33:2 = scf.for %arg31 = %c0_0 to %dim step %c1 iter_args(%arg32 = %31, %arg33 = %32) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
      %extracted_slice_37 = tensor.extract_slice %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %cst_38 = arith.constant 0.000000e+00 : f32
      %101 = tensor.empty() : tensor<f32>
      %102 = linalg.fill ins(%cst_38 : f32) outs(%101 : tensor<f32>) -> tensor<f32>
      %extracted_39 = tensor.extract %0[%arg31] : tensor<?xi64>
      %extracted_slice_40 = tensor.extract_slice %2[%arg31, 0] [1, 32] [1, 1] : tensor<64x32xf32> to tensor<32xf32>
      %103:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_40 : tensor<32xf32>) outs(%extracted_slice_37, %102 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_49: f32):
        %c96 = arith.constant 96 : index
        %c32 = arith.constant 32 : index
        %112 = linalg.index 0 : index
        %113 = arith.index_cast %extracted_39 : i64 to index
        %c0_50 = arith.constant 0 : index
        %c1_51 = arith.constant 1 : index
        %114 = arith.cmpi slt, %113, %c0_50 : index
        %115 = arith.addi %113, %c96 : index
        %116 = arith.select %114, %115, %113 : index
        %117 = arith.subi %c96, %c1_51 : index
        %118 = arith.minsi %116, %117 : index
        %119 = arith.maxsi %118, %c0_50 : index
        %extracted_52 = tensor.extract %1[%119, %112] : tensor<96x32xf32>
        %120 = arith.addf %extracted_52, %in : f32
        %121 = arith.addf %out_49, %120 fastmath<reassoc> : f32
        linalg.yield %120, %121 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_41 = tensor.extract %103#1[] : tensor<f32>
      %cst_42 = arith.constant 3.200000e+01 : f32
      %104 = arith.divf %extracted_41, %cst_42 : f32
      %cst_43 = arith.constant 0.000000e+00 : f32
      %105 = tensor.empty() : tensor<f32>
      %106 = linalg.fill ins(%cst_43 : f32) outs(%105 : tensor<f32>) -> tensor<f32>
      %107 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%103#0 : tensor<32xf32>) outs(%106 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %113 = arith.mulf %112, %112 : f32
        %114 = arith.addf %out, %113 fastmath<reassoc> : f32
        linalg.yield %114 : f32
      } -> tensor<f32>
      %extracted_44 = tensor.extract %107[] : tensor<f32>
      %cst_45 = arith.constant 3.200000e+01 : f32
      %108 = arith.divf %extracted_44, %cst_45 : f32
      %cst_46 = arith.constant 9.99999974E-6 : f32
      %109 = arith.addf %108, %cst_46 : f32
      %110 = math.sqrt %109 : f32
      %extracted_slice_47 = tensor.extract_slice %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %111 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%103#0, %3, %4 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_47 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %cst_51 = arith.constant 1.000000e+00 : f32
        %113 = arith.divf %cst_51, %110 : f32
        %114 = arith.mulf %112, %113 : f32
        %115 = arith.mulf %114, %in_49 : f32
        %116 = arith.addf %115, %in_50 : f32
        linalg.yield %116 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %103#0 into %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      %inserted_slice_48 = tensor.insert_slice %111 into %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice, %inserted_slice_48 : tensor<?x32xf32>, tensor<?x32xf32>
    }
    %cst = arith.constant 0.000000e+00 : f32
    %34 = tensor.empty(%dim) : tensor<?x96xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %36 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%33#1, %5 : tensor<?x32xf32>, tensor<32x96xf32>) outs(%35 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %37 = tensor.empty(%dim) : tensor<?x96xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%36, %6 : tensor<?x96xf32>, tensor<96xf32>) outs(%37 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %101 = arith.addf %in, %in_37 : f32
      linalg.yield %101 : f32
    } -> tensor<?x96xf32>
    %extracted_slice = tensor.extract_slice %38[0, 0] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_1 = tensor.extract_slice %38[0, 32] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_2 = tensor.expand_shape %extracted_slice_1 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_3 = tensor.extract_slice %38[0, 64] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_4 = tensor.expand_shape %extracted_slice_3 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %cst_5 = arith.constant 0.000000e+00 : f32
    %39 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %40 = linalg.fill ins(%cst_5 : f32) outs(%39 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %41 = linalg.contract indexing_maps = [#map7, #map8, #map9] ins(%expanded, %expanded_2 : tensor<?x4x8xf32>, tensor<?x4x8xf32>) outs(%40 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %42 = tensor.empty(%dim, %dim) : tensor<?x?xi8>
    %43 = linalg.generic {indexing_maps = [#map5], iterator_types = ["parallel", "parallel"]} outs(%42 : tensor<?x?xi8>) {
    ^bb0(%out: i8):
      %101 = linalg.index 0 : index
      %102 = arith.index_cast %101 : index to i64
      %103 = linalg.index 1 : index
      %104 = arith.index_cast %103 : index to i64
      %105 = arith.cmpi sge, %102, %104 : i64
      %106 = arith.extui %105 : i1 to i8
      linalg.yield %106 : i8
    } -> tensor<?x?xi8>
    %44 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %c0_6 = arith.constant 0 : index
    %c1_7 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %45 = scf.for %arg31 = %c0_6 to %c4 step %c1_7 iter_args(%arg32 = %44) -> (tensor<4x?x?xf32>) {
      %101 = scf.for %arg33 = %c0_6 to %dim step %c1_7 iter_args(%arg34 = %arg32) -> (tensor<4x?x?xf32>) {
        %extracted_slice_37 = tensor.extract_slice %arg34[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %cst_38 = arith.constant 0xFF800000 : f32
        %102 = tensor.empty() : tensor<f32>
        %103 = linalg.fill ins(%cst_38 : f32) outs(%102 : tensor<f32>) -> tensor<f32>
        %extracted_slice_39 = tensor.extract_slice %43[%arg33, 0] [1, %dim] [1, 1] : tensor<?x?xi8> to tensor<?xi8>
        %extracted_slice_40 = tensor.extract_slice %41[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %104:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_39, %extracted_slice_40 : tensor<?xi8>, tensor<?xf32>) outs(%extracted_slice_37, %103 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: i8, %in_44: f32, %out: f32, %out_45: f32):
          %c0_i8_46 = arith.constant 0 : i8
          %110 = arith.cmpi ne, %in, %c0_i8_46 : i8
          %cst_47 = arith.constant 0.353553385 : f32
          %111 = arith.mulf %in_44, %cst_47 : f32
          %cst_48 = arith.constant 0xFF800000 : f32
          %112 = arith.select %110, %111, %cst_48 : f32
          %113 = arith.maximumf %out_45, %112 fastmath<reassoc> : f32
          linalg.yield %112, %113 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted_41 = tensor.extract %104#1[] : tensor<f32>
        %105 = tensor.empty(%dim) : tensor<?xf32>
        %cst_42 = arith.constant 0.000000e+00 : f32
        %106 = tensor.empty() : tensor<f32>
        %107 = linalg.fill ins(%cst_42 : f32) outs(%106 : tensor<f32>) -> tensor<f32>
        %108:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%104#0 : tensor<?xf32>) outs(%105, %107 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: f32, %out: f32, %out_44: f32):
          %110 = arith.subf %in, %extracted_41 : f32
          %111 = func.call @exp_f32(%110) : (f32) -> f32
          %112 = arith.addf %out_44, %111 fastmath<reassoc> : f32
          linalg.yield %111, %112 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted_43 = tensor.extract %108#1[] : tensor<f32>
        %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%104#0, %108#0 : tensor<?xf32>, tensor<?xf32>) outs(%104#0 : tensor<?xf32>) {
        ^bb0(%in: f32, %in_44: f32, %out: f32):
          %110 = arith.divf %in_44, %extracted_43 : f32
          linalg.yield %110 : f32
        } -> tensor<?xf32>
        %inserted_slice = tensor.insert_slice %109 into %arg34[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<?xf32> into tensor<4x?x?xf32>
        scf.yield %inserted_slice : tensor<4x?x?xf32>
      }
      scf.yield %101 : tensor<4x?x?xf32>
    }
    %cst_8 = arith.constant 0.000000e+00 : f32
    %46 = tensor.empty(%dim) : tensor<?x4x8xf32>
    %47 = linalg.fill ins(%cst_8 : f32) outs(%46 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %48 = linalg.contract indexing_maps = [#map7, #map10, #map9] ins(%45, %expanded_4 : tensor<4x?x?xf32>, tensor<?x4x8xf32>) outs(%47 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %collapsed = tensor.collapse_shape %48 [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
    %cst_9 = arith.constant 0.000000e+00 : f32
    %49 = tensor.empty(%dim) : tensor<?x32xf32>
    %50 = linalg.fill ins(%cst_9 : f32) outs(%49 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %51 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%collapsed, %7 : tensor<?x32xf32>, tensor<32x32xf32>) outs(%50 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %52 = tensor.empty(%dim) : tensor<?x32xf32>
    %53 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_10 = arith.constant 0 : index
    %c1_11 = arith.constant 1 : index
    %54:2 = scf.for %arg31 = %c0_10 to %dim step %c1_11 iter_args(%arg32 = %52, %arg33 = %53) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
      %extracted_slice_37 = tensor.extract_slice %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %cst_38 = arith.constant 0.000000e+00 : f32
      %101 = tensor.empty() : tensor<f32>
      %102 = linalg.fill ins(%cst_38 : f32) outs(%101 : tensor<f32>) -> tensor<f32>
      %extracted_slice_39 = tensor.extract_slice %33#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_40 = tensor.extract_slice %51[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %103:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_39, %extracted_slice_40, %8 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_37, %102 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32, %out_51: f32):
        %112 = arith.addf %in_49, %in_50 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.addf %out_51, %113 fastmath<reassoc> : f32
        linalg.yield %113, %114 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_41 = tensor.extract %103#1[] : tensor<f32>
      %cst_42 = arith.constant 3.200000e+01 : f32
      %104 = arith.divf %extracted_41, %cst_42 : f32
      %cst_43 = arith.constant 0.000000e+00 : f32
      %105 = tensor.empty() : tensor<f32>
      %106 = linalg.fill ins(%cst_43 : f32) outs(%105 : tensor<f32>) -> tensor<f32>
      %107 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%103#0 : tensor<32xf32>) outs(%106 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %113 = arith.mulf %112, %112 : f32
        %114 = arith.addf %out, %113 fastmath<reassoc> : f32
        linalg.yield %114 : f32
      } -> tensor<f32>
      %extracted_44 = tensor.extract %107[] : tensor<f32>
      %cst_45 = arith.constant 3.200000e+01 : f32
      %108 = arith.divf %extracted_44, %cst_45 : f32
      %cst_46 = arith.constant 9.99999974E-6 : f32
      %109 = arith.addf %108, %cst_46 : f32
      %110 = math.sqrt %109 : f32
      %extracted_slice_47 = tensor.extract_slice %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %111 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%103#0, %9, %10 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_47 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %cst_51 = arith.constant 1.000000e+00 : f32
        %113 = arith.divf %cst_51, %110 : f32
        %114 = arith.mulf %112, %113 : f32
        %115 = arith.mulf %114, %in_49 : f32
        %116 = arith.addf %115, %in_50 : f32
        linalg.yield %116 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %103#0 into %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      %inserted_slice_48 = tensor.insert_slice %111 into %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice, %inserted_slice_48 : tensor<?x32xf32>, tensor<?x32xf32>
    }
    %cst_12 = arith.constant 0.000000e+00 : f32
    %55 = tensor.empty(%dim) : tensor<?x128xf32>
    %56 = linalg.fill ins(%cst_12 : f32) outs(%55 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %57 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%54#1, %11 : tensor<?x32xf32>, tensor<32x128xf32>) outs(%56 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %58 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%57, %12 : tensor<?x128xf32>, tensor<128xf32>) outs(%57 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %cst_38 = arith.constant 5.000000e-01 : f32
      %101 = arith.addf %in, %in_37 : f32
      %102 = arith.mulf %cst_38, %101 : f32
      %cst_39 = arith.constant 1.000000e+00 : f32
      %cst_40 = arith.constant 0.797884583 : f32
      %cst_41 = arith.constant 4.471500e-02 : f32
      %103 = arith.mulf %cst_41, %101 : f32
      %104 = arith.mulf %103, %101 : f32
      %105 = arith.mulf %104, %101 : f32
      %106 = arith.addf %101, %105 : f32
      %107 = arith.mulf %cst_40, %106 : f32
      %108 = func.call @tanh_f32(%107) : (f32) -> f32
      %109 = arith.addf %cst_39, %108 : f32
      %110 = arith.mulf %102, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x128xf32>
    %cst_13 = arith.constant 0.000000e+00 : f32
    %59 = tensor.empty(%dim) : tensor<?x32xf32>
    %60 = linalg.fill ins(%cst_13 : f32) outs(%59 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %61 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%58, %13 : tensor<?x128xf32>, tensor<128x32xf32>) outs(%60 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %62 = tensor.empty(%dim) : tensor<?x32xf32>
    %63 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_14 = arith.constant 0 : index
    %c1_15 = arith.constant 1 : index
    %64:2 = scf.for %arg31 = %c0_14 to %dim step %c1_15 iter_args(%arg32 = %62, %arg33 = %63) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
      %extracted_slice_37 = tensor.extract_slice %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %cst_38 = arith.constant 0.000000e+00 : f32
      %101 = tensor.empty() : tensor<f32>
      %102 = linalg.fill ins(%cst_38 : f32) outs(%101 : tensor<f32>) -> tensor<f32>
      %extracted_slice_39 = tensor.extract_slice %54#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_40 = tensor.extract_slice %61[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %103:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_39, %extracted_slice_40, %14 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_37, %102 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32, %out_51: f32):
        %112 = arith.addf %in_49, %in_50 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.addf %out_51, %113 fastmath<reassoc> : f32
        linalg.yield %113, %114 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_41 = tensor.extract %103#1[] : tensor<f32>
      %cst_42 = arith.constant 3.200000e+01 : f32
      %104 = arith.divf %extracted_41, %cst_42 : f32
      %cst_43 = arith.constant 0.000000e+00 : f32
      %105 = tensor.empty() : tensor<f32>
      %106 = linalg.fill ins(%cst_43 : f32) outs(%105 : tensor<f32>) -> tensor<f32>
      %107 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%103#0 : tensor<32xf32>) outs(%106 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %113 = arith.mulf %112, %112 : f32
        %114 = arith.addf %out, %113 fastmath<reassoc> : f32
        linalg.yield %114 : f32
      } -> tensor<f32>
      %extracted_44 = tensor.extract %107[] : tensor<f32>
      %cst_45 = arith.constant 3.200000e+01 : f32
      %108 = arith.divf %extracted_44, %cst_45 : f32
      %cst_46 = arith.constant 9.99999974E-6 : f32
      %109 = arith.addf %108, %cst_46 : f32
      %110 = math.sqrt %109 : f32
      %extracted_slice_47 = tensor.extract_slice %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %111 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%103#0, %15, %16 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_47 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %cst_51 = arith.constant 1.000000e+00 : f32
        %113 = arith.divf %cst_51, %110 : f32
        %114 = arith.mulf %112, %113 : f32
        %115 = arith.mulf %114, %in_49 : f32
        %116 = arith.addf %115, %in_50 : f32
        linalg.yield %116 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %103#0 into %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      %inserted_slice_48 = tensor.insert_slice %111 into %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice, %inserted_slice_48 : tensor<?x32xf32>, tensor<?x32xf32>
    }
    %cst_16 = arith.constant 0.000000e+00 : f32
    %65 = tensor.empty(%dim) : tensor<?x96xf32>
    %66 = linalg.fill ins(%cst_16 : f32) outs(%65 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %67 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%64#1, %17 : tensor<?x32xf32>, tensor<32x96xf32>) outs(%66 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %68 = tensor.empty(%dim) : tensor<?x96xf32>
    %69 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%67, %18 : tensor<?x96xf32>, tensor<96xf32>) outs(%68 : tensor<?x96xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %101 = arith.addf %in, %in_37 : f32
      linalg.yield %101 : f32
    } -> tensor<?x96xf32>
    %extracted_slice_17 = tensor.extract_slice %69[0, 0] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_18 = tensor.expand_shape %extracted_slice_17 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_19 = tensor.extract_slice %69[0, 32] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_20 = tensor.expand_shape %extracted_slice_19 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %extracted_slice_21 = tensor.extract_slice %69[0, 64] [%dim, 32] [1, 1] : tensor<?x96xf32> to tensor<?x32xf32>
    %expanded_22 = tensor.expand_shape %extracted_slice_21 [[0], [1, 2]] output_shape [%dim, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
    %cst_23 = arith.constant 0.000000e+00 : f32
    %70 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %71 = linalg.fill ins(%cst_23 : f32) outs(%70 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %72 = linalg.contract indexing_maps = [#map7, #map8, #map9] ins(%expanded_18, %expanded_20 : tensor<?x4x8xf32>, tensor<?x4x8xf32>) outs(%71 : tensor<4x?x?xf32>) -> tensor<4x?x?xf32>
    %73 = tensor.empty(%dim, %dim) : tensor<4x?x?xf32>
    %c0_24 = arith.constant 0 : index
    %c1_25 = arith.constant 1 : index
    %c4_26 = arith.constant 4 : index
    %74 = scf.for %arg31 = %c0_24 to %c4_26 step %c1_25 iter_args(%arg32 = %73) -> (tensor<4x?x?xf32>) {
      %101 = scf.for %arg33 = %c0_24 to %dim step %c1_25 iter_args(%arg34 = %arg32) -> (tensor<4x?x?xf32>) {
        %extracted_slice_37 = tensor.extract_slice %arg34[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %cst_38 = arith.constant 0xFF800000 : f32
        %102 = tensor.empty() : tensor<f32>
        %103 = linalg.fill ins(%cst_38 : f32) outs(%102 : tensor<f32>) -> tensor<f32>
        %extracted_slice_39 = tensor.extract_slice %43[%arg33, 0] [1, %dim] [1, 1] : tensor<?x?xi8> to tensor<?xi8>
        %extracted_slice_40 = tensor.extract_slice %72[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<4x?x?xf32> to tensor<?xf32>
        %104:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_39, %extracted_slice_40 : tensor<?xi8>, tensor<?xf32>) outs(%extracted_slice_37, %103 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: i8, %in_44: f32, %out: f32, %out_45: f32):
          %c0_i8_46 = arith.constant 0 : i8
          %110 = arith.cmpi ne, %in, %c0_i8_46 : i8
          %cst_47 = arith.constant 0.353553385 : f32
          %111 = arith.mulf %in_44, %cst_47 : f32
          %cst_48 = arith.constant 0xFF800000 : f32
          %112 = arith.select %110, %111, %cst_48 : f32
          %113 = arith.maximumf %out_45, %112 fastmath<reassoc> : f32
          linalg.yield %112, %113 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted_41 = tensor.extract %104#1[] : tensor<f32>
        %105 = tensor.empty(%dim) : tensor<?xf32>
        %cst_42 = arith.constant 0.000000e+00 : f32
        %106 = tensor.empty() : tensor<f32>
        %107 = linalg.fill ins(%cst_42 : f32) outs(%106 : tensor<f32>) -> tensor<f32>
        %108:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%104#0 : tensor<?xf32>) outs(%105, %107 : tensor<?xf32>, tensor<f32>) {
        ^bb0(%in: f32, %out: f32, %out_44: f32):
          %110 = arith.subf %in, %extracted_41 : f32
          %111 = func.call @exp_f32(%110) : (f32) -> f32
          %112 = arith.addf %out_44, %111 fastmath<reassoc> : f32
          linalg.yield %111, %112 : f32, f32
        } -> (tensor<?xf32>, tensor<f32>)
        %extracted_43 = tensor.extract %108#1[] : tensor<f32>
        %109 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%104#0, %108#0 : tensor<?xf32>, tensor<?xf32>) outs(%104#0 : tensor<?xf32>) {
        ^bb0(%in: f32, %in_44: f32, %out: f32):
          %110 = arith.divf %in_44, %extracted_43 : f32
          linalg.yield %110 : f32
        } -> tensor<?xf32>
        %inserted_slice = tensor.insert_slice %109 into %arg34[%arg31, %arg33, 0] [1, 1, %dim] [1, 1, 1] : tensor<?xf32> into tensor<4x?x?xf32>
        scf.yield %inserted_slice : tensor<4x?x?xf32>
      }
      scf.yield %101 : tensor<4x?x?xf32>
    }
    %cst_27 = arith.constant 0.000000e+00 : f32
    %75 = tensor.empty(%dim) : tensor<?x4x8xf32>
    %76 = linalg.fill ins(%cst_27 : f32) outs(%75 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %77 = linalg.contract indexing_maps = [#map7, #map10, #map9] ins(%74, %expanded_22 : tensor<4x?x?xf32>, tensor<?x4x8xf32>) outs(%76 : tensor<?x4x8xf32>) -> tensor<?x4x8xf32>
    %collapsed_28 = tensor.collapse_shape %77 [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
    %cst_29 = arith.constant 0.000000e+00 : f32
    %78 = tensor.empty(%dim) : tensor<?x32xf32>
    %79 = linalg.fill ins(%cst_29 : f32) outs(%78 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %80 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%collapsed_28, %19 : tensor<?x32xf32>, tensor<32x32xf32>) outs(%79 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %81 = tensor.empty(%dim) : tensor<?x32xf32>
    %82 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_30 = arith.constant 0 : index
    %c1_31 = arith.constant 1 : index
    %83:2 = scf.for %arg31 = %c0_30 to %dim step %c1_31 iter_args(%arg32 = %81, %arg33 = %82) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
      %extracted_slice_37 = tensor.extract_slice %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %cst_38 = arith.constant 0.000000e+00 : f32
      %101 = tensor.empty() : tensor<f32>
      %102 = linalg.fill ins(%cst_38 : f32) outs(%101 : tensor<f32>) -> tensor<f32>
      %extracted_slice_39 = tensor.extract_slice %64#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_40 = tensor.extract_slice %80[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %103:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_39, %extracted_slice_40, %20 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_37, %102 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32, %out_51: f32):
        %112 = arith.addf %in_49, %in_50 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.addf %out_51, %113 fastmath<reassoc> : f32
        linalg.yield %113, %114 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_41 = tensor.extract %103#1[] : tensor<f32>
      %cst_42 = arith.constant 3.200000e+01 : f32
      %104 = arith.divf %extracted_41, %cst_42 : f32
      %cst_43 = arith.constant 0.000000e+00 : f32
      %105 = tensor.empty() : tensor<f32>
      %106 = linalg.fill ins(%cst_43 : f32) outs(%105 : tensor<f32>) -> tensor<f32>
      %107 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%103#0 : tensor<32xf32>) outs(%106 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %113 = arith.mulf %112, %112 : f32
        %114 = arith.addf %out, %113 fastmath<reassoc> : f32
        linalg.yield %114 : f32
      } -> tensor<f32>
      %extracted_44 = tensor.extract %107[] : tensor<f32>
      %cst_45 = arith.constant 3.200000e+01 : f32
      %108 = arith.divf %extracted_44, %cst_45 : f32
      %cst_46 = arith.constant 9.99999974E-6 : f32
      %109 = arith.addf %108, %cst_46 : f32
      %110 = math.sqrt %109 : f32
      %extracted_slice_47 = tensor.extract_slice %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %111 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%103#0, %21, %22 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_47 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_49: f32, %in_50: f32, %out: f32):
        %112 = arith.subf %in, %104 : f32
        %cst_51 = arith.constant 1.000000e+00 : f32
        %113 = arith.divf %cst_51, %110 : f32
        %114 = arith.mulf %112, %113 : f32
        %115 = arith.mulf %114, %in_49 : f32
        %116 = arith.addf %115, %in_50 : f32
        linalg.yield %116 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %103#0 into %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      %inserted_slice_48 = tensor.insert_slice %111 into %arg33[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice, %inserted_slice_48 : tensor<?x32xf32>, tensor<?x32xf32>
    }
    %cst_32 = arith.constant 0.000000e+00 : f32
    %84 = tensor.empty(%dim) : tensor<?x128xf32>
    %85 = linalg.fill ins(%cst_32 : f32) outs(%84 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %86 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%83#1, %23 : tensor<?x32xf32>, tensor<32x128xf32>) outs(%85 : tensor<?x128xf32>) -> tensor<?x128xf32>
    %87 = linalg.generic {indexing_maps = [#map5, #map6, #map5], iterator_types = ["parallel", "parallel"]} ins(%86, %24 : tensor<?x128xf32>, tensor<128xf32>) outs(%86 : tensor<?x128xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %cst_38 = arith.constant 5.000000e-01 : f32
      %101 = arith.addf %in, %in_37 : f32
      %102 = arith.mulf %cst_38, %101 : f32
      %cst_39 = arith.constant 1.000000e+00 : f32
      %cst_40 = arith.constant 0.797884583 : f32
      %cst_41 = arith.constant 4.471500e-02 : f32
      %103 = arith.mulf %cst_41, %101 : f32
      %104 = arith.mulf %103, %101 : f32
      %105 = arith.mulf %104, %101 : f32
      %106 = arith.addf %101, %105 : f32
      %107 = arith.mulf %cst_40, %106 : f32
      %108 = func.call @tanh_f32(%107) : (f32) -> f32
      %109 = arith.addf %cst_39, %108 : f32
      %110 = arith.mulf %102, %109 : f32
      linalg.yield %110 : f32
    } -> tensor<?x128xf32>
    %cst_33 = arith.constant 0.000000e+00 : f32
    %88 = tensor.empty(%dim) : tensor<?x32xf32>
    %89 = linalg.fill ins(%cst_33 : f32) outs(%88 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %90 = linalg.contract indexing_maps = [#map2, #map3, #map4] ins(%87, %25 : tensor<?x128xf32>, tensor<128x32xf32>) outs(%89 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %91 = tensor.empty(%dim) : tensor<?x32xf32>
    %c0_34 = arith.constant 0 : index
    %c1_35 = arith.constant 1 : index
    %92 = scf.for %arg31 = %c0_34 to %dim step %c1_35 iter_args(%arg32 = %91) -> (tensor<?x32xf32>) {
      %cst_37 = arith.constant 0.000000e+00 : f32
      %101 = tensor.empty() : tensor<f32>
      %102 = linalg.fill ins(%cst_37 : f32) outs(%101 : tensor<f32>) -> tensor<f32>
      %extracted_slice_38 = tensor.extract_slice %83#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_39 = tensor.extract_slice %90[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %103 = linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_38, %extracted_slice_39, %26 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%102 : tensor<f32>) {
      ^bb0(%in: f32, %in_51: f32, %in_52: f32, %out: f32):
        %112 = arith.addf %in_51, %in_52 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.addf %out, %113 fastmath<reassoc> : f32
        linalg.yield %114 : f32
      } -> tensor<f32>
      %extracted_40 = tensor.extract %103[] : tensor<f32>
      %cst_41 = arith.constant 3.200000e+01 : f32
      %104 = arith.divf %extracted_40, %cst_41 : f32
      %cst_42 = arith.constant 0.000000e+00 : f32
      %105 = tensor.empty() : tensor<f32>
      %106 = linalg.fill ins(%cst_42 : f32) outs(%105 : tensor<f32>) -> tensor<f32>
      %extracted_slice_43 = tensor.extract_slice %83#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_44 = tensor.extract_slice %90[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %107 = linalg.generic {indexing_maps = [#map, #map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice_43, %extracted_slice_44, %26 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%106 : tensor<f32>) {
      ^bb0(%in: f32, %in_51: f32, %in_52: f32, %out: f32):
        %112 = arith.addf %in_51, %in_52 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.subf %113, %104 : f32
        %115 = arith.mulf %114, %114 : f32
        %116 = arith.addf %out, %115 fastmath<reassoc> : f32
        linalg.yield %116 : f32
      } -> tensor<f32>
      %extracted_45 = tensor.extract %107[] : tensor<f32>
      %cst_46 = arith.constant 3.200000e+01 : f32
      %108 = arith.divf %extracted_45, %cst_46 : f32
      %cst_47 = arith.constant 9.99999974E-6 : f32
      %109 = arith.addf %108, %cst_47 : f32
      %110 = math.sqrt %109 : f32
      %extracted_slice_48 = tensor.extract_slice %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_49 = tensor.extract_slice %83#0[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %extracted_slice_50 = tensor.extract_slice %90[%arg31, 0] [1, 32] [1, 1] : tensor<?x32xf32> to tensor<32xf32>
      %111 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_49, %extracted_slice_50, %26, %27, %28 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_48 : tensor<32xf32>) {
      ^bb0(%in: f32, %in_51: f32, %in_52: f32, %in_53: f32, %in_54: f32, %out: f32):
        %112 = arith.addf %in_51, %in_52 : f32
        %113 = arith.addf %in, %112 : f32
        %114 = arith.subf %113, %104 : f32
        %cst_55 = arith.constant 1.000000e+00 : f32
        %115 = arith.divf %cst_55, %110 : f32
        %116 = arith.mulf %114, %115 : f32
        %117 = arith.mulf %116, %in_53 : f32
        %118 = arith.addf %117, %in_54 : f32
        linalg.yield %118 : f32
      } -> tensor<32xf32>
      %inserted_slice = tensor.insert_slice %111 into %arg32[%arg31, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<?x32xf32>
      scf.yield %inserted_slice : tensor<?x32xf32>
    }
    %cst_36 = arith.constant 0.000000e+00 : f32
    %93 = linalg.fill ins(%cst_36 : f32) outs(%29 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %94 = linalg.contract indexing_maps = [#map2, #map11, #map4] ins(%92, %1 : tensor<?x32xf32>, tensor<96x32xf32>) outs(%93 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %false = arith.constant false
    %95 = tensor.empty() : tensor<i8>
    %96 = arith.extui %false : i1 to i8
    %97 = linalg.fill ins(%96 : i8) outs(%95 : tensor<i8>) -> tensor<i8>
    %98 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%0 : tensor<?xi64>) outs(%97 : tensor<i8>) {
    ^bb0(%in: i64, %out: i8):
      %c96_i64_37 = arith.constant 96 : i64
      %101 = arith.cmpi sge, %in, %c96_i64_37 : i64
      %102 = arith.cmpi slt, %in, %30 : i64
      %103 = arith.ori %101, %102 : i1
      %c0_i8_38 = arith.constant 0 : i8
      %104 = arith.cmpi ne, %out, %c0_i8_38 : i8
      %105 = arith.ori %104, %103 : i1
      %106 = arith.extui %105 : i1 to i8
      linalg.yield %106 : i8
    } -> tensor<i8>
    %extracted = tensor.extract %98[] : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %99 = arith.cmpi ne, %extracted, %c0_i8 : i8
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %100 = arith.select %99, %c1_i32, %c0_i32 : i32
    bufferization.materialize_in_destination %94 in restrict writable %arg29 : (tensor<?x96xf32>, memref<?x96xf32>) -> ()
    memref.store %100, %arg30[] : memref<i32>
    return
  }
}
