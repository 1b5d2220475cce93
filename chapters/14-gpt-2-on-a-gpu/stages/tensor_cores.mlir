// Kernels of product, written by 14-gpt-2-on-a-gpu/stages.py.
// Arguments: x float16[64, 32], w float16[32, 64].
// Launched: tensor_product_0 with a grid of 1 x 1 x 1 blocks of 128 x 1 x 1 threads; map_1 with a grid of 16 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @tensor_product_0_shared_0 : memref<64x40xf16, 3> = uninitialized {alignment = 16 : i64}
    memref.global @tensor_product_0_shared_1 : memref<64x40xf16, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @tensor_product_0(%arg0: memref<64x32xf16>, %arg1: memref<32x64xf16>, %arg2: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread_id_x = gpu.thread_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.remui %thread_id_x, %c32 : index
      %c32_0 = arith.constant 32 : index
      %1 = arith.divui %thread_id_x, %c32_0 : index
      %c4 = arith.constant 4 : index
      %2 = arith.divui %0, %c4 : index
      %c4_1 = arith.constant 4 : index
      %3 = arith.remui %0, %c4_1 : index
      %c2 = arith.constant 2 : index
      %4 = arith.divui %1, %c2 : index
      %c32_2 = arith.constant 32 : index
      %5 = arith.muli %4, %c32_2 : index
      %6 = arith.addi %5, %2 : index
      %7 = arith.remui %1, %c2 : index
      %c32_3 = arith.constant 32 : index
      %8 = arith.muli %7, %c32_3 : index
      %thread_id_x_4 = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %9 = memref.get_global @tensor_product_0_shared_0 : memref<64x40xf16, 3>
      %10 = memref.get_global @tensor_product_0_shared_1 : memref<64x40xf16, 3>
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %11 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_5 = arith.constant 64 : index
      %12 = arith.muli %block_id_y, %c64_5 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %block_id_z = gpu.block_id  z
      %c32_6 = arith.constant 32 : index
      %c32_7 = arith.constant 32 : index
      %c0_8 = arith.constant 0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %13 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %14 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %15 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %16 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %17 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %18 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %19 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %20 = vector.broadcast %cst : f32 to vector<2x2xf32>
      %21:8 = scf.for %arg3 = %c0_8 to %c32_6 step %c32_7 iter_args(%arg4 = %13, %arg5 = %14, %arg6 = %15, %arg7 = %16, %arg8 = %17, %arg9 = %18, %arg10 = %19, %arg11 = %20) -> (vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>) {
        %c128 = arith.constant 128 : index
        %152 = arith.muli %thread_id_y, %c128 : index
        %153 = arith.addi %152, %thread_id_x_4 : index
        %c32_52 = arith.constant 32 : index
        %154 = arith.remui %153, %c32_52 : index
        %c32_53 = arith.constant 32 : index
        %155 = arith.divui %153, %c32_53 : index
        %156 = arith.addi %11, %155 : index
        %157 = arith.addi %arg3, %154 : index
        %c2048 = arith.constant 2048 : index
        %158 = arith.cmpi ult, %153, %c2048 : index
        %159 = memref.load %arg0[%156, %157] : memref<64x32xf16>
        memref.store %159, %9[%155, %154] : memref<64x40xf16, 3>
        %c128_54 = arith.constant 128 : index
        %160 = arith.addi %153, %c128_54 : index
        %c32_55 = arith.constant 32 : index
        %161 = arith.remui %160, %c32_55 : index
        %c32_56 = arith.constant 32 : index
        %162 = arith.divui %160, %c32_56 : index
        %163 = arith.addi %11, %162 : index
        %164 = arith.addi %arg3, %161 : index
        %c2048_57 = arith.constant 2048 : index
        %165 = arith.cmpi ult, %160, %c2048_57 : index
        %166 = memref.load %arg0[%163, %164] : memref<64x32xf16>
        memref.store %166, %9[%162, %161] : memref<64x40xf16, 3>
        %c256 = arith.constant 256 : index
        %167 = arith.addi %153, %c256 : index
        %c32_58 = arith.constant 32 : index
        %168 = arith.remui %167, %c32_58 : index
        %c32_59 = arith.constant 32 : index
        %169 = arith.divui %167, %c32_59 : index
        %170 = arith.addi %11, %169 : index
        %171 = arith.addi %arg3, %168 : index
        %c2048_60 = arith.constant 2048 : index
        %172 = arith.cmpi ult, %167, %c2048_60 : index
        %173 = memref.load %arg0[%170, %171] : memref<64x32xf16>
        memref.store %173, %9[%169, %168] : memref<64x40xf16, 3>
        %c384 = arith.constant 384 : index
        %174 = arith.addi %153, %c384 : index
        %c32_61 = arith.constant 32 : index
        %175 = arith.remui %174, %c32_61 : index
        %c32_62 = arith.constant 32 : index
        %176 = arith.divui %174, %c32_62 : index
        %177 = arith.addi %11, %176 : index
        %178 = arith.addi %arg3, %175 : index
        %c2048_63 = arith.constant 2048 : index
        %179 = arith.cmpi ult, %174, %c2048_63 : index
        %180 = memref.load %arg0[%177, %178] : memref<64x32xf16>
        memref.store %180, %9[%176, %175] : memref<64x40xf16, 3>
        %c512 = arith.constant 512 : index
        %181 = arith.addi %153, %c512 : index
        %c32_64 = arith.constant 32 : index
        %182 = arith.remui %181, %c32_64 : index
        %c32_65 = arith.constant 32 : index
        %183 = arith.divui %181, %c32_65 : index
        %184 = arith.addi %11, %183 : index
        %185 = arith.addi %arg3, %182 : index
        %c2048_66 = arith.constant 2048 : index
        %186 = arith.cmpi ult, %181, %c2048_66 : index
        %187 = memref.load %arg0[%184, %185] : memref<64x32xf16>
        memref.store %187, %9[%183, %182] : memref<64x40xf16, 3>
        %c640 = arith.constant 640 : index
        %188 = arith.addi %153, %c640 : index
        %c32_67 = arith.constant 32 : index
        %189 = arith.remui %188, %c32_67 : index
        %c32_68 = arith.constant 32 : index
        %190 = arith.divui %188, %c32_68 : index
        %191 = arith.addi %11, %190 : index
        %192 = arith.addi %arg3, %189 : index
        %c2048_69 = arith.constant 2048 : index
        %193 = arith.cmpi ult, %188, %c2048_69 : index
        %194 = memref.load %arg0[%191, %192] : memref<64x32xf16>
        memref.store %194, %9[%190, %189] : memref<64x40xf16, 3>
        %c768 = arith.constant 768 : index
        %195 = arith.addi %153, %c768 : index
        %c32_70 = arith.constant 32 : index
        %196 = arith.remui %195, %c32_70 : index
        %c32_71 = arith.constant 32 : index
        %197 = arith.divui %195, %c32_71 : index
        %198 = arith.addi %11, %197 : index
        %199 = arith.addi %arg3, %196 : index
        %c2048_72 = arith.constant 2048 : index
        %200 = arith.cmpi ult, %195, %c2048_72 : index
        %201 = memref.load %arg0[%198, %199] : memref<64x32xf16>
        memref.store %201, %9[%197, %196] : memref<64x40xf16, 3>
        %c896 = arith.constant 896 : index
        %202 = arith.addi %153, %c896 : index
        %c32_73 = arith.constant 32 : index
        %203 = arith.remui %202, %c32_73 : index
        %c32_74 = arith.constant 32 : index
        %204 = arith.divui %202, %c32_74 : index
        %205 = arith.addi %11, %204 : index
        %206 = arith.addi %arg3, %203 : index
        %c2048_75 = arith.constant 2048 : index
        %207 = arith.cmpi ult, %202, %c2048_75 : index
        %208 = memref.load %arg0[%205, %206] : memref<64x32xf16>
        memref.store %208, %9[%204, %203] : memref<64x40xf16, 3>
        %c1024 = arith.constant 1024 : index
        %209 = arith.addi %153, %c1024 : index
        %c32_76 = arith.constant 32 : index
        %210 = arith.remui %209, %c32_76 : index
        %c32_77 = arith.constant 32 : index
        %211 = arith.divui %209, %c32_77 : index
        %212 = arith.addi %11, %211 : index
        %213 = arith.addi %arg3, %210 : index
        %c2048_78 = arith.constant 2048 : index
        %214 = arith.cmpi ult, %209, %c2048_78 : index
        %215 = memref.load %arg0[%212, %213] : memref<64x32xf16>
        memref.store %215, %9[%211, %210] : memref<64x40xf16, 3>
        %c1152 = arith.constant 1152 : index
        %216 = arith.addi %153, %c1152 : index
        %c32_79 = arith.constant 32 : index
        %217 = arith.remui %216, %c32_79 : index
        %c32_80 = arith.constant 32 : index
        %218 = arith.divui %216, %c32_80 : index
        %219 = arith.addi %11, %218 : index
        %220 = arith.addi %arg3, %217 : index
        %c2048_81 = arith.constant 2048 : index
        %221 = arith.cmpi ult, %216, %c2048_81 : index
        %222 = memref.load %arg0[%219, %220] : memref<64x32xf16>
        memref.store %222, %9[%218, %217] : memref<64x40xf16, 3>
        %c1280 = arith.constant 1280 : index
        %223 = arith.addi %153, %c1280 : index
        %c32_82 = arith.constant 32 : index
        %224 = arith.remui %223, %c32_82 : index
        %c32_83 = arith.constant 32 : index
        %225 = arith.divui %223, %c32_83 : index
        %226 = arith.addi %11, %225 : index
        %227 = arith.addi %arg3, %224 : index
        %c2048_84 = arith.constant 2048 : index
        %228 = arith.cmpi ult, %223, %c2048_84 : index
        %229 = memref.load %arg0[%226, %227] : memref<64x32xf16>
        memref.store %229, %9[%225, %224] : memref<64x40xf16, 3>
        %c1408 = arith.constant 1408 : index
        %230 = arith.addi %153, %c1408 : index
        %c32_85 = arith.constant 32 : index
        %231 = arith.remui %230, %c32_85 : index
        %c32_86 = arith.constant 32 : index
        %232 = arith.divui %230, %c32_86 : index
        %233 = arith.addi %11, %232 : index
        %234 = arith.addi %arg3, %231 : index
        %c2048_87 = arith.constant 2048 : index
        %235 = arith.cmpi ult, %230, %c2048_87 : index
        %236 = memref.load %arg0[%233, %234] : memref<64x32xf16>
        memref.store %236, %9[%232, %231] : memref<64x40xf16, 3>
        %c1536 = arith.constant 1536 : index
        %237 = arith.addi %153, %c1536 : index
        %c32_88 = arith.constant 32 : index
        %238 = arith.remui %237, %c32_88 : index
        %c32_89 = arith.constant 32 : index
        %239 = arith.divui %237, %c32_89 : index
        %240 = arith.addi %11, %239 : index
        %241 = arith.addi %arg3, %238 : index
        %c2048_90 = arith.constant 2048 : index
        %242 = arith.cmpi ult, %237, %c2048_90 : index
        %243 = memref.load %arg0[%240, %241] : memref<64x32xf16>
        memref.store %243, %9[%239, %238] : memref<64x40xf16, 3>
        %c1664 = arith.constant 1664 : index
        %244 = arith.addi %153, %c1664 : index
        %c32_91 = arith.constant 32 : index
        %245 = arith.remui %244, %c32_91 : index
        %c32_92 = arith.constant 32 : index
        %246 = arith.divui %244, %c32_92 : index
        %247 = arith.addi %11, %246 : index
        %248 = arith.addi %arg3, %245 : index
        %c2048_93 = arith.constant 2048 : index
        %249 = arith.cmpi ult, %244, %c2048_93 : index
        %250 = memref.load %arg0[%247, %248] : memref<64x32xf16>
        memref.store %250, %9[%246, %245] : memref<64x40xf16, 3>
        %c1792 = arith.constant 1792 : index
        %251 = arith.addi %153, %c1792 : index
        %c32_94 = arith.constant 32 : index
        %252 = arith.remui %251, %c32_94 : index
        %c32_95 = arith.constant 32 : index
        %253 = arith.divui %251, %c32_95 : index
        %254 = arith.addi %11, %253 : index
        %255 = arith.addi %arg3, %252 : index
        %c2048_96 = arith.constant 2048 : index
        %256 = arith.cmpi ult, %251, %c2048_96 : index
        %257 = memref.load %arg0[%254, %255] : memref<64x32xf16>
        memref.store %257, %9[%253, %252] : memref<64x40xf16, 3>
        %c1920 = arith.constant 1920 : index
        %258 = arith.addi %153, %c1920 : index
        %c32_97 = arith.constant 32 : index
        %259 = arith.remui %258, %c32_97 : index
        %c32_98 = arith.constant 32 : index
        %260 = arith.divui %258, %c32_98 : index
        %261 = arith.addi %11, %260 : index
        %262 = arith.addi %arg3, %259 : index
        %c2048_99 = arith.constant 2048 : index
        %263 = arith.cmpi ult, %258, %c2048_99 : index
        %264 = memref.load %arg0[%261, %262] : memref<64x32xf16>
        memref.store %264, %9[%260, %259] : memref<64x40xf16, 3>
        %c128_100 = arith.constant 128 : index
        %265 = arith.muli %thread_id_y, %c128_100 : index
        %266 = arith.addi %265, %thread_id_x_4 : index
        %c64_101 = arith.constant 64 : index
        %267 = arith.remui %266, %c64_101 : index
        %c64_102 = arith.constant 64 : index
        %268 = arith.divui %266, %c64_102 : index
        %269 = arith.addi %12, %267 : index
        %270 = arith.addi %arg3, %268 : index
        %c2048_103 = arith.constant 2048 : index
        %271 = arith.cmpi ult, %266, %c2048_103 : index
        %272 = memref.load %arg1[%270, %269] : memref<32x64xf16>
        memref.store %272, %10[%267, %268] : memref<64x40xf16, 3>
        %c128_104 = arith.constant 128 : index
        %273 = arith.addi %266, %c128_104 : index
        %c64_105 = arith.constant 64 : index
        %274 = arith.remui %273, %c64_105 : index
        %c64_106 = arith.constant 64 : index
        %275 = arith.divui %273, %c64_106 : index
        %276 = arith.addi %12, %274 : index
        %277 = arith.addi %arg3, %275 : index
        %c2048_107 = arith.constant 2048 : index
        %278 = arith.cmpi ult, %273, %c2048_107 : index
        %279 = memref.load %arg1[%277, %276] : memref<32x64xf16>
        memref.store %279, %10[%274, %275] : memref<64x40xf16, 3>
        %c256_108 = arith.constant 256 : index
        %280 = arith.addi %266, %c256_108 : index
        %c64_109 = arith.constant 64 : index
        %281 = arith.remui %280, %c64_109 : index
        %c64_110 = arith.constant 64 : index
        %282 = arith.divui %280, %c64_110 : index
        %283 = arith.addi %12, %281 : index
        %284 = arith.addi %arg3, %282 : index
        %c2048_111 = arith.constant 2048 : index
        %285 = arith.cmpi ult, %280, %c2048_111 : index
        %286 = memref.load %arg1[%284, %283] : memref<32x64xf16>
        memref.store %286, %10[%281, %282] : memref<64x40xf16, 3>
        %c384_112 = arith.constant 384 : index
        %287 = arith.addi %266, %c384_112 : index
        %c64_113 = arith.constant 64 : index
        %288 = arith.remui %287, %c64_113 : index
        %c64_114 = arith.constant 64 : index
        %289 = arith.divui %287, %c64_114 : index
        %290 = arith.addi %12, %288 : index
        %291 = arith.addi %arg3, %289 : index
        %c2048_115 = arith.constant 2048 : index
        %292 = arith.cmpi ult, %287, %c2048_115 : index
        %293 = memref.load %arg1[%291, %290] : memref<32x64xf16>
        memref.store %293, %10[%288, %289] : memref<64x40xf16, 3>
        %c512_116 = arith.constant 512 : index
        %294 = arith.addi %266, %c512_116 : index
        %c64_117 = arith.constant 64 : index
        %295 = arith.remui %294, %c64_117 : index
        %c64_118 = arith.constant 64 : index
        %296 = arith.divui %294, %c64_118 : index
        %297 = arith.addi %12, %295 : index
        %298 = arith.addi %arg3, %296 : index
        %c2048_119 = arith.constant 2048 : index
        %299 = arith.cmpi ult, %294, %c2048_119 : index
        %300 = memref.load %arg1[%298, %297] : memref<32x64xf16>
        memref.store %300, %10[%295, %296] : memref<64x40xf16, 3>
        %c640_120 = arith.constant 640 : index
        %301 = arith.addi %266, %c640_120 : index
        %c64_121 = arith.constant 64 : index
        %302 = arith.remui %301, %c64_121 : index
        %c64_122 = arith.constant 64 : index
        %303 = arith.divui %301, %c64_122 : index
        %304 = arith.addi %12, %302 : index
        %305 = arith.addi %arg3, %303 : index
        %c2048_123 = arith.constant 2048 : index
        %306 = arith.cmpi ult, %301, %c2048_123 : index
        %307 = memref.load %arg1[%305, %304] : memref<32x64xf16>
        memref.store %307, %10[%302, %303] : memref<64x40xf16, 3>
        %c768_124 = arith.constant 768 : index
        %308 = arith.addi %266, %c768_124 : index
        %c64_125 = arith.constant 64 : index
        %309 = arith.remui %308, %c64_125 : index
        %c64_126 = arith.constant 64 : index
        %310 = arith.divui %308, %c64_126 : index
        %311 = arith.addi %12, %309 : index
        %312 = arith.addi %arg3, %310 : index
        %c2048_127 = arith.constant 2048 : index
        %313 = arith.cmpi ult, %308, %c2048_127 : index
        %314 = memref.load %arg1[%312, %311] : memref<32x64xf16>
        memref.store %314, %10[%309, %310] : memref<64x40xf16, 3>
        %c896_128 = arith.constant 896 : index
        %315 = arith.addi %266, %c896_128 : index
        %c64_129 = arith.constant 64 : index
        %316 = arith.remui %315, %c64_129 : index
        %c64_130 = arith.constant 64 : index
        %317 = arith.divui %315, %c64_130 : index
        %318 = arith.addi %12, %316 : index
        %319 = arith.addi %arg3, %317 : index
        %c2048_131 = arith.constant 2048 : index
        %320 = arith.cmpi ult, %315, %c2048_131 : index
        %321 = memref.load %arg1[%319, %318] : memref<32x64xf16>
        memref.store %321, %10[%316, %317] : memref<64x40xf16, 3>
        %c1024_132 = arith.constant 1024 : index
        %322 = arith.addi %266, %c1024_132 : index
        %c64_133 = arith.constant 64 : index
        %323 = arith.remui %322, %c64_133 : index
        %c64_134 = arith.constant 64 : index
        %324 = arith.divui %322, %c64_134 : index
        %325 = arith.addi %12, %323 : index
        %326 = arith.addi %arg3, %324 : index
        %c2048_135 = arith.constant 2048 : index
        %327 = arith.cmpi ult, %322, %c2048_135 : index
        %328 = memref.load %arg1[%326, %325] : memref<32x64xf16>
        memref.store %328, %10[%323, %324] : memref<64x40xf16, 3>
        %c1152_136 = arith.constant 1152 : index
        %329 = arith.addi %266, %c1152_136 : index
        %c64_137 = arith.constant 64 : index
        %330 = arith.remui %329, %c64_137 : index
        %c64_138 = arith.constant 64 : index
        %331 = arith.divui %329, %c64_138 : index
        %332 = arith.addi %12, %330 : index
        %333 = arith.addi %arg3, %331 : index
        %c2048_139 = arith.constant 2048 : index
        %334 = arith.cmpi ult, %329, %c2048_139 : index
        %335 = memref.load %arg1[%333, %332] : memref<32x64xf16>
        memref.store %335, %10[%330, %331] : memref<64x40xf16, 3>
        %c1280_140 = arith.constant 1280 : index
        %336 = arith.addi %266, %c1280_140 : index
        %c64_141 = arith.constant 64 : index
        %337 = arith.remui %336, %c64_141 : index
        %c64_142 = arith.constant 64 : index
        %338 = arith.divui %336, %c64_142 : index
        %339 = arith.addi %12, %337 : index
        %340 = arith.addi %arg3, %338 : index
        %c2048_143 = arith.constant 2048 : index
        %341 = arith.cmpi ult, %336, %c2048_143 : index
        %342 = memref.load %arg1[%340, %339] : memref<32x64xf16>
        memref.store %342, %10[%337, %338] : memref<64x40xf16, 3>
        %c1408_144 = arith.constant 1408 : index
        %343 = arith.addi %266, %c1408_144 : index
        %c64_145 = arith.constant 64 : index
        %344 = arith.remui %343, %c64_145 : index
        %c64_146 = arith.constant 64 : index
        %345 = arith.divui %343, %c64_146 : index
        %346 = arith.addi %12, %344 : index
        %347 = arith.addi %arg3, %345 : index
        %c2048_147 = arith.constant 2048 : index
        %348 = arith.cmpi ult, %343, %c2048_147 : index
        %349 = memref.load %arg1[%347, %346] : memref<32x64xf16>
        memref.store %349, %10[%344, %345] : memref<64x40xf16, 3>
        %c1536_148 = arith.constant 1536 : index
        %350 = arith.addi %266, %c1536_148 : index
        %c64_149 = arith.constant 64 : index
        %351 = arith.remui %350, %c64_149 : index
        %c64_150 = arith.constant 64 : index
        %352 = arith.divui %350, %c64_150 : index
        %353 = arith.addi %12, %351 : index
        %354 = arith.addi %arg3, %352 : index
        %c2048_151 = arith.constant 2048 : index
        %355 = arith.cmpi ult, %350, %c2048_151 : index
        %356 = memref.load %arg1[%354, %353] : memref<32x64xf16>
        memref.store %356, %10[%351, %352] : memref<64x40xf16, 3>
        %c1664_152 = arith.constant 1664 : index
        %357 = arith.addi %266, %c1664_152 : index
        %c64_153 = arith.constant 64 : index
        %358 = arith.remui %357, %c64_153 : index
        %c64_154 = arith.constant 64 : index
        %359 = arith.divui %357, %c64_154 : index
        %360 = arith.addi %12, %358 : index
        %361 = arith.addi %arg3, %359 : index
        %c2048_155 = arith.constant 2048 : index
        %362 = arith.cmpi ult, %357, %c2048_155 : index
        %363 = memref.load %arg1[%361, %360] : memref<32x64xf16>
        memref.store %363, %10[%358, %359] : memref<64x40xf16, 3>
        %c1792_156 = arith.constant 1792 : index
        %364 = arith.addi %266, %c1792_156 : index
        %c64_157 = arith.constant 64 : index
        %365 = arith.remui %364, %c64_157 : index
        %c64_158 = arith.constant 64 : index
        %366 = arith.divui %364, %c64_158 : index
        %367 = arith.addi %12, %365 : index
        %368 = arith.addi %arg3, %366 : index
        %c2048_159 = arith.constant 2048 : index
        %369 = arith.cmpi ult, %364, %c2048_159 : index
        %370 = memref.load %arg1[%368, %367] : memref<32x64xf16>
        memref.store %370, %10[%365, %366] : memref<64x40xf16, 3>
        %c1920_160 = arith.constant 1920 : index
        %371 = arith.addi %266, %c1920_160 : index
        %c64_161 = arith.constant 64 : index
        %372 = arith.remui %371, %c64_161 : index
        %c64_162 = arith.constant 64 : index
        %373 = arith.divui %371, %c64_162 : index
        %374 = arith.addi %12, %372 : index
        %375 = arith.addi %arg3, %373 : index
        %c2048_163 = arith.constant 2048 : index
        %376 = arith.cmpi ult, %371, %c2048_163 : index
        %377 = memref.load %arg1[%375, %374] : memref<32x64xf16>
        memref.store %377, %10[%372, %373] : memref<64x40xf16, 3>
        gpu.barrier
        %378 = arith.addi %8, %2 : index
        %c2_164 = arith.constant 2 : index
        %379 = arith.muli %3, %c2_164 : index
        %c0_165 = arith.constant 0 : index
        %380 = arith.addi %6, %c0_165 : index
        %c0_166 = arith.constant 0 : index
        %381 = arith.addi %379, %c0_166 : index
        %382 = memref.load %9[%380, %381] : memref<64x40xf16, 3>
        %c1_167 = arith.constant 1 : index
        %383 = arith.addi %379, %c1_167 : index
        %384 = memref.load %9[%380, %383] : memref<64x40xf16, 3>
        %c8_168 = arith.constant 8 : index
        %385 = arith.addi %6, %c8_168 : index
        %c0_169 = arith.constant 0 : index
        %386 = arith.addi %379, %c0_169 : index
        %387 = memref.load %9[%385, %386] : memref<64x40xf16, 3>
        %c1_170 = arith.constant 1 : index
        %388 = arith.addi %379, %c1_170 : index
        %389 = memref.load %9[%385, %388] : memref<64x40xf16, 3>
        %c0_171 = arith.constant 0 : index
        %390 = arith.addi %6, %c0_171 : index
        %c8_172 = arith.constant 8 : index
        %391 = arith.addi %379, %c8_172 : index
        %392 = memref.load %9[%390, %391] : memref<64x40xf16, 3>
        %c9_173 = arith.constant 9 : index
        %393 = arith.addi %379, %c9_173 : index
        %394 = memref.load %9[%390, %393] : memref<64x40xf16, 3>
        %c8_174 = arith.constant 8 : index
        %395 = arith.addi %6, %c8_174 : index
        %c8_175 = arith.constant 8 : index
        %396 = arith.addi %379, %c8_175 : index
        %397 = memref.load %9[%395, %396] : memref<64x40xf16, 3>
        %c9_176 = arith.constant 9 : index
        %398 = arith.addi %379, %c9_176 : index
        %399 = memref.load %9[%395, %398] : memref<64x40xf16, 3>
        %400 = vector.from_elements %382, %384, %387, %389, %392, %394, %397, %399 : vector<4x2xf16>
        %c2_177 = arith.constant 2 : index
        %401 = arith.muli %3, %c2_177 : index
        %c16_178 = arith.constant 16 : index
        %402 = arith.addi %6, %c16_178 : index
        %c0_179 = arith.constant 0 : index
        %403 = arith.addi %401, %c0_179 : index
        %404 = memref.load %9[%402, %403] : memref<64x40xf16, 3>
        %c1_180 = arith.constant 1 : index
        %405 = arith.addi %401, %c1_180 : index
        %406 = memref.load %9[%402, %405] : memref<64x40xf16, 3>
        %c24_181 = arith.constant 24 : index
        %407 = arith.addi %6, %c24_181 : index
        %c0_182 = arith.constant 0 : index
        %408 = arith.addi %401, %c0_182 : index
        %409 = memref.load %9[%407, %408] : memref<64x40xf16, 3>
        %c1_183 = arith.constant 1 : index
        %410 = arith.addi %401, %c1_183 : index
        %411 = memref.load %9[%407, %410] : memref<64x40xf16, 3>
        %c16_184 = arith.constant 16 : index
        %412 = arith.addi %6, %c16_184 : index
        %c8_185 = arith.constant 8 : index
        %413 = arith.addi %401, %c8_185 : index
        %414 = memref.load %9[%412, %413] : memref<64x40xf16, 3>
        %c9_186 = arith.constant 9 : index
        %415 = arith.addi %401, %c9_186 : index
        %416 = memref.load %9[%412, %415] : memref<64x40xf16, 3>
        %c24_187 = arith.constant 24 : index
        %417 = arith.addi %6, %c24_187 : index
        %c8_188 = arith.constant 8 : index
        %418 = arith.addi %401, %c8_188 : index
        %419 = memref.load %9[%417, %418] : memref<64x40xf16, 3>
        %c9_189 = arith.constant 9 : index
        %420 = arith.addi %401, %c9_189 : index
        %421 = memref.load %9[%417, %420] : memref<64x40xf16, 3>
        %422 = vector.from_elements %404, %406, %409, %411, %414, %416, %419, %421 : vector<4x2xf16>
        %c2_190 = arith.constant 2 : index
        %423 = arith.muli %3, %c2_190 : index
        %c0_191 = arith.constant 0 : index
        %424 = arith.addi %378, %c0_191 : index
        %c0_192 = arith.constant 0 : index
        %425 = arith.addi %423, %c0_192 : index
        %426 = memref.load %10[%424, %425] : memref<64x40xf16, 3>
        %c1_193 = arith.constant 1 : index
        %427 = arith.addi %423, %c1_193 : index
        %428 = memref.load %10[%424, %427] : memref<64x40xf16, 3>
        %c0_194 = arith.constant 0 : index
        %429 = arith.addi %378, %c0_194 : index
        %c8_195 = arith.constant 8 : index
        %430 = arith.addi %423, %c8_195 : index
        %431 = memref.load %10[%429, %430] : memref<64x40xf16, 3>
        %c9_196 = arith.constant 9 : index
        %432 = arith.addi %423, %c9_196 : index
        %433 = memref.load %10[%429, %432] : memref<64x40xf16, 3>
        %434 = vector.from_elements %426, %428, %431, %433 : vector<2x2xf16>
        %c2_197 = arith.constant 2 : index
        %435 = arith.muli %3, %c2_197 : index
        %c8_198 = arith.constant 8 : index
        %436 = arith.addi %378, %c8_198 : index
        %c0_199 = arith.constant 0 : index
        %437 = arith.addi %435, %c0_199 : index
        %438 = memref.load %10[%436, %437] : memref<64x40xf16, 3>
        %c1_200 = arith.constant 1 : index
        %439 = arith.addi %435, %c1_200 : index
        %440 = memref.load %10[%436, %439] : memref<64x40xf16, 3>
        %c8_201 = arith.constant 8 : index
        %441 = arith.addi %378, %c8_201 : index
        %c8_202 = arith.constant 8 : index
        %442 = arith.addi %435, %c8_202 : index
        %443 = memref.load %10[%441, %442] : memref<64x40xf16, 3>
        %c9_203 = arith.constant 9 : index
        %444 = arith.addi %435, %c9_203 : index
        %445 = memref.load %10[%441, %444] : memref<64x40xf16, 3>
        %446 = vector.from_elements %438, %440, %443, %445 : vector<2x2xf16>
        %c2_204 = arith.constant 2 : index
        %447 = arith.muli %3, %c2_204 : index
        %c16_205 = arith.constant 16 : index
        %448 = arith.addi %378, %c16_205 : index
        %c0_206 = arith.constant 0 : index
        %449 = arith.addi %447, %c0_206 : index
        %450 = memref.load %10[%448, %449] : memref<64x40xf16, 3>
        %c1_207 = arith.constant 1 : index
        %451 = arith.addi %447, %c1_207 : index
        %452 = memref.load %10[%448, %451] : memref<64x40xf16, 3>
        %c16_208 = arith.constant 16 : index
        %453 = arith.addi %378, %c16_208 : index
        %c8_209 = arith.constant 8 : index
        %454 = arith.addi %447, %c8_209 : index
        %455 = memref.load %10[%453, %454] : memref<64x40xf16, 3>
        %c9_210 = arith.constant 9 : index
        %456 = arith.addi %447, %c9_210 : index
        %457 = memref.load %10[%453, %456] : memref<64x40xf16, 3>
        %458 = vector.from_elements %450, %452, %455, %457 : vector<2x2xf16>
        %c2_211 = arith.constant 2 : index
        %459 = arith.muli %3, %c2_211 : index
        %c24_212 = arith.constant 24 : index
        %460 = arith.addi %378, %c24_212 : index
        %c0_213 = arith.constant 0 : index
        %461 = arith.addi %459, %c0_213 : index
        %462 = memref.load %10[%460, %461] : memref<64x40xf16, 3>
        %c1_214 = arith.constant 1 : index
        %463 = arith.addi %459, %c1_214 : index
        %464 = memref.load %10[%460, %463] : memref<64x40xf16, 3>
        %c24_215 = arith.constant 24 : index
        %465 = arith.addi %378, %c24_215 : index
        %c8_216 = arith.constant 8 : index
        %466 = arith.addi %459, %c8_216 : index
        %467 = memref.load %10[%465, %466] : memref<64x40xf16, 3>
        %c9_217 = arith.constant 9 : index
        %468 = arith.addi %459, %c9_217 : index
        %469 = memref.load %10[%465, %468] : memref<64x40xf16, 3>
        %470 = vector.from_elements %462, %464, %467, %469 : vector<2x2xf16>
        %471 = nvgpu.mma.sync(%400, %434, %arg4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %472 = nvgpu.mma.sync(%400, %446, %arg5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %473 = nvgpu.mma.sync(%400, %458, %arg6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %474 = nvgpu.mma.sync(%400, %470, %arg7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %475 = nvgpu.mma.sync(%422, %434, %arg8) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %476 = nvgpu.mma.sync(%422, %446, %arg9) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %477 = nvgpu.mma.sync(%422, %458, %arg10) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %478 = nvgpu.mma.sync(%422, %470, %arg11) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %c2_218 = arith.constant 2 : index
        %479 = arith.muli %3, %c2_218 : index
        %c0_219 = arith.constant 0 : index
        %480 = arith.addi %6, %c0_219 : index
        %c16_220 = arith.constant 16 : index
        %481 = arith.addi %479, %c16_220 : index
        %482 = memref.load %9[%480, %481] : memref<64x40xf16, 3>
        %c17_221 = arith.constant 17 : index
        %483 = arith.addi %479, %c17_221 : index
        %484 = memref.load %9[%480, %483] : memref<64x40xf16, 3>
        %c8_222 = arith.constant 8 : index
        %485 = arith.addi %6, %c8_222 : index
        %c16_223 = arith.constant 16 : index
        %486 = arith.addi %479, %c16_223 : index
        %487 = memref.load %9[%485, %486] : memref<64x40xf16, 3>
        %c17_224 = arith.constant 17 : index
        %488 = arith.addi %479, %c17_224 : index
        %489 = memref.load %9[%485, %488] : memref<64x40xf16, 3>
        %c0_225 = arith.constant 0 : index
        %490 = arith.addi %6, %c0_225 : index
        %c24_226 = arith.constant 24 : index
        %491 = arith.addi %479, %c24_226 : index
        %492 = memref.load %9[%490, %491] : memref<64x40xf16, 3>
        %c25_227 = arith.constant 25 : index
        %493 = arith.addi %479, %c25_227 : index
        %494 = memref.load %9[%490, %493] : memref<64x40xf16, 3>
        %c8_228 = arith.constant 8 : index
        %495 = arith.addi %6, %c8_228 : index
        %c24_229 = arith.constant 24 : index
        %496 = arith.addi %479, %c24_229 : index
        %497 = memref.load %9[%495, %496] : memref<64x40xf16, 3>
        %c25_230 = arith.constant 25 : index
        %498 = arith.addi %479, %c25_230 : index
        %499 = memref.load %9[%495, %498] : memref<64x40xf16, 3>
        %500 = vector.from_elements %482, %484, %487, %489, %492, %494, %497, %499 : vector<4x2xf16>
        %c2_231 = arith.constant 2 : index
        %501 = arith.muli %3, %c2_231 : index
        %c16_232 = arith.constant 16 : index
        %502 = arith.addi %6, %c16_232 : index
        %c16_233 = arith.constant 16 : index
        %503 = arith.addi %501, %c16_233 : index
        %504 = memref.load %9[%502, %503] : memref<64x40xf16, 3>
        %c17_234 = arith.constant 17 : index
        %505 = arith.addi %501, %c17_234 : index
        %506 = memref.load %9[%502, %505] : memref<64x40xf16, 3>
        %c24_235 = arith.constant 24 : index
        %507 = arith.addi %6, %c24_235 : index
        %c16_236 = arith.constant 16 : index
        %508 = arith.addi %501, %c16_236 : index
        %509 = memref.load %9[%507, %508] : memref<64x40xf16, 3>
        %c17_237 = arith.constant 17 : index
        %510 = arith.addi %501, %c17_237 : index
        %511 = memref.load %9[%507, %510] : memref<64x40xf16, 3>
        %c16_238 = arith.constant 16 : index
        %512 = arith.addi %6, %c16_238 : index
        %c24_239 = arith.constant 24 : index
        %513 = arith.addi %501, %c24_239 : index
        %514 = memref.load %9[%512, %513] : memref<64x40xf16, 3>
        %c25_240 = arith.constant 25 : index
        %515 = arith.addi %501, %c25_240 : index
        %516 = memref.load %9[%512, %515] : memref<64x40xf16, 3>
        %c24_241 = arith.constant 24 : index
        %517 = arith.addi %6, %c24_241 : index
        %c24_242 = arith.constant 24 : index
        %518 = arith.addi %501, %c24_242 : index
        %519 = memref.load %9[%517, %518] : memref<64x40xf16, 3>
        %c25_243 = arith.constant 25 : index
        %520 = arith.addi %501, %c25_243 : index
        %521 = memref.load %9[%517, %520] : memref<64x40xf16, 3>
        %522 = vector.from_elements %504, %506, %509, %511, %514, %516, %519, %521 : vector<4x2xf16>
        %c2_244 = arith.constant 2 : index
        %523 = arith.muli %3, %c2_244 : index
        %c0_245 = arith.constant 0 : index
        %524 = arith.addi %378, %c0_245 : index
        %c16_246 = arith.constant 16 : index
        %525 = arith.addi %523, %c16_246 : index
        %526 = memref.load %10[%524, %525] : memref<64x40xf16, 3>
        %c17_247 = arith.constant 17 : index
        %527 = arith.addi %523, %c17_247 : index
        %528 = memref.load %10[%524, %527] : memref<64x40xf16, 3>
        %c0_248 = arith.constant 0 : index
        %529 = arith.addi %378, %c0_248 : index
        %c24_249 = arith.constant 24 : index
        %530 = arith.addi %523, %c24_249 : index
        %531 = memref.load %10[%529, %530] : memref<64x40xf16, 3>
        %c25_250 = arith.constant 25 : index
        %532 = arith.addi %523, %c25_250 : index
        %533 = memref.load %10[%529, %532] : memref<64x40xf16, 3>
        %534 = vector.from_elements %526, %528, %531, %533 : vector<2x2xf16>
        %c2_251 = arith.constant 2 : index
        %535 = arith.muli %3, %c2_251 : index
        %c8_252 = arith.constant 8 : index
        %536 = arith.addi %378, %c8_252 : index
        %c16_253 = arith.constant 16 : index
        %537 = arith.addi %535, %c16_253 : index
        %538 = memref.load %10[%536, %537] : memref<64x40xf16, 3>
        %c17_254 = arith.constant 17 : index
        %539 = arith.addi %535, %c17_254 : index
        %540 = memref.load %10[%536, %539] : memref<64x40xf16, 3>
        %c8_255 = arith.constant 8 : index
        %541 = arith.addi %378, %c8_255 : index
        %c24_256 = arith.constant 24 : index
        %542 = arith.addi %535, %c24_256 : index
        %543 = memref.load %10[%541, %542] : memref<64x40xf16, 3>
        %c25_257 = arith.constant 25 : index
        %544 = arith.addi %535, %c25_257 : index
        %545 = memref.load %10[%541, %544] : memref<64x40xf16, 3>
        %546 = vector.from_elements %538, %540, %543, %545 : vector<2x2xf16>
        %c2_258 = arith.constant 2 : index
        %547 = arith.muli %3, %c2_258 : index
        %c16_259 = arith.constant 16 : index
        %548 = arith.addi %378, %c16_259 : index
        %c16_260 = arith.constant 16 : index
        %549 = arith.addi %547, %c16_260 : index
        %550 = memref.load %10[%548, %549] : memref<64x40xf16, 3>
        %c17_261 = arith.constant 17 : index
        %551 = arith.addi %547, %c17_261 : index
        %552 = memref.load %10[%548, %551] : memref<64x40xf16, 3>
        %c16_262 = arith.constant 16 : index
        %553 = arith.addi %378, %c16_262 : index
        %c24_263 = arith.constant 24 : index
        %554 = arith.addi %547, %c24_263 : index
        %555 = memref.load %10[%553, %554] : memref<64x40xf16, 3>
        %c25_264 = arith.constant 25 : index
        %556 = arith.addi %547, %c25_264 : index
        %557 = memref.load %10[%553, %556] : memref<64x40xf16, 3>
        %558 = vector.from_elements %550, %552, %555, %557 : vector<2x2xf16>
        %c2_265 = arith.constant 2 : index
        %559 = arith.muli %3, %c2_265 : index
        %c24_266 = arith.constant 24 : index
        %560 = arith.addi %378, %c24_266 : index
        %c16_267 = arith.constant 16 : index
        %561 = arith.addi %559, %c16_267 : index
        %562 = memref.load %10[%560, %561] : memref<64x40xf16, 3>
        %c17_268 = arith.constant 17 : index
        %563 = arith.addi %559, %c17_268 : index
        %564 = memref.load %10[%560, %563] : memref<64x40xf16, 3>
        %c24_269 = arith.constant 24 : index
        %565 = arith.addi %378, %c24_269 : index
        %c24_270 = arith.constant 24 : index
        %566 = arith.addi %559, %c24_270 : index
        %567 = memref.load %10[%565, %566] : memref<64x40xf16, 3>
        %c25_271 = arith.constant 25 : index
        %568 = arith.addi %559, %c25_271 : index
        %569 = memref.load %10[%565, %568] : memref<64x40xf16, 3>
        %570 = vector.from_elements %562, %564, %567, %569 : vector<2x2xf16>
        %571 = nvgpu.mma.sync(%500, %534, %471) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %572 = nvgpu.mma.sync(%500, %546, %472) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %573 = nvgpu.mma.sync(%500, %558, %473) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %574 = nvgpu.mma.sync(%500, %570, %474) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %575 = nvgpu.mma.sync(%522, %534, %475) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %576 = nvgpu.mma.sync(%522, %546, %476) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %577 = nvgpu.mma.sync(%522, %558, %477) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %578 = nvgpu.mma.sync(%522, %570, %478) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        gpu.barrier
        scf.yield %571, %572, %573, %574, %575, %576, %577, %578 : vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>, vector<2x2xf32>
      }
      %c2_9 = arith.constant 2 : index
      %22 = arith.muli %3, %c2_9 : index
      %23 = arith.addi %8, %22 : index
      %c0_10 = arith.constant 0 : index
      %24 = arith.addi %6, %c0_10 : index
      %25 = arith.addi %11, %24 : index
      %c0_11 = arith.constant 0 : index
      %26 = arith.addi %23, %c0_11 : index
      %27 = arith.addi %12, %26 : index
      %28 = vector.extract %21#0[0, 0] : f32 from vector<2x2xf32>
      memref.store %28, %arg2[%25, %27] : memref<64x64xf32>
      %c1_12 = arith.constant 1 : index
      %29 = arith.addi %23, %c1_12 : index
      %30 = arith.addi %12, %29 : index
      %31 = vector.extract %21#0[0, 1] : f32 from vector<2x2xf32>
      memref.store %31, %arg2[%25, %30] : memref<64x64xf32>
      %c8 = arith.constant 8 : index
      %32 = arith.addi %6, %c8 : index
      %33 = arith.addi %11, %32 : index
      %c0_13 = arith.constant 0 : index
      %34 = arith.addi %23, %c0_13 : index
      %35 = arith.addi %12, %34 : index
      %36 = vector.extract %21#0[1, 0] : f32 from vector<2x2xf32>
      memref.store %36, %arg2[%33, %35] : memref<64x64xf32>
      %c1_14 = arith.constant 1 : index
      %37 = arith.addi %23, %c1_14 : index
      %38 = arith.addi %12, %37 : index
      %39 = vector.extract %21#0[1, 1] : f32 from vector<2x2xf32>
      memref.store %39, %arg2[%33, %38] : memref<64x64xf32>
      %c0_15 = arith.constant 0 : index
      %40 = arith.addi %6, %c0_15 : index
      %41 = arith.addi %11, %40 : index
      %c8_16 = arith.constant 8 : index
      %42 = arith.addi %23, %c8_16 : index
      %43 = arith.addi %12, %42 : index
      %44 = vector.extract %21#1[0, 0] : f32 from vector<2x2xf32>
      memref.store %44, %arg2[%41, %43] : memref<64x64xf32>
      %c9 = arith.constant 9 : index
      %45 = arith.addi %23, %c9 : index
      %46 = arith.addi %12, %45 : index
      %47 = vector.extract %21#1[0, 1] : f32 from vector<2x2xf32>
      memref.store %47, %arg2[%41, %46] : memref<64x64xf32>
      %c8_17 = arith.constant 8 : index
      %48 = arith.addi %6, %c8_17 : index
      %49 = arith.addi %11, %48 : index
      %c8_18 = arith.constant 8 : index
      %50 = arith.addi %23, %c8_18 : index
      %51 = arith.addi %12, %50 : index
      %52 = vector.extract %21#1[1, 0] : f32 from vector<2x2xf32>
      memref.store %52, %arg2[%49, %51] : memref<64x64xf32>
      %c9_19 = arith.constant 9 : index
      %53 = arith.addi %23, %c9_19 : index
      %54 = arith.addi %12, %53 : index
      %55 = vector.extract %21#1[1, 1] : f32 from vector<2x2xf32>
      memref.store %55, %arg2[%49, %54] : memref<64x64xf32>
      %c0_20 = arith.constant 0 : index
      %56 = arith.addi %6, %c0_20 : index
      %57 = arith.addi %11, %56 : index
      %c16 = arith.constant 16 : index
      %58 = arith.addi %23, %c16 : index
      %59 = arith.addi %12, %58 : index
      %60 = vector.extract %21#2[0, 0] : f32 from vector<2x2xf32>
      memref.store %60, %arg2[%57, %59] : memref<64x64xf32>
      %c17 = arith.constant 17 : index
      %61 = arith.addi %23, %c17 : index
      %62 = arith.addi %12, %61 : index
      %63 = vector.extract %21#2[0, 1] : f32 from vector<2x2xf32>
      memref.store %63, %arg2[%57, %62] : memref<64x64xf32>
      %c8_21 = arith.constant 8 : index
      %64 = arith.addi %6, %c8_21 : index
      %65 = arith.addi %11, %64 : index
      %c16_22 = arith.constant 16 : index
      %66 = arith.addi %23, %c16_22 : index
      %67 = arith.addi %12, %66 : index
      %68 = vector.extract %21#2[1, 0] : f32 from vector<2x2xf32>
      memref.store %68, %arg2[%65, %67] : memref<64x64xf32>
      %c17_23 = arith.constant 17 : index
      %69 = arith.addi %23, %c17_23 : index
      %70 = arith.addi %12, %69 : index
      %71 = vector.extract %21#2[1, 1] : f32 from vector<2x2xf32>
      memref.store %71, %arg2[%65, %70] : memref<64x64xf32>
      %c0_24 = arith.constant 0 : index
      %72 = arith.addi %6, %c0_24 : index
      %73 = arith.addi %11, %72 : index
      %c24 = arith.constant 24 : index
      %74 = arith.addi %23, %c24 : index
      %75 = arith.addi %12, %74 : index
      %76 = vector.extract %21#3[0, 0] : f32 from vector<2x2xf32>
      memref.store %76, %arg2[%73, %75] : memref<64x64xf32>
      %c25 = arith.constant 25 : index
      %77 = arith.addi %23, %c25 : index
      %78 = arith.addi %12, %77 : index
      %79 = vector.extract %21#3[0, 1] : f32 from vector<2x2xf32>
      memref.store %79, %arg2[%73, %78] : memref<64x64xf32>
      %c8_25 = arith.constant 8 : index
      %80 = arith.addi %6, %c8_25 : index
      %81 = arith.addi %11, %80 : index
      %c24_26 = arith.constant 24 : index
      %82 = arith.addi %23, %c24_26 : index
      %83 = arith.addi %12, %82 : index
      %84 = vector.extract %21#3[1, 0] : f32 from vector<2x2xf32>
      memref.store %84, %arg2[%81, %83] : memref<64x64xf32>
      %c25_27 = arith.constant 25 : index
      %85 = arith.addi %23, %c25_27 : index
      %86 = arith.addi %12, %85 : index
      %87 = vector.extract %21#3[1, 1] : f32 from vector<2x2xf32>
      memref.store %87, %arg2[%81, %86] : memref<64x64xf32>
      %c16_28 = arith.constant 16 : index
      %88 = arith.addi %6, %c16_28 : index
      %89 = arith.addi %11, %88 : index
      %c0_29 = arith.constant 0 : index
      %90 = arith.addi %23, %c0_29 : index
      %91 = arith.addi %12, %90 : index
      %92 = vector.extract %21#4[0, 0] : f32 from vector<2x2xf32>
      memref.store %92, %arg2[%89, %91] : memref<64x64xf32>
      %c1_30 = arith.constant 1 : index
      %93 = arith.addi %23, %c1_30 : index
      %94 = arith.addi %12, %93 : index
      %95 = vector.extract %21#4[0, 1] : f32 from vector<2x2xf32>
      memref.store %95, %arg2[%89, %94] : memref<64x64xf32>
      %c24_31 = arith.constant 24 : index
      %96 = arith.addi %6, %c24_31 : index
      %97 = arith.addi %11, %96 : index
      %c0_32 = arith.constant 0 : index
      %98 = arith.addi %23, %c0_32 : index
      %99 = arith.addi %12, %98 : index
      %100 = vector.extract %21#4[1, 0] : f32 from vector<2x2xf32>
      memref.store %100, %arg2[%97, %99] : memref<64x64xf32>
      %c1_33 = arith.constant 1 : index
      %101 = arith.addi %23, %c1_33 : index
      %102 = arith.addi %12, %101 : index
      %103 = vector.extract %21#4[1, 1] : f32 from vector<2x2xf32>
      memref.store %103, %arg2[%97, %102] : memref<64x64xf32>
      %c16_34 = arith.constant 16 : index
      %104 = arith.addi %6, %c16_34 : index
      %105 = arith.addi %11, %104 : index
      %c8_35 = arith.constant 8 : index
      %106 = arith.addi %23, %c8_35 : index
      %107 = arith.addi %12, %106 : index
      %108 = vector.extract %21#5[0, 0] : f32 from vector<2x2xf32>
      memref.store %108, %arg2[%105, %107] : memref<64x64xf32>
      %c9_36 = arith.constant 9 : index
      %109 = arith.addi %23, %c9_36 : index
      %110 = arith.addi %12, %109 : index
      %111 = vector.extract %21#5[0, 1] : f32 from vector<2x2xf32>
      memref.store %111, %arg2[%105, %110] : memref<64x64xf32>
      %c24_37 = arith.constant 24 : index
      %112 = arith.addi %6, %c24_37 : index
      %113 = arith.addi %11, %112 : index
      %c8_38 = arith.constant 8 : index
      %114 = arith.addi %23, %c8_38 : index
      %115 = arith.addi %12, %114 : index
      %116 = vector.extract %21#5[1, 0] : f32 from vector<2x2xf32>
      memref.store %116, %arg2[%113, %115] : memref<64x64xf32>
      %c9_39 = arith.constant 9 : index
      %117 = arith.addi %23, %c9_39 : index
      %118 = arith.addi %12, %117 : index
      %119 = vector.extract %21#5[1, 1] : f32 from vector<2x2xf32>
      memref.store %119, %arg2[%113, %118] : memref<64x64xf32>
      %c16_40 = arith.constant 16 : index
      %120 = arith.addi %6, %c16_40 : index
      %121 = arith.addi %11, %120 : index
      %c16_41 = arith.constant 16 : index
      %122 = arith.addi %23, %c16_41 : index
      %123 = arith.addi %12, %122 : index
      %124 = vector.extract %21#6[0, 0] : f32 from vector<2x2xf32>
      memref.store %124, %arg2[%121, %123] : memref<64x64xf32>
      %c17_42 = arith.constant 17 : index
      %125 = arith.addi %23, %c17_42 : index
      %126 = arith.addi %12, %125 : index
      %127 = vector.extract %21#6[0, 1] : f32 from vector<2x2xf32>
      memref.store %127, %arg2[%121, %126] : memref<64x64xf32>
      %c24_43 = arith.constant 24 : index
      %128 = arith.addi %6, %c24_43 : index
      %129 = arith.addi %11, %128 : index
      %c16_44 = arith.constant 16 : index
      %130 = arith.addi %23, %c16_44 : index
      %131 = arith.addi %12, %130 : index
      %132 = vector.extract %21#6[1, 0] : f32 from vector<2x2xf32>
      memref.store %132, %arg2[%129, %131] : memref<64x64xf32>
      %c17_45 = arith.constant 17 : index
      %133 = arith.addi %23, %c17_45 : index
      %134 = arith.addi %12, %133 : index
      %135 = vector.extract %21#6[1, 1] : f32 from vector<2x2xf32>
      memref.store %135, %arg2[%129, %134] : memref<64x64xf32>
      %c16_46 = arith.constant 16 : index
      %136 = arith.addi %6, %c16_46 : index
      %137 = arith.addi %11, %136 : index
      %c24_47 = arith.constant 24 : index
      %138 = arith.addi %23, %c24_47 : index
      %139 = arith.addi %12, %138 : index
      %140 = vector.extract %21#7[0, 0] : f32 from vector<2x2xf32>
      memref.store %140, %arg2[%137, %139] : memref<64x64xf32>
      %c25_48 = arith.constant 25 : index
      %141 = arith.addi %23, %c25_48 : index
      %142 = arith.addi %12, %141 : index
      %143 = vector.extract %21#7[0, 1] : f32 from vector<2x2xf32>
      memref.store %143, %arg2[%137, %142] : memref<64x64xf32>
      %c24_49 = arith.constant 24 : index
      %144 = arith.addi %6, %c24_49 : index
      %145 = arith.addi %11, %144 : index
      %c24_50 = arith.constant 24 : index
      %146 = arith.addi %23, %c24_50 : index
      %147 = arith.addi %12, %146 : index
      %148 = vector.extract %21#7[1, 0] : f32 from vector<2x2xf32>
      memref.store %148, %arg2[%145, %147] : memref<64x64xf32>
      %c25_51 = arith.constant 25 : index
      %149 = arith.addi %23, %c25_51 : index
      %150 = arith.addi %12, %149 : index
      %151 = vector.extract %21#7[1, 1] : f32 from vector<2x2xf32>
      memref.store %151, %arg2[%145, %150] : memref<64x64xf32>
      gpu.return
    }
    gpu.func @map_1(%arg0: memref<4096xf32>, %arg1: memref<4096xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %c256 = arith.constant 256 : index
      %0 = arith.muli %block_id_x, %c256 : index
      %thread_id_x = gpu.thread_id  x
      %1 = arith.addi %0, %thread_id_x : index
      %2 = memref.load %arg0[%1] : memref<4096xf32>
      %3 = arith.truncf %2 : f32 to f16
      memref.store %3, %arg1[%1] : memref<4096xf16>
      gpu.return
    }
  }
}
