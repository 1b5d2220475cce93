// layer, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[32, 48], weight float32[40, 48], bias float32[40].

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func private @scipy_cblas_sgemm64_(i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64)
  func.func @layer(%arg0: memref<32x48xf32>, %arg1: memref<40x48xf32>, %arg2: memref<40xf32>, %arg3: memref<32x40xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<32x40xf32>
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<32x48xf32> -> memref<f32>, index, index, index, index, index
    %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x48xf32> -> index
    %c4 = arith.constant 4 : index
    %0 = arith.muli %offset, %c4 : index
    %1 = arith.addi %intptr, %0 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = llvm.inttoptr %2 : i64 to !llvm.ptr
    %4 = arith.index_cast %strides#0 : index to i64
    %5 = arith.index_cast %strides#1 : index to i64
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<32x48xf32>
    %6 = arith.index_cast %dim : index to i64
    %c1_i64 = arith.constant 1 : i64
    %7 = arith.maxsi %6, %c1_i64 : i64
    %8 = arith.maxsi %4, %7 : i64
    %base_buffer_0, %offset_1, %sizes_2:2, %strides_3:2 = memref.extract_strided_metadata %arg1 : memref<40x48xf32> -> memref<f32>, index, index, index, index, index
    %intptr_4 = memref.extract_aligned_pointer_as_index %arg1 : memref<40x48xf32> -> index
    %c4_5 = arith.constant 4 : index
    %9 = arith.muli %offset_1, %c4_5 : index
    %10 = arith.addi %intptr_4, %9 : index
    %11 = arith.index_cast %10 : index to i64
    %12 = llvm.inttoptr %11 : i64 to !llvm.ptr
    %13 = arith.index_cast %strides_3#1 : index to i64
    %14 = arith.index_cast %strides_3#0 : index to i64
    %c1_6 = arith.constant 1 : index
    %dim_7 = memref.dim %arg0, %c1_6 : memref<32x48xf32>
    %15 = arith.index_cast %dim_7 : index to i64
    %c1_i64_8 = arith.constant 1 : i64
    %16 = arith.maxsi %15, %c1_i64_8 : i64
    %17 = arith.maxsi %14, %16 : i64
    %base_buffer_9, %offset_10, %sizes_11:2, %strides_12:2 = memref.extract_strided_metadata %alloca : memref<32x40xf32> -> memref<f32>, index, index, index, index, index
    %intptr_13 = memref.extract_aligned_pointer_as_index %alloca : memref<32x40xf32> -> index
    %c4_14 = arith.constant 4 : index
    %18 = arith.muli %offset_10, %c4_14 : index
    %19 = arith.addi %intptr_13, %18 : index
    %20 = arith.index_cast %19 : index to i64
    %21 = llvm.inttoptr %20 : i64 to !llvm.ptr
    %22 = arith.index_cast %strides_12#0 : index to i64
    %23 = arith.index_cast %strides_12#1 : index to i64
    %c0 = arith.constant 0 : index
    %dim_15 = memref.dim %arg1, %c0 : memref<40x48xf32>
    %24 = arith.index_cast %dim_15 : index to i64
    %c1_i64_16 = arith.constant 1 : i64
    %25 = arith.maxsi %24, %c1_i64_16 : i64
    %26 = arith.maxsi %22, %25 : i64
    %c0_17 = arith.constant 0 : index
    %dim_18 = memref.dim %arg0, %c0_17 : memref<32x48xf32>
    %27 = arith.index_cast %dim_18 : index to i64
    %c0_19 = arith.constant 0 : index
    %dim_20 = memref.dim %arg1, %c0_19 : memref<40x48xf32>
    %28 = arith.index_cast %dim_20 : index to i64
    %c1_21 = arith.constant 1 : index
    %dim_22 = memref.dim %arg0, %c1_21 : memref<32x48xf32>
    %29 = arith.index_cast %dim_22 : index to i64
    %c111_i32 = arith.constant 111 : i32
    %c112_i32 = arith.constant 112 : i32
    %cst_23 = arith.constant 1.000000e+00 : f32
    %cst_24 = arith.constant 0.000000e+00 : f32
    %c101_i32 = arith.constant 101 : i32
    call @scipy_cblas_sgemm64_(%c101_i32, %c111_i32, %c112_i32, %27, %28, %29, %cst_23, %3, %8, %12, %17, %cst_24, %21, %26) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%alloca, %arg2 : memref<32x40xf32>, memref<40xf32>) outs(%arg3 : memref<32x40xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %30 = arith.addf %in, %in_25 : f32
      %31 = arith.maximumf %30, %cst : f32
      linalg.yield %31 : f32
    }
    return
  }
}
