// Kernels of mixed. Written by stages.py.
// Arguments: q float32[2, 170, 32], k float32[2, 170, 32], v float32[2, 170, 32].
// Launched: attention_0 with a grid of 6 x 1 x 1 blocks of 128 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @attention_0_shared_0 : memref<2048xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @attention_0_shared_1 : memref<2048xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @attention_0_shared_2 : memref<64x72xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @attention_0(%arg0: memref<2x170x32xf32>, %arg1: memref<2x170x32xf32>, %arg2: memref<2x170x32xf32>, %arg3: memref<2x170x32xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 3 : i32} {
      %thread_id_x = gpu.thread_id  x
      %c8 = arith.constant 8 : index
      %0 = arith.remui %thread_id_x, %c8 : index
      %c8_0 = arith.constant 8 : index
      %1 = arith.divui %thread_id_x, %c8_0 : index
      %c3 = arith.constant 3 : index
      %block_id_x = gpu.block_id  x
      %2 = arith.remui %block_id_x, %c3 : index
      %c64 = arith.constant 64 : index
      %3 = arith.muli %2, %c64 : index
      %4 = arith.divui %block_id_x, %c3 : index
      %5 = memref.get_global @attention_0_shared_0 : memref<2048xf32, 3>
      %6 = memref.get_global @attention_0_shared_1 : memref<2048xf32, 3>
      %c0 = arith.constant 0 : index
      %c1024 = arith.constant 1024 : index
      %7 = memref.get_global @attention_0_shared_2 : memref<64x72xf32, 3>
      %c0_1 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %8 = arith.divui %1, %c2 : index
      %c3_2 = arith.constant 3 : index
      %9 = arith.andi %8, %c3_2 : index
      %10 = arith.xori %c0_1, %9 : index
      %c4 = arith.constant 4 : index
      %11 = arith.muli %10, %c4 : index
      %c16 = arith.constant 16 : index
      %12 = arith.muli %1, %c16 : index
      %13 = arith.addi %12, %11 : index
      %c1 = arith.constant 1 : index
      %c2_3 = arith.constant 2 : index
      %14 = arith.divui %1, %c2_3 : index
      %c3_4 = arith.constant 3 : index
      %15 = arith.andi %14, %c3_4 : index
      %16 = arith.xori %c1, %15 : index
      %c4_5 = arith.constant 4 : index
      %17 = arith.muli %16, %c4_5 : index
      %c16_6 = arith.constant 16 : index
      %18 = arith.muli %1, %c16_6 : index
      %19 = arith.addi %18, %17 : index
      %c2_7 = arith.constant 2 : index
      %c2_8 = arith.constant 2 : index
      %20 = arith.divui %1, %c2_8 : index
      %c3_9 = arith.constant 3 : index
      %21 = arith.andi %20, %c3_9 : index
      %22 = arith.xori %c2_7, %21 : index
      %c4_10 = arith.constant 4 : index
      %23 = arith.muli %22, %c4_10 : index
      %c16_11 = arith.constant 16 : index
      %24 = arith.muli %1, %c16_11 : index
      %25 = arith.addi %24, %23 : index
      %c3_12 = arith.constant 3 : index
      %c2_13 = arith.constant 2 : index
      %26 = arith.divui %1, %c2_13 : index
      %c3_14 = arith.constant 3 : index
      %27 = arith.andi %26, %c3_14 : index
      %28 = arith.xori %c3_12, %27 : index
      %c4_15 = arith.constant 4 : index
      %29 = arith.muli %28, %c4_15 : index
      %c16_16 = arith.constant 16 : index
      %30 = arith.muli %1, %c16_16 : index
      %31 = arith.addi %30, %29 : index
      %c0_17 = arith.constant 0 : index
      %c2_18 = arith.constant 2 : index
      %32 = arith.divui %0, %c2_18 : index
      %c3_19 = arith.constant 3 : index
      %33 = arith.andi %32, %c3_19 : index
      %34 = arith.xori %c0_17, %33 : index
      %c4_20 = arith.constant 4 : index
      %35 = arith.muli %34, %c4_20 : index
      %c16_21 = arith.constant 16 : index
      %36 = arith.muli %0, %c16_21 : index
      %37 = arith.addi %36, %35 : index
      %c1_22 = arith.constant 1 : index
      %c2_23 = arith.constant 2 : index
      %38 = arith.divui %0, %c2_23 : index
      %c3_24 = arith.constant 3 : index
      %39 = arith.andi %38, %c3_24 : index
      %40 = arith.xori %c1_22, %39 : index
      %c4_25 = arith.constant 4 : index
      %41 = arith.muli %40, %c4_25 : index
      %c16_26 = arith.constant 16 : index
      %42 = arith.muli %0, %c16_26 : index
      %43 = arith.addi %42, %41 : index
      %c2_27 = arith.constant 2 : index
      %c2_28 = arith.constant 2 : index
      %44 = arith.divui %0, %c2_28 : index
      %c3_29 = arith.constant 3 : index
      %45 = arith.andi %44, %c3_29 : index
      %46 = arith.xori %c2_27, %45 : index
      %c4_30 = arith.constant 4 : index
      %47 = arith.muli %46, %c4_30 : index
      %c16_31 = arith.constant 16 : index
      %48 = arith.muli %0, %c16_31 : index
      %49 = arith.addi %48, %47 : index
      %c3_32 = arith.constant 3 : index
      %c2_33 = arith.constant 2 : index
      %50 = arith.divui %0, %c2_33 : index
      %c3_34 = arith.constant 3 : index
      %51 = arith.andi %50, %c3_34 : index
      %52 = arith.xori %c3_32, %51 : index
      %c4_35 = arith.constant 4 : index
      %53 = arith.muli %52, %c4_35 : index
      %c16_36 = arith.constant 16 : index
      %54 = arith.muli %0, %c16_36 : index
      %55 = arith.addi %54, %53 : index
      %56 = arith.addi %3, %1 : index
      %c16_37 = arith.constant 16 : index
      %57 = arith.addi %1, %c16_37 : index
      %58 = arith.addi %3, %57 : index
      %c32 = arith.constant 32 : index
      %59 = arith.addi %1, %c32 : index
      %60 = arith.addi %3, %59 : index
      %c48 = arith.constant 48 : index
      %61 = arith.addi %1, %c48 : index
      %62 = arith.addi %3, %61 : index
      %c170 = arith.constant 170 : index
      %63 = arith.cmpi ult, %56, %c170 : index
      %c170_38 = arith.constant 170 : index
      %64 = arith.cmpi ult, %58, %c170_38 : index
      %c170_39 = arith.constant 170 : index
      %65 = arith.cmpi ult, %60, %c170_39 : index
      %c170_40 = arith.constant 170 : index
      %66 = arith.cmpi ult, %62, %c170_40 : index
      %c169 = arith.constant 169 : index
      %67 = arith.minui %56, %c169 : index
      %c169_41 = arith.constant 169 : index
      %68 = arith.minui %58, %c169_41 : index
      %c169_42 = arith.constant 169 : index
      %69 = arith.minui %60, %c169_42 : index
      %c169_43 = arith.constant 169 : index
      %70 = arith.minui %62, %c169_43 : index
      %c0_44 = arith.constant 0 : index
      %c4_45 = arith.constant 4 : index
      %71 = arith.remui %thread_id_x, %c4_45 : index
      %c4_46 = arith.constant 4 : index
      %72 = arith.divui %thread_id_x, %c4_46 : index
      %c16_47 = arith.constant 16 : index
      %73 = arith.muli %c0_44, %c16_47 : index
      %c4_48 = arith.constant 4 : index
      %74 = arith.muli %71, %c4_48 : index
      %75 = arith.addi %73, %74 : index
      %c2_49 = arith.constant 2 : index
      %76 = arith.divui %72, %c2_49 : index
      %c3_50 = arith.constant 3 : index
      %77 = arith.andi %76, %c3_50 : index
      %78 = arith.xori %71, %77 : index
      %c4_51 = arith.constant 4 : index
      %79 = arith.muli %78, %c4_51 : index
      %c16_52 = arith.constant 16 : index
      %80 = arith.muli %72, %c16_52 : index
      %81 = arith.addi %80, %79 : index
      %82 = arith.addi %3, %72 : index
      %c170_53 = arith.constant 170 : index
      %83 = arith.cmpi ult, %82, %c170_53 : index
      %c169_54 = arith.constant 169 : index
      %84 = arith.minui %82, %c169_54 : index
      %cst = arith.constant 0.000000e+00 : f32
      %85 = vector.broadcast %cst : f32 to vector<4xf32>
      %86 = vector.load %arg0[%4, %84, %75] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c32_55 = arith.constant 32 : index
      %87 = arith.addi %72, %c32_55 : index
      %88 = arith.addi %3, %87 : index
      %c170_56 = arith.constant 170 : index
      %89 = arith.cmpi ult, %88, %c170_56 : index
      %c169_57 = arith.constant 169 : index
      %90 = arith.minui %88, %c169_57 : index
      %cst_58 = arith.constant 0.000000e+00 : f32
      %91 = vector.broadcast %cst_58 : f32 to vector<4xf32>
      %92 = vector.load %arg0[%4, %90, %75] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c512 = arith.constant 512 : index
      %93 = arith.addi %81, %c512 : index
      %c0_59 = arith.constant 0 : index
      %94 = arith.addi %c0_59, %81 : index
      vector.store %86, %5[%94] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
      %95 = arith.addi %c0_59, %93 : index
      vector.store %92, %5[%95] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
      %c1_60 = arith.constant 1 : index
      %c4_61 = arith.constant 4 : index
      %96 = arith.remui %thread_id_x, %c4_61 : index
      %c4_62 = arith.constant 4 : index
      %97 = arith.divui %thread_id_x, %c4_62 : index
      %c16_63 = arith.constant 16 : index
      %98 = arith.muli %c1_60, %c16_63 : index
      %c4_64 = arith.constant 4 : index
      %99 = arith.muli %96, %c4_64 : index
      %100 = arith.addi %98, %99 : index
      %c2_65 = arith.constant 2 : index
      %101 = arith.divui %97, %c2_65 : index
      %c3_66 = arith.constant 3 : index
      %102 = arith.andi %101, %c3_66 : index
      %103 = arith.xori %96, %102 : index
      %c4_67 = arith.constant 4 : index
      %104 = arith.muli %103, %c4_67 : index
      %c16_68 = arith.constant 16 : index
      %105 = arith.muli %97, %c16_68 : index
      %106 = arith.addi %105, %104 : index
      %107 = arith.addi %3, %97 : index
      %c170_69 = arith.constant 170 : index
      %108 = arith.cmpi ult, %107, %c170_69 : index
      %c169_70 = arith.constant 169 : index
      %109 = arith.minui %107, %c169_70 : index
      %cst_71 = arith.constant 0.000000e+00 : f32
      %110 = vector.broadcast %cst_71 : f32 to vector<4xf32>
      %111 = vector.load %arg0[%4, %109, %100] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c32_72 = arith.constant 32 : index
      %112 = arith.addi %97, %c32_72 : index
      %113 = arith.addi %3, %112 : index
      %c170_73 = arith.constant 170 : index
      %114 = arith.cmpi ult, %113, %c170_73 : index
      %c169_74 = arith.constant 169 : index
      %115 = arith.minui %113, %c169_74 : index
      %cst_75 = arith.constant 0.000000e+00 : f32
      %116 = vector.broadcast %cst_75 : f32 to vector<4xf32>
      %117 = vector.load %arg0[%4, %115, %100] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c512_76 = arith.constant 512 : index
      %118 = arith.addi %106, %c512_76 : index
      %c1024_77 = arith.constant 1024 : index
      %119 = arith.addi %c1024_77, %106 : index
      vector.store %111, %5[%119] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
      %120 = arith.addi %c1024_77, %118 : index
      vector.store %117, %5[%120] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
      %cst_78 = arith.constant 0xFF800000 : f32
      %121 = vector.broadcast %cst_78 : f32 to vector<4xf32>
      %cst_79 = arith.constant 0.000000e+00 : f32
      %122 = vector.broadcast %cst_79 : f32 to vector<4xf32>
      %cst_80 = arith.constant 0.000000e+00 : f32
      %123 = vector.broadcast %cst_80 : f32 to vector<4x4xf32>
      %c170_81 = arith.constant 170 : index
      %c64_82 = arith.constant 64 : index
      %c0_83 = arith.constant 0 : index
      %124:3 = scf.for %arg4 = %c0_83 to %c170_81 step %c64_82 iter_args(%arg5 = %121, %arg6 = %122, %arg7 = %123) -> (vector<4xf32>, vector<4xf32>, vector<4x4xf32>) {
        %c63 = arith.constant 63 : index
        %164 = arith.addi %3, %c63 : index
        %c169_130 = arith.constant 169 : index
        %165 = arith.minui %164, %c169_130 : index
        %c63_131 = arith.constant 63 : index
        %166 = arith.addi %arg4, %c63_131 : index
        %c169_132 = arith.constant 169 : index
        %167 = arith.minui %166, %c169_132 : index
        %c1_133 = arith.constant 1 : index
        %c0_134 = arith.constant 0 : index
        %168 = arith.muli %3, %c1_133 : index
        %169 = arith.addi %168, %c0_134 : index
        %170 = arith.muli %165, %c1_133 : index
        %171 = arith.addi %170, %c0_134 : index
        %172 = arith.index_cast %169 : index to i64
        %173 = arith.index_cast %171 : index to i64
        %c1_135 = arith.constant 1 : index
        %c0_136 = arith.constant 0 : index
        %174 = arith.muli %arg4, %c1_135 : index
        %175 = arith.addi %174, %c0_136 : index
        %176 = arith.muli %167, %c1_135 : index
        %177 = arith.addi %176, %c0_136 : index
        %178 = arith.index_cast %175 : index to i64
        %179 = arith.index_cast %177 : index to i64
        %180 = arith.cmpi sle, %172, %173 : i64
        %181 = arith.cmpi sle, %178, %179 : i64
        %182 = arith.andi %180, %181 : i1
        %183 = arith.cmpi sge, %173, %178 : i64
        %184 = arith.cmpi sge, %172, %179 : i64
        %true = arith.constant true
        %185 = arith.xori %182, %true : i1
        %186 = arith.ori %185, %183 : i1
        %187 = arith.andi %182, %184 : i1
        %188:3 = scf.if %186 -> (vector<4xf32>, vector<4xf32>, vector<4x4xf32>) {
          %c0_137 = arith.constant 0 : index
          %c4_138 = arith.constant 4 : index
          %189 = arith.remui %thread_id_x, %c4_138 : index
          %c4_139 = arith.constant 4 : index
          %190 = arith.divui %thread_id_x, %c4_139 : index
          %c16_140 = arith.constant 16 : index
          %191 = arith.muli %c0_137, %c16_140 : index
          %c4_141 = arith.constant 4 : index
          %192 = arith.muli %189, %c4_141 : index
          %193 = arith.addi %191, %192 : index
          %c2_142 = arith.constant 2 : index
          %194 = arith.divui %190, %c2_142 : index
          %c3_143 = arith.constant 3 : index
          %195 = arith.andi %194, %c3_143 : index
          %196 = arith.xori %189, %195 : index
          %c4_144 = arith.constant 4 : index
          %197 = arith.muli %196, %c4_144 : index
          %c16_145 = arith.constant 16 : index
          %198 = arith.muli %190, %c16_145 : index
          %199 = arith.addi %198, %197 : index
          %200 = arith.addi %arg4, %190 : index
          %c170_146 = arith.constant 170 : index
          %201 = arith.cmpi ult, %200, %c170_146 : index
          %c169_147 = arith.constant 169 : index
          %202 = arith.minui %200, %c169_147 : index
          %cst_148 = arith.constant 0.000000e+00 : f32
          %203 = vector.broadcast %cst_148 : f32 to vector<4xf32>
          %204 = vector.load %arg1[%4, %202, %193] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
          %c32_149 = arith.constant 32 : index
          %205 = arith.addi %190, %c32_149 : index
          %206 = arith.addi %arg4, %205 : index
          %c170_150 = arith.constant 170 : index
          %207 = arith.cmpi ult, %206, %c170_150 : index
          %c169_151 = arith.constant 169 : index
          %208 = arith.minui %206, %c169_151 : index
          %cst_152 = arith.constant 0.000000e+00 : f32
          %209 = vector.broadcast %cst_152 : f32 to vector<4xf32>
          %210 = vector.load %arg1[%4, %208, %193] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
          %c512_153 = arith.constant 512 : index
          %211 = arith.addi %199, %c512_153 : index
          %212 = arith.addi %c0, %199 : index
          vector.store %204, %6[%212] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %213 = arith.addi %c0, %211 : index
          vector.store %210, %6[%213] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          gpu.barrier
          %c1_154 = arith.constant 1 : index
          %c1_155 = arith.constant 1 : index
          %cst_156 = arith.constant 0.000000e+00 : f32
          %214 = vector.broadcast %cst_156 : f32 to vector<8x4xf32>
          %c0_157 = arith.constant 0 : index
          %215:3 = scf.for %arg8 = %c0_157 to %c1_154 step %c1_155 iter_args(%arg9 = %c0, %arg10 = %c1024, %arg11 = %214) -> (index, index, vector<8x4xf32>) {
            %c1_405 = arith.constant 1 : index
            %875 = arith.addi %arg8, %c1_405 : index
            %c4_406 = arith.constant 4 : index
            %876 = arith.remui %thread_id_x, %c4_406 : index
            %c4_407 = arith.constant 4 : index
            %877 = arith.divui %thread_id_x, %c4_407 : index
            %c16_408 = arith.constant 16 : index
            %878 = arith.muli %875, %c16_408 : index
            %c4_409 = arith.constant 4 : index
            %879 = arith.muli %876, %c4_409 : index
            %880 = arith.addi %878, %879 : index
            %c2_410 = arith.constant 2 : index
            %881 = arith.divui %877, %c2_410 : index
            %c3_411 = arith.constant 3 : index
            %882 = arith.andi %881, %c3_411 : index
            %883 = arith.xori %876, %882 : index
            %c4_412 = arith.constant 4 : index
            %884 = arith.muli %883, %c4_412 : index
            %c16_413 = arith.constant 16 : index
            %885 = arith.muli %877, %c16_413 : index
            %886 = arith.addi %885, %884 : index
            %887 = arith.addi %arg4, %877 : index
            %c170_414 = arith.constant 170 : index
            %888 = arith.cmpi ult, %887, %c170_414 : index
            %c169_415 = arith.constant 169 : index
            %889 = arith.minui %887, %c169_415 : index
            %cst_416 = arith.constant 0.000000e+00 : f32
            %890 = vector.broadcast %cst_416 : f32 to vector<4xf32>
            %891 = vector.load %arg1[%4, %889, %880] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
            %c32_417 = arith.constant 32 : index
            %892 = arith.addi %877, %c32_417 : index
            %893 = arith.addi %arg4, %892 : index
            %c170_418 = arith.constant 170 : index
            %894 = arith.cmpi ult, %893, %c170_418 : index
            %c169_419 = arith.constant 169 : index
            %895 = arith.minui %893, %c169_419 : index
            %cst_420 = arith.constant 0.000000e+00 : f32
            %896 = vector.broadcast %cst_420 : f32 to vector<4xf32>
            %897 = vector.load %arg1[%4, %895, %880] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
            %c512_421 = arith.constant 512 : index
            %898 = arith.addi %886, %c512_421 : index
            %c1024_422 = arith.constant 1024 : index
            %899 = arith.muli %arg8, %c1024_422 : index
            %900 = arith.addi %899, %13 : index
            %901 = vector.load %5[%900] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_423 = arith.constant 256 : index
            %902 = arith.addi %900, %c256_423 : index
            %903 = vector.load %5[%902] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_424 = arith.constant 512 : index
            %904 = arith.addi %900, %c512_424 : index
            %905 = vector.load %5[%904] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_425 = arith.constant 768 : index
            %906 = arith.addi %900, %c768_425 : index
            %907 = vector.load %5[%906] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_426 = arith.constant 0.000000e+00 : f32
            %908 = vector.broadcast %cst_426 : f32 to vector<4x4xf32>
            %909 = vector.insert %901, %908 [0] : vector<4xf32> into vector<4x4xf32>
            %910 = vector.insert %903, %909 [1] : vector<4xf32> into vector<4x4xf32>
            %911 = vector.insert %905, %910 [2] : vector<4xf32> into vector<4x4xf32>
            %912 = vector.insert %907, %911 [3] : vector<4xf32> into vector<4x4xf32>
            %913 = vector.transpose %912, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %914 = vector.extract %913[0] : vector<4xf32> from vector<4x4xf32>
            %915 = vector.extract %913[1] : vector<4xf32> from vector<4x4xf32>
            %916 = vector.extract %913[2] : vector<4xf32> from vector<4x4xf32>
            %917 = vector.extract %913[3] : vector<4xf32> from vector<4x4xf32>
            %918 = arith.addi %arg9, %37 : index
            %919 = vector.load %6[%918] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c128_427 = arith.constant 128 : index
            %920 = arith.addi %918, %c128_427 : index
            %921 = vector.load %6[%920] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_428 = arith.constant 256 : index
            %922 = arith.addi %918, %c256_428 : index
            %923 = vector.load %6[%922] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c384_429 = arith.constant 384 : index
            %924 = arith.addi %918, %c384_429 : index
            %925 = vector.load %6[%924] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_430 = arith.constant 512 : index
            %926 = arith.addi %918, %c512_430 : index
            %927 = vector.load %6[%926] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c640_431 = arith.constant 640 : index
            %928 = arith.addi %918, %c640_431 : index
            %929 = vector.load %6[%928] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_432 = arith.constant 768 : index
            %930 = arith.addi %918, %c768_432 : index
            %931 = vector.load %6[%930] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c896_433 = arith.constant 896 : index
            %932 = arith.addi %918, %c896_433 : index
            %933 = vector.load %6[%932] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_434 = arith.constant 0.000000e+00 : f32
            %934 = vector.broadcast %cst_434 : f32 to vector<8x4xf32>
            %935 = vector.insert %919, %934 [0] : vector<4xf32> into vector<8x4xf32>
            %936 = vector.insert %921, %935 [1] : vector<4xf32> into vector<8x4xf32>
            %937 = vector.insert %923, %936 [2] : vector<4xf32> into vector<8x4xf32>
            %938 = vector.insert %925, %937 [3] : vector<4xf32> into vector<8x4xf32>
            %939 = vector.insert %927, %938 [4] : vector<4xf32> into vector<8x4xf32>
            %940 = vector.insert %929, %939 [5] : vector<4xf32> into vector<8x4xf32>
            %941 = vector.insert %931, %940 [6] : vector<4xf32> into vector<8x4xf32>
            %942 = vector.insert %933, %941 [7] : vector<4xf32> into vector<8x4xf32>
            %943 = vector.transpose %942, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
            %944 = vector.extract %943[0] : vector<8xf32> from vector<4x8xf32>
            %945 = vector.extract %943[1] : vector<8xf32> from vector<4x8xf32>
            %946 = vector.extract %943[2] : vector<8xf32> from vector<4x8xf32>
            %947 = vector.extract %943[3] : vector<8xf32> from vector<4x8xf32>
            %948 = vector.outerproduct %944, %914, %arg11 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %949 = vector.outerproduct %945, %915, %948 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %950 = vector.outerproduct %946, %916, %949 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %951 = vector.outerproduct %947, %917, %950 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %952 = arith.addi %899, %19 : index
            %953 = vector.load %5[%952] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_435 = arith.constant 256 : index
            %954 = arith.addi %952, %c256_435 : index
            %955 = vector.load %5[%954] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_436 = arith.constant 512 : index
            %956 = arith.addi %952, %c512_436 : index
            %957 = vector.load %5[%956] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_437 = arith.constant 768 : index
            %958 = arith.addi %952, %c768_437 : index
            %959 = vector.load %5[%958] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_438 = arith.constant 0.000000e+00 : f32
            %960 = vector.broadcast %cst_438 : f32 to vector<4x4xf32>
            %961 = vector.insert %953, %960 [0] : vector<4xf32> into vector<4x4xf32>
            %962 = vector.insert %955, %961 [1] : vector<4xf32> into vector<4x4xf32>
            %963 = vector.insert %957, %962 [2] : vector<4xf32> into vector<4x4xf32>
            %964 = vector.insert %959, %963 [3] : vector<4xf32> into vector<4x4xf32>
            %965 = vector.transpose %964, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %966 = vector.extract %965[0] : vector<4xf32> from vector<4x4xf32>
            %967 = vector.extract %965[1] : vector<4xf32> from vector<4x4xf32>
            %968 = vector.extract %965[2] : vector<4xf32> from vector<4x4xf32>
            %969 = vector.extract %965[3] : vector<4xf32> from vector<4x4xf32>
            %970 = arith.addi %arg9, %43 : index
            %971 = vector.load %6[%970] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c128_439 = arith.constant 128 : index
            %972 = arith.addi %970, %c128_439 : index
            %973 = vector.load %6[%972] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_440 = arith.constant 256 : index
            %974 = arith.addi %970, %c256_440 : index
            %975 = vector.load %6[%974] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c384_441 = arith.constant 384 : index
            %976 = arith.addi %970, %c384_441 : index
            %977 = vector.load %6[%976] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_442 = arith.constant 512 : index
            %978 = arith.addi %970, %c512_442 : index
            %979 = vector.load %6[%978] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c640_443 = arith.constant 640 : index
            %980 = arith.addi %970, %c640_443 : index
            %981 = vector.load %6[%980] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_444 = arith.constant 768 : index
            %982 = arith.addi %970, %c768_444 : index
            %983 = vector.load %6[%982] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c896_445 = arith.constant 896 : index
            %984 = arith.addi %970, %c896_445 : index
            %985 = vector.load %6[%984] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_446 = arith.constant 0.000000e+00 : f32
            %986 = vector.broadcast %cst_446 : f32 to vector<8x4xf32>
            %987 = vector.insert %971, %986 [0] : vector<4xf32> into vector<8x4xf32>
            %988 = vector.insert %973, %987 [1] : vector<4xf32> into vector<8x4xf32>
            %989 = vector.insert %975, %988 [2] : vector<4xf32> into vector<8x4xf32>
            %990 = vector.insert %977, %989 [3] : vector<4xf32> into vector<8x4xf32>
            %991 = vector.insert %979, %990 [4] : vector<4xf32> into vector<8x4xf32>
            %992 = vector.insert %981, %991 [5] : vector<4xf32> into vector<8x4xf32>
            %993 = vector.insert %983, %992 [6] : vector<4xf32> into vector<8x4xf32>
            %994 = vector.insert %985, %993 [7] : vector<4xf32> into vector<8x4xf32>
            %995 = vector.transpose %994, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
            %996 = vector.extract %995[0] : vector<8xf32> from vector<4x8xf32>
            %997 = vector.extract %995[1] : vector<8xf32> from vector<4x8xf32>
            %998 = vector.extract %995[2] : vector<8xf32> from vector<4x8xf32>
            %999 = vector.extract %995[3] : vector<8xf32> from vector<4x8xf32>
            %1000 = vector.outerproduct %996, %966, %951 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1001 = vector.outerproduct %997, %967, %1000 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1002 = vector.outerproduct %998, %968, %1001 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1003 = vector.outerproduct %999, %969, %1002 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1004 = arith.addi %899, %25 : index
            %1005 = vector.load %5[%1004] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_447 = arith.constant 256 : index
            %1006 = arith.addi %1004, %c256_447 : index
            %1007 = vector.load %5[%1006] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_448 = arith.constant 512 : index
            %1008 = arith.addi %1004, %c512_448 : index
            %1009 = vector.load %5[%1008] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_449 = arith.constant 768 : index
            %1010 = arith.addi %1004, %c768_449 : index
            %1011 = vector.load %5[%1010] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_450 = arith.constant 0.000000e+00 : f32
            %1012 = vector.broadcast %cst_450 : f32 to vector<4x4xf32>
            %1013 = vector.insert %1005, %1012 [0] : vector<4xf32> into vector<4x4xf32>
            %1014 = vector.insert %1007, %1013 [1] : vector<4xf32> into vector<4x4xf32>
            %1015 = vector.insert %1009, %1014 [2] : vector<4xf32> into vector<4x4xf32>
            %1016 = vector.insert %1011, %1015 [3] : vector<4xf32> into vector<4x4xf32>
            %1017 = vector.transpose %1016, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %1018 = vector.extract %1017[0] : vector<4xf32> from vector<4x4xf32>
            %1019 = vector.extract %1017[1] : vector<4xf32> from vector<4x4xf32>
            %1020 = vector.extract %1017[2] : vector<4xf32> from vector<4x4xf32>
            %1021 = vector.extract %1017[3] : vector<4xf32> from vector<4x4xf32>
            %1022 = arith.addi %arg9, %49 : index
            %1023 = vector.load %6[%1022] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c128_451 = arith.constant 128 : index
            %1024 = arith.addi %1022, %c128_451 : index
            %1025 = vector.load %6[%1024] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_452 = arith.constant 256 : index
            %1026 = arith.addi %1022, %c256_452 : index
            %1027 = vector.load %6[%1026] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c384_453 = arith.constant 384 : index
            %1028 = arith.addi %1022, %c384_453 : index
            %1029 = vector.load %6[%1028] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_454 = arith.constant 512 : index
            %1030 = arith.addi %1022, %c512_454 : index
            %1031 = vector.load %6[%1030] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c640_455 = arith.constant 640 : index
            %1032 = arith.addi %1022, %c640_455 : index
            %1033 = vector.load %6[%1032] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_456 = arith.constant 768 : index
            %1034 = arith.addi %1022, %c768_456 : index
            %1035 = vector.load %6[%1034] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c896_457 = arith.constant 896 : index
            %1036 = arith.addi %1022, %c896_457 : index
            %1037 = vector.load %6[%1036] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_458 = arith.constant 0.000000e+00 : f32
            %1038 = vector.broadcast %cst_458 : f32 to vector<8x4xf32>
            %1039 = vector.insert %1023, %1038 [0] : vector<4xf32> into vector<8x4xf32>
            %1040 = vector.insert %1025, %1039 [1] : vector<4xf32> into vector<8x4xf32>
            %1041 = vector.insert %1027, %1040 [2] : vector<4xf32> into vector<8x4xf32>
            %1042 = vector.insert %1029, %1041 [3] : vector<4xf32> into vector<8x4xf32>
            %1043 = vector.insert %1031, %1042 [4] : vector<4xf32> into vector<8x4xf32>
            %1044 = vector.insert %1033, %1043 [5] : vector<4xf32> into vector<8x4xf32>
            %1045 = vector.insert %1035, %1044 [6] : vector<4xf32> into vector<8x4xf32>
            %1046 = vector.insert %1037, %1045 [7] : vector<4xf32> into vector<8x4xf32>
            %1047 = vector.transpose %1046, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
            %1048 = vector.extract %1047[0] : vector<8xf32> from vector<4x8xf32>
            %1049 = vector.extract %1047[1] : vector<8xf32> from vector<4x8xf32>
            %1050 = vector.extract %1047[2] : vector<8xf32> from vector<4x8xf32>
            %1051 = vector.extract %1047[3] : vector<8xf32> from vector<4x8xf32>
            %1052 = vector.outerproduct %1048, %1018, %1003 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1053 = vector.outerproduct %1049, %1019, %1052 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1054 = vector.outerproduct %1050, %1020, %1053 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1055 = vector.outerproduct %1051, %1021, %1054 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1056 = arith.addi %899, %31 : index
            %1057 = vector.load %5[%1056] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_459 = arith.constant 256 : index
            %1058 = arith.addi %1056, %c256_459 : index
            %1059 = vector.load %5[%1058] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_460 = arith.constant 512 : index
            %1060 = arith.addi %1056, %c512_460 : index
            %1061 = vector.load %5[%1060] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_461 = arith.constant 768 : index
            %1062 = arith.addi %1056, %c768_461 : index
            %1063 = vector.load %5[%1062] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_462 = arith.constant 0.000000e+00 : f32
            %1064 = vector.broadcast %cst_462 : f32 to vector<4x4xf32>
            %1065 = vector.insert %1057, %1064 [0] : vector<4xf32> into vector<4x4xf32>
            %1066 = vector.insert %1059, %1065 [1] : vector<4xf32> into vector<4x4xf32>
            %1067 = vector.insert %1061, %1066 [2] : vector<4xf32> into vector<4x4xf32>
            %1068 = vector.insert %1063, %1067 [3] : vector<4xf32> into vector<4x4xf32>
            %1069 = vector.transpose %1068, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %1070 = vector.extract %1069[0] : vector<4xf32> from vector<4x4xf32>
            %1071 = vector.extract %1069[1] : vector<4xf32> from vector<4x4xf32>
            %1072 = vector.extract %1069[2] : vector<4xf32> from vector<4x4xf32>
            %1073 = vector.extract %1069[3] : vector<4xf32> from vector<4x4xf32>
            %1074 = arith.addi %arg9, %55 : index
            %1075 = vector.load %6[%1074] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c128_463 = arith.constant 128 : index
            %1076 = arith.addi %1074, %c128_463 : index
            %1077 = vector.load %6[%1076] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c256_464 = arith.constant 256 : index
            %1078 = arith.addi %1074, %c256_464 : index
            %1079 = vector.load %6[%1078] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c384_465 = arith.constant 384 : index
            %1080 = arith.addi %1074, %c384_465 : index
            %1081 = vector.load %6[%1080] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c512_466 = arith.constant 512 : index
            %1082 = arith.addi %1074, %c512_466 : index
            %1083 = vector.load %6[%1082] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c640_467 = arith.constant 640 : index
            %1084 = arith.addi %1074, %c640_467 : index
            %1085 = vector.load %6[%1084] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c768_468 = arith.constant 768 : index
            %1086 = arith.addi %1074, %c768_468 : index
            %1087 = vector.load %6[%1086] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %c896_469 = arith.constant 896 : index
            %1088 = arith.addi %1074, %c896_469 : index
            %1089 = vector.load %6[%1088] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_470 = arith.constant 0.000000e+00 : f32
            %1090 = vector.broadcast %cst_470 : f32 to vector<8x4xf32>
            %1091 = vector.insert %1075, %1090 [0] : vector<4xf32> into vector<8x4xf32>
            %1092 = vector.insert %1077, %1091 [1] : vector<4xf32> into vector<8x4xf32>
            %1093 = vector.insert %1079, %1092 [2] : vector<4xf32> into vector<8x4xf32>
            %1094 = vector.insert %1081, %1093 [3] : vector<4xf32> into vector<8x4xf32>
            %1095 = vector.insert %1083, %1094 [4] : vector<4xf32> into vector<8x4xf32>
            %1096 = vector.insert %1085, %1095 [5] : vector<4xf32> into vector<8x4xf32>
            %1097 = vector.insert %1087, %1096 [6] : vector<4xf32> into vector<8x4xf32>
            %1098 = vector.insert %1089, %1097 [7] : vector<4xf32> into vector<8x4xf32>
            %1099 = vector.transpose %1098, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
            %1100 = vector.extract %1099[0] : vector<8xf32> from vector<4x8xf32>
            %1101 = vector.extract %1099[1] : vector<8xf32> from vector<4x8xf32>
            %1102 = vector.extract %1099[2] : vector<8xf32> from vector<4x8xf32>
            %1103 = vector.extract %1099[3] : vector<8xf32> from vector<4x8xf32>
            %1104 = vector.outerproduct %1100, %1070, %1055 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1105 = vector.outerproduct %1101, %1071, %1104 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1106 = vector.outerproduct %1102, %1072, %1105 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1107 = vector.outerproduct %1103, %1073, %1106 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
            %1108 = arith.addi %arg10, %886 : index
            vector.store %891, %6[%1108] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %1109 = arith.addi %arg10, %898 : index
            vector.store %897, %6[%1109] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            gpu.barrier
            scf.yield %arg10, %arg9, %1107 : index, index, vector<8x4xf32>
          }
          %c8_158 = arith.constant 8 : index
          %216 = arith.divui %thread_id_x, %c8_158 : index
          %c8_159 = arith.constant 8 : index
          %217 = arith.remui %thread_id_x, %c8_159 : index
          %218 = arith.addi %arg4, %216 : index
          %c4_160 = arith.constant 4 : index
          %219 = arith.muli %217, %c4_160 : index
          %c170_161 = arith.constant 170 : index
          %220 = arith.cmpi ult, %218, %c170_161 : index
          %c169_162 = arith.constant 169 : index
          %221 = arith.minui %218, %c169_162 : index
          %cst_163 = arith.constant 0.000000e+00 : f32
          %222 = vector.broadcast %cst_163 : f32 to vector<4xf32>
          %223 = vector.load %arg2[%4, %221, %219] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
          %cst_164 = arith.constant 0.000000e+00 : f32
          %224 = vector.broadcast %cst_164 : f32 to vector<4xf32>
          %225 = arith.select %220, %223, %224 : vector<4xf32>
          %c4_165 = arith.constant 4 : index
          %226 = arith.muli %thread_id_x, %c4_165 : index
          %c1024_166 = arith.constant 1024 : index
          %227 = arith.muli %c1_154, %c1024_166 : index
          %228 = arith.addi %227, %13 : index
          %229 = vector.load %5[%228] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256 = arith.constant 256 : index
          %230 = arith.addi %228, %c256 : index
          %231 = vector.load %5[%230] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_167 = arith.constant 512 : index
          %232 = arith.addi %228, %c512_167 : index
          %233 = vector.load %5[%232] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768 = arith.constant 768 : index
          %234 = arith.addi %228, %c768 : index
          %235 = vector.load %5[%234] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_168 = arith.constant 0.000000e+00 : f32
          %236 = vector.broadcast %cst_168 : f32 to vector<4x4xf32>
          %237 = vector.insert %229, %236 [0] : vector<4xf32> into vector<4x4xf32>
          %238 = vector.insert %231, %237 [1] : vector<4xf32> into vector<4x4xf32>
          %239 = vector.insert %233, %238 [2] : vector<4xf32> into vector<4x4xf32>
          %240 = vector.insert %235, %239 [3] : vector<4xf32> into vector<4x4xf32>
          %241 = vector.transpose %240, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %242 = vector.extract %241[0] : vector<4xf32> from vector<4x4xf32>
          %243 = vector.extract %241[1] : vector<4xf32> from vector<4x4xf32>
          %244 = vector.extract %241[2] : vector<4xf32> from vector<4x4xf32>
          %245 = vector.extract %241[3] : vector<4xf32> from vector<4x4xf32>
          %246 = arith.addi %215#0, %37 : index
          %247 = vector.load %6[%246] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c128 = arith.constant 128 : index
          %248 = arith.addi %246, %c128 : index
          %249 = vector.load %6[%248] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_169 = arith.constant 256 : index
          %250 = arith.addi %246, %c256_169 : index
          %251 = vector.load %6[%250] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c384 = arith.constant 384 : index
          %252 = arith.addi %246, %c384 : index
          %253 = vector.load %6[%252] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_170 = arith.constant 512 : index
          %254 = arith.addi %246, %c512_170 : index
          %255 = vector.load %6[%254] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c640 = arith.constant 640 : index
          %256 = arith.addi %246, %c640 : index
          %257 = vector.load %6[%256] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_171 = arith.constant 768 : index
          %258 = arith.addi %246, %c768_171 : index
          %259 = vector.load %6[%258] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c896 = arith.constant 896 : index
          %260 = arith.addi %246, %c896 : index
          %261 = vector.load %6[%260] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_172 = arith.constant 0.000000e+00 : f32
          %262 = vector.broadcast %cst_172 : f32 to vector<8x4xf32>
          %263 = vector.insert %247, %262 [0] : vector<4xf32> into vector<8x4xf32>
          %264 = vector.insert %249, %263 [1] : vector<4xf32> into vector<8x4xf32>
          %265 = vector.insert %251, %264 [2] : vector<4xf32> into vector<8x4xf32>
          %266 = vector.insert %253, %265 [3] : vector<4xf32> into vector<8x4xf32>
          %267 = vector.insert %255, %266 [4] : vector<4xf32> into vector<8x4xf32>
          %268 = vector.insert %257, %267 [5] : vector<4xf32> into vector<8x4xf32>
          %269 = vector.insert %259, %268 [6] : vector<4xf32> into vector<8x4xf32>
          %270 = vector.insert %261, %269 [7] : vector<4xf32> into vector<8x4xf32>
          %271 = vector.transpose %270, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
          %272 = vector.extract %271[0] : vector<8xf32> from vector<4x8xf32>
          %273 = vector.extract %271[1] : vector<8xf32> from vector<4x8xf32>
          %274 = vector.extract %271[2] : vector<8xf32> from vector<4x8xf32>
          %275 = vector.extract %271[3] : vector<8xf32> from vector<4x8xf32>
          %276 = vector.outerproduct %272, %242, %215#2 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %277 = vector.outerproduct %273, %243, %276 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %278 = vector.outerproduct %274, %244, %277 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %279 = vector.outerproduct %275, %245, %278 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %280 = arith.addi %227, %19 : index
          %281 = vector.load %5[%280] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_173 = arith.constant 256 : index
          %282 = arith.addi %280, %c256_173 : index
          %283 = vector.load %5[%282] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_174 = arith.constant 512 : index
          %284 = arith.addi %280, %c512_174 : index
          %285 = vector.load %5[%284] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_175 = arith.constant 768 : index
          %286 = arith.addi %280, %c768_175 : index
          %287 = vector.load %5[%286] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_176 = arith.constant 0.000000e+00 : f32
          %288 = vector.broadcast %cst_176 : f32 to vector<4x4xf32>
          %289 = vector.insert %281, %288 [0] : vector<4xf32> into vector<4x4xf32>
          %290 = vector.insert %283, %289 [1] : vector<4xf32> into vector<4x4xf32>
          %291 = vector.insert %285, %290 [2] : vector<4xf32> into vector<4x4xf32>
          %292 = vector.insert %287, %291 [3] : vector<4xf32> into vector<4x4xf32>
          %293 = vector.transpose %292, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %294 = vector.extract %293[0] : vector<4xf32> from vector<4x4xf32>
          %295 = vector.extract %293[1] : vector<4xf32> from vector<4x4xf32>
          %296 = vector.extract %293[2] : vector<4xf32> from vector<4x4xf32>
          %297 = vector.extract %293[3] : vector<4xf32> from vector<4x4xf32>
          %298 = arith.addi %215#0, %43 : index
          %299 = vector.load %6[%298] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c128_177 = arith.constant 128 : index
          %300 = arith.addi %298, %c128_177 : index
          %301 = vector.load %6[%300] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_178 = arith.constant 256 : index
          %302 = arith.addi %298, %c256_178 : index
          %303 = vector.load %6[%302] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c384_179 = arith.constant 384 : index
          %304 = arith.addi %298, %c384_179 : index
          %305 = vector.load %6[%304] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_180 = arith.constant 512 : index
          %306 = arith.addi %298, %c512_180 : index
          %307 = vector.load %6[%306] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c640_181 = arith.constant 640 : index
          %308 = arith.addi %298, %c640_181 : index
          %309 = vector.load %6[%308] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_182 = arith.constant 768 : index
          %310 = arith.addi %298, %c768_182 : index
          %311 = vector.load %6[%310] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c896_183 = arith.constant 896 : index
          %312 = arith.addi %298, %c896_183 : index
          %313 = vector.load %6[%312] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_184 = arith.constant 0.000000e+00 : f32
          %314 = vector.broadcast %cst_184 : f32 to vector<8x4xf32>
          %315 = vector.insert %299, %314 [0] : vector<4xf32> into vector<8x4xf32>
          %316 = vector.insert %301, %315 [1] : vector<4xf32> into vector<8x4xf32>
          %317 = vector.insert %303, %316 [2] : vector<4xf32> into vector<8x4xf32>
          %318 = vector.insert %305, %317 [3] : vector<4xf32> into vector<8x4xf32>
          %319 = vector.insert %307, %318 [4] : vector<4xf32> into vector<8x4xf32>
          %320 = vector.insert %309, %319 [5] : vector<4xf32> into vector<8x4xf32>
          %321 = vector.insert %311, %320 [6] : vector<4xf32> into vector<8x4xf32>
          %322 = vector.insert %313, %321 [7] : vector<4xf32> into vector<8x4xf32>
          %323 = vector.transpose %322, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
          %324 = vector.extract %323[0] : vector<8xf32> from vector<4x8xf32>
          %325 = vector.extract %323[1] : vector<8xf32> from vector<4x8xf32>
          %326 = vector.extract %323[2] : vector<8xf32> from vector<4x8xf32>
          %327 = vector.extract %323[3] : vector<8xf32> from vector<4x8xf32>
          %328 = vector.outerproduct %324, %294, %279 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %329 = vector.outerproduct %325, %295, %328 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %330 = vector.outerproduct %326, %296, %329 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %331 = vector.outerproduct %327, %297, %330 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %332 = arith.addi %227, %25 : index
          %333 = vector.load %5[%332] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_185 = arith.constant 256 : index
          %334 = arith.addi %332, %c256_185 : index
          %335 = vector.load %5[%334] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_186 = arith.constant 512 : index
          %336 = arith.addi %332, %c512_186 : index
          %337 = vector.load %5[%336] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_187 = arith.constant 768 : index
          %338 = arith.addi %332, %c768_187 : index
          %339 = vector.load %5[%338] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_188 = arith.constant 0.000000e+00 : f32
          %340 = vector.broadcast %cst_188 : f32 to vector<4x4xf32>
          %341 = vector.insert %333, %340 [0] : vector<4xf32> into vector<4x4xf32>
          %342 = vector.insert %335, %341 [1] : vector<4xf32> into vector<4x4xf32>
          %343 = vector.insert %337, %342 [2] : vector<4xf32> into vector<4x4xf32>
          %344 = vector.insert %339, %343 [3] : vector<4xf32> into vector<4x4xf32>
          %345 = vector.transpose %344, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %346 = vector.extract %345[0] : vector<4xf32> from vector<4x4xf32>
          %347 = vector.extract %345[1] : vector<4xf32> from vector<4x4xf32>
          %348 = vector.extract %345[2] : vector<4xf32> from vector<4x4xf32>
          %349 = vector.extract %345[3] : vector<4xf32> from vector<4x4xf32>
          %350 = arith.addi %215#0, %49 : index
          %351 = vector.load %6[%350] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c128_189 = arith.constant 128 : index
          %352 = arith.addi %350, %c128_189 : index
          %353 = vector.load %6[%352] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_190 = arith.constant 256 : index
          %354 = arith.addi %350, %c256_190 : index
          %355 = vector.load %6[%354] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c384_191 = arith.constant 384 : index
          %356 = arith.addi %350, %c384_191 : index
          %357 = vector.load %6[%356] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_192 = arith.constant 512 : index
          %358 = arith.addi %350, %c512_192 : index
          %359 = vector.load %6[%358] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c640_193 = arith.constant 640 : index
          %360 = arith.addi %350, %c640_193 : index
          %361 = vector.load %6[%360] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_194 = arith.constant 768 : index
          %362 = arith.addi %350, %c768_194 : index
          %363 = vector.load %6[%362] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c896_195 = arith.constant 896 : index
          %364 = arith.addi %350, %c896_195 : index
          %365 = vector.load %6[%364] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_196 = arith.constant 0.000000e+00 : f32
          %366 = vector.broadcast %cst_196 : f32 to vector<8x4xf32>
          %367 = vector.insert %351, %366 [0] : vector<4xf32> into vector<8x4xf32>
          %368 = vector.insert %353, %367 [1] : vector<4xf32> into vector<8x4xf32>
          %369 = vector.insert %355, %368 [2] : vector<4xf32> into vector<8x4xf32>
          %370 = vector.insert %357, %369 [3] : vector<4xf32> into vector<8x4xf32>
          %371 = vector.insert %359, %370 [4] : vector<4xf32> into vector<8x4xf32>
          %372 = vector.insert %361, %371 [5] : vector<4xf32> into vector<8x4xf32>
          %373 = vector.insert %363, %372 [6] : vector<4xf32> into vector<8x4xf32>
          %374 = vector.insert %365, %373 [7] : vector<4xf32> into vector<8x4xf32>
          %375 = vector.transpose %374, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
          %376 = vector.extract %375[0] : vector<8xf32> from vector<4x8xf32>
          %377 = vector.extract %375[1] : vector<8xf32> from vector<4x8xf32>
          %378 = vector.extract %375[2] : vector<8xf32> from vector<4x8xf32>
          %379 = vector.extract %375[3] : vector<8xf32> from vector<4x8xf32>
          %380 = vector.outerproduct %376, %346, %331 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %381 = vector.outerproduct %377, %347, %380 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %382 = vector.outerproduct %378, %348, %381 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %383 = vector.outerproduct %379, %349, %382 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %384 = arith.addi %227, %31 : index
          %385 = vector.load %5[%384] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_197 = arith.constant 256 : index
          %386 = arith.addi %384, %c256_197 : index
          %387 = vector.load %5[%386] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_198 = arith.constant 512 : index
          %388 = arith.addi %384, %c512_198 : index
          %389 = vector.load %5[%388] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_199 = arith.constant 768 : index
          %390 = arith.addi %384, %c768_199 : index
          %391 = vector.load %5[%390] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_200 = arith.constant 0.000000e+00 : f32
          %392 = vector.broadcast %cst_200 : f32 to vector<4x4xf32>
          %393 = vector.insert %385, %392 [0] : vector<4xf32> into vector<4x4xf32>
          %394 = vector.insert %387, %393 [1] : vector<4xf32> into vector<4x4xf32>
          %395 = vector.insert %389, %394 [2] : vector<4xf32> into vector<4x4xf32>
          %396 = vector.insert %391, %395 [3] : vector<4xf32> into vector<4x4xf32>
          %397 = vector.transpose %396, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %398 = vector.extract %397[0] : vector<4xf32> from vector<4x4xf32>
          %399 = vector.extract %397[1] : vector<4xf32> from vector<4x4xf32>
          %400 = vector.extract %397[2] : vector<4xf32> from vector<4x4xf32>
          %401 = vector.extract %397[3] : vector<4xf32> from vector<4x4xf32>
          %402 = arith.addi %215#0, %55 : index
          %403 = vector.load %6[%402] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c128_201 = arith.constant 128 : index
          %404 = arith.addi %402, %c128_201 : index
          %405 = vector.load %6[%404] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c256_202 = arith.constant 256 : index
          %406 = arith.addi %402, %c256_202 : index
          %407 = vector.load %6[%406] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c384_203 = arith.constant 384 : index
          %408 = arith.addi %402, %c384_203 : index
          %409 = vector.load %6[%408] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c512_204 = arith.constant 512 : index
          %410 = arith.addi %402, %c512_204 : index
          %411 = vector.load %6[%410] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c640_205 = arith.constant 640 : index
          %412 = arith.addi %402, %c640_205 : index
          %413 = vector.load %6[%412] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c768_206 = arith.constant 768 : index
          %414 = arith.addi %402, %c768_206 : index
          %415 = vector.load %6[%414] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %c896_207 = arith.constant 896 : index
          %416 = arith.addi %402, %c896_207 : index
          %417 = vector.load %6[%416] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_208 = arith.constant 0.000000e+00 : f32
          %418 = vector.broadcast %cst_208 : f32 to vector<8x4xf32>
          %419 = vector.insert %403, %418 [0] : vector<4xf32> into vector<8x4xf32>
          %420 = vector.insert %405, %419 [1] : vector<4xf32> into vector<8x4xf32>
          %421 = vector.insert %407, %420 [2] : vector<4xf32> into vector<8x4xf32>
          %422 = vector.insert %409, %421 [3] : vector<4xf32> into vector<8x4xf32>
          %423 = vector.insert %411, %422 [4] : vector<4xf32> into vector<8x4xf32>
          %424 = vector.insert %413, %423 [5] : vector<4xf32> into vector<8x4xf32>
          %425 = vector.insert %415, %424 [6] : vector<4xf32> into vector<8x4xf32>
          %426 = vector.insert %417, %425 [7] : vector<4xf32> into vector<8x4xf32>
          %427 = vector.transpose %426, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
          %428 = vector.extract %427[0] : vector<8xf32> from vector<4x8xf32>
          %429 = vector.extract %427[1] : vector<8xf32> from vector<4x8xf32>
          %430 = vector.extract %427[2] : vector<8xf32> from vector<4x8xf32>
          %431 = vector.extract %427[3] : vector<8xf32> from vector<4x8xf32>
          %432 = vector.outerproduct %428, %398, %383 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %433 = vector.outerproduct %429, %399, %432 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %434 = vector.outerproduct %430, %400, %433 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %435 = vector.outerproduct %431, %401, %434 {kind = #vector.kind<add>} : vector<8xf32>, vector<4xf32>
          %436 = arith.addi %215#1, %226 : index
          vector.store %225, %6[%436] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %437 = vector.extract %435[0, 0] : f32 from vector<8x4xf32>
          %438 = arith.addi %arg4, %0 : index
          %439 = vector.extract %435[0, 1] : f32 from vector<8x4xf32>
          %440 = arith.addi %arg4, %0 : index
          %441 = vector.extract %435[0, 2] : f32 from vector<8x4xf32>
          %442 = arith.addi %arg4, %0 : index
          %443 = vector.extract %435[0, 3] : f32 from vector<8x4xf32>
          %444 = arith.addi %arg4, %0 : index
          %445 = vector.extract %435[1, 0] : f32 from vector<8x4xf32>
          %c8_209 = arith.constant 8 : index
          %446 = arith.addi %0, %c8_209 : index
          %447 = arith.addi %arg4, %446 : index
          %448 = vector.extract %435[1, 1] : f32 from vector<8x4xf32>
          %c8_210 = arith.constant 8 : index
          %449 = arith.addi %0, %c8_210 : index
          %450 = arith.addi %arg4, %449 : index
          %451 = vector.extract %435[1, 2] : f32 from vector<8x4xf32>
          %c8_211 = arith.constant 8 : index
          %452 = arith.addi %0, %c8_211 : index
          %453 = arith.addi %arg4, %452 : index
          %454 = vector.extract %435[1, 3] : f32 from vector<8x4xf32>
          %c8_212 = arith.constant 8 : index
          %455 = arith.addi %0, %c8_212 : index
          %456 = arith.addi %arg4, %455 : index
          %457 = vector.extract %435[2, 0] : f32 from vector<8x4xf32>
          %c16_213 = arith.constant 16 : index
          %458 = arith.addi %0, %c16_213 : index
          %459 = arith.addi %arg4, %458 : index
          %460 = vector.extract %435[2, 1] : f32 from vector<8x4xf32>
          %c16_214 = arith.constant 16 : index
          %461 = arith.addi %0, %c16_214 : index
          %462 = arith.addi %arg4, %461 : index
          %463 = vector.extract %435[2, 2] : f32 from vector<8x4xf32>
          %c16_215 = arith.constant 16 : index
          %464 = arith.addi %0, %c16_215 : index
          %465 = arith.addi %arg4, %464 : index
          %466 = vector.extract %435[2, 3] : f32 from vector<8x4xf32>
          %c16_216 = arith.constant 16 : index
          %467 = arith.addi %0, %c16_216 : index
          %468 = arith.addi %arg4, %467 : index
          %469 = vector.extract %435[3, 0] : f32 from vector<8x4xf32>
          %c24 = arith.constant 24 : index
          %470 = arith.addi %0, %c24 : index
          %471 = arith.addi %arg4, %470 : index
          %472 = vector.extract %435[3, 1] : f32 from vector<8x4xf32>
          %c24_217 = arith.constant 24 : index
          %473 = arith.addi %0, %c24_217 : index
          %474 = arith.addi %arg4, %473 : index
          %475 = vector.extract %435[3, 2] : f32 from vector<8x4xf32>
          %c24_218 = arith.constant 24 : index
          %476 = arith.addi %0, %c24_218 : index
          %477 = arith.addi %arg4, %476 : index
          %478 = vector.extract %435[3, 3] : f32 from vector<8x4xf32>
          %c24_219 = arith.constant 24 : index
          %479 = arith.addi %0, %c24_219 : index
          %480 = arith.addi %arg4, %479 : index
          %481 = vector.extract %435[4, 0] : f32 from vector<8x4xf32>
          %c32_220 = arith.constant 32 : index
          %482 = arith.addi %0, %c32_220 : index
          %483 = arith.addi %arg4, %482 : index
          %484 = vector.extract %435[4, 1] : f32 from vector<8x4xf32>
          %c32_221 = arith.constant 32 : index
          %485 = arith.addi %0, %c32_221 : index
          %486 = arith.addi %arg4, %485 : index
          %487 = vector.extract %435[4, 2] : f32 from vector<8x4xf32>
          %c32_222 = arith.constant 32 : index
          %488 = arith.addi %0, %c32_222 : index
          %489 = arith.addi %arg4, %488 : index
          %490 = vector.extract %435[4, 3] : f32 from vector<8x4xf32>
          %c32_223 = arith.constant 32 : index
          %491 = arith.addi %0, %c32_223 : index
          %492 = arith.addi %arg4, %491 : index
          %493 = vector.extract %435[5, 0] : f32 from vector<8x4xf32>
          %c40 = arith.constant 40 : index
          %494 = arith.addi %0, %c40 : index
          %495 = arith.addi %arg4, %494 : index
          %496 = vector.extract %435[5, 1] : f32 from vector<8x4xf32>
          %c40_224 = arith.constant 40 : index
          %497 = arith.addi %0, %c40_224 : index
          %498 = arith.addi %arg4, %497 : index
          %499 = vector.extract %435[5, 2] : f32 from vector<8x4xf32>
          %c40_225 = arith.constant 40 : index
          %500 = arith.addi %0, %c40_225 : index
          %501 = arith.addi %arg4, %500 : index
          %502 = vector.extract %435[5, 3] : f32 from vector<8x4xf32>
          %c40_226 = arith.constant 40 : index
          %503 = arith.addi %0, %c40_226 : index
          %504 = arith.addi %arg4, %503 : index
          %505 = vector.extract %435[6, 0] : f32 from vector<8x4xf32>
          %c48_227 = arith.constant 48 : index
          %506 = arith.addi %0, %c48_227 : index
          %507 = arith.addi %arg4, %506 : index
          %508 = vector.extract %435[6, 1] : f32 from vector<8x4xf32>
          %c48_228 = arith.constant 48 : index
          %509 = arith.addi %0, %c48_228 : index
          %510 = arith.addi %arg4, %509 : index
          %511 = vector.extract %435[6, 2] : f32 from vector<8x4xf32>
          %c48_229 = arith.constant 48 : index
          %512 = arith.addi %0, %c48_229 : index
          %513 = arith.addi %arg4, %512 : index
          %514 = vector.extract %435[6, 3] : f32 from vector<8x4xf32>
          %c48_230 = arith.constant 48 : index
          %515 = arith.addi %0, %c48_230 : index
          %516 = arith.addi %arg4, %515 : index
          %517 = vector.extract %435[7, 0] : f32 from vector<8x4xf32>
          %c56 = arith.constant 56 : index
          %518 = arith.addi %0, %c56 : index
          %519 = arith.addi %arg4, %518 : index
          %520 = vector.extract %435[7, 1] : f32 from vector<8x4xf32>
          %c56_231 = arith.constant 56 : index
          %521 = arith.addi %0, %c56_231 : index
          %522 = arith.addi %arg4, %521 : index
          %523 = vector.extract %435[7, 2] : f32 from vector<8x4xf32>
          %c56_232 = arith.constant 56 : index
          %524 = arith.addi %0, %c56_232 : index
          %525 = arith.addi %arg4, %524 : index
          %526 = vector.extract %435[7, 3] : f32 from vector<8x4xf32>
          %c56_233 = arith.constant 56 : index
          %527 = arith.addi %0, %c56_233 : index
          %528 = arith.addi %arg4, %527 : index
          %c63_234 = arith.constant 63 : index
          %529 = arith.addi %arg4, %c63_234 : index
          %c170_235 = arith.constant 170 : index
          %530 = arith.cmpi ult, %529, %c170_235 : index
          %531 = arith.andi %187, %530 : i1
          %532:32 = scf.if %531 -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
            %cst_405 = arith.constant 0.176776692 : f32
            %875 = arith.mulf %437, %cst_405 : f32
            %cst_406 = arith.constant 0.176776692 : f32
            %876 = arith.mulf %439, %cst_406 : f32
            %cst_407 = arith.constant 0.176776692 : f32
            %877 = arith.mulf %441, %cst_407 : f32
            %cst_408 = arith.constant 0.176776692 : f32
            %878 = arith.mulf %443, %cst_408 : f32
            %cst_409 = arith.constant 0.176776692 : f32
            %879 = arith.mulf %445, %cst_409 : f32
            %cst_410 = arith.constant 0.176776692 : f32
            %880 = arith.mulf %448, %cst_410 : f32
            %cst_411 = arith.constant 0.176776692 : f32
            %881 = arith.mulf %451, %cst_411 : f32
            %cst_412 = arith.constant 0.176776692 : f32
            %882 = arith.mulf %454, %cst_412 : f32
            %cst_413 = arith.constant 0.176776692 : f32
            %883 = arith.mulf %457, %cst_413 : f32
            %cst_414 = arith.constant 0.176776692 : f32
            %884 = arith.mulf %460, %cst_414 : f32
            %cst_415 = arith.constant 0.176776692 : f32
            %885 = arith.mulf %463, %cst_415 : f32
            %cst_416 = arith.constant 0.176776692 : f32
            %886 = arith.mulf %466, %cst_416 : f32
            %cst_417 = arith.constant 0.176776692 : f32
            %887 = arith.mulf %469, %cst_417 : f32
            %cst_418 = arith.constant 0.176776692 : f32
            %888 = arith.mulf %472, %cst_418 : f32
            %cst_419 = arith.constant 0.176776692 : f32
            %889 = arith.mulf %475, %cst_419 : f32
            %cst_420 = arith.constant 0.176776692 : f32
            %890 = arith.mulf %478, %cst_420 : f32
            %cst_421 = arith.constant 0.176776692 : f32
            %891 = arith.mulf %481, %cst_421 : f32
            %cst_422 = arith.constant 0.176776692 : f32
            %892 = arith.mulf %484, %cst_422 : f32
            %cst_423 = arith.constant 0.176776692 : f32
            %893 = arith.mulf %487, %cst_423 : f32
            %cst_424 = arith.constant 0.176776692 : f32
            %894 = arith.mulf %490, %cst_424 : f32
            %cst_425 = arith.constant 0.176776692 : f32
            %895 = arith.mulf %493, %cst_425 : f32
            %cst_426 = arith.constant 0.176776692 : f32
            %896 = arith.mulf %496, %cst_426 : f32
            %cst_427 = arith.constant 0.176776692 : f32
            %897 = arith.mulf %499, %cst_427 : f32
            %cst_428 = arith.constant 0.176776692 : f32
            %898 = arith.mulf %502, %cst_428 : f32
            %cst_429 = arith.constant 0.176776692 : f32
            %899 = arith.mulf %505, %cst_429 : f32
            %cst_430 = arith.constant 0.176776692 : f32
            %900 = arith.mulf %508, %cst_430 : f32
            %cst_431 = arith.constant 0.176776692 : f32
            %901 = arith.mulf %511, %cst_431 : f32
            %cst_432 = arith.constant 0.176776692 : f32
            %902 = arith.mulf %514, %cst_432 : f32
            %cst_433 = arith.constant 0.176776692 : f32
            %903 = arith.mulf %517, %cst_433 : f32
            %cst_434 = arith.constant 0.176776692 : f32
            %904 = arith.mulf %520, %cst_434 : f32
            %cst_435 = arith.constant 0.176776692 : f32
            %905 = arith.mulf %523, %cst_435 : f32
            %cst_436 = arith.constant 0.176776692 : f32
            %906 = arith.mulf %526, %cst_436 : f32
            scf.yield %875, %876, %877, %878, %879, %880, %881, %882, %883, %884, %885, %886, %887, %888, %889, %890, %891, %892, %893, %894, %895, %896, %897, %898, %899, %900, %901, %902, %903, %904, %905, %906 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
          } else {
            %cst_405 = arith.constant 0xFF800000 : f32
            %c170_406 = arith.constant 170 : index
            %875 = arith.cmpi ult, %438, %c170_406 : index
            %c169_407 = arith.constant 169 : index
            %876 = arith.minui %438, %c169_407 : index
            %877 = arith.index_cast %67 : index to i64
            %878 = arith.index_cast %876 : index to i64
            %879 = arith.cmpi sge, %877, %878 : i64
            %cst_408 = arith.constant 0.176776692 : f32
            %880 = arith.mulf %437, %cst_408 : f32
            %cst_409 = arith.constant 0xFF800000 : f32
            %881 = arith.select %879, %880, %cst_409 : f32
            %882 = arith.select %875, %881, %cst_405 : f32
            %c170_410 = arith.constant 170 : index
            %883 = arith.cmpi ult, %440, %c170_410 : index
            %c169_411 = arith.constant 169 : index
            %884 = arith.minui %440, %c169_411 : index
            %885 = arith.index_cast %68 : index to i64
            %886 = arith.index_cast %884 : index to i64
            %887 = arith.cmpi sge, %885, %886 : i64
            %cst_412 = arith.constant 0.176776692 : f32
            %888 = arith.mulf %439, %cst_412 : f32
            %cst_413 = arith.constant 0xFF800000 : f32
            %889 = arith.select %887, %888, %cst_413 : f32
            %890 = arith.select %883, %889, %cst_405 : f32
            %c170_414 = arith.constant 170 : index
            %891 = arith.cmpi ult, %442, %c170_414 : index
            %c169_415 = arith.constant 169 : index
            %892 = arith.minui %442, %c169_415 : index
            %893 = arith.index_cast %69 : index to i64
            %894 = arith.index_cast %892 : index to i64
            %895 = arith.cmpi sge, %893, %894 : i64
            %cst_416 = arith.constant 0.176776692 : f32
            %896 = arith.mulf %441, %cst_416 : f32
            %cst_417 = arith.constant 0xFF800000 : f32
            %897 = arith.select %895, %896, %cst_417 : f32
            %898 = arith.select %891, %897, %cst_405 : f32
            %c170_418 = arith.constant 170 : index
            %899 = arith.cmpi ult, %444, %c170_418 : index
            %c169_419 = arith.constant 169 : index
            %900 = arith.minui %444, %c169_419 : index
            %901 = arith.index_cast %70 : index to i64
            %902 = arith.index_cast %900 : index to i64
            %903 = arith.cmpi sge, %901, %902 : i64
            %cst_420 = arith.constant 0.176776692 : f32
            %904 = arith.mulf %443, %cst_420 : f32
            %cst_421 = arith.constant 0xFF800000 : f32
            %905 = arith.select %903, %904, %cst_421 : f32
            %906 = arith.select %899, %905, %cst_405 : f32
            %c170_422 = arith.constant 170 : index
            %907 = arith.cmpi ult, %447, %c170_422 : index
            %c169_423 = arith.constant 169 : index
            %908 = arith.minui %447, %c169_423 : index
            %909 = arith.index_cast %67 : index to i64
            %910 = arith.index_cast %908 : index to i64
            %911 = arith.cmpi sge, %909, %910 : i64
            %cst_424 = arith.constant 0.176776692 : f32
            %912 = arith.mulf %445, %cst_424 : f32
            %cst_425 = arith.constant 0xFF800000 : f32
            %913 = arith.select %911, %912, %cst_425 : f32
            %914 = arith.select %907, %913, %cst_405 : f32
            %c170_426 = arith.constant 170 : index
            %915 = arith.cmpi ult, %450, %c170_426 : index
            %c169_427 = arith.constant 169 : index
            %916 = arith.minui %450, %c169_427 : index
            %917 = arith.index_cast %68 : index to i64
            %918 = arith.index_cast %916 : index to i64
            %919 = arith.cmpi sge, %917, %918 : i64
            %cst_428 = arith.constant 0.176776692 : f32
            %920 = arith.mulf %448, %cst_428 : f32
            %cst_429 = arith.constant 0xFF800000 : f32
            %921 = arith.select %919, %920, %cst_429 : f32
            %922 = arith.select %915, %921, %cst_405 : f32
            %c170_430 = arith.constant 170 : index
            %923 = arith.cmpi ult, %453, %c170_430 : index
            %c169_431 = arith.constant 169 : index
            %924 = arith.minui %453, %c169_431 : index
            %925 = arith.index_cast %69 : index to i64
            %926 = arith.index_cast %924 : index to i64
            %927 = arith.cmpi sge, %925, %926 : i64
            %cst_432 = arith.constant 0.176776692 : f32
            %928 = arith.mulf %451, %cst_432 : f32
            %cst_433 = arith.constant 0xFF800000 : f32
            %929 = arith.select %927, %928, %cst_433 : f32
            %930 = arith.select %923, %929, %cst_405 : f32
            %c170_434 = arith.constant 170 : index
            %931 = arith.cmpi ult, %456, %c170_434 : index
            %c169_435 = arith.constant 169 : index
            %932 = arith.minui %456, %c169_435 : index
            %933 = arith.index_cast %70 : index to i64
            %934 = arith.index_cast %932 : index to i64
            %935 = arith.cmpi sge, %933, %934 : i64
            %cst_436 = arith.constant 0.176776692 : f32
            %936 = arith.mulf %454, %cst_436 : f32
            %cst_437 = arith.constant 0xFF800000 : f32
            %937 = arith.select %935, %936, %cst_437 : f32
            %938 = arith.select %931, %937, %cst_405 : f32
            %c170_438 = arith.constant 170 : index
            %939 = arith.cmpi ult, %459, %c170_438 : index
            %c169_439 = arith.constant 169 : index
            %940 = arith.minui %459, %c169_439 : index
            %941 = arith.index_cast %67 : index to i64
            %942 = arith.index_cast %940 : index to i64
            %943 = arith.cmpi sge, %941, %942 : i64
            %cst_440 = arith.constant 0.176776692 : f32
            %944 = arith.mulf %457, %cst_440 : f32
            %cst_441 = arith.constant 0xFF800000 : f32
            %945 = arith.select %943, %944, %cst_441 : f32
            %946 = arith.select %939, %945, %cst_405 : f32
            %c170_442 = arith.constant 170 : index
            %947 = arith.cmpi ult, %462, %c170_442 : index
            %c169_443 = arith.constant 169 : index
            %948 = arith.minui %462, %c169_443 : index
            %949 = arith.index_cast %68 : index to i64
            %950 = arith.index_cast %948 : index to i64
            %951 = arith.cmpi sge, %949, %950 : i64
            %cst_444 = arith.constant 0.176776692 : f32
            %952 = arith.mulf %460, %cst_444 : f32
            %cst_445 = arith.constant 0xFF800000 : f32
            %953 = arith.select %951, %952, %cst_445 : f32
            %954 = arith.select %947, %953, %cst_405 : f32
            %c170_446 = arith.constant 170 : index
            %955 = arith.cmpi ult, %465, %c170_446 : index
            %c169_447 = arith.constant 169 : index
            %956 = arith.minui %465, %c169_447 : index
            %957 = arith.index_cast %69 : index to i64
            %958 = arith.index_cast %956 : index to i64
            %959 = arith.cmpi sge, %957, %958 : i64
            %cst_448 = arith.constant 0.176776692 : f32
            %960 = arith.mulf %463, %cst_448 : f32
            %cst_449 = arith.constant 0xFF800000 : f32
            %961 = arith.select %959, %960, %cst_449 : f32
            %962 = arith.select %955, %961, %cst_405 : f32
            %c170_450 = arith.constant 170 : index
            %963 = arith.cmpi ult, %468, %c170_450 : index
            %c169_451 = arith.constant 169 : index
            %964 = arith.minui %468, %c169_451 : index
            %965 = arith.index_cast %70 : index to i64
            %966 = arith.index_cast %964 : index to i64
            %967 = arith.cmpi sge, %965, %966 : i64
            %cst_452 = arith.constant 0.176776692 : f32
            %968 = arith.mulf %466, %cst_452 : f32
            %cst_453 = arith.constant 0xFF800000 : f32
            %969 = arith.select %967, %968, %cst_453 : f32
            %970 = arith.select %963, %969, %cst_405 : f32
            %c170_454 = arith.constant 170 : index
            %971 = arith.cmpi ult, %471, %c170_454 : index
            %c169_455 = arith.constant 169 : index
            %972 = arith.minui %471, %c169_455 : index
            %973 = arith.index_cast %67 : index to i64
            %974 = arith.index_cast %972 : index to i64
            %975 = arith.cmpi sge, %973, %974 : i64
            %cst_456 = arith.constant 0.176776692 : f32
            %976 = arith.mulf %469, %cst_456 : f32
            %cst_457 = arith.constant 0xFF800000 : f32
            %977 = arith.select %975, %976, %cst_457 : f32
            %978 = arith.select %971, %977, %cst_405 : f32
            %c170_458 = arith.constant 170 : index
            %979 = arith.cmpi ult, %474, %c170_458 : index
            %c169_459 = arith.constant 169 : index
            %980 = arith.minui %474, %c169_459 : index
            %981 = arith.index_cast %68 : index to i64
            %982 = arith.index_cast %980 : index to i64
            %983 = arith.cmpi sge, %981, %982 : i64
            %cst_460 = arith.constant 0.176776692 : f32
            %984 = arith.mulf %472, %cst_460 : f32
            %cst_461 = arith.constant 0xFF800000 : f32
            %985 = arith.select %983, %984, %cst_461 : f32
            %986 = arith.select %979, %985, %cst_405 : f32
            %c170_462 = arith.constant 170 : index
            %987 = arith.cmpi ult, %477, %c170_462 : index
            %c169_463 = arith.constant 169 : index
            %988 = arith.minui %477, %c169_463 : index
            %989 = arith.index_cast %69 : index to i64
            %990 = arith.index_cast %988 : index to i64
            %991 = arith.cmpi sge, %989, %990 : i64
            %cst_464 = arith.constant 0.176776692 : f32
            %992 = arith.mulf %475, %cst_464 : f32
            %cst_465 = arith.constant 0xFF800000 : f32
            %993 = arith.select %991, %992, %cst_465 : f32
            %994 = arith.select %987, %993, %cst_405 : f32
            %c170_466 = arith.constant 170 : index
            %995 = arith.cmpi ult, %480, %c170_466 : index
            %c169_467 = arith.constant 169 : index
            %996 = arith.minui %480, %c169_467 : index
            %997 = arith.index_cast %70 : index to i64
            %998 = arith.index_cast %996 : index to i64
            %999 = arith.cmpi sge, %997, %998 : i64
            %cst_468 = arith.constant 0.176776692 : f32
            %1000 = arith.mulf %478, %cst_468 : f32
            %cst_469 = arith.constant 0xFF800000 : f32
            %1001 = arith.select %999, %1000, %cst_469 : f32
            %1002 = arith.select %995, %1001, %cst_405 : f32
            %c170_470 = arith.constant 170 : index
            %1003 = arith.cmpi ult, %483, %c170_470 : index
            %c169_471 = arith.constant 169 : index
            %1004 = arith.minui %483, %c169_471 : index
            %1005 = arith.index_cast %67 : index to i64
            %1006 = arith.index_cast %1004 : index to i64
            %1007 = arith.cmpi sge, %1005, %1006 : i64
            %cst_472 = arith.constant 0.176776692 : f32
            %1008 = arith.mulf %481, %cst_472 : f32
            %cst_473 = arith.constant 0xFF800000 : f32
            %1009 = arith.select %1007, %1008, %cst_473 : f32
            %1010 = arith.select %1003, %1009, %cst_405 : f32
            %c170_474 = arith.constant 170 : index
            %1011 = arith.cmpi ult, %486, %c170_474 : index
            %c169_475 = arith.constant 169 : index
            %1012 = arith.minui %486, %c169_475 : index
            %1013 = arith.index_cast %68 : index to i64
            %1014 = arith.index_cast %1012 : index to i64
            %1015 = arith.cmpi sge, %1013, %1014 : i64
            %cst_476 = arith.constant 0.176776692 : f32
            %1016 = arith.mulf %484, %cst_476 : f32
            %cst_477 = arith.constant 0xFF800000 : f32
            %1017 = arith.select %1015, %1016, %cst_477 : f32
            %1018 = arith.select %1011, %1017, %cst_405 : f32
            %c170_478 = arith.constant 170 : index
            %1019 = arith.cmpi ult, %489, %c170_478 : index
            %c169_479 = arith.constant 169 : index
            %1020 = arith.minui %489, %c169_479 : index
            %1021 = arith.index_cast %69 : index to i64
            %1022 = arith.index_cast %1020 : index to i64
            %1023 = arith.cmpi sge, %1021, %1022 : i64
            %cst_480 = arith.constant 0.176776692 : f32
            %1024 = arith.mulf %487, %cst_480 : f32
            %cst_481 = arith.constant 0xFF800000 : f32
            %1025 = arith.select %1023, %1024, %cst_481 : f32
            %1026 = arith.select %1019, %1025, %cst_405 : f32
            %c170_482 = arith.constant 170 : index
            %1027 = arith.cmpi ult, %492, %c170_482 : index
            %c169_483 = arith.constant 169 : index
            %1028 = arith.minui %492, %c169_483 : index
            %1029 = arith.index_cast %70 : index to i64
            %1030 = arith.index_cast %1028 : index to i64
            %1031 = arith.cmpi sge, %1029, %1030 : i64
            %cst_484 = arith.constant 0.176776692 : f32
            %1032 = arith.mulf %490, %cst_484 : f32
            %cst_485 = arith.constant 0xFF800000 : f32
            %1033 = arith.select %1031, %1032, %cst_485 : f32
            %1034 = arith.select %1027, %1033, %cst_405 : f32
            %c170_486 = arith.constant 170 : index
            %1035 = arith.cmpi ult, %495, %c170_486 : index
            %c169_487 = arith.constant 169 : index
            %1036 = arith.minui %495, %c169_487 : index
            %1037 = arith.index_cast %67 : index to i64
            %1038 = arith.index_cast %1036 : index to i64
            %1039 = arith.cmpi sge, %1037, %1038 : i64
            %cst_488 = arith.constant 0.176776692 : f32
            %1040 = arith.mulf %493, %cst_488 : f32
            %cst_489 = arith.constant 0xFF800000 : f32
            %1041 = arith.select %1039, %1040, %cst_489 : f32
            %1042 = arith.select %1035, %1041, %cst_405 : f32
            %c170_490 = arith.constant 170 : index
            %1043 = arith.cmpi ult, %498, %c170_490 : index
            %c169_491 = arith.constant 169 : index
            %1044 = arith.minui %498, %c169_491 : index
            %1045 = arith.index_cast %68 : index to i64
            %1046 = arith.index_cast %1044 : index to i64
            %1047 = arith.cmpi sge, %1045, %1046 : i64
            %cst_492 = arith.constant 0.176776692 : f32
            %1048 = arith.mulf %496, %cst_492 : f32
            %cst_493 = arith.constant 0xFF800000 : f32
            %1049 = arith.select %1047, %1048, %cst_493 : f32
            %1050 = arith.select %1043, %1049, %cst_405 : f32
            %c170_494 = arith.constant 170 : index
            %1051 = arith.cmpi ult, %501, %c170_494 : index
            %c169_495 = arith.constant 169 : index
            %1052 = arith.minui %501, %c169_495 : index
            %1053 = arith.index_cast %69 : index to i64
            %1054 = arith.index_cast %1052 : index to i64
            %1055 = arith.cmpi sge, %1053, %1054 : i64
            %cst_496 = arith.constant 0.176776692 : f32
            %1056 = arith.mulf %499, %cst_496 : f32
            %cst_497 = arith.constant 0xFF800000 : f32
            %1057 = arith.select %1055, %1056, %cst_497 : f32
            %1058 = arith.select %1051, %1057, %cst_405 : f32
            %c170_498 = arith.constant 170 : index
            %1059 = arith.cmpi ult, %504, %c170_498 : index
            %c169_499 = arith.constant 169 : index
            %1060 = arith.minui %504, %c169_499 : index
            %1061 = arith.index_cast %70 : index to i64
            %1062 = arith.index_cast %1060 : index to i64
            %1063 = arith.cmpi sge, %1061, %1062 : i64
            %cst_500 = arith.constant 0.176776692 : f32
            %1064 = arith.mulf %502, %cst_500 : f32
            %cst_501 = arith.constant 0xFF800000 : f32
            %1065 = arith.select %1063, %1064, %cst_501 : f32
            %1066 = arith.select %1059, %1065, %cst_405 : f32
            %c170_502 = arith.constant 170 : index
            %1067 = arith.cmpi ult, %507, %c170_502 : index
            %c169_503 = arith.constant 169 : index
            %1068 = arith.minui %507, %c169_503 : index
            %1069 = arith.index_cast %67 : index to i64
            %1070 = arith.index_cast %1068 : index to i64
            %1071 = arith.cmpi sge, %1069, %1070 : i64
            %cst_504 = arith.constant 0.176776692 : f32
            %1072 = arith.mulf %505, %cst_504 : f32
            %cst_505 = arith.constant 0xFF800000 : f32
            %1073 = arith.select %1071, %1072, %cst_505 : f32
            %1074 = arith.select %1067, %1073, %cst_405 : f32
            %c170_506 = arith.constant 170 : index
            %1075 = arith.cmpi ult, %510, %c170_506 : index
            %c169_507 = arith.constant 169 : index
            %1076 = arith.minui %510, %c169_507 : index
            %1077 = arith.index_cast %68 : index to i64
            %1078 = arith.index_cast %1076 : index to i64
            %1079 = arith.cmpi sge, %1077, %1078 : i64
            %cst_508 = arith.constant 0.176776692 : f32
            %1080 = arith.mulf %508, %cst_508 : f32
            %cst_509 = arith.constant 0xFF800000 : f32
            %1081 = arith.select %1079, %1080, %cst_509 : f32
            %1082 = arith.select %1075, %1081, %cst_405 : f32
            %c170_510 = arith.constant 170 : index
            %1083 = arith.cmpi ult, %513, %c170_510 : index
            %c169_511 = arith.constant 169 : index
            %1084 = arith.minui %513, %c169_511 : index
            %1085 = arith.index_cast %69 : index to i64
            %1086 = arith.index_cast %1084 : index to i64
            %1087 = arith.cmpi sge, %1085, %1086 : i64
            %cst_512 = arith.constant 0.176776692 : f32
            %1088 = arith.mulf %511, %cst_512 : f32
            %cst_513 = arith.constant 0xFF800000 : f32
            %1089 = arith.select %1087, %1088, %cst_513 : f32
            %1090 = arith.select %1083, %1089, %cst_405 : f32
            %c170_514 = arith.constant 170 : index
            %1091 = arith.cmpi ult, %516, %c170_514 : index
            %c169_515 = arith.constant 169 : index
            %1092 = arith.minui %516, %c169_515 : index
            %1093 = arith.index_cast %70 : index to i64
            %1094 = arith.index_cast %1092 : index to i64
            %1095 = arith.cmpi sge, %1093, %1094 : i64
            %cst_516 = arith.constant 0.176776692 : f32
            %1096 = arith.mulf %514, %cst_516 : f32
            %cst_517 = arith.constant 0xFF800000 : f32
            %1097 = arith.select %1095, %1096, %cst_517 : f32
            %1098 = arith.select %1091, %1097, %cst_405 : f32
            %c170_518 = arith.constant 170 : index
            %1099 = arith.cmpi ult, %519, %c170_518 : index
            %c169_519 = arith.constant 169 : index
            %1100 = arith.minui %519, %c169_519 : index
            %1101 = arith.index_cast %67 : index to i64
            %1102 = arith.index_cast %1100 : index to i64
            %1103 = arith.cmpi sge, %1101, %1102 : i64
            %cst_520 = arith.constant 0.176776692 : f32
            %1104 = arith.mulf %517, %cst_520 : f32
            %cst_521 = arith.constant 0xFF800000 : f32
            %1105 = arith.select %1103, %1104, %cst_521 : f32
            %1106 = arith.select %1099, %1105, %cst_405 : f32
            %c170_522 = arith.constant 170 : index
            %1107 = arith.cmpi ult, %522, %c170_522 : index
            %c169_523 = arith.constant 169 : index
            %1108 = arith.minui %522, %c169_523 : index
            %1109 = arith.index_cast %68 : index to i64
            %1110 = arith.index_cast %1108 : index to i64
            %1111 = arith.cmpi sge, %1109, %1110 : i64
            %cst_524 = arith.constant 0.176776692 : f32
            %1112 = arith.mulf %520, %cst_524 : f32
            %cst_525 = arith.constant 0xFF800000 : f32
            %1113 = arith.select %1111, %1112, %cst_525 : f32
            %1114 = arith.select %1107, %1113, %cst_405 : f32
            %c170_526 = arith.constant 170 : index
            %1115 = arith.cmpi ult, %525, %c170_526 : index
            %c169_527 = arith.constant 169 : index
            %1116 = arith.minui %525, %c169_527 : index
            %1117 = arith.index_cast %69 : index to i64
            %1118 = arith.index_cast %1116 : index to i64
            %1119 = arith.cmpi sge, %1117, %1118 : i64
            %cst_528 = arith.constant 0.176776692 : f32
            %1120 = arith.mulf %523, %cst_528 : f32
            %cst_529 = arith.constant 0xFF800000 : f32
            %1121 = arith.select %1119, %1120, %cst_529 : f32
            %1122 = arith.select %1115, %1121, %cst_405 : f32
            %c170_530 = arith.constant 170 : index
            %1123 = arith.cmpi ult, %528, %c170_530 : index
            %c169_531 = arith.constant 169 : index
            %1124 = arith.minui %528, %c169_531 : index
            %1125 = arith.index_cast %70 : index to i64
            %1126 = arith.index_cast %1124 : index to i64
            %1127 = arith.cmpi sge, %1125, %1126 : i64
            %cst_532 = arith.constant 0.176776692 : f32
            %1128 = arith.mulf %526, %cst_532 : f32
            %cst_533 = arith.constant 0xFF800000 : f32
            %1129 = arith.select %1127, %1128, %cst_533 : f32
            %1130 = arith.select %1123, %1129, %cst_405 : f32
            scf.yield %882, %890, %898, %906, %914, %922, %930, %938, %946, %954, %962, %970, %978, %986, %994, %1002, %1010, %1018, %1026, %1034, %1042, %1050, %1058, %1066, %1074, %1082, %1090, %1098, %1106, %1114, %1122, %1130 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
          }
          %533 = vector.from_elements %532#0, %532#1, %532#2, %532#3 : vector<4xf32>
          %534 = vector.from_elements %532#4, %532#5, %532#6, %532#7 : vector<4xf32>
          %535 = vector.from_elements %532#8, %532#9, %532#10, %532#11 : vector<4xf32>
          %536 = vector.from_elements %532#12, %532#13, %532#14, %532#15 : vector<4xf32>
          %537 = vector.from_elements %532#16, %532#17, %532#18, %532#19 : vector<4xf32>
          %538 = vector.from_elements %532#20, %532#21, %532#22, %532#23 : vector<4xf32>
          %539 = vector.from_elements %532#24, %532#25, %532#26, %532#27 : vector<4xf32>
          %540 = vector.from_elements %532#28, %532#29, %532#30, %532#31 : vector<4xf32>
          %541 = arith.maximumf %533, %534 : vector<4xf32>
          %542 = arith.maximumf %535, %536 : vector<4xf32>
          %543 = arith.maximumf %537, %538 : vector<4xf32>
          %544 = arith.maximumf %539, %540 : vector<4xf32>
          %545 = arith.maximumf %541, %542 : vector<4xf32>
          %546 = arith.maximumf %543, %544 : vector<4xf32>
          %547 = arith.maximumf %545, %546 : vector<4xf32>
          %548 = vector.extract %547[0] : f32 from vector<4xf32>
          %549 = vector.extract %547[1] : f32 from vector<4xf32>
          %550 = vector.extract %547[2] : f32 from vector<4xf32>
          %551 = vector.extract %547[3] : f32 from vector<4xf32>
          %c4_i32_236 = arith.constant 4 : i32
          %c32_i32_237 = arith.constant 32 : i32
          %shuffleResult_238, %valid_239 = gpu.shuffle  xor %548, %c4_i32_236, %c32_i32_237 : f32
          %552 = arith.maximumf %548, %shuffleResult_238 : f32
          %c4_i32_240 = arith.constant 4 : i32
          %c32_i32_241 = arith.constant 32 : i32
          %shuffleResult_242, %valid_243 = gpu.shuffle  xor %549, %c4_i32_240, %c32_i32_241 : f32
          %553 = arith.maximumf %549, %shuffleResult_242 : f32
          %c4_i32_244 = arith.constant 4 : i32
          %c32_i32_245 = arith.constant 32 : i32
          %shuffleResult_246, %valid_247 = gpu.shuffle  xor %550, %c4_i32_244, %c32_i32_245 : f32
          %554 = arith.maximumf %550, %shuffleResult_246 : f32
          %c4_i32_248 = arith.constant 4 : i32
          %c32_i32_249 = arith.constant 32 : i32
          %shuffleResult_250, %valid_251 = gpu.shuffle  xor %551, %c4_i32_248, %c32_i32_249 : f32
          %555 = arith.maximumf %551, %shuffleResult_250 : f32
          %c2_i32_252 = arith.constant 2 : i32
          %c32_i32_253 = arith.constant 32 : i32
          %shuffleResult_254, %valid_255 = gpu.shuffle  xor %552, %c2_i32_252, %c32_i32_253 : f32
          %556 = arith.maximumf %552, %shuffleResult_254 : f32
          %c2_i32_256 = arith.constant 2 : i32
          %c32_i32_257 = arith.constant 32 : i32
          %shuffleResult_258, %valid_259 = gpu.shuffle  xor %553, %c2_i32_256, %c32_i32_257 : f32
          %557 = arith.maximumf %553, %shuffleResult_258 : f32
          %c2_i32_260 = arith.constant 2 : i32
          %c32_i32_261 = arith.constant 32 : i32
          %shuffleResult_262, %valid_263 = gpu.shuffle  xor %554, %c2_i32_260, %c32_i32_261 : f32
          %558 = arith.maximumf %554, %shuffleResult_262 : f32
          %c2_i32_264 = arith.constant 2 : i32
          %c32_i32_265 = arith.constant 32 : i32
          %shuffleResult_266, %valid_267 = gpu.shuffle  xor %555, %c2_i32_264, %c32_i32_265 : f32
          %559 = arith.maximumf %555, %shuffleResult_266 : f32
          %c1_i32_268 = arith.constant 1 : i32
          %c32_i32_269 = arith.constant 32 : i32
          %shuffleResult_270, %valid_271 = gpu.shuffle  xor %556, %c1_i32_268, %c32_i32_269 : f32
          %560 = arith.maximumf %556, %shuffleResult_270 : f32
          %c1_i32_272 = arith.constant 1 : i32
          %c32_i32_273 = arith.constant 32 : i32
          %shuffleResult_274, %valid_275 = gpu.shuffle  xor %557, %c1_i32_272, %c32_i32_273 : f32
          %561 = arith.maximumf %557, %shuffleResult_274 : f32
          %c1_i32_276 = arith.constant 1 : i32
          %c32_i32_277 = arith.constant 32 : i32
          %shuffleResult_278, %valid_279 = gpu.shuffle  xor %558, %c1_i32_276, %c32_i32_277 : f32
          %562 = arith.maximumf %558, %shuffleResult_278 : f32
          %c1_i32_280 = arith.constant 1 : i32
          %c32_i32_281 = arith.constant 32 : i32
          %shuffleResult_282, %valid_283 = gpu.shuffle  xor %559, %c1_i32_280, %c32_i32_281 : f32
          %563 = arith.maximumf %559, %shuffleResult_282 : f32
          %564 = vector.from_elements %560, %561, %562, %563 : vector<4xf32>
          %565 = arith.maximumf %arg5, %564 : vector<4xf32>
          %cst_284 = arith.constant 0xFF800000 : f32
          %566 = vector.broadcast %cst_284 : f32 to vector<4xf32>
          %567 = arith.cmpf oeq, %565, %566 : vector<4xf32>
          %cst_285 = arith.constant 0.000000e+00 : f32
          %568 = vector.broadcast %cst_285 : f32 to vector<4xf32>
          %569 = arith.select %567, %568, %565 : vector<4xi1>, vector<4xf32>
          %570 = arith.subf %arg5, %569 : vector<4xf32>
          %571 = math.exp %570 : vector<4xf32>
          %572 = arith.subf %533, %569 : vector<4xf32>
          %573 = math.exp %572 : vector<4xf32>
          %574 = arith.subf %534, %569 : vector<4xf32>
          %575 = math.exp %574 : vector<4xf32>
          %576 = arith.subf %535, %569 : vector<4xf32>
          %577 = math.exp %576 : vector<4xf32>
          %578 = arith.subf %536, %569 : vector<4xf32>
          %579 = math.exp %578 : vector<4xf32>
          %580 = arith.subf %537, %569 : vector<4xf32>
          %581 = math.exp %580 : vector<4xf32>
          %582 = arith.subf %538, %569 : vector<4xf32>
          %583 = math.exp %582 : vector<4xf32>
          %584 = arith.subf %539, %569 : vector<4xf32>
          %585 = math.exp %584 : vector<4xf32>
          %586 = arith.subf %540, %569 : vector<4xf32>
          %587 = math.exp %586 : vector<4xf32>
          %588 = arith.mulf %arg6, %571 : vector<4xf32>
          %589 = arith.addf %573, %575 : vector<4xf32>
          %590 = arith.addf %577, %579 : vector<4xf32>
          %591 = arith.addf %581, %583 : vector<4xf32>
          %592 = arith.addf %585, %587 : vector<4xf32>
          %593 = arith.addf %589, %590 : vector<4xf32>
          %594 = arith.addf %591, %592 : vector<4xf32>
          %595 = arith.addf %593, %594 : vector<4xf32>
          %596 = arith.addf %588, %595 : vector<4xf32>
          %597 = vector.extract %573[0] : f32 from vector<4xf32>
          memref.store %597, %7[%1, %0] : memref<64x72xf32, 3>
          %c16_286 = arith.constant 16 : index
          %598 = arith.addi %1, %c16_286 : index
          %599 = vector.extract %573[1] : f32 from vector<4xf32>
          memref.store %599, %7[%598, %0] : memref<64x72xf32, 3>
          %c32_287 = arith.constant 32 : index
          %600 = arith.addi %1, %c32_287 : index
          %601 = vector.extract %573[2] : f32 from vector<4xf32>
          memref.store %601, %7[%600, %0] : memref<64x72xf32, 3>
          %c48_288 = arith.constant 48 : index
          %602 = arith.addi %1, %c48_288 : index
          %603 = vector.extract %573[3] : f32 from vector<4xf32>
          memref.store %603, %7[%602, %0] : memref<64x72xf32, 3>
          %c8_289 = arith.constant 8 : index
          %604 = arith.addi %0, %c8_289 : index
          %605 = vector.extract %575[0] : f32 from vector<4xf32>
          memref.store %605, %7[%1, %604] : memref<64x72xf32, 3>
          %c16_290 = arith.constant 16 : index
          %606 = arith.addi %1, %c16_290 : index
          %c8_291 = arith.constant 8 : index
          %607 = arith.addi %0, %c8_291 : index
          %608 = vector.extract %575[1] : f32 from vector<4xf32>
          memref.store %608, %7[%606, %607] : memref<64x72xf32, 3>
          %c32_292 = arith.constant 32 : index
          %609 = arith.addi %1, %c32_292 : index
          %c8_293 = arith.constant 8 : index
          %610 = arith.addi %0, %c8_293 : index
          %611 = vector.extract %575[2] : f32 from vector<4xf32>
          memref.store %611, %7[%609, %610] : memref<64x72xf32, 3>
          %c48_294 = arith.constant 48 : index
          %612 = arith.addi %1, %c48_294 : index
          %c8_295 = arith.constant 8 : index
          %613 = arith.addi %0, %c8_295 : index
          %614 = vector.extract %575[3] : f32 from vector<4xf32>
          memref.store %614, %7[%612, %613] : memref<64x72xf32, 3>
          %c16_296 = arith.constant 16 : index
          %615 = arith.addi %0, %c16_296 : index
          %616 = vector.extract %577[0] : f32 from vector<4xf32>
          memref.store %616, %7[%1, %615] : memref<64x72xf32, 3>
          %c16_297 = arith.constant 16 : index
          %617 = arith.addi %1, %c16_297 : index
          %c16_298 = arith.constant 16 : index
          %618 = arith.addi %0, %c16_298 : index
          %619 = vector.extract %577[1] : f32 from vector<4xf32>
          memref.store %619, %7[%617, %618] : memref<64x72xf32, 3>
          %c32_299 = arith.constant 32 : index
          %620 = arith.addi %1, %c32_299 : index
          %c16_300 = arith.constant 16 : index
          %621 = arith.addi %0, %c16_300 : index
          %622 = vector.extract %577[2] : f32 from vector<4xf32>
          memref.store %622, %7[%620, %621] : memref<64x72xf32, 3>
          %c48_301 = arith.constant 48 : index
          %623 = arith.addi %1, %c48_301 : index
          %c16_302 = arith.constant 16 : index
          %624 = arith.addi %0, %c16_302 : index
          %625 = vector.extract %577[3] : f32 from vector<4xf32>
          memref.store %625, %7[%623, %624] : memref<64x72xf32, 3>
          %c24_303 = arith.constant 24 : index
          %626 = arith.addi %0, %c24_303 : index
          %627 = vector.extract %579[0] : f32 from vector<4xf32>
          memref.store %627, %7[%1, %626] : memref<64x72xf32, 3>
          %c16_304 = arith.constant 16 : index
          %628 = arith.addi %1, %c16_304 : index
          %c24_305 = arith.constant 24 : index
          %629 = arith.addi %0, %c24_305 : index
          %630 = vector.extract %579[1] : f32 from vector<4xf32>
          memref.store %630, %7[%628, %629] : memref<64x72xf32, 3>
          %c32_306 = arith.constant 32 : index
          %631 = arith.addi %1, %c32_306 : index
          %c24_307 = arith.constant 24 : index
          %632 = arith.addi %0, %c24_307 : index
          %633 = vector.extract %579[2] : f32 from vector<4xf32>
          memref.store %633, %7[%631, %632] : memref<64x72xf32, 3>
          %c48_308 = arith.constant 48 : index
          %634 = arith.addi %1, %c48_308 : index
          %c24_309 = arith.constant 24 : index
          %635 = arith.addi %0, %c24_309 : index
          %636 = vector.extract %579[3] : f32 from vector<4xf32>
          memref.store %636, %7[%634, %635] : memref<64x72xf32, 3>
          %c32_310 = arith.constant 32 : index
          %637 = arith.addi %0, %c32_310 : index
          %638 = vector.extract %581[0] : f32 from vector<4xf32>
          memref.store %638, %7[%1, %637] : memref<64x72xf32, 3>
          %c16_311 = arith.constant 16 : index
          %639 = arith.addi %1, %c16_311 : index
          %c32_312 = arith.constant 32 : index
          %640 = arith.addi %0, %c32_312 : index
          %641 = vector.extract %581[1] : f32 from vector<4xf32>
          memref.store %641, %7[%639, %640] : memref<64x72xf32, 3>
          %c32_313 = arith.constant 32 : index
          %642 = arith.addi %1, %c32_313 : index
          %c32_314 = arith.constant 32 : index
          %643 = arith.addi %0, %c32_314 : index
          %644 = vector.extract %581[2] : f32 from vector<4xf32>
          memref.store %644, %7[%642, %643] : memref<64x72xf32, 3>
          %c48_315 = arith.constant 48 : index
          %645 = arith.addi %1, %c48_315 : index
          %c32_316 = arith.constant 32 : index
          %646 = arith.addi %0, %c32_316 : index
          %647 = vector.extract %581[3] : f32 from vector<4xf32>
          memref.store %647, %7[%645, %646] : memref<64x72xf32, 3>
          %c40_317 = arith.constant 40 : index
          %648 = arith.addi %0, %c40_317 : index
          %649 = vector.extract %583[0] : f32 from vector<4xf32>
          memref.store %649, %7[%1, %648] : memref<64x72xf32, 3>
          %c16_318 = arith.constant 16 : index
          %650 = arith.addi %1, %c16_318 : index
          %c40_319 = arith.constant 40 : index
          %651 = arith.addi %0, %c40_319 : index
          %652 = vector.extract %583[1] : f32 from vector<4xf32>
          memref.store %652, %7[%650, %651] : memref<64x72xf32, 3>
          %c32_320 = arith.constant 32 : index
          %653 = arith.addi %1, %c32_320 : index
          %c40_321 = arith.constant 40 : index
          %654 = arith.addi %0, %c40_321 : index
          %655 = vector.extract %583[2] : f32 from vector<4xf32>
          memref.store %655, %7[%653, %654] : memref<64x72xf32, 3>
          %c48_322 = arith.constant 48 : index
          %656 = arith.addi %1, %c48_322 : index
          %c40_323 = arith.constant 40 : index
          %657 = arith.addi %0, %c40_323 : index
          %658 = vector.extract %583[3] : f32 from vector<4xf32>
          memref.store %658, %7[%656, %657] : memref<64x72xf32, 3>
          %c48_324 = arith.constant 48 : index
          %659 = arith.addi %0, %c48_324 : index
          %660 = vector.extract %585[0] : f32 from vector<4xf32>
          memref.store %660, %7[%1, %659] : memref<64x72xf32, 3>
          %c16_325 = arith.constant 16 : index
          %661 = arith.addi %1, %c16_325 : index
          %c48_326 = arith.constant 48 : index
          %662 = arith.addi %0, %c48_326 : index
          %663 = vector.extract %585[1] : f32 from vector<4xf32>
          memref.store %663, %7[%661, %662] : memref<64x72xf32, 3>
          %c32_327 = arith.constant 32 : index
          %664 = arith.addi %1, %c32_327 : index
          %c48_328 = arith.constant 48 : index
          %665 = arith.addi %0, %c48_328 : index
          %666 = vector.extract %585[2] : f32 from vector<4xf32>
          memref.store %666, %7[%664, %665] : memref<64x72xf32, 3>
          %c48_329 = arith.constant 48 : index
          %667 = arith.addi %1, %c48_329 : index
          %c48_330 = arith.constant 48 : index
          %668 = arith.addi %0, %c48_330 : index
          %669 = vector.extract %585[3] : f32 from vector<4xf32>
          memref.store %669, %7[%667, %668] : memref<64x72xf32, 3>
          %c56_331 = arith.constant 56 : index
          %670 = arith.addi %0, %c56_331 : index
          %671 = vector.extract %587[0] : f32 from vector<4xf32>
          memref.store %671, %7[%1, %670] : memref<64x72xf32, 3>
          %c16_332 = arith.constant 16 : index
          %672 = arith.addi %1, %c16_332 : index
          %c56_333 = arith.constant 56 : index
          %673 = arith.addi %0, %c56_333 : index
          %674 = vector.extract %587[1] : f32 from vector<4xf32>
          memref.store %674, %7[%672, %673] : memref<64x72xf32, 3>
          %c32_334 = arith.constant 32 : index
          %675 = arith.addi %1, %c32_334 : index
          %c56_335 = arith.constant 56 : index
          %676 = arith.addi %0, %c56_335 : index
          %677 = vector.extract %587[2] : f32 from vector<4xf32>
          memref.store %677, %7[%675, %676] : memref<64x72xf32, 3>
          %c48_336 = arith.constant 48 : index
          %678 = arith.addi %1, %c48_336 : index
          %c56_337 = arith.constant 56 : index
          %679 = arith.addi %0, %c56_337 : index
          %680 = vector.extract %587[3] : f32 from vector<4xf32>
          memref.store %680, %7[%678, %679] : memref<64x72xf32, 3>
          %681 = vector.broadcast %571 : vector<4xf32> to vector<4x4xf32>
          %682 = arith.mulf %arg7, %681 : vector<4x4xf32>
          gpu.barrier
          %c48_338 = arith.constant 48 : index
          %c0_339 = arith.constant 0 : index
          %c16_340 = arith.constant 16 : index
          %683:3 = scf.for %arg8 = %c0_339 to %c48_338 step %c16_340 iter_args(%arg9 = %215#1, %arg10 = %215#0, %arg11 = %682) -> (index, index, vector<4x4xf32>) {
            %c16_405 = arith.constant 16 : index
            %875 = arith.addi %arg8, %c16_405 : index
            %876 = arith.addi %arg4, %875 : index
            %c8_406 = arith.constant 8 : index
            %877 = arith.divui %thread_id_x, %c8_406 : index
            %c8_407 = arith.constant 8 : index
            %878 = arith.remui %thread_id_x, %c8_407 : index
            %879 = arith.addi %876, %877 : index
            %c4_408 = arith.constant 4 : index
            %880 = arith.muli %878, %c4_408 : index
            %c170_409 = arith.constant 170 : index
            %881 = arith.cmpi ult, %879, %c170_409 : index
            %c169_410 = arith.constant 169 : index
            %882 = arith.minui %879, %c169_410 : index
            %cst_411 = arith.constant 0.000000e+00 : f32
            %883 = vector.broadcast %cst_411 : f32 to vector<4xf32>
            %884 = vector.load %arg2[%4, %882, %880] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
            %cst_412 = arith.constant 0.000000e+00 : f32
            %885 = vector.broadcast %cst_412 : f32 to vector<4xf32>
            %886 = arith.select %881, %884, %885 : vector<4xf32>
            %c4_413 = arith.constant 4 : index
            %887 = arith.muli %thread_id_x, %c4_413 : index
            %888 = vector.load %7[%1, %arg8] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c16_414 = arith.constant 16 : index
            %889 = arith.addi %1, %c16_414 : index
            %890 = vector.load %7[%889, %arg8] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c32_415 = arith.constant 32 : index
            %891 = arith.addi %1, %c32_415 : index
            %892 = vector.load %7[%891, %arg8] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c48_416 = arith.constant 48 : index
            %893 = arith.addi %1, %c48_416 : index
            %894 = vector.load %7[%893, %arg8] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %cst_417 = arith.constant 0.000000e+00 : f32
            %895 = vector.broadcast %cst_417 : f32 to vector<4x4xf32>
            %896 = vector.insert %888, %895 [0] : vector<4xf32> into vector<4x4xf32>
            %897 = vector.insert %890, %896 [1] : vector<4xf32> into vector<4x4xf32>
            %898 = vector.insert %892, %897 [2] : vector<4xf32> into vector<4x4xf32>
            %899 = vector.insert %894, %898 [3] : vector<4xf32> into vector<4x4xf32>
            %900 = vector.transpose %899, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %901 = vector.extract %900[0] : vector<4xf32> from vector<4x4xf32>
            %902 = vector.extract %900[1] : vector<4xf32> from vector<4x4xf32>
            %903 = vector.extract %900[2] : vector<4xf32> from vector<4x4xf32>
            %904 = vector.extract %900[3] : vector<4xf32> from vector<4x4xf32>
            %c4_418 = arith.constant 4 : index
            %905 = arith.muli %0, %c4_418 : index
            %906 = arith.addi %arg9, %905 : index
            %907 = vector.load %6[%906] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_419 = arith.constant 0.000000e+00 : f32
            %908 = vector.broadcast %cst_419 : f32 to vector<4xf32>
            %909 = vector.insert_strided_slice %907, %908 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %910 = vector.outerproduct %909, %901, %arg11 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_420 = arith.constant 4 : index
            %911 = arith.muli %0, %c4_420 : index
            %912 = arith.addi %arg9, %911 : index
            %c32_421 = arith.constant 32 : index
            %913 = arith.addi %912, %c32_421 : index
            %914 = vector.load %6[%913] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_422 = arith.constant 0.000000e+00 : f32
            %915 = vector.broadcast %cst_422 : f32 to vector<4xf32>
            %916 = vector.insert_strided_slice %914, %915 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %917 = vector.outerproduct %916, %902, %910 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_423 = arith.constant 4 : index
            %918 = arith.muli %0, %c4_423 : index
            %919 = arith.addi %arg9, %918 : index
            %c64_424 = arith.constant 64 : index
            %920 = arith.addi %919, %c64_424 : index
            %921 = vector.load %6[%920] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_425 = arith.constant 0.000000e+00 : f32
            %922 = vector.broadcast %cst_425 : f32 to vector<4xf32>
            %923 = vector.insert_strided_slice %921, %922 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %924 = vector.outerproduct %923, %903, %917 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_426 = arith.constant 4 : index
            %925 = arith.muli %0, %c4_426 : index
            %926 = arith.addi %arg9, %925 : index
            %c96_427 = arith.constant 96 : index
            %927 = arith.addi %926, %c96_427 : index
            %928 = vector.load %6[%927] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_428 = arith.constant 0.000000e+00 : f32
            %929 = vector.broadcast %cst_428 : f32 to vector<4xf32>
            %930 = vector.insert_strided_slice %928, %929 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %931 = vector.outerproduct %930, %904, %924 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_429 = arith.constant 4 : index
            %932 = arith.addi %arg8, %c4_429 : index
            %933 = vector.load %7[%1, %932] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c16_430 = arith.constant 16 : index
            %934 = arith.addi %1, %c16_430 : index
            %c4_431 = arith.constant 4 : index
            %935 = arith.addi %arg8, %c4_431 : index
            %936 = vector.load %7[%934, %935] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c32_432 = arith.constant 32 : index
            %937 = arith.addi %1, %c32_432 : index
            %c4_433 = arith.constant 4 : index
            %938 = arith.addi %arg8, %c4_433 : index
            %939 = vector.load %7[%937, %938] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c48_434 = arith.constant 48 : index
            %940 = arith.addi %1, %c48_434 : index
            %c4_435 = arith.constant 4 : index
            %941 = arith.addi %arg8, %c4_435 : index
            %942 = vector.load %7[%940, %941] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %cst_436 = arith.constant 0.000000e+00 : f32
            %943 = vector.broadcast %cst_436 : f32 to vector<4x4xf32>
            %944 = vector.insert %933, %943 [0] : vector<4xf32> into vector<4x4xf32>
            %945 = vector.insert %936, %944 [1] : vector<4xf32> into vector<4x4xf32>
            %946 = vector.insert %939, %945 [2] : vector<4xf32> into vector<4x4xf32>
            %947 = vector.insert %942, %946 [3] : vector<4xf32> into vector<4x4xf32>
            %948 = vector.transpose %947, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %949 = vector.extract %948[0] : vector<4xf32> from vector<4x4xf32>
            %950 = vector.extract %948[1] : vector<4xf32> from vector<4x4xf32>
            %951 = vector.extract %948[2] : vector<4xf32> from vector<4x4xf32>
            %952 = vector.extract %948[3] : vector<4xf32> from vector<4x4xf32>
            %c4_437 = arith.constant 4 : index
            %953 = arith.muli %0, %c4_437 : index
            %954 = arith.addi %arg9, %953 : index
            %c128_438 = arith.constant 128 : index
            %955 = arith.addi %954, %c128_438 : index
            %956 = vector.load %6[%955] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_439 = arith.constant 0.000000e+00 : f32
            %957 = vector.broadcast %cst_439 : f32 to vector<4xf32>
            %958 = vector.insert_strided_slice %956, %957 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %959 = vector.outerproduct %958, %949, %931 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_440 = arith.constant 4 : index
            %960 = arith.muli %0, %c4_440 : index
            %961 = arith.addi %arg9, %960 : index
            %c160_441 = arith.constant 160 : index
            %962 = arith.addi %961, %c160_441 : index
            %963 = vector.load %6[%962] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_442 = arith.constant 0.000000e+00 : f32
            %964 = vector.broadcast %cst_442 : f32 to vector<4xf32>
            %965 = vector.insert_strided_slice %963, %964 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %966 = vector.outerproduct %965, %950, %959 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_443 = arith.constant 4 : index
            %967 = arith.muli %0, %c4_443 : index
            %968 = arith.addi %arg9, %967 : index
            %c192_444 = arith.constant 192 : index
            %969 = arith.addi %968, %c192_444 : index
            %970 = vector.load %6[%969] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_445 = arith.constant 0.000000e+00 : f32
            %971 = vector.broadcast %cst_445 : f32 to vector<4xf32>
            %972 = vector.insert_strided_slice %970, %971 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %973 = vector.outerproduct %972, %951, %966 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_446 = arith.constant 4 : index
            %974 = arith.muli %0, %c4_446 : index
            %975 = arith.addi %arg9, %974 : index
            %c224_447 = arith.constant 224 : index
            %976 = arith.addi %975, %c224_447 : index
            %977 = vector.load %6[%976] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_448 = arith.constant 0.000000e+00 : f32
            %978 = vector.broadcast %cst_448 : f32 to vector<4xf32>
            %979 = vector.insert_strided_slice %977, %978 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %980 = vector.outerproduct %979, %952, %973 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c8_449 = arith.constant 8 : index
            %981 = arith.addi %arg8, %c8_449 : index
            %982 = vector.load %7[%1, %981] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c16_450 = arith.constant 16 : index
            %983 = arith.addi %1, %c16_450 : index
            %c8_451 = arith.constant 8 : index
            %984 = arith.addi %arg8, %c8_451 : index
            %985 = vector.load %7[%983, %984] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c32_452 = arith.constant 32 : index
            %986 = arith.addi %1, %c32_452 : index
            %c8_453 = arith.constant 8 : index
            %987 = arith.addi %arg8, %c8_453 : index
            %988 = vector.load %7[%986, %987] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c48_454 = arith.constant 48 : index
            %989 = arith.addi %1, %c48_454 : index
            %c8_455 = arith.constant 8 : index
            %990 = arith.addi %arg8, %c8_455 : index
            %991 = vector.load %7[%989, %990] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %cst_456 = arith.constant 0.000000e+00 : f32
            %992 = vector.broadcast %cst_456 : f32 to vector<4x4xf32>
            %993 = vector.insert %982, %992 [0] : vector<4xf32> into vector<4x4xf32>
            %994 = vector.insert %985, %993 [1] : vector<4xf32> into vector<4x4xf32>
            %995 = vector.insert %988, %994 [2] : vector<4xf32> into vector<4x4xf32>
            %996 = vector.insert %991, %995 [3] : vector<4xf32> into vector<4x4xf32>
            %997 = vector.transpose %996, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %998 = vector.extract %997[0] : vector<4xf32> from vector<4x4xf32>
            %999 = vector.extract %997[1] : vector<4xf32> from vector<4x4xf32>
            %1000 = vector.extract %997[2] : vector<4xf32> from vector<4x4xf32>
            %1001 = vector.extract %997[3] : vector<4xf32> from vector<4x4xf32>
            %c4_457 = arith.constant 4 : index
            %1002 = arith.muli %0, %c4_457 : index
            %1003 = arith.addi %arg9, %1002 : index
            %c256_458 = arith.constant 256 : index
            %1004 = arith.addi %1003, %c256_458 : index
            %1005 = vector.load %6[%1004] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_459 = arith.constant 0.000000e+00 : f32
            %1006 = vector.broadcast %cst_459 : f32 to vector<4xf32>
            %1007 = vector.insert_strided_slice %1005, %1006 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1008 = vector.outerproduct %1007, %998, %980 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_460 = arith.constant 4 : index
            %1009 = arith.muli %0, %c4_460 : index
            %1010 = arith.addi %arg9, %1009 : index
            %c288_461 = arith.constant 288 : index
            %1011 = arith.addi %1010, %c288_461 : index
            %1012 = vector.load %6[%1011] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_462 = arith.constant 0.000000e+00 : f32
            %1013 = vector.broadcast %cst_462 : f32 to vector<4xf32>
            %1014 = vector.insert_strided_slice %1012, %1013 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1015 = vector.outerproduct %1014, %999, %1008 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_463 = arith.constant 4 : index
            %1016 = arith.muli %0, %c4_463 : index
            %1017 = arith.addi %arg9, %1016 : index
            %c320_464 = arith.constant 320 : index
            %1018 = arith.addi %1017, %c320_464 : index
            %1019 = vector.load %6[%1018] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_465 = arith.constant 0.000000e+00 : f32
            %1020 = vector.broadcast %cst_465 : f32 to vector<4xf32>
            %1021 = vector.insert_strided_slice %1019, %1020 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1022 = vector.outerproduct %1021, %1000, %1015 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_466 = arith.constant 4 : index
            %1023 = arith.muli %0, %c4_466 : index
            %1024 = arith.addi %arg9, %1023 : index
            %c352_467 = arith.constant 352 : index
            %1025 = arith.addi %1024, %c352_467 : index
            %1026 = vector.load %6[%1025] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_468 = arith.constant 0.000000e+00 : f32
            %1027 = vector.broadcast %cst_468 : f32 to vector<4xf32>
            %1028 = vector.insert_strided_slice %1026, %1027 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1029 = vector.outerproduct %1028, %1001, %1022 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c12_469 = arith.constant 12 : index
            %1030 = arith.addi %arg8, %c12_469 : index
            %1031 = vector.load %7[%1, %1030] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c16_470 = arith.constant 16 : index
            %1032 = arith.addi %1, %c16_470 : index
            %c12_471 = arith.constant 12 : index
            %1033 = arith.addi %arg8, %c12_471 : index
            %1034 = vector.load %7[%1032, %1033] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c32_472 = arith.constant 32 : index
            %1035 = arith.addi %1, %c32_472 : index
            %c12_473 = arith.constant 12 : index
            %1036 = arith.addi %arg8, %c12_473 : index
            %1037 = vector.load %7[%1035, %1036] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %c48_474 = arith.constant 48 : index
            %1038 = arith.addi %1, %c48_474 : index
            %c12_475 = arith.constant 12 : index
            %1039 = arith.addi %arg8, %c12_475 : index
            %1040 = vector.load %7[%1038, %1039] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
            %cst_476 = arith.constant 0.000000e+00 : f32
            %1041 = vector.broadcast %cst_476 : f32 to vector<4x4xf32>
            %1042 = vector.insert %1031, %1041 [0] : vector<4xf32> into vector<4x4xf32>
            %1043 = vector.insert %1034, %1042 [1] : vector<4xf32> into vector<4x4xf32>
            %1044 = vector.insert %1037, %1043 [2] : vector<4xf32> into vector<4x4xf32>
            %1045 = vector.insert %1040, %1044 [3] : vector<4xf32> into vector<4x4xf32>
            %1046 = vector.transpose %1045, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
            %1047 = vector.extract %1046[0] : vector<4xf32> from vector<4x4xf32>
            %1048 = vector.extract %1046[1] : vector<4xf32> from vector<4x4xf32>
            %1049 = vector.extract %1046[2] : vector<4xf32> from vector<4x4xf32>
            %1050 = vector.extract %1046[3] : vector<4xf32> from vector<4x4xf32>
            %c4_477 = arith.constant 4 : index
            %1051 = arith.muli %0, %c4_477 : index
            %1052 = arith.addi %arg9, %1051 : index
            %c384_478 = arith.constant 384 : index
            %1053 = arith.addi %1052, %c384_478 : index
            %1054 = vector.load %6[%1053] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_479 = arith.constant 0.000000e+00 : f32
            %1055 = vector.broadcast %cst_479 : f32 to vector<4xf32>
            %1056 = vector.insert_strided_slice %1054, %1055 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1057 = vector.outerproduct %1056, %1047, %1029 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_480 = arith.constant 4 : index
            %1058 = arith.muli %0, %c4_480 : index
            %1059 = arith.addi %arg9, %1058 : index
            %c416_481 = arith.constant 416 : index
            %1060 = arith.addi %1059, %c416_481 : index
            %1061 = vector.load %6[%1060] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_482 = arith.constant 0.000000e+00 : f32
            %1062 = vector.broadcast %cst_482 : f32 to vector<4xf32>
            %1063 = vector.insert_strided_slice %1061, %1062 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1064 = vector.outerproduct %1063, %1048, %1057 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_483 = arith.constant 4 : index
            %1065 = arith.muli %0, %c4_483 : index
            %1066 = arith.addi %arg9, %1065 : index
            %c448_484 = arith.constant 448 : index
            %1067 = arith.addi %1066, %c448_484 : index
            %1068 = vector.load %6[%1067] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_485 = arith.constant 0.000000e+00 : f32
            %1069 = vector.broadcast %cst_485 : f32 to vector<4xf32>
            %1070 = vector.insert_strided_slice %1068, %1069 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1071 = vector.outerproduct %1070, %1049, %1064 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %c4_486 = arith.constant 4 : index
            %1072 = arith.muli %0, %c4_486 : index
            %1073 = arith.addi %arg9, %1072 : index
            %c480_487 = arith.constant 480 : index
            %1074 = arith.addi %1073, %c480_487 : index
            %1075 = vector.load %6[%1074] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            %cst_488 = arith.constant 0.000000e+00 : f32
            %1076 = vector.broadcast %cst_488 : f32 to vector<4xf32>
            %1077 = vector.insert_strided_slice %1075, %1076 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
            %1078 = vector.outerproduct %1077, %1050, %1071 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
            %1079 = arith.addi %arg10, %887 : index
            vector.store %886, %6[%1079] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
            gpu.barrier
            scf.yield %arg10, %arg9, %1078 : index, index, vector<4x4xf32>
          }
          %684 = vector.load %7[%1, %c48_338] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c16_341 = arith.constant 16 : index
          %685 = arith.addi %1, %c16_341 : index
          %686 = vector.load %7[%685, %c48_338] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c32_342 = arith.constant 32 : index
          %687 = arith.addi %1, %c32_342 : index
          %688 = vector.load %7[%687, %c48_338] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c48_343 = arith.constant 48 : index
          %689 = arith.addi %1, %c48_343 : index
          %690 = vector.load %7[%689, %c48_338] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %cst_344 = arith.constant 0.000000e+00 : f32
          %691 = vector.broadcast %cst_344 : f32 to vector<4x4xf32>
          %692 = vector.insert %684, %691 [0] : vector<4xf32> into vector<4x4xf32>
          %693 = vector.insert %686, %692 [1] : vector<4xf32> into vector<4x4xf32>
          %694 = vector.insert %688, %693 [2] : vector<4xf32> into vector<4x4xf32>
          %695 = vector.insert %690, %694 [3] : vector<4xf32> into vector<4x4xf32>
          %696 = vector.transpose %695, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %697 = vector.extract %696[0] : vector<4xf32> from vector<4x4xf32>
          %698 = vector.extract %696[1] : vector<4xf32> from vector<4x4xf32>
          %699 = vector.extract %696[2] : vector<4xf32> from vector<4x4xf32>
          %700 = vector.extract %696[3] : vector<4xf32> from vector<4x4xf32>
          %c4_345 = arith.constant 4 : index
          %701 = arith.muli %0, %c4_345 : index
          %702 = arith.addi %683#0, %701 : index
          %703 = vector.load %6[%702] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_346 = arith.constant 0.000000e+00 : f32
          %704 = vector.broadcast %cst_346 : f32 to vector<4xf32>
          %705 = vector.insert_strided_slice %703, %704 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %706 = vector.outerproduct %705, %697, %683#2 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_347 = arith.constant 4 : index
          %707 = arith.muli %0, %c4_347 : index
          %708 = arith.addi %683#0, %707 : index
          %c32_348 = arith.constant 32 : index
          %709 = arith.addi %708, %c32_348 : index
          %710 = vector.load %6[%709] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_349 = arith.constant 0.000000e+00 : f32
          %711 = vector.broadcast %cst_349 : f32 to vector<4xf32>
          %712 = vector.insert_strided_slice %710, %711 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %713 = vector.outerproduct %712, %698, %706 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_350 = arith.constant 4 : index
          %714 = arith.muli %0, %c4_350 : index
          %715 = arith.addi %683#0, %714 : index
          %c64_351 = arith.constant 64 : index
          %716 = arith.addi %715, %c64_351 : index
          %717 = vector.load %6[%716] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_352 = arith.constant 0.000000e+00 : f32
          %718 = vector.broadcast %cst_352 : f32 to vector<4xf32>
          %719 = vector.insert_strided_slice %717, %718 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %720 = vector.outerproduct %719, %699, %713 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_353 = arith.constant 4 : index
          %721 = arith.muli %0, %c4_353 : index
          %722 = arith.addi %683#0, %721 : index
          %c96 = arith.constant 96 : index
          %723 = arith.addi %722, %c96 : index
          %724 = vector.load %6[%723] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_354 = arith.constant 0.000000e+00 : f32
          %725 = vector.broadcast %cst_354 : f32 to vector<4xf32>
          %726 = vector.insert_strided_slice %724, %725 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %727 = vector.outerproduct %726, %700, %720 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_355 = arith.constant 4 : index
          %728 = arith.addi %c48_338, %c4_355 : index
          %729 = vector.load %7[%1, %728] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c16_356 = arith.constant 16 : index
          %730 = arith.addi %1, %c16_356 : index
          %c4_357 = arith.constant 4 : index
          %731 = arith.addi %c48_338, %c4_357 : index
          %732 = vector.load %7[%730, %731] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c32_358 = arith.constant 32 : index
          %733 = arith.addi %1, %c32_358 : index
          %c4_359 = arith.constant 4 : index
          %734 = arith.addi %c48_338, %c4_359 : index
          %735 = vector.load %7[%733, %734] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c48_360 = arith.constant 48 : index
          %736 = arith.addi %1, %c48_360 : index
          %c4_361 = arith.constant 4 : index
          %737 = arith.addi %c48_338, %c4_361 : index
          %738 = vector.load %7[%736, %737] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %cst_362 = arith.constant 0.000000e+00 : f32
          %739 = vector.broadcast %cst_362 : f32 to vector<4x4xf32>
          %740 = vector.insert %729, %739 [0] : vector<4xf32> into vector<4x4xf32>
          %741 = vector.insert %732, %740 [1] : vector<4xf32> into vector<4x4xf32>
          %742 = vector.insert %735, %741 [2] : vector<4xf32> into vector<4x4xf32>
          %743 = vector.insert %738, %742 [3] : vector<4xf32> into vector<4x4xf32>
          %744 = vector.transpose %743, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %745 = vector.extract %744[0] : vector<4xf32> from vector<4x4xf32>
          %746 = vector.extract %744[1] : vector<4xf32> from vector<4x4xf32>
          %747 = vector.extract %744[2] : vector<4xf32> from vector<4x4xf32>
          %748 = vector.extract %744[3] : vector<4xf32> from vector<4x4xf32>
          %c4_363 = arith.constant 4 : index
          %749 = arith.muli %0, %c4_363 : index
          %750 = arith.addi %683#0, %749 : index
          %c128_364 = arith.constant 128 : index
          %751 = arith.addi %750, %c128_364 : index
          %752 = vector.load %6[%751] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_365 = arith.constant 0.000000e+00 : f32
          %753 = vector.broadcast %cst_365 : f32 to vector<4xf32>
          %754 = vector.insert_strided_slice %752, %753 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %755 = vector.outerproduct %754, %745, %727 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_366 = arith.constant 4 : index
          %756 = arith.muli %0, %c4_366 : index
          %757 = arith.addi %683#0, %756 : index
          %c160 = arith.constant 160 : index
          %758 = arith.addi %757, %c160 : index
          %759 = vector.load %6[%758] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_367 = arith.constant 0.000000e+00 : f32
          %760 = vector.broadcast %cst_367 : f32 to vector<4xf32>
          %761 = vector.insert_strided_slice %759, %760 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %762 = vector.outerproduct %761, %746, %755 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_368 = arith.constant 4 : index
          %763 = arith.muli %0, %c4_368 : index
          %764 = arith.addi %683#0, %763 : index
          %c192 = arith.constant 192 : index
          %765 = arith.addi %764, %c192 : index
          %766 = vector.load %6[%765] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_369 = arith.constant 0.000000e+00 : f32
          %767 = vector.broadcast %cst_369 : f32 to vector<4xf32>
          %768 = vector.insert_strided_slice %766, %767 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %769 = vector.outerproduct %768, %747, %762 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_370 = arith.constant 4 : index
          %770 = arith.muli %0, %c4_370 : index
          %771 = arith.addi %683#0, %770 : index
          %c224 = arith.constant 224 : index
          %772 = arith.addi %771, %c224 : index
          %773 = vector.load %6[%772] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_371 = arith.constant 0.000000e+00 : f32
          %774 = vector.broadcast %cst_371 : f32 to vector<4xf32>
          %775 = vector.insert_strided_slice %773, %774 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %776 = vector.outerproduct %775, %748, %769 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c8_372 = arith.constant 8 : index
          %777 = arith.addi %c48_338, %c8_372 : index
          %778 = vector.load %7[%1, %777] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c16_373 = arith.constant 16 : index
          %779 = arith.addi %1, %c16_373 : index
          %c8_374 = arith.constant 8 : index
          %780 = arith.addi %c48_338, %c8_374 : index
          %781 = vector.load %7[%779, %780] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c32_375 = arith.constant 32 : index
          %782 = arith.addi %1, %c32_375 : index
          %c8_376 = arith.constant 8 : index
          %783 = arith.addi %c48_338, %c8_376 : index
          %784 = vector.load %7[%782, %783] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c48_377 = arith.constant 48 : index
          %785 = arith.addi %1, %c48_377 : index
          %c8_378 = arith.constant 8 : index
          %786 = arith.addi %c48_338, %c8_378 : index
          %787 = vector.load %7[%785, %786] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %cst_379 = arith.constant 0.000000e+00 : f32
          %788 = vector.broadcast %cst_379 : f32 to vector<4x4xf32>
          %789 = vector.insert %778, %788 [0] : vector<4xf32> into vector<4x4xf32>
          %790 = vector.insert %781, %789 [1] : vector<4xf32> into vector<4x4xf32>
          %791 = vector.insert %784, %790 [2] : vector<4xf32> into vector<4x4xf32>
          %792 = vector.insert %787, %791 [3] : vector<4xf32> into vector<4x4xf32>
          %793 = vector.transpose %792, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %794 = vector.extract %793[0] : vector<4xf32> from vector<4x4xf32>
          %795 = vector.extract %793[1] : vector<4xf32> from vector<4x4xf32>
          %796 = vector.extract %793[2] : vector<4xf32> from vector<4x4xf32>
          %797 = vector.extract %793[3] : vector<4xf32> from vector<4x4xf32>
          %c4_380 = arith.constant 4 : index
          %798 = arith.muli %0, %c4_380 : index
          %799 = arith.addi %683#0, %798 : index
          %c256_381 = arith.constant 256 : index
          %800 = arith.addi %799, %c256_381 : index
          %801 = vector.load %6[%800] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_382 = arith.constant 0.000000e+00 : f32
          %802 = vector.broadcast %cst_382 : f32 to vector<4xf32>
          %803 = vector.insert_strided_slice %801, %802 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %804 = vector.outerproduct %803, %794, %776 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_383 = arith.constant 4 : index
          %805 = arith.muli %0, %c4_383 : index
          %806 = arith.addi %683#0, %805 : index
          %c288 = arith.constant 288 : index
          %807 = arith.addi %806, %c288 : index
          %808 = vector.load %6[%807] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_384 = arith.constant 0.000000e+00 : f32
          %809 = vector.broadcast %cst_384 : f32 to vector<4xf32>
          %810 = vector.insert_strided_slice %808, %809 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %811 = vector.outerproduct %810, %795, %804 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_385 = arith.constant 4 : index
          %812 = arith.muli %0, %c4_385 : index
          %813 = arith.addi %683#0, %812 : index
          %c320 = arith.constant 320 : index
          %814 = arith.addi %813, %c320 : index
          %815 = vector.load %6[%814] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_386 = arith.constant 0.000000e+00 : f32
          %816 = vector.broadcast %cst_386 : f32 to vector<4xf32>
          %817 = vector.insert_strided_slice %815, %816 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %818 = vector.outerproduct %817, %796, %811 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_387 = arith.constant 4 : index
          %819 = arith.muli %0, %c4_387 : index
          %820 = arith.addi %683#0, %819 : index
          %c352 = arith.constant 352 : index
          %821 = arith.addi %820, %c352 : index
          %822 = vector.load %6[%821] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_388 = arith.constant 0.000000e+00 : f32
          %823 = vector.broadcast %cst_388 : f32 to vector<4xf32>
          %824 = vector.insert_strided_slice %822, %823 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %825 = vector.outerproduct %824, %797, %818 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c12 = arith.constant 12 : index
          %826 = arith.addi %c48_338, %c12 : index
          %827 = vector.load %7[%1, %826] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c16_389 = arith.constant 16 : index
          %828 = arith.addi %1, %c16_389 : index
          %c12_390 = arith.constant 12 : index
          %829 = arith.addi %c48_338, %c12_390 : index
          %830 = vector.load %7[%828, %829] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c32_391 = arith.constant 32 : index
          %831 = arith.addi %1, %c32_391 : index
          %c12_392 = arith.constant 12 : index
          %832 = arith.addi %c48_338, %c12_392 : index
          %833 = vector.load %7[%831, %832] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %c48_393 = arith.constant 48 : index
          %834 = arith.addi %1, %c48_393 : index
          %c12_394 = arith.constant 12 : index
          %835 = arith.addi %c48_338, %c12_394 : index
          %836 = vector.load %7[%834, %835] {alignment = 16 : i64} : memref<64x72xf32, 3>, vector<4xf32>
          %cst_395 = arith.constant 0.000000e+00 : f32
          %837 = vector.broadcast %cst_395 : f32 to vector<4x4xf32>
          %838 = vector.insert %827, %837 [0] : vector<4xf32> into vector<4x4xf32>
          %839 = vector.insert %830, %838 [1] : vector<4xf32> into vector<4x4xf32>
          %840 = vector.insert %833, %839 [2] : vector<4xf32> into vector<4x4xf32>
          %841 = vector.insert %836, %840 [3] : vector<4xf32> into vector<4x4xf32>
          %842 = vector.transpose %841, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
          %843 = vector.extract %842[0] : vector<4xf32> from vector<4x4xf32>
          %844 = vector.extract %842[1] : vector<4xf32> from vector<4x4xf32>
          %845 = vector.extract %842[2] : vector<4xf32> from vector<4x4xf32>
          %846 = vector.extract %842[3] : vector<4xf32> from vector<4x4xf32>
          %c4_396 = arith.constant 4 : index
          %847 = arith.muli %0, %c4_396 : index
          %848 = arith.addi %683#0, %847 : index
          %c384_397 = arith.constant 384 : index
          %849 = arith.addi %848, %c384_397 : index
          %850 = vector.load %6[%849] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_398 = arith.constant 0.000000e+00 : f32
          %851 = vector.broadcast %cst_398 : f32 to vector<4xf32>
          %852 = vector.insert_strided_slice %850, %851 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %853 = vector.outerproduct %852, %843, %825 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_399 = arith.constant 4 : index
          %854 = arith.muli %0, %c4_399 : index
          %855 = arith.addi %683#0, %854 : index
          %c416 = arith.constant 416 : index
          %856 = arith.addi %855, %c416 : index
          %857 = vector.load %6[%856] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_400 = arith.constant 0.000000e+00 : f32
          %858 = vector.broadcast %cst_400 : f32 to vector<4xf32>
          %859 = vector.insert_strided_slice %857, %858 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %860 = vector.outerproduct %859, %844, %853 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_401 = arith.constant 4 : index
          %861 = arith.muli %0, %c4_401 : index
          %862 = arith.addi %683#0, %861 : index
          %c448 = arith.constant 448 : index
          %863 = arith.addi %862, %c448 : index
          %864 = vector.load %6[%863] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_402 = arith.constant 0.000000e+00 : f32
          %865 = vector.broadcast %cst_402 : f32 to vector<4xf32>
          %866 = vector.insert_strided_slice %864, %865 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %867 = vector.outerproduct %866, %845, %860 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          %c4_403 = arith.constant 4 : index
          %868 = arith.muli %0, %c4_403 : index
          %869 = arith.addi %683#0, %868 : index
          %c480 = arith.constant 480 : index
          %870 = arith.addi %869, %c480 : index
          %871 = vector.load %6[%870] {alignment = 16 : i64} : memref<2048xf32, 3>, vector<4xf32>
          %cst_404 = arith.constant 0.000000e+00 : f32
          %872 = vector.broadcast %cst_404 : f32 to vector<4xf32>
          %873 = vector.insert_strided_slice %871, %872 {offsets = [0], strides = [1]} : vector<4xf32> into vector<4xf32>
          %874 = vector.outerproduct %873, %846, %867 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          scf.yield %565, %596, %874 : vector<4xf32>, vector<4xf32>, vector<4x4xf32>
        } else {
          scf.yield %arg5, %arg6, %arg7 : vector<4xf32>, vector<4xf32>, vector<4x4xf32>
        }
        scf.yield %188#0, %188#1, %188#2 : vector<4xf32>, vector<4xf32>, vector<4x4xf32>
      }
      %125 = vector.extract %124#1[0] : f32 from vector<4xf32>
      %126 = vector.extract %124#1[1] : f32 from vector<4xf32>
      %127 = vector.extract %124#1[2] : f32 from vector<4xf32>
      %128 = vector.extract %124#1[3] : f32 from vector<4xf32>
      %c4_i32 = arith.constant 4 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %125, %c4_i32, %c32_i32 : f32
      %129 = arith.addf %125, %shuffleResult : f32
      %c4_i32_84 = arith.constant 4 : i32
      %c32_i32_85 = arith.constant 32 : i32
      %shuffleResult_86, %valid_87 = gpu.shuffle  xor %126, %c4_i32_84, %c32_i32_85 : f32
      %130 = arith.addf %126, %shuffleResult_86 : f32
      %c4_i32_88 = arith.constant 4 : i32
      %c32_i32_89 = arith.constant 32 : i32
      %shuffleResult_90, %valid_91 = gpu.shuffle  xor %127, %c4_i32_88, %c32_i32_89 : f32
      %131 = arith.addf %127, %shuffleResult_90 : f32
      %c4_i32_92 = arith.constant 4 : i32
      %c32_i32_93 = arith.constant 32 : i32
      %shuffleResult_94, %valid_95 = gpu.shuffle  xor %128, %c4_i32_92, %c32_i32_93 : f32
      %132 = arith.addf %128, %shuffleResult_94 : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_96 = arith.constant 32 : i32
      %shuffleResult_97, %valid_98 = gpu.shuffle  xor %129, %c2_i32, %c32_i32_96 : f32
      %133 = arith.addf %129, %shuffleResult_97 : f32
      %c2_i32_99 = arith.constant 2 : i32
      %c32_i32_100 = arith.constant 32 : i32
      %shuffleResult_101, %valid_102 = gpu.shuffle  xor %130, %c2_i32_99, %c32_i32_100 : f32
      %134 = arith.addf %130, %shuffleResult_101 : f32
      %c2_i32_103 = arith.constant 2 : i32
      %c32_i32_104 = arith.constant 32 : i32
      %shuffleResult_105, %valid_106 = gpu.shuffle  xor %131, %c2_i32_103, %c32_i32_104 : f32
      %135 = arith.addf %131, %shuffleResult_105 : f32
      %c2_i32_107 = arith.constant 2 : i32
      %c32_i32_108 = arith.constant 32 : i32
      %shuffleResult_109, %valid_110 = gpu.shuffle  xor %132, %c2_i32_107, %c32_i32_108 : f32
      %136 = arith.addf %132, %shuffleResult_109 : f32
      %c1_i32 = arith.constant 1 : i32
      %c32_i32_111 = arith.constant 32 : i32
      %shuffleResult_112, %valid_113 = gpu.shuffle  xor %133, %c1_i32, %c32_i32_111 : f32
      %137 = arith.addf %133, %shuffleResult_112 : f32
      %c1_i32_114 = arith.constant 1 : i32
      %c32_i32_115 = arith.constant 32 : i32
      %shuffleResult_116, %valid_117 = gpu.shuffle  xor %134, %c1_i32_114, %c32_i32_115 : f32
      %138 = arith.addf %134, %shuffleResult_116 : f32
      %c1_i32_118 = arith.constant 1 : i32
      %c32_i32_119 = arith.constant 32 : i32
      %shuffleResult_120, %valid_121 = gpu.shuffle  xor %135, %c1_i32_118, %c32_i32_119 : f32
      %139 = arith.addf %135, %shuffleResult_120 : f32
      %c1_i32_122 = arith.constant 1 : i32
      %c32_i32_123 = arith.constant 32 : i32
      %shuffleResult_124, %valid_125 = gpu.shuffle  xor %136, %c1_i32_122, %c32_i32_123 : f32
      %140 = arith.addf %136, %shuffleResult_124 : f32
      %141 = vector.from_elements %137, %138, %139, %140 : vector<4xf32>
      %142 = vector.broadcast %141 : vector<4xf32> to vector<4x4xf32>
      %143 = arith.divf %124#2, %142 : vector<4x4xf32>
      %144 = vector.extract %143[0, 0] : f32 from vector<4x4xf32>
      %145 = vector.extract %143[1, 0] : f32 from vector<4x4xf32>
      %146 = vector.extract %143[2, 0] : f32 from vector<4x4xf32>
      %147 = vector.extract %143[3, 0] : f32 from vector<4x4xf32>
      %c4_126 = arith.constant 4 : index
      %148 = arith.muli %0, %c4_126 : index
      scf.if %63 {
        %164 = vector.from_elements %144, %145, %146, %147 : vector<4xf32>
        vector.store %164, %arg3[%4, %67, %148] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      }
      %149 = vector.extract %143[0, 1] : f32 from vector<4x4xf32>
      %150 = vector.extract %143[1, 1] : f32 from vector<4x4xf32>
      %151 = vector.extract %143[2, 1] : f32 from vector<4x4xf32>
      %152 = vector.extract %143[3, 1] : f32 from vector<4x4xf32>
      %c4_127 = arith.constant 4 : index
      %153 = arith.muli %0, %c4_127 : index
      scf.if %64 {
        %164 = vector.from_elements %149, %150, %151, %152 : vector<4xf32>
        vector.store %164, %arg3[%4, %68, %153] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      }
      %154 = vector.extract %143[0, 2] : f32 from vector<4x4xf32>
      %155 = vector.extract %143[1, 2] : f32 from vector<4x4xf32>
      %156 = vector.extract %143[2, 2] : f32 from vector<4x4xf32>
      %157 = vector.extract %143[3, 2] : f32 from vector<4x4xf32>
      %c4_128 = arith.constant 4 : index
      %158 = arith.muli %0, %c4_128 : index
      scf.if %65 {
        %164 = vector.from_elements %154, %155, %156, %157 : vector<4xf32>
        vector.store %164, %arg3[%4, %69, %158] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      }
      %159 = vector.extract %143[0, 3] : f32 from vector<4x4xf32>
      %160 = vector.extract %143[1, 3] : f32 from vector<4x4xf32>
      %161 = vector.extract %143[2, 3] : f32 from vector<4x4xf32>
      %162 = vector.extract %143[3, 3] : f32 from vector<4x4xf32>
      %c4_129 = arith.constant 4 : index
      %163 = arith.muli %0, %c4_129 : index
      scf.if %66 {
        %164 = vector.from_elements %159, %160, %161, %162 : vector<4xf32>
        vector.store %164, %arg3[%4, %70, %163] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      }
      gpu.return
    }
  }
}
