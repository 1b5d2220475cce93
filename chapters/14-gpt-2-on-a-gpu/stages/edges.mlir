// Kernels of product. Written by stages.py.
// Arguments: x float32[100, 30], w float32[30, 50].
// Launched: product_0 with a grid of 2 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_2 : memref<256x1xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<100x30xf32>, %arg1: memref<30x50xf32>, %arg2: memref<100x50xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.remui %thread_id_x, %c32 : index
      %c32_0 = arith.constant 32 : index
      %1 = arith.divui %thread_id_x, %c32_0 : index
      %c2 = arith.constant 2 : index
      %2 = arith.remui %1, %c2 : index
      %c8 = arith.constant 8 : index
      %3 = arith.muli %2, %c8 : index
      %4 = arith.divui %1, %c2 : index
      %c4 = arith.constant 4 : index
      %5 = arith.muli %4, %c4 : index
      %c8_1 = arith.constant 8 : index
      %6 = arith.remui %0, %c8_1 : index
      %7 = arith.addi %3, %6 : index
      %c8_2 = arith.constant 8 : index
      %8 = arith.divui %0, %c8_2 : index
      %9 = arith.addi %5, %8 : index
      %10 = memref.get_global @product_0_shared_0 : memref<2x16x68xf32, 3>
      %11 = memref.get_global @product_0_shared_1 : memref<2x16x68xf32, 3>
      %12 = memref.get_global @product_0_shared_2 : memref<256x1xf32, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %13 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_3 = arith.constant 64 : index
      %14 = arith.muli %block_id_y, %c64_3 : index
      %block_id_z = gpu.block_id  z
      %c0 = arith.constant 0 : index
      %c30 = arith.constant 30 : index
      %c0_4 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8_5 = arith.constant 8 : index
      %15 = arith.remui %thread_id_x, %c8_5 : index
      %c2_6 = arith.constant 2 : index
      %16 = arith.muli %15, %c2_6 : index
      %c8_7 = arith.constant 8 : index
      %17 = arith.divui %thread_id_x, %c8_7 : index
      %18 = arith.addi %13, %17 : index
      %19 = arith.addi %c0, %16 : index
      %c99 = arith.constant 99 : index
      %20 = arith.minui %18, %c99 : index
      %21 = arith.cmpi ult, %19, %c30 : index
      %c28 = arith.constant 28 : index
      %22 = arith.minui %19, %c28 : index
      %23 = vector.load %arg0[%20, %22] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %24 = vector.broadcast %cst : f32 to vector<2xf32>
      %25 = arith.select %21, %23, %24 : vector<2xf32>
      %c256 = arith.constant 256 : index
      %26 = arith.addi %thread_id_x, %c256 : index
      %c8_8 = arith.constant 8 : index
      %27 = arith.remui %26, %c8_8 : index
      %c2_9 = arith.constant 2 : index
      %28 = arith.muli %27, %c2_9 : index
      %c8_10 = arith.constant 8 : index
      %29 = arith.divui %26, %c8_10 : index
      %30 = arith.addi %13, %29 : index
      %31 = arith.addi %c0, %28 : index
      %c99_11 = arith.constant 99 : index
      %32 = arith.minui %30, %c99_11 : index
      %33 = arith.cmpi ult, %31, %c30 : index
      %c28_12 = arith.constant 28 : index
      %34 = arith.minui %31, %c28_12 : index
      %35 = vector.load %arg0[%32, %34] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
      %cst_13 = arith.constant 0.000000e+00 : f32
      %36 = vector.broadcast %cst_13 : f32 to vector<2xf32>
      %37 = arith.select %33, %35, %36 : vector<2xf32>
      %c32_14 = arith.constant 32 : index
      %38 = arith.remui %thread_id_x, %c32_14 : index
      %c2_15 = arith.constant 2 : index
      %39 = arith.muli %38, %c2_15 : index
      %c32_16 = arith.constant 32 : index
      %40 = arith.divui %thread_id_x, %c32_16 : index
      %41 = arith.addi %14, %39 : index
      %42 = arith.addi %c0, %40 : index
      %c48 = arith.constant 48 : index
      %43 = arith.minui %41, %c48 : index
      %44 = arith.cmpi ult, %42, %c30 : index
      %c29 = arith.constant 29 : index
      %45 = arith.minui %42, %c29 : index
      %46 = vector.load %arg1[%45, %43] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
      %cst_17 = arith.constant 0.000000e+00 : f32
      %47 = vector.broadcast %cst_17 : f32 to vector<2xf32>
      %48 = arith.select %44, %46, %47 : vector<2xf32>
      %c256_18 = arith.constant 256 : index
      %49 = arith.addi %thread_id_x, %c256_18 : index
      %c32_19 = arith.constant 32 : index
      %50 = arith.remui %49, %c32_19 : index
      %c2_20 = arith.constant 2 : index
      %51 = arith.muli %50, %c2_20 : index
      %c32_21 = arith.constant 32 : index
      %52 = arith.divui %49, %c32_21 : index
      %53 = arith.addi %14, %51 : index
      %54 = arith.addi %c0, %52 : index
      %c48_22 = arith.constant 48 : index
      %55 = arith.minui %53, %c48_22 : index
      %56 = arith.cmpi ult, %54, %c30 : index
      %c29_23 = arith.constant 29 : index
      %57 = arith.minui %54, %c29_23 : index
      %58 = vector.load %arg1[%57, %55] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
      %cst_24 = arith.constant 0.000000e+00 : f32
      %59 = vector.broadcast %cst_24 : f32 to vector<2xf32>
      %60 = arith.select %56, %58, %59 : vector<2xf32>
      %c8_25 = arith.constant 8 : index
      %61 = arith.remui %thread_id_x, %c8_25 : index
      %c2_26 = arith.constant 2 : index
      %62 = arith.muli %61, %c2_26 : index
      %c8_27 = arith.constant 8 : index
      %63 = arith.divui %thread_id_x, %c8_27 : index
      %c8_28 = arith.constant 8 : index
      %64 = arith.divui %62, %c8_28 : index
      %c4_29 = arith.constant 4 : index
      %65 = arith.muli %64, %c4_29 : index
      %66 = arith.xori %63, %65 : index
      %67 = vector.extract %25[0] : f32 from vector<2xf32>
      memref.store %67, %10[%c0_4, %62, %66] : memref<2x16x68xf32, 3>
      %c8_30 = arith.constant 8 : index
      %68 = arith.divui %62, %c8_30 : index
      %c4_31 = arith.constant 4 : index
      %69 = arith.muli %68, %c4_31 : index
      %70 = arith.xori %63, %69 : index
      %c1_32 = arith.constant 1 : index
      %71 = arith.addi %62, %c1_32 : index
      %72 = vector.extract %25[1] : f32 from vector<2xf32>
      memref.store %72, %10[%c0_4, %71, %70] : memref<2x16x68xf32, 3>
      %c256_33 = arith.constant 256 : index
      %73 = arith.addi %thread_id_x, %c256_33 : index
      %c8_34 = arith.constant 8 : index
      %74 = arith.remui %73, %c8_34 : index
      %c2_35 = arith.constant 2 : index
      %75 = arith.muli %74, %c2_35 : index
      %c8_36 = arith.constant 8 : index
      %76 = arith.divui %73, %c8_36 : index
      %c8_37 = arith.constant 8 : index
      %77 = arith.divui %75, %c8_37 : index
      %c4_38 = arith.constant 4 : index
      %78 = arith.muli %77, %c4_38 : index
      %79 = arith.xori %76, %78 : index
      %80 = vector.extract %37[0] : f32 from vector<2xf32>
      memref.store %80, %10[%c0_4, %75, %79] : memref<2x16x68xf32, 3>
      %c8_39 = arith.constant 8 : index
      %81 = arith.divui %75, %c8_39 : index
      %c4_40 = arith.constant 4 : index
      %82 = arith.muli %81, %c4_40 : index
      %83 = arith.xori %76, %82 : index
      %c1_41 = arith.constant 1 : index
      %84 = arith.addi %75, %c1_41 : index
      %85 = vector.extract %37[1] : f32 from vector<2xf32>
      memref.store %85, %10[%c0_4, %84, %83] : memref<2x16x68xf32, 3>
      %c32_42 = arith.constant 32 : index
      %86 = arith.remui %thread_id_x, %c32_42 : index
      %c2_43 = arith.constant 2 : index
      %87 = arith.muli %86, %c2_43 : index
      %c32_44 = arith.constant 32 : index
      %88 = arith.divui %thread_id_x, %c32_44 : index
      vector.store %48, %11[%c0_4, %88, %87] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
      %c256_45 = arith.constant 256 : index
      %89 = arith.addi %thread_id_x, %c256_45 : index
      %c32_46 = arith.constant 32 : index
      %90 = arith.remui %89, %c32_46 : index
      %c2_47 = arith.constant 2 : index
      %91 = arith.muli %90, %c2_47 : index
      %c32_48 = arith.constant 32 : index
      %92 = arith.divui %89, %c32_48 : index
      vector.store %60, %11[%c0_4, %92, %91] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
      gpu.barrier
      %cst_49 = arith.constant 0.000000e+00 : f32
      %93 = vector.broadcast %cst_49 : f32 to vector<4x4xf32>
      %c16 = arith.constant 16 : index
      %94 = arith.subi %c30, %c16 : index
      %95:2 = scf.for %arg3 = %c0 to %94 step %c16 iter_args(%arg4 = %c0_4, %arg5 = %93) -> (index, vector<4x4xf32>) {
        %189 = arith.subi %c1, %arg4 : index
        %c16_112 = arith.constant 16 : index
        %190 = arith.addi %arg3, %c16_112 : index
        %c8_113 = arith.constant 8 : index
        %191 = arith.remui %thread_id_x, %c8_113 : index
        %c2_114 = arith.constant 2 : index
        %192 = arith.muli %191, %c2_114 : index
        %c8_115 = arith.constant 8 : index
        %193 = arith.divui %thread_id_x, %c8_115 : index
        %194 = arith.addi %13, %193 : index
        %195 = arith.addi %190, %192 : index
        %c99_116 = arith.constant 99 : index
        %196 = arith.minui %194, %c99_116 : index
        %197 = arith.cmpi ult, %195, %c30 : index
        %c28_117 = arith.constant 28 : index
        %198 = arith.minui %195, %c28_117 : index
        %199 = vector.load %arg0[%196, %198] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
        %cst_118 = arith.constant 0.000000e+00 : f32
        %200 = vector.broadcast %cst_118 : f32 to vector<2xf32>
        %201 = arith.select %197, %199, %200 : vector<2xf32>
        %c256_119 = arith.constant 256 : index
        %202 = arith.addi %thread_id_x, %c256_119 : index
        %c8_120 = arith.constant 8 : index
        %203 = arith.remui %202, %c8_120 : index
        %c2_121 = arith.constant 2 : index
        %204 = arith.muli %203, %c2_121 : index
        %c8_122 = arith.constant 8 : index
        %205 = arith.divui %202, %c8_122 : index
        %206 = arith.addi %13, %205 : index
        %207 = arith.addi %190, %204 : index
        %c99_123 = arith.constant 99 : index
        %208 = arith.minui %206, %c99_123 : index
        %209 = arith.cmpi ult, %207, %c30 : index
        %c28_124 = arith.constant 28 : index
        %210 = arith.minui %207, %c28_124 : index
        %211 = vector.load %arg0[%208, %210] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
        %cst_125 = arith.constant 0.000000e+00 : f32
        %212 = vector.broadcast %cst_125 : f32 to vector<2xf32>
        %213 = arith.select %209, %211, %212 : vector<2xf32>
        %c32_126 = arith.constant 32 : index
        %214 = arith.remui %thread_id_x, %c32_126 : index
        %c2_127 = arith.constant 2 : index
        %215 = arith.muli %214, %c2_127 : index
        %c32_128 = arith.constant 32 : index
        %216 = arith.divui %thread_id_x, %c32_128 : index
        %217 = arith.addi %14, %215 : index
        %218 = arith.addi %190, %216 : index
        %c48_129 = arith.constant 48 : index
        %219 = arith.minui %217, %c48_129 : index
        %220 = arith.cmpi ult, %218, %c30 : index
        %c29_130 = arith.constant 29 : index
        %221 = arith.minui %218, %c29_130 : index
        %222 = vector.load %arg1[%221, %219] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
        %cst_131 = arith.constant 0.000000e+00 : f32
        %223 = vector.broadcast %cst_131 : f32 to vector<2xf32>
        %224 = arith.select %220, %222, %223 : vector<2xf32>
        %c256_132 = arith.constant 256 : index
        %225 = arith.addi %thread_id_x, %c256_132 : index
        %c32_133 = arith.constant 32 : index
        %226 = arith.remui %225, %c32_133 : index
        %c2_134 = arith.constant 2 : index
        %227 = arith.muli %226, %c2_134 : index
        %c32_135 = arith.constant 32 : index
        %228 = arith.divui %225, %c32_135 : index
        %229 = arith.addi %14, %227 : index
        %230 = arith.addi %190, %228 : index
        %c48_136 = arith.constant 48 : index
        %231 = arith.minui %229, %c48_136 : index
        %232 = arith.cmpi ult, %230, %c30 : index
        %c29_137 = arith.constant 29 : index
        %233 = arith.minui %230, %c29_137 : index
        %234 = vector.load %arg1[%233, %231] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
        %cst_138 = arith.constant 0.000000e+00 : f32
        %235 = vector.broadcast %cst_138 : f32 to vector<2xf32>
        %236 = arith.select %232, %234, %235 : vector<2xf32>
        %c4_139 = arith.constant 4 : index
        %237 = arith.muli %9, %c4_139 : index
        %c0_140 = arith.constant 0 : index
        %238 = vector.load %10[%arg4, %c0_140, %237] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_141 = arith.constant 4 : index
        %239 = arith.muli %7, %c4_141 : index
        %c0_142 = arith.constant 0 : index
        %240 = vector.load %11[%arg4, %c0_142, %239] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %241 = vector.outerproduct %238, %240, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_143 = arith.constant 4 : index
        %242 = arith.muli %9, %c4_143 : index
        %c1_144 = arith.constant 1 : index
        %243 = vector.load %10[%arg4, %c1_144, %242] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_145 = arith.constant 4 : index
        %244 = arith.muli %7, %c4_145 : index
        %c1_146 = arith.constant 1 : index
        %245 = vector.load %11[%arg4, %c1_146, %244] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %246 = vector.outerproduct %243, %245, %241 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_147 = arith.constant 4 : index
        %247 = arith.muli %9, %c4_147 : index
        %c2_148 = arith.constant 2 : index
        %248 = vector.load %10[%arg4, %c2_148, %247] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_149 = arith.constant 4 : index
        %249 = arith.muli %7, %c4_149 : index
        %c2_150 = arith.constant 2 : index
        %250 = vector.load %11[%arg4, %c2_150, %249] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %251 = vector.outerproduct %248, %250, %246 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_151 = arith.constant 4 : index
        %252 = arith.muli %9, %c4_151 : index
        %c3_152 = arith.constant 3 : index
        %253 = vector.load %10[%arg4, %c3_152, %252] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_153 = arith.constant 4 : index
        %254 = arith.muli %7, %c4_153 : index
        %c3_154 = arith.constant 3 : index
        %255 = vector.load %11[%arg4, %c3_154, %254] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %256 = vector.outerproduct %253, %255, %251 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_155 = arith.constant 4 : index
        %257 = arith.muli %9, %c4_155 : index
        %c4_156 = arith.constant 4 : index
        %258 = vector.load %10[%arg4, %c4_156, %257] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_157 = arith.constant 4 : index
        %259 = arith.muli %7, %c4_157 : index
        %c4_158 = arith.constant 4 : index
        %260 = vector.load %11[%arg4, %c4_158, %259] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %261 = vector.outerproduct %258, %260, %256 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_159 = arith.constant 4 : index
        %262 = arith.muli %9, %c4_159 : index
        %c5_160 = arith.constant 5 : index
        %263 = vector.load %10[%arg4, %c5_160, %262] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_161 = arith.constant 4 : index
        %264 = arith.muli %7, %c4_161 : index
        %c5_162 = arith.constant 5 : index
        %265 = vector.load %11[%arg4, %c5_162, %264] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %266 = vector.outerproduct %263, %265, %261 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_163 = arith.constant 4 : index
        %267 = arith.muli %9, %c4_163 : index
        %c6_164 = arith.constant 6 : index
        %268 = vector.load %10[%arg4, %c6_164, %267] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_165 = arith.constant 4 : index
        %269 = arith.muli %7, %c4_165 : index
        %c6_166 = arith.constant 6 : index
        %270 = vector.load %11[%arg4, %c6_166, %269] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %271 = vector.outerproduct %268, %270, %266 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_167 = arith.constant 4 : index
        %272 = arith.muli %9, %c4_167 : index
        %c7_168 = arith.constant 7 : index
        %273 = vector.load %10[%arg4, %c7_168, %272] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_169 = arith.constant 4 : index
        %274 = arith.muli %7, %c4_169 : index
        %c7_170 = arith.constant 7 : index
        %275 = vector.load %11[%arg4, %c7_170, %274] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %276 = vector.outerproduct %273, %275, %271 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_171 = arith.constant 4 : index
        %277 = arith.muli %9, %c4_171 : index
        %c4_172 = arith.constant 4 : index
        %278 = arith.xori %277, %c4_172 : index
        %c8_173 = arith.constant 8 : index
        %279 = vector.load %10[%arg4, %c8_173, %278] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_174 = arith.constant 4 : index
        %280 = arith.muli %7, %c4_174 : index
        %c8_175 = arith.constant 8 : index
        %281 = vector.load %11[%arg4, %c8_175, %280] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %282 = vector.outerproduct %279, %281, %276 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_176 = arith.constant 4 : index
        %283 = arith.muli %9, %c4_176 : index
        %c4_177 = arith.constant 4 : index
        %284 = arith.xori %283, %c4_177 : index
        %c9_178 = arith.constant 9 : index
        %285 = vector.load %10[%arg4, %c9_178, %284] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_179 = arith.constant 4 : index
        %286 = arith.muli %7, %c4_179 : index
        %c9_180 = arith.constant 9 : index
        %287 = vector.load %11[%arg4, %c9_180, %286] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %288 = vector.outerproduct %285, %287, %282 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_181 = arith.constant 4 : index
        %289 = arith.muli %9, %c4_181 : index
        %c4_182 = arith.constant 4 : index
        %290 = arith.xori %289, %c4_182 : index
        %c10_183 = arith.constant 10 : index
        %291 = vector.load %10[%arg4, %c10_183, %290] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_184 = arith.constant 4 : index
        %292 = arith.muli %7, %c4_184 : index
        %c10_185 = arith.constant 10 : index
        %293 = vector.load %11[%arg4, %c10_185, %292] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %294 = vector.outerproduct %291, %293, %288 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_186 = arith.constant 4 : index
        %295 = arith.muli %9, %c4_186 : index
        %c4_187 = arith.constant 4 : index
        %296 = arith.xori %295, %c4_187 : index
        %c11_188 = arith.constant 11 : index
        %297 = vector.load %10[%arg4, %c11_188, %296] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_189 = arith.constant 4 : index
        %298 = arith.muli %7, %c4_189 : index
        %c11_190 = arith.constant 11 : index
        %299 = vector.load %11[%arg4, %c11_190, %298] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %300 = vector.outerproduct %297, %299, %294 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_191 = arith.constant 4 : index
        %301 = arith.muli %9, %c4_191 : index
        %c4_192 = arith.constant 4 : index
        %302 = arith.xori %301, %c4_192 : index
        %c12_193 = arith.constant 12 : index
        %303 = vector.load %10[%arg4, %c12_193, %302] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_194 = arith.constant 4 : index
        %304 = arith.muli %7, %c4_194 : index
        %c12_195 = arith.constant 12 : index
        %305 = vector.load %11[%arg4, %c12_195, %304] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %306 = vector.outerproduct %303, %305, %300 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_196 = arith.constant 4 : index
        %307 = arith.muli %9, %c4_196 : index
        %c4_197 = arith.constant 4 : index
        %308 = arith.xori %307, %c4_197 : index
        %c13_198 = arith.constant 13 : index
        %309 = vector.load %10[%arg4, %c13_198, %308] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_199 = arith.constant 4 : index
        %310 = arith.muli %7, %c4_199 : index
        %c13_200 = arith.constant 13 : index
        %311 = vector.load %11[%arg4, %c13_200, %310] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %312 = vector.outerproduct %309, %311, %306 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_201 = arith.constant 4 : index
        %313 = arith.muli %9, %c4_201 : index
        %c4_202 = arith.constant 4 : index
        %314 = arith.xori %313, %c4_202 : index
        %c14_203 = arith.constant 14 : index
        %315 = vector.load %10[%arg4, %c14_203, %314] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_204 = arith.constant 4 : index
        %316 = arith.muli %7, %c4_204 : index
        %c14_205 = arith.constant 14 : index
        %317 = vector.load %11[%arg4, %c14_205, %316] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %318 = vector.outerproduct %315, %317, %312 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_206 = arith.constant 4 : index
        %319 = arith.muli %9, %c4_206 : index
        %c4_207 = arith.constant 4 : index
        %320 = arith.xori %319, %c4_207 : index
        %c15_208 = arith.constant 15 : index
        %321 = vector.load %10[%arg4, %c15_208, %320] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_209 = arith.constant 4 : index
        %322 = arith.muli %7, %c4_209 : index
        %c15_210 = arith.constant 15 : index
        %323 = vector.load %11[%arg4, %c15_210, %322] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %324 = vector.outerproduct %321, %323, %318 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c8_211 = arith.constant 8 : index
        %325 = arith.remui %thread_id_x, %c8_211 : index
        %c2_212 = arith.constant 2 : index
        %326 = arith.muli %325, %c2_212 : index
        %c8_213 = arith.constant 8 : index
        %327 = arith.divui %thread_id_x, %c8_213 : index
        %c8_214 = arith.constant 8 : index
        %328 = arith.divui %326, %c8_214 : index
        %c4_215 = arith.constant 4 : index
        %329 = arith.muli %328, %c4_215 : index
        %330 = arith.xori %327, %329 : index
        %331 = vector.extract %201[0] : f32 from vector<2xf32>
        memref.store %331, %10[%189, %326, %330] : memref<2x16x68xf32, 3>
        %c8_216 = arith.constant 8 : index
        %332 = arith.divui %326, %c8_216 : index
        %c4_217 = arith.constant 4 : index
        %333 = arith.muli %332, %c4_217 : index
        %334 = arith.xori %327, %333 : index
        %c1_218 = arith.constant 1 : index
        %335 = arith.addi %326, %c1_218 : index
        %336 = vector.extract %201[1] : f32 from vector<2xf32>
        memref.store %336, %10[%189, %335, %334] : memref<2x16x68xf32, 3>
        %c256_219 = arith.constant 256 : index
        %337 = arith.addi %thread_id_x, %c256_219 : index
        %c8_220 = arith.constant 8 : index
        %338 = arith.remui %337, %c8_220 : index
        %c2_221 = arith.constant 2 : index
        %339 = arith.muli %338, %c2_221 : index
        %c8_222 = arith.constant 8 : index
        %340 = arith.divui %337, %c8_222 : index
        %c8_223 = arith.constant 8 : index
        %341 = arith.divui %339, %c8_223 : index
        %c4_224 = arith.constant 4 : index
        %342 = arith.muli %341, %c4_224 : index
        %343 = arith.xori %340, %342 : index
        %344 = vector.extract %213[0] : f32 from vector<2xf32>
        memref.store %344, %10[%189, %339, %343] : memref<2x16x68xf32, 3>
        %c8_225 = arith.constant 8 : index
        %345 = arith.divui %339, %c8_225 : index
        %c4_226 = arith.constant 4 : index
        %346 = arith.muli %345, %c4_226 : index
        %347 = arith.xori %340, %346 : index
        %c1_227 = arith.constant 1 : index
        %348 = arith.addi %339, %c1_227 : index
        %349 = vector.extract %213[1] : f32 from vector<2xf32>
        memref.store %349, %10[%189, %348, %347] : memref<2x16x68xf32, 3>
        %c32_228 = arith.constant 32 : index
        %350 = arith.remui %thread_id_x, %c32_228 : index
        %c2_229 = arith.constant 2 : index
        %351 = arith.muli %350, %c2_229 : index
        %c32_230 = arith.constant 32 : index
        %352 = arith.divui %thread_id_x, %c32_230 : index
        vector.store %224, %11[%189, %352, %351] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
        %c256_231 = arith.constant 256 : index
        %353 = arith.addi %thread_id_x, %c256_231 : index
        %c32_232 = arith.constant 32 : index
        %354 = arith.remui %353, %c32_232 : index
        %c2_233 = arith.constant 2 : index
        %355 = arith.muli %354, %c2_233 : index
        %c32_234 = arith.constant 32 : index
        %356 = arith.divui %353, %c32_234 : index
        vector.store %236, %11[%189, %356, %355] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
        gpu.barrier
        scf.yield %189, %324 : index, vector<4x4xf32>
      }
      %c4_50 = arith.constant 4 : index
      %96 = arith.muli %9, %c4_50 : index
      %c0_51 = arith.constant 0 : index
      %97 = vector.load %10[%95#0, %c0_51, %96] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %98 = arith.muli %7, %c4_52 : index
      %c0_53 = arith.constant 0 : index
      %99 = vector.load %11[%95#0, %c0_53, %98] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %100 = vector.outerproduct %97, %99, %95#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_54 = arith.constant 4 : index
      %101 = arith.muli %9, %c4_54 : index
      %c1_55 = arith.constant 1 : index
      %102 = vector.load %10[%95#0, %c1_55, %101] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_56 = arith.constant 4 : index
      %103 = arith.muli %7, %c4_56 : index
      %c1_57 = arith.constant 1 : index
      %104 = vector.load %11[%95#0, %c1_57, %103] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %105 = vector.outerproduct %102, %104, %100 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_58 = arith.constant 4 : index
      %106 = arith.muli %9, %c4_58 : index
      %c2_59 = arith.constant 2 : index
      %107 = vector.load %10[%95#0, %c2_59, %106] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %108 = arith.muli %7, %c4_60 : index
      %c2_61 = arith.constant 2 : index
      %109 = vector.load %11[%95#0, %c2_61, %108] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %110 = vector.outerproduct %107, %109, %105 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_62 = arith.constant 4 : index
      %111 = arith.muli %9, %c4_62 : index
      %c3 = arith.constant 3 : index
      %112 = vector.load %10[%95#0, %c3, %111] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %113 = arith.muli %7, %c4_63 : index
      %c3_64 = arith.constant 3 : index
      %114 = vector.load %11[%95#0, %c3_64, %113] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %115 = vector.outerproduct %112, %114, %110 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_65 = arith.constant 4 : index
      %116 = arith.muli %9, %c4_65 : index
      %c4_66 = arith.constant 4 : index
      %117 = vector.load %10[%95#0, %c4_66, %116] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_67 = arith.constant 4 : index
      %118 = arith.muli %7, %c4_67 : index
      %c4_68 = arith.constant 4 : index
      %119 = vector.load %11[%95#0, %c4_68, %118] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %120 = vector.outerproduct %117, %119, %115 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_69 = arith.constant 4 : index
      %121 = arith.muli %9, %c4_69 : index
      %c5 = arith.constant 5 : index
      %122 = vector.load %10[%95#0, %c5, %121] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_70 = arith.constant 4 : index
      %123 = arith.muli %7, %c4_70 : index
      %c5_71 = arith.constant 5 : index
      %124 = vector.load %11[%95#0, %c5_71, %123] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %125 = vector.outerproduct %122, %124, %120 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_72 = arith.constant 4 : index
      %126 = arith.muli %9, %c4_72 : index
      %c6 = arith.constant 6 : index
      %127 = vector.load %10[%95#0, %c6, %126] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_73 = arith.constant 4 : index
      %128 = arith.muli %7, %c4_73 : index
      %c6_74 = arith.constant 6 : index
      %129 = vector.load %11[%95#0, %c6_74, %128] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %130 = vector.outerproduct %127, %129, %125 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_75 = arith.constant 4 : index
      %131 = arith.muli %9, %c4_75 : index
      %c7 = arith.constant 7 : index
      %132 = vector.load %10[%95#0, %c7, %131] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_76 = arith.constant 4 : index
      %133 = arith.muli %7, %c4_76 : index
      %c7_77 = arith.constant 7 : index
      %134 = vector.load %11[%95#0, %c7_77, %133] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %135 = vector.outerproduct %132, %134, %130 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_78 = arith.constant 4 : index
      %136 = arith.muli %9, %c4_78 : index
      %c4_79 = arith.constant 4 : index
      %137 = arith.xori %136, %c4_79 : index
      %c8_80 = arith.constant 8 : index
      %138 = vector.load %10[%95#0, %c8_80, %137] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_81 = arith.constant 4 : index
      %139 = arith.muli %7, %c4_81 : index
      %c8_82 = arith.constant 8 : index
      %140 = vector.load %11[%95#0, %c8_82, %139] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %141 = vector.outerproduct %138, %140, %135 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_83 = arith.constant 4 : index
      %142 = arith.muli %9, %c4_83 : index
      %c4_84 = arith.constant 4 : index
      %143 = arith.xori %142, %c4_84 : index
      %c9 = arith.constant 9 : index
      %144 = vector.load %10[%95#0, %c9, %143] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_85 = arith.constant 4 : index
      %145 = arith.muli %7, %c4_85 : index
      %c9_86 = arith.constant 9 : index
      %146 = vector.load %11[%95#0, %c9_86, %145] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %147 = vector.outerproduct %144, %146, %141 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_87 = arith.constant 4 : index
      %148 = arith.muli %9, %c4_87 : index
      %c4_88 = arith.constant 4 : index
      %149 = arith.xori %148, %c4_88 : index
      %c10 = arith.constant 10 : index
      %150 = vector.load %10[%95#0, %c10, %149] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_89 = arith.constant 4 : index
      %151 = arith.muli %7, %c4_89 : index
      %c10_90 = arith.constant 10 : index
      %152 = vector.load %11[%95#0, %c10_90, %151] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %153 = vector.outerproduct %150, %152, %147 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_91 = arith.constant 4 : index
      %154 = arith.muli %9, %c4_91 : index
      %c4_92 = arith.constant 4 : index
      %155 = arith.xori %154, %c4_92 : index
      %c11 = arith.constant 11 : index
      %156 = vector.load %10[%95#0, %c11, %155] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_93 = arith.constant 4 : index
      %157 = arith.muli %7, %c4_93 : index
      %c11_94 = arith.constant 11 : index
      %158 = vector.load %11[%95#0, %c11_94, %157] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %159 = vector.outerproduct %156, %158, %153 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %160 = arith.muli %9, %c4_95 : index
      %c4_96 = arith.constant 4 : index
      %161 = arith.xori %160, %c4_96 : index
      %c12 = arith.constant 12 : index
      %162 = vector.load %10[%95#0, %c12, %161] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_97 = arith.constant 4 : index
      %163 = arith.muli %7, %c4_97 : index
      %c12_98 = arith.constant 12 : index
      %164 = vector.load %11[%95#0, %c12_98, %163] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %165 = vector.outerproduct %162, %164, %159 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_99 = arith.constant 4 : index
      %166 = arith.muli %9, %c4_99 : index
      %c4_100 = arith.constant 4 : index
      %167 = arith.xori %166, %c4_100 : index
      %c13 = arith.constant 13 : index
      %168 = vector.load %10[%95#0, %c13, %167] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_101 = arith.constant 4 : index
      %169 = arith.muli %7, %c4_101 : index
      %c13_102 = arith.constant 13 : index
      %170 = vector.load %11[%95#0, %c13_102, %169] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %171 = vector.outerproduct %168, %170, %165 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_103 = arith.constant 4 : index
      %172 = arith.muli %9, %c4_103 : index
      %c4_104 = arith.constant 4 : index
      %173 = arith.xori %172, %c4_104 : index
      %c14 = arith.constant 14 : index
      %174 = vector.load %10[%95#0, %c14, %173] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_105 = arith.constant 4 : index
      %175 = arith.muli %7, %c4_105 : index
      %c14_106 = arith.constant 14 : index
      %176 = vector.load %11[%95#0, %c14_106, %175] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %177 = vector.outerproduct %174, %176, %171 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_107 = arith.constant 4 : index
      %178 = arith.muli %9, %c4_107 : index
      %c4_108 = arith.constant 4 : index
      %179 = arith.xori %178, %c4_108 : index
      %c15 = arith.constant 15 : index
      %180 = vector.load %10[%95#0, %c15, %179] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_109 = arith.constant 4 : index
      %181 = arith.muli %7, %c4_109 : index
      %c15_110 = arith.constant 15 : index
      %182 = vector.load %11[%95#0, %c15_110, %181] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %183 = vector.outerproduct %180, %182, %177 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c63 = arith.constant 63 : index
      %184 = arith.addi %13, %c63 : index
      %c100 = arith.constant 100 : index
      %185 = arith.cmpi ult, %184, %c100 : index
      %c63_111 = arith.constant 63 : index
      %186 = arith.addi %14, %c63_111 : index
      %c50 = arith.constant 50 : index
      %187 = arith.cmpi ult, %186, %c50 : index
      %188 = arith.andi %185, %187 : i1
      scf.if %188 {
        %c4_112 = arith.constant 4 : index
        %189 = arith.muli %9, %c4_112 : index
        %190 = arith.addi %13, %189 : index
        %c4_113 = arith.constant 4 : index
        %191 = arith.muli %7, %c4_113 : index
        %192 = arith.addi %14, %191 : index
        %193 = vector.extract %183[0, 0] : f32 from vector<4x4xf32>
        memref.store %193, %arg2[%190, %192] : memref<100x50xf32>
        %c4_114 = arith.constant 4 : index
        %194 = arith.muli %7, %c4_114 : index
        %c1_115 = arith.constant 1 : index
        %195 = arith.addi %194, %c1_115 : index
        %196 = arith.addi %14, %195 : index
        %197 = vector.extract %183[0, 1] : f32 from vector<4x4xf32>
        memref.store %197, %arg2[%190, %196] : memref<100x50xf32>
        %c4_116 = arith.constant 4 : index
        %198 = arith.muli %7, %c4_116 : index
        %c2_117 = arith.constant 2 : index
        %199 = arith.addi %198, %c2_117 : index
        %200 = arith.addi %14, %199 : index
        %201 = vector.extract %183[0, 2] : f32 from vector<4x4xf32>
        memref.store %201, %arg2[%190, %200] : memref<100x50xf32>
        %c4_118 = arith.constant 4 : index
        %202 = arith.muli %7, %c4_118 : index
        %c3_119 = arith.constant 3 : index
        %203 = arith.addi %202, %c3_119 : index
        %204 = arith.addi %14, %203 : index
        %205 = vector.extract %183[0, 3] : f32 from vector<4x4xf32>
        memref.store %205, %arg2[%190, %204] : memref<100x50xf32>
        %c4_120 = arith.constant 4 : index
        %206 = arith.muli %9, %c4_120 : index
        %c1_121 = arith.constant 1 : index
        %207 = arith.addi %206, %c1_121 : index
        %208 = arith.addi %13, %207 : index
        %c4_122 = arith.constant 4 : index
        %209 = arith.muli %7, %c4_122 : index
        %210 = arith.addi %14, %209 : index
        %211 = vector.extract %183[1, 0] : f32 from vector<4x4xf32>
        memref.store %211, %arg2[%208, %210] : memref<100x50xf32>
        %c4_123 = arith.constant 4 : index
        %212 = arith.muli %7, %c4_123 : index
        %c1_124 = arith.constant 1 : index
        %213 = arith.addi %212, %c1_124 : index
        %214 = arith.addi %14, %213 : index
        %215 = vector.extract %183[1, 1] : f32 from vector<4x4xf32>
        memref.store %215, %arg2[%208, %214] : memref<100x50xf32>
        %c4_125 = arith.constant 4 : index
        %216 = arith.muli %7, %c4_125 : index
        %c2_126 = arith.constant 2 : index
        %217 = arith.addi %216, %c2_126 : index
        %218 = arith.addi %14, %217 : index
        %219 = vector.extract %183[1, 2] : f32 from vector<4x4xf32>
        memref.store %219, %arg2[%208, %218] : memref<100x50xf32>
        %c4_127 = arith.constant 4 : index
        %220 = arith.muli %7, %c4_127 : index
        %c3_128 = arith.constant 3 : index
        %221 = arith.addi %220, %c3_128 : index
        %222 = arith.addi %14, %221 : index
        %223 = vector.extract %183[1, 3] : f32 from vector<4x4xf32>
        memref.store %223, %arg2[%208, %222] : memref<100x50xf32>
        %c4_129 = arith.constant 4 : index
        %224 = arith.muli %9, %c4_129 : index
        %c2_130 = arith.constant 2 : index
        %225 = arith.addi %224, %c2_130 : index
        %226 = arith.addi %13, %225 : index
        %c4_131 = arith.constant 4 : index
        %227 = arith.muli %7, %c4_131 : index
        %228 = arith.addi %14, %227 : index
        %229 = vector.extract %183[2, 0] : f32 from vector<4x4xf32>
        memref.store %229, %arg2[%226, %228] : memref<100x50xf32>
        %c4_132 = arith.constant 4 : index
        %230 = arith.muli %7, %c4_132 : index
        %c1_133 = arith.constant 1 : index
        %231 = arith.addi %230, %c1_133 : index
        %232 = arith.addi %14, %231 : index
        %233 = vector.extract %183[2, 1] : f32 from vector<4x4xf32>
        memref.store %233, %arg2[%226, %232] : memref<100x50xf32>
        %c4_134 = arith.constant 4 : index
        %234 = arith.muli %7, %c4_134 : index
        %c2_135 = arith.constant 2 : index
        %235 = arith.addi %234, %c2_135 : index
        %236 = arith.addi %14, %235 : index
        %237 = vector.extract %183[2, 2] : f32 from vector<4x4xf32>
        memref.store %237, %arg2[%226, %236] : memref<100x50xf32>
        %c4_136 = arith.constant 4 : index
        %238 = arith.muli %7, %c4_136 : index
        %c3_137 = arith.constant 3 : index
        %239 = arith.addi %238, %c3_137 : index
        %240 = arith.addi %14, %239 : index
        %241 = vector.extract %183[2, 3] : f32 from vector<4x4xf32>
        memref.store %241, %arg2[%226, %240] : memref<100x50xf32>
        %c4_138 = arith.constant 4 : index
        %242 = arith.muli %9, %c4_138 : index
        %c3_139 = arith.constant 3 : index
        %243 = arith.addi %242, %c3_139 : index
        %244 = arith.addi %13, %243 : index
        %c4_140 = arith.constant 4 : index
        %245 = arith.muli %7, %c4_140 : index
        %246 = arith.addi %14, %245 : index
        %247 = vector.extract %183[3, 0] : f32 from vector<4x4xf32>
        memref.store %247, %arg2[%244, %246] : memref<100x50xf32>
        %c4_141 = arith.constant 4 : index
        %248 = arith.muli %7, %c4_141 : index
        %c1_142 = arith.constant 1 : index
        %249 = arith.addi %248, %c1_142 : index
        %250 = arith.addi %14, %249 : index
        %251 = vector.extract %183[3, 1] : f32 from vector<4x4xf32>
        memref.store %251, %arg2[%244, %250] : memref<100x50xf32>
        %c4_143 = arith.constant 4 : index
        %252 = arith.muli %7, %c4_143 : index
        %c2_144 = arith.constant 2 : index
        %253 = arith.addi %252, %c2_144 : index
        %254 = arith.addi %14, %253 : index
        %255 = vector.extract %183[3, 2] : f32 from vector<4x4xf32>
        memref.store %255, %arg2[%244, %254] : memref<100x50xf32>
        %c4_145 = arith.constant 4 : index
        %256 = arith.muli %7, %c4_145 : index
        %c3_146 = arith.constant 3 : index
        %257 = arith.addi %256, %c3_146 : index
        %258 = arith.addi %14, %257 : index
        %259 = vector.extract %183[3, 3] : f32 from vector<4x4xf32>
        memref.store %259, %arg2[%244, %258] : memref<100x50xf32>
      } else {
        %c4_112 = arith.constant 4 : index
        %189 = arith.muli %9, %c4_112 : index
        %190 = arith.addi %13, %189 : index
        %c4_113 = arith.constant 4 : index
        %191 = arith.muli %7, %c4_113 : index
        %192 = arith.addi %14, %191 : index
        %193 = vector.extract %183[0, 0] : f32 from vector<4x4xf32>
        %c100_114 = arith.constant 100 : index
        %194 = arith.cmpi ult, %190, %c100_114 : index
        %c50_115 = arith.constant 50 : index
        %195 = arith.cmpi ult, %192, %c50_115 : index
        %196 = arith.andi %194, %195 : i1
        scf.if %196 {
          memref.store %193, %arg2[%190, %192] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %193 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_116 = arith.constant 4 : index
        %197 = arith.muli %7, %c4_116 : index
        %c1_117 = arith.constant 1 : index
        %198 = arith.addi %197, %c1_117 : index
        %199 = arith.addi %14, %198 : index
        %200 = vector.extract %183[0, 1] : f32 from vector<4x4xf32>
        %c100_118 = arith.constant 100 : index
        %201 = arith.cmpi ult, %190, %c100_118 : index
        %c50_119 = arith.constant 50 : index
        %202 = arith.cmpi ult, %199, %c50_119 : index
        %203 = arith.andi %201, %202 : i1
        scf.if %203 {
          memref.store %200, %arg2[%190, %199] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %200 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_120 = arith.constant 4 : index
        %204 = arith.muli %7, %c4_120 : index
        %c2_121 = arith.constant 2 : index
        %205 = arith.addi %204, %c2_121 : index
        %206 = arith.addi %14, %205 : index
        %207 = vector.extract %183[0, 2] : f32 from vector<4x4xf32>
        %c100_122 = arith.constant 100 : index
        %208 = arith.cmpi ult, %190, %c100_122 : index
        %c50_123 = arith.constant 50 : index
        %209 = arith.cmpi ult, %206, %c50_123 : index
        %210 = arith.andi %208, %209 : i1
        scf.if %210 {
          memref.store %207, %arg2[%190, %206] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %207 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_124 = arith.constant 4 : index
        %211 = arith.muli %7, %c4_124 : index
        %c3_125 = arith.constant 3 : index
        %212 = arith.addi %211, %c3_125 : index
        %213 = arith.addi %14, %212 : index
        %214 = vector.extract %183[0, 3] : f32 from vector<4x4xf32>
        %c100_126 = arith.constant 100 : index
        %215 = arith.cmpi ult, %190, %c100_126 : index
        %c50_127 = arith.constant 50 : index
        %216 = arith.cmpi ult, %213, %c50_127 : index
        %217 = arith.andi %215, %216 : i1
        scf.if %217 {
          memref.store %214, %arg2[%190, %213] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %214 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_128 = arith.constant 4 : index
        %218 = arith.muli %9, %c4_128 : index
        %c1_129 = arith.constant 1 : index
        %219 = arith.addi %218, %c1_129 : index
        %220 = arith.addi %13, %219 : index
        %c4_130 = arith.constant 4 : index
        %221 = arith.muli %7, %c4_130 : index
        %222 = arith.addi %14, %221 : index
        %223 = vector.extract %183[1, 0] : f32 from vector<4x4xf32>
        %c100_131 = arith.constant 100 : index
        %224 = arith.cmpi ult, %220, %c100_131 : index
        %c50_132 = arith.constant 50 : index
        %225 = arith.cmpi ult, %222, %c50_132 : index
        %226 = arith.andi %224, %225 : i1
        scf.if %226 {
          memref.store %223, %arg2[%220, %222] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %223 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_133 = arith.constant 4 : index
        %227 = arith.muli %7, %c4_133 : index
        %c1_134 = arith.constant 1 : index
        %228 = arith.addi %227, %c1_134 : index
        %229 = arith.addi %14, %228 : index
        %230 = vector.extract %183[1, 1] : f32 from vector<4x4xf32>
        %c100_135 = arith.constant 100 : index
        %231 = arith.cmpi ult, %220, %c100_135 : index
        %c50_136 = arith.constant 50 : index
        %232 = arith.cmpi ult, %229, %c50_136 : index
        %233 = arith.andi %231, %232 : i1
        scf.if %233 {
          memref.store %230, %arg2[%220, %229] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %230 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_137 = arith.constant 4 : index
        %234 = arith.muli %7, %c4_137 : index
        %c2_138 = arith.constant 2 : index
        %235 = arith.addi %234, %c2_138 : index
        %236 = arith.addi %14, %235 : index
        %237 = vector.extract %183[1, 2] : f32 from vector<4x4xf32>
        %c100_139 = arith.constant 100 : index
        %238 = arith.cmpi ult, %220, %c100_139 : index
        %c50_140 = arith.constant 50 : index
        %239 = arith.cmpi ult, %236, %c50_140 : index
        %240 = arith.andi %238, %239 : i1
        scf.if %240 {
          memref.store %237, %arg2[%220, %236] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %237 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_141 = arith.constant 4 : index
        %241 = arith.muli %7, %c4_141 : index
        %c3_142 = arith.constant 3 : index
        %242 = arith.addi %241, %c3_142 : index
        %243 = arith.addi %14, %242 : index
        %244 = vector.extract %183[1, 3] : f32 from vector<4x4xf32>
        %c100_143 = arith.constant 100 : index
        %245 = arith.cmpi ult, %220, %c100_143 : index
        %c50_144 = arith.constant 50 : index
        %246 = arith.cmpi ult, %243, %c50_144 : index
        %247 = arith.andi %245, %246 : i1
        scf.if %247 {
          memref.store %244, %arg2[%220, %243] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %244 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_145 = arith.constant 4 : index
        %248 = arith.muli %9, %c4_145 : index
        %c2_146 = arith.constant 2 : index
        %249 = arith.addi %248, %c2_146 : index
        %250 = arith.addi %13, %249 : index
        %c4_147 = arith.constant 4 : index
        %251 = arith.muli %7, %c4_147 : index
        %252 = arith.addi %14, %251 : index
        %253 = vector.extract %183[2, 0] : f32 from vector<4x4xf32>
        %c100_148 = arith.constant 100 : index
        %254 = arith.cmpi ult, %250, %c100_148 : index
        %c50_149 = arith.constant 50 : index
        %255 = arith.cmpi ult, %252, %c50_149 : index
        %256 = arith.andi %254, %255 : i1
        scf.if %256 {
          memref.store %253, %arg2[%250, %252] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %253 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_150 = arith.constant 4 : index
        %257 = arith.muli %7, %c4_150 : index
        %c1_151 = arith.constant 1 : index
        %258 = arith.addi %257, %c1_151 : index
        %259 = arith.addi %14, %258 : index
        %260 = vector.extract %183[2, 1] : f32 from vector<4x4xf32>
        %c100_152 = arith.constant 100 : index
        %261 = arith.cmpi ult, %250, %c100_152 : index
        %c50_153 = arith.constant 50 : index
        %262 = arith.cmpi ult, %259, %c50_153 : index
        %263 = arith.andi %261, %262 : i1
        scf.if %263 {
          memref.store %260, %arg2[%250, %259] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %260 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_154 = arith.constant 4 : index
        %264 = arith.muli %7, %c4_154 : index
        %c2_155 = arith.constant 2 : index
        %265 = arith.addi %264, %c2_155 : index
        %266 = arith.addi %14, %265 : index
        %267 = vector.extract %183[2, 2] : f32 from vector<4x4xf32>
        %c100_156 = arith.constant 100 : index
        %268 = arith.cmpi ult, %250, %c100_156 : index
        %c50_157 = arith.constant 50 : index
        %269 = arith.cmpi ult, %266, %c50_157 : index
        %270 = arith.andi %268, %269 : i1
        scf.if %270 {
          memref.store %267, %arg2[%250, %266] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %267 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_158 = arith.constant 4 : index
        %271 = arith.muli %7, %c4_158 : index
        %c3_159 = arith.constant 3 : index
        %272 = arith.addi %271, %c3_159 : index
        %273 = arith.addi %14, %272 : index
        %274 = vector.extract %183[2, 3] : f32 from vector<4x4xf32>
        %c100_160 = arith.constant 100 : index
        %275 = arith.cmpi ult, %250, %c100_160 : index
        %c50_161 = arith.constant 50 : index
        %276 = arith.cmpi ult, %273, %c50_161 : index
        %277 = arith.andi %275, %276 : i1
        scf.if %277 {
          memref.store %274, %arg2[%250, %273] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %274 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_162 = arith.constant 4 : index
        %278 = arith.muli %9, %c4_162 : index
        %c3_163 = arith.constant 3 : index
        %279 = arith.addi %278, %c3_163 : index
        %280 = arith.addi %13, %279 : index
        %c4_164 = arith.constant 4 : index
        %281 = arith.muli %7, %c4_164 : index
        %282 = arith.addi %14, %281 : index
        %283 = vector.extract %183[3, 0] : f32 from vector<4x4xf32>
        %c100_165 = arith.constant 100 : index
        %284 = arith.cmpi ult, %280, %c100_165 : index
        %c50_166 = arith.constant 50 : index
        %285 = arith.cmpi ult, %282, %c50_166 : index
        %286 = arith.andi %284, %285 : i1
        scf.if %286 {
          memref.store %283, %arg2[%280, %282] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %283 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_167 = arith.constant 4 : index
        %287 = arith.muli %7, %c4_167 : index
        %c1_168 = arith.constant 1 : index
        %288 = arith.addi %287, %c1_168 : index
        %289 = arith.addi %14, %288 : index
        %290 = vector.extract %183[3, 1] : f32 from vector<4x4xf32>
        %c100_169 = arith.constant 100 : index
        %291 = arith.cmpi ult, %280, %c100_169 : index
        %c50_170 = arith.constant 50 : index
        %292 = arith.cmpi ult, %289, %c50_170 : index
        %293 = arith.andi %291, %292 : i1
        scf.if %293 {
          memref.store %290, %arg2[%280, %289] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %290 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_171 = arith.constant 4 : index
        %294 = arith.muli %7, %c4_171 : index
        %c2_172 = arith.constant 2 : index
        %295 = arith.addi %294, %c2_172 : index
        %296 = arith.addi %14, %295 : index
        %297 = vector.extract %183[3, 2] : f32 from vector<4x4xf32>
        %c100_173 = arith.constant 100 : index
        %298 = arith.cmpi ult, %280, %c100_173 : index
        %c50_174 = arith.constant 50 : index
        %299 = arith.cmpi ult, %296, %c50_174 : index
        %300 = arith.andi %298, %299 : i1
        scf.if %300 {
          memref.store %297, %arg2[%280, %296] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %297 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_175 = arith.constant 4 : index
        %301 = arith.muli %7, %c4_175 : index
        %c3_176 = arith.constant 3 : index
        %302 = arith.addi %301, %c3_176 : index
        %303 = arith.addi %14, %302 : index
        %304 = vector.extract %183[3, 3] : f32 from vector<4x4xf32>
        %c100_177 = arith.constant 100 : index
        %305 = arith.cmpi ult, %280, %c100_177 : index
        %c50_178 = arith.constant 50 : index
        %306 = arith.cmpi ult, %303, %c50_178 : index
        %307 = arith.andi %305, %306 : i1
        scf.if %307 {
          memref.store %304, %arg2[%280, %303] : memref<100x50xf32>
        } else {
          %308 = vector.from_elements %304 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %308, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
      }
      gpu.return
    }
  }
}
