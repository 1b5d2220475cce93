// RUN: mlir-opt %s %{gpu-affine} | FileCheck %s
// RUN: %lower %s -p gpu-affine --set tile=1,64 --set blocks=2 | FileCheck %s --check-prefix=TILED

// Rows become blocks and columns threads. The launch stays behind, its body is a kernel.
// CHECK-LABEL: func.func @square
// CHECK-NOT:   linalg
// CHECK:       gpu.launch_func @square_kernel::@square_kernel
// CHECK-SAME:    blocks in (%c256, %c1, %c1)
// CHECK-SAME:    threads in (%c128, %c1, %c1)
// CHECK:       gpu.func @square_kernel({{.*}}) kernel
// CHECK-SAME:    known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 256, 1, 1>
// CHECK:       %[[I:.*]] = gpu.block_id x
// CHECK:       %[[J:.*]] = gpu.thread_id x
// CHECK-NOT:   affine.for
// CHECK:       affine.load {{.*}}[symbol(%[[I]]), symbol(%[[J]])]
// CHECK:       affine.store {{.*}}[symbol(%[[I]]), symbol(%[[J]])]

// With tiles a row is two blocks of 64 threads.
// TILED:       known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 256, 2, 1>
// TILED:       affine.load {{.*}}[symbol(%block_id_x), symbol(%thread_id_x) + symbol(%block_id_y) * 64]
func.func @square(%x: memref<256x128xf32>, %y: memref<256x128xf32>) {
  linalg.square ins(%x : memref<256x128xf32>) outs(%y : memref<256x128xf32>)
  return
}
