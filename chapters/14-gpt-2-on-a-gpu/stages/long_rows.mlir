// Kernels of layer_norm. Written by stages.py.
// Arguments: x float32[4, 768], gain float32[768], bias float32[768].
// Launched: rows_0 with a grid of 4 x 1 x 1 blocks of 128 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @rows_0_shared_0 : memref<4xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @rows_0_shared_1 : memref<4xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @rows_0(%arg0: memref<4x768xf32>, %arg1: memref<768xf32>, %arg2: memref<768xf32>, %arg3: memref<4x768xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %c128 = arith.constant 128 : index
      %0 = arith.addi %thread_id_x, %c128 : index
      %c256 = arith.constant 256 : index
      %1 = arith.addi %thread_id_x, %c256 : index
      %c384 = arith.constant 384 : index
      %2 = arith.addi %thread_id_x, %c384 : index
      %c512 = arith.constant 512 : index
      %3 = arith.addi %thread_id_x, %c512 : index
      %c640 = arith.constant 640 : index
      %4 = arith.addi %thread_id_x, %c640 : index
      %cst = arith.constant 0.000000e+00 : f32
      %5 = memref.load %arg0[%block_id_x, %thread_id_x] : memref<4x768xf32>
      %6 = arith.addf %cst, %5 fastmath<reassoc> : f32
      %7 = memref.load %arg0[%block_id_x, %0] : memref<4x768xf32>
      %8 = arith.addf %6, %7 fastmath<reassoc> : f32
      %9 = memref.load %arg0[%block_id_x, %1] : memref<4x768xf32>
      %10 = arith.addf %8, %9 fastmath<reassoc> : f32
      %11 = memref.load %arg0[%block_id_x, %2] : memref<4x768xf32>
      %12 = arith.addf %10, %11 fastmath<reassoc> : f32
      %13 = memref.load %arg0[%block_id_x, %3] : memref<4x768xf32>
      %14 = arith.addf %12, %13 fastmath<reassoc> : f32
      %15 = memref.load %arg0[%block_id_x, %4] : memref<4x768xf32>
      %16 = arith.addf %14, %15 fastmath<reassoc> : f32
      %c16_i32 = arith.constant 16 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %16, %c16_i32, %c32_i32 : f32
      %17 = arith.addf %16, %shuffleResult fastmath<reassoc> : f32
      %c8_i32 = arith.constant 8 : i32
      %c32_i32_0 = arith.constant 32 : i32
      %shuffleResult_1, %valid_2 = gpu.shuffle  xor %17, %c8_i32, %c32_i32_0 : f32
      %18 = arith.addf %17, %shuffleResult_1 fastmath<reassoc> : f32
      %c4_i32 = arith.constant 4 : i32
      %c32_i32_3 = arith.constant 32 : i32
      %shuffleResult_4, %valid_5 = gpu.shuffle  xor %18, %c4_i32, %c32_i32_3 : f32
      %19 = arith.addf %18, %shuffleResult_4 fastmath<reassoc> : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_6 = arith.constant 32 : i32
      %shuffleResult_7, %valid_8 = gpu.shuffle  xor %19, %c2_i32, %c32_i32_6 : f32
      %20 = arith.addf %19, %shuffleResult_7 fastmath<reassoc> : f32
      %c1_i32 = arith.constant 1 : i32
      %c32_i32_9 = arith.constant 32 : i32
      %shuffleResult_10, %valid_11 = gpu.shuffle  xor %20, %c1_i32, %c32_i32_9 : f32
      %21 = arith.addf %20, %shuffleResult_10 fastmath<reassoc> : f32
      %22 = memref.get_global @rows_0_shared_0 : memref<4xf32, 3>
      %c32 = arith.constant 32 : index
      %23 = arith.remui %thread_id_x, %c32 : index
      %c0 = arith.constant 0 : index
      %24 = arith.cmpi eq, %23, %c0 : index
      scf.if %24 {
        %c32_56 = arith.constant 32 : index
        %94 = arith.divui %thread_id_x, %c32_56 : index
        memref.store %21, %22[%94] : memref<4xf32, 3>
      }
      gpu.barrier
      %c4 = arith.constant 4 : index
      %25 = arith.remui %23, %c4 : index
      %26 = memref.load %22[%25] : memref<4xf32, 3>
      %c2_i32_12 = arith.constant 2 : i32
      %c32_i32_13 = arith.constant 32 : i32
      %shuffleResult_14, %valid_15 = gpu.shuffle  xor %26, %c2_i32_12, %c32_i32_13 : f32
      %27 = arith.addf %26, %shuffleResult_14 fastmath<reassoc> : f32
      %c1_i32_16 = arith.constant 1 : i32
      %c32_i32_17 = arith.constant 32 : i32
      %shuffleResult_18, %valid_19 = gpu.shuffle  xor %27, %c1_i32_16, %c32_i32_17 : f32
      %28 = arith.addf %27, %shuffleResult_18 fastmath<reassoc> : f32
      %cst_20 = arith.constant 7.680000e+02 : f32
      %29 = arith.divf %28, %cst_20 : f32
      %cst_21 = arith.constant 0.000000e+00 : f32
      %30 = arith.subf %5, %29 : f32
      %31 = arith.mulf %30, %30 : f32
      %32 = arith.addf %cst_21, %31 fastmath<reassoc> : f32
      %33 = arith.subf %7, %29 : f32
      %34 = arith.mulf %33, %33 : f32
      %35 = arith.addf %32, %34 fastmath<reassoc> : f32
      %36 = arith.subf %9, %29 : f32
      %37 = arith.mulf %36, %36 : f32
      %38 = arith.addf %35, %37 fastmath<reassoc> : f32
      %39 = arith.subf %11, %29 : f32
      %40 = arith.mulf %39, %39 : f32
      %41 = arith.addf %38, %40 fastmath<reassoc> : f32
      %42 = arith.subf %13, %29 : f32
      %43 = arith.mulf %42, %42 : f32
      %44 = arith.addf %41, %43 fastmath<reassoc> : f32
      %45 = arith.subf %15, %29 : f32
      %46 = arith.mulf %45, %45 : f32
      %47 = arith.addf %44, %46 fastmath<reassoc> : f32
      %c16_i32_22 = arith.constant 16 : i32
      %c32_i32_23 = arith.constant 32 : i32
      %shuffleResult_24, %valid_25 = gpu.shuffle  xor %47, %c16_i32_22, %c32_i32_23 : f32
      %48 = arith.addf %47, %shuffleResult_24 fastmath<reassoc> : f32
      %c8_i32_26 = arith.constant 8 : i32
      %c32_i32_27 = arith.constant 32 : i32
      %shuffleResult_28, %valid_29 = gpu.shuffle  xor %48, %c8_i32_26, %c32_i32_27 : f32
      %49 = arith.addf %48, %shuffleResult_28 fastmath<reassoc> : f32
      %c4_i32_30 = arith.constant 4 : i32
      %c32_i32_31 = arith.constant 32 : i32
      %shuffleResult_32, %valid_33 = gpu.shuffle  xor %49, %c4_i32_30, %c32_i32_31 : f32
      %50 = arith.addf %49, %shuffleResult_32 fastmath<reassoc> : f32
      %c2_i32_34 = arith.constant 2 : i32
      %c32_i32_35 = arith.constant 32 : i32
      %shuffleResult_36, %valid_37 = gpu.shuffle  xor %50, %c2_i32_34, %c32_i32_35 : f32
      %51 = arith.addf %50, %shuffleResult_36 fastmath<reassoc> : f32
      %c1_i32_38 = arith.constant 1 : i32
      %c32_i32_39 = arith.constant 32 : i32
      %shuffleResult_40, %valid_41 = gpu.shuffle  xor %51, %c1_i32_38, %c32_i32_39 : f32
      %52 = arith.addf %51, %shuffleResult_40 fastmath<reassoc> : f32
      %53 = memref.get_global @rows_0_shared_1 : memref<4xf32, 3>
      %c32_42 = arith.constant 32 : index
      %54 = arith.remui %thread_id_x, %c32_42 : index
      %c0_43 = arith.constant 0 : index
      %55 = arith.cmpi eq, %54, %c0_43 : index
      scf.if %55 {
        %c32_56 = arith.constant 32 : index
        %94 = arith.divui %thread_id_x, %c32_56 : index
        memref.store %52, %53[%94] : memref<4xf32, 3>
      }
      gpu.barrier
      %c4_44 = arith.constant 4 : index
      %56 = arith.remui %54, %c4_44 : index
      %57 = memref.load %53[%56] : memref<4xf32, 3>
      %c2_i32_45 = arith.constant 2 : i32
      %c32_i32_46 = arith.constant 32 : i32
      %shuffleResult_47, %valid_48 = gpu.shuffle  xor %57, %c2_i32_45, %c32_i32_46 : f32
      %58 = arith.addf %57, %shuffleResult_47 fastmath<reassoc> : f32
      %c1_i32_49 = arith.constant 1 : i32
      %c32_i32_50 = arith.constant 32 : i32
      %shuffleResult_51, %valid_52 = gpu.shuffle  xor %58, %c1_i32_49, %c32_i32_50 : f32
      %59 = arith.addf %58, %shuffleResult_51 fastmath<reassoc> : f32
      %cst_53 = arith.constant 7.680000e+02 : f32
      %60 = arith.divf %59, %cst_53 : f32
      %cst_54 = arith.constant 9.99999974E-6 : f32
      %61 = arith.addf %60, %cst_54 : f32
      %62 = math.sqrt %61 : f32
      %63 = arith.divf %30, %62 : f32
      %64 = memref.load %arg1[%thread_id_x] : memref<768xf32>
      %65 = arith.mulf %63, %64 : f32
      %66 = memref.load %arg2[%thread_id_x] : memref<768xf32>
      %67 = arith.addf %65, %66 : f32
      memref.store %67, %arg3[%block_id_x, %thread_id_x] : memref<4x768xf32>
      %68 = arith.divf %33, %62 : f32
      %69 = memref.load %arg1[%0] : memref<768xf32>
      %70 = arith.mulf %68, %69 : f32
      %71 = memref.load %arg2[%0] : memref<768xf32>
      %72 = arith.addf %70, %71 : f32
      memref.store %72, %arg3[%block_id_x, %0] : memref<4x768xf32>
      %73 = arith.divf %36, %62 : f32
      %74 = memref.load %arg1[%1] : memref<768xf32>
      %75 = arith.mulf %73, %74 : f32
      %76 = memref.load %arg2[%1] : memref<768xf32>
      %77 = arith.addf %75, %76 : f32
      memref.store %77, %arg3[%block_id_x, %1] : memref<4x768xf32>
      %78 = arith.divf %39, %62 : f32
      %79 = memref.load %arg1[%2] : memref<768xf32>
      %80 = arith.mulf %78, %79 : f32
      %81 = memref.load %arg2[%2] : memref<768xf32>
      %82 = arith.addf %80, %81 : f32
      memref.store %82, %arg3[%block_id_x, %2] : memref<4x768xf32>
      %83 = arith.divf %42, %62 : f32
      %84 = memref.load %arg1[%3] : memref<768xf32>
      %85 = arith.mulf %83, %84 : f32
      %86 = memref.load %arg2[%3] : memref<768xf32>
      %87 = arith.addf %85, %86 : f32
      memref.store %87, %arg3[%block_id_x, %3] : memref<4x768xf32>
      %88 = arith.divf %45, %62 : f32
      %89 = memref.load %arg1[%4] : memref<768xf32>
      %90 = arith.mulf %88, %89 : f32
      %91 = memref.load %arg2[%4] : memref<768xf32>
      %92 = arith.addf %90, %91 : f32
      memref.store %92, %arg3[%block_id_x, %4] : memref<4x768xf32>
      %c0_55 = arith.constant 0 : index
      %93 = arith.cmpi eq, %thread_id_x, %c0_55 : index
      gpu.return
    }
  }
}
