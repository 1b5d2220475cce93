// RUN: mlir-opt %s %{cpu-tiles-openmp} | FileCheck %s
// RUN: %lower %s -p cpu-tiles-openmp --set threads=2 | FileCheck %s --check-prefix=TWO

// Each iteration of a parallel loop may run on another thread; its tile is masked as elsewhere.
// CHECK-LABEL: llvm.func @rows
// CHECK:       omp.parallel
// CHECK:       omp.wsloop
// CHECK:       llvm.intr.masked.store
// TWO-LABEL:   llvm.func @rows
// TWO:         omp.parallel num_threads(
func.func @rows(%c: memref<?x?xf32>, %tile: vector<2x16xf32>) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %m = memref.dim %c, %zero : memref<?x?xf32>
  scf.parallel (%i) = (%zero) to (%m) step (%two) {
    vector.transfer_write %tile, %c[%i, %zero] : vector<2x16xf32>, memref<?x?xf32>
  }
  return
}
