// Kernels of mixed. Written by stages.py.
// Arguments: q float32[2, 170, 32], k float32[2, 170, 32], v float32[2, 170, 32].
// Launched: product_0 with a grid of 3 x 3 x 2 blocks of 256 x 1 x 1 threads; map_1 with a grid of 113 x 1 x 1 blocks of 256 x 1 x 1 threads; rows_2 with a grid of 85 x 1 x 1 blocks of 128 x 1 x 1 threads; product_3 with a grid of 3 x 1 x 2 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_2 : memref<256x1xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<2x170x32xf32>, %arg1: memref<2x170x32xf32>, %arg2: memref<2x170x170xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
      %c32_4 = arith.constant 32 : index
      %c0_5 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4_6 = arith.constant 4 : index
      %15 = arith.remui %thread_id_x, %c4_6 : index
      %c4_7 = arith.constant 4 : index
      %16 = arith.muli %15, %c4_7 : index
      %c4_8 = arith.constant 4 : index
      %17 = arith.divui %thread_id_x, %c4_8 : index
      %18 = arith.addi %13, %17 : index
      %19 = arith.addi %c0, %16 : index
      %c169 = arith.constant 169 : index
      %20 = arith.minui %18, %c169 : index
      %21 = vector.load %arg0[%block_id_z, %20, %19] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c4_9 = arith.constant 4 : index
      %22 = arith.remui %thread_id_x, %c4_9 : index
      %c4_10 = arith.constant 4 : index
      %23 = arith.muli %22, %c4_10 : index
      %c4_11 = arith.constant 4 : index
      %24 = arith.divui %thread_id_x, %c4_11 : index
      %25 = arith.addi %14, %24 : index
      %26 = arith.addi %c0, %23 : index
      %c169_12 = arith.constant 169 : index
      %27 = arith.minui %25, %c169_12 : index
      %28 = vector.load %arg1[%block_id_z, %27, %26] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %c4_13 = arith.constant 4 : index
      %29 = arith.remui %thread_id_x, %c4_13 : index
      %c4_14 = arith.constant 4 : index
      %30 = arith.muli %29, %c4_14 : index
      %c4_15 = arith.constant 4 : index
      %31 = arith.divui %thread_id_x, %c4_15 : index
      %c8_16 = arith.constant 8 : index
      %32 = arith.divui %30, %c8_16 : index
      %c8_17 = arith.constant 8 : index
      %33 = arith.muli %32, %c8_17 : index
      %34 = arith.xori %31, %33 : index
      %35 = vector.extract %21[0] : f32 from vector<4xf32>
      memref.store %35, %10[%c0_5, %30, %34] : memref<2x16x68xf32, 3>
      %c8_18 = arith.constant 8 : index
      %36 = arith.divui %30, %c8_18 : index
      %c8_19 = arith.constant 8 : index
      %37 = arith.muli %36, %c8_19 : index
      %38 = arith.xori %31, %37 : index
      %c1_20 = arith.constant 1 : index
      %39 = arith.addi %30, %c1_20 : index
      %40 = vector.extract %21[1] : f32 from vector<4xf32>
      memref.store %40, %10[%c0_5, %39, %38] : memref<2x16x68xf32, 3>
      %c8_21 = arith.constant 8 : index
      %41 = arith.divui %30, %c8_21 : index
      %c8_22 = arith.constant 8 : index
      %42 = arith.muli %41, %c8_22 : index
      %43 = arith.xori %31, %42 : index
      %c2_23 = arith.constant 2 : index
      %44 = arith.addi %30, %c2_23 : index
      %45 = vector.extract %21[2] : f32 from vector<4xf32>
      memref.store %45, %10[%c0_5, %44, %43] : memref<2x16x68xf32, 3>
      %c8_24 = arith.constant 8 : index
      %46 = arith.divui %30, %c8_24 : index
      %c8_25 = arith.constant 8 : index
      %47 = arith.muli %46, %c8_25 : index
      %48 = arith.xori %31, %47 : index
      %c3 = arith.constant 3 : index
      %49 = arith.addi %30, %c3 : index
      %50 = vector.extract %21[3] : f32 from vector<4xf32>
      memref.store %50, %10[%c0_5, %49, %48] : memref<2x16x68xf32, 3>
      %c4_26 = arith.constant 4 : index
      %51 = arith.remui %thread_id_x, %c4_26 : index
      %c4_27 = arith.constant 4 : index
      %52 = arith.muli %51, %c4_27 : index
      %c4_28 = arith.constant 4 : index
      %53 = arith.divui %thread_id_x, %c4_28 : index
      %c8_29 = arith.constant 8 : index
      %54 = arith.divui %52, %c8_29 : index
      %c8_30 = arith.constant 8 : index
      %55 = arith.muli %54, %c8_30 : index
      %56 = arith.xori %53, %55 : index
      %57 = vector.extract %28[0] : f32 from vector<4xf32>
      memref.store %57, %11[%c0_5, %52, %56] : memref<2x16x68xf32, 3>
      %c8_31 = arith.constant 8 : index
      %58 = arith.divui %52, %c8_31 : index
      %c8_32 = arith.constant 8 : index
      %59 = arith.muli %58, %c8_32 : index
      %60 = arith.xori %53, %59 : index
      %c1_33 = arith.constant 1 : index
      %61 = arith.addi %52, %c1_33 : index
      %62 = vector.extract %28[1] : f32 from vector<4xf32>
      memref.store %62, %11[%c0_5, %61, %60] : memref<2x16x68xf32, 3>
      %c8_34 = arith.constant 8 : index
      %63 = arith.divui %52, %c8_34 : index
      %c8_35 = arith.constant 8 : index
      %64 = arith.muli %63, %c8_35 : index
      %65 = arith.xori %53, %64 : index
      %c2_36 = arith.constant 2 : index
      %66 = arith.addi %52, %c2_36 : index
      %67 = vector.extract %28[2] : f32 from vector<4xf32>
      memref.store %67, %11[%c0_5, %66, %65] : memref<2x16x68xf32, 3>
      %c8_37 = arith.constant 8 : index
      %68 = arith.divui %52, %c8_37 : index
      %c8_38 = arith.constant 8 : index
      %69 = arith.muli %68, %c8_38 : index
      %70 = arith.xori %53, %69 : index
      %c3_39 = arith.constant 3 : index
      %71 = arith.addi %52, %c3_39 : index
      %72 = vector.extract %28[3] : f32 from vector<4xf32>
      memref.store %72, %11[%c0_5, %71, %70] : memref<2x16x68xf32, 3>
      gpu.barrier
      %cst = arith.constant 0.000000e+00 : f32
      %73 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %c16 = arith.constant 16 : index
      %74 = arith.subi %c32_4, %c16 : index
      %75:2 = scf.for %arg3 = %c0 to %74 step %c16 iter_args(%arg4 = %c0_5, %arg5 = %73) -> (index, vector<4x4xf32>) {
        %177 = arith.subi %c1, %arg4 : index
        %c16_112 = arith.constant 16 : index
        %178 = arith.addi %arg3, %c16_112 : index
        %c4_113 = arith.constant 4 : index
        %179 = arith.remui %thread_id_x, %c4_113 : index
        %c4_114 = arith.constant 4 : index
        %180 = arith.muli %179, %c4_114 : index
        %c4_115 = arith.constant 4 : index
        %181 = arith.divui %thread_id_x, %c4_115 : index
        %182 = arith.addi %13, %181 : index
        %183 = arith.addi %178, %180 : index
        %c169_116 = arith.constant 169 : index
        %184 = arith.minui %182, %c169_116 : index
        %185 = vector.load %arg0[%block_id_z, %184, %183] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %c4_117 = arith.constant 4 : index
        %186 = arith.remui %thread_id_x, %c4_117 : index
        %c4_118 = arith.constant 4 : index
        %187 = arith.muli %186, %c4_118 : index
        %c4_119 = arith.constant 4 : index
        %188 = arith.divui %thread_id_x, %c4_119 : index
        %189 = arith.addi %14, %188 : index
        %190 = arith.addi %178, %187 : index
        %c169_120 = arith.constant 169 : index
        %191 = arith.minui %189, %c169_120 : index
        %192 = vector.load %arg1[%block_id_z, %191, %190] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %c4_121 = arith.constant 4 : index
        %193 = arith.muli %9, %c4_121 : index
        %c0_122 = arith.constant 0 : index
        %194 = vector.load %10[%arg4, %c0_122, %193] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_123 = arith.constant 4 : index
        %195 = arith.muli %7, %c4_123 : index
        %c0_124 = arith.constant 0 : index
        %196 = vector.load %11[%arg4, %c0_124, %195] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %197 = vector.outerproduct %194, %196, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_125 = arith.constant 4 : index
        %198 = arith.muli %9, %c4_125 : index
        %c1_126 = arith.constant 1 : index
        %199 = vector.load %10[%arg4, %c1_126, %198] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_127 = arith.constant 4 : index
        %200 = arith.muli %7, %c4_127 : index
        %c1_128 = arith.constant 1 : index
        %201 = vector.load %11[%arg4, %c1_128, %200] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %202 = vector.outerproduct %199, %201, %197 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_129 = arith.constant 4 : index
        %203 = arith.muli %9, %c4_129 : index
        %c2_130 = arith.constant 2 : index
        %204 = vector.load %10[%arg4, %c2_130, %203] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_131 = arith.constant 4 : index
        %205 = arith.muli %7, %c4_131 : index
        %c2_132 = arith.constant 2 : index
        %206 = vector.load %11[%arg4, %c2_132, %205] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %207 = vector.outerproduct %204, %206, %202 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_133 = arith.constant 4 : index
        %208 = arith.muli %9, %c4_133 : index
        %c3_134 = arith.constant 3 : index
        %209 = vector.load %10[%arg4, %c3_134, %208] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_135 = arith.constant 4 : index
        %210 = arith.muli %7, %c4_135 : index
        %c3_136 = arith.constant 3 : index
        %211 = vector.load %11[%arg4, %c3_136, %210] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %212 = vector.outerproduct %209, %211, %207 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_137 = arith.constant 4 : index
        %213 = arith.muli %9, %c4_137 : index
        %c4_138 = arith.constant 4 : index
        %214 = vector.load %10[%arg4, %c4_138, %213] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_139 = arith.constant 4 : index
        %215 = arith.muli %7, %c4_139 : index
        %c4_140 = arith.constant 4 : index
        %216 = vector.load %11[%arg4, %c4_140, %215] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %217 = vector.outerproduct %214, %216, %212 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_141 = arith.constant 4 : index
        %218 = arith.muli %9, %c4_141 : index
        %c5_142 = arith.constant 5 : index
        %219 = vector.load %10[%arg4, %c5_142, %218] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_143 = arith.constant 4 : index
        %220 = arith.muli %7, %c4_143 : index
        %c5_144 = arith.constant 5 : index
        %221 = vector.load %11[%arg4, %c5_144, %220] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %222 = vector.outerproduct %219, %221, %217 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_145 = arith.constant 4 : index
        %223 = arith.muli %9, %c4_145 : index
        %c6_146 = arith.constant 6 : index
        %224 = vector.load %10[%arg4, %c6_146, %223] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_147 = arith.constant 4 : index
        %225 = arith.muli %7, %c4_147 : index
        %c6_148 = arith.constant 6 : index
        %226 = vector.load %11[%arg4, %c6_148, %225] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %227 = vector.outerproduct %224, %226, %222 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_149 = arith.constant 4 : index
        %228 = arith.muli %9, %c4_149 : index
        %c7_150 = arith.constant 7 : index
        %229 = vector.load %10[%arg4, %c7_150, %228] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_151 = arith.constant 4 : index
        %230 = arith.muli %7, %c4_151 : index
        %c7_152 = arith.constant 7 : index
        %231 = vector.load %11[%arg4, %c7_152, %230] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %232 = vector.outerproduct %229, %231, %227 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_153 = arith.constant 4 : index
        %233 = arith.muli %9, %c4_153 : index
        %c8_154 = arith.constant 8 : index
        %234 = arith.xori %233, %c8_154 : index
        %c8_155 = arith.constant 8 : index
        %235 = vector.load %10[%arg4, %c8_155, %234] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_156 = arith.constant 4 : index
        %236 = arith.muli %7, %c4_156 : index
        %c8_157 = arith.constant 8 : index
        %237 = arith.xori %236, %c8_157 : index
        %c8_158 = arith.constant 8 : index
        %238 = vector.load %11[%arg4, %c8_158, %237] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %239 = vector.outerproduct %235, %238, %232 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_159 = arith.constant 4 : index
        %240 = arith.muli %9, %c4_159 : index
        %c8_160 = arith.constant 8 : index
        %241 = arith.xori %240, %c8_160 : index
        %c9_161 = arith.constant 9 : index
        %242 = vector.load %10[%arg4, %c9_161, %241] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_162 = arith.constant 4 : index
        %243 = arith.muli %7, %c4_162 : index
        %c8_163 = arith.constant 8 : index
        %244 = arith.xori %243, %c8_163 : index
        %c9_164 = arith.constant 9 : index
        %245 = vector.load %11[%arg4, %c9_164, %244] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %246 = vector.outerproduct %242, %245, %239 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_165 = arith.constant 4 : index
        %247 = arith.muli %9, %c4_165 : index
        %c8_166 = arith.constant 8 : index
        %248 = arith.xori %247, %c8_166 : index
        %c10_167 = arith.constant 10 : index
        %249 = vector.load %10[%arg4, %c10_167, %248] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_168 = arith.constant 4 : index
        %250 = arith.muli %7, %c4_168 : index
        %c8_169 = arith.constant 8 : index
        %251 = arith.xori %250, %c8_169 : index
        %c10_170 = arith.constant 10 : index
        %252 = vector.load %11[%arg4, %c10_170, %251] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %253 = vector.outerproduct %249, %252, %246 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_171 = arith.constant 4 : index
        %254 = arith.muli %9, %c4_171 : index
        %c8_172 = arith.constant 8 : index
        %255 = arith.xori %254, %c8_172 : index
        %c11_173 = arith.constant 11 : index
        %256 = vector.load %10[%arg4, %c11_173, %255] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_174 = arith.constant 4 : index
        %257 = arith.muli %7, %c4_174 : index
        %c8_175 = arith.constant 8 : index
        %258 = arith.xori %257, %c8_175 : index
        %c11_176 = arith.constant 11 : index
        %259 = vector.load %11[%arg4, %c11_176, %258] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %260 = vector.outerproduct %256, %259, %253 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_177 = arith.constant 4 : index
        %261 = arith.muli %9, %c4_177 : index
        %c8_178 = arith.constant 8 : index
        %262 = arith.xori %261, %c8_178 : index
        %c12_179 = arith.constant 12 : index
        %263 = vector.load %10[%arg4, %c12_179, %262] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_180 = arith.constant 4 : index
        %264 = arith.muli %7, %c4_180 : index
        %c8_181 = arith.constant 8 : index
        %265 = arith.xori %264, %c8_181 : index
        %c12_182 = arith.constant 12 : index
        %266 = vector.load %11[%arg4, %c12_182, %265] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %267 = vector.outerproduct %263, %266, %260 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_183 = arith.constant 4 : index
        %268 = arith.muli %9, %c4_183 : index
        %c8_184 = arith.constant 8 : index
        %269 = arith.xori %268, %c8_184 : index
        %c13_185 = arith.constant 13 : index
        %270 = vector.load %10[%arg4, %c13_185, %269] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_186 = arith.constant 4 : index
        %271 = arith.muli %7, %c4_186 : index
        %c8_187 = arith.constant 8 : index
        %272 = arith.xori %271, %c8_187 : index
        %c13_188 = arith.constant 13 : index
        %273 = vector.load %11[%arg4, %c13_188, %272] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %274 = vector.outerproduct %270, %273, %267 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_189 = arith.constant 4 : index
        %275 = arith.muli %9, %c4_189 : index
        %c8_190 = arith.constant 8 : index
        %276 = arith.xori %275, %c8_190 : index
        %c14_191 = arith.constant 14 : index
        %277 = vector.load %10[%arg4, %c14_191, %276] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_192 = arith.constant 4 : index
        %278 = arith.muli %7, %c4_192 : index
        %c8_193 = arith.constant 8 : index
        %279 = arith.xori %278, %c8_193 : index
        %c14_194 = arith.constant 14 : index
        %280 = vector.load %11[%arg4, %c14_194, %279] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %281 = vector.outerproduct %277, %280, %274 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_195 = arith.constant 4 : index
        %282 = arith.muli %9, %c4_195 : index
        %c8_196 = arith.constant 8 : index
        %283 = arith.xori %282, %c8_196 : index
        %c15_197 = arith.constant 15 : index
        %284 = vector.load %10[%arg4, %c15_197, %283] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_198 = arith.constant 4 : index
        %285 = arith.muli %7, %c4_198 : index
        %c8_199 = arith.constant 8 : index
        %286 = arith.xori %285, %c8_199 : index
        %c15_200 = arith.constant 15 : index
        %287 = vector.load %11[%arg4, %c15_200, %286] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %288 = vector.outerproduct %284, %287, %281 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_201 = arith.constant 4 : index
        %289 = arith.remui %thread_id_x, %c4_201 : index
        %c4_202 = arith.constant 4 : index
        %290 = arith.muli %289, %c4_202 : index
        %c4_203 = arith.constant 4 : index
        %291 = arith.divui %thread_id_x, %c4_203 : index
        %c8_204 = arith.constant 8 : index
        %292 = arith.divui %290, %c8_204 : index
        %c8_205 = arith.constant 8 : index
        %293 = arith.muli %292, %c8_205 : index
        %294 = arith.xori %291, %293 : index
        %295 = vector.extract %185[0] : f32 from vector<4xf32>
        memref.store %295, %10[%177, %290, %294] : memref<2x16x68xf32, 3>
        %c8_206 = arith.constant 8 : index
        %296 = arith.divui %290, %c8_206 : index
        %c8_207 = arith.constant 8 : index
        %297 = arith.muli %296, %c8_207 : index
        %298 = arith.xori %291, %297 : index
        %c1_208 = arith.constant 1 : index
        %299 = arith.addi %290, %c1_208 : index
        %300 = vector.extract %185[1] : f32 from vector<4xf32>
        memref.store %300, %10[%177, %299, %298] : memref<2x16x68xf32, 3>
        %c8_209 = arith.constant 8 : index
        %301 = arith.divui %290, %c8_209 : index
        %c8_210 = arith.constant 8 : index
        %302 = arith.muli %301, %c8_210 : index
        %303 = arith.xori %291, %302 : index
        %c2_211 = arith.constant 2 : index
        %304 = arith.addi %290, %c2_211 : index
        %305 = vector.extract %185[2] : f32 from vector<4xf32>
        memref.store %305, %10[%177, %304, %303] : memref<2x16x68xf32, 3>
        %c8_212 = arith.constant 8 : index
        %306 = arith.divui %290, %c8_212 : index
        %c8_213 = arith.constant 8 : index
        %307 = arith.muli %306, %c8_213 : index
        %308 = arith.xori %291, %307 : index
        %c3_214 = arith.constant 3 : index
        %309 = arith.addi %290, %c3_214 : index
        %310 = vector.extract %185[3] : f32 from vector<4xf32>
        memref.store %310, %10[%177, %309, %308] : memref<2x16x68xf32, 3>
        %c4_215 = arith.constant 4 : index
        %311 = arith.remui %thread_id_x, %c4_215 : index
        %c4_216 = arith.constant 4 : index
        %312 = arith.muli %311, %c4_216 : index
        %c4_217 = arith.constant 4 : index
        %313 = arith.divui %thread_id_x, %c4_217 : index
        %c8_218 = arith.constant 8 : index
        %314 = arith.divui %312, %c8_218 : index
        %c8_219 = arith.constant 8 : index
        %315 = arith.muli %314, %c8_219 : index
        %316 = arith.xori %313, %315 : index
        %317 = vector.extract %192[0] : f32 from vector<4xf32>
        memref.store %317, %11[%177, %312, %316] : memref<2x16x68xf32, 3>
        %c8_220 = arith.constant 8 : index
        %318 = arith.divui %312, %c8_220 : index
        %c8_221 = arith.constant 8 : index
        %319 = arith.muli %318, %c8_221 : index
        %320 = arith.xori %313, %319 : index
        %c1_222 = arith.constant 1 : index
        %321 = arith.addi %312, %c1_222 : index
        %322 = vector.extract %192[1] : f32 from vector<4xf32>
        memref.store %322, %11[%177, %321, %320] : memref<2x16x68xf32, 3>
        %c8_223 = arith.constant 8 : index
        %323 = arith.divui %312, %c8_223 : index
        %c8_224 = arith.constant 8 : index
        %324 = arith.muli %323, %c8_224 : index
        %325 = arith.xori %313, %324 : index
        %c2_225 = arith.constant 2 : index
        %326 = arith.addi %312, %c2_225 : index
        %327 = vector.extract %192[2] : f32 from vector<4xf32>
        memref.store %327, %11[%177, %326, %325] : memref<2x16x68xf32, 3>
        %c8_226 = arith.constant 8 : index
        %328 = arith.divui %312, %c8_226 : index
        %c8_227 = arith.constant 8 : index
        %329 = arith.muli %328, %c8_227 : index
        %330 = arith.xori %313, %329 : index
        %c3_228 = arith.constant 3 : index
        %331 = arith.addi %312, %c3_228 : index
        %332 = vector.extract %192[3] : f32 from vector<4xf32>
        memref.store %332, %11[%177, %331, %330] : memref<2x16x68xf32, 3>
        gpu.barrier
        scf.yield %177, %288 : index, vector<4x4xf32>
      }
      %c4_40 = arith.constant 4 : index
      %76 = arith.muli %9, %c4_40 : index
      %c0_41 = arith.constant 0 : index
      %77 = vector.load %10[%75#0, %c0_41, %76] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_42 = arith.constant 4 : index
      %78 = arith.muli %7, %c4_42 : index
      %c0_43 = arith.constant 0 : index
      %79 = vector.load %11[%75#0, %c0_43, %78] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %80 = vector.outerproduct %77, %79, %75#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_44 = arith.constant 4 : index
      %81 = arith.muli %9, %c4_44 : index
      %c1_45 = arith.constant 1 : index
      %82 = vector.load %10[%75#0, %c1_45, %81] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_46 = arith.constant 4 : index
      %83 = arith.muli %7, %c4_46 : index
      %c1_47 = arith.constant 1 : index
      %84 = vector.load %11[%75#0, %c1_47, %83] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %85 = vector.outerproduct %82, %84, %80 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_48 = arith.constant 4 : index
      %86 = arith.muli %9, %c4_48 : index
      %c2_49 = arith.constant 2 : index
      %87 = vector.load %10[%75#0, %c2_49, %86] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_50 = arith.constant 4 : index
      %88 = arith.muli %7, %c4_50 : index
      %c2_51 = arith.constant 2 : index
      %89 = vector.load %11[%75#0, %c2_51, %88] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %90 = vector.outerproduct %87, %89, %85 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %91 = arith.muli %9, %c4_52 : index
      %c3_53 = arith.constant 3 : index
      %92 = vector.load %10[%75#0, %c3_53, %91] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_54 = arith.constant 4 : index
      %93 = arith.muli %7, %c4_54 : index
      %c3_55 = arith.constant 3 : index
      %94 = vector.load %11[%75#0, %c3_55, %93] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %95 = vector.outerproduct %92, %94, %90 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_56 = arith.constant 4 : index
      %96 = arith.muli %9, %c4_56 : index
      %c4_57 = arith.constant 4 : index
      %97 = vector.load %10[%75#0, %c4_57, %96] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_58 = arith.constant 4 : index
      %98 = arith.muli %7, %c4_58 : index
      %c4_59 = arith.constant 4 : index
      %99 = vector.load %11[%75#0, %c4_59, %98] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %100 = vector.outerproduct %97, %99, %95 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %101 = arith.muli %9, %c4_60 : index
      %c5 = arith.constant 5 : index
      %102 = vector.load %10[%75#0, %c5, %101] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_61 = arith.constant 4 : index
      %103 = arith.muli %7, %c4_61 : index
      %c5_62 = arith.constant 5 : index
      %104 = vector.load %11[%75#0, %c5_62, %103] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %105 = vector.outerproduct %102, %104, %100 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %106 = arith.muli %9, %c4_63 : index
      %c6 = arith.constant 6 : index
      %107 = vector.load %10[%75#0, %c6, %106] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_64 = arith.constant 4 : index
      %108 = arith.muli %7, %c4_64 : index
      %c6_65 = arith.constant 6 : index
      %109 = vector.load %11[%75#0, %c6_65, %108] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %110 = vector.outerproduct %107, %109, %105 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_66 = arith.constant 4 : index
      %111 = arith.muli %9, %c4_66 : index
      %c7 = arith.constant 7 : index
      %112 = vector.load %10[%75#0, %c7, %111] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_67 = arith.constant 4 : index
      %113 = arith.muli %7, %c4_67 : index
      %c7_68 = arith.constant 7 : index
      %114 = vector.load %11[%75#0, %c7_68, %113] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %115 = vector.outerproduct %112, %114, %110 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_69 = arith.constant 4 : index
      %116 = arith.muli %9, %c4_69 : index
      %c8_70 = arith.constant 8 : index
      %117 = arith.xori %116, %c8_70 : index
      %c8_71 = arith.constant 8 : index
      %118 = vector.load %10[%75#0, %c8_71, %117] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_72 = arith.constant 4 : index
      %119 = arith.muli %7, %c4_72 : index
      %c8_73 = arith.constant 8 : index
      %120 = arith.xori %119, %c8_73 : index
      %c8_74 = arith.constant 8 : index
      %121 = vector.load %11[%75#0, %c8_74, %120] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %122 = vector.outerproduct %118, %121, %115 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_75 = arith.constant 4 : index
      %123 = arith.muli %9, %c4_75 : index
      %c8_76 = arith.constant 8 : index
      %124 = arith.xori %123, %c8_76 : index
      %c9 = arith.constant 9 : index
      %125 = vector.load %10[%75#0, %c9, %124] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_77 = arith.constant 4 : index
      %126 = arith.muli %7, %c4_77 : index
      %c8_78 = arith.constant 8 : index
      %127 = arith.xori %126, %c8_78 : index
      %c9_79 = arith.constant 9 : index
      %128 = vector.load %11[%75#0, %c9_79, %127] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %129 = vector.outerproduct %125, %128, %122 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_80 = arith.constant 4 : index
      %130 = arith.muli %9, %c4_80 : index
      %c8_81 = arith.constant 8 : index
      %131 = arith.xori %130, %c8_81 : index
      %c10 = arith.constant 10 : index
      %132 = vector.load %10[%75#0, %c10, %131] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_82 = arith.constant 4 : index
      %133 = arith.muli %7, %c4_82 : index
      %c8_83 = arith.constant 8 : index
      %134 = arith.xori %133, %c8_83 : index
      %c10_84 = arith.constant 10 : index
      %135 = vector.load %11[%75#0, %c10_84, %134] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %136 = vector.outerproduct %132, %135, %129 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_85 = arith.constant 4 : index
      %137 = arith.muli %9, %c4_85 : index
      %c8_86 = arith.constant 8 : index
      %138 = arith.xori %137, %c8_86 : index
      %c11 = arith.constant 11 : index
      %139 = vector.load %10[%75#0, %c11, %138] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_87 = arith.constant 4 : index
      %140 = arith.muli %7, %c4_87 : index
      %c8_88 = arith.constant 8 : index
      %141 = arith.xori %140, %c8_88 : index
      %c11_89 = arith.constant 11 : index
      %142 = vector.load %11[%75#0, %c11_89, %141] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %143 = vector.outerproduct %139, %142, %136 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_90 = arith.constant 4 : index
      %144 = arith.muli %9, %c4_90 : index
      %c8_91 = arith.constant 8 : index
      %145 = arith.xori %144, %c8_91 : index
      %c12 = arith.constant 12 : index
      %146 = vector.load %10[%75#0, %c12, %145] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_92 = arith.constant 4 : index
      %147 = arith.muli %7, %c4_92 : index
      %c8_93 = arith.constant 8 : index
      %148 = arith.xori %147, %c8_93 : index
      %c12_94 = arith.constant 12 : index
      %149 = vector.load %11[%75#0, %c12_94, %148] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %150 = vector.outerproduct %146, %149, %143 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %151 = arith.muli %9, %c4_95 : index
      %c8_96 = arith.constant 8 : index
      %152 = arith.xori %151, %c8_96 : index
      %c13 = arith.constant 13 : index
      %153 = vector.load %10[%75#0, %c13, %152] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_97 = arith.constant 4 : index
      %154 = arith.muli %7, %c4_97 : index
      %c8_98 = arith.constant 8 : index
      %155 = arith.xori %154, %c8_98 : index
      %c13_99 = arith.constant 13 : index
      %156 = vector.load %11[%75#0, %c13_99, %155] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %157 = vector.outerproduct %153, %156, %150 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_100 = arith.constant 4 : index
      %158 = arith.muli %9, %c4_100 : index
      %c8_101 = arith.constant 8 : index
      %159 = arith.xori %158, %c8_101 : index
      %c14 = arith.constant 14 : index
      %160 = vector.load %10[%75#0, %c14, %159] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_102 = arith.constant 4 : index
      %161 = arith.muli %7, %c4_102 : index
      %c8_103 = arith.constant 8 : index
      %162 = arith.xori %161, %c8_103 : index
      %c14_104 = arith.constant 14 : index
      %163 = vector.load %11[%75#0, %c14_104, %162] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %164 = vector.outerproduct %160, %163, %157 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_105 = arith.constant 4 : index
      %165 = arith.muli %9, %c4_105 : index
      %c8_106 = arith.constant 8 : index
      %166 = arith.xori %165, %c8_106 : index
      %c15 = arith.constant 15 : index
      %167 = vector.load %10[%75#0, %c15, %166] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_107 = arith.constant 4 : index
      %168 = arith.muli %7, %c4_107 : index
      %c8_108 = arith.constant 8 : index
      %169 = arith.xori %168, %c8_108 : index
      %c15_109 = arith.constant 15 : index
      %170 = vector.load %11[%75#0, %c15_109, %169] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %171 = vector.outerproduct %167, %170, %164 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c63 = arith.constant 63 : index
      %172 = arith.addi %13, %c63 : index
      %c170 = arith.constant 170 : index
      %173 = arith.cmpi ult, %172, %c170 : index
      %c63_110 = arith.constant 63 : index
      %174 = arith.addi %14, %c63_110 : index
      %c170_111 = arith.constant 170 : index
      %175 = arith.cmpi ult, %174, %c170_111 : index
      %176 = arith.andi %173, %175 : i1
      scf.if %176 {
        %c4_112 = arith.constant 4 : index
        %177 = arith.muli %9, %c4_112 : index
        %178 = arith.addi %13, %177 : index
        %c4_113 = arith.constant 4 : index
        %179 = arith.muli %7, %c4_113 : index
        %180 = arith.addi %14, %179 : index
        %181 = vector.extract %171[0, 0] : f32 from vector<4x4xf32>
        memref.store %181, %arg2[%block_id_z, %178, %180] : memref<2x170x170xf32>
        %c4_114 = arith.constant 4 : index
        %182 = arith.muli %7, %c4_114 : index
        %c1_115 = arith.constant 1 : index
        %183 = arith.addi %182, %c1_115 : index
        %184 = arith.addi %14, %183 : index
        %185 = vector.extract %171[0, 1] : f32 from vector<4x4xf32>
        memref.store %185, %arg2[%block_id_z, %178, %184] : memref<2x170x170xf32>
        %c4_116 = arith.constant 4 : index
        %186 = arith.muli %7, %c4_116 : index
        %c2_117 = arith.constant 2 : index
        %187 = arith.addi %186, %c2_117 : index
        %188 = arith.addi %14, %187 : index
        %189 = vector.extract %171[0, 2] : f32 from vector<4x4xf32>
        memref.store %189, %arg2[%block_id_z, %178, %188] : memref<2x170x170xf32>
        %c4_118 = arith.constant 4 : index
        %190 = arith.muli %7, %c4_118 : index
        %c3_119 = arith.constant 3 : index
        %191 = arith.addi %190, %c3_119 : index
        %192 = arith.addi %14, %191 : index
        %193 = vector.extract %171[0, 3] : f32 from vector<4x4xf32>
        memref.store %193, %arg2[%block_id_z, %178, %192] : memref<2x170x170xf32>
        %c4_120 = arith.constant 4 : index
        %194 = arith.muli %9, %c4_120 : index
        %c1_121 = arith.constant 1 : index
        %195 = arith.addi %194, %c1_121 : index
        %196 = arith.addi %13, %195 : index
        %c4_122 = arith.constant 4 : index
        %197 = arith.muli %7, %c4_122 : index
        %198 = arith.addi %14, %197 : index
        %199 = vector.extract %171[1, 0] : f32 from vector<4x4xf32>
        memref.store %199, %arg2[%block_id_z, %196, %198] : memref<2x170x170xf32>
        %c4_123 = arith.constant 4 : index
        %200 = arith.muli %7, %c4_123 : index
        %c1_124 = arith.constant 1 : index
        %201 = arith.addi %200, %c1_124 : index
        %202 = arith.addi %14, %201 : index
        %203 = vector.extract %171[1, 1] : f32 from vector<4x4xf32>
        memref.store %203, %arg2[%block_id_z, %196, %202] : memref<2x170x170xf32>
        %c4_125 = arith.constant 4 : index
        %204 = arith.muli %7, %c4_125 : index
        %c2_126 = arith.constant 2 : index
        %205 = arith.addi %204, %c2_126 : index
        %206 = arith.addi %14, %205 : index
        %207 = vector.extract %171[1, 2] : f32 from vector<4x4xf32>
        memref.store %207, %arg2[%block_id_z, %196, %206] : memref<2x170x170xf32>
        %c4_127 = arith.constant 4 : index
        %208 = arith.muli %7, %c4_127 : index
        %c3_128 = arith.constant 3 : index
        %209 = arith.addi %208, %c3_128 : index
        %210 = arith.addi %14, %209 : index
        %211 = vector.extract %171[1, 3] : f32 from vector<4x4xf32>
        memref.store %211, %arg2[%block_id_z, %196, %210] : memref<2x170x170xf32>
        %c4_129 = arith.constant 4 : index
        %212 = arith.muli %9, %c4_129 : index
        %c2_130 = arith.constant 2 : index
        %213 = arith.addi %212, %c2_130 : index
        %214 = arith.addi %13, %213 : index
        %c4_131 = arith.constant 4 : index
        %215 = arith.muli %7, %c4_131 : index
        %216 = arith.addi %14, %215 : index
        %217 = vector.extract %171[2, 0] : f32 from vector<4x4xf32>
        memref.store %217, %arg2[%block_id_z, %214, %216] : memref<2x170x170xf32>
        %c4_132 = arith.constant 4 : index
        %218 = arith.muli %7, %c4_132 : index
        %c1_133 = arith.constant 1 : index
        %219 = arith.addi %218, %c1_133 : index
        %220 = arith.addi %14, %219 : index
        %221 = vector.extract %171[2, 1] : f32 from vector<4x4xf32>
        memref.store %221, %arg2[%block_id_z, %214, %220] : memref<2x170x170xf32>
        %c4_134 = arith.constant 4 : index
        %222 = arith.muli %7, %c4_134 : index
        %c2_135 = arith.constant 2 : index
        %223 = arith.addi %222, %c2_135 : index
        %224 = arith.addi %14, %223 : index
        %225 = vector.extract %171[2, 2] : f32 from vector<4x4xf32>
        memref.store %225, %arg2[%block_id_z, %214, %224] : memref<2x170x170xf32>
        %c4_136 = arith.constant 4 : index
        %226 = arith.muli %7, %c4_136 : index
        %c3_137 = arith.constant 3 : index
        %227 = arith.addi %226, %c3_137 : index
        %228 = arith.addi %14, %227 : index
        %229 = vector.extract %171[2, 3] : f32 from vector<4x4xf32>
        memref.store %229, %arg2[%block_id_z, %214, %228] : memref<2x170x170xf32>
        %c4_138 = arith.constant 4 : index
        %230 = arith.muli %9, %c4_138 : index
        %c3_139 = arith.constant 3 : index
        %231 = arith.addi %230, %c3_139 : index
        %232 = arith.addi %13, %231 : index
        %c4_140 = arith.constant 4 : index
        %233 = arith.muli %7, %c4_140 : index
        %234 = arith.addi %14, %233 : index
        %235 = vector.extract %171[3, 0] : f32 from vector<4x4xf32>
        memref.store %235, %arg2[%block_id_z, %232, %234] : memref<2x170x170xf32>
        %c4_141 = arith.constant 4 : index
        %236 = arith.muli %7, %c4_141 : index
        %c1_142 = arith.constant 1 : index
        %237 = arith.addi %236, %c1_142 : index
        %238 = arith.addi %14, %237 : index
        %239 = vector.extract %171[3, 1] : f32 from vector<4x4xf32>
        memref.store %239, %arg2[%block_id_z, %232, %238] : memref<2x170x170xf32>
        %c4_143 = arith.constant 4 : index
        %240 = arith.muli %7, %c4_143 : index
        %c2_144 = arith.constant 2 : index
        %241 = arith.addi %240, %c2_144 : index
        %242 = arith.addi %14, %241 : index
        %243 = vector.extract %171[3, 2] : f32 from vector<4x4xf32>
        memref.store %243, %arg2[%block_id_z, %232, %242] : memref<2x170x170xf32>
        %c4_145 = arith.constant 4 : index
        %244 = arith.muli %7, %c4_145 : index
        %c3_146 = arith.constant 3 : index
        %245 = arith.addi %244, %c3_146 : index
        %246 = arith.addi %14, %245 : index
        %247 = vector.extract %171[3, 3] : f32 from vector<4x4xf32>
        memref.store %247, %arg2[%block_id_z, %232, %246] : memref<2x170x170xf32>
      } else {
        %c4_112 = arith.constant 4 : index
        %177 = arith.muli %9, %c4_112 : index
        %178 = arith.addi %13, %177 : index
        %c4_113 = arith.constant 4 : index
        %179 = arith.muli %7, %c4_113 : index
        %180 = arith.addi %14, %179 : index
        %181 = vector.extract %171[0, 0] : f32 from vector<4x4xf32>
        %c170_114 = arith.constant 170 : index
        %182 = arith.cmpi ult, %178, %c170_114 : index
        %c170_115 = arith.constant 170 : index
        %183 = arith.cmpi ult, %180, %c170_115 : index
        %184 = arith.andi %182, %183 : i1
        scf.if %184 {
          memref.store %181, %arg2[%block_id_z, %178, %180] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %181 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_116 = arith.constant 4 : index
        %185 = arith.muli %7, %c4_116 : index
        %c1_117 = arith.constant 1 : index
        %186 = arith.addi %185, %c1_117 : index
        %187 = arith.addi %14, %186 : index
        %188 = vector.extract %171[0, 1] : f32 from vector<4x4xf32>
        %c170_118 = arith.constant 170 : index
        %189 = arith.cmpi ult, %178, %c170_118 : index
        %c170_119 = arith.constant 170 : index
        %190 = arith.cmpi ult, %187, %c170_119 : index
        %191 = arith.andi %189, %190 : i1
        scf.if %191 {
          memref.store %188, %arg2[%block_id_z, %178, %187] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %188 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_120 = arith.constant 4 : index
        %192 = arith.muli %7, %c4_120 : index
        %c2_121 = arith.constant 2 : index
        %193 = arith.addi %192, %c2_121 : index
        %194 = arith.addi %14, %193 : index
        %195 = vector.extract %171[0, 2] : f32 from vector<4x4xf32>
        %c170_122 = arith.constant 170 : index
        %196 = arith.cmpi ult, %178, %c170_122 : index
        %c170_123 = arith.constant 170 : index
        %197 = arith.cmpi ult, %194, %c170_123 : index
        %198 = arith.andi %196, %197 : i1
        scf.if %198 {
          memref.store %195, %arg2[%block_id_z, %178, %194] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %195 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_124 = arith.constant 4 : index
        %199 = arith.muli %7, %c4_124 : index
        %c3_125 = arith.constant 3 : index
        %200 = arith.addi %199, %c3_125 : index
        %201 = arith.addi %14, %200 : index
        %202 = vector.extract %171[0, 3] : f32 from vector<4x4xf32>
        %c170_126 = arith.constant 170 : index
        %203 = arith.cmpi ult, %178, %c170_126 : index
        %c170_127 = arith.constant 170 : index
        %204 = arith.cmpi ult, %201, %c170_127 : index
        %205 = arith.andi %203, %204 : i1
        scf.if %205 {
          memref.store %202, %arg2[%block_id_z, %178, %201] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %202 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_128 = arith.constant 4 : index
        %206 = arith.muli %9, %c4_128 : index
        %c1_129 = arith.constant 1 : index
        %207 = arith.addi %206, %c1_129 : index
        %208 = arith.addi %13, %207 : index
        %c4_130 = arith.constant 4 : index
        %209 = arith.muli %7, %c4_130 : index
        %210 = arith.addi %14, %209 : index
        %211 = vector.extract %171[1, 0] : f32 from vector<4x4xf32>
        %c170_131 = arith.constant 170 : index
        %212 = arith.cmpi ult, %208, %c170_131 : index
        %c170_132 = arith.constant 170 : index
        %213 = arith.cmpi ult, %210, %c170_132 : index
        %214 = arith.andi %212, %213 : i1
        scf.if %214 {
          memref.store %211, %arg2[%block_id_z, %208, %210] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %211 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_133 = arith.constant 4 : index
        %215 = arith.muli %7, %c4_133 : index
        %c1_134 = arith.constant 1 : index
        %216 = arith.addi %215, %c1_134 : index
        %217 = arith.addi %14, %216 : index
        %218 = vector.extract %171[1, 1] : f32 from vector<4x4xf32>
        %c170_135 = arith.constant 170 : index
        %219 = arith.cmpi ult, %208, %c170_135 : index
        %c170_136 = arith.constant 170 : index
        %220 = arith.cmpi ult, %217, %c170_136 : index
        %221 = arith.andi %219, %220 : i1
        scf.if %221 {
          memref.store %218, %arg2[%block_id_z, %208, %217] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %218 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_137 = arith.constant 4 : index
        %222 = arith.muli %7, %c4_137 : index
        %c2_138 = arith.constant 2 : index
        %223 = arith.addi %222, %c2_138 : index
        %224 = arith.addi %14, %223 : index
        %225 = vector.extract %171[1, 2] : f32 from vector<4x4xf32>
        %c170_139 = arith.constant 170 : index
        %226 = arith.cmpi ult, %208, %c170_139 : index
        %c170_140 = arith.constant 170 : index
        %227 = arith.cmpi ult, %224, %c170_140 : index
        %228 = arith.andi %226, %227 : i1
        scf.if %228 {
          memref.store %225, %arg2[%block_id_z, %208, %224] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %225 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_141 = arith.constant 4 : index
        %229 = arith.muli %7, %c4_141 : index
        %c3_142 = arith.constant 3 : index
        %230 = arith.addi %229, %c3_142 : index
        %231 = arith.addi %14, %230 : index
        %232 = vector.extract %171[1, 3] : f32 from vector<4x4xf32>
        %c170_143 = arith.constant 170 : index
        %233 = arith.cmpi ult, %208, %c170_143 : index
        %c170_144 = arith.constant 170 : index
        %234 = arith.cmpi ult, %231, %c170_144 : index
        %235 = arith.andi %233, %234 : i1
        scf.if %235 {
          memref.store %232, %arg2[%block_id_z, %208, %231] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %232 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_145 = arith.constant 4 : index
        %236 = arith.muli %9, %c4_145 : index
        %c2_146 = arith.constant 2 : index
        %237 = arith.addi %236, %c2_146 : index
        %238 = arith.addi %13, %237 : index
        %c4_147 = arith.constant 4 : index
        %239 = arith.muli %7, %c4_147 : index
        %240 = arith.addi %14, %239 : index
        %241 = vector.extract %171[2, 0] : f32 from vector<4x4xf32>
        %c170_148 = arith.constant 170 : index
        %242 = arith.cmpi ult, %238, %c170_148 : index
        %c170_149 = arith.constant 170 : index
        %243 = arith.cmpi ult, %240, %c170_149 : index
        %244 = arith.andi %242, %243 : i1
        scf.if %244 {
          memref.store %241, %arg2[%block_id_z, %238, %240] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %241 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_150 = arith.constant 4 : index
        %245 = arith.muli %7, %c4_150 : index
        %c1_151 = arith.constant 1 : index
        %246 = arith.addi %245, %c1_151 : index
        %247 = arith.addi %14, %246 : index
        %248 = vector.extract %171[2, 1] : f32 from vector<4x4xf32>
        %c170_152 = arith.constant 170 : index
        %249 = arith.cmpi ult, %238, %c170_152 : index
        %c170_153 = arith.constant 170 : index
        %250 = arith.cmpi ult, %247, %c170_153 : index
        %251 = arith.andi %249, %250 : i1
        scf.if %251 {
          memref.store %248, %arg2[%block_id_z, %238, %247] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %248 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_154 = arith.constant 4 : index
        %252 = arith.muli %7, %c4_154 : index
        %c2_155 = arith.constant 2 : index
        %253 = arith.addi %252, %c2_155 : index
        %254 = arith.addi %14, %253 : index
        %255 = vector.extract %171[2, 2] : f32 from vector<4x4xf32>
        %c170_156 = arith.constant 170 : index
        %256 = arith.cmpi ult, %238, %c170_156 : index
        %c170_157 = arith.constant 170 : index
        %257 = arith.cmpi ult, %254, %c170_157 : index
        %258 = arith.andi %256, %257 : i1
        scf.if %258 {
          memref.store %255, %arg2[%block_id_z, %238, %254] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %255 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_158 = arith.constant 4 : index
        %259 = arith.muli %7, %c4_158 : index
        %c3_159 = arith.constant 3 : index
        %260 = arith.addi %259, %c3_159 : index
        %261 = arith.addi %14, %260 : index
        %262 = vector.extract %171[2, 3] : f32 from vector<4x4xf32>
        %c170_160 = arith.constant 170 : index
        %263 = arith.cmpi ult, %238, %c170_160 : index
        %c170_161 = arith.constant 170 : index
        %264 = arith.cmpi ult, %261, %c170_161 : index
        %265 = arith.andi %263, %264 : i1
        scf.if %265 {
          memref.store %262, %arg2[%block_id_z, %238, %261] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %262 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_162 = arith.constant 4 : index
        %266 = arith.muli %9, %c4_162 : index
        %c3_163 = arith.constant 3 : index
        %267 = arith.addi %266, %c3_163 : index
        %268 = arith.addi %13, %267 : index
        %c4_164 = arith.constant 4 : index
        %269 = arith.muli %7, %c4_164 : index
        %270 = arith.addi %14, %269 : index
        %271 = vector.extract %171[3, 0] : f32 from vector<4x4xf32>
        %c170_165 = arith.constant 170 : index
        %272 = arith.cmpi ult, %268, %c170_165 : index
        %c170_166 = arith.constant 170 : index
        %273 = arith.cmpi ult, %270, %c170_166 : index
        %274 = arith.andi %272, %273 : i1
        scf.if %274 {
          memref.store %271, %arg2[%block_id_z, %268, %270] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %271 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_167 = arith.constant 4 : index
        %275 = arith.muli %7, %c4_167 : index
        %c1_168 = arith.constant 1 : index
        %276 = arith.addi %275, %c1_168 : index
        %277 = arith.addi %14, %276 : index
        %278 = vector.extract %171[3, 1] : f32 from vector<4x4xf32>
        %c170_169 = arith.constant 170 : index
        %279 = arith.cmpi ult, %268, %c170_169 : index
        %c170_170 = arith.constant 170 : index
        %280 = arith.cmpi ult, %277, %c170_170 : index
        %281 = arith.andi %279, %280 : i1
        scf.if %281 {
          memref.store %278, %arg2[%block_id_z, %268, %277] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %278 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_171 = arith.constant 4 : index
        %282 = arith.muli %7, %c4_171 : index
        %c2_172 = arith.constant 2 : index
        %283 = arith.addi %282, %c2_172 : index
        %284 = arith.addi %14, %283 : index
        %285 = vector.extract %171[3, 2] : f32 from vector<4x4xf32>
        %c170_173 = arith.constant 170 : index
        %286 = arith.cmpi ult, %268, %c170_173 : index
        %c170_174 = arith.constant 170 : index
        %287 = arith.cmpi ult, %284, %c170_174 : index
        %288 = arith.andi %286, %287 : i1
        scf.if %288 {
          memref.store %285, %arg2[%block_id_z, %268, %284] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %285 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
        %c4_175 = arith.constant 4 : index
        %289 = arith.muli %7, %c4_175 : index
        %c3_176 = arith.constant 3 : index
        %290 = arith.addi %289, %c3_176 : index
        %291 = arith.addi %14, %290 : index
        %292 = vector.extract %171[3, 3] : f32 from vector<4x4xf32>
        %c170_177 = arith.constant 170 : index
        %293 = arith.cmpi ult, %268, %c170_177 : index
        %c170_178 = arith.constant 170 : index
        %294 = arith.cmpi ult, %291, %c170_178 : index
        %295 = arith.andi %293, %294 : i1
        scf.if %295 {
          memref.store %292, %arg2[%block_id_z, %268, %291] : memref<2x170x170xf32>
        } else {
          %296 = vector.from_elements %292 : vector<1xf32>
          %c0_179 = arith.constant 0 : index
          vector.store %296, %12[%thread_id_x, %c0_179] {alignment = 4 : i64} : memref<256x1xf32, 3>, vector<1xf32>
        }
      }
      gpu.return
    }
    gpu.func @map_1(%arg0: memref<170x170xi8>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %c256 = arith.constant 256 : index
      %0 = arith.muli %block_id_x, %c256 : index
      %thread_id_x = gpu.thread_id  x
      %1 = arith.addi %0, %thread_id_x : index
      %c28900 = arith.constant 28900 : index
      %2 = arith.cmpi ult, %1, %c28900 : index
      scf.if %2 {
        %3 = arith.index_cast %1 : index to i32
        %c170_i32 = arith.constant 170 : i32
        %4 = arith.remui %3, %c170_i32 : i32
        %5 = arith.divui %3, %c170_i32 : i32
        %6 = arith.index_cast %5 : i32 to index
        %7 = arith.index_cast %4 : i32 to index
        %8 = arith.index_cast %6 : index to i64
        %9 = arith.index_cast %7 : index to i64
        %10 = arith.cmpi sge, %8, %9 : i64
        %11 = arith.extui %10 : i1 to i8
        memref.store %11, %arg0[%6, %7] : memref<170x170xi8>
      }
      gpu.return
    }
    gpu.func @rows_2(%arg0: memref<2x170x170xf32>, %arg1: memref<170x170xi8>, %arg2: memref<2x170x170xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.remui %thread_id_x, %c32 : index
      %c4 = arith.constant 4 : index
      %1 = arith.muli %block_id_x, %c4 : index
      %2 = arith.divui %thread_id_x, %c32 : index
      %3 = arith.addi %1, %2 : index
      %4 = arith.index_cast %3 : index to i32
      %c170_i32 = arith.constant 170 : i32
      %5 = arith.remui %4, %c170_i32 : i32
      %6 = arith.divui %4, %c170_i32 : i32
      %7 = arith.index_cast %6 : i32 to index
      %8 = arith.index_cast %5 : i32 to index
      %c32_0 = arith.constant 32 : index
      %9 = arith.addi %0, %c32_0 : index
      %c64 = arith.constant 64 : index
      %10 = arith.addi %0, %c64 : index
      %c96 = arith.constant 96 : index
      %11 = arith.addi %0, %c96 : index
      %c128 = arith.constant 128 : index
      %12 = arith.addi %0, %c128 : index
      %c160 = arith.constant 160 : index
      %13 = arith.addi %0, %c160 : index
      %c170 = arith.constant 170 : index
      %14 = arith.cmpi ult, %13, %c170 : index
      %c169 = arith.constant 169 : index
      %15 = arith.minui %13, %c169 : index
      %cst = arith.constant 0xFF800000 : f32
      %16 = memref.load %arg1[%8, %0] : memref<170x170xi8>
      %c0_i8 = arith.constant 0 : i8
      %17 = arith.cmpi ne, %16, %c0_i8 : i8
      %18 = memref.load %arg0[%7, %8, %0] : memref<2x170x170xf32>
      %cst_1 = arith.constant 0.176776692 : f32
      %19 = arith.mulf %18, %cst_1 : f32
      %cst_2 = arith.constant 0xFF800000 : f32
      %20 = arith.select %17, %19, %cst_2 : f32
      %21 = arith.maximumf %cst, %20 fastmath<reassoc> : f32
      %22 = memref.load %arg1[%8, %9] : memref<170x170xi8>
      %c0_i8_3 = arith.constant 0 : i8
      %23 = arith.cmpi ne, %22, %c0_i8_3 : i8
      %24 = memref.load %arg0[%7, %8, %9] : memref<2x170x170xf32>
      %cst_4 = arith.constant 0.176776692 : f32
      %25 = arith.mulf %24, %cst_4 : f32
      %cst_5 = arith.constant 0xFF800000 : f32
      %26 = arith.select %23, %25, %cst_5 : f32
      %27 = arith.maximumf %21, %26 fastmath<reassoc> : f32
      %28 = memref.load %arg1[%8, %10] : memref<170x170xi8>
      %c0_i8_6 = arith.constant 0 : i8
      %29 = arith.cmpi ne, %28, %c0_i8_6 : i8
      %30 = memref.load %arg0[%7, %8, %10] : memref<2x170x170xf32>
      %cst_7 = arith.constant 0.176776692 : f32
      %31 = arith.mulf %30, %cst_7 : f32
      %cst_8 = arith.constant 0xFF800000 : f32
      %32 = arith.select %29, %31, %cst_8 : f32
      %33 = arith.maximumf %27, %32 fastmath<reassoc> : f32
      %34 = memref.load %arg1[%8, %11] : memref<170x170xi8>
      %c0_i8_9 = arith.constant 0 : i8
      %35 = arith.cmpi ne, %34, %c0_i8_9 : i8
      %36 = memref.load %arg0[%7, %8, %11] : memref<2x170x170xf32>
      %cst_10 = arith.constant 0.176776692 : f32
      %37 = arith.mulf %36, %cst_10 : f32
      %cst_11 = arith.constant 0xFF800000 : f32
      %38 = arith.select %35, %37, %cst_11 : f32
      %39 = arith.maximumf %33, %38 fastmath<reassoc> : f32
      %40 = memref.load %arg1[%8, %12] : memref<170x170xi8>
      %c0_i8_12 = arith.constant 0 : i8
      %41 = arith.cmpi ne, %40, %c0_i8_12 : i8
      %42 = memref.load %arg0[%7, %8, %12] : memref<2x170x170xf32>
      %cst_13 = arith.constant 0.176776692 : f32
      %43 = arith.mulf %42, %cst_13 : f32
      %cst_14 = arith.constant 0xFF800000 : f32
      %44 = arith.select %41, %43, %cst_14 : f32
      %45 = arith.maximumf %39, %44 fastmath<reassoc> : f32
      %46 = memref.load %arg1[%8, %15] : memref<170x170xi8>
      %c0_i8_15 = arith.constant 0 : i8
      %47 = arith.cmpi ne, %46, %c0_i8_15 : i8
      %48 = memref.load %arg0[%7, %8, %15] : memref<2x170x170xf32>
      %cst_16 = arith.constant 0.176776692 : f32
      %49 = arith.mulf %48, %cst_16 : f32
      %cst_17 = arith.constant 0xFF800000 : f32
      %50 = arith.select %47, %49, %cst_17 : f32
      %51 = arith.maximumf %45, %50 fastmath<reassoc> : f32
      %52 = arith.select %14, %51, %45 : f32
      %c16_i32 = arith.constant 16 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %52, %c16_i32, %c32_i32 : f32
      %53 = arith.maximumf %52, %shuffleResult fastmath<reassoc> : f32
      %c8_i32 = arith.constant 8 : i32
      %c32_i32_18 = arith.constant 32 : i32
      %shuffleResult_19, %valid_20 = gpu.shuffle  xor %53, %c8_i32, %c32_i32_18 : f32
      %54 = arith.maximumf %53, %shuffleResult_19 fastmath<reassoc> : f32
      %c4_i32 = arith.constant 4 : i32
      %c32_i32_21 = arith.constant 32 : i32
      %shuffleResult_22, %valid_23 = gpu.shuffle  xor %54, %c4_i32, %c32_i32_21 : f32
      %55 = arith.maximumf %54, %shuffleResult_22 fastmath<reassoc> : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_24 = arith.constant 32 : i32
      %shuffleResult_25, %valid_26 = gpu.shuffle  xor %55, %c2_i32, %c32_i32_24 : f32
      %56 = arith.maximumf %55, %shuffleResult_25 fastmath<reassoc> : f32
      %c1_i32 = arith.constant 1 : i32
      %c32_i32_27 = arith.constant 32 : i32
      %shuffleResult_28, %valid_29 = gpu.shuffle  xor %56, %c1_i32, %c32_i32_27 : f32
      %57 = arith.maximumf %56, %shuffleResult_28 fastmath<reassoc> : f32
      %cst_30 = arith.constant 0.000000e+00 : f32
      %58 = arith.subf %20, %57 : f32
      %59 = math.exp %58 : f32
      %60 = arith.addf %cst_30, %59 fastmath<reassoc> : f32
      %61 = arith.subf %26, %57 : f32
      %62 = math.exp %61 : f32
      %63 = arith.addf %60, %62 fastmath<reassoc> : f32
      %64 = arith.subf %32, %57 : f32
      %65 = math.exp %64 : f32
      %66 = arith.addf %63, %65 fastmath<reassoc> : f32
      %67 = arith.subf %38, %57 : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %66, %68 fastmath<reassoc> : f32
      %70 = arith.subf %44, %57 : f32
      %71 = math.exp %70 : f32
      %72 = arith.addf %69, %71 fastmath<reassoc> : f32
      %73 = arith.subf %50, %57 : f32
      %74 = math.exp %73 : f32
      %75 = arith.addf %72, %74 fastmath<reassoc> : f32
      %76 = arith.select %14, %75, %72 : f32
      %c16_i32_31 = arith.constant 16 : i32
      %c32_i32_32 = arith.constant 32 : i32
      %shuffleResult_33, %valid_34 = gpu.shuffle  xor %76, %c16_i32_31, %c32_i32_32 : f32
      %77 = arith.addf %76, %shuffleResult_33 fastmath<reassoc> : f32
      %c8_i32_35 = arith.constant 8 : i32
      %c32_i32_36 = arith.constant 32 : i32
      %shuffleResult_37, %valid_38 = gpu.shuffle  xor %77, %c8_i32_35, %c32_i32_36 : f32
      %78 = arith.addf %77, %shuffleResult_37 fastmath<reassoc> : f32
      %c4_i32_39 = arith.constant 4 : i32
      %c32_i32_40 = arith.constant 32 : i32
      %shuffleResult_41, %valid_42 = gpu.shuffle  xor %78, %c4_i32_39, %c32_i32_40 : f32
      %79 = arith.addf %78, %shuffleResult_41 fastmath<reassoc> : f32
      %c2_i32_43 = arith.constant 2 : i32
      %c32_i32_44 = arith.constant 32 : i32
      %shuffleResult_45, %valid_46 = gpu.shuffle  xor %79, %c2_i32_43, %c32_i32_44 : f32
      %80 = arith.addf %79, %shuffleResult_45 fastmath<reassoc> : f32
      %c1_i32_47 = arith.constant 1 : i32
      %c32_i32_48 = arith.constant 32 : i32
      %shuffleResult_49, %valid_50 = gpu.shuffle  xor %80, %c1_i32_47, %c32_i32_48 : f32
      %81 = arith.addf %80, %shuffleResult_49 fastmath<reassoc> : f32
      %82 = arith.divf %59, %81 : f32
      memref.store %82, %arg2[%7, %8, %0] : memref<2x170x170xf32>
      %83 = arith.divf %62, %81 : f32
      memref.store %83, %arg2[%7, %8, %9] : memref<2x170x170xf32>
      %84 = arith.divf %65, %81 : f32
      memref.store %84, %arg2[%7, %8, %10] : memref<2x170x170xf32>
      %85 = arith.divf %68, %81 : f32
      memref.store %85, %arg2[%7, %8, %11] : memref<2x170x170xf32>
      %86 = arith.divf %71, %81 : f32
      memref.store %86, %arg2[%7, %8, %12] : memref<2x170x170xf32>
      %87 = arith.divf %74, %81 : f32
      scf.if %14 {
        memref.store %87, %arg2[%7, %8, %15] : memref<2x170x170xf32>
      }
      %c0 = arith.constant 0 : index
      %88 = arith.cmpi eq, %0, %c0 : index
      gpu.return
    }
    memref.global @product_3_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_3_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_3_shared_2 : memref<256x4xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_3(%arg0: memref<2x170x170xf32>, %arg1: memref<2x170x32xf32>, %arg2: memref<2x170x32xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
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
      %11 = memref.get_global @product_3_shared_1 : memref<2x16x68xf32, 3>
      %12 = memref.get_global @product_3_shared_2 : memref<256x4xf32, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %13 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_3 = arith.constant 64 : index
      %14 = arith.muli %block_id_y, %c64_3 : index
      %block_id_z = gpu.block_id  z
      %c0 = arith.constant 0 : index
      %c170 = arith.constant 170 : index
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
      %c169 = arith.constant 169 : index
      %20 = arith.minui %18, %c169 : index
      %21 = arith.cmpi ult, %19, %c170 : index
      %c168 = arith.constant 168 : index
      %22 = arith.minui %19, %c168 : index
      %23 = vector.load %arg0[%block_id_z, %20, %22] {alignment = 8 : i64} : memref<2x170x170xf32>, vector<2xf32>
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
      %c169_11 = arith.constant 169 : index
      %32 = arith.minui %30, %c169_11 : index
      %33 = arith.cmpi ult, %31, %c170 : index
      %c168_12 = arith.constant 168 : index
      %34 = arith.minui %31, %c168_12 : index
      %35 = vector.load %arg0[%block_id_z, %32, %34] {alignment = 8 : i64} : memref<2x170x170xf32>, vector<2xf32>
      %cst_13 = arith.constant 0.000000e+00 : f32
      %36 = vector.broadcast %cst_13 : f32 to vector<2xf32>
      %37 = arith.select %33, %35, %36 : vector<2xf32>
      %c16 = arith.constant 16 : index
      %38 = arith.remui %thread_id_x, %c16 : index
      %c4_14 = arith.constant 4 : index
      %39 = arith.muli %38, %c4_14 : index
      %c16_15 = arith.constant 16 : index
      %40 = arith.divui %thread_id_x, %c16_15 : index
      %41 = arith.addi %14, %39 : index
      %42 = arith.addi %c0, %40 : index
      %c28 = arith.constant 28 : index
      %43 = arith.minui %41, %c28 : index
      %44 = arith.cmpi ult, %42, %c170 : index
      %c169_16 = arith.constant 169 : index
      %45 = arith.minui %42, %c169_16 : index
      %46 = vector.load %arg1[%block_id_z, %45, %43] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      %cst_17 = arith.constant 0.000000e+00 : f32
      %47 = vector.broadcast %cst_17 : f32 to vector<4xf32>
      %48 = arith.select %44, %46, %47 : vector<4xf32>
      %c8_18 = arith.constant 8 : index
      %49 = arith.remui %thread_id_x, %c8_18 : index
      %c2_19 = arith.constant 2 : index
      %50 = arith.muli %49, %c2_19 : index
      %c8_20 = arith.constant 8 : index
      %51 = arith.divui %thread_id_x, %c8_20 : index
      %c8_21 = arith.constant 8 : index
      %52 = arith.divui %50, %c8_21 : index
      %c4_22 = arith.constant 4 : index
      %53 = arith.muli %52, %c4_22 : index
      %54 = arith.xori %51, %53 : index
      %55 = vector.extract %25[0] : f32 from vector<2xf32>
      memref.store %55, %10[%c0_4, %50, %54] : memref<2x16x68xf32, 3>
      %c8_23 = arith.constant 8 : index
      %56 = arith.divui %50, %c8_23 : index
      %c4_24 = arith.constant 4 : index
      %57 = arith.muli %56, %c4_24 : index
      %58 = arith.xori %51, %57 : index
      %c1_25 = arith.constant 1 : index
      %59 = arith.addi %50, %c1_25 : index
      %60 = vector.extract %25[1] : f32 from vector<2xf32>
      memref.store %60, %10[%c0_4, %59, %58] : memref<2x16x68xf32, 3>
      %c256_26 = arith.constant 256 : index
      %61 = arith.addi %thread_id_x, %c256_26 : index
      %c8_27 = arith.constant 8 : index
      %62 = arith.remui %61, %c8_27 : index
      %c2_28 = arith.constant 2 : index
      %63 = arith.muli %62, %c2_28 : index
      %c8_29 = arith.constant 8 : index
      %64 = arith.divui %61, %c8_29 : index
      %c8_30 = arith.constant 8 : index
      %65 = arith.divui %63, %c8_30 : index
      %c4_31 = arith.constant 4 : index
      %66 = arith.muli %65, %c4_31 : index
      %67 = arith.xori %64, %66 : index
      %68 = vector.extract %37[0] : f32 from vector<2xf32>
      memref.store %68, %10[%c0_4, %63, %67] : memref<2x16x68xf32, 3>
      %c8_32 = arith.constant 8 : index
      %69 = arith.divui %63, %c8_32 : index
      %c4_33 = arith.constant 4 : index
      %70 = arith.muli %69, %c4_33 : index
      %71 = arith.xori %64, %70 : index
      %c1_34 = arith.constant 1 : index
      %72 = arith.addi %63, %c1_34 : index
      %73 = vector.extract %37[1] : f32 from vector<2xf32>
      memref.store %73, %10[%c0_4, %72, %71] : memref<2x16x68xf32, 3>
      %c16_35 = arith.constant 16 : index
      %74 = arith.remui %thread_id_x, %c16_35 : index
      %c4_36 = arith.constant 4 : index
      %75 = arith.muli %74, %c4_36 : index
      %c16_37 = arith.constant 16 : index
      %76 = arith.divui %thread_id_x, %c16_37 : index
      vector.store %48, %11[%c0_4, %76, %75] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      gpu.barrier
      %cst_38 = arith.constant 0.000000e+00 : f32
      %77 = vector.broadcast %cst_38 : f32 to vector<4x4xf32>
      %c16_39 = arith.constant 16 : index
      %78 = arith.subi %c170, %c16_39 : index
      %79:2 = scf.for %arg3 = %c0 to %78 step %c16_39 iter_args(%arg4 = %c0_4, %arg5 = %77) -> (index, vector<4x4xf32>) {
        %173 = arith.subi %c1, %arg4 : index
        %c16_104 = arith.constant 16 : index
        %174 = arith.addi %arg3, %c16_104 : index
        %c8_105 = arith.constant 8 : index
        %175 = arith.remui %thread_id_x, %c8_105 : index
        %c2_106 = arith.constant 2 : index
        %176 = arith.muli %175, %c2_106 : index
        %c8_107 = arith.constant 8 : index
        %177 = arith.divui %thread_id_x, %c8_107 : index
        %178 = arith.addi %13, %177 : index
        %179 = arith.addi %174, %176 : index
        %c169_108 = arith.constant 169 : index
        %180 = arith.minui %178, %c169_108 : index
        %181 = arith.cmpi ult, %179, %c170 : index
        %c168_109 = arith.constant 168 : index
        %182 = arith.minui %179, %c168_109 : index
        %183 = vector.load %arg0[%block_id_z, %180, %182] {alignment = 8 : i64} : memref<2x170x170xf32>, vector<2xf32>
        %cst_110 = arith.constant 0.000000e+00 : f32
        %184 = vector.broadcast %cst_110 : f32 to vector<2xf32>
        %185 = arith.select %181, %183, %184 : vector<2xf32>
        %c256_111 = arith.constant 256 : index
        %186 = arith.addi %thread_id_x, %c256_111 : index
        %c8_112 = arith.constant 8 : index
        %187 = arith.remui %186, %c8_112 : index
        %c2_113 = arith.constant 2 : index
        %188 = arith.muli %187, %c2_113 : index
        %c8_114 = arith.constant 8 : index
        %189 = arith.divui %186, %c8_114 : index
        %190 = arith.addi %13, %189 : index
        %191 = arith.addi %174, %188 : index
        %c169_115 = arith.constant 169 : index
        %192 = arith.minui %190, %c169_115 : index
        %193 = arith.cmpi ult, %191, %c170 : index
        %c168_116 = arith.constant 168 : index
        %194 = arith.minui %191, %c168_116 : index
        %195 = vector.load %arg0[%block_id_z, %192, %194] {alignment = 8 : i64} : memref<2x170x170xf32>, vector<2xf32>
        %cst_117 = arith.constant 0.000000e+00 : f32
        %196 = vector.broadcast %cst_117 : f32 to vector<2xf32>
        %197 = arith.select %193, %195, %196 : vector<2xf32>
        %c16_118 = arith.constant 16 : index
        %198 = arith.remui %thread_id_x, %c16_118 : index
        %c4_119 = arith.constant 4 : index
        %199 = arith.muli %198, %c4_119 : index
        %c16_120 = arith.constant 16 : index
        %200 = arith.divui %thread_id_x, %c16_120 : index
        %201 = arith.addi %14, %199 : index
        %202 = arith.addi %174, %200 : index
        %c28_121 = arith.constant 28 : index
        %203 = arith.minui %201, %c28_121 : index
        %204 = arith.cmpi ult, %202, %c170 : index
        %c169_122 = arith.constant 169 : index
        %205 = arith.minui %202, %c169_122 : index
        %206 = vector.load %arg1[%block_id_z, %205, %203] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %cst_123 = arith.constant 0.000000e+00 : f32
        %207 = vector.broadcast %cst_123 : f32 to vector<4xf32>
        %208 = arith.select %204, %206, %207 : vector<4xf32>
        %c4_124 = arith.constant 4 : index
        %209 = arith.muli %9, %c4_124 : index
        %c0_125 = arith.constant 0 : index
        %210 = vector.load %10[%arg4, %c0_125, %209] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_126 = arith.constant 4 : index
        %211 = arith.muli %7, %c4_126 : index
        %c0_127 = arith.constant 0 : index
        %212 = vector.load %11[%arg4, %c0_127, %211] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %213 = vector.outerproduct %210, %212, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_128 = arith.constant 4 : index
        %214 = arith.muli %9, %c4_128 : index
        %c1_129 = arith.constant 1 : index
        %215 = vector.load %10[%arg4, %c1_129, %214] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_130 = arith.constant 4 : index
        %216 = arith.muli %7, %c4_130 : index
        %c1_131 = arith.constant 1 : index
        %217 = vector.load %11[%arg4, %c1_131, %216] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %218 = vector.outerproduct %215, %217, %213 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_132 = arith.constant 4 : index
        %219 = arith.muli %9, %c4_132 : index
        %c2_133 = arith.constant 2 : index
        %220 = vector.load %10[%arg4, %c2_133, %219] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_134 = arith.constant 4 : index
        %221 = arith.muli %7, %c4_134 : index
        %c2_135 = arith.constant 2 : index
        %222 = vector.load %11[%arg4, %c2_135, %221] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %223 = vector.outerproduct %220, %222, %218 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_136 = arith.constant 4 : index
        %224 = arith.muli %9, %c4_136 : index
        %c3_137 = arith.constant 3 : index
        %225 = vector.load %10[%arg4, %c3_137, %224] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_138 = arith.constant 4 : index
        %226 = arith.muli %7, %c4_138 : index
        %c3_139 = arith.constant 3 : index
        %227 = vector.load %11[%arg4, %c3_139, %226] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %228 = vector.outerproduct %225, %227, %223 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_140 = arith.constant 4 : index
        %229 = arith.muli %9, %c4_140 : index
        %c4_141 = arith.constant 4 : index
        %230 = vector.load %10[%arg4, %c4_141, %229] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_142 = arith.constant 4 : index
        %231 = arith.muli %7, %c4_142 : index
        %c4_143 = arith.constant 4 : index
        %232 = vector.load %11[%arg4, %c4_143, %231] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %233 = vector.outerproduct %230, %232, %228 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_144 = arith.constant 4 : index
        %234 = arith.muli %9, %c4_144 : index
        %c5_145 = arith.constant 5 : index
        %235 = vector.load %10[%arg4, %c5_145, %234] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_146 = arith.constant 4 : index
        %236 = arith.muli %7, %c4_146 : index
        %c5_147 = arith.constant 5 : index
        %237 = vector.load %11[%arg4, %c5_147, %236] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %238 = vector.outerproduct %235, %237, %233 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_148 = arith.constant 4 : index
        %239 = arith.muli %9, %c4_148 : index
        %c6_149 = arith.constant 6 : index
        %240 = vector.load %10[%arg4, %c6_149, %239] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_150 = arith.constant 4 : index
        %241 = arith.muli %7, %c4_150 : index
        %c6_151 = arith.constant 6 : index
        %242 = vector.load %11[%arg4, %c6_151, %241] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %243 = vector.outerproduct %240, %242, %238 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_152 = arith.constant 4 : index
        %244 = arith.muli %9, %c4_152 : index
        %c7_153 = arith.constant 7 : index
        %245 = vector.load %10[%arg4, %c7_153, %244] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_154 = arith.constant 4 : index
        %246 = arith.muli %7, %c4_154 : index
        %c7_155 = arith.constant 7 : index
        %247 = vector.load %11[%arg4, %c7_155, %246] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %248 = vector.outerproduct %245, %247, %243 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_156 = arith.constant 4 : index
        %249 = arith.muli %9, %c4_156 : index
        %c4_157 = arith.constant 4 : index
        %250 = arith.xori %249, %c4_157 : index
        %c8_158 = arith.constant 8 : index
        %251 = vector.load %10[%arg4, %c8_158, %250] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_159 = arith.constant 4 : index
        %252 = arith.muli %7, %c4_159 : index
        %c8_160 = arith.constant 8 : index
        %253 = vector.load %11[%arg4, %c8_160, %252] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %254 = vector.outerproduct %251, %253, %248 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_161 = arith.constant 4 : index
        %255 = arith.muli %9, %c4_161 : index
        %c4_162 = arith.constant 4 : index
        %256 = arith.xori %255, %c4_162 : index
        %c9_163 = arith.constant 9 : index
        %257 = vector.load %10[%arg4, %c9_163, %256] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_164 = arith.constant 4 : index
        %258 = arith.muli %7, %c4_164 : index
        %c9_165 = arith.constant 9 : index
        %259 = vector.load %11[%arg4, %c9_165, %258] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %260 = vector.outerproduct %257, %259, %254 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_166 = arith.constant 4 : index
        %261 = arith.muli %9, %c4_166 : index
        %c4_167 = arith.constant 4 : index
        %262 = arith.xori %261, %c4_167 : index
        %c10_168 = arith.constant 10 : index
        %263 = vector.load %10[%arg4, %c10_168, %262] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_169 = arith.constant 4 : index
        %264 = arith.muli %7, %c4_169 : index
        %c10_170 = arith.constant 10 : index
        %265 = vector.load %11[%arg4, %c10_170, %264] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %266 = vector.outerproduct %263, %265, %260 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_171 = arith.constant 4 : index
        %267 = arith.muli %9, %c4_171 : index
        %c4_172 = arith.constant 4 : index
        %268 = arith.xori %267, %c4_172 : index
        %c11_173 = arith.constant 11 : index
        %269 = vector.load %10[%arg4, %c11_173, %268] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_174 = arith.constant 4 : index
        %270 = arith.muli %7, %c4_174 : index
        %c11_175 = arith.constant 11 : index
        %271 = vector.load %11[%arg4, %c11_175, %270] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %272 = vector.outerproduct %269, %271, %266 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_176 = arith.constant 4 : index
        %273 = arith.muli %9, %c4_176 : index
        %c4_177 = arith.constant 4 : index
        %274 = arith.xori %273, %c4_177 : index
        %c12_178 = arith.constant 12 : index
        %275 = vector.load %10[%arg4, %c12_178, %274] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_179 = arith.constant 4 : index
        %276 = arith.muli %7, %c4_179 : index
        %c12_180 = arith.constant 12 : index
        %277 = vector.load %11[%arg4, %c12_180, %276] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %278 = vector.outerproduct %275, %277, %272 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_181 = arith.constant 4 : index
        %279 = arith.muli %9, %c4_181 : index
        %c4_182 = arith.constant 4 : index
        %280 = arith.xori %279, %c4_182 : index
        %c13_183 = arith.constant 13 : index
        %281 = vector.load %10[%arg4, %c13_183, %280] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_184 = arith.constant 4 : index
        %282 = arith.muli %7, %c4_184 : index
        %c13_185 = arith.constant 13 : index
        %283 = vector.load %11[%arg4, %c13_185, %282] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %284 = vector.outerproduct %281, %283, %278 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_186 = arith.constant 4 : index
        %285 = arith.muli %9, %c4_186 : index
        %c4_187 = arith.constant 4 : index
        %286 = arith.xori %285, %c4_187 : index
        %c14_188 = arith.constant 14 : index
        %287 = vector.load %10[%arg4, %c14_188, %286] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_189 = arith.constant 4 : index
        %288 = arith.muli %7, %c4_189 : index
        %c14_190 = arith.constant 14 : index
        %289 = vector.load %11[%arg4, %c14_190, %288] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %290 = vector.outerproduct %287, %289, %284 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_191 = arith.constant 4 : index
        %291 = arith.muli %9, %c4_191 : index
        %c4_192 = arith.constant 4 : index
        %292 = arith.xori %291, %c4_192 : index
        %c15_193 = arith.constant 15 : index
        %293 = vector.load %10[%arg4, %c15_193, %292] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_194 = arith.constant 4 : index
        %294 = arith.muli %7, %c4_194 : index
        %c15_195 = arith.constant 15 : index
        %295 = vector.load %11[%arg4, %c15_195, %294] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %296 = vector.outerproduct %293, %295, %290 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c8_196 = arith.constant 8 : index
        %297 = arith.remui %thread_id_x, %c8_196 : index
        %c2_197 = arith.constant 2 : index
        %298 = arith.muli %297, %c2_197 : index
        %c8_198 = arith.constant 8 : index
        %299 = arith.divui %thread_id_x, %c8_198 : index
        %c8_199 = arith.constant 8 : index
        %300 = arith.divui %298, %c8_199 : index
        %c4_200 = arith.constant 4 : index
        %301 = arith.muli %300, %c4_200 : index
        %302 = arith.xori %299, %301 : index
        %303 = vector.extract %185[0] : f32 from vector<2xf32>
        memref.store %303, %10[%173, %298, %302] : memref<2x16x68xf32, 3>
        %c8_201 = arith.constant 8 : index
        %304 = arith.divui %298, %c8_201 : index
        %c4_202 = arith.constant 4 : index
        %305 = arith.muli %304, %c4_202 : index
        %306 = arith.xori %299, %305 : index
        %c1_203 = arith.constant 1 : index
        %307 = arith.addi %298, %c1_203 : index
        %308 = vector.extract %185[1] : f32 from vector<2xf32>
        memref.store %308, %10[%173, %307, %306] : memref<2x16x68xf32, 3>
        %c256_204 = arith.constant 256 : index
        %309 = arith.addi %thread_id_x, %c256_204 : index
        %c8_205 = arith.constant 8 : index
        %310 = arith.remui %309, %c8_205 : index
        %c2_206 = arith.constant 2 : index
        %311 = arith.muli %310, %c2_206 : index
        %c8_207 = arith.constant 8 : index
        %312 = arith.divui %309, %c8_207 : index
        %c8_208 = arith.constant 8 : index
        %313 = arith.divui %311, %c8_208 : index
        %c4_209 = arith.constant 4 : index
        %314 = arith.muli %313, %c4_209 : index
        %315 = arith.xori %312, %314 : index
        %316 = vector.extract %197[0] : f32 from vector<2xf32>
        memref.store %316, %10[%173, %311, %315] : memref<2x16x68xf32, 3>
        %c8_210 = arith.constant 8 : index
        %317 = arith.divui %311, %c8_210 : index
        %c4_211 = arith.constant 4 : index
        %318 = arith.muli %317, %c4_211 : index
        %319 = arith.xori %312, %318 : index
        %c1_212 = arith.constant 1 : index
        %320 = arith.addi %311, %c1_212 : index
        %321 = vector.extract %197[1] : f32 from vector<2xf32>
        memref.store %321, %10[%173, %320, %319] : memref<2x16x68xf32, 3>
        %c16_213 = arith.constant 16 : index
        %322 = arith.remui %thread_id_x, %c16_213 : index
        %c4_214 = arith.constant 4 : index
        %323 = arith.muli %322, %c4_214 : index
        %c16_215 = arith.constant 16 : index
        %324 = arith.divui %thread_id_x, %c16_215 : index
        vector.store %208, %11[%173, %324, %323] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        gpu.barrier
        scf.yield %173, %296 : index, vector<4x4xf32>
      }
      %c4_40 = arith.constant 4 : index
      %80 = arith.muli %9, %c4_40 : index
      %c0_41 = arith.constant 0 : index
      %81 = vector.load %10[%79#0, %c0_41, %80] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_42 = arith.constant 4 : index
      %82 = arith.muli %7, %c4_42 : index
      %c0_43 = arith.constant 0 : index
      %83 = vector.load %11[%79#0, %c0_43, %82] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %84 = vector.outerproduct %81, %83, %79#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_44 = arith.constant 4 : index
      %85 = arith.muli %9, %c4_44 : index
      %c1_45 = arith.constant 1 : index
      %86 = vector.load %10[%79#0, %c1_45, %85] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_46 = arith.constant 4 : index
      %87 = arith.muli %7, %c4_46 : index
      %c1_47 = arith.constant 1 : index
      %88 = vector.load %11[%79#0, %c1_47, %87] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %89 = vector.outerproduct %86, %88, %84 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_48 = arith.constant 4 : index
      %90 = arith.muli %9, %c4_48 : index
      %c2_49 = arith.constant 2 : index
      %91 = vector.load %10[%79#0, %c2_49, %90] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_50 = arith.constant 4 : index
      %92 = arith.muli %7, %c4_50 : index
      %c2_51 = arith.constant 2 : index
      %93 = vector.load %11[%79#0, %c2_51, %92] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %94 = vector.outerproduct %91, %93, %89 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %95 = arith.muli %9, %c4_52 : index
      %c3 = arith.constant 3 : index
      %96 = vector.load %10[%79#0, %c3, %95] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_53 = arith.constant 4 : index
      %97 = arith.muli %7, %c4_53 : index
      %c3_54 = arith.constant 3 : index
      %98 = vector.load %11[%79#0, %c3_54, %97] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %99 = vector.outerproduct %96, %98, %94 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_55 = arith.constant 4 : index
      %100 = arith.muli %9, %c4_55 : index
      %c4_56 = arith.constant 4 : index
      %101 = vector.load %10[%79#0, %c4_56, %100] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_57 = arith.constant 4 : index
      %102 = arith.muli %7, %c4_57 : index
      %c4_58 = arith.constant 4 : index
      %103 = vector.load %11[%79#0, %c4_58, %102] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %104 = vector.outerproduct %101, %103, %99 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_59 = arith.constant 4 : index
      %105 = arith.muli %9, %c4_59 : index
      %c5 = arith.constant 5 : index
      %106 = vector.load %10[%79#0, %c5, %105] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %107 = arith.muli %7, %c4_60 : index
      %c5_61 = arith.constant 5 : index
      %108 = vector.load %11[%79#0, %c5_61, %107] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %109 = vector.outerproduct %106, %108, %104 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_62 = arith.constant 4 : index
      %110 = arith.muli %9, %c4_62 : index
      %c6 = arith.constant 6 : index
      %111 = vector.load %10[%79#0, %c6, %110] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %112 = arith.muli %7, %c4_63 : index
      %c6_64 = arith.constant 6 : index
      %113 = vector.load %11[%79#0, %c6_64, %112] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %114 = vector.outerproduct %111, %113, %109 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_65 = arith.constant 4 : index
      %115 = arith.muli %9, %c4_65 : index
      %c7 = arith.constant 7 : index
      %116 = vector.load %10[%79#0, %c7, %115] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_66 = arith.constant 4 : index
      %117 = arith.muli %7, %c4_66 : index
      %c7_67 = arith.constant 7 : index
      %118 = vector.load %11[%79#0, %c7_67, %117] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %119 = vector.outerproduct %116, %118, %114 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_68 = arith.constant 4 : index
      %120 = arith.muli %9, %c4_68 : index
      %c4_69 = arith.constant 4 : index
      %121 = arith.xori %120, %c4_69 : index
      %c8_70 = arith.constant 8 : index
      %122 = vector.load %10[%79#0, %c8_70, %121] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_71 = arith.constant 4 : index
      %123 = arith.muli %7, %c4_71 : index
      %c8_72 = arith.constant 8 : index
      %124 = vector.load %11[%79#0, %c8_72, %123] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %125 = vector.outerproduct %122, %124, %119 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_73 = arith.constant 4 : index
      %126 = arith.muli %9, %c4_73 : index
      %c4_74 = arith.constant 4 : index
      %127 = arith.xori %126, %c4_74 : index
      %c9 = arith.constant 9 : index
      %128 = vector.load %10[%79#0, %c9, %127] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_75 = arith.constant 4 : index
      %129 = arith.muli %7, %c4_75 : index
      %c9_76 = arith.constant 9 : index
      %130 = vector.load %11[%79#0, %c9_76, %129] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %131 = vector.outerproduct %128, %130, %125 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_77 = arith.constant 4 : index
      %132 = arith.muli %9, %c4_77 : index
      %c4_78 = arith.constant 4 : index
      %133 = arith.xori %132, %c4_78 : index
      %c10 = arith.constant 10 : index
      %134 = vector.load %10[%79#0, %c10, %133] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_79 = arith.constant 4 : index
      %135 = arith.muli %7, %c4_79 : index
      %c10_80 = arith.constant 10 : index
      %136 = vector.load %11[%79#0, %c10_80, %135] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %137 = vector.outerproduct %134, %136, %131 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_81 = arith.constant 4 : index
      %138 = arith.muli %9, %c4_81 : index
      %c4_82 = arith.constant 4 : index
      %139 = arith.xori %138, %c4_82 : index
      %c11 = arith.constant 11 : index
      %140 = vector.load %10[%79#0, %c11, %139] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_83 = arith.constant 4 : index
      %141 = arith.muli %7, %c4_83 : index
      %c11_84 = arith.constant 11 : index
      %142 = vector.load %11[%79#0, %c11_84, %141] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %143 = vector.outerproduct %140, %142, %137 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_85 = arith.constant 4 : index
      %144 = arith.muli %9, %c4_85 : index
      %c4_86 = arith.constant 4 : index
      %145 = arith.xori %144, %c4_86 : index
      %c12 = arith.constant 12 : index
      %146 = vector.load %10[%79#0, %c12, %145] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_87 = arith.constant 4 : index
      %147 = arith.muli %7, %c4_87 : index
      %c12_88 = arith.constant 12 : index
      %148 = vector.load %11[%79#0, %c12_88, %147] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %149 = vector.outerproduct %146, %148, %143 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_89 = arith.constant 4 : index
      %150 = arith.muli %9, %c4_89 : index
      %c4_90 = arith.constant 4 : index
      %151 = arith.xori %150, %c4_90 : index
      %c13 = arith.constant 13 : index
      %152 = vector.load %10[%79#0, %c13, %151] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_91 = arith.constant 4 : index
      %153 = arith.muli %7, %c4_91 : index
      %c13_92 = arith.constant 13 : index
      %154 = vector.load %11[%79#0, %c13_92, %153] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %155 = vector.outerproduct %152, %154, %149 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_93 = arith.constant 4 : index
      %156 = arith.muli %9, %c4_93 : index
      %c4_94 = arith.constant 4 : index
      %157 = arith.xori %156, %c4_94 : index
      %c14 = arith.constant 14 : index
      %158 = vector.load %10[%79#0, %c14, %157] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %159 = arith.muli %7, %c4_95 : index
      %c14_96 = arith.constant 14 : index
      %160 = vector.load %11[%79#0, %c14_96, %159] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %161 = vector.outerproduct %158, %160, %155 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_97 = arith.constant 4 : index
      %162 = arith.muli %9, %c4_97 : index
      %c4_98 = arith.constant 4 : index
      %163 = arith.xori %162, %c4_98 : index
      %c15 = arith.constant 15 : index
      %164 = vector.load %10[%79#0, %c15, %163] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_99 = arith.constant 4 : index
      %165 = arith.muli %7, %c4_99 : index
      %c15_100 = arith.constant 15 : index
      %166 = vector.load %11[%79#0, %c15_100, %165] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %167 = vector.outerproduct %164, %166, %161 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c63 = arith.constant 63 : index
      %168 = arith.addi %13, %c63 : index
      %c170_101 = arith.constant 170 : index
      %169 = arith.cmpi ult, %168, %c170_101 : index
      %c63_102 = arith.constant 63 : index
      %170 = arith.addi %14, %c63_102 : index
      %c32_103 = arith.constant 32 : index
      %171 = arith.cmpi ult, %170, %c32_103 : index
      %172 = arith.andi %169, %171 : i1
      scf.if %172 {
        %c4_104 = arith.constant 4 : index
        %173 = arith.muli %9, %c4_104 : index
        %174 = arith.addi %13, %173 : index
        %c4_105 = arith.constant 4 : index
        %175 = arith.muli %7, %c4_105 : index
        %176 = arith.addi %14, %175 : index
        %177 = vector.extract %167[0, 0] : f32 from vector<4x4xf32>
        %178 = vector.extract %167[0, 1] : f32 from vector<4x4xf32>
        %179 = vector.extract %167[0, 2] : f32 from vector<4x4xf32>
        %180 = vector.extract %167[0, 3] : f32 from vector<4x4xf32>
        %c1_106 = arith.constant 1 : index
        %181 = arith.addi %176, %c1_106 : index
        %c2_107 = arith.constant 2 : index
        %182 = arith.addi %176, %c2_107 : index
        %c3_108 = arith.constant 3 : index
        %183 = arith.addi %176, %c3_108 : index
        %184 = vector.from_elements %177, %178, %179, %180 : vector<4xf32>
        vector.store %184, %arg2[%block_id_z, %174, %176] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %c4_109 = arith.constant 4 : index
        %185 = arith.muli %9, %c4_109 : index
        %c1_110 = arith.constant 1 : index
        %186 = arith.addi %185, %c1_110 : index
        %187 = arith.addi %13, %186 : index
        %c4_111 = arith.constant 4 : index
        %188 = arith.muli %7, %c4_111 : index
        %189 = arith.addi %14, %188 : index
        %190 = vector.extract %167[1, 0] : f32 from vector<4x4xf32>
        %191 = vector.extract %167[1, 1] : f32 from vector<4x4xf32>
        %192 = vector.extract %167[1, 2] : f32 from vector<4x4xf32>
        %193 = vector.extract %167[1, 3] : f32 from vector<4x4xf32>
        %c1_112 = arith.constant 1 : index
        %194 = arith.addi %189, %c1_112 : index
        %c2_113 = arith.constant 2 : index
        %195 = arith.addi %189, %c2_113 : index
        %c3_114 = arith.constant 3 : index
        %196 = arith.addi %189, %c3_114 : index
        %197 = vector.from_elements %190, %191, %192, %193 : vector<4xf32>
        vector.store %197, %arg2[%block_id_z, %187, %189] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %c4_115 = arith.constant 4 : index
        %198 = arith.muli %9, %c4_115 : index
        %c2_116 = arith.constant 2 : index
        %199 = arith.addi %198, %c2_116 : index
        %200 = arith.addi %13, %199 : index
        %c4_117 = arith.constant 4 : index
        %201 = arith.muli %7, %c4_117 : index
        %202 = arith.addi %14, %201 : index
        %203 = vector.extract %167[2, 0] : f32 from vector<4x4xf32>
        %204 = vector.extract %167[2, 1] : f32 from vector<4x4xf32>
        %205 = vector.extract %167[2, 2] : f32 from vector<4x4xf32>
        %206 = vector.extract %167[2, 3] : f32 from vector<4x4xf32>
        %c1_118 = arith.constant 1 : index
        %207 = arith.addi %202, %c1_118 : index
        %c2_119 = arith.constant 2 : index
        %208 = arith.addi %202, %c2_119 : index
        %c3_120 = arith.constant 3 : index
        %209 = arith.addi %202, %c3_120 : index
        %210 = vector.from_elements %203, %204, %205, %206 : vector<4xf32>
        vector.store %210, %arg2[%block_id_z, %200, %202] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        %c4_121 = arith.constant 4 : index
        %211 = arith.muli %9, %c4_121 : index
        %c3_122 = arith.constant 3 : index
        %212 = arith.addi %211, %c3_122 : index
        %213 = arith.addi %13, %212 : index
        %c4_123 = arith.constant 4 : index
        %214 = arith.muli %7, %c4_123 : index
        %215 = arith.addi %14, %214 : index
        %216 = vector.extract %167[3, 0] : f32 from vector<4x4xf32>
        %217 = vector.extract %167[3, 1] : f32 from vector<4x4xf32>
        %218 = vector.extract %167[3, 2] : f32 from vector<4x4xf32>
        %219 = vector.extract %167[3, 3] : f32 from vector<4x4xf32>
        %c1_124 = arith.constant 1 : index
        %220 = arith.addi %215, %c1_124 : index
        %c2_125 = arith.constant 2 : index
        %221 = arith.addi %215, %c2_125 : index
        %c3_126 = arith.constant 3 : index
        %222 = arith.addi %215, %c3_126 : index
        %223 = vector.from_elements %216, %217, %218, %219 : vector<4xf32>
        vector.store %223, %arg2[%block_id_z, %213, %215] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
      } else {
        %c4_104 = arith.constant 4 : index
        %173 = arith.muli %9, %c4_104 : index
        %174 = arith.addi %13, %173 : index
        %c4_105 = arith.constant 4 : index
        %175 = arith.muli %7, %c4_105 : index
        %176 = arith.addi %14, %175 : index
        %177 = vector.extract %167[0, 0] : f32 from vector<4x4xf32>
        %178 = vector.extract %167[0, 1] : f32 from vector<4x4xf32>
        %179 = vector.extract %167[0, 2] : f32 from vector<4x4xf32>
        %180 = vector.extract %167[0, 3] : f32 from vector<4x4xf32>
        %c170_106 = arith.constant 170 : index
        %181 = arith.cmpi ult, %174, %c170_106 : index
        %c32_107 = arith.constant 32 : index
        %182 = arith.cmpi ult, %176, %c32_107 : index
        %183 = arith.andi %181, %182 : i1
        scf.if %183 {
          %c1_123 = arith.constant 1 : index
          %220 = arith.addi %176, %c1_123 : index
          %c2_124 = arith.constant 2 : index
          %221 = arith.addi %176, %c2_124 : index
          %c3_125 = arith.constant 3 : index
          %222 = arith.addi %176, %c3_125 : index
          %223 = vector.from_elements %177, %178, %179, %180 : vector<4xf32>
          vector.store %223, %arg2[%block_id_z, %174, %176] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        } else {
          %220 = vector.from_elements %177, %178, %179, %180 : vector<4xf32>
          %c0_123 = arith.constant 0 : index
          vector.store %220, %12[%thread_id_x, %c0_123] {alignment = 16 : i64} : memref<256x4xf32, 3>, vector<4xf32>
        }
        %c4_108 = arith.constant 4 : index
        %184 = arith.muli %9, %c4_108 : index
        %c1_109 = arith.constant 1 : index
        %185 = arith.addi %184, %c1_109 : index
        %186 = arith.addi %13, %185 : index
        %c4_110 = arith.constant 4 : index
        %187 = arith.muli %7, %c4_110 : index
        %188 = arith.addi %14, %187 : index
        %189 = vector.extract %167[1, 0] : f32 from vector<4x4xf32>
        %190 = vector.extract %167[1, 1] : f32 from vector<4x4xf32>
        %191 = vector.extract %167[1, 2] : f32 from vector<4x4xf32>
        %192 = vector.extract %167[1, 3] : f32 from vector<4x4xf32>
        %c170_111 = arith.constant 170 : index
        %193 = arith.cmpi ult, %186, %c170_111 : index
        %c32_112 = arith.constant 32 : index
        %194 = arith.cmpi ult, %188, %c32_112 : index
        %195 = arith.andi %193, %194 : i1
        scf.if %195 {
          %c1_123 = arith.constant 1 : index
          %220 = arith.addi %188, %c1_123 : index
          %c2_124 = arith.constant 2 : index
          %221 = arith.addi %188, %c2_124 : index
          %c3_125 = arith.constant 3 : index
          %222 = arith.addi %188, %c3_125 : index
          %223 = vector.from_elements %189, %190, %191, %192 : vector<4xf32>
          vector.store %223, %arg2[%block_id_z, %186, %188] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        } else {
          %220 = vector.from_elements %189, %190, %191, %192 : vector<4xf32>
          %c0_123 = arith.constant 0 : index
          vector.store %220, %12[%thread_id_x, %c0_123] {alignment = 16 : i64} : memref<256x4xf32, 3>, vector<4xf32>
        }
        %c4_113 = arith.constant 4 : index
        %196 = arith.muli %9, %c4_113 : index
        %c2_114 = arith.constant 2 : index
        %197 = arith.addi %196, %c2_114 : index
        %198 = arith.addi %13, %197 : index
        %c4_115 = arith.constant 4 : index
        %199 = arith.muli %7, %c4_115 : index
        %200 = arith.addi %14, %199 : index
        %201 = vector.extract %167[2, 0] : f32 from vector<4x4xf32>
        %202 = vector.extract %167[2, 1] : f32 from vector<4x4xf32>
        %203 = vector.extract %167[2, 2] : f32 from vector<4x4xf32>
        %204 = vector.extract %167[2, 3] : f32 from vector<4x4xf32>
        %c170_116 = arith.constant 170 : index
        %205 = arith.cmpi ult, %198, %c170_116 : index
        %c32_117 = arith.constant 32 : index
        %206 = arith.cmpi ult, %200, %c32_117 : index
        %207 = arith.andi %205, %206 : i1
        scf.if %207 {
          %c1_123 = arith.constant 1 : index
          %220 = arith.addi %200, %c1_123 : index
          %c2_124 = arith.constant 2 : index
          %221 = arith.addi %200, %c2_124 : index
          %c3_125 = arith.constant 3 : index
          %222 = arith.addi %200, %c3_125 : index
          %223 = vector.from_elements %201, %202, %203, %204 : vector<4xf32>
          vector.store %223, %arg2[%block_id_z, %198, %200] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        } else {
          %220 = vector.from_elements %201, %202, %203, %204 : vector<4xf32>
          %c0_123 = arith.constant 0 : index
          vector.store %220, %12[%thread_id_x, %c0_123] {alignment = 16 : i64} : memref<256x4xf32, 3>, vector<4xf32>
        }
        %c4_118 = arith.constant 4 : index
        %208 = arith.muli %9, %c4_118 : index
        %c3_119 = arith.constant 3 : index
        %209 = arith.addi %208, %c3_119 : index
        %210 = arith.addi %13, %209 : index
        %c4_120 = arith.constant 4 : index
        %211 = arith.muli %7, %c4_120 : index
        %212 = arith.addi %14, %211 : index
        %213 = vector.extract %167[3, 0] : f32 from vector<4x4xf32>
        %214 = vector.extract %167[3, 1] : f32 from vector<4x4xf32>
        %215 = vector.extract %167[3, 2] : f32 from vector<4x4xf32>
        %216 = vector.extract %167[3, 3] : f32 from vector<4x4xf32>
        %c170_121 = arith.constant 170 : index
        %217 = arith.cmpi ult, %210, %c170_121 : index
        %c32_122 = arith.constant 32 : index
        %218 = arith.cmpi ult, %212, %c32_122 : index
        %219 = arith.andi %217, %218 : i1
        scf.if %219 {
          %c1_123 = arith.constant 1 : index
          %220 = arith.addi %212, %c1_123 : index
          %c2_124 = arith.constant 2 : index
          %221 = arith.addi %212, %c2_124 : index
          %c3_125 = arith.constant 3 : index
          %222 = arith.addi %212, %c3_125 : index
          %223 = vector.from_elements %213, %214, %215, %216 : vector<4xf32>
          vector.store %223, %arg2[%block_id_z, %210, %212] {alignment = 16 : i64} : memref<2x170x32xf32>, vector<4xf32>
        } else {
          %220 = vector.from_elements %213, %214, %215, %216 : vector<4xf32>
          %c0_123 = arith.constant 0 : index
          vector.store %220, %12[%thread_id_x, %c0_123] {alignment = 16 : i64} : memref<256x4xf32, 3>, vector<4xf32>
        }
      }
      gpu.return
    }
  }
}
