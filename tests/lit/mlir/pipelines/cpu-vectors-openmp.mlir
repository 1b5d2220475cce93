// Blocks in parallel, vectors in each block: a thread calls a function with loops over vectors.
// RUN: mlir-opt %s %{cpu-vectors-openmp} | FileCheck %s
// RUN: %lower %s -p cpu-vectors-openmp --set threads=3 | FileCheck %s --check-prefix=THREE

// CHECK-LABEL: llvm.func @block(
// CHECK: llvm.load %{{.*}} -> vector<16xf32>
// CHECK: llvm.fadd %{{.*}} : vector<16xf32>
// CHECK: llvm.intr.masked.store
func.func private @block(%x: memref<?xf32>, %start: index, %end: index) {
  %width = arith.constant 16 : index
  %size = arith.subi %end, %start : index
  %left = arith.remsi %size, %width : index
  %whole = arith.subi %end, %left : index
  %nothing = arith.constant dense<0.0> : vector<16xf32>
  scf.for %i = %start to %whole step %width {
    %values = vector.load %x[%i] : memref<?xf32>, vector<16xf32>
    %double = arith.addf %values, %values : vector<16xf32>
    vector.store %double, %x[%i] : memref<?xf32>, vector<16xf32>
  }
  %mask = vector.create_mask %left : vector<16xi1>
  %values = vector.maskedload %x[%whole], %mask, %nothing
      : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  %double = arith.addf %values, %values : vector<16xf32>
  vector.maskedstore %x[%whole], %mask, %double : memref<?xf32>, vector<16xi1>, vector<16xf32>
  return
}

// CHECK-LABEL: llvm.func @double(
// CHECK: omp.parallel {
// CHECK: omp.wsloop
// CHECK: omp.loop_nest
// CHECK: llvm.call @block(
// CHECK-NOT: scf.
// THREE: %[[THREE:.*]] = llvm.mlir.constant(3 :
// THREE: omp.parallel num_threads(%[[THREE]]
func.func @double(%x: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %length = arith.constant 1024 : index
  %size = memref.dim %x, %zero : memref<?xf32>
  %blocks = arith.ceildivsi %size, %length : index
  scf.parallel (%b) = (%zero) to (%blocks) step (%one) {
    %start = arith.muli %b, %length : index
    %after = arith.addi %start, %length : index
    %end = arith.minsi %after, %size : index
    func.call @block(%x, %start, %end) : (memref<?xf32>, index, index) -> ()
  }
  return
}
