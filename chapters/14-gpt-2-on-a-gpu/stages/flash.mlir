// Kernels of mixed. Written by stages.py.
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
        %block_id_x_5 = gpu.block_id  x
        %c16_6 = arith.constant 16 : index
        %13 = arith.muli %block_id_x_5, %c16_6 : index
        %c15 = arith.constant 15 : index
        %14 = arith.addi %13, %c15 : index
        %c39_7 = arith.constant 39 : index
        %15 = arith.minui %14, %c39_7 : index
        %c15_8 = arith.constant 15 : index
        %16 = arith.addi %arg4, %c15_8 : index
        %c39_9 = arith.constant 39 : index
        %17 = arith.minui %16, %c39_9 : index
        %18 = arith.index_cast %block_id_y : index to i64
        %19 = arith.index_cast %block_id_y : index to i64
        %20 = arith.index_cast %13 : index to i64
        %21 = arith.index_cast %15 : index to i64
        %22 = arith.index_cast %arg4 : index to i64
        %23 = arith.index_cast %17 : index to i64
        %c1_i64 = arith.constant 1 : i64
        %24 = arith.muli %20, %c1_i64 : i64
        %c0_i64 = arith.constant 0 : i64
        %25 = arith.addi %24, %c0_i64 : i64
        %c1_i64_10 = arith.constant 1 : i64
        %26 = arith.muli %21, %c1_i64_10 : i64
        %c0_i64_11 = arith.constant 0 : i64
        %27 = arith.addi %26, %c0_i64_11 : i64
        %c1_i64_12 = arith.constant 1 : i64
        %28 = arith.muli %22, %c1_i64_12 : i64
        %c0_i64_13 = arith.constant 0 : i64
        %29 = arith.addi %28, %c0_i64_13 : i64
        %c1_i64_14 = arith.constant 1 : i64
        %30 = arith.muli %23, %c1_i64_14 : i64
        %c0_i64_15 = arith.constant 0 : i64
        %31 = arith.addi %30, %c0_i64_15 : i64
        %32 = arith.cmpi sge, %27, %29 : i64
        %33:3 = scf.if %32 -> (f32, f32, f32) {
          %34 = arith.addi %arg4, %thread_id_y : index
          %c40_16 = arith.constant 40 : index
          %35 = arith.cmpi ult, %34, %c40_16 : index
          %c39_17 = arith.constant 39 : index
          %36 = arith.minui %34, %c39_17 : index
          %c0_18 = arith.constant 0 : index
          %37 = arith.addi %thread_id_x, %c0_18 : index
          %38 = memref.load %arg1[%block_id_y, %36, %37] : memref<2x40x16xf32>
          memref.store %38, %5[%thread_id_y, %37] : memref<16x17xf32, 3>
          %c0_19 = arith.constant 0 : index
          %39 = arith.addi %thread_id_x, %c0_19 : index
          %40 = memref.load %arg2[%block_id_y, %36, %39] : memref<2x40x16xf32>
          %cst_20 = arith.constant 0.000000e+00 : f32
          %41 = arith.select %35, %40, %cst_20 : f32
          memref.store %41, %6[%thread_id_y, %39] : memref<16x17xf32, 3>
          gpu.barrier
          %42 = arith.addi %arg4, %thread_id_x : index
          %cst_21 = arith.constant 0.000000e+00 : f32
          %c16_22 = arith.constant 16 : index
          %c1 = arith.constant 1 : index
          %c0_23 = arith.constant 0 : index
          %43 = scf.for %arg8 = %c0_23 to %c16_22 step %c1 iter_args(%arg9 = %cst_21) -> (f32) {
            %72 = memref.load %4[%thread_id_y, %arg8] : memref<16x17xf32, 3>
            %73 = memref.load %5[%thread_id_x, %arg8] : memref<16x17xf32, 3>
            %74 = math.fma %72, %73, %arg9 : f32
            scf.yield %74 : f32
          }
          %c40_24 = arith.constant 40 : index
          %44 = arith.cmpi ult, %42, %c40_24 : index
          %c39_25 = arith.constant 39 : index
          %45 = arith.minui %42, %c39_25 : index
          %46 = arith.index_cast %3 : index to i64
          %47 = arith.index_cast %45 : index to i64
          %48 = arith.cmpi sge, %46, %47 : i64
          %cst_26 = arith.constant 2.500000e-01 : f32
          %49 = arith.mulf %43, %cst_26 : f32
          %cst_27 = arith.constant 0xFF800000 : f32
          %50 = arith.select %48, %49, %cst_27 : f32
          %cst_28 = arith.constant 0xFF800000 : f32
          %51 = arith.select %44, %50, %cst_28 : f32
          %c8_i32 = arith.constant 8 : i32
          %c32_i32 = arith.constant 32 : i32
          %shuffleResult, %valid = gpu.shuffle  xor %51, %c8_i32, %c32_i32 : f32
          %52 = arith.maximumf %51, %shuffleResult : f32
          %c4_i32 = arith.constant 4 : i32
          %c32_i32_29 = arith.constant 32 : i32
          %shuffleResult_30, %valid_31 = gpu.shuffle  xor %52, %c4_i32, %c32_i32_29 : f32
          %53 = arith.maximumf %52, %shuffleResult_30 : f32
          %c2_i32 = arith.constant 2 : i32
          %c32_i32_32 = arith.constant 32 : i32
          %shuffleResult_33, %valid_34 = gpu.shuffle  xor %53, %c2_i32, %c32_i32_32 : f32
          %54 = arith.maximumf %53, %shuffleResult_33 : f32
          %c1_i32 = arith.constant 1 : i32
          %c32_i32_35 = arith.constant 32 : i32
          %shuffleResult_36, %valid_37 = gpu.shuffle  xor %54, %c1_i32, %c32_i32_35 : f32
          %55 = arith.maximumf %54, %shuffleResult_36 : f32
          %56 = arith.maximumf %arg5, %55 : f32
          %cst_38 = arith.constant 0xFF800000 : f32
          %57 = arith.cmpf oeq, %56, %cst_38 : f32
          %cst_39 = arith.constant 0.000000e+00 : f32
          %58 = arith.select %57, %cst_39, %56 : f32
          %59 = arith.subf %51, %58 : f32
          %60 = math.exp %59 : f32
          %61 = arith.subf %arg5, %58 : f32
          %62 = math.exp %61 : f32
          %63 = arith.mulf %arg6, %62 : f32
          %c8_i32_40 = arith.constant 8 : i32
          %c32_i32_41 = arith.constant 32 : i32
          %shuffleResult_42, %valid_43 = gpu.shuffle  xor %60, %c8_i32_40, %c32_i32_41 : f32
          %64 = arith.addf %60, %shuffleResult_42 : f32
          %c4_i32_44 = arith.constant 4 : i32
          %c32_i32_45 = arith.constant 32 : i32
          %shuffleResult_46, %valid_47 = gpu.shuffle  xor %64, %c4_i32_44, %c32_i32_45 : f32
          %65 = arith.addf %64, %shuffleResult_46 : f32
          %c2_i32_48 = arith.constant 2 : i32
          %c32_i32_49 = arith.constant 32 : i32
          %shuffleResult_50, %valid_51 = gpu.shuffle  xor %65, %c2_i32_48, %c32_i32_49 : f32
          %66 = arith.addf %65, %shuffleResult_50 : f32
          %c1_i32_52 = arith.constant 1 : i32
          %c32_i32_53 = arith.constant 32 : i32
          %shuffleResult_54, %valid_55 = gpu.shuffle  xor %66, %c1_i32_52, %c32_i32_53 : f32
          %67 = arith.addf %66, %shuffleResult_54 : f32
          %68 = arith.addf %63, %67 : f32
          memref.store %60, %7[%thread_id_y, %thread_id_x] : memref<16x17xf32, 3>
          gpu.barrier
          %c0_56 = arith.constant 0 : index
          %69 = arith.addi %thread_id_x, %c0_56 : index
          %c16_57 = arith.constant 16 : index
          %c1_58 = arith.constant 1 : index
          %c0_59 = arith.constant 0 : index
          %70 = arith.mulf %arg7, %62 : f32
          %71 = scf.for %arg8 = %c0_59 to %c16_57 step %c1_58 iter_args(%arg9 = %70) -> (f32) {
            %72 = memref.load %7[%thread_id_y, %arg8] : memref<16x17xf32, 3>
            %73 = memref.load %6[%arg8, %69] : memref<16x17xf32, 3>
            %74 = math.fma %72, %73, %arg9 : f32
            scf.yield %74 : f32
          }
          gpu.barrier
          scf.yield %56, %68, %71 : f32, f32, f32
        } else {
          scf.yield %arg5, %arg6, %arg7 : f32, f32, f32
        }
        scf.yield %33#0, %33#1, %33#2 : f32, f32, f32
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
