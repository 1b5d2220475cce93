// y = transpose(x), straight: a warp reads 32 neighbours of a row and writes them 32 rows apart.
// Look at the report's line for the store: 32 sectors of 32 bytes for 128 bytes of use.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @transpose(%x: memref<?x?xf32>, %y: memref<?x?xf32>)
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

      // [region copy]
      // 32 x 8 threads for a tile of 32 x 32: each moves four elements, eight rows apart.
      %column = arith.addi %left, %tx : index
      scf.for %k = %ty to %c32 step %c8 {
        %row = arith.addi %top, %k : index
        %in_rows = arith.cmpi ult, %row, %rows : index
        %in_columns = arith.cmpi ult, %column, %columns : index
        %inside = arith.andi %in_rows, %in_columns : i1
        scf.if %inside {
          %element = memref.load %x[%row, %column] : memref<?x?xf32>
          memref.store %element, %y[%column, %row] : memref<?x?xf32>
        }
      }
      // [end copy]
      gpu.return
    }
  }
}
