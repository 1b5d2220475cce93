// Softmax of each row: a block of 128 threads a row, any length. Maxima and sums go through shuffles
// inside of a warp and through four words of shared memory between the warps.
// A row that holds nan or +inf, or nothing but -inf, becomes nan throughout, as in NumPy.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @softmax(%x: memref<?x?xf32>, %y: memref<?x?xf32>)
        workgroup(%maxima: memref<4xf32, #gpu.address_space<workgroup>>,
                  %sums: memref<4xf32, #gpu.address_space<workgroup>>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c32 = arith.constant 32 : index
      %c128 = arith.constant 128 : index
      %nothing = arith.constant 0.0 : f32
      %lowest = arith.constant 0xFF800000 : f32  // -inf
      %level0 = arith.constant 0 : i32
      %level1 = arith.constant 1 : i32
      %level5 = arith.constant 5 : i32
      %width = arith.constant 32 : i32
      %columns = memref.dim %x, %c1 : memref<?x?xf32>
      %row = gpu.block_id x
      %thread = gpu.thread_id x
      %lane = arith.remui %thread, %c32 : index
      %warp = arith.divui %thread, %c32 : index
      %leader = arith.cmpi eq, %lane, %c0 : index

      // [region maximum]
      // The maximum of what this thread reads, then of its warp, then of the block.
      %mine = scf.for %j = %thread to %columns step %c128 iter_args(%best = %lowest) -> f32 {
        %element = memref.load %x[%row, %j] : memref<?x?xf32>
        %next = arith.maximumf %best, %element : f32
        scf.yield %next : f32
      }
      %of_warp = scf.for %level = %level0 to %level5 step %level1
          iter_args(%best = %mine) -> f32 : i32 {
        %offset = arith.shli %level1, %level : i32
        %other, %valid = gpu.shuffle xor %best, %offset, %width : f32
        %next = arith.maximumf %best, %other : f32
        scf.yield %next : f32
      }
      scf.if %leader {
        memref.store %of_warp, %maxima[%warp] : memref<4xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %max = scf.for %k = %c0 to %c4 step %c1 iter_args(%best = %lowest) -> f32 {
        %of_other = memref.load %maxima[%k] : memref<4xf32, #gpu.address_space<workgroup>>
        %next = arith.maximumf %best, %of_other : f32
        scf.yield %next : f32
      }
      // [end maximum]

      // The sum of the exponentials, the same way.
      %my_sum = scf.for %j = %thread to %columns step %c128
          iter_args(%partial = %nothing) -> f32 {
        %element = memref.load %x[%row, %j] : memref<?x?xf32>
        %shifted = arith.subf %element, %max : f32
        %power = math.exp %shifted : f32
        %next = arith.addf %partial, %power : f32
        scf.yield %next : f32
      }
      %warp_sum = scf.for %level = %level0 to %level5 step %level1
          iter_args(%partial = %my_sum) -> f32 : i32 {
        %offset = arith.shli %level1, %level : i32
        %other, %valid = gpu.shuffle xor %partial, %offset, %width : f32
        %next = arith.addf %partial, %other : f32
        scf.yield %next : f32
      }
      scf.if %leader {
        memref.store %warp_sum, %sums[%warp] : memref<4xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %sum = scf.for %k = %c0 to %c4 step %c1 iter_args(%partial = %nothing) -> f32 {
        %of_other = memref.load %sums[%k] : memref<4xf32, #gpu.address_space<workgroup>>
        %next = arith.addf %partial, %of_other : f32
        scf.yield %next : f32
      }

      scf.for %j = %thread to %columns step %c128 {
        %element = memref.load %x[%row, %j] : memref<?x?xf32>
        %shifted = arith.subf %element, %max : f32
        %power = math.exp %shifted : f32
        %share = arith.divf %power, %sum : f32
        memref.store %share, %y[%row, %j] : memref<?x?xf32>
      }
      gpu.return
    }
  }
}
