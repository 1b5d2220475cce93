// RUN: mlir-opt %s %{cpu-openmp} | FileCheck %s
// RUN: %lower %s -p cpu-openmp --set threads=4 \
// RUN:   | FileCheck %s --check-prefix=FOUR

// CHECK: omp.declare_reduction @[[ADD:.*]] : f32
// CHECK-LABEL: llvm.func @sum
// CHECK: omp.parallel {
// CHECK: omp.wsloop reduction(@[[ADD]]
// CHECK-NEXT: omp.loop_nest
// CHECK-NOT: memref.alloca_scope
// FOUR: %[[N:.*]] = llvm.mlir.constant(4 : i32)
// FOUR: omp.parallel num_threads(%[[N]] : i32)
func.func @sum(%x: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %0 = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%start) -> f32 {
    %a = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%a : f32) {
      ^bb0(%p: f32, %q: f32):
        %r = arith.addf %p, %q : f32
        scf.reduce.return %r : f32
    }
  }
  return %0 : f32
}
