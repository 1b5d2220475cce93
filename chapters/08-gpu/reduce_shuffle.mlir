// The sum of each block's 256 elements: five shuffles in each warp, eight words of shared memory,
// and three shuffles more. One barrier, where the tree of reduce_shared has nine.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block_sums(%x: memref<?xf32>, %sums: memref<?xf32>)
        workgroup(%shared: memref<8xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %nothing = arith.constant 0.0 : f32
      %level0 = arith.constant 0 : i32
      %level1 = arith.constant 1 : i32
      %level3 = arith.constant 3 : i32
      %level5 = arith.constant 5 : i32
      %width = arith.constant 32 : i32
      %n = memref.dim %x, %c0 : memref<?xf32>
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %lane = arith.remui %thread, %c32 : index
      %warp = arith.divui %thread, %c32 : index
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      %mine = scf.if %inside -> f32 {
        %element = memref.load %x[%i] : memref<?xf32>
        scf.yield %element : f32
      } else {
        scf.yield %nothing : f32
      }

      // [region butterfly]
      // Lane i adds what lane i ^ 1 has, then i ^ 2, i ^ 4, i ^ 8, i ^ 16: all end with the sum.
      %of_warp = scf.for %level = %level0 to %level5 step %level1
          iter_args(%partial = %mine) -> f32 : i32 {
        %offset = arith.shli %level1, %level : i32
        %other, %valid = gpu.shuffle xor %partial, %offset, %width : f32
        %next = arith.addf %partial, %other : f32
        scf.yield %next : f32
      }
      // [end butterfly]

      // One lane of each warp hands its sum to the first warp.
      %leader = arith.cmpi eq, %lane, %c0 : index
      scf.if %leader {
        memref.store %of_warp, %shared[%warp] : memref<8xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %first_warp = arith.cmpi ult, %thread, %c32 : index
      scf.if %first_warp {
        %has = arith.cmpi ult, %lane, %c8 : index
        %sum = scf.if %has -> f32 {
          %of_other = memref.load %shared[%lane]
              : memref<8xf32, #gpu.address_space<workgroup>>
          scf.yield %of_other : f32
        } else {
          scf.yield %nothing : f32
        }
        %total = scf.for %level = %level0 to %level3 step %level1
            iter_args(%partial = %sum) -> f32 : i32 {
          %offset = arith.shli %level1, %level : i32
          %other, %valid = gpu.shuffle xor %partial, %offset, %width : f32
          %next = arith.addf %partial, %other : f32
          scf.yield %next : f32
        }
        %first = arith.cmpi eq, %thread, %c0 : index
        scf.if %first {
          memref.store %total, %sums[%block] : memref<?xf32>
        }
      }
      gpu.return
    }
  }
}
