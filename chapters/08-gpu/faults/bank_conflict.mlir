// A fault: a block's sum in shared memory where the words that are added lie ever further apart, and
// so share banks. ../reduce_shared.mlir halves the array instead. The sum is right, only late.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sums(%x: memref<?xf32>, %sums: memref<?xf32>)
        workgroup(%partial: memref<256xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c256 = arith.constant 256 : index
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

      // Neighbours first, then every other one, then every fourth: strides of 1, 2, 4, ... 128.
      scf.while (%stride = %c1) : (index) -> index {
        %more = arith.cmpi ult, %stride, %c256 : index
        scf.condition(%more) %stride : index
      } do {
      ^bb0(%stride: index):
        %step = arith.muli %stride, %c2 : index
        %mine_at = arith.muli %thread, %step : index
        %adds = arith.cmpi ult, %mine_at, %c256 : index
        scf.if %adds {
          %other = arith.addi %mine_at, %stride : index
          %a = memref.load %partial[%mine_at]
              : memref<256xf32, #gpu.address_space<workgroup>>
          %b = memref.load %partial[%other] : memref<256xf32, #gpu.address_space<workgroup>>
          %sum = arith.addf %a, %b : f32
          memref.store %sum, %partial[%mine_at]
              : memref<256xf32, #gpu.address_space<workgroup>>
        }
        gpu.barrier
        scf.yield %step : index
      }

      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        %total = memref.load %partial[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %total, %sums[%block] : memref<?xf32>
      }
      gpu.return
    }
  }
}
