// Kernels of gelu. Written by stages.py.
// Arguments: x float32[8, 256].
// Launched: map_0 with a grid of 8 x 1 x 1 blocks of 256 x 1 x 1 threads.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @map_0(%arg0: memref<2048xf32>, %arg1: memref<2048xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %block_id_x = gpu.block_id  x
      %c256 = arith.constant 256 : index
      %0 = arith.muli %block_id_x, %c256 : index
      %thread_id_x = gpu.thread_id  x
      %1 = arith.addi %0, %thread_id_x : index
      %cst = arith.constant 5.000000e-01 : f32
      %2 = memref.load %arg0[%1] : memref<2048xf32>
      %3 = arith.mulf %cst, %2 : f32
      %cst_0 = arith.constant 1.000000e+00 : f32
      %cst_1 = arith.constant 0.797884583 : f32
      %cst_2 = arith.constant 4.471500e-02 : f32
      %4 = arith.mulf %cst_2, %2 : f32
      %5 = arith.mulf %4, %2 : f32
      %6 = arith.mulf %5, %2 : f32
      %7 = arith.addf %2, %6 : f32
      %8 = arith.mulf %cst_1, %7 : f32
      %9 = math.tanh %8 : f32
      %10 = arith.addf %cst_0, %9 : f32
      %11 = arith.mulf %3, %10 : f32
      memref.store %11, %arg1[%1] : memref<2048xf32>
      gpu.return
    }
  }
}
