// y = transpose(x) through a tile of shared memory: rows are read, rows are written, and the turn
// happens on the chip. Reads of the tile go down a column: all 32 lanes fall into one bank.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>)
        workgroup(%tile: memref<32x32xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %rows = memref.dim %x, %c0 : memref<?x?xf32>
      %columns = memref.dim %x, %c1 : memref<?x?xf32>
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %left = arith.muli %bx, %c32 : index
      %top = arith.muli %by, %c32 : index

      // [region in]
      %column = arith.addi %left, %tx : index
      scf.for %k = %ty to %c32 step %c8 {
        %row = arith.addi %top, %k : index
        %in_rows = arith.cmpi ult, %row, %rows : index
        %in_columns = arith.cmpi ult, %column, %columns : index
        %inside = arith.andi %in_rows, %in_columns : i1
        scf.if %inside {
          %element = memref.load %x[%row, %column] : memref<?x?xf32>
          memref.store %element, %tile[%k, %tx]
              : memref<32x32xf32, #gpu.address_space<workgroup>>
        }
      }
      // [end in]
      gpu.barrier
      // [region out]
      %to_column = arith.addi %top, %tx : index
      scf.for %k = %ty to %c32 step %c8 {
        %to_row = arith.addi %left, %k : index
        %in_rows = arith.cmpi ult, %to_row, %columns : index
        %in_columns = arith.cmpi ult, %to_column, %rows : index
        %inside = arith.andi %in_rows, %in_columns : i1
        scf.if %inside {
          %element = memref.load %tile[%tx, %k]
              : memref<32x32xf32, #gpu.address_space<workgroup>>
          memref.store %element, %y[%to_row, %to_column] : memref<?x?xf32>
        }
      }
      // [end out]
      gpu.return
    }
  }
}
