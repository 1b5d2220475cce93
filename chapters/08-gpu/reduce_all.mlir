// The sum of each block's 256 elements as one operation: gpu.all_reduce. A pass writes out shuffles
// and shared memory. `uniform` promises that every thread of the block gets there.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sums(%x: memref<?xf32>, %sums: memref<?xf32>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %nothing = arith.constant 0.0 : f32
      %n = memref.dim %x, %c0 : memref<?xf32>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      %mine = scf.if %inside -> f32 {
        %element = memref.load %x[%i] : memref<?xf32>
        scf.yield %element : f32
      } else {
        scf.yield %nothing : f32
      }
      %total = gpu.all_reduce add %mine uniform {} : (f32) -> f32
      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        memref.store %total, %sums[%block] : memref<?xf32>
      }
      gpu.return
    }
  }
}
