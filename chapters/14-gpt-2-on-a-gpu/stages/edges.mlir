// Kernels of product. Written by stages.py.
// Arguments: x float32[100, 30], w float32[30, 50].
// Launched: product_0 with a grid of 2 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<2x16x68xf32, 3> = uninitialized {alignment = 16 : i64}
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
      %block_id_x = gpu.block_id  x
      %c64 = arith.constant 64 : index
      %12 = arith.muli %block_id_x, %c64 : index
      %block_id_y = gpu.block_id  y
      %c64_3 = arith.constant 64 : index
      %13 = arith.muli %block_id_y, %c64_3 : index
      %block_id_z = gpu.block_id  z
      %c0 = arith.constant 0 : index
      %c30 = arith.constant 30 : index
      %c0_4 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8_5 = arith.constant 8 : index
      %14 = arith.remui %thread_id_x, %c8_5 : index
      %c2_6 = arith.constant 2 : index
      %15 = arith.muli %14, %c2_6 : index
      %c8_7 = arith.constant 8 : index
      %16 = arith.divui %thread_id_x, %c8_7 : index
      %17 = arith.addi %12, %16 : index
      %18 = arith.addi %c0, %15 : index
      %c99 = arith.constant 99 : index
      %19 = arith.minui %17, %c99 : index
      %20 = arith.cmpi ult, %18, %c30 : index
      %c28 = arith.constant 28 : index
      %21 = arith.minui %18, %c28 : index
      %22 = vector.load %arg0[%19, %21] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
      %cst = arith.constant 0.000000e+00 : f32
      %23 = vector.broadcast %cst : f32 to vector<2xf32>
      %24 = arith.select %20, %22, %23 : vector<2xf32>
      %c256 = arith.constant 256 : index
      %25 = arith.addi %thread_id_x, %c256 : index
      %c8_8 = arith.constant 8 : index
      %26 = arith.remui %25, %c8_8 : index
      %c2_9 = arith.constant 2 : index
      %27 = arith.muli %26, %c2_9 : index
      %c8_10 = arith.constant 8 : index
      %28 = arith.divui %25, %c8_10 : index
      %29 = arith.addi %12, %28 : index
      %30 = arith.addi %c0, %27 : index
      %c99_11 = arith.constant 99 : index
      %31 = arith.minui %29, %c99_11 : index
      %32 = arith.cmpi ult, %30, %c30 : index
      %c28_12 = arith.constant 28 : index
      %33 = arith.minui %30, %c28_12 : index
      %34 = vector.load %arg0[%31, %33] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
      %cst_13 = arith.constant 0.000000e+00 : f32
      %35 = vector.broadcast %cst_13 : f32 to vector<2xf32>
      %36 = arith.select %32, %34, %35 : vector<2xf32>
      %c32_14 = arith.constant 32 : index
      %37 = arith.remui %thread_id_x, %c32_14 : index
      %c2_15 = arith.constant 2 : index
      %38 = arith.muli %37, %c2_15 : index
      %c32_16 = arith.constant 32 : index
      %39 = arith.divui %thread_id_x, %c32_16 : index
      %40 = arith.addi %13, %38 : index
      %41 = arith.addi %c0, %39 : index
      %c48 = arith.constant 48 : index
      %42 = arith.minui %40, %c48 : index
      %43 = arith.cmpi ult, %41, %c30 : index
      %c29 = arith.constant 29 : index
      %44 = arith.minui %41, %c29 : index
      %45 = vector.load %arg1[%44, %42] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
      %cst_17 = arith.constant 0.000000e+00 : f32
      %46 = vector.broadcast %cst_17 : f32 to vector<2xf32>
      %47 = arith.select %43, %45, %46 : vector<2xf32>
      %c256_18 = arith.constant 256 : index
      %48 = arith.addi %thread_id_x, %c256_18 : index
      %c32_19 = arith.constant 32 : index
      %49 = arith.remui %48, %c32_19 : index
      %c2_20 = arith.constant 2 : index
      %50 = arith.muli %49, %c2_20 : index
      %c32_21 = arith.constant 32 : index
      %51 = arith.divui %48, %c32_21 : index
      %52 = arith.addi %13, %50 : index
      %53 = arith.addi %c0, %51 : index
      %c48_22 = arith.constant 48 : index
      %54 = arith.minui %52, %c48_22 : index
      %55 = arith.cmpi ult, %53, %c30 : index
      %c29_23 = arith.constant 29 : index
      %56 = arith.minui %53, %c29_23 : index
      %57 = vector.load %arg1[%56, %54] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
      %cst_24 = arith.constant 0.000000e+00 : f32
      %58 = vector.broadcast %cst_24 : f32 to vector<2xf32>
      %59 = arith.select %55, %57, %58 : vector<2xf32>
      %c8_25 = arith.constant 8 : index
      %60 = arith.remui %thread_id_x, %c8_25 : index
      %c2_26 = arith.constant 2 : index
      %61 = arith.muli %60, %c2_26 : index
      %c8_27 = arith.constant 8 : index
      %62 = arith.divui %thread_id_x, %c8_27 : index
      %c8_28 = arith.constant 8 : index
      %63 = arith.divui %61, %c8_28 : index
      %c4_29 = arith.constant 4 : index
      %64 = arith.muli %63, %c4_29 : index
      %65 = arith.xori %62, %64 : index
      %66 = vector.extract %24[0] : f32 from vector<2xf32>
      memref.store %66, %10[%c0_4, %61, %65] : memref<2x16x68xf32, 3>
      %c8_30 = arith.constant 8 : index
      %67 = arith.divui %61, %c8_30 : index
      %c4_31 = arith.constant 4 : index
      %68 = arith.muli %67, %c4_31 : index
      %69 = arith.xori %62, %68 : index
      %c1_32 = arith.constant 1 : index
      %70 = arith.addi %61, %c1_32 : index
      %71 = vector.extract %24[1] : f32 from vector<2xf32>
      memref.store %71, %10[%c0_4, %70, %69] : memref<2x16x68xf32, 3>
      %c256_33 = arith.constant 256 : index
      %72 = arith.addi %thread_id_x, %c256_33 : index
      %c8_34 = arith.constant 8 : index
      %73 = arith.remui %72, %c8_34 : index
      %c2_35 = arith.constant 2 : index
      %74 = arith.muli %73, %c2_35 : index
      %c8_36 = arith.constant 8 : index
      %75 = arith.divui %72, %c8_36 : index
      %c8_37 = arith.constant 8 : index
      %76 = arith.divui %74, %c8_37 : index
      %c4_38 = arith.constant 4 : index
      %77 = arith.muli %76, %c4_38 : index
      %78 = arith.xori %75, %77 : index
      %79 = vector.extract %36[0] : f32 from vector<2xf32>
      memref.store %79, %10[%c0_4, %74, %78] : memref<2x16x68xf32, 3>
      %c8_39 = arith.constant 8 : index
      %80 = arith.divui %74, %c8_39 : index
      %c4_40 = arith.constant 4 : index
      %81 = arith.muli %80, %c4_40 : index
      %82 = arith.xori %75, %81 : index
      %c1_41 = arith.constant 1 : index
      %83 = arith.addi %74, %c1_41 : index
      %84 = vector.extract %36[1] : f32 from vector<2xf32>
      memref.store %84, %10[%c0_4, %83, %82] : memref<2x16x68xf32, 3>
      %c32_42 = arith.constant 32 : index
      %85 = arith.remui %thread_id_x, %c32_42 : index
      %c2_43 = arith.constant 2 : index
      %86 = arith.muli %85, %c2_43 : index
      %c32_44 = arith.constant 32 : index
      %87 = arith.divui %thread_id_x, %c32_44 : index
      vector.store %47, %11[%c0_4, %87, %86] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
      %c256_45 = arith.constant 256 : index
      %88 = arith.addi %thread_id_x, %c256_45 : index
      %c32_46 = arith.constant 32 : index
      %89 = arith.remui %88, %c32_46 : index
      %c2_47 = arith.constant 2 : index
      %90 = arith.muli %89, %c2_47 : index
      %c32_48 = arith.constant 32 : index
      %91 = arith.divui %88, %c32_48 : index
      vector.store %59, %11[%c0_4, %91, %90] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
      gpu.barrier
      %cst_49 = arith.constant 0.000000e+00 : f32
      %92 = vector.broadcast %cst_49 : f32 to vector<4x4xf32>
      %c16 = arith.constant 16 : index
      %93 = arith.subi %c30, %c16 : index
      %94:2 = scf.for %arg3 = %c0 to %93 step %c16 iter_args(%arg4 = %c0_4, %arg5 = %92) -> (index, vector<4x4xf32>) {
        %302 = arith.subi %c1, %arg4 : index
        %c16_176 = arith.constant 16 : index
        %303 = arith.addi %arg3, %c16_176 : index
        %c8_177 = arith.constant 8 : index
        %304 = arith.remui %thread_id_x, %c8_177 : index
        %c2_178 = arith.constant 2 : index
        %305 = arith.muli %304, %c2_178 : index
        %c8_179 = arith.constant 8 : index
        %306 = arith.divui %thread_id_x, %c8_179 : index
        %307 = arith.addi %12, %306 : index
        %308 = arith.addi %303, %305 : index
        %c99_180 = arith.constant 99 : index
        %309 = arith.minui %307, %c99_180 : index
        %310 = arith.cmpi ult, %308, %c30 : index
        %c28_181 = arith.constant 28 : index
        %311 = arith.minui %308, %c28_181 : index
        %312 = vector.load %arg0[%309, %311] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
        %cst_182 = arith.constant 0.000000e+00 : f32
        %313 = vector.broadcast %cst_182 : f32 to vector<2xf32>
        %314 = arith.select %310, %312, %313 : vector<2xf32>
        %c256_183 = arith.constant 256 : index
        %315 = arith.addi %thread_id_x, %c256_183 : index
        %c8_184 = arith.constant 8 : index
        %316 = arith.remui %315, %c8_184 : index
        %c2_185 = arith.constant 2 : index
        %317 = arith.muli %316, %c2_185 : index
        %c8_186 = arith.constant 8 : index
        %318 = arith.divui %315, %c8_186 : index
        %319 = arith.addi %12, %318 : index
        %320 = arith.addi %303, %317 : index
        %c99_187 = arith.constant 99 : index
        %321 = arith.minui %319, %c99_187 : index
        %322 = arith.cmpi ult, %320, %c30 : index
        %c28_188 = arith.constant 28 : index
        %323 = arith.minui %320, %c28_188 : index
        %324 = vector.load %arg0[%321, %323] {alignment = 8 : i64} : memref<100x30xf32>, vector<2xf32>
        %cst_189 = arith.constant 0.000000e+00 : f32
        %325 = vector.broadcast %cst_189 : f32 to vector<2xf32>
        %326 = arith.select %322, %324, %325 : vector<2xf32>
        %c32_190 = arith.constant 32 : index
        %327 = arith.remui %thread_id_x, %c32_190 : index
        %c2_191 = arith.constant 2 : index
        %328 = arith.muli %327, %c2_191 : index
        %c32_192 = arith.constant 32 : index
        %329 = arith.divui %thread_id_x, %c32_192 : index
        %330 = arith.addi %13, %328 : index
        %331 = arith.addi %303, %329 : index
        %c48_193 = arith.constant 48 : index
        %332 = arith.minui %330, %c48_193 : index
        %333 = arith.cmpi ult, %331, %c30 : index
        %c29_194 = arith.constant 29 : index
        %334 = arith.minui %331, %c29_194 : index
        %335 = vector.load %arg1[%334, %332] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
        %cst_195 = arith.constant 0.000000e+00 : f32
        %336 = vector.broadcast %cst_195 : f32 to vector<2xf32>
        %337 = arith.select %333, %335, %336 : vector<2xf32>
        %c256_196 = arith.constant 256 : index
        %338 = arith.addi %thread_id_x, %c256_196 : index
        %c32_197 = arith.constant 32 : index
        %339 = arith.remui %338, %c32_197 : index
        %c2_198 = arith.constant 2 : index
        %340 = arith.muli %339, %c2_198 : index
        %c32_199 = arith.constant 32 : index
        %341 = arith.divui %338, %c32_199 : index
        %342 = arith.addi %13, %340 : index
        %343 = arith.addi %303, %341 : index
        %c48_200 = arith.constant 48 : index
        %344 = arith.minui %342, %c48_200 : index
        %345 = arith.cmpi ult, %343, %c30 : index
        %c29_201 = arith.constant 29 : index
        %346 = arith.minui %343, %c29_201 : index
        %347 = vector.load %arg1[%346, %344] {alignment = 8 : i64} : memref<30x50xf32>, vector<2xf32>
        %cst_202 = arith.constant 0.000000e+00 : f32
        %348 = vector.broadcast %cst_202 : f32 to vector<2xf32>
        %349 = arith.select %345, %347, %348 : vector<2xf32>
        %c4_203 = arith.constant 4 : index
        %350 = arith.muli %9, %c4_203 : index
        %c0_204 = arith.constant 0 : index
        %351 = vector.load %10[%arg4, %c0_204, %350] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_205 = arith.constant 4 : index
        %352 = arith.muli %7, %c4_205 : index
        %c0_206 = arith.constant 0 : index
        %353 = vector.load %11[%arg4, %c0_206, %352] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %354 = vector.outerproduct %351, %353, %arg5 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_207 = arith.constant 4 : index
        %355 = arith.muli %9, %c4_207 : index
        %c1_208 = arith.constant 1 : index
        %356 = vector.load %10[%arg4, %c1_208, %355] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_209 = arith.constant 4 : index
        %357 = arith.muli %7, %c4_209 : index
        %c1_210 = arith.constant 1 : index
        %358 = vector.load %11[%arg4, %c1_210, %357] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %359 = vector.outerproduct %356, %358, %354 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_211 = arith.constant 4 : index
        %360 = arith.muli %9, %c4_211 : index
        %c2_212 = arith.constant 2 : index
        %361 = vector.load %10[%arg4, %c2_212, %360] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_213 = arith.constant 4 : index
        %362 = arith.muli %7, %c4_213 : index
        %c2_214 = arith.constant 2 : index
        %363 = vector.load %11[%arg4, %c2_214, %362] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %364 = vector.outerproduct %361, %363, %359 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_215 = arith.constant 4 : index
        %365 = arith.muli %9, %c4_215 : index
        %c3_216 = arith.constant 3 : index
        %366 = vector.load %10[%arg4, %c3_216, %365] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_217 = arith.constant 4 : index
        %367 = arith.muli %7, %c4_217 : index
        %c3_218 = arith.constant 3 : index
        %368 = vector.load %11[%arg4, %c3_218, %367] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %369 = vector.outerproduct %366, %368, %364 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_219 = arith.constant 4 : index
        %370 = arith.muli %9, %c4_219 : index
        %c4_220 = arith.constant 4 : index
        %371 = vector.load %10[%arg4, %c4_220, %370] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_221 = arith.constant 4 : index
        %372 = arith.muli %7, %c4_221 : index
        %c4_222 = arith.constant 4 : index
        %373 = vector.load %11[%arg4, %c4_222, %372] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %374 = vector.outerproduct %371, %373, %369 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_223 = arith.constant 4 : index
        %375 = arith.muli %9, %c4_223 : index
        %c5_224 = arith.constant 5 : index
        %376 = vector.load %10[%arg4, %c5_224, %375] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_225 = arith.constant 4 : index
        %377 = arith.muli %7, %c4_225 : index
        %c5_226 = arith.constant 5 : index
        %378 = vector.load %11[%arg4, %c5_226, %377] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %379 = vector.outerproduct %376, %378, %374 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_227 = arith.constant 4 : index
        %380 = arith.muli %9, %c4_227 : index
        %c6_228 = arith.constant 6 : index
        %381 = vector.load %10[%arg4, %c6_228, %380] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_229 = arith.constant 4 : index
        %382 = arith.muli %7, %c4_229 : index
        %c6_230 = arith.constant 6 : index
        %383 = vector.load %11[%arg4, %c6_230, %382] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %384 = vector.outerproduct %381, %383, %379 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_231 = arith.constant 4 : index
        %385 = arith.muli %9, %c4_231 : index
        %c7_232 = arith.constant 7 : index
        %386 = vector.load %10[%arg4, %c7_232, %385] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_233 = arith.constant 4 : index
        %387 = arith.muli %7, %c4_233 : index
        %c7_234 = arith.constant 7 : index
        %388 = vector.load %11[%arg4, %c7_234, %387] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %389 = vector.outerproduct %386, %388, %384 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_235 = arith.constant 4 : index
        %390 = arith.muli %9, %c4_235 : index
        %c4_236 = arith.constant 4 : index
        %391 = arith.xori %390, %c4_236 : index
        %c8_237 = arith.constant 8 : index
        %392 = vector.load %10[%arg4, %c8_237, %391] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_238 = arith.constant 4 : index
        %393 = arith.muli %7, %c4_238 : index
        %c8_239 = arith.constant 8 : index
        %394 = vector.load %11[%arg4, %c8_239, %393] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %395 = vector.outerproduct %392, %394, %389 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_240 = arith.constant 4 : index
        %396 = arith.muli %9, %c4_240 : index
        %c4_241 = arith.constant 4 : index
        %397 = arith.xori %396, %c4_241 : index
        %c9_242 = arith.constant 9 : index
        %398 = vector.load %10[%arg4, %c9_242, %397] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_243 = arith.constant 4 : index
        %399 = arith.muli %7, %c4_243 : index
        %c9_244 = arith.constant 9 : index
        %400 = vector.load %11[%arg4, %c9_244, %399] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %401 = vector.outerproduct %398, %400, %395 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_245 = arith.constant 4 : index
        %402 = arith.muli %9, %c4_245 : index
        %c4_246 = arith.constant 4 : index
        %403 = arith.xori %402, %c4_246 : index
        %c10_247 = arith.constant 10 : index
        %404 = vector.load %10[%arg4, %c10_247, %403] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_248 = arith.constant 4 : index
        %405 = arith.muli %7, %c4_248 : index
        %c10_249 = arith.constant 10 : index
        %406 = vector.load %11[%arg4, %c10_249, %405] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %407 = vector.outerproduct %404, %406, %401 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_250 = arith.constant 4 : index
        %408 = arith.muli %9, %c4_250 : index
        %c4_251 = arith.constant 4 : index
        %409 = arith.xori %408, %c4_251 : index
        %c11_252 = arith.constant 11 : index
        %410 = vector.load %10[%arg4, %c11_252, %409] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_253 = arith.constant 4 : index
        %411 = arith.muli %7, %c4_253 : index
        %c11_254 = arith.constant 11 : index
        %412 = vector.load %11[%arg4, %c11_254, %411] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %413 = vector.outerproduct %410, %412, %407 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_255 = arith.constant 4 : index
        %414 = arith.muli %9, %c4_255 : index
        %c4_256 = arith.constant 4 : index
        %415 = arith.xori %414, %c4_256 : index
        %c12_257 = arith.constant 12 : index
        %416 = vector.load %10[%arg4, %c12_257, %415] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_258 = arith.constant 4 : index
        %417 = arith.muli %7, %c4_258 : index
        %c12_259 = arith.constant 12 : index
        %418 = vector.load %11[%arg4, %c12_259, %417] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %419 = vector.outerproduct %416, %418, %413 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_260 = arith.constant 4 : index
        %420 = arith.muli %9, %c4_260 : index
        %c4_261 = arith.constant 4 : index
        %421 = arith.xori %420, %c4_261 : index
        %c13_262 = arith.constant 13 : index
        %422 = vector.load %10[%arg4, %c13_262, %421] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_263 = arith.constant 4 : index
        %423 = arith.muli %7, %c4_263 : index
        %c13_264 = arith.constant 13 : index
        %424 = vector.load %11[%arg4, %c13_264, %423] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %425 = vector.outerproduct %422, %424, %419 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_265 = arith.constant 4 : index
        %426 = arith.muli %9, %c4_265 : index
        %c4_266 = arith.constant 4 : index
        %427 = arith.xori %426, %c4_266 : index
        %c14_267 = arith.constant 14 : index
        %428 = vector.load %10[%arg4, %c14_267, %427] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_268 = arith.constant 4 : index
        %429 = arith.muli %7, %c4_268 : index
        %c14_269 = arith.constant 14 : index
        %430 = vector.load %11[%arg4, %c14_269, %429] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %431 = vector.outerproduct %428, %430, %425 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c4_270 = arith.constant 4 : index
        %432 = arith.muli %9, %c4_270 : index
        %c4_271 = arith.constant 4 : index
        %433 = arith.xori %432, %c4_271 : index
        %c15_272 = arith.constant 15 : index
        %434 = vector.load %10[%arg4, %c15_272, %433] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %c4_273 = arith.constant 4 : index
        %435 = arith.muli %7, %c4_273 : index
        %c15_274 = arith.constant 15 : index
        %436 = vector.load %11[%arg4, %c15_274, %435] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
        %437 = vector.outerproduct %434, %436, %431 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
        %c8_275 = arith.constant 8 : index
        %438 = arith.remui %thread_id_x, %c8_275 : index
        %c2_276 = arith.constant 2 : index
        %439 = arith.muli %438, %c2_276 : index
        %c8_277 = arith.constant 8 : index
        %440 = arith.divui %thread_id_x, %c8_277 : index
        %c8_278 = arith.constant 8 : index
        %441 = arith.divui %439, %c8_278 : index
        %c4_279 = arith.constant 4 : index
        %442 = arith.muli %441, %c4_279 : index
        %443 = arith.xori %440, %442 : index
        %444 = vector.extract %314[0] : f32 from vector<2xf32>
        memref.store %444, %10[%302, %439, %443] : memref<2x16x68xf32, 3>
        %c8_280 = arith.constant 8 : index
        %445 = arith.divui %439, %c8_280 : index
        %c4_281 = arith.constant 4 : index
        %446 = arith.muli %445, %c4_281 : index
        %447 = arith.xori %440, %446 : index
        %c1_282 = arith.constant 1 : index
        %448 = arith.addi %439, %c1_282 : index
        %449 = vector.extract %314[1] : f32 from vector<2xf32>
        memref.store %449, %10[%302, %448, %447] : memref<2x16x68xf32, 3>
        %c256_283 = arith.constant 256 : index
        %450 = arith.addi %thread_id_x, %c256_283 : index
        %c8_284 = arith.constant 8 : index
        %451 = arith.remui %450, %c8_284 : index
        %c2_285 = arith.constant 2 : index
        %452 = arith.muli %451, %c2_285 : index
        %c8_286 = arith.constant 8 : index
        %453 = arith.divui %450, %c8_286 : index
        %c8_287 = arith.constant 8 : index
        %454 = arith.divui %452, %c8_287 : index
        %c4_288 = arith.constant 4 : index
        %455 = arith.muli %454, %c4_288 : index
        %456 = arith.xori %453, %455 : index
        %457 = vector.extract %326[0] : f32 from vector<2xf32>
        memref.store %457, %10[%302, %452, %456] : memref<2x16x68xf32, 3>
        %c8_289 = arith.constant 8 : index
        %458 = arith.divui %452, %c8_289 : index
        %c4_290 = arith.constant 4 : index
        %459 = arith.muli %458, %c4_290 : index
        %460 = arith.xori %453, %459 : index
        %c1_291 = arith.constant 1 : index
        %461 = arith.addi %452, %c1_291 : index
        %462 = vector.extract %326[1] : f32 from vector<2xf32>
        memref.store %462, %10[%302, %461, %460] : memref<2x16x68xf32, 3>
        %c32_292 = arith.constant 32 : index
        %463 = arith.remui %thread_id_x, %c32_292 : index
        %c2_293 = arith.constant 2 : index
        %464 = arith.muli %463, %c2_293 : index
        %c32_294 = arith.constant 32 : index
        %465 = arith.divui %thread_id_x, %c32_294 : index
        vector.store %337, %11[%302, %465, %464] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
        %c256_295 = arith.constant 256 : index
        %466 = arith.addi %thread_id_x, %c256_295 : index
        %c32_296 = arith.constant 32 : index
        %467 = arith.remui %466, %c32_296 : index
        %c2_297 = arith.constant 2 : index
        %468 = arith.muli %467, %c2_297 : index
        %c32_298 = arith.constant 32 : index
        %469 = arith.divui %466, %c32_298 : index
        vector.store %349, %11[%302, %469, %468] {alignment = 8 : i64} : memref<2x16x68xf32, 3>, vector<2xf32>
        gpu.barrier
        scf.yield %302, %437 : index, vector<4x4xf32>
      }
      %c4_50 = arith.constant 4 : index
      %95 = arith.muli %9, %c4_50 : index
      %c0_51 = arith.constant 0 : index
      %96 = vector.load %10[%94#0, %c0_51, %95] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_52 = arith.constant 4 : index
      %97 = arith.muli %7, %c4_52 : index
      %c0_53 = arith.constant 0 : index
      %98 = vector.load %11[%94#0, %c0_53, %97] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %99 = vector.outerproduct %96, %98, %94#1 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_54 = arith.constant 4 : index
      %100 = arith.muli %9, %c4_54 : index
      %c1_55 = arith.constant 1 : index
      %101 = vector.load %10[%94#0, %c1_55, %100] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_56 = arith.constant 4 : index
      %102 = arith.muli %7, %c4_56 : index
      %c1_57 = arith.constant 1 : index
      %103 = vector.load %11[%94#0, %c1_57, %102] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %104 = vector.outerproduct %101, %103, %99 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_58 = arith.constant 4 : index
      %105 = arith.muli %9, %c4_58 : index
      %c2_59 = arith.constant 2 : index
      %106 = vector.load %10[%94#0, %c2_59, %105] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_60 = arith.constant 4 : index
      %107 = arith.muli %7, %c4_60 : index
      %c2_61 = arith.constant 2 : index
      %108 = vector.load %11[%94#0, %c2_61, %107] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %109 = vector.outerproduct %106, %108, %104 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_62 = arith.constant 4 : index
      %110 = arith.muli %9, %c4_62 : index
      %c3 = arith.constant 3 : index
      %111 = vector.load %10[%94#0, %c3, %110] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %112 = arith.muli %7, %c4_63 : index
      %c3_64 = arith.constant 3 : index
      %113 = vector.load %11[%94#0, %c3_64, %112] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %114 = vector.outerproduct %111, %113, %109 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_65 = arith.constant 4 : index
      %115 = arith.muli %9, %c4_65 : index
      %c4_66 = arith.constant 4 : index
      %116 = vector.load %10[%94#0, %c4_66, %115] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_67 = arith.constant 4 : index
      %117 = arith.muli %7, %c4_67 : index
      %c4_68 = arith.constant 4 : index
      %118 = vector.load %11[%94#0, %c4_68, %117] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %119 = vector.outerproduct %116, %118, %114 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_69 = arith.constant 4 : index
      %120 = arith.muli %9, %c4_69 : index
      %c5 = arith.constant 5 : index
      %121 = vector.load %10[%94#0, %c5, %120] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_70 = arith.constant 4 : index
      %122 = arith.muli %7, %c4_70 : index
      %c5_71 = arith.constant 5 : index
      %123 = vector.load %11[%94#0, %c5_71, %122] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %124 = vector.outerproduct %121, %123, %119 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_72 = arith.constant 4 : index
      %125 = arith.muli %9, %c4_72 : index
      %c6 = arith.constant 6 : index
      %126 = vector.load %10[%94#0, %c6, %125] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_73 = arith.constant 4 : index
      %127 = arith.muli %7, %c4_73 : index
      %c6_74 = arith.constant 6 : index
      %128 = vector.load %11[%94#0, %c6_74, %127] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %129 = vector.outerproduct %126, %128, %124 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_75 = arith.constant 4 : index
      %130 = arith.muli %9, %c4_75 : index
      %c7 = arith.constant 7 : index
      %131 = vector.load %10[%94#0, %c7, %130] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_76 = arith.constant 4 : index
      %132 = arith.muli %7, %c4_76 : index
      %c7_77 = arith.constant 7 : index
      %133 = vector.load %11[%94#0, %c7_77, %132] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %134 = vector.outerproduct %131, %133, %129 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_78 = arith.constant 4 : index
      %135 = arith.muli %9, %c4_78 : index
      %c4_79 = arith.constant 4 : index
      %136 = arith.xori %135, %c4_79 : index
      %c8_80 = arith.constant 8 : index
      %137 = vector.load %10[%94#0, %c8_80, %136] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_81 = arith.constant 4 : index
      %138 = arith.muli %7, %c4_81 : index
      %c8_82 = arith.constant 8 : index
      %139 = vector.load %11[%94#0, %c8_82, %138] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %140 = vector.outerproduct %137, %139, %134 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_83 = arith.constant 4 : index
      %141 = arith.muli %9, %c4_83 : index
      %c4_84 = arith.constant 4 : index
      %142 = arith.xori %141, %c4_84 : index
      %c9 = arith.constant 9 : index
      %143 = vector.load %10[%94#0, %c9, %142] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_85 = arith.constant 4 : index
      %144 = arith.muli %7, %c4_85 : index
      %c9_86 = arith.constant 9 : index
      %145 = vector.load %11[%94#0, %c9_86, %144] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %146 = vector.outerproduct %143, %145, %140 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_87 = arith.constant 4 : index
      %147 = arith.muli %9, %c4_87 : index
      %c4_88 = arith.constant 4 : index
      %148 = arith.xori %147, %c4_88 : index
      %c10 = arith.constant 10 : index
      %149 = vector.load %10[%94#0, %c10, %148] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_89 = arith.constant 4 : index
      %150 = arith.muli %7, %c4_89 : index
      %c10_90 = arith.constant 10 : index
      %151 = vector.load %11[%94#0, %c10_90, %150] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %152 = vector.outerproduct %149, %151, %146 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_91 = arith.constant 4 : index
      %153 = arith.muli %9, %c4_91 : index
      %c4_92 = arith.constant 4 : index
      %154 = arith.xori %153, %c4_92 : index
      %c11 = arith.constant 11 : index
      %155 = vector.load %10[%94#0, %c11, %154] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_93 = arith.constant 4 : index
      %156 = arith.muli %7, %c4_93 : index
      %c11_94 = arith.constant 11 : index
      %157 = vector.load %11[%94#0, %c11_94, %156] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %158 = vector.outerproduct %155, %157, %152 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_95 = arith.constant 4 : index
      %159 = arith.muli %9, %c4_95 : index
      %c4_96 = arith.constant 4 : index
      %160 = arith.xori %159, %c4_96 : index
      %c12 = arith.constant 12 : index
      %161 = vector.load %10[%94#0, %c12, %160] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_97 = arith.constant 4 : index
      %162 = arith.muli %7, %c4_97 : index
      %c12_98 = arith.constant 12 : index
      %163 = vector.load %11[%94#0, %c12_98, %162] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %164 = vector.outerproduct %161, %163, %158 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_99 = arith.constant 4 : index
      %165 = arith.muli %9, %c4_99 : index
      %c4_100 = arith.constant 4 : index
      %166 = arith.xori %165, %c4_100 : index
      %c13 = arith.constant 13 : index
      %167 = vector.load %10[%94#0, %c13, %166] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_101 = arith.constant 4 : index
      %168 = arith.muli %7, %c4_101 : index
      %c13_102 = arith.constant 13 : index
      %169 = vector.load %11[%94#0, %c13_102, %168] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %170 = vector.outerproduct %167, %169, %164 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_103 = arith.constant 4 : index
      %171 = arith.muli %9, %c4_103 : index
      %c4_104 = arith.constant 4 : index
      %172 = arith.xori %171, %c4_104 : index
      %c14 = arith.constant 14 : index
      %173 = vector.load %10[%94#0, %c14, %172] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_105 = arith.constant 4 : index
      %174 = arith.muli %7, %c4_105 : index
      %c14_106 = arith.constant 14 : index
      %175 = vector.load %11[%94#0, %c14_106, %174] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %176 = vector.outerproduct %173, %175, %170 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_107 = arith.constant 4 : index
      %177 = arith.muli %9, %c4_107 : index
      %c4_108 = arith.constant 4 : index
      %178 = arith.xori %177, %c4_108 : index
      %c15 = arith.constant 15 : index
      %179 = vector.load %10[%94#0, %c15, %178] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %c4_109 = arith.constant 4 : index
      %180 = arith.muli %7, %c4_109 : index
      %c15_110 = arith.constant 15 : index
      %181 = vector.load %11[%94#0, %c15_110, %180] {alignment = 16 : i64} : memref<2x16x68xf32, 3>, vector<4xf32>
      %182 = vector.outerproduct %179, %181, %176 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
      %c4_111 = arith.constant 4 : index
      %183 = arith.muli %9, %c4_111 : index
      %184 = arith.addi %12, %183 : index
      %c4_112 = arith.constant 4 : index
      %185 = arith.muli %7, %c4_112 : index
      %186 = arith.addi %13, %185 : index
      %187 = vector.extract %182[0, 0] : f32 from vector<4x4xf32>
      %c100 = arith.constant 100 : index
      %188 = arith.cmpi ult, %184, %c100 : index
      %c50 = arith.constant 50 : index
      %189 = arith.cmpi ult, %186, %c50 : index
      %190 = arith.andi %188, %189 : i1
      scf.if %190 {
        memref.store %187, %arg2[%184, %186] : memref<100x50xf32>
      }
      %c4_113 = arith.constant 4 : index
      %191 = arith.muli %7, %c4_113 : index
      %c1_114 = arith.constant 1 : index
      %192 = arith.addi %191, %c1_114 : index
      %193 = arith.addi %13, %192 : index
      %194 = vector.extract %182[0, 1] : f32 from vector<4x4xf32>
      %c100_115 = arith.constant 100 : index
      %195 = arith.cmpi ult, %184, %c100_115 : index
      %c50_116 = arith.constant 50 : index
      %196 = arith.cmpi ult, %193, %c50_116 : index
      %197 = arith.andi %195, %196 : i1
      scf.if %197 {
        memref.store %194, %arg2[%184, %193] : memref<100x50xf32>
      }
      %c4_117 = arith.constant 4 : index
      %198 = arith.muli %7, %c4_117 : index
      %c2_118 = arith.constant 2 : index
      %199 = arith.addi %198, %c2_118 : index
      %200 = arith.addi %13, %199 : index
      %201 = vector.extract %182[0, 2] : f32 from vector<4x4xf32>
      %c100_119 = arith.constant 100 : index
      %202 = arith.cmpi ult, %184, %c100_119 : index
      %c50_120 = arith.constant 50 : index
      %203 = arith.cmpi ult, %200, %c50_120 : index
      %204 = arith.andi %202, %203 : i1
      scf.if %204 {
        memref.store %201, %arg2[%184, %200] : memref<100x50xf32>
      }
      %c4_121 = arith.constant 4 : index
      %205 = arith.muli %7, %c4_121 : index
      %c3_122 = arith.constant 3 : index
      %206 = arith.addi %205, %c3_122 : index
      %207 = arith.addi %13, %206 : index
      %208 = vector.extract %182[0, 3] : f32 from vector<4x4xf32>
      %c100_123 = arith.constant 100 : index
      %209 = arith.cmpi ult, %184, %c100_123 : index
      %c50_124 = arith.constant 50 : index
      %210 = arith.cmpi ult, %207, %c50_124 : index
      %211 = arith.andi %209, %210 : i1
      scf.if %211 {
        memref.store %208, %arg2[%184, %207] : memref<100x50xf32>
      }
      %c4_125 = arith.constant 4 : index
      %212 = arith.muli %9, %c4_125 : index
      %c1_126 = arith.constant 1 : index
      %213 = arith.addi %212, %c1_126 : index
      %214 = arith.addi %12, %213 : index
      %c4_127 = arith.constant 4 : index
      %215 = arith.muli %7, %c4_127 : index
      %216 = arith.addi %13, %215 : index
      %217 = vector.extract %182[1, 0] : f32 from vector<4x4xf32>
      %c100_128 = arith.constant 100 : index
      %218 = arith.cmpi ult, %214, %c100_128 : index
      %c50_129 = arith.constant 50 : index
      %219 = arith.cmpi ult, %216, %c50_129 : index
      %220 = arith.andi %218, %219 : i1
      scf.if %220 {
        memref.store %217, %arg2[%214, %216] : memref<100x50xf32>
      }
      %c4_130 = arith.constant 4 : index
      %221 = arith.muli %7, %c4_130 : index
      %c1_131 = arith.constant 1 : index
      %222 = arith.addi %221, %c1_131 : index
      %223 = arith.addi %13, %222 : index
      %224 = vector.extract %182[1, 1] : f32 from vector<4x4xf32>
      %c100_132 = arith.constant 100 : index
      %225 = arith.cmpi ult, %214, %c100_132 : index
      %c50_133 = arith.constant 50 : index
      %226 = arith.cmpi ult, %223, %c50_133 : index
      %227 = arith.andi %225, %226 : i1
      scf.if %227 {
        memref.store %224, %arg2[%214, %223] : memref<100x50xf32>
      }
      %c4_134 = arith.constant 4 : index
      %228 = arith.muli %7, %c4_134 : index
      %c2_135 = arith.constant 2 : index
      %229 = arith.addi %228, %c2_135 : index
      %230 = arith.addi %13, %229 : index
      %231 = vector.extract %182[1, 2] : f32 from vector<4x4xf32>
      %c100_136 = arith.constant 100 : index
      %232 = arith.cmpi ult, %214, %c100_136 : index
      %c50_137 = arith.constant 50 : index
      %233 = arith.cmpi ult, %230, %c50_137 : index
      %234 = arith.andi %232, %233 : i1
      scf.if %234 {
        memref.store %231, %arg2[%214, %230] : memref<100x50xf32>
      }
      %c4_138 = arith.constant 4 : index
      %235 = arith.muli %7, %c4_138 : index
      %c3_139 = arith.constant 3 : index
      %236 = arith.addi %235, %c3_139 : index
      %237 = arith.addi %13, %236 : index
      %238 = vector.extract %182[1, 3] : f32 from vector<4x4xf32>
      %c100_140 = arith.constant 100 : index
      %239 = arith.cmpi ult, %214, %c100_140 : index
      %c50_141 = arith.constant 50 : index
      %240 = arith.cmpi ult, %237, %c50_141 : index
      %241 = arith.andi %239, %240 : i1
      scf.if %241 {
        memref.store %238, %arg2[%214, %237] : memref<100x50xf32>
      }
      %c4_142 = arith.constant 4 : index
      %242 = arith.muli %9, %c4_142 : index
      %c2_143 = arith.constant 2 : index
      %243 = arith.addi %242, %c2_143 : index
      %244 = arith.addi %12, %243 : index
      %c4_144 = arith.constant 4 : index
      %245 = arith.muli %7, %c4_144 : index
      %246 = arith.addi %13, %245 : index
      %247 = vector.extract %182[2, 0] : f32 from vector<4x4xf32>
      %c100_145 = arith.constant 100 : index
      %248 = arith.cmpi ult, %244, %c100_145 : index
      %c50_146 = arith.constant 50 : index
      %249 = arith.cmpi ult, %246, %c50_146 : index
      %250 = arith.andi %248, %249 : i1
      scf.if %250 {
        memref.store %247, %arg2[%244, %246] : memref<100x50xf32>
      }
      %c4_147 = arith.constant 4 : index
      %251 = arith.muli %7, %c4_147 : index
      %c1_148 = arith.constant 1 : index
      %252 = arith.addi %251, %c1_148 : index
      %253 = arith.addi %13, %252 : index
      %254 = vector.extract %182[2, 1] : f32 from vector<4x4xf32>
      %c100_149 = arith.constant 100 : index
      %255 = arith.cmpi ult, %244, %c100_149 : index
      %c50_150 = arith.constant 50 : index
      %256 = arith.cmpi ult, %253, %c50_150 : index
      %257 = arith.andi %255, %256 : i1
      scf.if %257 {
        memref.store %254, %arg2[%244, %253] : memref<100x50xf32>
      }
      %c4_151 = arith.constant 4 : index
      %258 = arith.muli %7, %c4_151 : index
      %c2_152 = arith.constant 2 : index
      %259 = arith.addi %258, %c2_152 : index
      %260 = arith.addi %13, %259 : index
      %261 = vector.extract %182[2, 2] : f32 from vector<4x4xf32>
      %c100_153 = arith.constant 100 : index
      %262 = arith.cmpi ult, %244, %c100_153 : index
      %c50_154 = arith.constant 50 : index
      %263 = arith.cmpi ult, %260, %c50_154 : index
      %264 = arith.andi %262, %263 : i1
      scf.if %264 {
        memref.store %261, %arg2[%244, %260] : memref<100x50xf32>
      }
      %c4_155 = arith.constant 4 : index
      %265 = arith.muli %7, %c4_155 : index
      %c3_156 = arith.constant 3 : index
      %266 = arith.addi %265, %c3_156 : index
      %267 = arith.addi %13, %266 : index
      %268 = vector.extract %182[2, 3] : f32 from vector<4x4xf32>
      %c100_157 = arith.constant 100 : index
      %269 = arith.cmpi ult, %244, %c100_157 : index
      %c50_158 = arith.constant 50 : index
      %270 = arith.cmpi ult, %267, %c50_158 : index
      %271 = arith.andi %269, %270 : i1
      scf.if %271 {
        memref.store %268, %arg2[%244, %267] : memref<100x50xf32>
      }
      %c4_159 = arith.constant 4 : index
      %272 = arith.muli %9, %c4_159 : index
      %c3_160 = arith.constant 3 : index
      %273 = arith.addi %272, %c3_160 : index
      %274 = arith.addi %12, %273 : index
      %c4_161 = arith.constant 4 : index
      %275 = arith.muli %7, %c4_161 : index
      %276 = arith.addi %13, %275 : index
      %277 = vector.extract %182[3, 0] : f32 from vector<4x4xf32>
      %c100_162 = arith.constant 100 : index
      %278 = arith.cmpi ult, %274, %c100_162 : index
      %c50_163 = arith.constant 50 : index
      %279 = arith.cmpi ult, %276, %c50_163 : index
      %280 = arith.andi %278, %279 : i1
      scf.if %280 {
        memref.store %277, %arg2[%274, %276] : memref<100x50xf32>
      }
      %c4_164 = arith.constant 4 : index
      %281 = arith.muli %7, %c4_164 : index
      %c1_165 = arith.constant 1 : index
      %282 = arith.addi %281, %c1_165 : index
      %283 = arith.addi %13, %282 : index
      %284 = vector.extract %182[3, 1] : f32 from vector<4x4xf32>
      %c100_166 = arith.constant 100 : index
      %285 = arith.cmpi ult, %274, %c100_166 : index
      %c50_167 = arith.constant 50 : index
      %286 = arith.cmpi ult, %283, %c50_167 : index
      %287 = arith.andi %285, %286 : i1
      scf.if %287 {
        memref.store %284, %arg2[%274, %283] : memref<100x50xf32>
      }
      %c4_168 = arith.constant 4 : index
      %288 = arith.muli %7, %c4_168 : index
      %c2_169 = arith.constant 2 : index
      %289 = arith.addi %288, %c2_169 : index
      %290 = arith.addi %13, %289 : index
      %291 = vector.extract %182[3, 2] : f32 from vector<4x4xf32>
      %c100_170 = arith.constant 100 : index
      %292 = arith.cmpi ult, %274, %c100_170 : index
      %c50_171 = arith.constant 50 : index
      %293 = arith.cmpi ult, %290, %c50_171 : index
      %294 = arith.andi %292, %293 : i1
      scf.if %294 {
        memref.store %291, %arg2[%274, %290] : memref<100x50xf32>
      }
      %c4_172 = arith.constant 4 : index
      %295 = arith.muli %7, %c4_172 : index
      %c3_173 = arith.constant 3 : index
      %296 = arith.addi %295, %c3_173 : index
      %297 = arith.addi %13, %296 : index
      %298 = vector.extract %182[3, 3] : f32 from vector<4x4xf32>
      %c100_174 = arith.constant 100 : index
      %299 = arith.cmpi ult, %274, %c100_174 : index
      %c50_175 = arith.constant 50 : index
      %300 = arith.cmpi ult, %297, %c50_175 : index
      %301 = arith.andi %299, %300 : i1
      scf.if %301 {
        memref.store %298, %arg2[%274, %297] : memref<100x50xf32>
      }
      gpu.return
    }
  }
}
