// Kernels of mixed, written by 14-gpt-2-on-a-gpu/stages.py.
// Arguments: q float32[2, 40, 16], k float32[2, 40, 16], v float32[2, 40, 16].
// Launched: attention_0 with a grid of 3 x 2 x 1 blocks of 16 x 16 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @attention_0_shared_0 : memref<16x17xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @attention_0_shared_1 : memref<16x17xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @attention_0_shared_2 : memref<16x17xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @attention_0_shared_3 : memref<16x17xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @attention_0(%arg0: memref<2x40x16xf32>, %arg1: memref<2x40x16xf32>, %arg2: memref<2x40x16xf32>, %arg3: memref<2x40x16xf32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %block_id_x = gpu.block_id  x
      %c16 = arith.constant 16 : index
      %0 = arith.muli %block_id_x, %c16 : index
      %1 = arith.addi %0, %thread_id_y : index
      %c40 = arith.constant 40 : index
      %2 = arith.cmpi ult, %1, %c40 : index
      %c39 = arith.constant 39 : index
      %3 = arith.minui %1, %c39 : index
      %block_id_y = gpu.block_id  y
      %4 = memref.get_global @attention_0_shared_0 : memref<16x17xf32, 3>
      %5 = memref.get_global @attention_0_shared_1 : memref<16x17xf32, 3>
      %6 = memref.get_global @attention_0_shared_2 : memref<16x17xf32, 3>
      %7 = memref.get_global @attention_0_shared_3 : memref<16x17xf32, 3>
      %c0 = arith.constant 0 : index
      %8 = arith.addi %thread_id_x, %c0 : index
      %9 = memref.load %arg0[%block_id_y, %3, %8] : memref<2x40x16xf32>
      memref.store %9, %4[%thread_id_y, %8] : memref<16x17xf32, 3>
      %cst = arith.constant 0xFF800000 : f32
      %cst_0 = arith.constant 0.000000e+00 : f32
      %c40_1 = arith.constant 40 : index
      %c16_2 = arith.constant 16 : index
      %c0_3 = arith.constant 0 : index
      %10:3 = scf.for %arg4 = %c0_3 to %c40_1 step %c16_2 iter_args(%arg5 = %cst, %arg6 = %cst_0, %arg7 = %cst_0) -> (f32, f32, f32) {
        %13 = arith.addi %arg4, %thread_id_y : index
        %c40_5 = arith.constant 40 : index
        %14 = arith.cmpi ult, %13, %c40_5 : index
        %c39_6 = arith.constant 39 : index
        %15 = arith.minui %13, %c39_6 : index
        %c0_7 = arith.constant 0 : index
        %16 = arith.addi %thread_id_x, %c0_7 : index
        %17 = memref.load %arg1[%block_id_y, %15, %16] : memref<2x40x16xf32>
        memref.store %17, %5[%thread_id_y, %16] : memref<16x17xf32, 3>
        %c0_8 = arith.constant 0 : index
        %18 = arith.addi %thread_id_x, %c0_8 : index
        %19 = memref.load %arg2[%block_id_y, %15, %18] : memref<2x40x16xf32>
        %cst_9 = arith.constant 0.000000e+00 : f32
        %20 = arith.select %14, %19, %cst_9 : f32
        memref.store %20, %6[%thread_id_y, %18] : memref<16x17xf32, 3>
        gpu.barrier
        %21 = arith.addi %arg4, %thread_id_x : index
        %cst_10 = arith.constant 0.000000e+00 : f32
        %c16_11 = arith.constant 16 : index
        %c1 = arith.constant 1 : index
        %c0_12 = arith.constant 0 : index
        %22 = scf.for %arg8 = %c0_12 to %c16_11 step %c1 iter_args(%arg9 = %cst_10) -> (f32) {
          %51 = memref.load %4[%thread_id_y, %arg8] : memref<16x17xf32, 3>
          %52 = memref.load %5[%thread_id_x, %arg8] : memref<16x17xf32, 3>
          %53 = math.fma %51, %52, %arg9 : f32
          scf.yield %53 : f32
        }
        %c40_13 = arith.constant 40 : index
        %23 = arith.cmpi ult, %21, %c40_13 : index
        %c39_14 = arith.constant 39 : index
        %24 = arith.minui %21, %c39_14 : index
        %25 = arith.index_cast %3 : index to i64
        %26 = arith.index_cast %24 : index to i64
        %27 = arith.cmpi sge, %25, %26 : i64
        %cst_15 = arith.constant 2.500000e-01 : f32
        %28 = arith.mulf %22, %cst_15 : f32
        %cst_16 = arith.constant 0xFF800000 : f32
        %29 = arith.select %27, %28, %cst_16 : f32
        %cst_17 = arith.constant 0xFF800000 : f32
        %30 = arith.select %23, %29, %cst_17 : f32
        %c8_i32 = arith.constant 8 : i32
        %c32_i32 = arith.constant 32 : i32
        %shuffleResult, %valid = gpu.shuffle  xor %30, %c8_i32, %c32_i32 : f32
        %31 = arith.maximumf %30, %shuffleResult : f32
        %c4_i32 = arith.constant 4 : i32
        %c32_i32_18 = arith.constant 32 : i32
        %shuffleResult_19, %valid_20 = gpu.shuffle  xor %31, %c4_i32, %c32_i32_18 : f32
        %32 = arith.maximumf %31, %shuffleResult_19 : f32
        %c2_i32 = arith.constant 2 : i32
        %c32_i32_21 = arith.constant 32 : i32
        %shuffleResult_22, %valid_23 = gpu.shuffle  xor %32, %c2_i32, %c32_i32_21 : f32
        %33 = arith.maximumf %32, %shuffleResult_22 : f32
        %c1_i32 = arith.constant 1 : i32
        %c32_i32_24 = arith.constant 32 : i32
        %shuffleResult_25, %valid_26 = gpu.shuffle  xor %33, %c1_i32, %c32_i32_24 : f32
        %34 = arith.maximumf %33, %shuffleResult_25 : f32
        %35 = arith.maximumf %arg5, %34 : f32
        %cst_27 = arith.constant 0xFF800000 : f32
        %36 = arith.cmpf oeq, %35, %cst_27 : f32
        %cst_28 = arith.constant 0.000000e+00 : f32
        %37 = arith.select %36, %cst_28, %35 : f32
        %38 = arith.subf %30, %37 : f32
        %39 = math.exp %38 : f32
        %40 = arith.subf %arg5, %37 : f32
        %41 = math.exp %40 : f32
        %42 = arith.mulf %arg6, %41 : f32
        %c8_i32_29 = arith.constant 8 : i32
        %c32_i32_30 = arith.constant 32 : i32
        %shuffleResult_31, %valid_32 = gpu.shuffle  xor %39, %c8_i32_29, %c32_i32_30 : f32
        %43 = arith.addf %39, %shuffleResult_31 : f32
        %c4_i32_33 = arith.constant 4 : i32
        %c32_i32_34 = arith.constant 32 : i32
        %shuffleResult_35, %valid_36 = gpu.shuffle  xor %43, %c4_i32_33, %c32_i32_34 : f32
        %44 = arith.addf %43, %shuffleResult_35 : f32
        %c2_i32_37 = arith.constant 2 : i32
        %c32_i32_38 = arith.constant 32 : i32
        %shuffleResult_39, %valid_40 = gpu.shuffle  xor %44, %c2_i32_37, %c32_i32_38 : f32
        %45 = arith.addf %44, %shuffleResult_39 : f32
        %c1_i32_41 = arith.constant 1 : i32
        %c32_i32_42 = arith.constant 32 : i32
        %shuffleResult_43, %valid_44 = gpu.shuffle  xor %45, %c1_i32_41, %c32_i32_42 : f32
        %46 = arith.addf %45, %shuffleResult_43 : f32
        %47 = arith.addf %42, %46 : f32
        memref.store %39, %7[%thread_id_y, %thread_id_x] : memref<16x17xf32, 3>
        gpu.barrier
        %c0_45 = arith.constant 0 : index
        %48 = arith.addi %thread_id_x, %c0_45 : index
        %c16_46 = arith.constant 16 : index
        %c1_47 = arith.constant 1 : index
        %c0_48 = arith.constant 0 : index
        %49 = arith.mulf %arg7, %41 : f32
        %50 = scf.for %arg8 = %c0_48 to %c16_46 step %c1_47 iter_args(%arg9 = %49) -> (f32) {
          %51 = memref.load %7[%thread_id_y, %arg8] : memref<16x17xf32, 3>
          %52 = memref.load %6[%arg8, %48] : memref<16x17xf32, 3>
          %53 = math.fma %51, %52, %arg9 : f32
          scf.yield %53 : f32
        }
        gpu.barrier
        scf.yield %35, %47, %50 : f32, f32, f32
      }
      %11 = arith.divf %10#2, %10#1 : f32
      %c0_4 = arith.constant 0 : index
      %12 = arith.addi %thread_id_x, %c0_4 : index
      scf.if %2 {
        memref.store %11, %arg3[%block_id_y, %3, %12] : memref<2x40x16xf32>
      }
      gpu.return
    }
  }
}
