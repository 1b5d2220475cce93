// Kernels of mixed, written by 14-gpt-2-on-a-gpu/stages.py.
// Arguments: q float32[2, 40, 16], k float32[2, 40, 16], v float32[2, 40, 16].
// Launched: product_0 with a grid of 1 x 1 x 2 blocks of 16 x 16 x 1 threads; map_1 with a grid of 7 x 1 x 1 blocks of 256 x 1 x 1 threads; rows_2 with a grid of 20 x 1 x 1 blocks of 128 x 1 x 1 threads; product_3 with a grid of 1 x 1 x 2 blocks of 16 x 16 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<2x40x16xf32>, %arg1: memref<2x40x16xf32>, %arg2: memref<2x40x40xf32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
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
      %c16 = arith.constant 16 : index
      %c16_1 = arith.constant 16 : index
      %c0_2 = arith.constant 0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %4 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %5 = scf.for %arg3 = %c0_2 to %c16 step %c16_1 iter_args(%arg4 = %4) -> (vector<4x4xf32>) {
        %c16_18 = arith.constant 16 : index
        %45 = arith.muli %thread_id_y, %c16_18 : index
        %46 = arith.addi %45, %thread_id_x : index
        %c16_19 = arith.constant 16 : index
        %47 = arith.remui %46, %c16_19 : index
        %c16_20 = arith.constant 16 : index
        %48 = arith.divui %46, %c16_20 : index
        %49 = arith.addi %2, %48 : index
        %50 = arith.addi %arg3, %47 : index
        %c40_21 = arith.constant 40 : index
        %51 = arith.cmpi ult, %49, %c40_21 : index
        %c1024 = arith.constant 1024 : index
        %52 = arith.cmpi ult, %46, %c1024 : index
        %c39 = arith.constant 39 : index
        %53 = arith.minui %49, %c39 : index
        %c15 = arith.constant 15 : index
        %54 = arith.minui %50, %c15 : index
        %55 = memref.load %arg0[%block_id_z, %53, %54] : memref<2x40x16xf32>
        %cst_22 = arith.constant 0.000000e+00 : f32
        %56 = arith.select %51, %55, %cst_22 : f32
        memref.store %56, %0[%47, %48] : memref<16x68xf32, 3>
        %c256 = arith.constant 256 : index
        %57 = arith.addi %46, %c256 : index
        %c16_23 = arith.constant 16 : index
        %58 = arith.remui %57, %c16_23 : index
        %c16_24 = arith.constant 16 : index
        %59 = arith.divui %57, %c16_24 : index
        %60 = arith.addi %2, %59 : index
        %61 = arith.addi %arg3, %58 : index
        %c40_25 = arith.constant 40 : index
        %62 = arith.cmpi ult, %60, %c40_25 : index
        %c1024_26 = arith.constant 1024 : index
        %63 = arith.cmpi ult, %57, %c1024_26 : index
        %c39_27 = arith.constant 39 : index
        %64 = arith.minui %60, %c39_27 : index
        %c15_28 = arith.constant 15 : index
        %65 = arith.minui %61, %c15_28 : index
        %66 = memref.load %arg0[%block_id_z, %64, %65] : memref<2x40x16xf32>
        %cst_29 = arith.constant 0.000000e+00 : f32
        %67 = arith.select %62, %66, %cst_29 : f32
        memref.store %67, %0[%58, %59] : memref<16x68xf32, 3>
        %c512 = arith.constant 512 : index
        %68 = arith.addi %46, %c512 : index
        %c16_30 = arith.constant 16 : index
        %69 = arith.remui %68, %c16_30 : index
        %c16_31 = arith.constant 16 : index
        %70 = arith.divui %68, %c16_31 : index
        %71 = arith.addi %2, %70 : index
        %72 = arith.addi %arg3, %69 : index
        %c40_32 = arith.constant 40 : index
        %73 = arith.cmpi ult, %71, %c40_32 : index
        %c1024_33 = arith.constant 1024 : index
        %74 = arith.cmpi ult, %68, %c1024_33 : index
        %c39_34 = arith.constant 39 : index
        %75 = arith.minui %71, %c39_34 : index
        %c15_35 = arith.constant 15 : index
        %76 = arith.minui %72, %c15_35 : index
        %77 = memref.load %arg0[%block_id_z, %75, %76] : memref<2x40x16xf32>
        %cst_36 = arith.constant 0.000000e+00 : f32
        %78 = arith.select %73, %77, %cst_36 : f32
        memref.store %78, %0[%69, %70] : memref<16x68xf32, 3>
        %c768 = arith.constant 768 : index
        %79 = arith.addi %46, %c768 : index
        %c16_37 = arith.constant 16 : index
        %80 = arith.remui %79, %c16_37 : index
        %c16_38 = arith.constant 16 : index
        %81 = arith.divui %79, %c16_38 : index
        %82 = arith.addi %2, %81 : index
        %83 = arith.addi %arg3, %80 : index
        %c40_39 = arith.constant 40 : index
        %84 = arith.cmpi ult, %82, %c40_39 : index
        %c1024_40 = arith.constant 1024 : index
        %85 = arith.cmpi ult, %79, %c1024_40 : index
        %c39_41 = arith.constant 39 : index
        %86 = arith.minui %82, %c39_41 : index
        %c15_42 = arith.constant 15 : index
        %87 = arith.minui %83, %c15_42 : index
        %88 = memref.load %arg0[%block_id_z, %86, %87] : memref<2x40x16xf32>
        %cst_43 = arith.constant 0.000000e+00 : f32
        %89 = arith.select %84, %88, %cst_43 : f32
        memref.store %89, %0[%80, %81] : memref<16x68xf32, 3>
        %c16_44 = arith.constant 16 : index
        %90 = arith.muli %thread_id_y, %c16_44 : index
        %91 = arith.addi %90, %thread_id_x : index
        %c16_45 = arith.constant 16 : index
        %92 = arith.remui %91, %c16_45 : index
        %c16_46 = arith.constant 16 : index
        %93 = arith.divui %91, %c16_46 : index
        %94 = arith.addi %3, %93 : index
        %95 = arith.addi %arg3, %92 : index
        %c40_47 = arith.constant 40 : index
        %96 = arith.cmpi ult, %94, %c40_47 : index
        %c1024_48 = arith.constant 1024 : index
        %97 = arith.cmpi ult, %91, %c1024_48 : index
        %c39_49 = arith.constant 39 : index
        %98 = arith.minui %94, %c39_49 : index
        %c15_50 = arith.constant 15 : index
        %99 = arith.minui %95, %c15_50 : index
        %100 = memref.load %arg1[%block_id_z, %98, %99] : memref<2x40x16xf32>
        %cst_51 = arith.constant 0.000000e+00 : f32
        %101 = arith.select %96, %100, %cst_51 : f32
        memref.store %101, %1[%92, %93] : memref<16x68xf32, 3>
        %c256_52 = arith.constant 256 : index
        %102 = arith.addi %91, %c256_52 : index
        %c16_53 = arith.constant 16 : index
        %103 = arith.remui %102, %c16_53 : index
        %c16_54 = arith.constant 16 : index
        %104 = arith.divui %102, %c16_54 : index
        %105 = arith.addi %3, %104 : index
        %106 = arith.addi %arg3, %103 : index
        %c40_55 = arith.constant 40 : index
        %107 = arith.cmpi ult, %105, %c40_55 : index
        %c1024_56 = arith.constant 1024 : index
        %108 = arith.cmpi ult, %102, %c1024_56 : index
        %c39_57 = arith.constant 39 : index
        %109 = arith.minui %105, %c39_57 : index
        %c15_58 = arith.constant 15 : index
        %110 = arith.minui %106, %c15_58 : index
        %111 = memref.load %arg1[%block_id_z, %109, %110] : memref<2x40x16xf32>
        %cst_59 = arith.constant 0.000000e+00 : f32
        %112 = arith.select %107, %111, %cst_59 : f32
        memref.store %112, %1[%103, %104] : memref<16x68xf32, 3>
        %c512_60 = arith.constant 512 : index
        %113 = arith.addi %91, %c512_60 : index
        %c16_61 = arith.constant 16 : index
        %114 = arith.remui %113, %c16_61 : index
        %c16_62 = arith.constant 16 : index
        %115 = arith.divui %113, %c16_62 : index
        %116 = arith.addi %3, %115 : index
        %117 = arith.addi %arg3, %114 : index
        %c40_63 = arith.constant 40 : index
        %118 = arith.cmpi ult, %116, %c40_63 : index
        %c1024_64 = arith.constant 1024 : index
        %119 = arith.cmpi ult, %113, %c1024_64 : index
        %c39_65 = arith.constant 39 : index
        %120 = arith.minui %116, %c39_65 : index
        %c15_66 = arith.constant 15 : index
        %121 = arith.minui %117, %c15_66 : index
        %122 = memref.load %arg1[%block_id_z, %120, %121] : memref<2x40x16xf32>
        %cst_67 = arith.constant 0.000000e+00 : f32
        %123 = arith.select %118, %122, %cst_67 : f32
        memref.store %123, %1[%114, %115] : memref<16x68xf32, 3>
        %c768_68 = arith.constant 768 : index
        %124 = arith.addi %91, %c768_68 : index
        %c16_69 = arith.constant 16 : index
        %125 = arith.remui %124, %c16_69 : index
        %c16_70 = arith.constant 16 : index
        %126 = arith.divui %124, %c16_70 : index
        %127 = arith.addi %3, %126 : index
        %128 = arith.addi %arg3, %125 : index
        %c40_71 = arith.constant 40 : index
        %129 = arith.cmpi ult, %127, %c40_71 : index
        %c1024_72 = arith.constant 1024 : index
        %130 = arith.cmpi ult, %124, %c1024_72 : index
        %c39_73 = arith.constant 39 : index
        %131 = arith.minui %127, %c39_73 : index
        %c15_74 = arith.constant 15 : index
        %132 = arith.minui %128, %c15_74 : index
        %133 = memref.load %arg1[%block_id_z, %131, %132] : memref<2x40x16xf32>
        %cst_75 = arith.constant 0.000000e+00 : f32
        %134 = arith.select %129, %133, %cst_75 : f32
        memref.store %134, %1[%125, %126] : memref<16x68xf32, 3>
        gpu.barrier
        %c16_76 = arith.constant 16 : index
        %c1_77 = arith.constant 1 : index
        %c0_78 = arith.constant 0 : index
        %135 = scf.for %arg5 = %c0_78 to %c16_76 step %c1_77 iter_args(%arg6 = %arg4) -> (vector<4x4xf32>) {
          %c4_79 = arith.constant 4 : index
          %136 = arith.muli %thread_id_y, %c4_79 : index
          %137 = vector.load %0[%arg5, %136] : memref<16x68xf32, 3>, vector<4xf32>
          %c4_80 = arith.constant 4 : index
          %138 = arith.muli %thread_id_x, %c4_80 : index
          %139 = vector.load %1[%arg5, %138] : memref<16x68xf32, 3>, vector<4xf32>
          %140 = vector.outerproduct %137, %139, %arg6 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          scf.yield %140 : vector<4x4xf32>
        }
        gpu.barrier
        scf.yield %135 : vector<4x4xf32>
      }
      %c4 = arith.constant 4 : index
      %6 = arith.muli %thread_id_y, %c4 : index
      %7 = arith.addi %2, %6 : index
      %c4_3 = arith.constant 4 : index
      %8 = arith.muli %thread_id_x, %c4_3 : index
      %9 = arith.addi %3, %8 : index
      %10 = vector.extract %5[0] : vector<4xf32> from vector<4x4xf32>
      %11 = vector.extract_strided_slice %10 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      %c40 = arith.constant 40 : index
      %12 = arith.cmpi ult, %7, %c40 : index
      %c40_4 = arith.constant 40 : index
      %13 = arith.cmpi ult, %9, %c40_4 : index
      %14 = arith.andi %12, %13 : i1
      scf.if %14 {
        vector.store %11, %arg2[%block_id_z, %7, %9] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_5 = arith.constant 4 : index
      %15 = arith.muli %thread_id_y, %c4_5 : index
      %c1_6 = arith.constant 1 : index
      %16 = arith.addi %15, %c1_6 : index
      %17 = arith.addi %2, %16 : index
      %c4_7 = arith.constant 4 : index
      %18 = arith.muli %thread_id_x, %c4_7 : index
      %19 = arith.addi %3, %18 : index
      %20 = vector.extract %5[1] : vector<4xf32> from vector<4x4xf32>
      %21 = vector.extract_strided_slice %20 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      %c40_8 = arith.constant 40 : index
      %22 = arith.cmpi ult, %17, %c40_8 : index
      %c40_9 = arith.constant 40 : index
      %23 = arith.cmpi ult, %19, %c40_9 : index
      %24 = arith.andi %22, %23 : i1
      scf.if %24 {
        vector.store %21, %arg2[%block_id_z, %17, %19] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_10 = arith.constant 4 : index
      %25 = arith.muli %thread_id_y, %c4_10 : index
      %c2 = arith.constant 2 : index
      %26 = arith.addi %25, %c2 : index
      %27 = arith.addi %2, %26 : index
      %c4_11 = arith.constant 4 : index
      %28 = arith.muli %thread_id_x, %c4_11 : index
      %29 = arith.addi %3, %28 : index
      %30 = vector.extract %5[2] : vector<4xf32> from vector<4x4xf32>
      %31 = vector.extract_strided_slice %30 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      %c40_12 = arith.constant 40 : index
      %32 = arith.cmpi ult, %27, %c40_12 : index
      %c40_13 = arith.constant 40 : index
      %33 = arith.cmpi ult, %29, %c40_13 : index
      %34 = arith.andi %32, %33 : i1
      scf.if %34 {
        vector.store %31, %arg2[%block_id_z, %27, %29] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_14 = arith.constant 4 : index
      %35 = arith.muli %thread_id_y, %c4_14 : index
      %c3 = arith.constant 3 : index
      %36 = arith.addi %35, %c3 : index
      %37 = arith.addi %2, %36 : index
      %c4_15 = arith.constant 4 : index
      %38 = arith.muli %thread_id_x, %c4_15 : index
      %39 = arith.addi %3, %38 : index
      %40 = vector.extract %5[3] : vector<4xf32> from vector<4x4xf32>
      %41 = vector.extract_strided_slice %40 {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
      %c40_16 = arith.constant 40 : index
      %42 = arith.cmpi ult, %37, %c40_16 : index
      %c40_17 = arith.constant 40 : index
      %43 = arith.cmpi ult, %39, %c40_17 : index
      %44 = arith.andi %42, %43 : i1
      scf.if %44 {
        vector.store %41, %arg2[%block_id_z, %37, %39] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      gpu.return
    }
    gpu.func @map_1(%arg0: memref<40x40xi8>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %c256 = arith.constant 256 : index
      %0 = arith.muli %block_id_x, %c256 : index
      %thread_id_x = gpu.thread_id  x
      %1 = arith.addi %0, %thread_id_x : index
      %c1600 = arith.constant 1600 : index
      %2 = arith.cmpi ult, %1, %c1600 : index
      scf.if %2 {
        %3 = arith.index_cast %1 : index to i32
        %c40_i32 = arith.constant 40 : i32
        %4 = arith.remui %3, %c40_i32 : i32
        %5 = arith.divui %3, %c40_i32 : i32
        %6 = arith.index_cast %5 : i32 to index
        %7 = arith.index_cast %4 : i32 to index
        %8 = arith.index_cast %6 : index to i64
        %9 = arith.index_cast %7 : index to i64
        %10 = arith.cmpi sge, %8, %9 : i64
        %11 = arith.extui %10 : i1 to i8
        memref.store %11, %arg0[%6, %7] : memref<40x40xi8>
      }
      gpu.return
    }
    gpu.func @rows_2(%arg0: memref<2x40x40xf32>, %arg1: memref<40x40xi8>, %arg2: memref<2x40x40xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.remui %thread_id_x, %c32 : index
      %c4 = arith.constant 4 : index
      %1 = arith.muli %block_id_x, %c4 : index
      %2 = arith.divui %thread_id_x, %c32 : index
      %3 = arith.addi %1, %2 : index
      %4 = arith.index_cast %3 : index to i32
      %c40_i32 = arith.constant 40 : i32
      %5 = arith.remui %4, %c40_i32 : i32
      %6 = arith.divui %4, %c40_i32 : i32
      %7 = arith.index_cast %6 : i32 to index
      %8 = arith.index_cast %5 : i32 to index
      %c32_0 = arith.constant 32 : index
      %9 = arith.addi %0, %c32_0 : index
      %c40 = arith.constant 40 : index
      %10 = arith.cmpi ult, %9, %c40 : index
      %c39 = arith.constant 39 : index
      %11 = arith.minui %9, %c39 : index
      %cst = arith.constant 0xFF800000 : f32
      %12 = memref.load %arg1[%8, %0] : memref<40x40xi8>
      %c0_i8 = arith.constant 0 : i8
      %13 = arith.cmpi ne, %12, %c0_i8 : i8
      %14 = memref.load %arg0[%7, %8, %0] : memref<2x40x40xf32>
      %cst_1 = arith.constant 2.500000e-01 : f32
      %15 = arith.mulf %14, %cst_1 : f32
      %cst_2 = arith.constant 0xFF800000 : f32
      %16 = arith.select %13, %15, %cst_2 : f32
      %17 = arith.maximumf %cst, %16 fastmath<reassoc> : f32
      %18 = memref.load %arg1[%8, %11] : memref<40x40xi8>
      %c0_i8_3 = arith.constant 0 : i8
      %19 = arith.cmpi ne, %18, %c0_i8_3 : i8
      %20 = memref.load %arg0[%7, %8, %11] : memref<2x40x40xf32>
      %cst_4 = arith.constant 2.500000e-01 : f32
      %21 = arith.mulf %20, %cst_4 : f32
      %cst_5 = arith.constant 0xFF800000 : f32
      %22 = arith.select %19, %21, %cst_5 : f32
      %23 = arith.maximumf %17, %22 fastmath<reassoc> : f32
      %24 = arith.select %10, %23, %17 : f32
      %c16_i32 = arith.constant 16 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %24, %c16_i32, %c32_i32 : f32
      %25 = arith.maximumf %24, %shuffleResult fastmath<reassoc> : f32
      %c8_i32 = arith.constant 8 : i32
      %c32_i32_6 = arith.constant 32 : i32
      %shuffleResult_7, %valid_8 = gpu.shuffle  xor %25, %c8_i32, %c32_i32_6 : f32
      %26 = arith.maximumf %25, %shuffleResult_7 fastmath<reassoc> : f32
      %c4_i32 = arith.constant 4 : i32
      %c32_i32_9 = arith.constant 32 : i32
      %shuffleResult_10, %valid_11 = gpu.shuffle  xor %26, %c4_i32, %c32_i32_9 : f32
      %27 = arith.maximumf %26, %shuffleResult_10 fastmath<reassoc> : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_12 = arith.constant 32 : i32
      %shuffleResult_13, %valid_14 = gpu.shuffle  xor %27, %c2_i32, %c32_i32_12 : f32
      %28 = arith.maximumf %27, %shuffleResult_13 fastmath<reassoc> : f32
      %c1_i32 = arith.constant 1 : i32
      %c32_i32_15 = arith.constant 32 : i32
      %shuffleResult_16, %valid_17 = gpu.shuffle  xor %28, %c1_i32, %c32_i32_15 : f32
      %29 = arith.maximumf %28, %shuffleResult_16 fastmath<reassoc> : f32
      %cst_18 = arith.constant 0.000000e+00 : f32
      %30 = arith.subf %16, %29 : f32
      %31 = math.exp %30 : f32
      %32 = arith.addf %cst_18, %31 fastmath<reassoc> : f32
      %33 = arith.subf %22, %29 : f32
      %34 = math.exp %33 : f32
      %35 = arith.addf %32, %34 fastmath<reassoc> : f32
      %36 = arith.select %10, %35, %32 : f32
      %c16_i32_19 = arith.constant 16 : i32
      %c32_i32_20 = arith.constant 32 : i32
      %shuffleResult_21, %valid_22 = gpu.shuffle  xor %36, %c16_i32_19, %c32_i32_20 : f32
      %37 = arith.addf %36, %shuffleResult_21 fastmath<reassoc> : f32
      %c8_i32_23 = arith.constant 8 : i32
      %c32_i32_24 = arith.constant 32 : i32
      %shuffleResult_25, %valid_26 = gpu.shuffle  xor %37, %c8_i32_23, %c32_i32_24 : f32
      %38 = arith.addf %37, %shuffleResult_25 fastmath<reassoc> : f32
      %c4_i32_27 = arith.constant 4 : i32
      %c32_i32_28 = arith.constant 32 : i32
      %shuffleResult_29, %valid_30 = gpu.shuffle  xor %38, %c4_i32_27, %c32_i32_28 : f32
      %39 = arith.addf %38, %shuffleResult_29 fastmath<reassoc> : f32
      %c2_i32_31 = arith.constant 2 : i32
      %c32_i32_32 = arith.constant 32 : i32
      %shuffleResult_33, %valid_34 = gpu.shuffle  xor %39, %c2_i32_31, %c32_i32_32 : f32
      %40 = arith.addf %39, %shuffleResult_33 fastmath<reassoc> : f32
      %c1_i32_35 = arith.constant 1 : i32
      %c32_i32_36 = arith.constant 32 : i32
      %shuffleResult_37, %valid_38 = gpu.shuffle  xor %40, %c1_i32_35, %c32_i32_36 : f32
      %41 = arith.addf %40, %shuffleResult_37 fastmath<reassoc> : f32
      %42 = arith.divf %31, %41 : f32
      memref.store %42, %arg2[%7, %8, %0] : memref<2x40x40xf32>
      %43 = arith.divf %34, %41 : f32
      scf.if %10 {
        memref.store %43, %arg2[%7, %8, %11] : memref<2x40x40xf32>
      }
      %c0 = arith.constant 0 : index
      %44 = arith.cmpi eq, %0, %c0 : index
      gpu.return
    }
    memref.global @product_3_shared_0 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_3_shared_1 : memref<16x20xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_3(%arg0: memref<2x40x40xf32>, %arg1: memref<2x40x16xf32>, %arg2: memref<2x40x16xf32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %0 = memref.get_global @product_3_shared_0 : memref<16x68xf32, 3>
      %1 = memref.get_global @product_3_shared_1 : memref<16x20xf32, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %2 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c16 = arith.constant 16 : index
      %3 = arith.muli %block_id_y, %c16 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %block_id_z = gpu.block_id  z
      %c40 = arith.constant 40 : index
      %c16_0 = arith.constant 16 : index
      %c0_1 = arith.constant 0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %4 = vector.broadcast %cst : f32 to vector<4x1xf32>
      %5 = scf.for %arg3 = %c0_1 to %c40 step %c16_0 iter_args(%arg4 = %4) -> (vector<4x1xf32>) {
        %c16_10 = arith.constant 16 : index
        %29 = arith.muli %thread_id_y, %c16_10 : index
        %30 = arith.addi %29, %thread_id_x : index
        %c16_11 = arith.constant 16 : index
        %31 = arith.remui %30, %c16_11 : index
        %c16_12 = arith.constant 16 : index
        %32 = arith.divui %30, %c16_12 : index
        %33 = arith.addi %2, %32 : index
        %34 = arith.addi %arg3, %31 : index
        %c40_13 = arith.constant 40 : index
        %35 = arith.cmpi ult, %33, %c40_13 : index
        %c40_14 = arith.constant 40 : index
        %36 = arith.cmpi ult, %34, %c40_14 : index
        %37 = arith.andi %35, %36 : i1
        %c1024 = arith.constant 1024 : index
        %38 = arith.cmpi ult, %30, %c1024 : index
        %c39 = arith.constant 39 : index
        %39 = arith.minui %33, %c39 : index
        %c39_15 = arith.constant 39 : index
        %40 = arith.minui %34, %c39_15 : index
        %41 = memref.load %arg0[%block_id_z, %39, %40] : memref<2x40x40xf32>
        %cst_16 = arith.constant 0.000000e+00 : f32
        %42 = arith.select %37, %41, %cst_16 : f32
        memref.store %42, %0[%31, %32] : memref<16x68xf32, 3>
        %c256 = arith.constant 256 : index
        %43 = arith.addi %30, %c256 : index
        %c16_17 = arith.constant 16 : index
        %44 = arith.remui %43, %c16_17 : index
        %c16_18 = arith.constant 16 : index
        %45 = arith.divui %43, %c16_18 : index
        %46 = arith.addi %2, %45 : index
        %47 = arith.addi %arg3, %44 : index
        %c40_19 = arith.constant 40 : index
        %48 = arith.cmpi ult, %46, %c40_19 : index
        %c40_20 = arith.constant 40 : index
        %49 = arith.cmpi ult, %47, %c40_20 : index
        %50 = arith.andi %48, %49 : i1
        %c1024_21 = arith.constant 1024 : index
        %51 = arith.cmpi ult, %43, %c1024_21 : index
        %c39_22 = arith.constant 39 : index
        %52 = arith.minui %46, %c39_22 : index
        %c39_23 = arith.constant 39 : index
        %53 = arith.minui %47, %c39_23 : index
        %54 = memref.load %arg0[%block_id_z, %52, %53] : memref<2x40x40xf32>
        %cst_24 = arith.constant 0.000000e+00 : f32
        %55 = arith.select %50, %54, %cst_24 : f32
        memref.store %55, %0[%44, %45] : memref<16x68xf32, 3>
        %c512 = arith.constant 512 : index
        %56 = arith.addi %30, %c512 : index
        %c16_25 = arith.constant 16 : index
        %57 = arith.remui %56, %c16_25 : index
        %c16_26 = arith.constant 16 : index
        %58 = arith.divui %56, %c16_26 : index
        %59 = arith.addi %2, %58 : index
        %60 = arith.addi %arg3, %57 : index
        %c40_27 = arith.constant 40 : index
        %61 = arith.cmpi ult, %59, %c40_27 : index
        %c40_28 = arith.constant 40 : index
        %62 = arith.cmpi ult, %60, %c40_28 : index
        %63 = arith.andi %61, %62 : i1
        %c1024_29 = arith.constant 1024 : index
        %64 = arith.cmpi ult, %56, %c1024_29 : index
        %c39_30 = arith.constant 39 : index
        %65 = arith.minui %59, %c39_30 : index
        %c39_31 = arith.constant 39 : index
        %66 = arith.minui %60, %c39_31 : index
        %67 = memref.load %arg0[%block_id_z, %65, %66] : memref<2x40x40xf32>
        %cst_32 = arith.constant 0.000000e+00 : f32
        %68 = arith.select %63, %67, %cst_32 : f32
        memref.store %68, %0[%57, %58] : memref<16x68xf32, 3>
        %c768 = arith.constant 768 : index
        %69 = arith.addi %30, %c768 : index
        %c16_33 = arith.constant 16 : index
        %70 = arith.remui %69, %c16_33 : index
        %c16_34 = arith.constant 16 : index
        %71 = arith.divui %69, %c16_34 : index
        %72 = arith.addi %2, %71 : index
        %73 = arith.addi %arg3, %70 : index
        %c40_35 = arith.constant 40 : index
        %74 = arith.cmpi ult, %72, %c40_35 : index
        %c40_36 = arith.constant 40 : index
        %75 = arith.cmpi ult, %73, %c40_36 : index
        %76 = arith.andi %74, %75 : i1
        %c1024_37 = arith.constant 1024 : index
        %77 = arith.cmpi ult, %69, %c1024_37 : index
        %c39_38 = arith.constant 39 : index
        %78 = arith.minui %72, %c39_38 : index
        %c39_39 = arith.constant 39 : index
        %79 = arith.minui %73, %c39_39 : index
        %80 = memref.load %arg0[%block_id_z, %78, %79] : memref<2x40x40xf32>
        %cst_40 = arith.constant 0.000000e+00 : f32
        %81 = arith.select %76, %80, %cst_40 : f32
        memref.store %81, %0[%70, %71] : memref<16x68xf32, 3>
        %c16_41 = arith.constant 16 : index
        %82 = arith.muli %thread_id_y, %c16_41 : index
        %83 = arith.addi %82, %thread_id_x : index
        %c16_42 = arith.constant 16 : index
        %84 = arith.remui %83, %c16_42 : index
        %c16_43 = arith.constant 16 : index
        %85 = arith.divui %83, %c16_43 : index
        %86 = arith.addi %3, %84 : index
        %87 = arith.addi %arg3, %85 : index
        %c40_44 = arith.constant 40 : index
        %88 = arith.cmpi ult, %87, %c40_44 : index
        %c256_45 = arith.constant 256 : index
        %89 = arith.cmpi ult, %83, %c256_45 : index
        %c15 = arith.constant 15 : index
        %90 = arith.minui %86, %c15 : index
        %c39_46 = arith.constant 39 : index
        %91 = arith.minui %87, %c39_46 : index
        %92 = memref.load %arg1[%block_id_z, %91, %90] : memref<2x40x16xf32>
        %cst_47 = arith.constant 0.000000e+00 : f32
        %93 = arith.select %88, %92, %cst_47 : f32
        memref.store %93, %1[%85, %84] : memref<16x20xf32, 3>
        gpu.barrier
        %c16_48 = arith.constant 16 : index
        %c1_49 = arith.constant 1 : index
        %c0_50 = arith.constant 0 : index
        %94 = scf.for %arg5 = %c0_50 to %c16_48 step %c1_49 iter_args(%arg6 = %arg4) -> (vector<4x1xf32>) {
          %c4_51 = arith.constant 4 : index
          %95 = arith.muli %thread_id_y, %c4_51 : index
          %96 = vector.load %0[%arg5, %95] : memref<16x68xf32, 3>, vector<4xf32>
          %97 = memref.load %1[%arg5, %thread_id_x] : memref<16x20xf32, 3>
          %98 = vector.from_elements %97 : vector<1xf32>
          %99 = vector.outerproduct %96, %98, %arg6 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
          scf.yield %99 : vector<4x1xf32>
        }
        gpu.barrier
        scf.yield %94 : vector<4x1xf32>
      }
      %c4 = arith.constant 4 : index
      %6 = arith.muli %thread_id_y, %c4 : index
      %7 = arith.addi %2, %6 : index
      %8 = arith.addi %3, %thread_id_x : index
      %9 = vector.extract %5[0, 0] : f32 from vector<4x1xf32>
      %c40_2 = arith.constant 40 : index
      %10 = arith.cmpi ult, %7, %c40_2 : index
      scf.if %10 {
        memref.store %9, %arg2[%block_id_z, %7, %8] : memref<2x40x16xf32>
      }
      %c4_3 = arith.constant 4 : index
      %11 = arith.muli %thread_id_y, %c4_3 : index
      %c1_4 = arith.constant 1 : index
      %12 = arith.addi %11, %c1_4 : index
      %13 = arith.addi %2, %12 : index
      %14 = arith.addi %3, %thread_id_x : index
      %15 = vector.extract %5[1, 0] : f32 from vector<4x1xf32>
      %c40_5 = arith.constant 40 : index
      %16 = arith.cmpi ult, %13, %c40_5 : index
      scf.if %16 {
        memref.store %15, %arg2[%block_id_z, %13, %14] : memref<2x40x16xf32>
      }
      %c4_6 = arith.constant 4 : index
      %17 = arith.muli %thread_id_y, %c4_6 : index
      %c2 = arith.constant 2 : index
      %18 = arith.addi %17, %c2 : index
      %19 = arith.addi %2, %18 : index
      %20 = arith.addi %3, %thread_id_x : index
      %21 = vector.extract %5[2, 0] : f32 from vector<4x1xf32>
      %c40_7 = arith.constant 40 : index
      %22 = arith.cmpi ult, %19, %c40_7 : index
      scf.if %22 {
        memref.store %21, %arg2[%block_id_z, %19, %20] : memref<2x40x16xf32>
      }
      %c4_8 = arith.constant 4 : index
      %23 = arith.muli %thread_id_y, %c4_8 : index
      %c3 = arith.constant 3 : index
      %24 = arith.addi %23, %c3 : index
      %25 = arith.addi %2, %24 : index
      %26 = arith.addi %3, %thread_id_x : index
      %27 = vector.extract %5[3, 0] : f32 from vector<4x1xf32>
      %c40_9 = arith.constant 40 : index
      %28 = arith.cmpi ult, %25, %c40_9 : index
      scf.if %28 {
        memref.store %27, %arg2[%block_id_z, %25, %26] : memref<2x40x16xf32>
      }
      gpu.return
    }
  }
}
