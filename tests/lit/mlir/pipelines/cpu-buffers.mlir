// RUN: mlir-opt %s %{cpu-buffers} | FileCheck %s

// A memref argument becomes five values for rank 1: two pointers, offset, size, stride.
// CHECK-LABEL: llvm.func @first
// CHECK-SAME: (%[[ALLOCATED:.*]]: !llvm.ptr, %[[ALIGNED:.*]]: !llvm.ptr, %[[OFFSET:.*]]: i64, %[[SIZE:.*]]: i64, %[[STRIDE:.*]]: i64) -> f32
func.func @first(%x: memref<?xf32, strided<[?], offset: ?>>) -> f32
    attributes {llvm.emit_c_interface} {
  // CHECK: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // CHECK: llvm.load {{.*}} : !llvm.ptr -> f32
  %zero = arith.constant 0 : index
  %0 = memref.load %x[%zero] : memref<?xf32, strided<[?], offset: ?>>
  return %0 : f32
}
// The C wrapper takes one pointer, to the descriptor that holds the five.
// CHECK-LABEL: llvm.func @_mlir_ciface_first
// CHECK-SAME: (%[[DESCRIPTOR:.*]]: !llvm.ptr) -> f32
// CHECK: llvm.load %[[DESCRIPTOR]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK: llvm.call @first

// A named operation on buffers is a loop nest over load and store.
// CHECK-LABEL: llvm.func @clear
func.func @clear(%x: memref<4x8xf32>) {
  // CHECK-NOT: linalg.fill
  // CHECK-COUNT-2: llvm.cond_br
  // CHECK: llvm.store
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<4x8xf32>)
  return
}

// Complex numbers become arithmetic and math on their two parts, then intrinsics and calls to libm.
// CHECK-LABEL: llvm.func @complex
// CHECK-SAME: !llvm.struct<(f64, f64)>
func.func @complex(%x: complex<f64>) -> complex<f64> {
  // CHECK-COUNT-4: llvm.fmul
  // CHECK: llvm.intr.log
  // CHECK-NOT: complex.
  %0 = complex.mul %x, %x : complex<f64>
  %1 = complex.log %0 : complex<f64>
  return %1 : complex<f64>
}
