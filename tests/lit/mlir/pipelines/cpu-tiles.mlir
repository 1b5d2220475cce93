// RUN: mlir-opt %s %{cpu-tiles} -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: not grep alloca %t.mlir

// The helper is inlined: its tile is never an argument. A row of the tile that lies outside is
// skipped, one that passes the right edge is masked, and none goes through memory.
// CHECK-LABEL: llvm.func @tile
// CHECK-NOT:   llvm.call
// CHECK:       llvm.cond_br
// CHECK:       llvm.intr.masked.load
// CHECK:       llvm.intr.fmuladd
// CHECK:       llvm.intr.masked.store
func.func @tile(%c: memref<?x?xf32>, %x: vector<2xf32>, %y: vector<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  %before = vector.transfer_read %c[%i, %i], %zero : memref<?x?xf32>, vector<2x16xf32>
  %after = func.call @add(%x, %y, %before)
      : (vector<2xf32>, vector<16xf32>, vector<2x16xf32>) -> vector<2x16xf32>
  vector.transfer_write %after, %c[%i, %i] : vector<2x16xf32>, memref<?x?xf32>
  return
}
func.func private @add(%x: vector<2xf32>, %y: vector<16xf32>, %sum: vector<2x16xf32>)
    -> vector<2x16xf32> {
  %0 = vector.outerproduct %x, %y, %sum : vector<2xf32>, vector<16xf32>
  return %0 : vector<2x16xf32>
}

// A contraction becomes multiply-adds of whole rows, also where the loops are in another order.
// CHECK-LABEL:   llvm.func @contract
// CHECK-COUNT-2: llvm.intr.fmuladd{{.*}} vector<16xf32>
// CHECK-NOT:     vector.reduce
func.func @contract(%a: vector<2x1xf32>, %b: vector<1x16xf32>, %c: vector<2x16xf32>)
    -> vector<2x16xf32> {
  %0 = vector.contract {
      indexing_maps = [affine_map<(i, k, j) -> (i, k)>, affine_map<(i, k, j) -> (k, j)>,
                       affine_map<(i, k, j) -> (i, j)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
    %a, %b, %c : vector<2x1xf32>, vector<1x16xf32> into vector<2x16xf32>
  return %0 : vector<2x16xf32>
}

// Without OpenMP a parallel loop is a loop.
// CHECK-LABEL: llvm.func @parallel
// CHECK-NOT:   omp.
// CHECK:       llvm.store
func.func @parallel(%x: memref<?xf32>, %value: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %x, %zero : memref<?xf32>
  scf.parallel (%i) = (%zero) to (%n) step (%one) {
    memref.store %value, %x[%i] : memref<?xf32>
  }
  return
}
