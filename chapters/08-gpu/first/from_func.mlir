// The kernels as gpu.func: what one thread does, in MLIR's own operations; no host code.
// Pipeline gpu-nvvm makes them LLVM functions; index and memref become i64 and descriptors.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @store42(%out: memref<1xi32>) kernel {
      %zero = arith.constant 0 : index
      %value = arith.constant 42 : i32
      memref.store %value, %out[%zero] : memref<1xi32>
      gpu.return
    }

    // [region square]
    gpu.func @square(%x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %zero = arith.constant 0 : index
      %n = memref.dim %x, %zero : memref<?xf32>
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %value = memref.load %x[%i] : memref<?xf32>
        %squared = arith.mulf %value, %value : f32
        memref.store %squared, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
    // [end square]
  }
}
