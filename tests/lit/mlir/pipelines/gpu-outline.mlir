// RUN: mlir-opt %s %{gpu-outline} | FileCheck %s

// What the body takes from around it becomes the kernel's arguments, but for the constant, which
// is computed in the kernel.
// CHECK-LABEL: func.func @fill(%arg0: memref<64xf32>, %arg1: index)
// CHECK-NOT:   gpu.launch blocks
// CHECK:       gpu.launch_func @fill_kernel::@fill_kernel
// CHECK-SAME:    args(%arg0 : memref<64xf32>)
// CHECK:       gpu.module @fill_kernel
// CHECK-NEXT:  gpu.func @fill_kernel(%arg0: memref<64xf32>) kernel
// CHECK-NEXT:  %[[VALUE:.*]] = arith.constant 4.200000e+01 : f32
// CHECK-NEXT:  %[[I:.*]] = gpu.thread_id x
// CHECK-NEXT:  memref.store %[[VALUE]], %arg0[%[[I]]]
func.func @fill(%x: memref<64xf32>, %threads: index) {
  %one = arith.constant 1 : index
  %value = arith.constant 42.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%nx = %threads, %ny = %one, %nz = %one) {
    memref.store %value, %x[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
