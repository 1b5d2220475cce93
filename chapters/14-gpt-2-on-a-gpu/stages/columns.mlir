// Kernels of column_total. Written by stages.py.
// Arguments: x float32[40, 64].
// Launched: columns_0 with a grid of 2 x 1 x 1 blocks of 32 x 16 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global @columns_0_shared_0 : memref<16x32xf32, 3> = uninitialized {alignment = 16 : i64}
    gpu.func @columns_0(%arg0: memref<40x64xf32>, %arg1: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 16, 1>} {
      %thread_id_x = gpu.thread_id  x
      %thread_id_y = gpu.thread_id  y
      %block_id_x = gpu.block_id  x
      %c32 = arith.constant 32 : index
      %0 = arith.muli %block_id_x, %c32 : index
      %1 = arith.addi %0, %thread_id_x : index
      %c40 = arith.constant 40 : index
      %c16 = arith.constant 16 : index
      %cst = arith.constant 0.000000e+00 : f32
      %2 = scf.for %arg2 = %thread_id_y to %c40 step %c16 iter_args(%arg3 = %cst) -> (f32) {
        %5 = memref.load %arg0[%arg2, %1] : memref<40x64xf32>
        %6 = arith.addf %arg3, %5 fastmath<reassoc> : f32
        scf.yield %6 : f32
      }
      %3 = memref.get_global @columns_0_shared_0 : memref<16x32xf32, 3>
      memref.store %2, %3[%thread_id_y, %thread_id_x] : memref<16x32xf32, 3>
      gpu.barrier
      %c0 = arith.constant 0 : index
      %4 = arith.cmpi eq, %thread_id_y, %c0 : index
      scf.if %4 {
        %c1 = arith.constant 1 : index
        %5 = memref.load %3[%c1, %thread_id_x] : memref<16x32xf32, 3>
        %6 = arith.addf %2, %5 fastmath<reassoc> : f32
        %c2 = arith.constant 2 : index
        %7 = memref.load %3[%c2, %thread_id_x] : memref<16x32xf32, 3>
        %8 = arith.addf %6, %7 fastmath<reassoc> : f32
        %c3 = arith.constant 3 : index
        %9 = memref.load %3[%c3, %thread_id_x] : memref<16x32xf32, 3>
        %10 = arith.addf %8, %9 fastmath<reassoc> : f32
        %c4 = arith.constant 4 : index
        %11 = memref.load %3[%c4, %thread_id_x] : memref<16x32xf32, 3>
        %12 = arith.addf %10, %11 fastmath<reassoc> : f32
        %c5 = arith.constant 5 : index
        %13 = memref.load %3[%c5, %thread_id_x] : memref<16x32xf32, 3>
        %14 = arith.addf %12, %13 fastmath<reassoc> : f32
        %c6 = arith.constant 6 : index
        %15 = memref.load %3[%c6, %thread_id_x] : memref<16x32xf32, 3>
        %16 = arith.addf %14, %15 fastmath<reassoc> : f32
        %c7 = arith.constant 7 : index
        %17 = memref.load %3[%c7, %thread_id_x] : memref<16x32xf32, 3>
        %18 = arith.addf %16, %17 fastmath<reassoc> : f32
        %c8 = arith.constant 8 : index
        %19 = memref.load %3[%c8, %thread_id_x] : memref<16x32xf32, 3>
        %20 = arith.addf %18, %19 fastmath<reassoc> : f32
        %c9 = arith.constant 9 : index
        %21 = memref.load %3[%c9, %thread_id_x] : memref<16x32xf32, 3>
        %22 = arith.addf %20, %21 fastmath<reassoc> : f32
        %c10 = arith.constant 10 : index
        %23 = memref.load %3[%c10, %thread_id_x] : memref<16x32xf32, 3>
        %24 = arith.addf %22, %23 fastmath<reassoc> : f32
        %c11 = arith.constant 11 : index
        %25 = memref.load %3[%c11, %thread_id_x] : memref<16x32xf32, 3>
        %26 = arith.addf %24, %25 fastmath<reassoc> : f32
        %c12 = arith.constant 12 : index
        %27 = memref.load %3[%c12, %thread_id_x] : memref<16x32xf32, 3>
        %28 = arith.addf %26, %27 fastmath<reassoc> : f32
        %c13 = arith.constant 13 : index
        %29 = memref.load %3[%c13, %thread_id_x] : memref<16x32xf32, 3>
        %30 = arith.addf %28, %29 fastmath<reassoc> : f32
        %c14 = arith.constant 14 : index
        %31 = memref.load %3[%c14, %thread_id_x] : memref<16x32xf32, 3>
        %32 = arith.addf %30, %31 fastmath<reassoc> : f32
        %c15 = arith.constant 15 : index
        %33 = memref.load %3[%c15, %thread_id_x] : memref<16x32xf32, 3>
        %34 = arith.addf %32, %33 fastmath<reassoc> : f32
        memref.store %34, %arg1[%1] : memref<64xf32>
      }
      gpu.return
    }
  }
}
