// Kernels of product, written by 14-gpt-2-on-a-gpu/stages.py.
// Arguments: x float32[64, 32], w float32[32, 64].
// Launched: product_0 with a grid of 1 x 1 x 1 blocks of 16 x 16 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<64x32xf32>, %arg1: memref<32x64xf32>, %arg2: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %0 = memref.get_global @product_0_shared_0 : memref<16x68xf32, 3>
      %1 = memref.get_global @product_0_shared_1 : memref<16x68xf32, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %2 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_0 = arith.constant 64 : index
      %3 = arith.muli %block_id_y, %c64_0 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %block_id_z = gpu.block_id  z
      %c32 = arith.constant 32 : index
      %c16 = arith.constant 16 : index
      %c0_1 = arith.constant 0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %4 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %5 = scf.for %arg3 = %c0_1 to %c32 step %c16 iter_args(%arg4 = %4) -> (vector<4x4xf32>) {
        %c16_10 = arith.constant 16 : index
        %33 = arith.muli %thread_id_y, %c16_10 : index
        %34 = arith.addi %33, %thread_id_x : index
        %c16_11 = arith.constant 16 : index
        %35 = arith.remui %34, %c16_11 : index
        %c16_12 = arith.constant 16 : index
        %36 = arith.divui %34, %c16_12 : index
        %37 = arith.addi %2, %36 : index
        %38 = arith.addi %arg3, %35 : index
        %c1024 = arith.constant 1024 : index
        %39 = arith.cmpi ult, %34, %c1024 : index
        %40 = memref.load %arg0[%37, %38] : memref<64x32xf32>
        memref.store %40, %0[%35, %36] : memref<16x68xf32, 3>
        %c256 = arith.constant 256 : index
        %41 = arith.addi %34, %c256 : index
        %c16_13 = arith.constant 16 : index
        %42 = arith.remui %41, %c16_13 : index
        %c16_14 = arith.constant 16 : index
        %43 = arith.divui %41, %c16_14 : index
        %44 = arith.addi %2, %43 : index
        %45 = arith.addi %arg3, %42 : index
        %c1024_15 = arith.constant 1024 : index
        %46 = arith.cmpi ult, %41, %c1024_15 : index
        %47 = memref.load %arg0[%44, %45] : memref<64x32xf32>
        memref.store %47, %0[%42, %43] : memref<16x68xf32, 3>
        %c512 = arith.constant 512 : index
        %48 = arith.addi %34, %c512 : index
        %c16_16 = arith.constant 16 : index
        %49 = arith.remui %48, %c16_16 : index
        %c16_17 = arith.constant 16 : index
        %50 = arith.divui %48, %c16_17 : index
        %51 = arith.addi %2, %50 : index
        %52 = arith.addi %arg3, %49 : index
        %c1024_18 = arith.constant 1024 : index
        %53 = arith.cmpi ult, %48, %c1024_18 : index
        %54 = memref.load %arg0[%51, %52] : memref<64x32xf32>
        memref.store %54, %0[%49, %50] : memref<16x68xf32, 3>
        %c768 = arith.constant 768 : index
        %55 = arith.addi %34, %c768 : index
        %c16_19 = arith.constant 16 : index
        %56 = arith.remui %55, %c16_19 : index
        %c16_20 = arith.constant 16 : index
        %57 = arith.divui %55, %c16_20 : index
        %58 = arith.addi %2, %57 : index
        %59 = arith.addi %arg3, %56 : index
        %c1024_21 = arith.constant 1024 : index
        %60 = arith.cmpi ult, %55, %c1024_21 : index
        %61 = memref.load %arg0[%58, %59] : memref<64x32xf32>
        memref.store %61, %0[%56, %57] : memref<16x68xf32, 3>
        %c16_22 = arith.constant 16 : index
        %62 = arith.muli %thread_id_y, %c16_22 : index
        %63 = arith.addi %62, %thread_id_x : index
        %c64_23 = arith.constant 64 : index
        %64 = arith.remui %63, %c64_23 : index
        %c64_24 = arith.constant 64 : index
        %65 = arith.divui %63, %c64_24 : index
        %66 = arith.addi %3, %64 : index
        %67 = arith.addi %arg3, %65 : index
        %c1024_25 = arith.constant 1024 : index
        %68 = arith.cmpi ult, %63, %c1024_25 : index
        %69 = memref.load %arg1[%67, %66] : memref<32x64xf32>
        memref.store %69, %1[%65, %64] : memref<16x68xf32, 3>
        %c256_26 = arith.constant 256 : index
        %70 = arith.addi %63, %c256_26 : index
        %c64_27 = arith.constant 64 : index
        %71 = arith.remui %70, %c64_27 : index
        %c64_28 = arith.constant 64 : index
        %72 = arith.divui %70, %c64_28 : index
        %73 = arith.addi %3, %71 : index
        %74 = arith.addi %arg3, %72 : index
        %c1024_29 = arith.constant 1024 : index
        %75 = arith.cmpi ult, %70, %c1024_29 : index
        %76 = memref.load %arg1[%74, %73] : memref<32x64xf32>
        memref.store %76, %1[%72, %71] : memref<16x68xf32, 3>
        %c512_30 = arith.constant 512 : index
        %77 = arith.addi %63, %c512_30 : index
        %c64_31 = arith.constant 64 : index
        %78 = arith.remui %77, %c64_31 : index
        %c64_32 = arith.constant 64 : index
        %79 = arith.divui %77, %c64_32 : index
        %80 = arith.addi %3, %78 : index
        %81 = arith.addi %arg3, %79 : index
        %c1024_33 = arith.constant 1024 : index
        %82 = arith.cmpi ult, %77, %c1024_33 : index
        %83 = memref.load %arg1[%81, %80] : memref<32x64xf32>
        memref.store %83, %1[%79, %78] : memref<16x68xf32, 3>
        %c768_34 = arith.constant 768 : index
        %84 = arith.addi %63, %c768_34 : index
        %c64_35 = arith.constant 64 : index
        %85 = arith.remui %84, %c64_35 : index
        %c64_36 = arith.constant 64 : index
        %86 = arith.divui %84, %c64_36 : index
        %87 = arith.addi %3, %85 : index
        %88 = arith.addi %arg3, %86 : index
        %c1024_37 = arith.constant 1024 : index
        %89 = arith.cmpi ult, %84, %c1024_37 : index
        %90 = memref.load %arg1[%88, %87] : memref<32x64xf32>
        memref.store %90, %1[%86, %85] : memref<16x68xf32, 3>
        gpu.barrier
        %c16_38 = arith.constant 16 : index
        %c1_39 = arith.constant 1 : index
        %c0_40 = arith.constant 0 : index
        %91 = scf.for %arg5 = %c0_40 to %c16_38 step %c1_39 iter_args(%arg6 = %arg4) -> (vector<4x4xf32>) {
          %c4_41 = arith.constant 4 : index
          %92 = arith.muli %thread_id_y, %c4_41 : index
          %93 = vector.load %0[%arg5, %92] : memref<16x68xf32, 3>, vector<4xf32>
          %c4_42 = arith.constant 4 : index
          %94 = arith.muli %thread_id_x, %c4_42 : index
          %95 = vector.load %1[%arg5, %94] : memref<16x68xf32, 3>, vector<4xf32>
          %96 = vector.outerproduct %93, %95, %arg6 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          scf.yield %96 : vector<4x4xf32>
        }
        gpu.barrier
        scf.yield %91 : vector<4x4xf32>
      }
      %c4 = arith.constant 4 : index
      %6 = arith.muli %thread_id_y, %c4 : index
      %7 = arith.addi %2, %6 : index
      %c4_2 = arith.constant 4 : index
      %8 = arith.muli %thread_id_x, %c4_2 : index
      %9 = arith.addi %3, %8 : index
      %10 = vector.extract %5[0] : vector<4xf32> from vector<4x4xf32>
      %11 = vector.extract_strided_slice %10 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      vector.store %11, %arg2[%7, %9] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_3 = arith.constant 4 : index
      %12 = arith.muli %thread_id_y, %c4_3 : index
      %c1_4 = arith.constant 1 : index
      %13 = arith.addi %12, %c1_4 : index
      %14 = arith.addi %2, %13 : index
      %c4_5 = arith.constant 4 : index
      %15 = arith.muli %thread_id_x, %c4_5 : index
      %16 = arith.addi %3, %15 : index
      %17 = vector.extract %5[1] : vector<4xf32> from vector<4x4xf32>
      %18 = vector.extract_strided_slice %17 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      vector.store %18, %arg2[%14, %16] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_6 = arith.constant 4 : index
      %19 = arith.muli %thread_id_y, %c4_6 : index
      %c2 = arith.constant 2 : index
      %20 = arith.addi %19, %c2 : index
      %21 = arith.addi %2, %20 : index
      %c4_7 = arith.constant 4 : index
      %22 = arith.muli %thread_id_x, %c4_7 : index
      %23 = arith.addi %3, %22 : index
      %24 = vector.extract %5[2] : vector<4xf32> from vector<4x4xf32>
      %25 = vector.extract_strided_slice %24 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      vector.store %25, %arg2[%21, %23] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_8 = arith.constant 4 : index
      %26 = arith.muli %thread_id_y, %c4_8 : index
      %c3 = arith.constant 3 : index
      %27 = arith.addi %26, %c3 : index
      %28 = arith.addi %2, %27 : index
      %c4_9 = arith.constant 4 : index
      %29 = arith.muli %thread_id_x, %c4_9 : index
      %30 = arith.addi %3, %29 : index
      %31 = vector.extract %5[3] : vector<4xf32> from vector<4x4xf32>
      %32 = vector.extract_strided_slice %31 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      vector.store %32, %arg2[%28, %30] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      gpu.return
    }
  }
}
