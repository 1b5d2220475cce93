// Kernels of mixed. Written by stages.py.
// Arguments: q float32[2, 40, 16], k float32[2, 40, 16], v float32[2, 40, 16].
// Launched: product_0 with a grid of 1 x 1 x 2 blocks of 256 x 1 x 1 threads; map_1 with a grid of 7 x 1 x 1 blocks of 256 x 1 x 1 threads; rows_2 with a grid of 20 x 1 x 1 blocks of 128 x 1 x 1 threads; product_3 with a grid of 1 x 1 x 2 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<2x40x16xf32>, %arg1: memref<2x40x16xf32>, %arg2: memref<2x40x40xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
      %c16 = arith.constant 16 : index
      %c0_4 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4_5 = arith.constant 4 : index
      %14 = arith.remui %thread_id_x, %c4_5 : index
      %c4_6 = arith.constant 4 : index
      %15 = arith.muli %14, %c4_6 : index
      %c4_7 = arith.constant 4 : index
      %16 = arith.divui %thread_id_x, %c4_7 : index
      %17 = arith.addi %12, %16 : index
      %18 = arith.addi %c0, %15 : index
      %c39 = arith.constant 39 : index
      %19 = arith.minui %17, %c39 : index
      %20 = vector.load %arg0[%block_id_z, %19, %18] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
      %c4_8 = arith.constant 4 : index
      %21 = arith.remui %thread_id_x, %c4_8 : index
      %c4_9 = arith.constant 4 : index
      %22 = arith.muli %21, %c4_9 : index
      %c4_10 = arith.constant 4 : index
      %23 = arith.divui %thread_id_x, %c4_10 : index
      %24 = arith.addi %13, %23 : index
      %25 = arith.addi %c0, %22 : index
      %c39_11 = arith.constant 39 : index
      %26 = arith.minui %24, %c39_11 : index
      %27 = vector.load %arg1[%block_id_z, %26, %25] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
      %c4_12 = arith.constant 4 : index
      %28 = arith.remui %thread_id_x, %c4_12 : index
      %c4_13 = arith.constant 4 : index
      %29 = arith.muli %28, %c4_13 : index
      %c4_14 = arith.constant 4 : index
      %30 = arith.divui %thread_id_x, %c4_14 : index
      %c8_15 = arith.constant 8 : index
      %31 = arith.divui %29, %c8_15 : index
      %c8_16 = arith.constant 8 : index
      %32 = arith.muli %31, %c8_16 : index
      %33 = arith.xori %30, %32 : index
      %34 = vector.extract %20[0] : f32 from vector<4xf32>
      memref.store %34, %10[%c0_4, %29, %33] : memref<2x16x68xf32, 3>
      %c8_17 = arith.constant 8 : index
      %35 = arith.divui %29, %c8_17 : index
      %c8_18 = arith.constant 8 : index
      %36 = arith.muli %35, %c8_18 : index
      %37 = arith.xori %30, %36 : index
      %c1_19 = arith.constant 1 : index
      %38 = arith.addi %29, %c1_19 : index
      %39 = vector.extract %20[1] : f32 from vector<4xf32>
      memref.store %39, %10[%c0_4, %38, %37] : memref<2x16x68xf32, 3>
      %c8_20 = arith.constant 8 : index
      %40 = arith.divui %29, %c8_20 : index
      %c8_21 = arith.constant 8 : index
      %41 = arith.muli %40, %c8_21 : index
      %42 = arith.xori %30, %41 : index
      %c2_22 = arith.constant 2 : index
      %43 = arith.addi %29, %c2_22 : index
      %44 = vector.extract %20[2] : f32 from vector<4xf32>
      memref.store %44, %10[%c0_4, %43, %42] : memref<2x16x68xf32, 3>
      %c8_23 = arith.constant 8 : index
      %45 = arith.divui %29, %c8_23 : index
      %c8_24 = arith.constant 8 : index
      %46 = arith.muli %45, %c8_24 : index
      %47 = arith.xori %30, %46 : index
      %c3 = arith.constant 3 : index
      %48 = arith.addi %29, %c3 : index
      %49 = vector.extract %20[3] : f32 from vector<4xf32>
      memref.store %49, %10[%c0_4, %48, %47] : memref<2x16x68xf32, 3>
      %c4_25 = arith.constant 4 : index
      %50 = arith.remui %thread_id_x, %c4_25 : index
      %c4_26 = arith.constant 4 : index
      %51 = arith.muli %50, %c4_26 : index
      %c4_27 = arith.constant 4 : index
      %52 = arith.divui %thread_id_x, %c4_27 : index
      %c8_28 = arith.constant 8 : index
      %53 = arith.divui %51, %c8_28 : index
      %c8_29 = arith.constant 8 : index
      %54 = arith.muli %53, %c8_29 : index
      %55 = arith.xori %52, %54 : index
      %56 = vector.extract %27[0] : f32 from vector<4xf32>
      memref.store %56, %11[%c0_4, %51, %55] : memref<2x16x68xf32, 3>
      %c8_30 = arith.constant 8 : index
      %57 = arith.divui %51, %c8_30 : index
      %c8_31 = arith.constant 8 : index
      %58 = arith.muli %57, %c8_31 : index
      %59 = arith.xori %52, %58 : index
      %c1_32 = arith.constant 1 : index
      %60 = arith.addi %51, %c1_32 : index
      %61 = vector.extract %27[1] : f32 from vector<4xf32>
      memref.store %61, %11[%c0_4, %60, %59] : memref<2x16x68xf32, 3>
      %c8_33 = arith.constant 8 : index
      %62 = arith.divui %51, %c8_33 : index
      %c8_34 = arith.constant 8 : index
      %63 = arith.muli %62, %c8_34 : index
      %64 = arith.xori %52, %63 : index
      %c2_35 = arith.constant 2 : index
      %65 = arith.addi %51, %c2_35 : index
      %66 = vector.extract %27[2] : f32 from vector<4xf32>
      memref.store %66, %11[%c0_4, %65, %64] : memref<2x16x68xf32, 3>
      %c8_36 = arith.constant 8 : index
      %67 = arith.divui %51, %c8_36 : index
      %c8_37 = arith.constant 8 : index
      %68 = arith.muli %67, %c8_37 : index
      %69 = arith.xori %52, %68 : index
      %c3_38 = arith.constant 3 : index
      %70 = arith.addi %51, %c3_38 : index
      %71 = vector.extract %27[3] : f32 from vector<4xf32>
      memref.store %71, %11[%c0_4, %70, %69] : memref<2x16x68xf32, 3>
      gpu.barrier
      %cst = arith.constant 0.000000e+00 : f32
      %72 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %c16_39 = arith.constant 16 : index
      %73 = arith.subi %c16, %c16_39 : index
      %74:2 = scf.for %arg3 = %c0 to %73 step %c16_39 iter_args(%arg4 = %c0_4, %arg5 = %72) -> (index, vector<4x4xf32>) {
        %218 = arith.subi %c1, %arg4 : index
        %c16_128 = arith.constant 16 : index
        %219 = arith.addi %arg3, %c16_128 : index
        %c4_129 = arith.constant 4 : index
        %220 = arith.remui %thread_id_x, %c4_129 : index
        %c4_130 = arith.constant 4 : index
        %221 = arith.muli %220, %c4_130 : index
        %c4_131 = arith.constant 4 : index
        %222 = arith.divui %thread_id_x, %c4_131 : index
        %223 = arith.addi %12, %222 : index
        %224 = arith.addi %219, %221 : index
        %c39_132 = arith.constant 39 : index
        %225 = arith.minui %223, %c39_132 : index
        %226 = vector.load %arg0[%block_id_z, %225, %224] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
        %c4_133 = arith.constant 4 : index
        %227 = arith.remui %thread_id_x, %c4_133 : index
        %c4_134 = arith.constant 4 : index
        %228 = arith.muli %227, %c4_134 : index
        %c4_135 = arith.constant 4 : index
        %229 = arith.divui %thread_id_x, %c4_135 : index
        %230 = arith.addi %13, %229 : index
        %231 = arith.addi %219, %228 : index
        %c39_136 = arith.constant 39 : index
        %232 = arith.minui %230, %c39_136 : index
        %233 = vector.load %arg1[%block_id_z, %232, %231] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
        %c4_137 = arith.constant 4 : index
        %234 = arith.muli %9, %c4_137 : index
        %c0_138 = arith.constant 0 : index
        %235 = vector.load %10[%arg4, %c0_138, %234] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_139 = arith.constant 4 : index
        %236 = arith.muli %7, %c4_139 : index
        %c0_140 = arith.constant 0 : index
        %237 = vector.load %11[%arg4, %c0_140, %236] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %238 = vector.outerproduct %235, %237, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_141 = arith.constant 4 : index
        %239 = arith.muli %9, %c4_141 : index
        %c1_142 = arith.constant 1 : index
        %240 = vector.load %10[%arg4, %c1_142, %239] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_143 = arith.constant 4 : index
        %241 = arith.muli %7, %c4_143 : index
        %c1_144 = arith.constant 1 : index
        %242 = vector.load %11[%arg4, %c1_144, %241] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %243 = vector.outerproduct %240, %242, %238 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_145 = arith.constant 4 : index
        %244 = arith.muli %9, %c4_145 : index
        %c2_146 = arith.constant 2 : index
        %245 = vector.load %10[%arg4, %c2_146, %244] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_147 = arith.constant 4 : index
        %246 = arith.muli %7, %c4_147 : index
        %c2_148 = arith.constant 2 : index
        %247 = vector.load %11[%arg4, %c2_148, %246] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %248 = vector.outerproduct %245, %247, %243 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_149 = arith.constant 4 : index
        %249 = arith.muli %9, %c4_149 : index
        %c3_150 = arith.constant 3 : index
        %250 = vector.load %10[%arg4, %c3_150, %249] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_151 = arith.constant 4 : index
        %251 = arith.muli %7, %c4_151 : index
        %c3_152 = arith.constant 3 : index
        %252 = vector.load %11[%arg4, %c3_152, %251] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %253 = vector.outerproduct %250, %252, %248 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_153 = arith.constant 4 : index
        %254 = arith.muli %9, %c4_153 : index
        %c4_154 = arith.constant 4 : index
        %255 = vector.load %10[%arg4, %c4_154, %254] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_155 = arith.constant 4 : index
        %256 = arith.muli %7, %c4_155 : index
        %c4_156 = arith.constant 4 : index
        %257 = vector.load %11[%arg4, %c4_156, %256] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %258 = vector.outerproduct %255, %257, %253 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_157 = arith.constant 4 : index
        %259 = arith.muli %9, %c4_157 : index
        %c5_158 = arith.constant 5 : index
        %260 = vector.load %10[%arg4, %c5_158, %259] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_159 = arith.constant 4 : index
        %261 = arith.muli %7, %c4_159 : index
        %c5_160 = arith.constant 5 : index
        %262 = vector.load %11[%arg4, %c5_160, %261] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %263 = vector.outerproduct %260, %262, %258 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_161 = arith.constant 4 : index
        %264 = arith.muli %9, %c4_161 : index
        %c6_162 = arith.constant 6 : index
        %265 = vector.load %10[%arg4, %c6_162, %264] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_163 = arith.constant 4 : index
        %266 = arith.muli %7, %c4_163 : index
        %c6_164 = arith.constant 6 : index
        %267 = vector.load %11[%arg4, %c6_164, %266] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %268 = vector.outerproduct %265, %267, %263 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_165 = arith.constant 4 : index
        %269 = arith.muli %9, %c4_165 : index
        %c7_166 = arith.constant 7 : index
        %270 = vector.load %10[%arg4, %c7_166, %269] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_167 = arith.constant 4 : index
        %271 = arith.muli %7, %c4_167 : index
        %c7_168 = arith.constant 7 : index
        %272 = vector.load %11[%arg4, %c7_168, %271] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %273 = vector.outerproduct %270, %272, %268 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_169 = arith.constant 4 : index
        %274 = arith.muli %9, %c4_169 : index
        %c8_170 = arith.constant 8 : index
        %275 = arith.xori %274, %c8_170 : index
        %c8_171 = arith.constant 8 : index
        %276 = vector.load %10[%arg4, %c8_171, %275] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_172 = arith.constant 4 : index
        %277 = arith.muli %7, %c4_172 : index
        %c8_173 = arith.constant 8 : index
        %278 = arith.xori %277, %c8_173 : index
        %c8_174 = arith.constant 8 : index
        %279 = vector.load %11[%arg4, %c8_174, %278] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %280 = vector.outerproduct %276, %279, %273 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_175 = arith.constant 4 : index
        %281 = arith.muli %9, %c4_175 : index
        %c8_176 = arith.constant 8 : index
        %282 = arith.xori %281, %c8_176 : index
        %c9_177 = arith.constant 9 : index
        %283 = vector.load %10[%arg4, %c9_177, %282] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_178 = arith.constant 4 : index
        %284 = arith.muli %7, %c4_178 : index
        %c8_179 = arith.constant 8 : index
        %285 = arith.xori %284, %c8_179 : index
        %c9_180 = arith.constant 9 : index
        %286 = vector.load %11[%arg4, %c9_180, %285] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %287 = vector.outerproduct %283, %286, %280 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_181 = arith.constant 4 : index
        %288 = arith.muli %9, %c4_181 : index
        %c8_182 = arith.constant 8 : index
        %289 = arith.xori %288, %c8_182 : index
        %c10_183 = arith.constant 10 : index
        %290 = vector.load %10[%arg4, %c10_183, %289] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_184 = arith.constant 4 : index
        %291 = arith.muli %7, %c4_184 : index
        %c8_185 = arith.constant 8 : index
        %292 = arith.xori %291, %c8_185 : index
        %c10_186 = arith.constant 10 : index
        %293 = vector.load %11[%arg4, %c10_186, %292] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %294 = vector.outerproduct %290, %293, %287 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_187 = arith.constant 4 : index
        %295 = arith.muli %9, %c4_187 : index
        %c8_188 = arith.constant 8 : index
        %296 = arith.xori %295, %c8_188 : index
        %c11_189 = arith.constant 11 : index
        %297 = vector.load %10[%arg4, %c11_189, %296] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_190 = arith.constant 4 : index
        %298 = arith.muli %7, %c4_190 : index
        %c8_191 = arith.constant 8 : index
        %299 = arith.xori %298, %c8_191 : index
        %c11_192 = arith.constant 11 : index
        %300 = vector.load %11[%arg4, %c11_192, %299] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %301 = vector.outerproduct %297, %300, %294 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_193 = arith.constant 4 : index
        %302 = arith.muli %9, %c4_193 : index
        %c8_194 = arith.constant 8 : index
        %303 = arith.xori %302, %c8_194 : index
        %c12_195 = arith.constant 12 : index
        %304 = vector.load %10[%arg4, %c12_195, %303] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_196 = arith.constant 4 : index
        %305 = arith.muli %7, %c4_196 : index
        %c8_197 = arith.constant 8 : index
        %306 = arith.xori %305, %c8_197 : index
        %c12_198 = arith.constant 12 : index
        %307 = vector.load %11[%arg4, %c12_198, %306] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %308 = vector.outerproduct %304, %307, %301 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_199 = arith.constant 4 : index
        %309 = arith.muli %9, %c4_199 : index
        %c8_200 = arith.constant 8 : index
        %310 = arith.xori %309, %c8_200 : index
        %c13_201 = arith.constant 13 : index
        %311 = vector.load %10[%arg4, %c13_201, %310] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_202 = arith.constant 4 : index
        %312 = arith.muli %7, %c4_202 : index
        %c8_203 = arith.constant 8 : index
        %313 = arith.xori %312, %c8_203 : index
        %c13_204 = arith.constant 13 : index
        %314 = vector.load %11[%arg4, %c13_204, %313] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %315 = vector.outerproduct %311, %314, %308 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_205 = arith.constant 4 : index
        %316 = arith.muli %9, %c4_205 : index
        %c8_206 = arith.constant 8 : index
        %317 = arith.xori %316, %c8_206 : index
        %c14_207 = arith.constant 14 : index
        %318 = vector.load %10[%arg4, %c14_207, %317] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_208 = arith.constant 4 : index
        %319 = arith.muli %7, %c4_208 : index
        %c8_209 = arith.constant 8 : index
        %320 = arith.xori %319, %c8_209 : index
        %c14_210 = arith.constant 14 : index
        %321 = vector.load %11[%arg4, %c14_210, %320] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %322 = vector.outerproduct %318, %321, %315 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_211 = arith.constant 4 : index
        %323 = arith.muli %9, %c4_211 : index
        %c8_212 = arith.constant 8 : index
        %324 = arith.xori %323, %c8_212 : index
        %c15_213 = arith.constant 15 : index
        %325 = vector.load %10[%arg4, %c15_213, %324] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_214 = arith.constant 4 : index
        %326 = arith.muli %7, %c4_214 : index
        %c8_215 = arith.constant 8 : index
        %327 = arith.xori %326, %c8_215 : index
        %c15_216 = arith.constant 15 : index
        %328 = vector.load %11[%arg4, %c15_216, %327] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %329 = vector.outerproduct %325, %328, %322 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_217 = arith.constant 4 : index
        %330 = arith.remui %thread_id_x, %c4_217 : index
        %c4_218 = arith.constant 4 : index
        %331 = arith.muli %330, %c4_218 : index
        %c4_219 = arith.constant 4 : index
        %332 = arith.divui %thread_id_x, %c4_219 : index
        %c8_220 = arith.constant 8 : index
        %333 = arith.divui %331, %c8_220 : index
        %c8_221 = arith.constant 8 : index
        %334 = arith.muli %333, %c8_221 : index
        %335 = arith.xori %332, %334 : index
        %336 = vector.extract %226[0] : f32 from vector<4xf32>
        memref.store %336, %10[%218, %331, %335] : memref<2x16x68xf32, 3>
        %c8_222 = arith.constant 8 : index
        %337 = arith.divui %331, %c8_222 : index
        %c8_223 = arith.constant 8 : index
        %338 = arith.muli %337, %c8_223 : index
        %339 = arith.xori %332, %338 : index
        %c1_224 = arith.constant 1 : index
        %340 = arith.addi %331, %c1_224 : index
        %341 = vector.extract %226[1] : f32 from vector<4xf32>
        memref.store %341, %10[%218, %340, %339] : memref<2x16x68xf32, 3>
        %c8_225 = arith.constant 8 : index
        %342 = arith.divui %331, %c8_225 : index
        %c8_226 = arith.constant 8 : index
        %343 = arith.muli %342, %c8_226 : index
        %344 = arith.xori %332, %343 : index
        %c2_227 = arith.constant 2 : index
        %345 = arith.addi %331, %c2_227 : index
        %346 = vector.extract %226[2] : f32 from vector<4xf32>
        memref.store %346, %10[%218, %345, %344] : memref<2x16x68xf32, 3>
        %c8_228 = arith.constant 8 : index
        %347 = arith.divui %331, %c8_228 : index
        %c8_229 = arith.constant 8 : index
        %348 = arith.muli %347, %c8_229 : index
        %349 = arith.xori %332, %348 : index
        %c3_230 = arith.constant 3 : index
        %350 = arith.addi %331, %c3_230 : index
        %351 = vector.extract %226[3] : f32 from vector<4xf32>
        memref.store %351, %10[%218, %350, %349] : memref<2x16x68xf32, 3>
        %c4_231 = arith.constant 4 : index
        %352 = arith.remui %thread_id_x, %c4_231 : index
        %c4_232 = arith.constant 4 : index
        %353 = arith.muli %352, %c4_232 : index
        %c4_233 = arith.constant 4 : index
        %354 = arith.divui %thread_id_x, %c4_233 : index
        %c8_234 = arith.constant 8 : index
        %355 = arith.divui %353, %c8_234 : index
        %c8_235 = arith.constant 8 : index
        %356 = arith.muli %355, %c8_235 : index
        %357 = arith.xori %354, %356 : index
        %358 = vector.extract %233[0] : f32 from vector<4xf32>
        memref.store %358, %11[%218, %353, %357] : memref<2x16x68xf32, 3>
        %c8_236 = arith.constant 8 : index
        %359 = arith.divui %353, %c8_236 : index
        %c8_237 = arith.constant 8 : index
        %360 = arith.muli %359, %c8_237 : index
        %361 = arith.xori %354, %360 : index
        %c1_238 = arith.constant 1 : index
        %362 = arith.addi %353, %c1_238 : index
        %363 = vector.extract %233[1] : f32 from vector<4xf32>
        memref.store %363, %11[%218, %362, %361] : memref<2x16x68xf32, 3>
        %c8_239 = arith.constant 8 : index
        %364 = arith.divui %353, %c8_239 : index
        %c8_240 = arith.constant 8 : index
        %365 = arith.muli %364, %c8_240 : index
        %366 = arith.xori %354, %365 : index
        %c2_241 = arith.constant 2 : index
        %367 = arith.addi %353, %c2_241 : index
        %368 = vector.extract %233[2] : f32 from vector<4xf32>
        memref.store %368, %11[%218, %367, %366] : memref<2x16x68xf32, 3>
        %c8_242 = arith.constant 8 : index
        %369 = arith.divui %353, %c8_242 : index
        %c8_243 = arith.constant 8 : index
        %370 = arith.muli %369, %c8_243 : index
        %371 = arith.xori %354, %370 : index
        %c3_244 = arith.constant 3 : index
        %372 = arith.addi %353, %c3_244 : index
        %373 = vector.extract %233[3] : f32 from vector<4xf32>
        memref.store %373, %11[%218, %372, %371] : memref<2x16x68xf32, 3>
        gpu.barrier
        scf.yield %218, %329 : index, vector<4x4xf32>
      }
      %c4_40 = arith.constant 4 : index
      %75 = arith.muli %9, %c4_40 : index
      %c0_41 = arith.constant 0 : index
      %76 = vector.load %10[%74#0, %c0_41, %75] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_42 = arith.constant 4 : index
      %77 = arith.muli %7, %c4_42 : index
      %c0_43 = arith.constant 0 : index
      %78 = vector.load %11[%74#0, %c0_43, %77] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %79 = vector.outerproduct %76, %78, %74#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_44 = arith.constant 4 : index
      %80 = arith.muli %9, %c4_44 : index
      %c1_45 = arith.constant 1 : index
      %81 = vector.load %10[%74#0, %c1_45, %80] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_46 = arith.constant 4 : index
      %82 = arith.muli %7, %c4_46 : index
      %c1_47 = arith.constant 1 : index
      %83 = vector.load %11[%74#0, %c1_47, %82] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %84 = vector.outerproduct %81, %83, %79 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_48 = arith.constant 4 : index
      %85 = arith.muli %9, %c4_48 : index
      %c2_49 = arith.constant 2 : index
      %86 = vector.load %10[%74#0, %c2_49, %85] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_50 = arith.constant 4 : index
      %87 = arith.muli %7, %c4_50 : index
      %c2_51 = arith.constant 2 : index
      %88 = vector.load %11[%74#0, %c2_51, %87] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %89 = vector.outerproduct %86, %88, %84 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %90 = arith.muli %9, %c4_52 : index
      %c3_53 = arith.constant 3 : index
      %91 = vector.load %10[%74#0, %c3_53, %90] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_54 = arith.constant 4 : index
      %92 = arith.muli %7, %c4_54 : index
      %c3_55 = arith.constant 3 : index
      %93 = vector.load %11[%74#0, %c3_55, %92] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %94 = vector.outerproduct %91, %93, %89 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_56 = arith.constant 4 : index
      %95 = arith.muli %9, %c4_56 : index
      %c4_57 = arith.constant 4 : index
      %96 = vector.load %10[%74#0, %c4_57, %95] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_58 = arith.constant 4 : index
      %97 = arith.muli %7, %c4_58 : index
      %c4_59 = arith.constant 4 : index
      %98 = vector.load %11[%74#0, %c4_59, %97] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %99 = vector.outerproduct %96, %98, %94 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %100 = arith.muli %9, %c4_60 : index
      %c5 = arith.constant 5 : index
      %101 = vector.load %10[%74#0, %c5, %100] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_61 = arith.constant 4 : index
      %102 = arith.muli %7, %c4_61 : index
      %c5_62 = arith.constant 5 : index
      %103 = vector.load %11[%74#0, %c5_62, %102] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %104 = vector.outerproduct %101, %103, %99 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %105 = arith.muli %9, %c4_63 : index
      %c6 = arith.constant 6 : index
      %106 = vector.load %10[%74#0, %c6, %105] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_64 = arith.constant 4 : index
      %107 = arith.muli %7, %c4_64 : index
      %c6_65 = arith.constant 6 : index
      %108 = vector.load %11[%74#0, %c6_65, %107] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %109 = vector.outerproduct %106, %108, %104 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_66 = arith.constant 4 : index
      %110 = arith.muli %9, %c4_66 : index
      %c7 = arith.constant 7 : index
      %111 = vector.load %10[%74#0, %c7, %110] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_67 = arith.constant 4 : index
      %112 = arith.muli %7, %c4_67 : index
      %c7_68 = arith.constant 7 : index
      %113 = vector.load %11[%74#0, %c7_68, %112] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %114 = vector.outerproduct %111, %113, %109 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_69 = arith.constant 4 : index
      %115 = arith.muli %9, %c4_69 : index
      %c8_70 = arith.constant 8 : index
      %116 = arith.xori %115, %c8_70 : index
      %c8_71 = arith.constant 8 : index
      %117 = vector.load %10[%74#0, %c8_71, %116] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_72 = arith.constant 4 : index
      %118 = arith.muli %7, %c4_72 : index
      %c8_73 = arith.constant 8 : index
      %119 = arith.xori %118, %c8_73 : index
      %c8_74 = arith.constant 8 : index
      %120 = vector.load %11[%74#0, %c8_74, %119] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %121 = vector.outerproduct %117, %120, %114 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_75 = arith.constant 4 : index
      %122 = arith.muli %9, %c4_75 : index
      %c8_76 = arith.constant 8 : index
      %123 = arith.xori %122, %c8_76 : index
      %c9 = arith.constant 9 : index
      %124 = vector.load %10[%74#0, %c9, %123] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_77 = arith.constant 4 : index
      %125 = arith.muli %7, %c4_77 : index
      %c8_78 = arith.constant 8 : index
      %126 = arith.xori %125, %c8_78 : index
      %c9_79 = arith.constant 9 : index
      %127 = vector.load %11[%74#0, %c9_79, %126] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %128 = vector.outerproduct %124, %127, %121 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_80 = arith.constant 4 : index
      %129 = arith.muli %9, %c4_80 : index
      %c8_81 = arith.constant 8 : index
      %130 = arith.xori %129, %c8_81 : index
      %c10 = arith.constant 10 : index
      %131 = vector.load %10[%74#0, %c10, %130] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_82 = arith.constant 4 : index
      %132 = arith.muli %7, %c4_82 : index
      %c8_83 = arith.constant 8 : index
      %133 = arith.xori %132, %c8_83 : index
      %c10_84 = arith.constant 10 : index
      %134 = vector.load %11[%74#0, %c10_84, %133] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %135 = vector.outerproduct %131, %134, %128 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_85 = arith.constant 4 : index
      %136 = arith.muli %9, %c4_85 : index
      %c8_86 = arith.constant 8 : index
      %137 = arith.xori %136, %c8_86 : index
      %c11 = arith.constant 11 : index
      %138 = vector.load %10[%74#0, %c11, %137] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_87 = arith.constant 4 : index
      %139 = arith.muli %7, %c4_87 : index
      %c8_88 = arith.constant 8 : index
      %140 = arith.xori %139, %c8_88 : index
      %c11_89 = arith.constant 11 : index
      %141 = vector.load %11[%74#0, %c11_89, %140] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %142 = vector.outerproduct %138, %141, %135 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_90 = arith.constant 4 : index
      %143 = arith.muli %9, %c4_90 : index
      %c8_91 = arith.constant 8 : index
      %144 = arith.xori %143, %c8_91 : index
      %c12 = arith.constant 12 : index
      %145 = vector.load %10[%74#0, %c12, %144] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_92 = arith.constant 4 : index
      %146 = arith.muli %7, %c4_92 : index
      %c8_93 = arith.constant 8 : index
      %147 = arith.xori %146, %c8_93 : index
      %c12_94 = arith.constant 12 : index
      %148 = vector.load %11[%74#0, %c12_94, %147] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %149 = vector.outerproduct %145, %148, %142 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %150 = arith.muli %9, %c4_95 : index
      %c8_96 = arith.constant 8 : index
      %151 = arith.xori %150, %c8_96 : index
      %c13 = arith.constant 13 : index
      %152 = vector.load %10[%74#0, %c13, %151] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_97 = arith.constant 4 : index
      %153 = arith.muli %7, %c4_97 : index
      %c8_98 = arith.constant 8 : index
      %154 = arith.xori %153, %c8_98 : index
      %c13_99 = arith.constant 13 : index
      %155 = vector.load %11[%74#0, %c13_99, %154] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %156 = vector.outerproduct %152, %155, %149 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_100 = arith.constant 4 : index
      %157 = arith.muli %9, %c4_100 : index
      %c8_101 = arith.constant 8 : index
      %158 = arith.xori %157, %c8_101 : index
      %c14 = arith.constant 14 : index
      %159 = vector.load %10[%74#0, %c14, %158] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_102 = arith.constant 4 : index
      %160 = arith.muli %7, %c4_102 : index
      %c8_103 = arith.constant 8 : index
      %161 = arith.xori %160, %c8_103 : index
      %c14_104 = arith.constant 14 : index
      %162 = vector.load %11[%74#0, %c14_104, %161] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %163 = vector.outerproduct %159, %162, %156 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_105 = arith.constant 4 : index
      %164 = arith.muli %9, %c4_105 : index
      %c8_106 = arith.constant 8 : index
      %165 = arith.xori %164, %c8_106 : index
      %c15 = arith.constant 15 : index
      %166 = vector.load %10[%74#0, %c15, %165] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_107 = arith.constant 4 : index
      %167 = arith.muli %7, %c4_107 : index
      %c8_108 = arith.constant 8 : index
      %168 = arith.xori %167, %c8_108 : index
      %c15_109 = arith.constant 15 : index
      %169 = vector.load %11[%74#0, %c15_109, %168] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %170 = vector.outerproduct %166, %169, %163 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_110 = arith.constant 4 : index
      %171 = arith.muli %9, %c4_110 : index
      %172 = arith.addi %12, %171 : index
      %c4_111 = arith.constant 4 : index
      %173 = arith.muli %7, %c4_111 : index
      %174 = arith.addi %13, %173 : index
      %175 = vector.extract %170[0, 0] : f32 from vector<4x4xf32>
      %176 = vector.extract %170[0, 1] : f32 from vector<4x4xf32>
      %177 = vector.extract %170[0, 2] : f32 from vector<4x4xf32>
      %178 = vector.extract %170[0, 3] : f32 from vector<4x4xf32>
      %c40 = arith.constant 40 : index
      %179 = arith.cmpi ult, %172, %c40 : index
      %c40_112 = arith.constant 40 : index
      %180 = arith.cmpi ult, %174, %c40_112 : index
      %181 = arith.andi %179, %180 : i1
      scf.if %181 {
        %c1_128 = arith.constant 1 : index
        %218 = arith.addi %174, %c1_128 : index
        %c2_129 = arith.constant 2 : index
        %219 = arith.addi %174, %c2_129 : index
        %c3_130 = arith.constant 3 : index
        %220 = arith.addi %174, %c3_130 : index
        %221 = vector.from_elements %175, %176, %177, %178 : vector<4xf32>
        vector.store %221, %arg2[%block_id_z, %172, %174] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_113 = arith.constant 4 : index
      %182 = arith.muli %9, %c4_113 : index
      %c1_114 = arith.constant 1 : index
      %183 = arith.addi %182, %c1_114 : index
      %184 = arith.addi %12, %183 : index
      %c4_115 = arith.constant 4 : index
      %185 = arith.muli %7, %c4_115 : index
      %186 = arith.addi %13, %185 : index
      %187 = vector.extract %170[1, 0] : f32 from vector<4x4xf32>
      %188 = vector.extract %170[1, 1] : f32 from vector<4x4xf32>
      %189 = vector.extract %170[1, 2] : f32 from vector<4x4xf32>
      %190 = vector.extract %170[1, 3] : f32 from vector<4x4xf32>
      %c40_116 = arith.constant 40 : index
      %191 = arith.cmpi ult, %184, %c40_116 : index
      %c40_117 = arith.constant 40 : index
      %192 = arith.cmpi ult, %186, %c40_117 : index
      %193 = arith.andi %191, %192 : i1
      scf.if %193 {
        %c1_128 = arith.constant 1 : index
        %218 = arith.addi %186, %c1_128 : index
        %c2_129 = arith.constant 2 : index
        %219 = arith.addi %186, %c2_129 : index
        %c3_130 = arith.constant 3 : index
        %220 = arith.addi %186, %c3_130 : index
        %221 = vector.from_elements %187, %188, %189, %190 : vector<4xf32>
        vector.store %221, %arg2[%block_id_z, %184, %186] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_118 = arith.constant 4 : index
      %194 = arith.muli %9, %c4_118 : index
      %c2_119 = arith.constant 2 : index
      %195 = arith.addi %194, %c2_119 : index
      %196 = arith.addi %12, %195 : index
      %c4_120 = arith.constant 4 : index
      %197 = arith.muli %7, %c4_120 : index
      %198 = arith.addi %13, %197 : index
      %199 = vector.extract %170[2, 0] : f32 from vector<4x4xf32>
      %200 = vector.extract %170[2, 1] : f32 from vector<4x4xf32>
      %201 = vector.extract %170[2, 2] : f32 from vector<4x4xf32>
      %202 = vector.extract %170[2, 3] : f32 from vector<4x4xf32>
      %c40_121 = arith.constant 40 : index
      %203 = arith.cmpi ult, %196, %c40_121 : index
      %c40_122 = arith.constant 40 : index
      %204 = arith.cmpi ult, %198, %c40_122 : index
      %205 = arith.andi %203, %204 : i1
      scf.if %205 {
        %c1_128 = arith.constant 1 : index
        %218 = arith.addi %198, %c1_128 : index
        %c2_129 = arith.constant 2 : index
        %219 = arith.addi %198, %c2_129 : index
        %c3_130 = arith.constant 3 : index
        %220 = arith.addi %198, %c3_130 : index
        %221 = vector.from_elements %199, %200, %201, %202 : vector<4xf32>
        vector.store %221, %arg2[%block_id_z, %196, %198] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      }
      %c4_123 = arith.constant 4 : index
      %206 = arith.muli %9, %c4_123 : index
      %c3_124 = arith.constant 3 : index
      %207 = arith.addi %206, %c3_124 : index
      %208 = arith.addi %12, %207 : index
      %c4_125 = arith.constant 4 : index
      %209 = arith.muli %7, %c4_125 : index
      %210 = arith.addi %13, %209 : index
      %211 = vector.extract %170[3, 0] : f32 from vector<4x4xf32>
      %212 = vector.extract %170[3, 1] : f32 from vector<4x4xf32>
      %213 = vector.extract %170[3, 2] : f32 from vector<4x4xf32>
      %214 = vector.extract %170[3, 3] : f32 from vector<4x4xf32>
      %c40_126 = arith.constant 40 : index
      %215 = arith.cmpi ult, %208, %c40_126 : index
      %c40_127 = arith.constant 40 : index
      %216 = arith.cmpi ult, %210, %c40_127 : index
      %217 = arith.andi %215, %216 : i1
      scf.if %217 {
        %c1_128 = arith.constant 1 : index
        %218 = arith.addi %210, %c1_128 : index
        %c2_129 = arith.constant 2 : index
        %219 = arith.addi %210, %c2_129 : index
        %c3_130 = arith.constant 3 : index
        %220 = arith.addi %210, %c3_130 : index
        %221 = vector.from_elements %211, %212, %213, %214 : vector<4xf32>
        vector.store %221, %arg2[%block_id_z, %208, %210] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
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
    memref.global @product_3_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_3_shared_1 : memref<2x16x20xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_3(%arg0: memref<2x40x40xf32>, %arg1: memref<2x40x16xf32>, %arg2: memref<2x40x16xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
      %10 = memref.get_global @product_3_shared_0 : memref<2x16x68xf32, 3>
      %11 = memref.get_global @product_3_shared_1 : memref<2x16x20xf32, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %12 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c16 = arith.constant 16 : index
      %13 = arith.muli %block_id_y, %c16 : index
      %block_id_z = gpu.block_id  z
      %c0 = arith.constant 0 : index
      %c40 = arith.constant 40 : index
      %c0_3 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4_4 = arith.constant 4 : index
      %14 = arith.remui %thread_id_x, %c4_4 : index
      %c4_5 = arith.constant 4 : index
      %15 = arith.muli %14, %c4_5 : index
      %c4_6 = arith.constant 4 : index
      %16 = arith.divui %thread_id_x, %c4_6 : index
      %17 = arith.addi %12, %16 : index
      %18 = arith.addi %c0, %15 : index
      %c39 = arith.constant 39 : index
      %19 = arith.minui %17, %c39 : index
      %20 = arith.cmpi ult, %18, %c40 : index
      %c36 = arith.constant 36 : index
      %21 = arith.minui %18, %c36 : index
      %22 = vector.load %arg0[%block_id_z, %19, %21] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %23 = vector.broadcast %cst : f32 to vector<4xf32>
      %24 = arith.select %20, %22, %23 : vector<4xf32>
      %c64_7 = arith.constant 64 : index
      %25 = arith.cmpi ult, %thread_id_x, %c64_7 : index
      %c4_8 = arith.constant 4 : index
      %26 = arith.remui %thread_id_x, %c4_8 : index
      %c4_9 = arith.constant 4 : index
      %27 = arith.muli %26, %c4_9 : index
      %c4_10 = arith.constant 4 : index
      %28 = arith.divui %thread_id_x, %c4_10 : index
      %29 = scf.if %25 -> (vector<4xf32>) {
        %170 = arith.addi %13, %27 : index
        %171 = arith.addi %c0, %28 : index
        %172 = arith.cmpi ult, %171, %c40 : index
        %c39_87 = arith.constant 39 : index
        %173 = arith.minui %171, %c39_87 : index
        %174 = vector.load %arg1[%block_id_z, %173, %170] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
        %cst_88 = arith.constant 0.000000e+00 : f32
        %175 = vector.broadcast %cst_88 : f32 to vector<4xf32>
        %176 = arith.select %172, %174, %175 : vector<4xf32>
        scf.yield %176 : vector<4xf32>
      } else {
        %cst_87 = arith.constant 0.000000e+00 : f32
        %170 = vector.broadcast %cst_87 : f32 to vector<4xf32>
        scf.yield %170 : vector<4xf32>
      }
      %c4_11 = arith.constant 4 : index
      %30 = arith.remui %thread_id_x, %c4_11 : index
      %c4_12 = arith.constant 4 : index
      %31 = arith.muli %30, %c4_12 : index
      %c4_13 = arith.constant 4 : index
      %32 = arith.divui %thread_id_x, %c4_13 : index
      %c8_14 = arith.constant 8 : index
      %33 = arith.divui %31, %c8_14 : index
      %c8_15 = arith.constant 8 : index
      %34 = arith.muli %33, %c8_15 : index
      %35 = arith.xori %32, %34 : index
      %36 = vector.extract %24[0] : f32 from vector<4xf32>
      memref.store %36, %10[%c0_3, %31, %35] : memref<2x16x68xf32, 3>
      %c8_16 = arith.constant 8 : index
      %37 = arith.divui %31, %c8_16 : index
      %c8_17 = arith.constant 8 : index
      %38 = arith.muli %37, %c8_17 : index
      %39 = arith.xori %32, %38 : index
      %c1_18 = arith.constant 1 : index
      %40 = arith.addi %31, %c1_18 : index
      %41 = vector.extract %24[1] : f32 from vector<4xf32>
      memref.store %41, %10[%c0_3, %40, %39] : memref<2x16x68xf32, 3>
      %c8_19 = arith.constant 8 : index
      %42 = arith.divui %31, %c8_19 : index
      %c8_20 = arith.constant 8 : index
      %43 = arith.muli %42, %c8_20 : index
      %44 = arith.xori %32, %43 : index
      %c2_21 = arith.constant 2 : index
      %45 = arith.addi %31, %c2_21 : index
      %46 = vector.extract %24[2] : f32 from vector<4xf32>
      memref.store %46, %10[%c0_3, %45, %44] : memref<2x16x68xf32, 3>
      %c8_22 = arith.constant 8 : index
      %47 = arith.divui %31, %c8_22 : index
      %c8_23 = arith.constant 8 : index
      %48 = arith.muli %47, %c8_23 : index
      %49 = arith.xori %32, %48 : index
      %c3 = arith.constant 3 : index
      %50 = arith.addi %31, %c3 : index
      %51 = vector.extract %24[3] : f32 from vector<4xf32>
      memref.store %51, %10[%c0_3, %50, %49] : memref<2x16x68xf32, 3>
      %c64_24 = arith.constant 64 : index
      %52 = arith.cmpi ult, %thread_id_x, %c64_24 : index
      %c4_25 = arith.constant 4 : index
      %53 = arith.remui %thread_id_x, %c4_25 : index
      %c4_26 = arith.constant 4 : index
      %54 = arith.muli %53, %c4_26 : index
      %c4_27 = arith.constant 4 : index
      %55 = arith.divui %thread_id_x, %c4_27 : index
      scf.if %52 {
        vector.store %29, %11[%c0_3, %55, %54] {alignment = 16 : i64} : memref<2x16x20xf32, 3>, vector<4xf32>
      }
      gpu.barrier
      %cst_28 = arith.constant 0.000000e+00 : f32
      %56 = vector.broadcast %cst_28 : f32 to vector<4x1xf32>
      %c16_29 = arith.constant 16 : index
      %57 = arith.subi %c40, %c16_29 : index
      %58:2 = scf.for %arg3 = %c0 to %57 step %c16_29 iter_args(%arg4 = %c0_3, %arg5 = %56) -> (index, vector<4x1xf32>) {
        %170 = arith.subi %c1, %arg4 : index
        %c16_87 = arith.constant 16 : index
        %171 = arith.addi %arg3, %c16_87 : index
        %c4_88 = arith.constant 4 : index
        %172 = arith.remui %thread_id_x, %c4_88 : index
        %c4_89 = arith.constant 4 : index
        %173 = arith.muli %172, %c4_89 : index
        %c4_90 = arith.constant 4 : index
        %174 = arith.divui %thread_id_x, %c4_90 : index
        %175 = arith.addi %12, %174 : index
        %176 = arith.addi %171, %173 : index
        %c39_91 = arith.constant 39 : index
        %177 = arith.minui %175, %c39_91 : index
        %178 = arith.cmpi ult, %176, %c40 : index
        %c36_92 = arith.constant 36 : index
        %179 = arith.minui %176, %c36_92 : index
        %180 = vector.load %arg0[%block_id_z, %177, %179] {alignment = 16 : i64} : memref<2x40x40xf32>, vector<4xf32>
        %cst_93 = arith.constant 0.000000e+00 : f32
        %181 = vector.broadcast %cst_93 : f32 to vector<4xf32>
        %182 = arith.select %178, %180, %181 : vector<4xf32>
        %c64_94 = arith.constant 64 : index
        %183 = arith.cmpi ult, %thread_id_x, %c64_94 : index
        %c4_95 = arith.constant 4 : index
        %184 = arith.remui %thread_id_x, %c4_95 : index
        %c4_96 = arith.constant 4 : index
        %185 = arith.muli %184, %c4_96 : index
        %c4_97 = arith.constant 4 : index
        %186 = arith.divui %thread_id_x, %c4_97 : index
        %187 = scf.if %183 -> (vector<4xf32>) {
          %302 = arith.addi %13, %185 : index
          %303 = arith.addi %171, %186 : index
          %304 = arith.cmpi ult, %303, %c40 : index
          %c39_172 = arith.constant 39 : index
          %305 = arith.minui %303, %c39_172 : index
          %306 = vector.load %arg1[%block_id_z, %305, %302] {alignment = 16 : i64} : memref<2x40x16xf32>, vector<4xf32>
          %cst_173 = arith.constant 0.000000e+00 : f32
          %307 = vector.broadcast %cst_173 : f32 to vector<4xf32>
          %308 = arith.select %304, %306, %307 : vector<4xf32>
          scf.yield %308 : vector<4xf32>
        } else {
          %cst_172 = arith.constant 0.000000e+00 : f32
          %302 = vector.broadcast %cst_172 : f32 to vector<4xf32>
          scf.yield %302 : vector<4xf32>
        }
        %c4_98 = arith.constant 4 : index
        %188 = arith.muli %9, %c4_98 : index
        %c0_99 = arith.constant 0 : index
        %189 = vector.load %10[%arg4, %c0_99, %188] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c0_100 = arith.constant 0 : index
        %190 = memref.load %11[%arg4, %c0_100, %7] : memref<2x16x20xf32, 3>
        %191 = vector.from_elements %190 : vector<1xf32>
        %192 = vector.outerproduct %189, %191, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_101 = arith.constant 4 : index
        %193 = arith.muli %9, %c4_101 : index
        %c1_102 = arith.constant 1 : index
        %194 = vector.load %10[%arg4, %c1_102, %193] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c1_103 = arith.constant 1 : index
        %195 = memref.load %11[%arg4, %c1_103, %7] : memref<2x16x20xf32, 3>
        %196 = vector.from_elements %195 : vector<1xf32>
        %197 = vector.outerproduct %194, %196, %192 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_104 = arith.constant 4 : index
        %198 = arith.muli %9, %c4_104 : index
        %c2_105 = arith.constant 2 : index
        %199 = vector.load %10[%arg4, %c2_105, %198] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c2_106 = arith.constant 2 : index
        %200 = memref.load %11[%arg4, %c2_106, %7] : memref<2x16x20xf32, 3>
        %201 = vector.from_elements %200 : vector<1xf32>
        %202 = vector.outerproduct %199, %201, %197 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_107 = arith.constant 4 : index
        %203 = arith.muli %9, %c4_107 : index
        %c3_108 = arith.constant 3 : index
        %204 = vector.load %10[%arg4, %c3_108, %203] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c3_109 = arith.constant 3 : index
        %205 = memref.load %11[%arg4, %c3_109, %7] : memref<2x16x20xf32, 3>
        %206 = vector.from_elements %205 : vector<1xf32>
        %207 = vector.outerproduct %204, %206, %202 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_110 = arith.constant 4 : index
        %208 = arith.muli %9, %c4_110 : index
        %c4_111 = arith.constant 4 : index
        %209 = vector.load %10[%arg4, %c4_111, %208] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_112 = arith.constant 4 : index
        %210 = memref.load %11[%arg4, %c4_112, %7] : memref<2x16x20xf32, 3>
        %211 = vector.from_elements %210 : vector<1xf32>
        %212 = vector.outerproduct %209, %211, %207 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_113 = arith.constant 4 : index
        %213 = arith.muli %9, %c4_113 : index
        %c5_114 = arith.constant 5 : index
        %214 = vector.load %10[%arg4, %c5_114, %213] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c5_115 = arith.constant 5 : index
        %215 = memref.load %11[%arg4, %c5_115, %7] : memref<2x16x20xf32, 3>
        %216 = vector.from_elements %215 : vector<1xf32>
        %217 = vector.outerproduct %214, %216, %212 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_116 = arith.constant 4 : index
        %218 = arith.muli %9, %c4_116 : index
        %c6_117 = arith.constant 6 : index
        %219 = vector.load %10[%arg4, %c6_117, %218] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c6_118 = arith.constant 6 : index
        %220 = memref.load %11[%arg4, %c6_118, %7] : memref<2x16x20xf32, 3>
        %221 = vector.from_elements %220 : vector<1xf32>
        %222 = vector.outerproduct %219, %221, %217 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_119 = arith.constant 4 : index
        %223 = arith.muli %9, %c4_119 : index
        %c7_120 = arith.constant 7 : index
        %224 = vector.load %10[%arg4, %c7_120, %223] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c7_121 = arith.constant 7 : index
        %225 = memref.load %11[%arg4, %c7_121, %7] : memref<2x16x20xf32, 3>
        %226 = vector.from_elements %225 : vector<1xf32>
        %227 = vector.outerproduct %224, %226, %222 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_122 = arith.constant 4 : index
        %228 = arith.muli %9, %c4_122 : index
        %c8_123 = arith.constant 8 : index
        %229 = arith.xori %228, %c8_123 : index
        %c8_124 = arith.constant 8 : index
        %230 = vector.load %10[%arg4, %c8_124, %229] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c8_125 = arith.constant 8 : index
        %231 = memref.load %11[%arg4, %c8_125, %7] : memref<2x16x20xf32, 3>
        %232 = vector.from_elements %231 : vector<1xf32>
        %233 = vector.outerproduct %230, %232, %227 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_126 = arith.constant 4 : index
        %234 = arith.muli %9, %c4_126 : index
        %c8_127 = arith.constant 8 : index
        %235 = arith.xori %234, %c8_127 : index
        %c9_128 = arith.constant 9 : index
        %236 = vector.load %10[%arg4, %c9_128, %235] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c9_129 = arith.constant 9 : index
        %237 = memref.load %11[%arg4, %c9_129, %7] : memref<2x16x20xf32, 3>
        %238 = vector.from_elements %237 : vector<1xf32>
        %239 = vector.outerproduct %236, %238, %233 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_130 = arith.constant 4 : index
        %240 = arith.muli %9, %c4_130 : index
        %c8_131 = arith.constant 8 : index
        %241 = arith.xori %240, %c8_131 : index
        %c10_132 = arith.constant 10 : index
        %242 = vector.load %10[%arg4, %c10_132, %241] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c10_133 = arith.constant 10 : index
        %243 = memref.load %11[%arg4, %c10_133, %7] : memref<2x16x20xf32, 3>
        %244 = vector.from_elements %243 : vector<1xf32>
        %245 = vector.outerproduct %242, %244, %239 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_134 = arith.constant 4 : index
        %246 = arith.muli %9, %c4_134 : index
        %c8_135 = arith.constant 8 : index
        %247 = arith.xori %246, %c8_135 : index
        %c11_136 = arith.constant 11 : index
        %248 = vector.load %10[%arg4, %c11_136, %247] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c11_137 = arith.constant 11 : index
        %249 = memref.load %11[%arg4, %c11_137, %7] : memref<2x16x20xf32, 3>
        %250 = vector.from_elements %249 : vector<1xf32>
        %251 = vector.outerproduct %248, %250, %245 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_138 = arith.constant 4 : index
        %252 = arith.muli %9, %c4_138 : index
        %c8_139 = arith.constant 8 : index
        %253 = arith.xori %252, %c8_139 : index
        %c12_140 = arith.constant 12 : index
        %254 = vector.load %10[%arg4, %c12_140, %253] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c12_141 = arith.constant 12 : index
        %255 = memref.load %11[%arg4, %c12_141, %7] : memref<2x16x20xf32, 3>
        %256 = vector.from_elements %255 : vector<1xf32>
        %257 = vector.outerproduct %254, %256, %251 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_142 = arith.constant 4 : index
        %258 = arith.muli %9, %c4_142 : index
        %c8_143 = arith.constant 8 : index
        %259 = arith.xori %258, %c8_143 : index
        %c13_144 = arith.constant 13 : index
        %260 = vector.load %10[%arg4, %c13_144, %259] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c13_145 = arith.constant 13 : index
        %261 = memref.load %11[%arg4, %c13_145, %7] : memref<2x16x20xf32, 3>
        %262 = vector.from_elements %261 : vector<1xf32>
        %263 = vector.outerproduct %260, %262, %257 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_146 = arith.constant 4 : index
        %264 = arith.muli %9, %c4_146 : index
        %c8_147 = arith.constant 8 : index
        %265 = arith.xori %264, %c8_147 : index
        %c14_148 = arith.constant 14 : index
        %266 = vector.load %10[%arg4, %c14_148, %265] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c14_149 = arith.constant 14 : index
        %267 = memref.load %11[%arg4, %c14_149, %7] : memref<2x16x20xf32, 3>
        %268 = vector.from_elements %267 : vector<1xf32>
        %269 = vector.outerproduct %266, %268, %263 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_150 = arith.constant 4 : index
        %270 = arith.muli %9, %c4_150 : index
        %c8_151 = arith.constant 8 : index
        %271 = arith.xori %270, %c8_151 : index
        %c15_152 = arith.constant 15 : index
        %272 = vector.load %10[%arg4, %c15_152, %271] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c15_153 = arith.constant 15 : index
        %273 = memref.load %11[%arg4, %c15_153, %7] : memref<2x16x20xf32, 3>
        %274 = vector.from_elements %273 : vector<1xf32>
        %275 = vector.outerproduct %272, %274, %269 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
        %c4_154 = arith.constant 4 : index
        %276 = arith.remui %thread_id_x, %c4_154 : index
        %c4_155 = arith.constant 4 : index
        %277 = arith.muli %276, %c4_155 : index
        %c4_156 = arith.constant 4 : index
        %278 = arith.divui %thread_id_x, %c4_156 : index
        %c8_157 = arith.constant 8 : index
        %279 = arith.divui %277, %c8_157 : index
        %c8_158 = arith.constant 8 : index
        %280 = arith.muli %279, %c8_158 : index
        %281 = arith.xori %278, %280 : index
        %282 = vector.extract %182[0] : f32 from vector<4xf32>
        memref.store %282, %10[%170, %277, %281] : memref<2x16x68xf32, 3>
        %c8_159 = arith.constant 8 : index
        %283 = arith.divui %277, %c8_159 : index
        %c8_160 = arith.constant 8 : index
        %284 = arith.muli %283, %c8_160 : index
        %285 = arith.xori %278, %284 : index
        %c1_161 = arith.constant 1 : index
        %286 = arith.addi %277, %c1_161 : index
        %287 = vector.extract %182[1] : f32 from vector<4xf32>
        memref.store %287, %10[%170, %286, %285] : memref<2x16x68xf32, 3>
        %c8_162 = arith.constant 8 : index
        %288 = arith.divui %277, %c8_162 : index
        %c8_163 = arith.constant 8 : index
        %289 = arith.muli %288, %c8_163 : index
        %290 = arith.xori %278, %289 : index
        %c2_164 = arith.constant 2 : index
        %291 = arith.addi %277, %c2_164 : index
        %292 = vector.extract %182[2] : f32 from vector<4xf32>
        memref.store %292, %10[%170, %291, %290] : memref<2x16x68xf32, 3>
        %c8_165 = arith.constant 8 : index
        %293 = arith.divui %277, %c8_165 : index
        %c8_166 = arith.constant 8 : index
        %294 = arith.muli %293, %c8_166 : index
        %295 = arith.xori %278, %294 : index
        %c3_167 = arith.constant 3 : index
        %296 = arith.addi %277, %c3_167 : index
        %297 = vector.extract %182[3] : f32 from vector<4xf32>
        memref.store %297, %10[%170, %296, %295] : memref<2x16x68xf32, 3>
        %c64_168 = arith.constant 64 : index
        %298 = arith.cmpi ult, %thread_id_x, %c64_168 : index
        %c4_169 = arith.constant 4 : index
        %299 = arith.remui %thread_id_x, %c4_169 : index
        %c4_170 = arith.constant 4 : index
        %300 = arith.muli %299, %c4_170 : index
        %c4_171 = arith.constant 4 : index
        %301 = arith.divui %thread_id_x, %c4_171 : index
        scf.if %298 {
          vector.store %187, %11[%170, %301, %300] {alignment = 16 : i64} : memref<2x16x20xf32, 3>, vector<4xf32>
        }
        gpu.barrier
        scf.yield %170, %275 : index, vector<4x1xf32>
      }
      %c4_30 = arith.constant 4 : index
      %59 = arith.muli %9, %c4_30 : index
      %c0_31 = arith.constant 0 : index
      %60 = vector.load %10[%58#0, %c0_31, %59] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c0_32 = arith.constant 0 : index
      %61 = memref.load %11[%58#0, %c0_32, %7] : memref<2x16x20xf32, 3>
      %62 = vector.from_elements %61 : vector<1xf32>
      %63 = vector.outerproduct %60, %62, %58#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_33 = arith.constant 4 : index
      %64 = arith.muli %9, %c4_33 : index
      %c1_34 = arith.constant 1 : index
      %65 = vector.load %10[%58#0, %c1_34, %64] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c1_35 = arith.constant 1 : index
      %66 = memref.load %11[%58#0, %c1_35, %7] : memref<2x16x20xf32, 3>
      %67 = vector.from_elements %66 : vector<1xf32>
      %68 = vector.outerproduct %65, %67, %63 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_36 = arith.constant 4 : index
      %69 = arith.muli %9, %c4_36 : index
      %c2_37 = arith.constant 2 : index
      %70 = vector.load %10[%58#0, %c2_37, %69] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c2_38 = arith.constant 2 : index
      %71 = memref.load %11[%58#0, %c2_38, %7] : memref<2x16x20xf32, 3>
      %72 = vector.from_elements %71 : vector<1xf32>
      %73 = vector.outerproduct %70, %72, %68 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_39 = arith.constant 4 : index
      %74 = arith.muli %9, %c4_39 : index
      %c3_40 = arith.constant 3 : index
      %75 = vector.load %10[%58#0, %c3_40, %74] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c3_41 = arith.constant 3 : index
      %76 = memref.load %11[%58#0, %c3_41, %7] : memref<2x16x20xf32, 3>
      %77 = vector.from_elements %76 : vector<1xf32>
      %78 = vector.outerproduct %75, %77, %73 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_42 = arith.constant 4 : index
      %79 = arith.muli %9, %c4_42 : index
      %c4_43 = arith.constant 4 : index
      %80 = vector.load %10[%58#0, %c4_43, %79] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_44 = arith.constant 4 : index
      %81 = memref.load %11[%58#0, %c4_44, %7] : memref<2x16x20xf32, 3>
      %82 = vector.from_elements %81 : vector<1xf32>
      %83 = vector.outerproduct %80, %82, %78 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_45 = arith.constant 4 : index
      %84 = arith.muli %9, %c4_45 : index
      %c5 = arith.constant 5 : index
      %85 = vector.load %10[%58#0, %c5, %84] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c5_46 = arith.constant 5 : index
      %86 = memref.load %11[%58#0, %c5_46, %7] : memref<2x16x20xf32, 3>
      %87 = vector.from_elements %86 : vector<1xf32>
      %88 = vector.outerproduct %85, %87, %83 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_47 = arith.constant 4 : index
      %89 = arith.muli %9, %c4_47 : index
      %c6 = arith.constant 6 : index
      %90 = vector.load %10[%58#0, %c6, %89] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c6_48 = arith.constant 6 : index
      %91 = memref.load %11[%58#0, %c6_48, %7] : memref<2x16x20xf32, 3>
      %92 = vector.from_elements %91 : vector<1xf32>
      %93 = vector.outerproduct %90, %92, %88 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_49 = arith.constant 4 : index
      %94 = arith.muli %9, %c4_49 : index
      %c7 = arith.constant 7 : index
      %95 = vector.load %10[%58#0, %c7, %94] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c7_50 = arith.constant 7 : index
      %96 = memref.load %11[%58#0, %c7_50, %7] : memref<2x16x20xf32, 3>
      %97 = vector.from_elements %96 : vector<1xf32>
      %98 = vector.outerproduct %95, %97, %93 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_51 = arith.constant 4 : index
      %99 = arith.muli %9, %c4_51 : index
      %c8_52 = arith.constant 8 : index
      %100 = arith.xori %99, %c8_52 : index
      %c8_53 = arith.constant 8 : index
      %101 = vector.load %10[%58#0, %c8_53, %100] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c8_54 = arith.constant 8 : index
      %102 = memref.load %11[%58#0, %c8_54, %7] : memref<2x16x20xf32, 3>
      %103 = vector.from_elements %102 : vector<1xf32>
      %104 = vector.outerproduct %101, %103, %98 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_55 = arith.constant 4 : index
      %105 = arith.muli %9, %c4_55 : index
      %c8_56 = arith.constant 8 : index
      %106 = arith.xori %105, %c8_56 : index
      %c9 = arith.constant 9 : index
      %107 = vector.load %10[%58#0, %c9, %106] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c9_57 = arith.constant 9 : index
      %108 = memref.load %11[%58#0, %c9_57, %7] : memref<2x16x20xf32, 3>
      %109 = vector.from_elements %108 : vector<1xf32>
      %110 = vector.outerproduct %107, %109, %104 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_58 = arith.constant 4 : index
      %111 = arith.muli %9, %c4_58 : index
      %c8_59 = arith.constant 8 : index
      %112 = arith.xori %111, %c8_59 : index
      %c10 = arith.constant 10 : index
      %113 = vector.load %10[%58#0, %c10, %112] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c10_60 = arith.constant 10 : index
      %114 = memref.load %11[%58#0, %c10_60, %7] : memref<2x16x20xf32, 3>
      %115 = vector.from_elements %114 : vector<1xf32>
      %116 = vector.outerproduct %113, %115, %110 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_61 = arith.constant 4 : index
      %117 = arith.muli %9, %c4_61 : index
      %c8_62 = arith.constant 8 : index
      %118 = arith.xori %117, %c8_62 : index
      %c11 = arith.constant 11 : index
      %119 = vector.load %10[%58#0, %c11, %118] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c11_63 = arith.constant 11 : index
      %120 = memref.load %11[%58#0, %c11_63, %7] : memref<2x16x20xf32, 3>
      %121 = vector.from_elements %120 : vector<1xf32>
      %122 = vector.outerproduct %119, %121, %116 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_64 = arith.constant 4 : index
      %123 = arith.muli %9, %c4_64 : index
      %c8_65 = arith.constant 8 : index
      %124 = arith.xori %123, %c8_65 : index
      %c12 = arith.constant 12 : index
      %125 = vector.load %10[%58#0, %c12, %124] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c12_66 = arith.constant 12 : index
      %126 = memref.load %11[%58#0, %c12_66, %7] : memref<2x16x20xf32, 3>
      %127 = vector.from_elements %126 : vector<1xf32>
      %128 = vector.outerproduct %125, %127, %122 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_67 = arith.constant 4 : index
      %129 = arith.muli %9, %c4_67 : index
      %c8_68 = arith.constant 8 : index
      %130 = arith.xori %129, %c8_68 : index
      %c13 = arith.constant 13 : index
      %131 = vector.load %10[%58#0, %c13, %130] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c13_69 = arith.constant 13 : index
      %132 = memref.load %11[%58#0, %c13_69, %7] : memref<2x16x20xf32, 3>
      %133 = vector.from_elements %132 : vector<1xf32>
      %134 = vector.outerproduct %131, %133, %128 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_70 = arith.constant 4 : index
      %135 = arith.muli %9, %c4_70 : index
      %c8_71 = arith.constant 8 : index
      %136 = arith.xori %135, %c8_71 : index
      %c14 = arith.constant 14 : index
      %137 = vector.load %10[%58#0, %c14, %136] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c14_72 = arith.constant 14 : index
      %138 = memref.load %11[%58#0, %c14_72, %7] : memref<2x16x20xf32, 3>
      %139 = vector.from_elements %138 : vector<1xf32>
      %140 = vector.outerproduct %137, %139, %134 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_73 = arith.constant 4 : index
      %141 = arith.muli %9, %c4_73 : index
      %c8_74 = arith.constant 8 : index
      %142 = arith.xori %141, %c8_74 : index
      %c15 = arith.constant 15 : index
      %143 = vector.load %10[%58#0, %c15, %142] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c15_75 = arith.constant 15 : index
      %144 = memref.load %11[%58#0, %c15_75, %7] : memref<2x16x20xf32, 3>
      %145 = vector.from_elements %144 : vector<1xf32>
      %146 = vector.outerproduct %143, %145, %140 {kind = #vector.kind<add>} : vector<4xf32>, vector<1xf32>
      %c4_76 = arith.constant 4 : index
      %147 = arith.muli %9, %c4_76 : index
      %148 = arith.addi %12, %147 : index
      %149 = arith.addi %13, %7 : index
      %150 = vector.extract %146[0, 0] : f32 from vector<4x1xf32>
      %c40_77 = arith.constant 40 : index
      %151 = arith.cmpi ult, %148, %c40_77 : index
      scf.if %151 {
        memref.store %150, %arg2[%block_id_z, %148, %149] : memref<2x40x16xf32>
      }
      %c4_78 = arith.constant 4 : index
      %152 = arith.muli %9, %c4_78 : index
      %c1_79 = arith.constant 1 : index
      %153 = arith.addi %152, %c1_79 : index
      %154 = arith.addi %12, %153 : index
      %155 = arith.addi %13, %7 : index
      %156 = vector.extract %146[1, 0] : f32 from vector<4x1xf32>
      %c40_80 = arith.constant 40 : index
      %157 = arith.cmpi ult, %154, %c40_80 : index
      scf.if %157 {
        memref.store %156, %arg2[%block_id_z, %154, %155] : memref<2x40x16xf32>
      }
      %c4_81 = arith.constant 4 : index
      %158 = arith.muli %9, %c4_81 : index
      %c2_82 = arith.constant 2 : index
      %159 = arith.addi %158, %c2_82 : index
      %160 = arith.addi %12, %159 : index
      %161 = arith.addi %13, %7 : index
      %162 = vector.extract %146[2, 0] : f32 from vector<4x1xf32>
      %c40_83 = arith.constant 40 : index
      %163 = arith.cmpi ult, %160, %c40_83 : index
      scf.if %163 {
        memref.store %162, %arg2[%block_id_z, %160, %161] : memref<2x40x16xf32>
      }
      %c4_84 = arith.constant 4 : index
      %164 = arith.muli %9, %c4_84 : index
      %c3_85 = arith.constant 3 : index
      %165 = arith.addi %164, %c3_85 : index
      %166 = arith.addi %12, %165 : index
      %167 = arith.addi %13, %7 : index
      %168 = vector.extract %146[3, 0] : f32 from vector<4x1xf32>
      %c40_86 = arith.constant 40 : index
      %169 = arith.cmpi ult, %166, %c40_86 : index
      scf.if %169 {
        memref.store %168, %arg2[%block_id_z, %166, %167] : memref<2x40x16xf32>
      }
      gpu.return
    }
  }
}
