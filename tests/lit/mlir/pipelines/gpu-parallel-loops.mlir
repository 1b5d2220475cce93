// RUN: mlir-opt %s %{gpu-parallel-loops} | FileCheck %s
// RUN: %lower %s -p gpu-parallel-loops --set tile=8,32 | FileCheck %s --check-prefix=TILE

// A block is a tile of 4 rows and 64 columns; columns are x, so that neighbours in memory are
// neighbours in a warp. The edge is guarded, because the sizes are open.
// CHECK-LABEL: func.func @square
// CHECK:       gpu.launch_func @square_kernel::@square_kernel
// CHECK-SAME:    threads in (%c64, %c4, %c1)
// CHECK:       gpu.func @square_kernel
// CHECK-SAME:    known_block_size = array<i32: 64, 4, 1>
// CHECK-DAG:   %[[ROW0:.*]] = arith.muli %block_id_y, %c4
// CHECK-DAG:   %[[COL0:.*]] = arith.muli %block_id_x, %c64
// CHECK-DAG:   %[[ROW:.*]] = arith.addi %thread_id_y, %[[ROW0]]
// CHECK-DAG:   %[[COL:.*]] = arith.addi %thread_id_x, %[[COL0]]
// CHECK:       scf.if
// CHECK:       memref.load {{.*}}[%[[ROW]], %[[COL]]]
// CHECK:       memref.store {{.*}}[%[[ROW]], %[[COL]]]
// TILE:        known_block_size = array<i32: 32, 8, 1>
func.func @square(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  linalg.square ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}

// A loop that carries a sum stays a loop of each thread, written in affine or in linalg.
// CHECK-LABEL: func.func @row_sums
// CHECK:       gpu.func @row_sums_kernel
// CHECK:       scf.for
// CHECK:       memref.store {{.*}}[%{{[a-z0-9_]*}}] : memref<64xf32>
func.func @row_sums(%x: memref<64x64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %x[%i, %j] : memref<64x64xf32>
      %b = affine.load %y[%i] : memref<64xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<64xf32>
    }
  }
  return
}
