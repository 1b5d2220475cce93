// Kernels of layer_norm. Written by stages.py.
// Arguments: x float32[8, 64], gain float32[64], bias float32[64].
// Launched: rows_0 with a grid of 2 x 1 x 1 blocks of 128 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @rows_0(%arg0: memref<8x64xf32>, %arg1: memref<64xf32>, %arg2: memref<64xf32>, %arg3: memref<8x64xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.remui %thread_id_x, %c32 : index
      %c4 = arith.constant 4 : index
      %1 = arith.muli %block_id_x, %c4 : index
      %2 = arith.divui %thread_id_x, %c32 : index
      %3 = arith.addi %1, %2 : index
      %c32_0 = arith.constant 32 : index
      %4 = arith.addi %0, %c32_0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %5 = memref.load %arg0[%3, %0] : memref<8x64xf32>
      %6 = arith.addf %cst, %5 fastmath<reassoc> : f32
      %7 = memref.load %arg0[%3, %4] : memref<8x64xf32>
      %8 = arith.addf %6, %7 fastmath<reassoc> : f32
      %c16_i32 = arith.constant 16 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %8, %c16_i32, %c32_i32 : f32
      %9 = arith.addf %8, %shuffleResult fastmath<reassoc> : f32
      %c8_i32 = arith.constant 8 : i32
      %c32_i32_1 = arith.constant 32 : i32
      %shuffleResult_2, %valid_3 = gpu.shuffle  xor %9, %c8_i32, %c32_i32_1 : f32
      %10 = arith.addf %9, %shuffleResult_2 fastmath<reassoc> : f32
      %c4_i32 = arith.constant 4 : i32
      %c32_i32_4 = arith.constant 32 : i32
      %shuffleResult_5, %valid_6 = gpu.shuffle  xor %10, %c4_i32, %c32_i32_4 : f32
      %11 = arith.addf %10, %shuffleResult_5 fastmath<reassoc> : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_7 = arith.constant 32 : i32
      %shuffleResult_8, %valid_9 = gpu.shuffle  xor %11, %c2_i32, %c32_i32_7 : f32
      %12 = arith.addf %11, %shuffleResult_8 fastmath<reassoc> : f32
      %c1_i32 = arith.constant 1 : i32
      %c32_i32_10 = arith.constant 32 : i32
      %shuffleResult_11, %valid_12 = gpu.shuffle  xor %12, %c1_i32, %c32_i32_10 : f32
      %13 = arith.addf %12, %shuffleResult_11 fastmath<reassoc> : f32
      %cst_13 = arith.constant 6.400000e+01 : f32
      %14 = arith.divf %13, %cst_13 : f32
      %cst_14 = arith.constant 0.000000e+00 : f32
      %15 = arith.subf %5, %14 : f32
      %16 = arith.mulf %15, %15 : f32
      %17 = arith.addf %cst_14, %16 fastmath<reassoc> : f32
      %18 = arith.subf %7, %14 : f32
      %19 = arith.mulf %18, %18 : f32
      %20 = arith.addf %17, %19 fastmath<reassoc> : f32
      %c16_i32_15 = arith.constant 16 : i32
      %c32_i32_16 = arith.constant 32 : i32
      %shuffleResult_17, %valid_18 = gpu.shuffle  xor %20, %c16_i32_15, %c32_i32_16 : f32
      %21 = arith.addf %20, %shuffleResult_17 fastmath<reassoc> : f32
      %c8_i32_19 = arith.constant 8 : i32
      %c32_i32_20 = arith.constant 32 : i32
      %shuffleResult_21, %valid_22 = gpu.shuffle  xor %21, %c8_i32_19, %c32_i32_20 : f32
      %22 = arith.addf %21, %shuffleResult_21 fastmath<reassoc> : f32
      %c4_i32_23 = arith.constant 4 : i32
      %c32_i32_24 = arith.constant 32 : i32
      %shuffleResult_25, %valid_26 = gpu.shuffle  xor %22, %c4_i32_23, %c32_i32_24 : f32
      %23 = arith.addf %22, %shuffleResult_25 fastmath<reassoc> : f32
      %c2_i32_27 = arith.constant 2 : i32
      %c32_i32_28 = arith.constant 32 : i32
      %shuffleResult_29, %valid_30 = gpu.shuffle  xor %23, %c2_i32_27, %c32_i32_28 : f32
      %24 = arith.addf %23, %shuffleResult_29 fastmath<reassoc> : f32
      %c1_i32_31 = arith.constant 1 : i32
      %c32_i32_32 = arith.constant 32 : i32
      %shuffleResult_33, %valid_34 = gpu.shuffle  xor %24, %c1_i32_31, %c32_i32_32 : f32
      %25 = arith.addf %24, %shuffleResult_33 fastmath<reassoc> : f32
      %cst_35 = arith.constant 6.400000e+01 : f32
      %26 = arith.divf %25, %cst_35 : f32
      %cst_36 = arith.constant 9.99999974E-6 : f32
      %27 = arith.addf %26, %cst_36 : f32
      %28 = math.sqrt %27 : f32
      %29 = arith.divf %15, %28 : f32
      %30 = memref.load %arg1[%0] : memref<64xf32>
      %31 = arith.mulf %29, %30 : f32
      %32 = memref.load %arg2[%0] : memref<64xf32>
      %33 = arith.addf %31, %32 : f32
      memref.store %33, %arg3[%3, %0] : memref<8x64xf32>
      %34 = arith.divf %18, %28 : f32
      %35 = memref.load %arg1[%4] : memref<64xf32>
      %36 = arith.mulf %34, %35 : f32
      %37 = memref.load %arg2[%4] : memref<64xf32>
      %38 = arith.addf %36, %37 : f32
      memref.store %38, %arg3[%3, %4] : memref<8x64xf32>
      %c0 = arith.constant 0 : index
      %39 = arith.cmpi eq, %0, %c0 : index
      gpu.return
    }
  }
}
