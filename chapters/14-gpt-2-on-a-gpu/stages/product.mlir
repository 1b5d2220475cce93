// Kernels of product. Written by stages.py.
// Arguments: x float32[64, 32], w float32[32, 64].
// Launched: product_0 with a grid of 1 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<64x32xf32>, %arg1: memref<32x64xf32>, %arg2: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %12 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_3 = arith.constant 64 : index
      %13 = arith.muli %block_id_y, %c64_3 : index
      %block_id_z = gpu.block_id  z
      %c0 = arith.constant 0 : index
      %c32_4 = arith.constant 32 : index
      %c0_5 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4_6 = arith.constant 4 : index
      %14 = arith.remui %thread_id_x, %c4_6 : index
      %c4_7 = arith.constant 4 : index
      %15 = arith.muli %14, %c4_7 : index
      %c4_8 = arith.constant 4 : index
      %16 = arith.divui %thread_id_x, %c4_8 : index
      %17 = arith.addi %12, %16 : index
      %18 = arith.addi %c0, %15 : index
      %19 = vector.load %arg0[%17, %18] {alignment = 16 : i64} : memref<64x32xf32>, vector<4xf32>
      %c16 = arith.constant 16 : index
      %20 = arith.remui %thread_id_x, %c16 : index
      %c4_9 = arith.constant 4 : index
      %21 = arith.muli %20, %c4_9 : index
      %c16_10 = arith.constant 16 : index
      %22 = arith.divui %thread_id_x, %c16_10 : index
      %23 = arith.addi %13, %21 : index
      %24 = arith.addi %c0, %22 : index
      %25 = vector.load %arg1[%24, %23] {alignment = 16 : i64} : memref<32x64xf32>, vector<4xf32>
      %c4_11 = arith.constant 4 : index
      %26 = arith.remui %thread_id_x, %c4_11 : index
      %c4_12 = arith.constant 4 : index
      %27 = arith.muli %26, %c4_12 : index
      %c4_13 = arith.constant 4 : index
      %28 = arith.divui %thread_id_x, %c4_13 : index
      %c8_14 = arith.constant 8 : index
      %29 = arith.divui %27, %c8_14 : index
      %c8_15 = arith.constant 8 : index
      %30 = arith.muli %29, %c8_15 : index
      %31 = arith.xori %28, %30 : index
      %32 = vector.extract %19[0] : f32 from vector<4xf32>
      memref.store %32, %10[%c0_5, %27, %31] : memref<2x16x68xf32, 3>
      %c8_16 = arith.constant 8 : index
      %33 = arith.divui %27, %c8_16 : index
      %c8_17 = arith.constant 8 : index
      %34 = arith.muli %33, %c8_17 : index
      %35 = arith.xori %28, %34 : index
      %c1_18 = arith.constant 1 : index
      %36 = arith.addi %27, %c1_18 : index
      %37 = vector.extract %19[1] : f32 from vector<4xf32>
      memref.store %37, %10[%c0_5, %36, %35] : memref<2x16x68xf32, 3>
      %c8_19 = arith.constant 8 : index
      %38 = arith.divui %27, %c8_19 : index
      %c8_20 = arith.constant 8 : index
      %39 = arith.muli %38, %c8_20 : index
      %40 = arith.xori %28, %39 : index
      %c2_21 = arith.constant 2 : index
      %41 = arith.addi %27, %c2_21 : index
      %42 = vector.extract %19[2] : f32 from vector<4xf32>
      memref.store %42, %10[%c0_5, %41, %40] : memref<2x16x68xf32, 3>
      %c8_22 = arith.constant 8 : index
      %43 = arith.divui %27, %c8_22 : index
      %c8_23 = arith.constant 8 : index
      %44 = arith.muli %43, %c8_23 : index
      %45 = arith.xori %28, %44 : index
      %c3 = arith.constant 3 : index
      %46 = arith.addi %27, %c3 : index
      %47 = vector.extract %19[3] : f32 from vector<4xf32>
      memref.store %47, %10[%c0_5, %46, %45] : memref<2x16x68xf32, 3>
      %c16_24 = arith.constant 16 : index
      %48 = arith.remui %thread_id_x, %c16_24 : index
      %c4_25 = arith.constant 4 : index
      %49 = arith.muli %48, %c4_25 : index
      %c16_26 = arith.constant 16 : index
      %50 = arith.divui %thread_id_x, %c16_26 : index
      vector.store %25, %11[%c0_5, %50, %49] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      gpu.barrier
      %cst = arith.constant 0.000000e+00 : f32
      %51 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %c16_27 = arith.constant 16 : index
      %52 = arith.subi %c32_4, %c16_27 : index
      %53:2 = scf.for %arg3 = %c0 to %52 step %c16_27 iter_args(%arg4 = %c0_5, %arg5 = %51) -> (index, vector<4x4xf32>) {
        %193 = arith.subi %c1, %arg4 : index
        %c16_113 = arith.constant 16 : index
        %194 = arith.addi %arg3, %c16_113 : index
        %c4_114 = arith.constant 4 : index
        %195 = arith.remui %thread_id_x, %c4_114 : index
        %c4_115 = arith.constant 4 : index
        %196 = arith.muli %195, %c4_115 : index
        %c4_116 = arith.constant 4 : index
        %197 = arith.divui %thread_id_x, %c4_116 : index
        %198 = arith.addi %12, %197 : index
        %199 = arith.addi %194, %196 : index
        %200 = vector.load %arg0[%198, %199] {alignment = 16 : i64} : memref<64x32xf32>, vector<4xf32>
        %c16_117 = arith.constant 16 : index
        %201 = arith.remui %thread_id_x, %c16_117 : index
        %c4_118 = arith.constant 4 : index
        %202 = arith.muli %201, %c4_118 : index
        %c16_119 = arith.constant 16 : index
        %203 = arith.divui %thread_id_x, %c16_119 : index
        %204 = arith.addi %13, %202 : index
        %205 = arith.addi %194, %203 : index
        %206 = vector.load %arg1[%205, %204] {alignment = 16 : i64} : memref<32x64xf32>, vector<4xf32>
        %c4_120 = arith.constant 4 : index
        %207 = arith.muli %9, %c4_120 : index
        %c0_121 = arith.constant 0 : index
        %208 = vector.load %10[%arg4, %c0_121, %207] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_122 = arith.constant 4 : index
        %209 = arith.muli %7, %c4_122 : index
        %c0_123 = arith.constant 0 : index
        %210 = vector.load %11[%arg4, %c0_123, %209] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %211 = vector.outerproduct %208, %210, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_124 = arith.constant 4 : index
        %212 = arith.muli %9, %c4_124 : index
        %c1_125 = arith.constant 1 : index
        %213 = vector.load %10[%arg4, %c1_125, %212] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_126 = arith.constant 4 : index
        %214 = arith.muli %7, %c4_126 : index
        %c1_127 = arith.constant 1 : index
        %215 = vector.load %11[%arg4, %c1_127, %214] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %216 = vector.outerproduct %213, %215, %211 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_128 = arith.constant 4 : index
        %217 = arith.muli %9, %c4_128 : index
        %c2_129 = arith.constant 2 : index
        %218 = vector.load %10[%arg4, %c2_129, %217] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_130 = arith.constant 4 : index
        %219 = arith.muli %7, %c4_130 : index
        %c2_131 = arith.constant 2 : index
        %220 = vector.load %11[%arg4, %c2_131, %219] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %221 = vector.outerproduct %218, %220, %216 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_132 = arith.constant 4 : index
        %222 = arith.muli %9, %c4_132 : index
        %c3_133 = arith.constant 3 : index
        %223 = vector.load %10[%arg4, %c3_133, %222] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_134 = arith.constant 4 : index
        %224 = arith.muli %7, %c4_134 : index
        %c3_135 = arith.constant 3 : index
        %225 = vector.load %11[%arg4, %c3_135, %224] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %226 = vector.outerproduct %223, %225, %221 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_136 = arith.constant 4 : index
        %227 = arith.muli %9, %c4_136 : index
        %c4_137 = arith.constant 4 : index
        %228 = vector.load %10[%arg4, %c4_137, %227] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_138 = arith.constant 4 : index
        %229 = arith.muli %7, %c4_138 : index
        %c4_139 = arith.constant 4 : index
        %230 = vector.load %11[%arg4, %c4_139, %229] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %231 = vector.outerproduct %228, %230, %226 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_140 = arith.constant 4 : index
        %232 = arith.muli %9, %c4_140 : index
        %c5_141 = arith.constant 5 : index
        %233 = vector.load %10[%arg4, %c5_141, %232] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_142 = arith.constant 4 : index
        %234 = arith.muli %7, %c4_142 : index
        %c5_143 = arith.constant 5 : index
        %235 = vector.load %11[%arg4, %c5_143, %234] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %236 = vector.outerproduct %233, %235, %231 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_144 = arith.constant 4 : index
        %237 = arith.muli %9, %c4_144 : index
        %c6_145 = arith.constant 6 : index
        %238 = vector.load %10[%arg4, %c6_145, %237] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_146 = arith.constant 4 : index
        %239 = arith.muli %7, %c4_146 : index
        %c6_147 = arith.constant 6 : index
        %240 = vector.load %11[%arg4, %c6_147, %239] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %241 = vector.outerproduct %238, %240, %236 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_148 = arith.constant 4 : index
        %242 = arith.muli %9, %c4_148 : index
        %c7_149 = arith.constant 7 : index
        %243 = vector.load %10[%arg4, %c7_149, %242] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_150 = arith.constant 4 : index
        %244 = arith.muli %7, %c4_150 : index
        %c7_151 = arith.constant 7 : index
        %245 = vector.load %11[%arg4, %c7_151, %244] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %246 = vector.outerproduct %243, %245, %241 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_152 = arith.constant 4 : index
        %247 = arith.muli %9, %c4_152 : index
        %c8_153 = arith.constant 8 : index
        %248 = arith.xori %247, %c8_153 : index
        %c8_154 = arith.constant 8 : index
        %249 = vector.load %10[%arg4, %c8_154, %248] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_155 = arith.constant 4 : index
        %250 = arith.muli %7, %c4_155 : index
        %c8_156 = arith.constant 8 : index
        %251 = vector.load %11[%arg4, %c8_156, %250] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %252 = vector.outerproduct %249, %251, %246 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_157 = arith.constant 4 : index
        %253 = arith.muli %9, %c4_157 : index
        %c8_158 = arith.constant 8 : index
        %254 = arith.xori %253, %c8_158 : index
        %c9_159 = arith.constant 9 : index
        %255 = vector.load %10[%arg4, %c9_159, %254] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_160 = arith.constant 4 : index
        %256 = arith.muli %7, %c4_160 : index
        %c9_161 = arith.constant 9 : index
        %257 = vector.load %11[%arg4, %c9_161, %256] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %258 = vector.outerproduct %255, %257, %252 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_162 = arith.constant 4 : index
        %259 = arith.muli %9, %c4_162 : index
        %c8_163 = arith.constant 8 : index
        %260 = arith.xori %259, %c8_163 : index
        %c10_164 = arith.constant 10 : index
        %261 = vector.load %10[%arg4, %c10_164, %260] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_165 = arith.constant 4 : index
        %262 = arith.muli %7, %c4_165 : index
        %c10_166 = arith.constant 10 : index
        %263 = vector.load %11[%arg4, %c10_166, %262] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %264 = vector.outerproduct %261, %263, %258 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_167 = arith.constant 4 : index
        %265 = arith.muli %9, %c4_167 : index
        %c8_168 = arith.constant 8 : index
        %266 = arith.xori %265, %c8_168 : index
        %c11_169 = arith.constant 11 : index
        %267 = vector.load %10[%arg4, %c11_169, %266] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_170 = arith.constant 4 : index
        %268 = arith.muli %7, %c4_170 : index
        %c11_171 = arith.constant 11 : index
        %269 = vector.load %11[%arg4, %c11_171, %268] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %270 = vector.outerproduct %267, %269, %264 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_172 = arith.constant 4 : index
        %271 = arith.muli %9, %c4_172 : index
        %c8_173 = arith.constant 8 : index
        %272 = arith.xori %271, %c8_173 : index
        %c12_174 = arith.constant 12 : index
        %273 = vector.load %10[%arg4, %c12_174, %272] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_175 = arith.constant 4 : index
        %274 = arith.muli %7, %c4_175 : index
        %c12_176 = arith.constant 12 : index
        %275 = vector.load %11[%arg4, %c12_176, %274] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %276 = vector.outerproduct %273, %275, %270 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_177 = arith.constant 4 : index
        %277 = arith.muli %9, %c4_177 : index
        %c8_178 = arith.constant 8 : index
        %278 = arith.xori %277, %c8_178 : index
        %c13_179 = arith.constant 13 : index
        %279 = vector.load %10[%arg4, %c13_179, %278] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_180 = arith.constant 4 : index
        %280 = arith.muli %7, %c4_180 : index
        %c13_181 = arith.constant 13 : index
        %281 = vector.load %11[%arg4, %c13_181, %280] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %282 = vector.outerproduct %279, %281, %276 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_182 = arith.constant 4 : index
        %283 = arith.muli %9, %c4_182 : index
        %c8_183 = arith.constant 8 : index
        %284 = arith.xori %283, %c8_183 : index
        %c14_184 = arith.constant 14 : index
        %285 = vector.load %10[%arg4, %c14_184, %284] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_185 = arith.constant 4 : index
        %286 = arith.muli %7, %c4_185 : index
        %c14_186 = arith.constant 14 : index
        %287 = vector.load %11[%arg4, %c14_186, %286] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %288 = vector.outerproduct %285, %287, %282 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_187 = arith.constant 4 : index
        %289 = arith.muli %9, %c4_187 : index
        %c8_188 = arith.constant 8 : index
        %290 = arith.xori %289, %c8_188 : index
        %c15_189 = arith.constant 15 : index
        %291 = vector.load %10[%arg4, %c15_189, %290] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_190 = arith.constant 4 : index
        %292 = arith.muli %7, %c4_190 : index
        %c15_191 = arith.constant 15 : index
        %293 = vector.load %11[%arg4, %c15_191, %292] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %294 = vector.outerproduct %291, %293, %288 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_192 = arith.constant 4 : index
        %295 = arith.remui %thread_id_x, %c4_192 : index
        %c4_193 = arith.constant 4 : index
        %296 = arith.muli %295, %c4_193 : index
        %c4_194 = arith.constant 4 : index
        %297 = arith.divui %thread_id_x, %c4_194 : index
        %c8_195 = arith.constant 8 : index
        %298 = arith.divui %296, %c8_195 : index
        %c8_196 = arith.constant 8 : index
        %299 = arith.muli %298, %c8_196 : index
        %300 = arith.xori %297, %299 : index
        %301 = vector.extract %200[0] : f32 from vector<4xf32>
        memref.store %301, %10[%193, %296, %300] : memref<2x16x68xf32, 3>
        %c8_197 = arith.constant 8 : index
        %302 = arith.divui %296, %c8_197 : index
        %c8_198 = arith.constant 8 : index
        %303 = arith.muli %302, %c8_198 : index
        %304 = arith.xori %297, %303 : index
        %c1_199 = arith.constant 1 : index
        %305 = arith.addi %296, %c1_199 : index
        %306 = vector.extract %200[1] : f32 from vector<4xf32>
        memref.store %306, %10[%193, %305, %304] : memref<2x16x68xf32, 3>
        %c8_200 = arith.constant 8 : index
        %307 = arith.divui %296, %c8_200 : index
        %c8_201 = arith.constant 8 : index
        %308 = arith.muli %307, %c8_201 : index
        %309 = arith.xori %297, %308 : index
        %c2_202 = arith.constant 2 : index
        %310 = arith.addi %296, %c2_202 : index
        %311 = vector.extract %200[2] : f32 from vector<4xf32>
        memref.store %311, %10[%193, %310, %309] : memref<2x16x68xf32, 3>
        %c8_203 = arith.constant 8 : index
        %312 = arith.divui %296, %c8_203 : index
        %c8_204 = arith.constant 8 : index
        %313 = arith.muli %312, %c8_204 : index
        %314 = arith.xori %297, %313 : index
        %c3_205 = arith.constant 3 : index
        %315 = arith.addi %296, %c3_205 : index
        %316 = vector.extract %200[3] : f32 from vector<4xf32>
        memref.store %316, %10[%193, %315, %314] : memref<2x16x68xf32, 3>
        %c16_206 = arith.constant 16 : index
        %317 = arith.remui %thread_id_x, %c16_206 : index
        %c4_207 = arith.constant 4 : index
        %318 = arith.muli %317, %c4_207 : index
        %c16_208 = arith.constant 16 : index
        %319 = arith.divui %thread_id_x, %c16_208 : index
        vector.store %206, %11[%193, %319, %318] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        gpu.barrier
        scf.yield %193, %294 : index, vector<4x4xf32>
      }
      %c4_28 = arith.constant 4 : index
      %54 = arith.muli %9, %c4_28 : index
      %c0_29 = arith.constant 0 : index
      %55 = vector.load %10[%53#0, %c0_29, %54] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_30 = arith.constant 4 : index
      %56 = arith.muli %7, %c4_30 : index
      %c0_31 = arith.constant 0 : index
      %57 = vector.load %11[%53#0, %c0_31, %56] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %58 = vector.outerproduct %55, %57, %53#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_32 = arith.constant 4 : index
      %59 = arith.muli %9, %c4_32 : index
      %c1_33 = arith.constant 1 : index
      %60 = vector.load %10[%53#0, %c1_33, %59] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_34 = arith.constant 4 : index
      %61 = arith.muli %7, %c4_34 : index
      %c1_35 = arith.constant 1 : index
      %62 = vector.load %11[%53#0, %c1_35, %61] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %63 = vector.outerproduct %60, %62, %58 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_36 = arith.constant 4 : index
      %64 = arith.muli %9, %c4_36 : index
      %c2_37 = arith.constant 2 : index
      %65 = vector.load %10[%53#0, %c2_37, %64] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_38 = arith.constant 4 : index
      %66 = arith.muli %7, %c4_38 : index
      %c2_39 = arith.constant 2 : index
      %67 = vector.load %11[%53#0, %c2_39, %66] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %68 = vector.outerproduct %65, %67, %63 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_40 = arith.constant 4 : index
      %69 = arith.muli %9, %c4_40 : index
      %c3_41 = arith.constant 3 : index
      %70 = vector.load %10[%53#0, %c3_41, %69] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_42 = arith.constant 4 : index
      %71 = arith.muli %7, %c4_42 : index
      %c3_43 = arith.constant 3 : index
      %72 = vector.load %11[%53#0, %c3_43, %71] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %73 = vector.outerproduct %70, %72, %68 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_44 = arith.constant 4 : index
      %74 = arith.muli %9, %c4_44 : index
      %c4_45 = arith.constant 4 : index
      %75 = vector.load %10[%53#0, %c4_45, %74] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_46 = arith.constant 4 : index
      %76 = arith.muli %7, %c4_46 : index
      %c4_47 = arith.constant 4 : index
      %77 = vector.load %11[%53#0, %c4_47, %76] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %78 = vector.outerproduct %75, %77, %73 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_48 = arith.constant 4 : index
      %79 = arith.muli %9, %c4_48 : index
      %c5 = arith.constant 5 : index
      %80 = vector.load %10[%53#0, %c5, %79] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_49 = arith.constant 4 : index
      %81 = arith.muli %7, %c4_49 : index
      %c5_50 = arith.constant 5 : index
      %82 = vector.load %11[%53#0, %c5_50, %81] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %83 = vector.outerproduct %80, %82, %78 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_51 = arith.constant 4 : index
      %84 = arith.muli %9, %c4_51 : index
      %c6 = arith.constant 6 : index
      %85 = vector.load %10[%53#0, %c6, %84] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %86 = arith.muli %7, %c4_52 : index
      %c6_53 = arith.constant 6 : index
      %87 = vector.load %11[%53#0, %c6_53, %86] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %88 = vector.outerproduct %85, %87, %83 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_54 = arith.constant 4 : index
      %89 = arith.muli %9, %c4_54 : index
      %c7 = arith.constant 7 : index
      %90 = vector.load %10[%53#0, %c7, %89] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_55 = arith.constant 4 : index
      %91 = arith.muli %7, %c4_55 : index
      %c7_56 = arith.constant 7 : index
      %92 = vector.load %11[%53#0, %c7_56, %91] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %93 = vector.outerproduct %90, %92, %88 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_57 = arith.constant 4 : index
      %94 = arith.muli %9, %c4_57 : index
      %c8_58 = arith.constant 8 : index
      %95 = arith.xori %94, %c8_58 : index
      %c8_59 = arith.constant 8 : index
      %96 = vector.load %10[%53#0, %c8_59, %95] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %97 = arith.muli %7, %c4_60 : index
      %c8_61 = arith.constant 8 : index
      %98 = vector.load %11[%53#0, %c8_61, %97] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %99 = vector.outerproduct %96, %98, %93 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_62 = arith.constant 4 : index
      %100 = arith.muli %9, %c4_62 : index
      %c8_63 = arith.constant 8 : index
      %101 = arith.xori %100, %c8_63 : index
      %c9 = arith.constant 9 : index
      %102 = vector.load %10[%53#0, %c9, %101] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_64 = arith.constant 4 : index
      %103 = arith.muli %7, %c4_64 : index
      %c9_65 = arith.constant 9 : index
      %104 = vector.load %11[%53#0, %c9_65, %103] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %105 = vector.outerproduct %102, %104, %99 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_66 = arith.constant 4 : index
      %106 = arith.muli %9, %c4_66 : index
      %c8_67 = arith.constant 8 : index
      %107 = arith.xori %106, %c8_67 : index
      %c10 = arith.constant 10 : index
      %108 = vector.load %10[%53#0, %c10, %107] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_68 = arith.constant 4 : index
      %109 = arith.muli %7, %c4_68 : index
      %c10_69 = arith.constant 10 : index
      %110 = vector.load %11[%53#0, %c10_69, %109] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %111 = vector.outerproduct %108, %110, %105 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_70 = arith.constant 4 : index
      %112 = arith.muli %9, %c4_70 : index
      %c8_71 = arith.constant 8 : index
      %113 = arith.xori %112, %c8_71 : index
      %c11 = arith.constant 11 : index
      %114 = vector.load %10[%53#0, %c11, %113] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_72 = arith.constant 4 : index
      %115 = arith.muli %7, %c4_72 : index
      %c11_73 = arith.constant 11 : index
      %116 = vector.load %11[%53#0, %c11_73, %115] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %117 = vector.outerproduct %114, %116, %111 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_74 = arith.constant 4 : index
      %118 = arith.muli %9, %c4_74 : index
      %c8_75 = arith.constant 8 : index
      %119 = arith.xori %118, %c8_75 : index
      %c12 = arith.constant 12 : index
      %120 = vector.load %10[%53#0, %c12, %119] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_76 = arith.constant 4 : index
      %121 = arith.muli %7, %c4_76 : index
      %c12_77 = arith.constant 12 : index
      %122 = vector.load %11[%53#0, %c12_77, %121] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %123 = vector.outerproduct %120, %122, %117 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_78 = arith.constant 4 : index
      %124 = arith.muli %9, %c4_78 : index
      %c8_79 = arith.constant 8 : index
      %125 = arith.xori %124, %c8_79 : index
      %c13 = arith.constant 13 : index
      %126 = vector.load %10[%53#0, %c13, %125] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_80 = arith.constant 4 : index
      %127 = arith.muli %7, %c4_80 : index
      %c13_81 = arith.constant 13 : index
      %128 = vector.load %11[%53#0, %c13_81, %127] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %129 = vector.outerproduct %126, %128, %123 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_82 = arith.constant 4 : index
      %130 = arith.muli %9, %c4_82 : index
      %c8_83 = arith.constant 8 : index
      %131 = arith.xori %130, %c8_83 : index
      %c14 = arith.constant 14 : index
      %132 = vector.load %10[%53#0, %c14, %131] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_84 = arith.constant 4 : index
      %133 = arith.muli %7, %c4_84 : index
      %c14_85 = arith.constant 14 : index
      %134 = vector.load %11[%53#0, %c14_85, %133] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %135 = vector.outerproduct %132, %134, %129 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_86 = arith.constant 4 : index
      %136 = arith.muli %9, %c4_86 : index
      %c8_87 = arith.constant 8 : index
      %137 = arith.xori %136, %c8_87 : index
      %c15 = arith.constant 15 : index
      %138 = vector.load %10[%53#0, %c15, %137] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_88 = arith.constant 4 : index
      %139 = arith.muli %7, %c4_88 : index
      %c15_89 = arith.constant 15 : index
      %140 = vector.load %11[%53#0, %c15_89, %139] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %141 = vector.outerproduct %138, %140, %135 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_90 = arith.constant 4 : index
      %142 = arith.muli %9, %c4_90 : index
      %143 = arith.addi %12, %142 : index
      %c4_91 = arith.constant 4 : index
      %144 = arith.muli %7, %c4_91 : index
      %145 = arith.addi %13, %144 : index
      %146 = vector.extract %141[0, 0] : f32 from vector<4x4xf32>
      %147 = vector.extract %141[0, 1] : f32 from vector<4x4xf32>
      %148 = vector.extract %141[0, 2] : f32 from vector<4x4xf32>
      %149 = vector.extract %141[0, 3] : f32 from vector<4x4xf32>
      %c1_92 = arith.constant 1 : index
      %150 = arith.addi %145, %c1_92 : index
      %c2_93 = arith.constant 2 : index
      %151 = arith.addi %145, %c2_93 : index
      %c3_94 = arith.constant 3 : index
      %152 = arith.addi %145, %c3_94 : index
      %153 = vector.from_elements %146, %147, %148, %149 : vector<4xf32>
      vector.store %153, %arg2[%143, %145] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %154 = arith.muli %9, %c4_95 : index
      %c1_96 = arith.constant 1 : index
      %155 = arith.addi %154, %c1_96 : index
      %156 = arith.addi %12, %155 : index
      %c4_97 = arith.constant 4 : index
      %157 = arith.muli %7, %c4_97 : index
      %158 = arith.addi %13, %157 : index
      %159 = vector.extract %141[1, 0] : f32 from vector<4x4xf32>
      %160 = vector.extract %141[1, 1] : f32 from vector<4x4xf32>
      %161 = vector.extract %141[1, 2] : f32 from vector<4x4xf32>
      %162 = vector.extract %141[1, 3] : f32 from vector<4x4xf32>
      %c1_98 = arith.constant 1 : index
      %163 = arith.addi %158, %c1_98 : index
      %c2_99 = arith.constant 2 : index
      %164 = arith.addi %158, %c2_99 : index
      %c3_100 = arith.constant 3 : index
      %165 = arith.addi %158, %c3_100 : index
      %166 = vector.from_elements %159, %160, %161, %162 : vector<4xf32>
      vector.store %166, %arg2[%156, %158] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_101 = arith.constant 4 : index
      %167 = arith.muli %9, %c4_101 : index
      %c2_102 = arith.constant 2 : index
      %168 = arith.addi %167, %c2_102 : index
      %169 = arith.addi %12, %168 : index
      %c4_103 = arith.constant 4 : index
      %170 = arith.muli %7, %c4_103 : index
      %171 = arith.addi %13, %170 : index
      %172 = vector.extract %141[2, 0] : f32 from vector<4x4xf32>
      %173 = vector.extract %141[2, 1] : f32 from vector<4x4xf32>
      %174 = vector.extract %141[2, 2] : f32 from vector<4x4xf32>
      %175 = vector.extract %141[2, 3] : f32 from vector<4x4xf32>
      %c1_104 = arith.constant 1 : index
      %176 = arith.addi %171, %c1_104 : index
      %c2_105 = arith.constant 2 : index
      %177 = arith.addi %171, %c2_105 : index
      %c3_106 = arith.constant 3 : index
      %178 = arith.addi %171, %c3_106 : index
      %179 = vector.from_elements %172, %173, %174, %175 : vector<4xf32>
      vector.store %179, %arg2[%169, %171] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      %c4_107 = arith.constant 4 : index
      %180 = arith.muli %9, %c4_107 : index
      %c3_108 = arith.constant 3 : index
      %181 = arith.addi %180, %c3_108 : index
      %182 = arith.addi %12, %181 : index
      %c4_109 = arith.constant 4 : index
      %183 = arith.muli %7, %c4_109 : index
      %184 = arith.addi %13, %183 : index
      %185 = vector.extract %141[3, 0] : f32 from vector<4x4xf32>
      %186 = vector.extract %141[3, 1] : f32 from vector<4x4xf32>
      %187 = vector.extract %141[3, 2] : f32 from vector<4x4xf32>
      %188 = vector.extract %141[3, 3] : f32 from vector<4x4xf32>
      %c1_110 = arith.constant 1 : index
      %189 = arith.addi %184, %c1_110 : index
      %c2_111 = arith.constant 2 : index
      %190 = arith.addi %184, %c2_111 : index
      %c3_112 = arith.constant 3 : index
      %191 = arith.addi %184, %c3_112 : index
      %192 = vector.from_elements %185, %186, %187, %188 : vector<4xf32>
      vector.store %192, %arg2[%182, %184] {alignment = 16 : i64} : memref<64x64xf32>, vector<4xf32>
      gpu.return
    }
  }
}
