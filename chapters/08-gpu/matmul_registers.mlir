// c = a b with 16 results a thread: a block of 16 x 16 threads makes a 64 x 64 tile of c, and a
// thread every 16th row and column of it. Each word read from shared memory is used four times.
// Rows and columns of c in multiples of 64, the depth in multiples of 16.
!a_tile = memref<64x16xf32, #gpu.address_space<workgroup>>
!b_tile = memref<16x64xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
        workgroup(%ta: memref<64x16xf32, #gpu.address_space<workgroup>>,
                  %tb: memref<16x64xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %c64 = arith.constant 64 : index
      %nothing = arith.constant dense<0.0> : vector<4x4xf32>
      %depth = memref.dim %a, %c1 : memref<?x?xf32>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %top = arith.muli %by, %c64 : index
      %left = arith.muli %bx, %c64 : index

      // Rows y0, y1, y2, y3 and columns x0, x1, x2, x3 of the tile are this thread's.
      %x0 = gpu.thread_id x
      %x1 = arith.addi %x0, %c16 : index
      %x2 = arith.addi %x1, %c16 : index
      %x3 = arith.addi %x2, %c16 : index
      %y0 = gpu.thread_id y
      %y1 = arith.addi %y0, %c16 : index
      %y2 = arith.addi %y1, %c16 : index
      %y3 = arith.addi %y2, %c16 : index
      %n0 = arith.addi %left, %x0 : index
      %n1 = arith.addi %left, %x1 : index
      %n2 = arith.addi %left, %x2 : index
      %n3 = arith.addi %left, %x3 : index
      %m0 = arith.addi %top, %y0 : index
      %m1 = arith.addi %top, %y1 : index
      %m2 = arith.addi %top, %y2 : index
      %m3 = arith.addi %top, %y3 : index

      // The tile of b is fetched by whole rows: a warp half a row, the block four rows at a time.
      %flat_y = arith.muli %y0, %c16 : index
      %flat = arith.addi %flat_y, %x0 : index
      %z0 = arith.divui %flat, %c64 : index
      %z1 = arith.addi %z0, %c4 : index
      %z2 = arith.addi %z1, %c4 : index
      %z3 = arith.addi %z2, %c4 : index
      %bx0 = arith.remui %flat, %c64 : index
      %bn = arith.addi %left, %bx0 : index

      %sum = scf.for %k0 = %c0 to %depth step %c16
          iter_args(%partial = %nothing) -> vector<4x4xf32> {
        // Each thread fetches four elements of either tile.
        %ka = arith.addi %k0, %x0 : index
        %kb0 = arith.addi %k0, %z0 : index
        %kb1 = arith.addi %k0, %z1 : index
        %kb2 = arith.addi %k0, %z2 : index
        %kb3 = arith.addi %k0, %z3 : index
        %a0 = memref.load %a[%m0, %ka] : memref<?x?xf32>
        %a1 = memref.load %a[%m1, %ka] : memref<?x?xf32>
        %a2 = memref.load %a[%m2, %ka] : memref<?x?xf32>
        %a3 = memref.load %a[%m3, %ka] : memref<?x?xf32>
        %b0 = memref.load %b[%kb0, %bn] : memref<?x?xf32>
        %b1 = memref.load %b[%kb1, %bn] : memref<?x?xf32>
        %b2 = memref.load %b[%kb2, %bn] : memref<?x?xf32>
        %b3 = memref.load %b[%kb3, %bn] : memref<?x?xf32>
        memref.store %a0, %ta[%y0, %x0] : !a_tile
        memref.store %a1, %ta[%y1, %x0] : !a_tile
        memref.store %a2, %ta[%y2, %x0] : !a_tile
        memref.store %a3, %ta[%y3, %x0] : !a_tile
        memref.store %b0, %tb[%z0, %bx0] : !b_tile
        memref.store %b1, %tb[%z1, %bx0] : !b_tile
        memref.store %b2, %tb[%z2, %bx0] : !b_tile
        memref.store %b3, %tb[%z3, %bx0] : !b_tile
        gpu.barrier

        // [region outer]
        %more = scf.for %k = %c0 to %c16 step %c1
            iter_args(%acc = %partial) -> vector<4x4xf32> {
          %u0 = memref.load %ta[%y0, %k] : !a_tile
          %u1 = memref.load %ta[%y1, %k] : !a_tile
          %u2 = memref.load %ta[%y2, %k] : !a_tile
          %u3 = memref.load %ta[%y3, %k] : !a_tile
          %v0 = memref.load %tb[%k, %x0] : !b_tile
          %v1 = memref.load %tb[%k, %x1] : !b_tile
          %v2 = memref.load %tb[%k, %x2] : !b_tile
          %v3 = memref.load %tb[%k, %x3] : !b_tile
          %u = vector.from_elements %u0, %u1, %u2, %u3 : vector<4xf32>
          %v = vector.from_elements %v0, %v1, %v2, %v3 : vector<4xf32>
          %next = vector.outerproduct %u, %v, %acc : vector<4xf32>, vector<4xf32>
          scf.yield %next : vector<4x4xf32>
        }
        // [end outer]
        gpu.barrier
        scf.yield %more : vector<4x4xf32>
      }

      %row0 = vector.extract %sum[0] : vector<4xf32> from vector<4x4xf32>
      %r00, %r01, %r02, %r03 = vector.to_elements %row0 : vector<4xf32>
      %row1 = vector.extract %sum[1] : vector<4xf32> from vector<4x4xf32>
      %r10, %r11, %r12, %r13 = vector.to_elements %row1 : vector<4xf32>
      %row2 = vector.extract %sum[2] : vector<4xf32> from vector<4x4xf32>
      %r20, %r21, %r22, %r23 = vector.to_elements %row2 : vector<4xf32>
      %row3 = vector.extract %sum[3] : vector<4xf32> from vector<4x4xf32>
      %r30, %r31, %r32, %r33 = vector.to_elements %row3 : vector<4xf32>
      memref.store %r00, %c[%m0, %n0] : memref<?x?xf32>
      memref.store %r01, %c[%m0, %n1] : memref<?x?xf32>
      memref.store %r02, %c[%m0, %n2] : memref<?x?xf32>
      memref.store %r03, %c[%m0, %n3] : memref<?x?xf32>
      memref.store %r10, %c[%m1, %n0] : memref<?x?xf32>
      memref.store %r11, %c[%m1, %n1] : memref<?x?xf32>
      memref.store %r12, %c[%m1, %n2] : memref<?x?xf32>
      memref.store %r13, %c[%m1, %n3] : memref<?x?xf32>
      memref.store %r20, %c[%m2, %n0] : memref<?x?xf32>
      memref.store %r21, %c[%m2, %n1] : memref<?x?xf32>
      memref.store %r22, %c[%m2, %n2] : memref<?x?xf32>
      memref.store %r23, %c[%m2, %n3] : memref<?x?xf32>
      memref.store %r30, %c[%m3, %n0] : memref<?x?xf32>
      memref.store %r31, %c[%m3, %n1] : memref<?x?xf32>
      memref.store %r32, %c[%m3, %n2] : memref<?x?xf32>
      memref.store %r33, %c[%m3, %n3] : memref<?x?xf32>
      gpu.return
    }
  }
}
