// attention, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[32, 64], to_qkv float32[64, 192], to_out float32[64, 64].

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> ()>
module {
  func.func private @scipy_cblas_sgemm64_(i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64)
  func.func private @exp_f32(%arg0: f32) -> f32 {
    %c1065353216_i32 = arith.constant 1065353216 : i32
    %c1262485504_i32 = arith.constant 1262485504 : i32
    %c23_i32 = arith.constant 23 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.00138131448 : f32
    %cst_1 = arith.constant 0.00836941879 : f32
    %cst_2 = arith.constant 0.041668456 : f32
    %cst_3 = arith.constant 0.166665152 : f32
    %cst_4 = arith.constant 0.49999994 : f32
    %cst_5 = arith.constant 1.000000e+00 : f32
    %cst_6 = arith.constant 2.12194442E-4 : f32
    %cst_7 = arith.constant -0.693359375 : f32
    %cst_8 = arith.constant 1.44269502 : f32
    %cst_9 = arith.constant 0x4B400000 : f32
    %cst_10 = arith.constant 8.900000e+01 : f32
    %cst_11 = arith.constant -1.040000e+02 : f32
    %0 = arith.cmpf ogt, %arg0, %cst_10 : f32
    %1 = arith.select %0, %cst_10, %arg0 : f32
    %2 = arith.cmpf olt, %1, %cst_11 : f32
    %3 = arith.select %2, %cst_11, %1 : f32
    %4 = math.fma %3, %cst_8, %cst_9 : f32
    %5 = arith.subf %4, %cst_9 : f32
    %6 = math.fma %5, %cst_7, %3 : f32
    %7 = math.fma %5, %cst_6, %6 : f32
    %8 = math.fma %cst_0, %7, %cst_1 : f32
    %9 = math.fma %8, %7, %cst_2 : f32
    %10 = math.fma %9, %7, %cst_3 : f32
    %11 = math.fma %10, %7, %cst_4 : f32
    %12 = math.fma %11, %7, %cst_5 : f32
    %13 = math.fma %12, %7, %cst_5 : f32
    %14 = arith.select %2, %cst, %13 : f32
    %15 = arith.bitcast %4 : f32 to i32
    %16 = arith.subi %15, %c1262485504_i32 : i32
    %17 = arith.shrsi %16, %c1_i32 : i32
    %18 = arith.subi %16, %17 : i32
    %19 = arith.shli %17, %c23_i32 : i32
    %20 = arith.addi %19, %c1065353216_i32 : i32
    %21 = arith.bitcast %20 : i32 to f32
    %22 = arith.shli %18, %c23_i32 : i32
    %23 = arith.addi %22, %c1065353216_i32 : i32
    %24 = arith.bitcast %23 : i32 to f32
    %25 = arith.mulf %14, %21 : f32
    %26 = arith.mulf %25, %24 : f32
    return %26 : f32
  }
  func.func @attention(%arg0: memref<32x64xf32>, %arg1: memref<64x192xf32>, %arg2: memref<64x64xf32>, %arg3: memref<32x64xf32>, %arg4: memref<?xi8>) attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 4.000000e+00 : f32
    %c0_i8 = arith.constant 0 : i8
    %cst_0 = arith.constant 0xFF800000 : f32
    %c32 = arith.constant 32 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %c0_1 = arith.constant 0 : index
    %cst_2 = arith.constant 0.000000e+00 : f32
    %view = memref.view %arg4[%c0][] : memref<?xi8> to memref<32x192xf32>
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<32x64xf32> -> memref<f32>, index, index, index, index, index
    %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x64xf32> -> index
    %c4_3 = arith.constant 4 : index
    %0 = arith.muli %offset, %c4_3 : index
    %1 = arith.addi %intptr, %0 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = llvm.inttoptr %2 : i64 to !llvm.ptr
    %4 = arith.index_cast %strides#0 : index to i64
    %5 = arith.index_cast %strides#1 : index to i64
    %c1_4 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1_4 : memref<32x64xf32>
    %6 = arith.index_cast %dim : index to i64
    %c1_i64 = arith.constant 1 : i64
    %7 = arith.maxsi %6, %c1_i64 : i64
    %8 = arith.maxsi %4, %7 : i64
    %base_buffer_5, %offset_6, %sizes_7:2, %strides_8:2 = memref.extract_strided_metadata %arg1 : memref<64x192xf32> -> memref<f32>, index, index, index, index, index
    %intptr_9 = memref.extract_aligned_pointer_as_index %arg1 : memref<64x192xf32> -> index
    %c4_10 = arith.constant 4 : index
    %9 = arith.muli %offset_6, %c4_10 : index
    %10 = arith.addi %intptr_9, %9 : index
    %11 = arith.index_cast %10 : index to i64
    %12 = llvm.inttoptr %11 : i64 to !llvm.ptr
    %13 = arith.index_cast %strides_8#0 : index to i64
    %14 = arith.index_cast %strides_8#1 : index to i64
    %c1_11 = arith.constant 1 : index
    %dim_12 = memref.dim %arg1, %c1_11 : memref<64x192xf32>
    %15 = arith.index_cast %dim_12 : index to i64
    %c1_i64_13 = arith.constant 1 : i64
    %16 = arith.maxsi %15, %c1_i64_13 : i64
    %17 = arith.maxsi %13, %16 : i64
    %base_buffer_14, %offset_15, %sizes_16:2, %strides_17:2 = memref.extract_strided_metadata %view : memref<32x192xf32> -> memref<f32>, index, index, index, index, index
    %intptr_18 = memref.extract_aligned_pointer_as_index %view : memref<32x192xf32> -> index
    %c4_19 = arith.constant 4 : index
    %18 = arith.muli %offset_15, %c4_19 : index
    %19 = arith.addi %intptr_18, %18 : index
    %20 = arith.index_cast %19 : index to i64
    %21 = llvm.inttoptr %20 : i64 to !llvm.ptr
    %22 = arith.index_cast %strides_17#0 : index to i64
    %23 = arith.index_cast %strides_17#1 : index to i64
    %c1_20 = arith.constant 1 : index
    %dim_21 = memref.dim %arg1, %c1_20 : memref<64x192xf32>
    %24 = arith.index_cast %dim_21 : index to i64
    %c1_i64_22 = arith.constant 1 : i64
    %25 = arith.maxsi %24, %c1_i64_22 : i64
    %26 = arith.maxsi %22, %25 : i64
    %c0_23 = arith.constant 0 : index
    %dim_24 = memref.dim %arg0, %c0_23 : memref<32x64xf32>
    %27 = arith.index_cast %dim_24 : index to i64
    %c1_25 = arith.constant 1 : index
    %dim_26 = memref.dim %arg1, %c1_25 : memref<64x192xf32>
    %28 = arith.index_cast %dim_26 : index to i64
    %c1_27 = arith.constant 1 : index
    %dim_28 = memref.dim %arg0, %c1_27 : memref<32x64xf32>
    %29 = arith.index_cast %dim_28 : index to i64
    %c111_i32 = arith.constant 111 : i32
    %c111_i32_29 = arith.constant 111 : i32
    %cst_30 = arith.constant 1.000000e+00 : f32
    %cst_31 = arith.constant 0.000000e+00 : f32
    %c101_i32 = arith.constant 101 : i32
    call @scipy_cblas_sgemm64_(%c101_i32, %c111_i32, %c111_i32_29, %27, %28, %29, %cst_30, %3, %8, %12, %17, %cst_31, %21, %26) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    %subview = memref.subview %view[0, 0] [32, 64] [1, 1] : memref<32x192xf32> to memref<32x64xf32, strided<[192, 1]>>
    %expand_shape = memref.expand_shape %subview [[0], [1, 2]] output_shape [32, 4, 16] : memref<32x64xf32, strided<[192, 1]>> into memref<32x4x16xf32, strided<[192, 16, 1]>>
    %subview_32 = memref.subview %view[0, 64] [32, 64] [1, 1] : memref<32x192xf32> to memref<32x64xf32, strided<[192, 1], offset: 64>>
    %expand_shape_33 = memref.expand_shape %subview_32 [[0], [1, 2]] output_shape [32, 4, 16] : memref<32x64xf32, strided<[192, 1], offset: 64>> into memref<32x4x16xf32, strided<[192, 16, 1], offset: 64>>
    %subview_34 = memref.subview %view[0, 128] [32, 64] [1, 1] : memref<32x192xf32> to memref<32x64xf32, strided<[192, 1], offset: 128>>
    %expand_shape_35 = memref.expand_shape %subview_34 [[0], [1, 2]] output_shape [32, 4, 16] : memref<32x64xf32, strided<[192, 1], offset: 128>> into memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>>
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<4x32x32xf32>
    %c0_36 = arith.constant 0 : index
    %c1_37 = arith.constant 1 : index
    %dim_38 = memref.dim %expand_shape, %c1_37 : memref<32x4x16xf32, strided<[192, 16, 1]>>
    %c1_39 = arith.constant 1 : index
    scf.for %arg5 = %c0_36 to %dim_38 step %c1_39 {
      %base_buffer_88, %offset_89, %sizes_90:3, %strides_91:3 = memref.extract_strided_metadata %expand_shape : memref<32x4x16xf32, strided<[192, 16, 1]>> -> memref<f32>, index, index, index, index, index, index, index
      %60 = arith.muli %arg5, %strides_91#1 : index
      %61 = arith.addi %offset_89, %60 : index
      %intptr_92 = memref.extract_aligned_pointer_as_index %expand_shape : memref<32x4x16xf32, strided<[192, 16, 1]>> -> index
      %c4_93 = arith.constant 4 : index
      %62 = arith.muli %61, %c4_93 : index
      %63 = arith.addi %intptr_92, %62 : index
      %64 = arith.index_cast %63 : index to i64
      %65 = llvm.inttoptr %64 : i64 to !llvm.ptr
      %66 = arith.index_cast %strides_91#0 : index to i64
      %67 = arith.index_cast %strides_91#2 : index to i64
      %c2 = arith.constant 2 : index
      %dim_94 = memref.dim %expand_shape, %c2 : memref<32x4x16xf32, strided<[192, 16, 1]>>
      %68 = arith.index_cast %dim_94 : index to i64
      %c1_i64_95 = arith.constant 1 : i64
      %69 = arith.maxsi %68, %c1_i64_95 : i64
      %70 = arith.maxsi %66, %69 : i64
      %base_buffer_96, %offset_97, %sizes_98:3, %strides_99:3 = memref.extract_strided_metadata %expand_shape_33 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 64>> -> memref<f32>, index, index, index, index, index, index, index
      %71 = arith.muli %arg5, %strides_99#1 : index
      %72 = arith.addi %offset_97, %71 : index
      %intptr_100 = memref.extract_aligned_pointer_as_index %expand_shape_33 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 64>> -> index
      %c4_101 = arith.constant 4 : index
      %73 = arith.muli %72, %c4_101 : index
      %74 = arith.addi %intptr_100, %73 : index
      %75 = arith.index_cast %74 : index to i64
      %76 = llvm.inttoptr %75 : i64 to !llvm.ptr
      %77 = arith.index_cast %strides_99#2 : index to i64
      %78 = arith.index_cast %strides_99#0 : index to i64
      %c2_102 = arith.constant 2 : index
      %dim_103 = memref.dim %expand_shape, %c2_102 : memref<32x4x16xf32, strided<[192, 16, 1]>>
      %79 = arith.index_cast %dim_103 : index to i64
      %c1_i64_104 = arith.constant 1 : i64
      %80 = arith.maxsi %79, %c1_i64_104 : i64
      %81 = arith.maxsi %78, %80 : i64
      %base_buffer_105, %offset_106, %sizes_107:3, %strides_108:3 = memref.extract_strided_metadata %alloca : memref<4x32x32xf32> -> memref<f32>, index, index, index, index, index, index, index
      %82 = arith.muli %arg5, %strides_108#0 : index
      %83 = arith.addi %offset_106, %82 : index
      %intptr_109 = memref.extract_aligned_pointer_as_index %alloca : memref<4x32x32xf32> -> index
      %c4_110 = arith.constant 4 : index
      %84 = arith.muli %83, %c4_110 : index
      %85 = arith.addi %intptr_109, %84 : index
      %86 = arith.index_cast %85 : index to i64
      %87 = llvm.inttoptr %86 : i64 to !llvm.ptr
      %88 = arith.index_cast %strides_108#1 : index to i64
      %89 = arith.index_cast %strides_108#2 : index to i64
      %c0_111 = arith.constant 0 : index
      %dim_112 = memref.dim %expand_shape_33, %c0_111 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 64>>
      %90 = arith.index_cast %dim_112 : index to i64
      %c1_i64_113 = arith.constant 1 : i64
      %91 = arith.maxsi %90, %c1_i64_113 : i64
      %92 = arith.maxsi %88, %91 : i64
      %c0_114 = arith.constant 0 : index
      %dim_115 = memref.dim %expand_shape, %c0_114 : memref<32x4x16xf32, strided<[192, 16, 1]>>
      %93 = arith.index_cast %dim_115 : index to i64
      %c0_116 = arith.constant 0 : index
      %dim_117 = memref.dim %expand_shape_33, %c0_116 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 64>>
      %94 = arith.index_cast %dim_117 : index to i64
      %c2_118 = arith.constant 2 : index
      %dim_119 = memref.dim %expand_shape, %c2_118 : memref<32x4x16xf32, strided<[192, 16, 1]>>
      %95 = arith.index_cast %dim_119 : index to i64
      %c111_i32_120 = arith.constant 111 : i32
      %c112_i32 = arith.constant 112 : i32
      %cst_121 = arith.constant 1.000000e+00 : f32
      %cst_122 = arith.constant 0.000000e+00 : f32
      %c101_i32_123 = arith.constant 101 : i32
      func.call @scipy_cblas_sgemm64_(%c101_i32_123, %c111_i32_120, %c112_i32, %93, %94, %95, %cst_121, %65, %70, %76, %81, %cst_122, %87, %92) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    }
    %alloca_40 = memref.alloca() {alignment = 64 : i64} : memref<32x32xi8>
    linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%alloca_40 : memref<32x32xi8>) {
    ^bb0(%out: i8):
      %60 = linalg.index 0 : index
      %61 = arith.index_cast %60 : index to i64
      %62 = linalg.index 1 : index
      %63 = arith.index_cast %62 : index to i64
      %64 = arith.cmpi sge, %61, %63 : i64
      %65 = arith.extui %64 : i1 to i8
      linalg.yield %65 : i8
    }
    %alloca_41 = memref.alloca() {alignment = 64 : i64} : memref<4x32x32xf32>
    %alloca_42 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    %alloca_43 = memref.alloca() {alignment = 64 : i64} : memref<32xf32>
    %alloca_44 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    scf.for %arg5 = %c0_1 to %c4 step %c1 {
      scf.for %arg6 = %c0_1 to %c32 step %c1 {
        %subview_88 = memref.subview %alloca_41[%arg5, %arg6, 0] [1, 1, 32] [1, 1, 1] : memref<4x32x32xf32> to memref<32xf32, strided<[1], offset: ?>>
        linalg.fill ins(%cst_0 : f32) outs(%alloca_42 : memref<f32>)
        %subview_89 = memref.subview %alloca_40[%arg6, 0] [1, 32] [1, 1] : memref<32x32xi8> to memref<32xi8, strided<[1], offset: ?>>
        %subview_90 = memref.subview %alloca[%arg5, %arg6, 0] [1, 1, 32] [1, 1, 1] : memref<4x32x32xf32> to memref<32xf32, strided<[1], offset: ?>>
        linalg.generic {indexing_maps = [#map1, #map1, #map1, #map2], iterator_types = ["reduction"]} ins(%subview_89, %subview_90 : memref<32xi8, strided<[1], offset: ?>>, memref<32xf32, strided<[1], offset: ?>>) outs(%subview_88, %alloca_42 : memref<32xf32, strided<[1], offset: ?>>, memref<f32>) {
        ^bb0(%in: i8, %in_91: f32, %out: f32, %out_92: f32):
          %62 = arith.cmpi ne, %in, %c0_i8 : i8
          %63 = arith.divf %in_91, %cst : f32
          %64 = arith.select %62, %63, %cst_0 : f32
          %65 = arith.maximumf %out_92, %64 fastmath<reassoc> : f32
          linalg.yield %64, %65 : f32, f32
        }
        %60 = memref.load %alloca_42[] : memref<f32>
        linalg.fill ins(%cst_2 : f32) outs(%alloca_44 : memref<f32>)
        linalg.generic {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"]} ins(%subview_88 : memref<32xf32, strided<[1], offset: ?>>) outs(%alloca_43, %alloca_44 : memref<32xf32>, memref<f32>) {
        ^bb0(%in: f32, %out: f32, %out_91: f32):
          %62 = arith.subf %in, %60 : f32
          %63 = func.call @exp_f32(%62) : (f32) -> f32
          %64 = arith.addf %out_91, %63 fastmath<reassoc> : f32
          linalg.yield %63, %64 : f32, f32
        }
        %61 = memref.load %alloca_44[] : memref<f32>
        linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%subview_88, %alloca_43 : memref<32xf32, strided<[1], offset: ?>>, memref<32xf32>) outs(%subview_88 : memref<32xf32, strided<[1], offset: ?>>) {
        ^bb0(%in: f32, %in_91: f32, %out: f32):
          %62 = arith.divf %in_91, %61 : f32
          linalg.yield %62 : f32
        }
      }
    }
    %alloca_45 = memref.alloca() {alignment = 64 : i64} : memref<32x4x16xf32>
    %c0_46 = arith.constant 0 : index
    %c0_47 = arith.constant 0 : index
    %dim_48 = memref.dim %alloca_41, %c0_47 : memref<4x32x32xf32>
    %c1_49 = arith.constant 1 : index
    scf.for %arg5 = %c0_46 to %dim_48 step %c1_49 {
      %base_buffer_88, %offset_89, %sizes_90:3, %strides_91:3 = memref.extract_strided_metadata %alloca_41 : memref<4x32x32xf32> -> memref<f32>, index, index, index, index, index, index, index
      %60 = arith.muli %arg5, %strides_91#0 : index
      %61 = arith.addi %offset_89, %60 : index
      %intptr_92 = memref.extract_aligned_pointer_as_index %alloca_41 : memref<4x32x32xf32> -> index
      %c4_93 = arith.constant 4 : index
      %62 = arith.muli %61, %c4_93 : index
      %63 = arith.addi %intptr_92, %62 : index
      %64 = arith.index_cast %63 : index to i64
      %65 = llvm.inttoptr %64 : i64 to !llvm.ptr
      %66 = arith.index_cast %strides_91#1 : index to i64
      %67 = arith.index_cast %strides_91#2 : index to i64
      %c2 = arith.constant 2 : index
      %dim_94 = memref.dim %alloca_41, %c2 : memref<4x32x32xf32>
      %68 = arith.index_cast %dim_94 : index to i64
      %c1_i64_95 = arith.constant 1 : i64
      %69 = arith.maxsi %68, %c1_i64_95 : i64
      %70 = arith.maxsi %66, %69 : i64
      %base_buffer_96, %offset_97, %sizes_98:3, %strides_99:3 = memref.extract_strided_metadata %expand_shape_35 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>> -> memref<f32>, index, index, index, index, index, index, index
      %71 = arith.muli %arg5, %strides_99#1 : index
      %72 = arith.addi %offset_97, %71 : index
      %intptr_100 = memref.extract_aligned_pointer_as_index %expand_shape_35 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>> -> index
      %c4_101 = arith.constant 4 : index
      %73 = arith.muli %72, %c4_101 : index
      %74 = arith.addi %intptr_100, %73 : index
      %75 = arith.index_cast %74 : index to i64
      %76 = llvm.inttoptr %75 : i64 to !llvm.ptr
      %77 = arith.index_cast %strides_99#0 : index to i64
      %78 = arith.index_cast %strides_99#2 : index to i64
      %c2_102 = arith.constant 2 : index
      %dim_103 = memref.dim %expand_shape_35, %c2_102 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>>
      %79 = arith.index_cast %dim_103 : index to i64
      %c1_i64_104 = arith.constant 1 : i64
      %80 = arith.maxsi %79, %c1_i64_104 : i64
      %81 = arith.maxsi %77, %80 : i64
      %base_buffer_105, %offset_106, %sizes_107:3, %strides_108:3 = memref.extract_strided_metadata %alloca_45 : memref<32x4x16xf32> -> memref<f32>, index, index, index, index, index, index, index
      %82 = arith.muli %arg5, %strides_108#1 : index
      %83 = arith.addi %offset_106, %82 : index
      %intptr_109 = memref.extract_aligned_pointer_as_index %alloca_45 : memref<32x4x16xf32> -> index
      %c4_110 = arith.constant 4 : index
      %84 = arith.muli %83, %c4_110 : index
      %85 = arith.addi %intptr_109, %84 : index
      %86 = arith.index_cast %85 : index to i64
      %87 = llvm.inttoptr %86 : i64 to !llvm.ptr
      %88 = arith.index_cast %strides_108#0 : index to i64
      %89 = arith.index_cast %strides_108#2 : index to i64
      %c2_111 = arith.constant 2 : index
      %dim_112 = memref.dim %expand_shape_35, %c2_111 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>>
      %90 = arith.index_cast %dim_112 : index to i64
      %c1_i64_113 = arith.constant 1 : i64
      %91 = arith.maxsi %90, %c1_i64_113 : i64
      %92 = arith.maxsi %88, %91 : i64
      %c1_114 = arith.constant 1 : index
      %dim_115 = memref.dim %alloca_41, %c1_114 : memref<4x32x32xf32>
      %93 = arith.index_cast %dim_115 : index to i64
      %c2_116 = arith.constant 2 : index
      %dim_117 = memref.dim %expand_shape_35, %c2_116 : memref<32x4x16xf32, strided<[192, 16, 1], offset: 128>>
      %94 = arith.index_cast %dim_117 : index to i64
      %c2_118 = arith.constant 2 : index
      %dim_119 = memref.dim %alloca_41, %c2_118 : memref<4x32x32xf32>
      %95 = arith.index_cast %dim_119 : index to i64
      %c111_i32_120 = arith.constant 111 : i32
      %c111_i32_121 = arith.constant 111 : i32
      %cst_122 = arith.constant 1.000000e+00 : f32
      %cst_123 = arith.constant 0.000000e+00 : f32
      %c101_i32_124 = arith.constant 101 : i32
      func.call @scipy_cblas_sgemm64_(%c101_i32_124, %c111_i32_120, %c111_i32_121, %93, %94, %95, %cst_122, %65, %70, %76, %81, %cst_123, %87, %92) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    }
    %collapse_shape = memref.collapse_shape %alloca_45 [[0], [1, 2]] : memref<32x4x16xf32> into memref<32x64xf32>
    %base_buffer_50, %offset_51, %sizes_52:2, %strides_53:2 = memref.extract_strided_metadata %collapse_shape : memref<32x64xf32> -> memref<f32>, index, index, index, index, index
    %intptr_54 = memref.extract_aligned_pointer_as_index %collapse_shape : memref<32x64xf32> -> index
    %c4_55 = arith.constant 4 : index
    %30 = arith.muli %offset_51, %c4_55 : index
    %31 = arith.addi %intptr_54, %30 : index
    %32 = arith.index_cast %31 : index to i64
    %33 = llvm.inttoptr %32 : i64 to !llvm.ptr
    %34 = arith.index_cast %strides_53#0 : index to i64
    %35 = arith.index_cast %strides_53#1 : index to i64
    %c1_56 = arith.constant 1 : index
    %dim_57 = memref.dim %collapse_shape, %c1_56 : memref<32x64xf32>
    %36 = arith.index_cast %dim_57 : index to i64
    %c1_i64_58 = arith.constant 1 : i64
    %37 = arith.maxsi %36, %c1_i64_58 : i64
    %38 = arith.maxsi %34, %37 : i64
    %base_buffer_59, %offset_60, %sizes_61:2, %strides_62:2 = memref.extract_strided_metadata %arg2 : memref<64x64xf32> -> memref<f32>, index, index, index, index, index
    %intptr_63 = memref.extract_aligned_pointer_as_index %arg2 : memref<64x64xf32> -> index
    %c4_64 = arith.constant 4 : index
    %39 = arith.muli %offset_60, %c4_64 : index
    %40 = arith.addi %intptr_63, %39 : index
    %41 = arith.index_cast %40 : index to i64
    %42 = llvm.inttoptr %41 : i64 to !llvm.ptr
    %43 = arith.index_cast %strides_62#0 : index to i64
    %44 = arith.index_cast %strides_62#1 : index to i64
    %c1_65 = arith.constant 1 : index
    %dim_66 = memref.dim %arg2, %c1_65 : memref<64x64xf32>
    %45 = arith.index_cast %dim_66 : index to i64
    %c1_i64_67 = arith.constant 1 : i64
    %46 = arith.maxsi %45, %c1_i64_67 : i64
    %47 = arith.maxsi %43, %46 : i64
    %base_buffer_68, %offset_69, %sizes_70:2, %strides_71:2 = memref.extract_strided_metadata %arg3 : memref<32x64xf32> -> memref<f32>, index, index, index, index, index
    %intptr_72 = memref.extract_aligned_pointer_as_index %arg3 : memref<32x64xf32> -> index
    %c4_73 = arith.constant 4 : index
    %48 = arith.muli %offset_69, %c4_73 : index
    %49 = arith.addi %intptr_72, %48 : index
    %50 = arith.index_cast %49 : index to i64
    %51 = llvm.inttoptr %50 : i64 to !llvm.ptr
    %52 = arith.index_cast %strides_71#0 : index to i64
    %53 = arith.index_cast %strides_71#1 : index to i64
    %c1_74 = arith.constant 1 : index
    %dim_75 = memref.dim %arg2, %c1_74 : memref<64x64xf32>
    %54 = arith.index_cast %dim_75 : index to i64
    %c1_i64_76 = arith.constant 1 : i64
    %55 = arith.maxsi %54, %c1_i64_76 : i64
    %56 = arith.maxsi %52, %55 : i64
    %c0_77 = arith.constant 0 : index
    %dim_78 = memref.dim %collapse_shape, %c0_77 : memref<32x64xf32>
    %57 = arith.index_cast %dim_78 : index to i64
    %c1_79 = arith.constant 1 : index
    %dim_80 = memref.dim %arg2, %c1_79 : memref<64x64xf32>
    %58 = arith.index_cast %dim_80 : index to i64
    %c1_81 = arith.constant 1 : index
    %dim_82 = memref.dim %collapse_shape, %c1_81 : memref<32x64xf32>
    %59 = arith.index_cast %dim_82 : index to i64
    %c111_i32_83 = arith.constant 111 : i32
    %c111_i32_84 = arith.constant 111 : i32
    %cst_85 = arith.constant 1.000000e+00 : f32
    %cst_86 = arith.constant 0.000000e+00 : f32
    %c101_i32_87 = arith.constant 101 : i32
    call @scipy_cblas_sgemm64_(%c101_i32_87, %c111_i32_83, %c111_i32_84, %57, %58, %59, %cst_85, %33, %38, %42, %47, %cst_86, %51, %56) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    return
  }
}
