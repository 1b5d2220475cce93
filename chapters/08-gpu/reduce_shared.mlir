// The sum of each block's 256 elements: a tree in shared memory, with a barrier after each level.
// Pipeline gpu-nvvm. Look at which barriers stand outside of the scf.if.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sums(%x: memref<?xf32>, %sums: memref<?xf32>)
        workgroup(%partial: memref<256xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c128 = arith.constant 128 : index
      %nothing = arith.constant 0.0 : f32
      %n = memref.dim %x, %c0 : memref<?xf32>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %i = gpu.global_id x

      // The last block may stick out of x: the threads outside add nothing.
      %inside = arith.cmpi ult, %i, %n : index
      %mine = scf.if %inside -> f32 {
        %element = memref.load %x[%i] : memref<?xf32>
        scf.yield %element : f32
      } else {
        scf.yield %nothing : f32
      }
      memref.store %mine, %partial[%thread]
          : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier

      // [region tree]
      // 128 threads add the upper half to the lower, then 64, 32, ... 1.
      scf.while (%width = %c128) : (index) -> index {
        %more = arith.cmpi ne, %width, %c0 : index
        scf.condition(%more) %width : index
      } do {
      ^bb0(%width: index):
        %adds = arith.cmpi ult, %thread, %width : index
        scf.if %adds {
          %other = arith.addi %thread, %width : index
          %a = memref.load %partial[%thread] : memref<256xf32, #gpu.address_space<workgroup>>
          %b = memref.load %partial[%other] : memref<256xf32, #gpu.address_space<workgroup>>
          %sum = arith.addf %a, %b : f32
          memref.store %sum, %partial[%thread]
              : memref<256xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
        %half = arith.shrui %width, %c1 : index
        scf.yield %half : index
      }
      // [end tree]

      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        %total = memref.load %partial[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %total, %sums[%block] : memref<?xf32>
      }
      gpu.return
    }
  }
}
