// step of one token, with the cache donated, after fusion. Written by chapters/13-gpt-2-compiled/stages.py.
// Arguments: ids int64[1, 1], cache float32[1, 2, 1, 4, n, 8], starts int64[1], p.tokens float32[96, 32], p.positions float32[64, 32], p.blocks[0].norm_1.gain float32[32], p.blocks[0].norm_1.bias float32[32], p.blocks[0].qkv.weight float32[32, 96], and 11 more.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<(d0, d1) -> (d0)>
#map10 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map12 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d3, d0, d2, d4)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#map16 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d1)>
#map18 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d3)>
#map19 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
#map20 = affine_map<(d0, d1, d2) -> (d2, d1)>
module {
  func.func private @exp_f32(f32) -> f32
  func.func private @tanh_f32(f32) -> f32
  func.func @step(%arg0: memref<1x1xi64>, %arg1: memref<1x2x1x4x?x8xf32, strided<[?, ?, ?, ?, ?, 1], offset: ?>>, %arg2: memref<1xi64>, %arg3: memref<96x32xf32>, %arg4: memref<64x32xf32>, %arg5: memref<32xf32>, %arg6: memref<32xf32>, %arg7: memref<32x96xf32>, %arg8: memref<96xf32>, %arg9: memref<32x32xf32>, %arg10: memref<32xf32>, %arg11: memref<32xf32>, %arg12: memref<32xf32>, %arg13: memref<32x128xf32>, %arg14: memref<128xf32>, %arg15: memref<128x32xf32>, %arg16: memref<32xf32>, %arg17: memref<32xf32>, %arg18: memref<32xf32>, %arg19: memref<1x96xf32>, %arg20: memref<i32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<1x1xi64> to tensor<1x1xi64>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<1x2x1x4x?x8xf32, strided<[?, ?, ?, ?, ?, 1], offset: ?>> to tensor<1x2x1x4x?x8xf32>
    %c4 = arith.constant 4 : index
    %dim = memref.dim %arg1, %c4 : memref<1x2x1x4x?x8xf32, strided<[?, ?, ?, ?, ?, 1], offset: ?>>
    %2 = bufferization.to_tensor %arg2 restrict : memref<1xi64> to tensor<1xi64>
    %3 = bufferization.to_tensor %arg3 restrict : memref<96x32xf32> to tensor<96x32xf32>
    %4 = bufferization.to_tensor %arg4 restrict : memref<64x32xf32> to tensor<64x32xf32>
    %5 = bufferization.to_tensor %arg5 restrict : memref<32xf32> to tensor<32xf32>
    %6 = bufferization.to_tensor %arg6 restrict : memref<32xf32> to tensor<32xf32>
    %7 = bufferization.to_tensor %arg7 restrict : memref<32x96xf32> to tensor<32x96xf32>
    %8 = bufferization.to_tensor %arg8 restrict : memref<96xf32> to tensor<96xf32>
    %9 = bufferization.to_tensor %arg9 restrict : memref<32x32xf32> to tensor<32x32xf32>
    %10 = bufferization.to_tensor %arg10 restrict : memref<32xf32> to tensor<32xf32>
    %11 = bufferization.to_tensor %arg11 restrict : memref<32xf32> to tensor<32xf32>
    %12 = bufferization.to_tensor %arg12 restrict : memref<32xf32> to tensor<32xf32>
    %13 = bufferization.to_tensor %arg13 restrict : memref<32x128xf32> to tensor<32x128xf32>
    %14 = bufferization.to_tensor %arg14 restrict : memref<128xf32> to tensor<128xf32>
    %15 = bufferization.to_tensor %arg15 restrict : memref<128x32xf32> to tensor<128x32xf32>
    %16 = bufferization.to_tensor %arg16 restrict : memref<32xf32> to tensor<32xf32>
    %17 = bufferization.to_tensor %arg17 restrict : memref<32xf32> to tensor<32xf32>
    %18 = bufferization.to_tensor %arg18 restrict : memref<32xf32> to tensor<32xf32>
    %19 = bufferization.to_tensor %arg19 restrict writable : memref<1x96xf32> to tensor<1x96xf32>
    %20 = tensor.empty() : tensor<1xi64>
    %21 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%20 : tensor<1xi64>) {
    ^bb0(%out: i64):
      %115 = linalg.index 0 : index
      %116 = arith.index_cast %115 : index to i64
      %c1_i64 = arith.constant 1 : i64
      %117 = arith.muli %116, %c1_i64 : i64
      %c-1_63 = arith.constant -1 : index
      %118 = arith.addi %c-1_63, %dim : index
      %119 = arith.index_cast %118 : index to i64
      %120 = arith.addi %117, %119 : i64
      linalg.yield %120 : i64
    } -> tensor<1xi64>
    %c96_i64 = arith.constant 96 : i64
    %c0_i64 = arith.constant 0 : i64
    %22 = arith.subi %c0_i64, %c96_i64 : i64
    %c64_i64 = arith.constant 64 : i64
    %c0_i64_0 = arith.constant 0 : i64
    %23 = arith.subi %c0_i64_0, %c64_i64 : i64
    %24 = tensor.empty() : tensor<1x1xi64>
    %false = arith.constant false
    %25 = tensor.empty() : tensor<i8>
    %26 = arith.extui %false : i1 to i8
    %27 = linalg.fill ins(%26 : i8) outs(%25 : tensor<i8>) -> tensor<i8>
    %false_1 = arith.constant false
    %28 = tensor.empty() : tensor<i8>
    %29 = arith.extui %false_1 : i1 to i8
    %30 = linalg.fill ins(%29 : i8) outs(%28 : tensor<i8>) -> tensor<i8>
    %c0 = arith.constant 0 : index
    %extracted = tensor.extract %2[%c0] : tensor<1xi64>
    %31:3 = linalg.generic {indexing_maps = [#map1, #map2, #map2, #map3, #map3], iterator_types = ["reduction", "reduction"]} ins(%21, %0 : tensor<1xi64>, tensor<1x1xi64>) outs(%24, %27, %30 : tensor<1x1xi64>, tensor<i8>, tensor<i8>) {
    ^bb0(%in: i64, %in_63: i64, %out: i64, %out_64: i8, %out_65: i8):
      %115 = arith.subi %in, %extracted : i64
      %c0_i64_66 = arith.constant 0 : i64
      %116 = arith.maxsi %115, %c0_i64_66 : i64
      %c96_i64_67 = arith.constant 96 : i64
      %117 = arith.cmpi sge, %in_63, %c96_i64_67 : i64
      %118 = arith.cmpi slt, %in_63, %22 : i64
      %119 = arith.ori %117, %118 : i1
      %c0_i8_68 = arith.constant 0 : i8
      %120 = arith.cmpi ne, %out_64, %c0_i8_68 : i8
      %121 = arith.ori %120, %119 : i1
      %122 = arith.extui %121 : i1 to i8
      %c64_i64_69 = arith.constant 64 : i64
      %123 = arith.cmpi sge, %116, %c64_i64_69 : i64
      %124 = arith.cmpi slt, %116, %23 : i64
      %125 = arith.ori %123, %124 : i1
      %c0_i8_70 = arith.constant 0 : i8
      %126 = arith.cmpi ne, %out_65, %c0_i8_70 : i8
      %127 = arith.ori %126, %125 : i1
      %128 = arith.extui %127 : i1 to i8
      linalg.yield %116, %122, %128 : i64, i8, i8
    } -> (tensor<1x1xi64>, tensor<i8>, tensor<i8>)
    %extracted_2 = tensor.extract %31#1[] : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %32 = arith.cmpi ne, %extracted_2, %c0_i8 : i8
    %extracted_3 = tensor.extract %31#2[] : tensor<i8>
    %c0_i8_4 = arith.constant 0 : i8
    %33 = arith.cmpi ne, %extracted_3, %c0_i8_4 : i8
    %c2_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %34 = arith.select %33, %c2_i32, %c0_i32 : i32
    %c1_i32 = arith.constant 1 : i32
    %35 = arith.select %32, %c1_i32, %34 : i32
    %36 = tensor.empty(%dim) : tensor<1x?xi8>
    %c0_5 = arith.constant 0 : index
    %extracted_6 = tensor.extract %21[%c0_5] : tensor<1xi64>
    %37 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%36 : tensor<1x?xi8>) {
    ^bb0(%out: i8):
      %115 = linalg.index 1 : index
      %116 = arith.index_cast %115 : index to i64
      %117 = arith.cmpi sle, %116, %extracted_6 : i64
      %118 = arith.extui %117 : i1 to i8
      linalg.yield %118 : i8
    } -> tensor<1x?xi8>
    %38 = tensor.empty(%dim) : tensor<1x?xi8>
    %c0_7 = arith.constant 0 : index
    %extracted_8 = tensor.extract %21[%c0_7] : tensor<1xi64>
    %39 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%38 : tensor<1x?xi8>) {
    ^bb0(%out: i8):
      %115 = linalg.index 1 : index
      %116 = arith.index_cast %115 : index to i64
      %117 = arith.cmpi eq, %116, %extracted_8 : i64
      %118 = arith.extui %117 : i1 to i8
      linalg.yield %118 : i8
    } -> tensor<1x?xi8>
    %40 = tensor.empty() : tensor<1x1x32xf32>
    %41 = linalg.generic {indexing_maps = [#map4, #map4, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %31#0 : tensor<1x1xi64>, tensor<1x1xi64>) outs(%40 : tensor<1x1x32xf32>) {
    ^bb0(%in: i64, %in_63: i64, %out: f32):
      %c96 = arith.constant 96 : index
      %c32 = arith.constant 32 : index
      %115 = linalg.index 2 : index
      %116 = arith.index_cast %in : i64 to index
      %c0_64 = arith.constant 0 : index
      %c1_65 = arith.constant 1 : index
      %117 = arith.cmpi slt, %116, %c0_64 : index
      %118 = arith.addi %116, %c96 : index
      %119 = arith.select %117, %118, %116 : index
      %120 = arith.subi %c96, %c1_65 : index
      %121 = arith.minsi %119, %120 : index
      %122 = arith.maxsi %121, %c0_64 : index
      %extracted_66 = tensor.extract %3[%122, %115] : tensor<96x32xf32>
      %c64 = arith.constant 64 : index
      %c32_67 = arith.constant 32 : index
      %123 = linalg.index 2 : index
      %124 = arith.index_cast %in_63 : i64 to index
      %c0_68 = arith.constant 0 : index
      %c1_69 = arith.constant 1 : index
      %125 = arith.cmpi slt, %124, %c0_68 : index
      %126 = arith.addi %124, %c64 : index
      %127 = arith.select %125, %126, %124 : index
      %128 = arith.subi %c64, %c1_69 : index
      %129 = arith.minsi %127, %128 : index
      %130 = arith.maxsi %129, %c0_68 : index
      %extracted_70 = tensor.extract %4[%130, %123] : tensor<64x32xf32>
      %131 = arith.addf %extracted_66, %extracted_70 : f32
      linalg.yield %131 : f32
    } -> tensor<1x1x32xf32>
    %42 = tensor.empty(%dim) : tensor<1x1x1x?xi8>
    %c0_9 = arith.constant 0 : index
    %extracted_10 = tensor.extract %2[%c0_9] : tensor<1xi64>
    %43 = linalg.generic {indexing_maps = [#map6, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<1x?xi8>, tensor<1x?xi8>) outs(%42 : tensor<1x1x1x?xi8>) {
    ^bb0(%in: i8, %in_63: i8, %out: i8):
      %c0_i8_64 = arith.constant 0 : i8
      %115 = arith.cmpi ne, %in, %c0_i8_64 : i8
      %116 = linalg.index 3 : index
      %117 = arith.index_cast %116 : index to i64
      %118 = arith.cmpi sge, %117, %extracted_10 : i64
      %c0_i8_65 = arith.constant 0 : i8
      %119 = arith.cmpi ne, %in_63, %c0_i8_65 : i8
      %120 = arith.ori %118, %119 : i1
      %121 = arith.andi %115, %120 : i1
      %122 = arith.extui %121 : i1 to i8
      linalg.yield %122 : i8
    } -> tensor<1x1x1x?xi8>
    %44 = tensor.empty() : tensor<1xf32>
    %c0_11 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1_12 = arith.constant 1 : index
    %45 = scf.for %arg21 = %c0_11 to %c1_12 step %c1 iter_args(%arg22 = %44) -> (tensor<1xf32>) {
      %cst_63 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_63 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_64 = tensor.extract_slice %41[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x32xf32> to tensor<32xf32>
      %117 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_64 : tensor<32xf32>) outs(%116 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %118 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %118 : f32
      } -> tensor<f32>
      %extracted_65 = tensor.extract %117[] : tensor<f32>
      %from_elements = tensor.from_elements %extracted_65 : tensor<f32>
      %inserted_slice_66 = tensor.insert_slice %from_elements into %arg22[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_66 : tensor<1xf32>
    }
    %46 = tensor.empty() : tensor<1x1xf32>
    %c0_13 = arith.constant 0 : index
    %extracted_14 = tensor.extract %45[%c0_13] : tensor<1xf32>
    %47 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%46 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_14, %cst_63 : f32
      linalg.yield %115 : f32
    } -> tensor<1x1xf32>
    %48 = tensor.empty() : tensor<1x32xf32>
    %49 = tensor.empty() : tensor<1xf32>
    %c0_15 = arith.constant 0 : index
    %c1_16 = arith.constant 1 : index
    %c1_17 = arith.constant 1 : index
    %50:2 = scf.for %arg21 = %c0_15 to %c1_17 step %c1_16 iter_args(%arg22 = %48, %arg23 = %49) -> (tensor<1x32xf32>, tensor<1xf32>) {
      %extracted_slice_63 = tensor.extract_slice %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %cst_64 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_64 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_65 = tensor.extract_slice %41[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x32xf32> to tensor<32xf32>
      %c0_66 = arith.constant 0 : index
      %extracted_67 = tensor.extract %47[%arg21, %c0_66] : tensor<1x1xf32>
      %117:2 = linalg.generic {indexing_maps = [#map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_65 : tensor<32xf32>) outs(%extracted_slice_63, %116 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_71: f32):
        %118 = arith.subf %in, %extracted_67 : f32
        %119 = arith.mulf %118, %118 : f32
        %120 = arith.addf %out_71, %119 fastmath<reassoc> : f32
        linalg.yield %118, %120 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_68 = tensor.extract %117#1[] : tensor<f32>
      %inserted_slice_69 = tensor.insert_slice %117#0 into %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<1x32xf32>
      %from_elements = tensor.from_elements %extracted_68 : tensor<f32>
      %inserted_slice_70 = tensor.insert_slice %from_elements into %arg23[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_69, %inserted_slice_70 : tensor<1x32xf32>, tensor<1xf32>
    }
    %51 = tensor.empty() : tensor<1x1xf32>
    %c0_18 = arith.constant 0 : index
    %extracted_19 = tensor.extract %50#1[%c0_18] : tensor<1xf32>
    %52 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%51 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_19, %cst_63 : f32
      %cst_64 = arith.constant 9.99999974E-6 : f32
      %116 = arith.addf %115, %cst_64 : f32
      %117 = math.sqrt %116 : f32
      linalg.yield %117 : f32
    } -> tensor<1x1xf32>
    %53 = tensor.empty() : tensor<1x32xf32>
    %extracted_slice = tensor.extract_slice %52[0, 0] [1, 1] [1, 1] : tensor<1x1xf32> to tensor<1xf32>
    %54 = linalg.generic {indexing_maps = [#map2, #map9, #map1, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%50#0, %extracted_slice, %5, %6 : tensor<1x32xf32>, tensor<1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%53 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %in_63: f32, %in_64: f32, %in_65: f32, %out: f32):
      %115 = arith.divf %in, %in_63 : f32
      %116 = arith.mulf %115, %in_64 : f32
      %117 = arith.addf %116, %in_65 : f32
      linalg.yield %117 : f32
    } -> tensor<1x32xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %55 = tensor.empty() : tensor<1x96xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %57 = linalg.contract indexing_maps = [#map4, #map10, #map11] ins(%54, %7 : tensor<1x32xf32>, tensor<32x96xf32>) outs(%56 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %58 = tensor.empty() : tensor<1x96xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%57, %8 : tensor<1x96xf32>, tensor<96xf32>) outs(%58 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %in_63: f32, %out: f32):
      %115 = arith.addf %in, %in_63 : f32
      linalg.yield %115 : f32
    } -> tensor<1x96xf32>
    %expanded = tensor.expand_shape %59 [[0], [1, 2, 3, 4]] output_shape [1, 1, 3, 4, 8] : tensor<1x96xf32> into tensor<1x1x3x4x8xf32>
    %60 = tensor.empty() : tensor<3x1x4x1x8xf32>
    %61 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x3x4x8xf32>) outs(%60 : tensor<3x1x4x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x1x4x1x8xf32>
    %extracted_slice_20 = tensor.extract_slice %61[1, 0, 0, 0, 0] [2, 1, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<3x1x4x1x8xf32> to tensor<2x1x4x1x8xf32>
    %expanded_21 = tensor.expand_shape %extracted_slice_20 [[0, 1], [2], [3], [4], [5]] output_shape [1, 2, 1, 4, 1, 8] : tensor<2x1x4x1x8xf32> into tensor<1x2x1x4x1x8xf32>
    %c-1 = arith.constant -1 : index
    %62 = arith.addi %c-1, %dim : index
    %inserted_slice = tensor.insert_slice %expanded_21 into %1[0, 0, 0, 0, %62, 0] [1, 2, 1, 4, 1, 8] [1, 1, 1, 1, 1, 1] : tensor<1x2x1x4x1x8xf32> into tensor<1x2x1x4x?x8xf32>
    %extracted_slice_22 = tensor.extract_slice %61[0, 0, 0, 0, 0] [1, 1, 4, 1, 8] [1, 1, 1, 1, 1] : tensor<3x1x4x1x8xf32> to tensor<1x1x4x1x8xf32>
    %collapsed = tensor.collapse_shape %extracted_slice_22 [[0], [1, 2], [3], [4]] : tensor<1x1x4x1x8xf32> into tensor<1x4x1x8xf32>
    %extracted_slice_23 = tensor.extract_slice %inserted_slice[0, 0, 0, 0, 0, 0] [1, 1, 1, 4, %dim, 8] [1, 1, 1, 1, 1, 1] : tensor<1x2x1x4x?x8xf32> to tensor<1x1x1x4x?x8xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice_23 [[0], [1, 2, 3], [4], [5]] : tensor<1x1x1x4x?x8xf32> into tensor<1x4x?x8xf32>
    %cst_25 = arith.constant 0.000000e+00 : f32
    %63 = tensor.empty(%dim) : tensor<1x4x1x?xf32>
    %64 = linalg.fill ins(%cst_25 : f32) outs(%63 : tensor<1x4x1x?xf32>) -> tensor<1x4x1x?xf32>
    %65 = linalg.contract indexing_maps = [#map14, #map15, #map16] ins(%collapsed, %collapsed_24 : tensor<1x4x1x8xf32>, tensor<1x4x?x8xf32>) outs(%64 : tensor<1x4x1x?xf32>) -> tensor<1x4x1x?xf32>
    %66 = tensor.empty(%dim) : tensor<1x4x1x?xf32>
    %67 = tensor.empty() : tensor<1x4x1xf32>
    %c0_26 = arith.constant 0 : index
    %c1_27 = arith.constant 1 : index
    %c1_28 = arith.constant 1 : index
    %68:2 = scf.for %arg21 = %c0_26 to %c1_28 step %c1_27 iter_args(%arg22 = %66, %arg23 = %67) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
      %c4_63 = arith.constant 4 : index
      %115:2 = scf.for %arg24 = %c0_26 to %c4_63 step %c1_27 iter_args(%arg25 = %arg22, %arg26 = %arg23) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
        %c1_64 = arith.constant 1 : index
        %116:2 = scf.for %arg27 = %c0_26 to %c1_64 step %c1_27 iter_args(%arg28 = %arg25, %arg29 = %arg26) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
          %extracted_slice_65 = tensor.extract_slice %arg28[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<?xf32>
          %cst_66 = arith.constant 0xFF800000 : f32
          %117 = tensor.empty() : tensor<f32>
          %118 = linalg.fill ins(%cst_66 : f32) outs(%117 : tensor<f32>) -> tensor<f32>
          %extracted_slice_67 = tensor.extract_slice %43[%arg21, 0, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<1x1x1x?xi8> to tensor<?xi8>
          %extracted_slice_68 = tensor.extract_slice %65[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<?xf32>
          %119:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_67, %extracted_slice_68 : tensor<?xi8>, tensor<?xf32>) outs(%extracted_slice_65, %118 : tensor<?xf32>, tensor<f32>) {
          ^bb0(%in: i8, %in_72: f32, %out: f32, %out_73: f32):
            %c0_i8_74 = arith.constant 0 : i8
            %120 = arith.cmpi ne, %in, %c0_i8_74 : i8
            %cst_75 = arith.constant 0.353553385 : f32
            %121 = arith.mulf %in_72, %cst_75 : f32
            %cst_76 = arith.constant 0xFF800000 : f32
            %122 = arith.select %120, %121, %cst_76 : f32
            %123 = arith.maximumf %out_73, %122 fastmath<reassoc> : f32
            linalg.yield %122, %123 : f32, f32
          } -> (tensor<?xf32>, tensor<f32>)
          %extracted_69 = tensor.extract %119#1[] : tensor<f32>
          %inserted_slice_70 = tensor.insert_slice %119#0 into %arg28[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<?xf32> into tensor<1x4x1x?xf32>
          %from_elements = tensor.from_elements %extracted_69 : tensor<f32>
          %inserted_slice_71 = tensor.insert_slice %from_elements into %arg29[%arg21, %arg24, %arg27] [1, 1, 1] [1, 1, 1] : tensor<f32> into tensor<1x4x1xf32>
          scf.yield %inserted_slice_70, %inserted_slice_71 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
        }
        scf.yield %116#0, %116#1 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
      }
      scf.yield %115#0, %115#1 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
    }
    %69 = tensor.empty(%dim) : tensor<1x4x1x?xf32>
    %70 = tensor.empty() : tensor<1x4x1xf32>
    %c0_29 = arith.constant 0 : index
    %c1_30 = arith.constant 1 : index
    %c1_31 = arith.constant 1 : index
    %71:2 = scf.for %arg21 = %c0_29 to %c1_31 step %c1_30 iter_args(%arg22 = %69, %arg23 = %70) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
      %c4_63 = arith.constant 4 : index
      %115:2 = scf.for %arg24 = %c0_29 to %c4_63 step %c1_30 iter_args(%arg25 = %arg22, %arg26 = %arg23) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
        %c1_64 = arith.constant 1 : index
        %116:2 = scf.for %arg27 = %c0_29 to %c1_64 step %c1_30 iter_args(%arg28 = %arg25, %arg29 = %arg26) -> (tensor<1x4x1x?xf32>, tensor<1x4x1xf32>) {
          %extracted_slice_65 = tensor.extract_slice %arg28[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<?xf32>
          %cst_66 = arith.constant 0.000000e+00 : f32
          %117 = tensor.empty() : tensor<f32>
          %118 = linalg.fill ins(%cst_66 : f32) outs(%117 : tensor<f32>) -> tensor<f32>
          %extracted_slice_67 = tensor.extract_slice %68#0[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<1x4x1x?xf32> to tensor<?xf32>
          %c0_68 = arith.constant 0 : index
          %c0_69 = arith.constant 0 : index
          %extracted_70 = tensor.extract %68#1[%c0_68, %arg24, %c0_69] : tensor<1x4x1xf32>
          %119:2 = linalg.generic {indexing_maps = [#map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_67 : tensor<?xf32>) outs(%extracted_slice_65, %118 : tensor<?xf32>, tensor<f32>) {
          ^bb0(%in: f32, %out: f32, %out_74: f32):
            %120 = arith.subf %in, %extracted_70 : f32
            %121 = func.call @exp_f32(%120) : (f32) -> f32
            %122 = arith.addf %out_74, %121 fastmath<reassoc> : f32
            linalg.yield %121, %122 : f32, f32
          } -> (tensor<?xf32>, tensor<f32>)
          %extracted_71 = tensor.extract %119#1[] : tensor<f32>
          %inserted_slice_72 = tensor.insert_slice %119#0 into %arg28[%arg21, %arg24, %arg27, 0] [1, 1, 1, %dim] [1, 1, 1, 1] : tensor<?xf32> into tensor<1x4x1x?xf32>
          %from_elements = tensor.from_elements %extracted_71 : tensor<f32>
          %inserted_slice_73 = tensor.insert_slice %from_elements into %arg29[%arg21, %arg24, %arg27] [1, 1, 1] [1, 1, 1] : tensor<f32> into tensor<1x4x1xf32>
          scf.yield %inserted_slice_72, %inserted_slice_73 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
        }
        scf.yield %116#0, %116#1 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
      }
      scf.yield %115#0, %115#1 : tensor<1x4x1x?xf32>, tensor<1x4x1xf32>
    }
    %72 = tensor.empty(%dim) : tensor<1x4x1x?xf32>
    %extracted_slice_32 = tensor.extract_slice %71#1[0, 0, 0] [1, 4, 1] [1, 1, 1] : tensor<1x4x1xf32> to tensor<4xf32>
    %73 = linalg.generic {indexing_maps = [#map7, #map17, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71#0, %extracted_slice_32 : tensor<1x4x1x?xf32>, tensor<4xf32>) outs(%72 : tensor<1x4x1x?xf32>) {
    ^bb0(%in: f32, %in_63: f32, %out: f32):
      %115 = arith.divf %in, %in_63 : f32
      linalg.yield %115 : f32
    } -> tensor<1x4x1x?xf32>
    %extracted_slice_33 = tensor.extract_slice %inserted_slice[0, 1, 0, 0, 0, 0] [1, 1, 1, 4, %dim, 8] [1, 1, 1, 1, 1, 1] : tensor<1x2x1x4x?x8xf32> to tensor<1x1x1x4x?x8xf32>
    %collapsed_34 = tensor.collapse_shape %extracted_slice_33 [[0], [1, 2, 3], [4], [5]] : tensor<1x1x1x4x?x8xf32> into tensor<1x4x?x8xf32>
    %cst_35 = arith.constant 0.000000e+00 : f32
    %74 = tensor.empty() : tensor<1x1x4x8xf32>
    %75 = linalg.fill ins(%cst_35 : f32) outs(%74 : tensor<1x1x4x8xf32>) -> tensor<1x1x4x8xf32>
    %76 = linalg.contract indexing_maps = [#map18, #map19, #map16] ins(%73, %collapsed_34 : tensor<1x4x1x?xf32>, tensor<1x4x?x8xf32>) outs(%75 : tensor<1x1x4x8xf32>) -> tensor<1x1x4x8xf32>
    %collapsed_36 = tensor.collapse_shape %76 [[0], [1, 2, 3]] : tensor<1x1x4x8xf32> into tensor<1x32xf32>
    %cst_37 = arith.constant 0.000000e+00 : f32
    %77 = tensor.empty() : tensor<1x32xf32>
    %78 = linalg.fill ins(%cst_37 : f32) outs(%77 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %79 = linalg.contract indexing_maps = [#map4, #map10, #map11] ins(%collapsed_36, %9 : tensor<1x32xf32>, tensor<32x32xf32>) outs(%78 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %80 = tensor.empty() : tensor<1x32xf32>
    %81 = tensor.empty() : tensor<1xf32>
    %c0_38 = arith.constant 0 : index
    %c1_39 = arith.constant 1 : index
    %c1_40 = arith.constant 1 : index
    %82:2 = scf.for %arg21 = %c0_38 to %c1_40 step %c1_39 iter_args(%arg22 = %80, %arg23 = %81) -> (tensor<1x32xf32>, tensor<1xf32>) {
      %extracted_slice_63 = tensor.extract_slice %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %cst_64 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_64 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_65 = tensor.extract_slice %41[0, 0, 0] [1, 1, 32] [1, 1, 1] : tensor<1x1x32xf32> to tensor<32xf32>
      %extracted_slice_66 = tensor.extract_slice %79[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %117:2 = linalg.generic {indexing_maps = [#map, #map, #map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_65, %extracted_slice_66, %10 : tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) outs(%extracted_slice_63, %116 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %in_70: f32, %in_71: f32, %out: f32, %out_72: f32):
        %118 = arith.addf %in_70, %in_71 : f32
        %119 = arith.addf %in, %118 : f32
        %120 = arith.addf %out_72, %119 fastmath<reassoc> : f32
        linalg.yield %119, %120 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_67 = tensor.extract %117#1[] : tensor<f32>
      %inserted_slice_68 = tensor.insert_slice %117#0 into %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<1x32xf32>
      %from_elements = tensor.from_elements %extracted_67 : tensor<f32>
      %inserted_slice_69 = tensor.insert_slice %from_elements into %arg23[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_68, %inserted_slice_69 : tensor<1x32xf32>, tensor<1xf32>
    }
    %83 = tensor.empty() : tensor<1x1xf32>
    %c0_41 = arith.constant 0 : index
    %extracted_42 = tensor.extract %82#1[%c0_41] : tensor<1xf32>
    %84 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%83 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_42, %cst_63 : f32
      linalg.yield %115 : f32
    } -> tensor<1x1xf32>
    %85 = tensor.empty() : tensor<1x32xf32>
    %86 = tensor.empty() : tensor<1xf32>
    %c0_43 = arith.constant 0 : index
    %c1_44 = arith.constant 1 : index
    %c1_45 = arith.constant 1 : index
    %87:2 = scf.for %arg21 = %c0_43 to %c1_45 step %c1_44 iter_args(%arg22 = %85, %arg23 = %86) -> (tensor<1x32xf32>, tensor<1xf32>) {
      %extracted_slice_63 = tensor.extract_slice %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %cst_64 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_64 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_65 = tensor.extract_slice %82#0[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %c0_66 = arith.constant 0 : index
      %extracted_67 = tensor.extract %84[%arg21, %c0_66] : tensor<1x1xf32>
      %117:2 = linalg.generic {indexing_maps = [#map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_65 : tensor<32xf32>) outs(%extracted_slice_63, %116 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_71: f32):
        %118 = arith.subf %in, %extracted_67 : f32
        %119 = arith.mulf %118, %118 : f32
        %120 = arith.addf %out_71, %119 fastmath<reassoc> : f32
        linalg.yield %118, %120 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_68 = tensor.extract %117#1[] : tensor<f32>
      %inserted_slice_69 = tensor.insert_slice %117#0 into %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<1x32xf32>
      %from_elements = tensor.from_elements %extracted_68 : tensor<f32>
      %inserted_slice_70 = tensor.insert_slice %from_elements into %arg23[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_69, %inserted_slice_70 : tensor<1x32xf32>, tensor<1xf32>
    }
    %88 = tensor.empty() : tensor<1x1xf32>
    %c0_46 = arith.constant 0 : index
    %extracted_47 = tensor.extract %87#1[%c0_46] : tensor<1xf32>
    %89 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%88 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_47, %cst_63 : f32
      %cst_64 = arith.constant 9.99999974E-6 : f32
      %116 = arith.addf %115, %cst_64 : f32
      %117 = math.sqrt %116 : f32
      linalg.yield %117 : f32
    } -> tensor<1x1xf32>
    %90 = tensor.empty() : tensor<1x32xf32>
    %extracted_slice_48 = tensor.extract_slice %89[0, 0] [1, 1] [1, 1] : tensor<1x1xf32> to tensor<1xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map9, #map1, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%87#0, %extracted_slice_48, %11, %12 : tensor<1x32xf32>, tensor<1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%90 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %in_63: f32, %in_64: f32, %in_65: f32, %out: f32):
      %115 = arith.divf %in, %in_63 : f32
      %116 = arith.mulf %115, %in_64 : f32
      %117 = arith.addf %116, %in_65 : f32
      linalg.yield %117 : f32
    } -> tensor<1x32xf32>
    %cst_49 = arith.constant 0.000000e+00 : f32
    %92 = tensor.empty() : tensor<1x128xf32>
    %93 = linalg.fill ins(%cst_49 : f32) outs(%92 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %94 = linalg.contract indexing_maps = [#map4, #map10, #map11] ins(%91, %13 : tensor<1x32xf32>, tensor<32x128xf32>) outs(%93 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %95 = tensor.empty() : tensor<1x128xf32>
    %96 = linalg.generic {indexing_maps = [#map2, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%94, %14 : tensor<1x128xf32>, tensor<128xf32>) outs(%95 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %in_63: f32, %out: f32):
      %cst_64 = arith.constant 5.000000e-01 : f32
      %115 = arith.addf %in, %in_63 : f32
      %116 = arith.mulf %cst_64, %115 : f32
      %cst_65 = arith.constant 1.000000e+00 : f32
      %cst_66 = arith.constant 0.797884583 : f32
      %cst_67 = arith.constant 4.471500e-02 : f32
      %117 = arith.mulf %cst_67, %115 : f32
      %118 = arith.mulf %117, %115 : f32
      %119 = arith.mulf %118, %115 : f32
      %120 = arith.addf %115, %119 : f32
      %121 = arith.mulf %cst_66, %120 : f32
      %122 = func.call @tanh_f32(%121) : (f32) -> f32
      %123 = arith.addf %cst_65, %122 : f32
      %124 = arith.mulf %116, %123 : f32
      linalg.yield %124 : f32
    } -> tensor<1x128xf32>
    %cst_50 = arith.constant 0.000000e+00 : f32
    %97 = tensor.empty() : tensor<1x32xf32>
    %98 = linalg.fill ins(%cst_50 : f32) outs(%97 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %99 = linalg.contract indexing_maps = [#map4, #map10, #map11] ins(%96, %15 : tensor<1x128xf32>, tensor<128x32xf32>) outs(%98 : tensor<1x32xf32>) -> tensor<1x32xf32>
    %100 = tensor.empty() : tensor<1x32xf32>
    %101 = linalg.generic {indexing_maps = [#map2, #map2, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%82#0, %99, %16 : tensor<1x32xf32>, tensor<1x32xf32>, tensor<32xf32>) outs(%100 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %in_63: f32, %in_64: f32, %out: f32):
      %115 = arith.addf %in_63, %in_64 : f32
      %116 = arith.addf %in, %115 : f32
      linalg.yield %116 : f32
    } -> tensor<1x32xf32>
    %102 = tensor.empty() : tensor<1xf32>
    %c0_51 = arith.constant 0 : index
    %c1_52 = arith.constant 1 : index
    %c1_53 = arith.constant 1 : index
    %103 = scf.for %arg21 = %c0_51 to %c1_53 step %c1_52 iter_args(%arg22 = %102) -> (tensor<1xf32>) {
      %cst_63 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_63 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_64 = tensor.extract_slice %101[0, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %117 = linalg.generic {indexing_maps = [#map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_64 : tensor<32xf32>) outs(%116 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %118 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %118 : f32
      } -> tensor<f32>
      %extracted_65 = tensor.extract %117[] : tensor<f32>
      %from_elements = tensor.from_elements %extracted_65 : tensor<f32>
      %inserted_slice_66 = tensor.insert_slice %from_elements into %arg22[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_66 : tensor<1xf32>
    }
    %104 = tensor.empty() : tensor<1x1xf32>
    %c0_54 = arith.constant 0 : index
    %extracted_55 = tensor.extract %103[%c0_54] : tensor<1xf32>
    %105 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%104 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_55, %cst_63 : f32
      linalg.yield %115 : f32
    } -> tensor<1x1xf32>
    %106 = tensor.empty() : tensor<1x32xf32>
    %107 = tensor.empty() : tensor<1xf32>
    %c0_56 = arith.constant 0 : index
    %c1_57 = arith.constant 1 : index
    %c1_58 = arith.constant 1 : index
    %108:2 = scf.for %arg21 = %c0_56 to %c1_58 step %c1_57 iter_args(%arg22 = %106, %arg23 = %107) -> (tensor<1x32xf32>, tensor<1xf32>) {
      %extracted_slice_63 = tensor.extract_slice %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %cst_64 = arith.constant 0.000000e+00 : f32
      %115 = tensor.empty() : tensor<f32>
      %116 = linalg.fill ins(%cst_64 : f32) outs(%115 : tensor<f32>) -> tensor<f32>
      %extracted_slice_65 = tensor.extract_slice %101[0, 0] [1, 32] [1, 1] : tensor<1x32xf32> to tensor<32xf32>
      %c0_66 = arith.constant 0 : index
      %extracted_67 = tensor.extract %105[%arg21, %c0_66] : tensor<1x1xf32>
      %117:2 = linalg.generic {indexing_maps = [#map, #map, #map8], iterator_types = ["reduction"]} ins(%extracted_slice_65 : tensor<32xf32>) outs(%extracted_slice_63, %116 : tensor<32xf32>, tensor<f32>) {
      ^bb0(%in: f32, %out: f32, %out_71: f32):
        %118 = arith.subf %in, %extracted_67 : f32
        %119 = arith.mulf %118, %118 : f32
        %120 = arith.addf %out_71, %119 fastmath<reassoc> : f32
        linalg.yield %118, %120 : f32, f32
      } -> (tensor<32xf32>, tensor<f32>)
      %extracted_68 = tensor.extract %117#1[] : tensor<f32>
      %inserted_slice_69 = tensor.insert_slice %117#0 into %arg22[%arg21, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<1x32xf32>
      %from_elements = tensor.from_elements %extracted_68 : tensor<f32>
      %inserted_slice_70 = tensor.insert_slice %from_elements into %arg23[%arg21] [1] [1] : tensor<f32> into tensor<1xf32>
      scf.yield %inserted_slice_69, %inserted_slice_70 : tensor<1x32xf32>, tensor<1xf32>
    }
    %109 = tensor.empty() : tensor<1x1xf32>
    %c0_59 = arith.constant 0 : index
    %extracted_60 = tensor.extract %108#1[%c0_59] : tensor<1xf32>
    %110 = linalg.generic {indexing_maps = [#map2], iterator_types = ["parallel", "parallel"]} outs(%109 : tensor<1x1xf32>) {
    ^bb0(%out: f32):
      %cst_63 = arith.constant 3.200000e+01 : f32
      %115 = arith.divf %extracted_60, %cst_63 : f32
      %cst_64 = arith.constant 9.99999974E-6 : f32
      %116 = arith.addf %115, %cst_64 : f32
      %117 = math.sqrt %116 : f32
      linalg.yield %117 : f32
    } -> tensor<1x1xf32>
    %111 = tensor.empty() : tensor<1x32xf32>
    %extracted_slice_61 = tensor.extract_slice %110[0, 0] [1, 1] [1, 1] : tensor<1x1xf32> to tensor<1xf32>
    %112 = linalg.generic {indexing_maps = [#map2, #map9, #map1, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%108#0, %extracted_slice_61, %17, %18 : tensor<1x32xf32>, tensor<1xf32>, tensor<32xf32>, tensor<32xf32>) outs(%111 : tensor<1x32xf32>) {
    ^bb0(%in: f32, %in_63: f32, %in_64: f32, %in_65: f32, %out: f32):
      %115 = arith.divf %in, %in_63 : f32
      %116 = arith.mulf %115, %in_64 : f32
      %117 = arith.addf %116, %in_65 : f32
      linalg.yield %117 : f32
    } -> tensor<1x32xf32>
    %cst_62 = arith.constant 0.000000e+00 : f32
    %113 = linalg.fill ins(%cst_62 : f32) outs(%19 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %114 = linalg.contract indexing_maps = [#map4, #map20, #map11] ins(%112, %3 : tensor<1x32xf32>, tensor<96x32xf32>) outs(%113 : tensor<1x96xf32>) -> tensor<1x96xf32>
    bufferization.materialize_in_destination %114 in restrict writable %arg19 : (tensor<1x96xf32>, memref<1x96xf32>) -> ()
    bufferization.materialize_in_destination %inserted_slice in restrict writable %arg1 : (tensor<1x2x1x4x?x8xf32>, memref<1x2x1x4x?x8xf32, strided<[?, ?, ?, ?, ?, 1], offset: ?>>) -> ()
    memref.store %35, %arg20[] : memref<i32>
    return
  }
}
