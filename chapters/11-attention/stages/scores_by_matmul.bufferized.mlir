// scores_by_matmul, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: query float32[32, 4, 16], key float32[32, 4, 16].

module {
  func.func private @scipy_cblas_sgemm64_(i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64)
  func.func @scores_by_matmul(%arg0: memref<32x4x16xf32>, %arg1: memref<32x4x16xf32>, %arg2: memref<4x32x32xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<32x4x16xf32>
    %c1_0 = arith.constant 1 : index
    scf.for %arg3 = %c0 to %dim step %c1_0 {
      %base_buffer, %offset, %sizes:3, %strides:3 = memref.extract_strided_metadata %arg0 : memref<32x4x16xf32> -> memref<f32>, index, index, index, index, index, index, index
      %0 = arith.muli %arg3, %strides#1 : index
      %1 = arith.addi %offset, %0 : index
      %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<32x4x16xf32> -> index
      %c4 = arith.constant 4 : index
      %2 = arith.muli %1, %c4 : index
      %3 = arith.addi %intptr, %2 : index
      %4 = arith.index_cast %3 : index to i64
      %5 = llvm.inttoptr %4 : i64 to !llvm.ptr
      %6 = arith.index_cast %strides#0 : index to i64
      %7 = arith.index_cast %strides#2 : index to i64
      %c2 = arith.constant 2 : index
      %dim_1 = memref.dim %arg0, %c2 : memref<32x4x16xf32>
      %8 = arith.index_cast %dim_1 : index to i64
      %c1_i64 = arith.constant 1 : i64
      %9 = arith.maxsi %8, %c1_i64 : i64
      %10 = arith.maxsi %6, %9 : i64
      %base_buffer_2, %offset_3, %sizes_4:3, %strides_5:3 = memref.extract_strided_metadata %arg1 : memref<32x4x16xf32> -> memref<f32>, index, index, index, index, index, index, index
      %11 = arith.muli %arg3, %strides_5#1 : index
      %12 = arith.addi %offset_3, %11 : index
      %intptr_6 = memref.extract_aligned_pointer_as_index %arg1 : memref<32x4x16xf32> -> index
      %c4_7 = arith.constant 4 : index
      %13 = arith.muli %12, %c4_7 : index
      %14 = arith.addi %intptr_6, %13 : index
      %15 = arith.index_cast %14 : index to i64
      %16 = llvm.inttoptr %15 : i64 to !llvm.ptr
      %17 = arith.index_cast %strides_5#2 : index to i64
      %18 = arith.index_cast %strides_5#0 : index to i64
      %c2_8 = arith.constant 2 : index
      %dim_9 = memref.dim %arg0, %c2_8 : memref<32x4x16xf32>
      %19 = arith.index_cast %dim_9 : index to i64
      %c1_i64_10 = arith.constant 1 : i64
      %20 = arith.maxsi %19, %c1_i64_10 : i64
      %21 = arith.maxsi %18, %20 : i64
      %base_buffer_11, %offset_12, %sizes_13:3, %strides_14:3 = memref.extract_strided_metadata %arg2 : memref<4x32x32xf32> -> memref<f32>, index, index, index, index, index, index, index
      %22 = arith.muli %arg3, %strides_14#0 : index
      %23 = arith.addi %offset_12, %22 : index
      %intptr_15 = memref.extract_aligned_pointer_as_index %arg2 : memref<4x32x32xf32> -> index
      %c4_16 = arith.constant 4 : index
      %24 = arith.muli %23, %c4_16 : index
      %25 = arith.addi %intptr_15, %24 : index
      %26 = arith.index_cast %25 : index to i64
      %27 = llvm.inttoptr %26 : i64 to !llvm.ptr
      %28 = arith.index_cast %strides_14#1 : index to i64
      %29 = arith.index_cast %strides_14#2 : index to i64
      %c0_17 = arith.constant 0 : index
      %dim_18 = memref.dim %arg1, %c0_17 : memref<32x4x16xf32>
      %30 = arith.index_cast %dim_18 : index to i64
      %c1_i64_19 = arith.constant 1 : i64
      %31 = arith.maxsi %30, %c1_i64_19 : i64
      %32 = arith.maxsi %28, %31 : i64
      %c0_20 = arith.constant 0 : index
      %dim_21 = memref.dim %arg0, %c0_20 : memref<32x4x16xf32>
      %33 = arith.index_cast %dim_21 : index to i64
      %c0_22 = arith.constant 0 : index
      %dim_23 = memref.dim %arg1, %c0_22 : memref<32x4x16xf32>
      %34 = arith.index_cast %dim_23 : index to i64
      %c2_24 = arith.constant 2 : index
      %dim_25 = memref.dim %arg0, %c2_24 : memref<32x4x16xf32>
      %35 = arith.index_cast %dim_25 : index to i64
      %c111_i32 = arith.constant 111 : i32
      %c112_i32 = arith.constant 112 : i32
      %cst_26 = arith.constant 1.000000e+00 : f32
      %cst_27 = arith.constant 0.000000e+00 : f32
      %c101_i32 = arith.constant 101 : i32
      func.call @scipy_cblas_sgemm64_(%c101_i32, %c111_i32, %c112_i32, %33, %34, %35, %cst_26, %5, %10, %16, %21, %cst_27, %27, %32) : (i32, i32, i32, i64, i64, i64, f32, !llvm.ptr, i64, !llvm.ptr, i64, f32, !llvm.ptr, i64) -> ()
    }
    return
  }
}
