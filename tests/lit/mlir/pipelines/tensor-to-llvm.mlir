// RUN: mlir-opt %s %{tensor-to-llvm} | FileCheck %s

// A parallel loop whose body has memory on the stack: the stack is set back after each turn.
// CHECK-LABEL: llvm.func @parallel
// CHECK:         omp.parallel
// CHECK:           omp.wsloop
// CHECK:             llvm.intr.stacksave
// CHECK:             llvm.alloca
// CHECK:             llvm.intr.stackrestore
// CHECK-NOT: memref
// CHECK-NOT: scf
func.func @parallel(%x: memref<8x64xf32>) {
  scf.forall (%i) in (8) {
    %row = memref.alloca() : memref<64xf32>
    %from = memref.subview %x[%i, 0] [1, 64] [1, 1]
        : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    linalg.copy ins(%from : memref<64xf32, strided<[1], offset: ?>>) outs(%row : memref<64xf32>)
    linalg.map { math.absf } ins(%row : memref<64xf32>)
        outs(%from : memref<64xf32, strided<[1], offset: ?>>)
  }
  return
}

// An intrinsic of LLVM where there is one, else a function of the C library.
// CHECK-LABEL: llvm.func @math
// CHECK:         llvm.intr.sqrt
// CHECK:         llvm.call @cbrtf
func.func @math(%x: f32) -> f32 {
  %root = math.sqrt %x : f32
  %result = math.cbrt %root : f32
  return %result : f32
}
