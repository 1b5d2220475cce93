// The sum of each row of a matrix: a warp a row. Its 32 lanes read 32 neighbours at a time, then
// add up with shuffles; no shared memory, no barrier. Blocks of (32, 4): four rows each.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @row_sums(%x: memref<?x?xf32>, %sums: memref<?xf32>)
        kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %nothing = arith.constant 0.0 : f32
      %level0 = arith.constant 0 : i32
      %level1 = arith.constant 1 : i32
      %level5 = arith.constant 5 : i32
      %width = arith.constant 32 : i32
      %rows = memref.dim %x, %c0 : memref<?x?xf32>
      %columns = memref.dim %x, %c1 : memref<?x?xf32>
      %lane = gpu.thread_id x
      %row = gpu.global_id y

      // All lanes of a warp have the same row: a warp goes in whole or not at all.
      %inside = arith.cmpi ult, %row, %rows : index
      scf.if %inside {
        // [region row]
        %mine = scf.for %j = %lane to %columns step %c32
            iter_args(%partial = %nothing) -> f32 {
          %element = memref.load %x[%row, %j] : memref<?x?xf32>
          %next = arith.addf %partial, %element : f32
          scf.yield %next : f32
        }
        // [end row]
        // Lane i adds what lane i ^ 1 has, then i ^ 2, i ^ 4, i ^ 8, i ^ 16: all end with the sum.
        %sum = scf.for %level = %level0 to %level5 step %level1
            iter_args(%partial = %mine) -> f32 : i32 {
          %offset = arith.shli %level1, %level : i32
          %other, %valid = gpu.shuffle xor %partial, %offset, %width : f32
          %next = arith.addf %partial, %other : f32
          scf.yield %next : f32
        }
        %first = arith.cmpi eq, %lane, %c0 : index
        scf.if %first {
          memref.store %sum, %sums[%row] : memref<?xf32>
        }
      }
      gpu.return
    }
  }
}
