// Kernels of product. Written by stages.py.
// Arguments: x float32[1, 64], w float32[64, 256].
// Launched: vector_0 with a grid of 32 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @vector_0_shared_0 : memref<8x1x8xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @vector_0(%arg0: memref<1x64xf32>, %arg1: memref<64x256xf32>, %arg2: memref<1x256xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %c2 = arith.constant 2 : index
      %0 = arith.remui %thread_id_x, %c2 : index
      %c2_0 = arith.constant 2 : index
      %1 = arith.divui %thread_id_x, %c2_0 : index
      %block_id_y = gpu.block_id  y
      %c0 = arith.constant 0 : index
      %block_id_x = gpu.block_id  x
      %c8 = arith.constant 8 : index
      %2 = arith.muli %block_id_x, %c8 : index
      %c4 = arith.constant 4 : index
      %3 = arith.muli %0, %c4 : index
      %4 = arith.addi %2, %3 : index
      %cst = arith.constant 0.000000e+00 : f32
      %5 = vector.broadcast %cst : f32 to vector<4xf32>
      %c64 = arith.constant 64 : index
      %6 = arith.cmpi ult, %1, %c64 : index
      %cst_1 = arith.constant 0.000000e+00 : f32
      %7 = vector.broadcast %cst_1 : f32 to vector<4xf32>
      %8:2 = scf.if %6 -> (vector<4xf32>, vector<4xf32>) {
        %c0_63 = arith.constant 0 : index
        %36 = memref.load %arg0[%c0_63, %1] : memref<1x64xf32>
        %37 = vector.from_elements %36 : vector<1xf32>
        %38 = vector.extract %37[0] : f32 from vector<1xf32>
        %39 = vector.broadcast %38 : f32 to vector<4xf32>
        %c0_64 = arith.constant 0 : index
        %40 = vector.load %arg1[%1, %4] {alignment = 16 : i64} : memref<64x256xf32>, vector<4xf32>
        scf.yield %39, %40 : vector<4xf32>, vector<4xf32>
      } else {
        scf.yield %7, %7 : vector<4xf32>, vector<4xf32>
      }
      %9 = math.fma %8#1, %8#0, %5 : vector<4xf32>
      %10 = vector.extract %9[0] : f32 from vector<4xf32>
      %c16_i32 = arith.constant 16 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %10, %c16_i32, %c32_i32 : f32
      %11 = arith.addf %10, %shuffleResult : f32
      %c8_i32 = arith.constant 8 : i32
      %c32_i32_2 = arith.constant 32 : i32
      %shuffleResult_3, %valid_4 = gpu.shuffle  xor %11, %c8_i32, %c32_i32_2 : f32
      %12 = arith.addf %11, %shuffleResult_3 : f32
      %c4_i32 = arith.constant 4 : i32
      %c32_i32_5 = arith.constant 32 : i32
      %shuffleResult_6, %valid_7 = gpu.shuffle  xor %12, %c4_i32, %c32_i32_5 : f32
      %13 = arith.addf %12, %shuffleResult_6 : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_8 = arith.constant 32 : i32
      %shuffleResult_9, %valid_10 = gpu.shuffle  xor %13, %c2_i32, %c32_i32_8 : f32
      %14 = arith.addf %13, %shuffleResult_9 : f32
      %15 = vector.extract %9[1] : f32 from vector<4xf32>
      %c16_i32_11 = arith.constant 16 : i32
      %c32_i32_12 = arith.constant 32 : i32
      %shuffleResult_13, %valid_14 = gpu.shuffle  xor %15, %c16_i32_11, %c32_i32_12 : f32
      %16 = arith.addf %15, %shuffleResult_13 : f32
      %c8_i32_15 = arith.constant 8 : i32
      %c32_i32_16 = arith.constant 32 : i32
      %shuffleResult_17, %valid_18 = gpu.shuffle  xor %16, %c8_i32_15, %c32_i32_16 : f32
      %17 = arith.addf %16, %shuffleResult_17 : f32
      %c4_i32_19 = arith.constant 4 : i32
      %c32_i32_20 = arith.constant 32 : i32
      %shuffleResult_21, %valid_22 = gpu.shuffle  xor %17, %c4_i32_19, %c32_i32_20 : f32
      %18 = arith.addf %17, %shuffleResult_21 : f32
      %c2_i32_23 = arith.constant 2 : i32
      %c32_i32_24 = arith.constant 32 : i32
      %shuffleResult_25, %valid_26 = gpu.shuffle  xor %18, %c2_i32_23, %c32_i32_24 : f32
      %19 = arith.addf %18, %shuffleResult_25 : f32
      %20 = vector.extract %9[2] : f32 from vector<4xf32>
      %c16_i32_27 = arith.constant 16 : i32
      %c32_i32_28 = arith.constant 32 : i32
      %shuffleResult_29, %valid_30 = gpu.shuffle  xor %20, %c16_i32_27, %c32_i32_28 : f32
      %21 = arith.addf %20, %shuffleResult_29 : f32
      %c8_i32_31 = arith.constant 8 : i32
      %c32_i32_32 = arith.constant 32 : i32
      %shuffleResult_33, %valid_34 = gpu.shuffle  xor %21, %c8_i32_31, %c32_i32_32 : f32
      %22 = arith.addf %21, %shuffleResult_33 : f32
      %c4_i32_35 = arith.constant 4 : i32
      %c32_i32_36 = arith.constant 32 : i32
      %shuffleResult_37, %valid_38 = gpu.shuffle  xor %22, %c4_i32_35, %c32_i32_36 : f32
      %23 = arith.addf %22, %shuffleResult_37 : f32
      %c2_i32_39 = arith.constant 2 : i32
      %c32_i32_40 = arith.constant 32 : i32
      %shuffleResult_41, %valid_42 = gpu.shuffle  xor %23, %c2_i32_39, %c32_i32_40 : f32
      %24 = arith.addf %23, %shuffleResult_41 : f32
      %25 = vector.extract %9[3] : f32 from vector<4xf32>
      %c16_i32_43 = arith.constant 16 : i32
      %c32_i32_44 = arith.constant 32 : i32
      %shuffleResult_45, %valid_46 = gpu.shuffle  xor %25, %c16_i32_43, %c32_i32_44 : f32
      %26 = arith.addf %25, %shuffleResult_45 : f32
      %c8_i32_47 = arith.constant 8 : i32
      %c32_i32_48 = arith.constant 32 : i32
      %shuffleResult_49, %valid_50 = gpu.shuffle  xor %26, %c8_i32_47, %c32_i32_48 : f32
      %27 = arith.addf %26, %shuffleResult_49 : f32
      %c4_i32_51 = arith.constant 4 : i32
      %c32_i32_52 = arith.constant 32 : i32
      %shuffleResult_53, %valid_54 = gpu.shuffle  xor %27, %c4_i32_51, %c32_i32_52 : f32
      %28 = arith.addf %27, %shuffleResult_53 : f32
      %c2_i32_55 = arith.constant 2 : i32
      %c32_i32_56 = arith.constant 32 : i32
      %shuffleResult_57, %valid_58 = gpu.shuffle  xor %28, %c2_i32_55, %c32_i32_56 : f32
      %29 = arith.addf %28, %shuffleResult_57 : f32
      %30 = memref.get_global @vector_0_shared_0 : memref<8x1x8xf32, 3>
      %thread_id_x_59 = gpu.thread_id  x
      %c32 = arith.constant 32 : index
      %31 = arith.divui %thread_id_x_59, %c32 : index
      %c32_60 = arith.constant 32 : index
      %32 = arith.remui %thread_id_x_59, %c32_60 : index
      %c2_61 = arith.constant 2 : index
      %33 = arith.cmpi ult, %32, %c2_61 : index
      scf.if %33 {
        %c4_63 = arith.constant 4 : index
        %36 = arith.muli %0, %c4_63 : index
        memref.store %14, %30[%31, %c0, %36] : memref<8x1x8xf32, 3>
        %c4_64 = arith.constant 4 : index
        %37 = arith.muli %0, %c4_64 : index
        %c1 = arith.constant 1 : index
        %38 = arith.addi %37, %c1 : index
        memref.store %19, %30[%31, %c0, %38] : memref<8x1x8xf32, 3>
        %c4_65 = arith.constant 4 : index
        %39 = arith.muli %0, %c4_65 : index
        %c2_66 = arith.constant 2 : index
        %40 = arith.addi %39, %c2_66 : index
        memref.store %24, %30[%31, %c0, %40] : memref<8x1x8xf32, 3>
        %c4_67 = arith.constant 4 : index
        %41 = arith.muli %0, %c4_67 : index
        %c3 = arith.constant 3 : index
        %42 = arith.addi %41, %c3 : index
        memref.store %29, %30[%31, %c0, %42] : memref<8x1x8xf32, 3>
      }
      gpu.barrier
      %34 = arith.addi %2, %thread_id_x_59 : index
      %c8_62 = arith.constant 8 : index
      %35 = arith.cmpi ult, %thread_id_x_59, %c8_62 : index
      scf.if %35 {
        %c0_63 = arith.constant 0 : index
        %36 = memref.load %30[%c0_63, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %c1 = arith.constant 1 : index
        %37 = memref.load %30[%c1, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %38 = arith.addf %36, %37 : f32
        %c2_64 = arith.constant 2 : index
        %39 = memref.load %30[%c2_64, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %40 = arith.addf %38, %39 : f32
        %c3 = arith.constant 3 : index
        %41 = memref.load %30[%c3, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %42 = arith.addf %40, %41 : f32
        %c4_65 = arith.constant 4 : index
        %43 = memref.load %30[%c4_65, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %44 = arith.addf %42, %43 : f32
        %c5 = arith.constant 5 : index
        %45 = memref.load %30[%c5, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %46 = arith.addf %44, %45 : f32
        %c6 = arith.constant 6 : index
        %47 = memref.load %30[%c6, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %48 = arith.addf %46, %47 : f32
        %c7 = arith.constant 7 : index
        %49 = memref.load %30[%c7, %c0, %thread_id_x_59] : memref<8x1x8xf32, 3>
        %50 = arith.addf %48, %49 : f32
        %c0_66 = arith.constant 0 : index
        memref.store %50, %arg2[%c0_66, %34] : memref<1x256xf32>
      }
      gpu.return
    }
  }
}
