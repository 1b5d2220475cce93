// RUN: mlir-opt %s %{gpu-affine-check} | FileCheck %s
// RUN: mlir-opt %s %{gpu-affine} | FileCheck %s --check-prefix=BLIND
// RUN: not %lower %s -p gpu-affine 2>&1 | FileCheck %s --check-prefix=REFUSED

// The rows of a matrix can be summed side by side; what sums one row goes turn by turn.
// CHECK-LABEL: func.func @row_sums
// CHECK:       affine.parallel (%{{.*}}) = (0) to (64)
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 64
// CHECK-NOT:   affine.parallel

// The mapping by itself does not ask: 64 threads add to one element.
// BLIND:       gpu.func @row_sums_kernel
// BLIND-NOT:   affine.for
// BLIND:       affine.store {{.*}}[symbol(%block_id_x)]

// REFUSED:     error: loop 2 of the nest in row_sums would become threads, but its turns depend
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
