// A fault: y = x * x where the last block may stick out, as in ../first/from_func.mlir, and nothing
// asks whether a thread's element is inside.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @square(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %i = gpu.global_id x
      %value = memref.load %x[%i] : memref<?xf32>
      %squared = arith.mulf %value, %value : f32
      memref.store %squared, %y[%i] : memref<?xf32>
      gpu.return
    }
  }
}
