// c = a b on tensor cores: f16 factors, f32 sums. For sm_80 and up. All sizes in multiples of 64.
// A block of four warps makes a 64 x 64 tile of c, 32 x 32 a warp: cp.async fetches the next tiles
// of a and b while ldmatrix and mma.sync work on these.
!tile = memref<2x64x72xf16, #gpu.address_space<workgroup>>
!fragment = vector<4x2xf16>
!sums = vector<2x2xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Two stages of a tile each. Rows are 72 halves long, 144 bytes, of which 64 are used.
    gpu.func @matmul(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf32>)
        workgroup(%ta: memref<2x64x72xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64},
                  %tb: memref<2x64x72xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %nothing = arith.constant dense<0.0> : !sums
      %depth = memref.dim %a, %c1 : memref<?x?xf16>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %thread = gpu.thread_id x
      %lane = arith.remui %thread, %c32 : index
      %warp = arith.divui %thread, %c32 : index
      %top = arith.muli %by, %c64 : index
      %left = arith.muli %bx, %c64 : index

      // Copies go by 8 halves, 16 bytes. Eight threads copy a row of a tile, all of them 16 rows.
      %row0 = arith.divui %thread, %c8 : index
      %eighth = arith.remui %thread, %c8 : index
      %column = arith.muli %eighth, %c8 : index
      %b_column = arith.addi %left, %column : index

      // Warps 0 and 1 have the upper half of the tile, 0 and 2 the left half.
      %warp_y = arith.divui %warp, %c2 : index
      %warp_x = arith.remui %warp, %c2 : index
      %warp_m = arith.muli %warp_y, %c32 : index
      %warp_n = arith.muli %warp_x, %c32 : index
      // ldmatrix takes four 8 x 8 matrices: lane l gives the address of row l % 8 of matrix l / 8.
      // These are the quarters of a 16 x 16 piece: rows 0 to 15 by l % 16, columns 0 or 8 by l / 16.
      %piece_row = arith.remui %lane, %c16 : index
      %piece_half = arith.divui %lane, %c16 : index
      %piece_column = arith.muli %piece_half, %c8 : index
      %a_row0 = arith.addi %warp_m, %piece_row : index
      %a_row1 = arith.addi %a_row0, %c16 : index
      %b_column0 = arith.addi %warp_n, %piece_column : index
      %b_column1 = arith.addi %b_column0, %c16 : index

      // The first tiles, into stage 0.
      scf.for %down = %c0 to %c64 step %c16 {
        %r = arith.addi %row0, %down : index
        %m = arith.addi %top, %r : index
        %k = arith.addi %c0, %r : index
        %copy_a = nvgpu.device_async_copy %a[%m, %column], %ta[%c0, %r, %column], 8 {bypassL1}
            : memref<?x?xf16> to !tile
        %copy_b = nvgpu.device_async_copy %b[%k, %b_column], %tb[%c0, %r, %column], 8 {bypassL1}
            : memref<?x?xf16> to !tile
      }
      %first = nvgpu.device_async_create_group
      nvgpu.device_async_wait %first {numGroups = 1 : i32}  // no wait: one may be on its way
      %results:8 = scf.for %k0 = %c0 to %depth step %c64
          iter_args(%p00 = %nothing, %p01 = %nothing, %p02 = %nothing, %p03 = %nothing,
                    %p10 = %nothing, %p11 = %nothing, %p12 = %nothing, %p13 = %nothing)
          -> (!sums, !sums, !sums, !sums, !sums, !sums, !sums, !sums) {
        %turn = arith.divui %k0, %c64 : index
        %stage = arith.remui %turn, %c2 : index
        %other = arith.subi %c1, %stage : index

        // [region prefetch]
        // The next tiles start on their way to the other stage. In the last turn the group is empty.
        %k1 = arith.addi %k0, %c64 : index
        %more = arith.cmpi ult, %k1, %depth : index
        scf.if %more {
          %ka = arith.addi %k1, %column : index
          scf.for %down = %c0 to %c64 step %c16 {
            %r = arith.addi %row0, %down : index
            %m = arith.addi %top, %r : index
            %k = arith.addi %k1, %r : index
            %copy_a = nvgpu.device_async_copy %a[%m, %ka], %ta[%other, %r, %column], 8 {bypassL1}
                : memref<?x?xf16> to !tile
            %copy_b = nvgpu.device_async_copy %b[%k, %b_column], %tb[%other, %r, %column], 8 {bypassL1}
                : memref<?x?xf16> to !tile
          }
        }
        %next = nvgpu.device_async_create_group
        // All groups but the newest have arrived, for this thread; after the barrier, for all.
        nvgpu.device_async_wait %next {numGroups = 1 : i32}
        gpu.barrier
        // [end prefetch]

        %done:8 = scf.for %k = %c0 to %c64 step %c16
            iter_args(%s00 = %p00, %s01 = %p01, %s02 = %p02, %s03 = %p03,
                      %s10 = %p10, %s11 = %p11, %s12 = %p12, %s13 = %p13)
            -> (!sums, !sums, !sums, !sums, !sums, !sums, !sums, !sums) {
          // [region fragments]
          %a_column = arith.addi %k, %piece_column : index
          %b_row = arith.addi %k, %piece_row : index
          %a0 = nvgpu.ldmatrix %ta[%stage, %a_row0, %a_column]
              {transpose = false, numTiles = 4 : i32} : !tile -> !fragment
          %a1 = nvgpu.ldmatrix %ta[%stage, %a_row1, %a_column]
              {transpose = false, numTiles = 4 : i32} : !tile -> !fragment
          %b0 = nvgpu.ldmatrix %tb[%stage, %b_row, %b_column0]
              {transpose = true, numTiles = 4 : i32} : !tile -> !fragment
          %b1 = nvgpu.ldmatrix %tb[%stage, %b_row, %b_column1]
              {transpose = true, numTiles = 4 : i32} : !tile -> !fragment
          // Each %b holds two fragments of 16 x 8, side by side.
          %f0 = vector.extract_strided_slice %b0
              {offsets = [0], sizes = [2], strides = [1]} : !fragment to vector<2x2xf16>
          %f1 = vector.extract_strided_slice %b0
              {offsets = [2], sizes = [2], strides = [1]} : !fragment to vector<2x2xf16>
          %f2 = vector.extract_strided_slice %b1
              {offsets = [0], sizes = [2], strides = [1]} : !fragment to vector<2x2xf16>
          %f3 = vector.extract_strided_slice %b1
              {offsets = [2], sizes = [2], strides = [1]} : !fragment to vector<2x2xf16>
          // [end fragments]
          // [region mma]
          %n00 = nvgpu.mma.sync (%a0, %f0, %s00) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n01 = nvgpu.mma.sync (%a0, %f1, %s01) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n02 = nvgpu.mma.sync (%a0, %f2, %s02) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n03 = nvgpu.mma.sync (%a0, %f3, %s03) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n10 = nvgpu.mma.sync (%a1, %f0, %s10) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n11 = nvgpu.mma.sync (%a1, %f1, %s11) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n12 = nvgpu.mma.sync (%a1, %f2, %s12) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          %n13 = nvgpu.mma.sync (%a1, %f3, %s13) {mmaShape = [16, 8, 16]}
              : (!fragment, vector<2x2xf16>, !sums) -> !sums
          // [end mma]
          scf.yield %n00, %n01, %n02, %n03, %n10, %n11, %n12, %n13
              : !sums, !sums, !sums, !sums, !sums, !sums, !sums, !sums
        }
        gpu.barrier  // this stage has been read, and the next turn may write to it
        scf.yield %done#0, %done#1, %done#2, %done#3, %done#4, %done#5, %done#6, %done#7
            : !sums, !sums, !sums, !sums, !sums, !sums, !sums, !sums
      }

      // [region store]
      // Of each 16 x 8 result, lane l has two neighbours in row l / 4 and two in row l / 4 + 8,
      // at column 2 * (l % 4).
      %g = arith.divui %lane, %c4 : index
      %t = arith.remui %lane, %c4 : index
      %t2 = arith.muli %t, %c2 : index
      %tile_m = arith.addi %top, %warp_m : index
      %tile_n = arith.addi %left, %warp_n : index
      %row00 = arith.addi %tile_m, %g : index
      %row01 = arith.addi %row00, %c8 : index
      %row10 = arith.addi %row00, %c16 : index
      %row11 = arith.addi %row10, %c8 : index
      %col0 = arith.addi %tile_n, %t2 : index
      %col1 = arith.addi %col0, %c8 : index
      %col2 = arith.addi %col1, %c8 : index
      %col3 = arith.addi %col2, %c8 : index
      %v000 = vector.extract %results#0[0] : vector<2xf32> from !sums
      vector.store %v000, %c[%row00, %col0] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v001 = vector.extract %results#0[1] : vector<2xf32> from !sums
      vector.store %v001, %c[%row01, %col0] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v010 = vector.extract %results#1[0] : vector<2xf32> from !sums
      vector.store %v010, %c[%row00, %col1] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v011 = vector.extract %results#1[1] : vector<2xf32> from !sums
      vector.store %v011, %c[%row01, %col1] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v020 = vector.extract %results#2[0] : vector<2xf32> from !sums
      vector.store %v020, %c[%row00, %col2] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v021 = vector.extract %results#2[1] : vector<2xf32> from !sums
      vector.store %v021, %c[%row01, %col2] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v030 = vector.extract %results#3[0] : vector<2xf32> from !sums
      vector.store %v030, %c[%row00, %col3] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v031 = vector.extract %results#3[1] : vector<2xf32> from !sums
      vector.store %v031, %c[%row01, %col3] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v100 = vector.extract %results#4[0] : vector<2xf32> from !sums
      vector.store %v100, %c[%row10, %col0] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v101 = vector.extract %results#4[1] : vector<2xf32> from !sums
      vector.store %v101, %c[%row11, %col0] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v110 = vector.extract %results#5[0] : vector<2xf32> from !sums
      vector.store %v110, %c[%row10, %col1] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v111 = vector.extract %results#5[1] : vector<2xf32> from !sums
      vector.store %v111, %c[%row11, %col1] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v120 = vector.extract %results#6[0] : vector<2xf32> from !sums
      vector.store %v120, %c[%row10, %col2] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v121 = vector.extract %results#6[1] : vector<2xf32> from !sums
      vector.store %v121, %c[%row11, %col2] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v130 = vector.extract %results#7[0] : vector<2xf32> from !sums
      vector.store %v130, %c[%row10, %col3] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      %v131 = vector.extract %results#7[1] : vector<2xf32> from !sums
      vector.store %v131, %c[%row11, %col3] {alignment = 8 : i64}
          : memref<?x?xf32>, vector<2xf32>
      // [end store]
      gpu.return
    }
  }
}
