// A fault: y = 2 x on a matrix, where neighbouring threads have neighbouring rows. Elements of a
// column lie a whole row apart: a warp touches 32 sectors for 32 words. Swap x and y to mend it.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale(%x: memref<?x?xf32>, %y: memref<?x?xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %two = arith.constant 2.0 : f32
      %rows = memref.dim %x, %c0 : memref<?x?xf32>
      %columns = memref.dim %x, %c1 : memref<?x?xf32>
      // [region ids]
      %row = gpu.global_id x
      %column = gpu.global_id y
      // [end ids]
      %in_rows = arith.cmpi ult, %row, %rows : index
      %in_columns = arith.cmpi ult, %column, %columns : index
      %inside = arith.andi %in_rows, %in_columns : i1
      scf.if %inside {
        %element = memref.load %x[%row, %column] : memref<?x?xf32>
        %scaled = arith.mulf %two, %element : f32
        memref.store %scaled, %y[%row, %column] : memref<?x?xf32>
      }
      gpu.return
    }
  }
}
