// Kernels of product, written by 14-gpt-2-on-a-gpu/stages.py.
// Arguments: x float32[100, 30], w float32[30, 50].
// Launched: product_0 with a grid of 2 x 1 x 1 blocks of 16 x 16 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @product_0_shared_0 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    memref.global @product_0_shared_1 : memref<16x68xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @product_0(%arg0: memref<100x30xf32>, %arg1: memref<30x50xf32>, %arg2: memref<100x50xf32>) kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
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
      %c30 = arith.constant 30 : index
      %c16 = arith.constant 16 : index
      %c0_1 = arith.constant 0 : index
      %cst = arith.constant 0.000000e+00 : f32
      %4 = vector.broadcast %cst : f32 to vector<4x4xf32>
      %5 = scf.for %arg3 = %c0_1 to %c30 step %c16 iter_args(%arg4 = %4) -> (vector<4x4xf32>) {
        %c16_64 = arith.constant 16 : index
        %125 = arith.muli %thread_id_y, %c16_64 : index
        %126 = arith.addi %125, %thread_id_x : index
        %c16_65 = arith.constant 16 : index
        %127 = arith.remui %126, %c16_65 : index
        %c16_66 = arith.constant 16 : index
        %128 = arith.divui %126, %c16_66 : index
        %129 = arith.addi %2, %128 : index
        %130 = arith.addi %arg3, %127 : index
        %c100_67 = arith.constant 100 : index
        %131 = arith.cmpi ult, %129, %c100_67 : index
        %c30_68 = arith.constant 30 : index
        %132 = arith.cmpi ult, %130, %c30_68 : index
        %133 = arith.andi %131, %132 : i1
        %c1024 = arith.constant 1024 : index
        %134 = arith.cmpi ult, %126, %c1024 : index
        %c99 = arith.constant 99 : index
        %135 = arith.minui %129, %c99 : index
        %c29 = arith.constant 29 : index
        %136 = arith.minui %130, %c29 : index
        %137 = memref.load %arg0[%135, %136] : memref<100x30xf32>
        %cst_69 = arith.constant 0.000000e+00 : f32
        %138 = arith.select %133, %137, %cst_69 : f32
        memref.store %138, %0[%127, %128] : memref<16x68xf32, 3>
        %c256 = arith.constant 256 : index
        %139 = arith.addi %126, %c256 : index
        %c16_70 = arith.constant 16 : index
        %140 = arith.remui %139, %c16_70 : index
        %c16_71 = arith.constant 16 : index
        %141 = arith.divui %139, %c16_71 : index
        %142 = arith.addi %2, %141 : index
        %143 = arith.addi %arg3, %140 : index
        %c100_72 = arith.constant 100 : index
        %144 = arith.cmpi ult, %142, %c100_72 : index
        %c30_73 = arith.constant 30 : index
        %145 = arith.cmpi ult, %143, %c30_73 : index
        %146 = arith.andi %144, %145 : i1
        %c1024_74 = arith.constant 1024 : index
        %147 = arith.cmpi ult, %139, %c1024_74 : index
        %c99_75 = arith.constant 99 : index
        %148 = arith.minui %142, %c99_75 : index
        %c29_76 = arith.constant 29 : index
        %149 = arith.minui %143, %c29_76 : index
        %150 = memref.load %arg0[%148, %149] : memref<100x30xf32>
        %cst_77 = arith.constant 0.000000e+00 : f32
        %151 = arith.select %146, %150, %cst_77 : f32
        memref.store %151, %0[%140, %141] : memref<16x68xf32, 3>
        %c512 = arith.constant 512 : index
        %152 = arith.addi %126, %c512 : index
        %c16_78 = arith.constant 16 : index
        %153 = arith.remui %152, %c16_78 : index
        %c16_79 = arith.constant 16 : index
        %154 = arith.divui %152, %c16_79 : index
        %155 = arith.addi %2, %154 : index
        %156 = arith.addi %arg3, %153 : index
        %c100_80 = arith.constant 100 : index
        %157 = arith.cmpi ult, %155, %c100_80 : index
        %c30_81 = arith.constant 30 : index
        %158 = arith.cmpi ult, %156, %c30_81 : index
        %159 = arith.andi %157, %158 : i1
        %c1024_82 = arith.constant 1024 : index
        %160 = arith.cmpi ult, %152, %c1024_82 : index
        %c99_83 = arith.constant 99 : index
        %161 = arith.minui %155, %c99_83 : index
        %c29_84 = arith.constant 29 : index
        %162 = arith.minui %156, %c29_84 : index
        %163 = memref.load %arg0[%161, %162] : memref<100x30xf32>
        %cst_85 = arith.constant 0.000000e+00 : f32
        %164 = arith.select %159, %163, %cst_85 : f32
        memref.store %164, %0[%153, %154] : memref<16x68xf32, 3>
        %c768 = arith.constant 768 : index
        %165 = arith.addi %126, %c768 : index
        %c16_86 = arith.constant 16 : index
        %166 = arith.remui %165, %c16_86 : index
        %c16_87 = arith.constant 16 : index
        %167 = arith.divui %165, %c16_87 : index
        %168 = arith.addi %2, %167 : index
        %169 = arith.addi %arg3, %166 : index
        %c100_88 = arith.constant 100 : index
        %170 = arith.cmpi ult, %168, %c100_88 : index
        %c30_89 = arith.constant 30 : index
        %171 = arith.cmpi ult, %169, %c30_89 : index
        %172 = arith.andi %170, %171 : i1
        %c1024_90 = arith.constant 1024 : index
        %173 = arith.cmpi ult, %165, %c1024_90 : index
        %c99_91 = arith.constant 99 : index
        %174 = arith.minui %168, %c99_91 : index
        %c29_92 = arith.constant 29 : index
        %175 = arith.minui %169, %c29_92 : index
        %176 = memref.load %arg0[%174, %175] : memref<100x30xf32>
        %cst_93 = arith.constant 0.000000e+00 : f32
        %177 = arith.select %172, %176, %cst_93 : f32
        memref.store %177, %0[%166, %167] : memref<16x68xf32, 3>
        %c16_94 = arith.constant 16 : index
        %178 = arith.muli %thread_id_y, %c16_94 : index
        %179 = arith.addi %178, %thread_id_x : index
        %c64_95 = arith.constant 64 : index
        %180 = arith.remui %179, %c64_95 : index
        %c64_96 = arith.constant 64 : index
        %181 = arith.divui %179, %c64_96 : index
        %182 = arith.addi %3, %180 : index
        %183 = arith.addi %arg3, %181 : index
        %c50_97 = arith.constant 50 : index
        %184 = arith.cmpi ult, %182, %c50_97 : index
        %c30_98 = arith.constant 30 : index
        %185 = arith.cmpi ult, %183, %c30_98 : index
        %186 = arith.andi %184, %185 : i1
        %c1024_99 = arith.constant 1024 : index
        %187 = arith.cmpi ult, %179, %c1024_99 : index
        %c49 = arith.constant 49 : index
        %188 = arith.minui %182, %c49 : index
        %c29_100 = arith.constant 29 : index
        %189 = arith.minui %183, %c29_100 : index
        %190 = memref.load %arg1[%189, %188] : memref<30x50xf32>
        %cst_101 = arith.constant 0.000000e+00 : f32
        %191 = arith.select %186, %190, %cst_101 : f32
        memref.store %191, %1[%181, %180] : memref<16x68xf32, 3>
        %c256_102 = arith.constant 256 : index
        %192 = arith.addi %179, %c256_102 : index
        %c64_103 = arith.constant 64 : index
        %193 = arith.remui %192, %c64_103 : index
        %c64_104 = arith.constant 64 : index
        %194 = arith.divui %192, %c64_104 : index
        %195 = arith.addi %3, %193 : index
        %196 = arith.addi %arg3, %194 : index
        %c50_105 = arith.constant 50 : index
        %197 = arith.cmpi ult, %195, %c50_105 : index
        %c30_106 = arith.constant 30 : index
        %198 = arith.cmpi ult, %196, %c30_106 : index
        %199 = arith.andi %197, %198 : i1
        %c1024_107 = arith.constant 1024 : index
        %200 = arith.cmpi ult, %192, %c1024_107 : index
        %c49_108 = arith.constant 49 : index
        %201 = arith.minui %195, %c49_108 : index
        %c29_109 = arith.constant 29 : index
        %202 = arith.minui %196, %c29_109 : index
        %203 = memref.load %arg1[%202, %201] : memref<30x50xf32>
        %cst_110 = arith.constant 0.000000e+00 : f32
        %204 = arith.select %199, %203, %cst_110 : f32
        memref.store %204, %1[%194, %193] : memref<16x68xf32, 3>
        %c512_111 = arith.constant 512 : index
        %205 = arith.addi %179, %c512_111 : index
        %c64_112 = arith.constant 64 : index
        %206 = arith.remui %205, %c64_112 : index
        %c64_113 = arith.constant 64 : index
        %207 = arith.divui %205, %c64_113 : index
        %208 = arith.addi %3, %206 : index
        %209 = arith.addi %arg3, %207 : index
        %c50_114 = arith.constant 50 : index
        %210 = arith.cmpi ult, %208, %c50_114 : index
        %c30_115 = arith.constant 30 : index
        %211 = arith.cmpi ult, %209, %c30_115 : index
        %212 = arith.andi %210, %211 : i1
        %c1024_116 = arith.constant 1024 : index
        %213 = arith.cmpi ult, %205, %c1024_116 : index
        %c49_117 = arith.constant 49 : index
        %214 = arith.minui %208, %c49_117 : index
        %c29_118 = arith.constant 29 : index
        %215 = arith.minui %209, %c29_118 : index
        %216 = memref.load %arg1[%215, %214] : memref<30x50xf32>
        %cst_119 = arith.constant 0.000000e+00 : f32
        %217 = arith.select %212, %216, %cst_119 : f32
        memref.store %217, %1[%207, %206] : memref<16x68xf32, 3>
        %c768_120 = arith.constant 768 : index
        %218 = arith.addi %179, %c768_120 : index
        %c64_121 = arith.constant 64 : index
        %219 = arith.remui %218, %c64_121 : index
        %c64_122 = arith.constant 64 : index
        %220 = arith.divui %218, %c64_122 : index
        %221 = arith.addi %3, %219 : index
        %222 = arith.addi %arg3, %220 : index
        %c50_123 = arith.constant 50 : index
        %223 = arith.cmpi ult, %221, %c50_123 : index
        %c30_124 = arith.constant 30 : index
        %224 = arith.cmpi ult, %222, %c30_124 : index
        %225 = arith.andi %223, %224 : i1
        %c1024_125 = arith.constant 1024 : index
        %226 = arith.cmpi ult, %218, %c1024_125 : index
        %c49_126 = arith.constant 49 : index
        %227 = arith.minui %221, %c49_126 : index
        %c29_127 = arith.constant 29 : index
        %228 = arith.minui %222, %c29_127 : index
        %229 = memref.load %arg1[%228, %227] : memref<30x50xf32>
        %cst_128 = arith.constant 0.000000e+00 : f32
        %230 = arith.select %225, %229, %cst_128 : f32
        memref.store %230, %1[%220, %219] : memref<16x68xf32, 3>
        gpu.barrier
        %c16_129 = arith.constant 16 : index
        %c1_130 = arith.constant 1 : index
        %c0_131 = arith.constant 0 : index
        %231 = scf.for %arg5 = %c0_131 to %c16_129 step %c1_130 iter_args(%arg6 = %arg4) -> (vector<4x4xf32>) {
          %c4_132 = arith.constant 4 : index
          %232 = arith.muli %thread_id_y, %c4_132 : index
          %233 = vector.load %0[%arg5, %232] : memref<16x68xf32, 3>, vector<4xf32>
          %c4_133 = arith.constant 4 : index
          %234 = arith.muli %thread_id_x, %c4_133 : index
          %235 = vector.load %1[%arg5, %234] : memref<16x68xf32, 3>, vector<4xf32>
          %236 = vector.outerproduct %233, %235, %arg6 {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
          scf.yield %236 : vector<4x4xf32>
        }
        gpu.barrier
        scf.yield %231 : vector<4x4xf32>
      }
      %c4 = arith.constant 4 : index
      %6 = arith.muli %thread_id_y, %c4 : index
      %7 = arith.addi %2, %6 : index
      %c4_2 = arith.constant 4 : index
      %8 = arith.muli %thread_id_x, %c4_2 : index
      %9 = arith.addi %3, %8 : index
      %10 = vector.extract %5[0, 0] : f32 from vector<4x4xf32>
      %c100 = arith.constant 100 : index
      %11 = arith.cmpi ult, %7, %c100 : index
      %c50 = arith.constant 50 : index
      %12 = arith.cmpi ult, %9, %c50 : index
      %13 = arith.andi %11, %12 : i1
      scf.if %13 {
        memref.store %10, %arg2[%7, %9] : memref<100x50xf32>
      }
      %c4_3 = arith.constant 4 : index
      %14 = arith.muli %thread_id_x, %c4_3 : index
      %c1_4 = arith.constant 1 : index
      %15 = arith.addi %14, %c1_4 : index
      %16 = arith.addi %3, %15 : index
      %17 = vector.extract %5[0, 1] : f32 from vector<4x4xf32>
      %c100_5 = arith.constant 100 : index
      %18 = arith.cmpi ult, %7, %c100_5 : index
      %c50_6 = arith.constant 50 : index
      %19 = arith.cmpi ult, %16, %c50_6 : index
      %20 = arith.andi %18, %19 : i1
      scf.if %20 {
        memref.store %17, %arg2[%7, %16] : memref<100x50xf32>
      }
      %c4_7 = arith.constant 4 : index
      %21 = arith.muli %thread_id_x, %c4_7 : index
      %c2 = arith.constant 2 : index
      %22 = arith.addi %21, %c2 : index
      %23 = arith.addi %3, %22 : index
      %24 = vector.extract %5[0, 2] : f32 from vector<4x4xf32>
      %c100_8 = arith.constant 100 : index
      %25 = arith.cmpi ult, %7, %c100_8 : index
      %c50_9 = arith.constant 50 : index
      %26 = arith.cmpi ult, %23, %c50_9 : index
      %27 = arith.andi %25, %26 : i1
      scf.if %27 {
        memref.store %24, %arg2[%7, %23] : memref<100x50xf32>
      }
      %c4_10 = arith.constant 4 : index
      %28 = arith.muli %thread_id_x, %c4_10 : index
      %c3 = arith.constant 3 : index
      %29 = arith.addi %28, %c3 : index
      %30 = arith.addi %3, %29 : index
      %31 = vector.extract %5[0, 3] : f32 from vector<4x4xf32>
      %c100_11 = arith.constant 100 : index
      %32 = arith.cmpi ult, %7, %c100_11 : index
      %c50_12 = arith.constant 50 : index
      %33 = arith.cmpi ult, %30, %c50_12 : index
      %34 = arith.andi %32, %33 : i1
      scf.if %34 {
        memref.store %31, %arg2[%7, %30] : memref<100x50xf32>
      }
      %c4_13 = arith.constant 4 : index
      %35 = arith.muli %thread_id_y, %c4_13 : index
      %c1_14 = arith.constant 1 : index
      %36 = arith.addi %35, %c1_14 : index
      %37 = arith.addi %2, %36 : index
      %c4_15 = arith.constant 4 : index
      %38 = arith.muli %thread_id_x, %c4_15 : index
      %39 = arith.addi %3, %38 : index
      %40 = vector.extract %5[1, 0] : f32 from vector<4x4xf32>
      %c100_16 = arith.constant 100 : index
      %41 = arith.cmpi ult, %37, %c100_16 : index
      %c50_17 = arith.constant 50 : index
      %42 = arith.cmpi ult, %39, %c50_17 : index
      %43 = arith.andi %41, %42 : i1
      scf.if %43 {
        memref.store %40, %arg2[%37, %39] : memref<100x50xf32>
      }
      %c4_18 = arith.constant 4 : index
      %44 = arith.muli %thread_id_x, %c4_18 : index
      %c1_19 = arith.constant 1 : index
      %45 = arith.addi %44, %c1_19 : index
      %46 = arith.addi %3, %45 : index
      %47 = vector.extract %5[1, 1] : f32 from vector<4x4xf32>
      %c100_20 = arith.constant 100 : index
      %48 = arith.cmpi ult, %37, %c100_20 : index
      %c50_21 = arith.constant 50 : index
      %49 = arith.cmpi ult, %46, %c50_21 : index
      %50 = arith.andi %48, %49 : i1
      scf.if %50 {
        memref.store %47, %arg2[%37, %46] : memref<100x50xf32>
      }
      %c4_22 = arith.constant 4 : index
      %51 = arith.muli %thread_id_x, %c4_22 : index
      %c2_23 = arith.constant 2 : index
      %52 = arith.addi %51, %c2_23 : index
      %53 = arith.addi %3, %52 : index
      %54 = vector.extract %5[1, 2] : f32 from vector<4x4xf32>
      %c100_24 = arith.constant 100 : index
      %55 = arith.cmpi ult, %37, %c100_24 : index
      %c50_25 = arith.constant 50 : index
      %56 = arith.cmpi ult, %53, %c50_25 : index
      %57 = arith.andi %55, %56 : i1
      scf.if %57 {
        memref.store %54, %arg2[%37, %53] : memref<100x50xf32>
      }
      %c4_26 = arith.constant 4 : index
      %58 = arith.muli %thread_id_x, %c4_26 : index
      %c3_27 = arith.constant 3 : index
      %59 = arith.addi %58, %c3_27 : index
      %60 = arith.addi %3, %59 : index
      %61 = vector.extract %5[1, 3] : f32 from vector<4x4xf32>
      %c100_28 = arith.constant 100 : index
      %62 = arith.cmpi ult, %37, %c100_28 : index
      %c50_29 = arith.constant 50 : index
      %63 = arith.cmpi ult, %60, %c50_29 : index
      %64 = arith.andi %62, %63 : i1
      scf.if %64 {
        memref.store %61, %arg2[%37, %60] : memref<100x50xf32>
      }
      %c4_30 = arith.constant 4 : index
      %65 = arith.muli %thread_id_y, %c4_30 : index
      %c2_31 = arith.constant 2 : index
      %66 = arith.addi %65, %c2_31 : index
      %67 = arith.addi %2, %66 : index
      %c4_32 = arith.constant 4 : index
      %68 = arith.muli %thread_id_x, %c4_32 : index
      %69 = arith.addi %3, %68 : index
      %70 = vector.extract %5[2, 0] : f32 from vector<4x4xf32>
      %c100_33 = arith.constant 100 : index
      %71 = arith.cmpi ult, %67, %c100_33 : index
      %c50_34 = arith.constant 50 : index
      %72 = arith.cmpi ult, %69, %c50_34 : index
      %73 = arith.andi %71, %72 : i1
      scf.if %73 {
        memref.store %70, %arg2[%67, %69] : memref<100x50xf32>
      }
      %c4_35 = arith.constant 4 : index
      %74 = arith.muli %thread_id_x, %c4_35 : index
      %c1_36 = arith.constant 1 : index
      %75 = arith.addi %74, %c1_36 : index
      %76 = arith.addi %3, %75 : index
      %77 = vector.extract %5[2, 1] : f32 from vector<4x4xf32>
      %c100_37 = arith.constant 100 : index
      %78 = arith.cmpi ult, %67, %c100_37 : index
      %c50_38 = arith.constant 50 : index
      %79 = arith.cmpi ult, %76, %c50_38 : index
      %80 = arith.andi %78, %79 : i1
      scf.if %80 {
        memref.store %77, %arg2[%67, %76] : memref<100x50xf32>
      }
      %c4_39 = arith.constant 4 : index
      %81 = arith.muli %thread_id_x, %c4_39 : index
      %c2_40 = arith.constant 2 : index
      %82 = arith.addi %81, %c2_40 : index
      %83 = arith.addi %3, %82 : index
      %84 = vector.extract %5[2, 2] : f32 from vector<4x4xf32>
      %c100_41 = arith.constant 100 : index
      %85 = arith.cmpi ult, %67, %c100_41 : index
      %c50_42 = arith.constant 50 : index
      %86 = arith.cmpi ult, %83, %c50_42 : index
      %87 = arith.andi %85, %86 : i1
      scf.if %87 {
        memref.store %84, %arg2[%67, %83] : memref<100x50xf32>
      }
      %c4_43 = arith.constant 4 : index
      %88 = arith.muli %thread_id_x, %c4_43 : index
      %c3_44 = arith.constant 3 : index
      %89 = arith.addi %88, %c3_44 : index
      %90 = arith.addi %3, %89 : index
      %91 = vector.extract %5[2, 3] : f32 from vector<4x4xf32>
      %c100_45 = arith.constant 100 : index
      %92 = arith.cmpi ult, %67, %c100_45 : index
      %c50_46 = arith.constant 50 : index
      %93 = arith.cmpi ult, %90, %c50_46 : index
      %94 = arith.andi %92, %93 : i1
      scf.if %94 {
        memref.store %91, %arg2[%67, %90] : memref<100x50xf32>
      }
      %c4_47 = arith.constant 4 : index
      %95 = arith.muli %thread_id_y, %c4_47 : index
      %c3_48 = arith.constant 3 : index
      %96 = arith.addi %95, %c3_48 : index
      %97 = arith.addi %2, %96 : index
      %c4_49 = arith.constant 4 : index
      %98 = arith.muli %thread_id_x, %c4_49 : index
      %99 = arith.addi %3, %98 : index
      %100 = vector.extract %5[3, 0] : f32 from vector<4x4xf32>
      %c100_50 = arith.constant 100 : index
      %101 = arith.cmpi ult, %97, %c100_50 : index
      %c50_51 = arith.constant 50 : index
      %102 = arith.cmpi ult, %99, %c50_51 : index
      %103 = arith.andi %101, %102 : i1
      scf.if %103 {
        memref.store %100, %arg2[%97, %99] : memref<100x50xf32>
      }
      %c4_52 = arith.constant 4 : index
      %104 = arith.muli %thread_id_x, %c4_52 : index
      %c1_53 = arith.constant 1 : index
      %105 = arith.addi %104, %c1_53 : index
      %106 = arith.addi %3, %105 : index
      %107 = vector.extract %5[3, 1] : f32 from vector<4x4xf32>
      %c100_54 = arith.constant 100 : index
      %108 = arith.cmpi ult, %97, %c100_54 : index
      %c50_55 = arith.constant 50 : index
      %109 = arith.cmpi ult, %106, %c50_55 : index
      %110 = arith.andi %108, %109 : i1
      scf.if %110 {
        memref.store %107, %arg2[%97, %106] : memref<100x50xf32>
      }
      %c4_56 = arith.constant 4 : index
      %111 = arith.muli %thread_id_x, %c4_56 : index
      %c2_57 = arith.constant 2 : index
      %112 = arith.addi %111, %c2_57 : index
      %113 = arith.addi %3, %112 : index
      %114 = vector.extract %5[3, 2] : f32 from vector<4x4xf32>
      %c100_58 = arith.constant 100 : index
      %115 = arith.cmpi ult, %97, %c100_58 : index
      %c50_59 = arith.constant 50 : index
      %116 = arith.cmpi ult, %113, %c50_59 : index
      %117 = arith.andi %115, %116 : i1
      scf.if %117 {
        memref.store %114, %arg2[%97, %113] : memref<100x50xf32>
      }
      %c4_60 = arith.constant 4 : index
      %118 = arith.muli %thread_id_x, %c4_60 : index
      %c3_61 = arith.constant 3 : index
      %119 = arith.addi %118, %c3_61 : index
      %120 = arith.addi %3, %119 : index
      %121 = vector.extract %5[3, 3] : f32 from vector<4x4xf32>
      %c100_62 = arith.constant 100 : index
      %122 = arith.cmpi ult, %97, %c100_62 : index
      %c50_63 = arith.constant 50 : index
      %123 = arith.cmpi ult, %120, %c50_63 : index
      %124 = arith.andi %122, %123 : i1
      scf.if %124 {
        memref.store %121, %arg2[%97, %120] : memref<100x50xf32>
      }
      gpu.return
    }
  }
}
