// c = a b through shared memory: a block of 16 x 16 threads makes a 16 x 16 tile of c, any sizes.
// It fetches a tile of a and one of b, once each for 16 uses, with a barrier before and after use.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
        workgroup(%ta: memref<16x16xf32, #gpu.address_space<workgroup>>,
                  %tb: memref<16x16xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %nothing = arith.constant 0.0 : f32
      %rows = memref.dim %c, %c0 : memref<?x?xf32>
      %columns = memref.dim %c, %c1 : memref<?x?xf32>
      %depth = memref.dim %a, %c1 : memref<?x?xf32>
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %row = gpu.global_id y
      %column = gpu.global_id x
      %in_rows = arith.cmpi ult, %row, %rows : index
      %in_columns = arith.cmpi ult, %column, %columns : index

      // [region tiles]
      %sum = scf.for %k0 = %c0 to %depth step %c16 iter_args(%partial = %nothing) -> f32 {
        // Each thread fetches one element of either tile; outside of the matrix it puts a zero.
        %ka = arith.addi %k0, %tx : index
        %kb = arith.addi %k0, %ty : index
        %ka_in = arith.cmpi ult, %ka, %depth : index
        %kb_in = arith.cmpi ult, %kb, %depth : index
        %a_in = arith.andi %in_rows, %ka_in : i1
        %b_in = arith.andi %kb_in, %in_columns : i1
        %x = scf.if %a_in -> f32 {
          %element = memref.load %a[%row, %ka] : memref<?x?xf32>
          scf.yield %element : f32
        } else {
          scf.yield %nothing : f32
        }
        %y = scf.if %b_in -> f32 {
          %element = memref.load %b[%kb, %column] : memref<?x?xf32>
          scf.yield %element : f32
        } else {
          scf.yield %nothing : f32
        }
        memref.store %x, %ta[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        memref.store %y, %tb[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        gpu.barrier  // the tiles are whole before anyone reads them

        %more = scf.for %k = %c0 to %c16 step %c1 iter_args(%acc = %partial) -> f32 {
          %u = memref.load %ta[%ty, %k] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %v = memref.load %tb[%k, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %next = math.fma %u, %v, %acc : f32
          scf.yield %next : f32
        }
        gpu.barrier  // everyone has read them before the next ones come
        scf.yield %more : f32
      }
      // [end tiles]

      // Threads outside of c have fetched with the others, and only now stand aside.
      %inside = arith.andi %in_rows, %in_columns : i1
      scf.if %inside {
        memref.store %sum, %c[%row, %column] : memref<?x?xf32>
      }
      gpu.return
    }
  }
}
