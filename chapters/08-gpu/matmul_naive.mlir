// c = a b, a thread an element of c, straight from global memory; any sizes. Blocks of 32 x 8.
// Each element of a and b is asked for again by every thread that needs it.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
        kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %nothing = arith.constant 0.0 : f32
      %rows = memref.dim %c, %c0 : memref<?x?xf32>
      %columns = memref.dim %c, %c1 : memref<?x?xf32>
      %depth = memref.dim %a, %c1 : memref<?x?xf32>
      %row = gpu.global_id y
      %column = gpu.global_id x
      %in_rows = arith.cmpi ult, %row, %rows : index
      %in_columns = arith.cmpi ult, %column, %columns : index
      %inside = arith.andi %in_rows, %in_columns : i1
      scf.if %inside {
        // [region sum]
        %sum = scf.for %k = %c0 to %depth step %c1 iter_args(%partial = %nothing) -> f32 {
          %x = memref.load %a[%row, %k] : memref<?x?xf32>
          %y = memref.load %b[%k, %column] : memref<?x?xf32>
          %next = math.fma %x, %y, %partial : f32
          scf.yield %next : f32
        }
        // [end sum]
        memref.store %sum, %c[%row, %column] : memref<?x?xf32>
      }
      gpu.return
    }
  }
}
